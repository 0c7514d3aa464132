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
  init(_ path: String, types: [(column: String, isNumber: Bool)], _ engine: Engine, bytes: [UInt8]) throws {
    let name = path == "-" ? "standard input" : path
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
    var rows: [BatchRow] = []
    var names: [String] = []
    var known: Set<String> = []
    try engine.define("kind", as: kind)
    try engine.define("separator", as: kind == "tsv" ? "\t" : ",")
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
    self.rows = try rows.map { try BatchRows.ordered($0, names, types) }
  }

  /// Removes the place in the reading script.
  private static func plain(_ message: String) -> String {
    for start in ["ca.host.row: ", "ca.decodeCSV: ", "ca.decodeJSON: ", "ca.decodeTOML: "]
    where message.hasPrefix(start) {
      return String(message.dropFirst(start.utf8.count))
    }
    return message
  }

  /// Returns a row with its columns in the table's order and its texts as the types that were asked for.
  private static func ordered(
    _ row: BatchRow, _ names: [String], _ types: [(column: String, isNumber: Bool)]
  ) throws -> BatchRow {
    var columns: [(name: String, value: PropertyValue)] = []
    for name in names {
      guard var value = row.columns.last(where: { $0.name == name })?.value else { continue }
      if let type = types.last(where: { $0.column == name }) {
        if type.isNumber, case .string(let text) = value, !text.isEmpty {
          guard let number = Double(text), number.isFinite else {
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
