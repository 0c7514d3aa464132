// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers

/// Collects paths as edges in device space. They are flattened in double precision, then converted to 24.8 fixed point,
/// before bands are cut.
///
/// Coordinates of any size are safe: parts far outside are clipped in double precision, and subpaths with non-finite
/// coordinates are skipped.
package struct OutlineBuilder {
  /// Maximum number of edges; further ones are dropped.
  package static let maximumEdges = 4_000_000
  /// Maximum distance of a flattened curve from the exact one, in device pixels.
  static let tolerance = 0.1
  /// Maximum coordinate that is converted, in pixels; larger ones are clipped first. 24.8 holds it with room for
  /// differences.
  static let limit = 200_000.0
  /// Minimum w of a point in front of the eye; a smaller w counts as behind it.
  static let nearest = 1e-6

  let canvas: DeviceRect
  private let left: Int32
  private let top: Int32
  private let right: Int32
  private let bottom: Int32
  private var edges: [llua_edge] = []
  /// The chain number of each edge, unless the outline is simple: see `llua_outline`.
  private var chains: [UInt32] = []
  /// Last vertical direction of the path being added, and of a stroke's left side, right side and cap: down (1), up
  /// (-1) or none yet (0). `numbers` holds the chain of each.
  private var directions = SIMD4<Int32>.zero
  private var numbers = SIMD4<UInt32>.zero
  private var chainCount: UInt32 = 0
  private var contourCount = 0
  private var isCulled = false
  private var levelCount = 0
  private var isSimple = false
  /// True adds contours in reverse, for the holes of a simple outline.
  package var isReversed = false
  private var minX = Int32.max
  private var minY = Int32.max
  private var maxX = Int32.min
  private var maxY = Int32.min
  var isTruncated = false
  /// Polled periodically while long paths are added. Returning true skips the rest of them, since the image will not be
  /// seen.
  package var isStopped: (@Sendable () -> Bool)?
  /// True if no more edges are accepted.
  var isFull: Bool { edges.count >= OutlineBuilder.maximumEdges }
  // The current point, exact and in 24.8 (the latter only valid when the former is within limits).
  private var x = 0.0
  private var y = 0.0
  private var fx: Int32 = 0
  private var fy: Int32 = 0
  private var isFar = false

  /// - Parameter canvas: the pixels that will be drawn. Edges above, below and right of it are culled; edges left of it
  ///   are moved to its left side, which preserves the winding.
  package init(canvas: DeviceRect) {
    let l = DeviceRect.limit
    let c = canvas.intersection(DeviceRect(x0: -l, y0: -l, x1: l, y1: l))
    self.canvas = c
    left = c.x0 * 256
    top = c.y0 * 256
    right = c.x1 * 256
    bottom = c.y1 * 256
    edges.reserveCapacity(64)
  }

  /// Returns the outline and resets the builder for reuse.
  ///
  /// - Parameter steepness: 1…8. Above 1, coverage rises from 0 to 1 that many times as steeply around one half, for an
  ///   edge that ends under another piece. It applies to outlines of one contour, but not to axis-aligned rectangles.
  package mutating func finish(steepness: Double = 1) -> Outline {
    defer {
      edges.removeAll(keepingCapacity: edges.count < 65536)
      chains.removeAll(keepingCapacity: chains.count < 65536)
      chainCount = 0
      contourCount = 0
      isCulled = false
      levelCount = 0
      isSimple = false
      minX = .max
      minY = .max
      maxX = .min
      maxY = .min
      isTruncated = false
    }
    guard !edges.isEmpty else { return Outline(storage: nil, isTruncated: isTruncated) }
    let bounds = DeviceRect(x0: minX >> 8, y0: minY >> 8, x1: (maxX + 255) >> 8, y1: (maxY + 255) >> 8).intersection(
      canvas)
    guard !bounds.isEmpty else { return Outline(storage: nil, isTruncated: isTruncated) }
    var rect: llua_edge?
    if edges.count - levelCount == 2, let a = edges.first(where: { $0.y0 != $0.y1 }),
      let b = edges.last(where: { $0.y0 != $0.y1 })
    {
      if a.x0 == a.x1, b.x0 == b.x1, a.y0 == b.y1, a.y1 == b.y0 {
        rect = llua_edge(x0: min(a.x0, b.x0), y0: min(a.y0, a.y1), x1: max(a.x0, b.x0), y1: max(a.y0, a.y1))
      }
    }
    let crowds = !isSimple && rect == nil && edges.count - levelCount > 1 && !isConvex
    if !crowds, levelCount > 0 { edges.removeAll { $0.y0 == $0.y1 } }
    let downCount = crowds || rect != nil ? 0 : sortTwoChains()
    let storage = OutlineStorage(
      edges: edges, chains: crowds ? chains : [], downCount: downCount, bounds: bounds, rect: rect)
    if steepness > 1.01 { storage.steepen(Int32(clamping: min(steepness, 8) * 256)) }
    return Outline(storage: storage, isTruncated: isTruncated)
  }

  /// Promises that all windings of the next outline are 0 and 1, or 0 and -1: one convex contour, disjoint contours, or
  /// a contour with a reversed one inside it. Such outlines are filled faster. Ignored if there are edges already.
  package mutating func promiseSimple() {
    if edges.isEmpty { isSimple = true }
  }

  /// Rotates the edges so that a descending chain comes first, if they are two chains that begin and end together in
  /// the visible part. All convex contours are.
  ///
  /// - Returns: the number of edges of the first chain; 0 if there are not exactly two.
  private mutating func sortTwoChains() -> Int {
    let count = edges.count
    guard count >= 2, count <= OutlineStorage.binThreshold, minX >= left, maxX <= right else { return 0 }
    let (top, bottom) = (top, bottom)
    return edges.withUnsafeMutableBufferPointer { edges in
      // Count the turns before anything is moved, since most outlines of several contours have many.
      var first = 0
      var firsts = 0
      var downCount = 0
      var before = edges[count - 1]
      for i in 0..<count {
        let e = edges[i]
        if e.y0 < e.y1 {
          downCount += 1
          if before.y0 > before.y1 {
            first = i
            firsts += 1
            if firsts > 1 { return 0 }
          } else if before.y1 != e.y0 {
            return 0
          }
        } else if before.y0 > before.y1, before.y1 != e.y0 {
          return 0
        }
        before = e
      }
      guard firsts == 1 else { return 0 }
      func edge(_ place: Int) -> llua_edge { edges[place < count ? place : place - count] }
      let (down, up) = (edge(first), edge(first + count - 1))
      let (lastDown, firstUp) = (edge(first + downCount - 1), edge(first + downCount))
      guard down.y0 == up.y1 || max(down.y0, up.y1) <= top,
        lastDown.y1 == firstUp.y0 || min(lastDown.y1, firstUp.y0) >= bottom
      else { return 0 }
      if first > 0 {
        edges[..<first].reverse()
        edges[first...].reverse()
        edges.reverse()
      }
      return downCount
    }
  }

  /// True for one convex polygon: all turns are to one side, and it winds around once.
  private var isConvex: Bool {
    guard contourCount == 1, chainCount <= 3, !isCulled, var before = edges.last else { return false }
    var turns: Int64 = 0
    for e in edges {
      guard before.x1 == e.x0, before.y1 == e.y0 else { return false }
      let cross =
        Int64(before.x1 - before.x0) * Int64(e.y1 - e.y0) - Int64(before.y1 - before.y0) * Int64(e.x1 - e.x0)
      if cross != 0 {
        guard (turns >= 0) == (cross > 0) || turns == 0 else { return false }
        turns = cross
      }
      before = e
    }
    return true
  }

  // MARK: Lines in device space

  /// Rounds to 24.8; the value must be within `limit`.
  @inline(__always) static func fixed(_ v: Double) -> Int32 {
    // Adding 1.5 · 2⁵² leaves the rounded number in the low bits.
    Int32(truncatingIfNeeded: (v * 256 + 6_755_399_441_055_744).bitPattern)
  }

  @inline(__always) mutating func start(_ px: Double, _ py: Double) {
    x = px
    y = py
    directions[0] = 0
    contourCount &+= 1
    isFar = !(abs(px) < OutlineBuilder.limit && abs(py) < OutlineBuilder.limit)
    if !isFar {
      fx = OutlineBuilder.fixed(px)
      fy = OutlineBuilder.fixed(py)
    }
  }

  @inline(__always) mutating func line(_ px: Double, _ py: Double) {
    let far = !(abs(px) < OutlineBuilder.limit && abs(py) < OutlineBuilder.limit)
    if far || isFar {
      farLine(px, py)
      return
    }
    let nx = OutlineBuilder.fixed(px)
    let ny = OutlineBuilder.fixed(py)
    edge(fx, fy, nx, ny, of: .path)
    x = px
    y = py
    fx = nx
    fy = ny
  }

  /// A point converted to 24.8, for edges that do not start at the current point.
  struct Mark {
    var x: Double
    var y: Double
    var fx: Int32
    var fy: Int32
    var isFar: Bool

    @inline(__always) init(_ p: Point) {
      x = p.x
      y = p.y
      isFar = !(abs(p.x) < OutlineBuilder.limit && abs(p.y) < OutlineBuilder.limit)
      fx = isFar ? 0 : OutlineBuilder.fixed(p.x)
      fy = isFar ? 0 : OutlineBuilder.fixed(p.y)
    }
  }

  /// The parts of an outline whose chains are tracked separately: a path, or the left side, right side and caps of a
  /// stroke.
  enum Part: Int {
    case path, left, right, cap
  }

  /// Starts a part as a new contour.
  @inline(__always) mutating func begin(_ part: Part) {
    directions[part.rawValue] = 0
    contourCount &+= 1
  }

  @inline(__always) mutating func segment(_ a: Mark, _ b: Mark, of part: Part) {
    if a.isFar || b.isFar {
      start(a.x, a.y)
      farLine(b.x, b.y)
      directions[part.rawValue] = 0
    } else {
      edge(a.fx, a.fy, b.fx, b.fy, of: part)
    }
  }

  @inline(__always) private mutating func edge(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, of part: Part) {
    if isReversed { add(x1, y1, x0, y0, of: part) } else { add(x0, y0, x1, y1, of: part) }
  }

  @inline(__always) private mutating func add(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, of part: Part) {
    if y0 == y1 {
      if !isSimple, x0 != x1 { addLevel(x0, x1, y: y0, of: part) }
      return
    }
    let direction: Int32 = y0 < y1 ? 1 : -1
    let isNew = directions[part.rawValue] != direction
    directions[part.rawValue] = direction
    let up = min(y0, y1)
    let down = max(y0, y1)
    guard down > top, up < bottom else {
      // Start a new chain, since the number of turns of the culled contour is unknown.
      directions[part.rawValue] = 0
      isCulled = true
      return
    }
    let low = min(x0, x1)
    let high = max(x0, x1)
    if low >= right {
      maxX = max(maxX, right)
      if isNew { directions[part.rawValue] = 0 }
      isCulled = true
      return
    }
    minX = min(minX, low)
    maxX = max(maxX, high)
    minY = min(minY, up)
    maxY = max(maxY, down)
    guard edges.count < OutlineBuilder.maximumEdges else {
      isTruncated = true
      return
    }
    if !isSimple {
      if isNew {
        chainCount &+= 1
        numbers[part.rawValue] = chainCount << 1 | (direction < 0 ? 1 : 0)
      }
      chains.append(numbers[part.rawValue])
    }
    if high <= left {
      // Left of all pixels, so that it is no part of any pixel.
      let x = isSimple ? left : left &- 1
      isCulled = true
      edges.append(llua_edge(x0: x, y0: y0, x1: x, y1: y1))
    } else {
      edges.append(llua_edge(x0: x0, y0: y0, x1: x1, y1: y1))
    }
  }

  /// Adds a horizontal edge. It adds no area, but the winding differs above and below it, which matters within a pixel.
  @inline(never) private mutating func addLevel(_ x0: Int32, _ x1: Int32, y: Int32, of part: Part) {
    guard y > top, y < bottom, min(x0, x1) < right, max(x0, x1) > left, edges.count < OutlineBuilder.maximumEdges else {
      isCulled = true
      return
    }
    if directions[part.rawValue] == 0 {
      chainCount &+= 1
      numbers[part.rawValue] = chainCount << 1
    }
    levelCount &+= 1
    edges.append(llua_edge(x0: x0, y0: y, x1: x1, y1: y))
    chains.append(numbers[part.rawValue])
  }

  /// Adds a line that leaves the range of 24.8: clipped to the range in y, clamped to it in x.
  @inline(never) private mutating func farLine(_ px: Double, _ py: Double) {
    let l = OutlineBuilder.limit - 1
    func bounded(_ v: Double) -> Double { min(max(v, -1e15), 1e15) }
    var ax = bounded(x)
    var ay = bounded(y)
    var bx = bounded(px)
    var by = bounded(py)
    start(px, py)
    isCulled = true
    defer { directions[0] = 0 }
    guard ax == ax, ay == ay, bx == bx, by == by, ay != by else { return }
    guard max(ay, by) > -l, min(ay, by) < l else { return }
    let slope = (bx - ax) / (by - ay)
    func cut(_ yy: Double) -> Double { ax + (yy - ay) * slope }
    let (ox, oy) = (ax, ay)
    if ay < -l { (ax, ay) = (cut(-l), -l) } else if ay > l { (ax, ay) = (cut(l), l) }
    func cutBack(_ yy: Double) -> Double { ox + (yy - oy) * slope }
    if by < -l { (bx, by) = (cutBack(-l), -l) } else if by > l { (bx, by) = (cutBack(l), l) }
    // The y coordinates at which it crosses a vertical side of the range.
    var ys = [ay]
    if bx != ax {
      let crossings = [-l, l].map { ay + ($0 - ax) * (by - ay) / (bx - ax) }
      for c in by > ay ? crossings.sorted() : crossings.sorted(by: >) where (c - ay) * (by - c) > 0 { ys.append(c) }
    }
    ys.append(by)
    func onto(_ yy: Double) -> Double {
      if yy == ay { return ax }
      if yy == by { return bx }
      return ax + (yy - ay) * (bx - ax) / (by - ay)
    }
    func side(_ v: Double) -> Double { min(max(v, -l), l) }
    for i in 1..<ys.count {
      let (y0, y1) = (ys[i - 1], ys[i])
      let (x0, x1) = (onto(y0), onto(y1))
      let f0 = OutlineBuilder.fixed(side(x0))
      let f1 = OutlineBuilder.fixed(side(x1))
      // Beyond a side, move both ends onto it.
      let middle = (x0 + x1) / 2
      if middle < -l || middle > l {
        let s = OutlineBuilder.fixed(side(middle))
        edge(s, OutlineBuilder.fixed(y0), s, OutlineBuilder.fixed(y1), of: .path)
      } else {
        edge(f0, OutlineBuilder.fixed(y0), f1, OutlineBuilder.fixed(y1), of: .path)
      }
    }
  }

  // MARK: Shapes

  /// Adds a closed polygon of device points, translated by `offset`. A polygon with non-finite coordinates is skipped.
  package mutating func addPolygon(_ points: [Point], offset: Point = .zero) {
    points.withUnsafeBufferPointer { points in
      guard points.count > 2, offset.isFinite else { return }
      var isFinite = true
      for p in points { isFinite = isFinite && p.isFinite }
      guard isFinite else { return }
      let last = points[points.count - 1]
      start(last.x + offset.x, last.y + offset.y)
      for p in points { line(p.x + offset.x, p.y + offset.y) }
    }
  }

  /// Adds a rectangle in device space.
  package mutating func addRect(_ r: Rect) {
    addPolygon([Point(r.minX, r.minY), Point(r.maxX, r.minY), Point(r.maxX, r.maxY), Point(r.minX, r.maxY)])
  }

  /// Adds a path to fill; open subpaths are closed by a line. Parts behind the eye (w ≤ 0) are clipped.
  package mutating func add(_ path: Path, through map: Homography) {
    guard map.isFinite else { return }
    if let t = map.affine {
      guard map.m33 > 0, t.isFinite else { return }
      addAffine(path, t)
    } else {
      addProjective(path, map)
    }
  }

  private mutating func addAffine(_ path: Path, _ t: AffineTransform) {
    let verbs = path.verbs
    let points = path.points
    // Rare: add the subpaths one by one, so that a non-finite one does not affect the others.
    if !path.hasBoundedPoints {
      for part in path.finiteSubpaths { addAffine(part, t) }
      return
    }
    points.withUnsafeBufferPointer { points in
      var at = 0
      var startX = 0.0
      var startY = 0.0
      for verb in verbs {
        switch verb {
        case .move:
          if at > 0 { line(startX, startY) }
          let p = t.apply(points[at])
          at &+= 1
          startX = p.x
          startY = p.y
          start(p.x, p.y)
        case .line:
          let p = t.apply(points[at])
          at &+= 1
          line(p.x, p.y)
        case .quad:
          let c = t.apply(points[at])
          let p = t.apply(points[at &+ 1])
          at &+= 2
          let p0 = Point(x, y)
          curve(Cubic(p0, p0 + (c - p0) * (2.0 / 3), p + (c - p) * (2.0 / 3), p))
        case .cubic:
          let c1 = t.apply(points[at])
          let c2 = t.apply(points[at &+ 1])
          let p = t.apply(points[at &+ 2])
          at &+= 3
          curve(Cubic(Point(x, y), c1, c2, p))
        case .close:
          line(startX, startY)
        }
      }
      if at > 0 { line(startX, startY) }
    }
  }

  /// Adds a curve from the current point.
  @inline(__always) private mutating func curve(_ c: Cubic) {
    // Above, below and right of the canvas a curve adds nothing; left of it only its end points matter.
    let low = min(min(c.p0.y, c.p1.y), min(c.p2.y, c.p3.y))
    let high = max(max(c.p0.y, c.p1.y), max(c.p2.y, c.p3.y))
    let leftmost = min(min(c.p0.x, c.p1.x), min(c.p2.x, c.p3.x))
    let rightmost = max(max(c.p0.x, c.p1.x), max(c.p2.x, c.p3.x))
    if high <= Double(canvas.y0) || low >= Double(canvas.y1) || leftmost >= Double(canvas.x1)
      || rightmost <= Double(canvas.x0)
    {
      line(c.p3.x, c.p3.y)
      return
    }
    var lines = c.lines(tolerance: OutlineBuilder.tolerance)
    while let p = lines.next() { line(p.x, p.y) }
  }
}
