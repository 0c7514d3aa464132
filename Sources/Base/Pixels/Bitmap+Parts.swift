// SPDX-License-Identifier: MIT
import Numbers

// Conversions between bitmaps, and from and to bytes. All preserve the scale.
extension Bitmap {
  /// Creates a bitmap from rows of straight RGBA bytes, top first; missing bytes are transparent.
  ///
  /// ```swift
  /// let dot = try Bitmap(width: 1, height: 1, scale: 1, straightBytes: [255, 128, 0, 128])
  /// layer.contents = Image(dot)
  /// ```
  public convenience init(width: Int, height: Int, scale: Double, straightBytes bytes: [UInt8]) throws {
    try self.init(width: width, height: height, scale: scale) { out in
      bytes.withUnsafeBufferPointer { bytes in
        for i in 0..<Swift.min(out.count, bytes.count / 4) {
          let a = UInt32(bytes[i &* 4 &+ 3])
          func byte(_ k: Int) -> UInt32 { (UInt32(bytes[i &* 4 &+ k]) &* a &+ 127) / 255 }
          out[i] = byte(0) | byte(1) << 8 | byte(2) << 16 | a << 24
        }
      }
    }
  }

  /// Rows of straight RGBA bytes, top first.
  public var straightBytes: [UInt8] {
    // Fast path: the memory of an opaque bitmap is already straight.
    if isOpaque { return [UInt8](UnsafeRawBufferPointer(pixels)) }
    return [UInt8](unsafeUninitializedCapacity: width * height * 4) { out, count in
      var at = 0
      for p in pixels {
        let a = p >> 24
        for shift in [UInt32(0), 8, 16] {
          let c = p >> shift & 255
          out[at] = UInt8(truncatingIfNeeded: a == 255 ? c : a == 0 ? 0 : Swift.min(c &* 255 &+ a / 2, a &* 255) / a)
          at &+= 1
        }
        out[at] = UInt8(truncatingIfNeeded: a)
        at &+= 1
      }
      count = at
    }
  }

  /// Returns a part of the bitmap, in pixels; transparent outside the bitmap.
  package func cropped(x: Int, y: Int, width: Int, height: Int) throws -> Bitmap {
    let left = Swift.max(x, 0), right = Swift.min(x + width, self.width)
    return try Bitmap(width: width, height: height, scale: scale) { out in
      guard left < right, let to = out.baseAddress, let from = pixels.baseAddress else { return }
      for row in Swift.max(y, 0)..<Swift.max(Swift.min(y + height, self.height), Swift.max(y, 0)) {
        (to + (row - y) * width + left - x).update(from: from + row * self.width + left, count: right - left)
      }
    }
  }

  /// Returns the bitmap rotated a quarter turn counter-clockwise.
  package func turnedLeft() throws -> Bitmap {
    try Bitmap(width: height, height: width, scale: scale) { out in
      guard let to = out.baseAddress, let from = pixels.baseAddress else { return }
      for y in 0..<height {
        for x in 0..<width { to[(width &- 1 &- x) &* height &+ y] = from[y &* width &+ x] }
      }
    }
  }

  /// Returns a larger transparent bitmap with this one at (x, y).
  package func placed(x: Int, y: Int, onWidth width: Int, height: Int) throws -> Bitmap {
    try cropped(x: -x, y: -y, width: width, height: height)
  }

  /// Returns the bitmap composited over a colour.
  package func composited(over color: Color) throws -> Bitmap {
    if isOpaque { return self }
    return try Bitmap(width: width, height: height, scale: scale) { out in
      _ = out.update(from: pixels)
      Bitmap.composite(out, over: color)
    }
  }

  /// Composites premultiplied pixels over a colour, in place.
  package static func composite(_ pixels: UnsafeMutableBufferPointer<UInt32>, over color: Color) {
    let a = UInt32(clamping: (Swift.min(Swift.max(color.alpha, 0), 1) * 255).rounded())
    func premultiplied(_ v: Double) -> UInt32 {
      UInt32(clamping: (Swift.min(Swift.max(v, 0), 1) * Double(a)).rounded())
    }
    let under = [premultiplied(color.red), premultiplied(color.green), premultiplied(color.blue), a]
    for (i, p) in pixels.enumerated() where p < 0xFF00_0000 {
      let rest = 255 &- p >> 24
      var result: UInt32 = 0
      for k in 0..<4 {
        let shift = UInt32(8 &* k)
        let t = under[k] &* rest &+ 128
        result |= Swift.min((p >> shift & 255) &+ (t &+ t >> 8) >> 8, 255) << shift
      }
      pixels[i] = result
    }
  }
}

extension Bitmap {
  /// True if sizes, scales and all pixels are equal.
  package func isEqual(to other: Bitmap) -> Bool {
    if self === other { return true }
    guard width == other.width, height == other.height, scale == other.scale else { return false }
    return withExtendedLifetime((self, other)) { pixels.elementsEqual(other.pixels) }
  }
}
