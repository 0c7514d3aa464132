// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels

// Filters that replace colours pixel by pixel.
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
      guard let matrix = ColorMatrix.identity.mixed(full, intensity).kernel else { return nil }
      return ColorKernel {
        matrix.body($0)
        $0.kernels.units($0.planes, $0.count)
      }
    })

  static let posterize = FilterRow(
    "CIColorPosterize", .colorEffect, "Leaves few levels of red, green and blue.",
    keys: [.number("inputLevels", 6, in: 2...30, "How many levels.")],
    .color { inputs in
      let steps = Float(inputs.number("inputLevels") - 1)
      return ColorKernel(mayLeaveRange: steps != steps.rounded()) {
        $0.kernels.posterize($0.planes, $0.count, steps)
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
      return ColorKernel { table.apply($0, scale: Float(image.width), offset: -0.5) }
    })

  static let colorCube = FilterRow(
    "CIColorCube", .colorEffect, "Maps colours by a table with red, green and blue as its sides.",
    keys: [
      .number("inputCubeDimension", 2, in: 2...128, "How many colours a side has."),
      .data(
        "inputCubeData",
        "Four numbers for each colour, premultiplied red, green, blue and alpha: red counts fastest, then green."),
    ],
    mismatch: { step in
      guard let side = step.numbers.first?.rounded(), let count = step.data.first??.count else { return nil }
      let wanted = Int(clamping: side * side * side) * 16
      return count * 4 == wanted
        ? nil
        : "inputCubeData has \(count * 4) bytes, expected \(wanted): 16 for each colour of a cube whose "
          + "inputCubeDimension is \(Int(clamping: side))"
    },
    .color { inputs in
      let side = Int(clamping: inputs.number("inputCubeDimension").rounded())
      guard let data = inputs.data("inputCubeData"), side >= 2, side <= 128, data.count >= side * side * side * 4
      else { return nil }
      let table = ColorTable(
        (0..<side * side * side).map { SIMD4(data[$0 * 4], data[$0 * 4 + 1], data[$0 * 4 + 2], data[$0 * 4 + 3]) })
      let leaves = !table.all { $0.smallest >= 0 && $0.largest <= $0.w && $0.w <= 1 }
      let isOpaque = table.all { $0.w == 1 }
      return ColorKernel(mayLeaveRange: leaves) { table.applyCube($0, side, isOpaque: isOpaque) }
    })

  static let maskToAlpha = FilterRow(
    "CIMaskToAlpha", otherNames: ["luminanceToAlpha"], .colorEffect,
    "Makes a white picture, as opaque as the input is bright.",
    .color { _ in ColorKernel { $0.kernels.mask($0.planes, $0.count) } })

  static let maximumComponent = FilterRow(
    "CIMaximumComponent", .colorEffect, "Makes a grey of the largest of red, green and blue.",
    .color { _ in ColorKernel { $0.kernels.extreme($0.planes, $0.count, 1) } })

  static let minimumComponent = FilterRow(
    "CIMinimumComponent", .colorEffect, "Makes a grey of the smallest of red, green and blue.",
    .color { _ in ColorKernel { $0.kernels.extreme($0.planes, $0.count, 0) } })

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
      let place = llua_spot(
        x: extent.midX, y: extent.midY, factor: 0.5 * 4 / (max(diagonal, 1) * radius * radius), is_root: 0)
      return shading(place, start: 0, width: 1, Float(intensity))
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
      return shading(
        llua_spot(x: center.x, y: center.y, factor: 1, is_root: 1), start: radius, width: width, Float(intensity))
    })

  /// Returns a kernel that darkens pixels by an amount, smoothly from a distance on.
  private static func shading(_ place: llua_spot, start: Float, width: Float, _ amount: Float) -> ColorKernel {
    ColorKernel(mayLeaveRange: amount < 0) { block in
      var (place, shade) = (place, llua_shade(start: start, width: width, amount: amount))
      block.kernels.shade(block.planes, block.count, &place, &shade, block.x, block.y)
    }
  }

  static let thermal = FilterRow(
    "CIThermal", .colorEffect, "Shows luminance as a camera for heat: from black over blue, red and yellow to white.",
    .color { _ in
      // Black, blue, red, yellow and white.
      let table = ColorTable([
        SIMD4(0, 0, 0, 1), SIMD4(0, 0, 1, 1), SIMD4(1, 0, 0, 1), SIMD4(1, 1, 0, 1), SIMD4(1, 1, 1, 1),
      ])
      return ColorKernel { table.apply($0, scale: 4, offset: 0) }
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
      return ColorKernel(mayLeaveRange: true) { $0.kernels.dither($0.planes, $0.count, intensity, $0.x, $0.y) }
    })
}

// Core Image's looks are unpublished tables; these are our own, each a matrix and a curve per component.
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
        return ColorKernel(mayLeaveRange: first.mayLeaveRange || second.mayLeaveRange) {
          first.body($0)
          second.body($0)
        }
      })
  }
}

/// A lookup table of colours, one- or three-dimensional, read by several threads.
final class ColorTable: @unchecked Sendable {
  // Unchecked: written only by the initialiser.
  private let colors: UnsafeMutableBufferPointer<SIMD4<Float>>

  /// - Parameter colors: at least one.
  init(_ colors: [SIMD4<Float>]) {
    self.colors = .allocate(capacity: colors.count)
    _ = self.colors.initialize(from: colors)
  }
  deinit { colors.deallocate() }

  func all(_ isGood: (SIMD4<Float>) -> Bool) -> Bool { colors.allSatisfy(isGood) }

  /// Maps pixels by their luminance, interpolated between neighbouring colours of the table; the ends are extended.
  /// Alpha is kept.
  ///
  /// - Parameters:
  ///   - scale: distance from black to white, in table entries.
  ///   - offset: position of black, in table entries.
  func apply(_ block: ColorBlock, scale: Float, offset: Float) {
    var ramp = llua_ramp(
      colors: numbers, count: Int32(truncatingIfNeeded: colors.count), scale: scale, offset: offset)
    block.kernels.ramp(block.planes, block.count, &ramp)
  }

  /// Maps pixels by trilinear interpolation between the eight nearest colours of a cube with `side` colours per side.
  func applyCube(_ block: ColorBlock, _ side: Int, isOpaque: Bool) {
    var cube = llua_cube(
      colors: numbers, side: Int32(truncatingIfNeeded: side), is_opaque: isOpaque ? 1 : 0)
    block.kernels.cube(block.planes, block.count, &cube)
  }

  private var numbers: UnsafePointer<Float>? {
    UnsafeRawPointer(colors.baseAddress)?.assumingMemoryBound(to: Float.self)
  }
}
