-- Filters that are written in Lua: a kaleidoscope, a lens of rings, a drawing in ink, and glass bricks over a picture.
local ca = require "layerlua"
local landscape = require "lib.landscape"

local picture = landscape(300, 300)

-- Six mirrors around the middle.
local kaleidoscope = ca.Filter.custom {
  name = "kaleidoscope", summary = "Mirrors a slice of the picture around a centre.",
  keys = { inputCenter = { 100, 100 }, inputCount = { default = 6, min = 1, max = 64 }, inputAngle = 0.3 },
  kernel = function(x, y, sample, inputs)
    local c = inputs.inputCenter
    local dx, dy = x - c.x, y - c.y
    local slice = math.pi / inputs.inputCount
    local angle = math.abs((math.atan(dy, dx) + 2 * math.pi) % (2 * slice) - slice) + inputs.inputAngle
    local r = math.sqrt(dx * dx + dy * dy)
    return sample(c.x + r * math.cos(angle), c.y + r * math.sin(angle))
  end,
}

-- Rings that shift the colours apart.
local rings = ca.Filter.custom {
  name = "rings", summary = "Shows the picture through rings of glass.",
  keys = { inputCenter = { 100, 100 }, inputShift = { default = 5, min = 0, max = 20, unit = "points" } },
  reach = "inputShift",
  kernel = function(x, y, sample, inputs)
    local c, shift = inputs.inputCenter, inputs.inputShift
    local dx, dy = x - c.x, y - c.y
    local r = math.max(math.sqrt(dx * dx + dy * dy), 1)
    local move = math.sin(r / 5) * shift / r
    local red = sample(x + dx * move, y + dy * move)
    local _, green = sample(x + dx * move * 0.5, y + dy * move * 0.5)
    local _, _, blue, alpha = sample(x, y)
    return red, green, blue, alpha
  end,
}

-- Lines where the light changes.
local ink = ca.Filter.custom {
  name = "ink", summary = "Draws edges in ink on paper.", keys = { inputPaper = "#f8f1e0" }, reach = 1,
  kernel = function(x, y, sample, inputs)
    local function light(u, v)
      local r, g, b, a = sample(u, v)
      return (0.3 * r + 0.59 * g + 0.11 * b) * a
    end
    local across, down = light(x + 1, y) - light(x - 1, y), light(x, y + 1) - light(x, y - 1)
    local line = math.min(1, 4 * math.sqrt(across * across + down * down))
    local hatch = light(x, y) < 0.45 and (x + y) % 4 < 1 and 0.5 or 0
    local left = 1 - math.max(line, hatch)
    local paper = inputs.inputPaper
    return paper.red * left, paper.green * left, paper.blue * left
  end,
}

-- Bricks that each show a little less of what lies behind them.
local bricks = ca.Filter.custom {
  name = "bricks", summary = "Shows the picture through glass bricks.",
  keys = { inputSize = { default = 24, min = 4, max = 100, unit = "points" } }, reach = "inputSize",
  kernel = function(x, y, sample, inputs)
    local size = inputs.inputSize
    local u, v = x % size / size - 0.5, y % size / size - 0.5
    local r, g, b, a = sample(x + u * size * 0.7, y + v * size * 0.7)
    local shade = 1 - 0.7 * math.max(0, math.max(math.abs(u), math.abs(v)) - 0.42) / 0.08
    return r * shade, g * shade, b * shade, a
  end,
}

local function tile(i, filter)
  return ca.Layer { name = filter.name, frame = { 10 + (i % 2) * 210, 10 + i // 2 * 210, 200, 200 }, contents = picture,
    contentsGravity = "resizeAspectFill", masksToBounds = true, filters = { filter } }
end

local wall = ca.Layer { name = "wall", frame = { 220, 220, 200, 200 }, contents = picture, masksToBounds = true,
  contentsGravity = "resizeAspectFill",
  ca.Layer { name = "window", frame = { 30, 28, 140, 144 }, cornerRadius = 12, borderWidth = 3,
    borderColor = "#ffffffc0", backgroundFilters = { bricks } } }

return ca.Layer { name = "own filters", bounds = { 0, 0, 430, 430 }, backgroundColor = "white",
  tile(0, kaleidoscope), tile(1, rings), tile(2, ink), wall }
