// SPDX-License-Identifier: MIT
/// Generates layers with chains of filters from bytes: every filter, on layers, on backdrops, in masks and in
/// transitions, with each key at the ends of its range, beyond them, or at extreme numbers; under rotations, scales and
/// perspective, animated; and script-defined filters that return anything.
package enum FilterGrammar {
  package static func script(for bytes: UnsafeRawBufferPointer) -> [UInt8] {
    luaData(bytes.prefix(1024)) + Array(driver.utf8)
  }

  private static let driver = #"""
    local ca = require "layerlua"
    local at = 0
    local function byte() at = at + 1 return data:byte(at) or 0 end
    local function pick(list) return list[byte() % #list + 1] end
    local WILD = { 0, -0.0, 5e-324, -1e-310, 1e-12, 1 / 3, 1e6, -1e6, 2147483648, 9.3e18, -9.3e18, 1e38, 1e154, 1.7e308,
      math.huge, -math.huge, 0 / 0 }
    local picture = ca.Image { width = 9, height = 7,
      pixels = function(x, y) return x / 8, y / 6, (x + y) % 2, (x * y % 3) / 2 end }

    local function number(key)
      local low, high, kind = key.min, key.max, byte() % 8
      if kind == 0 then return pick(WILD) end
      if low and kind == 1 then return low end
      if low and kind == 2 then return high end
      if low and kind == 3 then return low + (high - low) * byte() / 255 end
      if kind == 4 then return byte() / 255 end
      if kind == 5 then return (byte() - 128) / 4 end
      local usual = key.default
      return type(usual) == "number" and usual or byte() % 64
    end
    local function value(key)
      local kind = key.kind
      if kind == "number" then return number(key) end
      if kind == "image" then return picture end
      if kind == "data" then
        local list = {}
        for i = 1, pick { 0, 1, 3, 32, 500, 108 } do list[i] = number(key) end
        return list
      end
      if kind == "color" then return { byte() / 255, byte() / 255, byte() / 255, byte() / 255 } end
      local list = {}
      for i = 1, #key.default do list[i] = number(key) end
      return list
    end

    local NAMES, BETWEEN = {}, ca.filterNames("transition")
    for _, name in ipairs(ca.filterNames()) do
      local category = ca.filterInfo(name).category
      if category ~= "transition" and category ~= "compositing" then NAMES[#NAMES + 1] = name end
    end
    local OWN = 0
    local function own(transition)
      OWN = OWN + 1
      local kind, low, high = byte() % 6, pick(WILD), byte() / 255
      return ca.Filter.custom { name = "own" .. OWN,
        keys = { inputA = 1, inputB = picture, inputC = { default = high, min = 0, max = 1 } },
        reach = pick { 0, 1, 7.5, "inputA", 1000 }, scale = pick { 1, 0.5, 0.1 }, transition = transition,
        kernel = function(x, y, sample, inputs)
          if kind == 0 then return sample(x * low, y) end
          if kind == 1 then return low, high, 1, 1 end
          if kind == 2 then return inputs.inputB(x, y + low) end
          if kind == 3 then return high, high, high end
          if kind == 4 then error("own") end
          return sample(y, x)
        end }
    end
    local function filter(names)
      if byte() % 8 == 0 then
        local ok, made = pcall(own, names == BETWEEN)
        if ok then return made end
      end
      local name = names[(byte() * 256 + byte()) % #names + 1]
      local made = ca.Filter(name, { name = "f" })
      for _, key in ipairs(ca.filterInfo(name).keys) do
        if key.required or byte() % 2 == 0 then pcall(function() made[key.name] = value(key) end) end
      end
      return made
    end
    local function chain()
      local list = {}
      for i = 1, byte() % 3 + 1 do list[i] = filter(NAMES) end
      return list
    end

    local function layer(depth)
      local l = ca.Layer { bounds = { 0, 0, byte() % 40, byte() % 40 }, position = { byte() % 48, byte() % 48 },
        backgroundColor = { byte() / 255, byte() / 255, byte() / 255, byte() / 255 }, cornerRadius = byte() % 12 }
      if byte() % 2 == 0 then l.contents = picture end
      if byte() % 2 == 0 then pcall(function() l.filters = chain() end) end
      if byte() % 3 == 0 then pcall(function() l.backgroundFilters = chain() end) end
      if byte() % 4 == 0 then l.masksToBounds = true end
      if byte() % 4 == 0 then l.opacity = byte() / 255 end
      if byte() % 5 == 0 then l.shouldRasterize = true end
      if byte() % 5 == 0 then l.shadowOpacity = 1 l.shadowRadius = byte() / 8 end
      local turn = byte() % 6
      if turn == 0 then l["transform.rotation.z"] = byte() / 40
      elseif turn == 1 then l.transform = ca.Transform.scale(byte() / 64, byte() / 64, 1)
      elseif turn == 2 then
        local m = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1 / 100, 0, 0, 0, 1 }
        l.transform = ca.Transform.rotation(byte() / 40, 1, 0.5, 0) * ca.Transform(m)
      end
      if byte() % 4 == 0 then
        local key = pick { "inputRadius", "inputCenter", "inputScale", "inputAngle" }
        pcall(function() l:addAnimation(ca.BasicAnimation { keyPath = "filters.f." .. key,
          fromValue = byte(), toValue = pick(WILD), duration = 1 }) end)
      end
      if byte() % 6 == 0 then
        pcall(function()
          l:addAnimation(ca.Transition { filter = filter(BETWEEN), duration = 1 }, "t")
          l.backgroundColor = "red"
        end)
      end
      if depth < 3 then
        for _ = 1, byte() % 3 do pcall(l.addSublayer, l, layer(depth + 1)) end
        if byte() % 6 == 0 then pcall(function() l.mask = layer(depth + 1) end) end
      end
      return l
    end
    local root = ca.Layer { bounds = { 0, 0, 48, 48 }, layer(0), layer(0) }
    pcall(ca.render, root, { size = { 32, 32 } })
    pcall(ca.render, root, { size = { 32, 32 }, time = 0.5 })
    pcall(ca.render, root, { size = { 24, 24 }, scale = 2 })
    pcall(ca.dump, root)
    return root
    """#
}
