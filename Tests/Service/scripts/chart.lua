-- A chart of twelve bars.
local ca = require "layerlua"

local seed = ca.parameter("seed", { default = 1, min = 1, max = 100, kind = "integer" })
local dark = ca.parameter("dark", { default = false })
ca.parameter("n", { default = 0, min = 0, max = 2000000000, kind = "integer" })

local random = ca.random(seed)
local chart = ca.Layer { bounds = { 0, 0, 640, 360 }, backgroundColor = dark and "#16161d" or "white" }
for i = 1, 12 do
  local height = 40 + 260 * random:number()
  chart:addSublayer(ca.GradientLayer {
    frame = { 30 + (i - 1) * 49, 330 - height, 36, height },
    colors = { "#5aa9d6", "#2f6f9f" },
    cornerRadius = 4,
    masksToBounds = true,
  })
  chart:addSublayer(ca.TextLayer {
    frame = { 30 + (i - 1) * 49, 334, 36, 16 },
    string = ("%.0f"):format(height),
    fontSize = 12,
    alignmentMode = "center",
    foregroundColor = dark and "white" or "black",
  })
end
return chart
