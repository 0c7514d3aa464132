// SPDX-License-Identifier: MIT
import LayerModel
import LayerRendering
import LottieFiles
import SceneFiles

// Scenes of Core Animation and Lottie animations, read from files.
extension Engine {
  /// Makes a layer of a Lottie file's size that plays its animation: `.json`, `.lottie` or `.tgs`, known by its
  /// content.
  /// The engine's warnings name what is not drawn as the file says.
  ///
  /// ```swift
  /// var options = LottieOptions()
  /// options.texts = [("Title", "Hello")]
  /// let loader = try engine.layer(lottie: "loader.json", options: options)
  /// try engine.write(loader, to: "loader.gif")
  /// ```
  /// - Parameters:
  ///   - path: in any folder; relative to the configuration's `scriptDirectory`, else to the process's working
  ///     directory. Pictures are read beside the file.
  ///   - options: values, texts, pictures and fonts in place of the file's.
  /// - Throws: `EngineError` of kind `usage` for a file that holds no animation, and for an option that the animation
  ///   has no place for, with the nearest names; `limit`, `file` or `cancelled`. Its time counts as that of a picture
  ///   does: see `Configuration.timeLimit`.
  public func layer(lottie path: String, options: LottieOptions = LottieOptions()) throws -> Layer {
    do {
      return try working { try renderer.lottie(ofHost: path).makeLayer(in: scene, options: options) }
    } catch { throw wrongUse(error) }
  }

  /// Makes a layer of a Lottie file with options by name, for hosts that have no `LottieOptions`.
  package func layer(lottie path: String, named options: [(key: String, value: PropertyValue)]) throws -> Layer {
    do {
      let options = try LottieOptions(options) { try renderer.image(atPath: $0) }
      return try layer(lottie: path, options: options)
    } catch { throw wrongUse(error) }
  }

  /// Returns what a Lottie file says of an animation, with its key paths, as a dictionary.
  package func lottieInfo(at path: String, animation: String?) throws -> PropertyValue {
    let file = try lottie(at: path)
    do {
      guard case .dictionary(var entries) = try file.info(of: animation).value else { return .null }
      entries.append(("keyPaths", LottieInfo.list(try file.keyPaths(of: animation))))
      return .dictionary(entries)
    } catch { throw wrongUse(error) }
  }

  /// Reads a Lottie file without showing it: its size, length, layers, fonts, pictures and key paths.
  ///
  /// ```swift
  /// let loader = try engine.lottie(at: "loader.json")
  /// print(loader.info.duration, loader.keyPaths)
  /// ```
  /// - Parameter path: as of `layer(lottie:options:)`.
  /// - Throws: `EngineError` as `layer(lottie:options:)`.
  public func lottie(at path: String) throws -> LottieAnimation {
    do { return try working { try renderer.lottie(ofHost: path) } } catch { throw wrongUse(error) }
  }

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
