// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Raster

/// Values of eight adjacent pixels.
typealias Lanes = SIMD8<Float>

/// A map from the pixels of a result to positions in the source, both on the grid, where pixel (x, y) has its centre at
/// (x + ½, y + ½).
struct Warp: Sendable {
  /// Area in which the map differs from the identity; nil for everywhere.
  var area: DeviceRect?
  /// Maximum number of mip levels read in addition to the picture itself; nil if the map hardly minifies anywhere, so
  /// that rows need not set the axes.
  var levels: Int?
  /// True if rows set the coverage of pixels.
  var covers = false
  /// Range of columns that repeat, for maps that wrap around; nil for none.
  var repeats: (Int, Int)?
  /// Fills a row.
  var map: @Sendable (WarpRow) -> Void
}

/// Adjacent pixels, for which a `Warp` sets the positions in the source.
struct WarpRow {
  /// Maximum number of pixels per row.
  static let pixels = 128

  /// Centre of the first pixel.
  let x: Float
  let y: Float
  /// Number of groups of eight pixels.
  let groups: Int
  let sourceX: UnsafeMutablePointer<Lanes>
  let sourceY: UnsafeMutablePointer<Lanes>
  /// Major axis of the ellipse to which the map takes a disc of diameter 1 at the pixel. It is computed by a formula,
  /// not from neighbours, so it does not depend on the grouping of pixels.
  let axisX: UnsafeMutablePointer<Lanes>
  let axisY: UnsafeMutablePointer<Lanes>
  /// Length of the minor axis.
  let minor: UnsafeMutablePointer<Lanes>
  let cover: UnsafeMutablePointer<Lanes>

  /// Returns the centres of a group.
  @inline(__always) func centers(_ group: Int) -> Lanes {
    Lanes(0, 1, 2, 3, 4, 5, 6, 7) + (x + Float(group * 8))
  }

  @inline(__always) func set(_ group: Int, _ x: Lanes, _ y: Lanes) {
    sourceX[group] = x
    sourceY[group] = y
  }

  @inline(__always) func setAxis(_ group: Int, _ x: Lanes, _ y: Lanes, minor: Lanes) {
    axisX[group] = x
    axisY[group] = y
    self.minor[group] = minor
  }

  /// Sets the axes from the derivatives of the map: (xx, yx) along x, (xy, yy) along y.
  @inline(__always) func setAxes(_ group: Int, _ xx: Lanes, _ xy: Lanes, _ yx: Lanes, _ yy: Lanes) {
    let a = xx * xx + xy * xy
    let b = xx * yx + xy * yy
    let d = yx * yx + yy * yy
    let half = (a - d) * 0.5
    let root = (half * half + b * b).squareRoot()
    let long = (a + d) * 0.5 + root
    // Eigenvector of the larger eigenvalue, by whichever of two formulas has the larger result.
    let wide = half .>= 0
    let vx = b.replacing(with: half + root, where: wide)
    let vy = (root - half).replacing(with: b, where: wide)
    let length = (vx * vx + vy * vy).squareRoot()
    let isRound = length .<= 1e-12
    let major = long.squareRoot()
    let k = major / length.replacing(with: 1, where: isRound)
    setAxis(
      group, (vx * k).replacing(with: major, where: isRound), (vy * k).replacing(with: 0, where: isRound),
      minor: (xx * yy - xy * yx).magnitude / major.replacing(with: 1, where: major .<= 1e-12))
  }
}

extension SIMD8<Float> {
  @inline(__always) var magnitude: Lanes { replacing(with: 0 - self, where: self .< 0) }
  /// Clamps to a range; NaN becomes the lower bound.
  @inline(__always) func limited(_ low: Float, _ high: Float) -> Lanes {
    let a = Lanes(repeating: low).replacing(with: self, where: self .> low)
    return a.replacing(with: Lanes(repeating: high), where: a .> high)
  }
  /// Sine and cosine of angles in turns, at most a million turns; the error is below 1e-6.
  @inline(__always) var sinCosOfTurns: (sin: Lanes, cos: Lanes) {
    let quarters = self * 4
    // Rounds to nearest by a sum that has no fractional bits; its lowest bits are those of the integer.
    let sum = quarters + 12_582_912
    let r = ((quarters - (sum - 12_582_912)) * (Float.pi / 2)).limited(-1, 1)
    let z = r * r
    let s = r + r * z * (z * (z * -1.951_529_6e-4 + 8.332_160_9e-3) - 1.666_665_5e-1)
    let c = z * z * (z * (z * 2.443_315_7e-5 - 1.388_731_6e-3) + 4.166_664_6e-2) - z * 0.5 + 1
    // Selected bitwise, as vector selects would compile to scalar code.
    let q = unsafeBitCast(sum, to: SIMD8<Int32>.self)
    let odd = 0 &- (q & 1)
    let sBits = unsafeBitCast(s, to: SIMD8<Int32>.self)
    let cBits = unsafeBitCast(c, to: SIMD8<Int32>.self)
    let sine = ((sBits & ~odd) | (cBits & odd)) ^ ((q & 2) &<< 30)
    let cosine = ((cBits & ~odd) | (sBits & odd)) ^ (((q &+ 1) & 2) &<< 30)
    return (unsafeBitCast(sine, to: Lanes.self), unsafeBitCast(cosine, to: Lanes.self))
  }
}

extension Lanes {
  /// The direction of (x, y) in turns, from −½ to ½; 0 for (0, 0). The error is below 1e-7.
  @inline(__always) static func turns(_ y: Lanes, _ x: Lanes) -> Lanes {
    let ax = x.magnitude
    let ay = y.magnitude
    let steep = ay .> ax
    let big = ax.replacing(with: ay, where: steep)
    let ratio = ay.replacing(with: ax, where: steep) / big.replacing(with: 1, where: .!(big .> 0))
    // Reduces the upper half of an eighth of a turn by the tangent of a difference.
    let far = ratio .> 0.414_213_56
    let t = ratio.replacing(with: (ratio - 1) / (ratio + 1), where: far)
    let z = t * t
    var p = z * (1.0 / 15) * -1 + 1.0 / 13
    p = z * p * -1 + 1.0 / 11
    p = z * p * -1 + 1.0 / 9
    p = z * p * -1 + 1.0 / 7
    p = z * p * -1 + 1.0 / 5
    p = z * p * -1 + 1.0 / 3
    var a = (t - t * z * p) * (0.5 / Float.pi)
    a = a.replacing(with: a + 0.125, where: far)
    a = a.replacing(with: 0.25 - a, where: steep)
    a = a.replacing(with: 0.5 - a, where: x .< 0)
    return a.replacing(with: 0 - a, where: y .< 0)
  }

  /// Floor of numbers up to ±4 million.
  @inline(__always) var floor: Lanes {
    let nearest = (self + 12_582_912) - 12_582_912
    return nearest.replacing(with: nearest - 1, where: nearest .> self)
  }
}

extension Warp {
  /// Maximum distance of samples from a pixel's source position, in pixels: eight steps to each side along the major
  /// axis, and the neighbours for interpolation.
  var margin: Int32 { levels.map { 10 << Int32(truncatingIfNeeded: $0) } ?? 2 }

  /// Returns the number of useful mip levels if the minor and major axis have at most these lengths; nil if no level is
  /// needed.
  static func levels(minor: Double, major: Double) -> Int? {
    let side = max(minor, major / 16)
    if !(max(minor, major) > 1.001) { return nil }
    var levels = 0
    while levels < 8, Double(1 << levels) < side { levels += 1 }
    return levels
  }

  /// Returns the area needed to sample positions within an area of the source: whole cells of the coarsest level.
  func need(_ places: DeviceRect) -> DeviceRect {
    if places.isEmpty { return places }
    let m = margin
    let step = Int32(1) << Int32(truncatingIfNeeded: levels ?? 0)
    let r = places.outset(dx: m, dy: m)
    return DeviceRect(x0: r.x0 & ~(step - 1), y0: r.y0 & ~(step - 1), x1: r.x1, y1: r.y1)
      .union(DeviceRect(x0: r.x0, y0: r.y0, x1: (r.x1 + step - 1) & ~(step - 1), y1: (r.y1 + step - 1) & ~(step - 1)))
  }
}

extension AreaKernel {
  /// Returns a kernel that samples its source through a map.
  ///
  /// - Parameters:
  ///   - prepare: creates the map when the kernel runs, if that allocates memory.
  ///   - places: returns the area of the source to which pixels of an area of the result map, not counting pixels that
  ///     stay in place.
  static func warp(
    _ warp: Warp, extent: @escaping @Sendable (DeviceRect) -> DeviceRect = { $0 },
    prepare: (@Sendable (FilterWork) throws -> @Sendable (WarpRow) -> Void)? = nil,
    places: @escaping @Sendable (_ output: DeviceRect) -> DeviceRect
  ) -> AreaKernel {
    let body: @Sendable (FilterImage, FilterImage, FilterWork) throws -> Void = { source, target, work in
      var warp = warp
      if let prepare { warp.map = try prepare(work) }
      try warp.run(source, target, work)
    }
    return AreaKernel(
      extent: extent,
      need: { output in
        guard let area = warp.area else { return warp.need(places(output)) }
        let moved = output.intersection(area)
        return moved.isEmpty ? output : output.union(warp.need(places(moved)))
      },
      bytes: body, body)
  }
}

extension Warp {
  func run(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    let moved = area.map { $0.intersection(target.rect) } ?? target.rect
    let pyramid = try PixelPyramid(
      source, levels: moved.isEmpty ? 0 : levels ?? 0,
      edgeX: repeats.map { .repeated($0.0, $0.1) } ?? .transparent, work: work)
    work.bands(of: target.rect, height: 16) { band in
      Warp.withRow { buffers, pixels in
        for y in band.y0..<band.y1 {
          let isMoved = y >= moved.y0 && y < moved.y1 && !moved.isEmpty
          copy(source, into: target, y: y, from: band.x0, to: isMoved ? moved.x0 : band.x1)
          if !isMoved { continue }
          copy(source, into: target, y: y, from: moved.x1, to: band.x1)
          var x = moved.x0
          while x < moved.x1 {
            let count = min(WarpRow.pixels, Int(moved.x1 - x))
            let row = buffers.row(x, y, count)
            map(row)
            pyramid.sample(row, count, self, to: pixels)
            store(pixels, count: count, into: target, x: x, y: y, work: work)
            x += Int32(truncatingIfNeeded: count)
          }
        }
      }
    }
  }

  private func store(
    _ pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int, into target: FilterImage, x: Int32, y: Int32,
    work: FilterWork
  ) {
    let first = Int(x) - Int(target.rect.x0)
    if target.format == .bytes {
      work.kernels.pointee.bytes_of_floats(
        UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: Float.self), target.bytes(y) + first, count)
    } else {
      (target.floats(y) + first).update(from: pixels, count: count)
    }
  }

  /// Copies pixels that stay in place. Both pictures have the same format.
  private func copy(_ source: FilterImage, into target: FilterImage, y: Int32, from x0: Int32, to x1: Int32) {
    let from = max(x0, source.rect.x0)
    let to = min(x1, source.rect.x1)
    guard from < to, y >= source.rect.y0, y < source.rect.y1 else { return }
    let count = Int(to - from)
    let a = Int(from) - Int(source.rect.x0)
    let b = Int(from) - Int(target.rect.x0)
    if target.format == .bytes {
      (target.bytes(y) + b).update(from: source.bytes(y) + a, count: count)
    } else {
      (target.floats(y) + b).update(from: source.floats(y) + a, count: count)
    }
  }

  /// Memory of a row.
  struct Buffers {
    let lanes: UnsafeMutablePointer<Lanes>

    func row(_ x: Int32, _ y: Int32, _ count: Int) -> WarpRow {
      let size = WarpRow.pixels / 8
      return WarpRow(
        x: Float(x) + 0.5, y: Float(y) + 0.5, groups: (count + 7) / 8, sourceX: lanes, sourceY: lanes + size,
        axisX: lanes + 2 * size, axisY: lanes + 3 * size, minor: lanes + 4 * size, cover: lanes + 5 * size)
    }
  }

  static func withRow(_ body: (Buffers, _ pixels: UnsafeMutablePointer<SIMD4<Float>>) -> Void) {
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: WarpRow.pixels / 8 * 6) { lanes in
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: WarpRow.pixels) { pixels in
        guard let lanes = lanes.baseAddress, let pixels = pixels.baseAddress else { return }
        lanes.initialize(repeating: Lanes(repeating: 0), count: WarpRow.pixels / 8 * 6)
        body(Buffers(lanes: lanes), pixels)
      }
    }
  }
}
