// SPDX-License-Identifier: MIT
/// A key of a filter, such as `inputRadius`: its kind, default and range.
package struct FilterKey: Sendable {
  /// Type of the value. All but images and data are stored as numbers in `FilterInputs.numbers`.
  package enum Kind: Equatable, Sendable {
    case number
    case point
    /// A number of components, as in Core Image's `CIVector`.
    case vector(Int)
    /// Red, green, blue and alpha; straight alpha.
    case color
    /// x, y, width, height.
    case rect
    /// a, b, c, d, tx, ty.
    case transform
    case image
    /// Floating-point numbers, or their bytes.
    case data

    /// Number of components of the value; 0 for images and data.
    package var count: Int {
      switch self {
      case .number: 1
      case .point: 2
      case .vector(let count): count
      case .color, .rect: 4
      case .transform: 6
      case .image, .data: 0
      }
    }
  }

  package enum Unit: Sendable {
    case none
    /// Points of the layer's bounds: a length or a position.
    case length
    /// Radians, in the direction of rotation of transforms.
    case angle
    /// Usually from 0 to 1.
    case fraction
  }

  package let name: String
  package let kind: Kind
  package let unit: Unit
  /// Default value as numbers; empty for image and data keys.
  package let defaultValue: [Double]
  /// Range of every component; nil for any finite number.
  package let range: ClosedRange<Double>?
  /// True if the filter does nothing without a value, such as a mask; a missing value is then an error.
  package let isRequired: Bool
  package let summary: String

  package init(
    _ name: String, _ kind: Kind, _ unit: Unit = .none, _ defaultValue: [Double], in range: ClosedRange<Double>? = nil,
    isRequired: Bool = false, _ summary: String
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.defaultValue = defaultValue
    self.range = range
    self.isRequired = isRequired
    self.summary = summary
  }

  package static func number(_ name: String, _ value: Double, in range: ClosedRange<Double>? = nil, _ summary: String)
    -> Self
  {
    FilterKey(name, .number, .none, [value], in: range, summary)
  }
  package static func fraction(_ name: String, _ value: Double, in range: ClosedRange<Double>? = nil, _ summary: String)
    -> Self
  { FilterKey(name, .number, .fraction, [value], in: range, summary) }
  /// A length key, in points.
  package static func length(_ name: String, _ value: Double, in range: ClosedRange<Double>? = nil, _ summary: String)
    -> Self
  {
    FilterKey(name, .number, .length, [value], in: range, summary)
  }
  /// An angle key, in radians.
  package static func angle(_ name: String, _ value: Double, in range: ClosedRange<Double>? = nil, _ summary: String)
    -> Self
  {
    FilterKey(name, .number, .angle, [value], in: range, summary)
  }
  /// A position in the layer's bounds, in points.
  package static func point(_ name: String, _ x: Double, _ y: Double, _ summary: String) -> Self {
    FilterKey(name, .point, .length, [x, y], summary)
  }
  package static func center(_ summary: String = "The centre, in points of the bounds.") -> Self {
    .point("inputCenter", 150, 150, summary)
  }
  package static func vector(
    _ name: String, _ values: [Double], in range: ClosedRange<Double>? = nil, _ summary: String
  )
    -> Self
  { FilterKey(name, .vector(values.count), .none, values, in: range, summary) }
  package static func color(_ name: String, _ red: Double, _ green: Double, _ blue: Double, _ summary: String) -> Self {
    FilterKey(name, .color, .none, [red, green, blue, 1], in: 0...1, summary)
  }
  package static func image(_ name: String, isRequired: Bool = true, _ summary: String) -> Self {
    FilterKey(name, .image, .none, [], isRequired: isRequired, summary)
  }
  package static func data(_ name: String, isRequired: Bool = true, _ summary: String) -> Self {
    FilterKey(name, .data, .none, [], isRequired: isRequired, summary)
  }
}
