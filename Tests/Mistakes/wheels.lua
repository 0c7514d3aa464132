-- A cart whose parts are made in loops.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local page = kit.page(160, 100, "#e3f2fd")
kit.box(page, 0, 80, 160, 20, "#a5d6a7")
local cart = kit.box(page, 30, 40, 100, 26, theme.warm)
cart.name = "cart"
local function wheel()
  local wheel = ca.Layer { name = "wheel", bounds = { 0, 0, 24, 24 }, cornerRadius = 12, backgroundColor = theme.ink }
  kit.disc(wheel, 12, 12, 4, theme.line)
  return wheel
end
for _, x in ipairs { 48, 112 } do
  local wheel = wheel()
  wheel.position = { x, 70 }
  page:addSublayer(wheel)
end
local post = kit.box(page, 4, 50, 3, 30, "#5d4037")
post.name = "post"
for i = 1, 4 do
  local slat = kit.box(cart, 6 + (i - 1) * 24, 4, 16, 18, "#ffcc80")
  slat.zPosition = 1
end
return page

--! added-again: for _, x in ipairs { 48, 112 } do => local one = wheel() local wheel = function() return one end for _, x in ipairs { 48, 112 } do @ wheels.lua:18
--! empty-bounds: kit.box(page, 4, 50, 3, 30, "#5d4037") => kit.box(page, 4, 50, 0, 30, "#5d4037")
--! outside-canvas: kit.box(page, 4, 50, 3, 30, "#5d4037") => kit.box(page, -40, 50, 3, 30, "#5d4037")
