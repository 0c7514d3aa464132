-- 2000 short lines of text.
local ca = require "layerlua"
local random = require("lib.random").new(6)
local root = ca.Layer { bounds = { 0, 0, 1920, 1080 }, backgroundColor = "white" }
for _ = 1, 2000 do
  local x, y = random:real(0, 1800), random:real(14, 1080)
  local a, b, c = random:word(), random:word(), random:word()
  root:addSublayer(ca.TextLayer {
    string = a .. " " .. b .. " " .. c,
    -- The baseline lies 12.99 points under the top.
    frame = { x, y - 12.99, 400, 17 },
    font = "DejaVu Sans",
    fontSize = 14,
    foregroundColor = "black",
  })
end
return root
