// SPDX-License-Identifier: MIT
import LayerModel
import LayerRendering
import LuaRuntime

extension EngineError {
  /// An error of the modules below, in the form for embedders.
  init(_ error: any Error) {
    switch error {
    case let error as EngineError: self = error
    case let error as ScriptError: self.init(error)
    case let error as any ScriptErrorConvertible: self.init(error.scriptError)
    default: self.init(.script, "\(error)")
    }
  }

  private init(_ error: ScriptError) {
    let kind: Kind =
      switch error.kind {
      case .runtime, .syntax: .script
      case .memoryLimit, .timeLimit, .limit: .limit
      // An error with a file that the script named is the script's; only those with the program's own files are the
      // program's.
      case .file: .script
      case .missing: .missing
      case .passing: .passing
      }
    // `error` and `assert` themselves, and a call that is only the error's own line, add nothing.
    var frames = error.traceback
    while let first = frames.first, first.script.isEmpty, error.omittedFrames == 0 { frames.removeFirst() }
    if frames.count == 1, frames[0].script == error.script, frames[0].line == error.line { frames = [] }
    var lines: [String] = []
    for (i, frame) in frames.enumerated() {
      if error.omittedFrames > 0, i == error.omittedFramesIndex { lines.append("  … \(error.omittedFrames) more") }
      let place = frame.script.isEmpty ? "(native)" : frame.line > 0 ? "\(frame.script):\(frame.line)" : frame.script
      lines.append("  in \(frame.function), \(place)")
    }
    self.init(
      kind, error.message, script: error.script, line: error.line,
      traceback: lines.isEmpty ? nil : lines.joined(separator: "\n"))
    token = error.token
  }
}

/// An engine error on its way through a script, as the error of a host function.
extension EngineError: ScriptErrorConvertible {
  package var scriptError: ScriptError {
    let kind: ScriptError.Kind =
      switch self.kind {
      case .script, .usage: .runtime
      case .limit: .limit
      case .file: .file
      case .missing: .missing
      case .passing: .passing
      case .cancelled: .timeLimit
      }
    var error = ScriptError(kind, message)
    error.token = token
    return error
  }
}

extension RenderingError: ScriptErrorConvertible {
  package var scriptError: ScriptError {
    let kind: ScriptError.Kind =
      switch self.kind {
      case .invalid, .unsupported: .runtime
      case .limit: .limit
      case .file: .file
      case .diskFull, .passing: .passing
      case .missing: .missing
      case .stopped: .timeLimit
      }
    return ScriptError(kind, message)
  }
}
