// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import SystemC
import Timing

/// The particles of an emitter layer as a closed-form function of its time. Nothing is integrated step by step, so any
/// instant can be computed in any order.
///
/// A cell's n-th particle (n = 1, 2, …) is born when the integral of its rate over the cell's time reaches n: n /
/// birthRate seconds into it for a constant rate. Its random values come from a stream that its seed, cell and n
/// determine, in a fixed order: position, direction, lifetime, velocity, scale, spin, red, green, blue, alpha. Means
/// and ranges are those of the layer and the cell at its birth. At age τ, 0 ≤ τ < lifetime, it is at p + v·τ + ½·a·τ².
struct ParticleSystem {
  /// The maximum number of particles that are examined for one instant.
  private var limit: Int { layer.scene.limits.particles }
  /// The maximum nesting depth of cells that emit each other.
  static let depthLimit = 16

  /// An occurrence of a cell in the tree below the layer; a cell may occur in several places.
  private struct Node {
    let cell: EmitterCell
    let path: UInt64
    let timing: TimeMap
    let activeDuration: Double
    /// The seconds of its own time per second of the layer's; negative if it runs backward.
    let speed: Double
    /// The values that its particles take at birth, if constant.
    let numbers: CellEmission
    /// The changes of those values; nil if they are constant.
    let changes: Changes?
    /// The births per second, if constant.
    let rate: Double
    /// The longest lifetime of a particle, and the longest including all its descendants, in its own seconds.
    let longest: Double
    var reach = 0.0
    /// The indices of the nodes that each particle emits.
    var children: [Int] = []
  }

  /// The time-varying values of a cell.
  private final class Changes {
    let course: EmissionCourse<CellEmission>
    var cursors: EmissionCourse<CellEmission>.Cursors
    /// The births and lifetimes; nil if both are constant.
    var pieces: EmissionPieces?
    /// The births with the rates set by the frame callback, and the times in which these apply.
    var overlaid: EmissionPieces?
    var overlays: [Overlay] = []
    /// The interval of the layer's time in which the layer has the cell.
    var window = (from: -Double.infinity, until: Double.infinity)
    /// The number of births until a time of the layer, if earlier ones are no longer logged.
    var counted: (time: Double, births: Double)?

    init(_ course: EmissionCourse<CellEmission>) {
      self.course = course
      cursors = course.cursors
    }
  }

  /// An interval of the layer's time in which the frame callback sets a cell's rate.
  private struct Overlay {
    let from: Double
    let until: Double
    /// The time from which particles have separate random streams.
    let first: Double
    let salt: UInt64
  }

  private let layer: EmitterLayer
  private let label: String
  /// The layer's time.
  private let time: Double
  private var nodes: [Node] = []
  private var tops: [Int] = []
  /// The slots of `tops`.
  private var slots: [Int] = []
  private var examined = 0
  /// The number of particles for which there is known to be memory.
  private var granted = 4096
  /// The approximate memory of one particle until it is painted, in bytes.
  private static let memoryPerParticle = 256
  /// The values that particles took at birth, with and without those that the frame callback set.
  private let history: EmissionHistory?
  private let plainHistory: EmissionHistory?
  private let frame: FrameEmissions.Emitter?
  /// The values that particles take from the layer, if constant.
  private var numbers: LayerEmission
  private var cursors: EmissionCourse<LayerEmission>.Cursors?

  /// The cells that `Particle.cell` indexes.
  var cells: [EmitterCell] { nodes.map(\.cell) }

  /// Prepares the particles for one instant.
  ///
  /// - Parameters:
  ///   - layer: the layer, or a presentation of it.
  ///   - time: the layer's time.
  ///   - hasHistory: false to use the layer's own values at all times, ignoring animations and the log.
  /// - Throws: `LayerError` if cells emit each other too deeply, and if an animation cannot be applied.
  init(_ layer: EmitterLayer, at time: Double, label: String, hasHistory: Bool = true) throws {
    self.layer = layer
    self.label = label
    self.time = time
    let model = layer.source?.model ?? layer
    let picture = layer.scene.picture
    frame = !hasHistory || picture.isAsking || model.forwardRate == nil ? nil : picture.emissions?.emitter(of: model)
    plainHistory = hasHistory ? try model.history(layer.source, at: time, frame) : nil
    history =
      try frame.flatMap { $0.isTouched ? try model.history(layer.source, at: time, over: $0) : nil } ?? plainHistory
    numbers = history?.layer.numbers(at: time) ?? LayerEmission(layer)
    if let history, !history.layer.tracks.isEmpty { cursors = history.layer.cursors }
    let shown = layer.storedEmitterCells ?? []
    let cells = frame?.tops ?? model.storedEmitterCells ?? []
    for (i, member) in model.emissionMembers(cells).enumerated() {
      // Former cells of the layer are included as they were, but not those that the frame callback removed.
      if i >= shown.count, i < cells.count { continue }
      try addTop(i < cells.count ? shown[i] : member.cell, member, EmitterLayer.place(i, in: nil))
    }
    // Cells that the frame callback added.
    for i in min(cells.count, shown.count)..<shown.count {
      try addTop(shown[i], EmissionMember(cell: shown[i], slot: i + 1), EmitterLayer.place(i, in: nil))
    }
  }

  private mutating func addTop(_ cell: EmitterCell, _ member: EmissionMember, _ place: UInt64) throws {
    let path = ParticleRandom.mixed(UInt64(clamping: member.slot))
    guard let top = try add(cell, member.cell, path: path, place: place, depth: 1, speed: 1, member) else { return }
    tops.append(top)
    slots.append(member.slot)
  }

  /// Adds a cell with its descendants; returns nil for one that never emits.
  ///
  /// - Parameters:
  ///   - model: the cell whose history applies to `cell`.
  ///   - place: the hash of its place in the tree of cells.
  ///   - speed: the seconds of its emitter's time per second of the layer's.
  ///   - member: its membership in the layer; nil for a cell within a cell.
  private mutating func add(
    _ cell: EmitterCell, _ model: EmitterCell, path: UInt64, place: UInt64, depth: Int, speed: Double,
    _ member: EmissionMember? = nil
  ) throws -> Int? {
    guard cell.isStoredEnabled else { return nil }
    guard depth <= ParticleSystem.depthLimit, nodes.count < 10_000 else {
      throw LayerError(
        .limit,
        "\(label).emitterCells: cells may emit cells \(ParticleSystem.depthLimit) levels deep, 10000 in all; "
          + "\(cell.label) is beyond"
      )
    }
    let speed = speed * cell.timing.speed
    var values = CellEmission(cell)
    var changes: Changes?
    if let history, let course = history.cells[ObjectIdentifier(model)] {
      values = course.numbers(at: time)
      // A cell whose time stands still takes the values at the time of the render.
      if speed != 0, speed.isFinite {
        changes = try self.changes(of: model, course: course, history: history, speed: speed, member: member)
      }
    }
    let rate = max(values.birthRate, 0) * max(numbers.birthRate, 0)
    var longest = (values.lifetime + abs(values.lifetimeRange) / 2) * numbers.lifetime
    if let pieces = changes?.pieces {
      guard pieces.hasBirths, pieces.longest > 0 else { return nil }
      longest = pieces.longest
    } else {
      guard rate > 0 else { return nil }
      guard longest > 0 else {
        if numbers.lifetime > 0 {
          layer.scene.warn(
            .noParticles,
            "\(label): cell \(cell.label) has a birthRate but no lifetime, its particles are never seen; set its "
              + "lifetime in seconds",
            onceFor: "\(cell.serial)", about: cell)
        }
        return nil
      }
    }
    let index = nodes.count
    nodes.append(
      Node(
        cell: cell, path: path, timing: cell.timing, activeDuration: cell.timing.activeDuration, speed: speed,
        numbers: values, changes: changes, rate: rate, longest: longest))
    var reach = 0.0
    let inner = model.storedEmitterCells ?? []
    for (i, child) in (cell.storedEmitterCells ?? []).enumerated() {
      let innerPlace = EmitterLayer.place(i, in: place)
      let known = frame.flatMap { frame in frame.places[innerPlace].map { frame.cells[$0] } }
      guard
        let added = try add(
          child, known ?? (i < inner.count ? inner[i] : child),
          path: ParticleRandom.mixed(path &* 31 &+ UInt64(i) &+ 1), place: innerPlace, depth: depth + 1, speed: speed)
      else { continue }
      nodes[index].children.append(added)
      // The last descendants outlive their emitter; a cell's own time may lengthen that.
      let speed = abs(child.timing.speed)
      reach = max(reach, speed > 0 ? nodes[added].reach / min(speed, 1) : .infinity)
    }
    nodes[index].reach = longest + reach
    return index
  }

  /// Returns the time-varying values of a cell; nil if all are constant.
  private func changes(
    of cell: EmitterCell, course: EmissionCourse<CellEmission>, history: EmissionHistory, speed: Double,
    member: EmissionMember?
  ) throws -> Changes? {
    let changes = Changes(course)
    if let member { (changes.window, changes.counted) = ((member.from, member.until), member.counted) }
    let isSteady =
      history.layer.isConstant([LayerEmission.birthRate, LayerEmission.lifetime])
      && course.isConstant([CellEmission.birthRate, CellEmission.lifetime, CellEmission.lifetimeRange])
      && changes.window == (-.infinity, .infinity) && changes.counted == nil
    if isSteady { return course.tracks.isEmpty && history.layer.tracks.isEmpty ? nil : changes }
    changes.pieces = try pieces(
      of: cell, rates: course, lives: course, rateHistory: history, lifeHistory: history, speed: speed)
    // Rates set by the frame callback apply for a while; afterwards births continue as without them.
    guard let frame, let plainHistory, member != nil, speed > 0, let index = frame.index(of: cell),
      let plain = plainHistory.cells[ObjectIdentifier(cell)]
    else { return changes }
    let spans = frame.spansOfOtherRates(ofCell: index)
    if spans.isEmpty { return changes }
    changes.overlaid = changes.pieces
    changes.pieces = try pieces(
      of: cell, rates: plain, lives: course, rateHistory: plainHistory, lifeHistory: history, speed: speed)
    let time = { (index: Int) in (layer.source?.model ?? layer).ownTime(at: FrameEmissions.time(index)) }
    for (span, first) in spans {
      let begin = span * FrameEmissions.spanLength
      changes.overlays.append(
        Overlay(
          from: time(begin), until: time(begin + FrameEmissions.spanLength), first: time(begin + first),
          salt: ParticleRandom.mixed(UInt64(bitPattern: Int64(span)) &+ 0x5851_F42D_4C95_7F2D)))
    }
    return changes
  }

  /// Returns the pieces of a cell with its rate from one history and its lifetimes from another.
  private func pieces(
    of cell: EmitterCell, rates: EmissionCourse<CellEmission>, lives: EmissionCourse<CellEmission>,
    rateHistory: EmissionHistory, lifeHistory: EmissionHistory, speed: Double
  ) throws -> EmissionPieces {
    // In reversed time, repetitions are followed from some time after the render's.
    func track(_ track: EmissionTrack) -> EmissionTrack? {
      speed > 0 ? track : track.reversed(through: max(time, 0) + 64, limit: EmissionPieces.limit)
    }
    guard let rate = track(rates.track(of: CellEmission.birthRate)),
      let factor = track(rateHistory.layer.track(of: LayerEmission.birthRate)),
      let life = track(lives.track(of: CellEmission.lifetime)),
      let range = track(lives.track(of: CellEmission.lifetimeRange)),
      let lifeFactor = track(lifeHistory.layer.track(of: LayerEmission.lifetime)),
      let pieces = EmissionPieces(
        rates: (rate, factor), life: life, lifeRange: range, lifeFactor: lifeFactor,
        through: speed > 0 ? lifeHistory.heldThrough : 64)
    else {
      throw LayerError(
        .limit,
        "\(label): the birthRate and the lifetime of cell \(cell.label) change more than \(EmissionPieces.limit) "
          + "times; give the endless animations durations with a common multiple, or an end")
    }
    return pieces
  }

  /// Returns the living particles, sorted by cell and then by birth.
  ///
  /// - Throws: `LayerError` if too many must be examined.
  mutating func particles() throws(LayerError) -> [Particle] {
    examined = 0
    var result: [Particle] = []
    for top in tops { try emit(top, at: time, parent: nil, path: nodes[top].path, into: &result) }
    return result
  }

  /// The longest time that a particle or its descendants may be visible after its birth, in the layer's seconds.
  var longestReach: Double { tops.reduce(0) { max($0, nodes[$1].reach / abs(nodes[$1].speed)) } }

  /// Returns the number of births of the layer's cells until a time of the layer, by slot, for cells whose time runs
  /// forward.
  func births(until time: Double) -> [Int: Double] {
    var result: [Int: Double] = [:]
    for (top, slot) in zip(tops, slots) {
      let node = nodes[top]
      guard node.speed > 0, let begin = node.timing.superiorTime(ofActiveTime: 0) else { continue }
      guard let pieces = node.changes?.pieces, let changes = node.changes else {
        result[slot] = max(time - begin, 0) * node.speed * node.rate
        continue
      }
      var (from, counted) = (max(begin, changes.window.from), 0.0)
      if let known = changes.counted, known.time > from { (from, counted) = known }
      let last = min(time, changes.window.until)
      result[slot] =
        counted + (last > from ? (pieces.births(until: last) - pieces.births(until: from)) * node.speed : 0)
    }
    return result
  }

  /// An emitting particle, whose values at an age its particles inherit.
  private struct Parent {
    let system: Int
    let seed: Seed
    let birth: Double
    /// The birth in the layer's time.
    let time: Double
  }

  /// The values that are fixed at a particle's birth.
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
    /// The angle at birth.
    var rotation: Double
    var color: (r: Double, g: Double, b: Double, a: Double)
    var colorSpeed: (r: Double, g: Double, b: Double, a: Double)
    /// The inherited colour factor.
    var tint: (r: Double, g: Double, b: Double, a: Double)
    var inheritedScale: Double
    /// The layer's scale factor.
    var layerScale: Double

    func position(_ t: Double) -> Vector3 {
      Vector3(
        x: origin.x + velocity.x * t + 0.5 * acceleration.x * t * t,
        y: origin.y + velocity.y * t + 0.5 * acceleration.y * t * t,
        z: origin.z + velocity.z * t + 0.5 * acceleration.z * t * t)
    }
    /// Returns the direction of motion; the direction at birth if it stands still.
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

  /// Adds the living particles of a cell at `time`: the layer's time, or, for a cell within a cell, the age of the
  /// emitting particle.
  private mutating func emit(
    _ index: Int, at time: Double, parent: Parent?, path: UInt64, into result: inout [Particle]
  ) throws(LayerError) {
    let node = nodes[index]
    let timing = node.timing
    let local = timing.activeTime(at: LocalTime(time))
    let (now, slack) = (local.seconds, local.slack)
    guard now > 0 else { return }
    // Births continue while the cell is active and, for a cell within a cell, while the emitting particle lives.
    var until = min(now, node.activeDuration)
    if let parent, timing.speed > 0 { until = min(until, timing.activeTime(at: parent.seed.lifetime)) }
    if let changes = node.changes, let pieces = changes.pieces {
      return try emit(
        node, at: index, changes: changes, pieces: pieces, now: (now, slack), until: until, parent: parent, path: path,
        into: &result)
    }
    let first = max((now - node.reach - slack) * node.rate, 0).rounded(.down) + 1
    let last = ((until + slack) * node.rate).rounded(.down)
    guard last >= first else { return }
    try examine(first, last, of: node, rate: node.rate, life: node.longest)
    var n = UInt64(clamping: first)
    let end = UInt64(clamping: last)
    while n <= end {
      if n & 4095 == 0 { try checkStop() }
      let birth = Double(n) / node.rate
      // A particle exists at the time of its birth but not at the time of its death, regardless of rounding.
      if birth <= now + slack {
        try bear(n, node, index, at: birth, now: (now, slack), parent: parent, path: path, into: &result)
      }
      n += 1
    }
  }

  /// Adds the living particles of a cell whose rate or lifetimes change.
  private mutating func emit(
    _ node: Node, at index: Int, changes: Changes, pieces: EmissionPieces, now: (seconds: Double, slack: Double),
    until: Double, parent: Parent?, path: UInt64, into result: inout [Particle]
  ) throws(LayerError) {
    // Pieces are in the layer's time, or in its negative if the cell runs backward.
    let speed = abs(node.speed)
    let sign = node.speed < 0 ? -1.0 : 1
    let timing = node.timing
    // The cell's time at which counting starts, the number of births until then, and the equivalent time of the pieces.
    var (start, counted) = (0.0, 0.0)
    let begin = timing.superiorTime(ofActiveTime: 0) ?? 0
    var origin = begin
    if let parent {
      let rate = nodes[parent.system].speed
      origin = parent.time + begin / rate
      if begin < 0, timing.speed > 0 {
        // A particle born before its emitter takes the values at the emitter's birth.
        (start, origin) = (timing.activeTime(at: 0), parent.time)
        let rate = pieces.figures(at: sign * origin).rate
        counted = rate * start
        let first = max((now.seconds - node.reach - now.slack) * rate, 0).rounded(.down) + 1
        let last = (min(until + now.slack, start) * rate).rounded(.down)
        if last >= first {
          try examine(first, last, of: node, rate: rate, life: node.longest)
          for n in UInt64(clamping: first)...UInt64(clamping: last) {
            if n & 4095 == 0 { try checkStop() }
            let birth = Double(n) / rate
            guard birth <= now.seconds + now.slack else { break }
            try bear(
              n, node, index, at: birth, time: parent.time, now: now, parent: parent, path: path, into: &result)
          }
        }
      }
    }
    var from = sign * origin
    func move(to time: Double, births: Double) {
      guard time > from else { return }
      start += (time - from) * speed
      (from, counted) = (time, births)
    }
    move(to: sign > 0 ? changes.window.from : -changes.window.until, births: 0)
    if let known = changes.counted { move(to: sign * known.time, births: known.births) }
    let end = sign > 0 ? changes.window.until : -changes.window.from
    var part = Part(
      start: start, from: from, counted: counted, picture: from + (now.seconds - start) / speed,
      first: from, last: min(from + (until - start) / speed + now.slack / speed, before(end)), includesFirst: false)
    let last = part.last
    guard last >= from else { return }
    let base = pieces.births(until: from)
    for overlay in changes.overlays where overlay.until > from && overlay.from <= last {
      guard let overlaid = changes.overlaid else { break }
      // Without the overlay until its start.
      part.last = min(last, before(overlay.from))
      try emit(
        node, at: index, pieces: pieces, part: part, sign: sign, now: now, parent: parent, path: path, into: &result)
      var own = part
      (own.from, own.first) = (max(overlay.from, from), max(overlay.from, from))
      own.start = start + (own.from - from) * speed
      own.counted = counted + (pieces.births(until: own.from) - base) * speed
      own.last = min(last, before(overlay.until))
      own.includesFirst = own.from > from
      own.salt = (overlay.first, overlay.salt)
      try emit(
        node, at: index, pieces: overlaid, part: own, sign: sign, now: now, parent: parent, path: path, into: &result)
      (part.first, part.last, part.includesFirst) = (overlay.until, last, true)
    }
    try emit(
      node, at: index, pieces: pieces, part: part, sign: sign, now: now, parent: parent, path: path, into: &result)
  }

  /// Returns a time just before another one, by twice its slack.
  private func before(_ time: Double) -> Double { time.isFinite ? time - 2 * LocalTime(time).slack : time }

  /// A section of a cell's births, in the time of its pieces.
  private struct Part {
    /// The cell's time at which counting starts, its equivalent in the time of the pieces, and the number of births
    /// until then.
    var start: Double
    var from: Double
    var counted: Double
    var picture: Double
    /// The first and the last time of births.
    var first: Double
    var last: Double
    /// True if a birth at exactly the first time is included.
    var includesFirst: Bool
    /// The time from which particles have separate random streams; nil for none.
    var salt: (from: Double, UInt64)?
  }

  private mutating func emit(
    _ node: Node, at index: Int, pieces: EmissionPieces, part: Part, sign: Double,
    now: (seconds: Double, slack: Double), parent: Parent?, path: UInt64, into result: inout [Particle]
  ) throws(LayerError) {
    guard part.last >= part.first else { return }
    let speed = abs(node.speed)
    let slack = now.slack / speed
    let base = pieces.births(until: part.from)
    func births(until time: Double) -> Double { part.counted + (pieces.births(until: time) - base) * speed }
    var cursor = EmissionPieces.Cursor()
    // Earlier births are excluded.
    let already = part.includesFirst ? births(until: before(part.first)) : births(until: part.first) + 1e-9
    var done = max(already.rounded(.down), 0)
    let spans = pieces.spans(
      alive: part.picture, from: part.first, through: part.last, speed: speed, more: node.reach - node.longest)
    for span in spans.spans {
      let (a, b) = (births(until: span.from), births(until: span.to))
      let first = max((a - EmissionPieces.slack(of: a)).rounded(.down), done) + 1
      let final = (b + EmissionPieces.slack(of: b)).rounded(.down)
      guard final >= first else { continue }
      let figures = pieces.figures(at: span.to)
      try examine(first, final, of: node, rate: figures.rate * speed, life: figures.life)
      done = final
      for n in UInt64(clamping: first)...UInt64(clamping: final) {
        if n & 4095 == 0 { try checkStop() }
        let time = max(pieces.time(ofBirths: base + (Double(n) - part.counted) / speed, &cursor), part.first)
        guard time <= part.last, time <= part.picture + slack else { break }
        var own = path
        if let salt = part.salt, time >= salt.from - slack { own = ParticleRandom.mixed(path ^ salt.1) }
        try bear(
          n, node, index, at: part.start + (time - part.from) * speed, time: sign * time, now: now, parent: parent,
          path: own, into: &result)
      }
    }
  }

  /// Counts the particles in a range of numbers against the limit, and checks that there is memory for them.
  private mutating func examine(
    _ first: Double, _ last: Double, of node: Node, rate: Double, life: Double
  ) throws(LayerError) {
    guard last < 0x1p52, last - first < Double(limit - examined) else { throw tooMany(node, rate, life) }
    examined += Int(clamping: last - first) + 1
    guard examined > granted else { return }
    granted = examined + 4096
    if let budget = layer.scene.memoryBudget, !budget.hasRoom(for: granted * ParticleSystem.memoryPerParticle) {
      throw .noMemory(
        "\(examined) particles, from birthRate and lifetime", budget, at: "\(label): cell \(node.cell.label)")
    }
  }

  private func checkStop() throws(LayerError) {
    if layer.scene.host.isStopped?() == true { throw LayerError(.cancelled, "the picture was cancelled") }
  }

  /// Adds the n-th particle of a cell, if it is alive, and its descendants.
  ///
  /// - Parameters:
  ///   - birth: its birth in the cell's time.
  ///   - time: its birth in the layer's time; nil to compute it if needed.
  @inline(__always)
  private mutating func bear(
    _ n: UInt64, _ node: Node, _ index: Int, at birth: Double, time: Double? = nil,
    now: (seconds: Double, slack: Double), parent: Parent?, path: UInt64, into result: inout [Particle]
  ) throws(LayerError) {
    let age = max(now.seconds - birth, 0)
    var time = time ?? 0
    let seed: Seed
    if let changes = node.changes {
      if changes.pieces == nil { time = self.time(of: birth, node, parent) }
      let own = changes.course.numbers(at: time, &changes.cursors)
      seed = born(n, of: node, own, layerNumbers(at: time), path: path, at: birth, parent: parent)
    } else {
      if !node.children.isEmpty { time = self.time(of: birth, node, parent) }
      seed = born(n, of: node, node.numbers, numbers, path: path, at: birth, parent: parent)
    }
    if age < seed.lifetime - now.slack { append(seed, index, age: age, birth: birth, parent: parent, to: &result) }
    guard !node.children.isEmpty, age < node.reach else { return }
    let own = Parent(system: index, seed: seed, birth: birth, time: time)
    for child in node.children {
      try emit(
        child, at: age, parent: own, path: ParticleRandom.mixed(nodes[child].path ^ ParticleRandom.mixed(path &+ n)),
        into: &result)
    }
  }

  /// Returns the layer's time of a birth given in a cell's time.
  private func time(of birth: Double, _ node: Node, _ parent: Parent?) -> Double {
    guard node.speed != 0, let above = node.timing.superiorTime(ofActiveTime: birth) else { return time }
    guard let parent else { return above }
    // A particle born before its emitter takes the values at the emitter's birth.
    return parent.time + (node.timing.speed > 0 ? max(above, 0) : above) / nodes[parent.system].speed
  }

  private mutating func layerNumbers(at time: Double) -> LayerEmission {
    guard let history, var cursors else { return numbers }
    let result = history.layer.numbers(at: time, &cursors)
    self.cursors = cursors
    return result
  }

  private func tooMany(_ node: Node, _ rate: Double, _ life: Double) -> LayerError {
    LayerError(
      .limit,
      "\(label): cell \(node.cell.label) has more than \(limit) particles at once (birthRate \(numberText(rate)) a "
        + "second for \(numberText(life)) seconds); lower its birthRate or its lifetime")
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
        scale: own * seed.layerScale,
        angle: seed.rotation + seed.spin * age, color: Color(red: c.r, green: c.g, blue: c.b, alpha: c.a),
        direction: seed.heading(age),
        ownScale: own))
  }

  // MARK: Birth

  /// Computes the values of a particle at its birth.
  ///
  /// - Parameters:
  ///   - own: the values that it takes from its cell.
  ///   - shared: the values that it takes from the layer.
  private func born(
    _ n: UInt64, of node: Node, _ own: CellEmission, _ shared: LayerEmission, path: UInt64, at birth: Double,
    parent: Parent?
  ) -> Seed {
    var random = ParticleRandom(seed: layer.seed, path: path, index: n)
    // A fixed order: changing it would change the particles of every seed.
    let place = (random.unit(), random.unit(), random.unit())
    let turn = (random.unit(), random.unit())
    let lifetime = random.value(own.lifetime, own.lifetimeRange) * shared.lifetime
    let speed = random.value(own.velocity, own.velocityRange) * shared.velocity
    let scale = random.value(own.scale, own.scaleRange)
    let spin = random.value(own.spin, own.spinRange) * shared.spin
    let (base, range, change) = (own.color, own.colorRange, own.colorSpeed)
    let color = (
      r: random.value(base[0], range[0]), g: random.value(base[1], range[1]), b: random.value(base[2], range[2]),
      a: random.value(base[3], range[3])
    )
    let rotation = random.value(own.rotation, own.rotationRange)
    var origin = Vector3()
    var natural = Frame()
    var tint = (r: 1.0, g: 1.0, b: 1.0, a: 1.0)
    var inheritedScale = 1.0
    if let parent {
      // The emitter's age at this particle's birth.
      let age = node.timing.speed != 0 ? node.timing.superiorTime(ofActiveTime: birth) ?? 0 : 0
      origin = parent.seed.position(age)
      natural = Frame(along: parent.seed.heading(age))
      tint = parent.seed.color(age)
      inheritedScale = parent.seed.scale(age) * parent.seed.inheritedScale
    } else {
      let born = shared.emissionPoint(place.0, place.1, place.2)
      origin = Vector3(
        x: shared.position.x + born.offset.x, y: shared.position.y + born.offset.y,
        z: shared.zPosition + born.offset.z)
      natural = Frame(along: born.direction)
    }
    let shape = shared.shape
    let isFlat = !(shape == .cuboid || shape == .sphere || layer.preservesDepth) && own.latitude == 0
    let direction = natural.direction(
      longitude: own.longitude, latitude: own.latitude, range: min(abs(own.range), 2 * .pi), isFlat: isFlat, turn.0,
      turn.1)
    return Seed(
      index: n, origin: origin,
      velocity: Vector3(x: direction.x * speed, y: direction.y * speed, z: direction.z * speed),
      acceleration: own.acceleration, direction: direction, lifetime: lifetime, scale: scale,
      scaleSpeed: own.scaleSpeed, spin: spin, rotation: rotation, color: color,
      colorSpeed: (change[0], change[1], change[2], change[3]), tint: tint, inheritedScale: inheritedScale,
      layerScale: shared.scale)
  }

  /// Three orthonormal directions; emission is relative to the first one.
  private struct Frame {
    var x = Vector3(x: 1, y: 0, z: 0)
    var y = Vector3(x: 0, y: 1, z: 0)
    var z = Vector3(x: 0, y: 0, z: 1)

    init() {}

    /// Creates a frame rotated by azimuth and then elevation so that its x axis has a direction.
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
      // A direction within the cone about +x, rotated by latitude and longitude, then into this frame.
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

/// Returns a number clamped to 0…1; 0 for NaN.
private func clamped(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
