-- Charts out of tables of data.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"
local chart = {}

function chart.bars(parent, rows, frame)
  local plot = ca.Layer { name = "plot", frame = frame }
  parent:addSublayer(plot)
  local width = frame[3] / #rows
  for i, row in ipairs(rows) do
    local height = row.value / 100 * frame[4]
    local bar = kit.box(plot, (i - 1) * width + 2, frame[4] - height, width - 4, height, row.color or theme.accent)
    bar.name = row.name
  end
  return plot
end

function chart.sparkline(parent, values, x, y, width, height)
  local path = ca.Path()
  for i, value in ipairs(values) do
    local px, py = (i - 1) / (#values - 1) * width, height - value / 100 * height
    if i == 1 then path:move(px, py) else path:addLine(px, py) end
  end
  local line = kit.line(parent, path, theme.good, 1.5)
  line.position = { x, y }
  return line
end

function chart.ring(parent, x, y, radius, part)
  local path = ca.Path()
  path:addArc(0, 0, radius, -math.pi / 2, 1.5 * math.pi)
  local track = kit.line(parent, path, theme.line, 4)
  local ring = kit.line(parent, path, theme.accent, 4)
  track.position, ring.position = { x, y }, { x, y }
  ring.strokeEnd = part
  return ring
end

return chart
