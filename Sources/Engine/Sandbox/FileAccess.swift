// SPDX-License-Identifier: MIT
import Formats
import Messages
import SystemC

/// The file-access policy: which files may be read and written, and how relative names are resolved.
///
/// Symbolic links and `..` are resolved before a path is compared with the directories, without examining anything
/// outside the directories. Relative directories are resolved against the process's working directory when the value is
/// created.
///
/// ```swift
/// let files = FileAccess(scriptDirectory: "scenes", workingDirectory: "out", readableDirectories: ["/srv/photos"])
/// let renderer = LayerRenderer(configuration: LayerRenderer.Configuration(files: files))
/// ```
public struct FileAccess: Sendable {
  /// The base folder of relative names that are read: the script's own folder, or the process's working directory.
  public private(set) var scriptDirectory: String
  /// The base folder of relative names that are written.
  public let workingDirectory: String
  /// True if every file may be read and written.
  public let isUnrestricted: Bool
  /// The reason why nothing can be read or written: the process's working directory, on which names depend, was
  /// deleted. Usually nil.
  public let problem: String?
  /// The names by which messages refer to the host's settings.
  package var face = HostFace.swift
  package private(set) var readable: [String]
  /// Folders in which a relative name is looked for after the script's folder, in this order: those that the host
  /// allows to read.
  private let searched: [String]
  package let writable: [String]
  /// Folders that the host's own calls may write: the base folder of written names, even if scripts may not write it,
  /// and the writable folders.
  private let writableByHost: [String]
  package let writableFiles: [String]
  /// Patterns of numbered files that may be written.
  package let writableNames: [FrameFileName]
  /// Maps paths that the host gave through symbolic links to their real paths, so that scripts may use the host's
  /// names.
  private var aliases: [String: String]

  /// - Parameters:
  ///   - scriptDirectory: nil resolves names against the process's working directory, but allows reading nothing in it.
  ///   - workingDirectory: nil resolves names against the process's working directory, but scripts may write nothing in
  ///     it.
  ///   - readableDirectories: may be read in addition to `scriptDirectory`. A relative name that is not in the
  ///     script's folder is looked for in these, in their order.
  ///   - writableDirectories: may be written in addition to `workingDirectory`.
  ///   - writableFiles: individual files that may be written in any folder, including numbered ones such as
  ///     `frame-{0000}.png`.
  public init(
    scriptDirectory: String? = ".", workingDirectory: String? = ".", readableDirectories: [String] = [],
    writableDirectories: [String] = [], writableFiles: [String] = [], isUnrestricted: Bool = false
  ) {
    var host = HostPaths()
    let scripts = host.real(scriptDirectory ?? "."), working = host.real(workingDirectory ?? ".")
    self.scriptDirectory = scripts ?? ""
    self.workingDirectory = working ?? ""
    self.isUnrestricted = isUnrestricted
    let further = (readableDirectories + writableDirectories).allSatisfy { $0.hasPrefix("/") || host.start != nil }
    problem =
      scripts == nil || working == nil || !further
      ? "the working directory was deleted, so file names cannot be resolved; start in an existing folder" : nil
    let writes = writableDirectories.compactMap { host.real($0) }
    searched = readableDirectories.compactMap { host.real($0) }
    readable = (scriptDirectory == nil ? [] : [scripts].compactMap { $0 }) + searched
    writable = (workingDirectory == nil ? [] : [working].compactMap { $0 }) + writes
    writableByHost = [working].compactMap { $0 } + writes
    let base = self.workingDirectory
    var names: [FrameFileName] = [], files: [String] = []
    for file in writableFiles where problem == nil {
      if let name = try? FrameFileName(file) {
        names.append(name.inFolder(host.real(name.folder, in: base) ?? ""))
      } else if let real = host.real(file, in: base) {
        files.append(real)
      }
    }
    writableNames = names
    self.writableFiles = files
    aliases = host.aliases
  }

  /// Returns this policy for a script run from a file: names are relative to its folder, which may be read.
  ///
  /// - Parameter folder: the folder as the host named it.
  package func ofScript(in folder: String) -> FileAccess {
    var host = HostPaths()
    guard let real = host.real(folder) else { return self }
    var files = self
    files.scriptDirectory = real
    files.readable = [real] + readable
    files.aliases.merge(host.aliases) { old, _ in old }
    return files
  }

  /// Returns this policy with one more folder that may be read, as the host named it.
  package func reading(_ folder: String) -> FileAccess {
    var host = HostPaths()
    guard let real = host.real(folder, in: scriptDirectory) else { return self }
    var files = self
    files.readable.append(real)
    files.aliases.merge(host.aliases) { old, _ in old }
    return files
  }

  /// Returns the real path of an existing file that may be read. A relative name is looked for in the script's folder,
  /// then in the readable folders.
  ///
  /// ```swift
  /// let files = FileAccess(scriptDirectory: "scenes")
  /// let photo = try files.pathForReading("sun.png", purpose: "image")
  /// ```
  ///
  /// - Parameter purpose: the use of the file in error messages, such as `image`.
  public func pathForReading(_ name: String, purpose: String = "file") throws -> String {
    try checkName(name, purpose)
    let way = way(to: absolute(name, in: scriptDirectory), in: readable)
    switch way.end {
    case .found: return way.path
    case .outside: throw notAllowed(name, purpose: purpose, verb: "read", directories: readable)
    case .missing, .lostLink:
      let others = name.hasPrefix("/") ? [] : searched.filter { $0 != scriptDirectory }
      for folder in others {
        let way = self.way(to: absolute(name, in: folder), in: readable)
        if way.end == .found { return way.path }
      }
      let noun = others.count == 1 ? "folder" : "folders"
      let rest = others.isEmpty ? "" : " or in the \(noun) allowed for reading"
      throw LayerError("\(purpose) \"\(name)\" was not found in \(shown(parent(of: way.path)))\(rest)")
    case .problem(let reason):
      throw LayerError("\(purpose) \"\(name)\" cannot be read: \(systemMessage(reason))")
    }
  }

  /// Returns the real path of a file that may be written. Neither the file nor its folder need exist; missing folders
  /// are created when it is written.
  ///
  /// ```swift
  /// let files = FileAccess(workingDirectory: "out")
  /// let target = try files.pathForWriting("poster.png")
  /// ```
  public func pathForWriting(_ name: String) throws -> String { try pathForWriting(name, byHost: false) }

  /// - Parameter byHost: true if the file is written by a call of the host, not by a script.
  package func pathForWriting(_ name: String, byHost: Bool) throws -> String {
    let folders = byHost ? writableByHost : writable
    try checkName(name, "file")
    let full = absolute(name, in: workingDirectory)
    let last = lastName(of: full)
    guard !last.isEmpty, last != ".", last != ".." else {
      throw LayerError("cannot write \"\(name)\": it names a folder, not a file")
    }
    let way = way(to: full, in: folders)
    switch way.end {
    case .found, .missing: return way.path
    case .outside:
      guard isNamed(way.path) else { throw notAllowed(name, purpose: "file", verb: "written", directories: folders) }
      return way.path
    case .lostLink: throw LayerError(.file, "cannot write \"\(name)\": it is a broken symbolic link")
    case .problem(let reason): throw LayerError(.file, "cannot write \"\(name)\": \(openProblem(reason))")
    }
  }

  /// True if scripts may read any folder.
  package var hasFolderToRead: Bool { isUnrestricted || !readable.isEmpty }

  /// True if scripts may read the base folder of names that are read.
  package var mayReadScriptDirectory: Bool { isReadable(scriptDirectory) }

  /// Returns a folder's name for messages to scripts and their users. An untrusted script must not learn where it is on
  /// the machine.
  package func shown(_ folder: String) -> String {
    if isUnrestricted { return folder }
    let script = mayReadScriptDirectory ? "the script's folder" : "the working directory"
    for (home, words) in [(scriptDirectory, script), (workingDirectory, "the working directory")]
    where contains(home, folder) {
      let inner = folder.dropFirst(home.count).drop { $0 == "/" }
      return inner.isEmpty ? words : "\(words), \"\(inner)\""
    }
    return "a folder that was allowed"
  }

  /// Returns the lexically normalised absolute path of a name relative to the working directory.
  package func absolutePath(_ name: String) -> String { normalized(absolute(name, in: workingDirectory)) }

  /// Resolves an absolute path, examining only the given folders.
  private func way(to full: String, in folders: [String]) -> FileWay {
    if isUnrestricted { return FileWay(to: full, aliases: [:], mayLook: { _ in true }) }
    return FileWay(to: full, aliases: aliases) { path in folders.contains { allows($0, path) } }
  }

  package func isReadable(_ path: String) -> Bool { isUnrestricted || readable.contains { allows($0, path) } }
  package func isWritable(_ path: String) -> Bool { isNamed(path) || writable.contains { allows($0, path) } }
  /// True if the host named exactly this file for writing.
  package func isNamed(_ path: String) -> Bool {
    isUnrestricted || writableFiles.contains(path) || writableNames.contains { $0.frame(ofPath: path) != nil }
  }

  /// System folders that contain devices and the process's environment and memory instead of ordinary files. A script
  /// in `/` has no access to them; a host must name a folder within them explicitly.
  private static let systemFolders = ["/proc", "/sys", "/dev"]

  private func allows(_ directory: String, _ path: String) -> Bool {
    contains(directory, path)
      && !FileAccess.systemFolders.contains { contains($0, path) && !contains($0, directory) }
  }

  private func checkName(_ name: String, _ purpose: String) throws {
    if let problem, !(isUnrestricted && name.hasPrefix("/")) { throw LayerError(.file, problem) }
    if name.isEmpty { throw LayerError("the name of the \(purpose) is empty") }
    if name.utf8.contains(0) { throw LayerError("the name of the \(purpose) contains a NUL character") }
    // U+FFFD replaces bytes that are not UTF-8, so the name would be that of another file.
    if name.unicodeScalars.contains("\u{FFFD}") {
      throw LayerError("the name of the \(purpose) \"\(name)\" is not UTF-8; rename it")
    }
    if name.utf8.count > 4096 { throw LayerError("the name of the \(purpose) is longer than 4096 bytes") }
  }

  private func notAllowed(_ name: String, purpose: String, verb: String, directories: [String]) -> LayerError {
    let isRead = verb == "read"
    let begin = "\(purpose) \"\(name)\" may not be \(verb): "
    guard let home = directories.first else {
      return LayerError(
        begin + "this script has no folder to \(isRead ? "read" : "write")"
          + (isRead
            ? face.remedy("; the host sets it with ", .scriptDirectory, .readableDirectories)
            : face.remedy("; the host sets it with ", .workingDirectory, .writableDirectories)))
    }
    let own = isRead ? scriptDirectory : workingDirectory
    let place =
      home != own
      ? "of the allowed folders"
      : "of \(isRead ? "the script's folder" : "the working directory")"
        + (directories.count > 1 ? " and of the other allowed folders" : "")
    return LayerError(
      begin + "it is outside \(place)"
        + face.remedy("; allow its folder with ", isRead ? .readableDirectories : .writableDirectories))
  }
}

// MARK: Paths as text

package func absolute(_ name: String, in directory: String) -> String {
  name.hasPrefix("/") ? name : joined(directory, name)
}

/// Normalises a path lexically: removes `.`, `..` and double slashes.
package func normalized(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") where part != "." {
    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
  }
  return "/" + parts.joined(separator: "/")
}

package func contains(_ directory: String, _ path: String) -> Bool {
  directory == "/" || path == directory || path.hasPrefix(directory + "/")
}

/// Resolves paths that the host names. They are trusted: links are followed to any target.
private struct HostPaths {
  /// The working directory of the process; nil if it was deleted.
  let start = realPath(".")
  /// The working directory as the shell names it (`PWD`), which may contain links.
  private let shown: String? = {
    guard let text = getenv("PWD") else { return nil }
    let path = String(cString: text)
    return path.hasPrefix("/") && realPath(path) != nil && realPath(path) == realPath(".") ? path : nil
  }()
  private(set) var aliases: [String: String] = [:]

  /// Returns the real path of a folder or file, which need not exist; nil if it depends on a working directory that was
  /// deleted.
  mutating func real(_ path: String, in folder: String? = nil) -> String? {
    let path = path.isEmpty ? "." : path
    guard path.hasPrefix("/") || folder ?? start != nil else { return nil }
    let real = realPathOfMissing(absolute(path, in: folder ?? start ?? "/"))
    // A `..` after a link cannot be resolved lexically, so such a path gets no alias.
    let ways = path.split(separator: "/").drop { $0 == ".." || $0 == "." }
    guard !ways.contains("..") else { return real }
    let goesUp = path.split(separator: "/").contains("..")
    for base in [folder ?? start, goesUp || folder != nil ? nil : shown] {
      guard let base, !path.hasPrefix("/") || !goesUp else { continue }
      let given = normalized(absolute(path, in: base))
      if given != real { aliases[given] = real }
    }
    return real
  }
}

/// Returns the real path of a file that need not exist: the real path of its deepest existing folder plus the remaining
/// components.
package func realPathOfMissing(_ path: String) -> String {
  var head = path
  var rest: [String] = []
  while true {
    if let real = realPath(head) { return rest.reversed().reduce(real, joined) }
    let last = lastName(of: head)
    guard head != "/", last != ".." else { return normalized(path) }
    if !last.isEmpty, last != "." { rest.append(last) }
    head = parent(of: head)
  }
}

/// The resolution of a path, component by component. Links are read and `..` is resolved only inside allowed folders.
/// Outside, the path is handled lexically, so that a name does not reveal whether anything exists there.
package struct FileWay {
  package enum End: Equatable {
    case found
    /// The file does not exist, and possibly not its folder.
    case missing
    /// A symbolic link on the path is dangling.
    case lostLink
    case outside
    /// A system call failed; the value is `errno`.
    case problem(Int32)
  }

  package private(set) var path = "/"
  package private(set) var end = End.found

  /// - Parameters:
  ///   - full: an absolute path.
  ///   - aliases: maps paths through links to real paths.
  ///   - mayLook: returns true if a path may be examined.
  package init(to full: String, aliases: [String: String], mayLook: (String) -> Bool) {
    var done: [Substring] = []
    var rest: [Substring] = full.split(separator: "/").reversed()
    var links = 0
    // The number of upcoming components that stem from a link's target.
    var stepsOfLinks = 0
    var isDirectory = true
    while let part = rest.popLast() {
      let isOfLink = stepsOfLinks > 0
      if isOfLink { stepsOfLinks -= 1 }
      if part == "." { continue }
      if end == .missing || end == .lostLink || !isDirectory {
        if part == ".." || !isDirectory {
          end = .problem(isDirectory ? ENOENT : ENOTDIR)
          return
        }
      }
      if part == ".." {
        _ = done.popLast()
        path = "/" + done.joined(separator: "/")
        continue
      }
      done.append(part)
      path = "/" + done.joined(separator: "/")
      if let real = aliases[path] {
        path = real
        done = real.split(separator: "/")
      }
      guard mayLook(path), end == .found else { continue }
      var info = stat()
      if lstat(path, &info) != 0 {
        guard errno == ENOENT else {
          end = .problem(errno)
          return
        }
        end = isOfLink ? .lostLink : .missing
      } else if info.st_mode & S_IFMT == S_IFLNK {
        links += 1
        guard links <= 40, let target = linkTarget(path) else {
          end = .problem(links <= 40 ? errno : ELOOP)
          return
        }
        if target.hasPrefix("/") { done = [] } else { _ = done.popLast() }
        let steps = target.split(separator: "/")
        rest += steps.reversed()
        stepsOfLinks += steps.count
        path = "/" + done.joined(separator: "/")
      } else {
        isDirectory = info.st_mode & S_IFMT == S_IFDIR
      }
    }
    if !mayLook(path) {
      end = .outside
    } else if end == .found, !isDirectory, full.hasSuffix("/") {
      end = .problem(ENOTDIR)
    }
  }
}

private func linkTarget(_ path: String) -> String? {
  var buffer = [UInt8](repeating: 0, count: 4097)
  let count = buffer.withUnsafeMutableBytes { bytes in
    bytes.baseAddress.map { readlink(path, $0.assumingMemoryBound(to: CChar.self), 4096) } ?? -1
  }
  return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
}

package func realPath(_ path: String) -> String? {
  guard let p = realpath(path, nil) else { return nil }
  defer { free(p) }
  return String(cString: p)
}
