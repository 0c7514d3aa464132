// SPDX-License-Identifier: MIT
import Formats
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels

/// Writes a layer tree as a CAML document. Layout and drawing hooks must have run.
///
/// The keys that differ from their defaults follow in the order of the registry, numbers with the fewest digits that
/// read back as the same number: equal trees give equal bytes.
final class CAMLWriter {
  /// The settings of one document.
  struct Settings {
    /// True for devices: only the filters that they have.
    var isForDevice = false
    /// Pixels per point of what is written as pixels.
    var pixelScale = 3.0
    /// The states that the root must have; those that it lacks are written without elements.
    var states: [String] = []
    /// True if the root also gets a transition without elements from and to each of these states, and each state all
    /// keys that one of them sets, without which devices do not animate.
    var completesStates = false
    /// The format's extension, for messages.
    var tail = ".caml"
  }

  /// Draws what a layer itself shows, without background, border, effects and sublayers, at so many pixels per point.
  typealias Draw = (_ layer: Layer, _ scale: Double) throws -> Bitmap

  let root: Layer
  /// True if the root's place in its superlayer and its animation do not count, since it is drawn by itself.
  let isFree: Bool
  let settings: Settings
  let assets: SceneAssets
  private let draw: Draw
  // For lookups only.
  private var ids: [ObjectIdentifier: String] = [:]
  /// All layers, in document order.
  private(set) var layers: [Layer] = []
  private var text: XMLText
  /// The number of elements of states so far.
  var stateElements = 0
  /// The keys that animations and states change.
  private(set) var changes = SceneChanges(in: [])

  init(_ root: Layer, isFree: Bool, _ settings: Settings, _ assets: SceneAssets, draw: @escaping Draw) {
    self.root = root
    self.isFree = isFree
    self.settings = settings
    self.assets = assets
    self.draw = draw
    text = XMLText(root.scene.memoryBudget)
  }

  /// Returns the bytes of the document.
  ///
  /// - Throws: `LayerError` of kind `unsupported` for what no document holds, and of kind `limit` beyond what is read,
  ///   with the layer and its line.
  func document() throws -> [UInt8] {
    collectLayers()
    changes = SceneChanges(in: layers)
    try nameTargets()
    text.open("caml", [("xmlns", CAMLDocument.namespace)])
    try writeTree()
    text.close("caml")
    try checkSize(at: root)
    return text.bytes
  }

  /// Throws if the document has become larger than documents are read, or than memory allows.
  private func checkSize(at layer: Layer) throws {
    guard let excess = text.excess else { return }
    let (what, remedy) =
      switch excess {
      case .elements:
        (
          "more than \(CAMLDocument.elementLimit) elements in one document",
          "use fewer layers, or fewer values in lists"
        )
      case .depth:
        ("layers so deep: its elements are nested at most \(CAMLDocument.depthLimit) deep", "make the tree flatter")
      case .bytes:
        (
          "more than \(CAMLDocument.sizeLimit) bytes in one document", "use fewer layers, or shorter paths and lists"
        )
      case .memory: throw LayerError.noMemory("the document", root.scene.memoryBudget)
      }
    throw refusal(layer, what, remedy, .limit)
  }

  func id(of layer: Layer) -> String? { ids[ObjectIdentifier(layer)] }

  func setID(_ id: String, of layer: Layer) { ids[ObjectIdentifier(layer)] = id }

  // MARK: The tree

  private func collectLayers() {
    var pending = [root]
    while let layer = pending.popLast() {
      layers.append(layer)
      if let mask = layer.mask { pending.append(mask) }
      pending += layer.sublayers.reversed()
    }
  }

  private enum Step {
    case layer(Layer)
    case open(String)
    case close(String)
    /// The part that follows the sublayers of a layer.
    case end(Layer)
  }

  private func writeTree() throws {
    var steps = [Step.layer(root)]
    while let step = steps.popLast() {
      if root.scene.host.isStopped?() == true {
        throw LayerError(.cancelled, "the writing was cancelled")
      }
      switch step {
      case .open(let name): text.open(name)
      case .close(let name): text.close(name)
      case .layer(let layer):
        var node = try node(of: layer)
        if layer.mask == nil && layer.sublayers.isEmpty {
          // One element, which closes itself if it has no children.
          node.children += try animations(of: layer) + states(of: layer)
          text.add(node)
          try checkSize(at: layer)
          continue
        }
        text.open(node.name, node.attributes)
        for child in node.children { text.add(child) }
        try checkSize(at: layer)
        steps += [.close(node.name), .end(layer)]
        if let mask = layer.mask { steps += [.close("mask"), .layer(mask), .open("mask")] }
        let sublayers = layer.sublayers
        if !sublayers.isEmpty {
          steps.append(.close("sublayers"))
          steps += sublayers.reversed().map { .layer($0) }
          steps.append(.open("sublayers"))
        }
      case .end(let layer):
        for child in try animations(of: layer) + states(of: layer) { text.add(child) }
        try checkSize(at: layer)
      }
    }
  }

  /// Returns the element of a layer with its keys, without sublayers, mask, animations and states.
  private func node(of layer: Layer) throws -> XMLNode {
    var keyedClass = SceneRules.builtInClass(of: layer)
    let content = try content(of: layer, keyedClass)
    if content?.isWhole == true || [.drawable, .tiled].contains(keyedClass.base) { keyedClass = .layer }
    var node = XMLNode("CA" + keyedClass.name)
    if let id = ids[ObjectIdentifier(layer)] { node.attributes.append(("id", id)) }
    for row in keyedClass.properties where !row.isDerived && !row.isReadOnly {
      if SceneRules.dropped.contains(row.name) || SceneRules.isOfTree(row) { continue }
      if let content, content.isWhole, CAMLWriter.contentKeys.contains(row.name) { continue }
      var value = row.value(layer)
      if let content, row.name == "contentsScale" { value = .number(content.scale) }
      if layer === root, let own = rootValue(row, value) { value = own }
      guard SceneRules.isChanged(row, value, in: keyedClass) else { continue }
      if let remedy = SceneRules.foreign[row.name] {
        throw refusal(layer, "\(row.name) \(value.described)", remedy)
      }
      try write(value, row, of: layer, in: layer, to: &node, depth: 0)
    }
    if let content {
      node.children.append(XMLNode("contents", [("type", "CGImage"), ("src", try assets.path(of: content.image))]))
    }
    if case .dictionary(let entries) = layer.value(forKey: CAMLNames.attributesKey) {
      for case (let key, .string(let value)) in entries where XMLText.isName(key) {
        node.attributes.append((key, value))
      }
    }
    return node
  }

  /// The value of a key of the root: it lies in the middle, with y down where the scene has y down.
  private func rootValue(_ row: Property, _ value: PropertyValue) -> PropertyValue? {
    switch row.name {
    case "position":
      let bounds = root.bounds, anchor = root.anchorPoint
      return .point(Point(anchor.x * bounds.width, anchor.y * bounds.height))
    case "geometryFlipped" where isFree: return .bool(!root.isGeometryFlipped)
    case "transform" where isFree: return .transform(.identity)
    case "zPosition" where isFree, "anchorPointZ" where isFree: return .number(0)
    default: return nil
    }
  }

  // MARK: Contents

  /// The image that a layer shows, and its pixels per point. It is whole if it replaces what the layer's class draws.
  private struct Content {
    var image: Image
    var scale: Double
    var isWhole = false
  }

  /// The keys that place contents, which have their defaults where contents are a picture of the bounds.
  private static let contentKeys: Set<String> = ["contentsRect", "contentsGravity", "contentsCenter", "opaque"]

  private func content(of layer: Layer, _ keyedClass: KeyedClass) throws -> Content? {
    if let image = layer.assignedContents { return try content(image, of: layer) }
    if keyedClass.base == .text {
      guard let extra = textExtra(of: layer, keyedClass) else { return nil }
      return try drawn(layer, extra)
    }
    if keyedClass.base == .tiled, layer.delegate != nil, layer.keyedClass === keyedClass {
      throw refusal(
        layer, "the tiles that its delegate draws", "draw them in a subclass of TiledLayer, or \(CAMLWriter.bakes)")
    }
    if keyedClass.base == .drawable || keyedClass.base == .tiled { return try drawn(layer, "its drawing") }
    guard let backing = layer.backing else { return nil }
    let own = layer.keyedClass.properties.filter(\.isDeclared).map(\.name)
    try checkIsStill(layer, "its drawing") {
      own.contains($0.key) || layer.needsDisplayOnBoundsChange && $0.resizes
    }
    let size = backing.bounds.size
    let scale = settings.pixelScale * max(backing.contentsScale, 1)
    let bitmap = try layer.scene.services.rasterize(backing.drawing, size: size, scale: scale)
    return Content(
      image: Image(bitmap, name: layer.name ?? "drawing"),
      scale: layer.contentsScale * Double(bitmap.width) / (size.width * backing.contentsScale))
  }

  private func content(_ image: Image, of layer: Layer) throws -> Content {
    // Other images that the layer shows have its pixels per point.
    if image.picture != nil || image.resolutionCount > 1, !SceneRules.stretchesContents(of: layer),
      changes.of(layer).contains(where: { $0.path == "contents" })
    {
      return Content(image: try self.image(image, inPlaceOf: "contents", of: layer), scale: layer.contentsScale)
    }
    if image.picture != nil {
      let bitmap = image.bitmap(forScale: settings.pixelScale)
      return Content(image: Image(bitmap, name: image.name), scale: Double(bitmap.width) / image.size.width)
    }
    guard image.resolutionCount > 1 else { return Content(image: image, scale: layer.contentsScale) }
    return Content(image: image, scale: Double(image.variants[image.variants.count - 1].width) / image.size.width)
  }

  /// Returns a picture of what a layer's class draws.
  private func drawn(_ layer: Layer, _ what: String) throws -> Content? {
    guard !layer.bounds.isEmpty else { return nil }
    let own = layer.keyedClass.properties.dropFirst(KeyedClass.layer.properties.count).map(\.name)
    try checkIsStill(layer, what) { own.contains($0.key) || $0.resizes }
    let bitmap: Bitmap
    do { bitmap = try draw(layer, settings.pixelScale) } catch let error as LayerError where error.kind == .limit {
      throw refusal(layer, "\(what), which is written as pixels (\(error.message))", "make it smaller")
    }
    return Content(
      image: Image(bitmap, name: layer.name ?? "drawing"), scale: settings.pixelScale, isWhole: true)
  }

  /// Returns what a text uses that Core Animation's text layers lack; nil for plain text.
  private func textExtra(of layer: Layer, _ keyedClass: KeyedClass) -> String? {
    for row in keyedClass.properties.dropFirst(KeyedClass.layer.properties.count)
    where !SceneRules.textKeys.contains(row.name) && !row.isDerived && !row.isReadOnly {
      if SceneRules.isChanged(row, row.value(layer), in: keyedClass) { return row.name }
    }
    guard let row = keyedClass.property("string") else { return nil }
    if case .attributedString = row.value(layer) { return "its attributed text" }
    return SceneRules.usesFontFile(layer) ? "its font file" : nil
  }

  /// Throws if an animation or a state changes what is written as pixels.
  private func checkIsStill(
    _ layer: Layer, _ what: String, isDrawn: (SceneChanges.Change) -> Bool
  ) throws {
    if let change = changes.of(layer).first(where: isDrawn) {
      throw refusal(
        layer, "\(what), which is written as pixels, while \(change.cause) \(change.path)", CAMLWriter.bakes)
    }
  }

  // MARK: Errors

  /// The remedy for what code draws anew for each frame.
  static let bakes = "bake = 30 writes its frames as a sequence of pictures"

  /// Returns the error for what a file cannot hold, with the layer, the line that made it, and a remedy.
  func refusal(
    _ layer: Layer, _ what: String, _ remedy: String, _ kind: LayerError.Kind = .unsupported
  ) -> LayerError {
    let place = layer.scene.place(of: layer).map { " (made at \($0.script):\($0.line))" } ?? ""
    return LayerError(
      kind, "layer \(layer.label)\(place): a \(settings.tail) cannot hold \(what); \(remedy)")
  }
}

extension Animation {
  /// The key paths that the animation and those in it change.
  package var keyPaths: [String] {
    var result: [String] = []
    var pending: [Animation] = [self]
    while let animation = pending.popLast() {
      if let path = (animation as? PropertyAnimation)?.keyPath { result.append(path) }
      pending += (animation as? AnimationGroup)?.animations ?? []
    }
    return result
  }
}
