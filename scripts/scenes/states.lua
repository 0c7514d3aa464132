-- States: one sky, copied, in two of its three states, half way to the third, and 0.2 s after it woke.
local ca = require "layerlua"

local flake = ca.Image.draw(10, 10, 2, function(ctx)
  ctx:setFillColor "white"
  ctx:fill { 4, 0, 2, 10 }; ctx:fill { 0, 4, 10, 2 }
end)

local sun = ca.Layer { name = "sun", bounds = { 0, 0, 36, 36 }, position = { 45, 110 }, cornerRadius = 18,
  backgroundColor = "#ffd166" }
local hill = ca.ShapeLayer { name = "hill", bounds = { 0, 0, 90, 40 }, position = { 45, 120 },
  path = "M 0 40 V 20 C 20 0 40 0 55 15 S 80 25 90 10 V 40 Z", fillColor = "#2f6b4f" }
local snow = ca.EmitterLayer { name = "snow", bounds = { 0, 0, 90, 60 }, anchorPoint = { 0, 0 }, masksToBounds = true,
  emitterPosition = { 45, -10 }, emitterSize = { 90, 0 }, emitterShape = "line", seed = 3, opacity = 0,
  speed = 20,
  emitterCells = { ca.EmitterCell { name = "flake", contents = flake, birthRate = 5, lifetime = 4, velocity = 18,
    emissionLongitude = math.pi, scale = 0.6, rotation = 0.4, rotationRange = 1.2, mass = 1, massRange = 0.5 } } }
local glass = ca.BackdropLayer { name = "glass", frame = { 10, 92, 70, 20 }, cornerRadius = 10, hidden = true,
  backgroundColor = "#ffffff30", filters = { ca.Filter("gaussianBlur", { inputRadius = 4 }),
    ca.Filter("colorContrast", { inputAmount = 1.4 }) } }
local sky = ca.GradientLayer { name = "sky", bounds = { 0, 0, 90, 140 }, colors = { "#10182e", "#27345c" },
  masksToBounds = true, cornerRadius = 12, sun, hill, snow, glass }

local function set(target, keyPath, value)
  return ca.StateSetValue { target = target, keyPath = keyPath, value = value }
end
sky.states = {
  ca.State { name = "Locked", initial = true, previousDelay = 0, nextDelay = 2, elements = {
    set(sun, "position.y", 60), set(sky, "colors", { "#4c6fb1", "#f4a261" }), set(glass, "hidden", false) } },
  ca.State { name = "Unlock", basedOn = "Locked", elements = {
    set(sun, "position", { 66, 26 }), set(sun, "transform.scale.xy", 0.6),
    set(sky, "colors", { "#8ec5fc", "#e0f0ff" }) } },
  ca.State { name = "Sleep", enabled = true, elements = {
    set(snow, "opacity", 1),
    ca.StateAddAnimation { target = hill, key = "sway", animation = ca.BasicAnimation { keyPath = "position.x",
      byValue = 4, duration = 1, autoreverses = true, repeatCount = math.huge } },
    ca.StateRemoveAnimation { target = sun, key = "spin" } } },
}
sky.stateTransitions = {
  ca.StateTransition { fromState = "Sleep", toState = "Locked", elements = {
    ca.StateTransitionElement { target = sun, key = "position.y", duration = 0.4, beginTime = 0.05, enabled = true,
      animation = ca.BasicAnimation { timingFunction = "easeOut" } } } },
}
sky.stateTransitionAnimation = ca.SpringAnimation { perceptualDuration = 0.8, bounce = 0 }

local root = ca.Layer { name = "states", bounds = { 0, 0, 400, 180 }, backgroundColor = "white" }
local function show(title, change)
  local copy = sky:copy()
  change(copy)
  local x = 50 + 100 * (#root.sublayers // 2)
  copy.position = { x, 78 }
  root:addSublayer(copy)
  root:addSublayer(ca.TextLayer { frame = { x - 45, 154, 90, 16 }, string = title .. ": " .. tostring(copy.currentState),
    font = "DejaVu Sans", fontSize = 9, alignmentMode = "center", foregroundColor = "#606870" })
end
show("set", function(copy) copy:setState("Sleep", { transitionSpeed = 0 }) end)
show("set", function(copy) copy:setState("Locked", { transitionSpeed = 0 }) end)
show("half", function(copy) copy:setState { from = "Locked", to = "Unlock", fraction = 0.5 } end)
show("waking", function(copy)
  copy:setState("Sleep", { transitionSpeed = 0 })
  copy:setState "Locked"
end)
return root
