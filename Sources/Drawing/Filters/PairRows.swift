// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels
import Raster

/// Adjacent premultiplied pixels of two pictures; the result replaces the first.
struct PairRow {
  let first: UnsafeMutablePointer<SIMD4<Float>>
  let second: UnsafeMutablePointer<SIMD4<Float>>
  let count: Int
  /// Centre of the first pixel.
  let x: Float
  let y: Float
  var image: PixelPyramid?
  let places: SamplePlaces
  /// The pixel loops of the instruction set.
  let kernels: UnsafePointer<llua_kernels>

  @inline(__always) func x(_ i: Int) -> Float { x + Float(i) }
  @inline(__always) func centers(_ group: Int) -> Lanes { Lanes(0, 1, 2, 3, 4, 5, 6, 7) + (x + Float(group * 8)) }
}

extension PairKernel {
  /// Returns a kernel that computes each pixel from the two at its position.
  static func mixing(_ body: @escaping @Sendable (PairRow) -> Void) -> PairKernel {
    PairKernel { first, second, target, work in
      rows(first, second, into: target, work: work, image: nil, body)
    }
  }

  /// Returns a kernel that computes each pixel from other pixels of both pictures.
  ///
  /// - Parameters:
  ///   - image: an additional image, clamped at its edges.
  ///   - levels: number of mip levels of the pictures that are read, in addition to the first.
  static func sampling(
    image: Bitmap? = nil, imageLevels: Int = 0, levels: Int = 0,
    need: @escaping @Sendable (DeviceRect) -> DeviceRect = { $0 },
    _ body: @escaping @Sendable (PairRow, _ first: PixelPyramid, _ second: PixelPyramid) -> Void
  ) -> PairKernel {
    let reading = Warp(levels: levels) { _ in }
    return PairKernel(need: { reading.need(need($0)) }) { first, second, target, work in
      let a = try PixelPyramid(first, levels: levels, work: work)
      let b = try PixelPyramid(second, levels: levels, work: work)
      let c = try image.map {
        try PixelPyramid($0, levels: imageLevels, edgeX: .clamped, edgeY: .clamped, work: work)
      }
      rows(first, second, into: target, work: work, image: c) { body($0, a, b) }
    }
  }

  private static func rows(
    _ first: FilterImage, _ second: FilterImage, into target: FilterImage, work: FilterWork, image: PixelPyramid?,
    _ body: (PairRow) -> Void
  ) {
    work.bands(of: target.rect, height: 16) { band in
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 2 * WarpRow.pixels + SamplePlaces.room) { pixels in
        guard let a = pixels.baseAddress else { return }
        let b = a + WarpRow.pixels
        let places = SamplePlaces(b + WarpRow.pixels)
        for y in band.y0..<band.y1 {
          var x = band.x0
          while x < band.x1 {
            let count = min(WarpRow.pixels, Int(band.x1 - x))
            first.load(y, from: x, count: count, to: a, work)
            second.load(y, from: x, count: count, to: b, work)
            body(
              PairRow(
                first: a, second: b, count: count, x: Float(x) + 0.5, y: Float(y) + 0.5, image: image, places: places,
                kernels: work.kernels))
            target.store(a, y, from: x, count: count, work)
            x += Int32(truncatingIfNeeded: count)
          }
        }
      }
    }
  }
}
