// SPDX-License-Identifier: MIT
import Testing
import Watching

struct ServeOptionsTests {
  private func options(_ words: String...) throws -> ServeOptions {
    try ServeOptions(["watch", "--program", "/bin/layerlua", "--script", "a.lua", "--"] + words)
  }

  @Test func `added options come before the script's own words`() throws {
    #expect(try options("a.lua").previewArguments(adding: ["-D", "x=1"]) == ["preview", "a.lua", "-D", "x=1"])
    #expect(
      try options("--scale", "2", "a.lua", "--", "-D").previewArguments(adding: ["-D", "x=1"])
        == ["preview", "--scale", "2", "a.lua", "-D", "x=1", "--", "-D"])
  }

  @Test func `the user's scale is found`() throws {
    #expect(try options("a.lua").scale == nil)
    #expect(try options("a.lua", "--scale", "3").scale == "3")
    #expect(try options("--scale=2", "a.lua").scale == "2")
    #expect(try options("a.lua", "--", "--scale=2").scale == nil)
  }

  @Test(arguments: [
    [], ["serve"], ["watch"], ["watch", "--program"], ["watch", "--program", "a", "--script", "b"],
    ["watch", "--program", "a", "--port", "70000", "--", "b"], ["watch", "--nosuch", "--", "b"],
  ]) func `wrong words are refused`(words: [String]) {
    #expect(throws: ServeOptions.Mistake.self) { try ServeOptions(words) }
  }
}
