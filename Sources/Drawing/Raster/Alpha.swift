// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers

/// Calls `common` for each row's part inside `source`, and `outside` for the parts left and right of it.
private func eachRow(
  of target: DeviceRect, in source: DeviceRect, common: (_ x: Int, _ y: Int, _ count: Int) -> Void,
  outside: (_ x: Int, _ y: Int, _ count: Int) -> Void
) {
  let c = target.intersection(source)
  for y in target.y0..<max(target.y0, target.y1) {
    guard !c.isEmpty, y >= c.y0, y < c.y1 else {
      outside(Int(target.x0), Int(y), target.width)
      continue
    }
    if c.x0 > target.x0 { outside(Int(target.x0), Int(y), Int(c.x0) - Int(target.x0)) }
    common(Int(c.x0), Int(y), c.width)
    if c.x1 < target.x1 { outside(Int(c.x1), Int(y), Int(target.x1) - Int(c.x1)) }
  }
}

extension PixelBand {
  @inline(__always) func at(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    base + (y - Int(rect.y0)) * stride + (x - Int(rect.x0))
  }
}

extension CoverageBand {
  @inline(__always) func at(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
    base + (y - Int(rect.y0)) * stride + (x - Int(rect.x0))
  }
}

/// Multiplies coverage by a surface's alpha, which is 0 outside the surface.
package func multiplyAlpha(of source: PixelBand, into band: CoverageBand, scratch: BandScratch) {
  let kernel = scratch.kernels.pointee.alpha_multiply
  eachRow(of: band.rect, in: source.rect) { x, y, n in
    kernel?(band.at(x, y), source.at(x, y), n)
  } outside: { x, y, n in
    band.at(x, y).update(repeating: 0, count: n)
  }
}

/// Copies a surface's alpha into a coverage band; 0 outside the surface.
package func copyAlpha(of source: PixelBand, into band: CoverageBand, scratch: BandScratch) {
  let kernel = scratch.kernels.pointee.alpha_copy
  eachRow(of: band.rect, in: source.rect) { x, y, n in
    kernel?(band.at(x, y), source.at(x, y), n)
  } outside: { x, y, n in
    band.at(x, y).update(repeating: 0, count: n)
  }
}

/// Multiplies coverage by other coverage, which is 0 outside its rectangle.
package func multiply(_ band: CoverageBand, by other: CoverageBand, scratch: BandScratch) {
  let kernel = scratch.kernels.pointee.bytes_multiply
  eachRow(of: band.rect, in: other.rect) { x, y, n in
    kernel?(band.at(x, y), other.at(x, y), n)
  } outside: { x, y, n in
    band.at(x, y).update(repeating: 0, count: n)
  }
}

/// Multiplies all channels by the coverage; pixels outside its rectangle become transparent.
package func multiply(_ band: PixelBand, by coverage: CoverageBand, scratch: BandScratch) {
  let kernel = scratch.kernels.pointee.pixels_multiply
  eachRow(of: band.rect, in: coverage.rect) { x, y, n in
    kernel?(band.at(x, y), coverage.at(x, y), n)
  } outside: { x, y, n in
    band.at(x, y).update(repeating: 0, count: n)
  }
}

/// Sets every pixel of a band to `pixel`; transparent by default.
package func clear(_ band: PixelBand, to pixel: UInt32 = 0) {
  for y in band.rect.y0..<max(band.rect.y0, band.rect.y1) {
    band.at(Int(band.rect.x0), Int(y)).update(repeating: pixel, count: band.rect.width)
  }
}

package func clear(_ band: CoverageBand, to value: UInt8 = 0) {
  for y in band.rect.y0..<max(band.rect.y0, band.rect.y1) {
    band.at(Int(band.rect.x0), Int(y)).update(repeating: value, count: band.rect.width)
  }
}
