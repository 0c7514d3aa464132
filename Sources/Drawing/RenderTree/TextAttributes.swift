// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// The attributes of a run of text. A nil attribute is left to the user of the value, or has the default named here.
///
/// ```swift
/// var attributes = TextAttributes(font: "DejaVu Serif", fontSize: 18, foregroundColor: .brown)
/// attributes.underlineStyle = .single
/// attributes.kern = 1
/// title.attributedString = AttributedString("Dawn", attributes: attributes)
/// ```
public struct TextAttributes: Hashable, Sendable {
  /// The style of a line under or through text, with the bits of `NSUnderlineStyle`. One of `single`, `thick` and
  /// `double`, with at most one pattern, and `byWord` to leave spaces out. A pattern alone is a single line.
  public struct LineStyle: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// No line.
    public static let none: LineStyle = []
    /// A line with the font's own thickness.
    public static let single = LineStyle(rawValue: 1)
    /// A line twice as thick.
    public static let thick = LineStyle(rawValue: 2)
    /// Two lines.
    public static let double = LineStyle(rawValue: 9)
    /// Square dots, as far apart as they are wide.
    public static let patternDot = LineStyle(rawValue: 0x100)
    /// Dashes of three times the thickness, as far apart as they are long.
    public static let patternDash = LineStyle(rawValue: 0x200)
    /// Alternating dashes and dots.
    public static let patternDashDot = LineStyle(rawValue: 0x300)
    /// Each dash followed by two dots.
    public static let patternDashDotDot = LineStyle(rawValue: 0x400)
    /// Draws the line under words only, not the spaces between them.
    public static let byWord = LineStyle(rawValue: 0x8000)

    /// Alternating lengths of strokes and gaps, in multiples of the thickness; empty for a solid line.
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
  /// Weight of the face, 100…900 (400 regular, 700 bold): the nearest face of the font's family. nil is the font's own.
  public var weight: Int?
  /// True for an italic or oblique face of the font's family, false for an upright one. nil is the font's own.
  public var isItalic: Bool?
  /// Width of letters in per cent of the normal one, 50…200: the nearest face of the family, or the position on a
  /// variable font's axis. nil is the font's own.
  public var fontStretch: Double?
  /// Positions on the axes of a variable font, which override weight, slant and width. nil is none.
  public var fontVariations: [FontVariation]?
  /// OpenType features, in addition to those that are always on. nil is none.
  public var fontFeatures: [FontFeature]?
  /// The palette of colour glyphs. nil is the font's first.
  public var fontPalette: FontPaletteChoice?
  /// The colour of the text.
  public var foregroundColor: Color?
  /// Fills the line's height behind the text. nil is none.
  public var backgroundColor: Color?
  /// Points added after each character; disables ligatures. 0 also disables the font's kerning, nil leaves it on.
  public var kern: Double?
  /// Distance of the text above the baseline, in points. nil is 0.
  public var baselineOffset: Double?
  /// The line under the text. nil is none.
  public var underlineStyle: LineStyle?
  /// The line through the text. nil is none.
  public var strikethroughStyle: LineStyle?
  /// The colour of the line under the text. nil is the foreground colour.
  public var underlineColor: Color?
  /// The colour of the line through the text. nil is the foreground colour.
  public var strikethroughColor: Color?
  /// Stroke width of the outlines in per cent of the font size: positive draws only the outline, negative fills as
  /// well.
  public var strokeWidth: Double?
  /// Colour of the outlines' stroke. nil is the foreground colour.
  public var strokeColor: Color?
  /// The shadow of the text. nil is none.
  public var shadow: TextShadow?

  /// Attachment that replaces the run's text. nil is none.
  public var attachment: TextAttachment?

  // Attributes of the paragraph, taken from its first run.

  /// Alignment of the lines. nil is the request's.
  public var alignment: TextRequest.Alignment?
  /// Points between a line's bottom and the next one's top, in addition to the font's leading. nil is 0.
  public var lineSpacing: Double?
  /// Factor of a line's height; the extra space is above the text. nil and 0 are the natural height.
  public var lineHeightMultiple: Double?
  /// Height of every line in points, whatever its fonts; the difference from their height is divided above and below,
  /// as in CSS. nil and 0 are the natural height. If set, `lineHeightMultiple` is ignored.
  public var lineHeight: Double?
  /// Points above a paragraph that is not the first. nil is 0.
  public var paragraphSpacingBefore: Double?
  /// Points below a paragraph that is not the last. nil is 0.
  public var paragraphSpacing: Double?
  /// Points between the leading edge and the paragraph's first line. nil is 0.
  public var firstLineHeadIndent: Double?
  /// Points between the leading edge and the other lines. nil is 0.
  public var headIndent: Double?
  /// End of the lines: if positive, in points from the leading edge, else from the trailing edge. nil is 0.
  public var tailIndent: Double?

  /// Line-breaking strategy of wrapped text. nil is `standard`.
  public var lineBreakStrategy: TextRequest.LineBreakStrategy?
  /// Readiness to hyphenate wrapped text: 0 never, 1 wherever a line gains by it; in between, only lines that would
  /// otherwise be filled less than this fraction. nil is 0.
  public var hyphenationFactor: Double?
  /// BCP 47 tag of the language for hyphenation, such as `de` or `en-GB`. nil is `en`.
  public var language: String?
  /// Tab stops. nil is none.
  public var tabStops: [TextTab]?
  /// The marker of each of the run's paragraphs as an item of a list, such as `•` or `{decimal}.`: it stands before the
  /// paragraph's first line, whose text begins at `headIndent` like that of the other lines. nil is none.
  ///
  /// `{decimal}`, `{lower-alpha}`, `{upper-alpha}`, `{lower-roman}` and `{upper-roman}` stand for the item's number,
  /// counted from 1 over consecutive paragraphs with equal markers. Without a `headIndent` the text of all items begins
  /// behind the list's widest marker, and at least at one and a half times the font size.
  public var listMarker: String?
  /// The words that stand for an item's number in a marker, in braces.
  package static let listMarkerWords = ["decimal", "lower-alpha", "upper-alpha", "lower-roman", "upper-roman"]
  /// Interval of default tab stops after the last of `tabStops`, in points. nil and 0 are eight spaces.
  public var defaultTabInterval: Double?

  /// Creates attributes that are all nil.
  public init() {}

  /// Creates attributes with a font.
  public init(font: String?, fontSize: Double? = nil, foregroundColor: Color? = nil) {
    self.font = font
    self.fontSize = fontSize
    self.foregroundColor = foregroundColor
  }
}

/// The shadow of text.
///
/// ```swift
/// var attributes = TextAttributes()
/// attributes.shadow = TextShadow(offset: Size(0, 1), blur: 2, color: .gray)
/// ```
public struct TextShadow: Hashable, Sendable {
  /// Offset from the text in points, y down.
  public var offset: Size
  /// Twice the blur's standard deviation, in points.
  public var blur: Double
  /// The colour of the shadow.
  public var color: Color
  /// Creates a shadow.
  public init(offset: Size = .zero, blur: Double = 0, color: Color = .black) {
    self.offset = offset
    self.blur = blur
    self.color = color
  }
}
