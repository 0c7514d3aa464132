// SPDX-License-Identifier: MIT
import Pixels

/// A pattern's image prepared for repetition by readers.
package struct VectorTile {
  /// The pattern's image, repeated to fill a cell, with a border of one pixel that holds its neighbours in the
  /// repetition.
  package let bitmap: Bitmap
  /// Size of the cell, in pixels, without the border.
  package let width: Int
  package let height: Int

  /// Minimum side of a cell, in pixels. Some readers round a cell's size to their whole pixels.
  private static let leastSide = 128

  /// Makes a cell. It has a border because readers blend an image into transparency at its edges, which would show as
  /// seams.
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
