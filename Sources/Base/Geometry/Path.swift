// SPDX-License-Identifier: MIT
/// A sequence of subpaths of lines, quadratic and cubic Bézier curves, in points: Core Graphics' `CGPath`.
///
/// Copying is O(1) until one copy is changed.
///
/// ```swift
/// var path = Path()
/// path.move(to: Point(0, 0))
/// path.addLine(to: Point(10, 0))
/// path.addQuadCurve(control: Point(10, 10), to: Point(0, 10))
/// path.closeSubpath()
/// path.svg  // "M 0 0 L 10 0 Q 10 10 0 10 Z"
/// ```
public struct Path: Hashable, Sendable {
  /// The kind of a path element; determines its number of points.
  @frozen public enum Verb: UInt8, Sendable {
    /// Starts a subpath at one point.
    case move
    /// A straight line to one point.
    case line
    /// A quadratic curve: control point, end point.
    case quad
    /// A cubic curve: two control points, end point.
    case cubic
    /// A line back to the subpath's start; has no points.
    case close

    /// The number of points that the verb takes.
    @inlinable public var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .quad: 2
      case .cubic: 3
      case .close: 0
      }
    }
  }

  /// The verbs of the path, in order.
  public internal(set) var verbs: [Verb] = []
  /// The points of all verbs, concatenated.
  public internal(set) var points: [Point] = []
  /// The start of the current subpath; nil if there is none.
  var subpathStart: Point?
  /// The point at which the next segment starts; nil for an empty path.
  public internal(set) var currentPoint: Point?

  /// Creates an empty path.
  public init() {}

  /// True if the path has no elements, not even a move.
  public var isEmpty: Bool { verbs.isEmpty }

  /// Begins a subpath at a point.
  public mutating func move(to p: Point) {
    verbs.append(.move)
    points.append(p)
    subpathStart = p
    currentPoint = p
  }

  /// Adds a straight line; starts a subpath at `p` if there is none.
  public mutating func addLine(to p: Point) {
    guard startIfNeeded(at: p) else { return }
    verbs.append(.line)
    points.append(p)
    currentPoint = p
  }

  /// Adds a quadratic Bézier curve.
  ///
  /// ```swift
  /// var path = Path()
  /// path.move(to: Point(0, 0))
  /// path.addQuadCurve(control: Point(5, 10), to: Point(10, 0))
  /// path.svg  // "M 0 0 Q 5 10 10 0"
  /// ```
  public mutating func addQuadCurve(control c: Point, to p: Point) {
    _ = startIfNeeded(at: c)
    verbs.append(.quad)
    points.append(c)
    points.append(p)
    currentPoint = p
  }

  /// Adds a cubic Bézier curve.
  ///
  /// ```swift
  /// var path = Path()
  /// path.move(to: Point(0, 0))
  /// path.addCurve(control1: Point(0, 5), control2: Point(10, 5), to: Point(10, 0))
  /// path.svg  // "M 0 0 C 0 5 10 5 10 0"
  /// ```
  public mutating func addCurve(control1 c1: Point, control2 c2: Point, to p: Point) {
    _ = startIfNeeded(at: c1)
    verbs.append(.cubic)
    points.append(c1)
    points.append(c2)
    points.append(p)
    currentPoint = p
  }

  /// Closes the current subpath; the next line starts at its first point. Does nothing if there is none.
  ///
  /// ```swift
  /// var path = Path(rect: Rect(1, 2, 3, 4))
  /// path.currentPoint  // Point(1, 2)
  /// path.addLine(to: Point(9, 9))
  /// path.verbs.suffix(3)  // [.close, .move, .line]
  /// ```
  public mutating func closeSubpath() {
    guard let start = subpathStart, verbs.last != .close else { return }
    verbs.append(.close)
    currentPoint = start
  }

  /// Adds a rectangle as a closed subpath.
  public mutating func addRect(_ r: Rect) {
    move(to: Point(r.minX, r.minY))
    addLine(to: Point(r.maxX, r.minY))
    addLine(to: Point(r.maxX, r.maxY))
    addLine(to: Point(r.minX, r.maxY))
    closeSubpath()
  }

  /// Creates the outline of a rectangle.
  public init(rect: Rect) {
    self.init()
    addRect(rect)
  }

  /// Reserves capacity for verbs and points to be added.
  public mutating func reserveCapacity(verbs v: Int, points p: Int) {
    verbs.reserveCapacity(v)
    points.reserveCapacity(p)
  }

  /// Ensures a current subpath. After a close the next element starts a new subpath at the old one's start; without a
  /// subpath a line acts as a move. Returns false if the element itself started the subpath.
  mutating func startIfNeeded(at p: Point) -> Bool {
    if let start = subpathStart {
      if verbs.last == .close {
        verbs.append(.move)
        points.append(start)
        currentPoint = start
      }
      return true
    }
    move(to: p)
    return false
  }

  /// Returns a path with the same verbs and other points; returns this path unchanged if their number differs.
  package func replacing(points new: [Point]) -> Path {
    guard new.count == points.count else { return self }
    var result = Path()
    result.reserveCapacity(verbs: verbs.count, points: new.count)
    var next = 0
    for verb in verbs {
      result.append(verb, new[next..<(next + verb.pointCount)])
      next += verb.pointCount
    }
    return result
  }

  /// Adds an element: a verb with as many points as it takes.
  package mutating func append(_ verb: Verb, _ p: ArraySlice<Point>) {
    let i = p.startIndex
    switch verb {
    case .move: move(to: p[i])
    case .line: addLine(to: p[i])
    case .quad: addQuadCurve(control: p[i], to: p[i + 1])
    case .cubic: addCurve(control1: p[i], control2: p[i + 1], to: p[i + 2])
    case .close: closeSubpath()
    }
  }

  /// A recorded length of the path, for `revert(to:)`.
  ///
  /// ```swift
  /// let mark = path.mark
  /// path.addEllipse(in: Rect(0, 0, 20, 10))
  /// path.revert(to: mark)
  /// ```
  public struct Mark: Sendable {
    var verbs: Int
    var points: Int
    var subpathStart: Point?
    var currentPoint: Point?
  }
  /// The current length of the path, for `revert(to:)`.
  public var mark: Mark {
    Mark(verbs: verbs.count, points: points.count, subpathStart: subpathStart, currentPoint: currentPoint)
  }

  /// True if all coordinates added since `mark` are finite.
  public func isFinite(since mark: Mark) -> Bool { points[min(mark.points, points.count)...].allSatisfy(\.isFinite) }

  /// Removes the elements added since `mark`.
  ///
  /// ```swift
  /// var path = Path(rect: Rect(0, 0, 3, 4))
  /// let mark = path.mark
  /// path.addEllipse(in: Rect(0, 0, 3, 4))
  /// path.revert(to: mark)
  /// path == Path(rect: Rect(0, 0, 3, 4))  // true
  /// ```
  public mutating func revert(to mark: Mark) {
    guard mark.verbs <= verbs.count, mark.points <= points.count else { return }
    verbs.removeSubrange(mark.verbs...)
    points.removeSubrange(mark.points...)
    subpathStart = mark.subpathStart
    currentPoint = mark.currentPoint
  }

  /// Returns the path with every point transformed.
  ///
  /// ```swift
  /// Path(rect: Rect(0, 0, 1, 1)).transformed(by: .scale(2, 3)).boundingBox  // Rect(0, 0, 2, 3)
  /// ```
  public func transformed(by t: AffineTransform) -> Path {
    var result = self
    for i in result.points.indices { result.points[i] = t.apply(points[i]) }
    result.subpathStart = subpathStart.map { t.apply($0) }
    result.currentPoint = currentPoint.map { t.apply($0) }
    return result
  }
}

/// The rule that decides which points are inside a path: Core Animation's `kCAFillRuleNonZero` and
/// `kCAFillRuleEvenOdd`.
@frozen public enum FillRule: UInt8, Sendable {
  case nonZero
  case evenOdd
}

/// The shape of the ends of lines and dashes.
@frozen public enum LineCap: UInt8, Sendable {
  case butt
  case round
  case square
}

/// The shape of the corners of lines.
@frozen public enum LineJoin: UInt8, Sendable {
  case miter
  case round
  case bevel
}

/// The style of a path's stroke. Lengths are in the path's own points.
///
/// ```swift
/// let hit = StrokeStyle(width: 12, cap: .round, join: .round, dashPattern: [4, 8])
/// ```
public struct StrokeStyle: Hashable, Sendable {
  /// Line width, in points.
  public var width: Double
  /// The shape of line ends.
  public var cap: LineCap
  /// The shape of corners.
  public var join: LineJoin
  /// Ratio of miter length to line width above which a miter join becomes a bevel.
  public var miterLimit: Double
  /// Alternating lengths of dashes and gaps, in points; empty for a solid line. A pattern of odd length is repeated, so
  /// that dashes and gaps alternate.
  public var dashPattern: [Double]
  /// Offset into the dash pattern at which the line starts, in points.
  public var dashPhase: Double

  /// Creates a style; without a dash pattern the line is solid.
  public init(
    width: Double = 1, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10,
    dashPattern: [Double] = [], dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashPattern = dashPattern
    self.dashPhase = dashPhase
  }
}
