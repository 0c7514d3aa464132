// SPDX-License-Identifier: MIT
import Geometry

// Screens of dots and lines, as in print.
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

  private static func screen(_ name: String, _ pattern: HalftoneScreen.Pattern, _ summary: String) -> FilterRow {
    var keys: [FilterKey] = [.center("A point of the pattern's middle, in points of the bounds.")]
    if pattern != .circles { keys.append(.angle("inputAngle", 0, "The pattern's direction, in radians.")) }
    keys.append(.length("inputWidth", 6, in: 2...50, "From one part of the pattern to the next, in points."))
    keys.append(sharpnessKey)
    return FilterRow(
      name, .halftone, summary, keys: keys, grid: .turns,
      .color { inputs in
        let screen = HalftoneScreen(
          pattern, center: inputs.point("inputCenter"), angle: inputs.angle("inputAngle"),
          width: inputs.length("inputWidth"))
        let slope = 1 / (1.02 - Float(inputs.number("inputSharpness")))
        return ColorKernel { pixels, count, x, y in
          withUnsafeTemporaryAllocation(of: Float.self, capacity: count + 3) { weights in
            guard let weights = weights.baseAddress else { return }
            screen.weigh(weights, count, x, y)
            for i in 0..<count {
              let p = pixels[i]
              pixels[i] = .grey(((p.luma + weights[i] - 1) * slope + 0.5).fraction, p.w)
            }
          }
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
      func screen(_ degrees: Double) -> HalftoneScreen {
        let angle = inputs.gridAngle(inputs.number("inputAngle") + degrees * .pi / 180)
        return HalftoneScreen(.dots, center: center, angle: angle, width: width)
      }
      let cyan = screen(15)
      let magenta = screen(75)
      let yellow = screen(0)
      let black = screen(45)
      let slope = 1 / (1.02 - Float(inputs.number("inputSharpness")))
      let replacement = Float(inputs.number("inputGCR"))
      let removal = Float(inputs.number("inputUCR"))
      return ColorKernel { pixels, count, x, y in
        let stride = count + 3
        withUnsafeTemporaryAllocation(of: Float.self, capacity: stride * 4) { weights in
          guard let c = weights.baseAddress else { return }
          let m = c + stride
          let s = m + stride
          let k = s + stride
          cyan.weigh(c, count, x, y)
          magenta.weigh(m, count, x, y)
          yellow.weigh(s, count, x, y)
          black.weigh(k, count, x, y)
          for i in 0..<count {
            let p = pixels[i]
            var inks = 1 - p
            let common = inks.smallest
            inks -= common * removal
            inks.w = common * replacement
            let paper = 1 - ((inks + SIMD4(c[i], m[i], s[i], k[i]) - 1) * slope + 0.5).fractions
            pixels[i] = (paper * paper.w).alpha(p.w)
          }
        }
      }
    })
}

/// A pattern that repeats: how bright each place of it is.
struct HalftoneScreen: Sendable {
  enum Pattern: Sendable { case dots, lines, hatch, circles }
  private let pattern: Pattern
  private let center: Point
  /// What a pixel adds to the pattern's own coordinates, in repetitions.
  private let along: Double
  private let across: Double

  /// - Parameters:
  ///   - center: in grid pixels.
  ///   - angle: of the pattern's first axis in the grid.
  ///   - width: of a repetition, in grid pixels.
  init(_ pattern: Pattern, center: Point, angle: Double, width: Double) {
    self.pattern = pattern
    self.center = center
    let (s, c) = FilterMath.sinCos(pattern == .circles ? 0 : angle)
    along = c / max(width, 1e-3)
    across = s / max(width, 1e-3)
  }

  /// Writes the weights of pixels side by side, from 0 to 1, and up to three more.
  func weigh(_ target: UnsafeMutablePointer<Float>, _ count: Int, _ x: Int, _ y: Int) {
    let dy = SIMD4(repeating: Double(y) + 0.5 - center.y)
    var i = 0
    while i < count {
      // From the place itself, not from the pixel before: the same in any block.
      let left = Double(x + i) + 0.5 - center.x
      let dx = SIMD4(left, left + 1, left + 2, left + 3)
      let weight: SIMD4<Float>
      switch pattern {
      case .dots:
        let sum = cosineOfTurns(dx * along + dy * across) + cosineOfTurns(dy * along - dx * across)
        weight = 0.5 + 0.25 * sum
      case .lines: weight = 0.5 + 0.5 * cosineOfTurns(dx * along + dy * across)
      case .hatch:
        let first = cosineOfTurns(dx * along + dy * across)
        let second = cosineOfTurns(dy * along - dx * across)
        weight = 0.5 + 0.5 * first.replacing(with: second, where: second .> first)
      case .circles: weight = 0.5 + 0.5 * cosineOfTurns((dx * dx + dy * dy).squareRoot() * along)
      }
      UnsafeMutableRawPointer(target + i).storeBytes(of: weight, as: SIMD4<Float>.self)
      i += 4
    }
  }

  /// The cosine of 2π times a number.
  @inline(__always) private func cosineOfTurns(_ turns: SIMD4<Double>) -> SIMD4<Float> {
    // Without whole turns, by adding 1.5 · 2⁵², above which there are no fractions.
    let whole = (turns + 6_755_399_441_055_744) - 6_755_399_441_055_744
    let x = SIMD4<Float>(turns - whole) * Float.pi
    // 1 − 2 sin², from −π/2 to π/2, by Taylor's series.
    let z = x * x
    var sine: SIMD4<Float> = z * (-1 / 39_916_800) + 1 / 362_880
    sine = sine * z - 1 / 5040
    sine = sine * z + 1 / 120
    sine = sine * z - 1 / 6
    sine = (sine * z + 1) * x
    return 1 - 2 * sine * sine
  }
}
