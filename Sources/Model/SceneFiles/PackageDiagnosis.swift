// SPDX-License-Identifier: MIT
import Archives
import Geometry
import LayerModel
import Messages
import Parsing

/// The places in the documents, and the limits, that a diagnosis needs.
struct PackageDiagnosis {
  /// The maximum number of images of an animation that other programs read.
  static let frameLimit = 400

  /// The layers in document order, with the lines of their elements.
  var places: [(layer: Layer, file: String, line: Int)] = []
}

/// The files of a package, with a record of those whose bytes were asked for.
final class AskedFiles: BundleFiles {
  private let files: any BundleFiles
  private(set) var asked: Set<String> = []

  init(_ files: any BundleFiles) { self.files = files }

  func paths(_ reading: inout Reading) throws -> [String] { try files.paths(&reading) }

  func contents(of path: String, limit: Int, _ reading: inout Reading) throws -> [UInt8]? {
    try reading.take(2 * path.utf8.count + 64)
    asked.insert(path)
    return try files.contents(of: path, limit: limit, &reading)
  }
}

extension PackageSession {
  /// Remembers where a layer's element is, for a diagnosis.
  func notePlace(of layer: Layer, file: String, line: Int) throws(LayerError) {
    guard diagnosis != nil else { return }
    try reading.take(64)
    diagnosis?.places.append((layer, file, line))
  }

  /// Notes each file in the `assets` of a folder's scenes that was not read.
  ///
  /// - Parameters:
  ///   - folder: that of the wallpaper or of the scene, with a slash at its end.
  ///   - asked: the record of the files that were read; nil without a diagnosis.
  func noteUnused(_ folder: String, _ layout: BundleLayout, _ asked: AskedFiles?) throws(LayerError) {
    guard let asked else { return }
    for path in layout.paths.sorted() where path.hasPrefix(folder) {
      try reading.step(path.utf8.count)
      let parts = path.dropFirst(folder.utf8.count).split(separator: "/")
      guard parts.dropLast().contains("assets"), !asked.asked.contains(path), !path.hasSuffix(".caml") else { continue }
      notes.add(.unusedAsset, path, 0, "the file is shown by no layer, animation or state; remove it from the package")
    }
  }

  /// Notes each animation with more images than other programs read.
  func noteManyFrames(_ document: CAMLDocument, file: String) throws(LayerError) {
    for (i, element) in document.elements.enumerated() where element["keyPath"] == "contents" {
      try reading.step(8)
      guard let values = document.child("values", of: i) else { continue }
      var count = 0
      document.children(of: values) { _ in count += 1 }
      try reading.step(count)
      guard count > PackageDiagnosis.frameLimit else { continue }
      notes.add(
        .manyFrames, file, element.line,
        "the animation has \(count) images; other programs read at most \(PackageDiagnosis.frameLimit)")
    }
  }

  /// Notes the layers that paint something and are outside of the picture in every state, the outermost of each branch.
  ///
  /// A layer that moves, a tilt or an animation moves, or whose painting exceeds its bounds, is left out. The layers
  /// are in the base state afterwards.
  func diagnose(_ root: Layer) throws {
    guard let places = diagnosis?.places, !places.isEmpty, !root.followsTilt else { return }
    let canvas = Rect(origin: .zero, size: root.bounds.size)
    guard canvas.width > 0, canvas.height > 0 else { return }
    // Looked up by layer alone.
    var parked: [ObjectIdentifier: Bool] = [:]
    for name in [String?.none] + root.stateNames() {
      do { try root.setState(name, transitionSpeed: 0) } catch let error as LayerError where !error.isOfServices {
        // Setting the state later reports it.
        continue
      }
      try lookForParked(root, canvas, &parked)
    }
    try root.setState(nil, transitionSpeed: 0)
    for (layer, file, line) in places where parked[ObjectIdentifier(layer)] == true {
      if let parent = layer.superlayer, parked[ObjectIdentifier(parent)] == true { continue }
      notes.add(
        .parked, file, line,
        "the layer \(layer.label) is outside of the picture in every state; it takes memory and is never seen")
    }
  }

  /// Updates the layers that have been outside of the picture in all states so far: true for one that was, with all
  /// below it, false for one that was not. Layers without painting are in it only if one below is outside.
  private func lookForParked(_ root: Layer, _ canvas: Rect, _ parked: inout [ObjectIdentifier: Bool]) throws {
    let shown = ShownLayers(of: root, at: nil)
    let layers = root.subtree
    try reading.take(layers.count * 96)
    // Lookups only.
    var moving: Set<ObjectIdentifier> = []
    for layer in layers {
      try reading.step(16)
      let isInMoving = layer.superlayer.map { moving.contains(ObjectIdentifier($0)) } ?? false
      if isInMoving || shown.moves(layer) { moving.insert(ObjectIdentifier(layer)) }
    }
    // From the leaves up.
    for layer in layers.reversed() {
      try reading.step(16)
      let id = ObjectIdentifier(layer)
      let below = layer.sublayers.map { parked[ObjectIdentifier($0)] }
      guard parked[id] != false, layer.hasPaint || below.contains(where: { $0 != nil }) else { continue }
      let canBe = !moving.contains(id) && layer.isPlain && !below.contains(false)
      parked[id] = try canBe && isOutside(layer, canvas, shown)
    }
  }

  private func isOutside(_ layer: Layer, _ canvas: Rect, _ shown: ShownLayers) throws -> Bool {
    guard let quad = try shown.quad(of: layer) else { return false }
    let box = Rect(around: quad)
    guard box.width > 0, box.height > 0 else { return false }
    return box.maxX <= canvas.minX || box.x >= canvas.maxX || box.maxY <= canvas.minY || box.y >= canvas.maxY
  }
}

extension Layer {
  /// True if the layer paints within its bounds alone, and they tell where.
  fileprivate var isPlain: Bool {
    (keyedClass === KeyedClass.layer || self is TextLayer || self is GradientLayer) && shadowOpacity == 0
      && superlayer?.mask !== self
  }
}
