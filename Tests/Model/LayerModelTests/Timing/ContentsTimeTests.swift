// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import RenderTree
import TestSupport
import Testing

/// `contentsTime`: the time at which a layer's sublayers run.
@Suite struct ContentsTimeTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  /// An animation of a number that begins at a time of its layer.
  private func animation(
    _ path: String = "zPosition", from: Double, to: Double, begin: Double = 0, duration: Double
  ) -> BasicAnimation {
    let made = BasicAnimation(keyPath: path, from: from, to: to, duration: duration, timing: .linear)
    made.beginTime = begin
    return made
  }

  /// A layer in another one whose `zPosition` equals its time, in seconds, from −100 to 100.
  private func clock(in host: Layer) throws -> Layer {
    let layer = Layer(in: scene)
    try host.addSublayer(layer)
    try layer.add(animation(from: -100, to: 100, begin: -100, duration: 200))
    return layer
  }

  private func time(_ layer: Layer, _ time: Double) throws -> Double { try layer.presentation(at: time).zPosition }

  @Test func `sublayers run at the time that is set`() throws {
    let host = Layer(in: scene)
    let inner = try clock(in: host)
    #expect(host.contentsTime == nil)
    host.contentsTime = 3
    for t in [-5, 0, 3, 7.5, 90.0] { #expect(near(try time(inner, t), 3), "at \(t)") }
    host.speed = 4
    host.timeOffset = 1
    #expect(near(try time(inner, 9), 3))
    host.contentsTime = nil
    #expect(near(try time(inner, 2), 9))
  }

  @Test func `the layer's own animations and its mask keep its time`() throws {
    let host = Layer(in: scene)
    try host.add(animation(from: 0, to: 10, duration: 10))
    let mask = Layer(in: scene)
    try host.setMask(mask)
    try mask.add(animation(from: 0, to: 10, duration: 10))
    let inner = try clock(in: host)
    host.contentsTime = 5
    #expect(try near(time(host, 2), 2) && near(time(mask, 2), 2) && near(time(inner, 2), 5))
    #expect(near(try host.presentation(at: 2).mask?.zPosition ?? 0, 2))
    #expect(try near(mask.convertTime(2, from: nil), 2) && near(inner.convertTime(2, from: mask), 5))
  }

  @Test func `an animation of it plays faster, again, back and forth`() throws {
    let host = Layer(in: scene)
    let inner = try clock(in: host)
    let loop = animation("contentsTime", from: 10, to: 14, begin: 1, duration: 2)
    loop.repeatCount = 2
    loop.autoreverses = true
    try host.add(loop, forKey: "loop")
    for (t, local) in [(0.5, 0.5), (1, 10), (2, 12), (3, 14), (4, 12), (4.5, 11), (6, 12), (8, 12), (9.5, 9.5)] {
      #expect(near(try time(inner, t), local), "at \(t)")
    }
    let shown = try host.presentation(at: 2)
    #expect(near(shown.contentsTime ?? 0, 12) && near(shown.sublayers[0].zPosition, 12))
    try host.removeAnimation(forKey: "loop")
    try host.add(animation("contentsTime", from: 8, to: 0, begin: 1, duration: 4), forKey: "loop")
    #expect(near(try time(inner, 2), 6))
    #expect(warned.rules == [])
  }

  @Test func `keyframes hold and jump`() throws {
    let host = Layer(in: scene)
    let inner = try clock(in: host)
    let remap = KeyframeAnimation(in: scene)
    for (key, value) in [
      ("keyPath", .string("contentsTime")), ("duration", .number(4)), ("beginTime", .number(1e-9)),
      ("values", .array([0, 2, 2, 1, 2].map { .number($0) })),
      ("keyTimes", .array([0, 0.25, 0.5, 0.5, 1].map { .number($0) })), ("fillMode", .string("both")),
      ("removedOnCompletion", .bool(false)),
    ] as [(String, PropertyValue)] { try remap.setValue(value, forKey: key) }
    try host.add(remap)
    for (t, local) in [(-1, 0), (0.5, 1), (1, 2), (1.7, 2), (2, 1), (3, 1.5), (4, 2), (9, 2)] {
      #expect(near(try time(inner, t), local, 1e-8), "at \(t)")
    }
  }

  /// An animation that ends exactly where the time turns shows its last value there, as below a layer that reverses.
  @Test func `a turn shows the end`() throws {
    let host = Layer(in: scene)
    let inner = Layer(in: scene)
    try host.addSublayer(inner)
    try inner.add(animation(from: 0, to: 5, duration: 1))
    let loop = animation("contentsTime", from: 0, to: 1, duration: 1)
    loop.autoreverses = true
    loop.repeatCount = 3
    try host.add(loop)
    #expect(try near(time(inner, 1), 5) && near(time(inner, 1.5), 2.5) && near(time(inner, 3), 5))
  }

  @Test func `a group, a layer above and a copy change it too`() throws {
    let root = Layer(in: scene)
    let host = Layer(in: scene)
    host.name = "clip"
    try root.addSublayer(host)
    let inner = try clock(in: host)
    let group = AnimationGroup(in: scene)
    try group.setValue(
      .array([.keyed(animation("sublayers.clip.contentsTime", from: 0, to: 20, begin: 0, duration: 10))]),
      forKey: "animations")
    group.beginTime = 1
    group.duration = 10
    try root.add(group)
    #expect(try near(time(inner, 3), 4) && near(time(inner, 0.5), 0.5))
    #expect(try near(inner.convertTime(3, from: nil), 4) && near(inner.convertTime(3, from: root), 4))
    #expect(inner.animationTracks.isEmpty && root.animationLength.end == 11)
    let copy = try root.copy()
    #expect(near(try time(copy.sublayers[0].sublayers[0], 3), 4))
    host.contentsTime = 7
    #expect(try host.copy().contentsTime == 7)
  }

  @Test func `instances are late by their delay`() throws {
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 100, 100)
    let row = ReplicatorLayer(in: scene)
    row.instanceCount = 3
    row.instanceDelay = 0.5
    let dot = Layer(in: scene)
    dot.bounds = Rect(0, 0, 1, 1)
    try row.addSublayer(dot)
    try root.addSublayer(row)
    try dot.add(animation("bounds.size.width", from: 0, to: 100, duration: 100))
    row.contentsTime = 4
    let nodes = try root.renderTree(RenderOptions(time: 50)).root.children[0].children
    #expect(nodes.map { ($0.bounds.width * 1e6).rounded() / 1e6 } == [4, 3.5, 3])
  }

  @Test func `times convert down, and between sublayers, not back`() throws {
    let root = Layer(in: scene)
    let host = Layer(in: scene)
    host.name = "clip"
    try root.addSublayer(host)
    let (a, b) = (try clock(in: host), try clock(in: host))
    (a.speed, b.timeOffset) = (2, 3)
    host.contentsTime = 5
    #expect(try a.convertTime(1, from: nil) == 10 && a.convertTime(1, from: root) == 10)
    #expect(try a.convertTime(1, from: host) == 10)
    // Both run at one time, which need not be that of the host.
    #expect(try b.convertTime(8, from: a) == 7 && a.convertTime(7, from: b) == 8)
    for other in [host, root, nil] {
      #expect(
        message { _ = try b.convertTime(1, to: other) }?.contains(
          "runs at the contentsTime of its superlayer, its time cannot be converted back") == true)
    }
    try host.add(animation("contentsTime", from: 0, to: 40, duration: 10))
    #expect(try near(a.convertTime(2, from: nil), 16) && near(a.convertTime(2, from: host), 16))
  }

  @Test func `animations below neither end by the clock nor make a film`() throws {
    final class Ends: AnimationDelegate {
      var count = 0
      let hooks: AnimationHooks = [.didStart, .didStop]
      func animationDidStart(_ animation: Animation) { count += 1 }
      func animationDidStop(_ animation: Animation, finished: Bool) { count += 1 }
    }
    let root = Layer(in: scene)
    let host = Layer(in: scene)
    try root.addSublayer(host)
    let inner = Layer(in: scene)
    try host.addSublayer(inner)
    let ends = Ends()
    let blink = animation(from: 0, to: 1, duration: 30)
    blink.delegate = ends
    try inner.add(blink)
    #expect(near(root.animationLength.end ?? 0, 30))
    host.contentsTime = 3
    #expect(root.animationLength.end == nil && root.animationLength.longestCycle == nil)
    try host.add(animation("contentsTime", from: 0, to: 30, begin: 1, duration: 4))
    #expect(root.animationLength.end == 5)
    // A film of the layer itself takes its own time for that of its sublayers.
    #expect(near(inner.animationLength.end ?? 0, 30))
    try scene.advance(to: 100)
    #expect(ends.count == 0 && inner.animations.count == 1)
  }

  @Test func `an animation added below begins at the time shown`() throws {
    let host = Layer(in: scene)
    let inner = Layer(in: scene)
    try host.addSublayer(inner)
    host.contentsTime = 6
    try inner.add(BasicAnimation(keyPath: "zPosition", from: 0, to: 4, duration: 4, timing: .linear))
    #expect(inner.animations[0].beginTime == 6)
    host.contentsTime = 7
    #expect(near(try time(inner, 0), 1))
  }

  @Test func `it takes a finite number or nil`() throws {
    let host = Layer(in: scene)
    for bad in [PropertyValue.string("2"), .number(.infinity), .number(.nan), .bool(true)] {
      #expect(message { try host.setValue(bad, forKey: "contentsTime") }?.contains("contentsTime") == true)
    }
    host.contentsTime = 2
    try host.setValue(.bool(false), forKey: "contentsTime")
    #expect(host.contentsTime == nil)
  }

  /// Timed layers of random trees, once by `speed` and `timeOffset`, and once by a linear `contentsTime`.
  @Test func `a linear time equals speed and timeOffset`() throws {
    var random = SeededRandom(5150)
    for _ in 0..<60 {
      func build(_ isRemapped: Bool, _ random: inout SeededRandom) throws -> [Layer] {
        let root = Layer(in: scene)
        root.bounds = Rect(0, 0, 99, 99)
        var (hosts, clocks) = ([root], [Layer]())
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let host = Layer(in: scene)
          let speed = Double.random(in: -1.5...1.5, using: &random)
          let offset = Double.random(in: -5...5, using: &random)
          if isRemapped {
            try host.add(
              animation(
                "contentsTime", from: offset - 2000 * speed, to: offset + 2000 * speed, begin: -2000, duration: 4000))
          } else {
            (host.speed, host.timeOffset) = (speed, offset)
          }
          try hosts[Int.random(in: 0..<hosts.count, using: &random)].addSublayer(host)
          hosts.append(host)
          let inner = Layer(in: scene)
          try host.addSublayer(inner)
          let from = Double.random(in: -20...20, using: &random)
          try inner.add(animation(from: 0, to: 10, begin: from, duration: Double.random(in: 1...20, using: &random)))
          clocks.append(inner)
        }
        return clocks
      }
      var other = random
      let (plain, remapped) = (try build(false, &random), try build(true, &other))
      for _ in 0..<20 {
        let t = Double.random(in: -4...4, using: &random)
        for (a, b) in zip(plain, remapped) {
          let (x, y) = (try time(a, t), try time(b, t))
          #expect(near(x, y, 1e-6), "\(x) and \(y) at \(t)")
          #expect(near(try a.convertTime(t, from: nil), try b.convertTime(t, from: nil), 1e-6))
        }
      }
    }
  }

  @Test func `animated timing names it`() throws {
    let layer = Layer(in: scene)
    for key in ["timeOffset", "speed", "beginTime"] {
      try layer.add(animation(key, from: 0, to: 1, duration: 1))
    }
    #expect(warned.rules == Array(repeating: "timing-animated", count: 3))
    #expect(
      warned.warnings.allSatisfy { $0.message.contains("animate contentsTime, the time of a layer's sublayers") })
  }
}
