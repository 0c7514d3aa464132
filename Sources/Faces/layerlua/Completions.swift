// SPDX-License-Identifier: MIT
import Formats
import LayerEngine
import Messages

/// A shell for which completions can be generated.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// - Throws: `EngineError` of kind `usage` if no known shell is named.
  static func completions(for words: [String]) throws -> String {
    guard words.count == 1, let shell = Shell(rawValue: words[0]) else {
      throw EngineError(
        .usage,
        "completions expects \(alternatives(allCases.map(\.rawValue))), got "
          + "\(words.isEmpty ? "nothing" : "\"\(words.joined(separator: " "))\"")"
      )
    }
    switch shell {
    case .bash: return forBash
    case .zsh: return forZsh
    case .fish: return forFish
    }
  }

  private static let rules = CommandLineOptions.rules
  private static let commands = CommandLineOptions.commands
  private static let note = "Generated from the table of options by `layerlua completions`; do not edit."

  // MARK: bash

  private static var forBash: String {
    var text = """
      # SPDX-License-Identifier: MIT
      # \(note)
      _layerlua() {
        local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} IFS=$'\\n'
        COMPREPLY=()
        case $before in

      """
    for rule in rules where rule.value != nil {
      text += "    \(rule.names.joined(separator: "|")))\n      \(bash(rule.kind))\n      return ;;\n"
    }
    text += "  esac\n"
    let names = rules.flatMap { rule in rule.names + (rule.choice.map { ["\(rule.names[0])=\($0)"] } ?? []) }
    text += """
        if [[ $current == -* ]]; then
          COMPREPLY=($(compgen -W \(bashList(names)) -- "$current"))
          return
        fi
        case ${COMP_WORDS[1]} in

      """
    for row in commands {
      if case .script = row.kind { continue }
      text += "    \(row.command.rawValue))\n      [[ $COMP_CWORD -eq 1 ]] || { \(bash(row.kind)); return; } ;;\n"
    }
    let scripts = scriptExtensions.map { "$(compgen -f -X '!*.\($0)' -- \"$current\")" }.joined(separator: " ")
    text += """
        esac
        compopt -o filenames 2>/dev/null
        COMPREPLY=(\(scripts) $(compgen -d -- "$current"))
        [[ $COMP_CWORD -ne 1 ]] || COMPREPLY+=($(compgen -W \(bashList(commands.map(\.command.rawValue))) -- \
        "$current"))
      }
      complete -F _layerlua layerlua

      """
    return text
  }

  /// The extensions of what commands run: scripts and scenes.
  private static let scriptExtensions = ["lua"] + InputFormat.sceneExtensions

  private static func bash(_ kind: ValueKind) -> String {
    switch kind {
    case .text, .number: ":"
    case .folder: "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$current\"))"
    case .script: bash(.file(scriptExtensions))
    case .file(let extensions):
      "compopt -o filenames 2>/dev/null; COMPREPLY=("
        + extensions.map { "$(compgen -f -X '!*.\($0)' -- \"$current\")" }.joined(separator: " ")
        + " $(compgen -d -- \"$current\"))"
    case .words(let words):
      "COMPREPLY=($(compgen -W \(bashList(words)) -- \"$current\"))"
    }
  }

  /// Separates words by newlines, since file names may contain spaces.
  private static func bashList(_ words: [String]) -> String { "$'" + words.joined(separator: "\\n") + "'" }

  // MARK: zsh

  private static var forZsh: String {
    var text = """
      #compdef layerlua
      # SPDX-License-Identifier: MIT
      # \(note)
      local -a commands options
      commands=(

      """
    for row in commands { text += "  \(quoted("\(row.command.rawValue):\(row.summary)"))\n" }
    text += ")\noptions=(\n"
    for rule in rules {
      // Repeatable options.
      let again = rule.help.contains { $0 == ";" } && rule.help.hasSuffix("repeatable") ? "*" : ""
      for name in rule.names {
        var words = again + name
        if rule.value != nil { words += name.hasPrefix("--") ? "=" : "+" }
        if let choice = rule.choice { words += "=-::\(choice):(\(choice))" }
        let help = bracketed(rule.help)
        let head = rule.choice == nil ? "\(words)[\(help)]" : "\(again)\(name)=-[\(help)]::how:(\(rule.choice ?? ""))"
        text += "  \(quoted(head + (rule.value.map { ":\(colonless($0)):\(zsh(rule.kind))" } ?? "")))\n"
      }
    }
    text += """
      )
      _layerlua_first() {
        _describe command commands
        _files -g '*.lua'
      }
      case ${words[2]} in

      """
    for row in commands {
      if case .script = row.kind { continue }
      let action = zsh(row.kind)
      text +=
        "  \(row.command.rawValue)) (( CURRENT > 2 )) && { _arguments -S $options '1: :' "
        + "'*:\(colonless(row.takes.isEmpty ? "nothing" : row.takes)):\(action.isEmpty ? " " : action)'; return; } "
        + ";;\n"
    }
    text += """
      esac
      _arguments -S $options '1:script:_layerlua_first' '*:argument:_files'

      """
    return text
  }

  private static func zsh(_ kind: ValueKind) -> String {
    switch kind {
    case .text, .number: " "
    case .folder: "_files -/"
    case .script: "_files -g \"*.(\(scriptExtensions.joined(separator: "|")))\""
    case .file(let extensions): "_files -g \"*.(\(extensions.joined(separator: "|")))\""
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// Escapes characters that end a description in zsh.
  private static func bracketed(_ text: String) -> String {
    String(text.flatMap { $0 == "[" || $0 == "]" || $0 == ":" ? "\\\($0)" : String($0) })
  }

  private static func colonless(_ text: String) -> String { String(text.filter { $0 != ":" }) }

  // MARK: fish

  private static var forFish: String {
    var text = """
      # SPDX-License-Identifier: MIT
      # \(note)
      complete -c layerlua -f
      complete -c layerlua -n '__fish_is_first_arg' -k -a '(__fish_complete_suffix .lua)'

      """
    for row in commands {
      let name = row.command.rawValue
      text += "complete -c layerlua -n '__fish_is_first_arg' -a \(name) -d \(fishQuoted(row.summary))\n"
      let then = "complete -c layerlua -n '__fish_seen_subcommand_from \(name)' "
      switch row.kind {
      case .script: text += then + "-k -a '(__fish_complete_suffix .lua)'\n"
      case .folder: text += then + "-a '(__fish_complete_directories)'\n"
      case .words(let words): text += then + "-a \(fishQuoted(words.joined(separator: " ")))\n"
      case .text, .number, .file: break
      }
    }
    for rule in rules {
      text += "complete -c layerlua"
      for name in rule.names {
        text += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
      }
      if rule.value != nil {
        switch rule.kind {
        case .text, .number: text += " -x"
        case .script: text += " -x -k -a '(__fish_complete_suffix .lua)'"
        case .folder: text += " -x -a '(__fish_complete_directories)'"
        case .file: text += " -r -F"
        case .words(let words): text += " -x -a \(fishQuoted(words.joined(separator: " ")))"
        }
      }
      text += " -d \(fishQuoted(rule.help))\n"
      if let choice = rule.choice {
        text += "complete -c layerlua -l \(rule.names[0].dropFirst(2)) -f -a \(choice)\n"
      }
    }
    return text
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.flatMap { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) } + "'"
  }
}
