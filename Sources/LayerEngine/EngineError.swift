// SPDX-License-Identifier: MIT
/// The reason why a script or a render failed.
public struct EngineError: Error, Sendable, CustomStringConvertible {
  /// What failed, which gives a program's exit code.
  public enum Kind: String, Sendable {
    /// The script is wrong or raised an error.
    case script
    /// The call was wrong: an impossible size, an unknown colour or file format.
    case usage
    /// A limit of memory, time or size was hit.
    case limit
    /// A file could not be read or written.
    case file
    /// Something that must be installed is missing.
    case missing
    /// A passing fault, such as a full disk: trying again may help.
    case passing
    /// The engine's `CancellationToken` was cancelled.
    case cancelled
  }

  /// What failed.
  public var kind: Kind
  /// The message, in lower case, without the place.
  public var message: String
  /// The script's name as it was given, when the error has a place in one.
  public var script: String?
  /// Counted from 1.
  public var line: Int?
  /// The text of that line, when it is known.
  public var sourceLine: String?
  /// The calls that led to the error, the innermost first, one a line.
  public var traceback: String?
  /// Names the value that a script raised, so that it is raised again as it was.
  var token: UInt64 = 0

  /// An error; a host function that throws one keeps its kind on the way through a script.
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

  /// The exit code of a program that ends with this error.
  public var exitCode: Int32 {
    switch kind {
    case .script: 1
    case .usage: 2
    case .limit: 3
    case .file: 4
    case .missing: 5
    case .passing: 75
    case .cancelled: 130
    }
  }

  /// `compass.lua:12: message`, without source line and traceback.
  public var description: String {
    guard let script else { return message }
    return line.map { "\(script):\($0): \(message)" } ?? "\(script): \(message)"
  }
}
