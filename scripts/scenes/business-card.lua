-- pages:
-- A business card of 85 by 55 millimetres. Its colours go on beyond the edge, so that it can be cut there:
-- layerlua business-card.lua -o card.pdf --bleed 3mm
local ca = require "layerlua"

local MM = 72 / 25.4
local W, H, BLEED = 85 * MM, 55 * MM, 4 * MM

local card = ca.Layer { name = "card", bounds = { 0, 0, W, H } }
local whole = ca.Rect(-BLEED, -BLEED, W + 2 * BLEED, H + 2 * BLEED)
card:addSublayer(ca.Layer { name = "ground", frame = whole, backgroundColor = "#14323f" })
local bands = ca.ShapeLayer { name = "bands", frame = whole, masksToBounds = true,
  fillColor = false, strokeColor = "#2ec4b6", lineWidth = 2.2, opacity = 0.55 }
local path = ca.Path()
for i = 0, 9 do
  local r = 30 + i * 14
  path:addEllipse { W + BLEED - r + 16, H + BLEED - r + 16, 2 * r, 2 * r }
end
bands.path = path
card:addSublayer(bands)

local mark = ca.ShapeLayer { name = "mark", frame = { 18, 18, 34, 34 }, fillColor = "#ff9f1c",
  path = "M 17 0 L 34 17 L 17 34 L 0 17 Z M 17 9 L 25 17 L 17 25 L 9 17 Z", fillRule = "evenOdd" }
card:addSublayer(mark)
local function line(text, y, size, color, font)
  card:addSublayer(ca.TextLayer { name = text, frame = { 18, y, W - 36, size * 1.5 }, string = text, fontSize = size,
    foregroundColor = color, font = font or "DejaVu Sans" })
end
line("Ada Reyes-Okafor", 66, 15, "white", "DejaVu Sans Bold")
line("Cartography & charts", 86, 9, "#9fd8d2")
line("ada@layerlua.example", 114, 8, "white")
line("+44 20 7946 0958", 126, 8, "white")
return card
