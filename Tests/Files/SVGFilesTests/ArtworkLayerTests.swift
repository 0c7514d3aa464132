// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import struct Geometry.AffineTransform
import ImageFiles
import LayerModel
import LayerRendering
import Messages
import Pixels
import RenderTree
import Testing
import TestSupport

import SVGFiles

/// SVG files as layers and paths.
@Suite struct ArtworkLayerTests {
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

  private func layer(_ body: String, color: Color = .black) throws -> Layer {
    try renderer.layer(svg: Array(file(body).utf8), color: color)
  }

  /// One line per layer, indented: class, name, bounds, position.
  private func lines(_ layer: Layer, _ depth: Int = 0) -> [String] {
    func text(_ v: Double) -> String { numberText((v * 1000).rounded() / 1000) }
    let (b, p) = (layer.bounds, layer.position)
    let own =
      "\(String(repeating: " ", count: depth))\(layer.className) \(layer.name ?? "-") "
      + [b.x, b.y, b.width, b.height].map(text).joined(separator: ",") + " @ \(text(p.x)),\(text(p.y))"
    return [own] + layer.sublayers.flatMap { lines($0, depth + 1) }
  }

  @Test func `groups and shapes become layers of the same coordinates`() throws {
    let root = try layer(
      """
      <g id="wheel" transform="translate(10 20) rotate(90)"><circle id="rim" r="8"/><path d="M-8 0h16" stroke="red" id="spoke"/></g>
      <g id="alone"><rect x="60" y="60" width="20" height="10" rx="3"/></g><g><g transform="scale(2)"><rect width="5" height="5"/></g></g>
      """)
    #expect(
      lines(root) == [
        "Layer - 0,0,100,100 @ 50,50",
        " Layer wheel -8,-8,16,16 @ 10,20",
        "  ShapeLayer rim -8,-8,16,16 @ 0,0",
        "  ShapeLayer spoke -8,-0.5,16,1 @ 0,0",
        " ShapeLayer alone 60,60,20,10 @ 70,65",
        " ShapeLayer - 0,0,5,5 @ 5,5",
      ])
    let wheel = try #require(root.find("wheel"))
    #expect(wheel.affineTransform == AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    #expect(root.find("wheel/spoke") is ShapeLayer && !root.masksToBounds)
  }

  @Test func `a shape layer has the shape's properties`() throws {
    let root = try layer(
      """
      <path id="a" d="M1 2h30v30z" fill="currentColor" fill-rule="evenodd" fill-opacity=".5" stroke="#00f" stroke-width="3" opacity=".25"
        stroke-linecap="square" stroke-linejoin="round" stroke-miterlimit="6" stroke-dasharray="4 2" stroke-dashoffset="1" style="mix-blend-mode:multiply"/>
      """, color: Color(red: 1, green: 0, blue: 0))
    let a = try #require(root.find("a") as? ShapeLayer)
    #expect(a.path?.svg == "M 1 2 L 31 2 L 31 32 Z")
    #expect(a.fillColor == .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5)) && a.fillRule == .evenOdd)
    #expect(a.strokeColor == .color(Color(red: 0, green: 0, blue: 1)) && a.lineWidth == 3 && a.lineCap == .square)
    #expect(a.lineJoin == .round && a.miterLimit == 6 && a.lineDashPattern == [4, 2] && a.lineDashPhase == 1)
    #expect(a.opacity == 0.25 && "\(a.value(forKey: "compositingFilter"))".contains("multiply"))
  }

  @Test func `a gradient is a gradient layer under a mask of its shape`() throws {
    let root = try layer(
      """
      <linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
      <radialGradient id="r" fx=".2" href="#g"/>
      <rect id="box" x="10" y="10" width="20" height="40" fill="url(#g)"/><circle id="disc" cx="60" cy="30" r="16" fill="url(#g)"/>
      <circle id="both" cx="60" cy="70" r="16" fill="url(#g)" stroke="black"/><circle id="focus" cx="20" cy="80" r="10" fill="url(#r)"/>
      """)
    let box = try #require(root.find("box") as? GradientLayer)
    #expect(box.bounds == Rect(10, 10, 20, 40) && box.mask == nil)
    #expect(box.startPoint == Point(0.5, 0) && box.endPoint == Point(0.5, 1) && box.colors?.count == 2)
    let disc = try #require(root.find("disc") as? GradientLayer)
    #expect((disc.mask as? ShapeLayer)?.bounds == Rect(44, 14, 32, 32) && disc.position == Point(60, 30))
    let both = try #require(root.find("both"))
    #expect(both.sublayers.map(\.className) == ["GradientLayer", "ShapeLayer"])
    // A radial gradient with an eccentric focus cannot be a gradient layer.
    #expect(root.find("focus")?.className == "Layer")
  }

  @Test(arguments: ArtworkFiles.all.map(\.name))
  func `layers look as the drawing of the same file`(name: String) throws {
    let text = try #require(ArtworkFiles.all.first { $0.name == name }?.text)
    let drawn = try artwork(text)
    let expected = try Compositor.rasterize(drawn.drawing(), size: drawn.size, scale: 2)
    let root = try renderer.layer(svg: Array(text.utf8))
    let actual = try renderer.render(root, RenderOptions(scale: 2))
    let mean = try #require(meanDifference(expected: expected, actual: actual))
    #expect(mean < 0.2, "\(mean)")
    #expect(try renderer.render(try root.copy(), RenderOptions(scale: 2)).isEqual(to: actual))
  }

  @Test func `on pages they stay shapes`() throws {
    var pixels: [String] = []
    renderer.onRasterized = { pixels.append("\($0) \($1)") }
    for (name, text) in ArtworkFiles.all where name != "image" {
      let root = try renderer.layer(svg: Array(text.utf8))
      try renderer.write(root, to: "a.svg", RenderOptions())
      let page = try String(contentsOfFile: folder.path + "/a.svg", encoding: .utf8)
      #expect(!page.contains("<image"), "\(name)")
      try renderer.write(root, to: "a.pdf", RenderOptions())
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.pdf"))
      #expect(bytes.range(of: Data("/Subtype /Image".utf8)) == nil, "\(name)")
    }
    #expect(pixels == [])
  }

  @Test func `what leaves the page is cut off`() throws {
    let root = try layer("<circle cx='100' cy='50' r='20' id='c'/>")
    #expect(root.masksToBounds && root.find("c")?.position == Point(100, 50))
  }

  @Test func `a path has the outlines of all shapes`() throws {
    let path = try renderer.path(
      svg: Array(
        file(
          """
          <g transform="translate(10 0)"><path d="M0 0h4v4z" fill="none" stroke="red"/></g><rect width="2" height="2" opacity=".5"/>
          <path d="M9 9h1v1z" fill="none"/><use href="#a" x="1"/><defs><path id="a" d="M0 0L5 5"/></defs>
          """
        ).utf8))
    #expect(path.svg == "M 10 0 L 14 0 L 14 4 Z M 0 0 L 2 0 L 2 2 L 0 2 Z M 1 0 L 6 5")
  }

  @Test func `files are found, and what is left out is warned about once`() throws {
    try folder.write(
      file("<filter id='f'><feTile/></filter><rect width='9' height='9' filter='url(#f)'/>\n<text>a</text>"),
      to: "art/icon.svg")
    for _ in 0..<2 { _ = try renderer.layer(svgAtPath: "art/icon.svg", color: .black) }
    #expect(try renderer.path(svgAtPath: "art/icon.svg").svg == "M 0 0 L 9 0 L 9 9 L 0 9 Z")
    #expect(
      log.lines == [
        "svg-left-out: SVG file \"art/icon.svg\": a layer leaves out a filter with <feTile> (line 1), text (line 2); as an image it is drawn whole"
      ])
    for (name, message) in [
      ("none.svg", "was not found"), ("../x.svg", "may"),
      ("bad.svg", "SVG file \"bad.svg\": line 1: expected <svg>, got <a>"),
    ] {
      if name == "bad.svg" { try folder.write("<a/>", to: name) }
      #expect {
        try renderer.layer(svgAtPath: name, color: .black)
      } throws: {
        "\($0)".contains(message)
      }
    }
  }

  // MARK: Gaps of librsvg

  @Test(arguments: [
    (
      "<rect x='10' y='10' width='20' height='20' fill='red' transform='scale(2)' transform-origin='10 10'/>",
      Rect(10, 10, 40, 40)
    ),
    (
      "<rect x='10' y='10' width='20' height='20' style='fill:red;translate:50% 0;transform-box:fill-box'/>",
      Rect(20, 10, 20, 20)
    ),
    (
      "<rect x='10' y='10' width='20' height='20' style='fill:red;scale:2;transform-origin:10px 10px'/>",
      Rect(10, 10, 40, 40)
    ),
    ("<rect width='90' height='90' fill='red' style='clip-path:inset(10px 20px 30px 40px)'/>", Rect(40, 10, 30, 50)),
    ("<style>:root{--c:red}rect{fill:var(--c)}</style><rect x='5' y='5' width='9' height='9'/>", Rect(5, 5, 9, 9)),
    ("<rect x='5' y='5' width='9' height='9' style='fill: oklch(62.796% 0.25768 29.234)'/>", Rect(5, 5, 9, 9)),
    ("<rect x='5' y='5' width='9' height='9' fill='color-mix(in srgb, red, red)'/>", Rect(5, 5, 9, 9)),
    ("<rect x='5' y='5' width='9' height='9' fill='var(--none, red)'/>", Rect(5, 5, 9, 9)),
    ("<path style=\"d:path('M5 5h9v9h-9z')\" fill='red'/>", Rect(5, 5, 9, 9)),
  ]) func `layers, paths and pictures have it alike`(body: String, box: Rect) throws {
    try folder.write(file(body), to: "a.svg")
    let image = try renderer.image(atPath: "a.svg")
    let layer = try renderer.layer(svgAtPath: "a.svg", color: .black)
    for bitmap in [image.bitmap, try renderer.render(layer, RenderOptions(scale: 1))] {
      for y in 0..<100 {
        for x in 0..<100 {
          let isIn = box.contains(Point(Double(x) + 0.5, Double(y) + 0.5))
          let p = bitmap[x, y]
          let isRed = p >> 24 == 255 && p & 0xFF >= 253 && p >> 8 & 0xFF <= 2 && p >> 16 & 0xFF <= 2
          if (isIn ? isRed : p == 0) == false { Issue.record("\(x), \(y): \(String(p, radix: 16))"); return }
        }
      }
    }
    if !body.contains("clip-path") {
      #expect(try renderer.path(svgAtPath: "a.svg").boundingBoxOfPath == box)
    }
    #expect(log.lines == [])
    // Sharp at any scale, and vector shapes on pages.
    let doubled = try #require(image.picture?.bitmap(scale: Size(2, 3), mostPixels: 1 << 20, isStopped: nil))
    #expect(doubled.bitmap.width == 200 && doubled.bitmap.height == 300)
    #expect(doubled.bitmap[Int(box.maxX * 2) - 1, Int(box.maxY * 3) - 1] != 0)
    #expect(doubled.bitmap[Int(box.maxX * 2), Int(box.maxY * 3)] == 0)
    #expect(image.picture?.shapes != nil)
  }

  @Test func `pictures that are more than shapes are drawn without it, and warned about`() throws {
    let text = "<text y='40'>a</text>"
    try folder.write(
      file(
        "\n<rect width='9' height='9' style='fill: oklch(60% 0.2 30)'/>\n<style>rect { translate: 3px }</style>\(text)"),
      to: "a.svg")
    _ = try renderer.image(atPath: "a.svg")
    #expect(
      log.lines == [
        "image-file: image \"a.svg\": it is drawn without oklch() (line 2), translate (line 2), which librsvg does not "
          + "support; write plain values, or only shapes, which are drawn without it"
      ])
    log.lines = []
    for body in [
      "<rect width='9' height='9' fill='rgb(0 0 255 / 50%)'/>",
      "<rect width='9' height='9' transform='rotate(4) scale(2)'/>",
      "<rect width='9' height='9' style='transform: translate(3px, 4px)'/>",
      "<g style='--a: oklch(1 0 0)'><rect width='9' height='9'/></g>",
      "<path d='M0 0h9v9z' clip-path='url(#c)'/><clipPath id='c'><path d='M0 0h5v5z'/></clipPath>",
    ] {
      try folder.write(file(body + text), to: "b.svg")
      _ = try renderer.image(atPath: "b.svg")
    }
    #expect(log.lines == [])
  }

  @Test func `a tinted picture of shapes has its colour`() throws {
    try folder.write(
      file(
        "<rect width='50' height='100' fill='currentColor' style='translate: 50px'/><rect width='10' height='10' fill='color-mix(in srgb, currentColor, white)'/>"
      ),
      to: "a.svg")
    let image = try renderer.image(atPath: "a.svg", ImageFileOptions(color: Color(red: 1, green: 0, blue: 0)))
    #expect(image.bitmap[75, 50] == 0xFF00_00FF && image.bitmap[5, 5] == 0xFF80_80FF && image.bitmap[25, 50] == 0)
  }

  @Test(arguments: [
    ("<rect width='9' height='9' style='mask-image: url(#m)'/>", "the CSS property mask-image (line 1)", ""),
    ("<style>@supports (x: y) { rect { fill: red } }</style>", "the CSS rule @supports (line 1)", ""),
    (
      "<rect width='9' height='9' style='fill: light-dark(red, blue)'/>", "fill: light-dark(red, blue) (line 1)", ""
    ),
    ("<rect width='9' height='9' style='x: calc(1px + 1px)'/>", "x: calc(1px + 1px) (line 1)", ""),
    ("<rect width='9' height='9'><animate attributeName='x'/></rect>", "animation (line 1)", ""),
    ("<text>a</text>", "text (line 1)", "; as an image it is drawn whole"),
    (
      "<text>a</text><style>@media print { rect { fill: red } }</style>",
      "text (line 1), the CSS rule @media (line 1)", "; an image draws text"
    ),
  ]) func `an image is the remedy only for what it draws`(body: String, omitted: String, remedy: String) throws {
    try folder.write(file(body + "<rect width='9' height='9'/>"), to: "a.svg")
    _ = try renderer.layer(svgAtPath: "a.svg", color: .black)
    #expect(log.lines.count == 1 && log.lines[0].hasSuffix("a layer leaves out \(omitted)\(remedy)"), "\(log.lines)")
  }

  @Test(arguments: ["", "<text y='40'>a</text>"])
  func `an image warns of rules and properties that it does not show`(_ more: String) throws {
    let sheet = "<style>@media print { rect { fill: red } }</style>"
    try folder.write(
      file("\(sheet)\n<rect width='9' height='9' style='mask-image: url(#m)'/>\(more)"), to: "a.svg")
    _ = try renderer.image(atPath: "a.svg")
    #expect(
      log.lines == [
        "image-file: image \"a.svg\": it is drawn without the CSS rule @media (line 1), the CSS property mask-image "
          + "(line 2), which are not supported; write a <mask>, or rules without conditions"
      ])
  }

  @Test func `a path warns of clips`() throws {
    try folder.write(file("\n<rect width='9' height='9' style='clip-path: circle(3px)'/>"), to: "a.svg")
    _ = try renderer.layer(svgAtPath: "a.svg", color: .black)
    #expect(log.lines == [])
    #expect(try renderer.path(svgAtPath: "a.svg").svg == "M 0 0 L 9 0 L 9 9 L 0 9 Z")
    #expect(
      log.lines == [
        "svg-left-out: SVG file \"a.svg\": a path leaves out a clip (line 2); as an image it is drawn whole"
      ])
  }

  @Test func `files packed with gzip are read`() throws {
    try folder.write(file("<rect id='box' width='9' height='9'/>"), to: "icon.svg")
    #expect(try runCommand("/bin/gzip", ["-k", "-S", "z", "icon.svg"], in: folder.path).status == 0)
    #expect(try renderer.layer(svgAtPath: "icon.svgz", color: .black).find("box") != nil)
    #expect(log.lines == [])
  }

  @Test func `limits of the scene count for what a file makes`() throws {
    let many = String(repeating: "<rect width='1' height='1'/>", count: 50)
    scene.layerLimit = 20
    #expect { try layer(many) } throws: { ($0 as? LayerError)?.kind == .limit }
    scene.layerLimit = 1000
    scene.limits.pathSegments = 100
    #expect { try layer(many) } throws: {
      "\($0)" == "SVG: line 1: its shapes have more than 100 segments, each use of one counted; simplify the drawing"
    }
  }
}
