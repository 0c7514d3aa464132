// SPDX-License-Identifier: MIT
import Pixels

/// A pattern's image as readers repeat it best.
package struct VectorTile {
  /// The pattern's image, repeated to a cell, with one pixel more on each side, as it has beside it where the cell is
  /// repeated.
  package let bitmap: Bitmap
  /// Of the cell, in pixels.
  package let width: Int
  package let height: Int

  /// The pixels of a cell's side at least: some readers make a cell as large as their whole pixels.
  private static let leastSide = 128

  /// Readers smooth an image towards nothing at its edges, so that the edges of cells would show.
  package init(_ image: Bitmap) throws {
    let (w, h) = (image.width, image.height)
    let width = (VectorTile.leastSide + w - 1) / w * w
    let height = (VectorTile.leastSide + h - 1) / h * h
    bitmap = try Bitmap(width: width + 2, height: height + 2, scale: image.scale) { pixels in
      for y in 0..<height + 2 {
        let row = (y + height - 1) % h * w
        for x in 0..<width + 2 { pixels[y * (width + 2) + x] = image.pixels[row + (x + width - 1) % w] }
      }
    }
    self.width = width
    self.height = height
  }
}
