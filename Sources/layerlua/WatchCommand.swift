// SPDX-License-Identifier: MIT
import LayerEngine
import SystemC

/// `layerlua watch`: becomes `layerlua-serve`, which serves the live page and starts this program for every picture. It
/// is a program of its own, so that no other command pays for a web server.
struct WatchCommand {
  let options: CommandLineOptions

  /// Returns only by an error.
  func run() throws {
    guard options.code.isEmpty, let script = options.script, script != "-" else {
      throw EngineError(.usage, "layerlua watch needs a script's file, which it waits for to change")
    }
    if options.output != nil {
      throw EngineError(.usage, "layerlua watch writes no picture, it takes no -o; the page has buttons that do")
    }
    guard options.scales.count == 1 else {
      throw EngineError(.usage, "layerlua watch shows one picture, so --scale takes one number")
    }
    let program = try Self.ownPath()
    guard let server = Self.candidates(beside: program).first(where: { access($0, X_OK) == 0 }) else {
      throw EngineError(
        .missing,
        "layerlua watch needs layerlua-serve, which is not beside \(program) nor in ../libexec/layerlua: build it with "
          + "scripts/build serve, or name it by LAYERLUA_SERVE")
    }
    var words = [server, "watch", "--program", program, "--script", script]
    if let port = options.port { words += ["--port", String(port)] }
    if options.opensBrowser { words.append("--open") }
    words += ["--"] + options.pictureWords
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    execv(server, &pointers)
    throw EngineError(.file, "cannot start \(server): \(String(cString: strerror(errno)).lowercased())")
  }

  /// This program's file, links followed.
  private static func ownPath() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw EngineError(.file, "cannot find this program's own file: \(String(cString: strerror(errno)).lowercased())")
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// Beside the program as it was called, which may be a link, and beside its file.
  private static func candidates(beside program: String) -> [String] {
    if let named = getenv("LAYERLUA_SERVE") { return [String(cString: named)] }
    return [CommandLine.arguments.first, program].flatMap { path -> [String] in
      guard let path, let slash = path.lastIndex(of: "/") else { return [] }
      let folder = path[..<slash]
      return ["\(folder)/layerlua-serve", "\(folder)/../libexec/layerlua/layerlua-serve"]
    }
  }
}
