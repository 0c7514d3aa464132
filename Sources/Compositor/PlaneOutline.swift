import Geometry
import Raster
import RenderTree

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Adds rectangles and rounded rectangles of a plane to outlines, by the shortest way the plane's map allows.
struct PlaneOutline {
  /// Unit quarter circles by their number of segments: cosines and sines of 0 … π/2.
  private var arcs: [[Point]?] = Array(repeating: nil, count: PlaneOutline.maximumSegments + 1)
  private static let maximumSegments = 128
  private var points: [Point] = []

  /// How far a polygon may lie inside its circle, in pixels.
  static let flatness = 0.03

  mutating func add(_ rect: Rect, through map: Homography, to builder: inout OutlineBuilder) {
    guard let t = map.affine, map.m33 > 0 else {
      builder.add(Path(rect: rect), through: map)
      return
    }
    if t.b == 0 && t.c == 0 {
      let p = t.apply(rect.origin)
      let q = t.apply(Point(rect.maxX, rect.maxY))
      builder.addRect(Rect(minX: min(p.x, q.x), minY: min(p.y, q.y), maxX: max(p.x, q.x), maxY: max(p.y, q.y)))
    } else {
      builder.addPolygon(rect.corners.map { t.apply($0) })
    }
  }

  mutating func add(_ rect: Rect, corners: Corners?, through map: Homography, to builder: inout OutlineBuilder) {
    guard let corners, corners.isRounded else { return add(rect, through: map, to: &builder) }
    guard !corners.isContinuous, let t = map.affine, map.m33 > 0 else {
      builder.add(PlaneOutline.path(rect, corners: corners), through: map)
      return
    }
    points.removeAll(keepingCapacity: true)
    let scale = max((t.a * t.a + t.b * t.b).squareRoot(), (t.c * t.c + t.d * t.d).squareRoot())
    // Clockwise with y down, from the left end of the top edge.
    corner(rect.minX + corners.minXMinY, rect.minY + corners.minXMinY, corners.minXMinY, -1, 0, 0, -1, t, scale)
    corner(rect.maxX - corners.maxXMinY, rect.minY + corners.maxXMinY, corners.maxXMinY, 0, -1, 1, 0, t, scale)
    corner(rect.maxX - corners.maxXMaxY, rect.maxY - corners.maxXMaxY, corners.maxXMaxY, 1, 0, 0, 1, t, scale)
    corner(rect.minX + corners.minXMaxY, rect.maxY - corners.minXMaxY, corners.minXMaxY, 0, 1, -1, 0, t, scale)
    builder.addPolygon(points)
  }

  /// A quarter circle about (cx, cy) from direction (ux, uy) to (vx, vy).
  private mutating func corner(
    _ cx: Double, _ cy: Double, _ r: Double, _ ux: Double, _ uy: Double, _ vx: Double, _ vy: Double, _ t: AffineTransform,
    _ scale: Double
  ) {
    let c = t.apply(Point(cx, cy))
    guard r > 0 else {
      points.append(c)
      return
    }
    // u and v mapped without the translation, times the radius.
    let u = Point((ux * t.a + uy * t.c) * r, (ux * t.b + uy * t.d) * r)
    let v = Point((vx * t.a + vy * t.c) * r, (vx * t.b + vy * t.d) * r)
    for p in arc(radius: r * scale) { points.append(Point(c.x + u.x * p.x + v.x * p.y, c.y + u.y * p.x + v.y * p.y)) }
  }

  private mutating func arc(radius: Double) -> [Point] {
    // The sagitta of one of n segments is radius · π² / (32 n²).
    let exact = (radius * (Double.pi * Double.pi / 32 / PlaneOutline.flatness)).squareRoot()
    let n = Int(min(max(exact.rounded(.up), 1), Double(PlaneOutline.maximumSegments)))
    if let known = arcs[n] { return known }
    let made = (0...n).map { i -> Point in
      if i == 0 { return Point(1, 0) }
      if i == n { return Point(0, 1) }
      let angle = Double(i) * (.pi / 2) / Double(n)
      return Point(cos(angle), sin(angle))
    }
    arcs[n] = made
    return made
  }

  /// The outline as curves.
  static func path(_ rect: Rect, corners: Corners) -> Path {
    var path = Path()
    let w = rect.width
    let h = rect.height
    // Each corner: its vertex, unit vectors along the edge it is entered by (backward) and left by, its radius, and how far it may reach.
    func reach(_ r: Double, _ nextX: Double, _ nextY: Double) -> Double {
      // A neighbour as large as this corner takes its share of the edge.
      let limitX = r + nextX > 0 ? w * r / (r + nextX) : 0
      let limitY = r + nextY > 0 ? h * r / (r + nextY) : 0
      return min(limitX, limitY)
    }
    let c = corners
    let all: [(Point, Point, Point, Double, Double)] = [
      (Point(rect.minX, rect.minY), Point(0, 1), Point(1, 0), c.minXMinY, reach(c.minXMinY, c.maxXMinY, c.minXMaxY)),
      (Point(rect.maxX, rect.minY), Point(-1, 0), Point(0, 1), c.maxXMinY, reach(c.maxXMinY, c.minXMinY, c.maxXMaxY)),
      (Point(rect.maxX, rect.maxY), Point(0, -1), Point(-1, 0), c.maxXMaxY, reach(c.maxXMaxY, c.minXMaxY, c.maxXMinY)),
      (Point(rect.minX, rect.maxY), Point(1, 0), Point(0, -1), c.minXMaxY, reach(c.minXMaxY, c.maxXMaxY, c.minXMinY)),
    ]
    for (vertex, from, to, radius, reach) in all {
      guard radius > 0 else {
        line(&path, to: vertex)
        continue
      }
      func at(_ p: Point) -> Point {
        Point(vertex.x + (from.x * p.x + to.x * p.y) * radius, vertex.y + (from.y * p.x + to.y * p.y) * radius)
      }
      let shape: [Point]
      if corners.isContinuous {
        let share = (reach / radius - 1) / (continuousCorner[0].x - 1)
        let t = share >= 1 ? 1 : max(share, 0)
        shape = zip(circularCorner, continuousCorner).map { Point($0.x + ($1.x - $0.x) * t, $0.y + ($1.y - $0.y) * t) }
      } else {
        shape = quarter
      }
      line(&path, to: at(shape[0]))
      if shape.count == 4 {
        path.addCurve(control1: at(shape[1]), control2: at(shape[2]), to: at(shape[3]))
      } else {
        path.addCurve(control1: at(shape[1]), control2: at(shape[2]), to: at(shape[3]))
        path.addLine(to: at(shape[4]))
        path.addCurve(control1: at(shape[5]), control2: at(shape[6]), to: at(shape[7]))
        path.addLine(to: at(shape[8]))
        path.addCurve(control1: at(shape[9]), control2: at(shape[10]), to: at(shape[11]))
      }
    }
    path.closeSubpath()
    return path
  }

  private static func line(_ path: inout Path, to p: Point) {
    if path.isEmpty { path.move(to: p) } else { path.addLine(to: p) }
  }

  /// The fraction of the radius at which a cubic's control points make a quarter circle.
  private static let circleHandle = 0.5522847498307936
  private static let quarter = [Point(1, 0), Point(1 - circleHandle, 0), Point(0, 1 - circleHandle), Point(0, 1)]

  /// Core Animation's continuous corner of radius 1 from its vertex: start, curve, line, curve, line, curve.
  private static let continuousCorner = [
    Point(1.52866483, 0), Point(1.08849323, 0), Point(0.86840689, 0), Point(0.66993427, 0.06549600), Point(0.63149399, 0.07491100),
    Point(0.37282392, 0.16905899), Point(0.16905899, 0.37282392), Point(0.07491100, 0.63149399), Point(0.06549600, 0.66993427),
    Point(0, 0.86840689), Point(0, 1.08849323), Point(0, 1.52866483),
  ]

  /// A circular corner cut at the same angles, for blending.
  private static let circularCorner: [Point] = {
    let first = atan2(1 - 0.66993427, 1 - 0.06549600)
    let second = atan2(1 - 0.63149399, 1 - 0.07491100)
    func on(_ a: Double) -> Point { Point(1 - sin(a), 1 - cos(a)) }
    func along(_ a: Double, _ k: Double) -> Point { Point(1 - sin(a) - k * cos(a), 1 - cos(a) + k * sin(a)) }
    func arc(_ a: Double, _ b: Double) -> [Point] {
      let k = 4.0 / 3 * tan((b - a) / 4)
      return [along(a, k), along(b, -k), on(b)]
    }
    let end = Double.pi / 2
    return [on(0)] + arc(0, first) + [on(second)] + arc(second, end - second) + [on(end - first)] + arc(end - first, end)
  }()
}

extension Corners {
  var isRounded: Bool { minXMinY > 0 || maxXMinY > 0 || minXMaxY > 0 || maxXMaxY > 0 }
  var largest: Double { max(max(minXMinY, maxXMinY), max(minXMaxY, maxXMaxY)) }

  /// The corners of the outline moved inward by `d`.
  func inset(by d: Double) -> Corners {
    Corners(
      minXMinY: max(0, minXMinY - d), maxXMinY: max(0, maxXMinY - d), minXMaxY: max(0, minXMaxY - d), maxXMaxY: max(0, maxXMaxY - d),
      isContinuous: isContinuous)
  }
}
