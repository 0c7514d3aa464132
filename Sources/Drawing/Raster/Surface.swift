// SPDX-License-Identifier: MIT
import Numbers
import Pixels
import SystemC

/// A view of rows of a premultiplied RGBA8 surface. `base` is the pixel at (rect.x0, rect.y0); `stride` counts pixels.
package struct PixelBand: @unchecked Sendable {
  // Unchecked: a caller that draws from several threads gives each its own rows.
  package var base: UnsafeMutablePointer<UInt32>
  package var stride: Int
  package var rect: DeviceRect

  package init(base: UnsafeMutablePointer<UInt32>, stride: Int, rect: DeviceRect) {
    self.base = base
    self.stride = stride
    self.rect = rect
  }

  /// The part inside `r`.
  package func cropped(to r: DeviceRect) -> PixelBand {
    let c = rect.intersection(r)
    guard !c.isEmpty else { return PixelBand(base: base, stride: stride, rect: .empty) }
    return PixelBand(
      base: base + (Int(c.y0) - Int(rect.y0)) * stride + (Int(c.x0) - Int(rect.x0)), stride: stride, rect: c)
  }
}

/// A view of rows of an 8-bit alpha surface. `base` is the value at (rect.x0, rect.y0); `stride` counts bytes.
package struct CoverageBand: @unchecked Sendable {
  // Unchecked: as for PixelBand.
  package var base: UnsafeMutablePointer<UInt8>
  package var stride: Int
  package var rect: DeviceRect

  package init(base: UnsafeMutablePointer<UInt8>, stride: Int, rect: DeviceRect) {
    self.base = base
    self.stride = stride
    self.rect = rect
  }

  /// The part inside `r`.
  package func cropped(to r: DeviceRect) -> CoverageBand {
    let c = rect.intersection(r)
    guard !c.isEmpty else { return CoverageBand(base: base, stride: stride, rect: .empty) }
    return CoverageBand(
      base: base + (Int(c.y0) - Int(rect.y0)) * stride + (Int(c.x0) - Int(rect.x0)), stride: stride, rect: c)
  }
}

/// The reason why a surface cannot be created.
package enum SurfaceError: Error, Equatable, Sendable {
  case size(width: Int, height: Int)
  case memory(width: Int, height: Int)

  package var message: String {
    switch self {
    case .size(let w, let h):
      "a surface of \(w)×\(h) pixels is not possible: it may hold at most \(Bitmap.maximumPixels) pixels; draw at a "
        + "smaller size or scale"
    case .memory(let w, let h):
      "there is not enough memory for a surface of \(w)×\(h) pixels; draw at a smaller size or scale"
    }
  }
}

/// Memory for premultiplied RGBA8 pixels of a part of device space, initially transparent.
package final class PixelSurface: @unchecked Sendable {
  // Unchecked: as for PixelBand.
  package let rect: DeviceRect
  let storage: UnsafeMutablePointer<UInt32>?
  private let block: PixelBlock?

  /// - Parameters:
  ///   - memory: the pool that blocks are taken from and returned to; nil for none.
  ///   - isCleared: true makes it transparent; otherwise its contents are undefined, for a surface that is fully
  ///     written.
  /// - Throws: `SurfaceError` if it is too large or memory is short.
  package init(rect: DeviceRect, memory: PixelMemory? = nil, isCleared: Bool = true) throws(SurfaceError) {
    self.rect = rect
    block = try PixelBlock(rect, bytesPerPixel: 4, memory, isCleared: isCleared)
    storage = block?.start.bindMemory(to: UInt32.self, capacity: rect.width * rect.height)
  }

  /// The whole surface as a band; empty for an empty surface.
  package var band: PixelBand {
    PixelBand(
      base: storage ?? nowhere.assumingMemoryBound(to: UInt32.self), stride: rect.width,
      rect: storage == nil ? .empty : rect)
  }
}

/// Memory for 8-bit alpha of a part of device space, initially 0.
package final class CoverageSurface: @unchecked Sendable {
  // Unchecked: as for PixelBand.
  package let rect: DeviceRect
  let storage: UnsafeMutablePointer<UInt8>?

  /// - Throws: `SurfaceError` if it is too large or memory is short.
  package init(rect: DeviceRect) throws(SurfaceError) {
    self.rect = rect
    storage = try surfaceMemory(rect, bytesPerPixel: 1)?.bindMemory(to: UInt8.self, capacity: rect.width * rect.height)
  }

  deinit { free(storage) }

  /// The whole surface as a band; empty for an empty surface.
  package var band: CoverageBand {
    CoverageBand(
      base: storage ?? nowhere.assumingMemoryBound(to: UInt8.self), stride: rect.width,
      rect: storage == nil ? .empty : rect)
  }
}

// The target of an empty surface's band pointer; never read or written.
nonisolated(unsafe) private let nowhere = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)

private func surfaceMemory(_ rect: DeviceRect, bytesPerPixel: Int) throws(SurfaceError) -> UnsafeMutableRawPointer? {
  guard !rect.isEmpty else { return nil }
  guard rect.width * rect.height <= Bitmap.maximumPixels else { throw .size(width: rect.width, height: rect.height) }
  guard let p = calloc(rect.width * rect.height + 16, bytesPerPixel) else {
    throw .memory(width: rect.width, height: rect.height)
  }
  return p
}

/// Memory for the pixels of a rectangle; returned to its pool, or freed, on deinit.
package final class PixelBlock: @unchecked Sendable {
  // Unchecked: as for PixelBand.
  package let start: UnsafeMutableRawPointer
  private let bytes: Int
  private let memory: PixelMemory?

  /// Fails for an empty rectangle.
  ///
  /// - Parameter isCleared: true for zeroed memory; otherwise its contents are undefined, for images that are fully
  ///   written.
  /// - Throws: `SurfaceError` if it is too large or memory is short.
  package init?(
    _ rect: DeviceRect, bytesPerPixel: Int, _ memory: PixelMemory?, isCleared: Bool = true
  ) throws(SurfaceError) {
    if rect.isEmpty { return nil }
    guard rect.width * rect.height <= Bitmap.maximumPixels else { throw .size(width: rect.width, height: rect.height) }
    let wanted = (rect.width * rect.height + 16) * bytesPerPixel
    guard let block = memory.map({ $0.take(wanted, isCleared: isCleared) }) ?? calloc(wanted, 1).map({ ($0, wanted) })
    else {
      throw .memory(width: rect.width, height: rect.height)
    }
    (start, bytes) = block
    self.memory = memory
  }

  deinit { if let memory { memory.give((start, bytes)) } else { free(start) } }
}
