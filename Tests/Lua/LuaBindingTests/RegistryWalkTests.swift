// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import LayerEngine
import LayerModel
import Pixels
import Testing
import TestSupport

/// Walks every class and property of the registry: each must have an expected default, survive a round trip through
/// Swift and through Lua, and be shown by some scene. A failure says what to add where.
@Suite struct RegistryWalkTests {
  struct Line {
    var className: String
    var key: String
    var defaultText: String
    var reads: String
    var animation: String
    var sample: String
    var sampleReads: String
    var name: String { "\(className).\(key)" }
    var isReadOnly: Bool { sample == "read-only" }
  }

  static let lines: [Line] = registryTable.flatMap { table in
    table.lines.split(separator: "\n").map { text in
      let fields = text.components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
      let defaults = fields[1].components(separatedBy: ">")
      return Line(
        className: table.className, key: fields[0], defaultText: defaults[0], reads: defaults.last ?? "",
        animation: fields[2],
        sample: fields[3], sampleReads: fields.count > 4 ? fields[4] : fields[3])
    }
  }

  static func line(_ name: String) -> Line? { lines.first { $0.name == name } }

  /// The properties that a class adds to those of its superclass.
  static func own(_ layerClass: KeyedClass) -> ArraySlice<Property> {
    layerClass.properties.dropFirst(layerClass.superclass?.properties.count ?? 0)
  }

  /// The class itself; for an abstract class, a subclass that can be instantiated.
  static func instantiable(_ layerClass: KeyedClass) -> KeyedClass {
    if layerClass === KeyedClass.filter {
      return (try? KeyedClass.filter(named: "CIExposureAdjust", in: nil)) ?? layerClass
    }
    if layerClass === KeyedClass.stateElement { return KeyedClass.stateSetValue }
    return layerClass === KeyedClass.animation || layerClass === KeyedClass.propertyAnimation
      ? KeyedClass.basicAnimation : layerClass
  }

  static let classNames = KeyedClass.builtIn.map(\.name)

  // MARK: (a) Defaults

  @Test(arguments: classNames) func `every property has its expected default and animation in the table`(name: String)
    throws
  {
    let layerClass = try #require(KeyedClass.named(name))
    let fresh = try Self.instantiable(layerClass).makeObject(in: Engine().scene)
    for row in Self.own(layerClass) {
      guard let line = Self.line("\(name).\(row.name)") else {
        Issue.record(
          "\(name).\(row.name): no line in RegistryTable.swift; add its default, animation and a sample there, from the reference"
        )
        continue
      }
      #expect(describe(row.defaultValue) == line.defaultText, "\(line.name): the default")
      let reads = describe(fresh.value(forKey: row.name))
      #expect(reads == line.reads, "\(line.name): what a new layer reads")
      #expect(letter(row.animation) == line.animation, "\(line.name): the animation")
      #expect(row.isReadOnly == line.isReadOnly, "\(line.name): whether it is read-only")
    }
  }

  @Test func `every line of the table is a property of the registry`() throws {
    for line in Self.lines {
      guard let layerClass = KeyedClass.named(line.className) else {
        Issue.record("RegistryTable.swift has lines for \(line.className), which is no class")
        continue
      }
      #expect(layerClass.property(line.key) != nil, "\(line.name) stands in RegistryTable.swift and is not a property")
    }
  }

  // MARK: (b) Round trips

  @Test(arguments: classNames) func `every property takes its sample in Lua and reads it back, there and in Swift`(
    name: String
  ) throws {
    let layerClass = Self.instantiable(try #require(KeyedClass.named(name)))
    let name = layerClass.name
    // Inherited properties too: a subclass has rows of its own for them.
    let lines = layerClass.properties.compactMap { row in Self.line("\(row.owner).\(row.name)") }
    let engine = try Engine()
    var output: [UInt8] = []
    engine.onPrint = { output += $0 }
    var script = """
      local function same(a, b)
        if type(a) ~= "table" or type(b) ~= "table" then return a == b end
        for k, v in pairs(a) do if not same(v, b[k]) then return false end end
        for k in pairs(b) do if a[k] == nil then return false end end
        return true
      end
      local root = ca.Layer {}
      local function make() return \(layerClass.isFilterClass ? "ca.Filter(\"\(name)\")" : "ca.\(name) {}") end
      local function check(key, sample, isTree, refuses)
        local l = make()
        local ok, problem = pcall(function() l[key] = sample() end)
        root:addSublayer(\(holder(of: layerClass)))
        if refuses then
          if ok then print(key .. " was set, expected: " .. refuses) end
          if not ok and not tostring(problem):find(refuses, 1, true) then print(key .. ": " .. tostring(problem)) end
          return
        end
        if not ok then return print(key .. " refused its sample: " .. tostring(problem)) end
        local value = l[key]
        -- A class with the property `value` has no method of that name.
        local hasMethod, read = pcall(function() return l:value(key) end)
        if hasMethod and not same(value, read) then print(key .. " reads differently by value()") end
        if isTree then return end
        local other = make()
        other:setValue(value, key)
        if not same(other[key], value) then print(key .. " does not take what it reads: " .. tostring(other[key])) end
      end

      """
    for line in lines {
      let isTree = ["mask", "sublayers", "superlayer"].contains(line.key)
      let refusal = line.isReadOnly ? "\"is read-only\"" : "nil"
      let sample = line.isReadOnly ? "ca.Layer {}" : line.sample
      script += "check(\"\(line.key)\", function() return \(sample) end, \(isTree), \(refusal))\n"
    }
    script += "return root\n"
    let root = try #require(try engine.run(script: script, name: "walk.lua"))
    let problems = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(problems.isEmpty, "\(name): \(problems.joined(separator: "; "))")

    for line in lines {
      let holder = try #require(root.sublayer(named: "holder of \(line.key)"))
      let layer = try #require(object(of: layerClass, in: holder))
      let fresh = try layerClass.makeObject(in: engine.scene)
      if line.isReadOnly {
        let refusal = "is read-only"
        do {
          try fresh.setValue(.array([.string("x")]), forKey: line.key)
          Issue.record("\(name).\(line.key): Swift set it, expected: \(refusal)")
        } catch { #expect("\(error)".contains(refusal), "\(name).\(line.key): \(error)") }
        continue
      }
      let value = layer.value(forKey: line.key)
      #expect(describe(value) == line.sampleReads, "\(name).\(line.key): what the sample set in Lua reads in Swift")
      try fresh.setValue(value, forKey: line.key)
      #expect(fresh.value(forKey: line.key) == value, "\(name).\(line.key): what Swift set by key reads back")
    }
  }

  /// Lua that places an object `l` of the class in a layer, so that the test can reach it. A new kind of object must be
  /// added here.
  private func holder(of layerClass: KeyedClass) -> String {
    if layerClass === KeyedClass.emitterCell {
      return "ca.EmitterLayer { name = 'holder of ' .. key, emitterCells = { l } }"
    }
    if layerClass.isFilterClass { return "ca.Layer { name = 'holder of ' .. key, filters = { l } }" }
    if [.constraintLayoutManager, .stackLayoutManager, .gridLayoutManager].contains(layerClass.base) {
      return "ca.Layer { name = 'holder of ' .. key, layoutManager = l }"
    }
    if layerClass === KeyedClass.state { return "ca.Layer { name = 'holder of ' .. key, states = { l } }" }
    if layerClass.isSubclass(of: KeyedClass.stateElement) {
      return "ca.Layer { name = 'holder of ' .. key, states = { ca.State { elements = { l } } } }"
    }
    if layerClass === KeyedClass.stateTransition {
      return "ca.Layer { name = 'holder of ' .. key, stateTransitions = { l } }"
    }
    if layerClass === KeyedClass.stateTransitionElement {
      return "ca.Layer { name = 'holder of ' .. key, stateTransitions = { ca.StateTransition { elements = { l } } } }"
    }
    if layerClass.isSubclass(of: KeyedClass.animation) {
      return "ca.Layer { name = 'holder of ' .. key, actions = { opacity = l } }"
    }
    return "ca.Layer { name = 'holder of ' .. key, l }"
  }

  private func object(of layerClass: KeyedClass, in holder: Layer) -> KeyedObject? {
    if layerClass === KeyedClass.state { return holder.states?.first }
    if layerClass === KeyedClass.stateTransition { return holder.stateTransitions?.first }
    if let emitter = holder as? EmitterLayer { return emitter.emitterCells?.first }
    if let filter = holder.filters?.first { return filter }
    if let state = holder.states?.first { return state.elements?.first }
    if let transition = holder.stateTransitions?.first { return transition.elements?.first }
    if case .keyed(let object)? = holder.actions?.first?.value { return object }
    return holder.sublayers.first ?? holder.layoutManager as? KeyedObject
  }

  // MARK: (c) Scenes

  @Test func `every property is used in a scene`() throws {
    let folder = Checkout.root + "/scripts/scenes"
    let files = (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).filter {
      $0.hasSuffix(".lua")
    }
    var words: Set<String> = []
    for file in files { words.formUnion(keys(in: try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8))) }
    // A film file and ffmpeg are not everywhere; ClipTests use every key of a player layer.
    for layerClass in KeyedClass.builtIn where layerClass !== KeyedClass.player {
      for row in Self.own(layerClass) {
        let name = "\(layerClass.name).\(row.name)"
        let isShown = words.contains(row.name) || row.aliases.contains { words.contains($0) }
        #expect(
          isShown,
          "\(name): no scene in scripts/scenes uses it, as a field or in a key path; add it to one, as a user would")
      }
    }
  }

  /// The words in key position: as a field (`.key`), in a table (`key =`), in a key path ("key.part").
  private func keys(in text: String) -> Set<String> {
    var result: Set<String> = []
    for line in text.split(separator: "\n") {
      let code = line.range(of: "--").map { line[..<$0.lowerBound] } ?? line[...]
      var rest = code[...]
      while let start = rest.firstIndex(where: \.isLetter) {
        let end = rest[start...].firstIndex { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? rest.endIndex
        let before = start == code.startIndex ? " " : code[code.index(before: start)]
        let after = code[end...].drop { $0 == " " }
        let isAssigned = after.hasPrefix("=") && !after.hasPrefix("==")
        if ".\"'".contains(before) || isAssigned || code[end...].hasPrefix(".") {
          result.insert(String(rest[start..<end]))
        }
        rest = rest[end...]
      }
    }
    return result
  }

  // MARK: As text

  private func letter(_ animation: ImplicitAnimation) -> String {
    switch animation {
    case .none: "-"
    case .basic: "B"
    case .transition: "T"
    case .explicit: "x"
    }
  }

  /// Formats a value as in the table.
  private func describe(_ value: PropertyValue) -> String {
    func number(_ v: Double) -> String {
      if v == v.rounded(), abs(v) < 1e15 { return "\(Int(v))" }
      return "\(v)"
    }
    func byte(_ v: Double) -> String {
      let text = String(Int((v * 255).rounded()), radix: 16)
      return text.count < 2 ? "0" + text : text
    }
    switch value {
    case .null: return "nil"
    case .bool(let b): return "\(b)"
    case .number(let v): return number(v)
    case .string(let s): return "\"\(s)\""
    case .point(let p): return "{\(number(p.x)), \(number(p.y))}"
    case .size(let s): return "{\(number(s.width)), \(number(s.height))}"
    case .rect(let r): return "{\(number(r.x)), \(number(r.y)), \(number(r.width)), \(number(r.height))}"
    case .transform(let t):
      if t.isIdentity { return "identity" }
      var parts: [String] = []
      for (i, v) in t.elements.enumerated() where v != (i % 5 == 0 ? 1 : 0) {
        parts.append("m\(i / 4 + 1)\(i % 4 + 1) = \(number(v))")
      }
      return "{\(parts.joined(separator: ", "))}"
    case .color(let c):
      let rgb = "#\(byte(c.red))\(byte(c.green))\(byte(c.blue))"
      return "\"\(rgb)\(c.alpha < 1 ? byte(c.alpha) : "")\""
    case .image(let image): return "image \(image.width)×\(image.height)"
    case .path(let path): return "path \(path.svg)"
    case .layer(let layer): return layer.className
    case .keyed(let object): return object.className
    case .attributedString(let s): return "\"\(s.string)\""
    case .constraint(let c): return c.description
    case .array(let a): return "{\(a.map(describe).joined(separator: ", "))}"
    case .dictionary(let d): return "{\(d.map { "\($0.key) = \(describe($0.value))" }.joined(separator: ", "))}"
    case .bytes(let bytes): return "\(bytes)"
    case .object: return "object"
    }
  }
}
