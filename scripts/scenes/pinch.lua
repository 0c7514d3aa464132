-- A picture pinched towards a point, as in the guide: the filter's values are set before the layer takes it, and
-- changed by key path afterwards. Beside it a panel of frosted glass, and a layer that is combined with what lies
-- behind it.
local ca = require "layerlua"
local landscape = require "lib.landscape"

local picture = landscape(300, 300)

local pinched = ca.Layer { name = "pinched", frame = { 10, 10, 300, 300 }, contents = picture, masksToBounds = true }
local filter = ca.Filter("CIPinchDistortion", { name = "pinch", inputRadius = 500, inputScale = 1.25 })
filter.inputCenter = { 250, 150 }
pinched.filters = { filter }
pinched["filters.pinch.inputScale"] = 0.8
pinched["filters.pinch.inputCenter.x"] = 150

local panel = ca.Layer {
  name = "panel", frame = { 330, 40, 110, 240 }, cornerRadius = 16, backgroundColor = "#ffffff30",
  backgroundFilters = { ca.Filter("CIGaussianBlur", { inputRadius = 8 }) },
}
local tint = ca.Layer {
  name = "tint", frame = { 460, 40, 110, 240 }, cornerRadius = 16, backgroundColor = "#ff8800",
  compositingFilter = ca.Filter("CIMultiplyBlendMode"),
}
local wall = ca.Layer { name = "wall", frame = { 320, 10, 260, 300 }, contents = picture,
  contentsGravity = "resizeAspectFill", masksToBounds = true }
wall:addSublayer(panel)
wall:addSublayer(tint)
panel.position = panel.position - ca.Point(320, 10)
tint.position = tint.position - ca.Point(320, 10)

return ca.Layer { name = "pinch", bounds = { 0, 0, 590, 320 }, backgroundColor = "white", pinched, wall }
