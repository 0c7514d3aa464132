// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing

/// A value of a property list, XML or binary: plain values, arrays and dictionaries.
package indirect enum PropertyList {
  case string(String)
  case number(Double)
  case bool(Bool)
  /// Dates and data, and numbers that are not finite, as their text.
  case other(String)
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// The name of this kind in messages.
  package var kind: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .other: "a date, data or a number that is not finite"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }

  /// The value at a key of a dictionary; nil for anything else.
  package subscript(key: String) -> PropertyList? {
    guard case .dictionary(let values) = self else { return nil }
    return values[key]
  }

  /// The maximum nesting depth of elements; no useful list is deeper.
  package static let maximumDepth = 64

  /// Parses an XML property list.
  ///
  /// - Throws: `LayerError` with the line; its message does not name the file. Its kind is `.limit` if memory is short.
  package init(xml bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws(LayerError) {
    if let problem = PropertyList.foreignFormat(bytes) { throw LayerError(problem) }
    let builder = Builder(reading.account)
    do throws(XMLReader.Failure) { try XMLReader.read(bytes, builder) } catch {
      let line = error.line
      switch error.reason {
      case .stopped:
        if let refusal = builder.refusal { throw refusal }
        throw LayerError("line \(line): \(builder.problem ?? "it is not a property list")")
      case .entities:
        throw LayerError(
          .limit, "line \(line): it declares an entity, which property lists do not need; write its text instead")
      case .memory: throw LayerError(.limit, "there is not enough memory to read it")
      case .noLibrary:
        throw LayerError(.missing, "reading it needs \(RuntimeDependency.expat.missing())")
      case .damaged(let detail): throw LayerError("line \(line): it is not XML (\(detail))")
      }
    }
    // The builder's budget ends here; the values are charged to the caller's.
    builder.endReading()
    try reading.take(builder.bytes)
    guard let root = builder.root else { throw LayerError("the property list holds no value") }
    self = root
  }

  /// Returns a sentence with the actual format of the bytes and a remedy; nil if they may be XML.
  private static func foreignFormat(_ bytes: UnsafeRawBufferPointer) -> String? {
    if bytes.isEmpty { return "the file is empty" }
    switch bytes.first(where: { $0 > 32 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return "it is JSON or an old property list, not an XML one; export the sheet for Cocos2D (.plist)"
    default: return nil
    }
  }
}

/// Builds values from the parser's events.
private final class Builder: XMLHandler {
  var root: PropertyList?
  var problem: String?
  /// The error of the budget.
  private(set) var refusal: LayerError?
  private var reading: Reading?
  /// The number of bytes charged so far.
  private(set) var bytes = 0

  init(_ account: Account) { reading = Reading(account, name: "", purpose: "the values of the property list") }

  /// Releases the builder's charge, so that the caller can charge the values.
  func endReading() { reading = nil }

  /// Charges memory and counts an element or a text; returns false if that fails.
  private func pays(_ bytes: Int) -> Bool {
    self.bytes += bytes  // bounded: a number
    do throws(LayerError) {
      try reading?.step(1 + bytes >> 6)
      try reading?.take(bytes)
      return true
    } catch {
      refusal = error
      return false
    }
  }

  private enum Element: String {
    case plist, dict, array, key, string, integer, real, `true`, `false`, date, data
  }

  /// An element whose end tag has not been read.
  private struct Open {
    var element: Element
    var values: [PropertyList] = []
    var entries: [String: PropertyList] = [:]
    var key: String?
    var text: [UInt8] = []
  }

  private var open: [Open] = []

  private func fail(_ message: String) -> Bool {
    problem = message
    return false
  }

  func start(_ name: String, _ attributes: [(name: String, value: String)], line: Int) -> Bool {
    // A value is a separate heap block; an array doubles, and both copies live during the growth.
    guard pays(MemoryLayout<PropertyList>.stride * 3 + 96) else { return false }
    guard let element = Element(rawValue: name) else {
      return fail("<\(name.prefix(40))> is not an element of a property list")
    }
    guard open.count < PropertyList.maximumDepth else {
      return fail("values are nested more than \(PropertyList.maximumDepth) deep")
    }
    guard let parent = open.last else {
      guard element == .plist else { return fail("expected <plist>, got <\(name)>") }
      open.append(Open(element: element))  // bounded: maximumDepth
      return true
    }
    switch parent.element {
    case .plist:
      guard root == nil, element != .key, element != .plist else {
        return fail("expected one value in <plist>, got <\(name)>")
      }
    case .dict:
      if (element == .key) == (parent.key != nil) {
        return fail(
          element == .key ? "the key \"\(parent.key ?? "")\" has no value" : "<\(name)> has no <key> before it")
      }
    case .array:
      guard element != .key else { return fail("a <key> is not allowed in an <array>") }
    default: return fail("<\(name)> is not allowed in <\(parent.element.rawValue)>")
    }
    guard element != .plist else { return fail("<plist> is not allowed in another") }
    open.append(Open(element: element))  // bounded: maximumDepth
    return true
  }

  func text(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let last = open.indices.last else { return true }
    switch open[last].element {
    case .plist, .dict, .array, .true, .false:
      return text.allSatisfy { $0 <= 32 } ? true : fail("text is not allowed in <\(open[last].element.rawValue)>")
    default:
      guard pays(4 * text.count) else { return false }
      open[last].text.append(contentsOf: text)  // bounded: paid above
      return true
    }
  }

  func end(_ name: String) -> Bool {
    guard let done = open.popLast() else { return false }
    let text = String(decoding: done.text, as: UTF8.self)
    let value: PropertyList
    switch done.element {
    case .plist: return true
    case .key:
      guard let parent = open.indices.last else { return false }
      open[parent].key = text
      return true
    case .dict:
      if let key = done.key { return fail("the key \"\(key.prefix(80))\" has no value") }
      value = .dictionary(done.entries)
    case .array: value = .array(done.values)
    case .string: value = .string(text)
    case .integer, .real:
      let word = trimmedText(text)
      if let number = Double(word), number.isFinite {
        value = .number(number)
      } else if ["+infinity", "-infinity", "infinity"].contains(word) {
        value = .other(String(word))
      } else {
        return fail("\"\(text.prefix(40))\" is no number")
      }
    case .true: value = .bool(true)
    case .false: value = .bool(false)
    case .date, .data: value = .other(text)
    }
    guard let parent = open.indices.last else { return false }
    switch open[parent].element {
    case .plist: root = value
    case .array: open[parent].values.append(value)  // bounded: paid with its element
    default:
      guard let key = open[parent].key else { return false }
      open[parent].entries[key] = value
      open[parent].key = nil
    }
    return true
  }
}

/// Returns the text without leading and trailing white space.
func trimmedText(_ text: String) -> Substring {
  let isSpace = { (c: Character) in c == " " || c == "\n" || c == "\t" || c == "\r" || c == "\r\n" }
  let head = text.drop(while: isSpace)
  guard let last = head.lastIndex(where: { !isSpace($0) }) else { return "" }
  return head[...last]
}
