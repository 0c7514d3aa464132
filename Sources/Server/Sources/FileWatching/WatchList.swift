// SPDX-License-Identifier: MIT

/// The files that a picture depends on, and the folders that report their changes.
///
/// Folders are watched instead of files: editors save by renaming a new file over the old one, and a missing file can
/// be detected only through its folder.
package struct WatchList: Equatable, Sendable {
  /// Absolute paths of files that were read.
  package var read: Set<String> = []
  /// Absolute paths that were asked for and do not exist.
  package var missed: Set<String> = []
  /// Absolute paths of folders that were listed: a change of any name in them counts.
  package var folders: Set<String> = []
  /// Absolute paths that the script itself wrote; their changes are ignored, or it would be drawn forever.
  package var written: Set<String> = []

  package init() {}

  package mutating func formUnion(_ other: WatchList) {
    read.formUnion(other.read)
    missed.formUnion(other.missed)
    folders.formUnion(other.folders)
    written.formUnion(other.written)
  }

  /// Returns the folders to watch. A folder that does not exist is replaced by its nearest existing ancestor.
  package func watched(exists: (String) -> Bool) -> Set<String> {
    var watched: Set<String> = []
    for path in read.union(missed) { watched.insert(Self.nearest(Self.folder(of: path), exists)) }
    for path in folders { watched.insert(Self.nearest(path, exists)) }
    return watched
  }

  /// True if a change of a name in a folder may change the picture.
  package func concerns(_ name: String, in folder: String) -> Bool {
    let path = folder == "/" ? "/" + name : folder + "/" + name
    if written.contains(path) { return false }
    if read.contains(path) || missed.contains(path) || folders.contains(folder) || folders.contains(path) {
      return true
    }
    // An ancestor folder of a watched path.
    let below = path + "/"
    return missed.contains { $0.hasPrefix(below) } || read.contains { $0.hasPrefix(below) }
      || folders.contains { $0.hasPrefix(below) }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func nearest(_ folder: String, _ exists: (String) -> Bool) -> String {
    var folder = folder
    while folder != "/", !exists(folder) { folder = self.folder(of: folder) }
    return folder
  }
}
