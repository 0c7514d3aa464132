// SPDX-License-Identifier: MIT
import CLuaShim
import Numbers

/// An error of a script, as data: the problem, its place, and the calls that led there.
package struct ScriptError: Error, Sendable, Equatable {
  /// The kind of failure; the program's exit codes depend on it.
  package enum Kind: Int32, Sendable {
    /// The script, or a value that it gave, is wrong.
    case runtime = 1
    /// The text is not Lua.
    case syntax
    /// The memory limit was hit, and the script did not catch it.
    case memoryLimit
    /// The time limit was hit.
    case timeLimit
    /// Another budget was hit: pixels, the depth of a tree, a picture's size.
    case limit
    /// A file could not be read or written.
    case file
    /// Something that must be installed is missing.
    case missing
    /// A passing fault, such as a full disk: trying again may help.
    case passing
  }

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
  package var kind: Kind
  /// Names the Lua value that was raised, while the state still keeps it; 0 when there is none.
  package var token: UInt64

  package init(
    _ kind: Kind = .runtime, _ message: String, script: String? = nil, line: Int? = nil, traceback: [Frame] = []
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

  /// The report of the call that failed last in a state.
  package init(kind: llua_Kind, state: OpaquePointer) {
    var count = 0
    let bytes = llua_report_message(state, &count)
    message = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    let script = String(cString: llua_report_script(state))
    self.script = script.isEmpty ? nil : script
    let line = Int(llua_report_line(state))
    self.line = line > 0 ? line : nil
    self.kind = Kind(rawValue: Int32(kind.rawValue)) ?? .runtime
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
