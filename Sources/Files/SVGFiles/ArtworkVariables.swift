// SPDX-License-Identifier: MIT
import Numbers

/// The custom properties of an element: values by names such as `--accent`, including inherited ones.
struct ArtworkVariables: Equatable {
  private(set) var values: [String: String] = [:]

  /// The maximum length of a value, in bytes.
  static let mostBytes = 4096
  private static let deepest = 16

  var isEmpty: Bool { values.isEmpty }

  /// Sets an element's own custom properties, whose values may refer to each other and to inherited ones.
  ///
  /// - Parameter work: is increased by the number of bytes read.
  mutating func set(_ own: [(name: String, value: String)], _ work: inout Int) {
    guard !own.isEmpty else { return }
    let parent = values
    var raw: [String: String] = [:]
    for (name, value) in own {
      work += value.utf8.count + 8
      raw[name] = value
    }
    var known: [String: String?] = [:]
    var active: Set<String> = []
    func value(_ name: String) -> String? {
      guard let text = raw[name] else { return parent[name] }
      if let done = known[name] { return done }
      // A cyclic reference has no value.
      guard active.count < ArtworkVariables.deepest, active.insert(name).inserted else { return nil }
      defer { active.remove(name) }
      let result: String?
      switch text.trimmed.lowercased() {
      case "inherit", "unset": result = parent[name]
      case "initial": result = nil
      default:
        var spent = 0
        result = ArtworkVariables.replaced(text, 0, &spent, value)
        work += spent
      }
      known[name] = .some(result)
      return result
    }
    for name in raw.keys.sorted() { values[name] = value(name) }
  }

  /// True if a value contains `var()`.
  static func isIn(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "(")) else { return false }
    return text.lowercased().place(of: "var(") != nil
  }

  /// Returns the value with every `var()` substituted; nil if one has neither a value nor a fallback.
  func replaced(_ text: String, _ work: inout Int) -> String? {
    ArtworkVariables.replaced(text, 0, &work) { values[$0] }
  }

  private static func replaced(_ text: String, _ depth: Int, _ work: inout Int, _ value: (String) -> String?)
    -> String?
  {
    guard depth < deepest, text.utf8.count <= mostBytes else { return nil }
    work += text.utf8.count
    var result = ""
    var rest = text[...]
    while let start = rest.lowercased().place(of: "var(") {
      let begin = rest.utf8.index(rest.startIndex, offsetBy: start)
      result += rest[..<begin]
      let inside = rest.utf8.index(begin, offsetBy: 4)
      var level = 1
      var end = inside
      while end < rest.endIndex {
        let c = rest.utf8[end]
        if c == UInt8(ascii: "(") { level += 1 }
        if c == UInt8(ascii: ")") { level -= 1 }
        if level == 0 { break }
        end = rest.utf8.index(after: end)
      }
      guard end < rest.endIndex else { return nil }
      let content = rest[inside..<end]
      let comma = content.utf8.firstIndex(of: UInt8(ascii: ","))
      let name = content[..<(comma ?? content.endIndex)].trimmed
      guard name.hasPrefix("--"), name.utf8.count > 2 else { return nil }
      if let found = value(name) {
        result += found
      } else if isOfPalette(name) {
        // An entry of a font's palette is resolved when the glyph is drawn.
        result += rest[begin...end]
      } else if let comma {
        let other = String(content[content.utf8.index(after: comma)...])
        guard let made = replaced(other, depth + 1, &work, value) else { return nil }
        result += made
      } else {
        return nil
      }
      guard result.utf8.count <= mostBytes else { return nil }
      rest = rest[rest.utf8.index(after: end)...]
    }
    return result + rest
  }

  /// True if the name is `--color` and a number: an entry of a font's palette.
  static func isOfPalette(_ name: String) -> Bool {
    name.hasPrefix("--color") && name.utf8.count > 7 && name.utf8.count < 14
      && name.utf8.dropFirst(7).allSatisfy { $0 >= 48 && $0 <= 57 }
  }
}

extension StringProtocol {
  /// Returns the byte offset of the first occurrence of a text; nil if there is none.
  func place(of text: String) -> Int? {
    let bytes = Array(utf8), wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return nil }
    for i in 0...(bytes.count - wanted.count) where bytes[i] == wanted[0] {
      if bytes[i..<i + wanted.count].elementsEqual(wanted) { return i }
    }
    return nil
  }
}
