// SPDX-License-Identifier: MIT
import SystemC

/// The faces of a set of directories, looked up by name. A font file may stand for a directory that holds it alone.
struct FontCatalog {
  let directories: [String]
  private var scanned: [FontFace]?
  /// Files in web font formats that were found; they are not read.
  private var webFonts: [String] = []
  private var guesses: [String: FontFace?] = [:]

  init(directories: [String]) { self.directories = directories }

  /// Every face: directory by directory, with the files in the order of their names, so that the first of a name is
  /// always the same one.
  mutating func faces() -> [FontFace] {
    if let scanned { return scanned }
    var all: [FontFace] = []
    var budget = 20_000
    webFonts = []
    for directory in directories { Self.scan(directory, depth: 0, into: &all, &webFonts, budget: &budget) }
    scanned = all
    return all
  }

  private static func scan(
    _ directory: String, depth: Int, into faces: inout [FontFace], _ webFonts: inout [String], budget: inout Int
  ) {
    if depth == 0, isFontFile(directory) {
      faces += FontFile.faces(path: directory)
      return
    }
    guard depth < 8, let found = entries(of: directory, budget: &budget) else { return }
    for name in found.files { faces += FontFile.faces(path: directory + "/" + name) }
    webFonts += found.webFonts.map { directory + "/" + $0 }
    for name in found.folders {
      scan(directory + "/" + name, depth: depth + 1, into: &faces, &webFonts, budget: &budget)
    }
  }

  /// The contents of a folder, by kind, in order; nil when it cannot be read.
  private static func entries(of directory: String, budget: inout Int) -> (
    files: [String], webFonts: [String], folders: [String]
  )? {
    guard let handle = opendir(directory) else { return nil }
    defer { closedir(handle) }
    var files: [String] = [], webFonts: [String] = [], folders: [String] = []
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
      } else if isWebFont(name) {
        webFonts.append(name)
      } else if !name.contains(".") {
        folders.append(name)
      }
    }
    return (files.sorted(), webFonts.sorted(), folders.sorted())
  }

  /// The problem with a folder in which no font can be found, as the end of a sentence; nil when one can.
  static func problem(ofDirectory directory: String) -> String? {
    var budget = 20_000
    var webFonts: [String] = []
    var pending = [(directory, 0)]
    while let (folder, depth) = pending.popLast() {
      guard depth < 8, let found = entries(of: folder, budget: &budget) else { continue }
      if !found.files.isEmpty { return nil }
      webFonts += found.webFonts
      pending += found.folders.map { (folder + "/" + $0, depth + 1) }
    }
    guard let first = webFonts.first else { return "holds no fonts: .ttf, .otf, .ttc and .otc files are read" }
    let names = webFonts.count == 1 ? first : "\(first) and \(webFonts.count - 1) more"
    return "holds only WOFF fonts of the web, which are not read (\(names)); convert them to .ttf or .otf"
  }

  /// A file in a web font format that has a font's name, although it is not read.
  mutating func webFont(named name: String) -> String? {
    let wanted = FontName.normalized(name)
    guard !wanted.isEmpty else { return nil }
    _ = faces()
    return webFonts.first { path in
      let file = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
      return FontName.normalized(String(file.prefix { $0 != "." })).hasPrefix(wanted)
    }
  }

  static func isWebFont(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower.hasSuffix(".woff") || lower.hasSuffix(".woff2")
  }

  static func isFontFile(_ name: String) -> Bool {
    let end = name.suffix(4).lowercased()
    return end == ".ttf" || end == ".otf" || end == ".ttc" || end == ".otc"
  }

  /// The face of a family (its plain one), a full name or a PostScript name. Case, spaces and hyphens do not matter.
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

  /// Looks for a font in a file that bears its name, as most do: one file is read instead of all.
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
          guard let face = FontFile.faces(path: "\(directory)/\(candidate).ttf").first else { continue }
          let isFamily = FontName.normalized(face.family) == wanted && face.distanceFromRegular == 0
          if isFamily || (FontName.normalized(face.fullName) == wanted && FontName.normalized(face.family) != wanted) {
            found = face
            break search
          }
        }
      }
    }
    guesses[wanted] = found
    return found
  }
}
