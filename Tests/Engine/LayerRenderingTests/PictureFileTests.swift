// SPDX-License-Identifier: MIT
import Formats
import Foundation
import Geometry
import ImageFiles
import LayerModel
import LayerRendering
import Pixels
import TestSupport
import Testing

/// Looking up image files and sprite sheets by name, and the messages about them.
struct PictureFileTests {
  let folder: Folder
  let renderer: LayerRenderer
  let scene: Scene
  var warnings: () -> [String] { { [log] in log.lines } }
  private let log = Log()

  private final class Log { var lines: [String] = [] }

  init() throws {
    folder = try Folder()
    renderer = LayerRenderer(
      configuration: .init(threads: 1, files: FileAccess(scriptDirectory: folder.path, workingDirectory: folder.path)))
    scene = renderer.makeScene()
    scene.onWarning = { [log] in log.lines.append("\($0.rule.rawValue): \($0.message)") }
  }

  private func write(_ name: String, _ width: Int, _ height: Int, _ color: UInt32 = 0xFF00_00FF) throws {
    try renderer.write(
      try Bitmap(width: width, height: height) { $0.update(repeating: color) }, toPath: name, EncodingOptions())
  }

  @Test func `the files of a name may differ in kind, and in resolution only`() throws {
    try write("sun.png", 4, 2)
    try write("sun@2x.jpg", 8, 4)
    try write("sun@3x.webp", 12, 6)
    let image = try renderer.image(named: "sun")
    #expect(image.variants.map(\.width) == [4, 8, 12] && image.variants.map(\.scale) == [1, 2, 3])
    #expect(try renderer.image(named: "sun.png").variants.count == 1, "a name with an extension means that kind")
    #expect(try renderer.image(named: "sun") === image && warnings().isEmpty)

    try write("moon.png", 4, 4)
    try write("moon@2x.png", 4, 4)
    _ = try renderer.image(named: "moon")
    #expect(
      warnings() == [
        "image-variants: image named \"moon\": at 1x it is 4×4 points large, at 2x 2×2; its files should differ in resolution only"
      ])
  }

  @Test func `what of a file is not shown is warned about once, with its name`() throws {
    try write("still.png", 1, 1)
    var file = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/still.png")))
    // acTL: two frames, looped forever, with its checksum.
    let chunk: [UInt8] = [0, 0, 0, 8] + Array("acTL".utf8) + [0, 0, 0, 2, 0, 0, 0, 0, 0xF3, 0x8D, 0x93, 0x70]
    file.insert(contentsOf: chunk, at: 33)
    try Data(file).write(to: URL(fileURLWithPath: folder.path + "/film.png"))
    _ = try renderer.image(atPath: "film.png")
    _ = try renderer.image(atPath: "film.png")
    #expect(warnings() == ["image-file: image \"film.png\": it is animated; its first picture is shown"])
  }

  private func sheet(_ frames: String, _ metadata: String) throws {
    try folder.write(
      "art/sheet.plist",
      "<plist version=\"1.0\"><dict><key>frames</key><dict>\(frames)</dict><key>metadata</key><dict>\(metadata)</dict></dict></plist>"
    )
  }

  private static let frame = """
    <key>a</key><dict><key>frame</key><string>{{2,0},{2,4}}</string><key>offset</key><string>{1,0}</string>
    <key>sourceSize</key><string>{4,4}</string></dict>
    """

  @Test func `a sheet's texture lies beside it, and lengths are its points`() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/art", withIntermediateDirectories: false)
    try write("art/sheet@2x.png", 8, 4)
    try sheet(Self.frame, "<key>textureFileName</key><string>sheet@2x.png</string>")
    let sprite = try #require(try renderer.sprites(atPath: "art/sheet.plist").sprites.first)
    #expect(sprite.image.scale == 2 && sprite.contentsRect == Rect(0.25, 0, 0.25, 1))
    #expect(
      sprite.size == Size(1, 2) && sprite.sourceSize == Size(2, 2) && sprite.frame == Rect(1, 0, 1, 2)
        && sprite.isTrimmed)
    let upright = try sprite.upright().bitmap
    #expect(upright.width == 4 && upright.height == 4 && upright.scale == 2)
    #expect(upright[0, 0] == 0 && upright[1, 3] == 0 && upright[2, 0] != 0 && upright[3, 3] != 0)
  }

  @Test func `a sheet made for a texture of another resolution fits in proportion, for another picture it does not`()
    throws
  {
    try FileManager.default.createDirectory(atPath: folder.path + "/art", withIntermediateDirectories: false)
    try write("art/sheet.png", 4, 2)
    try sheet(Self.frame, "<key>size</key><string>{8,4}</string>")
    let sprite = try #require(try renderer.sprites(atPath: "art/sheet.plist").sprites.first)
    #expect(sprite.contentsRect == Rect(0.25, 0, 0.25, 1) && sprite.size == Size(1, 2))
    try sheet(Self.frame, "<key>size</key><string>{8,8}</string>")
    #expect {
      try renderer.sprites(atPath: "art/sheet.plist")
    } throws: {
      "\($0)" == "sheet \"art/sheet.plist\": it is for a texture of 8×8 pixels, but \"art/sheet.png\" has 4×2"
    }
    try sheet(Self.frame, "<key>textureFileName</key><string>none.png</string>")
    #expect {
      try renderer.sprites(atPath: "art/sheet.plist")
    } throws: {
      "\($0)".contains("image \"art/none.png\" was not found")
    }
  }

  @Test func `a texture whose colours are multiplied already is read as such, and apart from the plain one`() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/art", withIntermediateDirectories: false)
    try write("art/sheet.png", 8, 4, 0x8000_0040)
    try sheet(Self.frame, "<key>premultiplyAlpha</key><true/>")
    let plain = try renderer.image(atPath: "art/sheet.png").bitmap[2, 0]
    let multiplied = try #require(try renderer.sprites(atPath: "art/sheet.plist").sprites.first).image.bitmap[2, 0]
    // The file stores red 128 at half alpha.
    #expect(plain == 0x8000_0040 && multiplied == 0x8000_0080)
  }

  @Test(arguments: [
    (EncodingOptions(quality: 2), "png", "quality must be"), (EncodingOptions(quality: 0.5), "png", "quality is for"),
    (EncodingOptions(isLossless: true), "jpg", "lossless is for"),
    (EncodingOptions(compression: 0), "png", "compression must be"),
    (EncodingOptions(compression: 5), "webp", "compression is for"),
    (EncodingOptions(dpi: .infinity), "png", "dpi must be"),
    (EncodingOptions(dpi: .nan), "png", "dpi must be"), (EncodingOptions(quality: .nan), "jpg", "quality must be"),
    (EncodingOptions(background: .clear), "jpg", "background must be opaque"),
  ])
  func `an option that a format has no use for is refused`(options: EncodingOptions, format: String, message: String)
    throws
  {
    #expect {
      try renderer.encode(try Bitmap(width: 1, height: 1) { _ in }, format: format, options)
    } throws: {
      "\($0)".contains("a .\(format) picture: \(message)")
    }
    #expect(throws: LayerError.self) {
      try renderer.write(try Bitmap(width: 1, height: 1) { _ in }, toPath: "a.\(format)", options)
    }
    #expect(folder.names.isEmpty)
  }

  /// The PNG encoder can be cancelled between its pieces; other encoders cannot be interrupted and run to their end.
  @Test(arguments: FileFormat.all.filter { $0.holds(.picture) }) func `nobody waits for an encoder that is given up`(
    format: FileFormat
  ) throws {
    let small = try Bitmap(width: 20, height: 20) { $0.update(repeating: 0xFF00_00FF) }
    #expect(try !LayerRenderer.encoded(small, format, EncodingOptions(), threads: .one(isStopped: { true })).isEmpty)
    let large = try Bitmap(width: 2000, height: 1000) { pixels in
      for i in pixels.indices { pixels[i] = UInt32(truncatingIfNeeded: i &* 2_654_435_761) | 0xFF00_0000 }
    }
    #expect(
      try LayerRenderer.encoded(large, format, EncodingOptions(), threads: .one(isStopped: { false }))
        == LayerRenderer.encoded(large, format, EncodingOptions()))
    var slow = EncodingOptions()
    if format == .png { slow.compression = 12 } else if format.options.contains(.quality) { slow.quality = 1 }
    let error = try #require(throws: LayerError.self) {
      // Cancelled immediately.
      try LayerRenderer.encoded(large, format, slow, threads: .one(isStopped: { true }))
    }
    #expect(error.kind == .cancelled)
  }
}
