-- What single keys of an EmitterCell do: each cell of the sheet shows the same burst after a second, on the right with the key set.
local ca = require "layerlua"
local sheet = require "lib.sheet"

local BLUE = "#30638e"
local cell, finish = sheet("confetti", 3)

local flake = ca.Image.draw(8, 5, 2, function(ctx)
  ctx:setFillColor "white"
  ctx:fill { 0, 0, 8, 5 }
end)

--- A burst of 16 flakes in all directions from the middle of `frame`, one second old.
local function burst(frame, keys, more)
  local c = ca.EmitterCell {
    name = "flake", contents = flake, contentsScale = 2, birthRate = 160, duration = 0.1, lifetime = 3, velocity = 24, velocityRange = 8,
    emissionRange = 2 * math.pi, color = BLUE,
  }
  for key, value in pairs(keys or {}) do c[key] = value end
  local emitter = ca.EmitterLayer {
    frame = frame, seed = 4, beginTime = -1, emitterPosition = { frame[3] / 2, frame[4] / 2 }, emitterCells = { c },
  }
  for key, value in pairs(more or {}) do emitter[key] = value end
  return emitter
end

local function pair(caption, keys, more)
  cell(caption, function(stage)
    stage:addSublayer(burst({ 0, 4, 66, 68 }))
    stage:addSublayer(burst({ 66, 4, 66, 68 }, keys, more))
  end)
end

pair("xAcceleration", { xAcceleration = 30 })
pair("emissionLatitude", { zAcceleration = 10, emissionLatitude = 1 })
pair("spinRange", { spin = 1, spinRange = 6 })
pair("redSpeed and the like", { redSpeed = 0.7, greenSpeed = 0.1, blueSpeed = -0.3 })
pair("alphaRange", { alphaRange = 0.9, color = { 0.19, 0.39, 0.56, 0.6 } })
pair("enabled = false", { enabled = false })
pair("the layer's spin", { spin = 1 }, { spin = 3 })
pair("emitterMode outline", { velocity = 0, velocityRange = 0 }, {
  emitterShape = "rectangle", emitterSize = { 50, 50 }, emitterMode = "outline", emitterDepth = 10, emitterZPosition = 2,
})

-- Each copy's time is a little behind that of the one before it.
cell("instanceDelay", function(stage)
  stage:addSublayer(ca.ReplicatorLayer {
    frame = { 0, 4, 132, 68 },
    instanceCount = 3,
    instanceDelay = 0.4,
    instanceTransform = ca.Transform.translation(40, 0),
    burst({ -6, 0, 66, 68 }),
  })
end)

return finish()
