-- A loading ring: a circle whose strokeEnd runs ahead and whose strokeStart follows, while the whole turns.
-- film: --fps 30
local ca = require "layerlua"

local ring = ca.ShapeLayer {
  name = "ring", bounds = { 0, 0, 160, 160 }, position = { 120, 120 }, fillColor = false, strokeColor = "#3d8bfd", lineWidth = 14, lineCap = "round",
  path = ca.Path():addEllipse { 10, 10, 140, 140 }, strokeStart = 0, strokeEnd = 0.02,
}
ring:addAnimation(ca.AnimationGroup {
  duration = 1.6, repeatCount = 2,
  animations = {
    ca.KeyframeAnimation { keyPath = "strokeEnd", values = { 0.02, 1, 1 }, keyTimes = { 0, 0.55, 1 }, timingFunctions = { "easeInEaseOut", "linear" }, duration = 1.6 },
    ca.KeyframeAnimation { keyPath = "strokeStart", values = { 0, 0, 0.98 }, keyTimes = { 0, 0.45, 1 }, timingFunctions = { "linear", "easeInEaseOut" }, duration = 1.6 },
  },
}, "stroke")
ring:addAnimation(ca.BasicAnimation { keyPath = "transform.rotation.z", byValue = 2 * math.pi, duration = 3.2 }, "turn")

local track = ca.ShapeLayer { frame = { 40, 40, 160, 160 }, path = ring.path, fillColor = false, strokeColor = "#e3e8ef", lineWidth = 14 }
return ca.Layer { name = "loading-ring", bounds = { 0, 0, 240, 240 }, backgroundColor = "white", track, ring }
