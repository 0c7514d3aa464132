-- Two cards turned past 90 degrees. A double-sided one shows its back, mirrored; a one-sided one is gone, and what lies on it too.
local ca = require "layerlua"

local host = ca.Layer { name = "one-sided", bounds = { 0, 0, 360, 220 }, backgroundColor = "white" }
host["sublayerTransform.m34"] = -1 / 600

local function place(x, doubleSided)
  -- Where the card would lie unturned.
  host:addSublayer(ca.ShapeLayer {
    frame = { x, 30, 120, 160 },
    path = ca.Path():addRoundedRect({ 0, 0, 120, 160 }, 12),
    fillColor = false,
    strokeColor = "#b0b0b0",
    lineDashPattern = { 6, 4 },
  })
  host:addSublayer(ca.Layer {
    frame = { x, 30, 120, 160 },
    cornerRadius = 12,
    backgroundColor = "#f4f0e6",
    borderColor = "#404040",
    borderWidth = 2,
    doubleSided = doubleSided,
    ["transform.rotation.y"] = math.rad(140),
    ca.TextLayer { frame = { 10, 10, 40, 44 }, string = "7", fontSize = 34, foregroundColor = "#c01818" },
    ca.Layer { frame = { 20, 80, 60, 60 }, cornerRadius = 30, backgroundColor = "#c01818" },
  })
end

place(40, true)
place(200, false)
return host
