// SPDX-License-Identifier: MIT
import CImageCodecs
import Numbers
import Pixels

/// A non-empty rectangle of whole pixels.
package struct PixelRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  var area: Int { width * height }

  func union(_ other: PixelRect) -> PixelRect {
    let left = min(x, other.x), top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  var forC: llua_rect { llua_rect(x: UInt32(x), y: UInt32(y), width: UInt32(width), height: UInt32(height)) }
}

extension Bitmap {
  /// Returns the smallest rectangle outside which this bitmap equals another one of its size; nil if they are equal.
  package func difference(from other: Bitmap) -> PixelRect? {
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    guard width == other.width, height == other.height else { return whole }
    if self === other { return nil }
    guard let a = other.pixels.baseAddress, let b = pixels.baseAddress else { return whole }
    return withExtendedLifetime((self, other)) { pixelDifference(a, b, width: width, height: height) }
  }
}

/// Returns the smallest rectangle outside which two pictures are equal; nil if they are equal. Within `cleared` the
/// first one counts as transparent.
func pixelDifference(
  _ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, width: Int, height: Int, cleared: PixelRect? = nil
) -> PixelRect? {
  var r = llua_rect()
  let differs: Bool
  if let cleared {
    var c = cleared.forC
    differs = llua_difference(a, b, UInt32(width), UInt32(height), &c, &r) != 0
  } else {
    differs = llua_difference(a, b, UInt32(width), UInt32(height), nil, &r) != 0
  }
  return differs ? PixelRect(x: Int(r.x), y: Int(r.y), width: Int(r.width), height: Int(r.height)) : nil
}

/// The disposal of a frame's rectangle before the next frame is drawn.
enum Disposal {
  case none, clear, restore

  var forC: Int32 {
    switch self {
    case .none: Int32(LLUA_DISPOSE_NONE)
    case .clear: Int32(LLUA_DISPOSE_CLEAR)
    case .restore: Int32(LLUA_DISPOSE_RESTORE)
    }
  }
}

/// A canvas of pixels for film encoders, initially transparent.
final class PixelPlane {
  let pixels: UnsafeMutablePointer<UInt32>
  let width: Int
  let height: Int

  /// - Throws: `LayerError` if memory is short.
  init(width: Int, height: Int) throws {
    guard let memory = llua_pixels_allocate(width * height * 4) else { throw filmMemoryError(width, height) }
    pixels = memory.bindMemory(to: UInt32.self, capacity: width * height)
    pixels.update(repeating: 0, count: width * height)
    self.width = width
    self.height = height
  }

  /// Copies a rectangle of another plane.
  ///
  /// - Throws: `LayerError` if memory is short.
  init(of other: PixelPlane, in rect: PixelRect) throws {
    guard let memory = llua_pixels_allocate(rect.area * 4) else { throw filmMemoryError(other.width, other.height) }
    pixels = memory.bindMemory(to: UInt32.self, capacity: rect.area)
    width = rect.width
    height = rect.height
    for y in 0..<rect.height {
      (pixels + y * width).update(from: other.pixels + ((rect.y + y) * other.width + rect.x), count: width)
    }
  }

  deinit { llua_free(pixels) }

  /// Applies the disposal of a frame that was drawn on this plane.
  func dispose(_ disposal: Disposal, _ rect: PixelRect, of frame: UnsafePointer<UInt32>) {
    for y in rect.y..<rect.y + rect.height {
      let at = y * width + rect.x
      switch disposal {
      case .none: (pixels + at).update(from: frame + at, count: rect.width)
      case .clear: (pixels + at).update(repeating: 0, count: rect.width)
      case .restore: return
      }
    }
  }
}
