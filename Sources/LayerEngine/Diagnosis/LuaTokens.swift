// SPDX-License-Identifier: MIT
import Numbers

/// The words, numbers, texts and signs of a Lua script with their lines, as far as explanations need them. Any bytes
/// give some list.
struct LuaTokens {
  enum Token: Equatable {
    case name(String)
    case number(Double)
    case string(String)
    case sign(UInt8)
    /// `==`, `..` and their like.
    case other
  }

  private(set) var tokens: [(token: Token, line: Int)] = []
  private let source: [UInt8]
  private var at = 0
  private var line = 1

  /// A script of any length is read to here.
  private static let limit = 4 << 20

  init(_ source: [UInt8]) {
    self.source = source
    if source.first == UInt8(ascii: "#") { skipLine() }
    while at < min(source.count, Self.limit) { step() }
  }

  private mutating func step() {
    let c = source[at]
    if c == 10 { line += 1 }
    if c <= 32 {
      at += 1
    } else if Self.isLetter(c) {
      let start = at
      while at < source.count, Self.isLetter(source[at]) || Self.isDigit(source[at]) { at += 1 }
      tokens.append((.name(text(start..<at)), line))
    } else if Self.isDigit(c) || c == UInt8(ascii: ".") && next(1).map(Self.isDigit) ?? false {
      let start = at
      while at < source.count, Self.isDigit(source[at]) || Self.isLetter(source[at]) || source[at] == 46 { at += 1 }
      tokens.append((Double(text(start..<at)).map { .number($0) } ?? .other, line))
    } else if c == UInt8(ascii: "-"), next(1) == UInt8(ascii: "-") {
      at += 2
      if !skipLong() { skipLine() }
    } else if c == UInt8(ascii: "\"") || c == UInt8(ascii: "'") {
      quoted(c)
    } else if c == UInt8(ascii: "["), let level = longLevel() {
      let start = at + level + 2
      let first = line
      _ = skipLong()
      tokens.append((.string(text(min(start, at)..<max(min(start, at), at - level - 2))), first))
    } else {
      let isDouble =
        "=<>~.:/".utf8.contains(c) && (next(1) == c || next(1) == UInt8(ascii: "=") && c != UInt8(ascii: "."))
      tokens.append((isDouble ? .other : .sign(c), line))
      at += isDouble ? 2 : 1
    }
  }

  private mutating func quoted(_ quote: UInt8) {
    let (start, first) = (at + 1, line)
    at += 1
    while at < source.count, source[at] != quote, source[at] != 10 {
      if source[at] == UInt8(ascii: "\\") {
        at += 1
        if at < source.count, source[at] == 10 { line += 1 }
      }
      at += 1
    }
    at = min(at, source.count)
    tokens.append((.string(text(start..<max(at, start))), first))
    if at < source.count, source[at] == quote { at += 1 }
  }

  private func next(_ offset: Int) -> UInt8? { at + offset < source.count ? source[at + offset] : nil }

  /// The number of `=` in a long bracket that opens here; nil where none does.
  private func longLevel() -> Int? {
    guard next(0) == UInt8(ascii: "[") else { return nil }
    var level = 0
    while next(1 + level) == UInt8(ascii: "=") { level += 1 }
    return next(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  private mutating func skipLong() -> Bool {
    guard let level = longLevel() else { return false }
    at += level + 2
    while at < source.count {
      if source[at] == 10 { line += 1 }
      if source[at] == UInt8(ascii: "]") {
        var count = 0
        while next(1 + count) == UInt8(ascii: "="), count < level { count += 1 }
        if count == level, next(1 + level) == UInt8(ascii: "]") {
          at += level + 2
          return true
        }
      }
      at += 1
    }
    return true
  }

  private mutating func skipLine() { while at < source.count, source[at] != 10 { at += 1 } }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: source[range.clamped(to: 0..<source.count)], as: UTF8.self)
  }

  private static func isLetter(_ c: UInt8) -> Bool { c == 95 || (c | 32) >= 97 && (c | 32) <= 122 || c >= 128 }
  private static func isDigit(_ c: UInt8) -> Bool { c >= 48 && c <= 57 }
}

extension LuaTokens {
  /// The line on which a constructor's table that begins on a line gives a key; nil where it does not.
  func line(ofKey key: String, inConstructorAt first: Int) -> Int? {
    var depth = 0
    var hasBegun = false
    for i in tokens.indices where tokens[i].line >= first {
      switch tokens[i].token {
      case .sign(UInt8(ascii: "{")):
        depth += 1
        hasBegun = true
      case .sign(UInt8(ascii: "}")):
        depth -= 1
        if hasBegun, depth <= 0 { return nil }
      case .name(key), .string(key):
        // Keys of the table itself: one in a table within is another's.
        let next = tokens.indices.contains(i + 1) ? tokens[i + 1].token : .other
        let isKey = next == .sign(UInt8(ascii: "=")) || next == .sign(UInt8(ascii: "]"))
        if depth == 1, isKey { return tokens[i].line }
      default: break
      }
    }
    return nil
  }
}
