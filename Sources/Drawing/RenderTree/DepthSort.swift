// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// A piece of a plane, to be painted after all pieces before it.
package struct DepthPiece {
  /// Index of the plane.
  package var plane: Int
  /// The piece's area in the target; convex, clockwise with y down.
  package var polygon: [Point]
  /// Half-planes whose intersection with the plane is the piece. The pieces of a plane partition it without overlap or
  /// gap.
  package var cuts: [DepthCut] = []
}

/// A half-plane on one side of a line.
package struct DepthCut {
  /// Index of the line.
  package var line: Int
  /// True for the side a·x + b·y + c ≥ 0, false for the side < 0.
  package var isPositive: Bool
}

/// The line a·x + b·y + c = 0, with (a, b) of length 1.
package struct DepthLine: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
}

/// Sorts planes into painter's order, splitting those that intersect or overlap cyclically (after Newell, Newell and
/// Sancha, 1972).
///
/// The view is along the z axis, so a piece wholly behind another's plane never hides that other. This rule, and
/// overlap, determine the order of each pair of pieces. If these orders form a cycle, the pieces of the cycle are split
/// by the plane of one of them into parts behind, in and in front of it, which are in order by construction; each part
/// is then sorted recursively. Each step consumes a plane, so the sort terminates.
///
/// Planes that do not overlap, and coplanar ones, keep their order. The result depends on the planes alone.
package struct DepthSort {
  /// A plane and its area in the target.
  package struct Plane {
    /// Convex, clockwise with y down.
    package var polygon: [Point]
    package var depth: DepthPlane

    package init(polygon: [Point], depth: DepthPlane) {
      self.polygon = polygon
      self.depth = depth
    }
  }

  package struct Result {
    /// Pieces from back to front.
    package var pieces: [DepthPiece] = []
    package var lines: [DepthLine] = []
    /// Segments of lines along which pieces of a plane meet.
    package var segments: [(line: Int, from: Point, to: Point)] = []
    /// False if there were too many pieces; the rest is then ordered by the depth of their centres.
    package var isExact = true
  }

  /// Largest overlap of polygons, as a distance in the target, that does not count as overlapping.
  private static let leastOverlap = 1e-3
  /// Twice the minimum area of a piece that is split off.
  private static let leastDoubledArea = 1e-3

  private let planes: [Plane]
  private let pieceLimit: Int
  private let isStopped: (() -> Bool)?
  private var pieces: [Piece] = []
  /// The corners of all pieces.
  private var points: [Point] = []
  private var cuts: [Cut] = []
  private var lines: [DepthLine] = []
  private var segments: [(line: Int, from: Point, to: Point)] = []
  private var order: [Int32] = []
  private var isExact = true
  /// Budgets of comparisons of pairs of pieces, and of their boxes. Once exhausted, sets are split without comparing
  /// their pieces.
  private var pairsLeft = 2_000_000
  private var boxesLeft = 64_000_000
  /// Budget of comparisons of pieces with splitting planes. Once exhausted, pieces are ordered by their centres.
  private var sidesLeft = 100_000_000

  private struct Piece {
    var plane: Int32
    var start: Int32
    var count: Int32
    /// Index of the last of its cuts, which form a linked list; −1 for none.
    var cut: Int32
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double
  }

  private struct Cut {
    var before: Int32
    var line: Int32
    var isPositive: Bool
  }

  private enum Work {
    /// Pieces in any order.
    case set([Int32])
    /// Pieces whose order is cyclic.
    case circle([Int32])
    case ordered([Int32])
  }

  private enum Relation { case apart, behind, inFront, crossing }
  private enum Side { case behind, within, inFront, both }

  /// Returns the planes in painter's order.
  ///
  /// - Parameters:
  ///   - pieceLimit: maximum number of pieces; never less than the number of planes. The default is so high that only
  ///     scenes with hundreds of planes that all intersect one another reach it.
  ///   - isStopped: polled periodically; returning true abandons the sort, with an unspecified result.
  package static func order(_ planes: [Plane], pieceLimit: Int? = nil, isStopped: (() -> Bool)? = nil) -> Result {
    if planes.count < 2 {
      return Result(pieces: planes.indices.map { DepthPiece(plane: $0, polygon: planes[$0].polygon) })
    }
    var sort = DepthSort(
      planes: planes, pieceLimit: max(planes.count, pieceLimit ?? planes.count * 16 + 65_536), isStopped: isStopped)
    return sort.run()
  }

  private init(planes: [Plane], pieceLimit: Int, isStopped: (() -> Bool)?) {
    self.planes = planes
    self.pieceLimit = pieceLimit
    self.isStopped = isStopped
  }

  private mutating func run() -> Result {
    pieces.reserveCapacity(planes.count)
    for (i, plane) in planes.enumerated() { append(plane.polygon, plane: Int32(i), cut: -1) }
    // Indices are in tree order until pieces are split off.
    var work: [Work] = [.set(Array(0..<Int32(pieces.count)))]
    while let next = work.popLast() {
      if let isStopped, isStopped() { break }
      switch next {
      case .ordered(let list): order += list
      case .set(let list):
        if list.count < 2 {
          order += list
        } else if let parts = components(of: list) {
          var singles: [Int32] = []
          func flush() {
            if !singles.isEmpty { work.append(.ordered(singles.reversed())) }
            singles.removeAll(keepingCapacity: true)
          }
          for part in parts.reversed() {
            if part.count == 1 {
              singles.append(part[0])
            } else {
              flush()
              work.append(.circle(part))
            }
          }
          flush()
        } else {
          work.append(.circle(list))
        }
      case .circle(let list):
        guard pieces.count < pieceLimit, sidesLeft > 0 else {
          isExact = false
          order += byCentre(list)
          continue
        }
        let (behind, within, inFront) = divide(list)
        if !inFront.isEmpty { work.append(.set(inFront)) }
        work.append(.ordered(within))
        if !behind.isEmpty { work.append(.set(behind)) }
      }
    }
    return Result(
      pieces: order.map { index in
        let piece = pieces[Int(index)]
        var own: [DepthCut] = []
        var cut = piece.cut
        while cut >= 0 {
          let node = cuts[Int(cut)]
          own.append(DepthCut(line: Int(node.line), isPositive: node.isPositive))
          cut = node.before
        }
        return DepthPiece(
          plane: Int(piece.plane), polygon: Array(points[Int(piece.start)..<Int(piece.start + piece.count)]), cuts: own)
      },
      lines: lines, segments: segments, isExact: isExact)
  }

  private mutating func append(_ polygon: [Point], plane: Int32, cut: Int32) {
    let box = Rect(around: polygon)
    pieces.append(
      Piece(
        plane: plane, start: Int32(points.count), count: Int32(polygon.count), cut: cut, minX: box.minX, minY: box.minY,
        maxX: box.maxX, maxY: box.maxY))
    points += polygon
  }

  /// True if piece i precedes piece j in tree order.
  private func precedes(_ i: Int32, _ j: Int32) -> Bool { (pieces[Int(i)].plane, i) < (pieces[Int(j)].plane, j) }

  // MARK: Circles

  /// Returns the strongly connected components of the pieces in painter's order (Kahn's topological sort); nil if there
  /// are too many pairs to compare. A component of several pieces is a cycle.
  private mutating func components(of list: [Int32]) -> [[Int32]]? {
    let list = list.sorted(by: precedes)
    guard let arcs = arcs(of: list) else { return nil }
    if arcs.isEmpty { return list.map { [$0] } }
    // Adjacency lists of the arcs, by their start.
    var starts = [Int32](repeating: 0, count: list.count + 1)
    for arc in arcs { starts[Int(arc.from) + 1] += 1 }
    for i in list.indices { starts[i + 1] += starts[i] }
    var targets = [Int32](repeating: 0, count: arcs.count)
    var next = starts
    for arc in arcs {
      targets[Int(next[Int(arc.from)])] = arc.to
      next[Int(arc.from)] += 1
    }
    let (component, count) = DepthSort.components(starts: starts, targets: targets)
    // Components are numbered by their first member in tree order.
    var numbers = [Int32](repeating: -1, count: count)
    var members: [[Int32]] = []
    for (i, piece) in list.enumerated() {
      let c = Int(component[i])
      if numbers[c] < 0 {
        numbers[c] = Int32(members.count)
        members.append([])
      }
      members[Int(numbers[c])].append(piece)
    }
    var waiting = [Int32](repeating: 0, count: count)
    var isBetween = [Bool](repeating: false, count: arcs.count)
    for (i, arc) in arcs.enumerated() where component[Int(arc.from)] != component[Int(arc.to)] {
      isBetween[i] = true
      waiting[Int(numbers[Int(component[Int(arc.to)])])] += 1
    }
    var outStarts = [Int32](repeating: 0, count: count + 1)
    for (i, arc) in arcs.enumerated() where isBetween[i] {
      outStarts[Int(numbers[Int(component[Int(arc.from)])]) + 1] += 1
    }
    for i in 0..<count { outStarts[i + 1] += outStarts[i] }
    var out = [Int32](repeating: 0, count: Int(outStarts[count]))
    next = outStarts
    for (i, arc) in arcs.enumerated() where isBetween[i] {
      let from = Int(numbers[Int(component[Int(arc.from)])])
      out[Int(next[from])] = numbers[Int(component[Int(arc.to)])]
      next[from] += 1
    }
    var ready = MinimumHeap()
    for c in 0..<count where waiting[c] == 0 { ready.insert(Int32(c)) }
    var result: [[Int32]] = []
    result.reserveCapacity(count)
    while let c = ready.removeFirst() {
      result.append(members[Int(c)])
      for k in outStarts[Int(c)]..<outStarts[Int(c) + 1] {
        let other = Int(out[Int(k)])
        waiting[other] -= 1
        if waiting[other] == 0 { ready.insert(Int32(other)) }
      }
    }
    return result
  }

  /// Returns the strongly connected component of each node, and the number of components (Tarjan's algorithm with an
  /// explicit stack).
  private static func components(starts: [Int32], targets: [Int32]) -> (component: [Int32], count: Int) {
    let count = starts.count - 1
    var component = [Int32](repeating: -1, count: count)
    var number = [Int32](repeating: -1, count: count)
    var lowest = [Int32](repeating: 0, count: count)
    var next = Array(starts.dropLast())
    var open: [Int32] = []
    var path: [Int32] = []
    var numbers: Int32 = 0
    var components: Int32 = 0
    for root in 0..<count where number[root] < 0 {
      path.append(Int32(root))
      while let last = path.last {
        let v = Int(last)
        if number[v] < 0 {
          number[v] = numbers
          lowest[v] = numbers
          numbers += 1
          open.append(last)
        }
        if next[v] < starts[v + 1] {
          let w = Int(targets[Int(next[v])])
          next[v] += 1
          if number[w] < 0 {
            path.append(Int32(w))
          } else if component[w] < 0 {
            lowest[v] = min(lowest[v], number[w])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last { lowest[Int(parent)] = min(lowest[Int(parent)], lowest[v]) }
        guard lowest[v] == number[v] else { continue }
        while let w = open.popLast() {
          component[Int(w)] = components
          if w == last { break }
        }
        components += 1
      }
    }
    return (component, Int(components))
  }

  /// Returns pairs of list indices whose first piece is behind the second. Pieces that intersect give both pairs.
  private mutating func arcs(of list: [Int32]) -> [(from: Int32, to: Int32)]? {
    let boxes = list.map { pieces[Int($0)] }
    let byLeft = boxes.indices.sorted { (boxes[$0].minX, $0) < (boxes[$1].minX, $1) }
    var arcs: [(from: Int32, to: Int32)] = []
    // With many overlaps, splitting is cheaper than comparing.
    var pairs = min(pairsLeft, 32 * list.count)
    defer { pairsLeft = max(0, pairsLeft - max(0, 32 * list.count - pairs)) }
    var active: [Int] = []
    for j in byLeft {
      let q = boxes[j]
      var kept = 0
      boxesLeft -= active.count
      if boxesLeft < 0 { return nil }
      for i in active {
        let p = boxes[i]
        if p.maxX <= q.minX { continue }
        active[kept] = i
        kept += 1
        guard p.minY < q.maxY, q.minY < p.maxY else { continue }
        pairs -= 1
        if pairs < 0 { return nil }
        let (from, to) = i < j ? (i, j) : (j, i)
        switch relation(list[from], list[to]) {
        case .apart: break
        case .behind: arcs.append((Int32(from), Int32(to)))
        case .inFront: arcs.append((Int32(to), Int32(from)))
        case .crossing:
          arcs.append((Int32(from), Int32(to)))
          arcs.append((Int32(to), Int32(from)))
        }
      }
      active.removeSubrange(kept...)
      active.append(j)
    }
    return arcs
  }

  /// Returns the position of piece i relative to piece j, which follows it in tree order, where they overlap.
  private func relation(_ i: Int32, _ j: Int32) -> Relation {
    let p = pieces[Int(i)]
    let q = pieces[Int(j)]
    if p.plane == q.plane { return .apart }
    guard overlap(p, q), overlap(q, p) else { return .apart }
    let own = side(p, of: q.plane)
    if own == .within { return .behind }
    let other = side(q, of: p.plane)
    if other == .within { return .behind }
    if own == .behind || other == .inFront { return .behind }
    if own == .inFront || other == .behind { return .inFront }
    let shared = ConvexPolygon.intersection(corners(p), corners(q))
    guard shared.count >= 3, ConvexPolygon.doubledArea(shared) > DepthSort.leastDoubledArea else { return .apart }
    switch side(shared, planes[Int(p.plane)].depth, planes[Int(q.plane)].depth) {
    case .behind, .within: return .behind
    case .inFront: return .inFront
    case .both: return .crossing
    }
  }

  private func corners(_ p: Piece) -> [Point] { Array(points[Int(p.start)..<Int(p.start + p.count)]) }

  /// False if some edge of p has all of q on its outer side (a separating axis).
  private func overlap(_ p: Piece, _ q: Piece) -> Bool {
    points.withUnsafeBufferPointer { points in
      var from = points[Int(p.start + p.count) - 1]
      for k in p.start..<p.start + p.count {
        let to = points[Int(k)]
        let d = to - from
        let least = DepthSort.leastOverlap * d.length
        var isOutside = true
        for l in q.start..<q.start + q.count where d.cross(points[Int(l)] - from) > least {
          isOutside = false
          break
        }
        // A zero-length edge separates nothing.
        if isOutside, least > 0 { return false }
        from = to
      }
      return true
    }
  }

  // MARK: Sides

  private func side(_ p: Piece, of plane: Int32) -> Side {
    if p.plane == plane { return .within }
    let own = planes[Int(p.plane)].depth
    let other = planes[Int(plane)].depth
    return points.withUnsafeBufferPointer { side($0[Int(p.start)..<Int(p.start + p.count)], own, other) }
  }

  private func side(_ polygon: some Sequence<Point>, _ own: DepthPlane, _ other: DepthPlane) -> Side {
    var isInFront = false
    var isBehind = false
    for point in polygon {
      let depth = own.depth(point)
      let difference = depth - other.depth(point)
      let tolerance = DepthPlane.tolerance(at: depth)
      if difference > tolerance { isInFront = true } else if difference < -tolerance { isBehind = true }
    }
    return isInFront ? (isBehind ? .both : .inFront) : (isBehind ? .behind : .within)
  }

  /// Splits pieces by the plane of one of them.
  private mutating func divide(_ list: [Int32]) -> (behind: [Int32], within: [Int32], inFront: [Int32]) {
    let plane = dividingPlane(of: list)
    let other = planes[Int(plane)].depth
    var behind: [Int32] = []
    var within: [Int32] = []
    var inFront: [Int32] = []
    for index in list {
      let piece = pieces[Int(index)]
      switch side(piece, of: plane) {
      case .behind: behind.append(index)
      case .inFront: inFront.append(index)
      case .within: within.append(index)
      case .both:
        let own = planes[Int(piece.plane)].depth
        let (a, b, c) = (own.a - other.a, own.b - other.b, own.c - other.c)
        let polygon = corners(piece)
        let near = ConvexPolygon.clip(polygon, a: a, b: b, c: c)
        let far = ConvexPolygon.clip(polygon, a: -a, b: -b, c: -c)
        let nearArea = near.count < 3 ? 0 : ConvexPolygon.doubledArea(near)
        let farArea = far.count < 3 ? 0 : ConvexPolygon.doubledArea(far)
        let k = 1 / (a * a + b * b).squareRoot()
        guard nearArea > DepthSort.leastDoubledArea, farArea > DepthSort.leastDoubledArea, k.isFinite else {
          if nearArea > farArea { inFront.append(index) } else { behind.append(index) }
          continue
        }
        let line = DepthLine(a: a * k, b: b * k, c: c * k)
        note(line, through: near)
        cuts.append(Cut(before: piece.cut, line: Int32(lines.count - 1), isPositive: false))
        behind.append(Int32(pieces.count))
        append(far, plane: piece.plane, cut: Int32(cuts.count - 1))
        cuts.append(Cut(before: piece.cut, line: Int32(lines.count - 1), isPositive: true))
        inFront.append(Int32(pieces.count))
        append(near, plane: piece.plane, cut: Int32(cuts.count - 1))
      }
    }
    return (behind, within.sorted(by: precedes), inFront)
  }

  /// Adds a line, and the segment of it that is an edge of the polygon.
  private mutating func note(_ line: DepthLine, through polygon: [Point]) {
    lines.append(line)
    var first: (place: Double, point: Point)?
    var last: (place: Double, point: Point)?
    for point in polygon where abs(line.a * point.x + line.b * point.y + line.c) < 1e-6 {
      let place = line.a * point.y - line.b * point.x
      if place < first?.place ?? .infinity { first = (place, point) }
      if place > last?.place ?? -.infinity { last = (place, point) }
    }
    if let first, let last { segments.append((lines.count - 1, first.point, last.point)) }
  }

  /// Returns, among up to eight candidate planes, the one that splits the fewest pieces and balances best those behind
  /// and in front. Cost: 8 · splits + imbalance.
  private mutating func dividingPlane(of list: [Int32]) -> Int32 {
    let candidates = min(8, list.count)
    var best = (cost: Int.max, plane: pieces[Int(list[0])].plane)
    for k in 0..<candidates {
      let plane = pieces[Int(list[k * list.count / candidates])].plane
      var cutOnes = 0
      var balance = 0
      for index in list {
        switch side(pieces[Int(index)], of: plane) {
        case .behind: balance -= 1
        case .inFront: balance += 1
        case .within: break
        case .both: cutOnes += 1
        }
      }
      sidesLeft -= list.count
      let cost = 8 * cutOnes + abs(balance)
      if cost < best.cost { best = (cost, plane) }
    }
    return best.plane
  }

  private func byCentre(_ list: [Int32]) -> [Int32] {
    let depths = list.map { index in
      let piece = pieces[Int(index)]
      let sum = corners(piece).reduce(Point.zero) { $0 + $1 }
      return planes[Int(piece.plane)].depth.depth(sum / Double(piece.count))
    }
    return list.indices.sorted { i, j in
      depths[i] != depths[j] ? depths[i] < depths[j] : precedes(list[i], list[j])
    }.map { list[$0] }
  }
}

/// A binary min-heap of integers.
private struct MinimumHeap {
  private var heap: [Int32] = []

  mutating func insert(_ number: Int32) {
    heap.append(number)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if heap[parent] <= heap[child] { break }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  mutating func removeFirst() -> Int32? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if heap.isEmpty { return first }
    heap[0] = last
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[smallest] {
        smallest = child
      }
      if smallest == parent { return first }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
