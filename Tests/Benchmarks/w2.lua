-- Many rounded rectangles: -D case=w2_1000, w2_10000, w2_100000.
local ca = require "layerlua"
local random = require("lib.random").new(2)
local root = ca.Layer { bounds = { 0, 0, 1920, 1080 }, backgroundColor = "white" }
for _ = 1, tonumber(ca.args.case:match "_(%d+)") do
  local w, h = random:real(20, 120), random:real(20, 120)
  local x, y, angle = random:real(0, 1920), random:real(0, 1080), random:real(0, 2 * math.pi)
  local color = random:color()
  root:addSublayer(ca.Layer {
    bounds = { 0, 0, w, h },
    position = { x, y },
    transform = ca.Transform.rotation(angle),
    cornerRadius = 8,
    backgroundColor = color,
    opacity = random:real(0.3, 1),
  })
end
return root
