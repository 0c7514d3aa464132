// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import RenderTree

/// A subset of a font face embedded in a PDF file. Glyphs get codes in order of first use; the font itself is written
/// at the end, when all glyphs are known.
final class PDFFont {
  private let face: any FontFaceSource
  private let name: String
  private let number: Int
  let object: Int
  // Lookup only; never iterated, as hash order is not deterministic.
  private var codes: [Use: UInt16] = [:]
  private var glyphs: [UInt32] = []
  private var widths: [Double] = []
  /// Text of each code; nil while unknown.
  private var texts: [String?] = []

  /// Key of a code.
  private struct Use: Hashable {
    var glyph: UInt32
    /// Text of the code wherever it is used; nil if `shows` sets the text.
    var text: String?
  }

  /// Text of a code that stands for no text: a noncharacter. Without an entry, some readers take the code itself for a
  /// character.
  private static let nothing = "\u{FFFE}"

  /// Number of codes from which on each glyph gets a single code, whatever its text.
  private static let manyCodes = 30_000

  init(_ face: any FontFaceSource, name: String, number: Int, object: Int) {
    self.face = face
    self.name = name
    self.number = number
    self.object = object
  }

  /// Returns the code of a glyph, added on first use.
  ///
  /// - Parameter text: text of the code, "" for none; nil to let `shows` set it. A glyph has a separate code for each
  ///   text, up to `manyCodes`.
  func code(of glyph: UInt32, showing text: String? = nil) -> UInt16 {
    let use = Use(glyph: glyph, text: glyphs.count < PDFFont.manyCodes ? text : nil)
    if let known = codes[use] { return known }
    // A font has at most 65,535 glyphs; code 0 is the missing glyph (`.notdef`).
    let made = UInt16(truncatingIfNeeded: glyphs.count + 1)
    codes[use] = made
    glyphs.append(glyph)
    widths.append(width(of: glyph))
    texts.append(text.map { $0.isEmpty ? PDFFont.nothing : $0 })
    return made
  }

  /// Advance of a glyph, in thousandths of an em.
  func width(of glyph: UInt32) -> Double { (face.advance(of: glyph) * 100_000).rounded() / 100 }

  /// Advance of a code's glyph, in thousandths of an em.
  func width(of code: UInt16) -> Double { widths[Int(code) - 1] }

  /// True if readers derive `text` from the code alone. The first text given for a code becomes its text.
  func shows(_ code: UInt16, _ text: String) -> Bool {
    let i = Int(code) - 1
    if texts[i] == nil, !text.isEmpty { texts[i] = text }
    return texts[i] == text
  }

  /// Subset tag: six capital letters, distinct for each font, and "+".
  private var tag: String {
    var result = ""
    var rest = number
    for _ in 0..<6 {
      result.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "A") + UInt8(rest % 26)))
      rest /= 26
    }
    return result + "+"
  }

  func write(to file: inout PDFFile) throws {
    guard let subset = face.subset(of: glyphs) else { return }
    let base = tag + String(name.filter { $0.isLetter || $0.isNumber || $0 == "-" })
    let stream = file.promise()
    try file.stream(
      stream, PDFText(subset.format == .cff ? "/Subtype /CIDFontType0C " : "/Length1 \(subset.bytes.count) "),
      subset.bytes)
    var descriptor = PDFText("<< /Type /FontDescriptor /FontName ")
    descriptor.name(base)
    descriptor.append(face.isItalic ? "/Flags 68 /FontBBox [" : "/Flags 4 /FontBBox [")
    for v in [subset.box.minX, subset.box.minY, subset.box.maxX, subset.box.maxY] { descriptor.number(v.rounded()) }
    descriptor.append("] /ItalicAngle ")
    descriptor.number(subset.italicAngle)
    descriptor.append("/Ascent ")
    descriptor.number(subset.ascent.rounded())
    descriptor.append("/Descent ")
    descriptor.number(subset.descent.rounded())
    descriptor.append("/CapHeight ")
    descriptor.number((subset.ascent * 0.75).rounded())
    // Required entry, which readers ignore for embedded fonts.
    descriptor.append("/StemV ")
    descriptor.append(face.weight >= 600 ? 140 : 80)
    descriptor.append(subset.format == .cff ? " /FontFile3 " : " /FontFile2 ")
    descriptor.reference(stream)
    descriptor.append(">>")
    let described = try file.object(descriptor)

    // CID of each code: the code itself for TrueType, which is mapped by a table, else the glyph's number in the
    // subset.
    let isMapped = subset.format == .trueType
    let ids = isMapped ? (1...max(glyphs.count, 1)).map { UInt32($0) } : subset.numbers
    var descendant = PDFText("<< /Type /Font /BaseFont ")
    descendant.name(base)
    descendant.append("/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ")
    descendant.reference(described)
    descendant.append("/DW 0 /W [")
    let order = glyphs.indices.sorted { ids[$0] < ids[$1] }
    var next = 0
    while next < order.count {
      descendant.append(Int(ids[order[next]]))
      descendant.append(" [")
      repeat {
        descendant.number(widths[order[next]], decimals: 2)
        next += 1
        while next < order.count, ids[order[next]] == ids[order[next - 1]] { next += 1 }
      } while next < order.count && ids[order[next]] == ids[order[next - 1]] &+ 1
      descendant.append("] ")
    }
    descendant.append("] ")
    var encoding = PDFText("/Identity-H ")
    if isMapped {
      var table: [UInt8] = [0, 0]
      for id in subset.numbers { table += [UInt8(truncatingIfNeeded: id >> 8), UInt8(truncatingIfNeeded: id)] }
      let map = file.promise()
      try file.stream(map, PDFText(), table)
      descendant.append("/Subtype /CIDFontType2 /CIDToGIDMap ")
      descendant.reference(map)
    } else {
      descendant.append("/Subtype /CIDFontType0 ")
      let map = file.promise()
      try file.stream(
        map,
        PDFText(
          "/Type /CMap /CMapName /Codes /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "),
        codeMap(ids).bytes)
      encoding = PDFText()
      encoding.reference(map)
    }
    descendant.append(">>")
    let inner = try file.object(descendant)
    let unicode = file.promise()
    try file.stream(unicode, PDFText(), textMap().bytes)
    var font = PDFText("<< /Type /Font /Subtype /Type0 /BaseFont ")
    font.name(base)
    font.append("/Encoding ")
    font.append(encoding)
    font.append("/DescendantFonts [")
    font.reference(inner)
    font.append("] /ToUnicode ")
    font.reference(unicode)
    font.append(">>")
    try file.object(object, font)
  }

  private func mapHead(_ name: StaticString) -> PDFText {
    var text = PDFText("/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n")
    text.append("/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> def\n/CMapName /")
    text.append(name)
    text.append(" def /CMapType ")
    text.append(name.description == "Codes" ? "1" : "2")
    text.append(" def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
    return text
  }

  private static let mapEnd: StaticString = "endcmap CMapName currentdict /CMap defineresource pop end end\n"

  /// Returns the CMap from codes to CIDs.
  private func codeMap(_ ids: [UInt32]) -> PDFText {
    var text = mapHead("Codes")
    for start in stride(from: 0, to: ids.count, by: 100) {
      let part = ids[start..<min(start + 100, ids.count)]
      text.append(part.count)
      text.append(" begincidchar\n")
      for i in part.indices {
        text.append("<")
        text.hex(UInt16(truncatingIfNeeded: i + 1))
        text.append("> ")
        text.append(Int(part[i]))
        text.append("\n")
      }
      text.append("endcidchar\n")
    }
    text.append(PDFFont.mapEnd)
    return text
  }

  /// Returns the ToUnicode CMap, from codes to their text.
  private func textMap() -> PDFText {
    var text = mapHead("Texts")
    let known = texts.indices.filter { texts[$0] != nil }
    for start in stride(from: 0, to: known.count, by: 100) {
      let part = known[start..<min(start + 100, known.count)]
      text.append(part.count)
      text.append(" beginbfchar\n")
      for i in part {
        text.append("<")
        text.hex(UInt16(truncatingIfNeeded: i + 1))
        text.append("> <")
        text.hex(utf16: texts[i] ?? "")
        text.append(">\n")
      }
      text.append("endbfchar\n")
    }
    text.append(PDFFont.mapEnd)
    return text
  }
}
