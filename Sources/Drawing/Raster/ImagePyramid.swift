// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Pixels
import Synchronization

/// A bitmap and its mip levels, which are computed on first use. Keep it for as long as the bitmap is drawn.
package final class ImagePyramid: Sendable {
  package let bitmap: Bitmap
  private let levels = Mutex<[LevelKey: Level]>([:])
  private let visible = Mutex<DeviceRect?>(nil)

  package init(_ bitmap: Bitmap) { self.bitmap = bitmap }

  struct LevelKey: Hashable {
    /// Number of times the width and the height are halved.
    var x: Int
    var y: Int
  }

  final class Level: @unchecked Sendable {
    // Unchecked: the pixels are written only before `init` returns.
    let width: Int
    let height: Int
    let pixels: UnsafeMutablePointer<UInt32>

    init(width: Int, height: Int) {
      self.width = width
      self.height = height
      pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height)
    }
    deinit { pixels.deallocate() }
  }

  /// The largest number of times that the width can be halved.
  var maximumX: Int { ImagePyramid.halvings(bitmap.width) }
  var maximumY: Int { ImagePyramid.halvings(bitmap.height) }
  private static func halvings(_ n: Int) -> Int { n.bitWidth - 1 - max(n, 1).leadingZeroBitCount }

  /// Total size in bytes of the mip levels computed so far.
  package var memory: Int { levels.withLock { $0.values.reduce(0) { $0 + $1.width * $1.height * 4 } } }

  /// The smallest rectangle of the bitmap's pixels outside which all are transparent; empty if all are. Searched on
  /// first use.
  package var visibleRect: DeviceRect {
    visible.withLock { known in
      let rect = known ?? ImagePyramid.visibleRect(of: bitmap)
      known = rect
      return rect
    }
  }

  private static func visibleRect(of bitmap: Bitmap) -> DeviceRect {
    let (width, height) = (bitmap.width, bitmap.height)
    var (left, top, right, bottom) = (0, 0, width, height)
    if !bitmap.isOpaque, let base = bitmap.pixels.baseAddress {
      func isClear(_ row: Int) -> Bool {
        UnsafeBufferPointer(start: base + row * width, count: width).allSatisfy { $0 == 0 }
      }
      while top < height, isClear(top) { top += 1 }
      if top == height { return .empty }
      while isClear(bottom - 1) { bottom -= 1 }
      (left, right) = (width, 0)
      for y in top..<bottom {
        let row = base + y * width
        var (first, last) = (0, width)
        while first < left, row[first] == 0 { first += 1 }
        while last > right, row[last - 1] == 0 { last -= 1 }
        (left, right) = (first, last)
      }
    }
    return DeviceRect(
      x0: Int32(clamping: left), y0: Int32(clamping: top), x1: Int32(clamping: right), y1: Int32(clamping: bottom))
  }

  /// Returns the mip level with the sides halved x and y times, clamped to the possible range; nil for the bitmap
  /// itself.
  func level(x: Int, y: Int) -> Level? {
    let x = min(max(x, 0), maximumX)
    let y = min(max(y, 0), maximumY)
    guard x > 0 || y > 0 else { return nil }
    return levels.withLock { levels in
      var result: Level?
      // Halve both sides together as often as possible, then the remaining one alone.
      let both = min(x, y)
      var at = LevelKey(x: 0, y: 0)
      while at.x < x || at.y < y {
        let next = LevelKey(
          x: at.x < both || x > y ? min(at.x + 1, x) : at.x, y: at.y < both || y > x ? min(at.y + 1, y) : at.y)
        if let known = levels[next] {
          result = known
        } else {
          let made: Level
          if let result {
            made = ImagePyramid.halved(
              UnsafePointer(result.pixels), width: result.width, height: result.height, x: next.x > at.x,
              y: next.y > at.y)
          } else if let p = bitmap.pixels.baseAddress {
            made = ImagePyramid.halved(
              p, width: bitmap.width, height: bitmap.height, x: next.x > at.x, y: next.y > at.y)
          } else {
            return nil
          }
          levels[next] = made
          result = made
        }
        at = next
      }
      return result
    }
  }

  /// Returns the half-size copy. Each pixel is the mean of the area it covers, even if a side is odd.
  private static func halved(_ source: UnsafePointer<UInt32>, width: Int, height: Int, x: Bool, y: Bool) -> Level {
    let w = x ? max(width / 2, 1) : width
    let h = y ? max(height / 2, 1) : height
    let level = Level(width: w, height: h)
    if width == 2 * w, height == 2 * h {
      for j in 0..<h {
        var p = source + 2 * j * width
        let out = level.pixels + j * w
        for i in 0..<w {
          // Two channels at a time.
          let a = p[0], b = p[1], c = p[width], d = p[width + 1]
          let even = (a & 0xFF00FF) &+ (b & 0xFF00FF) &+ (c & 0xFF00FF) &+ (d & 0xFF00FF) &+ 0x20002
          let odd = (a >> 8 & 0xFF00FF) &+ (b >> 8 & 0xFF00FF) &+ (c >> 8 & 0xFF00FF) &+ (d >> 8 & 0xFF00FF) &+ 0x20002
          out[i] = (even >> 2 & 0xFF00FF) | (odd >> 2 & 0xFF00FF) << 8
          p += 2
        }
      }
      return level
    }
    // In units of 1/width, source pixel k spans k·w ..< (k + 1)·w and result pixel i spans i·width ..< (i + 1)·width.
    let area = UInt64(width) &* UInt64(height)
    for j in 0..<h {
      let top = j &* height
      let bottom = top &+ height
      for i in 0..<w {
        let left = i &* width
        let right = left &+ width
        var r: UInt64 = 0, g: UInt64 = 0, b: UInt64 = 0, a: UInt64 = 0
        var row = top / h
        while row &* h < bottom {
          let wy = UInt64(min(bottom, (row &+ 1) &* h) &- max(top, row &* h))
          var column = left / w
          while column &* w < right {
            let weight = wy &* UInt64(min(right, (column &+ 1) &* w) &- max(left, column &* w))
            let p = source[row &* width &+ column]
            r &+= UInt64(p & 255) &* weight
            g &+= UInt64(p >> 8 & 255) &* weight
            b &+= UInt64(p >> 16 & 255) &* weight
            a &+= UInt64(p >> 24) &* weight
            column &+= 1
          }
          row &+= 1
        }
        let half = area / 2
        level.pixels[j &* w &+ i] =
          UInt32((r &+ half) / area) | UInt32((g &+ half) / area) << 8 | UInt32((b &+ half) / area) << 16 | UInt32(
            (a &+ half) / area) << 24
      }
    }
    return level
  }
}
