// SPDX-License-Identifier: MIT
import Wording

/// What a path names: a single picture, or a film. A path is parsed once, where it comes in.
package enum Destination: Sendable {
  case picture(FileFormat)
  case film(FilmTarget)

  /// Parses a path.
  ///
  /// - Parameter isFilm: whether a film was asked for, as by its duration. Formats that hold both are films then;
  ///   otherwise pictures.
  package init(_ path: String, isFilm: Bool) throws(DestinationError) {
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

/// What the path of a film names: a file, or the film's frames as numbered pictures.
package enum FilmTarget: Sendable, Equatable {
  case file(FileFormat)
  case frames(FrameFileName, FileFormat)

  /// - Throws: `LayerError` when the name is that of a single picture, or of no known kind.
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
        "\(cannot): a .\(tail) is a single picture, but fps, from, duration and frames are a film's; number the "
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

  /// What each file holds.
  package var content: FileFormat.Content {
    switch self {
    case .file: .film
    case .frames: .picture
    }
  }

  /// Whether the program ffmpeg makes it.
  package var needsFFmpeg: Bool {
    if case .file(let format) = self { format.needsFFmpeg } else { false }
  }
}

/// Why a path names no destination. Extensions are as written.
package enum DestinationError: Error {
  case noExtension
  case unknown(String)
  /// A single picture was asked for, and this format holds films only.
  case isFilm(String)
  /// What is wrong with a film's name, in words that are the same everywhere.
  case film(LayerError)
}

extension FileFormat {
  /// The format of a path that is a single picture's.
  package init(ofPicture path: String) throws(DestinationError) {
    let tail = splitExtension(path).fileExtension
    guard !tail.isEmpty else { throw .noExtension }
    guard let format = FileFormat(fileExtension: tail) else {
      throw .unknown(tail)
    }
    guard format.holds(.picture) else { throw .isFilm(tail) }
    self = format
  }
}

extension DestinationError {
  /// The error for a file that was to be written.
  package func writing(_ path: String) -> LayerError {
    let remedy = "use \(FileFormat.words(.picture))"
    let cannot = "cannot write \"\(path)\""
    return switch self {
    case .noExtension: LayerError("\(cannot): the name has no extension; \(remedy)")
    case .unknown(let tail): LayerError("\(cannot): unknown extension .\(tail); \(remedy)")
    case .isFilm(let tail): LayerError("\(cannot): a .\(tail.lowercased()) is a film; \(remedy) for a picture")
    case .film(let error): error
    }
  }
}
