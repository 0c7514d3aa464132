// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// The place of a layer, item or property in a file: names from the outside in, as lottie-ios names them.
struct Place {
  private(set) var names: [String] = []

  static func + (place: Place, name: String) -> Place {
    var result = place
    result.names.append(name)
    return result
  }

  /// The names joined by dots.
  var text: String { names.joined(separator: ".") }
}

/// A pattern of key paths: names joined by dots, where `*` is one name and `**` any number of names.
struct KeyPathPattern {
  let text: String
  private let parts: [Substring]

  init(_ text: String) {
    self.text = text
    parts = text.split(separator: ".", omittingEmptySubsequences: false)
  }

  /// True if the pattern matches all names. A name with dots matches the pattern's parts that it consists of.
  func matches(_ place: Place) -> Bool {
    let names = place.names.flatMap { $0.split(separator: ".", omittingEmptySubsequences: false) }
    return matches(names[...])
  }

  /// True if the pattern matches the last names.
  func matchesEnd(of place: Place) -> Bool {
    let names = place.names.flatMap { $0.split(separator: ".", omittingEmptySubsequences: false) }
    if matches(names[...]) { return true }
    return parts.first != "**" && names.count > parts.count && matches(names.suffix(parts.count))
  }

  /// Matches by the way of texts with one kind of star: back to the last `**` on a mismatch. Takes time at most the
  /// product of the two counts.
  private func matches(_ names: ArraySlice<Substring>) -> Bool {
    var (i, j) = (0, names.startIndex)
    var star: (part: Int, name: Int)?
    while j < names.endIndex {
      if i < parts.count, parts[i] == "**" {
        star = (i, j)
        i += 1
      } else if i < parts.count, parts[i] == "*" || parts[i] == names[j] {
        i += 1
        j += 1
      } else if let last = star {
        i = last.part + 1
        j = last.name + 1
        star = (last.part, j)
      } else {
        return false
      }
    }
    return parts[i...].allSatisfy { $0 == "**" }
  }
}

/// The values that the caller sets in place of the file's, and which of them were used.
struct Overrides<Value> {
  private var rows: [(pattern: KeyPathPattern, value: Value)] = []
  private var used: Set<Int> = []
  /// True if a pattern may also be the last names of a key path.
  private let takesEnds: Bool

  init(_ values: [(key: String, value: Value)], takesEnds: Bool = false) {
    rows = values.map { (KeyPathPattern($0.key), $0.value) }
    self.takesEnds = takesEnds
  }

  var isEmpty: Bool { rows.isEmpty }
  var count: Int { rows.count }

  /// Returns the value for a place; nil if there is none. Patterns that match all its names come before those that
  /// match the last ones; of several the last counts. All that match count as used.
  mutating func value(at place: Place) -> Value? {
    var whole: Value?
    var end: Value?
    for (i, row) in rows.enumerated() {
      if row.pattern.matches(place) {
        whole = row.value
      } else if takesEnds, row.pattern.matchesEnd(of: place) {
        end = row.value
      } else {
        continue
      }
      used.insert(i)
    }
    return whole ?? end
  }

  /// The patterns that matched nothing.
  var unused: [String] { rows.indices.filter { !used.contains($0) }.map { rows[$0].pattern.text } }
}
