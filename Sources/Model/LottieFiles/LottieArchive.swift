// SPDX-License-Identifier: MIT
import Archives
import ImageFiles
import LayerModel
import Messages
import Numbers
import Parsing

/// A file of animations: one animation's JSON, the same packed by gzip, or an archive of several with pictures and
/// themes.
final class LottieArchive {
  /// The identifiers of the animations, in the order of the manifest, or of their paths without one.
  let animations: [String]
  /// The animation to show unless the caller names one.
  let initial: String
  /// The identifiers of the themes.
  let themes: [String]
  /// The theme of each animation unless the caller names one, by the animation's identifier.
  private var initialThemes: [String: String] = [:]
  /// Notes on files that the manifest names and the archive lacks.
  private var notes = LottieNotes()
  /// True if the archive holds state machines, which are interactive and not run.
  let hasStateMachines: Bool
  /// The files around the animation.
  let files: (any BundleFiles)?
  private let document: [UInt8]?
  /// True for an archive, false for a file of one animation.
  var isArchive: Bool { document == nil }
  private var paths: [String: String] = [:]
  private let account: Account

  /// - Parameters:
  ///   - neighbours: the files beside a file of one animation; nil for none.
  /// - Throws: `LayerError`; its message does not name the file.
  init(_ bytes: [UInt8], beside neighbours: (any BundleFiles)?, _ account: Account) throws {
    self.account = account
    var reading = Reading(account, name: "", purpose: "a Lottie file", depthLimit: LottieLimits.depth)
    try reading.take(bytes.count)
    guard bytes.starts(with: [0x50, 0x4B]) else {
      if bytes.starts(with: [0x1F, 0x8B]) {
        try reading.take(LottieArchive.unpackedSize(ofGzip: bytes))
        document = try bytes.withUnsafeBytes { try Deflated.unpacked(gzip: $0, limit: LottieLimits.fileSize) }
      } else {
        document = bytes
      }
      animations = [""]
      initial = ""
      themes = []
      hasStateMachines = false
      files = neighbours
      return
    }
    document = nil
    let zip = try ZipFiles(bytes, &reading)
    files = zip
    let all = try zip.paths(&reading).filter { path in
      let parts = path.split(separator: "/")
      return !parts.contains("__MACOSX") && parts.last?.hasPrefix("._") != true
    }.sorted()
    let manifest = try LottieArchive.manifest(zip, &reading)
    var ids: [String] = []
    for item in (manifest?.items("animations") ?? []).map({ Node($0) }) {
      try reading.step()
      guard let id = item.identifier("id"), paths[id] == nil else { continue }
      let path = ["a/\(id).json", "animations/\(id).json", "a/\(id).lot", "animations/\(id).lot"]
        .first(where: all.contains)
      guard let path else {
        notes.add(LottieArchive.missing, "\(id.prefix(80))")
        continue
      }
      ids.append(id)
      paths[id] = path
      // An empty name is none.
      let theme = item.identifier("initialTheme") ?? item.identifier("defaultTheme")
      if let theme, !theme.isEmpty { initialThemes[id] = theme }
    }
    if ids.isEmpty {
      for path in all where path.hasSuffix(".json") && path != "manifest.json" {
        guard path.hasPrefix("a/") || path.hasPrefix("animations/") || !path.contains("/") else { continue }
        let id = String((path.split(separator: "/").last ?? "").dropLast(5))
        guard paths[id] == nil else { continue }
        ids.append(id)
        paths[id] = path
      }
    }
    guard let first = ids.first else { throw LayerError("the archive holds no animation: expected a/….json") }
    animations = ids
    let chosen = manifest?["initial"]?.identifier("animation") ?? manifest?.identifier("activeAnimationId")
    if let chosen, !chosen.isEmpty, !ids.contains(chosen) {
      notes.add("the manifest's choice is missing: \(first.prefix(80)) is played", "\(chosen.prefix(80))")
    }
    initial = chosen.flatMap { ids.contains($0) ? $0 : nil } ?? first
    themes = (manifest?.items("themes") ?? []).compactMap { Node($0).identifier("id") }
    hasStateMachines = all.contains { $0.hasPrefix("s/") || $0.hasPrefix("states/") }
  }

  private static let missing = "animations of the manifest that the archive lacks are left out"

  /// Returns the unpacked size that gzip data states, at most the limit.
  private static func unpackedSize(ofGzip bytes: [UInt8]) -> Int {
    guard bytes.count >= 4 else { return 0 }
    let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return min(size, LottieLimits.fileSize)
  }

  private static func manifest(_ zip: ZipFiles, _ reading: inout Reading) throws -> Node? {
    guard let bytes = try zip.contents(of: "manifest.json", limit: 1 << 20, &reading) else { return nil }
    var reader = JSONReader(bytes)
    return Node(try reader.read(&reading))
  }

  /// True if an archive holds Lottie animations: it has a manifest or a folder of them, and no scene of Core Animation.
  static func isLottie(_ zip: ZipFiles, _ reading: inout Reading) throws -> Bool {
    let paths = try zip.paths(&reading)
    try reading.step(paths.count * 8)
    let isScene = paths.contains {
      $0.hasSuffix("main.caml") || $0.hasSuffix("Wallpaper.plist") || $0.hasSuffix("index.xml")
    }
    return !isScene
      && paths.contains {
        $0 == "manifest.json" || ($0.hasPrefix("a/") || $0.hasPrefix("animations/")) && $0.hasSuffix(".json")
      }
  }

  /// Parses an animation.
  ///
  /// - Parameters:
  ///   - id: its identifier; nil for the initial one.
  ///   - theme: the theme's identifier; nil for the one of the manifest, empty for none.
  func animation(_ id: String?, theme: String?) throws -> LottieDocument {
    let id = id ?? initial
    guard let document else {
      guard let path = paths[id] else {
        throw LayerError("it holds no animation \"\(id.prefix(80))\"\(suggestionOrList(for: id, among: animations))")
      }
      var reading = Reading(account, name: "", purpose: "a Lottie file", depthLimit: LottieLimits.depth)
      guard let bytes = try files?.contents(of: path, limit: LottieLimits.fileSize, &reading) else {
        throw LayerError("its animation \"\(path)\" is missing")
      }
      var result = try LottieDocument(bytes, id: id, account)
      for row in notes.rows { result.notes.add(row.kind, row.first, count: row.count) }
      if let theme {
        if !theme.isEmpty { result.theme = try self.theme(theme, for: result) }
      } else if let theme = initialThemes[id] {
        try addInitialTheme(theme, to: &result)
      }
      return result
    }
    if !id.isEmpty { throw LayerError("animation: expected an archive of several animations, got a file of one") }
    if theme?.isEmpty == false {
      throw LayerError("theme: expected an archive with themes, got a file of one animation")
    }
    return try LottieDocument(document, id: id, account)
  }

  /// True if the archive holds a font of an animation.
  func holdsFont(_ name: String, in animation: LottieDocument) throws -> Bool {
    guard isArchive, let files else { return false }
    var reading = Reading(account, name: "", purpose: "a Lottie file")
    let row = animation.font(named: name)
    let held = try files.paths(&reading)
    try reading.step(held.count * 8)
    return LottieFonts.paths(of: row, named: name).contains { held.contains($0) }
  }

  /// Adds the theme that the manifest chooses. One that cannot be read is noted: the caller did not ask for it.
  private func addInitialTheme(_ theme: String, to animation: inout LottieDocument) throws {
    do { animation.theme = try self.theme(theme, for: animation) } catch let error as LayerError {
      switch error.kind {
      case .limit, .memory, .time, .cancelled, .temporary: throw error
      default:
        animation.notes.add("themes of the manifest that cannot be read are left out", "\(theme.prefix(80))")
      }
    }
  }

  /// Reads a theme for an animation.
  private func theme(_ theme: String, for animation: LottieDocument) throws -> LottieTheme {
    var reading = Reading(account, name: "", purpose: "a Lottie theme", depthLimit: LottieLimits.depth)
    guard themes.contains(theme) || themes.isEmpty,
      let bytes = try files?.contents(of: "t/\(theme).json", limit: 1 << 20, &reading)
    else {
      throw LayerError(
        "it holds no theme \"\(theme.prefix(80))\""
          + (themes.isEmpty ? "; it has no themes" : suggestionOrList(for: theme, among: themes)))
    }
    var reader = JSONReader(bytes)
    let root = Node(try reader.read(&reading))
    let paths = try files?.paths(&reading).sorted() ?? []
    return try LottieTheme(root, named: theme, for: animation, files: paths, &reading)
  }
}
