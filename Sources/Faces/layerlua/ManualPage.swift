// SPDX-License-Identifier: MIT
import LayerEngine

/// Formats text as roff lines: each sentence begins a line, and no line is long.
private func roffLines(_ words: String) -> String {
  var lines = [""]
  for word in words.split(separator: " ") {
    let last = lines[lines.count - 1]
    if last.isEmpty {
      lines[lines.count - 1] = String(word)
    } else if last.count + word.count > 76 || last.hasSuffix(".") {
      lines.append(String(word))
    } else {
      lines[lines.count - 1] = last + " " + word
    }
  }
  return lines.map(roff).joined(separator: "\n")
}

/// Escapes a line of text: backslashes, and a full stop or quote at the start, are special in roff.
private func roff(_ text: String) -> String {
  var result = ""
  for character in text {
    switch character {
    case "\\": result += "\\e"
    case "-": result += "\\-"
    case "…": result += "..."
    default: result.append(character)
    }
  }
  return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
}

/// The program's man page, generated from the tables of options and commands.
var manualPage: String {
  var text = """
    .\\" SPDX-License-Identifier: MIT
    .\\" Generated from the table of options by layerlua reference man; do not edit.
    .Dd $Mdocdate$
    .Dt LAYERLUA 1
    .Os
    .Sh NAME
    .Nm layerlua
    .Nd draw the layers of a Lua script
    .Sh SYNOPSIS
    .Nm
    .Op Cm render
    .Ar script
    .Op Ar argument ...
    .Op Ar option ...

    """
  for row in CommandLineOptions.commands {
    text += ".Nm\n.Cm \(row.command.rawValue)\n"
    switch row.takes {
    case "": break
    case let word where word.hasPrefix("["): text += ".Op Ar \(word.dropFirst().dropLast().lowercased())\n"
    case let word: text += ".Ar \(word.lowercased())\n"
    }
  }
  text += """
    .Sh DESCRIPTION
    .Nm
    runs a Lua script that builds a tree of layers, as Core Animation has them,
    and draws the layer that it returns.
    .Ar script
    may be
    .Sq \\-
    for standard input.
    Without
    .Fl o
    the picture is named after the script, with
    .Pa .png ,
    in the working directory.
    .Pp
    The commands besides drawing are:
    .Bl -tag -width Ds

    """
  for row in CommandLineOptions.commands {
    let takes = row.takes.filter { $0 != "[" && $0 != "]" }.lowercased()
    text += ".It Cm \(row.command.rawValue)\(takes.isEmpty ? "" : " Ar \(takes)")\n\(roffLines(row.summary))\n"
  }
  text += ".El\n.Sh OPTIONS\nOptions precede or follow the script; words after\n.Fl \\-\nare passed to the script.\n"
  for group in OptionRule.Group.allCases {
    text += ".Ss \(group.rawValue)\n.Bl -tag -width Ds\n"
    for rule in CommandLineOptions.rules where rule.group == group {
      let names = rule.names.map { name in
        // The macro adds the first dash.
        "Fl \(roff(String(name.dropFirst())))" + (rule.value.map { " Ar \(roff($0))" } ?? "")
          + (rule.choice.map { " Ns Op = Ns Cm \($0)" } ?? "")
      }
      text += ".It \(names.joined(separator: " , "))\n\(roffLines(rule.help))\n"
    }
    text += ".El\n"
  }
  text += """
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    done
    .It 1
    the script failed
    .It 2
    wrong usage
    .It 3
    a limit was hit: memory, time, size
    .It 4
    a file could not be read or written
    .It 5
    a required program or library is not installed
    .It 75
    a temporary failure; retrying may help
    .El
    .Sh EXAMPLES
    .Dl layerlua compass.lua \\-D heading=90 \\-o compass.png
    .Dl layerlua spinner.lua \\-o spinner.gif
    .Dl layerlua doc cornerRadius
    .Sh SEE ALSO
    .Xr ffmpeg 1 ,
    .Xr lua5.4 1

    """
  return text
}
