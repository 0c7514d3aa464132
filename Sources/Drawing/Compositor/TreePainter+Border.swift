// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// Pieces that end under an opaque border. The border's outer edge is that of the layer. If the background also ended
// there, each would cover edge pixels only partly, and a rim of the background would show around the border. So
// everything that fills the bounds ends where the border certainly covers it: at a pixel edge between the border's two
// edges or, if it is rotated or rounded, in its middle.
//
// Let o and i be the border's outer and inner coverage. The visible part of the background is i, and the border leaves
// 1 − o + i of it, so the background needs coverage i / (1 − o + i). For a border of a pixel or more that is a step.
// For a width w < 1 it is a ramp, 1 / (1 − w) times as steep as the coverage of an edge in the border's middle; this
// ramp is painted. It equals exact areas along the device's axes, and is within 4 of 100 of them on rotated edges
// (within 2 from 0.9 pixels on, and exact from 1.4 on).
extension TreePainter {
  /// The edge at which pieces that fill a node's bounds may end.
  struct CoveredEdge {
    var rect: Rect
    var corners: Corners?
    var steepness = 1.0
    /// True if the border covers all of the bounds.
    var isHidden = false
  }

  /// Returns the covered edge; nil without an opaque border, and if a group is already clipped to the bounds' outline.
  func coveredEdge(of node: RenderNode, _ map: Homography, _ ink: Ink) -> CoveredEdge? {
    guard let border = node.border, border.width > 0, !ink.coversGroup, ink.opacity == 255, ink.blend == .normal,
      isOpaque(border.paint)
    else {
      return nil
    }
    let outer = edges(of: node, map)
    guard outer.width > 0, outer.height > 0 else { return nil }
    let inner = outer.insetBy(dx: border.width, dy: border.width)
    if !(inner.width > 0 && inner.height > 0) {
      let middle = outer.insetBy(
        dx: min(border.width, outer.width / 2) / 2, dy: min(border.width, outer.height / 2) / 2)
      return CoveredEdge(rect: middle, corners: nil, isHidden: true)
    }
    let isRounded = node.corners?.isRounded == true
    if !isRounded, let shape = PlaneShape(map), shape.isUpright, let rect = coveredRect(outer, inner, shape) {
      return CoveredEdge(rect: rect, corners: nil)
    }
    let middle = outer.insetBy(dx: border.width / 2, dy: border.width / 2)
    // Minimum width of the border, in pixels.
    var pixels = Double.infinity
    for p in outer.corners where map.homogeneous(p).w > 0 {
      let pixel = PlaneScale.points(forPixels: 1, of: map, at: p)
      for side in [pixel.width, pixel.height] where side > 0 { pixels = min(pixels, border.width / side) }
    }
    // A rotated edge crosses more pixels than one along the axes, and its coverage is less steep.
    let steepness = pixels >= 2 ? 1 : pixels < 1.05 ? 1 / (1 - pixels / 1.2) : 8
    return CoveredEdge(
      rect: middle, corners: isRounded ? node.corners?.inset(by: border.width / 2) : nil, steepness: steepness)
  }

  /// Returns a rectangle between two others of an upright plane, whose edges give exactly the required coverage.
  private func coveredRect(_ outer: Rect, _ inner: Rect, _ shape: PlaneShape) -> Rect? {
    let t = shape.affine
    /// - Parameter k, t: scale and offset from an axis of the plane to the device's.
    func edge(_ outer: Double, _ inner: Double, _ k: Double, _ t: Double) -> Double {
      let (o, i) = (k * outer + t, k * inner + t)
      // The pixel edge between both, nearest to their middle.
      var at = ((o + i) / 2).rounded()
      if at < min(o, i) || at > max(o, i) {
        // Both edges are in one pixel.
        let first = min(o, i).rounded(.down)
        let seen = (i > o ? first + 1 - i : i - first) / (1 - abs(i - o))
        at = i > o ? first + 1 - seen : first + seen
      }
      return (at - t) / k
    }
    let (kx, tx) = shape.swapsAxes ? (t.b, t.ty) : (t.a, t.tx)
    let (ky, ty) = shape.swapsAxes ? (t.c, t.tx) : (t.d, t.ty)
    let rect = Rect(
      minX: edge(outer.minX, inner.minX, kx, tx), minY: edge(outer.minY, inner.minY, ky, ty),
      maxX: edge(outer.maxX, inner.maxX, kx, tx), maxY: edge(outer.maxY, inner.maxY, ky, ty))
    return rect.isFinite && rect.width > 0 && rect.height > 0 ? rect : nil
  }

  /// Returns the rectangle to paint for a piece of a node, so that no edge counts twice.
  func rect(_ r: Rect, paintedOf node: RenderNode, _ map: Homography, _ ink: Ink) -> Rect {
    ink.isCutAtBounds ? rect(r, crossingBoundsOf: node, map) : rect(r, endingUnderBorderOf: node, map, ink)
  }

  /// Extends a rectangle where it reaches the bounds, which are the edge of a clip: otherwise the coverage of both
  /// would apply to the pixels there.
  private func rect(_ r: Rect, crossingBoundsOf node: RenderNode, _ map: Homography) -> Rect {
    let b = node.bounds
    let near = max(b.width, b.height) * 1e-9
    let beyond = reach(ofPixels: 2, at: b, map)
    let crossing = Rect(
      minX: r.minX <= b.minX + near ? min(r.minX, b.minX - beyond.width) : r.minX,
      minY: r.minY <= b.minY + near ? min(r.minY, b.minY - beyond.height) : r.minY,
      maxX: r.maxX >= b.maxX - near ? max(r.maxX, b.maxX + beyond.width) : r.maxX,
      maxY: r.maxY >= b.maxY - near ? max(r.maxY, b.maxY + beyond.height) : r.maxY)
    return crossing.isFinite ? crossing : r
  }

  /// Converts a number of device pixels to points, at the corner of a rectangle where the plane appears smallest.
  func reach(ofPixels count: Double, at r: Rect, _ map: Homography) -> Size {
    var most = Size.zero
    for p in r.corners where map.homogeneous(p).w > 0 {
      let points = PlaneScale.points(forPixels: count, of: map, at: p)
      if points.width.isFinite, points.height.isFinite {
        most = Size(max(most.width, points.width), max(most.height, points.height))
      }
    }
    return most
  }

  /// Trims a rectangle under the border of a node with square corners, on the sides where it reaches neither beyond the
  /// border nor beyond the border's ends.
  private func rect(_ r: Rect, endingUnderBorderOf node: RenderNode, _ map: Homography, _ ink: Ink) -> Rect {
    guard node.corners?.isRounded != true, let covered = coveredEdge(of: node, map, ink)?.rect else { return r }
    let outer = edges(of: node, map)
    // Sums of a layer's lengths are inexact.
    let near = max(outer.width, outer.height) * 1e-9
    // A rectangle that extends beyond the border above or below is visible there, so it must not end at the border's
    // left and right.
    let fitsAcross = r.minX >= outer.minX - near && r.maxX <= outer.maxX + near
    let fitsUpright = r.minY >= outer.minY - near && r.maxY <= outer.maxY + near
    let cut = Rect(
      minX: fitsUpright && r.minX >= outer.minX - near ? max(r.minX, covered.minX) : r.minX,
      minY: fitsAcross && r.minY >= outer.minY - near ? max(r.minY, covered.minY) : r.minY,
      maxX: fitsUpright && r.maxX <= outer.maxX + near ? min(r.maxX, covered.maxX) : r.maxX,
      maxY: fitsAcross && r.maxY <= outer.maxY + near ? min(r.maxY, covered.maxY) : r.maxY)
    return cut.width > 0 && cut.height > 0 ? cut : r
  }

  func isOpaque(_ paint: Paint) -> Bool {
    switch paint {
    case .color(let color): color.alpha >= 1
    case .pattern(let pattern): pattern.image.isOpaque
    }
  }
}
