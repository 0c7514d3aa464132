// SPDX-License-Identifier: MIT
import CLuaState
import Numbers

/// A value exchanged between Lua and the host.
package enum LuaValue {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  /// A byte string; Lua's strings have no encoding.
  case string([UInt8])
  /// A table, function, userdata or thread of the state.
  case reference(LuaReference)
  /// A new table, to Lua only.
  case table([(LuaValue, LuaValue)])

  package static func text(_ text: String) -> LuaValue { .string(Array(text.utf8)) }

  /// The text of a string, with invalid UTF-8 replaced; nil for other values.
  package var text: String? {
    if case .string(let bytes) = self { return String(decoding: bytes, as: UTF8.self) }
    return nil
  }

  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}

/// A handle that keeps a value of a state alive. Use and release it on the state's thread; it does nothing once the
/// state has ended.
package final class LuaReference {
  let box: LuaStateBox
  package let index: Int32

  /// Takes ownership of a reference made by `llua_new_reference`.
  package init(adopting index: Int32, state: LuaState) {
    box = state.box
    self.index = index
    box.references += 1
  }

  deinit {
    box.references -= 1
    if let state = box.pointer { llua_release_reference(state, index) }
  }
}

/// A pointer to a state; nil once the state has ended.
package final class LuaStateBox {
  var pointer: OpaquePointer?
  /// Number of the state's values that the host holds.
  package fileprivate(set) var references = 0
}

/// Values in C's layout: preorder, with all strings in one block.
struct LuaValueList {
  private var values: [llua_Value] = []
  private var bytes: [UInt8] = []
  private var strings: [(value: Int, start: Int)] = []
  private var references: [LuaReference] = []

  init(_ list: [LuaValue]) {
    values.reserveCapacity(list.count)
    for value in list { append(value) }
  }

  private mutating func append(_ value: LuaValue) {
    var item = llua_Value()
    switch value {
    case .null: item.type = LLUA_NIL
    case .boolean(let flag):
      item.type = LLUA_BOOLEAN
      item.integer = flag ? 1 : 0
    case .integer(let number):
      item.type = LLUA_INTEGER
      item.integer = Int64(number)
    case .number(let number):
      item.type = LLUA_NUMBER
      item.number = number
    case .string(let text):
      item.type = LLUA_STRING
      item.count = text.count
      strings.append((values.count, bytes.count))
      bytes += text
    case .reference(let reference):
      item.type = LLUA_REFERENCE
      item.reference = reference.index
      references.append(reference)
    case .table(let pairs):
      item.type = LLUA_TABLE
      item.integer = Int64(pairs.count)
      values.append(item)
      for (key, value) in pairs {
        append(key)
        append(value)
      }
      return
    }
    values.append(item)
  }

  mutating func withValues<Result>(_ body: (UnsafePointer<llua_Value>?, Int) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress {
        for string in strings {
          values[string.value].bytes = UnsafeRawPointer(base + string.start).assumingMemoryBound(to: CChar.self)
        }
      }
      return values.withUnsafeBufferPointer { values in
        withExtendedLifetime(references) { body(values.baseAddress, values.count) }
      }
    }
  }
}

extension LuaValue {
  /// Copies a value from C; takes ownership of the reference in it.
  init(_ value: llua_Value, state: LuaState) {
    switch value.type {
    case LLUA_BOOLEAN: self = .boolean(value.integer != 0)
    case LLUA_INTEGER: self = .integer(Int(value.integer))
    case LLUA_NUMBER: self = .number(value.number)
    case LLUA_STRING: self = .string(Array(UnsafeRawBufferPointer(start: value.bytes, count: value.count)))
    case LLUA_REFERENCE: self = .reference(LuaReference(adopting: value.reference, state: state))
    default: self = .null
    }
  }
}
