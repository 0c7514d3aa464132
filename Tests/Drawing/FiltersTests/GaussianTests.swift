// SPDX-License-Identifier: MIT
import Filters
import Foundation
import Geometry
import Pixels
import Raster
import Testing

/// A surface from a function of pixel coordinates.
func picture(_ rect: DeviceRect, _ pixel: (_ x: Int, _ y: Int) -> UInt32) throws -> PixelSurface {
  let surface = try PixelSurface(rect: rect)
  for y in rect.y0..<rect.y1 {
    for x in rect.x0..<rect.x1 {
      surface.band.base[(Int(y) - Int(rect.y0)) * rect.width + Int(x) - Int(rect.x0)] = pixel(Int(x), Int(y))
    }
  }
  return surface
}

/// An opaque grey.
func grey(_ value: UInt32) -> UInt32 { 0xFF00_0000 | value * 0x10101 }

/// The channels of a surface's pixel, 0 to 255; 0 outside.
func channels(_ surface: PixelSurface, _ x: Int, _ y: Int) -> SIMD4<Double> {
  let r = surface.rect
  guard x >= r.x0, y >= r.y0, x < r.x1, y < r.y1 else { return .zero }
  let p = surface.band.base[(y - Int(r.y0)) * r.width + x - Int(r.x0)]
  return SIMD4(Double(p & 255), Double(p >> 8 & 255), Double(p >> 16 & 255), Double(p >> 24))
}

/// The exact Gaussian of a surface within an area: the kernel sampled at integers up to six sigmas.
func trueGaussian(_ source: PixelSurface, _ area: DeviceRect, _ sx: Double, _ sy: Double) -> [SIMD4<Double>] {
  func taps(_ sigma: Double) -> [Double] {
    if sigma == 0 { return [1] }
    let weights = (0...Int((6 * sigma).rounded(.up))).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let total = 2 * weights.reduce(0, +) - 1
    return weights.map { $0 / total }
  }
  let (tx, ty) = (taps(sx), taps(sy))
  let s = source.rect
  // The vertical pass first, over the source's columns.
  var down = [SIMD4<Double>](repeating: .zero, count: s.width * area.height)
  for y in 0..<area.height {
    for x in 0..<s.width {
      var sum = SIMD4<Double>.zero
      let centre = y + Int(area.y0)
      for at in Int(s.y0)..<Int(s.y1) where abs(at - centre) < ty.count {
        sum += channels(source, x + Int(s.x0), at) * ty[abs(at - centre)]
      }
      down[y * s.width + x] = sum
    }
  }
  var result = [SIMD4<Double>](repeating: .zero, count: area.width * area.height)
  for y in 0..<area.height {
    for x in 0..<area.width {
      var sum = SIMD4<Double>.zero
      let centre = x + Int(area.x0)
      for at in Int(s.x0)..<Int(s.x1) where abs(at - centre) < tx.count {
        sum += down[y * s.width + at - Int(s.x0)] * tx[abs(at - centre)]
      }
      result[y * area.width + x] = sum
    }
  }
  return result
}

/// The largest and the mean difference between a surface and a reference.
func difference(_ surface: PixelSurface, _ reference: [SIMD4<Double>]) -> (max: Double, mean: Double) {
  var worst = 0.0
  var sum = 0.0
  let r = surface.rect
  for y in 0..<r.height {
    for x in 0..<r.width {
      let d = channels(surface, x + Int(r.x0), y + Int(r.y0)) - reference[y * r.width + x]
      for c in 0..<4 {
        worst = max(worst, abs(d[c]))
        sum += abs(d[c])
      }
    }
  }
  return (worst, sum / Double(4 * max(1, reference.count)))
}

func blurred(
  _ source: PixelSurface, _ area: DeviceRect, _ sx: Double, _ sy: Double, threads: Int = 1,
  instructions: InstructionSet = .best
) throws -> PixelSurface {
  let target = try PixelSurface(rect: area)
  try PyramidBlur(sigmaX: sx, sigmaY: sy).apply(
    from: source.band, to: target.band, threads: threads, instructions: instructions)
  return target
}

func bytes(_ surface: PixelSurface) -> [UInt32] {
  Array(UnsafeBufferPointer(start: surface.band.base, count: surface.rect.width * surface.rect.height))
}

struct GaussianTests {
  static let rect = DeviceRect(x0: -13, y0: 5, x1: 106, y1: 98)
  static let patterns: [(String, @Sendable (Int, Int) -> UInt32)] = [
    (
      "noise",
      { x, y in
        let h = FilterMath.hash(x, y, 5)
        let alpha = h >> 24
        func part(_ shift: UInt32) -> UInt32 { (h >> shift & 255) * alpha / 255 }
        return part(0) | part(8) << 8 | part(16) << 16 | alpha << 24
      }
    ),
    ("steps", { x, y in grey((x > 40 ? 255 : 0) ^ (y > 50 ? 255 : 0)) }),
    ("checkers", { x, y in (x + y) & 1 == 0 ? grey(255) : 0 }),
    ("stripes", { x, y in grey(x % 3 == 0 ? 255 : y % 5 < 2 ? 128 : 0) }),
    ("wide stripes", { x, y in grey(x % 14 < 7 ? 255 : y % 9 < 4 ? 200 : 0) }),
  ]

  @Test(arguments: [
    0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 3, 3.19, 3.2, 3.3, 4, 5, 6.39, 6.4, 8, 12.7, 12.8, 20, 25.7, 33, 50, 77, 100,
  ])
  func `a Gaussian is within a level of the true one`(sigma: Double) throws {
    for (name, pixel) in GaussianTests.patterns {
      let source = try picture(GaussianTests.rect, pixel)
      let area = GaussianTests.rect.outset(dx: 30, dy: 20)
      let d = difference(try blurred(source, area, sigma, sigma), trueGaussian(source, area, sigma, sigma))
      #expect(d.max <= 1 && d.mean <= 0.3, "\(name): \(d)")
    }
  }

  @Test(arguments: [(0.0, 5.0), (7.0, 0.0), (1.5, 9.0), (30.0, 2.0), (3.3, 60.0), (0.0, 1.0)])
  func `the axes have widths of their own`(sx: Double, sy: Double) throws {
    let source = try picture(GaussianTests.rect, GaussianTests.patterns[0].1)
    let area = GaussianTests.rect.outset(dx: 9, dy: 9)
    let d = difference(try blurred(source, area, sx, sy), trueGaussian(source, area, sx, sy))
    #expect(d.max <= 1 && d.mean <= 0.3, "\(d)")
  }

  @Test func `no pixel jumps as the width moves`() throws {
    for (name, pixel) in GaussianTests.patterns {
      let source = try picture(GaussianTests.rect, pixel)
      for around in [2.0, 3.2, 6.4, 12.8] {
        var last: [UInt32]?
        for i in -4...4 {
          let sigma = around + Double(i) * 0.01
          let next = try bytes(blurred(source, GaussianTests.rect, sigma, sigma))
          if let last {
            var worst = 0
            for (a, b) in zip(last, next) {
              for shift in [UInt32(0), 8, 16, 24] {
                worst = max(worst, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
              }
            }
            #expect(worst <= 1, "\(name) at \(sigma)")
          }
          last = next
        }
      }
    }
  }

  @Test func `what is even stays as it is`() throws {
    for value in [UInt32(0), 1, 2, 100, 127, 128, 254, 255] {
      for sigma in [0.4, 1.1, 2.9, 3.2, 5, 9, 40] {
        let margin = PyramidBlur(sigmaX: sigma, sigmaY: sigma).need(for: DeviceRect(x0: 0, y0: 0, x1: 20, y1: 10))
        let source = try picture(margin) { _, _ in value * 0x0101_0101 }
        let result = try blurred(source, DeviceRect(x0: 0, y0: 0, x1: 20, y1: 10), sigma, sigma)
        #expect(bytes(result).allSatisfy { $0 == value * 0x0101_0101 }, "\(value) at \(sigma)")
      }
    }
  }

  @Test func `colours stay within their alpha`() throws {
    let source = try picture(GaussianTests.rect, GaussianTests.patterns[0].1)
    for i in 0..<60 {
      let sigma = 0.3 + Double(i * i) * 0.02
      let result = try bytes(blurred(source, GaussianTests.rect.outset(dx: 40, dy: 40), sigma, sigma))
      #expect(
        result.allSatisfy { p in
          let a = p >> 24
          return p & 255 <= a && p >> 8 & 255 <= a && p >> 16 & 255 <= a
        }, "\(sigma)")
    }
  }

  @Test(arguments: [0.5, 2.7, 3.2, 6.5, 15, 90, 700, 2000])
  func `bytes do not depend on instructions, threads or the part that is asked for`(sigma: Double) throws {
    for size in [(1, 1), (1, 40), (67, 1), (2, 3), (150, 131), (333, 70)] {
      let rect = DeviceRect(x0: -31, y0: -17, x1: -31 + Int32(size.0), y1: -17 + Int32(size.1))
      let source = try picture(rect, GaussianTests.patterns[0].1)
      for (sx, sy) in [(sigma, sigma), (sigma, 0), (1.1, sigma), (sigma, 4)] {
        let blur = PyramidBlur(sigmaX: sx, sigmaY: sy)
        let whole = rect.outset(dx: 70, dy: 70)
        let one = try blurred(source, whole, sx, sy)
        for set in InstructionSet.allCases where set.isAvailable {
          #expect(try bytes(blurred(source, whole, sx, sy, threads: 3, instructions: set)) == bytes(one), "\(set)")
        }
        for part in [
          DeviceRect(x0: -32, y0: -20, x1: -1, y1: 1), DeviceRect(x0: 3, y0: -21, x1: 4, y1: -20),
          DeviceRect(x0: -70, y0: -60, x1: 80, y1: -30),
        ] {
          let part = part.intersection(whole)
          // Only the part of the source that `need(for:)` requests.
          let need = blur.need(for: part).intersection(rect)
          let cut = try picture(need) { x, y in
            source.band.base[(y - Int(rect.y0)) * rect.width + x - Int(rect.x0)]
          }
          let result = try blurred(cut, part, sx, sy)
          var isEqual = true
          for y in part.y0..<part.y1 {
            for x in part.x0..<part.x1 {
              isEqual = isEqual && channels(result, Int(x), Int(y)) == channels(one, Int(x), Int(y))
            }
          }
          #expect(isEqual, "\(size), \(sx), \(sy), \(part)")
        }
      }
    }
  }

  @Test func `alpha alone is blurred as the alpha of pixels`() throws {
    let rect = GaussianTests.rect
    let source = try picture(rect, GaussianTests.patterns[0].1)
    let alpha = try CoverageSurface(rect: rect)
    for i in 0..<rect.width * rect.height { alpha.band.base[i] = UInt8(source.band.base[i] >> 24) }
    for sigma in [0.7, 3.1, 3.5, 7, 13, 30, 60, 200] {
      for (sx, sy) in [(sigma, sigma), (0, sigma), (sigma, 1)] {
        let area = rect.outset(dx: 33, dy: 21)
        let pixels = try blurred(source, area, sx, sy)
        for set in InstructionSet.allCases where set.isAvailable {
          let target = try CoverageSurface(rect: area)
          try PyramidBlur(sigmaX: sx, sigmaY: sy).apply(
            from: alpha.band, to: target.band, threads: 2, instructions: set)
          let isEqual = (0..<area.width * area.height).allSatisfy {
            UInt32(target.band.base[$0]) == pixels.band.base[$0] >> 24
          }
          #expect(isEqual, "\(set), \(sx), \(sy)")
        }
      }
    }
  }

  @Test func `hostile widths end in a picture`() throws {
    let source = try picture(DeviceRect(x0: 0, y0: 0, x1: 9, y1: 7)) { _, _ in grey(255) }
    for sigma in [Double.nan, -.infinity, .infinity, 1e300, -3, 1e-300] {
      let far = DeviceRect(x0: 65000, y0: -65536, x1: 65536, y1: -65500)
      _ = try blurred(source, far, sigma, sigma)
      _ = try blurred(source, .empty, sigma, sigma)
      _ = try blurred(try PixelSurface(rect: .empty), source.rect, sigma, sigma)
    }
    #expect(PyramidBlur(sigmaX: .nan, sigmaY: -1).isIdentity)
    #expect(try bytes(blurred(source, source.rect, 0.1, 0)) == bytes(source))
  }

  @Test func `the filter in floating point agrees with that in bytes, and keeps what lies outside of the range`() throws
  {
    let row = try #require(FilterRow.named("gaussianBlur"))
    let exposure = try #require(FilterRow.named("CIExposureAdjust"))
    let source = FilterImage(try picture(GaussianTests.rect, GaussianTests.patterns[1].1))
    for radius in [0.7, 2.5, 3.3, 7, 21, 64] {
      let blur = FilterStep(row, numbers: [radius])
      let integers = try #require(try filtered([blur], source))
      // Brightened, the image continues in floating point, and is restored when darkened again.
      let floats = try #require(
        try filtered([FilterStep(exposure, numbers: [3]), blur, FilterStep(exposure, numbers: [-3])], source))
      let margin = Int32((3 * radius).rounded(.up))
      #expect(integers.rect == floats.rect && integers.rect == source.rect.outset(dx: margin, dy: margin))
      var worst = 0.0
      for y in integers.rect.y0..<integers.rect.y1 {
        for x in integers.rect.x0..<integers.rect.x1 {
          guard let a = integers.surface, let b = floats.surface else { continue }
          let d = channels(a, Int(x), Int(y)) - channels(b, Int(x), Int(y))
          for c in 0..<4 { worst = max(worst, abs(d[c])) }
        }
      }
      #expect(worst <= 1, "\(radius): \(worst)")
    }
  }

  @Test func `a radius is in points, along each axis of the grid`() throws {
    let row = try #require(FilterRow.named("CIGaussianBlur"))
    let source = try picture(GaussianTests.rect, GaussianTests.patterns[0].1)
    let result = try #require(
      try filtered([FilterStep(row, numbers: [4])], FilterImage(source), map: .scale(0.5, 3)))
    #expect(result.rect == source.rect.outset(dx: 6, dy: 36))
    let surface = try #require(result.surface)
    #expect(try bytes(surface) == bytes(blurred(source, result.rect, 2, 12)))
    #expect(FilterPlan([FilterStep(row, numbers: [0])], map: .identity, extent: source.rect, bounds: .zero).isIdentity)
  }
}
