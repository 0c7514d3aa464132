// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import LuaRuntime
import Messages
import Numbers
import Parsing
import Scales
import TOMLFiles

extension Method {
  static let dataMethods: [Method] = [
    Method(
      "ca", "readFile", signature: "(name: string): string",
      summary: "The bytes of a file, whose name is relative to the script's folder."
    ) { call in
      let name = try call.string("the file name")
      guard !name.isEmpty else { throw call.error("expected a file name, got an empty string") }
      var reading = call.reading("the file's bytes")
      let bytes = try call.binding.services.readFile(name) { try reading.take($0) }
      call.binding.push(bytes: bytes)
      reading.giveBack(bytes.count)
    },
    Method(
      "ca", "decodeJSON", signature: "(text: string, options?: {null?: any}): any",
      summary: "The value of JSON text; null becomes nil, or the value of `null`."
    ) { call in
      let argument = call.next()
      guard let argument, argument.type == LLUA_NODE_STRING else { throw call.mismatch("a string of JSON", argument) }
      if let name = call.fileName(in: argument, extensions: [".json"]) {
        throw call.error("\"\(name)\" is a file name, but text was expected: ca.decodeJSON(ca.readFile(\"\(name)\"))")
      }
      var reading = call.reading("the values of the text")
      try reading.take(argument.node.length)
      var reader = JSONReader(argument.bytes ?? [])
      reader.wholeNumber = WholeNumber.value
      if let null = try call.options(["null"])["null"] { reader.null = try call.cellValue(null, "null") }
      let value = try reader.read(&reading)
      if let (name, line) = reader.duplicate {
        call.binding.scene.warn(
          .jsonDuplicate,
          "ca.decodeJSON: an object has the name \"\(name)\" twice (line \(line) of the text); the last one counts")
      }
      call.binding.push(value)
    },
    Method("ca", "encodeJSON", signature: "(value: any): string", summary: "A value as JSON text.") { call in
      guard let argument = call.next() else { throw call.mismatch("a value", nil) }
      var reading = call.reading("the text")
      var writer = JSONWriter()
      try writer.write(argument, &reading)
      call.binding.push(bytes: writer.utf8)
    },
    Method(
      "ca", "readCSV", signature: "(name: string, options?: ca.CSVOptions): table[], string[]?",
      summary: "The rows of a file of comma-separated values, and the columns' names."
    ) { call in
      let name = try call.string("the file name")
      guard !name.isEmpty else { throw call.error("expected a file name, got an empty string") }
      let options = try call.csvOptions()
      guard !name.utf8.contains(10) else {
        throw call.error("expected a file name, got a text of several lines; ca.decodeCSV reads text")
      }
      var reading = call.reading("the cells of \(name)", name: name)
      let bytes = try call.binding.services.readFile(name) { try reading.take($0) }
      try call.answerCSV(bytes, name: name, options, &reading)
    },
    Method(
      "ca", "decodeCSV", signature: "(text: string, options?: ca.CSVOptions): table[], string[]?",
      summary: "The rows of text of comma-separated values, and the columns' names."
    ) { call in
      let argument = call.next()
      guard let argument, argument.type == LLUA_NODE_STRING else {
        throw call.mismatch("a string of comma-separated values", argument)
      }
      if let name = call.fileName(in: argument, extensions: [".csv", ".tsv", ".txt"]) {
        throw call.error("\"\(name)\" is a file name, but text was expected; ca.readCSV reads files")
      }
      let options = try call.csvOptions()
      var reading = call.reading("the text")
      try reading.take(argument.node.length)
      try call.answerCSV(argument.bytes ?? [], name: "ca.decodeCSV", options, &reading)
    },
    Method(
      "ca", "readTOML", signature: "(name: string): table", summary: "The table of a file of TOML."
    ) { call in
      let name = try call.string("the file name")
      guard !name.isEmpty else { throw call.error("expected a file name, got an empty string") }
      guard !name.utf8.contains(10) else {
        throw call.error("expected a file name, got a text of several lines; ca.decodeTOML reads text")
      }
      var reading = call.reading("the values of \(name)", name: name)
      let bytes = try call.binding.services.readFile(name) { try reading.take($0) }
      try call.answerTOML(bytes, &reading)
    },
    Method(
      "ca", "decodeTOML", signature: "(text: string): table", summary: "The table of TOML text."
    ) { call in
      let argument = call.next()
      guard let argument, argument.type == LLUA_NODE_STRING else { throw call.mismatch("a string of TOML", argument) }
      if let name = call.fileName(in: argument, extensions: [".toml"]) {
        throw call.error("\"\(name)\" is a file name, but text was expected; ca.readTOML reads files")
      }
      var reading = call.reading("the text")
      try reading.take(argument.node.length)
      try call.answerTOML(argument.bytes ?? [], &reading)
    },
    Method(
      "ca", "parameter", signature: "(name: string, options?: ca.ParameterOptions): any",
      summary: "The value of `-D NAME=VALUE`, of the kind of the options or of the default, and within their bounds."
    ) { call in try call.answerParameter() },
    Method(
      "ca", "fonts", signature: "(options?: {details?: boolean}): any[]",
      summary: "The full names of the available fonts; with `details` tables that describe them."
    ) { call in
      let details = try call.options(["details"])["details"]?.number == 1
      let fonts = call.binding.services.fonts()
      call.binding.push(.array(details ? fonts.map { $0.value } : fonts.map(\.fullName).sorted().map { .string($0) }))
    },
  ]
}

extension Call {
  /// Returns the file name if one was passed in place of the file's text; nil otherwise.
  fileprivate func fileName(in argument: Argument, extensions: [String]) -> String? {
    guard argument.node.length <= 256, let bytes = argument.bytes,
      !bytes.contains(where: { $0 < 32 || $0 == 34 || $0 == 44 || $0 == 59 })
    else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return extensions.contains { text.lowercased().hasSuffix($0) } ? text : nil
  }

  /// Reads the value that stands for null or for an empty cell; false means nil.
  fileprivate func cellValue(_ argument: Argument, _ name: String) throws -> PropertyValue {
    switch argument.type {
    case LLUA_NODE_BOOLEAN: return argument.number == 0 ? .null : .bool(true)
    case LLUA_NODE_NUMBER, LLUA_NODE_STRING: if let value = argument.plain { return value }
    case LLUA_NODE_OBJECT where argument.isNull: return ScriptNull.value
    default: break
    }
    throw error("\(name) must be false (for nil), a string, a number, true or ca.null, got \(argument.described)")
  }

  fileprivate mutating func csvOptions() throws -> CSVOptions {
    let given = try options(
      ["separator", "decimal", "header", "skip", "numbers", "types", "trim", "empty", "quote", "dates"],
      keepsFalse: true)
    var options = CSVOptions()
    func flag(_ key: String) throws -> Bool? {
      guard let argument = given[key] else { return nil }
      guard argument.type == LLUA_NODE_BOOLEAN else {
        throw error("\(key) must be true or false, got \(argument.described)")
      }
      return argument.number != 0
    }
    if let separator = try string(given, "separator") {
      guard separator.utf8.count == 1, let byte = separator.utf8.first, byte >= 32 && byte < 127 || byte == 9,
        byte != 34
      else {
        throw error("separator must be one character such as \",\", \";\" or \"\\t\", got \"\(separator)\"")
      }
      options.separator = byte
    }
    if let decimal = try string(given, "decimal") {
      guard decimal == "." || decimal == "," else { throw error("decimal must be \".\" or \",\", got \"\(decimal)\"") }
      options.decimal = decimal == "," ? UInt8(ascii: ",") : UInt8(ascii: ".")
    }
    guard options.decimal != options.separator else {
      throw error(
        "separator and decimal are both \"\(options.decimal == 44 ? "," : ".")\"; name the separator too, such as "
          + "separator = \";\""
      )
    }
    if let header = given["header"] {
      if header.type == LLUA_NODE_BOOLEAN {
        options.header = header.number != 0 ? .firstRow : .none
      } else {
        guard let items = header.items, !items.isEmpty, case let names = items.compactMap(\.string),
          names.count == items.count
        else {
          throw error(
            "header must be true when the first row has the names, or a list of names, got \(header.described)")
        }
        options.header = .names(names)
      }
    }
    if let skip = try number(given, "skip") {
      guard skip >= 0, skip <= 1e6, skip == skip.rounded() else {
        throw error("skip must be a number of lines from 0, got \(numberText(skip))")
      }
      options.skip = Int(clamping: skip)
    }
    if let quote = given["quote"] {
      if quote.type == LLUA_NODE_BOOLEAN, quote.number == 0 {
        options.quote = nil
      } else {
        guard let text = quote.string, text.utf8.count == 1, let byte = text.utf8.first, byte > 32, byte < 127,
          byte != options.separator
        else {
          throw error("quote must be one character such as \"'\", or false for none, got \(quote.described)")
        }
        options.quote = byte
      }
    }
    if let form = try string(given, "dates") {
      guard let known = DateForm(rawValue: form) else {
        throw error("dates must be \(alternatives(DateForm.allCases.map { "\"\($0.rawValue)\"" })), got \"\(form)\"")
      }
      options.dateForm = known
    }
    options.readsNumbers = try flag("numbers") ?? true
    options.trims = try flag("trim") ?? false
    if let empty = given["empty"] { options.empty = try cellValue(empty, "empty") }
    if let types = given["types"] { options.types = try columnTypes(types) }
    return options
  }

  private func columnTypes(
    _ types: Argument
  ) throws -> [(column: CSVOptions.Column, type: CSVOptions.ColumnType)] {
    func known(_ type: Argument) throws -> CSVOptions.ColumnType {
      guard let known = type.string.flatMap({ CSVOptions.ColumnType(rawValue: $0) }) else {
        let names = CSVOptions.ColumnType.allCases.map { "\"\($0.rawValue)\"" }
        throw error("types: a column is \(alternatives(names)), got \(type.described)")
      }
      return known
    }
    guard types.type == LLUA_NODE_TABLE else {
      throw error("types must be a table such as { zip = \"text\" }, got \(types.described)")
    }
    return try types.fields.map { name, number, key, value in
      if let name { return (.name(name), try known(value)) }
      guard let number, number >= 1, number <= 1e6, number == number.rounded() else {
        throw error("types: expected names of columns, or their numbers from 1, got \(key)")
      }
      return (.number(Int(clamping: number)), try known(value))
    }
  }

  /// Pushes the table of a text, whose bytes are charged.
  fileprivate func answerTOML(_ bytes: [UInt8], _ reading: inout Reading) throws {
    var reader = TOMLReader(bytes)
    reader.wholeNumber = WholeNumber.value
    binding.push(try reader.read(&reading))
  }

  /// Pushes the rows of a text, whose bytes are charged, and, if there is a header, the column names.
  fileprivate func answerCSV(
    _ bytes: [UInt8], name: String, _ options: CSVOptions, _ reading: inout Reading
  ) throws {
    var reader = CSVReader(bytes, name: name, options)
    let (rows, names) = try reader.read(&reading)
    for note in reader.notes { binding.scene.warn(note.rule, note.message) }
    binding.push(.array(rows))
    if let names { binding.push(.array(names.map { .string($0) })) }
  }
}
