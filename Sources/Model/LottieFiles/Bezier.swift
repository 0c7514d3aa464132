// SPDX-License-Identifier: MIT
import Geometry
import LayerModel

/// A shape of a file: points with handles that are relative to them.
struct Bezier: Mixable {
  var points: [Point]
  var incoming: [Point]
  var outgoing: [Point]
  var isClosed: Bool

  init(points: [Point] = [], incoming: [Point] = [], outgoing: [Point] = [], isClosed: Bool = false) {
    self.points = points
    self.incoming = incoming
    self.outgoing = outgoing
    self.isClosed = isClosed
  }

  /// Reads `{v, i, o, c}`; a list of one such object too. Handles that are missing are 0. Nil for anything else.
  init?(_ node: Node) {
    var node = node
    if !node.isObject, let first = node.items.first { node = Node(first) }
    guard node.isObject else { return nil }
    func points(_ key: String) -> [Point] {
      node.items(key).map { Node($0).point.map { Point($0.x, $0.y) } ?? .zero }
    }
    self.points = points("v")
    incoming = Array(points("i").prefix(self.points.count))
    outgoing = Array(points("o").prefix(self.points.count))
    let missing = (self.points.count - incoming.count, self.points.count - outgoing.count)
    incoming += Array(repeating: .zero, count: missing.0)
    outgoing += Array(repeating: .zero, count: missing.1)
    isClosed = node.flag("c")
  }

  /// Makes a shape of a path's first subpath.
  init(_ path: Path) {
    self.init()
    var hasEnded = false
    path.forEachSegment { segment, startsSubpath, closes in
      if startsSubpath, !points.isEmpty { hasEnded = true }
      if hasEnded { return }
      let (start, control1, control2, end): (Point, Point, Point, Point)
      switch segment {
      case .line(let a, let b): (start, control1, control2, end) = (a, a, b, b)
      case .quad(let a, let b, let c):
        (start, control1, control2, end) = (a, a + (b - a) * (2 / 3), c + (b - c) * (2 / 3), c)
      case .cubic(let a, let b, let c, let d): (start, control1, control2, end) = (a, b, c, d)
      }
      if points.isEmpty { append(start) }
      outgoing[points.count - 1] = control1 - start
      if closes || end == points[0] && points.count > 2 {
        incoming[0] = control2 - end
        isClosed = true
        hasEnded = true
      } else {
        append(end, control2 - end)
      }
    }
  }

  func mixed(with other: Bezier, _ t: Double) -> Bezier? {
    guard points.count == other.points.count else { return nil }
    func mix(_ a: [Point], _ b: [Point]) -> [Point] { zip(a, b).map { $0 + ($1 - $0) * t } }
    return Bezier(
      points: mix(points, other.points), incoming: mix(incoming, other.incoming),
      outgoing: mix(outgoing, other.outgoing), isClosed: t < 1 ? isClosed : other.isClosed)
  }

  /// The number of segments.
  private var segmentCount: Int { isClosed ? points.count : max(points.count - 1, 0) }

  /// For each segment, true if it is a curve: one of its handles is not 0. The others are lines, which strokes cut
  /// elsewhere than a curve with its handles at its ends.
  var curves: [Bool] {
    (0..<segmentCount).map { outgoing[$0] != .zero || incoming[($0 + 1) % points.count] != .zero }
  }

  /// Returns the shape as a path.
  ///
  /// - Parameter curves: for each segment, true if it is to be a curve: in a path with keys all keys must have equal
  ///   elements. nil for the shape's own.
  func path(curves: [Bool]? = nil) -> Path {
    var path = Path()
    guard let first = points.first else { return path }
    let curves = curves ?? self.curves
    path.reserveCapacity(verbs: points.count + 2, points: 3 * points.count + 1)
    path.move(to: first)
    for i in 0..<segmentCount {
      let j = (i + 1) % points.count
      if i < curves.count, curves[i] {
        path.addCurve(
          control1: points[i] + outgoing[i], control2: points[j] + incoming[j], to: points[j])
      } else if j != 0 || segmentCount == 1 {
        path.addLine(to: points[j])
      }
    }
    if isClosed { path.closeSubpath() }
    return path
  }

  /// Returns the shape with its corners rounded: those without handles, by arcs that begin at most `radius` and at most
  /// half an edge off.
  func rounded(_ radius: Double) -> Bezier {
    guard radius > 0, points.count > 1 else { return self }
    var result = Bezier(isClosed: isClosed)
    let count = points.count
    for i in 0..<count {
      let isEnd = !isClosed && (i == 0 || i == count - 1)
      let (before, after) = (points[(i + count - 1) % count], points[(i + 1) % count])
      let p = points[i]
      let (a, b) = (before - p, after - p)
      guard !isEnd, incoming[i] == .zero, outgoing[i] == .zero, a.length > 0, b.length > 0 else {
        result.append(p, incoming[i], outgoing[i])
        continue
      }
      let (d, e) = (min(radius, a.length / 2), min(radius, b.length / 2))
      let (u, v) = (a / a.length, b / b.length)
      result.append(p + u * d, .zero, u * (-d * Bezier.kappa))
      result.append(p + v * e, v * (-e * Bezier.kappa), .zero)
    }
    return result
  }

  /// The length of a handle of a quarter circle of radius 1.
  static let kappa = 0.5522847498

  mutating func append(_ point: Point, _ incoming: Point = .zero, _ outgoing: Point = .zero) {
    points.append(point)
    self.incoming.append(incoming)
    self.outgoing.append(outgoing)
  }

  /// The shape run backward. A closed one begins at the same point.
  var reversed: Bezier {
    func backward(_ values: [Point]) -> [Point] {
      isClosed ? Array(values.prefix(1) + values.dropFirst().reversed()) : values.reversed()
    }
    return Bezier(
      points: backward(points), incoming: backward(outgoing), outgoing: backward(incoming), isClosed: isClosed)
  }

  // MARK: Parametric shapes

  static func ellipse(center c: Point, size: Point) -> Bezier {
    let (rx, ry) = (size.x / 2, size.y / 2)
    let (kx, ky) = (rx * kappa, ry * kappa)
    return Bezier(
      points: [Point(c.x, c.y - ry), Point(c.x + rx, c.y), Point(c.x, c.y + ry), Point(c.x - rx, c.y)],
      incoming: [Point(-kx, 0), Point(0, -ky), Point(kx, 0), Point(0, ky)],
      outgoing: [Point(kx, 0), Point(0, ky), Point(-kx, 0), Point(0, -ky)], isClosed: true)
  }

  /// Returns a rectangle, of eight points if it is rounded.
  ///
  /// - Parameter isRounded: true for eight points also with a radius of 0, so that shapes over time are alike.
  static func rectangle(center c: Point, size: Point, radius: Double, isRounded: Bool) -> Bezier {
    let (w, h) = (size.x / 2, size.y / 2)
    let r = min(max(radius, 0), abs(w), abs(h))
    var result = Bezier(isClosed: true)
    guard isRounded else {
      for p in [Point(w, -h), Point(w, h), Point(-w, h), Point(-w, -h)] { result.append(c + p) }
      return result
    }
    let k = r * kappa
    result.append(c + Point(w, -h + r), Point(0, -k))
    result.append(c + Point(w, h - r), .zero, Point(0, k))
    result.append(c + Point(w - r, h), Point(k, 0))
    result.append(c + Point(-w + r, h), .zero, Point(-k, 0))
    result.append(c + Point(-w, h - r), Point(0, k))
    result.append(c + Point(-w, -h + r), .zero, Point(0, -k))
    result.append(c + Point(-w + r, -h), Point(-k, 0))
    result.append(c + Point(w - r, -h), .zero, Point(k, 0))
    return result
  }

  /// The values of a star or a polygon.
  struct Star {
    var center: Point
    /// In degrees; 0 points up.
    var rotation: Double
    var count: Int
    var outerRadius: Double
    /// In percent.
    var outerRoundness: Double
    /// nil for a polygon.
    var inner: (radius: Double, roundness: Double)?
  }

  static func star(_ star: Star) -> Bezier {
    let count = star.count * (star.inner == nil ? 1 : 2)
    var result = Bezier(isClosed: true)
    for i in 0..<max(count, 0) {
      let isOuter = star.inner == nil || i & 1 == 0
      let radius = isOuter ? star.outerRadius : star.inner?.radius ?? 0
      let roundness = (isOuter ? star.outerRoundness : star.inner?.roundness ?? 0) / 100
      let angle = (star.rotation - 90) * .pi / 180 + 2 * .pi * Double(i) / Double(count)
      let direction = AffineTransform(angle: angle)
      let length = 2 * .pi * radius / (4 * Double(star.count)) * roundness
      let tangent = direction.apply(Point(0, length))
      result.append(star.center + direction.apply(Point(radius, 0)), -tangent, tangent)
    }
    return result
  }
}

extension Path {
  /// Appends a shape's path.
  mutating func add(_ bezier: Bezier, curves: [Bool]? = nil) { addPath(bezier.path(curves: curves)) }
}
