-- A list of cards under a title.
local kit = require "kit"
local theme = require "theme"

local page = kit.page(200, 150, "#f1f3f4")
kit.text(page, "Inbox", 12, 6, { size = theme.large })
local function entry(y, from, subject)
  local card = kit.card(page, 10, y, 180, 34)
  kit.text(card, from, 8, 1)
  kit.text(card, subject, 8, 16, { size = theme.small, color = theme.muted })
  return card
end
entry(32, "Anna", "Minutes")
entry(70, "Bert", "Lunch on Friday")
local last = entry(108, "Cleo", "Photographs")
last.borderColor = theme.accent
kit.disc(last, 166, 17, 5, theme.accent)
return page

--! same-colour: kit.disc(last, 166, 17, 5, theme.accent) => kit.disc(last, 166, 17, 5, theme.paper)
--! outside-canvas: entry(70, "Bert", "Lunch on Friday") => entry(700, "Bert", "Lunch on Friday")
--! white-text in kit.lua: foregroundColor = options.color or theme.ink => foregroundColor = options.color @ called from list.lua
