// SPDX-License-Identifier: MIT
import LayerModel
import Sandbox
import SystemC

/// A file that is written incrementally under a temporary name next to its target, and renamed when it is complete. If
/// it is never completed, it is removed and an existing file is unchanged.
///
/// A pipe or a device cannot be renamed to: its bytes are buffered until the document is complete.
package final class PreparedDocument {
  private let target: String
  private let name: String
  private let isNamed: Bool
  /// The temporary file; nil if bytes are buffered or only counted.
  private var file: TemporaryFile?
  private var kept: [UInt8] = []
  private let keepsAll: Bool
  /// True if the target is a pipe or a device, for whose reader `commit` waits.
  package var isOfSpecialFile: Bool { keepsAll && !isCounted }
  private let isCounted: Bool
  private let charge: MemoryCharge
  /// The number of bytes written so far.
  package private(set) var size = 0

  /// The size of the write buffer, in bytes.
  private static let portion = 1 << 16

  /// - Parameters:
  ///   - target: a resolved path; a link that has since replaced a component is refused.
  ///   - name: the name as it was given, for messages.
  ///   - isNamed: true if the host named exactly this file, which may then be a pipe or a device.
  ///   - isKept: if false, bytes are counted but not written.
  ///   - budget: the memory budget of buffered bytes.
  init(to target: String, name: String, isNamed: Bool, isKept: Bool, _ budget: (any MemoryBudget)?) throws {
    self.target = target
    self.name = name
    self.isNamed = isNamed
    isCounted = !isKept
    charge = MemoryCharge(budget)
    var info = stat()
    let exists = lstat(target, &info) == 0
    keepsAll = exists && info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
    if isKept, !keepsAll { file = try TemporaryFile(for: target, name: name) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    size += bytes.count
    guard !isCounted else { return }
    if keepsAll, !charge.grow(by: bytes.count) {
      throw LayerError.noMemory("a file of \(size) bytes", charge.budget)
    }
    if let file, bytes.count >= Self.portion {
      try flush()
      return try file.write(bytes)
    }
    kept.append(contentsOf: bytes)
    if kept.count >= Self.portion { try flush() }
  }

  /// Discards everything written so far.
  func restart() throws {
    kept.removeAll(keepingCapacity: true)
    size = 0
    try file?.empty()
  }

  /// Writes the buffered bytes to the temporary file, if there is one.
  func flush() throws {
    guard let file, !kept.isEmpty else { return }
    try kept.withUnsafeBytes { try file.write($0) }
    kept.removeAll(keepingCapacity: true)
  }

  /// Renames the file to its target, or writes the buffered bytes to a pipe or device.
  ///
  /// - Parameter isStopped: returning true ends the wait for a pipe's reader; nil waits indefinitely.
  package func commit(isStopped: (@Sendable () -> Bool)? = nil) throws {
    try flush()
    if let file { return try file.commit() }
    if keepsAll, !isCounted {
      try replaceFile(target, with: kept, name: name, isNamed: isNamed, isStopped: isStopped)
    }
  }
}
