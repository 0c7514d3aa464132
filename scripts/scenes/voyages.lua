-- A chart of the kit: a band scale and a linear one, axes with a grid, a legend, and rounded stacked columns.
local ca = require "layerlua"

local ROWS = { { "Q1", 120, 80, 34 }, { "Q2", 152, 96, 51 }, { "Q3", 187, 90, 72 }, { "Q4", 164, 121, 95 } }
local W, H, INK = 420, 280, "#23303d"
local x = ca.scale { type = "band", domain = { "Q1", "Q2", "Q3", "Q4" }, range = { 0, 340 }, padding = 0.35 }
local y = ca.scale { domain = { 0, 380 }, range = { 170, 0 }, nice = 4 }
local kind = ca.scale { type = "ordinal", domain = { "Ferry", "Train", "Coach" },
  range = { "#1d6996", "#38a6a5", "#edad08" } }

local chart = ca.Layer { name = "chart", bounds = { 0, 0, W, H }, backgroundColor = "white" }
local plot = ca.Layer { name = "plot", position = { 54, 78 },
  ca.axis { scale = y, side = "left", ticks = 4, grid = 340, lineColor = false, tickLength = 0, font = "DejaVu Sans" },
  ca.axis { scale = x, tickLength = 0, position = { 0, 170 }, font = "DejaVu Sans", fontSize = 12, color = INK } }
chart:addSublayer(plot)
for _, row in ipairs(ROWS) do
  local sum = 0
  for i, name in ipairs(kind.domain) do
    local top = y(sum + row[i + 1])
    plot:addSublayer(ca.Layer { name = row[1] .. " " .. name, backgroundColor = kind(name),
      frame = { x(row[1]), top, x.bandwidth, y(sum) - top }, cornerRadius = i == 3 and 5 or 0,
      maskedCorners = { "minXMinY", "maxXMinY" } })
    sum = sum + row[i + 1]
  end
  plot:addSublayer(ca.TextLayer { name = "sum of " .. row[1], bounds = { 0, 0, 60, 16 }, fontSize = 11,
    font = "DejaVu Sans Bold", position = { x(row[1]) + x.bandwidth / 2, y(sum) - 10 }, alignmentMode = "center",
    string = ca.format(",d", sum), foregroundColor = INK })
end
chart:addSublayer(ca.TextLayer { name = "title", frame = { 20, 16, 380, 24 },
  string = "Journeys by quarter, in thousands", font = "DejaVu Sans Bold", fontSize = 15, foregroundColor = INK })
chart:addSublayer(ca.legend { scale = kind, row = true, position = { 20, 46 }, font = "DejaVu Sans" })
return chart
