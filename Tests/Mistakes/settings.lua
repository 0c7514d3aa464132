-- Rows of switches; the state of each is in a table.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local options = { { "Sound", true }, { "Light", false }, { "Heat", true } }
local page = kit.page(160, 120, "#fafafa")
local function switch(parent, x, y, isOn)
  local track = kit.box(parent, x, y, 28, 16, isOn and theme.good or theme.line)
  track.cornerRadius = 8
  track.masksToBounds = true
  local knob = kit.disc(track, isOn and 20 or 8, 8, 6, theme.paper)
  knob.name = "knob"
  return track
end
for i, option in ipairs(options) do
  local row = kit.card(page, 8, 8 + (i - 1) * 36, 144, 30)
  kit.text(row, option[1], 8, 5, { width = 80 })
  switch(row, 108, 7, option[2])
end
local badge = kit.disc(page, 150, 10, 4, theme.bad)
badge.name = "badge"
return page

--! cut-away: isOn and 20 or 8, 8, 6, theme.paper => -20, 8, 6, theme.paper @ called from settings.lua:12
--! outside-canvas: kit.disc(page, 150, 10, 4, theme.bad) => kit.disc(page, 150, -10, 4, theme.bad)
