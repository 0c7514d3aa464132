// SPDX-License-Identifier: MIT
import LayerModel
import LayerRendering
import SceneFiles

// Scenes of Core Animation, read from files.
extension Engine {
  /// Reads a scene of Core Animation: a `.caml` document, a `.ca` bundle, a `.wallpaper`, or a `.tendies` archive,
  /// known by its content. The engine's warnings report what is not shown as the file says; see `Package.notes`.
  ///
  /// ```swift
  /// let package = try engine.package(at: "wallpaper.tendies")
  /// try engine.write(package.rootLayer, to: "wallpaper.png")
  /// ```
  /// - Parameters:
  ///   - path: in any folder; relative to the configuration's `scriptDirectory`, else to the process's working
  ///     directory. Images of a document or bundle are read beside it.
  ///   - wallpaper: the name of the wallpaper to read of several; nil for the first.
  /// - Throws: `EngineError` of kind `usage` for a file that holds no scene, `limit`, `file` or `cancelled`. Its time
  ///   counts as that of a picture does: see `Configuration.timeLimit`.
  public func package(at path: String, wallpaper: String? = nil) throws -> Package {
    do { return try working { try renderer.package(ofHost: path, wallpaper: wallpaper) } } catch {
      throw wrongUse(error)
    }
  }
}
