// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import LayerModel
import Pixels
import TestSupport
import Testing

/// The values that particles take at birth: from animations, and from values set as the clock advances.
@Suite struct EmissionTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func emitter(
    rate: Double = 20, life: Double = 10, _ configure: (EmitterLayer, EmitterCell) throws -> Void = { _, _ in }
  ) throws -> (layer: EmitterLayer, cell: EmitterCell) {
    let layer = EmitterLayer(in: scene)
    let cell = EmitterCell(in: scene)
    cell.name = "c"
    cell.birthRate = rate
    cell.lifetime = life
    layer.emitterCells = [cell]
    try configure(layer, cell)
    return (layer, cell)
  }

  private func animation<A: Animation>(_ animation: A, _ values: [(String, PropertyValue)]) throws -> A {
    for (key, value) in values { try animation.setValue(value, forKey: key) }
    return animation
  }

  /// An animation between two values that fills forwards.
  private func filled(_ path: String, _ from: Double, _ to: Double, _ duration: Double) throws -> BasicAnimation {
    try animation(
      BasicAnimation(in: scene),
      [
        ("keyPath", .string(path)), ("fromValue", .number(from)), ("toValue", .number(to)),
        ("duration", .number(duration)), ("fillMode", .string("both")), ("removedOnCompletion", .bool(false)),
      ])
  }

  private func keyframes(
    _ path: String, _ values: [Double], at times: [Double], _ duration: Double, mode: String = "linear"
  ) throws -> KeyframeAnimation {
    try animation(
      KeyframeAnimation(in: scene),
      [
        ("keyPath", .string(path)), ("values", .array(values.map { .number($0) })),
        ("keyTimes", .array(times.map { .number($0) })), ("duration", .number(duration)),
        ("calculationMode", .string(mode)),
      ])
  }

  /// Checks the numbers of living particles at several times, and the times of the first, second, fifth and tenth
  /// birth.
  private func check(
    _ layer: EmitterLayer, _ living: [(time: Double, count: Int)], births: [Double] = [], begin: Double = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (time, count) in living {
      #expect(try layer.particles(at: time).count == count, "at \(time)", sourceLocation: sourceLocation)
    }
    for (k, birth) in zip([1, 2, 5, 10], births) {
      let found = try layer.particles(at: birth + 1e-5).map(\.birth).min {
        abs($0 + begin - birth) < abs($1 + begin - birth)
      }
      #expect(
        abs((found ?? -1) + begin - birth) < 1e-6, "birth \(k): \(found ?? -1)", sourceLocation: sourceLocation)
    }
  }

  // MARK: The cases of the design

  @Test func `case A: steady`() throws {
    try check(
      try emitter().layer, [(0.05, 1), (0.5, 10), (1, 20), (5, 100), (20, 200)], births: [0.05, 0.1, 0.25, 0.5])
  }

  @Test func `case B: the layer's rate falls, rests and jumps back`() throws {
    let layer = try emitter { layer, _ in try layer.add(keyframes("birthRate", [1, 0, 0], at: [0, 0.5, 1], 3)) }.layer
    try check(
      layer, [(0.25, 4), (0.5, 8), (1, 13), (1.5, 15), (2, 15), (3, 15), (3.5, 25), (4, 35), (12, 180)],
      births: [0.050862, 0.103576, 0.275255, 0.633975])
  }

  @Test func `case C: the layer's rate ends, and what was born flies on`() throws {
    let layer = try emitter { layer, _ in try layer.add(filled("birthRate", 1, 0, 2)) }.layer
    try check(
      layer, [(0.5, 8), (1, 15), (1.5, 18), (2, 20), (5, 20), (10.5, 12), (11, 5), (12, 0)],
      births: [0.050641, 0.102633, 0.267949, 0.585786])
  }

  @Test func `case D: the cell's rate rises`() throws {
    let layer = try emitter(life: 1) { layer, _ in
      try layer.add(filled("emitterCells.c.birthRate", 10, 30, 2))
    }.layer
    try check(
      layer, [(0.5, 6), (1, 15), (1.5, 20), (2, 25), (3, 30)], births: [0.095445, 0.183216, 0.414214, 0.732051])
  }

  @Test func `case E: the cell's rate rises while the layer's falls`() throws {
    let layer = try emitter(life: 1) { layer, _ in
      try layer.add(filled("emitterCells.c.birthRate", 10, 30, 2))
      try layer.add(filled("birthRate", 2, 0, 2))
    }.layer
    try check(
      layer, [(0.5, 10), (1, 21), (1.5, 20), (2, 12), (2.5, 3), (3, 0)],
      births: [0.049410, 0.097766, 0.238079, 0.462955])
  }

  @Test func `case F: below zero is zero`() throws {
    let layer = try emitter(life: 5) { layer, _ in
      try layer.add(filled("emitterCells.c.birthRate", 20, -20, 2))
    }.layer
    try check(
      layer, [(0.5, 7), (1, 10), (1.5, 10), (2, 10), (5.9, 1)], births: [0.051317, 0.105573, 0.292893, 1])
  }

  @Test func `case G: two below zero are not above it`() throws {
    let layer = try emitter { layer, _ in
      try layer.add(filled("emitterCells.c.birthRate", -5, -5, 2))
      try layer.add(filled("birthRate", -2, -2, 2))
    }.layer
    try check(layer, [(0.5, 0), (1, 0), (50, 0)])
  }

  @Test func `case H: steps`() throws {
    let layer = try emitter(rate: 0, life: 1) { layer, _ in
      try layer.add(
        keyframes("emitterCells.c.birthRate", [0, 40, 0], at: [0, 1.0 / 3, 0.5, 1], 3, mode: "discrete"))
    }.layer
    try check(
      layer, [(0.5, 0), (1.25, 10), (1.5, 20), (2, 20), (2.25, 10), (2.5, 0)], births: [1.025, 1.05, 1.125, 1.25])
  }

  @Test func `case I: set to nothing and on again as the clock goes on`() throws {
    let (layer, cell) = try emitter(rate: 10, life: 3)
    try scene.advance(to: 2)
    cell.birthRate = 0
    try scene.advance(to: 4)
    cell.birthRate = 50
    try check(
      layer, [(1, 10), (2, 20), (3, 20), (4, 10), (4.5, 30), (5, 50), (6, 100)], births: [0.1, 0.2, 0.5, 1])
  }

  @Test func `case J: what is set at a birth holds for it`() throws {
    let (layer, cell) = try emitter(rate: 10, life: 1)
    try scene.advance(to: 2)
    cell.lifetime = 3
    try check(
      layer, [(1.5, 10), (2, 10), (2.5, 10), (3, 11), (4, 21), (5.5, 30)], births: [0.1, 0.2, 0.5, 1])
  }

  @Test func `case K: lives shrink to nothing`() throws {
    let layer = try emitter(rate: 10) { layer, _ in
      try layer.add(filled("emitterCells.c.lifetime", 2, 0, 4))
    }.layer
    try check(layer, [(1, 10), (2, 20), (3, 10), (3.5, 5), (4, 0), (5, 0)], births: [0.1, 0.2, 0.5, 1])
    #expect(!warned.rules.contains("no-particles"))
  }

  @Test func `case L: begin and duration`() throws {
    let layer = try emitter(rate: 10, life: 1.5) { _, cell in
      cell.beginTime = 1
      cell.duration = 2
    }.layer
    try check(
      layer, [(1, 0), (1.1, 1), (2, 10), (3, 15), (4, 5), (4.5, 0)], births: [1.1, 1.2, 1.5, 2], begin: 1)
  }

  @Test func `case M: nothing for a thousand seconds`() throws {
    let (layer, cell) = try emitter(rate: 0, life: 2)
    try scene.advance(to: 1000)
    cell.birthRate = 25
    try check(
      layer, [(1000, 0), (1000.04, 1), (1001, 25), (1003, 50)], births: [1000.04, 1000.08, 1000.2, 1000.4])
    #expect(!warned.rules.contains("no-particles"))
  }

  @Test func `case N: pulses for ever`() throws {
    let layer = try emitter(life: 1) { layer, _ in
      let pulse = try filled("emitterCells.c.birthRate", 0, 20, 0.5)
      pulse.autoreverses = true
      pulse.repeatCount = .infinity
      try layer.add(pulse)
    }.layer
    try check(
      layer, [(0.5, 5), (1, 10), (1.5, 10), (10, 10), (19.75, 10), (100_000.25, 10)],
      births: [0.223607, 0.316228, 0.5, 1])
  }

  // MARK: Other values taken at birth

  @Test func `a moving emitter leaves a trail`() throws {
    let layer = try emitter(life: 3) { layer, _ in
      try layer.add(filled("emitterPosition.x", 0, 100, 2))
    }.layer
    // Each particle stays where it was born.
    for time in [0.5, 1, 1.9, 2.5] {
      for p in try layer.particles(at: time) { #expect(abs(p.x - min(p.birth * 50, 100)) < 1e-9) }
    }
    #expect(try layer.particles(at: 2.5).count == 50)
  }

  @Test func `every number is taken at birth, and stays`() throws {
    // One value after another is set, at intervals of 1 s; particles born before keep the first value, those born after
    // get the second.
    let (layer, cell) = try emitter(rate: 8, life: 3)
    layer.emitterShape = .line
    layer.emitterSize = Size(10, 10)
    let changes: [(String, PropertyValue)] = [
      ("velocity", .number(3)), ("scale", .number(2)), ("spin", .number(2)), ("emitterZPosition", .number(7)),
      ("emitterPosition", .point(Point(5, 6))), ("emitterSize", .size(Size(4, 4))),
      ("emitterShape", .string("circle")), ("emitterMode", .string("points")),
      ("emitterCells.c.velocity", .number(11)), ("emitterCells.c.spin", .number(1)),
      ("emitterCells.c.xAcceleration", .number(4)), ("emitterCells.c.scale", .number(0.3)),
      ("emitterCells.c.scaleSpeed", .number(0.1)),
      ("emitterCells.c.color", .color(Color(red: 0.3, green: 0.2, blue: 0.1))),
      ("emitterCells.c.alphaSpeed", .number(-0.1)), ("emitterCells.c.emissionLongitude", .number(1)),
      ("emitterCells.c.emissionRange", .number(1)), ("emitterCells.c.redRange", .number(0.5)),
    ]
    cell.velocity = 2
    cell.spin = 0.5
    let before = try #require(try layer.copy() as? EmitterLayer)
    for (path, value) in changes {
      try before.setValue(value, forKeyPath: path)
      // A second copy, in which only this value differs.
      let other = try #require(try layer.copy() as? EmitterLayer)
      try other.setValue(value, forKeyPath: path)
      let log = try #require(try layer.copy() as? EmitterLayer)
      try scene.advance(to: scene.currentTime + 1)
      let since = scene.currentTime
      try log.setValue(value, forKeyPath: path)
      let time = since + 1.3
      func text(_ p: Particle) -> String { "\(p.birth) \(p.x) \(p.y) \(p.z) \(p.scale) \(p.angle) \(p.color)" }
      let (old, new) = (try layer.particles(at: time).map(text), try other.particles(at: time).map(text))
      let found = try log.particles(at: time)
      #expect(old != new, "\(path)")
      for (i, p) in found.enumerated() {
        #expect(text(p) == (p.birth < since - 1e-9 ? old[i] : new[i]), "\(path), born at \(p.birth)")
      }
    }
  }

  @Test func `children are born where their parent was, with what held then`() throws {
    let (layer, cell) = try emitter(rate: 1, life: 2)
    let spark = EmitterCell(in: scene)
    spark.name = "s"
    spark.birthRate = 10
    spark.lifetime = 1
    spark.scale = 1
    cell.velocity = 10
    cell.emitterCells = [spark]
    try layer.add(filled("emitterCells.c.emitterCells.s.scale", 0, 4, 4))
    try layer.add(filled("emitterCells.c.emitterCells.s.birthRate", 0, 40, 4))
    for time in [1.7, 2.9, 3.5] {
      for p in try layer.particles(at: time) where p.cell == 1 {
        // The scale grows by 1 per second, times those of the layer and the parent, which are 1.
        #expect(abs(p.scale - p.birth) < 1e-9)
        // Its parent is born at a whole second.
        let age = p.x / 10
        #expect(abs(p.birth - age - (p.birth - age).rounded()) < 1e-9)
      }
    }
    // A parent born at 1 s emits ∫10 s from there: 10 · (t² − 1) ÷ 2.
    let first = try layer.particles(at: 1.99).filter { $0.cell == 1 }
    let born = (5 * (1.99 * 1.99 - 1)).rounded(.down)
    #expect(Double(first.count) == born)
  }

  @Test func `an animation that the clock removes is remembered`() throws {
    let (layer, _) = try emitter(rate: 10, life: 5)
    try layer.add(filled("birthRate", 0, 4, 2))
    let short = try filled("emitterPosition.y", 0, 80, 2)
    short.isRemovedOnCompletion = true
    short.fillMode = .removed
    try layer.add(short, forKey: "rise")
    let before = try [1, 2, 3, 6].map { try layer.particles(at: $0).map { [$0.birth, $0.y] } }
    try scene.advance(to: 3)
    #expect(layer.animation(forKey: "rise") == nil)
    let after = try [1, 2, 3, 6].map { try layer.particles(at: $0).map { [$0.birth, $0.y] } }
    for (a, b) in zip(before.joined(), after.joined()) {
      #expect(abs(a[0] - b[0]) < 1e-9 && abs(a[1] - b[1]) < 1e-6)
    }
    #expect(before.map(\.count) == after.map(\.count))
  }

  @Test func `an animation of a superlayer, by its key path, counts at birth too`() throws {
    let parent = Layer(in: scene)
    let (layer, _) = try emitter(life: 3)
    layer.name = "e"
    try parent.addSublayer(layer)
    parent.speed = 2
    try parent.add(filled("sublayers.e.emitterPosition.x", 0, 100, 2))
    layer.beginTime = 0.5
    // The superlayer's time is 0.5 s ahead of the layer's.
    for p in try layer.particles(at: 1.2) { #expect(abs(p.x - min((p.birth + 0.5) * 50, 100)) < 1e-9) }
    #expect(try layer.particles(at: 1.2).count == 24)
  }

  // MARK: The clock

  @Test func `cells that are exchanged end and begin, and a copy remembers`() throws {
    let (layer, cell) = try emitter(rate: 10, life: 2)
    cell.velocity = 10
    try scene.advance(to: 3)
    let other = EmitterCell(in: scene)
    other.birthRate = 5
    other.lifetime = 4
    other.name = "other"
    layer.emitterCells = [other]
    // Later changes of the removed cell have no effect.
    cell.velocity = 500
    cell.birthRate = 0
    func counts(_ layer: EmitterLayer, _ time: Double) throws -> [Int] {
      let all = try layer.particles(at: time)
      return [all.count { $0.cell == 0 }, all.count { $0.cell == 1 }]
    }
    // The new cell comes first, then the removed one. A particle born at 3 s no longer belongs to the removed one.
    for layer in [layer, try #require(try layer.copy() as? EmitterLayer)] {
      #expect(try counts(layer, 2.5) == [20, 0] || counts(layer, 2.5) == [0, 20])
      #expect(try counts(layer, 3) == [0, 19])
      #expect(try counts(layer, 4) == [5, 9])
      #expect(try counts(layer, 6) == [15, 0])
      let old = try layer.particles(at: 4).filter { $0.cell == 1 }
      #expect(old.allSatisfy { abs($0.x - 10 * $0.age) < 1e-9 })
    }
    // Each membership has its own random numbers.
    try scene.advance(to: 7)
    layer.emitterCells = [cell]
    #expect(layer.log.members.map(\.slot) == [1, 2, 3])
    // A cell that returns starts afresh; one that remains continues.
    cell.birthRate = 10
    try scene.advance(to: 8)
    layer.emitterCells = [other, cell]
    #expect(try layer.particles(at: 8.45).count { $0.cell == 1 } == 14)
    #expect(try layer.particles(at: 8.45).count { $0.cell == 0 } == 2)
  }

  @Test func `a new emitter looks as if it had always emitted`() throws {
    try scene.advance(to: 5)
    let (layer, cell) = try emitter(rate: 10, life: 2)
    cell.lifetime = 1
    layer.emitterCells = [cell]
    #expect(layer.log.isEmpty && cell.log.entries.isEmpty)
    #expect(try layer.particles(at: 5).count == 10)
    // Likewise for an emitter that gets its cells later.
    let late = EmitterLayer(in: scene)
    try scene.advance(to: 6)
    late.emitterCells = [try cell.copy()]
    #expect(try late.particles(at: 6).count == 10)
  }

  @Test func `the remedy is to begin now`() throws {
    let (layer, _) = try emitter(rate: 10, life: 5)
    layer.birthRate = 0
    try scene.advance(to: 5)
    layer.birthRate = 1
    layer.beginTime = 5
    try scene.advance(to: 6)
    #expect(try layer.particles().count == 10)
  }

  @Test func `changes at one time are one entry, and those of a picture's hooks none`() throws {
    let (layer, cell) = try emitter()
    layer.velocity = 3
    try scene.advance(to: 1)
    for i in 1...5 {
      layer.velocity = Double(i + 10)
      layer.emitterPosition = Point(Double(i), 0)
      cell.spin = Double(i)
    }
    layer.renderMode = .additive
    cell.contentsScale = 2
    #expect(layer.log.entries.count == 1 && cell.log.entries.count == 1)
    #expect(layer.log.entries[0].numbers.velocity == 3)
    try scene.advance(to: 2)
    // Assigning the current value records nothing.
    layer.velocity = 15
    #expect(layer.log.entries.count == 1)
    _ = try layer.presentation(at: 7)
    _ = try layer.particles(at: 7)
    #expect(layer.log.entries.count == 1)
  }

  @Test func `old entries are counted together, and nothing that lives moves`() throws {
    let (layer, cell) = try emitter(rate: 30, life: 0.5)
    cell.velocityRange = 20
    cell.emissionRange = 6
    let whole = try #require(try layer.copy() as? EmitterLayer)
    whole.logLimit = .max
    whole.emitterCells?[0].logLimit = .max
    var random = SeededRandom(3210)
    for i in 1...3000 {
      try scene.advance(to: Double(i) / 30)
      let (x, rate) = (Double(i % 100), Double.random(in: 0...60, using: &random))
      for layer in [layer, whole] {
        layer.emitterPosition = Point(x, 0)
        layer.emitterCells?[0].birthRate = rate
      }
    }
    #expect(layer.log.entries.count < 1100 && cell.log.entries.count < 1100)
    #expect(whole.log.entries.count == 3000)
    for time in [100, 99.8, 99.5, 101] {
      let (a, b) = (try layer.particles(at: time), try whole.particles(at: time))
      #expect(a.count == b.count && !a.isEmpty)
      for (p, q) in zip(a, b) {
        #expect(abs(p.birth - q.birth) < 1e-6 && abs(p.x - q.x) < 1e-4 && abs(p.y - q.y) < 1e-4)
      }
    }
  }

  @Test func `entries take memory from the budget, and end with the layer`() throws {
    let budget = EmissionBudget()
    scene.memoryBudget = budget
    var held: EmitterLayer? = try emitter().layer
    for i in 1...1000 {
      try scene.advance(to: Double(i))
      held?.velocity = Double(i)
    }
    #expect(budget.charged > 100 * 1000)
    held = nil
    #expect(budget.charged < 20_000)
  }

  // MARK: Properties

  /// A random emitter with up to four random animations, and one with values set as the clock advances.
  private func random(_ random: inout SeededRandom) throws -> EmitterLayer {
    let (layer, cell) = try emitter(
      rate: .random(in: 5...30, using: &random), life: .random(in: 0.3...2, using: &random))
    cell.velocity = .random(in: 0...40, using: &random)
    cell.velocityRange = .random(in: 0...20, using: &random)
    cell.emissionRange = .random(in: 0...6, using: &random)
    cell.lifetimeRange = .random(in: 0...0.5, using: &random)
    if Bool.random(using: &random) {
      let child = EmitterCell(in: scene)
      child.name = "d"
      child.birthRate = .random(in: 2...10, using: &random)
      child.lifetime = .random(in: 0.2...0.8, using: &random)
      child.velocity = 10
      cell.emitterCells = [child]
      if Bool.random(using: &random) { child.beginTime = .random(in: -0.2...0.4, using: &random) }
      if Bool.random(using: &random) { child.timeOffset = .random(in: 0...0.3, using: &random) }
      if Bool.random(using: &random) { child.speed = .random(in: 0.5...2, using: &random) }
    }
    if Int.random(in: 0..<4, using: &random) == 0 { cell.speed = .random(in: 0.5...2, using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0 { cell.beginTime = .random(in: -1...1, using: &random) }
    var paths = [
      "birthRate", "lifetime", "velocity", "scale", "emitterPosition.x", "emitterSize.width",
      "emitterCells.c.birthRate", "emitterCells.c.lifetime", "emitterCells.c.velocity", "emitterCells.c.scale",
    ]
    if cell.emitterCells != nil { paths += ["emitterCells.c.emitterCells.d.birthRate"] }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let path = try #require(paths.randomElement(using: &random))
      let high =
        path.hasSuffix("birthRate") && path.hasPrefix("e")
        ? 30.0 : path.contains("life") ? 1.5 : path == "birthRate" ? 2 : 40
      func value() -> Double { .random(in: -0.2 * high...high, using: &random) }
      let a: PropertyAnimation
      switch Int.random(in: 0..<4, using: &random) {
      case 0: a = try keyframes(path, [value(), value(), value()], at: [0, 0.3, 1], 2)
      case 1: a = try keyframes(path, [value(), value(), value()], at: [0, 0.3, 0.6, 1], 2, mode: "discrete")
      case 2:
        a = try filled(path, value(), value(), 1)
        a.timingFunction = .easeInEaseOut
      default: a = try filled(path, value(), value(), 1.5)
      }
      a.duration = .random(in: 0.3...3, using: &random)
      a.autoreverses = Bool.random(using: &random)
      a.repeatCount = [0, 2, 2.5, Double.infinity].randomElement(using: &random) ?? 0
      a.isAdditive = Int.random(in: 0..<4, using: &random) == 0
      a.fillMode = Bool.random(using: &random) ? .both : .removed
      a.isRemovedOnCompletion = false
      if Bool.random(using: &random) { a.beginTime = .random(in: 0.1...2, using: &random) }
      try layer.add(a)
    }
    let start = scene.currentTime
    var clock = 0.0
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      clock += .random(in: 0.1...1, using: &random)
      try scene.advance(to: start + clock)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: layer.birthRate = .random(in: 0...2, using: &random)
      case 1: cell.birthRate = .random(in: 0...30, using: &random)
      case 2: layer.emitterPosition = Point(.random(in: 0...50, using: &random), 3)
      default: cell.lifetime = .random(in: 0...2, using: &random)
      }
    }
    return layer
  }

  /// 120 random emitters with three pictures each: every particle whose life has not ended is present, and has moved by
  /// its equation of motion alone.
  @Test func `from picture to picture nobody jumps, vanishes or turns up`() throws {
    var random = SeededRandom(3211)
    var compared = 0
    for round in 0..<120 {
      let layer = try self.random(&random)
      let start = Double.random(in: 0...6, using: &random)
      let step = Double.random(in: 0.01...0.1, using: &random)
      let pictures = try (0..<3).map { try layer.particles(at: start + Double($0) * step) }
      func key(_ p: Particle) -> [Double] { [Double(p.cell), p.birth] }
      var next = [[Double]: [Particle]]()
      for p in pictures[1] { next[key(p), default: []].append(p) }
      var last = [[Double]: [Particle]]()
      for p in pictures[2] { last[key(p), default: []].append(p) }
      let latest = pictures[0].filter { $0.cell == 0 }.map(\.birth).max() ?? 0
      for p in pictures[1] where p.birth < latest - 1e-6 && p.cell == 0 {
        #expect(pictures[0].contains { key($0) == key(p) }, "round \(round): turned up, born at \(p.birth)")
      }
      for (p, rank) in pictures[0].map({ ($0, 0) }) {
        guard let a = next[key(p)], a.count == 1, rank == 0 else { continue }
        guard let b = last[key(p)], b.count == 1 else { continue }
        compared += 1
        let (first, second) = (Point(a[0].x - p.x, a[0].y - p.y), Point(b[0].x - a[0].x, b[0].y - a[0].y))
        #expect(abs(first.x - second.x) < 1e-6 && abs(first.y - second.y) < 1e-6, "round \(round): \(p)")
      }
      // No particle vanishes within its life: one in the third picture is also in the second.
      for p in pictures[0] where last[key(p)] != nil { #expect(next[key(p)] != nil, "round \(round): \(p.birth)") }
    }
    #expect(compared > 2000)
  }

  /// 60 random emitters: pictures in another order, of a copy, and alone are the same.
  @Test func `any picture is a function of its time`() throws {
    var random = SeededRandom(3212)
    for round in 0..<60 {
      let layer = try self.random(&random)
      let times = (0..<6).map { _ in Double.random(in: 0...20, using: &random) }
      func picture(_ layer: EmitterLayer, _ time: Double) throws -> [[Double]] {
        try layer.particles(at: time).map { [$0.birth, $0.x, $0.y, $0.scale, $0.age] }
      }
      let first = try times.map { try picture(layer, $0) }
      for (time, known) in zip(times, first).reversed() {
        let copy = try #require(try layer.copy() as? EmitterLayer)
        #expect(try picture(copy, time) == known, "round \(round) at \(time)")
        layer.forgetHistory()
        #expect(try picture(layer, time) == known, "round \(round) at \(time)")
      }
    }
  }

  /// 20 random animations compared with the same values set as the clock advances, 240 times a second.
  @Test func `values that the clock sets in small steps come to the animation`() throws {
    var random = SeededRandom(3213)
    for round in 0..<20 {
      let (animated, _) = try emitter(life: 1)
      let (set, cell) = try emitter(life: 1)
      let start = scene.currentTime
      (animated.beginTime, set.beginTime) = (start, start)
      let (a, b) = (Double.random(in: 0...40, using: &random), Double.random(in: 0...40, using: &random))
      let x = Double.random(in: 10...100, using: &random)
      try animated.add(filled("emitterCells.c.birthRate", a, b, 2))
      try animated.add(filled("emitterPosition.x", 0, x, 2))
      cell.birthRate = a
      for i in 1...480 {
        let part = Double(i) / 480
        try scene.advance(to: start + part * 2)
        cell.birthRate = a + (b - a) * (part - 0.5 / 480)
        set.emitterPosition = Point(x * part, 0)
      }
      for time in [0.7, 1.3, 1.9] {
        let (p, q) = (try animated.particles(at: time), try set.particles(at: time))
        #expect(abs(p.count - q.count) <= 1, "round \(round) at \(time)")
        // In order of birth, from the first that both have.
        for p in p {
          guard let near = q.min(by: { abs($0.birth - p.birth) < abs($1.birth - p.birth) }) else { continue }
          if abs(near.birth - p.birth) < 0.02 { #expect(abs(near.x - p.x) < x * 0.02) }
        }
      }
    }
  }

  @Test func `what never changes is as it was, to the bit`() throws {
    let (layer, cell) = try emitter { layer, cell in
      layer.emitterShape = .sphere
      layer.emitterSize = Size(30, 0)
      cell.velocity = 20
      cell.velocityRange = 10
      cell.emissionRange = 3
      cell.redRange = 0.5
    }
    let inner = EmitterCell(in: scene)
    inner.birthRate = 3
    inner.lifetime = 1
    cell.emitterCells = [inner]
    func picture(_ layer: EmitterLayer) throws -> [[Double]] {
      try layer.particles(at: 7.3).map { [$0.birth, $0.x, $0.y, $0.z, $0.scale, $0.age, $0.color.red] }
    }
    let known = try picture(layer)
    let same = try #require(try layer.copy() as? EmitterLayer)
    try same.add(filled("opacity", 0, 1, 3))
    try same.add(filled("birthRate", 1, 1, 3))
    try same.add(filled("emitterCells.c.lifetime", 10, 10, 3))
    #expect(try picture(same) == known)
    // Likewise if other numbers are animated.
    try same.add(filled("emitterCells.c.spin", 0, 9, 3))
    #expect(try picture(same) == known)
  }

  /// Endless animations: one with a million cycles, and two without a common period.
  @Test func `endless animations of other keys keep their own periods`() throws {
    let (layer, _) = try emitter(rate: 100, life: 0.5)
    func endless(_ path: String, _ from: Double, _ to: Double, _ duration: Double, cumulative: Bool = false) throws {
      let a = try filled(path, from, to, duration)
      a.repeatCount = .infinity
      a.isCumulative = cumulative
      try layer.add(a)
    }
    try endless("emitterPosition.x", 0, 10, 0.1)
    try endless("emitterPosition.y", 0, 10, 0.1 * 2.0.squareRoot())
    try endless("scale", 1, 2, 0.07)
    for time in [3.0, 100_000.03] {
      if time > 10 {
        // Two of one key without a common period are evaluated from their begin, which exceeds the limit here.
        #expect(throws: LayerError.self) { try layer.particles(at: time) }
        try layer.removeAllAnimations()
        try endless("emitterPosition.x", 0, 10, 0.1)
        try endless("scale", 1, 2, 0.07)
      }
      let all = try layer.particles(at: time)
      #expect(all.count == 50)
      for p in all {
        let x = p.birth.truncatingRemainder(dividingBy: 0.1) * 100
        #expect(min(abs(p.x - x), abs(p.x - x + 10), abs(p.x - x - 10)) < 1e-3)
      }
    }
    // A cumulative animation.
    try layer.removeAllAnimations()
    try endless("emitterPosition.x", 0, 10, 0.1, cumulative: true)
    for p in try layer.particles(at: 20) { #expect(abs(p.x - p.birth * 100) < 1e-3) }
    for p in try layer.particles(at: 200) { #expect(abs(p.x - p.birth * 100) < 1e-3) }
  }

  @Test func `an endless rate of a million pulses costs one`() throws {
    let (layer, _) = try emitter(rate: 0, life: 1)
    let a = try filled("emitterCells.c.birthRate", 0, 20, 0.05)
    a.autoreverses = true
    a.repeatCount = .infinity
    try layer.add(a)
    #expect(try layer.particles(at: 100_000).count == 10)
    #expect(try layer.particles(at: 3).count == 10)
  }

  @Test func `an emission that runs backward, stands still or is offset`() throws {
    let (layer, cell) = try emitter(rate: 10, life: 0.55)
    try layer.add(filled("emitterPosition.x", 0, 100, 10))
    try layer.add(filled("birthRate", 1, 1.5, 10))
    cell.speed = 0
    cell.timeOffset = 0.5
    // The values at the picture's time apply to all particles.
    let still = try layer.particles(at: 4)
    #expect(still.count == 6 && still.allSatisfy { abs($0.x - 40) < 1e-9 })
    // Particles born before the begin have the values from before it.
    cell.speed = 1
    #expect(try layer.particles(at: 0).map(\.x) == [0, 0, 0, 0, 0])
    // Backwards: at 4 s, those born at 4 s and later.
    cell.speed = -1
    cell.timeOffset = 10
    let back = try layer.particles(at: 4)
    #expect(back.allSatisfy { $0.x > 40 - 1e-6 && $0.x < 40 + 5.6 })
    #expect(back.count >= 6)
  }
}

/// A memory budget that counts what is charged.
private final class EmissionBudget: MemoryBudget {
  private(set) var charged = 0
  func hasRoom(for bytes: Int) -> Bool { true }
  func charge(_ bytes: Int) { charged += bytes }
  func release(_ bytes: Int) { charged -= bytes }
  var limit: Int? { nil }
  var room: Int? { nil }
}
