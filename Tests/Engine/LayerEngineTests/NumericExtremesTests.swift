// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Extreme numbers under every key that takes numbers: refused or drawn, never a crash.
@Suite struct NumericExtremesTests {
  /// Denormals, values that overflow a float, an integer or a square, ratios beyond Double, infinities and NaN.
  static let extremes = """
    local EXTREMES = { 5e-324, -5e-324, 1e-310, 1e-160, 1e-38, 1e-12, -1e-12, 2147483648, -2147483649, 9.3e18, 1e19, 3.5e38, 1e154, -1e154, 1.7e308, -1.7e308,
      math.huge, -math.huge, 0 / 0 }
    """

  /// - Parameter class: its name in `ca`; values that it needs to be visible are set first.
  static let script =
    extremes + """

      local class = ca.args.class
      local function sample()
        local values = { bounds = {0, 0, 16, 16}, position = {12, 12}, backgroundColor = 'red', cornerRadius = 3, borderWidth = 1, shadowOpacity = 0.5 }
        if class == 'TransformLayer' then values = { bounds = {0, 0, 16, 16}, position = {12, 12} } end
        if class == 'ShapeLayer' then values.path = 'M0 0L16 4C16 16 8 8 0 16Z' values.strokeColor = 'black' values.lineDashPattern = {3, 2} end
        if class == 'TextLayer' then values.string = 'fj Å' end
        if class == 'GradientLayer' then values.colors = {'red', 'blue'} end
        if class == 'ReplicatorLayer' then values.instanceCount = 3 end
        if class == 'EmitterLayer' then
          values.emitterCells = { ca.EmitterCell { birthRate = 20, lifetime = 1, velocity = 10, contents = ca.Image.draw(2, 2, function(c) c:fill {0, 0, 2, 2} end) } }
        end
        if class == 'TiledLayer' then values.delegate = { drawLayerInContext = function(_, _, ctx) ctx:fill {1, 1, 5, 5} end } end
        values[1] = ca.Layer { frame = {2, 2, 10, 10}, backgroundColor = 'blue', cornerRadius = 2, transform = ca.Transform.rotation(0.3, 1, 1, 0) }
        local layer = ca[class](values)
        local root = ca.Layer { bounds = {0, 0, 24, 24}, sublayerTransform = ca.Transform.identity:with { m34 = -1 / 100 }, layer }
        return root, layer
      end
      local tried, drawn, refused = 0, 0, 0
      local function try(set, object)
        for _, number in ipairs(EXTREMES) do
          local root, layer = sample()
          tried = tried + 1
          local target = object and object(layer) or layer
          if pcall(set, target, number) then
            if pcall(ca.render, root, { size = {24, 24}, time = 0.5 }) then drawn = drawn + 1 end
            pcall(root.hitTest, root, {12, 12})
          else
            refused = refused + 1
          end
        end
      end
      local SKIPPED = { superlayer = true, sublayers = true, mask = true, delegate = true }
      local function all(object)
        local root, layer = sample()
        local target = object and object(layer) or layer
        for _, key in ipairs(target:keys()) do
          local value = not SKIPPED[key] and target[key] or nil
          local kind = type(value) == 'userdata' and tostring(value):match('^%a+') or type(value)
          if kind == 'number' then try(function(t, n) t[key] = n end, object) end
          local parts = kind == 'Point' and 2 or kind == 'Size' and 2 or kind == 'Rect' and 4 or kind == 'Transform' and 16 or 0
          for part = 1, parts do
            try(function(t, n)
              local numbers = kind == 'Transform' and {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1} or kind == 'Rect' and {0, 0, 16, 16} or {8, 8}
              numbers[part] = n
              t[key] = numbers
            end, object)
          end
        end
      end
      all()
      if class == 'EmitterLayer' then all(function(layer) return layer.emitterCells[1] end) end
      -- Two at a time: what is huge in one and tiny in the other, and nothing in their product.
      local seed = ca.args.seed
      local PAIRS = { 'bounds.size.width', 'bounds.size.height', 'transform.scale', 'transform.scale.x', 'position.x', 'zPosition', 'cornerRadius', 'borderWidth',
        'transform.m44', 'transform.m34', 'transform.m14', 'sublayerTransform.m44', 'anchorPoint.x', 'shadowRadius', 'lineWidth', 'fontSize', 'tileSize.width', 'speed' }
      math.randomseed(tonumber(seed))
      for _ = 1, 600 do
        local root, layer = sample()
        for _ = 1, math.random(2, 4) do
          pcall(layer.setValueForKeyPath, layer, EXTREMES[math.random(#EXTREMES)], PAIRS[math.random(#PAIRS)])
        end
        pcall(ca.render, root, { size = {24, 24}, time = 0.5, scale = math.random(4) == 1 and EXTREMES[math.random(#EXTREMES)] or 1 })
        pcall(root.hitTest, root, {12, 12})
      end
      print(tried, drawn, refused)
      """

  @Test(arguments: [
    "Layer", "TextLayer", "ShapeLayer", "GradientLayer", "TransformLayer", "ReplicatorLayer", "EmitterLayer",
    "ScrollLayer", "TiledLayer",
  ]) func `every number of a layer may be any number`(name: String) throws {
    var printed: [UInt8] = []
    let engine = try Engine(Engine.Configuration(memoryLimit: 128 << 20, timeLimit: 100, threads: 1))
    engine.onPrint = { printed += $0 }
    engine.onWarning = { _ in }
    try engine.run(
      script: Self.script, name: "extremes.lua", arguments: ScriptArguments(named: [("class", name), ("seed", "7")]))
    let counts = String(decoding: printed, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(counts.count == 3, "\(String(decoding: printed, as: UTF8.self))")
    // At least some thirty keys, most of whose numbers are drawn and some refused.
    #expect(counts[0] > 1000 && counts[1] > counts[0] / 4 && counts[2] > 0, "\(name): \(counts)")
  }

  /// The two trees that crashed the process, and variants in the other entries and the other axis.
  @Test func `what the smallest numbers divide by is no integer`() throws {
    let engine = try Engine(Engine.Configuration(timeLimit: 20, threads: 1))
    for entry in 1...16 {
      try engine.run(
        script: """
          local numbers = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
          numbers[\(entry)] = 1e-310
          local root = ca.Layer { bounds = {0, 0, 16, 16}, ca.Layer { bounds = {0, 0, 16, 16}, backgroundColor = 'red', cornerRadius = 3, transform = numbers } }
          assert(ca.render(root).width == 16)
          """, name: "matrix.lua")
    }
    for (size, scale) in [
      ("{1e-12, 1e-12}", "1e-12"), ("{1e-12, 256}", "1e-12"), ("{256, 1e-12}", "1"), ("{5e-324, 5e-324}", "1e12"),
    ] {
      try engine.run(
        script: """
          local layer = ca.TiledLayer { bounds = {0, 0, 16, 16}, tileSize = \(size), delegate = { drawLayerInContext = function(_, _, c) c:fill {0, 0, 9, 9} end } }
          layer.transform = ca.Transform.scale(\(scale), \(scale), 1)
          local drawn, problem = pcall(ca.render, ca.Layer { bounds = {0, 0, 16, 16}, layer })
          assert(drawn or tostring(problem):find "tile", problem)
          """, name: "tiles.lua")
    }
  }
}
