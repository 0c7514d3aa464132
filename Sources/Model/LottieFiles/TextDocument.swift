// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels

/// A text with its style, as a text layer shows it from a frame on.
struct TextDocument {
  var text: String
  /// The name of the font in the file.
  var font: String
  /// In points.
  var size: Double
  /// 0 left, 1 right, 2 centre; 3 to 6 fill a box: with the last line of a paragraph left, right, in the centre, or
  /// filled too.
  var justification: Int
  /// The space after each character, in points.
  var kern: Double
  /// The distance of lines, in points.
  var lineHeight: Double
  /// The distance above the baseline, in points.
  var baselineShift: Double
  var fill: Color?
  var stroke: (color: Color, width: Double, isOverFill: Bool)?
  /// The box in which the text is wrapped; nil for none.
  var box: Rect?

  init(_ node: Node) {
    func color(_ key: String) -> Color? {
      guard let numbers = node[key]?.numbers, numbers.count >= 3 else { return nil }
      return Colors.color(Array(numbers.prefix(3)))
    }
    text = node["t"]?.text ?? node["t"]?.number.map { numberText($0) } ?? ""
    if node.integer("ca", 0) == 1 { text = text.uppercased() }
    font = node["f"]?.text ?? ""
    size = min(max(node.number("s", 12), 0.01), 10_000)
    justification = node.integer("j", 0)
    kern = size * min(max(node.number("tr", 0), -1e5), 1e5) / 1000
    lineHeight = node["lh"]?.number ?? size * 1.2
    baselineShift = node.number("ls", 0)
    fill = color("fc")
    if let strokeColor = color("sc"), node.number("sw", 0) > 0 {
      stroke = (strokeColor, min(node.number("sw", 0), 10_000), node.flag("of"))
    }
    if let box = node["sz"]?.point {
      let origin = node["ps"]?.point ?? (0, 0)
      self.box = Rect(origin.x, origin.y, max(box.x, 0), max(box.y, 0))
    }
  }

  /// The lines as the text divides them.
  var lines: [String] {
    var result = [""]
    var last: Character?
    for c in text {
      // A carriage return with a line feed is one character.
      if c == "\r\n" || c == "\r" || c == "\n" || c == "\u{3}" {
        if !(c == "\n" && last == "\r") { result.append("") }
      } else {
        result[result.count - 1].append(c)
      }
      last = c
    }
    return result
  }
}

/// The choice of an installed font for a font of a file.
struct FontChoice {
  var name: String
  /// 1…1000; nil is the font's own.
  var weight: Int?
  var isItalic: Bool?
  /// True if it is installed.
  var isFound: Bool

  /// The words of styles for weights, heavier ones first where one contains another.
  private static let weights: [(word: String, weight: Int)] = [
    ("extralight", 200), ("ultralight", 200), ("thin", 100), ("light", 300), ("semibold", 600), ("demibold", 600),
    ("extrabold", 800), ("ultrabold", 800), ("bold", 700), ("medium", 500), ("black", 900), ("heavy", 900),
  ]

  static func isInstalled(_ family: String, _ fonts: [FontDescription]) -> Bool {
    let wanted = trimmed(family).lowercased()
    return fonts.contains { $0.family.lowercased() == wanted || $0.fullName.lowercased() == wanted }
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// A font that the archive holds, by its name for texts.
  init(file name: String) {
    self.name = name
    isFound = true
  }

  /// - Parameter font: the row of the file's font; nil if the file has none of the name.
  init(named name: String, _ font: Node?, replacement: String?, _ fonts: [FontDescription]) {
    if let replacement {
      self.name = replacement
      isFound = true
      return
    }
    let family = FontChoice.trimmed(font?["fFamily"]?.text ?? name)
    let style = (font?["fStyle"]?.text ?? "").lowercased()
    self.name = family.isEmpty ? "Helvetica" : family
    isFound = FontChoice.isInstalled(family, fonts) || FontChoice.isInstalled(name, fonts)
    if !FontChoice.isInstalled(family, fonts), FontChoice.isInstalled(name, fonts) { self.name = name }
    let compact = style.filter { $0 != " " && $0 != "-" }
    let words = FontChoice.weights.filter { row in
      compact.utf8.indices.contains { compact.utf8[$0...].starts(with: row.word.utf8) }
    }
    weight = words.first?.weight
    if style.hasSuffix("italic") || style.hasSuffix("oblique") { isItalic = true }
  }
}

/// The outlines of characters that a file holds, in units of which the font size is 100.
struct GlyphOutlines {
  private var glyphs: [String: (path: Path, width: Double)] = [:]

  /// Reads the outlines of one font of the file.
  init(_ chars: [PropertyValue], family: String, style: String, _ session: LottieSession) throws {
    var others: [String: (path: Path, width: Double)] = [:]
    for char in chars.prefix(LottieLimits.characters) {
      let char = Node(char)
      guard char["fFamily"]?.text == family, let text = char["ch"]?.text else { continue }
      var path = Path()
      try GlyphOutlines.add(char["data"]?.items("shapes") ?? [], to: &path, session, depth: 0)
      let glyph = (path, min(max(char.number("w", 0), -1e5), 1e5))
      if char["style"]?.text ?? style == style { glyphs[text] = glyph } else { others[text] = glyph }
    }
    glyphs.merge(others) { own, _ in own }
  }

  private static func add(
    _ items: [PropertyValue], to path: inout Path, _ session: LottieSession, depth: Int
  ) throws {
    guard depth < 32 else { return }
    for item in items.map({ Node($0) }) {
      if let inner = item["it"] { try add(inner.items, to: &path, session, depth: depth + 1) }
      if item["ty"]?.text == "sh", let k = item["ks"]?["k"], let bezier = Bezier(k) {
        try session.countPoints(bezier.points.count, Place() + "chars")
        path.add(bezier)
      }
    }
  }

  subscript(character: Character) -> (path: Path, width: Double)? { glyphs[String(character)] }

  /// True if a character of a text that is no blank has an outline.
  func coversSome(of text: String) -> Bool { text.contains { !$0.isWhitespace && glyphs[String($0)] != nil } }
}
