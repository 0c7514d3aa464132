// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import Manual
import TestSupport
import Testing

/// The examples of the pages of `layerlua doc`, and their sections of the guide. Those of the guide and of
/// docs/reference/examples.lua run in ProgramTests.
@Suite struct ExampleTests {
  private func number(of part: String, in page: String) -> Int {
    page.split(separator: "\n").filter { $0 == "  \(part)" }.count
  }

  /// Expects as many examples as sections of the guide: one of each on every page.
  private func expectBoth(_ name: String) {
    guard let page = Manual.page(on: name, width: 80) else {
      Issue.record("there is no page on \(name)")
      return
    }
    let examples = number(of: "Example", in: page)
    // A rule of warnings may have the same name; it has no example.
    let rules = page.split(separator: "\n").filter { $0.hasSuffix("'s rule") }.count
    #expect(examples > 0 && examples + rules == number(of: "In the guide", in: page), "\(name)\n\(page)")
  }

  @Test(arguments: KeyedClass.builtIn.map(\.name)) func `every property has an example and its section`(name: String)
    throws
  {
    let keyedClass = try #require(KeyedClass.named(name))
    for property in Manual.ownProperties(of: keyedClass) { expectBoth("\(name).\(property.name)") }
    let page = try #require(Manual.page(on: "ca.\(name)", width: 80))
    #expect(page.contains("\n  In the guide\n"), "\(page)")
    // An abstract class has no objects of its own.
    #expect(keyedClass.isAbstract || page.contains("\n  Example\n"), "\(page)")
  }

  @Test func `every function, method and field has an example and its section`() {
    for function in LuaBinding.manual where !function.onlyRefuses {
      expectBoth(function.name == "()" ? function.owner : "\(function.owner).\(function.name)")
    }
  }

  @Test func `every hook and filter has an example and its section`() {
    for hook in ScriptHook.all { expectBoth(hook.name) }
    for info in FilterInfo.all {
      expectBoth(info.name)
      for key in info.keys where key.name != "inputCubeData" { expectBoth(key.name) }
    }
  }

  @Test func `every rule has its section`() throws {
    for rule in LayerWarning.Rule.allCases {
      #expect(try #require(Manual.page(on: rule.rawValue, width: 80)).contains("\n  In the guide\n"), "\(rule)")
    }
  }

  /// Sections are those of the guide, also where a page names one by hand.
  @Test func `the guide has every section that a page names`() throws {
    var names = KeyedClass.builtIn.map(\.name) + FilterInfo.all.map(\.name) + LayerWarning.Rule.allCases.map(\.rawValue)
    names += LuaBinding.manual.map { $0.name == "()" ? $0.owner : "\($0.owner).\($0.name)" }
    names += ["CAMediaTiming", "CAAction", "CALayerDelegate", "CAAnimationDelegate", "CALayoutManager", "Transaction"]
    for keyedClass in KeyedClass.builtIn {
      names += Manual.ownProperties(of: keyedClass).map { "\(keyedClass.name).\($0.name)" }
    }
    var places: Set<String> = []
    for name in names {
      let lines = (Manual.page(on: name, width: 200) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      for (i, line) in lines.enumerated() where line == "  In the guide" && i + 1 < lines.count {
        places.insert(String(lines[i + 1]))
      }
    }
    #expect(places.count > 80)
    for place in places {
      let match = try #require(place.wholeMatch(of: /\s+([\w-]+\.md)(?:\s+(.*))?/), "\(place)")
      let text = String(decoding: try Checkout.read("docs/guide/\(match.1)"), as: UTF8.self)
      let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        line.drop { $0 == "#" || $0 == " " }.replacing(/[`*\[]|\]\([^)]*\)/, with: "")
      }
      // A page without a section is meant as a whole.
      if let section = match.2 { #expect(headings.contains { $0 == section }, "\(place)") }
    }
  }

  /// Every example that a row of the registries makes, run on an object of its class.
  @Test func `the examples of rows run`() throws {
    let folder = try TemporaryFolder()
    var script = """
      local ca = require "layerlua"
      local function try(name, run)
        local ok, why = pcall(run)
        if not ok then print(name .. ": " .. tostring(why)) end
      end
      ca.Image.draw(8, 8, function(ctx) ctx:fill { 0, 0, 8, 8 } end):write("photo.jpg")

      """
    var count = 0
    for keyedClass in KeyedClass.builtIn {
      // Filters are of classes of their own.
      let made = KeyedClass.builtIn.first { !$0.isAbstract && $0.isSubclass(of: keyedClass) }
      let object =
        switch made?.name {
        case "State": "ca.State { name = \"on\" }"
        case let name?: "ca.\(name) {}"
        case nil: "ca.Filter \"CIGaussianBlur\""
        }
      for property in Manual.ownProperties(of: keyedClass) {
        guard let line = Manual.ownExample(of: property, in: keyedClass) else { continue }
        let key = line.hasPrefix("print(") ? line.dropFirst("print(".count) : line[...]
        script += "try(\"\(keyedClass.name).\(property.name)\", function()\n"
        script += "  local \(key.prefix { $0 != "." }), print = \(object), type\n  \(line)\nend)\n"
        count += 1
      }
    }
    for info in FilterInfo.all {
      let keys = info.keys.map { Manual.ownExample(of: info, key: $0.name) }
      for (i, lines) in ([Manual.ownExample(of: info)] + keys).enumerated() {
        guard let lines else { continue }
        script += "try(\"\(info.name) \(i)\", function()\n  local layer = ca.Layer { bounds = { 0, 0, 200, 100 } }\n"
        script += lines.map { "  \($0)\n" }.joined() + "end)\n"
        count += 1
      }
    }
    #expect(count > 550)
    try folder.write(script + "return ca.Layer { bounds = { 0, 0, 9, 9 } }\n", to: "rows.lua")
    let result = try runCommand(Checkout.program, ["rows.lua", "--quiet"], in: folder.path)
    #expect(result.status == 0 && result.text.isEmpty, "\(result.text)\(result.errors)")
  }

  @Test(arguments: [
    ("cornerRadius", "cornerRadius = "), ("opacity", "opacity = "), ("bounds", "bounds = "), ("frame", "frame = "),
    ("contents", "contents = "), ("backgroundColor", "backgroundColor = "), ("mask", "mask = "),
    ("borderWidth", "borderWidth = "), ("Layer.superlayer", "print(layer.superlayer)"),
    ("CISepiaTone", "layer.filters = { ca.Filter(\"CISepiaTone\", { inputIntensity = "),
    ("CIMultiplyBlendMode", "layer.compositingFilter = \"CIMultiplyBlendMode\""),
    ("CISwipeTransition", "layer:addAnimation(ca.Transition { filter = filter, duration = 1 })"),
    ("layerWillDraw", "layerWillDraw = function("), ("canDraw", "function Screen:canDraw("),
  ]) func `the example of a plain name is plain`(name: String, text: String) throws {
    let lines = try #require(Manual.page(on: name, width: 80)).split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "  Example"))
    let example = lines[(start + 1)...].prefix { $0.hasPrefix("    ") }
    #expect((1...6).contains(example.count) && example.contains { $0.contains(text) }, "\(example)")
  }
}
