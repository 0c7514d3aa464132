// SPDX-License-Identifier: MIT
import CTextLibraries
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree
import Synchronization

/// An open face of a font file. Immutable, except for the outlines, which are cached at first use.
final class TypeFace: @unchecked Sendable {
  // Unchecked: HarfBuzz's faces and immutable fonts may be used from any thread.
  let face: FontFace
  let handle: OpaquePointer
  let unitsPerEm: Double
  /// The bytes of a file that a script named, or of an unpacked web font; nil if the face is opened by its path.
  let data: FontData?
  /// A box that contains all glyphs, in ems, y down; nil if the font does not specify it.
  let inkBounds: Rect?
  /// The colour glyphs; nil for a font without any.
  let colors: ColorGlyphs?
  /// The coordinates on all axes of a variable font; empty for the face's own.
  let variations: [FontVariation]
  let palette: FontPaletteChoice?
  /// True if the face's name alone does not identify its glyphs.
  var isVaried: Bool { !variations.isEmpty || palette != nil }
  /// The variations in Pango's syntax.
  let variationText: String

  /// - Parameter data: the font file's bytes; nil opens the face's path.
  convenience init?(_ face: FontFace, _ data: FontData? = nil) {
    let index = UInt32(clamping: face.index)
    let opened =
      data.map { llua_face_make($0.bytes.baseAddress, $0.bytes.count, index) } ?? llua_face_open(face.path, index)
    guard let handle = opened else { return nil }
    self.init(face, data: data, handle: handle, variations: [], palette: nil)
  }

  /// Makes a variant of a face with other axis coordinates and another palette.
  ///
  /// - Parameter variations: the coordinates on all axes, or empty for those of the face.
  convenience init?(_ base: TypeFace, variations: [FontVariation], palette: FontPaletteChoice?) {
    let axes = variations.map { llua_axis(tag: $0.axis.rawValue, value: Float($0.value)) }
    let given = axes.isEmpty ? base.face.axes.map { llua_axis(tag: $0.tag.rawValue, value: Float($0.value)) } : axes
    guard let handle = llua_face_vary(base.handle, given, given.count) else { return nil }
    var face = base.face
    for place in variations {
      if place.axis == FontAxis.weight { face.weight = Int(clamping: place.value.rounded()) }
      for i in face.axes.indices where face.axes[i].tag == place.axis { face.axes[i].value = place.value }
    }
    self.init(face, data: base.data, handle: handle, variations: variations, palette: palette)
  }

  private init?(
    _ face: FontFace, data: FontData?, handle: OpaquePointer, variations: [FontVariation], palette: FontPaletteChoice?
  ) {
    self.face = face
    self.data = data
    self.handle = handle
    self.variations = variations
    self.palette = palette
    variationText = variations.map { "\($0.axis)=\($0.value)" }.joined(separator: ",")
    let unitsPerEm = Double(llua_face_units(handle))
    self.unitsPerEm = unitsPerEm
    colors = ColorGlyphs(handle, unitsPerEm: unitsPerEm, palette: palette)
    var box: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let isKnown = withUnsafeMutableBytes(of: &box) {
      llua_face_box(handle, $0.baseAddress?.assumingMemoryBound(to: Int32.self)) != 0
    }
    // One em of margin: the font's value is not reliable, and variations may exceed it.
    inkBounds =
      isKnown
      ? Rect(
        minX: Double(box.0) / unitsPerEm - 1, minY: Double(-box.3) / unitsPerEm - 1,
        maxX: Double(box.2) / unitsPerEm + 1, maxY: Double(-box.1) / unitsPerEm + 1) : nil
  }

  deinit { llua_face_close(handle) }

  /// True if the face has a glyph for a character.
  func has(_ character: Unicode.Scalar) -> Bool { llua_face_has(handle, character.value) != 0 }

  /// Returns why a palette is not available, as the end of a sentence; nil if it is.
  func problem(with palette: FontPaletteChoice) -> String? {
    guard colors != nil, let table = FontTable(handle, "CPAL") else {
      return "has no palettes: its glyphs have one colour"
    }
    let count = table.u16(4), colors = table.u16(2)
    guard FontPalette.number(of: palette.base, in: table) != nil else {
      switch palette.base {
      case .number(let n): return "has no palette \(n); it has \(count), counted from 0"
      case .light, .dark:
        return "does not say which of its \(counted(count, "palette")) is for a \(palette.base) background"
      }
    }
    guard let other = palette.colors.first(where: { $0.number >= colors }) else { return nil }
    return "has no colour \(other.number) in its palettes, which have \(colors), counted from 0"
  }

  /// The tags of the face's OpenType features, sorted.
  var features: [FontTag] {
    var tags = [UInt32](repeating: 0, count: 512)
    let count = min(llua_face_features(handle, &tags, tags.count), tags.count)
    return Set(tags.prefix(count)).sorted().map { FontTag(rawValue: $0) }
  }

  /// Returns a glyph's outline with points scaled by `size` ÷ em, y down.
  func outline(of glyph: UInt32, size: Double) -> Path {
    Path(glyph: glyph, of: handle, scale: size / unitsPerEm)
  }
}

extension Path {
  /// Makes a glyph's outline with points scaled from font units, y down; empty for a blank glyph.
  init(glyph: UInt32, of face: OpaquePointer, scale: Double) {
    self.init()
    var outline = llua_glyph_outline()
    llua_face_outline(face, glyph, &outline)
    defer { llua_glyph_outline_free(&outline) }
    guard outline.failed == 0, outline.verb_count > 0 else { return }
    reserveCapacity(verbs: outline.verb_count, points: outline.point_count)
    var at = 0
    func next() -> Point {
      defer { at += 2 }
      return Point(Double(outline.points[at]) * scale, Double(outline.points[at + 1]) * -scale)
    }
    for i in 0..<outline.verb_count {
      switch outline.verbs[i] {
      case 0: move(to: next())
      case 1: addLine(to: next())
      case 2:
        let control = next()
        addQuadCurve(control: control, to: next())
      case 3:
        let control1 = next(), control2 = next()
        addCurve(control1: control1, control2: control2, to: next())
      default: closeSubpath()
      }
    }
  }
}

extension TypeFace: FontFaceSource {
  var familyName: String { face.family }
  var weight: Int { face.weight }
  var isItalic: Bool { face.isItalic }

  func advance(of glyph: UInt32) -> Double { Double(llua_face_advance(handle, glyph)) / unitsPerEm }

  func subset(of glyphs: [UInt32]) -> FontSubset? {
    var made = llua_font_subset()
    guard llua_face_subset(handle, glyphs, glyphs.count, &made) == 0 else { return nil }
    defer { llua_font_subset_free(&made) }
    let k = 1000 / unitsPerEm
    return FontSubset(
      format: made.is_cff != 0 ? .cff : .trueType,
      bytes: Array(UnsafeBufferPointer(start: made.bytes, count: made.size)),
      numbers: Array(UnsafeBufferPointer(start: made.numbers, count: glyphs.count)),
      ascent: Double(made.ascent) * k, descent: Double(made.descent) * k,
      box: Rect(
        minX: Double(made.min_x) * k, minY: Double(made.min_y) * k, maxX: Double(made.max_x) * k,
        maxY: Double(made.max_y) * k), italicAngle: made.italic_angle)
  }
}

/// A face at a size, to which glyph runs refer.
final class SizedFont: GlyphSource, @unchecked Sendable {
  // Unchecked: as `TypeFace`; the outlines are behind a lock.
  let typeFace: TypeFace
  let size: Double
  let handle: OpaquePointer
  /// In 1/1024 point.
  let metrics: llua_font_metrics
  private let outlines = Mutex<[UInt32: Path]>([:])

  init?(_ typeFace: TypeFace, size: Double) {
    var metrics = llua_font_metrics()
    guard let handle = llua_font_make(typeFace.handle, size, &metrics) else { return nil }
    self.typeFace = typeFace
    self.size = size
    self.handle = handle
    self.metrics = metrics
  }

  deinit { llua_font_close(handle) }

  func outline(of glyph: UInt32) -> Path {
    outlines.withLock { known in
      if let path = known[glyph] { return path }
      let path = typeFace.outline(of: glyph, size: size)
      known[glyph] = path
      return path
    }
  }

  var inkBounds: Rect? {
    typeFace.inkBounds.map { Rect($0.x * size, $0.y * size, $0.width * size, $0.height * size) }
  }
  var face: (any FontFaceSource)? { typeFace }
  var hasColors: Bool { typeFace.colors != nil }
  func picture(of glyph: UInt32, foreground: Color) -> RecordedDrawing? {
    typeFace.colors?.picture(of: glyph, foreground: foreground)
  }
  var faceName: String { typeFace.face.fullName }
  var file: (path: String, index: Int) { (typeFace.face.path, typeFace.face.index) }
}
