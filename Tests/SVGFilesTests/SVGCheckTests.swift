// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import ImageFiles
import Pixels
import RenderTree
import SVGFiles
import TestSupport
import Testing
import Wording

/// A file with a head.
func svg(_ content: String, _ attributes: String = "viewBox=\"0 0 24 24\"", head: String = "") -> [UInt8] {
  Array(
    """
    \(head)<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \(attributes)>\(content)</svg>
    """.utf8)
}

/// The error that reading and drawing a file ends in; nil for a picture.
private func problem(_ bytes: [UInt8]) -> LayerError? {
  do {
    let picture = try bytes.withUnsafeBytes { try SVGPicture($0, cache: SVGPictureCache()) }
    _ = try picture.baseBitmap()
    _ = picture.bitmap(scale: Size(20, 20), mostPixels: 1 << 22, isStopped: nil)
    return nil
  } catch let error as LayerError {
    return error
  } catch {
    return LayerError("\(error)")
  }
}

private func check(_ bytes: [UInt8]) throws -> SVGCheck { try bytes.withUnsafeBytes { try SVGCheck($0) } }

/// A chain of groups of which each draws the one before `count` times.
private func chain(_ levels: Int, _ count: Int, _ link: (Int) -> String, _ frame: (Int, String) -> String) -> String {
  (1..<levels).map { frame($0, String(repeating: link($0 - 1), count: count)) }.joined()
}

private func png(width: UInt32, height: UInt32) -> String {
  func big(_ v: UInt32) -> [UInt8] { [UInt8(v >> 24), UInt8(v >> 16 & 255), UInt8(v >> 8 & 255), UInt8(v & 255)] }
  return Data(
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width) + big(height) + [1]
  )
  .base64EncodedString()
}

/// Files that try to take long, or much memory, and what they end in.
@Suite(.serialized) struct SVGCheckTests {
  struct Hostile: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]
    /// The kind of the error and a part of its message; nil where a picture may come as well.
    var ends: (LayerError.Kind, String)?
    var testDescription: String { name }
  }

  private static let uses = chain(12, 10, { "<use href=\"#a\($0)\"/>" }, { "<g id=\"a\($0)\">\($1)</g>" })
  private static let patterns = chain(
    12, 10, { "<rect width=\"9\" height=\"9\" fill=\"url(#p\($0))\"/>" },
    { "<pattern id=\"p\($0)\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">\($1)</pattern>" })

  static let hostile: [Hostile] = [
    Hostile(
      name: "a billion laughs",
      bytes: svg(
        "<text>&c;</text>",
        head: "<!DOCTYPE svg [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]>"),
      ends: (.limit, "entities")),
    Hostile(
      name: "a large entity many times",
      bytes: svg(
        "<text>\(String(repeating: "&a;", count: 2000))</text>",
        head: "<!DOCTYPE svg [<!ENTITY a \"\(String(repeating: "x", count: 100_000))\">]>"),
      ends: (.limit, "entities")),
    Hostile(
      name: "a small entity very many times",
      bytes: svg(
        "<text>\(String(repeating: "&a;", count: 20_000))</text>",
        head: "<!DOCTYPE svg [<!ENTITY a \"\(String(repeating: "x", count: 8000))\">]>"),
      ends: (.limit, "entities")),
    Hostile(
      name: "depth", bytes: svg(String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300)),
      ends: (.limit, "nested more than 200 deep")),
    Hostile(
      name: "1,200,000 elements", bytes: svg(String(repeating: "<g/>", count: 1_200_000)),
      ends: (.limit, "more than 100000 elements")),
    Hostile(
      name: "more bytes", bytes: svg("<!--" + String(repeating: "x", count: 17 << 20) + "-->"),
      ends: (.limit, "at most 16777216 are read")),
    Hostile(
      name: "10^11 uses", bytes: svg("<defs><g id=\"a0\"><rect/></g>\(uses)</defs><use href=\"#a11\"/>"),
      ends: (.limit, "takes as much drawing as 322222222223 elements")),
    Hostile(
      name: "uses in a circle",
      bytes: svg("<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use xlink:href=\"#a\"/></g>"),
      ends: (.invalid, "refers to one that it is in")),
    Hostile(
      name: "patterns in patterns",
      bytes: svg(
        "<pattern id=\"p0\" width=\"3\" height=\"3\"><rect/></pattern>\(patterns)<rect width=\"9\" height=\"9\" fill=\"url(#p11)\"/>"
      ), ends: (.limit, "takes as much drawing")),
    Hostile(
      name: "patterns by a style sheet",
      bytes: svg(
        "<style>.a, .b { fill: url('#p0') }</style><pattern id=\"p0\">\(String(repeating: "<rect/>", count: 1000))</pattern>"
          + String(repeating: "<rect class=\"x a\"/>", count: 1000)), ends: (.limit, "takes as much drawing")),
    Hostile(
      name: "markers",
      bytes: svg(
        "<marker id=\"m\"><rect/></marker><path style=\"marker-mid:url(#m)\" d=\"M\(String(repeating: " 1 2", count: 200_000))\"/>"
      ), ends: (.limit, "takes as much drawing")),
    Hostile(
      name: "octaves",
      bytes: svg("<filter id=\"f\"><feTurbulence numOctaves=\"100000\"/></filter><rect filter=\"url(#f)\"/>"),
      ends: (.limit, "numOctaves is 100000; at most 10")),
    Hostile(
      name: "primitives", bytes: svg("<filter>\(String(repeating: "<feOffset/>", count: 51))</filter>"),
      ends: (.limit, "more than 50 primitives")),
    Hostile(
      name: "a wide brush", bytes: svg("<filter><feMorphology radius=\"1000\"/></filter>"),
      ends: (.limit, "the radius 1000")),
    Hostile(
      name: "a large kernel", bytes: svg("<filter><feConvolveMatrix order=\"100\"/></filter>"),
      ends: (.limit, "10000 numbers")),
    Hostile(
      name: "a large picture",
      bytes: svg("<image href=\"data:image/png;base64,\(png(width: 30_000, height: 30_000))\"/>"),
      ends: (.limit, "more than 67108864 pixels in all")),
    Hostile(
      name: "pictures that are large together",
      bytes: svg(
        String(repeating: "<image xlink:href=\" DATA:image/png;base64,\(png(width: 6000, height: 6000))\"/>", count: 2)),
      ends: (.limit, "more than 67108864 pixels in all")),
    Hostile(
      name: "a picture of another kind",
      bytes: svg("<image href=\"data:image/x-tga;base64,\(png(width: 3, height: 3))\"/>"),
      ends: (.invalid, "of the type \"image/x-tga\"")),
    Hostile(
      name: "no picture", bytes: svg("<feImage href=\"data:,%3Csvg/%3E\"/>"),
      ends: (.invalid, "is no PNG, JPEG, GIF or WebP")),
    Hostile(
      name: "another document", bytes: svg("<use href=\"da&#9;ta:image/svg+xml,x#a\"/>"),
      ends: (.invalid, "<use> leads to a document in a data: address")),
    Hostile(
      name: "another document in an escape", bytes: svg("<rect style=\"fill:url(d\\61 ta:image/svg+xml,x#a)\"/>"),
      ends: (.invalid, "style leads to a document in a data: address")),
    Hostile(
      name: "another style sheet", bytes: svg("<style>@\\69mport \"d\\61ta:text/css,x\";</style>"),
      ends: (.invalid, "style sheet leads to a document")),
    Hostile(
      name: "an instruction", bytes: svg("", head: "<?xml-stylesheet href=\"data:text/css,x\"?>"),
      ends: (.invalid, "<?xml-stylesheet?>")),
    Hostile(
      name: "an inclusion", bytes: svg("<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"data:,x\"/>"),
      ends: (.invalid, "includes another document")),
    Hostile(
      name: "slow selectors",
      bytes: svg(
        "<style>\(String(repeating: "* ~ * > g g ~ rect {fill:red}", count: 200))</style>"
          + String(repeating: "<g/>", count: 20_000)), ends: (.limit, "comparisons")),
    Hostile(
      name: "a long line of text", bytes: svg("<text>\(String(repeating: "abc ", count: 80_000))</text>"),
      ends: (.limit, "takes as much drawing")),
    Hostile(
      name: "tiny dashes",
      bytes: svg("<g stroke-dasharray=\"0.0001\"><path stroke=\"red\" d=\"M0 0 L1000 1000\"/></g>"),
      ends: (.limit, "dashes; at most 5000000")),
    Hostile(
      name: "a side of 10^9", bytes: svg("<rect width=\"100%\" height=\"100%\"/>", "width=\"1000000000\" height=\"9\""),
      ends: (.limit, "a side may have 1000000")),
    Hostile(
      name: "a side of 10^6", bytes: svg("<rect width=\"9\" height=\"9\"/>", "width=\"1e6\" height=\"1e6\""), ends: nil),
    Hostile(
      name: "41 blurs",
      bytes: svg(
        "<filter id=\"f\">\(String(repeating: "<feGaussianBlur stdDeviation=\"400\"/>", count: 41))</filter><rect width=\"900\" height=\"900\" filter=\"url(#f)\"/>",
        "viewBox=\"0 0 1000 1000\""), ends: nil),
    Hostile(
      name: "many filters",
      bytes: svg(
        "<filter id=\"f\"><feGaussianBlur stdDeviation=\"40\"/></filter>"
          + String(repeating: "<rect width=\"900\" height=\"900\" filter=\"url(#f)\"/>", count: 3000),
        "viewBox=\"0 0 1000 1000\""), ends: nil),
    Hostile(
      name: "many groups",
      bytes: svg(
        String(repeating: "<g opacity=\"0.5\"><rect width=\"900\" height=\"900\"/></g>", count: 30_000),
        "viewBox=\"0 0 1000 1000\""), ends: nil),
    Hostile(
      name: "groups in groups",
      bytes: svg(
        String(repeating: "<g opacity=\"0.9\">", count: 190) + "<rect width=\"900\" height=\"900\"/>"
          + String(repeating: "</g>", count: 190), "viewBox=\"0 0 1000 1000\""), ends: nil),
  ]

  /// Without its limits each of them would take hours.
  @Test(arguments: hostile) func `every file comes to an end, with a picture or the limit it exceeds`(file: Hostile)
    throws
  {
    let end = problem(file.bytes)
    if let (kind, words) = file.ends {
      #expect(end?.kind == kind && end?.message.contains(words) == true, "\(end?.message ?? "a picture")")
    } else {
      #expect(end == nil, "\(end?.message ?? "")")
    }
  }

  @Test func `messages name the line`() throws {
    #expect(
      problem(svg("\n<g>\n<feTurbulence numOctaves=\"11\"/></g>"))?.message.hasPrefix("line 3: numOctaves is 11")
        == true)
    #expect(problem(Array("<svg>\n<g></svg>".utf8))?.message == "line 2: the SVG is no XML (mismatched tag)")
    #expect(problem(Array("<html/>".utf8))?.message == "line 1: the file is XML with the root <html>, not <svg>")
    #expect(
      problem(Array("\u{FEFF}<svg/>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))?.message
        == "the SVG is not in UTF-8: save it so")
  }

  @Test func `what is repeated counts`() throws {
    let leaf = "<g id=\"a\"><rect/><rect/></g>"
    #expect(try check(svg(leaf)).drawn == 4)
    // What is only defined is not drawn; a use draws itself and what it names.
    #expect(try check(svg("<defs>\(leaf)</defs>")).drawn == 1)
    #expect(try check(svg("<defs>\(leaf)</defs><use href=\"#a\"/><use xlink:href=\"#a\"/>")).drawn == 9)
    #expect(try check(svg("<a href=\"#top\" id=\"top\"><rect/></a>")).drawn == 3, "a link draws nothing")
    // Inner shapes inherit a pattern; one with one shape is two elements.
    let pattern = "<pattern id=\"p\"><rect/></pattern>"
    #expect(try check(svg(pattern + "<g fill=\"url(#p)\"><rect/><rect/></g>")).drawn == 1 + 3 + 3 * 2)
    #expect(try check(svg(pattern + "<rect style=\"stroke: URL( '#p' )\"/>")).drawn == 1 + 1 + 2)
    // Of a style sheet only what may be meant.
    let styled =
      "<style>.a{fill:url(#p)} @font-face{src:url(data:font/woff,x)} @media print{.b{stroke:url(#p)}}</style>"
    let plain = try check(svg(pattern + "<style/><rect/>")).drawn
    #expect(try check(svg(pattern + styled + "<rect/>")).drawn == plain)
    #expect(try check(svg(pattern + styled + "<rect class=\"a b\"/>")).drawn == plain + 4)
    // Groups, masks and filters fill surfaces.
    #expect(try check(svg("<g opacity=\".5\"/><g style=\"opacity : 0.2\"/><g fill-opacity=\".5\"/>")).layers == 2)
    #expect(try !check(svg("<g opacity=\".5\"/>")).hasWholeSurfaces)
    let filter = "<filter id=\"f\"><feGaussianBlur/></filter>"
    let filtered = try check(svg(filter + "<rect filter=\"url(#f)\"/><rect filter=\"url(#f)\"/>"))
    #expect(filtered.layers == 20 && filtered.hasWholeSurfaces)
    #expect(try check(svg("<g opacity=\".5\"><g opacity=\".5\"/></g><g opacity=\".5\"/>")).nesting == 2)
    #expect(try check(svg("<path fill=\"currentColor\"/>")).usesCurrentColor)
    #expect(try check(svg("<style>path { stroke: CurrentColor }</style>")).usesCurrentColor)
    #expect(try !check(svg("<path fill=\"red\"/>")).usesCurrentColor)
  }

  @Test func `pictures within are measured by their headers`() throws {
    func pixels(_ address: String) -> String {
      // 64 megapixels less what another one leaves.
      problem(
        svg("<image href=\"data:image/png;base64,\(png(width: 8191, height: 8191))\"/><image href=\"\(address)\"/>"))?
        .message ?? "fits"
    }
    #expect(pixels("data:image/png;base64,\(png(width: 100, height: 100))") == "fits")
    #expect(pixels("data:image/png;base64,\(png(width: 100, height: 10_000))").contains("pixels in all"))
    // GIF: a screen of 200 × 200 and as much for each frame.
    func gif(_ frames: Int) -> String {
      let frame = "%2C%00%00%00%00%01%00%01%00%00%02%02L%01%00"
      return "data:image/gif,GIF89a%C8%00%C8%00%00%00%00" + String(repeating: frame, count: frames) + ";"
    }
    #expect(pixels(gif(0)).contains("pixels in all"), "40,000 pixels are too many for what is left")
    #expect(problem(svg("<image href=\"\(gif(2000))\"/>"))?.message.contains("pixels in all") == true)
    // JPEG: a header behind another segment.
    let jpeg = "data:image/jpeg,%FF%D8%FF%E0%00%04ab%FF%C2%00%11%08%FF%FF%FF%FF%03"
    #expect(problem(svg("<image href=\"\(jpeg)\"/>"))?.message.contains("pixels in all") == true)
    // WebP.
    let webp = "data:image/webp,RIFF%00%00%00%00WEBPVP8X%00%00%00%00%00%00%00%00%FF%FF%00%FF%FF%00xx"
    #expect(problem(svg("<image href=\"\(webp)\"/>"))?.message.contains("pixels in all") == true)
  }

  @Test func `a changed file ends in an error or a picture`() throws {
    let good = svg(
      """
      <style>.a{fill:red;opacity:.5}</style><defs><linearGradient id="g"><stop offset="1" stop-color="red"/></linearGradient>
      <pattern id="p" width="3" height="3"><rect width="1" height="2"/></pattern><filter id="f"><feGaussianBlur stdDeviation="2"/>
      </filter><mask id="m"><rect width="9" height="9" fill="white"/></mask><symbol id="s"><path d="M1 2L3 4"/></symbol></defs>
      <g transform="rotate(20)" mask="url(#m)"><use href="#s" x="3"/><rect class="a" width="9" height="9" filter="url(#f)"/></g>
      <path d="M1 1C2 3 4 5 6 7Z" stroke="url(#g)" stroke-dasharray="2 1" fill="url(#p)"/><text x="1" y="9">Text</text>
      """)
    #expect(problem(good) == nil)
    var random = SeededRandom(7)
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(UInt8.random(in: 32..<127, using: &random), at: at)
        default:
          let from = Int.random(in: 0..<bytes.count, using: &random)
          let part = Array(bytes[from..<min(from + 40, bytes.count)])
          bytes.insert(contentsOf: part, at: at)
        }
      }
      _ = problem(bytes)
    }
  }
}
