// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// Text to lay out: runs with one paragraph style.
public struct TextRequest: Hashable, Sendable {
  /// Alignment of lines in the width; `natural` follows the writing direction.
  public enum Alignment: UInt8, Sendable { case natural, left, right, center, justified }
  /// Position at which text that does not fit is cut.
  public enum Truncation: UInt8, Sendable { case none, start, middle, end }

  package var runs: [TextRun]
  /// Width to which lines are wrapped, aligned and truncated, in points; nil for natural widths.
  package var width: Double?
  /// Height beyond which wrapped text is truncated, in points; nil for no limit. Only used with a truncation.
  package var height: Double?
  /// True to break lines at `width`: between words, and inside a word only if it is wider than the line. Newlines
  /// always break.
  package var wraps: Bool
  package var alignment: Alignment
  package var truncation: Truncation
  /// Maximum number of lines, the last of which shows the truncation; 0 for no limit.
  package var maximumLines: Int
  /// The part of a chain of boxes that is laid out; nil for text in one box.
  package var flow: TextFlow?

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
package struct TextRun: Hashable, Sendable {
  package var string: String
  /// A family, a full name, or a font file's path.
  package var font: String
  /// In points.
  package var fontSize: Double
  package var color: Color
  /// All other attributes; their font, size and foreground colour are ignored. nil for none, as for most text.
  package var attributes: TextAttributes? {
    get { rare?.attributes }
    set { rare = newValue.map { Rare($0) } }
  }
  private var rare: Rare?

  /// Attributes stored out of line, as they are large and most text has none.
  private final class Rare: Hashable, Sendable {
    let attributes: TextAttributes
    init(_ attributes: TextAttributes) { self.attributes = attributes }
    static func == (a: Rare, b: Rare) -> Bool { a === b || a.attributes == b.attributes }
    func hash(into hasher: inout Hasher) { hasher.combine(attributes) }
  }

  package init(
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

/// Laid-out text. The origin is the top left corner of the box, y down, in points.
package struct TextFrame: Sendable {
  /// Glyphs with the same appearance.
  package struct Piece: Sendable {
    package var run: GlyphRun
    /// Fill colour of the glyphs; nil for no fill.
    package var color: Color?
    package var stroke: Stroke?
    package var shadow: TextShadow?
    /// Index of its line.
    package var line = 0
    package init(run: GlyphRun, color: Color?, stroke: Stroke? = nil, shadow: TextShadow? = nil) {
      self.run = run
      self.color = color
      self.stroke = stroke
      self.shadow = shadow
    }
  }

  /// The stroke of the outlines, in points.
  package struct Stroke: Hashable, Sendable {
    package var width: Double
    package var color: Color
    package init(width: Double, color: Color) {
      self.width = width
      self.color = color
    }
  }

  /// A filled rectangle that decorates text.
  package struct Mark: Hashable, Sendable {
    package enum Kind: UInt8, Sendable { case background, underline, strikethrough }
    package var kind: Kind
    package var rect: Rect
    package var color: Color
    package var shadow: TextShadow?
    /// Alternating lengths of strokes and gaps along the rectangle, in points; empty to fill all of it.
    package var dashes: [Double]
    package init(kind: Kind, rect: Rect, color: Color, shadow: TextShadow? = nil, dashes: [Double] = []) {
      self.kind = kind
      self.rect = rect
      self.color = color
      self.shadow = shadow
      self.dashes = dashes
    }

    /// The filled parts as a path.
    package var path: Path {
      var path = Path()
      for stroke in strokes { path.addRect(stroke) }
      return path
    }

    /// The filled parts.
    package var strokes: [Rect] {
      let period = dashes.reduce(0, +)
      // From 10,000 periods on, the strokes look like a solid line.
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

  /// A character that no font has; the named font's missing-glyph box is drawn instead.
  package struct Missing: Hashable, Sendable {
    package var character: Unicode.Scalar
    package var font: String
    /// Name of its script, such as `Han`; nil for a character without a script.
    package var script: String?
    /// Debian package with a font for it, and the folder where the package installs it; nil if none is known.
    package var package: String?
    package var folder: String?
    package init(
      character: Unicode.Scalar, font: String, script: String? = nil, package: String? = nil, folder: String? = nil
    ) {
      self.character = character
      self.font = font
      self.script = script
      self.package = package
      self.folder = folder
    }
  }

  /// A language for which hyphenation is unavailable.
  package struct MissingHyphens: Hashable, Sendable {
    package var language: String
    /// The missing part, and the remedy.
    package var reason: String
    package init(language: String, reason: String) {
      self.language = language
      self.reason = reason
    }
  }

  package struct Line: Hashable, Sendable {
    /// y of the baseline.
    package var baseline: Double
    /// Start x and width of the line's ink advance.
    package var left: Double
    package var width: Double
    package var ascent: Double
    package var descent: Double
    /// The bytes of the runs' joined text that it shows, with the spaces at its end and without the newline.
    package var range: Range<Int>
    package init(
      baseline: Double, left: Double, width: Double, ascent: Double, descent: Double, range: Range<Int> = 0..<0
    ) {
      self.baseline = baseline
      self.left = left
      self.width = width
      self.ascent = ascent
      self.descent = descent
      self.range = range
    }
  }

  /// A requested font that is missing, and its substitute.
  package struct Substitution: Hashable, Sendable {
    package var asked: String
    package var used: String
    /// Path of a font by that name that cannot be read, and the reason, as the end of a sentence; nil if there is none.
    package var unread: String?
    /// The Debian package that has the requested font; nil if none is known.
    package var package: String?
    package init(asked: String, used: String, unread: String? = nil, package: String? = nil) {
      self.asked = asked
      self.used = used
      self.unread = unread
      self.package = package
    }
  }

  /// An attachment laid out in the text.
  package struct Attachment: Hashable, Sendable {
    package var content: TextAttachment.Content
    /// Position in the text's box.
    package var rect: Rect
    package var shadow: TextShadow?
    /// Index of its line.
    package var line: Int

    package init(content: TextAttachment.Content, rect: Rect, shadow: TextShadow?, line: Int) {
      self.content = content
      self.rect = rect
      self.shadow = shadow
      self.line = line
    }
  }

  package var pieces: [Piece]
  package var marks: [Mark]
  package var attachments: [Attachment] = []
  package var lines: [Line]
  /// Width of the widest line including its indents, and sum of the lines' heights.
  package var size: Size
  package var substitutions: [Substitution]
  /// Requested axes, features and palettes that the fonts lack, each as a sentence.
  package var fontProblems: [String] = []
  /// The first few missing characters, each once.
  package var missing: [Missing]
  /// Languages without hyphenation that needed it, each once.
  package var missingHyphens: [MissingHyphens] = []
  package var isTruncated: Bool
  /// True if a line ends where the rules of line breaking allow no end, without a hyphen, because what they keep
  /// together is wider than the line.
  package var dividesWords = false
  /// The byte of the laid-out text at which the next box of a chain begins; nil if no text is left for it.
  package var end: Int?

  package init(
    pieces: [Piece], marks: [Mark] = [], lines: [Line], size: Size, substitutions: [Substitution] = [],
    missing: [Missing] = [], isTruncated: Bool = false
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
