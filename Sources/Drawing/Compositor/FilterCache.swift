// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Numbers
import Pixels
import Raster

/// A cache of filter results between the frames of a film: filters with equal parameters give equal output for equal
/// pixels. Thread-safe.
///
/// The key holds everything the result depends on, with a 128-bit hash of the input's pixels. Hashing costs about as
/// much as one pass of a cheap filter, so only expensive chains use the cache.
package final class FilterCache: Sendable {
  struct Key: Hashable {
    var hash: SIMD2<UInt64>
    var input: DeviceRect
    var output: DeviceRect
    var grid: AffineTransform
    var bounds: Rect
    var rows: [ObjectIdentifier]
    var numbers: [UInt64]
    var images: [ObjectIdentifier?]
    var data: [[Float]?]
    var isOfBackdrop: Bool
  }

  private struct Entry {
    var picture: PixelSurface
    /// Retains the objects whose identities are in the key.
    var steps: [FilterStep]
    var lastUse: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var pixels = 0
    var uses = 0
    var found = 0
  }

  private let state = Monitor(State())
  private let pixelLimit: Int

  /// Pool of surface memory, reused by the next frames.
  package let pixelMemory: PixelMemory

  /// - Parameters:
  ///   - frames: number of frames drawn concurrently.
  ///   - pixelLimit: maximum number of cached pixels.
  package init(frames: Int = 1, pixelLimit: Int = 1 << 23) {
    self.pixelLimit = pixelLimit
    pixelMemory = PixelMemory(limit: min(max(frames, 1), 4) * 40 << 20)
  }

  /// Number of cache hits.
  package var foundCount: Int { state.update { $0.found } }

  func picture(_ key: Key) -> PixelSurface? {
    state.update { state in
      guard let known = state.entries[key] else { return nil }
      state.uses += 1
      state.found += 1
      state.entries[key]?.lastUse = state.uses
      return known.picture
    }
  }

  func keep(_ picture: PixelSurface, _ key: Key, _ steps: [FilterStep]) {
    let pixels = picture.rect.width * picture.rect.height
    guard pixels <= pixelLimit else { return }
    state.update { state in
      state.uses += 1
      guard state.entries[key] == nil else { return }
      state.entries[key] = Entry(picture: picture, steps: steps, lastUse: state.uses)
      state.pixels += pixels
      while state.pixels > pixelLimit, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.entries[oldest.key] = nil
        state.pixels -= oldest.value.picture.rect.width * oldest.value.picture.rect.height
      }
    }
  }

  /// Returns the key of a result.
  ///
  /// - Parameters:
  ///   - picture: the input; nil for an empty one.
  ///   - grid: from the layer's coordinates to pixels.
  static func key(
    _ steps: [FilterStep], _ picture: PixelBand?, _ second: PixelBand? = nil, grid: AffineTransform, bounds: Rect,
    output: DeviceRect, isOfBackdrop: Bool = false
  ) -> Key {
    let first = picture.map(hash) ?? SIMD2(repeating: 0)
    let hash = second.map { first &* 0x9E37_79B9_7F4A_7C15 ^ Self.hash($0) } ?? first
    return Key(
      hash: hash, input: picture?.rect ?? .empty, output: output, grid: grid, bounds: bounds,
      rows: steps.map { ObjectIdentifier($0.row) }, numbers: steps.flatMap { $0.numbers.map(\.bitPattern) },
      images: steps.flatMap { $0.images.map { $0.map { ObjectIdentifier($0) } } }, data: steps.flatMap(\.data),
      isOfBackdrop: isOfBackdrop)
  }

  /// Returns a 128-bit hash: two multiplicative lanes that mix two pixels each step.
  private static func hash(_ band: PixelBand) -> SIMD2<UInt64> {
    var h = SIMD2<UInt64>(0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344)
    for y in 0..<band.rect.height {
      let row = UnsafeRawPointer(band.base + y * band.stride)
      let bytes = band.rect.width * 4
      var at = 0
      while at + 16 <= bytes {
        let v = row.loadUnaligned(fromByteOffset: at, as: SIMD2<UInt64>.self)
        h = (h ^ v) &* 0x9E37_79B9_7F4A_7C15
        h ^= h &>> 29
        at += 16
      }
      while at < bytes {
        h.x = (h.x ^ UInt64(row.loadUnaligned(fromByteOffset: at, as: UInt32.self))) &* 0xD6E8_FEB8_6659_FD93
        h.x ^= h.x &>> 32
        at += 4
      }
      h = SIMD2(h.y &+ h.x, h.x ^ (h.y &<< 7 | h.y &>> 57))
    }
    return h
  }
}
