-- A Lottie file three times, with other texts and colours.
--   layerlua scripts/scenes/badges.lua -o badges.gif
-- film: --duration 4.6 --fps 25
local ca = require "layerlua"

local badges = ca.Layer { name = "badges", bounds = { 0, 0, 320, 520 }, backgroundColor = "#f4f5fb" }
for i, badge in ipairs {
  { title = "Level up", note = "You have a new star", plate = "#26336b", accent = "#ffd166" },
  { title = "All clear", note = "Every test passed", plate = "#0b5345", accent = "#7dffb3" },
  { title = "Best yet", note = "Ten days in a row", plate = "#5b1f4b", accent = "#ff9ec4" },
} do
  local card = ca.Layer.lottie("badge.json", {
    texts = { Title = badge.title, Note = badge.note },
    values = {
      ["Card.Plate.Fill 1.Color"] = badge.plate,
      ["Ring.Progress.Stroke 1.Color"] = badge.accent,
      ["Star.**.Color"] = badge.accent,
    },
  })
  card.name = badge.title
  card.position = { 160, 100 + 160 * (i - 1) }
  card.beginTime = 0.3 * (i - 1)
  badges:addSublayer(card)
end
return badges
