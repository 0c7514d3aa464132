// SPDX-License-Identifier: MIT
import CLuaShim
import LayerModel
import Numbers
import Outputs
import Pixels
import Wording

extension EncodingOptions {
  /// Their names in scripts.
  static let names = FileFormat.Option.allCases.map(\.rawValue) + ["background"]
}

extension Call {
  /// The options of a file among those of a call.
  func pictureOptions(_ given: [String: Argument], for format: FileFormat) throws -> EncodingOptions {
    let options = try fileOptions(given)
    if let problem = options.problem(for: format, as: .picture) { throw error(problem) }
    return options
  }

  /// The options of a film's file; they are checked against the format where it is written. The background already lies
  /// under the layer.
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
    options.dpi = try number(given, "dpi")
    options.background = try color(given, "background")
    return options
  }

  /// What a file's name stands for. Refuses before anything is rendered.
  ///
  /// - Parameter isFilm: whether a film was asked for.
  func destination(_ path: String, isFilm: Bool) throws -> Destination {
    do throws(DestinationError) { return try Destination(path, isFilm: isFilm) } catch {
      throw problem(error, path)
    }
  }

  /// The format of a single picture's file. Refuses before anything is rendered.
  func pictureFormat(of path: String) throws -> FileFormat {
    do throws(DestinationError) { return try FileFormat(ofPicture: path) } catch { throw problem(error, path) }
  }

  private func problem(_ problem: DestinationError, _ path: String) -> any Error {
    guard !path.isEmpty else { return error("expected a file name, got an empty string") }
    let remedy = "use \(FileFormat.words(.picture))"
    switch problem {
    case .noExtension: return error("\"\(path)\" has no extension to tell the format by; \(remedy)")
    case .isFilm(let tail):
      return error(
        "a .\(tail.lowercased()) is a film: write it with ca.render(layer, \"\(lastName(of: path))\", { duration "
          + "= 2 }); \(remedy) for a picture"
      )
    case .unknown(let tail): return error("unknown format .\(tail.lowercased()); \(remedy)")
    case .film(let error): return error
    }
  }
}
