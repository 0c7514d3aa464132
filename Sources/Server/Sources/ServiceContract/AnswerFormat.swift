// SPDX-License-Identifier: MIT

/// A format of pictures and films, named by the extension in an address.
package enum AnswerFormat: String, CaseIterable, Sendable {
  case png, jpg, webp, pdf, svg, gif, apng, mp4, webm

  /// Parses an extension; `jpeg` is `jpg`.
  package init?(extension name: String) {
    self.init(rawValue: name == "jpeg" ? "jpg" : name)
  }

  package var contentType: String {
    switch self {
    case .png: "image/png"
    case .jpg: "image/jpeg"
    case .webp: "image/webp"
    case .pdf: "application/pdf"
    case .svg: "image/svg+xml"
    case .gif: "image/gif"
    case .apng: "image/apng"
    case .mp4: "video/mp4"
    case .webm: "video/webm"
    }
  }

  /// True if the format holds only films. A WebP is a film if the address has `_fps` or `_duration`.
  package var isFilm: Bool {
    switch self {
    case .gif, .apng, .mp4, .webm: true
    case .png, .jpg, .webp, .pdf, .svg: false
    }
  }

  /// True for documents that a browser could run scripts of, which ours never have.
  package var isDocument: Bool { self == .svg || self == .pdf }

  /// True if `_q` changes the bytes.
  package var hasQuality: Bool { self == .jpg || self == .webp }
}
