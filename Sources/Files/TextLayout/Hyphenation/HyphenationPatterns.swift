// SPDX-License-Identifier: MIT
import Numbers
import Parsing
import Messages

/// The patterns of one level of a file of hyphens, as Liang's algorithm reads them: letters with a number between any
/// two, of which the greatest at a place says by being odd that a hyphen may stand there.
///
/// The letters are a tree in one table; there are up to a hundred thousand patterns in a language.
struct HyphenationPatterns {
  /// The longest pattern, in letters, and the most letters of all: of the largest file known a fourth.
  static let longest = 64
  static let maximumNodes = 2_000_000

  /// Edges of the tree by their node and letter, and the node at their end; 0 is no edge. The tables' sizes are equal
  /// powers of two.
  private var keys: [UInt64] = [UInt64](repeating: 0, count: 1024)
  private var ends: [UInt32] = [UInt32](repeating: 0, count: 1024)
  private var nodes: UInt32 = 1
  /// For each node the place of its numbers in `levels`; 0 for a node at which no pattern ends.
  private var places = Grown<UInt32>([0, 0])
  /// The numbers of a pattern, as many as its letters and one, each sequence after its count.
  private var levels = Grown<UInt8>([0])

  var isEmpty: Bool { nodes == 1 }

  private static func key(_ node: UInt32, _ letter: UInt32) -> UInt64 { UInt64(node) << 21 | UInt64(letter) }

  private func slot(_ key: UInt64) -> Int {
    let mask = keys.count - 1
    var i = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
    while keys[i] != 0, keys[i] != key { i = (i + 1) & mask }  // bounded: half of the slots are empty
    return i
  }

  /// Adds a pattern, or replaces it. False when there are too many.
  ///
  /// - Parameter numbers: one more than the letters.
  mutating func add(
    _ letters: [UInt32], _ numbers: [UInt8], _ reading: inout Reading
  ) throws(LayerError) -> Bool {
    try reading.step(letters.count)
    var node: UInt32 = 1
    for letter in letters {
      let key = Self.key(node, letter)
      var i = slot(key)
      if keys[i] == 0 {
        guard Int(nodes) < Self.maximumNodes else { return false }
        if Int(nodes) * 2 >= keys.count {
          try grow(&reading)
          i = slot(key)
        }
        nodes += 1
        try places.append(0, &reading)
        keys[i] = key
        ends[i] = nodes
      }
      node = ends[i]
    }
    // A pattern without numbers keeps shorter ones from counting.
    places[Int(node)] = 0
    guard numbers.contains(where: { $0 > 0 }) else { return true }
    places[Int(node)] = UInt32(levels.count)
    try levels.append(UInt8(clamping: numbers.count), &reading)
    try levels.append(contentsOf: numbers, &reading)
    return true
  }

  /// Doubles the table; the old one lives meanwhile.
  private mutating func grow(_ reading: inout Reading) throws(LayerError) {
    try reading.take(keys.count * 2 * Self.slotSize)
    try reading.step(keys.count)
    let old = (keys, ends)
    keys = [UInt64](repeating: 0, count: old.0.count * 2)
    ends = [UInt32](repeating: 0, count: old.0.count * 2)
    for (key, end) in zip(old.0, old.1) where key != 0 {
      let i = slot(key)
      keys[i] = key
      ends[i] = end
    }
    reading.giveBack(old.0.count * Self.slotSize)
  }

  private static let slotSize = MemoryLayout<UInt64>.stride + MemoryLayout<UInt32>.stride

  /// The greatest number at each place of a word: before its first letter, between letters, after the last.
  ///
  /// Of the patterns that end at a letter the one counts whose beginning reaches back the farthest, as the program has
  /// it for which the files are made: they repeat in longer patterns what shorter ones say, or mean to override it.
  ///
  /// - Parameter word: with a full stop at each end.
  func numbers(in word: [UInt32]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: word.count + 1)
    var isTaken = [Bool](repeating: false, count: word.count)
    for start in word.indices {  // bounded: a word
      var node: UInt32 = 1
      for i in start..<min(word.count, start + Self.longest) {  // bounded: longest
        let slot = slot(Self.key(node, word[i]))
        guard keys[slot] != 0 else { break }
        node = ends[slot]
        let place = Int(places[Int(node)])
        let isFarthest = !isTaken[i]
        isTaken[i] = true
        guard isFarthest, place > 0 else { continue }
        for k in 0..<Int(levels[place]) {  // bounded: longest
          result[start + k] = max(result[start + k], levels[place + 1 + k])
        }
      }
    }
    return result
  }
}
