import Geometry

extension Layer {
  /// Whether a point of the layer's own coordinates lies in its bounds; the min edges do, the max edges do not.
  public final func contains(_ p: Point) -> Bool { storedBounds.contains(p) }

  /// The frontmost layer of this subtree at a point in the superlayer's coordinates (the nearest one's that is no transform layer).
  ///
  /// Hidden layers and single-sided ones that face away are passed over; opacity, corners and masks do not count.
  public final func hitTest(_ p: Point) -> Layer? {
    guard p.isFinite else { return nil }
    // From the superlayer's space down to that of the plane that `p` is in.
    var outer = Transform3D.identity
    var above = parent
    while let now = above, !now.isFlattening {
      outer = outer.concat(now.levelMatrix)
      above = now.parent
    }
    return hit(p, outer)
  }

  /// The frontmost layer of this subtree at a point in its own coordinates.
  public final func layerAt(_ p: Point) -> Layer? {
    guard p.isFinite, !flag(.hidden) else { return nil }
    return isFlattening ? hitOwn(p) : hitThrough(p, Transform3D.identity)
  }

  /// `p` is in the nearest flattening ancestor's plane, `outer` what lies between that and the superlayer's space.
  private func hit(_ p: Point, _ outer: Transform3D) -> Layer? {
    if flag(.hidden) { return nil }
    if !isFlattening { return hitThrough(p, levelMatrix.concat(outer)) }
    guard let q = ownPoint(p, outer) else { return nil }
    return hitOwn(q)
  }

  /// The layer's matrix with its superlayer's sublayerTransform.
  private var levelMatrix: Transform3D { parent.map { $0.matrix(ofChild: self) } ?? layerMatrix }

  /// The point in own coordinates; nil when the layer is not to be hit there. Apart, so that the recursion's frames stay small.
  @inline(never) private func ownPoint(_ p: Point, _ outer: Transform3D) -> Point? {
    let map = levelMatrix.concat(outer).homography
    if !flag(.doubleSided), facesAway(map) { return nil }
    guard let back = map.inverted, let q = back.apply(p), q.isFinite else { return nil }
    return q
  }

  /// Whether the bounds' outline is reversed by the map, apart from the layer's own flip.
  private func facesAway(_ map: Homography) -> Bool {
    var d = map.determinant
    if flag(.geometryFlipped) { d = -d }
    return d < 0
  }

  private func hitOwn(_ q: Point) -> Layer? {
    let isInside = storedBounds.contains(q)
    if flag(.masksToBounds), !isInside { return nil }
    // Front to back.
    let order = shownSublayers
    var i = order.count
    while i > 0 {
      i -= 1
      if let found = order[i].hit(q, Transform3D.identity) { return found }
    }
    return isInside ? self : nil
  }

  /// A transform layer: its sublayers share the plane of the layer above; it is never hit itself.
  private func hitThrough(_ p: Point, _ outer: Transform3D) -> Layer? {
    let order = shownSublayers
    var i = order.count
    while i > 0 {
      i -= 1
      if let found = order[i].hit(p, outer) { return found }
    }
    return nil
  }

  /// The sublayers back to front; none of a replicator without instances.
  private var shownSublayers: [Layer] {
    if layerClass.base == .replicator, let replicator = self as? ReplicatorLayer, replicator.instanceCount < 1 { return [] }
    return sublayersInPaintOrder
  }
}
