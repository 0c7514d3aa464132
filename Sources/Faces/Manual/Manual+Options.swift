// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import Messages

// Pages on tables of options, such as ca.AxisOptions, and on their fields.
extension Manual {
  /// A table that functions take or return, as the stubs declare it.
  struct OptionTable {
    /// Without `ca.`.
    var name: String
    /// The table whose fields it has too.
    var parent: String?
    var fields: [(name: String, type: String, words: String)] = []
  }

  /// The tables of the stubs that are neither classes nor objects with functions.
  static let optionTables: [OptionTable] = {
    let owners = Set(LuaBinding.manual.map(\.owner))
    var tables: [OptionTable] = []
    var isOpen = false
    for line in stubs.split(separator: "\n", omittingEmptySubsequences: false) {
      if let head = rest(of: line, behind: "---@class (exact) ca.") ?? rest(of: line, behind: "---@class ca.") {
        let name = String(head.prefix { $0 != ":" })
        let parent = head.dropFirst(name.count).drop { ": ".contains($0) }
        isOpen = !name.contains(".") && KeyedClass.named(name) == nil && !owners.contains(name)
        if isOpen {
          tables.append(
            OptionTable(name: name, parent: rest(of: parent, behind: "ca.").map { String($0.prefix { $0 != "," }) }))
        }
      } else if isOpen, let field = rest(of: line, behind: "---@field ") {
        var name = String(field.prefix { $0 != " " })
        // The type ends at two blanks.
        var type = field.dropFirst(name.count + 1)
        var words = ""
        var at = type.startIndex
        while at < type.endIndex {
          if type[at...].hasPrefix("  ") {
            words = String(type[at...].drop { $0 == " " })
            type = type[..<at]
            break
          }
          at = type.index(after: at)
        }
        if name.hasSuffix("?") { name.removeLast() }
        tables[tables.count - 1].fields.append((name, String(type), words))
      } else {
        isOpen = false
      }
    }
    return tables.filter { !$0.fields.isEmpty || $0.parent != nil }
  }()

  private static func rest(of text: Substring, behind start: String) -> Substring? {
    text.hasPrefix(start) ? text.dropFirst(start.count) : nil
  }

  private static func optionTable(_ name: String) -> OptionTable? { optionTables.first { $0.name == name } }

  /// Returns the tables in a function's parameters.
  static func optionTables(of function: FunctionEntry) -> [OptionTable] {
    if function.onlyRefuses || function.isField { return [] }
    let types = function.signatures.flatMap { Signature($0).parameters.map(\.type) }
    let words = Set(
      types.flatMap { type in
        type.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }.map(String.init)
      })
    return optionTables.filter { words.contains("ca.\($0.name)") }
  }

  /// Returns a table's fields with what is said about them, then those of its parents.
  static func fieldRows(of table: OptionTable) -> [(name: String, words: String)] {
    var rows: [(name: String, words: String)] = table.fields.map { ($0.name, words(on: $0)) }
    var parent = table.parent
    // A parent that is a class has a page of its own.
    while let name = parent, let next = optionTable(name), rows.count < 1000 {
      for field in next.fields where !rows.contains(where: { $0.name == field.name }) {
        rows.append((field.name, words(on: field)))
      }
      parent = next.parent
    }
    return rows
  }

  private static func words(on field: (name: String, type: String, words: String)) -> String {
    field.words.isEmpty ? field.type : "\(field.words) (\(field.type))"
  }

  /// Returns the page on a table of options: `AxisOptions`.
  static func page(onOptions name: String) -> Page? {
    guard let table = optionTable(name) else { return nil }
    let functions = LuaBinding.manual.filter { function in optionTables(of: function).contains { $0.name == name } }
    var parts: [Page.Part] = [.list("Fields", fieldRows(of: table))]
    parts.append(.list("Taken by", functions.map { (title(of: $0), $0.summary) }))
    return Page("ca.\(name): the fields of a table", parts, examples: ["\(name).*"])
  }

  /// Returns the page on a field of tables of options: `tickLength`, `AxisOptions.tickLength`.
  static func page(onField name: String, of owner: String?) -> Page? {
    // A hook has a page of its own.
    if ScriptHook.all.contains(where: { $0.name == name }) { return nil }
    let tables = optionTables.filter { table in
      (owner == nil || table.name == owner) && table.fields.contains { $0.name == name }
    }
    guard !tables.isEmpty else { return nil }
    let rows = tables.flatMap { table in
      table.fields.filter { $0.name == name }.map { (name: "ca.\(table.name)", words: words(on: $0)) }
    }
    return Page(
      "\(name): a field of tables", [.list("Of", rows)],
      examples: tables.map { "\($0.name).\(name)" } + tables.map { "\($0.name).*" })
  }
}
