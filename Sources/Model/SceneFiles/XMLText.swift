// SPDX-License-Identifier: MIT

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
struct XMLText {
  private(set) var bytes: [UInt8] = []
  private var level = 0

  init() { bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8) }

  /// Begins an element, whose children follow until `close`.
  mutating func open(_ name: String, _ attributes: [(name: String, value: String)] = []) {
    tag(name, attributes, end: ">\n")
    level += 1
  }

  mutating func close(_ name: String) {
    level -= 1
    indent()
    bytes += Array("</\(name)>\n".utf8)
  }

  /// Writes an element with its children. Its depth is bounded by the writer of values.
  mutating func add(_ node: XMLNode) {
    guard !node.children.isEmpty else { return tag(node.name, node.attributes, end: "/>\n") }
    open(node.name, node.attributes)
    for child in node.children { add(child) }
    close(node.name)
  }

  private mutating func tag(_ name: String, _ attributes: [(name: String, value: String)], end: String) {
    indent()
    bytes += Array("<\(name)".utf8)
    for attribute in attributes {
      bytes += Array(" \(attribute.name)=\"\(XMLText.escaped(attribute.value))\"".utf8)
    }
    bytes += Array(end.utf8)
  }

  private mutating func indent() {
    // Limited, since trees may be thousands of levels deep.
    for _ in 0..<min(level, 64) { bytes += [32, 32] }
  }

  /// Returns a text as the value of an attribute or as character data. Control characters that XML cannot hold become
  /// spaces.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 32 || $0 == 34 || $0 == 38 || $0 == 60 || $0 == 62 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "&quot;"
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\0"..<" ": result += " "
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
