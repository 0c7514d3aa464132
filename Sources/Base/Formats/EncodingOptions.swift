// SPDX-License-Identifier: MIT
import Messages
import Pixels

/// Options for encoding a picture file. A nil option is left to the format; an option that a format does not use is an
/// error.
package struct EncodingOptions: Equatable, Sendable {
  /// The quality of JPEG and WebP, 0…1. Default 0.9. A WebP of quality 1 is lossless.
  package var quality: Double?
  /// True for lossless compression, in WebP. Default false.
  package var isLossless: Bool?
  /// The compression level of PNG, from 1 (fastest) to 12 (smallest). Default 2.
  package var compression: Int?
  /// The encoder's effort for WebP, from 0 (fastest) to 6 (smallest). Default 4, for films 2.
  package var effort: Int?
  /// For PNG and JPEG, the pixels per inch that the file declares; default 72 for each pixel per point. For vector
  /// pages, the resolution of parts that must be rasterised; default 300.
  package var dpi: Double?
  /// The colour behind translucent pixels. Default none, but white for JPEG, which has no alpha.
  package var background: Color?
  /// Options for vector pages, as in PDF and SVG files.
  package var page = PageOptions()

  package init(
    quality: Double? = nil, isLossless: Bool? = nil, compression: Int? = nil, effort: Int? = nil,
    dpi: Double? = nil, background: Color? = nil, page: PageOptions = PageOptions()
  ) {
    self.page = page
    self.quality = quality
    self.isLossless = isLossless
    self.compression = compression
    self.effort = effort
    self.dpi = dpi
    self.background = background
  }

  /// Returns an error message that names the option that a format does not accept for a picture or film; nil if there
  /// is none.
  package func problem(for format: FileFormat, as content: FileFormat.Content) -> String? {
    let files = content == .film ? "films" : "files"
    if let quality {
      guard quality >= 0, quality <= 1 else { return "quality must be from 0 to 1, got \(numberText(quality))" }
      guard format.options.contains(.quality) else {
        return "quality is for \(users(of: .quality, content)) \(files); \(format.mention) \(format.fixedQuality)"
      }
    }
    if let isLossless {
      guard format.options.contains(.lossless) else {
        let reason = format.isLossless ? "\(format.mention) is always lossless" : "a \(format.tail) never is"
        return "lossless is for \(users(of: .lossless, content)) \(files); \(reason)"
      }
      if isLossless, let quality, quality < 1 {
        return "lossless and quality \(numberText(quality)) contradict each other; leave one of them out"
      }
    }
    // Raster films accept neither of the next two options, whatever their values.
    if let compression {
      guard content == .film || (1...12).contains(compression) else {
        return "compression must be a whole number from 1 (fastest) to 12 (smallest), got \(compression)"
      }
      guard format.options.contains(.compression) else {
        let remedy = content == .film ? "a \(format.tail) has its own" : "use quality for a \(format.tail)"
        return "compression is for \(users(of: .compression, .picture)) files; \(remedy)"
      }
    }
    if let effort {
      guard (0...6).contains(effort) else {
        return "effort must be a whole number from 0 (fastest) to 6 (smallest), got \(effort)"
      }
      guard format.options.contains(.effort) else {
        let remedy =
          content == .picture && format.options.contains(.compression)
          ? "use compression for \(format.mention)" : "\(format.mention) has none"
        return "effort is for \(users(of: .effort, content)) \(files); \(remedy)"
      }
    }
    if let dpi {
      let isUsed = format.options.contains(.dpi)
      guard (content == .film && !isUsed) || (dpi >= 1 && dpi <= 50000) else {
        return "dpi must be from 1 to 50000 pixels per inch, got \(numberText(dpi))"
      }
      guard isUsed else {
        return "dpi is for \(users(of: .dpi, .picture)) files; a \(format.tail) cannot say it"
      }
    }
    if let problem = page.problem(for: format) { return problem }
    if format.alpha == .none, let background, background.alpha < 1 {
      return "background must be opaque for \(format.mention), which has no alpha"
    }
    return nil
  }

  private func users(of option: FileFormat.Option, _ content: FileFormat.Content) -> String {
    alternatives(FileFormat.names(content) { $0.options.contains(option) }, "and")
  }
}
