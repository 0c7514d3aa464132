-- A slide show in the manner of Ken Burns: each picture is slowly drawn nearer by its contentsRect, and enters by a transition.
-- film: --fps 25
local ca = require "layerlua"

local W, H, EACH, ENTER = 480, 300, 3, 1

-- A landscape: sky, a sun, and ridges one behind the other, paler the farther.
local function landscape(sky, sun, ridge, seed)
  local random = seed
  local function number(low, high)
    random = (random * 1664525 + 1013904223) % 4294967296
    return low + (high - low) * random / 4294967296
  end
  return ca.Image.draw(W, H, 2, function(ctx)
    ctx:drawLinearGradient(sky, { 0, 1 }, { 0, 0 }, { 0, H })
    ctx:setFillColor(sun.color)
    ctx:fillEllipse { sun.x - sun.r, sun.y - sun.r, 2 * sun.r, 2 * sun.r }
    for i = 1, 4 do
      local base = 110 + 45 * i
      ctx:beginPath()
      ctx:move(0, H)
      ctx:addLine(0, base + number(-20, 20))
      local x = 0
      while x < W do
        local step = number(50, 110)
        ctx:addQuadCurve(x + step / 2, base - number(10, 55), x + step, base + number(-12, 18))
        x = x + step
      end
      ctx:addLine(x, H)
      ctx:closePath()
      ctx:setFillColor { ridge[1] * (1.25 - 0.22 * i), ridge[2] * (1.25 - 0.22 * i), ridge[3] * (1.25 - 0.22 * i) }
      ctx:fillPath()
    end
  end)
end

local pictures = {
  landscape({ "#fdc37a", "#fbe9d0" }, { x = 350, y = 90, r = 34, color = "#fff6dd" }, { 0.72, 0.52, 0.56 }, 11),
  landscape({ "#6fb3e8", "#dff1fb" }, { x = 110, y = 60, r = 26, color = "#fffbe6" }, { 0.45, 0.68, 0.55 }, 5),
  landscape({ "#141a3a", "#53488a" }, { x = 330, y = 70, r = 22, color = "#f4f1de" }, { 0.30, 0.30, 0.52 }, 23),
  landscape({ "#f28f79", "#f9d7a5" }, { x = 240, y = 140, r = 44, color = "#fff0c2" }, { 0.62, 0.36, 0.46 }, 42),
}
-- Which part of the picture is seen at first and at last.
local moves = {
  { { 0, 0, 1, 1 }, { 0.35, 0.05, 0.6, 0.6 } }, { { 0, 0, 0.7, 0.7 }, { 0.3, 0.3, 0.7, 0.7 } },
  { { 0.4, 0, 0.6, 0.6 }, { 0, 0, 1, 1 } }, { { 0, 0.1, 0.8, 0.8 }, { 0.2, 0.2, 0.65, 0.65 } },
}
local entrances = { false, { type = "fade" }, { type = "push", subtype = "fromRight" }, { type = "moveIn", subtype = "fromTop" } }

local show = ca.Layer { name = "slides", bounds = { 0, 0, W, H }, backgroundColor = "black", masksToBounds = true }
for i, picture in ipairs(pictures) do
  local start = (i - 1) * EACH
  local slide = ca.Layer { name = "slide " .. i, frame = show.bounds, contents = picture, contentsRect = moves[i][2] }
  slide:addAnimation(ca.BasicAnimation {
    keyPath = "contentsRect", fromValue = moves[i][1], beginTime = start, duration = EACH + ENTER, fillMode = "both", removedOnCompletion = false,
    timingFunction = "easeInEaseOut",
  })
  local stage = ca.Layer { frame = show.bounds, hidden = entrances[i] and true or false, slide }
  show:addSublayer(stage)
  if entrances[i] then
    -- What is seen until the transition ends is the stage as it is now, hidden; then as it will be.
    local entrance = ca.Transition(entrances[i])
    entrance.beginTime, entrance.duration, entrance.fillMode, entrance.timingFunction = start, ENTER, "backwards", "easeInEaseOut"
    stage:addAnimation(entrance)
    stage.hidden = false
  end
end
return show
