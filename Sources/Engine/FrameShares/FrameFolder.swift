// SPDX-License-Identifier: MIT
import Formats
import LayerEngine
import LayerRendering
import Numbers
import SystemC

/// The folder of a film's frames, and the names of the files next to them: a manifest for each share, such as
/// `frame.manifest-2-of-16.jsonl`, and a temporary file while a frame is written.
package struct FrameFolder: Sendable {
  package let path: String
  /// The prefix of the frames' names, without the separator before the number: `frame` for `frame-0001.png`.
  package let stem: String

  package init(path: String, stem: String) {
    self.path = path.isEmpty ? "." : path
    var stem = Substring(stem)
    while let last = stem.last, "-_. ".contains(last) { stem.removeLast() }
    self.stem = stem.isEmpty ? "frames" : String(stem)
  }

  package func path(_ name: String) -> String { joined(path, name) }

  func manifest(for shard: Shard) -> String { path("\(stem)\(Self.mark)\(shard.index)-of-\(shard.count)\(Self.tail)") }

  /// Returns the temporary file to which a frame is written first.
  func temporary(for shard: Shard, frame: Int) -> String {
    path(".\(stem).\(shard.index)-of-\(shard.count).\(frame).tmp")
  }

  private static let mark = ".manifest-", tail = ".jsonl"

  /// Creates the folder and its missing parents. Several workers may do so concurrently.
  func make() throws(EngineError) {
    var at = path.startIndex
    while at < path.endIndex {
      at = path[path.index(after: at)...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<at])
      if mkdir(part, 0o777) == 0 || errno == EEXIST || errno == EISDIR { continue }
      let number = errno
      // An existing folder need not be writable to be traversed.
      if access(part, F_OK) == 0 { continue }
      throw EngineError(
        number == ENOSPC || number == EDQUOT ? .temporary : .file,
        "cannot make the folder \(part) for the frames: \(String(cString: strerror(number)).lowercased())")
    }
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      throw EngineError(.file, "cannot write frames to \(path): it is not a folder")
    }
  }

  /// Returns the manifests of frames with this stem, sorted by share.
  func manifests() -> [(path: String, shard: Shard)] {
    Self.manifests(in: path).filter { $0.stem == stem }.map { ($0.path, $0.shard) }
  }

  /// Returns the manifests found in folders or given directly.
  ///
  /// - Throws: `EngineError` for a folder without manifests, and for one with the manifests of several films.
  static func manifests(at places: [String]) throws(EngineError) -> [String] {
    var paths: [String] = []
    for place in places {
      var info = stat()
      guard stat(place, &info) == 0 else {
        throw EngineError(.file, "cannot read \(place): \(String(cString: strerror(errno)).lowercased())")
      }
      guard info.st_mode & S_IFMT == S_IFDIR else {
        paths.append(place)
        continue
      }
      let found = manifests(in: place)
      guard !found.isEmpty else {
        throw EngineError(
          .file,
          "there is no manifest in \(place): name the folder that layerlua frames wrote to, or its *\(tail) files")
      }
      let stems = Set(found.map(\.stem)).sorted()
      guard stems.count == 1 else {
        throw EngineError(
          .usage,
          "\(place) has the frames of several films (\(stems.joined(separator: ", "))): name the manifests of one, "
            + "such as "
            + FrameFolder(path: place, stem: "").path(stems[0] + mark + "*" + tail))
      }
      paths += found.map(\.path)
    }
    return paths
  }

  /// Returns every manifest in a folder, sorted by stem and share.
  static func manifests(in folder: String) -> [(path: String, stem: String, shard: Shard)] {
    let base = FrameFolder(path: folder, stem: "")
    return names(in: base.path).compactMap { name in
      guard let (stem, shard) = parts(ofManifest: name) else { return nil }
      return (base.path(name), stem, shard)
    }.sorted { ($0.stem, $0.shard.count, $0.shard.index) < ($1.stem, $1.shard.count, $1.shard.index) }
  }

  /// Returns the share in a manifest's name; nil if it is not a manifest's name.
  static func shard(ofManifest path: String) -> Shard? {
    parts(ofManifest: lastName(of: path))?.shard
  }

  /// Returns the folder and the stem of a manifest's frames; nil if it is not a manifest's name.
  static func folder(ofManifest path: String) -> FrameFolder? {
    parts(ofManifest: lastName(of: path)).map { FrameFolder(path: parent(of: path), stem: $0.stem) }
  }

  private static func parts(ofManifest name: String) -> (stem: String, shard: Shard)? {
    guard name.hasSuffix(tail), !name.hasPrefix("."), let at = name.range(ofLast: mark) else { return nil }
    guard let shard = shard(name[at.upperBound...].dropLast(tail.count)) else { return nil }
    return (String(name[..<at.lowerBound]), shard)
  }

  /// Parses a share of the form `2-of-16`.
  private static func shard(_ text: Substring) -> Shard? {
    let words = text.split(separator: "-", omittingEmptySubsequences: false)
    guard words.count == 3, words[1] == "of" else { return nil }
    return try? Shard("\(words[0])/\(words[2])", environment: { _ in nil })
  }

  /// Removes temporary files left by workers that were killed. Files of a share that another worker is drawing are
  /// kept.
  ///
  /// - Parameter shard: the caller's share, whose lock it holds.
  func removeTemporaries(except shard: Shard) {
    for name in Self.names(in: path) where name.hasPrefix(".\(stem).") && name.hasSuffix(".tmp") {
      let words = name.dropFirst(stem.count + 2).dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
      guard words.count == 2, Int(words[1]) != nil, let other = Self.shard(words[0]) else { continue }
      if other == shard {
        unlink(path(name))
        continue
      }
      let file = open(manifest(for: other), O_RDWR | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path(name)) }
      close(file)
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
            String(cString: $0)
          }
        })
    }
    return names.sorted()
  }
}

extension String {
  /// Returns the range of the last occurrence of a text; nil if there is none.
  fileprivate func range(ofLast text: String) -> Range<String.Index>? {
    var at = endIndex
    while at > startIndex {
      at = index(before: at)
      if self[at...].hasPrefix(text) { return at..<index(at, offsetBy: text.count) }
    }
    return nil
  }
}
