// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Parsing
import Pixels

/// The limits of Lottie files.
package enum LottieLimits {
  /// The maximum size of a file, unpacked, in bytes.
  package static let fileSize = 64 << 20
  /// The maximum nesting of the JSON.
  package static let depth = 256
  /// The maximum number of layers that a file makes.
  package static let layers = 100_000
  /// The maximum nesting of precompositions.
  package static let nesting = 32
  /// The maximum length of a chain of parents.
  package static let parents = 64
  /// The maximum number of copies of a repeater.
  package static let copies = 10_000
  /// The maximum number of points of all paths together.
  package static let points = 1_000_000
  /// The maximum nesting of merged paths.
  package static let merges = 32
  /// The maximum number of a star's points.
  package static let starPoints = 1_000
  /// The maximum number of all keys together.
  package static let keys = 1_000_000
  /// The maximum number of points of all paths that have a value for each frame.
  package static let sampledPoints = 10_000_000
  /// The maximum number of times that a trimmed path is repeated for its offset.
  package static let trimTurns = 1_000
  /// The maximum number of lengths of a dash pattern.
  package static let dashes = 64
  /// The maximum number of a gradient's stops.
  package static let stops = 256
  /// The maximum number of a layer's masks.
  package static let masks = 64
  /// The maximum length, in frames.
  package static let frames = 1_000_000.0
  /// The maximum frame rate, in frames per second.
  package static let frameRate = 1000.0
  /// The maximum number of steps to make the layers of an animation.
  package static let work = 1 << 31
  /// The maximum number of layers that mask one another in a row.
  package static let mattes = 64
  /// The maximum width and height, in points.
  package static let size = 16_384.0
  /// The maximum number of characters of all texts together.
  package static let characters = 100_000
}

/// The kinds of values of properties, by which overrides are read.
enum ValueKind {
  case number, point, color, stops(Int)
}

/// The state of making the layers of one animation: limits, overrides, and the values of properties.
final class LottieSession {
  let animation: LottieDocument
  let options: LottieOptions
  var reading: Reading
  var values: Overrides<PropertyValue>
  var texts: Overrides<String>
  /// The slots that the caller gave and a property asked for.
  var usedSlots: Set<String> = []
  /// Lists the installed fonts.
  var fonts: () -> [FontDescription] = { [] }
  /// Content that was left out, for reasons that only show when layers are made.
  var notes = LottieNotes()
  private(set) var layerCount = 0
  private var keyCount = 0
  private var pointCount = 0
  private var sampledCount = 0
  private var characterCount = 0
  /// The outlines of characters, by the name of their font.
  var outlines: [String: GlyphOutlines] = [:]
  /// The fonts of the archive; nil without one. Set once before layers are made.
  var archiveFonts: LottieFonts?
  /// The installed fonts, listed once.
  private(set) lazy var installedFonts = fonts()

  init(_ animation: LottieDocument, _ options: LottieOptions, _ account: Account) {
    self.animation = animation
    self.options = options
    reading = Reading(
      account, name: "", purpose: "the layers of a Lottie file", workLimit: LottieLimits.work)
    values = Overrides(options.values)
    texts = Overrides(options.texts, takesEnds: true)
    notes = animation.theme?.notes ?? LottieNotes()
  }

  // MARK: Limits

  private func limit(_ what: String, _ most: Int, _ place: Place) -> LayerError {
    LayerError(.limit, "\(place.text): it makes more than \(most) \(what): simplify the file")
  }

  func countLayer(_ place: Place) throws(LayerError) {
    layerCount += 1
    try reading.step(200)
    guard layerCount <= LottieLimits.layers else { throw limit("layers", LottieLimits.layers, place) }
  }

  func countKeys(_ count: Int, _ place: Place) throws(LayerError) {
    keyCount += count
    try reading.step(8 * count)
    try reading.take(96 * count)
    guard keyCount <= LottieLimits.keys else { throw limit("keys", LottieLimits.keys, place) }
  }

  func countPoints(_ count: Int, _ place: Place) throws(LayerError) {
    pointCount += count
    try reading.step(4 * count)
    try reading.take(64 * count)
    guard pointCount <= LottieLimits.points else { throw limit("points of paths", LottieLimits.points, place) }
  }

  func countMerge(_ merged: MergedPaths, _ place: Place) throws(LayerError) {
    guard merged.depth <= LottieLimits.merges else {
      throw LayerError(
        .limit, "\(place.text): paths are merged more than \(LottieLimits.merges) deep: simplify the file")
    }
    try countPoints(merged.count, place)
  }

  func countCharacters(_ count: Int, _ place: Place) throws(LayerError) {
    characterCount += count
    try reading.step(64 * count)
    guard characterCount <= LottieLimits.characters else { throw limit("characters", LottieLimits.characters, place) }
  }

  func countSampled(_ count: Int, _ place: Place) throws(LayerError) {
    sampledCount += count
    try reading.step(8 * count)
    guard sampledCount <= LottieLimits.sampledPoints else {
      throw limit("points in paths with a value for each frame", LottieLimits.sampledPoints, place)
    }
  }

  // MARK: Properties

  /// Returns what takes the place of a node with the identifier of a slot, the theme's before the file's; empty if
  /// neither has a value for it.
  func slotValues(_ id: String) -> [Node] {
    usedSlots.insert(id)
    return [animation.theme?.slots[id], animation.slots[id]].compactMap { $0 }
  }

  /// Reads the values of a node's slot, and then the node itself, up to the first that the property takes. The others
  /// are noted.
  private func slotted<Value>(
    _ node: Node, _ place: Place, takes: (Value) -> Bool = { _ in true }, _ read: (Node) throws -> Value?
  ) throws -> (node: Node, value: Value?) {
    if let id = node.identifier("sid") {
      for slot in slotValues(id) {
        if let value = try read(slot), takes(value) { return (slot, value) }
        refuseSlot(id, place)
      }
    }
    return (node, try read(node))
  }

  /// Reads a property of numbers, or its override.
  ///
  /// - Parameters:
  ///   - place: the key path of the property.
  ///   - missing: the value if there is none.
  func numbers(
    _ node: Node?, _ place: Place, _ missing: [Double], _ kind: ValueKind = .number, in scope: Scope
  ) throws -> NumberTrack {
    if !values.isEmpty {
      try reading.step(values.count * 8)
      if let value = values.value(at: place) { return try override(value, place, kind) }
    }
    if let id = node?.identifier("sid"), let row = options.slots.last(where: { $0.key == id }) {
      usedSlots.insert(id)
      return try override(row.value, place, kind)
    }
    guard let own = node else { return Track(missing) }
    let (shown, found) = try slotted(own, place, takes: { $0.keys.allSatisfy { kind.takes($0.value) } }) {
      (node: Node) throws -> NumberTrack? in
      try self.track(node, place) { $0.numbers.flatMap { $0.isEmpty ? nil : $0 } }
    }
    var track = found
    if let expression = shown["x"]?.text {
      track = try Expression(expression).applied(to: track, shown, place, in: scope, self) ?? track ?? Track(missing)
    }
    guard let track else { return Track(missing) }
    // Opacity has its own properties; the fourth number of a colour means nothing.
    if case .color = kind { return track.map { Array($0.prefix(3)) }.simplified }
    return track.simplified
  }

  /// Reads a shape, or its override.
  func shape(_ node: Node?, _ place: Place, in scope: Scope) throws -> Track<Bezier>? {
    if !values.isEmpty, let value = values.value(at: place) {
      guard case .path(let path) = value else {
        throw LayerError("values[\"\(place.text.prefix(200))\"]: expected a path, got \(value.described)")
      }
      return Track(Bezier(path))
    }
    guard let own = node else { return nil }
    let (shown, found) = try slotted(own, place) { (node: Node) throws -> Track<Bezier>? in
      try self.track(node, place) { Bezier($0) }
    }
    guard let track = found else { return nil }
    try countPoints(track.keys.reduce(0) { $0 + $1.value.points.count }, place)
    if let expression = shown["x"]?.text,
      let looped = Expression(expression).looped(track, in: scope, rate: animation.frameRate)
    {
      try countKeys(looped.keys.count, place)
      try countPoints(looped.keys.reduce(0) { $0 + $1.value.points.count }, place)
      return looped
    }
    return track
  }

  /// Reads a property `{k}`: a value, or keys with times.
  func track<Value: Mixable>(_ node: Node, _ place: Place, _ read: (Node) -> Value?) throws -> Track<Value>? {
    guard let k = node["k"] else {
      // A bare value in place of a property.
      return node.isObject ? nil : read(node).map { Track($0) }
    }
    guard let first = k.items.first, first["t"] != nil else { return read(k).map { Track($0) } }
    try countKeys(k.items.count, place)
    var keys: [Key<Value>] = []
    keys.reserveCapacity(k.items.count)
    var ending: Value?
    var isSorted = true
    for item in k.items {
      let item = Node(item)
      guard let frame = item["t"]?.number else { continue }
      let value = item["s"].flatMap(read) ?? ending ?? keys.last?.value
      guard let value else { continue }
      if let last = keys.last, last.frame > frame { isSorted = false }
      keys.append(
        Key(frame: frame, value: value, isHold: item.flag("h"), pace: item.pace, tangents: item.tangents))
      ending = item["e"].flatMap(read)
    }
    if !isSorted { keys.sort { $0.frame < $1.frame } }
    return keys.isEmpty ? nil : Track(keys: keys)
  }

  /// Returns the track of an override: a value, or `{keyframes = {{time, value}, …}}` in seconds of the composition.
  private func override(_ value: PropertyValue, _ place: Place, _ kind: ValueKind) throws -> NumberTrack {
    guard let keyframes = value["keyframes"] else { return Track(try numbers(of: value, place, kind)) }
    guard case .array(let items) = keyframes, !items.isEmpty else {
      throw LayerError(
        "values[\"\(place.text)\"].keyframes: expected a list of { time =, value = }, got \(keyframes.described)")
    }
    try countKeys(items.count, place)
    var keys: [Key<[Double]>] = []
    for item in items {
      guard let time = item["time"]?.asNumber, let value = item["value"] else {
        throw LayerError("values[\"\(place.text)\"].keyframes: expected { time =, value = } in each, time in seconds")
      }
      let frame = animation.startFrame + min(max(time, -1e6), 1e6) * animation.frameRate
      if let last = keys.last, last.frame > frame {
        throw LayerError(
          "values[\"\(place.text.prefix(200))\"].keyframes: expected times that grow, got \(numberText(time)) after "
            + numberText((last.frame - animation.startFrame) / animation.frameRate))
      }
      keys.append(Key(frame: frame, value: try numbers(of: value, place, kind)))
    }
    return Track(keys: keys)
  }

  private func numbers(of value: PropertyValue, _ place: Place, _ kind: ValueKind) throws -> [Double] {
    let expected: String
    switch kind {
    case .number:
      if let number = Node(value).numbers, !number.isEmpty { return number }
      expected = "a number"
    case .point:
      if let point = value.asPoint, point.isFinite { return [point.x, point.y] }
      if let numbers = Node(value).numbers, numbers.count > 1 { return numbers }
      expected = "two numbers"
    case .color:
      // Two numbers would be a grey with its alpha, which no file has.
      let isList = Node(value).numbers.map { 3...4 ~= $0.count } ?? true
      if isList, let c = value.asColor { return [c.red, c.green, c.blue, c.alpha] }
      expected = "a colour such as \"red\" or {1, 0, 0}"
    case .stops:
      if let stops = Stops.numbers(of: value) { return stops }
      expected = "a list of { location =, color = }"
    }
    throw LayerError("values[\"\(place.text.prefix(200))\"]: expected \(expected), got \(value.described)")
  }
}

extension Node {
  /// The timing function of a key to the next one; nil is linear. The first of several for the parts of a value is
  /// used, as lottie-ios does.
  var pace: TimingFunction? {
    guard let o = self["o"], let i = self["i"], o.isObject, i.isObject else { return nil }
    let x1 = min(max(o.number("x", 0), 0), 1), x2 = min(max(i.number("x", 1), 0), 1)
    let y1 = min(max(o.number("y", 0), -1e4), 1e4), y2 = min(max(i.number("y", 1), -1e4), 1e4)
    if x1 == y1, x2 == y2 { return nil }
    return try? TimingFunction(controlPoints: Point(x1, y1), Point(x2, y2))
  }

  /// The tangents of a key's motion path; nil for a straight way.
  var tangents: (out: Point, in: Point)? {
    guard let to = self["to"]?.point, let ti = self["ti"]?.point else { return nil }
    let (a, b) = (Point(to.x, to.y), Point(ti.x, ti.y))
    return a == .zero && b == .zero ? nil : (a, b)
  }
}

/// Remarks, one for each kind, with the number of places and the first.
struct LottieNotes {
  private(set) var rows: [(kind: String, count: Int, first: String)] = []

  mutating func add(_ kind: String, _ place: String, count: Int = 1) {
    if let i = rows.firstIndex(where: { $0.kind == kind }) {
      rows[i].count += count
    } else if rows.count < 200 {
      rows.append((kind, count, place))
    }
  }
}
