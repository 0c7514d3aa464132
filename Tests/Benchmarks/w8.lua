-- 100 half-transparent groups, each clipped to an ellipse; w8m: by a layer that holds the shape.
local ca = require "layerlua"
local random = require("lib.random").new(8)
local root = ca.Layer { bounds = { 0, 0, 1920, 1080 }, backgroundColor = "white" }
for _ = 1, 100 do
  local x, y = random:real(0, 1920), random:real(0, 1080)
  local group = ca.Layer { bounds = { 0, 0, 300, 200 }, position = { x, y }, opacity = 0.7 }
  for _ = 1, 10 do
    local w, h = random:real(40, 160), random:real(40, 160)
    local dx, dy = random:real(-150, 150), random:real(-100, 100)
    group:addSublayer(ca.Layer {
      bounds = { 0, 0, w, h },
      position = { 150 + dx, 100 + dy },
      cornerRadius = 8,
      backgroundColor = random:color(),
    })
  end
  local ellipse = ca.ShapeLayer { path = ca.Path():addEllipse(group.bounds) }
  group.mask = ca.args.case == "w8m" and ca.Layer { bounds = group.bounds, position = { 150, 100 }, ellipse } or ellipse
  root:addSublayer(group)
end
return root
