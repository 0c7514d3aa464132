-- Pictures of properties for the site's pages, a file each: those that the sheets of docs/reference/pictures.lua leave
-- out, since they need more than a line in one layer. Started by scripts/site with -D folder=FOLDER, in which each
-- class has its folder, and with -D clip=FILE for the film of this script with -D film=1. Prints class, property, file
-- and code of each, divided by tabs.
local ca = require "layerlua"

-- The film that player layers show: the time, and a hand that turns.
if ca.args.film then
  local film = ca.Layer { bounds = { 0, 0, 96, 54 }, backgroundColor = "#203a5f",
    ca.Layer { name = "hand", bounds = { 0, 0, 4, 20 }, position = { 24, 27 }, anchorPoint = { 0.5, 1 },
      backgroundColor = "#ffd166", cornerRadius = 2 } }
  local time = ca.TextLayer { frame = { 42, 16, 50, 24 }, fontSize = 17, foregroundColor = "white", string = "0.0 s" }
  film:addSublayer(time)
  ca.onFrame(function(now)
    time.string = ("%.1f s"):format(now)
    film["sublayers.hand.transform.rotation.z"] = now * 2
  end)
  return film
end

local WIDTH, HEIGHT = 124, 76
local BLUE, RED, GREEN = "#5b8def", "#ff7f50", "#2f6b4f"
-- Seen on light and on dark pages.
local GREY = { 0.52, 0.56, 0.64, 0.16 }
local photo = ca.Image.draw(48, 32, 2, function(ctx)
  ctx:drawLinearGradient({ "#8ec5fc", "#e0c3fc" }, nil, { 0, 0 }, { 48, 32 })
  ctx:setFillColor(RED); ctx:fillEllipse { 30, 5, 12, 12 }
  ctx:setFillColor(GREEN); ctx:beginPath(); ctx:move(0, 32); ctx:addLine(16, 12); ctx:addLine(32, 32); ctx:fillPath()
  ctx:setFillColor "#1d4635"; ctx:beginPath(); ctx:move(22, 32); ctx:addLine(34, 18); ctx:addLine(48, 32)
  ctx:fillPath()
end)
local spark = ca.Image.draw(8, 8, 2, function(ctx)
  ctx:drawRadialGradient({ "white", { 1, 1, 1, 0 } }, nil, { 4, 4 }, 0, { 4, 4 }, 4)
end)
local names = setmetatable({ ca = ca, photo = photo, spark = spark, clip = ca.args.clip }, { __index = _G })

-- The values that a line writes.
local function values(code) return assert(load("return {" .. code .. "}", code, "t", names))() end
local function merged(...)
  local result = {}
  for _, part in ipairs { ... } do
    for key, value in pairs(part) do result[key] = value end
  end
  return result
end
local function stage() return ca.Layer { bounds = { 0, 0, WIDTH, HEIGHT }, masksToBounds = true } end
local function dot(color)
  return ca.Layer { name = "dot", bounds = { 0, 0, 14, 14 }, position = { 10, 22 }, cornerRadius = 3,
    backgroundColor = color or RED }
end
local function slide()
  return ca.BasicAnimation { keyPath = "position.x", fromValue = 10, toValue = 66, duration = 1 }
end

local written = {}
local function keep(class, key, code, root, options)
  local name = class .. "/" .. key
  written[name] = (written[name] or 0) + 1
  local file = key .. (written[name] > 1 and "-" .. written[name] or "") .. ".webp"
  ca.render(root, ca.args.folder .. "/" .. class .. "/" .. file, merged({ scale = 2 }, options or {}))
  print(class .. "\t" .. key .. "\t" .. file .. "\t" .. code)
end

-- A row of seven frames with their times. `make` returns the layer of a line, 76 × 44 points, anew for each.
local function strip(class, make, lines)
  local FRAMES, STEP, W, H = 7, 0.16, 76, 44
  for _, line in ipairs(lines) do
    local root = ca.Layer { bounds = { 0, 0, FRAMES * (W + 6) - 6, H + 16 } }
    for i = 1, FRAMES do
      local x, time = (i - 1) * (W + 6), (i - 1) * STEP
      names.dot = dot()
      -- The frame is frozen at its time.
      root:addSublayer(ca.Layer { frame = { x, 0, W, H }, backgroundColor = GREY,
        masksToBounds = true, speed = 0, timeOffset = time, make(values(line[2])) })
      root:addSublayer(ca.TextLayer { frame = { x, H + 3, W, 13 }, string = ("%g s"):format(time), fontSize = 10,
        font = "DejaVu Sans", foregroundColor = "#8590a4" })
    end
    keep(class, line[1], line[2], root, { lossless = true })
  end
end

local function still(class, make, lines, options)
  for _, line in ipairs(lines) do
    names.dot = dot()
    local root = stage()
    make(values(line[2]), root)
    keep(class, line[1], line[2], root, options)
  end
end

-- Times of a layer, in which a dot slides for a second; before and after it lies at the left.
strip("Layer", function(given)
  names.dot:addAnimation(ca.BasicAnimation { keyPath = "position.x", fromValue = 26, toValue = 66, duration = 1 })
  return ca.Layer(merged({ bounds = { 0, 0, 76, 44 }, position = { 38, 22 }, names.dot }, given))
end, {
  { "beginTime", "beginTime = 0.4" }, { "timeOffset", "timeOffset = 0.4" }, { "speed", "speed = 2" },
  { "duration", "duration = 0.5" }, { "repeatCount", "repeatCount = 2, duration = 0.4" },
  { "repeatDuration", "repeatDuration = 0.7, duration = 0.3" },
  { "autoreverses", "autoreverses = true, duration = 0.45" },
  { "fillMode", 'fillMode = "forwards", duration = 0.5' },
  { "contentsTime", "contentsTime = 0.3" },
})

-- States: those of a layer with a dot, set at the start.
local OPEN = 'ca.State { name = "Open", elements = { '
  .. 'ca.StateSetValue { target = dot, keyPath = "position.x", value = 66 } } }'
local function room(given)
  return ca.Layer(merged({ bounds = { 0, 0, 76, 44 }, position = { 38, 22 }, names.dot,
    states = values(OPEN) }, given))
end
strip("Layer", function(given)
  local layer = room(given)
  layer:setState "Open"
  return layer
end, {
  { "stateTransitions", 'stateTransitions = { ca.StateTransition { toState = "Open", elements = { '
    .. 'ca.StateTransitionElement { target = dot, key = "position.x", animation = ca.SpringAnimation() } } } }' },
  { "stateTransitionAnimation", "stateTransitionAnimation = ca.BasicAnimation { duration = 0.8 }" },
})
strip("StateTransition", function(given)
  local slow = ca.StateTransitionElement { target = names.dot, key = "position.x", duration = 0.8,
    animation = ca.BasicAnimation() }
  local layer = room { stateTransitions = { ca.StateTransition(merged({ elements = { slow } }, given)) } }
  layer:setState "Open"
  return layer
end, {
  { "fromState", 'fromState = ""' }, { "fromState", 'fromState = "Ajar"' }, { "toState", 'toState = "Open"' },
  { "toState", 'toState = "Ajar"' },
  { "elements", 'elements = { ca.StateTransitionElement { target = dot, key = "position.x", '
    .. "animation = ca.SpringAnimation { perceptualDuration = 0.4, bounce = 0.5 } } }" },
})
strip("StateTransitionElement", function(given)
  local usual = { target = names.dot, key = "position.x", animation = ca.BasicAnimation { duration = 0.5 } }
  local element = ca.StateTransitionElement(merged(usual, given))
  local layer = room { stateTransitions = { ca.StateTransition { elements = { element } } } }
  layer:setState "Open"
  return layer
end, {
  { "key", 'key = "position.x"' },
  { "animation", "animation = ca.SpringAnimation { perceptualDuration = 0.4, bounce = 0.5 }" },
  { "duration", "duration = 0.9" }, { "beginTime", "beginTime = 0.4" }, { "enabled", "enabled = false" },
})
local function animated(kind)
  return function(given)
    local element = ca[kind](merged({ target = names.dot }, given))
    local layer = room { states = { ca.State { name = "Open", elements = { element } } } }
    names.dot:addAnimation(slide(), "slide")
    layer:setState "Open"
    return layer
  end
end
strip("StateAddAnimation", animated "StateAddAnimation", {
  { "key", 'key = "slide", animation = ca.BasicAnimation { keyPath = "position.y", toValue = 8, duration = 1 }' },
  { "animation", 'key = "turn", animation = ca.BasicAnimation { keyPath = "transform.rotation.z", toValue = math.pi, '
    .. "duration = 1 }" },
})
strip("StateRemoveAnimation", animated "StateRemoveAnimation", {
  { "key", 'key = "slide"' }, { "key", 'key = "turn"' },
})

-- A layer in the state of its line.
local function inState(states)
  return function(given, root)
    local layer = ca.Layer { bounds = { 0, 0, 76, 44 }, position = { 62, 38 }, cornerRadius = 6,
      backgroundColor = GREY, names.dot }
    layer.states = states(given)
    layer:setState "Open"
    root:addSublayer(layer)
  end
end
still("Layer", inState(function(given) return given.states end), { { "states", "states = { " .. OPEN .. " }" } })
still("State", inState(function(given)
  local first = ca.State { name = "Ajar", elements = {
    ca.StateSetValue { target = names.dot, keyPath = "position.x", value = 38 } } }
  return { first, ca.State(merged({ name = "Open" }, given)) }
end), {
  { "elements", 'elements = { ca.StateSetValue { target = dot, keyPath = "position.x", value = 66 } }' },
  { "basedOn", 'basedOn = "Ajar", elements = { ca.StateSetValue { target = dot, keyPath = "cornerRadius", '
    .. "value = 7 } }" },
  { "enabled", 'enabled = false, elements = { ca.StateSetValue { target = dot, keyPath = "position.x", '
    .. "value = 66 } }" },
})
local function setting(given)
  return { ca.State { name = "Open", elements = { ca.StateSetValue(merged({ target = names.dot }, given)) } } }
end
still("StateElement", inState(setting), { { "target", 'target = dot, keyPath = "cornerRadius", value = 7' } })
still("StateSetValue", inState(setting), {
  { "keyPath", 'keyPath = "transform.rotation.z", value = 0.8' }, { "value", 'value = 66, keyPath = "position.x"' },
})

-- Layers that draw by a function.
names.disc = { drawLayerInContext = function(_, _, ctx)
  ctx:setFillColor "gold"
  ctx:fillEllipse { 10, 4, 40, 32 }
end }
still("Layer", function(given, root)
  local layer = ca.Layer(merged({ bounds = { 0, 0, 60, 40 }, position = { 62, 38 }, backgroundColor = BLUE }, given))
  if given.delegate then layer:setNeedsDisplay() end
  root:addSublayer(layer)
end, {
  { "style", "style = { cornerRadius = 14, borderWidth = 4 }" },
  { "delegate", "delegate = { drawLayerInContext = function(self, layer, ctx) ctx:fillEllipse { 10, 4, 40, 32 } end "
    .. "}" },
  { "opaque", "opaque = true, delegate = disc" },
})

-- Tiles with a frame and their level's pixels per point.
local function tile(_, layer, ctx)
  local scale, line = ctx.ctm.m11, 1 / layer["transform.scale.x"]
  local rect = ca.Rect(ctx.clipBounds):insetBy(line)
  ctx:setFillColor "#e8eef8"; ctx:fill(rect)
  ctx:setStrokeColor(BLUE); ctx:setLineWidth(2 * line); ctx:stroke(rect)
  ctx:drawText(("%g"):format(scale), { rect.x + 5 * line, rect.y + 13 * line },
    { fontSize = 11 * line, foregroundColor = "#304050" })
end
still("TiledLayer", function(given, root)
  local layer = ca.TiledLayer(merged({ bounds = { 0, 0, 496, 304 }, anchorPoint = { 0, 0 }, tileSize = { 80, 80 },
    delegate = { drawLayerInContext = tile } }, given))
  root:addSublayer(layer)
end, {
  { "tileSize", "tileSize = { 40, 40 }" }, { "tileSize", "tileSize = { 96, 48 }" },
  { "levelsOfDetail", "levelsOfDetail = 1, transform = ca.Transform.scale(0.25)" },
  { "levelsOfDetail", "levelsOfDetail = 2, transform = ca.Transform.scale(0.25)" },
  { "levelsOfDetailBias", "levelsOfDetail = 2, levelsOfDetailBias = 1" },
})

still("DrawableLayer", function(given, root)
  root:addSublayer(ca.DrawableLayer(merged({ bounds = { 0, 0, 90, 56 }, position = { 62, 38 }, contentsScale = 2,
    draw = function(_, drawable)
      drawable:setPixels(function(x, y) return x / drawable.width, y / drawable.height, 0.6, 1 end)
    end }, given)))
end, {
  { "draw", 'draw = function(layer, drawable) drawable:clear "navy"; '
    .. 'drawable:draw(function(ctx) ctx:setFillColor "gold"; ctx:fillEllipse { 60, 20, 70, 70 } end) end' },
  { "drawableSize", 'drawableSize = { 9, 6 }, magnificationFilter = "nearest"' },
})

-- Texts that share something with the layer at their right, named "second".
still("TextLayer", function(given, root)
  local look = { fontSize = 10, foregroundColor = "#203040", backgroundColor = "#e8eef8", wrapped = true,
    font = "DejaVu Sans" }
  local second = ca.TextLayer(merged(look, { name = "second", frame = { 65, 4, 57, 68 } }))
  if given.fitsTextGroup then
    second.string, second.fontSize, second.fitsText = "Much longer text than that", 20, "shrink"
    second.fitsTextGroup = given.fitsTextGroup
  end
  local first = ca.TextLayer(merged(look, { frame = { 2, 4, 57, 68 } }, given))
  root:addSublayer(first)
  root:addSublayer(second)
end, {
  { "fitsTextGroup", 'fitsTextGroup = "cards", fitsText = "shrink", fontSize = 20, string = "Short text"' },
  { "continuesIn", 'continuesIn = "second", string = "Text that has no room in one layer goes on in the next one"' },
  { "orphans", 'orphans = 2, continuesIn = "second", string = "Three lines of text in all.\\n'
    .. 'And then one more of many lines"' },
  { "orphans", 'orphans = 3, continuesIn = "second", string = "Three lines of text in all.\\n'
    .. 'And then one more of many lines"' },
  { "widows", 'widows = 3, continuesIn = "second", string = "Text that has no room in one layer goes on"' },
})

-- Particles, at 1.2 s.
ca.setCurrentTime(1.2)
local sparks = { name = "spark", contents = spark, birthRate = 60, lifetime = 1, velocity = 26, velocityRange = 10,
  emissionRange = 0.6, emissionLongitude = -math.pi / 2, color = "orange", scale = 0.7 }
names.trail = ca.EmitterCell { contents = spark, birthRate = 14, lifetime = 0.5, scale = 0.5, color = "white" }
still("EmitterCell", function(given, root)
  local isDeep = given.zAcceleration or given.emissionLatitude
  if isDeep then root.sublayerTransform = ca.Transform.perspective(120) end
  root:addSublayer(ca.EmitterLayer { bounds = { 0, 0, 110, 70 }, position = { 62, 38 }, backgroundColor = "#202028",
    emitterPosition = { 55, 50 }, masksToBounds = not isDeep, preservesDepth = isDeep and true or false,
    emitterCells = { ca.EmitterCell(merged(sparks, given)) } })
end, {
  { "enabled", "enabled = false" }, { "emissionLatitude", "emissionLatitude = 1.2" },
  { "zAcceleration", "zAcceleration = 140" }, { "contentsScale", "contents = photo, scale = 0.2, contentsScale = 2" },
  { "minificationFilter", 'contents = photo, scale = 0.2, minificationFilter = "nearest"' },
  { "minificationFilterBias", 'contents = photo, scale = 0.2, minificationFilter = "trilinear", '
    .. "minificationFilterBias = 3" },
  { "magnificationFilter", 'contents = photo, contentsRect = { 0.6, 0.1, 0.1, 0.15 }, scale = 2, birthRate = 4, '
    .. 'magnificationFilter = "nearest"' },
  { "emitterCells", "emitterCells = { trail }, birthRate = 8, velocity = 50" },
  { "style", "style = { yAcceleration = 60 }" }, { "beginTime", "beginTime = 0.9" }, { "timeOffset", "timeOffset = 5" },
  { "speed", "speed = 0.4" }, { "duration", "duration = 0.8" }, { "repeatCount", "duration = 0.3, repeatCount = 2" },
  { "repeatDuration", "repeatDuration = 0.7" }, { "autoreverses", "duration = 0.3, autoreverses = true" },
})

if ca.args.clip then
  still("PlayerLayer", function(given, root)
    local usual = { bounds = { 0, 0, 96, 54 }, position = { 62, 38 }, file = names.clip }
    root:addSublayer(ca.PlayerLayer(merged(usual, given)))
  end, {
    { "file", "file = clip" }, { "videoGravity", 'videoGravity = "resizeAspect", bounds = { 0, 0, 60, 60 }' },
    { "videoGravity", 'videoGravity = "resizeAspectFill", bounds = { 0, 0, 60, 60 }, masksToBounds = true' },
    { "videoGravity", 'videoGravity = "resize", bounds = { 0, 0, 60, 60 }' },
    { "rate", "rate = 2" }, { "rate", "rate = -1" }, { "from", "from = 1" }, { "to", "to = 1" }, { "loops", "to = 1, loops = true" },
  })
end
