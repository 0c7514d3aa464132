// SPDX-License-Identifier: MIT
import Archives
import Geometry
import LayerModel
import LayerRendering
import LottieFiles
import Parsing

/// A Lottie file in memory with the renderer that its scene needs.
final class LottieFile {
  let renderer = LayerRenderer()
  let scene: Scene
  let animation: LottieAnimation

  init(_ bytes: [UInt8], files: [String: [UInt8]] = [:]) throws {
    scene = renderer.makeScene()
    scene.onWarning = { _ in }
    let log = Log()
    let renderer = renderer
    animation = try LottieAnimation(
      bytes, name: "film.json", beside: MemoryFiles(files),
      LottieAnimation.Services(
        makeImage: { bytes, _ in try renderer.decodeImage(bytes) }, fonts: { [] },
        warn: { _, message in log.messages.append(message) }), scene.account)
    self.log = log
  }

  convenience init(_ text: String, files: [String: [UInt8]] = [:]) throws {
    try self.init(Array(text.utf8), files: files)
  }

  /// A film of 100 × 100 points and 60 frames, 30 in a second, with some layers.
  convenience init(layers: String, more: String = "", files: [String: [UInt8]] = [:]) throws {
    try self.init(LottieFile.json(layers: layers, more: more), files: files)
  }

  static func json(layers: String, more: String = "") -> String {
    #"{"v":"5.7.0","fr":30,"ip":0,"op":60,"w":100,"h":100,\#(more)"layers":[\#(layers)]}"#
  }

  private let log: Log
  var messages: [String] { log.messages }

  func layer(_ options: LottieOptions = LottieOptions()) throws -> Layer {
    try animation.makeLayer(in: scene, options: options)
  }

  func layer(_ change: (inout LottieOptions) -> Void) throws -> Layer {
    var options = LottieOptions()
    change(&options)
    return try layer(options)
  }

  /// The error of making layers; nil without one.
  func error(_ options: LottieOptions = LottieOptions()) -> LayerError? {
    do {
      _ = try layer(options)
      return nil
    } catch { return error as? LayerError }
  }

  /// The colour of a picture's pixel at a time, as 0xAABBGGRR premultiplied.
  func pixel(_ layer: Layer, _ x: Int, _ y: Int, at time: Double = 0) throws -> UInt32 {
    let bitmap = try renderer.render(layer, RenderOptions(time: time))
    return bitmap[x, y]
  }
}

/// Messages in the order of arrival.
final class Log {
  var messages: [String] = []
}

/// Files in memory.
final class MemoryFiles: BundleFiles {
  private let files: [String: [UInt8]]

  init(_ files: [String: [UInt8]]) { self.files = files }

  func paths(_ reading: inout Reading) throws -> [String] { files.keys.sorted() }
  func contents(of path: String, limit: Int, _ reading: inout Reading) throws -> [UInt8]? { files[path] }
}

extension Layer {
  /// The first layer of a class in the tree, masks left out.
  func first<Class: Layer>(_ type: Class.Type) -> Class? {
    if let self = self as? Class { return self }
    for layer in sublayers { if let found = layer.first(type) { return found } }
    return nil
  }

  /// The first keyframe animation of a key path in the tree.
  func keyframes(_ keyPath: String) -> KeyframeAnimation? {
    for case let animation as KeyframeAnimation in animations where animation.keyPath == keyPath { return animation }
    for layer in sublayers { if let found = layer.keyframes(keyPath) { return found } }
    return nil
  }

  /// The first layer that has an animation of a key path.
  func animated(_ keyPath: String) -> Layer? {
    if animations.contains(where: { ($0 as? PropertyAnimation)?.keyPath == keyPath }) { return self }
    for layer in sublayers { if let found = layer.animated(keyPath) { return found } }
    return nil
  }
}
