-- A greeting for a day on which something is released: a rocket burns its way up, letters fall in, confetti comes down.
-- layerlua launch-day.lua -D title="HELLO, BEN" --seed 3 -o launch.mp4
-- film: --fps 30
local ca = require "layerlua"

local W, H, UP = 480, 480, 1.5
local title = ca.parameter("title", { default = "WE SHIPPED", maxLength = 14 })
local root = ca.GradientLayer { name = "sky", bounds = { 0, 0, W, H }, masksToBounds = true, colorSpace = "oklab",
  colors = { "#0b1030", "#2b2a6b", "#b0508a", "#ffb27a" }, locations = { 0, 0.45, 0.8, 1 } }
local random = ca.random()

-- Stars without clumps, fewer and fainter toward the horizon.
for _, p in ipairs(ca.poissonDiscs({ 0, 0, W, H * 0.62 }, 22)) do
  local size = random:number(1, 2.6)
  root:addSublayer(ca.Layer { name = "star", bounds = { 0, 0, size, size }, cornerRadius = size / 2, position = p,
    backgroundColor = "white", opacity = (1 - p.y / H / 0.7) * random:number(0.3, 0.9) })
end

-- The rocket points up, with its nozzle at the origin.
local hull = ca.Path "M-14 0C-24 -40 -18 -72 0 -96C18 -72 24 -40 14 0Z"
local nose = hull:intersection(ca.Path():addRect { -40, -100, 80, 32 })
local fins = ca.Path "M-16 -34L-34 -2L-12 -4ZM16 -34L34 -2L12 -4Z"
local function shape(path, color) return ca.ShapeLayer { path = path, fillColor = color } end
local rocket = ca.Layer { name = "rocket", position = { W / 2, 248 }, shape(fins, "#e4572e"), shape(hull, "#f4f1ea"),
  shape(nose, "#e4572e"), shape(hull:intersection(ca.Path():addRect { 2, -120, 60, 160 }), "#00000018"),
  shape(ca.Path():addEllipse { -8, -62, 16, 16 }, "#2b2a6b"),
  shape(ca.Path():addEllipse { -5, -59, 10, 10 }, "#8fd3ff"), shape(ca.Path "M-10 -4H10V4H-10Z", "#5b5f73") }
rocket["transform.scale"] = 1.5

-- Fire and smoke: their place follows the rocket, and what is born stays where it was.
local glow = ca.Image.draw(16, 16, 2, function(ctx)
  ctx:drawRadialGradient({ "#fff", "#fff0" }, { 0, 1 }, { 8, 8 }, 0, { 8, 8 }, 8)
end)
local function plume(name, mode, keys)
  keys.name, keys.contents, keys.emissionLongitude = name, glow, math.pi / 2
  return ca.EmitterLayer { name = name, frame = { 0, 0, W, H }, emitterPosition = { W / 2, 250 }, renderMode = mode,
    seed = 7, beginTime = 0, emitterCells = { ca.EmitterCell(keys) } }
end
local smoke = plume("smoke", "oldestFirst", { birthRate = 60, lifetime = 2.6, velocity = 60, velocityRange = 40,
  emissionRange = 0.9, scale = 1.2, scaleRange = 0.6, scaleSpeed = 1.5, color = "#e9dff030", alphaSpeed = -0.08 })
local fire = plume("fire", "additive", { birthRate = 180, lifetime = 0.55, lifetimeRange = 0.2, velocity = 190,
  velocityRange = 70, emissionRange = 0.3, scale = 2.3, scaleSpeed = -3, color = "#ff7a2c5c", greenSpeed = -0.5,
  alphaSpeed = -0.6 })
for _, layer in ipairs { smoke, fire, rocket } do root:addSublayer(layer) end

-- The letters, each a layer about its own middle.
local _, letters = ca.Path.text(title, { font = "system-ui", weight = 900, fontSize = 46, kern = 1 })
local whole = ca.Path.union(letters):boundingBoxOfPath()
local fit = math.min(1, (W - 96) / whole.width)
local word = ca.Layer { name = "word", bounds = { 0, 0, whole.width, whole.height }, position = { W / 2, 390 } }
word["transform.scale"] = fit
for _, path in ipairs(letters) do
  local box = path:boundingBoxOfPath()
  if box then
    word:addSublayer(ca.ShapeLayer { path = path, bounds = box, position = { box.midX - whole.x, box.midY - whole.y },
      fillColor = "white" })
  end
end
root:addSublayer(word)
root:addSublayer(ca.TextLayer { name = "note", frame = { 0, 422, W, 20 }, string = "version 1.0 is out, thank you all",
  font = "system-ui", fontWeight = 500, fontSize = 15, alignmentMode = "center", foregroundColor = "#fff1e0" })

-- Confetti: flakes of five colours that tumble down.
local flake = ca.Image { width = 3, height = 2, pixels = function() return 1, 1, 1, 1 end }
local cells = {}
for i, color in ipairs { "#ffd166", "#ef476f", "#06d6a0", "#8fd3ff", "white" } do
  cells[i] = ca.EmitterCell { name = "flake" .. i, contents = flake, birthRate = 16, lifetime = 5, velocity = 90,
    velocityRange = 100, emissionLongitude = math.pi, emissionRange = 1.6, yAcceleration = 46, spin = 2,
    spinRange = 7, scale = 3, scaleRange = 2, color = color }
end
local confetti = ca.EmitterLayer { name = "confetti", frame = { 0, 0, W, H }, emitterShape = "line", seed = 11,
  emitterPosition = { W / 2, -20 }, emitterSize = { W, 0 }, beginTime = UP, emitterCells = cells }
root:addSublayer(confetti)

local rise = { at = 0, duration = UP, timingFunction = "cubicOut" }
ca.timeline { name = "launch", duration = 0.6 }
  :from(rocket, { ["position.y"] = H + 180 }, rise)
  :from({ fire, smoke }, { ["emitterPosition.y"] = H + 182 }, rise)
  :from(word.sublayers, { ["position.y"] = -120, opacity = 0 },
    { at = "-0.5", timingFunction = "backOut", stagger = 0.06 })
  :from(root:find "note", { opacity = 0 }, { at = "-0.1" })
  :hold(2.5)
return root
