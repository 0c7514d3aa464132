// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing
import RenderTree
import SystemC

/// Finds hyphenation points in words, with the hyphenation files of a list of folders.
///
/// A language's file is read at its first use and cached.
package final class Hyphenator {
  private let directories: [String]
  private let face: HostFace
  private let account: () -> Account
  private var languages: [String: Language] = [:]
  /// The files that were read, in order.
  package private(set) var files: [String] = []

  private static let maximumLanguages = 64
  private static let keptWords = 16_384

  /// A language's dictionary, with a cache of results by word.
  package final class Language {
    fileprivate let dictionary: HyphenationDictionary?
    /// The reason why no dictionary is available; nil if one is.
    package let problem: TextFrame.MissingHyphens?
    private var known: [[UInt8]: [UInt8]] = [:]

    fileprivate init(_ dictionary: HyphenationDictionary?, _ problem: TextFrame.MissingHyphens?) {
      self.dictionary = dictionary
      self.problem = problem
    }

    var isEmpty: Bool { dictionary == nil }
    var knowsApostrophes: Bool { dictionary?.knowsApostrophes == true }

    /// Returns the byte offsets in a word before which it may be divided.
    ///
    /// - Parameter word: letters, marks and, if the language's patterns have them, apostrophes, in UTF-8.
    package func hyphens(in word: ArraySlice<UInt8>) -> [UInt8] {
      guard let dictionary, word.count >= 4, word.count <= 250 else { return [] }
      let key = Array(word)
      if let known = known[key] { return known }
      var letters: [UInt32] = [], places: [Int] = []
      var at = 0
      for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
        places.append(at)
        letters.append(Self.lowercased(scalar))
        at += UTF8.width(scalar)
      }
      let found = at == word.count ? dictionary.hyphens(in: letters).map { UInt8(clamping: places[$0]) } : []
      if known.count >= Hyphenator.keptWords { known.removeAll(keepingCapacity: true) }
      known[key] = found
      return found
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> UInt32 {
      if scalar.value < 0x80 { return scalar.value | (scalar.value >= 0x41 && scalar.value <= 0x5A ? 0x20 : 0) }
      if scalar.value == 0x2019 { return 0x27 }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      return (lower.count == 1 ? lower.first : nil)?.value ?? scalar.value
    }
  }

  /// - Parameters:
  ///   - directories: the folders, searched in this order.
  ///   - face: names the folders in messages.
  ///   - account: pays for the reading of a file.
  package init(directories: [String], face: HostFace = .swift, account: @escaping () -> Account = { Account() }) {
    self.directories = directories
    self.face = face
    self.account = account
  }

  /// Returns the dictionary of a language by its BCP 47 tag, e.g. `de` or `pt-BR`. Cached.
  ///
  /// - Throws: `LayerError` if memory or time runs out; the next call tries again.
  package func language(_ name: String) throws -> Language {
    if let known = languages[name] { return known }
    if languages.count >= Self.maximumLanguages { languages.removeAll() }
    let opened = try open(name)
    languages[name] = opened
    return opened
  }

  private func open(_ name: String) throws -> Language {
    let tag = LanguageTag(name)
    for directory in directories {
      for file in tag.files + [listed(tag, in: directory)].compactMap({ $0 }) {
        let path = directory.hasSuffix("/") ? directory + file : directory + "/" + file
        do {
          guard let dictionary = try HyphenationDictionary.read(path: path, account()) else { continue }
          if !files.contains(path) { files.append(path) }
          return Language(dictionary, nil)
        } catch let error as HyphenationProblem {
          return Language(nil, .init(language: name, reason: "the hyphenation file \(path) \(error.reason)"))
        }
      }
    }
    let place = directories.isEmpty ? "" : " in " + directories.joined(separator: ", ")
    let remedy =
      tag.package.map { "install \($0)" }
      ?? (tag.files.first.map { "name a folder that has \($0)" + face.remedy(" by ", .hyphenDirectories) }
        ?? "expected a language such as \u{201C}de\u{201D} or \u{201C}pt-BR\u{201D}")
    return Language(
      nil, .init(language: name, reason: "there is no hyphenation file for \u{201C}\(name)\u{201D}\(place): \(remedy)"))
  }

  /// Returns the first file, by name, of the language in any region.
  private func listed(_ tag: LanguageTag, in directory: String) -> String? {
    guard !tag.language.isEmpty, let handle = opendir(directory) else { return nil }
    defer { closedir(handle) }
    var first: String?
    var budget = 20_000
    while let entry = readdir(handle), budget > 0 {
      budget -= 1
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      guard name.hasPrefix("hyph_\(tag.language)_"), name.hasSuffix(".dic"), first.map({ name < $0 }) ?? true else {
        continue
      }
      first = name
    }
    return first
  }
}

/// A BCP 47 language tag, and the names of its hyphenation files and package.
struct LanguageTag {
  /// Two or three lower-case letters; empty if the tag is invalid.
  let language: String
  /// The other subtags, in their conventional case.
  private let rest: [String]

  init(_ name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard Self.isOne(parts) else {
      language = ""
      rest = []
      return
    }
    language = parts.first?.lowercased() ?? ""
    rest = parts.dropFirst().map { part in
      part.utf8.count == 4 ? part.prefix(1).uppercased() + part.dropFirst().lowercased() : part.uppercased()
    }
  }

  /// True if the parts form a language tag. Subtags are letters and digits only, since they become parts of file names.
  private static func isOne(_ parts: [String]) -> Bool {
    guard let first = parts.first, parts.count <= 8, (2...3).contains(first.utf8.count),
      first.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else { return false }
    return parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    }
  }

  var region: String? { rest.first { $0.utf8.count == 2 || $0.utf8.count == 3 } }

  /// The file names to look for, best match first.
  var files: [String] {
    if language.isEmpty { return [] }
    var names: [String] = []
    func add(_ parts: [String]) {
      let name = "hyph_\(([language] + parts).joined(separator: "_")).dic"
      if !names.contains(name) { names.append(name) }
    }
    if !rest.isEmpty { add(rest) }
    if let region { add([region]) }
    add([language == "en" ? "US" : language.uppercased()])
    add([])
    return names
  }

  /// The Debian package with the language's patterns; nil if none is known.
  var package: String? {
    switch language {
    case "en": region == "GB" ? "hyphen-en-gb" : RuntimeDependency.hyphens.package
    case "pt": region == "BR" ? "hyphen-pt-br" : "hyphen-pt-pt"
    case "nb", "nn", "no": "hyphen-no"
    case _ where Self.packaged.contains(language): "hyphen-\(language)"
    default: nil
    }
  }

  private static let packaged: Set<String> = [
    "af", "as", "be", "bg", "bn", "ca", "cs", "da", "de", "el", "es", "fr", "gl", "gu", "hi", "hr", "hu", "id", "is",
    "it", "kn", "lt", "lv", "ml", "mn", "mr", "nl", "or", "pa", "pl", "ro", "ru", "sk", "sl", "sr", "sv", "ta", "te",
    "th", "uk", "zu",
  ]
}
