// SPDX-License-Identifier: MIT

/// The words of ffmpeg and ffprobe as a script may see them: without places of the machine and addresses of memory.
package struct ProgramWords {
  /// Names of files in place of their paths, the longest paths first.
  private let names: [(path: String, name: String)]

  /// - Parameters:
  ///   - arguments: the program's arguments. Absolute paths among them, also after `file:`, are shown as their last
  ///     part.
  ///   - named: paths that have another name, as the script wrote it.
  package init(_ arguments: [String] = [], named: [String: String] = [:]) {
    var names = named
    for argument in arguments {
      let path = argument.hasPrefix("file:") ? String(argument.dropFirst(5)) : argument
      guard path.hasPrefix("/"), names[path] == nil, let last = path.split(separator: "/").last else { continue }
      names[path] = String(last)
    }
    self.names = names.map { (path: $0.key, name: $0.value) }.sorted {
      ($1.path.utf8.count, $0.path) < ($0.path.utf8.count, $1.path)
    }
  }

  /// Returns the lines of a text, without empty and repeated ones, and without libraries' names and addresses in
  /// brackets.
  package func lines(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\n") {
      var line = line
      while line.first == "[", let end = line.firstIndex(of: "]") {
        line = line[line.index(after: end)...].drop { $0 == " " }
      }
      let shown = shown(String(line))
      if !shown.isEmpty, lines.last != shown { lines.append(shown) }
    }
    return lines
  }

  /// Returns the last line after a colon, at most 200 characters; empty if there is none.
  package func last(_ text: String) -> String { lines(text).last.map { ": \($0.prefix(200))" } ?? "" }

  private func shown(_ line: String) -> String {
    var line = line
    for (path, name) in names {
      line = Self.replaced(line, "file:" + path, name)
      line = Self.replaced(line, path, name)
    }
    return line
  }

  /// Returns a text with all occurrences of another one replaced. The standard library's `replacing` would link a
  /// megabyte of regular expression code into every program.
  private static func replaced(_ text: String, _ old: String, _ new: String) -> String {
    let (bytes, old) = (Array(text.utf8), Array(old.utf8))
    guard !old.isEmpty, bytes.count >= old.count else { return text }
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes.count - at >= old.count, bytes[at..<at + old.count].elementsEqual(old) {
        result += Array(new.utf8)
        at += old.count
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
