// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import LayerModel
import Pixels
import Sandbox

/// Reads and writes the files of single frames.
package enum FrameFile {
  /// Encodes a picture and replaces a file atomically with it.
  ///
  /// - Parameters:
  ///   - path: the destination; an existing file is replaced.
  ///   - temporary: the file to write first, in the same folder. It must belong to the caller alone: an existing one is
  ///     overwritten, and a killed process leaves it behind.
  /// - Returns: the file's size in bytes and its digest.
  static func write(_ bitmap: Bitmap, as format: FileFormat, to path: String, through temporary: String) throws -> (
    size: Int, digest: Digest
  ) {
    let bytes = try LayerRenderer.encoded(bitmap, format, EncodingOptions())
    let digest = try Digest(of: bytes)
    let folder = parent(of: path)
    let file = try TemporaryFile(for: joined(realPath(folder) ?? folder, lastName(of: path)), name: path, at: temporary)
    try bytes.withUnsafeBytes { try file.write($0) }
    try file.commit()
    return (bytes.count, digest)
  }

  /// Decodes a frame's file.
  ///
  /// - Throws: `LayerError` of kind `file` if the file no longer matches its digest.
  package static func read(_ path: String, sha256: String) throws -> Bitmap {
    let bytes: [UInt8]
    do {
      bytes = try readWholeFile(realPath(path) ?? path, name: path, purpose: "frame", limit: 1 << 30)
    } catch let error as LayerError {
      throw LayerError(.file, error.message)
    }
    guard try Digest(of: bytes).description == sha256 else {
      throw LayerError(.file, "frame \"\(path)\" has changed since it was checked; check again with layerlua join")
    }
    do { return try bytes.withUnsafeBytes { try ImageDecoder.decode($0) } } catch {
      throw imageError(error, "frame \"\(path)\"")
    }
  }
}
