import Geometry

/// A plane in three dimensions, seen along its z axis: where it appears, and its depth there, which is affine in x and y.
struct DepthPlane {
  /// Convex, clockwise with y down.
  var polygon: [Point]
  /// depth = a·x + b·y + c; larger is nearer to the viewer.
  var a: Double
  var b: Double
  var c: Double

  func depth(_ p: Point) -> Double { a * p.x + b * p.y + c }
}

/// A part of a plane, to be painted after all pieces before it.
struct DepthPiece {
  var plane: Int
  var polygon: [Point]
  /// The piece is the part of its plane on the positive side of all these lines.
  var cuts: [DepthCut] = []
}

/// The line a·x + b·y + c = 0, with (a, b) of length 1.
struct DepthCut {
  var a: Double
  var b: Double
  var c: Double
}

/// Puts planes into painter's order, cutting those that cross.
///
/// Planes that do not overlap, and coplanar ones, keep their order. The result is a function of the planes alone.
struct DepthSort {
  /// Depth differences up to this, in points, count as touching.
  static let tolerance = 1e-4
  /// Past this many comparisons planes are ordered by the depth of their centres instead.
  static let comparisonBudget = 1_000_000
  /// So are more planes than this.
  static let planeLimit = 16384

  private enum Relation { case apart, behind, inFront, crossing }

  private var planes: [DepthPlane]
  private var pieces: [DepthPiece] = []
  /// The box of each piece's polygon.
  private var boxes: [Rect] = []
  private var comparisons = 0

  static func order(_ planes: [DepthPlane]) -> [DepthPiece] {
    if planes.count < 2 {
      return planes.indices.map { DepthPiece(plane: $0, polygon: planes[$0].polygon) }
    }
    var sort = DepthSort(planes: planes)
    return sort.run()
  }

  private init(planes: [DepthPlane]) { self.planes = planes }

  private mutating func run() -> [DepthPiece] {
    pieces = planes.indices.map { DepthPiece(plane: $0, polygon: planes[$0].polygon) }
    boxes = pieces.map { Rect(around: $0.polygon) }
    guard planes.count <= DepthSort.planeLimit, cutCrossings() else { return byCentre() }
    for _ in 0..<16 {
      guard let edges = relations() else { return byCentre() }
      let (ordered, cycle) = topological(edges)
      if let cycle, cutCycle(piece: cycle.piece, blocker: cycle.blocker) { continue }
      return ordered.map { pieces[$0] }
    }
    guard let edges = relations() else { return byCentre() }
    return topological(edges).ordered.map { pieces[$0] }
  }

  /// Pairs (i, j), i < j, whose boxes overlap; nil when there are too many.
  private mutating func overlappingPairs() -> [(Int, Int)]? {
    let byLeft = boxes.indices.sorted { (boxes[$0].minX, $0) < (boxes[$1].minX, $1) }
    var pairs: [(Int, Int)] = []
    for (rank, i) in byLeft.enumerated() {
      for j in byLeft[(rank + 1)...] {
        if boxes[j].minX >= boxes[i].maxX { break }
        guard boxes[i].minY < boxes[j].maxY, boxes[j].minY < boxes[i].maxY else { continue }
        comparisons += 1
        pairs.append((min(i, j), max(i, j)))
      }
      if comparisons > DepthSort.comparisonBudget { return nil }
    }
    return pairs.sorted { $0 < $1 }
  }

  /// How piece i lies to piece j where they overlap; both extreme depth differences (i minus j).
  private func relation(_ i: Int, _ j: Int) -> Relation {
    let shared = ConvexPolygon.intersection(pieces[i].polygon, pieces[j].polygon)
    guard shared.count >= 3, ConvexPolygon.doubledArea(shared) > 1e-3 else { return .apart }
    let p = planes[pieces[i].plane]
    let q = planes[pieces[j].plane]
    var low = Double.infinity
    var high = -Double.infinity
    for point in shared {
      let difference = p.depth(point) - q.depth(point)
      low = min(low, difference)
      high = max(high, difference)
    }
    let tolerance = DepthSort.tolerance * (1 + max(abs(p.depth(shared[0])), abs(q.depth(shared[0]))) * 1e-3)
    if low < -tolerance && high > tolerance { return .crossing }
    if high > tolerance { return .inFront }
    if low < -tolerance { return .behind }
    return pieces[i].plane < pieces[j].plane || (pieces[i].plane == pieces[j].plane && i < j) ? .behind : .inFront
  }

  private mutating func cutCrossings() -> Bool {
    let limit = planes.count * 16 + 64
    var next = 0
    // Each piece is compared with those before it; what is cut off goes to the end and has its turn later.
    while next < pieces.count {
      var i = 0
      while i < next {
        if boxesOverlap(i, next), pieces[i].plane != pieces[next].plane, pieces.count < limit {
          comparisons += 1
          if comparisons > DepthSort.comparisonBudget { return false }
          if relation(i, next) == .crossing {
            let p = planes[pieces[next].plane]
            let q = planes[pieces[i].plane]
            cut(next, a: p.a - q.a, b: p.b - q.b, c: p.c - q.c)
          }
        }
        i += 1
      }
      next += 1
    }
    return true
  }

  private func boxesOverlap(_ i: Int, _ j: Int) -> Bool {
    let p = boxes[i]
    let q = boxes[j]
    return p.minX < q.maxX && q.minX < p.maxX && p.minY < q.maxY && q.minY < p.maxY
  }

  /// Keeps the part of the piece where a·x + b·y + c ≥ 0 in its place and appends the rest. False when the line misses the piece.
  @discardableResult private mutating func cut(_ index: Int, a: Double, b: Double, c: Double) -> Bool {
    let near = ConvexPolygon.clip(pieces[index].polygon, a: a, b: b, c: c)
    let far = ConvexPolygon.clip(pieces[index].polygon, a: -a, b: -b, c: -c)
    guard near.count >= 3, far.count >= 3, ConvexPolygon.doubledArea(near) > 1e-3, ConvexPolygon.doubledArea(far) > 1e-3 else {
      return false
    }
    let k = 1 / (a * a + b * b).squareRoot()
    guard k.isFinite else { return false }
    let rest = pieces[index].cuts + [DepthCut(a: -a * k, b: -b * k, c: -c * k)]
    pieces[index].polygon = near
    boxes[index] = Rect(around: near)
    boxes.append(Rect(around: far))
    pieces[index].cuts.append(DepthCut(a: a * k, b: b * k, c: c * k))
    pieces.append(DepthPiece(plane: pieces[index].plane, polygon: far, cuts: rest))
    return true
  }

  /// For each piece those that must be painted before it.
  private mutating func relations() -> [[Int]]? {
    guard let pairs = overlappingPairs() else { return nil }
    var behind = [[Int]](repeating: [], count: pieces.count)
    for (i, j) in pairs {
      switch relation(i, j) {
      case .apart: break
      case .behind: behind[j].append(i)
      case .inFront: behind[i].append(j)
      case .crossing:
        // The cutting budget is spent: the centres decide.
        if centreDepth(i) <= centreDepth(j) { behind[j].append(i) } else { behind[i].append(j) }
      }
    }
    return behind
  }

  /// A stable topological order; when there is a cycle, also the first piece stuck in it and one that blocks it.
  private func topological(_ behind: [[Int]]) -> (ordered: [Int], cycle: (piece: Int, blocker: Int)?) {
    var waiting = behind.map(\.count)
    var inFrontOf = [[Int]](repeating: [], count: pieces.count)
    for (piece, others) in behind.enumerated() { for other in others { inFrontOf[other].append(piece) } }
    func precedes(_ i: Int, _ j: Int) -> Bool { (pieces[i].plane, i) < (pieces[j].plane, j) }
    var isDone = [Bool](repeating: false, count: pieces.count)
    let tree = pieces.indices.sorted(by: precedes)
    var ready = MinimumHeap(ranks: ranks(of: tree))
    for i in pieces.indices where waiting[i] == 0 { ready.insert(i) }
    var ordered: [Int] = []
    var cycle: (Int, Int)?
    var firstLeft = 0
    while ordered.count < pieces.count {
      let next: Int
      if let i = ready.removeFirst() {
        next = i
      } else {
        while isDone[tree[firstLeft]] { firstLeft += 1 }
        next = tree[firstLeft]
        if cycle == nil, let blocker = behind[next].first(where: { !isDone[$0] }) { cycle = (next, blocker) }
      }
      if isDone[next] { continue }
      isDone[next] = true
      ordered.append(next)
      for other in inFrontOf[next] {
        waiting[other] -= 1
        if waiting[other] == 0, !isDone[other] { ready.insert(other) }
      }
    }
    return (ordered, cycle)
  }

  private func ranks(of order: [Int]) -> [Int] {
    var result = [Int](repeating: 0, count: order.count)
    for (rank, i) in order.enumerated() { result[i] = rank }
    return result
  }

  /// Breaks a cycle of overlaps by cutting a piece along its blocker's outline.
  private mutating func cutCycle(piece: Int, blocker: Int) -> Bool {
    guard pieces.count < planes.count * 16 + 64 else { return false }
    let outline = pieces[blocker].polygon
    guard var from = outline.last else { return false }
    var wasCut = false
    for to in outline {
      let d = to - from
      if cut(piece, a: -d.y, b: d.x, c: d.y * from.x - d.x * from.y) { wasCut = true }
      from = to
    }
    return wasCut
  }

  private func centreDepth(_ i: Int) -> Double {
    let polygon = pieces[i].polygon
    var sum = Point.zero
    for p in polygon { sum = sum + p }
    return planes[pieces[i].plane].depth(sum / Double(max(polygon.count, 1)))
  }

  private mutating func byCentre() -> [DepthPiece] {
    pieces = planes.indices.map { DepthPiece(plane: $0, polygon: planes[$0].polygon) }
    let depths = pieces.indices.map { centreDepth($0) }
    return pieces.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { pieces[$0] }
  }
}

/// A heap of indices that gives back the one of lowest rank first.
private struct MinimumHeap {
  private let ranks: [Int]
  private var heap: [Int] = []

  init(ranks: [Int]) { self.ranks = ranks }

  mutating func insert(_ index: Int) {
    heap.append(index)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if ranks[heap[parent]] <= ranks[heap[child]] { break }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  mutating func removeFirst() -> Int? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if heap.isEmpty { return first }
    heap[0] = last
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && ranks[heap[child]] < ranks[heap[smallest]] {
        smallest = child
      }
      if smallest == parent { return first }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
