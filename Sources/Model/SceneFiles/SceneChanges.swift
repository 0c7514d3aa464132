// SPDX-License-Identifier: MIT
import LayerModel
import Numbers
import Pixels

/// The keys that the animations and states of a tree change, by the objects that have the keys. A key path that leads
/// from one layer to another (`mask.position`) is a change of the other.
package struct SceneChanges {
  /// One change of an object.
  package struct Change {
    /// The key path from the object.
    package var path: String
    /// Its cause as words before the path: `an animation moves`, `the state On sets`.
    package var cause: String
    /// True for an animation.
    package var isAnimation: Bool

    /// The first component of the path.
    package var key: String { String(path.prefix { $0 != "." }) }

    /// True if it changes the size of the bounds.
    package var resizes: Bool { SceneChanges.resizes(path) }
  }

  /// True if a key path is of a layer's size.
  package static func resizes(_ path: String) -> Bool {
    path == "bounds" || path.hasPrefix("bounds.size") || path == "frame" || path.hasPrefix("frame.size")
  }

  // For lookups only.
  private var changes: [ObjectIdentifier: [Change]] = [:]

  /// - Parameter layers: all layers of the tree.
  package init(in layers: [Layer]) {
    for layer in layers {
      for (_, animation) in layer.keyedAnimations { add(animation, on: layer, "an animation moves") }
      for state in layer.states ?? [] {
        for element in state.elements ?? [] {
          guard let target = element.target else { continue }
          if let path = (element as? StateSetValue)?.keyPath {
            add(path, on: target, "the state \(state.label) sets", false)
          }
          if let animation = (element as? StateAddAnimation)?.animation {
            add(animation, on: target, "an animation of the state \(state.label) moves")
          }
        }
      }
      for transition in layer.stateTransitions ?? [] {
        for element in transition.elements ?? [] {
          guard let target = element.target, let animation = element.animation else { continue }
          add(animation, on: target, "an animation of a transition moves")
        }
      }
    }
  }

  private mutating func add(_ animation: Animation, on layer: Layer, _ cause: String) {
    for path in animation.keyPaths { add(path, on: layer, cause, true) }
  }

  private mutating func add(_ path: String, on layer: Layer, _ cause: String, _ isAnimation: Bool) {
    let (object, rest) = SceneChanges.end(of: path, on: layer)
    changes[ObjectIdentifier(object), default: []].append(Change(path: rest, cause: cause, isAnimation: isAnimation))
  }

  /// Returns the changes of an object, in the order of the tree.
  package func of(_ object: KeyedObject) -> [Change] { changes[ObjectIdentifier(object)] ?? [] }

  /// Returns the object to which a key path of a layer leads, and the rest of the path, from that object.
  package static func end(of path: String, on layer: Layer) -> (object: KeyedObject, rest: String) {
    var object: KeyedObject = layer
    var rest = path
    for _ in 0..<64 {
      guard let (next, used) = try? object.follow(keyPath: rest), used > 0 else { break }
      object = next
      rest = String(decoding: rest.utf8.dropFirst(used), as: UTF8.self)
    }
    return (object, rest)
  }

  /// Returns the row of the key that a key path of a layer ends at; nil for a part of a value and for a custom key.
  package static func row(of path: String, on layer: Layer) -> Property? {
    let (object, rest) = end(of: path, on: layer)
    return object.keyedClass.property(rest)
  }

  /// Returns an animation's or a state's value of a key of images with images in place of the names of files, each in
  /// the resolution in which the key's layer shows the image in its size in points.
  ///
  /// - Parameter scale: the pixels per point of a layer's contents.
  /// - Returns: nil if an image has no such resolution.
  /// - Throws: `LayerError` if a file cannot be read.
  package static func images(of value: PropertyValue, _ path: String, on layer: Layer, scale: Double) throws
    -> PropertyValue?
  {
    switch value {
    case .bool(false): return .null
    case .array(let values):
      var images: [PropertyValue] = []
      for value in values {
        guard let image = try SceneChanges.images(of: value, path, on: layer, scale: scale) else { return nil }
        images.append(image)
      }
      return .array(images)
    case .string(let file) where !file.isEmpty:
      return try images(of: .image(try layer.scene.image(atPath: file)), path, on: layer, scale: scale)
    case .image(let image):
      let (object, _) = end(of: path, on: layer)
      guard image.resolutionCount > 1 || image.picture != nil else { return value }
      if let cell = object as? EmitterCell {
        return .image(Image(image.bitmap(forScale: cell.contentsScale), name: image.name))
      }
      if let target = object as? Layer, SceneRules.stretchesContents(of: target) { return value }
      if image.picture != nil { return .image(Image(image.bitmap(forScale: scale), name: image.name)) }
      return SceneRules.variant(of: image, scale: scale).map { .image($0) }
    default: return value
    }
  }
}
