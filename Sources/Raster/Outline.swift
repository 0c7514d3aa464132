import Geometry

/// The edges of an area in device space, ready to be filled: 24.8 fixed point, culled to a canvas. Immutable.
package struct Outline: Sendable {
  /// The pixels the area may touch, inside the canvas.
  package internal(set) var bounds: DeviceRect
  /// True when edges were left out since there were more than `OutlineBuilder.maximumEdges`.
  package internal(set) var isTruncated: Bool

  package static let empty = Outline(bounds: .empty, isTruncated: false)
  /// True when nothing would be painted.
  package var isEmpty: Bool { bounds.isEmpty }
}

/// Collects paths as edges in device space: flattened in double precision, then converted to 24.8 fixed point, before any cut to bands.
package struct OutlineBuilder {
  /// More edges than this are left out.
  package static let maximumEdges = 8_000_000

  /// - Parameter canvas: the pixels that will be drawn. Edges above, below and right of it are dropped; those left of it are moved to
  ///   its left side, so that winding is kept.
  package init(canvas: DeviceRect) {}

  /// Adds a path for filling; open subpaths are closed by a line. Parts behind the eye (w ≤ 0) are cut off.
  package mutating func add(_ path: Path, through map: Homography) {}

  /// Adds the area a pen covers: trimmed to fractions of the path's total length, then dashed, then offset, all in the path's own space.
  /// Fill it with the non-zero rule.
  package mutating func addStroke(
    _ path: Path, style: StrokeStyle, trim: ClosedRange<Double>? = nil, through map: Homography
  ) {}

  /// Adds a closed polygon of device points.
  package mutating func addPolygon(_ points: [Point]) {}

  /// Adds a rectangle of device space.
  package mutating func addRect(_ r: Rect) {}

  /// The outline; the builder is empty afterwards and may be used again.
  package mutating func finish() -> Outline { .empty }
}
