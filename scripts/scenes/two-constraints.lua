-- The guide's pair of layers: layerA in the middle, layerB as wide and under it, down to the host's edge. Above with y down, below
-- the guide's own listing with y up, in a geometryFlipped host; each at three sizes, with the same constraints.
local ca = require "layerlua"

local function box(name, color, constraints)
  return ca.Layer {
    name = name,
    bounds = { 0, 0, 100, 25 },
    borderWidth = 2,
    borderColor = color,
    constraints = constraints,
  }
end

local function host(flipped)
  return ca.Layer {
    bounds = { 0, 0, 200, 200 },
    backgroundColor = "#eef2f7",
    geometryFlipped = flipped,
    layoutManager = ca.ConstraintLayoutManager(),
    box("layerA", "#d1495b", { "midX = superlayer.midX", "midY = superlayer.midY" }),
    box("layerB", "#00798c", {
      ca.Constraint("width", "layerA", "width"),
      ca.Constraint("midX", "layerA", "midX"),
      flipped and "maxY = layerA.minY - 10" or "minY = layerA.maxY + 10",
      flipped and "minY = superlayer.minY + 10" or "maxY = superlayer.maxY - 10",
    }),
  }
end

local root = ca.Layer { name = "two-constraints", bounds = { 0, 0, 600, 440 }, backgroundColor = "white" }
for row, flipped in ipairs { false, true } do
  local x = 20
  for _, size in ipairs { { 200, 200 }, { 140, 120 }, { 180, 160 } } do
    local h = host(flipped)
    h.frame = { x, (row - 1) * 220 + 10, size[1], size[2] } -- resized after its layers were made
    root:addSublayer(h)
    x = x + size[1] + 20
  end
end
return root
