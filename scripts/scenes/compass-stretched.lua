-- The compass with its arrow made larger after it was drawn: the head gets wider but not longer, only the shaft grows.
local ca = require "layerlua"
local compass = require "lib.compass"

local root = ca.Layer { name = "compass", bounds = { 0, 0, 300, 300 } }
local circle = compass.circle(root.bounds)
local arrow = compass.arrow(circle)
root.sublayers = { compass.gradient(root.bounds), circle, arrow }

-- What was drawn stays as it is, and is stretched as an image: its lower 60 hundredths only.
arrow:displayIfNeeded()
arrow.needsDisplayOnBoundsChange = false
arrow.contentsCenter = { 0, 0.4, 1, 0.6 }
arrow.contentsGravity = "resizeAspect"
arrow.bounds = arrow.bounds:insetBy(-20, -20)

return root
