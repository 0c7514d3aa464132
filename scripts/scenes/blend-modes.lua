-- Every blend mode and compositing operator: columns from black to white, and a translucent strip, over rows of colours.
local ca = require "layerlua"

local modes = {
  "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference",
  "exclusion", "hue", "saturation", "color", "luminosity", "subtract", "divide", "linearBurn", "linearDodge", "pinLight", "linearLight",
  "vividLight",
}
for i, mode in ipairs(modes) do modes[i] = mode .. "BlendMode" end
for _, operator in ipairs {
  "sourceIn", "sourceOut", "sourceAtop", "destOver", "destIn", "destOut", "destAtop", "xor", "copy", "clear", "plusL", "plusD", "multiply",
  "CIMaximumCompositing", "CIMinimumCompositing",
} do
  modes[#modes + 1] = operator
end

local columns, cell = 8, 74
local rows = (#modes + columns - 1) // columns
local root = ca.Layer { name = "blend-modes", bounds = { 0, 0, columns * cell + 14, rows * cell + 14 }, backgroundColor = "white" }

-- Bars side by side, or one under the other.
local function bars(frame, colors, isUpright)
  local layer = ca.Layer { frame = frame }
  local w, h = frame[3] / (isUpright and #colors or 1), frame[4] / (isUpright and 1 or #colors)
  for i, color in ipairs(colors) do
    layer:addSublayer(ca.Layer { frame = { isUpright and (i - 1) * w or 0, isUpright and 0 or (i - 1) * h, w, h }, backgroundColor = color })
  end
  return layer
end

for i, mode in ipairs(modes) do
  local x, y = 14 + (i - 1) % columns * cell, 10 + (i - 1) // columns * cell
  -- The two are blended in a layer of their own: what lies behind that takes no part.
  root:addSublayer(ca.Layer {
    name = mode,
    frame = { x, y, 60, 50 },
    bars({ 0, 0, 44, 50 }, { "#d33", "#dc3", "#3b5", "#38d", "#a3c" }),
    ca.Layer {
      compositingFilter = mode,
      frame = { 16, 6, 44, 38 },
      bars({ 0, 0, 44, 24 }, { "black", "#706050", "#e8a060", "white" }, true),
      ca.Layer { frame = { 0, 24, 44, 14 }, backgroundColor = { 0.2, 0.5, 0.9, 0.5 } },
    },
  })
  root:addSublayer(ca.TextLayer {
    frame = { x - 7, y + 52, 74, 12 },
    string = mode:gsub("BlendMode", ""):gsub("CI", ""):gsub("Compositing", ""),
    font = "DejaVu Sans",
    fontSize = 8,
    alignmentMode = "center",
    foregroundColor = "#303030",
  })
end

return root
