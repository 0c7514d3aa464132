// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import LuaBinding

/// A picture that a script would make: what `inspect` tells of it.
package struct InspectedPicture: Sendable {
  /// The file it would go to; nil for a layer that the script returned, and for an image it kept.
  package var file: String?
  /// For a film, of which this is the first frame: how many it has, and how many of them a second.
  package var film: (frames: Int, framesPerSecond: Double)?
  /// Where in the script it is rendered, such as `scene.lua:12`; nil for a layer that the script returned.
  package var place: String?
  /// The tree as lines of text.
  package var text: String
  /// The tree as JSON: the dump, with `canvasFrame` and `draws` for each layer.
  package var json: String
}

extension Engine {
  /// Runs a script and describes what it draws instead of drawing it: the layer it returns, and that of each
  /// `ca.render` as it is then. Layout and display hooks run as for a picture. No file is written; an image that the
  /// script renders for itself is made.
  ///
  /// - Throws: `EngineError`; also for a script that neither returns nor renders a layer.
  package func inspect(
    script: [UInt8], name: String, arguments: ScriptArguments = ScriptArguments(),
    _ settings: RenderSettings = RenderSettings()
  ) throws(EngineError) -> [InspectedPicture] {
    var pictures: [InspectedPicture] = []
    renderer.writesFiles = false
    interceptRenders { layer, options, file, film, place in
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
      let inspection = try describe(layer, settings)
      pictures.append(InspectedPicture(text: inspection.text, json: inspection.json))
    }
    guard !pictures.isEmpty else {
      throw EngineError(
        .script, "there is nothing to inspect: the script neither returns nor renders a layer", script: name)
    }
    return pictures
  }
}
