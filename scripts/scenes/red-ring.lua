-- A ring stroked along the edge of its layer: the half of the line that leaves the bounds is missing, although masksToBounds
-- is false, because a drawing ends where the layer's bounds end.
local ca = require "layerlua"

local blue = ca.Layer { name = "blue", frame = { 50, 50, 100, 100 }, backgroundColor = "blue" }

blue.delegate = {
  drawLayerInContext = function(self, layer, ctx)
    ctx:setLineWidth(10)
    ctx:setStrokeColor("red")
    ctx:strokeEllipse(layer.bounds)
  end,
}
blue:setNeedsDisplay()

return ca.Layer { name = "red-ring", bounds = { 0, 0, 200, 200 }, backgroundColor = "lightgray", blue }
