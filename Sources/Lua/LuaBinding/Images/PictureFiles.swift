// SPDX-License-Identifier: MIT
import CLuaBinding
import Formats
import LayerModel
import Messages
import Numbers
import Pixels

extension EncodingOptions {
  /// The option names in scripts.
  static let names = FileFormat.Option.named.map(\.rawValue) + ["background"]
}

extension Call {
  /// Reads the file options among a call's options.
  func pictureOptions(_ given: [String: Argument], for format: FileFormat) throws -> EncodingOptions {
    let options = try fileOptions(given)
    if let problem = options.problem(for: format, as: .picture) { throw error(problem) }
    return options
  }

  /// Reads the options of a film's file. They are checked against the format when it is written. The background is
  /// already drawn under the layer.
  func filmFileOptions(_ given: [String: Argument]) throws -> EncodingOptions {
    try fileOptions(given.filter { $0.key != "background" })
  }

  private func fileOptions(_ given: [String: Argument]) throws -> EncodingOptions {
    var options = EncodingOptions()
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
    if let effort = try number(given, "effort") {
      guard effort == effort.rounded(), effort >= 0, effort <= 6 else {
        throw error("effort must be a whole number from 0 (fastest) to 6 (smallest), got \(numberText(effort))")
      }
      options.effort = Int(clamping: effort)
    }
    options.dpi = try number(given, "dpi")
    options.background = try color(given, "background")
    options.page = try pageOptions(given)
    return options
  }

  private func pageOptions(_ given: [String: Argument]) throws -> PageOptions {
    var page = PageOptions()
    if let name = given["size"]?.string {
      guard let paper = PaperSize(named: name) else { throw error("size: \(PaperSize.problem(name))") }
      page.paper = paper
    }
    page.keepsScale = given["scale"] != nil
    func flag(_ key: String) throws -> Bool? {
      guard let value = given[key] else { return nil }
      guard value.type == LLUA_NODE_BOOLEAN else { throw error("\(key) must be true or false, got \(value.described)") }
      return value.number != 0
    }
    func length(_ key: String) throws -> Double? {
      guard let text = given[key]?.string else { return try number(given, key) }
      guard let points = PageOptions.length(text) else {
        throw error("\(key) must be a number of points or a length such as \"10mm\", got \"\(text)\"")
      }
      return points
    }
    page.isLandscape = try flag("landscape")
    page.outlines = try flag("outlines")
    page.headings = try flag("headings")
    page.margin = try length("margin")
    page.bleed = try length("bleed")
    page.title = try string(given, "title")
    page.author = try string(given, "author")
    page.subject = try string(given, "subject")
    page.keywords = try string(given, "keywords")
    page.date = try string(given, "date")
    return page
  }

  /// Returns the destination that a file name denotes. Refuses it before anything is rendered.
  ///
  /// - Parameter isFilm: true if a film is requested.
  func destination(_ path: String, isFilm: Bool) throws -> Destination {
    do throws(DestinationError) { return try Destination(path, isFilm: isFilm) } catch {
      throw problem(error, path)
    }
  }

  /// Returns the format of a single picture's file. Refuses it before anything is rendered.
  func pictureFormat(of path: String) throws -> FileFormat {
    do throws(DestinationError) { return try FileFormat(ofPicture: path) } catch { throw problem(error, path) }
  }

  private func problem(_ problem: DestinationError, _ path: String) -> any Error {
    guard !path.isEmpty else { return error("expected a file name, got an empty string") }
    let remedy = "use \(FileFormat.words(.picture))"
    switch problem {
    case .noExtension: return error("\"\(path)\" has no extension that names a format; \(remedy)")
    case .isFilm(let tail):
      return error(
        "a .\(tail.lowercased()) is a film: write it with ca.render(layer, \"\(lastName(of: path))\", { duration "
          + "= 2 }); \(remedy) for a picture"
      )
    case .isScene(let tail):
      return error(
        "a .\(tail.lowercased()) holds the layers of one scene, written by ca.render; \(remedy) for a picture")
    case .unknown(let tail): return error("unknown format .\(tail.lowercased()); \(remedy)")
    case .film(let error): return error
    }
  }
}
