// SPDX-License-Identifier: MIT
import Numbers

/// The values that the frame callback sets on the emitters of a tree, sampled on a grid of times. A particle takes the
/// values that the callback would have set at its birth.
///
/// The grid is in the scene's time and does not depend on the frame rate: stills, films and segments of films show the
/// same particles. Sampling takes spans of 64 s, and only spans in which a particle that is still visible may have been
/// born.
final class FrameEmissions {
  /// The grid times per second.
  static let rate = 60.0
  /// The number of grid times in a span.
  static let spanLength = 64 * 60
  /// The maximum number of grid times sampled for one render.
  static let limit = 100_000

  /// The values of an emitter and its cells at a time.
  struct Sample {
    var layer: LayerEmission
    var cells: [CellEmission]
  }

  /// The range of grid times that affect a render.
  struct Window: Equatable {
    /// The index of the first span.
    var span: Int
    /// The index of the last grid time.
    var last: Int
    /// The index of the first grid time at which a particle may have been born that is still visible.
    var first = 0

    fileprivate func count(of span: Int) -> Int {
      min(last - span * FrameEmissions.spanLength + 1, FrameEmissions.spanLength)
    }
    fileprivate var lastSpan: Int { FrameEmissions.span(of: last) }
  }

  /// The samples of one emitter in a span.
  private struct Span {
    var samples: [Sample] = []
    /// For each key of the layer and of each cell, the index of the first sample whose value the callback changed; nil
    /// for none.
    var layerChanges: [Int?]
    var cellChanges: [[Int?]]
    /// For each sample, the longest lifetime set by the callback so far, including descendants, in the layer's seconds.
    var reaches: [Double] = []
  }

  /// An emitter of the tree.
  final class Emitter {
    let layer: EmitterLayer
    /// The values without the callback.
    let base: Sample
    /// The layer's own cells, without the callback.
    let tops: [EmitterCell]
    /// All of its cells, without the callback, in traversal order.
    let cells: [EmitterCell]
    /// The index in `cells` for each place in the tree of cells.
    let places: [UInt64: Int]
    /// The index of the first place of each cell. For lookups only, never iterated.
    private let indices: [ObjectIdentifier: Int]
    /// The spans by index. For lookups only, never iterated.
    private var spans: [Int: Span] = [:]
    /// The range of grid times that affect the current render.
    fileprivate(set) var window = Window(span: 0, last: -1)
    /// The cached history with the values that the callback set.
    var history: (window: Window, key: KeptHistory.Key, history: EmissionHistory)?

    fileprivate init(_ layer: EmitterLayer) {
      self.layer = layer
      tops = layer.storedEmitterCells ?? []
      let walk = layer.cellWalk()
      cells = walk.cells
      places = Dictionary(zip(walk.places, walk.cells.indices)) { first, _ in first }
      indices = Dictionary(zip(walk.cells.map { ObjectIdentifier($0) }, walk.cells.indices)) { first, _ in first }
      base = Sample(layer: LayerEmission(layer), cells: cells.map { CellEmission($0) })
    }

    /// Returns the index of a cell at its first place.
    func index(of cell: EmitterCell) -> Int? { indices[ObjectIdentifier(cell)] }

    // MARK: For the picture

    /// The relevant spans, in order, each with its samples.
    var samples: [(span: Int, samples: ArraySlice<Sample>)] {
      counting.compactMap { number in
        spans[number].map { (number, $0.samples.prefix(window.count(of: number))) }
      }
    }

    private var counting: ClosedRange<Int> { window.span...max(window.lastSpan, window.span) }

    private func keys(_ changes: (Span) -> [Int?]) -> UInt64 {
      var result: UInt64 = 0
      for number in counting {
        guard let span = spans[number] else { continue }
        for (key, first) in changes(span).enumerated() {
          if let first, first < window.count(of: number) { result |= 1 << UInt64(key) }
        }
      }
      return result
    }

    /// The bit set of the indices of the layer's keys that the callback changes.
    var layerKeys: UInt64 { keys { $0.layerChanges } }

    /// Returns the bit set of the indices of a cell's keys that the callback changes.
    func cellKeys(_ index: Int) -> UInt64 { keys { $0.cellChanges[index] } }

    var isTouched: Bool { layerKeys != 0 || cells.indices.contains { cellKeys($0) != 0 } }

    /// Returns the spans in which the callback changes the rate of a cell, in order, with the index of the first
    /// changed sample.
    func spansOfOtherRates(ofCell index: Int) -> [(span: Int, first: Int)] {
      counting.compactMap { number in
        guard let span = spans[number] else { return nil }
        let first = [span.layerChanges[0], span.cellChanges[index][0]].compactMap { $0 }.min()
        return first.flatMap { $0 < window.count(of: number) ? (number, $0) : nil }
      }
    }

    // MARK: For the function

    fileprivate func count(of span: Int) -> Int { spans[span]?.samples.count ?? 0 }

    fileprivate func reach(of span: Int, _ window: Window) -> Double {
      let count = window.count(of: span)
      return count > 0 ? spans[span]?.reaches[count - 1] ?? 0 : 0
    }

    fileprivate func drop(before span: Int) {
      for number in spans.keys.filter({ $0 < span }) { spans[number] = nil }
    }

    /// Adds a sample of the present values; if `isMade` is false, because the callback failed, of the values without
    /// it.
    fileprivate func add(to number: Int, isMade: Bool) {
      var span =
        spans.removeValue(forKey: number)
        ?? Span(
          layerChanges: LayerEmission.keys.map { _ in nil },
          cellChanges: cells.map { _ in CellEmission.keys.map { _ in nil } })
      defer { spans[number] = span }
      var sample = base
      let place = span.samples.count
      if isMade {
        sample.layer = LayerEmission(layer)
        let walk = layer.cellWalk()
        // Different cells in the same places are treated as the original ones.
        if walk.cells.count == cells.count {
          let last = span.samples.last?.cells ?? base.cells
          let numbers = walk.cells.map { CellEmission($0) }
          // Reusing the array shares its memory.
          sample.cells = numbers == last ? last : numbers
        }
      }
      span.samples.append(sample)
      var reach = span.reaches.last ?? 0
      if sample.layer != base.layer {
        sample.layer.forEachKey(otherThan: base.layer) { span.layerChanges[$0] = span.layerChanges[$0] ?? place }
      }
      if sample.cells != base.cells {
        for (i, pair) in zip(sample.cells, base.cells).enumerated() where pair.0 != pair.1 {
          pair.0.forEachKey(otherThan: pair.1) { span.cellChanges[i][$0] = span.cellChanges[i][$0] ?? place }
        }
      }
      if sample.layer != base.layer || sample.cells != base.cells {
        var longest = 0.0
        for cell in sample.cells { longest += cell.lifetime + abs(cell.lifetimeRange) / 2 }
        reach = max(reach, longest * max(sample.layer.lifetime, 0))
      }
      span.reaches.append(reach)
    }
  }

  private(set) var emitters: [Emitter] = []

  /// Collects the emitters that have cells.
  ///
  /// - Parameter layers: the layers of the tree, before the callback runs.
  init(_ layers: [Layer]) {
    for layer in layers {
      guard let emitter = layer as? EmitterLayer, emitter.storedEmitterCells?.isEmpty == false else { continue }
      emitters.append(Emitter(emitter))
    }
  }

  func emitter(of layer: EmitterLayer) -> Emitter? { emitters.first { $0.layer === layer } }

  /// Returns the grid time with an index, in seconds.
  static func time(_ index: Int) -> Double { Double(index) / rate }

  private static func span(of index: Int) -> Int {
    Int(clamping: (Double(index) / Double(spanLength)).rounded(.down))
  }

  /// Samples the callback up to a time, as far back as a particle that is born then may still be visible.
  ///
  /// - Parameters:
  ///   - time: the render's time, in the scene's time.
  ///   - ask: calls the callback for a time, and then the closure on the result; throws if no render may be made.
  func ask(until time: Double, _ ask: (_ time: Double, _ body: (_ isMade: Bool) -> Void) throws -> Void) throws {
    guard !emitters.isEmpty else { return }
    let last = Int(clamping: min(max((time * FrameEmissions.rate + 1e-6).rounded(.down), -1e15), 1e15))
    var window = Window(span: FrameEmissions.span(of: last), last: last)
    var reaches = emitters.map { _ in 0.0 }
    var asked = 0
    while true {
      let begin = window.span * FrameEmissions.spanLength
      var next = emitters[0].count(of: window.span)
      while next < window.count(of: window.span) {
        asked += 1
        guard asked <= FrameEmissions.limit else {
          var reader = emitters[0].layer.scene.reader()
          reader.isAuthor = reader.language != nil  // only scripts set the function
          throw LayerError(
            .limit,
            "\(reader.text(.onFrame)): particles live so long that it would be called more than "
              + "\(FrameEmissions.limit) times for one picture, to find what it set at their births; lower the "
              + "lifetimes, give the cells a later beginTime, or animate the emitter")
        }
        try ask(FrameEmissions.time(begin + next)) { isMade in
          for emitter in emitters { emitter.add(to: window.span, isMade: isMade) }
        }
        next += 1
      }
      var first = time
      for (i, emitter) in emitters.enumerated() {
        reaches[i] = max(reaches[i], emitter.reach(of: window.span, window))
        first = min(first, emitter.earliestBirth(at: time, reach: reaches[i]))
      }
      guard FrameEmissions.time(begin) > first else { break }
      window.span -= 1
    }
    for (emitter, reach) in zip(emitters, reaches) {
      let first = emitter.earliestBirth(at: time, reach: reach)
      window.first = Int(clamping: min(max((first * FrameEmissions.rate - 1).rounded(.down), -1e15), 1e15))
      emitter.window = window
      emitter.drop(before: window.span - 1)
    }
  }
}

extension FrameEmissions.Emitter {
  /// Returns the earliest time, in the scene's time, at which a particle that is visible at a time may have been born.
  ///
  /// - Parameter reach: the longest lifetime set by the callback, in the layer's seconds, in addition to the emitter's
  ///   own.
  fileprivate func earliestBirth(at time: Double, reach: Double) -> Double {
    guard let speed = layer.forwardRate else { return time }
    // Instances of replicators show earlier times.
    var delays = 0.0
    var above = layer.parent
    var rate = speed / (layer.timingBox?.value.speed ?? 1)
    while let now = above {
      delays += abs(now.instances.delay) * Double(max(now.instances.count - 1, 0)) / rate
      rate /= now.timingBox?.value.speed ?? 1
      above = now.parent
    }
    let now = layer.ownTime(at: time)
    guard let system = try? ParticleSystem(layer, at: now, label: "") else { return time }
    var begin = Double.infinity
    for cell in layer.storedEmitterCells ?? [] { begin = min(begin, cell.timing.superiorTime(ofActiveTime: 0) ?? now) }
    let earliest = max(now - max(system.longestReach, reach), begin)
    return time - (now - earliest) / speed - delays
  }
}

extension EmitterLayer {
  /// Returns the layer's cells with all descendants, each as often as it occurs, and the hashes of their places.
  func cellWalk() -> (cells: [EmitterCell], places: [UInt64]) {
    var cells: [EmitterCell] = []
    var places: [UInt64] = []
    var pending = (storedEmitterCells ?? []).enumerated().reversed().map {
      (cell: $1, place: EmitterLayer.place($0, in: nil), depth: 1)
    }
    while let (cell, place, depth) = pending.popLast(), cells.count < 10_000 {
      cells.append(cell)
      places.append(place)
      guard depth < ParticleSystem.depthLimit else { continue }
      for (i, child) in (cell.storedEmitterCells ?? []).enumerated().reversed() {
        pending.append((child, EmitterLayer.place(i, in: place), depth + 1))
      }
    }
    return (cells, places)
  }

  /// Returns the hash of the i-th place below another one; nil for below the layer itself.
  static func place(_ i: Int, in above: UInt64?) -> UInt64 {
    ParticleRandom.mixed((above ?? 0) &* 31 &+ UInt64(i) &+ 1)
  }

  /// The rate of the layer's time, in its seconds per second of the scene; nil unless it runs forward.
  var forwardRate: Double? {
    let rate = timeRate
    return rate > 0 && rate.isFinite ? rate : nil
  }
}
