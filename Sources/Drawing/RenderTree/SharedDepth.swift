// SPDX-License-Identifier: MIT
import Geometry

/// A part of a plane in a 3D space shared with other planes.
package struct PlanePart {
  /// The part of the target on one side of a line.
  package struct HalfPlane {
    package var line: DepthLine
    /// True for the side a·x + b·y + c ≥ 0, false for the side < 0.
    package var isPositive: Bool
  }

  /// The part's area in the target; convex, clockwise with y down.
  package var polygon: [Point]
  /// Half-planes whose intersection with the plane is the part; empty for a plane that is not split. The parts of a
  /// plane partition it without overlap or gap.
  package var halfPlanes: [HalfPlane]
}

/// A 3D space: the planes below a transform layer, up to its nearest flattening ancestor.
package struct SharedDepth {
  /// Number of visible planes, before splitting.
  package var planeCount: Int { nodes.count }
  /// False if the planes intersect in too many places; the rest is then ordered by the depth of their centres.
  package var isExact: Bool { sorted.isExact }

  /// Segments of lines along which parts of planes meet.
  package var segments: [(line: DepthLine, from: Point, to: Point)] {
    sorted.segments.map { (sorted.lines[$0.line], $0.from, $0.to) }
  }

  /// Placement of a transform layer.
  package struct Origin {
    /// From its space to the plane of the enclosing flattening node.
    package var matrix: Transform3D
    /// From that plane to the target.
    package var map: Homography
    package var tone: Tone
    /// True for an odd number of coordinate flips up to that plane.
    package var isFlipped: Bool
  }

  /// Placement of the transform layer; nil before the walk reaches it.
  package internal(set) var origin: Origin?

  /// Bounding box of the planes in the target; nil for none.
  package var box: Rect? {
    var result: Rect?
    for piece in sorted.pieces {
      let box = Rect(around: piece.polygon)
      result = result.map { $0.union(box) } ?? box
    }
    return result
  }

  /// True if every plane is unsplit and seen without perspective.
  package var isFlat: Bool {
    sorted.pieces.allSatisfy { $0.cuts.isEmpty && nodes[$0.plane].place.map.isAffine }
  }

  private var nodes: [(node: RenderNode, place: RenderWalk.Place)] = []
  private var planes: [DepthSort.Plane] = []
  private var sorted = DepthSort.Result()

  // Depth z over the plane of the flattening node is affine there. In the target it is divided, like everything, by the
  // w of the inverse map, which is positive wherever something is visible and the same for all planes. So z · w is
  // affine in the target and gives the same order.
  private let map: Homography
  private let back: Homography
  /// The visible area.
  private let area: Rect

  /// Creates an empty space; nil if nothing is visible.
  init?(seenThrough map: Homography, within area: Rect) {
    guard map.isFinite, let back = map.inverted, area.width > 0, area.height > 0 else { return nil }
    self.map = map
    self.area = area.insetBy(dx: -2, dy: -2)
    // Normalises w to 1 at the centre, and so everywhere without perspective, so that depths keep their unit.
    let w = back.homogeneous(self.area.center).w
    let k = w > 0 ? 1 / w : 1
    self.back = Homography(
      m11: back.m11 * k, m12: back.m12 * k, m13: back.m13 * k, m21: back.m21 * k, m22: back.m22 * k, m23: back.m23 * k,
      m31: back.m31 * k, m32: back.m32 * k, m33: back.m33 * k)
    guard self.back.isFinite else { return nil }
  }

  /// Adds a node, unless it cannot be visible.
  ///
  /// - Parameter matrix: from its plane to that of the flattening node.
  mutating func add(_ node: RenderNode, _ place: RenderWalk.Place, extent: Rect, matrix: Transform3D) {
    guard matrix.isFinite, extent.isFinite, let depth = DepthPlane(matrix) else { return }
    var polygon = map.applyClipped(matrix.homography.applyClipped(extent.corners, epsilon: 1e-4), epsilon: 1e-6)
    for (a, b, c) in [(1.0, 0.0, -area.minX), (-1, 0, area.maxX), (0, 1, -area.minY), (0, -1, area.maxY)] {
      polygon = ConvexPolygon.clip(polygon, a: a, b: b, c: c)
    }
    polygon = ConvexPolygon.clockwise(polygon)
    guard polygon.count >= 3, ConvexPolygon.doubledArea(polygon) > 1e-9 else { return }
    let own = DepthPlane(
      a: back.m11 * depth.a + back.m12 * depth.b + back.m13 * depth.c,
      b: back.m21 * depth.a + back.m22 * depth.b + back.m23 * depth.c,
      c: back.m31 * depth.a + back.m32 * depth.b + back.m33 * depth.c)
    guard own.a.isFinite, own.b.isFinite, own.c.isFinite else { return }
    nodes.append((node, place))
    planes.append(DepthSort.Plane(polygon: polygon, depth: own))
  }

  /// Sorts the planes into painter's order.
  ///
  /// - Parameter limit: maximum number of pieces of a picture; planes may be split into at most a quarter of it.
  mutating func sort(limit: Int, isStopped: (() -> Bool)?) {
    sorted = DepthSort.order(
      planes, pieceLimit: min(planes.count * 16 + 65_536, limit / 4), isStopped: isStopped)
    planes = []
  }

  /// Number of planes and parts of planes to paint.
  package var count: Int { sorted.pieces.count }
  var isEmpty: Bool { sorted.pieces.isEmpty }

  /// Returns the part at an index in painter's order.
  package func piece(_ index: Int) -> (RenderNode, RenderWalk.Place, PlanePart) {
    let piece = sorted.pieces[index]
    let plane = nodes[piece.plane]
    let halfPlanes = piece.cuts.map { PlanePart.HalfPlane(line: sorted.lines[$0.line], isPositive: $0.isPositive) }
    return (plane.node, plane.place, PlanePart(polygon: piece.polygon, halfPlanes: halfPlanes))
  }
}
