// SPDX-License-Identifier: MIT
import Numbers

// The guide's sections, its words and the examples, as scripts/examples writes them.
extension Manual {
  /// The sections of the guide, by number: the file's name and the heading.
  static let sections: [(page: String, heading: String)] = {
    var sections: [(page: String, heading: String)] = []
    var page = ""
    for line in guideSections.split(separator: "\n") {
      if line.hasPrefix(" ") {
        sections.append((page, String(line.dropFirst())))
      } else {
        page = String(line)
      }
    }
    return sections
  }()

  /// The stems of the words of the guide's text, each with the numbers of the sections that have it; none for the
  /// commonest words.
  static let sectionsByWord: [String: [Int]] = {
    let parts = guideWords.split { $0 == " " || $0 == "\n" }
    var result: [String: [Int]] = [:]
    var word = ""
    for (shared, figures) in zip(stride(from: 0, to: parts.count, by: 2), stride(from: 1, to: parts.count, by: 2)) {
      word = String(word.prefix(parts[shared].first?.wholeNumberValue ?? 0)) + parts[shared].dropFirst()
      result[word] = numbers(parts[figures])
    }
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
    let texts = exampleTexts.split(separator: "\n", omittingEmptySubsequences: false).split { $0.isEmpty }
    var places: [String: Place] = [:]
    var owner = ""
    for line in examples.split(separator: "\n") {
      guard line.hasPrefix(" ") else {
        owner = String(line)
        continue
      }
      let parts = line.split(separator: " ")
      guard parts.count > 1, let section = Int(parts[1]), sections.indices.contains(section) else { continue }
      let text = parts.count > 2 ? Int(parts[2]).flatMap { texts.indices.contains($0) ? texts[$0] : nil } : nil
      places["\(owner).\(parts[0])"] = Place(section: section, example: text.map { $0.map(String.init) })
    }
    return places
  }()
}
