-- A page turns about its right edge in perspective, with another on its back and one under it. A transform layer keeps front and back
-- apart in depth; each shows only from its own side.
-- film: --fps 30
local ca = require "layerlua"
local compass = require "lib.compass"

local SIDE = 300
local function paper(color, text)
  return ca.Layer {
    bounds = { 0, 0, SIDE, SIDE }, anchorPoint = { 1, 0.5 }, position = { SIDE, SIDE / 2 }, backgroundColor = color, doubleSided = false,
    borderWidth = 1, borderColor = "#d6caae",
    ca.TextLayer {
      frame = { 0, 100, SIDE, 100 }, string = text, font = "DejaVu Sans", fontSize = 56, alignmentMode = "center", verticalAlignment = "center",
      foregroundColor = "#2b3440",
    },
  }
end

local front = compass.gradient { 0, 0, SIDE, SIDE }
local circle = compass.circle(front.bounds)
front.sublayers = { circle, compass.arrow(circle) }
front.anchorPoint = { 1, 0.5 }
front.position = { SIDE, SIDE / 2 }
front.doubleSided = false
-- The back is turned already, where it lies: it shows when the page has passed the upright.
local back = paper("#f6efe0", "2")
back.anchorPoint = { 0.5, 0.5 }
back.position = { SIDE / 2, SIDE / 2 }
back["transform.rotation.y"] = math.pi

local page = ca.TransformLayer { bounds = { 0, 0, SIDE, SIDE }, anchorPoint = { 1, 0.5 }, position = { SIDE, SIDE / 2 }, back, front }
-- The turned page lies right of its edge.
page:addAnimation(ca.BasicAnimation {
  keyPath = "transform.rotation.y", fromValue = 0, toValue = math.pi, duration = 2, timingFunction = "easeInEaseOut", fillMode = "both",
  removedOnCompletion = false,
})

local under = paper("#f6efe0", "3")
under.doubleSided = true
local book = ca.Layer { bounds = { 0, 0, SIDE, SIDE }, position = { 190, 230 }, under, page }
book["sublayerTransform.m34"] = -1 / 900
return ca.Layer { name = "page-turning", bounds = { 0, 0, 680, 460 }, backgroundColor = "#5b6b7f", book }
