import Geometry
import Pixels
import RenderTree

/// Turns layers into render nodes, children before their superlayer, without recursion: a tree may be 4,096 deep.
struct Resolver {
  let options: RenderOptions
  /// The first broken rule between values; the rest is resolved all the same.
  var problem: LayerError?
  /// Layers whose contents are shown as if their `contentsScale` were the picture's scale.
  var inheritingLayers: [ObjectIdentifier: Layer] = [:]
  /// The tiled layers that what is seen of them has yet to be drawn of.
  private(set) var tiledNodes: [TiledNode] = []
  /// Whether a layer with `drawsAsynchronously` was met.
  private(set) var drawsAsynchronously = false
  private var frames: [Frame] = []

  init(options: RenderOptions) { self.options = options }

  /// A layer whose sublayers are being resolved.
  struct Frame {
    let layer: Layer
    let label: String
    let placement: Transform3D
    /// True when the plane is seen upside down.
    let isMirrored: Bool
    let isMask: Bool
    /// As they were when the layer was reached.
    let sublayers: [Layer]
    /// Places in `sublayers`, back to front; nil when that is their order.
    let order: [Int]?
    /// U · F: what follows a sublayer's own matrix; nil is the identity, or left to the instances of a replicator.
    let after: Transform3D?
    /// The layer's own time.
    let time: Double
    /// How the sublayers are repeated; nil for once.
    var replication: Replication?
    /// Which instance of the sublayers is being resolved, of those that differ by more than place and colour, and their delay.
    var instance = 0
    var delay = 0.0
    /// Nodes below when every instance counts, and whether something below blends with what lies behind it.
    var weight = 0
    var blends = false
    var next = 0
    var nodes: [RenderNode] = []
    var mask: RenderNode?
    var maskIsPending: Bool
  }

  mutating func resolve(_ root: Layer) throws -> RenderNode {
    guard root.isVisible else { return RenderNode(bounds: root.storedBounds, label: root.label) }
    push(
      root, label: root.label, placement: .identity, isMirrored: false, isMask: false,
      time: root.localTime(at: options.time ?? root.scene.currentTime))
    var result: RenderNode?
    while let top = frames.indices.last {
      if frames[top].next < frames[top].sublayers.count {
        let index = frames[top].order?[frames[top].next] ?? frames[top].next
        frames[top].next += 1
        let child = frames[top].sublayers[index]
        guard child.isVisible else { continue }
        let label = labelPath(under: frames[top].label, name: child.storedName, index: index)
        var placement = child.planeMatrix
        if let after = frames[top].after { placement = placement.concat(after) }
        guard placement.isFinite else {
          note("\(label): its position and transform leave the range of numbers")
          continue
        }
        let time = child.localTime(at: frames[top].time - frames[top].delay * Double(frames[top].instance))
        let isMirrored = frames[top].isMirrored != frames[top].layer.flag(.geometryFlipped)
        if child.children.isEmpty, child.extraBox?.value.mask == nil {
          frames[top].nodes.append(
            try node(for: child, label, placement, isMirrored: isMirrored, isMask: false, children: [], mask: nil, time: time))
          frames[top].add(weight: 1 + (frames[top].nodes.last?.particles?.sprites.count ?? 0), blends: child.blends)
        } else {
          push(child, label: label, placement: placement, isMirrored: isMirrored, isMask: false, time: time)
        }
        continue
      }
      if try frames[top].beginNextInstance() { continue }
      if frames[top].maskIsPending {
        frames[top].maskIsPending = false
        let host = frames[top].layer
        guard let mask = host.extraBox?.value.mask else { continue }
        // A mask that shows nothing leaves nothing of its host.
        guard mask.isVisible else {
          frames[top].mask = RenderNode(bounds: mask.storedBounds)
          continue
        }
        push(
          mask, label: frames[top].label + "/mask", placement: placement(of: mask, in: host, isMask: true),
          isMirrored: frames[top].isMirrored != host.flag(.geometryFlipped), isMask: true, time: mask.localTime(at: frames[top].time))
        continue
      }
      let frame = frames.removeLast()
      let weight = try weight(of: frame)
      let node = try node(
        for: frame.layer, frame.label, frame.placement, isMirrored: frame.isMirrored, isMask: frame.isMask, children: frame.nodes,
        mask: frame.mask, time: frame.time, replication: frame.finishedReplication)
      if let parent = frames.indices.last {
        if frame.isMask { frames[parent].mask = node } else { frames[parent].nodes.append(node) }
        frames[parent].add(weight: weight + (node.particles?.sprites.count ?? 0), blends: frame.blends || frame.layer.blends)
      } else {
        result = node
      }
    }
    return result ?? RenderNode(bounds: root.storedBounds)
  }

  private mutating func push(
    _ layer: Layer, label: String, placement: Transform3D, isMirrored: Bool, isMask: Bool, time: Double
  ) {
    let isTransformLayer = layer.flag(.isTransformLayer)
    let replicator = layer.layerClass.base == .replicator ? layer as? ReplicatorLayer : nil
    var frame = Frame(
      layer: layer, label: label, placement: placement, isMirrored: isMirrored, isMask: isMask,
      sublayers: (replicator?.instanceCount ?? 1) > 0 ? layer.children : [],
      order: isTransformLayer || layer.sublayerDepth == .intersect ? nil : paintOrder(of: layer),
      after: replicator == nil ? afterPlacement(in: layer, isMask: false) : nil, time: time,
      maskIsPending: !isTransformLayer && layer.extraBox?.value.mask != nil)
    frame.nodes.reserveCapacity(layer.children.count)
    if let replicator, !layer.children.isEmpty { replicate(replicator, &frame) }
    frames.append(frame)
  }

  /// The places of the sublayers from back to front, by depth and then by place; nil when they stand in that order.
  private func paintOrder(of layer: Layer) -> [Int]? {
    var isFlat = layer.sublayerMatrix == nil
    if isFlat {
      for child in layer.children where child.storedZPosition != 0 || child.transformStorage?.matrix.m43 ?? 0 != 0 {
        isFlat = false
        break
      }
    }
    if isFlat || layer.children.count < 2 { return nil }
    let depths = layer.children.map { child in
      let depth = child.anchorDepth
      return depth.isNaN ? 0 : depth
    }
    return depths.indices.sorted { depths[$0] != depths[$1] ? depths[$0] < depths[$1] : $0 < $1 }
  }

  private func placement(of layer: Layer, in parent: Layer, isMask: Bool) -> Transform3D {
    let own = layer.planeMatrix
    return afterPlacement(in: parent, isMask: isMask).map { own.concat($0) } ?? own
  }

  /// U · F of a superlayer: its sublayerTransform about its anchor point, then its flip. nil is the identity.
  func afterPlacement(in parent: Layer, isMask: Bool) -> Transform3D? {
    let u = isMask ? nil : parent.sublayerMatrix
    guard let f = parent.flipMatrix else { return u }
    return u?.concat(f) ?? f
  }

  // MARK: Problems

  mutating func note(_ message: String) {
    if problem == nil { problem = LayerError(message) }
  }

  /// A shape without bounds is drawn, but turns about its origin, which is where its empty bounds are.
  private func hintAtTurning(_ layer: ShapeLayer, _ label: String) {
    guard let m = layer.transformStorage?.matrix else { return }
    if m.m12 == 0, m.m21 == 0, m.m13 == 0, m.m23 == 0, m.m31 == 0, m.m32 == 0 { return }
    layer.scene.warn(
      "shape-without-bounds",
      "\(label): a shape layer without bounds turns about its own origin, not about the path's middle; give it bounds around the path",
      onceFor: "\(layer.serial)")
  }

  // MARK: One node

  private mutating func node(
    for layer: Layer, _ label: String, _ placement: Transform3D, isMirrored: Bool, isMask: Bool, children: [RenderNode],
    mask: RenderNode?, time: Double, replication: Replication? = nil
  ) throws -> RenderNode {
    let opacity = min(max(layer.storedOpacity, 0), 1)
    let isFlipped = layer.parent?.flag(.geometryFlipped) ?? false
    if layer.flag(.isTransformLayer) {
      var children = children
      if let layer = layer as? EmitterLayer {
        let side = Side(layer: layer, isMirrored: isMirrored, resolution: options.scale)
        children += try planes(of: layer, side, label, at: time, after: afterPlacement(in: layer, isMask: false))
      }
      return RenderNode(
        bounds: layer.storedBounds, placement: placement, isDoubleSided: layer.flag(.doubleSided), isPlacementFlipped: isFlipped,
        isFlattening: false, children: children, opacity: opacity, isGroupOpacity: false, replication: replication, label: label)
    }
    let bounds = layer.storedBounds
    let isEmpty = bounds.isEmpty
    if layer.flag(.drawsAsynchronously) { drawsAsynchronously = true }
    let side = Side(layer: layer, isMirrored: isMirrored, resolution: options.scale)
    var children = children
    var replication = replication
    if !children.isEmpty, layer.sublayerDepth == .intersect {
      // What a transform layer that fills the layer would show.
      children = [
        RenderNode(bounds: bounds, isFlattening: false, children: children, isGroupOpacity: false, replication: replication, label: label)
      ]
      replication = nil
    }
    let rasterizationScale = layer.flag(.shouldRasterize) ? layer.rasterizationScale : nil
    let background = isEmpty ? nil : layer.storedBackgroundColor.flatMap { side.paint($0) }
    let corners = isEmpty ? nil : side.corners
    let (contents, drawing) = isEmpty ? (nil, nil) : try content(of: layer, side, label)
    var gradient: Gradient?
    var shape: Shape?
    var tiles: TileSet?
    var particles: Particles?
    switch layer.layerClass.base {
    case .emitter:
      if let layer = layer as? EmitterLayer { particles = try self.particles(of: layer, side, label, at: time) }
    case .gradient:
      if !isEmpty, let layer = layer as? GradientLayer { gradient = self.gradient(of: layer, label) }
    case .shape:
      if let layer = layer as? ShapeLayer {
        shape = side.shape(of: layer)
        if isEmpty, shape != nil { hintAtTurning(layer, label) }
      }
    case .tiled:
      guard !isEmpty, let layer = layer as? TiledLayer else { break }
      if layer.painter == nil {
        if layer.storedContents == nil, layer.delegate?.hooks.contains(.display) != true { layer.warnWithoutDrawing(layer.delegate) }
      } else {
        let set = TileSet()
        tiledNodes.append(TiledNode(layer: layer, tiles: set, label: label, isMirrored: isMirrored))
        tiles = set
      }
    default: break
    }
    guard let decoration = layer.decorationBox?.value else {
      return RenderNode(
        bounds: bounds, placement: placement, isDoubleSided: layer.flag(.doubleSided), isPlacementFlipped: isFlipped,
        corners: corners, background: background, gradient: gradient, contents: contents, drawing: drawing, shape: shape, tiles: tiles,
        children: children,
        border: isEmpty ? nil : side.border(color: DecorationStorage.defaults.borderColor),
        masksToBounds: layer.flag(.masksToBounds), mask: mask, opacity: opacity,
        isGroupOpacity: layer.flag(.allowsGroupOpacity), antialiasedEdges: side.antialiasedEdges, rasterizationScale: rasterizationScale,
        replication: replication, particles: particles, label: label)
    }
    if isMask, decoration.blendMode != .normal {
      layer.scene.warn(
        "mask-compositing",
        "\(label): a mask's compositingFilter is ignored, only its alpha counts; set the compositingFilter of the layer it masks",
        onceFor: layer.className)
    }
    return RenderNode(
      bounds: bounds, placement: placement, isDoubleSided: layer.flag(.doubleSided), isPlacementFlipped: isFlipped,
      corners: corners, background: background, gradient: gradient, contents: contents, drawing: drawing, shape: shape, tiles: tiles,
      children: children,
      border: isEmpty ? nil : side.border(color: decoration.borderColor), shadow: side.shadow(decoration),
      masksToBounds: layer.flag(.masksToBounds), mask: mask, opacity: opacity,
      isGroupOpacity: layer.flag(.allowsGroupOpacity), blendMode: isMask ? .normal : decoration.blendMode,
      antialiasedEdges: side.antialiasedEdges, rasterizationScale: rasterizationScale, replication: replication, particles: particles,
      label: label)
  }
}

/// The label of a sublayer: its superlayer's, then its name, or `#` and its place. The middle of a deep one is left out.
func labelPath(under parent: String, name: String?, index: Int) -> String {
  var label = parent
  if label.utf8.count > 200 { label = "…" }
  label += "/"
  if let name, !name.isEmpty {
    label += name
  } else {
    label += "#"
    label += String(index + 1)
  }
  return label
}

extension Layer {
  var isVisible: Bool { !flag(.hidden) && storedOpacity > 0 }

  /// The own flip: y → 2·min y + height − y.
  var flip: AffineTransform { AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * storedBounds.y + storedBounds.height) }
}
