// SPDX-License-Identifier: MIT
import CProcesses
import Formats
import Messages
import Numbers
import SystemC

/// Sandboxes the process irrevocably: gives up what rendering does not need, so that an exploited bug in the
/// interpreter or a decoder gains an attacker little more than the script could already do.
///
/// The process loses access to all files except those of a `FileAccess`, fonts and system libraries; to sockets, other
/// processes, new programs and new privileges; and to memory, time and open files beyond the engine's limits. Programs
/// that it starts inherit the restrictions.
package struct ProcessIsolation {
  package var files: FileAccess
  /// Folders of fonts and other resources that may be read: the installed ones and those that the host configured.
  /// Links in the latter are followed.
  private let installed: [String]
  private let configured: [String]
  /// True if ffmpeg, which encodes films, and its ffprobe may be started; no other program may be.
  package var startsFFmpeg = false
  /// Folders whose symbolic links to files elsewhere, such as fonts, may be read.
  package var linkedFolders: [String] = []
  /// Additional files that may be written, as the program names them.
  package var written: [String] = []
  /// The engine's memory limit, in bytes; nil is unlimited.
  package var memoryLimit: Int?
  /// Wall time in seconds; nil is unlimited.
  package var timeLimit: Double?

  /// - Parameters:
  ///   - files: the files that may be read and written.
  ///   - installed: the system's folders of fonts and other resources.
  ///   - configured: further such folders.
  package init(files: FileAccess, installed: [String], configured: [String] = []) {
    self.files = files
    self.installed = installed
    self.configured = configured
  }

  /// Sandboxes the process. Missing output folders are created now, since none can be created later outside existing
  /// ones; folders that stay empty are removed by `llua_cleanup_run`.
  ///
  /// - Returns: the mechanisms that this system lacks, each as the end of the sentence "this system has …"; empty if
  ///   every restriction is in force.
  /// - Throws: `LayerError`: `.invalid` for the root as a folder, which would leave nothing to restrict, and in a
  ///   process with several threads; `.missing` if ffmpeg is a script that starts another program; `.file` if a folder
  ///   cannot be created or the system refuses.
  package func begin() throws -> [String] {
    if let problem = files.problem { throw LayerError(.file, problem) }
    let written = try writtenPaths()
    for (folder, what) in files.readable.map({ ($0, "read") }) + written.map({ ($0, "written") }) where folder == "/" {
      throw LayerError(
        "the process cannot be isolated: / may be \(what), so nothing would be protected; run from a dedicated folder "
          + "and put the script in a folder too"
      )
    }
    let emptied = try makeMissing(written)
    var read = files.readable + configured + installed + ["/var/cache/fontconfig"]
    for folder in configured + linkedFolders { addLinkedFiles(in: folder, to: &read) }
    // Libraries loaded later must be found as without the sandbox: those that were brought along, and the loader's.
    read += broughtFolder
    read +=
      getenv("LD_LIBRARY_PATH").map {
        String(cString: $0).split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
      } ?? []
    let program = startsFFmpeg ? pathOfProgram(RuntimeDependency.ffmpeg.file) : nil
    if let program, isScript(program) {
      throw LayerError(
        .missing,
        "\(program) is a script, but only the program ffmpeg itself may be started; put the folder of that program "
          + "first in PATH"
      )
    }
    let probe = program == nil ? nil : pathOfProgram(RuntimeDependency.ffprobe.file).flatMap { isScript($0) ? nil : $0 }
    let lists = (
      read: CStrings(read), written: CStrings(written), emptied: CStrings(emptied),
      program: CStrings(program.map { [$0] } ?? []), reader: CStrings(probe.map { [$0] } ?? [])
    )
    var isolation = llua_Isolation()
    isolation.readable = lists.read.pointer
    isolation.writable = lists.written.pointer
    isolation.emptied = lists.emptied.pointer
    isolation.program = lists.program.pointer.pointee
    isolation.reader = lists.reader.pointer.pointee
    isolation.memory = memory
    isolation.processor_seconds = processorSeconds
    var lacking: UInt32 = 0
    let problem = withExtendedLifetime(lists) { llua_isolate(&isolation, &lacking) }
    guard problem == 0 else {
      throw problem == EBUSY
        ? LayerError(
          "the process cannot be isolated: it has other threads; isolate it before they start")
        : LayerError(.file, "the process cannot be isolated: \(systemMessage(problem))")
    }
    return ProcessIsolation.words(for: lacking)
  }

  /// The folder of libraries that were brought along with this code; empty if there is none.
  private var broughtFolder: [String] {
    var path = [CChar](repeating: 0, count: 4096)
    let length = path.withUnsafeMutableBufferPointer { llua_brought_folder($0.baseAddress, $0.count) }
    return length > 0 ? [String(decoding: path.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)] : []
  }

  /// The data size limit (`RLIMIT_DATA`) in bytes; 0 is unlimited. It is three times the engine's limit plus 512 MiB:
  /// the engine's limit must apply first, with its own error, encoding a picture makes two more copies, and ffmpeg has
  /// the same limit.
  private var memory: UInt64 {
    guard let memoryLimit else { return 0 }
    let (bytes, overflows) = UInt64(clamping: memoryLimit).multipliedReportingOverflow(by: 3)
    return overflows ? 0 : min(bytes, .max - (512 << 20)) + (512 << 20)
  }

  /// The limit of processor time: all processors for the whole wall time, plus 3 s to end the run. 0 is unlimited.
  private var processorSeconds: UInt64 {
    guard let timeLimit else { return 0 }
    // Counts all processors whatever the number of drawing threads, since ffmpeg has threads of its own.
    let processors = max(Int(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
    return UInt64(clamping: ((timeLimit + 3) * Double(processors)).rounded(.up))
  }

  /// Returns the folders that may be written, and special files such as pipes. A file is created next to the one it
  /// replaces, so its folder must be writable.
  private func writtenPaths() throws -> [String] {
    var paths = files.writable + files.writableNames.map(\.folder)
    for path in files.writableFiles + written.map({ realPathOfMissing(absolute($0, in: files.workingDirectory)) }) {
      var info = stat()
      let isSpecial = stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
      paths.append(isSpecial ? path : parent(of: path))
    }
    return paths
  }

  /// Creates the missing folders and returns the existing folders in which some were created.
  private func makeMissing(_ folders: [String]) throws -> [String] {
    var above: [String] = []
    for folder in folders {
      var info = stat()
      if stat(folder, &info) == 0 { continue }
      var made: [String] = []
      let opened = OpenFolder(folder, made: &made) != nil
      let problem = errno
      for path in made { _ = llua_cleanup_add_folder(path) }
      if let first = made.first { above.append(parent(of: first)) }
      guard opened else { throw writeError(problem, folder) }
    }
    return above
  }

  /// Adds the targets of symbolic links in a folder and its subfolders.
  private func addLinkedFiles(in folder: String, to files: inout [String], depth: Int = 0) {
    guard depth < 16, let opened = opendir(folder) else { return }
    defer { closedir(opened) }
    while let entry = readdir(opened), files.count < 10_000 {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name == "." || name == ".." { continue }
      let path = joined(folder, name)
      var info = stat()
      guard lstat(path, &info) == 0 else { continue }
      switch info.st_mode & S_IFMT {
      case S_IFDIR: addLinkedFiles(in: path, to: &files, depth: depth + 1)
      case S_IFLNK: if let real = realPath(path), real != "/" { files.append(real) }
      default: break
      }
    }
  }

  private static func words(for lacking: UInt32) -> [String] {
    var words: [String] = []
    func add(_ bit: Int, _ text: String) { if lacking & UInt32(bit) != 0 { words.append(text) } }
    add(
      LLUA_LACKS_LANDLOCK,
      "no Landlock (Linux 5.13 or later with Landlock enabled), so files are restricted only by the script's sandbox"
    )
    add(LLUA_LACKS_SCOPES, "a Landlock older than Linux 6.12's, so ffmpeg could end other processes of the same user")
    add(
      LLUA_LACKS_SECCOMP,
      "no system call filters (seccomp), so sockets, programs and other processes are not blocked")
    add(
      LLUA_LACKS_LIBSECCOMP,
      "no \(RuntimeDependency.seccomp.file) (Debian: \(RuntimeDependency.seccomp.package)), so sockets, programs and "
        + "other processes are not blocked"
    )
    return words
  }
}

/// A NULL-terminated array of C strings, valid as long as this object lives.
private final class CStrings {
  private let list: UnsafeMutablePointer<UnsafePointer<CChar>?>
  private let count: Int
  var pointer: UnsafePointer<UnsafePointer<CChar>?> { UnsafePointer(list) }

  init(_ strings: [String]) {
    count = strings.count
    list = .allocate(capacity: count + 1)
    // If `strdup` fails, the list ends early; files after it are simply not accessible.
    for (i, string) in strings.enumerated() { (list + i).initialize(to: strdup(string).map { UnsafePointer($0) }) }
    (list + count).initialize(to: nil)
  }

  deinit {
    for i in 0..<count { free(UnsafeMutablePointer(mutating: list[i])) }
    list.deallocate()
  }
}

/// Returns the real path of a program in PATH; nil if there is none.
package func pathOfProgram(_ name: String) -> String? {
  let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
  for folder in path.split(separator: ":") {
    let file = joined(String(folder), name)
    if access(file, X_OK) == 0, let real = realPath(file) { return real }
  }
  return nil
}

/// True if a file begins with `#!`, so that another program runs it.
private func isScript(_ path: String) -> Bool {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  var start: (UInt8, UInt8) = (0, 0)
  return withUnsafeMutableBytes(of: &start, { read(descriptor, $0.baseAddress, 2) }) == 2 && start == (35, 33)
}
