// SPDX-License-Identifier: MIT
import Films
import Formats
import LayerEngine
import Messages
import Numbers
import SystemC

/// Writes the program's messages to standard error.
struct Report {
  var isJSON: Bool
  var isQuiet: Bool
  /// Receives the messages in place of standard error, for one row of a batch; nil for a run of its own.
  var log: ReportLog?
  /// The name of a scene file that is drawn in place of a script; nil for a script. Messages name no lines of it: they
  /// are those of the program's own script.
  var scene: String?

  func error(_ error: EngineError) {
    let error = error.hidingLines(of: scene)
    if isJSON {
      var fields: [(String, String)] = [
        ("level", jsonString("error")), ("kind", jsonString(error.kind.rawValue)),
        ("message", jsonString(error.message)),
      ]
      if let script = error.script { fields.append(("script", jsonString(script))) }
      if let line = error.line { fields.append(("line", "\(line)")) }
      if let source = error.sourceLine { fields.append(("source", jsonString(source))) }
      if let traceback = error.traceback { fields.append(("traceback", jsonString(traceback))) }
      fields.append(("exit", "\(error.exitCode)"))
      write(jsonLine(fields))
      return
    }
    var text = error.script == nil ? "layerlua: \(error.message)\n" : "\(error.description)\n"
    if let source = error.sourceLine, let line = error.line {
      text += "  \(line) | \(source)\n"
    }
    if let traceback = error.traceback, !traceback.isEmpty {
      text += traceback.hasSuffix("\n") ? traceback : traceback + "\n"
    }
    write(text)
  }

  /// Writes a warning in the format of compilers, with the rule name that silences it.
  func warning(_ warning: LayerWarning) {
    guard !isQuiet else { return }
    let rule = warning.rule.rawValue
    guard isJSON else {
      let start = (place(warning.place) ?? "layerlua") + ": "
      // Messages on a Lottie file begin with its name.
      let text = warning.text.hasPrefix(start) ? String(warning.text.dropFirst(start.count)) : warning.text
      return write("\(start)warning: \(text) [\(rule)]\n")
    }
    var fields: [(String, String)] = [
      ("level", jsonString("warning")), ("rule", jsonString(rule)), ("message", jsonString(warning.message)),
    ]
    fields += self.fields(warning.place)
    if warning.repeats > 0 { fields.append(("repeats", "\(warning.repeats)")) }
    write(jsonLine(fields))
  }

  /// Writes a finding in the format of a warning, to a file descriptor.
  func finding(_ finding: Finding, to file: Int32 = 2) {
    let rule = finding.rule.rawValue
    let level = finding.isNote ? "note" : "warning"
    guard isJSON else {
      return write("\(place(finding.place) ?? "layerlua"): \(level): \(finding.text) [\(rule)]\n", to: file)
    }
    var fields: [(String, String)] = [
      ("level", jsonString(finding.isNote ? "note" : "finding")), ("rule", jsonString(rule)),
      ("message", jsonString(finding.message)),
    ]
    if let hint = finding.hint { fields.append(("hint", jsonString(hint))) }
    if let layer = finding.layer {
      fields += [("layer", jsonString(layer.label)), ("class", jsonString(layer.className))]
    }
    fields += self.fields(finding.place)
    if !finding.callers.isEmpty {
      let callers = finding.callers.map { "{\"script\": \(jsonString($0.script)), \"line\": \($0.line)}" }
      fields.append(("callers", "[\(callers.joined(separator: ", "))]"))
    }
    if finding.others > 0 { fields.append(("others", "\(finding.others)")) }
    write(jsonLine(fields), to: file)
  }

  private func place(_ place: ScriptPlace?) -> String? { place.map { $0.script == scene ? $0.script : $0.description } }

  private func fields(_ place: ScriptPlace?) -> [(String, String)] {
    guard let place else { return [] }
    let script = [("script", jsonString(place.script))]
    return place.script == scene ? script : script + [("line", "\(place.line)")]
  }

  /// Reports one of several problems.
  func problem(kind: String, _ message: String, frames: [Int]) {
    let list = "[" + frames.map { "\($0)" }.joined(separator: ", ") + "]"
    write(
      isJSON
        ? jsonLine([
          ("level", jsonString("error")), ("kind", jsonString(kind)), ("message", jsonString(message)),
          ("frames", list),
        ])
        : "layerlua: \(message)\n")
  }

  /// Reports the result at the end.
  func summary(_ message: String, _ fields: [(String, String)]) {
    guard !isQuiet, log == nil else { return }
    write(isJSON ? jsonLine([("level", jsonString("summary"))] + fields) : message + "\n")
  }

  /// Reports a finished film: its file, frames, pixels, seconds and bytes. A film written to a pipe or a device is not
  /// reported, since its reader has it.
  ///
  /// - Parameter endsWithAnimations: true if the film ends with its last animation, as nothing else was asked for.
  func film(_ film: FilmFacts, _ path: String, _ target: FilmTarget, endsWithAnimations: Bool = false) {
    guard !isQuiet, let bytes = Report.size(of: film, path, target) else { return }
    let count = film.frames.count
    let seconds = numberText(film.duration, decimals: 3)
    let size = film.pixels.map { " of \($0.width)×\($0.height) pixels" } ?? ""
    var fields = [("output", jsonString(path)), ("frames", "\(count)")]
    if let pixels = film.pixels { fields.append(("pixels", "[\(pixels.width), \(pixels.height)]")) }
    fields += [("seconds", seconds), ("fps", numberText(film.framesPerSecond)), ("bytes", "\(bytes)")]
    summary(
      "\(path): \(counted(count, "frame"))\(size), \(seconds) s at \(numberText(film.framesPerSecond, decimals: 3)) "
        + "frames per second, \(counted(bytes, "byte"))"
        + (endsWithAnimations ? "; it ends with its last animation (--hold 2 keeps its end)" : ""), fields)
  }

  /// Returns the total size of a film's files in bytes; nil if one is not a regular file, such as a pipe.
  private static func size(of film: FilmFacts, _ path: String, _ target: FilmTarget) -> Int? {
    var sum = 0
    func add(_ path: String) -> Bool {
      var info = stat()
      guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return false }
      sum += Int(clamping: info.st_size)
      return true
    }
    switch target {
    case .file: return add(path) ? sum : nil
    case .frames(let name, _): return film.frames.allSatisfy { add(name.path(ofFrame: $0)) } ? sum : nil
    }
  }

  /// Reports a layer of a page that was rasterised.
  func pixels(_ label: String, _ reason: String) {
    write(
      isJSON
        ? jsonLine([
          ("level", jsonString("pixels")), ("layer", jsonString(label)), ("reason", jsonString(reason)),
        ])
        : "layer \(label) was rasterised: \(reason)\n")
  }

  func note(_ message: String) {
    if !isQuiet && !isJSON { write(message + "\n") }
  }

  /// Reports a row of a batch that failed.
  func rowFailed(_ number: Int, _ message: String, code: Int32) {
    write(
      isJSON
        ? jsonLine([
          ("level", jsonString("error")), ("row", "\(number)"), ("message", jsonString(message)), ("exit", "\(code)"),
        ])
        : message + "\n")
  }

  private func write(_ text: String, to file: Int32 = 2) {
    if let log {
      log.lines.append(isJSON ? text : visibleText(text))
      return
    }
    writeAll(file, Array((isJSON ? text : visibleText(text)).utf8))
  }
}

extension EngineError {
  /// Returns the error without lines of a scene's file, in which there are none.
  func hidingLines(of scene: String?) -> EngineError {
    guard let scene, script == scene else { return self }
    var result = self
    result.line = nil
    result.sourceLine = nil
    let rest = (traceback ?? "").split(separator: "\n").filter { line in
      guard let colon = line.lastIndex(of: ":") else { return true }
      return !line[..<colon].hasSuffix(", \(scene)")
    }
    result.traceback = rest.isEmpty ? nil : rest.joined(separator: "\n")
    return result
  }
}

/// The messages of one row of a batch.
final class ReportLog {
  var lines: [String] = []
}

/// Writes bytes to a file descriptor; returns false on failure.
@discardableResult func writeAll(_ file: Int32, _ bytes: [UInt8]) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var done = 0
    while done < buffer.count {
      let count = write(file, buffer.baseAddress.map { $0 + done }, min(buffer.count - done, 1 << 30))
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      done += count
    }
    return true
  }
}

/// Returns the error for a failed write to standard output. A full disk may have room later (exit code 75); other
/// errors are permanent.
func standardOutputError(_ number: Int32) -> EngineError {
  EngineError(
    number == ENOSPC || number == EDQUOT ? .temporary : .file,
    "cannot write to standard output: \(String(cString: strerror(number)))")
}
