// SPDX-License-Identifier: MIT
import Geometry

extension Layer {
  /// Returns true if a point in the layer's own coordinates lies in its bounds; the min edges are inside, the max edges
  /// are not.
  ///
  /// ```swift
  /// panel.bounds = Rect(0, 0, 100, 60)
  /// panel.contains(Point(0, 0))  // true
  /// panel.contains(Point(100, 60))  // false
  /// ```
  public final func contains(_ p: Point) -> Bool { storedBounds.contains(p) }

  /// Returns the frontmost layer of this subtree at a point in the coordinates of the nearest superlayer that is not a
  /// transform layer.
  ///
  /// Among sublayers of an ordinary layer, the frontmost is the one painted last. Under a transform layer, and if
  /// `sublayerDepth` is "intersect", it is the layer whose plane is nearest to the viewer at that point. Hidden layers
  /// and single-sided ones that face away are skipped; opacity, corners and masks are ignored. Only a replicator's
  /// first instance is searched.
  ///
  /// ```swift
  /// // The poster is the root: the point is in its superlayer's coordinates, those of the canvas.
  /// if let hit = poster.hitTest(Point(60, 60)) { print(hit.label) }
  /// ```
  public final func hitTest(_ p: Point) -> Layer? {
    guard p.isFinite, !flag(.hidden) else { return nil }
    // The map from the superlayer's space to the plane that contains `p`.
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

  /// Returns the frontmost layer of this subtree at a point in its own coordinates.
  ///
  /// ```swift
  /// poster.layerAt(Point(60, 60))?.borderWidth = 1
  /// ```
  public final func layerAt(_ p: Point) -> Layer? {
    guard p.isFinite, !flag(.hidden) else { return nil }
    return Layer.hit(
      isFlattening ? HitLevel(of: self, at: p) : HitLevel(inDepth: shown(children.array), at: p, Space()))
  }

  /// Searches with an explicit stack of levels instead of recursion: trees may be thousands of levels deep and call
  /// stacks small.
  private static func hit(_ first: HitLevel?) -> Layer? {
    guard let first else { return nil }
    var levels = [first]
    while true {
      let last = levels.count - 1
      switch levels[last].next() {
      case .below(let level): levels.append(level)
      case .found(var layer):
        // A hit in a level is also the hit of every level above, up to one whose layers share their depth.
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

  /// The layer's matrix, including its superlayer's `sublayerTransform`.
  private var levelMatrix: Transform3D { parent.map { $0.matrix(ofChild: self) } ?? layerMatrix }

  /// The map from a superlayer's space to the plane of the nearest flattening ancestor.
  fileprivate struct Space {
    var matrix = Transform3D.identity
    /// True if the map contains an odd number of coordinate flips, which do not make a plane face away.
    var isFlipped = false
  }

  /// The map of the layer's own space; nil if it is single-sided and faces away.
  fileprivate func space(in outer: Space) -> Space? {
    let own = Space(matrix: levelMatrix.concat(outer.matrix), isFlipped: outer.isFlipped != flag(.geometryFlipped))
    if !flag(.doubleSided), own.matrix.homography.facesAway(isFlipped: own.isFlipped) { return nil }
    return own
  }

  /// A point in the layer's own coordinates and the layer's depth there; nil if the layer cannot be hit there.
  fileprivate func ownPoint(_ p: Point, _ outer: Space) -> (point: Point, depth: Double)? {
    guard let own = space(in: outer), let back = own.matrix.homography.inverted, let q = back.apply(p), q.isFinite
    else { return nil }
    return (q, DepthPlane(own.matrix)?.depth(p) ?? -.infinity)
  }

  /// Returns the layers, or none for a replicator without instances.
  fileprivate func shown(_ layers: [Layer]) -> [Layer] {
    instances.count < 1 ? [] : layers
  }
}

/// A level of the search: a layer on the path to the hit, with its sublayers still to be examined.
private struct HitLevel {
  /// The point in the level's own coordinates.
  private let point: Point
  /// The hit if no sublayer is hit.
  private let layer: Layer?
  /// The sublayers still to be examined, the next one last.
  private var waiting: [(layer: Layer, space: Layer.Space)]
  /// True if the nearest of all sublayers is hit instead of the first, including sublayers of transform layers among
  /// them.
  let sharesDepth: Bool
  /// The nearest found so far.
  private var nearest: (layer: Layer, depth: Double)?
  /// The depth of the sublayer being examined.
  private var depth = -Double.infinity

  enum Step {
    case below(HitLevel)
    case found(Layer?)
  }

  /// Returns nil if the layer masks to its bounds and the point lies outside.
  init?(of layer: Layer, at point: Point) {
    let isInside = layer.storedBounds.contains(point)
    if layer.flag(.masksToBounds), !isInside { return nil }
    self.point = point
    self.layer = isInside ? layer : nil
    sharesDepth = layer.sublayerDepth == .intersect
    let order: [Layer] = sharesDepth ? layer.children.reversed() : layer.sublayersInPaintOrder
    waiting = layer.shown(order).map { ($0, Layer.Space()) }
  }

  /// Makes a level of layers in one space that share their depth, in tree order.
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
