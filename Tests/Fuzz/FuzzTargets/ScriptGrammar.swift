// SPDX-License-Identifier: MIT
import LayerEngine

/// Generates scripts from bytes: each byte selects the next call or argument. The functions come from the binding
/// itself.
package enum ScriptGrammar {
  package static func script(for bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var source = luaData(bytes.prefix(4096)) + Array("local METHODS = {\n".utf8)
    source += methods
    return source + Array("}\n".utf8) + Array(driver.utf8)
  }

  private static let methods: [UInt8] = {
    var byOwner: [(owner: String, names: [String])] = []
    for function in Engine.functions {
      if let i = byOwner.firstIndex(where: { $0.owner == function.owner }) {
        byOwner[i].names.append(function.name)
      } else {
        byOwner.append((function.owner, [function.name]))
      }
    }
    return byOwner.flatMap { entry in
      Array("[\"\(entry.owner)\"] = { \(entry.names.map { "\"\($0)\"" }.joined(separator: ", ")) },\n".utf8)
    }
  }()

  private static let driver = #"""
    local at, depth = 0, 0
    local function byte() at = at + 1 return data:byte(at) or 0 end
    local function below(n) return n < 2 and 0 or n > 256 and (byte() * 256 + byte()) % n or byte() % n end
    local function pick(list) return list[below(#list) + 1] end

    local NUMBERS = {
      0, 1, -1, 2, 0.5, -0.25, 3, 10, 100, 1000, 65536, 2147483647, -2147483648, 9007199254740993, math.maxinteger, math.mininteger,
      1e16, 1e100, 1.7e308, -1.7e308, 5e-324, 1e-9, math.huge, -math.huge, 0 / 0, math.pi, -0.0, 32767.5, 16384, 255,
    }
    local STRINGS = {
      "", "a", "red", "#1234", "b", "a/b", "superlayer.midX", "M0 0 L9 9 Q1 2 3 4 Z", "midX = superlayer.midX", "\0", "\xFF\xFE", "linear",
      "é̂ אב 🙂", "easeIn", "rotateZ", "DejaVu Sans", ("x"):rep(3000), "none", "all", "fromLeft", "fade", "multiplyBlendMode", "%s%d", "out.png", "..",
    }
    local PARTS = { "x", "y", "width", "size", "origin", "rotation", "scale", "m34", "translation", "a", "count", "lastObject", "opacity", "@sum", "z" }
    local classes, functions = {}, {}
    for name, value in pairs(ca) do
      if type(value) == "table" and tostring(value):find "^class" then classes[#classes + 1] = name end
      if type(value) == "function" then functions[#functions + 1] = name end
    end

    local pool = {}
    local function keep(...)
      for i = 1, select("#", ...) do
        local value = select(i, ...)
        if type(value) == "userdata" then pool[#pool % 60 + 1] = value end
      end
    end
    local function kept() if #pool > 0 then return pick(pool) end end

    local act
    local value
    local function list(d)
      local result = {}
      for i = 1, below(5) do result[i] = value(d + 1) end
      return result
    end
    function value(d)
      d = d or 0
      local k = below(d > 3 and 12 or 22)
      if k < 3 then return pick(NUMBERS) end
      if k < 5 then return byte() - 64 end
      if k < 7 then return pick(STRINGS) end
      if k == 7 then return byte() % 2 == 0 end
      if k == 8 then return nil end
      if k < 11 then return kept() end
      if k == 11 then return byte() / 16 end
      if k == 12 then return { byte() - 64, byte() - 64 } end
      if k == 13 then return { byte() - 64, byte() - 64, byte(), byte() } end
      if k < 16 then return list(d) end
      if k == 16 then return { [pick(STRINGS)] = value(d + 1), [pick(PARTS)] = value(d + 1) } end
      if k == 17 then return function(...) keep(...) act() return value(2) end end
      if k == 18 then
        local object = ca[pick(classes)]
        local ok, made = pcall(object, list(d))
        if ok then keep(made) return made end
        return object
      end
      if k == 19 then return setmetatable({}, { __index = function(_, key) act() return key end, __len = function() return byte() end }) end
      if k == 20 then return { value(d + 1), x = value(d + 1), name = value(d + 1), delegate = value(d + 1) } end
      return coroutine.create(function() act() end)
    end

    local function key(object)
      local ok, keys = pcall(object.keys, object)
      local name = ok and #keys > 0 and pick(keys) or pick(PARTS)
      if byte() % 4 == 0 then name = name .. "." .. pick(PARTS) end
      if byte() % 32 == 0 then name = name .. "." .. pick(STRINGS) end
      return name
    end

    -- The names of what can be called on an object: that of its class, or of all layers or objects with keys, or anything.
    local function method(object)
      local ok, name = pcall(function() return object.className end)
      local choices = { METHODS[ok and name or tostring(object):match "^%a+"] or METHODS.Path, METHODS.Layer, METHODS.KeyedObject, METHODS.Image, METHODS.GraphicsContext,
        METHODS.AttributedString, METHODS.Drawable }
      return pick(pick(choices) or METHODS.Layer)
    end

    local ACTIONS = {
      function() local o = kept() if o then o[key(o)] = value() end end,
      function() local o = kept() if o then keep(o[key(o)]) end end,
      function() local o = kept() if o then keep(o[method(o)](o, value(), value())) end end,
      function() local o = kept() if o then keep(o[method(o)](o, value(), value(), value(), value(), value())) end end,
      function() local o = kept() if o then keep(o[method(o)](o)) end end,
      function() keep(ca[pick(functions)](value(), value(), value(), value())) end,
      function() keep(ca[pick(functions)](value())) end,
      function() keep(ca[pick(classes)](list(0))) end,
      function()
        local class = ca[pick(classes)]
        keep(class:subclass("Own", { defaults = { [pick(PARTS)] = value() }, redrawKeys = { pick(PARTS) } }) {})
      end,
      function() local o = kept() if o then keep(ca.render(o, { time = value(), size = { 1 + byte() % 24, 1 + byte() % 24 } })) end end,
      function() keep(ca.Image.draw(1 + byte() % 16, 1 + byte() % 16, function(ctx)
        for i = 1, 1 + byte() % 8 do pcall(function() ctx[pick(METHODS.GraphicsContext)](ctx, value(), value(), value(), value(), value()) end) end
      end)) end,
      function() ca.Transaction[pick { "begin", "commit", "flush", "setDisableActions", "setCompletionBlock", "setAnimationDuration", "setValue" }](value(), value()) end,
      function() local o, p = kept(), kept() if o and p then o:addSublayer(p) end end,
      function() local o, p = kept(), kept() if o and p then o:addAnimation(p, value()) end end,
    }
    function act()
      if depth > 3 or at > #data + 64 then return end
      depth = depth + 1
      pcall(pick(ACTIONS))
      depth = depth - 1
    end

    for i = 1, 2 do keep(ca.Layer { bounds = { 0, 0, 20, 20 }, name = "a" }) end
    while at < #data do act() end
    local root = ca.Layer { bounds = { 0, 0, 32, 32 } }
    for _, object in ipairs(pool) do pcall(function() root:addSublayer(object) end) end
    return root
    """#
}
