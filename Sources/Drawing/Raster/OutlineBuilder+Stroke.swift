// SPDX-License-Identifier: MIT
import Geometry
import SystemC

extension OutlineBuilder {
  /// The largest number of dashes. A path that would have more is stroked solid, and the outline is marked as
  /// truncated.
  package static let maximumDashes = 200_000

  /// Adds the outline of a stroke: the path is trimmed to fractions of its total length, then dashed, then offset, all
  /// in its own space. Fill the result with the non-zero rule.
  ///
  /// A width that is not above 0 adds nothing. A subpath of zero length is a dot with round and square caps. The dash
  /// pattern restarts at each subpath; it is ignored if it has negative numbers or sums to 0.
  package mutating func addStroke(
    _ path: Path, style: StrokeStyle, trim: ClosedRange<Double>? = nil, through map: Homography
  ) {
    guard style.width > 0, style.width < 1e9, map.isFinite else { return }
    let halfWidth = style.width / 2
    guard let reach = StrokeReach(path, style: style, map: map) else { return }
    let tolerance = OutlineBuilder.tolerance / reach.scale
    let lines = strokeLines(path, style: style, trim: trim, tolerance: tolerance)
    var stroker = Stroker(halfWidth: halfWidth, style: style, tolerance: tolerance)
    stroker.isStopped = isStopped
    func stroke<Pen: BuildingPen>(_ lines: [Polyline], with pen: inout Pen) {
      for (i, line) in lines.enumerated() where !pen.builder.isFull {
        if i & 255 == 255, stroker.isStopped?() == true { return }
        stroker.stroke(line, with: &pen)
      }
    }
    if let t = map.affine {
      guard map.m33 > 0, t.isFinite else { return }
      var pen = AffinePen(builder: self, map: t)
      self = OutlineBuilder(canvas: .empty)
      stroke(lines, with: &pen)
      self = pen.builder
    } else {
      var pen = ProjectivePen(builder: self, map: map)
      self = OutlineBuilder(canvas: .empty)
      stroke(lines, with: &pen)
      self = pen.builder
    }
  }

  /// Returns the flattened lines that a pen strokes: the path's, trimmed and dashed.
  mutating func strokeLines(
    _ path: Path, style: StrokeStyle, trim: ClosedRange<Double>?, tolerance: Double
  ) -> [Polyline] {
    var maker = PolylineMaker(
      tolerance: tolerance, reach: style.width / 2, isMeasured: trim != nil || !style.dashPattern.isEmpty)
    maker.isStopped = isStopped
    if path.hasBoundedPoints { maker.add(path) } else { for part in path.finiteSubpaths { maker.add(part) } }
    var lines = maker.lines
    if let trim, trim.lowerBound > 0 || trim.upperBound < 1 { lines = trimmed(lines, to: trim) }
    if !style.dashPattern.isEmpty { lines = dashed(lines, style: style) }
    return lines
  }

  private func trimmed(_ lines: [Polyline], to range: ClosedRange<Double>) -> [Polyline] {
    let from = min(max(range.lowerBound, 0), 1)
    let to = min(max(range.upperBound, 0), 1)
    guard from < to else { return [] }
    let lengths = lines.map(\.length)
    let total = lengths.reduce(0, +)
    guard total > 0 else { return lines }
    let first = from * total
    let last = to * total
    var result: [Polyline] = []
    var done = 0.0
    for (line, length) in zip(lines, lengths) {
      let a = max(first - done, 0)
      let b = min(last - done, length)
      if a <= 0, b >= length {
        if length > 0 || (done >= first && done <= last) { result.append(line) }
      } else if b > a {
        result += line.pieces([(a, b)])
      }
      done += length
    }
    return result
  }

  private mutating func dashed(_ lines: [Polyline], style: StrokeStyle) -> [Polyline] {
    var pattern = style.dashPattern
    guard pattern.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return lines }
    if pattern.count % 2 == 1 { pattern += pattern }
    let period = pattern.reduce(0, +)
    guard period > 0, period.isFinite else { return lines }
    let total = lines.reduce(0.0) { $0 + $1.length }
    guard total / period * Double(pattern.count / 2) < Double(OutlineBuilder.maximumDashes) else {
      isTruncated = true
      return lines
    }
    var phase = style.dashPhase.isFinite ? fmod(style.dashPhase, period) : 0
    if phase < 0 { phase += period }
    // Position in the dash pattern at which each subpath starts.
    var startIndex = 0
    while phase > 0, phase >= pattern[startIndex], startIndex < pattern.count - 1 {
      phase -= pattern[startIndex]
      startIndex += 1
    }
    var result: [Polyline] = []
    var ranges: [(from: Double, to: Double)] = []
    for line in lines {
      let length = line.length
      guard length > 0 else {
        if startIndex % 2 == 0 { result.append(line) }
        continue
      }
      ranges.removeAll(keepingCapacity: true)
      var index = startIndex
      var at = 0.0
      var rest = pattern[index] - phase
      while at < length {
        let end = min(at + rest, length)
        if index % 2 == 0 { ranges.append((at, end)) }
        at += rest
        index = index + 1 == pattern.count ? 0 : index + 1
        rest = pattern[index]
      }
      guard let firstRange = ranges.first, let lastRange = ranges.last else { continue }
      if line.isClosed, ranges.count == 1, firstRange.from <= 0, firstRange.to >= length {
        result.append(line)
        continue
      }
      var pieces = line.pieces(ranges)
      if line.isClosed, pieces.count > 1, firstRange.from <= 0, lastRange.to >= length, firstRange.to > 0,
        lastRange.from < length
      {
        // Join the first and last pieces into one dash across the closing point.
        let head = pieces.removeFirst()
        var tail = pieces.removeLast()
        tail.points.removeLast()
        tail.isSmooth.removeLast()
        tail.addCurves(head.curves, from: 0, through: .max, movedBy: tail.points.count)
        tail.points += head.points
        tail.isSmooth += head.isSmooth
        tail.isSmooth[tail.isSmooth.count - head.isSmooth.count] = line.isSmooth[0]
        tail.endDirection = head.endDirection
        pieces.append(tail)
      }
      result += pieces
    }
    return result
  }
}

/// The largest factor by which a map magnifies a stroke, and whether the whole stroke lies in front of the eye.
private struct StrokeReach {
  var scale: Double

  init?(_ path: Path, style: StrokeStyle, map: Homography) {
    func norm(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      // The largest singular value.
      let s = a * a + b * b + c * c + d * d
      let det = a * d - b * c
      return ((s + max(s * s - 4 * det * det, 0).squareRoot()) / 2).squareRoot()
    }
    var largest = 0.0
    if let t = map.affine {
      largest = norm(t.a, t.b, t.c, t.d)
    } else {
      for p in Rect(around: path.points).corners {
        let h = map.homogeneous(p)
        guard h.w > 1e-3 else {
          largest = max(largest, 16)
          continue
        }
        let x = h.x / h.w
        let y = h.y / h.w
        largest = max(
          largest,
          norm(
            (map.m11 - x * map.m13) / h.w, (map.m12 - y * map.m13) / h.w, (map.m21 - x * map.m23) / h.w,
            (map.m22 - y * map.m23) / h.w))
      }
      largest = min(largest, 64)
    }
    guard largest > 0, largest.isFinite else { return nil }
    scale = largest
  }
}

/// Receives the stroker's output: pieces of the stroked area, all wound the same way.
protocol StrokePen {
  /// True if every piece is passed as a closed convex polygon; otherwise the two sides are passed edge by edge.
  static var takesPieces: Bool { get }
  /// A point converted to the form that edges use.
  associatedtype Mark
  func mark(_ p: Point) -> Mark
  mutating func edge(_ a: Mark, _ b: Mark, of part: OutlineBuilder.Part)
  /// Begins a line or a cap.
  mutating func begin(_ part: OutlineBuilder.Part)
  mutating func piece(_ polygon: [Point])
}

/// A pen that draws into an outline.
protocol BuildingPen: StrokePen { var builder: OutlineBuilder { get } }

struct AffinePen: BuildingPen {
  static var takesPieces: Bool { false }
  var builder: OutlineBuilder
  let map: AffineTransform

  @inline(__always) func mark(_ p: Point) -> OutlineBuilder.Mark { OutlineBuilder.Mark(map.apply(p)) }
  @inline(__always) mutating func edge(_ a: OutlineBuilder.Mark, _ b: OutlineBuilder.Mark, of part: OutlineBuilder.Part)
  {
    builder.segment(a, b, of: part)
  }
  @inline(__always) mutating func begin(_ part: OutlineBuilder.Part) { builder.begin(part) }
  mutating func piece(_ polygon: [Point]) {}
}

/// A pen under perspective: clips each piece against the eye plane on its own.
struct ProjectivePen: BuildingPen {
  static var takesPieces: Bool { true }
  var builder: OutlineBuilder
  let map: Homography

  func mark(_ p: Point) -> Point { p }
  mutating func edge(_ a: Point, _ b: Point, of part: OutlineBuilder.Part) {}
  mutating func begin(_ part: OutlineBuilder.Part) {}
  mutating func piece(_ polygon: [Point]) { builder.addRing(polygon.map { Homogeneous($0, map) }) }
}
