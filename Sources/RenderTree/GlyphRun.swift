// SPDX-License-Identifier: MIT
import Geometry

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

  public init(font: any GlyphSource, fontSize: Double, glyphs: [UInt32], positions: [Point], text: String) {
    self.font = font
    self.fontSize = fontSize
    self.glyphs = glyphs
    self.positions = positions
    self.text = text
  }
}
