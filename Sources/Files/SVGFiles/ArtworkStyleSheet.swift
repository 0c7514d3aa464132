// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing

/// The subset of CSS that drawing programs write into `<style>`: rules with type, class, id and attribute selectors.
struct ArtworkStyleSheet {
  struct Declaration {
    enum Name: Equatable {
      case key(ArtworkKey)
      /// A custom property; the name includes its hyphens.
      case variable(String)
      /// A property that browsers apply and this reader does not.
      case unread(String)
    }
    var name: Name
    var value: String
    var isImportant: Bool
  }

  /// A compound selector: the conditions on one element.
  struct Compound {
    var type: String?
    var id: String?
    var classes: [String] = []
    var attributes: [(name: String, value: String?)] = []
    /// `:root`.
    var isRoot = false
  }

  struct Selector {
    /// From the element itself outwards; `isChild` is true if the next must be its parent.
    var compounds: [(compound: Compound, isChild: Bool)]
    var specificity: Int
    var rule: Int
  }

  /// The maximum number of selectors in all sheets of a file.
  static let mostSelectors = 20_000

  private(set) var rules: [[Declaration]] = []
  private(set) var selectors: [Selector] = []
  /// Names of unsupported features.
  private(set) var omissions: [String] = []

  // Selector indices, hashed by a condition on the element itself, so that few are tested.
  private var byID: [String: [Int]] = [:]
  private var byClass: [String: [Int]] = [:]
  private var byType: [String: [Int]] = [:]
  private var byNothing: [Int] = []

  var isEmpty: Bool { selectors.isEmpty }

  /// Returns the indices of the selectors that may match an element.
  func candidates(type: String, id: String?, classes: [String]) -> [Int] {
    var result = byNothing + (byType[type] ?? [])
    if let id, let own = byID[id] { result += own }
    for name in classes { if let own = byClass[name] { result += own } }
    return result
  }

  // MARK: Reading

  /// Adds the rules of a sheet; charges each declaration and each selector.
  ///
  /// - Throws: the reading's error.
  mutating func add(_ text: [UInt8], _ reading: inout Reading) throws(LayerError) {
    try reading.take(text.count)
    let bytes = try Self.withoutComments(text, &reading)
    var at = 0
    while at < bytes.count {
      let begin = at
      while at < bytes.count, bytes[at] != UInt8(ascii: "{"), bytes[at] != UInt8(ascii: ";"),
        bytes[at] != UInt8(ascii: "}")
      { at += 1 }
      let head = String(decoding: bytes[begin..<at], as: UTF8.self).trimmed
      guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else {
        if head.hasPrefix("@import") { note("the CSS rule @import") }
        at += 1
        continue
      }
      at += 1
      let body = at
      var depth = 1
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "{") { depth += 1 }
        if bytes[at] == UInt8(ascii: "}") { depth -= 1 }
        if depth == 0 { break }
        at += 1
      }
      let inside = bytes[body..<min(at, bytes.count)]
      at += 1
      if head.hasPrefix("@") {
        if ["@media", "@supports", "@layer"].contains(where: head.hasPrefix) {
          note("the CSS rule \(head.prefix { $0 != " " && $0 != "(" })")
        }
        continue
      }
      try reading.take(inside.count)
      let declarations = try Self.declarations(String(decoding: inside, as: UTF8.self), &reading)
      reading.giveBack(inside.count)
      guard !declarations.isEmpty else { continue }
      rules.append(declarations)
      try reading.take(head.utf8.count * 4)
      var rest = Substring(head)
      while true {
        try reading.step(16)
        guard selectors.count < Self.mostSelectors else {
          note("CSS rules after \(Self.mostSelectors) selectors")
          return
        }
        let end = rest.utf8.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
        try reading.step(rest.utf8.distance(from: rest.startIndex, to: end))
        try reading.take(3 * (MemoryLayout<Selector>.stride + MemoryLayout<Compound>.stride + 64))
        add(selector: rest[..<end].trimmed)
        guard end < rest.endIndex else { break }
        rest = rest[rest.utf8.index(after: end)...]
      }
    }
  }

  private mutating func note(_ what: String) {
    if omissions.count < 16, !omissions.contains(what) { omissions.append(what) }
  }

  private mutating func add(selector text: String) {
    guard let selector = Self.selector(text, rule: rules.count - 1) else {
      return note("the CSS selector \"\(text.prefix(40))\"")
    }
    let own = selector.compounds[0].compound
    let index = selectors.count
    selectors.append(selector)
    if let id = own.id {
      byID[id, default: []].append(index)
    } else if let name = own.classes.first {
      byClass[name, default: []].append(index)
    } else if let type = own.type {
      byType[type, default: []].append(index)
    } else {
      byNothing.append(index)
    }
  }

  private static func withoutComments(_ bytes: [UInt8], _ reading: inout Reading) throws(LayerError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      try reading.step()
      if bytes[at] == UInt8(ascii: "/"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "*") {
        at += 2
        while at + 1 < bytes.count, !(bytes[at] == UInt8(ascii: "*") && bytes[at + 1] == UInt8(ascii: "/")) { at += 1 }
        at += 2
        result.append(32)
        continue
      }
      // XML comment delimiters around the sheet.
      if bytes[at...].starts(with: "<!--".utf8) {
        at += 4
      } else if bytes[at...].starts(with: "-->".utf8) {
        at += 3
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return result
  }

  /// Parses the declarations of a `style` attribute, whose text is already charged; unknown properties are left out.
  static func declarations(_ text: String) -> [Declaration] {
    var reading = Reading(trusted: "style")
    return (try? declarations(text, &reading)) ?? []
  }

  /// Parses the declarations of a rule; unknown properties are left out.
  private static func declarations(_ text: String, _ reading: inout Reading) throws(LayerError) -> [Declaration] {
    let bytes = Array(text.utf8)
    var result: [Declaration] = []
    var at = 0
    while at < bytes.count {
      let begin = at
      var colon: Int?
      var depth = 0
      var quote: UInt8 = 0
      while at < bytes.count {
        let c = bytes[at]
        if quote != 0 {
          if c == quote { quote = 0 }
        } else if c == UInt8(ascii: "\"") || c == UInt8(ascii: "'") {
          quote = c
        } else if c == UInt8(ascii: "(") {
          depth += 1
        } else if c == UInt8(ascii: ")") {
          depth = max(depth - 1, 0)
        } else if c == UInt8(ascii: ";"), depth == 0 {
          break
        } else if c == UInt8(ascii: ":"), colon == nil {
          colon = at
        }
        at += 1
      }
      // An array doubles, and both copies live during the growth; the strings hold the text.
      try reading.step(at - begin + 16)
      try reading.take(3 * MemoryLayout<Declaration>.stride + 2 * (at - begin))
      if let colon {
        let written = String(decoding: bytes[begin..<colon], as: UTF8.self).trimmed
        let name = ArtworkStyleSheet.plainName(written.lowercased())
        var value = String(decoding: bytes[(colon + 1)..<at], as: UTF8.self).trimmed
        var isImportant = false
        if let mark = value.lastIndex(of: "!"), value[value.index(after: mark)...].trimmed.lowercased() == "important" {
          value = value[..<mark].trimmed
          isImportant = true
        }
        if written.hasPrefix("--") {
          // Custom properties are case-sensitive.
          result.append(Declaration(name: .variable(written), value: value, isImportant: isImportant))
        } else if let key = ArtworkKey.byName[name], key.isProperty {
          result.append(Declaration(name: .key(key), value: value, isImportant: isImportant))
        } else if let what = ArtworkKey.unread[name], !ArtworkStyleSheet.isNothing(value) {
          result.append(Declaration(name: .unread(what), value: value, isImportant: isImportant))
        }
      }
      at += 1
    }
    return result
  }

  /// Returns the name without the vendor prefix `-webkit-`.
  private static func plainName(_ name: String) -> String {
    guard name.hasPrefix("-webkit-") else { return name }
    let plain = String(name.dropFirst(8))
    return ["transform", "transform-origin", "clip-path", "filter", "mask", "mask-image"].contains(plain) ? plain : name
  }

  /// True if the value of an unsupported property has no effect.
  private static func isNothing(_ value: String) -> Bool {
    ["none", "normal", "auto", "initial", "unset", "revert", "0", "1", "100%", ""].contains(value.trimmed.lowercased())
  }

  private static func selector(_ text: String, rule: Int) -> Selector? {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= 1024 else { return nil }
    var compounds: [(compound: Compound, isChild: Bool)] = []
    var at = 0
    var isChild = false
    var counts = (ids: 0, classes: 0, types: 0)
    func name() -> String? {
      let begin = at
      while at < bytes.count {
        let c = bytes[at]
        let isName =
          (c | 32) >= 97 && (c | 32) <= 122 || c >= 48 && c <= 57 || c == 45 || c == 95 || c >= 128 || c == 92
        guard isName else { break }
        at += 1
        // The character after a backslash is literal.
        if c == 92, at < bytes.count { at += 1 }
      }
      guard at > begin else { return nil }
      return String(decoding: bytes[begin..<at].filter { $0 != 92 }, as: UTF8.self)
    }
    while at < bytes.count {
      var compound = Compound()
      var isAny = false
      parts: while at < bytes.count {
        switch bytes[at] {
        case UInt8(ascii: "*"):
          at += 1
          isAny = true
        case UInt8(ascii: "."):
          at += 1
          guard let own = name() else { return nil }
          compound.classes.append(own)
          counts.classes += 1
        case UInt8(ascii: "#"):
          at += 1
          guard let own = name() else { return nil }
          guard compound.id == nil || compound.id == own else { return nil }
          compound.id = own
          counts.ids += 1
        case UInt8(ascii: "["):
          at += 1
          guard let close = bytes[at...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
          let inside = String(decoding: bytes[at..<close], as: UTF8.self)
          at = close + 1
          let sides = inside.split(separator: "=", maxSplits: 1).map { $0.trimmed }
          guard let key = sides.first, !key.isEmpty, !key.contains(where: { "~|^$*".contains($0) }) else { return nil }
          let value = sides.count > 1 ? sides[1].filter { $0 != "\"" && $0 != "'" } : nil
          compound.attributes.append((key, value))
          counts.classes += 1
        case UInt8(ascii: ":"):
          at += 1
          guard name()?.lowercased() == "root" else { return nil }
          compound.isRoot = true
          counts.classes += 1
        case 32, 9, 10, 11, 12, 13, UInt8(ascii: ">"): break parts
        default:
          guard compound.type == nil, !isAny, compound.classes.isEmpty, compound.id == nil, let own = name() else {
            return nil
          }
          compound.type = own
          counts.types += 1
        }
      }
      guard
        isAny || compound.isRoot || compound.type != nil || compound.id != nil || !compound.classes.isEmpty
          || !compound.attributes.isEmpty
      else { return nil }
      compounds.append((compound, isChild))
      isChild = false
      var hasSpace = false
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: ">"), !isChild {
          isChild = true
        } else if bytes[at] == 32 || (bytes[at] >= 9 && bytes[at] <= 13) {
          hasSpace = true
        } else {
          break
        }
        at += 1
      }
      if at < bytes.count, !isChild, !hasSpace { return nil }
      if at >= bytes.count, isChild { return nil }
    }
    guard !compounds.isEmpty, compounds.count <= 32 else { return nil }
    // From inside outwards; a combinator is stored with the inner compound.
    return Selector(
      compounds: compounds.reversed(),
      specificity: min(counts.ids, 255) << 16 | min(counts.classes, 255) << 8 | min(counts.types, 255), rule: rule)
  }
}
