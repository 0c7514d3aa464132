// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// Help while editing: stubs, completions, the man page, `layerlua doc` and `layerlua init`.
@Suite struct EditorTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func layerlua(_ arguments: String...) throws -> CommandResult {
    try runCommand("/usr/bin/env", ["COLUMNS=72", Checkout.program] + arguments, in: folder.path)
  }

  private static let made: [(file: String, arguments: [String])] = [
    ("layerlua.lua", ["stubs"]), ("layerlua.1", ["reference", "man"]), ("layerlua.bash", ["completions", "bash"]),
    ("_layerlua", ["completions", "zsh"]), ("layerlua.fish", ["completions", "fish"]),
  ]

  @Test(arguments: made.indices) func `what editors and shells read is current`(_ index: Int) throws {
    let (file, arguments) = Self.made[index]
    let stored = try String(contentsOfFile: Checkout.root + "/scripts/share/" + file, encoding: .utf8)
    let made = try runCommand(Checkout.program, arguments, in: folder.path)
    #expect(made.text == stored, "run scripts/regenerate")
  }

  @Test(arguments: [
    ["bash", "-n", "layerlua.bash"], ["zsh", "-n", "_layerlua"], ["fish", "-n", "layerlua.fish"],
    ["mandoc", "-W", "warning", "-T", "lint", "layerlua.1"],
  ]) func `shells and mandoc find nothing wrong`(_ command: [String]) throws {
    guard try runCommand("/bin/sh", ["-c", "command -v \(command[0])"], in: "/").status == 0 else { return }
    let result = try runCommand("/usr/bin/env", command, in: Checkout.root + "/scripts/share")
    #expect(result.status == 0, "\(result.text) \(result.errors)")
  }

  @Test(arguments: [
    ("layerlua --al", 1, ["--allow-read", "--allow-write", "--allow-links", "--allow"]),
    ("layerlua completions ''", 2, ["bash", "zsh", "fish"]),
    ("layerlua --allow near", 2, ["near-miss-key", "near-miss-hook"]), ("layerlua --size let", 2, ["letter"]),
    ("layerlua in", 1, ["inspect", "init"]), ("layerlua -o my", 2, ["my picture.png"]),
    ("layerlua sc", 1, ["scene.lua"]),
  ]) func `bash completes`(words: String, at index: Int, expected: [String]) throws {
    for name in ["my picture.png", "my text.txt", "scene.lua", "scene.txt"] { try folder.write("", to: name) }
    let script = """
      source '\(Checkout.root)/scripts/share/layerlua.bash'
      COMP_WORDS=(\(words)); COMP_CWORD=\(index); _layerlua; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try runCommand("/bin/bash", ["-c", script], in: folder.path)
    #expect(result.text.split(separator: "\n").map(String.init) == expected, "\(result.errors)")
  }

  @Test func `doc prints pages as wide as the terminal, and near names where there is none`() throws {
    let page = try layerlua("doc", "position", "TextLayer")
    #expect(page.status == 0 && page.text.contains("position: a property of all layers"))
    #expect(page.text.split(separator: "\n").allSatisfy { $0.count <= 72 })
    let none = try layerlua("doc", "psition")
    #expect(none.status == 2 && none.text.isEmpty)
    #expect(none.errors == "layerlua: there is no page on \"psition\"; there is one on position or zPosition\n")
    #expect(try layerlua("doc").status == 2)
  }

  @Test func `init makes a folder whose scene draws, and keeps what is there`() throws {
    let made = try layerlua("init", "new")
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      made.text == """
        wrote new/.luarc.json
        wrote new/.layerlua/layerlua.lua
        wrote new/scene.lua
        next: layerlua new/scene.lua

        """)
    let drawn = try layerlua("new/scene.lua", "-o", "scene.png")
    #expect(drawn.status == 0 && drawn.errors.isEmpty && folder.exists("scene.png"), "\(drawn.errors)")
    let settings = try #require(
      try JSONSerialization.jsonObject(with: Data(try folder.read("new/.luarc.json"))) as? [String: Any])
    #expect(settings["workspace.library"] as? [String] == [".layerlua"])

    try folder.write("-- mine", to: "new/scene.lua")
    try folder.write("{}", to: "new/.luarc.json")
    try folder.write("-- old", to: "new/.layerlua/layerlua.lua")
    let again = try layerlua("init", "new")
    #expect(try folder.read("new/scene.lua") == Array("-- mine".utf8))
    #expect(try folder.read("new/.luarc.json") == Array("{}".utf8))
    #expect(
      again.text == """
        kept new/.luarc.json unchanged; for editors, add to it: "workspace.library": [".layerlua"]
        replaced new/.layerlua/layerlua.lua, which was from another version
        kept new/scene.lua unchanged
        next: layerlua new/scene.lua

        """)
    #expect(try layerlua("init", "new/scene.lua").status == 4)
    #expect(try layerlua("init", "a", "b").status == 2)
  }

  @Test func `completions need the name of a shell`() throws {
    let result = try layerlua("completions", "tcsh")
    #expect(result.status == 2 && result.errors == "layerlua: completions expects bash, zsh or fish, got \"tcsh\"\n")
  }
}
