-- An instrument that a delegate draws, with a needle.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local page = kit.page(120, 120, "#303134")
local face = ca.Layer { name = "face", frame = { 10, 10, 100, 100 }, backgroundColor = "#202124", cornerRadius = 50 }
local drawing = {}
function drawing:drawLayerInContext(layer, ctx)
  ctx:setStrokeColor(theme.paper)
  for i = 0, 11 do
    local a = math.rad(i * 30)
    ctx:move(50 + 40 * math.cos(a), 50 + 40 * math.sin(a))
    ctx:addLine(50 + 46 * math.cos(a), 50 + 46 * math.sin(a))
  end
  ctx:strokePath()
end
face.delegate = drawing
face:setNeedsDisplay()
page:addSublayer(face)
local needle = kit.box(face, 49, 14, 2, 40, theme.bad)
needle.name = "needle"
needle.anchorPoint = { 0.5, 0.9 }
needle.position = { 50, 50 }
needle:setValueForKeyPath(math.rad(30), "transform.rotation.z")
kit.disc(face, 50, 50, 4, theme.paper)
return page

--! never-displayed: face:setNeedsDisplay() =>  @ dial.lua:7
--! degrees: math.rad(30), "transform.rotation.z" => 30, "transform.rotation.z" @ 30 radians
