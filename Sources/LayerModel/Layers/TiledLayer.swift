// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// A layer that is drawn in tiles, at several levels of detail, and only where it is seen: `CATiledLayer`.
///
/// Its drawing hooks (a subclass's `draw`, or the delegate's) run once for each tile that a picture shows and that is
/// not kept from before, with a context limited to the tile and scaled to its level. So it may be far larger than any
/// picture. With `contents` assigned it is an ordinary layer until they are nil again.
public final class TiledLayer: Layer {
  @exclusivity(unchecked) var storedLevelsOfDetail = 1.0
  @exclusivity(unchecked) var storedLevelsOfDetailBias = 0.0
  @exclusivity(unchecked) var storedTileSize = Size(256, 256)
  /// What was drawn, until it is asked for anew.
  @exclusivity(unchecked) var cache = TileCache()
  /// Of a presentation: its tiles look other than its model's, which keeps those of all others.
  @exclusivity(unchecked) var drawsOwnTiles = false
  /// How many recorded tiles are kept.
  package var keptTileCount: Int { cache.entries.count }
  /// How many may stay though they were not seen of late.
  package static var keptTileLimit: Int { TileCache.comfortable }

  /// The most tiles of one layer in one picture.
  public static let tileLimit = 65_536

  public convenience init(in scene: Scene) { self.init(in: scene, class: .tiled) }

  /// How long a tile takes to fade in, in seconds. Pictures show their tiles at once: there is nothing to wait for.
  public static var fadeDuration: Double { 0.25 }
}

extension TiledLayer {
  /// How many levels there are, each with half the resolution of the one before. Default 1. Those without a whole pixel
  /// are left out.
  public var levelsOfDetail: Int {
    get { Int(clamping: storedLevelsOfDetail) }
    set { assign(.levelsOfDetail, Double(newValue)) }
  }
  /// How many of the levels are finer than the layer's own scale. Default 0.
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

/// The recorded tiles of a layer.
struct TileCache {
  /// What all of them depend on.
  struct Setting: Equatable {
    var tileSize: Size
    var finest: Double
    /// Whether they were drawn with y up.
    var isFlipped: Bool
  }

  struct Entry {
    var backing: LayerBacking
    /// The last search that found it.
    var age: UInt64
  }

  var setting: Setting?
  var entries: [TileGrid.Key: Entry] = [:]
  /// How many searches there were.
  var clock: UInt64 = 0
  /// Tiles beyond this number are forgotten when the picture does not show them.
  static let comfortable = 1024

  /// Forgets the tiles that touch a rectangle of the layer's coordinates; all for nil.
  mutating func drop(_ rect: Rect?) {
    guard let rect else { return entries = [:] }
    entries = entries.filter { entry in
      guard let shared = entry.value.backing.bounds.intersection(rect) else { return true }
      return shared.isEmpty
    }
  }

  /// Forgets the tiles that were not seen for longest, when there are many.
  mutating func trim() {
    guard entries.count > TileCache.comfortable else { return }
    let ages = entries.values.map(\.age).sorted(by: >)
    let oldest = ages[TileCache.comfortable - 1]
    // Equal ages go or stay together: what a dictionary's order would decide must not show.
    entries = entries.filter { $0.value.age == clock || $0.value.age > oldest }
  }
}
