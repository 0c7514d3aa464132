// SPDX-License-Identifier: MIT
import Glibc
import Serving

/// Prints an error and ends the process.
func fail(_ command: String, _ message: String, code: Int32) -> Never {
  say(command, message)
  end(code)
}

/// Ends the process without running destructors: the event loop's thread and others still run, and would meet what
/// `exit` has destroyed. Output is written at once, so that nothing is lost.
func end(_ code: Int32) -> Never {
  Service.cleanUp()
  _exit(code)
}

func say(_ command: String, _ message: String) {
  let text = Array("layerlua \(command): \(message)\n".utf8)
  _ = write(2, text, text.count)
}

/// Writes a line to standard output.
func show(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(1, line, line.count)
}

signal(SIGPIPE, SIG_IGN)
let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "serve": RenderService.run(Array(words.dropFirst()))
case "sign": AddressSigning.run(Array(words.dropFirst()))
default: LivePreview.run(words)
}
