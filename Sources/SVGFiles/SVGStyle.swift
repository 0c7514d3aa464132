// SPDX-License-Identifier: MIT
import Numbers

/// What style sheets and attributes do that takes time when it is drawn.
struct SVGEffects {
  /// Ids of what fills and strokes; what lies inside inherits them.
  var paints: [String] = []
  /// Ids of markers, which inner paths inherit.
  var markers: [String] = []
  /// Ids of filters, masks and clips.
  var whole: [String] = []
  /// Passes over all pixels.
  var layers = 0.0
  /// The length of a period of dashes; nil for none.
  var dash: Double?

  var isEmpty: Bool { paints.isEmpty && markers.isEmpty && whole.isEmpty && layers == 0 && dash == nil }

  mutating func add(_ other: SVGEffects) {
    paints += other.paints
    markers += other.markers
    whole += other.whole
    layers += other.layers
    if let d = other.dash { dash = min(dash ?? d, d) }
  }

  /// Takes a property, as an attribute or a declaration has it.
  mutating func set(_ property: String, _ value: String) {
    switch property {
    case "fill", "stroke": paints += SVGStyle.ids(in: value)
    case "marker", "marker-start", "marker-mid", "marker-end": markers += SVGStyle.ids(in: value)
    case "filter":
      // Functions as well, such as blur().
      let ids = SVGStyle.ids(in: value)
      whole += ids
      layers += Double(max(value.utf8.count { $0 == UInt8(ascii: "(") } - ids.count, 0)) * 8
    case "mask":
      whole += SVGStyle.ids(in: value)
      if SVGStyle.trimmed(value) != "none" { layers += 3 }
    case "clip-path":
      whole += SVGStyle.ids(in: value)
      if SVGStyle.trimmed(value) != "none" { layers += 0.25 }
    case "opacity": if SVGStyle.trimmed(value) != "1" { layers += 1 }
    case "mix-blend-mode", "isolation":
      if !["normal", "auto"].contains(SVGStyle.trimmed(value)) { layers += 1 }
    case "stroke-dasharray":
      let period = SVGStyle.numbers(in: value).reduce(0) { $0 + abs($1) }
      if period > 0 { dash = min(dash ?? period, period) }
    default: break
    }
  }

  /// Takes the declarations of a style attribute or of a rule.
  mutating func set(declarations text: Substring.UTF8View) {
    for declaration in SVGStyle.split(text, at: UInt8(ascii: ";")) {
      let parts = SVGStyle.split(declaration, at: UInt8(ascii: ":"), most: 1)
      guard parts.count == 2 else { continue }
      set(
        SVGStyle.trimmed(SVGStyle.unescaped(parts[0])).lowercased(), SVGStyle.unescaped(parts[1]))
    }
  }
}

/// As much of CSS as tells what a style does.
enum SVGStyle {
  /// A rule of a style sheet.
  struct Rule {
    /// The classes that it is for alone; nil when it may be for any element.
    var classes: [String]?
    var effects: SVGEffects
  }

  struct Sheet {
    var rules: [Rule] = []
    /// Comparisons of an element with selectors; the second number is for each of its siblings.
    var comparisons = 0.0
    var siblingComparisons = 0.0
    /// Whether it reads another document from an address within it.
    var readsData = false
    var usesCurrentColor = false
  }

  /// Reads a style sheet: rules alone, what stands in `@media` among them, other rules with `@` left out.
  static func sheet(_ text: String) -> Sheet {
    var sheet = Sheet()
    let bytes = withoutComments(text)
    sheet.usesCurrentColor = says(bytes[...], "currentcolor")
    var rest = bytes[...]
    while let end = find([UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";")], in: rest) {
      let prelude = rest[..<end]
      let stop = rest[end]
      rest = rest[(end + 1)...]
      let isAt = prelude.first { $0 > 32 } == UInt8(ascii: "@")
      guard stop == UInt8(ascii: "{") else {
        // An import, or a remainder.
        if readsData(prelude) { sheet.readsData = true }
        continue
      }
      if isAt,
        ["@font-face", "@keyframes", "@page", "@-", "@counter", "@property"].contains(where: { says(prelude, $0) })
      {
        rest = afterBlock(rest)
        continue
      }
      if isAt { continue }
      let close = find([UInt8(ascii: "}")], in: rest) ?? rest.endIndex
      let body = rest[..<close]
      rest = close < rest.endIndex ? rest[(close + 1)...] : rest[rest.endIndex...]
      if readsData(body) { sheet.readsData = true }
      add(rule: prelude, body, to: &sheet)
    }
    if readsData(rest) { sheet.readsData = true }
    return sheet
  }

  private static func add(rule prelude: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>, to sheet: inout Sheet) {
    var classes: [String]? = []
    for selector in prelude.split(separator: UInt8(ascii: ",")) {
      let text = trimmed(String(decoding: selector, as: UTF8.self))
      let parts = text.utf8.split { $0 <= 32 || ">+~".utf8.contains($0) }
      let isClass =
        text.utf8.first == UInt8(ascii: ".")
        && text.utf8.dropFirst().allSatisfy { $0 >= 128 || $0 == 45 || $0 == 95 || isAlphanumeric($0) }
      if isClass { classes?.append(String(text.dropFirst())) } else { classes = nil }
      sheet.comparisons += parts.count <= 1 ? 1 : Double(parts.count) * 16
      if text.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: ":") }) {
        sheet.siblingComparisons += Double(max(parts.count, 1))
      }
    }
    var effects = SVGEffects()
    effects.set(declarations: Substring(String(decoding: body, as: UTF8.self)).utf8)
    if !effects.isEmpty { sheet.rules.append(Rule(classes: classes, effects: effects)) }
  }

  /// Whether a value leads to a document in a `data:` address, also one that is hidden by escapes.
  static func readsData(_ text: some Collection<UInt8>) -> Bool {
    guard text.contains(UInt8(ascii: ":")) || text.contains(UInt8(ascii: "\\")) else { return false }
    return says(unescaped(Substring(String(decoding: text, as: UTF8.self)).utf8).utf8, "data:")
  }

  /// Whether bytes hold a phrase of lower case letters, in any case, and with line ends and tabs within, which addresses
  /// may have.
  static func says(_ bytes: some Sequence<UInt8>, _ phrase: String) -> Bool {
    let wanted = Array(phrase.utf8)
    guard let first = wanted.first else { return true }
    var text: [UInt8] = []
    for byte in bytes where byte != 9 && byte != 10 && byte != 13 {
      text.append(byte >= 65 && byte <= 90 ? byte + 32 : byte)
    }
    guard text.count >= wanted.count else { return false }
    for i in 0...(text.count - wanted.count) where text[i] == first {
      if text[i..<i + wanted.count].elementsEqual(wanted) { return true }
    }
    return false
  }

  /// The ids that `url(#…)` names in a value.
  static func ids(in value: String) -> [String] {
    guard value.utf8.contains(UInt8(ascii: "#")), value.utf8.contains(UInt8(ascii: "(")) else { return [] }
    var ids: [String] = []
    var rest = value[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "(")) {
      let inner = rest[rest.utf8.index(after: open)...]
      let close = inner.utf8.firstIndex(of: UInt8(ascii: ")")) ?? inner.endIndex
      let address = inner[..<close]
      if let mark = address.utf8.firstIndex(of: UInt8(ascii: "#")) {
        let id = address[address.utf8.index(after: mark)...].utf8.filter { $0 > 32 && $0 != 34 && $0 != 39 }
        ids.append(String(decoding: id, as: UTF8.self))
      }
      rest = close < inner.endIndex ? inner[inner.utf8.index(after: close)...] : inner[inner.endIndex...]
    }
    return ids
  }

  /// Parts between a separator that stands in no string, bracket or escape.
  ///
  /// - Parameter most: the most separators that count.
  static func split(_ text: Substring.UTF8View, at separator: UInt8, most: Int = .max) -> [Substring.UTF8View] {
    var parts: [Substring.UTF8View] = []
    var start = text.startIndex
    var i = start
    var quote: UInt8 = 0
    var depth = 0
    while i < text.endIndex {
      let byte = text[i]
      if byte == UInt8(ascii: "\\") {
        i = text.index(after: i)
        if i == text.endIndex { break }
      } else if quote != 0 {
        if byte == quote || byte == 10 { quote = 0 }
      } else if byte == 34 || byte == 39 {
        quote = byte
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth = max(depth - 1, 0)
      } else if byte == separator, depth == 0, parts.count < most {
        parts.append(text[start..<i])
        start = text.index(after: i)
      }
      i = text.index(after: i)
    }
    parts.append(text[start...])
    return parts
  }

  /// The text with its escapes replaced.
  static func unescaped(_ text: Substring.UTF8View) -> String {
    guard text.contains(UInt8(ascii: "\\")) else { return String(Substring(text)) }
    var result = ""
    var rest = Substring(text).unicodeScalars[...]
    while let next = rest.popFirst() {
      guard next == "\\" else {
        result.unicodeScalars.append(next)
        continue
      }
      var code: UInt32 = 0
      var digits = 0
      while digits < 6, let digit = rest.first, digit.isASCII, let value = Character(digit).hexDigitValue {
        code = code * 16 + UInt32(clamping: value)
        digits += 1
        rest.removeFirst()
      }
      if digits > 0 {
        if let space = rest.first, space.value <= 32 { rest.removeFirst() }
        result.unicodeScalars.append(Unicode.Scalar(code) ?? "\u{FFFD}")
      } else if let plain = rest.popFirst() {
        result.unicodeScalars.append(plain)
      }
    }
    return result
  }

  static func trimmed(_ text: String) -> String {
    let utf8 = text.utf8
    guard let first = utf8.firstIndex(where: { $0 > 32 }), let last = utf8.lastIndex(where: { $0 > 32 }) else {
      return ""
    }
    return first == utf8.startIndex && utf8.index(after: last) == utf8.endIndex ? text : String(text[first...last])
  }

  /// The numbers of a list or of a path, without what stands between them.
  static func numbers(in text: String) -> [Double] {
    var result: [Double] = []
    eachNumber(in: text) { result.append($0) }
    return result
  }

  private static func withoutComments(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    result.reserveCapacity(bytes.count)
    var i = 0
    while i < bytes.count {
      if bytes[i] == UInt8(ascii: "/"), i + 1 < bytes.count, bytes[i + 1] == UInt8(ascii: "*") {
        i += 2
        while i < bytes.count, !(bytes[i] == UInt8(ascii: "/") && bytes[i - 1] == UInt8(ascii: "*")) { i += 1 }
        i += 1
        result.append(32)
      } else {
        result.append(bytes[i])
        i += 1
      }
    }
    return result
  }

  /// The first of some bytes that stands in no string and no escape.
  private static func find(_ wanted: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    var quote: UInt8 = 0
    var i = text.startIndex
    while i < text.endIndex {
      let byte = text[i]
      if byte == UInt8(ascii: "\\") {
        i += 1
      } else if quote != 0 {
        if byte == quote || byte == 10 { quote = 0 }
      } else if byte == 34 || byte == 39 {
        quote = byte
      } else if wanted.contains(byte) {
        return i
      }
      i += 1
    }
    return nil
  }

  /// What follows the end of a block that has begun.
  private static func afterBlock(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text
    var depth = 1
    while depth > 0, let i = find([UInt8(ascii: "{"), UInt8(ascii: "}")], in: rest) {
      depth += rest[i] == UInt8(ascii: "{") ? 1 : -1
      rest = rest[(i + 1)...]
    }
    return depth > 0 ? text[text.endIndex...] : rest
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
  }
}

/// Calls a body with each number of a text, whatever stands between them. Numbers are read to about 15 digits.
///
/// - Parameter letter: receives each letter that is no part of a number.
func eachNumber(in text: String, letter: (UInt8) -> Void = { _ in }, _ body: (Double) -> Void) {
  var text = text
  text.withUTF8 { bytes in
    var i = 0
    func isDigit(_ i: Int) -> Bool { i < bytes.count && bytes[i] >= 48 && bytes[i] <= 57 }
    while i < bytes.count {
      let byte = bytes[i]
      let hasSign = byte == 45 || byte == 43
      let start = hasSign ? i + 1 : i
      guard isDigit(start) || (start < bytes.count && bytes[start] == 46 && isDigit(start + 1)) else {
        if (byte | 32) >= 97, (byte | 32) <= 122 { letter(byte) }
        i += 1
        continue
      }
      i = start
      var value = 0.0
      while isDigit(i) {
        value = value * 10 + Double(bytes[i] - 48)
        i += 1
      }
      if i < bytes.count, bytes[i] == 46 {
        i += 1
        var unit = 0.1
        while isDigit(i) {
          value += Double(bytes[i] - 48) * unit
          unit /= 10
          i += 1
        }
      }
      if i < bytes.count, bytes[i] | 32 == 101 {
        let isNegative = i + 1 < bytes.count && bytes[i + 1] == 45
        var k = isNegative || (i + 1 < bytes.count && bytes[i + 1] == 43) ? i + 2 : i + 1
        if isDigit(k) {
          var exponent = 0
          while isDigit(k) {
            exponent = min(exponent * 10 + Int(bytes[k] - 48), 400)
            k += 1
          }
          for _ in 0..<exponent { value = isNegative ? value / 10 : value * 10 }
          i = k
        }
      }
      body(byte == 45 ? -value : value)
    }
  }
}
