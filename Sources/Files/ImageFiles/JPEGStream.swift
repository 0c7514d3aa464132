// SPDX-License-Identifier: MIT
import CImageCodecs
import Formats
import Messages
import Numbers
import Pixels

/// Writes a JPEG file row by row. The output does not depend on how the rows are grouped.
package final class JPEGStream {
  private let writer: OpaquePointer
  private let sink: (UnsafeRawBufferPointer) throws -> Void

  /// - Parameters:
  ///   - quality: 0…1.
  ///   - dpi: the pixels per inch that the file states.
  ///   - sink: receives the file's bytes in order.
  /// - Throws: `LayerError`.
  package init(
    width: Int, height: Int, quality: Double, dpi: Double, sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let message = CodecMessage()
    let density = dpi.rounded()
    var status: Int32 = 0
    guard
      let writer = llua_jpeg_writer_open(
        UInt32(clamping: width), UInt32(clamping: height), Int32(clamping: ImageEncoder.percent(quality).rounded()),
        density >= 1 && density < 65536 ? Int32(clamping: density) : 0, &status, message.text)
    else { throw ImageEncoder.failure(status, .jpeg, message) }
    self.writer = writer
    self.sink = sink
  }

  deinit { llua_jpeg_writer_close(writer) }

  /// Adds the next rows of opaque pixels, without padding.
  package func append(_ pixels: UnsafePointer<UInt32>, rows: Int) throws {
    try put { llua_jpeg_writer_rows(writer, pixels, UInt32(rows), $0, $1, $2) }
  }

  /// Writes the end of the file; all rows must have been added.
  package func finish() throws { try put { llua_jpeg_writer_end(writer, $0, $1, $2) } }

  private func put(
    _ make: (
      UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<Int>, UnsafeMutablePointer<CChar>
    ) -> Int32
  ) throws {
    let message = CodecMessage()
    var bytes: UnsafePointer<UInt8>?
    var size = 0
    let status = make(&bytes, &size, message.text)
    guard status == LLUA_OK else { throw ImageEncoder.failure(status, .jpeg, message) }
    try sink(UnsafeRawBufferPointer(start: bytes, count: size))
  }
}
