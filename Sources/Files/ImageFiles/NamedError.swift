// SPDX-License-Identifier: MIT
import Messages
import Pixels

/// Prefixes an error of a decoder or encoder with the picture's name. Errors of the output file, which already name it,
/// are unchanged.
package func imageError(_ error: any Error, _ what: String) -> any Error {
  if let error = error as? LayerError {
    switch error.kind {
    case .file, .temporary, .cancelled: return error
    default: return LayerError(error.kind, "\(what): \(error.message)")
    }
  }
  if let error = error as? BitmapError { return LayerError(.limit, "\(what): \(error.message)") }
  return error
}
