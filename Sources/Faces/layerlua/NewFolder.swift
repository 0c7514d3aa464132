// SPDX-License-Identifier: MIT
import LayerEngine
import Manual
import SystemC

/// `layerlua init [--lottie FILE] [FOLDER]`: creates a folder to start in. Existing files are kept, except for the
/// stubs, which belong to the program's version.
struct NewFolder {
  let options: CommandLineOptions
  let report: Report

  /// Creates the missing files and returns what was done, one line each.
  func make() throws -> String {
    guard options.scriptArguments.count <= 1 else {
      throw EngineError(.usage, "init takes one folder, got \(options.scriptArguments.count)")
    }
    let folder = options.scriptArguments.first ?? "."
    let template = try options.lottie.map { try LottieTemplate($0, folder: folder, options, report) }
    try makeFolder(folder)
    try makeFolder(folder + "/.layerlua")
    var said = ""
    for (name, text, isOurs) in [
      (".luarc.json", NewFolder.settings, false), (".layerlua/layerlua.lua", Manual.stubs, true),
      ("scene.lua", template?.script ?? NewFolder.scene, false),
    ] {
      let path = folder + "/" + name
      let old = try read(path)
      if old == Array(text.utf8) {
        said += "\(path) already exists\n"
      } else if old == nil {
        try write(text, to: path)
        said += "wrote \(path)\n"
      } else if isOurs {
        try write(text, to: path)
        said += "replaced \(path), which was from another version\n"
      } else {
        said += "kept \(path) unchanged"
        said += name == ".luarc.json" ? "; for editors, add to it: \"workspace.library\": [\".layerlua\"]\n" : "\n"
      }
    }
    let reading = template?.outerFolder.map { " --allow-read \($0)" } ?? ""
    return said + "next: layerlua \(folder == "." ? "" : folder + "/")scene.lua\(reading)\n"
  }

  private func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw problem("make", path) }
  }

  /// Returns the bytes of a file; nil if there is none.
  private func read(_ path: String) throws -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw problem("read", path)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { SystemC.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw problem("read", path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      // Already larger than any file written here.
      if bytes.count > 1 << 24 { return bytes }
    }
  }

  private func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw problem("write", path) }
    let isWritten = writeAll(file, Array(text.utf8))
    guard close(file) == 0, isWritten else { throw problem("write", path) }
  }

  private func problem(_ verb: String, _ path: String) -> EngineError {
    let number = errno
    return EngineError(
      number == ENOSPC || number == EDQUOT ? .temporary : .file,
      "init: cannot \(verb) \(path): \(String(cString: strerror(number)).lowercased())")
  }

  private static let settings = """
    {
      "runtime.version": "Lua 5.4",
      "workspace.library": [".layerlua"]
    }

    """

  private static let scene = """
    local ca = require "layerlua"

    local root = ca.Layer { name = "root", bounds = { 0, 0, 300, 200 }, backgroundColor = "white" }

    local card = ca.Layer {
      name = "card", frame = { 30, 30, 240, 140 }, backgroundColor = "steelblue", cornerRadius = 16,
      shadowOpacity = 0.4, shadowRadius = 8, shadowOffset = { 0, 4 },
    }
    root:addSublayer(card)

    card:addSublayer(ca.TextLayer {
      name = "title", string = "Hello", fontSize = 48, frame = { 0, 0, 240, 140 },
      alignmentMode = "center", verticalAlignment = "center",
    })

    return root

    """
}
