// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Pixels
import Raster
import SystemC

/// Premultiplied pixels of a part of the grid, as bytes or as floating-point numbers that may lie outside 0 to 1.
package final class FilterImage: @unchecked Sendable {
  // Unchecked: one thread at a time writes a row.
  package enum Format: Sendable {
    case bytes, floats
    /// Numbers of 8.7 bits, four to a pixel, between the steps of a filter.
    case words

    /// Of a pixel.
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
  /// What the pixels belong to.
  private let owner: PixelSurface?
  private let block: PixelBlock?

  /// A transparent picture.
  ///
  /// - Parameters:
  ///   - memory: where blocks are kept for further use; nil for none.
  ///   - isCleared: false for one that is wholly written, and holds anything at first.
  /// - Throws: `SurfaceError` when it is too large or memory is short.
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
      // calloc aligns to 16 bytes, as four numbers need.
      block = try PixelBlock(rect, bytesPerPixel: format.size, memory, isCleared: isCleared)
      pixels = block?.start
    }
  }

  /// The pixels of a surface.
  package init(_ surface: PixelSurface) {
    rect = surface.rect
    format = .bytes
    owner = surface
    block = nil
    pixels = UnsafeMutableRawPointer(surface.band.base)
  }

  /// The pixels for the kernels. Not of an empty picture.
  var plane: llua_plane {
    llua_plane(
      base: pixels, stride: rect.width * format.size, x0: rect.x0, y0: rect.y0, x1: rect.x1, y1: rect.y1)
  }

  /// The surface with its bytes; nil for floating point.
  package var surface: PixelSurface? { owner }

  /// The pixels of a row of `rect`, the first at `rect.x0`. Only for `floats`, of a row that there is.
  @inline(__always) package func floats(_ y: Int32) -> UnsafeMutablePointer<SIMD4<Float>> {
    // swift-format-ignore: NeverForceUnwrap
    pixels!.assumingMemoryBound(to: SIMD4<Float>.self) + (Int(y) - Int(rect.y0)) * rect.width
  }
  /// The same for `bytes`.
  @inline(__always) package func bytes(_ y: Int32) -> UnsafeMutablePointer<UInt32> {
    // swift-format-ignore: NeverForceUnwrap
    pixels!.assumingMemoryBound(to: UInt32.self) + (Int(y) - Int(rect.y0)) * rect.width
  }
}

/// How the work of filters is shared and ended.
package struct FilterWork: Sendable {
  package let threads: Int
  package let instructions: InstructionSet
  package let isStopped: (@Sendable () -> Bool)?
  /// Counts pixels of 4 bytes that are about to be taken, or negative ones that are given back.
  package let charge: @Sendable (Int) throws -> Void
  /// Where blocks for pictures are kept.
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

  /// A picture for a filter's result or for what is between.
  ///
  /// - Parameter isCleared: false for one that is wholly written.
  package func image(_ format: FilterImage.Format, _ rect: DeviceRect, isCleared: Bool = true) throws -> FilterImage {
    try charge(rect.width * rect.height * (format.size / 4))
    return try FilterImage(format, rect: rect, memory: memory, isCleared: isCleared)
  }

  /// A picture is not needed any more.
  package func release(_ image: FilterImage) throws {
    try charge(-image.rect.width * image.rect.height * (image.format.size / 4))
  }

  /// Premultiplied pixels as bytes, as `FilterPixel.bytes` has them, many times faster.
  func storeBytes(_ pixels: UnsafePointer<SIMD4<Float>>, _ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    kernels.pointee.bytes_of_floats(UnsafeRawPointer(pixels).assumingMemoryBound(to: Float.self), to, count)
  }

  /// The other way.
  func loadFloats(_ pixels: UnsafePointer<UInt32>, _ to: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
    kernels.pointee.floats_of_bytes(pixels, UnsafeMutableRawPointer(to).assumingMemoryBound(to: Float.self), count)
  }

  /// Calls the body for every row of a rectangle, from several threads.
  package func rows(of rect: DeviceRect, _ body: (_ y: Int32) -> Void) {
    bands(of: rect, height: rect.width * 16 > 1 << 14 ? 16 : 64) { band in
      for y in band.y0..<band.y1 { body(y) }
    }
  }

  /// Calls the body for parts of a rectangle of so many rows, from several threads. Parts that come after the work was
  /// ended are left out.
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
