// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree

extension Layer {
  /// Returns the render tree of the layer in its own bounds space: runs layout and display, then resolves every visible
  /// layer to a value.
  ///
  /// Its position, transform and superlayer are ignored; its opacity, mask and shadow apply.
  /// - Throws: errors of hooks; `LayerError` for options out of range and for inconsistent values, once everything else
  ///   is done.
  package final func renderTree(_ options: RenderOptions = RenderOptions()) throws -> RenderTree {
    try check(options)
    if let busy = scene.picture.roots.first(where: { $0.isInTree(with: self) }) {
      throw LayerError(
        "\(mention): cannot be rendered inside a callback while rendering \(busy.label); do it after that")
    }
    scene.warnAboutCallbacks(before: options)
    return try scene.frame(of: self, options) { try resolvedTree(options) }
  }

  /// Runs a body that renders the layer, with the render's root and time set in the scene.
  final func picturing<Result>(_ options: RenderOptions, _ body: () throws -> Result) rethrows -> Result {
    scene.picture.roots.append(self)
    let outerTime = scene.picture.time
    scene.picture.time = options.time ?? scene.currentTime
    defer {
      scene.picture.time = outerTime
      scene.picture.roots.removeLast()
      if scene.picture.roots.isEmpty, !scene.lentPresentations.isEmpty {
        for kept in scene.lentPresentations { kept.giveBack() }
        scene.lentPresentations = []
      }
    }
    return try body()
  }

  private func resolvedTree(_ options: RenderOptions) throws -> RenderTree {
    try picturing(options) { try resolvedInRounds(options) }
  }

  private func resolvedInRounds(_ options: RenderOptions) throws -> RenderTree {
    flagAsynchronousLayers()
    // Tiles are drawn once the visible ones are known; their hooks may change the tree like any others.
    for _ in 0..<Layer.roundLimit {
      // Also keeps the layers alive while hooks take the tree apart.
      try settle(resolution: options.scale)
      let resolver = Resolver(options: options)
      let tree = try resolvedTree(resolver)
      if !resolver.tiledNodes.isEmpty {
        let settled = scene.changeCount
        try fillTiles(of: resolver.tiledNodes, in: tree)
        if scene.changeCount != settled { continue }
      }
      if let problem = resolver.problem { throw problem }
      return tree
    }
    throw LayerError(
      "\(label): changes each time a tile of it is drawn; do not change layers or call setNeedsDisplay() while drawing "
        + "a tile"
    )
  }

  private func resolvedTree(_ resolver: Resolver) throws -> RenderTree {
    let options = resolver.options
    let size = options.size ?? storedBounds.size
    guard !size.isEmpty else {
      throw LayerError(
        "\(mention): has no size to render (its bounds are \(numberText(size.width))×\(numberText(size.height))); "
          + "set its bounds or give a size")
    }
    resolver.inheritingLayers = try layersInheritingScale(options.scale)
    // Applies contents that the delegates set for the new scale.
    if scene.hasDelegates { try settle(resolution: options.scale) }
    let root = try resolver.resolve(self)
    var tree = RenderTree(
      root: root, canvas: Rect(origin: root.bounds.origin, size: size), scale: options.scale,
      background: options.background)
    tree.drawsAsynchronously = resolver.drawsAsynchronously
    tree.isDrawnOnSceneThread = resolver.isDrawnOnSceneThread
    let steady = resolver.steady
    if steady.contains(options.time ?? scene.currentTime), resolver.tiledNodes.isEmpty, !tree.isDrawnOnSceneThread,
      !tree.drawsAsynchronously, !scene.hasDelegates, scene.display.asynchronousLayers == 0,
      scene.host.onFrame == nil
    {
      tree.stillTimes = steady.start...steady.end
    }
    return tree
  }

  /// Returns the render tree of one layer of this tree alone, at its place in this layer's canvas, without the opacity
  /// and clips of the layers above it.
  ///
  /// - Parameters:
  ///   - sublayer: this layer, or one at any depth below.
  ///   - isAlone: true to leave out its sublayers and its mask.
  /// - Throws: as `renderTree(_:)`.
  package final func renderTree(of sublayer: Layer, isAlone: Bool, _ options: RenderOptions) throws -> RenderTree {
    try check(options)
    return try settled(options) {
      try picturing(options) {
        let shown = ShownLayers(of: self, at: options.time)
        let bounds = try shown.layer(self).storedBounds
        let canvas = Rect(origin: bounds.origin, size: options.size ?? bounds.size)
        let resolver = Resolver(options: options)
        resolver.inheritingLayers = try layersInheritingScale(options.scale)
        resolver.leavesOutSublayers = isAlone
        var isMirrored = false
        var above: [(layer: Layer, parent: Layer)] = []
        var next = sublayer
        while next !== self, let parent = next.parent {
          above.append((next, parent))
          if parent.flag(.geometryFlipped) { isMirrored.toggle() }
          next = parent
        }
        var node = try resolver.resolve(sublayer, isMirrored: isMirrored)
        for (layer, parent) in above {
          let own = try shown.layer(layer)
          let superlayer = try shown.layer(parent)
          var placement = own.planeMatrix
          if let after = resolver.afterPlacement(in: superlayer, isMask: own.flag(.isMask)) {
            placement = placement.concat(after)
          }
          guard placement.isFinite else {
            throw LayerError("\(sublayer.label): its position and transform exceed the number range")
          }
          node = RenderNode(
            bounds: own.storedBounds, placement: placement, isPlacementFlipped: parent.flag(.geometryFlipped),
            isFlattening: own.isFlattening, children: [node], isGroupOpacity: own.isFlattening, label: node.label)
        }
        if sublayer !== self { node = RenderNode(bounds: bounds, children: [node], label: node.label) }
        var tree = RenderTree(root: node, canvas: canvas, scale: options.scale, background: nil)
        tree.isDrawnOnSceneThread = resolver.isDrawnOnSceneThread
        if !resolver.tiledNodes.isEmpty { try fillTiles(of: resolver.tiledNodes, in: tree) }
        return tree
      }
    }
  }

  private func fillTiles(of nodes: [TiledNode], in tree: RenderTree) throws {
    var finds: [ObjectIdentifier: [TileSearch.Find]] = [:]
    for find in TileSearch(tree).finds { finds[ObjectIdentifier(find.tiles), default: []].append(find) }
    for node in nodes {
      // A layer that is not visible anywhere keeps its tiles.
      guard let seen = finds[ObjectIdentifier(node.tiles)] else { continue }
      do { try node.layer.tiledModel.fill(node, with: seen, resolution: tree.scale) } catch let error as LayerError
        where error.kind == .limit
      {
        // If the layer or one above it moves, only its position makes too many tiles visible.
        var moving: Layer? = node.layer.model
        while let layer = moving, layer.attachedAnimations.isEmpty { moving = layer.parent }
        guard let moving else { throw error }
        moving.warnOfFrame("its place", error.message, "its tiles are left out")
      }
    }
  }

  private func check(_ options: RenderOptions) throws {
    guard options.scale.isFinite, options.scale > 0 else {
      throw LayerError("render: scale must be a number greater than 0, got \(options.scale)")
    }
    if let time = options.time, !time.isFinite { throw LayerError("render: time must be a finite number, got \(time)") }
    if let size = options.size, !(size.isFinite && size.width > 0 && size.height > 0) {
      throw LayerError("render: size must be greater than 0 in both directions, got \(size.width)×\(size.height)")
    }
  }

  /// True if one of the two layers is the other or an ancestor of it.
  private func isInTree(with other: Layer) -> Bool { isAtOrBelow(other) || other.isAtOrBelow(self) }

  private func isAtOrBelow(_ top: Layer) -> Bool {
    var l: Layer? = self
    while let now = l {
      if now === top { return true }
      l = now.parent
    }
    return false
  }
}

extension Scene {
  /// Warns of callbacks that are due before the time of a single picture.
  package func warnAboutCallbacks(before options: RenderOptions) {
    // A film has already warned for all of its frames.
    guard options.frame == 0, let time = options.time else { return }
    warnAboutCallbacks(until: time, in: "a picture of \(numberText(time)) s")
  }
}
