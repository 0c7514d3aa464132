// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import Testing

@Suite struct AnythingGoesTests {
  private static let folder: String = {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("layerlua-wild-" + UUID().uuidString).path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try? sheet.write(toFile: path + "/sheet.plist", atomically: true, encoding: .utf8)
    return path
  }()

  /// All functions, from the binding's own tables.
  private static let methods: String = {
    let owners = Dictionary(grouping: Engine.functions, by: \.owner).sorted { $0.key < $1.key }
    let lists = owners.map { "[\"\($0.key)\"] = { \($0.value.map { "\"\($0.name)\"" }.joined(separator: ", ")) }" }
    return "local METHODS = { " + lists.joined(separator: ", ") + " }\n"
  }()

  /// Runs the script with a seed; returns the functions that it never called, and the objects left afterwards.
  private func run(_ seed: UInt64, count: Int) throws -> (missed: [String], left: [String: Int]) {
    let live: Engine.LiveReport
    var printed: [UInt8] = []
    do {
      let engine = try Engine(
        Engine.Configuration(
          memoryLimit: 300_000_000, timeLimit: 120, seed: seed, threads: 1, scriptDirectory: Self.folder,
          workingDirectory: Self.folder))
      engine.onPrint = { printed += $0 }
      engine.onWarning = { _ in }
      live = engine.liveObjects
      _ = try engine.run(
        script: Self.methods + Self.script, name: "wild.lua", arguments: ScriptArguments(named: [("count", "\(count)")])
      )
    }
    return (
      String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init).filter { $0 != "done" },
      live.alive
    )
  }

  /// Every function and every key of every class with values of every kind, in any order and in every state of the
  /// tree, with callbacks that fail, re-enter and yield: only errors are acceptable.
  @Test(arguments: 1...3) func `any call with any arguments works or raises, and nothing is left`(seed: UInt64) throws {
    let (missed, left) = try run(seed, count: 600)
    #expect(missed == [], "the script has nothing to call these on")
    #expect(left == [:])
  }

  /// Runs for LAYERLUA_WILD_SECONDS, with consecutive seeds from LAYERLUA_WILD_SEED on; after a crash, the last seed
  /// printed is the culprit.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["LAYERLUA_WILD_SECONDS"] != nil))
  func `any calls for as long as asked work or raise`() throws {
    let seconds = ProcessInfo.processInfo.environment["LAYERLUA_WILD_SECONDS"].flatMap { Double($0) } ?? 0
    let end = Date().addingTimeInterval(seconds)
    let first = ProcessInfo.processInfo.environment["LAYERLUA_WILD_SEED"].flatMap { UInt64($0) }
    var seed = first ?? UInt64(Date().timeIntervalSince1970)
    while Date() < end {
      print("wild calls, seed \(seed)")
      let (missed, left) = try run(seed, count: 4000)
      #expect(missed == [] && left == [:], "seed \(seed): \(missed), \(left)")
      seed += 1
    }
  }

  private static let sheet = """
    <plist><dict><key>frames</key><dict><key>a.png</key><dict><key>frame</key><string>{{1,2},{3,4}}</string><key>offset</key><string>{0,0}</string><key>rotated</key><true/><key>sourceSize</key><string>{5,6}</string></dict></dict><key>metadata</key><dict><key>format</key><integer>2</integer><key>textureFileName</key><string>atlas.png</string></dict></dict></plist>
    """

  private static let script = #"""
    ca.Image { width = 16, height = 16, pixels = ("wxyz"):rep(256) }:write("atlas.png")
    local R = math.random
    local COUNT = tonumber(ca.args.count or "1000")
    local NUMBERS = {
      0, -0.0, 1, -1, 0.5, -0.25, 2, 3, 10, 100, 255, 256, 1000, 32767, 32768, 32769, 65535, 65536, 1e6, -1e6, 2 ^ 31, 2 ^ 31 - 1, -2 ^ 31, 2 ^ 32, 2 ^ 53,
      2 ^ 62, 2 ^ 63, -2 ^ 63, math.maxinteger, math.mininteger, 1e15, 1e16, 1e19, 1e30, -1e30, 1e100, 1e300, -1e300, 1.7e308, -1.7e308, math.huge, -math.huge,
      0 / 0, 5e-324, 1e-300, 1e-9, 0.999999999, 1.0000001, 268435456, 268435457, 1000000, 1000001,
    }
    local WORDS = {
      "", "a", "red", "fill", "none", "all", "resizeAspect", "M 0 0 L 5 5 Q 1 2 3 4 Z", "linear", "easeIn", "opacity", "position", "minX = superlayer.minX",
      "midX = n1.midX", "png", "webp", "\0", "\255\254", "even-odd", "center", "DejaVu Sans", "#12345678", "rgb(1e99 2 3)", "n1", "n1/n2", "rotateZ", "fromLeft",
      "fade", "multiplyBlendMode", "é̂ אב 🙂", "%s%d", "..", "out.png", "sheet.plist", "transition", "superlayer", ("x"):rep(3000), "[1, {}]", "2.5",
    }
    local PATHS = {
      "transform.rotation.z", "transform.scale.x", "transform.translation.x", "position.x", "bounds.size.width", "bounds.origin.y", "frame.size", "anchorPoint.x",
      "sublayers.n1.opacity", "mask.position", "shadowOffset.width", "emitterCells.c.velocity", "colors.1", "backgroundColor.alpha", "own.x", "a..b", ".", "superlayer.opacity",
      "instanceTransform.rotation.z", "sublayerTransform.m34", "contents.size", "style.opacity", "layoutManager.spacing", "sublayers.count", "affineTransform",
    }
    local function pick(list) return list[R(#list)] end

    -- The objects in play, replaced now and then.
    local classes = {}
    for name, value in pairs(ca) do
      if type(value) == "table" and getmetatable(value) == "layer class" then classes[#classes + 1] = name end
    end
    local Own = ca.Layer:subclass("Own", { defaults = { heading = 1, list = { 1, 2 } }, redrawKeys = { "heading" } })
    local pool, layers, all = {}, {}, {}
    local keysOf = {}
    local function add(kind, object)
      local list = pool[kind] or {}
      pool[kind] = list
      list[#list % 24 + 1] = object
      all[#all % 200 + 1] = object
    end
    local function keep(...)
      for i = 1, select("#", ...) do
        local object = select(i, ...)
        if type(object) == "userdata" then
          local ok, name = pcall(function() return object.className end)
          if ok and type(name) == "string" then
            add(name, object)
            if pcall(function() return object.sublayers end) then layers[#layers % 24 + 1] = object end
          else
            local kind = tostring(object):match "^%a+"
            if kind then add(kind, object) end
          end
        end
      end
    end
    local function fresh()
      pool, layers, all = {}, {}, {}
      for _, name in ipairs(classes) do
        local ok, object = pcall(ca[name], {})
        if ok then
          keep(object)
          keysOf[name] = object:keys()
          pcall(function() object.bounds = {0, 0, 20, 20}; object.name = "n" .. #layers; object.position = {5, 5} end)
        end
      end
      keep(Own { name = "own", bounds = {0, 0, 9, 9} }, ca.Layer { name = "n1", bounds = {0, 0, 9, 9} })
      keysOf.Own = Own {}:keys()
      keep(ca.Path(), ca.Path "M 0 0 L 10 10 Q 5 5 3 3 C 1 1 2 2 3 3 Z", ca.Image { width = 3, height = 2, pixels = ("wxyz"):rep(6) },
        ca.AttributedString { { "ab" }, { "c", fontSize = 20 } }, ca.Constraint "minX = superlayer.maxX",
        ca.Point(1, 2), ca.Size(1, 2), ca.Rect(1, 2, 3, 4), ca.Color "red", ca.Transform.scale(2))
      add("Noise", ca.noise.seeded(1))
      add("Random", ca.random(1))
      add("Scale", ca.scale { domain = { 0, 10 } })
      add("Scale", ca.scale { type = "band", domain = { "a", "b" } })
      for _, sprite in pairs(ca.Image.sprites("sheet.plist")) do add("Sprite", sprite) end
      add("Drawable", ca.DrawableLayer { bounds = {0, 0, 4, 4}, drawableSize = {4, 4} }:nextDrawable())
    end

    local act
    local depth = 0
    local value
    local function number()
      local r = R(6)
      if r == 1 then return R(-50, 50) elseif r == 2 then return R() * 40 - 10 elseif r <= 4 then return R(0, 30) end
      return pick(NUMBERS)
    end
    local function numbers(n)
      local list = {}
      for i = 1, n do list[i] = number() end
      return list
    end
    -- Scripts may do anything in a callback: fail, come back in, give up the thread.
    local function callback()
      local fate = R(8)
      return function(...)
        keep(...)
        if fate == 1 then error(value()) end
        if fate == 2 then coroutine.yield(1) end
        if fate == 3 then collectgarbage() end
        if fate == 4 then for _, layer in ipairs(layers) do pcall(layer.removeFromSuperlayer, layer) end end
        if fate <= 6 then act() end
        return value(), value(), value(), value()
      end
    end
    local HOOKS = {
      "displayLayer", "drawLayerInContext", "layerWillDraw", "layoutSublayersOfLayer", "actionForLayerForKey", "layerShouldInheritContentsScale", "animationDidStart",
      "animationDidStop", "preferredSizeOfLayer", "invalidateLayoutOfLayer", "pixels", "completion",
    }
    local function delegate()
      local object = {}
      for _ = 1, R(4) do object[pick(HOOKS)] = callback() end
      return object
    end
    local MAKERS = {
      number, number, number, number, function() return nil end, function() return R(2) == 1 end, function() return pick(WORDS) end,
      function() return pick(keysOf[pick(classes)] or WORDS) end, function() return pick(PATHS) end,
      function() return numbers(2) end, function() return numbers(4) end, function() return numbers(R(0, 20)) end, function() return numbers(16) end,
      function() return { R(0, 20), R(0, 20) } end, function() return { R(0, 20), R(0, 20), R(0, 30), R(0, 30) } end,
      function() return { value(), value() } end, function() return { [pick(WORDS)] = value(), [pick(keysOf[pick(classes)] or WORDS)] = value() } end,
      function() return { x = number(), y = number(), width = number(), height = number() } end,
      function() return pick(layers) end, function() return pick(layers) end, function() return pick(all) end, function() return pick(all) end,
      function() return pick(pool[pick { "Path", "Image", "AttributedString", "Constraint", "Sprite", "BasicAnimation", "EmitterCell", "GraphicsContext" }] or all) end,
      callback, delegate, function() return ca[pick(classes)] end, function() return ca[pick(classes)] { [pick(WORDS)] = value() } end,
      function() return ca.Point(number(), number()) end, function() return ca.Rect(number(), number(), number(), number()) end,
      function() return ca.Transform.rotation(number(), number(), number(), number()) end, function() return ca.Transform.perspective(number()) end,
      function() return ca.Color(R(), R(), R(), R()) end, function() return { "red", "blue", pick(WORDS) } end,
      function() return coroutine.create(callback()) end, function() return pick(layers).sublayers end,
      function()
        return setmetatable({}, { __index = function(_, key) act() return key end, __len = function() return 1e9 end, __eq = error, __name = pick(WORDS), __close = print,
          __call = callback(), __tostring = callback(), __pairs = callback() })
      end,
    }
    function value()
      depth = depth + 1
      local made, result = true, nil
      if depth < 5 then made, result = pcall(pick(MAKERS)) else result = number() end
      depth = depth - 1
      if made then return result end
      return number()
    end
    local function arguments()
      local n, isNumeric, list = R(0, 7), R(2) == 1, {}
      for i = 1, n do if isNumeric then list[i] = number() else list[i] = value() end end
      return table.unpack(list, 1, n)
    end

    -- The called functions, with their counts.
    local counts, calls, succeeded = {}, 0, 0
    local function try(name, f, ...)
      calls = calls + 1
      counts[name] = (counts[name] or 0) + 1
      if ca.args.trace then print(name) end
      local results = table.pack(pcall(f, ...))
      if results[1] then succeeded = succeeded + 1 end
      if results[1] then keep(table.unpack(results, 2, results.n)) else pcall(tostring, results[2]) end
    end

    local function callOn(object, owner, name, ...)
      local field = name:sub(1, 1) == "." and name:sub(2)
      if field == "tostring" then return try(owner .. name, tostring, object) end
      if field then return try(owner .. name, function() return object[field] end) end
      if name == "()" then return try(owner .. name, object, ...) end
      local found, f = pcall(function() return object[name] end)
      if found then return try(owner .. ":" .. name, f, object, ...) end
    end
    local function inContext(body)
      try("ca.Image.draw", ca.Image.draw, 16, 16, function(context)
        add("GraphicsContext", context)
        body(context)
      end)
    end
    local function call(owner, name, isStrict)
      if owner == "GraphicsContext" then return inContext(function(context) callOn(context, owner, name, arguments()) end) end
      if owner:sub(1, 2) == "ca" then
        local home = owner == "ca" and ca or ca[owner:sub(4)]
        if name == "()" then return try(owner .. name, home, arguments()) end
        return try(owner .. "." .. name, home[name], arguments())
      end
      local objects = owner == "Layer" and layers or owner == "KeyedObject" and all or pool[owner] or all
      if not isStrict and R(20) == 1 then objects = all end
      if #objects > 0 then callOn(pick(objects), owner, name, arguments()) end
    end
    local owners = {}
    for owner in pairs(METHODS) do owners[#owners + 1] = owner end

    local function set(object, key)
      local new
      local r = R(8)
      if r <= 3 then new = number() elseif r == 4 then new = numbers(2) elseif r == 5 then new = numbers(4) elseif r == 6 then new = numbers(R(17)) else new = value() end
      local function write() object[key] = new end
      if R(6) == 1 then try("animate", ca.animate, 1, write) else try("set " .. key, write) end
      try("get " .. key, function() return object[key] end)
    end

    local VALUES = {
      Point = function() return ca.Point(number(), number()) end, Size = function() return ca.Size(number(), number()) end,
      Rect = function() return ca.Rect(number(), number(), number(), number()) end, Color = function() return ca.Color(R(), R(), R(), R()) end,
      Transform = function() return ca.Transform(numbers(pick { 6, 16 })) end,
    }
    local KINDS = {}
    for kind in pairs(VALUES) do KINDS[#KINDS + 1] = kind end
    local PARTS = { "x", "width", "origin", "size", "minX", "midY", "center", "r", "a", "m11", "m44", "isAffine", "isIdentity", "nothing" }
    local function useValue()
      try("value", function()
        local kind = pick(KINDS)
        local a, b = VALUES[kind](), VALUES[pick(KINDS)]()
        local _ = tostring(a), a == b, a ~= a
        for _, f in ipairs { function() return a + b end, function() return a - b end, function() return a * number() end, function() return a / number() end,
          function() return -a end, function() return a * b end, function() a[pick(PARTS)] = 1 end, function() return a[pick(PARTS)] end } do pcall(f) end
        local method = pick(METHODS[kind])
        counts[kind .. ":" .. method] = 1
        return a[method](a, arguments())
      end)
    end

    local function subclass()
      try("subclass", function()
        local parent = ca[pick(classes)]
        local class = parent:subclass(pick(WORDS), { defaults = { [pick(WORDS)] = value(), [pick(PATHS)] = value() }, redrawKeys = { pick(WORDS) } })
        for _ = 1, R(4) do class[pick { "init", "drawInContext", "display", "layoutSublayers", "actionForKey", "preferredFrameSize", "own" }] = callback() end
        keep(class { [pick(WORDS)] = value() })
      end)
    end

    local function draw()
      local root = ca.Layer { bounds = {0, 0, 24, 24} }
      for _, layer in ipairs(layers) do pcall(root.addSublayer, root, layer) end
      for _ = 1, 2 do
        try("render", ca.render, root, { scale = R(3) == 1 and pick { 0.01, 0.5, 1, 2, 3.7 } or 1, time = R(2) == 1 and number() or nil })
      end
      try("render", ca.render, pick(layers), { size = { R(40), R(40) }, scale = R(2), time = R(2) == 1 and R() * 10 or nil })
      try("dump", ca.dumpJSON, root)
      try("explain", ca.explainLayout, root)
      try("hit", root.hitTest, root, { number(), number() })
      try("presentation", function() return pick(layers):presentation(number()) end)
      pcall(function() root.sublayers = nil end)
    end

    function act()
      if depth > 3 then return end
      depth = depth + 1
      local r = R(20)
      local function step()
        if r <= 8 then
          local owner = pick(owners)
          call(owner, pick(METHODS[owner]))
        elseif r <= 15 then
          local object = R(3) == 1 and pick(all) or pick(layers)
          local hasKeys, keys = pcall(function() return object:keys() end)
          if hasKeys and #keys > 0 then set(object, R(5) == 1 and pick(PATHS) or pick(keys)) end
        elseif r <= 17 then useValue()
        elseif r == 18 then pcall(function() pick(layers):addAnimation(pick(pool[pick { "BasicAnimation", "KeyframeAnimation", "SpringAnimation", "AnimationGroup", "Transition" }]), pick(WORDS)) end)
        elseif r == 19 then subclass()
        elseif depth == 1 then draw() end
      end
      -- Now and then inside a coroutine that is left halfway.
      if R(10) == 1 then
        local thread = coroutine.create(step)
        for _ = 1, R(3) do if not coroutine.resume(thread) then break end end
        if R(2) == 1 then pcall(coroutine.close, thread) end
      else
        pcall(step)
      end
      depth = depth - 1
    end
    local function settle()
      while pcall(ca.Transaction.commit) do end
      try("time", ca.setCurrentTime, ca.currentTime() + R() * 3)
      fresh()
      collectgarbage()
    end

    -- First everything there is once, in any order, then whatever comes.
    fresh()
    local plan = {}
    for _, owner in ipairs(owners) do
      for _, name in ipairs(METHODS[owner]) do plan[#plan + 1] = function() call(owner, name, true) end end
    end
    for class, keys in pairs(keysOf) do
      for _, key in ipairs(keys) do
        plan[#plan + 1] = function() if pool[class] then set(pick(pool[class]), key) counts[class .. "." .. key] = 1 end end
      end
    end
    for i = #plan, 2, -1 do local j = R(i) plan[i], plan[j] = plan[j], plan[i] end
    for i, step in ipairs(plan) do
      pcall(step)
      if i % 200 == 0 then draw() settle() end
    end
    for i = 1, COUNT do
      act()
      if i % 150 == 0 then draw() settle() end
    end

    -- A function without an object to be called on has another try.
    fresh()
    local missed = {}
    for _, owner in ipairs(owners) do
      for _, name in ipairs(METHODS[owner]) do
        local id = owner .. (name == "()" and name or name:sub(1, 1) == "." and name or (owner:sub(1, 2) == "ca" and "." or ":") .. name)
        for _ = 1, 20 do if not counts[id] then pcall(call, owner, name, true) end end
        if not counts[id] then missed[#missed + 1] = id end
      end
    end
    for class, keys in pairs(keysOf) do
      for _, key in ipairs(keys) do if not counts[class .. "." .. key] then missed[#missed + 1] = class .. "." .. key end end
    end
    print("done")
    for _, name in ipairs(missed) do print(name) end
    """#
}
