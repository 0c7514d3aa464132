-- Weights, widths and features of one family; and a variable font, whose letters swell one after the other.
local ca = require "layerlua"

local root = ca.Layer { bounds = { 0, 0, 520, 400 }, backgroundColor = "#fbf8f1" }
local y = 16
local function line(init)
  init.frame = { 24, y, 472, 34 }
  init.font = init.font or "DejaVu Sans"
  init.fontSize = 22
  init.foregroundColor = "#2a2438"
  y = y + 34
  root:addSublayer(ca.TextLayer(init))
end

line { string = "Extra light, 200", fontWeight = 200 }
line { string = "Bold and oblique", fontWeight = "bold", fontStyle = "oblique" }
line { string = "Semi-condensed letters", fontStretch = "semi-condensed" }
-- Ligatures and kerning are features that are on; the second line switches them off.
line { string = "fi fl AVAWAY, as the font has it", font = "DejaVu Serif" }
line { string = "fi fl AVAWAY, each for itself", font = "DejaVu Serif", fontFeatures = { liga = false, kern = false } }
line {
  inheritsTextAttributes = true,
  string = ca.AttributedString {
    "One word of it ", { "heavier", fontWeight = 700 }, ", one ", { "narrower", fontStretch = 87.5 }, ".",
  },
}

-- A font of straight strokes, in which any weight and width is a place on an axis.
local word = ca.Layer { frame = { 24, 240, 472, 90 }, layoutManager = ca.StackLayoutManager { axis = "horizontal" } }
root:addSublayer(word)
for i, letter in ipairs { "L", "A", "Y", "E", "R", "S" } do
  local layer = ca.TextLayer {
    bounds = { 0, 0, 78, 90 }, string = letter, font = "fonts/Blocks.ttf", fontSize = 88, foregroundColor = "#7a3fa0",
    alignmentMode = "center",
    fontVariations = { wght = 400, wdth = 150 },
  }
  layer:addAnimation(ca.BasicAnimation {
    keyPath = "fontVariations.wght", fromValue = 100, toValue = 900, duration = 1, timeOffset = i * 0.3,
    autoreverses = true, repeatCount = math.huge, timingFunction = "easeInEaseOut",
  })
  word:addSublayer(layer)
end

-- Its heart has colours of its own, in three palettes, and whatever takes their place.
for i, palette in ipairs { 0, "light", 1, "dark", { palette = 1, [1] = "white" } } do
  root:addSublayer(ca.TextLayer {
    frame = { 24 + (i - 1) * 60, 336, 60, 56 }, string = "♥", font = "fonts/Blocks.ttf", fontSize = 48,
    fontPalette = palette,
  })
end

return root
