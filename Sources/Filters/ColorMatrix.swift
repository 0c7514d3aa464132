// SPDX-License-Identifier: MIT
import CPixelKernels

/// A colour as an affine function of another: red, green and blue not premultiplied, and alpha.
package struct ColorMatrix: Equatable, Sendable {
  /// What one unit of each part of a colour adds to all parts of the result.
  var red = SIMD4(1.0, 0, 0, 0)
  var green = SIMD4(0.0, 1, 0, 0)
  var blue = SIMD4(0.0, 0, 1, 0)
  var alpha = SIMD4(0.0, 0, 0, 1)
  /// What is added to every colour.
  var bias = SIMD4<Double>(repeating: 0)

  static let identity = ColorMatrix()
  /// Y = .2126 R + .7152 G + .0722 B.
  static let luma = SIMD3(0.2126, 0.7152, 0.0722)

  /// From its rows: what red, green and blue of the result take of red, green and blue.
  static func rows(_ red: SIMD3<Double>, _ green: SIMD3<Double>, _ blue: SIMD3<Double>) -> ColorMatrix {
    var result = ColorMatrix()
    result.red = SIMD4(red.x, green.x, blue.x, 0)
    result.green = SIMD4(red.y, green.y, blue.y, 0)
    result.blue = SIMD4(red.z, green.z, blue.z, 0)
    return result
  }

  /// Each part of the colour by a factor.
  static func scale(_ red: Double, _ green: Double, _ blue: Double) -> ColorMatrix {
    .rows(SIMD3(red, 0, 0), SIMD3(0, green, 0), SIMD3(0, 0, blue))
  }

  /// A colour times the luminance.
  static func tint(_ color: SIMD3<Double>) -> ColorMatrix {
    .rows(luma * color.x, luma * color.y, luma * color.z)
  }

  /// Away from the grey of the same luminance by a factor.
  static func saturation(_ factor: Double) -> ColorMatrix { tint(SIMD3(1, 1, 1)).mixed(.identity, factor) }

  /// Away from middle grey by a factor.
  static func contrast(_ factor: Double) -> ColorMatrix {
    scale(factor, factor, factor).adding(0.5 - 0.5 * factor)
  }

  /// The same, and so much more of red, green and blue.
  func adding(_ value: Double) -> ColorMatrix {
    var result = self
    result.bias += SIMD4(value, value, value, 0)
    return result
  }

  /// From this to another by a part.
  func mixed(_ other: ColorMatrix, _ part: Double) -> ColorMatrix {
    var result = self
    result.red += (other.red - red) * part
    result.green += (other.green - green) * part
    result.blue += (other.blue - blue) * part
    result.alpha += (other.alpha - alpha) * part
    result.bias += (other.bias - bias) * part
    return result
  }

  /// This, and another after it.
  func then(_ next: ColorMatrix) -> ColorMatrix {
    func moved(_ v: SIMD4<Double>) -> SIMD4<Double> {
      next.red * v.x + next.green * v.y + next.blue * v.z + next.alpha * v.w
    }
    var result = self
    result.red = moved(red)
    result.green = moved(green)
    result.blue = moved(blue)
    result.alpha = moved(alpha)
    result.bias = moved(bias) + next.bias
    return result
  }

  /// The inverse of what it does to red, green and blue; there must be one.
  var inverse: ColorMatrix {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let scale = 1 / (red.rgb * cross(green.rgb, blue.rgb)).sum()
    return .rows(
      cross(green.rgb, blue.rgb) * scale, cross(blue.rgb, red.rgb) * scale, cross(red.rgb, green.rgb) * scale)
  }

  /// Whether alpha stays as it is.
  var keepsAlpha: Bool { red.w == 0 && green.w == 0 && blue.w == 0 && alpha.w == 1 && bias.w == 0 }

  /// Whether red, green or blue of some colour from 0 to 1 lie outside.
  var mayLeaveRange: Bool {
    let zero = SIMD4<Double>(repeating: 0)
    let low =
      bias + pointwiseMin(red, zero) + pointwiseMin(green, zero) + pointwiseMin(blue, zero) + pointwiseMin(alpha, zero)
    let high =
      bias + pointwiseMax(red, zero) + pointwiseMax(green, zero) + pointwiseMax(blue, zero) + pointwiseMax(alpha, zero)
    // Not by the rounding of the sums alone; what is not a number leaves it.
    func isInside(_ i: Int) -> Bool { low[i] >= -1e-9 && high[i] <= 1 + 1e-9 }
    return !(isInside(0) && isInside(1) && isInside(2))
  }

  /// The kernel; nil where nothing changes. Alpha is clamped where it changes.
  var kernel: ColorKernel? {
    if self == .identity { return nil }
    let numbers = [red, green, blue, alpha, bias].flatMap { [Float($0.x), Float($0.y), Float($0.z), Float($0.w)] }
    let keepsAlpha = keepsAlpha
    return ColorKernel(
      mayLeaveRange: mayLeaveRange, paintsTransparent: bias.w > 0, matrix: keepsAlpha ? self : nil
    ) { $0.kernels.matrix($0.planes, $0.count, numbers, keepsAlpha ? 1 : 0) }
  }
}

extension Float {
  /// Clamped to 0...1; 0 for what is not a number.
  @inline(__always) var fraction: Float { self > 0 ? (self < 1 ? self : 1) : 0 }
}

extension Double {
  /// Clamped to 0...1; 0 for what is not a number.
  @inline(__always) var fraction: Double { self > 0 ? (self < 1 ? self : 1) : 0 }
}

extension SIMD4<Float> {
  /// Each clamped; the lower bound for what is not a number.
  @inline(__always) func limited(_ low: SIMD4<Float>, _ high: SIMD4<Float>) -> SIMD4<Float> {
    let above = low.replacing(with: self, where: self .> low)
    return above.replacing(with: high, where: above .> high)
  }
  /// Each clamped to 0...1; 0 for what is not a number.
  @inline(__always) var fractions: SIMD4<Float> { limited(SIMD4(repeating: 0), SIMD4(repeating: 1)) }
  /// The same with another alpha.
  @inline(__always) func alpha(_ alpha: Float) -> SIMD4<Float> { SIMD4(x, y, z, alpha) }
  /// The luminance of red, green and blue.
  @inline(__always) var luma: Float { x * 0.2126 + y * 0.7152 + z * 0.0722 }
  /// The largest of red, green and blue.
  @inline(__always) var largest: Float { Swift.max(x, Swift.max(y, z)) }
  /// The smallest of red, green and blue.
  @inline(__always) var smallest: Float { Swift.min(x, Swift.min(y, z)) }
  /// A grey.
  @inline(__always) static func grey(_ value: Float, _ alpha: Float) -> SIMD4<Float> {
    SIMD4(value, value, value, alpha)
  }
  /// The nearest whole number, for numbers from −2²² to 2²².
  @inline(__always) var nearest: SIMD4<Float> {
    // Above 1.5 · 2²³ there are no fractions.
    (self + 12_582_912) - 12_582_912
  }
}

extension SIMD4<Double> {
  /// Red, green and blue.
  var rgb: SIMD3<Double> { SIMD3(x, y, z) }
}

extension FilterInputs {
  /// A colour, not premultiplied, as planning has it.
  func exactColor(_ name: String) -> SIMD4<Double> {
    let v = vector(name)
    return v.count == 4 ? SIMD4(v[0], v[1], v[2], v[3]) : SIMD4(0, 0, 0, 1)
  }
}
