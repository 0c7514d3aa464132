// SPDX-License-Identifier: MIT
import CLuaState
import Messages
import Numbers

/// A script's error as data: message, position and traceback.
package struct ScriptError: Error, Sendable, Equatable {
  /// A call on the stack when the error happened.
  package struct Frame: Sendable, Equatable {
    /// The script's name; empty for a native function.
    package var script: String
    /// Line number from 1; 0 or less if unknown.
    package var line: Int
    /// The called function, such as `local 'draw'`, `main chunk`.
    package var function: String

    package init(script: String, line: Int, function: String) {
      self.script = script
      self.line = line
      self.function = function
    }
  }

  /// The message without its `script:line:` prefix.
  package var message: String
  /// The script's name; nil if the error is not in a script.
  package var script: String?
  /// Line number from 1; nil if unknown.
  package var line: Int?
  /// Calls on the stack, innermost first.
  package var traceback: [Frame]
  /// Number of calls omitted from a long traceback, and the index before which they belong.
  package var omittedFrames: Int
  package var omittedFramesIndex: Int
  /// True if more calls than that were omitted: a stack is counted to a depth of 16,384, and in a deeper one the
  /// outermost calls are omitted too.
  package var omitsMoreFrames: Bool
  /// The kind of failure, preserved through Lua.
  package var kind: LayerError.Kind
  /// Identifies the raised Lua value while the state still keeps it; 0 for none.
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
    omitsMoreFrames = false
    token = 0
  }

  /// Converts any error; one that is neither a script's nor the model's is described.
  package init(_ error: any Error) {
    switch error {
    case let error as ScriptError: self = error
    case let error as LayerError: self.init(error.kind, error.message)
    default: self.init(.invalid, String(describing: error))
    }
  }

  /// Reads the report of a state's last failed call.
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
    var isMore = false
    omittedFrames = llua_report_skipped(state, &after, &isMore)
    omitsMoreFrames = isMore
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
