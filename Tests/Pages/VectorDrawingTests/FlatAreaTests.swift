// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import struct Geometry.AffineTransform
import ImageFiles
import Pixels
import RenderTree
import TestSupport
import Testing
import VectorDrawing

import PDF
import SVG

/// Areas of zero size are not filled on pages, since readers draw hairlines for them.
@Suite struct FlatAreaTests {
  private func shape(
    _ path: Path, fill: Color? = red, stroke: Color? = nil, _ style: StrokeStyle = StrokeStyle(width: 2),
    _ placement: Transform3D = .identity
  ) -> RenderNode {
    let shape = Shape(
      path: path, fill: fill.map { .color($0) }, stroke: stroke.map { .color($0) }, strokeStyle: style)
    return RenderNode(bounds: Rect(0, 0, 100, 100), placement: placement, pieces: [.shape(shape)])
  }

  private func root(_ children: RenderNode...) -> RenderNode { box(Rect(0, 0, 100, 100), nil, children: children) }

  private func path(_ text: String) throws -> Path { try Path(svg: text) }

  private static let flat = [
    "M10 50 H90", "M10 10 L90 90", "M10 10 L90 90 Z", "M10 50 H90 H40 Z", "M10 50 C30 50 50 50 90 50",
    "M10 10 Q50 50 90 90 L20 20 Z", "M50 50", "M50 50 Z", "M50 50 H50", "M10 20 H60 V20 H10 Z",
    "M10 20 H60 V20.0001 H10 Z", "M10 10 L50 10 L50 60 L50 10 Z", "M10 10 C20 90 60 90 90 10 C60 90 20 90 10 10",
    "M10 10 L50 10 Q90 10 90 50 Q90 10 50 10 L10 10 Z", "M5 5 H20 M30 30 L40 40 Z M7 7",
  ]

  @Test(arguments: flat) func `an area without area is not written`(text: String) throws {
    #expect(try record(root(shape(path(text)))).lines.isEmpty)
    let drawing = RecordedDrawing(operations: [
      DrawingOperation(kind: .fill(try path(text), .evenOdd, .color(red)))
    ])
    let drawn = RenderNode(
      bounds: Rect(0, 0, 100, 100), pieces: [.drawing(PlacedDrawing(drawing: drawing))])
    #expect(try record(root(drawn)).lines.isEmpty)
    // A line drawn over it is kept.
    let dashed = StrokeStyle(width: 2, dashPattern: [4, 3])
    let page = try record(root(shape(path(text), stroke: blue, dashed)))
    #expect(page.lines.count == 1 && page.lines[0].hasPrefix("stroke"))
  }

  @Test(arguments: [
    "M10 10 H60 V11 H10 Z", "M10 10 L50 10 L50 60 Z", "M10 10 L90 90 L90 91 Z", "M10 10 C20 90 60 90 90 10",
    "M10 10 L50 10 L90 10 Q50 60 10 10", "M10 10 H60 V10.01 H10 Z",
  ])
  func `what has some is written as it is`(text: String) throws {
    #expect(try record(root(shape(path(text)))).lines.count == 1)
  }

  @Test func `boxes, borders, shadows and images without a side are not written`() throws {
    let shadow = Shadow(color: .black, offset: Size(3, 3), sigma: 0)
    for frame in [Rect(10, 10, 50, 0), Rect(10, 10, 0, 50), Rect(10, 10, 0, 0), Rect(10, 10, 50, 1e-5)] {
      #expect(try record(root(box(frame, red))).lines.isEmpty)
      #expect(try record(root(box(frame, red, corners: nil, shadow: shadow))).lines.isEmpty)
      var pieces = Pieces()
      pieces.insert(.border(Border(width: 1e-6, paint: .color(blue))))
      let framed = RenderNode(
        bounds: Rect(0, 0, frame.width, frame.height), placement: .translation(10, 10, 0), pieces: pieces)
      #expect(try record(root(framed)).lines.isEmpty)
    }
  }

  @Test func `what a transform makes flat is not written, lines too`() throws {
    let square = try path("M10 10 H60 V60 H10 Z")
    for flattening in [
      Transform3D.scale(1, 0, 1), .scale(0, 1, 1), .scale(1, 1e-7, 1),
      Transform3D(AffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0)),
    ] {
      let page = try record(root(shape(square, stroke: blue, StrokeStyle(width: 2), flattening)))
      #expect(page.lines.isEmpty, "\(flattening)")
    }
    #expect(try record(root(shape(square, fill: nil, stroke: blue, StrokeStyle(width: 1e-6)))).lines.isEmpty)
    #expect(
      try record(root(shape(path("M10 50 H90"), fill: nil, stroke: blue, StrokeStyle(width: 0.1)))).lines.count == 1)
  }

  @Test func `flat parts of random paths leave no trace, and the others stay`() throws {
    var random = SeededRandom(32_009)
    for _ in 0..<200 {
      var with = Path(), without = Path()
      func point() -> Point { Point(Double(random.next() % 100), Double(random.next() % 100)) }
      for _ in 0..<Int(random.next() % 6 + 1) {
        if random.next() % 2 == 0 {
          let rect = Rect(origin: point(), size: Size(Double(random.next() % 30 + 1), Double(random.next() % 30 + 1)))
          with.addRect(rect)
          without.addRect(rect)
        } else {
          let a = point(), b = point()
          with.move(to: a)
          for _ in 0..<random.next() % 4 { with.addLine(to: a + (b - a) * (Double(random.next() % 100) / 50)) }
          if random.next() % 2 == 0 { with.closeSubpath() }
        }
      }
      let placement = Transform3D.rotation(Double(random.next() % 7), x: 0, y: 0, z: 1)
      func fills(_ path: Path) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let writer = try PDFWriter(packs: false) { bytes.append(contentsOf: $0) }
        let tree = RenderTree(
          root: root(shape(path, placement)), canvas: Rect(0, 0, 100, 100), scale: 1, background: nil)
        try writer.page(Size(100, 100)) {
          try VectorPainter.paint(tree, on: $0, through: .identity, page: tree.canvas, VectorOptions(dpi: 72))
        }
        try writer.end()
        return bytes
      }
      #expect(try fills(with) == fills(without), "\(with.svg)")
    }
  }

  private func shape(_ path: Path, _ placement: Transform3D) -> RenderNode {
    shape(path, fill: red, stroke: nil, StrokeStyle(width: 1), placement)
  }

  @Test func `an SVG page has no element for it`() throws {
    var bytes: [UInt8] = []
    let writer = try SVGWriter(Size(100, 100)) { bytes.append(contentsOf: $0) }
    let tree = RenderTree(
      root: root(shape(try path("M10 50 H90")), box(Rect(10, 10, 50, 0), red)), canvas: Rect(0, 0, 100, 100), scale: 1,
      background: nil)
    try VectorPainter.paint(tree, on: writer, through: .identity, page: tree.canvas, VectorOptions(dpi: 72))
    try writer.end()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("<path") && !text.contains("<rect"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm")))
  func `Poppler draws nothing for it`() throws {
    let folder = try TemporaryFolder()
    let flat = try Self.flat.map { shape(try path($0), fill: .black) } + [box(Rect(10, 30, 50, 0), .black)]
    var bytes: [UInt8] = []
    let writer = try PDFWriter { bytes.append(contentsOf: $0) }
    let tree = RenderTree(
      root: box(Rect(0, 0, 100, 100), nil, children: flat), canvas: Rect(0, 0, 100, 100), scale: 1, background: nil)
    try writer.page(Size(100, 100)) {
      try VectorPainter.paint(tree, on: $0, through: .identity, page: tree.canvas, VectorOptions(dpi: 72))
    }
    try writer.end()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/a.pdf"))
    let drawn = try runCommand(
      "/usr/bin/pdftoppm", ["-r", "144", "-png", "-singlefile", "a.pdf", "a"], in: folder.path)
    try #require(drawn.status == 0, "\(drawn.errors)")
    let picture = try folder.read("a.png").withUnsafeBytes { try ImageDecoder.decode($0) }
    #expect(picture.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
  }
}
