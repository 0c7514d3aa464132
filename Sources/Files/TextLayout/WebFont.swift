// SPDX-License-Identifier: MIT
import CTextLibraries
import Messages
import Numbers
import SystemC

/// Unpacks web fonts: WOFF and WOFF2 files.
package enum WebFont {
  /// The maximum size of an unpacked font, in bytes.
  package static let maximumBytes = Int(LLUA_WEB_FONT_BYTES)

  /// True if a file begins with the signature of a web font.
  package static func isOne(_ bytes: UnsafeRawBufferPointer) -> Bool {
    llua_is_web_font(bytes.baseAddress, bytes.count) != 0
  }

  /// Returns the unpacked TrueType or OpenType font, which trailing zeros may follow.
  ///
  /// - Throws: `LayerError`, whose message is the end of a sentence.
  package static func unpack(_ bytes: UnsafeRawBufferPointer) throws(LayerError) -> [UInt8] {
    var unpacked: UnsafeMutablePointer<UInt8>?
    var count = 0
    var message = [CChar](repeating: 0, count: Int(LLUA_TEXT_MESSAGE))
    guard llua_web_font_unpack(bytes.baseAddress, bytes.count, &unpacked, &count, &message) == 0, let unpacked else {
      throw LayerError(String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    defer { free(unpacked) }
    return Array(UnsafeBufferPointer(start: unpacked, count: count))
  }

  /// Returns why a web font cannot be read, as the end of a sentence; nil if it can, or if the file is not a web font.
  static func problem(of path: String) -> String? {
    guard FontCatalog.isWebFont(path) else { return nil }
    do {
      guard let data = try file(path) else { return "cannot be read" }
      return FontFile.faces(data).isEmpty ? "holds no TrueType or OpenType font with outlines" : nil
    } catch {
      return error.message
    }
  }

  /// Reads and unpacks a file of a font directory; nil if it cannot be read.
  static func file(_ path: String) throws(LayerError) -> FontData? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      status.st_size <= maximumBytes
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard read(file, &bytes, bytes.count) == bytes.count else { return nil }
    // A file that is not a web font despite its name is used as it is.
    let found: Result<[UInt8], LayerError> = bytes.withUnsafeBytes { bytes in
      isOne(bytes) ? Result { () throws(LayerError) in try unpack(bytes) } : .success(Array(bytes))
    }
    return FontData(try found.get(), path: path)
  }
}
