-- A noisy picture blurred by 4 or 20 points: case w7_4, w7_20; w7_0 draws the picture alone.
local ca = require "layerlua"
local random = require("lib.random").new(7)
local sigma = tonumber((ca.args.case or "w7_4"):match("_(%d+)$"))
local function channel(x, y, phase)
  local v = 128 + 90 * math.sin(x / 190 + y / 310 + phase) + 30 * math.sin(x / 23) * math.cos(y / 31)
  return math.min(math.max((v + random:real(-8, 8)) / 255, 0), 1)
end
local picture = ca.Image { width = 1920, height = 1080,
  pixels = function(x, y) return channel(x, y, 0), channel(x, y, 2), channel(x, y, 4) end }
return ca.Layer {
  bounds = { 0, 0, 1920, 1080 }, contents = picture, masksToBounds = true,
  filters = sigma > 0 and { ca.Filter("CIGaussianBlur", { inputRadius = sigma }) } or nil,
}
