-- A poster out of chance: strands follow the curl of a field of noise, in colours mixed in OKLab. Each seed makes
-- another one: layerlua poster-flow.lua --seed 7 -o poster.png
local ca = require "layerlua"

local W, H = 360, 480
local poster = ca.Layer { name = "poster", bounds = { 0, 0, W, H }, backgroundColor = "#f6efe2", masksToBounds = true }
local random = ca.random()
local COLORS = { "#12355b", "#2a9d8f", "#e9c46a", "#e76f51", "#8d1d3f" }

-- The colour of a height: two neighbours of the list, mixed.
local function ramp(y)
  local at = y / H * (#COLORS - 1)
  local i = math.min(math.floor(at), #COLORS - 2)
  return ca.Color(COLORS[i + 1]):mixed(COLORS[i + 2], at - i)
end

-- Strands begin at points without clumps, and end before the margin.
local frame = ca.Rect(28, 28, W - 56, H - 130)
for i, start in ipairs(ca.poissonDiscs(frame, 9, 3)) do
  local p, path = start, ca.Path():move(start.x, start.y)
  for _ = 1, 46 do
    local dx, dy = ca.noise.curl(p.x / 150, p.y / 150)
    p = p + ca.Point(dx, dy)
    if not frame:contains(p) then break end
    path:addLine(p.x, p.y)
  end
  poster:addSublayer(ca.ShapeLayer { name = "strand " .. i, path = path, fillColor = false, lineCap = "round",
    strokeColor = ramp(start.y):lightened(random:normal(0, 0.05)), lineWidth = random:number(1, 4.5) })
end

-- A rule in the poster's colours, mixed by hue.
poster:addSublayer(ca.GradientLayer { name = "rule", frame = { 28, H - 90, W - 56, 3 },
  colors = { "#12355b", "#8d1d3f" }, startPoint = { 0, 0.5 }, endPoint = { 1, 0.5 },
  colorSpace = "oklch", huePath = "longer" })
poster:addSublayer(ca.TextLayer { name = "title", frame = { 28, H - 84, W - 56, 40 }, string = "Divergence free",
  font = "DejaVu Sans Bold", fontSize = 26, foregroundColor = "#12355b" })
poster:addSublayer(ca.TextLayer { name = "note", frame = { 28, H - 50, W - 56, 18 }, fontSize = 10.5,
  string = "the curl of a field of noise, from seed to seed", foregroundColor = "#12355bb0", font = "DejaVu Sans" })
return poster
