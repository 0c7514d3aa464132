// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// A stream of random numbers from a seed, the same on every machine: xoshiro256**, seeded as Lua's `math.random` is.
///
/// A stream is a value: a copy goes on from the same place.
///
/// ```swift
/// var random = RandomNumbers(seed: 42)
/// let share = random.number()  // 0..<1
/// let die = random.integer(from: 1, to: 6)
/// let size = random.normal(mean: 20, deviation: 4)
/// ```
public struct RandomNumbers: RandomNumberGenerator, Hashable, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)
  /// The second of a pair of normal numbers, not used yet.
  private var spare: Double?

  /// Creates a stream; the numbers are those of `math.randomseed(seed)` in Lua 5.4.
  public init(seed: UInt64) {
    state = (seed, 0xFF, 0, 0)
    for _ in 0..<16 { _ = next() }
  }

  public static func == (a: RandomNumbers, b: RandomNumbers) -> Bool { a.state == b.state && a.spare == b.spare }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(state.0)
    hasher.combine(state.1)
  }

  /// Returns 64 random bits.
  public mutating func next() -> UInt64 {
    func turned(_ v: UInt64, _ by: UInt64) -> UInt64 { v << by | v >> (64 - by) }
    let s1 = state.1
    let s2 = state.2 ^ state.0
    let s3 = state.3 ^ s1
    let result = turned(s1 &* 5, 7) &* 9
    state = (state.0 ^ s3, s1 ^ s2, s2 ^ s1 << 17, turned(s3, 45))
    return result
  }

  /// Returns a number from 0 up to, but not including, 1.
  public mutating func number() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a number from `low` up to, but not including, `high`.
  public mutating func number(from low: Double, to high: Double) -> Double { low + number() * (high - low) }

  /// Returns a whole number from `low` to `high`, both included, each as likely as the others; `low` if `high` is below
  /// it.
  public mutating func integer(from low: Int, to high: Int) -> Int {
    guard low < high else {
      _ = next()
      return low
    }
    return low &+ Int(truncatingIfNeeded: projected(next(), UInt64(truncatingIfNeeded: high &- low)))
  }

  /// Returns random bits reduced to 0…`most`, as Lua does: cut to the bits of `most`, and drawn again if above it.
  private mutating func projected(_ bits: UInt64, _ most: UInt64) -> UInt64 {
    if most & (most &+ 1) == 0 { return bits & most }
    var mask = most
    for shift: UInt64 in [1, 2, 4, 8, 16, 32] { mask |= mask >> shift }
    var value = bits & mask
    while value > most { value = next() & mask }
    return value
  }

  /// Returns a number of the normal distribution, by the polar method.
  public mutating func normal(mean: Double = 0, deviation: Double = 1) -> Double {
    if let kept = spare {
      spare = nil
      return mean + deviation * kept
    }
    while true {
      let (u, v) = (2 * number() - 1, 2 * number() - 1)
      let s = u * u + v * v
      guard s > 0, s < 1 else { continue }
      let k = (-2 * naturalLogarithm(s) / s).squareRoot()
      spare = v * k
      return mean + deviation * (u * k)
    }
  }

  /// Returns an index of a list, with a probability in proportion to its weight; nil if no weight is above 0. Weights
  /// that are not above 0 are never chosen.
  public mutating func index(weights: [Double]) -> Int? {
    let total = weights.reduce(0) { $0 + ($1 > 0 ? $1 : 0) }
    guard total > 0, total.isFinite else { return nil }
    var left = number() * total
    var last: Int?
    for (i, weight) in weights.enumerated() where weight > 0 {
      if left < weight { return i }
      left -= weight
      last = i
    }
    return last
  }

  /// Returns the indices 0..<count in a random order, or only the first `length` of that order.
  public mutating func shuffled(_ count: Int, first length: Int? = nil) -> [Int] {
    var indices = Array(0..<max(count, 0))
    let length = min(max(length ?? count, 0), indices.count)
    for i in 0..<length { indices.swapAt(i, integer(from: i, to: indices.count - 1)) }
    return Array(indices.prefix(length))
  }

  /// Returns a point of a circle about the origin.
  public mutating func pointOnCircle(radius: Double = 1) -> Point {
    while true {
      let (u, v) = (2 * number() - 1, 2 * number() - 1)
      let s = u * u + v * v
      guard s > 1e-12, s <= 1 else { continue }
      let k = radius / s.squareRoot()
      return Point(u * k, v * k)
    }
  }

  /// Returns a point inside a circle about the origin, evenly over its area.
  public mutating func pointInCircle(radius: Double = 1) -> Point {
    while true {
      let (u, v) = (2 * number() - 1, 2 * number() - 1)
      if u * u + v * v < 1 { return Point(u * radius, v * radius) }
    }
  }

  /// Returns a point inside a rectangle.
  public mutating func point(in r: Rect) -> Point {
    let x = number(from: r.minX, to: r.maxX)
    return Point(x, number(from: r.minY, to: r.maxY))
  }

  /// Returns a point inside a path; nil if none of 10,000 points of its box lies inside.
  public mutating func point(in path: Path, rule: FillRule = .nonZero) -> Point? {
    guard let box = path.boundingBoxOfPath, box.isFinite else { return nil }
    for _ in 0..<10_000 {
      let p = point(in: box)
      if path.contains(p, rule: rule) { return p }
    }
    return nil
  }
}

/// Returns the natural logarithm of a number above 0 by sums and products, the same bits on every machine.
func naturalLogarithm(_ value: Double) -> Double {
  var exponent = Double(value.exponent)
  var m = value.significand
  if m > 1.4142135623730951 {
    m /= 2
    exponent += 1
  }
  // ln m = 2·artanh f; f is at most 0.172, so that the first term left out is below 1e-18.
  let f = (m - 1) / (m + 1)
  let square = f * f
  var sum = 0.0
  for k in stride(from: 23.0, to: 0, by: -2) { sum = sum * square + 1 / k }
  return 2 * f * sum + exponent * 0.6931471805599453
}
