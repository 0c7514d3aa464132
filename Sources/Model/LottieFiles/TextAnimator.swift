// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Numbers
import Pixels
import SystemC

/// An animator of text: values that are added to units of the text by an amount for each.
struct TextAnimator {
  /// The names of the properties in key paths, by their keys.
  static let names = [
    "p": "Position", "s": "Scale", "r": "Rotation", "o": "Opacity", "fc": "Fill Color", "sc": "Stroke Color",
    "sw": "Stroke Width", "t": "Tracking", "a": "Anchor Point", "sk": "Skew", "sa": "Skew Axis",
  ]

  var values: [String: NumberTrack] = [:]
  /// The range: start, end and offset, in percent or in units.
  var start: NumberTrack
  var end: NumberTrack
  var offset: NumberTrack
  /// In percent.
  var most: NumberTrack
  /// True if the range counts units.
  var countsUnits: Bool
  /// 1 characters, 2 characters without blanks, 3 words, 4 lines.
  var unit: Int
  /// 1 square, 2 rising, 3 falling, 4 triangle, 5 round, 6 smooth.
  var shape: Int

  /// Reads the animators of a text layer.
  static func all(
    _ items: [PropertyValue], _ place: Place, _ scope: Scope, _ session: LottieSession
  ) throws -> [TextAnimator] {
    try items.prefix(100).map { item in
      let item = Node(item)
      let path = place + item.name
      let selector = item["s"]
      func range(_ key: String, _ name: String, _ missing: [Double]) throws -> NumberTrack {
        try session.numbers(selector?[key], path + name, missing, in: scope)
      }
      let countsUnits = selector?.integer("r", 1) == 2
      var animator = TextAnimator(
        start: try range("s", "Start", [0]), end: try range("e", "End", [countsUnits ? 1e6 : 100]),
        offset: try range("o", "Offset", [0]), most: try range("a", "Amount", [100]), countsUnits: countsUnits,
        unit: selector?.integer("b", 1) ?? 1, shape: selector?.integer("sh", 1) ?? 1)
      for (key, value) in item["a"]?.entries ?? [] {
        guard let name = names[key] else { continue }
        animator.values[key] = try session.numbers(
          Node(value), path + name, [0], key == "fc" || key == "sc" ? .color : .number, in: scope)
      }
      return animator
    }
  }

  var tracks: [NumberTrack] { Array(values.values) + [start, end, offset, most] }

  /// Returns how much a unit takes of the values at a frame, usually 0 to 1.
  func amount(ofUnit i: Int, of count: Int, at frame: Double) -> Double {
    let scale = countsUnits ? 1 : Double(count) / 100
    let shift = offset.number(at: frame) * scale
    var (s, e) = (start.number(at: frame) * scale + shift, end.number(at: frame) * scale + shift)
    if s > e { swap(&s, &e) }
    let k = Double(i)
    /// The progress of a unit's middle through the range.
    let part = e > s ? min(max((k + 0.5 - s) / (e - s), 0), 1) : k >= e ? 1 : 0
    let isInside = k + 0.5 > s && k + 0.5 < e
    let result: Double
    switch shape {
    case 2: result = part
    case 3: result = 1 - part
    case 4: result = isInside ? 1 - abs(2 * part - 1) : 0
    case 5: result = isInside ? max(1 - (2 * part - 1) * (2 * part - 1), 0).squareRoot() : 0
    case 6: result = isInside ? (1 - cos(2 * .pi * part)) / 2 : 0
    default: result = min(max(min(e, k + 1) - max(s, k), 0), 1)
    }
    return result * most.number(at: frame) / 100
  }
}

/// The points about which the units of an animated text turn and grow: the middles of groups on the baseline, and a
/// shift.
struct TextAnchors {
  /// The group: 1 a character, 2 a word, 3 a line, 4 all.
  private let grouping: Int
  /// The shift as a part of half the group's width, and of the height of capitals; positive to the right and down.
  private let shift: (x: Double, y: Double)

  /// - Parameter node: the options of a text, `m`; nil for the middles of characters.
  init(_ node: Node?, _ place: Place, _ session: LottieSession) throws {
    grouping = min(max(node?.integer("g", 1) ?? 1, 1), 4)
    let track = try node?["a"].flatMap { try session.track($0, place + "Grouping Alignment") { $0.numbers } }
    let percent = track?.first ?? []
    shift = ((percent.first ?? 0) / 100, (percent.count > 1 ? percent[1] : 0) / 100)
  }

  /// Returns the anchor of each unit.
  fileprivate func points(of units: [TextUnit], size: Double) -> [Point] {
    func key(_ i: Int) -> Int {
      switch grouping {
      case 1: i
      case 2: units[i].numbers[2]
      case 3: units[i].numbers[3]
      default: 0
      }
    }
    var groups: [Int: (left: Double, right: Double, top: Double, bottom: Double)] = [:]
    for (i, unit) in units.enumerated() where grouping == 1 || !unit.text.allSatisfy(\.isWhitespace) {
      let group = groups[key(i)] ?? (unit.x, unit.x + unit.width, unit.y, unit.y)
      groups[key(i)] = (
        min(group.left, unit.x), max(group.right, unit.x + unit.width), min(group.top, unit.y),
        max(group.bottom, unit.y)
      )
    }
    return units.indices.map { i in
      let unit = units[i]
      let group = groups[key(i)] ?? (unit.x, unit.x + unit.width, unit.y, unit.y)
      // Capitals are about 0.714 of the font's size high.
      return Point(
        (group.left + group.right) / 2 + shift.x * (group.right - group.left) / 2,
        (group.top + group.bottom) / 2 + shift.y * size * 0.714)
    }
  }
}

/// A character with its place and its numbers among the units.
private struct TextUnit {
  var text: String
  var x: Double
  var y: Double
  var width: Double
  /// The number among characters, characters without blanks, words and lines.
  var numbers: [Int]
}

extension TextBuilder {
  /// Adds a layer for each character, moved by animators.
  func addUnits(
    of lines: [Line], _ document: TextDocument, _ face: Face, _ animators: [TextAnimator], _ anchors: TextAnchors,
    to container: Layer, _ place: Place
  ) throws {
    var units: [TextUnit] = []
    var (visible, word) = (0, 0)
    for (row, line) in lines.enumerated() {
      var x = line.x
      var isInWord = false
      for c in line.text {
        try session.reading.step(64)
        let width = try width(of: String(c), document, face)
        if c.isWhitespace, isInWord { word += 1 }
        isInWord = !c.isWhitespace
        units.append(
          TextUnit(text: String(c), x: x, y: line.y, width: width, numbers: [units.count, visible, word, row]))
        if !c.isWhitespace { visible += 1 }
        x += width + (c == " " ? line.gap : 0)
      }
      if isInWord { word += 1 }
    }
    let counts = [units.count, max(visible, 1), max(word, 1), lines.count]
    let span = FrameSpan.union(animators.flatMap(\.tracks).filter(\.isAnimated).map(\.span))
    let points = anchors.points(of: units, size: document.size)
    for (i, unit) in units.enumerated() where unit.text.contains(where: { !$0.isWhitespace }) {
      var document = document
      document.justification = 0
      let run = try makeRun(unit.text, document, face, width: unit.width, place)
      run.position = Point(unit.x - points[i].x, unit.y - points[i].y)
      let layer = try builder.make(place)
      try layer.addSublayer(run)
      try addStates(of: unit, i, points[i], units, counts, animators, span, to: layer, run, document, place)
      try container.addSublayer(layer)
    }
  }

  /// Shows the values of a unit over time: place, scale, rotation, opacity and colour.
  private func addStates(
    of unit: TextUnit, _ index: Int, _ anchor: Point, _ units: [TextUnit], _ counts: [Int],
    _ animators: [TextAnimator], _ span: ClosedRange<Double>?, to layer: Layer, _ run: Layer, _ document: TextDocument,
    _ place: Place
  ) throws {
    func amount(_ animator: TextAnimator, _ unit: TextUnit, _ frame: Double) -> Double {
      let kind = min(max(animator.unit, 1), 4) - 1
      return animator.amount(ofUnit: unit.numbers[kind], of: counts[kind], at: frame)
    }
    func sum(_ key: String, _ frame: Double) -> [Double] {
      animators.reduce([0, 0]) { sum, animator in
        guard let track = animator.values[key] else { return sum }
        let value = track.value(at: frame), a = amount(animator, unit, frame)
        return [sum[0] + (value.first ?? 0) * a, sum[1] + (value.count > 1 ? value[1] : 0) * a]
      }
    }
    func product(_ key: String, _ frame: Double, _ part: Int) -> Double {
      animators.reduce(1) { product, animator in
        guard let track = animator.values[key] else { return product }
        let value = track.value(at: frame)
        let shown = (value.count > part ? value[part] : value.first ?? 100) / 100
        return product * (1 + (shown - 1) * amount(animator, unit, frame))
      }
    }
    func has(_ key: String) -> Bool { animators.contains { $0.values[key] != nil } }
    func show(
      _ target: Layer, _ key: String, _ make: @escaping ([Double]) -> PropertyValue, _ value: (Double) -> [Double]
    ) throws {
      guard let span else { return try builder.set(target, key, make(value(0))) }
      try builder.animateFrames(span, key, on: target, make, value)
    }
    let frames = span.map { min($0.upperBound - $0.lowerBound, 2000) } ?? 1
    try session.reading.step((has("t") ? index + 1 : 1) * animators.count * Int(clamping: frames + 1) * 4)
    let tracked = has("t") ? units[..<index].filter { $0.numbers[3] == unit.numbers[3] } : []
    try show(layer, "position", { .point(Point($0[0], $0[1])) }) { frame in
      let offset = sum("p", frame)
      var tracking = 0.0
      for other in tracked {
        for animator in animators {
          guard let track = animator.values["t"] else { continue }
          tracking += track.number(at: frame) * document.size / 1000 * amount(animator, other, frame)
        }
      }
      return [anchor.x + offset[0] + tracking, anchor.y + offset[1]]
    }
    if has("s") {
      try show(layer, "transform.scale.x", { .number($0[0]) }) { [product("s", $0, 0)] }
      try show(layer, "transform.scale.y", { .number($0[0]) }) { [product("s", $0, 1)] }
    }
    if has("r") { try show(layer, "transform.rotation.z", { .number($0[0]) }) { [sum("r", $0)[0] * .pi / 180] } }
    if has("o") { try show(layer, "opacity", { .number(min(max($0[0], 0), 1)) }) { [product("o", $0, 0)] } }
    guard has("fc"), run.keyedClass.property("fillColor") != nil, let fill = document.fill else { return }
    try show(run, "fillColor", { .color(Colors.color($0)) }) { frame in
      var color = [fill.red, fill.green, fill.blue]
      for animator in animators {
        guard let track = animator.values["fc"] else { continue }
        let value = track.value(at: frame), a = amount(animator, unit, frame)
        for i in 0..<3 where i < value.count { color[i] += (value[i] - color[i]) * a }
      }
      return color
    }
  }
}
