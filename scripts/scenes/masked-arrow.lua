-- The compass, its arrow seen through an ellipse: whole inside, half there under the ellipse's broad outline.
local ca = require "layerlua"
local compass = require "lib.compass"

local root = ca.Layer { name = "masked-arrow", bounds = { 0, 0, 300, 300 } }
local circle = compass.circle(root.bounds)
local arrow = compass.arrow(circle)
root.sublayers = { compass.gradient(root.bounds), circle, arrow }

arrow.mask = ca.ShapeLayer {
  frame = arrow.bounds,
  path = ca.Path():addEllipse(arrow.bounds:insetBy(10, 10)),
  strokeColor = { 0, 0.5 }, -- black at half alpha; only the alpha counts
  lineWidth = 20,
}

return root
