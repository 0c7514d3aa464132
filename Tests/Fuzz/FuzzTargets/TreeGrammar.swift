// SPDX-License-Identifier: MIT
/// Generates layer trees from bytes: every class, with values of the right kind under its keys, including extreme
/// numbers (denormals, infinities, sizes beyond every integer), animated, rendered at several times and scales, and
/// queried for positions.
package enum TreeGrammar {
  package static func script(for bytes: UnsafeRawBufferPointer) -> [UInt8] {
    luaData(bytes.prefix(2048)) + Array(driver.utf8)
  }

  private static let driver = #"""
    local ca = require "layerlua"
    local at = 0
    local function byte() at = at + 1 return data:byte(at) or 0 end
    local function pick(list) return list[byte() % #list + 1] end

    local WILD = {
      0, -0.0, 5e-324, -5e-324, 1e-310, 1e-160, 1e-12, -1e-12, 1e-6, 0.1, 1 / 3, 1e6, -1e6, 16777217, 2147483647, 2147483648, -2147483649, 4294967296,
      9007199254740993, 9.3e18, -9.3e18, 1e12, 1e19, 1e38, -3.5e38, 1e100, 1e154, 1.7e308, -1.7e308, math.huge, -math.huge, 0 / 0,
    }
    -- Mostly what a scene has, so that much is drawn.
    local function number()
      local kind = byte() % 8
      if kind == 0 then return pick(WILD) end
      if kind == 1 then return byte() / 255 end
      if kind == 2 then return (byte() - 128) / 8 end
      if kind == 3 then return byte() % 3 end
      return byte() % 64
    end
    local function unit() return byte() % 16 == 0 and pick(WILD) or byte() / 255 end
    local function color() return { unit(), unit(), unit(), unit() } end
    local function transform()
      local t = ca.Transform.identity
      for _ = 1, byte() % 3 do
        local kind = byte() % 5
        if kind == 0 then t = t:translated(number(), number(), number())
        elseif kind == 1 then t = t:scaled(number(), number(), number())
        elseif kind == 2 then t = t:rotated(number(), unit(), unit(), unit())
        elseif kind == 3 then
          local m = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }
          m[12] = -1 / (byte() * 4 + 1)
          t = t * ca.Transform(m)
        else
          local m = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }
          m[byte() % 16 + 1] = number()
          t = t * ca.Transform(m)
        end
      end
      return t
    end
    local function path()
      local p = ca.Path()
      for _ = 1, byte() % 6 do
        local kind = byte() % 7
        if kind == 0 then p:moveTo(number(), number())
        elseif kind == 1 then p:lineTo(number(), number())
        elseif kind == 2 then p:addRect { number(), number(), number(), number() }
        elseif kind == 3 then p:addEllipse { number(), number(), number(), number() }
        elseif kind == 4 then p:curveTo(number(), number(), number(), number(), number(), number())
        elseif kind == 5 then p:closeSubpath()
        else p:addArc(number(), number(), number(), number(), number(), byte() % 2 == 0) end
      end
      return p
    end
    local STRINGS = { "a", "fjord A/", "", "é̂ אב 🙂", "none", "linear", "center", "resize", "evenOdd", "round", "axial", "radial", "conic", "multiplyBlendMode",
      "nearest", "forwards", "both", "easeIn", "word", "middle", "points", "volume", "additive", "start", "two words and more of them" }

    -- A value of the kind that stands there.
    local function like(value, key)
      local kind = tostring(value):match("^%a+") or type(value)
      if type(value) == "number" then return number() end
      if type(value) == "boolean" then return byte() % 2 == 0 end
      if type(value) == "string" then return pick(STRINGS) end
      if kind == "Point" or kind == "Size" then return { number(), number() } end
      if kind == "Rect" then return { number(), number(), number(), number() } end
      if kind == "Transform" then return transform() end
      if kind == "Color" then return color() end
      local choice = byte() % 8
      if choice == 0 then return number() end
      if choice == 1 then return color() end
      if choice == 2 then return path() end
      if choice == 3 then return { number(), number(), number() } end
      if choice == 4 then return { color(), color(), color() } end
      if choice == 5 then return pick(STRINGS) end
      if choice == 6 then return ca.Image.draw(4, 4, function(ctx) ctx:setFillColor("red") ctx:fill { 1, 1, 2, 2 } end) end
      return { { number(), number() }, { number(), number() } }
    end
    local SKIPPED = { sublayers = true, mask = true, superlayer = true, delegate = true, layoutManager = true, actions = true, style = true }
    local function set(object)
      local ok, keys = pcall(object.keys, object)
      if not ok then return end
      for _ = 1, byte() % 10 do
        local key = keys[(byte() * 256 + byte()) % #keys + 1]
        if not SKIPPED[key] then pcall(function() object[key] = like(object[key], key) end) end
      end
    end
    local ANIMATED = { "position", "position.x", "bounds.size.width", "opacity", "transform.rotation.y", "transform.scale", "transform", "cornerRadius",
      "backgroundColor", "borderWidth", "shadowRadius", "lineWidth", "strokeEnd", "path", "locations", "zPosition", "instanceCount" }
    local function animate(layer)
      pcall(function()
        local key = pick(ANIMATED)
        local class = pick { ca.BasicAnimation, ca.SpringAnimation, ca.KeyframeAnimation }
        local a = class { keyPath = key }
        local value = layer:valueForKeyPath(key)
        if class == ca.KeyframeAnimation then a.values = { like(value), like(value), like(value) } else a.fromValue = like(value) a.toValue = like(value) end
        set(a)
        a.keyPath = key
        layer:addAnimation(a, "a")
      end)
    end

    local CLASSES = { "Layer", "Layer", "Layer", "TextLayer", "ShapeLayer", "ShapeLayer", "GradientLayer", "TransformLayer", "ReplicatorLayer", "EmitterLayer",
      "ScrollLayer", "TiledLayer" }
    local count = 0
    local function tree(depth)
      count = count + 1
      local name = pick(CLASSES)
      local layer = (ca[name] or ca.Layer) { bounds = { 0, 0, byte() % 64, byte() % 64 } }
      pcall(function() layer.position = { byte() % 48, byte() % 48 } layer.backgroundColor = color() end)
      if name == "EmitterLayer" then
        pcall(function()
          local cell = ca.EmitterCell { birthRate = byte(), lifetime = byte() / 64, velocity = byte(), contents = ca.Image.draw(2, 2, function() end) }
          set(cell)
          layer.emitterCells = { cell }
        end)
      elseif name == "ShapeLayer" then pcall(function() layer.path = path() layer.strokeColor = color() layer.lineWidth = number() end)
      elseif name == "TextLayer" then pcall(function() layer.string = pick(STRINGS) end) end
      set(layer)
      if byte() % 3 == 0 then pcall(function() layer.transform = transform() end) end
      if byte() % 6 == 0 then pcall(function() layer.sublayerTransform = transform() end) end
      if byte() % 4 == 0 then animate(layer) end
      if depth < 5 then
        for _ = 1, byte() % 4 do if count < 24 then pcall(layer.addSublayer, layer, tree(depth + 1)) end end
        if byte() % 8 == 0 then pcall(function() layer.mask = tree(depth + 1) end) end
      end
      return layer
    end
    local root = ca.Layer { bounds = { 0, 0, 48, 48 } }
    root:addSublayer(tree(0))
    while at < #data and count < 24 do root:addSublayer(tree(0)) end
    pcall(ca.render, root, { size = { 32, 32 } })
    pcall(ca.render, root, { size = { 32, 32 }, time = unit() * 2 })
    pcall(ca.render, root, { size = { 24, 24 }, scale = number() })
    pcall(ca.dump, root, { time = number() })
    for _ = 1, 4 do pcall(root.hitTest, root, number(), number()) pcall(root.hitTest, root, { byte() % 48, byte() % 48 }) end
    pcall(function() root:layoutIfNeeded() return root.sublayers[1]:convertRectTo({ number(), number(), number(), number() }, root) end)
    return root
    """#
}
