-- One panel for each class of layers.
local ca = require "layerlua"

local pi = math.pi
local columns, width, height, gap, caption = 5, 180, 150, 16, 20

local root = ca.Layer { name = "classes", backgroundColor = "#f4f1ea" }

-- Adds a white panel with the class' name under it, and gives it to `fill` with its bounds.
local count = 0
local function panel(class, fill)
  local x = gap + count % columns * (width + gap)
  local y = gap + count // columns * (height + caption + gap)
  count = count + 1
  local layer = ca.Layer {
    name = class,
    frame = { x, y, width, height },
    backgroundColor = "white",
    cornerRadius = 10,
    borderWidth = 1,
    borderColor = "#d5cfc3",
    masksToBounds = true,
  }
  root:addSublayer(layer)
  root:addSublayer(ca.TextLayer {
    frame = { x, y + height + 3, width, caption },
    string = class,
    font = "DejaVu Sans",
    fontSize = 11,
    alignmentMode = "center",
    foregroundColor = "#5a5348",
  })
  root.bounds = { 0, 0, gap + columns * (width + gap), y + height + caption + gap }
  fill(layer, layer.bounds)
end

panel("Layer", function(host)
  host:addSublayer(ca.Layer {
    frame = { 35, 30, 110, 80 },
    backgroundColor = "#4c86a8",
    cornerRadius = 18,
    cornerCurve = "continuous",
    borderWidth = 4,
    borderColor = "#2c4f63",
    shadowOpacity = 0.5,
    shadowOffset = { 0, 6 },
    shadowRadius = 6,
  })
end)

panel("TextLayer", function(host)
  host:addSublayer(ca.TextLayer {
    frame = { 12, 14, 156, 60 },
    string = ca.AttributedString {
      { "Attributed ", font = "DejaVu Serif", fontSize = 20, foregroundColor = "#33312d" },
      { "text", font = "DejaVu Serif Bold", fontSize = 20, foregroundColor = "#c8553d", underlineStyle = "single" },
    },
    wrapped = true,
  })
  host:addSublayer(ca.TextLayer {
    frame = { 12, 80, 156, 50 },
    string = "wrapped between words, justified, and cut off with an ellipsis at the end of the last line that fits the height",
    fontSize = 13,
    wrapped = true,
    alignmentMode = "justified",
    truncationMode = "end",
    foregroundColor = "#33312d",
  })
end)

panel("ShapeLayer", function(host)
  local zigzag = "M 18 42 L 46 18 L 74 42 L 102 18"
  for i, join in ipairs { "miter", "round", "bevel" } do
    host:addSublayer(ca.ShapeLayer {
      position = { 0, (i - 1) * 34 },
      path = zigzag,
      fillColor = false,
      strokeColor = ({ "#c8553d", "#588157", "#4c86a8" })[i],
      lineWidth = 9,
      lineJoin = join,
      lineCap = ({ "butt", "round", "square" })[i],
    })
  end
  -- A ring of which two thirds are drawn, and a dashed one inside.
  local ring = ca.Path():addArc(138, 72, 27, -pi / 2, 1.5 * pi)
  host:addSublayer(ca.ShapeLayer { path = ring, fillColor = false, strokeColor = "#8d5a97", lineWidth = 6, lineCap = "round", strokeEnd = 0.66 })
  host:addSublayer(ca.ShapeLayer {
    path = ca.Path():addEllipse { 123, 57, 30, 30 },
    fillColor = false,
    strokeColor = "#33312d",
    lineWidth = 2,
    lineDashPattern = { 5, 3 },
    lineDashPhase = 2,
  })
  host:addSublayer(ca.ShapeLayer { path = "M 16 135 L 164 135", strokeColor = "#33312d", lineWidth = 4, lineDashPattern = { 0, 9 }, lineCap = "round", strokeStart = 0.1 })
end)

panel("GradientLayer", function(host)
  local colors = { "#f2b134", "#e4572e", "#4c2c69" }
  host:addSublayer(ca.GradientLayer { frame = { 14, 14, 70, 56 }, colors = colors, locations = { 0, 0.3, 1 }, cornerRadius = 8 })
  host:addSublayer(ca.GradientLayer {
    frame = { 96, 14, 70, 56 }, colors = colors, type = "radial", startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 }, cornerRadius = 8,
  })
  host:addSublayer(ca.GradientLayer {
    frame = { 14, 80, 70, 56 }, colors = colors, startPoint = { 0, 0 }, endPoint = { 1, 1 }, cornerRadius = 8,
  })
  host:addSublayer(ca.GradientLayer {
    frame = { 103, 80, 56, 56 }, colors = { "#f2b134", "#e4572e", "#4c2c69", "#f2b134" }, type = "conic", startPoint = { 0.5, 0.5 },
    endPoint = { 0.5, 0 }, cornerRadius = 28,
  })
end)

panel("ReplicatorLayer", function(host)
  local n = 12
  host:addSublayer(ca.ReplicatorLayer {
    frame = { 40, 25, 100, 100 },
    instanceCount = n,
    instanceTransform = ca.Transform.rotation(2 * pi / n),
    instanceColor = "#c8553d",
    instanceAlphaOffset = -1 / n,
    ca.Layer { frame = { 46, 0, 8, 28 }, backgroundColor = "white", cornerRadius = 4 },
  })
end)

panel("EmitterLayer", function(host)
  local spark = ca.Image.draw(16, 16, 2, function(ctx)
    ctx:drawRadialGradient({ { 1, 1, 1, 1 }, { 1, 1, 1, 0 } }, { 0, 1 }, { 8, 8 }, 0, { 8, 8 }, 8)
  end)
  host.backgroundColor = "#161a2b"
  host:addSublayer(ca.EmitterLayer {
    bounds = { 0, 0, width, height },
    position = { width / 2, height / 2 },
    emitterPosition = { width / 2, height - 12 },
    emitterShape = "line",
    emitterSize = { 30, 0 },
    renderMode = "additive",
    seed = 7,
    emitterCells = {
      ca.EmitterCell {
        name = "spark",
        contents = spark,
        contentsScale = 2,
        birthRate = 160,
        lifetime = 1.6,
        lifetimeRange = 0.6,
        velocity = 150,
        velocityRange = 50,
        emissionRange = pi / 5,
        yAcceleration = 120,
        scale = 0.9,
        scaleRange = 0.5,
        scaleSpeed = -0.35,
        color = { 1, 0.62, 0.2 },
        redRange = 0.2,
        greenRange = 0.4,
        alphaSpeed = -0.5,
      },
    },
  })
end)

panel("ScrollLayer", function(host)
  local list = ca.ScrollLayer { frame = { 30, 16, 120, 118 }, backgroundColor = "#efe9dc", cornerRadius = 6 }
  for i = 1, 12 do
    list:addSublayer(ca.Layer {
      frame = { 8, 8 + (i - 1) * 30, 104, 24 },
      backgroundColor = ("hsl(%d 45%% 60%%)"):format(i * 30),
      cornerRadius = 4,
      ca.TextLayer { frame = { 8, 4, 90, 18 }, string = "row " .. i, fontSize = 13, foregroundColor = "white" },
    })
  end
  host:addSublayer(list)
  list:scrollToPoint { 0, 105 }
end)

panel("TiledLayer", function(host)
  local map = ca.TiledLayer {
    anchorPoint = { 0, 0 },
    bounds = { 0, 0, 10000, 10000 },
    position = { -300, -200 },
    tileSize = { 64, 64 },
    delegate = {
      drawLayerInContext = function(_, _, ctx)
        local tile = ctx.clipBounds
        local x, y = tile.minX // 64, tile.minY // 64
        ctx:setFillColor(("hsl(%d 50%% %d%%)"):format((x * 47 + y * 83) % 360, (x + y) % 2 == 0 and 72 or 80))
        ctx:fill(tile)
        ctx:setFillColor "#33312d"
        ctx:drawText(("%d, %d"):format(x, y), { tile.minX + 8, tile.minY + 24 }, { fontSize = 12 })
      end,
    },
  }
  host:addSublayer(map)
  map:setNeedsDisplay()
end)

panel("TransformLayer", function(host)
  host.sublayerTransform = ca.Transform.perspective(400)
  local side = 70
  local cube = ca.TransformLayer { bounds = { 0, 0, side, side }, position = { width / 2, height / 2 } }
  local faces = {
    { "#4c86a8", ca.Transform.translation(0, 0, side / 2) },
    { "#588157", ca.Transform.rotation(pi / 2, 0, 1, 0):translated(0, 0, side / 2) },
    { "#c8553d", ca.Transform.rotation(-pi / 2, 0, 1, 0):translated(0, 0, side / 2) },
    { "#f2b134", ca.Transform.rotation(pi / 2, 1, 0, 0):translated(0, 0, side / 2) },
    { "#8d5a97", ca.Transform.rotation(-pi / 2, 1, 0, 0):translated(0, 0, side / 2) },
    { "#33312d", ca.Transform.rotation(pi, 0, 1, 0):translated(0, 0, side / 2) },
  }
  for _, face in ipairs(faces) do
    cube:addSublayer(ca.Layer {
      bounds = { 0, 0, side, side }, position = { side / 2, side / 2 }, backgroundColor = face[1], borderWidth = 2, borderColor = "white",
      transform = face[2],
    })
  end
  cube["transform.rotation.x"] = 0.5
  cube["transform.rotation.y"] = 0.7
  host:addSublayer(cube)
end)

panel("DrawableLayer", function(host)
  host:addSublayer(ca.DrawableLayer {
    frame = { 20, 15, 140, 120 },
    asynchronous = true,
    draw = function(_, drawable)
      local w, h = drawable.width, drawable.height
      drawable:setPixels(function(x, y)
        local u, v = x / w - 0.5, y / h - 0.5
        local d = (u * u + v * v) ^ 0.5
        local k = 0.5 + 0.5 * math.cos(d * 40 - math.atan(v, u) * 3)
        return k, 0.6 * k + 0.2, 1 - 0.7 * k
      end)
    end,
  })
end)

return root
