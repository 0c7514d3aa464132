// SPDX-License-Identifier: MIT
import LayerEngine
import Numbers
import SystemC

/// The program `layerlua-serve`, which has the commands that serve over HTTP: the live page, and pictures of a folder's
/// scripts.
struct ServerProgram {
  /// The path of its file.
  private let path: String
  /// The path of this program's file, which the server starts for each worker.
  private let program: String
  private let command: CommandLineOptions.Command

  /// Finds the program.
  ///
  /// - Throws: `EngineError` of kind `missing` if there is none.
  init(for command: CommandLineOptions.Command) throws {
    self.command = command
    program = try Self.ownPath()
    guard let found = Self.candidates(for: program).first(where: Self.isProgram) else {
      let named = getenv("LAYERLUA_SERVE").map { String(cString: $0) }
      throw EngineError(
        .missing,
        "layerlua \(command.rawValue) needs layerlua-serve, which is "
          + (named.map { "not at \($0), where LAYERLUA_SERVE points" }
            ?? "neither next to \(program) or a symbolic link to it, nor in ../libexec/layerlua")
          + ": build it with scripts/build serve, or set LAYERLUA_SERVE to its path")
    }
    path = found
  }

  /// Replaces this process by the server, with the command and its words. Returns only by throwing an error.
  func start(_ arguments: [String]) throws {
    let words = [path, command.rawValue, "--program", program] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    execv(path, &pointers)
    throw EngineError(.file, "cannot start \(path): \(String(cString: strerror(errno)).lowercased())")
  }

  /// Returns the real path of this program's file.
  private static func ownPath() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw EngineError(.file, "cannot find this program's own file: \(String(cString: strerror(errno)).lowercased())")
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// Maximum number of links that are followed, as in the kernel.
  private static let mostLinks = 40

  /// Returns the paths where the server may be, in search order. If `LAYERLUA_SERVE` is set, only that path. Otherwise
  /// next to the program as it was started, next to each link on the path to its file, and next to its file, or in
  /// `libexec/layerlua` of the prefix, where `scripts/install` puts it.
  private static func candidates(for program: String) -> [String] {
    if let named = getenv("LAYERLUA_SERVE") { return [String(cString: named)] }
    return (links(to: program) + [program]).flatMap { path -> [String] in
      guard let slash = path.lastIndex(of: "/") else { return [] }
      let folder = slash == path.startIndex ? "" : path[..<slash]
      return ["\(folder)/layerlua-serve", "\(folder)/../libexec/layerlua/layerlua-serve"]
    }
  }

  /// Returns the path by which the system started this program, and each link from there to its file; empty if that
  /// path now leads elsewhere.
  private static func links(to program: String) -> [String] {
    guard var path = startedPath, let end = realpath(path, nil) else { return [] }
    defer { free(end) }
    guard String(cString: end) == program else { return [] }
    var paths = [path]
    while paths.count < mostLinks, let target = target(of: path), let slash = path.lastIndex(of: "/") {
      path = target.hasPrefix("/") ? target : path[...slash] + target
      paths.append(path)
    }
    return paths
  }

  /// The path that was passed to the system to start this program, with at least one slash. For a program that a shell
  /// found in PATH it is the full path, whatever name was typed.
  private static var startedPath: String? {
    // AT_EXECFN of the auxiliary vector, whose entries are pairs of words. `getauxval` is in no Swift module.
    let execFileName: UInt = 31
    let file = open("/proc/self/auxv", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var words = [UInt](repeating: 0, count: 256)
    let count = words.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) } / MemoryLayout<UInt>.size
    for i in stride(from: 0, to: max(count - 1, 0), by: 2) where words[i] == execFileName {
      guard let text = UnsafePointer<CChar>(bitPattern: words[i + 1]) else { return nil }
      let path = String(cString: text)
      return path.contains("/") ? path : "./" + path
    }
    return nil
  }

  /// Returns the target of a link, as written; nil if the path is not a link.
  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// True if the path is an executable regular file.
  private static func isProgram(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
