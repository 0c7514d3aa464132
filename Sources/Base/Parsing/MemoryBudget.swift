// SPDX-License-Identifier: MIT
import Messages

/// A counter of the memory of a script and its layers; the host sets the limit.
package protocol MemoryBudget: AnyObject {
  /// Returns true if `bytes` more may be allocated.
  func hasRoom(for bytes: Int) -> Bool
  func charge(_ bytes: Int)
  func release(_ bytes: Int)
  /// The limit in bytes, for messages; nil if it is unknown.
  var limit: Int? { get }
  /// Free bytes; nil if unknown.
  var room: Int? { get }
  /// The kind of host, for the name of the limit in messages.
  var face: HostFace { get }
}

extension MemoryBudget {
  package var limit: Int? { nil }
  package var room: Int? { nil }
  package var face: HostFace { .swift }
}

extension LayerError {
  /// Returns the error of the memory limit; `what` follows "not enough memory for".
  package static func noMemory(_ what: String, _ budget: (any MemoryBudget)?, at place: String = "") -> LayerError {
    let name = budget?.face.names(.memoryLimit).map { " (\($0))" } ?? ""
    let limit = budget?.limit.map { ": the memory limit is \($0) bytes\(name); raise it or use less" } ?? ""
    return LayerError(.limit, "\(place.isEmpty ? "" : place + ": ")not enough memory for \(what)\(limit)")
  }
}
