// SPDX-License-Identifier: MIT
import Digests
import Glibc
import ServiceContract

/// The files of a folder at one time: the names that can be drawn, and a digest of everything in it.
package struct ScriptFolder: Sendable {
  /// The limits of a folder.
  package static let mostFiles = 20_000
  package static let mostBytes = 4 << 30
  package static let deepest = 8

  package struct Mistake: Error {
    package var message: String
  }

  package struct Skipped: Equatable, Sendable {
    package var file: String
    /// In words, with what to do.
    package var reason: String
  }

  /// The files by the names in addresses, as paths below the folder.
  package private(set) var scripts: [ScriptName: String] = [:]
  /// Files that look like scripts and are not drawn, each with the reason.
  package private(set) var skipped: [Skipped] = []
  /// The SHA-256 of all paths and contents, in hexadecimal digits.
  package private(set) var digest = ""
  /// All files, sorted by their paths below the folder.
  package private(set) var files: [String] = []
  /// The folders, for watching.
  package private(set) var folders: [String] = []

  /// Reads a folder. Links are not followed; names that begin with a point are skipped.
  package init(_ root: String) throws(Mistake) {
    try Self.list(root, "", 0, &files, &folders)
    files.sort { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    var all = SHA256()
    var left = Self.mostBytes
    for file in files {
      let path = "\(root)/\(file)"
      let own = try Self.digest(path, &left)
      all.update(Array("\(file.utf8.count):\(file)".utf8))
      all.update(own)
    }
    digest = Self.hex(all.finalize())
    var bundles: Set<String> = []
    for file in files {
      let parts = file.split(separator: "/").map(String.init)
      // A scene of Core Animation is a folder, and may hold others.
      let index = parts.dropLast().firstIndex { part in Self.formats.contains { $0.mayBeFolder && $0.ends(part) } }
      guard let index else {
        add(file, root, isFolder: false)
        continue
      }
      let bundle = parts[...index].joined(separator: "/")
      if bundles.insert(bundle).inserted { add(bundle, root, isFolder: true) }
    }
  }

  /// A kind of files that are drawn. The program recognises them by their contents; their names say which ones are
  /// meant to be drawn.
  private struct Format: Sendable {
    var ending: String
    var mayBeFolder = false
    /// True if only the first bytes tell it from other data of the ending.
    var isChecked = false

    func ends(_ name: String) -> Bool { name.hasSuffix(ending) && name.utf8.count > ending.utf8.count }
  }

  /// All kinds: scripts, and the scenes of the program's table of formats (`InputFormat`).
  private static let formats = [
    Format(ending: ".lua"), Format(ending: ".lottie.json"), Format(ending: ".json", isChecked: true),
    Format(ending: ".lottie"), Format(ending: ".tgs"), Format(ending: ".caml"),
    Format(ending: ".ca", mayBeFolder: true), Format(ending: ".wallpaper", mayBeFolder: true),
    Format(ending: ".tendies"), Format(ending: ".batter"),
  ]

  private mutating func add(_ file: String, _ root: String, isFolder: Bool) {
    let format = Self.formats.first { format in
      format.ends(file) && (!isFolder || format.mayBeFolder)
        && (!format.isChecked || Self.isLottie("\(root)/\(file)"))
    }
    guard let format else { return }
    let stem = String(file.dropLast(format.ending.count))
    // A module or a part of others: its name, or that of its folder, begins with an underscore.
    if stem.split(separator: "/").contains(where: { $0.hasPrefix("_") }) { return }
    guard let name = ScriptName(stem) else {
      skipped.append(
        Skipped(
          file: file,
          reason: "a name in addresses has lower-case letters, digits, - . _ in at most \(ScriptName.mostParts) parts; "
            + "rename the file"))
      return
    }
    guard Route(path: "/\(stem)") == .description(name), stem != "render" else {
      skipped.append(
        Skipped(
          file: file, reason: "/\(stem) is an address of the service itself, or that of a picture; rename the file"))
      return
    }
    guard let other = scripts[name] else {
      scripts[name] = file
      return
    }
    // A script counts before another file of its name, and else the first one.
    let isPreferred = file.hasSuffix(".lua") && !other.hasSuffix(".lua")
    let (drawn, left) = isPreferred ? (file, other) : (other, file)
    scripts[name] = drawn
    skipped.append(Skipped(file: left, reason: "\(drawn) has its name and is drawn in its place; rename one of them"))
  }

  /// True for JSON with a frame rate and two ends of time in its first 2 KiB, where every exporter writes them.
  private static func isLottie(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 2048)
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    guard count > 0 else { return false }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return ["\"fr\"", "\"ip\"", "\"op\""].allSatisfy(text.contains)
  }

  private static func list(
    _ root: String, _ below: String, _ depth: Int, _ files: inout [String], _ folders: inout [String]
  ) throws(Mistake) {
    let path = below.isEmpty ? root : "\(root)/\(below)"
    guard let stream = opendir(path) else {
      throw Mistake(message: "cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
    }
    defer { closedir(stream) }
    folders.append(path)
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let inner = below.isEmpty ? name : "\(below)/\(name)"
      var info = stat()
      guard lstat("\(root)/\(inner)", &info) == 0 else { continue }
      switch info.st_mode & S_IFMT {
      case S_IFREG:
        guard files.count < mostFiles else { throw Mistake(message: "\(root) has more than \(mostFiles) files") }
        files.append(inner)
      case S_IFDIR where depth < deepest: try list(root, inner, depth + 1, &files, &folders)
      default: break
      }
    }
  }

  private static func digest(_ path: String, _ left: inout Int) throws(Mistake) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      throw Mistake(message: "cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
    }
    defer { close(file) }
    var hash = SHA256()
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Mistake(message: "cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
      }
      guard count > 0 else { return hash.finalize() }
      left -= count
      guard left >= 0 else { throw Mistake(message: "the folder has more than \(mostBytes) bytes") }
      chunk.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
