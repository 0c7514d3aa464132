-- A panel made once, at 200 by 150, with a header, a side bar, a body and a badge that follow by autoresizingMask alone; then its
-- host takes three sizes.
local ca = require "layerlua"

local function panel()
  return ca.Layer {
    bounds = { 0, 0, 200, 150 },
    backgroundColor = "#f4f1ea",
    borderWidth = 1,
    borderColor = "#8d8775",
    ca.Layer { -- the header keeps its height
      frame = { 8, 8, 184, 26 },
      backgroundColor = "#33415c",
      autoresizingMask = "widthSizable",
      ca.Layer { frame = { 160, 5, 16, 16 }, cornerRadius = 8, backgroundColor = "#ef8354", autoresizingMask = "minXMargin" },
    },
    ca.Layer { -- the side bar keeps its width
      frame = { 8, 42, 48, 100 },
      backgroundColor = "#7d9d9c",
      autoresizingMask = "heightSizable",
    },
    ca.Layer { -- the body takes the rest
      frame = { 64, 42, 128, 100 },
      backgroundColor = "#e4dccf",
      autoresizingMask = { "widthSizable", "heightSizable" },
      ca.Layer { -- stays in the middle
        frame = { 49, 35, 30, 30 },
        backgroundColor = "#576f72",
        cornerRadius = 6,
        autoresizingMask = { "minXMargin", "maxXMargin", "minYMargin", "maxYMargin" },
      },
      ca.Layer { -- stays in the corner
        frame = { 104, 76, 16, 16 },
        backgroundColor = "#c84b31",
        autoresizingMask = { "minXMargin", "minYMargin" },
      },
    },
  }
end

local root = ca.Layer { name = "autoresizing", bounds = { 0, 0, 720, 280 }, backgroundColor = "white" }
local x = 20
for _, size in ipairs { { 200, 150 }, { 160, 240 }, { 280, 190 } } do
  local p = panel()
  p.frame = { x, 20, size[1], size[2] }
  root:addSublayer(p)
  x = x + size[1] + 20
end
return root
