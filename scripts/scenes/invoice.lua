-- pages: --size A4
-- An invoice out of a table: columns by tab stops, sums in the marks of a language, dotted leaders, a list of terms.
-- layerlua invoice.lua -o invoice.pdf has text that can be selected and copied.
local ca = require "layerlua"

local items = ca.decodeCSV([[
what,detail,hours,rate
Identity,"Mark, wordmark, two colours and their tints",34,95
Type,Licences and a specimen of four pages,1,480
Signs,Drawings of eleven signs for the pier and the two waiting rooms,26.5,95
Timetable,"Grid, pictograms, and the summer edition in three languages",41,95
Site visits,Three days in Ebbsund,24,72
]], { header = true })
local marks = { decimal = ",", group = ".", currency = { "", " €" } }
local function money(value) return ca.format("$,.2f", value, marks) end

local W, H, L, R = 595, 842, 64, 531
local INK, SOFT, RED = "#20242c", "#767d89", "#c8452f"
local page = ca.Layer { name = "invoice", bounds = { 0, 0, W, H }, backgroundColor = "white" }
local function text(string, frame, keys)
  local layer = ca.TextLayer { string = string, frame = frame, font = "system-ui", fontSize = 9.5, lineHeight = 15,
    foregroundColor = INK, inheritsTextAttributes = true, wrapped = true }
  for key, value in pairs(keys or {}) do layer[key] = value end
  page:addSublayer(layer)
  return layer
end
local function rule(y, color, height)
  page:addSublayer(ca.Layer { frame = { L, y, R - L, height or 0.5 }, backgroundColor = color or "#c9ced6" })
end
local function label(string, x, y) text(string, { x, y, 150, 15 }, { fontSize = 8, foregroundColor = SOFT }) end

-- The mark: a ring from which a wave is taken away.
local wave = ca.Path():move(-4, 30):addCurve(10, 18, 18, 42, 28, 30):addCurve(38, 18, 42, 40, 54, 28)
page:addSublayer(ca.ShapeLayer { name = "mark", position = { L, 56 }, fillColor = RED,
  path = ca.Path():addEllipse { 0, 4, 44, 44 }:subtracting(wave:stroked { lineWidth = 4 }) })
text("Strand & Sohn", { L + 58, 61, 240, 18 }, { fontSize = 13, fontWeight = "semibold" })
text("Office for printed and painted things", { L + 58, 79, 240, 16 }, { foregroundColor = SOFT })
text("Invoice", { R - 200, 58, 200, 40 }, { fontSize = 30, lineHeight = 38, fontWeight = "bold",
  alignmentMode = "right", letterSpacing = -0.8 })

-- To whom, when, and under which number, on a grid of three columns.
local third = (R - L) / 3
for i, block in ipairs { { "Billed to", "Ebbsund Harbour Board\nPier 2\n25938 Ebbsund" },
  { "Project", "Signs and timetables\nSummer 2025" }, { "Number", "2025-017\n14 March 2025\nDue 13 April 2025" } } do
  label(block[1], L + (i - 1) * third, 152)
  text(block[2], { L + (i - 1) * third, 168, third - 12, 60 }, { fontFeatures = { tnum = 1 } })
end

-- The items, in columns by tab stops.
local stops = { { location = 310, alignment = "right" }, { location = 376, alignment = "right" },
  { location = R - L, alignment = "right" } }
local function row(y, a, b, c, d, keys)
  text(ca.AttributedString { { ("%s\t%s\t%s\t%s"):format(a, b, c, d), tabStops = stops } },
    { L, y, R - L, 15 }, keys)
end
row(256, "Work", "Hours", "Rate", "Amount", { fontSize = 8, foregroundColor = SOFT })
rule(274, INK, 1)
local y, sum = 284, 0
for _, item in ipairs(items) do
  local amount = item.hours * item.rate
  row(y, item.what, ca.format(".1f", item.hours, marks), money(item.rate), money(amount),
    { fontWeight = "medium", fontFeatures = { tnum = 1 } })
  local detail = text(item.detail, { L, y + 15, 220, 30 }, { foregroundColor = SOFT, fontSize = 8.5, lineHeight = 13 })
  detail:sizeToFit()
  y, sum = y + 15 + detail.bounds.height + 10, sum + amount
  rule(y)
  y = y + 10
end

-- The sums.
for _, line in ipairs { { "Sum", sum }, { "VAT 19 %", sum * 0.19 } } do
  text(ca.AttributedString { { line[1] .. "\t" .. money(line[2]), tabStops = {
    { location = R - L - 286, alignment = "right", leader = "." } } } }, { L + 286, y, R - L - 286, 15 },
    { fontFeatures = { tnum = 1 } })
  y = y + 18
end
text("Total", { L + 286, y + 8, 80, 26 }, { fontSize = 13, lineHeight = 26, fontWeight = "semibold" })
text(money(sum * 1.19), { R - 160, y + 8, 160, 26 }, { fontSize = 20, lineHeight = 26, fontWeight = "bold",
  foregroundColor = RED, alignmentMode = "right" })

-- The terms.
label("Terms", L, 686)
text(ca.AttributedString { { "Payable within thirty days, without deduction.\nDrawings stay ours until they are paid, "
  .. "and are the Board’s from then on.\nPlease give the number of the invoice.", listMarker = "{decimal}.",
  headIndent = 14, paragraphSpacing = 2 } }, { L, 702, 2 * third - 12, 70 })
label("Account", L + 2 * third, 686)
text("Strand & Sohn\nDE02 1203 0000 0000 2020 51\nBYLADEM1001", { L + 2 * third, 702, third, 50 })
rule(786)
text("Strand & Sohn · Speicherweg 9 · 25938 Ebbsund · hello@strand.example", { L, 794, R - L, 15 },
  { fontSize = 8, foregroundColor = SOFT })
return page
