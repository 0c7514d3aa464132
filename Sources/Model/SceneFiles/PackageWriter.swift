// SPDX-License-Identifier: MIT
import Archives
import Formats
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels

/// Writes scenes as files of Core Animation: a document, a bundle, or a wallpaper for a phone.
///
/// It writes no files itself: it returns their paths and bytes. Equal scenes give equal bytes.
package struct PackageWriter {
  /// The name of the scene: of the document and the wallpaper.
  package var name = "scene"
  /// Pixels per point of drawings, of text that Core Animation's text layers cannot hold, and of vector pictures.
  package var pixelScale = 3.0
  /// The floors of a wallpaper besides the scene, which is `Floating`: `Background`, `Foreground`.
  package var floors: [String: Layer] = [:]
  /// True for a path from a document's folder at which a file with other bytes lies. An image takes another name there.
  package var isOccupied: SceneAssets.IsOccupied = { _, _ in false }
  private let draw: (Layer, Double) throws -> Bitmap
  private let digest: ([UInt8]) throws -> String

  /// A file by its path from the scene's folder, with `/` between folders.
  package typealias File = (name: String, bytes: [UInt8])

  /// - Parameters:
  ///   - draw: draws what a layer itself shows, at so many pixels per point.
  ///   - digest: returns the SHA-256 digest of bytes, as at least 32 hexadecimal digits.
  package init(draw: @escaping (Layer, Double) throws -> Bitmap, digest: @escaping ([UInt8]) throws -> String) {
    self.draw = draw
    self.digest = digest
  }

  /// Returns a document, and its images in the folder `NAME-assets`.
  ///
  /// - Throws: `LayerError` of kind `unsupported` for what the format cannot hold, with the layer and its line.
  package func document(of scene: Layer) throws -> [File] {
    let assets = SceneAssets(folder: "\(name)-assets/", isOccupied: isOccupied, scene.scene.memoryBudget)
    var settings = CAMLWriter.Settings()
    settings.pixelScale = pixelScale
    let document = try caml(scene, settings, assets)
    return [(name + ".caml", document)] + assets.files
  }

  /// Returns the files of a bundle.
  ///
  /// - Throws: as `document(of:)`.
  package func bundle(of scene: Layer) throws -> [File] {
    var settings = CAMLWriter.Settings()
    settings.pixelScale = pixelScale
    settings.tail = ".ca"
    return try bundle(of: scene, settings)
  }

  /// Returns the files in a wallpaper's archive.
  ///
  /// - Throws: as `document(of:)`.
  package func wallpaper(of scene: Layer) throws -> [File] {
    let (roots, isRead) = try floorRoots(of: scene)
    var settings = CAMLWriter.Settings()
    settings.pixelScale = pixelScale
    settings.tail = ".tendies"
    settings.isForDevice = true
    settings.completesStates = !isRead
    settings.states = Layer.wallpaperStates.map(\.0)
    for root in roots.compactMap(\.root) {
      let inner = SceneRules.rootBelowHost(root) ?? root
      for name in (inner.states ?? []).compactMap(\.name) where !settings.states.contains(name) {
        settings.states.append(name)
      }
    }
    var largest = Size(0, 0)
    for size in roots.compactMap(\.root?.bounds.size) where size.width * size.height > largest.width * largest.height {
      largest = size
    }
    let screen = "\(numberText(largest.width.rounded()))w-\(numberText(largest.height.rounded()))h@3x~iphone"
    let plain = SceneAssets.plain(name)
    let stem = plain.isEmpty ? "scene" : plain
    var files: [File] = []
    var names: [String: String] = [:]
    for (floor, root) in roots {
      let folder = "\(stem)_\(floor.rawValue)-\(screen).ca"
      names[floor.rawValue] = folder
      let layer = try root ?? empty(largest, in: scene.scene)
      files += try bundle(of: layer, settings).map { ("\(stem).wallpaper/\(folder)/\($0.name)", $0.bytes) }
    }
    return try around(files, stem: stem, screen: screen, names)
  }

  /// Returns the archive of a wallpaper's or a bundle's files.
  package static func archive(of files: [File]) throws -> [UInt8] { try ZipWriter.archive(of: files) }

  // MARK: Parts

  private func caml(_ layer: Layer, _ settings: CAMLWriter.Settings, _ assets: SceneAssets) throws -> [UInt8] {
    // The root of a scene that was read as a floor of a wallpaper is the scene's root, whatever it looks like.
    let isFloor = layer.superlayer != nil && !layer.value(forKey: CAMLNames.floorKey).isNull
    let inner = isFloor ? nil : SceneRules.rootBelowHost(layer)
    return try CAMLWriter(inner ?? layer, isFree: inner == nil && !isFloor, settings, assets, draw: draw).document()
  }

  private func bundle(of layer: Layer, _ settings: CAMLWriter.Settings) throws -> [File] {
    let assets = SceneAssets(folder: "assets/", layer.scene.memoryBudget)
    let document = try caml(layer, settings, assets)
    let size = layer.bounds.size
    let index = PropertyListValue.dictionary([
      ("documentHeight", .real(size.height)), ("documentWidth", .real(size.width)), ("geometryFlipped", .bool(false)),
      ("rootDocument", .string("main.caml")),
    ])
    var manifest = XMLText()
    manifest.open("caml", [("xmlns", CAMLDocument.namespace)])
    manifest.add(XMLNode("MicaAssetManifest", [], [XMLNode("modules", [("type", "NSArray")])]))
    manifest.close("caml")
    return [("assetManifest.caml", manifest.bytes), ("index.xml", index.xml), ("main.caml", document)] + assets.files
  }

  /// Returns the root of each floor, nil for an empty one, and true if they were read from a wallpaper.
  private func floorRoots(of scene: Layer) throws -> (roots: [(floor: Floor, root: Layer?)], isRead: Bool) {
    if floors.isEmpty, let read = SceneRules.floors(of: scene) {
      if read.count == 1 { return (Floor.allCases.map { ($0, $0 == .floating ? read[0].root : nil) }, true) }
      let known = read.filter { Floor(rawValue: $0.name) != nil }
      if known.count == read.count, Set(read.map(\.name)).count == read.count {
        return (Floor.allCases.map { floor in (floor, read.first { $0.name == floor.rawValue }?.root) }, true)
      }
    }
    return (
      Floor.allCases.map { floor in (floor, floor == .floating ? scene : floors[floor.rawValue]) }, false
    )
  }

  private func empty(_ size: Size, in scene: Scene) throws -> Layer {
    let layer = try KeyedClass.layer.make(in: scene)
    try layer.setValue(.rect(Rect(origin: .zero, size: size)), forKey: "bounds")
    return layer
  }

  /// Adds the property lists around a wallpaper. Its names, identifier and date are derived from its files.
  private func around(
    _ files: [File], stem: String, screen: String, _ names: [String: String]
  ) throws -> [File] {
    var all: [UInt8] = []
    for file in files.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      all += Array(file.name.utf8) + [0] + file.bytes
    }
    let digits = Array(try digest(all).uppercased())
    guard digits.count >= 32 else { throw LayerError("the digest of the wallpaper has too few digits") }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    let uuid = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map(part).joined(separator: "-")
    let identifier = 10_000 + (Int(part(0..<6), radix: 16) ?? 0)
    // A day of 2025, in seconds since 2001.
    let date = 757_382_400 + Double((Int(part(6..<12), radix: 16) ?? 0) % 365) * 86_400
    let descriptor = "descriptors/\(uuid)/"
    let contents = descriptor + "versions/1/contents/"
    let floors: [(key: String, value: PropertyListValue)] = Floor.allCases.map {
      ($0.key, .string(names[$0.rawValue] ?? ""))
    }
    let wallpaper = PropertyListValue.dictionary([
      ("appearanceAware", .bool(false)),
      (
        "assets",
        .dictionary([
          (
            "lockAndHome",
            .dictionary([
              (
                "default",
                .dictionary(
                  floors + [
                    ("identifier", .integer(identifier)), ("name", .string(stem)),
                    ("type", .string("LayeredAnimation")),
                  ])
              )
            ])
          )
        ])
      ),
      ("family", .string(stem)), ("identifier", .integer(identifier)), ("logicalScreenClass", .string(screen)),
      ("name", .string(stem)), ("version", .integer(1)),
    ])
    let user = PropertyListValue.dictionary([
      ("posterEnvironmentOverrides", .data(Array("{}".utf8))),
      ("wallpaperRepresentingFileName", .string(stem + ".wallpaper")),
      ("wallpaperRepresentingIdentifier", .string("\(identifier)")),
    ])
    let provider = PropertyListValue.keyedArchive([
      .dictionary([
        ("NS.keys", .array([.reference(2)])), ("NS.objects", .array([.reference(3)])), ("$class", .reference(5)),
      ]),
      .string("kConfigurationLastUseDateKey"),
      .dictionary([("NS.time", .real(date)), ("$class", .reference(4))]),
      .archivedClass(["NSDate", "NSObject"]),
      .archivedClass(["NSMutableDictionary", "NSDictionary", "NSObject"]),
    ])
    return files.map { (contents + $0.name, $0.bytes) } + [
      (
        descriptor + "com.apple.posterkit.provider.descriptor.identifier",
        Array("\(identifier)".utf8)
      ),
      (descriptor + "com.apple.posterkit.role.identifier", Array("PRPosterRoleLockScreen".utf8)),
      (descriptor + "providerInfo.plist", BinaryPropertyList.bytes(of: provider)),
      (contents + "com.apple.posterkit.provider.contents.userInfo", BinaryPropertyList.bytes(of: user)),
      ("\(contents)\(stem).wallpaper/Wallpaper.plist", BinaryPropertyList.bytes(of: wallpaper)),
    ]
  }
}
