// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import LayerModel
import Pixels
import Testing
import TestSupport

// The rules and formulas of layer-classes.md 6.
@Suite struct ParticleTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  func emitter(_ configure: (EmitterLayer, EmitterCell) -> Void = { _, _ in }) -> EmitterLayer {
    let layer = EmitterLayer(in: scene)
    let cell = EmitterCell(in: scene)
    cell.name = "c"
    cell.birthRate = 10
    cell.lifetime = 3
    layer.emitterCells = [cell]
    configure(layer, cell)
    return layer
  }
  func isNear(_ a: Double, _ b: Double, _ e: Double = 1e-9) -> Bool { abs(a - b) <= e }

  @Test func `the n-th particle is born at n ÷ birthRate and lives its lifetime`() throws {
    let layer = emitter()
    #expect(try layer.particles(at: 0.05).isEmpty)
    #expect(try layer.particles(at: -3).isEmpty)
    let early = try layer.particles(at: 0.35)
    #expect(early.map(\.birth) == [0.1, 0.2, 3.0 / 10])
    #expect(zip(early, [0.25, 0.15, 0.05]).allSatisfy { isNear($0.age, $1) })
    // τ < lifetime: at 10.05, particles born after 7.05 are alive.
    let late = try layer.particles(at: 10.05)
    #expect(late.count == 30)
    #expect(isNear(late[0].birth, 7.1) && isNear(late[29].birth, 10))
  }

  /// Births, deaths and frames at decimal times, none of which is exact in binary: a particle born at a frame's time is
  /// in the frame, one that dies at it is not.
  @Test func `births and deaths at a frame's own time count by the decimal numbers`() throws {
    var random = SeededRandom(10)
    for _ in 0..<300 {
      let perSecond = [10, 20, 50, 100].randomElement(using: &random) ?? 10
      let life = Int.random(in: 1...40, using: &random)
      let begin = Int.random(in: 0...30, using: &random)
      let layer = emitter { _, cell in
        cell.birthRate = Double(perSecond)
        cell.lifetime = Double(life) / Double(perSecond)
        cell.beginTime = Double(begin) / Double(perSecond)
      }
      let frame = begin + Int.random(in: 1...100, using: &random)
      var summed = 0.0
      for _ in 0..<frame { summed += 1 / Double(perSecond) }
      for time in [Double(frame) / Double(perSecond), summed] {
        let particles = try layer.particles(at: time)
        #expect(
          particles.count == min(frame - begin, life),
          "\(perSecond) a second, \(life) long, from \(begin), at frame \(frame)")
        #expect(particles.allSatisfy { $0.age >= 0 })
      }
    }
  }

  @Test func `any instant is a function of seed and time alone`() throws {
    let layer = emitter { layer, cell in
      layer.emitterShape = .sphere
      layer.emitterSize = Size(20, 0)
      cell.velocityRange = 50
      cell.emissionRange = 2
      cell.lifetimeRange = 2
      cell.redRange = 0.5
    }
    let at5 = try layer.particles(at: 5).map { [$0.x, $0.y, $0.z, $0.color.red] }
    _ = try layer.particles(at: 1)
    _ = try layer.particles(at: 100)
    #expect(try layer.particles(at: 5).map { [$0.x, $0.y, $0.z, $0.color.red] } == at5)
    // A copy, and another layer with the same values, agree; another seed differs.
    let copy = try #require(try layer.copy() as? EmitterLayer)
    #expect(try copy.particles(at: 5).map { [$0.x, $0.y, $0.z, $0.color.red] } == at5)
    layer.seed = 1
    #expect(try layer.particles(at: 5).map { [$0.x, $0.y, $0.z, $0.color.red] } != at5)
    // A particle keeps its random numbers as it ages.
    let cell = try #require(layer.emitterCells?.first)
    cell.lifetimeRange = 0
    let a = try layer.particles(at: 5)
    let b = try layer.particles(at: 5.05)
    let shared = a.filter { p in b.contains { $0.birth == p.birth } }
    #expect(shared.count >= 29)
    for p in shared { #expect(b.first { $0.birth == p.birth }?.color.red == p.color.red) }
  }

  @Test func `position, scale, angle and colour follow their formulas`() throws {
    let layer = emitter { layer, cell in
      layer.emitterPosition = Point(100, 50)
      layer.emitterZPosition = 7
      layer.velocity = 2
      layer.scale = 3
      layer.spin = 0.5
      cell.velocity = 30
      cell.emissionLongitude = .pi / 3
      cell.xAcceleration = 5
      cell.yAcceleration = -8
      cell.zAcceleration = 2
      cell.scale = 0.5
      cell.scaleSpeed = 0.25
      cell.spin = 4
      cell.color = Color(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
      cell.redSpeed = 0.3
      cell.blueSpeed = 0.5
      cell.alphaSpeed = -0.5
    }
    for p in try layer.particles(at: 4.321) {
      let t = p.age
      #expect(isNear(p.x, 100 + 60 * cos(.pi / 3) * t + 2.5 * t * t, 1e-6))
      #expect(isNear(p.y, 50 + 60 * sin(.pi / 3) * t - 4 * t * t, 1e-6))
      #expect(isNear(p.z, 7 + t * t, 1e-6))
      #expect(isNear(p.scale, 3 * (0.5 + 0.25 * t)))
      #expect(isNear(p.angle, 2 * t))
      #expect(isNear(p.color.red, min(0.2 + 0.3 * t, 1)) && isNear(p.color.green, 0.4))
      #expect(isNear(p.color.blue, min(0.9 + 0.5 * t, 1)) && isNear(p.color.alpha, max(1 - 0.5 * t, 0)))
    }
  }

  @Test func `a random value is its mean plus the range times a number from −½ to ½`() throws {
    let layer = emitter { _, cell in
      cell.birthRate = 2000
      cell.velocity = 100
      cell.velocityRange = 40
      cell.scale = 2
      cell.scaleRange = 1
      cell.spin = 1
      cell.spinRange = -2
      cell.color = Color(red: 0.5, green: 0.5, blue: 0.5)
      cell.greenRange = 0.4
    }
    let all = try layer.particles(at: 3)
    #expect(all.count >= 5990)
    func check(_ name: String, _ values: [Double], _ mean: Double, _ range: Double) {
      let half = abs(range) / 2 + 1e-9
      #expect(values.allSatisfy { abs($0 - mean) <= half }, "\(name)")
      let average = values.reduce(0, +) / Double(values.count)
      #expect(abs(average - mean) < half * 0.05, "\(name): \(average)")
      // The variance of a uniform distribution is range² ÷ 12.
      let variance = values.reduce(0) { $0 + ($1 - average) * ($1 - average) } / Double(values.count)
      #expect(abs(variance / (range * range / 12) - 1) < 0.06, "\(name): \(variance)")
    }
    let old = all.filter { $0.age > 0.01 }
    check("velocity", old.map { $0.x / $0.age }, 100, 40)
    check("scale", old.map(\.scale), 2, 1)
    check("spin", old.map { $0.angle / $0.age }, 1, 2)
    check("green", old.map(\.color.green), 0.5, 0.4)
    // The components are independent.
    let covariance = old.reduce(0) { $0 + ($1.scale - 2) * ($1.color.green - 0.5) } / Double(old.count)
    #expect(abs(covariance) < 0.002)
  }

  @Test(arguments: [
    (EmitterShape.point, EmitterMode.volume), (.line, .volume), (.line, .points), (.rectangle, .volume),
    (.rectangle, .outline),
    (.rectangle, .points), (.cuboid, .volume), (.cuboid, .surface), (.cuboid, .outline), (.cuboid, .points),
    (.circle, .volume),
    (.circle, .outline), (.circle, .points), (.sphere, .volume), (.sphere, .surface), (.sphere, .outline),
    (.sphere, .points),
  ])
  func `particles are born on their shape`(shape: EmitterShape, mode: EmitterMode) throws {
    let layer = emitter { layer, cell in
      layer.emitterShape = shape
      layer.emitterMode = mode
      layer.emitterSize = Size(40, 20)
      layer.emitterDepth = 10
      cell.birthRate = 1000
    }
    let all = try layer.particles(at: 3)
    let radius = all.map { ($0.x * $0.x + $0.y * $0.y + $0.z * $0.z).squareRoot() }
    func on(_ v: Double, _ half: Double) -> Bool { isNear(abs(v), half, 1e-6) }
    switch shape {
    case .point: #expect(all.allSatisfy { $0.x == 0 && $0.y == 0 && $0.z == 0 })
    case .line:
      #expect(all.allSatisfy { abs($0.x) <= 20 && $0.y == 0 && $0.z == 0 })
      if mode == .points { #expect(all.allSatisfy { on($0.x, 20) }) }
    case .rectangle:
      #expect(all.allSatisfy { abs($0.x) <= 20 && abs($0.y) <= 10 && $0.z == 0 })
      if mode == .outline {
        #expect(all.allSatisfy { on($0.x, 20) || on($0.y, 10) })
        // Uniform by length: two thirds on the long sides.
        #expect(abs(Double(all.count { on($0.y, 10) }) / Double(all.count) - 2.0 / 3) < 0.04)
      }
      if mode == .points { #expect(all.allSatisfy { on($0.x, 20) && on($0.y, 10) }) }
    case .cuboid:
      #expect(all.allSatisfy { abs($0.x) <= 20 && abs($0.y) <= 10 && abs($0.z) <= 5 })
      let sides = all.map { (on($0.x, 20) ? 1 : 0) + (on($0.y, 10) ? 1 : 0) + (on($0.z, 5) ? 1 : 0) }
      switch mode {
      case .volume: #expect(sides.allSatisfy { $0 == 0 })
      case .surface:
        #expect(sides.allSatisfy { $0 == 1 })
        // 40·20 of 40·20 + 20·10 + 40·10.
        #expect(abs(Double(all.count { on($0.z, 5) }) / Double(all.count) - 800.0 / 1400) < 0.04)
      case .outline: #expect(sides.allSatisfy { $0 == 2 })
      case .points: #expect(sides.allSatisfy { $0 == 3 })
      }
    case .circle, .sphere:
      #expect(radius.allSatisfy { $0 <= 40 + 1e-9 })
      if shape == .circle || mode == .outline { #expect(all.allSatisfy { $0.z == 0 }) }
      if mode != .volume { #expect(radius.allSatisfy { isNear($0, 40, 1e-6) }) }
      // Uniform by area or volume: half lies within r·2^(−1/2) or r·2^(−1/3).
      if mode == .volume {
        let half = 40 * pow(0.5, shape == .circle ? 1.0 / 2 : 1.0 / 3)
        #expect(abs(Double(radius.count { $0 < half }) / Double(all.count) - 0.5) < 0.04)
      }
      if mode == .points { #expect(all.allSatisfy { [$0.x, $0.y, $0.z].count { abs($0) > 1e-6 } == 1 }) }
    }
  }

  @Test func `directions count from the shape's own: +x, outward, or across a line`() throws {
    func heading(_ shape: EmitterShape, longitude: Double, latitude: Double = 0) throws -> (
      x: Double, y: Double, z: Double
    ) {
      let layer = emitter { layer, cell in
        layer.emitterShape = shape
        cell.velocity = 10
        cell.emissionLongitude = longitude
        cell.emissionLatitude = latitude
      }
      let p = try #require(try layer.particles(at: 1.05).first)
      let d = 10 * p.age
      return (p.x / d, p.y / d, p.z / d)
    }
    func near(_ v: (x: Double, y: Double, z: Double), _ x: Double, _ y: Double, _ z: Double) -> Bool {
      isNear(v.x, x, 1e-6) && isNear(v.y, y, 1e-6) && isNear(v.z, z, 1e-6)
    }
    #expect(try near(heading(.point, longitude: 0), 1, 0, 0))
    #expect(try near(heading(.point, longitude: -.pi / 2), 0, -1, 0))
    #expect(try near(heading(.rectangle, longitude: .pi / 2), 0, 1, 0))
    // With y down, a line at the top of a scene emits downwards at π.
    #expect(try near(heading(.line, longitude: .pi), 0, 1, 0))
    #expect(try near(heading(.line, longitude: 0), 0, -1, 0))
    #expect(try near(heading(.point, longitude: 0, latitude: .pi / 2), 0, 0, 1))
    #expect(try near(heading(.point, longitude: .pi / 2, latitude: .pi / 6), 0, cos(.pi / 6), 0.5))
    let ring = emitter { layer, cell in
      layer.emitterShape = .circle
      layer.emitterMode = .outline
      layer.emitterSize = Size(10, 0)
      cell.velocity = 5
    }
    for p in try ring.particles(at: 2) { #expect(isNear((p.x * p.x + p.y * p.y).squareRoot(), 10 + 5 * p.age, 1e-6)) }
    let ball = emitter { layer, cell in
      layer.emitterShape = .sphere
      layer.emitterMode = .surface
      layer.emitterSize = Size(10, 0)
      cell.velocity = 5
    }
    for p in try ball.particles(at: 2) {
      #expect(isNear((p.x * p.x + p.y * p.y + p.z * p.z).squareRoot(), 10 + 5 * p.age, 1e-6))
    }
  }

  @Test func `the emission range is the full angle of a cone; its sign does not matter`() throws {
    for range in [1.0, -1.0] {
      let layer = emitter { _, cell in
        cell.birthRate = 1000
        cell.velocity = 10
        cell.emissionLongitude = 0.5
        cell.emissionRange = range
      }
      let angles = try layer.particles(at: 2).filter { $0.age > 0.01 }.map { atan2($0.y, $0.x) }
      #expect(angles.allSatisfy { $0 >= 0 && $0 <= 1 })
      #expect(angles.contains { $0 < 0.05 } && angles.contains { $0 > 0.95 })
    }
    let solid = emitter { layer, cell in
      layer.emitterShape = .cuboid
      cell.birthRate = 2000
      cell.velocity = 10
      cell.emissionRange = 1
    }
    let cosines = try solid.particles(at: 2).filter { $0.age > 0.01 }.map { $0.x / (10 * $0.age) }
    #expect(cosines.allSatisfy { $0 >= cos(0.5) - 1e-9 })
    // Uniform on the cap means a uniform cosine.
    let middle = (1 + cos(0.5)) / 2
    #expect(abs(Double(cosines.count { $0 > middle }) / Double(cosines.count) - 0.5) < 0.04)
  }

  @Test func `multipliers of the layer act on every cell; the layer's rate too`() throws {
    let layer = emitter { layer, cell in
      layer.birthRate = 2
      layer.lifetime = 0.5
      cell.lifetime = 1
    }
    #expect(try layer.particles(at: 10.01).count == 10)
    layer.birthRate = 0
    #expect(try layer.particles(at: 10).isEmpty)
  }

  @Test func `a cell emits within its window, at its own speed, while it is enabled`() throws {
    let layer = emitter { _, cell in
      cell.beginTime = 1
      cell.duration = 0.5
      cell.lifetime = 10
    }
    let cell = try #require(layer.emitterCells?.first)
    #expect(try layer.particles(at: 1).isEmpty)
    #expect(try layer.particles(at: 1.25).count == 2)
    #expect(try layer.particles(at: 5).count == 5)
    cell.repeatCount = 2
    #expect(try layer.particles(at: 5).count == 10)
    cell.repeatDuration = 0.3
    #expect(try layer.particles(at: 5).count == 3)
    cell.repeatDuration = 0
    cell.repeatCount = 0
    cell.speed = 2
    #expect(try layer.particles(at: 1.25).count == 5)
    #expect(isNear(try layer.particles(at: 1.25)[0].age, 0.4))
    cell.speed = 0
    #expect(try layer.particles(at: 3).isEmpty)
    cell.timeOffset = 0.25
    #expect(try layer.particles(at: 3).count == 2)
    cell.isEnabled = false
    #expect(try layer.particles(at: 3).isEmpty)
  }

  @Test func `what a particle emits starts where it is, along its way, with its colour and scale`() throws {
    let layer = emitter { layer, cell in
      layer.emitterPosition = Point(10, 20)
      layer.scale = 2
      cell.birthRate = 1
      cell.lifetime = 1.02
      cell.velocity = 100
      cell.emissionLongitude = -.pi / 2
      cell.scale = 0.5
      cell.scaleSpeed = 0.1
      cell.color = Color(red: 1, green: 0.5, blue: 0)
      let burst = EmitterCell(in: scene)
      burst.birthRate = 1
      burst.lifetime = 5
      burst.velocity = 10
      burst.scale = 3
      burst.color = Color(red: 0.5, green: 0.5, blue: 1)
      cell.emitterCells = [burst]
    }
    // The rocket born at t = 1 emits at its age of 1, at t = 2, and dies at 2.02.
    #expect(try layer.particles(at: 1.9).map(\.cell) == [0])
    let at25 = try layer.particles(at: 2.5)
    let burst = try #require(at25.first { $0.cell == 1 })
    #expect(isNear(burst.birth, 2) && isNear(burst.age, 0.5))
    #expect(isNear(burst.x, 10, 1e-6) && isNear(burst.y, 20 - 100 - 5, 1e-6))
    #expect(isNear(burst.scale, 2 * 3 * 0.6))
    #expect(isNear(burst.color.red, 0.5) && isNear(burst.color.green, 0.25) && burst.color.blue == 0)
    // The burst outlives the rocket, and there is only one.
    #expect(try layer.particles(at: 6.9).count { $0.cell == 1 } == 5)
  }

  @Test func `a birth rate without a lifetime warns, a cell that repeats itself is refused, too many are a limit`()
    throws
  {
    let layer = emitter { _, cell in cell.lifetime = 0 }
    #expect(try layer.particles(at: 3).isEmpty)
    #expect(warned.rules.contains("no-particles"))
    let cell = try #require(layer.emitterCells?.first)
    cell.lifetime = 1e300
    cell.birthRate = 1e308
    func failure(_ time: Double) -> LayerError? {
      do {
        _ = try layer.particles(at: time)
        return nil
      } catch { return error as? LayerError }
    }
    #expect(failure(3)?.kind == .limit)
    #expect(failure(1e300)?.kind == .limit)
    cell.birthRate = 1e7
    #expect(failure(3)?.message.contains("more than 1000000 particles at once") == true)
    cell.birthRate = 1e-300
    #expect(try layer.particles(at: 3).isEmpty)
    // Cells nested in cells.
    var top = EmitterCell(in: scene)
    for _ in 0..<40 {
      let outer = EmitterCell(in: scene)
      outer.birthRate = 1
      outer.lifetime = 1
      top.birthRate = 1
      top.lifetime = 1
      outer.emitterCells = [top, top]
      top = outer
    }
    layer.emitterCells = [top]
    #expect(failure(3)?.kind == .limit)
    let ring = EmitterCell(in: scene)
    ring.emitterCells = [top]
    #expect(throws: LayerError.self) { try top.setValue(.array([.keyed(ring)]), forKey: "emitterCells") }
  }

  @Test func `a long chain of cells is freed and copied without recursion`() throws {
    var top = EmitterCell(in: scene)
    for _ in 0..<1_000 {
      let outer = EmitterCell(in: scene)
      outer.storeCellsForTest([top])
      top = outer
    }
    _ = try top.copy()
  }

  @Test func `the layer's own time decides`() throws {
    let parent = Layer(in: scene)
    parent.speed = 2
    let layer = emitter { layer, _ in layer.beginTime = 1 }
    try parent.addSublayer(layer)
    try scene.advance(to: 1)
    // (1 · 2 − 1) = 1 second: ten births.
    #expect(try layer.particles().count == 10)
  }
}

extension EmitterCell {
  fileprivate func storeCellsForTest(_ cells: [EmitterCell]) { emitterCells = cells }
}
