// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree
import VectorDrawing

/// A buffer for the text of an SVG file.
struct SVGText {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func append(_ other: SVGText) { bytes.append(contentsOf: other.bytes) }

  /// Appends a number, by default with at most three decimals.
  mutating func number(_ v: Double, decimals: Int = 3) { bytes.append(decimal: v, decimals) }

  /// Appends ` name="number"`.
  mutating func attribute(_ name: StaticString, _ v: Double, decimals: Int = 3) {
    append(" ")
    append(name)
    append("=\"")
    number(v, decimals: decimals)
    append("\"")
  }

  mutating func attribute(_ name: StaticString, _ text: String) {
    append(" ")
    append(name)
    append("=\"")
    escaped(text)
    append("\"")
  }

  /// Appends text with markup escaped. Tabs and newlines become spaces, and characters that XML cannot represent
  /// U+FFFD.
  mutating func escaped(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      case "\t", "\n", "\r": append(" ")
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": append("\u{FFFD}")
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  /// Appends `#rrggbb`.
  mutating func color(_ c: Color) {
    append("#")
    for v in [c.red, c.green, c.blue] {
      let value = byte(v)
      for digit in [value >> 4, value & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  /// Appends `translate(…)` or `matrix(…)`; the coefficients get more decimals than offsets.
  mutating func matrix(_ t: AffineTransform) {
    if t.a == 1, t.b == 0, t.c == 0, t.d == 1 {
      append("translate(")
      number(t.tx)
      append(" ")
      number(t.ty)
      return append(")")
    }
    append("matrix(")
    for v in [t.a, t.b, t.c, t.d] {
      number(v, decimals: 6)
      append(" ")
    }
    number(t.tx)
    append(" ")
    number(t.ty)
    append(")")
  }

  mutating func transform(_ t: AffineTransform, as name: StaticString = "transform") {
    if t.isIdentity { return }
    append(" ")
    append(name)
    append("=\"")
    matrix(t)
    append("\"")
  }

  /// Appends the path data of a path mapped to the page.
  mutating func data(_ path: Path, through t: AffineTransform) {
    var next = 0
    func point(_ k: Int, _ text: inout SVGText) {
      let p = t.apply(path.points[k])
      text.number(p.x)
      text.append(" ")
      text.number(p.y)
    }
    for verb in path.verbs {
      switch verb {
      case .move: append("M")
      case .line: append("L")
      case .quad: append("Q")
      case .cubic: append("C")
      case .close: append("Z")
      }
      for k in 0..<verb.pointCount {
        if k > 0 { append(" ") }
        point(next + k, &self)
      }
      next += verb.pointCount
    }
  }

  /// Appends bytes in base64 (RFC 4648).
  mutating func base64(_ data: [UInt8]) {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    bytes.reserveCapacity(bytes.count + data.count / 3 * 4 + 4)
    var i = 0
    while i < data.count {
      let left = data.count - i
      let group =
        UInt32(data[i]) << 16 | (left > 1 ? UInt32(data[i + 1]) << 8 : 0) | (left > 2 ? UInt32(data[i + 2]) : 0)
      bytes.append(digits[Int(group >> 18 & 63)])
      bytes.append(digits[Int(group >> 12 & 63)])
      bytes.append(left > 1 ? digits[Int(group >> 6 & 63)] : UInt8(ascii: "="))
      bytes.append(left > 2 ? digits[Int(group & 63)] : UInt8(ascii: "="))
      i += 3
    }
  }
}
