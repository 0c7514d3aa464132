// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

/// The layers of a tree as rendered at one time, made on demand, for queries about few layers of a large tree. Valid
/// until a layer changes.
package final class ShownLayers {
  /// The root of the render.
  package let root: Layer
  /// The rendered time in seconds of scene time.
  package let time: Double
  private let presenter: Presenter
  private var shown: [ObjectIdentifier: Layer] = [:]
  private var spaces: [ObjectIdentifier: Space] = [:]

  /// The number of layers that were copied to show their animations.
  package var copyCount: Int { shown.count }

  /// The map from the points of a layer's sublayers to the canvas: the matrix to the nearest plane, and that plane's
  /// map to the canvas.
  private struct Space {
    var matrix: Transform3D
    var outer: Homography
    /// The map of the layer's own plane; nil for a transform layer.
    var plane: Homography?
  }

  /// - Parameter time: the time in seconds; nil for the scene's clock.
  package init(of root: Layer, at time: Double?) {
    self.root = root
    self.time = time ?? root.scene.currentTime
    presenter = Presenter(root.scene)
  }

  /// Returns the layer, or a read-only copy without sublayers and mask that has the values of its animations.
  ///
  /// - Throws: `LayerError` if an animation cannot be applied.
  package func layer(_ model: Layer) throws -> Layer {
    guard presenter.isNeeded, presenter.isAnimated(model) else { return model }
    if let known = shown[ObjectIdentifier(model)] { return known }
    let copy = try model.scene.withoutActions {
      try presenter.shown(model, at: model.effectiveTime(atSceneTime: time)) { owner in
        owner.effectiveTime(atSceneTime: self.time)
      }
    }
    shown[ObjectIdentifier(model)] = copy
    return copy
  }

  /// Returns true if an animation acts on the layer, or if it changes with time without one.
  package func moves(_ model: Layer) -> Bool {
    model.changesWithTime || presenter.isNeeded && presenter.isAnimated(model)
  }

  /// Returns the map from the layer's own points to the canvas; nil for a transform layer, which has no plane.
  package func plane(of model: Layer) throws -> Homography? { try space(of: model).plane }

  /// Returns the cached map of the layer's own coordinates to the canvas, its own matrix included.
  private func space(of model: Layer) throws -> Space {
    // Continues downward from the nearest layer whose space is cached.
    var chain: [Layer] = []
    var next: Layer? = model
    var known: Space?
    while let now = next {
      if let space = spaces[ObjectIdentifier(now)] {
        known = space
        break
      }
      chain.append(now)
      if now === root { break }
      next = now.parent
    }
    var space = known ?? Space(matrix: .identity, outer: .identity)
    for layer in chain.reversed() {
      let own = try self.layer(layer)
      var matrix = space.matrix
      if layer === root || layer.parent == nil {
        // The canvas is the root's plane, which is never flipped.
        matrix = own.flipMatrix ?? .identity
      } else if let parent = layer.parent {
        matrix = try self.layer(parent).matrix(ofChild: own).concat(space.matrix)
      }
      if own.isFlattening {
        let plane = matrix.homography.concat(space.outer)
        space = Space(matrix: .identity, outer: plane, plane: plane)
      } else {
        space = Space(matrix: matrix, outer: space.outer, plane: nil)
      }
      spaces[ObjectIdentifier(layer)] = space
    }
    return space
  }

  /// Returns the four corners of the layer's bounds in points of the canvas, in order around the bounds from min x, min
  /// y; nil for a transform layer, and if a corner lies behind the eye.
  package func quad(of model: Layer) throws -> [Point]? {
    guard let plane = try plane(of: model) else { return nil }
    let corners = try layer(model).storedBounds.corners.compactMap { plane.apply($0) }
    return corners.count == 4 && corners.allSatisfy(\.isFinite) ? corners : nil
  }

  /// Returns the layer's anchor point in points of the canvas; nil for a transform layer, and behind the eye.
  package func anchor(of model: Layer) throws -> Point? {
    guard let plane = try plane(of: model), let p = plane.apply(try layer(model).anchor), p.isFinite else { return nil }
    return p
  }

  // MARK: Hit testing

  /// Returns the layers whose bounds contain a point of the canvas, frontmost first. Hidden layers, layers that face
  /// away and layers clipped by a superlayer or the bounds of a mask are left out. Only a replicator's first instance
  /// is searched.
  ///
  /// Layers that share their depth are sorted by their distance at that point, nearest first.
  package func layers(at point: Point) throws -> [Layer] {
    guard point.isFinite else { return [] }
    struct Visit {
      let model: Layer
      /// True if its sublayers have been visited, so that it is next.
      var isOver = false
    }
    var found: [Layer] = []
    var pending = [Visit(model: root)]
    while let visit = pending.popLast() {
      let model = visit.model
      if visit.isOver {
        found.append(model)
        continue
      }
      let own = try layer(model)
      guard !own.flag(.hidden) else { continue }
      let inner = own.instances.count > 0 ? try planes(in: model, at: point) : []
      guard own.isFlattening else {
        pending += inner.map { Visit(model: $0) }
        continue
      }
      guard let plane = try plane(of: model), let back = plane.inverted, let p = back.apply(point), p.isFinite,
        !(try facesAway(model))
      else { continue }
      let isInside = own.storedBounds.contains(p)
      if own.flag(.masksToBounds), !isInside { continue }
      if let mask = model.mask, let plane = try self.plane(of: mask),
        let p = plane.inverted?.apply(point), try !layer(mask).storedBounds.contains(p)
      {
        continue
      }
      if isInside { pending.append(Visit(model: model, isOver: true)) }
      pending += inner.map { Visit(model: $0) }
    }
    return found
  }

  /// Returns the sublayers with a plane, including those of transform layers among them, the backmost at a canvas point
  /// first.
  private func planes(in model: Layer, at point: Point) throws -> [Layer] {
    let own = try layer(model)
    guard own.isFlattening, own.sublayerDepth != .intersect else {
      return try sortedByDepth(model.children.array, at: point)
    }
    guard model.children.count > 1 || model.children.contains(where: { !$0.isFlattening }) else {
      return model.children.array
    }
    let matrix = own.sublayerMatrix
    var order: [(depth: Double, index: Int)] = []
    for (i, child) in model.children.enumerated() {
      let depth = try layer(child).anchorDepth(under: matrix)
      order.append((depth.isNaN ? 0 : depth, i))
    }
    order.sort { $0.depth != $1.depth ? $0.depth < $1.depth : $0.index < $1.index }
    return try order.flatMap { entry in
      let child = model.children[entry.index]
      return child.isFlattening ? [child] : try sortedByDepth([child], at: point)
    }
  }

  /// Returns the planes among layers that share their depth, including those in transform layers there, sorted by depth
  /// at a canvas point, farthest first.
  private func sortedByDepth(_ layers: [Layer], at point: Point) throws -> [Layer] {
    var planes: [(layer: Layer, depth: Double)] = []
    var pending: [(layer: Layer, matrix: Transform3D)] = []
    for layer in layers.reversed() { pending.append((layer, .identity)) }
    while let (model, matrix) = pending.popLast() {
      let own = try layer(model)
      if own.flag(.hidden) { continue }
      guard let parent = model.parent else { continue }
      let all = try layer(parent).matrix(ofChild: own).concat(matrix)
      if own.isFlattening {
        let outer = parent.isFlattening ? try plane(of: parent) : try flatPlane(above: parent)
        let local = outer?.inverted?.apply(point) ?? point
        planes.append((model, DepthPlane(all)?.depth(local) ?? -.infinity))
      } else {
        for child in model.children.reversed() { pending.append((child, all)) }
      }
    }
    // Planes of equal depth stay in order.
    return planes.enumerated().sorted {
      $0.element.depth != $1.element.depth ? $0.element.depth < $1.element.depth : $0.offset < $1.offset
    }.map(\.element.layer)
  }

  private func flatPlane(above model: Layer) throws -> Homography? {
    var layer: Layer? = model
    while let now = layer {
      if now.isFlattening || now === root { return try plane(of: now) }
      layer = now.parent
    }
    return nil
  }

  private func facesAway(_ model: Layer) throws -> Bool {
    guard try !layer(model).flag(.doubleSided), model !== root, let plane = try plane(of: model) else { return false }
    var isFlipped = false
    var layer: Layer? = model
    while let now = layer {
      if now.flag(.geometryFlipped) { isFlipped.toggle() }
      if now === root { break }
      layer = now.parent
    }
    return plane.facesAway(isFlipped: isFlipped)
  }
}

extension Layer {
  /// True if the layer itself has something to show in its bounds, even if other layers cover it.
  package final var hasPaint: Bool {
    guard isFlattening, storedOpacity > 0 else { return false }
    if inspectedPaint(storedBackgroundColor) != nil || storedContents != nil || extraBox?.value.backing != nil {
      return true
    }
    if storedBorderWidth > 0, inspectedPaint(decoration.borderColor) != nil { return true }
    return !inspectedWords.isEmpty
  }

  /// Runs a body on the layers as a render with these options sees them: laid out, displayed, and with the changes of
  /// the host's frame function, which are reverted afterwards.
  ///
  /// - Throws: the errors of hooks and of the body. Problems with layout are left for the render to report.
  package final func settled<Result>(_ options: RenderOptions, _ body: () throws -> Result) throws -> Result {
    try scene.frame(of: self, options) {
      do { try settle(resolution: options.scale) } catch let error as LayerError where !error.isOfServices {}
      return try body()
    }
  }
}
