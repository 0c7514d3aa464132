// SPDX-License-Identifier: MIT
import Messages
import Parsing

/// A first pass over a TOML text that bounds what reading it will take: toml++ takes memory without asking, frees
/// nested values recursively however deep dotted names nest them, and searches lists of its tables.
///
/// The pass knows strings, comments, brackets and dots. It agrees with the reader up to the first mistake in the text,
/// where the reader ends.
struct TOMLSurvey {
  /// An upper bound of the number of values, tables and arrays included.
  private(set) var values = 1

  /// Deepest nesting of tables and arrays, where each part of a dotted name is a table.
  private static let deepest = 100
  /// Most comparisons of tables, which take about a second.
  private static let mostComparisons = 1 << 32
  private static let signs = ByteSet("#\"'\n[]{}=,.")
  private static let lineEnd = ByteSet("\n")

  private struct Level {
    var isTable: Bool
    /// True after a name's `=`, or in an array.
    var isInValue: Bool
    /// Parts of the name so far, minus 1.
    var dots = 0
  }

  private var cursor: Cursor
  /// The level of the document or of the table of the last header, then those of brackets and braces.
  private var levels = [Level(isTable: true, isInValue: false)]
  /// Sum of the parts of names of all levels, and of the last header.
  private var depth: Int { header + levels.reduce(levels.count) { $0 + $1.dots } }
  private var header = 0
  /// The tables that toml++ keeps in lists, and its searches of these lists.
  private var tables = 0
  private var searches = 0
  /// The name in the last header of an array of tables.
  private var lastArray: ArraySlice<UInt8> = []

  init(_ bytes: [UInt8]) { cursor = Cursor(bytes) }

  /// - Throws: `LayerError`: `.limit` for values that are nested too deep and for too many dotted names; `.cancelled`.
  mutating func run(_ reading: inout Reading) throws(LayerError) {
    while true {
      _ = try cursor.until(Self.signs, &reading)
      guard let sign = cursor.peek else { return }
      cursor.at += 1
      let top = levels.count - 1
      switch sign {
      case UInt8(ascii: "#"): _ = try cursor.until(Self.lineEnd, &reading)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipString(sign, &reading)
      case UInt8(ascii: "\n"):
        if top == 0 { levels[0] = Level(isTable: true, isInValue: false) }
      case UInt8(ascii: "["):
        if levels[top].isInValue { try enter(isTable: false, &reading) } else { try readHeader(&reading) }
      case UInt8(ascii: "{"): try enter(isTable: true, &reading)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if top > 0 { levels.removeLast() }
      case UInt8(ascii: "="):
        values += 1
        levels[top].isInValue = true
      case UInt8(ascii: ","):
        values += 1
        if levels[top].isTable, top > 0 { levels[top] = Level(isTable: true, isInValue: false) }
      default:
        guard !levels[top].isInValue else { break }
        levels[top].dots += 1
        values += 1
        try search(tables: 1, searches: 1, &reading)
        try checkDepth(&reading)
      }
    }
  }

  private mutating func enter(isTable: Bool, _ reading: inout Reading) throws(LayerError) {
    values += 1
    levels.append(Level(isTable: isTable, isInValue: !isTable))  // bounded: deepest
    try checkDepth(&reading)
  }

  /// Reads `[a.b]` or `[[a.b]]` after the first bracket.
  private mutating func readHeader(_ reading: inout Reading) throws(LayerError) {
    let isArray = cursor.take(UInt8(ascii: "["))
    let start = cursor.at
    var lastDot = start
    header = 1
    levels[0].dots = 0
    reading: while true {
      _ = try cursor.until(Self.signs, &reading)
      guard let sign = cursor.peek else { break }
      switch sign {
      case UInt8(ascii: "."):
        header += 1
        lastDot = cursor.at
        try checkDepth(&reading)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        cursor.at += 1
        try skipString(sign, &reading)
        continue
      default: break reading
      }
      cursor.at += 1
    }
    let name = cursor.bytes[start..<cursor.at]
    _ = cursor.take(UInt8(ascii: "]"))
    if isArray { _ = cursor.take(UInt8(ascii: "]")) }
    values += header + 1
    try reading.step(name.count >> 3)
    if isArray {
      if name != lastArray { try search(tables: header, searches: 0, &reading) }
      lastArray = name
    } else if header > 1, cursor.bytes[start..<lastDot] != lastArray {
      try search(tables: header - 1, searches: 0, &reading)
    }
    try search(tables: 0, searches: header, &reading)
    // The rest of the line is a comment, or the end of what is read.
    levels[0].isInValue = false
  }

  /// Skips a string after its first quote. One that does not end, which the reader refuses, ends with its line.
  private mutating func skipString(_ quote: UInt8, _ reading: inout Reading) throws(LayerError) {
    let isLong = cursor.peek == quote && cursor.second == quote
    if isLong { cursor.at += 2 }
    var ends = ByteSet(isLong ? "" : "\n")
    ends.insert(quote)
    if quote == UInt8(ascii: "\"") { ends.insert(UInt8(ascii: "\\")) }
    while true {
      _ = try cursor.until(ends, &reading)
      guard let byte = cursor.peek else { return }
      if byte == 10 { return }
      cursor.at += 1
      if byte == UInt8(ascii: "\\") {
        if let next = cursor.peek, next != 10 || isLong { cursor.at += 1 }
      } else if !isLong {
        return
      } else if cursor.peek == quote, cursor.second == quote {
        cursor.at += 2
        // One or two quotes may stand before the three that end the string.
        for _ in 0..<2 { _ = cursor.take(quote) }  // bounded: 2
        return
      }
    }
  }

  private mutating func search(tables more: Int, searches: Int, _ reading: inout Reading) throws(LayerError) {
    tables += more
    self.searches += searches
    guard tables > 0, self.searches > Self.mostComparisons / tables else { return }
    throw LayerError(
      .limit,
      reading.wrong("too many dotted names and headers (\(self.searches)): divide the text", cursor).message)
  }

  private func checkDepth(_ reading: inout Reading) throws(LayerError) {
    guard depth > Self.deepest else { return }
    throw LayerError(
      .limit, reading.wrong("tables and arrays nested more than \(Self.deepest) deep", cursor).message)
  }
}
