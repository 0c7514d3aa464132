// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Numbers
import Timing

/// A value that can be mixed of two others.
protocol Mixable: Equatable {
  /// Returns the value at a progress from this one (0) to another (1); nil if the two have no values in between.
  func mixed(with other: Self, _ t: Double) -> Self?
}

extension [Double]: Mixable {
  func mixed(with other: [Double], _ t: Double) -> [Double]? {
    if count == other.count { return zip(self, other).map { $0 + ($1 - $0) * t } }
    // A key with fewer numbers, such as a z that only some keys have.
    let n = Swift.min(count, other.count)
    return n == 0 ? nil : Array(prefix(n)).mixed(with: Array(other.prefix(n)), t)
  }
}

/// A value at a time of a property, and the way to the next.
struct Key<Value: Mixable> {
  /// The time, in frames.
  var frame: Double
  var value: Value
  /// True if the value stays until the next key.
  var isHold = false
  /// The timing function to the next key; nil is linear.
  var pace: TimingFunction?
  /// The tangents of a motion path to the next key: from this value, and to the next one.
  var tangents: (out: Point, in: Point)?
}

/// A property's values over time: one key for a constant, else keys of ascending times.
struct Track<Value: Mixable> {
  var keys: [Key<Value>]

  init(keys: [Key<Value>]) { self.keys = keys }
  init(_ value: Value) { keys = [Key(frame: 0, value: value)] }

  /// True if the value changes.
  var isAnimated: Bool { keys.count > 1 }
  /// The first value.
  var first: Value { keys[0].value }
  /// The frames of the first and last key.
  var span: ClosedRange<Double> { keys[0].frame...max(keys[0].frame, keys[keys.count - 1].frame) }

  /// Returns the value at a frame.
  func value(at frame: Double) -> Value {
    guard isAnimated, frame > keys[0].frame else { return keys[0].value }
    guard frame < keys[keys.count - 1].frame else { return keys[keys.count - 1].value }
    // The last key that is not later.
    var (low, high) = (0, keys.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle].frame <= frame { low = middle } else { high = middle }
    }
    let (a, b) = (keys[low], keys[high])
    if a.isHold || b.frame <= a.frame { return a.value }
    let s = (frame - a.frame) / (b.frame - a.frame)
    let t = a.pace?(s) ?? s
    if let tangents = a.tangents, let x = a.value as? [Double], let y = b.value as? [Double], x.count > 1, y.count > 1,
      let value = Track.point(x, y, tangents, t) as? Value
    {
      return value
    }
    return a.value.mixed(with: b.value, t) ?? a.value
  }

  /// Returns the point of a motion path at a curve's parameter.
  private static func point(_ a: [Double], _ b: [Double], _ tangents: (out: Point, in: Point), _ t: Double) -> [Double]
  {
    let (p, q) = (Point(a[0], a[1]), Point(b[0], b[1]))
    let point = Path.Segment.cubic(p, p + tangents.out, q + tangents.in, q).point(at: t)
    return [point.x, point.y]
  }

  /// Returns the track with each value replaced.
  func map<Other: Mixable>(_ body: (Value) throws -> Other) rethrows -> Track<Other> {
    Track<Other>(
      keys: try keys.map {
        Key<Other>(
          frame: $0.frame, value: try body($0.value), isHold: $0.isHold, pace: $0.pace, tangents: $0.tangents)
      })
  }

  /// Returns the keys from a frame on, which lies before the last one: the first key has the value at that frame.
  func from(_ start: Double) -> [Key<Value>] {
    let later = Array(keys.drop { $0.frame < start - 1e-6 })
    guard let next = later.first, next.frame > start + 1e-6 else { return later }
    guard let way = keys.last(where: { $0.frame < start }) else { return [Key(frame: start, value: first)] + later }
    return part(of: way, from: start, to: next.frame) + later
  }

  /// Returns the keys up to a frame, which lies after the first one: the last key has the value at that frame.
  func to(_ end: Double) -> [Key<Value>] {
    let earlier = Array(keys.prefix { $0.frame < end + 1e-6 })
    guard let way = earlier.last, way.frame < end - 1e-6 else { return earlier }
    let isAfterAll = earlier.count == keys.count
    let ways = isAfterAll ? [Key(frame: way.frame, value: way.value)] : part(of: way, from: way.frame, to: end)
    return Array(earlier.dropLast()) + ways + [Key(frame: end, value: value(at: end))]
  }

  /// Returns the keys of a part of a key's way, without its end: with a value for each frame, at most 2,000, where the
  /// way is no straight one.
  private func part(of way: Key<Value>, from start: Double, to end: Double) -> [Key<Value>] {
    let isStraight = way.isHold || way.pace == nil && way.tangents == nil
    let count = isStraight ? 1 : Int(clamping: min(max((end - start).rounded(.up), 1), 2000))
    return (0..<count).map { n in
      let frame = start + (end - start) * Double(n) / Double(count)
      return Key(frame: frame, value: value(at: frame), isHold: way.isHold)
    }
  }

  /// The track as a constant if all values are equal and there is no motion path.
  var simplified: Track {
    guard isAnimated, keys.allSatisfy({ $0.value == keys[0].value && $0.tangents == nil }) else { return self }
    return Track(keys[0].value)
  }
}

typealias NumberTrack = Track<[Double]>

extension Track where Value == [Double] {
  func number(at frame: Double) -> Double { value(at: frame).first ?? 0 }
  func point(at frame: Double) -> Point {
    let v = value(at: frame)
    return Point(v.first ?? 0, v.count > 1 ? v[1] : v.first ?? 0)
  }
  /// The point of the first value.
  var firstPoint: Point { point(at: keys[0].frame) }
}
