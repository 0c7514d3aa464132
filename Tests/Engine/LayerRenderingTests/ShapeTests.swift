// SPDX-License-Identifier: MIT
import Formats
import Foundation
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import Testing

/// Shape layers as pixels; the numbers are areas in pixels, at one pixel per point.
struct ShapeTests {
  let renderer = LayerRenderer(configuration: .init(threads: 1))
  let scene: Scene
  let root: Layer
  let shape: ShapeLayer

  init() throws {
    scene = renderer.makeScene()
    root = Layer(in: scene)
    root.bounds = Rect(0, 0, 80, 60)
    shape = ShapeLayer(in: scene)
    shape.path = Path(rect: Rect(10, 10, 40, 30))
    try root.addSublayer(shape)
  }

  /// The covered area in pixels.
  private func area(_ options: RenderOptions = RenderOptions()) throws -> Double {
    let picture = try renderer.render(root, options)
    return withExtendedLifetime(picture) { picture.pixels.reduce(0) { $0 + Double($1 >> 24) } / 255 }
  }

  private func strokeOnly(_ width: Double = 4) {
    shape.fillColor = nil
    shape.strokeColor = .color(.black)
    shape.lineWidth = width
  }

  @Test func `a rectangle has its areas`() throws {
    #expect(try area() == 1200)
    shape.strokeColor = .color(.black)
    shape.lineWidth = 4
    #expect(try area() == 1496)
    shape.fillColor = nil
    #expect(try area() == 560)
    shape.strokeEnd = 0.5
    #expect(try area() == 280)
    shape.lineWidth = 0
    #expect(try area() == 0)
  }

  @Test func `trims are stored as given and clamped when drawn`() throws {
    strokeOnly()
    for (start, end, wanted) in [
      (0.0, 1.5, 560.0), (-3, 1, 560), (0.5, 0.5, 0), (0.75, 0.25, 0), (0.25, 0.75, 280), (2, 3, 0),
    ] {
      shape.strokeStart = start
      shape.strokeEnd = end
      #expect(shape.strokeStart == start && shape.strokeEnd == end)
      #expect(abs(try area() - wanted) < 9, "\(start) \(end)")
    }
  }

  @Test func `trims run over all subpaths in order`() throws {
    strokeOnly(2)
    var lines = Path()
    for y in [10.0, 20, 30] {
      lines.move(to: Point(10, y))
      lines.addLine(to: Point(y == 20 ? 50 : 30, y))
    }
    shape.path = lines
    // The lines are 20, 40 and 20 long: the middle half is the second line.
    shape.strokeStart = 0.25
    shape.strokeEnd = 0.75
    let picture = try renderer.render(root)
    #expect(
      picture[20, 9] == 0 && picture[20, 19] == 0xFF00_0000 && picture[49, 20] == 0xFF00_0000 && picture[20, 29] == 0)
    #expect(try area() == 80)
  }

  /// x = 10 + 60t³: a straight line written as a curve.
  private func useUnevenCurve() throws {
    strokeOnly(4)
    shape.path = try Path(svg: "M10 30 C10 30 10 30 70 30")
  }

  @Test func `half of a curve with uneven handles ends at its parameter, or by choice at half its length`() throws {
    try useUnevenCurve()
    shape.strokeEnd = 0.5
    #expect(shape.trimMode == .parameter)
    #expect(abs(try area() - 4 * 60 / 8) < 0.5)
    shape.trimMode = .length
    #expect(abs(try area() - 4 * 30) < 0.5)
    shape.trimMode = .parameter
    shape.strokeStart = 0.25
    #expect(abs(try area() - 4 * 60 * (1.0 / 8 - 1.0 / 64)) < 0.5)
    // Dashing is applied after trimming, from the start of the trimmed part.
    shape.lineDashPattern = [2, 1000]
    let picture = try renderer.render(root)
    #expect(picture[9, 30] == 0 && picture[11, 30] >> 24 == 255 && picture[12, 30] >> 24 > 200 && picture[13, 30] == 0)
  }

  @Test func `pages cut curves where pictures do`() throws {
    try useUnevenCurve()
    shape.strokeStart = 0.25
    shape.strokeEnd = 0.5
    for (mode, ends) in [(TrimMode.parameter, (10.9375, 17.5)), (.length, (25, 40))] {
      shape.trimMode = mode
      let tree = try root.renderTree(RenderOptions())
      var shapes: [Shape] = []
      for child in tree.root.children {
        for piece in child.pieces { if case .shape(let shape) = piece { shapes.append(shape) } }
      }
      let drawn = try #require(shapes.first)
      let path = drawn.path.trimmed(from: drawn.strokeStart, to: drawn.strokeEnd)
      #expect(abs((path.points.first?.x ?? 0) - ends.0) < 1e-5 && abs((path.points.last?.x ?? 0) - ends.1) < 1e-5)
      let file = String(
        decoding: try renderer.document(of: [root], as: .svg, RenderOptions(), EncodingOptions()), as: UTF8.self)
      let data = try #require(file.components(separatedBy: " d=\"").dropFirst().first?.split(separator: "\"").first)
      let written = try Path(svg: String(data)).points
      #expect(abs((written.first?.x ?? 0) - ends.0) < 0.01 && abs((written.last?.x ?? 0) - ends.1) < 0.01, "\(data)")
    }
  }

  @Test func `a path on its way is cut where it is then`() throws {
    try useUnevenCurve()
    shape.strokeEnd = 0.5
    let morph = BasicAnimation(in: scene)
    morph.keyPath = "path"
    morph.toValue = .path(try Path(svg: "M10 30 C30 30 50 30 70 30"))
    morph.duration = 1
    try shape.add(morph)
    // x = 10 + 60t³ and x = 10 + 60t, averaged, at t = 0.5.
    #expect(abs(try area(RenderOptions(time: 0.5)) - 4 * (30 + 60 / 8) / 2) < 0.5)
  }

  @Test func `trimming comes first then each subpath is dashed from its start`() throws {
    strokeOnly(2)
    var lines = Path()
    for y in [10.0, 20] {
      lines.move(to: Point(10, y))
      lines.addLine(to: Point(50, y))
    }
    shape.path = lines
    shape.lineDashPattern = [6, 4]
    shape.lineDashPhase = 3
    // The first line starts at 18; both begin with 3 points of a dash, then a gap of 4.
    shape.strokeStart = 0.1
    let picture = try renderer.render(root)
    #expect((16..<26).map { picture[$0, 9] >> 31 } == [0, 0, 1, 1, 1, 0, 0, 0, 0, 1])
    #expect((9..<19).map { picture[$0, 19] >> 31 } == [0, 1, 1, 1, 0, 0, 0, 0, 1, 1])
  }

  @Test func `broken line rules are errors`() throws {
    #expect(throws: LayerError.self) {
      try shape.setValue(.array([.number(0), .number(0)]), forKey: "lineDashPattern")
    }
    #expect(throws: LayerError.self) {
      try shape.setValue(.array([.number(2), .number(-1)]), forKey: "lineDashPattern")
    }
    #expect(throws: LayerError.self) { try shape.setValue(.number(-1), forKey: "lineWidth") }
    #expect(throws: LayerError.self) { try shape.setValue(.number(.nan), forKey: "strokeEnd") }
    #expect(shape.lineDashPattern == nil && shape.lineWidth == 1)
  }

  @Test func `an open subpath is closed for filling only`() throws {
    var corner = Path()
    corner.addLines([Point(10, 10), Point(50, 10), Point(50, 40)])
    shape.path = corner
    #expect(abs(try area() - 600) < 2)
    strokeOnly(2)
    // Two sides and the miter's square.
    #expect(try area() == 80 + 60)
  }

  @Test func `fill rules decide on holes`() throws {
    var path = Path(rect: Rect(10, 10, 40, 30))
    path.addRect(Rect(20, 20, 10, 10))
    shape.path = path
    #expect(try area() == 1200)
    shape.fillRule = .evenOdd
    #expect(try area() == 1100)
  }

  @Test func `a shape is not clipped to its bounds`() throws {
    shape.bounds = Rect(0, 0, 5, 5)
    shape.anchorPoint = .zero
    #expect(try area() == 1200)
    shape.masksToBounds = true
    #expect(try area() == 0)
  }

  /// The number of partially covered pixels in a row.
  private func blurred(_ picture: Bitmap, row: Int) -> Int {
    (0..<picture.width).count { picture[$0, row] >> 24 != 0 && picture[$0, row] >> 24 != 255 }
  }

  @Test func `edges are sharp at any scale`() throws {
    var circle = Path()
    circle.addEllipse(in: Rect(1, 1, 6, 6))
    shape.path = circle
    root.bounds = Rect(0, 0, 64, 64)
    shape.transform = .scale(8, 8, 1)
    // An edge crosses a row of pixels within one pixel, or two if it runs between them.
    let magnified = try renderer.render(root)
    for row in 20..<44 { #expect(blurred(magnified, row: row) <= 4) }
    // The curve itself is magnified: eight times the path, not eight times a picture.
    shape.transform = .identity
    shape.path = circle.transformed(by: .scale(8, 8))
    let large = try renderer.render(root)
    #expect(zip(magnified.pixels, large.pixels).allSatisfy { abs(Int($0 >> 24) - Int($1 >> 24)) <= 2 })
    shape.path = circle
    root.bounds = Rect(0, 0, 8, 8)
    let scaled = try renderer.render(root, RenderOptions(scale: 8))
    #expect(zip(magnified.pixels, scaled.pixels).allSatisfy { abs(Int($0 >> 24) - Int($1 >> 24)) <= 2 })
  }

  @Test func `edges are sharp under perspective`() throws {
    var circle = Path()
    circle.addEllipse(in: Rect(0, 0, 10, 10))
    shape.path = circle
    shape.bounds = Rect(0, 0, 10, 10)
    shape.position = Point(100, 100)
    root.bounds = Rect(0, 0, 200, 200)
    var perspective = Transform3D.identity
    perspective.m34 = -1 / 300
    root.sublayerTransform = perspective
    shape.transform = Transform3D.scale(15, 15, 1).concat(.rotation(0.8, x: 0, y: 1, z: 0))
    let picture = try renderer.render(root)
    for row in 60..<140 { #expect(blurred(picture, row: row) <= 4, "\(row)") }
    // The stroke's width is measured in the layer's plane, without gaps where the plane is magnified.
    strokeOnly(0.4)
    let ring = try renderer.render(root)
    for row in 60..<140 { #expect((0..<200).count { ring[$0, row] >> 24 == 255 } >= 4, "\(row)") }
  }

  @Test func `enormous magnification is bounded`() throws {
    var circle = Path()
    circle.addEllipse(in: Rect(-1e-7, -1e-7, 2e-7, 2e-7))
    shape.path = circle
    shape.strokeColor = .color(.white)
    shape.lineWidth = 1e-9
    shape.position = Point(40, 30)
    for scale in [1e8, 1e9, 1e12, 1e30] {
      shape.transform = .scale(scale, scale, 1)
      let picture = try renderer.render(root)
      #expect(picture[40, 30] == 0xFF00_0000)
      if scale == 1e8 { #expect(abs(try area() - 100 * Double.pi) < 2) }
    }
    shape.lineDashPattern = [1e-12, 1e-12]
    shape.transform = .scale(1e9, 1e9, 1)
    #expect(try renderer.render(root).width == 80)
  }

  @Test func `a turned shape without bounds gets a hint`() throws {
    var warnings: [String] = []
    scene.onWarning = { warnings.append($0.message) }
    _ = try renderer.render(root)
    #expect(warnings.isEmpty)
    shape.name = "hand"
    shape.transform = .rotation(1)
    _ = try renderer.render(root)
    _ = try renderer.render(root)
    #expect(
      warnings.count == 1 && warnings[0].contains("hand") && warnings[0].contains("give it bounds around the path"))
    shape.bounds = Rect(10, 10, 40, 30)
    shape.name = "other"
    _ = try renderer.render(root)
    #expect(warnings.count == 1)
  }
}
