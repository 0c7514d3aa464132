// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import Messages
import Numbers
import Parsing

/// Serialises values as JSON (RFC 8259): tables with names as objects with sorted keys, other tables as arrays.
///
/// Each value is a step of work, and so is each byte of a string.
struct JSONWriter {
  private var text = GrownText()

  /// The text, in UTF-8.
  var utf8: [UInt8] { text.utf8 }

  /// Appends a value.
  /// - Throws: `LayerError`: `.invalid` for values that JSON cannot represent; `.limit` if memory runs out;
  ///   `.cancelled`.
  mutating func write(_ argument: Argument, _ reading: inout Reading) throws {
    try reading.step()
    switch argument.type {
    case LLUA_NODE_NIL: try text.append("null", &reading)
    case LLUA_NODE_OBJECT where argument.isNull: try text.append("null", &reading)
    case LLUA_NODE_BOOLEAN: try text.append(argument.number != 0 ? "true" : "false", &reading)
    case LLUA_NODE_NUMBER where argument.node.kind != 0: try text.append("\(argument.node.integer)", &reading)
    case LLUA_NODE_NUMBER: try write(argument.number, &reading)
    case LLUA_NODE_STRING:
      try reading.take(argument.node.length + 32)
      guard let string = argument.string else { throw LayerError("\(reading.name): a string is not UTF-8") }
      try text.appendJSON(string, &reading)
      reading.giveBack(argument.node.length + 32)
    case LLUA_NODE_NUMBERS, LLUA_NODE_POINT, LLUA_NODE_SIZE, LLUA_NODE_RECT, LLUA_NODE_COLOR, LLUA_NODE_TRANSFORM:
      try text.append(UInt8(ascii: "["), &reading)
      for i in 0..<argument.componentCount {
        if i > 0 { try text.append(UInt8(ascii: ","), &reading) }
        try write(argument.component(i), &reading)
      }
      try text.append(UInt8(ascii: "]"), &reading)
    case LLUA_NODE_TABLE where argument.node.pairs == 0:
      try text.append(UInt8(ascii: "["), &reading)
      try reading.take(Int(argument.node.count) * 2 * MemoryLayout<Argument>.stride)
      for (i, item) in (argument.items ?? []).enumerated() {
        if i > 0 { try text.append(UInt8(ascii: ","), &reading) }
        try write(item, &reading)
      }
      reading.giveBack(Int(argument.node.count) * 2 * MemoryLayout<Argument>.stride)
      try text.append(UInt8(ascii: "]"), &reading)
    case LLUA_NODE_TABLE:
      guard argument.node.count == 0 else {
        throw LayerError("\(reading.name): a table has both items and names; JSON has lists or objects")
      }
      if let key = argument.unnamedKey {
        throw LayerError(
          "\(reading.name): a table has the key \(key); JSON has lists without gaps, or names: use tostring(key)")
      }
      let room = Int(argument.node.pairs) * 2 * MemoryLayout<(String, Argument)>.stride
      try reading.take(room)
      try text.append(UInt8(ascii: "{"), &reading)
      for (i, (key, value)) in (argument.entries ?? []).enumerated() {
        if i > 0 { try text.append(UInt8(ascii: ","), &reading) }
        try text.appendJSON(key, &reading)
        try text.append(UInt8(ascii: ":"), &reading)
        try write(value, &reading)
      }
      try text.append(UInt8(ascii: "}"), &reading)
      reading.giveBack(room)
    default:
      throw LayerError(
        "\(reading.name): expected numbers, strings, booleans and tables of them, got \(argument.described)")
    }
  }

  private mutating func write(_ v: Double, _ reading: inout Reading) throws {
    guard v.isFinite else { throw LayerError("\(reading.name): \(v) is not a JSON number") }
    try text.append(exactText(v), &reading)
  }
}

extension Argument {
  /// The numbers of a point, size, rect, colour, transform or list.
  var components: [Double] {
    guard let doubles else { return [] }
    return Array(UnsafeBufferPointer(start: doubles + node.offset, count: componentCount))
  }

  /// Number of `components`.
  var componentCount: Int {
    switch type {
    case LLUA_NODE_POINT, LLUA_NODE_SIZE: 2
    case LLUA_NODE_RECT, LLUA_NODE_COLOR: 4
    case LLUA_NODE_TRANSFORM: 16
    default: Int(node.count)
    }
  }

  /// The component at an index below `componentCount`.
  func component(_ index: Int) -> Double { doubles.map { $0[Int(node.offset) + index] } ?? 0 }
}
