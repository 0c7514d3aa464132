-- pages: --margin 10mm
-- A chart for a report: bars with a line over them, drawn from numbers, in thin lines that stay sharp on paper.
local ca = require "layerlua"

local MONTHS = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" }
local RAIN = { 55, 41, 42, 44, 49, 52, 51, 57, 49, 69, 59, 58 }
local HEAT = { 8, 8.5, 11, 14, 18, 21, 23, 23, 20, 15.5, 11, 8.5 }
local W, H = 480, 300
local LEFT, TOP, WIDTH, HEIGHT = 52, 56, 376, 190
local function rain(v) return TOP + HEIGHT * (1 - v / 80) end
local function heat(v) return TOP + HEIGHT * (1 - v / 32) end

local chart = ca.Layer { name = "chart", bounds = { 0, 0, W, H }, backgroundColor = "white" }
local function text(string, frame, size, color, align, font)
  chart:addSublayer(ca.TextLayer { name = string, frame = frame, string = string, fontSize = size,
    foregroundColor = color, alignmentMode = align or "left", font = font or "DejaVu Sans" })
end
text("Rain and warmth in London", { LEFT - 34, 14, 400, 24 }, 16, "#203040", "left", "DejaVu Sans Bold")

for v = 0, 80, 20 do
  chart:addSublayer(ca.ShapeLayer { name = "line " .. v, frame = { 0, 0, W, H }, fillColor = false,
    lineWidth = v == 0 and 1 or 0.5, strokeColor = v == 0 and "#203040" or "#b8c4cc", lineDashPattern = v > 0 and { 2, 2 } or nil,
    path = ca.Path():move(LEFT, rain(v)):addLine(LEFT + WIDTH, rain(v)) })
  text(v .. " mm", { 4, rain(v) - 7, LEFT - 10, 14 }, 9, "#2f6f9f", "right")
  text(("%g °C"):format(v * 32 / 80), { LEFT + WIDTH + 6, rain(v) - 7, 42, 14 }, 9, "#c8553d")
end

local curve = ca.Path()
for i, month in ipairs(MONTHS) do
  local x = LEFT + (i - 0.5) * WIDTH / 12
  chart:addSublayer(ca.GradientLayer { name = month, frame = { x - 10, rain(RAIN[i]), 20, rain(0) - rain(RAIN[i]) },
    cornerRadius = 3, maskedCorners = { "minXMinY", "maxXMinY" }, colors = { "#5aa9d6", "#2f6f9f" },
    masksToBounds = true })
  text(month, { x - 16, TOP + HEIGHT + 5, 32, 14 }, 9, "#203040", "center")
  if i == 1 then curve:move(x, heat(HEAT[i])) else curve:addLine(x, heat(HEAT[i])) end
end
chart:addSublayer(ca.ShapeLayer { name = "warmth", frame = { 0, 0, W, H }, path = curve, fillColor = false,
  strokeColor = "#c8553d", lineWidth = 2, lineJoin = "round", lineCap = "round" })
for i = 1, 12 do
  chart:addSublayer(ca.Layer { name = "point " .. i, bounds = { 0, 0, 7, 7 }, cornerRadius = 3.5,
    backgroundColor = "white", position = { LEFT + (i - 0.5) * WIDTH / 12, heat(HEAT[i]) }, borderColor = "#c8553d", borderWidth = 1.5 })
end

local function key(x, color, label)
  chart:addSublayer(ca.Layer { name = label, frame = { x, 277, 10, 10 }, cornerRadius = 2, backgroundColor = color })
  text(label, { x + 15, 275, 150, 14 }, 10, "#203040")
end
key(LEFT, "#2f6f9f", "Rain")
key(LEFT + 70, "#c8553d", "Mean of the warmest hours")
return chart
