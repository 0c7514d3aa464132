#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which files may be read and written, and where relative names lead.
///
/// Links and `..` are resolved before a path is compared with the directories. Directories that are not absolute are taken from the
/// process's working directory when the value is made.
public struct FileAccess: Sendable {
  /// Where relative names are read: the script's own folder.
  public let scriptDirectory: String
  /// Where relative names are written.
  public let workingDirectory: String
  /// True lets every file be read and written.
  public let isUnrestricted: Bool
  let readable: [String]
  let writable: [String]
  let writableFiles: [String]
  /// Numbered files.
  let writableNames: [FrameFileName]

  /// - Parameters:
  ///   - readableDirectories: may be read besides `scriptDirectory`.
  ///   - writableDirectories: may be written besides `workingDirectory`.
  ///   - writableFiles: single files that may be written wherever they are, and numbered ones such as `frame-{0000}.png`.
  public init(
    scriptDirectory: String = ".", workingDirectory: String = ".", readableDirectories: [String] = [],
    writableDirectories: [String] = [], writableFiles: [String] = [], isUnrestricted: Bool = false
  ) {
    self.scriptDirectory = resolvedDirectory(scriptDirectory)
    self.workingDirectory = resolvedDirectory(workingDirectory)
    self.isUnrestricted = isUnrestricted
    readable = [self.scriptDirectory] + readableDirectories.map(resolvedDirectory)
    writable = [self.workingDirectory] + writableDirectories.map(resolvedDirectory)
    let base = self.workingDirectory
    let numbered = writableFiles.map { try? FrameFileName($0) }
    writableNames = numbered.compactMap { name in
      name.map { name in
        let folder = normalized(absolute(name.folder, in: base))
        return name.inFolder(realPath(folder) ?? folder)
      }
    }
    self.writableFiles = zip(writableFiles, numbered).filter { $0.1 == nil }.map { name, _ in
      let full = normalized(absolute(name, in: base))
      return realPath(full) ?? joined(realPath(parent(of: full)) ?? parent(of: full), lastName(of: full))
    }
  }

  /// The real path of an existing file that may be read.
  ///
  /// - Parameter purpose: what wants it, for the message, such as `image`.
  public func pathForReading(_ name: String, purpose: String = "file") throws -> String {
    try checkName(name, purpose)
    let full = absolute(name, in: scriptDirectory)
    if let real = realPath(full) {
      guard isReadable(real) else { throw notAllowed(name, purpose, real, "read", readable) }
      return real
    }
    let reason = errno
    // A name that leads outside is refused the same way whether or not something is there.
    let plain = normalized(full)
    guard isReadable(plain) else { throw notAllowed(name, purpose, plain, "read", readable) }
    if reason == ENOENT || reason == ENOTDIR {
      throw RenderingError(.invalid, "\(purpose) \"\(name)\" was not found; searched in \(parent(of: plain))")
    }
    throw RenderingError(.invalid, "\(purpose) \"\(name)\" cannot be read: \(systemMessage(reason)) (\(plain))")
  }

  /// The real path of a file that may be written, which need not exist; its folder must.
  public func pathForWriting(_ name: String) throws -> String {
    try checkName(name, "file")
    let full = absolute(name, in: workingDirectory)
    let last = lastName(of: full)
    guard !full.hasSuffix("/"), !last.isEmpty, last != ".", last != ".." else {
      throw RenderingError(.invalid, "cannot write \"\(name)\": it names a folder, not a file")
    }
    guard let folder = realPath(parent(of: full)) else {
      let reason = errno
      let plain = normalized(full)
      guard isWritable(plain) else { throw notAllowed(name, "file", plain, "written", writable) }
      if reason == ENOENT {
        throw RenderingError(.file, "cannot write \"\(name)\": there is no folder \(parent(of: plain)); make it first")
      }
      throw RenderingError(.file, "cannot write \"\(name)\": \(systemMessage(reason)) (\(parent(of: plain)))")
    }
    var target = joined(folder, last)
    var info = stat()
    if lstat(target, &info) == 0, info.st_mode & S_IFMT == S_IFLNK {
      guard let real = realPath(target) else {
        guard isWritable(target) else { throw notAllowed(name, "file", target, "written", writable) }
        throw RenderingError(.file, "cannot write \"\(name)\": it is a link that leads nowhere")
      }
      target = real
    }
    guard isWritable(target) else { throw notAllowed(name, "file", target, "written", writable) }
    return target
  }

  func isReadable(_ path: String) -> Bool { isUnrestricted || readable.contains { allows($0, path) } }
  func isWritable(_ path: String) -> Bool { isNamed(path) || writable.contains { allows($0, path) } }
  /// Whether the host named this very file for writing.
  func isNamed(_ path: String) -> Bool {
    isUnrestricted || writableFiles.contains(path) || writableNames.contains { $0.frame(ofPath: path) != nil }
  }

  /// What the system keeps under these names is no file: the process's environment and memory, devices. A script in `/` does not get at
  /// them; only who names a folder among them means them.
  private static let systemFolders = ["/proc", "/sys", "/dev"]

  private func allows(_ directory: String, _ path: String) -> Bool {
    contains(directory, path)
      && !FileAccess.systemFolders.contains { contains($0, path) && !contains($0, directory) }
  }

  private func checkName(_ name: String, _ purpose: String) throws {
    if name.isEmpty { throw RenderingError(.invalid, "the name of the \(purpose) is empty") }
    if name.utf8.contains(0) { throw RenderingError(.invalid, "the name of the \(purpose) contains a NUL character") }
    if name.utf8.count > 4096 { throw RenderingError(.invalid, "the name of the \(purpose) is longer than 4096 bytes") }
  }

  private func notAllowed(_ name: String, _ purpose: String, _ path: String, _ verb: String, _ directories: [String]) -> RenderingError {
    let option = verb == "read" ? "--allow-read" : "--allow-write"
    return RenderingError(
      .invalid,
      "\(purpose) \"\(name)\" may not be \(verb): it is outside of \(directories.joined(separator: ", ")); "
        + "allow its folder with \(option)")
  }
}

// MARK: Paths as text

func absolute(_ name: String, in directory: String) -> String { name.hasPrefix("/") ? name : joined(directory, name) }

func joined(_ directory: String, _ name: String) -> String { directory.hasSuffix("/") ? directory + name : directory + "/" + name }

func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

func lastName(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return path }
  return String(path[path.index(after: slash)...])
}

/// The path without `.`, `..` and double slashes, as text.
func normalized(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") where part != "." {
    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
  }
  return "/" + parts.joined(separator: "/")
}

func contains(_ directory: String, _ path: String) -> Bool {
  directory == "/" || path == directory || path.hasPrefix(directory + "/")
}

private func resolvedDirectory(_ path: String) -> String {
  realPath(path.isEmpty ? "." : path) ?? normalized(absolute(path, in: realPath(".") ?? "/"))
}

func realPath(_ path: String) -> String? {
  guard let p = realpath(path, nil) else { return nil }
  defer { free(p) }
  return String(cString: p)
}

func systemMessage(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text).lowercased()
}
