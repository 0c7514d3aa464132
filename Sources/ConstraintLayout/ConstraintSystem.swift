// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Wording

/// The name and constraints of a layer under one superlayer, in the superlayer's order. Independent of layers.
package struct ConstraintItem: Sendable {
  package var name: String?
  package var constraints: [Constraint]
  package init(name: String?, constraints: [Constraint] = []) {
    self.name = name
    self.constraints = constraints
  }
}

/// The reason why a part of a system was left as it was, or has no effect.
package struct ConstraintProblem: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Rule: String, Sendable {
    case cycle = "constraint-cycle"
    case unknown = "constraint-unknown"
    case count = "constraint-count"
    case twice = "constraint-twice"
    case negative = "constraint-negative"
    case notFinite = "constraint-not-finite"
    /// Only a warning: a length alone does nothing.
    case lengthAlone = "constraint-size-only"
    /// Only a warning: several items have a source's name; the first one is used.
    case ambiguous = "duplicate-name"
  }
  package let rule: Rule
  /// The item concerned; for a cycle, the first one.
  package let item: Int
  package let axis: LayoutAxis
  package let description: String
  /// The items of a cycle, each reading the next, the last one the first.
  package let loop: [Int]

  package var isWarning: Bool { rule == .lengthAlone || rule == .ambiguous }
}

/// Constraints of the items under one superlayer, brought into an order in which each can be resolved by itself; then
/// resolved as often as sizes change.
///
/// A node is one axis of one item. It depends on the same axis of the items that its constraints name. Nodes on a
/// cycle, and those with constraints that cannot be met, stay as they are and are reported; all others are resolved, in
/// time linear in items and constraints.
package struct ConstraintSystem: Sendable {
  /// The problems that were found while ordering the system, by item.
  package let problems: [ConstraintProblem]
  package let itemCount: Int
  /// The resolvable nodes, sources first.
  private let steps: [Step]

  /// A node with its one or two constraints.
  struct Step: Sendable {
    /// Twice the item's index, plus 1 on the y axis.
    var node: Int32
    var form: Form
    var first: Term
    var second: Term
  }

  /// scale · (edge · min + length · size) + offset of a source, which is 0 for the superlayer, else the item's index
  /// plus 1.
  struct Term: Sendable {
    var source: Int32
    /// 0 or 1: whether the source's min is used.
    var edge: Float
    /// 0, ½ or 1: the used part of its length.
    var length: Float
    var scale: Double
    var offset: Double

    static let none = Term(source: 0, edge: 0, length: 0, scale: 0, offset: 0)
  }

  /// The given attributes, by place; `position` ones keep the length.
  enum Form: UInt8, Sendable {
    case min, mid, max, minMax, minMid, midMax, minLength, midLength, maxLength
  }

  package init(_ items: [ConstraintItem]) {
    var builder = Builder(items)
    builder.build()
    steps = builder.steps
    problems = builder.problems.sorted { ($0.item, $0.axis.rawValue) < ($1.item, $1.axis.rawValue) }
    itemCount = items.count
  }

  /// Whether there is nothing to resolve.
  package var isEmpty: Bool { steps.isEmpty }

  /// Resolves all nodes.
  ///
  /// - Parameters:
  ///   - bounds: the superlayer's bounds, in its own coordinates.
  ///   - frames: the items' frames in the superlayer, in order; read where an axis has no constraint, and changed where
  ///     it has.
  /// - Returns: the nodes whose result would be negative or not finite, which stay as they are.
  package func solve(in bounds: Rect, frames: inout [Rect]) -> [ConstraintProblem] {
    precondition(frames.count == itemCount, "as many frames as items")
    var failures: [ConstraintProblem] = []
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 4) { superlayer in
      superlayer[0] = bounds.x
      superlayer[1] = bounds.y
      superlayer[2] = bounds.width
      superlayer[3] = bounds.height
      frames.withUnsafeMutableBytes { bytes in
        let all = bytes.bindMemory(to: Double.self)
        guard let base = all.baseAddress, let top = superlayer.baseAddress else { return }
        steps.withUnsafeBufferPointer { steps in
          for i in steps.indices {
            let step = steps[i]
            let axis = Int(step.node & 1)
            let place = base + (Int(step.node >> 1) * 4 + axis)
            let a = ConstraintSystem.value(step.first, axis, base, top)
            let b = ConstraintSystem.value(step.second, axis, base, top)
            let (low, length) = ConstraintSystem.place(step.form, a, b, place[2])
            if length >= 0, low * 0 == 0, length * 0 == 0, (low + length) * 0 == 0 {
              place[0] = low
              place[2] = length
            } else {
              failures.append(failure(step, a, b, low, length))
            }
          }
        }
      }
    }
    return failures
  }

  @inline(__always) private static func value(
    _ term: Term, _ axis: Int, _ base: UnsafeMutablePointer<Double>, _ top: UnsafeMutablePointer<Double>
  ) -> Double {
    let p = term.source == 0 ? top + axis : base + (Int(term.source - 1) * 4 + axis)
    return term.scale * (Double(term.edge) * p[0] + Double(term.length) * p[2]) + term.offset
  }

  @inline(__always) private static func place(_ form: Form, _ a: Double, _ b: Double, _ length: Double) -> (
    low: Double, length: Double
  ) {
    switch form {
    case .min: (a, length)
    case .mid: (a - length / 2, length)
    case .max: (a - length, length)
    case .minMax: (a, b - a)
    case .minMid: (a, 2 * (b - a))
    case .midMax: (b - 2 * (b - a), 2 * (b - a))
    case .minLength: (a, b)
    case .midLength: (a - b / 2, b)
    case .maxLength: (a - b, b)
    }
  }

  /// A problem of a step, which the caller completes: `describe` writes the node's constraints.
  private func failure(_ step: Step, _ a: Double, _ b: Double, _ low: Double, _ length: Double) -> ConstraintProblem {
    let axis: LayoutAxis = step.node & 1 == 0 ? .x : .y
    let (first, second) = step.form.attributes(on: axis)
    var values = "\(first.name) is \(numberText(a))"
    if let second { values += " and \(second.name) is \(numberText(b))" }
    // Who gives four values means the fourth as an offset more often than as a scale.
    for (attribute, term) in [(first, step.first), (second ?? first, step.second)]
    where Constraint.isUnusual(scale: term.scale, offset: term.offset, of: attribute) {
      values +=
        "; the scale of \(attribute.name) is \(numberText(term.scale)) and its offset \(numberText(term.offset)): an offset comes after the scale"
    }
    let isFinite = low.isFinite && length.isFinite && (low + length).isFinite
    let what =
      isFinite
      ? "\(axis.length.name) would be \(numberText(length)): \(values)" : "\(values): the result is not finite"
    return ConstraintProblem(
      rule: isFinite ? .negative : .notFinite, item: Int(step.node >> 1), axis: axis, description: what, loop: [])
  }
}

extension ConstraintSystem.Form {
  /// The attributes of the first and second term.
  func attributes(on axis: LayoutAxis) -> (ConstraintAttribute, ConstraintAttribute?) {
    func at(_ place: UInt8) -> ConstraintAttribute {
      ConstraintAttribute(rawValue: (axis == .x ? 0 : 4) + place) ?? .minX
    }
    switch self {
    case .min: return (at(0), nil)
    case .mid: return (at(1), nil)
    case .max: return (at(2), nil)
    case .minMax: return (at(0), at(2))
    case .minMid: return (at(0), at(1))
    case .midMax: return (at(1), at(2))
    case .minLength: return (at(0), at(3))
    case .midLength: return (at(1), at(3))
    case .maxLength: return (at(2), at(3))
    }
  }

  /// From the places of two constraints in rising order; `second` nil for one.
  init?(_ first: Int, _ second: Int?) {
    switch (first, second) {
    case (0, nil): self = .min
    case (1, nil): self = .mid
    case (2, nil): self = .max
    case (0, 2): self = .minMax
    case (0, 1): self = .minMid
    case (1, 2): self = .midMax
    case (0, 3): self = .minLength
    case (1, 3): self = .midLength
    case (2, 3): self = .maxLength
    default: return nil
    }
  }
}
