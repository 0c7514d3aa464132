// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Raster

/// The mean over a box around each pixel (box blur). Half lengths are any numbers of pixels: pixels at the ends are
/// weighted by the fraction that the box covers.
struct BoxMean: Sendable {
  typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

  private struct Axis: Sendable {
    /// Number of fully covered pixels on each side; one more is weighted by `end`.
    let whole: Int
    let end: Float
    let factor: Float

    init(_ radius: Double) {
      let radius = radius.isFinite ? min(max(radius, 0.5), 4000) : 0.5
      whole = Int(clamping: (radius - 0.5).rounded(.down))
      end = Float(radius - 0.5 - Double(whole))
      factor = Float(1 / (2 * radius))
    }
    var reach: Int32 { Int32(truncatingIfNeeded: end > 0 ? whole + 1 : whole) }

    /// Computes the means of a line of groups of adjacent pixels, the first of which has the coordinate `start`.
    ///
    /// Prefix and suffix sums run within blocks that start at multiples of the window's length; a window is the suffix
    /// of one block and the prefix of the next (as in the van Herk–Gil–Werman algorithm). So sums do not depend on
    /// where a line begins, unlike a running sum that adds and subtracts pixels.
    ///
    /// - Parameters:
    ///   - line: `count` groups and `whole` + 1 more on either side.
    ///   - left, right: scratch memory of the same size.
    func means(
      _ line: Pixels, count: Int, start: Int, group: Int, left: Pixels, right: Pixels, into out: Pixels
    ) {
      let n = 2 * whole + 1
      if n == 1 {
        for i in 0..<count * group {
          let p = line + i
          out[i] = (p[group] + end * (p[0] + p[2 * group])) * factor
        }
        return
      }
      let length = count + 2 * whole + 2
      let first = start - whole - 1
      var phase = ((first % n) + n) % n
      for i in 0..<length {
        let p = line + i * group
        let l = left + i * group
        if phase == 0 || i == 0 {
          l.update(from: p, count: group)
        } else {
          for g in 0..<group { l[g] = l[g - group] + p[g] }
        }
        phase = phase == n - 1 ? 0 : phase + 1
      }
      // `phase` is now that of the group after the last.
      var i = length - 1
      while i >= 0 {
        phase = phase == 0 ? n - 1 : phase - 1
        let p = line + i * group
        let r = right + i * group
        if phase == n - 1 || i == length - 1 {
          r.update(from: p, count: group)
        } else {
          for g in 0..<group { r[g] = r[g + group] + p[g] }
        }
        i -= 1
      }
      var at = (((first + 1) % n) + n) % n
      for i in 0..<count {
        let p = line + i * group
        let r = right + (i + 1) * group
        let l = left + (i + n) * group
        let o = out + i * group
        if at == 0 {
          for g in 0..<group { o[g] = (r[g] + end * (p[g] + p[g + (n + 1) * group])) * factor }
        } else {
          for g in 0..<group { o[g] = (r[g] + l[g] + end * (p[g] + p[g + (n + 1) * group])) * factor }
        }
        at = at == n - 1 ? 0 : at + 1
      }
    }
  }

  private let x: Axis
  private let y: Axis

  /// - Parameter radiusX, radiusY: half the lengths of the sides, in pixels.
  init(_ radiusX: Double, _ radiusY: Double) {
    x = Axis(radiusX)
    y = Axis(radiusY)
  }

  var isIdentity: Bool { x.reach == 0 && y.reach == 0 }
  func grown(_ r: DeviceRect) -> DeviceRect { r.outset(dx: x.reach, dy: y.reach) }

  /// Fast path from bytes to bytes.
  func applyBytes(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    let t = target.rect
    if t.isEmpty || source.rect.isEmpty { return }
    let box = llua_box(
      whole_x: Int32(truncatingIfNeeded: x.whole), whole_y: Int32(truncatingIfNeeded: y.whole), end_x: x.end,
      end_y: y.end, factor_x: x.factor, factor_y: y.factor)
    let (from, to) = (source.plane, target.plane)
    let room = llua_box_work(Int32(truncatingIfNeeded: t.width), box.whole_x)
    // A band begins with a sum of as many rows as the box is high.
    try work.bands(of: t, height: max(64, 2 * y.whole), scratch: room / 16 + 1) { band, scratch in
      var (box, from, to) = (box, from, to)
      work.kernels.pointee.box_rows(&box, &from, &to, band.y0, band.y1, scratch)
    }
  }

  func apply(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    let t = target.rect
    let rows = t.outset(dx: 0, dy: y.reach).intersection(
      DeviceRect(x0: t.x0, y0: source.rect.y0, x1: t.x1, y1: source.rect.y1))
    let between = try work.image(.floats, rows)
    let wide = t.width + 2 * x.whole + 2
    try work.bands(of: rows, height: 32, scratch: 3 * wide) { band, scratch in
      for y in band.y0..<band.y1 {
        source.load(y, from: t.x0 - Int32(truncatingIfNeeded: x.whole + 1), count: wide, to: scratch, work)
        x.means(
          scratch, count: t.width, start: Int(t.x0), group: 1, left: scratch + wide, right: scratch + 2 * wide,
          into: between.floats(y))
      }
    }
    // Columns, a few at a time, as rows of a transposed rectangle.
    let group = 16
    let tall = (t.height + 2 * y.whole + 2) * group
    let columns = DeviceRect(x0: 0, y0: t.x0, x1: Int32(truncatingIfNeeded: t.height), y1: t.x1)
    try work.bands(of: columns, height: group, scratch: 4 * tall) { band, scratch in
      let count = band.height
      let lines = t.height + 2 * y.whole + 2
      for i in 0..<lines {
        between.load(
          t.y0 + Int32(truncatingIfNeeded: i - y.whole - 1), from: band.y0, count: count, to: scratch + i * count, work)
      }
      let out = scratch + 3 * tall
      y.means(
        scratch, count: t.height, start: Int(t.y0), group: count, left: scratch + tall, right: scratch + 2 * tall,
        into: out)
      for i in 0..<t.height {
        target.store(out + i * count, t.y0 + Int32(truncatingIfNeeded: i), from: band.y0, count: count, work)
      }
    }
    try work.release(between)
  }
}
