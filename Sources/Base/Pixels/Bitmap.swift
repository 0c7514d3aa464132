// SPDX-License-Identifier: MIT
/// An immutable image of premultiplied sRGB RGBA pixels, 8 bits per channel, top row first.
///
/// A pixel is four bytes R, G, B, A in memory: as a little-endian `UInt32`, red is the lowest byte. Rows are
/// contiguous.
///
/// ```swift
/// let bitmap = try renderer.render(poster, PictureOptions(scale: 2))
/// print(bitmap.width, bitmap.height, bitmap.color(x: 10, y: 10).red)
/// ```
public final class Bitmap: @unchecked Sendable {
  // Unchecked: the pixels are written only before `init` returns, and by `redraw`, while there is no other owner.
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Pixels per point: 2 for an `@2x` image.
  public let scale: Double
  /// True if no pixel is translucent.
  public private(set) var isOpaque: Bool
  let storage: UnsafeMutableBufferPointer<UInt32>
  /// The JPEG file that the pixels were decoded from, for formats that can embed it unchanged; nil for all other
  /// bitmaps.
  package private(set) var photograph: Photograph?

  /// Maximum width and height in pixels.
  public static let maximumSide = 32768
  /// Maximum number of pixels (1 GiB of memory).
  public static let maximumPixels = 268_435_456

  /// Creates a bitmap whose pixels `fill` writes; they are initially zero (transparent).
  ///
  /// ```swift
  /// let checks = try Bitmap(width: 8, height: 8) { pixels in
  ///   for i in pixels.indices { pixels[i] = (i / 8 + i) % 2 == 0 ? 0xffff_ffff : 0xff00_0000 }
  /// }
  /// ```
  ///
  /// - Throws: `BitmapError` if the size exceeds the limits or memory is short, and any error that `fill` throws.
  public convenience init(
    width: Int, height: Int, scale: Double = 1, fill: (UnsafeMutableBufferPointer<UInt32>) throws -> Void
  ) throws {
    try self.init(width: width, height: height, scale: scale, isOpaque: nil, fill: fill)
  }

  /// Creates a bitmap as above.
  ///
  /// - Parameter isOpaque: true if no pixel will be translucent, false if one will; nil to look at all of them. If
  ///   true, the pixels are initially undefined, and `fill` writes all of them before it reads one.
  package init(
    width: Int, height: Int, scale: Double, isOpaque known: Bool?,
    fill: (UnsafeMutableBufferPointer<UInt32>) throws -> Void
  ) throws {
    guard width > 0, height > 0, width <= Bitmap.maximumSide, height <= Bitmap.maximumSide,
      width * height <= Bitmap.maximumPixels
    else { throw BitmapError.size(width: width, height: height) }
    guard let memory = bitmapAllocate(count: width * height, isCleared: known != true) else {
      throw BitmapError.memory(width: width, height: height)
    }
    do { try fill(memory) } catch {
      bitmapFree(memory)
      throw error
    }
    self.width = width
    self.height = height
    self.scale = scale
    storage = memory
    isOpaque = known ?? UnsafeBufferPointer(memory).areOpaque
  }

  deinit { bitmapFree(storage) }

  /// Attaches the file that the pixels were decoded from. Call it only before the bitmap is shared.
  package func keep(_ file: Photograph) { photograph = file }

  /// Overwrites the pixels. Call it only while there is no other owner.
  ///
  /// - Parameter body: receives the pixels, and whether they were opaque; returns whether they are opaque now.
  package func redraw(_ body: (UnsafeMutableBufferPointer<UInt32>, Bool) throws -> Bool) rethrows {
    isOpaque = try body(storage, isOpaque)
  }

  /// The pixels, valid while the bitmap lives.
  @inlinable public var pixels: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(rawPixels) }
  @usableFromInline var rawPixels: UnsafeMutableBufferPointer<UInt32> { storage }

  /// The width in points: pixels ÷ scale.
  public var pointWidth: Double { Double(width) / scale }
  /// The height in points: pixels ÷ scale.
  public var pointHeight: Double { Double(height) / scale }

  /// The premultiplied pixel at a column and row; 0 outside the bitmap.
  public subscript(x: Int, y: Int) -> UInt32 {
    x >= 0 && y >= 0 && x < width && y < height ? storage[y * width + x] : 0
  }

  /// Returns the colour of a pixel, unpremultiplied.
  public func color(x: Int, y: Int) -> Color {
    let p = self[x, y]
    let a = Double(p >> 24)
    if a == 0 { return .clear }
    return Color(
      red: Swift.min(Double(p & 255) / a, 1), green: Swift.min(Double(p >> 8 & 255) / a, 1),
      blue: Swift.min(Double(p >> 16 & 255) / a, 1), alpha: a / 255)
  }
}

extension UnsafeBufferPointer<UInt32> {
  /// True if no pixel is translucent. Vectorised, since it is the last step of every rendered image.
  package var areOpaque: Bool {
    guard let base = UnsafeRawPointer(baseAddress) else { return true }
    // All pixels have an alpha of 255 if their bitwise AND has.
    let block = 1024, lanes = SIMD16<UInt32>.scalarCount
    var at = 0
    while at + block <= count {
      var common = SIMD16<UInt32>(repeating: .max)
      for k in stride(from: at, to: at + block, by: lanes) {
        common &= base.loadUnaligned(fromByteOffset: k * 4, as: SIMD16<UInt32>.self)
      }
      if common.min() < 0xFF00_0000 { return false }
      at += block
    }
    return self[at...].allSatisfy { $0 >= 0xFF00_0000 }
  }
}

/// A JPEG file with sRGB colours.
package struct Photograph: Sendable {
  package var bytes: [UInt8]
  /// Number of colour components: 1 for grey, 3 for colour.
  package var components: Int
  /// EXIF orientation, 1…8: the rotation and reflection that make the image upright.
  package var orientation: Int

  package init(bytes: [UInt8], components: Int, orientation: Int) {
    self.bytes = bytes
    self.components = components
    self.orientation = orientation
  }

  /// True if the file's rows are columns of the upright image.
  package var isSideways: Bool { orientation >= 5 }
}

/// The reason why a bitmap cannot be created.
public enum BitmapError: Error, Equatable, Sendable {
  case size(width: Int, height: Int)
  case memory(width: Int, height: Int)

  /// A description of the error.
  public var message: String {
    switch self {
    case .size(let w, let h):
      "an image of \(w)×\(h) pixels is not possible: each side must be 1 to \(Bitmap.maximumSide), "
        + "\(Bitmap.maximumPixels) pixels in all"
    case .memory(let w, let h): "there is not enough memory for an image of \(w)×\(h) pixels"
    }
  }
}
