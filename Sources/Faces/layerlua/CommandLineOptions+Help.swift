// SPDX-License-Identifier: MIT
import Messages

// The help: the options by group, and the subcommands.
extension CommandLineOptions {
  static var help: String {
    var text = """
      Draws the layer that a Lua script returns.

      usage: layerlua [render] SCRIPT [ARGS…] [options]

      SCRIPT may be - for standard input. Without -o the picture is named after the script, with .png, in the working \
      directory.


      """
    text += list(rules)
    text += """
      \(commandHelp)

      Exit codes: 0 done; 1 the script failed; 2 wrong usage; 3 a limit was hit; 4 a file could not be read or written;
      5 a required program or library is not installed; 75 a temporary failure, retrying may help.

      """
    return text
  }

  /// Returns options by group, each group under its heading.
  private static func list(_ rules: [OptionRule]) -> String {
    var text = ""
    for group in OptionRule.Group.allCases {
      let own = rules.filter { $0.group == group }
      if own.isEmpty { continue }
      text += "\(group.rawValue)\n"
      for rule in own {
        let names =
          rule.names.joined(separator: ", ") + (rule.value.map { " " + $0 } ?? "")
          + (rule.choice.map { "[=\($0)]" } ?? "")
        text += "  " + names + String(repeating: " ", count: max(26 - names.count, 2)) + rule.help + "\n"
      }
      text += "\n"
    }
    return text
  }

  /// Returns the help of a command: its use, its summary and its options; the whole help for drawing.
  static func help(of command: Command) -> String {
    guard let row = commands.first(where: { $0.command == command }) else { return help }
    let own = rules.filter { takes($0, command) }
    let head = ["layerlua", command.rawValue, row.takes].filter { !$0.isEmpty }.joined(separator: " ")
    var summary = "", width = 0
    for word in row.summary.split(separator: " ") {
      if width + word.count >= 100 { (summary, width) = (summary + "\n", 0) }
      summary += (width == 0 ? "" : " ") + word
      width += word.count + 1
    }
    return """
      usage: \(head)\(command.takesScript && command != .join ? " [ARGS…]" : "")\(own.isEmpty ? "" : " [options]")

      \(summary)

      \(list(own))All commands: layerlua --help

      """
  }

  /// The options that one command alone takes.
  private static let exclusive: [String: Command] = [
    "--strict": .diagnose, "--parameters": .inspect, "--lottie": .initialize, "--for": .fonts, "--shard": .frames,
    "--verbose": .render, "--bake": .render, "--states": .render, "--lossless": .render,
  ]

  /// True if a command takes an option.
  private static func takes(_ rule: OptionRule, _ command: Command) -> Bool {
    let name = rule.names[0]
    if let only = exclusive[name] { return only == command }
    switch command {
    case .watch: return name != "-o" && ![.batch, .pages].contains(rule.group)
    case .inspect: return name != "-o" && [.picture, .script, .limits, .reports].contains(rule.group)
    case .diagnose: return name != "-o" && [.picture, .film, .script, .limits, .reports].contains(rule.group)
    case .frames: return name != "--time" && [.picture, .film, .script, .limits, .reports].contains(rule.group)
    case .join:
      return [
        "-o", "--fps", "--frames", "--sound", "--threads", "--isolate", "--quiet", "--allow", "--json", "-h",
      ].contains(name)
    case .fonts: return ["--font-dir", "--json", "--quiet", "-h"].contains(name)
    case .initialize: return name == "-h"
    default: return false
    }
  }

  /// The subcommands except drawing, each with its arguments and summary; for the help, the manual page and shell
  /// completion.
  static let commands: [(command: Command, takes: String, kind: ValueKind, summary: String)] = [
    (
      .watch, "SCRIPT", .script,
      "shows the picture in a browser, updated when a file changes, with its layers, their properties, its time and "
        + "its parameters; takes the options above, except -o"
    ),
    (
      .serve, "FOLDER", .folder,
      "draws the folder's scripts over HTTP: /NAME.png?PARAMETER=VALUE; its options: layerlua serve --help"
    ),
    (.sign, "URL", .text, "signs an address of such a picture; its options: layerlua sign --help"),
    (
      .inspect, "SCRIPT", .script,
      "prints the layer tree that the script draws: class, name, frame and content of each layer; "
        + "with --json as JSON. Takes the options above, except -o"
    ),
    (
      .diagnose, "SCRIPT", .script,
      "lists layers that are not visible, and why, and other probable mistakes; --strict, --json"
    ),
    (
      .frames, "SCRIPT", .script,
      "draws a film as numbered pictures, by default NAME/frame-{0000}.png for NAME.lua, else in FILE-frames/, with a "
        + "manifest; a second run skips finished frames"
    ),
    (.join, "FOLDER", .folder, "checks these frames, and with -o joins them into a film"),
    (
      .fonts, "", .text,
      "lists the fonts that scripts can name; --for TEXT those that contain its characters, and what to install; --json"
    ),
    (
      .doc, "NAME", .text,
      "prints the documentation of a class, property, function or filter, such as position or ca.TextLayer; other "
        + "words, such as rounded corners, search it and the guide"
    ),
    (
      .initialize, "[FOLDER]", .folder,
      "creates a folder with a first scene, or with --lottie FILE one for that file, set up for editors to complete "
        + "and explain names"
    ),
    (.stubs, "", .text, "prints the type annotations that editors read (LuaCATS)"),
    (.completions, "SHELL", .words(Shell.allCases.map(\.rawValue)), "prints completions for bash, zsh or fish"),
  ]

  private static var commandHelp: String {
    var text = "Other commands\n"
    for row in commands {
      let head = "  layerlua \(row.command.rawValue) \(row.takes)"
      var column = max(head.count + 1, 28)
      text += head + String(repeating: " ", count: column - head.count)
      for word in row.summary.split(separator: " ") {
        if column + word.count > 122 {
          text += "\n" + String(repeating: " ", count: 28)
          column = 28
        }
        text += (text.last == " " ? "" : " ") + word
        column += word.count + 1
      }
      text += "\n"
    }
    return String(text.dropLast())
  }
}
