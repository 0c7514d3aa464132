// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Raster

/// The mean along the ray from each pixel towards a centre or away from it, over a fraction of the distance (zoom
/// blur).
///
/// Samples lie on the ray at k^½, k^1½, k^2½ ... and are weighted by k^0, k^1, k^2 ..., the length of ray that each
/// represents. Many samples are taken in passes, means of n samples and of every n-th of these again, so their number
/// grows with a root of the length.
struct RayMean: Sendable {
  typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

  private struct Sample: Sendable {
    var factor: Double
    var weight: Float
  }

  private let center: Point
  private let steps: [[Sample]]
  private let end: Double

  /// - Parameters:
  ///   - end: distance of the last samples from the centre, as a fraction of the pixel's: 0 to 2.
  ///   - extent: area of the picture, whose farthest corner determines the number of samples.
  init(center: Point, end: Double, extent: Rect) {
    self.center = center
    // Samples nearer to the centre have no visible weight.
    let end = min(max(end, 0.001), 2)
    self.end = end
    let dx = max(abs(extent.minX - center.x), abs(extent.maxX - center.x))
    let dy = max(abs(extent.minY - center.y), abs(extent.maxY - center.y))
    let distance = (dx * dx + dy * dy).squareRoot() * max(1, end)
    let logarithm = FilterMath.log(end)
    // At most two thirds of a pixel apart, so that edges are within two levels.
    let total = max(1, min(65536, (1.5 * abs(logarithm) * distance).rounded(.up)))
    // Each pass smooths slightly, which is visible for short rays.
    var stepCount = total > 64 ? 2 : 1
    while stepCount > 1, FilterMath.pow(total, 1 / Double(stepCount)) > (total > 256 ? 6 : 32) { stepCount += 1 }
    let count = FilterMath.pow(total, 1 / Double(stepCount)).rounded(.up)
    var counts = [Int](repeating: max(1, Int(clamping: count)), count: stepCount)
    var all = counts.reduce(1) { $0 * Double($1) }
    // With many passes, some may have fewer samples.
    for i in counts.indices.dropLast(2) where all * (count - 1) >= total * count {
      counts[i] -= 1
      all = counts.reduce(1) { $0 * Double($1) }
    }
    var exponent = logarithm / all
    steps = counts.enumerated().map { step, count in
      let weights = (0..<count).map { FilterMath.exp(exponent * Double($0)) }
      let sum = weights.reduce(0, +)
      // The samples of the first pass lie in the middle of the stretch they represent.
      let middle = step == 0 ? FilterMath.exp(exponent / 2) : 1
      exponent *= Double(count)
      return weights.map { Sample(factor: $0 * middle, weight: Float($0 / sum)) }
    }
  }

  private func hull(_ r: DeviceRect, _ a: Double, _ b: Double, pad: Double) -> DeviceRect {
    if r.isEmpty { return r }
    func ends(_ low: Int32, _ high: Int32, _ c: Double) -> (Double, Double) {
      let all = [Double(low), Double(high)].flatMap { [c + ($0 - c) * a, c + ($0 - c) * b] }
      return ((all.min() ?? 0) - pad, (all.max() ?? 0) + pad)
    }
    let (x0, x1) = ends(r.x0, r.x1, center.x)
    let (y0, y1) = ends(r.y0, r.y1, center.y)
    return DeviceRect(around: Rect(x0, y0, x1 - x0, y1 - y0))
  }

  /// Returns the area of the result, limited to four times the distance from the centre: farther pixels are faint.
  func grown(_ r: DeviceRect) -> DeviceRect { r.union(hull(r, 1, 1 / max(end, 0.25), pad: 0)) }

  /// Returns the area needed before each pass, followed by the output.
  private func areas(_ output: DeviceRect) -> [DeviceRect] {
    var result = [output]
    for samples in steps.reversed() {
      result.append(
        hull(result[result.count - 1], samples.first?.factor ?? 1, samples.last?.factor ?? 1, pad: 1))
    }
    return result.reversed()
  }
  func need(_ output: DeviceRect) -> DeviceRect { areas(output).first ?? output }

  func apply(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    let areas = areas(target.rect)
    var image = source
    // Nothing leaves this area, so intermediate pictures are limited to it.
    let reached = grownFully(source.rect)
    for (i, samples) in steps.enumerated() {
      if work.isStopped?() == true { return }
      let isLast = i == steps.count - 1
      let inBytes = source.format == .bytes && target.format == .bytes
      let next =
        isLast ? target : try work.image(inBytes ? .words : .floats, areas[i + 1].intersection(reached))
      if inBytes {
        try passBytes(samples, image, next, work)
      } else {
        try pass(samples, image, next, work)
      }
      if image !== source { try work.release(image) }
      image = next
    }
  }

  private func grownFully(_ r: DeviceRect) -> DeviceRect {
    r.union(hull(r, 1, 1 / end, pad: 0)).outset(
      dx: Int32(truncatingIfNeeded: 2000), dy: Int32(truncatingIfNeeded: 2000))
  }

  /// Same as `pass`, in integer arithmetic: bytes at the ends, words in between.
  private func passBytes(_ samples: [Sample], _ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    let s = source.rect
    let t = target.rect
    if s.isEmpty || t.isEmpty { return }
    // For all samples and columns: index among the source's columns, and the weights of that pixel and the next.
    var columns = [Int32](repeating: 0, count: samples.count * t.width)
    var weights = [UInt16](repeating: 0, count: samples.count * t.width * 8)
    var done = 0.0
    for (k, sample) in samples.enumerated() {
      // Weights in 1/65,536, which over all samples sum to exactly 65,536.
      let before = done.rounded()
      done += Double(sample.weight) * 65536
      let weight = k == samples.count - 1 ? 65536 - before : done.rounded() - before
      for i in 0..<t.width {
        let at = center.x + (Double(t.x0) + Double(i) + 0.5 - center.x) * sample.factor - 0.5
        let whole = at.rounded(.down)
        // Outside the source, both pixels are the empty ones at the end.
        let isInside = whole >= Double(s.x0) - 1 && whole < Double(s.x1)
        columns[k * t.width + i] = Int32(
          truncatingIfNeeded: isInside ? Int(clamping: whole) - Int(s.x0) + 1 : s.width + 2)
        let second = Int(clamping: ((at - whole) * weight).rounded())
        let first = Int(clamping: weight) - second
        for c in 0..<4 {
          weights[(k * t.width + i) * 8 + c] = UInt16(clamping: first)
          weights[(k * t.width + i) * 8 + 4 + c] = UInt16(clamping: second)
        }
      }
    }
    let (from, to) = (source.plane, target.plane)
    let room = samples.count * 4 * (s.width + 4) * 2
    let count = samples.count
    try columns.withUnsafeBufferPointer { columns in
      try weights.withUnsafeBufferPointer { weights in
        let rays = llua_rays(
          count: Int32(truncatingIfNeeded: count), columns: columns.baseAddress, weights: weights.baseAddress)
        try work.bands(of: t, height: 64, scratch: room / 16 + 1 + count) { band, scratch in
          var (rays, from, to) = (rays, from, to)
          let lines = UnsafeMutableRawPointer(scratch + count).assumingMemoryBound(to: UInt16.self)
          let rows = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Int32.self)
          let parts = UnsafeMutableRawPointer(rows + count).assumingMemoryBound(to: UInt16.self)
          for y in band.y0..<band.y1 {
            if work.isStopped?() == true { return }
            for (k, sample) in samples.enumerated() {
              let at = center.y + (Double(y) + 0.5 - center.y) * sample.factor - 0.5
              let whole = at.rounded(.down)
              rows[k] = Int32(clamping: whole)
              parts[k] = UInt16(clamping: Int(clamping: ((at - whole) * 65536).rounded(.down)))
            }
            work.kernels.pointee.ray_row(
              &rays, &from, source.format == .words ? 1 : 0, &to, target.format == .words ? 1 : 0, y, rows, parts,
              lines)
          }
        }
      }
    }
  }

  private func pass(_ samples: [Sample], _ source: FilterImage, _ target: FilterImage, _ work: FilterWork)
    throws(SurfaceError)
  {
    let t = target.rect
    let wide = source.rect.width + 4
    // Scratch: two rows of the source, an interpolated one with empty pixels at the ends, the result, and columns for
    // all factors.
    try work.bands(of: t, height: 64, scratch: 3 * wide + (1 + samples.count) * t.width) { band, scratch in
      let upper = scratch
      let lower = upper + wide
      let line = lower + wide
      let result = line + wide
      let places = result + t.width
      line.update(repeating: SIMD4(repeating: 0), count: wide)
      for (i, sample) in samples.enumerated() { prepare(sample.factor, source.rect, t, places + i * t.width) }
      for y in band.y0..<band.y1 {
        if work.isStopped?() == true { return }
        result.update(repeating: SIMD4(repeating: 0), count: t.width)
        for (i, sample) in samples.enumerated() {
          add(
            sample, of: source, y: y, count: t.width, upper: upper, lower: lower, line: line,
            places: places + i * t.width, into: result, work: work)
        }
        target.store(result, y, from: t.x0, count: t.width, work)
      }
    }
  }

  /// Computes for every column of the target its index among the source's columns (as the bits of an integer) and the
  /// weight of the next one.
  private func prepare(_ factor: Double, _ s: DeviceRect, _ t: DeviceRect, _ places: Pixels) {
    for i in 0..<t.width {
      let at = center.x + (Double(t.x0) + Double(i) + 0.5 - center.x) * factor - 0.5
      let whole = at.rounded(.down)
      // Outside the source, both pixels are the empty ones at the end.
      let isInside = whole >= Double(s.x0) - 1 && whole < Double(s.x1)
      let index = isInside ? Int(clamping: whole) - Int(s.x0) + 1 : s.width + 2
      places[i] = SIMD4(Float(bitPattern: UInt32(truncatingIfNeeded: index)), Float(at - whole), 0, 0)
    }
  }

  private func add(
    _ sample: Sample, of source: FilterImage, y: Int32, count: Int, upper: Pixels, lower: Pixels,
    line: Pixels, places: Pixels, into result: Pixels, work: FilterWork
  ) {
    let s = source.rect
    let at = center.y + (Double(y) + 0.5 - center.y) * sample.factor - 0.5
    let whole = at.rounded(.down)
    if whole < Double(s.y0) - 1 || whole >= Double(s.y1) { return }
    let row = Int32(clamping: whole)
    let share = Float(at - whole)
    let a = source.row(row, from: s.x0, count: s.width, upper, work)
    let b = source.row(row + 1, from: s.x0, count: s.width, lower, work)
    let weight = (1 - share) * sample.weight
    let otherWeight = share * sample.weight
    let inner = line + 1
    for i in 0..<s.width { inner[i] = a[i] * weight + b[i] * otherWeight }
    for i in 0..<count {
      let place = places[i]
      let p = line + Int(place.x.bitPattern)
      result[i] += p[0] + (p[1] - p[0]) * place.y
    }
  }
}
