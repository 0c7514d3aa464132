// SPDX-License-Identifier: MIT
import Messages
import Parsing

/// The files of a folder or an archive, by path from its top, with `/` between folders. Files of a folder are read by
/// the caller of a reader, which decides what may be read.
package protocol BundleFiles: AnyObject {
  /// Returns the paths of all files, in any order, at most `ZipArchive.entryLimit`.
  func paths(_ reading: inout Reading) throws -> [String]
  /// Returns a file's bytes, which stay charged until the reading ends; nil if there is no such file.
  ///
  /// - Parameter limit: the maximum size, in bytes.
  func contents(of path: String, limit: Int, _ reading: inout Reading) throws -> [UInt8]?
}

/// The files of a zip archive in memory.
package final class ZipFiles: BundleFiles {
  private let archive: ZipArchive
  private var places: [String: Int] = [:]

  package init(_ bytes: [UInt8], _ reading: inout Reading) throws(LayerError) {
    archive = try ZipArchive(bytes, &reading)
    try reading.take(archive.entries.count * 128)
    for (i, entry) in archive.entries.enumerated() {
      try reading.step()
      places[entry.name] = i
    }
  }

  package func paths(_ reading: inout Reading) throws -> [String] { archive.entries.map(\.name) }

  package func contents(of path: String, limit: Int, _ reading: inout Reading) throws -> [UInt8]? {
    guard let place = places[path] else { return nil }
    let entry = archive.entries[place]
    guard entry.size <= limit else {
      throw LayerError(.limit, "\"\(path.prefix(80))\" is \(entry.size) bytes long, at most \(limit) are read")
    }
    return try archive.contents(of: entry, &reading)
  }
}
