-- Rings of progress, drawn on by an animation.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"
local chart = require "chart"

local goals = { { "Steps", 0.8 }, { "Sleep", 0.6 }, { "Water", 0.3 } }
local page = kit.page(200, 90)
local rings = {}
for i, goal in ipairs(goals) do
  local x = 34 + (i - 1) * 66
  rings[i] = chart.ring(page, x, 34, 22, goal[2])
  kit.text(page, goal[1], x - 30, 64, { align = "center", width = 60 })
end
local grow = ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, toValue = goals[1][2], duration = 0.5 }
rings[1]:addAnimation(grow, "grow")
local turn = ca.BasicAnimation { keyPath = "transform.rotation.z", toValue = 2 * math.pi, duration = 2 }
rings[2]:addAnimation(turn, "turn")
return page

--! snap-back: rings[1]:addAnimation(grow, "grow") => rings[1].strokeEnd = 0 rings[1]:addAnimation(grow, "grow") @ strokeEnd
--! degrees: toValue = 2 * math.pi, duration = 2 => toValue = 360, duration = 2
--! shape-empty: rings[2]:addAnimation(turn, "turn") => rings[3].strokeEnd = 0 rings[2]:addAnimation(turn, "turn") @ strokeEnd
