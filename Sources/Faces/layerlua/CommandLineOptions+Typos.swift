// SPDX-License-Identifier: MIT
import Messages

// Words in the place of a command that are none: misspelt ones, and those of other programs.
extension CommandLineOptions {
  /// The names of the commands that the help lists.
  static var commandNames: [String] { [Command.render.rawValue] + commands.map(\.command.rawValue) }

  /// Words that other programs have for a command, each with the command line that does it here, after `layerlua`.
  private static let otherWords: [(words: [String], use: String)] = [
    (["version", "about"], "--version"),
    (["run", "draw", "make", "build", "paint", "picture", "image"], "render"),
    (["convert", "export", "save", "write", "output"], "render SCRIPT -o FILE"),
    (["film", "video", "movie", "record", "animate", "animation"], "render SCRIPT -o NAME.mp4"),
    (["batch", "each", "table"], "render SCRIPT --each TABLE -o NAME"),
    (["preview", "view", "show", "open", "play", "live", "display"], "watch"),
    (["server", "http", "host", "listen", "service"], "serve"),
    (["signature", "token"], "sign"),
    (["info", "inform", "information", "tree", "dump", "list", "print", "describe"], "inspect"),
    (["parameters", "arguments", "schema"], "inspect --parameters"),
    (["check", "lint", "test", "debug", "doctor", "analyze", "analyse", "validate", "verify"], "diagnose"),
    (["sequence"], "frames"),
    (["combine", "merge", "concat", "concatenate", "encode", "stitch"], "join"),
    (["typeface", "typefaces"], "fonts"),
    (["docs", "documentation", "man", "manual", "reference", "search", "explain", "guide"], "doc"),
    (["new", "create", "start", "setup", "template", "scaffold"], "init"),
    (["types", "annotations"], "stubs"),
    (["complete", "shell"], "completions"),
    (["compare", "comparison", "difference"], "doc compare"),
    (["eval", "exec", "execute"], "-e CODE"),
    (["help", "usage", "commands", "options"], "--help"),
  ]

  /// Returns a message about a missing script whose name is probably a misspelt command, such as `diagnos`, a command
  /// of another program, or a command after an option; nil for any other name.
  static func problem(ofCommand word: String) -> String? {
    guard !word.contains("."), !word.contains("/") else { return nil }
    if commandNames.contains(word) {
      return "the command comes first: layerlua \(word) …, then the options; or there is no script \(word)"
    }
    guard let use = probableUse(of: word) else { return nil }
    return "there is no command \(word); did you mean layerlua \(use)? (There is no file \(word) either.)"
  }

  /// Returns the command line, after `layerlua`, that a word in the place of a command probably means; nil if the word
  /// is like no command and no command of another program.
  ///
  /// At most two letters may be missing, added, changed or transposed; only one in words of up to five letters, and in
  /// other programs' words of up to four none. Or the word is the beginning of one. Among equally near words a command
  /// of layerlua wins.
  static func probableUse(of word: String) -> String? {
    let folded = word.lowercased()
    let written = Array(folded.utf8)
    guard written.count >= 2, written.count <= 64 else { return nil }
    let limit = written.count <= 5 ? 1 : 2
    var names = commandNames.map { (name: $0, use: $0, limit: limit) }
    for row in otherWords {
      names += row.words.map { (name: $0, use: row.use, limit: written.count <= 4 ? 0 : limit) }
    }
    var best: (distance: Int, use: String)?
    for (name, use, limit) in names {
      let letters = Array(name.utf8)
      guard abs(letters.count - written.count) <= limit else { continue }
      let distance = editDistance(written, letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, use) }
    }
    if let best, best.distance <= 1 { return best.use }
    if written.count >= 3, let row = names.first(where: { $0.name.hasPrefix(folded) }) { return row.use }
    return best?.use
  }
}
