// SPDX-License-Identifier: MIT
import CProcesses
import CTOMLReading
import LayerModel
import Messages
import Numbers
import Parsing
import Scales

/// Reads TOML 1.0 by toml++, which is loaded with the first text.
///
///     var reading = Reading(scene.account, name: "ca.decodeTOML")
///     let value = try TOMLReader(bytes).read(&reading)
///
/// Tables become dictionaries, arrays become arrays. Dates, with or without a time, become seconds since 1970 in UTC; a
/// date and time without an offset counts as UTC. Times of day become text such as `07:32:00.5`.
package struct TOMLReader {
  /// The largest text, in bytes.
  package static let largestText = 1 << 24
  private static let library = "liblayerlua-toml.so"

  /// Makes the value of an integer.
  package var wholeNumber: (Int64) -> PropertyValue = { .number(Double($0)) }
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
  }

  // MARK: The library

  /// The library's path, for a process that is about to be sandboxed; empty if it is not installed.
  package static var installedFiles: [String] {
    installedPath.map { [String(decoding: $0.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)] } ?? []
  }

  /// The library's path as C text; nil if it is not installed with this code.
  private static var installedPath: [CChar]? {
    var path = [CChar](repeating: 0, count: 4096)
    let length = path.withUnsafeMutableBufferPointer { llua_installed_file(library, $0.baseAddress, $0.count) }
    return length > 0 ? path : nil
  }

  private static func load(for place: String) throws(LayerError) {
    if llua_toml_is_loaded() { return }
    guard let path = installedPath else {
      throw LayerError(
        .missing,
        "\(place)reading TOML needs the library \(library), which was not found: install layerlua completely")
    }
    guard llua_toml_load(path) == LLUA_TOML_DONE else {
      throw LayerError(
        .missing,
        "\(place)the library \(library) is of another version, or cannot be loaded: install layerlua completely")
    }
  }

  // MARK: Reading

  /// Parses the text and returns its value, a dictionary.
  ///
  /// - Throws: `LayerError`: `.invalid` for text that is not TOML, with the line and column; `.limit` for a text of
  ///   more than `largestText` bytes, for values nested deeper than the reading allows, for too many dotted names and
  ///   if memory runs out; `.missing` without the library; `.cancelled`.
  package func read(_ reading: inout Reading) throws(LayerError) -> PropertyValue {
    let place = reading.name.isEmpty ? "" : "\(reading.name): "
    guard bytes.count <= Self.largestText else {
      throw LayerError(
        .limit, "\(place)the text has \(bytes.count) bytes: TOML is read up to \(Self.largestText); divide it")
    }
    try Self.load(for: place)
    var survey = TOMLSurvey(bytes)
    try survey.run(&reading)
    // Nodes of toml++'s tree, with their names, and those of the result; texts while they are read and after.
    try reading.take(survey.values * 400 + bytes.count * 4 + 65536)
    var result = llua_toml_result()
    defer { llua_toml_free(&result) }
    let context = Unmanaged.passUnretained(reading.account).toOpaque()
    let status = bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        llua_toml_read(
          text.baseAddress, text.count,
          { context in
            guard let context else { return false }
            return Unmanaged<Account>.fromOpaque(context).takeUnretainedValue().isEnded?() == true
          }, context, &result)
      }
    }
    try reading.account.checkEnd(reading.name)
    switch status {
    case LLUA_TOML_DONE: break
    case LLUA_TOML_NO_MEMORY: throw .noMemory(reading.purpose, reading.account.memory, at: reading.name)
    case LLUA_TOML_ENDED: throw LayerError(.cancelled, "\(place)cancelled")
    default:
      let message = withUnsafeBytes(of: result.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let line =
        result.line == 0
        ? "" : result.column > 0 ? " at line \(result.line), column \(result.column)" : " near line \(result.line)"
      throw LayerError(place + message + line)
    }
    var nodes = UnsafeBufferPointer(start: result.nodes, count: result.count)[...]
    return try value(&nodes, &reading)
  }

  private func value(
    _ nodes: inout Slice<UnsafeBufferPointer<llua_toml_node>>, _ reading: inout Reading
  ) throws(LayerError) -> PropertyValue {
    guard let node = nodes.popFirst() else { return .null }
    try reading.step()
    let value = node.value
    switch node.kind {
    case LLUA_TOML_TABLE:
      try reading.enter("tables and arrays")
      var pairs = Grown<(key: String, value: PropertyValue)>()
      for _ in 0..<value.count {
        let key = try text(nodes.first?.key, nodes.first?.key_length ?? 0, &reading)
        try pairs.append((key, try self.value(&nodes, &reading)), &reading)
      }
      reading.leave()
      return .dictionary(pairs.finish())
    case LLUA_TOML_ARRAY:
      try reading.enter("tables and arrays")
      var values = Grown<PropertyValue>()
      for _ in 0..<value.count { try values.append(try self.value(&nodes, &reading), &reading) }
      reading.leave()
      return .array(values.finish())
    case LLUA_TOML_STRING: return .string(try text(value.text.bytes, value.text.length, &reading))
    case LLUA_TOML_INTEGER: return wholeNumber(value.integer)
    case LLUA_TOML_FLOAT: return .number(value.real)
    case LLUA_TOML_BOOLEAN: return .bool(value.boolean)
    case LLUA_TOML_DATE: return .number(Self.seconds(of: value.moment))
    case LLUA_TOML_DATE_TIME:
      let moment = value.moment
      return .number(Self.seconds(of: moment) + Self.secondsOfDay(moment) - Double(moment.offset) * 60)
    default: return .string(Self.clock(value.moment))
    }
  }

  private func text(_ bytes: UnsafePointer<CChar>?, _ length: Int, _ reading: inout Reading) throws(LayerError)
    -> String
  {
    try reading.step(length >> 3)
    try reading.take(length + 32)
    guard let bytes else { return "" }
    return bytes.withMemoryRebound(to: UInt8.self, capacity: length) {
      String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
    }
  }

  // MARK: Dates

  private static func seconds(of moment: llua_toml_moment) -> Double {
    CivilDate(year: Int(moment.year), month: Int(moment.month), day: Int(moment.day)).seconds
  }

  private static func secondsOfDay(_ moment: llua_toml_moment) -> Double {
    Double(Int(moment.hour) * 3600 + Int(moment.minute) * 60 + Int(moment.second)) + Double(moment.nanosecond) / 1e9
  }

  /// A time of day as `07:32:00`, with the digits after the second that it has.
  private static func clock(_ moment: llua_toml_moment) -> String {
    func two(_ v: UInt8) -> String { v < 10 ? "0\(v)" : "\(v)" }
    var text = "\(two(moment.hour)):\(two(moment.minute)):\(two(moment.second))"
    if moment.nanosecond > 0 {
      let digits = "\(moment.nanosecond)"
      var fraction = String(repeating: "0", count: max(9 - digits.utf8.count, 0)) + digits
      while fraction.hasSuffix("0") { fraction.removeLast() }
      text += "." + fraction
    }
    return text
  }
}
