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

  /// The names of the properties that are read by no one, for messages, by their keys.
  static let ignored = [
    "rx": "rotation about x", "ry": "rotation about y", "fh": "fill hue", "fs": "fill saturation",
    "fb": "fill brightness", "fo": "fill opacity", "sh": "stroke hue", "ss": "stroke saturation",
    "sb": "stroke brightness", "so": "stroke opacity", "bl": "blur", "ls": "line spacing",
  ]
  /// The properties that paint characters: outlines are shapes for these, not texts.
  static let painting = ["fc", "sc", "sw"]

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
  func points(of units: [TextUnit], size: Double) -> [Point] {
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
