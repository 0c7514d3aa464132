// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing

/// The patterns of one level of a hyphenation dictionary, for Liang's algorithm: letters with a number between any two.
/// A hyphen is allowed at a place if the greatest number there is odd.
///
/// The patterns are a trie, stored in one hash table; a language has up to a hundred thousand patterns.
struct HyphenationPatterns {
  /// The limits of a pattern's length, in letters, and of the trie's nodes. The largest known file has a quarter of
  /// these nodes.
  static let longest = 64
  static let maximumNodes = 2_000_000

  /// The trie's edges, in an open-addressing hash table: node and letter as the key, and the child node; 0 is an empty
  /// slot. Both arrays have the same size, a power of two.
  private var keys: [UInt64] = [UInt64](repeating: 0, count: 1024)
  private var ends: [UInt32] = [UInt32](repeating: 0, count: 1024)
  private var nodes: UInt32 = 1
  /// For each node, the offset of its numbers in `levels`; 0 if no pattern ends there.
  private var places = Grown<UInt32>([0, 0])
  /// The numbers of the patterns, one more than its letters for each, every sequence preceded by its count.
  private var levels = Grown<UInt8>([0])

  var isEmpty: Bool { nodes == 1 }

  private static func key(_ node: UInt32, _ letter: UInt32) -> UInt64 { UInt64(node) << 21 | UInt64(letter) }

  private func slot(_ key: UInt64) -> Int {
    let mask = keys.count - 1
    var i = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
    while keys[i] != 0, keys[i] != key { i = (i + 1) & mask }  // bounded: half of the slots are empty
    return i
  }

  /// Adds or replaces a pattern; returns false if there are too many nodes.
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
    // A pattern without numbers overrides shorter ones.
    places[Int(node)] = 0
    guard numbers.contains(where: { $0 > 0 }) else { return true }
    places[Int(node)] = UInt32(levels.count)
    try levels.append(UInt8(clamping: numbers.count), &reading)
    try levels.append(contentsOf: numbers, &reading)
    return true
  }

  /// Doubles the hash table; the old one is held until the entries are moved.
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

  /// Returns the greatest number at each place of a word: before its first letter, between letters, after the last.
  ///
  /// At each letter only the match with the earliest start counts, even if it is only the prefix of a longer pattern,
  /// as in libhyphen, for which the dictionaries are made: longer patterns repeat the numbers of shorter ones, or mean
  /// to override them.
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
