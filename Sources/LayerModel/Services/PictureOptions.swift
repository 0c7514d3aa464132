// SPDX-License-Identifier: MIT
import Pixels
import Wording

/// The options for writing a picture file. A nil option is left to the format; an option that a format does not use is
/// an error.
public struct PictureOptions: Equatable, Sendable {
  /// 0…1, for JPEG and WebP. Default 0.9. A WebP of quality 1 is lossless.
  public var quality: Double?
  /// For WebP: whether every pixel is kept exactly. Default false.
  public var isLossless: Bool?
  /// The level of the search for repetitions, for PNG: 1 (fastest) … 12 (smallest). Default 2.
  public var compression: Int?
  /// The pixels per inch that the file states, for PNG and JPEG. Default 72 for each pixel per point.
  public var dpi: Double?
  /// The colour under translucent pixels. Default none; white for JPEG, which has no alpha.
  public var background: Color?

  public init(
    quality: Double? = nil, isLossless: Bool? = nil, compression: Int? = nil, dpi: Double? = nil,
    background: Color? = nil
  ) {
    self.quality = quality
    self.isLossless = isLossless
    self.compression = compression
    self.dpi = dpi
    self.background = background
  }

  /// The problem with the options for a format (png, jpg, jpeg or webp), as a sentence that names the option; nil when
  /// there is none.
  public func problem(for format: String) -> String? {
    let isJPEG = format == "jpg" || format == "jpeg"
    if let quality {
      guard quality >= 0, quality <= 1 else { return "quality must be from 0 to 1, got \(numberText(quality))" }
      if format == "png" {
        return "quality is for .jpg and .webp files; a .png is lossless (compression makes it smaller)"
      }
    }
    if let isLossless {
      guard format == "webp" else {
        return format == "png"
          ? "lossless is for .webp files; a .png is always lossless" : "lossless is for .webp files; a .jpg never is"
      }
      if isLossless, let quality, quality < 1 {
        return "lossless and quality \(numberText(quality)) contradict each other; leave one of them out"
      }
    }
    if let compression {
      guard (1...12).contains(compression) else {
        return "compression must be a whole number from 1 (fastest) to 12 (smallest), got \(compression)"
      }
      if format != "png" { return "compression is for .png files; use quality for a .\(format)" }
    }
    if let dpi {
      guard dpi >= 1, dpi <= 50000 else { return "dpi must be from 1 to 50000 pixels per inch, got \(numberText(dpi))" }
      if format == "webp" { return "dpi is for .png and .jpg files; a .webp cannot say it" }
    }
    if isJPEG, let background, background.alpha < 1 {
      return "background must be opaque for a .jpg, which has no alpha"
    }
    return nil
  }

  /// The same for a film (mp4, webm, apng, gif or webp).
  public func problem(forFilm format: String) -> String? {
    if let quality {
      guard quality >= 0, quality <= 1 else { return "quality must be from 0 to 1, got \(numberText(quality))" }
      if format == "apng" { return "quality is for .mp4, .webm and .webp films; an .apng is lossless" }
      if format == "gif" {
        return "quality is for .mp4, .webm and .webp films; a .gif is as good as its 256 colours allow"
      }
    }
    if let isLossless {
      guard format == "webp" else {
        return format == "apng"
          ? "lossless is for .webp films; an .apng is always lossless"
          : "lossless is for .webp films; a .\(format) never is"
      }
      if isLossless, let quality, quality < 1 {
        return "lossless and quality \(numberText(quality)) contradict each other; leave one of them out"
      }
    }
    if compression != nil { return "compression is for .png files; a .\(format) has its own" }
    if dpi != nil { return "dpi is for .png and .jpg files; a .\(format) cannot say it" }
    if format == "mp4", let background, background.alpha < 1 {
      return "background must be opaque for an .mp4, which has no alpha"
    }
    return nil
  }
}
