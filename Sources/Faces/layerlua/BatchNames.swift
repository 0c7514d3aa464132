// SPDX-License-Identifier: MIT
import LayerEngine
import Messages

/// The names of a batch's files: `cards/{id}-{name}.png` with a column's value, `{row}` or zeros for the row's number.
struct BatchNames {
  private enum Part {
    case text(String)
    case column(String)
    /// The row's number with at least so many digits.
    case number(Int)
  }

  private let parts: [Part]
  let template: String

  /// - Throws: `EngineError` for a name that is no column, and for a template that names one file for all rows.
  init(_ template: String, columns: [String]) throws(EngineError) {
    self.template = template
    var parts: [Part] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw EngineError(.usage, "-o \(template): a { has no }; a column is written {name}")
      }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let name = String(rest[rest.index(after: open)..<close])
      if columns.contains(name) {
        parts.append(.column(name))
      } else if name == "row" {
        parts.append(.number(1))
      } else if !name.isEmpty, name.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }), name.utf8.count <= 20 {
        parts.append(.number(name.utf8.count))
      } else {
        throw EngineError(
          .usage,
          "-o \(template): the table has no column \(name)\(suggestionOrList(for: name, among: columns + ["row"]))")
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
    let isOne = parts.allSatisfy { if case .text = $0 { true } else { false } }
    if isOne {
      let dot = template.lastIndex(of: ".") ?? template.endIndex
      throw EngineError(
        .usage,
        "-o \(template) is the name of one file, and every row makes one: use a column or the row's number, such as "
          + "-o \(template[..<dot])-{row}\(template[dot...])")
    }
  }

  /// True if a column is part of the names.
  func uses(_ column: String) -> Bool {
    parts.contains { if case .column(column) = $0 { true } else { false } }
  }

  /// Returns a row's file.
  ///
  /// - Throws: `EngineError` if a value is empty or no text.
  func file(of row: BatchRow) throws(EngineError) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .number(let digits):
        let number = "\(row.number)"
        result += String(repeating: "0", count: max(digits - number.utf8.count, 0)) + number
      case .column(let name):
        let value = row.columns.last { $0.name == name }?.value ?? .null
        guard let text = BatchRow.text(value) else {
          throw EngineError(.usage, "\(row.mention): {\(name)} in -o is no text")
        }
        let safe = BatchNames.safe(text)
        guard !safe.isEmpty else { throw EngineError(.usage, "\(row.mention): {\(name)} in -o is empty") }
        result += safe
      }
    }
    return result
  }

  /// The names that Windows keeps for devices.
  private static let devices: Set<String> = {
    var names: Set<String> = ["con", "prn", "aux", "nul"]
    for i in 1...9 { names.formUnion(["com\(i)", "lpt\(i)"]) }
    return names
  }()

  /// Returns a value as one part of a path on every system: separators, control characters and braces become `_`, dots
  /// and dashes at the start, dots and blanks at the end too; a device's name of Windows gets a `_`. Cut at 200 bytes.
  static func safe(_ text: String) -> String {
    var characters: [Character] = []
    var bytes = 0
    for character in text {
      var kept = character
      let scalar = character.unicodeScalars.first?.value ?? 0
      if scalar < 32 || scalar == 127 || "/\\{}:*?\"<>|".contains(character) { kept = "_" }
      bytes += String(kept).utf8.count
      if bytes > 200 { break }
      characters.append(kept)
    }
    var i = 0
    while i < characters.count, characters[i] == "." || characters[i] == "-" {
      characters[i] = "_"
      i += 1
    }
    i = characters.count - 1
    while i >= 0, characters[i] == "." || characters[i] == " " {
      characters[i] = "_"
      i -= 1
    }
    let result = String(characters)
    let stem = result.prefix { $0 != "." }.lowercased()
    return devices.contains(stem) ? "_" + result : result
  }

  /// Returns the files of all rows.
  ///
  /// - Throws: `EngineError` that lists rows whose files would be one, also where case does not count.
  func files(of rows: [BatchRow]) throws(EngineError) -> [Result<String, EngineError>] {
    var result: [Result<String, EngineError>] = []
    // For lookups only, never iterated.
    var known: [String: Int] = [:]
    var twice: [String] = []
    for row in rows {
      do throws(EngineError) {
        let file = try file(of: row)
        result.append(.success(file))
        let key = file.lowercased()
        if let other = known[key] {
          if twice.count < 10 { twice.append("rows \(other) and \(row.number): \(file)") }
        } else {
          known[key] = row.number
        }
      } catch { result.append(.failure(error)) }
    }
    if !twice.isEmpty {
      throw EngineError(
        .usage,
        "-o \(template) names one file for several rows; add a column that differs, or {row}:\n  "
          + twice.joined(separator: "\n  "))
    }
    return result
  }
}
