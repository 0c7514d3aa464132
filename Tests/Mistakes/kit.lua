-- Helpers that most pages are made of.
local ca = require "layerlua"
local theme = require "theme"
local kit = {}

function kit.page(width, height, color)
  return ca.Layer { name = "page", bounds = { 0, 0, width, height }, backgroundColor = color or theme.paper }
end

function kit.text(parent, string, x, y, options)
  options = options or {}
  local text = ca.TextLayer {
    string = string, fontSize = options.size or theme.body, foregroundColor = options.color or theme.ink,
    alignmentMode = options.align,
  }
  text.frame = { x, y, options.width or 120, (options.size or theme.body) * 1.6 }
  parent:addSublayer(text)
  return text
end

function kit.box(parent, x, y, width, height, color)
  local box = ca.Layer { frame = { x, y, width, height }, backgroundColor = color }
  parent:addSublayer(box)
  return box
end

function kit.card(parent, x, y, width, height)
  local card = kit.box(parent, x, y, width, height, theme.paper)
  card.cornerRadius = 6
  card.borderColor, card.borderWidth = theme.line, 1
  return card
end

function kit.line(parent, path, color, width)
  local line = ca.ShapeLayer { path = path, fillColor = false, strokeColor = color or theme.line, lineWidth = width or 1 }
  parent:addSublayer(line)
  return line
end

function kit.disc(parent, x, y, radius, color)
  local disc = kit.box(parent, x - radius, y - radius, 2 * radius, 2 * radius, color)
  disc.cornerRadius = radius
  return disc
end

-- A square image with a pattern, as photographs are not at hand.
function kit.photo(size, color)
  return ca.Image.draw(size, size, function(ctx)
    ctx:setFillColor(color)
    ctx:fill { 0, 0, size, size }
    ctx:setFillColor "#ffffff80"
    ctx:fill { 0, 0, size / 2, size / 2 }
  end)
end

return kit
