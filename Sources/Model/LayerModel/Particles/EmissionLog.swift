// SPDX-License-Identifier: MIT
import Timing

/// The former values of a cell, logged as the clock advances.
package struct CellLog {
  package struct Entry {
    /// The clock time until which the values were valid. They became valid at the end of the previous entry; the first
    /// entry was valid from the beginning.
    var until: Double
    var numbers: CellEmission
  }
  package var entries: [Entry] = []
  /// The clock time since which the present values are valid.
  var since: Double
}

/// The former state of an emitter layer, logged as the clock advances: its values, its animations and its cells.
package struct EmitterLog {
  package struct Entry {
    /// The clock time until which the entry was valid; see `CellLog.Entry`.
    var until: Double
    package var numbers: LayerEmission
    var animations: [Animation]
  }
  package var entries: [Entry] = []
  /// The clock times since which the present values and the present cells are valid.
  var since: Double
  var cellsSince: Double
  /// The animations that change emission values, and copies of them without delegates for the entries.
  var animations: [Animation] = []
  var quietAnimations: [Animation] = []

  /// A present or former cell of the layer.
  package struct Member {
    /// The cell; a copy once the layer no longer has it.
    var cell: EmitterCell
    /// The number that seeds the random streams of its particles.
    package let slot: Int
    /// The clock times between which it emits.
    var from: Double
    var until: Double
  }
  /// Empty if the cells have not changed since the clock first advanced.
  package var members: [Member] = []

  /// The number of births until a time before which the log is discarded, by slot.
  struct Births {
    /// The clock time.
    var time: Double
    var counts: [Int: Double]
  }
  var births: Births?

  package var isEmpty: Bool { entries.isEmpty && members.isEmpty }
}

/// An interval of an emitter's time with constant values, animations and cells.
struct EmissionEra {
  /// The interval, in the layer's time.
  var from = -Double.infinity
  var to = Double.infinity
  var numbers: LayerEmission
  var animations: [Animation]
  /// The cells; nil for the present ones.
  var cells: [EmitterCell]?

  /// True if it has the same animations and cells as another era.
  func isAnimatedAs(_ other: EmissionEra) -> Bool {
    guard animations.count == other.animations.count, zip(animations, other.animations).allSatisfy({ $0 === $1 }) else {
      return false
    }
    guard let cells, let others = other.cells else { return cells == nil && other.cells == nil }
    return cells.count == others.count && zip(cells, others).allSatisfy { $0 === $1 }
  }
}

/// A present or former cell of an emitter layer.
struct EmissionMember {
  let cell: EmitterCell
  /// The number that seeds the random streams of its particles.
  let slot: Int
  /// The layer's times between which it emits.
  var from = -Double.infinity
  var until = Double.infinity
  /// The number of births until a time of the layer, if earlier ones are no longer logged.
  var counted: (time: Double, births: Double)?
}

/// The origin of a presentation's particles.
struct EmissionSource {
  let model: EmitterLayer
  /// The animations of other layers that change it.
  let foreign: [ForeignAnimation]
}

extension KeyedObject {
  /// True if present changes are logged. Changes by a render's hooks and by the frame callback are not.
  fileprivate final var isRemembered: Bool {
    !state.contains(.silent) && !isFrozen && !scene.picture.isInFrame && !scene.picture.isResolving
  }

  /// Charges memory for one log entry. Returns false if there is none; the log is then restarted.
  fileprivate final func charge(_ bytes: Int, to charge: inout MemoryCharge?) -> Bool {
    guard scene.memoryBudget != nil else { return true }
    if charge == nil { charge = MemoryCharge(scene.memoryBudget) }
    return charge?.grow(by: bytes) ?? true
  }
}

// MARK: - Writing

extension EmitterCell {
  /// Called before each change of an emission value.
  @inline(__always) func willChangeEmission() { if scene.currentTime > log.since { noteEmission() } }

  @inline(never) private func noteEmission() {
    guard isRemembered else { return }
    if !charge(MemoryLayout<CellLog.Entry>.stride, to: &logCharge) {
      (log.entries, logCharge) = ([], nil)
    }
    log.entries.append(CellLog.Entry(until: scene.currentTime, numbers: CellEmission(self)))
    log.since = scene.currentTime
    if log.entries.count >= logLimit { compactLog() }
  }

  /// Removes the entries that no living particle depends on.
  private func compactLog() {
    // For lookups only, never iterated.
    var seen: Set<ObjectIdentifier> = []
    var pending = [self]
    var layers: [EmitterLayer] = []
    while let cell = pending.popLast() {
      guard seen.insert(ObjectIdentifier(cell)).inserted else { continue }
      for owner in cell.owners {
        if let layer = owner.object as? EmitterLayer { layers.append(layer) }
        if let above = owner.object as? EmitterCell { pending.append(above) }
      }
    }
    var time = scene.currentTime
    for layer in layers { time = min(time, layer.countOldBirths()) }
    log.entries.removeAll { $0.until <= time }
    logLimit = max(EmitterCell.mostEntries, 2 * log.entries.count)
  }

  /// Registers an object that contains the cell.
  func addOwner(_ object: KeyedObject) {
    if owners.last?.object === object { return }
    owners.append(Owner(object: object))
    guard owners.count > ownerLimit else { return }
    // Deallocated owners and duplicates are removed whenever the list has doubled.
    var seen: Set<ObjectIdentifier> = []
    owners.removeAll { owner in owner.object.map { !seen.insert(ObjectIdentifier($0)).inserted } ?? true }
    ownerLimit = max(2 * owners.count, 16)
  }

  struct Owner { weak var object: KeyedObject? }

  /// The number of entries at which old ones are dropped.
  static let mostEntries = 1024
}

extension EmitterLayer {
  /// Called before each change of an emission value.
  @inline(__always) func willChangeEmission() { if scene.currentTime > log.since { noteEmission() } }

  @inline(never) private func noteEmission() {
    guard isRemembered else { return }
    if !charge(MemoryLayout<EmitterLog.Entry>.stride, to: &logCharge) {
      (log.entries, logCharge) = ([], nil)
    }
    log.entries.append(
      EmitterLog.Entry(until: scene.currentTime, numbers: LayerEmission(self), animations: log.quietAnimations))
    log.since = scene.currentTime
    guard log.entries.count >= logLimit else { return }
    let time = countOldBirths()
    log.entries.removeAll { $0.until <= time }
    log.members.removeAll { $0.until <= time }
    logLimit = max(EmitterCell.mostEntries, 2 * log.entries.count)
  }

  /// Counts the births until the earliest time on which present and future particles depend, so that the log before it
  /// can be discarded. Renders of earlier times then extend the oldest remaining values backward.
  ///
  /// - Returns: the clock time; −∞ if nothing can be discarded.
  func countOldBirths() -> Double {
    let now = scene.currentTime
    guard let time = timeMap, timeRate > 0,
      let system = try? ParticleSystem(self, at: time(now), label: label)
    else { return -.infinity }
    // Converted from the layer's time to the clock's.
    let past = now - system.longestReach / timeRate
    guard past.isFinite, past > log.births?.time ?? -.infinity else { return log.births?.time ?? -.infinity }
    log.births = EmitterLog.Births(time: past, counts: system.births(until: time(past)))
    return past
  }

  /// Logs a change of the animations that change emission values.
  func noteAnimations(isCopying: Bool) {
    let new = attachedAnimations.map(\.animation).filter { animation in
      animation.keyPaths.contains { LayerEmission.leads($0) }
    }
    guard new.count != log.animations.count || !zip(new, log.animations).allSatisfy({ $0 === $1 }) else { return }
    if !isCopying { willChangeEmission() }
    log.animations = new
    log.quietAnimations = new.map(\.quiet)
  }

  /// Called before the layer's cells are replaced.
  func willChangeCells(to new: [EmitterCell]) throws {
    for cell in new { cell.addOwner(self) }
    let old = storedEmitterCells ?? []
    let now = scene.currentTime
    guard isRemembered else { return }
    guard now > log.cellsSince || !log.members.isEmpty else { return }
    log.cellsSince = now
    if log.members.isEmpty {
      // The first cells of a layer count as present from the beginning.
      if old.isEmpty { return }
      log.members = old.enumerated().map {
        EmitterLog.Member(cell: $1, slot: $0 + 1, from: -.infinity, until: .infinity)
      }
    }
    var waiting = Array(new.enumerated())
    var members: [EmitterLog.Member] = []
    for var member in log.members {
      if member.until == .infinity {
        if let i = waiting.firstIndex(where: { $0.element === member.cell }) {
          waiting.remove(at: i)
        } else {
          if member.from >= now { continue }
          member.until = now
          member.cell = try member.cell.remembered()
        }
      }
      members.append(member)
    }
    for (i, cell) in waiting {
      let isFree = !members.contains { $0.slot == i + 1 }
      let slot = isFree ? i + 1 : (members.map(\.slot).max() ?? 0) + 1
      members.append(EmitterLog.Member(cell: cell, slot: slot, from: now, until: .infinity))
    }
    log.members = members
  }

  /// Copies the layer's log to a copy of it, so that both render alike.
  func giveLog(to copy: Layer, _ cells: [(original: EmitterCell, copy: EmitterCell)]) throws {
    guard let copy = copy as? EmitterLayer else { return }
    let (animations, quiet) = (copy.log.animations, copy.log.quietAnimations)
    copy.log = log
    (copy.log.animations, copy.log.quietAnimations) = (animations, quiet)
    // For lookups only, never iterated.
    var copies: [ObjectIdentifier: EmitterCell] = [:]
    for (original, new) in cells {
      copies[ObjectIdentifier(original)] = new
      new.log = original.log
      for cell in new.storedEmitterCells ?? [] { cell.addOwner(new) }
    }
    for cell in copy.storedEmitterCells ?? [] { cell.addOwner(copy) }
    for i in log.members.indices {
      let cell = log.members[i].cell
      copy.log.members[i].cell = try copies[ObjectIdentifier(cell)] ?? cell.remembered()
    }
  }
}

extension Animation {
  /// The animation, or a copy without delegate and custom values if it or a member has any, since the log would retain
  /// them.
  fileprivate var quiet: Animation {
    func hasDelegate(_ animation: Animation) -> Bool {
      var pending = [animation]
      while let next = pending.popLast() {
        if next.storedDelegate != nil || !next.ownValues.isEmpty { return true }
        if let group = next as? AnimationGroup { pending += group.storedAnimations ?? [] }
      }
      return false
    }
    guard hasDelegate(self) else { return self }
    let borrowed = scene.borrowedSerial
    scene.borrowedSerial = serial
    defer { scene.borrowedSerial = borrowed }
    let copy = try? copied { _, copy in
      (copy as? Animation)?.storedDelegate = nil
      copy.ownValues = [:]
    }
    return copy as? Animation ?? self
  }
}

extension EmitterCell {
  /// Returns a copy for the log of a layer that no longer has the cell, independent of later changes to the cell.
  fileprivate func remembered() throws -> EmitterCell {
    let borrowed = scene.borrowedSerial
    scene.borrowedSerial = serial
    defer { scene.borrowedSerial = borrowed }
    return try EmitterCell.copies(of: [self]) { original, copy in
      copy.log = original.log
      // A script's custom values would be retained by the log.
      copy.ownValues = [:]
    }[0]
  }
}

// MARK: - Reading

extension EmitterLayer {
  /// The rate of the layer's own time, in its seconds per second of the scene; 0 below a `contentsTime`, which no rate
  /// describes, as if it stood still.
  var timeRate: Double {
    if isTimeRemapped(below: nil) { return 0 }
    var result = 1.0
    var layer: Layer? = self
    while let now = layer {
      result *= now.timingBox?.value.speed ?? 1
      layer = now.parent
    }
    return result
  }

  /// The map from the clock's time to the layer's, for the log; nil if the layer's time stands still.
  fileprivate var timeMap: ((Double) -> Double)? {
    let rate = timeRate
    guard rate != 0, rate.isFinite else { return nil }
    let start = ownTime(at: 0)
    // Infinite times stay infinite.
    return { $0.isInfinite ? (rate > 0 ? $0 : -$0) : rate == 1 && start == 0 ? $0 : self.ownTime(at: $0) }
  }

  /// Returns the eras of the layer, in order and without gaps.
  ///
  /// - Parameter numbers: the present values.
  func emissionEras(_ numbers: LayerEmission) -> [EmissionEra] {
    let present = EmissionEra(numbers: numbers, animations: log.animations)
    guard !log.isEmpty, let time = timeMap else { return [present] }
    var times = log.entries.map(\.until)
    for member in log.members { times += [member.from, member.until].filter(\.isFinite) }
    times.sort()
    var eras: [EmissionEra] = []
    var from = -Double.infinity
    var entry = 0
    for to in times + [.infinity] where to > from {
      while entry < log.entries.count, log.entries[entry].until <= from { entry += 1 }
      var era = present
      if entry < log.entries.count {
        era.numbers = log.entries[entry].numbers
        era.animations = log.entries[entry].animations
      }
      if !log.members.isEmpty, !era.animations.isEmpty {
        era.cells = log.members.filter { $0.from <= from && $0.until >= to }.map(\.cell)
      }
      (era.from, era.to) = (time(from), time(to))
      eras.append(era)
      from = to
    }
    guard timeRate < 0 else { return eras }
    return eras.reversed().map { era in
      var era = era
      (era.from, era.to) = (era.to, era.from)
      return era
    }
  }

  /// Returns the present cells, in order, followed by the former ones.
  func emissionMembers(_ cells: [EmitterCell]) -> [EmissionMember] {
    guard !log.members.isEmpty || log.births != nil else {
      return cells.enumerated().map { EmissionMember(cell: $1, slot: $0 + 1) }
    }
    let time = timeMap
    var former = log.members
    var result: [EmissionMember] = []
    func add(_ cell: EmitterCell, _ slot: Int, from: Double = -.infinity, until: Double = .infinity) {
      var member = EmissionMember(cell: cell, slot: slot)
      if let time {
        let (a, b) = (time(from), time(until))
        (member.from, member.until) = (min(a, b), max(a, b))
        if let births = log.births, let count = births.counts[slot] { member.counted = (time(births.time), count) }
      } else if until.isFinite {
        return
      }
      result.append(member)
    }
    for (i, cell) in cells.enumerated() {
      if let known = former.firstIndex(where: { $0.cell === cell && $0.until == .infinity }) {
        let member = former.remove(at: known)
        add(cell, member.slot, from: member.from)
      } else {
        add(cell, i + 1)
      }
    }
    for member in former where member.until.isFinite {
      add(member.cell, member.slot, from: member.from, until: member.until)
    }
    return result
  }

  /// True if the layer had cells that it no longer has.
  var hasFormerCells: Bool { (source?.model ?? self).log.members.contains { $0.until.isFinite } }

  /// Returns the present and former cells with all their descendants, each once.
  ///
  /// - Parameter cells: the present cells; nil for the layer's own.
  func cellsOfAllTimes(_ cells: [EmitterCell]? = nil) -> [EmitterCell] {
    var result: [EmitterCell] = []
    // For lookups only, never iterated.
    var seen: Set<ObjectIdentifier> = []
    var pending = (cells ?? storedEmitterCells ?? []) + log.members.map(\.cell)
    while let cell = pending.popLast() {
      guard seen.insert(ObjectIdentifier(cell)).inserted else { continue }
      result.append(cell)
      pending += cell.storedEmitterCells ?? []
    }
    return result
  }

  /// True if any emission value may have differed from its present one at the birth of a particle.
  var hasEmissionHistory: Bool {
    !log.isEmpty || !log.animations.isEmpty || cellsOfAllTimes().contains { !$0.log.entries.isEmpty }
  }
}

extension EmitterCell {
  /// Returns the cell's values, each with the layer's time from which they are valid, in order.
  ///
  /// - Parameter present: the present values.
  func emissionSteps(in layer: EmitterLayer, _ present: CellEmission) -> [(from: Double, numbers: CellEmission)] {
    guard !log.entries.isEmpty, let time = layer.timeMap else { return [(-.infinity, present)] }
    let numbers = log.entries.map(\.numbers) + [present]
    let times = log.entries.map { time($0.until) }
    guard let first = times.first, let last = times.last, first > last || time(1) < time(0) else {
      return Array(zip([-.infinity] + times, numbers))
    }
    return Array(zip([-.infinity] + times.reversed(), numbers.reversed()))
  }
}

// MARK: - The history of a picture

extension EmitterLayer {
  /// Records the origin of this presentation's particles.
  func takeSource(
    of model: Layer, at time: LocalTime?, _ others: () -> [(owner: Layer, animation: Animation, time: LocalTime)]
  ) {
    guard let model = model as? EmitterLayer else { return }
    var foreign: [ForeignAnimation] = []
    for (owner, animation, ownerTime) in others() {
      var paths: [String: String] = [:]
      for path in owner.foreignPaths(of: animation) {
        guard let place = try? owner.layerPlace(ofKeyPath: path), place.layer === model else { continue }
        if LayerEmission.leads(place.rest) { paths[path] = place.rest }
      }
      guard !paths.isEmpty else { continue }
      // The time maps are those of the render.
      var rate = model.isTimeRemapped(below: owner) ? 0.0 : 1
      var layer: Layer? = model
      while let now = layer, now !== owner {
        rate *= now.timingBox?.value.speed ?? 1
        layer = now.parent
      }
      let inverse = rate == 0 || !rate.isFinite ? 0 : 1 / rate
      foreign.append(
        ForeignAnimation(
          animation: animation, paths: paths, rate: inverse,
          offset: ownerTime.seconds - (time?.seconds ?? 0) * inverse))
    }
    source = EmissionSource(model: model, foreign: foreign)
  }

  /// Returns the history of the values that particles take at birth, cached; nil if they are constant.
  ///
  /// - Parameters:
  ///   - source: the origin of the presentation; nil if this is not the model of one.
  ///   - time: the layer's time.
  ///   - frame: the emitter without the effects of the frame callback that is running.
  func history(_ source: EmissionSource?, at time: Double, _ frame: FrameEmissions.Emitter? = nil) throws
    -> EmissionHistory?
  {
    let foreign = source?.foreign ?? []
    guard hasEmissionHistory || !foreign.isEmpty || frame != nil else { return nil }
    let key = KeptHistory.Key(self, foreign, frame)
    if let kept = keptHistory, kept.key == key, time <= kept.history.validThrough { return kept.history }
    let history = try EmissionHistory(self, foreign, now: time, frame: frame)
    keptHistory = KeptHistory(key: key, history: history)
    return history
  }

  /// Returns the history including the values that the frame callback set, cached.
  func history(_ source: EmissionSource?, at time: Double, over frame: FrameEmissions.Emitter) throws -> EmissionHistory
  {
    let foreign = source?.foreign ?? []
    let key = KeptHistory.Key(self, foreign, frame)
    if let kept = frame.history, kept.window == frame.window, kept.key == key, time <= kept.history.validThrough {
      return kept.history
    }
    let history = try EmissionHistory(self, foreign, now: time, frame: frame, isOverlaid: true)
    frame.history = (frame.window, key, history)
    return history
  }

  fileprivate var timePoints: [Double] { timeMap.map { [$0(0), $0(1)] } ?? [] }
}

/// A cached history with its cache key.
struct KeptHistory {
  struct Key: Equatable {
    private let layer: LayerEmission
    private let cells: [CellEmission]
    private let objects: [ObjectIdentifier]
    private let times: [Double]

    init(_ layer: EmitterLayer, _ foreign: [ForeignAnimation], _ frame: FrameEmissions.Emitter?) {
      self.layer = frame?.base.layer ?? LayerEmission(layer)
      let cells = layer.cellsOfAllTimes(frame?.tops)
      self.cells = cells.map { cell in
        frame.flatMap { frame in frame.index(of: cell).map { frame.base.cells[$0] } } ?? CellEmission(cell)
      }
      objects =
        cells.map { ObjectIdentifier($0) } + layer.log.animations.map { ObjectIdentifier($0) }
        + foreign.map { ObjectIdentifier($0.animation) }
      var times = layer.timePoints
      // The pending begin time of an animation is set without replacing the animation.
      for animation in layer.log.animations { times.append(animation.timing.beginTime) }
      for other in foreign { times += [other.animation.timing.beginTime, other.rate, other.offset] }
      times += [Double(layer.log.entries.count), layer.log.since, layer.log.cellsSince, layer.log.births?.time ?? 0]
      for cell in cells { times += [Double(cell.log.entries.count), cell.log.since] }
      self.times = times
    }
  }

  let key: Key
  let history: EmissionHistory
}
