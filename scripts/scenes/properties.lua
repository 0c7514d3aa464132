-- A sheet of single properties: each cell changes one key, and its caption says which. Where there are two pictures the left one is as it
-- was made and the right one has the key set.
local ca = require "layerlua"

local CELL_WIDTH, CELL_HEIGHT, COLUMNS = 148, 106, 6
local INK, SOFT, RED, BLUE, GOLD = "#2b3440", "#dfe5ec", "#d1495b", "#30638e", "#edae49"

local sheet = ca.Layer { name = "sheet", backgroundColor = "white" }
local count = 0

--- Adds a cell; `draw` gets the layer that its picture goes in, 132 × 76 points.
local function cell(caption, draw)
  local x, y = count % COLUMNS * CELL_WIDTH, count // COLUMNS * CELL_HEIGHT
  count = count + 1
  local stage = ca.Layer { name = caption, frame = { 8, 6, CELL_WIDTH - 16, CELL_HEIGHT - 30 } }
  sheet:addSublayer(ca.Layer {
    frame = { x, y, CELL_WIDTH, CELL_HEIGHT },
    borderColor = SOFT,
    borderWidth = 0.5,
    stage,
    ca.TextLayer {
      frame = { 4, CELL_HEIGHT - 21, CELL_WIDTH - 8, 16 },
      string = caption,
      font = "DejaVu Sans",
      fontSize = 8.5,
      alignmentMode = "center",
      truncationMode = "end",
      foregroundColor = INK,
    },
  })
  draw(stage)
end

local function box(frame, colour, more)
  local l = ca.Layer { frame = frame, backgroundColor = colour }
  for key, value in pairs(more or {}) do l[key] = value end
  return l
end

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

-- Geometry

cell("geometryFlipped", function(stage)
  for i, flipped in ipairs { false, true } do
    stage:addSublayer(ca.Layer {
      frame = { (i - 1) * 68, 4, 62, 66 },
      backgroundColor = SOFT,
      geometryFlipped = flipped,
      box({ 4, 4, 26, 18 }, RED),
      box({ 30, 26, 26, 18 }, GOLD),
    })
  end
end)

cell("affineTransform", function(stage)
  local l = box({ 41, 13, 50, 50 }, GOLD)
  l.affineTransform = { 1, 0.15, -0.5, 0.9, 0, 0 }
  stage:addSublayer(l)
end)

cell("anchorPointZ", function(stage)
  stage.sublayerTransform = ca.Transform.perspective(260)
  for i, depth in ipairs { 0, 40 } do
    stage:addSublayer(box({ 8 + (i - 1) * 66, 13, 50, 50 }, i == 1 and SOFT or RED, {
      anchorPointZ = depth,
      ["transform.rotation.y"] = math.pi / 4,
    }))
  end
end)

cell("hidden", function(stage)
  for i = 1, 3 do
    local l = box({ 6 + (i - 1) * 42, 20, 36, 36 }, BLUE, { hidden = i == 2 })
    stage:addSublayer(l)
    local place = ca.Layer { frame = l.frame, borderColor = SOFT, borderWidth = 1, zPosition = -1 }
    l.superlayer:addSublayer(place)
  end
end)

cell("doubleSided, facing away", function(stage)
  for i, both in ipairs { true, false } do
    stage:addSublayer(box({ 8 + (i - 1) * 66, 13, 50, 50 }, GOLD, {
      doubleSided = both,
      transform = ca.Transform.rotation(2.6, 0, 1, 0),
    }))
  end
end)

-- Opacity

for _, group in ipairs { true, false } do
  cell("allowsGroupOpacity " .. tostring(group), function(stage)
    stage:addSublayer(ca.Layer {
      frame = { 26, 8, 80, 60 },
      opacity = 0.5,
      allowsGroupOpacity = group,
      box({ 0, 0, 50, 40 }, RED),
      box({ 30, 20, 50, 40 }, BLUE),
    })
  end)
end

-- What is drawn

cell("opaque", function(stage)
  stage:addSublayer(ring({ 8, 13, 50, 50 }))
  stage:addSublayer(ring({ 74, 13, 50, 50 }, { opaque = true }))
end)

cell("needsDisplayOnBoundsChange", function(stage)
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

cell("contentsFormat, a hint", function(stage)
  stage:addSublayer(ring({ 41, 13, 50, 50 }, { contentsFormat = "RGBA16Float" }))
end)

-- Decoration

cell("maskedCorners", function(stage)
  stage:addSublayer(box({ 8, 13, 50, 50 }, BLUE, { cornerRadius = 18 }))
  stage:addSublayer(box({ 74, 13, 50, 50 }, BLUE, { cornerRadius = 18, maskedCorners = { "minXMinY", "maxXMaxY" } }))
end)

cell("cornerCurve", function(stage)
  stage:addSublayer(box({ 8, 13, 50, 50 }, GOLD, { cornerRadius = 16 }))
  stage:addSublayer(box({ 74, 13, 50, 50 }, GOLD, { cornerRadius = 16, cornerCurve = "continuous" }))
end)

cell("shadowPath, shadowColor", function(stage)
  stage:addSublayer(box({ 41, 8, 50, 44 }, GOLD, {
    shadowPath = ca.Path():addEllipse { -6, 44, 62, 14 },
    shadowColor = RED,
    shadowOpacity = 0.8,
    shadowOffset = { 0, 0 },
    shadowRadius = 3,
  }))
end)

cell("allowsEdgeAntialiasing", function(stage)
  for i, soft in ipairs { true, false } do
    stage:addSublayer(box({ 12 + (i - 1) * 66, 17, 42, 42 }, INK, { allowsEdgeAntialiasing = soft, ["transform.rotation"] = 0.2 }))
  end
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
    clock:addSublayer(box({ 17, 4, 2, 14 }, RED, { anchorPoint = { 0.5, 1 }, position = { 18, 18 },
      ["transform.rotation"] = seconds / 60 * 2 * math.pi }))
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

sheet.bounds = { 0, 0, COLUMNS * CELL_WIDTH, (count + COLUMNS - 1) // COLUMNS * CELL_HEIGHT }
return sheet
