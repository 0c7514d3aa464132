-- The pictures of transitions and blend modes for the site's pages, a file each; those of the other filters are drawn
-- by scripts/scenes/filters.lua. Started by scripts/site beside a copy of landscape.lua.
local ca = require "layerlua"
local landscape = require "landscape"

local WIDTH, HEIGHT = 144, 108
local old = landscape(WIDTH, HEIGHT, 2)
local new = ca.Image.draw(WIDTH, HEIGHT, 2, function(ctx)
  ctx:drawLinearGradient({ "#dff6ff", "#8fd3f4", "#2a9d8f" }, { 0, 0.6, 1 }, { 0, 0 }, { WIDTH, HEIGHT })
  ctx:setFillColor "#ffffffd0"
  for i = 0, 4 do ctx:fillEllipse { 10 + i * 28, 20 + i * 23 % 50, 40, 16 } end
end)
local cloud = ca.Image { width = 64, height = 64, pixels = function(x, y)
  local v = 0.5 + 0.25 * math.sin(x / 6) + 0.25 * math.sin(y / 4 + x / 9)
  return v, v, v, 1
end }

-- A transition of one picture to another, half way.
local function transition(name)
  local values = {}
  for _, key in ipairs(ca.filterInfo(name).keys) do
    if key.name == "inputCenter" then values.inputCenter = { WIDTH / 2, HEIGHT / 2 } end
    if key.name == "inputMaskImage" then values.inputMaskImage = cloud end
    if key.name == "inputWidth" then values.inputWidth = 30 end
    if key.name == "inputRadius" then values.inputRadius = 30 end
  end
  local layer = ca.Layer { bounds = { 0, 0, WIDTH, HEIGHT }, masksToBounds = true, contents = old }
  layer:addAnimation(ca.Transition { filter = ca.Filter(name, values), duration = 2, timingFunction = "linear" })
  layer.contents = new
  return layer
end

-- A gradient combined with a picture.
local function blend(name)
  return ca.Layer { bounds = { 0, 0, WIDTH, HEIGHT }, masksToBounds = true, contents = old,
    ca.GradientLayer { frame = { 26, 18, 92, 72 }, cornerRadius = 12, colors = { "#ffd166", "#5b8def" },
      startPoint = { 0, 0 }, endPoint = { 1, 1 }, compositingFilter = name } }
end

for category, make in pairs { transition = transition, compositing = blend } do
  for _, name in ipairs(ca.filterNames(category)) do
    local time = category == "transition" and 1 or 0
    ca.render(make(name), ca.args.folder .. "/" .. name .. ".webp", { scale = 2, time = time })
  end
end
