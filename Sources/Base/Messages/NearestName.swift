// SPDX-License-Identifier: MIT
import Numbers

/// Returns `; did you mean "…"?` if one of the candidates is similar, else an empty string.
package func suggestion(for word: String, among candidates: [String]) -> String {
  nearest(word, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
}

/// Returns `; did you mean …?` if one of the candidates is similar, else `; there are …` with all of them.
package func suggestionOrList(for word: String, among candidates: [String]) -> String {
  nearest(word, among: candidates).map { "; did you mean \($0)?" } ?? "; there are \(listed(candidates))"
}

/// Returns the candidate that a misspelt word probably means; nil if none is similar.
///
/// Capitalisation matters least: `zposition` is `zPosition` rather than `position`, which differs by a letter. At most
/// two letters may be missing, added, changed or transposed; only one in words of up to five letters, since two turn
/// most short words into any other. Among equally near candidates the one with matching capitals wins, then the first.
package func nearest(_ word: String, among candidates: [String]) -> String? {
  let written = Array(word.utf8)
  guard written.count >= 3, written.count <= 64 else { return nil }
  let folded = written.map(lowercased)
  let limit = written.count <= 5 ? 1 : 2
  var best: (distance: Int, exact: Int, word: String)?
  for candidate in candidates where candidate != word {
    let letters = Array(candidate.utf8)
    guard abs(letters.count - written.count) <= limit, letters.count > 2 else { continue }
    let distance = editDistance(folded, letters.map(lowercased))
    guard distance <= limit, distance <= best?.distance ?? limit else { continue }
    let exact = editDistance(written, letters)
    if distance == best?.distance, exact >= best?.exact ?? .max { continue }
    best = (distance, exact, candidate)
  }
  return best?.word
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}

/// Returns the optimal string alignment distance (restricted Damerau–Levenshtein): insertions, deletions,
/// substitutions, and transpositions of neighbours.
package func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var before = Array(repeating: 0, count: b.count + 1)
  var previous = Array(0...b.count)
  var current = previous
  for i in 1...max(a.count, 1) where i <= a.count {
    current[0] = i
    for j in 1...max(b.count, 1) where j <= b.count {
      let change = a[i - 1] == b[j - 1] ? 0 : 1
      current[j] = Swift.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + change)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        current[j] = Swift.min(current[j], before[j - 2] + 1)
      }
    }
    (before, previous, current) = (previous, current, before)
  }
  return previous[b.count]
}
