-- Who covers whom: a sublayer lies over its superlayer, a later sibling over an earlier one, unless zPosition says otherwise.
local ca = require "layerlua"

local smiley = ca.Image.draw(60, 60, 2, function(ctx)
  ctx:setFillColor("#ffd93b")
  ctx:fillEllipse { 2, 2, 56, 56 }
  ctx:setStrokeColor("#5b4300")
  ctx:setLineWidth(3)
  ctx:strokeEllipse { 2, 2, 56, 56 }
  ctx:setFillColor("#5b4300")
  ctx:fillEllipse { 18, 18, 7, 10 }
  ctx:fillEllipse { 35, 18, 7, 10 }
  ctx:setLineCap("round")
  ctx:addArc(30, 30, 17, math.pi / 6, math.pi * 5 / 6, false)
  ctx:strokePath()
end)

local function panel(x)
  local host = ca.Layer { frame = { x, 0, 300, 450 } }
  local lay1 = ca.Layer { frame = { 113, 111, 132, 194 }, backgroundColor = { 1, 0.4, 1 } }
  local lay2 = ca.Layer { frame = { 41, 56, 132, 194 }, backgroundColor = { 0.5, 1, 0 } }
  local lay3 = ca.Layer { frame = { 43, 197, 160, 230 }, backgroundColor = "red" }
  host:addSublayer(lay1)
  lay1:addSublayer(lay2)
  host:addSublayer(lay3)
  return host, lay3
end

local plain = panel(0)

-- Inserted below the red layer: behind it.
local behind, red = panel(300)
behind:insertSublayerBelow(ca.Layer { frame = { 180, 180, 60, 60 }, contents = smiley }, red)

-- At the same index, but nearer to the viewer.
local inFront, red2 = panel(600)
inFront:insertSublayerBelow(ca.Layer { frame = { 180, 180, 60, 60 }, contents = smiley, zPosition = 1 }, red2)

return ca.Layer { name = "overlapping", bounds = { 0, 0, 900, 450 }, backgroundColor = "white", plain, behind, inFront }
