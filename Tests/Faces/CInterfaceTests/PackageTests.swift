// SPDX-License-Identifier: MIT
import CLayerLua
import Testing
import TestSupport

/// Scenes of Core Animation, read from files through the C interface.
@Suite struct PackageTests {
  /// A document with an unknown attribute and two states.
  static let document = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    <CALayer name="card" bounds="0 0 40 20" position="20 10" backgroundColor="1 0 0" wrong="1">
    <sublayers><CALayer id="dot" name="dot" bounds="0 0 4 4" position="2 2"/></sublayers>
    <states><LKState name="Locked"/><LKState name="Unlock Light"><elements>
    <LKStateSetValue targetId="dot" keyPath="position.x"><value type="real" value="22"/></LKStateSetValue>
    </elements></LKState></states></CALayer></caml>
    """

  private func client(_ folder: String) throws -> Client {
    try folder.withCString { path in try Client { $0.script_directory = path } }
  }

  private func read(_ client: Client, _ path: String, _ wallpaper: String? = nil) throws -> layerlua_package {
    var package = layerlua_package()
    package.size = MemoryLayout<layerlua_package>.size
    try client.check(layerlua_read_package(client.engine, path, wallpaper, &package))
    return package
  }

  @Test func `a scene has its root, size and notes, and is valid while it is kept`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "card.caml")
    let client = try client(folder.path)
    defer { withExtendedLifetime(client) {} }
    let package = try read(client, "card.caml")
    #expect(text(package.kind) == "scene" && package.width == 40 && package.height == 20)
    #expect(package.size == MemoryLayout<layerlua_package>.size)
    #expect(package.floors == nil && package.floor_count == 0)
    #expect(package.wallpaper_names == nil && package.wallpaper_name_count == 0 && package.wallpaper_name == nil)
    try #require(package.note_count == 1)
    let note = try #require(package.notes?.pointee)
    #expect(text(note.rule) == "caml-unknown" && text(note.file)?.hasSuffix("card.caml") == true && note.line == 2)
    #expect(text(note.message)?.contains("\"wrong\"") == true)
    #expect(text(note.description) == "\(text(note.file) ?? ""):2: \(text(note.message) ?? "")")
    #expect(client.log.warnings.count == 1 && client.log.warnings[0].contains("\"wrong\""))

    try client.check(layerlua_keep_layer(client.engine, package.root_layer))
    try client.run("return nil")
    var pixels = [UInt8](repeating: 9, count: 40 * 20 * 4)
    try client.check(layerlua_render(client.engine, package.root_layer, nil, 0, &pixels, pixels.count, 0))
    #expect(Array(pixels[0..<4]) == [255, 0, 0, 255])
    try client.check(layerlua_release_layer(client.engine, package.root_layer))
    let second = try read(client, "card.caml")
    try client.check(layerlua_set_number(client.engine, second.root_layer, "opacity", 0.5))
    _ = try read(client, "card.caml")
    #expect(layerlua_set_number(client.engine, second.root_layer, "opacity", 0.5) == LAYERLUA_USAGE)
  }

  @Test func `a wallpaper has floors, names, states and a tilt`() throws {
    let client = try client(Checkout.root + "/Tests/Packages")
    defer { withExtendedLifetime(client) {} }
    let package = try read(client, "slots.wallpaper", "slots")
    #expect(text(package.kind) == "wallpaper" && package.width == 200 && package.height == 400)
    try #require(package.floor_count == 1 && package.wallpaper_name_count == 1)
    #expect(text(package.wallpaper_names?[0]) == "slots" && text(package.wallpaper_name) == "slots")
    let floor = try #require(package.floors?[0])
    #expect(text(floor.name) == "Wallpaper")
    let root = package.root_layer
    try client.check(layerlua_keep_layer(client.engine, root))
    #expect(text(try client.get(floor.layer, "name").as.string) == "Root Layer")

    #expect(try StateTests.names(client, root) == ["Locked", "Unlock", "Sleep"])
    try client.check(layerlua_set_state(client.engine, root, "Unlock", 0, .nan))
    let path = "sublayers.FLOATING.sublayers.ball.position"
    #expect(try client.get(floor.layer, path).as.numbers.1 == 300)
    try client.check(layerlua_set_tilt(client.engine, root, 1, 0))
    #expect(try client.get(floor.layer, path).as.numbers.0 == 130)
    #expect(layerlua_set_tilt(client.engine, root, .nan, 0) == LAYERLUA_USAGE)
    #expect(client.message.contains("expected finite tilts"))
    try client.check(layerlua_release_layer(client.engine, root))
  }

  @Test func `what is no scene, forbidden files and missing pointers are refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write("<html/>", to: "page.caml")
    let client = try client(folder.path)
    defer { withExtendedLifetime(client) {} }
    let engine = client.engine
    var package = layerlua_package()
    #expect(layerlua_read_package(engine, "page.caml", nil, &package) == LAYERLUA_USAGE)
    #expect(client.message.contains("sizeof(layerlua_package)"), "\(client.message)")
    package.size = MemoryLayout<layerlua_package>.size
    for (path, wallpaper, words) in [
      ("page.caml", nil, "page.caml"), ("nowhere.caml", nil, "cannot be read: no such file"),
      ("/etc/hostname", nil, "it is no scene"), ("page.caml", "\u{FF}", "page.caml"),
    ] as [(String, String?, String)] {
      #expect(layerlua_read_package(engine, path, wallpaper, &package) != LAYERLUA_OK, "\(path)")
      #expect(client.message.contains(words), "\(client.message)")
    }
    #expect(package.root_layer == nil)
    #expect(layerlua_read_package(engine, nil, nil, &package) == LAYERLUA_USAGE)
    #expect(client.message == "the path is NULL")
    #expect(layerlua_read_package(engine, "page.caml", nil, nil) == LAYERLUA_USAGE)
    #expect(client.message == "the output pointer for the package is NULL")
    #expect(layerlua_read_package(nil, "page.caml", nil, &package) == LAYERLUA_USAGE)
  }
}
