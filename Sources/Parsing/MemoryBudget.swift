// SPDX-License-Identifier: MIT
import Wording

/// A counter of the memory of a script and its layers; the host determines the amount.
package protocol MemoryBudget: AnyObject {
  /// True if that many more bytes may be taken.
  func hasRoom(for bytes: Int) -> Bool
  func charge(_ bytes: Int)
  func release(_ bytes: Int)
  /// The number of bytes in all, for messages; nil when it is unknown.
  var limit: Int? { get }
  /// The number of free bytes; nil when it is unknown.
  var room: Int? { get }
  /// By which name messages call the limit.
  var face: HostFace { get }
}

extension MemoryBudget {
  package var limit: Int? { nil }
  package var room: Int? { nil }
  package var face: HostFace { .swift }
}

extension LayerError {
  /// The error of the memory limit. The object that needs memory follows "not enough memory for".
  package static func noMemory(_ what: String, _ budget: (any MemoryBudget)?, at place: String = "") -> LayerError {
    let name = budget?.face.names(.memoryLimit).map { " (\($0))" } ?? ""
    let limit = budget?.limit.map { ": the memory limit is \($0) bytes\(name); raise it or use less" } ?? ""
    return LayerError(.limit, "\(place.isEmpty ? "" : place + ": ")not enough memory for \(what)\(limit)")
  }
}
