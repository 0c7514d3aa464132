// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Pixels
import Raster
import SystemC

/// A picture painted from one display list, some rows at a time. Only the list, the surfaces of its effects, and one
/// strip are in memory.
package final class PictureStrips {
  private let painter: TreePainter
  private let plan: DisplayList.BandPlan
  /// Height of all strips but the last: a multiple of the band height.
  private let rows: Int

  /// Walks the painter's tree.
  init(_ painter: TreePainter, rows: Int) throws {
    self.painter = painter
    try painter.run()
    // Throws if the walk was stopped: everything may be missing.
    try painter.checkStop()
    var options = painter.options
    options.bandHeight = min(options.bandHeight, max(rows, 1))
    plan = try painter.list.plan(in: painter.list.region, options: options)
    self.rows = max(rows / plan.bandHeight, 1) * plan.bandHeight
  }

  deinit { painter.giveMasks() }

  /// Paints the strips from top to bottom. It may be called again.
  ///
  /// - Parameter body: receives the pixels of each strip, row by row, which it may modify. They are valid during the
  ///   call.
  /// - Throws: `LayerError`, and the body's error.
  package func paint(_ body: (_ pixels: UnsafeMutableBufferPointer<UInt32>, _ rows: Int) throws -> Void) throws {
    let whole = painter.list.region
    let bytes = whole.width * min(rows, whole.height) * 4
    guard let memory = malloc(bytes)?.bindMemory(to: UInt32.self, capacity: bytes / 4) else {
      throw LayerError.memory(label: "", bytes: bytes)
    }
    defer { free(memory) }
    for y in stride(from: 0, to: whole.height, by: rows) {
      let count = min(rows, whole.height - y)
      let rect = DeviceRect(
        x0: 0, y0: Int32(clamping: y), x1: whole.x1, y1: Int32(clamping: y + count))
      let pixels = UnsafeMutableBufferPointer(start: memory, count: whole.width * count)
      memset(memory, 0, pixels.count * 4)
      try painter.paint(painter.list, onto: PixelBand(base: memory, stride: whole.width, rect: rect), by: plan)
      try body(pixels, count)
    }
  }
}
