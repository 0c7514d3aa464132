// SPDX-License-Identifier: MIT
import Archives
import LayerModel
import Messages
import Numbers
import Parsing
import RenderTree

/// The fonts of an archive, in its folder `f/`, for texts whose font is not installed.
final class LottieFonts {
  private unowned let session: LottieSession
  /// The archive; nil for a file of one animation, which has no fonts.
  private let files: (any BundleFiles)?
  private let addFont: LottieAnimation.AddFont?
  private var known: [String: String?] = [:]

  init(_ session: LottieSession, archive files: (any BundleFiles)?, _ addFont: LottieAnimation.AddFont?) {
    self.session = session
    self.files = files
    self.addFont = addFont
  }

  /// The paths in an archive at which a font may be: the file that its row names, or one of its name.
  static func paths(of row: Node?, named name: String) -> [String] {
    var result: [String] = []
    if let file = row?["fPath"]?.text?.split(separator: "/").last { result.append("f/\(file)") }
    for name in [name, row?["fFamily"]?.text ?? ""] where !name.isEmpty && !name.contains("/") {
      result += ["ttf", "otf", "woff2", "woff"].map { "f/\(name).\($0)" }
    }
    return result
  }

  /// Returns the name under which texts can use a font of the archive; nil if it has none, or one that cannot be read.
  func name(of font: String, _ row: Node?, in scene: Scene) throws -> String? {
    if let found = known[font] { return found }
    guard let files, let addFont else { return nil }
    var result: String?
    for path in Self.paths(of: row, named: font) {
      guard let bytes = try files.contents(of: path, limit: ZipArchive.entrySizeLimit, &session.reading) else {
        continue
      }
      do {
        let name = try addFont(bytes, path)
        var attributes = TextAttributes()
        attributes.font = name
        attributes.fontSize = 12
        // A damaged font is found here, not by each text.
        _ = try scene.layoutText(AttributedString("x", attributes: attributes))
        result = name
        break
      } catch let error as LayerError {
        switch error.kind {
        case .limit, .memory, .time, .cancelled, .temporary: throw error
        default: session.notes.add("fonts of the archive that cannot be read are not used", "\(path): \(error.message)")
        }
      }
    }
    known[font] = .some(result)
    return result
  }
}
