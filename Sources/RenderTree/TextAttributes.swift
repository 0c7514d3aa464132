// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// The attributes of a stretch of text. A nil attribute is left to the user of the value, or has the default named
/// here.
public struct TextAttributes: Hashable, Sendable {
  /// The style of a line under or through text: `NSUnderlineStyle`'s bits. One of `single`, `thick` and `double`, with
  /// at most one pattern, and `byWord` to leave spaces out. A pattern alone is a single line.
  public struct LineStyle: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// No line.
    public static let none: LineStyle = []
    /// A line as thick as the font says.
    public static let single = LineStyle(rawValue: 1)
    /// A line twice as thick.
    public static let thick = LineStyle(rawValue: 2)
    /// Two lines.
    public static let double = LineStyle(rawValue: 9)
    /// Square dots, as far apart as they are wide.
    public static let patternDot = LineStyle(rawValue: 0x100)
    /// Dashes of three times the thickness, as far apart as they are long.
    public static let patternDash = LineStyle(rawValue: 0x200)
    /// A dash and a dot in turn.
    public static let patternDashDot = LineStyle(rawValue: 0x300)
    /// A dash and two dots in turn.
    public static let patternDashDotDot = LineStyle(rawValue: 0x400)
    /// Only words have the line, not the spaces between them.
    public static let byWord = LineStyle(rawValue: 0x8000)

    /// The strokes and gaps of the pattern in turn, in thicknesses; empty for a line without one.
    package var dashes: [Int] {
      switch rawValue & 0x700 {
      case 0x100: [1, 1]
      case 0x200: [3, 3]
      case 0x300: [3, 1, 1, 1]
      case 0x400: [3, 1, 1, 1, 1, 1]
      default: []
      }
    }
  }

  /// A family, a full name, or a font file's path.
  public var font: String?
  /// In points.
  public var fontSize: Double?
  /// The face of the font's family that comes nearest to this weight: 100…900, 400 is regular and 700 bold. nil is the
  /// font's own.
  public var weight: Int?
  /// The face of the font's family that is, or is not, italic or oblique. nil is the font's own.
  public var isItalic: Bool?
  /// The width of letters in percent of the normal one, 50…200: the nearest face of the family, or the place on a
  /// variable font's axis. nil is the font's own.
  public var fontStretch: Double?
  /// Places on the axes of a variable font, which come before those of weight, slant and width. nil is none.
  public var fontVariations: [FontVariation]?
  /// OpenType features. nil is none beside those that are always on.
  public var fontFeatures: [FontFeature]?
  /// The palette of colour glyphs. nil is the font's first.
  public var fontPalette: FontPaletteChoice?
  /// The colour of the text.
  public var foregroundColor: Color?
  /// Fills the line's height behind the text. nil is none.
  public var backgroundColor: Color?
  /// Points added after each character; ligatures are then not formed. 0 also switches the font's own kerning off, nil
  /// leaves it on.
  public var kern: Double?
  /// The distance of the text above the baseline, in points. nil is 0.
  public var baselineOffset: Double?
  /// The line under the text. nil is none.
  public var underlineStyle: LineStyle?
  /// The line through the text. nil is none.
  public var strikethroughStyle: LineStyle?
  /// The colour of the line under the text. nil is the foreground colour.
  public var underlineColor: Color?
  /// The colour of the line through the text. nil is the foreground colour.
  public var strikethroughColor: Color?
  /// The width of the outlines' stroke in percent of the font size: above 0 only the outline is drawn, below 0 the
  /// inside too.
  public var strokeWidth: Double?
  /// nil is the foreground colour.
  public var strokeColor: Color?
  /// The shadow of the text. nil is none.
  public var shadow: TextShadow?

  /// What stands in place of the run's text. nil is none.
  public var attachment: TextAttachment?

  // Attributes of the paragraph, taken from its first run.

  /// nil is the request's.
  public var alignment: TextRequest.Alignment?
  /// Points between a line's bottom and the next one's top, beyond the font's leading. nil is 0.
  public var lineSpacing: Double?
  /// The factor of a line's height; the extra space is above the text. nil and 0 are the natural height.
  public var lineHeightMultiple: Double?
  /// The height of every line in points, whatever its fonts say: what it is more or less than theirs is divided above
  /// and below, as in CSS. nil and 0 are the natural height; `lineHeightMultiple` has no effect beside it.
  public var lineHeight: Double?
  /// Points above a paragraph that is not the first. nil is 0.
  public var paragraphSpacingBefore: Double?
  /// Points below a paragraph that is not the last. nil is 0.
  public var paragraphSpacing: Double?
  /// Points between the leading edge and the paragraph's first line. nil is 0.
  public var firstLineHeadIndent: Double?
  /// Points between the leading edge and the other lines. nil is 0.
  public var headIndent: Double?
  /// The end of lines: above 0 in points from the leading edge, else from the trailing edge. nil is 0.
  public var tailIndent: Double?

  /// Where the lines of wrapped text end. nil is `standard`.
  public var lineBreakStrategy: TextRequest.LineBreakStrategy?
  /// How readily words of wrapped text are divided by the language: 0 never, 1 wherever a line gains by it; between
  /// them only in lines that would be filled less than this share otherwise. nil is 0.
  public var hyphenationFactor: Double?
  /// The language that says where words may be divided, as BCP 47 names it, such as `de` or `en-GB`. nil is `en`.
  public var language: String?
  /// Where tabs lead. nil is none.
  public var tabStops: [TextTab]?
  /// Points between the places of tabs after the last of `tabStops`. nil and 0 are eight spaces.
  public var defaultTabInterval: Double?

  /// Attributes that are all nil.
  public init() {}

  /// Attributes of the font.
  public init(font: String?, fontSize: Double? = nil, foregroundColor: Color? = nil) {
    self.font = font
    self.fontSize = fontSize
    self.foregroundColor = foregroundColor
  }
}

/// The shadow of text. The offset is in points of the text, y down.
public struct TextShadow: Hashable, Sendable {
  /// The distance from the text, y down.
  public var offset: Size
  /// Twice the blur's standard deviation, in points.
  public var blur: Double
  /// The colour of the shadow.
  public var color: Color
  /// A shadow.
  public init(offset: Size = .zero, blur: Double = 0, color: Color = .black) {
    self.offset = offset
    self.blur = blur
    self.color = color
  }
}
