-- The compass whose arrow is swung by a spring: every second and a half it is let go toward another heading, overshoots and settles.
-- film: --duration 4.5 --fps 30
local ca = require "layerlua"
local compass = require "lib.compass"

local root = ca.Layer { name = "compass-spring", bounds = { 0, 0, 300, 300 } }
local circle = compass.circle(root.bounds)
local arrow = compass.arrow(circle)
root.sublayers = { compass.gradient(root.bounds), circle, arrow }

local heading = 0
for i, target in ipairs { math.pi / 5, -math.pi / 3, math.pi } do
  arrow:addAnimation(ca.SpringAnimation {
    keyPath = "transform.rotation.z", fromValue = heading, toValue = target, mass = 1, stiffness = 60, damping = 4,
    beginTime = (i - 1) * 1.5, duration = 1.5, fillMode = i == 1 and "both" or "forwards", removedOnCompletion = false,
  })
  heading = target
end
return root
