// SPDX-License-Identifier: MIT
import CLuaShim
import LayerModel
import Numbers
import Pixels
import Wording

private let imageExtensions = ["png", "jpg", "jpeg", "webp"]
private let filmExtensions = ["apng", "gif", "mp4", "webm"]
private let laterExtensions = ["pdf", "svg"]

extension PictureOptions {
  /// Their names in scripts.
  static let names = ["quality", "lossless", "compression", "dpi", "background"]
}

extension Call {
  /// The options of a file among those of a call.
  func pictureOptions(_ given: [String: Argument], for format: String) throws -> PictureOptions {
    let options = try fileOptions(given)
    if let problem = options.problem(for: format) { throw error(problem) }
    return options
  }

  /// The options of a film's file; they are checked against the format where it is written. The background already lies
  /// under the layer.
  func filmFileOptions(_ given: [String: Argument]) throws -> PictureOptions {
    try fileOptions(given.filter { $0.key != "background" })
  }

  private func fileOptions(_ given: [String: Argument]) throws -> PictureOptions {
    var options = PictureOptions()
    options.quality = try number(given, "quality")
    if let flag = given["lossless"] {
      guard flag.type == LLUA_NODE_BOOLEAN else { throw error("lossless must be true or false, got \(flag.described)") }
      options.isLossless = flag.number != 0
    }
    if let level = try number(given, "compression") {
      guard level == level.rounded(), level >= 1, level <= 12 else {
        throw error("compression must be a whole number from 1 (fastest) to 12 (smallest), got \(numberText(level))")
      }
      options.compression = Int(clamping: level)
    }
    options.dpi = try number(given, "dpi")
    options.background = try color(given, "background")
    return options
  }

  /// The format of a picture file by its name's extension: png, jpg, jpeg or webp. Refuses before anything is rendered.
  func checkFormat(of path: String) throws -> String {
    guard !path.isEmpty else { throw error("expected a file name, got an empty string") }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      throw error("\"\(path)\" has no extension to tell the format by; use .png, .jpg or .webp")
    }
    let fileExtension = name[name.index(after: dot)...].lowercased()
    if filmExtensions.contains(fileExtension) {
      throw error(
        "a .\(fileExtension) is a film: write it with ca.render(layer, \"\(name)\", { duration = 2 }); use .png, .jpg or .webp for a picture"
      )
    }
    if laterExtensions.contains(fileExtension) {
      throw LayerError.unsupported("the format .\(fileExtension)", remedy: "use .png, .jpg or .webp")
    }
    guard imageExtensions.contains(fileExtension) else {
      throw error("unknown format .\(fileExtension); use .png, .jpg or .webp")
    }
    return fileExtension
  }
}
