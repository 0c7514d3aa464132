// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Pixels
import Raster
import SystemC

/// Premultiplied pixels of part of the grid, as bytes or as floating-point numbers that may lie outside 0 to 1.
package final class FilterImage: @unchecked Sendable {
  // Unchecked: a row is written by one thread at a time.
  package enum Format: Sendable {
    case bytes, floats
    /// Fixed-point numbers of 8.7 bits, four per pixel, for intermediate results of a filter.
    case words

    /// Size of a pixel, in bytes.
    var size: Int {
      switch self {
      case .bytes: 4
      case .words: 8
      case .floats: 16
      }
    }
  }

  package let rect: DeviceRect
  package let format: Format
  private let pixels: UnsafeMutableRawPointer?
  /// Owners of the pixels.
  private let owner: PixelSurface?
  private let block: PixelBlock?

  /// Creates a transparent picture.
  ///
  /// - Parameters:
  ///   - memory: pool from which blocks are reused; nil for none.
  ///   - isCleared: false for a picture that is completely overwritten and starts uninitialised.
  /// - Throws: `SurfaceError` if it is too large or memory is short.
  package init(
    _ format: Format, rect: DeviceRect, memory: PixelMemory? = nil, isCleared: Bool = true
  ) throws(SurfaceError) {
    self.rect = rect
    self.format = format
    if format == .bytes {
      let surface = try PixelSurface(rect: rect, memory: memory, isCleared: isCleared)
      owner = surface
      block = nil
      pixels = UnsafeMutableRawPointer(surface.band.base)
    } else {
      owner = nil
      // calloc aligns to 16 bytes, as four floats require.
      block = try PixelBlock(rect, bytesPerPixel: format.size, memory, isCleared: isCleared)
      pixels = block?.start
    }
  }

  /// Wraps the pixels of a surface.
  package init(_ surface: PixelSurface) {
    rect = surface.rect
    format = .bytes
    owner = surface
    block = nil
    pixels = UnsafeMutableRawPointer(surface.band.base)
  }

  /// The pixels for the C kernels; invalid for an empty picture.
  var plane: llua_plane {
    llua_plane(
      base: pixels, stride: rect.width * format.size, x0: rect.x0, y0: rect.y0, x1: rect.x1, y1: rect.y1)
  }

  /// The surface that holds the bytes; nil for other formats.
  package var surface: PixelSurface? { owner }

  /// Returns the pixels of a row of `rect`, the first at `rect.x0`. The format must be `floats`, and the row must
  /// exist.
  @inline(__always) package func floats(_ y: Int32) -> UnsafeMutablePointer<SIMD4<Float>> {
    // swift-format-ignore: NeverForceUnwrap
    pixels!.assumingMemoryBound(to: SIMD4<Float>.self) + (Int(y) - Int(rect.y0)) * rect.width
  }
  /// Same as `floats(_:)`, for the format `bytes`.
  @inline(__always) package func bytes(_ y: Int32) -> UnsafeMutablePointer<UInt32> {
    // swift-format-ignore: NeverForceUnwrap
    pixels!.assumingMemoryBound(to: UInt32.self) + (Int(y) - Int(rect.y0)) * rect.width
  }
}

/// Threads, memory and cancellation of filter computations.
package struct FilterWork: Sendable {
  package let threads: Int
  package let instructions: InstructionSet
  package let isStopped: (@Sendable () -> Bool)?
  /// Charges pixels of 4 bytes about to be allocated, or credits negative ones that are freed.
  package let charge: @Sendable (Int) throws -> Void
  /// Pool of blocks for pictures.
  package let memory: PixelMemory?

  package init(
    threads: Int = 1, instructions: InstructionSet = .best, isStopped: (@Sendable () -> Bool)? = nil,
    memory: PixelMemory? = nil, charge: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) {
    self.threads = threads
    self.instructions = instructions
    self.isStopped = isStopped
    self.memory = memory
    self.charge = charge
  }

  /// Allocates a picture for a filter's result or an intermediate one.
  ///
  /// - Parameter isCleared: false for a picture that is completely overwritten.
  package func image(_ format: FilterImage.Format, _ rect: DeviceRect, isCleared: Bool = true) throws -> FilterImage {
    try charge(rect.width * rect.height * (format.size / 4))
    return try FilterImage(format, rect: rect, memory: memory, isCleared: isCleared)
  }

  /// Credits a picture that is no longer needed.
  package func release(_ image: FilterImage) throws {
    try charge(-image.rect.width * image.rect.height * (image.format.size / 4))
  }

  /// Converts premultiplied pixels to bytes; same result as `FilterPixel.bytes`, many times faster.
  func storeBytes(_ pixels: UnsafePointer<SIMD4<Float>>, _ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    kernels.pointee.bytes_of_floats(UnsafeRawPointer(pixels).assumingMemoryBound(to: Float.self), to, count)
  }

  /// Converts bytes to premultiplied pixels.
  func loadFloats(_ pixels: UnsafePointer<UInt32>, _ to: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
    kernels.pointee.floats_of_bytes(pixels, UnsafeMutableRawPointer(to).assumingMemoryBound(to: Float.self), count)
  }

  /// Calls the body for every row of a rectangle, from several threads.
  package func rows(of rect: DeviceRect, _ body: (_ y: Int32) -> Void) {
    bands(of: rect, height: rect.width * 16 > 1 << 14 ? 16 : 64) { band in
      for y in band.y0..<band.y1 { body(y) }
    }
  }

  /// Calls the body for bands of a rectangle of `height` rows, from several threads. Bands after a cancellation are
  /// skipped.
  package func bands(of rect: DeviceRect, height: Int, _ body: (_ band: DeviceRect) -> Void) {
    if rect.isEmpty { return }
    let count = (rect.height + height - 1) / height
    let workers = rect.width * rect.height < 16384 ? 1 : threads
    Workers.run(jobs: count, workers: workers) { job, _ in
      if isStopped?() == true { return }
      let y0 = rect.y0 + Int32(truncatingIfNeeded: job * height)
      body(
        DeviceRect(
          x0: rect.x0, y0: y0, x1: rect.x1, y1: min(rect.y1, y0 + Int32(truncatingIfNeeded: height))))
    }
  }
}
