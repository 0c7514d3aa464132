-- A map of a hundred thousand points in each direction, drawn in tiles. Each view draws only the tiles it shows, in the level of detail
-- that its scale needs: roads appear as one comes nearer, houses last.
local ca = require "layerlua"

local size = 102400

-- The same numbers for the same place, whichever tile asks.
local function noise(x, y, k)
  local v = math.sin(x * 127.1 + y * 311.7 + k * 74.7) * 43758.5453
  return v - math.floor(v)
end

-- Calls f with the corner of each cell of a grid that a rect touches.
local function cells(rect, side, f)
  for y = rect.minY // side, rect.maxY // side do
    for x = rect.minX // side, rect.maxX // side do f(x * side, y * side) end
  end
end

local cartographer = {}

function cartographer:drawLayerInContext(map, ctx)
  local tile, scale = ctx.clipBounds, ctx.ctm.m11
  ctx:setFillColor "#e9efe0"
  ctx:fill(tile)
  -- Lakes reach into the cells around them.
  ctx:setFillColor "#a9cce3"
  cells(tile:insetBy(-1600, -1600), 3200, function(x, y)
    if noise(x, y, 1) > 0.55 then
      local w, h = 800 + 1600 * noise(x, y, 2), 600 + 1200 * noise(x, y, 3)
      ctx:fillEllipse { x + 200, y + 200, w, h }
    end
  end)
  local function roads(side, width, color)
    ctx:setStrokeColor(color)
    ctx:setLineWidth(width)
    cells(tile:insetBy(-side, -side), side, function(x, y)
      local function corner(x, y) return x + side * 0.6 * (noise(x, y, 4) - 0.5), y + side * 0.6 * (noise(x, y, 5) - 0.5) end
      ctx:move(corner(x + side, y))
      ctx:addLine(corner(x, y))
      ctx:addLine(corner(x, y + side))
      ctx:strokePath()
    end)
  end
  if scale >= 0.5 then
    ctx:setFillColor "#c9b79c"
    cells(tile:insetBy(-60, -60), 60, function(x, y)
      if noise(x, y, 6) > 0.35 then ctx:fill { x + 8, y + 8, 20 + 20 * noise(x, y, 7), 16 + 20 * noise(x, y, 8) } end
    end)
  end
  if scale >= 0.25 then roads(400, 14, "#ffffff") end
  roads(1600, 36, "#f7c948")
  -- The tile's edge, one pixel of its level wide, and the level's scale in its corner.
  ctx:setStrokeColor { 0.2, 0.3, 0.5, 0.55 }
  ctx:setLineWidth(1 / scale)
  ctx:stroke(tile)
  ctx:drawText(string.format("×%g", scale), { tile.x + 8 / scale, tile.y + 18 / scale }, { fontSize = 13 / scale, foregroundColor = "#31507a" })
end

local function view(x, zoom, transform)
  local map = ca.TiledLayer {
    name = "map", bounds = { 0, 0, size, size }, anchorPoint = { 0.5, 0.5 }, position = { 130, 130 }, tileSize = { 128, 128 },
    levelsOfDetail = 8, levelsOfDetailBias = 1, transform = (transform or ca.Transform.identity):scaled(zoom, zoom, 1),
  }
  map.delegate = cartographer
  return ca.Layer {
    frame = { x, 20, 260, 260 }, masksToBounds = true, cornerRadius = 10, borderWidth = 1, borderColor = "#5d6d7e", map,
    sublayerTransform = transform and ca.Transform.perspective(400) or nil,
  }
end

return ca.Layer {
  name = "tiles",
  bounds = { 0, 0, 1120, 300 },
  backgroundColor = "#f4f5f7",
  view(20, 1),
  view(295, 0.22),
  view(570, 0.05),
  view(845, 0.5, ca.Transform.rotation(1.05, 1, 0, 0)),
}
