-- A table of results, read from rows of text.
local kit = require "kit"
local theme = require "theme"

local rows = [[
Reds    3 1
Blues   2 2
Greens  0 4
]]
local page = kit.page(150, 110)
local columns = { { "Team", 8, 70 }, { "Won", 84, 28 }, { "Lost", 116, 30 } }
for _, column in ipairs(columns) do
  kit.text(page, column[1], column[2], 4, { width = column[3], color = theme.muted, size = theme.small })
end
kit.box(page, 8, 22, 134, 1, theme.line)
local y = 26
for team, won, lost in rows:gmatch "(%a+)%s+(%d)%s+(%d)" do
  local color = won > lost and theme.good or won < lost and theme.bad or theme.ink
  kit.text(page, team, columns[1][2], y, { width = columns[1][3], color = color })
  kit.text(page, won, columns[2][2], y, { width = columns[2][3] })
  kit.text(page, lost, columns[3][2], y, { width = columns[3][3] })
  y = y + 26
end
return page

--! outside-canvas: kit.text(page, lost, columns[3][2], y => kit.text(page, lost, columns[3][2] * 10, y
--! same-colour: won < lost and theme.bad => won < lost and theme.paper @ called from scores.lua:19
--! text-box: { "Team", 8, 70 } => { "Team", 8, 30 } @ is cut at its side
