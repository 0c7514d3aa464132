// SPDX-License-Identifier: MIT
import Numbers
import Pixels
import Raster
import SystemC

extension FilterWork {
  /// Calls the body for bands of a rectangle of `height` rows, from several threads, each with uninitialised scratch
  /// memory for `count` pixels.
  func bands(
    of rect: DeviceRect, height: Int, scratch count: Int,
    _ body: (_ band: DeviceRect, _ scratch: UnsafeMutablePointer<SIMD4<Float>>) -> Void
  ) throws(SurfaceError) {
    if rect.isEmpty { return }
    let jobs = (rect.height + height - 1) / height
    let workers = rect.width * rect.height < 16384 ? 1 : max(1, min(threads, jobs))
    var made: UnsafeMutableRawPointer?
    guard posix_memalign(&made, 64, max(1, workers * count * 16)) == 0, let made else {
      throw .memory(width: count, height: workers)
    }
    defer { free(made) }
    let memory = made.assumingMemoryBound(to: SIMD4<Float>.self)
    Workers.run(jobs: jobs, workers: workers) { job, worker in
      if isStopped?() == true { return }
      let y0 = rect.y0 + Int32(truncatingIfNeeded: job * height)
      let y1 = min(rect.y1, y0 + Int32(truncatingIfNeeded: height))
      body(DeviceRect(x0: rect.x0, y0: y0, x1: rect.x1, y1: y1), memory + worker * count)
    }
  }
}

/// Pictures downsampled by [1 3 3 1] / 8 and upsampled by quadratic B-splines, on grids that start at coordinate 0.
enum FloatPyramid {
  typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

  /// Returns the source halved `shiftX` and `shiftY` times along the axes, limited to the part that is read;
  /// transparent outside. The result is the source itself if nothing is halved, else a new picture to be released.
  static func level(
    _ source: FilterImage, shiftX: Int32, shiftY: Int32, readsX: Range<Int32>, readsY: Range<Int32>, work: FilterWork
  ) throws -> FilterImage {
    var across = [readsX]
    var down = [readsY]
    for _ in 0..<shiftX { across.append(GaussianAxis.halvingReads(across[across.count - 1])) }
    for _ in 0..<shiftY { down.append(GaussianAxis.halvingReads(down[down.count - 1])) }
    var image = source
    for step in 0..<max(shiftX, shiftY) {
      let r = image.rect
      let halvesX = step < shiftX
      let halvesY = step < shiftY
      let columns = halvesX ? GaussianAxis.halvingReaches(r.x0..<r.x1) : r.x0..<r.x1
      let rows = halvesY ? GaussianAxis.halvingReaches(r.y0..<r.y1) : r.y0..<r.y1
      let needX = across[max(0, Int(shiftX - step) - 1)]
      let needY = down[max(0, Int(shiftY - step) - 1)]
      let area = DeviceRect(x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound)
        .intersection(
          DeviceRect(x0: needX.lowerBound, y0: needY.lowerBound, x1: needX.upperBound, y1: needY.upperBound))
      let next = try work.image(.floats, r.isEmpty ? .empty : area)
      try halve(image, halvesX: halvesX, halvesY: halvesY, into: next, work: work)
      if image !== source { try work.release(image) }
      image = next
    }
    return image
  }

  /// Fills the target by upsampling a level, which holds all pixels that the splines read.
  static func raise(_ level: FilterImage, shiftX: Int32, shiftY: Int32, into target: FilterImage, work: FilterWork)
    throws(SurfaceError)
  {
    let area = target.rect
    if area.isEmpty { return }
    let across = GaussianAxis.splineReads(area.x0..<area.x1, shift: shiftX)
    let splinesX = GaussianAxis.splines(shift: shiftX).flatMap { [Float($0.0), Float($0.1), Float($0.2)] }
    let splinesY = GaussianAxis.splines(shift: shiftY).flatMap { [Float($0.0), Float($0.1), Float($0.2)] }
    let count = across.count
    try work.bands(of: area, height: 64, scratch: count + area.width) { band, between in
      let row = between + count
      for y in band.y0..<band.y1 {
        let first = Int(across.lowerBound - level.rect.x0)
        let centre = level.floats(y >> shiftY) + first
        if shiftY > 0 {
          let phase = 3 * (Int(y) & ((1 << Int(shiftY)) - 1))
          let w0 = splinesY[phase], w1 = splinesY[phase + 1], w2 = splinesY[phase + 2]
          let before = level.floats((y >> shiftY) - 1) + first
          let after = level.floats((y >> shiftY) + 1) + first
          for i in 0..<count { between[i] = before[i] * w0 + centre[i] * w1 + after[i] * w2 }
        } else {
          between.update(from: centre, count: count)
        }
        raise(between, first: across.lowerBound, shift: shiftX, splines: splinesX, into: row, area: area)
        target.store(row, y, from: area.x0, count: area.width, work)
      }
    }
  }

  /// Upsamples a row of the level, whose first pixel lies at `first`.
  static func raise(
    _ line: Pixels, first: Int32, shift: Int32, splines: [Float], into out: Pixels, area: DeviceRect
  ) {
    if shift == 0 {
      out.update(from: line, count: area.width)
      return
    }
    splines.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return }
      let mask = (1 << Int(shift)) - 1
      for i in 0..<area.width {
        let at = Int(area.x0) &+ i
        let p = line + ((at >> Int(shift)) &- Int(first))
        let w = weights + 3 * (at & mask)
        out[i] = p[-1] * w[0] + p[0] * w[1] + p[1] * w[2]
      }
    }
  }

  /// Downsamples by [1 3 3 1] / 8 along one axis or both.
  private static func halve(
    _ source: FilterImage, halvesX: Bool, halvesY: Bool, into target: FilterImage, work: FilterWork
  ) throws(SurfaceError) {
    let s = source.rect
    let t = target.rect
    let from = halvesX ? 2 * t.x0 - 1 : t.x0
    let to = halvesX ? 2 * t.x1 + 1 : t.x1
    let c0 = max(from, s.x0)
    let c1 = max(c0, min(to, s.x1))
    let count = Int(c1 - c0)
    try work.bands(of: t, height: 32, scratch: max(0, Int(to) - Int(from)) + count) { band, row in
      let zeros = row + (Int(to) - Int(from))
      zeros.update(repeating: SIMD4(repeating: 0), count: count)
      row.update(repeating: SIMD4(repeating: 0), count: Int(to) - Int(from))
      let inner = row + Int(c0 - from)
      for y in band.y0..<band.y1 {
        func line(_ y: Int32) -> Pixels {
          y < s.y0 || y >= s.y1 || count == 0 ? zeros : source.floats(y) + Int(c0 - s.x0)
        }
        if halvesY {
          let a = line(2 * y - 1), b = line(2 * y), c = line(2 * y + 1), d = line(2 * y + 2)
          for i in 0..<count { inner[i] = (a[i] + d[i] + 3 * (b[i] + c[i])) * 0.125 }
        } else {
          inner.update(from: line(y), count: count)
        }
        let out = target.floats(y)
        if halvesX {
          var p = row
          for i in 0..<t.width {
            out[i] = (p[0] + p[3] + 3 * (p[1] + p[2])) * 0.125
            p += 2
          }
        } else {
          out.update(from: row, count: t.width)
        }
      }
    }
  }
}

/// The Gaussian blur of `PyramidBlur` in floating point, for pictures with values outside 0 to 1: downsampling, taps,
/// upsampling by quadratic B-splines.
struct FloatBlur {
  typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

  private let x: GaussianAxis
  private let y: GaussianAxis
  /// The downsampled source; transparent outside its rectangle.
  private let level: FilterImage
  private let tapsX: [Float]
  private let tapsY: [Float]
  private let splinesX: [Float]
  private let splinesY: [Float]

  /// Calls the body for every row of an area of the blurred source, from several threads. The row holds the area's
  /// pixels, and is valid during the call.
  ///
  /// - Parameter source: in floating point.
  /// - Throws: `SurfaceError`, and errors of charging pixels.
  static func rows(
    _ blur: PyramidBlur, source: FilterImage, of area: DeviceRect, work: FilterWork,
    _ body: (_ y: Int32, _ row: Pixels) -> Void
  ) throws {
    let made = try FloatBlur(blur, source: source, output: area, work: work)
    try made.rows(of: area, work, body)
    if made.level !== source { try work.release(made.level) }
  }

  private init(_ blur: PyramidBlur, source: FilterImage, output: DeviceRect, work: FilterWork) throws {
    x = blur.x
    y = blur.y
    tapsX = x.taps.map { Float($0) }
    tapsY = y.taps.map { Float($0) }
    splinesX = x.splines.flatMap { [Float($0.0), Float($0.1), Float($0.2)] }
    splinesY = y.splines.flatMap { [Float($0.0), Float($0.1), Float($0.2)] }
    level =
      output.isEmpty
      ? source
      : try FloatPyramid.level(
        source, shiftX: x.shift, shiftY: y.shift, readsX: x.reads(output.x0..<output.x1),
        readsY: y.reads(output.y0..<output.y1), work: work)
  }

  private func rows(of area: DeviceRect, _ work: FilterWork, _ body: (_ y: Int32, _ row: Pixels) -> Void)
    throws(SurfaceError)
  {
    if area.isEmpty { return }
    let spline = x.splineReads(area.x0..<area.x1)
    let from = spline.lowerBound - x.radius
    let to = spline.upperBound + x.radius
    let wide = Int(to - from)
    let s = level.rect
    let c0 = max(from, s.x0)
    let c1 = max(c0, min(to, s.x1))
    let zeroCount = Int(c1 - c0)
    let count = spline.count
    // Scratch: zeros, a row of vertical taps, three rows of the result, an intermediate row, one for the body.
    try work.bands(of: area, height: 64, scratch: zeroCount + 5 * wide + area.width) { band, scratch in
      let zeros = scratch
      let column = zeros + zeroCount
      let ring = column + wide
      let between = ring + 3 * wide
      let result = between + wide
      zeros.update(repeating: SIMD4(repeating: 0), count: zeroCount)
      column.update(repeating: SIMD4(repeating: 0), count: wide)
      let first = y.shift > 0 ? (band.y0 >> y.shift) - 1 : band.y0
      var next = first
      for row in band.y0..<band.y1 {
        let centre = row >> y.shift
        let last = y.shift > 0 ? centre + 1 : row
        while next <= last {
          down(next, first: Int(c0 - s.x0), count: zeroCount, zeros: zeros, into: column + Int(c0 - from))
          let out = ring + Int((next - first) % 3) * wide
          across(column + Int(x.radius), count, out)
          next += 1
        }
        var line = ring + Int((last - first) % 3) * wide
        if y.shift > 0 {
          let r0 = ring + Int((centre - 1 - first) % 3) * wide
          let r1 = ring + Int((centre - first) % 3) * wide
          let phase = 3 * (Int(row) & ((1 << Int(y.shift)) - 1))
          let w0 = splinesY[phase], w1 = splinesY[phase + 1], w2 = splinesY[phase + 2]
          for i in 0..<count { between[i] = r0[i] * w0 + r1[i] * w1 + line[i] * w2 }
          line = between
        }
        if x.shift == 0 {
          body(row, line)
          continue
        }
        FloatPyramid.raise(line, first: spline.lowerBound, shift: x.shift, splines: splinesX, into: result, area: area)
        body(row, result)
      }
    }
  }

  /// Applies the vertical taps at row y of the level, for the columns that it has.
  private func down(_ y: Int32, first: Int, count: Int, zeros: Pixels, into out: Pixels) {
    if count == 0 { return }
    func line(_ y: Int32) -> Pixels { y < level.rect.y0 || y >= level.rect.y1 ? zeros : level.floats(y) + first }
    let centre = line(y)
    let middle = tapsY[0]
    for i in 0..<count { out[i] = centre[i] * middle }
    for k in 1..<max(1, tapsY.count) {
      let a = line(y - Int32(truncatingIfNeeded: k))
      let b = line(y + Int32(truncatingIfNeeded: k))
      let weight = tapsY[k]
      for i in 0..<count { out[i] += (a[i] + b[i]) * weight }
    }
  }

  private func across(_ row: Pixels, _ count: Int, _ out: Pixels) {
    tapsX.withUnsafeBufferPointer { taps in
      guard let taps = taps.baseAddress else { return }
      let radius = Int(x.radius)
      for i in 0..<count {
        let p = row + i
        var sum = p[0] * taps[0]
        var k = 1
        while k <= radius {
          sum += (p[-k] + p[k]) * taps[k]
          k &+= 1
        }
        out[i] = sum
      }
    }
  }
}
