// SPDX-License-Identifier: MIT
import Archives
import Foundation
import Geometry
import LayerModel
import SceneFiles
import TestSupport
import Testing

struct PackageTests {
  @Test func `a bundle with y up lies below a layer that turns it`() throws {
    let read = try ReadPackage("keys.ca"), host = read.root
    #expect(read.package.kind == .scene && host.isGeometryFlipped && read.package.size == Size(200, 100))
    let root = try #require(host.sublayers.first)
    // The file says position 7, 9.
    #expect(root.name == "Root" && root.position == Point(100, 50) && root.bounds == Rect(0, 0, 200, 100))
    #expect(try !ReadPackage("filters.ca").root.isGeometryFlipped)
  }

  @Test func `a wallpaper of one scene is read from its list`() throws {
    let read = try ReadPackage("slots.wallpaper")
    #expect(read.package.kind == .wallpaper && read.package.floors.map(\.name) == ["Wallpaper"])
    #expect(read.package.wallpaperNames == ["slots"] && read.package.size == Size(200, 400))
    let style = read.package.floors[0].layer.value(forKey: "style")
    #expect(style["wallpaperParallaxGroups"]?[0]?["mapMaxTo"] == .number(130))
    #expect(style["wallpaperPropertyGroups"]?[0]?["keyPath"] == .string("position.y"))
  }

  private func wallpaper(_ names: [String], in folder: String = "w.wallpaper/") -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in names {
      files["\(folder)\(name).ca/main.caml"] = ReadPackage.document(
        "<CALayer name=\"\(name)\" bounds=\"0 0 20 40\" position=\"99 99\"/>")
    }
    return files
  }

  @Test func `floors are found by their names and stand in their order`() throws {
    let read = try ReadPackage(files: wallpaper(["my_Foreground", "x bg", "Floating-390w"]))
    #expect(read.package.floors.map(\.name) == ["Background", "Floating", "Foreground"])
    #expect(read.root.sublayers.map(\.name) == ["x bg", "Floating-390w", "my_Foreground"])
    #expect(read.root.sublayers.allSatisfy { $0.position == Point(10, 20) })
  }

  @Test func `of several wallpapers the first is read, or the named one`() throws {
    let files = wallpaper(["Background", "Floating"], in: "descriptors/b.wallpaper/").merging(
      wallpaper(["Background", "Foreground"], in: "descriptors/a.wallpaper/")
    ) { a, _ in a }
    let first = try ReadPackage(files: files)
    #expect(first.package.wallpaperNames == ["a", "b"] && first.package.wallpaperName == "a")
    #expect(first.rules == [.several])
    let named = try ReadPackage(files: files, wallpaper: "b")
    #expect(named.package.floors.map(\.name) == ["Background", "Floating"] && named.rules.isEmpty)
    #expect(
      failure { _ = try ReadPackage(files: files, wallpaper: "c") }?.message.contains("there are a") == true)
  }

  @Test func `files that systems add are ignored`() throws {
    var files = wallpaper(["Background", "Floating"])
    files["__MACOSX/w.wallpaper/Background.ca/main.caml"] = [1, 2]
    files["w.wallpaper/._Floating.ca"] = [1]
    files[".DS_Store"] = [1]
    #expect(try ReadPackage(files: files).package.wallpaperNames == ["w"])
  }

  @Test func `a zip archive is known by its content`() throws {
    let files = wallpaper(["Background", "Floating"]).map { (name: $0.key, bytes: $0.value) }
    let read = try ReadPackage(bytes: try ZipWriter.archive(of: files), name: "anything.txt")
    #expect(read.package.kind == .wallpaper && read.package.floors.count == 2)
    let scene = [(name: "main.caml", bytes: ReadPackage.document("<CALayer bounds=\"0 0 9 9\"/>"))]
    #expect(try ReadPackage(bytes: ZipWriter.archive(of: scene)).package.size == Size(9, 9))
  }

  @Test func `files without a scene say what to do`() throws {
    let archive = try ZipWriter.archive(of: [("a.txt", [1])])
    #expect(failure { _ = try ReadPackage(bytes: archive) }?.message.contains("holds no scene") == true)
    let other = try ZipWriter.archive(of: [("a/scene.caar", [1])])
    #expect(failure { _ = try ReadPackage(bytes: other) }?.message.contains("save it as CAML") == true)
    let cpio = failure { _ = try ReadPackage(bytes: Array("070701".utf8)) }
    #expect(cpio?.kind == .unsupported)
    #expect(
      failure { _ = try ReadPackage(bytes: [1, 2, 3], name: "a.tendiex") }?.message.contains("encrypted") == true)
    #expect(failure { _ = try ReadPackage(bytes: Array("return 1".utf8)) }?.message.contains("no scene") == true)
    #expect(failure { _ = try ReadPackage(bytes: []) }?.message == "the file is empty")
  }

  @Test func `a bundle without its document and a damaged list are errors`() {
    let files = ["index.xml": ReadPackage.index(isFlipped: true)]
    #expect(failure { _ = try ReadPackage(files: files) }?.message.contains("\"main.caml\" is missing") == true)
    let document = ReadPackage.document("<CALayer/>")
    for index in ["<plist>", "<plist><dict><key>rootDocument</key><string>../a</string></dict></plist>"] {
      #expect(
        failure { _ = try ReadPackage(files: ["index.xml": Array(index.utf8), "main.caml": document]) }?.message
          .hasPrefix("index.xml: ") == true)
    }
  }

  @Test func `a link that leads out of a folder is an error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("outside", to: "secret.txt")
    try folder.write(String(decoding: ReadPackage.document("<CALayer/>"), as: UTF8.self), to: "a.ca/main.caml")
    #expect(try ReadPackage("a.ca", in: folder.path).package.kind == .scene)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/a.ca/out", withDestinationPath: "../secret.txt")
    #expect(
      failure { _ = try ReadPackage("a.ca", in: folder.path) }?.message.contains("a link that leads out of") == true)
  }

  @Test func `a document finds its images and its list beside it`() throws {
    let read = try ReadPackage("states.ca/main.caml")
    #expect(read.root.isGeometryFlipped && read.root.sublayers.first?.sublayers.last?.contents != nil)
    #expect(try !ReadPackage("turned.ca/main.caml").root.isGeometryFlipped)
  }
}
