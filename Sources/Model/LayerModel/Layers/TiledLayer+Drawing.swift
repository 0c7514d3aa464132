// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import RenderTree

/// A tiled layer in a render tree under construction, with its node's storage for the tiles.
struct TiledNode {
  /// The layer that is shown: the model or a presentation.
  let layer: TiledLayer
  let tiles: TileSet
  let label: String
  /// True if the layer's plane is seen upside down.
  let isMirrored: Bool
}

extension TiledLayer {
  /// The object that draws the tiles. A layer without one is an ordinary layer.
  enum Painter {
    case subclass(any LayerSubclass)
    case delegate(any LayerDelegate)

    func draw(_ layer: Layer, in context: GraphicsContext) throws {
      switch self {
      case .subclass(let subclass): try subclass.draw(layer, in: context)
      case .delegate(let delegate): try delegate.draw(layer, in: context)
      }
    }

    /// True if it may be called on several threads at once.
    var isConcurrent: Bool {
      switch self {
      case .subclass(let subclass): subclass.drawsTilesConcurrently
      case .delegate(let delegate): delegate.drawsTilesConcurrently
      }
    }
  }

  var painter: Painter? {
    guard storedContents == nil else { return nil }
    if let subclass = subclassHooks {
      if subclass.hooks.contains(.display) { return nil }
      if subclass.hooks.contains(.draw) { return .subclass(subclass) }
    }
    guard let delegate, delegate.hooks.contains(.draw), !delegate.hooks.contains(.display) else { return nil }
    return .delegate(delegate)
  }

  var grid: TileGrid {
    TileGrid(
      tileSize: storedTileSize, levelsOfDetail: storedLevelsOfDetail, bias: storedLevelsOfDetailBias,
      scale: storedContentsScale, bounds: storedBounds)
  }

  /// Draws the visible tiles that are missing, and gives the node its tiles.
  ///
  /// The model caches the tiles, also for presentations that look like it.
  /// - Throws: errors of the drawing hooks; a limit error for more tiles than `tileLimit`.
  func fill(_ node: TiledNode, with finds: [TileSearch.Find], resolution: Double) throws {
    let shown = node.layer
    guard self === shown || !shown.drawsOwnTiles else {
      return try shown.whileDrawn { try shown.fill(node, with: finds, resolution: resolution) }
    }
    guard let painter = tiledModel.painter else { return }
    let grid = shown.grid
    let isFlipped = shown.flag(.geometryFlipped) != node.isMirrored
    let setting = TileCache.Setting(tileSize: grid.tileSize, finest: grid.finest, isFlipped: isFlipped)
    if cache.setting != setting { cache = TileCache(setting: setting, clock: cache.clock) }
    cache.clock += 1
    defer { cache.trim() }

    // The map between the layer's own coordinates and its plane, in both directions.
    let flip = shown.flag(.geometryFlipped) ? shown.flip : .identity
    var views: [(map: Homography, keys: [TileGrid.Key])] = []
    var missing: [TileGrid.Key] = []
    var asked: Set<TileGrid.Key> = []
    for find in finds {
      let keys: [TileGrid.Key]
      do {
        keys = try grid.tiles(
          seenIn: find.seen.map { flip.apply($0) }, through: Homography(flip).concat(find.map),
          isFlipped: shown.flag(.geometryFlipped), limit: TiledLayer.tileLimit)
      } catch { throw tooMany(error, grid, node.label) }
      for key in keys where asked.insert(key).inserted {
        if asked.count > TiledLayer.tileLimit {
          throw tooMany(TileGrid.TooMany(count: Double(asked.count), level: key.level), grid, node.label)
        }
        // A tile clipped by other bounds is drawn again.
        if let known = cache.entries[key], known.backing.bounds == grid.area(key) {
          cache.entries[key]?.age = cache.clock
        } else {
          missing.append(key)
        }
      }
      views.append((find.map, keys))
    }
    if !missing.isEmpty {
      try draw(missing, of: grid, isFlipped: isFlipped, resolution: resolution, by: painter, label: node.label)
    }
    for view in views {
      node.tiles.add(
        TileSet.View(
          map: view.map,
          tiles: view.keys.compactMap { key in
            guard let backing = cache.entries[key]?.backing, !backing.drawing.operations.isEmpty else { return nil }
            return tile(backing, flip: flip, isMirrored: node.isMirrored)
          }))
    }
  }

  private func tooMany(_ problem: TileGrid.TooMany, _ grid: TileGrid, _ label: String) -> LayerError {
    let count = problem.count < 1e15 ? "\(Int(clamping: problem.count))" : "countless"
    return LayerError(
      .limit,
      "\(label): \(count) tiles of \(numberText(grid.tileSize.width))×\(numberText(grid.tileSize.height)) pixels would "
        + "be seen at \(numberText(grid.resolution(problem.level))) pixels per point; at most \(TiledLayer.tileLimit) "
        + "are drawn. Make tileSize larger, or give the layer more levelsOfDetail for distant views")
  }

  /// Makes a tile that places a recording in the plane.
  private func tile(_ backing: LayerBacking, flip: AffineTransform, isMirrored: Bool) -> TileSet.Tile {
    let area = flip.boundingBox(of: backing.bounds)
    let transform =
      isMirrored
      ? AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: area.minX, ty: area.maxY) : .translation(area.minX, area.minY)
    return TileSet.Tile(area: area, drawing: backing.drawing, transform: transform, resolution: backing.contentsScale)
  }

  /// Drops the tiles in a rectangle, as `display` does; nil drops all. They are drawn again when they are next visible.
  func forgetTiles(_ rect: Rect?) {
    if scene.picture.isInFrame, cacheBeforeFrame == nil { cacheBeforeFrame = cache }
    cache.drop(rect)
    countChange()
  }

  // MARK: Drawing

  private func draw(
    _ keys: [TileGrid.Key], of grid: TileGrid, isFlipped: Bool, resolution: Double, by painter: Painter, label: String
  ) throws {
    // Hooks receive the model, even when a presentation is drawn.
    let model = model
    if model.flag(.displaying) {
      throw LayerError("\(label): its tiles are needed while it draws one; do not render it from its own drawing hook")
    }
    model.setFlag(.displaying, true)
    defer { model.setFlag(.displaying, false) }
    if let delegate, delegate.hooks.contains(.layerWillDraw) { try delegate.layerWillDraw(model) }
    if painter.isConcurrent, keys.count > 1 {
      return try drawConcurrently(keys, of: grid, isFlipped: isFlipped, resolution: resolution, by: painter)
    }
    for key in keys {
      let context = context(for: key, of: grid, isFlipped: isFlipped, resolution: resolution)
      context.services = scene.services
      context.onTextProblem = { [self] in scene.warn(aboutTextOf: label, $0, about: self) }
      defer { context.close() }
      if flag(.opaque) { try context.fill(context.bounds) }
      try painter.draw(model, in: context)
      keep(context, as: key)
    }
  }

  private func context(for key: TileGrid.Key, of grid: TileGrid, isFlipped: Bool, resolution: Double) -> GraphicsContext
  {
    let area = grid.area(key)
    let scale = grid.resolution(key.level)
    let context = GraphicsContext(
      bounds: area, scale: scale, isFlipped: isFlipped, imageScale: resolution, memoryBudget: scene.memoryBudget,
      budget: GraphicsContext.budget(of: scene))
    // As in Core Animation, the matrix of a tile's context contains the scale of its level: ctm.a gives the level.
    context.device = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -area.minX * scale, ty: -area.minY * scale)
    return context
  }

  private func keep(_ context: GraphicsContext, as key: TileGrid.Key) {
    if let imbalance = context.imbalance {
      scene.warn(.unbalancedState, "\(label): \(imbalance)", onceFor: "\(serial)", about: self)
    }
    var backing = LayerBacking(
      drawing: context.finish(), bounds: context.bounds, contentsScale: context.scale, isOpaque: flag(.opaque),
      isFlipped: context.isFlipped
    )
    backing.charges = [context.charge]
    cache.entries[key] = TileCache.Entry(backing: backing, age: cache.clock)
  }

  /// Records tiles on several threads. Errors, missing fonts and missing characters are reported in the order of the
  /// tiles.
  private func drawConcurrently(
    _ keys: [TileGrid.Key], of grid: TileGrid, isFlipped: Bool, resolution: Double, by painter: Painter
  ) throws {
    let text = SharedText(scene.services)
    let jobs = TileJobs(
      contexts: keys.map { key in
        let context = context(for: key, of: grid, isFlipped: isFlipped, resolution: resolution)
        context.services = text
        return context
      }, layer: model, painter: painter, isOpaque: flag(.opaque))
    defer { for context in jobs.contexts { context.close() } }
    scene.services.concurrently(keys.count) { jobs.run($0) }
    for (i, (context, result)) in zip(jobs.contexts, jobs.results).enumerated() {
      if let error = result.error { throw error }
      for problem in result.problems { scene.warn(aboutTextOf: label, problem, about: self) }
      guard context.charge.settle() else {
        throw LayerError.noMemory("the drawing of its tiles", scene.memoryBudget, at: label)
      }
      keep(context, as: keys[i])
    }
  }
}

/// Tiles that are recorded concurrently. Unchecked: each thread touches only the entries with its job's number, and the
/// painter permits such calls.
private final class TileJobs: @unchecked Sendable {
  let contexts: [GraphicsContext]
  private let layer: Layer
  private let painter: TiledLayer.Painter
  private let isOpaque: Bool
  let results: UnsafeMutableBufferPointer<(error: (any Error)?, problems: [TextFrame])>

  init(contexts: [GraphicsContext], layer: Layer, painter: TiledLayer.Painter, isOpaque: Bool) {
    self.contexts = contexts
    self.layer = layer
    self.painter = painter
    self.isOpaque = isOpaque
    results = .allocate(capacity: contexts.count)
    results.initialize(repeating: (nil, []))
    for context in contexts { context.charge.isDeferred = true }
  }

  deinit {
    results.deinitialize()
    results.deallocate()
  }

  func run(_ job: Int) {
    let context = contexts[job]
    let results = results
    context.onTextProblem = { results[job].problems.append($0) }
    do {
      if isOpaque { try context.fill(context.bounds) }
      try painter.draw(layer, in: context)
    } catch { results[job].error = error }
    context.onTextProblem = nil
  }
}
