// SPDX-License-Identifier: MIT
import Geometry
import TestSupport

/// Returns the signed area that segments enclose, by Green's theorem over 500 chords a curve.
func signedArea(_ path: Path) -> Double {
  var sum = 0.0
  path.forEachSegment { segment, _, _ in
    var last = segment.start
    for i in 1...500 {
      let next = segment.point(at: Double(i) / 500)
      sum += last.cross(next)
      last = next
    }
  }
  return sum / 2
}

/// The area of a combination of paths by scan lines: the ground truth, which knows nothing of polygons.
struct ScanLines {
  let box: Rect
  let count: Int

  private struct Edge {
    var from: Point
    var to: Point
    var path: Int
  }

  func area(_ paths: [Path], _ rule: FillRule, _ isInside: ([Bool]) -> Bool) -> Double {
    let edges = paths.indices.flatMap { self.edges(of: paths[$0], $0) }
    var sum = 0.0
    for line in 0..<count {
      let y = box.minY + (Double(line) + 0.5) / Double(count) * box.height
      var crossings: [(x: Double, way: Int, path: Int)] = []
      for edge in edges where (edge.from.y <= y) != (edge.to.y <= y) {
        let (a, b) = (edge.from, edge.to)
        crossings.append((a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), a.y < b.y ? 1 : -1, edge.path))
      }
      crossings.sort { $0.x < $1.x }
      var windings = paths.map { _ in 0 }
      for (i, crossing) in crossings.enumerated() {
        windings[crossing.path] += crossing.way
        let inside = windings.map { rule == .nonZero ? $0 != 0 : $0 & 1 != 0 }
        if i + 1 < crossings.count, isInside(inside) { sum += crossings[i + 1].x - crossing.x }
      }
    }
    return sum * box.height / Double(count)
  }

  private func edges(of path: Path, _ index: Int) -> [Edge] {
    var result: [Edge] = []
    var start: Point?
    var last = Point.zero
    path.forEachSegment { segment, startsSubpath, _ in
      if startsSubpath {
        if let start { result.append(Edge(from: last, to: start, path: index)) }
        start = segment.start
      }
      last = segment.start
      for i in 1...200 {
        let next = segment.point(at: Double(i) / 200)
        result.append(Edge(from: last, to: next, path: index))
        last = next
      }
    }
    if let start { result.append(Edge(from: last, to: start, path: index)) }
    return result
  }
}

/// Returns a random path within 100 × 100: a scribble of curves, an ellipse, a polygon that crosses itself, or
/// rectangles with common edges.
func randomPath(_ random: inout SeededRandom) -> Path {
  func point() -> Point { Point(.random(in: 0..<100, using: &random), .random(in: 0..<100, using: &random)) }
  var path = Path()
  switch Int.random(in: 0..<4, using: &random) {
  case 0:
    path.move(to: point())
    for _ in 0..<6 { path.addCurve(control1: point(), control2: point(), to: point()) }
    path.closeSubpath()
  case 1:
    let p = point()
    path.addEllipse(
      in: Rect(p.x / 2, p.y / 2, .random(in: 10..<50, using: &random), .random(in: 10..<50, using: &random)))
  case 2:
    path.addLines((0..<10).map { _ in point() })
    path.closeSubpath()
  default:
    for _ in 0..<4 {
      path.addRect(
        Rect(
          Double(Int.random(in: 0..<8, using: &random)) * 10, Double(Int.random(in: 0..<8, using: &random)) * 10, 20,
          20))
    }
  }
  return path
}

func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
  var path = Path()
  path.addEllipse(in: Rect(x, y, width, height))
  return path
}

func polygon(_ points: [Point]) -> Path {
  var path = Path()
  path.addLines(points)
  path.closeSubpath()
  return path
}
