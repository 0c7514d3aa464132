// SPDX-License-Identifier: MIT
import Filters
import Messages

/// The description of a kind of filter that `Filter` creates by name.
///
/// ```swift
/// for info in FilterInfo.all where info.category == .blur {
///   print(info.name, info.keys.map(\.name))
/// }
/// ```
public struct FilterInfo: Sendable {
  /// A key of a filter.
  ///
  /// ```swift
  /// let blur = try FilterInfo(named: "CIGaussianBlur")
  /// for key in blur.keys { print(key.name, key.kind, key.defaultValue, key.unit ?? "") }
  /// ```
  public struct Key: Sendable {
    /// The name of the key, such as `inputRadius`.
    public let name: String
    /// The kind of value: `number`, `point`, `vector`, `color`, `rect`, `transform`, `image` or `data`.
    public let kind: String
    /// Default value as numbers; empty for images and data.
    public let defaultValue: [Double]
    /// The range of every number; nil for any.
    public let range: ClosedRange<Double>?
    /// `points`, `radians` or `fraction`; nil for a plain number.
    public let unit: String?
    /// True if the filter cannot work without a value.
    public let isRequired: Bool
    /// A description in one sentence.
    public let summary: String
  }

  /// Core Image's name, such as `CIGaussianBlur`.
  public let name: String
  /// Further names, such as `gaussianBlur`.
  public let otherNames: [String]
  /// The category in which it is listed.
  public let category: FilterCategory
  /// A description in one sentence.
  public let summary: String
  /// The keys other than `name` and `enabled`.
  public let keys: [Key]

  /// The built-in filters, in the manual's order.
  public static let all: [FilterInfo] = KeyedClass.filters.compactMap { $0.filterKind.map { FilterInfo($0) } }

  /// Creates the description of the filter with a name.
  ///
  /// ```swift
  /// try FilterInfo(named: "gaussianBlur").name  // "CIGaussianBlur"
  /// ```
  ///
  /// - Parameter scene: the scene whose own filters are searched too; nil for built-in ones only.
  /// - Throws: `LayerError` with the nearest name.
  public init(named name: String, in scene: Scene? = nil) throws {
    guard let kind = try KeyedClass.filter(named: name, in: scene).filterKind else {
      throw LayerError("\(name) is no filter")
    }
    self.init(kind)
  }

  init(_ kind: FilterKind) {
    name = kind.name
    otherNames = kind.otherNames
    category = kind.category
    summary = kind.summary
    keys = kind.keys.map { Key($0) }
  }

  /// The description as values, for scripts.
  package var value: PropertyValue {
    .dictionary([
      ("name", .string(name)), ("otherNames", .array(otherNames.map { .string($0) })),
      ("category", .string(category.rawValue)), ("summary", .string(summary)), ("keys", .array(keys.map(\.value))),
    ])
  }
}

extension FilterInfo.Key {
  init(_ key: FilterKey) {
    self.init(
      key.name, kind: key.kind.word, defaultValue: key.defaultValue, in: key.range, unit: key.unit.word,
      isRequired: key.isRequired, key.summary)
  }

  fileprivate var value: PropertyValue {
    var entries: [(key: String, value: PropertyValue)] = [("name", .string(name)), ("kind", .string(kind))]
    if defaultValue.count == 1 {
      entries.append(("default", .number(defaultValue[0])))
    } else if !defaultValue.isEmpty {
      entries.append(("default", .array(defaultValue.map { .number($0) })))
    }
    if let range {
      entries.append(("min", .number(range.lowerBound)))
      entries.append(("max", .number(range.upperBound)))
    }
    if let unit { entries.append(("unit", .string(unit))) }
    if isRequired { entries.append(("required", .bool(true))) }
    entries.append(("summary", .string(summary)))
    return .dictionary(entries)
  }
}

extension FilterKey.Kind {
  fileprivate var word: String {
    switch self {
    case .number: "number"
    case .point: "point"
    case .vector: "vector"
    case .color: "color"
    case .rect: "rect"
    case .transform: "transform"
    case .image: "image"
    case .data: "data"
    }
  }
}

extension FilterKey.Unit {
  static let words = ["points", "radians", "fraction"]

  var word: String? {
    switch self {
    case .none: nil
    case .length: "points"
    case .angle: "radians"
    case .fraction: "fraction"
    }
  }
}
