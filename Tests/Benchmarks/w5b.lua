-- One polygon of 200,000 points, even-odd.
local ca = require "layerlua"
local random = require("lib.random").new(55)
local x, y = 960.0, 540.0
local path = ca.Path():move(x, y)
for _ = 2, 200000 do
  x = x + random:real(-20, 20)
  y = y + random:real(-20, 20)
  if x < 0 then x = -x end
  if x > 1920 then x = 3840 - x end
  if y < 0 then y = -y end
  if y > 1080 then y = 2160 - y end
  path:addLine(x, y)
end
path:closeSubpath()
local root = ca.Layer { bounds = { 0, 0, 1920, 1080 }, backgroundColor = "white" }
root:addSublayer(ca.ShapeLayer { path = path, fillColor = "black", fillRule = "even-odd" })
return root
