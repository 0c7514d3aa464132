// SPDX-License-Identifier: MIT
import Archives
import Foundation
import Geometry
import ImageFiles
import LayerModel
import LayerRendering
import Messages
import Parsing
import Pixels
import SceneFiles
import TestSupport
import Testing

/// Documents, bundles and wallpapers that are written.
struct PackageWriterTests {
  private let renderer = LayerRenderer()

  private func writer(_ name: String = "scene") -> PackageWriter {
    var writer = PackageWriter {
      try self.renderer.ownPicture(of: $0, scale: $1)
    } digest: {
      try Digest(of: $0).description
    }
    writer.name = name
    return writer
  }

  private func text(_ files: [PackageWriter.File], _ name: String) throws -> String {
    String(decoding: try #require(files.first { $0.name.hasSuffix(name) }).bytes, as: UTF8.self)
  }

  // MARK: Documents

  @Test func `a document has the keys that differ, in the order of the registry`() throws {
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 20, 10)
    let box = Layer(in: scene)
    box.name = "a \"b\" & <c>"
    box.opacity = 0.1
    box.position = Point(1 / 3, -0.5)
    box.cornerRadius = 2
    box.isHidden = true
    box.backgroundColor = .color(Color(red: 1, green: 0.2, blue: 0, alpha: 0.5))
    try root.addSublayer(box)
    let files = try writer("card").document(of: root)
    #expect(files.map(\.name) == ["card.caml"])
    #expect(
      try text(files, "card.caml") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer bounds="0 0 20 10" position="10 5" geometryFlipped="1">
            <sublayers>
              <CALayer position="0.3333333333333333 -0.5" hidden="1" name="a &quot;b&quot; &amp; &lt;c&gt;" \
        backgroundColor="1 0.2 0 0.5" cornerRadius="2" opacity="0.1"/>
            </sublayers>
          </CALayer>
        </caml>

        """)
  }

  @Test func `equal images are one file, and layers that states change get an id`() throws {
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 20, 10)
    for name in ["pictures/the dot@2x.png", "other.png"] {
      let layer = Layer(in: scene)
      layer.contents = Image(
        try Bitmap(width: 2, height: 2) { pixels in for i in 0..<4 { pixels[i] = 0xFF00_00FF } }, name: name)
      try root.addSublayer(layer)
    }
    root.states = [
      State(
        in: scene, name: "On", elements: [StateSetValue(target: root.sublayers[1], keyPath: "position.y", value: 7.0)])
    ]
    let files = try writer().bundle(of: root)
    #expect(files.map(\.name) == ["assetManifest.caml", "index.xml", "main.caml", "assets/the-dot.png"])
    let document = try text(files, "main.caml")
    #expect(document.contains("<CALayer id=\"#3\">") && document.contains("targetId=\"#3\" keyPath=\"position.y\""))
    #expect(document.contains("<value type=\"real\" value=\"7\"/>"))
    #expect(document.components(separatedBy: " id=").count == 2)
    #expect(try writer().bundle(of: root).map(\.bytes) == files.map(\.bytes))
  }

  @Test func `everything of Tests_Packages is the same when it is read again`() throws {
    let folder = Checkout.root + "/Tests/Packages"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".ca") {
      let read = try ReadPackage(name, in: folder)
      let files = try writer().bundle(of: read.root)
      let written = try Folder()
      try FileManager.default.createDirectory(atPath: written.path + "/a.ca/assets", withIntermediateDirectories: true)
      for file in files { try Data(file.bytes).write(to: URL(fileURLWithPath: written.path + "/a.ca/" + file.name)) }
      let again = try ReadPackage("a.ca", in: written.path)
      // A bundle whose index.xml says that y is down is written with a root that turns it, as wallpapers are.
      let isTurned = String(
        decoding: try Checkout.read("Tests/Packages/\(name)/index.xml"), as: UTF8.self
      ).contains("<true/>")
      #expect(
        (withoutImageNames(again.root.dumpJSON()) == withoutImageNames(read.root.dumpJSON())) != isTurned, "\(name)")
      let twice = try writer().bundle(of: again.root)
      #expect((twice.map(\.bytes) == files.map(\.bytes)) as Bool, "\(name)")
    }
  }

  // MARK: Wallpapers

  static let artwork =
    ProcessInfo.processInfo.environment["LAYERLUA_ARTWORK"] ?? Checkout.root + "/../shared/artwork/caml"

  private func wallpaper() throws -> [PackageWriter.File] {
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 390, 844)
    let box = Layer(in: scene)
    box.frame = Rect(0, 0, 10, 10)
    try root.addSublayer(box)
    root.states = [
      State(in: scene, name: "Unlock", elements: [StateSetValue(target: box, keyPath: "opacity", value: 0.5)])
    ]
    return try writer("my sky").wallpaper(of: root)
  }

  @Test func `every floor has the states, and every state the keys of the others`() throws {
    let files = try wallpaper()
    for floor in ["Background", "Floating", "Foreground"] {
      let document = try text(files, "\(floor)-390w-844h@3x~iphone.ca/main.caml")
      for state in ["Locked", "Unlock", "Sleep"] {
        #expect(document.contains("<LKState name=\"\(state)\">"))
        #expect(document.contains("<LKStateTransition fromState=\"*\" toState=\"\(state)\">"))
        #expect(document.contains("<LKStateTransition fromState=\"\(state)\" toState=\"*\">"))
      }
      #expect(document.components(separatedBy: "keyPath=\"opacity\"").count == (floor == "Floating" ? 2 : 1))
    }
    #expect(try wallpaper().map(\.bytes) == files.map(\.bytes) && wallpaper().map(\.name) == files.map(\.name))
  }

  /// The files of an archive by names without what differs between wallpapers.
  private func files(of bytes: [UInt8]) throws -> [String: [UInt8]] {
    var reading = Reading(trusted: "a test")
    let archive = try ZipArchive(bytes, &reading)
    var result: [String: [UInt8]] = [:]
    for entry in archive.entries {
      let parts = entry.name.split(separator: "/").map { part -> String in
        if part.utf8.count == 36, part.split(separator: "-").count == 5 { return "UUID" }
        if part.hasSuffix(".wallpaper") { return "NAME.wallpaper" }
        for floor in ["Background", "Floating", "Foreground"] where part.contains(floor) { return floor + ".ca" }
        return String(part)
      }
      result[parts.joined(separator: "/")] = try archive.contents(of: entry, &reading)
    }
    return result
  }

  /// The keys of a property list with the types of their values.
  private func types(_ bytes: [UInt8]) throws -> [String: String] {
    var reading = Reading(trusted: "a test")
    let list = try bytes.withUnsafeBytes { try PropertyList($0, &reading) }
    var result: [String: String] = [:]
    func add(_ value: PropertyList, _ path: String) {
      result[path] = value.kind
      switch value {
      case .dictionary(let entries): for (key, value) in entries { add(value, "\(path)/\(key)") }
      case .array(let values): for (i, value) in values.enumerated() { add(value, "\(path)/\(i)") }
      default: break
      }
    }
    add(list, "")
    return result
  }

  @Test(arguments: Checkout.names(in: artwork, ending: ".tendies"))
  func `files, keys and types are those of a wallpaper that works`(name: String) throws {
    let real = try files(
      of: [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.artwork + "/\(name).tendies"))))
    let own = try files(of: try PackageWriter.archive(of: try wallpaper()))
    for (file, bytes) in own {
      let theirs = try #require(real[file], "\(file) is in no wallpaper")
      guard file.hasSuffix("list") || file.hasSuffix("userInfo") || file.hasSuffix("index.xml") else { continue }
      let (mine, other) = (try types(bytes), try types(theirs))
      for (key, type) in mine where other[key] != nil { #expect(other[key] == type, "\(file): \(key)") }
      if !file.hasSuffix("index.xml") { #expect(mine == other, "\(file)") }
      #expect(
        (bytes.starts(with: Array("bplist".utf8))) == theirs.starts(with: Array("bplist".utf8)), "\(file)")
    }
  }
}
