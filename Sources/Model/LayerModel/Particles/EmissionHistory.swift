// SPDX-License-Identifier: MIT
import Numbers
import Timing

/// The values that particles take from one object at birth, as a function of the layer's time.
struct EmissionCourse<Numbers: EmissionNumbers> {
  /// The values of constant keys.
  var numbers: Numbers
  /// The tracks of the other keys, each with the index of its key.
  var tracks: [(key: Int, track: EmissionTrack)] = []

  /// True if all of the keys are constant.
  func isConstant(_ keys: [EmissionKey]) -> Bool {
    !tracks.contains { track in keys.contains { $0.first == Numbers.keys[track.key].first } && !track.track.isConstant }
  }

  /// Returns the track of a key, which may be constant.
  func track(of key: EmissionKey) -> EmissionTrack {
    for (index, track) in tracks where Numbers.keys[index].first == key.first { return track }
    return EmissionTrack(numbers[key.first])
  }

  /// Positions in the tracks, which speed up the next, nearby lookups.
  struct Cursors {
    fileprivate var list: [EmissionTrack.Cursor]
  }
  var cursors: Cursors { Cursors(list: tracks.map { _ in EmissionTrack.Cursor() }) }

  /// Returns the values at a time of the layer, clamped to the ranges of their keys.
  func numbers(at time: Double, _ cursors: inout Cursors) -> Numbers {
    var result = numbers
    for i in tracks.indices {
      let key = Numbers.keys[tracks[i].key]
      tracks[i].track.forEach(at: time, &cursors.list[i]) { n, value in
        result[key.first + n] = min(max(value, key.range.lowerBound), key.range.upperBound)
      }
    }
    return result
  }

  func numbers(at time: Double) -> Numbers {
    var cursors = cursors
    return numbers(at: time, &cursors)
  }
}

/// An animation of another layer that changes this one, by a key path such as `sublayers.sparks.birthRate`.
struct ForeignAnimation {
  let animation: Animation
  /// The key paths that lead to the layer, mapped to the rest of each path from there.
  let paths: [String: String]
  /// The other layer's time is `rate` times this one's, plus `offset`.
  let rate: Double
  let offset: Double
}

/// The values that an emitter's particles take at birth, derived from its animations and from logged settings as
/// piecewise linear functions. Each value equals that of a presentation of the layer and its cells at the time of
/// birth.
///
/// Breaks lie where animations begin, reach their values and end; curves are approximated by 16 to 2,048 lines. The
/// result therefore does not depend on the render that requests it.
final class EmissionHistory {
  private(set) var layer: EmissionCourse<LayerEmission>
  private(set) var cells: [ObjectIdentifier: EmissionCourse<CellEmission>] = [:]
  /// The latest time of the layer for which the history is valid.
  private(set) var validThrough = Double.infinity

  /// An interval of the layer's time with a constant set of animations.
  private struct Span {
    var from: Double
    var to: Double
    /// The animations of each animated key.
    var targets: [Target: [Reference]]
    /// The copy to evaluate animations on; nil if there are none.
    var model: WorkingCopy?
  }

  private struct Target: Hashable {
    let object: ObjectIdentifier
    /// The index of its key.
    let key: Int
  }

  /// An animation, with its relevant key paths.
  private struct Reference {
    let animation: Animation
    let paths: [String: String]
    let rate: Double
    let offset: Double

    /// Returns the time of the animation's layer at a time of the emitter.
    func time(_ time: Double) -> LocalTime { LocalTime(rate == 1 && offset == 0 ? time : time * rate + offset) }
  }

  /// A copy of the layer and of its cells, on which animations are evaluated.
  private final class WorkingCopy {
    let layer: EmitterLayer
    private var copies: [ObjectIdentifier: KeyedObject] = [:]
    private var originals: [ObjectIdentifier: KeyedObject] = [:]

    init?(_ model: EmitterLayer, _ cells: [EmitterCell]?) throws {
      var pairs: [(KeyedObject, KeyedObject)] = []
      guard let copy = try model.copyAlone({ pairs.append(($0, $1)) }) as? EmitterLayer else { return nil }
      if let cells { copy.storedEmitterCells = try EmitterCell.copies(of: cells) { pairs.append(($0, $1)) } }
      copy.state.insert(.silent)
      copy.clearFlags()
      layer = copy
      for (original, copy) in [(model as KeyedObject, copy as KeyedObject)] + pairs {
        copy.state.insert(.silent)
        copies[ObjectIdentifier(original)] = copy
        originals[ObjectIdentifier(copy)] = original
      }
    }

    func copy(of object: KeyedObject) -> KeyedObject? { copies[ObjectIdentifier(object)] }
    func original(of copy: KeyedObject) -> KeyedObject? { originals[ObjectIdentifier(copy)] }
  }

  /// The time of the layer up to which endless animations are followed that do not repeat themselves.
  let heldThrough: Double
  private let scene: Scene

  /// The values set by the frame callback, with the map from grid times to the layer's; nil if they are not applied.
  private var frame: (emitter: FrameEmissions.Emitter, time: (Double) -> Double)?

  /// Computes the history.
  ///
  /// - Parameters:
  ///   - model: the layer, not a presentation.
  ///   - foreign: the animations of other layers that change it.
  ///   - now: the time of the layer for which it must be valid.
  ///   - frame: the emitter without the effects of the frame callback that is running; nil for its present values.
  ///   - isOverlaid: true to apply the values that the callback set.
  /// - Throws: `LayerError` if an animation cannot be applied, or changes too often.
  init(
    _ model: EmitterLayer, _ foreign: [ForeignAnimation], now: Double, frame: FrameEmissions.Emitter? = nil,
    isOverlaid: Bool = false
  ) throws {
    let present = frame?.base.layer ?? LayerEmission(model)
    layer = EmissionCourse(numbers: present)
    scene = model.scene
    self.frame = isOverlaid ? frame.map { ($0, { model.ownTime(at: $0) }) } : nil
    // Rounded up, so that a history that is cut off stays valid for many renders.
    var last = 64.0
    while last < now, last < 0x1p60 { last *= 2 }
    heldThrough = max(last, now)
    let eras = model.emissionEras(present)
    let allCells = model.cellsOfAllTimes(frame?.tops)
    func numbers(of cell: EmitterCell) -> CellEmission {
      frame.flatMap { frame in frame.index(of: cell).map { frame.base.cells[$0] } } ?? CellEmission(cell)
    }
    greatestRate = allCells.reduce(0) { max($0, numbers(of: $1).birthRate) }
    try scene.withoutActions {
      let (count, serial) = (scene.changeCount, scene.borrowedSerial)
      scene.borrowedSerial = model.serial
      defer { (scene.changeCount, scene.borrowedSerial) = (count, serial) }
      var spans: [Span] = []
      var last: (era: EmissionEra, span: Span)?
      for era in eras {
        if let last, last.era.isAnimatedAs(era) {
          spans.append(Span(from: era.from, to: era.to, targets: last.span.targets, model: last.span.model))
          continue
        }
        var span = Span(from: era.from, to: era.to, targets: [:], model: nil)
        if !era.animations.isEmpty || !foreign.isEmpty, let copy = try WorkingCopy(model, era.cells) {
          span.model = copy
          span.targets = try targets(era.animations, foreign, copy)
        }
        spans.append(span)
        last = (era, span)
      }
      layer = try course(
        of: model, steps: eras.map { ($0.from, $0.numbers) }, spans: spans,
        frameKeys: self.frame?.emitter.layerKeys ?? 0, base: frame?.base.layer
      ) { $0.layer }
      for cell in allCells {
        let index = frame?.index(of: cell)
        cells[ObjectIdentifier(cell)] = try course(
          of: cell, steps: cell.emissionSteps(in: model, numbers(of: cell)), spans: spans,
          frameKeys: index.flatMap { self.frame?.emitter.cellKeys($0) } ?? 0,
          base: index.flatMap { frame?.base.cells[$0] }
        ) { $0.cells[index ?? 0] }
      }
      self.frame = nil
    }
  }

  /// Returns the animated keys, each with its animations.
  private func targets(
    _ animations: [Animation], _ foreign: [ForeignAnimation], _ copy: WorkingCopy
  ) throws -> [Target: [Reference]] {
    var result: [Target: [Reference]] = [:]
    func add(_ animation: Animation, paths: [(whole: String, rest: String)], rate: Double, offset: Double) throws {
      var own: [Target: [String: String]] = [:]
      var order: [Target] = []
      for (whole, rest) in paths {
        guard LayerEmission.leads(rest),
          let place = try? copy.layer.place(of: rest, isWriting: true, isQuiet: true),
          case .row(let row)? = place.key, let original = copy.original(of: place.object)
        else { continue }
        let keys = original is EmitterLayer ? LayerEmission.keys : CellEmission.keys
        guard let key = keys.firstIndex(where: { $0.row === row }) else { continue }
        let target = Target(object: ObjectIdentifier(original), key: key)
        if own[target] == nil { order.append(target) }
        own[target, default: [:]][whole] = rest
      }
      for target in order {
        result[target, default: []].append(
          Reference(animation: animation, paths: own[target] ?? [:], rate: rate, offset: offset))
      }
    }
    for animation in animations { try add(animation, paths: animation.keyPaths.map { ($0, $0) }, rate: 1, offset: 0) }
    for other in foreign {
      try add(
        other.animation, paths: other.paths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, rate: other.rate,
        offset: other.offset)
    }
    return result
  }

  // MARK: One object

  private func course<Numbers: EmissionNumbers>(
    of object: Numbers.Object, steps: [(from: Double, numbers: Numbers)], spans: [Span], frameKeys: UInt64,
    base: Numbers?, numbers: (FrameEmissions.Sample) -> Numbers
  ) throws -> EmissionCourse<Numbers> {
    var course = EmissionCourse(numbers: steps.last?.numbers ?? Numbers(object))
    // Most keys are constant.
    var changed = frameKeys
    for (a, b) in zip(steps, steps.dropFirst()) where a.numbers != b.numbers {
      a.numbers.forEachKey(otherThan: b.numbers) { changed |= 1 << UInt64($0) }
    }
    for (index, key) in Numbers.keys.enumerated() {
      let target = Target(object: ObjectIdentifier(object), key: index)
      let isAnimated = spans.contains { !$0.targets.isEmpty && $0.targets[target] != nil }
      guard isAnimated || changed & 1 << UInt64(index) != 0 else { continue }
      var values: [(from: Double, values: [Double])] = []
      for (i, step) in steps.enumerated() where i == 0 || !step.numbers.isSame(steps[i - 1].numbers, key) {
        values.append((step.from, step.numbers.values(of: key)))
      }
      if values.isEmpty { values = [(-.infinity, course.numbers.values(of: key))] }
      if frameKeys & 1 << UInt64(index) != 0, let base {
        values = overlaid(values, key: key, base: base, numbers: numbers)
      }
      guard isAnimated || values.count > 1 else { continue }
      var track = EmissionTrack(values[0].values)
      for (i, value) in values.enumerated() {
        let to = i + 1 < values.count ? values[i + 1].from : .infinity
        for span in isAnimated ? spans : [] where span.from < to && span.to > value.from {
          let (a, b) = (max(span.from, value.from), min(span.to, to))
          guard let references = span.targets[target], let model = span.model,
            let copy = model.copy(of: object) as? Numbers.Object
          else {
            add(value.values, from: a, to: b, into: &track)
            continue
          }
          let sampler = Sampler<Numbers>(
            key: key, base: value.values, references: references, copy: copy, layer: model.layer)
          do { try add(sampler, from: a, to: b, into: &track) } catch let error as LayerError where error.kind == .limit
          {
            throw LayerError(.limit, "\(object.label).\(key.row.name): \(error.message)")
          }
        }
        if !isAnimated { add(value.values, from: value.from, to: to, into: &track) }
      }
      if let only = track.onlyValues {
        for (i, value) in only.enumerated() { course.numbers[key.first + i] = value }
      } else {
        course.tracks.append((index, track))
      }
    }
    return course
  }

  /// Returns the steps of a key overlaid with those of the frame callback. While the callback leaves the key unchanged,
  /// the original steps apply.
  private func overlaid<Numbers: EmissionNumbers>(
    _ steps: [(from: Double, values: [Double])], key: EmissionKey, base: Numbers,
    numbers: (FrameEmissions.Sample) -> Numbers
  ) -> [(from: Double, values: [Double])] {
    guard let frame else { return steps }
    var result: [(from: Double, values: [Double])] = []
    func add(_ from: Double, _ values: [Double]) {
      if let last = result.last, last.from >= from { result.removeLast() }
      if result.last.map({ $0.values != values }) ?? true { result.append((from, values)) }
    }
    var step = 0
    /// Adds the original steps between two times.
    func addSteps(from: Double, until: Double) {
      while step + 1 < steps.count, steps[step + 1].from <= from { step += 1 }
      add(from, steps[step].values)
      while step + 1 < steps.count, steps[step + 1].from < until {
        step += 1
        add(steps[step].from, steps[step].values)
      }
    }
    var done = -Double.infinity
    // Births are counted from the start of a span; all other values matter only for particles that are still alive.
    let isRate = key.row === Property.emitterBirthRate || key.row === Property.cellBirthRate
    for (span, samples) in frame.emitter.samples {
      var i = isRate ? 0 : max(frame.emitter.window.first - span * FrameEmissions.spanLength, 0)
      while i < samples.count {
        let sample = numbers(samples[i])
        var next = i + 1
        while next < samples.count, numbers(samples[next]).isSame(sample, key) { next += 1 }
        if !sample.isSame(base, key) {
          let begin = span * FrameEmissions.spanLength
          let from = frame.time(FrameEmissions.time(begin + i))
          if from > done { addSteps(from: done, until: from) }
          add(from, sample.values(of: key))
          done = frame.time(FrameEmissions.time(begin + next))
        }
        i = next
      }
    }
    addSteps(from: done, until: .infinity)
    return result
  }

  private func add(_ values: [Double], from: Double, to: Double, into track: inout EmissionTrack) {
    if from == -.infinity {
      track.setBefore(values)
      if to == .infinity { track.setAfter(values) }
    } else if to == .infinity {
      track.setAfter(values, from: from)
    } else {
      track.append(from: from, to: to, values, values)
    }
  }

  // MARK: Animated values

  /// Evaluates a key's animated values at given times, as a presentation does.
  private struct Sampler<Numbers: EmissionNumbers> {
    let key: EmissionKey
    let base: [Double]
    let references: [Reference]
    let copy: Numbers.Object
    let layer: EmitterLayer

    func values(at time: Double) throws -> [Double] {
      var numbers = Numbers(copy)
      for i in 0..<key.width { numbers[key.first + i] = base[i] }
      numbers.store(in: copy)
      for reference in references {
        try reference.animation.apply(at: reference.time(time)) { path in
          reference.paths[path].map { (layer, $0) }
        }
      }
      return Numbers(copy).values(of: key)
    }

    /// Returns the shape of the values under a key path; nil if it does not lead to the key.
    func shape(_ path: String, _ reference: Reference) -> AnimatedShape? {
      guard let rest = reference.paths[path] else { return nil }
      return AnimatedShape(layer, rest, (try? layer.shownValue(forKeyPath: rest)) ?? .null)
    }
  }

  /// Adds the lines of a key over an interval, which may be infinite at either end.
  private func add<Numbers>(_ sampler: Sampler<Numbers>, from: Double, to: Double, into track: inout EmissionTrack)
    throws
  {
    var breaks: [Double] = []
    var loops: [(times: [Double], period: Double)] = []
    var isCurved = false
    for reference in sampler.references {
      let last = reference.time(min(to, heldThrough)).seconds
      guard
        let schedule = try AnimationSchedule(of: reference.animation, through: last, { sampler.shape($0, reference) })
      else { continue }
      isCurved = isCurved || schedule.isCurved
      if schedule.isCut, to > heldThrough { validThrough = min(validThrough, heldThrough) }
      // Converts the other layer's time to this one's.
      guard reference.rate != 0 else { continue }
      func own(_ time: Double) -> Double { (time - reference.offset) / reference.rate }
      breaks += schedule.breaks.map(own)
      if let loop = schedule.loop {
        if reference.rate > 0 {
          breaks.append(own(loop.start))
          let times = schedule.breaks.filter { $0 >= loop.start } + [loop.start]
          loops.append((times.map(own), loop.period / reference.rate))
        } else {
          validThrough = min(validThrough, heldThrough)
        }
      }
    }
    var end = to
    var period = 0.0
    if to == .infinity, !loops.isEmpty {
      let settled = max(breaks.filter { $0.isFinite }.max() ?? from, from.isFinite ? from : -.infinity)
      if let common = EmissionTrack.commonPeriod(loops.map(\.period)) {
        period = common
        breaks.append(settled)
        end = settled + common
      } else {
        validThrough = min(validThrough, heldThrough)
        end = max(heldThrough, settled)
      }
    }
    for loop in loops {
      let first = loop.times.min() ?? 0
      let cycles = ((min(end, 0x1p60) - first) / loop.period).rounded(.down)
      guard cycles * Double(loop.times.count) < Double(AnimationSchedule.limit) else {
        throw LayerError(
          .limit,
          "its endless animations have no common period, and change the particles' births more than "
            + "\(AnimationSchedule.limit) times; give them durations with a common multiple")
      }
      var k = 1.0
      while k <= cycles {
        breaks += loop.times.map { $0 + k * loop.period }
        k += 1
      }
    }
    breaks.removeAll { !$0.isFinite || $0 <= from || $0 >= end }
    breaks.sort()
    if from.isFinite { breaks.insert(from, at: 0) }
    if end.isFinite { breaks.append(end) }
    guard let first = breaks.first, let last = breaks.last else {
      // The value is constant.
      return add(try sampler.values(at: 0), from: from, to: to, into: &track)
    }
    if from == -.infinity { track.setBefore(try sampler.values(at: first - 1 - abs(first) * 1e-9)) }
    var start = first
    for next in breaks.dropFirst() where next - start > LocalTime(next).slack {
      try addLines(sampler, from: start, to: next, isCurved: isCurved, into: &track)
      start = next
      guard track.lineCount <= EmissionPieces.limit else {
        throw LayerError(
          .limit, "its animations make more than \(EmissionPieces.limit) pieces; use fewer, or fewer curves")
      }
    }
    if to == .infinity, period == 0 {
      track.setAfter(try sampler.values(at: last + 1 + abs(last) * 1e-9), from: last)
    } else if period > 0 {
      track.setPeriod(period)
    }
  }

  /// Adds the lines between two breaks.
  private func addLines<Numbers>(
    _ sampler: Sampler<Numbers>, from a: Double, to b: Double, isCurved: Bool, into track: inout EmissionTrack
  ) throws {
    let length = b - a
    func values(_ part: Double) throws -> [Double] { try sampler.values(at: a + length * part) }
    if !isCurved {
      let (v, m, w) = (try values(0.25), try values(0.5), try values(0.75))
      if length < 1e-7 { return track.append(from: a, to: b, m, m) }
      var parts = [0.25, 0.5, 0.75]
      var samples = [v, m, w]
      let key = sampler.key
      func isLimit(_ v: Double) -> Bool { v <= key.range.lowerBound || v >= key.range.upperBound }
      let width = 0..<key.width
      let isStraight = width.allSatisfy { near(m[$0], (v[$0] + w[$0]) / 2, v[$0], w[$0]) }
      if isStraight, !width.contains(where: { isLimit(m[$0]) }) {
        let from = width.map { v[$0] == w[$0] ? v[$0] : v[$0] - (w[$0] - v[$0]) / 2 }
        let to = width.map { v[$0] == w[$0] ? v[$0] : w[$0] + (w[$0] - v[$0]) / 2 }
        return track.append(from: a, to: b, from, to)
      }
      // A line that is clamped to the key's range: the track continues beyond the range, and its values are clamped
      // later.
      for part in [0x1p-12, 0x1p-11, 0.125, 0.875, 1 - 0x1p-11, 1 - 0x1p-12] {
        parts.append(part)
        samples.append(try values(part))
      }
      var from: [Double] = []
      var to: [Double] = []
      for i in width {
        guard let line = line(through: parts, samples.map { $0[i] }, within: key.range) else { break }
        from.append(line.from)
        to.append(line.to)
      }
      if to.count == key.width { return track.append(from: a, to: b, from, to) }
    }
    // The values at the exact ends may belong to the adjacent intervals.
    let edge = min(max(length * 1e-9, 4 * LocalTime(b).slack), length / 64)
    var left = try sampler.values(at: a + edge)
    let end = try sampler.values(at: b - edge)
    for i in 0..<16 {
      let (p, q) = (a + length * Double(i) / 16, i == 15 ? b : a + length * Double(i + 1) / 16)
      let right = i == 15 ? end : try sampler.values(at: q)
      try addCurve(sampler, from: p, to: q, left: left, right: right, length: length, depth: 6, into: &track)
      left = right
    }
  }

  /// Adds a segment of a curve as one line, or subdivides it recursively.
  private func addCurve<Numbers>(
    _ sampler: Sampler<Numbers>, from a: Double, to b: Double, left: [Double], right: [Double], length: Double,
    depth: Int, into track: inout EmissionTrack
  ) throws {
    let middle = a + (b - a) / 2
    let values = try sampler.values(at: middle)
    let isClose = values.indices.allSatisfy { i in
      abs(values[i] - (left[i] + right[i]) / 2) <= tolerance(sampler.key, values[i], length)
    }
    guard !isClose, depth > 0, b - a > 1e-7 else {
      if isClose { return track.append(from: a, to: b, left, right) }
      track.append(from: a, to: middle, left, values)
      return track.append(from: middle, to: b, values, right)
    }
    try addCurve(
      sampler, from: a, to: middle, left: left, right: values, length: length, depth: depth - 1, into: &track)
    try addCurve(
      sampler, from: middle, to: b, left: values, right: right, length: length, depth: depth - 1, into: &track)
  }

  /// Returns the maximum deviation of a line from a curve; for rates, an error of 1/20 birth over the whole curve.
  private func tolerance(_ key: EmissionKey, _ value: Double, _ length: Double) -> Double {
    if key.row === Property.cellBirthRate { return max(0.075 / length, 1e-9) }
    if key.row === Property.emitterBirthRate { return max(0.075 / length / max(greatestRate, 1e-3), 1e-9) }
    return max(key.tolerance, abs(value) * 1e-4)
  }

  /// The highest birth rate of the layer's cells, in births per second.
  private let greatestRate: Double

  private func near(_ a: Double, _ b: Double, _ v: Double, _ w: Double) -> Bool {
    abs(a - b) <= 1e-9 * (abs(v) + abs(w)) + 1e-12
  }

  /// Fits a straight line to values that are clamped to a range. Returns its unclamped values at 0 and 1; nil if there
  /// is none.
  private func line(through parts: [Double], _ values: [Double], within range: ClosedRange<Double>) -> (
    from: Double, to: Double
  )? {
    let inside = parts.indices.filter { values[$0] > range.lowerBound && values[$0] < range.upperBound }
    guard let first = inside.min(by: { parts[$0] < parts[$1] }), let last = inside.max(by: { parts[$0] < parts[$1] })
    else {
      return values.allSatisfy { $0 == values[0] } ? (values[0], values[0]) : nil
    }
    guard last != first else { return nil }
    let slope = (values[last] - values[first]) / (parts[last] - parts[first])
    func at(_ part: Double) -> Double { values[first] + slope * (part - parts[first]) }
    for (part, value) in zip(parts, values) {
      let expected = min(max(at(part), range.lowerBound), range.upperBound)
      // The closer the two points are, the less accurate the slope is.
      guard
        abs(expected - value) <= (1e-9 * (abs(values[first]) + abs(values[last])) + 1e-12)
          / (parts[last] - parts[first])
      else { return nil }
    }
    return (at(0), at(1))
  }
}

extension LayerEmission {
  /// The first components of key paths that may lead to emission values.
  private static let words: Set<String> = Set(keys.map(\.row.name) + ["emitterCells"])

  /// True if a key path may lead to emission values.
  static func leads(_ path: String) -> Bool { words.contains(String(path.prefix { $0 != "." })) }
}

extension Animation {
  /// The key paths of the animation and of its members, without duplicates.
  var keyPaths: [String] {
    var result: [String] = []
    // For lookups only, never iterated.
    var known: Set<String> = []
    var pending = [self]
    while let next = pending.popLast() {
      if let group = next as? AnimationGroup { pending += (group.storedAnimations ?? []).reversed() }
      if let path = (next as? PropertyAnimation)?.storedKeyPath, known.insert(path).inserted { result.append(path) }
    }
    return result
  }
}
