-- A delegate that supplies a picture rather than drawing one: displayLayer looks at a key of the layer's own, `state`, and sets
-- `contents` to one of two images. Changing the key and asking for display is all it takes to show the other.
local ca = require "layerlua"

local function sign(colour, draw)
  return ca.Image.draw(96, 96, 2, function(ctx)
    ctx:setFillColor(colour)
    ctx:fillEllipse { 4, 4, 88, 88 }
    ctx:setStrokeColor("white")
    ctx:setLineWidth(10)
    ctx:setLineCap("round")
    ctx:setLineJoin("round")
    draw(ctx)
    ctx:strokePath()
  end)
end

local yes = sign("#2e9e5b", function(ctx)
  ctx:move(28, 50)
  ctx:addLine(43, 65)
  ctx:addLine(69, 34)
end)

local no = sign("#c8372d", function(ctx)
  ctx:move(33, 33)
  ctx:addLine(63, 63)
  ctx:move(63, 33)
  ctx:addLine(33, 63)
end)

-- One delegate serves any number of layers.
local chooser = {
  displayLayer = function(self, layer) layer.contents = layer.state and yes or no end,
}

local root = ca.Layer { name = "state-image", bounds = { 0, 0, 440, 150 }, backgroundColor = "#f3f1ec" }

for i, answer in ipairs { true, false, true } do
  local light = ca.Layer {
    name = "light" .. i,
    frame = { 27 + (i - 1) * 145, 27, 96, 96 },
    contentsScale = 2,
    delegate = chooser,
    userInfo = { state = answer },
  }
  light:setNeedsDisplay()
  root:addSublayer(light)
end

-- The last one is shown first as it was made, then changes its mind.
local last = root:sublayer "light3"
last:displayIfNeeded()
last.state = false
last:setNeedsDisplay()

return root
