// SPDX-License-Identifier: MIT
import Testing

import LayerModel
import Messages

@Suite struct NearestNameTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test func `capitals count last`() {
    #expect(nearest("zposition", among: ["position", "zPosition"]) == "zPosition")
    #expect(nearest("ZPosition", among: ["position", "zPosition"]) == "zPosition")
    #expect(nearest("BACKGROUNDCOLOR", among: ["backgroundColor"]) == "backgroundColor")
    #expect(nearest("contentsgravity", among: ["contentsGravity", "contents"]) == "contentsGravity")
    #expect(nearest("minx", among: ["minY", "minX"]) == "minX")
    #expect(nearest("state", among: ["style"]) == nil)
    #expect(nearest("position", among: ["position"]) == nil)
    #expect(nearest("", among: ["position"]) == nil)
  }

  /// A word with one typo, in any case, suggests the word that was meant, or another at the same distance.
  @Test func `random slips find the word that was meant`() {
    var random = Generator(state: 7)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    for keyedClass in KeyedClass.builtIn {
      let names = keyedClass.properties.map(\.name)
      for name in names.dropFirst(keyedClass.superclass?.properties.count ?? 0) where name.utf8.count > 3 {
        for _ in 0..<6 {
          var word = Array(name)
          let place = Int.random(in: 0..<word.count, using: &random)
          let letter = letters[Int.random(in: 0..<letters.count, using: &random)]
          switch Int.random(in: 0..<5, using: &random) {
          case 0: word.insert(letter, at: place)
          case 1: word.remove(at: place)
          case 2: word[place] = letter
          case 3: word.swapAt(place, place == 0 ? 1 : place - 1)
          default: break
          }
          let written =
            switch Int.random(in: 0..<3, using: &random) {
            case 0: String(word)
            case 1: String(word).lowercased()
            default: String(word).uppercased()
            }
          guard !names.contains(written), written.count >= 3 else { continue }
          guard let found = nearest(written, among: names) else {
            Issue.record("\(keyedClass.name): \(written) for \(name) finds nothing")
            continue
          }
          if found == name { continue }
          // At most as distant, ignoring case.
          #expect(
            slips(written, found) <= slips(written, name), "\(keyedClass.name): \(written) for \(name) finds \(found)")
        }
      }
    }
  }

  /// The number of insertions, deletions, substitutions and transpositions between two words, ignoring case, by dynamic
  /// programming over prefixes.
  private func slips(_ a: String, _ b: String) -> Int {
    let a = Array(a.lowercased().utf8)
    let b = Array(b.lowercased().utf8)
    var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count {
      for j in 0...b.count {
        if i == 0 || j == 0 {
          table[i][j] = max(i, j)
          continue
        }
        table[i][j] = min(
          table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }
}
