// SPDX-License-Identifier: MIT
import Numbers

/// Normalises and parses the font names that scripts use.
struct FontName {
  /// Returns the name in lower case without spaces, hyphens, dots and underscores: "Helvetica-Bold" and "helvetica
  /// bold" are equal.
  static func normalized(_ name: String) -> String {
    var bytes: [UInt8] = []
    for b in name.utf8 {
      switch b {
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(b + 32)
      default: bytes.append(b)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Families with a Liberation font of compatible metrics, and the names of system fonts, longest names first.
  private static let standIns: [(name: String, family: String)] = [
    ("applesystemuifont", "Liberation Sans"), ("timesnewromanps", "Liberation Serif"),
    ("helveticaneue", "Liberation Sans"),
    ("timesnewroman", "Liberation Serif"), ("applesystem", "Liberation Sans"), ("couriernewps", "Liberation Mono"),
    ("systemfont", "Liberation Sans"), ("lucidagrande", "Liberation Sans"), ("uimonospaced", "Liberation Mono"),
    ("sfprodisplay", "Liberation Sans"), ("sanfrancisco", "Liberation Sans"), ("couriernew", "Liberation Mono"),
    ("uisansserif", "Liberation Sans"), ("helvetica", "Liberation Sans"), ("sansserif", "Liberation Sans"),
    ("sfprotext", "Liberation Sans"), ("sfuidisplay", "Liberation Sans"), ("sfuitext", "Liberation Sans"),
    ("sfui", "Liberation Sans"),
    ("monospace", "Liberation Mono"), ("systemui", "Liberation Sans"), ("sfnstext", "Liberation Sans"),
    ("uiserif", "Liberation Serif"), ("courier", "Liberation Mono"), ("sfmono", "Liberation Mono"),
    ("sfns", "Liberation Sans"),
    ("system", "Liberation Sans"), ("monaco", "Liberation Mono"), ("menlo", "Liberation Mono"),
    ("times", "Liberation Serif"),
    ("sfpro", "Liberation Sans"), ("serif", "Liberation Serif"), ("arial", "Liberation Sans"),
  ]

  /// The names of systems' own fonts among them, and that of the font that stands for them.
  private static let systemNames = [
    "applesystemuifont", "applesystem", "systemfont", "sfprodisplay", "sanfrancisco", "uisansserif", "sfprotext",
    "sfuidisplay", "sfuitext", "systemui", "sfnstext", "sfui", "sfns", "system", "sfpro", "inter",
  ]

  /// True if a name, which style words may follow, is one of a system's font.
  static func isOfSystem(normalized name: String) -> Bool { systemStyle(ofNormalized: name) != nil }

  /// Returns the style after a name of a system's font or of Inter; nil for another name.
  static func systemStyle(ofNormalized name: String) -> Style? {
    for known in systemNames where name.hasPrefix(known) {
      let (style, isWhole) = Style.parse(name.dropFirst(known.count))
      if isWhole { return style }
    }
    return nil
  }

  /// True for a face of the font that stands for the names of systems' fonts.
  static func isSystemFace(_ face: FontFace) -> Bool { normalized(face.family) == "inter" }

  /// The best known of the substituted names, in their usual spelling.
  static let standInNames = [
    "Helvetica", "Helvetica Neue", "Arial", "San Francisco", ".SFUI", ".AppleSystemUIFont", "System", "Lucida Grande",
    "sans-serif", "Times", "Times New Roman", "serif", "Courier", "Courier New", "Menlo", "Monaco", "SF Mono",
    "monospace",
  ]

  /// Returns the substitute for a substituted family's name that style words may follow, e.g. "Helvetica-BoldOblique"
  /// or "ArialMT".
  static func standIn(forNormalized name: String) -> (family: String, style: Style)? {
    for (known, family) in standIns where name.hasPrefix(known) {
      let (style, isWhole) = Style.parse(name.dropFirst(known.count))
      return isWhole ? (family, style) : nil
    }
    return nil
  }

  struct Style: Hashable {
    var isBold = false
    var isItalic = false

    var name: String { isBold ? (isItalic ? "Bold Italic" : "Bold") : isItalic ? "Italic" : "Regular" }

    private static let words: [(word: String, isBold: Bool, isItalic: Bool)] = [
      ("ultralight", false, false), ("extralight", false, false), ("semibold", true, false), ("demibold", true, false),
      ("extrabold", true, false), ("regular", false, false), ("oblique", false, true), ("medium", false, false),
      ("italic", false, true),
      ("roman", false, false), ("black", true, false), ("heavy", true, false), ("light", false, false),
      ("plain", false, false),
      ("bold", true, false), ("thin", false, false), ("mt", false, false), ("ps", false, false), ("ui", false, false),
    ]

    /// Parses style words; the second value is true if the text consists only of style words.
    static func parse(_ text: Substring) -> (Style, Bool) {
      var style = Style(), rest = text
      while !rest.isEmpty {
        guard let word = words.first(where: { rest.hasPrefix($0.word) }) else { return (style, false) }
        style.isBold = style.isBold || word.isBold
        style.isItalic = style.isItalic || word.isItalic
        rest = rest.dropFirst(word.word.count)
      }
      return (style, true)
    }

    /// Returns the style that the last words of an unknown font's name suggest.
    static func guess(_ name: String) -> Style {
      var style = Style()
      for word in words
      where name.hasSuffix(word.word) || name.hasSuffix(word.word + "italic") || name.hasSuffix(word.word + "oblique") {
        style.isBold = style.isBold || word.isBold
        style.isItalic = style.isItalic || word.isItalic
      }
      return style
    }
  }
}
