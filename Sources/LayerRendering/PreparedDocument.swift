// SPDX-License-Identifier: MIT
import LayerModel
import SystemC

/// A file that is written as it is made, under a temporary name beside the one that it takes when it is complete. When
/// it never does, it vanishes, and an old file is as it was.
///
/// A pipe or a device has no name to take: what goes there is kept until it is complete.
package final class PreparedDocument {
  private let target: String
  private let name: String
  private let isNamed: Bool
  /// Nil where bytes are kept or only counted.
  private var file: TemporaryFile?
  private var kept: [UInt8] = []
  private let keepsAll: Bool
  /// True if it goes to a pipe or a device, whose reader `commit` waits for.
  package var isOfSpecialFile: Bool { keepsAll && !isCounted }
  private let isCounted: Bool
  private let charge: MemoryCharge
  /// The number of bytes that came.
  package private(set) var size = 0

  /// The bytes that are written at once.
  private static let portion = 1 << 16

  /// - Parameters:
  ///   - target: resolved: a link put in its way since is refused.
  ///   - name: as it was given, for messages.
  ///   - isNamed: whether the host named this very file, which may then be a pipe or a device.
  ///   - isKept: false counts the bytes and writes nothing.
  ///   - budget: that of what is kept in memory.
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

  /// Forgets all that came.
  func restart() throws {
    kept.removeAll(keepingCapacity: true)
    size = 0
    try file?.empty()
  }

  /// Writes what came so far, where it is not kept.
  func flush() throws {
    guard let file, !kept.isEmpty else { return }
    try kept.withUnsafeBytes { try file.write($0) }
    kept.removeAll(keepingCapacity: true)
  }

  /// Takes the target's name.
  ///
  /// - Parameter isStopped: true ends the waiting for a pipe's reader; nil waits as long as it takes.
  package func commit(isStopped: (@Sendable () -> Bool)? = nil) throws {
    try flush()
    if let file { return try file.commit() }
    if keepsAll, !isCounted {
      try replaceFile(target, with: kept, name: name, isNamed: isNamed, isStopped: isStopped)
    }
  }
}
