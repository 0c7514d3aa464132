// SPDX-License-Identifier: MIT
import Geometry
import RenderTree
import TestSupport
import Testing
import VectorDrawing

/// Which addresses links may have, as interpreted by readers of the files.
@Suite struct LinkTests {
  @Test(arguments: [
    "http://a", "https://a/b?c#d", "HTTPS://A", "mailto:a@b", "tel:+49", "#2", "#a:b", "a.html", "a/b:c", "../a",
    "?a:b",
    "", "/a", "./a:b", " https://a", "a b c",
  ])
  func `addresses of the web and of the document are plain`(address: String) {
    #expect(LinkAddress(address).isPlain)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:x", " javascript:x", "java\nscript:x", "java\tscript:x", "\u{1}javascript:x",
    "javascript\r\n:x", "java\u{200B}script:x", "\u{FEFF}javascript:x", "java\u{AD}script:x", "vbscript:x",
    "data:text/html,x",
    "file:///etc/passwd", "FILE:a", "smb://a", "//a.example/x", "\\\\a\\b", "/\\a", "/\n/a", "blob:x", "about:blank",
    ":x",
    "httpsx://a", "http\u{0}s2:x", "jar:x", "ms-word:x", "a:b", "x-very-long-scheme-of-some-program:x", "ｊavascript:x",
  ])
  func `others are not`(address: String) {
    #expect(!LinkAddress(address).isPlain)
  }

  @Test func `no white space, control or case hides a scheme`() {
    var random = SeededRandom(0x117C)
    let hidden: [Unicode.Scalar] = [
      " ", "\n", "\t", "\r", "\u{0}", "\u{7F}", "\u{A0}", "\u{200D}", "\u{2060}", "\u{3000}",
    ]
    for _ in 0..<2000 {
      for (scheme, isPlain) in [("javascript", false), ("https", true), ("file", false), ("mailto", true)] {
        var text = ""
        for scalar in (scheme + ":x").unicodeScalars {
          while Int.random(in: 0..<3, using: &random) == 0, let other = hidden.randomElement(using: &random) {
            text.unicodeScalars.append(other)
          }
          text += Bool.random(using: &random) ? String(scalar).uppercased() : String(scalar)
        }
        #expect(LinkAddress(text).isPlain == isPlain, "\(text.unicodeScalars.map(\.value))")
      }
    }
  }

  @Test func `a page has no other links, and says which it left out`() throws {
    let root = box(
      Rect(0, 0, 100, 100), nil,
      children: [
        box(Rect(0, 0, 9, 9), red, link: "javascript:x", label: "a"),
        box(Rect(0, 20, 9, 9), red, link: "https://a", label: "b"),
        box(Rect(0, 40, 9, 9), nil, link: "file:x", label: "c"),
      ])
    let report = VectorReport()
    let page = try record(root, report: report)
    #expect(page.lines.filter { $0.hasPrefix("link") } == ["link https://a 0 20 9 9"])
    #expect(report.links.map(\.label) == ["a", "c"] && report.links.map(\.address) == ["javascript:x", "file:x"])
  }
}
