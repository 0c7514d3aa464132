// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// Any value that a key can hold.
///
/// ```swift
/// let values: [PropertyValue] = [1, "two", true, [1, 2], ["key": 3], .color(.red), .null]
/// if case .number(let number) = values[0] { print(number) }
/// let list = try values[3].converted(to: [Double].self)  // [1, 2]
/// ```
public enum PropertyValue {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  /// A script's string that is not valid UTF-8.
  case bytes([UInt8])
  case point(Point)
  case size(Size)
  case rect(Rect)
  indirect case transform(Transform3D)
  case color(Color)
  case image(Image)
  indirect case path(Path)
  case layer(Layer)
  /// A keyed object other than a layer, such as an emitter cell.
  case keyed(KeyedObject)
  case attributedString(AttributedString)
  indirect case constraint(Constraint)
  case array([PropertyValue])
  /// Keys with values, in the given order.
  case dictionary([(key: String, value: PropertyValue)])
  /// An opaque value that layers only store: a delegate, a function of a script, a drawable.
  case object(AnyObject)

  /// Makes a dictionary, or null for nil.
  init(entries: [(key: String, value: PropertyValue)]?) { self = entries.map { .dictionary($0) } ?? .null }

  /// True if the value is null, which is Lua's nil.
  public var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// True if the value is, or contains, a layer or another keyed object.
  var holdsObjects: Bool {
    switch self {
    case .layer, .keyed: true
    case .array(let values): values.contains(where: \.holdsObjects)
    case .dictionary(let entries): entries.contains { $0.value.holdsObjects }
    default: false
    }
  }
}

extension PropertyValue: Equatable {
  /// Compares values; images, layers and host objects compare by identity.
  public static func == (a: PropertyValue, b: PropertyValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let x), .bool(let y)): x == y
    case (.number(let x), .number(let y)): x == y
    case (.string(let x), .string(let y)): x == y
    case (.bytes(let x), .bytes(let y)): x == y
    case (.point(let x), .point(let y)): x == y
    case (.size(let x), .size(let y)): x == y
    case (.rect(let x), .rect(let y)): x == y
    case (.transform(let x), .transform(let y)): x == y
    case (.color(let x), .color(let y)): x == y
    case (.image(let x), .image(let y)): x === y
    case (.path(let x), .path(let y)): x == y
    case (.layer(let x), .layer(let y)): x === y
    case (.keyed(let x), .keyed(let y)): x === y
    case (.attributedString(let x), .attributedString(let y)): x == y
    case (.constraint(let x), .constraint(let y)): x == y
    case (.array(let x), .array(let y)): x == y
    case (.dictionary(let x), .dictionary(let y)):
      x.count == y.count && zip(x, y).allSatisfy { $0.key == $1.key && $0.value == $1.value }
    case (.object(let x), .object(let y)): x === y
    default: false
    }
  }
}

/// A colour, or an image repeated from the bounds' origin: the value of backgrounds, borders, fills and strokes.
///
/// ```swift
/// panel.backgroundColor = "#20304a"
/// panel.backgroundColor = .color(Color(white: 0.5))
/// panel.backgroundColor = .pattern(image)
/// ```
public enum ColorOrPattern: Sendable, Equatable {
  case color(Color)
  case pattern(Image)

  /// The colour; nil for a pattern.
  public var color: Color? {
    if case .color(let c) = self { return c }
    return nil
  }

  public static func == (a: ColorOrPattern, b: ColorOrPattern) -> Bool {
    switch (a, b) {
    case (.color(let x), .color(let y)): x == y
    case (.pattern(let x), .pattern(let y)): x === y
    default: false
    }
  }

  var value: PropertyValue {
    switch self {
    case .color(let c): .color(c)
    case .pattern(let image): .image(image)
    }
  }
}
