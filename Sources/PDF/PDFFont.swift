// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import RenderTree

/// A face whose glyphs appear in a file. Glyphs get codes in the order of their first use; the font itself is written
/// when all are known.
final class PDFFont {
  private let face: any FontFaceSource
  private let name: String
  private let number: Int
  let object: Int
  // Looked up only.
  private var codes: [Use: UInt16] = [:]
  private var glyphs: [UInt32] = []
  private var widths: [Double] = []
  /// What each code shows; nil where that was not said yet.
  private var texts: [String?] = []

  /// What a code stands for.
  private struct Use: Hashable {
    var glyph: UInt32
    /// What it shows wherever it stands; nil for what `shows` is told.
    var text: String?
  }

  /// What a code shows that shows nothing: a number that is no character's. Where a code has no text at all, some
  /// readers take its own number for one.
  private static let nothing = "\u{FFFE}"

  /// The codes from which on glyphs have one each, whatever they show.
  private static let manyCodes = 30_000

  init(_ face: any FontFaceSource, name: String, number: Int, object: Int) {
    self.face = face
    self.name = name
    self.number = number
    self.object = object
  }

  /// - Parameter text: what the code is to show, "" for nothing; then a glyph has a code for each text.
  func code(of glyph: UInt32, showing text: String? = nil) -> UInt16 {
    let use = Use(glyph: glyph, text: glyphs.count < PDFFont.manyCodes ? text : nil)
    if let known = codes[use] { return known }
    // A font has at most 65,535 glyphs; code 0 is that for what is missing.
    let made = UInt16(truncatingIfNeeded: glyphs.count + 1)
    codes[use] = made
    glyphs.append(glyph)
    widths.append(width(of: glyph))
    texts.append(text.map { $0.isEmpty ? PDFFont.nothing : $0 })
    return made
  }

  /// The advance of a glyph, in thousandths of an em.
  func width(of glyph: UInt32) -> Double { (face.advance(of: glyph) * 100_000).rounded() / 100 }

  /// In thousandths of an em.
  func width(of code: UInt16) -> Double { widths[Int(code) - 1] }

  /// Whether readers take a text from a code alone: the first that it shows.
  func shows(_ code: UInt16, _ text: String) -> Bool {
    let i = Int(code) - 1
    if texts[i] == nil, !text.isEmpty { texts[i] = text }
    return texts[i] == text
  }

  /// Six letters that differ from font to font, as names of subsets begin with.
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
    // No reader of an embedded font looks at it, but it must be there.
    descriptor.append("/StemV ")
    descriptor.append(face.weight >= 600 ? 140 : 80)
    descriptor.append(subset.format == .cff ? " /FontFile3 " : " /FontFile2 ")
    descriptor.reference(stream)
    descriptor.append(">>")
    let described = try file.object(descriptor)

    // The number of each code's glyph in the font as PDF counts: that of the code with a table, else its own.
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

  /// Codes to the font's numbers of characters.
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

  /// Codes to what they show.
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
