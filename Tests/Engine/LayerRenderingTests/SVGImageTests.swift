// SPDX-License-Identifier: MIT
import Formats
import Foundation
import Geometry
import ImageFiles
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import SVGFiles
import TestSupport
import Testing

/// SVG files and pages of PDF files as images.
@Suite struct SVGImageTests {
  private let folder: Folder
  private let renderer: LayerRenderer
  private let scene: Scene

  private static let path = "M4 3L20 7C22 12 17 20 13 21Z"
  private static let icon =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><path fill=\"currentColor\" d=\"\(path)\"/></svg>"

  init() throws {
    folder = try Folder()
    renderer = LayerRenderer(
      configuration: .init(threads: 1, files: FileAccess(scriptDirectory: folder.path, workingDirectory: folder.path)))
    scene = renderer.makeScene()
    try folder.write("icon.svg", Self.icon)
  }

  private func layer(_ bounds: Rect, in superlayer: Layer? = nil) throws -> Layer {
    let layer = Layer(in: scene)
    layer.bounds = bounds
    layer.position = Point(bounds.midX, bounds.midY)
    try superlayer?.addSublayer(layer)
    return layer
  }

  /// The largest and the mean difference of alpha between the icon as contents and as the path of a shape layer.
  private func difference(scale: Double, prepare: (Layer) throws -> Void) throws -> (most: Int, mean: Double) {
    func picture(_ make: (Layer) throws -> Void) throws -> Bitmap {
      let root = try layer(Rect(0, 0, 100, 100))
      let group = try layer(Rect(0, 0, 24, 24), in: root)
      try prepare(group)
      try make(group)
      return try renderer.render(root, RenderOptions(scale: scale))
    }
    let image = try picture { group in
      try self.layer(Rect(0, 0, 24, 24), in: group).contents = try renderer.image(atPath: "icon.svg")
    }
    let shape = try picture { group in
      let shape = ShapeLayer(in: self.scene)
      shape.bounds = Rect(0, 0, 24, 24)
      shape.position = Point(12, 12)
      shape.path = try Path(svg: Self.path)
      try group.addSublayer(shape)
    }
    var (most, sum, count) = (0, 0, 0)
    for (p, q) in zip(image.pixels, shape.pixels) {
      let d = abs(Int(p >> 24) - Int(q >> 24))
      most = max(most, d)
      sum += d
      if q != 0 { count += 1 }
    }
    return (most, Double(sum) / Double(max(count, 1)))
  }

  @Test(arguments: [1, 2, 7.3]) func `an icon is as sharp as a shape of its path`(scale: Double) throws {
    let d = try difference(scale: scale) { _ in }
    // The two rasterise coverage on different grids.
    #expect(d.most <= 30 && d.mean < 2, "\(d)")
    // In a superlayer that enlarges it fivefold.
    let enlarged = try difference(scale: scale) {
      $0.transform = Transform3D.translation(-12, -12, 0).concat(.scale(4, 4, 1)).concat(.translation(12, 12, 0))
        .concat(.translation(36, 36, 0))
    }
    #expect(enlarged.most <= 30 && enlarged.mean < 0.5, "\(enlarged)")
  }

  @Test func `a turned icon is sampled from pixels as small as the canvas's`() throws {
    let d = try difference(scale: 4) {
      $0.transform = Transform3D.scale(3, 3, 1).concat(.rotation(0.4)).concat(.translation(40, 40, 0))
    }
    #expect(d.mean < 1.5, "\(d)")
  }

  @Test func `pixel for pixel the contents of a file with more than shapes are librsvg's drawing`() throws {
    let root = try layer(Rect(0, 0, 240, 240))
    let file = Self.icon.replacingOccurrences(of: "</svg>", with: "<text y=\"20\" font-size=\"9\">Ag</text></svg>")
    try folder.write("text.svg", file)
    root.contents = try renderer.image(atPath: "text.svg")
    let drawn = try renderer.render(root, RenderOptions(scale: 2))
    let picture = try SVGPicture(
      Array(file.utf8), cache: SVGPictureCache(), program: SVGProgram(), need: SVGNeed(reason: "it has text"))
    let expected = try #require(picture.bitmap(scale: Size(20, 20), mostPixels: .max, isStopped: nil)).bitmap
    #expect(drawn.width == 480)
    #expect(describeDifference(expected: expected, actual: drawn) == nil)
    // Also when stretched.
    root.bounds = Rect(0, 0, 240, 120)
    let wide = try #require(picture.bitmap(scale: Size(10, 5), mostPixels: .max, isStopped: nil)).bitmap
    #expect(describeDifference(expected: wide, actual: try renderer.render(root)) == nil)
  }

  @Test func `the same bytes on any number of threads, also where frames are kept`() throws {
    let others = [1, 3].map { threads in
      LayerRenderer(
        configuration: .init(
          threads: threads, files: FileAccess(scriptDirectory: folder.path, workingDirectory: folder.path)))
    }
    func frames(_ renderer: LayerRenderer) throws -> [Bitmap] {
      let scene = renderer.makeScene()
      let root = Layer(in: scene)
      root.bounds = Rect(0, 0, 120, 120)
      for i in 0..<4 {
        let child = Layer(in: scene)
        child.bounds = Rect(0, 0, 24, 24)
        child.position = Point(Double(i % 2) * 50 + 30, Double(i / 2) * 50 + 30)
        child.contents = try renderer.image(
          atPath: "icon.svg", ImageFileOptions(color: Color(red: Double(i) / 4, green: 0, blue: 1)))
        try root.addSublayer(child)
      }
      return try (0..<12).map { frame in
        for (i, child) in root.sublayers.enumerated() where i != frame % 4 {
          let k = 0.5 + Double((frame + i) % 7) / 3
          child.transform = i == 3 ? Transform3D.scale(k, k, 1).concat(.rotation(Double(frame))) : .scale(k, k, 1)
        }
        return try renderer.render(root, RenderOptions(scale: 1.5))
      }
    }
    let first = try frames(others[0])
    for (a, b) in zip(first, try frames(others[1])) { #expect(describeDifference(expected: a, actual: b) == nil) }
    // No cached state of earlier pictures is involved.
    let fresh = LayerRenderer(
      configuration: .init(
        threads: 1, files: FileAccess(scriptDirectory: folder.path, workingDirectory: folder.path), keptPictureLimit: 0)
    )
    for (a, b) in zip(first, try frames(fresh)) { #expect(describeDifference(expected: a, actual: b) == nil) }
  }

  @Test func `a colour tints currentColor, and each colour is an image of its own`() throws {
    let red = try renderer.image(atPath: "icon.svg", ImageFileOptions(color: Color(red: 1, green: 0, blue: 0)))
    #expect(red.bitmap[12, 10] == 0xFF00_00FF && red.size == Size(24, 24) && red.name == "icon.svg")
    #expect(try renderer.image(atPath: "icon.svg").bitmap[12, 10] == 0xFF00_0000)
    #expect(try renderer.image(atPath: "icon.svg", ImageFileOptions(color: Color(red: 1, green: 0, blue: 0))) === red)
  }

  @Test func `files are told by their content, and found by name`() throws {
    try folder.write("photo.png", Self.icon)
    #expect(try renderer.image(atPath: "photo.png").picture != nil)
    #expect(try renderer.decodeImage(Array(Self.icon.utf8)).picture != nil)
    #expect(try renderer.image(named: "icon").picture != nil)
    #expect(try renderer.image(named: "icon.svg").picture != nil)
    let root = try layer(Rect(0, 0, 8, 8))
    try renderer.write(root, to: "icon.png")
    #expect(try renderer.image(named: "icon").picture == nil, "pixels come first")
    #expect(
      message { try renderer.image(named: "none") }.contains(
        "searched for none.png, none@2x.png, none@3x.png (or .jpg, .jpeg, .webp, .gif, .svg)"),
      "\(message { try renderer.image(named: "none") })")
    renderer.register(try renderer.image(atPath: "icon.svg"), named: "own")
    #expect(try renderer.image(atPath: "own").picture != nil)
    #expect(
      message { try renderer.image(atPath: "own", ImageFileOptions(color: .black)) }
        == "image \"own\": color and page are for files, but this image was registered by the host")
    try folder.write("a.xml", "<?xml version=\"1.0\"?><plist/>")
    #expect(
      message { try renderer.image(atPath: "a.xml") }
        == "image \"a.xml\": this is an XML file, not a raster image; pictures are PNG, JPEG, WebP, GIF, SVG or PDF "
        + "files"
    )
    try folder.write("b.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>\n</svg>")
    #expect(
      message { try renderer.image(atPath: "b.svg") } == "image \"b.svg\": line 2: it is not XML (mismatched tag)")
    #expect(
      message { try renderer.image(atPath: "icon.svg", ImageFileOptions(page: 1)) }
        == "image \"icon.svg\": page is for PDF files; this is another kind")
    #expect(
      message { try renderer.image(atPath: "icon.png", ImageFileOptions(color: .black)) }
        == "image \"icon.png\": color is for SVG files, where it sets currentColor")
  }

  @Test func `on pages files of shapes stay shapes, and others are pixels of their resolution`() throws {
    let root = try layer(Rect(0, 0, 96, 96))
    func pages(_ name: String) throws -> (pdf: Data, svg: String) {
      root.contents = try renderer.image(atPath: name, ImageFileOptions(color: Color(red: 1, green: 0, blue: 0)))
      try renderer.write(root, to: "page.pdf")
      try renderer.write(root, to: "page.svg")
      return (
        try Data(contentsOf: URL(fileURLWithPath: folder.path + "/page.pdf")),
        try String(contentsOfFile: folder.path + "/page.svg", encoding: .utf8)
      )
    }
    let image = Data("/Subtype /Image".utf8)
    let shapes = try pages("icon.svg")
    #expect(shapes.pdf.range(of: image) == nil && !shapes.svg.contains("<image") && shapes.svg.contains("#ff0000"))
    // A cropped part, rendered back from the SVG page.
    root.contentsRect = Rect(0.25, 0, 0.5, 1)
    try folder.write("half.svg", try pages("icon.svg").svg)
    let back = try renderer.image(atPath: "half.svg")
    #expect(back.picture != nil && back.size == Size(96, 96))
    let mean = try #require(meanDifference(expected: try renderer.render(root), actual: back.bitmap))
    #expect(mean < 2, "\(mean)")
    root.contentsRect = .unit
    try folder.write("text.svg", Self.icon.replacingOccurrences(of: "</svg>", with: "<text y=\"9\">a</text></svg>"))
    let others = try pages("text.svg")
    #expect(others.pdf.range(of: image) != nil && others.svg.contains("<image"))
    guard try runCommand("/usr/bin/env", ["pdfimages", "-v"], in: "/").status == 0 else { return }
    let list = try runCommand("/usr/bin/env", ["pdfimages", "-list", "page.pdf"], in: folder.path)
    let numbers =
      list.text.split(separator: "\n").dropFirst(2).first?.split(separator: " ").compactMap { Int($0) } ?? []
    #expect(numbers.contains { $0 >= 200 }, "\(list.text)")
  }

  @Test func `text in a file does not have the host's fonts, which is said`() throws {
    try folder.write("text.svg", Self.icon.replacingOccurrences(of: "</svg>", with: "<text y=\"9\">a</text></svg>"))
    let own = LayerRenderer(
      configuration: .init(fontDirectories: [folder.path], threads: 1, files: FileAccess(scriptDirectory: folder.path)))
    let scene = own.makeScene()
    var said: [String] = []
    scene.onWarning = { said.append("\($0)") }
    _ = try own.image(atPath: "icon.svg")
    #expect(said.isEmpty)
    _ = try own.image(atPath: "text.svg")
    #expect(
      said.count == 1 && said[0].contains("its text uses the system's fonts, not those of fontDirectories"), "\(said)")
  }

  // MARK: PDF

  private var hasConverter: Bool {
    (try? runCommand("/usr/bin/env", ["pdftocairo", "-v"], in: "/"))?.status == 0
  }

  @Test func `a page of a PDF file is drawn as pdftoppm draws it`() throws {
    guard hasConverter else { return }
    let pages = try (0..<3).map { i in
      let page = try layer(Rect(0, 0, 200, 120))
      page.backgroundColor = .color(.white)
      let box = try layer(Rect(20 + Double(i) * 30, 20, 60, 50), in: page)
      box.backgroundColor = .color(Color(red: Double(i) / 2, green: 0.4, blue: 0.1))
      box.cornerRadius = 10
      let text = TextLayer(in: scene)
      text.string = "Page \(i + 1)"
      text.fontSize = 20
      text.foregroundColor = .black
      text.bounds = Rect(0, 0, 180, 30)
      text.position = Point(100, 95)
      try page.addSublayer(text)
      return page
    }
    try renderer.write(pages, to: "doc.pdf")
    let image = try renderer.image(atPath: "doc.pdf", ImageFileOptions(page: 2))
    #expect(image.size == Size(200, 120) && image.width == 200)
    let root = try layer(Rect(0, 0, 200, 120))
    root.backgroundColor = .color(.white)
    root.contents = image
    let drawn = try renderer.render(root, RenderOptions(scale: 2))
    let result = try runCommand(
      "/usr/bin/env", ["pdftoppm", "-r", "144", "-png", "-f", "2", "-l", "2", "-singlefile", "doc.pdf", "page"],
      in: folder.path)
    #expect(result.status == 0)
    let mean = meanDifference(expected: try readBitmap(folder.path + "/page.png"), actual: drawn)
    #expect(mean.map { $0 < 1.5 } == true, "\(mean ?? -1)")
    // The first page alone; another picture.
    #expect(try !renderer.image(atPath: "doc.pdf").isEqual(to: image))
    #expect(
      message { try renderer.image(atPath: "doc.pdf", ImageFileOptions(page: 4)) }
        == "image \"doc.pdf\": it has no page 4, but 3 pages")
    #expect(
      message { try renderer.image(atPath: "doc.pdf", ImageFileOptions(color: .black)) }
        == "image \"doc.pdf\": color is for SVG files, where it sets currentColor")
    try folder.write("bad.pdf", "%PDF-1.4 and no more")
    #expect(message { try renderer.image(atPath: "bad.pdf") }.hasPrefix("image \"bad.pdf\": the PDF cannot be read ("))
    let locked = try runCommand(
      "/usr/bin/env", ["qpdf", "--encrypt", "a", "b", "256", "--", "doc.pdf", "locked.pdf"], in: folder.path)
    if locked.status == 0 {
      #expect(
        message { try renderer.image(atPath: "locked.pdf") }
          == "image \"locked.pdf\": the PDF is encrypted: save it without a password, for example by qpdf")
    }
    renderer.isStopped = { true }
    let given = #expect(throws: LayerError.self) { try renderer.image(atPath: "doc.pdf", ImageFileOptions(page: 3)) }
    #expect(given?.kind == .cancelled)
  }

  @Test(arguments: [BlendMode.multiply, .screen, .colorDodge, .softLight, .exclusion])
  func `blend modes of a PDF file's page are drawn, also in clips`(_ mode: BlendMode) throws {
    guard hasConverter else { return }
    let page = try layer(Rect(0, 0, 100, 100))
    page.backgroundColor = .color(.white)
    let box = try layer(Rect(10, 10, 60, 60), in: page)
    box.backgroundColor = .color(Color(red: 1, green: 0.5, blue: 0))
    let clip = try layer(Rect(20, 20, 60, 60), in: page)
    clip.masksToBounds = true
    clip.cornerRadius = 8
    clip.compositingFilter = "\(mode)BlendMode"
    let inner = try layer(Rect(-10, -10, 50, 50), in: clip)
    inner.backgroundColor = .color(Color(red: 0, green: 0.6, blue: 0.8))
    try renderer.write(page, to: "doc.pdf")
    let root = try layer(Rect(0, 0, 100, 100))
    root.backgroundColor = .color(.white)
    root.contents = try renderer.image(atPath: "doc.pdf")
    let mean = meanDifference(
      expected: try renderer.render(page, RenderOptions(scale: 2)),
      actual: try renderer.render(root, RenderOptions(scale: 2)))
    #expect(mean.map { $0 < 1.5 } == true, "\(mean ?? -1)")
  }

  @Test func `cairo's blend modes are written as those of CSS`() {
    func standard(_ text: String) -> String {
      String(decoding: PDFBlendModes.standard(Array(text.utf8)), as: UTF8.self)
    }
    #expect(
      standard("<path style=\" stroke:none;comp-op:multiply;fill:red;\" d=\"M0 0\"/>\n")
        == "<path style=\"mix-blend-mode:multiply; stroke:none;fill:red;\" d=\"M0 0\"/>\n")
    #expect(
      standard("<g clip-path=\"url(#a)\">\n<g clip-path=\"url(#b)\">\n<use comp-op=\"screen\" x=\"1\"/>\n</g>\n</g>\n")
        == """
        <g clip-path="url(#a)">
        <g clip-path="url(#b)">
        </g>
        </g>
        <g style="mix-blend-mode:screen" clip-path="url(#a)">
        <g clip-path="url(#b)">
        <use x="1"/>
        </g>
        </g>
        <g clip-path="url(#a)">
        <g clip-path="url(#b)">
        </g>
        </g>

        """)
    // Groups of several lines, and modes that CSS lacks.
    #expect(
      standard("<g clip-path=\"url(#a)\">\n<g style=\"comp-op:darken;\">\n<use/>\n</g>\n</g>")
        == """
        <g clip-path="url(#a)">
        </g>
        <g style="mix-blend-mode:darken" clip-path="url(#a)">
        <g style="">
        <use/>
        </g>
        </g>
        <g clip-path="url(#a)">
        </g>
        """)
    for text in ["<use comp-op=\"src\"/>", "", "<g>", "comp-op:", "</g>\n</g>comp-op:multiply;", "<rect/>"] {
      #expect(standard(text).utf8.count >= text.utf8.count, "\(text)")
    }
    #expect(standard("<use comp-op=\"src\"/>\n") == "<use comp-op=\"src\"/>\n")
  }

  @Test func `blend modes in many clips neither multiply a page nor end the process`() {
    let clips = String(repeating: "<g clip-path=\"url(#\(String(repeating: "a", count: 300)))\">\n", count: 30)
    let bytes = Array((clips + String(repeating: "<use comp-op=\"multiply\"/>\n", count: 5000)).utf8)
    #expect(PDFBlendModes.standard(bytes) == bytes)
    var random = SeededRandom(5)
    let parts = [
      "<g clip-path=\"x\">\n", "<g>\n", "</g>\n", "<use comp-op=\"multiply\"/>\n", "<", "comp-op:screen;", "\n",
    ]
    for _ in 0..<200 {
      let text = (0..<40).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
      let made = PDFBlendModes.standard(Array(text.utf8))
      #expect(made.count >= text.utf8.count / 2)
    }
  }

  private func message(_ body: () throws -> some Any) -> String {
    do {
      _ = try body()
      return "no error"
    } catch { return "\(error)" }
  }
}
