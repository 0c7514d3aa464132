// SPDX-License-Identifier: MIT
import Numbers
import RenderTree

extension Hyphenator.Language {
  /// The minimum length of a word that is hyphenated, in letters.
  static let shortestWord = 5

  /// Returns the byte offsets in a text before which its words may be divided.
  ///
  /// Words with digits or with the characters of addresses and paths, abbreviations in capitals, and words with soft
  /// hyphens are not divided. Neither is the last word, unless `dividesLast` is true. An apostrophe separates words if
  /// the language's patterns have none.
  package func places(in bytes: [UInt8], softHyphens: [Int], dividesLast: Bool = false) -> [Int] {
    guard !isEmpty else { return [] }
    var places: [Int] = []
    var last = 0
    var soft = 0
    var at = 0
    while at < bytes.count {
      while at < bytes.count, Self.isGap(bytes, at) { at += 1 }
      let start = at
      while at < bytes.count, !Self.isGap(bytes, at) { at += 1 }
      while soft < softHyphens.count, softHyphens[soft] < start { soft += 1 }
      let isDivided = soft < softHyphens.count && softHyphens[soft] <= at
      last = places.count
      if at - start >= Self.shortestWord, !isDivided { add(bytes, start..<at, to: &places) }
      // Trailing spaces do not change which word is the last.
      var rest = at
      while rest < bytes.count, Self.isGap(bytes, rest) { rest += 1 }
      if rest == bytes.count { break }
    }
    if !dividesLast { places.removeSubrange(last...) }
    return places
  }

  /// True for spaces, tabs and either byte of a no-break space.
  private static func isGap(_ bytes: [UInt8], _ at: Int) -> Bool {
    bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == 0xC2 && at + 1 < bytes.count && bytes[at + 1] == 0xA0
      || bytes[at] == 0xA0 && at > 0 && bytes[at - 1] == 0xC2
  }

  private func add(_ bytes: [UInt8], _ token: Range<Int>, to places: inout [Int]) {
    var words: [Range<Int>] = []
    var at = token.lowerBound, letters = 0, capitals = 0
    var start: Int?, count = 0
    var isAfterStop = false
    func end(_ upper: Int) {
      if let start, count >= Self.shortestWord { words.append(start..<upper) }
      start = nil
      count = 0
    }
    for scalar in String(decoding: bytes[token], as: UTF8.self).unicodeScalars {
      let width = UTF8.width(scalar)
      let properties = scalar.properties
      switch scalar {
      case "0"..."9", "@", "/", "\\", "_", "#", "=", "&": return
      case ".", ":":
        isAfterStop = true
        end(at)
      case "'", "\u{2019}":
        if !knowsApostrophes || start == nil { end(at) } else { count += 1 }
      case _ where properties.isAlphabetic || properties.generalCategory == .nonspacingMark:
        // A letter after a full stop or colon: an address.
        if isAfterStop { return }
        letters += 1
        if properties.isUppercase { capitals += 1 }
        if start == nil { start = at }
        count += 1
      case _ where properties.numericType != nil: return
      default: end(at)
      }
      at += width
    }
    // Invalid UTF-8 would make the offsets wrong.
    guard at == token.upperBound else { return }
    end(at)
    guard letters > capitals else { return }
    for word in words { places += hyphens(in: bytes[word]).map { word.lowerBound + Int($0) } }
  }
}
