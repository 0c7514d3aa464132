// SPDX-License-Identifier: MIT
import Foundation
import Messages
import Parsing
import RenderTree
import Testing
import TestSupport
import TextLayout

/// Hyphenation dictionaries, and the hyphenation of words by them.
@Suite final class HyphenationTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hyphens-\(UUID().uuidString)")
  private static let installed = "/usr/share/hyphen"

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  private func dictionary(_ bytes: [UInt8]) throws -> HyphenationDictionary {
    var reading = Reading(trusted: "")
    return try bytes.withUnsafeBytes { try HyphenationDictionary($0, &reading) }
  }

  private func dictionary(_ text: String) throws -> HyphenationDictionary { try dictionary(Array(text.utf8)) }

  private func divided(_ word: String, _ dictionary: HyphenationDictionary) -> String {
    let letters = word.lowercased().unicodeScalars.map(\.value)
    var result = "", places = dictionary.hyphens(in: letters)[...]
    for (i, scalar) in word.unicodeScalars.enumerated() {
      if places.first == i {
        result += "-"
        places.removeFirst()
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private func divided(_ word: String, _ language: Hyphenator.Language) -> String {
    var bytes: [UInt8] = []
    let places = language.hyphens(in: Array(word.utf8)[...])
    for (i, byte) in word.utf8.enumerated() {
      if places.contains(UInt8(clamping: i)) { bytes.append(0x2D) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Files

  @Test func `the greatest number at a place decides, odd for a hyphen`() throws {
    // Liang's own example.
    let rules = "UTF-8\n% a comment\nhy3ph\nhe2n\nhena4\nhen5at\n1na\nn2at\n1tio\n2io\no2n\n"
    #expect(divided("Hyphenation", try dictionary(rules)) == "Hy-phen-ation")
    #expect(divided("ab", try dictionary(rules)) == "ab")
  }

  @Test func `a file's own distances from the ends hold, else two letters`() throws {
    #expect(divided("abcdef", try dictionary("UTF-8\na1b\nb1c\nc1d\nd1e\ne1f\n")) == "ab-c-d-ef")
    let far = "UTF-8\r\nLEFTHYPHENMIN 3\r\nRIGHTHYPHENMIN 3\r\na1b\r\nb1c\r\nc1d\r\nd1e\r\n"
    #expect(divided("abcdef", try dictionary(far)) == "abc-def")
  }

  @Test func `levels divide what those before left whole, with distances of their own`() throws {
    let rules = "UTF-8\nCOMPOUNDLEFTHYPHENMIN 3\nCOMPOUNDRIGHTHYPHENMIN 3\nhaus1tür\nNEXTLEVEL\n1a\n1t\n1ü\n.ha1us\n"
    // The only candidate in "haus" is "ha-us", which is too close to the compound boundary, as is "t-ür".
    #expect(divided("Haustür", try dictionary(rules)) == "Haus-tür")
    #expect(divided("Hausa", try dictionary(rules)) == "Ha-usa")
  }

  @Test func `hyphens that change the spelling are left out`() throws {
    #expect(divided("asszony", try dictionary("UTF-8\nas1szony/sz=,2,1\nzo1n\n")) == "asszo-ny")
  }

  @Test(arguments: [
    ("ISO8859-1", [UInt8](arrayLiteral: 0xFC), "ü"), ("ISO8859-2", [0xE8], "č"), ("ISO8859-7", [0xE1], "α"),
    ("ISO8859-13", [0xF0], "š"), ("ISO8859-15", [0xBD], "œ"), ("KOI8-R", [0xC1], "а"), ("KOI8-U", [0xA7], "ї"),
    ("microsoft-cp1251", [0xFF], "я"), ("UTF-8", Array("ü".utf8), "ü"), ("utf-8", Array("ü".utf8), "Ü"),
  ])
  func `encodings of Debian's files are read`(name: String, bytes: [UInt8], letter: String) throws {
    let file = Array("\(name)\nb".utf8) + bytes + Array("1c\n".utf8)
    #expect(divided("ab\(letter)cd", try dictionary(file)) == "ab\(letter)-cd")
  }

  @Test func `a file that cannot be used says why`() throws {
    func reason(_ bytes: [UInt8]) -> String {
      do {
        _ = try dictionary(bytes)
        return ""
      } catch { return (error as? HyphenationProblem)?.reason ?? "\(error)" }
    }
    #expect(
      reason(Array("UCS-2\na1b\n".utf8)).hasPrefix(
        "begins with “UCS-2” and not with a supported encoding: UTF-8, ISO8859-1,"))
    #expect(reason([]).hasPrefix("begins with “”"))
    #expect(reason(Array("UTF-8\n% nothing\n".utf8)) == "has no patterns")
    let levels = "UTF-8\n" + String(repeating: "a1b\nNEXTLEVEL\n", count: 9)
    #expect(reason(Array(levels.utf8)) == "has more than eight levels")
    var many = Array("UTF-8\n".utf8)
    var random = SeededRandom(1)
    for _ in 0..<200_000 {
      many += (0..<20).map { _ in UInt8(0x61 + random.next() % 26) } + [0x31, 0x0A]
    }
    #expect(reason(many) == "has too many patterns")
  }

  @Test func `no bytes bring the reader down`() throws {
    var random = SeededRandom(3)
    let words = [
      "LEFTHYPHENMIN", "NEXTLEVEL", "COMPOUNDLEFTHYPHENMIN 99999999999999999999", "a1b", "9.", "1/", "\u{FC}1x",
    ]
    for round in 0..<2000 {
      var bytes = Array((round % 3 == 0 ? "ISO8859-1\n" : "UTF-8\n").utf8)
      for _ in 0..<random.next() % 40 {
        if random.next() % 2 == 0 {
          bytes += Array(words[Int(random.next() % UInt64(words.count))].utf8)
        } else {
          bytes += (0..<random.next() % 90).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
        bytes.append(0x0A)
      }
      guard let made = try? dictionary(bytes) else { continue }
      for word in ["", "a", "abab", "übermäßig", String(repeating: "ab", count: 200)] {
        let places = made.hyphens(in: word.unicodeScalars.map(\.value))
        #expect(places == places.sorted() && places.allSatisfy { $0 > 0 && $0 < word.unicodeScalars.count })
      }
    }
  }

  // MARK: Languages

  @Test func `a language finds its file, the region's first`() throws {
    func write(_ name: String, _ pattern: String) throws {
      try Data("UTF-8\n\(pattern)\n".utf8).write(to: folder.appendingPathComponent(name))
    }
    try write("hyph_xx_AA.dic", "a1a")
    try write("hyph_xx_BB.dic", "b1b")
    try write("hyph_en_US.dic", "u1u")
    try write("hyph_en_GB.dic", "g1g")
    try write("hyph_de_DE.dic", "d1d")
    try write("hyph_de_AT.dic", "t1t")
    try write("hyph_sr_Latn.dic", "l1l")
    let hyphenator = Hyphenator(directories: ["/nowhere", folder.path])
    for (language, word) in [
      ("xx", "xxa-axx"), ("xx-BB", "xxb-bxx"), ("xx-CC", "xxa-axx"), ("en", "xxu-uxx"), ("en-GB", "xxg-gxx"),
      ("en-gb", "xxg-gxx"), ("EN", "xxu-uxx"), ("de", "xxd-dxx"), ("de-AT", "xxt-txx"), ("de-CH-1996", "xxd-dxx"),
      ("sr-Latn", "xxl-lxx"),
    ] {
      let plain = word.filter { $0 != "-" }
      #expect(divided(plain, try hyphenator.language(language)) == word, "\(language)")
    }
    #expect(hyphenator.files.contains(folder.path + "/hyph_de_AT.dic"))
  }

  @Test func `a language without a file says what to install`() throws {
    let hyphenator = Hyphenator(directories: [folder.path])
    func reason(_ language: String) throws -> String { try hyphenator.language(language).problem?.reason ?? "" }
    func start(_ name: String) -> String { "there is no hyphenation file for “\(name)” in \(folder.path): " }
    #expect(try reason("de") == start("de") + "install hyphen-de")
    #expect(try reason("pt-BR") == start("pt-BR") + "install hyphen-pt-br")
    #expect(try reason("en") == start("en") + "install hyphen-en-us")
    #expect(try reason("tlh") == start("tlh") + "name a folder that has hyph_tlh_TLH.dic by hyphenDirectories")
    for name in ["", "../../etc/passwd", "d", "de_DE", "de-", "german"] {
      #expect(try reason(name) == start(name) + "expected a language such as “de” or “pt-BR”")
    }
    try Data("UTF-16\n".utf8).write(to: folder.appendingPathComponent("hyph_fr_FR.dic"))
    #expect(try reason("fr").hasPrefix("the hyphenation file \(folder.path)/hyph_fr_FR.dic begins with “UTF-16”"))
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("hyph_es_ES.dic"), withIntermediateDirectories: false)
    #expect(try reason("es") == "the hyphenation file \(folder.path)/hyph_es_ES.dic is no file")
  }

  @Test func `reading a file takes work in proportion to it, and ends with the time`() throws {
    func work(_ n: Int, _ isEnded: (() -> Bool)? = nil) throws -> Int {
      let account = Account(isEnded: isEnded)
      let lines = (0..<n).map { "a\($0 % 10)" + String($0, radix: 26).map { "b\($0)" }.joined() }
      let bytes = Array(("UTF-8\n" + lines.joined(separator: "\n")).utf8)
      do {
        var reading = Reading(account, name: "")
        _ = try bytes.withUnsafeBytes { try HyphenationDictionary($0, &reading) }
      } catch let error as LayerError where error.kind == .cancelled {}
      return account.work
    }
    let (one, two, four) = (try work(8000), try work(16_000), try work(32_000))
    #expect(Double(two) <= 2.3 * Double(one) && Double(four) <= 2.3 * Double(two), "\(one) \(two) \(four)")
    #expect(try work(32_000) { true } <= 2 * Reading.interval)
  }

  // MARK: Words

  @Test func `addresses, numbers, abbreviations, short words and the last word stay whole`() throws {
    try Data("UTF-8\na1b\n".utf8).write(to: folder.appendingPathComponent("hyph_xx_XX.dic"))
    let language = try Hyphenator(directories: [folder.path]).language("xx")
    func places(_ text: String) -> [Int] { language.places(in: Array(text.utf8), softHyphens: []) }
    #expect(places("xxabxx end") == [3] && places("(xxabxx), end") == [4] && places("xxabxx. end") == [3])
    #expect(places("xxabxx-xxabxx end") == [3, 10])
    #expect(places("d'xxabxx’s end") == [5])
    for whole in [
      "xxabxx", "xxabxx ", "xab end", "XXABXX end", "xxabx1 end", "xxab@xxabxx end", "xxabxx.example end",
      "http://xxabxx end", "a/xxabxx end", "xxabxx_xxabxx end",
    ] {
      #expect(places(whole).isEmpty, "\(whole)")
    }
    #expect(language.places(in: Array("xxabxx xxabxx end".utf8), softHyphens: [5]) == [10])
  }

  /// Hyphens equal those of libhyphen, which LibreOffice uses: for German compounds, and for random words of each
  /// language's letters.
  @Test(arguments: [("de", "hyph_de_DE.dic"), ("en", "hyph_en_US.dic"), ("fr", "hyph_fr.dic")])
  func `words are divided as libhyphen divides them`(language: String, file: String) throws {
    let path = Self.installed + "/" + file
    guard let library = dlopen("libhyphen.so.0", RTLD_NOW), let bytes = try? readBytes(path) else { return }
    typealias Load = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
    typealias Hyphenate =
      @convention(c) (
        OpaquePointer, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<CChar>?,
        UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        UnsafeMutablePointer<UnsafeMutableRawPointer?>
      ) -> Int32
    let load = unsafeBitCast(try #require(dlsym(library, "hnj_hyphen_load")), to: Load.self)
    let hyphenate = unsafeBitCast(try #require(dlsym(library, "hnj_hyphen_hyphenate2")), to: Hyphenate.self)
    let theirs = try #require(load(path))
    let isLatin1 = language == "de"
    let ours = try dictionary(bytes)

    var words: [String] = []
    if isLatin1 {
      for line in bytes.split(separator: 0x0A) where line.count > 12 && !line.contains(0x23) && !line.contains(0x2E) {
        let letters = line.filter { $0 >= 0x61 }
        words.append(String(String.UnicodeScalarView(letters.map { Unicode.Scalar($0) })))
      }
      words = stride(from: 0, to: words.count, by: 6).map { words[$0] }
    }
    var random = SeededRandom(11)
    let letters = Array(
      isLatin1
        ? "eeennniiissrrattdhulcgmobwfkzpvüäöj"
        : language == "fr" ? "eeeesssaiitnrulodcmpéèvqfbghj'x" : "eeeettaaooiinnsshrdlucmfwypvbgkjqxz")
    while words.count < 20_000 {
      words.append(
        String((0..<Int(4 + random.next() % 14)).map { _ in letters[Int(random.next() % UInt64(letters.count))] }))
    }
    var differing: [String] = []
    for word in words {
      let scalars = word.unicodeScalars.map(\.value)
      let encoded = isLatin1 ? scalars.map { UInt8(clamping: Int($0)) } : Array(word.utf8)
      // Words of a text have no apostrophes at the ends.
      if word.hasPrefix("'") || word.hasSuffix("'") || scalars.count < 4 { continue }
      var hyphens = [CChar](repeating: 0, count: encoded.count + 8)
      var lists: [UnsafeMutableRawPointer?] = [nil, nil, nil]
      _ = lists.withUnsafeMutableBufferPointer { lists in
        (encoded + [0]).withUnsafeBytes { bytes in
          hyphenate(
            theirs, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), Int32(encoded.count), &hyphens, nil,
            lists.baseAddress!, lists.baseAddress! + 1, lists.baseAddress! + 2)
        }
      }
      let expected = (1..<scalars.count).filter { hyphens[$0 - 1] & 1 == 1 && hyphens[$0 - 1] >= 0x30 }
      if ours.hyphens(in: scalars) != expected { differing.append(word) }
    }
    #expect(differing.isEmpty, "\(differing.count) of \(words.count), such as \(differing.prefix(5))")
  }
}
