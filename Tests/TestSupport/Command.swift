// SPDX-License-Identifier: MIT
import Foundation

/// The result of a program's run.
package struct CommandResult: Sendable {
  /// The exit status; nil if a signal terminated it.
  package let status: Int32?
  /// The signal that terminated it; nil if it exited.
  package let signal: Int32?
  package let output: [UInt8]
  package let errors: String
  package let hadToBeStopped: Bool
  /// The peak memory in bytes; 0 if not measured.
  package let peakMemory: Int

  package var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs a program to its end, or stops it after `limit` seconds.
///
/// - Parameter watchesMemory: samples the program's memory every millisecond.
package func runCommand(
  _ executable: String, _ arguments: [String], in folder: String, input: [UInt8]? = nil, limit: Double = 120,
  watchesMemory: Bool = false
) throws -> CommandResult {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: executable)
  process.arguments = arguments
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  // Files instead of pipes, so that nothing has to read while the program writes.
  let scratch = try TemporaryFolder()
  let outputPath = scratch.path + "/output"
  let errorPath = scratch.path + "/errors"
  let inputPath = scratch.path + "/input"
  for path in [outputPath, errorPath] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
  if let input { try Data(input).write(to: URL(fileURLWithPath: inputPath)) }
  process.standardOutput = FileHandle(forWritingAtPath: outputPath)
  process.standardError = FileHandle(forWritingAtPath: errorPath)
  process.standardInput = input == nil ? FileHandle.nullDevice : FileHandle(forReadingAtPath: inputPath)
  try process.run()
  let end = Date().addingTimeInterval(limit)
  var peak = 0
  while process.isRunning, Date() < end {
    if watchesMemory,
      let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    {
      peak =
        line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
        ?? peak
    }
    usleep(1000)
  }
  let late = process.isRunning
  if late { kill(process.processIdentifier, SIGKILL) }
  process.waitUntilExit()
  let exited = process.terminationReason == .exit
  return CommandResult(
    status: exited ? process.terminationStatus : nil, signal: exited ? nil : process.terminationStatus,
    output: [UInt8](try Data(contentsOf: URL(fileURLWithPath: outputPath))),
    errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errorPath)), as: UTF8.self),
    hadToBeStopped: late, peakMemory: peak)
}

/// A temporary folder that is removed with its owner.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "layerlua-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file into the folder, creating parent folders, and returns its path.
  @discardableResult package func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }
  package func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }
  /// The names in the folder, sorted.
  package var contents: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

/// Files of the checkout, and the products built from it.
package enum Checkout {
  /// The package's folder.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The names of the files in a folder with a suffix, without that suffix, sorted.
  package static func names(in folder: String, ending: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }

  /// The names of the scenes in scripts/scenes.
  package static let scenes = names(in: root + "/scripts/scenes", ending: ".lua")

  /// Returns the project's version, X.Y.Z.
  package static func version() throws -> String {
    try runCommand(root + "/scripts/version", [], in: root).text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the bytes of a file of the package.
  package static func read(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: root + "/" + path)))
  }

  /// The path of the built program, next to the test bundle.
  package static let program: String = {
    if let path = ProcessInfo.processInfo.environment["LAYERLUA"] { return path }
    // The runner is BUILD/layerluaPackageTests.xctest itself, or a helper that was passed its path.
    for argument in CommandLine.arguments + [Bundle.main.bundlePath, Bundle.main.executablePath ?? ""] {
      var folder = URL(fileURLWithPath: argument)
      for _ in 0..<4 {
        folder.deleteLastPathComponent()
        let candidate = folder.appendingPathComponent("layerlua").path
        if FileManager.default.isExecutableFile(atPath: candidate), !candidate.hasSuffix("Sources/Faces/layerlua") {
          var isFolder: ObjCBool = false
          if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue {
            return candidate
          }
        }
      }
    }
    return root + "/.build/layerlua"
  }()
}

/// The extent of the tests.
package enum TestLength {
  /// True if abridged tests run in full: with LAYERLUA_LONG, which `scripts/fuzz long` sets.
  package static let isLong = ProcessInfo.processInfo.environment["LAYERLUA_LONG"] != nil
}
