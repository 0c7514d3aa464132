// SPDX-License-Identifier: MIT
import Numbers
import RenderTree

/// Numbers the items of lists in a text, and writes their markers.
struct ListItems {
  private var hasBegun = false
  private var marker: String?
  private var number = 0
  /// The items so far: the list, counted from 1, and the bytes of the marker in the text.
  private(set) var placed: [(list: Int, marker: Range<Int>)] = []
  private var lists = 0

  /// True if the next byte begins a paragraph, which has no marker yet.
  func isAtStart(of text: FlatText, before next: UInt8) -> Bool {
    let count = text.bytes.count
    if count == 0 { return !hasBegun }
    let byte = text.bytes[count - 1]
    return byte == 0x0A || byte == 0x0D && next != 0x0A
      || byte == 0xA9 && count >= 3 && text.bytes[count - 2] == 0x80 && text.bytes[count - 3] == 0xE2
  }

  /// Returns the bytes in front of the next paragraph: its marker and a tab; none without a marker.
  ///
  /// - Parameter at: the byte of the text at which the paragraph begins.
  mutating func next(_ marker: String?, at: Int) -> [UInt8] {
    number = marker == self.marker ? number + 1 : 1
    if number == 1 { lists += 1 }
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
    let shown = Array((text + rest).utf8)
    placed.append((lists, at..<at + shown.count))
    return shown + [0x09]
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
  /// The indent of a paragraph's other lines in points: `headIndent`, or room for the markers of its list.
  ///
  /// - Parameter byte: a byte of the paragraph.
  func headIndent(_ attributes: TextAttributes, fontSize: Double, at byte: Int) -> Double {
    if let given = attributes.headIndent { return max(given, 0) }
    guard attributes.listMarker != nil else { return 0 }
    // Binary search for the last item that does not begin after the byte.
    var low = 0, high = listIndents.count
    while low < high {
      let middle = (low + high) / 2
      if listIndents[middle].at <= byte { low = middle + 1 } else { high = middle }
    }
    return max(1.5 * fontSize, low > 0 ? max(attributes.firstLineHeadIndent ?? 0, 0) + listIndents[low - 1].indent : 0)
  }

  /// Returns `listIndents`: for all items of a list the room that its widest marker needs.
  ///
  /// - Parameter width: returns the width of a range of the text in points.
  func indents(of items: ListItems, width: (Range<Int>, Span) -> Double) -> [(at: Int, indent: Double)] {
    var widest: [Int: Double] = [:]
    var known: [[UInt8]: Double] = [:]
    var lastFont: SizedFont?
    for item in items.placed {
      guard let span = spans(in: item.marker).first else { continue }
      if span.font !== lastFont {
        known = [:]
        lastFont = span.font
      }
      let marker = Array(bytes[item.marker])
      // A third of the font size separates a marker from its text.
      let own = known[marker] ?? width(item.marker, span) + span.font.size / 3
      known[marker] = own
      widest[item.list] = max(widest[item.list] ?? 0, own)
    }
    return items.placed.map { ($0.marker.lowerBound, widest[$0.list] ?? 0) }
  }
}
