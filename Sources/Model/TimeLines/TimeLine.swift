// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Numbers

/// An order of changes in time, of many layers: entries one after the other or together, delayed from layer to layer,
/// with labels and pauses, repeated, reversed, nested.
///
/// It becomes one `AnimationGroup` for each layer, once, when a picture first needs it, or by `play()`. The layers keep
/// their values: before an entry its first value is shown, after it the last.
///
/// ```swift
/// let line = try TimeLine(in: scene, name: "intro")
/// try line.from([sun], ["opacity": 0], .init(duration: 1, timing: .easeInEaseOut))
///   .from([title, poster], ["opacity": 0], .init(at: "after-0.2", stagger: .each(0.1)))
///   .hold(1)
/// line.duration  // 2.4
/// ```
public final class TimeLine {
  /// The name: the key of the animation groups; one that plays later under a name that is taken has a number behind it.
  /// Default `line 1`, `line 2` and so on, by the order of creation.
  public internal(set) var name: String
  let settings: Settings
  /// The scene; nil once it is gone.
  public private(set) weak var scene: Scene?
  /// The scene's clock when the time line was made.
  let madeAt: Double

  /// The defaults of a time line's entries, and its timing.
  public struct Settings: Sendable {
    /// The length of entries that give none, in seconds. Default 0.5.
    public var duration = 0.5
    /// The timing function of entries that give none. Default `default`.
    public var timing = TimingFunction.default
    /// The seconds from the scene's clock at its creation, or from its place in another time line, to its start.
    /// Default 0.
    public var beginTime = 0.0
    /// The number of rounds, above 0; may be fractional or infinite. Default 1.
    public var repeatCount = 1.0
    /// True if each round runs backward after it ran forward. Default false.
    public var autoreverses = false
    /// The time line's seconds per second of the scene, above 0. Default 1.
    public var speed = 1.0

    /// Creates the default settings.
    public init() {}
  }

  /// The parts in the order in which they were added.
  var items: [Item] = []
  /// The layers, in the order in which they were first named.
  var targets: [Target] = []
  /// The index of each layer in `targets` by its serial number; for lookups only, never iterated.
  private var targetIndices: [Int: Int] = [:]
  /// The starts of entries, those of nested time lines included, in the order of their addition.
  private var starts: [Start] = []
  /// The index of the last of them by layer, first word of the key path and time; for lookups only, never iterated.
  private var startIndices: [StartKey: Int] = [:]
  private var labelTimes: [(name: String, time: Double)] = []
  /// The end of everything so far, and the span of the entry that was added last.
  package private(set) var end = 0.0
  package private(set) var last = (start: 0.0, end: 0.0)
  /// The animations in it, and the levels of time lines.
  private(set) var size = 0
  private(set) var depth = 1
  private(set) var hasFunctions = false
  var state = State.open
  /// True if a script made it.
  package let isOfScript: Bool
  /// The memory of the time line itself. Its animations are counted as objects.
  private let charge: ValueCharge?

  enum State: Equatable { case open, nested, played, removed }

  private struct Start {
    let serial: Int
    let path: String
    var time: Double
    let mark: UInt32
    /// The name of the time line that has the entry.
    let line: String
    var isNested = false
    /// The index of the one before of the same key.
    var before: Int?

    /// Starts less than a nanosecond apart have the same key or neighbouring ones.
    func key(_ step: Int64 = 0) -> StartKey {
      StartKey(
        serial: serial, word: String(path.prefix { $0 != "." }),
        time: Int64(clamping: (time * 1e9).rounded(.down)) &+ step)
    }
  }

  private struct StartKey: Hashable {
    let serial: Int
    let word: String
    /// In nanoseconds, rounded down.
    let time: Int64
  }

  /// The largest number of animations in a time line, and the largest depth of nested ones.
  static let sizeLimit = 1_000_000
  static let depthLimit = 64

  /// Creates a time line in a scene.
  ///
  /// - Parameters:
  ///   - name: a word; nil for a numbered one.
  ///   - settings: the defaults of its entries, and its timing.
  /// - Throws: `LayerError` for a setting out of its range, and inside a function that is called before each picture.
  public init(in scene: Scene, name: String? = nil, _ settings: Settings = Settings()) throws {
    if scene.passingTime != nil {
      throw LayerError(
        "a time line cannot be made while a picture is drawn; make it before, and move its layers by run(function)")
    }
    for (key, value, isInRange) in [
      ("duration", settings.duration, settings.duration >= 0 && settings.duration.isFinite),
      ("beginTime", settings.beginTime, settings.beginTime >= 0 && settings.beginTime.isFinite),
      ("repeatCount", settings.repeatCount, settings.repeatCount > 0),
      ("speed", settings.speed, settings.speed > 0 && settings.speed.isFinite),
    ] where !isInRange {
      let expected = key == "repeatCount" || key == "speed" ? "a number above 0" : "0 or more seconds"
      throw LayerError("\(key): expected \(expected), got \(numberText(value))")
    }
    // The scene holds it until a picture needs it, even if nothing else does.
    charge = try scene.charge(320 + (name?.utf8.count ?? 0), for: "another time line")
    scene.lines.count += 1
    self.name = name.flatMap { $0.isEmpty ? nil : $0 } ?? "line \(scene.lines.count)"
    self.settings = settings
    self.scene = scene
    isOfScript = scene.host.isScriptRunning?() == true
    madeAt = scene.currentTime
    scene.lines.waiting.append(self)
  }

  // MARK: Times

  /// The length of all rounds in seconds of the scene: the end of the longest entry with the pauses, times the rounds,
  /// twice if it reverses, divided by the speed. Infinite if it never ends.
  public var duration: Double { round * settings.repeatCount }

  /// The length of one round with its reversal, in seconds of the scene.
  var round: Double { end * (settings.autoreverses ? 2 : 1) / settings.speed }

  /// The labels with their times, in seconds from the time line's start.
  public var labels: [(name: String, time: Double)] { labelTimes }

  /// Returns the time of a label on the scene's clock, in the first round; of a nested time line, in seconds from its
  /// start.
  ///
  /// - Throws: `LayerError` that lists the labels.
  public func time(of label: String) throws -> Double {
    guard let found = labelTimes.first(where: { $0.name == label }) else { throw noLabel(label) }
    if state == .nested { return found.time }
    return madeAt + settings.beginTime + found.time / settings.speed
  }

  private func noLabel(_ label: String) -> LayerError {
    let names = labelTimes.map(\.name)
    return LayerError(
      "no label \"\(label)\""
        + (names.isEmpty ? "; there are none" : suggestionOrList(for: label, among: names)))
  }

  /// Returns the time of a place in seconds from the time line's start, at least 0.
  func time(at position: Position) throws -> Double {
    let time: Double
    switch position {
    case .seconds(let seconds): time = seconds
    case .words(let words): time = try self.time(words: words)
    }
    guard time.isFinite, time <= 1e9 else {
      throw LayerError("at: expected a time up to 1e9 seconds, got \(numberText(time))")
    }
    return max(time, 0)
  }

  private func time(words: String) throws -> Double {
    if let found = anchor(words) { return found }
    let bytes = Array(words.utf8)
    for i in bytes.indices.reversed() where bytes[i] == UInt8(ascii: "+") || bytes[i] == UInt8(ascii: "-") {
      let tail = String(decoding: bytes[(i + 1)...], as: UTF8.self)
      guard let first = tail.utf8.first,
        first == UInt8(ascii: ".") || first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9"),
        let seconds = Double(tail), seconds.isFinite
      else { continue }
      let offset = bytes[i] == UInt8(ascii: "-") ? -seconds : seconds
      if i == 0 { return last.end + offset }
      if let found = anchor(String(decoding: bytes[..<i], as: UTF8.self)) { return found + offset }
    }
    let names = labelTimes.map(\.name)
    throw LayerError(
      "at: unknown place \"\(words)\"; it is a number of seconds, end, after, with, start or a label, with +0.2 or "
        + "-0.2; "
        + (names.isEmpty ? "there are no labels" : "the labels are \(alternatives(names, "and"))")
        + (nearest(words, among: names + ["after", "start", "with", "end"]).map { "; did you mean \($0)?" } ?? ""))
  }

  private func anchor(_ word: String) -> Double? {
    switch word {
    case "end": end
    case "after": last.end
    case "with": last.start
    case "start": 0
    default: labelTimes.first { $0.name == word }?.time
    }
  }

  /// Puts a label at a place, for the places of later entries and the live page.
  ///
  /// - Parameter position: the default is the end of everything so far.
  @discardableResult public func label(_ name: String, at position: Position = "end") throws -> TimeLine {
    try checkIsOpen()
    if name.isEmpty || ["end", "after", "with", "start"].contains(name) {
      throw LayerError("label: expected a word other than end, after, with and start, got \"\(name)\"")
    }
    if let known = labelTimes.first(where: { $0.name == name }) {
      throw LayerError("label: \"\(name)\" is already at \(numberText(known.time, decimals: 3)) s")
    }
    labelTimes.append((name, try time(at: position)))
    labelTimes.sort { $0.time < $1.time }
    return self
  }

  /// Lengthens the time line by a pause after its end so far.
  ///
  /// - Parameter seconds: 0 or more.
  @discardableResult public func hold(_ seconds: Double) throws -> TimeLine {
    try checkIsOpen()
    guard seconds >= 0, seconds <= 1e9 else {
      throw LayerError("hold: expected 0 or more seconds, got \(numberText(seconds))")
    }
    end += seconds
    last = (end, end)
    return self
  }

  // MARK: Adding

  func checkIsOpen() throws {
    switch state {
    case .open: break
    case .nested: throw LayerError("\(name) is part of another time line; change it before adding it")
    case .played:
      throw LayerError("\(name) already plays; add everything before the first picture, or make another one")
    case .removed: throw LayerError("\(name) was removed")
    }
    guard scene != nil else { throw LayerError("the scene of \(name) is gone") }
  }

  /// Notes the span of an added entry.
  func finishEntry(_ start: Double, _ finish: Double) {
    last = (start, finish)
    end = max(end, finish)
  }

  /// Returns the index of a layer in `targets`, with the layer added if it is new.
  func target(_ layer: Layer) throws -> Int {
    guard layer.scene === scene else { throw LayerError("\(layer.label) belongs to another scene") }
    if let known = targetIndices[layer.serial] { return known }
    targetIndices[layer.serial] = targets.count
    targets.append(Target(layer))
    return targets.count - 1
  }

  func append(_ item: Item, count: Int = 1) throws {
    guard size + count <= TimeLine.sizeLimit else {
      throw LayerError(.limit, "a time line has at most \(TimeLine.sizeLimit) animations; make several")
    }
    size += count
    if case .function = item.content { hasFunctions = true }
    items.append(item)
  }

  /// Notes that an entry moves a key path from a time on.
  ///
  /// - Throws: `LayerError` if another one of this time line begins at the same time, since it would be undefined which
  ///   one acts.
  func claim(_ path: String, of layer: Layer, at time: Double, _ mark: UInt32) throws {
    let start = Start(serial: layer.serial, path: path, time: time, mark: mark, line: name)
    if let other = other(than: start) {
      guard !other.isNested else {
        warn(of: start, and: other, layer)
        note(start)
        return
      }
      throw LayerError(
        "\(path) of \(layer.mention) begins at \(numberText(time, decimals: 3)) s twice in \(name), here and "
          + "\(other.path == path ? "before" : "as \(other.path)")\(place(of: other)); begin one of them later, or "
          + "give both ends with fromTo")
    }
    note(start)
  }

  /// Takes over the starts of a time line that becomes a part, and warns of the first that begins together with another
  /// entry of that key path.
  private func takeStarts(of line: TimeLine, at begin: Double, factor: Double) {
    var taken: [Start] = []
    swap(&taken, &line.starts)
    line.startIndices = [:]
    for i in taken.indices {
      taken[i].time = begin + taken[i].time / factor
      taken[i].isNested = true
    }
    var found: (start: Start, other: Start)?
    for start in taken {
      guard let other = other(than: start) else { continue }
      found = (start, other)
      break
    }
    for start in taken { note(start) }
    guard let (start, other) = found else { return }
    guard let layer = targetIndices[start.serial].flatMap({ targets[$0].layer }) else { return }
    warn(of: start, and: other, layer)
  }

  private func note(_ start: Start) {
    var start = start
    start.before = startIndices.updateValue(starts.count, forKey: start.key())
    starts.append(start)
  }

  /// An earlier entry that begins together with one and moves the same key path, or a part of it.
  private func other(than start: Start) -> Start? {
    for step in [0, -1, 1] as [Int64] {
      var next = startIndices[start.key(step)]
      while let i = next {
        let other = starts[i]
        if abs(other.time - start.time) < 1e-9, areRelated(other.path, start.path) { return other }
        next = other.before
      }
    }
    return nil
  }

  private func place(of start: Start) -> String {
    scene?.host.placeOfMark?(start.mark).map { " (\($0.script):\($0.line))" } ?? ""
  }

  private func warn(of start: Start, and other: Start, _ layer: Layer) {
    let what = other.path == start.path ? "" : " as \(other.path)"
    scene?.warn(
      .animationReplaced,
      "\(start.path) of \(layer.mention) begins at \(numberText(start.time, decimals: 3)) s of \(name) twice, in "
        + "\(start.line)\(place(of: start)) and\(what) in \(other.line)\(place(of: other)): the later one in \(name) "
        + "covers the other. Begin one of them later, or give both ends with fromTo in one time line",
      onceFor: "\(name) \(start.line) \(other.line)")
  }

  /// Adds another time line as an entry.
  ///
  /// - Parameters:
  ///   - position: its start; its own `beginTime` is added.
  ///   - duration: the length to which it is sped up or slowed down; nil keeps its own.
  /// - Throws: `LayerError` for a time line that plays, is part of another, or contains this one.
  @discardableResult public func add(
    _ line: TimeLine, at position: Position = "end", duration: Double? = nil
  ) throws -> TimeLine {
    try checkIsOpen()
    if line.state == .nested {
      throw LayerError(
        "\(line.name) is part of a time line already, and can be added only once; make another one, such as by a "
          + "function that returns it")
    }
    try line.checkIsOpen()
    if line === self { throw LayerError("\(name) cannot be part of itself") }
    guard line.scene === scene else { throw LayerError("\(line.name) belongs to another scene") }
    guard line.depth < TimeLine.depthLimit else {
      throw LayerError(.limit, "time lines may be nested at most \(TimeLine.depthLimit) deep")
    }
    let own = line.duration
    var factor = 1.0
    if let duration {
      guard duration > 0, duration.isFinite, own > 0, own.isFinite else {
        throw LayerError("duration: expected a time above 0 for a time line with a length, got \(numberText(duration))")
      }
      factor = own / duration
    }
    let start = try time(at: position) + line.settings.beginTime
    for target in line.targets { if let layer = target.layer { _ = try self.target(layer) } }
    try append(Item(content: .line(line, factor: factor), start: start), count: max(line.size, 1))
    takeStarts(of: line, at: start, factor: line.settings.speed * factor)
    if line.hasFunctions { hasFunctions = true }
    depth = max(depth, line.depth + 1)
    line.state = .nested
    scene?.lines.waiting.removeAll { $0 === line }
    // An endless one counts with its first round.
    finishEntry(start, start + (own.isFinite ? own : line.round) / factor)
    return self
  }

  // MARK: Playing

  /// Turns the time line into animations now, instead of before the first picture: for programs that read
  /// presentations.
  ///
  /// - Throws: `LayerError` for a nested one.
  @discardableResult public func play() throws -> TimeLine {
    if state == .played { return self }
    try checkIsOpen()
    scene?.lines.waiting.removeAll { $0 === self }
    try start()
    return self
  }
}

/// True if two key paths are equal or one is a part of the other, as `position.x` is of `position`.
func areRelated(_ a: String, _ b: String) -> Bool {
  if a == b { return true }
  let (short, long) = a.utf8.count < b.utf8.count ? (a, b) : (b, a)
  return long.hasPrefix(short) && long.utf8.dropFirst(short.utf8.count).first == UInt8(ascii: ".")
}

extension TimeLine: WaitingLine {
  package func playWaiting() throws { try start() }
}

/// A layer of a time line: held until the time line plays.
struct Target {
  private var held: Layer?
  private weak var known: Layer?
  let serial: Int
  /// The key paths that a played time line moves.
  var paths: [String] = []

  init(_ layer: Layer) {
    held = layer
    known = layer
    serial = layer.serial
  }

  var layer: Layer? { held ?? known }

  mutating func release() { held = nil }
}

/// A part of a time line.
struct Item {
  enum Content {
    /// An animation of a layer, by its index in `targets`.
    case animation(Animation, target: Int, paths: [String], startsItself: Bool)
    case line(TimeLine, factor: Double)
    case function(LineFunction)
  }

  let content: Content
  /// In seconds from the time line's start.
  let start: Double
}

/// A function of time in a time line.
struct LineFunction {
  /// In the time line's time.
  let timing: TimeMap
  let pace: TimingFunction?
  let spring: Spring?
  let body: (_ fraction: Double, _ time: Double) throws -> Void
}
