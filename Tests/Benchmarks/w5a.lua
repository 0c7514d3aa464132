-- 2000 closed curves, filled and stroked.
local ca = require "layerlua"
local random = require("lib.random").new(5)
local root = ca.Layer { bounds = { 0, 0, 1920, 1080 }, backgroundColor = "white" }
for _ = 1, 2000 do
  local ox, oy = random:real(0, 1720), random:real(0, 880)
  local function point()
    local x = ox + random:real(0, 200)
    return x, oy + random:real(0, 200)
  end
  local x0, y0 = point()
  local path = ca.Path():move(x0, y0)
  for i = 1, 8 do
    local ax, ay = point()
    local bx, by = point()
    local x, y = point()
    if i == 8 then x, y = x0, y0 end
    path:addCurve(ax, ay, bx, by, x, y)
  end
  path:closeSubpath()
  local fill = random:color(0.7)
  root:addSublayer(ca.ShapeLayer { path = path, fillColor = fill, strokeColor = random:color(), lineWidth = 3, miterLimit = 10 })
end
return root
