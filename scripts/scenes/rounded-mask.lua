-- A picture with sublayers, and the same cut to a rounded rectangle: of a mask only the alpha counts, and it takes the sublayers too.
local ca = require "layerlua"

-- A white rounded rectangle on clear, to be the contents of a mask.
local function roundedRectangle(size, radius)
  return ca.Image.draw(size.width, size.height, 2, function(ctx)
    ctx:setFillColor("white")
    ctx:addRoundedRect({ 0, 0, size.width, size.height }, radius)
    ctx:fillPath()
  end)
end

local landscape = ca.Image.draw(200, 140, 2, function(ctx)
  ctx:drawLinearGradient({ "#2b4c7e", "#f7b267" }, { 0, 1 }, { 0, 0 }, { 0, 110 })
  ctx:setFillColor("#fff3c4")
  ctx:fillEllipse { 120, 50, 44, 44 }
  ctx:setFillColor("#35524a")
  ctx:addPath "M 0 140 L 0 84 C 40 44 90 116 130 92 C 160 74 180 88 200 76 L 200 140 Z"
  ctx:fillPath()
end)

local function picture(x)
  return ca.Layer {
    frame = { x, 30, 200, 140 }, contents = landscape,
    ca.Layer { frame = { -20, 100, 240, 24 }, backgroundColor = { 1, 0.3, 0.2, 0.8 } }, -- wider than the picture
    ca.Layer { position = { 196, 4 }, bounds = { 0, 0, 60, 60 }, cornerRadius = 30, backgroundColor = "#ffd93b" },
  }
end

local plain, masked = picture(40), picture(300)
masked.mask = ca.Layer { frame = masked.bounds, contents = roundedRectangle(masked.bounds.size, 28) }

return ca.Layer { name = "rounded-mask", bounds = { 0, 0, 540, 200 }, backgroundColor = "#e9e4d8", plain, masked }
