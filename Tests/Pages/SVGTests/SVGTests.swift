// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import ImageFiles
import Pixels
import RenderTree
import TestSupport
import Testing
import TextLayout
import VectorDrawing

import SVG

/// SVG files as text.
@Suite struct SVGTests {
  private let red = Color(red: 1, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 1)

  private func file(_ root: RenderNode, size: Size = Size(100, 100), outlines: Bool = false, title: String? = nil)
    throws -> String
  {
    var bytes: [UInt8] = []
    let writer = try SVGWriter(size, title: title, outlinesText: outlines) { bytes.append(contentsOf: $0) }
    let tree = RenderTree(root: root, canvas: Rect(origin: .zero, size: size), scale: 1, background: nil)
    try VectorPainter.paint(tree, on: writer, through: .identity, page: tree.canvas, VectorOptions(dpi: 144))
    try writer.end()
    let parser = XMLParserCheck(bytes)
    #expect(parser.problem == nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func lines(_ root: RenderNode) throws -> [String] {
    try file(root).split(separator: "\n").dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func node(
    _ frame: Rect, _ color: Color?, corners: Corners? = nil, children: [RenderNode] = [], shadow: Shadow? = nil,
    masksToBounds: Bool = false, mask: RenderNode? = nil, opacity: Double = 1, blendMode: BlendMode = .normal,
    label: String = "#1", link: String? = nil
  ) -> RenderNode {
    var pieces = Pieces()
    if let color { pieces.insert(.background(.color(color))) }
    return RenderNode(
      bounds: Rect(0, 0, frame.width, frame.height), placement: .translation(frame.minX, frame.minY), link: link,
      corners: corners, pieces: pieces, children: children, shadow: shadow, masksToBounds: masksToBounds, mask: mask,
      opacity: opacity, blendMode: blendMode, label: label)
  }

  private var circle: Path {
    var path = Path()
    path.addEllipse(in: Rect(0, 0, 9, 9))
    return path
  }

  @Test func `a box is a rect, with the id of its layer's name`() throws {
    let root = node(
      Rect(0, 0, 100, 100), nil,
      children: [
        node(Rect(10, 10, 20, 20), red, label: "root/card"),
        node(Rect(40.12345, 10, 20, 20), blue.withAlpha(0.5), corners: Corners(radius: 4), label: "root/#2"),
        node(Rect(70, 10, 20, 20), red, label: "root/card"),
      ])
    #expect(
      try lines(root) == [
        "<rect x=\"10\" y=\"10\" width=\"20\" height=\"20\" id=\"card\" fill=\"#ff0000\"/>",
        "<rect x=\"40.123\" y=\"10\" width=\"20\" height=\"20\" rx=\"4\" fill=\"#0000ff\" fill-opacity=\"0.5\"/>",
        "<rect x=\"70\" y=\"10\" width=\"20\" height=\"20\" id=\"card-2\" fill=\"#ff0000\"/>",
      ])
  }

  @Test func `there is a group only where it says something`() throws {
    let inner = node(Rect(0, 0, 5, 5), blue, label: "x/#1")
    let plain = node(Rect(0, 0, 10, 10), red, children: [inner])
    #expect(try lines(plain).count == 2)
    let named = node(Rect(0, 0, 10, 10), red, children: [inner], label: "both")
    #expect(try lines(named).first == "<g id=\"both\">" && lines(named).count == 4)
    let faded = node(Rect(0, 0, 10, 10), red, children: [inner], opacity: 0.25, label: "both")
    #expect(try lines(faded).first == "<g id=\"both\" opacity=\"0.25\">" && lines(faded).count == 4)
    let blending = node(
      Rect(0, 0, 10, 10), red, children: [node(Rect(0, 0, 5, 5), blue, blendMode: .colorDodge)])
    #expect(try lines(blending)[0] == "<g style=\"isolation:isolate\">")
    #expect(try lines(blending)[2].hasSuffix("fill=\"#0000ff\" style=\"mix-blend-mode:color-dodge\"/>"))
  }

  @Test func `shadows are plain filters, in sRGB and in the page's coordinates`() throws {
    let shadow = Shadow(color: .black.withAlpha(0.5), offset: Size(2, 3), sigma: 4)
    let text = try file(node(Rect(0, 0, 50, 50), red, shadow: shadow))
    #expect(text.contains("filterUnits=\"userSpaceOnUse\" color-interpolation-filters=\"sRGB\""))
    #expect(text.contains("<feGaussianBlur stdDeviation=\"4\"/>"))
    #expect(!text.contains("feDropShadow") && !text.contains("drop-shadow"))
  }

  @Test func `what blends is combined with what lies below its clip, not with what is in it`() throws {
    let clip = DrawingClip(area: .path(circle, .nonZero), parent: nil)
    let drawing = RecordedDrawing(operations: [
      DrawingOperation(
        kind: .fill(Path(rect: Rect(0, 0, 9, 9)), .nonZero, .color(red)), blendMode: .multiply, clip: clip)
    ])
    let root = RenderNode(bounds: Rect(0, 0, 9, 9), pieces: [.drawing(PlacedDrawing(drawing: drawing))], label: "#1")
    let lines = try lines(root)
    let blend = try #require(lines.firstIndex { $0.contains("mix-blend-mode:multiply") })
    let clipped = try #require(lines.firstIndex { $0.contains("clip-path=") })
    #expect(blend < clipped && lines[blend].hasPrefix("<g"))
  }

  @Test func `a pattern is there once, with the pixels beside each of its cells`() throws {
    let tile = try Bitmap(width: 4, height: 4) { for i in 0..<16 { $0[i] = UInt32(i * 0x0F0F0F) | 0xFF00_0000 } }
    func shown(_ x: Double) -> RenderNode {
      RenderNode(
        bounds: Rect(0, 0, 9, 9), placement: .translation(x, 0),
        pieces: [
          .shape(
            Shape(
              path: circle,
              fill: .pattern(Pattern(image: tile, transform: .translation(-x, 0)))))
        ],
        label: "#1")
    }
    let text = try file(node(Rect(0, 0, 100, 100), nil, children: [shown(0), shown(20)]))
    #expect(text.components(separatedBy: "<pattern").count == 2)
    #expect(text.contains("width=\"128\" height=\"128\"><image x=\"-1\" y=\"-1\" width=\"130\" height=\"130\""))
  }

  @Test func `what is written is escaped`() throws {
    let text = try file(
      node(Rect(0, 0, 10, 10), red, label: "a<b>&\"c", link: "https://example.com/?a=1&b=\"2\""), title: "<&>")
    #expect(text.contains("<title>&lt;&amp;&gt;</title>") && text.contains("id=\"a-b---c\""))
    #expect(text.contains("href=\"https://example.com/?a=1&amp;b=&quot;2&quot;\""))
  }

  @Test func `text is text in its font, or areas`() throws {
    let frame = try Typesetter().layout(
      TextRequest(runs: [TextRun(string: "Hello & co", font: "DejaVu Sans Bold", fontSize: 20, color: .black)]))
    let operations = frame.pieces.map { DrawingOperation(kind: .glyphs($0.run, .color(.black))) }
    let root = RenderNode(
      bounds: Rect(0, 0, 100, 100),
      pieces: [.drawing(PlacedDrawing(drawing: RecordedDrawing(operations: operations)))], label: "#1")
    let text = try file(root)
    #expect(text.contains("font-family=\"DejaVu Sans\" font-size=\"20\" font-weight=\"700\""))
    #expect(text.contains(">Hello &amp; co</text>") && !text.contains("direction="))
    let outlines = try file(root, outlines: true)
    #expect(outlines.contains("<path d=\"M") && !outlines.contains("<text"))
  }

  @Test func `a divided word has its hyphen, and no soft ones`() throws {
    let frame = try Typesetter().layout(
      TextRequest(
        runs: [TextRun(string: "Donau\u{AD}dampf\u{AD}schiff", font: "DejaVu Sans", fontSize: 20, color: .black)],
        width: 150, wraps: true))
    let operations = frame.pieces.map { DrawingOperation(kind: .glyphs($0.run, .color(.black))) }
    let text = try file(
      RenderNode(
        bounds: Rect(0, 0, 200, 100),
        pieces: [.drawing(PlacedDrawing(drawing: RecordedDrawing(operations: operations)))], label: "#1"))
    #expect(text.contains(">Donaudampf\u{2010}</text>") && text.contains(">schiff</text>"))
  }

  @Test(arguments: 0..<60) func `a stroke has the dots that pictures have`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) + 3)
    let dots = [Point(20, 50), Point(50, 50), Point(80, 50)]
    var path = Path()
    let place = Int.random(in: 0...3, using: &random)
    for k in 0...3 {
      if k == place, seed % 4 > 0 {
        path.move(to: Point(20, 20))
        path.addLine(to: Point(80, 20))
      }
      guard k < 3 else { break }
      path.move(to: dots[k])
      if Bool.random(using: &random) { path.addLine(to: dots[k]) }
      if Bool.random(using: &random) { path.closeSubpath() }
    }
    let isDashed = Bool.random(using: &random)
    let shape = Shape(
      path: path, fill: nil, stroke: .color(red),
      strokeStyle: StrokeStyle(
        width: 12, cap: .round, dashPattern: isDashed ? [6, 20] : [], dashPhase: Bool.random(using: &random) ? 2 : 9),
      strokeStart: Bool.random(using: &random) ? 0 : 0.3, strokeEnd: Bool.random(using: &random) ? 1 : 0.7)
    let root = RenderNode(bounds: Rect(0, 0, 100, 100), pieces: [.shape(shape)], label: "#1")
    let picture = try Compositor.render(
      RenderTree(root: root, canvas: Rect(0, 0, 100, 100), scale: 1, background: nil))
    let text = try file(root)
    for (k, dot) in dots.enumerated() {
      let isDrawn = picture.pixels[50 * picture.width + Int(dot.x)] >> 24 > 0
      let place = "M\(Int(dot.x)) 50"
      // Closed dots are drawn by all readers only if nothing is dashed.
      let isWritten = text.contains(place + "L") || (!isDashed && text.contains(place + "Z"))
      #expect(isDrawn == isWritten, "dot \(k) of \(text)")
    }
  }

  /// Returns the lines of a file with a text.
  private func lines(
    of string: String, alignment: TextRequest.Alignment = .natural, width: Double? = nil,
    _ change: (inout TextAttributes) -> Void = { _ in }
  ) throws -> [String] {
    var attributes = TextAttributes()
    change(&attributes)
    let frame = try Typesetter().layout(
      TextRequest(
        runs: [
          TextRun(string: string, font: "DejaVu Sans", fontSize: 20, color: .black, attributes: attributes)
        ], width: width, wraps: width != nil, alignment: alignment))
    let operations = frame.pieces.map { DrawingOperation(kind: .glyphs($0.run, .color(.black))) }
    return try lines(
      RenderNode(
        bounds: Rect(0, 0, 300, 200),
        pieces: [.drawing(PlacedDrawing(drawing: RecordedDrawing(operations: operations)))], label: "#1"))
  }

  @Test(arguments: ["AVAVAVA", "To Wa. LTLT", "Y. P. T.", "Plain words"]) func `kerned text has no letter spacing`(
    _ string: String
  ) throws {
    let lines = try lines(of: string)
    #expect(lines.count == 1 && lines[0].hasSuffix(">\(string)</text>") && !lines[0].contains("letter-spacing"))
    #expect(!lines[0].contains("font-kerning"))
  }

  @Test(arguments: [0.05, 0.2, -0.4, 0.6, 3, -2, 15])
  func `letter spacing is the script's, whatever its size`(_ spacing: Double) throws {
    for string in ["AVAVAVA", "Plain words"] {
      let lines = try lines(of: string) { $0.kern = spacing }
      #expect(lines.count == 1 && lines[0].contains(" letter-spacing=\"\(spacing.formatted())\""))
    }
    let none = try lines(of: "AVAVAVA") { $0.kern = 0 }
    #expect(none[0].contains("style=\"font-kerning:none\"") && !none[0].contains("letter-spacing"))
  }

  @Test func `the spaces at the edges of right-to-left text take no room`() throws {
    func middle(_ line: String) throws -> Double {
      let rest = try #require(line.components(separatedBy: " x=\"").last)
      return try #require(Double(rest.prefix { $0 != "\"" }))
    }
    let mixed = try lines(of: "\u{5E9}\u{5DC}\u{5D5}\u{5DD} abc")
    let hebrew = try #require(mixed.first { $0.contains("rtl") })
    #expect(hebrew.hasSuffix(">\u{5E9}\u{5DC}\u{5D5}\u{5DD}</text>"))
    #expect(hebrew.contains("text-anchor=\"middle\" direction=\"rtl\" unicode-bidi=\"embed\""))
    // The word ends at the right of the line in both.
    let alone = try #require(try lines(of: "\u{5E9}\u{5DC}\u{5D5}\u{5DD}").first)
    let latin = try #require(mixed.first { !$0.contains("rtl") })
    func width(_ string: String) throws -> Double {
      try Typesetter().layout(
        TextRequest(runs: [TextRun(string: string, font: "DejaVu Sans", fontSize: 20, color: .black)])
      ).size.width
    }
    let (from, to) = (try middle(latin) + (try middle(alone)), try middle(hebrew))
    #expect(abs(to - from - (try width("abc abc")) + (try width("abc"))) < 0.5)
  }

  @Test func `a justified line is text, each word at its place`() throws {
    let string = "some words that fill the lines of a narrow column"
    let lines = try lines(of: string, alignment: .justified, width: 180)
    #expect(lines.count > 2 && lines.allSatisfy { $0.hasPrefix("<text") })
    #expect(lines[0].components(separatedBy: "<tspan x=").count > 2 && !lines[0].hasPrefix("<text x="))
    #expect(!lines[lines.count - 1].contains("<tspan"))
    let shown = lines[0].replacingOccurrences(of: "<[^>]*>", with: "", options: .regularExpression)
    #expect(shown.hasPrefix("some words "))
  }

  @Test func `leaders of tabs stay areas, for readers show a space`() throws {
    let lines = try lines(of: "a\tb") {
      $0.tabStops = [TextTab(location: 120, leader: ".")]
    }
    #expect(lines.contains { $0.hasPrefix("<path") })
  }

  @Test func `an image is there once, and its pixels stay sharp where they should`() throws {
    let image = try Bitmap(width: 4, height: 4) { for i in 0..<16 { $0[i] = UInt32(i * 0x0F0F0F) | 0xFF00_0000 } }
    func shown(_ x: Double, _ filter: SamplingFilter) -> RenderNode {
      RenderNode(
        bounds: Rect(0, 0, 16, 16), placement: .translation(x, 0),
        pieces: [
          .contents(
            Contents(
              image: image, pieces: [.init(source: Rect(0, 0, 4, 4), destination: Rect(0, 0, 16, 16))],
              magnification: filter))
        ], label: "#1")
    }
    let text = try file(node(Rect(0, 0, 100, 100), nil, children: [shown(0, .nearest), shown(20, .nearest)]))
    #expect(text.components(separatedBy: "<image").count == 2 && text.components(separatedBy: "<use").count == 3)
    #expect(text.contains("width=\"32\" height=\"32\" style=\"image-rendering:pixelated\""))
  }

  @Test func `a focal point is fx and fy in the gradient's circle`() throws {
    let stops = GradientStops(colors: [red, blue], locations: [0, 1])
    let gradient = Gradient(
      kind: .radial, stops: stops, start: Point(0.5, 0.5), end: Point(1, 1), focus: Point(0.25, 0.625))
    let text = try file(RenderNode(bounds: Rect(0, 0, 40, 40), pieces: [.gradient(gradient)]))
    #expect(text.contains("cx=\"0\" cy=\"0\" r=\"1\" fx=\"-0.5\" fy=\"0.25\""))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert")))
  func `a page drawn back looks like the picture of its tree`() throws {
    let stops = GradientStops(colors: [red, blue.withAlpha(0.3)], locations: [0, 1])
    let gradient = RenderNode(
      bounds: Rect(0, 0, 40, 40), placement: .translation(50, 5),
      pieces: [.gradient(Gradient(kind: .radial, stops: stops, start: Point(0.5, 0.5), end: Point(1, 1)))])
    let focal = RenderNode(
      bounds: Rect(0, 0, 30, 20), placement: .translation(5, 38),
      pieces: [
        .gradient(
          Gradient(
            kind: .radial, stops: GradientStops(colors: [red, blue], locations: [0.1, 1]), start: Point(0.5, 0.5),
            end: Point(1, 1), focus: Point(0.8, 0.4)))
      ])
    let mask = node(
      Rect(0, 0, 30, 30), Color.black.withAlpha(0.5), children: [node(Rect(5, 5, 10, 10), .black)])
    let root = node(
      Rect(0, 0, 100, 100), .white,
      children: [
        node(
          Rect(5, 5, 30, 30), red, corners: Corners(radius: 8),
          shadow: Shadow(color: .black, offset: Size(2, 2), sigma: 3)),
        gradient, focal, node(Rect(5, 60, 40, 40), blue, mask: mask),
        node(
          Rect(50, 50, 40, 40), red, children: [node(Rect(10, 10, 40, 40), blue, blendMode: .screen)],
          masksToBounds: true, opacity: 0.5),
      ])
    let folder = try TemporaryFolder()
    try folder.write(try file(root), to: "a.svg")
    let drawn = try runCommand("/usr/bin/rsvg-convert", ["-z", "2", "a.svg", "-o", "a.png"], in: folder.path)
    try #require(drawn.status == 0, "\(drawn.errors)")
    let actual = try folder.read("a.png").withUnsafeBytes { try ImageDecoder.decode($0) }
    let expected = try Compositor.render(
      RenderTree(root: root, canvas: Rect(0, 0, 100, 100), scale: 2, background: nil))
    #expect(try #require(meanDifference(expected: expected, actual: actual)) < 1)
  }
}

/// Random trees as SVG, rendered by librsvg, and compared with the compositor's picture.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert")))
struct SVGDrawnBackTests {
  @Test(arguments: 0..<24) func `a page looks like the picture of its tree`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) + 40)
    let page = Rect(0, 0, 160, 120)
    let tree = RenderTree(root: RandomTree.make(&random), canvas: page, scale: 2, background: .white)
    let folder = try TemporaryFolder()
    var bytes: [UInt8] = []
    let writer = try SVGWriter(page.size) { bytes.append(contentsOf: $0) }
    try VectorPainter.paint(tree, on: writer, through: .identity, page: page, VectorOptions(dpi: 144))
    try writer.end()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/a.svg"))
    let drawn = try runCommand("/usr/bin/rsvg-convert", ["-z", "2", "a.svg", "-o", "a.png"], in: folder.path)
    try #require(drawn.status == 0, "\(drawn.errors)")
    let actual = try folder.read("a.png").withUnsafeBytes { try ImageDecoder.decode($0) }
    let difference = try #require(meanDifference(expected: try Compositor.render(tree), actual: actual))
    #expect(difference < 1, "seed \(seed): \(difference) of 255")
  }
}

/// Checks well-formed XML: every element is closed, and no attribute occurs twice in one.
private struct XMLParserCheck {
  var problem: String?

  init(_ bytes: [UInt8]) {
    var open: [Substring] = []
    let text = String(decoding: bytes, as: UTF8.self)
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else {
        problem = "an element does not end"
        return
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        if open.popLast() != tag.dropFirst() { problem = "\(tag) in \(open)" }
        continue
      }
      let names = tag.split(separator: " ").compactMap { $0.split(separator: "=").first }.dropFirst()
      let attributes = names.filter { tag.contains(" \($0)=\"") }
      if Set(attributes).count != attributes.count { problem = "\(tag) has an attribute twice" }
      if !tag.hasSuffix("/") { open.append(tag.prefix { $0 != " " }) }
    }
    if !open.isEmpty { problem = "\(open) do not end" }
  }
}
