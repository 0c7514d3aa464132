-- A scroll layer shows a part of a long column. What is in it may scroll it too: it finds the nearest scroll layer above.
local ca = require "layerlua"

local colors = { "#e4572e", "#f2b134", "#76b041", "#17a2a2", "#2e86de", "#8e5bd0" }

-- Twelve numbered rows of 40 points, 470 points in all; row 9 has a badge near its right end.
local function column()
  local column = ca.Layer { name = "column", frame = { 0, 0, 160, 470 } }
  for i = 1, 12 do
    column:addSublayer(ca.Layer {
      name = "row " .. i,
      frame = { 5, 5 + (i - 1) * 38.5, 150, 34 },
      backgroundColor = colors[(i - 1) % #colors + 1],
      cornerRadius = 6,
      ca.TextLayer { frame = { 10, 7, 60, 20 }, string = "row " .. i, fontSize = 15, foregroundColor = "white" },
    })
  end
  column:find("row 9"):addSublayer(ca.Layer {
    name = "badge", frame = { 120, 7, 20, 20 }, backgroundColor = "white", cornerRadius = 10, borderColor = "#222222", borderWidth = 3,
  })
  return column
end

local root = ca.Layer { name = "scroll", bounds = { 0, 0, 770, 270 }, backgroundColor = "#f4f5f7" }

local function panel(title, scroll)
  local i = #root.sublayers // 2
  local pane = ca.ScrollLayer {
    frame = { 15 + i * 150, 45, 140, 200 }, backgroundColor = "white", borderColor = "#8894a8", borderWidth = 1, cornerRadius = 8, column(),
  }
  scroll(pane)
  local origin = pane.bounds.origin
  root:addSublayer(pane)
  root:addSublayer(ca.TextLayer {
    frame = { 15 + i * 150, 8, 145, 36 }, fontSize = 12, foregroundColor = "#333333",
    string = string.format("%s\n(%g, %g)", title, origin.x, origin.y),
  })
end

panel("as it is", function() end)
panel("scrollToPoint", function(pane) pane:scrollToPoint { 10, 100 } end)
panel("scrollToRect, down", function(pane)
  pane.scrollMode = "vertically"
  pane:scrollToRect(pane:find("row 8").frame)
end)
panel("row 4: scrollPoint", function(pane) pane:find("row 4"):scrollPoint { 0, 0 } end)
panel("scrollRectToVisible", function(pane)
  local badge = pane:find("badge")
  badge:scrollRectToVisible(badge.bounds)
end)

return root
