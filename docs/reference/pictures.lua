-- The pictures of the reference: each property in effect, with its line of code below. Copy such a line into the
-- layer of its class; the layers here are defined by `BASES`.
--
--     layerlua pictures.lua -D class=ShapeLayer -o ShapeLayer.png --scale 2
--     layerlua pictures.lua -D class=ShapeLayer -D file=ShapeLayer.webp    as in the reference
--     layerlua pictures.lua -D class=ShapeLayer -D folder=.    each line as a file: lineWidth.webp, trimMode-2.webp
local ca = require "layerlua"

local WIDTH, HEIGHT, COLUMNS = 132, 84, 5

-- The picture used as contents, with distinguishable corners.
local photo = ca.Image.draw(48, 32, 2, function(ctx)
  ctx:drawLinearGradient({ "#8ec5fc", "#e0c3fc" }, nil, { 0, 0 }, { 48, 32 })
  ctx:setFillColor "#ff7f50"; ctx:fillEllipse { 30, 5, 12, 12 }
  ctx:setFillColor "#2f6b4f"; ctx:beginPath(); ctx:move(0, 32); ctx:addLine(16, 12); ctx:addLine(32, 32); ctx:fillPath()
  ctx:setFillColor "#1d4635"; ctx:beginPath(); ctx:move(22, 32); ctx:addLine(34, 18); ctx:addLine(48, 32);
  ctx:fillPath()
end)
local spark = ca.Image.draw(8, 8, 2, function(ctx)
  ctx:drawRadialGradient({ "white", { 1, 1, 1, 0 } }, nil, { 4, 4 }, 0, { 4, 4 }, 4)
end)
local star = "M 30 4 L 37 22 L 56 22 L 41 34 L 46 52 L 30 41 L 14 52 L 19 34 L 4 22 L 23 22 Z"
local sparks = { name = "spark", contents = spark, birthRate = 60, lifetime = 1, velocity = 26, velocityRange = 10,
  emissionRange = 0.6, emissionLongitude = -math.pi / 2, color = "orange", scale = 0.7 }

local function box(color, x, y, w, h)
  return ca.Layer { frame = { x or 0, y or 0, w or 14, h or 14 }, backgroundColor = color or "#ff7f50",
    cornerRadius = 3 }
end
local function merged(a, b)
  local result = {}
  for k, v in pairs(a) do result[k] = v end
  for k, v in pairs(b) do result[k] = v end
  return result
end

-- Base layer of each class, without the line shown.
local BASES = {
  Layer = function() return { bounds = { 0, 0, 60, 40 }, backgroundColor = "#5b8def" } end,
  TextLayer = function()
    return { bounds = { 0, 0, 116, 60 }, string = "Layers and lines of text", fontSize = 15,
      foregroundColor = "#203040",
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
    return { bounds = { 0, 0, 110, 70 }, backgroundColor = "#202028", emitterPosition = { 55, 50 },
      masksToBounds = true }
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

-- The lines: a property and its code. `tree` adds sublayers to the layer, `image` shows the photo.
local LINES = {
  Layer = {
    { "bounds", "bounds = { 0, 0, 90, 30 }" }, { "bounds", "bounds = { 20, 10, 60, 40 }", tree = true },
    { "position", "position = { 40, 30 }" }, { "zPosition", "zPosition = 1", over = true },
    { "anchorPoint", "anchorPoint = { 0, 0 }" },
    { "anchorPointZ", 'anchorPointZ = 20, ["transform.rotation.y"] = 0.8', depth = true },
    { "transform", "transform = ca.Transform.rotation(0.4)" },
    { "transform", '["transform.rotation.y"] = 0.9', depth = true },
    { "affineTransform", "affineTransform = { 1, 0, 0.5, 1, 0, 0 }" },
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
    { "font", 'font = "DejaVu Serif Bold"' }, { "fontSize", "fontSize = 28" },
    { "fontWeight", 'fontWeight = "bold"' }, { "fontStyle", 'fontStyle = "italic"' },
    { "fontStretch", 'fontStretch = "condensed", font = "DejaVu Sans"' },
    { "fontFeatures", 'fontFeatures = { liga = false }, font = "DejaVu Serif", string = "fi fl ffi"' },
    { "foregroundColor", 'foregroundColor = "tomato"' },
    { "wrapped", "wrapped = true, bounds = { 0, 0, 90, 60 }" },
    { "truncationMode", 'truncationMode = "end", bounds = { 0, 0, 90, 60 }' },
    { "alignmentMode", 'alignmentMode = "right", wrapped = true' },
    { "verticalAlignment", 'verticalAlignment = "center"' },
    { "maximumNumberOfLines", 'maximumNumberOfLines = 2, truncationMode = "end", wrapped = true, bounds = { 0, 0, 70, 60 }' },
    { "fitsText", 'fitsText = "shrink", fontSize = 40, wrapped = true' },
    { "minimumFontSize", 'minimumFontSize = 8, fitsText = "shrink", fontSize = 40' },
    { "letterSpacing", "letterSpacing = 4, bounds = { 0, 0, 90, 60 }, wrapped = true" },
    { "lineHeight", "lineHeight = 28, wrapped = true, bounds = { 0, 0, 90, 60 }" },
    { "paragraphSpacing", 'paragraphSpacing = 12, string = "Two\\nparagraphs"' },
    { "textPath", 'textPath = "M 8 54 Q 45 -10 100 40"' },
    { "textPathOffset", 'textPath = "M 8 54 Q 45 -10 100 40", textPathOffset = 20' },
    { "lineBreakStrategy", 'lineBreakStrategy = "balance", wrapped = true, string = "Lines of equal widths"' },
    { "hyphenationFactor", 'hyphenationFactor = 1, wrapped = true, string = "This representation is one"' },
    { "language", 'language = "de", hyphenationFactor = 1, wrapped = true, string = "Eine Silbentrennung hier"' },
    { "inheritsTextAttributes", 'inheritsTextAttributes = true, string = ca.AttributedString { "plain ", { "bold", weight = "bold" } }' },
  },
  ShapeLayer = {
    { "path", 'path = "M 5 50 Q 30 -30 55 50"' }, { "fillColor", "fillColor = false" },
    { "fillRule", 'fillRule = "even-odd", path = "M 4 4 H 56 V 52 H 4 Z M 18 16 H 42 V 40 H 18 Z"' },
    { "strokeColor", 'strokeColor = "teal"' }, { "lineWidth", "lineWidth = 9" },
    { "lineCap", 'lineCap = "round", lineWidth = 12, path = "M 10 28 H 50"' },
    { "lineJoin", 'lineJoin = "round", lineWidth = 9' }, { "miterLimit", "miterLimit = 1, lineWidth = 9" },
    { "lineDashPattern", "lineDashPattern = { 8, 5 }" },
    { "lineDashPhase", "lineDashPattern = { 8, 5 }, lineDashPhase = 6" },
    { "strokeStart", "strokeStart = 0.4" }, { "strokeEnd", "strokeEnd = 0.6" },
    { "trimMode", 'strokeEnd = 0.5, path = "M 5 50 C 5 50 5 50 55 10"' },
    { "trimMode", 'trimMode = "length", strokeEnd = 0.5, path = "M 5 50 C 5 50 5 50 55 10"' },
  },
  GradientLayer = {
    { "colors", 'colors = { "gold", "tomato" }' }, { "locations", "locations = { 0, 0.2, 1 }" },
    { "startPoint", "startPoint = { 0, 0 }" }, { "endPoint", "endPoint = { 1, 0.5 }" },
    { "focalPoint", 'focalPoint = { 0.3, 0.4 }, type = "radial", startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 }' },
    { "type", 'type = "radial", startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 }' },
    { "type", 'type = "conic", startPoint = { 0.5, 0.5 }, endPoint = { 0.5, 0 }' },
    { "colorSpace", 'colors = { "blue", "yellow" }, colorSpace = "oklab"' },
    { "huePath", 'colors = { "blue", "yellow" }, colorSpace = "oklch", huePath = "longer"' },
  },
  ReplicatorLayer = {
    { "instanceCount", "instanceCount = 3" },
    { "instanceDelay", "instanceDelay = 0.15", pulsing = true },
    { "instanceTransform", "instanceTransform = ca.Transform.rotation(0.5)" },
    { "instanceColor", 'instanceColor = "tomato"' },
    { "instanceRedOffset", "instanceRedOffset = -0.2" }, { "instanceGreenOffset", "instanceGreenOffset = -0.2" },
    { "instanceBlueOffset", "instanceBlueOffset = -0.2" }, { "instanceAlphaOffset", "instanceAlphaOffset = -0.2" },
    { "preservesDepth", "preservesDepth = true, instanceTransform = ca.Transform.translation(20, 0, -40)",
      depth = true },
  },
  EmitterLayer = {
    { "emitterCells", "emitterCells = { ca.EmitterCell(sparks) }" },
    { "emitterPosition", "emitterPosition = { 20, 60 }" },
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
    { "contents", "contents = photo, scale = 0.2" },
    { "contentsRect", "contents = photo, contentsRect = { 0.5, 0, 0.5, 0.5 }" },
    { "birthRate", "birthRate = 15" }, { "lifetime", "lifetime = 0.4" }, { "lifetimeRange", "lifetimeRange = 1" },
    { "emissionLongitude", "emissionLongitude = 0" }, { "emissionRange", "emissionRange = 2 * math.pi" },
    { "velocity", "velocity = 50" }, { "velocityRange", "velocityRange = 50" },
    { "xAcceleration", "xAcceleration = 60" },
    { "yAcceleration", "yAcceleration = 60" }, { "scale", "scale = 1.6" }, { "scaleRange", "scaleRange = 1.2" },
    { "scaleSpeed", "scaleSpeed = -0.6" }, { "spin", "contents = photo, scale = 0.2, spin = 3" },
    { "spinRange", "contents = photo, scale = 0.2, spinRange = 6" },
    { "rotation", "contents = photo, scale = 0.2, rotation = 1" },
    { "rotationRange", "contents = photo, scale = 0.2, rotationRange = 3" }, { "color", 'color = "deepskyblue"' },
    { "redRange", "redRange = 1" }, { "greenRange", "greenRange = 1" }, { "blueRange", "blueRange = 1" },
    { "alphaRange", "alphaRange = 1" }, { "redSpeed", "redSpeed = -1" }, { "greenSpeed", "greenSpeed = -1" },
    { "blueSpeed", "blueSpeed = 1" }, { "alphaSpeed", "alphaSpeed = -1" },
  },
  ConstraintLayoutManager = {
    { "constraints", '"midX = superlayer.midX"' },
    { "constraints", '"midX = superlayer.midX", "midY = superlayer.midY"' },
    { "constraints", '"maxX = superlayer.maxX - 6", "minY = superlayer.minY + 6"' },
    { "constraints", '"minX = a.maxX + 6", "minY = a.minY"' },
    { "constraints", '"width = superlayer.width * 0.5", "midX = superlayer.midX"' },
    { "constraints", '"minX = a.minX", "maxX = superlayer.maxX - 10"' },
    { "constraints", '"midX = a.midX", "width = a.width", "minY = a.maxY + 8"' },
    { "constraints", '"minY = superlayer.minY", "maxY = superlayer.maxY"' },
  },
  ScrollLayer = { { "scrollMode", 'scrollMode = "vertically", bounds = { 0, 20, 60, 40 }' } },
  StackLayoutManager = {
    { "axis", 'axis = "vertical"' }, { "spacing", "spacing = 10" }, { "padding", "padding = 8" },
    { "alignment", 'alignment = "center"' }, { "distribution", 'distribution = "spaceEvenly"' },
    { "sizeToFit", 'sizeToFit = "both", padding = 8' },
    { "sizeToFitCorner", 'sizeToFit = "both", padding = 8, sizeToFitCorner = "maxXMaxY"' },
  },
  GridLayoutManager = {
    { "columns", "columns = 2" }, { "columns", 'columns = { 30, "1fr", "2fr" }' }, { "rows", 'rows = { 12, "1fr" }' },
    { "columnSpacing", "columnSpacing = 14" }, { "rowSpacing", "rowSpacing = 12" }, { "padding", "padding = 8" },
    { "xAlignment", 'xAlignment = "trailing"' },
    { "yAlignment", 'yAlignment = "leading"' }, { "sizeToFit", 'sizeToFit = "both", columns = 3' },
    { "sizeToFitCorner", 'sizeToFit = "both", columns = 3, sizeToFitCorner = "maxXMaxY"' },
  },
}

-- Lines for animations: each is a row of frames, and the curve of the animated value. The base animation is defined
-- by `MOVING`: its key path, from left to right, for a second.
local MOVING = {
  BasicAnimation = { keyPath = "position.x", fromValue = 10, toValue = 66, duration = 1 },
  KeyframeAnimation = { keyPath = "position.x", values = { 10, 60, 30, 66 }, duration = 1 },
  SpringAnimation = { keyPath = "position.x", fromValue = 10, toValue = 44, duration = 1 },
  AnimationGroup = { duration = 1 },
  Transition = { duration = 1 },
}
local MOVES = {
  Animation = {
    { "timingFunction", 'timingFunction = "linear"' }, { "timingFunction", 'timingFunction = "easeIn"' },
    { "timingFunction", 'timingFunction = "easeOut"' }, { "timingFunction", 'timingFunction = "easeInEaseOut"' },
    { "timingFunction", 'timingFunction = "default"' },
    { "timingFunction", "timingFunction = { 0.3, -0.4, 0.7, 1.4 }" },
    { "beginTime", "beginTime = 0.4" }, { "timeOffset", "timeOffset = 0.5" }, { "speed", "speed = 2" },
    { "duration", "duration = 0.5" }, { "repeatCount", "repeatCount = 2, duration = 0.5" },
    { "repeatDuration", "repeatDuration = 1, duration = 0.4" },
    { "autoreverses", "autoreverses = true, duration = 0.5" },
    { "fillMode", 'fillMode = "forwards", removedOnCompletion = false, duration = 0.5' },
    { "fillMode", 'fillMode = "backwards", beginTime = 0.4, fromValue = 38' },
  },
  PropertyAnimation = {
    { "keyPath", 'keyPath = "opacity", fromValue = 0, toValue = 1' },
    { "keyPath", 'keyPath = "transform.rotation.z", fromValue = 0, toValue = math.pi' },
    { "keyPath", 'keyPath = "backgroundColor", fromValue = "gold", toValue = "purple"' },
    { "additive", "additive = true, fromValue = 0, toValue = 40" },
    { "cumulative", 'keyPath = "borderWidth", fromValue = 0, toValue = 2, duration = 0.32, '
      .. "repeatCount = 3, cumulative = true" },
    { "valueFunction", 'valueFunction = "scaleX", keyPath = "transform", fromValue = 1, toValue = 3' },
  },
  BasicAnimation = {
    { "fromValue", "fromValue = 38" }, { "toValue", "toValue = 38" },
    { "byValue", "byValue = 30, fromValue = nil, toValue = nil" },
    { "byValue", "byValue = 30, fromValue = 20, toValue = nil" },
  },
  KeyframeAnimation = {
    { "values", "values = { 10, 66, 10 }" },
    { "path", 'keyPath = "position", path = "M 10 34 C 26 -12 50 56 66 10"' },
    { "keyTimes", "keyTimes = { 0, 0.2, 0.8, 1 }" },
    { "timingFunctions", 'timingFunctions = { "easeIn", "easeOut", "easeInEaseOut" }' },
    { "calculationMode", 'calculationMode = "linear"' }, { "calculationMode", 'calculationMode = "discrete"' },
    { "calculationMode", 'calculationMode = "paced"' }, { "calculationMode", 'calculationMode = "cubic"' },
    { "calculationMode", 'calculationMode = "cubicPaced"' },
    { "rotationMode", 'rotationMode = "auto", keyPath = "position", path = "M 10 34 C 26 -12 50 56 66 10"' },
    { "tensionValues", 'calculationMode = "cubic", tensionValues = { 1, 1, 1, 1 }' },
    { "continuityValues", 'calculationMode = "cubic", continuityValues = { -1, -1, -1, -1 }' },
    { "biasValues", 'calculationMode = "cubic", biasValues = { 1, 1, 1, 1 }' },
  },
  SpringAnimation = {
    { "mass", "mass = 0.3" }, { "mass", "mass = 3" }, { "stiffness", "stiffness = 400" }, { "damping", "damping = 3" },
    { "damping", "damping = 20" }, { "initialVelocity", "initialVelocity = 15" },
    { "allowsOverdamping", "allowsOverdamping = true, damping = 60" },
    { "perceptualDuration", "perceptualDuration = 0.3" }, { "bounce", "perceptualDuration = 0.4, bounce = 0.6" },
  },
  AnimationGroup = {
    { "animations", 'animations = { to("position.x", 66), to("opacity", 0.2), to("transform.rotation.z", 3) }' },
    { "animations", 'animations = { to("position.x", 66, 0, 0.5), to("position.y", 8, 0.5, 0.5) }' },
  },
  Transition = {
    { "type", 'type = "fade"' }, { "type", 'type = "push"' }, { "type", 'type = "moveIn"' },
    { "type", 'type = "reveal"' }, { "subtype", 'type = "push", subtype = "fromRight"' },
    { "subtype", 'type = "moveIn", subtype = "fromTop"' }, { "subtype", 'type = "reveal", subtype = "fromBottom"' },
    { "startProgress", 'type = "push", startProgress = 0.4' }, { "endProgress", 'type = "push", endProgress = 0.4' },
    { "filter", 'filter = ca.Filter("CISwipeTransition", { inputWidth = 20 })' },
    { "filter", 'filter = ca.Filter("CIModTransition")' },
  },
}

-- One animation of a group.
local function to(keyPath, value, begin, duration)
  return ca.BasicAnimation { keyPath = keyPath, toValue = value, beginTime = begin, duration = duration or 1,
    fillMode = "forwards" }
end

local names = setmetatable({ photo = photo, star = star, sparks = sparks, box = box, to = to }, { __index = _G })
names.ca = ca

local function pulse()
  return ca.KeyframeAnimation { keyPath = "position.y", values = { 12, 30, 12 }, duration = 1, repeatCount = math.huge }
end

-- Returns the layer with a line inserted, in a stage of the cell's size.
local function show(class, line)
  local code, stage = line[2], ca.Layer { bounds = { 0, 0, WIDTH - 8, HEIGHT - 8 }, masksToBounds = true }
  local written = assert(load("return {" .. code .. "}", code, "t", names))()
  if line.depth then stage.sublayerTransform = ca.Transform.perspective(200) end
  if class == "EmitterCell" then
    local cell = ca.EmitterCell(merged(sparks, written))
    stage:addSublayer(ca.EmitterLayer(merged(BASES.EmitterLayer(), { emitterCells = { cell }, position = { 62, 38 } })))
    return stage
  elseif class == "ConstraintLayoutManager" then
    local holder = ca.Layer { bounds = { 0, 0, 108, 64 }, position = { 62, 38 }, backgroundColor = "#e8eef8",
      layoutManager = ca.ConstraintLayoutManager() }
    local a = ca.Layer { name = "a", frame = { 10, 10, 24, 16 }, backgroundColor = "#5b8def", cornerRadius = 3 }
    local b = ca.Layer { name = "b", bounds = { 0, 0, 34, 20 }, position = { 80, 44 }, backgroundColor = "#ff7f50",
      cornerRadius = 3, constraints = written }
    holder.sublayers = { a, b }
    stage:addSublayer(holder)
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
  -- The outline of a layer that its line hides, in a colour for light and dark pages.
  if ca.args.folder and (line[1] == "hidden" or line[1] == "doubleSided") then
    stage:addSublayer(ca.ShapeLayer { bounds = init.bounds, position = { 62, 38 }, fillColor = false,
      path = "M 0 0 H 60 V 40 H 0 Z", strokeColor = "#8590a4", lineDashPattern = { 4, 3 }, lineWidth = 1.5 })
  end
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
    local manager = line.constrained and ca.ConstraintLayoutManager()
      or line.stacked and ca.StackLayoutManager { padding = 4, spacing = 4 } or nil
    local holder = ca.Layer { bounds = { 0, 0, 60, 56 }, position = { 62, 38 }, backgroundColor = "#e8eef8",
      layoutManager = manager }
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
  for _, sheets in ipairs { LINES, MOVES } do
    for class, lines in pairs(sheets) do
      for _, line in ipairs(lines) do print(class .. "." .. line[1]) end
    end
  end
  return
end

local class = ca.args.class or "Layer"
local lines = assert(LINES[class] or MOVES[class], "there is no sheet of " .. class)

-- Returns the sheet for the program to draw, or writes it to the requested file: lossless, which is smaller for flat
-- colours.
local function finished(root)
  if not ca.args.file then return root end
  local isFlat = MOVES[class] and class ~= "Transition" or class == "ConstraintLayoutManager"
  ca.render(root, ca.args.file, { scale = 1.5, lossless = isFlat or nil })
end

-- Writes a line's picture into the folder, on nothing, and prints its property, file and code, divided by tabs.
local written = {}
local function keep(line, root, lossless)
  local count = (written[line[1]] or 0) + 1
  written[line[1]] = count
  local name = line[1] .. (count > 1 and "-" .. count or "") .. ".webp"
  ca.render(root, ca.args.folder .. "/" .. name, { scale = 2, lossless = lossless })
  print(line[1] .. "\t" .. name .. "\t" .. line[2])
end

local function caption(x, y, width, string, font, size, height)
  return ca.TextLayer { frame = { x, y, width, height }, string = string, font = font, fontSize = size, wrapped = true,
    foregroundColor = "#304050" }
end

if MOVES[class] then
  local FRAMES, STEP, W, H, LEFT = 7, 0.16, 76, 44, 8
  local made = MOVING[class] and class or "BasicAnimation"

  -- The moving layer, with its animation.
  local function moving(line)
    local written = assert(load("return {" .. line[2] .. "}", line[2], "t", names))()
    local keys = merged(MOVING[made], written)
    for nothing in line[2]:gmatch "(%w+) = nil" do keys[nothing] = nil end
    local animation = ca[made](keys)
    if class == "Transition" then
      local layer = ca.Layer { frame = { 4, 4, W - 8, H - 8 }, backgroundColor = "#5b8def", masksToBounds = true,
        ca.Layer { frame = { 10, 8, 20, 20 }, backgroundColor = "white", cornerRadius = 10 } }
      layer:addAnimation(animation, "transition")
      layer.sublayers = {}
      layer.contents = photo
      return layer
    end
    local layer = box(nil, 0, 0)
    local isPlaced = not keys.keyPath or keys.keyPath:find "^position"
    layer.position = { isPlaced and 10 or W / 2, H / 2 }
    layer:addAnimation(animation, "move")
    return layer, keys
  end

  local function line(path, color, width)
    return ca.ShapeLayer { path = path, fillColor = false, strokeColor = color, lineWidth = width or 1 }
  end

  -- The value over time, or the path of a point.
  local function curve(layer, key)
    local graph = ca.Layer { bounds = { 0, 0, W, H }, masksToBounds = true }
    local values, low, high = {}, math.huge, -math.huge
    for i = 0, 125 do
      local value = layer:presentation(i / 100):valueForKeyPath(key)
      if type(value) ~= "number" then return graph end
      values[i], low, high = value, math.min(low, value), math.max(high, value)
    end
    local path, scale = {}, (H - 12) / math.max(high - low, 1e-6)
    for i = 0, 125 do
      local command = (i == 0 or math.abs(values[i] - values[i - 1]) * scale > 12) and "M" or "L"
      path[#path + 1] = ("%s %.2f %.2f"):format(command, 4 + i / 125 * (W - 8), H - 6 - (values[i] - low) * scale)
    end
    graph:addSublayer(line(("M %g 2 V %d"):format(4 + 100 / 125 * (W - 8), H - 2), "#c8d0dc"))
    graph:addSublayer(line(table.concat(path, " "), "#c0392b", 1.5))
    return graph
  end

  local function way(layer)
    local path = {}
    for i = 0, 99 do
      local p = layer:presentation(i / 100).position
      path[#path + 1] = ("%s %.2f %.2f"):format(i == 0 and "M" or "L", p.x, p.y)
    end
    return line(table.concat(path, " "), "#c8d0dc")
  end

  local PITCH, count = H + 24, class == "Transition" and FRAMES or FRAMES + 1
  local root = ca.Layer { name = class, backgroundColor = "white",
    bounds = { 0, 0, LEFT + count * (W + 6) + 2, 22 + #lines * PITCH } }
  for i = 1, FRAMES do
    root:addSublayer(caption(LEFT + (i - 1) * (W + 6), 6, W, ("%g s"):format((i - 1) * STEP), "DejaVu Sans", 8, 12))
  end

  -- Adds the frames of a line to a root, in a row at `left` and `y`, and the curve.
  local function addRow(root, written, left, y, background)
    local layer, keys = moving(written)
    local isWay = keys and (keys.keyPath == "position" or class == "AnimationGroup")
    for i = 1, FRAMES do
      local x = left + (i - 1) * (W + 6)
      local stage = ca.Layer { frame = { x, y, W, H }, backgroundColor = background, masksToBounds = true }
      if isWay then stage:addSublayer(way(layer)) end
      stage:addSublayer((moving(written)))
      -- The stage is frozen at this time.
      stage.speed = 0
      stage.timeOffset = (i - 1) * STEP
      root:addSublayer(stage)
    end
    if class ~= "Transition" and not isWay then
      local graph = curve(layer, keys.keyPath)
      graph.frame = { left + FRAMES * (W + 6), y, W, H }
      root:addSublayer(graph)
    end
  end

  if ca.args.folder then
    for _, written in ipairs(lines) do
      local root = ca.Layer { name = class, bounds = { 0, 0, count * (W + 6) - 6, H + 16 } }
      for i = 1, FRAMES do
        root:addSublayer(ca.TextLayer { frame = { (i - 1) * (W + 6), H + 3, W, 13 },
          string = ("%g s"):format((i - 1) * STEP), fontSize = 10, font = "DejaVu Sans", foregroundColor = "#8590a4" })
      end
      addRow(root, written, 0, 0, { 0.52, 0.56, 0.64, 0.16 })
      keep(written, root, class ~= "Transition")
    end
    return
  end
  for row, written in ipairs(lines) do
    local y = 20 + (row - 1) * PITCH
    addRow(root, written, LEFT, y, "#f4f6fa")
    root:addSublayer(caption(LEFT, y + H + 3, 114, written[1], "DejaVu Sans Bold", 9, 14))
    root:addSublayer(caption(LEFT + 116, y + H + 4, count * (W + 6) - 116, written[2], "DejaVu Sans Mono", 8, 14))
  end
  return finished(root)
end

if ca.args.folder then
  local stages = {}
  for i, line in ipairs(lines) do stages[i] = show(class, line) end
  ca.setCurrentTime(1.2)
  for i, line in ipairs(lines) do keep(line, stages[i]) end
  return
end

local PITCH = HEIGHT + 46
local rows = (#lines + COLUMNS - 1) // COLUMNS
local root = ca.Layer { name = class, bounds = { 0, 0, COLUMNS * WIDTH + 8, rows * PITCH + 8 },
  backgroundColor = "white" }
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
return finished(root)
