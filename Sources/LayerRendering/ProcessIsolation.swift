// SPDX-License-Identifier: MIT
import CProcesses
import Numbers
import Outputs
import SystemC

/// The process locked in: what a picture does not need is given up, for good, so that a fault of an interpreter or a
/// decoder gives whoever finds it little more than the script had.
///
/// It gives up all files except those of a `FileAccess`, fonts and the system's libraries; sockets, other processes,
/// new programs and new privileges; and more memory, time and open files than the engine's limits allow. Programs that
/// it starts have the same restrictions.
package struct ProcessIsolation {
  package var files: FileAccess
  /// Directories of fonts in addition to the installed ones.
  package var fontDirectories: [String] = []
  /// Directories of files of hyphens in addition to the installed one.
  package var hyphenDirectories: [String] = []
  /// Whether ffmpeg may be started, which makes films: the only program that may.
  package var startsFFmpeg = false
  /// Folders with links to files elsewhere that are read, such as fonts.
  package var linkedFolders: [String] = []
  /// Additional files that are written, as the program names them.
  package var written: [String] = []
  /// The engine's memory limit, in bytes; nil is unlimited.
  package var memoryLimit: Int?
  /// Wall time, in seconds; nil is unlimited.
  package var timeLimit: Double?

  package init(files: FileAccess) { self.files = files }

  /// Isolates the process. Missing folders for output are made now, since later none can be made outside existing ones;
  /// those that stay empty are remembered for `llua_cleanup_run`.
  ///
  /// - Returns: the missing means of the system, each as the end of the sentence "this system has …"; empty when every
  ///   restriction holds.
  /// - Throws: `LayerError`: `.invalid` for the root as a folder, which would leave nothing to restrict, and in a
  ///   process with several threads; `.missing` when ffmpeg is a script that starts another program; `.file` when a
  ///   folder cannot be made, or the system refuses.
  package func begin() throws -> [String] {
    if let problem = files.problem { throw LayerError(.file, problem) }
    let written = try writtenPaths()
    for (folder, what) in files.readable.map({ ($0, "read") }) + written.map({ ($0, "written") }) where folder == "/" {
      throw LayerError(
        "the process cannot be locked in: / may be \(what), which is everything; start in a folder of its own, with the script in one"
      )
    }
    let emptied = try makeMissing(written)
    var read = files.readable + fontDirectories + LayerRenderer.installedFontDirectories + ["/var/cache/fontconfig"]
    read += hyphenDirectories + LayerRenderer.installedHyphenDirectories
    for folder in fontDirectories + hyphenDirectories + linkedFolders { addLinkedFiles(in: folder, to: &read) }
    // Libraries that are loaded later must be the same as without isolation.
    read +=
      getenv("LD_LIBRARY_PATH").map {
        String(cString: $0).split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
      } ?? []
    let program = startsFFmpeg ? pathOfProgram("ffmpeg") : nil
    if let program, isScript(program) {
      throw LayerError(
        .missing,
        "\(program) is a script, and other programs than ffmpeg itself are not started; put the folder of the program itself first in PATH"
      )
    }
    let lists = (
      read: CStrings(read), written: CStrings(written), emptied: CStrings(emptied),
      program: CStrings(program.map { [$0] } ?? [])
    )
    var isolation = llua_Isolation()
    isolation.readable = lists.read.pointer
    isolation.writable = lists.written.pointer
    isolation.emptied = lists.emptied.pointer
    isolation.program = lists.program.pointer.pointee
    isolation.memory = memory
    isolation.processor_seconds = processorSeconds
    var lacking: UInt32 = 0
    let problem = withExtendedLifetime(lists) { llua_isolate(&isolation, &lacking) }
    guard problem == 0 else {
      throw problem == EBUSY
        ? LayerError(
          "the process cannot be locked in: it has other threads, which would stay free; do it before they start")
        : LayerError(.file, "the process cannot be locked in: \(systemMessage(problem))")
    }
    return ProcessIsolation.words(for: lacking)
  }

  /// The engine's own limit applies first, with its error. While a picture is encoded there are two more copies of it,
  /// and ffmpeg is held to the same.
  private var memory: UInt64 {
    guard let memoryLimit else { return 0 }
    let (bytes, overflows) = UInt64(clamping: memoryLimit).multipliedReportingOverflow(by: 3)
    return overflows ? 0 : min(bytes, .max - (512 << 20)) + (512 << 20)
  }

  /// All processors for the whole time, and a moment for the end of the run.
  private var processorSeconds: UInt64 {
    guard let timeLimit else { return 0 }
    // For any number of drawing threads, since ffmpeg has its own.
    let processors = max(Int(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
    return UInt64(clamping: ((timeLimit + 3) * Double(processors)).rounded(.up))
  }

  /// Folders that are written, and special files, such as pipes. A file is made beside the one whose name it takes, so
  /// its folder must be writable.
  private func writtenPaths() throws -> [String] {
    var paths = files.writable + files.writableNames.map(\.folder)
    for path in files.writableFiles + written.map({ realPathOfMissing(absolute($0, in: files.workingDirectory)) }) {
      var info = stat()
      let isSpecial = stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
      paths.append(isSpecial ? path : parent(of: path))
    }
    return paths
  }

  /// Makes the missing folders; returns the existing ones in which some were made.
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

  /// Adds the targets of links in a folder and its subfolders.
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
      "no Landlock (Linux 5.13 or later, and not taken out of its security modules), so files are held by the script's sandbox alone"
    )
    add(LLUA_LACKS_SCOPES, "a Landlock older than Linux 6.12's, so ffmpeg could end other processes of the same user")
    add(
      LLUA_LACKS_SECCOMP,
      "no filters of system calls (seccomp), so sockets, programs and other processes are not locked away")
    add(
      LLUA_LACKS_LIBSECCOMP,
      "no libseccomp (Debian: apt-get install libseccomp2), so sockets, programs and other processes are not locked away"
    )
    return words
  }
}

/// A list of C strings that ends with NULL, for as long as it lives.
private final class CStrings {
  private let list: UnsafeMutablePointer<UnsafePointer<CChar>?>
  private let count: Int
  var pointer: UnsafePointer<UnsafePointer<CChar>?> { UnsafePointer(list) }

  init(_ strings: [String]) {
    count = strings.count
    list = .allocate(capacity: count + 1)
    // A string without memory ends the list: files that are not named are not accessible.
    for (i, string) in strings.enumerated() { (list + i).initialize(to: strdup(string).map { UnsafePointer($0) }) }
    (list + count).initialize(to: nil)
  }

  deinit {
    for i in 0..<count { free(UnsafeMutablePointer(mutating: list[i])) }
    list.deallocate()
  }
}

/// The path of a program in PATH, links followed; nil when there is none.
func pathOfProgram(_ name: String) -> String? {
  let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
  for folder in path.split(separator: ":") {
    let file = joined(String(folder), name)
    if access(file, X_OK) == 0, let real = realPath(file) { return real }
  }
  return nil
}

/// True if another program runs a file.
private func isScript(_ path: String) -> Bool {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  var start: (UInt8, UInt8) = (0, 0)
  return withUnsafeMutableBytes(of: &start, { read(descriptor, $0.baseAddress, 2) }) == 2 && start == (35, 33)
}
