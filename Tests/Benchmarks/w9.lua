-- A picture of smooth waves and noise, for the time its encoding takes.
local ca = require "layerlua"
local rows = {}
local floor, sin, cos, max, min = math.floor, math.sin, math.cos, math.max, math.min
local function byte(v) return max(0, min(255, floor(v + 0.5))) end
for y = 0, 1079 do
  local s = y + 1
  local function noise()
    s = (s * 1664525 + 1013904223) % 4294967296
    return s / 4294967296 * 16 - 8
  end
  for _ = 1, 4 do s = (s * 1664525 + 1013904223) % 4294967296 end
  local row = {}
  for x = 0, 1919 do
    local r = 128 + 90 * sin(x / 190 + y / 310) + 30 * sin(x / 23) * cos(y / 31) + noise()
    local g = 128 + 90 * sin(x / 260 - y / 170 + 1) + 30 * sin((x + y) / 27) + noise()
    local b = 128 + 90 * cos(x / 330 + y / 140 + 2) + 30 * cos((x - y) / 19) + noise()
    row[x + 1] = string.char(byte(r), byte(g), byte(b), 255)
  end
  rows[y + 1] = table.concat(row)
end
local image = ca.Image { width = 1920, height = 1080, scale = 1, pixels = table.concat(rows) }
return ca.Layer { bounds = { 0, 0, 1920, 1080 }, contents = image }
