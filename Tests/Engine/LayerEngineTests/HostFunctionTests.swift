// SPDX-License-Identifier: MIT
import Geometry
import LayerEngine
import LayerModel
import Pixels
import Testing

/// An engine whose scripts' output is collected in `printed`.
final class Printing {
  let engine: Engine
  private(set) var printed = ""

  init(_ configuration: Engine.Configuration = Engine.Configuration()) throws {
    engine = try Engine(configuration)
    engine.onPrint = { [unowned self] in printed += String(decoding: $0, as: UTF8.self) }
  }

  /// The script's output, without the last line break.
  func run(_ script: String) throws -> String {
    printed = ""
    try engine.run(script: script, name: "a.lua")
    if printed.hasSuffix("\n") { printed.removeLast() }
    return printed
  }
}

private struct OutOfStock: Error, CustomStringConvertible {
  var description: String { "there is no tea left" }
}

private enum Cup: String, CaseIterable, PropertyValueConvertible { case small, large }

@Suite struct HostFunctionTests {
  @Test func `a script calls a typed function of the host`() throws {
    let host = try Printing()
    try host.engine.register("price") { (name: String, count: Int) throws -> Double in
      Double(name.utf8.count * count) + 0.5
    }
    #expect(try host.run("print(ca.host.price('tea', 2), math.type(ca.host.price('tea', 2)))") == "6.5\tfloat")
    #expect(try host.run("return nil, print(pcall(function() return ca.host.price('abc', 3) end))") == "true\t9.5")
  }

  @Test(arguments: [
    ("ca.host.price('tea', 'two')", "ca.host.price: argument 2: expected a whole number, got string \"two\""),
    ("ca.host.price('tea', 1.5)", "ca.host.price: argument 2: expected a whole number, got number 1.5"),
    (
      "ca.host.price('tea', 2^60)",
      "ca.host.price: argument 2: expected a whole number, got number 1.152921504606847e+18"
    ),
    ("ca.host.price('tea')", "ca.host.price: argument 2: expected a whole number, got nothing"),
    ("ca.host.price(nil, 1)", "ca.host.price: argument 1: expected a string, got nil"),
    ("ca.host.price('tea', 1, 2)", "ca.host.price: expected 2 arguments, got 3"),
    (
      "ca.host.price('\\255', 1)",
      "ca.host.price: argument 1: expected a string, got a string of 1 bytes that are not UTF-8"
    ),
    ("ca.host.price({}, 1)", "ca.host.price: argument 1: expected a string, got a table of 0 values"),
    (
      "ca.host.price(coroutine.create(print), 1)",
      "ca.host.price: argument 1: a coroutine cannot be passed to the host; expected data, a function, or an object of ca"
    ),
    (
      "local t = {} t.t = t ca.host.price(t, 1)",
      "ca.host.price: the table is nested too deeply (or holds itself): at most 100 levels"
    ),
  ])
  func `a wrong argument is an error at the script's line`(call: String, message: String) throws {
    let engine = try Engine()
    try engine.register("price") { (name: String, count: Int) in 1.0 }
    let error = try #require(throws: EngineError.self) { try engine.run(script: "\n\n\(call)", name: "shop.lua") }
    #expect(error.message == message)
    #expect(error.line == 3 && error.script == "shop.lua")
  }

  @Test func `optionals, lists, dictionaries and enumerations are typed`() throws {
    let host = try Printing()
    try host.engine.register("order") { (cup: Cup, sugar: Int?, extras: [String]) -> [String: PropertyValue] in
      [
        "cup": .string(cup.rawValue), "sugar": .number(Double(sugar ?? 0)),
        "extras": .array(extras.map { .string($0) }),
      ]
    }
    #expect(
      try host.run(
        "local o = ca.host.order('small', nil, {'milk', 'ice'}) print(o.cup, o.sugar, #o.extras, o.extras[2])")
        == "small\t0\t2\tice")
    #expect(try host.run("print(#ca.host.order('small', 2, {}).extras)") == "0")
    let error = try #require(throws: EngineError.self) { try host.run("ca.host.order('vast', nil, {})") }
    #expect(error.message == "ca.host.order: argument 1: expected one of \"small\", \"large\", got string \"vast\"")
    let other = try #require(throws: EngineError.self) { try host.run("ca.host.order('small', nil, {1})") }
    #expect(other.message == "ca.host.order: argument 3: expected a list, each item a string, got a table of 1 value")
  }

  @Test func `geometry, colours and paths cross as their types`() throws {
    let host = try Printing()
    try host.engine.register("mirror") { (point: Point, size: Size, rect: Rect) -> Rect in
      Rect(-point.x, -point.y, size.width + rect.width, size.height + rect.height)
    }
    #expect(
      try host.run(
        "print(ca.host.mirror({1, 2}, ca.Size(3, 4), {x = 0, y = 0, width = 10, height = 20}) == ca.Rect(-1, -2, 13, 24))"
      )
        == "true")
    try host.engine.register("faded") { (color: Color) -> Color in
      var color = color
      color.alpha = 0.5
      return color
    }
    #expect(try host.run("print(ca.host.faded('red') == ca.Color(1, 0, 0, 0.5))") == "true")
    try host.engine.register("outline") { (path: Path) -> Path in path }
    #expect(try host.run("print(ca.host.outline('M 0 0 L 10 10'):boundingBox().width)") == "10")
  }

  @Test func `bytes that are no text cross whole`() throws {
    let host = try Printing()
    try host.engine.register("reversed") { (bytes: [UInt8]) -> [UInt8] in Array(bytes.reversed()) }
    #expect(try host.run("print(ca.host.reversed('\\255\\0a') == 'a\\0\\255')") == "true")
  }

  @Test func `layers and images cross as themselves`() throws {
    let host = try Printing()
    var seen: [Layer] = []
    try host.engine.register("show") { (layer: Layer) -> Layer in
      seen.append(layer)
      return layer
    }
    #expect(
      try host.run("local l = ca.Layer { name = 'x' } print(ca.host.show(l) == l, rawequal(ca.host.show(l), l))")
        == "true\ttrue")
    #expect(seen.count == 2 && seen[0] === seen[1] && seen[0].name == "x")
    try host.engine.register("only") { (layer: TextLayer) in }
    let error = try #require(throws: EngineError.self) { try host.run("ca.host.only(ca.Layer { name = 'x' })") }
    #expect(error.message == "ca.host.only: argument 1: expected a TextLayer, got layer x")
    try host.engine.register("size") { (image: Image) -> Size in image.size }
    #expect(try host.run("print(ca.host.size(ca.Image.draw(3, 2, function() end)).width)") == "3")
  }

  @Test func `a layer of another engine is refused`() throws {
    let other = try Engine()
    let stranger = Layer(in: other.scene)
    let host = try Printing()
    try host.engine.register("stranger") { () -> Layer in stranger }
    #expect(try host.run("print(pcall(ca.host.stranger))").contains("belongs to another engine") == true)
    #expect(throws: EngineError.self) { try host.engine.define("stranger", as: stranger) }
  }

  @Test func `a thrown error is a Lua error that can be caught`() throws {
    let host = try Printing()
    try host.engine.register("brew") { () throws -> Void in throw OutOfStock() }
    #expect(
      try host.run("print(select('#', pcall(ca.host.brew)), select(2, pcall(ca.host.brew)))").hasSuffix(
        "ca.host.brew: there is no tea left"))
    let error = try #require(throws: EngineError.self) { try host.run("local x = 1\nca.host.brew()") }
    #expect(error.message == "ca.host.brew: there is no tea left")
    #expect(error.line == 2)
  }

  @Test func `what a typed property refuses in a host function is the script's error`() throws {
    let engine = try Engine()
    try engine.register("fade") { (layer: Layer, opacity: Double) in layer.opacity = opacity }
    try engine.register("place") { (layer: Layer) in layer.frame = Rect(0, 0, 10, 10) }
    try engine.register("cover") { (layer: Layer, mask: Layer) in layer.mask = mask }
    try engine.register("burst") { (layer: EmitterLayer, rate: Double) in
      layer.emitterCells = [EmitterCell(birthRate: rate)]
    }
    try engine.run(
      script: """
        local l = ca.Layer {}
        local function fails(text, f, ...)
          local ok, message = pcall(f, ...)
          assert(not ok and tostring(message):find(text, 1, true), tostring(message))
        end
        fails("ca.host.fade: Layer.opacity is 7", ca.host.fade, l, 7)
        fails("Layer.opacity is nan", ca.host.fade, l, 0/0)
        fails("cannot be changed", ca.host.fade, l:presentation(), 0.5)
        l.transform = ca.Transform.scale(0, 1, 1)
        fails("the transform is singular", ca.host.place, l)
        fails("mask", ca.host.cover, l, l)
        fails("birthRate", ca.host.burst, ca.EmitterLayer {}, 0/0)
        ca.host.fade(l, 0.5)
        assert(l.opacity == 0.5)
        """, name: "a.lua")
    // A host function called inside a script function that the host calls.
    try engine.run(script: "function f(l) ca.host.fade(l, -1) end root = ca.Layer {} return root", name: "b.lua")
    let error = #expect(throws: EngineError.self) { try engine.call("f", try #require(engine.rootLayer)) }
    #expect(error?.message == "ca.host.fade: Layer.opacity is -1, expected a number from 0 to 1", "\(error as Any)")
  }

  @Test func `what a typed property refuses is an error wherever a script put the host's function`() throws {
    for script in [
      "coroutine.wrap(ca.host.fade)()",
      "ca.onFrame(ca.host.fade)",
      "root.delegate = { layoutSublayersOfLayer = ca.host.fade }",
      "root.delegate = { displayLayer = ca.host.fade } root:setNeedsDisplay()",
      "root.delegate = { actionForLayerForKey = ca.host.fade } "
        + "ca.animate(1, function() root.position = ca.Point(1, 1) end)",
      "setmetatable({}, {__gc = ca.host.fade}) collectgarbage() ca.host.fade()",
      "table.sort({2, 1}, ca.host.fade)",
      "local t = setmetatable({}, {__index = ca.host.fade}) return t.x",
    ] {
      let engine = try Engine()
      let other = try Engine()
      let strange = Layer(in: other.scene)
      let root = try #require(
        try engine.run(script: "root = ca.Layer { bounds = ca.Rect(0, 0, 4, 4) } return root", name: "a.lua"))
      try engine.registerVariadic("fade") { _ in
        root.opacity = 7
        strange.opacity = 7
        _ = EmitterCell(birthRate: .nan)
        return []
      }
      let error = #expect(throws: EngineError.self, "\(script)") {
        try engine.run(script: script, name: "b.lua")
        _ = try engine.render(root)
      }
      #expect(error?.message.contains("opacity is 7") == true, "\(script): \(error as Any)")
      #expect(throws: EngineError.self) { _ = try other.render(strange) }
    }
  }

  @Test func `a refused value is the body's error beside what a hook left`() throws {
    let engine = try Engine()
    let root = Layer(in: engine.scene)
    // An error deferred to the next layout by a write to a presentation copy.
    try engine.register("fade") { root.opacity = 7 }
    let shown = try root.presentation()
    shown.opacity = 0.5
    let error = #expect(throws: EngineError.self) {
      try engine.run(script: "assert(not pcall(ca.host.fade)) error('caught')", name: "a.lua")
    }
    #expect(error?.message.contains("caught") == true, "\(error as Any)")
    #expect(throws: LayerError.self) { try root.layoutIfNeeded() }
  }

  @Test func `an engine error keeps its kind on its way through a script`() throws {
    let engine = try Engine()
    try engine.register("full") { () throws -> Void in throw EngineError(.limit, "too many cups") }
    let error = try #require(throws: EngineError.self) { try engine.run(script: "ca.host.full()", name: "a.lua") }
    #expect(error.kind == .limit && error.message == "ca.host.full: too many cups")
  }

  @Test func `values are there under host`() throws {
    let host = try Printing()
    try host.engine.define("theme", as: ["accent": Color(red: 1, green: 0, blue: 0, alpha: 1)])
    try host.engine.define("sizes", as: [1, 2, 3])
    try host.engine.define("config", as: ["title": "Tea", "deep": ["n": 1.5, "on": true]] as PropertyValue)
    #expect(
      try host.run("print(ca.host.theme.accent == ca.Color('red'), #ca.host.sizes, ca.host.config.deep.n)")
        == "true\t3\t1.5")
    try host.engine.define("sizes", as: PropertyValue.null)
    #expect(try host.run("print(ca.host.sizes)") == "nil")
  }

  @Test func `a name that is no identifier is refused`() throws {
    let engine = try Engine()
    for name in ["", "a b", "1a", "end", "a.b", "größe"] {
      let error = try #require(throws: EngineError.self) { try engine.register(name) { () in } }
      #expect(error.kind == .usage)
    }
  }

  @Test func `registering a name again replaces it`() throws {
    let host = try Printing()
    try host.engine.register("answer") { () -> Int in 1 }
    _ = try host.run("kept = ca.host.answer")
    try host.engine.register("answer") { () -> Int in 2 }
    #expect(try host.run("print(ca.host.answer(), kept())") == "2\t2")
    try host.engine.define("answer", as: PropertyValue.null)
    #expect(
      try host.run("print(ca.host.answer, pcall(kept))").hasSuffix("ca.host.answer: the host offers it no longer"))
  }

  @Test func `a function of a script is called back`() throws {
    let host = try Printing()
    var kept: [ScriptFunction] = []
    try host.engine.register("onTick") { (function: ScriptFunction) in kept.append(function) }
    _ = try host.run(
      """
      local n = 0
      ca.host.onTick(function(dt, layer) n = n + dt return n, layer and layer.name end)
      collectgarbage()
      """)
    let tick = try #require(kept.first)
    let layer = Layer(in: host.engine.scene)
    layer.name = "x"
    #expect(try tick(0.25, layer) == [0.25, "x"])
    #expect(try host.engine.call(tick, 0.5) == [0.75, .null])
  }

  @Test func `a function goes back to the script as itself`() throws {
    let host = try Printing()
    try host.engine.register("same") { (function: ScriptFunction) -> ScriptFunction in function }
    #expect(
      try host.run("local f = function() end print(ca.host.same(f) == f, ca.host.same(print) == print)") == "true\ttrue"
    )
  }

  @Test func `an error of a called back function goes through the host as it was`() throws {
    let engine = try Engine()
    try engine.register("each") { (function: ScriptFunction) throws in try function(1) }
    let error = try #require(throws: EngineError.self) {
      try engine.run(script: "local function f(x)\n  error('no ' .. x)\nend\nca.host.each(f)", name: "a.lua")
    }
    #expect(error.message == "no 1" && error.line == 2)
    #expect(error.traceback?.contains("a.lua:4") == true)
    var printed = ""
    engine.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
    try engine.run(
      script: "local e = {} local ok, f = pcall(ca.host.each, function() error(e) end) print(f == e)", name: "a.lua")
    #expect(printed == "true\n")
  }

  @Test func `the host calls a global function`() throws {
    let engine = try Engine()
    try engine.run(script: "function area(w, h) return w * h, 'ok' end function none() end", name: "a.lua")
    #expect(try engine.call("area", 3, 4) == [12, "ok"])
    #expect(try engine.call("none").isEmpty)
    let area = try #require(try engine.function(named: "area"))
    #expect(try area(2, 2).first == 4)
    #expect(try engine.function(named: "nosuch") == nil)
    let error = try #require(throws: EngineError.self) { try engine.call("nosuch") }
    #expect(error.kind == .usage && error.message.contains("nosuch"))
    let raised = try #require(throws: EngineError.self) { try engine.call("area", "x") }
    #expect(raised.kind == .script && raised.line == 1)
  }

  @Test func `a host function may use the engine`() throws {
    let host = try Printing()
    let engine = host.engine
    try engine.register("include") { [unowned engine] (code: String) throws in
      try engine.run(script: code, name: "included.lua")
    }
    try engine.register("measure") { [unowned engine] (layer: Layer) throws -> Int in try engine.render(layer).width }
    #expect(
      try host.run(
        """
        ca.host.include("other = ca.Layer { bounds = {0, 0, 7, 7} }")
        local l = ca.Layer { bounds = {0, 0, 3, 3} }
        l.delegate = { drawLayerInContext = function(_, _, ctx) ctx:fill({0, 0, 1, 1}) end }
        l:setNeedsDisplay()
        print(ca.host.measure(other), ca.host.measure(l), pcall(ca.host.include, "error('x')"))
        """
      ).hasPrefix("7\t3\tfalse"))
  }

  @Test func `a host draws into a script's context and drawable`() throws {
    let engine = try Engine()
    try engine.register("dot") { (context: GraphicsContext) throws in try context.fill(Rect(0, 0, 1, 1)) }
    try engine.register("paint") { (drawable: Drawable) throws in
      try drawable.clear(Color(red: 0, green: 0, blue: 1, alpha: 1))
    }
    let layer = try #require(
      try engine.run(
        script: """
          local l = ca.Layer { bounds = {0, 0, 2, 1} }
          l.delegate = { drawLayerInContext = function(_, _, ctx) ctx:setFillColor('red') ca.host.dot(ctx) end }
          l:setNeedsDisplay()
          l:addSublayer(ca.DrawableLayer { bounds = {0, 0, 1, 1}, position = {1.5, 0.5}, draw = function(_, d) ca.host.paint(d) end })
          return l
          """, name: "a.lua"))
    let image = try engine.render(layer)
    #expect(image.bitmap[0, 0] == 0xFF00_00FF)
    #expect(image.bitmap[1, 0] == 0xFFFF_0000)
  }

  @Test func `a layer that the host moves keeps its delegate`() throws {
    let engine = try Engine()
    try engine.register("attach") { (parent: Layer, child: Layer) throws in try parent.addSublayer(child) }
    let root = try #require(
      try engine.run(
        script: """
          local root = ca.Layer { bounds = {0, 0, 2, 2} }
          local child = ca.Layer { frame = {0, 0, 2, 2} }
          child.delegate = { drawLayerInContext = function(_, _, ctx) ctx:setFillColor('red') ctx:fill({0, 0, 2, 2}) end }
          child:setNeedsDisplay()
          ca.host.attach(root, child)
          child = nil
          collectgarbage() collectgarbage()
          return root
          """, name: "a.lua"))
    #expect(try engine.render(root).bitmap[1, 1] == 0xFF00_00FF)
  }

  @Test func `closures are released with the engine`() throws {
    final class Owned {}
    weak var owned: Owned?
    do {
      let engine = try Engine()
      let object = Owned()
      owned = object
      try engine.register("keep") { () in _ = object }
      try engine.run(script: "kept = ca.host.keep", name: "a.lua")
    }
    #expect(owned == nil)
  }

  @Test func `a script's function outlives its engine without harm`() throws {
    var kept: ScriptFunction?
    do {
      let engine = try Engine()
      try engine.run(script: "function f() end", name: "a.lua")
      kept = try engine.function(named: "f")
    }
    let error = try #require(throws: EngineError.self) { try kept?() }
    #expect(error.message == "the function's engine was freed")
  }

  @Test func `what is offered uses no serial numbers up`() throws {
    let plain = try Printing()
    let rich = try Printing()
    try rich.engine.register("f") { () in }
    try rich.engine.define("t", as: [1, 2])
    let script = "print({}, function() end, ca.Layer())"
    #expect(try plain.run(script) == rich.run(script))
  }

  @Test func `anything goes through a variadic function`() throws {
    let host = try Printing()
    try host.engine.registerVariadic("list") { values in [.number(Double(values.count))] + values }
    #expect(try host.run("print(ca.host.list(1, nil, 'x', nil))") == "4\t1\tnil\tx\tnil")
  }
}
