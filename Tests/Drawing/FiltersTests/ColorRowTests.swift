// SPDX-License-Identifier: MIT
import Filters
import Foundation
import Geometry
import Pixels
import Raster
import Testing

private func cubic(_ k: [Double], _ x: Double) -> Double {
  var sum = k[0]
  for i in 1...3 { sum += k[i] * pow(x, Double(i)) }
  return sum
}

/// Each colour filter compared with its formula in `Double`.
struct ColorRowTests {
  @Test func `colour controls are saturation, then brightness, then contrast`() throws {
    for (s, b, k) in [(0.3, 0.1, 1.7), (1.8, -0.2, 0.4), (0, 0, 1), (1, 0, 4), (1, -0.3, 1)] {
      try expectPixels(
        step("CIColorControls", ["inputSaturation": [s], "inputBrightness": [b], "inputContrast": [k]])
      ) { c, _, _ in
        let y = luma(c)
        return each(c) { (y + ($0 - y) * s + b - 0.5) * k + 0.5 }
      }
    }
  }

  @Test func `exposure multiplies by a power of two`() throws {
    for stops in [-2.5, 0.7, 3] {
      try expectPixels(step("CIExposureAdjust", ["inputEV": [stops]])) { c, _, _ in each(c) { $0 * pow(2, stops) } }
    }
  }

  @Test func `gamma is a power`() throws {
    for power in [0.1, 0.4545, 0.75, 2.2, 3, 10, 0] {
      try expectPixels(step("CIGammaAdjust", ["inputPower": [power]])) { c, _, _ in each(c) { pow(max($0, 0), power) } }
    }
  }

  @Test func `gamma is a power of what lies outside of the range too`() throws {
    let source = try randomImage(DeviceRect(x0: 0, y0: 0, x1: 64, y1: 64), isOpaque: true)
    let result = try #require(
      try filtered(
        [
          step("CIExposureAdjust", ["inputEV": [5]]), step("CIGammaAdjust", ["inputPower": [0.5]]),
          step("CIExposureAdjust", ["inputEV": [-2.5]]),
        ], source))
    let worst = largestDifference(result, in: source.rect) { x, y in
      each(straight(pixel(source, x, y))) { $0.squareRoot() }
    }
    #expect(worst.levels <= 1)
  }

  @Test func `hue turns I and Q and keeps Y`() throws {
    for angle in [0.4, 2.1, -1.3, 3.14159] {
      try expectPixels(step("CIHueAdjust", ["inputAngle": [angle]])) { c, _, _ in
        let y = dot(c, 0.299, 0.587, 0.114)
        let i = dot(c, 0.596, -0.274, -0.322)
        let q = dot(c, 0.211, -0.523, 0.312)
        let turned = (i * cos(angle) - q * sin(angle), i * sin(angle) + q * cos(angle))
        // The inverse of the three lines above, with tabulated coefficients.
        let v = Straight(y, turned.0, turned.1, 0)
        return Straight(dot(v, 1, 0.956, 0.621), dot(v, 1, -0.272, -0.647), dot(v, 1, -1.106, 1.703), c.w)
      }
    }
  }

  @Test func `vibrance moves dull colours most`() throws {
    for amount in [-0.8, 0.6, 1] {
      try expectPixels(step("CIVibrance", ["inputAmount": [amount]])) { c, _, _ in
        let y = luma(c)
        let spread = max(c.x, c.y, c.z) - min(c.x, c.y, c.z)
        return each(c) { y + ($0 - y) * (1 + amount * (1 - spread)) }
      }
    }
  }

  @Test func `a white point and a multiplied colour are factors`() throws {
    try expectPixels(step("CIWhitePointAdjust", ["inputColor": [0.9, 0.5, 0.2, 0.3]])) { c, _, _ in
      Straight(c.x * 0.9, c.y * 0.5, c.z * 0.2, c.w)
    }
    try expectPixels(step("multiplyColor", ["inputColor": [0.9, 0.5, 0.2, 0.3]])) { c, _, _ in
      Straight(c.x * 0.9, c.y * 0.5, c.z * 0.2, c.w * 0.3)
    }
  }

  /// Compared with Planck's law and the CIE observer in Wyman's approximation (2013), an independent computation of a
  /// light's colour: within 3 levels of 255.
  @Test func `temperatures have the colours of black bodies`() throws {
    func light(_ kelvin: Double) -> (red: Double, blue: Double) {
      var (x, y, z) = (0.0, 0.0, 0.0)
      func bell(_ l: Double, _ height: Double, _ middle: Double, _ left: Double, _ right: Double) -> Double {
        let t = (l - middle) * (l < middle ? left : right)
        return height * exp(-t * t / 2)
      }
      for nm in 360...830 {
        let l = Double(nm)
        let micrometres = l / 1000
        let power = 1 / (pow(micrometres, 5) * (exp(14387.77 / (micrometres * kelvin)) - 1))
        x += power * bell(l, 0.362, 442, 0.0624, 0.0374)
        x += power * bell(l, 1.056, 599.8, 0.0264, 0.0323)
        x += power * bell(l, -0.065, 501.1, 0.0490, 0.0382)
        y += power * bell(l, 0.821, 568.8, 0.0213, 0.0247)
        y += power * bell(l, 0.286, 530.9, 0.0613, 0.0322)
        z += power * bell(l, 1.217, 437, 0.0845, 0.0278)
        z += power * bell(l, 0.681, 459, 0.0385, 0.0725)
      }
      let sum = Straight(x, y, z, 0)
      let g = dot(sum, -0.969266, 1.8760108, 0.041556)
      func encoded(_ v: Double) -> Double { 1.055 * pow(max(v, 0.0031308), 1 / 2.4) - 0.055 }
      return (
        encoded(dot(sum, 3.2404542, -1.5371385, -0.4985314) / g),
        encoded(dot(sum, 0.0556434, -0.2040259, 1.0572252) / g)
      )
    }
    let white = try #require(try? FilterImage(.bytes, rect: DeviceRect(x0: 0, y0: 0, x1: 1, y1: 1)))
    white.bytes(0)[0] = 0xFF80_8080
    for (from, to) in [(6500.0, 4000.0), (6500, 9000), (3200, 5500), (5000, 12000)] {
      let result = try #require(
        try filtered(
          [step("CITemperatureAndTint", ["inputNeutral": [from, 0], "inputTargetNeutral": [to, 0]])], white))
      let have = pixel(result, 0, 0)
      #expect(have >> 8 & 255 == 128)
      #expect(abs(Double(have & 255) - 128 * light(to).red / light(from).red) < 3, "\(from) \(to)")
      #expect(abs(Double(have >> 16 & 255) - 128 * light(to).blue / light(from).blue) < 3, "\(from) \(to)")
    }
    try expectPixels(step("CITemperatureAndTint", ["inputTargetNeutral": [6500, 60]])) { c, _, _ in
      Straight(c.x, c.y * 0.7, c.z, c.w)
    }
  }

  @Test func `a tone curve goes through its points and does not swing`() throws {
    let curve: [String: [Double]] = [
      "inputPoint0": [0.1, 0.05], "inputPoint1": [0.3, 0.1], "inputPoint2": [0.5, 0.8], "inputPoint3": [0.7, 0.8],
      "inputPoint4": [0.9, 1],
    ]
    let grey = try FilterImage(.bytes, rect: DeviceRect(x0: 0, y0: 0, x1: 256, y1: 1))
    for i in 0..<256 { grey.bytes(0)[i] = UInt32(i) * 0x1_0101 | 0xFF00_0000 }
    let result = try #require(try filtered([step("CIToneCurve", curve)], grey))
    let values = (0..<256).map { Double(pixel(result, $0, 0) & 255) / 255 }
    for i in 1..<256 { #expect(values[i] >= values[i - 1]) }
    for i in 0..<5 {
      let point = try #require(curve["inputPoint\(i)"])
      // Linear interpolation between two levels.
      let at = point[0] * 255
      let low = Int(at)
      let value = values[low] + (values[low + 1] - values[low]) * (at - Double(low))
      #expect(abs(value - point[1]) < 3.0 / 255, "\(i)")
    }
    for i in 128...178 { #expect(abs(values[i] - 0.8) < 1.5 / 255, "level between equal points") }
    #expect(abs(values[0] - 0.05) < 1 / 255.0 && values[255] == 1)
    // Hermite's form with slopes by the rule, computed by hand for this curve: secants .25, 3.5, 0, 1.
    try expectPixels(step("CIToneCurve", curve)) { c, _, _ in
      each(c) { x in
        let xs = [0.1, 0.3, 0.5, 0.7, 0.9]
        let ys = [0.05, 0.1, 0.8, 0.8, 1]
        // At .3 the mean slope 1.875 is 7.5 times the preceding secant: of length √(1² + 7.5²), limited to 3 (with the
        // end's 1).
        let cut = 3 / (1 + 7.5 * 7.5).squareRoot()
        let slopes = [0.25 * cut, 1.875 * cut, 0, 0, 1]
        if x <= 0.1 { return 0.05 }
        if x >= 0.9 { return 1 }
        let i = x < 0.3 ? 0 : x < 0.5 ? 1 : x < 0.7 ? 2 : 3
        let t = (x - xs[i]) / 0.2
        let (t2, t3) = (t * t, t * t * t)
        var sum = (2 * t3 - 3 * t2 + 1) * ys[i]
        sum += (t3 - 2 * t2 + t) * 0.2 * slopes[i]
        sum += (3 * t2 - 2 * t3) * ys[i + 1]
        return sum + (t3 - t2) * 0.2 * slopes[i + 1]
      }
    }
  }

  @Test func `a matrix makes each part from all`() throws {
    let rows = [[0.5, 0.2, -0.1, 0.3], [-0.4, 1.2, 0.1, 0], [0.1, 0.1, 0.6, 0.1], [0.3, 0, 0.1, 0.6]]
    let bias = [0.02, -0.05, 0.1, 0.2]
    try expectPixels(
      step(
        "colorMatrix",
        [
          "inputRVector": rows[0], "inputGVector": rows[1], "inputBVector": rows[2], "inputAVector": rows[3],
          "inputBiasVector": bias,
        ])
    ) { c, _, _ in
      var out = Straight()
      for i in 0..<4 { out[i] = bias[i] + dot(c, rows[i][0], rows[i][1], rows[i][2]) + rows[i][3] * c.w }
      out.w = clamped(out.w)
      return out
    }
  }

  @Test func `clamping limits each part`() throws {
    let low = [0.2, 0.1, 0.7, 0.3]
    let high = [0.6, 0.9, 0.4, 0.8]
    try expectPixels(step("CIColorClamp", ["inputMinComponents": low, "inputMaxComponents": high])) { c, _, _ in
      var out = c
      for i in 0..<4 { out[i] = max(min(c[i], high[i]), low[i]) }
      return out
    }
  }

  @Test func `clamping between filters cuts what lies outside`() throws {
    let source = try randomImage(DeviceRect(x0: 0, y0: 0, x1: 40, y1: 40), isOpaque: true)
    let steps = [
      try step("CIExposureAdjust", ["inputEV": [1]]), try step("CIColorClamp"),
      try step("CIExposureAdjust", ["inputEV": [-1]]),
    ]
    let result = try #require(try filtered(steps, source))
    let worst = largestDifference(result, in: source.rect) { x, y in
      each(straight(pixel(source, x, y))) { min($0, 0.5) }
    }
    #expect(worst.levels <= 1)
  }

  @Test func `polynomials have four coefficients`() throws {
    let k = [[0.1, 0.3, 1.2, -0.7], [0, 2, -1, 0], [1, -1, 0.2, 0], [0.2, 0.5, 0, 0.3]]
    try expectPixels(
      step(
        "CIColorPolynomial",
        [
          "inputRedCoefficients": k[0], "inputGreenCoefficients": k[1], "inputBlueCoefficients": k[2],
          "inputAlphaCoefficients": k[3],
        ])
    ) { c, _, _ in
      var out = Straight()
      for i in 0..<4 { out[i] = cubic(k[i], c[i]) }
      return out
    }
  }

  @Test func `a threshold is reached by what equals it`() throws {
    for threshold in [0.5, 0.2, 0.6, 0, 1] {
      try expectPixels(step("CIColorThreshold", ["inputThreshold": [threshold]])) { c, _, _ in
        each(c) { $0 >= threshold - 1e-9 ? 1 : 0 }
      }
    }
  }

  @Test func `highlights are darkened and shadows brightened`() throws {
    for (high, shadow) in [(0.3, 1.0), (0.6, -1), (1, 0.5)] {
      try expectPixels(
        step("CIHighlightShadowAdjust", ["inputHighlightAmount": [high], "inputShadowAmount": [shadow]])
      ) { c, _, _ in
        let y = luma(c)
        return each(c) { $0 * (1 - (1 - high) * y * y) + shadow * pow(1 - y, 2) * $0 * (1 - $0) }
      }
    }
  }

  @Test func `saturation of Core Animation goes from grey through no change`() throws {
    for amount in [0, 0.4, 2.5] {
      try expectPixels(step("colorSaturate", ["inputAmount": [amount]])) { c, _, _ in
        let y = luma(c)
        return each(c) { y + ($0 - y) * amount }
      }
    }
  }

  @Test func `contrast and brightness of Core Animation scale about middle grey and add`() throws {
    for amount in [0, 0.5, 1.5] {
      try expectPixels(step("colorContrast", ["inputAmount": [amount]])) { c, _, _ in
        each(c) { ($0 - 0.5) * amount + 0.5 }
      }
    }
    for amount in [-0.25, 0.125] {
      try expectPixels(step("colorBrightness", ["inputAmount": [amount]])) { c, _, _ in each(c) { $0 + amount } }
    }
  }

  /// Values of the Filter Effects specification's matrix at a third of a turn and at 90°, computed to three digits.
  @Test func `hues rotated are CSS's hue-rotate`() throws {
    func rotated(_ color: UInt32, _ angle: Double) throws -> [Double] {
      let image = try FilterImage(.bytes, rect: DeviceRect(x0: 0, y0: 0, x1: 1, y1: 1))
      image.bytes(0)[0] = color
      let result = try #require(try filtered([step("colorHueRotate", ["inputAngle": [angle]])], image))
      let p = pixel(result, 0, 0)
      return [Double(p & 255), Double(p >> 8 & 255), Double(p >> 16 & 255)]
    }
    #expect(try rotated(0xFF00_00FF, .pi / 2) == [0, 91, 0])
    #expect(try rotated(0xFF00_00FF, .pi) == [0, 109, 109])
    #expect(try rotated(0xFF80_8080, 1) == [128, 128, 128])
  }

  @Test func `inverting, one colour, sepia, levels`() throws {
    try expectPixels(step("colorInvert")) { c, _, _ in each(c) { 1 - $0 } }
    for i in [0.3, 1] {
      try expectPixels(
        step("colorMonochrome", ["inputColor": [0.2, 0.9, 0.4, 1], "inputIntensity": [i]])
      ) { c, _, _ in
        let y = luma(c)
        return c + (Straight(0.2 * y, 0.9 * y, 0.4 * y, c.w) - c) * i
      }
      try expectPixels(step("CISepiaTone", ["inputIntensity": [i]])) { c, _, _ in
        let tone = Straight(
          dot(c, 0.393, 0.769, 0.189), dot(c, 0.349, 0.686, 0.168), dot(c, 0.272, 0.534, 0.131), c.w)
        return clamped(c + (tone - c) * i)
      }
    }
    for n in [2.0, 6, 17, 30] {
      try expectPixels(step("CIColorPosterize", ["inputLevels": [n]])) { c, _, _ in
        each(c) { ($0 * (n - 1) + 0.5 + 1e-9).rounded(.down) / (n - 1) }
      }
    }
  }

  @Test func `false colours, maps and masks go by luminance`() throws {
    try expectPixels(
      step("CIFalseColor", ["inputColor0": [0.1, 0.5, 0.9, 1], "inputColor1": [1, 0.2, 0, 1]])
    ) { c, _, _ in
      let y = luma(c)
      return Straight(0.1 + 0.9 * y, 0.5 - 0.3 * y, 0.9 - 0.9 * y, c.w)
    }
    let colors: [UInt32] = [0xFF10_2030, 0xFFC0_4080, 0xFF20_FF00, 0xFF00_10F0, 0xFFFF_FFFF]
    let map = try bitmap(5, 3) { x, y in y == 1 ? colors[x] : 0xFF00_0000 }
    try expectPixels(step("CIColorMap", images: [map])) { c, _, _ in
      let at = min(max(luma(c) * 5 - 0.5, 0), 4)
      let i = min(Int(at), 3)
      var out = straight(colors[i]) + (straight(colors[i + 1]) - straight(colors[i])) * (at - Double(i))
      out.w = c.w
      return out
    }
    try expectPixels(step("CIMaskToAlpha")) { c, _, _ in Straight(1, 1, 1, luma(c) * c.w) }
    try expectPixels(step("CIMaximumComponent")) { c, _, _ in grey(max(c.x, c.y, c.z), c.w) }
    try expectPixels(step("CIMinimumComponent")) { c, _, _ in grey(min(c.x, c.y, c.z), c.w) }
  }

  @Test func `a cube is read between its eight corners`() throws {
    for side in [2, 5] {
      for isOpaque in [true, false] {
        var data: [Float] = []
        for i in 0..<side * side * side {
          let bits = FilterMath.hash(i, side, 3)
          let alpha = isOpaque ? 1 : Float(bits >> 24) / 255
          data += [0, 8, 16].map { Float(bits >> UInt32($0) & 255) / 255 * alpha } + [alpha]
        }
        try expectPixels(
          step("CIColorCube", ["inputCubeDimension": [Double(side)]], data: [data])
        ) { c, _, _ in
          var sum = Straight()
          for corner in 0..<8 {
            var weight = 1.0
            var index = 0
            for axis in 0..<3 {
              let at = clamped(c[axis]) * Double(side - 1)
              let low = min(Int(at), side - 2)
              let isHigh = corner >> axis & 1
              weight *= isHigh == 1 ? at - Double(low) : 1 - (at - Double(low))
              index += (low + isHigh) * [1, side, side * side][axis]
            }
            for i in 0..<4 { sum[i] += weight * Double(data[index * 4 + i]) }
          }
          return sum.w > 0 ? Straight(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w * c.w) : Straight()
        }
      }
    }
  }

  @Test func `vignettes darken with the distance`() throws {
    for (radius, intensity) in [(0.4, 0.8), (1, 1), (2, -0.5), (0, 1)] {
      try expectPixels(
        step("CIVignette", ["inputRadius": [radius], "inputIntensity": [intensity]])
      ) { c, x, y in
        // The random picture spans −13...117 and −5...91.
        let share = hypot(x - 52, y - 43) / (hypot(130, 96) / 2) / max(radius, 1e-9)
        return each(c) { $0 * (1 - intensity * smoothstep(share * share / 2)) }
      }
    }
    let map = Geometry.AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 80, ty: 10)
    try expectPixels(
      step(
        "CIVignetteEffect",
        ["inputCenter": [20, 30], "inputRadius": [12], "inputIntensity": [0.9], "inputFalloff": [0.7]]), map: map
    ) { c, x, y in
      let r = hypot(x - 20, y - 50)
      return each(c) { $0 * (1 - 0.9 * smoothstep((r - 24) / (24 * 1.4))) }
    }
  }

  @Test func `heat, X-rays and photographs are tables of their own`() throws {
    try expectPixels(step("CIThermal")) { c, _, _ in
      let stops = [Straight(0, 0, 0, 1), Straight(0, 0, 1, 1), Straight(1, 0, 0, 1), Straight(1, 1, 0, 1), grey(1, 1)]
      let at = clamped(luma(c)) * 4
      let i = min(Int(at), 3)
      var out = stops[i] + (stops[i + 1] - stops[i]) * (at - Double(i))
      out.w = c.w
      return out
    }
    try expectPixels(step("CIXRay")) { c, _, _ in
      let dark = 1 - luma(c)
      return Straight(0.85 * dark, 0.95 * dark, dark, c.w)
    }
    try expectPixels(step("CIPhotoEffectMono")) { c, _, _ in grey(luma(c), c.w) }
    try expectPixels(step("CIPhotoEffectNoir")) { c, _, _ in grey((luma(c) - 0.5) * 1.4 + 0.5, c.w) }
    try expectPixels(step("CIPhotoEffectTonal")) { c, _, _ in grey((luma(c) - 0.5) * 0.8 + 0.5, c.w) }
    let looks: [String: (Double, [[Double]])] = [
      "Chrome": (1.3, [[0, 0.8, 0.6, -0.4], [0, 0.8, 0.6, -0.4], [0, 0.85, 0.45, -0.3]]),
      "Fade": (0.7, [[0.12, 0.85, -0.05, 0], [0.12, 0.84, -0.05, 0], [0.14, 0.78, -0.04, 0]]),
      "Instant": (0.75, [[0.06, 1.1, -0.18, 0], [0.05, 0.95, -0.05, 0], [0.12, 0.7, 0.05, 0]]),
      "Process": (1.1, [[0, 0.7, 0.75, -0.5], [0, 1, 0.3, -0.32], [0.16, 0.8, -0.1, 0]]),
      "Transfer": (0.85, [[0.08, 1.05, -0.15, 0], [0.04, 0.9, 0, 0], [0.04, 0.75, 0.05, 0]]),
    ]
    for (name, (saturation, curves)) in looks {
      try expectPixels(step("CIPhotoEffect" + name)) { c, _, _ in
        let y = luma(c)
        let s = each(c) { y + ($0 - y) * saturation }
        var out = c
        for i in 0..<3 { out[i] = cubic(curves[i], s[i]) }
        return out
      }
      // White stays bright, black stays dark, and the result is monotonic.
      let ramp = try FilterImage(.bytes, rect: DeviceRect(x0: 0, y0: 0, x1: 256, y1: 1))
      for i in 0..<256 { ramp.bytes(0)[i] = UInt32(i) * 0x1_0101 | 0xFF00_0000 }
      let toned = try #require(try filtered([step("CIPhotoEffect" + name)], ramp))
      for i in 1..<256 {
        for shift in [UInt32(0), 8, 16] {
          #expect(pixel(toned, i, 0) >> shift & 255 >= pixel(toned, i - 1, 0) >> shift & 255, "\(name) \(i)")
        }
      }
      #expect(luma(straight(pixel(toned, 255, 0))) > 0.8 && luma(straight(pixel(toned, 0, 0))) < 0.2)
    }
  }

  @Test func `dither adds noise of no mean and the given extent`() throws {
    let flat = try FilterImage(.bytes, rect: DeviceRect(x0: -50, y0: 0, x1: 150, y1: 200))
    for y in 0..<200 { for x in 0..<200 { flat.bytes(Int32(y))[x] = 0xFF80_8080 } }
    let result = try #require(try filtered([step("CIDither", ["inputIntensity": [0.2]])], flat))
    var (sum, low, high) = (0.0, 255.0, 0.0)
    for y in 0..<200 {
      for x in 0..<200 {
        let p = result.bytes(Int32(y))[x]
        #expect(p & 255 == p >> 8 & 255 && p >> 24 == 255)
        sum += Double(p & 255)
        low = min(low, Double(p & 255))
        high = max(high, Double(p & 255))
      }
    }
    #expect(abs(sum / 40000 - 128) < 0.4)
    #expect(low == 128 - 25 || low == 128 - 26)
    #expect(high == 128 + 25 || high == 128 + 26)
  }

  @Test func `neighbouring matrices are one, and those that cancel are none`() throws {
    let source = try randomImage(DeviceRect(x0: 0, y0: 0, x1: 30, y1: 30))
    let steps = [
      try step("CIExposureAdjust", ["inputEV": [2]]), try step("CIColorInvert"), try step("CIColorInvert"),
      try step("CIExposureAdjust", ["inputEV": [-2]]),
    ]
    #expect(FilterPlan(steps, map: .identity, extent: source.rect, bounds: source.rect.rect).isIdentity)
    let three = Array(steps[..<2]) + [try step("CIColorControls", ["inputSaturation": [0.5], "inputContrast": [0.5]])]
    let result = try #require(try filtered(three, source))
    let worst = largestDifference(result, in: source.rect) { x, y in
      let c = each(straight(pixel(source, x, y))) { 1 - 4 * $0 }
      let y = luma(c)
      let out = each(c) { (y + ($0 - y) * 0.5 - 0.5) * 0.5 + 0.5 }
      return SIMD4(out.x * c.w, out.y * c.w, out.z * c.w, c.w)
    }
    #expect(worst.levels <= 1)
  }
}
