-- A month as a grid of days, with some of them marked.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local marks = { [3] = theme.accent, [14] = theme.bad, [27] = theme.good }
local page = kit.page(180, 150)
kit.text(page, "May", 8, 2, { size = theme.large })
local days = ca.Layer { name = "days", frame = { 6, 30, 168, 115 } }
page:addSublayer(days)
local function cell(day)
  local column, row = (day - 1) % 7, (day - 1) // 7
  local box = kit.box(days, column * 24, row * 23, 22, 21, "#f1f3f4")
  local mark = marks[day]
  if mark then kit.disc(box, 11, 17, 2, mark) end
  kit.text(box, tostring(day), 1, 1, { size = theme.small, width = 20, align = "center" })
  return box
end
for day = 1, 31 do cell(day) end
local today = kit.line(days, "M 0 0 H 22 V 21 H 0 Z", theme.ink, 1)
today.name = "today"
today.position = { 24, 23 }
local legend = kit.disc(page, 170, 12, 3, theme.warm)
legend.name = "legend"
return page

--! outside-canvas: today.position = { 24, 23 } => today.position = { 240, 230 } @ today
--! shape-empty: today.position = { 24, 23 } => today.strokeColor = nil @ kit.lua:35
--! hidden-by-ancestor: legend.name = "legend" => legend.opacity = 0 @ kit.lua:22
