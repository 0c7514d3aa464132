-- The pictures of the reference: what each property does, with the line that does it under it. Copy such a line into
-- the layer of its class; the layers here are as `BASES` makes them.
--
--     layerlua pictures.lua -D class=ShapeLayer -o ShapeLayer.png --scale 2
local ca = require "layerlua"

local WIDTH, HEIGHT, COLUMNS = 132, 84, 5

-- The picture that is shown as contents: corners that tell them apart.
local photo = ca.Image.draw(48, 32, 2, function(ctx)
  ctx:drawLinearGradient({ "#8ec5fc", "#e0c3fc" }, nil, { 0, 0 }, { 48, 32 })
  ctx:setFillColor "#ff7f50"; ctx:fillEllipse { 30, 5, 12, 12 }
  ctx:setFillColor "#2f6b4f"; ctx:beginPath(); ctx:move(0, 32); ctx:addLine(16, 12); ctx:addLine(32, 32); ctx:fillPath()
  ctx:setFillColor "#1d4635"; ctx:beginPath(); ctx:move(22, 32); ctx:addLine(34, 18); ctx:addLine(48, 32); ctx:fillPath()
end)
local spark = ca.Image.draw(8, 8, 2, function(ctx)
  ctx:drawRadialGradient({ "white", { 1, 1, 1, 0 } }, nil, { 4, 4 }, 0, { 4, 4 }, 4)
end)
local star = "M 30 4 L 37 22 L 56 22 L 41 34 L 46 52 L 30 41 L 14 52 L 19 34 L 4 22 L 23 22 Z"
local sparks = { name = "spark", contents = spark, birthRate = 60, lifetime = 1, velocity = 26, velocityRange = 10,
  emissionRange = 0.6, emissionLongitude = -math.pi / 2, color = "orange", scale = 0.7 }

local function box(color, x, y, w, h)
  return ca.Layer { frame = { x or 0, y or 0, w or 14, h or 14 }, backgroundColor = color or "#ff7f50", cornerRadius = 3 }
end
local function merged(a, b)
  local result = {}
  for k, v in pairs(a) do result[k] = v end
  for k, v in pairs(b) do result[k] = v end
  return result
end

-- What a class' layer is without the line that is shown.
local BASES = {
  Layer = function() return { bounds = { 0, 0, 60, 40 }, backgroundColor = "#5b8def" } end,
  TextLayer = function()
    return { bounds = { 0, 0, 116, 60 }, string = "Layers and lines of text", fontSize = 15, foregroundColor = "#203040",
      backgroundColor = "#e8eef8" }
  end,
  ShapeLayer = function()
    return { bounds = { 0, 0, 60, 56 }, path = star, fillColor = "#ffd166", strokeColor = "#c0392b", lineWidth = 4 }
  end,
  GradientLayer = function() return { bounds = { 0, 0, 90, 56 }, colors = { "#8ec5fc", "#ff7f50", "#203040" } } end,
  ReplicatorLayer = function()
    return { bounds = { 0, 0, 104, 40 }, backgroundColor = "#e8eef8", instanceCount = 5,
      instanceTransform = ca.Transform.translation(20, 0), box("white", 4, 12), }
  end,
  EmitterLayer = function()
    return { bounds = { 0, 0, 110, 70 }, backgroundColor = "#202028", emitterPosition = { 55, 50 }, masksToBounds = true }
  end,
  EmitterCell = function() return {} end,
  ScrollLayer = function()
    return { bounds = { 0, 0, 60, 40 }, backgroundColor = "#e8eef8", masksToBounds = true, box("#ff7f50", 8, 8),
      box("#5b8def", 40, 26), box("#2f6b4f", 64, 44) }
  end,
  TransformLayer = function() return { bounds = { 0, 0, 60, 40 } } end,
  StackLayoutManager = function() return {} end,
  GridLayoutManager = function() return {} end,
}

-- The lines: a property and what is written. `tree` lets sublayers stand in the layer, `image` shows the photo.
local LINES = {
  Layer = {
    { "bounds", "bounds = { 0, 0, 90, 30 }" }, { "bounds", "bounds = { 20, 10, 60, 40 }", tree = true },
    { "position", "position = { 40, 30 }" }, { "zPosition", "zPosition = 1", over = true },
    { "anchorPoint", "anchorPoint = { 0, 0 }" },
    { "anchorPointZ", 'anchorPointZ = 20, ["transform.rotation.y"] = 0.8', depth = true },
    { "transform", "transform = ca.Transform.rotation(0.4)" },
    { "transform", '["transform.rotation.y"] = 0.9', depth = true }, { "affineTransform", "affineTransform = { 1, 0, 0.5, 1, 0, 0 }" },
    { "frame", "frame = { 6, 6, 50, 50 }" },
    { "sublayerTransform", "sublayerTransform = ca.Transform.scale(1.6)", tree = true },
    { "sublayerDepth", 'sublayerDepth = "intersect"', crossing = true },
    { "geometryFlipped", "geometryFlipped = true", tree = true },
    { "doubleSided", 'doubleSided = false, ["transform.rotation.y"] = math.pi' }, { "hidden", "hidden = true" },
    { "sublayers", "sublayers = { box('white', 8, 8), box('#ffd166', 28, 18) }" },
    { "mask", "mask = ca.ShapeLayer { path = star }", image = true }, { "contents", "contents = photo" },
    { "contentsRect", "contentsRect = { 0.5, 0, 0.5, 0.5 }", image = true },
    { "contentsGravity", 'contentsGravity = "resizeAspect"', image = true },
    { "contentsGravity", 'contentsGravity = "center"', image = true },
    { "contentsScale", 'contentsScale = 4, contentsGravity = "center"', image = true },
    { "contentsCenter", "contentsCenter = { 0.4, 0.4, 0.2, 0.2 }", image = true },
    { "magnificationFilter", 'magnificationFilter = "nearest", contentsRect = { 0.6, 0.1, 0.3, 0.3 }', image = true },
    { "minificationFilter", 'minificationFilter = "nearest", bounds = { 0, 0, 20, 14 }', image = true },
    { "minificationFilterBias", 'minificationFilter = "trilinear", minificationFilterBias = 2', image = true },
    { "backgroundColor", 'backgroundColor = "tomato"' }, { "cornerRadius", "cornerRadius = 14" },
    { "maskedCorners", 'cornerRadius = 14, maskedCorners = { "minXMinY", "maxXMaxY" }' },
    { "cornerCurve", 'cornerRadius = 14, cornerCurve = "continuous"' }, { "borderWidth", "borderWidth = 4" },
    { "borderColor", 'borderWidth = 4, borderColor = "gold"' }, { "opacity", "opacity = 0.4" },
    { "allowsGroupOpacity", "opacity = 0.5, allowsGroupOpacity = false", tree = true },
    { "shadowColor", 'shadowOpacity = 1, shadowColor = "tomato"' }, { "shadowOpacity", "shadowOpacity = 0.5" },
    { "shadowOffset", "shadowOpacity = 0.5, shadowOffset = { 6, 8 }" },
    { "shadowRadius", "shadowOpacity = 0.6, shadowRadius = 8" },
    { "shadowPath", "shadowOpacity = 0.6, shadowPath = 'M -8 44 H 68 V 50 H -8 Z'" },
    { "masksToBounds", "masksToBounds = true, cornerRadius = 12", tree = true },
    { "filters", 'filters = { ca.Filter("CIGaussianBlur", { inputRadius = 4 }) }', tree = true },
    { "backgroundFilters", 'backgroundFilters = { "CIColorInvert" }, backgroundColor = false', over = true },
    { "compositingFilter", 'compositingFilter = "multiplyBlendMode"', over = true },
    { "shouldRasterize", "shouldRasterize = true, cornerRadius = 20" },
    { "rasterizationScale", "shouldRasterize = true, rasterizationScale = 0.3, cornerRadius = 20" },
    { "edgeAntialiasingMask", 'edgeAntialiasingMask = "none", ["transform.rotation.z"] = 0.2' },
    { "allowsEdgeAntialiasing", 'allowsEdgeAntialiasing = false, ["transform.rotation.z"] = 0.2' },
    { "autoresizingMask", 'autoresizingMask = { "widthSizable", "maxXMargin" }', resized = true },
    { "layoutManager", "layoutManager = ca.StackLayoutManager { spacing = 6, padding = 6 }", tree = true },
    { "constraints", 'constraints = { "midX = superlayer.midX", "maxY = superlayer.maxY - 4" }', constrained = true },
    { "layoutOptions", "layoutOptions = { flex = 1 }", stacked = true },
  },
  TextLayer = {
    { "string", 'string = ca.AttributedString { "plain ", { "red", foregroundColor = "red" } }' },
    { "font", 'font = "DejaVu Serif Bold"' }, { "fontSize", "fontSize = 28" }, { "foregroundColor", 'foregroundColor = "tomato"' },
    { "wrapped", "wrapped = true, bounds = { 0, 0, 90, 60 }" },
    { "truncationMode", 'truncationMode = "end", bounds = { 0, 0, 90, 60 }' },
    { "alignmentMode", 'alignmentMode = "right", wrapped = true' }, { "verticalAlignment", 'verticalAlignment = "center"' },
  },
  ShapeLayer = {
    { "path", 'path = "M 5 50 Q 30 -30 55 50"' }, { "fillColor", "fillColor = false" },
    { "fillRule", 'fillRule = "even-odd", path = "M 4 4 H 56 V 52 H 4 Z M 18 16 H 42 V 40 H 18 Z"' },
    { "strokeColor", 'strokeColor = "teal"' }, { "lineWidth", "lineWidth = 9" },
    { "lineCap", 'lineCap = "round", lineWidth = 12, path = "M 10 28 H 50"' },
    { "lineJoin", 'lineJoin = "round", lineWidth = 9' }, { "miterLimit", "miterLimit = 1, lineWidth = 9" },
    { "lineDashPattern", "lineDashPattern = { 8, 5 }" }, { "lineDashPhase", "lineDashPattern = { 8, 5 }, lineDashPhase = 6" },
    { "strokeStart", "strokeStart = 0.4" }, { "strokeEnd", "strokeEnd = 0.6" },
  },
  GradientLayer = {
    { "colors", 'colors = { "gold", "tomato" }' }, { "locations", "locations = { 0, 0.2, 1 }" },
    { "startPoint", "startPoint = { 0, 0 }" }, { "endPoint", "endPoint = { 1, 0.5 }" },
    { "type", 'type = "radial", startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 }' },
    { "type", 'type = "conic", startPoint = { 0.5, 0.5 }, endPoint = { 0.5, 0 }' },
  },
  ReplicatorLayer = {
    { "instanceCount", "instanceCount = 3" },
    { "instanceDelay", "instanceDelay = 0.15", pulsing = true },
    { "instanceTransform", "instanceTransform = ca.Transform.rotation(0.5)" }, { "instanceColor", 'instanceColor = "tomato"' },
    { "instanceRedOffset", "instanceRedOffset = -0.2" }, { "instanceGreenOffset", "instanceGreenOffset = -0.2" },
    { "instanceBlueOffset", "instanceBlueOffset = -0.2" }, { "instanceAlphaOffset", "instanceAlphaOffset = -0.2" },
    { "preservesDepth", "preservesDepth = true, instanceTransform = ca.Transform.translation(20, 0, -40)", depth = true },
  },
  EmitterLayer = {
    { "emitterCells", "emitterCells = { ca.EmitterCell(sparks) }" }, { "emitterPosition", "emitterPosition = { 20, 60 }" },
    { "emitterZPosition", "emitterZPosition = 60, preservesDepth = true", depth = true },
    { "emitterSize", 'emitterSize = { 80, 10 }, emitterShape = "line"' },
    { "emitterDepth", 'emitterDepth = 60, emitterShape = "cuboid", emitterSize = { 60, 10 }', depth = true },
    { "emitterShape", 'emitterShape = "circle", emitterSize = { 24, 24 }' },
    { "emitterMode", 'emitterMode = "outline", emitterShape = "circle", emitterSize = { 24, 24 }' },
    { "renderMode", 'renderMode = "additive"' }, { "birthRate", "birthRate = 0.3" }, { "lifetime", "lifetime = 0.4" },
    { "velocity", "velocity = 2" }, { "scale", "scale = 2" }, { "spin", "spin = 1" }, { "seed", "seed = 7" },
    { "preservesDepth", "preservesDepth = true", depth = true },
  },
  EmitterCell = {
    { "contents", "contents = photo, scale = 0.2" }, { "contentsRect", "contents = photo, contentsRect = { 0.5, 0, 0.5, 0.5 }" },
    { "birthRate", "birthRate = 15" }, { "lifetime", "lifetime = 0.4" }, { "lifetimeRange", "lifetimeRange = 1" },
    { "emissionLongitude", "emissionLongitude = 0" }, { "emissionRange", "emissionRange = 2 * math.pi" },
    { "velocity", "velocity = 50" }, { "velocityRange", "velocityRange = 50" }, { "xAcceleration", "xAcceleration = 60" },
    { "yAcceleration", "yAcceleration = 60" }, { "scale", "scale = 1.6" }, { "scaleRange", "scaleRange = 1.2" },
    { "scaleSpeed", "scaleSpeed = -0.6" }, { "spin", "contents = photo, scale = 0.2, spin = 3" },
    { "spinRange", "contents = photo, scale = 0.2, spinRange = 6" }, { "color", 'color = "deepskyblue"' },
    { "redRange", "redRange = 1" }, { "greenRange", "greenRange = 1" }, { "blueRange", "blueRange = 1" },
    { "alphaRange", "alphaRange = 1" }, { "redSpeed", "redSpeed = -1" }, { "greenSpeed", "greenSpeed = -1" },
    { "blueSpeed", "blueSpeed = 1" }, { "alphaSpeed", "alphaSpeed = -1" },
  },
  ScrollLayer = { { "scrollMode", 'scrollMode = "vertically", bounds = { 0, 20, 60, 40 }' } },
  StackLayoutManager = {
    { "axis", 'axis = "vertical"' }, { "spacing", "spacing = 10" }, { "padding", "padding = 8" },
    { "alignment", 'alignment = "center"' }, { "distribution", 'distribution = "spaceEvenly"' },
    { "sizeToFit", 'sizeToFit = "both", padding = 8' },
  },
  GridLayoutManager = {
    { "columns", "columns = 2" }, { "columns", 'columns = { 30, "1fr", "2fr" }' }, { "rows", 'rows = { 12, "1fr" }' },
    { "columnSpacing", "columnSpacing = 14" }, { "rowSpacing", "rowSpacing = 12" }, { "padding", "padding = 8" },
    { "xAlignment", 'xAlignment = "trailing"' },
    { "yAlignment", 'yAlignment = "leading"' }, { "sizeToFit", 'sizeToFit = "both", columns = 3' },
  },
}

LINES.Transition = {
  { "type", 'type = "fade"' }, { "type", 'type = "push"' }, { "type", 'type = "moveIn"' }, { "type", 'type = "reveal"' },
  { "subtype", 'type = "push", subtype = "fromTop"' }, { "startProgress", 'type = "push", startProgress = 0.4' },
  { "endProgress", 'type = "push", endProgress = 0.4' },
  { "filter", 'filter = ca.Filter("CISwipeTransition")' },
}

local names = setmetatable({ photo = photo, star = star, sparks = sparks, box = box }, { __index = _G })
names.ca = ca

local function pulse()
  return ca.KeyframeAnimation { keyPath = "position.y", values = { 12, 30, 12 }, duration = 1, repeatCount = math.huge }
end

-- The layer with a line written into it, in a stage of the cell's size.
local function show(class, line)
  local code, stage = line[2], ca.Layer { bounds = { 0, 0, WIDTH - 8, HEIGHT - 8 }, masksToBounds = true }
  local written = assert(load("return {" .. code .. "}", code, "t", names))()
  if line.depth then stage.sublayerTransform = ca.Transform.perspective(200) end
  if class == "EmitterCell" then
    local cell = ca.EmitterCell(merged(sparks, written))
    stage:addSublayer(ca.EmitterLayer(merged(BASES.EmitterLayer(), { emitterCells = { cell }, position = { 62, 38 } })))
    return stage
  elseif class == "Transition" then
    -- Half of it is over at the time of the picture.
    local layer = ca.Layer { bounds = { 0, 0, 84, 56 }, position = { 62, 38 }, backgroundColor = "#5b8def", masksToBounds = true }
    layer:addAnimation(ca.Transition(merged({ duration = 2.4 }, written)), "transition")
    layer.contents = photo
    stage:addSublayer(layer)
    return stage
  elseif class:find "Manager$" then
    local holder = ca.Layer { bounds = { 0, 0, 108, 64 }, position = { 62, 38 }, backgroundColor = "#e8eef8",
      layoutManager = ca[class](merged(class == "GridLayoutManager" and { columns = 3 } or {}, written)) }
    for i = 1, class == "GridLayoutManager" and 5 or 3 do
      holder:addSublayer(box(({ "#ff7f50", "#5b8def", "#2f6b4f" })[i % 3 + 1], 0, 0, 10 + 5 * i, 10 + 3 * i))
    end
    stage:addSublayer(holder)
    return stage
  end
  local init = BASES[class]()
  if line.image then init.contents, init.backgroundColor, init.bounds = photo, "#e8eef8", { 0, 0, 60, 56 } end
  if class == "EmitterLayer" and not written.emitterCells then init.emitterCells = { ca.EmitterCell(sparks) } end
  init.position = { 62, 38 }
  if written.frame then init.position, init.bounds = nil, nil end
  if line[1] == "string" then init.fontSize, init.foregroundColor = nil, nil end
  for k, v in pairs(written) do init[k] = v end
  local layer = ca[class](init)
  if line.tree then
    layer:addSublayer(box("white", 8, 6)); layer:addSublayer(box("#ff7f50", 44, 28, 24, 18))
  end
  if line.over then
    stage:addSublayer(ca.Layer { frame = { 10, 14, 60, 40 }, contents = photo, zPosition = 0.5 })
    layer.zPosition = written.zPosition or 0.6
    layer.position = { 76, 44 }
  end
  if line.crossing then
    for _, angle in ipairs { 0.7, -0.7 } do
      local plane = box(angle > 0 and "white" or "#ff7f50", 0, 0, 50, 30)
      plane.position = { 30, 20 }; plane["transform.rotation.y"] = angle
      layer:addSublayer(plane)
    end
  end
  if line.pulsing then layer.sublayers[1]:addAnimation(pulse(), "pulse") end
  if line.resized or line.constrained or line.stacked then
    layer.bounds = { 0, 0, 40, 24 }
    local holder = ca.Layer { bounds = { 0, 0, 60, 56 }, position = { 62, 38 }, backgroundColor = "#e8eef8",
      layoutManager = line.constrained and ca.ConstraintLayoutManager() or line.stacked and ca.StackLayoutManager { padding = 4,
        spacing = 4 } or nil }
    layer.position = { 30, 28 }
    holder:addSublayer(layer)
    if line.stacked then holder:addSublayer(box("#ff7f50")) end
    holder.bounds = { 0, 0, 110, 64 }
    stage:addSublayer(holder)
  else
    stage:addSublayer(layer)
  end
  return stage
end

if ca.args.list then
  for class, lines in pairs(LINES) do
    for _, line in ipairs(lines) do print(class .. "." .. line[1]) end
  end
  return
end

local class = ca.args.class or "Layer"
local lines = assert(LINES[class], "there is no sheet of " .. class)
local PITCH = HEIGHT + 46
local rows = (#lines + COLUMNS - 1) // COLUMNS
local root = ca.Layer { name = class, bounds = { 0, 0, COLUMNS * WIDTH + 8, rows * PITCH + 8 }, backgroundColor = "white" }
for i, line in ipairs(lines) do
  local x, y = (i - 1) % COLUMNS * WIDTH + 8, (i - 1) // COLUMNS * PITCH + 8
  local stage = show(class, line)
  stage.frame = { x, y, WIDTH - 8, HEIGHT - 8 }
  stage.backgroundColor = "#f4f6fa"
  root:addSublayer(stage)
  root:addSublayer(ca.TextLayer { frame = { x, y + HEIGHT - 6, WIDTH - 8, 14 }, string = line[1], fontSize = 9.5,
    font = "DejaVu Sans Bold", foregroundColor = "#203040", truncationMode = "end" })
  root:addSublayer(ca.TextLayer { frame = { x, y + HEIGHT + 7, WIDTH - 8, 38 }, string = line[2], fontSize = 7,
    font = "DejaVu Sans Mono", foregroundColor = "#405060", wrapped = true })
end
ca.setCurrentTime(1.2)
return root
