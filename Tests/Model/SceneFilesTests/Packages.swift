// SPDX-License-Identifier: MIT
import Archives
import LayerModel
import LayerRendering
import Parsing
import SceneFiles
import TestSupport

/// Files of a package in memory.
final class MemoryFiles: BundleFiles {
  var files: [String: [UInt8]]

  init(_ files: [String: [UInt8]]) { self.files = files }

  func paths(_ reading: inout Reading) throws -> [String] { files.keys.sorted() }
  func contents(of path: String, limit: Int, _ reading: inout Reading) throws -> [UInt8]? { files[path] }
}

/// A package and the renderer that read it, which the scene needs.
struct ReadPackage {
  let renderer: LayerRenderer
  let scene: Scene
  let package: Package

  /// Reads a file or folder of Tests/Packages, or of another folder.
  init(_ name: String, in folder: String = Checkout.root + "/Tests/Packages", wallpaper: String? = nil) throws {
    var configuration = LayerRenderer.Configuration()
    configuration.files = FileAccess(scriptDirectory: folder)
    configuration.threads = 1
    renderer = LayerRenderer(configuration: configuration)
    scene = renderer.makeScene()
    scene.onWarning = { _ in }
    package = try renderer.package(atPath: name, wallpaper: wallpaper)
  }

  /// Reads a bundle in memory.
  init(files: [String: [UInt8]], wallpaper: String? = nil) throws {
    let renderer = LayerRenderer()
    self.renderer = renderer
    scene = renderer.makeScene()
    var reader = PackageReader(scene) { bytes, _, _ in try renderer.decodeImage(bytes) }
    reader.wallpaperName = wallpaper
    package = try reader.read(MemoryFiles(files), name: "package")
  }

  /// Reads a document of one layer.
  init(layer: String) throws {
    try self.init(files: ["main.caml": ReadPackage.document(layer), "index.xml": ReadPackage.index(isFlipped: true)])
  }

  /// Reads the bytes of a file.
  init(bytes: [UInt8], name: String = "scene") throws {
    let renderer = LayerRenderer()
    self.renderer = renderer
    scene = renderer.makeScene()
    package = try PackageReader(scene) { bytes, _, _ in try renderer.decodeImage(bytes) }.read(bytes, name: name)
  }

  var root: Layer { package.rootLayer }
  var rules: [PackageNote.Rule] { package.notes.map(\.rule) }

  static func document(_ layer: String) -> [UInt8] {
    Array("<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">\(layer)</caml>".utf8)
  }

  static func index(isFlipped: Bool) -> [UInt8] {
    Array("<plist version=\"1.0\"><dict><key>geometryFlipped</key><\(isFlipped)/></dict></plist>".utf8)
  }
}

/// Returns the error of a body; nil if it succeeds or throws another kind.
func failure(_ body: () throws -> Void) -> LayerError? {
  do {
    try body()
    return nil
  } catch { return error as? LayerError }
}
