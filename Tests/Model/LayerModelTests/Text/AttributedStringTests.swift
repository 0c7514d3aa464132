// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Parsing
import Pixels
import RenderTree
import Testing

@Suite struct AttributedStringTests {
  let services = RecordingServices()
  let scene: Scene
  init() { scene = Scene(services: services) }

  private let full: [(key: String, value: PropertyValue)] = [
    ("font", .string("Times")), ("fontSize", .number(14)), ("weight", .number(700)), ("italic", .bool(true)),
    ("fontStretch", .number(75)),
    ("fontVariations", .dictionary([("wght", .number(625)), ("wdth", .number(80))])),
    ("fontFeatures", .dictionary([("tnum", .number(1)), ("kern", .number(0))])),
    ("fontPalette", .dictionary([("palette", .string("dark")), ("3", .color(.white))])),
    ("foregroundColor", .color(Color(red: 1, green: 0, blue: 0))), ("backgroundColor", .color(.white)),
    ("kern", .number(2)),
    ("baselineOffset", .number(-3)), ("underlineStyle", .string("double")),
    ("strikethroughStyle", .string("thick dotted byWord")),
    ("underlineColor", .color(Color(red: 0, green: 1, blue: 0))), ("strikethroughColor", .color(.white)),
    ("strokeWidth", .number(-4)), ("strokeColor", .color(.black)),
    ("shadow", .dictionary([("offset", .size(Size(1, 2))), ("blur", .number(3)), ("color", .color(.black))])),
    ("attachment", .string("badge")), ("attachmentSize", .size(Size(4, 5))), ("alignment", .string("center")),
    ("lineSpacing", .number(5)), ("lineHeightMultiple", .number(1.5)),
    ("lineHeight", .number(20)), ("paragraphSpacingBefore", .number(3)), ("paragraphSpacing", .number(4)),
    ("firstLineHeadIndent", .number(6)), ("headIndent", .number(7)), ("tailIndent", .number(-8)),
    ("lineBreakStrategy", .string("pretty")), ("hyphenationFactor", .number(0.5)), ("language", .string("pt-BR")),
    (
      "tabStops",
      .array([
        .dictionary([("location", .number(50)), ("alignment", .string("left"))]),
        .dictionary([("location", .number(90)), ("alignment", .string("decimal")), ("leader", .string("."))]),
      ])
    ), ("listMarker", .string("{decimal}.")), ("defaultTabInterval", .number(30)),
  ]

  @Test func `every attribute is written and read back`() throws {
    #expect(full.map(\.key) == TextAttributes.names)
    let text = try attributed([.string("plain "), .dictionary([("1", .string("\u{FFFC}"))] + full)])
    #expect(text.string == "plain \u{FFFC}")
    #expect(text.runs[0].attributes == TextAttributes())
    #expect(
      text.values == [
        .dictionary([("string", .string("plain "))]), .dictionary([("string", .string("\u{FFFC}"))] + full),
      ])
    #expect(try attributed(text.values) == text)
  }

  @Test func `a wrong attribute is an error that names it`() {
    let cases: [(String, PropertyValue, String)] = [
      ("kern", .string("wide"), "run 1: kern: expected points from -16384 to 16384, got string \"wide\""),
      (
        "fontSize", .number(0),
        "run 1: fontSize: expected a size in points greater than 0 and at most 16384, got number 0"
      ),
      ("lineSpacing", .number(-1), "run 1: lineSpacing: expected points from 0 to 16384, got number -1"),
      (
        "underlineStyle", .string("wavy"),
        "run 1: underlineStyle: expected single, thick or double, optionally with dotted, dashed, dashDot or dashDotDot and byWord, or none (or the number of an NSUnderlineStyle), got string \"wavy\""
      ),
      ("fontStretch", .number(30), "fontStretch: expected percent of the normal width, 50 to 200, or one of"),
      (
        "fontVariations", .dictionary([("weight", .number(3))]),
        "fontVariations: expected values by four-letter axis tag"
      ),
      (
        "fontVariations", .dictionary([("wght", .number(.infinity))]),
        "fontVariations: expected values by four-letter axis tag"
      ),
      (
        "fontFeatures", .array([.string("toolong")]),
        "fontFeatures: expected four-letter feature tags such as {tnum = 1"
      ),
      ("fontFeatures", .dictionary([("tnum", .number(1.5))]), "fontFeatures: expected four-letter feature tags"),
      ("fontPalette", .string("blue"), "fontPalette: expected a palette's number from 0, \"light\", \"dark\""),
      ("fontStyle", .string("slanted"), "fontStyle: expected one of normal, italic, got string \"slanted\""),
      ("fontWeight", .string("fat"), "weight: expected a number from 1 to 1000"),
      ("underlineStyle", .string("single thick"), "underlineStyle: expected single, thick or double"),
      ("underlineStyle", .string("dotted dashed"), "underlineStyle: expected single, thick or double"),
      ("underlineStyle", .number(3), "underlineStyle: expected single, thick or double"),
      ("underlineStyle", .number(0x501), "underlineStyle: expected single, thick or double"),
      ("colour", .string("red"), "unknown attribute colour"),
      ("underline", .string("single"), "an underline is underlineStyle = \"single\""),
      ("fontsize", .number(3), "did you mean fontSize?"), ("kern", .number(.nan), "kern: expected points"),
      ("weight", .string("fat"), "weight: expected a number from 1 to 1000, or one of ultraLight, thin"),
      ("shadow", .number(3), "shadow: expected a shadow such as {offset = {0, 1}, blur = 2, color = \"black\"}"),
      ("lineBreakStrategy", .string("greedy"), "lineBreakStrategy: expected one of standard, balance, pretty, got"),
      ("hyphenationFactor", .number(2), "hyphenationFactor: expected a number from 0 to 1, got number 2"),
      ("language", .string("de_DE"), "language: expected a language such as \"de\" or \"pt-BR\", got string \"de_DE\""),
      (
        "tabStops", .array([.number(-1)]),
        "tabStops: expected tab stops such as {100, {location = 200, alignment = \"right\", leader = \".\"}}, at most 100, in points from 0 to 16384; the alignments are left, right, center, decimal, got"
      ),
      ("tabStops", .array([.dictionary([("alignment", .string("left"))])]), "tabStops: expected tab stops"),
      (
        "tabStops", .array([.dictionary([("location", .number(1)), ("alignment", .string("top"))])]),
        "tabStops: expected tab stops"
      ),
      (
        "defaultTabInterval", .number(-1),
        "defaultTabInterval: expected points from 0, which is eight spaces, to 16384, got number -1"
      ),
      ("foregroundColor", .string("redd"), "foregroundColor: expected a colour such as"),
    ]
    for (key, value, text) in cases {
      let problem = message { _ = try attributed([.dictionary([("1", .string("x")), (key, value)])]) }
      #expect(problem?.contains(text) == true, "\(problem ?? "none")")
    }
  }

  @Test func `styles of lines are words or AppKit's numbers`() throws {
    let cases: [(given: PropertyValue, bits: Int, words: String)] = [
      (.string("none"), 0, "none"), (.string("dotted"), 0x101, "single dotted"),
      (.string("byWord double"), 0x8009, "double byWord"), (.number(0x8302), 0x8302, "thick dashDot byWord"),
      (.string("NSUnderlineStyleSingle NSUnderlineStylePatternDash"), 0x201, "single dashed"),
      (.number(0x8000), 0x8001, "single byWord"), (.string("patternDashDotDot"), 0x401, "single dashDotDot"),
    ]
    for (given, bits, words) in cases {
      var attributes = TextAttributes()
      try attributes.set(given, forKey: "underlineStyle")
      #expect(attributes.underlineStyle?.rawValue == bits)
      #expect(attributes.entries.map(\.value) == [.string(words)])
    }
  }

  @Test func `a run needs text`() {
    #expect(
      message { _ = try attributed([.number(3)]) }?.contains("run 1: expected text with attributes")
        == true)
    #expect(
      message { _ = try attributed([.dictionary([("font", .string("x"))])]) }?.contains(
        "run 1: expected text") == true)
  }

  @Test func `a layer keeps it as it is, and its own font is not of it`() throws {
    let layer = TextLayer(in: scene)
    layer.bounds = Rect(0, 0, 100, 50)
    layer.fontSize = 20
    layer.foregroundColor = Color(red: 0, green: 1, blue: 0)
    let text = AttributedString("abc")
    layer.attributedString = text
    #expect(layer.value(forKey: "string") == .attributedString(text))
    #expect(layer.string == "abc" && layer.attributedString == text)
    #expect((try layer.copy() as? TextLayer)?.attributedString == text)
    #expect(try layer.preferredTextSize() == Size(50, 10))
    #expect(
      services.textRequests.last?.runs == [TextRun(string: "abc", font: "Helvetica", fontSize: 12, color: .black)])
    layer.string = "abc"
    #expect(layer.attributedString == nil && layer.value(forKey: "string") == .string("abc"))
  }

  @Test func `who sets both the layer's font and an attributed string is told that it has no effect`() throws {
    var rules: [String] = []
    scene.onWarning = { rules.append($0.message) }
    let layer = TextLayer(in: scene)
    layer.name = "label"
    layer.fontSize = 20
    layer.attributedString = AttributedString(runs: [.init(string: "a", font: "Times", fontSize: 30)])
    _ = try layer.preferredTextSize()
    #expect(rules.isEmpty)
    layer.attributedString = AttributedString(runs: [.init(string: "a", font: "Times")])
    _ = try layer.preferredTextSize()
    #expect(rules.count == 1 && rules[0].hasPrefix("label: fontSize applies to plain strings only"))
  }

  @Test func `values that Swift puts into it are checked when a layer gets it`() {
    let layer = TextLayer(in: scene)
    var attributes = TextAttributes()
    attributes.kern = .nan
    let problem = message {
      try layer.setValue(.attributedString(AttributedString("x", attributes: attributes)), forKey: "string")
    }
    #expect(problem == "TextLayer.string: run 1: kern: expected points from -16384 to 16384, got number nan")
  }

  @Test(arguments: [0.0, -4, 16_385, .nan, .infinity])
  func `a font size that no font can have is refused when it is set`(size: Double) {
    let layer = TextLayer(in: scene)
    let problem = message { try layer.setValue(.number(size), forKey: "fontSize") }
    #expect(problem?.hasPrefix("TextLayer.fontSize is ") == true)
    #expect(problem?.hasSuffix("greater than 0 and at most 16384") == true, "\(problem ?? "none")")
    #expect(layer.fontSize == 36)
  }

  // MARK: drawing

  private func piece(_ text: String, color: Color? = .black, stroke: TextFrame.Stroke? = nil, shadow: TextShadow? = nil)
    -> TextFrame.Piece
  {
    .init(
      run: GlyphRun(font: NoFont(), fontSize: 10, glyphs: [1], positions: [Point(0, 8)], text: text), color: color,
      stroke: stroke,
      shadow: shadow)
  }

  /// Names the recorded operations.
  private func kinds(_ frame: TextFrame) throws -> [String] {
    services.frame = frame
    let context = GraphicsContext(bounds: Rect(0, 0, 100, 100), services: services)
    try context.drawText("x", at: .zero)
    return context.finish().operations.map { operation in
      let kind: String =
        switch operation.kind {
        case .glyphs(let run, _): "glyphs \(run.text)"
        case .fill(let path, _, _): "fill \(Int(path.boundingBox.y))"
        case .stroke: "stroke"
        case .beginLayer: "begin"
        case .endLayer: "end"
        default: "?"
        }
      return kind + (operation.shadow.map { " shadow \(Int($0.offset.width))" } ?? "")
    }
  }

  @Test func `backgrounds are below, underlines under and strikethroughs over the glyphs`() throws {
    let frame = TextFrame(
      pieces: [piece("a"), piece("b", color: .white, stroke: .init(width: 2, color: .black))],
      marks: [
        .init(kind: .strikethrough, rect: Rect(0, 3, 9, 1), color: .black),
        .init(kind: .underline, rect: Rect(0, 2, 9, 1), color: .black),
        .init(kind: .background, rect: Rect(0, 1, 9, 1), color: .black),
      ], lines: [.init(baseline: 8, left: 0, width: 50, ascent: 8, descent: 2)], size: Size(50, 10))
    #expect(try kinds(frame) == ["fill 1", "fill 2", "glyphs a", "glyphs b", "stroke", "fill 3"])
  }

  @Test func `what throws one shadow throws it together`() throws {
    let (one, two) = (TextShadow(offset: Size(1, 1)), TextShadow(offset: Size(2, 2)))
    let frame = TextFrame(
      pieces: [piece("a", shadow: one), piece("b"), piece("c", shadow: two), piece("d", shadow: one)],
      lines: [.init(baseline: 8, left: 0, width: 50, ascent: 8, descent: 2)], size: Size(50, 10))
    #expect(try kinds(frame) == ["begin shadow 1", "glyphs a", "glyphs d", "end", "glyphs b", "glyphs c shadow 2"])
  }

  @Test func `drawText fills what runs leave open from its attributes, and those from the fill colour`() throws {
    let context = GraphicsContext(bounds: Rect(0, 0, 100, 100), services: services)
    try context.setFillColor(.white)
    var base = TextAttributes(font: "Times")
    base.underlineStyle = .single
    let text = AttributedString(runs: [
      .init(string: "a"), .init(string: "b", font: "Courier", fontSize: 9, foregroundColor: .black),
    ])
    try context.drawText(text, in: Rect(0, 0, 50, 20), attributes: base, truncation: .end)
    let request = try #require(services.textRequests.last)
    #expect(request.runs.map(\.font) == ["Times", "Courier"] && request.runs.map(\.fontSize) == [12, 9])
    #expect(request.runs.map(\.color) == [.white, .black])
    #expect(request.runs.allSatisfy { $0.attributes?.underlineStyle == .single })
    #expect(request.width == 50 && request.height == 20 && request.wraps && request.truncation == .end)
    base.kern = .infinity
    let problem = message { try context.drawText("a", at: .zero, attributes: base) }
    #expect(problem == "GraphicsContext.drawText: kern: expected points from -16384 to 16384, got number inf")
  }
}

private func attributed(_ values: [PropertyValue]) throws -> AttributedString {
  var reading = Reading(trusted: "runs")
  return try AttributedString(values: values, &reading)
}
