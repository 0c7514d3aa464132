-- Every operation of a drawing context on one sheet, a labelled panel each.
local ca = require "layerlua"

local ink, paper, accent = "#1d3557", "#f8f9fa", "#e63946"

-- Squares of two by two pixels, from clear to nearly opaque.
local checks = ca.Image { width = 4, height = 4, pixels = function(x, y)
  local dark = (x // 2 + y // 2) % 2 == 0
  return dark and 0.9 or 0.15, dark and 0.3 or 0.45, dark and 0.2 or 0.7, (x + y) / 6
end }

local stripes = ca.Image.draw(8, 8, function(ctx)
  ctx:setFillColor "#457b9d"
  ctx:fill {0, 0, 8, 4}
  ctx:setFillColor "#a8dadc"
  ctx:fill {0, 4, 8, 4}
end)

-- White lets through: an opaque image masks by its luminance.
local spot = ca.Image.draw(80, 80, function(ctx)
  ctx:fill {0, 0, 80, 80}
  ctx:drawRadialGradient({"white", "black"}, nil, {40, 40}, 4, {40, 40}, 38)
end)

local panels = {
  { "arcs", function(ctx)
    ctx:setLineWidth(4)
    ctx:addArc(40, 40, 34, 0, math.pi * 1.5, false)
    ctx:strokePath()
    ctx:setStrokeColor(accent)
    ctx:addArc(40, 40, 24, 0, math.pi * 1.5, true)
    ctx:strokePath()
    ctx:move(26, 54)
    ctx:addArcTangent(26, 26, 54, 26, 12)
    ctx:addArcTangent(54, 26, 54, 54, 12)
    ctx:addLine(54, 54)
    ctx:fillPath()
  end },
  { "curves", function(ctx)
    ctx:setLineWidth(3)
    ctx:move(4, 60)
    ctx:addCurve(20, -30, 60, 110, 76, 20)
    ctx:strokePath()
    ctx:setStrokeColor(accent)
    ctx:move(4, 20)
    ctx:addQuadCurve(40, 110, 76, 60)
    ctx:strokePath()
  end },
  { "fill rules", function(ctx)
    local function star(x, rule)
      for i = 0, 4 do
        local a = i * 4 * math.pi / 5
        local px, py = x + 19 * math.sin(a), 40 - 19 * math.cos(a)
        if i == 0 then ctx:move(px, py) else ctx:addLine(px, py) end
      end
      ctx:closePath()
      ctx:fillPath(rule)
    end
    star(20, "winding")
    ctx:setFillColor(accent)
    star(60, "evenOdd")
  end },
  { "caps and joins", function(ctx)
    for i, style in ipairs { {"butt", "miter"}, {"round", "round"}, {"square", "bevel"} } do
      ctx:setLineWidth(9)
      ctx:setLineCap(style[1])
      ctx:setLineJoin(style[2])
      local y = i * 24 - 4
      ctx:addLines { {12, y}, {40, y - 14}, {68, y} }
      ctx:setStrokeColor(ink)
      ctx:strokePath()
      ctx:addLines { {12, y}, {40, y - 14}, {68, y} }
      ctx:setLineWidth(1)
      ctx:setStrokeColor(paper)
      ctx:strokePath()
    end
  end },
  { "miter limit", function(ctx)
    ctx:setLineWidth(8)
    for i, limit in ipairs { 10, 3 } do
      ctx:setMiterLimit(limit)
      local x = i * 40 - 32
      ctx:addLines { {x, 70}, {x + 11, 26}, {x + 22, 70} }
      ctx:strokePath()
    end
  end },
  { "dashes", function(ctx)
    ctx:setLineWidth(5)
    local rows = { {0, {12, 6}}, {9, {12, 6}}, {0, {9}}, {0, {16, 5, 3, 5}}, {0, {0, 10}, "round"} }
    for i, row in ipairs(rows) do
      ctx:setLineDash(row[1], row[2])
      ctx:setLineCap(row[3] or "butt")
      ctx:move(4, i * 15 - 5)
      ctx:addLine(76, i * 15 - 5)
      ctx:strokePath()
    end
  end },
  { "nested clips", function(ctx)
    ctx:addEllipse {2, 2, 76, 76}
    ctx:clip()
    ctx:addRect {0, 0, 80, 80}
    ctx:addRoundedRect({28, 28, 24, 24}, 6)
    ctx:clip "evenOdd"
    ctx:rotate(-0.4)
    ctx:clipTo {-30, 24, 100, 46}
    ctx:drawLinearGradient({accent, "#ffb703"}, nil, {-20, 0}, {70, 0})
  end },
  { "image mask", function(ctx)
    ctx:clipToMask({0, 0, 80, 80}, spot)
    ctx:setFillPattern(stripes)
    ctx:fill {0, 0, 80, 80}
  end },
  { "patterns", function(ctx)
    ctx:setFillPattern(checks, {0, 0, 16, 16})
    ctx:fillEllipse {4, 4, 50, 50}
    ctx:setStrokePattern(stripes)
    ctx:setLineWidth(12)
    ctx:strokeEllipse {36, 36, 36, 36}
  end },
  { "linear", function(ctx)
    ctx:drawLinearGradient({accent, "#ffb703", "#219ebc"}, {0, 0.3, 1}, {10, 10}, {70, 70})
    ctx:clipTo {20, 20, 40, 40}
    ctx:drawLinearGradient({"white", ink}, nil, {30, 0}, {50, 0}, {})
  end },
  { "radial", function(ctx)
    ctx:drawRadialGradient({"white", "#8ecae6", ink}, {0, 0.4, 1}, {30, 28}, 2, {40, 40}, 38, {})
    ctx:drawRadialGradient({"#ffb703", "#fb8500"}, nil, {58, 60}, 8, {70, 72}, 3, {})
  end },
  { "conic", function(ctx)
    ctx:addEllipse {4, 4, 72, 72}
    ctx:clip()
    ctx:drawConicGradient({"red", "yellow", "lime", "cyan", "blue", "magenta", "red"}, nil, {40, 40}, -math.pi / 2)
  end },
  { "shadow", function(ctx)
    ctx:setShadow({5, 6}, 8, "rgb(0 0 0 / 60%)")
    ctx:setFillColor "#ffb703"
    ctx:addRoundedRect({12, 12, 36, 30}, 8)
    ctx:fillPath()
    ctx:setShadow({0, 0}, 10, accent)
    ctx:setStrokeColor "white"
    ctx:setLineWidth(4)
    ctx:strokeEllipse {42, 42, 26, 26}
  end },
  { "transparency layer", function(ctx)
    ctx:setFillPattern(stripes)
    ctx:fill {0, 30, 80, 20}
    ctx:setAlpha(0.7)
    ctx:setShadow({3, 4}, 5)
    ctx:beginTransparencyLayer()
    ctx:setFillColor(accent)
    ctx:fillEllipse {8, 16, 44, 44}
    ctx:setFillColor "#ffb703"
    ctx:fillEllipse {28, 24, 44, 44}
    ctx:endTransparencyLayer()
  end },
  { "images", function(ctx)
    ctx:setInterpolationQuality "none"
    ctx:draw(checks, {2, 2, 40, 40})
    ctx:setInterpolationQuality "high"
    ctx:translateBy(56, 34)
    ctx:rotate(math.pi / 4)
    ctx:draw(checks, {-5, -5, 34, 34})
  end },
  { "transformations", function(ctx)
    ctx:translateBy(40, 40)
    for i = 0, 11 do
      ctx:saveGState()
      ctx:rotate(i * math.pi / 6)
      ctx:translateBy(0, -30)
      ctx:scaleBy(1 - i * 0.06, 1)
      ctx:setAlpha(1 - i * 0.07)
      ctx:fill {-5, -8, 10, 16}
      ctx:restoreGState()
    end
    ctx:concatenate { 1, 0, 0.5, 1, 0, 0 }
    ctx:setFillColor(accent)
    ctx:fill {-8, -8, 16, 16}
  end },
  { "text", function(ctx)
    ctx:drawText("Baseline", {4, 16}, { font = "DejaVu Sans", fontSize = 15 })
    ctx:fill {4, 17, 60, 1}
    ctx:setFillColor(accent)
    ctx:drawText("wrapped to the width of a rectangle", {4, 24, 72, 54}, { font = "DejaVu Sans", fontSize = 11, alignment = "center" })
  end },
  { "text on a circle", function(ctx)
    local text = "LAYERS ALL THE WAY DOWN • "
    for i, code in utf8.codes(text) do
      ctx:saveGState()
      ctx:translateBy(40, 40)
      ctx:rotate((utf8.len(text, 1, i) - 1) * 2 * math.pi / utf8.len(text))
      ctx:drawText(utf8.char(code), {-4, -28}, { font = "DejaVu Sans Mono", fontSize = 11 })
      ctx:restoreGState()
    end
    ctx:clear {36, 36, 8, 8}
  end },
}

local modes = {
  "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference",
  "exclusion", "hue", "saturation", "color", "luminosity", "clear", "copy", "sourceIn", "sourceOut", "sourceAtop", "destinationOver",
  "destinationIn", "destinationOut", "destinationAtop", "xor", "plusDarker", "plusLighter",
}

local root = ca.Layer { bounds = {0, 0, 660, 470}, backgroundColor = "white" }

local function panel(x, y, size, title, draw)
  local drawing = ca.Layer { frame = {x, y, size, size}, backgroundColor = paper }
  drawing.delegate = { drawLayerInContext = function(_, _, ctx)
    ctx:setFillColor(ink)
    ctx:setStrokeColor(ink)
    draw(ctx)
  end }
  drawing:setNeedsDisplay()
  root:addSublayer(drawing)
  root:addSublayer(ca.TextLayer {
    frame = {x - 14, y + size + 2, size + 28, 12}, string = title, font = "DejaVu Sans", fontSize = size > 50 and 9 or 5.2,
    foregroundColor = "#555", alignmentMode = "center",
  })
end

for i, p in ipairs(panels) do
  panel(15 + (i - 1) % 6 * 108, 12 + (i - 1) // 6 * 108, 80, p[1], p[2])
end

for i, mode in ipairs(modes) do
  panel(12 + (i - 1) % 14 * 46, 340 + (i - 1) // 14 * 62, 40, mode, function(ctx)
    ctx:drawLinearGradient({"#d00000", "#ffba08", "rgb(3 116 179 / 40%)"}, nil, {0, 0}, {40, 0})
    ctx:setBlendMode(mode)
    ctx:addEllipse {5, 5, 30, 30}
    ctx:clip()
    ctx:drawLinearGradient({"#3f88c5", "rgb(20 33 61 / 70%)"}, nil, {0, 5}, {0, 35})
  end)
end

return root
