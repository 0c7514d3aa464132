import ImageFiles
import LayerModel
import Pixels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
    try write(bytes, to: path, through: temporary)
    return (bytes.count, digest)
  }

  private static func write(_ bytes: [UInt8], to path: String, through temporary: String) throws {
    func failure(_ number: Int32) -> RenderingError {
      RenderingError(number == ENOSPC || number == EDQUOT ? .diskFull : .file, "cannot write \(path): \(systemMessage(number))")
    }
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(errno) }
    var problem: Int32?
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, problem == nil {
        let count = fileWrite(file, buffer.baseAddress.map { $0 + done }, min(buffer.count - done, 1 << 30))
        if count > 0 { done += count } else if count < 0, errno != EINTR { problem = errno }
      }
    }
    if close(file) != 0, problem == nil { problem = errno }
    if problem == nil, rename(temporary, path) != 0 { problem = errno }
    guard let problem else { return }
    unlink(temporary)
    throw failure(problem)
  }
}

/// The system's `write`, under a name that the type's own does not hide.
private func fileWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }
