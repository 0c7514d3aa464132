-- Four drawings from one file: by quarters of a sheet with contentsRect, and from a packed one with its Cocos2D description.
local ca = require "layerlua"
local drawings = require "lib.drawings"

local root = ca.Layer { name = "sprites", bounds = { 0, 0, 440, 300 }, backgroundColor = "#edf1f4" }

local function tile(column, row)
  local layer = ca.Layer {
    frame = { 16 + 104 * column, 16 + 94 * row, 96, 80 }, backgroundColor = "white", borderWidth = 1, borderColor = "#b8c4cc",
    contentsGravity = "resizeAspect",
  }
  root:addSublayer(layer)
  return layer
end

local quarters = ca.Image("sprites/quarters@2x.png")
local packed = ca.Image.sprites("sprites/packed.plist")

for i, name in ipairs(drawings.names) do
  local column, row = (i - 1) % 2, (i - 1) // 2

  local quarter = tile(i - 1, 0)
  quarter.contents = quarters
  quarter.contentsRect = { column / 2, row / 2, 1 / 2, 1 / 2 }

  -- As it was before it was trimmed and packed: the same again.
  tile(i - 1, 1).contents = packed[name .. ".png"].upright

  -- As it lies in the sheet: without the room around it, and the key on its end.
  local cut = tile(i - 1, 2)
  cut.contents = packed[name .. ".png"].image
  cut.contentsRect = packed[name .. ".png"].contentsRect
end

return root
