// SPDX-License-Identifier: MIT
import Geometry
import Pixels

// Conversion of a script's tables to points, sizes, rects, colours and transforms: {1, 2}, {x = 1, y = 2}. Each
// property is nil if the value does not represent the type; numbers may still be NaN or infinite.
extension PropertyValue {
  package var asNumber: Double? {
    if case .number(let v) = self { return v }
    return nil
  }

  /// Returns the numbers of an array of exactly `count` numbers; nil for other values.
  func numbers(_ count: Int) -> [Double]? {
    guard case .array(let a) = self, a.count == count else { return nil }
    var result: [Double] = []
    result.reserveCapacity(count)
    for v in a {
      guard case .number(let n) = v else { return nil }
      result.append(n)
    }
    return result
  }

  /// Returns the numbers of a dictionary with only these keys. A missing one is `missing`, or makes the result nil.
  func numbers(keys: [String], missing: Double? = nil) -> [Double]? {
    guard case .dictionary(let d) = self, d.allSatisfy({ keys.contains($0.key) }), !d.isEmpty else { return nil }
    var result: [Double] = []
    for key in keys {
      if let found = d.first(where: { $0.key == key }) {
        guard case .number(let n) = found.value else { return nil }
        result.append(n)
      } else if let missing {
        result.append(missing)
      } else {
        return nil
      }
    }
    return result
  }

  package var asPoint: Point? {
    if case .point(let p) = self { return p }
    guard let n = numbers(2) ?? numbers(keys: ["x", "y"]) else { return nil }
    return Point(n[0], n[1])
  }

  package var asSize: Size? {
    if case .size(let s) = self { return s }
    guard let n = numbers(2) ?? numbers(keys: ["width", "height"]) else { return nil }
    return Size(n[0], n[1])
  }

  package var asRect: Rect? {
    if case .rect(let r) = self { return r }
    if let n = numbers(4) ?? numbers(keys: ["x", "y", "width", "height"]) { return Rect(n[0], n[1], n[2], n[3]) }
    guard case .dictionary(let d) = self, d.count == 2, let o = d.first(where: { $0.key == "origin" })?.value.asPoint,
      let s = d.first(where: { $0.key == "size" })?.value.asSize
    else { return nil }
    return Rect(origin: o, size: s)
  }

  package var asAffine: AffineTransform? {
    if case .transform(let t) = self { return t.isAffine ? t.affine : nil }
    guard let n = numbers(6) ?? numbers(keys: ["a", "b", "c", "d", "tx", "ty"]) else { return nil }
    return AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }

  private static let elementNames = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }

  package var asTransform: Transform3D? {
    if case .transform(let t) = self { return t }
    if let n = numbers(16) { return Transform3D(elements: n) }
    if let a = asAffine { return Transform3D(a) }
    guard case .dictionary(let d) = self, !d.isEmpty else { return nil }
    var e = Transform3D.identity.elements
    for (key, value) in d {
      guard let i = PropertyValue.elementNames.firstIndex(of: key), case .number(let n) = value else { return nil }
      e[i] = n
    }
    return Transform3D(elements: e)
  }

  package var asColor: Color? {
    switch self {
    case .color(let c): return c
    case .string(let s): return Color(css: s)
    case .array(let a):
      if a.count == 2, let n = numbers(2) { return Color(white: n[0], alpha: n[1]) }
      if a.count == 3, let n = numbers(3) { return Color(red: n[0], green: n[1], blue: n[2]) }
      if a.count == 4, let n = numbers(4) { return Color(red: n[0], green: n[1], blue: n[2], alpha: n[3]) }
      return nil
    case .dictionary(let d): return PropertyValue.color(named: d)
    default: return nil
    }
  }

  /// Converts `{r, g, b}`, `{red, green, blue}`, `{white}` or `{hue, saturation, brightness}`, with or without `a` or
  /// `alpha`.
  private static func color(named parts: [(key: String, value: PropertyValue)]) -> Color? {
    var alpha: Double?
    var numbers: [String: Double] = [:]
    for (key, value) in parts {
      guard case .number(let v) = value else { return nil }
      if key == "a" || key == "alpha" {
        if alpha != nil { return nil }
        alpha = v
      } else {
        numbers[key] = v
      }
    }
    func all(_ keys: String...) -> [Double]? {
      let found = keys.compactMap { numbers[$0] }
      return found.count == keys.count && numbers.count == keys.count ? found : nil
    }
    if let n = all("r", "g", "b") ?? all("red", "green", "blue") {
      return Color(red: n[0], green: n[1], blue: n[2], alpha: alpha ?? 1)
    }
    if let n = all("white") { return Color(white: n[0], alpha: alpha ?? 1) }
    guard let n = all("hue", "saturation", "brightness"), n.allSatisfy({ $0 >= -1e-6 && $0 <= 1 + 1e-6 }) else {
      return nil
    }
    return Color(
      hue: min(max(n[0], 0), 1), saturation: min(max(n[1], 0), 1), brightness: min(max(n[2], 0), 1), alpha: alpha ?? 1)
  }
}
