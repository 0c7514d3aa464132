// SPDX-License-Identifier: MIT
import CTextLibraries
import Geometry
import Numbers
import Pixels
import RenderTree
import Synchronization
import Wording

/// The glyphs of a face that have colours of their own, as drawings of one em, y down.
final class ColorGlyphs: @unchecked Sendable {
  // Unchecked: HarfBuzz's faces may be used from any thread, and what is kept is behind a lock.

  /// Reads a PNG file; throws where memory is short.
  typealias Decoder = (_ png: UnsafeBufferPointer<UInt8>) throws -> Bitmap?

  private enum Picture {
    case none
    /// It is the same for every colour of the text.
    case fixed(RecordedDrawing)
    /// Some of it has the text's colour.
    case tinted
  }

  private let handle: OpaquePointer
  private let unitsPerEm: Double
  private let paints: ColorPaints?
  private let hasPictures: Bool
  private let known = Mutex<[UInt32: Picture]>([:])

  /// - Parameter handle: the face, which must outlive this.
  /// - Parameter palette: nil is the first.
  /// - Returns: nil for a font without colours.
  init?(_ handle: OpaquePointer, unitsPerEm: Double, palette: FontPaletteChoice?) {
    paints = ColorPaints(FontTable(handle, "COLR"), FontPalette(FontTable(handle, "CPAL"), palette))
    hasPictures = llua_face_has_pictures(handle) != 0
    guard paints != nil || hasPictures else { return nil }
    self.handle = handle
    self.unitsPerEm = unitsPerEm
  }

  /// Reads what a glyph's picture needs memory for, before the first that is drawn.
  ///
  /// - Throws: the decoder's error.
  func prepare(_ glyph: UInt32, _ decoder: Decoder) throws {
    guard known.withLock({ $0[glyph] }) == nil else { return }
    let picture: Picture
    if let (operations, isTinted) = drawing(glyph, Color(white: 0)) {
      picture = isTinted ? .tinted : .fixed(RecordedDrawing(operations: operations))
    } else {
      picture = try bitmap(glyph, decoder).map { .fixed($0) } ?? .none
    }
    known.withLock { $0[glyph] = picture }
  }

  /// The picture of a glyph that was prepared; nil for one that is an outline.
  func picture(of glyph: UInt32, foreground: Color) -> RecordedDrawing? {
    switch known.withLock({ $0[glyph] }) {
    case .fixed(let drawing): drawing
    case .tinted: drawing(glyph, foreground).map { RecordedDrawing(operations: $0.operations) }
    case .some(.none), nil: nil
    }
  }

  private func drawing(_ glyph: UInt32, _ foreground: Color) -> (operations: [DrawingOperation], usesForeground: Bool)?
  {
    // Opacity is that of the whole glyph.
    var foreground = foreground
    foreground.alpha = 1
    let up = AffineTransform.scale(1, -1)
    guard
      let made = paints?.drawing(
        of: Int(glyph), foreground: foreground,
        outline: { [handle] in Path(glyph: $0, of: handle, scale: 1).transformed(by: up) })
    else { return nil }
    let drawing = RecordedDrawing(operations: made.operations)
    return (drawing.operations(through: .scale(1 / unitsPerEm, -1 / unitsPerEm)), made.usesForeground)
  }

  private func bitmap(_ glyph: UInt32, _ decoder: Decoder) throws -> RecordedDrawing? {
    guard hasPictures else { return nil }
    var bytes: UnsafePointer<UInt8>?
    var size = 0
    var box: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let table = withUnsafeMutableBytes(of: &box) {
      llua_face_picture(handle, glyph, &bytes, &size, $0.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    guard let table else { return nil }
    defer { llua_table_close(table) }
    guard box.2 > box.0, box.3 > box.1,
      let bitmap = try decoder(UnsafeBufferPointer(start: bytes, count: size))
    else { return nil }
    let k = 1 / unitsPerEm
    let rect = Rect(
      minX: Double(box.0) * k, minY: Double(-box.3) * k, maxX: Double(box.2) * k, maxY: Double(-box.1) * k)
    return RecordedDrawing(operations: [DrawingOperation(kind: .image(bitmap, rect, .trilinear))])
  }
}
