import Geometry

extension Layer {
  /// Whether a point of the layer's own coordinates lies in its bounds; the min edges do, the max edges do not.
  public final func contains(_ p: Point) -> Bool { storedBounds.contains(p) }

  /// The frontmost layer of this subtree at a point in the superlayer's coordinates (the nearest one's that is no transform layer).
  ///
  /// Under a transform layer, and where `sublayerDepth` is "intersect", that is the layer whose plane is nearest at that point, as it is seen;
  /// of sublayers of an ordinary layer the one that is painted last. Hidden layers and single-sided ones that face away are passed over;
  /// opacity, corners and masks do not count. Of a replicator's instances the first one is searched.
  public final func hitTest(_ p: Point) -> Layer? {
    guard p.isFinite else { return nil }
    // From the superlayer's space down to that of the plane that `p` is in.
    var outer = Space(matrix: .identity, isFlipped: false)
    var above = parent
    while let now = above, !now.isFlattening {
      outer.matrix = outer.matrix.concat(now.levelMatrix)
      if now.flag(.geometryFlipped) { outer.isFlipped.toggle() }
      above = now.parent
    }
    return hit(p, outer)
  }

  /// The frontmost layer of this subtree at a point in its own coordinates.
  public final func layerAt(_ p: Point) -> Layer? {
    guard p.isFinite, !flag(.hidden) else { return nil }
    if isFlattening { return hitOwn(p) }
    return nearestSublayer(p, Space(matrix: .identity, isFlipped: false))
  }

  /// What lies between a superlayer's space and the plane of the nearest flattening ancestor.
  private struct Space {
    var matrix: Transform3D
    /// True when it holds an odd number of flips of coordinates, by which a plane does not face away.
    var isFlipped: Bool
  }

  /// The nearest layer that was found in depth so far.
  private struct Nearest {
    var layer: Layer?
    var depth = -Double.infinity
  }

  /// `p` is in the nearest flattening ancestor's plane.
  private func hit(_ p: Point, _ outer: Space) -> Layer? {
    if flag(.hidden) { return nil }
    if !isFlattening {
      var nearest = Nearest()
      search(p, outer, &nearest)
      return nearest.layer
    }
    guard let q = ownPoint(p, outer)?.point else { return nil }
    return hitOwn(q)
  }

  /// The layer's matrix with its superlayer's sublayerTransform.
  private var levelMatrix: Transform3D { parent.map { $0.matrix(ofChild: self) } ?? layerMatrix }

  /// The layer's own space; nil when it is single-sided and faces away. Apart, so that the recursion's frames stay small.
  @inline(never) private func space(in outer: Space) -> Space? {
    let own = Space(matrix: levelMatrix.concat(outer.matrix), isFlipped: outer.isFlipped != flag(.geometryFlipped))
    if !flag(.doubleSided), own.matrix.homography.facesAway(isFlipped: own.isFlipped) { return nil }
    return own
  }

  /// The point in own coordinates and the layer's depth there; nil when the layer is not to be hit there.
  @inline(never) private func ownPoint(_ p: Point, _ outer: Space) -> (point: Point, depth: Double)? {
    guard let own = space(in: outer), let back = own.matrix.homography.inverted, let q = back.apply(p), q.isFinite else { return nil }
    return (q, DepthPlane(own.matrix)?.depth(p) ?? -.infinity)
  }

  private func hitOwn(_ q: Point) -> Layer? {
    let isInside = storedBounds.contains(q)
    if flag(.masksToBounds), !isInside { return nil }
    if sublayerDepth == .intersect {
      if let found = nearestSublayer(q, Space(matrix: .identity, isFlipped: false)) { return found }
    } else {
      // Front to back.
      let order = shownSublayers(sublayersInPaintOrder)
      var i = order.count
      while i > 0 {
        i -= 1
        if let found = order[i].hit(q, Space(matrix: .identity, isFlipped: false)) { return found }
      }
    }
    return isInside ? self : nil
  }

  // MARK: Depth

  /// The nearest of the sublayers, which share their depth, and of those below that share it too.
  private func nearestSublayer(_ p: Point, _ space: Space) -> Layer? {
    var nearest = Nearest()
    for layer in shownSublayers(children) { layer.search(p, space, &nearest) }
    return nearest.layer
  }

  /// Looks for what is nearer than what was found before, in the order of the tree, in which the later of equal ones is in front.
  private func search(_ p: Point, _ outer: Space, _ nearest: inout Nearest) {
    if flag(.hidden) { return }
    if isFlattening {
      searchPlane(p, outer, &nearest)
    } else if let space = space(in: outer) {
      // A transform layer is never hit itself.
      for layer in shownSublayers(children) { layer.search(p, space, &nearest) }
    }
  }

  @inline(never) private func searchPlane(_ p: Point, _ outer: Space, _ nearest: inout Nearest) {
    guard let (q, depth) = ownPoint(p, outer) else { return }
    if nearest.layer != nil, depth < nearest.depth - DepthPlane.tolerance(at: depth) { return }
    if let found = hitOwn(q) { nearest = Nearest(layer: found, depth: depth) }
  }

  /// None of a replicator without instances.
  private func shownSublayers(_ layers: [Layer]) -> [Layer] {
    if layerClass.base == .replicator, let replicator = self as? ReplicatorLayer, replicator.instanceCount < 1 { return [] }
    return layers
  }
}
