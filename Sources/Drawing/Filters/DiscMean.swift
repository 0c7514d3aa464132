// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Raster

/// The mean over a disc around each pixel, or over an upright ellipse; pixels at the edge are weighted by their covered
/// fraction. Above a radius of 24 pixels it works on a halved picture.
struct DiscMean: Sendable {
  typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

  /// A column of the disc: all rows up to `whole` are fully covered, some more partially.
  private struct Column: Sendable {
    var whole: Int
    var factor: Float
    /// Partially covered rows; a weight is the covered fraction times the factor.
    var parts: [(row: Int, weight: Float)]
  }

  private let shiftX: Int32
  private let shiftY: Int32
  /// Columns at the offsets 0 ... on the level; they apply to both sides.
  private let columns: [Column]
  private let rows: Int
  /// Normalises sums of bytes with `bits` fractional bits: the reciprocal of the disc's area on the level, scaled down
  /// by those bits.
  private let factor: Float
  private let bits: Int32
  /// True if such a sum fits 16 bits.
  private let isSmall: Bool
  private let reachX: Int32
  private let reachY: Int32

  /// - Parameter radiusX, radiusY: in pixels.
  init(_ radiusX: Double, _ radiusY: Double) {
    /// Returns the number of halvings of an axis, and the radius on that level. The variance added by halvings and
    /// splines is subtracted from the disc's; a disc's variance along an axis is a quarter of the radius squared.
    func level(_ radius: Double) -> (Int32, Double) {
      var shift: Int32 = 0
      var f = 1.0
      while radius / f > 24 {
        f *= 2
        shift += 1
      }
      if shift == 0 { return (0, max(radius, 0.5)) }
      let square = radius * radius / (f * f) - 4 * (0.25 + (1 - 1 / (f * f)) / 4)
      return (shift, square.squareRoot())
    }
    let limit = 4000.0
    let limitedX = radiusX.isFinite ? min(max(radiusX, 0), limit) : 0
    let limitedY = radiusY.isFinite ? min(max(radiusY, 0), limit) : 0
    let (shiftX, x) = level(limitedX)
    let (shiftY, y) = level(limitedY)
    self.shiftX = shiftX
    self.shiftY = shiftY
    let last = Int(clamping: (x + 0.5).rounded(.up)) - 1
    rows = Int(clamping: (y + 0.5).rounded(.up)) - 1
    var weights: [[Double]] = []
    var total = 0.0
    for k in 0...last {
      var column = [Double](repeating: 0, count: rows + 1)
      let strips = 64
      for i in 0..<strips {
        let at = (Double(k) - 0.5 + (Double(i) + 0.5) / Double(strips)) / x
        if at * at >= 1 { continue }
        let half = y * (1 - at * at).squareRoot()
        for j in 0...rows {
          column[j] += max(0, min(half, Double(j) + 0.5) - max(-half, Double(j) - 0.5)) / Double(strips)
        }
      }
      for j in 0...rows { total += column[j] * (k == 0 ? 1 : 2) * (j == 0 ? 1 : 2) }
      weights.append(column)
    }
    let scale = 1 / total
    columns = weights.map { column in
      let whole = (column.firstIndex { $0 < 0.999999 } ?? column.count) - 1
      return Column(
        whole: whole, factor: Float(scale),
        parts: column.indices.filter { $0 > whole && column[$0] > 1e-7 }.map { ($0, Float(column[$0] * scale)) })
    }
    var bits: Int32 = 0
    while bits < 7, total * 255 * Double(2 << bits) < 65000 { bits += 1 }
    self.bits = bits
    isSmall = total * 255 < 65000
    factor = Float(scale / Double(1 << bits))
    isIdentity = limitedX <= 0.5 && limitedY <= 0.5
    reachX = Int32(clamping: (limitedX - 0.5).rounded(.up))
    reachY = Int32(clamping: (limitedY - 0.5).rounded(.up))
  }

  let isIdentity: Bool

  func grown(_ r: DeviceRect) -> DeviceRect { r.outset(dx: max(0, reachX), dy: max(0, reachY)) }

  private func reads(_ range: Range<Int32>, _ shift: Int32, _ radius: Int) -> Range<Int32> {
    let spline = GaussianAxis.splineReads(range, shift: shift)
    let radius = Int32(truncatingIfNeeded: radius)
    return spline.lowerBound - radius..<spline.upperBound + radius
  }

  func need(_ output: DeviceRect) -> DeviceRect {
    if output.isEmpty { return output }
    var across = reads(output.x0..<output.x1, shiftX, columns.count - 1)
    var down = reads(output.y0..<output.y1, shiftY, rows)
    for _ in 0..<shiftX { across = GaussianAxis.halvingReads(across) }
    for _ in 0..<shiftY { down = GaussianAxis.halvingReads(down) }
    return DeviceRect(x0: across.lowerBound, y0: down.lowerBound, x1: across.upperBound, y1: down.upperBound)
      .outset(dx: 0, dy: 0)
  }

  func apply(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    let t = target.rect
    if t.isEmpty { return }
    if shiftX == 0, shiftY == 0 {
      if source.format == .bytes, target.format == .bytes {
        try meanOfBytes(source, target, work)
      } else {
        try mean(source, target, work)
      }
      return
    }
    let floats = try source.inFloats(work)
    let level = try FloatPyramid.level(
      floats, shiftX: shiftX, shiftY: shiftY, readsX: reads(t.x0..<t.x1, shiftX, columns.count - 1),
      readsY: reads(t.y0..<t.y1, shiftY, rows), work: work)
    let across = GaussianAxis.splineReads(t.x0..<t.x1, shift: shiftX)
    let down = GaussianAxis.splineReads(t.y0..<t.y1, shift: shiftY)
    let made = try work.image(
      .floats, DeviceRect(x0: across.lowerBound, y0: down.lowerBound, x1: across.upperBound, y1: down.upperBound))
    try mean(level, made, work)
    try FloatPyramid.raise(made, shiftX: shiftX, shiftY: shiftY, into: target, work: work)
    try work.release(level)
    try work.release(made)
    if floats !== source { try work.release(floats) }
  }

  /// Same as `mean`, in integer arithmetic.
  private func meanOfBytes(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws(SurfaceError) {
    if source.rect.isEmpty { return }
    let reach = Int32(truncatingIfNeeded: columns.count - 1)
    var starts: [Int32] = [0]
    for column in columns { starts.append(starts[starts.count - 1] + Int32(truncatingIfNeeded: column.parts.count)) }
    let whole = columns.map { Int32(truncatingIfNeeded: $0.whole) }
    let partRows = columns.flatMap { $0.parts.map { Int32(truncatingIfNeeded: $0.row) } }
    let partWeights = columns.flatMap { column in
      column.parts.map { UInt16(clamping: Int(clamping: Double($0.weight / column.factor) * 65536 + 0.5)) }
    }
    let (from, to) = (source.plane, target.plane)
    let room = (2 * rows + 4) * 2 * (4 * (Int(LLUA_DISC_BLOCK) + 2 * Int(reach)) + 31)
    try work.bands(of: target.rect, height: 16, scratch: room / 16 + 1) { band, scratch in
      var (from, to) = (from, to)
      whole.withUnsafeBufferPointer { whole in
        starts.withUnsafeBufferPointer { starts in
          partRows.withUnsafeBufferPointer { partRows in
            partWeights.withUnsafeBufferPointer { partWeights in
              var disc = llua_disc(
                reach: reach, rows: Int32(truncatingIfNeeded: rows), bits: bits, is_small: isSmall ? 1 : 0,
                whole: whole.baseAddress, part_start: starts.baseAddress, part_row: partRows.baseAddress,
                part_weight: partWeights.baseAddress, factor: factor)
              let words = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: UInt16.self)
              for y in band.y0..<band.y1 { work.kernels.pointee.disc_row(&disc, &from, &to, y, words) }
            }
          }
        }
      }
    }
  }

  /// Sums of rows around the middle one are computed once and shared by all columns of the disc. So the cost per pixel
  /// is the number of the disc's rows, columns and edge pixels.
  private func mean(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws(SurfaceError) {
    let t = target.rect
    let block = 64
    let reach = columns.count - 1
    let wide = block + 2 * reach
    let parts = columns.map(\.parts)
    // Scratch: sums of rows at equal distance; their prefix sums from the middle; a column's sums; a row; the result.
    try work.bands(of: t, height: 16, scratch: (2 * rows + 5) * wide) { band, scratch in
      let pairs = scratch
      let sums = pairs + (rows + 1) * wide
      let sum = sums + (rows + 1) * wide
      let line = sum + wide
      let result = line + wide
      for y in band.y0..<band.y1 {
        var x = t.x0
        while x < t.x1 {
          let count = min(block, Int(t.x1 - x))
          let n = count + 2 * reach
          let first = x - Int32(truncatingIfNeeded: reach)
          source.load(y, from: first, count: n, to: pairs, work)
          sums.update(from: pairs, count: n)
          for j in 0..<rows {
            let pair = pairs + (j + 1) * wide
            let before = sums + j * wide
            let after = before + wide
            let dy = Int32(truncatingIfNeeded: j + 1)
            let a = source.row(y - dy, from: first, count: n, pair, work)
            let b = source.row(y + dy, from: first, count: n, line, work)
            for i in 0..<n {
              pair[i] = a[i] + b[i]
              after[i] = before[i] + pair[i]
            }
          }
          for k in 0...reach {
            let column = columns[k]
            if column.whole >= 0 {
              let s = sums + column.whole * wide
              for i in 0..<n { sum[i] = s[i] * column.factor }
            } else {
              sum.update(repeating: SIMD4(repeating: 0), count: n)
            }
            for part in parts[k] {
              let pair = pairs + part.row * wide
              let weight = part.weight
              for i in 0..<n { sum[i] += pair[i] * weight }
            }
            let left = sum + (reach - k)
            let right = sum + (reach + k)
            if k == 0 {
              result.update(from: left, count: count)
            } else {
              for i in 0..<count { result[i] += left[i] + right[i] }
            }
          }
          target.store(result, y, from: x, count: count, work)
          x += Int32(truncatingIfNeeded: count)
        }
      }
    }
  }
}
