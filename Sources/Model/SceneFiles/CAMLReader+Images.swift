// SPDX-License-Identifier: MIT
import Archives
import LayerModel
import Messages
import Numbers
import Parsing

extension CAMLReader {
  /// The maximum number of images in one animation.
  static let sequenceLimit = 2_000

  /// Returns the image that `src` names; nil, with a note, if there is none or it cannot be read.
  ///
  /// - Parameter isDeferred: true for an image of a list, such as the values of an animation: it is decoded when it is
  ///   shown, since a list may hold thousands of which one is shown at a time.
  func image(_ source: String, _ index: Int, isDeferred: Bool = false) throws -> Image? {
    try session.reading.step(8 + source.utf8.count >> 4)
    if CAMLNumbers.isMissing(source) { return nil }
    if let known = session.images[folder + source] { return known }
    let shown = source.hasPrefix("data:") ? "data:…" : String(source.prefix(80))
    do {
      guard let image = try load(source, isDeferred) else {
        note(.missingAsset, index, onceFor: source, "\"\(shown)\" is not in the bundle; the layer has no contents")
        return nil
      }
      session.images[folder + source] = image
      return image
    } catch let error as LayerError {
      switch error.kind {
      case .limit, .memory, .time, .cancelled, .temporary: throw error
      default:
        note(.missingAsset, index, onceFor: source, "\"\(shown)\": \(error.message); the layer has no contents")
        return nil
      }
    }
  }

  private func load(_ source: String, _ isDeferred: Bool) throws -> Image? {
    if source.hasPrefix("data:") {
      guard let bytes = try DataAddress.bytes(of: source, &session.reading) else {
        throw LayerError("it is no image in base64")
      }
      return try session.makeImage(bytes, "data", isDeferred)
    }
    let path = try path(of: source)
    guard let bytes = try session.files?.contents(of: path, limit: ZipArchive.entrySizeLimit, &session.reading) else {
      return nil
    }
    return try session.makeImage(bytes, path, isDeferred)
  }

  /// Returns the path of a file that `src` names, from the package's folder: relative to the bundle's, within it.
  private func path(of source: String) throws(LayerError) -> String {
    let scheme = source.prefix { $0 != ":" && $0 != "/" }
    if scheme.count < source.count, source[scheme.endIndex] == ":" {
      throw LayerError("addresses with \"\(scheme.prefix(20)):\" are not read, only files of the bundle")
    }
    guard let decoded = CAMLReader.decoded(source) else { throw LayerError("its name is not UTF-8") }
    var parts: [Substring] = []
    for part in decoded.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        throw LayerError("it lies outside of the bundle")
      }
    }
    guard !parts.isEmpty, !decoded.utf8.contains(0), !decoded.contains("\\") else {
      throw LayerError("it names no file")
    }
    return folder + parts.joined(separator: "/")
  }

  /// Replaces `%20` and the like by their bytes; nil if the result is not UTF-8.
  private static func decoded(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == UInt8(ascii: "%"), i + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[i + 1...i + 2], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        i += 3
      } else {
        result.append(bytes[i])
        i += 1
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}
