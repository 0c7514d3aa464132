// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import SystemC
import Wording

/// The particles of an emitter layer as a function of its time: there are no steps, so that any instant can be computed
/// in any order.
///
/// A cell's n-th particle (n = 1, 2, …) is born n / birthRate seconds into the cell's time. Its random values come from
/// a stream of numbers that its seed, cell and n determine, in a fixed order: position, direction, lifetime, velocity,
/// scale, spin, red, green, blue, alpha. At age τ, 0 ≤ τ < lifetime, it is at p + v·τ + ½·a·τ².
struct ParticleSystem {
  /// The largest number of particles that are examined for one instant.
  private var limit: Int { layer.scene.limits.particles }
  /// The largest depth of cells that emit each other.
  static let depthLimit = 16

  /// A cell on its way down from the layer: the same cell may be in several places.
  private struct Node {
    let cell: EmitterCell
    let path: UInt64
    /// The indices of the nodes that each particle emits.
    var children: [Int] = []
    let rate: Double
    /// The longest life of a particle, and the longest with all its descendants.
    let longest: Double
    var reach = 0.0
    let activeDuration: Double
  }

  private let layer: EmitterLayer
  private let label: String
  private var nodes: [Node] = []
  private var tops: [Int] = []
  private var examined = 0
  /// The number of particles for which memory was charged.
  private var granted = 4096
  /// The approximate memory of one particle until it is painted, in bytes.
  private static let memoryPerParticle = 256
  private let isFlat: Bool

  /// The cells that particles' `cell` indexes.
  var cells: [EmitterCell] { nodes.map(\.cell) }

  /// - Throws: `LayerError` when cells emit each other too deeply.
  init(_ layer: EmitterLayer, label: String) throws(LayerError) {
    self.layer = layer
    self.label = label
    isFlat = !(layer.storedEmitterShape == .cuboid || layer.storedEmitterShape == .sphere || layer.preservesDepth)
    for (i, cell) in (layer.storedEmitterCells ?? []).enumerated() {
      if let top = try add(cell, path: ParticleRandom.mixed(UInt64(i) &+ 1), depth: 1) { tops.append(top) }
    }
  }

  /// Adds a cell with those that it emits; returns nil for one that never emits.
  private mutating func add(_ cell: EmitterCell, path: UInt64, depth: Int) throws(LayerError) -> Int? {
    guard cell.isStoredEnabled else { return nil }
    guard depth <= ParticleSystem.depthLimit, nodes.count < 10_000 else {
      throw LayerError(
        .limit,
        "\(label).emitterCells: cells may emit cells \(ParticleSystem.depthLimit) levels deep, 10000 in all; \(cell.label) is beyond"
      )
    }
    let rate = cell.storedBirthRate * layer.storedBirthRate
    guard rate > 0 else { return nil }
    let longest = (cell.storedLifetime + abs(cell.storedLifetimeRange) / 2) * layer.storedLifetime
    guard longest > 0 else {
      if layer.storedLifetime > 0 {
        layer.scene.warn(
          .noParticles,
          "\(label): cell \(cell.label) has a birthRate but no lifetime, its particles are never seen; set its lifetime in seconds",
          onceFor: "\(cell.serial)", about: cell)
      }
      return nil
    }
    let index = nodes.count
    nodes.append(Node(cell: cell, path: path, rate: rate, longest: longest, activeDuration: cell.timing.activeDuration))
    var reach = 0.0
    for (i, child) in (cell.storedEmitterCells ?? []).enumerated() {
      guard let added = try add(child, path: ParticleRandom.mixed(path &* 31 &+ UInt64(i) &+ 1), depth: depth + 1)
      else { continue }
      nodes[index].children.append(added)
      // The last particles live on after their emitter. A cell's own clock may stretch that.
      let speed = abs(child.timing.speed)
      reach = max(reach, speed > 0 ? nodes[added].reach / min(speed, 1) : .infinity)
    }
    nodes[index].reach = longest + reach
    return index
  }

  /// The particles at a time of the layer, sorted by cell and then by birth.
  ///
  /// - Throws: `LayerError` when there are too many to examine.
  mutating func particles(at time: Double) throws(LayerError) -> [Particle] {
    examined = 0
    var result: [Particle] = []
    for top in tops { try emit(top, at: time, parent: nil, path: nodes[top].path, into: &result) }
    return result
  }

  /// The values that an emitting particle passes on, at an age.
  private struct Parent {
    let system: Int
    let seed: Seed
    let birth: Double
  }

  /// The values that are determined when a particle is born.
  private struct Seed {
    var index: UInt64
    var origin: Vector3
    var velocity: Vector3
    var acceleration: Vector3
    var direction: Vector3
    var lifetime: Double
    var scale: Double
    var scaleSpeed: Double
    var spin: Double
    var color: (r: Double, g: Double, b: Double, a: Double)
    var colorSpeed: (r: Double, g: Double, b: Double, a: Double)
    /// The colour that it inherits.
    var tint: (r: Double, g: Double, b: Double, a: Double)
    var inheritedScale: Double

    func position(_ t: Double) -> Vector3 {
      Vector3(
        x: origin.x + velocity.x * t + 0.5 * acceleration.x * t * t,
        y: origin.y + velocity.y * t + 0.5 * acceleration.y * t * t,
        z: origin.z + velocity.z * t + 0.5 * acceleration.z * t * t)
    }
    /// The direction of motion; that at birth while it stands still.
    func heading(_ t: Double) -> Vector3 {
      let v = Vector3(
        x: velocity.x + acceleration.x * t, y: velocity.y + acceleration.y * t, z: velocity.z + acceleration.z * t)
      let length = v.length
      return length > 1e-9 && length.isFinite ? Vector3(x: v.x / length, y: v.y / length, z: v.z / length) : direction
    }
    func scale(_ t: Double) -> Double { max(scale + scaleSpeed * t, 0) }
    func color(_ t: Double) -> (r: Double, g: Double, b: Double, a: Double) {
      (
        clamped(color.r + colorSpeed.r * t) * tint.r, clamped(color.g + colorSpeed.g * t) * tint.g,
        clamped(color.b + colorSpeed.b * t) * tint.b, clamped(color.a + colorSpeed.a * t) * tint.a
      )
    }
  }

  /// Adds the particles of a cell that live at `time`: the layer's time, or, for particles that a particle emits, that
  /// particle's age.
  ///
  /// - Parameter end: the end of the emitter's life, when emission stops.
  private mutating func emit(
    _ index: Int, at time: Double, parent: Parent?, path: UInt64, into result: inout [Particle]
  ) throws(LayerError) {
    let node = nodes[index]
    let timing = node.cell.timing
    let local = timing.activeTime(at: LocalTime(time))
    let (now, slack) = (local.seconds, local.slack)
    guard now > 0 else { return }
    // Births continue while the cell is active and, for a particle's cell, while the particle lives.
    var until = min(now, node.activeDuration)
    if let parent, timing.speed > 0 { until = min(until, timing.activeTime(at: parent.seed.lifetime)) }
    let first = max((now - node.reach - slack) * node.rate, 0).rounded(.down) + 1
    let last = ((until + slack) * node.rate).rounded(.down)
    guard last >= first else { return }
    guard last < 0x1p52, last - first < Double(limit - examined) else { throw tooMany(node) }
    examined += Int(clamping: last - first) + 1
    if examined > granted {
      granted = examined + 4096
      if let budget = layer.scene.memoryBudget, !budget.hasRoom(for: granted * ParticleSystem.memoryPerParticle) {
        throw .noMemory(
          "\(examined) particles, as birthRate and lifetime make them", budget, at: "\(label): cell \(node.cell.label)")
      }
    }
    var n = UInt64(clamping: first)
    let end = UInt64(clamping: last)
    while n <= end {
      if n & 4095 == 0, layer.scene.host.isStopped?() == true {
        throw LayerError(.cancelled, "the picture was given up")
      }
      let birth = Double(n) / node.rate
      // A particle that is born at a time exists at it, and one that dies at it does not, independent of rounding.
      if birth <= now + slack {
        let age = max(now - birth, 0)
        let seed = born(n, of: node, path: path, at: birth, parent: parent)
        if age < seed.lifetime - slack { append(seed, index, age: age, birth: birth, parent: parent, to: &result) }
        if !node.children.isEmpty, age < node.reach {
          let own = Parent(system: index, seed: seed, birth: birth)
          for child in node.children {
            try emit(
              child, at: age, parent: own,
              path: ParticleRandom.mixed(nodes[child].path ^ ParticleRandom.mixed(path &+ n)), into: &result)
          }
        }
      }
      n += 1
    }
  }

  private func tooMany(_ node: Node) -> LayerError {
    LayerError(
      .limit,
      "\(label): cell \(node.cell.label) has more than \(limit) particles at once (birthRate \(numberText(node.rate)) a second "
        + "for \(numberText(node.longest)) seconds); lower its birthRate or its lifetime")
  }

  private func append(
    _ seed: Seed, _ cell: Int, age: Double, birth: Double, parent: Parent?, to result: inout [Particle]
  ) {
    let p = seed.position(age)
    let c = seed.color(age)
    let own = seed.scale(age) * seed.inheritedScale
    result.append(
      Particle(
        cell: cell, birth: (parent?.birth ?? 0) + birth, age: age, x: p.x, y: p.y, z: p.z,
        scale: own * layer.storedScale,
        angle: seed.spin * age, color: Color(red: c.r, green: c.g, blue: c.b, alpha: c.a), direction: seed.heading(age),
        ownScale: own))
  }

  // MARK: Birth

  private func born(_ n: UInt64, of node: Node, path: UInt64, at birth: Double, parent: Parent?) -> Seed {
    let cell = node.cell
    var random = ParticleRandom(seed: layer.seed, path: path, index: n)
    // The order is part of the meaning of a seed.
    let place = (random.unit(), random.unit(), random.unit())
    let turn = (random.unit(), random.unit())
    let lifetime = random.value(cell.storedLifetime, cell.storedLifetimeRange) * layer.storedLifetime
    let speed = random.value(cell.storedVelocity, cell.storedVelocityRange) * layer.storedVelocity
    let scale = random.value(cell.storedScale, cell.storedScaleRange)
    let spin = random.value(cell.storedSpin, cell.storedSpinRange) * layer.storedSpin
    let base = cell.storedColor ?? .white
    let color = (
      r: random.value(base.red, cell.storedRedRange), g: random.value(base.green, cell.storedGreenRange),
      b: random.value(base.blue, cell.storedBlueRange), a: random.value(base.alpha, cell.storedAlphaRange)
    )
    var origin = Vector3()
    var natural = Frame()
    var tint = (r: 1.0, g: 1.0, b: 1.0, a: 1.0)
    var inheritedScale = 1.0
    if let parent {
      // The age of the emitter when this particle was emitted.
      let speed = cell.timing.speed
      let age = speed != 0 ? cell.timing.superiorTime(ofActiveTime: birth) ?? 0 : 0
      origin = parent.seed.position(age)
      natural = Frame(along: parent.seed.heading(age))
      tint = parent.seed.color(age)
      inheritedScale = parent.seed.scale(age) * parent.seed.inheritedScale
    } else {
      let born = layer.emissionPoint(place.0, place.1, place.2)
      origin = Vector3(
        x: layer.storedEmitterPosition.x + born.offset.x, y: layer.storedEmitterPosition.y + born.offset.y,
        z: layer.storedEmitterZPosition + born.offset.z)
      natural = Frame(along: born.direction)
    }
    let direction = natural.direction(
      longitude: cell.storedEmissionLongitude, latitude: cell.storedEmissionLatitude,
      range: min(abs(cell.storedEmissionRange), 2 * .pi),
      isFlat: isFlat && cell.storedEmissionLatitude == 0, turn.0, turn.1)
    return Seed(
      index: n, origin: origin,
      velocity: Vector3(x: direction.x * speed, y: direction.y * speed, z: direction.z * speed),
      acceleration: Vector3(x: cell.storedXAcceleration, y: cell.storedYAcceleration, z: cell.storedZAcceleration),
      direction: direction,
      lifetime: lifetime, scale: scale, scaleSpeed: cell.storedScaleSpeed, spin: spin, color: color,
      colorSpeed: (cell.storedRedSpeed, cell.storedGreenSpeed, cell.storedBlueSpeed, cell.storedAlphaSpeed), tint: tint,
      inheritedScale: inheritedScale)
  }

  /// Three directions at right angles; emission starts from the first one.
  private struct Frame {
    var x = Vector3(x: 1, y: 0, z: 0)
    var y = Vector3(x: 0, y: 1, z: 0)
    var z = Vector3(x: 0, y: 0, z: 1)

    init() {}

    /// The frame turned by azimuth and then elevation so that its x lies along a direction.
    init(along d: Vector3) {
      let flat = (d.x * d.x + d.y * d.y).squareRoot()
      let c = flat > 1e-12 ? d.x / flat : 1
      let s = flat > 1e-12 ? d.y / flat : 0
      x = d
      y = Vector3(x: -s, y: c, z: 0)
      z = Vector3(x: -d.z * c, y: -d.z * s, z: flat)
    }

    func direction(longitude: Double, latitude: Double, range: Double, isFlat: Bool, _ u: Double, _ v: Double)
      -> Vector3
    {
      // A direction within the cone about +x, turned to latitude and longitude, then into this frame.
      if isFlat {
        let angle = longitude + range * (u - 0.5)
        return carried(Vector3(x: cos(angle), y: sin(angle), z: 0))
      }
      let cosine = 1 - u * (1 - cos(range / 2))
      let sine = max(1 - cosine * cosine, 0).squareRoot()
      let around = 2 * .pi * v
      let a = Vector3(x: cosine, y: sine * cos(around), z: sine * sin(around))
      let (cl, sl) = (cos(latitude), sin(latitude))
      let b = Vector3(x: a.x * cl - a.z * sl, y: a.y, z: a.x * sl + a.z * cl)
      let (co, so) = (cos(longitude), sin(longitude))
      return carried(Vector3(x: b.x * co - b.y * so, y: b.x * so + b.y * co, z: b.z))
    }

    private func carried(_ v: Vector3) -> Vector3 {
      Vector3(
        x: v.x * x.x + v.y * y.x + v.z * z.x, y: v.x * x.y + v.y * y.y + v.z * z.y, z: v.x * x.z + v.y * y.z + v.z * z.z
      )
    }
  }
}

/// A number limited to 0…1; 0 when it is not a number.
private func clamped(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
