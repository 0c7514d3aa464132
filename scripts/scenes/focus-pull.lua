-- film: --fps 25 --duration 4
-- A pull of focus: the blur of the background and that of the foreground are animated by the key paths of their
-- filters.
local ca = require "layerlua"
local landscape = require "lib.landscape"

local far = ca.Layer { name = "far", frame = { 0, 0, 480, 270 }, contents = landscape(480, 270),
  filters = { ca.Filter("CIGaussianBlur", { name = "focus" }) } }
local near = ca.Layer { name = "near", frame = { 0, 0, 480, 270 }, filters = { ca.Filter("CIGaussianBlur",
  { name = "focus" }) } }
for i = 0, 6 do
  near:addSublayer(ca.ShapeLayer {
    frame = { 20 + i * 66, 90 + i * 29 % 50, 60, 180 }, fillColor = ({ "#1c3d2a", "#28573a", "#163021" })[i % 3 + 1],
    path = ca.Path "M30 0 C58 60 58 120 34 180 L26 180 C2 120 2 60 30 0 Z",
  })
end

for _, pull in ipairs { { far, 0, 9 }, { near, 9, 0 } } do
  local layer, from, to = table.unpack(pull)
  layer["filters.focus.inputRadius"] = from
  layer:addAnimation(ca.KeyframeAnimation {
    keyPath = "filters.focus.inputRadius", values = { from, from, to, to }, keyTimes = { 0, 0.2, 0.7, 1 }, duration = 4,
    fillMode = "forwards", removedOnCompletion = false,
  }, "pull")
end
return ca.Layer { name = "focus-pull", bounds = { 0, 0, 480, 270 }, backgroundColor = "black", masksToBounds = true,
  far, near }
