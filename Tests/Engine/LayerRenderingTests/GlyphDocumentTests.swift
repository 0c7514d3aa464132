// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import TestSupport
import Testing

/// Fonts whose glyphs are SVG documents: Tests/Fonts/Documents.ttf.
@Suite struct GlyphDocumentTests {
  private func color(_ letter: String, _ x: Double, _ change: (TextLayer) -> Void = { _ in }) throws -> Color {
    let folder = Checkout.root + "/Tests/Fonts"
    let renderer = LayerRenderer(
      configuration: .init(threads: 1, files: FileAccess(scriptDirectory: folder, workingDirectory: folder)))
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 100, 100)
    root.backgroundColor = .color(.white)
    let layer = TextLayer(in: scene)
    layer.anchorPoint = .zero
    layer.bounds = root.bounds
    layer.font = "Documents.ttf"
    layer.fontSize = 100
    layer.string = letter
    layer.foregroundColor = Color(css: "blue")
    change(layer)
    try root.addSublayer(layer)
    return try renderer.render(root, RenderOptions(scale: 1)).color(x: Int(x), y: 50)
  }

  @Test func `shapes of a document have its colours, the text's and the palette's`() throws {
    #expect(try color("A", 20) == Color(css: "red"))
    #expect(try color("A", 50) == Color(css: "blue"))
    #expect(try color("A", 50) { $0.foregroundColor = Color(css: "lime") } == Color(css: "lime"))
    let green = try color("B", 50)
    #expect(green.red == 0 && green.green > 0.4 && green.green < 0.6 && green.blue == 0)
    #expect(try color("B", 50) { $0.fontPalette = FontPaletteChoice(base: .number(1)) } == Color(css: "blue"))
  }

  @Test func `a glyph without shapes in its document draws nothing of it`() throws {
    #expect(try color("C", 50) == Color(css: "white"))
  }
}
