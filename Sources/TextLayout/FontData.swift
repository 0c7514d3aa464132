// SPDX-License-Identifier: MIT
import CTextLibraries
import SystemC
import Wording

/// A font file that a script named, as it was read once: whatever its path leads to later, this is what is drawn.
package final class FontData: @unchecked Sendable {
  // Unchecked: the bytes never change, and the file for Pango is made on the typesetter's thread.

  /// The path it was read from, for messages and for lists of used files.
  package let path: String
  let bytes: UnsafeRawBufferPointer
  /// The object that counts the bytes as long as they are held.
  private let charge: AnyObject?
  private var file: Int32 = -1

  /// The number of such files that a typesetter holds open for Pango.
  static let maximumFiles = 64

  /// - Parameter charge: held as long as the bytes are.
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

  /// The path of a file that holds exactly these bytes, as long as this object lives.
  func fileName() throws(LayerError) -> String {
    if file < 0 { file = llua_memory_file(bytes.baseAddress, bytes.count) }
    guard file >= 0 else {
      let reason = String(cString: strerror(errno)).lowercased()
      throw LayerError(
        errno == EMFILE || errno == ENFILE || errno == ENOMEM ? .limit : .missing,
        "the font file \(path.split(separator: "/").last ?? "") cannot be given to Pango, which text that is not plain Latin needs: \(reason); "
          + "put it into a folder of fonts, or see to it that /proc is there")
    }
    return "/proc/self/fd/\(file)"
  }
}
