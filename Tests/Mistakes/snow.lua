-- Snow over a house.
local ca = require "layerlua" ca.setCurrentTime(3)
local kit = require "kit"
local theme = require "theme"

local page = kit.page(160, 120, "#1f2a44")
local flake = ca.Image.draw(4, 4, function(ctx)
  ctx:setFillColor "white"
  ctx:fillEllipse { 0, 0, 4, 4 }
end)
local snow = ca.EmitterLayer {
  name = "snow", emitterPosition = { 80, -4 }, emitterSize = { 160, 0 }, emitterShape = "line",
  emitterCells = {
    ca.EmitterCell {
      name = "flake", contents = flake, birthRate = 30, lifetime = 6, velocity = 20, velocityRange = 10,
      emissionLongitude = math.pi, emissionRange = math.rad(30), spin = math.rad(90),
    },
  },
}
local wall = kit.box(page, 50, 70, 60, 50, "#8d6e63")
local roof = ca.ShapeLayer { name = "roof", path = "M 44 72 L 80 44 L 116 72 Z", fillColor = "#5d4037" }
page:addSublayer(roof)
kit.box(wall, 8, 12, 14, 14, "#ffe082")
kit.box(wall, 38, 12, 14, 14, "#ffe082")
page:addSublayer(snow)
return page

--! degrees: spin = math.rad(90) => spin = 90 @ snow.lua:14
--! degrees: emissionRange = math.rad(30) => emissionRange = 360 @ snow.lua:14
--! no-particles: contents = flake, birthRate => birthRate @ snow.lua:11
--! not-attached: page:addSublayer(roof) =>  @ snow.lua:21
--! shape-empty: fillColor = "#5d4037" } => fillColor = false } @ snow.lua:21
