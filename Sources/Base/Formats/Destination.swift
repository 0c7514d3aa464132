// SPDX-License-Identifier: MIT
import Messages

/// The kind of output that a path names: a single picture, a film or a scene. Parsed once, at the boundary.
package enum Destination: Sendable {
  case picture(FileFormat)
  case film(FilmTarget)
  case scene(SceneFormat)

  /// Parses a path.
  ///
  /// - Parameter isFilm: true if a film was requested, for instance by a duration. Formats that hold both are then
  ///   films, otherwise pictures.
  package init(_ path: String, isFilm: Bool) throws(DestinationError) {
    if let scene = SceneFormat(ofPath: path) {
      self = .scene(scene)
      return
    }
    if !isFilm {
      let format = FileFormat(fileExtension: splitExtension(path).fileExtension)
      let isNumbered: Bool
      do throws(LayerError) { isNumbered = try FrameFileName(path) != nil } catch { throw .film(error) }
      guard isNumbered || format?.holds(.picture) == false else {
        self = .picture(try FileFormat(ofPicture: path))
        return
      }
    }
    do throws(LayerError) { self = .film(try FilmTarget(path)) } catch { throw .film(error) }
  }
}

/// The kind of output that a film's path names: one film file, or numbered pictures of its frames.
package enum FilmTarget: Sendable, Equatable {
  case file(FileFormat)
  case frames(FrameFileName, FileFormat)

  /// - Throws: `LayerError` if the name is that of a single picture or of an unknown format.
  package init(_ path: String) throws(LayerError) {
    let (stem, tail) = splitExtension(path)
    let format = FileFormat(fileExtension: tail)
    let cannot = "cannot write \"\(path)\""
    if let name = try FrameFileName(path) {
      guard let format, format.holds(.picture) else {
        let pictures = FileFormat.words(.picture)
        throw LayerError("\(cannot): a film's frames are pictures: use \(pictures), such as frame-{0000}.png")
      }
      self = .frames(name, format)
      return
    }
    if let format, format.holds(.film) {
      self = .file(format)
      return
    }
    let films = FileFormat.words(.film)
    if format != nil {
      throw LayerError(
        "\(cannot): a .\(tail) is a single picture, but fps, from, duration and frames are for films; number the "
          + "pictures, as in "
          + "\"\(stem)-{0000}.\(tail)\", or use \(films)")
    }
    throw LayerError(
      "\(cannot): \(tail.isEmpty ? "the name has no extension" : "unknown film format .\(tail)"); use \(films), or "
        + "numbered pictures such as frame-{0000}.png")
  }

  /// The format of the file or of the files.
  package var format: FileFormat {
    switch self {
    case .file(let format), .frames(_, let format): format
    }
  }

  /// The content of each file.
  package var content: FileFormat.Content {
    switch self {
    case .file: .film
    case .frames: .picture
    }
  }

  /// True if the program ffmpeg encodes the film.
  package var needsFFmpeg: Bool {
    if case .file(let format) = self { format.needsFFmpeg } else { false }
  }
}

extension SceneFormat {
  /// Returns the format of scenes that a path's extension names; nil for other extensions.
  package init?(ofPath path: String) {
    guard let scene = FileFormat(fileExtension: splitExtension(path).fileExtension)?.scene else { return nil }
    self = scene
  }
}

/// The reason why a path names no destination. Extensions are as written.
package enum DestinationError: Error {
  case noExtension
  case unknown(String)
  /// A single picture was requested, but the format holds only films.
  case isFilm(String)
  /// A single picture was requested, but the format holds only scenes.
  case isScene(String)
  /// A film's name is invalid; the error has the complete message.
  case film(LayerError)
}

extension FileFormat {
  /// Returns the format of a single picture's path.
  package init(ofPicture path: String) throws(DestinationError) {
    let tail = splitExtension(path).fileExtension
    guard !tail.isEmpty else { throw .noExtension }
    guard let format = FileFormat(fileExtension: tail) else {
      throw .unknown(tail)
    }
    guard format.scene == nil else { throw .isScene(tail) }
    guard format.holds(.picture) else { throw .isFilm(tail) }
    self = format
  }
}

extension DestinationError {
  /// Converts the error to one about writing a file.
  package func writing(_ path: String) -> LayerError {
    let remedy = "use \(FileFormat.words(.picture))"
    let cannot = "cannot write \"\(path)\""
    return switch self {
    case .noExtension: LayerError("\(cannot): the name has no extension; \(remedy)")
    case .unknown(let tail): LayerError("\(cannot): unknown extension .\(tail); \(remedy)")
    case .isFilm(let tail): LayerError("\(cannot): a .\(tail.lowercased()) is a film; \(remedy) for a picture")
    case .isScene(let tail):
      LayerError("\(cannot): a .\(tail.lowercased()) holds the layers of one scene; \(remedy) for a picture")
    case .film(let error): error
    }
  }
}
