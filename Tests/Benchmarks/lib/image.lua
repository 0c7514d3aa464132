-- The 256×256 picture of the image benchmarks.
local ca = require "layerlua"
local rows = {}
for y = 0, 255 do
  local row = {}
  for x = 0, 255 do
    local blue = ((x >> 5) + (y >> 5)) % 2 == 1 and 255 or 64
    local alpha = (x - 128) ^ 2 + (y - 128) ^ 2 < 14400 and 255 or 128
    row[#row + 1] = string.char(x, y, blue, alpha)
  end
  rows[#rows + 1] = table.concat(row)
end
return ca.Image { width = 256, height = 256, scale = 1, pixels = table.concat(rows) }
