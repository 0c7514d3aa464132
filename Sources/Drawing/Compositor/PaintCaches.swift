// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import RenderTree

/// The caches of one painter: values that several pieces of a picture share. They live as long as the painter.
///
/// Dictionaries are only looked up, never iterated where the order would show, as hash order is not deterministic.
struct PaintCaches {
  /// Blurred silhouettes.
  var shadows = ShadowCache()
  /// Nodes drawn as bitmaps at their own scale.
  var rasters: [TreePainter.RasterKey: TreePainter.RasterizedNode] = [:]
  /// Outlines of glyphs, by font and linear map.
  var outlines: [GlyphOutlines.Key: GlyphOutlines] = [:]
  private var pyramids: [ObjectIdentifier: ImagePyramid] = [:]
  private var tables: [FadedStops: GradientTable] = [:]
  private var masks: [GlyphOutlines.Key: (font: any GlyphSource, masks: GlyphMasks)] = [:]
  /// The masks that were used last; most runs of text have the font and map of the run before.
  private var lastMasks: (key: GlyphOutlines.Key, masks: GlyphMasks)?
  /// Bytes of all glyph masks.
  var maskBytes = 0

  private struct FadedStops: Hashable {
    var stops: GradientStops
    var opacity: UInt8
  }

  /// Returns the mipmap pyramid of a bitmap.
  mutating func pyramid(_ bitmap: Bitmap) -> ImagePyramid {
    if let known = pyramids[ObjectIdentifier(bitmap)] { return known }
    let made = ImagePyramid(bitmap)
    pyramids[ObjectIdentifier(bitmap)] = made
    return made
  }

  /// True if the pyramid of a bitmap is cached.
  func hasPyramid(of bitmap: Bitmap) -> Bool { pyramids[ObjectIdentifier(bitmap)] != nil }

  /// Returns the cached colours of a gradient painted with an opacity; nil if there are none.
  func table(_ stops: GradientStops, opacity: UInt8) -> GradientTable? {
    tables[FadedStops(stops: stops, opacity: opacity)]
  }

  mutating func keep(_ table: GradientTable, of stops: GradientStops, opacity: UInt8) {
    tables[FadedStops(stops: stops, opacity: opacity)] = table
  }

  /// Returns the glyph masks of a font under a map, which the atlas of earlier pictures may have.
  mutating func glyphMasks(_ key: GlyphOutlines.Key, of font: any GlyphSource, from atlas: GlyphAtlas?) -> GlyphMasks {
    if let last = lastMasks, last.key == key { return last.masks }
    let known = masks[key]?.masks
    let made = known ?? atlas?.take(key) ?? GlyphMasks()
    if known == nil {
      masks[key] = (font, made)
      maskBytes += made.bytes
    }
    lastMasks = (key, made)
    return made
  }

  /// Moves the glyph masks to the atlas, for the next pictures.
  mutating func giveMasks(to atlas: GlyphAtlas) {
    guard !masks.isEmpty else { return }
    atlas.give(masks.map { (key: $0.key, font: $0.value.font, masks: $0.value.masks) })
    masks.removeAll()
    lastMasks = nil
  }
}
