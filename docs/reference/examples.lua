-- SPDX-License-Identifier: MIT
-- The examples of `layerlua doc` for what the guide does not show in a few lines: scripts/examples takes the statement
-- that uses each name. Properties and filters need none, since their rows suffice. A test runs this script beside
-- photo.jpg, icon.svg, badge.json, people.csv, settings.toml, sprites and icons.
local ca = require "layerlua"

-- Values

local point = ca.Point(30, 40)
local size = ca.Size(120, 80)
local x, y = point:unpack()
local below = point:with { y = 100 }
local width, height = size:unpack()
local wide = size:with { width = 240 }
assert(x + y == 70 and below.y == 100 and width + height == 200 and wide.width == 240)

local rect = ca.Rect(20, 20, 120, 80)
local left, top, across, down = rect:unpack()
local square = rect:with { width = 80 }
local moved = rect:offsetBy(10, 0)
local both = rect:union { 100, 60, 90, 90 }
local common = rect:intersection { 100, 60, 90, 90 }  -- nil if they do not meet
print(rect:contains { 30, 30 }, rect:intersects(both))  -- true true
local whole = ca.Rect(0.5, 0.5, 9, 9):integral()  -- {0, 0, 10, 10}
assert(left + top + across + down == 240 and square and moved and common and whole.width == 10)

local color = ca.Color "teal"
local lighter = color:lightened(0.15)
local opposite = color:rotated(math.pi)
print(color:grey():hex())
print(color:luminance())  -- 0 for black to 1 for white
local lightness, chroma, hue = color:oklch()
local red, green, blue, alpha = color:unpack()
local half = color:withAlpha(0.5)
local faint = color:with { alpha = 0.1 }
local mint = ca.oklch(0.85, 0.1, math.rad(160))
print(table.concat(ca.paletteNames(), ", "))
assert(lighter and opposite and lightness and chroma and hue and red + green + blue + alpha > 0 and half and faint and mint)

local transform = ca.Transform.scale(2)
local nearer = ca.Transform.perspective(500)
local sheared = ca.Transform.affine(1, 0, 0.3, 1, 0, 0)
local a, b = transform:unpack()  -- m11, m12, …
local deep = transform:with { m34 = -1 / 500 }
local shifted = transform:translated(20, 0)
local larger = transform:scaled(1.5)
local turned = transform:rotated(math.pi / 6)
local joined = shifted:concat(turned)
local back = transform:inverted()
print(transform:apply { 10, 20 })  -- {20, 40}
assert(nearer and sheared and a == 2 and b == 0 and deep and larger and joined and back)

-- Paths

local path = ca.Path():move(10, 60):addQuadCurve(50, 0, 90, 60)
path:addCurve(110, 90, 130, 30, 150, 60)
path:addArcTangent(200, 60, 200, 10, 20):addLine(200, 10)
path:addRect { 10, 10, 60, 40 }
path:addPath("M 0 0 L 20 10", ca.Transform.translation(40, 40))
path:move(0, 0):addLine(40, 0):addLine(20, 30):closeSubpath()
print(path:boundingBox(), path:boundingBoxOfPath())
print(path:isEmpty(), path:contains { 20, 20 })
print(path:length())  -- in points
print(path:currentPoint())
local tilted = path:transformed(ca.Transform.rotation(0.2))
local firstHalf = path:trimmed(0, 0.5)
print(path:svg())  -- M 10 60 Q 50 0 90 60 …
local other = path:copy()

local disc = ca.Path():addEllipse { 0, 0, 80, 80 }
local box = "M 40 20 H 120 V 60 H 40 Z"
local disc2 = disc:copy()
local union = disc:union(box)
local lens = disc:intersection(box)
local bite = disc:subtracting(box)
local rest = disc:symmetricDifference(box)
local all = ca.Path.union { disc, box, "M 0 0 H 10 V 10 H 0 Z" }
local plain = path:normalized "evenOdd"
local grown = disc:offset(6, { join = "miter", miterLimit = 4, tolerance = 0.1 })
local outline = path:stroked { lineWidth = 4, lineCap = "round", tolerance = 0.1 }
local dashes = path:stroked { lineDashPattern = { 8, 4 }, lineDashPhase = 2 }
local bevelled = path:stroked { lineJoin = "miter", miterLimit = 3 }
local fewer = path:simplified(0.5)
local hull = path:hull()
local place, direction = disc:pointAtLength(30)
local middle = disc:pointAtFraction(0.5)
local points, directions = disc:pointsAlong(12)
local between = disc:morphed("M 0 0 H 80 V 80 H 0 Z", 0.5, { start = 0.25 })
local drawn = disc:sketched { roughness = 2, bowing = 1.5, strokes = 2, seed = 7 }
local hexagon = ca.Path.polygon({ 60, 60 }, 6, 50, 8)
local slice = ca.Path.wedge({ 60, 60 }, 50, 0, math.pi / 3)
local coil = ca.Path.spiral({ 60, 60 }, 5, 50, 3)
local soft = ca.Path.roundedPolygon({ { 0, 0 }, { 80, 0 }, { 40, 60 } }, 12)
assert(tilted and firstHalf and other and disc2 and union and lens and bite and rest and all and plain and grown)
assert(outline and dashes and bevelled and fewer and hull and place and direction and middle and #points == #directions)
assert(between and drawn and hexagon and slice and coil and soft)

-- The tree

local layer = ca.Layer { name = "card", bounds = { 0, 0, 200, 100 }, anchorPoint = { 0, 0 } }
local photo = ca.Layer { name = "photo", frame = { 10, 10, 80, 80 }, contents = "photo.jpg" }
local badge = ca.Layer { name = "badge", frame = { 80, 4, 16, 16 }, backgroundColor = "tomato" }
layer:addSublayer(photo)
layer:insertSublayer(badge, 1)  -- behind all others
layer:insertSublayerAbove(badge, photo)
layer:insertSublayerBelow(badge, photo)
local shade = ca.Layer { frame = { 10, 10, 80, 80 }, backgroundColor = "#0004" }
layer:replaceSublayer(badge, shade)
shade:removeFromSuperlayer()
layer:addSublayer(badge)
print(layer:sublayer("photo").frame)
print(badge:isDescendantOf(layer))  -- true
print(layer:convertPointFromLayer({ 0, 0 }, photo))  -- {10, 10}
print(photo:convertRectToLayer({ 0, 0, 40, 40 }, layer))  -- {10, 10, 40, 40}
print(photo:convertRectFromLayer({ 10, 10, 40, 40 }, layer))
print(photo:convertTimeFromLayer(2, layer))
print(photo:convertTimeToLayer(2, layer))
print(layer:contains { 30, 30 })  -- true
print(layer:hitTest({ 30, 30 }).name)  -- photo
print(layer:layerAt({ 30, 30 }).name)  -- photo
photo:setAnchorPointKeepingFrame { 0, 0 }
local title = ca.TextLayer { name = "title", string = "Harbour", fontSize = 20 }
layer:addSublayer(title)
title:sizeToFit()
layer:resizeSublayersWithOldSize { 100, 50 }
photo:resizeWithOldSuperlayerSize { 100, 50 }
print(layer:contentsAreFlipped())  -- false
layer:setNeedsDisplay()
print(layer:needsDisplay())  -- true
layer:displayIfNeeded()
layer:display()
layer:setNeedsLayout()
print(layer:needsLayout())  -- true
layer:layoutSublayers()
for _, key in ipairs(layer:keys()) do print(key, layer[key]) end
layer.rating = 5
print(table.concat(layer:customKeys(), ", "))  -- rating
print(layer:defaultValueForKey "opacity")  -- 1
print(layer:cornerCurveExpansionFactor "continuous")
print(layer:needsDisplayForKey "bounds")
layer:setValue(0.5, "opacity")
print(layer:value "position.x")
badge:addConstraint "maxX = superlayer.maxX - 4"
local edge = ca.Constraint { "minY", to = "superlayer", attribute = "minY", offset = 4 }
badge:addConstraint(edge)
badge:removeConstraint(edge)
badge:removeAllConstraints()

-- Constraints

local follow = ca.Constraint("midX", "photo", "midX", 1, 8)
print(follow.attribute, follow.sourceName, follow.sourceAttribute)  -- midX photo midX
print(follow.scale, follow.offset)  -- 1 8
local named = ca.Constraint { attribute = "width", sourceName = "photo",
  sourceAttribute = "width", scale = 0.5, offset = 8 }
local narrow = ca.Constraint { "width", relativeTo = "superlayer", scale = 0.5 }
local same = ca.Constraint.constraintWithAttributeRelativeToAttribute(
  "midX", "superlayer", "midX")
local beside = ca.Constraint.constraintWithAttributeRelativeToAttributeOffset(
  "minX", "photo", "maxX", 8)
local third = ca.Constraint.constraintWithAttributeRelativeToAttributeScaleOffset(
  "width", "superlayer", "width", 1 / 3, 0)
assert(named and narrow and same and beside and third)

-- Layout

local manager = ca.ConstraintLayoutManager()
manager:layoutSublayersOfLayer(layer)
print(manager:preferredSizeOfLayer(layer))
manager:invalidateLayoutOfLayer(layer)
local stack = ca.StackLayoutManager { padding = { top = 4, left = 8, bottom = 4, right = 8 } }
stack:layoutSublayersOfLayer(layer)
print(stack:preferredSizeOfLayer(layer))
stack:invalidateLayoutOfLayer(layer)
local grid = ca.GridLayoutManager { columns = 2 }
grid:layoutSublayersOfLayer(layer)
print(grid:preferredSizeOfLayer(layer))
grid:invalidateLayoutOfLayer(layer)
photo.layoutOptions = { width = 80, height = 60, spacingAfter = 12 }
photo.layoutOptions = { row = 1, column = 2, rowSpan = 2, yAlignment = "center" }
photo.layoutOptions = { alignment = "center", xAlignment = "leading" }
photo.layoutOptions = { ignored = true }
for _, child in ipairs(ca.explainLayout(layer)) do print(child.layer, child.width) end
photo:addSublayer(ca.Layer { name = "frame" })
photo.layoutManager = {
  layoutSublayersOfLayer = function(_, layer)
    layer.sublayers[1].frame = layer.bounds:insetBy(4)
  end,
}
title.layoutManager = {
  layoutSublayersOfLayer = function() end,
  preferredSizeOfLayer = function() return { 80, 60 } end,
  invalidateLayoutOfLayer = function(_, layer) print("again:", layer) end,
}

-- States

layer.states = { ca.State { name = "open", elements = {
  ca.StateSetValue { target = photo, keyPath = "opacity", value = 0.5 } } } }
print(table.concat(layer:stateNames(), ", "))  -- open
print(layer:stateName "open")
local slowly = ca.StateTransitionElement { target = photo,
  key = "opacity", animation = ca.BasicAnimation { duration = 0.5 } }
layer.stateTransitions = {
  ca.StateTransition { fromState = "*", toState = "open", elements = { slowly } },
}
layer:setState("open", { transitionSpeed = 2 })
layer:addWallpaperStates()

local pulse = ca.BasicAnimation { keyPath = "opacity", toValue = 0.5, duration = 1 }
local glow = ca.State { name = "glow", elements = {
  ca.StateAddAnimation { target = photo, key = "pulse", animation = pulse },
  ca.StateRemoveAnimation { target = photo, key = "fade" } } }
assert(glow)

-- Animations

local fade = ca.BasicAnimation { keyPath = "opacity", fromValue = 0, duration = 0.5 }
layer:addAnimation(fade, "fade")
print(layer:animation("fade").duration)  -- 0.5
layer:removeAnimation "fade"
layer:removeAllAnimations()
print(layer:presentation():model() == layer)  -- true
print(layer:actionForKey "opacity")
print(layer:defaultActionForKey "opacity")
for _, key in ipairs(fade:keys()) do print(key, fade[key]) end
fade.delegate = { animationDidStop = function(_, animation) print(animation.keyPath) end }
local spin = ca.BasicAnimation { keyPath = "transform", fromValue = 0, toValue = math.pi,
  valueFunction = "rotateZ", duration = 1 }
local way = ca.KeyframeAnimation { keyPath = "position.x", values = { 0, 80, 40 }, duration = 2 }
way.timingFunctions = { "easeIn", "easeOut" }
way.calculationMode = "cubic"
way.tensionValues = { 0, 0.5, 0 }
way.continuityValues = { 0, 0.5, 0 }
way.biasValues = { 0, -0.5, 0 }
assert(spin)
fade.timingFunction = "easeOut"
fade.note = "slow"
print(table.concat(fade:customKeys(), ", "))  -- note
print(fade:defaultValueForKey "duration")
local slower = fade:copy()
local steps = ca.AnimationGroup { animations = { fade, slower }, duration = 2 }
assert(steps)
fade:runActionForKey("opacity", layer)
slower:setValue(2, "duration")
print(slower:value "duration")  -- 2

ca.Transaction.begin()
ca.Transaction.setAnimationDuration(1)
ca.Transaction.setAnimationTimingFunction "easeOut"
ca.Transaction.setDisableActions(false)
ca.Transaction.setCompletionBlock(function() print "done" end)
ca.Transaction.setValue("intro", "reason")
print(ca.Transaction.value "reason")  -- intro
print(ca.Transaction.animationDuration(), ca.Transaction.animationTimingFunction())
print(ca.Transaction.disableActions(), ca.Transaction.completionBlock())
layer.opacity = 0.5
ca.Transaction.commit()
ca.Transaction.flush()
ca.Transaction.lock()
ca.Transaction.unlock()
ca.animate({ duration = 1, delay = 0.5, completion = print },
  function() photo.opacity = 0.5 end)

local line = ca.timeline { beginTime = 0.5, speed = 2 }
line:fromTo(photo, { opacity = 0 }, { opacity = 1 }, { duration = 0.5 })
line:set(badge, { hidden = true })
line:add(ca.BasicAnimation { keyPath = "cornerRadius", toValue = 8, duration = 1 }, photo)
line:type(title, { duration = 1 })
line:to(badge, { opacity = 0 }, { spring = { bounce = 0.3 } })
line:run(function(fraction) badge.opacity = fraction end, { fillMode = "forwards" })
line:to({ photo, badge }, { opacity = 1 }, { stagger = { total = 0.6, from = "center",
  grid = { 2, 1 }, timingFunction = "easeOut" } })
print(line.name, line.duration, line.labels.start)
line:play()
line:finish()
line:remove()

-- Images

local image = ca.Image.named "photo.jpg"
print(image.size, image.scale, image.name)
print(image.width, image.height)  -- in pixels
local bytes = image:encode("png", { compression = 9 })
image:write("small.webp", { quality = 0.8, effort = 6 })
image:write("exact.webp", { lossless = true })
local dot = ca.Image { width = 2, height = 1, scale = 1,
  pixels = "\255\0\0\255\0\0\255\255" }
local icon = ca.Image("icon.svg", { color = "crimson" })
assert(bytes and dot and icon)

local sprite = ca.Image.sprites("sprites/packed.plist")["star.png"]
layer.contents, layer.contentsRect = sprite.image, sprite.contentsRect
print(sprite.name, sprite.size, sprite.sourceSize)
print(sprite.rotated, sprite.trimmed, sprite.offset, sprite.frame)
print(sprite.duration)  -- nil: this sheet has no times
layer.contents, layer.contentsRect = sprite.upright, { 0, 0, 1, 1 }
ca.writeSheet("sheet.png", { { name = "star", image = sprite.upright, duration = 0.1 } },
  { padding = 1, trim = false, maxSize = 1024 })

local difference = ca.compare("photo.jpg", "photo.jpg")
print(difference.largest, difference.mean, difference.image.size)

-- Text

local text = ca.AttributedString { { "Sea", weight = 700, italic = true }, " and sky" }
print(text.string)  -- Sea and sky
for _, run in ipairs(text.runs) do print(run[1]) end
local lead = ca.AttributedString("Harbour", { foregroundColor = "white",
  backgroundColor = "navy", kern = 2, baselineOffset = 3 })
local marks = ca.AttributedString("Harbour", { underlineStyle = "single",
  underlineColor = "red", strikethroughStyle = "single", strikethroughColor = "red" })
local outlined = ca.AttributedString("Harbour", { strokeWidth = 3, strokeColor = "navy",
  shadow = { offset = { 0, 1 }, blur = 2, color = "#0008" } })
local spaced = ca.AttributedString("Harbour", { lineSpacing = 4, lineHeightMultiple = 1.2,
  lineHeight = 28, paragraphSpacing = 8, paragraphSpacingBefore = 4 })
local indented = ca.AttributedString("Harbour", { firstLineHeadIndent = 20,
  headIndent = 10, tailIndent = -10 })
local broken = ca.AttributedString("Harbour", { lineBreakStrategy = "balance",
  hyphenationFactor = 1, language = "en" })
local item = ca.AttributedString("Harbour", { listMarker = "•" })
local tabbed = ca.AttributedString("Tea\t3.20", { defaultTabInterval = 40,
  tabStops = { { location = 120, alignment = "right", leader = "." } } })
local shaped = ca.AttributedString("Harbour", { fontStretch = "condensed",
  fontFeatures = { smcp = 1 }, fontVariations = { wght = 600 }, fontPalette = 0 })
local inline = ca.AttributedString { "Mail ", { attachment = "icon.svg",
  attachmentSize = { 16, 16 } } }
assert(lead and marks and outlined and spaced and indented and broken and item and tabbed and shaped and inline)
local measure = ca.measureText("Harbour", { width = 80, height = 40, wrapped = true })
print(measure.ascent, measure.descent, #measure.lines, measure.isTruncated)
local label = ca.TextLayer { string = "Harbour", fontSize = 20 }
label.fontVariations = { wght = 625 }
label.fontFeatures = { tnum = 1, ss01 = 1 }
label.fontPalette = "dark"
label.fontStretch = "condensed"
label.language = "de"
label.textPath = "M 10 60 Q 100 0 190 60"
label.fitsTextGroup = "titles"
local overflow = ca.TextLayer { name = "more", frame = { 100, 0, 80, 60 } }
title.continuesIn = overflow
local columns = ca.flow("A long text that goes on in a second column.", function(number)
  if number > 2 then return nil end
  return ca.TextLayer { frame = { 90 * number, 0, 80, 60 }, wrapped = true }
end)
for _, font in ipairs(ca.fonts { details = true }) do print(font.name) break end
assert(columns)

-- Drawing

local drawing = ca.Image.draw(200, 100, 2, function(ctx)
  print(ctx.width, ctx.height, ctx.scale)  -- 200 100 2
  ctx:saveGState()
  ctx:translateBy(100, 50)
  ctx:scaleBy(2)
  ctx:rotate(math.pi / 6)
  ctx:concatenate(ca.Transform.translation(-20, -10))
  ctx:restoreGState()
  ctx:setRGBFillColor(1, 0.8, 0, 1)
  ctx:setRGBStrokeColor(0, 0, 0.5, 1)
  ctx:setGrayFillColor(0.5, 1)
  ctx:setGrayStrokeColor(0, 0.5)
  ctx:setFillPattern("icon.svg", { 0, 0, 12, 12 })
  ctx:setStrokePattern("icon.svg", { 0, 0, 12, 12 })
  ctx:setFillColor "gold"
  ctx:setStrokeColor "navy"
  ctx:setLineCap "round"
  ctx:setLineJoin "bevel"
  ctx:setMiterLimit(4)
  ctx:setLineDash(0, { 6, 3 })
  ctx:setAlpha(0.8)
  ctx:setBlendMode "multiply"
  ctx:setInterpolationQuality "high"
  ctx:beginTransparencyLayer()
  ctx:fill { 10, 10, 80, 40 }
  ctx:endTransparencyLayer()
  ctx:beginPath()
  ctx:move(10, 60)
  ctx:addLine(60, 20)
  ctx:addQuadCurve(90, 0, 120, 40)
  ctx:addCurve(130, 60, 150, 10, 170, 50)
  ctx:addArcTangent(190, 90, 150, 90, 10)
  print(ctx:pathCurrentPoint(), ctx:pathBoundingBox())
  print(ctx:isPathEmpty(), ctx:pathContainsPoint { 60, 40 })
  local copy = ctx:copyPath()
  ctx:closePath()
  ctx:fillPath()
  ctx:addPath(copy)
  ctx:eoFillPath()
  ctx:addRect { 20, 20, 60, 40 }
  ctx:drawPath "fillStroke"
  ctx:addEllipse { 100, 20, 60, 40 }
  ctx:addLines { { 10, 90 }, { 50, 70 }, { 90, 90 } }
  ctx:eoClip()
  ctx:clipTo { 0, 0, 200, 100 }
  ctx:clipToMask({ 0, 0, 100, 100 }, "icon.svg")
  ctx:strokeLineSegments { { 0, 0 }, { 40, 40 }, { 0, 40 }, { 40, 0 } }
  ctx:clear { 90, 40, 20, 20 }
  ctx:drawConicGradient({ "red", "gold", "red" }, nil, { 100, 50 }, 0)
  ctx:draw("photo.jpg", { 10, 10, 80, 60 })
  ctx:drawImage({ 10, 10, 80, 60 }, "photo.jpg")
  ctx:drawText("A long title", { 0, 0, 80, 20 },
    { truncation = "end", maximumNumberOfLines = 1 })
end)
assert(drawing)

photo.shadowOpacity = 0.3
photo.shadowPath = ca.Path():addEllipse { 0, 70, 80, 14 }
photo.contentsCenter = { 0.25, 0.25, 0.5, 0.5 }
local ramp = ca.GradientLayer { colors = { "navy", "teal", "gold" } }
ramp.locations = { 0, 0.2, 1 }
ramp.focalPoint = { 0.3, 0.3 }
local cell = ca.EmitterCell { contents = "icon.svg", birthRate = 5, lifetime = 1 }
local trail = ca.EmitterCell { contents = "icon.svg", birthRate = 20, lifetime = 0.3 }
cell.emitterCells = { trail }
cell.style = { velocity = 40 }
local clip = ca.PlayerLayer { file = "waves.mp4", from = 2, to = 6 }
assert(clip)

-- Classes and delegates

local Gauge = ca.Layer:subclass("Gauge", { defaults = { level = 0.5 } })
function Gauge:init() self.masksToBounds = true end
function Gauge:display() self.contents = "photo.jpg" end
function Gauge:drawInContext(ctx) ctx:fill { 0, 0, 100 * self.level, 20 } end
function Gauge:layoutSublayers()
  self.sublayers[1].frame = self.bounds
end
function Gauge:actionForKey(key)
  if key == "level" then return ca.BasicAnimation { keyPath = key, duration = 0.3 } end
end
function Gauge:defaultActionForKey(key) print("no action for", key) end
function Gauge:needsDisplayForKey(key) return key == "level" end
function Gauge:defaultValueForKey(key)
  if key == "level" then return 0.5 end
end
local Screen = ca.DrawableLayer:subclass "Screen"
function Screen:canDraw(layerTime) return layerTime < 2 end
function Screen:drawInDrawable(drawable, layerTime)
  drawable:clear(layerTime < 1 and "navy" or "gold")
end
local Meter = ca.Layer:subclass "Meter"
function Meter:drawInContext(ctx) self.super:drawInContext(ctx) end
print(Gauge { bounds = { 0, 0, 100, 20 }, ca.Layer {} }.level, Meter {}.name)  -- 0.5 nil
badge.delegate = {
  displayLayer = function(_, card) card.contents = "photo.jpg" end,
}
photo.delegate = {
  layerWillDraw = function(_, card) print("draws", card) end,
  drawLayerInContext = function(_, card, ctx)
    ctx:fillEllipse(card.bounds)
  end,
}
local edgeless = ca.Layer { frame = { 0, 0, 20, 20 } }
title.delegate = {
  actionForLayerForKey = function(_, card, key)
    if key ~= "opacity" then return false end
  end,
}
shade.delegate = {
  layoutSublayersOfLayer = function(_, layer) print(layer) end,
}
edgeless.delegate = {
  actionForLayer_forKey = function(_, card, key) return false end,
}
local plate = ca.Layer { frame = { 0, 0, 20, 20 } }
plate.delegate = {
  layerShouldInheritContentsScale = function(_, card, scale)
    return scale > 1
  end,
  layerShouldInheritContentsScaleFromWindow = print,
}
local view = ca.DrawableLayer { bounds = { 0, 0, 40, 30 } }
view.delegate = {
  canDrawLayer = function(_, screen, time) return time < 2 end,
  drawLayerInDrawable = function(_, screen, drawable, layerTime)
    drawable:clear(layerTime < 1 and "navy" or "gold")
  end,
}
view.draw = function(screen, drawable, time) drawable:clear "teal" end
view.drawableSize = { 80, 60 }
view.drawableProperties = { retainedBacking = true }
local pixels = ca.DrawableLayer { bounds = { 0, 0, 2, 1 } }
local drawable = pixels:nextDrawable()
print(drawable.width, drawable.height, drawable.layer, drawable.isPresented)
drawable:setPixels(function(column) return column, 0, 0, 1 end)
assert(Screen and view)
local room = ca.TransformLayer { bounds = { 0, 0, 100, 100 }, photo:copy() }
local map = ca.TiledLayer { bounds = { 0, 0, 4096, 4096 }, tileSize = { 512, 512 } }
assert(room and map)
local glass = ca.BackdropLayer { frame = { 0, 0, 40, 40 } }
layer:addSublayer(glass)
print(ca.TiledLayer.fadeDuration())  -- 0.25

-- Files

local package = ca.Package "scene.caml"
print(package.kind, package.size, #package.notes)
print(package.wallpaperName, #package.wallpaperNames, package.floors.Background)
local player = ca.Layer.lottie("badge.json", { loop = "pingPong" })
print(ca.lottieInfo("badge.json").duration)
for _, keyPath in ipairs(ca.lottieKeyPaths "badge.json") do print(keyPath) end
print(#ca.readFile "people.csv")
local rows, names = ca.readCSV("people.csv", { header = true, trim = true })
local cells = ca.decodeCSV("# made by hand\nday;amount\n2026-01-31;3,5",
  { separator = ";", skip = 1, header = true, types = { day = "date" },
    dates = "YYYY-MM-DD", decimal = ",", empty = 0 })
local quoted = ca.decodeCSV("'a,b',2", { quote = "'", numbers = false })
local settings = ca.readTOML "settings.toml"
local theme = ca.decodeTOML "color = 'teal'\nsize = 12"
print(ca.decodeJSON('{"color": "teal"}').color)  -- teal
print(ca.encodeJSON { color = "teal", size = 12 })
assert(player and rows and names and cells and quoted and settings and theme)
local sides = ca.parameter("sides", { default = 6, step = 2, description = "Corners" })
local word = ca.parameter("word", { default = "tea", pattern = "%a+", examples = { "sea" } })
local mode = ca.parameter("mode", { default = "day", choices = { "day", "night" } })
assert(sides == 6 and word == "tea" and mode == "day")

ca.allow("near-miss-key", "callbacks-in-pictures")
ca.render(layer, "card.jpg", { quality = 0.9, time = 0.5, background = "white" })
ca.render(layer, "card.pdf", { size = "A5", margin = "10mm", landscape = true,
  author = "Ada", subject = "A card", keywords = "card, tea", outlines = true })
ca.render(layer, "bleed.pdf", { bleed = "3mm", dpi = 300 })
ca.render(layer, "baked.caml", { bake = 10 })
ca.render(layer, "card.tendies", { bake = 10, floors = { Background = layer } })
ca.render(layer, "card.gif", { fps = 10, duration = 0.5, hold = 0.5, sound = false })
print(ca.filmLength(layer, { fps = 25 }).frames)
print(ca.dump(layer).className)
print(ca.dumpJSON(layer, { time = 0.5 }))
for _, finding in ipairs(ca.diagnose(layer, { size = { 200, 100 }, time = 1,
  background = "white", film = false })) do print(finding.message) end

-- Filters

for _, name in ipairs(ca.filterNames "blur") do print(name) end
print(ca.filterInfo("CIGaussianBlur").keys[1].name)  -- inputRadius
local squeeze = function(x, y, sample, inputs) return sample(x, y * inputs.inputAmount) end
local dim = ca.Filter.custom { name = "squeeze", kernel = squeeze,
  keys = { inputAmount = 2 }, reach = 100, scale = 0.5,
  pure = true, transition = false, summary = "Squeezes a picture." }
local inverted = ca.Filter("CIColorCube", { inputCubeDimension = 2, inputCubeData = {
  1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1,
  1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1 } })
badge.filters = { dim, inverted }
local soft = ca.Filter("CIGaussianBlur", { inputRadius = 4 })
soft.name = "soft"  -- for key paths: filters.soft.inputRadius
badge.backgroundFilters = { soft }
print(ca.noise(0.3, 0.7))

-- Chance

local noise = ca.noise.seeded(7)
print(noise(0.3, 0.7))
print(noise:fractal(0.3, 0.7), noise:ridged(0.3, 0.7))
print(noise:fractal(0.3, 0.7, 0, 0, { octaves = 3, gain = 0.4, lacunarity = 2.5 }))
local flowX, flowY = noise:curl(0.3, 0.7)
local heights = noise:grid { width = 64, height = 64, x = 10, y = 20, z = 0.5, ridged = true }
layer.contents = noise:image { width = 64, height = 64, tiles = true, colors = { "navy", "white" } }
print(ca.noise.fractal(0.3, 0.7), ca.noise.ridged(0.3, 0.7))
local clouds = ca.noise.grid { width = 64, height = 64, scale = 20 }
local random = ca.random(7)
print(random(), random(6), random(10, 20))
local order = random:shuffle { "a", "b", "c" }
local two = random:sample({ "a", "b", "c" }, 2)
local on, inside = random:onCircle(50), random:inCircle(50)
local within = random:inPath(hexagon)
for i = 1, 9 do print(ca.halton(i, 2), ca.halton(i, 3)) end
assert(flowX and flowY and heights and clouds and #order == 3 and #two == 2 and on and inside and within)

-- Charts

local scale = ca.scale { domain = { 0, 90 }, range = { 0, 300 }, clamp = true }
print(scale(45))  -- 150
print(table.concat(scale:ticks(4), " "))
print(table.concat(scale:labels(4, ",.0f"), " "))
print(scale.step, scale.type, scale.range[2])
print(scale.domain[1], scale.domain[2])  -- 0 90
local signed = ca.scale { type = "symlog", domain = { -10, 10 }, constant = 2 }
local hours = ca.scale { type = "time", domain = { 0, 86400 }, offset = 3600 }
local bands = ca.scale { type = "band", domain = { "a", "b" }, range = { 0, 100 },
  paddingInner = 0.2, paddingOuter = 0.1, align = 0, round = true }
local hues = ca.scale { type = "ordinal", domain = { "a", "b" }, range = { "red", "blue" },
  unknown = "grey" }
local heat = ca.scale { domain = { 0, 1 }, range = { "navy", "gold" }, colorSpace = "oklch" }
print(ca.format("$,.2f", 1234.5, { decimal = ",", group = ".", currency = { "", " €" } }))
print(ca.format(",.1%", -0.125, { minus = "−", percent = " %", grouping = { 3 } }))
local axis = ca.axis { scale = scale, side = "left", color = "#333", font = "DejaVu Sans",
  fontSize = 10, grid = 300, gridColor = "#ddd", padding = 6, allLabels = true,
  marks = { group = " " } }
local legend = ca.legend { scale = hues, swatchSize = 12, spacing = 6, color = "#333",
  font = "DejaVu Sans" }
assert(signed and hours and bands and heat and axis and legend)
ca.film { sound = { file = "music.mp3", from = 2, to = 8 } }

return layer
