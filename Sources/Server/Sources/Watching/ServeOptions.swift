// SPDX-License-Identifier: MIT
import Glibc

/// The command line `layerlua-serve watch --program FILE --script FILE [--port N] [--open] -- WORDS…`
package struct ServeOptions: Equatable, Sendable {
  /// The program that draws.
  package var program = ""
  /// The script; it is also in `arguments`.
  package var script = ""
  /// 0 selects a free one.
  package var port = 0
  /// True to open a browser.
  package var opens = false
  /// The script, its arguments, and the options of `layerlua render` for it.
  package var arguments: [String] = []

  package struct Mistake: Error, Equatable {
    package var message: String
  }

  package init(_ words: [String]) throws(Mistake) {
    var rest = words[...]
    guard rest.popFirst() == "watch" else {
      throw Mistake(message: "usage: layerlua watch SCRIPT; layerlua-serve is what it starts")
    }
    while let word = rest.popFirst(), word != "--" {
      switch word {
      case "--program":
        guard let value = rest.popFirst() else { throw Mistake(message: "--program needs a file") }
        program = value
      case "--script":
        guard let value = rest.popFirst() else { throw Mistake(message: "--script needs a file") }
        script = value
      case "--port":
        guard let value = rest.popFirst(), let port = Int(value), (0...65_535).contains(port) else {
          throw Mistake(message: "--port expects a port from 0 to 65535")
        }
        self.port = port
      case "--open": opens = true
      default: throw Mistake(message: "there is no option \(word)")
      }
    }
    arguments = Array(rest)
    guard !program.isEmpty else { throw Mistake(message: "--program FILE says which program draws") }
    guard !script.isEmpty, !arguments.isEmpty else { throw Mistake(message: "which script? layerlua watch SCRIPT") }
  }

  /// The script's absolute path, with links resolved if it exists.
  package var scriptPath: String {
    if let path = realpath(script, nil) {
      defer { free(path) }
      return String(cString: path)
    }
    guard !script.hasPrefix("/"), let folder = getcwd(nil, 0) else { return script }
    defer { free(folder) }
    return String(cString: folder) + "/" + script
  }

  /// The scale that the user specified; nil to use that of the page's screen.
  package var scale: String? {
    for (index, word) in arguments.enumerated() {
      if word == "--" { return nil }
      if word.hasPrefix("--scale=") { return first(word.dropFirst(8)) }
      if word == "--scale", index + 1 < arguments.count { return first(arguments[index + 1][...]) }
    }
    return nil
  }

  private func first(_ scales: Substring) -> String { String(scales.prefix { $0 != "," }) }

  /// Returns a worker's arguments: the user's, with more options inserted before `--`.
  package func previewArguments(adding options: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return ["preview"] + arguments[..<end] + options + arguments[end...]
  }
}
