// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree

/// A row of the table of text attributes: its name, getter and checked setter. The forms in scripts and in the dump
/// derive from it.
struct TextAttribute: Sendable {
  let name: String
  let get: @Sendable (TextAttributes) -> PropertyValue
  /// Stores a value; returns the expected value if it is wrong, else nil.
  let set: @Sendable (inout TextAttributes, PropertyValue) -> String?

  /// The maximum length in points; no font is larger.
  static let longest = TextLimits.fontSize

  static let all = textAndParagraphs + lines

  private static let textAndParagraphs: [TextAttribute] = [
    string("font", \.font),
    number("fontSize", \.fontSize, "a size in points greater than 0 and at most \(Int(clamping: TextLimits.fontSize))")
    {
      $0 > 0 && $0 <= TextLimits.fontSize
    },
    TextAttribute(name: "weight", get: { $0.weight.map { .number(Double($0)) } ?? .null }) { a, v in
      guard let weight = weight(v) else { return "a number from 1 to 1000, or one of \(listed(weights.map(\.name)))" }
      a.weight = weight
      return nil
    },
    TextAttribute(name: "italic", get: { $0.isItalic.map { .bool($0) } ?? .null }) { a, v in
      guard case .bool(let b) = v else { return "true or false" }
      a.isItalic = b
      return nil
    },
    TextAttribute(name: "fontStretch", get: { $0.fontStretch.map { .number($0) } ?? .null }) { a, v in
      guard let stretch = stretch(v) else {
        return "percent of the normal width, 50 to 200, or one of \(listed(stretches.map(\.name)))"
      }
      a.fontStretch = stretch
      return nil
    },
    TextAttribute(name: "fontVariations", get: { $0.fontVariations.map { FontVariation.value($0) } ?? .null }) { a, v in
      guard let list = FontVariation.list(v) else {
        return "values by four-letter axis tag such as {wght = 625, wdth = 80}"
      }
      a.fontVariations = list
      return nil
    },
    TextAttribute(name: "fontFeatures", get: { $0.fontFeatures.map { FontFeature.value($0) } ?? .null }) { a, v in
      guard let list = FontFeature.list(v) else {
        return "four-letter feature tags such as {tnum = 1, kern = false} or {\"tnum\", \"ss01\"}"
      }
      a.fontFeatures = list
      return nil
    },
    TextAttribute(name: "fontPalette", get: { $0.fontPalette.map { $0.value } ?? .null }) { a, v in
      guard let palette = FontPaletteChoice(v) else {
        return "a palette's number from 0, \"light\", \"dark\", or a table such as {palette = 1, [3] = \"red\"}"
      }
      a.fontPalette = palette
      return nil
    },
    color("foregroundColor", \.foregroundColor), color("backgroundColor", \.backgroundColor), length("kern", \.kern),
    length("baselineOffset", \.baselineOffset), lineStyle("underlineStyle", \.underlineStyle),
    lineStyle("strikethroughStyle", \.strikethroughStyle), color("underlineColor", \.underlineColor),
    color("strikethroughColor", \.strikethroughColor),
    number("strokeWidth", \.strokeWidth, "percent of the font size, such as 3, or -3 to fill too") {
      abs($0) <= longest
    },
    color("strokeColor", \.strokeColor),
    TextAttribute(name: "shadow", get: { $0.shadow.map { shadowValue($0) } ?? .null }) { a, v in
      guard let shadow = shadow(v) else { return "a shadow such as {offset = {0, 1}, blur = 2, color = \"black\"}" }
      a.shadow = shadow
      return nil
    },
    TextAttribute(name: "attachment", get: { $0.attachment.map { $0.content.value } ?? .null }) { a, v in
      switch v {
      case .image(let image): a.attachment = TextAttachment(.picture(AttachedPicture(image)), size: a.attachment?.size)
      case .string(let name) where !name.isEmpty:
        a.attachment = TextAttachment(.sublayer(name), size: a.attachment?.size)
      default: return "an image, or the name of a sublayer of the text layer"
      }
      return nil
    },
    TextAttribute(name: "attachmentSize", get: { $0.attachment?.size.map { .size($0) } ?? .null }) { a, v in
      guard let size = v.asSize, size.width >= 0, size.height >= 0, size.width <= longest, size.height <= longest else {
        return "a size of 0 to \(Int(clamping: longest)) points each way such as {16, 16}"
      }
      // An attachment without content holds the size until the content is set.
      a.attachment = TextAttachment(a.attachment?.content ?? .sublayer(""), size: size)
      return nil
    },
    TextAttribute(name: "alignment", get: { $0.alignment.map { .string($0.optionName.raw) } ?? .null }) { a, v in
      guard case .string(let s) = v, let alignment = TextRequest.Alignment(named: s) else {
        return "one of \(listed(TextRequest.Alignment.names.map(\.raw)))"
      }
      a.alignment = alignment
      return nil
    },
    positive("lineSpacing", \.lineSpacing), positive("lineHeightMultiple", \.lineHeightMultiple, unit: "a factor"),
    positive("lineHeight", \.lineHeight), positive("paragraphSpacingBefore", \.paragraphSpacingBefore),
    positive("paragraphSpacing", \.paragraphSpacing),
    positive("firstLineHeadIndent", \.firstLineHeadIndent), positive("headIndent", \.headIndent),
    length("tailIndent", \.tailIndent),
  ]

  // MARK: Kinds of rows

  private static func string(_ name: String, _ path: WritableKeyPath<TextAttributes, String?> & Sendable)
    -> TextAttribute
  {
    TextAttribute(name: name, get: { $0[keyPath: path].map { .string($0) } ?? .null }) { a, v in
      guard case .string(let s) = v, !s.isEmpty else { return "the name of a font or of its file" }
      a[keyPath: path] = s
      return nil
    }
  }

  private static func number(
    _ name: String, _ path: WritableKeyPath<TextAttributes, Double?> & Sendable, _ expectation: String,
    _ allows: @escaping @Sendable (Double) -> Bool
  ) -> TextAttribute {
    TextAttribute(name: name, get: { $0[keyPath: path].map { .number($0) } ?? .null }) { a, v in
      guard case .number(let n) = v, n.isFinite, allows(n) else { return expectation }
      a[keyPath: path] = n
      return nil
    }
  }

  private static func length(_ name: String, _ path: WritableKeyPath<TextAttributes, Double?> & Sendable)
    -> TextAttribute
  {
    number(name, path, "points from \(-Int(clamping: longest)) to \(Int(clamping: longest))") { abs($0) <= longest }
  }

  private static func positive(
    _ name: String, _ path: WritableKeyPath<TextAttributes, Double?> & Sendable, unit: String = "points"
  ) -> TextAttribute { number(name, path, "\(unit) from 0 to \(Int(clamping: longest))") { $0 >= 0 && $0 <= longest } }

  private static func color(_ name: String, _ path: WritableKeyPath<TextAttributes, Color?> & Sendable) -> TextAttribute
  {
    TextAttribute(name: name, get: { $0[keyPath: path].map { .color($0) } ?? .null }) { a, v in
      guard let c = v.asColor?.clampedToRange else { return PropertyKind.color.expectation }
      a[keyPath: path] = c
      return nil
    }
  }

  private static func lineStyle(
    _ name: String, _ path: WritableKeyPath<TextAttributes, TextAttributes.LineStyle?> & Sendable
  ) -> TextAttribute {
    TextAttribute(name: name, get: { $0[keyPath: path].map { .string($0.words) } ?? .null }) { a, v in
      guard let style = TextAttributes.LineStyle(v) else {
        return "single, thick or double, optionally with dotted, dashed, dashDot or dashDotDot and byWord, or none "
          + "(or the number of an NSUnderlineStyle)"
      }
      a[keyPath: path] = style
      return nil
    }
  }

  /// AppKit's names of font weights.
  private static let weights: [(name: String, weight: Int)] = [
    ("ultraLight", 100), ("thin", 200), ("light", 300), ("regular", 400), ("medium", 500), ("semibold", 600),
    ("bold", 700),
    ("heavy", 800), ("black", 900),
  ]

  /// CSS's further names, without hyphens and in lower case. `thin` and `ultraLight` keep AppKit's weights.
  private static let cssWeights: [(name: String, weight: Int)] = [
    ("extralight", 200), ("normal", 400), ("demibold", 600), ("extrabold", 800), ("ultrabold", 800),
  ]

  /// CSS's names of font widths without hyphens, in percent of the normal width.
  private static let stretches: [(name: String, percent: Double)] = [
    ("ultraCondensed", 50), ("extraCondensed", 62.5), ("condensed", 75), ("semiCondensed", 87.5), ("normal", 100),
    ("semiExpanded", 112.5), ("expanded", 125), ("extraExpanded", 150), ("ultraExpanded", 200),
  ]

  private static func stretch(_ value: PropertyValue) -> Double? {
    switch value {
    case .number(let n) where n >= 50 && n <= 200: return n
    case .string(let s):
      let name = s.filter { $0 != "-" }.lowercased()
      return stretches.first { $0.name.lowercased() == name }?.percent
    default: return nil
    }
  }

  private static func weight(_ value: PropertyValue) -> Int? {
    switch value {
    case .number(let n) where n >= 1 && n <= 1000: Int(clamping: n.rounded())
    case .string(let s):
      weights.first { $0.name == s }?.weight ?? cssWeight(s.filter { $0 != "-" }.lowercased())
    default: nil
    }
  }

  /// Returns the weight of a name of CSS, or of a number as text.
  private static func cssWeight(_ name: String) -> Int? {
    if let number = Int(name), (1...1000).contains(number) { return number }
    return cssWeights.first { $0.name == name }?.weight ?? weights.first { $0.name.lowercased() == name }?.weight
  }

  private static func shadow(_ value: PropertyValue) -> TextShadow? {
    guard case .dictionary(let entries) = value else { return nil }
    var shadow = TextShadow()
    for (key, value) in entries {
      switch key {
      case "offset":
        guard let offset = value.asSize ?? value.asPoint.map({ Size($0.x, $0.y) }), abs(offset.width) <= longest,
          abs(offset.height) <= longest
        else { return nil }
        shadow.offset = offset
      case "blur":
        guard let blur = value.asNumber, blur >= 0, blur <= longest else { return nil }
        shadow.blur = blur
      case "color":
        guard let color = value.asColor?.clampedToRange else { return nil }
        shadow.color = color
      default: return nil
      }
    }
    return shadow
  }

  private static func shadowValue(_ s: TextShadow) -> PropertyValue {
    .dictionary([("offset", .size(s.offset)), ("blur", .number(s.blur)), ("color", .color(s.color))])
  }
}

extension TextAttachment.Content {
  /// The value in the form of scripts.
  fileprivate var value: PropertyValue {
    switch self {
    case .picture(let picture): (picture.picture as? Image).map { .image($0) } ?? .null
    case .sublayer(let name): name.isEmpty ? .null : .string(name)
    }
  }
}

/// Limits of text.
enum TextLimits {
  /// The maximum font size in points.
  static let fontSize = 16_384.0
  /// The maximum number of lines; more could not be told apart.
  static let lines = 1e6
}

extension TextAttributes {
  /// The names of all attributes, in the manual's order.
  package static let names = TextAttribute.all.map(\.name)

  /// Sets an attribute by its name; nil and false remove it.
  package mutating func set(_ value: PropertyValue, forKey given: String) throws(LayerError) {
    // A text layer's names of the attributes.
    let key = given == "fontWeight" ? "weight" : given == "fontStyle" ? "italic" : given
    if given == "fontStyle", case .string(let name) = value {
      guard let style = FontSlant(named: name) else {
        throw LayerError("fontStyle: expected one of \(listed(FontSlant.names.map(\.raw))), got \(value.described)")
      }
      isItalic = style == .italic
      return
    }
    guard let row = TextAttribute.all.first(where: { $0.name == key }) else {
      throw LayerError(
        "unknown attribute \(key)\(Self.hint(for: key) ?? suggestionOrList(for: key, among: Self.names))")
    }
    if value.isNull || value == .bool(false) && key != "italic" {
      var without = TextAttributes()
      for other in TextAttribute.all where other.name != key {
        let kept = other.get(self)
        if !kept.isNull { _ = other.set(&without, kept) }
      }
      self = without
      return
    }
    if let expected = row.set(&self, value) { throw Self.refusal(of: value, for: key, expected) }
  }

  /// The error for a value that an attribute does not take.
  private static func refusal(of value: PropertyValue, for name: String, _ expected: String) -> LayerError {
    if expected == PropertyKind.color.expectation, let excess = value.asColor?.excess {
      return LayerError("\(name): \(excess)")
    }
    return LayerError("\(name): expected \(expected), got \(value.described)")
  }

  /// Returns an attribute's value by its name; null if it is not set.
  func value(forKey key: String) -> PropertyValue { TextAttribute.all.first { $0.name == key }?.get(self) ?? .null }

  /// Throws for a value that the table does not allow, such as NaN: Swift code may store any value here.
  func check() throws(LayerError) {
    var copy = self
    for row in TextAttribute.all {
      let value = row.get(self)
      if value.isNull { continue }
      if let expected = row.set(&copy, value) {
        throw Self.refusal(of: value, for: row.name, expected)
      }
    }
  }

  /// The attributes that are set, in the table's order.
  package var entries: [(key: String, value: PropertyValue)] {
    TextAttribute.all.compactMap { row in
      let value = row.get(self)
      return value.isNull ? nil : (row.name, value)
    }
  }

  /// Returns these attributes with missing ones taken from `base`.
  func filled(from base: TextAttributes) -> TextAttributes {
    var result = base
    for row in TextAttribute.all {
      let value = row.get(self)
      if !value.isNull { _ = row.set(&result, value) }
    }
    return result
  }

  /// Returns advice for Cocoa's and other names of attributes; nil for none.
  private static func hint(for key: String) -> String? {
    switch key {
    case "color": "; the text's colour is foregroundColor"
    case "size": "; the size is fontSize"
    case "letterSpacing", "tracking", "kerning": "; write kern, in points"
    case "underline", "textDecoration": "; an underline is underlineStyle = \"single\""
    case "strikethrough": "; it is strikethroughStyle = \"single\""
    case "bold": "; bold is weight = \"bold\""
    default: nil
    }
  }
}

extension TextAttributes.LineStyle {
  /// The words of scripts, each with its bits; of several with equal bits, the first is written.
  private static let words: [(name: String, style: Self)] = [
    ("double", .double), ("single", .single), ("thick", .thick), ("dashDotDot", .patternDashDotDot),
    ("dashDot", .patternDashDot), ("dashed", .patternDash), ("dotted", .patternDot), ("byWord", .byWord),
    ("patternDashDotDot", .patternDashDotDot), ("patternDashDot", .patternDashDot), ("patternDash", .patternDash),
    ("patternDot", .patternDot),
  ]
  private static let lineBits = 0xF, patternBits = 0x700

  /// Parses words such as `single dotted byWord`, or the number of an `NSUnderlineStyle`; nil for any other value.
  fileprivate init?(_ value: PropertyValue) {
    var bits = 0
    switch value {
    case .number(let n) where n == n.rounded() && n >= 0 && n < 65_536: bits = Int(clamping: n)
    case .string("none"), .string("NSUnderlineStyleNone"): break
    case .string(let text):
      let given = text.split(separator: " ")
      guard !given.isEmpty else { return nil }
      for word in given {
        var name = word
        if name.hasPrefix("NSUnderlineStyle") {
          name = name.dropFirst("NSUnderlineStyle".count)
          guard let known = Self.words.first(where: { $0.name.lowercased() == name.lowercased() }) else { return nil }
          name = Substring(known.name)
        }
        guard let style = Self.words.first(where: { $0.name == name })?.style else { return nil }
        // A style has at most one kind of line and one pattern.
        let field = [Self.lineBits, Self.patternBits].first { style.rawValue & $0 != 0 } ?? 0
        guard bits & field == 0 else { return nil }
        bits |= style.rawValue
      }
    default: return nil
    }
    // A pattern alone applies to a single line, as in AppKit.
    if bits != 0, bits & Self.lineBits == 0 { bits |= Self.single.rawValue }
    guard [0, 1, 2, 9].contains(bits & Self.lineBits), bits & Self.patternBits <= 0x400,
      bits & ~(Self.lineBits | Self.patternBits | Self.byWord.rawValue) == 0
    else { return nil }
    self.init(rawValue: bits)
  }

  /// The style in the words of scripts.
  fileprivate var words: String {
    if self == .none { return "none" }
    let parts = [rawValue & Self.lineBits, rawValue & Self.patternBits, rawValue & Self.byWord.rawValue]
    return parts.compactMap { bits in bits == 0 ? nil : Self.words.first { $0.style.rawValue == bits }?.name }
      .joined(separator: " ")
  }
}

extension Color {
  /// The colour with components clamped that are out of range by rounding alone; nil if they are farther out.
  fileprivate var clampedToRange: Color? {
    func unit(_ v: Double) -> Double? { v >= -1e-6 && v <= 1 + 1e-6 ? min(max(v, 0), 1) : nil }
    guard let r = unit(red), let g = unit(green), let b = unit(blue), let a = unit(alpha) else { return nil }
    return Color(red: r, green: g, blue: b, alpha: a)
  }
}

/// The slant of letters: a text layer's `fontStyle`.
package enum FontSlant: UInt8, NamedOption {
  case normal, italic

  package static let names = [OptionName("normal"), OptionName("italic", aliases: ["oblique"])]
}
