// SPDX-License-Identifier: MIT
import Formats
import Geometry
import LayerModel
import Testing
import TestSupport

// Times as people write them: decimals whose sums are inexact in binary.

/// An animation of position.x with decimal times, and all values derived from them independently, in whole thousandths
/// of a second.
private struct DecimalAnimation: CustomStringConvertible {
  enum Kind: String, CaseIterable { case basic, spring, keyframes, discrete, path, group, nested }
  var kind: Kind
  var begin: Int
  var duration: Int
  /// The number of whole cycles; `halves` adds half a cycle.
  var cycles: Int
  var halves: Int
  var autoreverses: Bool
  var usesRepeatDuration: Bool
  var fillMode: String
  /// The layer's own value: the animation's end value, or another one.
  var model: Double

  init(_ random: inout SeededRandom) {
    kind = Kind.allCases.randomElement(using: &random) ?? .basic
    begin = Int.random(in: 0...2000, using: &random)
    duration = Int.random(in: 100...1500, using: &random)
    // Mostly tenths and hundredths.
    if Int.random(in: 0...2, using: &random) > 0 {
      (begin, duration) = (begin / 100 * 100, max(duration / 100 * 100, 100))
    }
    cycles = Int.random(in: 0...2, using: &random)
    halves = cycles == 0 ? 1 : Int.random(in: 0...1, using: &random)
    if Int.random(in: 0...1, using: &random) == 0 { (cycles, halves) = (1, 0) }
    autoreverses = Bool.random(using: &random)
    usesRepeatDuration = Bool.random(using: &random)
    fillMode = ["removed", "forwards", "backwards", "both"].randomElement(using: &random) ?? "removed"
    model = [10, 90, 50, 120].randomElement(using: &random) ?? 90
  }

  var description: String {
    "\(kind) begin \(begin) duration \(duration) cycles \(cycles).\(halves) autoreverses \(autoreverses) \(fillMode) model \(model) "
      + (usesRepeatDuration ? "repeatDuration" : "repeatCount")
  }

  private var cycle: Int { autoreverses ? 2 * duration : duration }
  private var active: Int { cycle * cycles + cycle * halves / 2 }
  var isWhole: Bool { cycle * halves % 2 == 0 }

  /// The thousandths at which it begins, reverses, repeats and ends.
  var boundaries: [Int] { [begin, begin + active] + stride(from: begin, to: begin + active, by: duration) }
  var end: Int { begin + active }

  /// The largest rate of change of its value, per second.
  var slope: Double {
    switch kind {
    // A spring starts at rest, and its top speed is below ω times the distance per second.
    case .spring: 80 * 10
    case .keyframes: 3 * 80 / (Double(duration) / 1000)
    default: 80 / (Double(duration) / 1000)
    }
  }

  /// Discrete values jump.
  var isContinuous: Bool { kind != .discrete }

  func add(to layer: Layer, in scene: Scene) throws {
    func set(_ animation: Animation, _ values: [(String, PropertyValue)]) throws {
      for (key, value) in values { try animation.setValue(value, forKey: key) }
    }
    var outer: [(String, PropertyValue)] = [
      ("duration", .number(Double(duration) / 1000)), ("autoreverses", .bool(autoreverses)),
      ("fillMode", .string(fillMode)),
      ("removedOnCompletion", .bool(false)),
    ]
    if begin > 0 { outer.append(("beginTime", .number(Double(begin) / 1000))) }
    if usesRepeatDuration {
      outer.append(("repeatDuration", .number(Double(active) / 1000)))
    } else {
      outer.append(("repeatCount", .number(Double(cycles) + Double(halves) / 2)))
    }
    let way: [(String, PropertyValue)] = [
      ("keyPath", .string("position.x")), ("fromValue", .number(10)), ("toValue", .number(90)),
    ]
    let animation: Animation
    switch kind {
    case .basic:
      animation = BasicAnimation(in: scene)
      try set(animation, way + outer)
    case .spring:
      animation = SpringAnimation(in: scene)
      try set(animation, way + outer)
    case .keyframes, .discrete:
      animation = KeyframeAnimation(in: scene)
      try set(
        animation,
        [
          ("keyPath", .string("position.x")), ("values", .array([10, 50, 30, 90].map { .number($0) })),
          ("calculationMode", .string(kind == .discrete ? "discrete" : "linear")),
        ] + outer)
    case .path:
      animation = KeyframeAnimation(in: scene)
      try set(animation, [("keyPath", .string("position")), ("path", .string("M 10 0 L 90 0"))] + outer)
    case .group, .nested:
      let inner = BasicAnimation(in: scene)
      try set(inner, way)
      var content: Animation = inner
      if kind == .nested {
        content = AnimationGroup(in: scene)
        try set(content, [("animations", .array([.keyed(inner)]))])
      }
      animation = AnimationGroup(in: scene)
      try set(animation, [("animations", .array([.keyed(content)]))] + outer)
    }
    layer.position.x = model
    try layer.add(animation)
  }
}

@Suite struct ContinuityTests {
  @Test func `the end of a tenth and two tenths is the end`() throws {
    let scene = Scene(services: QuietServices())
    let layer = makeLayer(scene, position: .init(90, 0))
    let animation = BasicAnimation(in: scene)
    for (key, value) in [
      ("keyPath", .string("position.x")), ("fromValue", .number(10)), ("toValue", .number(90)),
      ("beginTime", .number(0.1)),
      ("duration", .number(0.2)),
    ] as [(String, PropertyValue)] { try animation.setValue(value, forKey: key) }
    try layer.add(animation)
    #expect(try layer.presentation(at: 0.3).position.x == 90)
    #expect(abs(try layer.presentation(at: 0.29).position.x - 86) < 1e-9)
  }

  @Test func `what runs backward from where cycles meet begins at the far end`() throws {
    var random = SeededRandom(7)
    for _ in 0..<200 {
      let scene = Scene(services: QuietServices())
      let layer = makeLayer(scene, position: .init(-5, 0))
      let animation = BasicAnimation(in: scene)
      let duration = Int.random(in: 1...40, using: &random)
      let cycles = Int.random(in: 1...9, using: &random)
      let begin = Double(Int.random(in: 1...90, using: &random)) / 10
      for (key, value) in [
        ("keyPath", .string("position.x")), ("fromValue", .number(10)), ("toValue", .number(90)),
        ("beginTime", .number(begin)),
        ("duration", .number(Double(duration) / 20)), ("speed", .number(-1)),
        ("timeOffset", .number(Double(duration * cycles) / 20)),
        ("repeatCount", .number(20)), ("fillMode", .string("backwards")),
      ] as [(String, PropertyValue)] { try animation.setValue(value, forKey: key) }
      try layer.add(animation)
      for time in [begin - 0.05, begin, begin + 1e-7] {
        #expect(
          abs(try layer.presentation(at: time).position.x - 90) < 0.01, "\(begin) \(duration) \(cycles) at \(time)")
      }
    }
  }

  /// At every begin, reversal, cycle and end, given as its decimal, the value is that of the moment before or of the
  /// moment after.
  @Test(arguments: 0..<6) func `no boundary of a decimal timing shows a value of its own`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<150 {
      let scene = Scene(services: QuietServices())
      let layer = Layer(in: scene)
      let timing = DecimalAnimation(&random)
      try timing.add(to: layer, in: scene)
      for boundary in timing.boundaries where boundary > 0 {
        let time = Double(boundary) / 1000
        let now = try layer.presentation(at: time).position.x
        let before = try layer.presentation(at: time - 1e-6).position.x
        let after = try layer.presentation(at: time + 1e-6).position.x
        let distance = min(abs(now - before), abs(now - after))
        #expect(
          distance <= timing.slope * 2e-6,
          "seed \(seed), \(timing): at \(time) \(now), before \(before), after \(after)")
        // At the end it must equal the value after it, when the animation is removed or fills.
        if boundary == timing.end {
          #expect(abs(now - after) <= timing.slope * 2e-6, "seed \(seed), \(timing): at the end \(now), after \(after)")
        }
      }
    }
  }

  @Test(arguments: [24, 25, 30, 50, 60, 30000.0 / 1001])
  func `no frame of a film lies outside of the range of its neighbours`(_ rate: Double) throws {
    var random = SeededRandom(rate.bitPattern)
    for _ in 0..<40 {
      let scene = Scene(services: QuietServices())
      let layer = Layer(in: scene)
      let timing = DecimalAnimation(&random)
      try timing.add(to: layer, in: scene)
      let film = FilmTiming(framesPerSecond: rate)
      let frames = min(Int(Double(timing.end) / 1000 * rate) + 3, 300)
      let values = try (0..<frames).map { try layer.presentation(at: film.time(ofFrame: $0)).position.x }
      guard timing.isContinuous else { continue }
      for i in 1..<(frames - 1) {
        let (a, b) = (min(values[i - 1], values[i + 1]), max(values[i - 1], values[i + 1]))
        // Allows for a reversal or repetition between two frames.
        let leeway = timing.slope / rate * 1.001
        #expect(
          values[i] >= a - leeway && values[i] <= b + leeway,
          "\(timing): frame \(i) at \(rate): \(values[(i - 1)...(i + 1)])")
      }
    }
  }

  /// Twelve images in half a second at 24 frames per second: each frame shows the next one.
  @Test(arguments: [24, 25, 30, 50, 60, 30000.0 / 1001]) func `images change with the frames`(_ rate: Double) throws {
    for first in [0, 1, 7, 31] {
      let scene = Scene(services: QuietServices())
      let layer = Layer(in: scene)
      let animation = KeyframeAnimation(in: scene)
      let count = 60
      let film = FilmTiming(framesPerSecond: rate)
      for (key, value) in [
        ("keyPath", .string("position.x")), ("values", .array((0..<count).map { .number(Double($0)) })),
        ("calculationMode", .string("discrete")), ("duration", .number(Double(count) / rate)),
        ("beginTime", .number(first == 0 ? 1e-30 : film.time(ofFrame: first))),
      ] as [(String, PropertyValue)] { try animation.setValue(value, forKey: key) }
      try layer.add(animation)
      for i in 0..<count {
        #expect(
          try layer.presentation(at: film.time(ofFrame: first + i)).position.x == Double(i),
          "frame \(first + i) at \(rate)")
      }
    }
  }

  @Test func `a group turns and ends with what is in it`() throws {
    let scene = Scene(services: QuietServices())
    let layer = Layer(in: scene)
    let fade = BasicAnimation(in: scene)
    let steps = BasicAnimation(in: scene)
    let group = AnimationGroup(in: scene)
    for (animation, key, value) in [
      (fade, "keyPath", .string("opacity")), (fade, "fromValue", .number(0)), (fade, "toValue", .number(1)),
      (fade, "duration", .number(1)),
      (steps, "keyPath", .string("zPosition")), (steps, "fromValue", .number(0)), (steps, "toValue", .number(1)),
      (steps, "duration", .number(0.5)), (steps, "repeatCount", .number(.infinity)), (group, "duration", .number(1)),
      (group, "autoreverses", .bool(true)), (group, "animations", .array([.keyed(fade), .keyed(steps)])),
    ] as [(Animation, String, PropertyValue)] { try animation.setValue(value, forKey: key) }
    layer.opacity = 0.5
    try layer.add(group)
    for (time, opacity, z) in [(0.75, 0.75, 0.5), (1, 1, 1), (1.25, 0.75, 0.5)] {
      let shown = try layer.presentation(at: time)
      #expect(shown.opacity == opacity && shown.zPosition == z, "at \(time): \(shown.opacity), \(shown.zPosition)")
    }
    try group.setValue(.bool(false), forKey: "autoreverses")
    try group.setValue(.string("forwards"), forKey: "fillMode")
    try group.setValue(.bool(false), forKey: "removedOnCompletion")
    layer.removeAll()
    try layer.add(group)
    #expect(try layer.presentation(at: 1).opacity == 1 && layer.presentation(at: 7).opacity == 1)
    #expect(try layer.presentation(at: 7).zPosition == 1)
  }

  @Test func `a pace that overshoots leaves a group where it begins and ends`() throws {
    let scene = Scene(services: QuietServices())
    let layer = Layer(in: scene)
    let fade = BasicAnimation(in: scene)
    let group = AnimationGroup(in: scene)
    for (animation, key, value) in [
      (fade, "keyPath", .string("opacity")), (fade, "fromValue", .number(0)), (fade, "toValue", .number(1)),
      (group, "duration", .number(1)), (group, "animations", .array([.keyed(fade)])),
      (group, "timingFunction", .array([0.5, -1, 0.5, 2].map { .number($0) })),
    ] as [(Animation, String, PropertyValue)] { try animation.setValue(value, forKey: key) }
    layer.opacity = 0.5
    try layer.add(group)
    #expect(try layer.presentation(at: 0.2).opacity == 0)
    #expect(try layer.presentation(at: 0.8).opacity == 1)
  }

  @Test func `layers with a length of their own turn as groups do`() throws {
    let scene = Scene(services: QuietServices())
    let root = Layer(in: scene)
    let layer = Layer(in: scene)
    try root.addSublayer(layer)
    try root.setValue(.number(1), forKey: "duration")
    try root.setValue(.bool(true), forKey: "autoreverses")
    let fade = BasicAnimation(in: scene)
    for (key, value) in [
      ("keyPath", .string("opacity")), ("fromValue", .number(0)), ("toValue", .number(1)), ("duration", .number(1)),
    ] as [(String, PropertyValue)] { try fade.setValue(value, forKey: key) }
    layer.opacity = 0.5
    try layer.add(fade)
    #expect(try layer.presentation(at: 1).opacity == 1)
    #expect(abs(try layer.presentation(at: 1.1).opacity - 0.9) < 1e-9)
  }

  /// In Core Animation's own example only the group has a duration.
  @Test func `animations without a duration last as long as their group`() throws {
    let scene = Scene(services: QuietServices())
    let layer = Layer(in: scene)
    let border = KeyframeAnimation(in: scene)
    let group = AnimationGroup(in: scene)
    let inner = AnimationGroup(in: scene)
    for (animation, key, value) in [
      (border, "keyPath", .string("borderWidth")), (border, "values", .array([0, 10].map { .number($0) })),
      (inner, "animations", .array([.keyed(border)])), (inner, "duration", .number(2)),
      (group, "animations", .array([.keyed(border), .keyed(inner)])), (group, "duration", .number(5)),
    ] as [(Animation, String, PropertyValue)] { try animation.setValue(value, forKey: key) }
    try layer.add(group, forKey: "border")
    // The inner group contains the same animation, with the inner group's duration.
    #expect(try layer.presentation(at: 1).borderWidth == 5)
    #expect(try layer.presentation(at: 2.5).borderWidth == 5)
    #expect(border.value(forKey: "duration") == .number(0))
  }

  @Test func `the clock tells of an end when it is there`() throws {
    let scene = Scene(services: QuietServices())
    var random = SeededRandom(3)
    for _ in 0..<2000 {
      let (begin, duration) = (Int.random(in: 1...400, using: &random), Int.random(in: 1...400, using: &random))
      let layer = Layer(in: scene)
      let fade = BasicAnimation(in: scene)
      for (key, value) in [
        ("keyPath", .string("opacity")), ("toValue", .number(0)),
        ("beginTime", .number(scene.currentTime + Double(begin) / 100)), ("duration", .number(Double(duration) / 100)),
      ] as [(String, PropertyValue)] { try fade.setValue(value, forKey: key) }
      try layer.add(fade, forKey: "fade")
      let time = scene.currentTime
      try scene.advance(to: time + Double(begin + duration) / 100 - 1e-6)
      #expect(layer.animationKeys == ["fade"])
      try scene.advance(to: time + Double(begin + duration) / 100)
      #expect(layer.animationKeys == [], "\(time) + \(begin) + \(duration)")
      if scene.currentTime > 1000 { break }
    }
  }
}

extension Layer {
  fileprivate func removeAll() { try? removeAllAnimations() }
}
