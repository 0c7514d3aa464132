// SPDX-License-Identifier: MIT
import CPixelKernels

/// An affine map of colours: red, green and blue with straight alpha, and alpha.
package struct ColorMatrix: Equatable, Sendable {
  /// Columns of the matrix: contribution of each input component to all output components.
  var red = SIMD4(1.0, 0, 0, 0)
  var green = SIMD4(0.0, 1, 0, 0)
  var blue = SIMD4(0.0, 0, 1, 0)
  var alpha = SIMD4(0.0, 0, 0, 1)
  /// Constant added to every colour.
  var bias = SIMD4<Double>(repeating: 0)

  static let identity = ColorMatrix()
  /// Luminance weights of Rec. 709: Y = 0.2126 R + 0.7152 G + 0.0722 B.
  static let luma = SIMD3(0.2126, 0.7152, 0.0722)

  /// Returns the matrix with these rows: weights of the input's red, green and blue for each output component.
  static func rows(_ red: SIMD3<Double>, _ green: SIMD3<Double>, _ blue: SIMD3<Double>) -> ColorMatrix {
    var result = ColorMatrix()
    result.red = SIMD4(red.x, green.x, blue.x, 0)
    result.green = SIMD4(red.y, green.y, blue.y, 0)
    result.blue = SIMD4(red.z, green.z, blue.z, 0)
    return result
  }

  /// Returns the matrix that scales each component.
  static func scale(_ red: Double, _ green: Double, _ blue: Double) -> ColorMatrix {
    .rows(SIMD3(red, 0, 0), SIMD3(0, green, 0), SIMD3(0, 0, blue))
  }

  /// Returns the matrix that maps to the luminance times a colour.
  static func tint(_ color: SIMD3<Double>) -> ColorMatrix {
    .rows(luma * color.x, luma * color.y, luma * color.z)
  }

  /// Returns the matrix that scales the distance from the grey of equal luminance.
  static func saturation(_ factor: Double) -> ColorMatrix { tint(SIMD3(1, 1, 1)).mixed(.identity, factor) }

  /// Returns the matrix that scales the distance from middle grey.
  static func contrast(_ factor: Double) -> ColorMatrix {
    scale(factor, factor, factor).adding(0.5 - 0.5 * factor)
  }

  /// Returns this matrix with a constant added to red, green and blue.
  func adding(_ value: Double) -> ColorMatrix {
    var result = self
    result.bias += SIMD4(value, value, value, 0)
    return result
  }

  /// Interpolates linearly to another matrix.
  func mixed(_ other: ColorMatrix, _ part: Double) -> ColorMatrix {
    var result = self
    result.red += (other.red - red) * part
    result.green += (other.green - green) * part
    result.blue += (other.blue - blue) * part
    result.alpha += (other.alpha - alpha) * part
    result.bias += (other.bias - bias) * part
    return result
  }

  /// Returns the composition: this matrix, then `next`.
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

  /// The inverse of the red, green and blue part, which must be invertible.
  var inverse: ColorMatrix {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let scale = 1 / (red.rgb * cross(green.rgb, blue.rgb)).sum()
    return .rows(
      cross(green.rgb, blue.rgb) * scale, cross(blue.rgb, red.rgb) * scale, cross(red.rgb, green.rgb) * scale)
  }

  /// True if alpha is unchanged.
  var keepsAlpha: Bool { red.w == 0 && green.w == 0 && blue.w == 0 && alpha.w == 1 && bias.w == 0 }

  /// True if red, green or blue of some colour within 0…1 may be mapped outside 0…1.
  var mayLeaveRange: Bool {
    let zero = SIMD4<Double>(repeating: 0)
    let low =
      bias + pointwiseMin(red, zero) + pointwiseMin(green, zero) + pointwiseMin(blue, zero) + pointwiseMin(alpha, zero)
    let high =
      bias + pointwiseMax(red, zero) + pointwiseMax(green, zero) + pointwiseMax(blue, zero) + pointwiseMax(alpha, zero)
    // With a tolerance for rounding; NaN counts as outside.
    func isInside(_ i: Int) -> Bool { low[i] >= -1e-9 && high[i] <= 1 + 1e-9 }
    return !(isInside(0) && isInside(1) && isInside(2))
  }

  /// The kernel; nil for the identity. Alpha is clamped if it changes.
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
  /// Clamped to 0...1; NaN becomes 0.
  @inline(__always) var fraction: Float { self > 0 ? (self < 1 ? self : 1) : 0 }
}

extension Double {
  /// Clamped to 0...1; NaN becomes 0.
  @inline(__always) var fraction: Double { self > 0 ? (self < 1 ? self : 1) : 0 }
}

extension SIMD4<Float> {
  /// Clamps each component; NaN becomes the lower bound.
  @inline(__always) func limited(_ low: SIMD4<Float>, _ high: SIMD4<Float>) -> SIMD4<Float> {
    let above = low.replacing(with: self, where: self .> low)
    return above.replacing(with: high, where: above .> high)
  }
  /// Each component clamped to 0...1; NaN becomes 0.
  @inline(__always) var fractions: SIMD4<Float> { limited(SIMD4(repeating: 0), SIMD4(repeating: 1)) }
  /// Returns the colour with another alpha.
  @inline(__always) func alpha(_ alpha: Float) -> SIMD4<Float> { SIMD4(x, y, z, alpha) }
  /// The luminance of red, green and blue.
  @inline(__always) var luma: Float { x * 0.2126 + y * 0.7152 + z * 0.0722 }
  /// The largest of red, green and blue.
  @inline(__always) var largest: Float { Swift.max(x, Swift.max(y, z)) }
  /// The smallest of red, green and blue.
  @inline(__always) var smallest: Float { Swift.min(x, Swift.min(y, z)) }
  /// Returns a grey.
  @inline(__always) static func grey(_ value: Float, _ alpha: Float) -> SIMD4<Float> {
    SIMD4(value, value, value, alpha)
  }
  /// The nearest whole number, for numbers from −2²² to 2²².
  @inline(__always) var nearest: SIMD4<Float> {
    // Above 1.5 · 2²³ floats have no fractional bits.
    (self + 12_582_912) - 12_582_912
  }
}

extension SIMD4<Double> {
  /// Red, green and blue.
  var rgb: SIMD3<Double> { SIMD3(x, y, z) }
}

extension FilterInputs {
  /// Returns a colour with straight alpha, in double precision for planning.
  func exactColor(_ name: String) -> SIMD4<Double> {
    let v = vector(name)
    return v.count == 4 ? SIMD4(v[0], v[1], v[2], v[3]) : SIMD4(0, 0, 0, 1)
  }
}
