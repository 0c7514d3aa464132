// SPDX-License-Identifier: MIT
import LayerEngine
import Messages
import Numbers
import SystemC

/// A row of a batch's table.
struct BatchRow {
  /// From 1.
  let number: Int
  /// The columns in the order of the table.
  let columns: [(name: String, value: PropertyValue)]

  /// The row for messages: `row 17 (id=017)`.
  var mention: String {
    guard let first = columns.first, let text = BatchRow.text(first.value) else { return "row \(number)" }
    return "row \(number) (\(first.name)=\(text.prefix(60)))"
  }

  /// Returns a value as text; nil for a list and the like.
  static func text(_ value: PropertyValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): numberText(number)
    case .bool(let flag): flag ? "true" : "false"
    case .null: ""
    default: nil
    }
  }
}

/// Reads the table of a batch.
struct BatchRows {
  var rows: [BatchRow]
  var names: [String]

  /// Lua's own readers parse the table, so that a batch and a script read the same file alike.
  private static let script = """
    local ca = require "layerlua"
    local host = ca.host
    if host.kind == "jsonl" then
      local number = 0
      for line in (host.text .. "\\n"):gmatch "([^\\n]*)\\n" do
        number = number + 1
        if line:find "%S" then
          local ok, row = pcall(ca.decodeJSON, line)
          if not ok then
            error("line " .. number .. ": " .. (tostring(row):gsub("^%(rows%):%d+: ca.decodeJSON: ", "")), 0)
          end
          host.row(row, number)
        end
      end
    elseif host.kind == "json" then
      local rows = ca.decodeJSON(host.text)
      if type(rows) ~= "table" then error("expected a list of objects", 0) end
      for i, row in ipairs(rows) do host.row(row, i) end
      if #rows == 0 and next(rows) then error("expected a list of objects, got one object", 0) end
    elseif host.kind == "toml" then
      local name, others = nil, {}
      local document = ca.decodeTOML(host.text)
      for key, value in pairs(document) do
        if name == nil and type(value) == "table" and type(value[1]) == "table" then
          name = key
        else
          others[#others + 1] = key
        end
      end
      if name == nil or #others > 0 then
        if name then others[#others + 1] = name end
        table.sort(others)
        local got = #others > 0 and others[1] and table.concat(others, ", ", 1, math.min(#others, 20)) or "nothing"
        error("expected one array of tables, such as [[card]], and nothing else, got " .. got, 0)
      end
      for i, row in ipairs(document[name]) do host.row(row, i) end
    else
      local rows, names = ca.decodeCSV(host.text, { header = true, numbers = false, separator = host.separator })
      host.header(names)
      for i, row in ipairs(rows) do host.row(row, i) end
    end
    """

  /// - Parameters:
  ///   - path: the table's file; `-` is standard input.
  ///   - types: the columns whose texts become numbers.
  ///   - separator: the sign between the cells of CSV; nil is that of the first line.
  init(
    _ path: String, types: [(column: String, isNumber: Bool)], separator: UInt8? = nil, _ engine: Engine,
    bytes: [UInt8]
  ) throws {
    let name = BatchRows.mention(path)
    let tail = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
    var kind = tail
    if path == "-" || !["csv", "tsv", "jsonl", "json", "toml"].contains(tail) {
      // Without a telling name the first character decides.
      switch bytes.first(where: { $0 > 32 }) {
      case UInt8(ascii: "["): kind = "json"
      case UInt8(ascii: "{"): kind = "jsonl"
      default: kind = "csv"
      }
    }
    let isCSV = kind == "csv" || kind == "tsv"
    if separator != nil, !isCSV {
      throw EngineError(.usage, "--separator is for CSV, and \(name) is \(kind.uppercased()); leave it out")
    }
    if isCSV, bytes.drop(while: { [0xEF, 0xBB, 0xBF].contains($0) }).allSatisfy({ $0 <= 32 }) {
      throw EngineError(.usage, "\(name): the table is empty; its first line names the columns")
    }
    let sign = separator ?? (kind == "tsv" ? 9 : BatchRows.separator(of: bytes))
    var rows: [BatchRow] = []
    var names: [String] = []
    var known: Set<String> = []
    try engine.define("kind", as: kind)
    try engine.define("separator", as: PropertyValue.string(String(UnicodeScalar(sign))))
    try engine.define("text", as: PropertyValue.bytes(bytes))
    try engine.registerVariadic("header") { arguments in
      if case .array(let list)? = arguments.first {
        for case .string(let name) in list where known.insert(name).inserted { names.append(name) }
      }
      return []
    }
    try engine.registerVariadic("row") { arguments in
      guard case .dictionary(let pairs)? = arguments.first else {
        if case .array(let list)? = arguments.first, list.isEmpty {
          rows.append(BatchRow(number: rows.count + 1, columns: []))
          return []
        }
        throw LayerError("row \(rows.count + 1): expected an object with the columns' names")
      }
      for pair in pairs where known.insert(pair.key).inserted { names.append(pair.key) }
      rows.append(BatchRow(number: rows.count + 1, columns: pairs.map { ($0.key, $0.value) }))
      return []
    }
    do {
      try engine.run(script: BatchRows.script, name: "(rows)")
    } catch let error as EngineError {
      throw EngineError(error.kind == .script ? .usage : error.kind, "\(name): \(BatchRows.plain(error.message))")
    }
    for (column, _) in types where !known.contains(column) {
      throw EngineError(
        .usage, "--types: the table has no column \(column)\(suggestionOrList(for: column, among: names))")
    }
    self.names = names
    let hasDecimalComma = isCSV && sign != UInt8(ascii: ",")
    self.rows = try rows.map { try BatchRows.ordered($0, names, types, hasDecimalComma: hasDecimalComma) }
  }

  /// The table's name in messages.
  static func mention(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// Returns the sign between the names of the first line: the most frequent one outside of quotes, of comma, semicolon
  /// and tab; a comma if there is none.
  static func separator(of bytes: [UInt8]) -> UInt8 {
    let signs = [UInt8(ascii: ","), UInt8(ascii: ";"), 9]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in bytes.drop(while: { $0 == 10 || $0 == 13 }) {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if !isQuoted {
        if byte == 10 || byte == 13 { break }
        if let i = signs.firstIndex(of: byte) { counts[i] += 1 }
      }
    }
    var best = 0
    for i in 1...2 where counts[i] > counts[best] { best = i }
    return signs[best]
  }

  /// Returns a warning of the reading script as one of the table.
  static func told(_ warning: LayerWarning, of path: String) -> LayerWarning {
    LayerWarning(rule: warning.rule, message: "\(mention(path)): \(plain(warning.message))")
  }

  /// Removes the place in the reading script, and names options of the program in place of those of its functions.
  private static func plain(_ message: String) -> String {
    var text = message
    for start in ["ca.host.row", "ca.decodeCSV", "ca.decodeJSON", "ca.decodeTOML"] {
      if text.hasPrefix(start + ": ") {
        text = String(text.dropFirst(start.utf8.count + 2))
      } else if text.hasPrefix(start + ":") {
        text = "line \(text.dropFirst(start.utf8.count + 1))"
      }
    }
    for (words, option) in [
      ("give separator = \"\\t\"", "give --separator tab"), ("give separator = ", "give --separator "),
      ("give all names by header = {…}, or read rows without a header", "name it in the first line"),
      ("give other names with header = {…}, and skip = 1 to skip the file's", "give one of them another name"),
    ] {
      text = replaced(words, in: text, with: option)
    }
    return text
  }

  /// Returns a text with the first occurrence of some words replaced.
  private static func replaced(_ words: String, in text: String, with other: String) -> String {
    var at = text.startIndex
    while at < text.endIndex {
      let rest = text[at...]
      if rest.hasPrefix(words) { return "\(text[..<at])\(other)\(rest.dropFirst(words.count))" }
      at = text.index(after: at)
    }
    return text
  }

  /// Returns a row with its columns in the table's order and its texts as the types that were asked for.
  private static func ordered(
    _ row: BatchRow, _ names: [String], _ types: [(column: String, isNumber: Bool)], hasDecimalComma: Bool
  ) throws -> BatchRow {
    var columns: [(name: String, value: PropertyValue)] = []
    for name in names {
      guard var value = row.columns.last(where: { $0.name == name })?.value else { continue }
      if let type = types.last(where: { $0.column == name }) {
        if type.isNumber, case .string(let text) = value, !text.isEmpty {
          // 3,5 is a number where commas do not separate cells.
          let isDecimal = hasDecimalComma && text.utf8.count { $0 == 44 } == 1 && !text.utf8.contains(46)
          let digits = isDecimal ? replaced(",", in: text, with: ".") : text
          guard let number = Double(digits), number.isFinite else {
            throw EngineError(.usage, "row \(row.number): \(name): expected a number, got \"\(text.prefix(60))\"")
          }
          value = .number(number)
        } else if !type.isNumber, let text = BatchRow.text(value) {
          value = .string(text)
        }
      }
      columns.append((name, value))
    }
    return BatchRow(number: row.number, columns: columns)
  }
}
