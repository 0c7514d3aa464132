// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Pixels
import Raster
import Testing

struct BlurTests {
  /// The exact convolution of rows, in double precision.
  func gaussian(_ values: [Double], width: Int, height: Int, sigma: Double, horizontal: Bool) -> [Double] {
    guard sigma > 0 else { return values }
    let reach = Int((4 * sigma).rounded(.up))
    var weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let total = weights.reduce(0, +)
    weights = weights.map { $0 / total }
    var result = values
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for k in -reach...reach {
          let i = horizontal ? x + k : x
          let j = horizontal ? y : y + k
          if i >= 0, j >= 0, i < width, j < height { sum += values[j * width + i] * weights[k + reach] }
        }
        result[y * width + x] = sum
      }
    }
    return result
  }

  @Test(arguments: [(0.8, 0.8), (1.5, 3), (2, 2), (5, 5), (12, 6), (20, 20)]) func `blur is close to the true kernel`(
    _ sx: Double, _ sy: Double
  )
    throws
  {
    let source = try CoverageSurface(rect: canvas(110, 100))
    coverage(
      outline(Path(circle: Point(55, 50), radius: 42), in: source.rect), into: source.band, combining: .set,
      scratch: BandScratch())
    let blur = PyramidBlur(sigmaX: sx, sigmaY: sy)
    let target = try CoverageSurface(rect: source.rect.outset(dx: blur.marginX, dy: blur.marginY))
    try blur.apply(from: source.band, to: target.band)
    let w = target.rect.width
    let h = target.rect.height
    var values = [Double](repeating: 0, count: w * h)
    for y in 0..<100 {
      for x in 0..<110 {
        values[(y + Int(blur.marginY)) * w + x + Int(blur.marginX)] = Double(source.band.base[y * 110 + x])
      }
    }
    values = gaussian(values, width: w, height: h, sigma: sx, horizontal: true)
    values = gaussian(values, width: w, height: h, sigma: sy, horizontal: false)
    var worst = 0.0
    var sum = 0.0
    for i in values.indices {
      let e = abs(Double(target.band.base[i]) - values[i])
      worst = max(worst, e)
      sum += e
    }
    #expect(worst <= 1, "\(worst)")
    #expect(sum / Double(values.count) <= 0.3, "\(sum / Double(values.count))")
  }

  @Test func `a picture grows by three sigma, and more is read`() {
    for sigma in [0.5, 1, 1.9, 2, 6, 12, 30, 100] {
      let blur = PyramidBlur(sigmaX: sigma, sigmaY: 0)
      #expect(blur.marginX == Int32((3 * sigma).rounded(.up)) && blur.marginY == 0)
      let need = blur.need(for: canvas(100, 100))
      #expect(need.x0 <= -blur.marginX && need.x1 >= 100 + blur.marginX && need.y0 == 0 && need.y1 == 100)
    }
    #expect(PyramidBlur(sigmaX: 0, sigmaY: .nan).isIdentity)
  }

  @Test func `no blur is a copy`() throws {
    let source = try PixelSurface(rect: canvas(37, 11))
    var numbers = Numbers(2)
    for i in 0..<(37 * 11) { source.band.base[i] = numbers.pixel() }
    let target = try PixelSurface(rect: source.rect)
    try PyramidBlur(sigmaX: 0, sigmaY: 0).apply(from: source.band, to: target.band)
    for i in 0..<(37 * 11) { #expect(target.band.base[i] == source.band.base[i]) }
  }

  @Test func `a flat area stays flat inside`() throws {
    let source = try PixelSurface(rect: canvas(200, 200))
    clear(source.band, to: 0xFF40_8020)
    for sigma in [1.0, 3, 9, 25] {
      let target = try PixelSurface(rect: source.rect)
      try PyramidBlur(sigmaX: sigma, sigmaY: sigma).apply(from: source.band, to: target.band)
      #expect(target.band.base[100 * 200 + 100] == 0xFF40_8020)
    }
  }

  @Test func `premultiplied pixels stay valid`() throws {
    let source = try PixelSurface(rect: canvas(60, 60))
    var numbers = Numbers(12)
    for i in 0..<3600 { source.band.base[i] = numbers.pixel() }
    for sigma in [1.0, 4, 15] {
      let target = try PixelSurface(rect: source.rect)
      try PyramidBlur(sigmaX: sigma, sigmaY: sigma).apply(from: source.band, to: target.band)
      for i in 0..<3600 {
        let v = channels(target.band.base[i])
        #expect(v[0] <= v[3] && v[1] <= v[3] && v[2] <= v[3])
      }
    }
  }

  @Test func `a part of the target shows the same pixels`() throws {
    let source = try PixelSurface(rect: DeviceRect(x0: -5, y0: 3, x1: 70, y1: 60))
    var numbers = Numbers(6)
    for i in 0..<(75 * 57) { source.band.base[i] = numbers.pixel() }
    let blur = PyramidBlur(sigmaX: 4, sigmaY: 6)
    let whole = try PixelSurface(rect: source.rect.outset(dx: blur.marginX, dy: blur.marginY))
    try blur.apply(from: source.band, to: whole.band)
    let part = try PixelSurface(rect: DeviceRect(x0: 10, y0: 20, x1: 41, y1: 33))
    try blur.apply(from: source.band, to: part.band)
    for y in 20..<33 {
      for x in 10..<41 {
        let a = whole.band.base[(y - Int(whole.rect.y0)) * whole.band.stride + x - Int(whole.rect.x0)]
        #expect(part.band.base[(y - 20) * 31 + x - 10] == a)
      }
    }
    // Pixels out of reach are cleared.
    let away = try PixelSurface(rect: DeviceRect(x0: 500, y0: 500, x1: 510, y1: 510))
    clear(away.band, to: 7)
    try blur.apply(from: source.band, to: away.band)
    #expect((0..<100).allSatisfy { away.band.base[$0] == 0 })
  }
}
