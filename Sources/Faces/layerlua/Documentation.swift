// SPDX-License-Identifier: MIT
import LayerEngine
import Manual
import Messages
import Numbers
import SystemC

/// `layerlua doc NAME`: prints pages of the manual in the terminal. `layerlua doc SEVERAL WORDS` searches it and the
/// guide.
struct Documentation {
  let options: CommandLineOptions

  /// - Throws: `EngineError` of kind `usage` for an unknown name, with similar names.
  func text() throws -> String {
    let names = options.scriptArguments
    guard !names.isEmpty else {
      throw EngineError(
        .usage, "doc needs a name: layerlua doc position, layerlua doc TextLayer, layerlua doc CIPinchDistortion")
    }
    let isPage = names.map { Manual.page(on: $0, width: width) != nil }
    if names.count > 1 || names[0].contains(" "), isPage.contains(false) {
      if let found = Manual.search(names, width: width) { return found }
      throw EngineError(
        .usage,
        "nothing is said of \"\(names.joined(separator: " "))\"; use other words, as in layerlua doc rounded corners")
    }
    return try names.map { name in
      if let page = Manual.page(on: name, width: width) { return page }
      if let found = Manual.search([name], width: width, guesses: false) { return found }
      let near = Manual.nearNames(to: name)
      if near.isEmpty, let found = Manual.search([name], width: width) { return found }
      throw EngineError(
        .usage,
        "there is no page on \"\(name)\"\(near.isEmpty ? "" : "; there is one on \(alternatives(near))")")
    }.joined(separator: "\n")
  }

  /// The terminal's width, or 80; at most 100 characters, since longer lines are hard to read.
  private var width: Int {
    var size = winsize()
    if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return min(max(Int(size.ws_col), 40), 100) }
    if let columns = getenv("COLUMNS"), let count = Int(String(cString: columns)), count > 0 {
      return min(max(count, 40), 100)
    }
    return 80
  }
}
