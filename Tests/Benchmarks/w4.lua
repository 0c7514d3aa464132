-- 500 turned pictures; w4p: in perspective.
local ca = require "layerlua"
local random = require("lib.random").new(4)
local image = require "lib.image"
local inPerspective = ca.args.case == "w4p"
local root = ca.Layer { bounds = { 0, 0, 1920, 1080 }, backgroundColor = "#202020" }
if inPerspective then root["sublayerTransform.m34"] = -1 / 1000 end
for _ = 1, 500 do
  local size, x, y = random:real(64, 400), random:real(0, 1920), random:real(0, 1080)
  local angle, turn = random:real(0, 2 * math.pi), random:real(-1.2, 1.2)
  local transform = ca.Transform.rotation(angle)
  if inPerspective then transform = transform:rotated(turn, 0, 1, 0) end
  root:addSublayer(ca.Layer { bounds = { 0, 0, size, size }, position = { x, y }, transform = transform, contents = image })
end
return root
