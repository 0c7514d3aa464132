// SPDX-License-Identifier: MIT
import Raster

/// The options for turning a render tree into pixels. None of them but `placesGlyphsExactly` changes a byte of the
/// picture; some determine which pictures are refused.
package struct CompositorOptions: Sendable {
  /// Worker threads, the caller's included; at least 1.
  package var threads: Int
  /// Rows of the full-width bands the workers take in turn.
  package var bandHeight: Int
  /// The most pixels all off-screen surfaces of one picture (shadows and the nodes that cast them, rasterised layers)
  /// may have together.
  package var surfacePixelBudget: Int
  /// The most bytes one worker may take for the groups that are open at once.
  package var groupMemoryBudget: Int
  /// The most pieces (fills, images, groups) a picture may have.
  package var pieceBudget: Int

  /// The most bytes of glyphs' masks that a picture may need, with those that earlier ones left.
  package var glyphMemoryBudget = 1 << 28

  /// Draws all glyphs as outlines at their exact places, as in pixels that stand on a page beside text that is not
  /// pixels. Else small upright ones are placed to a quarter of a pixel.
  package var placesGlyphsExactly = false

  /// Keeps the masks of glyphs for the next pictures; nil makes them anew for each.
  package var glyphAtlas: GlyphAtlas?

  /// Called now and then, on every worker: true ends the picture. Nil never stops it.
  package var isStopped: (@Sendable () -> Bool)?

  /// Collects warnings about parts that are not drawn as they should be; nil ignores them.
  package var warnings: CompositorWarnings?

  /// True if the picture is a frame of a film: pictures that take long are then drawn at few resolutions.
  package var isFrame = false

  /// Keeps results of filters for the next frames; nil makes each anew.
  package var filterCache: FilterCache?

  /// Keeps the lists of plain children for the next picture; nil makes them anew.
  var keptBlocks: KeptBlocks?

  /// Keeps the memory of surfaces for the next ones; nil gives it back to the system.
  package var pixelMemory: PixelMemory?

  /// The pixel kernels' instruction set; all produce the same bytes.
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
