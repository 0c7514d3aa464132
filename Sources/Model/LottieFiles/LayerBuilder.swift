// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Parsing
import Pixels

/// A composition of a file: its layers, and the time in which they run.
struct Composition {
  let layers: [Node]
  /// The place of each layer by its index `ind`; of several equal ones the first.
  let places: [Int: Int]
  let place: Place
  /// The composition's own frames at which the whole animation starts and ends. Layers that begin or end there stay
  /// visible beyond.
  let frames: (start: Double, end: Double)
  /// The size, in points.
  let size: Size
  /// The number of compositions around it.
  let depth: Int

  init(_ layers: [Node], at place: Place, frames: (start: Double, end: Double), size: Size, depth: Int) {
    self.layers = layers
    self.place = place
    self.frames = frames
    self.size = size
    self.depth = depth
    var places: [Int: Int] = [:]
    for (i, layer) in layers.enumerated() {
      if let index = layer["ind"]?.integer, places[index] == nil { places[index] = i }
    }
    self.places = places
  }
}

/// The surroundings of a property, which expressions refer to.
struct Scope {
  let composition: Composition
  /// The layer that the property is of.
  let layer: Node
  /// The number of links that led here.
  var links = 0
}

/// Makes layers of a file's layers.
///
/// Each layer becomes a layer of size 1 × 1 with its transform, opacity and masks, below one layer for each parent,
/// from the farthest in, with that parent's transform. Its content lies in it. Plain layers in a row that have the same
/// parents share those.
final class LayerBuilder {
  let scene: Scene
  let session: LottieSession
  let images: LottieImages
  /// The compositions that are being made, to find cycles.
  private var open: Set<String> = []
  /// The sources of mattes that are being made, to find cycles.
  private var openMattes: Set<String> = []

  init(_ scene: Scene, _ session: LottieSession, _ images: LottieImages) {
    self.scene = scene
    self.session = session
    self.images = images
  }

  var document: LottieDocument { session.animation }

  /// Makes a layer of a class, which counts.
  func make(_ place: Place, _ keyedClass: KeyedClass = .layer, named name: String? = nil) throws -> Layer {
    try session.countLayer(place)
    let layer = try keyedClass.make(in: scene)
    if let name, !name.isEmpty { layer.name = name }
    return layer
  }

  /// Makes a layer with a size, at the origin.
  func makeBox(_ place: Place, size: Size) throws -> Layer {
    let layer = try make(place)
    layer.anchorPoint = .zero
    layer.bounds = Rect(origin: .zero, size: size)
    return layer
  }

  /// Sets a key; a value that the key refuses is left out.
  func set(_ object: KeyedObject, _ key: String, _ value: PropertyValue) throws {
    do { try object.setValue(value, forKeyPath: key) } catch let error as LayerError {
      switch error.kind {
      case .limit, .memory, .time, .cancelled, .temporary: throw error
      default: session.notes.add("values that layers do not take are left out", error.message)
      }
    }
  }

  // MARK: Compositions

  /// Adds the layers of a composition to a layer, from the farthest back.
  func addLayers(of composition: Composition, to container: Layer) throws {
    let shown = composition.layers.indices.reversed().filter {
      !composition.layers[$0].flag("hd") && !composition.layers[$0].flag("td")
    }
    let parents = try shown.indices.map { n in
      let nearest = composition.layers[shown[n]]["parent"]?.integer
      let isInRow = [n - 1, n + 1].contains {
        shown.indices.contains($0) && composition.layers[shown[$0]]["parent"]?.integer == nearest
      }
      return nearest != nil && isInRow ? try sharedParents(of: shown[n], composition) : []
    }
    // The layer of the parents that the layers of a row share.
    var row: Layer?
    for (n, i) in shown.enumerated() {
      let isContinued = n + 1 < shown.count && !parents[n].isEmpty && parents[n + 1] == parents[n]
      if row != nil, parents[n] != parents[n - 1] { row = nil }
      if row == nil, isContinued {
        row = try makeParents(parents[n], composition) { try container.addSublayer($0) }
      }
      if let row {
        if let made = try makeAlone(i, composition) { try row.addSublayer(made) }
        continue
      }
      let layer = composition.layers[i]
      let made = try layer.isAdjustment ? makeAdjustment(i, composition) : makeLayer(i, composition)
      if let made { try container.addSublayer(made) }
    }
  }

  /// Precompositions, solids, pictures, shapes and texts; others have no content, or take their backdrop.
  private static let shareableTypes: Set<Int> = [0, 1, 2, 4, 5]

  /// The parents of a layer that it may share with others: without mattes and blend mode, in two dimensions. Empty if
  /// it may not.
  private func sharedParents(of i: Int, _ composition: Composition) throws -> [Int] {
    let node = composition.layers[i]
    guard LayerBuilder.shareableTypes.contains(node.integer("ty", -1)), node["parent"] != nil, !node.flag("ddd"),
      node.integer("bm", 0) == 0, try mattes(of: i, composition).isEmpty
    else { return [] }
    let chain = try parents(of: i, composition)
    return chain.contains { composition.layers[$0].flag("ddd") } ? [] : chain
  }

  /// Makes a layer without its parents; nil if it shows nothing.
  private func makeAlone(_ i: Int, _ composition: Composition) throws -> Layer? {
    guard let layer = try makeInside(i, composition, composition.place + composition.layers[i].name) else { return nil }
    try addVisibility(of: composition.layers[i], to: layer, composition)
    return layer
  }

  /// Makes a layer below its parents, with its matte, blend mode and visibility; nil if it shows nothing.
  func makeLayer(_ i: Int, _ composition: Composition) throws -> Layer? {
    let node = composition.layers[i]
    guard let layer = try makeMatted(i, composition) else { return nil }
    if let mode = BlendModeNames.filter(node.integer("bm", 0)) { try set(layer, "compositingFilter", .string(mode)) }
    try addVisibility(of: node, to: layer, composition)
    return layer
  }

  /// Makes a layer below its parents, with its mattes; nil if it shows nothing.
  func makeMatted(_ i: Int, _ composition: Composition) throws -> Layer? {
    let place = composition.place + composition.layers[i].name
    guard var outer = try makeBelowParents(i, composition, place) else { return nil }
    for (source, kind) in try mattes(of: i, composition) {
      guard openMattes.count < LottieLimits.mattes else {
        throw LayerError(
          .limit, "\(place.text): more than \(LottieLimits.mattes) layers mask one another in a row")
      }
      let key = "\(composition.place.text)#\(source)#\(composition.depth)"
      guard openMattes.insert(key).inserted else {
        throw LayerError("\(place.text): the source of its matte is masked by the layer itself")
      }
      defer { openMattes.remove(key) }
      let container = try make(place)
      try container.addSublayer(outer)
      let mask = try make(place)
      try addMatte(kind, of: try makeLayer(source, composition), to: mask, place)
      try container.setMask(mask)
      outer = container
    }
    return outer
  }

  /// Makes a layer within layers with the transforms of its parents; nil if it has no content.
  private func makeBelowParents(_ i: Int, _ composition: Composition, _ place: Place) throws -> Layer? {
    guard let layer = try makeInside(i, composition, place) else { return nil }
    var outer = layer
    let nearest = try makeParents(parents(of: i, composition), composition) { outer = $0 }
    try nearest?.addSublayer(layer)
    return outer
  }

  /// Makes a layer with its content, transform and masks; nil if it has no content.
  private func makeInside(_ i: Int, _ composition: Composition, _ place: Place) throws -> Layer? {
    let node = composition.layers[i]
    let scope = Scope(composition: composition, layer: node)
    guard let content = try makeContent(node, place, scope) else { return nil }
    let layer = try make(place, named: node.name)
    // The effects of an adjustment layer are for what lies behind it.
    let inner = node.isAdjustment ? layer : try addStyles(of: node, to: layer, place, scope)
    try addContent(content, of: node, to: inner, place, scope)
    try addMasks(of: node, to: inner, place, scope)
    try addTransform(
      node["ks"], to: layer, place + "Transform", scope, isOriented: node.flag("ao"), has3D: node.flag("ddd"))
    return layer
  }

  /// The parents of a layer that move it, the nearest first.
  private func parents(of i: Int, _ composition: Composition) throws -> [Int] {
    var result: [Int] = []
    var next = composition.layers[i]["parent"]?.integer
    var seen = 0
    while let index = next {
      guard let j = composition.places[index] else { break }
      let parent = composition.layers[j]
      seen += 1
      guard seen <= LottieLimits.parents * 4 else {
        throw LayerError(
          .limit,
          "\((composition.place + composition.layers[i].name).text): its chain of parents is longer than "
            + "\(LottieLimits.parents * 4), or a cycle")
      }
      if try !isIdentity(parent["ks"], composition.place + parent.name + "Transform") || parent.flag("ao") {
        result.append(j)
      }
      next = parent["parent"]?.integer
    }
    return result
  }

  /// Makes layers with the transforms of a layer's parents, each in that of its own parent; returns the nearest, nil
  /// without parents.
  ///
  /// - Parameter outermost: receives the farthest.
  private func makeParents(
    _ parents: [Int], _ composition: Composition, outermost: (Layer) throws -> Void
  ) throws -> Layer? {
    var nearest: Layer?
    for j in parents.reversed() {
      let parent = composition.layers[j]
      let place = composition.place + parent.name
      let wrapper = try make(place)
      try addTransform(
        parent["ks"], to: wrapper, place + "Transform", Scope(composition: composition, layer: parent),
        isOriented: parent.flag("ao"), has3D: parent.flag("ddd"), hasOpacity: false)
      if let nearest { try nearest.addSublayer(wrapper) } else { try outermost(wrapper) }
      nearest = wrapper
    }
    return nearest
  }

  /// Hides a layer before its first and after its last frame. One whose first or last frame is that of the whole
  /// animation stays visible beyond.
  func addVisibility(of node: Node, to layer: Layer, _ composition: Composition) throws {
    let start = node.number("ip", composition.frames.start)
    let end = node.number("op", composition.frames.end)
    let isFirst = start <= composition.frames.start + 1e-6
    let isLast = end >= composition.frames.end - 1e-6
    if isFirst && isLast { return }
    try show(layer, from: isFirst ? nil : start, to: isLast ? nil : end)
  }

  // MARK: Contents

  /// Makes the content of a layer; nil for one that shows nothing.
  private func makeContent(_ node: Node, _ place: Place, _ scope: Scope) throws -> Layer? {
    switch node.integer("ty", -1) {
    case 0: return try makePrecomposition(node, place, scope)
    case 1: return try makeSolid(node, place, scope)
    case 2: return try makePicture(node, place)
    case 4: return try ShapeBuilder(self, scope).makeShapes(node, place)
    case 5: return try TextBuilder(self, scope).makeText(node, place)
    case 12: return try makeArea(node, place, scope)
    default: return nil
    }
  }

  private func makeSolid(_ node: Node, _ place: Place, _ scope: Scope) throws -> Layer? {
    let size = Size(
      min(max(node.number("sw", 0), 0), LottieLimits.size), min(max(node.number("sh", 0), 0), LottieLimits.size))
    let layer = try makeBox(place, size: size)
    let file = (node["sc"]?.text).flatMap { PropertyValue.string($0).asColor } ?? .black
    let color = try session.numbers(
      nil, place + "Color", [file.red, file.green, file.blue], .color, in: scope)
    try animate(color, "backgroundColor", on: layer) { .color(Colors.color($0)) }
    return layer
  }

  private func makePicture(_ node: Node, _ place: Place) throws -> Layer? {
    guard let id = node.identifier("refId"), let file = document.assets[id] else { return nil }
    let asset = try session.slottedPicture(file, place)
    guard let (image, isReplaced) = try images.image(id, asset, place) else { return nil }
    let own = image.size
    let layer = try makeBox(
      place,
      size: Size(
        min(max(asset.number("w", own.width), 0), LottieLimits.size),
        min(max(asset.number("h", own.height), 0), LottieLimits.size)))
    layer.contents = image
    if isReplaced, let gravity = session.options.imageGravity {
      try layer.setValue(.string(gravity), forKey: "contentsGravity")
      layer.masksToBounds = true
    }
    return layer
  }

  private func makePrecomposition(_ node: Node, _ place: Place, _ scope: Scope) throws -> Layer? {
    guard let id = node.identifier("refId"), let asset = document.assets[id] else { return nil }
    let layers = asset.items("layers").map { Node($0) }
    try session.reading.step(8 * layers.count)
    guard !layers.isEmpty else { return nil }
    let outer = scope.composition
    guard open.insert(id).inserted else {
      throw LayerError("\(place.text): the composition \"\(id.prefix(80))\" contains itself")
    }
    defer { open.remove(id) }
    guard outer.depth < LottieLimits.nesting else {
      throw LayerError(.limit, "\(place.text): compositions nested more than \(LottieLimits.nesting) deep")
    }
    let size = Size(
      min(max(node.number("w", asset.number("w", document.size.width)), 0), LottieLimits.size),
      min(max(node.number("h", asset.number("h", document.size.height)), 0), LottieLimits.size))
    let content = try makeBox(place, size: size)
    content.masksToBounds = true
    let rate = document.frameRate
    let frames: (start: Double, end: Double)
    if let remap = try timeRemap(node, place, scope) {
      let values = remap.keys.map { ($0.value.first ?? 0) * rate }
      frames = (values.min() ?? 0, values.max() ?? 0)
      try addContentsTime(remap, to: content)
    } else {
      let start = node.number("st", 0)
      var stretch = node.number("sr", 1)
      if abs(stretch) < 1e-6 { stretch = 1 }
      frames = ((outer.frames.start - start) / stretch, (outer.frames.end - start) / stretch)
      if start != 0 || stretch != 1 {
        content.speed = 1 / stretch
        content.timeOffset = -start / (rate * stretch)
      }
    }
    let inner = Composition(
      layers, at: place, frames: (min(frames.start, frames.end), max(frames.start, frames.end)), size: size,
      depth: outer.depth + 1)
    try addLayers(of: inner, to: content)
    return content
  }

  private func timeRemap(_ node: Node, _ place: Place, _ scope: Scope) throws -> NumberTrack? {
    let path = place + "Time Remap"
    if let tm = node["tm"], tm.isObject { return try session.numbers(tm, path, [0], in: scope) }
    guard session.values.value(at: path) != nil else { return nil }
    return try session.numbers(nil, path, [0], in: scope)
  }

  /// Makes the sublayers of a layer run at a time of their own, in seconds.
  func addContentsTime(_ track: NumberTrack, to layer: Layer) throws {
    guard layer.keyedClass.property("contentsTime") != nil else {
      session.notes.add("remapped times are not followed", layer.name ?? "Time Remap")
      return
    }
    try animate(track, "contentsTime", on: layer) { .number($0.first ?? 0) }
  }
}
