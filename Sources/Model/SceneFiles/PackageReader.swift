// SPDX-License-Identifier: MIT
import Archives
import Formats
import Geometry
import ImageFiles
import LayerModel
import Messages
import Numbers
import Parsing

/// Makes an image of a file's bytes.
///
/// - Parameters:
///   - name: its path in the package, for messages.
///   - isDeferred: true if its pixels are better decoded when it is shown.
package typealias MakeImage = (_ bytes: [UInt8], _ name: String, _ isDeferred: Bool) throws -> Image

/// The state of reading one package.
final class PackageSession {
  let scene: Scene
  var reading: Reading
  var notes = PackageNotes()
  var files: (any BundleFiles)?
  let makeImage: MakeImage
  /// The images that were read, by folder and source.
  var images: [String: Image] = [:]
  /// The number of elements of all states.
  var stateElements = 0
  /// The places of layers and documents for the remarks of a diagnosis; nil for none.
  var diagnosis: PackageDiagnosis?

  init(_ scene: Scene, makeImage: @escaping MakeImage) {
    self.scene = scene
    self.makeImage = makeImage
    reading = Reading(scene.account, name: "", purpose: "the scene's files")
  }
}

/// Reads scenes of Core Animation: documents, bundles and wallpapers, known by their content.
///
/// It opens no files: their bytes come from the caller.
package struct PackageReader {
  private let session: PackageSession
  /// The wallpaper to read of several; nil for the first.
  package var wallpaperName: String?
  /// True to look also for what is shown as the file says and is seldom meant: unused files, layers outside of the
  /// picture, long sequences of images. Default false.
  package var diagnoses = false

  /// - Parameter makeImage: makes the image of an image file.
  package init(_ scene: Scene, makeImage: @escaping MakeImage) {
    session = PackageSession(scene, makeImage: makeImage)
  }

  /// Reads a file: a document, or a zip archive of a bundle or of wallpapers.
  ///
  /// - Parameters:
  ///   - name: the file's name, without its folder.
  ///   - neighbours: the files beside a document, which hold its images; nil for none.
  /// - Throws: `LayerError`; its message does not name the file.
  package func read(_ bytes: [UInt8], name: String, beside neighbours: (any BundleFiles)? = nil) throws -> Package {
    try session.reading.take(bytes.count)
    switch bytes.withUnsafeBytes({ InputFormat.of($0)?.content }) {
    case .scene(.document)?:
      session.files = neighbours
      // The document of a bundle that was opened by itself.
      let index = try index(ofFolder: "")
      let root = try scene(
        document: bytes, file: name, folder: "", isFlipped: index.isFlipped && index.document == name)
      let layer = try upright(root)
      try session.diagnose(layer)
      return Package(rootLayer: layer, kind: .scene, floors: [], notes: session.notes.list)
    case .scene(.archive)?: return try read(try ZipFiles(bytes, &session.reading), name: name)
    default: throw refusal(bytes, name: name)
    }
  }

  /// Reads the files of a bundle or of wallpapers.
  ///
  /// - Parameter name: the name of the folder or archive, which a wallpaper without a folder of its own takes.
  package func read(_ files: any BundleFiles, name: String) throws -> Package {
    let asked = diagnoses ? AskedFiles(files) : nil
    session.files = asked ?? files
    let layout = try BundleLayout(try files.paths(&session.reading), &session.reading)
    if !layout.wallpapers.isEmpty { return try wallpaper(layout, name, asked) }
    guard let folder = layout.scenes.first else {
      let archive = layout.paths.sorted().first {
        [".caar", ".layerkit", ".cadr", ".tendiex"].contains(where: $0.lowercased().hasSuffix)
      }
      throw LayerError(
        archive.map { "\"\(lastName($0))\" in it cannot be read: \(remedy(forName: $0))" }
          ?? "it holds no scene: expected a folder with main.caml or index.xml, or a wallpaper")
    }
    if layout.scenes.count > 1 {
      session.notes.add(
        .several, folder + "main.caml", 0, "the package holds \(layout.scenes.count) scenes; the first is shown")
    }
    let layer = try upright(try scene(inFolder: folder))
    try session.noteUnused(folder, layout, asked)
    try session.diagnose(layer)
    return Package(rootLayer: layer, kind: .scene, floors: [], notes: session.notes.list)
  }

  // MARK: Wallpapers

  private func wallpaper(_ layout: BundleLayout, _ outer: String, _ asked: AskedFiles?) throws -> Package {
    let names = layout.wallpapers.map { folder in
      let name = folder.isEmpty ? outer : BundleLayout.name(of: folder)
      return splitExtension(name).fileExtension == "wallpaper" || folder.isEmpty ? splitExtension(name).stem : name
    }
    var index = 0
    if let wanted = wallpaperName {
      let stem = wanted.hasSuffix(".wallpaper") ? String(wanted.dropLast(10)) : wanted
      guard let found = names.firstIndex(of: stem) else {
        throw LayerError("it holds no wallpaper \"\(wanted.prefix(80))\"\(suggestionOrList(for: stem, among: names))")
      }
      index = found
    } else if names.count > 1 {
      session.notes.add(
        .several, layout.wallpapers[0] + "Wallpaper.plist", 0,
        "the package holds \(names.count) wallpapers, and the first is shown: \(listed(Array(names.prefix(20))))")
    }
    let floors = try floors(of: layout.wallpapers[index], layout)
    guard !floors.isEmpty else { throw LayerError("its wallpaper \"\(names[index])\" holds no scene") }
    let host = try host(of: floors.map(\.root))
    for floor in floors {
      try floor.root.layer.setCustomValue(.string(floor.name), forKey: CAMLNames.floorKey, isExplicit: true)
    }
    try session.noteUnused(layout.wallpapers[index], layout, asked)
    try session.diagnose(host)
    return Package(
      rootLayer: host, kind: .wallpaper, floors: floors.map { Package.Floor(name: $0.name, layer: $0.root.layer) },
      notes: session.notes.list, wallpaperNames: names, wallpaperName: names[index])
  }

  private func floors(of folder: String, _ layout: BundleLayout) throws -> [(name: String, root: Root)] {
    var result: [(name: String, root: Root)] = []
    func add(_ name: String, _ scene: String) throws {
      guard layout.scenes.contains(scene) else {
        return session.notes.add(
          .missingAsset, folder + "Wallpaper.plist", 0,
          "the scene \"\(lastName(String(scene.dropLast())).prefix(80))\" is not in the wallpaper; its floor is empty")
      }
      let root = try self.scene(inFolder: scene)
      try prepareStates(of: root.layer)
      result.append((name, root))
    }
    let path = folder + "Wallpaper.plist"
    if layout.paths.contains(path),
      let bytes = try session.files?.contents(of: path, limit: CAMLDocument.sizeLimit, &session.reading)
    {
      let list = try named(path) { try bytes.withUnsafeBytes { try PropertyList($0, &session.reading) } }
      let assets = list["assets"]?["lockAndHome"]
      if let asset = assets?["default"] ?? assets?["dark"] ?? assets?["light"] {
        if case .string(let name)? = asset["assetFileName"] { try add("Wallpaper", folder + name + "/") }
        for floor in Floor.allCases {
          if case .string(let name)? = asset[floor.key], !name.isEmpty {
            try add(floor.rawValue, folder + name + "/")
          }
        }
        if !result.isEmpty { return result }
      }
      session.notes.add(.value, path, 0, "it names no scene of the wallpaper; floors are found by their names")
    }
    let scenes = layout.scenes.filter { BundleLayout.parent(of: $0) == folder }
    for floor in Floor.allCases {
      for scene in scenes where Floor(ofName: BundleLayout.name(of: scene)) == floor { try add(floor.rawValue, scene) }
    }
    if result.isEmpty, let scene = scenes.first { try add("Wallpaper", scene) }
    return result
  }

  /// Adds the states that a wallpaper's style describes, and the motion of keys whose transition has none, as devices
  /// show it when they wake.
  private func prepareStates(of root: Layer) throws {
    try root.addWallpaperStates()
    guard root.states != nil,
      let spring = try KeyedClass.springAnimation.makeObject(in: session.scene) as? SpringAnimation
    else { return }
    spring.perceptualDuration = 0.8
    spring.bounce = 0
    root.stateTransitionAnimation = spring
  }

  // MARK: Scenes

  /// The root layer of a scene.
  private struct Root {
    var layer: Layer
    /// True if the layer's superlayer has y down: `geometryFlipped` of `index.xml`.
    var isFlipped: Bool
  }

  private func scene(inFolder folder: String) throws -> Root {
    let index = try index(ofFolder: folder)
    let path = folder + index.document
    guard
      let bytes = try session.files?.contents(of: path, limit: CAMLDocument.sizeLimitWithData, &session.reading)
    else { throw LayerError("\"\(path.prefix(200))\" is missing, which holds the scene") }
    return try scene(document: bytes, file: path, folder: folder, isFlipped: index.isFlipped)
  }

  /// Returns the name of a bundle's document, and `geometryFlipped`, from its `index.xml` or by default.
  private func index(ofFolder folder: String) throws -> (document: String, isFlipped: Bool) {
    var document = "main.caml"
    var isFlipped = false
    let index = folder + "index.xml"
    if let bytes = try session.files?.contents(of: index, limit: CAMLDocument.sizeLimit, &session.reading) {
      let list = try named(index) { try bytes.withUnsafeBytes { try PropertyList($0, &session.reading) } }
      if case .string(let name)? = list["rootDocument"], !name.isEmpty { document = name }
      if case .bool(let flag)? = list["geometryFlipped"] { isFlipped = flag }
    }
    guard !document.hasPrefix("/"), !document.split(separator: "/").contains(".."), !document.utf8.contains(0) else {
      throw LayerError("\(index): rootDocument \"\(document.prefix(80))\" lies outside of the bundle")
    }
    return (document, isFlipped)
  }

  private func scene(document bytes: [UInt8], file: String, folder: String, isFlipped: Bool) throws -> Root {
    let document = try named(file) { try CAMLDocument(bytes, &session.reading) }
    if diagnoses {
      if session.diagnosis == nil { session.diagnosis = PackageDiagnosis() }
      try session.noteManyFrames(document, file: file)
    }
    return Root(layer: try CAMLReader(document, file: file, folder: folder, session).root(), isFlipped: isFlipped)
  }

  /// Returns the layer to draw for a scene: its root, below a layer that turns the y axis unless y is down.
  private func upright(_ root: Root) throws -> Layer { root.isFlipped ? root.layer : try host(of: [root]) }

  /// Returns a layer of the largest root's size that shows roots on top of each other, centred.
  private func host(of roots: [Root]) throws -> Layer {
    let host = try KeyedClass.layer.make(in: session.scene)
    host.isUnderConstruction = true
    defer { host.isUnderConstruction = false }
    var size = Size(0, 0)
    for root in roots {
      let own = root.layer.bounds.size
      if own.width * own.height > size.width * size.height { size = own }
    }
    try place(host, size)
    let isTurned = roots.allSatisfy { !$0.isFlipped }
    try host.setValue(.bool(isTurned), forKey: "geometryFlipped")
    for root in roots {
      var outer = host
      if !root.isFlipped && !isTurned {
        outer = try KeyedClass.layer.make(in: session.scene)
        outer.isUnderConstruction = true
        try place(outer, size)
        try outer.setValue(.bool(true), forKey: "geometryFlipped")
        outer.isUnderConstruction = false
        try host.addSublayer(outer)
      }
      // The root's own position is ignored, as devices do.
      let bounds = root.layer.bounds, anchor = root.layer.anchorPoint
      root.layer.isUnderConstruction = true
      try root.layer.setValue(
        .point(
          Point(
            size.width / 2 + (anchor.x - 0.5) * bounds.width, size.height / 2 + (anchor.y - 0.5) * bounds.height)),
        forKey: "position")
      root.layer.isUnderConstruction = false
      try outer.addSublayer(root.layer)
    }
    return host
  }

  private func place(_ layer: Layer, _ size: Size) throws {
    try layer.setValue(.rect(Rect(origin: .zero, size: size)), forKey: "bounds")
    try layer.setValue(.point(Point(size.width / 2, size.height / 2)), forKey: "position")
  }

  // MARK: Errors

  /// Runs a body, and names the file in its errors.
  private func named<Value>(_ file: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as LayerError {
      if error.kind == .cancelled { throw error }
      throw LayerError(error.kind, "\(file): \(error.message)")
    }
  }

  private func lastName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns the error for a file that holds no scene.
  private func refusal(_ bytes: [UInt8], name: String) -> LayerError {
    if bytes.isEmpty { return LayerError("the file is empty") }
    if bytes.withUnsafeBytes({ InputFormat.of($0)?.content }) == .scene(.lottie) {
      return LayerError("it is a Lottie animation, which is opened as layers, not as a package")
    }
    if bytes.withUnsafeBytes(PropertyList.isBinary),
      let list = try? bytes.withUnsafeBytes({ try PropertyList(binary: $0, &session.reading) }), list.isKeyedArchive
    {
      return LayerError(.unsupported, "it is \(remedy(forName: "a.caar"))")
    }
    if case .unreadable(let remedy)? = bytes.withUnsafeBytes({ InputFormat.of($0)?.content }) {
      return LayerError(.unsupported, "it holds no scene that can be read: \(remedy)")
    }
    if [".caar", ".layerkit", ".cadr", ".tendiex"].contains(where: name.lowercased().hasSuffix) {
      return LayerError(.unsupported, "it is \(remedy(forName: name))")
    }
    return LayerError("it is no scene: expected a CAML document, or a zip archive or folder of a bundle or a wallpaper")
  }

  /// Returns what a file is that no scene can be read from, and what to do, by the extension that names it.
  private func remedy(forName name: String) -> String {
    let lower = name.lowercased()
    if lower.hasSuffix(".tendiex") { return "encrypted; open it in the program that made it and export it as .tendies" }
    if lower.hasSuffix(".cadr") { return "an archive of a design program; export the scene from it as CAML" }
    return "a keyed archive; open it in macOS and save it as CAML"
  }
}
