// SPDX-License-Identifier: MIT
import Numbers

/// `; did you mean "…"?` when one of the candidates is near; else nothing.
package func suggestion(for word: String, among candidates: [String]) -> String {
  nearest(word, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
}

/// `; did you mean …?` when one of the candidates is near, else `; there are …` with all of them.
package func suggestionOrList(for word: String, among candidates: [String]) -> String {
  nearest(word, among: candidates).map { "; did you mean \($0)?" } ?? "; there are \(listed(candidates))"
}

/// The candidate that a misspelt word probably means; nil without one.
///
/// Capitalization matters least: `zposition` is `zPosition` rather than `position`, which differs by a letter. Up to
/// two letters may be missing, in excess, changed or swapped with their neighbour, in words of up to five letters one:
/// two make most short words into any other. Of equals the one whose capitals agree wins, then the first.
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

/// Insertions, deletions, changes, and swaps of neighbours.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
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
