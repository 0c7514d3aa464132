-- The compass as a page turned about its right edge: without perspective it is only squashed; with perspective it opens.
local ca = require "layerlua"
local compass = require "lib.compass"

local function turnedPage(m34)
  local host = ca.Layer { bounds = { 0, 0, 300, 300 } }
  host["sublayerTransform.m34"] = m34

  -- The gradient is the page: the circle and the arrow turn with it.
  local page = compass.gradient(host.bounds)
  local circle = compass.circle(page.bounds)
  page.sublayers = { circle, compass.arrow(circle) }

  page.anchorPoint = { 1, 0.5 }
  page.position = { host.bounds.maxX, host.bounds.midY }
  page["transform.rotation.y"] = math.pi / 4
  host:addSublayer(page)
  return host
end

local root = ca.Layer { name = "page-turn", bounds = { 0, 0, 960, 560 }, backgroundColor = "white" }
for i, m34 in ipairs { 0, -1 / 1000, -1 / 500 } do
  local host = turnedPage(m34)
  host.position = { 150 + (i - 1) * 320, 280 }
  root:addSublayer(host)
end
return root
