-- pages: --size 720x540
-- A page of annual figures: four numbers with their courses, months of two years, parts of a whole, and a ranking.
local ca = require "layerlua"

local W, H, M, GAP = 720, 540, 40, 24
local INK, SOFT, HAIR, BLUE, PALE = "#1b2a3a", "#6d7a88", "#e3e8ee", "#1f5fa8", "#b9cde4"
local FONT = "system-ui"
local page = ca.Layer { name = "page", bounds = { 0, 0, W, H }, backgroundColor = "white" }
local function text(string, frame, size, keys)
  local layer = ca.TextLayer { name = string, string = string, frame = frame, font = FONT, fontSize = size,
    foregroundColor = INK, verticalAlignment = "center" }
  for key, value in pairs(keys or {}) do layer[key] = value end
  page:addSublayer(layer)
end
local function heading(string, x, y, width)
  page:addSublayer(ca.Layer { frame = { x, y, width, 1 }, backgroundColor = HAIR })
  text(string, { x, y + 12, width, 18 }, 12, { fontWeight = "semibold" })
end

text("Harbour Ferries", { M, 32, 400, 16 }, 11, { foregroundColor = BLUE, fontWeight = "semibold" })
text("2024 in figures", { M, 46, 400, 40 }, 28, { fontWeight = "bold", letterSpacing = -0.6 })
text("Annual report, page 4", { W - M - 200, 60, 200, 16 }, 11, { foregroundColor = SOFT, alignmentMode = "right" })

-- Four numbers, each with five years.
local numbers = { { "Passengers", 4812400, ".3s", { 3.1, 2.2, 3.4, 4.4, 4.81 } },
  { "Revenue", 31250000, "$.3s", { 22, 17, 24, 29, 31.3 } }, { "On time", 0.962, ".1%", { 91, 95, 93, 95, 96.2 } },
  { "CO₂ a journey, kg", 1.84, ".2f", { 2.9, 2.8, 2.4, 2.1, 1.84 } } }
local column = (W - 2 * M - 3 * GAP) / 4
for i, row in ipairs(numbers) do
  local name, value, format, course = table.unpack(row)
  local x = M + (i - 1) * (column + GAP)
  page:addSublayer(ca.Layer { frame = { x, 104, column, 1 }, backgroundColor = HAIR })
  text(name, { x, 114, column, 16 }, 11, { foregroundColor = SOFT })
  text(ca.format(format, value, { currency = { "€", "" } }), { x, 130, column, 32 }, 26, { fontWeight = "semibold",
    fitsText = "shrink", fitsTextGroup = "numbers" })
  local sx = ca.scale { domain = { 1, #course }, range = { x + 2, x + column - 4 } }
  local low, high = math.min(table.unpack(course)), math.max(table.unpack(course))
  local sy = ca.scale { domain = { low, high }, range = { 192, 170 } }
  local points = {}
  for year, v in ipairs(course) do points[year] = { sx(year), sy(v) } end
  page:addSublayer(ca.ShapeLayer { path = ca.Path():addLines(points), strokeColor = BLUE, fillColor = false,
    lineWidth = 1.5, lineJoin = "round" })
  page:addSublayer(ca.Layer { bounds = { 0, 0, 6, 6 }, cornerRadius = 3, backgroundColor = BLUE,
    position = points[#points] })
end

-- The months.
heading("Passengers by month, in thousands", M, 224, 400)
local years = { ["2023"] = { 241, 238, 292, 341, 398, 452, 548, 561, 438, 352, 271, 263 },
  ["2024"] = { 262, 270, 318, 389, 431, 502, 596, 614, 497, 381, 298, 284 } }
local kinds = ca.scale { type = "ordinal", domain = { "2023", "2024" }, range = { PALE, BLUE } }
local names = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" }
local x = ca.scale { type = "point", domain = names, range = { 0, 352 } }
local y = ca.scale { domain = { 0, 640 }, range = { 196, 0 } }
local months = ca.Layer { name = "months", position = { M + 28, 280 },
  ca.axis { scale = y, side = "left", ticks = { 0, 200, 400, 600 }, grid = 372, gridColor = HAIR, lineColor = false,
    tickLength = 0, font = FONT, fontSize = 10, color = SOFT },
  ca.axis { scale = x, position = { 10, 200 }, font = FONT, fontSize = 10, color = SOFT, tickLength = 0,
    lineColor = false } }
for _, year in ipairs(kinds.domain) do
  local points = {}
  for month, v in ipairs(years[year]) do points[month] = { 10 + x(names[month]), y(v) } end
  months:addSublayer(ca.ShapeLayer { name = year, path = ca.Path():addLines(points), fillColor = false,
    strokeColor = kinds(year), lineWidth = 2.5, lineJoin = "round", lineCap = "round" })
end
page:addSublayer(months)
local legend = ca.legend { scale = kinds, row = true, font = FONT, fontSize = 11 }
legend.position = { M + 400 - legend.bounds.width, 238 }
page:addSublayer(legend)

-- The parts.
local RIGHT, WIDTH = M + 400 + GAP, W - 2 * M - 400 - GAP
heading("Tickets", RIGHT, 224, WIDTH)
local shares = { { "Season", 46 }, { "Single", 31 }, { "Group", 15 }, { "Bicycle", 8 } }
local angle, entries, tints = -math.pi / 2, {}, ca.palette("Blues", 9)
for i, share in ipairs(shares) do
  local to = angle + share[2] / 100 * 2 * math.pi
  page:addSublayer(ca.ShapeLayer { name = share[1], path = ca.Path.ringSector({ RIGHT + 52, 316 }, 32, 52, angle, to),
    fillColor = tints[10 - 2 * i], strokeColor = "white", lineWidth = 1.5 })
  entries[i], angle = { ("%s  %d %%"):format(share[1], share[2]), tints[10 - 2 * i] }, to
end
page:addSublayer(ca.legend { entries = entries, position = { RIGHT + 120, 280 }, font = FONT, fontSize = 11 })

-- The ranking.
heading("Busiest lines, in thousands", RIGHT, 384, WIDTH)
local lines = { { "Old Pier", 1840 }, { "Lighthouse", 1295 }, { "Islands", 902 } }
local w = ca.scale { domain = { 0, lines[1][2] }, range = { 0, WIDTH - 112 } }
for i, line in ipairs(lines) do
  local top = 418 + (i - 1) * 22
  text(line[1], { RIGHT, top, 72, 16 }, 11)
  page:addSublayer(ca.Layer { frame = { RIGHT + 72, top + 2, w(line[2]), 12 }, cornerRadius = 2,
    backgroundColor = i == 1 and BLUE or PALE })
  text(ca.format(",d", line[2]), { W - M - 36, top, 36, 16 }, 11, { alignmentMode = "right" })
end
return page
