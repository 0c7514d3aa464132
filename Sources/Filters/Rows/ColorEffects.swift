// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

// Filters that make other colours pixel by pixel.
extension FilterRow {
  static let colorEffects: [FilterRow] =
    [
      colorInvert, colorMonochrome, sepia, posterize, falseColor, colorMap, colorCube, maskToAlpha, maximumComponent,
      minimumComponent, vignette, vignetteEffect,
    ] + photoEffects + [thermal, xRay, dither]

  static let colorInvert = FilterRow(
    "CIColorInvert", otherNames: ["colorInvert"], .colorEffect, "Turns each colour into its opposite.",
    .color { _ in ColorMatrix.scale(-1, -1, -1).adding(1).kernel })

  static let colorMonochrome = FilterRow(
    "CIColorMonochrome", otherNames: ["colorMonochrome"], .colorEffect, "Makes all colours shades of one.",
    keys: [
      .color("inputColor", 0.6, 0.45, 0.3, "What becomes of white; its alpha is ignored."),
      .fraction("inputIntensity", 1, in: 0...1, "How much of the effect: 0 is no change."),
    ],
    .color { inputs in
      let intensity = inputs.number("inputIntensity")
      if intensity == 0 { return nil }
      return ColorMatrix.identity.mixed(.tint(inputs.exactColor("inputColor").rgb), intensity).kernel
    })

  static let sepia = FilterRow(
    "CISepiaTone", .colorEffect, "Makes colours brown, as in old photographs.",
    keys: [.fraction("inputIntensity", 1, in: 0...1, "How much of the effect: 0 is no change.")],
    .color { inputs in
      let intensity = inputs.number("inputIntensity")
      if intensity == 0 { return nil }
      let full = ColorMatrix.rows(
        SIMD3(0.393, 0.769, 0.189), SIMD3(0.349, 0.686, 0.168), SIMD3(0.272, 0.534, 0.131))
      let m = ColorMatrix.identity.mixed(full, intensity)
      let red = SIMD4<Float>(m.red)
      let green = SIMD4<Float>(m.green)
      let blue = SIMD4<Float>(m.blue)
      return ColorKernel { pixels, count, _, _ in
        for i in 0..<count {
          let p = pixels[i]
          pixels[i] = (red * p.x + green * p.y + blue * p.z).fractions.alpha(p.w)
        }
      }
    })

  static let posterize = FilterRow(
    "CIColorPosterize", .colorEffect, "Leaves few levels of red, green and blue.",
    keys: [.number("inputLevels", 6, in: 2...30, "How many levels.")],
    .color { inputs in
      let steps = Float(inputs.number("inputLevels") - 1)
      return ColorKernel(mayLeaveRange: steps != steps.rounded()) { pixels, count, _, _ in
        for i in 0..<count {
          let p = pixels[i]
          // What is half way but for rounding goes up.
          let level = (p * steps + 0.00001).limited(SIMD4(repeating: -1e6), SIMD4(repeating: 1e6)).nearest
          pixels[i] = (level / steps).alpha(p.w)
        }
      }
    })

  static let falseColor = FilterRow(
    "CIFalseColor", .colorEffect, "Maps dark to one colour and bright to another.",
    keys: [
      .color("inputColor0", 0.3, 0, 0, "What becomes of black; its alpha is ignored."),
      .color("inputColor1", 1, 0.9, 0.8, "What becomes of white; its alpha is ignored."),
    ],
    .color { inputs in
      let dark = inputs.exactColor("inputColor0").rgb
      var matrix = ColorMatrix.tint(inputs.exactColor("inputColor1").rgb - dark)
      matrix.bias = SIMD4(dark, 0)
      return matrix.kernel
    })

  static let colorMap = FilterRow(
    "CIColorMap", .colorEffect, "Maps luminance to the colours of a picture, from its left to its right.",
    keys: [.image("inputGradientImage", "The picture: of its middle row the colours are taken, without their alpha.")],
    .color { inputs in
      guard let image = inputs.image("inputGradientImage"), image.width > 0 else { return nil }
      let table = ColorTable(
        (0..<image.width).map { FilterPixel.straight(bytes: image[$0, image.height / 2]) })
      let width = Float(image.width)
      return ColorKernel { pixels, count, _, _ in
        for i in 0..<count {
          let p = pixels[i]
          pixels[i] = table.at(p.luma.fraction * width - 0.5).alpha(p.w)
        }
      }
    })

  static let colorCube = FilterRow(
    "CIColorCube", .colorEffect, "Maps colours by a table with red, green and blue as its sides.",
    keys: [
      .number("inputCubeDimension", 2, in: 2...128, "How many colours a side has."),
      .data(
        "inputCubeData",
        "Four numbers for each colour, premultiplied red, green, blue and alpha: red counts fastest, then green."),
    ],
    .color { inputs in
      let side = Int(clamping: inputs.number("inputCubeDimension").rounded())
      guard let data = inputs.data("inputCubeData"), side >= 2, side <= 128, data.count >= side * side * side * 4
      else { return nil }
      let table = ColorTable(
        (0..<side * side * side).map { SIMD4(data[$0 * 4], data[$0 * 4 + 1], data[$0 * 4 + 2], data[$0 * 4 + 3]) })
      let leaves = !table.all { $0.smallest >= 0 && $0.largest <= $0.w && $0.w <= 1 }
      let isOpaque = table.all { $0.w == 1 }
      return ColorKernel(mayLeaveRange: leaves) { pixels, count, _, _ in
        for i in 0..<count {
          let p = pixels[i]
          let color = table.inCube(p, side)
          // What is translucent in the table becomes so, as colours that are keyed out.
          pixels[i] = isOpaque ? color.alpha(p.w) : FilterPixel.straight(color).alpha(p.w * color.w.fraction)
        }
      }
    })

  static let maskToAlpha = FilterRow(
    "CIMaskToAlpha", .colorEffect, "Makes a white picture, as opaque as the input is bright.",
    .color { _ in
      ColorKernel { pixels, count, _, _ in
        for i in 0..<count {
          let p = pixels[i]
          pixels[i] = .grey(1, p.luma.fraction * p.w)
        }
      }
    })

  static let maximumComponent = FilterRow(
    "CIMaximumComponent", .colorEffect, "Makes a grey of the largest of red, green and blue.",
    .color { _ in
      ColorKernel { pixels, count, _, _ in
        for i in 0..<count { pixels[i] = .grey(pixels[i].largest, pixels[i].w) }
      }
    })

  static let minimumComponent = FilterRow(
    "CIMinimumComponent", .colorEffect, "Makes a grey of the smallest of red, green and blue.",
    .color { _ in
      ColorKernel { pixels, count, _, _ in
        for i in 0..<count { pixels[i] = .grey(pixels[i].smallest, pixels[i].w) }
      }
    })

  static let vignette = FilterRow(
    "CIVignette", .colorEffect, "Darkens towards the corners.",
    keys: [
      .number("inputRadius", 1, in: 0...2, "How far the bright part reaches, in halves of the picture's diagonal."),
      .number("inputIntensity", 0, in: -1...1, "How dark the corners become; negative values brighten them."),
    ],
    grid: .plane,
    .color { inputs in
      let intensity = inputs.number("inputIntensity")
      if intensity == 0 { return nil }
      let extent = inputs.extent
      let diagonal = extent.size.width * extent.size.width + extent.size.height * extent.size.height
      let radius = max(inputs.number("inputRadius"), 1e-6)
      let place = PlaceSquared(extent.midX, extent.midY, 0.5 * 4 / (max(diagonal, 1) * radius * radius))
      let amount = Float(intensity)
      return ColorKernel(mayLeaveRange: intensity < 0) { pixels, count, x, y in
        for i in 0..<count { pixels[i] = shaded(pixels[i], place.at(x + i, y).fraction, amount) }
      }
    })

  static let vignetteEffect = FilterRow(
    "CIVignetteEffect", .colorEffect, "Darkens around a disc.",
    keys: [
      .center("The disc's centre, in points of the bounds."),
      .length("inputRadius", 150, in: 0...10000, "The disc's radius, in points."),
      .number("inputIntensity", 1, in: -1...1, "How dark it becomes outside; negative values brighten."),
      .fraction("inputFalloff", 0.5, in: 0...1, "How wide the change is, in diameters of the disc."),
    ],
    grid: .turns,
    .color { inputs in
      let intensity = inputs.number("inputIntensity")
      if intensity == 0 { return nil }
      let center = inputs.point("inputCenter")
      let radius = Float(inputs.length("inputRadius"))
      let width = max(Float(inputs.length("inputRadius") * inputs.number("inputFalloff") * 2), 1e-6)
      let place = PlaceSquared(center.x, center.y, 1)
      let amount = Float(intensity)
      return ColorKernel(mayLeaveRange: intensity < 0) { pixels, count, x, y in
        for i in 0..<count {
          let t = ((place.at(x + i, y).squareRoot() - radius) / width).fraction
          pixels[i] = shaded(pixels[i], t, amount)
        }
      }
    })

  /// A pixel darkened by an amount where t is 1, and from 0 on smoothly.
  @inline(__always) private static func shaded(_ pixel: SIMD4<Float>, _ t: Float, _ amount: Float) -> SIMD4<Float> {
    (pixel * (1 - amount * (t * t * (3 - 2 * t)))).alpha(pixel.w)
  }

  static let thermal = FilterRow(
    "CIThermal", .colorEffect, "Shows luminance as a camera for heat: from black over blue, red and yellow to white.",
    .color { _ in
      ColorKernel { pixels, count, _, _ in
        for i in 0..<count {
          let p = pixels[i]
          let t = p.luma.fraction * 4
          // Each part is made of straight lines between the five colours.
          let rising = SIMD4(t - 1, t - 2, min(t, 2 - t), t - 3).fractions
          pixels[i] = SIMD4(rising.x, rising.y, rising.z + rising.w, p.w)
        }
      }
    })

  static let xRay = FilterRow(
    "CIXRay", .colorEffect, "Shows luminance as an X-ray picture: inverted, a little blue.",
    .color { _ in
      let color = SIMD3(0.85, 0.95, 1.0)
      var matrix = ColorMatrix.tint(-color)
      matrix.bias = SIMD4(color, 0)
      return matrix.kernel
    })

  static let dither = FilterRow(
    "CIDither", .colorEffect, "Adds noise to each pixel of the raster, so that levels do not show.",
    keys: [.number("inputIntensity", 0.1, in: 0...5, "How far apart the noise's extremes are.")],
    .color { inputs in
      let intensity = Float(inputs.number("inputIntensity"))
      if intensity == 0 { return nil }
      return ColorKernel(mayLeaveRange: true) { pixels, count, x, y in
        for i in 0..<count {
          let noise = Float(FilterMath.hash(x + i, y) >> 8) * 0x1p-24 - 0.5
          let p = pixels[i]
          pixels[i] = (p + intensity * noise).alpha(p.w)
        }
      }
    })
}

// Core Image's looks are tables that nobody publishes: these are a matrix and a curve for each part, of our own.
extension FilterRow {
  static let photoEffects: [FilterRow] = [
    photoEffect("CIPhotoEffectMono", "Black and white.", .saturation(0)),
    photoEffect(
      "CIPhotoEffectNoir", "Black and white with high contrast.", ColorMatrix.saturation(0).then(.contrast(1.4))),
    photoEffect(
      "CIPhotoEffectTonal", "Black and white with low contrast.", ColorMatrix.saturation(0).then(.contrast(0.8))),
    photoEffect(
      "CIPhotoEffectChrome", "Strong colours and contrast, as on slides.", .saturation(1.3),
      ColorPolynomial(SIMD4(0, 0.8, 0.6, -0.4), SIMD4(0, 0.8, 0.6, -0.4), SIMD4(0, 0.85, 0.45, -0.3))),
    photoEffect(
      "CIPhotoEffectFade", "Weak colours, and no deep blacks, as in a print that hung in the sun.", .saturation(0.7),
      ColorPolynomial(SIMD4(0.12, 0.85, -0.05, 0), SIMD4(0.12, 0.84, -0.05, 0), SIMD4(0.14, 0.78, -0.04, 0))),
    photoEffect(
      "CIPhotoEffectInstant", "Warm and pale, as from an instant camera.", .saturation(0.75),
      ColorPolynomial(SIMD4(0.06, 1.1, -0.18, 0), SIMD4(0.05, 0.95, -0.05, 0), SIMD4(0.12, 0.7, 0.05, 0))),
    photoEffect(
      "CIPhotoEffectProcess", "Cool shadows and green lights, as film developed in the wrong bath.", .saturation(1.1),
      ColorPolynomial(SIMD4(0, 0.7, 0.75, -0.5), SIMD4(0, 1, 0.3, -0.32), SIMD4(0.16, 0.8, -0.1, 0))),
    photoEffect(
      "CIPhotoEffectTransfer", "Warm, with soft shadows, as an old print.", .saturation(0.85),
      ColorPolynomial(SIMD4(0.08, 1.05, -0.15, 0), SIMD4(0.04, 0.9, 0, 0), SIMD4(0.04, 0.75, 0.05, 0))),
  ]

  private static func photoEffect(
    _ name: String, _ summary: String, _ matrix: ColorMatrix, _ curves: ColorPolynomial? = nil
  ) -> FilterRow {
    FilterRow(
      name, .colorEffect, summary,
      .color { _ in
        guard let curves else { return matrix.kernel }
        guard let first = matrix.kernel else { return curves.kernel }
        let second = curves.kernel
        return ColorKernel(mayLeaveRange: first.mayLeaveRange || second.mayLeaveRange) { pixels, count, x, y in
          first.body(pixels, count, x, y)
          second.body(pixels, count, x, y)
        }
      })
  }
}

/// Colours in a row, or in a cube, read by several threads.
final class ColorTable: @unchecked Sendable {
  // Unchecked: written only while it is made.
  private let colors: UnsafeMutableBufferPointer<SIMD4<Float>>
  private let last: Float

  /// - Parameter colors: at least one.
  init(_ colors: [SIMD4<Float>]) {
    self.colors = .allocate(capacity: colors.count)
    _ = self.colors.initialize(from: colors)
    last = Float(colors.count - 1)
  }
  deinit { colors.deallocate() }

  func all(_ isGood: (SIMD4<Float>) -> Bool) -> Bool { colors.allSatisfy(isGood) }

  /// Between two colours of a row; the ends go on.
  @inline(__always) func at(_ place: Float) -> SIMD4<Float> {
    let place = SIMD4<Float>(repeating: place > 0 ? min(place, last) : 0)
    let whole = place.below
    let i = Int(whole.indices.x)
    let next = min(i + 1, colors.count - 1)
    guard let colors = colors.baseAddress else { return place }
    return colors[i] + (colors[next] - colors[i]) * (place - whole)
  }

  /// Between the eight colours around one, in a cube with so many on a side.
  @inline(__always) func inCube(_ color: SIMD4<Float>, _ side: Int) -> SIMD4<Float> {
    guard let colors = colors.baseAddress else { return color }
    let place = color.fractions * Float(side - 1)
    // The last colour of a side is reached from the one before it.
    let whole = place.below.limited(SIMD4(repeating: 0), SIMD4(repeating: Float(side - 2)))
    let part = place - whole
    let i = whole.indices
    let from = colors + (Int(i.z) * side + Int(i.y)) * side + Int(i.x)
    @inline(__always) func edge(_ at: UnsafeMutablePointer<SIMD4<Float>>) -> SIMD4<Float> {
      at[0] + (at[1] - at[0]) * part.x
    }
    @inline(__always) func face(_ at: UnsafeMutablePointer<SIMD4<Float>>) -> SIMD4<Float> {
      let first = edge(at)
      return first + (edge(at + side) - first) * part.y
    }
    let first = face(from)
    return first + (face(from + side * side) - first) * part.z
  }
}

/// The square of the distance of pixels from a place, times a factor.
struct PlaceSquared: Sendable {
  private let x: Double
  private let y: Double
  private let factor: Double

  init(_ x: Double, _ y: Double, _ factor: Double) {
    self.x = x
    self.y = y
    self.factor = factor
  }

  @inline(__always) func at(_ column: Int, _ row: Int) -> Float {
    let dx = Double(column) + 0.5 - x
    let dy = Double(row) + 0.5 - y
    return Float((dx * dx + dy * dy) * factor)
  }
}
