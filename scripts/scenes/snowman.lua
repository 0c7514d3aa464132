-- One picture, higher than wide, in square layers: what contentsGravity, contentsScale and masksToBounds make of it.
local ca = require "layerlua"

-- 80×120 points with two pixels each, that is 160×240 pixels.
local snowman = ca.Image.draw(80, 120, 2, function(ctx)
  local function ball(x, y, r)
    ctx:drawRadialGradient({ "white", "#c9dcec" }, { 0, 1 }, { x - r / 3, y - r / 3 }, r / 4, { x, y }, r)
    ctx:setStrokeColor("#7d97ad")
    ctx:setLineWidth(1)
    ctx:strokeEllipse { x - r, y - r, 2 * r, 2 * r }
  end
  local function within(x, y, r, draw)
    ctx:saveGState()
    ctx:addEllipse { x - r, y - r, 2 * r, 2 * r }
    ctx:clip()
    draw(x, y, r)
    ctx:restoreGState()
  end
  within(40, 90, 28.5, function() ball(40, 90, 28) end)
  within(40, 46, 20.5, function() ball(40, 46, 20) end)
  ctx:setFillColor("#3a3a3a")
  ctx:fill { 20, 26, 40, 4 }
  ctx:fill { 27, 4, 26, 22 }
  ctx:setFillColor("#c0392b")
  ctx:fill { 27, 20, 26, 5 }
  ctx:setFillColor("#222222")
  for _, eye in ipairs { { 31, 39 }, { 45, 39 } } do ctx:fillEllipse { eye[1], eye[2], 4, 5 } end
  for y = 76, 104, 12 do ctx:fillEllipse { 38, y, 4, 4 } end
  ctx:setFillColor("#f2802b")
  ctx:addPath "M 40 46 L 58 50 L 40 51 Z"
  ctx:fillPath()
  ctx:setStrokeColor("#6b4a2b")
  ctx:setLineWidth(2.5)
  ctx:setLineCap("round")
  ctx:addPath "M 14 82 L 2 62 M 66 82 L 78 62"
  ctx:strokePath()
end)

local root = ca.Layer { name = "snowman", bounds = { 0, 0, 620, 500 }, backgroundColor = "#5d8aa8" }

local function show(column, row, label, properties)
  local layer = ca.Layer { bounds = { 0, 0, 120, 120 }, backgroundColor = "#f4f7fa", contents = snowman }
  layer.position = { 110 + 200 * column, 90 + 265 * row }
  for key, value in pairs(properties) do layer[key] = value end
  root:addSublayer(layer)
  root:addSublayer(ca.TextLayer {
    frame = { layer.position.x - 100, layer.frame.maxY + (row == 0 and 34 or 64), 200, 16 }, string = label, font = "DejaVu Sans", fontSize = 10,
    alignmentMode = "center", foregroundColor = "white",
  })
end

show(0, 0, "resize", {})
show(1, 0, "resizeAspect", { contentsGravity = "resizeAspect" })
show(2, 0, "resizeAspectFill", { contentsGravity = "resizeAspectFill" })
show(0, 1, "center, contentsScale 1", { contentsGravity = "center" })
show(1, 1, "the same, masksToBounds", { contentsGravity = "center", masksToBounds = true })
show(2, 1, "center, contentsScale 2", { contentsGravity = "center", contentsScale = 2 })

return root
