// SPDX-License-Identifier: MIT
import Geometry
import Noise
import Numbers

/// The manner of a line drawn by hand.
public struct SketchStyle: Hashable, Sendable {
  /// The distance by which points miss their place, in points. Default 1.5.
  public var roughness: Double
  /// The bend of straight lines, as a multiple of the roughness. Default 1.
  public var bowing: Double
  /// The number of strokes along each line, 1 to 10. Default 2.
  public var strokes: Int
  /// The seed of the deviations. Default 0.
  public var seed: UInt64

  /// Creates a style.
  public init(roughness: Double = 1.5, bowing: Double = 1, strokes: Int = 2, seed: UInt64 = 0) {
    self.roughness = roughness
    self.bowing = bowing
    self.strokes = strokes
    self.seed = seed
  }
}

extension Path {
  /// Returns the path as if drawn by hand, to be stroked: each line several times, its ends a little off, its middle
  /// bent. Lines meet where the path is smooth and overshoot at corners.
  ///
  /// ```swift
  /// let box = Path(rect: Rect(10, 10, 80, 50)).sketched(SketchStyle(roughness: 2, seed: 4))
  /// ```
  public func sketched(_ style: SketchStyle = SketchStyle()) -> Path {
    var random = RandomNumbers(seed: style.seed)
    var segments: [(segment: Segment, starts: Bool)] = []
    forEachSegment { segment, starts, _ in segments.append((segment, starts)) }
    var result = Path()
    for _ in 0..<min(max(style.strokes, 1), 10) {
      var previous: (end: Point, way: Point)?
      for (segment, starts) in segments {
        let (a, b) = (segment.point(at: 0), segment.point(at: 1))
        let length = Swift.max((b - a).length, segment.isStraight ? 0 : segment.length())
        guard length > 0, length.isFinite else { continue }
        // Short lines miss by less.
        let reach = Swift.min(style.roughness, length / 10)
        func off(_ p: Point, _ share: Double = 1) -> Point { p + random.pointInCircle(radius: reach * share) }
        let way = segment.direction(at: 0)
        // The cosine of 20°.
        let isSmooth = !starts && previous.map { $0.way.dot(way) > 0.9397 * $0.way.length * way.length } == true
        let start = isSmooth ? previous?.end ?? off(a) : off(a)
        if !isSmooth || result.isEmpty { result.move(to: start) }
        let end = off(b)
        switch segment {
        case .line:
          let d = end - start
          let across = Point(-d.y, d.x) / Swift.max(d.length, 1e-12)
          let bend = across * (style.bowing * reach * random.number(from: -1, to: 1) * Swift.min(length / 60, 3))
          result.addCurve(
            control1: off(start + d / 3 + bend, 0.5), control2: off(start + d * (2.0 / 3) + bend, 0.5), to: end)
        case .quad(_, let c, _): result.addQuadCurve(control: off(c), to: end)
        case .cubic(_, let c, let d, _):
          let (first, second) = (off(c), off(d))
          result.addCurve(control1: first, control2: second, to: end)
        }
        previous = (end, segment.direction(at: 1))
      }
    }
    return result
  }
}

extension Path.Segment {
  fileprivate var isStraight: Bool {
    if case .line = self { return true }
    return false
  }
}
