-- Animations as strips of frames: every row is one small scene at 0, 0.25, 0.5, 0.75, 1 and 1.25 seconds.
local ca = require "layerlua"

-- The last row shows what a film does not call: completion waits for the clock.
ca.allow "callbacks-in-pictures"

local TIMES = { 0, 0.25, 0.5, 0.75, 1, 1.25 }
local WIDTH, HEIGHT, LABEL = 84, 46, 150
local RED, BLUE, GOLD = "#d1495b", "#30638e", "#edae49"

local rows = {}

-- A row: `animate` gets a box and the stage it stands on.
local function row(caption, animate)
  local box = ca.Layer { name = "box", bounds = { 0, 0, 16, 16 }, position = { 14, 23 }, cornerRadius = 3, backgroundColor = BLUE }
  local stage = ca.Layer { name = caption, bounds = { 0, 0, WIDTH, HEIGHT }, backgroundColor = "#f4f6f9", masksToBounds = true, box }
  animate(box, stage)
  rows[#rows + 1] = { caption = caption, stage = stage }
end

row("basic: fromValue, toValue", function(box)
  box:addAnimation(ca.BasicAnimation { keyPath = "position.x", fromValue = 14, toValue = 70, duration = 1 }, "move")
end)

row("byValue, timingFunction, kept", function(box)
  box:addAnimation(ca.BasicAnimation {
    keyPath = "position.x", byValue = 56, duration = 1, timingFunction = "easeInEaseOut", fillMode = "forwards", removedOnCompletion = false,
  })
end)

row("autoreverses, repeatDuration", function(box)
  box:addAnimation(ca.BasicAnimation { keyPath = "position.x", toValue = 70, duration = 0.5, autoreverses = true, repeatDuration = 2 })
end)

row("speed, timeOffset, beginTime", function(box)
  box:addAnimation(ca.BasicAnimation {
    keyPath = "position.x", toValue = 70, duration = 1, beginTime = 0.25, speed = 2, timeOffset = 0.5, fillMode = "backwards",
  })
end)

row("additive, cumulative", function(box)
  box:addAnimation(ca.BasicAnimation { keyPath = "position.x", byValue = 14, duration = 0.25, repeatCount = 4, cumulative = true, additive = true })
  box:addAnimation(ca.BasicAnimation { keyPath = "position.y", fromValue = -8, toValue = 8, duration = 0.5, repeatCount = 3, additive = true })
end)

row("valueFunction", function(box)
  box.position = { 42, 23 }
  box:addAnimation(ca.BasicAnimation { keyPath = "transform", valueFunction = "rotateZ", fromValue = 0, toValue = math.pi, duration = 2 })
end)

row("keyframes: values, keyTimes", function(box)
  box:addAnimation(ca.KeyframeAnimation {
    keyPath = "backgroundColor", values = { BLUE, GOLD, RED }, keyTimes = { 0, 0.75, 1 }, timingFunctions = { "easeOut", "linear" }, duration = 1.25,
  })
  box:addAnimation(ca.KeyframeAnimation { keyPath = "position.x", values = { 14, 42, 70 }, calculationMode = "discrete", duration = 1.5 })
end)

row("cubic: tension, continuity, bias", function(box)
  box:addAnimation(ca.KeyframeAnimation {
    keyPath = "position", values = { { 14, 36 }, { 30, 10 }, { 54, 36 }, { 70, 10 } }, calculationMode = "cubic", duration = 1.25,
    tensionValues = { 0, -0.5, 0.5, 0 }, continuityValues = { 0, 0, 0.5, 0 }, biasValues = { 0, 0.5, 0, 0 },
  })
end)

row("along a path, rotationMode", function(box, stage)
  local way = ca.Path "M14 36 C 14 0 70 0 70 36"
  stage:insertSublayer(ca.ShapeLayer { path = way, fillColor = false, strokeColor = "#c3ccd6" }, 1)
  box:addAnimation(ca.KeyframeAnimation { keyPath = "position", path = way, calculationMode = "paced", rotationMode = "auto", duration = 1.25 })
end)

row("spring: mass, stiffness, damping", function(box)
  local spring = ca.SpringAnimation {
    keyPath = "position.x", toValue = 56, mass = 1, stiffness = 120, damping = 6, initialVelocity = 2, allowsOverdamping = false,
  }
  spring.duration = spring.settlingDuration
  box:addAnimation(spring)
end)

row("spring: perceptualDuration, bounce", function(box)
  box:addAnimation(ca.SpringAnimation { keyPath = "transform.scale", toValue = 2, perceptualDuration = 0.8, bounce = 0.5 })
  box.position = { 42, 23 }
end)

row("group of animations", function(box)
  box:addAnimation(ca.AnimationGroup {
    duration = 1.25,
    animations = {
      ca.BasicAnimation { keyPath = "position.x", toValue = 70, duration = 1.25 },
      ca.BasicAnimation { keyPath = "cornerRadius", toValue = 8, duration = 0.5, fillMode = "both" },
      ca.BasicAnimation { keyPath = "opacity", toValue = 0.2, beginTime = 0.5, duration = 0.5 },
    },
  })
end)

row("another layer's key: sublayers.box", function(_, stage)
  stage:addAnimation(ca.BasicAnimation { keyPath = "sublayers.box.bounds.size", toValue = { 60, 30 }, duration = 1.25 })
end)

for _, t in ipairs {
  { type = "fade" }, { type = "push", subtype = "fromRight" }, { type = "moveIn", subtype = "fromTop", startProgress = 0.2 },
  { type = "reveal", subtype = "fromBottom", endProgress = 0.8 },
} do
  row("transition: " .. t.type, function(box, stage)
    t.duration = 1.2
    stage:addAnimation(ca.Transition(t))
    stage.backgroundColor = "#fbe8c6"
    box.backgroundColor = RED
    box.position = { 60, 23 }
  end)
end

row("layers' own time: speed", function(box, stage)
  stage.speed = 0.5
  box:addAnimation(ca.BasicAnimation { keyPath = "position.x", toValue = 70, duration = 1 })
end)

row("ca.animate", function(box)
  ca.animate({ duration = 0.75, delay = 0.25 }, function()
    box.position = { 70, 23 }
    box.backgroundColor = GOLD
  end)
end)

-- Delegates hear of it when the clock passes; pictures of any time tell them nothing.
local finished = 0
rows[1].stage:sublayer("box"):addAnimation(ca.BasicAnimation {
  keyPath = "borderWidth", toValue = 3, duration = 1, delegate = { animationDidStop = function() finished = finished + 1 end },
})

local sheet = ca.Layer { name = "animations", bounds = { 0, 0, LABEL + #TIMES * (WIDTH + 6), 24 + #rows * (HEIGHT + 6) }, backgroundColor = "white" }
local function text(string, frame)
  sheet:addSublayer(ca.TextLayer {
    string = string, frame = frame, font = "DejaVu Sans", fontSize = 8.5, foregroundColor = "#2b3440", verticalAlignment = "center",
  })
end
for i, time in ipairs(TIMES) do text(time .. " s", { LABEL + (i - 1) * (WIDTH + 6) + 30, 4, WIDTH, 16 }) end
for y, entry in ipairs(rows) do
  local top = 22 + (y - 1) * (HEIGHT + 6)
  text(entry.caption, { 8, top, LABEL - 8, HEIGHT })
  for x, time in ipairs(TIMES) do
    sheet:addSublayer(ca.Layer {
      frame = { LABEL + (x - 1) * (WIDTH + 6), top, WIDTH, HEIGHT },
      contentsScale = 2,
      contents = ca.render(entry.stage, { time = time, scale = 2 }),
    })
  end
end
assert(finished == 0)
return sheet
