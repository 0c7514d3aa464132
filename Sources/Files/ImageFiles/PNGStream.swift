// SPDX-License-Identifier: MIT
import CImageCodecs
import Messages
import Numbers
import Pixels
import SystemC

/// Properties common to all pixels of a picture, which determine a PNG's colour type.
package struct PNGContent: Equatable, Sendable {
  package var isGrey: Bool
  package var isOpaque: Bool

  package init(isGrey: Bool, isOpaque: Bool) {
    self.isGrey = isGrey
    self.isOpaque = isOpaque
  }

  package init(of bitmap: Bitmap) {
    let grey = llua_png_look(
      bitmap.pixels.baseAddress, bitmap.pixels.count, llua_png_content(grey: 1, opaque: 0))
    self.init(isGrey: grey.grey != 0, isOpaque: bitmap.isOpaque)
  }

  /// Returns the properties common to these and further pixels.
  package func joined(with pixels: UnsafeBufferPointer<UInt32>) -> PNGContent {
    let both = llua_png_look(pixels.baseAddress, pixels.count, forC)
    return PNGContent(isGrey: both.grey != 0, isOpaque: both.opaque != 0)
  }

  fileprivate var forC: llua_png_content { llua_png_content(grey: isGrey ? 1 : 0, opaque: isOpaque ? 1 : 0) }
}

/// Writes a PNG file row by row. Rows are compressed in pieces of up to 1 MiB by all threads. The piece boundaries
/// depend only on the size and the colour type, so neither the threads nor the grouping of rows affects the output.
package final class PNGStream {
  private struct Piece {
    var pixels: UnsafePointer<UInt32>
    var rows: Int
    /// The row above the piece, for PNG's filters; nil for the first.
    var above: UnsafePointer<UInt32>?
    var place: Int32
  }

  private let width: Int
  private let height: Int
  private let content: PNGContent
  private let level: Int32
  private let threads: EncodingThreads
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let rowsPerPiece: Int
  private let packers: UnsafeMutableBufferPointer<OpaquePointer?>
  /// The number of compressed rows, and the Adler-32 checksum of their data.
  private var packedRows = 0
  private var checksum: UInt32 = 1
  /// Buffer of the rows that wait for the rest of their piece, preceded by the row above them.
  private var waiting: UnsafeMutablePointer<UInt32>?
  private var waitingRows = 0

  /// The maximum number of compressed pieces held in memory at once.
  private static let batch = 128
  private static let first = Int32(LLUA_PNG_FIRST), last = Int32(LLUA_PNG_LAST)

  /// - Parameters:
  ///   - level: 1 (fastest)…12 (smallest).
  ///   - pixelsPerMetre: 0 states none.
  ///   - sink: receives the file's bytes in order, on the caller's thread.
  /// - Throws: the sink's error.
  package init(
    width: Int, height: Int, content: PNGContent, level: Int, pixelsPerMetre: UInt32, threads: EncodingThreads,
    sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    self.width = width
    self.height = height
    self.content = content
    self.level = Int32(clamping: min(max(level, 1), 12))
    self.threads = threads
    self.sink = sink
    rowsPerPiece = Int(llua_png_piece_rows(UInt32(width), UInt32(height), content.forC))
    packers = .allocate(capacity: threads.count)
    packers.initialize(repeating: nil)
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(LLUA_PNG_HEAD)) { head in
      let size = llua_png_head(UInt32(width), UInt32(height), content.forC, pixelsPerMetre, head.baseAddress)
      try sink(UnsafeRawBufferPointer(start: head.baseAddress, count: size))
    }
  }

  deinit {
    for packer in packers { llua_png_packer_close(packer) }
    packers.deallocate()
    llua_free(waiting)
  }

  /// Adds the next rows of premultiplied pixels, without padding.
  ///
  /// - Throws: `LayerError` if memory is short or the work is cancelled, and the sink's error.
  package func append(_ pixels: UnsafePointer<UInt32>, rows: Int) throws {
    var next = pixels
    var left = rows
    var end = packedRows + waitingRows
    var pieces: [Piece] = []
    func add(_ start: UnsafePointer<UInt32>, _ rows: Int, above: UnsafePointer<UInt32>?) {
      let isFirst = packedRows == 0 && pieces.isEmpty
      pieces.append(
        Piece(
          pixels: start, rows: rows, above: isFirst ? nil : above,
          place: (isFirst ? PNGStream.first : 0) | (end == height ? PNGStream.last : 0)))
    }
    if waitingRows > 0, let waiting {
      let count = min(rowsPerPiece - waitingRows, left)
      memcpy(waiting + (1 + waitingRows) * width, next, count * width * 4)
      waitingRows += count
      end += count
      next += count * width
      left -= count
      if waitingRows == rowsPerPiece || end == height { add(waiting + width, waitingRows, above: waiting) }
    }
    while left >= rowsPerPiece || (left > 0 && end + left == height) {
      let count = min(left, rowsPerPiece)
      end += count
      add(next, count, above: next == pixels ? waiting.map { UnsafePointer($0) } : next - width)
      next += count * width
      left -= count
    }
    for start in stride(from: 0, to: pieces.count, by: PNGStream.batch) {
      try write(pieces[start..<min(pieces.count, start + PNGStream.batch)])
    }
    if !pieces.isEmpty { waitingRows = 0 }
    guard end + left < height, !pieces.isEmpty || left > 0 else { return }
    let waiting = try roomForWaiting()
    if next > pixels { memcpy(waiting, next - width, width * 4) }
    memcpy(waiting + (1 + waitingRows) * width, next, left * width * 4)
    waitingRows += left
  }

  /// Writes the end of the file; all rows must have been added.
  package func finish() throws {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(LLUA_PNG_END)) { end in
      try sink(UnsafeRawBufferPointer(start: end.baseAddress, count: llua_png_end(end.baseAddress)))
    }
  }

  private func roomForWaiting() throws -> UnsafeMutablePointer<UInt32> {
    if let waiting { return waiting }
    let count = (rowsPerPiece + 1) * width
    guard let memory = llua_pixels_allocate(count * 4) else { throw memoryError }
    let room = memory.bindMemory(to: UInt32.self, capacity: count)
    waiting = room
    return room
  }

  /// Compresses pieces and passes their chunks to the sink.
  private func write(_ pieces: ArraySlice<Piece>) throws {
    try withUnsafeTemporaryAllocation(of: llua_png_piece.self, capacity: pieces.count) { made in
      made.initialize(repeating: llua_png_piece())
      defer { for piece in made { llua_free(piece.bytes) } }
      threads.run(pieces.count, threads.count) { job, worker in
        if threads.isStopped?() == true { return }
        let piece = pieces[pieces.startIndex + job]
        if packers[worker] == nil {
          packers[worker] = llua_png_packer_open(UInt32(width), UInt32(rowsPerPiece), content.forC, level)
        }
        guard let packer = packers[worker] else { return }
        _ = llua_png_pack(packer, piece.pixels, UInt32(piece.rows), piece.above, piece.place, &made[job])
      }
      if threads.isStopped?() == true { throw LayerError(.cancelled, "the picture was cancelled") }
      for (job, piece) in pieces.enumerated() {
        guard made[job].bytes != nil else { throw memoryError }
        checksum = llua_png_join(checksum, made[job].adler, made[job].length)
        llua_png_end_piece(&made[job], piece.place, checksum)
        try sink(UnsafeRawBufferPointer(start: made[job].bytes, count: made[job].size))
        packedRows += piece.rows
      }
    }
  }

  private var memoryError: LayerError { PNGEncoder.memoryError(width, height) }
}
