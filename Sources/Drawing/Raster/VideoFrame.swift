// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Pixels
import SystemC

/// An image as consecutive video planes: luma, two of chroma at half the resolution, and optionally alpha. BT.709 in
/// limited range.
package final class VideoFrame: @unchecked Sendable {
  // Unchecked: written only before `init` returns.
  package let bytes: UnsafeRawBufferPointer

  /// - Parameters:
  ///   - width: the bitmap's width or larger, in which case the last column is repeated; `height` likewise.
  ///   - hasAlpha: true adds an alpha plane; colours are then straight.
  ///   - background: the opaque colour behind translucent pixels if there is no alpha.
  /// - Throws: `BitmapError` if memory is short.
  package init(
    _ bitmap: Bitmap, width: Int, height: Int, hasAlpha: Bool, background: Color, instructions: InstructionSet = .best
  ) throws(BitmapError) {
    let chromaWidth = (width + 1) / 2
    let chroma = chromaWidth * ((height + 1) / 2)
    let count = width * height * (hasAlpha ? 2 : 1) + 2 * chroma
    guard width >= bitmap.width, height >= bitmap.height, let memory = malloc(count) else {
      throw .memory(width: width, height: height)
    }
    bytes = UnsafeRawBufferPointer(start: memory, count: count)
    let y = memory.assumingMemoryBound(to: UInt8.self)
    let u = y + width * height
    let v = u + chroma
    let a = v + chroma
    let under = background.withAlpha(1).premultiplied()
    // Row length of the padded copies; 0 if the image is not padded.
    let wide = width > bitmap.width ? width : 0
    guard let base = bitmap.pixels.baseAddress,
      let kernels = llua_kernels_for(instructions.rawValue) ?? llua_kernels_for(0),
      let work = malloc((width * 4 + 16 + wide * 2) * 4)
    else {
      free(memory)
      throw .memory(width: width, height: height)
    }
    defer { free(work) }
    let words = work.assumingMemoryBound(to: UInt32.self)
    // Receives the luma and alpha of the repeated last row if the height is odd.
    let spare = malloc(width * 2)?.assumingMemoryBound(to: UInt8.self)
    defer { free(spare) }
    func row(_ index: Int, _ copy: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
      let from = base + min(index, bitmap.height - 1) * bitmap.width
      guard wide > 0 else { return from }
      copy.update(from: from, count: bitmap.width)
      for x in bitmap.width..<width { copy[x] = from[bitmap.width - 1] }
      return UnsafePointer(copy)
    }
    let copies = words + width * 4 + 16
    for pair in 0..<(height + 1) / 2 {
      let top = row(2 * pair, copies)
      let bottom = row(2 * pair + 1, copies + wide)
      let isLast = 2 * pair + 1 >= height
      let y0 = y + 2 * pair * width
      guard let y1 = isLast ? spare : y0 + width else { continue }
      if hasAlpha {
        let a0 = a + 2 * pair * width
        guard let a1 = isLast ? spare.map({ $0 + width }) : a0 + width else { continue }
        kernels.pointee.video_rows_alpha(
          top, bottom, Int32(width), y0, y1, u + pair * chromaWidth, v + pair * chromaWidth, a0, a1)
      } else {
        kernels.pointee.video_rows(
          top, bottom, Int32(width), bitmap.isOpaque ? 0 : 1, under, y0, y1, u + pair * chromaWidth,
          v + pair * chromaWidth, words)
      }
    }
    withExtendedLifetime(bitmap) {}
  }

  deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}
