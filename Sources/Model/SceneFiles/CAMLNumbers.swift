// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Parsing
import Pixels

/// Parsers for the values that CAML writes as text. Each returns nil for text that is no such value.
enum CAMLNumbers {
  /// Text that editors write in place of a value.
  static func isMissing(_ text: some StringProtocol) -> Bool {
    ["", "undefined", "null", "nil", "NaN", "nan", "none"].contains(text.trimmed)
  }

  /// Parses numbers separated by blanks, commas and semicolons, as C prints them. Infinite ones need `allowsInfinity`.
  static func numbers(
    _ text: String, allowsInfinity: Bool = false, _ reading: inout Reading
  ) throws(LayerError) -> [Double]? {
    try reading.step(1 + text.utf8.count >> 2)
    try reading.take(text.utf8.count * 16)
    var result = Grown<Double>()
    for word in text.split(whereSeparator: isSeparator) {
      guard let value = number(word, allowsInfinity: allowsInfinity) else { return nil }
      try result.append(value, &reading)
    }
    return result.finish()
  }

  /// Parses one number; nil for NaN.
  static func number(_ text: some StringProtocol, allowsInfinity: Bool = false) -> Double? {
    let word = text.trimmed
    guard word.utf8.count <= 400 else { return nil }
    if word == "+infinity" || word == "infinity" { return allowsInfinity ? .infinity : nil }
    guard let value = Double(word), !value.isNaN, allowsInfinity || value.isFinite else { return nil }
    return value
  }

  static func bool(_ text: some StringProtocol) -> Bool? {
    switch text.trimmed {
    case "1", "true", "YES", "TRUE", "yes": true
    case "0", "false", "NO", "FALSE", "no": false
    default: nil
    }
  }

  /// Parses "r g b[ a]" or "white[ a]", with components from 0 to 1.
  static func color(_ text: String, _ reading: inout Reading) throws(LayerError) -> Color? {
    guard let n = try numbers(text, &reading) else { return nil }
    return color(n)
  }

  static func color(_ n: [Double]) -> Color? {
    switch n.count {
    case 1: Color(white: n[0])
    case 2: Color(white: n[0], alpha: n[1])
    case 3: Color(red: n[0], green: n[1], blue: n[2])
    case 4: Color(red: n[0], green: n[1], blue: n[2], alpha: n[3])
    default: nil
    }
  }

  /// Parses a transform: functions such as `rotate(15deg) scale(2)`, the first outermost, or 6 or 16 numbers.
  ///
  /// The functions are Core Animation's calls in a row, each of which applies before the ones left of it.
  static func transform(_ text: String, _ reading: inout Reading) throws(LayerError) -> Transform3D? {
    if isMissing(text) { return .identity }
    guard text.contains("(") else {
      guard let n = try numbers(text, &reading) else { return nil }
      if n.count == 6 { return Transform3D(AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])) }
      return n.count == 16 ? Transform3D(elements: n) : nil
    }
    var result = Transform3D.identity
    var rest = text[...]
    while true {
      try reading.step(16)
      rest = rest.drop(while: isSeparator)
      if rest.isEmpty { return result }
      guard let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") else { return nil }
      let name = rest[..<open].trimmed
      try reading.take(16 * rest[open..<close].utf8.count + 64)
      try reading.step(rest[..<close].utf8.count)
      let words = rest[rest.index(after: open)..<close].split(whereSeparator: isSeparator)  // bounded: paid above
      guard words.count <= 16, let next = function(name, words, result) else { return nil }
      result = next
      rest = rest[rest.index(after: close)...]
    }
  }

  private static func function(_ name: String, _ words: [Substring], _ t: Transform3D) -> Transform3D? {
    let n = words.compactMap { angle($0) }  // bounded: 16
    guard n.count == words.count, let first = n.first else { return nil }
    switch (name, n.count) {
    case ("rotate", 1): return t.rotated(first)
    case ("rotate", 4): return t.rotated(first, x: n[1], y: n[2], z: n[3])
    case ("translate", 1): return t.translated(first, 0)
    case ("translate", 2): return t.translated(first, n[1])
    case ("translate", 3): return t.translated(first, n[1], n[2])
    case ("scale", 1): return t.scaled(first, first)
    case ("scale", 2): return t.scaled(first, n[1])
    case ("scale", 3): return t.scaled(first, n[1], n[2])
    case ("perspective", 1): return first == 0 ? nil : Transform3D.perspective(first).concat(t)
    case ("matrix", 16), ("matrix3d", 16): return Transform3D(elements: n)?.concat(t)
    case ("matrix", 6):
      return Transform3D(AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])).concat(t)
    default: return nil
    }
  }

  /// Parses a number; one with the unit `deg` becomes radians.
  private static func angle(_ word: Substring) -> Double? {
    if word.hasSuffix("deg") { return number(word.dropLast(3)).map { $0 * .pi / 180 } }
    if word.hasSuffix("rad") { return number(word.dropLast(3)) }
    return number(word)
  }

  /// Returns path data as in SVG from either that or PostScript's order, `0 0 m 10 0 l h`.
  static func path(_ text: String, _ reading: inout Reading) throws(LayerError) -> String? {
    let start = text.trimmed
    guard let first = start.unicodeScalars.first,
      first.properties.numericType != nil || "-+.".contains(Character(first))
    else { return start }
    try reading.step(text.utf8.count >> 2)
    try reading.take(text.utf8.count * 24)
    var result = GrownText()
    var numbers: [Substring] = []
    let counts: [Substring: (Int, String)] = [
      "m": (2, "M"), "l": (2, "L"), "c": (6, "C"), "q": (4, "Q"), "h": (0, "Z"), "re": (4, ""),
    ]
    for word in start.split(whereSeparator: isSeparator) {  // bounded: paid above
      try reading.step()
      guard let (count, letter) = counts[word] else {
        guard numbers.count < 8 else { return nil }
        numbers.append(word)  // bounded: 8
        continue
      }
      guard numbers.count == count else { return nil }
      if letter.isEmpty {
        try result.append(
          "M \(numbers[0]) \(numbers[1]) h \(numbers[2]) v \(numbers[3]) h -\(numbers[2]) Z ", &reading)
      } else {
        try result.append("\(letter) \(numbers.joined(separator: " ")) ", &reading)  // bounded: 8
      }
      numbers.removeAll()
    }
    return numbers.isEmpty ? try result.finish(&reading) : nil
  }

  private static func isSeparator(_ c: Character) -> Bool { c == "," || c == ";" || c.isWhitespace }
}

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: String {
    let head = drop { $0.isWhitespace }
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(head[...last])
  }
}
