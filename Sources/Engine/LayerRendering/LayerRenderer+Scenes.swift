// SPDX-License-Identifier: MIT
import Films
import Formats
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels
import Sandbox
import SceneFiles
import SystemC

extension LayerRenderer {
  /// Returns the files of a layer as a scene of Core Animation, by their paths from the scene's folder. For a bundle or
  /// a wallpaper these are the paths in it.
  ///
  /// - Parameters:
  ///   - name: the name of the scene.
  ///   - path: the scene's file. The images of a document take names beside it under which no other file lies.
  /// - Throws: `LayerError` of kind `unsupported` for what the format cannot hold, and the errors of hooks.
  package func sceneFiles(
    of layer: Layer, as format: SceneFormat, name: String, for path: String, _ options: SceneOptions
  ) throws -> [PackageWriter.File] {
    let isOccupied = try occupancy(beside: path)
    let layer = try sceneLayer(layer, as: format, options)
    var writer = PackageWriter {
      try self.ownPicture(of: $0, scale: $1)
    } digest: {
      try Digest(of: $0).description
    }
    writer.name = name
    writer.isOccupied = isOccupied
    writer.pixelScale = options.pixelScale
    for (floor, other) in options.floors { writer.floors[floor] = try sceneLayer(other, as: format, options) }
    switch format {
    case .caml: return try writer.document(of: layer)
    case .ca: return try writer.bundle(of: layer)
    case .tendies: return try writer.wallpaper(of: layer)
    case .lua: throw LayerError("a script is not a file of Core Animation")
    }
  }

  /// Returns a function that is true for a path from the folder of a scene's file at which another file lies.
  package func occupancy(beside path: String) throws -> SceneAssets.IsOccupied {
    let folder = parent(of: try context.pathForWriting(path))
    return { name, bytes in Occupant(of: joined(folder, name), for: bytes) == .other }
  }

  /// Returns the layer to write: with layout and drawings done, in its base state, or as a sequence of pictures.
  package func sceneLayer(_ layer: Layer, as format: SceneFormat, _ options: SceneOptions) throws -> Layer {
    if let rate = options.bake { return try baked(layer, rate, options) }
    if layer.scene.host.onFrame != nil {
      throw LayerError(
        .unsupported,
        "a .\(format.rawValue) cannot hold \(layer.scene.reader().text(.onFrame)), which moves the layers by code; "
          + "bake = 30 writes its frames as a sequence of pictures")
    }
    // Lays out and draws the layers.
    _ = try layer.renderTree(RenderOptions())
    for part in layer.subtree where part.needsDisplay { try part.displayIfNeeded() }
    guard layer.subtree.contains(where: { $0.currentState != nil }) else { return layer }
    let copy = try layer.copy()
    for (part, original) in zip(copy.subtree, layer.subtree) where part.delegate !== original.delegate {
      part.delegate = original.delegate
      part.keptDelegate = original.keptDelegate
    }
    for part in copy.subtree where part.currentState != nil { try part.setState(nil, transitionSpeed: 0) }
    return copy
  }

  /// Returns a picture of what a layer itself shows: without its background, border, effects and sublayers.
  package func ownPicture(of layer: Layer, scale: Double) throws -> Bitmap {
    let copy = try layer.copyOfContent()
    copy.isUnderConstruction = true
    let plain = KeyedClass.layer
    for name in [
      "backgroundColor", "borderWidth", "shadowOpacity", "opacity", "filters", "backgroundFilters", "compositingFilter",
      "cornerRadius", "hidden", "masksToBounds", "geometryFlipped", "doubleSided", "shouldRasterize",
    ] {
      guard let row = plain.property(name) else { continue }
      try row.setValue(copy, plain.defaultValue(of: row))
    }
    copy.isUnderConstruction = false
    // The delegate draws the tiles.
    copy.delegate = layer.delegate
    copy.keptDelegate = layer.keptDelegate
    return try render(copy, RenderOptions(scale: scale))
  }

  // MARK: Sequences

  /// Returns a layer that shows the frames of another one, each as a picture.
  private func baked(_ layer: Layer, _ rate: Double, _ options: SceneOptions) throws -> Layer {
    let plan = try layer.filmPlan(
      FilmRequest(framesPerSecond: rate, start: options.start, duration: options.duration))
    let count = plan.frames.count
    guard count > 0 else {
      throw LayerError("bake: the scene has no frames; give a duration, as in { bake = 30, duration = 2 }")
    }
    guard count <= SceneOptions.frameLimit else {
      throw LayerError(
        .limit,
        "bake: \(count) frames are too many: at most \(SceneOptions.frameLimit) are written; give fewer frames per "
          + "second or a shorter duration")
    }
    var images: [Image] = []
    let dot = try Bitmap(width: 1, height: 1) { _ in }
    let size = layer.bounds.size
    for frame in plan.frames {
      let bitmap = try render(frame: frame, of: layer, plan, RenderOptions(scale: options.pixelScale))
      let bytes = try encode(bitmap, as: .png, EncodingOptions())
      // Only its file is written, so the pixels need not stay.
      let image = Image(dot, name: "frame-\(images.count + 1)", origin: KeptOrigin(bytes))
      image.count(against: memoryBudget)
      images.append(image)
    }
    let result = try KeyedClass.layer.make(in: layer.scene)
    try result.setValue(.rect(Rect(origin: .zero, size: size)), forKey: "bounds")
    if let name = layer.name { try result.setValue(.string(name), forKey: "name") }
    try result.setValue(.image(images[0]), forKey: "contents")
    try result.setValue(.number(options.pixelScale), forKey: "contentsScale")
    guard count > 1 else { return result }
    let animation = KeyframeAnimation(in: layer.scene)
    let values: [(String, PropertyValue)] = [
      ("keyPath", .string("contents")), ("calculationMode", .string("discrete")),
      ("values", .array(images.map { .image($0) })),
      ("keyTimes", .array((0...count).map { .number(Double($0) / Double(count)) })),
      ("duration", .number(Double(count) / rate)), ("repeatCount", .number(.infinity)),
      // Absolute nought: the sequence began when the clock did.
      ("beginTime", .number(1e-100)), ("removedOnCompletion", .bool(false)),
    ]
    for (key, value) in values { try animation.setValue(value, forKey: key) }
    try result.add(animation, forKey: "frames")
    return result
  }

  // MARK: Files

  /// Writes the files of a scene: a document or a script with its images beside it, a folder, or an archive. A file is
  /// replaced only by a complete one, a folder only by a complete folder. An image that is there already is kept.
  package func writeScene(_ files: [PackageWriter.File], to path: String, as format: SceneFormat) throws {
    let target = try context.pathForWriting(path)
    guard writesFiles else { return }
    switch format {
    case .tendies:
      try replaceFile(
        target, with: try PackageWriter.archive(of: files), name: path, isNamed: context.files.isNamed(target),
        isStopped: context.isStopped)
    case .ca: try FolderReplacement(of: target, name: path) { LayerRenderer.isBundle($0) }.write(files)
    case .caml, .lua:
      guard let main = files.first else { return }
      // Made first, so that nothing is written beside a place that the document cannot take.
      let document =
        Occupant(of: target, for: main.bytes) == .special ? nil : try TemporaryFile(for: target, name: path)
      try document?.write(main.bytes)
      // The images next: an incomplete set leaves the old scene in place.
      for file in files.dropFirst() {
        let place = joined(parent(of: target), file.name)
        if !context.files.isNamed(target) { _ = try context.pathForWriting(place) }
        if Occupant(of: place, for: file.bytes) == .same { continue }
        try replaceFile(place, with: file.bytes, name: file.name, isNamed: false, isStopped: context.isStopped)
      }
      if let document { return try document.commit() }
      try replaceFile(
        target, with: main.bytes, name: path, isNamed: context.files.isNamed(target), isStopped: context.isStopped)
    }
  }

  /// Returns true if a folder is a bundle of Core Animation: it has main.caml, or an index.xml that names a document.
  private static func isBundle(_ path: String) -> Bool {
    func isThere(_ name: String) -> Bool { Occupant(of: joined(path, name), for: []) != .nothing }
    guard !isThere("main.caml") else { return true }
    let index = open(joined(path, "index.xml"), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard index >= 0 else { return false }
    defer { close(index) }
    let bytes = (try? readAll(index, name: "index.xml", purpose: "file", size: 4096, limit: 1 << 20)) ?? []
    return bytes.split(separator: UInt8(ascii: ">")).contains { $0.starts(with: "rootDocument".utf8) }
  }
}
