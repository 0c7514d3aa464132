// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

// Interpolation of values, the basis of every animation. Pure; independent of layers, keys and time.
extension PropertyValue {
  /// The value at the fraction `u` of the way to `end`. `u` may overshoot 0…1, as springs and timing functions do.
  ///
  /// Numbers, points, sizes, rects and colours are interpolated component by component, colours in red, green, blue and
  /// alpha without premultiplication; transforms by their parts, the rotation on the shorter arc, or by their elements
  /// where one has no inverse; paths and arrays of one form point by point and element by element. From or to no
  /// colour, alpha alone changes. Images, patterns, strings and whatever else has nothing in between stay until half
  /// way (images and patterns) or the end.
  /// - Throws: `LayerError` for values of different kinds, paths of different elements and arrays of different length.
  package func interpolated(to end: PropertyValue, at u: Double) throws(LayerError) -> PropertyValue {
    switch (self, end) {
    case (.number(let a), .number(let b)): return .number(mix(a, b, u))
    case (.bool(let a), .bool(let b)): return .bool(mix(a ? 1 : 0, b ? 1 : 0, u) != 0)
    case (.point(let a), .point(let b)): return .point(mix(a, b, u))
    case (.size(let a), .size(let b)): return .size(Size(mix(a.width, b.width, u), mix(a.height, b.height, u)))
    case (.rect(let a), .rect(let b)):
      return .rect(Rect(mix(a.x, b.x, u), mix(a.y, b.y, u), mix(a.width, b.width, u), mix(a.height, b.height, u)))
    case (.color(let a), .color(let b)): return .color(mix(a, b, u))
    case (.color(let a), .null): return .color(mix(a, a.cleared, u))
    case (.null, .color(let b)): return .color(mix(b.cleared, b, u))
    case (.transform(let a), .transform(let b)): return .transform(mix(a, b, u))
    case (.path(let a), .path(let b)): return .path(try a.interpolated(to: b, at: u))
    case (.array(let a), .array(let b)):
      guard a.count == b.count else {
        throw LayerError("cannot interpolate between \(a.count) and \(b.count) values: both lists need the same number")
      }
      var result: [PropertyValue] = []
      result.reserveCapacity(a.count)
      for (x, y) in zip(a, b) { result.append(try x.interpolated(to: y, at: u)) }
      return .array(result)
    case (.image, .image), (.image, .color), (.color, .image), (.image, .null), (.null, .image):
      return u < 0.5 ? self : end
    default:
      if self == end { return self }
      if hasBetween, end.hasBetween { throw LayerError("cannot interpolate from \(described) to \(end.described)") }
      return u < 1 ? self : end
    }
  }

  /// Whether values of this kind have intermediate ones.
  private var hasBetween: Bool {
    switch self {
    case .number, .point, .size, .rect, .color, .transform, .path, .array: true
    case .null, .bool, .string, .bytes, .image, .layer, .keyed, .attributedString, .constraint, .dictionary, .object:
      false
    }
  }

  /// This value with `other` on top, as additive animations do: sums of components, and `other · self` for transforms.
  ///
  /// Colours add without premultiplication and stay in 0…1.
  /// - Throws: `LayerError` for values that cannot be added.
  package func adding(_ other: PropertyValue) throws(LayerError) -> PropertyValue {
    switch (self, other) {
    case (.null, _): return other
    case (_, .null): return self
    case (.transform(let a), .transform(let b)): return .transform(b.concat(a))
    case (.bool(let a), .bool(let b)): return .bool(a || b)
    default: return try combined(with: other, "add") { $0 + $1 }
    }
  }

  /// The value that must be added to `other` to get this value.
  ///
  /// A transform without an inverse is its own, as in `CATransform3DInvert`.
  /// - Throws: `LayerError` for values that cannot be subtracted.
  package func subtracting(_ other: PropertyValue) throws(LayerError) -> PropertyValue {
    if case .transform(let a) = self, case .transform(let b) = other {
      return .transform(a.concat(b.inverted ?? b))
    }
    return try combined(with: other, "subtract") { $0 - $1 }
  }

  /// The value added to itself, `count` times in all: the start of a later cycle of a cumulative animation.
  package func repeated(_ count: Double) throws(LayerError) -> PropertyValue {
    if case .transform(let t) = self {
      // Powers by squaring; a fraction of a cycle does not occur, and a count beyond 2^20 is of no use.
      var n = Int(clamping: min(max(count, 0), 1_048_576))
      var result = Transform3D.identity
      var power = t
      while n > 0 {
        if n & 1 == 1 { result = result.concat(power) }
        power = power.concat(power)
        n >>= 1
      }
      return .transform(result)
    }
    return try combined(with: self, "repeat") { a, _ in a * count }
  }

  /// The value that changes nothing when it is added; nil for kinds without one.
  package var zero: PropertyValue? {
    switch self {
    case .number: .number(0)
    case .bool: .bool(false)
    case .point: .point(.zero)
    case .size: .size(.zero)
    case .rect: .rect(.zero)
    case .color: .color(Color(red: 0, green: 0, blue: 0, alpha: 0))
    case .transform: .transform(.identity)
    case .array(let a):
      a.allSatisfy { $0.zero != nil } ? .array(a.compactMap(\.zero)) : nil
    default: nil
    }
  }

  /// The distance of two values: the Euclidean one of their components. nil for kinds without one (transforms, paths).
  package func distance(to other: PropertyValue) -> Double? {
    guard let a = components, let b = other.components, a.count == b.count else { return nil }
    return zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  /// Whether every number in it is finite.
  var isFinite: Bool {
    switch self {
    case .number(let v): v.isFinite
    case .point(let p): p.isFinite
    case .size(let s): s.width.isFinite && s.height.isFinite
    case .rect(let r): r.isFinite
    case .color(let c): c.red.isFinite && c.green.isFinite && c.blue.isFinite && c.alpha.isFinite
    case .transform(let t): t.isFinite
    case .path(let p): p.points.allSatisfy(\.isFinite)
    case .array(let a): a.allSatisfy(\.isFinite)
    default: true
    }
  }

  /// The value with infinities replaced by the greatest number, and NaN by the number of `other`.
  func finite(or other: PropertyValue) -> PropertyValue {
    func finite(_ v: Double, _ other: Double) -> Double {
      v.isNaN ? (other.isFinite ? other : 0) : min(max(v, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }
    switch self {
    case .transform: return other.isFinite && other.asTransform != nil ? other : .transform(.identity)
    case .path(let p):
      return .path(p.replacing(points: p.points.map { Point(finite($0.x, 0), finite($0.y, 0)) }))
    case .array(let a):
      var others: [PropertyValue] = []
      if case .array(let list) = other, list.count == a.count { others = list }
      return .array(a.enumerated().map { i, element in element.finite(or: i < others.count ? others[i] : .null) })
    default:
      guard let c = components else { return self }
      let o = other.components ?? []
      return replacing(components: c.enumerated().map { i, v in finite(v, o.count == c.count ? o[i] : 0) })
    }
  }

  /// The components of a number, point, size, rect or colour.
  var components: [Double]? {
    switch self {
    case .number(let v): [v]
    case .point(let p): [p.x, p.y]
    case .size(let s): [s.width, s.height]
    case .rect(let r): [r.x, r.y, r.width, r.height]
    case .color(let c): [c.red, c.green, c.blue, c.alpha]
    default: nil
    }
  }

  /// The value of this kind with other components.
  func replacing(components c: [Double]) -> PropertyValue {
    switch (self, c.count) {
    case (.number, 1): .number(c[0])
    case (.point, 2): .point(Point(c[0], c[1]))
    case (.size, 2): .size(Size(c[0], c[1]))
    case (.rect, 4): .rect(Rect(c[0], c[1], c[2], c[3]))
    case (.color, 4): .color(Color(red: unit(c[0]), green: unit(c[1]), blue: unit(c[2]), alpha: unit(c[3])))
    default: self
    }
  }

  private func combined(
    with other: PropertyValue, _ verb: String, _ operation: (Double, Double) -> Double
  ) throws(LayerError) -> PropertyValue {
    if case .array(let a) = self, case .array(let b) = other, a.count == b.count {
      var result: [PropertyValue] = []
      for (x, y) in zip(a, b) { result.append(try x.combined(with: y, verb, operation)) }
      return .array(result)
    }
    guard let a = components, let b = other.components, a.count == b.count else {
      throw LayerError("cannot \(verb) \(described)\(self == other ? "" : " and \(other.described)")")
    }
    return replacing(components: zip(a, b).map(operation))
  }
}

private func mix(_ a: Double, _ b: Double, _ u: Double) -> Double {
  // The end itself, to the last bit; also ends whose difference is out of the range of numbers.
  if u == 1 { return b }
  let way = b - a
  return way.isFinite ? a + way * u : a * (1 - u) + b * u
}
private func mix(_ a: Point, _ b: Point, _ u: Double) -> Point { Point(mix(a.x, b.x, u), mix(a.y, b.y, u)) }
private func unit(_ v: Double) -> Double { min(max(v, 0), 1) }

private func mix(_ a: Color, _ b: Color, _ u: Double) -> Color {
  Color(
    red: unit(mix(a.red, b.red, u)), green: unit(mix(a.green, b.green, u)), blue: unit(mix(a.blue, b.blue, u)),
    alpha: unit(mix(a.alpha, b.alpha, u)))
}

private func mix(_ a: Transform3D, _ b: Transform3D, _ u: Double) -> Transform3D {
  if a == b { return a }
  // The ends themselves, to the last bit.
  if u == 0 { return a }
  if u == 1 { return b }
  let (from, to) = (TransformComponents(a), TransformComponents(b))
  guard a.m44 != 0, b.m44 != 0, from.hasAllAxes, to.hasAllAxes else {
    let elements = zip(a.elements, b.elements).map { mix($0, $1, u) }
    return Transform3D(elements: elements) ?? a
  }
  return from.matrix(toward: to, at: u)
}

extension Color {
  fileprivate var cleared: Color { Color(red: red, green: green, blue: blue, alpha: 0) }
}

extension Path {
  /// The path between this one and another of the same elements, point by point.
  ///
  /// - Throws: `LayerError` with both forms when the elements differ.
  func interpolated(to end: Path, at u: Double) throws(LayerError) -> Path {
    guard verbs == end.verbs else {
      throw LayerError(
        "cannot interpolate between paths of \(verbs.count) and \(end.verbs.count) elements"
          + (verbs.count == end.verbs.count ? " of different kinds" : "")
          + ": both need the same moves, lines and curves")
    }
    return replacing(points: zip(points, end.points).map { mix($0, $1, u) })
  }
}
