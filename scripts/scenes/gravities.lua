-- Where contentsGravity puts an image of 40 × 20 points in bounds of 80 × 60. Below each name is Core Animation's own, whose "bottom" is
-- min y: here the upper edge.
local ca = require "layerlua"

local picture = ca.Image.draw(40, 20, 2, function(ctx)
  ctx:setFillColor "#2f6f8f"
  ctx:fill { 0, 0, 40, 20 }
  ctx:setFillColor "#f2b134"
  ctx:fill { 0, 0, 40, 4 }
  ctx:setFillColor "#e4572e"
  ctx:fillEllipse { 14, 5, 12, 12 }
end)

local gravities = {
  "minXMinY", "minY", "maxXMinY", "minX", "center", "maxX", "minXMaxY", "maxY", "maxXMaxY", "resize", "resizeAspect", "resizeAspectFill",
}

local root = ca.Layer { name = "gravities", bounds = { 0, 0, 380, 440 }, backgroundColor = "white" }

for i, gravity in ipairs(gravities) do
  local x, y = 40 + (i - 1) % 3 * 115, 20 + (i - 1) // 3 * 105
  local layer = ca.Layer {
    name = gravity,
    frame = { x, y, 80, 60 },
    backgroundColor = "#e8ecef",
    contents = picture,
    contentsScale = 2,
    contentsGravity = gravity,
    ca.Layer { frame = { 0, 0, 80, 60 }, borderWidth = 1, borderColor = "#60707a" },
  }
  root:addSublayer(layer)
  root:addSublayer(ca.TextLayer {
    frame = { x - 15, y + 64, 110, 30 },
    string = layer.contentsGravity == gravity and gravity or gravity .. "\n" .. layer.contentsGravity,
    font = "DejaVu Sans",
    fontSize = 10,
    alignmentMode = "center",
    foregroundColor = "#303030",
  })
end

return root
