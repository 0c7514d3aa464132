// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// The lookup of the server by `layerlua watch`: a program next to it, here a script that prints its path and
/// arguments. The page itself is tested with the server, in Sources/Server.
@Suite struct WatchTests {
  let folder: TemporaryFolder
  private let server = "#!/bin/sh\necho \"$0\"\necho \"$@\"\n"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("return ca.Layer { bounds = {0, 0, 20, 20} }\n", to: "a.lua")
    // The layout of scripts/build: the program behind a symbolic link, with the server next to the link.
    try lay(program: "build/static/release/layerlua", server: "build/layerlua-serve")
    try link("build/layerlua", to: "static/release/layerlua")
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// Places a copy of the program, and a server.
  private func lay(program: String, server name: String?) throws {
    let place = URL(fileURLWithPath: path(program))
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    let real = URL(fileURLWithPath: Checkout.program).resolvingSymlinksInPath()
    // A hard link takes no space; across file systems a copy is needed.
    do { try FileManager.default.linkItem(at: real, to: place) } catch {
      try FileManager.default.copyItem(at: real, to: place)
    }
    guard let name else { return }
    try folder.write(server, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
  }

  private func link(_ name: String, to target: String) throws {
    let place = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: target)
  }

  private func shell(_ command: String) throws -> CommandResult {
    try runCommand("/bin/sh", ["-c", "unset LAYERLUA_SERVE; " + command], in: folder.path)
  }

  /// The path of the server that a command started; the error if it started none.
  private func started(_ command: String) throws -> String {
    let result = try shell(command)
    guard result.status == 0 else { return "\(result.status ?? -1): \(result.errors)" }
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 2 && lines[1].hasPrefix("watch --program ") && lines[1].hasSuffix("--script a.lua -- a.lua"))
    return URL(fileURLWithPath: lines[0], relativeTo: URL(fileURLWithPath: folder.path + "/")).standardizedFileURL
      .resolvingSymlinksInPath().path
  }

  @Test func `serve and sign hand their words on as they are`() throws {
    for command in ["serve", "sign"] {
      let result = try shell("build/layerlua \(command) --help cards --listen 127.0.0.1:0 -- -o")
      #expect(result.status == 0, "\(result.errors)")
      let line = result.text.split(separator: "\n").last ?? ""
      #expect(line.hasPrefix("\(command) --program /") && line.hasSuffix(" --help cards --listen 127.0.0.1:0 -- -o"))
    }
    let missing = try shell("LAYERLUA_SERVE=/none build/layerlua serve cards")
    #expect(missing.status == 5 && missing.errors.contains("layerlua serve needs layerlua-serve"))
  }

  @Test func `watch finds its server by PATH, by links, and in a prefix`() throws {
    try link("absolute/layerlua", to: path("build/layerlua"))
    try link("relative/live", to: "../build/layerlua")
    try link("deep/er/layerlua", to: "../../relative/live")
    try link("layerlua", to: "build/layerlua")
    let built = URL(fileURLWithPath: path("build/layerlua-serve")).resolvingSymlinksInPath().path
    for command in [
      "build/layerlua", "build/../build/layerlua", "./layerlua", path("build/layerlua"), path("absolute/layerlua"),
      "relative/live", "deep/er/layerlua", "PATH=\(path("build")):$PATH layerlua", "PATH=build:$PATH layerlua",
      "PATH=\(path("absolute")):$PATH layerlua", "PATH=relative:$PATH live", "PATH=\(path("deep/er")):$PATH layerlua",
      "PATH=:$PATH layerlua", "cd build && PATH=.:$PATH layerlua",
    ] {
      let script = command.hasPrefix("cd ") ? "../a.lua" : "a.lua"
      if script == "a.lua" {
        #expect(try started("\(command) watch a.lua") == built, "\(command)")
      } else {
        #expect(try shell("\(command) watch \(script)").status == 0, "\(command)")
      }
    }
    // The layout of scripts/install, and a symbolic link to it.
    try lay(program: "prefix/bin/layerlua", server: "prefix/libexec/layerlua/layerlua-serve")
    try link("links/layerlua", to: "../prefix/bin/layerlua")
    let installed = URL(fileURLWithPath: path("prefix/libexec/layerlua/layerlua-serve")).resolvingSymlinksInPath().path
    for command in [
      "prefix/bin/layerlua", "PATH=\(path("prefix/bin")):$PATH layerlua", "links/layerlua",
      "PATH=\(path("links")):$PATH layerlua",
    ] { #expect(try started("\(command) watch a.lua") == installed, "\(command)") }
    // A server next to the link takes precedence over one next to the program.
    try link("prefix/bin/live", to: "../../build/layerlua")
    #expect(try started("prefix/bin/live watch a.lua") == installed)
  }

  @Test func `without a server watch says where it looked, and LAYERLUA_SERVE alone counts`() throws {
    try lay(program: "alone/layerlua", server: nil)
    let none = try shell("PATH=\(path("alone")):$PATH layerlua watch a.lua")
    #expect(none.status == 5 && none.errors.contains("/alone/layerlua or a symbolic link"), "\(none.errors)")
    #expect(none.errors.contains("scripts/build serve"))
    // A folder of that name is not a server, nor is a file that is not executable.
    try folder.write("", to: "alone/layerlua-serve/file")
    #expect(try shell("alone/layerlua watch a.lua").status == 5)
    let wrong = try shell("LAYERLUA_SERVE=/nonexistent build/layerlua watch a.lua")
    #expect(wrong.status == 5)
    #expect(wrong.errors.contains("not at /nonexistent, where LAYERLUA_SERVE points"), "\(wrong.errors)")
    #expect(try shell("LAYERLUA_SERVE=build/layerlua-serve alone/layerlua watch a.lua").status == 0)
    // A forged argv[0] does not locate a server.
    try folder.write(server, to: "trap/layerlua-serve")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path("trap/layerlua-serve"))
    let lied = try runCommand(
      "/bin/bash", ["-c", "unset LAYERLUA_SERVE; exec -a trap/layerlua alone/layerlua watch a.lua"], in: folder.path)
    #expect(lied.status == 5, "\(lied.text)")
  }
}
