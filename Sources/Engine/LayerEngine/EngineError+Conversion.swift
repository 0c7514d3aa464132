// SPDX-License-Identifier: MIT
import LayerModel
import LuaRuntime

extension EngineError {
  /// Converts an error of an internal module into the public form.
  package init(_ error: any Error) {
    self = error as? EngineError ?? EngineError(ScriptError(error))
  }

  /// Converts an error of a call in which the host names a file. No script is involved, so an error that would be a
  /// script's fault is of kind `file`.
  package init(ofFile error: any Error) {
    self.init(error)
    if kind == .script { kind = .file }
  }

  private init(_ error: ScriptError) {
    let kind: Kind =
      switch error.kind {
      case .invalid, .syntax, .unsupported, .unsolved: .script
      case .memory, .time, .limit: .limit
      // A failure on a file that a script named is the script's error; only the program's own files are `file` errors.
      case .file: error.script == nil ? .file : .script
      case .missing: .missing
      case .temporary: .temporary
      case .cancelled: .cancelled
      }
    // Drop frames that add nothing: `error` and `assert` themselves, and a single frame at the error's own line.
    var frames = error.traceback
    while let first = frames.first, first.script.isEmpty, error.omittedFrames == 0 { frames.removeFirst() }
    if frames.count == 1, frames[0].script == error.script, frames[0].line == error.line { frames = [] }
    var lines: [String] = []
    let omitted = "  … \(error.omitsMoreFrames ? "over " : "")\(error.omittedFrames) more"
    for (i, frame) in frames.enumerated() {
      if error.omittedFrames > 0, i == error.omittedFramesIndex { lines.append(omitted) }
      let place = frame.script.isEmpty ? "(native)" : frame.line > 0 ? "\(frame.script):\(frame.line)" : frame.script
      lines.append("  in \(frame.function), \(place)")
    }
    if error.omittedFrames > 0, error.omittedFramesIndex >= frames.count { lines.append(omitted) }
    self.init(
      kind, error.message, script: error.script, line: error.line,
      traceback: lines.isEmpty ? nil : lines.joined(separator: "\n"))
    token = error.token
    limit = LimitName(error.kind, error.message)
  }

  /// The error in the form that a host function raises through a script.
  var scriptError: ScriptError {
    let kind: LayerError.Kind =
      switch self.kind {
      case .script, .usage: .invalid
      case .limit: .limit
      case .file: .file
      case .missing: .missing
      case .temporary: .temporary
      case .cancelled: .cancelled
      }
    var error = ScriptError(kind, message)
    error.token = token
    return error
  }
}
