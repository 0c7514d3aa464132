-- Icons as layers: each is an SVG file whose groups and shapes are found by their ids, tinted and animated.
local ca = require "layerlua"

local root = ca.Layer { name = "icons", bounds = { 0, 0, 480, 368 }, backgroundColor = "#eef1f5" }

local icons = {}
for i, name in ipairs {
  "gear", "clock", "weather", "mail", "bell", "heart", "battery", "windmill", "chart", "search", "glass", "rocket",
} do
  local column, row = (i - 1) % 4, (i - 1) // 4
  local tile = ca.Layer {
    frame = { 12 + 116 * column, 12 + 116 * row, 108, 108 }, backgroundColor = "white", cornerRadius = 16,
  }
  local icon = ca.Layer.svg("icons/" .. name .. ".svg", { color = name == "search" and "#5e5ce6" or "#34c759" })
  icon.position = { 54, 54 }
  icon.affineTransform = ca.Transform.affine(80 / icon.bounds.width, 0, 0, 80 / icon.bounds.height, 0, 0)
  tile:addSublayer(icon)
  root:addSublayer(tile)
  icons[name] = icon
end

local function turn(layer, seconds, angle)
  layer:addAnimation(ca.BasicAnimation {
    keyPath = "transform.rotation.z", byValue = angle or 2 * math.pi, duration = seconds, repeatCount = math.huge,
  }, "turn")
end

turn(icons.gear:find "wheel", 8)
turn(icons.weather:find "rays", 12)
turn(icons.windmill:find "sails", 5)

-- A hand turns about its end: the file's origin, which the anchor point is moved to.
for name, seconds in pairs { hours = 24, minutes = 4 } do
  local hand = icons.clock:find(name)
  hand:setAnchorPointKeepingFrame { 0.5, 1 }
  turn(hand, seconds)
end

local body = icons.bell:find "body"
body:setAnchorPointKeepingFrame { 0.5, 0 }
for _, layer in ipairs { body, icons.bell:find "clapper" } do
  layer:addAnimation(ca.KeyframeAnimation {
    keyPath = layer == body and "transform.rotation.z" or "transform.translation.x",
    values = layer == body and { -0.2, 0.2, -0.2 } or { 5, -5, 5 }, duration = 1, repeatCount = math.huge,
    timingFunctions = { "easeInEaseOut", "easeInEaseOut" },
  }, "ring")
end

icons.heart:find("shape"):addAnimation(ca.BasicAnimation {
  keyPath = "transform.scale", fromValue = 0.9, toValue = 1, duration = 0.5, autoreverses = true, repeatCount = math.huge,
}, "beat")
icons.battery:find("level"):addAnimation(ca.BasicAnimation {
  keyPath = "fillColor", fromValue = "#ff3b30", duration = 2, autoreverses = true, repeatCount = math.huge,
}, "charge")
icons.chart:find("trend"):addAnimation(ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, duration = 2 }, "draw")
icons.mail:find("badge"):addAnimation(ca.SpringAnimation {
  keyPath = "transform.scale", fromValue = 0, toValue = 1, duration = 1.2,
}, "pop")
icons.rocket:find("flame"):addAnimation(ca.BasicAnimation {
  keyPath = "opacity", fromValue = 1, toValue = 0.4, duration = 0.15, autoreverses = true, repeatCount = math.huge,
}, "burn")

return root
