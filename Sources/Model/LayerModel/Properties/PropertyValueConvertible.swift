// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels

/// A Swift type whose values can be passed to and from scripts: numbers, strings, booleans, points, colours, layers,
/// images, lists and dictionaries of these, and optionals, whose nil is Lua's.
///
/// An enumeration with raw values only needs to declare the conformance:
/// ```swift
/// enum Size: String, CaseIterable, PropertyValueConvertible { case small, large }
/// ```
public protocol PropertyValueConvertible {
  /// The expected value, for messages, such as `a number`.
  static var valueExpectation: String { get }
  /// Converts a value to this type; nil if it does not represent one. A script's table represents a point, size, rect,
  /// colour or transform: `{10, 20}`.
  static func converted(from value: PropertyValue) -> Self?
  /// The value for scripts and layers.
  ///
  /// - Throws: `LayerError` for a value that they cannot represent: an integer beyond ±2^53, which a number does not
  ///   hold exactly.
  var propertyValue: PropertyValue { get throws }
}

extension PropertyValue: PropertyValueConvertible {
  public static var valueExpectation: String { "a value" }
  public static func converted(from value: PropertyValue) -> PropertyValue? { value }
  public var propertyValue: PropertyValue { self }
}

// MARK: - Numbers, strings, booleans

extension Double: PropertyValueConvertible {
  public static var valueExpectation: String { "a number" }
  public static func converted(from value: PropertyValue) -> Double? { value.asNumber }
  public var propertyValue: PropertyValue { .number(self) }
}

extension Float: PropertyValueConvertible {
  public static var valueExpectation: String { "a number" }
  public static func converted(from value: PropertyValue) -> Float? { value.asNumber.map { Float($0) } }
  public var propertyValue: PropertyValue { .number(Double(self)) }
}

extension Bool: PropertyValueConvertible {
  public static var valueExpectation: String { "true or false" }
  public static func converted(from value: PropertyValue) -> Bool? {
    if case .bool(let flag) = value { return flag }
    return nil
  }
  public var propertyValue: PropertyValue { .bool(self) }
}

extension String: PropertyValueConvertible {
  public static var valueExpectation: String { "a string" }
  public static func converted(from value: PropertyValue) -> String? {
    if case .string(let text) = value { return text }
    return nil
  }
  public var propertyValue: PropertyValue { .string(self) }
}

extension PropertyValueConvertible where Self: FixedWidthInteger {
  public static var valueExpectation: String {
    bitWidth > 32 && isSigned ? "a whole number" : "a whole number from \(min) to \(bitWidth > 32 ? "2^53" : "\(max)")"
  }

  public static func converted(from value: PropertyValue) -> Self? {
    guard case .number(let number) = value, abs(number) <= 0x1p53 else { return nil }
    return Self(exactly: number)
  }

  public var propertyValue: PropertyValue {
    get throws {
      guard let number = Double(exactly: self), abs(number) <= 0x1p53 else {
        throw LayerError(
          "\(self) cannot be stored exactly as a script number: integers go from -2^53 to 2^53; use a string")
      }
      return .number(number)
    }
  }
}

extension Int: PropertyValueConvertible {}
extension Int8: PropertyValueConvertible {}
extension Int16: PropertyValueConvertible {}
extension Int32: PropertyValueConvertible {}
extension Int64: PropertyValueConvertible {}
extension UInt: PropertyValueConvertible {}
extension UInt8: PropertyValueConvertible {}
extension UInt16: PropertyValueConvertible {}
extension UInt32: PropertyValueConvertible {}
extension UInt64: PropertyValueConvertible {}

extension PropertyValueConvertible where Self: RawRepresentable, RawValue: PropertyValueConvertible {
  public static var valueExpectation: String { RawValue.valueExpectation }
  public static func converted(from value: PropertyValue) -> Self? {
    RawValue.converted(from: value).flatMap { Self(rawValue: $0) }
  }
  public var propertyValue: PropertyValue { get throws { try rawValue.propertyValue } }
}

extension PropertyValueConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
  public static var valueExpectation: String { "one of \(listed(allCases.map { "\"\($0.rawValue)\"" }))" }
}

// MARK: - Geometry and colours

extension Point: PropertyValueConvertible {
  public static var valueExpectation: String { PropertyKind.point.expectation }
  public static func converted(from value: PropertyValue) -> Point? { value.asPoint }
  public var propertyValue: PropertyValue { .point(self) }
}

extension Size: PropertyValueConvertible {
  public static var valueExpectation: String { PropertyKind.size.expectation }
  public static func converted(from value: PropertyValue) -> Size? { value.asSize }
  public var propertyValue: PropertyValue { .size(self) }
}

extension Rect: PropertyValueConvertible {
  public static var valueExpectation: String { PropertyKind.rect.expectation }
  public static func converted(from value: PropertyValue) -> Rect? { value.asRect }
  public var propertyValue: PropertyValue { .rect(self) }
}

extension Transform3D: PropertyValueConvertible {
  public static var valueExpectation: String { PropertyKind.transform.expectation }
  public static func converted(from value: PropertyValue) -> Transform3D? { value.asTransform }
  public var propertyValue: PropertyValue { .transform(self) }
}

extension AffineTransform: PropertyValueConvertible {
  public static var valueExpectation: String { PropertyKind.affineTransform.expectation }
  public static func converted(from value: PropertyValue) -> AffineTransform? { value.asAffine }
  public var propertyValue: PropertyValue { .transform(Transform3D(self)) }
}

extension Color: PropertyValueConvertible {
  public static var valueExpectation: String { PropertyKind.color.expectation }
  public static func converted(from value: PropertyValue) -> Color? {
    guard let color = value.asColor else { return nil }
    return [color.red, color.green, color.blue, color.alpha].allSatisfy { $0 >= 0 && $0 <= 1 } ? color : nil
  }
  public var propertyValue: PropertyValue { .color(self) }
}

extension Path: PropertyValueConvertible {
  public static var valueExpectation: String { PropertyKind.path.expectation }
  public static func converted(from value: PropertyValue) -> Path? {
    switch value {
    case .path(let path): path
    case .string(let text): try? Path(svg: text)
    default: nil
    }
  }
  public var propertyValue: PropertyValue { .path(self) }
}

// MARK: - Objects

extension KeyedObject: PropertyValueConvertible {
  public static var valueExpectation: String {
    self == Layer.self ? "a layer" : self == KeyedObject.self ? "an object" : "a \(self)"
  }
  public static func converted(from value: PropertyValue) -> Self? {
    switch value {
    case .layer(let layer): layer as? Self
    case .keyed(let object): object as? Self
    default: nil
    }
  }
  public var propertyValue: PropertyValue { (self as? Layer).map { .layer($0) } ?? .keyed(self) }
}

extension Image: PropertyValueConvertible {
  public static var valueExpectation: String { "an image" }
  public static func converted(from value: PropertyValue) -> Image? {
    if case .image(let image) = value { return image }
    return nil
  }
  public var propertyValue: PropertyValue { .image(self) }
}

extension AttributedString: PropertyValueConvertible {
  public static var valueExpectation: String { "an attributed string" }
  public static func converted(from value: PropertyValue) -> AttributedString? {
    if case .attributedString(let text) = value { return text }
    return nil
  }
  public var propertyValue: PropertyValue { .attributedString(self) }
}

extension Drawable: PropertyValueConvertible {
  public static var valueExpectation: String { "a drawable" }
  public static func converted(from value: PropertyValue) -> Drawable? { value.object as? Drawable }
  public var propertyValue: PropertyValue { .object(self) }
}

extension GraphicsContext: PropertyValueConvertible {
  public static var valueExpectation: String { "a graphics context" }
  public static func converted(from value: PropertyValue) -> GraphicsContext? { value.object as? GraphicsContext }
  public var propertyValue: PropertyValue { .object(self) }
}

extension Sprite: PropertyValueConvertible {
  public static var valueExpectation: String { "a sprite" }
  public static func converted(from value: PropertyValue) -> Sprite? { value.object as? Sprite }
  public var propertyValue: PropertyValue { .object(self) }
}

extension PropertyValue {
  fileprivate var object: AnyObject? {
    if case .object(let object) = self { return object }
    return nil
  }
}

// MARK: - Lists, dictionaries, optionals

extension Optional: PropertyValueConvertible where Wrapped: PropertyValueConvertible {
  public static var valueExpectation: String { "\(Wrapped.valueExpectation) or nil" }
  public static func converted(from value: PropertyValue) -> Wrapped?? {
    value.isNull ? .some(nil) : Wrapped.converted(from: value).map { .some($0) }
  }
  public var propertyValue: PropertyValue { get throws { try self?.propertyValue ?? .null } }
}

/// A list; for bytes (`[UInt8]`), a Lua string, which need not be text.
extension Array: PropertyValueConvertible where Element: PropertyValueConvertible {
  public static var valueExpectation: String {
    Element.self == UInt8.self ? "a string" : "a list, each item \(Element.valueExpectation)"
  }

  public static func converted(from value: PropertyValue) -> [Element]? {
    switch value {
    case .array(let items):
      var result: [Element] = []
      result.reserveCapacity(items.count)
      for item in items {
        guard let element = Element.converted(from: item) else { return nil }
        result.append(element)
      }
      return result
    case .bytes(let bytes): return bytes as? [Element]
    case .string(let text): return Array<UInt8>(text.utf8) as? [Element]
    // An empty table is both an empty list and an empty dictionary.
    case .dictionary(let pairs): return pairs.isEmpty ? [] : nil
    default: return nil
    }
  }

  public var propertyValue: PropertyValue {
    get throws {
      if let bytes = self as? [UInt8] { return .bytes(bytes) }
      return .array(try map { try $0.propertyValue })
    }
  }
}

/// A table of names and values, which scripts see sorted by name.
extension Dictionary: PropertyValueConvertible where Key == String, Value: PropertyValueConvertible {
  public static var valueExpectation: String { "a table of names, each value \(Value.valueExpectation)" }

  public static func converted(from value: PropertyValue) -> [String: Value]? {
    switch value {
    case .dictionary(let pairs):
      var result: [String: Value] = [:]
      for pair in pairs {
        guard let element = Value.converted(from: pair.value) else { return nil }
        result[pair.key] = element
      }
      return result
    case .array(let items): return items.isEmpty ? [:] : nil
    default: return nil
    }
  }

  public var propertyValue: PropertyValue {
    get throws { .dictionary(try sorted { $0.key < $1.key }.map { (key: $0.key, value: try $0.value.propertyValue) }) }
  }
}
