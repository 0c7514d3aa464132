// SPDX-License-Identifier: MIT
import Numbers

/// What a frame's function sets on the emitters of a tree, asked for on a grid of times, so that particles take at
/// their birth what it would have set then.
///
/// The grid is that of the scene's time and the same for all pictures, whatever the frames of a film: stills, films and
/// shares of them show the same particles. Times are asked for in spans of 64 s, and only in those in which something
/// may have been born that is still seen.
final class FrameEmissions {
  /// The times of the grid in a second.
  static let rate = 60.0
  /// The times of a span.
  static let spanLength = 64 * 60
  /// The largest number of times that one picture asks for.
  static let limit = 100_000

  /// What an emitter and its cells are at a time.
  struct Sample {
    var layer: LayerEmission
    var cells: [CellEmission]
  }

  /// The times of the grid that count for a picture.
  struct Window: Equatable {
    /// The first span.
    var span: Int
    /// The last time.
    var last: Int
    /// The first time at which anything may have been born that is still seen.
    var first = 0

    fileprivate func count(of span: Int) -> Int {
      min(last - span * FrameEmissions.spanLength + 1, FrameEmissions.spanLength)
    }
    fileprivate var lastSpan: Int { FrameEmissions.span(of: last) }
  }

  /// A span of one emitter.
  private struct Span {
    var samples: [Sample] = []
    /// The numbers of the first samples in which keys of the layer and of each cell are not as without the function.
    var layerChanges: [Int?]
    var cellChanges: [[Int?]]
    /// For each sample the longest life that the function gave so far, with what is emitted, in the layer's seconds.
    var reaches: [Double] = []
  }

  /// An emitter of the tree.
  final class Emitter {
    let layer: EmitterLayer
    /// What it is without the function.
    let base: Sample
    /// The layer's own cells without the function.
    let tops: [EmitterCell]
    /// Its cells without the function, in the order of a walk.
    let cells: [EmitterCell]
    /// The places of cells in the tree of them, each with its index in `cells`.
    let places: [UInt64: Int]
    /// The first place of each cell. Looked up only.
    private let indices: [ObjectIdentifier: Int]
    /// Looked up only.
    private var spans: [Int: Span] = [:]
    /// The times that count for the picture that is being made.
    fileprivate(set) var window = Window(span: 0, last: -1)
    /// The history with what the function set.
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

    /// The index of a cell at the first place where it is.
    func index(of cell: EmitterCell) -> Int? { indices[ObjectIdentifier(cell)] }

    // MARK: For the picture

    /// The spans that count, in order, each with its samples.
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

    /// The keys of the layer that the function changes, by their indices.
    var layerKeys: UInt64 { keys { $0.layerChanges } }

    /// The same of a cell.
    func cellKeys(_ index: Int) -> UInt64 { keys { $0.cellChanges[index] } }

    var isTouched: Bool { layerKeys != 0 || cells.indices.contains { cellKeys($0) != 0 } }

    /// The spans in which the function changes the rate of a cell, in order, with the number of the first sample that
    /// has another one.
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

    /// Adds what it is now.
    ///
    /// - Parameter isMade: false adds what it is without the function, where that failed.
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
        // Other cells in the same places are taken for those.
        if walk.cells.count == cells.count {
          let last = span.samples.last?.cells ?? base.cells
          let numbers = walk.cells.map { CellEmission($0) }
          // The same array takes no memory again.
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

  /// - Parameter layers: those of the tree as they are without the function.
  init(_ layers: [Layer]) {
    for layer in layers {
      guard let emitter = layer as? EmitterLayer, emitter.storedEmitterCells?.isEmpty == false else { continue }
      emitters.append(Emitter(emitter))
    }
  }

  func emitter(of layer: EmitterLayer) -> Emitter? { emitters.first { $0.layer === layer } }

  /// The grid's time.
  static func time(_ index: Int) -> Double { Double(index) / rate }

  private static func span(of index: Int) -> Int {
    Int(clamping: (Double(index) / Double(spanLength)).rounded(.down))
  }

  /// Asks the function for what it sets until a time, as far as anything that is born then may still be seen.
  ///
  /// - Parameters:
  ///   - time: the picture's, in the scene's time.
  ///   - ask: calls the function for a time, and the body on what it made; it fails where no picture may be made.
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
          throw LayerError(
            .limit,
            "ca.onFrame: particles live so long that it would be called more than \(FrameEmissions.limit) times for one "
              + "picture, to find what it set at their births; lower the lifetimes, give the cells a later beginTime, or "
              + "animate the emitter")
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
  /// The earliest time, in the scene's time, at which a particle may have been born that is seen at a time.
  ///
  /// - Parameter reach: the longest life besides those of the emitter as it is, in the layer's seconds.
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
  /// The cells of the layer with those in them, each as often as it is there, and numbers of their places.
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

  /// The number of the i-th place in another one; nil is the layer itself.
  static func place(_ i: Int, in above: UInt64?) -> UInt64 {
    ParticleRandom.mixed((above ?? 0) &* 31 &+ UInt64(i) &+ 1)
  }

  /// How fast the layer's time runs, in its seconds for each of the scene's; nil unless it runs forward.
  var forwardRate: Double? {
    let rate = timeRate
    return rate > 0 && rate.isFinite ? rate : nil
  }
}
