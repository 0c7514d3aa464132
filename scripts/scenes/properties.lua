-- A sheet of single properties of geometry, opacity and decoration. Where a cell has two pictures the left one is as it was made and the
-- right one has the key set that the caption names.
local ca = require "layerlua"
local sheet = require "lib.sheet"

local INK, SOFT, RED, BLUE, GOLD = "#2b3440", "#dfe5ec", "#d1495b", "#30638e", "#edae49"
local cell, finish = sheet("properties", 4)

local function box(frame, colour, more)
  local l = ca.Layer { frame = frame, backgroundColor = colour }
  for key, value in pairs(more or {}) do l[key] = value end
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

return finish()
