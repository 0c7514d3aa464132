// SPDX-License-Identifier: MIT
import CTextLibraries
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree
import Synchronization

/// Draws a glyph in a given text colour, in font units, y down.
package typealias GlyphPainter = @Sendable (_ foreground: Color) -> RecordedDrawing

/// An SVG document that draws glyphs of a font.
package protocol GlyphDocument: AnyObject, Sendable {
  /// Returns the painter of a glyph; nil if the glyph is not in the document.
  ///
  /// - Parameter palette: returns a colour of the font's palette by its number; nil beyond the palette.
  func painter(ofGlyph glyph: UInt32, palette: @escaping @Sendable (Int) -> Color?) throws -> GlyphPainter?
}

/// Decodes the embedded PNG and SVG data of fonts. Its functions throw if memory is short or a limit is reached.
package struct GlyphDecoder {
  /// Decodes a PNG file; returns nil if it is damaged.
  package var picture: (_ png: UnsafeBufferPointer<UInt8>) throws -> Bitmap?
  /// Charges the memory of a glyph's drawing, in bytes.
  package var take: (_ bytes: Int) throws -> Void
  /// Parses an SVG document, which may be gzip-compressed; returns nil if it is damaged.
  package var document: (_ svg: UnsafeBufferPointer<UInt8>) throws -> (any GlyphDocument)?

  package init(
    picture: @escaping (_ png: UnsafeBufferPointer<UInt8>) throws -> Bitmap? = { _ in nil },
    document: @escaping (_ svg: UnsafeBufferPointer<UInt8>) throws -> (any GlyphDocument)? = { _ in nil },
    take: @escaping (_ bytes: Int) throws -> Void = { _ in }
  ) {
    self.picture = picture
    self.document = document
    self.take = take
  }
}

/// The colour glyphs of a face, as drawings with an em of 1, y down.
final class ColorGlyphs: @unchecked Sendable {
  // Unchecked: HarfBuzz's faces may be used from any thread, and the caches are behind a lock.

  private enum Picture {
    case none
    /// An SVG document, drawn anew for each text colour.
    case document(GlyphPainter)
    /// A drawing that does not depend on the text colour.
    case fixed(RecordedDrawing)
    /// A drawing that uses the text colour.
    case tinted
  }

  private let handle: OpaquePointer
  private let unitsPerEm: Double
  private let paints: ColorPaints?
  private let hasPictures: Bool
  private let palette: FontPalette
  private let hasDocuments: Bool
  /// Cache of parsed documents, by the address of their bytes in the font.
  private let documents = Mutex<[UInt: (any GlyphDocument)?]>([:])
  private let known = Mutex<[UInt32: Picture]>([:])

  /// - Parameter handle: the face, which must outlive this object.
  /// - Parameter palette: nil selects the first.
  /// - Returns: nil for a font without colour glyphs.
  init?(_ handle: OpaquePointer, unitsPerEm: Double, palette: FontPaletteChoice?) {
    self.palette = FontPalette(FontTable(handle, "CPAL"), palette)
    paints = ColorPaints(FontTable(handle, "COLR"), self.palette)
    hasPictures = llua_face_has_pictures(handle) != 0
    hasDocuments = llua_face_has_documents(handle) != 0
    guard paints != nil || hasPictures || hasDocuments else { return nil }
    self.handle = handle
    self.unitsPerEm = unitsPerEm
  }

  /// Decodes a glyph's picture and charges its memory; must be called before the glyph is drawn.
  ///
  /// - Throws: the decoder's error.
  func prepare(_ glyph: UInt32, _ decoder: GlyphDecoder) throws {
    guard known.withLock({ $0[glyph] }) == nil else { return }
    let picture: Picture
    if let drawing = drawing(glyph, Color(white: 0)) {
      guard drawing.bytes <= ColorPaints.mostBytes else {
        throw LayerError(
          .limit,
          "a font's glyph \(glyph) has outlines and colours of more than \(ColorPaints.mostBytes) bytes: use another "
            + "font"
        )
      }
      // Twice: in font units, and scaled to an em of 1.
      try decoder.take(2 * drawing.bytes)
      picture = drawing.usesForeground ? .tinted : .fixed(RecordedDrawing(operations: drawing.operations))
    } else if let painter = try painter(glyph, decoder) {
      picture = .document(painter)
    } else {
      picture = try bitmap(glyph, decoder).map { .fixed($0) } ?? .none
    }
    known.withLock { $0[glyph] = picture }
  }

  /// Returns the picture of a prepared glyph; nil for one that is an outline.
  func picture(of glyph: UInt32, foreground: Color) -> RecordedDrawing? {
    switch known.withLock({ $0[glyph] }) {
    case .fixed(let drawing): drawing
    case .document(let painter): document(painter, foreground)
    case .tinted: drawing(glyph, foreground).map { RecordedDrawing(operations: $0.operations) }
    case .some(.none), nil: nil
    }
  }

  private func drawing(_ glyph: UInt32, _ foreground: Color) -> ColorPaints.Glyph? {
    // The text colour's opacity applies to the glyph as a whole.
    var foreground = foreground
    foreground.alpha = 1
    let up = AffineTransform.scale(1, -1)
    guard
      var made = paints?.drawing(
        of: Int(glyph), foreground: foreground,
        outline: { [handle] in Path(glyph: $0, of: handle, scale: 1).transformed(by: up) })
    else { return nil }
    let drawing = RecordedDrawing(operations: made.operations)
    made.operations = drawing.operations(through: .scale(1 / unitsPerEm, -1 / unitsPerEm))
    return made
  }

  /// Draws a document glyph, whose coordinates are font units, y down from the baseline.
  private func document(_ painter: GlyphPainter, _ foreground: Color) -> RecordedDrawing {
    // The text colour's opacity applies to the glyph as a whole.
    var foreground = foreground
    foreground.alpha = 1
    let drawing = painter(foreground)
    return RecordedDrawing(operations: drawing.operations(through: .scale(1 / unitsPerEm, 1 / unitsPerEm)))
  }

  private func painter(_ glyph: UInt32, _ decoder: GlyphDecoder) throws -> GlyphPainter? {
    guard hasDocuments else { return nil }
    var bytes: UnsafePointer<UInt8>?
    var size = 0
    guard let table = llua_face_document(handle, glyph, &bytes, &size), let bytes else { return nil }
    defer { llua_table_close(table) }
    let place = UInt(bitPattern: bytes)
    let known = documents.withLock { $0[place] }
    let document = try known ?? decoder.document(UnsafeBufferPointer(start: bytes, count: size))
    if known == nil {
      documents.withLock { documents in
        // Bounds the cache: a hostile font may have one document per glyph.
        if documents.count >= 64 { documents.removeAll() }
        documents[place] = .some(document)
      }
    }
    return try document?.painter(ofGlyph: glyph, palette: { [palette] in palette.color($0) })
  }

  private func bitmap(_ glyph: UInt32, _ decoder: GlyphDecoder) throws -> RecordedDrawing? {
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
      let bitmap = try decoder.picture(UnsafeBufferPointer(start: bytes, count: size))
    else { return nil }
    let k = 1 / unitsPerEm
    let rect = Rect(
      minX: Double(box.0) * k, minY: Double(-box.3) * k, maxX: Double(box.2) * k, maxY: Double(-box.1) * k)
    return RecordedDrawing(operations: [DrawingOperation(kind: .image(bitmap, rect, .trilinear))])
  }
}
