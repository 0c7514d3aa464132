// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels

/// A component of a value that a key path names after the property, such as `size.width` or `rotation.z`.
enum SubKey: Equatable {
  case x, y
  case width, height
  case origin, originX, originY, size, sizeWidth, sizeHeight
  case rotation(Int)
  case scale
  case scaleAxis(Int)
  /// The scale along x and y together; it reads as their mean.
  case scaleXY
  case translation
  case translationAxis(Int)
  /// A matrix element m11…m44, by index 0…15.
  case element(Int)
  /// An element a b c d tx ty of an affine transform, by index 0…5.
  case affine(Int)
  case red, green, blue, alpha

  /// A kind of value with the names of its components; for messages, the first level of them.
  enum Family {
    case point, size, rect, transform, affine, color

    var names: [String] {
      switch self {
      case .point: ["x", "y"]
      case .size: ["width", "height"]
      case .rect: ["origin", "size", "x", "y", "width", "height"]
      case .transform: ["rotation", "scale", "translation", "m11 … m44"]
      case .affine: ["a", "b", "c", "d", "tx", "ty"]
      case .color: ["red", "green", "blue", "alpha"]
      }
    }
  }

  /// Returns the family of components of a kind of property; nil if it has none.
  static func family(of kind: PropertyKind) -> Family? {
    switch kind {
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .transform: .transform
    case .affineTransform: .affine
    case .color, .colorOrPattern: .color
    default: nil
    }
  }

  static func family(of value: PropertyValue) -> Family? {
    switch value {
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .transform: .transform
    case .color: .color
    default: nil
    }
  }

  /// Parses path components. `whole` is the class and the path before them.
  ///
  /// - Throws: an error with the first unknown component and the valid ones.
  static func parse(_ segments: ArraySlice<Substring>, in family: Family, whole: String) throws(LayerError) -> SubKey {
    guard let first = segments.first else { throw LayerError("\(whole): an empty key path") }
    func bad(_ segment: Substring, _ at: String, _ names: [String]) -> LayerError {
      LayerError("\(at).\(segment): no such key, expected one of \(listed(names))")
    }
    func done(_ key: SubKey, _ used: Int) throws(LayerError) -> SubKey {
      let rest = segments.dropFirst(used)
      if let extra = rest.first {
        throw LayerError(
          "\(whole).\(segments.joined(separator: ".")): \(segments.prefix(used).joined(separator: ".")) has no part "
            + "\(extra)"
        )
      }
      return key
    }
    func axis(_ make: (Int) -> SubKey, alone: SubKey, plane: SubKey? = nil) throws(LayerError) -> SubKey {
      let rest = segments.dropFirst()
      guard let second = rest.first else { return alone }
      if let plane, second == "xy" { return try done(plane, 2) }
      guard let i = ["x", "y", "z"].firstIndex(where: { $0 == second }) else {
        throw bad(second, "\(whole).\(first)", ["x", "y", "z"] + (plane == nil ? [] : ["xy"]))
      }
      return try done(make(i), 2)
    }
    switch family {
    case .point:
      if first == "x" { return try done(.x, 1) }
      if first == "y" { return try done(.y, 1) }
    case .size:
      if first == "width" { return try done(.width, 1) }
      if first == "height" { return try done(.height, 1) }
    case .rect:
      switch first {
      case "x": return try done(.originX, 1)
      case "y": return try done(.originY, 1)
      case "width": return try done(.sizeWidth, 1)
      case "height": return try done(.sizeHeight, 1)
      case "origin":
        guard let second = segments.dropFirst().first else { return .origin }
        if second == "x" { return try done(.originX, 2) }
        if second == "y" { return try done(.originY, 2) }
        throw bad(second, "\(whole).origin", ["x", "y"])
      case "size":
        guard let second = segments.dropFirst().first else { return .size }
        if second == "width" { return try done(.sizeWidth, 2) }
        if second == "height" { return try done(.sizeHeight, 2) }
        throw bad(second, "\(whole).size", ["width", "height"])
      default: break
      }
    case .transform:
      switch first {
      case "rotation": return try axis({ .rotation($0) }, alone: .rotation(2))
      case "scale": return try axis({ .scaleAxis($0) }, alone: .scale, plane: .scaleXY)
      case "translation": return try axis({ .translationAxis($0) }, alone: .translation)
      default:
        let u = Array(first.utf8)
        if u.count == 3, u[0] == UInt8(ascii: "m"), (49...52).contains(u[1]), (49...52).contains(u[2]) {
          return try done(.element(Int(u[1] - 49) * 4 + Int(u[2] - 49)), 1)
        }
      }
    case .affine:
      if let i = family.names.firstIndex(where: { $0 == first }) { return try done(.affine(i), 1) }
    case .color:
      switch first {
      case "red": return try done(.red, 1)
      case "green": return try done(.green, 1)
      case "blue": return try done(.blue, 1)
      case "alpha": return try done(.alpha, 1)
      default: break
      }
    }
    throw bad(first, whole, family.names)
  }

  /// Returns the component of a value; nil if the value is of another kind.
  func part(of value: PropertyValue) -> PropertyValue? {
    switch (self, value) {
    case (.x, .point(let p)): .number(p.x)
    case (.y, .point(let p)): .number(p.y)
    case (.width, .size(let s)): .number(s.width)
    case (.height, .size(let s)): .number(s.height)
    case (.origin, .rect(let r)): .point(r.origin)
    case (.size, .rect(let r)): .size(r.size)
    case (.originX, .rect(let r)): .number(r.x)
    case (.originY, .rect(let r)): .number(r.y)
    case (.sizeWidth, .rect(let r)): .number(r.width)
    case (.sizeHeight, .rect(let r)): .number(r.height)
    case (.element(let i), .transform(let t)): .number(t.elements[i])
    case (.affine(let i), .transform(let t)):
      .number([t.affine.a, t.affine.b, t.affine.c, t.affine.d, t.affine.tx, t.affine.ty][i])
    case (.red, .color(let c)): .number(c.red)
    case (.green, .color(let c)): .number(c.green)
    case (.blue, .color(let c)): .number(c.blue)
    case (.alpha, .color(let c)): .number(c.alpha)
    default: nil
    }
  }

  /// True for a component of a decomposed transform.
  var isComponent: Bool {
    switch self {
    case .rotation, .scale, .scaleAxis, .scaleXY, .translation, .translationAxis: true
    default: false
    }
  }

  func part(of c: TransformComponents) -> PropertyValue {
    switch self {
    case .rotation(let i): .number(i == 0 ? c.r0 : i == 1 ? c.r1 : c.r2)
    case .scale: .number((c.s0 + c.s1 + c.s2) / 3)
    case .scaleAxis(let i): .number(i == 0 ? c.s0 : i == 1 ? c.s1 : c.s2)
    case .scaleXY: .number((c.s0 + c.s1) / 2)
    case .translation: .size(Size(c.t0, c.t1))
    case .translationAxis(let i): .number(i == 0 ? c.t0 : i == 1 ? c.t1 : c.t2)
    default: .null
    }
  }

  /// Returns the components with one replaced; nil if the new value is of the wrong kind.
  func replacing(_ new: PropertyValue, in components: TransformComponents) -> TransformComponents? {
    var c = components
    if case .translation = self {
      guard let s = new.asSize ?? new.asPoint.map({ Size($0.x, $0.y) }) else { return nil }
      (c.t0, c.t1) = (s.width, s.height)
      return c
    }
    guard case .number(let v) = new else { return nil }
    switch self {
    case .rotation(0): c.r0 = v
    case .rotation(1): c.r1 = v
    case .rotation: c.r2 = v
    case .scale: (c.s0, c.s1, c.s2) = (v, v, v)
    case .scaleAxis(0): c.s0 = v
    case .scaleAxis(1): c.s1 = v
    case .scaleAxis: c.s2 = v
    case .scaleXY: (c.s0, c.s1) = (v, v)
    case .translationAxis(0): c.t0 = v
    case .translationAxis(1): c.t1 = v
    case .translationAxis: c.t2 = v
    default: return nil
    }
    return c
  }

  /// Returns the value with the component replaced; nil if either is of the wrong kind.
  func replacing(_ new: PropertyValue, in value: PropertyValue) -> PropertyValue? {
    switch (self, value) {
    case (.origin, .rect(var r)):
      guard let p = new.asPoint else { return nil }
      r.origin = p
      return .rect(r)
    case (.size, .rect(var r)):
      guard let s = new.asSize else { return nil }
      r.size = s
      return .rect(r)
    default: break
    }
    guard case .number(let v) = new else { return nil }
    switch (self, value) {
    case (.x, .point(let p)): return .point(Point(v, p.y))
    case (.y, .point(let p)): return .point(Point(p.x, v))
    case (.width, .size(let s)): return .size(Size(v, s.height))
    case (.height, .size(let s)): return .size(Size(s.width, v))
    case (.originX, .rect(var r)):
      r.origin.x = v
      return .rect(r)
    case (.originY, .rect(var r)):
      r.origin.y = v
      return .rect(r)
    case (.sizeWidth, .rect(var r)):
      r.size.width = v
      return .rect(r)
    case (.sizeHeight, .rect(var r)):
      r.size.height = v
      return .rect(r)
    case (.element(let i), .transform(let t)):
      var e = t.elements
      e[i] = v
      return Transform3D(elements: e).map { .transform($0) }
    case (.affine(let i), .transform(let t)):
      var e = [t.affine.a, t.affine.b, t.affine.c, t.affine.d, t.affine.tx, t.affine.ty]
      e[i] = v
      return .transform(Transform3D(AffineTransform(a: e[0], b: e[1], c: e[2], d: e[3], tx: e[4], ty: e[5])))
    case (.red, .color(var c)):
      c.red = v
      return .color(c)
    case (.green, .color(var c)):
      c.green = v
      return .color(c)
    case (.blue, .color(var c)):
      c.blue = v
      return .color(c)
    case (.alpha, .color(var c)):
      c.alpha = v
      return .color(c)
    default: return nil
    }
  }

  var expectation: String {
    switch self {
    case .origin: PropertyKind.point.expectation
    case .size, .translation: PropertyKind.size.expectation
    default: "a number"
    }
  }
}
