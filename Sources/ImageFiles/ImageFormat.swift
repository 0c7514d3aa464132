// SPDX-License-Identifier: MIT
/// A kind of picture file.
package enum ImageFormat: String, CaseIterable, Sendable {
  case png, jpeg, webp

  /// The format of a file extension in upper or lower case: png, jpg, jpeg, webp.
  package init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "webp": self = .webp
    default: return nil
    }
  }
}
