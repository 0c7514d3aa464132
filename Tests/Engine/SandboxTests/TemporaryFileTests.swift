// SPDX-License-Identifier: MIT
import Foundation
import LayerRendering
import Sandbox
import TestSupport
import Testing

/// Temporary file names, and the removal of leftover files.
@Suite struct TemporaryFileTests {
  /// The locks belong to open files, not to processes, so threads exclude each other like processes.
  @Test func `runs that write into one folder lose no file to each other's sweeps`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let failures = Failures()
    let writers = 4, count = 300
    DispatchQueue.concurrentPerform(iterations: writers) { writer in
      let renderer = LayerRenderer(
        configuration: .init(threads: 1, files: FileAccess(scriptDirectory: path, workingDirectory: path)))
      for number in 0..<count {
        do { try renderer.write([1, 2, 3], toPath: "\(writer)-\(number).txt") } catch { failures.add("\(error)") }
        TemporaryFile.removeAbandoned(beside: ["\(path)/a.txt"])
      }
    }
    #expect(failures.all.isEmpty, "\(failures.all.prefix(3))")
    #expect(folder.contents.count == writers * count)
  }

  private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var messages: [String] = []
    func add(_ message: String) { lock.withLock { messages.append(message) } }
    var all: [String] { lock.withLock { messages } }
  }

  @Test func `what was left is removed, what is empty, locked or another's is not`() throws {
    let folder = try TemporaryFolder()
    let names = [
      ".layerlua-1-0.tmp", ".layerlua-1-1.tmp", ".layerlua-1-2.tmp", ".layerlua-x-0.tmp", "layerlua-1-0.tmp",
    ]
    for (number, name) in names.enumerated() { try folder.write(number == 1 ? "" : "left", to: name) }
    let locked = open("\(folder.path)/\(names[2])", O_RDWR)
    defer { close(locked) }
    #expect(flock(locked, LOCK_EX) == 0)
    TemporaryFile.removeAbandoned(beside: ["\(folder.path)/a.png"])
    #expect(folder.contents.sorted() == Array(names[1...]).sorted())
  }
}
