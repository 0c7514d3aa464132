-- Pictures that stand in a half circle.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local page = kit.page(220, 120, "#202124")
local stage = ca.TransformLayer { name = "stage", bounds = { 0, 0, 220, 120 }, position = { 110, 60 } }
page.sublayerTransform = ca.Transform.perspective(400)
page:addSublayer(stage)
local photo = kit.photo(60, theme.accent)
local function side(i, angle, image)
  local panel = ca.Layer { name = "side " .. i, bounds = { 0, 0, 60, 60 }, contents = image, position = { 110 + i * 70, 60 } }
  panel:setValueForKeyPath(angle, "transform.rotation.y")
  stage:addSublayer(panel)
  return panel
end
side(-1, math.rad(40), photo)
side(0, 0, photo)
local right = side(1, math.rad(-40), photo)
right.doubleSided = false
local mark = kit.disc(page, 12, 12, 4, theme.warm)
mark.name = "mark"
return page

--! edge-on: side(0, 0, photo) => side(0, math.pi / 2, photo) @ called from carousel.lua:18
--! back-face: math.rad(-40), photo) => math.rad(-140), photo) @ faces away
--! degrees: math.rad(40), photo) => 45, photo) @ called from carousel.lua:17
--! scale-zero: mark.name = "mark" => mark.transform = ca.Transform.scale(0) mark.name = "mark" @ scales it to nothing
