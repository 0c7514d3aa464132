// SPDX-License-Identifier: MIT
import LayerRendering
import Messages
import Testing

@Suite struct PDFMessageTests {
  @Test func `errors of a page speak of the page`() {
    for (said, part) in [
      ("the SVG is 2e+06×5 points large; the limit per side is 1000000: make its width and height smaller", "points"),
      ("the SVG cannot be drawn (no element): check it, or export it again", "(no element)"),
      ("the SVG's picture of 5×5 pixels takes more memory than is allowed: x", "'s picture of 5×5"),
    ] {
      let shown = PDFPageReader.shown(LayerError(.limit, said))
      #expect(shown.kind == .limit && shown.message.hasPrefix("the page of the PDF"), "\(shown.message)")
      #expect(shown.message.contains(part) && !shown.message.contains("SVG"), "\(shown.message)")
    }
    let other = LayerError("it has no page 9, but 3 pages")
    #expect(PDFPageReader.shown(other).message == other.message)
  }
}
