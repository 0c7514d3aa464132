-- Pins on a map, from a table of places.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local places = {
  { name = "Mill", x = 30, y = 40 }, { name = "Ferry", x = 90, y = 70 }, { name = "Tower", x = 140, y = 30 },
}
local page = kit.page(180, 120, "#e8f0e0")
kit.line(page, "M 0 80 C 60 60 90 110 180 70", "#9cc3e6", 8)
local function pin(place)
  local pin = ca.ShapeLayer {
    name = place.name, path = "M 0 0 L -5 -10 A 5 5 0 1 1 5 -10 Z", fillColor = theme.bad, position = { place.x, place.y },
  }
  page:addSublayer(pin)
  kit.text(page, place.name, place.x - 20, place.y + 2, { size = theme.small, width = 40, align = "center" })
  return pin
end
for _, place in ipairs(places) do pin(place) end
local scale = kit.line(page, "M 0 0 H 40", theme.ink, 2)
scale.position = { 10, 110 }
local compass = kit.text(page, "N", 164, 4, { width = 12 })
compass.name = "compass"
return page

--! outside-canvas: { name = "Tower", x = 140, y = 30 } => { name = "Tower", x = 1400, y = 30 } @ Tower
--! shape-empty: scale.position = { 10, 110 } => scale.position = { 10, 110 } scale.lineWidth = 0 @ lineWidth
--! shape-empty: kit.line(page, "M 0 0 H 40", theme.ink, 2) => ca.ShapeLayer { path = "M 0 0 H 40" } page:addSublayer(scale) @ map.lua:20
--! same-colour: kit.text(page, "N", 164, 4, { width = 12 }) => kit.text(page, "N", 164, 4, { width = 12, color = "#e8f0e0" })
