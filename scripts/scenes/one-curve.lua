-- One curve, drawn by the layer's delegate.
local ca = require "layerlua"

local layer = ca.Layer { name = "one-curve", bounds = { 0, 0, 310, 210 }, backgroundColor = "white" }

layer.delegate = {
  drawLayerInContext = function(self, layer, ctx)
    ctx:beginPath()
    ctx:move(15, 15)
    ctx:addCurve(15, 250, 295, 250, 295, 15)
    ctx:setLineWidth(5)
    ctx:strokePath()
  end,
}
layer:setNeedsDisplay()

return layer
