-- Copies of one bar in a circle, as one waits.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local count = 12
local page = kit.page(100, 110)
local spinner = ca.ReplicatorLayer {
  name = "spinner", frame = { 20, 10, 60, 60 }, instanceCount = count,
  instanceTransform = ca.Transform.rotation(2 * math.pi / count), instanceAlphaOffset = -1 / count,
}
local blade = kit.box(spinner, 28, 2, 4, 14, theme.ink)
blade.cornerRadius = 2
page:addSublayer(spinner)
kit.text(page, "Please wait", 10, 80, { align = "center", width = 80, color = theme.muted })
local turn = ca.KeyframeAnimation { keyPath = "transform.rotation.z", values = { 0, math.pi, 2 * math.pi }, duration = 1 }
turn.repeatCount = math.huge
spinner:addAnimation(turn, "turn")
return page

--! no-instances: instanceCount = count, => instanceCount = 0, @ spinner.lua:8
--! degrees: values = { 0, math.pi, 2 * math.pi } => values = { 0, 180, 360 }
--! empty-bounds: kit.text(page, "Please wait" => kit.box(page, 2, 2, 0, 90, theme.line) kit.text(page, "Please wait"
