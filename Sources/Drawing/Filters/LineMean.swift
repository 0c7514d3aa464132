// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Raster

/// The mean along a line through each pixel, by bilinear samples at most a pixel apart, spread evenly over it. Many
/// samples are taken in two passes, as means of means, so their number grows with the square root of the length.
struct LineMean: Sendable {
  private struct Sample: Sendable {
    var dx: Int32
    var dy: Int32
    /// Weights of the pixel at (dx, dy), its right neighbour, and the two below them; they sum to 1 / count.
    var weights: SIMD4<Float>
  }

  private let passes: [[Sample]]
  /// The samples of each pass as pixel taps, merged so that each pixel occurs once.
  private let taps: [[llua_tap]]
  private let reaches: [(x: Int32, y: Int32)]
  private let grows: (x: Int32, y: Int32)

  /// - Parameter halfX, halfY: half the line as a vector, in pixels.
  init(_ halfX: Double, _ halfY: Double) {
    let half = (halfX * halfX + halfY * halfY).squareRoot()
    let factor = half > 2000 ? 2000 / half : 1
    let x = half.isFinite ? halfX * factor : 0
    let y = half.isFinite ? halfY * factor : 0
    let total = max(1, Int(clamping: (2 * (x * x + y * y).squareRoot()).rounded(.up)))
    var counts = [total]
    if total > 24 {
      let inner = Int(clamping: Double(total).squareRoot().rounded(.up))
      counts = [inner, (total + inner - 1) / inner]
    }
    let all = Double(counts.reduce(1, *))
    var step = 1.0
    var passes: [[Sample]] = []
    var reaches: [(x: Int32, y: Int32)] = []
    for count in counts {
      var samples: [Sample] = []
      var reach: (x: Int32, y: Int32) = (0, 0)
      for i in 0..<count {
        let t = (Double(2 * i - count + 1)) * step / all
        let atX = (t * x).rounded(.down)
        let atY = (t * y).rounded(.down)
        let fx = Float(t * x - atX)
        let fy = Float(t * y - atY)
        let share = 1 / Float(count)
        let sample = Sample(
          dx: Int32(clamping: atX), dy: Int32(clamping: atY),
          weights: SIMD4((1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy) * share)
        samples.append(sample)
        reach.x = max(reach.x, -sample.dx, sample.dx + 1)
        reach.y = max(reach.y, -sample.dy, sample.dy + 1)
      }
      passes.append(samples)
      reaches.append(reach)
      step *= Double(count)
    }
    self.passes = passes
    taps = passes.map(LineMean.taps)
    self.reaches = reaches
    isIdentity = x == 0 && y == 0
    grows = (Int32(clamping: abs(x).rounded(.up)), Int32(clamping: abs(y).rounded(.up)))
  }

  let isIdentity: Bool

  private static func taps(_ samples: [Sample]) -> [llua_tap] {
    var places: [(dx: Int32, dy: Int32)] = []
    var weights: [Double] = []
    for sample in samples {
      for (i, part) in [(0, 0), (1, 0), (0, 1), (1, 1)].enumerated() where sample.weights[i] > 0 {
        let place = (dx: sample.dx + Int32(part.0), dy: sample.dy + Int32(part.1))
        let weight = Double(sample.weights[i])
        if let known = places.lastIndex(where: { $0 == place }) {
          weights[known] += weight
        } else {
          places.append(place)
          weights.append(weight)
        }
      }
    }
    // Weights in 1/65,536, which sum to exactly 65,536.
    let sum = weights.reduce(0, +)
    var done = 0.0
    var before = 0
    return places.indices.map { i in
      done += weights[i] / sum * 65536
      let end = Int(clamping: done.rounded())
      defer { before = end }
      return llua_tap(dx: places[i].dx, dy: places[i].dy, weight: UInt16(clamping: end - before))
    }
  }

  func grown(_ r: DeviceRect) -> DeviceRect { r.outset(dx: grows.x, dy: grows.y) }
  func need(_ r: DeviceRect) -> DeviceRect {
    r.outset(dx: reaches.reduce(0) { $0 + $1.x }, dy: reaches.reduce(0) { $0 + $1.y })
  }

  func apply(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    if source.format == .bytes, target.format == .bytes {
      try applyBytes(source, target, work)
      return
    }
    if passes.count == 1 {
      try pass(0, source, target, work)
      return
    }
    let between = try work.image(.floats, target.rect.outset(dx: reaches[1].x, dy: reaches[1].y))
    try pass(0, source, between, work)
    try pass(1, between, target, work)
    try work.release(between)
  }

  /// Applies the passes in integer arithmetic, with words in between.
  private func applyBytes(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    if target.rect.isEmpty || source.rect.isEmpty { return }
    let isTwo = passes.count > 1
    let first = isTwo ? try work.image(.words, target.rect.outset(dx: reaches[1].x, dy: reaches[1].y)) : target
    sum(taps[0], source, first, work)
    if isTwo {
      sum(taps[1], first, target, work)
      try work.release(first)
    }
  }

  private func sum(_ taps: [llua_tap], _ source: FilterImage, _ target: FilterImage, _ work: FilterWork) {
    let (from, to) = (source.plane, target.plane)
    let count = Int32(truncatingIfNeeded: taps.count)
    work.rows(of: target.rect) { y in
      var (from, to) = (from, to)
      work.kernels.pointee.tap_row(
        taps, count, &from, source.format == .words ? 1 : 0, &to, target.format == .words ? 1 : 0, y)
    }
  }

  private func pass(_ index: Int, _ source: FilterImage, _ target: FilterImage, _ work: FilterWork)
    throws(SurfaceError)
  {
    let samples = passes[index]
    let block = 256
    try work.bands(of: target.rect, height: 16, scratch: 3 * block + 2) { band, scratch in
      let result = scratch
      let room = result + block
      let lower = room + block + 1
      for y in band.y0..<band.y1 {
        var x = band.x0
        while x < band.x1 {
          let count = min(block, Int(band.x1 - x))
          result.update(repeating: SIMD4(repeating: 0), count: count)
          for sample in samples {
            let p = source.row(y + sample.dy, from: x + sample.dx, count: count + 1, room, work)
            let w = sample.weights
            if w.z == 0, w.w == 0 {
              for i in 0..<count { result[i] += p[i] * w.x + p[i + 1] * w.y }
            } else {
              let q = source.row(y + sample.dy + 1, from: x + sample.dx, count: count + 1, lower, work)
              for i in 0..<count { result[i] += (p[i] * w.x + p[i + 1] * w.y) + (q[i] * w.z + q[i + 1] * w.w) }
            }
          }
          target.store(result, y, from: x, count: count, work)
          x += Int32(truncatingIfNeeded: count)
        }
      }
    }
  }
}
