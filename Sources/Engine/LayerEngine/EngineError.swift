// SPDX-License-Identifier: MIT
import Messages

/// An error thrown when a script, a render or another call of the engine fails.
///
/// ```swift
/// do { try engine.run(file: "card.lua") } catch let error as EngineError { print(error.kind, error) }
/// ```
public struct EngineError: Error, Sendable, CustomStringConvertible {
  /// The category of an error, which determines a program's exit code.
  public enum Kind: String, Sendable {
    /// The script is wrong or raised an error.
    case script
    /// The call was wrong: a size out of range, an unknown colour or file format.
    case usage
    /// A limit of memory, time or size was exceeded.
    case limit
    /// A file could not be read or written.
    case file
    /// Something that must be installed is missing, such as ffmpeg.
    case missing
    /// A transient failure, such as a full disk; retrying may succeed.
    case temporary
    /// The engine's `CancellationToken` was cancelled.
    case cancelled
  }

  /// The category of the error.
  public var kind: Kind
  /// The message, in lower case, without script and line. It may contain texts of the script with their control
  /// characters: print `description`, or escape them.
  public var message: String
  /// The script's name as it was given; nil if the error has no place in a script.
  public var script: String?
  /// The line in the script, from 1; nil if unknown.
  public var line: Int?
  /// The text of that line; nil if unknown.
  public var sourceLine: String?
  /// The call stack at the error, innermost first, one call a line; nil if it is empty.
  public var traceback: String?
  /// The limit that was exceeded; nil for an error of another kind, and for a limit without a name.
  package var limit: LimitName?
  /// The parameter of the script that refused a value; nil for any other error.
  package var parameter: ParameterProblem?
  /// The key of a host's request that is wrong, such as `from` of a film; nil for any other error.
  package var requestKey: String?
  /// Identifies the Lua value that a script raised, so that the same value is raised again.
  var token: UInt64 = 0

  /// Creates an error. If a host function throws it, it keeps its kind while it propagates through a script.
  ///
  /// ```swift
  /// try engine.register("price") { (name: String) throws -> Double in
  ///   guard name == "tea" else { throw EngineError(.missing, "there is no article named \(name)") }
  ///   return 3.5
  /// }
  /// ```
  public init(
    _ kind: Kind, _ message: String, script: String? = nil, line: Int? = nil, sourceLine: String? = nil,
    traceback: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.script = script
    self.line = line
    self.sourceLine = sourceLine
    self.traceback = traceback
  }

  /// The exit code for a program that ends with this error: script 1, usage 2, limit 3, file 4, missing 5, temporary
  /// 75, cancelled 130.
  public var exitCode: Int32 {
    switch kind {
    case .script: 1
    case .usage: 2
    case .limit: 3
    case .file: 4
    case .missing: 5
    case .temporary: 75
    case .cancelled: 130
    }
  }

  /// The error as `compass.lua:12: message`, without source line and traceback. Control characters other than line
  /// feeds and tabs are escaped as in Lua, `\27`, so that a script's text cannot control a terminal.
  public var description: String {
    guard let script else { return visibleText(message) }
    return visibleText(line.map { "\(script):\($0): \(message)" } ?? "\(script): \(message)")
  }
}

/// A limit by the name that hosts of many scripts report.
package enum LimitName: String, Sendable, CaseIterable {
  case time, memory, pixels, side, frames, layers, printed, text, segments

  /// The limit that an error of kind `limit` is about; nil for one that has no name. A script's error keeps only its
  /// kind and its message on the way through Lua.
  init?(_ kind: LayerError.Kind, _ message: String) {
    switch kind {
    case .memory: self = .memory
    case .time: self = .time
    case .limit:
      guard let row = Self.phrases.first(where: { Self.has($0.words, message) }) else { return nil }
      self = row.name
    default: return nil
    }
  }

  /// True if a text has these words.
  private static func has(_ words: String, _ text: String) -> Bool {
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix(words) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// The words by which a message tells its limit.
  private static let phrases: [(words: String, name: LimitName)] = [
    ("a scene holds at most", .layers), ("layers after replication", .layers),
    ("can be drawn in one run", .frames), ("may be printed", .printed), ("can be laid out at once", .text),
    ("segments", .segments), ("not enough memory", .memory), ("pixels", .pixels),
  ]
}

/// A value that a parameter of a script refused.
package struct ParameterProblem: Sendable, Equatable {
  package var name: String
  /// The values that it takes, in words.
  package var expected: String

  package init(name: String, expected: String) {
    self.name = name
    self.expected = expected
  }
}
