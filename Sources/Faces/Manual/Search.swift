// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import Messages

extension Manual {
  /// The most entries that a search lists.
  private static let mostFound = 20

  /// Returns a list of the entries of the manual and the sections of the guide that have these words, the best first;
  /// nil if there is none.
  ///
  /// An entry with more of the words comes first, and one that has them in its name or heading before one that has them
  /// in its description or in the guide's text. Words that every question has, such as `how`, do not count.
  ///
  /// - Parameters:
  ///   - words: as typed; letters count in either case, in any order.
  ///   - width: the line width, in characters.
  ///   - guesses: true to search for the nearest known word in place of one that nothing has; false to find nothing
  ///     then.
  package static func search(_ words: [String], width: Int, guesses: Bool = true) -> String? {
    let found = SearchQuery(words).results(most: mostFound, guesses: guesses)
    if found.count == 0 { return nil }
    var rows: [(name: String, words: String)] = []
    var hasSections = false
    for entry in found.entries {
      rows.append((entry.name, entry.words))
      if case .section = entry.kind { hasSections = true }
    }
    var parts: [Page.Part] = [.list("", rows)]
    if found.count > rows.count { parts.append(.words("… and \(found.count - rows.count) more; add a word.")) }
    if hasSections { parts.append(.words("Names that end in .md are pages of the guide.")) }
    for note in found.notes { parts.append(.words(note)) }
    return Page("\(counted(found.count, "entry", "entries")) on \(listed(found.words))", parts).text(width: width)
  }
}

/// An entry of the manual, or a section of the guide.
struct SearchEntry {
  enum Kind {
    case entry, rule
    /// The number of a section, and the numbers of those that it stands for: the first of a page for all of them.
    case section(Int, page: Range<Int>)
  }

  let kind: Kind
  /// The name and the words that a list shows.
  let name: String
  let words: String
  /// The stems of the name's or the heading's words.
  let title: [String]
  /// The stems of the description's words, or of the name of the guide's page.
  let text: [String]

  /// - Parameter title: the part of the name that counts; nil for all of it.
  init(_ name: String, title: String? = nil, _ words: String, kind: Kind = .entry) {
    self.kind = kind
    self.name = name
    self.words = words
    self.title = SearchEntry.stems(title ?? name)
    text = SearchEntry.stems(words) + SearchEntry.stems(name)
  }

  /// Creates the entry of a section of the guide.
  init(section number: Int, _ section: (page: String, heading: String), page: Range<Int>) {
    kind = .section(number, page: page)
    name = section.page
    words = section.heading
    title = SearchEntry.stems(section.heading)
    text = SearchEntry.stems(String(section.page.prefix { $0 != "." }))
  }

  /// All entries, in the manual's order.
  static let all: [SearchEntry] = {
    var entries: [SearchEntry] = []
    for keyedClass in KeyedClass.builtIn {
      for property in Manual.ownProperties(of: keyedClass) {
        let owner = keyedClass === KeyedClass.layer ? "" : " of ca.\(keyedClass.name)"
        entries.append(SearchEntry("\(property.name)\(owner)", title: property.name, property.summary))
      }
    }
    for function in LuaBinding.manual where !function.onlyRefuses {
      let title = function.name == "()" ? String(function.owner.dropFirst(3)) : function.name
      entries.append(SearchEntry(Manual.title(of: function), title: title, function.summary))
    }
    for (i, hook) in ScriptHook.all.enumerated() {
      // A hook of several owners is listed once.
      let isKnown = ScriptHook.all[..<i].contains { $0.name == hook.name && $0.summary == hook.summary }
      if !isKnown { entries.append(SearchEntry(hook.name, hook.summary)) }
    }
    for info in FilterInfo.all { entries.append(SearchEntry(info.name, info.summary)) }
    for rule in LayerWarning.Rule.allCases { entries.append(SearchEntry(rule.rawValue, rule.summary, kind: .rule)) }
    for (number, section) in Manual.sections.enumerated() {
      let isFirst = number == 0 || Manual.sections[number - 1].page != section.page
      let end = Manual.sections[number...].firstIndex { $0.page != section.page } ?? Manual.sections.count
      entries.append(SearchEntry(section: number, section, page: isFirst ? number..<end : number..<number + 1))
    }
    return entries
  }()

  /// The words of a text in lower case; names are several words: `cornerRadius` is `corner` and `radius`.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var before: Character?
    let characters = Array(text)
    for (i, character) in characters.enumerated() {
      guard character.isLetter || character.isNumber else {
        if !word.isEmpty { words.append(word) }
        (word, before) = ("", nil)
        continue
      }
      // CIGaussianBlur: ci, gaussian, blur.
      let next = i + 1 < characters.count ? characters[i + 1] : " "
      if let before, character.isUppercase, !before.isUppercase || next.isLowercase {
        words.append(word)
        word = ""
      }
      word += character.lowercased()
      before = character
    }
    return word.isEmpty ? words : words + [word]
  }

  static func stems(_ text: String) -> [String] { words(text).map(stem) }

  /// A word without the end that English adds, as in scripts/examples: `rounded corners` finds `corner` and `round`.
  static func stem(_ word: String) -> String {
    for end in ["ing", "ed", "es", "s"] where word.hasSuffix(end) && word.utf8.count > end.utf8.count + 3 {
      if word.hasSuffix("ss") { continue }
      let stem = String(word.dropLast(end.utf8.count))
      // clipped, clipping: clip
      guard end == "ing" || end == "ed", let last = stem.last, stem.dropLast().last == last, "bdgmnprt".contains(last)
      else { return stem }
      return String(stem.dropLast())
    }
    return word
  }
}

/// The words of a question, ready to be compared with entries.
struct SearchQuery {
  /// A word that counts, with other words for it.
  struct Term {
    /// As typed, and its stem.
    var word: String
    var stem: String
    var others: [String]

    init(_ meant: String, for word: String) {
      self.word = word
      stem = SearchEntry.stem(meant)
      others = SearchQuery.synonyms[stem] ?? []
    }
  }

  var terms: [Term]
  /// True for a question, which a section of the guide answers better than an entry.
  private let isQuestion: Bool

  init(_ texts: [String]) {
    var words: [String] = []
    // More words than that are no question.
    for text in texts where words.count < 64 { words += SearchEntry.words(String(text.prefix(1000))).prefix(64) }
    isQuestion = words.contains { ["how", "why", "what", "where"].contains($0) }
    // "not there", "why is it not visible": the page that tells why.
    let unseen = ["there", "visible", "seen", "shown", "show", "appear", "see"]
    let isUnseen = words.contains { ["not", "no", "nothing", "isn", "doesn", "why"].contains($0) }
    terms = []
    for word in words where !SearchQuery.plainWords.contains(word) {
      let term = Term(isUnseen && unseen.contains(word) ? "diagnosis" : word, for: word)
      if !terms.contains(where: { $0.stem == term.stem }) { terms.append(term) }
    }
    // Nearly everything is about layers.
    if terms.count > 1 { terms.removeAll { $0.stem == "layer" } }
  }

  /// Words of every question.
  private static let plainWords: Set<String> = [
    "a", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "could", "do", "does", "doesn", "don", "for",
    "from", "get", "got", "has", "have", "how", "i", "if", "in", "into", "is", "isn", "it", "its", "make", "me", "my",
    "need", "no", "not", "of", "on", "one", "or", "should", "so", "t", "that", "the", "their", "them", "then", "these",
    "they", "this", "to", "use", "using", "want", "was", "we", "what", "when", "where", "which", "who", "why", "will",
    "with", "without", "would", "you", "your",
  ]

  /// Other words for a word, by stems: what people ask for, and what the manual calls it.
  private static let synonyms: [String: [String]] = {
    let rows: [(words: String, others: String)] = [
      ("movie video mp4 webm gif animated", "film"), ("picture photo", "image"), ("image", "picture"),
      ("colour", "color"), ("color", "colour"), ("grey", "gray"), ("gray", "grey"), ("centre", "center"),
      ("center centered centred", "alignment center"), ("align", "alignment"), ("rounded round", "radius corner"),
      ("rotate rotation turn", "rotation transform"), ("move", "position"), ("scale zoom", "scale transform"),
      ("visible invisible missing blank disappear", "diagnosis off there"), ("diagnosis", "there off"),
      ("untrusted unsafe", "sandbox isolation"), ("pdf paper", "print"), ("spacing", "height"),
      ("fade transparent transparency translucent", "opacity"), ("crop cut", "clip rect"), ("typeface", "font"),
      ("delete", "remove"), ("export save", "write render"), ("easing", "timing"), ("slow fast", "speed"),
      ("faster performance", "threads"), ("excel spreadsheet", "table"), ("many several", "batch"),
      ("caption label", "text"), ("circle", "ellipse"), ("blur", "filter"), ("load open", "read"),
      ("typing typewriter", "type"), ("custom", "own"), ("debug", "diagnosis"), ("fail error", "warning"),
    ]
    var synonyms: [String: [String]] = [:]
    for row in rows {
      for word in SearchEntry.words(row.words) {
        synonyms[SearchEntry.stem(word), default: []] += SearchEntry.stems(row.others)
      }
    }
    return synonyms
  }()

  // MARK: Ranks

  /// The weight of a term in an entry; 0 if the entry does not have it.
  private func weight(of term: Term, in entry: SearchEntry) -> Double {
    var best = weight(of: term.stem, in: entry, partly: true)
    for other in term.others { best = max(best, weight(of: other, in: entry, partly: false) * 0.7) }
    return best
  }

  /// - Parameter partly: true if a longer word that begins so counts too.
  private func weight(of stem: String, in entry: SearchEntry, partly: Bool) -> Double {
    if entry.title.contains(stem) { return 10 }
    if partly, stem.utf8.count >= 3, entry.title.contains(where: { $0.hasPrefix(stem) }) { return 6 }
    if entry.text.contains(stem) { return 4 }
    if partly, stem.utf8.count >= 4, entry.text.contains(where: { $0.hasPrefix(stem) }) { return 2 }
    guard case .section(let number, let page) = entry.kind, let sections = Manual.sectionsByStem[stem] else { return 0 }
    // Nearly all sections have the commonest words.
    if sections.isEmpty { return 1 }
    if sections.contains(number) { return 2 }
    return sections.contains { page.contains($0) } ? 1 : 0
  }

  /// The weights of a term in all entries; nil if no entry has it.
  private func weights(of term: Term) -> [Double]? {
    var weights: [Double] = []
    var isKnown = false
    for entry in SearchEntry.all {
      let weight = weight(of: term, in: entry)
      weights.append(weight)
      if weight > 0 { isKnown = true }
    }
    return isKnown ? weights : nil
  }

  /// The entries that have any of the terms and are not much worse than the best: their number, and the first of them;
  /// the words that were searched for; and remarks on words that nothing has.
  func results(
    most: Int, guesses: Bool
  ) -> (count: Int, entries: [SearchEntry], words: [String], notes: [String]) {
    let all = SearchEntry.all
    var found = terms
    var notes: [String] = []
    var ranks = [Double](repeating: 0, count: all.count)
    var weights: [[Double]] = []
    for i in found.indices {
      let word = found[i].word
      if let row = self.weights(of: found[i]) {
        weights.append(row)
      } else if !guesses {
        return (0, [], [], [])
      } else if let near = nearest(found[i].stem, among: SearchQuery.knownWords) {
        notes.append("\"\(near)\" was searched for in place of \"\(word)\".")
        found[i] = Term(near, for: word)
        weights.append(self.weights(of: found[i]) ?? ranks)
      } else {
        notes.append("Nothing is said of \"\(word)\".")
        weights.append(ranks)
      }
    }
    // A word that few entries have says more.
    var factors: [Double] = []
    for row in weights {
      var count = 1
      for weight in row where weight > 0 { count += 1 }
      factors.append(1 + Double((all.count / count).bitWidthOfValue) / 2)
    }
    var best = 0.0
    var own = [Double](repeating: 0, count: weights.count)
    for i in all.indices {
      for k in own.indices { own[k] = weights[k][i] * factors[k] }
      ranks[i] = rank(of: all[i], own, found)
      best = max(best, ranks[i])
    }
    if best == 0 { return (0, [], [], []) }
    // Entries that are much worse than the best are not meant.
    var count = 0
    for rank in ranks where rank * 8 >= best { count += 1 }
    var entries: [SearchEntry] = []
    while entries.count < min(most, count) {
      // The order of the manual stays among equal ranks.
      var next = 0
      for i in ranks.indices where ranks[i] > ranks[next] { next = i }
      entries.append(all[next])
      ranks[next] = 0
    }
    return (count, entries, found.map(\.word), notes)
  }

  private func rank(of entry: SearchEntry, _ weights: [Double], _ terms: [Term]) -> Double {
    var rank = 0.0, least = Double.infinity
    var count = 0
    for weight in weights {
      rank += weight
      least = min(least, weight)
      if weight > 0 { count += 1 }
    }
    if count == 0 { return 0 }
    rank = (rank + Double(count) * least) * Double(count) / Double(weights.count)
    // The part of the name that was asked for.
    var asked = 0.0
    for word in entry.title {
      var share = 0.0
      for term in terms { share = max(share, term.stem == word ? 1 : term.others.contains(word) ? 0.6 : 0) }
      asked += share
    }
    if asked > 0 { rank *= 1 + asked / Double(entry.title.count) }
    switch entry.kind {
    case .entry: break
    case .rule: rank *= 0.6
    case .section:
      if isQuestion { rank *= 1.3 }
      var share = 1.0
      for term in terms {
        if entry.text.contains(term.stem) {
          share = 1.3
        } else if share < 1.1, term.others.contains(where: { entry.text.contains($0) }) {
          share = 1.1
        }
      }
      rank *= share
      // Pages for servers and for those who come from elsewhere answer special questions.
      let special = ["service", "farm", "faces", "signed-urls", "embedding", "from-"]
      if special.contains(where: { entry.name.hasPrefix($0) }) { rank *= 0.7 }
    }
    return rank
  }

  /// All words that something has.
  private static let knownWords: [String] = {
    var words: [String] = []
    for entry in SearchEntry.all { words += entry.title }
    for row in Manual.guideStems { words.append(row.stem) }
    for entry in SearchEntry.all { words += entry.text }
    return words
  }()
}

extension Int {
  /// The number of binary digits of a value above 0.
  fileprivate var bitWidthOfValue: Int { bitWidth - leadingZeroBitCount }
}
