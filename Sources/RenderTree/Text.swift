// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// Text to be laid out: runs of one paragraph style.
public struct TextRequest: Hashable, Sendable {
  /// Where lines stand in the width; `natural` follows the writing.
  public enum Alignment: UInt8, Sendable { case natural, left, right, center, justified }
  /// Where text that does not fit is cut.
  public enum Truncation: UInt8, Sendable { case none, start, middle, end }

  package var runs: [TextRun]
  /// The width lines are wrapped, aligned and truncated to, in points; nil lets every line be as wide as it is.
  package var width: Double?
  /// The height below which wrapped text is truncated, in points; nil for no limit. Only used with a truncation.
  package var height: Double?
  /// Breaks lines at `width`: between words, inside a word only where it is wider than the line. Newlines always break.
  package var wraps: Bool
  package var alignment: Alignment
  package var truncation: Truncation
  /// The most lines, of which the last shows a truncation; 0 for no limit.
  package var maximumLines: Int

  package init(
    runs: [TextRun], width: Double? = nil, height: Double? = nil, wraps: Bool = false, alignment: Alignment = .natural,
    truncation: Truncation = .none, maximumLines: Int = 0
  ) {
    self.runs = runs
    self.width = width
    self.height = height
    self.wraps = wraps
    self.alignment = alignment
    self.truncation = truncation
    self.maximumLines = maximumLines
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
  /// All other attributes; its font, size and foreground colour are ignored. nil is none, as for most text.
  public var attributes: TextAttributes? {
    get { rare?.attributes }
    set { rare = newValue.map { Rare($0) } }
  }
  private var rare: Rare?

  /// Most text has no attributes, and they are many.
  private final class Rare: Hashable, Sendable {
    let attributes: TextAttributes
    init(_ attributes: TextAttributes) { self.attributes = attributes }
    static func == (a: Rare, b: Rare) -> Bool { a === b || a.attributes == b.attributes }
    func hash(into hasher: inout Hasher) { hasher.combine(attributes) }
  }

  public init(
    string: String, font: String = "Helvetica", fontSize: Double = 36, color: Color = .white,
    attributes: TextAttributes? = nil
  ) {
    self.string = string
    self.font = font
    self.fontSize = fontSize
    self.color = color
    rare = attributes.map { Rare($0) }
  }
}

/// Text that has been laid out. The origin is the top left corner of the box, y down, in points.
public struct TextFrame: Sendable {
  /// Glyphs with the same appearance.
  public struct Piece: Sendable {
    public var run: GlyphRun
    /// The colour of the glyphs; nil leaves them empty.
    public var color: Color?
    public var stroke: Stroke?
    public var shadow: TextShadow?
    /// The place of its line among the lines.
    package var line = 0
    public init(run: GlyphRun, color: Color?, stroke: Stroke? = nil, shadow: TextShadow? = nil) {
      self.run = run
      self.color = color
      self.stroke = stroke
      self.shadow = shadow
    }
  }

  /// The outlines' stroke, in points.
  public struct Stroke: Hashable, Sendable {
    public var width: Double
    public var color: Color
    public init(width: Double, color: Color) {
      self.width = width
      self.color = color
    }
  }

  /// A filled rectangle that belongs to text.
  public struct Mark: Hashable, Sendable {
    public enum Kind: UInt8, Sendable { case background, underline, strikethrough }
    public var kind: Kind
    public var rect: Rect
    public var color: Color
    public var shadow: TextShadow?
    /// The strokes and gaps along the rectangle in turn, in points; empty fills all of it.
    public var dashes: [Double]
    public init(kind: Kind, rect: Rect, color: Color, shadow: TextShadow? = nil, dashes: [Double] = []) {
      self.kind = kind
      self.rect = rect
      self.color = color
      self.shadow = shadow
      self.dashes = dashes
    }

    /// What is filled.
    package var path: Path {
      var path = Path()
      for stroke in strokes { path.addRect(stroke) }
      return path
    }

    /// The parts that are filled.
    package var strokes: [Rect] {
      let period = dashes.reduce(0, +)
      // So many strokes are a line to the eye.
      guard period > 0, rect.width / period < 10_000 else { return [rect] }
      var strokes: [Rect] = []
      var x = rect.minX
      while x < rect.maxX {
        for (i, length) in dashes.enumerated() {
          let end = min(x + length, rect.maxX)
          if i % 2 == 0, end > x { strokes.append(Rect(x, rect.y, end - x, rect.height)) }
          x += length
        }
      }
      return strokes
    }
  }

  /// A character that no font has: the named font's box for it is drawn.
  public struct Missing: Hashable, Sendable {
    public var character: Unicode.Scalar
    public var font: String
    /// The name of its script, as `Han`; nil for a character that belongs to none.
    public var script: String?
    /// Debian's package that has it, and the folder where that installs it; nil where none is known.
    public var package: String?
    public var folder: String?
    public init(
      character: Unicode.Scalar, font: String, script: String? = nil, package: String? = nil, folder: String? = nil
    ) {
      self.character = character
      self.font = font
      self.script = script
      self.package = package
      self.folder = folder
    }
  }

  /// A language whose words could not be divided.
  public struct MissingHyphens: Hashable, Sendable {
    public var language: String
    /// What is missing, and the remedy.
    public var reason: String
    public init(language: String, reason: String) {
      self.language = language
      self.reason = reason
    }
  }

  public struct Line: Hashable, Sendable {
    /// The y of the baseline.
    public var baseline: Double
    /// The x at which the line's ink advance starts, and its advance width.
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

  /// A missing font that was requested by name, and its substitute.
  public struct Substitution: Hashable, Sendable {
    public var asked: String
    public var used: String
    /// The path of a font by that name that cannot be read, if there is one, and why: the end of a sentence.
    public var unread: String?
    public init(asked: String, used: String, unread: String? = nil) {
      self.asked = asked
      self.used = used
      self.unread = unread
    }
  }

  /// What stands in place of text.
  public struct Attachment: Hashable, Sendable {
    public var content: TextAttachment.Content
    /// Where it is.
    public var rect: Rect
    public var shadow: TextShadow?
    /// The place of its line among the lines.
    package var line: Int

    package init(content: TextAttachment.Content, rect: Rect, shadow: TextShadow?, line: Int) {
      self.content = content
      self.rect = rect
      self.shadow = shadow
      self.line = line
    }
  }

  public var pieces: [Piece]
  public var marks: [Mark]
  public var attachments: [Attachment] = []
  public var lines: [Line]
  /// The width of the widest line, with its indents, and the sum of the lines' heights.
  public var size: Size
  public var substitutions: [Substitution]
  /// What was asked of fonts that they do not have, each a sentence: axes, features, palettes.
  public var fontProblems: [String] = []
  /// The first few characters that are missing, each once.
  public var missing: [Missing]
  /// The languages that were to be hyphenated and have no hyphens here, each once.
  public var missingHyphens: [MissingHyphens] = []
  public var isTruncated: Bool

  public init(
    pieces: [Piece], marks: [Mark] = [], lines: [Line], size: Size, substitutions: [Substitution] = [],
    missing: [Missing] = [],
    isTruncated: Bool = false
  ) {
    self.pieces = pieces
    self.marks = marks
    self.lines = lines
    self.size = size
    self.substitutions = substitutions
    self.missing = missing
    self.isTruncated = isTruncated
  }
}
