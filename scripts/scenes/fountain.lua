-- A fountain at two and a half seconds: drops that fall back, each leaving a trail of mist, and sparks that burst over it.
-- film: --from 1 --duration 4 --fps 30
-- A picture at a time needs no frames before it: what an emitter shows is a function of its seed and the time alone.
local ca = require "layerlua"

-- A soft dot: white in the middle, clear at the rim.
local function dot(size)
  return ca.Image.draw(size, size, 2, function(ctx)
    local middle = { size / 2, size / 2 }
    ctx:drawRadialGradient({ "#ffffff", "#ffffffb0", "#ffffff00" }, { 0, 0.35, 1 }, middle, 0, middle, size / 2)
  end)
end

local root = ca.Layer { bounds = { 0, 0, 480, 360 } }
root:addSublayer(ca.GradientLayer {
  frame = root.bounds, colors = { "#05061a", "#101a45", "#27345f" }, locations = { 0, 0.6, 1 },
})

-- The basin and its rim.
root:addSublayer(ca.ShapeLayer {
  frame = root.bounds, path = "M 110 318 Q 240 372 370 318 L 352 300 L 128 300 Z", fillColor = "#3a4a78", strokeColor = "#8fa6dd",
  lineWidth = 1.5,
})

local water = ca.EmitterLayer {
  name = "water", frame = root.bounds, seed = 7,
  emitterPosition = { 240, 300 }, emitterShape = "line", emitterSize = { 10, 0 },
  renderMode = "additive",
  emitterCells = {
    ca.EmitterCell {
      name = "drop", contents = dot(10), birthRate = 260, lifetime = 2.1, lifetimeRange = 0.2,
      velocity = 255, velocityRange = 40, emissionRange = math.pi / 5, yAcceleration = 240,
      scale = 0.55, scaleRange = 0.4, color = { 0.45, 0.75, 1, 0.9 }, alphaSpeed = -0.25,
      emitterCells = {
        ca.EmitterCell {
          name = "mist", contents = dot(8), birthRate = 14, lifetime = 0.45, velocity = 12, emissionLongitude = math.pi,
          emissionRange = math.pi / 2, scale = 0.9, scaleSpeed = 1.2, color = { 0.6, 0.8, 1, 0.22 }, alphaSpeed = -0.45,
        },
      },
    },
  },
}
root:addSublayer(water)

-- Rockets with a burst: the sparks are cells of a cell, and start when their rocket is 0.9 seconds old.
local function rocket(x, color, seed, beginTime)
  return ca.EmitterLayer {
    frame = root.bounds, seed = seed, beginTime = beginTime, emitterPosition = { x, 250 }, renderMode = "additive",
    emitterCells = {
      ca.EmitterCell {
        name = "rocket", birthRate = 0.8, duration = 2, lifetime = 1.02, emissionLongitude = -math.pi / 2, velocity = 200,
        emissionRange = 0.3, yAcceleration = 40, color = color,
        emitterCells = {
          ca.EmitterCell {
            name = "spark", contents = dot(7), birthRate = 900, beginTime = 0.9, duration = 0.12, lifetime = 1.4, lifetimeRange = 0.5,
            emissionRange = 2 * math.pi, velocity = 90, velocityRange = 60, yAcceleration = 60, scale = 0.8, scaleSpeed = -0.35,
            redRange = 0.5, greenRange = 0.5, blueRange = 0.5, alphaSpeed = -0.5,
          },
        },
      },
    },
  }
end
root:addSublayer(rocket(95, "#ff8a5c", 3, -0.3))
root:addSublayer(rocket(385, "#8cff9a", 12, -0.45))
return root
