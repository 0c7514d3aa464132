// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Parsing
import SystemC

/// Fits cubics to a run of points within a tolerance (Schneider, "An Algorithm for Automatically Fitting Digitized
/// Curves", Graphics Gems, 1990): least squares for the lengths of both tangents, a few steps of reparametrisation, and
/// a cut at the worst point where that does not suffice.
struct CurveFitter {
  let tolerance: Double
  /// The turn that is a corner, in radians.
  static let corner = 0.45

  /// Returns the segments along points, from the first to the last.
  func segments(through points: [Point], _ reading: inout Reading) throws(LayerError) -> [Path.Segment] {
    guard points.count > 1 else { return [] }
    var result: [Path.Segment] = []
    var pending = [(0, points.count - 1)]
    while let (first, last) = pending.popLast() {
      try reading.step((last - first) * 24 + 1)
      try reading.take(MemoryLayout<Path.Segment>.stride * 2 + 64)
      if last - first == 1 {
        result.append(.line(points[first], points[last]))
        continue
      }
      if isStraight(points, first, last) {
        result.append(.line(points[first], points[last]))
        continue
      }
      let fitted = fit(points, first, last)
      if fitted.error <= tolerance {
        result.append(fitted.curve)
      } else {
        let cut = min(max(fitted.worst, first + 1), last - 1)
        pending.append((cut, last))
        pending.append((first, cut))
      }
    }
    return result
  }

  private func isStraight(_ points: [Point], _ first: Int, _ last: Int) -> Bool {
    let d = points[last] - points[first]
    let size = d.length
    guard size > 0 else { return false }
    return points[first...last].allSatisfy { abs(d.cross($0 - points[first])) <= tolerance / 4 * size }
  }

  /// The direction at an end or a cut: between the chords on both sides, or that of a parabola through three points.
  private func tangent(_ points: [Point], _ i: Int, _ first: Int, _ last: Int, isStart: Bool) -> Point {
    func unit(_ p: Point) -> Point { p.length > 0 ? p / p.length : p }
    if i > 0, i < points.count - 1 {
      let (a, b) = (points[i] - points[i - 1], points[i + 1] - points[i])
      let (k, l) = (a.length, b.length)
      // The tangent of a parabola through the three points.
      let d = a * (l / max(k, 1e-300)) + b * (k / max(l, 1e-300))
      return unit(isStart ? d : -d)
    }
    let (p, q, r) =
      isStart
      ? (points[first], points[first + 1], points[min(first + 2, last)])
      : (points[last], points[last - 1], points[max(last - 2, first)])
    let (a, b) = (unit(q - p), unit(r - q))
    let d = unit(a * 1.5 - b * 0.5)
    return a.dot(b) > 0.5 ? d : a
  }

  private func fit(_ points: [Point], _ first: Int, _ last: Int) -> (curve: Path.Segment, error: Double, worst: Int) {
    let (u, w) = (
      tangent(points, first, first, last, isStart: true), tangent(points, last, first, last, isStart: false)
    )
    var parameters = [0.0]
    for i in (first + 1)...last { parameters.append((parameters.last ?? 0) + (points[i] - points[i - 1]).length) }
    let total = max(parameters.last ?? 1, 1e-300)
    for i in parameters.indices { parameters[i] /= total }
    var best: (curve: Path.Segment, error: Double, worst: Int) = (.line(points[first], points[last]), .infinity, first)
    for _ in 0..<5 {
      let curve = leastSquares(points, first, last, parameters, u, w)
      var (error, worst) = (0.0, first)
      for i in first...last {
        let d = (curve.point(at: parameters[i - first]) - points[i]).length
        if d > error { (error, worst) = (d, i) }
      }
      if error < best.error { best = (curve, error, worst) }
      if error <= tolerance || error > 20 * tolerance { break }
      for i in parameters.indices { parameters[i] = nearer(curve, parameters[i], points[first + i]) }
    }
    return best
  }

  private func leastSquares(
    _ points: [Point], _ first: Int, _ last: Int, _ t: [Double], _ u: Point, _ w: Point
  ) -> Path.Segment {
    let (p, s) = (points[first], points[last])
    var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for i in first...last {
      let (v, q) = (t[i - first], 1 - t[i - first])
      let (a, b) = (u * (3 * v * q * q), w * (3 * v * v * q))
      c00 += a.dot(a)
      c01 += a.dot(b)
      c11 += b.dot(b)
      let rest = points[i] - p * (q * q * (q + 3 * v)) - s * (v * v * (v + 3 * q))
      x0 += a.dot(rest)
      x1 += b.dot(rest)
    }
    let determinant = c00 * c11 - c01 * c01
    let chord = (s - p).length
    var (alpha, beta) = (chord / 3, chord / 3)
    if abs(determinant) > 1e-12 * c00 * c11 {
      let (a, b) = ((x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant)
      if a > 1e-6 * chord, b > 1e-6 * chord { (alpha, beta) = (a, b) }
    }
    return .cubic(p, p + u * alpha, s + w * beta, s)
  }

  /// A step of Newton's method to the parameter of the curve's nearest point.
  private func nearer(_ curve: Path.Segment, _ t: Double, _ p: Point) -> Double {
    guard case .cubic(let a, let b, let c, let d) = curve else { return t }
    let s = 1 - t
    let first = (b - a) * (3 * s * s) + (c - b) * (6 * s * t) + (d - c) * (3 * t * t)
    let second = (c - b * 2 + a) * (6 * s) + (d - c * 2 + b) * (6 * t)
    let rest = curve.point(at: t) - p
    let slope = first.dot(first) + rest.dot(second)
    guard abs(slope) > 1e-300 else { return t }
    return min(max(t - rest.dot(first) / slope, 0), 1)
  }
}

extension CurveFitter {
  /// Returns a path along points: lines between corners, curves where points turn a little at a time.
  func path(through points: [Point], isClosed: Bool, _ reading: inout Reading) throws(LayerError) -> Path {
    var result = Path()
    guard points.count > 2 else {
      result.addLines(points)
      if isClosed { result.closeSubpath() }
      return result
    }
    try reading.step(points.count * 4)
    try reading.take(points.count * 64)
    let count = points.count
    func isCorner(_ i: Int) -> Bool {
      let (a, b) = (points[i] - points[(i + count - 1) % count], points[(i + 1) % count] - points[i])
      if abs(atan2(a.cross(b), a.dot(b))) > Self.corner { return true }
      // Beside a line that is long for its neighbours, nothing is round.
      let (k, l) = (a.length, b.length)
      return max(k, l) > 6 * min(k, l)
    }
    let corners = points.indices.filter { !isClosed && ($0 == 0 || $0 == count - 1) || isCorner($0) }
    var segments: [Path.Segment] = []
    if corners.isEmpty {
      segments = try self.segments(through: points + [points[0]], &reading)
    } else {
      for (k, first) in corners.enumerated() {
        if !isClosed, k == corners.count - 1 { break }
        let last = k + 1 < corners.count ? corners[k + 1] : corners[0] + count
        let run = (first...last).map { points[$0 % count] }
        segments += try self.segments(through: run, &reading)
      }
    }
    for (i, segment) in segments.enumerated() {
      if i == 0 { result.move(to: segment.start) }
      if isClosed, i == segments.count - 1, segment.isLine { break }
      result.add(segment)
    }
    if isClosed { result.closeSubpath() }
    return result
  }
}
