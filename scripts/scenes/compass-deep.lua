-- The compass with depth: under a transform layer the dial, the arrow and a peg keep their distances from the page.
local ca = require "layerlua"
local compass = require "lib.compass"

local host = ca.Layer { name = "host", bounds = { 0, 0, 300, 300 }, position = { 140, 210 } }
host["sublayerTransform.m34"] = -1 / 1000

local page = ca.TransformLayer { name = "page", frame = host.bounds }

local circle = compass.circle(page.bounds)
circle.zPosition = 10

local arrow = compass.arrow(circle)
arrow.zPosition = 20
arrow.shadowOpacity = 1
arrow.shadowRadius = 10

-- The peg stands upright on the page: first about x, then about z.
local peg = ca.ShapeLayer {
  name = "peg",
  bounds = { 0, 0, 3.5, 50 },
  position = circle.position,
  anchorPoint = { 0.5, 0.5 },
  path = ca.Path():addRect { 0, 0, 3.5, 50 },
  fillColor = { 1, 0.95, 1, 0.95 },
  zPosition = 15,
}
peg["transform.rotation.x"] = math.pi / 2
peg["transform.rotation.z"] = math.pi / 2

page.sublayers = { compass.gradient(page.bounds), circle, arrow, peg }

-- Turned about its right edge, as a page.
page.anchorPoint = { 1, 0.5 }
page.position = { host.bounds.maxX, host.bounds.midY }
page["transform.rotation.y"] = math.pi / 4
host:addSublayer(page)

-- Perspective makes the page larger than its host.
return ca.Layer { name = "compass-deep", bounds = { 0, 0, 320, 420 }, backgroundColor = "white", host }
