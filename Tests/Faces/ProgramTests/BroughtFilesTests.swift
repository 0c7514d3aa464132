// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// Libraries and fonts in lib/layerlua and share/layerlua/fonts of the program's prefix, as archives bring them along.
@Suite struct BroughtFilesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let bin = folder.path + "/prefix/bin"
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: URL(fileURLWithPath: Checkout.program).resolvingSymlinksInPath().path, toPath: bin + "/layerlua")
  }

  private func layerlua(_ arguments: String...) throws -> CommandResult {
    try runCommand(folder.path + "/prefix/bin/layerlua", arguments, in: folder.path)
  }

  /// The path of the file that `layerlua --version` names for a purpose; nil if it says that it is missing.
  private func path(_ purpose: String) throws -> String? {
    let line = try layerlua("--version").text.split(separator: "\n").first { $0.hasPrefix(purpose + "  ") }
    let rest = try #require(line).dropFirst(purpose.count).drop { $0 == " " }
    return rest.hasPrefix("/") ? String(rest) : nil
  }

  @Test func `a library that was brought along comes before the system's`() throws {
    let system = try #require(try path("GIF films"))
    #expect(!system.contains("layerlua"), "\(system)")
    let brought = folder.path + "/prefix/lib/layerlua/libgif-layerlua.so.7"
    try FileManager.default.createDirectory(
      atPath: folder.path + "/prefix/lib/layerlua", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: URL(fileURLWithPath: system).resolvingSymlinksInPath().path, toPath: brought)
    let found = try #require(try path("GIF films"))
    #expect(found.hasSuffix("/lib/layerlua/libgif-layerlua.so.7"), "\(found)")
    // A damaged one leaves the system's.
    try Data("no library".utf8).write(to: URL(fileURLWithPath: brought))
    #expect(try path("GIF films") == system)
  }

  @Test func `fonts that were brought along are searched first, also through a link`() throws {
    try folder.write("", to: "prefix/share/layerlua/fonts/empty")
    let fonts = folder.path + "/prefix/share/layerlua/fonts"
    try FileManager.default.copyItem(
      atPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", toPath: fonts + "/DejaVuSans.ttf")
    #expect(try path("the default font")?.hasSuffix("/prefix/share/layerlua/fonts/DejaVuSans.ttf") == true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/linked", withDestinationPath: "prefix/bin/layerlua")
    let linked = try runCommand(folder.path + "/linked", ["--version"], in: folder.path)
    #expect(linked.text.contains("/prefix/share/layerlua/fonts/DejaVuSans.ttf"))
    let isolated = try layerlua(
      "-e", "return ca.TextLayer { bounds = {0, 0, 40, 20}, string = 'a', fontSize = 12 }", "-o", "a.png", "--isolate")
    #expect(isolated.status == 0 && folder.exists("a.png"), "\(isolated.errors)")
  }

  @Test func `an isolated process opens a library that was brought along`() throws {
    let system = try #require(try path("GIF films"))
    try FileManager.default.createDirectory(
      atPath: folder.path + "/prefix/lib/layerlua", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: URL(fileURLWithPath: system).resolvingSymlinksInPath().path,
      toPath: folder.path + "/prefix/lib/layerlua/libgif-layerlua.so.7")
    try folder.write("return ca.Layer { bounds = {0, 0, 20, 10}, backgroundColor = 'red' }", to: "job/a.lua")
    // Only the loader's own words show which file was opened.
    let result = try runCommand(
      "/usr/bin/env",
      [
        "LD_DEBUG=libs", "../prefix/bin/layerlua", "a.lua", "-o", "a.gif", "--duration", "0.1", "--isolate",
      ], in: folder.path + "/job")
    #expect(result.status == 0, "\(result.errors.suffix(500))")
    #expect(result.errors.contains("calling init: \(folder.path)/prefix/bin/../lib/layerlua/libgif-layerlua.so.7"))
  }
}
