-- When a layer draws itself anew, and what a drawing hook sees: keys of its own, of its style, and of its time. The rings are drawn by a
-- delegate into small bounds; then the layer is resized, and the caption's key says what becomes of the drawing.
local ca = require "layerlua"
local sheet = require "lib.sheet"

local INK, SOFT, RED, BLUE = "#2b3440", "#dfe5ec", "#d1495b", "#30638e"
local cell, finish = sheet("redraw", 4)

--- A layer that draws a ring into its bounds, already drawn once.
local function ring(frame, keys)
  local l = ca.Layer { frame = frame, backgroundColor = SOFT }
  for key, value in pairs(keys or {}) do l[key] = value end
  l.delegate = {
    drawLayerInContext = function(self, layer, ctx)
      ctx:setStrokeColor(BLUE)
      ctx:setLineWidth(5)
      ctx:strokeEllipse(layer.bounds:insetBy(4, 4))
    end,
  }
  l:display()
  return l
end

cell("opaque", function(stage)
  stage:addSublayer(ring({ 8, 13, 50, 50 }))
  stage:addSublayer(ring({ 74, 13, 50, 50 }, { opaque = true }))
end)

cell("drawn anew on resize", function(stage)
  for i, again in ipairs { false, true } do
    local l = ring({ 4 + (i - 1) * 66, 6, 28, 28 }, { needsDisplayOnBoundsChange = again })
    l.frame = { 4 + (i - 1) * 66, 6, 58, 64 }
    stage:addSublayer(l)
  end
end)

cell("redrawPolicy", function(stage)
  for i, policy in ipairs { "never", "duringResize" } do
    local l = ring({ 4 + (i - 1) * 66, 20, 28, 28 }, { redrawPolicy = policy, contentsGravity = "resizeAspect" })
    l.frame = { 4 + (i - 1) * 66, 20, 58, 36 }
    stage:addSublayer(l)
  end
end)

-- Hints about how it is drawn, which change no pixel.
cell("contentsFormat", function(stage)
  stage:addSublayer(ring({ 8, 13, 50, 50 }, { contentsFormat = "RGBA16Float" }))
  stage:addSublayer(ring({ 74, 13, 50, 50 }, { drawsAsynchronously = true }))
end)

-- Keys and time: a swatch without a tint of its own takes its style's; a clock's hand shows the layer's own seconds after 12 outside.

cell("style", function(stage)
  local Swatch = ca.Layer:subclass("Swatch", { defaults = { tint = ca.Color(0.2, 0.39, 0.56) }, redrawKeys = { "tint" } })
  function Swatch:drawInContext(ctx)
    ctx:setFillColor(self.tint)
    ctx:fillEllipse(self.bounds)
  end
  local house = { tint = ca.Color(0.82, 0.29, 0.36) }
  for i, keys in ipairs { {}, { style = house }, { style = house, tint = ca.Color(0.93, 0.68, 0.29) } } do
    keys.frame = { 4 + (i - 1) * 44, 20, 36, 36 }
    -- Nothing is to animate when the colour changes.
    keys.actions = { tint = false }
    local swatch = Swatch(keys)
    swatch:setNeedsDisplay()
    stage:addSublayer(swatch)
  end
end)

cell("beginTime, speed, offset", function(stage)
  for i, keys in ipairs { {}, { speed = 0.5 }, { beginTime = 8, timeOffset = 1 } } do
    local clock = ca.Layer(keys)
    local seconds = clock:convertTimeFromLayer(12, nil)
    clock.frame = { 4 + (i - 1) * 44, 20, 36, 36 }
    clock.cornerRadius = 18
    clock.borderWidth = 2
    clock.borderColor = INK
    clock:addSublayer(ca.Layer {
      backgroundColor = RED,
      bounds = { 0, 0, 2, 14 },
      anchorPoint = { 0.5, 1 },
      position = { 18, 18 },
      ["transform.rotation"] = seconds / 60 * 2 * math.pi,
    })
    stage:addSublayer(clock)
  end
end)

cell("the other keys of time", function(stage)
  local pulse = ca.Layer { duration = 2, repeatCount = 3, repeatDuration = 0, autoreverses = true, fillMode = "both" }
  local lines = {}
  for _, key in ipairs { "duration", "repeatCount", "repeatDuration", "autoreverses", "fillMode" } do
    lines[#lines + 1] = key .. " = " .. tostring(pulse[key])
  end
  stage:addSublayer(ca.TextLayer {
    frame = { 8, 2, 120, 74 },
    string = table.concat(lines, "\n"),
    font = "DejaVu Sans Mono",
    fontSize = 9,
    foregroundColor = INK,
  })
end)

return finish()
