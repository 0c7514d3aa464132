// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import struct Geometry.AffineTransform
import ImageFiles
import Messages
import Pixels
import RenderTree
import Testing
import TestSupport

import SVGFiles

/// Parses an SVG file's text.
func artwork(_ text: String, segmentLimit: Int = 10_000_000) throws -> Artwork {
  let bytes = Array(text.utf8)
  let document = try bytes.withUnsafeBytes { try ArtworkDocument($0) }
  var reader = ArtworkReader(
    document, segmentLimit: segmentLimit,
    decode: { bytes in try? bytes.withUnsafeBytes { try ImageDecoder.decode($0, pixelLimit: 1 << 20) } })
  return try reader.artwork()
}

/// The text of an SVG file of 100×100 points.
func file(_ body: String, _ attributes: String = "width=\"100\" height=\"100\"") -> String {
  "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(attributes)>\(body)</svg>"
}

extension Artwork {
  /// All shapes, each with the transform from its user space to points.
  var shapes: [(shape: Shape, map: AffineTransform)] {
    var result: [(Shape, AffineTransform)] = []
    func add(_ element: Element, _ outer: AffineTransform) {
      let map = element.item.transform.concat(outer)
      switch element {
      case .group(let group): for child in group.elements { add(child, map) }
      case .shape(let shape): result.append((shape, map))
      case .image: break
      }
    }
    add(.group(root), .identity)
    return result
  }

  /// The bounds of all shapes, in points.
  var boxes: [Rect] { shapes.map { $0.shape.path.transformed(by: $0.map).boundingBoxOfPath ?? .zero } }
  /// The fill colours of all shapes; nil for none.
  var fills: [Color?] { shapes.map { $0.shape.fill?.color } }
  var omitted: [String] { omissions.map { "\($0.what) \($0.line)" } }
}

extension Artwork.Paint {
  var color: Color? {
    if case .ink(let ink, let opacity) = self { ArtworkColors().color(ink, opacity: opacity) } else { nil }
  }
}

@Suite struct ArtworkTests {
  private let red = Color(red: 1, green: 0, blue: 0)
  private let lime = Color(red: 0, green: 1, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 1)

  private func failure(_ text: String) -> LayerError? {
    do {
      _ = try artwork(text)
      return nil
    } catch { return error as? LayerError }
  }

  // MARK: Sizes

  @Test(arguments: [
    ("width=\"30\" height=\"20\"", Size(30, 20)), ("width=\"1in\" height=\"72pt\"", Size(96, 96)),
    ("viewBox=\"0 0 24 12\"", Size(24, 12)), ("width=\"48\" viewBox=\"0 0 24 12\"", Size(48, 24)),
    ("height=\"48\" viewBox=\"0 0 24 12\"", Size(96, 48)),
    ("width=\"100%\" height=\"100%\" viewBox=\"1 2 3 4\"", Size(3, 4)),
    // Without width, height or viewBox, the bounding box of the shapes.
    ("", Size(70, 50)), ("width=\"100%\"", Size(70, 50)), ("width=\"-4\" height=\"5\"", Size(0, 5)),
  ])
  func `the size is the file's`(attributes: String, size: Size) throws {
    #expect(try artwork(file("<rect x='20' y='20' width='50' height='30'/>", attributes)).size == size)
  }

  @Test func `a view box is fitted as the file says`() throws {
    func box(_ alignment: String) throws -> Rect {
      try artwork(
        file(
          "<rect width='10' height='10'/>",
          "width=\"40\" height=\"20\" viewBox=\"0 0 10 10\" preserveAspectRatio=\"\(alignment)\"")
      ).boxes[0]
    }
    #expect(try box("xMidYMid") == Rect(10, 0, 20, 20))
    #expect(try box("xMinYMin meet") == Rect(0, 0, 20, 20))
    #expect(try box("xMaxYMid") == Rect(20, 0, 20, 20))
    #expect(try box("none") == Rect(0, 0, 40, 20))
    #expect(try box("xMidYMax slice") == Rect(0, -20, 40, 40))
    #expect(try box("what") == Rect(10, 0, 20, 20))
  }

  // MARK: Shapes

  @Test func `lengths have units and percentages`() throws {
    let drawn = try artwork(
      file(
        """
        <rect x="1cm" y="10mm" width="1in" height="1pc"/><rect x="10%" y="5%" width="50%" height="2em" font-size="5"/>
        <circle cx="50%" cy="50%" r="10%"/><rect width="2Q" height="4"/>
        """, "width=\"200\" height=\"100\""))
    #expect(drawn.boxes.count == 3)
    #expect(abs(drawn.boxes[0].x - 96 / 2.54) < 1e-9 && abs(drawn.boxes[0].y - 96 / 2.54) < 1e-9)
    #expect(drawn.boxes[0].size == Size(96, 16))
    #expect(drawn.boxes[1] == Rect(20, 5, 100, 10))
    // A tenth of the diagonal divided by √2.
    #expect(abs(drawn.boxes[2].width - 2 * 0.1 * (25000.0).squareRoot()) < 1e-9)
  }

  @Test func `what comes before a mistake in a path is drawn`() throws {
    let drawn = try artwork(
      file("<path d='M1 2h3v4 5x'/><path d='M1 1L2 2 3'/><path d='L1 1'/><path d='M0 0L1e300 1e300'/><path d='M4 4'/>"))
    #expect(drawn.shapes.map { $0.shape.path.svg } == ["M 1 2 L 4 2 L 4 6 L 4 11", "M 1 1 L 2 2"])
  }

  @Test func `transforms come one after the other`() throws {
    let drawn = try artwork(
      file(
        """
        <g transform="translate(10 20)"><rect width="2" height="4" transform="rotate(90) scale(2,3)"/></g>
        <rect width="1" height="1" transform="matrix(2,0 0 2 5-5)"/><rect width="1" height="1" transform="turn(9)"/>
        <rect width="1" height="1" style="transform: translate(4px, 5px) rotate(0.25turn)"/><rect width="1" height="1" transform="scale(0)"/>
        """))
    #expect(
      drawn.boxes == [Rect(-2, 20, 12, 4), Rect(5, -5, 2, 2), Rect(0, 0, 1, 1), Rect(3, 5, 1, 1)])
  }

  @Test func `lines have widths, forms and dashes`() throws {
    let drawn = try artwork(
      file(
        """
        <g stroke="red" stroke-linecap="round" stroke-dasharray="1 2"><path d="M0 0h9" stroke-width="3" stroke-linejoin="bevel" stroke-miterlimit="7"/>
        <path d="M0 0h9" stroke-dasharray="3%" stroke-dashoffset="5"/><path d="M0 0h9" stroke-dasharray="0 0"/><path d="M0 0h9" stroke-dasharray="1 -1"/></g>
        <path d="M0 0h9" stroke="none"/><path d="M0 0h9v9" stroke-width="0" stroke="red" fill="none"/>
        """))
    let styles = drawn.shapes.map(\.shape.strokeStyle)
    #expect(styles.count == 5)
    #expect(styles[0] == StrokeStyle(width: 3, cap: .round, join: .bevel, miterLimit: 7, dashPattern: [1, 2]))
    #expect(styles[1] == StrokeStyle(width: 1, cap: .round, miterLimit: 4, dashPattern: [3], dashPhase: 5))
    #expect(styles[2].dashPattern == [] && styles[3].dashPattern == [1, 2])
    #expect(drawn.shapes[4].shape.stroke == nil && drawn.shapes[4].shape.fill != nil)
  }

  // MARK: Style

  @Test(arguments: [
    ("<rect class='a b' id='x' style='fill: lime' fill='blue'/>", "rect { fill: red }"),
    ("<rect class='a b' fill='blue'/>", ".a { fill: red } .b.a { fill: lime } rect.a { fill: red }"),
    ("<rect id='x' class='a'/>", "#x { fill: lime } rect.a.a.a { fill: red }"),
    ("<rect style='fill: red'/>", "rect { fill: lime ! important }"),
    ("<rect style='fill: lime !important'/>", "rect { fill: red !important }"),
    ("<g class='a'><g><rect/></g></g>", ".a rect { fill: lime } .a > rect { fill: red }"),
    ("<g class='a'><rect/></g>", "g.a>rect{fill:lime}rect{fill:red}"),
    ("<rect/>", "circle, rect , path { fill: lime } /* rect { fill: red } */"),
    ("<rect/>", "* { fill: lime } @font-face { x: { fill: red } } @charset \"a\"; g { fill: red }"),
    ("<rect/>", "<!-- rect { fill: lime; fill: nonsense; : ; x } -->"),
    ("<rect rx='2'/>", "[rx] { fill: red } [rx=\"2\"] { fill: lime } [rx='3'] { fill: red }"),
    ("<g color='lime'><rect fill='currentColor'/></g>", ""),
    ("<g fill='currentColor' color='red'><rect color='lime'/></g>", ""),
    ("<g fill='lime'><g fill='inherit'><rect fill='what'/></g></g>", ""),
    ("<g fill='lime'><rect style='fill:inherit' fill='red'/></g>", ""),
    ("<rect fill='url(#no) lime'/>", ""), ("<rect fill='rgb(0 100% 0)'/>", ""), ("<rect fill=' LIME '/>", ""),
    ("<rect fill='lime icc-color(a, 1)'/>", ""), ("<rect fill='var(--own, lime)'/>", ""),
    ("<rect class='tall'/>", ".tall { width: 5; height: 5; fill: lime } .\\74 all { fill: red }"),
  ])
  func `the last word on a colour is lime`(body: String, sheet: String) throws {
    let body = body.replacingOccurrences(of: "<rect", with: "<rect width='9' height='9'")
    #expect(
      try artwork(file("<style>\(sheet.replacingOccurrences(of: "<", with: "&lt;"))</style>\(body)")).fills == [lime])
  }

  @Test func `what is hidden or has no paint is left out`() throws {
    let rect = "<rect width='1' height='1'"
    let drawn = try artwork(
      file(
        """
        \(rect) display="none"/>\(rect) fill="none"/>\(rect) opacity="0"/>\(rect) visibility="hidden"/>\(rect) fill-opacity="0"/>
        \(rect) fill="transparent"/><g display="none">\(rect) display="inline"/></g><g style="visibility:hidden">\(rect) visibility="visible" fill="red"/></g>
        <defs>\(rect)/></defs><symbol>\(rect)/></symbol><clipPath>\(rect)/></clipPath><rect width="0" height="1"/><circle r="-1"/>
        <line x2="9" fill="red"/><text display="none">x</text><what>\(rect)/></what>
        """))
    #expect(drawn.fills == [red] && drawn.isComplete)
  }

  @Test func `the given colour stands for currentColor, and a palette for variables`() throws {
    let drawn = try artwork(
      file(
        """
        <rect width="1" height="1" fill="currentColor"/><rect width="1" height="1" fill="var(--color2, lime)"/>
        <rect width="1" height="1" fill="var(--color3, lime)" fill-opacity=".5"/><rect width="1" height="1" fill="context-fill" stroke="var(--color2)"/>
        """))
    let red = red
    let colors = ArtworkColors(current: blue) { $0 == 2 ? red : nil }
    let fills = drawn.drawing(colors).operations.compactMap { operation -> Color? in
      switch operation.kind {
      case .fill(_, _, .color(let color)), .stroke(_, _, .color(let color)): color
      default: nil
      }
    }
    #expect(fills == [blue, red, lime.withAlpha(0.5), blue, red])
  }

  // MARK: References

  @Test func `uses draw what they name, with their own properties`() throws {
    let drawn = try artwork(
      file(
        """
        <use href="#later" x="10" y="20" fill="lime"/>
        <defs><g id="later"><rect width="1" height="2"/><rect x="4" width="1" height="1" fill="red"/></g></defs>
        <use xlink:href="#later" href="#s" width="20" height="20"/><symbol id="s" viewBox="0 0 2 2"><rect width="1" height="1"/></symbol>
        """))
    #expect(drawn.fills == [lime, red, .black])
    #expect(drawn.boxes == [Rect(10, 20, 1, 2), Rect(14, 20, 1, 1), Rect(0, 0, 10, 10)])
  }

  @Test func `uses of themselves draw nothing`() throws {
    let drawn = try artwork(
      file(
        """
        <use id="a" href="#a"/><g id="b"><rect width="1" height="1"/><use href="#b"/></g>
        <g id="c"><use href="#d"/></g><g id="d"><use href="#c"/></g><use href="#no"/>
        <clipPath id="k" clip-path="url(#k)"><rect width="5" height="5"/></clipPath><rect width="9" height="9" clip-path="url(#k)"/>
        """))
    #expect(drawn.boxes == [Rect(0, 0, 1, 1), Rect(0, 0, 9, 9)])
    #expect(drawn.omitted == ["a use of itself 1"])
  }

  @Test func `a switch shows the first that applies`() throws {
    let drawn = try artwork(
      file(
        """
        <switch><title>x</title><rect width="1" height="1" requiredExtensions="x"/><rect width="2" height="1" systemLanguage="de, fr"/>
        <rect width="3" height="1" systemLanguage="en-US"/><rect width="4" height="1"/></switch>
        """))
    #expect(drawn.boxes == [Rect(0, 0, 3, 1)])
  }

  @Test func `clips are areas in the element's coordinates`() throws {
    func clips(_ body: String) throws -> [Rect] {
      let drawn = try artwork(
        file("<rect x='10' y='10' width='40' height='20' clip-path='url(#c)' transform='translate(3 3)'/>" + body))
      return drawn.shapes.first?.shape.clips.map(\.box) ?? []
    }
    #expect(try clips("<clipPath id='c'><rect width='5' height='6'/></clipPath>") == [Rect(0, 0, 5, 6)])
    #expect(
      try clips(
        "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect x='.5' width='.5' height='1'/></clipPath>")
        == [Rect(30, 10, 20, 20)])
    #expect(
      try clips(
        "<clipPath id='c' clip-path='url(#d)'><rect width='5' height='6'/></clipPath><clipPath id='d'><circle r='4'/></clipPath>"
      )
        == [Rect(-4, -4, 8, 8), Rect(0, 0, 5, 6)])
    // An empty clip path clips everything; a missing one does not clip.
    #expect(try artwork(file("<rect width='9' height='9' clip-path='url(#c)'/><clipPath id='c'/>")).shapes.isEmpty)
    #expect(try artwork(file("<rect width='9' height='9' clip-path='url(#c)'/>")).shapes[0].shape.clips.isEmpty)
  }

  @Test func `several shapes of a clip are one area, whichever way they run`() throws {
    let drawn = try artwork(
      file(
        """
        <clipPath id="c"><path d="M0 0h10v10H0z"/><path d="M5 5v10h10V5z"/></clipPath>
        <rect width="50" height="50" clip-path="url(#c)"/>
        """))
    let clip = try #require(drawn.shapes[0].shape.clips.first)
    for p in [Point(1, 1), Point(7, 7), Point(14, 14)] { #expect(clip.path.contains(p, rule: clip.rule)) }
    for p in [Point(14, 1), Point(1, 14), Point(20, 20)] { #expect(!clip.path.contains(p, rule: clip.rule)) }
  }

  @Test func `gradients take from others what they lack`() throws {
    let drawn = try artwork(
      file(
        """
        <linearGradient id="a" href="#b" x2="30" spreadMethod="reflect"/>
        <linearGradient id="b" gradientUnits="userSpaceOnUse" x1="10" x2="99" href="#c"/>
        <radialGradient id="c" gradientTransform="scale(2)" cx="7"><stop stop-color="red"/><stop offset="50%" stop-color="lime" stop-opacity=".5"/><stop offset=".2"/></radialGradient>
        <rect width="40" height="10" fill="url(#a)" fill-opacity=".5"/>
        """))
    guard case .gradient(let gradient)? = drawn.shapes[0].shape.fill,
      case .linear(let from, let to) = gradient.kind
    else {
      Issue.record("no linear gradient")
      return
    }
    #expect(from == Point(10, 0) && to == Point(30, 0) && gradient.transform == .scale(2, 2))
    #expect(gradient.spread == .reflect && gradient.opacity == 0.5)
    #expect(gradient.stops.map(\.offset) == [0, 0.5, 0.5] && gradient.stops.map(\.opacity) == [1, 0.5, 1])
  }

  @Test func `colour and opacity that change together go in small steps`() throws {
    func stops(_ second: String) throws -> Int {
      let drawn = try artwork(
        file(
          "<linearGradient id='a'><stop stop-color='red'/><stop offset='1' \(second)/></linearGradient><rect width='9' height='9' fill='url(#a)'/>"
        ))
      guard case .fill(_, _, .gradient(let gradient, _))? = drawn.drawing().operations.first?.kind else { return 0 }
      return gradient.stops.colors.count
    }
    #expect(try stops("stop-color='blue'") == 2)
    #expect(try stops("stop-color='red' stop-opacity='0'") == 2)
    #expect(try stops("stop-color='blue' stop-opacity='0'") == 17)
  }

  @Test func `one element is drawn with what it has from those around it`() throws {
    let text = file(
      """
      <g fill="red" transform="translate(10 0)"><g id="glyph3" stroke="lime"><rect width="2" height="2"/></g><circle r="5"/></g>
      <defs><path id="glyph4" d="M0 0h1v1z"/></defs>
      """)
    let bytes = Array(text.utf8)
    let document = try bytes.withUnsafeBytes { try ArtworkDocument($0) }
    var reader = ArtworkReader(document)
    let glyph = try #require(try reader.element(id: "glyph3"))
    #expect(glyph.boxes == [Rect(10, 0, 2, 2)] && glyph.fills == [red] && glyph.shapes[0].shape.stroke != nil)
    #expect(try reader.element(id: "glyph4")?.boxes == [Rect(0, 0, 1, 1)])
    #expect(try reader.element(id: "glyph5") == nil)
  }

  @Test(arguments: ["data-name", "aria-label", "role", "lang", "text-anchor", "d"])
  func `rules select elements by any attribute, wherever the sheet is`(_ name: String) throws {
    let value = name == "d" ? "M0 0h8v9z" : "sun"
    let path = name == "d" ? "" : "d='M0 0h9v9z'"
    let plain = "<path d='M0 0h9v9z' \(name == "d" ? "" : "\(name)='moon'")/>"
    let sheet = "<style>[\(name)=\"\(value)\"] { fill: lime } [x\(name)] { fill: red }</style>"
    let body = "<path \(path) \(name)='\(value)'/>\(plain)"
    for text in [sheet + body, body + sheet] {
      #expect(try artwork(file(text)).fills == [lime, .black], "\(text)")
    }
    // A selector without a value takes any.
    let any = try artwork(file("<style>g > [\(name)] { fill: blue }</style><g><path \(path) \(name)='\(value)'/></g>"))
    #expect(any.fills == [blue])
  }

  // MARK: Omissions

  @Test func `what shapes cannot show is named with its line`() throws {
    let drawn = try artwork(
      file(
        """

        <text x="1">a</text>
        <rect width="9" height="9" filter="url(#f)" style="mask: url(#m) linear-gradient(red, blue)"/>
        <path d="M0 0h9v9z" fill="url(#p)" style="marker: url(#k)"/><pattern id="p"/>
        <rect width="9" height="9"><animate attributeName="x"/></rect>
        <foreignObject/><image href="other.png" width="3" height="3"/>
        <style>a:hover { fill: red } @media print { rect { fill: red } }</style><filter id="f"><feTurbulence/></filter>
        """))
    #expect(
      drawn.omitted == [
        "text 2", "a filter with <feTurbulence> 3", "a mask that is no <mask> of the file 3", "markers 4", "patterns 4",
        "animation 5", "<foreignObject> 6", "an image of another file 6",
        "the CSS rule @media 7", "the CSS selector \"a:hover\" 7",
      ])
    #expect(!drawn.isComplete)
    #expect(try ArtworkFiles.all.filter { try !artwork($0.text).isComplete }.map(\.name) == ["use"])
    // A dangling reference draws nothing in any renderer.
    #expect(try artwork(file("<use href='#nowhere'/><rect width='9' height='9'/>")).isComplete)
    #expect(try artwork(file("<use href='other.svg#a'/>")).omitted == ["a use of an element that is not in the file 1"])
  }

  @Test func `namespaces other than SVG's are passed over`() throws {
    let drawn = try artwork(
      """
      <s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:i="http://example.com/" width="9" height="9"><i:rect width="1" height="1"/>
      <s:rect s:width="1" width="2" height="1" i:fill="red" fill="lime"/><rect width="3" height="1"/></s:svg>
      """)
    #expect(drawn.boxes.first == Rect(0, 0, 2, 1) && drawn.fills.first == lime)
  }

  // MARK: Bad and hostile files

  @Test(arguments: [
    ("", "the file is empty"), ("GIF89a", "line 1: it is not XML (syntax error)"),
    ("<html/>", "line 1: expected <svg>, got <html>"),
    (
      "<svg xmlns=\"http://example.com/\"/>",
      "line 1: <svg> is in another namespace; expected xmlns=\"http://www.w3.org/2000/svg\""
    ), ("<svg>\n<g>", "line 2: it is not XML (no element found)"),
    ("\u{1F}\u{FFFD}", nil), ("<svg>\n<g></svg>", "line 2: it is not XML (mismatched tag)"),
  ])
  func `what is no SVG is refused in words`(text: String, message: String?) {
    let error = failure(text)
    #expect(error != nil)
    if let message { #expect(error?.message == message) }
  }

  /// Clips of clips are read for each use: 3 to the sixth times here.
  @Test func `clips of clips are limited`() throws {
    var text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
    text += "<clipPath id='c0'><path d='M0 0H9V9Z'/></clipPath>"
    for i in 1...6 {
      let rect = "<rect width='9' height='9' clip-path='url(#c\(i - 1))'/>"
      text += "<clipPath id='c\(i)' clip-path='url(#c\(i - 1))'>\(rect)\(rect)</clipPath>"
    }
    text += "<path d='M0 0H9V9Z' clip-path='url(#c6)'/></svg>"
    _ = try artwork(text)
    #expect(throws: LayerError.self) { try artwork(text, segmentLimit: 20_000) }
  }

  @Test func `a compressed file says how to unpack it`() throws {
    let bytes: [UInt8] = [0x1F, 0x8B, 8, 0]
    #expect(throws: LayerError("it is compressed (.svgz); unpack it, as `gunzip < icon.svgz > icon.svg` does")) {
      try bytes.withUnsafeBytes { try ArtworkDocument($0) }
    }
  }

  @Test func `bombs end early, with the limit in the message`() throws {
    let lol = (1...9).map { i in "<!ENTITY l\(i) \"" + String(repeating: "&l\(i - 1);", count: 10) + "\">" }.joined()
    #expect(
      failure("<!DOCTYPE svg [<!ENTITY l0 \"lol\">\(lol)]><svg>&l9;</svg>")?.message
        == "line 1: its entities are made of others or have more than 8192 bytes; write their text instead")
    #expect(
      failure(file(String(repeating: "<g>", count: 5000)))?.message
        == "line 1: its elements are nested more than 200 deep; ungroup the drawing")
    #expect(
      failure(file(String(repeating: "<g/>", count: 100_001)))?.message
        == "line 1: it has more than 100000 elements; simplify the drawing")
    #expect(
      failure(String(repeating: " ", count: 16 << 20) + " <svg/>")?.message
        == "it has 16777223 bytes, at most 16777216 are read; simplify the drawing")
    let uses = (1...12).map { i in "<g id='u\(i)'>" + String(repeating: "<use href='#u\(i - 1)'/>", count: 10) + "</g>"
    }
    #expect(
      failure(file("<defs><rect id='u0' width='1' height='1'/>\(uses.joined())</defs><use href='#u12'/>"))?.message
        == "line 1: its uses make more than 100000 elements; draw less of them")
    let chain = (1...400).map { "<g id='c\($0)'><use href='#c\($0 - 1)'/></g>" }.joined()
    #expect(
      failure(file("<defs><rect id='c0' width='1' height='1'/>\(chain)</defs><use href='#c400'/>"))?.kind == .limit)
    let path = "M0 0" + String(repeating: "h1v1", count: 20_000)
    let many = String(repeating: "<use href='#p'/>", count: 1000)
    #expect(
      failure(file("<path id='p' d='\(path)'/>\(many)"))?.message
        == "line 1: its shapes have more than 10000000 segments, each use of one counted; simplify the drawing")
    let rules = String(repeating: ".a .a .a{fill:red}", count: 4000)
    #expect(
      failure(file("<style>\(rules)</style>" + String(repeating: "<g class='a'/>", count: 50_000)))?.message
        == "line 1: its styles and references take more than 67108864 steps to read; simplify the drawing")
    let stops = (0..<250).map { "<stop offset='\(Double($0) / 250)' stop-color='rgb(\($0),0,0)'/>" }.joined()
    #expect(
      failure(
        file(
          "<linearGradient id='g' spreadMethod='repeat'>\(stops)</linearGradient>"
            + String(repeating: "<rect width='9' height='9' fill='url(#g)'/>", count: 10_000)))?.message
        == "line 1: its gradients have more than 2000000 stops, each use of one counted; simplify the drawing")
  }

  @Test func `elements deep in each other take little of a thread's stack`() {
    func nested(_ id: String, _ count: Int, _ inner: String) -> String {
      "<g id='\(id)'>" + String(repeating: "<g opacity='.9'>", count: count) + inner
        + String(repeating: "</g>", count: count) + "</g>"
    }
    let text = file(
      "<defs><rect id='r' width='9' height='9'/>\(nested("a", 90, "<use href='#r'/>"))</defs>"
        + nested("b", 98, "<use href='#a'/>"))
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      #expect((try? artwork(text))?.drawing().operations.count == 377)
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
  }

  @Test func `masks and filters in each other take little of it too`() {
    let chain = (1...19).map {
      "<mask id='m\($0)'><g filter='url(#f)'><rect width='9' height='9' mask='url(#m\($0 - 1))'/></g></mask>"
    }
    let text = file(
      "<filter id='f'><feOffset/></filter><mask id='m0'><rect width='9' height='9'/></mask>\(chain.joined())<rect width='9' height='9' mask='url(#m19)'/>"
    )
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let drawing = (try? artwork(text))?.drawing()
      #expect(drawing?.operationCount == 3 + 19 * 7 + 3)
      #expect(
        (try? Compositor.rasterize(drawing ?? RecordedDrawing(operations: []), size: Size(9, 9), scale: 1)) != nil)
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
  }

  @Test func `files that are changed at random never end the process`() throws {
    var random = SeededRandom(7)
    let signs = Array("0123456789.-+eE%#<>/\"'= \nabcxyzMLCAZ(),;:{}".utf8)
    var read = 0
    for round in 0..<40 {
      for (_, text) in ArtworkFiles.all {
        var bytes = Array(text.utf8)
        for _ in 0...(round % 8) {
          let at = Int.random(in: 80..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[at] = signs.randomElement(using: &random) ?? 48
          case 1: bytes.remove(at: at)
          case 2: bytes.insert(contentsOf: "1e99".utf8, at: at)
          default:
            let from = Int.random(in: 80..<bytes.count, using: &random)
            bytes.insert(contentsOf: bytes[from..<min(from + 20, bytes.count)], at: at)
          }
        }
        guard let drawn = try? artwork(String(decoding: bytes, as: UTF8.self)) else { continue }
        read += 1
        _ = drawn.drawing()
        if round < 4, drawn.size.width >= 1, drawn.size.height >= 1, drawn.size.width < 500, drawn.size.height < 500 {
          _ = try? Compositor.rasterize(drawn.drawing(), size: drawn.size, scale: 0.5)
        }
      }
    }
    #expect(read > 100)
  }
}

/// Drawings compared with librsvg's pictures of the same files.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert"), "needs librsvg2-bin"))
struct ArtworkPictureTests {
  @Test(arguments: ArtworkFiles.all.map(\.name))
  func `a drawing looks as librsvg's picture`(name: String) throws {
    let text = try #require(ArtworkFiles.all.first { $0.name == name }?.text)
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.svg")
    let drawn = try runCommand("/usr/bin/rsvg-convert", ["-z", "2", "a.svg", "-o", "a.png"], in: folder.path)
    #expect(drawn.status == 0, "\(drawn.errors)")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.png")))
    let theirs = try bytes.withUnsafeBytes { try ImageDecoder.decode($0) }
    let file = try artwork(text)
    let ours = try Compositor.rasterize(file.drawing(), size: file.size, scale: 2)
    let mean = try #require(meanDifference(expected: theirs, actual: ours))
    #expect(mean < 0.4, "\(mean)")
  }
}
