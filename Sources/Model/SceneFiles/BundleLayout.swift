// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing

/// The folders of a package that hold scenes and wallpapers.
struct BundleLayout {
  /// The folders of scenes, each with a slash at its end unless it is the package's own, sorted.
  private(set) var scenes: [String] = []
  /// The folders of wallpapers, as `scenes`.
  private(set) var wallpapers: [String] = []
  /// The paths of files, without those that systems add.
  private(set) var paths: Set<String> = []

  init(_ all: [String], _ reading: inout Reading) throws(LayerError) {
    try reading.take(all.reduce(0) { $0 + 3 * $1.utf8.count + 192 })
    var scenes: Set<String> = [], wallpapers: Set<String> = []
    for path in all {
      try reading.step(path.utf8.count)
      let parts = path.split(separator: "/")
      guard let name = parts.last, !parts.contains("__MACOSX"), name != ".DS_Store", !name.hasPrefix("._") else {
        continue
      }
      paths.insert(path)
      let folder = String(path.dropLast(name.count))
      if name == "main.caml" || name == "index.xml" { scenes.insert(folder) }
      if name == "Wallpaper.plist" { wallpapers.insert(folder) }
    }
    // A folder without a list of floors, whose scenes are named as floors.
    var floors: [String: Int] = [:]
    for scene in scenes where Floor(ofName: BundleLayout.name(of: scene)) != nil {
      floors[BundleLayout.parent(of: scene), default: 0] += 1
    }
    for (folder, count) in floors where count > 1 { wallpapers.insert(folder) }
    // Scenes of a wallpaper are not scenes by themselves, nor is what lies within another scene.
    self.scenes = scenes.filter { !scenes.contains(BundleLayout.parent(of: $0)) || $0.isEmpty }.sorted()
    self.wallpapers = wallpapers.sorted()
  }

  /// The last component of a folder's path.
  static func name(of folder: String) -> String { folder.split(separator: "/").last.map(String.init) ?? "" }

  /// The folder around a folder.
  static func parent(of folder: String) -> String { String(folder.dropLast(name(of: folder).count + 1)) }
}

/// The floors of a wallpaper, from behind to the front.
enum Floor: String, CaseIterable {
  case background = "Background"
  case floating = "Floating"
  case foreground = "Foreground"

  /// The key of `Wallpaper.plist` that names the floor's scene.
  var key: String {
    switch self {
    case .background: "backgroundAnimationFileName"
    // The format's own spelling.
    case .floating: "floatingAnimationFileNameKey"
    case .foreground: "foregroundAnimationFileName"
    }
  }

  /// Returns the floor that a scene's name mentions, as a word or in short.
  init?(ofName name: String) {
    let lower = name.lowercased()
    // The search for a text within another is of a module that scripts/build leaves out.
    let starts = lower.utf8.indices.map { lower.utf8[$0...] }
    if let floor = Floor.allCases.first(where: { floor in
      starts.contains { $0.starts(with: floor.rawValue.lowercased().utf8) }
    }) {
      self = floor
      return
    }
    let words = lower.split { !$0.isLetter }
    guard let floor = zip(Floor.allCases, ["bg", "fl", "fg"]).first(where: { words.contains($0.1[...]) })?.0 else {
      return nil
    }
    self = floor
  }
}
