// SPDX-License-Identifier: MIT
import Geometry

// Removal of degenerate subpaths. They cover no pixel, but readers draw a hairline for each: in PDF, a filled path
// paints at least the pixels that its edge touches.
extension VectorArea {
  /// Thickness below which part of an area is not written, in points of the page. A pixel of a page at 300 dpi is 500
  /// times as large.
  static let leastThickness = 5e-4

  /// The area without degenerate subpaths (lines, points, and outlines that run there and back); nil if none is left.
  var withoutFlatParts: VectorArea? {
    var start = 0
    var verb = 0
    var flat: [Range<Int>] = []
    var parts = 0
    let verbs = path.verbs, points = path.points
    while verb < verbs.count {
      let first = verb
      var end = start
      repeat {
        end += verbs[verb].pointCount
        verb += 1
      } while verb < verbs.count && verbs[verb] != .move
      if isFlat(verbs[first..<verb], points[start..<end]) { flat.append(first..<verb) }
      parts += 1
      start = end
    }
    if flat.isEmpty { return parts > 0 ? self : nil }
    if flat.count == parts { return nil }
    var kept = self
    kept.path = path.removing(flat)
    kept.rounded = nil
    return kept
  }

  private func isFlat(_ verbs: ArraySlice<Path.Verb>, _ points: ArraySlice<Point>) -> Bool {
    guard let first = points.first, points.count > 2 else { return true }
    let start = map.apply(first)
    var far = Point.zero
    for point in points {
      let away = map.apply(point) - start
      if away.dot(away) > far.dot(far) { far = away }
    }
    let length = far.length
    guard length > VectorArea.leastThickness else { return true }
    var low = 0.0, high = 0.0
    for point in points {
      let side = (map.apply(point) - start).cross(far) / length
      low = min(low, side)
      high = max(high, side)
      if high - low > VectorArea.leastThickness { return VectorArea.runsBack(verbs, points) }
    }
    return true
  }

  /// True if a subpath, which begins with a move, retraces itself.
  private static func runsBack(_ verbs: ArraySlice<Path.Verb>, _ points: ArraySlice<Point>) -> Bool {
    guard let first = points.first else { return true }
    var steps = verbs.dropFirst().filter { $0 != .close }
    var way = Array(points)
    if way.last != first {
      steps.append(.line)
      way.append(first)
    }
    return steps.elementsEqual(steps.reversed()) && way.elementsEqual(way.reversed())
  }
}

extension Path {
  /// Returns the path without some subpaths, given as ranges of verbs that begin with a move.
  fileprivate func removing(_ parts: [Range<Int>]) -> Path {
    var result = Path()
    result.reserveCapacity(verbs: verbs.count, points: points.count)
    var at = 0
    var next = parts[...]
    for (i, verb) in verbs.enumerated() {
      while let part = next.first, part.upperBound <= i { next.removeFirst() }
      let p = points[at..<at + verb.pointCount]
      at += verb.pointCount
      if next.first?.contains(i) == true { continue }
      switch verb {
      case .move: result.move(to: p[p.startIndex])
      case .line: result.addLine(to: p[p.startIndex])
      case .quad: result.addQuadCurve(control: p[p.startIndex], to: p[p.startIndex + 1])
      case .cubic:
        result.addCurve(control1: p[p.startIndex], control2: p[p.startIndex + 1], to: p[p.startIndex + 2])
      case .close: result.closeSubpath()
      }
    }
    return result
  }
}
