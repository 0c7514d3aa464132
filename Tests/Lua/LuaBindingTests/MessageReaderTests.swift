// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import LuaBinding
import Testing

/// Messages advise the author of a script in Lua, and the programmer of a host in the own names.
@Suite struct MessageReaderTests {
  private func engine(_ face: String) throws -> Engine {
    var configuration = Engine.Configuration()
    configuration.face = try #require(.init(rawValue: face))
    return try Engine(configuration)
  }

  private func message(_ body: () throws -> Void) -> String {
    do { try body() } catch let error as EngineError {
      return error.message
    } catch let error as LayerError {
      return error.message
    } catch {
      return "\(error)"
    }
    return ""
  }

  @Test(arguments: [
    ("swift", "; write Double(…)"), ("c", "; give it as a number"), ("python", "; write float(…)"),
    ("program", "; write tonumber(…)"), ("module", "; write tonumber(…)"),
  ]) func `the programmer of a host reads its language, and the script's author Lua`(_ face: String, _ end: String)
    throws
  {
    let engine = try engine(face)
    let layer = try #require(try engine.run(script: "return ca.Layer { bounds = {0, 0, 9, 9} }", name: "a.lua"))
    let start = "Layer.opacity: expected a number, got string \"0.5\""
    #expect(message { try layer.setValue("0.5", forKey: "opacity") } == start + end)
    #expect(
      message { _ = try engine.run(script: "ca.Layer().opacity = '0.5'", name: "b.lua") }
        == start + "; write tonumber(…)")
  }

  @Test func `a name of another system is told to a programmer without Lua`() throws {
    let engine = try engine("python")
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.message) }
    let layer = try #require(
      try engine.run(script: "local l = ca.Layer()\nl.alpha = 1\nl.style = { alpha = 1 }\nreturn l", name: "a.lua"))
    try layer.setValue(1, forKey: "clipsToBounds")
    #expect(
      message { try layer.setValue("cover", forKey: "contentsGravity") }.hasSuffix(
        "got \"cover\"; here it is \"resizeAspectFill\""))
    let stored = "is not a property and is stored as a custom key"
    #expect(
      warnings == [
        "Layer.alpha (UIKit, AppKit) \(stored); write layer.opacity = 0.5",
        "Layer.style.alpha (UIKit, AppKit) \(stored); write layer.opacity = 0.5",
        "Layer.clipsToBounds (UIKit, AppKit) \(stored); here it is masksToBounds",
      ])
  }

  @Test func `a finding about a script's layer is for the script's author, whoever renders it`() throws {
    let engine = try engine("c")
    let layer = try #require(
      try engine.run(
        script: "return ca.Layer { bounds = {0, 0, 9, 9}, ca.EmitterLayer { bounds = {0, 0, 9, 9} } }", name: "a.lua"))
    let hints = try engine.diagnose(
      script: Array("return ca.EmitterLayer { bounds = {0, 0, 9, 9} }".utf8), name: "b.lua"
    ).map(\.hint)
    #expect(hints == ["emitterCells = { ca.EmitterCell { … } }"])
    #expect(message { try engine.write(layer, to: "a.apng", FilmOptions()) }.hasSuffix("(duration = 2)"))
  }

  /// The words of Lua and of the program.
  private static let foreign = ["ca.", "Lua", "--", "tonumber", "tostring", "math.rad(", "ctx:", "layer:"]

  @Test(arguments: ["swift", "c", "python"]) func `a host without scripts reads no Lua`(_ face: String) throws {
    let reader = MessageReader(try #require(.init(rawValue: face)))
    for keyedClass in KeyedClass.builtIn {
      for row in keyedClass.properties {
        let text = row.kind.expectation(for: reader)
        #expect(!Self.foreign.contains { text.contains($0) }, "\(keyedClass.name).\(row.name): \(text)")
      }
    }
    for advice in Self.advice {
      let text = reader.text(advice)
      #expect(!Self.foreign.contains { text.contains($0) }, "\(advice): \(text)")
      #expect(MessageReader.author.text(advice) == LuaLanguage().text(advice, .program))
    }
  }

  private static let advice: [Advice] = [
    .transform, .emitterCells, .filters, .transitionFilter, .blendFilter, .layoutManager, .numberToText, .textToNumber,
    .shortList, .boolean(isMissing: true), .boolean(isMissing: false), .image, .type("Layer"), .object("Layer"),
    .filterName, .filter(name: "CIBlendWithMask", key: "inputMaskImage"), .filterNames, .transition,
    .someEmitterCells, .runAttribute("tabStops"), .laterTime(1),
    .radians(degrees: 90), .sublayerPerspective, .perspective, .addSublayer("card"), .addAnimation, .modelLayer,
    .drawScaled(width: 4, height: 3), .draw, .onFrame, .onFrameKey("speed"), .onFrameTime, .frameTime,
    .setCurrentTime, .commitTransactions, .renderOption(.duration, "2"), .renderOption(.size, ""),
  ]

  @Test func `names of other systems have no code for programmers`() {
    let reader = MessageReader()
    for row in ForeignName.all {
      for name in row.names {
        let language = LuaLanguage()
        var texts: [String?] = row.values.map { language.value(name, of: $0, for: reader) }
        texts.append(language.color(name, for: reader))
        for keyedClass in KeyedClass.builtIn {
          texts.append(language.key(name, of: keyedClass, for: reader))
          texts.append(language.member(name, of: keyedClass, for: reader)?.instead)
        }
        for text in texts.compactMap(\.self) {
          #expect(!Self.foreign.contains { text.contains($0) } && !text.contains("{"), "\(name): \(text)")
        }
      }
    }
  }
}
