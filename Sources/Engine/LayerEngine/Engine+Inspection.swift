// SPDX-License-Identifier: MIT
import Films
import Geometry
import LayerModel
import LayerRendering
import LuaBinding
import Sandbox

/// A picture that a script would render, as described by `inspect`.
package struct InspectedPicture: Sendable {
  /// The file that it would be written to; nil for a returned layer, or for an image that the script keeps.
  package var file: String?
  /// The frame count and frame rate if this is the first frame of a film; else nil.
  package var film: (frames: Int, framesPerSecond: Double)?
  /// The script location of the render, such as `scene.lua:12`; nil for a returned layer.
  package var place: String?
  /// The tree as lines of text.
  package var text: String
  /// The tree as JSON: the dump, with `canvasFrame` and `draws` for each layer.
  package var json: String
}

extension Engine {
  /// Runs a script and describes what it renders instead of rendering it: the layer it returns, and the layer of each
  /// `ca.render` in its state at the call. Layout and display hooks run as for a picture. No file is written; an image
  /// that the script renders for its own use is made.
  ///
  /// - Throws: `EngineError`; also if the script neither returns nor renders a layer.
  package func inspect(
    script: [UInt8], name: String, arguments: ScriptArguments = ScriptArguments(),
    _ options: RenderOptions = RenderOptions()
  ) throws -> [InspectedPicture] {
    var pictures: [InspectedPicture] = []
    renderer.writesFiles = false
    interceptRenders { layer, options, file, film, place in
      // A film is described by its first frame.
      let options = film.map { $0.options(options, frame: $0.frames.frame(at: 0) ?? 0) } ?? options
      let inspection = try layer.inspect(options)
      var picture = InspectedPicture(file: file, place: place, text: inspection.text, json: inspection.json)
      picture.film = film.map { ($0.frames.count, $0.timing.framesPerSecond) }
      pictures.append(picture)
    }
    defer {
      renderer.writesFiles = true
      interceptRenders(nil)
    }
    if let layer = try run(script: script, name: name, arguments: arguments) {
      let inspection = try describe(layer, options)
      pictures.append(InspectedPicture(text: inspection.text, json: inspection.json))
    }
    guard !pictures.isEmpty else {
      throw EngineError(
        .script, "there is nothing to inspect: the script neither returns nor renders a layer", script: name)
    }
    return pictures
  }
}
