// SPDX-License-Identifier: MIT
import LayerEngine

/// `layerlua watch`: replaces this process by `layerlua-serve`, which serves the live page and starts this program for
/// every picture. It is a separate program, so that no other command pays for a web server.
struct WatchCommand {
  let options: CommandLineOptions

  /// Returns only by throwing an error.
  func run() throws {
    guard options.code.isEmpty, let script = options.script, script != "-" else {
      throw EngineError(.usage, "layerlua watch needs a script file, which it watches for changes")
    }
    if options.output != nil {
      throw EngineError(.usage, "layerlua watch writes no picture and takes no -o; the page has buttons that do")
    }
    guard options.scales.count == 1 else {
      throw EngineError(.usage, "layerlua watch shows one picture, so --scale takes one number")
    }
    var words = ["--script", script]
    if let port = options.port { words += ["--port", String(port)] }
    if options.opensBrowser { words.append("--open") }
    try ServerProgram(for: .watch).start(words + ["--"] + options.pictureWords)
  }
}
