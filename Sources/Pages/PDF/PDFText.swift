// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import VectorDrawing

/// A buffer for PDF syntax: operators, numbers, dictionaries.
struct PDFText {
  private(set) var bytes: [UInt8] = []

  init() {}
  init(_ text: String) { append(text) }

  var isEmpty: Bool { bytes.isEmpty }
  var count: Int { bytes.count }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func append(_ other: PDFText) { bytes.append(contentsOf: other.bytes) }
  mutating func append(contentsOf raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }

  mutating func append(_ value: Int) { bytes.append(integer: value) }

  /// Appends a number with at most `decimals` decimals, and a space. NaN becomes 0; values are clamped to ±1e9.
  mutating func number(_ v: Double, decimals: Int = 4) {
    bytes.append(decimal: v, decimals)
    bytes.append(UInt8(ascii: " "))
  }

  mutating func point(_ p: Point) {
    number(p.x)
    number(p.y)
  }

  /// Appends a matrix. Its coefficients get more decimals than points, as they may multiply large numbers.
  mutating func matrix(_ t: AffineTransform) {
    for v in [t.a, t.b, t.c, t.d] { number(v, decimals: 8) }
    number(t.tx, decimals: 6)
    number(t.ty, decimals: 6)
  }

  /// Appends the red, green and blue components.
  mutating func color(_ c: Color) {
    number(c.red)
    number(c.green)
    number(c.blue)
  }

  mutating func reference(_ object: Int) {
    append(object)
    append(" 0 R ")
  }

  /// Appends the construction operators of a path mapped to the page, without painting it.
  ///
  /// - Parameter keepsStart: true if the path must keep its start point and direction, as dashes require.
  mutating func path(_ path: Path, through t: AffineTransform, keepsStart: Bool = false) {
    var next = 0
    let points = path.points
    var current = Point.zero
    var start = Point.zero
    if !keepsStart, let r = path.uprightRect, t.b == 0, t.c == 0 {
      let p = t.apply(r.origin)
      let q = t.apply(Point(r.maxX, r.maxY))
      number(min(p.x, q.x))
      number(min(p.y, q.y))
      number(abs(q.x - p.x))
      number(abs(q.y - p.y))
      return append("re\n")
    }
    for verb in path.verbs {
      switch verb {
      case .move:
        current = t.apply(points[next])
        start = current
        point(current)
        append("m\n")
      case .line:
        current = t.apply(points[next])
        point(current)
        append("l\n")
      case .quad:
        let c = t.apply(points[next])
        let end = t.apply(points[next + 1])
        point(Point(current.x + (c.x - current.x) * 2 / 3, current.y + (c.y - current.y) * 2 / 3))
        point(Point(end.x + (c.x - end.x) * 2 / 3, end.y + (c.y - end.y) * 2 / 3))
        current = end
        point(end)
        append("c\n")
      case .cubic:
        point(t.apply(points[next]))
        point(t.apply(points[next + 1]))
        current = t.apply(points[next + 2])
        point(current)
        append("c\n")
      case .close:
        current = start
        append("h\n")
      }
      next += verb.pointCount
    }
  }

  /// Appends a PDF string: literal for printable ASCII, else UTF-16.
  mutating func string(_ text: String) {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      append("(")
      for byte in text.utf8 {
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\\") { append("\\") }
        bytes.append(byte)
      }
      append(") ")
    } else {
      append("<FEFF")
      hex(utf16: text)
      append("> ")
    }
  }

  mutating func hex(utf16 text: String) { for unit in text.utf16 { hex(unit) } }

  mutating func hex(_ value: UInt16) {
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: value >> UInt16(shift)) & 15
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  /// Appends a PDF name. Bytes other than plain letters, digits and signs are written as `#` and two hex digits.
  mutating func name(_ text: String) {
    append("/")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "_"):
        bytes.append(byte)
      default:
        append("#")
        let digits = Array("0123456789ABCDEF".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
    append(" ")
  }
}
