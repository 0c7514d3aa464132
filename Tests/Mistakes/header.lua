-- The head of a page: a gradient, a wave cut out by a mask, a button with a shadow.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local page = kit.page(200, 120)
local sky = ca.GradientLayer {
  name = "sky", frame = { 0, 0, 200, 70 }, colors = { theme.accent, "#7baaf7" },
}
sky.mask = ca.ShapeLayer { path = "M 0 0 H 200 V 60 Q 150 76 100 60 T 0 60 Z" }
page:addSublayer(sky)
kit.text(sky, "Lighthouse", 12, 14, { size = theme.large, color = theme.paper })
local function button(x, label, color)
  local button = kit.box(page, x, 84, 60, 24, color)
  button.cornerRadius = 12
  button.shadowOpacity, button.shadowOffset, button.shadowRadius = 0.3, { 0, 2 }, 3
  kit.text(button, label, 0, 3, { width = 60, align = "center", color = theme.paper })
  return button
end
button(12, "Visit", theme.accent)
button(84, "Write", theme.good)
return page

--! gradient-stops: colors = { theme.accent, "#7baaf7" } => colors = { "#1a73e800", "#7baaf700" } @ header.lua:7
--! empty-mask: path = "M 0 0 H 200 V 60 Q 150 76 100 60 T 0 60 Z" => path = "M 0 200 H 200 V 260 Z" @ lies outside of it
--! shadow-off: button.shadowOpacity, button.shadowOffset, button.shadowRadius = 0.3, => button.shadowOffset, button.shadowRadius = @ kit.lua:22
--! shadow-clipped: button.cornerRadius = 12 => button.cornerRadius = 12 button.masksToBounds = true @ kit.lua:22
