-- Lays pictures out on one sheet, each with its name under it: -D folder=… -D names="a b c" [-D columns=4]
local ca = require "layerlua"

local names = {}
for name in ca.args.names:gmatch "%S+" do names[#names + 1] = name end
local columns = ca.parameter("columns", { default = 4, min = 1, max = 20 })

local cell, gap, label = 240, 20, 22
local rows = (#names + columns - 1) // columns
local sheet = ca.Layer {
  name = "gallery",
  bounds = { 0, 0, gap + columns * (cell + gap), gap + rows * (cell + label + gap) },
  backgroundColor = "#f2f2f2",
}

for i, name in ipairs(names) do
  local x = gap + (i - 1) % columns * (cell + gap)
  local y = gap + (i - 1) // columns * (cell + label + gap)
  local picture = ca.Image(ca.args.folder .. "/" .. name .. ".png")
  local larger = math.max(picture.width, picture.height)
  local width, height = cell * picture.width / larger, cell * picture.height / larger
  sheet:addSublayer(ca.Layer {
    frame = { x + (cell - width) / 2, y + (cell - height) / 2, width, height },
    backgroundColor = "white",
    contents = picture,
    shadowOpacity = 0.3,
    shadowOffset = { 0, 1 },
    shadowRadius = 3,
  })
  sheet:addSublayer(ca.TextLayer {
    frame = { x, y + cell + 4, cell, label },
    string = name,
    font = "DejaVu Sans",
    fontSize = 13,
    alignmentMode = "center",
    foregroundColor = "#303030",
  })
end

return sheet
