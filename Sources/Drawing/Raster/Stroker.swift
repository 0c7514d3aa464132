// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import SystemC

/// Offsets polylines to both sides. The stroked area is the union of a rectangle per segment, a wedge per corner and
/// the caps, all wound the same way, so that a non-zero fill never has holes.
///
/// Neighbouring sides meet in the intersection of the two offset segments (Tiller and Hanson, "Offsets of
/// Two-Dimensional Profiles", IEEE Computer Graphics and Applications 4(9), 1984). With the half width w and the
/// segments' normals n₀ and n₁ of length w, the intersection v + m is w away from both segments, so m · n₀ = m · n₁ =
/// w² and m = (n₀ + n₁) / (1 + cos θ) for a turn by θ. The inner side gets shorter by w tan(θ/2); if that is more than
/// half a segment, it runs through the corner v instead.
struct Stroker {
  let halfWidth: Double
  private var cap: LineCap
  let join: LineJoin
  let miterLimit: Double
  /// Maximum angle between two points of an arc, in radians.
  let arcStep: Double
  /// Maximum tan(θ/2) of a turn inside a curve that needs no arc.
  let smoothTangent: Double
  /// Squared length at or below which a segment has no direction.
  let negligible: Double
  /// Polled periodically; returning true abandons the line.
  var isStopped: (@Sendable () -> Bool)?

  init(halfWidth: Double, style: StrokeStyle, tolerance: Double) {
    self.halfWidth = halfWidth
    cap = style.cap
    join = style.join
    miterLimit = style.miterLimit == style.miterLimit ? max(style.miterLimit, 1) : 10
    // Arcs get half the tolerance of curves, since they are short and their corners are all on one side.
    func step(_ t: Double) -> Double { t < halfWidth ? max(2 * acos(1 - t / halfWidth), 0.01) : 2 }
    arcStep = step(tolerance / 2)
    smoothTangent = step(tolerance) * 0.375
    negligible = tolerance * tolerance * 1e-6
  }

  /// The last points of both sides, also in the form that the pen takes.
  private struct Sides<Mark> {
    var left: Point
    var right: Point
    var leftMark: Mark
    var rightMark: Mark
  }

  func stroke<Pen: StrokePen>(_ line: Polyline, with pen: inout Pen) {
    if line.isClosed, line.points.count == 2 {
      // The line runs there and back over the same area: stroke it once, or its edge pixels would be covered twice.
      var once = line
      once.isClosed = false
      var stroker = self
      stroker.cap = join == .round ? .round : .butt
      return stroker.stroke(once, with: &pen)
    }
    line.points.withUnsafeBufferPointer { points in
      line.isSmooth.withUnsafeBufferPointer { flags in
        guard !points.isEmpty else { return }
        line.curves.withUnsafeBufferPointer { curves in
          let flattened = FlattenedLine(points: points, isSmooth: flags, curves: curves, isClosed: line.isClosed)
          stroke(flattened, first: line.startDirection, last: line.endDirection, with: &pen)
        }
      }
    }
  }

  /// The state of a line that is being stroked, up to the end of the last segment that has a direction.
  private struct Progress<Mark> {
    var sides: Sides<Mark>
    /// The last segment's start and end.
    var from: Point
    var end: Point
    /// Its direction and length; the length is 0 before the first segment.
    var direction = Point.zero
    var length = 0.0
    /// Its index in the line.
    var segment = 0
    /// True if the line continues smoothly at its end.
    var isSmooth: Bool
    /// The direction in which the line starts, and the length of its first segment.
    var firstDirection = Point.zero
    var firstLength = 0.0
    /// The corner at the start of a closed line; nil if no curve begins or ends there.
    var closing: FlattenedLine.Corner?
  }

  private func stroke<Pen: StrokePen>(
    _ line: FlattenedLine, first: Point?, last: Point?, with pen: inout Pen
  ) {
    let points = line.points
    let flags = line.isSmooth
    pen.begin(.left)
    pen.begin(.right)
    let start = points[0]
    var progress = Progress(
      sides: Sides(left: start, right: start, leftMark: pen.mark(start), rightMark: pen.mark(start)), from: start,
      end: start, isSmooth: flags[0])
    let count = line.isClosed && points.count > 1 ? points.count &+ 1 : points.count
    for i in 1..<Swift.max(count, 1) {
      if i & 4095 == 0, isStopped?() == true { return }
      let k = i == points.count ? 0 : i
      let p = points[k]
      let d = p - progress.end
      let square = d.dot(d)
      if !(square > negligible) {
        if !flags[k] { progress.isSmooth = false }
        continue
      }
      let size = square.squareRoot()
      let along = d / size
      if progress.length > 0 {
        join(line, &progress, segment: i &- 1, along: along, size: size, with: &pen)
      } else {
        begin(line, &progress, first: first, segment: i &- 1, along: along, size: size, with: &pen)
      }
      progress.from = progress.end
      progress.end = p
      progress.segment = i &- 1
      progress.direction = along
      progress.length = size
      progress.isSmooth = flags[k]
    }
    if !(progress.length > 0) {
      dot(start, direction: first ?? Point(1, 0), with: &pen)
    } else if line.isClosed {
      close(line, &progress, with: &pen)
    } else {
      end(&progress, last: last, with: &pen)
    }
  }

  /// Adds the start of a line, and the join of its start with its first segment.
  @inline(__always) private func begin<Pen: StrokePen>(
    _ line: FlattenedLine, _ progress: inout Progress<Pen.Mark>, first: Point?, segment: Int, along: Point,
    size: Double, with pen: inout Pen
  ) {
    let start = line.points[0]
    progress.firstDirection = along
    if line.isClosed {
      progress.closing = closingCorner(line, along: along, size: size, segment: segment)
      if let closing = progress.closing, !closing.isFlat { progress.firstDirection = closing.after }
    } else if let first, first.dot(along) > 0,
      halfWidth * abs(first.cross(along)) < size * 0.5 || first.dot(along) > 0.5
    {
      progress.firstDirection = first
    }
    progress.firstLength = size
    let direction = progress.firstDirection
    let n = normal(direction)
    progress.sides = Sides(
      left: start + n, right: start - n, leftMark: pen.mark(start + n), rightMark: pen.mark(start - n))
    if !line.isClosed { addCap(at: start, direction: -direction, with: &pen) }
    let turns =
      line.isClosed
      ? progress.closing?.turns == true : !(halfWidth * abs(direction.cross(along)) < size * 0.5)
    if turns {
      // The pen is too wide for a segment that turns within its width, so it turns before the segment.
      addJoin(
        &progress.sides, from: start, at: start, before: direction, after: along, room: 0, isSmooth: true, with: &pen)
    }
  }

  /// Adds the last segment and its join with the next one, which continues in the direction `along`.
  @inline(__always) private func join<Pen: StrokePen>(
    _ line: FlattenedLine, _ progress: inout Progress<Pen.Mark>, segment: Int, along: Point, size: Double,
    with pen: inout Pen
  ) {
    let (from, end, before) = (progress.from, progress.end, progress.direction)
    let room = Swift.min(progress.length, size) * 0.5
    var corner = !line.curves.isEmpty && !progress.isSmooth ? line.corner(from: progress.segment, to: segment) : nil
    if let found = corner { corner?.slide = slide(found, before, along) }
    if let corner, !corner.isFlat, corner.slide < room {
      addJoin(
        &progress.sides, from: from, at: end, before: corner.before, after: corner.after, room: room - corner.slide,
        isSmooth: false, with: &pen)
    } else if let corner, !corner.isFlat, corner.isNear(before, along) {
      // The pen is too wide for curves that turn this much, so it turns at their ends.
      addJoin(
        &progress.sides, from: from, at: end, before: before, after: corner.before, room: 0, isSmooth: true, with: &pen)
      addJoin(
        &progress.sides, from: end, at: end, before: corner.before, after: corner.after, room: 0, isSmooth: false,
        with: &pen)
      addJoin(
        &progress.sides, from: end, at: end, before: corner.after, after: along, room: 0, isSmooth: true, with: &pen)
    } else {
      // Curves that continue in the same direction are joined like one curve.
      addJoin(
        &progress.sides, from: from, at: end, before: before, after: along, room: room,
        isSmooth: progress.isSmooth || corner?.isFlat == true, with: &pen)
    }
  }

  /// Adds the last segment of a closed line and its join with the first one, and closes both sides at their first
  /// points.
  @inline(__always) private func close<Pen: StrokePen>(
    _ line: FlattenedLine, _ progress: inout Progress<Pen.Mark>, with pen: inout Pen
  ) {
    let start = line.points[0]
    let (from, before, closing) = (progress.from, progress.direction, progress.closing)
    if let closing, closing.turns {
      addJoin(
        &progress.sides, from: from, at: start, before: before, after: closing.before, room: 0, isSmooth: true,
        with: &pen)
      addJoin(
        &progress.sides, from: start, at: start, before: closing.before, after: progress.firstDirection, room: 0,
        isSmooth: false, with: &pen)
    } else {
      let isFlat = closing?.isFlat ?? false
      let room = Swift.min(progress.length, progress.firstLength) * 0.5
      addJoin(
        &progress.sides, from: from, at: start, before: isFlat ? before : closing?.before ?? before,
        after: progress.firstDirection, room: isFlat ? room : room - (closing?.slide ?? 0),
        isSmooth: progress.isSmooth && line.isSmooth[0] || isFlat, with: &pen)
    }
    let n = normal(progress.firstDirection)
    move(&progress.sides, left: start + n, right: start - n, with: &pen)
  }

  /// Adds the last segment of an open line and its cap, which faces in the exact direction of the line's end, `last`,
  /// if that is known.
  @inline(__always) private func end<Pen: StrokePen>(
    _ progress: inout Progress<Pen.Mark>, last: Point?, with pen: inout Pen
  ) {
    let (end, before) = (progress.end, progress.direction)
    var from = progress.from
    var facing = before
    if let last {
      if last.dot(before) > 0, halfWidth * abs(last.cross(before)) < progress.length * 0.5 {
        facing = last
      } else if last.dot(before) > 0.5 {
        addJoin(
          &progress.sides, from: from, at: end, before: before, after: last, room: 0, isSmooth: true, with: &pen)
        from = end
        facing = last
      }
    }
    let n = normal(facing)
    advance(&progress.sides, from: from, to: end, left: end + n, right: end - n, with: &pen)
    addCap(at: end, direction: facing, with: &pen)
  }

  private func slide(_ corner: FlattenedLine.Corner, _ before: Point, _ after: Point) -> Double {
    halfWidth * Swift.max(abs(corner.before.cross(before)), abs(corner.after.cross(after)))
  }

  /// Returns the corner at a closed line's start if a curve begins or ends there, else nil.
  private func closingCorner(_ line: FlattenedLine, along: Point, size: Double, segment: Int) -> FlattenedLine.Corner? {
    let final = line.points.count &- 1
    let chord = line.points[0] - line.points[final]
    let length = chord.length
    guard !line.isSmooth[0], !line.curves.isEmpty, length > 0,
      var corner = line.corner(from: final, to: segment)
    else { return nil }
    corner.slide = slide(corner, chord / length, along)
    if corner.isFlat || corner.slide < Swift.min(length, size) * 0.5 { return corner }
    corner.turns = true
    return corner.isNear(chord / length, along) ? corner : nil
  }

  @inline(__always) private func normal(_ d: Point) -> Point { Point(-d.y * halfWidth, d.x * halfWidth) }

  @inline(__always) private func move<Pen: StrokePen>(
    _ sides: inout Sides<Pen.Mark>, left: Point, right: Point, with pen: inout Pen
  ) {
    moveLeft(&sides, to: left, with: &pen)
    moveRight(&sides, to: right, with: &pen)
  }

  @inline(__always) private func moveLeft<Pen: StrokePen>(
    _ sides: inout Sides<Pen.Mark>, to p: Point, with pen: inout Pen
  ) {
    if !Pen.takesPieces {
      let m = pen.mark(p)
      pen.edge(sides.leftMark, m, of: .left)
      sides.leftMark = m
    }
    sides.left = p
  }

  @inline(__always) private func moveRight<Pen: StrokePen>(
    _ sides: inout Sides<Pen.Mark>, to p: Point, with pen: inout Pen
  ) {
    if !Pen.takesPieces {
      let m = pen.mark(p)
      pen.edge(m, sides.rightMark, of: .right)
      sides.rightMark = m
    }
    sides.right = p
  }

  /// Adds a segment's rectangle, or the part of it that remains next to its joins.
  @inline(__always) private func advance<Pen: StrokePen>(
    _ sides: inout Sides<Pen.Mark>, from: Point, to: Point, left: Point, right: Point, with pen: inout Pen
  ) {
    if Pen.takesPieces { pen.piece([sides.left, left, to, right, sides.right, from]) }
    move(&sides, left: left, right: right, with: &pen)
  }

  @inline(__always) private func addJoin<Pen: StrokePen>(
    _ sides: inout Sides<Pen.Mark>, from: Point, at v: Point, before: Point, after: Point, room: Double, isSmooth: Bool,
    with pen: inout Pen
  ) {
    let cosine = before.dot(after)
    let sine = before.cross(after)
    let n0 = normal(before)
    let n1 = normal(after)
    // tan(θ/2) of the turn; times the half width, the length by which the inner side is shortened.
    let tangent = cosine > -0.9999 ? abs(sine) / (1 + cosine) : 1e9
    let fits = halfWidth * tangent <= room
    // Inside a curve both sides continue through the bisector while that is as accurate as an arc.
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
    _ sides: inout Sides<Pen.Mark>, from: Point, at v: Point, n0: Point, n1: Point, cosine: Double, sine: Double,
    fits: Bool, isSmooth: Bool, with pen: inout Pen
  ) {
    let k = cosine > -0.9999 ? 1 / (1 + cosine) : 0
    let m = Point((n0.x + n1.x) * k, (n0.y + n1.y) * k)
    let isOuterLeft = sine < 0
    // 1 / cos(θ/2), squared.
    let miterSquare = 2 * k
    let isMiter = !isSmooth && join == .miter && k > 0 && miterSquare <= miterLimit * miterLimit
    let isRound = isSmooth || join == .round
    // A curve that turns more tightly than the pen is wide: the pen also sweeps a fan on the inner side.
    let isSweeping = isSmooth && !fits && cosine > 0.5
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
      if isMiter {
        wedge.append(v + m * sign)
      } else if isRound {
        arc(v, n0 * sign, cosine: cosine, sine: sine) { wedge.append($0) }
      }
      wedge.append(outer1)
      // Same winding as the rectangles: the left side runs forward.
      pen.piece(isOuterLeft ? wedge : wedge.reversed())
      if isSweeping {
        let fan = [v, v - n0 * sign, v - n1 * sign]
        pen.piece(isOuterLeft ? fan : fan.reversed())
      }
      sides.left = v + n1
      sides.right = v - n1
      return
    }
    func outer(_ p: Point, _ pen: inout Pen) {
      if isOuterLeft { moveLeft(&sides, to: p, with: &pen) } else { moveRight(&sides, to: p, with: &pen) }
    }
    func inner(_ p: Point, _ pen: inout Pen) {
      if isOuterLeft { moveRight(&sides, to: p, with: &pen) } else { moveLeft(&sides, to: p, with: &pen) }
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
    if isSweeping {
      // A separate triangle, wound like the other pieces. If it were a part of the side, it would be subtracted from
      // the area under it.
      let (tip, a, b) = (pen.mark(v), pen.mark(v - n0 * sign), pen.mark(v - n1 * sign))
      pen.begin(.cap)
      pen.edge(tip, isOuterLeft ? a : b, of: .cap)
      pen.edge(isOuterLeft ? a : b, isOuterLeft ? b : a, of: .cap)
      pen.edge(isOuterLeft ? b : a, tip, of: .cap)
    }
  }

  /// Emits the points strictly between `radius` and `radius` rotated by the angle of (cosine, sine).
  private func arc(_ center: Point, _ radius: Point, cosine: Double, sine: Double, _ emit: (Point) -> Void) {
    let angle = atan2(sine, cosine)
    let steps = Swift.max((abs(angle) / arcStep).rounded(.up), 1)
    let count = Int(clamping: Swift.min(steps, 1000))
    guard count > 1 else { return }
    for i in 1..<count {
      let a = angle * Double(i) / Double(count)
      let c = cos(a)
      let s = sin(a)
      emit(center + Point(radius.x * c - radius.y * s, radius.x * s + radius.y * c))
    }
  }

  /// Adds the cap at the end of a line that arrives in `direction`.
  private func addCap<Pen: StrokePen>(at p: Point, direction d: Point, with pen: inout Pen) {
    let n = normal(d)
    var contour = [p + n]
    switch cap {
    case .butt: break
    case .square:
      contour.append(p + n + d * halfWidth)
      contour.append(p - n + d * halfWidth)
    case .round:
      // Half a turn backward: from the left side, around the tip, to the right side.
      arc(p, n, cosine: 0, sine: -1) { contour.append($0) }
      contour.append(p + d * halfWidth)
      arc(p, d * halfWidth, cosine: 0, sine: -1) { contour.append($0) }
    }
    contour.append(p - n)
    if Pen.takesPieces {
      if contour.count > 2 { pen.piece(contour) }
    } else {
      pen.begin(.cap)
      for i in 1..<contour.count { pen.edge(pen.mark(contour[i - 1]), pen.mark(contour[i]), of: .cap) }
    }
  }

  /// Adds a line of zero length.
  private func dot<Pen: StrokePen>(_ p: Point, direction: Point, with pen: inout Pen) {
    guard cap != .butt else { return }
    addCap(at: p, direction: -direction, with: &pen)
    addCap(at: p, direction: direction, with: &pen)
  }
}
