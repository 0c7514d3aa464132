// SPDX-License-Identifier: MIT
import LayerModel
import Numbers
import Wording

/// The options for reading a table from text.
struct CSVOptions {
  enum Header {
    case none
    /// The first row has the columns' names.
    case firstRow
    case names([String])
  }

  var separator = UInt8(ascii: ",")
  /// The character before the decimals of a number.
  var decimal = UInt8(ascii: ".")
  var header = Header.none
  /// The number of lines at the top that are skipped.
  var skip = 0
  /// Whether cells without quotes that are numbers become numbers.
  var readsNumbers = true
  /// Whether blanks around cells are removed.
  var trims = false
  /// The value of an empty cell.
  var empty = PropertyValue.string("")
  /// The columns that have only numbers, or only text, by name or by number from 1.
  var types: [(column: Column, isNumber: Bool)] = []

  enum Column {
    case name(String)
    case number(Int)
  }
}

/// Reads comma-separated values (RFC 4180): rows of cells, any text between quotes, two quotes for one. Lines end with
/// LF, CRLF or CR; empty ones are skipped.
struct CSVReader {
  /// Problems for warnings, with their rules.
  private(set) var notes: [(rule: LayerWarning.Rule, message: String)] = []
  private let bytes: [UInt8]
  /// The start of errors: the file's name, or the function's.
  private let name: String
  private let options: CSVOptions
  /// Charges the memory of the values.
  private let take: (Int) throws -> Void
  private var at = 0
  private var line = 1
  /// Whether every row so far is one cell, with the first character in one that separates cells in other files.
  private var isSingle = true
  private var otherSeparator: UInt8?

  private struct Cell {
    var text: ArraySlice<UInt8>
    var isQuoted: Bool
  }

  init(_ bytes: [UInt8], name: String, _ options: CSVOptions, take: @escaping (Int) throws -> Void) {
    self.bytes = bytes
    self.name = name
    self.options = options
    self.take = take
  }

  /// The rows, each a list, or with a header a dictionary; and the columns' names, if there are any.
  mutating func read() throws -> (rows: [PropertyValue], names: [String]?) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw LayerError("\(name): the text is UTF-16, as Excel's \"Unicode text\" is; save it as UTF-8")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    for _ in 0..<options.skip { skipLine() }
    var names: [String]?
    switch options.header {
    case .none: break
    case .names(let given): names = try checked(given.enumerated().map { (text: $1, column: $0 + 1) })
    case .firstRow:
      names =
        try nextRow().map { row in try checked(row.enumerated().map { (text: try header($1), column: $0 + 1) }) } ?? []
    }
    var types: [Bool?] = []
    for (column, isNumber) in options.types {
      let index = try index(of: column, names)
      while types.count <= index { types.append(nil) }
      types[index] = isNumber
    }
    let result = try rows(names, types)
    if isSingle, let otherSeparator, !result.isEmpty {
      let sign = otherSeparator == 9 ? "\\t" : String(UnicodeScalar(otherSeparator))
      notes.append(
        (
          .csvSeparator,
          "\(name): every row is a single cell, and there are \"\(sign)\" in them: if they divide cells, give separator = \"\(sign)\""
        ))
    }
    return (result, names)
  }

  private mutating func rows(_ names: [String]?, _ types: [Bool?]) throws -> [PropertyValue] {
    var rows: [PropertyValue] = []
    var short: (line: Int, count: Int)?
    var shortRows = 0
    while true {
      let first = line
      guard let row = try nextRow() else { break }
      guard let names else {
        rows.append(.array(try row.enumerated().map { try value($1, $0, nil, types, first) }))
        continue
      }
      if let extra = row.indices.dropFirst(names.count).first(where: { !row[$0].text.isEmpty }) {
        throw LayerError(
          "\(name):\(first): \(counted(row.count, "cell")), but \(counted(names.count, "column")): nothing says what cell \(extra + 1) is; "
            + "give all names by header = {…}, or read rows without a header")
      }
      if row.count < names.count {
        shortRows += 1
        if short == nil { short = (first, row.count) }
      }
      var pairs: [(key: String, value: PropertyValue)] = []
      pairs.reserveCapacity(names.count)
      for (i, key) in names.enumerated() {
        let value = i < row.count ? try value(row[i], i, key, types, first) : options.empty
        if !value.isNull { pairs.append((key, value)) }
      }
      rows.append(.dictionary(pairs))
    }
    if let short, let names {
      notes.append(
        (
          .csvRagged,
          "\(name):\(short.line): \(counted(short.count, "cell")) for \(counted(names.count, "column"))"
            + "\(shortRows > 1 ? ", and \(shortRows - 1) more such row\(shortRows > 2 ? "s" : "")" : ""): the others count as empty"
        ))
    }
    return rows
  }

  // MARK: Columns

  private func header(_ cell: Cell) throws -> String { try text(Cell(text: trimmed(cell.text), isQuoted: true), line) }

  /// Names of columns: one without a name has its number.
  private func checked(_ columns: [(text: String, column: Int)]) throws -> [String] {
    var seen: [String: Int] = [:]
    return try columns.map { text, column in
      let key = text.isEmpty ? "\(column)" : text
      if let other = seen.updateValue(column, forKey: key) {
        throw LayerError(
          "\(name): columns \(other) and \(column) are both named \"\(key)\"; give other names by header = {…}, with skip = 1 for the file's own"
        )
      }
      return key
    }
  }

  private func index(of column: CSVOptions.Column, _ names: [String]?) throws -> Int {
    switch column {
    case .number(let number): return number - 1
    case .name(let key):
      if let index = names?.firstIndex(of: key) { return index }
      let known =
        names.map { "the columns are \($0.prefix(50).joined(separator: ", "))" }
        ?? "columns have names only with a header"
      throw LayerError("\(name): types names a column \"\(key)\" that is not there; \(known)")
    }
  }

  // MARK: Cells

  private func text(_ cell: Cell, _ line: Int) throws -> String {
    guard let text = String(validating: cell.text, as: UTF8.self) else {
      throw LayerError("\(name):\(line): the text is not UTF-8; save the file as UTF-8")
    }
    return text
  }

  private func value(_ cell: Cell, _ index: Int, _ key: String?, _ types: [Bool?], _ line: Int) throws -> PropertyValue
  {
    try take(
      2 * MemoryLayout<(key: String, value: PropertyValue)>.stride + (cell.text.count > 15 ? cell.text.count + 32 : 0))
    if cell.text.isEmpty, !cell.isQuoted { return options.empty }
    let type = index < types.count ? types[index] : nil
    if type ?? (options.readsNumbers && !cell.isQuoted) {
      if let number = number(trimmed(cell.text), isAsked: type == true) { return number }
      if type == true {
        throw LayerError(
          "\(name):\(line): column \(key.map { "\"\($0)\"" } ?? "\(index + 1)"): expected a number, got \"\(try text(cell, line))\""
        )
      }
    }
    return .string(try text(cell, line))
  }

  /// A number as in JSON, and also `.5`; where a number is requested, also `007` and `+5`. A value too large for a
  /// whole number stays text.
  private func number(_ cell: ArraySlice<UInt8>, isAsked: Bool) -> PropertyValue? {
    var rest = cell[...]
    var digits: [UInt8] = []
    func isDigit(_ c: UInt8?) -> Bool { c.map { $0 >= 48 && $0 <= 57 } ?? false }
    func takeDigits() -> Int {
      let count = rest.prefix { isDigit($0) }.count
      digits += rest.prefix(count)
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") || isAsked && rest.first == UInt8(ascii: "+") {
      if rest.first == UInt8(ascii: "-") { digits.append(UInt8(ascii: "-")) }
      rest = rest.dropFirst()
    }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let before = takeDigits()
    if startsWithZero, before > 1, !isAsked { return nil }
    var isWhole = true
    if rest.first == options.decimal {
      rest = rest.dropFirst()
      if before == 0 { digits.append(UInt8(ascii: "0")) }
      digits.append(UInt8(ascii: "."))
      isWhole = false
      let after = takeDigits()
      if after == 0 {
        guard isAsked, before > 0 else { return nil }
        digits.append(UInt8(ascii: "0"))
      }
    } else if before == 0 {
      return nil
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      digits.append(UInt8(ascii: "e"))
      rest = rest.dropFirst()
      isWhole = false
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        digits.append(sign)
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

  private func isBlank(_ c: UInt8) -> Bool { (c == 32 || c == 9) && c != options.separator }

  private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = text.firstIndex { !isBlank($0) } ?? text.endIndex
    let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return text[start..<end]
  }

  // MARK: Rows

  private mutating func skipLine() {
    while at < bytes.count, bytes[at] != 10, bytes[at] != 13 { at += 1 }
    endLine()
  }

  /// Skips LF, CRLF or CR.
  private mutating func endLine() {
    guard at < bytes.count else { return }
    if bytes[at] == 13, at + 1 < bytes.count, bytes[at + 1] == 10 { at += 1 }
    at += 1
    line += 1
  }

  private mutating func nextRow() throws -> [Cell]? {
    while at < bytes.count {
      var row: [Cell] = []
      while true {
        row.append(try cell())
        guard at < bytes.count, bytes[at] == options.separator else { break }
        at += 1
      }
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
      return row
    }
    return nil
  }

  /// The cell that begins here, up to its separator or the end of its line.
  private mutating func cell() throws -> Cell {
    let start = at
    while at < bytes.count, isBlank(bytes[at]) { at += 1 }
    if at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
      if at == start || options.trims { return try quotedCell() }
      throw LayerError("\(name):\(line): a quote after a blank; give trim = true to leave out blanks around cells")
    }
    while at < bytes.count, bytes[at] != options.separator, bytes[at] != 10, bytes[at] != 13 { at += 1 }
    return Cell(text: options.trims ? trimmed(bytes[start..<at]) : bytes[start..<at], isQuoted: false)
  }

  private mutating func quotedCell() throws -> Cell {
    let first = line
    at += 1
    var start = at
    var text: ArraySlice<UInt8> = []
    while true {
      guard at < bytes.count else { throw LayerError("\(name):\(first): a quoted cell begins here and does not end") }
      if bytes[at] == UInt8(ascii: "\"") {
        text += bytes[start..<at]
        at += 1
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { break }
        start = at
      } else if bytes[at] == 10 || bytes[at] == 13 && !(at + 1 < bytes.count && bytes[at + 1] == 10) {
        line += 1
      }
      at += 1
    }
    while at < bytes.count, isBlank(bytes[at]) { at += 1 }
    if at < bytes.count, bytes[at] != options.separator, bytes[at] != 10, bytes[at] != 13 {
      throw LayerError(
        "\(name):\(line): text after the quote that ends a cell; a quote within a quoted cell is written twice")
    }
    return Cell(text: text, isQuoted: true)
  }

}
