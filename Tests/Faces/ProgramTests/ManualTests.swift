// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// The Lua examples of the README and the guide, run as a reader would run them.
@Suite struct ManualTests {
  /// Definitions that the snippets take from the surrounding text.
  static let before = """
    local ca = require "layerlua"; local layer = ca.Layer { bounds = {0, 0, 100, 100} }; local host = ca.Layer { bounds = {0, 0, 300, 300} }; \
    local box = ca.Layer { frame = {10, 10, 50, 50} }; host:addSublayer(box); 
    """

  static var snippets: [String] {
    let guide = Checkout.root + "/docs/guide"
    let pages = ((try? FileManager.default.contentsOfDirectory(atPath: guide)) ?? []).sorted().map { "\(guide)/\($0)" }
    return (pages + [Checkout.root + "/README.md"]).flatMap { page -> [String] in
      let text = (try? String(contentsOfFile: page, encoding: .utf8)) ?? ""
      return text.components(separatedBy: "```lua\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }
  }

  /// The scenes of the guide's page on diagnosis that show nothing, or not everything, with their messages.
  static let blanks: [(script: String, message: String)] = {
    let text = (try? String(contentsOfFile: Checkout.root + "/docs/guide/diagnosis.md", encoding: .utf8)) ?? ""
    return text.components(separatedBy: "```lua blank\n").dropFirst().compactMap { part in
      let parts = part.components(separatedBy: "```")
      return parts.count > 2 ? (parts[0], String(parts[2].dropFirst())) : nil
    }
  }()

  @Test func `there are at least ten blanks`() { #expect(Self.blanks.count >= 10) }

  @Test(arguments: 0..<blanks.count) func `a blank draws without an error, and is told in the guide's words`(_ i: Int)
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.blanks[i].script, to: "blank.lua")
    let said = try runCommand(Checkout.program, ["diagnose", "blank.lua"], in: folder.path)
    #expect(
      said.status == 0 && said.errors.isEmpty && said.text == Self.blanks[i].message, "\(said.text)\(said.errors)")
    let drawn = try runCommand(Checkout.program, ["blank.lua", "--quiet"], in: folder.path)
    #expect(drawn.status == 0 && drawn.errors.isEmpty && folder.exists("blank.png"), "\(drawn.errors)")
  }

  @Test func `there are snippets`() { #expect(Self.snippets.count >= 10) }

  @Test(arguments: snippets) func `a snippet runs without a warning`(_ snippet: String) throws {
    let folder = try TemporaryFolder()
    // A script without a picture is reported; most snippets are only parts of a script.
    let returns = snippet.hasPrefix("return ") || snippet.contains("\nreturn ")
    try folder.write(Self.before + snippet + (returns ? "" : "\nreturn host"), to: "snippet.lua")
    try Self.addFiles(to: folder)
    let result = try runCommand(Checkout.program, ["snippet.lua"], in: folder.path)
    #expect(result.status == 0 && !result.errors.contains("warning:"), "\(result.errors)")
  }

  /// The files that the examples name.
  private static func addFiles(to folder: TemporaryFolder) throws {
    let photo = "/Tests/Oracle/pictures/images/photo.jpg"
    for (path, name) in [
      (photo, "photo.jpg"), ("/scripts/scenes/sprites", "sprites"), ("/scripts/scenes/icons", "icons"),
      ("/scripts/scenes/badge.json", "badge.json"), ("/scripts/scenes/ticket.lottie", "ticket.lottie"),
    ] {
      try FileManager.default.copyItem(atPath: Checkout.root + path, toPath: "\(folder.path)/\(name)")
    }
    try folder.write(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path fill='currentColor' d='M4 4H20V20Z'/></svg>",
      to: "icon.svg")
  }

  /// The examples of `layerlua doc` that the guide does not have.
  @Test func `the examples of the reference run without a warning`() throws {
    let folder = try TemporaryFolder()
    try Self.addFiles(to: folder)
    try folder.write("name,city\nAda, London\n", to: "people.csv")
    try folder.write("color = \"teal\"\n", to: "settings.toml")
    let scene = "local ca = require 'layerlua' ca.render(ca.Layer { bounds = { 0, 0, 20, 10 } }, 'scene.caml')"
    let made = try runCommand(Checkout.program, ["-e", scene], in: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    try FileManager.default.copyItem(
      atPath: Checkout.root + "/docs/reference/examples.lua", toPath: "\(folder.path)/examples.lua")
    let result = try runCommand(Checkout.program, ["examples.lua"], in: folder.path)
    #expect(result.status == 0 && !result.errors.contains("warning:"), "\(result.errors)")
  }
}
