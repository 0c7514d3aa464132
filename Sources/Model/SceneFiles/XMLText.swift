// SPDX-License-Identifier: MIT
import Messages
import Parsing

/// An element of XML with its attributes, in order.
struct XMLNode {
  var name: String
  var attributes: [(name: String, value: String)] = []
  var children: [XMLNode] = []

  init(_ name: String, _ attributes: [(name: String, value: String)] = [], _ children: [XMLNode] = []) {
    self.name = name
    self.attributes = attributes
    self.children = children
  }
}

/// The text of an XML document, indented by two spaces a level.
///
/// It grows no further than documents are read: beyond that `excess` is set, and nothing more is written.
struct XMLText {
  /// The reason why a document is incomplete.
  enum Excess {
    case elements
    case depth
    case bytes
    /// There is not enough memory.
    case memory
  }

  private(set) var bytes: [UInt8] = []
  private(set) var excess: Excess?
  private var level = 0
  private var elements = 0
  private let charge: MemoryCharge

  init(_ budget: (any MemoryBudget)? = nil) {
    bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    charge = MemoryCharge(budget)
  }

  /// Begins an element, whose children follow until `close`.
  mutating func open(_ name: String, _ attributes: [(name: String, value: String)] = []) {
    tag(name, attributes, end: ">\n")
    level += 1
  }

  mutating func close(_ name: String) {
    level -= 1
    guard excess == nil else { return }
    indent()
    append("</\(name)>\n")
  }

  /// Writes an element with its children. Its depth is bounded by the writer of values.
  mutating func add(_ node: XMLNode) {
    guard excess == nil else { return }
    guard !node.children.isEmpty else { return tag(node.name, node.attributes, end: "/>\n") }
    open(node.name, node.attributes)
    for child in node.children { add(child) }
    close(node.name)
  }

  private mutating func tag(_ name: String, _ attributes: [(name: String, value: String)], end: String) {
    elements += 1  // bounded: a number
    if elements > CAMLDocument.elementLimit { excess = excess ?? .elements }
    if level >= CAMLDocument.depthLimit { excess = excess ?? .depth }
    guard excess == nil else { return }
    indent()
    append("<\(name)")
    for attribute in attributes { append(" \(attribute.name)=\"\(XMLText.escaped(attribute.value))\"") }
    append(end)
  }

  private mutating func append(_ text: String) {
    let count = text.utf8.count
    if bytes.count + count > CAMLDocument.sizeLimit { excess = excess ?? .bytes }
    // Twice, since the array grows by copying.
    guard excess == nil else { return }
    guard charge.grow(by: 2 * count) else {
      excess = .memory
      return
    }
    bytes += Array(text.utf8)
  }

  private mutating func indent() {
    // Limited, since trees may be thousands of levels deep.
    for _ in 0..<min(level, 64) { bytes += [32, 32] }
  }

  /// Returns a text as XML can hold it: control characters become spaces, U+FFFE and U+FFFF the replacement character.
  static func held(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 32 || $0 == 0xEF }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      case "\0"..<" ": result += " "
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a text, as far as XML can hold it, as the value of an attribute or as character data.
  static func escaped(_ text: String) -> String {
    let text = held(text)
    guard text.utf8.contains(where: { $0 < 32 || $0 == 34 || $0 == 38 || $0 == 60 || $0 == 62 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "&quot;"
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// True if a text is the name of an element in plain letters.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || ($0 >= 48 && $0 <= 57) || $0 == 45 || $0 == 46 }
  }

  private static func isLetter(_ c: UInt8) -> Bool { (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c == 95 }
}
