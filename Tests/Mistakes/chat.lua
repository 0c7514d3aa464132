-- A conversation, in bubbles of the width that their text needs.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local talk = { { "Are you there?" }, { "Yes", mine = true }, { "Good" }, { "Why?", mine = true } }
local page = kit.page(160, 140, "#eef2f7")
local function bubble(y, line)
  local color = line.mine and theme.accent or theme.paper
  local card = kit.box(page, 0, 0, 10, 10, color)
  local text = kit.text(card, line[1], 8, 4, { color = line.mine and theme.paper or theme.ink })
  local width = text:preferredFrameSize().width
  text.frame = { 8, 4, math.ceil(width), 20 }
  card.cornerRadius = 8
  card.frame = { line.mine and 152 - width - 16 or 8, y, math.ceil(width) + 16, 26 }
  return card
end
for i, line in ipairs(talk) do bubble(6 + (i - 1) * 33, line) end
return page

--! same-colour: { color = line.mine and theme.paper or theme.ink } => { color = color } @ kit.lua:12
--! text-box: text.frame = { 8, 4, math.ceil(width), 20 } => text.frame = { 8, 4, math.ceil(width) - 6, 20 } @ its side
--! white-text in kit.lua: foregroundColor = options.color or theme.ink => foregroundColor = options.color ~= theme.ink and options.color or nil @ called from chat.lua:18
