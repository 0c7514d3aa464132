// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Raster

/// Numbers of eight neighbouring pixels.
typealias Lanes = SIMD8<Float>

/// A map from the pixels of a result to places of the source, both on the grid, where pixel (x, y) has its centre at
/// (x + ½, y + ½).
struct Warp: Sendable {
  /// Where the map is not the identity; nil everywhere.
  var area: DeviceRect?
  /// How many levels of the pyramid may be read, beyond the picture itself; nil when the map nowhere shrinks by more
  /// than a little: then rows need not tell how far a pixel reaches.
  var levels: Int?
  /// Whether rows tell how much of a pixel is covered.
  var covers = false
  /// The columns that repeat, for maps that go around.
  var repeats: (Int, Int)?
  /// Fills a row.
  var map: @Sendable (WarpRow) -> Void
}

/// Pixels side by side, which a `Warp` fills with their places in the source.
struct WarpRow {
  /// At most so many pixels are asked for at once.
  static let pixels = 128

  /// The centre of the first pixel.
  let x: Float
  let y: Float
  /// Of eight pixels.
  let groups: Int
  let sourceX: UnsafeMutablePointer<Lanes>
  let sourceY: UnsafeMutablePointer<Lanes>
  /// The longer axis of the ellipse that the map makes of a disc of diameter 1, at the pixel: by a formula, not from
  /// neighbours, so that it does not depend on how pixels are grouped.
  let axisX: UnsafeMutablePointer<Lanes>
  let axisY: UnsafeMutablePointer<Lanes>
  /// The length of the shorter axis.
  let minor: UnsafeMutablePointer<Lanes>
  let cover: UnsafeMutablePointer<Lanes>

  /// The centres of a group.
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

  /// The axes from the derivatives of the map: (xx, yx) along x, (xy, yy) along y.
  @inline(__always) func setAxes(_ group: Int, _ xx: Lanes, _ xy: Lanes, _ yx: Lanes, _ yy: Lanes) {
    let a = xx * xx + xy * xy
    let b = xx * yx + xy * yy
    let d = yx * yx + yy * yy
    let half = (a - d) * 0.5
    let root = (half * half + b * b).squareRoot()
    let long = (a + d) * 0.5 + root
    // The eigenvector of the larger eigenvalue, by the larger of two formulas.
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
  /// Numbers within a range; the lower bound for what is none.
  @inline(__always) func limited(_ low: Float, _ high: Float) -> Lanes {
    let a = Lanes(repeating: low).replacing(with: self, where: self .> low)
    return a.replacing(with: Lanes(repeating: high), where: a .> high)
  }
  /// Of angles in turns, at most a million of them; the error is below 1e-6.
  @inline(__always) var sinCosOfTurns: (sin: Lanes, cos: Lanes) {
    let quarters = self * 4
    // The nearest whole number, by a sum that has no bits for less; its last bits are those of the number.
    let sum = quarters + 12_582_912
    let r = ((quarters - (sum - 12_582_912)) * (Float.pi / 2)).limited(-1, 1)
    let z = r * r
    let s = r + r * z * (z * (z * -1.951_529_6e-4 + 8.332_160_9e-3) - 1.666_665_5e-1)
    let c = z * z * (z * (z * 2.443_315_7e-5 - 1.388_731_6e-3) + 4.166_664_6e-2) - z * 0.5 + 1
    // By bits, as selections would be made one by one.
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
    // An eighth of a turn in two halves, by the tangent of the difference.
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

  /// The greatest whole number that is not above, of numbers to ±4 million.
  @inline(__always) var floor: Lanes {
    let nearest = (self + 12_582_912) - 12_582_912
    return nearest.replacing(with: nearest - 1, where: nearest .> self)
  }
}

extension Warp {
  /// How far at most a pixel's reading reaches from its place in the source, in pixels: eight steps to each side
  /// along the longer axis, and the pixels between which is read.
  var margin: Int32 { levels.map { 10 << Int32(truncatingIfNeeded: $0) } ?? 2 }

  /// The levels that are of use when a disc's shorter and longer axis have at most these lengths.
  static func levels(minor: Double, major: Double) -> Int? {
    let side = max(minor, major / 16)
    if !(max(minor, major) > 1.001) { return nil }
    var levels = 0
    while levels < 8, Double(1 << levels) < side { levels += 1 }
    return levels
  }

  /// The area that has to be known for places within an area of the source: whole cells of the smallest level.
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
  /// A kernel that samples its source by a map.
  ///
  /// - Parameters:
  ///   - prepare: makes the map when the kernel runs, where that takes memory.
  ///   - places: the area of the source on which pixels of an area of the result fall, apart from those that stay where
  ///     they are.
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
          copy(source, target, y, band.x0, isMoved ? moved.x0 : band.x1)
          if !isMoved { continue }
          copy(source, target, y, moved.x1, band.x1)
          var x = moved.x0
          while x < moved.x1 {
            let count = min(WarpRow.pixels, Int(moved.x1 - x))
            let row = buffers.row(x, y, count)
            map(row)
            pyramid.sample(row, count, self, to: pixels)
            store(pixels, count, target, x, y, work)
            x += Int32(truncatingIfNeeded: count)
          }
        }
      }
    }
  }

  private func store(
    _ pixels: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int, _ target: FilterImage, _ x: Int32, _ y: Int32,
    _ work: FilterWork
  ) {
    let first = Int(x) - Int(target.rect.x0)
    if target.format == .bytes {
      work.kernels.pointee.bytes_of_floats(
        UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: Float.self), target.bytes(y) + first, count)
    } else {
      (target.floats(y) + first).update(from: pixels, count: count)
    }
  }

  /// Pixels that stay where they are. Both pictures have one format.
  private func copy(_ source: FilterImage, _ target: FilterImage, _ y: Int32, _ x0: Int32, _ x1: Int32) {
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

  /// The memory of a row.
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
