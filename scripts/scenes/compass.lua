-- A compass: a dial on a gradient, four letters and an arrow.
local ca = require "layerlua"
local compass = require "lib.compass"

local root = ca.Layer { name = "compass", bounds = { 0, 0, 300, 300 } }

local circle = compass.circle(root.bounds)
root.sublayers = { compass.gradient(root.bounds), circle, compass.arrow(circle) }

-- The letters hang from the dial's centre, so turning it is one key path: layerlua compass.lua -D heading=90
circle["transform.rotation.z"] = -math.rad(ca.parameter("heading", { default = 0, min = -360, max = 360 }))

return root
