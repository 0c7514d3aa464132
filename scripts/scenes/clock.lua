-- A wallpaper: a clock whose hands turn by absolute time, so that they always show the time of day.
--   layerlua scripts/scenes/clock.lua -o clock.tendies
local ca = require "layerlua"

local face = ca.Layer { name = "face", bounds = { 0, 0, 320, 320 }, position = { 195, 422 }, cornerRadius = 160,
  backgroundColor = "#fdf8ec", borderWidth = 6, borderColor = "#1d2433" }

-- Twelve marks, each turned about the middle of the face.
face:addSublayer(ca.ReplicatorLayer { name = "marks", frame = { 0, 0, 320, 320 }, instanceCount = 12,
  instanceTransform = ca.Transform.rotation(math.pi / 6),
  ca.Layer { frame = { 156, 16, 8, 22 }, cornerRadius = 4, backgroundColor = "#1d2433" } })

local function hand(name, width, length, colour, period)
  local layer = ca.Layer { name = name, bounds = { 0, 0, width, length }, anchorPoint = { 0.5, 0.88 },
    position = { 160, 160 }, cornerRadius = width / 2, backgroundColor = colour }
  layer:addAnimation(ca.BasicAnimation { keyPath = "transform.rotation.z", fromValue = 0, toValue = 2 * math.pi,
    duration = period, repeatCount = math.huge, beginTime = 1e-100, removedOnCompletion = false }, "turn")
  face:addSublayer(layer)
end
hand("hours", 12, 100, "#1d2433", 43200)
hand("minutes", 8, 140, "#1d2433", 3600)
hand("seconds", 4, 150, "#d1495b", 60)
face:addSublayer(ca.Layer { name = "hub", frame = { 152, 152, 16, 16 }, cornerRadius = 8, backgroundColor = "#d1495b" })

return ca.Layer { name = "clock", bounds = { 0, 0, 390, 844 }, backgroundColor = "#2a3550", face }
