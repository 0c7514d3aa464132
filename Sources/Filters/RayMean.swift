// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Raster

/// The mean along the way from each pixel towards a centre or away from it, as far as a share of the distance.
///
/// With a factor k, the picture and the picture scaled by k, weighed 1 to k, make means of two samples; with k² in the
/// same way means of four, and so on: these are the weights of samples that lie on a ray at k^0, k^1, k^2 ..., each
/// standing for the stretch around it.
struct RayMean: Sendable {
  typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

  /// Adds up the picture scaled by the first factor and that scaled by the second.
  private struct Doubling: Sendable {
    var first: Double
    var second: Double
    var weight: Float
    var otherWeight: Float
  }

  private let center: Point
  private let doublings: [Doubling]
  private let end: Double

  /// - Parameters:
  ///   - end: the last samples' distance from the centre, as a share of the pixel's: 0 to 2.
  ///   - extent: the picture's area, whose farthest corner sets the number of samples.
  init(center: Point, end: Double, extent: Rect) {
    self.center = center
    // What is nearer to the centre has no weight that shows.
    let end = min(max(end, 0.001), 2)
    self.end = end
    let dx = max(abs(extent.minX - center.x), abs(extent.maxX - center.x))
    let dy = max(abs(extent.minY - center.y), abs(extent.maxY - center.y))
    let distance = (dx * dx + dy * dy).squareRoot() * max(1, end)
    let logarithm = FilterMath.log(end)
    var count = 1
    while count < 16, abs(logarithm) * distance / Double(1 << count) > 1 { count += 1 }
    var factor = FilterMath.exp(logarithm / Double(1 << count))
    doublings = (0..<count).map { i in
      let share = 1 / (1 + factor)
      // The first samples lie in the middle of what they stand for.
      let middle = i == 0 ? factor.squareRoot() : 1
      let result = Doubling(
        first: middle, second: middle * factor, weight: Float(share), otherWeight: Float(1 - share))
      factor *= factor
      return result
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

  /// Up to four times as far from the centre: what lies farther is faint.
  func grown(_ r: DeviceRect) -> DeviceRect { r.union(hull(r, 1, 1 / max(end, 0.25), pad: 0)) }

  /// The areas before each doubling, and the output.
  private func areas(_ output: DeviceRect) -> [DeviceRect] {
    var result = [output]
    for doubling in doublings.reversed() {
      result.append(hull(result[result.count - 1], doubling.first, doubling.second, pad: 1))
    }
    return result.reversed()
  }
  func need(_ output: DeviceRect) -> DeviceRect { areas(output).first ?? output }

  func apply(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    let areas = areas(target.rect)
    var image = source
    // Nothing leaves this area, so pictures between need not be larger.
    let reached = grownFully(source.rect)
    for (i, doubling) in doublings.enumerated() {
      if work.isStopped?() == true { return }
      let isLast = i == doublings.count - 1
      let next = isLast ? target : try work.image(.floats, areas[i + 1].intersection(reached))
      try pass(doubling, image, next, work)
      if image !== source { try work.release(image) }
      image = next
    }
  }

  private func grownFully(_ r: DeviceRect) -> DeviceRect {
    r.union(hull(r, 1, 1 / end, pad: 0)).outset(
      dx: Int32(truncatingIfNeeded: 2000), dy: Int32(truncatingIfNeeded: 2000))
  }

  private func pass(_ doubling: Doubling, _ source: FilterImage, _ target: FilterImage, _ work: FilterWork)
    throws(SurfaceError)
  {
    let t = target.rect
    let wide = source.rect.width + 4
    // Two rows of the source with a pixel more on either side, one between; columns and shares for both factors.
    try work.bands(of: t, height: 32, scratch: 3 * wide + 3 * t.width) { band, scratch in
      let upper = scratch
      let lower = upper + wide
      let line = lower + wide
      let result = line + wide
      let places = result + t.width
      let otherPlaces = places + t.width
      prepare(doubling.first, source, t, places)
      prepare(doubling.second, source, t, otherPlaces)
      for y in band.y0..<band.y1 {
        result.update(repeating: SIMD4(repeating: 0), count: t.width)
        add(doubling.first, doubling.weight, source, y, t, upper, lower, line, places, result)
        add(doubling.second, doubling.otherWeight, source, y, t, upper, lower, line, otherPlaces, result)
        target.store(result, y, from: t.x0, count: t.width)
      }
    }
  }

  /// For every column of the target, where it lies among the source's (as an integer's bits) and the share of the next.
  private func prepare(_ factor: Double, _ source: FilterImage, _ t: DeviceRect, _ places: Pixels) {
    for i in 0..<t.width {
      let at = center.x + (Double(t.x0) + Double(i) + 0.5 - center.x) * factor - 0.5
      let whole = at.rounded(.down)
      // Outside both pixels are the empty ones at an end.
      let column = min(max(Int(clamping: whole) - Int(source.rect.x0) + 1, 0), source.rect.width + 2)
      let isInside = whole >= Double(source.rect.x0) - 1 && whole < Double(source.rect.x1)
      let index = UInt32(truncatingIfNeeded: isInside ? column : source.rect.width + 2)
      places[i] = SIMD4(Float(bitPattern: index), Float(at - whole), 0, 0)
    }
  }

  private func add(
    _ factor: Double, _ weight: Float, _ source: FilterImage, _ y: Int32, _ t: DeviceRect, _ upper: Pixels,
    _ lower: Pixels, _ line: Pixels, _ places: Pixels, _ result: Pixels
  ) {
    let s = source.rect
    let at = center.y + (Double(y) + 0.5 - center.y) * factor - 0.5
    let whole = at.rounded(.down)
    if whole < Double(s.y0) - 1 || whole >= Double(s.y1) { return }
    let row = Int32(clamping: whole)
    let share = Float(at - whole)
    let count = s.width + 4
    source.load(row, from: s.x0 - 1, count: count, to: upper)
    if share == 0 {
      for i in 0..<count { line[i] = upper[i] * weight }
    } else {
      source.load(row + 1, from: s.x0 - 1, count: count, to: lower)
      let a = (1 - share) * weight
      let b = share * weight
      for i in 0..<count { line[i] = upper[i] * a + lower[i] * b }
    }
    for i in 0..<t.width {
      let place = places[i]
      let p = line + Int(place.x.bitPattern)
      result[i] += p[0] * (1 - place.y) + p[1] * place.y
    }
  }
}
