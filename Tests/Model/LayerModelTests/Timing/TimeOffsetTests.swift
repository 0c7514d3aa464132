// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing
import TestSupport
import Timing

/// `timeOffset` of finite animations: it shifts their start within the duration and wraps around.
@Suite struct TimeOffsetTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func make<A: Animation>(_ animation: A, _ values: [(String, PropertyValue)]) throws -> A {
    for (key, value) in values { try animation.setValue(value, forKey: key) }
    return animation
  }

  /// An animation of zPosition from 0 to 1 over one second.
  private func rise(_ values: [(String, PropertyValue)] = []) throws -> BasicAnimation {
    try make(
      BasicAnimation(in: scene),
      [
        ("keyPath", .string("zPosition")), ("fromValue", .number(0)), ("toValue", .number(1)), ("duration", .number(1)),
      ] + values)
  }

  @Test func `half a second of offset plays the second half first`() throws {
    let layer = Layer(in: scene)
    layer.zPosition = 9
    try layer.add(try rise([("timeOffset", .number(0.5)), ("beginTime", .number(2))]))
    for (time, value) in [(1.9, 9), (2, 0.5), (2.25, 0.75), (2.5, 0), (2.75, 0.25), (3, 9)] {
      #expect(near(try layer.presentation(at: time).zPosition, value), "at \(time)")
    }
    #expect(layer.animationLength.end == 3)
    #expect(layer.animationTracks.map(\.begin) == [2] && layer.animationTracks.map(\.end) == [3])
    #expect(layer.animationTracks.first?.keyTimes == [0.5])
  }

  @Test func `it shows what it begins with before, and what it came to after`() throws {
    let layer = Layer(in: scene)
    try layer.add(
      try rise([
        ("timeOffset", .number(-0.75)), ("beginTime", .number(1)), ("fillMode", .string("both")),
        ("removedOnCompletion", .bool(false)),
      ]))
    for (time, value) in [(0, 0.25), (1, 0.25), (1.5, 0.75), (1.75, 0), (2, 0.25), (5, 0.25)] {
      #expect(near(try layer.presentation(at: time).zPosition, value), "at \(time)")
    }
  }

  @Test func `images begin in the middle and go round`() throws {
    let layer = Layer(in: scene)
    try layer.add(
      try make(
        KeyframeAnimation(in: scene),
        [
          ("keyPath", .string("zPosition")), ("values", .array([1, 2, 3, 4].map { .number($0) })),
          ("calculationMode", .string("discrete")), ("duration", .number(0.4)), ("timeOffset", .number(0.2)),
          ("repeatCount", .number(2)),
        ]))
    let shown = try (0..<9).map { try layer.presentation(at: Double($0) / 10).zPosition }
    #expect(shown == [3, 4, 1, 2, 3, 4, 1, 2, 0])
  }

  @Test func `the clock tells of its end after its whole duration`() throws {
    final class Ends: AnimationDelegate {
      var times: [Double] = []
      let hooks: AnimationHooks = [.didStart, .didStop]
      func animationDidStart(_ animation: Animation) { times.append(animation.scene.currentTime) }
      func animationDidStop(_ animation: Animation, finished: Bool) {
        times.append(animation.scene.currentTime)
        times.append(finished ? 1 : 0)
      }
    }
    for (offset, speed) in [(0.0, 1.0), (0.5, 1), (1, 1), (7.25, 0.5), (-0.5, 1), (-3, 2)] {
      let warned = WarnedScene()
      let layer = Layer(in: warned.scene)
      let ends = Ends()
      let animation = BasicAnimation(in: warned.scene)
      _ = try make(
        animation,
        [
          ("keyPath", .string("opacity")), ("toValue", .number(0)), ("duration", .number(1)),
          ("timeOffset", .number(offset)), ("speed", .number(speed)), ("beginTime", .number(1)),
        ])
      animation.delegate = ends
      try layer.add(animation, forKey: "fade")
      try warned.scene.advance(to: 1 + 1 / speed - 0.001)
      #expect(layer.animationKeys == ["fade"])
      #expect(layer.animationLength.end == 1 + 1 / speed)
      try warned.scene.advance(to: 20)
      #expect(layer.animationKeys == [] && ends.times == [1, 1 + 1 / speed, 1], "offset \(offset): \(ends.times)")
    }
  }

  @Test func `a group and what is in it shift by themselves`() throws {
    let layer = Layer(in: scene)
    layer.zPosition = 9
    // A child of half the group's duration: through the group's offset it plays in the middle.
    let child = try rise([("duration", .number(0.5)), ("timeOffset", .number(0.25))])
    let group = try make(
      AnimationGroup(in: scene),
      [
        ("duration", .number(1)), ("timeOffset", .number(0.75)), ("animations", .array([.keyed(child)])),
      ])
    try layer.add(group)
    for (time, value) in [(0.1, 9), (0.25, 0.5), (0.375, 0.75), (0.5, 0), (0.625, 0.25), (0.75, 9), (0.9, 9)] {
      #expect(near(try layer.presentation(at: time).zPosition, value), "at \(time)")
    }
    let track = try #require(layer.animationTracks.first)
    #expect(track.begin == 0.25 && track.end == 0.75)
    #expect(layer.animationLength.end == 1)
  }

  /// The formula of the reference in floating point: nil before the begin and after the end.
  private struct Timed {
    var begin = 0.0, offset = 0.0, speed = 1.0, duration = 1.0, count = 1.0
    var reverses = false

    init(_ random: inout SeededRandom) {
      begin = Double.random(in: 0.01...1, using: &random)
      offset = Double.random(in: -5...5, using: &random)
      speed = Double.random(in: 0.25...3, using: &random)
      duration = Double.random(in: 0.1...2, using: &random)
      count = [1, 2, 2.5, 0.5].randomElement(using: &random) ?? 1
      reverses = Bool.random(using: &random)
    }

    var values: [(String, PropertyValue)] {
      [
        ("beginTime", .number(begin)), ("timeOffset", .number(offset)), ("speed", .number(speed)),
        ("duration", .number(duration)), ("repeatCount", .number(count)), ("autoreverses", .bool(reverses)),
      ]
    }

    func basicTime(at time: Double) -> Double? {
      let cycle = reverses ? 2 * duration : duration
      let active = cycle * count
      let elapsed = (time - begin) * speed
      guard elapsed >= 0, elapsed < active else { return nil }
      let turns = ((elapsed + offset) / active).rounded(.down)
      let s = elapsed + offset - turns * active
      let r = s - (s / cycle).rounded(.down) * cycle
      return reverses && r > duration ? 2 * duration - r : r
    }
  }

  @Test(arguments: 1...4) func `random offsets in groups are the formula within the formula`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var shown = 0
    for _ in 0..<120 {
      let levels = (0..<3).map { _ in Timed(&random) }
      var animation: Animation = try rise(levels[2].values)
      for level in levels[..<2].reversed() {
        animation = try make(AnimationGroup(in: scene), level.values + [("animations", .array([.keyed(animation)]))])
      }
      let layer = Layer(in: scene)
      layer.zPosition = 9
      try layer.add(animation)
      let end = levels[0].begin + levels[0].duration * levels[0].count * (levels[0].reverses ? 2 : 1) / levels[0].speed
      for _ in 0..<24 {
        let time = Double.random(in: 0...(end + 0.2), using: &random)
        var local: Double? = time
        for level in levels { local = local.flatMap { level.basicTime(at: $0) } }
        let expected = local.map { $0 / levels[2].duration } ?? 9
        if local != nil { shown += 1 }
        #expect(near(try layer.presentation(at: time).zPosition, expected, 1e-6), "seed \(seed), \(levels) at \(time)")
      }
      #expect(near(layer.animationLength.end ?? 0, end))
      // Its track contains all times at which it is active in the group's first cycle.
      for track in layer.animationTracks {
        #expect(track.begin >= levels[0].begin - 1e-9 && track.end ?? 0 <= end + 1e-9)
      }
    }
    #expect(shown > 150)
  }
}
