import Geometry
import Pixels

/// Text to be laid out: runs of one paragraph style.
public struct TextRequest: Hashable, Sendable {
  public enum Alignment: UInt8, Sendable { case natural, left, right, center, justified }
  public enum Truncation: UInt8, Sendable { case none, start, middle, end }

  public var runs: [TextRun]
  /// The width lines are wrapped, aligned and truncated to, in points; nil lets every line be as wide as it is.
  public var width: Double?
  /// The height below which wrapped text is truncated, in points; nil for no limit. Only used with a truncation.
  public var height: Double?
  /// Breaks lines at `width`: between words, inside a word only where it is wider than the line. Newlines always break.
  public var wraps: Bool
  public var alignment: Alignment
  public var truncation: Truncation

  public init(
    runs: [TextRun], width: Double? = nil, height: Double? = nil, wraps: Bool = false, alignment: Alignment = .natural,
    truncation: Truncation = .none
  ) {
    self.runs = runs
    self.width = width
    self.height = height
    self.wraps = wraps
    self.alignment = alignment
    self.truncation = truncation
  }
}

/// A stretch of text with one set of attributes.
public struct TextRun: Hashable, Sendable {
  public var string: String
  /// A family, a full name, or a font file's path.
  public var font: String
  /// In points.
  public var fontSize: Double
  public var color: Color
  public init(string: String, font: String = "Helvetica", fontSize: Double = 36, color: Color = .white) {
    self.string = string
    self.font = font
    self.fontSize = fontSize
    self.color = color
  }
}

/// Text that has been laid out. The origin is the top left corner of the box, y down, in points.
public struct TextFrame: Sendable {
  public struct Piece: Sendable {
    public var run: GlyphRun
    public var color: Color
    public init(run: GlyphRun, color: Color) {
      self.run = run
      self.color = color
    }
  }

  public struct Line: Hashable, Sendable {
    /// The y of the baseline.
    public var baseline: Double
    /// The x where the line's ink advance starts, and its advance width.
    public var left: Double
    public var width: Double
    public var ascent: Double
    public var descent: Double
    public init(baseline: Double, left: Double, width: Double, ascent: Double, descent: Double) {
      self.baseline = baseline
      self.left = left
      self.width = width
      self.ascent = ascent
      self.descent = descent
    }
  }

  /// A font that was asked for by name and is not there, and what stands in for it.
  public struct Substitution: Hashable, Sendable {
    public var asked: String
    public var used: String
    public init(asked: String, used: String) {
      self.asked = asked
      self.used = used
    }
  }

  public var pieces: [Piece]
  public var lines: [Line]
  /// The widest line and the sum of the lines' heights.
  public var size: Size
  public var substitutions: [Substitution]
  public var isTruncated: Bool

  public init(pieces: [Piece], lines: [Line], size: Size, substitutions: [Substitution] = [], isTruncated: Bool = false) {
    self.pieces = pieces
    self.lines = lines
    self.size = size
    self.substitutions = substitutions
    self.isTruncated = isTruncated
  }
}
