// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import TestSupport
import Testing

/// The tokens of a script's text, and the findings in them.
@Suite struct ScriptTextTests {
  private func findings(_ text: String) -> ScriptFindings {
    ScriptFindings(sources: [("t.lua", Array(text.utf8))], isUnset: { _ in true })
  }

  @Test func `a key's line is found in its own constructor alone`() {
    let tokens = LuaTokens(
      Array(
        """
        local layer = ca.Layer {
          -- opacity = 1
          name = [[
            opacity = 2]],
          shadow = { opacity = 3 },
          ['opacity'] = 4,
        }
        """.utf8))
    #expect(tokens.line(ofKey: "opacity", inConstructorAt: 1) == 6)
    #expect(tokens.line(ofKey: "name", inConstructorAt: 1) == 3)
    #expect(tokens.line(ofKey: "hidden", inConstructorAt: 1) == nil)
  }

  @Test func `a mistake's line is that of the word in the message`() {
    let tokens = LuaTokens(Array("ca.BasicAnimation {\n  keyPath = 'opacity',\n  toVale = 1,\n}\n".utf8))
    let message = "BasicAnimation has no property toVale; did you mean toValue?"
    #expect(tokens.line(ofMistake: message, at: 1) == 3)
    #expect(tokens.line(ofMistake: "BasicAnimation.keyPath: expected a text", at: 1) == 2)
    #expect(tokens.line(ofMistake: "out of memory", at: 1) == nil)
  }

  @Test func `colours without quotes, degrees and unread arguments are found`() {
    let scripts = findings(
      """
      layer.backgroundColor = red
      layer.transform = ca.Transform.rotation(90)
      print(ca.args.title)
      """)
    #expect(scripts.nilColors().map(\.hint) == ["backgroundColor = \"red\""])
    #expect(scripts.degrees().map(\.place?.line) == [2])
    #expect(scripts.unusedArguments(["titel", "title"]).map(\.hint) == ["-D title=…"])
  }

  @Test func `a variable that is set, a local function and a computed argument are left alone`() {
    let scripts = findings(
      """
      local red = 'red'
      layer.backgroundColor = red
      function tools.rotation(degrees) end
      tools.rotation(90)
      print(ca.args[name])
      """)
    #expect(scripts.nilColors().isEmpty && scripts.degrees().isEmpty && scripts.unusedArguments(["title"]).isEmpty)
  }

  @Test func `any bytes can be a script's text`() {
    var random = SeededRandom(0xD1A6)
    let signs = Array("-[]=\"'\\\n.ab1{}(): rotation 'x' --[[ ]] [==[ ]=] transform.rotation.z".utf8) + [0, 200, 255]
    for _ in 0..<3000 {
      let count = Int.random(in: 0..<60, using: &random)
      let bytes = (0..<count).map { _ in signs.randomElement(using: &random) ?? 0 }
      let tokens = LuaTokens(bytes)
      for line in 0..<4 {
        _ = tokens.line(ofKey: "ab", inConstructorAt: line)
        _ = tokens.line(ofMistake: "Layer has no property ab: 'x'", at: line)
      }
      let scripts = ScriptFindings(sources: [("t.lua", bytes)], isUnset: { _ in true })
      _ = (scripts.nilColors(), scripts.degrees(), scripts.unusedArguments(["ab"]))
    }
  }
}
