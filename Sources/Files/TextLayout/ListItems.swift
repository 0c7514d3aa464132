// SPDX-License-Identifier: MIT
import Numbers
import RenderTree

/// Numbers the items of lists in a text, and writes their markers.
struct ListItems {
  private var hasBegun = false
  private var marker: String?
  private var number = 0

  /// True if the next byte begins a paragraph, which has no marker yet.
  func isAtStart(of text: FlatText, before next: UInt8) -> Bool {
    let count = text.bytes.count
    if count == 0 { return !hasBegun }
    let byte = text.bytes[count - 1]
    return byte == 0x0A || byte == 0x0D && next != 0x0A
      || byte == 0xA9 && count >= 3 && text.bytes[count - 2] == 0x80 && text.bytes[count - 3] == 0xE2
  }

  /// Returns the bytes in front of the next paragraph: its marker and a tab; none without a marker.
  mutating func next(_ marker: String?) -> [UInt8] {
    number = marker == self.marker ? number + 1 : 1
    self.marker = marker
    hasBegun = true
    guard let marker else { return [] }
    var text = ""
    var rest = marker[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        let shown = Self.text(of: number, style: rest[rest.index(after: open)..<close])
      else {
        text.append("{")
        rest = rest.dropFirst()
        continue
      }
      text += shown
      rest = rest[rest.index(after: close)...]
    }
    return Array((text + rest).utf8) + [0x09]
  }

  /// Returns a number in a style of `NSTextList`; nil for an unknown style.
  private static func text(of number: Int, style: Substring) -> String? {
    switch style {
    case "decimal": return String(number)
    case "lower-alpha": return letters(number, from: 0x61)
    case "upper-alpha": return letters(number, from: 0x41)
    case "lower-roman": return roman(number).lowercased()
    case "upper-roman": return roman(number)
    default: return nil
    }
  }

  /// The letters a to z, then aa, ab and so on.
  private static func letters(_ number: Int, from first: UInt8) -> String {
    var bytes: [UInt8] = []
    var rest = number
    while rest > 0 {
      bytes.append(first + UInt8(clamping: (rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: bytes.reversed(), as: UTF8.self)
  }

  /// A Roman number; from 4,000 on decimal digits, as in CSS.
  private static func roman(_ number: Int) -> String {
    guard number < 4000 else { return String(number) }
    let parts = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
      (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var text = "", rest = number
    for (value, letters) in parts {
      while rest >= value {
        text += letters
        rest -= value
      }
    }
    return text
  }
}

extension FlatText {
  /// The indent of a paragraph's other lines in points: `headIndent`, or room for its list marker.
  static func headIndent(_ attributes: TextAttributes, fontSize: Double) -> Double {
    max(attributes.headIndent ?? (attributes.listMarker == nil ? 0 : 1.5 * fontSize), 0)
  }
}
