// SPDX-License-Identifier: MIT
import CProcesses
import Formats
import Messages
import SystemC

/// A bundle that is written as a folder under a temporary name beside its place, and renamed when it is complete. An
/// earlier bundle there is removed only then.
package struct FolderReplacement {
  private let target: String
  /// The path as it was given, for messages.
  private let name: String

  /// - Parameters:
  ///   - target: a resolved path; a link that has since replaced a component is refused.
  ///   - isBundle: returns true for the path of a folder that may be replaced.
  /// - Throws: `LayerError` of kind `file` if something else than a bundle or an empty folder is there, or if the
  ///   working directory is the folder or lies in it.
  package init(of target: String, name: String, isBundle: (String) throws -> Bool) throws {
    self.target = target
    self.name = name
    var info = stat()
    guard lstat(target, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      throw LayerError(.file, "cannot write \"\(name)\": it is a file, and a bundle is a folder; remove it first")
    }
    guard try FolderReplacement.entries(of: target).isEmpty || isBundle(target) else {
      throw LayerError(
        .file, "cannot write \"\(name)\": it is a folder without a scene (main.caml), which is not replaced")
    }
    guard !FolderReplacement.holdsWorkingDirectory(info) else {
      throw LayerError(
        .file,
        "cannot write \"\(name)\": the working directory is this folder or lies in it, and would be removed; work in "
          + "another folder")
    }
  }

  /// Returns true if the process's working directory is a folder or lies in it.
  private static func holdsWorkingDirectory(_ folder: stat) -> Bool {
    var path = "."
    var last: stat?
    for _ in 0..<1024 {
      var info = stat()
      guard stat(path, &info) == 0 else { return false }
      if info.st_dev == folder.st_dev, info.st_ino == folder.st_ino { return true }
      // The root is its own parent.
      if let last, last.st_dev == info.st_dev, last.st_ino == info.st_ino { return false }
      last = info
      path += "/.."
    }
    return false
  }

  /// Writes files, by their paths in the folder, and replaces the folder when all are there.
  package func write(_ files: [(name: String, bytes: [UInt8])]) throws {
    let above = parent(of: target)
    var made = MadeFolders()
    guard let folder = made.open(above) else {
      let problem = errno
      made.remove()
      throw writeError(problem, name)
    }
    var own = ""
    var problem = EEXIST
    for attempt in 0..<1000 where problem == EEXIST {
      own = ".layerlua-\(getpid())-\(attempt).folder.tmp"
      problem = mkdirat(folder.descriptor, own, 0o777) == 0 ? 0 : errno
    }
    guard problem == 0 else {
      made.remove()
      throw writeError(problem, name)
    }
    let temporary = joined(above, own)
    do {
      for file in files {
        let place = joined(temporary, file.name)
        let written = try TemporaryFile(for: place, name: joined(name, file.name))
        try file.bytes.withUnsafeBytes { try written.write($0) }
        try written.commit()
      }
      try exchange(folder.descriptor, own)
    } catch {
      FolderReplacement.remove(temporary)
      made.remove()
      throw error
    }
    made.keep()
  }

  /// Renames the new folder into place. An earlier one changes places with it, at once where the file system can;
  /// else it is renamed away first.
  private func exchange(_ folder: Int32, _ own: String) throws {
    let last = lastName(of: target)
    guard renameat(folder, own, folder, last) != 0 else { return }
    guard errno == EEXIST || errno == ENOTEMPTY else { throw writeError(errno, name) }
    if llua_exchange_names(folder, own, last) == 0 {
      return FolderReplacement.remove(joined(parent(of: target), own))
    }
    let old = own + ".old"
    guard renameat(folder, last, folder, old) == 0 else { throw writeError(errno, name) }
    guard renameat(folder, own, folder, last) == 0 else {
      let problem = errno
      _ = renameat(folder, old, folder, last)
      throw writeError(problem, name)
    }
    FolderReplacement.remove(joined(parent(of: target), old))
  }

  private static func entries(of path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count < 100_000 {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes a folder with the files and folders in it, also one without permission to write; links are removed, not
  /// followed.
  private static func remove(_ path: String, depth: Int = 0) {
    guard depth < 32 else { return }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if folder >= 0 {
      _ = fchmod(folder, 0o700)
      close(folder)
    }
    for name in entries(of: path) {
      let place = joined(path, name)
      var info = stat()
      guard lstat(place, &info) == 0 else { continue }
      if info.st_mode & S_IFMT == S_IFDIR { remove(place, depth: depth + 1) } else { unlink(place) }
    }
    rmdir(path)
  }
}
