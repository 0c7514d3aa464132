// SPDX-License-Identifier: MIT
import CSVGProgram
import Foundation
import Geometry
import ImageFiles
import Messages
import Pixels
import RenderTree
import SVGFiles
import Testing
import TestSupport

/// The bytes of an SVG file with attributes and a prolog.
func svg(_ content: String, _ attributes: String = "viewBox=\"0 0 24 24\"", head: String = "") -> [UInt8] {
  Array(
    """
    \(head)<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \(attributes)>\(content)</svg>
    """.utf8)
}

/// A helper program with little time and memory.
private func hasty() -> SVGProgram {
  var limits = SVGProgram.Limits()
  limits.time = 0.05
  limits.firstTextTime = 0.2
  limits.memory = 96 << 20
  return SVGProgram(limits: limits)
}

/// The error of reading and drawing a file; nil if it yields a picture.
private func problem(_ bytes: [UInt8], _ program: SVGProgram) -> LayerError? {
  do {
    let picture = try image(bytes, program: program)
    _ = try picture.baseBitmap()
    _ = picture.bitmap(scale: Size(20, 20), mostPixels: 1 << 22, isStopped: nil)
    return nil
  } catch let error as LayerError {
    return error
  } catch {
    return LayerError("\(error)")
  }
}

/// A chain of groups, each of which draws the one before `count` times.
private func chain(_ levels: Int, _ count: Int, _ link: (Int) -> String, _ frame: (Int, String) -> String) -> String {
  (1..<levels).map { frame($0, String(repeating: link($0 - 1), count: count)) }.joined()
}

private let good = svg(
  "<filter id=\"f\"><feGaussianBlur stdDeviation=\"1\"/></filter><rect x=\"2\" width=\"9\" height=\"9\" filter=\"url(#f)\"/>"
)

private func png(width: UInt32, height: UInt32) -> String {
  func big(_ v: UInt32) -> [UInt8] { [UInt8(v >> 24), UInt8(v >> 16 & 255), UInt8(v >> 8 & 255), UInt8(v & 255)] }
  return Data(
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width) + big(height) + [1]
  )
  .base64EncodedString()
}

/// Hostile files that try to take excessive time or memory, to crash the library or to escape from it.
@Suite(.serialized) struct SVGProgramTests {
  struct Hostile: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]
    /// True if it must end in an error; otherwise a picture is acceptable too.
    var isRefused = true
    var testDescription: String { name }
  }

  private static let uses = chain(12, 10, { "<use href=\"#a\($0)\"/>" }, { "<g id=\"a\($0)\">\($1)</g>" })
  /// Nested patterns, each with ten of the one before, which take practically forever.
  private static let patterns =
    "<pattern id=\"p0\" width=\"3\" height=\"3\"><rect width=\"2\" height=\"2\"/></pattern>"
    + chain(
      9, 10, { "<rect x=\"\($0)\" width=\"9\" height=\"9\" fill=\"url(#p\($0))\"/>" },
      { "<pattern id=\"p\($0)\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">\($1)</pattern>" })
  private static let rect = "<rect width=\"24\" height=\"24\""
  private static func filtered(_ primitives: String, _ times: Int = 1) -> String {
    "<filter id=\"f\">\(primitives)</filter>" + String(repeating: "<g filter=\"url(#f)\">", count: times)
      + "\(rect)/>" + String(repeating: "</g>", count: times)
  }

  static let hostile: [Hostile] = [
    Hostile(
      name: "a billion laughs",
      bytes: svg(
        "<text>&c;</text>",
        head: "<!DOCTYPE svg [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]>"),
      isRefused: false),
    Hostile(
      name: "a large entity many times",
      bytes: svg(
        "<text>\(String(repeating: "&a;", count: 2000))</text>",
        head: "<!DOCTYPE svg [<!ENTITY a \"\(String(repeating: "x", count: 100_000))\">]>")),
    Hostile(
      name: "depth", bytes: svg(String(repeating: "<g>", count: 300_000) + String(repeating: "</g>", count: 300_000))),
    Hostile(name: "1,200,000 elements", bytes: svg(String(repeating: "<g/>", count: 1_200_000))),
    Hostile(name: "more bytes", bytes: svg("<!--" + String(repeating: "x", count: 17 << 20) + "-->")),
    Hostile(name: "10^11 uses", bytes: svg("<defs><g id=\"a0\"><rect/></g>\(uses)</defs><use href=\"#a11\"/>")),
    Hostile(
      name: "uses in a circle",
      bytes: svg("<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use xlink:href=\"#a\"/></g>"), isRefused: false),
    // Evasions of a checker that parses the file differently from the library. The shape reader draws only what it
    // parses.
    Hostile(name: "patterns in patterns", bytes: svg("\(patterns)\(rect) fill=\"url(#p8)\"/>")),
    Hostile(
      name: "by an escape in an attribute", bytes: svg("\(patterns)\(rect) style=\"f\\69ll:url(#p8)\"/>"),
      isRefused: false),
    Hostile(name: "by quotes in an address", bytes: svg("\(patterns)\(rect) style='fill:url(\"#p8\")'/>")),
    Hostile(
      name: "by a brace in a sheet",
      bytes: svg("<style>a{content:\"}\"} rect.x{fill:url(#p8)}</style>\(patterns)\(rect) class=\"x\"/>")),
    Hostile(
      name: "by a comment in a string",
      bytes: svg(
        "<style>a{content:\"/*\"} rect.x{fill:url(#p8)} b{content:\"*/\"}</style>\(patterns)\(rect) class=\"x\"/>"),
      isRefused: false
    ),
    Hostile(name: "by line ends in an attribute", bytes: svg("\(patterns)\(rect) fill=\"&#10; url(#p8)\"/>")),
    Hostile(
      name: "markers",
      bytes: svg(
        "<marker id=\"m\">\(filtered("<feGaussianBlur stdDeviation=\"4\"/>"))</marker><path style=\"marker-mid:url(#m)\" d=\"M\(String(repeating: " 1 2", count: 200_000))\"/>"
      )),
    Hostile(name: "octaves", bytes: svg(filtered("<feTurbulence numOctaves=\"100000\"/>"))),
    Hostile(
      name: "nested filters", bytes: svg(filtered("<feTurbulence baseFrequency=\".1\" numOctaves=\"9\"/>", 100)),
      isRefused: false),
    Hostile(
      name: "a wide brush", bytes: svg(filtered("<feMorphology radius=\"500\"/>"), "width=\"2000\" height=\"2000\""),
      isRefused: false),
    Hostile(
      name: "an abort",
      bytes: svg(
        filtered("<feConvolveMatrix order=\"200\" kernelMatrix=\"\(String(repeating: "1 ", count: 40_000))\"/>"))),
    Hostile(
      name: "documents in documents",
      bytes: {
        var file = String(decoding: svg("\(patterns)\(rect) fill=\"url(#p8)\"/>"), as: UTF8.self)
        for _ in 0..<4 {
          let data = Data(file.utf8).base64EncodedString()
          file = String(
            decoding: svg("<image href=\"data:image/svg+xml;base64,\(data)\" width=\"24\" height=\"24\"/>"),
            as: UTF8.self)
        }
        return Array(file.utf8)
      }()),
    Hostile(
      name: "a large picture",
      bytes: svg("<image href=\"data:image/png;base64,\(png(width: 30_000, height: 30_000))\"/>"),
      isRefused: false),
    Hostile(
      name: "slow selectors",
      bytes: svg(
        "<style>\(String(repeating: "* ~ * > g g ~ rect {fill:red}", count: 200))</style><text>a</text>"
          + String(repeating: "<g/>", count: 20_000))),
    Hostile(name: "a long line of text", bytes: svg("<text>\(String(repeating: "abc ", count: 80_000))</text>")),
    Hostile(
      name: "a side of 10^9",
      bytes: svg("<rect width=\"100%\" height=\"100%\"/>", "width=\"1000000000\" height=\"9\"")),
    Hostile(
      name: "a side of 10^6", bytes: svg("<text>a</text>", "width=\"1e6\" height=\"1e6\""), isRefused: false),
  ]

  /// Without the limits each would take hours, or crash the process.
  @Test(arguments: hostile) func `every file comes to an end, and the next one is drawn`(file: Hostile) throws {
    let program = hasty()
    let end = problem(file.bytes, program)
    if file.isRefused { #expect(end != nil) }
    #expect(end == nil || end?.kind == .limit || end?.kind == .invalid, "\(end.map { "\($0)" } ?? "")")
    #expect(problem(good, program) == nil)
  }

  @Test func `messages name the line, the limit and the remedy`() throws {
    #expect(problem(Array("<svg>\n<g></svg>".utf8), svgProgram)?.message == "line 2: it is not XML (mismatched tag)")
    #expect(problem(Array("<html/>".utf8), svgProgram)?.message == "line 1: expected <svg>, got <html>")
    let program = hasty()
    #expect(
      problem(svg(Self.filtered("<feTurbulence numOctaves=\"100000\"/>")), program)?.message
        == "the SVG takes longer than 0.05 seconds to be drawn, at full size and at a quarter of it: "
        + "simplify its filters, patterns and text")
  }

  // MARK: Without the program

  @Test func `shapes need no program, and other files say what in them does`() throws {
    let none = SVGProgram(setting: "/nowhere/layerlua-svg", face: .python)
    let end =
      "which the program layerlua-svg draws; svg_program is \"/nowhere/layerlua-svg\", which is not a program: set its path"
    #expect(problem(svg("<circle r=\"9\"/><use href=\"#none\"/>"), none) == nil)
    // Elements that are not rendered do not need the program.
    #expect(problem(svg("<circle r=\"9\"><animate/></circle><foreignObject/>"), none) == nil)
    for (content, reason) in [
      ("\n<text>a</text>", "it has text (line 2), \(end)"),
      (
        "\n\n<filter id=\"f\"><feTurbulence/></filter>\n<rect width=\"9\" height=\"9\" filter=\"url(#f)\"/><text>a</text>",
        "it has a filter with <feTurbulence> (line 4), \(end)"
      ),
      (
        String(repeating: "<g/>", count: 100_001),
        "it exceeds the limits of drawing shapes alone (line 1: it has more than 100000 elements; simplify the drawing), \(end)"
      ),
    ] {
      let problem = problem(svg(content), none)
      #expect(problem == LayerError(.missing, reason))
    }
    #expect(none.processNumber == nil)
  }

  @Test func `no process is started for shapes`() throws {
    let program = SVGProgram()
    #expect(problem(svg("<circle r=\"9\"/>"), program) == nil && program.processNumber == nil)
    #expect(problem(good, program) == nil)
  }

  // MARK: The process

  private func text(_ number: Int) -> [UInt8] { svg("<text y=\"9\" font-size=\"6\">\(number)</text>") }

  @Test func `after the death of either process the next picture comes`() throws {
    let program = SVGProgram()
    #expect(problem(text(0), program) == nil)
    let keeper = try #require(program.processNumber)
    let children = try String(contentsOfFile: "/proc/\(keeper)/task/\(keeper)/children", encoding: .utf8)
    let child = try #require(children.split(separator: " ").first.flatMap { Int32($0) })
    let kept = try image(text(1), program: program)
    kill(child, SIGKILL)
    // A document that the process had loaded, and a new one.
    _ = try kept.baseBitmap()
    #expect(problem(text(2), program) == nil && program.processNumber == keeper)
    kill(keeper, SIGKILL)
    #expect(kept.bitmap(scale: Size(3, 3), mostPixels: .max, isStopped: nil) != nil)
    #expect(problem(text(3), program) == nil && program.processNumber != keeper)
  }

  @Test func `it ends with what started it`() throws {
    var program: SVGProgram? = SVGProgram()
    #expect(problem(text(0), try #require(program)) == nil)
    let keeper = try #require(program?.processNumber)
    program = nil
    #expect(kill(keeper, 0) != 0)
  }

  @Test func `more documents than it keeps are all drawn, as by another process`() throws {
    let (program, other) = (SVGProgram(), SVGProgram())
    let pictures = try (0..<20).map { try image(text($0), program: program) }
    for _ in 0..<2 {
      for (i, picture) in pictures.enumerated() {
        let drawn = try #require(picture.bitmap(scale: Size(2, 2), mostPixels: .max, isStopped: nil)).bitmap
        let alone = try image(text(i), program: other).bitmap(scale: Size(2, 2), mostPixels: .max, isStopped: nil)
        #expect(describeDifference(expected: try #require(alone).bitmap, actual: drawn) == nil)
      }
    }
  }

  @Test func `work that is given up ends at once, and the next picture comes`() throws {
    let program = SVGProgram()
    let slow = try image(svg(Self.filtered("<feTurbulence numOctaves=\"100000\"/>")), program: program)
    var asked = 0
    let error = #expect(throws: LayerError.self) {
      try slow.baseBitmap(pixelLimit: .max, allowed: { _ in true }) {
        asked += 1
        return asked > 1
      }
    }
    #expect(error?.kind == .cancelled && asked == 2)
    #expect(problem(good, program) == nil)
  }

  @Test func `what is refused at one resolution is drawn at half of it`() throws {
    let program = hasty()
    let picture = try image(
      svg(Self.filtered("<feGaussianBlur stdDeviation=\"3\"/>", 12), "width=\"1400\" height=\"1400\""), program: program
    )
    var limits = SVGProgram.Limits()
    limits.memory = 40 << 20
    limits.time = 20
    let small = try image(
      svg(Self.filtered("<feGaussianBlur stdDeviation=\"3\"/>", 40), "width=\"1600\" height=\"1600\""),
      program: SVGProgram(limits: limits))
    for picture in [picture, small] {
      guard let bitmap = try? picture.baseBitmap() else { continue }
      #expect([1400, 1600, 700, 800, 350, 400].contains { abs($0 - bitmap.width) <= 1 }, "\(bitmap.width)")
    }
  }

  @Test func `the pixels cannot be shortened, and colours above alpha are limited`() throws {
    var program = llua_svg_program()
    let path = Bundle.main.executablePath.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path } ?? ""
    #expect(llua_svg_program_start("\(path)/layerlua-svg", "", &program) == 0)
    defer { llua_svg_program_end(&program) }
    #expect(ftruncate(program.pixels, 0) != 0 && errno == EPERM)
    #expect(ftruncate(program.pixels, 1 << 40) != 0)
    var random = SeededRandom(3)
    let written = (0..<4096).map { _ in UInt32.random(in: 0 ... .max, using: &random) } + [0x10FF_FFFF, 0x8040_20C0]
    written.withUnsafeBytes { #expect(pwrite(program.pixels, $0.baseAddress, $0.count, 0) == $0.count) }
    var taken = [UInt32](repeating: 0, count: written.count)
    #expect(llua_svg_take(&program, &taken, taken.count) == 0)
    for (p, q) in zip(written, taken) {
      let a = p >> 24
      // Converts B, G, R, A to R, G, B, A.
      let expected = a << 24 | min(p & 255, a) << 16 | min(p >> 8 & 255, a) << 8 | min(p >> 16 & 255, a)
      #expect(q == expected)
    }
    #expect(llua_svg_take(&program, &taken, 1 << 27) != 0)
  }

  @Test func `a request that is not as it should be ends the program`() throws {
    let path = Bundle.main.executablePath.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path } ?? ""
    for change in [
      { (request: inout llua_svg_request) in request.version = 9 }, { $0.kind = 77 }, { $0.length = 1 << 60 },
      { $0.width = 1 << 30 }, { $0.memory = .max },
    ] as [(inout llua_svg_request) -> Void] {
      var program = llua_svg_program()
      #expect(llua_svg_program_start("\(path)/layerlua-svg", "", &program) == 0)
      var request = llua_svg_request()
      request.version = UInt32(LLUA_SVG_VERSION)
      request.kind = UInt32(LLUA_SVG_DRAW)
      change(&request)
      #expect(llua_svg_send(&program, &request, MemoryLayout<llua_svg_request>.size) == 0)
      #expect(llua_svg_wait(&program, 10_000) != 0)
      var reply = llua_svg_reply()
      #expect(llua_svg_receive(&program, &reply, MemoryLayout<llua_svg_reply>.size) != 0)
      llua_svg_program_end(&program)
    }
    // Started on its own it does nothing.
    #expect(try runCommand("\(path)/layerlua-svg", [], in: "/").status == 2)
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
    let program = hasty()
    #expect(problem(good, svgProgram) == nil)
    var random = SeededRandom(7)
    for _ in 0..<200 {
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
      let end = problem(bytes, program)
      #expect(end == nil || end?.kind == .invalid || end?.kind == .limit, "\(end.map { "\($0)" } ?? "")")
    }
  }
}
