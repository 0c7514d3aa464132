// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import LuaBinding
import TestSupport
import Testing

/// Members of Core Animation's classes and of views that layers here lack are never silently taken for a script's own
/// key or method.
@Suite struct AppleMembersTests {
  private func run(_ script: String) throws -> (error: String?, warnings: [String], lines: [String]) {
    let engine = try Engine()
    var warnings: [String] = []
    var printed: [UInt8] = []
    engine.onWarning = { warnings.append("\($0.message) [\($0.rule.rawValue)]") }
    engine.onPrint = { printed += $0 }
    var message: String?
    do { _ = try engine.run(script: script, name: "test.lua") } catch let error as EngineError {
      message = error.message
    }
    let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
    return (message, warnings, lines)
  }

  /// True if a message says what to write instead.
  private func saysMore(_ message: String?) -> Bool {
    guard let message else { return false }
    return message.contains("; write ") || message.contains("; leave it out")
      || message.contains("; of a ") || message.contains("is a property: read it")
      || message.contains(": its direction is ambiguous: write ") || message.contains("; here it is ")
  }

  private func keys(of owner: String) -> (known: Set<String>, isLayer: Bool) {
    guard let keyedClass = KeyedClass.builtIn.first(where: { $0.name == owner }) else { return ([], false) }
    return (Set(keyedClass.properties.flatMap { [$0.name] + $0.aliases }), keyedClass.isLayerClass)
  }

  @Test(arguments: AppleMembers.all.indices) func `properties are there, or say what to write`(_ index: Int) throws {
    let members = AppleMembers.all[index]
    let (known, isLayer) = keys(of: members.owner)
    for name in AppleMembers.words(members.properties)
    where !known.contains(name) && !(isLayer && name == "visibleRect") {
      let set = try run("local o = ca.\(members.owner) {}; o.\(name) = 1")
      #expect(set.warnings.count == 1 && saysMore(set.warnings.first), "\(members.name).\(name) set: \(set)")
      let made = try run("ca.\(members.owner) { \(name) = 1 }")
      #expect(saysMore(made.error), "\(members.name).\(name) in a constructor: \(made)")
      let called = try run("local o = ca.\(members.owner) {}; o:\(name)()")
      #expect(saysMore(called.error), "\(members.name).\(name) called: \(called)")
      let part = try run("local o = ca.\(members.owner) {}; return o.\(name).x")
      #expect(saysMore(part.error), "\(members.name).\(name) indexed: \(part)")
      let setter = "set\(name.prefix(1).uppercased())\(name.dropFirst())"
      let selected = try run("local o = ca.\(members.owner) {}; o:\(setter)(1)")
      #expect(saysMore(selected.error), "\(members.name).\(setter): \(selected)")
      if members.name.hasPrefix("CA") {
        let read = try run("local o = ca.\(members.owner) {}; local v = o.\(name); v = o.\(name)")
        #expect(
          read.error == nil && read.warnings.count == 1 && saysMore(read.warnings.first),
          "\(members.name).\(name) read: \(read)")
      }
    }
  }

  @Test(arguments: AppleMembers.all.indices) func `methods are there, or say what to write`(_ index: Int) throws {
    let members = AppleMembers.all[index]
    for name in AppleMembers.words(members.methods) {
      let type = try run("print(type(ca.\(members.owner) {}.\(name)))")
      if type.lines == ["function"] { continue }
      let called = try run("local o = ca.\(members.owner) {}; o:\(name)(1)")
      #expect(saysMore(called.error), "\(members.name) \(name): \(called)")
    }
    for name in AppleMembers.words(members.classMethods) {
      let type = try run("print(type(ca.\(members.owner).\(name)))")
      if type.lines == ["function"] { continue }
      for separator in [".", ":"] {
        let called = try run("ca.\(members.owner)\(separator)\(name)(1)")
        #expect(saysMore(called.error), "\(members.name) + \(name): \(called)")
      }
    }
  }

  @Test(arguments: AppleMembers.all.indices) func `what a subclass defines is called, or warned of`(_ index: Int) throws
  {
    let members = AppleMembers.all[index]
    for name in AppleMembers.words(members.hooks) {
      let there = try run("print(type(ca.\(members.owner).\(name)))").lines == ["function"]
      let defined = try run("local C = ca.\(members.owner):subclass('C'); function C:\(name)() end")
      #expect(defined.error == nil)
      // Methods whose overrides the engine does not call.
      if (there || name == "init") && !["hitTest", "containsPoint", "preferredFrameSize"].contains(name) {
        #expect(defined.warnings == [], "\(members.name) \(name)")
      } else {
        #expect(
          defined.warnings.count == 1 && defined.warnings.first?.contains("; write ") == true,
          "\(members.name) \(name): \(defined)")
      }
    }
  }

  @Test func `constants have the values that keys take`() throws {
    let names = AppleMembers.words(AppleMembers.constants)
    #expect(Set(AppleConstant.all.map(\.name)).isSuperset(of: names))
    let script = names.map { "print(\($0), ca.\($0) == \($0))" }.joined(separator: "\n")
    let lines = try run(script).lines
    try #require(lines.count == names.count)
    for (name, line) in zip(names, lines) {
      let value = try #require(AppleConstant.all.first { $0.name == name }).value
      switch value {
      case .name(let word): #expect(line == "\(word)\ttrue")
      case .bit(let bit): #expect(line == "\(bit)\ttrue")
      }
    }
  }

  /// Each constant of a property sets the same value as the constant's name as a string.
  @Test func `a constant sets what its name sets`() throws {
    for keyedClass in KeyedClass.builtIn where !keyedClass.isAbstract {
      for row in keyedClass.properties where !row.isReadOnly {
        let constants: [String]
        switch row.kind {
        case .enumeration(let names): constants = names.map(\.constant).filter { !$0.isEmpty }
        case .nameSet(let set): constants = set.members.map(\.constant)
        default: continue
        }
        for constant in constants where keyedClass.name != "Filter" {
          let result = try run(
            """
            local o = ca.\(keyedClass.name) { \(row.name) = \(constant) }
            local p = ca.\(keyedClass.name) { \(row.name) = "\(constant)" }
            local function word(v) return type(v) == "table" and table.concat(v, " ") or v end
            print(word(o.\(row.name)) == word(p.\(row.name)))
            """)
          #expect(
            result.error == nil && result.lines == ["true"], "\(keyedClass.name).\(row.name) \(constant): \(result)")
        }
      }
    }
  }

  @Test func `masks are sums of constants`() throws {
    let result = try run(
      """
      local l = ca.Layer {
        autoresizingMask = kCALayerWidthSizable | kCALayerMinYMargin, maskedCorners = kCALayerMinXMinYCorner,
        edgeAntialiasingMask = kCALayerLeftEdge | kCALayerTopEdge, contentsGravity = kCAGravityResizeAspect }
      print(table.concat(l.autoresizingMask, " "), table.concat(l.maskedCorners, " "), table.concat(l.edgeAntialiasingMask, " "))
      l.autoresizingMask = kCALayerNotSizable
      print(#l.autoresizingMask, l.contentsGravity)
      local c = ca.Constraint(kCAConstraintMaxX, "superlayer", kCAConstraintMaxX, 1, -10)
      print(c.attribute, c.offset)
      print(ca.TextLayer { alignmentMode = kCAAlignmentCenter }.alignmentMode)
      local a = ca.BasicAnimation { keyPath = "opacity", toValue = 0, timingFunction = kCAMediaTimingFunctionEaseIn }
      print(a.timingFunction, ca.Transition { subtype = kCATransitionFromTop }.subtype)
      ca.Transaction.setValue(3, kCATransactionAnimationDuration)
      print(ca.Transaction.animationDuration())
      ca.Image.draw(2, 2, function(ctx)
        ctx:setBlendMode(kCGBlendModeXOR); ctx:setLineCap(kCGLineCapRound); ctx:setInterpolationQuality(kCGInterpolationHigh)
        ctx:addRect { 0, 0, 1, 1 }; ctx:drawPath(kCGPathEOFillStroke)
      end)
      """)
    #expect(
      result.lines == [
        "widthSizable minYMargin\tminXMinY\tleft top", "0\tresizeAspect", "maxX\t-10", "center", "easeIn\tfromTop", "3",
      ], "\(result)")
    #expect(result.error == nil && result.warnings == [])
  }

  @Test(arguments: [
    ("local root = ca.Layer {}; root.layer:addSublayer(ca.Layer {})", "write layer:addSublayer(other)"),
    ("ca.Layer.layer()", "write ca.Layer() (objects are made by calling their class)"),
    ("ca.TextLayer:layer()", "write ca.TextLayer()"), ("ca.EmitterCell.emitterCell()", "write ca.EmitterCell()"),
    ("ca.ConstraintLayoutManager.layoutManager()", "write ca.ConstraintLayoutManager()"),
    ("ca.Filter.filterWithName('CIGaussianBlur')", "write ca.Filter(\"CIGaussianBlur\", {inputRadius = 6})"),
    ("ca.CIVector(1, 2)", "write {x, y}"), ("CIVector.vectorWithX(1, 2)", "write {x, y}"),
    ("ca.Image.imageNamed 'a'", "write ca.Image(\"file.png\")"),
    ("local a = CALayerContentsGravity.resizeAspect", "write \"resizeAspect\""),
  ]) func `words of the books say what to write`(_ script: String, _ words: String) throws {
    let error = try #require(try run(script).error)
    #expect(error.contains("; \(words)"), "\(error)")
  }

  @Test func `a delegate of AppKit is asked for the scale`() throws {
    for name in ["layerShouldInheritContentsScale", "layerShouldInheritContentsScaleFromWindow"] {
      let result = try run(
        """
        local l = ca.Layer { bounds = { 0, 0, 4, 4 } }
        local d = { \(name) = function(self, layer, scale, window) print(layer == l, scale, window) return true end }
        l.delegate = d
        ca.render(l, { scale = 3 })
        """)
      #expect(result.lines == ["true\t3\tnil"] && result.warnings == [], "\(name): \(result)")
    }
  }

  /// A scale that may be meant as an offset is warned about, a usual one is not.
  @Test(arguments: [
    ("\"maxX\", \"superlayer\", \"maxX\", -10", true), ("\"maxX\", \"superlayer\", \"maxX\", 2", true),
    ("\"midX\", \"superlayer\", \"midX\", 0", true), ("\"width\", \"superlayer\", \"width\", 0", true),
    ("\"width\", \"superlayer\", \"width\", 10", true), ("\"width\", \"superlayer\", \"width\", 2", false),
    ("\"width\", \"superlayer\", \"width\", 0.5", false), ("\"maxX\", \"superlayer\", \"maxX\", 0.5", false),
    ("\"maxX\", \"superlayer\", \"maxX\", 1", false), ("\"maxX\", \"superlayer\", \"maxX\", 2, 0", false),
  ]) func `four values of a constraint`(_ values: String, _ warns: Bool) throws {
    let result = try run("ca.Constraint(\(values))")
    #expect(result.error == nil && result.warnings.count == (warns ? 1 : 0), "\(result)")
    if warns { #expect(result.warnings.first?.contains("an offset comes fifth") == true) }
  }

  /// Names of no known API are silent, whatever is done with them.
  @Test func `keys of one's own are silent`() throws {
    var random = SeededRandom(32_011)
    let apples = Set(
      AppleMembers.all.flatMap { AppleMembers.words("\($0.properties) \($0.methods) \($0.classMethods) \($0.hooks)") })
    let foreign = Set(ForeignName.all.flatMap(\.names))
    var script = "local C = ca.Layer:subclass('C'); local l, o, t, v = ca.Layer {}, C {}, ca.TextLayer {}\n"
    for _ in 0..<400 {
      let name =
        "my" + String((0..<8).map { _ in Character(UnicodeScalar(UInt8.random(in: 97...122, using: &random))) })
      if apples.contains(name) || foreign.contains(name) { continue }
      script +=
        "l.\(name) = 1; o.\(name) = l.\(name); v = t.\(name); if t.\(name) then error() end; function C:\(name)2() end\n"
    }
    // Names typical of scripts, short ones of views among them.
    script += "o.text, o.layer, o.alpha, o.window, o.tag = 1, 2, 3, 4, 5; v = o.item; function C:update() end\n"
    script += "function C:add(x) end; function C:render() end; o.score, l.velocity2 = 1, 2\n"
    let result = try run(script)
    #expect(result.error == nil && result.warnings == [], "\(result.error ?? "") \(result.warnings)")
  }
}
