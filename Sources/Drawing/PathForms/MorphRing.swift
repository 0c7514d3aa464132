// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Parsing

/// A subpath flattened to points, as a morph takes it.
struct MorphRing {
  /// Largest number of points of the flattened paths, and of subpaths of each.
  static let pointLimit = 200_000
  static let ringLimit = 1_000

  var points: [Point] = []
  /// True where the path turns by more than 20°.
  var isCorner: [Bool] = []
  var isClosed = false
  /// The length up to each point, from 0; of a closed ring one more, for its closing line.
  var lengths: [Double] = []
  /// The signed area; 0 of an open subpath.
  var area = 0.0
  var centroid = Point.zero
  var box = Rect.zero
  /// The number of rings around it; odd for a hole.
  var depth = 0
  /// The ring around it that is nearest; nil for none.
  var parent: Int?

  var isHole: Bool { depth % 2 == 1 }
  var total: Double { lengths.last ?? 0 }

  /// Returns the subpaths of a path, with their nesting; outer rings turn one way and holes the other.
  static func rings(of path: Path, _ reading: inout Reading) throws(LayerError) -> [MorphRing] {
    guard path.points.allSatisfy(\.isFinite) else {
      throw LayerError("\(reading.name): a coordinate of the path is not a finite number")
    }
    let box = path.boundingBox
    let tolerance = max(min(0.05, max(box.width, box.height) / 2000), 1e-9)
    var segments: [(segment: Path.Segment, starts: Bool, closes: Bool)] = []
    try reading.step(path.verbs.count * 4)
    try reading.take(path.verbs.count * 96)
    path.forEachSegment { segment, starts, closes in segments.append((segment, starts, closes)) }
    var result: [MorphRing] = []
    var at = 0
    var count = 0
    while at < segments.count {
      var end = at + 1
      while end < segments.count, !segments[end].starts { end += 1 }
      let own = segments[at..<end].filter { segment, _, _ in segment.length() > 0 }.map(\.segment)
      let closes = segments[end - 1].closes
      at = end
      guard let first = own.first, let last = own.last else { continue }
      var ring = MorphRing()
      ring.isClosed = closes || last.point(at: 1) == first.start
      for (i, segment) in own.enumerated() {
        let before = i > 0 ? own[i - 1] : ring.isClosed ? last : nil
        ring.points.append(segment.start)
        ring.isCorner.append(before.map { turns($0.direction(at: 1), segment.direction(at: 0)) } ?? true)
        let steps = self.steps(segment, tolerance)
        count += steps
        guard count <= pointLimit else {
          throw LayerError(
            .limit, "\(reading.name): the flattened paths have more than \(pointLimit) points: simplify them")
        }
        try reading.step(steps)
        try reading.take(steps * 64)
        for k in 1..<max(steps, 1) {
          ring.points.append(segment.point(at: Double(k) / Double(steps)))
          ring.isCorner.append(false)
        }
      }
      if !ring.isClosed {
        ring.points.append(last.point(at: 1))
        ring.isCorner.append(true)
      }
      ring.measure()
      result.append(ring)
      guard result.count <= ringLimit else {
        throw LayerError(.limit, "\(reading.name): a path of more than \(ringLimit) subpaths cannot be morphed")
      }
    }
    try nest(&result, &reading)
    return result
  }

  private static func turns(_ a: Point, _ b: Point) -> Bool {
    // The cosine of 20°.
    a.dot(b) < 0.9396926207859084 * a.length * b.length
  }

  private static func steps(_ segment: Path.Segment, _ tolerance: Double) -> Int {
    let bend: Double =
      switch segment {
      case .line: 0
      case .quad(let a, let b, let c): 2 * (a - b * 2 + c).length
      case .cubic(let a, let b, let c, let d): 6 * max((a - b * 2 + c).length, (b - c * 2 + d).length)
      }
    return min(max(Int(clamping: (bend / 8 / tolerance).squareRoot().rounded(.up)), 1), pointLimit + 1)
  }

  private mutating func measure() {
    lengths = [0]
    for i in 1..<max(points.count, 1) { lengths.append(total + (points[i] - points[i - 1]).length) }
    box = Rect(around: points)
    var (sum, doubled) = (Point.zero, 0.0)
    if isClosed {
      lengths.append(total + (points[0] - points[points.count - 1]).length)
      for i in points.indices {
        let (p, q) = (points[i] - box.center, points[(i + 1) % points.count] - box.center)
        let part = p.cross(q)
        doubled += part
        sum = sum + (p + q) * part
      }
    }
    area = doubled / 2
    centroid = abs(doubled) > 1e-9 * box.width * box.height ? box.center + sum / (3 * doubled) : box.center
  }

  private mutating func reverse() {
    points.reverse()
    isCorner.reverse()
    measure()
  }

  private static func nest(_ rings: inout [MorphRing], _ reading: inout Reading) throws(LayerError) {
    for i in rings.indices where rings[i].isClosed {
      var around: [Int] = []
      for k in rings.indices where k != i && rings[k].isClosed && abs(rings[k].area) > abs(rings[i].area) {
        try reading.step(1 + rings[k].points.count)
        let p = rings[i].points[0]
        if p.x >= rings[k].box.minX, p.x <= rings[k].box.maxX, p.y >= rings[k].box.minY, p.y <= rings[k].box.maxY,
          rings[k].contains(p)
        {
          around.append(k)
        }
      }
      rings[i].depth = around.count
      rings[i].parent = around.min { abs(rings[$0].area) < abs(rings[$1].area) }
    }
    for i in rings.indices where rings[i].isClosed && (rings[i].area < 0) != rings[i].isHole { rings[i].reverse() }
  }

  /// True if a point is inside, by the even-odd rule.
  func contains(_ p: Point) -> Bool {
    var isInside = false
    var last = points[points.count - 1]
    for q in points {
      if (last.y <= p.y) != (q.y <= p.y), last.x + (p.y - last.y) / (q.y - last.y) * (q.x - last.x) > p.x {
        isInside.toggle()
      }
      last = q
    }
    return isInside
  }

  /// Returns the point at a fraction of the length; fractions beyond 0…1 go round a closed ring.
  func point(at fraction: Double) -> Point {
    let part = isClosed ? fraction - fraction.rounded(.down) : min(max(fraction, 0), 1)
    let distance = part * total
    // The last point that is not beyond the distance.
    var (low, high) = (0, lengths.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= distance { low = middle } else { high = middle }
    }
    let span = lengths[high] - lengths[low]
    let (a, b) = (points[low], points[high % points.count])
    return span > 0 ? a + (b - a) * ((distance - lengths[low]) / span) : a
  }

  /// A point well inside the ring, near a wanted one: that itself, or the middle of the widest span of nine lines.
  func inside(near wanted: Point) -> Point {
    if contains(wanted) { return wanted }
    var best: (width: Double, point: Point) = (0, centroid)
    for i in 1...9 {
      let y = box.minY + box.height * Double(i) / 10
      var crossings: [Double] = []
      var last = points[points.count - 1]
      for q in points {
        if (last.y <= y) != (q.y <= y) { crossings.append(last.x + (y - last.y) / (q.y - last.y) * (q.x - last.x)) }
        last = q
      }
      crossings.sort()
      for k in stride(from: 0, to: crossings.count - 1, by: 2) where crossings[k + 1] - crossings[k] > best.width {
        best = (crossings[k + 1] - crossings[k], Point((crossings[k] + crossings[k + 1]) / 2, y))
      }
    }
    return best.point
  }
}

/// The least sum of costs of pairs of rows and columns: the Hungarian method with potentials, in n²·m steps.
///
/// - Parameter costs: no more rows than columns.
/// - Returns: the column of each row.
func assignment(_ costs: [[Double]], _ reading: inout Reading) throws(LayerError) -> [Int] {
  let (n, m) = (costs.count, costs.first?.count ?? 0)
  var (u, v) = ([Double](repeating: 0, count: n + 1), [Double](repeating: 0, count: m + 1))
  var rows = [Int](repeating: 0, count: m + 1)
  var ways = [Int](repeating: 0, count: m + 1)
  for i in 1..<(n + 1) {
    rows[0] = i
    var column = 0
    var least = [Double](repeating: .infinity, count: m + 1)
    var used = [Bool](repeating: false, count: m + 1)
    repeat {
      try reading.step(m + 1)
      used[column] = true
      let row = rows[column]
      var (delta, next) = (Double.infinity, 0)
      for j in 1..<(m + 1) where !used[j] {
        let cost = costs[row - 1][j - 1] - u[row] - v[j]
        if cost < least[j] { (least[j], ways[j]) = (cost, column) }
        if least[j] < delta { (delta, next) = (least[j], j) }
      }
      for j in 0..<(m + 1) {
        if used[j] {
          u[rows[j]] += delta
          v[j] -= delta
        } else {
          least[j] -= delta
        }
      }
      column = next
    } while rows[column] != 0
    repeat {
      let before = ways[column]
      rows[column] = rows[before]
      column = before
    } while column != 0
  }
  var result = [Int](repeating: 0, count: n)
  for j in 1..<(m + 1) where rows[j] > 0 { result[rows[j] - 1] = j - 1 }
  return result
}
