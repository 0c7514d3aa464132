// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree

/// A human-readable description of a layer tree: name, class, place and content of every layer.
package struct LayerInspection {
  /// The tree as lines of text.
  package let text: String
  /// The dump as JSON, with `canvasFrame` (the bounding box of the layer in points of the canvas) and `draws` (a list
  /// of words) for each layer.
  package let json: String
}

extension Layer {
  /// Updates layout and display as rendering does, and describes the tree with its values at the rendered time. Nothing
  /// is rasterised.
  ///
  /// Unsolved constraints are listed among the problems instead of being thrown; errors of hooks are thrown.
  package final func inspect(_ options: RenderOptions = RenderOptions()) throws -> LayerInspection {
    var problems: [String] = []
    var size = options.size ?? storedBounds.size
    do {
      // Runs everything that rendering does before rasterising; without a size there is nothing to render.
      if size.isEmpty { try settle(resolution: options.scale) } else { _ = try renderTree(options) }
    } catch let error as LayerError where !error.isOfServices { problems.append(error.message) }
    let shown = try presentation(at: options.time)
    if options.size == nil { size = shown.storedBounds.size }
    let canvas = Rect(origin: shown.storedBounds.origin, size: size)
    let frames = shown.canvasFrames()
    var text = ""
    for line in shown.treeLines(canvas: canvas, frames) { text += line + "\n" }
    for problem in problems { text += "problem: \(problem)\n" }
    var entries = shown.dumpTree { layer in
      [
        ("canvasFrame", frames[ObjectIdentifier(layer)].map { PropertyValue.rect($0).dumped } ?? .null),
        ("draws", .array(layer.allInspectedWords.map { .string($0) })),
      ]
    }
    if !problems.isEmpty { entries.append(("problems", .array(problems.map { .string($0) }))) }
    return LayerInspection(text: text, json: PropertyValue.json(.dictionary(consume entries)))
  }

  /// Returns the bounding boxes of all layers of this tree in points of the canvas; layers without one are left out.
  final func canvasFrames() -> [ObjectIdentifier: Rect] {
    // One pass downward: each layer continues from its superlayer's matrix.
    var frames: [ObjectIdentifier: Rect] = [:]
    // The canvas is this layer's plane, which is never flipped.
    var pending: [(layer: Layer, matrix: Transform3D, outer: Homography)] = [
      (self, flipMatrix ?? .identity, .identity)
    ]
    while let (layer, matrix, outer) = pending.popLast() {
      var below = (matrix: matrix, outer: outer)
      if layer.isFlattening {
        let map = matrix.homography.concat(outer)
        let corners = layer.storedBounds.corners.compactMap { map.apply($0) }
        if corners.count == 4, corners.allSatisfy(\.isFinite) {
          frames[ObjectIdentifier(layer)] = Rect(around: corners)
        }
        below = (.identity, map)
      }
      for child in layer.children {
        pending.append((child, layer.matrix(ofChild: child).concat(below.matrix), below.outer))
      }
      if let mask = layer.extraBox?.value.mask {
        pending.append((mask, layer.matrix(ofChild: mask).concat(below.matrix), below.outer))
      }
    }
    return frames
  }

  // MARK: Lines

  private func treeLines(canvas: Rect, _ frames: [ObjectIdentifier: Rect]) -> [String] {
    struct Entry {
      let layer: Layer
      let name: String
      let indent: String
      let branch: String
      let level: Int
    }
    var lines: [String] = []
    var pending = [Entry(layer: self, name: storedName ?? "", indent: "", branch: "", level: 0)]
    while let entry = pending.popLast() {
      let layer = entry.layer
      var line = entry.indent + entry.branch + layer.className
      if !entry.name.isEmpty { line += " " + entry.name }
      line += "  " + Layer.boxText(layer === self ? layer.storedBounds : layer.frame)
      if let frame = frames[ObjectIdentifier(layer)], layer !== self, frame.intersection(canvas)?.isEmpty ?? true,
        !canvas.isEmpty,
        !frame.isEmpty
      {
        line += "  outside"
      }
      let words = layer.allInspectedWords
      if !words.isEmpty { line += "  " + words.joined(separator: ", ") }
      lines.append(line)
      // The indentation is limited, since a deep tree would be wider than any page.
      let under =
        entry.level == 0 || entry.level > 40 ? entry.indent : entry.indent + (entry.branch == "└ " ? "  " : "│ ")
      var below: [(Layer, String)] = []
      if let mask = layer.extraBox?.value.mask {
        below.append((mask, "mask" + (mask.storedName.map { " \($0)" } ?? "")))
      }
      for (i, child) in layer.children.enumerated() {
        let name = child.storedName ?? ""
        below.append((child, name.isEmpty ? "#\(i + 1)" : name))
      }
      for (i, (child, name)) in below.enumerated().reversed() {
        pending.append(
          Entry(
            layer: child, name: name, indent: under, branch: i == below.count - 1 ? "└ " : "├ ", level: entry.level + 1)
        )
      }
    }
    return lines
  }

  /// Formats a rectangle as `(x y width height)`, with at most three decimals.
  private static func boxText(_ r: Rect) -> String {
    "(\([r.x, r.y, r.width, r.height].map(short).joined(separator: " ")))"
  }

  // MARK: Content of a layer

  /// Words that describe the layer's content in paint order, then its effects.
  package final var allInspectedWords: [String] {
    var words: [String] = []
    func value(_ key: String) -> PropertyValue {
      guard let row = layerClass.property(key) else { return .null }
      let value = row.value(self)
      return value == layerClass.defaultValue(of: row) ? .null : value
    }
    func number(_ key: String) -> Double? { if case .number(let v) = value(key) { v } else { nil } }
    if flag(.hidden) { words.append("hidden") }
    if let text = inspectedPaint(storedBackgroundColor), isFlattening { words.append("background \(text)") }
    words += inspectedWords
    if let image = storedContents {
      words.append("image \(image.width)×\(image.height)" + (image.name.map { " \"\($0)\"" } ?? ""))
    } else if let backing = extraBox?.value.backing {
      let count = backing.drawing.operations.count
      words.append("drawing of \(counted(count, "operation"))")
    }
    if storedBorderWidth > 0, let color = inspectedPaint(decoration.borderColor) {
      words.append("border \(short(storedBorderWidth)) \(color)")
    }
    if storedCornerRadius > 0 { words.append("corners \(short(storedCornerRadius))") }
    if flag(.masksToBounds), layerClass.nativeDefault(of: .masksToBounds) != .bool(true) { words.append("clips") }
    if decoration.shadowOpacity > 0, isFlattening { words.append("shadow") }
    if let opacity = number("opacity") { words.append("opacity \(short(opacity))") }
    if let z = number("zPosition") { words.append("z \(short(z))") }
    if case .transform(let t) = value("transform") { words.append(t.isAffine ? "transformed" : "transformed in depth") }
    if case .transform(let t) = value("sublayerTransform") {
      words.append(t.m34 != 0 ? "perspective" : "sublayers transformed")
    }
    if flag(.geometryFlipped) { words.append("flipped") }
    if let name = decoration.compositingFilter { words.append(name) }
    for (word, list) in [
      ("filters", contentFilters), ("background filters", backdropFilters),
    ] {
      guard let list, !list.isEmpty else { continue }
      let names = list.prefix(5).map { $0.isStoredEnabled ? $0.className : "\($0.className) (disabled)" }
      words.append("\(word) \(names.joined(separator: " + "))\(list.count > 5 ? " + …" : "")")
    }
    if flag(.needsDisplay) { words.append("needs display") }
    switch intent {
    case .blank(_, let why, _): words.append("paints nothing: \(why)")
    case .inBounds where storedBounds.isEmpty: words.append("paints nothing: its bounds are empty")
    case .inBounds, .anywhere, .nothing: break
    }
    return words
  }

  /// Describes a paint; nil if it is invisible.
  package final func inspectedPaint(_ color: ColorOrPattern?) -> String? {
    switch color {
    case .color(let c)?: c.alpha > 0 ? c.hexadecimal : nil
    case .pattern(let image)?: "pattern \(image.width)×\(image.height)"
    case nil: nil
    }
  }

  /// Formats a number with at most three decimals.
  package final func inspectedNumber(_ v: Double) -> String { short(v) }
}

private func short(_ v: Double) -> String { numberText(v, decimals: 3) }
