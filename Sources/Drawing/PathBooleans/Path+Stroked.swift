// SPDX-License-Identifier: MIT
import CPathClipping
import Geometry
import Messages
import Numbers
import Parsing
import Raster

extension Path {
  /// Returns the area that a stroke covers: Core Graphics' `copy(strokingWithWidth:…)`, without overlaps.
  ///
  /// ```swift
  /// var line = Path()
  /// line.addLines([Point(0, 0), Point(10, 0)])
  /// try line.stroked(StrokeStyle(width: 2)).svg  // "M 0 -1 L 10 -1 L 10 1 L 0 1 Z"
  /// ```
  ///
  /// - Parameter tolerance: the largest distance from the exact curves, in points.
  /// - Throws: `LayerError`: `invalid` for a width that is not above 0, and as `union` does.
  public func stroked(_ style: StrokeStyle, tolerance: Double = 0.02) throws -> Path {
    var reading = Reading(trusted: "Path.stroked")
    return try stroked(style, tolerance: tolerance, &reading)
  }

  package func stroked(
    _ style: StrokeStyle, tolerance: Double, _ reading: inout Reading
  ) throws(LayerError) -> Path {
    guard style.width > 0, style.width < 1e9 else {
      throw LayerError("\(reading.place)the line width must be above 0, got \(numberText(style.width))")
    }
    guard tolerance > 0, tolerance.isFinite else {
      throw LayerError("\(reading.place)the tolerance must be above 0, got \(numberText(tolerance))")
    }
    guard points.allSatisfy(\.isFinite) else {
      throw LayerError("\(reading.place)a coordinate of the path is not a finite number")
    }
    try reading.step(points.count)
    try reading.take(PathLimits.edges * 4 + points.count * 64)
    guard let pieces = StrokePieces.pieces(of: self, style: style, tolerance: tolerance / 2, limit: PathLimits.edges)
    else {
      throw LayerError(
        .limit, "\(reading.place)the outline has more than \(PathLimits.edges) edges: simplify the path")
    }
    var raw = Path()
    for piece in pieces {
      try reading.step(piece.count)
      try reading.take(piece.count * 32)
      raw.addLines(piece)
      raw.closeSubpath()
    }
    let outline = try raw.resolved(LLUA_CLIP_NON_ZERO, keepsRings: false, &reading)
    return try outline.rounded(tolerance: tolerance, &reading)
  }

  /// Returns polygons with curves where they turn a little at a time.
  private func rounded(tolerance: Double, _ reading: inout Reading) throws(LayerError) -> Path {
    var result = Path()
    var ring: [Point] = []
    var at = 0
    let fitter = CurveFitter(tolerance: tolerance / 2)
    for verb in verbs {
      if verb == .close {
        result.addPath(try fitter.path(through: ring, isClosed: true, &reading))
        ring = []
      }
      for p in points[at..<(at + verb.pointCount)] where p != ring.last { ring.append(p) }
      at += verb.pointCount
    }
    return result
  }
}
