// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels

/// The properties of layers that the formats of scenes hold.
package enum SceneRules {
  /// Keys that have done their work when the scene is written, or that never show: layout has placed the layers,
  /// drawing has drawn them, and no code runs that actions and delegates would serve.
  static let dropped: Set<String> = [
    "layoutManager", "constraints", "autoresizingMask", "layoutOptions", "actions", "delegate", "link", "redrawPolicy",
    "needsDisplayOnBoundsChange", "drawsAsynchronously", "states", "stateTransitions", "stateTransitionAnimation",
    "contents",
  ]

  /// Keys of this engine's own that change the picture and that Core Animation lacks, with what to do instead.
  static let foreign: [String: String] = [
    "sublayerDepth": "order the sublayers by zPosition",
    "trimMode": "trim each contour in a shape layer of its own",
    "colorSpace": "give the gradient the colours between as further colors",
    "huePath": "give the gradient the colours between as further colors",
  ]

  /// The keys of Core Animation's text layers. A text that uses another one of its layer's is written as pixels.
  static let textKeys: Set<String> = [
    "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode",
    "allowsFontSubpixelQuantization",
  ]

  /// True if the contents of a layer have the size of its bounds, whatever their pixels per point.
  package static func stretchesContents(of layer: Layer) -> Bool {
    switch layer.contentsGravity {
    case .resize, .resizeAspect, .resizeAspectFill: layer.contentsCenter == .unit
    default: false
    }
  }

  /// Returns the variant of an image of several resolutions that has so many pixels per point; nil if none has.
  package static func variant(of image: Image, scale: Double) -> Image? {
    let fitting = image.variants.first { abs(Double($0.width) / image.size.width - scale) < 1e-6 }
    return fitting.map { Image($0, name: image.name) }
  }

  /// Returns the largest picture of an emitter cell's image, and the pixels per point with which its particles keep
  /// their size; nil if the cell has no image of several resolutions.
  ///
  /// - Parameter pixelScale: pixels per point of what is drawn at any resolution.
  package static func largestContents(of cell: EmitterCell, pixelScale: Double) -> (image: Image, scale: Double)? {
    guard let image = cell.contents, image.resolutionCount > 1 || image.picture != nil else { return nil }
    let nominal = image.bitmap(forScale: cell.contentsScale)
    let largest = image.bitmap(forScale: image.picture == nil ? .infinity : max(pixelScale, cell.contentsScale))
    return (
      Image(largest, name: image.name), Double(largest.width) * cell.contentsScale / Double(max(nominal.width, 1))
    )
  }

  /// Returns a state that is based on itself; nil if there is none.
  ///
  /// - Parameter bases: the bases of states, by their names.
  static func circle(in bases: [String: String], _ step: () throws -> Void = {}) rethrows -> String? {
    for start in bases.keys.sorted() {
      var name = start
      for _ in 0...bases.count {
        try step()
        guard let base = bases[name] else { break }
        if base == start { return start }
        name = base
      }
    }
    return nil
  }

  /// True if a row's value differs from what a new object of the class has.
  package static func isChanged(_ row: Property, _ value: PropertyValue, in keyedClass: KeyedClass) -> Bool {
    let usual = keyedClass.defaultValue(of: row)
    if value == usual { return false }
    guard usual.isNull else { return true }
    if case .any = row.kind { return !value.isNull }
    switch value {
    // Without a stored default, an unchanged object reads zero.
    case .null, .rect(.zero), .point(.zero), .size(.zero), .number(0), .bool(false), .array([]): return false
    default: return true
    }
  }

  /// True if a row leads to other layers, or holds what only code understands.
  package static func isOfTree(_ row: Property) -> Bool {
    switch row.kind {
    case .layer, .layers, .function, .delegate, .layoutManager, .constraints: true
    default: false
    }
  }

  /// True if a text layer names a file as a font, which scenes do not copy.
  package static func usesFontFile(_ layer: Layer) -> Bool {
    func isFile(_ value: PropertyValue?) -> Bool {
      guard case .string(let name)? = value else { return false }
      let tails = [".ttf", ".otf", ".ttc", ".woff", ".woff2"]
      return name.contains("/") || tails.contains(where: name.lowercased().hasSuffix)
    }
    if isFile(layer.value(forKey: "font")) { return true }
    guard case .attributedString(let text) = layer.value(forKey: "string") else { return false }
    return text.values.contains { isFile($0["font"]) }
  }

  /// Returns the built-in class that a script's class derives from.
  package static func builtInClass(of object: KeyedObject) -> KeyedClass {
    var found = object.keyedClass
    while !found.isFilterClass, !KeyedClass.builtIn.contains(where: { $0 === found }), let next = found.superclass {
      found = next
    }
    return found
  }

  /// Returns a layer below one that the reader of packages has put above a scene's root to turn the y axis: a plain
  /// layer with y up that holds one layer of its size, centred. nil for any other layer.
  static func rootBelowHost(_ layer: Layer) -> Layer? {
    let children = layer.sublayers
    guard children.count == 1, let root = children.first, layer.keyedClass === KeyedClass.layer,
      layer.isGeometryFlipped,
      layer.mask == nil, layer.keyedAnimations.isEmpty, layer.states == nil, layer.stateTransitions == nil,
      layer.bounds.origin == .zero, layer.bounds.size == root.bounds.size, layer.assignedContents == nil,
      layer.backing == nil, isCentred(root, in: layer)
    else { return nil }
    let others = layer.keyedClass.properties.filter { row in
      !row.isDerived && !row.isReadOnly
        && !["bounds", "position", "geometryFlipped", "sublayers"].contains(row.name)
        && isChanged(row, row.value(layer), in: layer.keyedClass)
    }
    return others.isEmpty ? root : nil
  }

  /// Returns the floors of a wallpaper's host, by their names; nil for any other layer.
  static func floors(of host: Layer) -> [(name: String, root: Layer)]? {
    guard host.keyedClass === KeyedClass.layer, host.isGeometryFlipped, !host.sublayers.isEmpty else { return nil }
    var result: [(name: String, root: Layer)] = []
    for root in host.sublayers {
      guard case .string(let name) = root.value(forKey: CAMLNames.floorKey), isCentred(root, in: host) else {
        return nil
      }
      result.append((name, root))
    }
    return result
  }

  private static func isCentred(_ root: Layer, in host: Layer) -> Bool {
    let size = host.bounds.size, bounds = root.bounds, anchor = root.anchorPoint
    return abs(root.position.x - (size.width / 2 + (anchor.x - 0.5) * bounds.width)) < 1e-9
      && abs(root.position.y - (size.height / 2 + (anchor.y - 0.5) * bounds.height)) < 1e-9
  }
}
