// SPDX-License-Identifier: MIT
import Filters
import Foundation
import Geometry
import Pixels
import Raster
import Testing

/// Screens, cells, edges, masks and generators, each compared with its formula in `Double`, per pixel.
struct PatternRowTests {
  /// A quarter turn at twice the size: the layer's (20, 30) is at (20, 50), and its angles are larger by π/2.
  private static let turned = Geometry.AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 80, ty: 10)

  private func tone(_ value: Double, _ weight: Double, _ sharpness: Double) -> Double {
    clamped((value + weight - 1) / (1.02 - sharpness) + 0.5)
  }

  @Test func `screens compare luminance with a pattern`() throws {
    func weights(_ name: String, _ dx: Double, _ dy: Double, _ angle: Double, _ width: Double) -> Double {
      let x = (dx * cos(angle) + dy * sin(angle)) / width
      let y = (dy * cos(angle) - dx * sin(angle)) / width
      let (a, b) = (cos(2 * .pi * x), cos(2 * .pi * y))
      switch name {
      case "CIDotScreen": return 0.5 + 0.25 * (a + b)
      case "CILineScreen": return 0.5 + 0.5 * a
      case "CIHatchedScreen": return max(0.5 + 0.5 * a, 0.5 + 0.5 * b)
      default: return 0.5 + 0.5 * cos(2 * .pi * hypot(dx, dy) / width)
      }
    }
    for name in ["CIDotScreen", "CILineScreen", "CIHatchedScreen", "CICircularScreen"] {
      for (width, sharpness) in [(6.0, 0.7), (13, 1), (2, 0)] {
        var values = ["inputCenter": [20.0, 30], "inputWidth": [width], "inputSharpness": [sharpness]]
        if name != "CICircularScreen" { values["inputAngle"] = [0.7] }
        try expectPixels(step(name, values)) { c, x, y in
          grey(tone(luma(c), weights(name, x - 20, y - 30, 0.7, width), sharpness), c.w)
        }
        try expectPixels(step(name, values), map: Self.turned) { c, x, y in
          let weight = weights(name, x - 20, y - 50, 0.7 + .pi / 2, width * 2)
          return grey(tone(luma(c), weight, sharpness), c.w)
        }
      }
    }
  }

  @Test func `four inks have four screens`() throws {
    let values = [
      "inputCenter": [20.0, 30], "inputWidth": [9], "inputAngle": [0.3], "inputSharpness": [0.6], "inputGCR": [0.9],
      "inputUCR": [0.4],
    ]
    try expectPixels(step("CICMYKHalftone", values)) { c, x, y in
      func ink(_ value: Double, _ degrees: Double) -> Double {
        let angle = 0.3 + degrees * .pi / 180
        let u = ((x - 20) * cos(angle) + (y - 30) * sin(angle)) / 9
        let v = ((y - 30) * cos(angle) - (x - 20) * sin(angle)) / 9
        return tone(value, 0.5 + 0.25 * (cos(2 * .pi * u) + cos(2 * .pi * v)), 0.6)
      }
      let least = min(1 - c.x, 1 - c.y, 1 - c.z)
      let paper = 1 - ink(0.9 * least, 45)
      return Straight(
        (1 - ink(1 - c.x - 0.4 * least, 15)) * paper, (1 - ink(1 - c.y - 0.4 * least, 75)) * paper,
        (1 - ink(1 - c.z - 0.4 * least, 0)) * paper, c.w)
    }
  }

  /// The mean colour of the source per cell, including the transparent pixels around it.
  private func means(
    _ source: FilterImage, margin: Int, _ cell: (_ x: Double, _ y: Double) -> [Int]
  ) -> [[Int]: SIMD4<Double>] {
    var sums: [[Int]: (SIMD4<Double>, Double)] = [:]
    let r = source.rect
    for y in Int(r.y0) - margin..<Int(r.y1) + margin {
      for x in Int(r.x0) - margin..<Int(r.x1) + margin {
        let key = cell(Double(x) + 0.5, Double(y) + 0.5)
        let before = sums[key] ?? (SIMD4(), 0)
        sums[key] = (before.0 + premultiplied(pixel(source, x, y)), before.1 + 1)
      }
    }
    return sums.mapValues { $0.0 / $0.1 }
  }

  @Test func `squares show means`() throws {
    let source = try randomImage(DeviceRect(x0: -9, y0: 4, x1: 70, y1: 61))
    for (scale, center, map) in [
      (8.0, Point(150, 150), Geometry.AffineTransform.identity), (7.3, Point(3.2, -8.1), .identity),
      (30, Point(10, 10), .scale(1.5, 1.5)), (1.4, Point(0, 0), .identity), (5, Point(1, 2), .scale(2, 3)),
    ] {
      let step = try step("CIPixellate", ["inputScale": [scale], "inputCenter": [center.x, center.y]])
      let result = try #require(try filtered([step], source, map: map))
      let (w, h) = (scale * map.a, scale * map.d)
      func cell(_ x: Double, _ y: Double) -> [Int] {
        [
          Int(((x - center.x * map.a) / w + 0.5).rounded(.down)),
          Int(((y - center.y * map.d) / h + 0.5).rounded(.down)),
        ]
      }
      let means = means(source, margin: 50, cell)
      let around = source.rect.outset(dx: 47, dy: 47)
      let worst = largestDifference(result, in: around) { x, y in
        means[cell(Double(x) + 0.5, Double(y) + 0.5)] ?? SIMD4()
      }
      #expect(worst.levels <= 1, "\(scale) \(worst)")
    }
    let plan = FilterPlan(
      [try step("CIPixellate", ["inputScale": [1]])], map: .identity, extent: source.rect, bounds: source.rect.rect)
    #expect(plan.isIdentity)
  }

  @Test func `hexagons show means`() throws {
    let source = try randomImage(DeviceRect(x0: -9, y0: 4, x1: 70, y1: 61))
    for (map, toLayer) in [
      (Geometry.AffineTransform.identity, { (x: Double, y: Double) in (x, y) }),
      (Self.turned, { (x: Double, y: Double) in ((y - 10) / 2, (80 - x) / 2) }),
    ] {
      let step = try step("CIHexagonalPixellate", ["inputScale": [7.7], "inputCenter": [3.3217, 5.1093]])
      let result = try #require(try filtered([step], source, map: map))
      func cell(_ x: Double, _ y: Double) -> [Int] {
        let p = toLayer(x, y)
        var best = (Double.infinity, [0, 0])
        let near = Int(((p.1 - 5.1093) / 7.7 / 0.8660254).rounded())
        for row in near - 2...near + 2 {
          let shift = row % 2 == 0 ? 0 : 0.5
          let column = ((p.0 - 3.3217) / 7.7 - shift).rounded()
          let dx = p.0 - 3.3217 - (column + shift) * 7.7
          let dy = p.1 - 5.1093 - Double(row) * 7.7 * 0.75.squareRoot()
          if dx * dx + dy * dy < best.0 { best = (dx * dx + dy * dy, [Int(column), row]) }
        }
        return best.1
      }
      let means = means(source, margin: 60, cell)
      let worst = largestDifference(result, in: source.rect.outset(dx: 30, dy: 30)) { x, y in
        means[cell(Double(x) + 0.5, Double(y) + 0.5)] ?? SIMD4()
      }
      #expect(worst.levels <= 1, "\(worst)")
    }
  }

  /// The positions of the seeds are unspecified: the pixels of one colour are connected, all within a cell's largest
  /// radius of their centroid, and each shows the mean of the source's pixels there.
  @Test func `crystals show the means of the pixels that they cover`() throws {
    let rect = DeviceRect(x0: 0, y0: 0, x1: 160, y1: 120)
    let source = try randomImage(rect, isOpaque: true)
    let result = try #require(try filtered([step("CICrystallize", ["inputRadius": [12]])], source, output: rect))
    var cells: [UInt32: [(x: Int, y: Int)]] = [:]
    for y in 0..<120 { for x in 0..<160 { cells[pixel(result, x, y), default: []].append((x, y)) } }
    var inside = 0
    for (color, places) in cells {
      let xs = places.map(\.x)
      let ys = places.map(\.y)
      let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
      let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
      if left == 0 || top == 0 || right == 159 || bottom == 119 { continue }
      inside += 1
      #expect(right - left < 28 && bottom - top < 28)
      let sum = places.reduce(SIMD4<Double>()) { $0 + premultiplied(pixel(source, $1.x, $1.y)) }
      let mean = sum / Double(places.count)
      for i in 0..<4 { #expect(abs(mean[i] * 255 - Double(color >> UInt32(8 * i) & 255)) <= 1) }
    }
    // 160 · 120 / 12² cells, fewer at the edges.
    #expect((70...133).contains(inside), "\(inside)")
  }

  @Test func `crystals are the same in a turned layer`() throws {
    // One colour on the left and one on the right, so that their pictures agree wherever the cells do.
    let rect = DeviceRect(x0: 0, y0: 0, x1: 80, y1: 80)
    let upright = try randomImage(rect, seed: 3)
    let turned = try FilterImage(.bytes, rect: rect)
    for y in 0..<80 { for x in 0..<80 { turned.bytes(Int32(x))[79 - y] = upright.bytes(Int32(y))[x] } }
    let quarter = Geometry.AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 80, ty: 0)
    for name in ["CICrystallize", "CIPointillize", "CIHexagonalPixellate"] {
      let step = try step(name, ["inputCenter": [11.3, 7.1]])
      let one = try #require(try filtered([step], upright))
      let two = try #require(try filtered([step], turned, map: quarter))
      var off = 0
      for y in 0..<80 {
        for x in 0..<80 {
          let (a, b) = (straight(pixel(one, x, y)), straight(pixel(two, 79 - y, x)))
          if abs(a.w - b.w) > 2.0 / 255 { off += 1 }
        }
      }
      #expect(off <= 10, "\(name) \(off)")
    }
  }

  @Test func `dots lie over nothing and cover most of the plane`() throws {
    let rect = DeviceRect(x0: 0, y0: 0, x1: 200, y1: 200)
    let white = try FilterImage(.bytes, rect: rect)
    for y in 0..<200 { for x in 0..<200 { white.bytes(Int32(y))[x] = 0xFFFF_FFFF } }
    let result = try #require(
      try filtered(
        [step("CIPointillize", ["inputRadius": [20]])], white, output: DeviceRect(x0: 40, y0: 40, x1: 160, y1: 160)))
    var sum = 0.0
    for y in 40..<160 {
      for x in 40..<160 {
        let p = pixel(result, x, y)
        #expect(p & 255 == p >> 24)
        sum += Double(p >> 24) / 255
      }
    }
    // Tangent discs would cover π/4; overlap reduces it.
    #expect((0.6...0.79).contains(sum / 14400), "\(sum / 14400)")
  }

  @Test func `edges are Sobel's`() throws {
    for isOpaque in [true, false] {
      let source = try randomImage(DeviceRect(x0: -3, y0: 2, x1: 60, y1: 50), isOpaque: isOpaque)
      for intensity in [0.7, 4] {
        let result = try #require(try filtered([step("CIEdges", ["inputIntensity": [intensity]])], source))
        #expect(result.rect == source.rect)
        let worst = largestDifference(result, in: source.rect) { x, y in
          var gx = SIMD4<Double>()
          var gy = SIMD4<Double>()
          for (i, weight) in [1.0, 2, 1].enumerated() {
            gx +=
              (premultiplied(pixel(source, x + 1, y + i - 1)) - premultiplied(pixel(source, x - 1, y + i - 1))) * weight
            gy +=
              (premultiplied(pixel(source, x + i - 1, y + 1)) - premultiplied(pixel(source, x + i - 1, y - 1))) * weight
          }
          var out = (gx * gx + gy * gy).squareRoot() * (intensity / 8)
          out.w = premultiplied(pixel(source, x, y)).w
          return out
        }
        #expect(worst.levels <= 1, "\(worst)")
      }
    }
  }

  /// The luminance of an image, row by row, blurred by a Gaussian of full width.
  private func blurred(_ source: FilterImage, sigma: Double, margin: Int) -> (_ x: Int, _ y: Int) -> (Double, Double) {
    let r = source.rect
    let (left, top) = (Int(r.x0) - margin, Int(r.y0) - margin)
    let (w, h) = (r.width + 2 * margin, r.height + 2 * margin)
    var plain = [Double](repeating: 0, count: w * h)
    for y in 0..<h { for x in 0..<w { plain[y * w + x] = luma(premultiplied(pixel(source, x + left, y + top))) } }
    let reach = Int(sigma * 6) + 1
    let taps = (-reach...reach).map { sigma > 0 ? exp(-Double($0 * $0) / (2 * sigma * sigma)) : $0 == 0 ? 1 : 0 }
    let total = taps.reduce(0, +)
    func pass(_ from: [Double], _ dx: Int, _ dy: Int) -> [Double] {
      var to = from
      for y in 0..<h {
        for x in 0..<w {
          var sum = 0.0
          for k in -reach...reach {
            let (u, v) = (x + k * dx, y + k * dy)
            if u >= 0, v >= 0, u < w, v < h { sum += from[v * w + u] * taps[k + reach] }
          }
          to[y * w + x] = sum / total
        }
      }
      return to
    }
    let soft = pass(pass(plain, 1, 0), 0, 1)
    return { x, y in (plain[(y - top) * w + x - left], soft[(y - top) * w + x - left]) }
  }

  private func sobel(_ x: Int, _ y: Int, _ light: (Int, Int) -> Double) -> Double {
    var gx = 0.0
    var gy = 0.0
    for (i, weight) in [1.0, 2, 1].enumerated() {
      gx += (light(x + 1, y + i - 1) - light(x - 1, y + i - 1)) * weight
      gy += (light(x + i - 1, y + 1) - light(x + i - 1, y - 1)) * weight
    }
    return hypot(gx, gy) / 8
  }

  @Test func `edge work is white where blurred luminance changes`() throws {
    let source = try randomImage(DeviceRect(x0: -3, y0: 2, x1: 60, y1: 50))
    for radius in [0, 0.8, 3.0] {
      let result = try #require(try filtered([step("CIEdgeWork", ["inputRadius": [radius]])], source))
      let light = blurred(source, sigma: radius, margin: 24)
      let gain = 4 * (4 + 2 * .pi * radius * radius).squareRoot()
      let worst = largestDifference(result, in: source.rect) { x, y in
        SIMD4(repeating: clamped(gain * sobel(x, y) { light($0, $1).1 }))
      }
      #expect(worst.levels <= 1, "\(radius) \(worst)")
    }
  }

  @Test func `lines and comics draw edges of luminance without noise`() throws {
    // A smooth image, in which few pixels are close to the noise threshold.
    let source = try randomImage(DeviceRect(x0: -3, y0: 2, x1: 60, y1: 50), isOpaque: true)
    let light = blurred(source, sigma: 1, margin: 10)
    func clean(_ x: Int, _ y: Int, _ noise: Double, _ sharpness: Double) -> Double {
      let (plain, soft) = light(x, y)
      return abs(plain - soft) < noise ? soft : plain + sharpness * (plain - soft)
    }
    let lines = try #require(
      try filtered(
        [
          step(
            "CILineOverlay",
            [
              "inputNRNoiseLevel": [0.05], "inputNRSharpness": [0.4], "inputEdgeIntensity": [0.8],
              "inputThreshold": [0.2], "inputContrast": [6],
            ])
        ], source))
    let worst = largestDifference(lines, in: source.rect) { x, y in
      let edge = sobel(x, y) { clean($0, $1, 0.05, 0.4) }
      return SIMD4(0, 0, 0, clamped((edge * 0.8 - 0.2) * 6 + 0.5))
    }
    #expect(worst.off <= 20, "\(worst)")
    let comic = try #require(try filtered([step("CIComicEffect")], source))
    let off = largestDifference(comic, in: source.rect) { x, y in
      let c = premultiplied(pixel(source, x, y))
      let level = (clamped(clean(x, y, 0.07, 0.71)) * 5 + 0.5).rounded(.down) / 5
      let edge = sobel(x, y) { clean($0, $1, 0.07, 0.71) }
      let paper = 1 - clamped((edge - 0.1) * 50 + 0.5)
      return each(c) { clamped($0 + level - luma(c)) * paper }
    }
    #expect(off.off <= 30, "\(off)")
  }

  @Test func `nine weights and a bias`() throws {
    let weights = [0.1, -0.4, 0.2, 0.3, 0.9, -0.2, 0.05, 0.15, 0.25]
    for isOpaque in [true, false] {
      let source = try randomImage(DeviceRect(x0: -3, y0: 2, x1: 60, y1: 50), isOpaque: isOpaque)
      let result = try #require(
        try filtered([step("CIConvolution3X3", ["inputWeights": weights, "inputBias": [0.05]])], source))
      let worst = largestDifference(result, in: source.rect.outset(dx: 1, dy: 1)) { x, y in
        var sum = SIMD4<Double>(repeating: 0.05)
        for i in 0..<9 { sum += premultiplied(pixel(source, x + i % 3 - 1, y + i / 3 - 1)) * weights[i] }
        return sum
      }
      #expect(worst.levels <= 1, "\(worst)")
    }
  }

  @Test func `masks choose between picture and background`() throws {
    let rect = DeviceRect(x0: -3, y0: 2, x1: 70, y1: 60)
    let (front, back) = (try randomImage(rect, seed: 1), try randomImage(rect.outset(dx: 4, dy: -3), seed: 2))
    let source = try randomImage(DeviceRect(x0: 0, y0: 0, x1: 7, y1: 5), seed: 8)
    let mask = try bitmap(7, 5) { x, y in pixel(source, x, y) }
    let bounds = Rect(4, 6, 21, 19)
    let map = Geometry.AffineTransform.scale(2, 2)
    for (name, value) in [
      ("CIBlendWithMask", { (p: SIMD4<Double>) in luma(p) }), ("CIBlendWithAlphaMask", { (p: SIMD4<Double>) in p.w }),
    ] {
      let plan = FilterPlan([try step(name, images: [mask])], map: map, extent: rect, bounds: bounds)
      let result = try #require(try plan.run(front, second: back, output: rect, work: FilterWork()))
      let worst = largestDifference(result, in: rect) { x, y in
        let u = ((Double(x) + 0.5) / 2 - 4) / 21 * 7
        let v = ((Double(y) + 0.5) / 2 - 6) / 19 * 5
        var weight = 0.0
        if u >= 0, v >= 0, u <= 7, v <= 5 {
          // Tent functions around the centres of the mask's pixels, clamped at the outermost ones.
          for j in 0..<5 {
            for i in 0..<7 {
              let wu = max(0, 1 - abs(min(max(u - 0.5, 0), 6) - Double(i)))
              let wv = max(0, 1 - abs(min(max(v - 0.5, 0), 4) - Double(j)))
              weight += wu * wv * value(premultiplied(pixel(source, i, j)))
            }
          }
        }
        let behind = premultiplied(pixel(back, x, y))
        return behind + (premultiplied(pixel(front, x, y)) - behind) * weight
      }
      #expect(worst.levels <= 1, "\(name) \(worst)")
    }
  }

  // MARK: - Generators

  /// Tests a generator on a 60×40 layer at (5, 7), on a grid of two pixels per point.
  private func expectGenerated(
    _ name: String, _ values: [String: [Double]] = [:], off: Int = 0, _ formula: (_ x: Double, _ y: Double) -> Straight
  ) throws {
    // Content in one corner only: the generator fills the whole bounds.
    let source = try randomImage(DeviceRect(x0: 12, y0: 16, x1: 20, y1: 30))
    let result = try #require(
      try filtered(
        [step("CIGaussianGradient"), step(name, values)], source, map: .scale(2, 2), bounds: Rect(5, 7.25, 60, 40)))
    #expect(result.rect == DeviceRect(x0: 10, y0: 14, x1: 130, y1: 95))
    let worst = largestDifference(result, in: result.rect) { x, y in
      var c = formula((Double(x) + 0.5) / 2, (Double(y) + 0.5) / 2)
      // The first and the last row are half outside the bounds.
      if y == 14 || y == 94 { c.w *= 0.5 }
      return SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w)
    }
    #expect(worst.off <= off, "\(name) \(worst)")
  }

  @Test func `generators fill the bounds by their formulas`() throws {
    let red = Straight(0.9, 0.2, 0.1, 1)
    let blue = Straight(0.1, 0.3, 1, 0.4)
    let colors = ["inputColor0": [red.x, red.y, red.z, red.w], "inputColor1": [blue.x, blue.y, blue.z, blue.w]]
    func mixed(_ part: Double) -> Straight {
      let alpha = red.w + (blue.w - red.w) * part
      var out = Straight()
      for i in 0..<3 { out[i] = (red[i] * red.w + (blue[i] * blue.w - red[i] * red.w) * part) / alpha }
      out.w = alpha
      return out
    }
    try expectGenerated("CIConstantColorGenerator", ["inputColor": [0.1, 0.3, 1, 0.4]]) { _, _ in blue }
    try expectGenerated(
      "CILinearGradient",
      colors.merging(["inputPoint0": [10, 20], "inputPoint1": [50, 30]]) { $1 }
    ) { x, y in mixed(clamped(((x - 10) * 40 + (y - 20) * 10) / 1700)) }
    for radii in [(8.0, 25.0), (25, 8)] {
      try expectGenerated(
        "CIRadialGradient",
        colors.merging(["inputCenter": [30, 22], "inputRadius0": [radii.0], "inputRadius1": [radii.1]]) { $1 }
      ) { x, y in mixed(clamped((hypot(x - 30, y - 22) - radii.0) / (radii.1 - radii.0))) }
    }
    try expectGenerated(
      "CIGaussianGradient", colors.merging(["inputCenter": [30, 22], "inputRadius": [30]]) { $1 }
    ) { x, y in
      let t = hypot(x - 30, y - 22) / 30
      return mixed(1 - exp(-4.5 * t * t))
    }
    /// 1 in cells of even number, −1 in odd cells, with linear ramps between them.
    func side(_ d: Double, _ width: Double, _ sharpness: Double) -> Double {
      let ramp = max(0.5, width * (1 - sharpness))
      var sum = 1.0
      // Every edge flips the sign within its ramp.
      for edge in -20...20 {
        let way = min(max((d - Double(edge) * width) * 2 / ramp, -1), 1)
        sum += (edge % 2 == 0 ? 1 : -1) * (way - (edge <= 0 ? 1 : -1))
      }
      return sum
    }
    for (width, sharpness) in [(9.0, 1.0), (12, 0.4), (7, 0)] {
      let values = colors.merging(["inputCenter": [30, 22], "inputWidth": [width], "inputSharpness": [sharpness]]) {
        $1
      }
      try expectGenerated("CIStripesGenerator", values) { x, _ in mixed(0.5 - 0.5 * side(x - 30, width, sharpness)) }
      try expectGenerated("CICheckerboardGenerator", values) { x, y in
        mixed(0.5 - 0.5 * side(x - 30, width, sharpness) * side(y - 22, width, sharpness))
      }
    }
  }

  @Test func `noise has all values alike, in four parts that do not know of each other`() throws {
    let source = try FilterImage(.bytes, rect: DeviceRect(x0: 0, y0: 0, x1: 1, y1: 1))
    let result = try #require(try filtered([step("CIRandomGenerator")], source, bounds: Rect(0, 0, 300, 300)))
    var counts = [Int](repeating: 0, count: 16)
    var alpha = 0.0
    var red = 0.0
    var product = 0.0
    for y in 0..<300 {
      for x in 0..<300 {
        let p = pixel(result, x, y)
        counts[Int(p >> 28)] += 1
        if p >> 24 < 64 { continue }
        let c = straight(p)
        alpha += (c.w - 0.625) / 67500
        red += (c.x - 0.5) / 67500
        product += (c.w - 0.625) * (c.x - 0.5) / 67500
      }
    }
    for count in counts { #expect(abs(count - 5625) < 400) }
    #expect(abs(alpha) < 0.01 && abs(red) < 0.01 && abs(product) < 0.003)
  }
}
