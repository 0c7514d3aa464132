// SPDX-License-Identifier: MIT
import CImageCodecs
import Numbers
import Pixels
import Wording

/// The palettes that the frames of a GIF are drawn with, for one frame at a time: their mixes are found when they are
/// needed.
///
/// A palette for the whole film comes from its samples. A frame gets its own palette where that is much better: when
/// its colours are few enough to be exact, or when the film's palette is further off than it is in the samples.
final class GIFPalettes: @unchecked Sendable {
  // Unchecked: they pass from frame to frame under a lock.
  let film: OpaquePointer
  private let own: OpaquePointer
  private let histogram: OpaquePointer
  private let memoryError: LayerError
  /// The error with the film's palette that is good enough, as a mean squared distance.
  private var tolerance = invisible

  // Two steps of green or three of red, dithered: this is not visible.
  private static let invisible = 4.0
  // One index is for transparent pixels.
  private static let most: Int32 = 255

  /// - Throws: `LayerError` when memory is short.
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

  /// Others with the same palette for the film.
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

  /// Makes the film's palette of frames, and measures how much better separate palettes would be.
  ///
  /// - Parameter sample: prepares one of them, which is read until the next call.
  func choose(count: Int, sample: (Int) throws -> PixelPlane) throws {
    func addSample(_ i: Int) throws {
      let plane = try sample(i)
      try add(plane.pixels, nil, plane.whole, plane.width)
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
    // Changing palettes costs bytes, and a change of grain where colours move: they must be worth it.
    tolerance = max(GIFPalettes.invisible, together <= 1.6 * alone ? 2 * together : 1.2 * alone)
  }

  /// The palette for the new pixels of a frame's part; nil for the film's.
  func palette(_ frame: PixelPlane, over under: PixelPlane) throws -> OpaquePointer? {
    llua_histogram_clear(histogram)
    try add(frame.pixels, under.pixels, frame.whole, frame.width)
    if llua_palette_holds(film, histogram) != 0 { return nil }
    let colors = llua_histogram_colors(histogram)
    let isExact = colors >= 0 && colors <= GIFPalettes.most
    let error = isExact ? 0 : llua_palette_error(film, histogram)
    if !isExact, error <= tolerance { return nil }
    try make(own)
    return isExact || llua_palette_error(own, histogram) * 1.2 < error ? own : nil
  }

  private func add(_ pixels: UnsafePointer<UInt32>, _ under: UnsafePointer<UInt32>?, _ rect: PixelRect, _ width: Int)
    throws
  {
    guard llua_histogram_add(histogram, pixels, under, UInt32(width), rect.forC) != 0 else { throw memoryError }
  }

  private func make(_ palette: OpaquePointer) throws {
    guard llua_palette_make(palette, histogram, GIFPalettes.most) != 0 else { throw memoryError }
  }
}
