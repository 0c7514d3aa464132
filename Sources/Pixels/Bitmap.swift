// SPDX-License-Identifier: MIT
/// An immutable picture of premultiplied sRGB RGBA pixels, 8 bits a channel, top row first.
///
/// A pixel is four bytes R, G, B, A in memory: as a little-endian `UInt32`, red is the lowest byte. Rows are
/// contiguous.
public final class Bitmap: @unchecked Sendable {
  // Unchecked: the pixels are written only before `init` returns, and by `redraw`, while nobody else has it.
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Pixels per point: 2 for an `@2x` image.
  public let scale: Double
  /// True when no pixel is translucent.
  public private(set) var isOpaque: Bool
  let storage: UnsafeMutableBufferPointer<UInt32>
  /// The file that the pixels were read from, where other files can hold it as it is; nil for all others.
  package private(set) var photograph: Photograph?

  /// No bitmap may be wider or higher than this.
  public static let maximumSide = 32768
  /// No bitmap may hold more pixels than this (1 GiB).
  public static let maximumPixels = 268_435_456

  /// Makes a bitmap whose pixels `fill` writes; they start as zero (transparent).
  ///
  /// - Throws: `BitmapError` when the size is not within the limits or memory is short, and any error that `fill`
  ///   throws.
  public init(
    width: Int, height: Int, scale: Double = 1, fill: (UnsafeMutableBufferPointer<UInt32>) throws -> Void
  ) throws {
    guard width > 0, height > 0, width <= Bitmap.maximumSide, height <= Bitmap.maximumSide,
      width * height <= Bitmap.maximumPixels
    else { throw BitmapError.size(width: width, height: height) }
    guard let memory = bitmapAllocate(count: width * height) else {
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
    isOpaque = UnsafeBufferPointer(memory).areOpaque
  }

  deinit { bitmapFree(storage) }

  /// Keeps the file that the pixels were read from. Only before the bitmap is shared.
  package func keep(_ file: Photograph) { photograph = file }

  /// Writes pixels again. Only while nobody else has the bitmap.
  ///
  /// - Parameter body: receives the pixels, and whether none was translucent; returns whether none is now.
  package func redraw(_ body: (UnsafeMutableBufferPointer<UInt32>, Bool) throws -> Bool) rethrows {
    isOpaque = try body(storage, isOpaque)
  }

  /// The pixels, valid while the bitmap lives.
  @inlinable public var pixels: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(rawPixels) }
  @usableFromInline var rawPixels: UnsafeMutableBufferPointer<UInt32> { storage }

  /// The size in points: pixels ÷ scale.
  public var pointWidth: Double { Double(width) / scale }
  /// The height in points.
  public var pointHeight: Double { Double(height) / scale }

  /// The premultiplied pixel at a column and row; 0 outside.
  public subscript(x: Int, y: Int) -> UInt32 {
    x >= 0 && y >= 0 && x < width && y < height ? storage[y * width + x] : 0
  }

  /// The pixel's colour with the alpha divided out.
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
  /// Whether no pixel is translucent. A few bytes of each cycle: the last step of every picture.
  package var areOpaque: Bool {
    guard let base = UnsafeRawPointer(baseAddress) else { return true }
    // All have an alpha of 255 if all that they have in common does.
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

/// A JPEG file whose colours are sRGB.
package struct Photograph: Sendable {
  package var bytes: [UInt8]
  /// 1 for greys, 3 for colours.
  package var components: Int
  /// EXIF's number of the turn that makes it upright, 1…8.
  package var orientation: Int

  package init(bytes: [UInt8], components: Int, orientation: Int) {
    self.bytes = bytes
    self.components = components
    self.orientation = orientation
  }

  /// Whether its rows are columns of the upright picture.
  package var isSideways: Bool { orientation >= 5 }
}

/// The reason why a bitmap cannot be made.
public enum BitmapError: Error, Equatable, Sendable {
  case size(width: Int, height: Int)
  case memory(width: Int, height: Int)

  /// What is wrong.
  public var message: String {
    switch self {
    case .size(let w, let h):
      "an image of \(w)×\(h) pixels is not possible: each side must be 1 to \(Bitmap.maximumSide), \(Bitmap.maximumPixels) pixels in all"
    case .memory(let w, let h): "there is not enough memory for an image of \(w)×\(h) pixels"
    }
  }
}
