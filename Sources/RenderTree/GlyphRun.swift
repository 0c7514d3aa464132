// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// A font at a size, as TextLayout resolved it; gives glyph outlines to the compositor.
///
/// Implementations may be called from several threads at once and must always return the same outline for the same
/// glyph.
public protocol GlyphSource: AnyObject, Sendable {
  /// The glyph's outline in points at the run's font size, origin on the baseline, y down. Empty for a blank.
  func outline(of glyph: UInt32) -> Path
  /// The face's full name, for PDF, SVG and messages.
  var faceName: String { get }
  /// The font file and the face's index in it.
  var file: (path: String, index: Int) { get }
  /// An area that holds the ink of every glyph at the run's font size, origin on the baseline, y down, in points; nil
  /// where that is not known. Text whose glyphs would all be outside of the picture by it is left out.
  var inkBounds: Rect? { get }
  /// What is the same for all sizes of the face; nil for a font that cannot be put into files.
  var face: (any FontFaceSource)? { get }
  /// Whether some glyphs may have colours of their own.
  var hasColors: Bool { get }
  /// What draws a glyph that has colours of its own, in ems, origin on the baseline, y down; nil for one that is an
  /// outline. Patterns are not in it.
  ///
  /// - Parameter foreground: the text's colour, which parts of a glyph may have; its opacity is not used.
  func picture(of glyph: UInt32, foreground: Color) -> RecordedDrawing?
}

extension GlyphSource {
  public var hasColors: Bool { false }
  public func picture(of glyph: UInt32, foreground: Color) -> RecordedDrawing? { nil }
  public var face: (any FontFaceSource)? { nil }
  public var inkBounds: Rect? { nil }
}

/// A font's face, for files that carry the fonts of their text.
public protocol FontFaceSource: AnyObject, Sendable {
  /// The family, as `DejaVu Sans`.
  var familyName: String { get }
  /// 100…900.
  var weight: Int { get }
  var isItalic: Bool { get }
  /// The width of a glyph's advance, in ems.
  func advance(of glyph: UInt32) -> Double
  /// A font of these glyphs alone; nil where none can be made: the library for it is not installed, or the font is of a
  /// kind that files cannot carry.
  func subset(of glyphs: [UInt32]) -> FontSubset?
}

/// A font with some of the glyphs of another.
public struct FontSubset: Sendable {
  public enum Format: Sendable {
    /// A whole font file with TrueType outlines.
    case trueType
    /// A table of PostScript outlines alone.
    case cff
  }
  public var format: Format
  public var bytes: [UInt8]
  /// For each glyph asked for, its number in the subset: of a glyph, or in a font by characters, of a character.
  public var numbers: [UInt32]
  /// All in thousandths of an em, y up.
  public var ascent: Double
  public var descent: Double
  public var box: Rect
  /// Degrees counterclockwise from upright.
  public var italicAngle: Double

  public init(
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

/// Glyphs of one font in one line, left to right as shown.
public struct GlyphRun: Sendable {
  public var font: any GlyphSource
  public var fontSize: Double
  public var glyphs: [UInt32]
  /// The origin of each glyph on the baseline, in the operation's user space.
  public var positions: [Point]
  /// The text these glyphs show, so that vector output can keep it selectable.
  public var text: String
  /// For each glyph, the byte of the text's UTF-8 at which what it shows begins; glyphs that show the same together
  /// have the same. Empty where that is not known, or each shows a character in turn.
  public var clusters: [Int32]
  /// Whether the text is read from right to left, so that the glyphs come last first.
  public var isRightToLeft: Bool
  /// Whether the font's name and the text alone would lead to other glyphs: for axes, features and palettes.
  public var needsOutlines = false
  /// What the last glyphs show beyond the text: the hyphen of a divided word.
  public var hyphen: Unicode.Scalar?

  public init(
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

  /// Glyphs that show a part of the text together.
  public struct Cluster: Hashable, Sendable {
    /// Neighbours in the run.
    public var glyphs: Range<Int>
    public var text: String

    public init(glyphs: Range<Int>, text: String) {
      self.glyphs = glyphs
      self.text = text
    }
  }

  /// The run's glyphs by what they show, left to right; the whole run is one where that is not known.
  public func grouped() -> [Cluster] {
    guard !glyphs.isEmpty else { return [] }
    guard clusters.count == glyphs.count else {
      let scalars = Array(text.unicodeScalars)
      guard scalars.count == glyphs.count else { return [Cluster(glyphs: glyphs.indices, text: text)] }
      return glyphs.indices.map { Cluster(glyphs: $0..<$0 + 1, text: String(Character(scalars[$0]))) }
    }
    let bytes = Array(text.utf8)
    // Where each begins, and so where the one before it ends.
    let starts = Set(clusters.map { min(max(Int($0), 0), bytes.count) }).sorted()
    // Looked up only.
    var ends: [Int: Int] = [:]
    for (i, start) in starts.enumerated() { ends[start] = i + 1 < starts.count ? starts[i + 1] : bytes.count }
    var result: [Cluster] = []
    var first = 0
    while first < glyphs.count {
      var last = first + 1
      while last < glyphs.count, clusters[last] == clusters[first] { last += 1 }
      let start = min(max(Int(clusters[first]), 0), bytes.count)
      var end = ends[start] ?? start
      // Spaces at a line's end have no glyph, and no other glyph shows them.
      if start < end, bytes[start] != 0x20 { while end > start + 1, bytes[end - 1] == 0x20 { end -= 1 } }
      result.append(Cluster(glyphs: first..<last, text: String(decoding: bytes[start..<end], as: UTF8.self)))
      first = last
    }
    return result
  }
}
