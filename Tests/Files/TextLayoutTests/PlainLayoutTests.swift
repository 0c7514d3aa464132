// SPDX-License-Identifier: MIT
import Geometry
import Messages
import RenderTree
import Testing
import TextLayout

private func request(
  _ string: String, font: String = "DejaVu Sans", size: Double = 16, width: Double? = nil, height: Double? = nil,
  wraps: Bool = false,
  alignment: TextRequest.Alignment = .natural, truncation: TextRequest.Truncation = .none
) -> TextRequest {
  TextRequest(
    runs: [TextRun(string: string, font: font, fontSize: size)], width: width, height: height, wraps: wraps,
    alignment: alignment,
    truncation: truncation)
}

@Suite struct PlainLayoutTests {
  static let texts = [
    "The quick brown fox jumps over the lazy dog and runs on.",
    "AVATAR Types Wa. office fi ffl — of \"quotes\" (and brackets), 3.14 × 2, a/b c-d state-of-the-art it's 50% $20 e@mail.org",
    "Hyphen -dash word- end, mid-2024 x - y. wait… what?! [1] {2} « a »",
    "  two leading and  double   spaces  ", "Ünïcödé čeština ŁÓDŹ ñandú øre œuvre", "1 234,50",
  ]

  @Test(arguments: ["DejaVu Sans", "Helvetica", "Times", "Courier", "DejaVu Serif Bold"])
  func `plain layout puts glyphs where Pango puts them`(font: String) throws {
    let plain = Typesetter(), full = Typesetter()
    full.isPlainLayoutAllowed = false
    for text in Self.texts {
      for (width, wraps) in [(nil, false), (170, true), (310.5, true), (90, true)] as [(Double?, Bool)] {
        // Pango lets only one space hang beyond the edge; here all do.
        if wraps, text.contains("  ") { continue }
        for alignment in [TextRequest.Alignment.natural, .center, .right, .justified] {
          let request = request(text, font: font, size: 17.3, width: width, wraps: wraps, alignment: alignment)
          let a = try plain.layout(request), b = try full.layout(request)
          #expect((a.lines == b.lines) as Bool, "\(text) at \(String(describing: width))")
          #expect(a.size == b.size)
          #expect((inked(a) == inked(b)) as Bool, "\(text) at \(String(describing: width))")
        }
      }
      for width in [60.0, 100, 137] {
        let request = request(text, font: font, width: width, truncation: .end)
        #expect(
          (inked(try plain.layout(request)) == inked(try full.layout(request))) as Bool, "\(text) truncated at \(width)"
        )
      }
    }
  }

  private struct Glyph: Hashable {
    var glyph: UInt32
    var position: Point
    var file: String
  }

  /// The glyphs with ink.
  private func inked(_ frame: TextFrame) -> [Glyph] {
    frame.pieces.flatMap { piece in
      zip(piece.run.glyphs, piece.run.positions).filter { !piece.run.font.outline(of: $0.0).isEmpty }.map {
        Glyph(glyph: $0, position: $1, file: piece.run.font.file.path)
      }
    }
  }

  @Test func `a long text can be given up`() throws {
    let typesetter = Typesetter()
    typesetter.isStopped = { true }
    #expect(try typesetter.layout(request("a\nb")).lines.count == 2)
    let error = try #require(throws: LayerError.self) {
      try typesetter.layout(request(String(repeating: "a\n", count: 1000)))
    }
    #expect(error.kind == .cancelled)
  }
}
