// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Messages
import Numbers
import Pixels

/// A kind of filter that the program implements: a function from pixels to pixels.
///
/// ```swift
/// let amount = FilterInfo.Key.number("inputAmount", 1, in: 0...1)
/// let invert = try FilterDefinition("Invert", keys: [amount], reach: .points(0)) { span in
///   let amount = Float(span.values.number("inputAmount"))
///   let source = span.source.row(span.y)
///   for i in span.pixels.indices {
///     let p = source[span.x - span.source.x + i]
///     let inverse = SIMD4(p.w - p.x, p.w - p.y, p.w - p.z, p.w)
///     span.pixels[i] = p + (inverse - p) * amount
///   }
/// }
/// photo.filters = [try Filter(invert, ["inputAmount": 0.5])]
/// ```
///
/// `Scene.define(_:)` registers it by its name, for scripts too.
public struct FilterDefinition: Sendable {
  /// The input pixels on which an output pixel depends.
  ///
  /// ```swift
  /// // A pixel depends on those as far away as the radius.
  /// let radius = FilterInfo.Key.length("inputRadius", 2, in: 0...20)
  /// let smear = try FilterDefinition("Smear", keys: [radius], reach: .key("inputRadius")) { span in
  ///   let radius = Int(span.values.number("inputRadius") * span.values.scale)
  ///   for i in span.pixels.indices { span.pixels[i] = span.source.pixel(span.x + i - radius, span.y) }
  /// }
  /// ```
  public enum Reach: Sendable {
    /// All pixels. The output has the input's area, and the whole input is computed, whichever part is visible.
    case everything
    /// The pixels within this many points. The output is larger than the input by as much on each side.
    case points(Double)
    /// The pixels within as many points as the value of a key of kind `number`.
    case key(String)
  }

  /// The name, as in `ca.Filter("Invert")`.
  public let name: String
  package let keyedClass: KeyedClass

  /// Defines a kind of filter.
  ///
  /// ```swift
  /// let wipe = try FilterDefinition(
  ///   "Wipe", summary: "Uncovers the target from the left.", keys: [.number("inputTime", 0, in: 0...1)],
  ///   isTransition: true
  /// ) { span in
  ///   let edge = span.values.number("inputTime") * span.values.bounds.width
  ///   for i in span.pixels.indices {
  ///     let pixels = span.point(i).x < edge ? span.target ?? span.source : span.source
  ///     span.pixels[i] = pixels.pixel(span.x + i, span.y)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: a word that no built-in filter has. It is the class name of its filters in messages and dumps.
  ///   - summary: one sentence, for `FilterInfo`.
  ///   - keys: in documentation order. A transition has `inputTime`, from 0 to 1, in addition.
  ///   - isTransition: true if it renders the images between two, for `Transition.filter`; the second one is
  ///     `FilterSpan.target`.
  ///   - reach: the part of the input that is needed.
  ///   - isConcurrent: true if the kernel may be called on several threads at once. Otherwise it is called on one
  ///     thread, which in films may be any.
  ///   - isPure: true if equal pixels and values always give equal results, so that a film may cache them.
  ///   - kernel: fills a part of the output row. For equal bytes on any number of threads it may depend only on its
  ///     argument. An error that it throws fails the render.
  /// - Throws: `LayerError` for an invalid name or key, and for defaults that do not fit.
  public init(
    _ name: String, summary: String = "", keys: [FilterInfo.Key] = [], isTransition: Bool = false,
    reach: Reach = .everything, isConcurrent: Bool = true, isPure: Bool = true,
    kernel: @escaping @Sendable (_ span: FilterSpan) throws -> Void
  ) throws {
    try self.init(
      name, summary: summary, keys: keys, isTransition: isTransition, reach: reach, margin: 0,
      runsOnSceneThread: false, isPure: isPure, cost: 20
    ) { region in
      let values = FilterValues(region.inputs)
      guard let toPoints = region.toPoints else { return }
      let source = FilterPixels(region.source, values.inputs.map)
      let target = region.second.map { FilterPixels($0, values.inputs.map) }
      let frame = region.target.frame
      try region.forEachRow(isConcurrent: isConcurrent) { y in
        try kernel(
          FilterSpan(
            x: frame.x, y: Int(y),
            pixels: UnsafeMutableBufferPointer(start: region.target.floats(y), count: frame.width), source: source,
            target: target, values: values, toPoints: toPoints))
      }
    }
  }

  /// Defines a filter that is called on the scene's thread with its whole area at once, as a script's function
  /// requires.
  ///
  /// - Parameters:
  ///   - step: the side, in pixels, of the squares for which one value is computed; values in between are interpolated.
  ///   - cost: the approximate time per pixel, in nanoseconds.
  package init(
    onSceneThread name: String, summary: String, keys: [FilterInfo.Key], isTransition: Bool, reach: Reach,
    isPure: Bool, step: Int, cost: Double, kernel: @escaping @Sendable (FilterArea) throws -> Void
  ) throws {
    try self.init(
      name, summary: summary, keys: keys, isTransition: isTransition, reach: reach,
      margin: step > 1 ? step * 2 : 0, runsOnSceneThread: true, isPure: isPure, cost: cost
    ) { region in
      guard step > 1 else {
        if let area = FilterArea(region.target, region, step: 1) { try kernel(area) }
        return
      }
      try region.fill(step: step) { coarse in
        if let area = FilterArea(coarse, region, step: step) { try kernel(area) }
      }
    }
  }

  private init(
    _ name: String, summary: String, keys: [FilterInfo.Key], isTransition: Bool, reach: Reach, margin: Int,
    runsOnSceneThread: Bool, isPure: Bool, cost: Double, body: @escaping @Sendable (CustomRegion) throws -> Void
  ) throws {
    guard FilterDefinition.isWord(name) else {
      throw LayerError(
        "\"\(name.prefix(60))\" cannot be the name of a filter: a name is a word of letters, digits and _, 64 at most")
    }
    if (try? KeyedClass.filter(named: name, in: nil)) != nil {
      throw LayerError("\(name) is a built-in filter; choose another name for yours")
    }
    let time = Key.number("inputTime", 0, in: 0...1, "The progress of the transition; set by the transition.")
    if isTransition, let own = keys.first(where: { $0.name == time.name }), own.kind != "number" {
      throw LayerError("\(name).\(time.name) is set by the transition, a number from 0 to 1; leave it out")
    }
    let keys = isTransition && !keys.contains { $0.name == time.name } ? [time] + keys : keys
    guard keys.count <= 1000, summary.utf8.count <= 4096 else {
      throw LayerError(.limit, "\(name): a filter has at most 1000 keys, and a summary of 4096 bytes")
    }
    var rows: [FilterKey] = []
    for key in keys {
      if rows.contains(where: { $0.name == key.name }) { throw LayerError("\(name): the key \(key.name) comes twice") }
      do { rows.append(try FilterKey(key)) } catch {
        throw LayerError("\(name).\(key.name.prefix(60)): \(error.message)")
      }
    }
    let kernelReach: CustomKernel.Reach
    switch reach {
    case .everything: kernelReach = .everything
    case .points(let points):
      guard points >= 0, points <= FilterDefinition.longestReach else {
        throw LayerError(
          "\(name): its reach is \(numberText(points)), expected a number of points from 0 to "
            + numberText(FilterDefinition.longestReach)
        )
      }
      kernelReach = .points(points)
    case .key(let key):
      guard let row = rows.first(where: { $0.name == key && $0.kind == .number }) else {
        throw LayerError(
          "\(name): its reach is that of the key \"\(key)\", which is not one of its numeric keys; "
            + (rows.isEmpty ? "it has none" : "they are \(listed(rows.map(\.name)))"))
      }
      kernelReach = .key(row.name)
    }
    self.name = name
    let row = FilterRow(
      custom: name, isTransition: isTransition, summary, keys: rows,
      CustomKernel(
        reach: kernelReach, margin: Int32(clamping: margin), runsOnSceneThread: runsOnSceneThread, isPure: isPure,
        cost: cost, body))
    keyedClass = .filter(FilterKind(row))
  }

  private typealias Key = FilterInfo.Key

  /// The maximum reach, in points.
  private static let longestReach = 1e6

  /// True for 1 to 64 letters, digits and underscores that do not begin with a digit.
  static func isWord(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count <= 64, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return false
    }
    return bytes.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}

extension Scene {
  /// Registers a filter of the program by its name: for `Filter(_:_:in:)`, for lists of filters' names, and for scripts
  /// as `ca.Filter("Invert", { inputAmount = 0.5 })`.
  ///
  /// It replaces a filter defined earlier under that name; layers that have the old one keep it.
  ///
  /// ```swift
  /// try scene.define(
  ///   FilterDefinition("Halve", reach: .points(0)) { span in
  ///     let source = span.source.row(span.y)
  ///     for i in span.pixels.indices { span.pixels[i] = source[span.x - span.source.x + i] * 0.5 }
  ///   })
  /// photo.filters = [try Filter("Halve", in: scene)]
  /// ```
  ///
  /// - Throws: `LayerError` of kind `limit` for more than 1,000 definitions.
  public func define(_ definition: FilterDefinition) throws {
    try filters.add(definition.keyedClass)
  }

  /// All filters: the built-in ones, then the defined ones in the order of definition.
  public var filterInfos: [FilterInfo] {
    FilterInfo.all + filters.classes.compactMap { $0.filterKind.map { FilterInfo($0) } }
  }
}

/// The filters defined by a scene's program and scripts.
struct DefinedFilters {
  private(set) var classes: [KeyedClass] = []
  private var count = 0

  mutating func add(_ filterClass: KeyedClass) throws(LayerError) {
    // A class lives as long as its scene, even if another takes its name, so replaced ones count too.
    guard count < 1000 else {
      throw LayerError(
        .limit, "more than 1000 filters are defined; define a filter once and vary the values of its keys")
    }
    count += 1
    if let i = classes.firstIndex(where: { $0.name == filterClass.name }) {
      classes[i] = filterClass
    } else {
      classes.append(filterClass)
    }
  }

  func named(_ name: String) -> KeyedClass? { classes.first { $0.name == name } }
}

extension FilterInfo.Key {
  /// The names of the kinds of values.
  package static let kinds = ["number", "point", "vector", "color", "rect", "transform", "image", "data"]

  /// Describes a key of a custom filter.
  ///
  /// ```swift
  /// let angle = FilterInfo.Key("inputAngle", defaultValue: [0], in: -7...7, unit: "radians", "The direction.")
  /// ```
  ///
  /// - Parameters:
  ///   - name: a word, such as `inputRadius`; not `name` or `enabled`, which all filters have.
  ///   - kind: `number`, `point`, `vector`, `color`, `rect`, `transform`, `image` or `data`.
  ///   - defaultValue: as many finite numbers as the kind has: 1, 2, 1 to 64, 4, 4, 6; none for images and data.
  ///   - range: of every number; nil for any.
  ///   - unit: `points`, `radians` or `fraction`; nil for a plain number. Informative only.
  ///   - isRequired: true if rendering without a value is an error. Only for images and data.
  ///   - summary: one sentence.
  public init(
    _ name: String, kind: String = "number", defaultValue: [Double] = [], in range: ClosedRange<Double>? = nil,
    unit: String? = nil, isRequired: Bool = false, _ summary: String = ""
  ) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.range = range
    self.unit = unit
    self.isRequired = isRequired
    self.summary = summary
  }

  /// Describes a number.
  ///
  /// ```swift
  /// let amount = FilterInfo.Key.number("inputAmount", 1, in: 0...1, "The part of the effect.")
  /// ```
  public static func number(
    _ name: String, _ value: Double, in range: ClosedRange<Double>? = nil, _ summary: String = ""
  ) -> Self { Self(name, defaultValue: [value], in: range, summary) }

  /// Describes a length in points.
  ///
  /// ```swift
  /// let radius = FilterInfo.Key.length("inputRadius", 10, in: 0...100, "The radius.")
  /// ```
  public static func length(
    _ name: String, _ value: Double, in range: ClosedRange<Double>? = nil, _ summary: String = ""
  ) -> Self { Self(name, defaultValue: [value], in: range, unit: "points", summary) }

  /// Describes a point in the layer's bounds, in points.
  ///
  /// ```swift
  /// let center = FilterInfo.Key.point("inputCenter", 50, 50, "The middle of the effect.")
  /// ```
  public static func point(_ name: String, _ x: Double, _ y: Double, _ summary: String = "") -> Self {
    Self(name, kind: "point", defaultValue: [x, y], unit: "points", summary)
  }

  /// Describes a colour of red, green, blue and alpha.
  ///
  /// ```swift
  /// let tint = FilterInfo.Key.color("inputColor", 1, 0.7, 0.3)
  /// ```
  public static func color(
    _ name: String, _ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1, _ summary: String = ""
  ) -> Self { Self(name, kind: "color", defaultValue: [red, green, blue, alpha], in: 0...1, summary) }

  /// Describes an image.
  ///
  /// ```swift
  /// let mask = FilterInfo.Key.image("inputMaskImage", isRequired: false)
  /// ```
  public static func image(_ name: String, isRequired: Bool = true, _ summary: String = "") -> Self {
    Self(name, kind: "image", isRequired: isRequired, summary)
  }
}

extension FilterKey {
  /// Validates a description and creates its key.
  fileprivate init(_ key: FilterInfo.Key) throws(LayerError) {
    guard FilterDefinition.isWord(key.name) else {
      throw LayerError("a key is a word of letters, digits and _, 64 at most")
    }
    guard !["name", "enabled", "isEnabled", "className"].contains(key.name) else {
      throw LayerError("all filters have that key; choose another")
    }
    if FilterKind.suppliedKeys.contains(key.name) {
      throw LayerError("it is supplied by the layer; a kernel gets the picture as its source")
    }
    let values = key.defaultValue
    guard let kind = Kind(word: key.kind, count: values.count) else {
      throw LayerError(
        "\"\(key.kind)\" is not a kind of value\(suggestionOrList(for: key.kind, among: FilterInfo.Key.kinds))")
    }
    guard values.count == kind.count else {
      throw LayerError(
        "the default of a \(key.kind) is "
          + (kind.count == 1 ? "one number" : kind.count == 0 ? "no number" : "\(kind.count) numbers")
          + ", got \(values.count)"
      )
    }
    if let bad = values.first(where: { !$0.isFinite }) {
      throw LayerError("the default is \(numberText(bad)), expected a finite number")
    }
    if let range = key.range {
      guard range.lowerBound.isFinite, range.upperBound.isFinite else {
        throw LayerError("the range is not finite; leave it out for any number")
      }
      if let bad = values.first(where: { !range.contains($0) }) {
        throw LayerError(
          "the default \(numberText(bad)) is outside of the range \(numberText(range.lowerBound)) to "
            + numberText(range.upperBound)
        )
      }
    }
    let unit: Unit
    switch key.unit {
    case nil: unit = .none
    case Unit.length.word: unit = .length
    case Unit.angle.word: unit = .angle
    case Unit.fraction.word: unit = .fraction
    case let other?:
      throw LayerError("\"\(other)\" is no unit\(suggestionOrList(for: other, among: Unit.words))")
    }
    self.init(
      key.name, kind, unit, values, in: key.range,
      isRequired: key.isRequired && (kind == .image || kind == .data), key.summary)
  }
}

extension FilterKey.Kind {
  /// - Parameter count: the number of a vector's components.
  fileprivate init?(word: String, count: Int) {
    switch word {
    case "number": self = .number
    case "point": self = .point
    case "vector":
      guard (1...64).contains(count) else { return nil }
      self = .vector(count)
    case "color": self = .color
    case "rect": self = .rect
    case "transform": self = .transform
    case "image": self = .image
    case "data": self = .data
    default: return nil
    }
  }
}
