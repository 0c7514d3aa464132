// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// An attribute that a constraint sets or reads: an edge, a centre or a length; Core Animation's
/// `CAConstraintAttribute` in its order.
public enum ConstraintAttribute: UInt8, CaseIterable, Sendable {
  case minX, midX, maxX, width, minY, midY, maxY, height

  /// The name, such as `minX`.
  public var name: String { ConstraintAttribute.names[Int(rawValue)] }
  /// The axis of the attribute.
  @inlinable public var axis: LayoutAxis { rawValue < 4 ? .x : .y }
  /// Index among the attributes of its axis: 0 min, 1 mid, 2 max, 3 length.
  var place: Int { Int(rawValue & 3) }

  package static let names = ["minX", "midX", "maxX", "width", "minY", "midY", "maxY", "height"]

  /// Returns the attribute of this name, also written as Apple's constant `kCAConstraintMinX`.
  public init?(named name: String) {
    if let i = ConstraintAttribute.names.firstIndex(of: name), let a = ConstraintAttribute(rawValue: UInt8(i)) {
      self = a
      return
    }
    guard name.hasPrefix("kCAConstraint") else { return nil }
    let short = name.dropFirst("kCAConstraint".count).lowercased()
    guard let i = ConstraintAttribute.names.firstIndex(where: { $0.lowercased() == short }) else { return nil }
    self = ConstraintAttribute.allCases[i]
  }

  /// Returns a suggestion for a wrong name, for error messages.
  package static func advice(_ name: String) -> String {
    nearest(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
  }
}

/// A layout axis.
public enum LayoutAxis: UInt8, Sendable, CaseIterable {
  case x, y

  package var name: String { self == .x ? "x" : "y" }
  package var length: ConstraintAttribute { self == .x ? .width : .height }
}

/// A relation of a layer to its superlayer or a sibling, `attribute = scale · source.sourceAttribute + offset`: Core
/// Animation's `CAConstraint`. It does not include the layer that has it.
///
/// ```swift
/// title.constraints = [
///   Constraint(.midX),
///   Constraint(.minY, to: "sun", .maxY, offset: 8),
/// ]
/// poster.layoutManager = .constraints
/// ```
public struct Constraint: Hashable, Sendable {
  /// The source name that stands for the superlayer.
  public static let superlayerName = "superlayer"

  /// The attribute that is set.
  public let attribute: ConstraintAttribute
  /// The source: `"superlayer"`, or the name of a sibling.
  public let sourceName: String
  /// The source's attribute, on the same axis as `attribute`.
  public let sourceAttribute: ConstraintAttribute
  /// Factor of the source's value.
  public let scale: Double
  /// Offset, in points of the superlayer.
  public let offset: Double

  /// Creates a relation to the superlayer or a sibling.
  ///
  /// ```swift
  /// title.constraints = [Constraint(.midX), Constraint(.minY, to: "sun", .maxY, offset: 8)]
  /// ```
  /// Attributes of different axes, an empty name, and a scale or offset that is not finite end the program; use the
  /// text form, `Constraint("minY = sun.maxY + 8")`, for values that may be invalid.
  /// - Parameters:
  ///   - attribute: the attribute that is set.
  ///   - sourceName: `"superlayer"`, or the name of a sibling.
  ///   - sourceAttribute: the source's attribute, on the same axis; nil means the same as `attribute`.
  ///   - scale: factor of the source's value.
  ///   - offset: in points of the superlayer.
  public init(
    _ attribute: ConstraintAttribute, to sourceName: String = superlayerName,
    _ sourceAttribute: ConstraintAttribute? = nil, scale: Double = 1, offset: Double = 0
  ) {
    do {
      try self.init(
        attribute, relativeTo: sourceName, sourceAttribute ?? attribute, scale: scale, offset: offset)
    } catch {
      // A programming error, like a typed property whose row refuses its value.
      fatalError("\(error)")
    }
  }

  /// - Throws: `LayerError` for attributes of different axes, an empty name, or a scale or offset that is not finite.
  package init(
    _ attribute: ConstraintAttribute, relativeTo sourceName: String, _ sourceAttribute: ConstraintAttribute,
    scale: Double = 1, offset: Double = 0
  ) throws(LayerError) {
    if attribute.axis != sourceAttribute.axis {
      let fits = sourceAttribute.onOtherAxis
      throw LayerError(
        "Constraint: \(attribute.name) lies on the \(attribute.axis.name) axis, \(sourceAttribute.name) on the "
          + "\(sourceAttribute.axis.name) axis: a constraint keeps to one axis, as \(attribute.name) and \(fits.name) "
          + "do")
    }
    if sourceName.isEmpty {
      throw LayerError("Constraint: the name of the source is empty; it is \"superlayer\" or a sibling's name")
    }
    guard scale.isFinite else { throw LayerError("Constraint: scale must be finite, got \(numberText(scale))") }
    guard offset.isFinite else { throw LayerError("Constraint: offset must be finite, got \(numberText(offset))") }
    self.attribute = attribute
    self.sourceName = sourceName
    self.sourceAttribute = sourceAttribute
    self.scale = scale
    self.offset = offset
  }

  /// True if the scale looks like a misplaced offset. A length is seldom more than four times another, and an edge or a
  /// centre seldom farther from the origin than its source.
  package static func isUnusual(scale: Double, offset: Double, of attribute: ConstraintAttribute) -> Bool {
    offset == 0 && !(scale > 0 && scale <= (attribute.place == 3 ? 4 : 1))
  }

  /// True if the source is the superlayer.
  public var isRelativeToSuperlayer: Bool { sourceName == Constraint.superlayerName }
}

extension ConstraintAttribute {
  /// The corresponding attribute of the other axis.
  package var onOtherAxis: ConstraintAttribute { ConstraintAttribute(rawValue: rawValue ^ 4) ?? self }
}
