-- Two cards that tilt into each other: painted whole, one after the other, as sublayers are; cut where they cross with sublayerDepth; and
-- in a transform layer, which is the same.
local ca = require "layerlua"

local function cards(host)
  for i, color in ipairs { "#e4572e", "#2f6f8f" } do
    host:addSublayer(ca.Layer {
      frame = { 20, 30, 80, 60 },
      backgroundColor = color,
      borderColor = "white",
      borderWidth = 3,
      cornerRadius = 6,
      ["transform.rotation.y"] = i == 1 and 0.7 or -0.7,
    })
  end
  return host
end

local function panel(x, label, host)
  return ca.Layer {
    frame = { x, 20, 120, 140 },
    backgroundColor = "#eef1f4",
    sublayerTransform = ca.Transform.perspective(220),
    host,
    ca.TextLayer { frame = { 0, 118, 120, 16 }, string = label, fontSize = 11, alignmentMode = "center", foregroundColor = "#303030" },
  }
end

local bounds = { 0, 0, 120, 120 }
local perspective = ca.Transform.perspective(220)
return ca.Layer {
  name = "crossing-planes",
  bounds = { 0, 0, 440, 180 },
  backgroundColor = "white",
  panel(20, "painter", cards(ca.Layer { frame = bounds, sublayerTransform = perspective })),
  panel(160, "intersect", cards(ca.Layer { frame = bounds, sublayerTransform = perspective, sublayerDepth = "intersect" })),
  panel(300, "TransformLayer", cards(ca.TransformLayer { frame = bounds })),
}
