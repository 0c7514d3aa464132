// SPDX-License-Identifier: MIT
import ImageFiles
import LayerModel

/// A kind of film file.
package enum FilmFileFormat: Sendable, Equatable {
  /// A format that the engine writes itself.
  case encoded(FilmFormat)
  /// H.264, by ffmpeg.
  case mp4
  /// VP9, by ffmpeg.
  case webm

  /// The format of a file extension in upper or lower case: mp4, webm, apng, gif, webp.
  package init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "mp4": self = .mp4
    case "webm": self = .webm
    default:
      guard let format = FilmFormat(fileExtension: fileExtension) else { return nil }
      self = .encoded(format)
    }
  }

  package var needsFFmpeg: Bool { self == .mp4 || self == .webm }

  /// Whether it can be smaller for films without translucent pixels, which then have to be known beforehand.
  var caresForAlpha: Bool { self == .webm || self == .encoded(.apng) }

  /// The number of frames that it needs beforehand.
  var sampleCount: Int {
    if case .encoded(let format) = self, format.sampleCount > 0 { return format.sampleCount }
    return caresForAlpha ? 3 : 0
  }

  /// The default number of frames per second.
  var usualRate: Double { self == .encoded(.gif) ? 50 : 60 }

  /// The highest rate that it can store, and the reason.
  var highestRate: (rate: Double, reason: String)? {
    self == .encoded(.gif)
      ? (50, "a GIF's clock counts hundredths of a second, and players slow down what shows for less than two") : nil
  }

  var fileExtension: String {
    switch self {
    case .encoded(let format): format.rawValue
    case .mp4: "mp4"
    case .webm: "webm"
    }
  }
}

/// The kind of output that a path names: a picture, a film, or a film's frames as numbered pictures.
package enum FilmTarget: Sendable, Equatable {
  case film(FilmFileFormat)
  case frames(FrameFileName, ImageFormat)

  /// - Throws: `LayerError` when the name is that of a single picture, or of no known kind.
  package init(_ path: String) throws(LayerError) {
    let tail = splitExtension(path).fileExtension
    let cannot = "cannot write \"\(path)\""
    if let name = try FrameFileName(path) {
      guard let format = ImageFormat(fileExtension: tail) else {
        throw LayerError(
          "\(cannot): a film's frames are pictures: use .png, .jpg or .webp, such as frame-{0000}.png")
      }
      self = .frames(name, format)
      return
    }
    if let format = FilmFileFormat(fileExtension: tail) {
      self = .film(format)
      return
    }
    if ImageFormat(fileExtension: tail) != nil {
      let stem = splitExtension(path).stem
      throw LayerError(
        "\(cannot): a .\(tail) is a single picture, but fps, from, duration and frames are a film's; number the pictures, as in "
          + "\"\(stem)-{0000}.\(tail)\", or use .mp4, .webm, .webp, .gif or .apng")
    }
    if ["pdf", "svg"].contains(tail.lowercased()) {
      throw LayerError(
        .unsupported,
        "\(cannot): .\(tail) is not yet supported, and holds no film; use .mp4, .webm, .webp, .gif or .apng")
    }
    throw LayerError(
      "\(cannot): \(tail.isEmpty ? "the name has no extension" : "unknown film format .\(tail)"); use .mp4, .webm, .webp, .gif or .apng, or "
        + "numbered pictures such as frame-{0000}.png")
  }
}
