-- Four drawings, each in a square of 64 points with room around it.
local ca = require "layerlua"

local drawings = {}

function drawings.star(ctx)
  ctx:setFillColor("#f2b632")
  ctx:setStrokeColor("#9a6b00")
  ctx:setLineWidth(2)
  ctx:setLineJoin("round")
  ctx:beginPath()
  for i = 0, 9 do
    local r, a = i % 2 == 0 and 26 or 11, math.pi * (i / 5 - 0.5)
    local x, y = 32 + r * math.cos(a), 33 + r * math.sin(a)
    if i == 0 then ctx:move(x, y) else ctx:addLine(x, y) end
  end
  ctx:closePath()
  ctx:drawPath("fillStroke")
end

-- Higher than wide.
function drawings.drop(ctx)
  ctx:addPath "M 32 4 C 36 20 46 30 46 42 C 46 50 40 58 32 58 C 24 58 18 50 18 42 C 18 30 28 20 32 4 Z"
  ctx:clip()
  ctx:drawLinearGradient({ "#7fd0f0", "#1b6fa8" }, { 0, 1 }, { 20, 10 }, { 44, 58 })
  ctx:setFillColor { 1, 1, 1, 0.7 }
  ctx:fillEllipse { 23, 36, 7, 12 }
end

-- Wider than high.
function drawings.key(ctx)
  ctx:setStrokeColor("#7a5c2e")
  ctx:setLineWidth(5)
  ctx:strokeEllipse { 6, 24, 18, 18 }
  ctx:setFillColor("#7a5c2e")
  ctx:fill { 25, 31, 34, 5 }
  ctx:fill { 52, 36, 5, 8 }
  ctx:fill { 43, 36, 5, 6 }
end

-- Off the middle.
function drawings.house(ctx)
  ctx:setFillColor("#d9c7a3")
  ctx:fill { 14, 36, 30, 24 }
  ctx:setFillColor("#b5442e")
  ctx:addPath "M 8 37 L 29 16 L 50 37 Z"
  ctx:fillPath()
  ctx:setFillColor("#5b3a24")
  ctx:fill { 25, 46, 9, 14 }
end

drawings.names = { "star", "drop", "key", "house" }

return drawings
