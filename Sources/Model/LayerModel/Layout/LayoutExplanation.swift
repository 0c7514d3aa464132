// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers

/// The rule that determined one value of a layer's frame.
///
/// ```swift
/// for value in try title.explainLayout() { print(value.key, value.value, value.rule, value.detail) }
/// ```
public struct LayoutExplanation: Equatable, Sendable {
  /// The source of a value of a frame.
  public enum Rule: String, Sendable {
    /// A constraint of the layer, under the constraint layout manager.
    case constraint
    /// A layout manager of the superlayer.
    case manager
    /// The superlayer's delegate, in `layoutSublayersOfLayer`.
    case delegate
    /// The superlayer's class, in `layoutSublayers`.
    case subclass
    /// The autoresizing mask, when the superlayer's size changed.
    case autoresizing
    /// The layer's own layout manager, which fits the layer to its sublayers.
    case sizeToFit
    /// Assignments only.
    case set
  }
  /// `x`, `y`, `width` or `height`.
  public let key: String
  /// The value, in points.
  public let value: Double
  /// The rule that determined the value.
  public let rule: Rule
  /// Details of the rule, such as the constraint's text, or the manager and its action.
  public let detail: String
}

extension Layer {
  /// Returns the rule that determined each value of the layer's frame (without its transform). Layout runs first.
  ///
  /// ```swift
  /// print(try title.explainLayout().text(for: title.label))
  /// ```
  ///
  /// - Throws: a hook's error. Problems with constraints are part of the explanation.
  public final func explainLayout() throws -> [LayoutExplanation] {
    var top = self
    while let p = top.parent { top = p }
    _ = try top.layoutProblems()
    let f = untransformedFrame
    let values = [("x", f.x), ("y", f.y), ("width", f.width), ("height", f.height)]
    return values.enumerated().map { i, entry in
      let (rule, detail) = explanation(of: i, entry.1)
      return LayoutExplanation(key: entry.0, value: entry.1, rule: rule, detail: detail)
    }
  }

  /// - Parameter index: 0 to 3 for x, y, width and height.
  private func explanation(of index: Int, _ value: Double) -> (LayoutExplanation.Rule, String) {
    let axis: LayoutAxis = index & 1 == 0 ? .x : .y
    let isLength = index >= 2
    if let own = fitExplanation(axis, isLength) { return (.sizeToFit, own) }
    guard let p = parent else { return (.set, "it has no superlayer") }
    if flag(.isMask) { return (.set, "it is a mask, which nothing lays out") }
    // The hook that lays out the superlayer, in order of precedence.
    let hook: LayoutHook? =
      if p.overridesLayout {
        .subclass
      } else if p.extraBox?.value.delegate?.hooks.contains(.layoutSublayers) ?? false {
        .delegate
      } else {
        p.layout?.manager is BuiltInLayoutManager || p.layout?.manager == nil ? nil : .manager
      }
    if let placement = p.layout?.placements[serial], placement.which & 1 << UInt8(index) != 0,
      placement.values[index] == value
    {
      switch placement.hook {
      case .subclass: return (.subclass, "\(p.className).layoutSublayers of \(p.label)")
      case .delegate: return (.delegate, "the delegate of \(p.label), in layoutSublayersOfLayer")
      case .manager: return (.manager, "the layout manager of \(p.label), in layoutSublayersOfLayer")
      }
    }
    if hook == nil, let manager = p.layout?.manager as? BuiltInLayoutManager {
      if manager is ConstraintLayoutManager {
        if let found = constraintExplanation(axis, isLength) { return found }
        if isLength, let record = p.layout?.naturalSizes[serial] {
          let (natural, given) =
            axis == .x ? (record.natural.width, record.given.width) : (record.natural.height, record.given.height)
          if natural == 0, given == value {
            return (.manager, "its text's preference, since it has no \(axis.length.name) of its own")
          }
        }
      } else {
        let rules = manager.rules(for: self, in: p)
        let all = [rules.x, rules.y, rules.width, rules.height]
        if let text = all[index] { return (.manager, text) }
      }
    }
    if let storage = layout, let resize = storage.resize {
      let left = [resize.frame.x, resize.frame.y, resize.frame.width, resize.frame.height]
      let f = untransformedFrame
      if [f.x, f.y, f.width, f.height][index] == left[index], storage.autoresizingMask >> (axis == .x ? 0 : 3) & 7 != 0
      {
        let set = NameSet.autoresizing.names(of: storage.autoresizingMask & (axis == .x ? 7 : 56)).joined(
          separator: ", ")
        return (
          .autoresizing,
          "autoresizingMask \(set), when the superlayer went from "
            + "\(numberText(resize.old.width))×\(numberText(resize.old.height)) to "
            + "\(numberText(resize.new.width))×\(numberText(resize.new.height))"
        )
      }
    }
    return (.set, "set by hand" + unusedHint(axis, hook))
  }

  /// Explains a length that follows the sublayers, or a position that follows from such a length; nil for others.
  private func fitExplanation(_ axis: LayoutAxis, _ isLength: Bool) -> String? {
    let fit: LayoutFit
    let corner: LayoutFitCorner
    switch layout?.manager {
    case let stack as StackLayoutManager: (fit, corner) = (stack.storedFit, stack.storedFitCorner)
    case let grid as GridLayoutManager: (fit, corner) = (grid.storedFit, grid.storedFitCorner)
    default: return nil
    }
    guard fit == .both || fit == (axis == .x ? .width : .height), !isSizedBySuperlayer else { return nil }
    let own = "its own layout manager fits it to its sublayers: sizeToFit \(fit.optionName.raw)"
    if isLength { return own }
    // A superlayer's layout manager determines the position instead.
    guard parent?.layout?.manager == nil, corner.keepsFarEdge(axis) != false else { return nil }
    return "\(own), sizeToFitCorner \(corner.optionName.raw)"
  }

  private func constraintExplanation(_ axis: LayoutAxis, _ isLength: Bool) -> (LayoutExplanation.Rule, String)? {
    let mine = constraints.filter { $0.attribute.axis == axis }
    guard let p = parent, let i = p.index(of: self), !mine.isEmpty else { return nil }
    let texts = mine.prefix(4).map { "\"\($0)\"" }.joined(separator: " and ")
    if let problem = p.layout?.system?.problems.first(where: {
      $0.axis == axis && $0.rule != .ambiguous && ($0.item == i || $0.loop.contains(i))
    }) {
      return (.set, "set by hand; \(texts) \(mine.count == 1 ? "has" : "have") no effect: \(problem)")
    }
    // A single position constraint leaves the length as it was.
    if mine.count == 1 { return isLength ? nil : (.constraint, texts) }
    if isLength, let length = mine.first(where: { $0.attribute == axis.length }) {
      return (.constraint, "\"\(length)\"")
    }
    return (.constraint, texts)
  }

  /// A hint about constraints without effect; empty for none.
  private func unusedHint(_ axis: LayoutAxis, _ hook: LayoutHook?) -> String {
    guard let p = parent, constraints.contains(where: { $0.attribute.axis == axis }) else { return "" }
    if hook == .subclass { return "; its constraints have no effect, since \(p.className) overrides layoutSublayers" }
    if hook == .delegate { return "; its constraints have no effect, since the superlayer's delegate lays out" }
    if !(p.layout?.manager is ConstraintLayoutManager) {
      return
        "; its constraints have no effect, since the superlayer's layoutManager is not "
        + scene.reader(about: self).text(.object("ConstraintLayoutManager"))
    }
    return ""
  }
}

extension [LayoutExplanation] {
  /// Formats one line for each value.
  ///
  /// ```swift
  /// print(try title.explainLayout().text(for: "title"))
  /// ```
  public func text(for label: String) -> String {
    let numbers = map { numberText($0.value) }
    let width = numbers.map(\.count).max() ?? 0
    return label + "\n"
      + zip(self, numbers).map { e, n in
        let key = e.key + String(repeating: " ", count: 6 - e.key.count)
        let rule = e.rule == .set ? e.detail : "\(e.rule.rawValue): \(e.detail)"
        return "  \(key) \(String(repeating: " ", count: width - n.count))\(n)  \(rule)"
      }.joined(separator: "\n")
  }
}
