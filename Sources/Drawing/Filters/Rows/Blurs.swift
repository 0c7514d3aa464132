// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Raster

// Filters that blur and sharpen. They follow the contract's formulas, on premultiplied pixels.
extension FilterRow {
  static let blurs: [FilterRow] = [
    gaussianBlur, boxBlur, discBlur, motionBlur, zoomBlur, medianFilter, noiseReduction, morphologyMaximum,
    morphologyMinimum, unsharpMask, sharpenLuminance, bloom, gloom,
  ]

  static let gaussianBlur = FilterRow(
    "CIGaussianBlur", otherNames: ["gaussianBlur"], .blur, "Blurs evenly, as out of focus, and grows by three radii.",
    keys: [.length("inputRadius", 10, in: 0...100, "The standard deviation of the blur, in points.")],
    .area { inputs in
      let blur = inputs.blur(inputs.number("inputRadius"))
      if blur.isIdentity { return nil }
      return AreaKernel(
        extent: { $0.outset(dx: blur.marginX, dy: blur.marginY) }, need: { blur.need(for: $0) },
        // Cheaper than hashing the input, so it is never cached: 2 to 3 ns without downsampling, else 1.
        cost: max(blur.x.shift, blur.y.shift) > 0 ? 1 : 3, fillsTarget: true,
        bytes: { source, target, work in
          guard let from = source.surface, let to = target.surface else { return }
          try work.blur(blur, from, to)
        },
        { source, target, work in
          try FloatBlur.rows(blur, source: source, of: target.rect, work: work) { y, row in
            target.floats(y).update(from: row, count: target.rect.width)
          }
        })
    })

  static let boxBlur = FilterRow(
    "CIBoxBlur", .blur, "Makes each pixel the mean of a square about it.",
    keys: [.length("inputRadius", 10, in: 1...100, "Half the side of the square, in points.")], grid: .plane,
    .area { inputs in
      let radius = inputs.number("inputRadius")
      let box = BoxMean(radius * inputs.scales.x, radius * inputs.scales.y)
      if box.isIdentity { return nil }
      return AreaKernel(
        extent: { box.grown($0) }, need: { box.grown($0) }, bytes: { try box.applyBytes($0, $1, $2) }
      ) { try box.apply($0, $1, $2) }
    })

  static let discBlur = FilterRow(
    "CIDiscBlur", .blur, "Makes each pixel the mean of a disc about it, as a lens out of focus does.",
    keys: [.length("inputRadius", 8, in: 0...100, "The radius of the disc, in points.")],
    .area { inputs in
      let radius = inputs.number("inputRadius")
      let disc = DiscMean(radius * inputs.scales.x, radius * inputs.scales.y)
      if disc.isIdentity { return nil }
      return .ofAnyFormat(extent: { disc.grown($0) }, need: { disc.need($0) }) { try disc.apply($0, $1, $2) }
    })

  static let motionBlur = FilterRow(
    "CIMotionBlur", .blur, "Blurs along a line, as a camera that moves.",
    keys: [
      .length("inputRadius", 20, "Half the length of the line, in points."),
      .angle("inputAngle", 0, "The direction of the line."),
    ],
    .area { inputs in
      let radius = inputs.number("inputRadius")
      let (sin, cos) = FilterMath.sinCos(inputs.number("inputAngle"))
      let line = LineMean(
        radius * (inputs.map.a * cos + inputs.map.c * sin), radius * (inputs.map.b * cos + inputs.map.d * sin))
      if line.isIdentity { return nil }
      return .ofAnyFormat(extent: { line.grown($0) }, need: { line.need($0) }) { try line.apply($0, $1, $2) }
    })

  static let zoomBlur = FilterRow(
    "CIZoomBlur", .blur, "Blurs along rays, as a camera that zooms.",
    keys: [
      .center("Where the rays meet, in points of the bounds."),
      .number(
        "inputAmount", 20, in: -200...200,
        "How far each pixel is drawn out along its ray: 200 as far as the centre; negative amounts go outwards."),
    ],
    .area { inputs in
      let amount = inputs.number("inputAmount")
      if amount == 0 { return nil }
      let rays = RayMean(center: inputs.point("inputCenter"), end: 1 - amount / 200, extent: inputs.extent)
      return .ofAnyFormat(extent: { rays.grown($0) }, need: { rays.need($0) }) { try rays.apply($0, $1, $2) }
    })

  static let medianFilter = FilterRow(
    "CIMedianFilter", .blur, "Makes each pixel the median of the nine about it, which removes specks.",
    .area { _ in
      .ofAnyFormat(need: { $0.outset(dx: 1, dy: 1) }) { try Median.apply($0, $1, $2) }
    })

  static let noiseReduction = FilterRow(
    "CINoiseReduction", .blur, "Smooths what hardly differs from its surroundings, and sharpens the rest.",
    keys: [
      .fraction("inputNoiseLevel", 0.02, "The difference below which something counts as noise."),
      .number("inputSharpness", 0.4, "How much the rest is sharpened."),
    ],
    .area { inputs in
      let level = Float(inputs.number("inputNoiseLevel"))
      let sharpness = Float(inputs.number("inputSharpness"))
      if !(level > 0), sharpness == 0 { return nil }
      return BlurCombination(blur: inputs.blur(1)) { own, blurred, count in
        for i in 0..<count {
          let g = blurred[i]
          let difference = own[i] - g
          let isNoise = (difference .< level) .& (difference .> -level)
          blurred[i] = (own[i] + difference * sharpness).replacing(with: g, where: isNoise)
        }
      }.kernel(grows: true, gain: .infinity, mayLeaveRange: true)
    })

  static let morphologyMaximum = morphology(
    "CIMorphologyMaximum", "Makes bright parts larger: each pixel becomes the brightest of a disc about it.",
    isMaximum: true)
  static let morphologyMinimum = morphology(
    "CIMorphologyMinimum", "Makes dark parts larger: each pixel becomes the darkest of a disc about it.",
    isMaximum: false)

  private static func morphology(_ name: String, _ summary: String, isMaximum: Bool) -> FilterRow {
    FilterRow(
      name, .blur, summary,
      keys: [.length("inputRadius", 0, in: 0...500, "The radius of the disc, in points.")], grid: .turns,
      .area { inputs in
        let disc = DiscExtreme(inputs.length("inputRadius"), isMaximum: isMaximum)
        if disc.isIdentity { return nil }
        return .ofAnyFormat(
          extent: { isMaximum ? $0.outset(dx: disc.reach, dy: disc.reach) : $0 },
          need: { $0.outset(dx: disc.reach, dy: disc.reach) }
        ) { try disc.apply($0, $1, $2) }
      })
  }

  static let unsharpMask = FilterRow(
    "CIUnsharpMask", .sharpen, "Sharpens by the difference from the blurred picture.",
    keys: [
      .length("inputRadius", 2.5, "The standard deviation of the blur, in points."),
      .number("inputIntensity", 0.5, "How much of the difference is added."),
    ],
    .area { inputs in
      sharpening(inputs, by: "inputIntensity", growsBelowZero: true) { own, blurred, count, intensity in
        for i in 0..<count { blurred[i] = own[i] + (own[i] - blurred[i]) * intensity }
      }
    })

  static let sharpenLuminance = FilterRow(
    "CISharpenLuminance", .sharpen, "Sharpens the brightness alone, so that colours do not fringe.",
    keys: [
      .number("inputSharpness", 0.4, "How much of the difference from the blurred brightness is added."),
      .length("inputRadius", 1.69, "The standard deviation of the blur, in points."),
    ],
    .area { inputs in
      sharpening(inputs, by: "inputSharpness", growsBelowZero: false) { own, blurred, count, sharpness in
        let weights = SIMD4<Float>(0.2126, 0.7152, 0.0722, 0) * sharpness
        for i in 0..<count {
          let difference = (own[i] - blurred[i]) * weights
          let more = difference.x + difference.y + difference.z
          blurred[i] = own[i] + SIMD4(more, more, more, 0)
        }
      }
    })

  private typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>
  /// Replaces a row of the blurred picture by the result, by an amount.
  private typealias Combining = @Sendable (_ own: Pixels, _ blurred: Pixels, _ count: Int, _ amount: Float) -> Void

  /// Adds to the picture its difference from a blur by `inputRadius`, times the value of a key.
  ///
  /// - Parameter growsBelowZero: true if a negative value blurs beyond the picture.
  private static func sharpening(
    _ inputs: FilterInputs, by key: String, growsBelowZero: Bool, _ combine: @escaping Combining
  ) -> AreaKernel? {
    let blur = inputs.blur(inputs.number("inputRadius"))
    let amount = Float(inputs.number(key))
    if amount == 0 || blur.isIdentity { return nil }
    return BlurCombination(blur: blur) { combine($0, $1, $2, amount) }
      .kernel(grows: growsBelowZero && amount < 0, gain: Double(abs(amount)), mayLeaveRange: true)
  }

  static let bloom = glow("CIBloom", "Lets bright parts glow.", grows: true) { own, blurred, count, intensity in
    for i in 0..<count {
      let c = own[i]
      let glow = 1 - (1 - c) * (1 - blurred[i])
      blurred[i] = c + (glow - c) * intensity
    }
  }

  static let gloom = glow("CIGloom", "Dulls bright parts.", grows: false) { own, blurred, count, intensity in
    for i in 0..<count {
      let c = own[i]
      blurred[i] = c + (c * blurred[i] - c) * intensity
    }
  }

  /// Returns a filter that mixes the picture with its blur by `inputIntensity`.
  private static func glow(_ name: String, _ summary: String, grows: Bool, _ combine: @escaping Combining) -> FilterRow
  {
    FilterRow(
      name, .stylize, summary,
      keys: [
        .length("inputRadius", 10, "The standard deviation of the blur, in points."),
        .number("inputIntensity", 0.5, "From 0, the picture as it is, to 1."),
      ],
      .area { inputs in
        let intensity = Float(inputs.number("inputIntensity"))
        if intensity == 0 { return nil }
        return BlurCombination(blur: inputs.blur(inputs.number("inputRadius"))) { combine($0, $1, $2, intensity) }
          .kernel(grows: grows, gain: Double(abs(intensity)), mayLeaveRange: intensity < 0 || intensity > 1)
      })
  }
}

extension FilterInputs {
  /// Returns a Gaussian blur with a standard deviation in points.
  fileprivate func blur(_ radius: Double) -> PyramidBlur {
    PyramidBlur(sigmaX: radius * scales.x, sigmaY: radius * scales.y)
  }
}
