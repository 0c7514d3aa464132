// SPDX-License-Identifier: MIT
import Compositor
import LayerModel
import Messages
import Sandbox
import SystemC

/// The destination of a film's bytes.
package enum FilmPlace {
  /// The file of the given name, if it may be written.
  case named
  /// A scratch file of the renderer, given by its real path.
  case scratch(String)
  case memory(FilmBytes)
}

/// A buffer for the bytes of a film from its encoder. Used on one thread at a time.
package final class FilmBytes: Sendable {
  private let bytes: Monitor<[UInt8]> = Monitor([])
  private let charge: MemoryCharge
  private let name: String

  package init(_ budget: (any MemoryBudget)?, _ name: String) {
    charge = MemoryCharge(budget)
    self.name = name
  }

  package func append(_ part: UnsafeRawBufferPointer) { bytes.update { $0.append(contentsOf: part) } }

  /// Overwrites bytes that were appended before.
  package func replace(_ part: UnsafeRawBufferPointer, at offset: Int) {
    bytes.update { $0.replaceSubrange(offset..<offset + part.count, with: part) }
  }

  /// Charges the budget for the bytes added since the last call. Must be called on the scene's thread.
  ///
  /// - Throws: `LayerError` of kind `limit`.
  package func settle() throws {
    let count = bytes.update { $0.count }
    guard charge.grow(by: count - counted) else {
      throw LayerError.noMemory("\(name) of more than \(count) bytes", charge.budget)
    }
    counted = count
  }

  /// The number of bytes charged so far; used on the scene's thread only.
  nonisolated(unsafe) private var counted = 0

  /// Removes the bytes so far; those of a format that is written in order are final.
  package func take() -> [UInt8] {
    bytes.update { bytes in
      defer { bytes = [] }
      return bytes
    }
  }
}

/// A private temporary folder for a file that another program writes; removed with this object.
package final class ScratchFolder {
  package let path: String

  package init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var template = Array(((base.hasPrefix("/") ? base : "/tmp") + "/layerlua-XXXXXX").utf8CString)
    guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
      throw LayerError(.file, "cannot create a temporary folder: \(systemMessage(errno)); set TMPDIR to another folder")
    }
    // Resolve links in the path, such as one in TMPDIR.
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
