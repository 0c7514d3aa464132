-- 200 rounded rectangles with shadows.
local ca = require "layerlua"
local random = require("lib.random").new(3)
local root = ca.Layer { bounds = { 0, 0, 1920, 1080 }, backgroundColor = "#f0f0f0" }
for _ = 1, 200 do
  local x, y = random:real(0, 1920), random:real(0, 1080)
  root:addSublayer(ca.Layer {
    bounds = { 0, 0, 160, 120 },
    position = { x, y },
    cornerRadius = 12,
    backgroundColor = random:color(),
    shadowColor = "black",
    shadowOpacity = 0.5,
    shadowOffset = { 0, 4 },
    shadowRadius = 6,
  })
end
return root
