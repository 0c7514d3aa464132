-- What single keys of a GradientLayer do.
local ca = require "layerlua"
local sheet = require "lib.sheet"

local RED, BLUE, GOLD = "#d1495b", "#30638e", "#edae49"
local cell, finish = sheet("gradients", 2)

local function gradient(keys)
  keys.frame = { 16, 6, 100, 64 }
  keys.colors = keys.colors or { BLUE, GOLD, RED }
  return ca.GradientLayer(keys)
end

cell("startPoint, endPoint", function(stage)
  stage:addSublayer(gradient { startPoint = { 0, 0 }, endPoint = { 1, 1 } })
end)

cell("locations", function(stage)
  stage:addSublayer(gradient { startPoint = { 0, 0.5 }, endPoint = { 1, 0.5 }, locations = { 0.2, 0.2, 0.9 }, cornerRadius = 10 })
end)

cell("type radial", function(stage)
  stage:addSublayer(gradient { type = "radial", startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 } })
end)

cell("focalPoint", function(stage)
  stage:addSublayer(gradient { type = "radial", startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 }, focalPoint = { 0.3, 0.25 } })
end)

cell("type conic", function(stage)
  stage:addSublayer(gradient { type = "conic", startPoint = { 0.5, 0.5 }, endPoint = { 1, 0.5 }, colors = { BLUE, GOLD, RED, BLUE } })
end)

return finish()
