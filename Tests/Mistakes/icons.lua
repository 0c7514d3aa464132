-- A bar of icons, each a path from a table.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local icons = {
  home = "M 2 10 L 10 3 L 18 10 V 18 H 2 Z", mail = "M 2 5 H 18 V 16 H 2 Z M 2 5 L 10 11 L 18 5",
  more = "M 3 10 H 5 M 9 10 H 11 M 15 10 H 17",
}
local bar = kit.page(140, 60, "#f1f3f4")
local function icon(x, name, style)
  local icon = ca.ShapeLayer { name = name, frame = { x, 12, 20, 20 }, path = icons[name] }
  icon.fillColor = style.fill or false
  icon.strokeColor, icon.lineWidth = style.stroke, style.width or 1.5
  bar:addSublayer(icon)
  kit.text(bar, name, x - 10, 36, { size = theme.small, width = 40, align = "center" })
  return icon
end
icon(20, "home", { stroke = theme.ink })
icon(60, "mail", { fill = theme.accent, stroke = theme.ink })
icon(100, "more", { stroke = theme.ink, width = 3 })
return bar

--! shape-empty: icon(100, "more", { stroke = theme.ink, width = 3 }) => icon(100, "more", { fill = theme.ink, width = 3 }) @ called from icons.lua:21
--! same-colour: icon(20, "home", { stroke = theme.ink }) => icon(20, "home", { stroke = "#f1f3f4" })
--! shape-empty: icon(60, "mail", { fill = theme.accent, stroke = theme.ink }) => icon(60, "mail", {}) @ called from icons.lua:20
--! shape-empty: path = icons[name] } => path = icons[name:upper()] } @ icons.lua:12
