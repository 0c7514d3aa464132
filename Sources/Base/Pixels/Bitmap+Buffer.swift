// SPDX-License-Identifier: MIT
/// A pixel format: the order of the four bytes in memory, and whether colours are premultiplied.
public enum PixelLayout: Sendable, CaseIterable {
  /// The format of `Bitmap`.
  case rgbaPremultiplied
  /// The format of most window systems (Cairo's and Wayland's ARGB32 on little-endian machines).
  case bgraPremultiplied
  /// The format of image files.
  case rgbaStraight
  case bgraStraight

  var isBlueFirst: Bool { self == .bgraPremultiplied || self == .bgraStraight }
  var isStraight: Bool { self == .rgbaStraight || self == .bgraStraight }
}

extension Bitmap {
  /// Returns the size in bytes of a buffer for `height` rows of `width` pixels with a stride of `bytesPerRow`; nil if
  /// the stride is too small.
  ///
  /// ```swift
  /// // The last row needs no padding.
  /// Bitmap.byteCount(width: 10, height: 3, bytesPerRow: 64)  // 168
  /// ```
  public static func byteCount(width: Int, height: Int, bytesPerRow: Int) -> Int? {
    guard width > 0, height > 0, width <= maximumSide, height <= maximumSide, bytesPerRow >= width * 4,
      bytesPerRow <= 1 << 40
    else {
      return nil
    }
    return (height - 1) * bytesPerRow + width * 4
  }

  /// Copies the pixels into a buffer, top row first. Padding between rows is left unchanged.
  ///
  /// ```swift
  /// var bytes = [UInt8](repeating: 0, count: bitmap.width * bitmap.height * 4)
  /// bytes.withUnsafeMutableBytes { buffer in
  ///   _ = bitmap.copy(to: buffer, bytesPerRow: bitmap.width * 4, as: .bgraPremultiplied)
  /// }
  /// ```
  ///
  /// - Returns: false, with nothing written, if the buffer or the stride is too small.
  public func copy(
    to buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int, as layout: PixelLayout = .rgbaPremultiplied
  ) -> Bool {
    guard let needed = Bitmap.byteCount(width: width, height: height, bytesPerRow: bytesPerRow), buffer.count >= needed,
      let base = buffer.baseAddress, let from = pixels.baseAddress
    else { return false }
    for y in 0..<height {
      let row = base + y * bytesPerRow
      let source = from + y * width
      if layout == .rgbaPremultiplied {
        row.copyMemory(from: source, byteCount: width * 4)
        continue
      }
      // The caller's rows may be unaligned.
      for x in 0..<width {
        var p = source[x]
        if layout.isStraight { p = straightened(p) }
        if layout.isBlueFirst { p = p & 0xFF00_FF00 | p << 16 & 0x00FF_0000 | p >> 16 & 0xFF }
        row.storeBytes(of: p.littleEndian, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return true
  }
}

/// Unpremultiplies a pixel.
@inline(__always) private func straightened(_ p: UInt32) -> UInt32 {
  let a = p >> 24
  if a == 255 { return p }
  if a == 0 { return 0 }
  func channel(_ shift: UInt32) -> UInt32 { (Swift.min((p >> shift & 255) &* 255 &+ a / 2, a &* 255) / a) << shift }
  return channel(0) | channel(8) | channel(16) | a << 24
}
