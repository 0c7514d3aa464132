// SPDX-License-Identifier: MIT
import Geometry

/// The area of a stroke as convex polygons, all wound the same way.
package enum StrokePieces {
  /// Returns the polygons of a stroke: a rectangle per segment, a wedge per corner, and the caps.
  ///
  /// - Parameters:
  ///   - tolerance: the largest distance from the exact curves, in points.
  ///   - limit: the largest number of points.
  /// - Returns: nil if there are more points, or more dashes than an outline may have.
  package static func pieces(
    of path: Path, style: StrokeStyle, tolerance: Double, limit: Int
  ) -> [[Point]]? {
    var builder = OutlineBuilder(canvas: .empty)
    let lines = builder.strokeLines(path, style: style, trim: nil, tolerance: tolerance)
    guard !builder.isTruncated, lines.reduce(0, { $0 + $1.points.count }) <= limit else { return nil }
    let stroker = Stroker(halfWidth: style.width / 2, style: style, tolerance: tolerance)
    var pen = PiecePen(limit: limit)
    for line in lines where pen.count <= limit { stroker.stroke(line, with: &pen) }
    return pen.count <= limit ? pen.pieces : nil
  }
}

/// A pen that keeps the pieces.
private struct PiecePen: StrokePen {
  static var takesPieces: Bool { true }
  let limit: Int
  var pieces: [[Point]] = []
  var count = 0

  init(limit: Int) { self.limit = limit }

  func mark(_ p: Point) -> Point { p }
  mutating func edge(_ a: Point, _ b: Point, of part: OutlineBuilder.Part) {}
  mutating func begin(_ part: OutlineBuilder.Part) {}
  mutating func piece(_ polygon: [Point]) {
    count += polygon.count
    if count <= limit { pieces.append(polygon) }
  }
}
