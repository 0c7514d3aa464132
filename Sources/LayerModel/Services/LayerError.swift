// SPDX-License-Identifier: MIT
/// The reason why an operation on layers was refused. The message is lower case after the name of the class and key,
/// with the expected value, the actual one and the remedy.
public struct LayerError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    /// A wrong value, name or call.
    case invalid
    /// A limit was hit: depth of the tree, number of layers, memory.
    case limit
    /// A part of the contract that is not implemented yet.
    case unsupported
    /// Unsolved layout; everything else is laid out.
    case unsolved
    /// The work was stopped.
    case stopped
  }

  public let kind: Kind
  public let message: String

  public init(_ message: String, kind: Kind = .invalid) {
    self.kind = kind
    self.message = message
  }

  /// A key or call of the contract that this version lacks; `remedy` names an alternative, if there is one.
  public static func unsupported(_ what: String, remedy: String = "") -> LayerError {
    LayerError(
      "\(what) is not yet supported\(remedy.isEmpty ? "" : " (\(remedy))"), see docs/unsupported.md", kind: .unsupported
    )
  }

  /// The error of the memory limit. The object that needs memory follows "not enough memory for".
  package static func noMemory(_ what: String, _ budget: (any MemoryBudget)?, at place: String = "") -> LayerError {
    let limit = budget?.limit.map { ": the memory limit is \($0) bytes (--memory-limit); raise it or use less" } ?? ""
    return LayerError("\(place.isEmpty ? "" : place + ": ")not enough memory for \(what)\(limit)", kind: .limit)
  }

  /// Several problems of a layout, a line each.
  static func unsolved(_ problems: [String]) -> LayerError {
    let more = problems.count > 10 ? "\n  … and \(problems.count - 10) more" : ""
    return LayerError(problems.prefix(10).joined(separator: "\n  ") + more, kind: .unsolved)
  }

  public var description: String { message }
}
