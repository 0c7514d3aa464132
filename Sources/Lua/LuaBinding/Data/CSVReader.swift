// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Numbers
import Parsing
import Scales

/// Options for parsing CSV text.
struct CSVOptions {
  enum Header {
    case none
    /// The first row holds the column names.
    case firstRow
    case names([String])
  }

  var separator = UInt8(ascii: ",")
  /// The decimal separator of numbers.
  var decimal = UInt8(ascii: ".")
  var header = Header.none
  /// Number of lines to skip at the top.
  var skip = 0
  /// True converts unquoted numeric cells to numbers.
  var readsNumbers = true
  /// True removes blanks around cells.
  var trims = false
  /// The value of an empty cell.
  var empty = PropertyValue.string("")
  /// The quote around cells; nil if quotes are text like any other.
  var quote: UInt8? = UInt8(ascii: "\"")
  /// Columns of one type, by name or by number from 1.
  var types: [(column: Column, type: ColumnType)] = []
  /// The form of dates.
  var dateForm = DateForm.iso

  enum ColumnType: String, CaseIterable {
    case number, text, boolean
    /// Seconds since 1970 in UTC.
    case date
  }

  enum Column {
    case name(String)
    case number(Int)
  }
}

/// Parses comma-separated values (RFC 4180). Quoted cells may contain any text, with quotes doubled. Lines end with LF,
/// CRLF or CR; empty lines are skipped.
///
/// Each cell is a step of work, and so is each missing value that `empty` replaces.
struct CSVReader {
  /// Warnings to report, with their rules.
  private(set) var notes: [(rule: LayerWarning.Rule, message: String)] = []
  /// Prefix of errors: the file's or function's name.
  private let name: String
  private let options: CSVOptions
  private var cursor: Cursor
  private var line = 1
  /// True while every row has a single cell, and the first other common separator (; , or tab) found in one.
  private var isSingle = true
  private var otherSeparator: UInt8?
  /// Bytes that end an unquoted cell.
  private let ends: ByteSet
  private let blanks: ByteSet

  private struct Cell {
    var text: ArraySlice<UInt8>
    var isQuoted: Bool
  }

  /// Longest cell, in bytes, that may be a number.
  private static let longestNumber = 4096
  private let quote: ByteSet

  init(_ bytes: [UInt8], name: String, _ options: CSVOptions) {
    cursor = Cursor(bytes)
    self.name = name
    self.options = options
    var ends = ByteSet("\n\r")
    ends.insert(options.separator)
    self.ends = ends
    var quote = ByteSet("\n\r")
    if let byte = options.quote { quote.insert(byte) }
    self.quote = quote
    var blanks = ByteSet(" ")
    if options.separator != 9 { blanks.insert(9) }
    self.blanks = options.separator == 32 ? ByteSet("\t") : blanks
  }

  /// Parses the rows, as lists or, with a header, as dictionaries; and the column names, if any.
  ///
  /// - Throws: `LayerError`: `.invalid` with the line; `.limit` if memory runs out; `.cancelled`.
  mutating func read(_ reading: inout Reading) throws(LayerError) -> (rows: [PropertyValue], names: [String]?) {
    let bytes = cursor.bytes
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw LayerError("\(name): the text is UTF-16, as Excel's \"Unicode text\" is; save it as UTF-8")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.at = 3 }
    for _ in 0..<options.skip {
      if cursor.isAtEnd { break }
      _ = try cursor.until(ByteSet("\n\r"), &reading)
      endLine()
    }
    var columns: GrownTable<Int>?
    switch options.header {
    case .none: break
    case .names(let given): columns = try checked(given, &reading)
    case .firstRow:
      var row = Grown<Cell>()
      var texts = Grown<String>()
      if try nextRow(&row, &reading) {
        for i in 0..<row.count { try texts.append(try header(row[i], &reading), &reading) }
      }
      columns = try checked(texts.finish(), &reading)
    }
    var types = Grown<CSVOptions.ColumnType?>()
    for (column, type) in options.types {
      let index = try index(of: column, columns)
      while types.count <= index { try types.append(nil, &reading) }
      types[index] = type
    }
    var names: [String]?
    if let columns {
      var list = Grown<String>()
      for pair in try columns.finish(&reading) { try list.append(pair.key, &reading) }
      names = list.finish()
    }
    let rows = try rows(names, types.finish(), &reading)
    if isSingle, let otherSeparator, !rows.isEmpty {
      let sign = otherSeparator == 9 ? "\\t" : String(UnicodeScalar(otherSeparator))
      notes.append(  // bounded: 2, one of each rule
        (
          .csvSeparator,
          "\(name): every row is a single cell that contains \"\(sign)\"; if it separates cells, give separator = "
            + "\"\(sign)\""
        ))
    }
    return (rows, names)
  }

  private mutating func rows(
    _ names: [String]?, _ types: [CSVOptions.ColumnType?], _ reading: inout Reading
  ) throws(LayerError) -> [PropertyValue] {
    var rows = Grown<PropertyValue>()
    var short: (line: Int, count: Int)?
    var shortRows = 0
    var row = Grown<Cell>()
    while true {
      let first = line
      guard try nextRow(&row, &reading) else { break }
      guard let names else {
        var values = Grown<PropertyValue>()
        for i in 0..<row.count { try values.append(try value(row[i], i, nil, types, first, &reading), &reading) }
        try rows.append(.array(values.finish()), &reading)
        continue
      }
      if row.count > names.count {
        for i in names.count..<row.count where !row[i].text.isEmpty {
          throw LayerError(
            "\(name):\(first): \(counted(row.count, "cell")), but \(counted(names.count, "column")): nothing says what "
              + "cell \(i + 1) is; give all names by header = {…}, or read rows without a header")
        }
      }
      if row.count < names.count {
        shortRows += 1
        if short == nil { short = (first, row.count) }
      }
      var pairs = Grown<(key: String, value: PropertyValue)>()
      for i in 0..<(options.empty.isNull ? min(row.count, names.count) : names.count) {
        let value = i < row.count ? try value(row[i], i, names[i], types, first, &reading) : options.empty
        if !value.isNull { try pairs.append((names[i], value), &reading) }
      }
      try rows.append(.dictionary(pairs.finish()), &reading)
    }
    if let short, let names {
      notes.append(  // bounded: 2, one of each rule
        (
          .csvRagged,
          "\(name):\(short.line): \(counted(short.count, "cell")) for \(counted(names.count, "column"))"
            + "\(shortRows > 1 ? ", and \(shortRows - 1) more such row\(shortRows > 2 ? "s" : "")" : "")"
            + ": the others count as empty"
        ))
    }
    return rows.finish()
  }

  // MARK: Columns

  private func header(_ cell: Cell, _ reading: inout Reading) throws(LayerError) -> String {
    try text(Cell(text: trimmed(cell.text), isQuoted: true), line, &reading)
  }

  /// Maps column names to numbers from 1; a column without a name is named by its number.
  private func checked(_ texts: [String], _ reading: inout Reading) throws(LayerError) -> GrownTable<Int> {
    var columns = GrownTable<Int>()
    for (i, text) in texts.enumerated() {
      let key = text.isEmpty ? "\(i + 1)" : text
      if let other = columns[key] {
        throw LayerError(
          "\(name): columns \(other) and \(i + 1) are both named \"\(key)\"; give other names with header = {…}, and "
            + "skip = 1 to skip the file's"
        )
      }
      try columns.set(key, i + 1, &reading)
    }
    return columns
  }

  private func index(of column: CSVOptions.Column, _ columns: GrownTable<Int>?) throws(LayerError) -> Int {
    switch column {
    case .number(let number): return number - 1
    case .name(let key):
      if let number = columns?[key] { return number - 1 }
      let known =
        columns.map { "the columns are \(listed($0.names(50)))" } ?? "columns have names only with a header"
      throw LayerError("\(name): types names a column \"\(key)\" that does not exist; \(known)")
    }
  }

  // MARK: Cells

  private func text(_ cell: Cell, _ line: Int, _ reading: inout Reading) throws(LayerError) -> String {
    guard let text = try reading.text(cell.text) else {
      throw LayerError("\(name):\(line): the text is not UTF-8; save the file as UTF-8")
    }
    return text
  }

  private func value(
    _ cell: Cell, _ index: Int, _ key: String?, _ types: [CSVOptions.ColumnType?], _ line: Int,
    _ reading: inout Reading
  ) throws(LayerError) -> PropertyValue {
    if cell.text.isEmpty, !cell.isQuoted { return options.empty }
    let type = index < types.count ? types[index] : nil
    let expected: String
    switch type {
    case .text: return .string(try text(cell, line, &reading))
    case nil:
      if options.readsNumbers, !cell.isQuoted,
        let number = try number(trimmed(cell.text), isAsked: false, &reading)
      {
        return number
      }
      return .string(try text(cell, line, &reading))
    case .number:
      if let number = try number(trimmed(cell.text), isAsked: true, &reading) { return number }
      expected = "a number"
    case .boolean:
      if let value = Self.booleans[String(decoding: trimmed(cell.text).prefix(8), as: UTF8.self).lowercased()] {
        return .bool(value)
      }
      expected = "true or false"
    case .date:
      try reading.step(8)
      if let seconds = options.dateForm.seconds(trimmed(cell.text)) { return .number(seconds) }
      expected = "a date as \(options.dateForm.rawValue)"
    }
    throw LayerError(
      "\(name):\(line): column \(key.map { "\"\($0)\"" } ?? "\(index + 1)"): expected \(expected), got "
        + "\"\(shown(try text(cell, line, &reading)))\""
    )
  }

  private static let booleans = [
    "true": true, "false": false, "yes": true, "no": false, "1": true, "0": false, "on": true, "off": false,
  ]

  /// A cell's text for messages, at most 200 characters.
  private func shown(_ text: String) -> String { text.utf8.count <= 200 ? text : "\(text.prefix(200))…" }

  /// Parses a number as in JSON, and also `.5`; nil for text. If a number is required (`isAsked`), also accepts `007`
  /// and `+5`, and an integer too large for 64 bits, which otherwise stays text.
  private func number(
    _ cell: ArraySlice<UInt8>, isAsked: Bool, _ reading: inout Reading
  ) throws(LayerError) -> PropertyValue? {
    guard cell.count <= CSVReader.longestNumber else { return nil }
    try reading.step(1 + cell.count >> 3)
    var rest = cell[...]
    var digits: [UInt8] = []
    func isDigit(_ c: UInt8?) -> Bool { c.map { $0 >= 48 && $0 <= 57 } ?? false }
    func takeDigits() -> Int {
      let count = rest.prefix { isDigit($0) }.count
      digits += rest.prefix(count)  // bounded: longestNumber
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") || isAsked && rest.first == UInt8(ascii: "+") {
      if rest.first == UInt8(ascii: "-") { digits.append(UInt8(ascii: "-")) }  // bounded: longestNumber
      rest = rest.dropFirst()
    }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let before = takeDigits()
    if startsWithZero, before > 1, !isAsked { return nil }
    var isWhole = true
    if rest.first == options.decimal {
      rest = rest.dropFirst()
      if before == 0 { digits.append(UInt8(ascii: "0")) }  // bounded: longestNumber
      digits.append(UInt8(ascii: "."))  // bounded: longestNumber
      isWhole = false
      let after = takeDigits()
      if after == 0 {
        guard isAsked, before > 0 else { return nil }
        digits.append(UInt8(ascii: "0"))  // bounded: longestNumber
      }
    } else if before == 0 {
      return nil
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      digits.append(UInt8(ascii: "e"))  // bounded: longestNumber
      rest = rest.dropFirst()
      isWhole = false
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        digits.append(sign)  // bounded: longestNumber
        rest = rest.dropFirst()
      }
      guard takeDigits() > 0 else { return nil }
    }
    guard rest.isEmpty else { return nil }
    let text = String(decoding: digits, as: UTF8.self)
    if isWhole {
      if let whole = Int64(text) { return WholeNumber.value(whole) }
      if !isAsked { return nil }
    }
    guard let value = Double(text), value.isFinite else { return nil }
    return .number(value)
  }

  /// Removes surrounding blanks. Their cost was counted with the cell.
  private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = text.firstIndex { !blanks.contains($0) } ?? text.endIndex
    let end = text.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? start
    return text[start..<end]
  }

  // MARK: Rows

  /// Skips one line break: LF, CRLF or CR.
  private mutating func endLine() {
    if !cursor.take("\r\n") { if !cursor.isAtEnd { cursor.at += 1 } else { return } }
    line += 1
  }

  /// Reads the next non-empty row into `row`.
  ///
  /// - Returns: false at the end.
  private mutating func nextRow(_ row: inout Grown<Cell>, _ reading: inout Reading) throws(LayerError) -> Bool {
    while !cursor.isAtEnd {
      row.removeAll()
      repeat { try row.append(try cell(&reading), &reading) } while cursor.take(options.separator)
      endLine()
      if row.count > 1 {
        isSingle = false
      } else if row[0].text.isEmpty, !row[0].isQuoted {
        continue
      } else if isSingle, otherSeparator == nil, !row[0].isQuoted {
        otherSeparator = row[0].text.first { c in
          c != options.separator && (c == UInt8(ascii: ";") || c == 9 || c == UInt8(ascii: ","))
        }
      }
      return true
    }
    return false
  }

  /// Reads the cell at the cursor, up to its separator or the end of the line.
  private mutating func cell(_ reading: inout Reading) throws(LayerError) -> Cell {
    let start = cursor.at
    if let byte = cursor.peek, blanks.contains(byte) { _ = try cursor.skip(blanks, &reading) }
    if let quote = options.quote, cursor.peek == quote {
      if cursor.at == start || options.trims { return try quotedCell(&reading) }
      throw LayerError("\(name):\(line): a quote after a blank; set trim = true to strip blanks around cells")
    }
    _ = try cursor.until(ends, &reading)
    let text = cursor.bytes[start..<cursor.at]
    return Cell(text: options.trims ? trimmed(text) : text, isQuoted: false)
  }

  private mutating func quotedCell(_ reading: inout Reading) throws(LayerError) -> Cell {
    let first = line
    cursor.at += 1
    let start = cursor.at
    // A cell with doubled quotes is assembled here; any other is a slice of the file.
    var joined: GrownText?
    var from = start
    while true {
      _ = try cursor.until(quote, &reading)
      guard let byte = cursor.peek else {
        throw LayerError("\(name):\(first): a quoted cell begins here and does not end")
      }
      cursor.at += 1
      if byte == options.quote {
        guard cursor.peek == options.quote else { break }
        if joined == nil { joined = GrownText() }
        try joined?.append(contentsOf: cursor.bytes[from..<cursor.at], &reading)
        cursor.at += 1
        from = cursor.at
      } else if byte == 10 || cursor.peek != 10 {
        line += 1
      }
    }
    let end = cursor.at - 1
    var text = cursor.bytes[from..<end]
    try joined?.append(contentsOf: text, &reading)
    if let joined { text = joined.utf8[...] }
    if let byte = cursor.peek, blanks.contains(byte) { _ = try cursor.skip(blanks, &reading) }
    if let byte = cursor.peek, !ends.contains(byte) {
      throw LayerError(
        "\(name):\(line): text after the quote that ends a cell; a quote within a quoted cell is written twice")
    }
    return Cell(text: text, isQuoted: true)
  }
}
