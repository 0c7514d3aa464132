// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels

// Layers and their values by name.
extension Engine {
  /// The layers of the tree that the last script returned: its root, then the layers below, depth first in sublayer
  /// order. Masks are not included.
  public var layers: [Layer] {
    var result: [Layer] = []
    rootLayer?.walk { layer, _ in
      result.append(layer)
      return true
    }
    return result
  }

  /// A layer of the tree that the last script returned.
  ///
  /// - Parameter path: a name, searched depth first (including the root's own), or a path of names from the root's
  ///   sublayers such as `dial/needle`.
  /// - Throws: `EngineError` of kind `usage` when there is none.
  public func layer(named path: String) throws -> Layer {
    try checkThread()
    if rootLayer == nil { throw EngineError(.usage, "there is no layer \"\(path)\": no script has returned a layer") }
    if let layer = find(path) { return layer }
    var names: [String] = []
    for name in layers.compactMap(\.name) where !names.contains(name) {
      names.append(name)
      if names.count > 12 { break }
    }
    let known =
      names.isEmpty
      ? "none of its layers has a name"
      : "there are \(names.prefix(12).joined(separator: ", "))\(names.count > 12 ? ", …" : "")"
    throw EngineError(.usage, "there is no layer \"\(path)\" in the tree that the script returned; \(known)")
  }

  /// A layer of an SVG file's size from the file's bytes: its groups and shapes are the layers below, with their ids as
  /// names.
  ///
  /// - Parameter color: what stands for the file's `currentColor`.
  /// - Throws: `EngineError` of kind `usage` for bytes that are no SVG, `limit`.
  public func layer(svg bytes: [UInt8], color: Color = .black) throws -> Layer {
    try checkThread()
    do { return try renderer.layer(svg: bytes, color: color) } catch { throw wrongUse(error) }
  }

  /// The outlines of all shapes in an SVG file, in its points.
  ///
  /// - Throws: `EngineError` of kind `usage` for bytes that are no SVG, `limit`.
  public func path(svg bytes: [UInt8]) throws -> Path {
    try checkThread()
    do { return try renderer.path(svg: bytes) } catch { throw wrongUse(error) }
  }

  /// The same as by `layer(named:)`, or nil when there is none.
  public func find(_ path: String) -> Layer? {
    guard let root = rootLayer else { return nil }
    return root.name == path ? root : root.find(path)
  }

  /// The value of a key path, such as `position.x` or `sublayers.title.fontSize`, of a layer found as by
  /// `layer(named:)`: the layer's own, without animations.
  ///
  /// - Throws: `EngineError` of kind `usage` for a layer or path that does not exist.
  public func value(forKeyPath keyPath: String, ofLayerNamed name: String) throws -> PropertyValue {
    let layer = try layer(named: name)
    do { return try layer.value(forKeyPath: keyPath) } catch { throw wrongUse(error) }
  }

  /// The same as a Swift type.
  ///
  /// ```swift
  /// let size: Double = try engine.value(forKeyPath: "fontSize", ofLayerNamed: "title")
  /// ```
  /// - Throws: `EngineError` of kind `usage`, also for a value of another type.
  public func value<Value: PropertyValueConvertible>(
    forKeyPath keyPath: String, ofLayerNamed name: String, as type: Value.Type = Value.self
  ) throws -> Value {
    try converted(try value(forKeyPath: keyPath, ofLayerNamed: name), name, keyPath)
  }

  /// Sets a key path of a layer found as by `layer(named:)`.
  ///
  /// - Throws: `EngineError` of kind `usage` for a layer or path that does not exist, or a value that it does not take.
  public func setValue(
    _ value: some PropertyValueConvertible, forKeyPath keyPath: String, ofLayerNamed name: String
  ) throws {
    let layer = try layer(named: name)
    do { try layer.setValue(try value.propertyValue, forKeyPath: keyPath) } catch { throw wrongUse(error) }
  }

  /// The value of a key path at a time, with the animations on it.
  ///
  /// - Parameter time: in seconds; nil is the engine's time. The clock does not move.
  /// - Throws: `EngineError` of kind `usage`. It copies the tree below the layer: to read many values of one moment,
  ///   take the layer's `presentation(at:)`.
  public func presentationValue(
    forKeyPath keyPath: String, ofLayerNamed name: String, at time: Double? = nil
  ) throws -> PropertyValue {
    let layer = try layer(named: name)
    do { return try layer.presentation(at: time).value(forKeyPath: keyPath) } catch { throw wrongUse(error) }
  }

  /// The same as a Swift type.
  public func presentationValue<Value: PropertyValueConvertible>(
    forKeyPath keyPath: String, ofLayerNamed name: String, at time: Double? = nil, as type: Value.Type = Value.self
  ) throws -> Value {
    try converted(try presentationValue(forKeyPath: keyPath, ofLayerNamed: name, at: time), name, keyPath)
  }

  private func converted<Value: PropertyValueConvertible>(
    _ value: PropertyValue, _ name: String, _ keyPath: String
  ) throws(EngineError) -> Value {
    do { return try value.converted(to: Value.self) } catch {
      throw EngineError(.usage, "\(name), \(keyPath): \(error)")
    }
  }

  /// The error of a call that is not a script's.
  func wrongUse(_ error: any Error) -> EngineError {
    var result = explained(error)
    if result.kind == .script, result.script == nil { result.kind = .usage }
    return result
  }
}
