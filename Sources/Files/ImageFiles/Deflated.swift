// SPDX-License-Identifier: MIT
import CImageCodecs
import Messages
import Numbers
import Pixels

/// Compresses to zlib streams for container formats, and decompresses gzip.
package enum Deflated {
  /// Compresses bytes to a zlib stream.
  ///
  /// - Parameter level: 1 (fastest) … 12 (smallest).
  package static func bytes(_ bytes: UnsafeRawBufferPointer, level: Int = 6) throws(LayerError) -> [UInt8] {
    var out: UnsafeMutablePointer<UInt8>?
    let size = llua_flate(bytes.baseAddress, bytes.count, Int32(level), &out)
    return try taken(out, size, "\(bytes.count) bytes")
  }

  /// Compresses the colours of a bitmap, or its alpha, as rows with PNG filters, eight bits per sample.
  ///
  /// - Returns: also the number of samples per pixel: 1 for grey, else 3.
  package static func pixels(of bitmap: Bitmap, isAlpha: Bool, level: Int = 6) throws(LayerError) -> (
    bytes: [UInt8], components: Int
  ) {
    var out: UnsafeMutablePointer<UInt8>?
    var components: Int32 = 0
    let size = llua_flate_pixels(
      bitmap.pixels.baseAddress, UInt32(bitmap.width), UInt32(bitmap.height), isAlpha ? 1 : 0, Int32(level),
      &components, &out)
    return (try taken(out, size, "an image of \(bitmap.width)×\(bitmap.height) pixels"), Int(components))
  }

  /// Decompresses a gzip file.
  ///
  /// - Parameter limit: the maximum decompressed size, in bytes.
  package static func unpacked(gzip bytes: UnsafeRawBufferPointer, limit: Int) throws(LayerError) -> [UInt8] {
    var out: UnsafeMutablePointer<UInt8>?
    var size = 0
    switch Int(llua_gunzip(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, max(limit, 0), &out, &size)) {
    case Int(LLUA_OK): break
    case Int(LLUA_LIMIT): throw LayerError(.limit, "unpacked it is larger than \(limit) bytes: make it smaller")
    case Int(LLUA_MEMORY): throw LayerError(.limit, "there is not enough memory to unpack it")
    default: throw LayerError("its gzip data is damaged or cut off: fetch or export it again")
    }
    defer { llua_free(out) }
    return Array(UnsafeBufferPointer(start: out, count: size))
  }

  /// Decompresses a raw deflate stream, as zip archives hold, whose decompressed size is known. The caller has charged
  /// the memory of the result.
  ///
  /// - Throws: `LayerError` if the stream is damaged or gives another number of bytes; its message does not name the
  ///   file.
  package static func unpacked(deflate bytes: UnsafeRawBufferPointer, size: Int) throws(LayerError) -> [UInt8] {
    var status = Int(LLUA_OK)
    let result = [UInt8](unsafeUninitializedCapacity: size) { out, count in
      status = Int(
        llua_inflate(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, out.baseAddress, size))
      count = status == Int(LLUA_OK) ? size : 0
    }
    switch status {
    case Int(LLUA_OK): return result
    case Int(LLUA_LIMIT): throw LayerError("unpacked it is larger than the \(size) bytes that the archive states")
    case Int(LLUA_MEMORY): throw LayerError(.limit, "there is not enough memory to unpack it")
    default: throw LayerError("its compressed data is damaged, or shorter than the archive states")
    }
  }

  /// Returns the CRC-32 of bytes, as in PNG, gzip and zip files.
  package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    llua_png_checksum(bytes.baseAddress, bytes.count)
  }

  private static func taken(_ out: UnsafeMutablePointer<UInt8>?, _ size: Int, _ what: String) throws(LayerError)
    -> [UInt8]
  {
    guard let out, size > 0 else { throw LayerError(.limit, "there is not enough memory to compress \(what)") }
    defer { llua_free(out) }
    return Array(UnsafeBufferPointer(start: out, count: size))
  }
}
