// SPDX-License-Identifier: MIT
import Raster

/// How a render tree is turned into pixels. None of it changes a byte of the picture, except what is refused.
package struct CompositorOptions: Sendable {
  /// Worker threads, the caller's included; at least 1.
  package var threads: Int
  /// Rows of the full-width bands the workers take in turn.
  package var bandHeight: Int
  /// The most pixels all off-screen surfaces of one picture (shadows and what casts them, rasterised layers) may have
  /// together.
  package var surfacePixelBudget: Int
  /// The most bytes one worker may take for the groups that are open at once.
  package var groupMemoryBudget: Int
  /// The most pieces (fills, images, groups) a picture may have.
  package var pieceBudget: Int

  /// Asked now and then, on every worker: true ends the picture. Nil lets it be done.
  package var isStopped: (@Sendable () -> Bool)?

  /// Takes what is not drawn as it should be; nil lets it go.
  package var warnings: CompositorWarnings?

  /// The pixel kernels' instruction set; all give the same bytes.
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
