-- Frosted glass over a picture: what lies behind each panel is blurred by another radius.
local ca = require "layerlua"
local landscape = require "lib.landscape"

local root = ca.Layer { name = "frosted-glass", bounds = { 0, 0, 600, 300 }, contents = landscape(600, 300),
  masksToBounds = true }

for i, radius in ipairs { 3, 9, 27 } do
  local panel = ca.Layer {
    name = "panel " .. radius, frame = { 30 + (i - 1) * 185, 40, 170, 220 }, cornerRadius = 22, masksToBounds = true,
    backgroundColor = "#ffffff38", borderWidth = 1, borderColor = "#ffffff70",
    backgroundFilters = {
      ca.Filter("CIGaussianBlur", { name = "frost", inputRadius = radius }),
      ca.Filter("CIColorControls", { inputSaturation = 1.4 }),
    },
    ca.TextLayer { frame = { 0, 90, 170, 40 }, string = tostring(radius), fontSize = 30, foregroundColor = "white",
      alignmentMode = "center" },
  }
  root:addSublayer(panel)
end
return root
