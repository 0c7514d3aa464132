-- Portraits cut to discs by masks.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local people = { { "Ada", theme.accent }, { "Bo", theme.warm }, { "Cy", theme.good } }
local page = kit.page(200, 100)
local function portrait(x, name, color)
  local photo = ca.Layer { name = name, frame = { x, 14, 48, 48 }, contents = kit.photo(48, color) }
  local outline = ca.Path()
  outline:addEllipse { 0, 0, 48, 48 }
  local mask = ca.ShapeLayer { frame = photo.bounds, path = outline }
  photo.mask = mask
  page:addSublayer(photo)
  kit.text(page, name, x, 66, { align = "center", width = 48 })
  return photo
end
for i, person in ipairs(people) do portrait(10 + (i - 1) * 62, person[1], person[2]) end
local star = kit.disc(page, 186, 14, 6, theme.bad)
star.name = "star"
return page

--! empty-mask: frame = photo.bounds => frame = { 60, 0, 48, 48 } @ lies outside of it
--! empty-mask: photo.mask = mask => mask.fillColor = false photo.mask = mask @ no fillColor
--! clear-contents: contents = kit.photo(48, color) } => contents = ca.Image.draw(48, 48, function() end) } @ clear
