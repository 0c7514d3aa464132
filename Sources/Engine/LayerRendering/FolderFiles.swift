// SPDX-License-Identifier: MIT
import Archives
import Messages
import Numbers
import Parsing
import Sandbox
import SystemC

/// The files of a folder, for the reader of packages. Each file is checked against the file-access policy; links are
/// resolved and must stay inside the folder.
final class FolderFiles: BundleFiles {
  /// The maximum depth of folders.
  private static let depthLimit = 32

  private let context: RenderingContext
  /// The folder's real path.
  private let root: String
  /// The folder as it was given, for messages; empty for that of a file.
  private let name: String

  init(_ root: String, name: String, _ context: RenderingContext) {
    self.root = root
    self.name = name
    self.context = context
  }

  func paths(_ reading: inout Reading) throws -> [String] {
    var result = Grown<String>()
    var folders = [""]
    var entries = 0
    while let folder = folders.popLast() {
      guard folder.utf8.reduce(0, { $1 == UInt8(ascii: "/") ? $0 + 1 : $0 }) <= Self.depthLimit else {
        throw LayerError(.limit, "its folders are nested more than \(Self.depthLimit) deep")
      }
      for (entry, isFolder) in try list(folder, &entries, &reading) {
        try reading.take(2 * (folder.utf8.count + entry.utf8.count) + 64)
        if isFolder { folders.append(folder + entry + "/") } else { try result.append(folder + entry, &reading) }
      }
    }
    return result.finish()
  }

  func contents(of path: String, limit: Int, _ reading: inout Reading) throws -> [UInt8]? {
    guard let real = try realPath(of: path, &reading) else { return nil }
    guard let size = FileIdentity(path: real)?.size else { return nil }
    let most = min(limit, context.configuration.fileSizeLimit)
    try reading.take(Int(clamping: min(size, Int64(most))) + 4096)
    context.inputs?.note(real)
    return try readWholeFile(real, name: path, purpose: "file", limit: most)
  }

  /// Returns the real path of a file or folder; nil if there is none.
  private func realPath(of path: String, _ reading: inout Reading) throws -> String? {
    try reading.step(path.utf8.count)
    let full = joined(root, path)
    if Sandbox.realPath(full) == nil, context.files.isReadable(normalized(full)) {
      context.noteMissed(full)
      return nil
    }
    let real = try context.pathForReading(full, purpose: "file")
    guard contains(root, real) else {
      throw LayerError(
        "\"\(path.prefix(80))\" is a link that leads out of \(name.isEmpty ? "the folder" : "\"\(name)\"")")
    }
    return real
  }

  /// Returns the names in a folder, sorted, and whether each is a folder. Other kinds than files, folders and links to
  /// these are left out.
  private func list(
    _ folder: String, _ entries: inout Int, _ reading: inout Reading
  ) throws -> [(name: String, isFolder: Bool)] {
    guard let real = try realPath(of: folder, &reading) else { return [] }
    context.onFile?(real, .listed)
    let descriptor = openResolved(real, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0, let stream = fdopendir(descriptor) else {
      let problem = systemMessage(errno)
      if descriptor >= 0 { close(descriptor) }
      throw LayerError(.file, "the folder \"\(folder)\" cannot be read: \(problem)")
    }
    defer { closedir(stream) }
    var names: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      entries += 1
      try reading.step(32)
      try reading.take(128)
      guard entries <= ZipArchive.entryLimit else {
        throw LayerError(.limit, "it holds more than \(ZipArchive.entryLimit) files")
      }
      guard !name.unicodeScalars.contains("\u{FFFD}"), let path = try realPath(of: folder + name, &reading) else {
        continue
      }
      var info = stat()
      guard stat(path, &info) == 0 else { continue }
      switch info.st_mode & S_IFMT {
      case S_IFDIR: names.append((name, true))
      case S_IFREG: names.append((name, false))
      default: break
      }
    }
    return names.sorted { $0.name < $1.name }
  }
}
