// SPDX-License-Identifier: MIT
import Timing

/// What a cell was as the clock went on.
package struct CellLog {
  package struct Entry {
    /// The clock's time until which the numbers held; they began to hold where those before ended, the first ones ever.
    var until: Double
    var numbers: CellEmission
  }
  package var entries: [Entry] = []
  /// The clock's time since which the cell is as it is.
  var since: Double
}

/// What an emitter layer was as the clock went on: its numbers, its animations and its cells.
package struct EmitterLog {
  package struct Entry {
    /// As for a cell.
    var until: Double
    package var numbers: LayerEmission
    var animations: [Animation]
  }
  package var entries: [Entry] = []
  /// The clock's time since which the layer is as it is, and since which it has the cells it has.
  var since: Double
  var cellsSince: Double
  /// The animations that change what particles take, and the same without delegates, to remember.
  var animations: [Animation] = []
  var quietAnimations: [Animation] = []

  /// A cell that the layer has or had.
  package struct Member {
    /// A copy, once the layer does not have it any more.
    var cell: EmitterCell
    /// The number by which its particles get their random numbers.
    package let slot: Int
    /// The clock's times between which it emits.
    var from: Double
    var until: Double
  }
  /// Empty while the cells never changed since the clock went on.
  package var members: [Member] = []

  /// How many were born until a time before which the log knows nothing more, by slot.
  struct Births {
    /// The clock's time.
    var time: Double
    var counts: [Int: Double]
  }
  var births: Births?

  package var isEmpty: Bool { entries.isEmpty && members.isEmpty }
}

/// A time of an emitter's in which its numbers, animations and cells are the same.
struct EmissionEra {
  /// In the layer's time.
  var from = -Double.infinity
  var to = Double.infinity
  var numbers: LayerEmission
  var animations: [Animation]
  /// nil for the present ones.
  var cells: [EmitterCell]?

  /// Whether it has the same animations and cells as another one.
  func isAnimatedAs(_ other: EmissionEra) -> Bool {
    guard animations.count == other.animations.count, zip(animations, other.animations).allSatisfy({ $0 === $1 }) else {
      return false
    }
    guard let cells, let others = other.cells else { return cells == nil && other.cells == nil }
    return cells.count == others.count && zip(cells, others).allSatisfy { $0 === $1 }
  }
}

/// A cell that an emitter layer has or had.
struct EmissionMember {
  let cell: EmitterCell
  /// The number by which its particles get their random numbers.
  let slot: Int
  /// The layer's times between which it emits.
  var from = -Double.infinity
  var until = Double.infinity
  /// The births until a time of the layer's, when those before are forgotten.
  var counted: (time: Double, births: Double)?
}

/// Where a presentation's particles come from.
struct EmissionSource {
  let model: EmitterLayer
  /// The animations of other layers that change it.
  let foreign: [ForeignAnimation]
}

extension KeyedObject {
  /// Whether what happens now is remembered: not what a picture's hooks and a frame's function set.
  fileprivate final var isRemembered: Bool {
    !state.contains(.silent) && !isFrozen && !scene.picture.isInFrame && !scene.picture.isResolving
  }

  /// Memory for one entry of a log; false where there is none, and the log begins anew.
  fileprivate final func charge(_ bytes: Int, to charge: inout MemoryCharge?) -> Bool {
    guard scene.memoryBudget != nil else { return true }
    if charge == nil { charge = MemoryCharge(scene.memoryBudget) }
    return charge?.grow(by: bytes) ?? true
  }
}

// MARK: - Writing

extension EmitterCell {
  /// Called before each change of what particles take.
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

  /// Makes the entries fewer that no living particle remembers.
  private func compactLog() {
    // Looked up only.
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

  /// Remembers who has the cell.
  func addOwner(_ object: KeyedObject) {
    if owners.last?.object === object { return }
    owners.append(Owner(object: object))
    guard owners.count > ownerLimit else { return }
    // Those that are gone, and those that came twice, whenever the list has doubled.
    var seen: Set<ObjectIdentifier> = []
    owners.removeAll { owner in owner.object.map { !seen.insert(ObjectIdentifier($0)).inserted } ?? true }
    ownerLimit = max(2 * owners.count, 16)
  }

  struct Owner { weak var object: KeyedObject? }

  /// The number of entries from which on old ones are dropped.
  static let mostEntries = 1024
}

extension EmitterLayer {
  /// Called before each change of what particles take.
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

  /// Counts the births until a time before which nothing is needed for what lives now and later, so that what was then
  /// can be forgotten. Pictures of earlier times are then as if the oldest values that are left had always held.
  ///
  /// - Returns: the clock's time; the beginning of all when nothing can be forgotten.
  func countOldBirths() -> Double {
    let now = scene.currentTime
    guard let time = timeMap, timeRate > 0,
      let system = try? ParticleSystem(self, at: time(now), label: label)
    else { return -.infinity }
    // From the layer's time to the clock's.
    let past = now - system.longestReach / timeRate
    guard past.isFinite, past > log.births?.time ?? -.infinity else { return log.births?.time ?? -.infinity }
    log.births = EmitterLog.Births(time: past, counts: system.births(until: time(past)))
    return past
  }

  /// Remembers what the animations were that change what particles take.
  func noteAnimations(isCopying: Bool) {
    let new = attachedAnimations.map(\.animation).filter { animation in
      animation.keyPaths.contains { LayerEmission.leads($0) }
    }
    guard new.count != log.animations.count || !zip(new, log.animations).allSatisfy({ $0 === $1 }) else { return }
    if !isCopying { willChangeEmission() }
    log.animations = new
    log.quietAnimations = new.map(\.quiet)
  }

  /// Called before the layer gets other cells.
  func willChangeCells(to new: [EmitterCell]) throws {
    for cell in new { cell.addOwner(self) }
    let old = storedEmitterCells ?? []
    let now = scene.currentTime
    guard isRemembered else { return }
    guard now > log.cellsSince || !log.members.isEmpty else { return }
    log.cellsSince = now
    if log.members.isEmpty {
      // Cells of a layer that had none have always been there.
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

  /// Gives a copy of the layer what this one remembers: it looks the same.
  func giveLog(to copy: Layer, _ cells: [(original: EmitterCell, copy: EmitterCell)]) throws {
    guard let copy = copy as? EmitterLayer else { return }
    let (animations, quiet) = (copy.log.animations, copy.log.quietAnimations)
    copy.log = log
    (copy.log.animations, copy.log.quietAnimations) = (animations, quiet)
    // Looked up only.
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
  /// The animation, or a copy of it when it or one in it has a delegate, which would live on with a log.
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
  /// A copy for the log of a layer that has the cell no more: it emits as the cell did, whatever becomes of that.
  fileprivate func remembered() throws -> EmitterCell {
    let borrowed = scene.borrowedSerial
    scene.borrowedSerial = serial
    defer { scene.borrowedSerial = borrowed }
    return try EmitterCell.copies(of: [self]) { original, copy in
      copy.log = original.log
      // Values of a script's own would hold what only the script should.
      copy.ownValues = [:]
    }[0]
  }
}

// MARK: - Reading

extension EmitterLayer {
  /// The rate of the layer's own time, in its seconds for each of the scene's.
  var timeRate: Double {
    var result = 1.0
    var layer: Layer? = self
    while let now = layer {
      result *= now.timingBox?.value.speed ?? 1
      layer = now.parent
    }
    return result
  }

  /// The layer's times at which those of the clock lie, for a log; nil where its time stands still.
  fileprivate var timeMap: ((Double) -> Double)? {
    let rate = timeRate
    guard rate != 0, rate.isFinite else { return nil }
    let start = ownTime(at: 0)
    // An infinite time stays one.
    return { $0.isInfinite ? (rate > 0 ? $0 : -$0) : rate == 1 && start == 0 ? $0 : self.ownTime(at: $0) }
  }

  /// The times in which it was the same, in order and without gaps.
  ///
  /// - Parameter numbers: what it is now.
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

  /// The cells that it has, in order, and then those that it had.
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

  /// Whether it had cells that it has no more.
  var hasFormerCells: Bool { (source?.model ?? self).log.members.contains { $0.until.isFinite } }

  /// The cells that it has and had, with those in them, each once.
  ///
  /// - Parameter cells: those that it has; nil for those that it has just now.
  func cellsOfAllTimes(_ cells: [EmitterCell]? = nil) -> [EmitterCell] {
    var result: [EmitterCell] = []
    // Looked up only.
    var seen: Set<ObjectIdentifier> = []
    var pending = (cells ?? storedEmitterCells ?? []) + log.members.map(\.cell)
    while let cell = pending.popLast() {
      guard seen.insert(ObjectIdentifier(cell)).inserted else { continue }
      result.append(cell)
      pending += cell.storedEmitterCells ?? []
    }
    return result
  }

  /// Whether anything that its particles took at their birth may be other than what it is now.
  var hasEmissionHistory: Bool {
    !log.isEmpty || !log.animations.isEmpty || cellsOfAllTimes().contains { !$0.log.entries.isEmpty }
  }
}

extension EmitterCell {
  /// Its numbers, each with the layer's time from which they hold, in order.
  ///
  /// - Parameter present: what they are now.
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
  /// Notes where this presentation's particles come from.
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
      // Maps of time are the picture's.
      var rate = 1.0
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

  /// What particles took at their births; nil when that never changes.
  ///
  /// - Parameters:
  ///   - source: that of the presentation, where this is the model of one.
  ///   - time: the layer's time.
  ///   - frame: what the layer is without the function of the frame that is being made.
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

  /// The same with what the frame's function set.
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

/// A history, and what it was made from.
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
      // An animation that waits for its begin gets it without being another one.
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
