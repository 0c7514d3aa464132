-- The parts of the compass, for the scenes that put them together: compass, page-turn, compass-deep, masked-arrow.
local ca = require "layerlua"

local compass = {}

-- The ground: black at the top, red at the bottom.
function compass.gradient(bounds)
  return ca.GradientLayer {
    name = "gradient",
    frame = bounds,
    colors = { "black", "red" },
    locations = { 0, 1 },
  }
end

-- The dial with its four letters. Each letter hangs from the dial's centre by its anchor point, which lies far below the
-- letter itself: turning the letter carries it round the dial.
function compass.circle(bounds)
  local circle = ca.ShapeLayer {
    name = "circle",
    bounds = bounds,
    position = bounds.center,
    path = ca.Path():addEllipse(bounds:insetBy(3, 3)),
    lineWidth = 2,
    fillColor = { 0.9, 0.95, 0.93, 0.9 },
    strokeColor = "gray",
  }
  for i, letter in ipairs { "N", "E", "S", "W" } do
    circle:addSublayer(ca.TextLayer {
      name = letter,
      string = letter,
      bounds = { 0, 0, 40, 40 },
      position = circle.bounds.center,
      anchorPoint = { 0.5, circle.bounds.midY / 40 },
      ["transform.rotation.z"] = (i - 1) * math.pi / 2,
      alignmentMode = "center",
      foregroundColor = "black",
    })
  end
  return circle
end

-- A tile of a red and a blue stripe; together they are 4 points high.
local stripes = ca.Image.draw(4, 4, 2, function(ctx)
  ctx:setFillColor("red")
  ctx:fill { 0, 0, 4, 4 }
  ctx:setFillColor("blue")
  ctx:fill { 0, 0, 4, 2 }
end)

local arrowArtist = {}

function arrowArtist:drawLayerInContext(layer, ctx)
  ctx:saveGState()
  -- The tail's notch: all there is but a triangle, by the even-odd rule.
  ctx:move(10, 100)
  ctx:addLine(20, 90)
  ctx:addLine(30, 100)
  ctx:closePath()
  ctx:addRect(ctx.clipBounds)
  ctx:clip("evenOdd")
  -- The shaft: from (20, 100) to (20, 19), 20 wide.
  ctx:clipTo { 10, 19, 20, 81 }
  ctx:drawLinearGradient({ { 0.3, 0.8 }, "black", { 0.3, 0.8 } }, { 0, 0.5, 1 }, { 9, 0 }, { 31, 0 })
  ctx:restoreGState()
  -- The head.
  ctx:setFillPattern(stripes)
  ctx:move(0, 25)
  ctx:addLine(20, 0)
  ctx:addLine(40, 25)
  ctx:fillPath()
end

-- The arrow, turning about a point near its tail.
function compass.arrow(circle)
  local arrow = ca.Layer {
    name = "arrow",
    bounds = { 0, 0, 40, 100 },
    position = circle.position,
    anchorPoint = { 0.5, 0.8 },
    ["transform.rotation.z"] = math.pi / 5,
    delegate = arrowArtist,
  }
  arrow:setNeedsDisplay()
  return arrow
end

return compass
