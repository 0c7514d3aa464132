import CLuaShim
import LayerModel
import LuaRuntime

extension Method {
  static let dataMethods: [Method] = [
    Method("ca", "readFile") { call in
      let name = try call.string("the file name")
      guard !name.isEmpty else { throw call.error("expected a file name, got an empty string") }
      call.binding.push(bytes: try call.binding.scene.services.readFile(name))
    },
    Method("ca", "decodeJSON") { call in
      let argument = call.next()
      guard let argument, argument.type == LLUA_NODE_STRING else { throw call.mismatch("a string of JSON", argument) }
      let taken = call.passingMemory
      try call.take(argument.node.length, taken, for: "the text")
      var reader = JSONReader(argument.bytes ?? [], caller: "ca.decodeJSON", taken)
      call.binding.push(try reader.read())
    },
    Method("ca", "encodeJSON") { call in
      guard let argument = call.next() else { throw call.mismatch("a value", nil) }
      var writer = JSONText(call.passingMemory)
      try writer.write(argument)
      call.binding.push(writer.text)
    },
    Method("ca", "readCSV") { call in
      let name = try call.string("the file name")
      guard !name.isEmpty else { throw call.error("expected a file name, got an empty string") }
      let options = try call.options(["header", "separator"])
      let hasHeader = options["header"].map { $0.number != 0 } ?? false
      var separator = UInt8(ascii: ",")
      if let given = try call.string(options, "separator") {
        guard given.utf8.count == 1, let byte = given.utf8.first else {
          throw call.error("separator must be one character, got \"\(given)\"")
        }
        separator = byte
      }
      let bytes = try call.binding.scene.services.readFile(name)
      let taken = call.passingMemory
      try call.take(bytes.count, taken, for: "the text")
      call.binding.push(
        try csvTable(bytes, name: name, separator: separator, hasHeader: hasHeader) {
          try call.take($0, taken, for: "the fields of \(name)")
        })
    },
    Method("ca", "parameter") { call in
      let name = try call.string("the parameter's name")
      let options = try call.options(["default", "min", "max"])
      try call.answerParameter(name, options)
    },
    Method("ca", "fonts") { call in
      let details = try call.options(["details"])["details"]?.number == 1
      let fonts = call.binding.scene.services.fonts()
      call.binding.push(.array(details ? fonts.map { $0.value } : fonts.map(\.fullName).sorted().map { .string($0) }))
    },
  ]
}

extension Call {
  /// A `-D name=value` argument in the type of its default.
  fileprivate func answerParameter(_ name: String, _ options: [String: Argument]) throws {
    let text = binding.arguments[name]
    let low = try number(options, "min")
    let high = try number(options, "max")
    if let low, let high, low > high { throw error("min \(short(low)) is greater than max \(short(high))") }
    let fallback = options["default"]
    func refuse(_ expected: String) -> LayerError { LayerError("parameter \(name): expected \(expected), got \"\(text ?? "")\"") }
    if fallback?.type == LLUA_NODE_NUMBER || low != nil || high != nil {
      var value = fallback?.number
      if let text {
        guard let parsed = Double(text), parsed.isFinite else { throw refuse("a number") }
        value = parsed
      }
      guard let value else { return binding.pushNil() }
      if let low, value < low { throw LayerError("parameter \(name): expected \(range(low, high)), got \(short(value))") }
      if let high, value > high { throw LayerError("parameter \(name): expected \(range(low, high)), got \(short(value))") }
      return binding.push(value)
    }
    if let fallback, fallback.type == LLUA_NODE_BOOLEAN {
      guard let text else { return binding.push(fallback.number != 0) }
      switch text.lowercased() {
      case "true", "yes", "on", "1", "": return binding.push(true)
      case "false", "no", "off", "0": return binding.push(false)
      default: throw refuse("true or false")
      }
    }
    if let text { return binding.push(text) }
    guard let fallback else { return binding.pushNil() }
    guard let string = fallback.string else { throw error("default must be a number, a boolean or a string, got \(fallback.described)") }
    binding.push(string)
  }

  private func range(_ low: Double?, _ high: Double?) -> String {
    switch (low, high) {
    case (let low?, let high?): "a number from \(short(low)) to \(short(high))"
    case (let low?, nil): "a number of at least \(short(low))"
    case (nil, let high?): "a number of at most \(short(high))"
    case (nil, nil): "a number"
    }
  }
}

/// Rows of fields: unquoted numbers as numbers, everything else as text; with a header, rows by its names.
///
/// - Parameter take: asks for the memory of what was read.
private func csvTable(
  _ bytes: [UInt8], name: String, separator: UInt8, hasHeader: Bool, take: (Int) throws -> Void
) throws -> PropertyValue {
  let quote = UInt8(ascii: "\"")
  let lf = UInt8(ascii: "\n")
  let cr = UInt8(ascii: "\r")
  var rows: [[PropertyValue]] = []
  var row: [PropertyValue] = []
  var field: [UInt8] = []
  var isQuoted = false
  var wasQuoted = false
  var line = 1
  func value() throws -> PropertyValue {
    guard let text = String(validating: field, as: UTF8.self) else { throw LayerError("\(name):\(line): the text is not UTF-8") }
    if !wasQuoted, let first = text.utf8.first, first < 0x3A, let number = Double(text), number.isFinite { return .number(number) }
    return .string(text)
  }
  func endField() throws {
    try take(2 * MemoryLayout<(key: String, value: PropertyValue)>.stride + (field.count > 15 ? field.count + 32 : 0))
    row.append(try value())
    field = []
    wasQuoted = false
  }
  func endRow() throws {
    if row.isEmpty, field.isEmpty, !wasQuoted { return }
    try endField()
    rows.append(row)
    row = []
  }
  var i = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  while i < bytes.count {
    let byte = bytes[i]
    i += 1
    if byte == lf { line += 1 }
    if isQuoted {
      if byte != quote {
        field.append(byte)
      } else if i < bytes.count, bytes[i] == quote {
        field.append(quote)
        i += 1
      } else {
        isQuoted = false
      }
    } else if byte == quote, field.isEmpty {
      isQuoted = true
      wasQuoted = true
    } else if byte == separator {
      try endField()
    } else if byte == lf {
      try endRow()
    } else if byte != cr || (i < bytes.count && bytes[i] != lf) {
      field.append(byte)
    }
  }
  if isQuoted { throw LayerError("\(name): a quoted field is not closed") }
  try endRow()
  guard hasHeader, let header = rows.first else { return .array(rows.map { .array($0) }) }
  let names = header.map { value -> String in
    switch value {
    case .string(let s): s
    case .number(let v): short(v)
    default: ""
    }
  }
  return .array(rows.dropFirst().map { row in .dictionary(zip(names, row).map { (key: $0, value: $1) }) })
}
