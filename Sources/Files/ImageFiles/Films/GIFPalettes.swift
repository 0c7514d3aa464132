// SPDX-License-Identifier: MIT
import CImageCodecs
import Messages
import Numbers
import Pixels

/// The palettes of a GIF's frames, and the histogram from which they are made. Used for one frame at a time, because
/// dithering mixes are computed on demand.
///
/// The global palette is made from the film's samples. A frame gets a local palette if it is much better: if its
/// colours are few enough to be exact, or if the error with the global palette is larger than for the samples.
final class GIFPalettes: @unchecked Sendable {
  // Unchecked: instances pass from frame to frame under a lock.
  let film: OpaquePointer
  private let own: OpaquePointer
  private let histogram: OpaquePointer
  private let memoryError: LayerError
  /// The mean squared error up to which the global palette is good enough.
  private var tolerance = invisible

  // Two steps of green or three of red, dithered, which is invisible.
  private static let invisible = 4.0
  // One of the 256 indices is for transparent pixels.
  private static let most: Int32 = 255

  /// - Throws: `LayerError` if memory is short.
  init(width: Int, height: Int) throws {
    memoryError = filmMemoryError(width, height)
    let parts = (llua_palette_open(), llua_palette_open(), llua_histogram_open())
    guard let film = parts.0, let own = parts.1, let histogram = parts.2 else {
      llua_palette_close(parts.0)
      llua_palette_close(parts.1)
      llua_histogram_close(parts.2)
      throw memoryError
    }
    self.film = film
    self.own = own
    self.histogram = histogram
  }

  /// Makes a copy with the same global palette.
  convenience init(like other: GIFPalettes, width: Int, height: Int) throws {
    try self.init(width: width, height: height)
    llua_palette_take(film, other.film)
    tolerance = other.tolerance
  }

  deinit {
    llua_palette_close(film)
    llua_palette_close(own)
    llua_histogram_close(histogram)
  }

  /// Makes the global palette from sample frames, and measures how much better local palettes would be.
  ///
  /// - Parameter sample: returns a sample's pixels, which are valid until the next call.
  func choose(count: Int, sample: (Int) throws -> PixelPlane) throws {
    func addSample(_ i: Int) throws {
      let plane = try sample(i)
      try add(plane.pixels, under: nil, in: plane.whole, width: plane.width)
    }
    for i in 0..<count { try addSample(i) }
    try make(film)
    guard llua_palette_holds(film, histogram) == 0, count > 1 else { return }
    var together = 0.0, alone = 0.0
    for i in 0..<count {
      llua_histogram_clear(histogram)
      try addSample(i)
      together += llua_palette_error(film, histogram)
      try make(own)
      alone += llua_palette_error(own, histogram)
    }
    together /= Double(count)
    alone /= Double(count)
    // Local palettes cost bytes and change the dithering grain where colours move, so they must be worth it.
    tolerance = max(GIFPalettes.invisible, together <= 1.6 * alone ? 2 * together : 1.2 * alone)
  }

  /// Returns the local palette for the changed pixels of a frame; nil to use the global one.
  func palette(_ frame: PixelPlane, over under: PixelPlane) throws -> OpaquePointer? {
    llua_histogram_clear(histogram)
    try add(frame.pixels, under: under.pixels, in: frame.whole, width: frame.width)
    if llua_palette_holds(film, histogram) != 0 { return nil }
    let colors = llua_histogram_colors(histogram)
    let isExact = colors >= 0 && colors <= GIFPalettes.most
    let error = isExact ? 0 : llua_palette_error(film, histogram)
    if !isExact, error <= tolerance { return nil }
    try make(own)
    return isExact || llua_palette_error(own, histogram) * 1.2 < error ? own : nil
  }

  private func add(_ pixels: UnsafePointer<UInt32>, under: UnsafePointer<UInt32>?, in rect: PixelRect, width: Int)
    throws
  {
    guard llua_histogram_add(histogram, pixels, under, UInt32(width), rect.forC) != 0 else { throw memoryError }
  }

  private func make(_ palette: OpaquePointer) throws {
    guard llua_palette_make(palette, histogram, GIFPalettes.most) != 0 else { throw memoryError }
  }
}
