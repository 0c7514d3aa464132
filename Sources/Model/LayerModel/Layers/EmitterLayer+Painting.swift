// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import Timing

// Rendering of emitter layers: the particles at the layer's time as sprites in its plane, or as separate planes.
extension EmitterLayer {
  /// The visible particles in painting order, and the cells with their images; nil for none.
  private func living(_ plane: LayerPlane) throws -> (
    particles: [Particle], cells: [EmitterCell]
  )? {
    guard storedEmitterCells?.isEmpty == false || hasFormerCells else { return nil }
    var system = try ParticleSystem(
      self, at: plane.time, label: plane.label, hasHistory: !plane.isWithoutAnimations)
    var particles = try system.particles()
    let all = system.cells
    particles.removeAll { !($0.scale > 0 && $0.color.alpha > 0) || all[$0.cell].storedContents == nil || !$0.isFinite }
    guard !particles.isEmpty else { return nil }
    // The sort is stable: particles born at the same time stay in the order of their cells.
    switch storedRenderMode {
    case .unordered, .oldestFirst, .additive: particles.sort { $0.birth < $1.birth }
    case .oldestLast: particles.sort { $0.birth > $1.birth }
    case .backToFront: particles.sort { $0.z != $1.z ? $0.z < $1.z : $0.birth < $1.birth }
    }
    return (particles, all)
  }

  /// The particles as sprites of the layer's plane.
  func particles(_ plane: LayerPlane) throws -> Particles? {
    guard let (living, cells) = try living(plane) else { return nil }
    let flip = flag(.geometryFlipped) ? self.flip : nil
    var kinds = Kinds(cells, plane)
    var sprites: [Particles.Sprite] = []
    sprites.reserveCapacity(living.count)
    for p in living {
      let center = Point(p.x, p.y)
      sprites.append(
        Particles.Sprite(
          kind: kinds.index(of: p.cell), center: flip?.apply(center) ?? center, scale: p.scale,
          angle: flip == nil ? p.angle : -p.angle, color: p.color))
    }
    return Particles(
      kinds: kinds.list, sprites: sprites, isAdditive: storedRenderMode == .additive, isMirrored: plane.isMirrored)
  }

  /// The particles as planes that keep their depth, added after the sublayers.
  ///
  /// - Parameter after: the matrix applied after a sublayer's own.
  func particlePlanes(_ plane: LayerPlane, after: Transform3D?) throws -> [RenderNode] {
    guard let (living, cells) = try living(plane) else { return [] }
    // Each particle becomes a separate node.
    if let budget = scene.memoryBudget, !budget.hasRoom(for: living.count * MemoryLayout<RenderNode>.stride * 2) {
      throw LayerError.noMemory("\(living.count) particles in three dimensions", budget, at: plane.label)
    }
    var kinds = Kinds(cells, plane)
    let particles = living.map { p in
      Particles.Sprite(kind: kinds.index(of: p.cell), center: Point(p.x, p.y), scale: p.scale, angle: p.angle)
    }
    let list = Particles(kinds: kinds.list, sprites: [])
    let blend = storedRenderMode == .additive ? BlendMode.plusLighter : .normal
    return zip(living, particles).compactMap { p, sprite in
      let kind = list.kinds[sprite.kind]
      let flat = Transform3D(list.placement(of: sprite)).concat(.translation(0, 0, p.z))
      let placement = after.map { flat.concat($0) } ?? flat
      guard placement.isFinite else { return nil }
      let bounds = Rect(origin: .zero, size: kind.size)
      // With an odd number of flips above, images are upside down in the plane.
      let source =
        plane.isMirrored != flag(.geometryFlipped)
        ? Rect(kind.source.x, kind.source.maxY, kind.source.width, -kind.source.height) : kind.source
      let node = RenderNode(
        bounds: bounds, placement: placement, isPlacementFlipped: flag(.geometryFlipped),
        pieces: [
          .contents(
            Contents(
              image: kind.image, pieces: [Contents.Piece(source: source, destination: bounds)],
              magnification: kind.magnification, minification: kind.minification,
              minificationBias: kind.minificationBias))
        ], blendMode: blend, label: plane.label)
      guard p.color != .white else { return node }
      return RenderNode(
        bounds: .zero, isFlattening: false, children: [node], isGroupOpacity: false,
        replication: Replication(count: 1, step: .identity, color: p.color), label: plane.label)
    }
  }

  /// The particle kinds in use, each with its cell's image and listed once.
  private struct Kinds {
    let cells: [EmitterCell]
    let plane: LayerPlane
    var list: [Particles.Kind] = []
    /// The indices in `list` by cell; −1 for a cell not listed yet.
    var indices: [Int]

    init(_ cells: [EmitterCell], _ plane: LayerPlane) {
      self.cells = cells
      self.plane = plane
      indices = [Int](repeating: -1, count: cells.count)
    }

    mutating func index(of cell: Int) -> Int {
      if indices[cell] >= 0 { return indices[cell] }
      indices[cell] = list.count
      let c = cells[cell]
      guard let image = c.storedContents else { return 0 }
      let scale = c.storedContentsScale
      // As for a layer's contents, the variant for contentsScale gives the size, even when another one is drawn.
      let nominal = image.bitmap(forScale: scale)
      let bitmap = image.bitmap(forScale: max(plane.resolution, scale))
      let width = Double(bitmap.width)
      let height = Double(bitmap.height)
      let r = c.storedContentsRect.intersection(.unit) ?? .unit
      list.append(
        Particles.Kind(
          image: bitmap, source: Rect(r.x * width, r.y * height, r.width * width, r.height * height),
          size: Size(r.width * Double(nominal.width) / scale, r.height * Double(nominal.height) / scale),
          magnification: c.storedMagnificationFilter, minification: c.storedMinificationFilter,
          minificationBias: c.storedMinificationFilterBias))
      return indices[cell]
    }
  }
}

extension Particle {
  var isFinite: Bool { (x + y + z + scale + angle).isFinite }
}

extension EmitterLayer {
  /// Returns the particles alive at a time, sorted by cell and then by birth, including those without contents.
  ///
  /// - Parameter time: a time of the layer; nil for its time at the scene's current time.
  /// - Throws: `LayerError` if there are too many.
  package func particles(at time: Double? = nil) throws -> [Particle] {
    let time = time ?? ownTime(at: scene.currentTime)
    if source == nil, presentedLayer == nil {
      // Only a presentation finds the animations of other layers that act on it.
      let rate = timeRate
      let sceneTime = rate != 0 && rate.isFinite ? (time - ownTime(at: 0)) / rate : scene.currentTime
      let shown = try scene.withoutActions {
        try Presenter(scene).shown(self, at: LocalTime(time)) { $0.effectiveTime(atSceneTime: sceneTime) }
      }
      if let shown = shown as? EmitterLayer { return try shown.particles(at: time) }
    }
    var system = try ParticleSystem(self, at: time, label: label)
    return try system.particles()
  }
}
