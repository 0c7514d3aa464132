-- Speeds multiply down the tree: a clock in a layer of speed 2, in another of speed 2, runs four times as fast as the one beside it. The
-- same animation stopped at four times, running below, and at last forth and back: layerlua speeds.lua -o speeds.mp4
-- film: --duration 4 --fps 25
local ca = require "layerlua"

local function clock(color)
  local hand = ca.Layer { bounds = { 0, 0, 4, 24 }, anchorPoint = { 0.5, 1 }, position = { 30, 30 }, cornerRadius = 2, backgroundColor = color }
  hand:addAnimation(ca.BasicAnimation { keyPath = "transform.rotation.z", fromValue = 0, toValue = 2 * math.pi, duration = 4, repeatCount = math.huge })
  return ca.Layer {
    bounds = { 0, 0, 60, 60 }, position = { 36, 36 }, cornerRadius = 30, backgroundColor = "white", borderWidth = 2, borderColor = color, hand,
  }
end

-- Three clocks: one at speed 1, one inside speed 2, one inside speed 2 inside speed 2.
local function clocks()
  return ca.Layer {
    bounds = { 0, 0, 216, 72 },
    ca.Layer { frame = { 0, 0, 72, 72 }, clock "#30638e" },
    ca.Layer { frame = { 72, 0, 72, 72 }, speed = 2, clock "#d1495b" },
    ca.Layer { frame = { 144, 0, 72, 72 }, speed = 2, ca.Layer { frame = { 0, 0, 72, 72 }, speed = 2, clock "#3c7a57" } },
  }
end

local function label(string, frame)
  return ca.TextLayer {
    string = string, frame = frame, font = "DejaVu Sans", fontSize = 10, foregroundColor = "#2b3440", alignmentMode = "center",
    verticalAlignment = "center",
  }
end

local root = ca.Layer { name = "speeds", bounds = { 0, 0, 310, 492 }, backgroundColor = "#eef1f5" }
for i, text in ipairs { "speed 1", "speed 2", "2 in 2" } do root:addSublayer(label(text, { 72 + (i - 1) * 72, 6, 72, 20 })) end
for i, time in ipairs { 0, 0.25, 0.5, 0.75 } do
  local y = 26 + (i - 1) * 76
  local row = clocks()
  row.position = { 180, y + 36 }
  -- A layer of speed 0 stands at its timeOffset, whatever time it is outside.
  row.speed = 0
  row.timeOffset = time
  root:addSublayer(row)
  root:addSublayer(label(time .. " s", { 8, y, 64, 72 }))
end
local running = clocks()
running.position = { 180, 372 }
root:addSublayer(ca.Layer { frame = { 0, 332, 310, 1 }, backgroundColor = "#c3ccd6" })
root:addSublayer(running)
root:addSublayer(label("running", { 8, 336, 64, 72 }))
-- The clocks run at the row's contentsTime, which goes from 0 to 1 s and back.
local turning = clocks()
turning.position = { 180, 448 }
turning:addAnimation(ca.BasicAnimation { keyPath = "contentsTime", fromValue = 0, toValue = 1, duration = 1, autoreverses = true, repeatCount = math.huge })
root:addSublayer(turning)
root:addSublayer(label("forth, back", { 8, 412, 64, 72 }))
return root
