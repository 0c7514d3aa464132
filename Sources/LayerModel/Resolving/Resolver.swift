import Geometry
import Pixels
import RenderTree

/// Turns layers into render nodes, children before their superlayer, without recursion: a tree may be 4,096 deep.
struct Resolver {
  let options: RenderOptions
  /// The first broken rule between values; the rest is resolved all the same.
  var problem: LayerError?
  private var frames: [Frame] = []

  init(options: RenderOptions) { self.options = options }

  /// A layer whose sublayers are being resolved.
  private struct Frame {
    let layer: Layer
    let label: String
    let placement: Transform3D
    /// True when the plane is seen upside down.
    let isMirrored: Bool
    let isMask: Bool
    var pending: [PlacedLayer]
    var next = 0
    var nodes: [RenderNode] = []
    var mask: RenderNode?
    var maskIsPending: Bool
  }

  private struct PlacedLayer {
    let layer: Layer
    let index: Int
    let placement: Transform3D
    let depth: Double
  }

  mutating func resolve(_ root: Layer) throws -> RenderNode {
    guard root.isVisible else { return RenderNode(bounds: root.storedBounds, label: root.label) }
    push(root, label: root.label, placement: .identity, isMirrored: false, isMask: false)
    var result: RenderNode?
    while let top = frames.indices.last {
      if frames[top].next < frames[top].pending.count {
        let child = frames[top].pending[frames[top].next]
        frames[top].next += 1
        let label = childLabel(child.layer, index: child.index, under: frames[top].label)
        push(
          child.layer, label: label, placement: child.placement,
          isMirrored: frames[top].isMirrored != frames[top].layer.flag(.geometryFlipped), isMask: false)
        continue
      }
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
          isMirrored: frames[top].isMirrored != host.flag(.geometryFlipped), isMask: true)
        continue
      }
      let frame = frames.removeLast()
      let node = try node(for: frame)
      if let parent = frames.indices.last {
        if frame.isMask { frames[parent].mask = node } else { frames[parent].nodes.append(node) }
      } else {
        result = node
      }
    }
    return result ?? RenderNode(bounds: root.storedBounds)
  }

  private mutating func push(_ layer: Layer, label: String, placement: Transform3D, isMirrored: Bool, isMask: Bool) {
    let drawsMask = !layer.flag(.isTransformLayer) && layer.extraBox?.value.mask != nil
    frames.append(
      Frame(
        layer: layer, label: label, placement: placement, isMirrored: isMirrored, isMask: isMask,
        pending: layer.children.isEmpty ? [] : placedSublayers(of: layer, label: label), maskIsPending: drawsMask))
  }

  private func childLabel(_ layer: Layer, index: Int, under parent: String) -> String {
    if let name = layer.storedName, !name.isEmpty { return parent + "/" + name }
    return parent + "/#\(index + 1)"
  }

  /// The visible sublayers with their placements, back to front under a flattening layer.
  private mutating func placedSublayers(of layer: Layer, label: String) -> [PlacedLayer] {
    var result: [PlacedLayer] = []
    result.reserveCapacity(layer.children.count)
    let after = afterPlacement(in: layer, isMask: false)
    // A transform layer's sublayers keep their depth and tree order.
    let isOrdered = !layer.flag(.isTransformLayer)
    var isSorted = true
    var previous = -Double.infinity
    for (index, child) in layer.children.enumerated() where child.isVisible {
      let own = child.planeMatrix
      let m = after.map { own.concat($0) } ?? own
      guard m.isFinite else {
        note("\(childLabel(child, index: index, under: label)): its position and transform leave the range of numbers")
        continue
      }
      let depth = isOrdered ? child.anchorDepth : 0
      let known = depth.isNaN ? 0 : depth
      if known < previous { isSorted = false }
      previous = known
      result.append(PlacedLayer(layer: child, index: index, placement: m, depth: known))
    }
    if !isSorted {
      result.sort { $0.depth != $1.depth ? $0.depth < $1.depth : $0.index < $1.index }
    }
    return result
  }

  private func placement(of layer: Layer, in parent: Layer, isMask: Bool) -> Transform3D {
    let own = layer.planeMatrix
    return afterPlacement(in: parent, isMask: isMask).map { own.concat($0) } ?? own
  }

  /// U · F of a superlayer: its sublayerTransform about its anchor point, then its flip. nil is the identity.
  private func afterPlacement(in parent: Layer, isMask: Bool) -> Transform3D? {
    let u = isMask ? nil : parent.sublayerMatrix
    guard let f = parent.flipMatrix else { return u }
    return u?.concat(f) ?? f
  }

  // MARK: Problems

  mutating func note(_ message: String) {
    if problem == nil { problem = LayerError(message) }
  }

  // MARK: One node

  private mutating func node(for frame: Frame) throws -> RenderNode {
    let layer = frame.layer
    let opacity = min(max(layer.storedOpacity, 0), 1)
    if layer.flag(.isTransformLayer) {
      return RenderNode(
        bounds: layer.storedBounds, placement: frame.placement, isDoubleSided: layer.flag(.doubleSided), isFlattening: false,
        children: frame.nodes, opacity: opacity, isGroupOpacity: false, label: frame.label)
    }
    let bounds = layer.storedBounds
    let isEmpty = bounds.isEmpty
    let side = Side(layer: layer, isMirrored: frame.isMirrored, resolution: options.scale)
    let background = isEmpty ? nil : layer.storedBackgroundColor.flatMap { side.paint($0) }
    let corners = isEmpty ? nil : side.corners
    let (contents, drawing) = isEmpty ? (nil, nil) : try content(of: layer, side, frame.label)
    var gradient: Gradient?
    var shape: Shape?
    switch layer.layerClass.base {
    case .gradient:
      if !isEmpty, let layer = layer as? GradientLayer { gradient = self.gradient(of: layer, frame.label) }
    case .shape:
      if let layer = layer as? ShapeLayer { shape = side.shape(of: layer) }
    default: break
    }
    guard let decoration = layer.decorationBox?.value else {
      return RenderNode(
        bounds: bounds, placement: frame.placement, isDoubleSided: layer.flag(.doubleSided), corners: corners,
        background: background, gradient: gradient, contents: contents, drawing: drawing, shape: shape, children: frame.nodes,
        border: isEmpty ? nil : side.border(color: DecorationStorage.defaults.borderColor),
        masksToBounds: layer.flag(.masksToBounds), mask: frame.mask, opacity: opacity,
        isGroupOpacity: layer.flag(.allowsGroupOpacity), antialiasedEdges: side.antialiasedEdges, label: frame.label)
    }
    return RenderNode(
      bounds: bounds, placement: frame.placement, isDoubleSided: layer.flag(.doubleSided), corners: corners,
      background: background, gradient: gradient, contents: contents, drawing: drawing, shape: shape, children: frame.nodes,
      border: isEmpty ? nil : side.border(color: decoration.borderColor), shadow: side.shadow(decoration),
      masksToBounds: layer.flag(.masksToBounds), mask: frame.mask, opacity: opacity,
      isGroupOpacity: layer.flag(.allowsGroupOpacity), blendMode: frame.isMask ? .normal : decoration.blendMode,
      antialiasedEdges: side.antialiasedEdges, label: frame.label)
  }
}

extension Layer {
  var isVisible: Bool { !flag(.hidden) && storedOpacity > 0 }

  /// The own flip: y → 2·min y + height − y.
  var flip: AffineTransform { AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * storedBounds.y + storedBounds.height) }
}
