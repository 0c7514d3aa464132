-- Sublayers over the edge of a rounded parent: by default they stick out; with masksToBounds they end at the rounded edge.
local ca = require "layerlua"

local function parent(x, masksToBounds)
  return ca.Layer {
    frame = { x, 40, 140, 140 },
    backgroundColor = "#dfe7f2",
    cornerRadius = 28,
    borderColor = "#2c3e60",
    borderWidth = 3,
    masksToBounds = masksToBounds,
    ca.Layer { frame = { -30, 20, 80, 50 }, backgroundColor = "#e4572e" },
    ca.Layer { frame = { 90, -25, 80, 70 }, backgroundColor = "#17a2a2" },
    ca.Layer { frame = { 80, 90, 80, 80 }, backgroundColor = "#f2b134", cornerRadius = 40 },
  }
end

return ca.Layer {
  name = "clipping",
  bounds = { 0, 0, 420, 230 },
  backgroundColor = "white",
  parent(40, false),
  parent(245, true),
}
