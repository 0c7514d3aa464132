// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Raster
import SystemC

extension FilterImage {
  /// Copies pixels of a row unconverted; pixels outside the rectangle are transparent.
  func copy(_ y: Int32, from x: Int32, count: Int, size: Int, to row: UnsafeMutableRawPointer) {
    let end = Int(x) + count
    let c0 = min(max(Int(rect.x0), Int(x)), end)
    let c1 = max(c0, min(Int(rect.x1), end))
    guard y >= rect.y0, y < rect.y1, c0 < c1 else {
      memset(row, 0, count * size)
      return
    }
    memset(row, 0, (c0 - Int(x)) * size)
    memset(row + (c1 - Int(x)) * size, 0, (end - c1) * size)
    memcpy(row + (c0 - Int(x)) * size, pixels(y) + (c0 - Int(rect.x0)) * size, (c1 - c0) * size)
  }
  fileprivate func pixels(_ y: Int32) -> UnsafeMutableRawPointer {
    format == .floats ? UnsafeMutableRawPointer(floats(y)) : UnsafeMutableRawPointer(bytes(y))
  }
}

/// The median of the 3 × 3 pixels around each, per channel.
enum Median {
  static func apply(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws(SurfaceError) {
    let t = target.rect
    let isFloat = source.format == .floats
    let size = isFloat ? 16 : 4
    let kernels = work.kernels
    // In units of 16 bytes, padded for vector access.
    let wide = (((t.width + 2) * size + 15) >> 4) + 4
    try work.bands(of: t, height: 32, scratch: 4 * wide) { band, scratch in
      let out = UnsafeMutableRawPointer(scratch + 3 * wide)
      func line(_ y: Int32) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(scratch + (Int(y - band.y0) + 3) % 3 * wide)
      }
      for y in band.y0 - 1...band.y0 {
        source.copy(y, from: t.x0 - 1, count: t.width + 2, size: size, to: line(y))
      }
      for y in band.y0..<band.y1 {
        source.copy(y + 1, from: t.x0 - 1, count: t.width + 2, size: size, to: line(y + 1))
        if isFloat {
          kernels.pointee.median_floats(
            out.assumingMemoryBound(to: Float.self), line(y - 1).assumingMemoryBound(to: Float.self),
            line(y).assumingMemoryBound(to: Float.self), line(y + 1).assumingMemoryBound(to: Float.self), t.width * 4)
        } else {
          kernels.pointee.median_bytes(
            out.assumingMemoryBound(to: UInt8.self), line(y - 1).assumingMemoryBound(to: UInt8.self),
            line(y).assumingMemoryBound(to: UInt8.self), line(y + 1).assumingMemoryBound(to: UInt8.self), t.width * 4)
        }
        memcpy(target.pixels(y), out, t.width * size)
      }
    }
  }
}

/// The maximum or minimum of each channel in a disc. For a fractional radius, the results of the two adjacent whole
/// radii are mixed.
struct DiscExtreme: Sendable {
  private let isMaximum: Bool
  private let radius: Double

  init(_ radius: Double, isMaximum: Bool) {
    self.isMaximum = isMaximum
    self.radius = radius.isFinite ? min(max(radius, 0), 1000) : 0
  }

  var isIdentity: Bool { radius == 0 }
  var reach: Int32 { Int32(clamping: radius.rounded(.up)) }

  func apply(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    let whole = Int(clamping: radius.rounded(.down))
    let share = Float(radius - radius.rounded(.down))
    if share == 0 {
      try extreme(whole, source, target, work)
      return
    }
    try extreme(whole + 1, source, target, work)
    let smaller = try work.image(source.format, target.rect)
    try extreme(whole, source, smaller, work)
    let t = target.rect
    try work.bands(of: t, height: 32, scratch: 2 * t.width) { band, a in
      let b = a + t.width
      for y in band.y0..<band.y1 {
        smaller.load(y, from: t.x0, count: t.width, to: a, work)
        target.load(y, from: t.x0, count: t.width, to: b, work)
        for i in 0..<t.width { b[i] = a[i] + (b[i] - a[i]) * share }
        target.store(b, y, from: t.x0, count: t.width, work)
      }
    }
    try work.release(smaller)
  }

  /// Computes the extremes in a disc. A sparse table per source row holds the extremes of runs of 1, 2, 4, 8 ...
  /// pixels; two overlapping runs make a row of the disc.
  private func extreme(_ radius: Int, _ source: FilterImage, _ target: FilterImage, _ work: FilterWork)
    throws(SurfaceError)
  {
    let t = target.rect
    let isFloat = source.format == .floats
    let size = isFloat ? 16 : 4
    let kernels = work.kernels
    let kind: Int32 = isMaximum ? 1 : 0
    /// Combines two rows of the given size in bytes.
    func join(
      _ out: UnsafeMutableRawPointer, _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, bytes: Int,
      joins: Bool
    ) {
      if isFloat {
        kernels.pointee.extreme_floats(
          out.assumingMemoryBound(to: Float.self), a.assumingMemoryBound(to: Float.self),
          b.assumingMemoryBound(to: Float.self), bytes / 4, kind, joins ? 1 : 0)
      } else {
        kernels.pointee.extreme_bytes(
          out.assumingMemoryBound(to: UInt8.self), a.assumingMemoryBound(to: UInt8.self),
          b.assumingMemoryBound(to: UInt8.self), bytes, kind, joins ? 1 : 0)
      }
    }
    let block = 1024 / size
    let height = 64
    // Half length of each row of the disc, and the exponent of its power of two.
    let halves = (0...radius).map { dy in
      Int(clamping: Double(radius * radius - dy * dy).squareRoot().rounded(.down))
    }
    let powers = halves.map { Int.bitWidth - 1 - (2 * $0 + 1).leadingZeroBitCount }
    let levels = (powers.first ?? 0) + 1
    let n = block + 2 * radius
    // In units of 16 bytes.
    let wide = ((n * size + 15) >> 4) + 1
    let blockWide = (block * size) >> 4
    try work.bands(of: t, height: height, scratch: levels * wide + height * blockWide) { band, scratch in
      let table = UnsafeMutableRawPointer(scratch)
      let best = UnsafeMutableRawPointer(scratch + levels * wide)
      let r = Int32(truncatingIfNeeded: radius)
      var x = t.x0
      while x < t.x1 {
        if work.isStopped?() == true { return }
        let count = min(block, Int(t.x1 - x))
        for from in band.y0 - r..<band.y1 + r {
          source.copy(from, from: x - r, count: count + 2 * radius, size: size, to: table)
          for k in 1..<max(1, levels) {
            let before = table + (k - 1) * wide * 16
            let length = count + 2 * radius + 1 - (1 << k)
            join(table + k * wide * 16, before, before + (size << (k - 1)), bytes: length * size, joins: false)
          }
          for y in max(band.y0, from - r)..<min(band.y1, from + r + 1) {
            let dy = Int(abs(y - from))
            let half = halves[dy]
            let level = table + powers[dy] * wide * 16
            // The first row of the disc initialises the result; later ones are combined with it.
            join(
              best + Int(y - band.y0) * blockWide * 16, level + (radius - half) * size,
              level + (radius + half + 1 - (1 << powers[dy])) * size, bytes: count * size, joins: y - from != r)
          }
        }
        for y in band.y0..<band.y1 {
          memcpy(target.pixels(y) + Int(x - t.x0) * size, best + Int(y - band.y0) * blockWide * 16, count * size)
        }
        x += Int32(truncatingIfNeeded: count)
      }
    }
  }
}
