-- What becomes of pixels that do not fall on pixels: layers as bitmaps, edges without antialiasing, images made larger and smaller.
local ca = require "layerlua"

local root = ca.Layer { name = "resampling", bounds = { 0, 0, 430, 340 }, backgroundColor = "white" }

local column, row = 0, 0
local function show(label, layer)
  local x, y = 20 + column * 100, 20 + row * 110
  layer.position = { x + 40, y + 35 }
  root:addSublayer(layer)
  root:addSublayer(ca.TextLayer {
    frame = { x - 8, y + 76, 96, 28 },
    string = label,
    font = "DejaVu Sans",
    fontSize = 9,
    wrapped = true,
    alignmentMode = "center",
    foregroundColor = "#404040",
  })
  column = column + 1
  if column == 4 then column, row = 0, row + 1 end
end

-- A small card shown three times its size: drawn large; as a bitmap of its own pixels; as a bitmap fine enough.
local function card(properties)
  local layer = ca.Layer {
    bounds = { 0, 0, 22, 18 },
    backgroundColor = "#f2b134",
    cornerRadius = 5,
    borderWidth = 1,
    transform = ca.Transform.scale(3, 3, 1),
    ca.ShapeLayer { frame = { 4, 3, 14, 12 }, path = "M 7 0 L 14 12 L 0 12 Z", fillColor = "#2f6f8f" },
  }
  for key, value in pairs(properties or {}) do layer[key] = value end
  return layer
end
show("a card, three times", card())
show("shouldRasterize", card { shouldRasterize = true })
show("rasterizationScale 3", card { shouldRasterize = true, rasterizationScale = 3 })

local function tilted(properties)
  local layer = ca.Layer { bounds = { 0, 0, 52, 52 }, backgroundColor = "#e4572e", ["transform.rotation.z"] = 0.3 }
  for key, value in pairs(properties) do layer[key] = value end
  return layer
end
show("left and top edge smooth", tilted { edgeAntialiasingMask = { "left", "bottom" } })

-- Four by four pixels, large.
local few = ca.Image { width = 4, height = 4, pixels = function(x, y) return x / 3, y / 3, (x + y) % 2, 1 end }
local function large(filter) return ca.Layer { bounds = { 0, 0, 48, 48 }, contents = few, magnificationFilter = filter } end
show("magnified, nearest", large "nearest")
show("magnified, linear", large "linear")

-- Rings that get narrower toward the rim, small, and turned into depth.
local rings = ca.Image { width = 256, height = 256, pixels = function(x, y)
  local d = ((x - 127.5) ^ 2 + (y - 127.5) ^ 2) / 1600
  local v = math.cos(d) > 0 and 1 or 0.1
  return v, v, v, 1
end }
local function small(properties)
  local layer = ca.Layer { bounds = { 0, 0, 44, 44 }, contents = rings }
  for key, value in pairs(properties) do layer[key] = value end
  return layer
end
show("minified, nearest", small { minificationFilter = "nearest" })
show("minified, linear", small { minificationFilter = "linear" })
show("trilinear", small { minificationFilter = "trilinear" })
show("trilinear, bias 1.5", small { minificationFilter = "trilinear", minificationFilterBias = 1.5 })
show("wider and lower: each way its own", ca.Layer {
  bounds = { 0, 0, 64, 60 }, contents = rings, contentsRect = { 0.2, 0, 0.05, 1 }, magnificationFilter = "nearest",
})
show("no smooth edge", tilted { allowsEdgeAntialiasing = false })

return root
