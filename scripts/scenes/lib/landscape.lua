-- A landscape in the evening, drawn once: a picture with a sky, hills, water and small bright things, as filters need
-- one.
local ca = require "layerlua"

return function(width, height, scale)
  return ca.Image.draw(width, height, scale or 1, function(ctx)
    ctx:drawLinearGradient({ "#27345f", "#b5577b", "#f6b26b" }, { 0, 0.45, 0.7 }, { 0, 0 }, { 0, height })
    ctx:setFillColor("#fff1c9")
    ctx:fillEllipse({ width * 0.62, height * 0.3, height * 0.2, height * 0.2 })
    for ridge = 1, 3 do
      ctx:setFillColor(({ "#7d4a75", "#4f3560", "#2c2344" })[ridge])
      ctx:beginPath()
      ctx:move(0, height)
      for i = 0, 40 do
        local x = i / 40
        local y = 0.5 + ridge * 0.07 - 0.05 * math.sin(x * 7 * ridge + ridge * 2) - 0.03 * math.sin(x * 17 + ridge)
        ctx:addLine(x * width, y * height)
      end
      ctx:addLine(width, height)
      ctx:closePath()
      ctx:fillPath()
    end
    ctx:setFillColor("#3d3a6b")
    ctx:fill { 0, height * 0.8, width, height * 0.2 }
    ctx:setStrokeColor { 1, 0.9, 0.7, 0.5 }
    ctx:setLineWidth(height / 150)
    for i = 0, 11 do
      local y = height * (0.82 + i * 0.015)
      local half = height * (0.03 + i % 3 * 0.03)
      ctx:beginPath()
      ctx:move(width * 0.62 + height * 0.1 - half, y)
      ctx:addLine(width * 0.62 + height * 0.1 + half, y)
      ctx:strokePath()
    end
    ctx:setFillColor("#ffe9a8")
    for i = 0, 8 do ctx:fill { width * (0.06 + i * 0.05), height * (0.72 + i * 37 % 5 * 0.01), height / 90,
      height / 90 } end
  end)
end
