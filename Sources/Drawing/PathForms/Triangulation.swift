// SPDX-License-Identifier: MIT
import CTriangulation
import Geometry
import Messages
import Numbers
import Parsing

/// Delaunay's triangles of points: no point lies inside the circle through a triangle's corners.
///
/// ```swift
/// let points = [Point(0, 0), Point(40, 0), Point(20, 30), Point(20, 10)]
/// let net = try Triangulation(points)
/// net.triangles.count  // 3
/// let cells = net.cells(in: Rect(-10, -10, 60, 50))  // Voronoi's, one for each point
/// ```
public struct Triangulation: Sendable {
  /// A triangle, by the indices of its corners, clockwise on screen from the smallest.
  @frozen public struct Triangle: Hashable, Sendable {
    /// The smallest index.
    public var a: Int
    /// The next corner, clockwise on screen.
    public var b: Int
    /// The last corner.
    public var c: Int

    /// Creates a triangle.
    @inlinable public init(a: Int, b: Int, c: Int) {
      self.a = a
      self.b = b
      self.c = c
    }
  }

  /// A line between two points, by their indices, the smaller first.
  @frozen public struct Edge: Hashable, Sendable {
    /// The smaller index.
    public var a: Int
    /// The larger index.
    public var b: Int

    /// Creates an edge.
    @inlinable public init(a: Int, b: Int) {
      self.a = a
      self.b = b
    }
  }

  /// The points, in their order.
  public let points: [Point]
  /// The triangles, ordered by their indices; none if all points lie on a line.
  public private(set) var triangles: [Triangle] = []
  /// The edges, ordered by their indices. Points on a line have the edges between neighbours.
  public private(set) var edges: [Edge] = []
  /// The indices of the convex hull, clockwise on screen from the smallest; the ends of the line for points on a line.
  public private(set) var hull: [Int] = []
  /// The index of the first equal point of each point: its own if there is none before it.
  private var originals: [Int] = []

  /// The largest number of points that are triangulated at their exact places.
  private static let mostExact = 1000

  /// The largest number of points.
  public static var pointLimit: Int { 200_000 }

  /// Triangulates points. Only the first of equal points is used.
  ///
  /// - Throws: `LayerError`: `missing` if the library libqhull-r8.0 is not installed, `invalid` for coordinates that
  ///   are not finite, `limit` for more than 200,000 points.
  public init(_ points: [Point]) throws {
    var reading = Reading(trusted: "Triangulation")
    try self.init(points, &reading)
  }

  package init(_ points: [Point], _ reading: inout Reading) throws(LayerError) {
    self.points = points
    guard points.count <= Self.pointLimit else {
      throw LayerError(
        .limit, "\(reading.name): at most \(Self.pointLimit) points can be triangulated, got \(points.count)")
    }
    // Qhull's memory for each point: two facets, a vertex, and their sets.
    try reading.take(points.count * 2048)
    try reading.step(points.count * 32)
    var seen: [Point: Int] = [:]
    var kept: [Int] = []
    for (i, p) in points.enumerated() {
      guard p.isFinite, abs(p.x) < 1e100, abs(p.y) < 1e100 else {
        throw LayerError("\(reading.name): point \(i + 1) is not finite, or beyond 1e100")
      }
      // -0 equals 0.
      let first = seen[p] ?? i
      if first == i {
        seen[p] = i
        kept.append(i)
      }
      originals.append(first)
    }
    if kept.count > 2 { try triangulate(kept, &reading) }
    if triangles.isEmpty { connectLine(kept) } else { try findEdges(&reading) }
  }

  private mutating func triangulate(_ kept: [Int], _ reading: inout Reading) throws(LayerError) {
    // About the centre of their box, so that large offsets cost no digits.
    let center = Rect(around: kept.map { points[$0] }).center
    var coordinates: [Double] = []
    coordinates.reserveCapacity(kept.count * 2)
    // Many points of one circle take Qhull quadratic time: it merges all that lie in one plane, within about 1e-14 of
    // their extent. So many points are moved by up to a thousand times that. Triangles of points on a line, which this
    // may add, are left out below.
    let size = Rect(around: kept.map { points[$0] }).size
    let amount = kept.count > Self.mostExact ? max(size.width, size.height) * 1e-11 : 0
    var random: UInt64 = 1
    func shift() -> Double {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(random >> 40) / 8_388_608 - 1) * amount
    }
    for i in kept {
      coordinates.append(points[i].x - center.x + shift())
      coordinates.append(points[i].y - center.y + shift())
    }
    var found = llua_triangles()
    let status = coordinates.withUnsafeMutableBufferPointer {
      llua_triangulate($0.baseAddress, Int32(clamping: kept.count), &found)
    }
    defer { llua_triangles_free(&found) }
    switch status {
    case LLUA_TRIANGULATION_NO_LIBRARY:
      throw LayerError(.missing, "\(reading.name): needs \(RuntimeDependency.qhull.missing())")
    case LLUA_TRIANGULATION_NO_MEMORY: throw .noMemory("the triangles", reading.account.memory, at: reading.name)
    // Points on a line have no triangles.
    case LLUA_TRIANGULATION_FLAT: return
    default: break
    }
    for i in 0..<Int(found.count) {
      let corners = (found.corners[3 * i], found.corners[3 * i + 1], found.corners[3 * i + 2])
      var t = [kept[Int(corners.0)], kept[Int(corners.1)], kept[Int(corners.2)]]
      let turn = (points[t[1]] - points[t[0]]).cross(points[t[2]] - points[t[0]])
      guard turn != 0 else { continue }
      if turn < 0 { t.swapAt(1, 2) }
      while t[0] > t[1] || t[0] > t[2] { t.append(t.removeFirst()) }
      triangles.append(Triangle(a: t[0], b: t[1], c: t[2]))
    }
    triangles.sort { ($0.a, $0.b, $0.c) < ($1.a, $1.b, $1.c) }
  }

  private mutating func findEdges(_ reading: inout Reading) throws(LayerError) {
    // Both directions of an edge are neighbours when sorted: the smaller index, the larger, and the direction.
    var directed: [UInt64] = []
    directed.reserveCapacity(triangles.count * 3)
    for t in triangles {
      for (p, q) in [(t.a, t.b), (t.b, t.c), (t.c, t.a)] {
        directed.append(UInt64(min(p, q)) << 33 | UInt64(max(p, q)) << 1 | (p < q ? 0 : 1))
      }
    }
    try reading.step(directed.count * Triangulation.stepsPerEdge)
    directed.sort()
    edges.reserveCapacity(directed.count / 2 + 1)
    var next: [Int: Int] = [:]
    var i = 0
    while i < directed.count {
      let key = directed[i]
      let edge = Edge(a: Int(key >> 33), b: Int(key >> 1 & 0xFFFF_FFFF))
      edges.append(edge)
      var isInner = false
      i += 1
      while i < directed.count, directed[i] >> 1 == key >> 1 {
        if directed[i] != key { isInner = true }
        i += 1
      }
      // An edge of the hull has no opposite one.
      if !isInner { if key & 1 == 0 { next[edge.a] = edge.b } else { next[edge.b] = edge.a } }
    }
    try reading.step(directed.count * Triangulation.stepsPerEdge)
    guard let start = next.keys.min() else { return }
    hull = [start]
    while let following = next[hull[hull.count - 1]], following != start, hull.count < next.count {
      hull.append(following)
    }
  }

  private mutating func connectLine(_ kept: [Int]) {
    let line = kept.sorted { (points[$0].x, points[$0].y) < (points[$1].x, points[$1].y) }
    for (p, q) in zip(line, line.dropFirst()) { edges.append(Edge(a: min(p, q), b: max(p, q))) }
    edges.sort { ($0.a, $0.b) < ($1.a, $1.b) }
    hull = line.count > 1 ? [line[0], line[line.count - 1]] : line
  }

  /// Returns Voronoi's cells: for each point the part of a rectangle that is nearer to it than to the others, as a
  /// convex polygon, clockwise on screen. A cell outside of the rectangle is empty; equal points have the same cell.
  public func cells(in rect: Rect) -> [[Point]] {
    var reading = Reading(trusted: "Triangulation")
    return (try? cells(in: rect, &reading)) ?? []
  }

  package func cells(in rect: Rect, _ reading: inout Reading) throws(LayerError) -> [[Point]] {
    var neighbours = [[Int]](repeating: [], count: points.count)
    for edge in edges {
      neighbours[edge.a].append(edge.b)
      neighbours[edge.b].append(edge.a)
    }
    let corners = rect.standardized.corners
    var cells: [[Point]] = []
    cells.reserveCapacity(points.count)
    for own in originals {
      let p = points[own]
      var cell = corners
      for k in neighbours[own] {
        try reading.step(Triangulation.stepsPerEdge * (cell.count + 1))
        // Points nearer to p than to q: those on p's side of the line in the middle.
        let q = points[k]
        let d = p - q
        let middle = p + (q - p) * 0.5
        cell = ConvexPolygon.clip(cell, a: d.x, b: d.y, c: -d.dot(middle))
        if cell.isEmpty { break }
      }
      cells.append(ConvexPolygon.clockwise(cell))
    }
    return cells
  }

  /// The counted work of one edge, in bytes examined, so that a time limit is polled several times a second.
  private static let stepsPerEdge = 32
}
