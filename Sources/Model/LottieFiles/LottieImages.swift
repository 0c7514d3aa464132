// SPDX-License-Identifier: MIT
import Archives
import LayerModel
import Messages
import Numbers
import Parsing

/// The pictures of an animation: replaced by the caller, embedded, in the archive, or beside the file.
final class LottieImages {
  private let session: LottieSession
  private let files: (any BundleFiles)?
  /// True if the files are those of an archive, where a path that begins with a slash is one from its root.
  private let isArchive: Bool
  private let makeImage: (_ bytes: [UInt8], _ name: String) throws -> Image
  private var overrides: Overrides<Image>
  private var known: [String: (image: Image, isReplaced: Bool)] = [:]
  private var missing: Set<String> = []

  init(
    _ session: LottieSession, _ files: (any BundleFiles)?, isArchive: Bool,
    makeImage: @escaping (_ bytes: [UInt8], _ name: String) throws -> Image
  ) {
    self.session = session
    self.files = files
    self.isArchive = isArchive
    self.makeImage = makeImage
    overrides = Overrides(session.options.images)
  }

  /// The names of replaced pictures that the animation does not have.
  var unused: [String] { overrides.unused }

  /// Returns the picture of an asset; nil, with a note, if there is none or it cannot be read.
  func image(_ id: String, _ asset: Node, _ place: Place) throws -> (image: Image, isReplaced: Bool)? {
    if let found = known[id] { return found }
    if missing.contains(id) { return nil }
    if let image = overrides.value(at: Place() + id) {
      known[id] = (image, true)
      return (image, true)
    }
    do {
      if let image = try load(asset) {
        known[id] = (image, false)
        return (image, false)
      }
      session.notes.add("pictures that are missing are not shown", "\(place.text): \(Self.shown(asset))")
    } catch let error as LayerError {
      switch error.kind {
      case .limit, .memory, .time, .cancelled, .temporary: throw error
      default:
        session.notes.add(
          "pictures that cannot be read are not shown", "\(place.text): \(Self.shown(asset)): \(error.message)")
      }
    }
    missing.insert(id)
    return nil
  }

  /// The name of an asset's file, for messages.
  static func shown(_ asset: Node) -> String {
    let name = (asset["u"]?.text ?? "") + (asset["p"]?.text ?? "")
    let isData = name.utf8.split(separator: UInt8(ascii: ";")).contains { $0.starts(with: "base64,".utf8) }
    return name.hasPrefix("data:") || isData ? "data:…" : "\"\(name.prefix(80))\""
  }

  private func load(_ asset: Node) throws -> Image? {
    guard let name = asset["p"]?.text, !name.isEmpty else { return nil }
    if name.hasPrefix("data:") {
      guard let bytes = try DataAddress.bytes(of: name, &session.reading) else {
        throw LayerError("it is no image in base64")
      }
      return try makeImage(bytes, "data")
    }
    guard let files else { return nil }
    let folder = asset["u"]?.text ?? ""
    let base = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    for path in [base + name, "images/" + name, "i/" + name] {
      guard let path = try normalized(path) else { continue }
      if let bytes = try files.contents(of: path, limit: ZipArchive.entrySizeLimit, &session.reading) {
        return try makeImage(bytes, path)
      }
    }
    return nil
  }

  /// Returns a path within the animation's folder, or from the archive's root; nil for an empty one.
  ///
  /// - Throws: `LayerError` for a path that leads elsewhere, and for an address.
  private func normalized(_ path: String) throws(LayerError) -> String? {
    let scheme = path.prefix { $0 != ":" && $0 != "/" }
    if scheme.endIndex < path.endIndex, path[scheme.endIndex] == ":" {
      throw LayerError("addresses with \"\(scheme.prefix(20)):\" are not read, only files")
    }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { throw LayerError("it lies outside of the animation's folder") }
      } else {
        parts.append(part)
      }
    }
    guard isArchive || !path.hasPrefix("/"), !path.utf8.contains(0), !path.contains("\\") else {
      throw LayerError("it lies outside of the animation's folder")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
