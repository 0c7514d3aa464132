// SPDX-License-Identifier: MIT
import CLuaShim
import LayerModel
import Numbers
import Wording

/// Writes values as JSON: tables with names as objects with sorted keys, other tables as lists.
struct JSONText {
  private(set) var text = ""
  /// Charges the memory of the text.
  private let taken: MemoryCharge
  private var counted = 0

  init(_ taken: MemoryCharge) { self.taken = taken }

  mutating func write(_ argument: Argument) throws {
    // A text grows by doubling, and is copied once more.
    let coming = argument.type == LLUA_NODE_STRING ? argument.node.length : 16
    guard taken.grow(by: 3 * (text.utf8.count - counted + coming)) else {
      throw LayerError.noMemory("the text", taken.budget, at: "ca.encodeJSON")
    }
    counted = text.utf8.count
    defer { counted = text.utf8.count }
    switch argument.type {
    case LLUA_NODE_NIL: text += "null"
    case LLUA_NODE_OBJECT where argument.isNull: text += "null"
    case LLUA_NODE_BOOLEAN: text += argument.number != 0 ? "true" : "false"
    case LLUA_NODE_NUMBER where argument.node.kind != 0: text += "\(argument.node.integer)"
    case LLUA_NODE_NUMBER: try write(argument.number)
    case LLUA_NODE_STRING:
      guard let string = argument.string else { throw LayerError("ca.encodeJSON: a string is not UTF-8") }
      text.appendJSON(string)
    case LLUA_NODE_NUMBERS, LLUA_NODE_POINT, LLUA_NODE_SIZE, LLUA_NODE_RECT, LLUA_NODE_COLOR, LLUA_NODE_TRANSFORM:
      text += "["
      for (i, v) in argument.components.enumerated() {
        if i > 0 { text += "," }
        try write(v)
      }
      text += "]"
    case LLUA_NODE_TABLE where argument.node.pairs == 0:
      text += "["
      for (i, item) in (argument.items ?? []).enumerated() {
        if i > 0 { text += "," }
        try write(item)
      }
      text += "]"
    case LLUA_NODE_TABLE:
      guard argument.node.count == 0 else {
        throw LayerError("ca.encodeJSON: a table has both items and names; JSON has lists or objects")
      }
      if let key = argument.unnamedKey {
        throw LayerError(
          "ca.encodeJSON: a table has the key \(key); JSON has lists without gaps, or names: use tostring(key)")
      }
      text += "{"
      for (i, (key, value)) in (argument.entries ?? []).enumerated() {
        if i > 0 { text += "," }
        text.appendJSON(key)
        text += ":"
        try write(value)
      }
      text += "}"
    default:
      throw LayerError(
        "ca.encodeJSON: expected numbers, strings, booleans and tables of them, got \(argument.described)")
    }
  }

  private mutating func write(_ v: Double) throws {
    guard v.isFinite else { throw LayerError("ca.encodeJSON: \(v) is no JSON number") }
    text += exactText(v)
  }
}

extension Argument {
  /// The numbers of a point, size, rect, colour, transform or list.
  var components: [Double] {
    let count =
      switch type {
      case LLUA_NODE_POINT, LLUA_NODE_SIZE: 2
      case LLUA_NODE_RECT, LLUA_NODE_COLOR: 4
      case LLUA_NODE_TRANSFORM: 16
      default: Int(node.count)
      }
    guard let doubles else { return [] }
    return Array(UnsafeBufferPointer(start: doubles + node.offset, count: count))
  }
}
