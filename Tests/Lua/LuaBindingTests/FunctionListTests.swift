// SPDX-License-Identifier: MIT
import LayerEngine
import LuaBinding
import Testing

@Suite struct FunctionListTests {
  private static let listed = Set(Engine.functions.map { "\($0.owner) \($0.name)" })

  @Test func `every function of the module is listed`() throws {
    let found = try printed(
      """
      for name, value in pairs(ca) do
        if type(value) == "function" then print("ca " .. name) end
        if type(value) == "table" and getmetatable(value) ~= "layer class" then
          for key, member in pairs(value) do
            if type(member) == "function" then print("ca." .. name .. " " .. key) end
          end
        end
      end
      """)
    #expect(found.filter { !Self.listed.contains($0) } == [])
    #expect(found.contains("ca Point") && found.contains("ca.Transform affine") && found.contains("ca.Image draw"))
  }

  @Test func `what is written in C is listed with who has it`() throws {
    let values = [
      "Point": "ca.Point(1, 2)", "Size": "ca.Size(1, 2)", "Rect": "ca.Rect(1, 2, 3, 4)", "Color": "ca.Color('red')",
      "Transform": "ca.Transform.identity", "Layer": "ca.Layer()", "KeyedObject": "ca.BasicAnimation()",
      "ca.Layer": "ca.Layer",
    ]
    let functions = Engine.functions.filter { values[$0.owner] != nil }
    let script = functions.map { "print(type((\(values[$0.owner] ?? "nil"))[\"\($0.name)\"]))\n" }.joined()
    #expect(try printed(script) == functions.map { _ in "function" })
    for name in [
      "Point unpack", "Size with", "Rect insetBy", "Color withAlpha", "Transform inverted", "Layer walk",
      "Layer setValue", "KeyedObject valueForKeyPath", "ca.Layer subclass", "ca.Transform ()",
    ] {
      #expect(Self.listed.contains(name), "\(name)")
    }
    let aliases = Set(functions.filter(\.isAlias).map(\.name))
    #expect(aliases.isSuperset(of: ["setValueForKey", "setValueForKeyPath", "valueForKey", "valueForKeyPath"]))
    #expect(aliases.isDisjoint(with: ["setValue", "value", "walk", "insetBy", "unpack"]))
  }

  @Test func `every function has a signature and a summary`() {
    for function in LuaBinding.manual {
      let name = "\(function.owner) \(function.name)"
      #expect(function.signature != nil && function.summary.hasSuffix("."), "\(name)")
      if function.onlyRefuses { continue }
      for signature in function.signatures {
        #expect(signature.hasPrefix("(") != function.isField && !signature.isEmpty, "\(name): \(signature)")
      }
    }
    for hook in ScriptHook.all { #expect(hook.signature.hasPrefix("(") && hook.summary.hasSuffix("."), "\(hook.name)") }
  }

  /// No other function may be documented as "always an error".
  @Test func `only what was told refuses always`() {
    #expect(
      Set(LuaBinding.manual.filter(\.onlyRefuses).map(\.name)).isSubset(of: [
        "convertPoint", "convertRect", "convertTime", "convert", "displayLayer", "drawLayerInContext", "layerWillDraw",
        "layoutSublayersOfLayer", "MetalLayer", "OpenGLLayer", "EAGLLayer", "QCCompositionLayer", "diagnose",
      ]))
  }
}
