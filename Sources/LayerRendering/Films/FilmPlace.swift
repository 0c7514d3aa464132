// SPDX-License-Identifier: MIT
import Compositor
import LayerModel
import SystemC

/// Where the bytes of a film's file go.
package enum FilmPlace {
  /// Into the file of its name, where that may be written.
  case named
  /// Into a file of the renderer's own, by its real path.
  case scratch(String)
  case memory(FilmBytes)
}

/// The bytes of a film as they come from its encoder, on one thread at a time.
package final class FilmBytes: Sendable {
  private let bytes: Monitor<[UInt8]> = Monitor([])
  private let charge: MemoryCharge
  private let name: String

  init(_ budget: (any MemoryBudget)?, _ name: String) {
    charge = MemoryCharge(budget)
    self.name = name
  }

  func append(_ part: UnsafeRawBufferPointer) { bytes.update { $0.append(contentsOf: part) } }

  /// Writes over bytes that came before.
  func replace(_ part: UnsafeRawBufferPointer, at offset: Int) {
    bytes.update { $0.replaceSubrange(offset..<offset + part.count, with: part) }
  }

  /// Charges the budget with what came since the last time; on the scene's thread.
  ///
  /// - Throws: `LayerError` of kind `limit`.
  func settle() throws {
    let count = bytes.update { $0.count }
    guard charge.grow(by: count - counted) else {
      throw LayerError.noMemory("\(name) of more than \(count) bytes", charge.budget)
    }
    counted = count
  }

  /// The bytes that are charged; of the scene's thread.
  nonisolated(unsafe) private var counted = 0

  func take() -> [UInt8] {
    bytes.update { bytes in
      defer { bytes = [] }
      return bytes
    }
  }
}

/// A folder of the process's own for a file that another program writes; removed with this object.
final class ScratchFolder {
  let path: String

  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var template = Array(((base.hasPrefix("/") ? base : "/tmp") + "/layerlua-XXXXXX").utf8CString)
    guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
      throw LayerError(.file, "no temporary folder can be made: \(systemMessage(errno)); TMPDIR names another place")
    }
    // Links on the way, such as that of TMPDIR, are none of the file's.
    path = realPath(String(cString: made)) ?? String(cString: made)
  }

  deinit {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != ".", name != ".." { unlinkat(dirfd(folder), name, 0) }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
