// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import RenderTree
import TestSupport
import Testing

/// Values set by a per-frame function apply to the particles born in that frame.
@Suite struct FrameEmissionTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }
  let root: Layer
  let layer: EmitterLayer
  let cell: EmitterCell

  init() throws {
    root = makeLayer(warned.scene, bounds: Rect(0, 0, 100, 100))
    layer = EmitterLayer(in: warned.scene)
    cell = EmitterCell(in: warned.scene)
    cell.name = "c"
    cell.birthRate = 30
    cell.lifetime = 1.5
    layer.emitterCells = [cell]
    try root.addSublayer(layer)
  }

  private func onFrame(_ body: @escaping (_ time: Double, _ index: Int) throws -> Void) {
    scene.host.onFrame = { _, time, index in try body(time, index) }
  }

  private func particles(_ time: Double, fps: Double = 0) throws -> [Particle] {
    var options = RenderOptions(time: time)
    options.framesPerSecond = fps
    options.frame = Int((time * fps).rounded())
    return try scene.frame(of: root, options) { try layer.particles(at: time) }
  }

  private func text(_ p: Particle) -> String { "\(p.birth) \(p.x) \(p.y) \(p.scale) \(p.angle) \(p.color)" }

  /// The time on the function's grid of 1/60 s.
  private func grid(_ time: Double) -> Double { (time * 60 + 1e-6).rounded(.down) / 60 }

  @Test func `an emitter that the function moves leaves a trail`() throws {
    onFrame { time, _ in self.layer.emitterPosition = Point(time * 100, 0) }
    for time in [0.5, 2, 7.31] {
      let all = try particles(time)
      #expect(all.count == Int(min(time, 1.5) * 30 + 1e-6))
      for p in all { #expect(abs(p.x - grid(p.birth) * 100) < 1e-6, "born at \(p.birth)") }
    }
    // The layer tree is restored.
    #expect(layer.emitterPosition == .zero)
  }

  @Test func `stills, films of any rate and any order show the same particles`() throws {
    onFrame { time, _ in
      self.layer.emitterPosition = Point(50 + 40 * (time * 2).truncatingRemainder(dividingBy: 1), 0)
      self.cell.birthRate = 20 + 15 * (time * 0.7).truncatingRemainder(dividingBy: 1)
      self.cell.velocity = 10 * time
    }
    cell.velocityRange = 20
    let times = [0.25, 0.5, 1, 2.5, 63.75, 64.25, 65, 130]
    let stills = try times.map { try particles($0).map(text) }
    for fps in [24.0, 60, 100] {
      let film = try scene.filming {
        try (Array(times.indices) + times.indices.reversed()).map { try particles(times[$0], fps: fps).map(text) }
      }
      #expect(film == stills + stills.reversed(), "\(fps)")
    }
  }

  @Test func `nobody jumps while the function changes the rate, over the minutes too`() throws {
    cell.velocity = 20
    cell.velocityRange = 10
    cell.emissionRange = 6
    onFrame { time, _ in
      self.layer.birthRate = 1 + 0.8 * (time * 0.31).truncatingRemainder(dividingBy: 1)
    }
    for start in [0.5, 20, 62.9, 63.5, 64.2, 65, 127.7] {
      let step = 1.0 / 24
      let pictures = try (0..<3).map { try particles(start + Double($0) * step) }
      func at(_ p: Particle, _ picture: [Particle]) -> Particle? {
        picture.filter { abs($0.birth - p.birth) < 1e-12 }.min { abs($0.x - p.x) < abs($1.x - p.x) }
      }
      for p in pictures[0] where p.age + 2 * step < 1.49 {
        guard let a = at(p, pictures[1]), let b = at(p, pictures[2]) else {
          Issue.record("one that was born at \(p.birth) vanished after \(start)")
          continue
        }
        #expect(abs(b.x - 2 * a.x + p.x) < 1e-6 && abs(b.y - 2 * a.y + p.y) < 1e-6, "born at \(p.birth)")
      }
      // Approximately the integral: 30 · 1.4 · 1.5 on average.
      if start > 2 { #expect(abs(Double(pictures[0].count) - 63) < 30) }
    }
  }

  @Test func `births in a minute are the integral of what the function sets`() throws {
    cell.lifetime = 1000
    onFrame { time, _ in self.cell.birthRate = time < 10 ? 30 : 30 + (time - 10) }
    // 300, and 30 · 40 + 40² ÷ 2 at 50 s; steps of 1/60 s hold their first value.
    #expect(abs(try particles(50).count - (300 + 1200 + 800)) <= 1)
    // The next minute continues from the births without the function, 64 · 30.
    let all = try particles(65)
    let early = all.count { $0.birth < 64 }
    #expect(abs(early - (300 + 54 * 30 + 54 * 54 / 2)) <= 1)
  }

  @Test func `a time that the function does not touch is as without it`() throws {
    cell.velocityRange = 10
    cell.emissionRange = 6
    let plain = try [1, 5, 20, 64.5].map { try layer.particles(at: $0).map(text) }
    var calls = 0
    onFrame { time, _ in
      calls += 1
      if time > 30, time < 40 { self.cell.birthRate = 3 }
      self.root.opacity = 0.5
    }
    for (time, known) in zip([1.0, 5, 20], plain) { #expect(try particles(time).map(text) == known) }
    #expect(calls <= (1 + 5 + 20) * 60 + 6)
    // After that minute the function has no effect, except on the last births.
    let later = try particles(70).map(text)
    scene.host.onFrame = nil
    #expect(try layer.particles(at: 70).map(text) == later)
    #expect(try layer.particles(at: 64.5).map(text) == plain[3])
  }

  @Test func `a film asks for each time once`() throws {
    var calls = 0
    onFrame { time, _ in
      calls += 1
      self.layer.emitterPosition = Point(time, 0)
    }
    try scene.filming { for i in 0...240 { _ = try particles(Double(i) / 24, fps: 24) } }
    // Ten seconds of the grid, plus the frames themselves.
    #expect(calls == 601 + 241)
  }

  @Test func `the number is that of the film's frame, and 0 in a still`() throws {
    var numbers: [Int] = []
    onFrame { _, index in numbers.append(index) }
    _ = try particles(0.1, fps: 30)
    #expect(numbers == [0, 0, 1, 1, 2, 2, 3, 3])
    numbers = []
    _ = try particles(0.1)
    #expect(numbers == [Int](repeating: 0, count: 8))
  }

  @Test func `what the function says at other times is not heard, and its errors are those of their pictures`() throws {
    onFrame { time, _ in
      self.scene.warn(.film, "at \(time)")
      if time < 0.5 { throw LayerError("too early") }
      self.layer.emitterPosition = Point(7, 0)
    }
    let all = try particles(1)
    #expect(warned.warnings.map(\.message) == ["at 1.0"])
    #expect(all.count { $0.x == 7 } == 16 && all.count { $0.x == 0 } == 14)
    #expect(message { _ = try particles(0.2) } == "too early")
    #expect(layer.emitterPosition == .zero)
  }

  @Test func `cells that the function makes anew are those in their places`() throws {
    onFrame { time, _ in
      let other = EmitterCell(in: self.scene)
      other.birthRate = 30
      other.lifetime = 1.5
      other.scale = time
      self.layer.emitterCells = [other]
    }
    let all = try particles(2)
    #expect(all.count == 45)
    for p in all { #expect(abs(p.scale - grid(p.birth)) < 1e-6) }
  }

  @Test func `lives as long as the function makes them are looked back for, and no longer than can be`() throws {
    onFrame { _, _ in self.cell.lifetime = 100 }
    #expect(try particles(150).count == 3000)
    onFrame { time, _ in self.layer.emitterPosition = Point(time, 0) }
    cell.lifetime = 1e7
    let error = try #require(message { _ = try particles(5000) })
    #expect(error.contains("the function of each frame: particles live so long"))
    // A cell that begins late has no earlier births.
    cell.beginTime = 4990
    #expect(try particles(5000).count == 300)
  }

  @Test func `a replicator's later instances have the function's earlier values`() throws {
    let copies = ReplicatorLayer(in: scene)
    copies.instanceCount = 3
    copies.instanceDelay = 40
    try root.addSublayer(copies)
    try copies.addSublayer(layer)
    onFrame { time, _ in self.layer.emitterPosition = Point(time, 0) }
    try scene.frame(of: root, RenderOptions(time: 100)) {
      for p in try layer.particles(at: 20) { #expect(abs(p.x - grid(p.birth)) < 1e-6) }
    }
  }

  @Test func `the clock's log, animations and the function together`() throws {
    let animation = BasicAnimation(in: scene)
    for (key, value) in [
      ("keyPath", PropertyValue.string("emitterPosition.y")), ("fromValue", .number(0)), ("toValue", .number(300)),
      ("duration", .number(3)),
    ] { try animation.setValue(value, forKey: key) }
    try layer.add(animation)
    try scene.advance(to: 1)
    cell.scale = 2
    onFrame { time, _ in self.layer.emitterPosition = Point(time, 5) }
    for time in [1.5, 2.9] {
      let all = try particles(time)
      #expect(all.count == 45)
      for p in all {
        #expect(abs(p.x - grid(p.birth)) < 1e-6 && abs(p.y - p.birth * 100) < 1e-6)
        #expect(p.scale == (p.birth < 1 - 1e-9 ? 1 : 2))
      }
    }
    // After the animation's end, the function's values apply.
    for p in try particles(4.6) { #expect(abs(p.y - 5) < 1e-6) }
  }
}
