// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers

/// A lookup table for 0 to 1 with even steps and linear interpolation. Read by several threads.
final class UnitTable: @unchecked Sendable {
  // Unchecked: written only by the initialiser.
  private let values: UnsafeMutablePointer<Float>
  private let last: Float

  /// - Parameter steps: number of intervals, at least 1. Default 4096.
  init(steps: Int = 4096, _ value: (Double) -> Double) {
    values = .allocate(capacity: steps + 2)
    last = Float(steps)
    for i in 0...steps { values[i] = Float(value(Double(i) / Double(steps))) }
    // Padding: read next to the last value, with weight 0.
    values[steps + 1] = values[steps]
  }
  deinit { values.deallocate() }

  /// Applies the table to red, green and blue, clamped to 0...1.
  func apply(_ block: ColorBlock) { block.kernels.curve(block.planes, block.count, values, last) }
  /// Applies the table to contiguous numbers; up to seven past the end are overwritten.
  func apply(_ numbers: UnsafeMutablePointer<Float>, _ count: Int, _ kernels: UnsafePointer<llua_kernels>) {
    kernels.pointee.color.curve_of(numbers, Int32(truncatingIfNeeded: count), values, last)
  }
}

/// A power function as a lookup table of 128 values per octave. Its relative error is constant, so roots near 0 are as
/// exact as squares near 1.
final class PowerTable: @unchecked Sendable {
  // Unchecked: written only by the initialiser.
  private let values: UnsafeMutablePointer<Float>
  private let atZero: Float
  private static let octaves = 24
  /// Bits of 2⁻²⁴, the smallest number distinguished from 0.
  private static let first = UInt32(127 - octaves) << 23
  private static let last = UInt32(127 + octaves) << 23

  init(_ power: Double) {
    let count = PowerTable.octaves * 2 * 128
    values = .allocate(capacity: count + 2)
    atZero = power == 0 ? 1 : 0
    // One table of 2^(p·k/128) serves all octaves.
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

  /// Raises red, green and blue to the power; negative values count as 0.
  func apply(_ block: ColorBlock) {
    var power = llua_power(
      table: values, first: Float(bitPattern: PowerTable.first), last: Float(bitPattern: PowerTable.last),
      at_zero: atZero)
    block.kernels.power(block.planes, block.count, &power)
  }
}

/// A monotone cubic interpolation: it rises and falls only where the points do (Fritsch and Carlson, 1980). Constant
/// before the first and after the last point.
struct MonotoneCurve {
  private var x: [Double] = []
  private var y: [Double] = []
  private var slopes: [Double] = []

  /// - Parameter points: in any order; of several with equal x the last is used.
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
