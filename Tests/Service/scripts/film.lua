-- A dot that crosses the picture in a second.
local ca = require "layerlua"

local color = ca.parameter("color", { default = "tomato", kind = "color" })
ca.parameter("n", { default = 0, min = 0, max = 2000000000, kind = "integer" })

local film = ca.Layer { bounds = { 0, 0, 320, 180 }, backgroundColor = "#102030" }
local dot = ca.Layer { bounds = { 0, 0, 40, 40 }, position = { 30, 90 }, cornerRadius = 20, backgroundColor = color }
dot:addAnimation(ca.BasicAnimation { keyPath = "position.x", fromValue = 30, toValue = 290, duration = 1 })
film:addSublayer(dot)
return film
