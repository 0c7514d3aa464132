// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Pixels
import RenderTree

extension TextAttribute {
  /// The attributes of a paragraph's lines and tabs.
  static let lines: [TextAttribute] = [
    TextAttribute(
      name: "lineBreakStrategy", get: { $0.lineBreakStrategy.map { .string($0.optionName.raw) } ?? .null }
    ) { a, v in
      guard case .string(let s) = v, let strategy = TextRequest.LineBreakStrategy(named: s) else {
        return "one of \(listed(TextRequest.LineBreakStrategy.names.map(\.raw)))"
      }
      a.lineBreakStrategy = strategy
      return nil
    },
    TextAttribute(name: "hyphenationFactor", get: { $0.hyphenationFactor.map { .number($0) } ?? .null }) { a, v in
      guard case .number(let n) = v, n >= 0, n <= 1 else { return "a number from 0 to 1" }
      a.hyphenationFactor = n
      return nil
    },
    TextAttribute(name: "language", get: { $0.language.map { .string($0) } ?? .null }) { a, v in
      guard case .string(let s) = v, isLanguage(s) else { return "a language such as \"de\" or \"pt-BR\"" }
      a.language = s
      return nil
    },
    TextAttribute(name: "tabStops", get: { $0.tabStops.map { .array($0.map { tabValue($0) }) } ?? .null }) { a, v in
      guard let stops = tabStops(v) else {
        return
          "tab stops such as {100, {location = 200, alignment = \"right\", leader = \".\"}}, at most \(mostTabStops), "
          + "in points from 0 to \(Int(clamping: longest)); the alignments are \(listed(tabAlignments.map(\.name)))"
      }
      a.tabStops = stops
      return nil
    },
    TextAttribute(name: "listMarker", get: { $0.listMarker.map { .string($0) } ?? .null }) { a, v in
      guard case .string(let s) = v, (1...64).contains(s.utf8.count), !s.contains(where: \.isNewline) else {
        return "a marker of at most 64 bytes such as \"•\" or \"{decimal}.\""
      }
      if let word = unknownMarkerWord(s) {
        let near = nearest(String(word), among: TextAttributes.listMarkerWords).map { "; did you mean {\($0)}?" }
        return "a marker whose words in braces are \(listed(TextAttributes.listMarkerWords.map { "{\($0)}" })), not "
          + "{\(word)}\(near ?? "")"
      }
      a.listMarker = s
      return nil
    },
    TextAttribute(name: "defaultTabInterval", get: { $0.defaultTabInterval.map { .number($0) } ?? .null }) { a, v in
      guard case .number(let n) = v, n >= 0, n <= longest else {
        return "points from 0, which is eight spaces, to \(Int(clamping: longest))"
      }
      a.defaultTabInterval = n
      return nil
    },
  ]

  private static let mostTabStops = 100

  private static let tabAlignments: [(name: String, alignment: TextTab.Alignment)] = [
    ("left", .left), ("right", .right), ("center", .center), ("decimal", .decimal),
  ]

  /// Checks the syntax of a BCP 47 tag: one to eight subtags of one to eight letters or digits, the first of two or
  /// three letters.
  private static func isLanguage(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return (1...8).contains(parts.count) && (2...3).contains(parts[0].utf8.count)
      && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
      && parts.allSatisfy {
        (1...8).contains($0.utf8.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
  }

  /// Returns the first word in braces, of letters and hyphens, that stands for no number; nil if there is none.
  private static func unknownMarkerWord(_ marker: String) -> Substring? {
    var rest = marker[...]
    while let open = rest.firstIndex(of: "{") {
      rest = rest[open...].dropFirst()
      let word = rest.prefix { $0.isLetter || $0 == "-" }
      if !word.isEmpty, rest.dropFirst(word.count).first == "}",
        !TextAttributes.listMarkerWords.contains(String(word))
      {
        return word
      }
    }
    return nil
  }

  private static func tabStops(_ value: PropertyValue) -> [TextTab]? {
    guard case .array(let values) = value, values.count <= mostTabStops else { return nil }
    var stops: [TextTab] = []
    for value in values {
      var stop = TextTab(location: .nan)
      switch value {
      case .number(let location): stop.location = location
      case .dictionary(let entries):
        for (key, value) in entries {
          switch (key, value) {
          case ("location", .number(let location)): stop.location = location
          case ("alignment", .string(let name)):
            guard let known = tabAlignments.first(where: { $0.name == name }) else { return nil }
            stop.alignment = known.alignment
          case ("leader", .string(let leader)):
            guard (1...16).contains(leader.utf8.count) else { return nil }
            stop.leader = leader
          default: return nil
          }
        }
      default: return nil
      }
      guard stop.location >= 0, stop.location <= longest else { return nil }
      stops.append(stop)
    }
    return stops
  }

  private static func tabValue(_ tab: TextTab) -> PropertyValue {
    let name = tabAlignments.first { $0.alignment == tab.alignment }?.name ?? "left"
    let leader = tab.leader.map { [(key: "leader", value: PropertyValue.string($0))] } ?? []
    return .dictionary([("location", .number(tab.location)), ("alignment", .string(name))] + leader)
  }
}
