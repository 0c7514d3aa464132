-- film: --fps 25 --duration 2
-- A page of transitions by filters: each turns one picture into another. A still shows all of them halfway.
local ca = require "layerlua"
local landscape = require "lib.landscape"

local WIDTH, HEIGHT, COLUMNS = 150, 100, 3
local old = landscape(WIDTH, HEIGHT, 2)
local new = ca.Image.draw(WIDTH, HEIGHT, 2, function(ctx)
  ctx:drawLinearGradient({ "#dff6ff", "#8fd3f4", "#2a9d8f" }, { 0, 0.6, 1 }, { 0, 0 }, { WIDTH, HEIGHT })
  ctx:setFillColor("#ffffffd0")
  for i = 0, 4 do ctx:fillEllipse { 10 + i * 28, 20 + i * 23 % 50, 40, 16 } end
end)
local cloud = ca.Image { width = 64, height = 64, pixels = function(x, y)
  local v = 0.5 + 0.25 * math.sin(x / 6) + 0.25 * math.sin(y / 4 + x / 9)
  return v, v, v, 1
end }

local root = ca.Layer { name = "transitions", backgroundColor = "#202028" }
local count = 0
for _, name in ipairs(ca.filterNames("transition")) do
  local values = {}
  for _, key in ipairs(ca.filterInfo(name).keys) do
    if key.name == "inputCenter" then values.inputCenter = { WIDTH / 2, HEIGHT / 2 } end
    if key.name == "inputMaskImage" then values.inputMaskImage = cloud end
    if key.name == "inputWidth" then values.inputWidth = 30 end
    if key.name == "inputRadius" then values.inputRadius = 30 end
  end
  local x, y = 10 + count % COLUMNS * (WIDTH + 10), 10 + count // COLUMNS * (HEIGHT + 26)
  count = count + 1
  local picture = ca.Layer { name = name, frame = { x, y, WIDTH, HEIGHT }, contents = old, masksToBounds = true }
  root:addSublayer(picture)
  picture:addAnimation(ca.Transition { filter = ca.Filter(name, values), duration = 2, timingFunction = "linear" })
  picture.contents = new
  root:addSublayer(ca.TextLayer {
    frame = { x, y + HEIGHT + 2, WIDTH, 16 }, string = (name:gsub("^CI", ""):gsub("Transition$", "")), fontSize = 11,
    foregroundColor = "white", alignmentMode = "center",
  })
end
root.bounds = { 0, 0, 10 + COLUMNS * (WIDTH + 10), 10 + math.ceil(count / COLUMNS) * (HEIGHT + 26) }
return root
