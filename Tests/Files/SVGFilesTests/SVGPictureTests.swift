// SPDX-License-Identifier: MIT
import Compositor
import Formats
import Foundation
import Geometry
import ImageFiles
import Messages
import Pixels
import RenderTree
import SVGFiles
import Testing
import TestSupport

/// The helper program next to the tests, shared by all of them.
let svgProgram = SVGProgram()

/// A picture drawn by the helper program, whatever the file contains.
private func picture(
  _ bytes: [UInt8], color: Color? = nil, isPage: Bool = false, cache: SVGPictureCache = SVGPictureCache()
) throws -> SVGPicture {
  var options = SVGOptions()
  options.color = color
  options.isPage = isPage
  return try SVGPicture(
    bytes, options: options, cache: cache, program: svgProgram, need: SVGNeed(reason: "it is a test", hasText: true))
}

/// A picture as the renderer reads it: from shapes if the file contains nothing else.
func image(
  _ bytes: [UInt8], color: Color? = nil, isPage: Bool = false, program: SVGProgram = svgProgram
) throws -> any SVGImage {
  var reader = SVGImageReader(cache: SVGPictureCache(), program: program) { drawing, width, height, isStopped in
    try Compositor.rasterize(
      drawing, size: Size(Double(width), Double(height)), scale: 1, options: CompositorOptions(threads: 1))
  }
  reader.options.color = color
  reader.options.isPage = isPage
  reader.decode = { bytes in try? bytes.withUnsafeBytes { try ImageDecoder.decode($0) } }
  return try bytes.withUnsafeBytes { try reader.image($0) }
}

private let red: UInt32 = 0xFF00_00FF
private let blue: UInt32 = 0xFFFF_0000
private let square = "<rect width=\"100%\" height=\"100%\" fill=\"red\"/>"

@Suite struct SVGPictureTests {
  @Test(arguments: [
    ("width=\"30\" height=\"20\"", Size(30, 20)),
    ("viewBox=\"0 0 24 12\"", Size(24, 12)),
    ("viewBox=\"0 0 24 12\" width=\"100%\" height=\"100%\"", Size(24, 12)),
    ("viewBox=\"0 0 24 12\" width=\"48\"", Size(48, 24)),
    ("viewBox=\"0 0 24 12\" height=\"48px\"", Size(96, 48)),
    ("viewBox=\"0 0 24 12\" width=\"1in\" height=\"72pt\"", Size(96, 96)),
    ("viewBox=\"0 0 24 12\" width=\"25.4mm\" height=\"6pc\"", Size(96, 96)),
    ("viewBox=\"5 5 24.5 12.25\"", Size(24.5, 12.25)),
  ]) func `the size is what the file says, in pixels of CSS`(attributes: String, size: Size) throws {
    for made in [try picture(svg("", attributes)).size, try image(svg("", attributes)).size] {
      #expect(abs(made.width - size.width) < 1e-9 && abs(made.height - size.height) < 1e-9, "\(made)")
    }
  }

  @Test func `without a size it is what is drawn`() throws {
    let file = svg("<rect x=\"10\" y=\"20\" width=\"30\" height=\"40\" fill=\"red\"/>", "")
    let line = svg("<path d=\"M10 20h30v40h-30z\" fill=\"none\" stroke=\"red\" stroke-width=\"4\"/>", "")
    let page = svg("", "width=\"595pt\" height=\"842pt\" viewBox=\"0 0 595 842\"")
    for made in [try picture(file) as any SVGImage, try image(file)] {
      #expect(made.size == Size(30, 40))
      let bitmap = try made.baseBitmap()
      #expect(bitmap.width == 30 && bitmap[0, 0] == red && bitmap[29, 39] == red)
    }
    // The size includes the stroke.
    for made in [try picture(line) as any SVGImage, try image(line)] {
      #expect(abs(made.size.width - 34) < 0.1 && abs(made.size.height - 44) < 0.1, "\(made.size)")
    }
    for read in [{ try picture($0) } as ([UInt8]) throws -> any SVGImage, { try image($0) }] {
      #expect(throws: LayerError("the SVG draws nothing and has no size: give its <svg> a viewBox")) {
        try read(svg("", ""))
      }
      #expect(throws: LayerError.self) { try read(svg("", "width=\"0\" height=\"3\"")) }
    }
    // A page's points are the units of its viewBox.
    #expect(try picture(page, isPage: true).size == Size(595, 842))
    #expect(try image(page, isPage: true).size == Size(595, 842))
  }

  @Test func `currentColor is the colour that is given`() throws {
    let text = "<text y=\"-9\">a</text>"
    let file =
      "<rect width=\"12\" height=\"24\" fill=\"currentColor\"/><rect x=\"12\" width=\"12\" height=\"24\" fill=\"red\"/>"
    let box = "viewBox=\"0 0 24 24\""
    // Drawn as shapes, and by the helper program.
    for more in ["", text] {
      let file = svg(file + more)
      #expect(try image(file) is SVGPicture == !more.isEmpty)
      #expect(try image(file).baseBitmap()[5, 5] == 0xFF00_0000)
      let made = try image(file, color: Color(red: 0, green: 0, blue: 1))
      #expect(try made.baseBitmap()[5, 5] == blue && made.baseBitmap()[18, 5] == red && made.notes.isEmpty)
      // Overrides the root's own colour, but not that of an element within.
      for own in ["\(box) color=\"green\"", "\(box) style=\"color: green\""] {
        let own = svg(
          "<rect width=\"12\" height=\"24\" fill=\"currentColor\"/><rect x=\"12\" width=\"9\" height=\"9\" color=\"red\" fill=\"currentColor\"/>"
            + more, own)
        let tinted = try image(own, color: Color(red: 0, green: 0, blue: 1)).baseBitmap()
        #expect(tinted[5, 5] == blue && tinted[18, 5] == red)
        #expect(try image(own).baseBitmap()[5, 5] == 0xFF00_8000)
      }
      let half = try image(file, color: Color(red: 0, green: 0, blue: 1, alpha: 0.5)).baseBitmap()
      #expect(abs(Int(half[5, 5] >> 24) - 128) <= 1)
    }
    #expect(
      try image(svg(square), color: .black).notes == [
        "its color has no effect: nothing in the file is painted with currentColor"
      ])
  }

  @Test func `gzip is unpacked, within the limit`() throws {
    func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
      let result = try runCommand("/bin/gzip", ["-c"], in: "/", input: bytes)
      return result.output
    }
    let file = svg(square)
    #expect(try image(gzip(file)).baseBitmap()[3, 3] == red)
    let large = try gzip(svg("<!--" + String(repeating: " ", count: 17 << 20) + "-->"))
    #expect(throws: LayerError(.limit, "unpacked it is larger than 16777216 bytes: make it smaller")) {
      try image(large)
    }
    var damaged = try gzip(file)
    damaged[20] ^= 255
    #expect(throws: LayerError.self) { try image(damaged) }
    #expect(throws: LayerError.self) { try image(Array(damaged.prefix(12))) }
  }

  /// Every kind of reference to an external file, with the secret in that file.
  @Test func `nothing outside of the file is read`() throws {
    let folder = try TemporaryFolder()
    let secret = svg("<rect id=\"r\" width=\"24\" height=\"24\" fill=\"red\"/><g id=\"p\"/>")
    try folder.write(String(decoding: secret, as: UTF8.self), to: "a.svg")
    try folder.write("rect { fill: red }", to: "a.css")
    let (path, css) = (folder.path + "/a.svg", folder.path + "/a.css")
    let rect = "<rect width=\"24\" height=\"24\" fill=\"none\"/>"
    let fill = "width=\"24\" height=\"24\""
    for content in [
      "<image href=\"file://\(path)\" \(fill)/>", "<image href=\"\(path)\" \(fill)/>",
      "<image href=\"../..\(path)\" \(fill)/>", "<use href=\"file://\(path)#r\"/>", "<use href=\"\(path)#r\"/>",
      "<style>@import url(file://\(css));</style>\(rect)", "<style>@import \"\(css)\";</style>\(rect)",
      "<rect \(fill) style=\"fill:url(file://\(path)#r) none\"/>",
      "<filter id=\"f\"><feImage href=\"file://\(path)\"/></filter><g filter=\"url(#f)\">\(rect)</g>",
      "<filter id=\"f\"><feImage href=\"\(path)#r\"/></filter><g filter=\"url(#f)\">\(rect)</g>",
      "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"file://\(path)\"/>",
      "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"\(path)\" parse=\"text\"/>",
      "<image href=\"http://127.0.0.1:9/a.png\" \(fill)/>", "<image href=\"resource:///a.png\" \(fill)/>",
    ] {
      for text in ["", "<text y=\"-9\">a</text>"] {
        let bitmap = try? image(svg(content + text)).baseBitmap()
        #expect(bitmap?.pixels.allSatisfy { $0 == 0 } ?? true, "\(content)")
        let drawn = try? picture(svg(content + text)).baseBitmap()
        #expect(drawn?.pixels.allSatisfy { $0 == 0 } ?? true, "\(content)")
      }
    }
    for head in [
      "<!DOCTYPE svg [<!ENTITY e SYSTEM \"file://\(path)\">]>", "<!DOCTYPE svg SYSTEM \"file://\(path)\">",
      "<!DOCTYPE svg [<!ENTITY % p SYSTEM \"file://\(path)\"> %p;]>", "<?xml-stylesheet href=\"file://\(css)\"?>",
    ] {
      let file = svg("\(rect)<text y=\"20\">\(head.contains(" e ") ? "&e;" : "")</text>", head: head)
      // Either an error or an empty picture is fine.
      for bitmap in [try? picture(file).baseBitmap(), try? image(file).baseBitmap()] {
        #expect(bitmap?.pixels.allSatisfy { $0 == 0 } ?? true, "\(head)")
      }
    }
  }

  @Test func `a large picture is that of librsvg's own program`() throws {
    let folder = try TemporaryFolder()
    let content = """
      <defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".5"/></linearGradient></defs>
      <circle cx="12" cy="12" r="9" fill="url(#g)" stroke="#123" stroke-width=".7" stroke-dasharray="1 .4"/>
      <g opacity=".5" transform="rotate(20 12 12)"><path d="M2 20L9 3L23 17Z"/></g>
      """
    try folder.write(String(decoding: svg(content), as: UTF8.self), to: "a.svg")
    let size = 2400
    let result = try runCommand(
      "/usr/bin/env", ["rsvg-convert", "-w", "\(size)", "-o", "a.png", "a.svg"], in: folder.path)
    guard result.status == 0 else { return }
    let expected = try readBitmap(folder.path + "/a.png")
    let made = try #require(
      try picture(svg(content)).bitmap(scale: Size(100, 100), mostPixels: 1 << 26, isStopped: nil))
    #expect(made.scale == Size(100, 100) && made.bitmap.width == size)
    var most = 0
    for (p, q) in zip(expected.pixels, made.bitmap.pixels) where p != q {
      for shift in [0, 8, 16, 24] as [UInt32] { most = max(most, abs(Int(p >> shift & 255) - Int(q >> shift & 255))) }
    }
    // The file stores straight alpha, which does not round-trip exactly.
    #expect(most <= 1)
  }

  @Test func `resolutions beyond the limits are lower`() throws {
    let made = try picture(svg(square, "width=\"1000\" height=\"100\""))
    let long = try #require(made.bitmap(scale: Size(100, 1), mostPixels: .max, isStopped: nil))
    #expect(long.bitmap.width <= 16_384 && long.bitmap.width > 16_000)
    let large = try #require(made.bitmap(scale: Size(16, 160), mostPixels: 1 << 20, isStopped: nil))
    #expect(large.bitmap.width * large.bitmap.height <= 1 << 20 && large.bitmap.width * large.bitmap.height > 1_000_000)
    #expect(abs(large.scale.height / large.scale.width - 10) < 1e-9)
    #expect(made.bitmap(scale: Size(.infinity, 1), mostPixels: .max, isStopped: nil) == nil)
    #expect(made.bitmap(scale: Size(2, 2), mostPixels: .max, isStopped: { true }) == nil, "given up")
    #expect(try picture(svg(square, "width=\"1e6\" height=\"10\"")).baseBitmap().width == 16_384)
  }

  @Test func `parts of a pixel are covered in part`() throws {
    let made = try picture(svg(square, "width=\"2.25\" height=\"2\""))
    let bitmap = try made.baseBitmap()
    #expect(bitmap.width == 3 && bitmap.height == 2 && bitmap[1, 1] == red)
    #expect(abs(Int(bitmap[2, 1] >> 24) - 64) <= 2)
    // Stretched to whole pixels it has no partial coverage.
    let whole = try #require((made as any ScalablePicture).bitmap(scale: 1))
    #expect(whole.width == 3 && whole[2, 1] == red && abs(whole.scale - 3 / 2.25) < 1e-12)
  }

  @Test func `bitmaps are kept, up to a limit`() throws {
    let cache = SVGPictureCache(byteLimit: 40 * 40 * 4 * 2)
    let made = try picture(svg(square, "viewBox=\"0 0 40 40\""), cache: cache)
    func bitmap(_ k: Double) throws -> Bitmap {
      try #require(made.bitmap(scale: Size(k, k), mostPixels: .max, isStopped: nil)).bitmap
    }
    let first = try bitmap(1)
    #expect(try bitmap(1) === first)
    _ = try bitmap(0.5)
    #expect(try bitmap(1) === first)
    _ = try bitmap(1.2)
    #expect(cache.bytes <= 40 * 40 * 4 * 2)
    _ = try bitmap(3)
    #expect(cache.bytes == 120 * 120 * 4, "the newest is kept in any case")
    #expect(try bitmap(1) !== first)
    cache.removeAll()
    #expect(cache.bytes == 0)
  }

  @Test func `any thread draws the same`() throws {
    let made = try picture(svg("<circle cx=\"12\" cy=\"12\" r=\"10\" fill=\"red\"/><text y=\"20\">ab</text>"))
    let again = try picture(svg("<circle cx=\"12\" cy=\"12\" r=\"10\" fill=\"red\"/><text y=\"20\">ab</text>"))
    let expected = try (10..<40).map { k in
      try #require(again.bitmap(scale: Size(Double(k) / 8, Double(k) / 8), mostPixels: .max, isStopped: nil)).bitmap
    }
    DispatchQueue.concurrentPerform(iterations: 120) { i in
      let k = i % 30
      let bitmap = made.bitmap(scale: Size(Double(k + 10) / 8, Double(k + 10) / 8), mostPixels: .max, isStopped: nil)?
        .bitmap
      #expect(bitmap.map { describeDifference(expected: expected[k], actual: $0) } == .some(nil))
    }
  }

  @Test func `files are told by their content`() {
    func isSVG(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { InputFormat.of($0)?.content == .document } }
    for text in [
      "<svg/>", "\u{FEFF} <svg>", "<?xml version='1.0'?>\n<!-- a > b --><!DOCTYPE svg PUBLIC \"a\" \"b\"><svg:svg x>",
      "<!DOCTYPE svg [<!ENTITY a \"b>\">] >\n<svg", "<!DOCTYPE svg [\(String(repeating: " ", count: 70_000))]><svg/>",
    ] { #expect(isSVG(text), "\(text.prefix(50))") }
    for text in ["", "<", "<html>", "<svgx>", "<?xml?><plist>", "svg", "<!--<svg>", "{\\rtf <svg>"] {
      #expect(!isSVG(text), "\(text)")
    }
  }
}
