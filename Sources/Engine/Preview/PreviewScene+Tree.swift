// SPDX-License-Identifier: MIT
import Diagnosis
import Geometry
import LayerEngine
import LayerModel
import Messages
import Numbers

// Layer paths, and rows of the layer tree.
extension PreviewScene {
  // MARK: Paths

  /// True if a name can be used as a path component without ambiguity.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name != "mask" && name.utf8.first != UInt8(ascii: "#") && !name.utf8.contains(UInt8(ascii: "/"))
  }

  /// Returns the path components of a layer's sublayers, in order: the name if it is the first of that name, else `#`
  /// and the index from 1.
  private func parts(ofSublayersOf layer: Layer) -> [String] {
    var seen: Set<String> = []
    return layer.sublayers.enumerated().map { i, sublayer in
      if let name = sublayer.name, PreviewScene.isPlain(name), seen.insert(name).inserted { return name }
      return "#\(i + 1)"
    }
  }

  private func rootPart(_ root: Layer) -> String {
    if let name = root.name, PreviewScene.isPlain(name) { return name }
    return "#1"
  }

  /// Returns the path of a layer of the picture.
  func path(of layer: Layer) throws(EngineError) -> String {
    let root = try root
    var parts: [String] = []
    var next = layer
    while next !== root {
      guard let parent = next.superlayer else {
        throw EngineError(.usage, "the layer \(layer.label) is not in the picture")
      }
      parts.append(part(of: next, in: parent))
      next = parent
    }
    return ([rootPart(root)] + parts.reversed()).joined(separator: "/")
  }

  private func part(of layer: Layer, in parent: Layer) -> String {
    if layer === parent.mask { return "mask" }
    let place = parent.sublayers.firstIndex { $0 === layer } ?? 0
    if let name = layer.name, PreviewScene.isPlain(name),
      !parent.sublayers[..<place].contains(where: { $0.name == name })
    {
      return name
    }
    return "#\(place + 1)"
  }

  /// Returns the layer at a path; nil is the root's path.
  func layer(atPath path: String?) throws(EngineError) -> Layer {
    let root = try root
    guard let path else { return root }
    func missing() -> EngineError { EngineError(.usage, "there is no layer \(path)") }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)[...]
    guard let first = parts.popFirst(), first == rootPart(root) || first == "#1" else { throw missing() }
    var layer = root
    for part in parts {
      let next: Layer?
      if part == "mask" {
        next = layer.mask
      } else if part.utf8.first == UInt8(ascii: "#") {
        guard let place = Int(part.dropFirst()), place >= 1, place <= layer.sublayers.count else { throw missing() }
        next = layer.sublayers[place - 1]
      } else {
        next = layer.sublayers.first { $0.name.map { $0 == part } ?? false }
      }
      guard let next else { throw missing() }
      layer = next
    }
    return layer
  }

  /// Visits a layer and all its descendants in pre-order, masks before sublayers.
  func walk(_ top: Layer, _ path: String = "", _ body: (Layer, _ path: String, _ isMask: Bool) throws -> Void) rethrows
  {
    var pending = [(layer: top, path: path, isMask: false)]
    while let (layer, path, isMask) = pending.popLast() {
      try body(layer, path, isMask)
      let sublayers = layer.sublayers
      if !sublayers.isEmpty {
        for (sublayer, part) in zip(sublayers, parts(ofSublayersOf: layer)).reversed() {
          pending.append((sublayer, path + "/" + part, false))
        }
      }
      if let mask = layer.mask { pending.append((mask, path + "/mask", true)) }
    }
  }

  /// Visits the whole tree in pre-order, with paths.
  func walk(_ body: (Layer, _ path: String, _ isMask: Bool) throws -> Void) throws {
    let root = try root
    try walk(root, rootPart(root), body)
  }

  // MARK: Rows

  /// Runs a body on the presentation of the layers at a time.
  func shown<Result>(t: Double?, _ body: (ShownLayers) throws -> Result) throws(EngineError) -> Result {
    let root = try root
    let options = options(t: t)
    return try drawn { try root.settled(options) { try body(ShownLayers(of: root, at: options.time)) } }
  }

  /// Maximum number of rows below the first in one answer.
  static let mostRows = 1000

  /// Returns a row for a layer, followed by rows for a range of its mask and sublayers.
  ///
  /// - Parameters:
  ///   - from: the index of the first child, from 0; a mask precedes the sublayers.
  ///   - count: the number of children, at most `mostRows`; nil is `mostRows`.
  func tree(of path: String?, from: Int, count: Int?, t: Double?) throws(EngineError) -> [JSONObject] {
    let layer = try layer(atPath: path)
    let path = try self.path(of: layer)
    let isMask = layer.superlayer.map { $0.mask === layer } ?? false
    let seen = try seen(t: t)
    return try shown(t: t) { shown in
      var own = try self.row(layer, path: path, isMask: isMask, shown: shown, seen: seen)
      own.set("index", self.index(of: layer))
      var rows = [own]
      let masks = layer.mask == nil ? 0 : 1
      let all = 0..<masks + layer.sublayers.count
      let end = from.addingReportingOverflow(min(count ?? .max, PreviewScene.mostRows))
      let wanted = all.clamped(to: from..<max(end.overflow ? .max : end.partialValue, from))
      if let mask = layer.mask, wanted.contains(0) {
        rows.append(try self.row(mask, path: path + "/mask", isMask: true, shown: shown, seen: seen))
      }
      let places = max(wanted.lowerBound - masks, 0)..<max(wanted.upperBound - masks, 0)
      guard !places.isEmpty else { return rows }
      for (sublayer, part) in zip(layer.sublayers[places], self.parts(ofSublayersOf: layer)[places]) {
        rows.append(try self.row(sublayer, path: path + "/" + part, isMask: false, shown: shown, seen: seen))
      }
      return rows
    }
  }

  /// Returns a layer's index among its siblings, from 0; a mask precedes the sublayers.
  private func index(of layer: Layer) -> Int {
    guard let parent = layer.superlayer, parent.mask !== layer else { return 0 }
    return (parent.mask == nil ? 0 : 1) + (parent.sublayers.firstIndex { $0 === layer } ?? 0)
  }

  /// Maximum number of search results.
  static let mostFound = 200

  /// Returns rows for the layers whose name, class or displayed text contains a text, ignoring case.
  func search(_ text: String, t: Double?) throws(EngineError) -> [JSONObject] {
    let wanted = Array(text.lowercased().utf8)
    let seen = try seen(t: t)
    return try shown(t: t) { shown in
      var found: [(layer: Layer, path: String, isMask: Bool)] = []
      try self.walk { layer, path, isMask in
        guard found.count < PreviewScene.mostFound else { return }
        if holds(wanted, in: layer.name ?? "") || holds(wanted, in: layer.className)
          || holds(wanted, in: (layer as? TextLayer)?.string ?? "")
        {
          found.append((layer, path, isMask))
        }
      }
      return try found.map { try self.row($0.layer, path: $0.path, isMask: $0.isMask, shown: shown, seen: seen) }
    }
  }

  /// Returns how much of each layer is visible in the picture at a time; nil if that picture cannot be rendered.
  func seen(t: Double?) throws(EngineError) -> SeenLayers? {
    let root = try root
    let options = options(t: t)
    let time = options.time ?? root.scene.currentTime
    if let sight, sight.time == time, sight.change == root.scene.changeCount { return sight.layers }
    return try drawn {
      do {
        let layers = SeenLayers(try root.renderTree(options))
        self.sight = (time, root.scene.changeCount, layers)
        return layers
      } catch let error as LayerError where error.kind == .invalid || error.kind == .unsolved {
        return nil
      }
    }
  }

  /// Returns a layer's row in the tree.
  func row(
    _ model: Layer, path: String, isMask: Bool, shown: ShownLayers, seen: SeenLayers?
  ) throws -> JSONObject {
    let layer = try shown.layer(model)
    var row = JSONObject()
    row.set("path", path)
    row.set("name", model.name ?? "")
    row.set("class", model.className)
    row.set("says", says(layer))
    row.set("quad", points: try shown.quad(of: model))
    // A mask is never visible itself, and a pure container paints nothing.
    let pixels = isMask || !layer.hasPaint && !layer.isHidden ? nil : seen?.pixels(of: model)
    row.set("seen", raw: pixels.map { "\($0)" } ?? "null")
    let place = place(ofMaking: model)
    row.set("line", raw: place.map { "\($0.line)" } ?? "null")
    row.set("script", place.map { scriptPath($0.script) })
    row.set("children", model.sublayers.count + (model.mask == nil ? 0 : 1))
    row.set("mask", isMask)
    row.set("moves", shown.moves(model))
    row.set("hidden", layer.isHidden)
    row.set("draws", strings: layer.allInspectedWords)
    return row
  }

  /// Maximum characters of a text that labels a layer without a name.
  private static let longestText = 40

  /// Returns a label for a layer without a name: the text that it shows, else the first thing that it paints; nil for
  /// nothing.
  func says(_ layer: Layer) -> String? {
    if let text = shownText(of: layer) { return "“\(text)”" }
    return layer.hasPaint ? layer.allInspectedWords.first { $0 != "hidden" } : nil
  }

  /// Returns the text of a text layer on one line, truncated; nil if there is none.
  private func shownText(of layer: Layer) -> String? {
    guard let text = (layer as? TextLayer)?.string else { return nil }
    // A long text is examined no further than needed.
    let start = text.prefix(4 * PreviewScene.longestText)
    let line = start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if line.isEmpty { return nil }
    let isWhole = start.endIndex == text.endIndex && line.count <= PreviewScene.longestText
    return isWhole ? line : String(line.prefix(PreviewScene.longestText - 1)) + "…"
  }

  // MARK: Places

  func place(ofMaking object: KeyedObject) -> ScriptPlace? { object.scene.place(of: object) }

  /// Returns the absolute path of a script, given its name in messages.
  func scriptPath(_ name: String) -> String {
    // Scripts that are not files have names such as (command-line).
    if name.isEmpty || name.utf8.first == UInt8(ascii: "(") || name == "stdin" { return name }
    return engine.renderer.configuration.files.absolutePath(name)
  }

  func placeObject(_ place: ScriptPlace?) -> JSONObject? {
    guard let place else { return nil }
    var object = JSONObject()
    object.set("script", scriptPath(place.script))
    object.set("line", place.line)
    return object
  }
}

/// True if a text contains the given lower-case bytes, ignoring case.
private func holds(_ part: [UInt8], in text: String) -> Bool {
  if part.isEmpty { return true }
  let bytes = Array(text.lowercased().utf8)
  guard bytes.count >= part.count else { return false }
  return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
}
