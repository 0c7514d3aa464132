// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import TestSupport
import Testing

/// Scene files whose animations show many images in turn.
@Suite struct ImageSequenceTests {
  private static let count = 60
  private static let side = 400

  /// Writes a bundle of a layer that shows an image for a second each; image n has the red n * 4.
  ///
  /// - Parameter damaged: the number of an image of which only the first bytes are there.
  private func bundle(_ folder: TemporaryFolder, damaged: Int? = nil) throws {
    let engine = try Engine()
    var values = ""
    try FileManager.default.createDirectory(
      atPath: folder.path + "/a.ca/assets", withIntermediateDirectories: true)
    for i in 0..<Self.count {
      let pixel = UInt32(i * 4) | 0xFF00_0000
      let bitmap = try Bitmap(width: Self.side, height: Self.side) { $0.update(repeating: pixel) }
      var bytes = try engine.encode(Image(bitmap), format: "png")
      if i == damaged { bytes = Array(bytes.prefix(60)) }
      try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/a.ca/assets/\(i).png"))
      values += "<CGImage src=\"assets/\(i).png\"/>"
    }
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 8 8" position="4 4"><animations>
      <animation type="CAKeyframeAnimation" keyPath="contents" calculationMode="discrete" duration="\(Self.count)"
        beginTime="1e-100"><values>\(values)</values></animation></animations></CALayer></caml>
      """
    try folder.write(document, to: "a.ca/main.caml")
  }

  private func engine(_ folder: TemporaryFolder, memoryLimit: Int? = nil) throws -> Engine {
    var configuration = Engine.Configuration()
    configuration.threads = 1
    configuration.memoryLimit = memoryLimit
    configuration.imageCacheLimit = 2 << 20
    configuration.readableDirectories = [folder.path]
    return try Engine(configuration)
  }

  private func red(_ engine: Engine, _ layer: Layer, second: Int) throws -> Int {
    let picture = try engine.render(layer, PictureOptions(time: Double(second) + 0.5))
    return Int((picture.bitmap.color(x: 4, y: 4).red * 255).rounded())
  }

  @Test func `images are decoded when they are shown, under a limit that does not hold them all`() throws {
    let folder = try TemporaryFolder()
    try bundle(folder)
    // All of them take 37 MiB.
    let engine = try engine(folder, memoryLimit: 12 << 20)
    let package = try engine.package(at: folder.path + "/a.ca")
    #expect(package.notes.isEmpty)
    for second in Array(0..<Self.count) + [3, 59, 0, 31] {
      #expect(try red(engine, package.rootLayer, second: second) == second * 4)
    }
  }

  @Test func `an image that cannot be decoded is named when it is shown`() throws {
    let folder = try TemporaryFolder()
    try bundle(folder, damaged: 2)
    let engine = try engine(folder)
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.message) }
    let package = try engine.package(at: folder.path + "/a.ca")
    #expect(try red(engine, package.rootLayer, second: 1) == 4 && warnings.isEmpty)
    #expect(try red(engine, package.rootLayer, second: 2) == 0)
    #expect(warnings.count == 1 && warnings[0].contains("assets/2.png"), "\(warnings)")
    #expect(try red(engine, package.rootLayer, second: 3) == 12 && warnings.count == 1)
  }
}
