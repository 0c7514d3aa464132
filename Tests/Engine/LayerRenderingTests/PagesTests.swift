// SPDX-License-Identifier: MIT
import Films
import Formats
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import TestSupport
import Testing

/// Files of pages: frames of films, several layers, and atomic writing under the file's name.
@Suite struct PagesTests {
  let folder: TemporaryFolder
  let renderer: LayerRenderer
  let scene: Scene

  init() throws {
    folder = try TemporaryFolder()
    renderer = LayerRenderer(
      configuration: .init(threads: 2, files: FileAccess(scriptDirectory: folder.path, workingDirectory: folder.path)))
    scene = renderer.makeScene()
  }

  /// A box whose motion lasts a second.
  private func moving() throws -> Layer {
    let page = Layer(in: scene)
    page.name = "page"
    page.bounds = Rect(0, 0, 100, 50)
    let box = Layer(in: scene)
    box.frame = Rect(0, 0, 20, 20)
    box.backgroundColor = .red
    try page.addSublayer(box)
    let move = BasicAnimation(keyPath: "position.x", from: 10, to: 90, duration: 1)
    try box.add(move, forKey: "move")
    return page
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }
  private func files() throws -> [String] { folder.contents }
  private func pageCount(_ name: String) throws -> Int {
    try text(name).ranges(of: "/Type /Page /Parent").count
  }

  @Test func `each frame of a film is a page`() throws {
    var seen: [FilmProgress] = []
    let page = try moving()
    let isWhole = try renderer.write(page, to: "film.pdf", FilmOptions(framesPerSecond: 4)) {
      seen.append($0)
      return true
    }
    let count = try pageCount("film.pdf")
    #expect(isWhole && count == 4)
    #expect(seen.first?.finished == 0 && seen.last?.finished == 4 && seen.allSatisfy { $0.total == 4 })
    try renderer.write(page, to: "some.pdf", FilmOptions(framesPerSecond: 4, frames: try FrameList("1,3")))
    #expect(try pageCount("some.pdf") == 2)
    #expect(try files() == ["film.pdf", "some.pdf"])
  }

  @Test func `numbered pages are those of pictures at the frames' times`() throws {
    let page = try moving()
    try renderer.write(page, to: "f-{00}.svg", FilmOptions(framesPerSecond: 4))
    try renderer.write(page, to: "f-{00}.pdf", FilmOptions(framesPerSecond: 4, frames: try FrameList("2-3")))
    #expect(try files() == ["f-00.svg", "f-01.svg", "f-02.pdf", "f-02.svg", "f-03.pdf", "f-03.svg"])
    for (name, time) in [("f-00.svg", 0.0), ("f-03.svg", 0.75), ("f-02.pdf", 0.5)] {
      let picture = "picture." + name.suffix(3)
      try renderer.write(page, to: picture, PictureOptions(time: time))
      #expect(try text(name) == text(picture), "\(name)")
    }
    #expect(try text("f-00.svg") != text("f-01.svg"))
  }

  @Test func `a film of pages that is ended leaves an old file as it was, and nothing beside it`() throws {
    let page = try moving()
    try renderer.write(page, to: "film.pdf", FilmOptions(framesPerSecond: 2))
    let old = try text("film.pdf")
    let isWhole = try renderer.write(page, to: "film.pdf", FilmOptions(framesPerSecond: 60)) { $0.finished < 20 }
    #expect(!isWhole)
    #expect(try text("film.pdf") == old)
    #expect(try files() == ["film.pdf"])
    renderer.isStopped = { true }
    do {
      try renderer.write(page, to: "film.pdf", FilmOptions(framesPerSecond: 60))
      Issue.record("it is stopped")
    } catch let error as LayerError { #expect(error.kind == .cancelled) }
    #expect(try text("film.pdf") == old)
    #expect(try files() == ["film.pdf"])
  }

  @Test func `a page is written as it is made, and only whole`() throws {
    let page = try moving()
    // More than the write buffer holds.
    for k in 0..<40_000 {
      let box = Layer(in: scene)
      box.frame = Rect(Double(k % 200) / 2, Double(k / 200) / 4, 0.3, 0.2)
      box.backgroundColor = .color(Color(red: Double(k % 7) / 7, green: 0, blue: 0))
      try page.addSublayer(box)
    }
    try renderer.write(page, to: "a.svg")
    let whole = try text("a.svg")
    #expect(whole.utf8.count > 1 << 20 && whole.hasSuffix("</svg>\n"))
    // A late error: a link to a page that does not exist.
    page.link = "#7"
    #expect(throws: LayerError.self) { try renderer.write(page, to: "a.pdf") }
    #expect(try files() == ["a.svg"])
    page.link = nil
    try renderer.write(page, to: "a.pdf")
    let good = try text("a.pdf")
    page.link = "#7"
    #expect(throws: LayerError.self) { try renderer.write(page, to: "a.pdf") }
    #expect(try text("a.pdf") == good)
    #expect(try files() == ["a.pdf", "a.svg"])
  }

  @Test func `layers are pages, on paper with a title, and what becomes pixels is told`() throws {
    var told: [String] = []
    renderer.onRasterized = { told.append("\($0): \($1)") }
    let one = try moving()
    one.shadowOpacity = 1
    one.backgroundColor = .blue
    let two = try moving()
    let options = PictureOptions(page: PageOptions(paper: .a4, isLandscape: true, margin: 36, title: "Tea"))
    try renderer.write([one, two], to: "book.pdf", options)
    let book = try text("book.pdf")
    #expect(try pageCount("book.pdf") == 2)
    #expect(book.contains("/MediaBox [0 0 841.8898 595.2756 ]") && book.contains("/Title (Tea)"))
    #expect(told == ["page: its shadow is blurred"])
    func problem(_ layers: [Layer], _ path: String) -> String? {
      do { try renderer.write(layers, to: path); return nil } catch { return (error as? LayerError)?.message }
    }
    #expect(
      problem([one, two], "a.svg")
        == "cannot write \"a.svg\": 2 layers are the pages of a .pdf; a .svg holds one picture")
    #expect(problem([], "a.pdf") == "cannot write \"a.pdf\": there is no page; give at least one layer")
    #expect(problem([two], "a.svg") == nil && problem([one], "a.png") != nil)
    #expect(PaperSize(named: "a4") == .a4 && PaperSize(named: "Letter") == .letter)
    #expect(PaperSize.all.contains(.a4) && PaperSize.all.contains(.letter))
  }

  @Test func `outlined text is text, once`() throws {
    let page = Layer(in: scene)
    page.bounds = Rect(0, 0, 300, 60)
    let title = TextLayer(in: scene)
    title.frame = Rect(0, 0, 300, 60)
    var attributes = TextAttributes(font: "DejaVu Sans", fontSize: 20, foregroundColor: .black)
    attributes.strokeWidth = 3
    title.attributedString = AttributedString("Outlined", attributes: attributes)
    try page.addSublayer(title)
    try renderer.write(page, to: "a.svg")
    let outlined = try text("a.svg")
    #expect(outlined.contains(" fill=\"none\" stroke=\"#000000\" stroke-width=\"0.6\""))
    #expect(outlined.contains(">Outlined</text>") && !outlined.contains("<path"))
    // Filled and stroked, the text is written once.
    attributes.strokeWidth = -3
    title.attributedString = AttributedString("Outlined", attributes: attributes)
    try renderer.write(page, to: "b.svg")
    #expect(try text("b.svg").ranges(of: "</text>").count == 1)
  }

  @Test func `pages are not joined from pictures`() throws {
    for path in ["film.pdf", "f-{0}.svg"] {
      do {
        let job = FilmJob(
          frames: FrameList(count: 1), framesPerSecond: 1, path: path, target: try FilmTarget(path),
          encoding: EncodingOptions())
        try renderer.makeFilm(job, progress: { _, _ in }) { _, _ in { try Bitmap(width: 1, height: 1) { _ in } } }
        Issue.record("\(path)")
      } catch let error as LayerError {
        #expect(error.message.contains("pages are drawn from layers, and these frames are pictures; use .mp4"))
      }
    }
    #expect(try files().isEmpty)
  }
}
