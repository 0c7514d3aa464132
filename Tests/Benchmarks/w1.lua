-- Cold start: a small compass at twice the size.
local ca = require "layerlua"
local root = ca.GradientLayer { bounds = { 0, 0, 300, 300 }, colors = { "#1b2a4a", "#0b1020" } }
root:addSublayer(ca.ShapeLayer {
  path = ca.Path():addEllipse { 30, 30, 240, 240 },
  fillColor = { 1, 0.08 },
  strokeColor = "#e0e6f0",
  lineWidth = 4,
})
for _, letter in ipairs { { "N", 150, 68 }, { "E", 240, 158 }, { "S", 150, 248 }, { "W", 60, 158 } } do
  root:addSublayer(ca.TextLayer {
    string = letter[1],
    bounds = { 0, 0, 40, 30 },
    anchorPoint = { 0.5, 0 },
    -- The baseline lies 22.27 points under the top in this font at this size.
    position = { letter[2], letter[3] - 22.27 },
    font = "DejaVu Sans",
    fontSize = 24,
    alignmentMode = "center",
    foregroundColor = "white",
  })
end
root:addSublayer(ca.ShapeLayer {
  path = "M0 -90 L16 10 L0 0 L-16 10 Z",
  position = { 150, 150 },
  fillColor = "#ff3b30",
  ["transform.rotation.z"] = math.pi / 6,
})
return root
