// SPDX-License-Identifier: MIT
import Formats
import LayerModel
import LayerRendering
import LuaBinding
import SceneFiles

// Scenes: layers as files that hold layers.
extension LayerRenderer {
  package func writeScene(
    of layer: Layer, to path: String, as format: SceneFormat, _ options: SceneOptions
  ) throws {
    let stem = SceneAssets.plain(splitExtension(lastName(of: path)).stem)
    let name = stem.isEmpty ? "scene" : stem
    guard format == .lua else {
      return try writeScene(
        try sceneFiles(of: layer, as: format, name: name, for: path, options), to: path, as: format)
    }
    let script = SceneScript(
      of: try sceneLayer(layer, as: format, options), name: name, pixelScale: options.pixelScale,
      isOccupied: try occupancy(beside: path)
    ) { try self.ownPicture(of: $0, scale: $1) }
    try writeScene(try script.files(), to: path, as: format)
  }
}

extension Engine {
  /// Writes a layer as a scene, for a path that has been parsed.
  ///
  /// - Throws: `EngineError` of kind `usage` for what the format cannot hold, with the layer and its line.
  package func writeScene(
    _ layer: Layer, to path: String, as format: SceneFormat, _ options: SceneOptions
  ) throws(EngineError) {
    try renderer.hosting(path) { () throws(EngineError) in
      try working {
        do { try renderer.writeScene(of: layer, to: path, as: format, options) } catch let error as LayerError {
          throw wrongUse(error)
        }
        try checkInterruption()
      }
    }
  }

  /// Writes a script's layer as a scene, for the command-line program.
  package func writeScene(
    ofScript layer: Layer, to path: String, as format: SceneFormat, scale: Double?, bake: Double?, _ film: FilmRequest
  ) throws(EngineError) {
    var options = SceneOptions()
    if let scale { options.pixelScale = scale }
    options.bake = bake
    options.start = film.start
    options.duration = film.duration
    try writeScene(layer, to: path, as: format, options)
  }
}
