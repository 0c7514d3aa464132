// SPDX-License-Identifier: MIT
import Foundation

/// A temporary folder for a test of file access, with folders and links in it; removed afterwards.
package final class Folder {
  package let path: String
  package init() throws {
    path = NSTemporaryDirectory() + "layerlua-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
  package func make(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
    return path + "/" + name
  }
  package func write(_ name: String, _ text: String) throws {
    try text.write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
  }
  package func read(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
  }
}
