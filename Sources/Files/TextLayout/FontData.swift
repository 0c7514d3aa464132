// SPDX-License-Identifier: MIT
import CTextLibraries
import Messages
import SystemC

/// The contents of a font file that a script named, read once: later changes to the file do not affect what is drawn.
package final class FontData: @unchecked Sendable {
  // Unchecked: the bytes never change, and the file for Pango is made on the typesetter's thread.

  /// The path it was read from, for messages and for lists of used files.
  package let path: String
  let bytes: UnsafeRawBufferPointer
  /// Accounts for the memory of the bytes until this object is freed.
  private let charge: AnyObject?
  private var file: Int32 = -1

  /// The maximum number of such files that a typesetter keeps open for Pango.
  static let maximumFiles = 64

  /// - Parameter charge: retained as long as the bytes are.
  package init(_ bytes: [UInt8], path: String, charge: AnyObject? = nil) {
    self.path = path
    self.charge = charge
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    memory.copyBytes(from: bytes)
    self.bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<bytes.count])
  }

  deinit {
    if file >= 0 { close(file) }
    bytes.deallocate()
  }

  /// Returns the path of a file with exactly these bytes, valid during the lifetime of this object.
  func fileName() throws(LayerError) -> String {
    if file < 0 { file = llua_memory_file(bytes.baseAddress, bytes.count) }
    guard file >= 0 else {
      let reason = String(cString: strerror(errno)).lowercased()
      throw LayerError(
        errno == EMFILE || errno == ENFILE || errno == ENOMEM ? .limit : .missing,
        "the font file \(path.split(separator: "/").last ?? "") cannot be passed to Pango, which text other than plain "
          + "Latin needs: \(reason); put it into a font folder, or make sure that /proc is mounted")
    }
    return "/proc/self/fd/\(file)"
  }
}
