-- What a layer can wear: background, border, corners, shadows and pattern colours.
local ca = require "layerlua"

local root = ca.Layer { name = "decorations", bounds = { 0, 0, 480, 440 }, backgroundColor = "white" }

local column, row = 0, 0
local function show(label, layer)
  local x, y = 40 + column * 115, 25 + row * 140
  layer.position = { x + 40, y + 40 }
  root:addSublayer(layer)
  root:addSublayer(ca.TextLayer {
    frame = { x - 17, y + 92, 114, 32 },
    string = label,
    font = "DejaVu Sans",
    fontSize = 10,
    wrapped = true,
    alignmentMode = "center",
    foregroundColor = "#404040",
  })
  column = column + 1
  if column == 4 then column, row = 0, row + 1 end
end

local square = { 0, 0, 80, 80 }
local leaf = ca.Image.draw(60, 60, 2, function(ctx)
  ctx:setFillColor "#f7d154"
  ctx:fill { 0, 0, 60, 60 }
  ctx:setFillColor "#b5432e"
  ctx:move(30, 6)
  ctx:addCurve(62, 14, 52, 50, 30, 56)
  ctx:addCurve(8, 50, -2, 14, 30, 6)
  ctx:fillPath()
end)

-- A green background with a black border, then with contents between the two, then with a sublayer under the border.
local function plain() return ca.Layer { bounds = square, backgroundColor = "#2e9e4f", borderColor = "black", borderWidth = 3 } end
show("background and border", plain())
local contents = plain()
contents.contents, contents.contentsScale, contents.contentsGravity = leaf, 2, "center"
show("contents over background", contents)
local covered = plain()
covered:addSublayer(ca.Layer { frame = { 30, 30, 70, 30 }, backgroundColor = "#3867b5" })
show("border over sublayers", covered)

-- Round corners cut the background; contents and sublayers only with masksToBounds.
local function round(masksToBounds)
  return ca.Layer {
    bounds = square,
    backgroundColor = "#2e9e4f",
    borderWidth = 3,
    cornerRadius = 24,
    masksToBounds = masksToBounds,
    ca.Layer { frame = { -10, -10, 45, 45 }, backgroundColor = "#f2b134" },
  }
end
show("cornerRadius", round(false))
show("… and masksToBounds", round(true))

-- Shadows fall where shadowOffset says; y is down.
local function shadowed()
  return ca.Layer {
    bounds = square, backgroundColor = "#f4f4f0", cornerRadius = 8, shadowOpacity = 0.7, shadowOffset = { 6, 6 }, shadowRadius = 4,
  }
end
show("a shadow down-right", shadowed())
local lifted = shadowed()
lifted.shadowPath = ca.Path():addEllipse { 6, 74, 68, 14 }
lifted.shadowOffset = { 0, 0 }
show("shadowPath", lifted)

-- A clipped layer cannot cast beyond itself: the shadow is a second layer's, of the same size.
local outer = shadowed()
outer:addSublayer(ca.Layer {
  frame = square,
  cornerRadius = 8,
  masksToBounds = true,
  contents = leaf,
  contentsGravity = "resizeAspectFill",
  ca.Layer { frame = { 50, 50, 60, 60 }, backgroundColor = "#3867b5", cornerRadius = 30 },
})
show("clipped, with a shadow", outer)

-- Images as colours are tiled upright from the bounds' origin, also where the geometry is flipped.
local arrow = ca.Image.draw(16, 16, 2, function(ctx)
  ctx:setFillColor "#dfe9f2"
  ctx:fill { 0, 0, 16, 16 }
  ctx:setFillColor "#2c5f8a"
  ctx:addLines { { 8, 2 }, { 13, 9 }, { 3, 9 } }
  ctx:fillPath()
  ctx:fill { 6, 9, 4, 5 }
end)
show("a pattern", ca.Layer { bounds = square, backgroundColor = arrow })
show("… under a flip", ca.Layer {
  bounds = square,
  geometryFlipped = true,
  ca.Layer { frame = { 0, 0, 80, 72 }, backgroundColor = arrow },
})
show("a pattern for a border", ca.Layer { bounds = square, borderColor = arrow, borderWidth = 16, cornerRadius = 24 })
show("maskedCorners", ca.Layer {
  bounds = square,
  backgroundColor = "#2e9e4f",
  borderWidth = 3,
  cornerRadius = 36,
  cornerCurve = "continuous",
  maskedCorners = { "minXMinY", "maxXMaxY" },
})

return root
