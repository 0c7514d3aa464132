import Geometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Offsets polylines to both sides: the area is the union of a rectangle per segment, a wedge per corner and the caps, all wound the same
/// way, so that a non-zero fill never has holes.
struct Stroker {
  let halfWidth: Double
  let cap: LineCap
  let join: LineJoin
  let miterLimit: Double
  /// The largest angle between two points of an arc.
  let arcStep: Double
  /// The largest tan(θ/2) of a turn inside a curve that needs no arc.
  let smoothTangent: Double
  /// Below this squared length a segment has no direction.
  let negligible: Double

  init(halfWidth: Double, style: StrokeStyle, tolerance: Double) {
    self.halfWidth = halfWidth
    cap = style.cap
    join = style.join
    miterLimit = style.miterLimit == style.miterLimit ? max(style.miterLimit, 1) : 10
    // Arcs are finer than curves: they are short, and their corners are all on one side.
    func step(_ t: Double) -> Double { t < halfWidth ? max(2 * acos(1 - t / halfWidth), 0.01) : 2 }
    arcStep = step(tolerance / 2)
    smoothTangent = step(tolerance) * 0.375
    negligible = tolerance * tolerance * 1e-6
  }

  /// The sides' last points.
  private struct Sides {
    var left: Point
    var right: Point
  }

  func stroke<Pen: StrokePen>(_ line: Polyline, with pen: inout Pen) {
    // Directions of the segments that have one.
    var points: [Point] = []
    var smooth: [Bool] = []
    var directions: [Point] = []
    var lengths: [Double] = []
    let count = line.points.count
    points.reserveCapacity(count)
    smooth.reserveCapacity(count)
    directions.reserveCapacity(count)
    lengths.reserveCapacity(count)
    line.points.withUnsafeBufferPointer { source in
      line.isSmooth.withUnsafeBufferPointer { flags in
        guard count > 0 else { return }
        points.append(source[0])
        smooth.append(flags[0])
        var last = source[0]
        for i in 1..<Swift.max(count, 1) {
          let p = source[i]
          let d = p - last
          let square = d.dot(d)
          if !(square > negligible) {
            if !flags[i] { smooth[smooth.count - 1] = false }
            continue
          }
          let length = square.squareRoot()
          directions.append(d / length)
          lengths.append(length)
          points.append(p)
          smooth.append(flags[i])
          last = p
        }
      }
    }
    var isClosed = line.isClosed
    if isClosed, points.count > 1, let first = points.first, let last = points.last {
      let d = first - last
      let square = d.dot(d)
      if square > negligible {
        directions.append(d / square.squareRoot())
        lengths.append(square.squareRoot())
      } else {
        points.removeLast()
        smooth.removeLast()
        if points.count == 1 { isClosed = false }
      }
    }
    guard !directions.isEmpty, let firstPoint = points.first else {
      if let p = line.points.first { dot(p, direction: line.direction ?? Point(1, 0), with: &pen) }
      return
    }
    let n = directions.count
    points.withUnsafeBufferPointer { points in
      directions.withUnsafeBufferPointer { directions in
        let firstNormal = normal(directions[0])
        var sides = Sides(left: firstPoint + firstNormal, right: firstPoint - firstNormal)
        if !isClosed { addCap(at: firstPoint, direction: -directions[0], with: &pen) }
        for i in 0..<n {
          let isLast = i == n - 1
          let end = isLast && isClosed ? firstPoint : points[i + 1]
          if isLast, !isClosed {
            let offset = normal(directions[i])
            advance(&sides, from: points[i], to: end, left: end + offset, right: end - offset, with: &pen)
            addCap(at: end, direction: directions[i], with: &pen)
          } else {
            let next = isLast ? 0 : i + 1
            addJoin(
              &sides, from: points[i], at: end, before: directions[i], after: directions[next],
              room: Swift.min(lengths[i], lengths[next]) * 0.5, isSmooth: smooth[isLast ? 0 : i + 1], with: &pen)
          }
        }
        if isClosed {
          // Back to where the sides began.
          move(&sides, left: firstPoint + firstNormal, right: firstPoint - firstNormal, with: &pen)
        }
      }
    }
  }

  @inline(__always) private func normal(_ d: Point) -> Point { Point(-d.y * halfWidth, d.x * halfWidth) }

  @inline(__always) private func move<Pen: StrokePen>(_ sides: inout Sides, left: Point, right: Point, with pen: inout Pen) {
    if !Pen.takesPieces {
      if left != sides.left { pen.edge(sides.left, left) }
      if right != sides.right { pen.edge(right, sides.right) }
    }
    sides = Sides(left: left, right: right)
  }

  /// A segment's rectangle, or what the joins left of it.
  @inline(__always) private func advance<Pen: StrokePen>(
    _ sides: inout Sides, from: Point, to: Point, left: Point, right: Point, with pen: inout Pen
  ) {
    if Pen.takesPieces { pen.piece([sides.left, left, to, right, sides.right, from]) }
    move(&sides, left: left, right: right, with: &pen)
  }

  @inline(__always) private func addJoin<Pen: StrokePen>(
    _ sides: inout Sides, from: Point, at v: Point, before: Point, after: Point, room: Double, isSmooth: Bool, with pen: inout Pen
  ) {
    let cosine = before.dot(after)
    let sine = before.cross(after)
    let n0 = normal(before)
    let n1 = normal(after)
    // tan(θ/2) of the turn; how far the inner side is cut back.
    let tangent = cosine > -0.9999 ? abs(sine) / (1 + cosine) : 1e9
    let fits = halfWidth * tangent <= room
    // Inside a curve the sides simply go on through the bisector, as long as that is as good as an arc.
    if fits, cosine > 0.999999 || (isSmooth && cosine > 0 && tangent < smoothTangent) {
      let k = 1 / (1 + cosine)
      let m = Point((n0.x + n1.x) * k, (n0.y + n1.y) * k)
      advance(&sides, from: from, to: v, left: v + m, right: v - m, with: &pen)
      return
    }
    addCorner(
      &sides, from: from, at: v, n0: n0, n1: n1, cosine: cosine, sine: sine, fits: fits, isSmooth: isSmooth, with: &pen)
  }

  private func addCorner<Pen: StrokePen>(
    _ sides: inout Sides, from: Point, at v: Point, n0: Point, n1: Point, cosine: Double, sine: Double, fits: Bool, isSmooth: Bool,
    with pen: inout Pen
  ) {
    let k = cosine > -0.9999 ? 1 / (1 + cosine) : 0
    let m = Point((n0.x + n1.x) * k, (n0.y + n1.y) * k)
    let isOuterLeft = sine < 0
    // 1 / cos(θ/2), squared.
    let miterSquare = 2 * k
    let isMiter = !isSmooth && join == .miter && k > 0 && miterSquare <= miterLimit * miterLimit
    let isRound = isSmooth || join == .round
    // Outer side: the points between v ± n0 and v ± n1.
    let sign = isOuterLeft ? 1.0 : -1.0
    let outer0 = v + n0 * sign
    let outer1 = v + n1 * sign
    if Pen.takesPieces {
      if isOuterLeft {
        advance(&sides, from: from, to: v, left: outer0, right: v - n0, with: &pen)
      } else {
        advance(&sides, from: from, to: v, left: v + n0, right: outer0, with: &pen)
      }
      var wedge = [v, outer0]
      if isMiter { wedge.append(v + m * sign) } else if isRound { arc(v, n0 * sign, cosine: cosine, sine: sine) { wedge.append($0) } }
      wedge.append(outer1)
      // Wound as the rectangles are: left side forward.
      pen.piece(isOuterLeft ? wedge : wedge.reversed())
      sides = Sides(left: v + n1, right: v - n1)
      return
    }
    func outer(_ p: Point, _ pen: inout Pen) {
      if isOuterLeft {
        pen.edge(sides.left, p)
        sides.left = p
      } else {
        pen.edge(p, sides.right)
        sides.right = p
      }
    }
    func inner(_ p: Point, _ pen: inout Pen) {
      if isOuterLeft {
        pen.edge(p, sides.right)
        sides.right = p
      } else {
        pen.edge(sides.left, p)
        sides.left = p
      }
    }
    if isMiter {
      outer(v + m * sign, &pen)
    } else {
      outer(outer0, &pen)
      if isRound { arc(v, n0 * sign, cosine: cosine, sine: sine) { outer($0, &pen) } }
      outer(outer1, &pen)
    }
    if fits, k > 0 {
      inner(v - m * sign, &pen)
    } else {
      inner(v - n0 * sign, &pen)
      inner(v, &pen)
      inner(v - n1 * sign, &pen)
    }
  }

  /// The points strictly between `radius` and `radius` turned by the angle of (cosine, sine).
  private func arc(_ center: Point, _ radius: Point, cosine: Double, sine: Double, _ emit: (Point) -> Void) {
    let angle = atan2(sine, cosine)
    let steps = Swift.max((abs(angle) / arcStep).rounded(.up), 1)
    let count = Int(Swift.min(steps, 1000))
    guard count > 1 else { return }
    for i in 1..<count {
      let a = angle * Double(i) / Double(count)
      let c = cos(a)
      let s = sin(a)
      emit(center + Point(radius.x * c - radius.y * s, radius.x * s + radius.y * c))
    }
  }

  /// The end of a line that comes in `direction`.
  private func addCap<Pen: StrokePen>(at p: Point, direction d: Point, with pen: inout Pen) {
    let n = normal(d)
    var contour = [p + n]
    switch cap {
    case .butt: break
    case .square:
      contour.append(p + n + d * halfWidth)
      contour.append(p - n + d * halfWidth)
    case .round:
      // Half a turn backward: from the left over the tip to the right.
      arc(p, n, cosine: 0, sine: -1) { contour.append($0) }
      contour.append(p + d * halfWidth)
      arc(p, d * halfWidth, cosine: 0, sine: -1) { contour.append($0) }
    }
    contour.append(p - n)
    if Pen.takesPieces {
      if contour.count > 2 { pen.piece(contour) }
    } else {
      for i in 1..<contour.count { pen.edge(contour[i - 1], contour[i]) }
    }
  }

  /// A line without length.
  private func dot<Pen: StrokePen>(_ p: Point, direction: Point, with pen: inout Pen) {
    guard cap != .butt else { return }
    addCap(at: p, direction: -direction, with: &pen)
    addCap(at: p, direction: direction, with: &pen)
  }
}
