// SPDX-License-Identifier: MIT
import Numbers

// The guide's sections, its words and the examples, as scripts/examples writes them.
extension Manual {
  /// The sections of the guide, by number: the file's name and the heading.
  static let sections: [(page: String, heading: String)] = {
    var sections: [(page: String, heading: String)] = []
    var page = ""
    for line in pieces(of: guideSections[...], at: "\n") {
      if line.hasPrefix(" ") {
        sections.append((page, String(line.dropFirst())))
      } else {
        page = String(line)
      }
    }
    return sections
  }()

  /// The stems of the words of the guide's text, sorted, each with the numbers of the sections that have it; none for
  /// the commonest words.
  static let guideStems: [(stem: String, sections: [Int])] = {
    var result: [(stem: String, sections: [Int])] = []
    var stem = ""
    var isWord = true
    for line in pieces(of: guideWords[...], at: "\n") {
      for piece in pieces(of: line, at: " ") {
        if isWord {
          stem = String(stem.prefix(piece.first?.wholeNumberValue ?? 0)) + piece.dropFirst()
        } else {
          result.append((stem, numbers(piece)))
        }
        isWord.toggle()
      }
    }
    return result
  }()

  /// The sections of `guideStems` by stem.
  static let sectionsByStem: [String: [Int]] = {
    var result: [String: [Int]] = [:]
    for row in guideStems { result[row.stem] = row.sections }
    return result
  }()

  /// Reads ascending numbers from the steps between them, in figures of printable characters without `"`, `#` and `\`.
  private static func numbers(_ figures: Substring) -> [Int] {
    let carry = 90
    var numbers: [Int] = []
    var number = 0
    for character in figures.utf8 {
      let code = Int(character)
      let figure = code - 33 - (code > 34 ? 2 : 0) - (code > 92 ? 1 : 0)
      number += figure
      if figure != carry {
        numbers.append(number)
        number += 1
      }
    }
    return numbers
  }

  /// Where the guide treats a member of a class or a table, and the Lua that shows it.
  struct Place {
    /// The number of a section.
    var section: Int
    /// The lines of an example; nil if neither the guide nor docs/reference/examples.lua has one.
    var example: [String]?
  }

  /// Returns the place of a name with its owner, such as `Layer.opacity` or `ca.render`; `Layer.*` is that of the
  /// owner's other members. Nil for unknown names.
  static func place(of name: String) -> Place? { places[name] }

  private static let places: [String: Place] = {
    // An empty line ends a text.
    var texts: [[String]] = [[]]
    for line in pieces(of: exampleTexts[...], at: "\n", keepsEmpty: true) {
      if line.isEmpty {
        texts.append([])
      } else {
        texts[texts.count - 1].append(String(line))
      }
    }
    var places: [String: Place] = [:]
    var owner = "", usual = 0
    for line in pieces(of: examples[...], at: "\n") {
      guard line.hasPrefix(" ") else {
        owner = String(line)
        continue
      }
      // A name, the number of its text or -, and that of its section if it is not that of the owner's first row, `*`.
      let parts = pieces(of: line, at: " ")
      guard parts.count > 1 else { continue }
      let section = parts.count > 2 ? number(parts[2]) : usual
      guard section < sections.count else { continue }
      if parts[0] == "*" { usual = section }
      let text = parts[1] == "-" ? texts.count : number(parts[1])
      places["\(owner).\(parts[0])"] = Place(section: section, example: text < texts.count ? texts[text] : nil)
    }
    return places
  }()

  private static func number(_ digits: Substring) -> Int {
    var number = 0
    for digit in digits.utf8 { number = number * 10 + Int(digit) - 48 }
    return number
  }

  /// Splits text. One function for all of the guide's, since each generic one is compiled anew.
  @inline(never)
  private static func pieces(of text: Substring, at end: Character, keepsEmpty: Bool = false) -> [Substring] {
    text.split(separator: end, omittingEmptySubsequences: !keepsEmpty)
  }
}
