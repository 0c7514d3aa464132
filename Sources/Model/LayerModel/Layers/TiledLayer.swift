// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import RenderTree

/// A layer that is drawn in tiles, at several levels of detail, and only where it is visible: `CATiledLayer`.
///
/// Its drawing hooks (a subclass's `draw`, or the delegate's) run once for each tile that is visible and not cached,
/// with a context limited to the tile and scaled to its level. The layer may therefore be far larger than any image.
/// With `contents` assigned it is an ordinary layer until they are nil again.
///
/// ```swift
/// final class Ground: LayerDelegate {
///   let hooks: LayerHooks = [.draw]
///   let drawsTilesConcurrently = true
///   func draw(_ layer: Layer, in context: GraphicsContext) throws {
///     let tile = context.clipBounds  // draw only this part
///     try context.setFillColor(Color(white: (tile.minX + tile.minY) / 20_000))
///     try context.fill(tile)
///   }
/// }
/// let ground = Ground()
/// let map = TiledLayer(in: scene)
/// map.bounds = Rect(0, 0, 10_000, 10_000)
/// map.tileSize = Size(256, 256)
/// map.levelsOfDetail = 3
/// map.delegate = ground
/// map.setNeedsDisplay()
/// ```
public final class TiledLayer: Layer {
  @exclusivity(unchecked) var storedLevelsOfDetail = 1.0
  @exclusivity(unchecked) var storedLevelsOfDetailBias = 0.0
  @exclusivity(unchecked) var storedTileSize = Size(256, 256)
  /// The cache of drawn tiles, until display is requested again.
  @exclusivity(unchecked) var cache = TileCache()
  /// The tiles from before a frame function asked for display, to be restored after its frame; nil if it did not.
  @exclusivity(unchecked) var cacheBeforeFrame: TileCache?
  /// For a presentation: true if its tiles differ from its model's, which caches those of all others.
  @exclusivity(unchecked) var drawsOwnTiles = false
  /// The number of cached tiles.
  package var keptTileCount: Int { cache.entries.count }
  /// The number of tiles that may stay cached although they were not used recently.
  package static var keptTileLimit: Int { TileCache.comfortable }

  /// The maximum number of tiles of one layer in one frame.
  package static let tileLimit = 65_536

  public convenience init(in scene: Scene) { self.init(in: scene, of: .tiled) }

  package override func pieces(_ plane: inout LayerPlane) -> [Piece] {
    guard !storedBounds.isEmpty else { return [] }
    let model = tiledModel
    if model.painter == nil {
      if model.storedContents == nil, model.delegate?.hooks.contains(.display) != true {
        model.warnWithoutDrawing(model.delegate)
      }
      return []
    }
    let tiles = TileSet()
    plane.waitForTiles(TiledNode(layer: self, tiles: tiles, label: plane.label, isMirrored: plane.isMirrored))
    return [.tiles(tiles)]
  }

  package override var inspectedWords: [String] {
    guard painter != nil else { return storedContents == nil ? ["nobody draws its tiles"] : [] }
    let count = tiledModel.cache.entries.count
    return [
      "\(counted(count, "tile")) of \(inspectedNumber(tileSize.width))×\(inspectedNumber(tileSize.height)) pixels"
    ]
  }

  /// The model layer, which caches the tiles of all its presentations.
  var tiledModel: TiledLayer { model as? TiledLayer ?? self }

  override var classIntent: Intent { tiledModel.painter == nil ? .nothing : .inBounds }
  override var needsDrawingHook: Bool { true }

  /// Drops the invalid tiles; a frame that shows them draws the visible part.
  override func drawItself(_ invalid: Rect?) -> Bool {
    forgetTiles(invalid)
    return true
  }

  override func redrawPresentation(of model: Layer, at time: Double?, resolution: Double) throws {
    if painter == nil {
      try super.redrawPresentation(of: model, at: time, resolution: resolution)
    } else {
      drawsOwnTiles = true
    }
  }

  override func keepOwnLook() { drawsOwnTiles = true }

  override func restoreDrawing() {
    guard let cacheBeforeFrame else { return }
    cache = cacheBeforeFrame
    self.cacheBeforeFrame = nil
  }

  /// The time of tiles that are drawn for one render only; nil if they are cached, and so must not depend on it.
  package var passingTileTime: Double? {
    cacheBeforeFrame != nil || !scene.picture.drawnPresentations.isEmpty ? scene.passingTime : nil
  }

  /// The fade-in time of a tile, in seconds. Rendering shows tiles at once, without waiting.
  package static var fadeDuration: Double { 0.25 }
}

extension TiledLayer {
  /// The number of levels of detail, each with half the resolution of the one before. Default 1. Levels smaller than a
  /// whole pixel are left out.
  public var levelsOfDetail: Int {
    get { Int(clamping: storedLevelsOfDetail) }
    set { assign(.levelsOfDetail, Double(newValue)) }
  }
  /// The number of levels that are finer than the layer's own scale. Default 0.
  public var levelsOfDetailBias: Int {
    get { Int(clamping: storedLevelsOfDetailBias) }
    set { assign(.levelsOfDetailBias, Double(newValue)) }
  }
  /// The size of a tile in pixels of its level. Default 256×256.
  public var tileSize: Size {
    get { storedTileSize }
    set { attempt { () throws in try Property.tileSize.setSize(self, newValue) } }
  }
}

/// The cache of a layer's recorded tiles.
struct TileCache {
  /// The settings that all tiles depend on.
  struct Setting: Equatable {
    var tileSize: Size
    var finest: Double
    /// True if the tiles were drawn with y up.
    var isFlipped: Bool
  }

  struct Entry {
    var backing: LayerBacking
    /// The number of the last search that found it.
    var age: UInt64
  }

  var setting: Setting?
  var entries: [TileGrid.Key: Entry] = [:]
  /// The number of searches so far.
  var clock: UInt64 = 0
  /// The number of tiles above which tiles not shown in the current frame are dropped.
  static let comfortable = 1024

  /// Drops the tiles that touch a rectangle in the layer's coordinates; nil drops all.
  mutating func drop(_ rect: Rect?) {
    guard let rect else { return entries = [:] }
    entries = entries.filter { entry in
      guard let shared = entry.value.backing.bounds.intersection(rect) else { return true }
      return shared.isEmpty
    }
  }

  /// Drops the least recently used tiles if there are more than `comfortable`.
  mutating func trim() {
    guard entries.count > TileCache.comfortable else { return }
    let ages = entries.values.map(\.age).sorted(by: >)
    let oldest = ages[TileCache.comfortable - 1]
    // Tiles of equal age are dropped or kept together: the result must not depend on a dictionary's order.
    entries = entries.filter { $0.value.age == clock || $0.value.age > oldest }
  }
}

// MARK: - Its properties

extension Property {
  static let levelsOfDetail = Property(
    of: TiledLayer.self, "levelsOfDetail", .number,
    .number(get: { $0.storedLevelsOfDetail }, set: { $0.storedLevelsOfDetail = $1 }),
    default: .number(1), range: 1...1024, traits: .whole,
    "The number of levels of detail, each with half the resolution of the one before; those smaller than a whole "
      + "pixel are left out."
  )
  static let levelsOfDetailBias = Property(
    of: TiledLayer.self, "levelsOfDetailBias", .number,
    .number(get: { $0.storedLevelsOfDetailBias }, set: { $0.storedLevelsOfDetailBias = $1 }),
    default: .number(0), range: 0...32, traits: .whole,
    "The number of levels of detail that are finer than contentsScale: by 2, 4, … times.")
  static let tileSize = Property(
    of: TiledLayer.self, "tileSize", .size, .size(get: { $0.storedTileSize }, set: { $0.storedTileSize = $1 }),
    default: .size(Size(256, 256)), traits: .positive, "The size of a tile in pixels of its level.")

  static var tiledRows: [Property] { [levelsOfDetail, levelsOfDetailBias, tileSize] }
}

extension KeyedClass {
  /// The class of `TiledLayer`.
  public static let tiled = KeyedClass(
    .tiled, "TiledLayer", TiledLayer.self, superclass: .layer, rows: Property.tiledRows)
}
