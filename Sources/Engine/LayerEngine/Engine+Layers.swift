// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels

// Layers and their values, looked up by name.
extension Engine {
  /// All layers of the tree that the last script returned, in pre-order from the root. Masks are not included.
  public var layers: [Layer] {
    var result: [Layer] = []
    rootLayer?.walk { layer, _ in
      result.append(layer)
      return true
    }
    return result
  }

  /// Returns a layer of the tree that the last script returned.
  ///
  /// ```swift
  /// let needle = try engine.layer(named: "dial/needle")
  /// ```
  /// - Parameter path: a name, searched depth first from and including the root, or a path of names from the root's
  ///   sublayers such as `dial/needle`.
  /// - Throws: `EngineError` of kind `usage` if there is none.
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

  /// Creates a layer from the bytes of an SVG file, in the file's size. Groups and shapes become sublayers, named by
  /// their ids.
  ///
  /// ```swift
  /// let sun = "<svg width='16' height='16'><circle id='sun' cx='8' cy='8' r='5'/></svg>"
  /// let icon = try engine.layer(svg: Array(sun.utf8))
  /// try card.addSublayer(icon)
  /// ```
  ///
  /// - Parameter color: the value of the file's `currentColor`.
  /// - Throws: `EngineError` of kind `usage` for bytes that are not SVG; `limit`.
  public func layer(svg bytes: [UInt8], color: Color = .black) throws -> Layer {
    try checkThread()
    do { return try renderer.layer(svg: bytes, color: color) } catch { throw wrongUse(error) }
  }

  /// Returns the outlines of all shapes in an SVG file, in the file's coordinates, in points.
  ///
  /// ```swift
  /// let outline = try engine.path(svg: Array("<svg><rect width='3' height='4'/></svg>".utf8))
  /// outline.boundingBox  // Rect(0, 0, 3, 4)
  /// ```
  ///
  /// - Throws: `EngineError` of kind `usage` for bytes that are not SVG; `limit`.
  public func path(svg bytes: [UInt8]) throws -> Path {
    try checkThread()
    do { return try renderer.path(svg: bytes) } catch { throw wrongUse(error) }
  }

  /// Returns the layer that `layer(named:)` finds, or nil if there is none.
  ///
  /// ```swift
  /// engine.find("dial/needle")?.opacity = 0.5
  /// ```
  public func find(_ path: String) -> Layer? {
    guard let root = rootLayer else { return nil }
    return root.name == path ? root : root.find(path)
  }

  /// Returns the model value of a key path, such as `position.x` or `sublayers.title.fontSize`, without animations. The
  /// layer is found as by `layer(named:)`.
  ///
  /// ```swift
  /// let x = try engine.value(forKeyPath: "position.x", ofLayerNamed: "title")
  /// ```
  ///
  /// - Throws: `EngineError` of kind `usage` if the layer or the path does not exist.
  public func value(forKeyPath keyPath: String, ofLayerNamed name: String) throws -> PropertyValue {
    let layer = try layer(named: name)
    do { return try layer.value(forKeyPath: keyPath) } catch { throw wrongUse(error) }
  }

  /// Returns the model value of a key path as a Swift type.
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

  /// Sets a key path of a layer, which is found as by `layer(named:)`.
  ///
  /// ```swift
  /// try engine.setValue(0.5, forKeyPath: "opacity", ofLayerNamed: "title")
  /// ```
  /// - Throws: `EngineError` of kind `usage` if the layer or the path does not exist, or does not accept the value.
  public func setValue(
    _ value: some PropertyValueConvertible, forKeyPath keyPath: String, ofLayerNamed name: String
  ) throws {
    let layer = try layer(named: name)
    do { try layer.setValue(try value.propertyValue, forKeyPath: keyPath) } catch { throw wrongUse(error) }
  }

  /// Returns the value of a key path at a time, with animations applied. It copies the tree below the layer: to read
  /// many values at one time, use the layer's `presentation(at:)`.
  ///
  /// ```swift
  /// let place = try engine.presentationValue(forKeyPath: "position", ofLayerNamed: "title", at: 0.5)
  /// ```
  ///
  /// - Parameter time: in seconds; nil is the engine's time. The clock does not advance.
  /// - Throws: `EngineError` of kind `usage`.
  public func presentationValue(
    forKeyPath keyPath: String, ofLayerNamed name: String, at time: Double? = nil
  ) throws -> PropertyValue {
    let layer = try layer(named: name)
    do { return try layer.presentation(at: time).value(forKeyPath: keyPath) } catch { throw wrongUse(error) }
  }

  /// Returns the value of a key path at a time, with animations applied, as a Swift type.
  ///
  /// ```swift
  /// let opacity: Double = try engine.presentationValue(forKeyPath: "opacity", ofLayerNamed: "title", at: 0.5)
  /// ```
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

  /// Converts an error of a host's call: of kind `usage` instead of `script` if no script is involved.
  func wrongUse(_ error: any Error) -> EngineError {
    var result = explained(error)
    if result.kind == .script, result.script == nil { result.kind = .usage }
    return result
  }
}
