import LayerEngine
import Testing

@Suite struct AnythingGoesTests {
  /// Keys, methods and constructors with arguments of every kind, in every state of the tree: errors are fine, anything else is not.
  @Test(arguments: 1...4)
  func anyCallWithAnyArgumentsEitherWorksOrRaises(_ seed: UInt64) throws {
    let lines = try printed(AnythingGoesTests.script, Configuration(memoryLimit: 400_000_000, timeLimit: 60, seed: seed))
    #expect(lines == ["3000"])
  }

  private static let script = #"""
    local R = math.random
    local layerMethods = { "addSublayer", "insertSublayer", "insertSublayerBelow", "insertSublayerAbove", "replaceSublayer",
      "removeFromSuperlayer", "sublayer", "find", "copy", "convertPointFromLayer", "convertPointToLayer", "convertRectFromLayer",
      "convertRectToLayer", "convertTimeToLayer", "contains", "hitTest", "layerAt", "scrollPoint", "scrollRectToVisible", "scrollToPoint", "scrollToRect", "nextDrawable", "setAnchorPointKeepingFrame",
      "setNeedsDisplay", "displayIfNeeded", "display", "setNeedsLayout", "layoutIfNeeded", "layoutSublayers", "preferredFrameSize",
      "setValue", "value", "walk", "keys", "customKeys", "drawInContext" }
    local pathMethods = { "move", "addLine", "addQuadCurve", "addCurve", "addArc", "addArcTangent", "addRect", "addRoundedRect", "addEllipse",
      "addLines", "addPath", "closeSubpath", "boundingBox", "contains", "length", "transformed", "trimmed", "svg", "copy" }
    local contextMethods = { "saveGState", "restoreGState", "translateBy", "scaleBy", "rotate", "concatenate", "setFillColor", "setLineWidth",
      "setLineDash", "setShadow", "setBlendMode", "move", "addLine", "addArc", "addRect", "fillPath", "strokePath", "clip", "clipTo", "fill",
      "stroke", "draw", "drawLinearGradient", "drawRadialGradient", "beginTransparencyLayer", "endTransparencyLayer", "setFillPattern" }
    local imageMethods = { "pixel", "crop", "pixels", "encode" }
    local functions = { "Layer", "TextLayer", "ShapeLayer", "Path", "Image", "Point", "Rect", "Color", "encodeJSON", "decodeJSON", "dump",
      "dumpJSON", "compare", "measureText", "AttributedString", "parameter", "Transform" }
    local layers, paths, kept = {}, { ca.Path(), ca.Path "M 0 0 L 10 10 Q 5 5 3 3 Z" }, nil
    local images = { ca.Image { width = 2, height = 2, pixels = ("x"):rep(16) } }
    local C = ca.Layer:subclass("C", { defaults = { h = 1 }, redrawKeys = { "h" } })
    function C:drawInContext(ctx) kept = ctx; ctx:fill {0, 0, 5, 5}; if R(20) == 1 then error("boom") end end
    local classes = { ca.Layer, ca.TextLayer, ca.ShapeLayer, ca.GradientLayer, ca.TransformLayer, C, ca.ScrollLayer, ca.TiledLayer, ca.DrawableLayer }
    for i = 1, 10 do layers[i] = classes[R(#classes)] { bounds = {0, 0, R(50), R(50)}, name = "n" .. i } end
    local keys = { "transform.rotation.z", "position.x", "own", "own.x", "h", "sublayers.n3.opacity", "mask.position", "", ".", "a..b" }
    for _, class in ipairs(classes) do for _, k in ipairs(class():keys()) do keys[#keys + 1] = k end end
    local function hook() if R(4) == 1 then layers[R(10)].sublayers = nil; collectgarbage("step") end return R(), R(), R(), R() end
    local depth, value = 0, nil
    local makers = {
      function() return nil end, function() return R(2) == 1 end, function() return R(-5, 20) end, function() return 0 / 0 end,
      function() return 2 ^ R(0, 70) end, function() return "red" end, function() return "\255\254" end, function() return "" end,
      function() return { R(9), R(9) } end, function() return { R(9), R(9), R(30), R(30) } end, function() return {} end,
      function() return { x = R(9), y = R(9) } end, function() return { value(), value() } end, function() return { a = value(), value() } end,
      function() return layers[R(10)] end, function() return layers[R(10)] end, function() return paths[R(2)] end,
      function() return images[1] end, function() return kept end, function() return hook end,
      function() return { drawLayerInContext = hook, layoutSublayersOfLayer = hook } end, function() return ca.Point(R(9), R(9)) end,
      function() return ca.Transform.rotation(R()) end, function() return coroutine.create(hook) end,
      function() return layers[R(10)].sublayers end, function() return ca.Layer end, function() return keys[R(#keys)] end,
      function() return setmetatable({}, { __index = function() error("no") end, __len = function() return 1e9 end }) end,
    }
    function value()
      depth = depth + 1
      local v = depth < 5 and makers[R(#makers)]() or R(9)
      depth = depth - 1
      return v
    end
    local cases = {
      function() layers[R(10)][keys[R(#keys)]] = value() end,
      function() return tostring(layers[R(10)][keys[R(#keys)]]) end,
      function() local l, n = layers[R(10)], layerMethods[R(#layerMethods)]; return l[n](l, value(), value()) end,
      function() local p, n = paths[R(2)], pathMethods[R(#pathMethods)]; return p[n](p, value(), value(), value(), value(), value()) end,
      function() ca.Image.draw(9, 9, function(ctx)
        for _ = 1, 8 do pcall(ctx[contextMethods[R(#contextMethods)]], ctx, value(), value(), value(), value()) end
      end) end,
      function() return ca[functions[R(#functions)]](value(), value(), value()) end,
      function() local i, n = images[1], imageMethods[R(#imageMethods)]; return i[n](i, value(), value()) end,
      function() layers[R(10)] = classes[R(#classes)] { [keys[R(#keys)]] = value(), value() } end,
      function() return ca.render(layers[R(10)], { scale = R() + 0.1, size = { R(9), R(9) } }) end,
    }
    for i = 1, 3000 do
      pcall(cases[R(#cases)])
      if i % 300 == 0 then collectgarbage(); paths[1] = ca.Path() end
    end
    print(3000)
    """#
}
