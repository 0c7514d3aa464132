// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import Messages

extension Manual {
  /// The most entries that a search lists.
  private static let mostFound = 20

  /// Returns a list of the entries whose names or descriptions have all these words, the best first; nil if there is
  /// none.
  ///
  /// - Parameters:
  ///   - words: as typed; letters count in either case, and a word may be a part of another.
  ///   - width: the line width, in characters.
  package static func search(_ words: [String], width: Int) -> String? {
    let wanted = words.flatMap { $0.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) }
      .map(String.init)
      .filter { !["a", "an", "the", "of", "to", "in", "on", "how", "i", "with", "and", "my"].contains($0) }
      .map(stem)
    guard !wanted.isEmpty else { return nil }
    var found: [(rank: Int, name: String, words: String)] = []
    for entry in entries {
      let (name, text) = (entry.name.lowercased(), entry.words.lowercased())
      var rank = 0
      for word in wanted {
        if isPart(word, of: name) {
          rank += 3
        } else if isPart(word, of: text) {
          rank += 1
        } else {
          rank = -1
          break
        }
      }
      guard rank > 0, !found.contains(where: { $0.name == entry.name && $0.words == entry.words }) else { continue }
      found.append((rank, entry.name, entry.words))
    }
    guard !found.isEmpty else { return nil }
    // The order of the manual stays among equal ranks.
    let best = found.enumerated().sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }.map(\.element)
    let rows = best.prefix(mostFound).map { (name: $0.name, words: $0.words) }
    var parts: [Page.Part] = [.list("", rows)]
    if best.count > mostFound { parts.append(.words("… and \(best.count - mostFound) more; add a word.")) }
    return Page("\(counted(best.count, "entry", "entries")) with \(listed(words))", parts).text(width: width)
  }

  /// A word without the end that English adds: `rounded corners` finds `corner` and `round`.
  private static func stem(_ word: String) -> String {
    for end in ["ing", "ed", "es", "s"] where word.hasSuffix(end) && word.utf8.count > end.utf8.count + 3 {
      return String(word.dropLast(end.utf8.count))
    }
    return word
  }

  /// All entries of the manual with what is said about them.
  private static var entries: [(name: String, words: String)] {
    var entries: [(name: String, words: String)] = []
    for keyedClass in KeyedClass.builtIn {
      for property in ownProperties(of: keyedClass) {
        let owner = keyedClass === KeyedClass.layer ? "" : " of ca.\(keyedClass.name)"
        entries.append(("\(property.name)\(owner)", property.summary))
      }
    }
    for function in LuaBinding.manual where !function.onlyRefuses {
      entries.append((title(of: function), function.summary))
    }
    for hook in ScriptHook.all { entries.append((hook.name, hook.summary)) }
    for info in FilterInfo.all { entries.append((info.name, info.summary)) }
    for rule in LayerWarning.Rule.allCases { entries.append((rule.rawValue, rule.summary)) }
    return entries
  }
}
