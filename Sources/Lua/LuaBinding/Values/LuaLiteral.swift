// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels

/// A value formatted for display, as a Lua expression if there is one.
package struct LuaLiteral {
  package let text: String
  /// True if the text, evaluated as a Lua expression, is the value.
  package let isExact: Bool

  /// Maximum length of a displayed list or string, in bytes.
  private static let longest = 10_000

  package init(_ value: PropertyValue) { self.init(value, depth: 0) }

  private init(_ text: String, isExact: Bool = true) {
    self.text = text
    self.isExact = isExact
  }

  private init(_ value: PropertyValue, depth: Int) {
    switch value {
    case .null: self.init("nil")
    case .bool(let v): self.init(v ? "true" : "false")
    case .number(let v): self.init(LuaLiteral.number(v))
    case .string(let v):
      guard v.utf8.count <= LuaLiteral.longest else {
        self.init("a string of \(v.utf8.count) bytes", isExact: false)
        return
      }
      self.init(LuaLiteral.string(v))
    case .point(let p): self.init(LuaLiteral.list([p.x, p.y]))
    case .size(let s): self.init(LuaLiteral.list([s.width, s.height]))
    case .rect(let r): self.init(LuaLiteral.list([r.x, r.y, r.width, r.height]))
    case .transform(let t):
      let a = t.affine
      self.init(LuaLiteral.list(t.isAffine ? [a.a, a.b, a.c, a.d, a.tx, a.ty] : t.elements))
    case .color(let c): self.init(LuaLiteral.color(c))
    case .image(let image):
      if let name = image.name, !name.isEmpty {
        self.init(LuaLiteral.string(name))
      } else {
        self.init("an image of \(image.width)×\(image.height) pixels", isExact: false)
      }
    case .path(let path):
      let text = path.svg
      let isShort = text.utf8.count <= LuaLiteral.longest
      self.init(isShort ? LuaLiteral.string(text) : "a path of \(path.verbs.count) segments", isExact: isShort)
    case .constraint(let c): self.init(LuaLiteral.string(c.description))
    case .array(let values):
      guard values.count <= 1000, depth < 8 else {
        self.init(value.described, isExact: false)
        return
      }
      let items = values.map { LuaLiteral($0, depth: depth + 1) }
      self.init(items.map(\.text), isExact: items.allSatisfy(\.isExact), value)
    case .dictionary(let entries):
      guard entries.count <= 1000, depth < 8 else {
        self.init(value.described, isExact: false)
        return
      }
      let items = entries.map { (key: $0.key, value: LuaLiteral($0.value, depth: depth + 1)) }
      self.init(
        items.map { LuaLiteral.key($0.key) + " = " + $0.value.text }, isExact: items.allSatisfy(\.value.isExact), value)
    case .bytes, .layer, .keyed, .attributedString, .object: self.init(value.described, isExact: false)
    }
  }

  private init(_ items: [String], isExact: Bool, _ value: PropertyValue) {
    let text = "{" + items.joined(separator: ", ") + "}"
    let isShort = text.utf8.count <= LuaLiteral.longest
    self.init(isShort ? text : value.described, isExact: isExact && isShort)
  }

  package static func number(_ v: Double) -> String {
    v.isFinite ? numberText(v) : v.isNaN ? "0/0" : v > 0 ? "math.huge" : "-math.huge"
  }

  static func list(_ numbers: [Double]) -> String { "{" + numbers.map(number).joined(separator: ", ") + "}" }

  /// Formats a colour as a CSS hexadecimal string if that is exact, else as a list of components.
  static func color(_ c: Color) -> String {
    let parts = [c.red, c.green, c.blue, c.alpha]
    var text = "#"
    for (i, part) in parts.enumerated() where i < 3 || part != 1 {
      let byte = (part * 255).rounded()
      guard byte >= 0, byte <= 255, byte / 255 == part else { return list(parts) }
      let digits = String(Int(clamping: byte), radix: 16)
      text += digits.utf8.count < 2 ? "0" + digits : digits
    }
    return string(text)
  }

  package static func string(_ text: String) -> String {
    var result = "\""
    for c in text.unicodeScalars {
      switch c {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\0"..<" ", "\u{7F}":
        // Always three digits, since the next character may be a digit.
        let digits = "\(c.value)"
        result += "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(c)
      }
    }
    return result + "\""
  }

  /// Formats a key for the left side of `=` in a table constructor.
  static func key(_ text: String) -> String { isName(text) ? text : "[" + string(text) + "]" }

  /// True if a text is a valid Lua identifier.
  package static func isName(_ text: String) -> Bool {
    func isWord(_ c: UInt8) -> Bool { (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c == 95 }
    guard let first = text.utf8.first, isWord(first), !reserved.contains(text) else { return false }
    return text.utf8.allSatisfy { isWord($0) || ($0 >= 48 && $0 <= 57) }
  }

  private static let reserved: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]
}
