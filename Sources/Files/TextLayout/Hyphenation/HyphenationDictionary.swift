// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing
import SystemC

/// The hyphenation patterns of a language, parsed from a file in LibreOffice's format, as Debian's `hyphen-*` packages
/// install them.
///
/// In a file with several levels, each level divides the parts that the previous one left whole, compound parts first.
/// Patterns with a slash, whose hyphens change the spelling, are ignored.
package struct HyphenationDictionary {
  /// The maximum file size, in bytes.
  package static let maximumBytes = 16 << 20
  /// The maximum length of a word that is hyphenated, in letters.
  static let longestWord = 100

  private var levels: [HyphenationPatterns] = []
  /// The minimum number of letters before the first hyphen and after the last, in a word and in a compound part.
  private var ends = (left: 0, right: 0)
  private var compoundEnds = (left: 0, right: 0)
  /// True if patterns contain apostrophes; otherwise apostrophes separate words.
  package private(set) var knowsApostrophes = false

  /// Parses a file. Each byte is a step.
  ///
  /// - Throws: `HyphenationProblem` for a file that cannot be used; `LayerError` if memory or time runs out.
  package init(_ bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws {
    var at = 0
    /// Returns the next line, without its terminator and trailing white space.
    func line() throws(LayerError) -> Range<Int>? {
      guard at < bytes.count else { return nil }
      let start = at
      while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      try reading.step(at - start + 1)
      var end = at
      at += 1
      while end > start, bytes[end - 1] == 0x0D || bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
      return start..<end
    }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }
    let first = try line().map { String(decoding: bytes[$0].prefix(40), as: UTF8.self) } ?? ""
    guard let encoding = HyphenationEncoding(named: first) else {
      let names = HyphenationEncoding.names.joined(separator: ", ")
      throw HyphenationProblem("begins with \u{201C}\(first)\u{201D} and not with a supported encoding: \(names)")
    }
    var patterns = HyphenationPatterns()
    var letters: [UInt32] = [], numbers: [UInt8] = []
    while let range = try line() {
      guard let start = range.first, bytes[start] != 0x23, bytes[start] != 0x25 else { continue }
      if let word = Self.keyword(bytes, range) {
        switch word.name {
        case "LEFTHYPHENMIN": ends.left = word.number
        case "RIGHTHYPHENMIN": ends.right = word.number
        case "COMPOUNDLEFTHYPHENMIN": compoundEnds.left = word.number
        case "COMPOUNDRIGHTHYPHENMIN": compoundEnds.right = word.number
        case "NEXTLEVEL":
          guard levels.count < 8 else { throw HyphenationProblem("has more than eight levels") }
          levels.append(patterns)
          patterns = HyphenationPatterns()
        default: break
        }
        continue
      }
      guard Self.read(bytes, range: range, encoding: encoding, letters: &letters, numbers: &numbers) else { continue }
      if letters.count > 1, letters.contains(0x27) { knowsApostrophes = true }
      guard try patterns.add(letters, numbers, &reading) else { throw HyphenationProblem("has too many patterns") }
    }
    levels.append(patterns)
    levels.removeAll { $0.isEmpty }
    guard !levels.isEmpty else { throw HyphenationProblem("has no patterns") }
    if ends.left <= 0 { ends.left = 2 }
    if ends.right <= 0 { ends.right = 2 }
    if compoundEnds.left <= 0 { compoundEnds.left = ends.left }
    if compoundEnds.right <= 0 { compoundEnds.right = ends.right }
  }

  /// Returns the upper-case keyword at the start of a line, and the number after it; nil if there is none.
  private static func keyword(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> (name: String, number: Int)? {
    var end = range.lowerBound
    while end < range.upperBound, bytes[end] >= 0x41, bytes[end] <= 0x5A { end += 1 }
    guard end - range.lowerBound >= 8, end - range.lowerBound <= 24 else { return nil }
    let name = String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    while end < range.upperBound, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    var number = 0
    while end < range.upperBound, bytes[end] >= 0x30, bytes[end] <= 0x39, number < 1000 {
      number = number * 10 + Int(bytes[end] - 0x30)
      end += 1
    }
    return (name, number)
  }

  /// Parses a pattern into letters and numbers; returns false for a line that is not a pattern.
  private static func read(
    _ bytes: UnsafeRawBufferPointer, range: Range<Int>, encoding: HyphenationEncoding, letters: inout [UInt32],
    numbers: inout [UInt8]
  ) -> Bool {
    letters.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    numbers.append(0)
    func add(_ letter: UInt32) -> Bool {
      letters.append(letter)
      numbers.append(0)
      return letters.count <= HyphenationPatterns.longest
    }
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      at += 1
      switch byte {
      case 0x30...0x39: numbers[numbers.count - 1] = byte - 0x30
      case 0x2F: return false
      case 0x20, 0x09: at = range.upperBound
      case ..<0x80:
        guard byte > 0x20, add(UInt32(byte | (byte >= 0x41 && byte <= 0x5A ? 0x20 : 0))) else { return false }
      default:
        guard case .utf8 = encoding else {
          let letter = encoding.letter(of: byte)
          guard letter != 0, add(letter) else { return false }
          continue
        }
        let count = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0
        guard count > 0, at + count <= range.upperBound else { return false }
        var scalar = UInt32(byte) & (0x3F >> UInt32(count))
        for _ in 0..<count {
          guard bytes[at] & 0xC0 == 0x80 else { return false }
          scalar = scalar << 6 | UInt32(bytes[at] & 0x3F)
          at += 1
        }
        // Replaces the typographic apostrophe by the ASCII one.
        guard add(scalar == 0x2019 ? 0x27 : scalar) else { return false }
      }
    }
    return !letters.isEmpty
  }

  /// Returns the indices of the letters before which a hyphen is allowed, in order.
  ///
  /// - Parameter word: lower-case letters, as Unicode code points.
  package func hyphens(in word: [UInt32]) -> [Int] {
    guard word.count <= Self.longestWord else { return [] }
    var found = [Bool](repeating: false, count: word.count + 1)
    // Parts of the word for the next level to divide. `isLeft` and `isRight` are true if that end of the part is the
    // word's end.
    var parts: [(part: Range<Int>, isLeft: Bool, isRight: Bool)] = [(0..<word.count, true, true)]
    for (number, level) in levels.enumerated() {
      let isLast = number == levels.count - 1
      var next: [(part: Range<Int>, isLeft: Bool, isRight: Bool)] = []
      // Every level but the last is applied again to the parts it made, until it finds nothing more.
      while let (part, isLeft, isRight) = parts.popLast() {
        let numbers = level.numbers(in: [0x2E] + word[part] + [0x2E])
        // The minimum distances from the ends: the file's compound minimum at a boundary inside the word, the word's
        // minimum at its own ends.
        let left = isLeft ? (isLast ? ends.left : 1) : compoundEnds.left
        let right = isRight ? (isLast ? ends.right : 1) : compoundEnds.right
        var start = part.lowerBound
        var divided: [(part: Range<Int>, isLeft: Bool, isRight: Bool)] = []
        for i in 1..<max(part.count, 1) where numbers[i + 1] & 1 == 1 {
          guard i >= left, part.count - i >= right else { continue }
          found[part.lowerBound + i] = true
          divided.append((start..<part.lowerBound + i, isLeft && start == part.lowerBound, false))
          start = part.lowerBound + i
        }
        divided.append((start..<part.upperBound, isLeft && start == part.lowerBound, isRight))
        if divided.count > 1, !isLast { parts += divided } else { next += divided }
      }
      parts = next
    }
    return found.indices.filter { found[$0] && $0 >= ends.left && word.count - $0 >= ends.right }
  }
}

/// The reason why a hyphenation file is not used, as the end of a sentence.
package struct HyphenationProblem: Error {
  package var reason: String
  init(_ reason: String) { self.reason = reason }
}

extension HyphenationDictionary {
  /// Reads a file; nil if it does not exist.
  ///
  /// - Throws: `HyphenationProblem`, or `LayerError` if memory or time runs out.
  static func read(path: String, _ account: Account) throws -> HyphenationDictionary? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw HyphenationProblem("cannot be read: \(String(cString: strerror(errno)).lowercased())")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw HyphenationProblem("is no file")
    }
    guard status.st_size <= maximumBytes else {
      throw HyphenationProblem("is larger than \(maximumBytes >> 20) MiB")
    }
    var reading = Reading(account, name: "", purpose: "a file of hyphens")
    try reading.take(Int(status.st_size))
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(Int(status.st_size), 1), alignment: 16)
    defer { bytes.deallocate() }
    var count = 0
    while count < Int(status.st_size) {
      let more = pread(file, bytes.baseAddress?.advanced(by: count), Int(status.st_size) - count, off_t(count))
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { break }
      count += more
    }
    return try HyphenationDictionary(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count]), &reading)
  }
}
