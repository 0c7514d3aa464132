-- A weather card: the hours as a curve, and a week whose bars show how warm it is on a common scale.
-- layerlua weather-card.lua -D city=Reykjavík -o weather.png
local ca = require "layerlua"

local city = ca.parameter("city", { default = "Vila Nova de Gaia" })
local hours = { { "Now", 19 }, { "15", 20 }, { "16", 20 }, { "17", 19 }, { "18", 17 }, { "19", 15 }, { "20", 14 } }
local week = ca.decodeCSV([[
day,sky,low,high
Today,fair,12,20
Wed,sun,13,24
Thu,sun,15,27
Fri,rain,14,19
Sat,rain,11,16
Sun,fair,10,18
]], { header = true })

local W, H, M = 360, 640, 24
local card = ca.GradientLayer { name = "card", bounds = { 0, 0, W, H },
  colors = { "#14284f", "#35669f", "#9a80b0", "#f0a582" }, locations = { 0, 0.45, 0.75, 1 }, colorSpace = "oklab" }
local function text(string, frame, size, keys)
  local layer = ca.TextLayer { name = string, string = string, frame = frame, font = "system-ui", fontSize = size,
    foregroundColor = "white", verticalAlignment = "center" }
  for key, value in pairs(keys or {}) do layer[key] = value end
  return layer
end

-- The signs of the sky, drawn in a square of 48.
local cloud = ca.Path.union { ca.Path():addRoundedRect({ 4, 24, 40, 16 }, 8), ca.Path():addEllipse { 9, 14, 18, 18 },
  ca.Path():addEllipse { 19, 10, 20, 24 } }
local function sign(sky, x, y, size)
  local icon = ca.Layer { name = sky, bounds = { 0, 0, 48, 48 }, position = { x, y } }
  if sky ~= "rain" then
    local c = sky == "sun" and ca.Point(24, 24) or ca.Point(30, 18)
    local rays = ca.Path.star(c, 12, 19, 13, 0.4)
    icon:addSublayer(ca.ShapeLayer { path = rays, fillColor = "#ffd166" })
  end
  if sky ~= "sun" then
    icon:addSublayer(ca.ShapeLayer { path = cloud, fillColor = "white", position = { 0, sky == "rain" and -6 or 0 } })
  end
  if sky == "rain" then
    icon:addSublayer(ca.ShapeLayer { path = "M14 38l-3 7M24 38l-3 7M34 38l-3 7", strokeColor = "#bfe3ff",
      fillColor = false, lineWidth = 3, lineCap = "round" })
  end
  icon["transform.scale"] = size / 48
  return icon
end

card.sublayers = { text(city, { M, 32, W - 2 * M - 96, 32 }, 28, { fontWeight = "semibold", fitsText = "shrink" }),
  text("Fair, light breeze from the west", { M, 64, 240, 20 }, 13, { opacity = 0.8 }),
  text(hours[1][2] .. "°", { M - 6, 88, 200, 112 }, 104, { fontWeight = 200, letterSpacing = -4 }),
  sign("fair", W - M - 56, 128, 112) }

local function panel(name, y, height)
  local layer = ca.Layer { name = name, frame = { M, y, W - 2 * M, height }, cornerRadius = 16,
    backgroundColor = "#0d254733" }
  card:addSublayer(layer)
  return layer
end

-- The hours.
local today = panel("today", 216, 136)
local x = ca.scale { type = "point", domain = { 1, 2, 3, 4, 5, 6, 7 }, range = { 28, W - 2 * M - 28 } }
local y = ca.scale { domain = { 14, 20 }, range = { 88, 48 } }
local line = ca.Path():move(x(1), y(hours[1][2]))
for i = 2, #hours do
  local middle = (x(i - 1) + x(i)) / 2
  line:addCurve(middle, y(hours[i - 1][2]), middle, y(hours[i][2]), x(i), y(hours[i][2]))
end
today:addSublayer(ca.ShapeLayer { path = line, fillColor = false, strokeColor = "#ffd166", lineWidth = 2.5 })
for i, hour in ipairs(hours) do
  today:addSublayer(ca.Layer { bounds = { 0, 0, 8, 8 }, cornerRadius = 4, position = { x(i), y(hour[2]) },
    backgroundColor = "white" })
  today:addSublayer(text(hour[2] .. "°", { x(i) - 20, y(hour[2]) - 26, 40, 18 }, 13, { alignmentMode = "center" }))
  today:addSublayer(text(hour[1], { x(i) - 20, 104, 40, 16 }, 11, { alignmentMode = "center", opacity = 0.75 }))
end

-- The week.
local days = panel("week", 368, 248)
local span = ca.scale { domain = { 10, 27 }, range = { 132, 256 } }
local heat = ca.scale { domain = { 10, 18, 27 }, range = { "#8ecae6", "#ffd166", "#ef6f4d" } }
for i, row in ipairs(week) do
  local top = 40 * i - 36
  days:addSublayer(text(row.day, { 16, top, 64, 40 }, 14, { fontWeight = i == 1 and "semibold" or "regular" }))
  days:addSublayer(sign(row.sky, 80, top + 20, 24))
  days:addSublayer(text(row.low .. "°", { 96, top, 28, 40 }, 13, { alignmentMode = "right", opacity = 0.75 }))
  days:addSublayer(text(row.high .. "°", { 264, top, 32, 40 }, 13, { alignmentMode = "right" }))
  days:addSublayer(ca.Layer { frame = { 132, top + 18, 124, 4 }, cornerRadius = 2, backgroundColor = "#ffffff33" })
  days:addSublayer(ca.GradientLayer { frame = { span(row.low), top + 18, span(row.high) - span(row.low), 4 },
    cornerRadius = 2, colors = { heat(row.low), heat((row.low + row.high) / 2), heat(row.high) },
    startPoint = { 0, 0.5 }, endPoint = { 1, 0.5 }, colorSpace = "oklab" })
end
return card
