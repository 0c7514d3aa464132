// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import ImageFiles
import Pixels
import RenderTree
import TestSupport
import Testing
import VectorDrawing

import PDF

/// Random trees as PDF, drawn back by Poppler, beside the compositor's picture of them.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm")))
struct DrawnBackTests {
  @Test(arguments: 0..<12) func `a page looks like the picture of its tree`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) + 40)
    let root = randomTree(&random)
    let page = Rect(0, 0, 160, 120)
    let tree = RenderTree(root: root, canvas: page, scale: 2, background: .white)
    let expected = try Compositor.render(tree)
    let folder = try TemporaryFolder()
    var bytes: [UInt8] = []
    let writer = try PDFWriter { bytes.append(contentsOf: $0) }
    try writer.page(page.size) {
      try VectorPainter.paint(tree, on: $0, through: .identity, page: page, VectorOptions(dpi: 288))
    }
    try writer.end()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/a.pdf"))
    let drawn = try runCommand(
      "/usr/bin/pdftoppm", ["-r", "144", "-png", "-singlefile", "a.pdf", "a"], in: folder.path)
    try #require(drawn.status == 0, "\(drawn.errors)")
    let actual = try folder.read("a.png").withUnsafeBytes { try ImageDecoder.decode($0) }
    let difference = meanDifference(expected, actual)
    #expect(difference < 1.5, "seed \(seed): \(difference) of 255")
  }

  private func meanDifference(_ a: Bitmap, _ b: Bitmap) -> Double {
    guard a.width == b.width, a.height == b.height else { return 255 }
    var sum = 0
    for (p, q) in zip(a.pixels, b.pixels) {
      for shift in [0, 8, 16] as [UInt32] { sum += abs(Int(p >> shift & 255) - Int(q >> shift & 255)) }
    }
    return Double(sum) / Double(a.width * a.height * 3)
  }

  /// A tree of what pages can hold, and some that they cannot.
  private func randomTree(_ random: inout SeededRandom, depth: Int = 0) -> RenderNode {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    func color() -> Color {
      Color(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(3) ? number(0.2...1) : 1)
    }
    let bounds = depth == 0 ? Rect(0, 0, 160, 120) : Rect(0, 0, number(10...90).rounded(), number(10...70).rounded())
    var pieces = Pieces()
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1: pieces.insert(.background(.color(color())))
    case 2:
      let kinds: [Gradient.Kind] = [.axial, .radial, .conic]
      pieces.insert(
        .gradient(
          Gradient(
            kind: kinds[Int.random(in: 0..<3, using: &random)],
            stops: GradientStops(colors: [color(), color(), color()], locations: [0, number(0.2...0.8), 1]),
            start: Point(number(0.2...0.8), number(0.2...0.8)), end: Point(1, 1))))
    case 3:
      var path = Path()
      path.move(to: Point(2, 2))
      path.addCurve(
        control1: Point(bounds.width, 0), control2: Point(0, bounds.height),
        to: Point(bounds.width - 2, bounds.height - 2))
      path.addLine(to: Point(2, bounds.height / 2))
      path.closeSubpath()
      pieces.insert(
        .shape(
          Shape(
            path: path, fill: .color(color()), fillRule: chance(2) ? .evenOdd : .nonZero, stroke: .color(color()),
            strokeStyle: StrokeStyle(
              width: number(1...5), cap: .round, join: .round, dashPattern: chance(2) ? [6, 5] : []
            ))))
    default: break
    }
    if chance(3) { pieces.insert(.border(Border(width: number(1...5), paint: .color(color())))) }
    var children: [RenderNode] = []
    if depth < 3 {
      for _ in 0..<Int.random(in: depth == 0 ? 4...6 : 0...3, using: &random) {
        children.append(randomTree(&random, depth: depth + 1))
      }
    }
    let modes: [BlendMode] = [.multiply, .screen, .darken, .difference, .plusLighter]
    let placement = Transform3D.rotation(chance(2) ? 0 : number(-1...1)).concat(
      .translation(number(0...80).rounded(), number(0...60).rounded()))
    return RenderNode(
      bounds: bounds, placement: placement,
      corners: chance(2) ? Corners(radius: min(bounds.height, bounds.width) / 4) : nil,
      pieces: pieces, children: children,
      shadow: chance(5) ? Shadow(color: .black.withAlpha(0.6), offset: Size(2, 3), sigma: chance(2) ? 0 : 3) : nil,
      masksToBounds: chance(4), opacity: chance(4) ? number(0.3...0.9) : 1, isGroupOpacity: !chance(3),
      blendMode: depth > 0 && chance(6) ? modes[Int.random(in: 0..<modes.count, using: &random)] : .normal,
      label: "node")
  }
}
