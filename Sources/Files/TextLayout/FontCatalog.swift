// SPDX-License-Identifier: MIT
import Formats
import Messages
import SystemC

/// The faces of a set of directories, looked up by name. A font file's path may take the place of a directory that
/// holds only that file.
struct FontCatalog {
  let directories: [String]
  private var scanned: [FontFace]?
  /// Web fonts that were found but cannot be read, each with the reason as the end of a sentence.
  private var unread: [(path: String, reason: String)] = []
  private var guesses: [String: FontFace?] = [:]

  init(directories: [String]) { self.directories = directories }

  /// Returns all faces, directory by directory and sorted by file name within each, so that the first face of a name is
  /// always the same one.
  mutating func faces() -> [FontFace] {
    if let scanned { return scanned }
    var all: [FontFace] = []
    var budget = 20_000
    for directory in directories {
      Self.eachFile(of: directory, budget: &budget) { path in
        let found = FontFile.faces(path: path)
        all += found
        if found.isEmpty, let reason = WebFont.problem(of: path) { unread.append((path, reason)) }
        return true
      }
    }
    scanned = all
    return all
  }

  /// Returns the paths of the web fonts in the directories, in order.
  func webFonts() -> [String] {
    var budget = 20_000
    var found: [String] = []
    for directory in directories {
      Self.eachFile(of: directory, budget: &budget) { path in
        if Self.isWebFont(path) { found.append(path) }
        return true
      }
    }
    return found
  }

  /// Calls `body` for each file with a font's extension, in order, until it returns false.
  @discardableResult
  private static func eachFile(
    of directory: String, depth: Int = 0, budget: inout Int, _ body: (String) -> Bool
  ) -> Bool {
    if depth == 0, isFontFile(directory) { return body(directory) }
    guard depth < 8, let found = entries(of: directory, budget: &budget) else { return true }
    for name in found.files where !body(directory + "/" + name) { return false }
    for name in found.folders where !eachFile(of: directory + "/" + name, depth: depth + 1, budget: &budget, body) {
      return false
    }
    return true
  }

  /// Returns the sorted font files and subfolders of a folder; nil if it cannot be read.
  private static func entries(of directory: String, budget: inout Int) -> (
    files: [String], folders: [String]
  )? {
    guard let handle = opendir(directory) else { return nil }
    defer { closedir(handle) }
    var files: [String] = [], folders: [String] = []
    while let entry = readdir(handle), budget > 0 {
      budget -= 1
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      if name.hasPrefix(".") { continue }
      if isFontFile(name) {
        files.append(name)
      } else if !name.contains(".") {
        folders.append(name)
      }
    }
    return (files.sorted(), folders.sorted())
  }

  /// Returns why no font can be found in a folder, as the end of a sentence; nil if one can.
  static func problem(ofDirectory directory: String) -> String? {
    var budget = 20_000
    var unread: String?
    let isEmpty = eachFile(of: directory, budget: &budget) { path in
      // Folders with only web fonts are rare, and reading one may need a library that is not installed.
      guard isWebFont(path), let reason = WebFont.problem(of: path) else { return false }
      if unread == nil { unread = "\(Self.fileName(path)) \(reason)" }
      return true
    }
    guard isEmpty else { return nil }
    if let unread { return "contains no readable font: \(unread)" }
    return "contains no fonts: expected \(alternatives(InputFormat.fontExtensions.map { ".\($0)" })) files"
  }

  /// Returns the path of an unreadable web font whose file name begins with the font's name, and the reason; nil if
  /// there is none.
  mutating func problem(ofFontNamed name: String) -> String? {
    let wanted = FontName.normalized(name)
    guard !wanted.isEmpty else { return nil }
    _ = faces()
    return unread.first {
      FontName.normalized(String(Self.fileName($0.path).prefix { $0 != "." })).hasPrefix(wanted)
    }.map { "\($0.path) \($0.reason)" }
  }

  private static func fileName(_ path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }

  static func isWebFont(_ name: String) -> Bool {
    hasExtension(name, of: InputFormat.webFontExtensions)
  }

  static func isFontFile(_ name: String) -> Bool {
    hasExtension(name, of: InputFormat.fontExtensions)
  }

  private static func hasExtension(_ name: String, of extensions: [String]) -> Bool {
    let lower = name.lowercased()
    return extensions.contains { lower.hasSuffix(".\($0)") }
  }

  /// Returns the face with the given family (its regular face), full name or PostScript name. Case, spaces and hyphens
  /// are ignored.
  mutating func face(named name: String) -> FontFace? {
    let wanted = FontName.normalized(name)
    guard !wanted.isEmpty else { return nil }
    if scanned == nil, let face = guess(name, wanted) { return face }
    let all = faces()
    if let family = Self.regular(of: all.filter { FontName.normalized($0.family) == wanted }) { return family }
    if let face = all.first(where: {
      FontName.normalized($0.fullName) == wanted || FontName.normalized($0.postScriptName) == wanted
    }) {
      return face
    }
    return Self.regular(of: all.filter { FontName.normalized($0.legacyFamily) == wanted })
  }

  private static func regular(of faces: [FontFace]) -> FontFace? {
    var best: FontFace?
    for face in faces where face.distanceFromRegular < best?.distanceFromRegular ?? .max { best = face }
    return best
  }

  /// Tries the files whose names derive from the font's name, which is the usual convention: one file is read instead
  /// of all.
  private mutating func guess(_ name: String, _ wanted: String) -> FontFace? {
    if let known = guesses[wanted] { return known }
    var found: FontFace?
    if !name.contains("/") && name.utf8.count < 100 {
      let stem = String(name.filter { $0 != " " })
      let styled = name.split(separator: " ")
      var candidates = [stem + "-Regular", stem]
      if let last = styled.last, styled.count > 1 { candidates.append(styled.dropLast().joined() + "-" + last) }
      if styled.count > 2 { candidates.append(styled.dropLast(2).joined() + "-" + styled.suffix(2).joined()) }
      search: for directory in directories {
        for candidate in candidates {
          for end in ["ttf", "otf", "woff2", "woff"] {
            guard let face = FontFile.faces(path: "\(directory)/\(candidate).\(end)").first else { continue }
            let isFamily = FontName.normalized(face.family) == wanted && face.distanceFromRegular == 0
            if isFamily || (FontName.normalized(face.fullName) == wanted && FontName.normalized(face.family) != wanted)
            {
              found = face
              break search
            }
          }
        }
      }
    }
    guesses[wanted] = found
    return found
  }
}
