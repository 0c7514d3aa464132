// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// A font at a size, resolved by TextLayout; provides glyph outlines to the compositor.
///
/// Implementations may be called from several threads at once and must always return the same outline for the same
/// glyph.
package protocol GlyphSource: AnyObject, Sendable {
  /// Returns the glyph's outline in points at the run's font size, origin on the baseline, y down; empty for a blank.
  func outline(of glyph: UInt32) -> Path
  /// The face's full name, for PDF, SVG and messages.
  var faceName: String { get }
  /// The font file and the face's index in it.
  var file: (path: String, index: Int) { get }
  /// Bounds of the ink of all glyphs at the run's font size, origin on the baseline, y down, in points; nil if unknown.
  /// Text whose glyphs all lie outside the picture by these bounds is skipped.
  var inkBounds: Rect? { get }
  /// The face, independent of size; nil for a font that cannot be embedded in files.
  var face: (any FontFaceSource)? { get }
  /// True if some glyphs may be colour glyphs.
  var hasColors: Bool { get }
  /// Returns the drawing of a colour glyph, in ems, origin on the baseline, y down; nil for an outline glyph. It
  /// contains no patterns.
  ///
  /// - Parameter foreground: the text's colour, which parts of a glyph may use; its alpha is ignored.
  func picture(of glyph: UInt32, foreground: Color) -> RecordedDrawing?
}

extension GlyphSource {
  package var hasColors: Bool { false }
  package func picture(of glyph: UInt32, foreground: Color) -> RecordedDrawing? { nil }
  package var face: (any FontFaceSource)? { nil }
  package var inkBounds: Rect? { nil }
}

/// A font face, for file formats that embed fonts.
package protocol FontFaceSource: AnyObject, Sendable {
  /// Family name, such as `DejaVu Sans`.
  var familyName: String { get }
  /// Weight, 100…900.
  var weight: Int { get }
  var isItalic: Bool { get }
  /// Returns the advance width of a glyph, in ems.
  func advance(of glyph: UInt32) -> Double
  /// Returns a font of these glyphs alone; nil if the subsetting library is not installed, or the font is of a kind
  /// that files cannot embed.
  func subset(of glyphs: [UInt32]) -> FontSubset?
}

/// A font that contains some of another font's glyphs.
package struct FontSubset: Sendable {
  package enum Format: Sendable {
    /// A complete font file with TrueType outlines.
    case trueType
    /// A CFF table alone, with PostScript outlines.
    case cff
  }
  package var format: Format
  package var bytes: [UInt8]
  /// Number of each requested glyph in the subset: its glyph index, or in a CID-keyed font its CID.
  package var numbers: [UInt32]
  /// Metrics in thousandths of an em, y up.
  package var ascent: Double
  package var descent: Double
  package var box: Rect
  /// Degrees counterclockwise from upright.
  package var italicAngle: Double

  package init(
    format: Format, bytes: [UInt8], numbers: [UInt32], ascent: Double, descent: Double, box: Rect, italicAngle: Double
  ) {
    self.format = format
    self.bytes = bytes
    self.numbers = numbers
    self.ascent = ascent
    self.descent = descent
    self.box = box
    self.italicAngle = italicAngle
  }
}

/// Glyphs of one font in one line, left to right in visual order.
package struct GlyphRun: Sendable {
  package var font: any GlyphSource
  package var fontSize: Double
  package var glyphs: [UInt32]
  /// The origin of each glyph on the baseline, in the operation's user space.
  package var positions: [Point]
  /// The text of the glyphs, so that vector output stays selectable.
  package var text: String
  /// UTF-8 offset in `text` of each glyph's cluster; glyphs of one cluster share it. Empty if unknown, or if glyphs and
  /// characters correspond one to one.
  package var clusters: [Int32]
  /// True for right-to-left text, whose glyphs are in reverse reading order.
  package var isRightToLeft: Bool
  /// True if the font's name and the text alone would select other glyphs, because of axes, features or palettes.
  package var needsOutlines = false
  /// Character shown by the last glyphs in addition to the text: the hyphen of a divided word.
  package var hyphen: Unicode.Scalar?
  /// Points of letter spacing after each character, included in the positions. 0 also disables the font's kerning; nil,
  /// the default, is no letter spacing.
  package var letterSpacing: Double?
  /// True if the positions include space that a justified line adds after words.
  package var isJustified = false

  package init(
    font: any GlyphSource, fontSize: Double, glyphs: [UInt32], positions: [Point], text: String,
    clusters: [Int32] = [], isRightToLeft: Bool = false
  ) {
    self.font = font
    self.fontSize = fontSize
    self.glyphs = glyphs
    self.positions = positions
    self.text = text
    self.clusters = clusters
    self.isRightToLeft = isRightToLeft
  }

  /// Glyphs that together show a part of the text.
  package struct Cluster: Hashable, Sendable {
    /// Adjacent glyphs of the run.
    package var glyphs: Range<Int>
    package var text: String

    package init(glyphs: Range<Int>, text: String) {
      self.glyphs = glyphs
      self.text = text
    }
  }

  /// Returns the run's clusters, left to right; a single cluster if the mapping is unknown.
  package func grouped() -> [Cluster] {
    guard !glyphs.isEmpty else { return [] }
    guard clusters.count == glyphs.count else {
      let scalars = Array(text.unicodeScalars)
      guard scalars.count == glyphs.count else { return [Cluster(glyphs: glyphs.indices, text: text)] }
      return glyphs.indices.map { Cluster(glyphs: $0..<$0 + 1, text: String(Character(scalars[$0]))) }
    }
    let bytes = Array(text.utf8)
    // Start offsets of the clusters; each is also the end of the cluster before.
    let starts = Set(clusters.map { min(max(Int($0), 0), bytes.count) }).sorted()
    // Lookup only; never iterated, as hash order is not deterministic.
    var ends: [Int: Int] = [:]
    for (i, start) in starts.enumerated() { ends[start] = i + 1 < starts.count ? starts[i + 1] : bytes.count }
    var result: [Cluster] = []
    var first = 0
    while first < glyphs.count {
      var last = first + 1
      while last < glyphs.count, clusters[last] == clusters[first] { last += 1 }
      let start = min(max(Int(clusters[first]), 0), bytes.count)
      var end = ends[start] ?? start
      // Spaces at a line's end have no glyph and belong to no cluster.
      if start < end, bytes[start] != 0x20 { while end > start + 1, bytes[end - 1] == 0x20 { end -= 1 } }
      result.append(Cluster(glyphs: first..<last, text: String(decoding: bytes[start..<end], as: UTF8.self)))
      first = last
    }
    return result
  }
}
