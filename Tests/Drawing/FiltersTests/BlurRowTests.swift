// SPDX-License-Identifier: MIT
import Filters
import Glibc
import Geometry
import Pixels
import Raster
import Testing

/// Each blur and sharpening filter compared with its formula, evaluated in double precision.
struct BlurRowTests {
  static let rect = DeviceRect(x0: -9, y0: 4, x1: 88, y1: 75)

  /// Here a pixel's centre is at its integer coordinate.
  typealias Sampler = (_ x: Int, _ y: Int) -> SIMD4<Double>

  /// Colour waves as smooth as an out-of-focus photo.
  static func waves(_ x: Int, _ y: Int) -> UInt32 {
    func part(_ f: Double, _ g: Double) -> UInt32 {
      UInt32(127.5 + 127.4 * sin(Double(x) * f + 1) * cos(Double(y) * g))
    }
    return part(0.11, 0.07) | part(0.05, 0.13) << 8 | part(0.09, 0.02) << 16 | 0xFF00_0000
  }

  func compare(
    _ name: String, _ numbers: [Double], noise: Bool = true, scale: Double = 1, max: Double, mean: Double,
    _ reference: (_ at: Sampler, _ x: Int, _ y: Int) -> SIMD4<Double>
  ) throws {
    let row = try #require(FilterRow.named(name))
    let source = try picture(BlurRowTests.rect, noise ? GaussianTests.patterns[0].1 : BlurRowTests.waves)
    let step = FilterStep(row, numbers: numbers)
    let plan = FilterPlan([step], map: .scale(scale, scale), extent: source.rect, bounds: source.rect.rect)
    let area = plan.extent.intersection(source.rect.outset(dx: 6, dy: 6))
    let image = try #require(try plan.run(FilterImage(source), output: area, work: FilterWork(threads: 2)))
    let surface = try #require(image.surface)
    let sampler: Sampler = { channels(source, $0, $1) }
    var worst = 0.0
    var sum = 0.0
    var count = 0.0
    // Every third pixel is enough.
    for y in stride(from: Int(area.y0), to: Int(area.y1), by: 3) {
      for x in stride(from: Int(area.x0), to: Int(area.x1), by: 3) {
        var expected = reference(sampler, x, y)
        expected = pointwiseMin(pointwiseMax(expected, .zero), SIMD4(repeating: 255))
        expected = pointwiseMin(expected, SIMD4(repeating: expected.w))
        let d = channels(surface, x, y) - expected
        for c in 0..<4 {
          worst = Swift.max(worst, abs(d[c]))
          sum += abs(d[c])
          count += 1
        }
      }
    }
    #expect(worst <= max && sum / count <= mean, "\(name) \(numbers): \(worst), \(sum / count)")
  }

  /// Bilinear interpolation of four pixels.
  func bilinear(_ at: Sampler, _ x: Double, _ y: Double) -> SIMD4<Double> {
    let ix = Int(x.rounded(.down)), iy = Int(y.rounded(.down))
    let fx = x - Double(ix), fy = y - Double(iy)
    let top = at(ix, iy) * (1 - fx) + at(ix + 1, iy) * fx
    let bottom = at(ix, iy + 1) * (1 - fx) + at(ix + 1, iy + 1) * fx
    return top * (1 - fy) + bottom * fy
  }

  @Test(arguments: [1.0, 1.3, 2.5, 7, 10.25, 40])
  func `a box is the mean of a square`(radius: Double) throws {
    try compare("CIBoxBlur", [radius], max: 1, mean: 0.3) { at, x, y in
      let n = Int(radius.rounded(.up)) + 1
      func weight(_ k: Int) -> Double { max(0, min(1, radius + 0.5 - Double(abs(k)))) }
      var sum = SIMD4<Double>.zero
      for j in -n...n where weight(j) > 0 {
        for i in -n...n where weight(i) > 0 { sum += at(x + i, y + j) * weight(i) * weight(j) }
      }
      return sum / (4 * radius * radius)
    }
  }

  /// The coverage of pixels by a disc, from 64×64 samples per pixel.
  func discWeights(_ radius: Double) -> (n: Int, weights: [Double], total: Double) {
    let n = Int((radius + 0.5).rounded(.up))
    var weights: [Double] = []
    for j in -n...n {
      for i in -n...n {
        var hits = 0.0
        for b in 0..<64 {
          for a in 0..<64 {
            let px = Double(i) + (Double(a) + 0.5) / 64 - 0.5, py = Double(j) + (Double(b) + 0.5) / 64 - 0.5
            if px * px + py * py <= radius * radius { hits += 1 }
          }
        }
        weights.append(hits / 4096)
      }
    }
    return (n, weights, weights.reduce(0, +))
  }

  @Test(arguments: [
    (0.8, true), (2, true), (4.5, true), (8, true), (13.5, true), (24, false), (25, false), (40, false),
  ])
  func `a disc is its mean`(radius: Double, noise: Bool) throws {
    let disc = discWeights(radius)
    try compare("CIDiscBlur", [radius], noise: noise, max: noise ? 1 : 2, mean: 0.5) { at, x, y in
      var sum = SIMD4<Double>.zero
      for j in -disc.n...disc.n {
        for i in -disc.n...disc.n {
          let weight = disc.weights[(j + disc.n) * (2 * disc.n + 1) + i + disc.n]
          if weight > 0 { sum += at(x + i, y + j) * weight }
        }
      }
      return sum / disc.total
    }
  }

  @Test(arguments: [(3.0, 0.0), (10, 0.7), (20, 0), (20, 2.5), (37.3, 1.2)])
  func `motion is the mean along a line`(radius: Double, angle: Double) throws {
    try compare("CIMotionBlur", [radius, angle], noise: false, max: 2, mean: 0.5) { at, x, y in
      var sum = SIMD4<Double>.zero
      for i in 0..<256 {
        let t = (Double(i) + 0.5) / 128 - 1
        sum += bilinear(at, Double(x) + t * radius * cos(angle), Double(y) + t * radius * sin(angle))
      }
      return sum / 256
    }
  }

  /// Long rays are sampled in two passes, which slightly smooths hard edges: there a difference of 3 levels is allowed.
  @Test(arguments: [(20.0, 2.0), (-20, 2), (75, 2), (-130, 3), (150, 2), (200, 2)])
  func `zoom is the mean along a ray`(amount: Double, tolerance: Double) throws {
    try compare("CIZoomBlur", [31, 42, amount], noise: false, max: tolerance, mean: 0.5) { at, x, y in
      var sum = SIMD4<Double>.zero
      for i in 0..<512 {
        let k = 1 - (Double(i) + 0.5) / 512 * amount / 200
        sum += bilinear(at, 31 + (Double(x) + 0.5 - 31) * k - 0.5, 42 + (Double(y) + 0.5 - 42) * k - 0.5)
      }
      return sum / 512
    }
  }

  @Test func `a median is the middle one of nine`() throws {
    try compare("CIMedianFilter", [], max: 0, mean: 0) { at, x, y in
      var result = SIMD4<Double>.zero
      for c in 0..<4 {
        var values: [Double] = []
        for j in -1...1 { for i in -1...1 { values.append(at(x + i, y + j)[c]) } }
        result[c] = values.sorted()[4]
      }
      return result
    }
  }

  @Test(arguments: [1.0, 2, 3.4, 7, 16, 25])
  func `morphology takes the extremes of a disc`(radius: Double) throws {
    for name in ["CIMorphologyMaximum", "CIMorphologyMinimum"] {
      let isMaximum = name == "CIMorphologyMaximum"
      let share = radius - radius.rounded(.down)
      try compare(name, [radius], max: share == 0 ? 0 : 0.51, mean: 0.3) { at, x, y in
        func extreme(_ r: Int) -> SIMD4<Double> {
          var result = at(x, y)
          for j in -r...r {
            for i in -r...r where i * i + j * j <= r * r {
              result = isMaximum ? pointwiseMax(result, at(x + i, y + j)) : pointwiseMin(result, at(x + i, y + j))
            }
          }
          return result
        }
        let whole = Int(radius)
        let small = extreme(whole)
        return share == 0 ? small : small + (extreme(whole + 1) - small) * share
      }
    }
  }

  /// A Gaussian evaluated at one pixel.
  func gaussian(_ at: Sampler, _ x: Int, _ y: Int, _ sigma: Double) -> SIMD4<Double> {
    let n = Int((6 * sigma).rounded(.up))
    let weights = (-n...n).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let total = weights.reduce(0, +)
    var sum = SIMD4<Double>.zero
    for j in -n...n {
      var line = SIMD4<Double>.zero
      for i in -n...n { line += at(x + i, y + j) * weights[i + n] }
      sum += line * weights[j + n]
    }
    return sum / (total * total)
  }

  func luminance(_ c: SIMD4<Double>) -> Double { 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z }

  @Test(arguments: [(2.5, 0.5), (1, 2), (6, -0.5), (4, 1)])
  func `an unsharp mask adds the difference from the blurred`(radius: Double, intensity: Double) throws {
    try compare("CIUnsharpMask", [radius, intensity], max: 0.5 + max(1, abs(intensity)), mean: 0.5) { at, x, y in
      at(x, y) + (at(x, y) - gaussian(at, x, y, radius)) * intensity
    }
  }

  @Test(arguments: [(0.4, 1.69), (2, 3.5)])
  func `luminance is sharpened alone`(sharpness: Double, radius: Double) throws {
    try compare("CISharpenLuminance", [sharpness, radius], max: 0.5 + max(1, sharpness), mean: 0.5) { at, x, y in
      let more = sharpness * (luminance(at(x, y)) - luminance(gaussian(at, x, y, radius)))
      return at(x, y) + SIMD4(more, more, more, 0)
    }
  }

  @Test(arguments: [(4.0, 0.5), (7, 1)])
  func `bloom screens and gloom multiplies by the blurred`(radius: Double, intensity: Double) throws {
    try compare("CIBloom", [radius, intensity], max: 1.5, mean: 0.5) { at, x, y in
      let c = at(x, y) / 255, g = gaussian(at, x, y, radius) / 255
      return (c + ((1 - (1 - c) * (1 - g)) - c) * intensity) * 255
    }
    try compare("CIGloom", [radius, intensity], max: 1.5, mean: 0.5) { at, x, y in
      let c = at(x, y) / 255, g = gaussian(at, x, y, radius) / 255
      return (c + (c * g - c) * intensity) * 255
    }
  }

  @Test(arguments: [true, false])
  func `noise is smoothed and the rest sharpened`(noise: Bool) throws {
    try compare("CINoiseReduction", [0.02, 0.4], noise: noise, max: 1, mean: 0.4) { at, x, y in
      let c = at(x, y)
      let g = gaussian(at, x, y, 1)
      var result = c + (c - g) * 0.4
      for i in 0..<4 where abs(c[i] - g[i]) < 0.02 * 255 { result[i] = g[i] }
      return result
    }
  }

  @Test func `neutral values change nothing, and lengths are in points`() throws {
    for (name, numbers) in [
      ("CIGaussianBlur", [0]), ("CIDiscBlur", [0]), ("CIMotionBlur", [0, 1]), ("CIZoomBlur", [3, 4, 0]),
      ("CINoiseReduction", [0, 0]), ("CIMorphologyMaximum", [0]), ("CIMorphologyMinimum", [0]),
      ("CIUnsharpMask", [4, 0]), ("CISharpenLuminance", [0, 3]), ("CIBloom", [9, 0]), ("CIGloom", [9, 0]),
    ] as [(String, [Double])] {
      let row = try #require(FilterRow.named(name))
      let plan = FilterPlan(
        [FilterStep(row, numbers: numbers)], map: .identity, extent: BlurRowTests.rect, bounds: .zero)
      #expect(plan.isIdentity, "\(name)")
    }
    let source = FilterImage(try picture(BlurRowTests.rect, BlurRowTests.waves))
    for name in ["CIBoxBlur", "CIDiscBlur", "CIMotionBlur", "CIMorphologyMaximum", "CIUnsharpMask", "CIBloom"] {
      let row = try #require(FilterRow.named(name))
      var doubled = row.defaultNumbers
      let radius = try #require(row.keys.firstIndex { $0.name == "inputRadius" })
      if name == "CIMorphologyMaximum" { doubled[0] = 2 }
      let step = FilterStep(row, numbers: doubled)
      doubled[row.offsets[radius]] *= 2
      let a = try #require(try filtered([step], source, map: .scale(2, 2)))
      let b = try #require(try filtered([FilterStep(row, numbers: doubled)], source))
      let (first, second) = (try #require(a.surface), try #require(b.surface))
      #expect(a.rect == b.rect && bytes(first) == bytes(second), "\(name)")
    }
  }
}
