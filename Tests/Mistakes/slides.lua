-- Slides that fade in one after the other.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local titles = { "Begin", "Middle", "End" }
local page = kit.page(140, 90, "#263238")
local function slide(i, title)
  local slide = kit.card(page, 10, 10, 120, 60)
  slide.name = title
  kit.text(slide, title, 0, 18, { width = 120, align = "center", size = theme.large })
  local show = ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 0.4 }
  show.beginTime, show.fillMode = (i - 1) * 0.8, "backwards"
  slide:addAnimation(show, "show")
  return slide
end
for i, title in ipairs(titles) do slide(i, title) end
local dots = ca.Layer { name = "dots", frame = { 50, 76, 40, 8 } }
for i = 1, #titles do kit.disc(dots, 8 + (i - 1) * 12, 4, 2, theme.muted) end
page:addSublayer(dots)
return page

--! not-attached: page:addSublayer(dots) =>  @ dots
--! same-colour: kit.disc(dots, 8 + (i - 1) * 12, 4, 2, theme.muted) => kit.disc(dots, 8 + (i - 1) * 12, 4, 2, "#263238") @ called from slides.lua:19
--! hidden-by-ancestor: dots", frame = { 50, 76, 40, 8 } => dots", hidden = true, frame = { 50, 76, 40, 8 } @ dots
