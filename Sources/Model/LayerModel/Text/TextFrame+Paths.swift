// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Parsing
import RenderTree

/// The memory of a letter's path besides its elements, in bytes: in a list, as a value, and with its two buffers.
private let letterMemory = 384

extension TextFrame {
  /// Returns the outlines of the text's clusters: letters, or several that are one glyph, in visual order. Blanks and
  /// colour glyphs have none.
  package func letterPaths(_ reading: inout Reading) throws(LayerError) -> [Path] {
    var result: [Path] = []
    for piece in pieces {
      let run = piece.run
      for cluster in run.grouped() {
        var letter = Path()
        try reading.take(letterMemory)
        for i in cluster.glyphs where i < run.positions.count {
          let outline = run.font.outline(of: run.glyphs[i])
          try reading.step(outline.points.count + 1)
          // An array that grows is twice as large at most.
          try reading.take(2 * (outline.verbs.count + outline.points.count * 16))
          letter.addPath(outline, transform: .translation(run.positions[i].x, run.positions[i].y))
        }
        if !letter.isEmpty { result.append(letter) }
      }
    }
    return result
  }
}

extension Scene {
  /// Returns the outlines of text as it is laid out, one path for each letter or ligature, in visual order. The top
  /// left corner of the text is at (0, 0). Colour glyphs have no outlines.
  ///
  /// ```swift
  /// let letters = try scene.paths(of: AttributedString("Hello"), attributes: TextAttributes(), width: nil)
  /// ```
  ///
  /// - Parameters:
  ///   - attributes: of the text where it has no own ones.
  ///   - width: the width in which lines are broken, in points; nil for a single line.
  /// - Throws: an error if a font is missing, or the text is too long.
  public func paths(
    of text: AttributedString, attributes: TextAttributes = TextAttributes(), width: Double? = nil
  ) throws -> [Path] {
    let frame = try layoutText(
      text, attributes: attributes, width: width, height: nil, wraps: width != nil, truncation: .none, maximumLines: 0)
    var reading = Reading(account, name: "Scene.paths", purpose: "the outlines")
    return try frame.letterPaths(&reading)
  }
}
