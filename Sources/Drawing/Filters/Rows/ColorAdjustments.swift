// SPDX-License-Identifier: MIT
import CPixelKernels

// Filters that adjust colours pixel by pixel.
extension FilterRow {
  static let colorAdjustments: [FilterRow] = [
    colorControls, exposure, gamma, hue, vibrance, whitePoint, temperature, toneCurve, colorMatrix, colorClamp,
    colorPolynomial, colorThreshold, highlightShadow, colorSaturate, colorHueRotate, multiplyColor,
    colorContrast, colorBrightness,
  ]

  static let colorControls = FilterRow(
    "CIColorControls", .colorAdjustment, "Changes saturation, then brightness, then contrast.",
    keys: [
      .number("inputSaturation", 1, in: 0...2, "How far colours are from grey: 0 is grey, 1 is no change."),
      .number("inputBrightness", 0, in: -1...1, "What is added to red, green and blue."),
      .number("inputContrast", 1, in: 0...4, "How far colours are from middle grey: 1 is no change."),
    ],
    .color { inputs in
      let saturation = inputs.number("inputSaturation")
      let brightness = inputs.number("inputBrightness")
      let contrast = inputs.number("inputContrast")
      var matrix = saturation == 1 ? ColorMatrix.identity : .saturation(saturation)
      matrix = matrix.adding(brightness)
      if contrast != 1 { matrix = matrix.then(.contrast(contrast)) }
      return matrix.kernel
    })

  static let exposure = FilterRow(
    "CIExposureAdjust", .colorAdjustment, "Brightens by stops: each doubles the light.",
    keys: [.number("inputEV", 0, in: -100...100, "The stops; negative ones darken.")],
    .color { inputs in
      let factor = FilterMath.exp2(inputs.number("inputEV"))
      return ColorMatrix.scale(factor, factor, factor).kernel
    })

  static let gamma = FilterRow(
    "CIGammaAdjust", .colorAdjustment, "Raises red, green and blue to a power: changes the middle tones most.",
    keys: [.number("inputPower", 1, in: 0...10, "The power: below 1 brightens, above 1 darkens.")],
    .color { inputs in
      let power = inputs.number("inputPower")
      if power == 1 { return nil }
      let table = PowerTable(power)
      return ColorKernel { table.apply($0) }
    })

  static let hue = FilterRow(
    "CIHueAdjust", .colorAdjustment, "Turns all hues by an angle; luminance stays.",
    keys: [.angle("inputAngle", 0, "The angle, in radians, in the plane of I and Q of television's YIQ.")],
    .color { inputs in
      let angle = inputs.number("inputAngle")
      if angle == 0 { return nil }
      let (s, c) = FilterMath.sinCos(angle)
      // Y, I and Q of red, green and blue, as defined by NTSC, and the inverse with the same precision.
      let toYIQ = ColorMatrix.rows(
        SIMD3(0.299, 0.587, 0.114), SIMD3(0.596, -0.274, -0.322), SIMD3(0.211, -0.523, 0.312))
      let turn = ColorMatrix.rows(SIMD3(1, 0, 0), SIMD3(0, c, -s), SIMD3(0, s, c))
      return toYIQ.then(turn).then(toYIQ.inverse).kernel
    })

  static let vibrance = FilterRow(
    "CIVibrance", .colorAdjustment, "Changes saturation, most where there is little.",
    keys: [.number("inputAmount", 0, in: -1...1, "How much: negative values take colour away.")],
    .color { inputs in
      let amount = Float(inputs.number("inputAmount"))
      if amount == 0 { return nil }
      return ColorKernel(mayLeaveRange: amount > 0) { $0.kernels.vibrance($0.planes, $0.count, amount) }
    })

  static let whitePoint = FilterRow(
    "CIWhitePointAdjust", .colorAdjustment, "Makes white a given colour, and all others in proportion.",
    keys: [.color("inputColor", 1, 1, 1, "What becomes of white; its alpha is ignored.")],
    .color { inputs in
      let color = inputs.exactColor("inputColor")
      return ColorMatrix.scale(color.x, color.y, color.z).kernel
    })

  static let temperature = FilterRow(
    "CITemperatureAndTint", .colorAdjustment, "Changes the colour of the light, from one temperature to another.",
    keys: [
      .vector(
        "inputNeutral", [6500, 0],
        "The light now: its temperature in kelvins, from 1,667 to 25,000, and its tint, from −150 (green) to 150."),
      .vector("inputTargetNeutral", [6500, 0], "The light wanted, in the same numbers."),
    ],
    .color { inputs in
      func light(_ name: String) -> SIMD3<Double> {
        let v = inputs.vector(name)
        guard v.count == 2 else { return SIMD3(1, 1, 1) }
        var light = ColorTemperature.color(min(max(v[0], 1667), 25000))
        light.y *= 1 - min(max(v[1], -150), 150) / 200
        return light
      }
      let factor = light("inputTargetNeutral") / light("inputNeutral")
      return ColorMatrix.scale(factor.x, factor.y, factor.z).kernel
    })

  static let toneCurve = FilterRow(
    "CIToneCurve", .colorAdjustment, "Maps red, green and blue by a smooth curve through five points.",
    keys: (0..<5).map { i in
      FilterKey(
        "inputPoint\(i)", .vector(2), .fraction, [Double(i) / 4, Double(i) / 4], in: 0...1,
        [
          "The first point: what a value becomes. Darker values become the same.", "The second point.",
          "The third point.", "The fourth point.", "The last point: brighter values become the same.",
        ][i])
    },
    .color { inputs in
      let points = (0..<5).map { i in
        let v = inputs.vector("inputPoint\(i)")
        return v.count == 2 ? (x: v[0], y: v[1]) : (x: 0, y: 0)
      }
      let isStraight = points.allSatisfy { $0.x == $0.y }
      if isStraight, points.contains(where: { $0.x == 0 }), points.contains(where: { $0.x == 1 }) { return nil }
      let curve = MonotoneCurve(points)
      let table = UnitTable { curve($0) }
      return ColorKernel { table.apply($0) }
    })

  static let colorMatrix = FilterRow(
    "CIColorMatrix", otherNames: ["colorMatrix"], .colorAdjustment,
    "Makes each part of a colour from all parts, not premultiplied. Alpha is clamped.",
    keys: [
      .vector("inputRVector", [1, 0, 0, 0], "What the new red takes of red, green, blue and alpha."),
      .vector("inputGVector", [0, 1, 0, 0], "What the new green takes of them."),
      .vector("inputBVector", [0, 0, 1, 0], "What the new blue takes of them."),
      .vector("inputAVector", [0, 0, 0, 1], "What the new alpha takes of them."),
      .vector("inputBiasVector", [0, 0, 0, 0], "What is added to red, green, blue and alpha."),
    ],
    .color { inputs in
      let rows = ["inputRVector", "inputGVector", "inputBVector", "inputAVector"].map { inputs.exactColor($0) }
      var matrix = ColorMatrix()
      for (i, row) in rows.enumerated() {
        matrix.red[i] = row.x
        matrix.green[i] = row.y
        matrix.blue[i] = row.z
        matrix.alpha[i] = row.w
      }
      matrix.bias = inputs.exactColor("inputBiasVector")
      return matrix.kernel
    })

  static let colorClamp = FilterRow(
    "CIColorClamp", .colorAdjustment, "Limits red, green, blue and alpha to a range each.",
    keys: [
      .vector("inputMinComponents", [0, 0, 0, 0], "The least red, green, blue and alpha."),
      .vector("inputMaxComponents", [1, 1, 1, 1], "The greatest of each, where that is not below the least."),
    ],
    .color { inputs in
      let low = inputs.color("inputMinComponents")
      let high = inputs.color("inputMaxComponents")
      let limits = [low, pointwiseMax(low, high)]
      let least = [low.x, low.y, low.z, low.w]
      let most = [high.x, high.y, high.z, high.w]
      // Not nil even if 0 to 1 is unchanged: preceding filters may lead outside.
      return ColorKernel(
        mayLeaveRange: limits.contains { $0.x < 0 || $0.x > 1 || $0.y < 0 || $0.y > 1 || $0.z < 0 || $0.z > 1 },
        paintsTransparent: low.w > 0
      ) { $0.kernels.limits($0.planes, $0.count, least, most) }
    })

  static let colorPolynomial = FilterRow(
    "CIColorPolynomial", .colorAdjustment, "Makes each part of a colour a cubic polynomial of itself.",
    keys: [
      .vector("inputRedCoefficients", [0, 1, 0, 0], "The new red: what is added, and the factors of r, r² and r³."),
      .vector("inputGreenCoefficients", [0, 1, 0, 0], "The same for green."),
      .vector("inputBlueCoefficients", [0, 1, 0, 0], "The same for blue."),
      .vector("inputAlphaCoefficients", [0, 1, 0, 0], "The same for alpha, which is clamped."),
    ],
    .color { inputs in
      let rows = [
        "inputRedCoefficients", "inputGreenCoefficients", "inputBlueCoefficients", "inputAlphaCoefficients",
      ].map { inputs.exactColor($0) }
      if rows.allSatisfy({ $0 == SIMD4(0, 1, 0, 0) }) { return nil }
      return ColorPolynomial(rows[0], rows[1], rows[2], rows[3]).kernel
    })

  static let colorThreshold = FilterRow(
    "CIColorThreshold", .colorAdjustment, "Makes red, green and blue 1 where they reach a threshold, and else 0.",
    keys: [.fraction("inputThreshold", 0.5, in: 0...1, "The least value that becomes 1.")],
    .color { inputs in
      // The tolerance lets values that equal the threshold but for rounding reach it.
      let threshold = Float(inputs.number("inputThreshold") - 1e-6)
      return ColorKernel { $0.kernels.threshold($0.planes, $0.count, threshold) }
    })

  static let highlightShadow = FilterRow(
    "CIHighlightShadowAdjust", .colorAdjustment, "Darkens what is bright and brightens what is dark.",
    keys: [
      .number("inputHighlightAmount", 1, in: 0.3...1, "What is left of the brightest: 1 is no change."),
      .number("inputShadowAmount", 0, in: -1...1, "How much dark parts are brightened; negative values darken them."),
      .length("inputRadius", 0, in: 0...10, "Of no effect: each pixel is judged by its own light."),
    ],
    .color { inputs in
      let high = 1 - Float(inputs.number("inputHighlightAmount"))
      let shadow = Float(inputs.number("inputShadowAmount"))
      if high == 0, shadow == 0 { return nil }
      return ColorKernel { $0.kernels.tones($0.planes, $0.count, high, shadow) }
    })

  static let colorSaturate = FilterRow(
    "colorSaturate", .colorAdjustment, "Changes saturation, as Core Animation's filter of this name.",
    keys: [.number("inputAmount", 1, in: 0...100, "0 is grey, 1 is no change.")],
    .color { inputs in
      let amount = inputs.number("inputAmount")
      return amount == 1 ? nil : ColorMatrix.saturation(amount).kernel
    })

  static let colorHueRotate = FilterRow(
    "colorHueRotate", .colorAdjustment,
    "Turns all hues, as Core Animation's filter of this name and hue-rotate() of CSS: by a third, red becomes green.",
    keys: [.angle("inputAngle", 0, "The angle, in radians.")],
    .color { inputs in
      let angle = inputs.number("inputAngle")
      if angle == 0 { return nil }
      let (s, c) = FilterMath.sinCos(angle)
      // The matrix of W3C Filter Effects, 9.6: grey, plus two matrices that rotate the hue.
      func row(_ grey: SIMD3<Double>, _ cosine: SIMD3<Double>, _ sine: SIMD3<Double>) -> SIMD3<Double> {
        grey + cosine * c + sine * s
      }
      let grey = SIMD3(0.213, 0.715, 0.072)
      return ColorMatrix.rows(
        row(grey, SIMD3(0.787, -0.715, -0.072), SIMD3(-0.213, -0.715, 0.928)),
        row(grey, SIMD3(-0.213, 0.285, -0.072), SIMD3(0.143, 0.140, -0.283)),
        row(grey, SIMD3(-0.213, -0.715, 0.928), SIMD3(-0.787, 0.715, 0.072))
      ).kernel
    })

  static let colorContrast = FilterRow(
    "colorContrast", .colorAdjustment,
    "Changes contrast, as Core Animation's filter of this name and contrast() of CSS.",
    keys: [.number("inputAmount", 1, in: 0...100, "How far colours are from middle grey: 1 is no change.")],
    .color { inputs in
      let amount = inputs.number("inputAmount")
      return amount == 1 ? nil : ColorMatrix.contrast(amount).kernel
    })

  static let colorBrightness = FilterRow(
    "colorBrightness", .colorAdjustment, "Changes brightness, as Core Animation's filter of this name.",
    keys: [.number("inputAmount", 0, in: -1...1, "What is added to red, green and blue.")],
    .color { inputs in
      let amount = inputs.number("inputAmount")
      return amount == 0 ? nil : ColorMatrix.identity.adding(amount).kernel
    })

  static let multiplyColor = FilterRow(
    "multiplyColor", .colorAdjustment, "Multiplies with a colour, as Core Animation's filter of this name.",
    keys: [.color("inputColor", 1, 1, 1, "The colour, with its alpha.")],
    .color { inputs in
      let color = inputs.exactColor("inputColor")
      var matrix = ColorMatrix.scale(color.x, color.y, color.z)
      matrix.alpha.w = color.w
      return matrix.kernel
    })
}

/// A cubic polynomial for each component of a colour.
struct ColorPolynomial: Sendable {
  /// Coefficients for red, green, blue and alpha, by ascending powers.
  private let parts: [SIMD4<Double>]

  init(
    _ red: SIMD4<Double>, _ green: SIMD4<Double>, _ blue: SIMD4<Double>, _ alpha: SIMD4<Double> = SIMD4(0, 1, 0, 0)
  ) { parts = [red, green, blue, alpha] }

  /// True if a polynomial leaves 0...1 somewhere on 0...1.
  private static func leaves(_ k: SIMD4<Double>) -> Bool {
    var places = [0.0, 1]
    // Candidates for extremes: zeros of the derivative.
    let (a, b, c) = (3 * k.w, 2 * k.z, k.y)
    if a == 0 {
      if b != 0 { places.append(-c / b) }
    } else {
      let root = max(0, b * b - 4 * a * c).squareRoot()
      places += [(-b + root) / (2 * a), (-b - root) / (2 * a)]
    }
    return !places.allSatisfy { x in
      if x < 0 || x > 1 { return true }
      let value = k.x + x * (k.y + x * (k.z + x * k.w))
      return value >= -1e-9 && value <= 1 + 1e-9
    }
  }

  var kernel: ColorKernel {
    let factors = parts.flatMap { [Float($0.x), Float($0.y), Float($0.z), Float($0.w)] }
    return ColorKernel(
      mayLeaveRange: parts[..<3].contains(where: ColorPolynomial.leaves), paintsTransparent: parts[3].x > 0
    ) { $0.kernels.polynomial($0.planes, $0.count, factors) }
  }
}

/// Colours of light by temperature.
enum ColorTemperature {
  /// Returns the colour of a black body in encoded sRGB, with green 1. Its chromaticity on the Planckian locus is given
  /// by the cubic polynomials of Kim, Cho and others (2002), for 1,667 to 25,000 kelvins.
  static func color(_ kelvin: Double) -> SIMD3<Double> {
    let t = 1000 / kelvin
    let x =
      kelvin <= 4000
      ? 0.179910 + t * (0.8776956 + t * (-0.2343589 - t * 0.2661239))
      : 0.240390 + t * (0.2226347 + t * (2.1070379 - t * 3.0258469))
    let y =
      kelvin <= 2222
      ? -0.20219683 + x * (2.18555832 + x * (-1.34811020 - x * 1.1063814))
      : kelvin <= 4000
        ? -0.16748867 + x * (2.09137015 + x * (-1.37418593 - x * 0.9549476))
        : -0.37001483 + x * (3.75112997 + x * (-5.87338670 + x * 3.0817580))
    // X and Z for Y = 1, then linear sRGB.
    let X = x / y
    let Z = (1 - x - y) / y
    let red = 3.2404542 * X - 1.5371385 - 0.4985314 * Z
    let green = -0.9692660 * X + 1.8760108 + 0.0415560 * Z
    let blue = 0.0556434 * X - 0.2040259 + 1.0572252 * Z
    // Candlelight has a negative blue component, which is clamped.
    return SIMD3(encoded(red / green), 1, encoded(max(blue / green, 0.001)))
  }

  private static func encoded(_ linear: Double) -> Double {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * FilterMath.pow(linear, 1 / 2.4) - 0.055
  }
}
