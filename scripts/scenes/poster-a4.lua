-- pages: --size A4
-- A poster of A4: sky, sun and sea in vectors, text that can be found and copied, and a photograph's worth of light by
-- blend modes. layerlua poster.lua -o poster.pdf
local ca = require "layerlua"

local W, H = 595, 842
local page = ca.GradientLayer {
  name = "poster", bounds = { 0, 0, W, H }, masksToBounds = true,
  colors = { "#1d2b64", "#6a3d8f", "#f3765f", "#ffd18a" }, locations = { 0, 0.35, 0.62, 0.8 },
  startPoint = { 0.5, 0 }, endPoint = { 0.5, 1 },
}

-- Rays around the sun, each a little lighter than the sky.
local rays = ca.ShapeLayer { name = "rays", frame = { W / 2 - 420, 100, 840, 840 }, fillColor = "#ffe9b0",
  opacity = 0.16, compositingFilter = "screenBlendMode" }
local path = ca.Path()
for i = 0, 23 do
  local a, b = i * math.pi / 12, (i + 0.5) * math.pi / 12
  path:move(420, 420):addLine(420 + 420 * math.cos(a), 420 + 420 * math.sin(a))
  path:addLine(420 + 420 * math.cos(b), 420 + 420 * math.sin(b)):closeSubpath()
end
rays.path = path
page:addSublayer(rays)
page:addSublayer(ca.GradientLayer { name = "sun", frame = { W / 2 - 92, 428, 184, 184 }, cornerRadius = 92,
  type = "radial", masksToBounds = true, startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 },
  colors = { "#fffbe6", "#ffe08a", "#ffb84d" }, locations = { 0, 0.55, 1 } })

-- The sea: bands of waves, darker towards the viewer.
for i = 0, 7 do
  local y = 560 + i * i * 3.4 + i * 12
  local wave = ca.Path()
  wave:move(-20, y)
  for x = 0, 12 do
    local x0 = -20 + x * 54
    wave:addQuadCurve(x0 + 13.5, y - 6 - i, x0 + 27, y):addQuadCurve(x0 + 40.5, y + 6 + i, x0 + 54, y)
  end
  wave:addLine(W + 60, H):addLine(-20, H):closeSubpath()
  page:addSublayer(ca.ShapeLayer { name = "wave " .. i, frame = { 0, 0, W, H }, path = wave,
    fillColor = { 0.10 + 0.02 * (7 - i), 0.18 + 0.045 * (7 - i), 0.36 + 0.03 * (7 - i), 0.55 } })
end

local function line(text, y, size, font, color)
  page:addSublayer(ca.TextLayer { name = text, frame = { 40, y, W - 80, size * 1.4 }, string = text, fontSize = size,
    font = font, foregroundColor = color or "white", alignmentMode = "center" })
end
line("SUMMER BY THE SEA", 78, 43, "DejaVu Sans Bold")
line("Concerts on the old pier", 146, 22, "DejaVu Serif")
line("June 20 – August 31", 182, 18, "DejaVu Sans")

-- A card with a soft shadow, which alone becomes pixels.
local card = ca.Layer { name = "card", frame = { 60, 700, W - 120, 92 }, cornerRadius = 14,
  backgroundColor = "#fffaf0f0", shadowOpacity = 0.45, shadowRadius = 9, shadowOffset = { 0, 5 } }
card:addSublayer(ca.TextLayer { name = "tickets", frame = { 20, 16, 330, 28 },
  string = "Tickets at the harbour office", fontSize = 19, foregroundColor = "#1d2b64" })
card:addSublayer(ca.TextLayer { name = "address", frame = { 20, 50, 330, 24 },
  string = "layerlua.example/summer", fontSize = 15, foregroundColor = "#a33b2c", link = "https://layerlua.example/summer" })
card:addSublayer(ca.GradientLayer { name = "seal", frame = { 385, 16, 60, 60 }, cornerRadius = 30, masksToBounds = true,
  type = "conic", startPoint = { 0.5, 0.5 }, endPoint = { 1, 0.5 },
  colors = { "#f3765f", "#ffd18a", "#6a3d8f", "#1d2b64", "#f3765f" } })
page:addSublayer(card)
return page
