// SPDX-License-Identifier: MIT
import Geometry

extension Layer {
  /// Whether a point of the layer's own coordinates lies in its bounds; the min edges do, the max edges do not.
  public final func contains(_ p: Point) -> Bool { storedBounds.contains(p) }

  /// The frontmost layer of this subtree at a point in the superlayer's coordinates (those of the nearest one that is
  /// no transform layer).
  ///
  /// Under a transform layer, and where `sublayerDepth` is "intersect", that is the layer whose plane is nearest to the
  /// viewer at that point; among sublayers of an ordinary layer it is the one that is painted last. Hidden layers and
  /// single-sided ones that face away are skipped; opacity, corners and masks are ignored. Only a replicator's first
  /// instance is searched.
  public final func hitTest(_ p: Point) -> Layer? {
    guard p.isFinite, !flag(.hidden) else { return nil }
    // From the superlayer's space down to that of the plane that `p` is in.
    var outer = Space()
    var above = parent
    while let now = above, !now.isFlattening {
      outer.matrix = outer.matrix.concat(now.levelMatrix)
      if now.flag(.geometryFlipped) { outer.isFlipped.toggle() }
      above = now.parent
    }
    if !isFlattening { return Layer.hit(HitLevel(inDepth: [self], at: p, outer)) }
    return ownPoint(p, outer).flatMap { Layer.hit(HitLevel(of: self, at: $0.point)) }
  }

  /// The frontmost layer of this subtree at a point in its own coordinates.
  public final func layerAt(_ p: Point) -> Layer? {
    guard p.isFinite, !flag(.hidden) else { return nil }
    return Layer.hit(
      isFlattening ? HitLevel(of: self, at: p) : HitLevel(inDepth: shown(children.array), at: p, Space()))
  }

  /// Searches without recursion: trees may be thousands of levels deep and stacks small, so the levels are kept in an
  /// array.
  private static func hit(_ first: HitLevel?) -> Layer? {
    guard let first else { return nil }
    var levels = [first]
    while true {
      let last = levels.count - 1
      switch levels[last].next() {
      case .below(let level): levels.append(level)
      case .found(var layer):
        // A hit in a level is also the hit of each level above, up to one that shares its depth with others.
        levels.removeLast()
        while let level = levels.last {
          if level.sharesDepth || layer == nil {
            if let layer { levels[levels.count - 1].isNearest(layer) }
            layer = nil
            break
          }
          levels.removeLast()
        }
        if levels.isEmpty { return layer }
      }
    }
  }

  /// The layer's matrix with its superlayer's sublayerTransform.
  private var levelMatrix: Transform3D { parent.map { $0.matrix(ofChild: self) } ?? layerMatrix }

  /// The maps between a superlayer's space and the plane of the nearest flattening ancestor.
  fileprivate struct Space {
    var matrix = Transform3D.identity
    /// True when it contains an odd number of flips of coordinates, which do not make a plane face away.
    var isFlipped = false
  }

  /// The layer's own space; nil when it is single-sided and faces away.
  fileprivate func space(in outer: Space) -> Space? {
    let own = Space(matrix: levelMatrix.concat(outer.matrix), isFlipped: outer.isFlipped != flag(.geometryFlipped))
    if !flag(.doubleSided), own.matrix.homography.facesAway(isFlipped: own.isFlipped) { return nil }
    return own
  }

  /// The point in own coordinates and the layer's depth there; nil when the layer cannot be hit there.
  fileprivate func ownPoint(_ p: Point, _ outer: Space) -> (point: Point, depth: Double)? {
    guard let own = space(in: outer), let back = own.matrix.homography.inverted, let q = back.apply(p), q.isFinite
    else { return nil }
    return (q, DepthPlane(own.matrix)?.depth(p) ?? -.infinity)
  }

  /// The layers that are shown: none for a replicator without instances.
  fileprivate func shown(_ layers: [Layer]) -> [Layer] {
    instances.count < 1 ? [] : layers
  }
}

/// A layer on the way down to the hit, with those of its sublayers that are still to be examined.
private struct HitLevel {
  /// In the level's own coordinates.
  private let point: Point
  /// The hit when no sublayer is hit.
  private let layer: Layer?
  /// The sublayers that wait, the next one last.
  private var waiting: [(layer: Layer, space: Layer.Space)]
  /// Whether the nearest of all sublayers, and of those of transform layers among them, is hit, and not the first.
  let sharesDepth: Bool
  /// The nearest found so far.
  private var nearest: (layer: Layer, depth: Double)?
  /// The depth of the sublayer that is being examined.
  private var depth = -Double.infinity

  enum Step {
    case below(HitLevel)
    case found(Layer?)
  }

  /// Returns nil where the layer shows nothing.
  init?(of layer: Layer, at point: Point) {
    let isInside = layer.storedBounds.contains(point)
    if layer.flag(.masksToBounds), !isInside { return nil }
    self.point = point
    self.layer = isInside ? layer : nil
    sharesDepth = layer.sublayerDepth == .intersect
    let order: [Layer] = sharesDepth ? layer.children.reversed() : layer.sublayersInPaintOrder
    waiting = layer.shown(order).map { ($0, Layer.Space()) }
  }

  /// Layers of one space that share their depth, in the order of the tree.
  init(inDepth layers: [Layer], at point: Point, _ space: Layer.Space) {
    self.point = point
    layer = nil
    sharesDepth = true
    waiting = layers.reversed().map { ($0, space) }
  }

  mutating func isNearest(_ found: Layer) { nearest = (found, depth) }

  mutating func next() -> Step {
    while let (sublayer, outer) = waiting.popLast() {
      if sublayer.flag(.hidden) { continue }
      if sublayer.isFlattening {
        guard let (q, depth) = sublayer.ownPoint(point, outer) else { continue }
        // Among equally near layers the later one is in front.
        if sharesDepth, let nearest, depth < nearest.depth - DepthPlane.tolerance(at: depth) { continue }
        self.depth = depth
        if let level = HitLevel(of: sublayer, at: q) { return .below(level) }
      } else if sharesDepth {
        // A transform layer is never hit itself.
        guard let space = sublayer.space(in: outer) else { continue }
        for inner in sublayer.shown(sublayer.children.reversed()) { waiting.append((inner, space)) }
      } else {
        return .below(HitLevel(inDepth: [sublayer], at: point, outer))
      }
    }
    return .found(nearest?.layer ?? layer)
  }
}
