-- A wallpaper: a sky with three states. Locked is dusk, Unlock is day, Sleep is night.
--   layerlua scripts/scenes/day-and-night.lua -o sky.tendies
local ca = require "layerlua"

local width, height = 390, 844
local function fill(name, from, to)
  return ca.GradientLayer { name = name, frame = { 0, 0, width, height }, colors = { from, to } }
end
local dusk = fill("dusk", "#31356e", "#f29e7a")
local day = fill("day", "#5aa9e6", "#e3f4ff")
local night = fill("night", "#070b1f", "#1d2b53")
day.opacity, night.opacity = 0, 0

local sun = ca.Layer { name = "sun", bounds = { 0, 0, 96, 96 }, position = { 195, 560 }, cornerRadius = 48,
  backgroundColor = "#ffd166", shadowColor = "#ffd166", shadowOpacity = 0.8, shadowRadius = 24,
  shadowOffset = { 0, 0 } }
local moon = ca.Layer { name = "moon", bounds = { 0, 0, 64, 64 }, position = { 300, 240 }, cornerRadius = 32,
  backgroundColor = "#eef1ff", opacity = 0 }

-- Each star twinkles in its own time, from absolute nought.
local stars = ca.Layer { name = "stars", frame = { 0, 0, width, 480 }, opacity = 0.25 }
for i = 1, 60 do
  local size = math.random(2, 4)
  local star = ca.Layer { name = "star " .. i, bounds = { 0, 0, size, size }, cornerRadius = size / 2,
    backgroundColor = "white", position = { math.random(width), math.random(470) } }
  star:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 1, toValue = 0.25, duration = 1 + i % 5 / 4,
    autoreverses = true, repeatCount = math.huge, beginTime = 1e-100, removedOnCompletion = false }, "twinkle")
  stars:addSublayer(star)
end

local function hill(name, y, colour, path)
  return ca.ShapeLayer { name = name, frame = { 0, y, width, 300 }, fillColor = colour, path = path }
end
local far = hill("far", 600, "#3d4a7a", "M 0 60 C 80 0 150 0 220 60 S 340 90 390 30 V 300 H 0 Z")
local near = hill("near", 680, "#22304f", "M 0 40 C 60 90 160 80 220 40 S 340 0 390 60 V 300 H 0 Z")

local sky = ca.Layer { name = "sky", bounds = { 0, 0, width, height }, masksToBounds = true,
  dusk, day, night, stars, sun, moon, far, near }

local function set(target, keyPath, value)
  return ca.StateSetValue { target = target, keyPath = keyPath, value = value }
end
sky.states = {
  ca.State { name = "Locked", elements = { set(sun, "position.y", 560), set(stars, "opacity", 0.25) } },
  ca.State { name = "Unlock", elements = { set(sun, "position.y", 180), set(day, "opacity", 1),
    set(stars, "opacity", 0), set(far, "fillColor", "#79b07a"), set(near, "fillColor", "#3f7d5a") } },
  ca.State { name = "Sleep", elements = { set(sun, "position.y", 940), set(night, "opacity", 1),
    set(moon, "position.y", 170), set(moon, "opacity", 1), set(stars, "opacity", 1) } },
}
sky.stateTransitions = {
  ca.StateTransition { fromState = "Locked", toState = "Unlock", elements = {
    ca.StateTransitionElement { target = sun, key = "position.y",
      animation = ca.SpringAnimation { perceptualDuration = 0.8, bounce = 0.2 } } } },
}
return sky
