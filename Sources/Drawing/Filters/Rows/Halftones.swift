// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers

// Halftone screens of dots and lines, as in print.
extension FilterRow {
  static let halftones: [FilterRow] = [
    screen("CIDotScreen", .dots, "Shows luminance by black and white dots of different sizes."),
    screen("CILineScreen", .lines, "Shows luminance by black and white lines of different widths."),
    screen("CIHatchedScreen", .hatch, "Shows luminance by black and white lines that cross."),
    screen("CICircularScreen", .circles, "Shows luminance by black and white rings of different widths."),
    cmykHalftone,
  ]

  private static let sharpnessKey = FilterKey.fraction(
    "inputSharpness", 0.7, in: 0...1, "How sharp the edges of the pattern are.")

  private static func screen(_ name: String, _ pattern: Pattern, _ summary: String) -> FilterRow {
    var keys: [FilterKey] = [.center("A point of the pattern's middle, in points of the bounds.")]
    if pattern != .circles { keys.append(.angle("inputAngle", 0, "The pattern's direction, in radians.")) }
    keys.append(.length("inputWidth", 6, in: 2...50, "From one part of the pattern to the next, in points."))
    keys.append(sharpnessKey)
    return FilterRow(
      name, .halftone, summary, keys: keys, grid: .turns,
      .color { inputs in
        let screen = screen(
          pattern, center: inputs.point("inputCenter"), angle: inputs.angle("inputAngle"),
          width: inputs.length("inputWidth"))
        let slope = 1 / (1.02 - Float(inputs.number("inputSharpness")))
        return ColorKernel { block in
          var screen = screen
          block.kernels.screen(block.planes, block.count, &screen, slope, block.x, block.y)
        }
      })
  }

  static let cmykHalftone = FilterRow(
    "CICMYKHalftone", .halftone, "Prints the picture in dots of cyan, magenta, yellow and black.",
    keys: [
      .center("A point in the middle of a dot of each ink, in points of the bounds."),
      .length("inputWidth", 6, in: 2...100, "From one dot to the next, in points."),
      .angle("inputAngle", 0, "The direction of the yellow dots, in radians; the others are turned against them."),
      sharpnessKey,
      .fraction("inputGCR", 1, in: 0...1, "How much black ink is printed where the three others have grey in common."),
      .fraction("inputUCR", 0.5, in: 0...1, "How much of that grey is taken away from the three others."),
    ],
    grid: .turns,
    .color { inputs in
      let center = inputs.point("inputCenter")
      let width = inputs.length("inputWidth")
      // Cyan, magenta, yellow and black.
      let screens = [15.0, 75, 0, 45].map { degrees in
        screen(
          .dots, center: center, angle: inputs.gridAngle(inputs.number("inputAngle") + degrees * .pi / 180),
          width: width)
      }
      let inks = llua_inks(
        slope: 1 / (1.02 - Float(inputs.number("inputSharpness"))), replacement: Float(inputs.number("inputGCR")),
        removal: Float(inputs.number("inputUCR")))
      return ColorKernel { block in
        var inks = inks
        block.kernels.inks(block.planes, block.count, screens, &inks, block.x, block.y)
      }
    })

  private enum Pattern { case dots, lines, hatch, circles }

  /// Returns a periodic pattern.
  ///
  /// - Parameters:
  ///   - center: in grid pixels.
  ///   - angle: angle of the pattern's first axis on the grid.
  ///   - width: period, in grid pixels.
  private static func screen(_ pattern: Pattern, center: Point, angle: Double, width: Double) -> llua_screen {
    let (s, c) = FilterMath.sinCos(pattern == .circles ? 0 : angle)
    let kind =
      switch pattern {
      case .dots: LLUA_SCREEN_DOTS
      case .lines: LLUA_SCREEN_LINES
      case .hatch: LLUA_SCREEN_HATCH
      case .circles: LLUA_SCREEN_CIRCLES
      }
    return llua_screen(
      x: center.x, y: center.y, along: c / max(width, 1e-3), across: s / max(width, 1e-3), pattern: Int32(kind))
  }
}
