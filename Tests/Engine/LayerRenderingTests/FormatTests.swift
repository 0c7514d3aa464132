// SPDX-License-Identifier: MIT
import Films
import Formats
import Geometry
import LayerModel
import LayerRendering
import Pixels
import TestSupport
import Testing

/// The table of file formats, checked against its writers and readers.
struct FormatTests {
  let folder: Folder
  let renderer: LayerRenderer
  let layer: Layer

  init() throws {
    folder = try Folder()
    renderer = LayerRenderer(
      configuration: .init(threads: 1, files: FileAccess(scriptDirectory: folder.path, workingDirectory: folder.path)))
    layer = Layer(in: renderer.makeScene())
    layer.bounds = Rect(0, 0, 16, 8)
  }

  @Test(arguments: FileFormat.all.filter { $0.holds(.picture) })
  func `a picture is written, and read where it can be`(format: FileFormat) throws {
    for tail in format.extensions {
      try renderer.write(layer, to: "a.\(tail)")
      let bytes = try renderer.encode(try renderer.render(layer), format: tail, PictureOptions())
      #expect(folder.names.contains("a.\(tail)") && !bytes.isEmpty)
      guard format.isReadable else { continue }
      #expect(try renderer.image(atPath: "a.\(tail)").width == 16 && renderer.decodeImage(bytes).height == 8)
      #expect(try renderer.image(named: "a.\(tail)").width == 16)
    }
  }

  @Test(arguments: FileFormat.all.filter { $0.holds(.film) }) func `a film is written`(format: FileFormat) throws {
    for tail in format.extensions {
      let film = FilmRequest(framesPerSecond: 10, duration: 0.2)
      try renderer.writeFilm(of: layer, to: "a.\(tail)", RenderOptions(), film, EncodingOptions())
      #expect(folder.names.contains("a.\(tail)"))
      #expect(
        try renderer.filmPlan(of: layer, to: "a.\(tail)", FilmRequest(duration: 1)).frames.count
          == Int(format.rate.usual))
      if let highest = format.rate.highest {
        let plan = try renderer.filmPlan(
          of: layer, to: "a.\(tail)", FilmRequest(framesPerSecond: highest.rate + 1, duration: 1))
        #expect(plan.timing.framesPerSecond == highest.rate && plan.frames.count == Int(highest.rate))
      }
    }
  }
}
