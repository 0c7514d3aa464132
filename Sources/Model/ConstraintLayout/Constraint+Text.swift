// SPDX-License-Identifier: MIT
import Messages
import Numbers

// Constraints as text: `maxY = layerA.minY - 10`, `width = superlayer.width * 0.5 + 4`, `height = 30`.
//
//     constraint = attribute "=" ( term { ("*" | "/") number } { ("+" | "-") number } | number )
//     term       = [number "*" | "-"] source "." attribute
//     source     = word | "'" any text "'"
//
// A word runs up to a space, dot, quote or one of = * / + ; a dash may stand inside it.
extension Constraint: CustomStringConvertible {
  /// The text form, which parses back to an equal constraint.
  public var description: String { "\(attribute.name) = \(sourceDescription)" }

  /// Maximum length of a constraint's text, in bytes; includes names of layers.
  package static let longestText = 65_536

  /// The right-hand side of the `=`.
  package var sourceDescription: String {
    if scale == 0, isRelativeToSuperlayer, sourceAttribute == attribute { return numberText(offset) }
    var s = "\(Constraint.quoted(sourceName)).\(sourceAttribute.name)"
    if scale != 1 { s += " * \(numberText(scale))" }
    if offset > 0 { s += " + \(numberText(offset))" }
    if offset < 0 { s += " - \(numberText(-offset))" }
    return s
  }

  /// Returns a source's name as in the text form: quoted unless it is a word.
  package static func quoted(_ name: String) -> String {
    if ConstraintParser.isWord(name) { return name }
    return "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// ```swift
  /// title.constraints = [try Constraint("minY = sun.maxY + 8")]
  /// ```
  ///
  /// - Throws: `LayerError` whose message points at the column of the error.
  public init(_ string: String) throws { try self.init(text: string) }

  /// Same as `init(_:)`, with typed throws.
  package init(text string: String) throws(LayerError) {
    guard string.utf8.count <= Constraint.longestText else {
      throw LayerError(
        .limit,
        "Constraint: its text may have \(Constraint.longestText) bytes, got \(string.utf8.count): make it of its parts "
          + "(attribute, source …)")
    }
    var parser = ConstraintParser(string)
    self = try parser.constraint()
  }
}

/// A byte-by-byte parser of a constraint's text.
private struct ConstraintParser {
  private let text: [UInt8]
  private var at = 0

  init(_ string: String) { text = Array(string.utf8) }

  mutating func constraint() throws(LayerError) -> Constraint {
    skipSpaces()
    let target = try self.target()
    skipSpaces()
    guard take("=") else { throw error("expected \"=\"", at: at) }
    if take("=") { throw error("a single \"=\" is enough", at: at - 1) }
    skipSpaces()
    let start = at
    var scale = 1.0
    if let number = try self.number() {
      skipSpaces()
      if atEnd {
        return try made { () throws(LayerError) in
          try Constraint(target, relativeTo: Constraint.superlayerName, target, scale: 0, offset: number)
        }
      }
      guard take("*") else { throw error("expected \"* source.attribute\" after the number, or its end", at: at) }
      scale = number
      skipSpaces()
    } else if take("-") {
      scale = -1
      skipSpaces()
    }
    let source = try self.source(target, start)
    let dot = at
    guard take(".") else {
      let hint =
        dot < text.count && ConstraintParser.isSpace(text[dot])
        ? "; put a name with spaces in quotes: 'side bar'.\(target.name)" : ""
      throw error(
        "expected a dot and an attribute after \(Constraint.quoted(source)), such as .\(target.name)\(hint)", at: dot)
    }
    let attributeStart = at
    let sourceAttribute = try attribute()
    if sourceAttribute.axis != target.axis {
      let fits = sourceAttribute.onOtherAxis
      throw error(
        "\(sourceAttribute.name) is not on the same axis as \(target.name); expected one such as \(fits.name)",
        at: attributeStart)
    }
    var offset = 0.0
    var isAdding = false
    skipSpaces()
    while !atEnd {
      let operation = text[at]
      let place = at
      switch operation {
      case UInt8(ascii: "*"), UInt8(ascii: "/"):
        if isAdding { throw error("a factor must come before an offset", at: place) }
        at += 1
        let factor = try factor()
        if operation == UInt8(ascii: "/") {
          if factor == 0 { throw error("division by zero", at: place) }
          scale /= factor
        } else {
          scale *= factor
        }
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        isAdding = true
        at += 1
        let summand = try factor()
        offset += operation == UInt8(ascii: "+") ? summand : -summand
      default:
        throw error("expected \"* number\", \"+ number\", \"- number\" or the end", at: place)
      }
      skipSpaces()
    }
    let (factor, sum) = (scale, offset)
    return try made { () throws(LayerError) in
      try Constraint(target, relativeTo: source, sourceAttribute, scale: factor, offset: sum)
    }
  }

  private func made(_ body: () throws(LayerError) -> Constraint) throws(LayerError) -> Constraint {
    do { return try body() } catch {
      let message = error.message
      throw self.error(message.hasPrefix("Constraint: ") ? String(message.dropFirst(12)) : message, at: 0)
    }
  }

  // MARK: Parts

  private mutating func target() throws(LayerError) -> ConstraintAttribute {
    let start = at
    let found = try attribute()
    skipSpaces()
    if !atEnd, text[at] == UInt8(ascii: ".") {
      throw error("the left side must be only an attribute, of the constrained layer", at: start)
    }
    return found
  }

  private mutating func attribute() throws(LayerError) -> ConstraintAttribute {
    let start = at
    while at < text.count, ConstraintParser.isLetter(text[at]) { at += 1 }
    let name = String(decoding: text[start..<at], as: UTF8.self)
    if let found = ConstraintAttribute(named: name) { return found }
    let names = ConstraintAttribute.names.joined(separator: ", ")
    if name.isEmpty { throw error("expected an attribute: \(names)", at: start) }
    // Handles `layer.minX` on the left-hand side.
    if at < text.count, text[at] == UInt8(ascii: ".") {
      throw error("the left side must be only an attribute, of the constrained layer", at: start)
    }
    let advice = ConstraintAttribute.advice(name)
    throw error("expected an attribute, got \"\(name)\"\(advice.isEmpty ? "; there are \(names)" : advice)", at: start)
  }

  private mutating func source(_ target: ConstraintAttribute, _ start: Int) throws(LayerError) -> String {
    if at < text.count, text[at] == UInt8(ascii: "'") || text[at] == UInt8(ascii: "\"") {
      let quote = text[at]
      let opening = at
      at += 1
      var name: [UInt8] = []
      while at < text.count {
        if text[at] == quote {
          at += 1
          guard at < text.count, text[at] == quote else { return String(decoding: name, as: UTF8.self) }
        }
        name.append(text[at])
        at += 1
      }
      throw error("the quote is not closed", at: opening)
    }
    let begin = at
    while at < text.count, ConstraintParser.isNameByte(text[at]) { at += 1 }
    if at == begin {
      throw error(
        "expected a source such as superlayer.\(target.name), a sibling's name with an attribute, or a number",
        at: begin)
    }
    return String(decoding: text[begin..<at], as: UTF8.self)
  }

  private mutating func factor() throws(LayerError) -> Double {
    skipSpaces()
    let place = at
    guard let value = try number() else { throw error("expected a number", at: place) }
    return value
  }

  /// Parses a decimal number with sign, fraction and exponent; nil if none begins here.
  private mutating func number() throws(LayerError) -> Double? {
    let start = at
    var i = at
    if i < text.count, text[i] == UInt8(ascii: "-") || text[i] == UInt8(ascii: "+") { i += 1 }
    while i < text.count, text[i] == UInt8(ascii: " ") { i += 1 }
    let digits = i
    while i < text.count, ConstraintParser.isDigit(text[i]) || text[i] == UInt8(ascii: ".") { i += 1 }
    guard i > digits, i > digits + 1 || ConstraintParser.isDigit(text[digits]) else { return nil }
    if i < text.count, text[i] == UInt8(ascii: "e") || text[i] == UInt8(ascii: "E") {
      var e = i + 1
      if e < text.count, text[e] == UInt8(ascii: "-") || text[e] == UInt8(ascii: "+") { e += 1 }
      if e < text.count, ConstraintParser.isDigit(text[e]) {
        while e < text.count, ConstraintParser.isDigit(text[e]) { e += 1 }
        i = e
      }
    }
    // A name that starts with digits, as in `2nd.minX`, not a number before its operator.
    if i < text.count, ConstraintParser.isNameByte(text[i]), text[i] != UInt8(ascii: "-") {
      if text[start] == UInt8(ascii: "-") || text[start] == UInt8(ascii: "+") {
        throw error("expected a number", at: start)
      }
      return nil
    }
    let written = String(decoding: text[digits..<i], as: UTF8.self)
    guard let value = Double(written), value.isFinite else {
      throw error("expected a number, got \"\(written)\"", at: start)
    }
    at = i
    return text[start] == UInt8(ascii: "-") ? -value : value
  }

  // MARK: Bytes

  private var atEnd: Bool { at >= text.count }

  private mutating func skipSpaces() {
    while at < text.count, ConstraintParser.isSpace(text[at]) { at += 1 }
  }

  private mutating func take(_ c: Unicode.Scalar) -> Bool {
    guard at < text.count, text[at] == UInt8(ascii: c) else { return false }
    at += 1
    return true
  }

  private static func isSpace(_ c: UInt8) -> Bool { c == 32 || c >= 9 && c <= 13 }
  private static func isDigit(_ c: UInt8) -> Bool { c >= 48 && c <= 57 }
  private static func isLetter(_ c: UInt8) -> Bool { c >= 65 && c <= 90 || c >= 97 && c <= 122 }

  private static func isNameByte(_ c: UInt8) -> Bool {
    if c <= 32 || c == 127 { return false }
    switch c {
    case UInt8(ascii: "."), UInt8(ascii: "="), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "+"),
      UInt8(ascii: "'"),
      UInt8(ascii: "\""):
      return false
    default: return true
    }
  }

  /// True if a name needs no quotes.
  static func isWord(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, bytes.allSatisfy(isNameByte) else { return false }
    return !isDigit(first) && first != UInt8(ascii: "-")
  }

  /// Returns an error with the text and a caret under the column, which counts characters from 1.
  private func error(_ message: String, at place: Int) -> LayerError {
    let end = Swift.min(place, text.count)
    let column = String(decoding: text[..<end], as: UTF8.self).count
    // Show only the part of a long text around the error.
    let all = Array(String(decoding: text, as: UTF8.self))
    let from = Swift.max(0, Swift.min(column - 40, all.count - 80))
    let shown = all[from..<Swift.min(all.count, from + 100)].map { $0.isNewline || $0 == "\t" ? " " : $0 }
    let cut = from > 0 ? "…" : ""
    return LayerError(
      "Constraint: \(message), at column \(column + 1)\n  \(cut)\(String(shown))\n  "
        + String(repeating: " ", count: column - from + cut.count) + "^")
  }
}
