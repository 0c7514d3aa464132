// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

// Interpolation of values, the basis of every animation: pure functions, independent of layers, keys and time.
extension PropertyValue {
  /// Returns the value interpolated to `end` at the fraction `u`. `u` may overshoot 0…1, as springs and timing
  /// functions do.
  ///
  /// Numbers, points, sizes, rects and colours are interpolated component by component; colours in red, green, blue and
  /// alpha without premultiplication. Transforms are interpolated by their components, the rotation on the shorter arc,
  /// or by their elements if one is not invertible. Paths and arrays of equal structure are interpolated point by point
  /// and element by element. From or to no colour, alpha alone changes. Other values switch: images and patterns
  /// half-way, strings and the rest at the end.
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

  /// True if values of this kind have intermediate ones.
  var hasBetween: Bool {
    switch self {
    case .number, .point, .size, .rect, .color, .transform, .path, .array: true
    case .null, .bool, .string, .bytes, .image, .layer, .keyed, .attributedString, .constraint, .dictionary, .object:
      false
    }
  }

  /// Returns the combination of this value with `other` as additive animations apply it: the sum of components, or
  /// `other · self` for transforms.
  ///
  /// Colours add without premultiplication and are clamped to 0…1.
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

  /// Returns the value that must be added to `other` to get this value.
  ///
  /// A transform without an inverse is used as its own inverse, as in `CATransform3DInvert`.
  /// - Throws: `LayerError` for values that cannot be subtracted.
  package func subtracting(_ other: PropertyValue) throws(LayerError) -> PropertyValue {
    if case .transform(let a) = self, case .transform(let b) = other {
      return .transform(a.concat(b.inverted ?? b))
    }
    return try combined(with: other, "subtract") { $0 - $1 }
  }

  /// Returns the value multiplied by `count` (a power for transforms): the start of a later cycle of a cumulative
  /// animation.
  package func repeated(_ count: Double) throws(LayerError) -> PropertyValue {
    if case .transform(let t) = self {
      // Exponentiation by squaring. The count is always whole here, and one beyond 2^20 has no use.
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

  /// The neutral element of addition; nil for kinds without one.
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

  /// Returns the Euclidean distance between the components of two values; nil for kinds without components (transforms,
  /// paths).
  package func distance(to other: PropertyValue) -> Double? {
    guard let a = components, let b = other.components, a.count == b.count else { return nil }
    return zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  /// True if every number in the value is finite.
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

  /// Returns the value with infinities replaced by the greatest finite number, and NaN by the number of `other`.
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

  /// The components of a number, point, size, rect or colour; nil for other kinds.
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

  /// Returns a value of this kind with other components; colours are clamped to 0…1.
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
  // Exactly the end at u = 1. Also handles ends whose difference overflows.
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
  // Exactly the ends at u = 0 and u = 1.
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
  /// Returns the path interpolated point by point between this one and another with the same elements.
  ///
  /// - Throws: `LayerError` that describes both if the elements differ.
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
