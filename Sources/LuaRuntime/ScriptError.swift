// SPDX-License-Identifier: MIT
import CLuaShim
import Numbers
import Wording

/// An error of a script, as data: the problem, its place, and the calls that led there.
package struct ScriptError: Error, Sendable, Equatable {
  /// A call that had not returned when the error happened.
  package struct Frame: Sendable, Equatable {
    /// The script's name; empty for a native function.
    package var script: String
    /// From 1; 0 or less where there is none.
    package var line: Int
    /// The called function, such as `local 'draw'`, `main chunk`.
    package var function: String

    package init(script: String, line: Int, function: String) {
      self.script = script
      self.line = line
      self.function = function
    }
  }

  /// The message without its `script:line:`.
  package var message: String
  /// The script's name, if the error is in a script.
  package var script: String?
  /// From 1.
  package var line: Int?
  /// Innermost call first.
  package var traceback: [Frame]
  /// The number of calls left out of a long traceback, and the index before which they belong.
  package var omittedFrames: Int
  package var omittedFramesIndex: Int
  /// The kind of failure, which it keeps on its way through Lua.
  package var kind: LayerError.Kind
  /// Names the Lua value that was raised, while the state still keeps it; 0 when there is none.
  package var token: UInt64

  package init(
    _ kind: LayerError.Kind, _ message: String, script: String? = nil, line: Int? = nil, traceback: [Frame] = []
  ) {
    self.kind = kind
    self.message = message
    self.script = script
    self.line = line
    self.traceback = traceback
    omittedFrames = 0
    omittedFramesIndex = 0
    token = 0
  }

  /// An error of any kind; one that is neither a script's nor the model's is described.
  package init(_ error: any Error) {
    switch error {
    case let error as ScriptError: self = error
    case let error as LayerError: self.init(error.kind, error.message)
    default: self.init(.invalid, String(describing: error))
    }
  }

  /// The report of the call that failed last in a state.
  package init(kind: llua_Kind, state: OpaquePointer) {
    var count = 0
    let bytes = llua_report_message(state, &count)
    message = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    let script = String(cString: llua_report_script(state))
    self.script = script.isEmpty ? nil : script
    let line = Int(llua_report_line(state))
    self.line = line > 0 ? line : nil
    self.kind = LayerError.Kind(rawValue: Int32(kind.rawValue)) ?? .invalid
    token = llua_report_token(state)
    var after = 0
    omittedFrames = llua_report_skipped(state, &after)
    omittedFramesIndex = omittedFrames > 0 ? after : 0
    traceback = (0..<llua_report_frames(state)).map { index in
      var line: Int32 = 0
      var function: UnsafePointer<CChar>?
      let source = llua_report_frame(state, index, &line, &function)
      return Frame(
        script: source.map { String(cString: $0) } ?? "", line: Int(line),
        function: function.map { String(cString: $0) } ?? "")
    }
  }
}

extension ScriptError: CustomStringConvertible {
  /// `script:line: message`, as on standard error.
  package var description: String {
    switch (script, line) {
    case (let script?, let line?): "\(script):\(line): \(message)"
    case (let script?, nil): "\(script): \(message)"
    default: message
    }
  }
}
