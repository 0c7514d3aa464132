import ImageFiles
import LayerModel
import Pixels

/// Writes the files of single frames.
package enum FrameFile {
  /// Encodes a picture and puts it in a file's place as a whole.
  ///
  /// - Parameters:
  ///   - format: an extension: png, jpg, jpeg or webp.
  ///   - path: where it goes; what is there is replaced.
  ///   - temporary: the file that is written first, in the same folder. It belongs to the caller alone: what is there is lost, and a
  ///     process that is stopped leaves it behind.
  /// - Returns: the file's size in bytes and its digest.
  package static func write(
    _ bitmap: Bitmap, format: String, to path: String, through temporary: String
  ) throws -> (size: Int, digest: Digest) {
    guard let known = ImageFormat(fileExtension: format) else {
      throw RenderingError(.invalid, "unknown picture format \"\(format)\"; expected png, jpg or webp")
    }
    let bytes: [UInt8]
    do { bytes = try ImageEncoder.encode(bitmap, as: known) } catch { throw imageError(error, "a \(format) picture") }
    let digest = try Digest(of: bytes)
    try replaceFile(path, with: bytes, name: path, through: temporary)
    return (bytes.count, digest)
  }
}
