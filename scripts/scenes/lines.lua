-- What single keys of a ShapeLayer do for its lines and its inside.
local ca = require "layerlua"
local sheet = require "lib.sheet"

local INK, SOFT, RED, BLUE, GOLD = "#2b3440", "#dfe5ec", "#d1495b", "#30638e", "#edae49"
local cell, finish = sheet("lines", 4)

local ZIGZAG = "M 14 60 L 40 16 L 66 60 L 92 16 L 118 60"

local function shape(keys)
  keys.fillColor = keys.fillColor or false
  keys.strokeColor = keys.strokeColor or BLUE
  keys.lineWidth = keys.lineWidth or 8
  return ca.ShapeLayer(keys)
end

cell("lineCap", function(stage)
  for i, cap in ipairs { "butt", "round", "square" } do
    local y = 14 + (i - 1) * 24
    stage:addSublayer(shape { path = ("M 24 %d H 108"):format(y), lineWidth = 14, lineCap = cap })
    stage:addSublayer(shape { path = ("M 24 %d H 108"):format(y), lineWidth = 1, strokeColor = "white" })
  end
end)

for _, join in ipairs { "miter", "round", "bevel" } do
  cell("lineJoin " .. join, function(stage) stage:addSublayer(shape { path = ZIGZAG, lineJoin = join }) end)
end

cell("miterLimit", function(stage) stage:addSublayer(shape { path = ZIGZAG, miterLimit = 1.9 }) end)

cell("lineDashPhase", function(stage)
  for i = 0, 3 do
    stage:addSublayer(shape {
      path = ("M 10 %d H 122"):format(12 + i * 18),
      lineDashPattern = { 20, 8, 4, 8 },
      lineDashPhase = i * 10,
    })
  end
end)

cell("strokeStart, strokeEnd", function(stage)
  local path = ca.Path():addEllipse { 34, 6, 64, 64 }
  stage:addSublayer(shape { path = path, strokeColor = SOFT })
  stage:addSublayer(shape { path = path, strokeColor = RED, strokeStart = 0.1, strokeEnd = 0.65, lineCap = "round" })
end)

-- Half of two curves that have no handle where they begin.
cell("trimMode", function(stage)
  for i, mode in ipairs { "parameter", "length" } do
    local path = ("M 14 %d C 14 %d 60 %d 118 %d"):format(i * 36, i * 36, i * 36 - 50, i * 36 - 18)
    stage:addSublayer(shape { path = path, strokeColor = SOFT })
    stage:addSublayer(shape { path = path, strokeColor = RED, strokeEnd = 0.5, trimMode = mode })
  end
end)

cell("fillRule", function(stage)
  for i, rule in ipairs { "nonZero", "evenOdd" } do
    local star = ca.Path()
    for k = 0, 4 do
      local a = k * 4 * math.pi / 5 - math.pi / 2
      local x, y = 33 + 30 * math.cos(a) + (i - 1) * 66, 40 + 30 * math.sin(a)
      if k == 0 then star:move(x, y) else star:addLine(x, y) end
    end
    stage:addSublayer(shape { path = star:closeSubpath(), fillColor = GOLD, fillRule = rule, strokeColor = INK, lineWidth = 1.5 })
  end
end)

return finish()
