// SPDX-License-Identifier: MIT
import Numbers

/// Numbers at equal distances from 0 to 1, and between them on straight lines. Read by several threads.
final class UnitTable: @unchecked Sendable {
  // Unchecked: written only while it is made.
  private let values: UnsafeMutablePointer<Float>
  private let last: Float

  /// - Parameter steps: how many parts, at least 1.
  init(steps: Int = 4096, _ value: (Double) -> Double) {
    values = .allocate(capacity: steps + 2)
    last = Float(steps)
    for i in 0...steps { values[i] = Float(value(Double(i) / Double(steps))) }
    // Read beside the last one, by no weight.
    values[steps + 1] = values[steps]
  }
  deinit { values.deallocate() }

  /// The values for red, green and blue, clamped to 0...1. Alpha is kept.
  @inline(__always) func apply(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    let at = pixel.fractions * last
    let whole = at.below
    let part = at - whole
    let i = whole.indices
    let a = SIMD4(values[Int(i.x)], values[Int(i.y)], values[Int(i.z)], 0)
    let b = SIMD4(values[Int(i.x) + 1], values[Int(i.y) + 1], values[Int(i.z) + 1], 0)
    return (a + (b - a) * part).alpha(pixel.w)
  }
  /// The value of one number, clamped to 0...1.
  @inline(__always) func at(_ value: Float) -> Float {
    let at = value.fraction * last
    let i = Int(clamping: at)
    return values[i] + (values[i + 1] - values[i]) * (at - Float(i))
  }
}

/// A power, by a table of 128 values for each doubling of the number: the error is relative, so roots near 0 are as
/// exact as squares near 1.
final class PowerTable: @unchecked Sendable {
  // Unchecked: written only while it is made.
  private let values: UnsafeMutablePointer<Float>
  private let atZero: Float
  private static let octaves = 24
  /// The bits of 2⁻²⁴, the least number that is told from 0's neighbours.
  private static let first = UInt32(127 - octaves) << 23
  private static let last = UInt32(127 + octaves) << 23

  init(_ power: Double) {
    let count = PowerTable.octaves * 2 * 128
    values = .allocate(capacity: count + 2)
    atZero = power == 0 ? 1 : 0
    // 2^(p·k/128) by one table for all octaves.
    let inOctave = (0..<128).map { FilterMath.pow(1 + Double($0) / 128, power) }
    for octave in 0..<PowerTable.octaves * 2 {
      let scale = FilterMath.exp2(power * Double(octave - PowerTable.octaves))
      for k in 0..<128 { values[octave * 128 + k] = Float(min(scale * inOctave[k], 1e30)) }
    }
    let end = Float(min(FilterMath.exp2(power * Double(PowerTable.octaves)), 1e30))
    values[count] = end
    values[count + 1] = end
  }
  deinit { values.deallocate() }

  /// Red, green and blue to the power; negative ones as 0. Alpha is kept.
  @inline(__always) func apply(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    let low = SIMD4<Float>(repeating: Float(bitPattern: PowerTable.first))
    let high = SIMD4<Float>(repeating: Float(bitPattern: PowerTable.last))
    let bits = unsafeBitCast(pixel.limited(low, high), to: SIMD4<UInt32>.self) &- PowerTable.first
    let i = bits &>> 16
    let part = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bits & 0xFFFF)) * (1.0 / 65536)
    let a = SIMD4(values[Int(i.x)], values[Int(i.y)], values[Int(i.z)], 0)
    let b = SIMD4(values[Int(i.x) + 1], values[Int(i.y) + 1], values[Int(i.z) + 1], 0)
    let power = a + (b - a) * part
    return SIMD4(repeating: atZero).replacing(with: power, where: pixel .> 0).alpha(pixel.w)
  }
}

/// A curve through points, that neither rises nor falls where they do not: cubic parts whose slopes are limited by the
/// rule of Fritsch and Carlson (1980). Level before the first and after the last point.
struct MonotoneCurve {
  private var x: [Double] = []
  private var y: [Double] = []
  private var slopes: [Double] = []

  /// Points in any order; of several with one x the last is taken.
  init(_ points: [(x: Double, y: Double)]) {
    let order = points.indices.sorted { points[$0].x != points[$1].x ? points[$0].x < points[$1].x : $0 < $1 }
    for point in order.map({ points[$0] }) {
      if x.last == point.x {
        y[y.count - 1] = point.y
      } else {
        x.append(point.x)
        y.append(point.y)
      }
    }
    var secants: [Double] = []
    for i in x.indices.dropLast() { secants.append((y[i + 1] - y[i]) / (x[i + 1] - x[i])) }
    slopes = [Double](repeating: secants.first ?? 0, count: x.count)
    for i in secants.indices {
      let next = i + 1 < secants.count ? secants[i + 1] : secants[i]
      slopes[i + 1] = secants[i] * next <= 0 ? 0 : (secants[i] + next) / 2
    }
    for (i, secant) in secants.enumerated() {
      if secant == 0 {
        slopes[i] = 0
        slopes[i + 1] = 0
        continue
      }
      let a = slopes[i] / secant
      let b = slopes[i + 1] / secant
      let length = a * a + b * b
      if length > 9 {
        slopes[i] = 3 * a / length.squareRoot() * secant
        slopes[i + 1] = 3 * b / length.squareRoot() * secant
      }
    }
  }

  func callAsFunction(_ at: Double) -> Double {
    guard let first = x.first, let last = x.last else { return at }
    if at <= first { return y[0] }
    if at >= last { return y[y.count - 1] }
    var i = 0
    while at >= x[i + 1] { i += 1 }
    let h = x[i + 1] - x[i]
    let t = (at - x[i]) / h
    let u = 1 - t
    let values = y[i] * (u * u * (1 + 2 * t)) + y[i + 1] * (t * t * (3 - 2 * t))
    return values + h * t * u * (slopes[i] * u - slopes[i + 1] * t)
  }
}
