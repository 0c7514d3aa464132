// SPDX-License-Identifier: MIT
import Raster

/// Options for rasterising a render tree. Only `placesGlyphsExactly` changes bytes of the picture; some others
/// determine which pictures are refused.
package struct CompositorOptions: Sendable {
  /// Number of worker threads, including the caller's; at least 1. Default 1.
  package var threads: Int
  /// Height in rows of the full-width bands that workers take in turn. Default 64.
  package var bandHeight: Int
  /// Maximum number of pixels of all off-screen surfaces of a picture together (shadows and the nodes that cast them,
  /// rasterised layers). Default 2²⁷.
  package var surfacePixelBudget: Int
  /// Maximum memory per worker for the groups open at once, in bytes. Default 2²⁷.
  package var groupMemoryBudget: Int
  /// Maximum number of pieces (fills, images, groups) of a picture. Default 10,000,000.
  package var pieceBudget: Int

  /// Maximum memory for glyph masks, in bytes, including masks cached by earlier pictures. Default 2²⁸.
  package var glyphMemoryBudget = 1 << 28

  /// True to draw all glyphs as outlines at their exact positions, as for pixels next to vector text on a page. If
  /// false, small upright glyphs are positioned to a quarter of a pixel. Default false.
  package var placesGlyphsExactly = false

  /// Caches glyph masks between pictures; nil to render them for each picture.
  package var glyphAtlas: GlyphAtlas?

  /// Polled periodically on every worker; returning true abandons the picture. Nil never stops it.
  package var isStopped: (@Sendable () -> Bool)?

  /// Collects warnings about parts that cannot be drawn as specified; nil to ignore them.
  package var warnings: CompositorWarnings?

  /// True for a frame of a film; slow scalable pictures are then rendered at few resolutions. Default false.
  package var isFrame = false

  /// Caches the output of expensive filters between frames; nil to compute it for each.
  package var filterCache: FilterCache?

  /// Caches the display lists of self-contained children between pictures; nil to build them for each.
  var keptBlocks: BlockCache?

  /// Pool of surface memory for reuse; nil to return memory to the system.
  package var pixelMemory: PixelMemory?

  /// Instruction set of the pixel kernels; all produce the same bytes. Default the best available.
  package var instructions: InstructionSet

  package init(
    threads: Int = 1, bandHeight: Int = 64, surfacePixelBudget: Int = 1 << 27, groupMemoryBudget: Int = 1 << 27,
    pieceBudget: Int = 10_000_000, instructions: InstructionSet = .best
  ) {
    self.threads = threads
    self.bandHeight = bandHeight
    self.surfacePixelBudget = surfacePixelBudget
    self.groupMemoryBudget = groupMemoryBudget
    self.pieceBudget = pieceBudget
    self.instructions = instructions
  }
}
