// SPDX-License-Identifier: MIT
import Numbers

/// Tokenises a Lua script for diagnostics: names, numbers, strings and punctuation, each with its line. It is not a
/// full lexer; any input bytes produce some list of tokens.
package struct LuaTokens {
  enum Token: Equatable {
    case name(String)
    case number(Double)
    case string(String)
    case sign(UInt8)
    /// A two-character operator such as `==` or `..`, or a malformed number.
    case other
  }

  private(set) var tokens: [(token: Token, line: Int)] = []
  private let source: [UInt8]
  private var at = 0
  private var line = 1

  /// Maximum number of bytes that are tokenised; the rest of a longer script is ignored.
  private static let limit = 4 << 20

  /// Tokenises a script's text, of which the first 4 MiB count.
  package init(_ source: [UInt8]) {
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

  /// Returns the number of `=` in the long bracket that opens at the current position; nil if none opens.
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
  /// Returns the line that sets a key in the table constructor that begins on line `first`; nil if the key is not set
  /// there.
  package func line(ofKey key: String, inConstructorAt first: Int) -> Int? {
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
        // Only keys at depth 1 count; deeper ones belong to nested tables.
        let next = tokens.indices.contains(i + 1) ? tokens[i + 1].token : .other
        let isKey = next == .sign(UInt8(ascii: "=")) || next == .sign(UInt8(ascii: "]"))
        if depth == 1, isKey { return tokens[i].line }
      default: break
      }
    }
    return nil
  }
}

extension LuaTokens {
  /// Returns the line of the word that an error message is about, such as a misspelt key; nil if it cannot be
  /// determined.
  ///
  /// Lua reports a call that spans several lines by its first line, and an animation is rejected at the line that adds
  /// it.
  ///
  /// - Parameter first: the line that Lua reports.
  package func line(ofMistake message: String, at first: Int) -> Int? {
    let mistake = Mistake(message)
    let call = call(at: first)
    func place(of words: [String]) -> Int? {
      for word in words {
        if let i = call.first(where: { tokens[$0].token.holds(word) }) { return tokens[i].line }
      }
      return nil
    }
    if let line = place(of: mistake.names) { return line }
    if let key = mistake.key, let line = self.line(ofKey: key, inConstructorAt: first),
      call.contains(where: { tokens[$0].line == line })
    {
      return line
    }
    if let line = place(of: mistake.texts) { return line }
    // A misspelt name that occurs exactly once in the script is the culprit.
    guard mistake.isMisspelt else { return nil }
    for word in mistake.names + mistake.texts {
      let places = tokens.indices.lazy.filter { tokens[$0].token.holds(word) }.prefix(2)
      if places.count == 1, let i = places.first { return tokens[i].line }
    }
    return nil
  }

  /// Returns the range of tokens from the start of a line until every bracket opened on it is closed.
  private func call(at first: Int) -> Range<Int> {
    // Binary search: lines are in ascending order.
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].line < first { low = middle + 1 } else { high = middle }
    }
    var depth = 0
    var end = low
    while end < tokens.count, tokens[end].line == first || depth > 0 {
      switch tokens[end].token {
      case .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: "{")), .sign(UInt8(ascii: "[")): depth += 1
      case .sign(UInt8(ascii: ")")), .sign(UInt8(ascii: "}")), .sign(UInt8(ascii: "]")): depth -= 1
      default: break
      }
      end += 1
    }
    return low..<end
  }

  /// The words of an error message that help to locate the mistake.
  private struct Mistake {
    /// Unknown names: `toVale` in `BasicAnimation has no property toVale`.
    private(set) var names: [String] = []
    /// Quoted strings.
    private(set) var texts: [String] = []
    /// The key that rejected a value: `opacity` in `Layer.opacity: expected …`.
    private(set) var key: String?
    /// True if the message suggests another name ("did you mean").
    private(set) var isMisspelt = false

    init(_ message: String) {
      var said: [String] = []
      var word = ""
      var quote: Character?
      var isWithin = false
      // Bounded, since a message may quote any text of a script.
      for character in message.prefix(2000) + " " {
        if let end = quote {
          if character == end {
            if !word.isEmpty { texts.append(word) }
            (word, quote) = ("", nil)
          } else {
            word.append(character)
          }
          continue
        }
        if character.isLetter || character.isNumber || character == "_" {
          word.append(character)
          isWithin = true
          continue
        }
        if !word.isEmpty {
          if said.count >= 2, Self.kinds.contains(said[said.count - 1]),
            ["no", "unknown"].contains(said[said.count - 2])
          {
            names.append(word)
          }
          if key == nil, character == ":", said.count >= 1 { key = word }
          said.append(word)
          word = ""
        }
        if said.suffix(3) == ["did", "you", "mean"] {
          isMisspelt = true
          break
        }
        // A single quote inside a word is an apostrophe.
        if character == "\"" || character == "'" && !isWithin { quote = character }
        isWithin = false
      }
    }

    private static let kinds: Set = ["property", "key", "option", "method", "attribute", "hook", "field", "function"]
  }
}

extension LuaTokens.Token {
  /// True if the token is this name, this string, or a string whose key path contains the word.
  fileprivate func holds(_ word: String) -> Bool {
    switch self {
    case .name(let name): name == word
    case .string(let text):
      text == word || text.utf8.count <= 200 && text.split(separator: ".").contains { $0 == word }
    default: false
    }
  }
}
