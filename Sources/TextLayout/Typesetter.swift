import RenderTree

/// Lays out text with the fonts of a named set of directories: the same text everywhere, whatever the system's font settings.
///
/// Nothing is loaded before the first text. Not for use from two threads at once; the frames it makes are.
package final class Typesetter {
  /// Where the fonts this engine depends on are installed.
  package static let defaultFontDirectories = [
    "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/truetype/liberation2", "/usr/share/fonts/truetype/liberation",
  ]

  /// Makes a typesetter that reads nothing yet.
  ///
  /// - Parameters:
  ///   - fontDirectories: searched in this order, with their subdirectories; the first face of a name wins.
  ///   - fontFile: turns the path a script gave as a `font` into the path of a file that may be read, or throws what the script is told.
  package init(
    fontDirectories: [String] = Typesetter.defaultFontDirectories,
    fontFile: @escaping (String) throws -> String = { throw TextError(.font, "font \"\($0)\": font files cannot be read here") }
  ) {}

  /// Lays out the request.
  ///
  /// - Throws: `TextError`, and what `fontFile` throws.
  package func layout(_ request: TextRequest) throws -> TextFrame {
    throw TextError(.library, "text is not supported yet")
  }

  /// Every face of the font directories, by family, weight and style.
  package func fonts() -> [FontFace] { [] }
}
