// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import ImageFiles
import LayerModel
import LayerRendering
import Messages
import Pixels
import RenderTree
import SVGFiles
import Testing
import TestSupport

/// Filters and masks of SVG files, as layers and on pages.
@Suite struct ArtworkEffectLayerTests {
  let folder: TemporaryFolder
  let renderer: LayerRenderer
  let scene: Scene
  private let log = Log()

  private final class Log { var lines: [String] = [] }

  init() throws {
    folder = try TemporaryFolder()
    renderer = LayerRenderer(
      configuration: .init(threads: 1, files: FileAccess(scriptDirectory: folder.path, workingDirectory: folder.path)))
    scene = renderer.makeScene()
    scene.onWarning = { [log] in log.lines.append("\($0.rule.rawValue): \($0.message)") }
  }

  private static let files = [
    """
    <filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="3"/><feOffset dx="3" dy="4"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>
    <g id="lit" filter="url(#f)" transform="translate(10 5)" opacity=".8"><circle id="disc" cx="30" cy="30" r="20" fill="#d52"/><rect x="40" y="30" width="30" height="40" fill="#28c"/></g>
    <rect id="turned" x="20" y="60" width="30" height="20" fill="#393" transform="rotate(-20)" style="filter:blur(1.5px)"/>
    """,
    """
    <mask id="m"><circle cx="40" cy="40" r="30" fill="#ddd"/><rect x="40" width="40" height="40" fill="#888"/></mask>
    <g id="masked" mask="url(#m)" transform="translate(5 10) scale(1.1)"><rect id="box" x="10" y="10" width="40" height="60" fill="#d52"/><rect x="40" y="20" width="30" height="30" fill="#28c"/></g>
    """,
    """
    <mask id="a" mask-type="alpha"><circle cx="40" cy="40" r="30" fill-opacity=".6"/></mask><clipPath id="c"><path d="M0 0H70V70z"/></clipPath>
    <linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
    <circle id="disc" cx="40" cy="40" r="34" fill="url(#g)" mask="url(#a)" clip-path="url(#c)" style="mix-blend-mode:multiply"/>
    <mask id="b" mask="url(#a)"><rect x="50" y="50" width="40" height="40" fill="white"/></mask><rect x="40" y="40" width="50" height="50" fill="#393" mask="url(#b)"/>
    """,
  ]

  @Test(arguments: files.indices) func `layers look as the drawing`(index: Int) throws {
    let text = file(Self.files[index])
    let drawn = try artwork(text)
    #expect(drawn.isComplete)
    let expected = try Compositor.rasterize(drawn.drawing(), size: drawn.size, scale: 2)
    let root = try renderer.layer(svg: Array(text.utf8))
    let actual = try renderer.render(root, RenderOptions(scale: 2))
    #expect(try #require(meanDifference(expected: expected, actual: actual)) < 0.2)
    #expect(try renderer.render(try root.copy(), RenderOptions(scale: 2)).isEqual(to: actual))
    #expect(log.lines == [])
  }

  @Test func `a masked group keeps its layers, a filtered one is a drawing`() throws {
    let masked = try renderer.layer(svg: Array(file(Self.files[1]).utf8))
    let group = try #require(masked.find("masked"))
    #expect(group.mask != nil && masked.find("masked/box") is ShapeLayer && group.sublayers.count == 2)
    let filtered = try renderer.layer(svg: Array(file(Self.files[0]).utf8))
    let lit = try #require(filtered.find("lit"))
    #expect(lit.sublayers.isEmpty && lit.opacity == 0.8 && filtered.find("disc") == nil)
    // The bounds of the result, clipped to the filter region: the bounding box plus a tenth of it on each side.
    #expect(lit.bounds == Rect(7, 8, 69, 68))
  }

  @Test(arguments: files.indices) func `on pages only what has an effect is pixels`(index: Int) throws {
    let root = try renderer.layer(svg: Array(file(Self.files[index] + "<path id='plain' d='M90 90h9v9z'/>").utf8))
    try renderer.write(root, to: "a.svg", RenderOptions())
    let page = try String(contentsOfFile: folder.path + "/a.svg", encoding: .utf8)
    #expect(page.contains("<image") && page.contains("<path"))
    // The page can be read back as shapes, images and masks.
    let again = try artwork(page)
    #expect(again.omitted == [])
    let scale = 100 / again.size.width * 2
    let drawing = RecordedDrawing(operations: again.drawing().operations(through: .scale(scale, scale)))
    let actual = try Compositor.rasterize(drawing, size: Size(200, 200), scale: 1)
    let expected = try renderer.render(root, RenderOptions(scale: 2))
    let mean = try #require(meanDifference(expected: expected, actual: actual))
    #expect(mean < 0.8, "\(mean)")
    try renderer.write(root, to: "a.pdf", RenderOptions())
  }

  @Test func `a path warns of what it does not show`() throws {
    try folder.write(
      file(
        "<rect width='9' height='9' style='filter: blur(1px)'/>\n<mask id='m'><rect width='9' height='9' fill='white'/></mask><rect width='9' height='9' mask='url(#m)'/>"
      ), to: "a.svg")
    _ = try renderer.path(svgAtPath: "a.svg")
    #expect(
      log.lines == [
        "svg-left-out: SVG file \"a.svg\": a path leaves out a filter (line 1), a mask (line 2); as an image it is drawn whole"
      ])
  }
}
