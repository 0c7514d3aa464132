// SPDX-License-Identifier: MIT
import Formats
import Foundation
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import TestSupport
import Testing

final class Painter: LayerDelegate {
  let hooks: LayerHooks = .draw
  let body: (GraphicsContext) throws -> Void
  init(_ body: @escaping (GraphicsContext) throws -> Void) { self.body = body }
  func draw(_ layer: Layer, in context: GraphicsContext) throws { try body(context) }
}

final class SmallBudget: MemoryBudget {
  func hasRoom(for bytes: Int) -> Bool { bytes <= 1000 }
  func charge(_ bytes: Int) {}
  func release(_ bytes: Int) {}
}

struct LayerRendererTests {
  let folder: Folder
  let renderer: LayerRenderer
  let scene: Scene
  let root: Layer

  init() throws {
    folder = try Folder()
    renderer = LayerRenderer(
      configuration: .init(threads: 1, files: FileAccess(scriptDirectory: folder.path, workingDirectory: folder.path)))
    scene = renderer.makeScene()
    root = Layer(in: scene)
    root.bounds = Rect(0, 0, 8, 8)
  }

  let red = Color(red: 1, green: 0, blue: 0)
  let blue = Color(red: 0, green: 0, blue: 1)

  /// One letter per pixel: r, g, b, w, k, or `.` for clear.
  func rows(_ bitmap: Bitmap) -> [String] {
    (0..<bitmap.height).map { y in
      String(
        (0..<bitmap.width).map { x -> Character in
          switch bitmap[x, y] {
          case 0: "."
          case 0xFF00_00FF: "r"
          case 0xFF00_FF00: "g"
          case 0xFFFF_0000: "b"
          case 0xFFFF_FFFF: "w"
          case 0xFF00_0000: "k"
          default: "?"
          }
        })
    }
  }

  /// Red over blue, one pixel each.
  func twoRows() throws -> LayerModel.Image {
    LayerModel.Image(
      try Bitmap(width: 1, height: 2) { pixels in
        pixels[0] = 0xFF00_00FF
        pixels[1] = 0xFFFF_0000
      })
  }

  @Test func `a layer with a sublayer becomes pixels`() throws {
    root.bounds = Rect(0, 0, 4, 3)
    root.backgroundColor = .color(.white)
    let child = Layer(in: scene)
    child.anchorPoint = .zero
    child.bounds = Rect(0, 0, 2, 1)
    child.position = Point(1, 1)
    child.backgroundColor = .color(red)
    try root.addSublayer(child)
    #expect(rows(try renderer.render(root)) == ["wwww", "wrrw", "wwww"])
    #expect(rows(try renderer.render(root, RenderOptions(size: Size(2, 2)))) == ["ww", "wr"])
    let double = try renderer.render(root, RenderOptions(scale: 2))
    #expect(double.width == 8 && double.scale == 2)
    root.isGeometryFlipped = true
    child.position = .zero
    #expect(rows(try renderer.render(root)) == ["wwww", "wwww", "rrww"])
  }

  @Test func `images stand upright, whoever is flipped`() throws {
    root.bounds = Rect(0, 0, 2, 2)
    let child = Layer(in: scene)
    child.bounds = Rect(0, 0, 2, 2)
    child.position = Point(1, 1)
    child.contents = try twoRows()
    child.magnificationFilter = .nearest
    try root.addSublayer(child)
    for (outer, inner) in [(false, false), (true, false), (false, true), (true, true)] {
      root.isGeometryFlipped = outer
      child.isGeometryFlipped = inner
      #expect(rows(try renderer.render(root)) == ["rr", "bb"], "\(outer) \(inner)")
    }
  }

  @Test func `a pattern stands upright from the bounds' origin, whoever is flipped`() throws {
    root.bounds = Rect(0, 0, 2, 3)
    let child = Layer(in: scene)
    child.bounds = Rect(0, 0, 2, 3)
    child.position = Point(1, 1.5)
    child.backgroundColor = .pattern(try twoRows())
    try root.addSublayer(child)
    #expect(rows(try renderer.render(root)) == ["rr", "bb", "rr"])
    root.isGeometryFlipped = true
    #expect(rows(try renderer.render(root)) == ["bb", "rr", "bb"])
    root.isGeometryFlipped = false
    child.isGeometryFlipped = true
    #expect(rows(try renderer.render(root)) == ["bb", "rr", "bb"])
  }

  @Test func `drawing is in the layer's coordinates and clipped to its bounds`() throws {
    root.bounds = Rect(0, 0, 4, 4)
    let child = Layer(in: scene)
    child.bounds = Rect(10, 10, 2, 2)
    child.position = Point(2, 2)
    let painter = Painter { [red, blue] context in
      try context.setFillColor(blue)
      try context.fill(Rect(-100, -100, 500, 500))
      try context.setFillColor(red)
      try context.fill(Rect(10, 10, 1, 1))
    }
    child.delegate = painter
    child.setNeedsDisplay()
    try root.addSublayer(child)
    #expect(rows(try renderer.render(root)) == ["....", ".rb.", ".bb.", "...."])
    root.isGeometryFlipped = true
    child.setNeedsDisplay()
    #expect(rows(try renderer.render(root)) == ["....", ".bb.", ".rb.", "...."])
  }

  @Test func `a picture beyond the limits, or the memory that is left, is refused before it is made`() throws {
    for options in [
      RenderOptions(scale: 1e6), RenderOptions(size: Size(1e300, 1)), RenderOptions(size: Size(30000, 30000)),
    ] {
      let error = #expect(throws: LayerError.self) { try renderer.render(root, options) }
      #expect(error?.kind == .limit)
    }
    let budget = SmallBudget()
    renderer.memoryBudget = budget
    #expect(throws: Never.self) { try renderer.render(root) }
    let error = #expect(throws: LayerError.self) { try renderer.render(root, RenderOptions(scale: 4)) }
    #expect(error?.message == "not enough memory for a picture of 32×32 pixels")
  }

  @Test func `a PNG that was written reads back the same, and its variants are kept`() throws {
    root.backgroundColor = .color(red)
    try renderer.write(root, to: "dot.png")
    try renderer.write(root, to: "dot@2x.png", RenderOptions(scale: 2))
    #expect(folder.names == ["dot.png", "dot@2x.png"])
    let image = try renderer.image(atPath: "dot.png")
    #expect(image.width == 8 && image.bitmap[3, 3] == 0xFF00_00FF)
    #expect(try renderer.image(atPath: "dot@2x.png").scale == 2)
    let named = try renderer.image(named: "dot")
    #expect(named.variants.map(\.width) == [8, 16])
    #expect(named.size == Size(8, 8))
    #expect(try renderer.image(atPath: "dot.png").bitmap === image.bitmap)
    root.backgroundColor = .color(blue)
    root.bounds = Rect(0, 0, 9, 9)
    try renderer.write(root, to: "dot.png")
    #expect(try renderer.image(atPath: "dot.png").width == 9)
  }

  @Test func `what cannot be rendered leaves the old file alone`() throws {
    try folder.write("out.png", "old")
    root.bounds = .zero
    #expect(throws: LayerError.self) { try renderer.write(root, to: "out.png") }
    #expect(folder.read("out.png") == "old")
    #expect(folder.names == ["out.png"])
  }

  @Test func `the extension decides the format; others are errors that name those there are`() throws {
    func message(_ name: String) -> String {
      do {
        try renderer.write(root, to: name)
        return ""
      } catch { return "\(error)" }
    }
    #expect(message("a.xyz").contains("unknown extension .xyz; use .png, .jpg, .webp, .pdf or .svg"))
    #expect(message("a").contains("the name has no extension"))
    #expect(
      message("a.mp4") == "cannot write \"a.mp4\": a .mp4 is a film; use .png, .jpg, .webp, .pdf or .svg for a picture")
    #expect(folder.names.isEmpty)
  }

  @Test func `a missing image says where it was sought, a damaged one what is wrong`() throws {
    func message(_ body: () throws -> some Any) -> String {
      do {
        _ = try body()
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      message { try renderer.image(atPath: "no.png") }.contains("image \"no.png\" was not found in the script's folder")
    )
    #expect(
      message { try renderer.image(named: "no") }.contains(
        "searched for no.png, no@2x.png, no@3x.png (or .jpg, .jpeg, .webp, .gif, .svg) in the script's folder"))
    #expect(message { try renderer.image(named: "../../etc/no") }.contains("may not be read"))
    try folder.write("bad.png", "not a picture")
    #expect(message { try renderer.image(atPath: "bad.png") }.hasPrefix("image \"bad.png\": "))
  }

  @Test func `an image that was registered is found by its name`() throws {
    renderer.register(try twoRows(), named: "sun")
    #expect(try renderer.image(named: "sun").height == 2)
  }

  @Test func `the number of threads changes no byte`() throws {
    root.bounds = Rect(0, 0, 100, 300)
    root.backgroundColor = .color(.white)
    root.cornerRadius = 20
    root.transform = .rotation(0.3)
    for i in 0..<40 {
      let child = Layer(in: scene)
      child.bounds = Rect(0, 0, 30, 20)
      child.position = Point(Double(i * 7 % 100), Double(i * 31 % 300))
      child.transform = .rotation(Double(i))
      child.opacity = 0.5
      child.backgroundColor = .color(i % 2 == 0 ? red : blue)
      try root.addSublayer(child)
    }
    let other = LayerRenderer(configuration: .init(threads: 3))
    let one = try renderer.render(root)
    let three = try other.render(root)
    #expect(Array(one.pixels) == Array(three.pixels))
  }

  @Test func `an image's pixels count as long as anything holds it, once for a file named twice`() throws {
    try renderer.write(root, to: "dot.png")
    let budget = CountingBudget()
    renderer.memoryBudget = budget
    let layer = Layer(in: scene)
    layer.contents = try renderer.image(atPath: "dot.png")
    layer.contents = try renderer.image(atPath: "dot.png")
    #expect((8 * 8 * 4..<1024).contains(budget.charged), "the pixels and the image itself")
    layer.contents = nil
    budget.room = 300
    // Referenced by the renderer's cache only, it is evicted to make room for the picture.
    _ = try renderer.render(root)
    #expect(budget.charged == 0)
  }
}

final class CountingBudget: MemoryBudget {
  var charged = 0
  var room = Int.max
  func hasRoom(for bytes: Int) -> Bool { charged + bytes <= room }
  func charge(_ bytes: Int) { charged += bytes }
  func release(_ bytes: Int) { charged -= bytes }
}
