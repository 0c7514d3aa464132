-- Photographs with captions in frames.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local shots = {
  { "Harbour", "#3f6f8f" }, { "Forest", "#4f7f4f" }, { "Desert", "#c49a6c" },
  { "Night", "#303050" }, { "Snow", "#d0d8e0" }, { "Field", "#a0b050" },
}
local page = kit.page(200, 150)
local function frame(index, caption, color)
  local column, row = (index - 1) % 3, (index - 1) // 3
  local card = kit.card(page, 8 + column * 64, 6 + row * 72, 56, 64)
  card.masksToBounds = true
  local picture = ca.Layer { name = caption, frame = { 0, 0, 56, 44 }, contents = kit.photo(56, color) }
  picture.contentsGravity = "resizeAspectFill"
  picture.masksToBounds = true
  card:addSublayer(picture)
  kit.text(card, caption, 4, 46, { size = theme.small, width = 50 })
  return card
end
for i, shot in ipairs(shots) do frame(i, shot[1], shot[2]) end
return page

--! corner-no-clip: card.masksToBounds = true =>  @ its corner
--! cut-away: kit.text(card, caption, 4, 46 => kit.text(card, caption, 4, 70 @ clips
--! text-box: { "Desert", "#c49a6c" } => { "Desert at half past six", "#c49a6c" } @ is cut at its side
--! white-text in kit.lua: foregroundColor = options.color or theme.ink => foregroundColor = options.color @ kit.lua:12
