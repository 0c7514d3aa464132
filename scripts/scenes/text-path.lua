-- Text along paths: a seal whose words go round, a line over hills that is centred on them, and lines with pictures and
-- a layer in them.
local ca = require "layerlua"

local root = ca.Layer { bounds = { 0, 0, 480, 360 }, backgroundColor = "#f4efe4" }

-- The words begin at the circle's top and drift round it; below, the circle runs the other way, so that letters stand
-- upright.
local seal = ca.Layer { frame = { 24, 24, 180, 180 }, cornerRadius = 90, backgroundColor = "#7b2d26" }
local function ring(radius, clockwise, start)
  return ca.Path():addArc(90, 90, radius, start, start + (clockwise and 1 or -1) * 2 * math.pi, not clockwise)
end
local upper = ca.TextLayer {
  frame = { 0, 0, 180, 180 }, textPath = ring(62, true, math.pi), string = "FIELD COMPOSITORS", font = "DejaVu Serif",
  fontSize = 15, letterSpacing = 1.5, foregroundColor = "#f4d9a8", textPathOffset = 8,
}
upper:addAnimation(ca.BasicAnimation {
  keyPath = "textPathOffset", byValue = 2 * math.pi * 62, duration = 8, repeatCount = math.huge,
})
seal:addSublayer(upper)
seal:addSublayer(ca.TextLayer {
  frame = { 0, 0, 180, 180 }, textPath = ring(73, false, math.pi), textPathOffset = 76, string = "since 1984",
  font = "DejaVu Serif", fontStyle = "italic", fontSize = 15, foregroundColor = "#f4d9a8",
})
seal:addSublayer(ca.TextLayer {
  frame = { 0, 62, 180, 56 }, string = "§", alignmentMode = "center", font = "DejaVu Serif", fontSize = 44,
  foregroundColor = "#f4d9a8",
})
root:addSublayer(seal)

local hills = "M 226 150 C 270 40 330 40 356 110 S 440 170 462 70"
root:addSublayer(ca.ShapeLayer { path = hills, fillColor = false, strokeColor = "#c9b78f", lineWidth = 1.5 })
root:addSublayer(ca.TextLayer {
  frame = { 0, 0, 480, 360 }, textPath = hills, alignmentMode = "center",
  string = ca.AttributedString {
    { "over the hills ", font = "DejaVu Sans", fontSize = 17, foregroundColor = "#2f4f3a" },
    { "and far away", font = "DejaVu Sans", fontSize = 17, foregroundColor = "#a33b2c", underlineStyle = "dotted" },
  },
})

-- An image and a sublayer stand in the lines, and are moved by them.
local leaf = ca.Image.draw(20, 20, 4, function(ctx)
  ctx:setFillColor("#4f8a5b")
  ctx:addPath(ca.Path "M 2 18 C 2 6 10 2 18 2 C 18 12 12 18 2 18 Z")
  ctx:fillPath()
end)
root:addSublayer(ca.TextLayer {
  frame = { 24, 228, 432, 110 }, wrapped = true, inheritsTextAttributes = true, font = "DejaVu Sans", fontSize = 18,
  lineHeight = 32, foregroundColor = "#3a352c",
  string = ca.AttributedString {
    "A leaf ", { attachment = leaf }, " stands on the baseline, a larger one ",
    { attachment = leaf, attachmentSize = { 30, 30 }, baselineOffset = -6 }, " hangs a little below it, and ",
    { attachment = "button" }, " is a layer that the text carries along.",
  },
  ca.Layer {
    name = "button", bounds = { 0, 0, 92, 26 }, cornerRadius = 13, backgroundColor = "#2f4f3a",
    ca.TextLayer { frame = { 0, 4, 92, 20 }, string = "this one", fontSize = 14, alignmentMode = "center" },
  },
})

return root
