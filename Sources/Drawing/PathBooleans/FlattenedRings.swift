// SPDX-License-Identifier: MIT
import CPathClipping
import Geometry
import Messages
import Numbers
import Parsing

/// The limits of one operation on paths.
package enum PathLimits {
  /// Edges of the flattened paths.
  package static let edges = 200_000
  /// Pairs of edges that cross or touch.
  package static let crossings = 2_000_000
  /// Pairs of edges that share a height; the sweep compares each, and so does Clipper.
  package static let comparisons = 200_000_000
  /// Coordinates, in points.
  package static let coordinate = 1e100
}

/// The map from points to the integer grid on which polygons are clipped.
///
/// The grid is 1/65,536 point for boxes from 256 to 2²⁴ points, finer for smaller ones and coarser for larger ones. It
/// is centred on the box, so that coordinates of usual paths stay below 2³⁰, where Clipper needs no 128-bit products.
struct ClippingGrid {
  /// The point at (0, 0) of the grid.
  let origin: Point
  /// Grid units in a point, a power of two.
  let scale: Double
  /// Distance of a flattened curve from the exact one, in points.
  let tolerance: Double

  /// - Parameter box: around all control points.
  init(box: Rect) {
    let side = max(box.width, box.height)
    let exponent = side > 0 ? Int(clamping: Double(side.exponent) + 1) : 0
    let bits = exponent <= 8 ? min(24 - exponent, 400) : exponent <= 24 ? 16 : 40 - exponent
    func power(_ e: Int) -> Double { Double(sign: .plus, exponent: e, significand: 1) }
    scale = power(bits)
    let unit = power(max(exponent - 4, -400))
    origin = Point((box.midX / unit).rounded() * unit, (box.midY / unit).rounded() * unit)
    tolerance = side > 20 ? max(0.01, side / 20_000) : max(side / 2_000, 4 / scale)
  }

  func unit(_ p: Point) -> llua_clip_point {
    llua_clip_point(
      x: Int64(clamping: ((p.x - origin.x) * scale).rounded()),
      y: Int64(clamping: ((p.y - origin.y) * scale).rounded()))
  }

  func point(_ p: llua_clip_point) -> Point {
    Point(Double(p.x) / scale + origin.x, Double(p.y) / scale + origin.y)
  }
}

/// A grid point as the key of a table.
struct GridKey: Hashable {
  var x: Int64
  var y: Int64
  init(_ p: llua_clip_point) { (x, y) = (p.x, p.y) }
}

/// Paths flattened to rings of chords on a grid, which remember the segments that they came from.
///
/// Every subpath is a ring; open ones are closed by a line. Segments of zero length are left out.
struct FlattenedRings {
  /// A segment of a path, flattened with even steps of its parameter.
  struct Segment {
    var segment: Path.Segment
    var ring: Int
    var firstChord: Int
    var chordCount: Int
  }

  /// A ring and the subpath that it came from.
  struct Ring {
    var chords: Range<Int>
    var segments: Range<Int>
    var path: Int
    var verbs: Range<Int>
    var points: Range<Int>
  }

  let grid: ClippingGrid
  let paths: [Path]
  private(set) var segments = Grown<Segment>()
  private(set) var rings = Grown<Ring>()
  /// The start of each chord; the next of its ring is its end.
  private(set) var points = Grown<llua_clip_point>()
  /// The segment of each chord.
  private(set) var owners = Grown<Int32>()
  /// The exact points at which segments begin, by their grid points; the first of several.
  private var corners: [GridKey: Point] = [:]

  /// - Throws: `LayerError`: `invalid` for coordinates that are not finite, `limit` for too many edges or too large
  ///   coordinates.
  init(_ paths: [Path], _ reading: inout Reading) throws(LayerError) {
    self.paths = paths
    var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
    for path in paths {
      try reading.step(path.points.count)
      for p in path.points {
        guard p.isFinite else { throw LayerError("\(reading.place)a coordinate of the path is not a finite number") }
        low = Point(min(low.x, p.x), min(low.y, p.y))
        high = Point(max(high.x, p.x), max(high.y, p.y))
      }
    }
    if low.x > high.x { (low, high) = (.zero, .zero) }
    let most = PathLimits.coordinate
    guard low.x >= -most, low.y >= -most, high.x <= most, high.y <= most else {
      throw LayerError(.limit, "\(reading.place)a coordinate of the path is beyond \(numberText(most)): scale it down")
    }
    grid = ClippingGrid(box: Rect(low.x, low.y, high.x - low.x, high.y - low.y))
    for (i, path) in paths.enumerated() { try add(path, i, &reading) }
  }

  /// The number of steps that flatten a segment within the tolerance: a step of a curve with second difference d
  /// deviates by at most 6·d/8/n² (cubic) or 2·d/8/n² (quadratic).
  private func steps(of segment: Path.Segment) -> Double {
    let (factor, difference): (Double, Double) =
      switch segment {
      case .line: (0, 0)
      case .quad(let a, let b, let c): (2, (a - b * 2 + c).length)
      case .cubic(let a, let b, let c, let d): (6, max((a - b * 2 + c).length, (b - c * 2 + d).length))
      }
    return max((factor * difference / 8 / grid.tolerance).squareRoot().rounded(.up), 1)
  }

  private mutating func add(_ path: Path, _ index: Int, _ reading: inout Reading) throws(LayerError) {
    var at = 0
    var verb = 0
    while verb < path.verbs.count {
      // A subpath: from a move to the next one.
      let (firstVerb, firstPoint) = (verb, at)
      let (firstChord, firstSegment) = (points.count, segments.count)
      let start = path.points[at]
      var current = start
      at += path.verbs[verb].pointCount
      verb += 1
      while verb < path.verbs.count, path.verbs[verb] != .move {
        let p = path.points[at...]
        let i = p.startIndex
        let segment: Path.Segment
        switch path.verbs[verb] {
        case .quad: segment = .quad(current, p[i], p[i + 1])
        case .cubic: segment = .cubic(current, p[i], p[i + 1], p[i + 2])
        case .line: segment = .line(current, p[i])
        default: segment = .line(current, start)
        }
        at += path.verbs[verb].pointCount
        current = path.verbs[verb] == .close ? start : path.points[at - 1]
        try add(segment, &reading)
        verb += 1
      }
      if current != start { try add(.line(current, start), &reading) }
      let ring = Ring(
        chords: firstChord..<points.count, segments: firstSegment..<segments.count, path: index,
        verbs: firstVerb..<verb, points: firstPoint..<at)
      if !ring.chords.isEmpty { try rings.append(ring, &reading) }
    }
  }

  private mutating func add(_ segment: Path.Segment, _ reading: inout Reading) throws(LayerError) {
    let first = grid.unit(segment.start)
    if case .line(_, let b) = segment {
      let last = grid.unit(b)
      if first.x == last.x, first.y == last.y { return }
    }
    let wanted = steps(of: segment)
    guard wanted <= Double(PathLimits.edges - points.count) else {
      throw LayerError(
        .limit,
        "\(reading.place)the flattened paths have more than \(PathLimits.edges) edges: simplify them, or combine fewer"
      )
    }
    let count = Int(clamping: wanted)
    let index = segments.count
    try segments.append(
      Segment(segment: segment, ring: rings.count, firstChord: points.count, chordCount: count), &reading)
    // A dictionary is at most 3/4 full, and doubles while the old one still lives.
    try reading.take(128)
    if corners[GridKey(first)] == nil { corners[GridKey(first)] = segment.start }
    try points.append(first, &reading)
    try owners.append(Int32(clamping: index), &reading)
    for i in 1..<max(count, 1) {
      try points.append(grid.unit(segment.point(at: Double(i) / Double(count))), &reading)
      try owners.append(Int32(clamping: index), &reading)
    }
  }

  /// The end of a chord.
  func next(_ chord: Int) -> Int {
    let range = rings[segments[Int(owners[chord])].ring].chords
    return chord + 1 == range.upperBound ? range.lowerBound : chord + 1
  }

  /// The chord before another in its ring.
  func previous(_ chord: Int) -> Int {
    let range = rings[segments[Int(owners[chord])].ring].chords
    return chord == range.lowerBound ? range.upperBound - 1 : chord - 1
  }

  /// The exact point of a corner of the input; nil for other grid points.
  func corner(_ p: llua_clip_point) -> Point? { corners[GridKey(p)] }

  /// Returns the subpath of a ring as it came, closed; reversed if wanted.
  func subpath(_ ring: Int, isReversed: Bool) -> Path {
    let ring = rings[ring]
    let path = paths[ring.path]
    var result = Path()
    if isReversed {
      // From the same start, the other way round.
      var parts: [Path.Segment] = []
      for i in ring.segments { parts.append(segments[i].segment) }
      for (i, part) in parts.reversed().enumerated() {
        if i == 0 { result.move(to: part.point(at: 1)) }
        if i == parts.count - 1, case .line = part { break }
        result.add(part.reversed)
      }
      result.closeSubpath()
      return result
    }
    var at = ring.points.lowerBound
    for verb in path.verbs[ring.verbs] {
      result.append(verb, path.points[at..<(at + verb.pointCount)])
      at += verb.pointCount
    }
    result.closeSubpath()
    return result
  }
}

extension Path.Segment {
  /// The segment in the other direction.
  var reversed: Path.Segment {
    switch self {
    case .line(let a, let b): .line(b, a)
    case .quad(let a, let b, let c): .quad(c, b, a)
    case .cubic(let a, let b, let c, let d): .cubic(d, c, b, a)
    }
  }

  /// The last point.
  var end: Point {
    switch self {
    case .line(_, let p), .quad(_, _, let p), .cubic(_, _, _, let p): p
    }
  }

  /// The segment with other ends; the control points move with them.
  func moved(from a: Point, to b: Point) -> Path.Segment {
    switch self {
    case .line: .line(a, b)
    case .quad(let p, let q, let r): .quad(a, q + ((a - p) + (b - r)) * 0.5, b)
    case .cubic(let p, let q, let r, let s): .cubic(a, q + (a - p), r + (b - s), b)
    }
  }
}

extension Path {
  /// Adds a segment that begins at the current point.
  mutating func add(_ segment: Path.Segment) {
    switch segment {
    case .line(_, let b): addLine(to: b)
    case .quad(_, let b, let c): addQuadCurve(control: b, to: c)
    case .cubic(_, let b, let c, let d): addCurve(control1: b, control2: c, to: d)
    }
  }
}
