// SPDX-License-Identifier: MIT
// Made by scripts/examples from docs/guide.

extension Manual {
  /// Two lines for each name that the guide shows: name with its owner, page and section, separated by tabs, and a
  /// line of Lua.
  static let examples = #"""
    AnimateOptions.duration	layout.md	Layout
    	ca.animate({ duration = 1, timingFunction = "linear" }, function()
    AnimateOptions.timingFunction	layout.md	Layout
    	ca.animate({ duration = 1, timingFunction = "linear" }, function()
    Animation.autoreverses	animation.md	Begin, speed and repetition
    	pulse.autoreverses = true                         -- forth and back
    Animation.beginTime	animation.md	Begin, speed and repetition
    	come.beginTime = 2                                -- after two seconds
    Animation.delegate	animation.md	The clock
    	lamp:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 1, delegate = {
    Animation.duration	recipes.md	A ring that fills
    	filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, duration = 1.2,
    Animation.fillMode	animation.md	Begin, speed and repetition
    	come.fillMode = "backwards"                       -- until it begins, the dot is at -20
    Animation.removedOnCompletion	animation.md	Adding and removing
    	removedOnCompletion = false }, "in")
    Animation.repeatCount	animation.md	Animations
    	repeatCount = math.huge })                     -- a whole turn by its angle: as a matrix it would be no turn
    Animation.speed	animation.md	Begin, speed and repetition
    	come.speed = 0.5                                  -- takes two seconds, not one
    Animation.timeOffset	animation.md	Begin, speed and repetition
    	pulse.timeOffset = 0.2                            -- as if it ran for 0.2 s already
    Animation.timingFunction	recipes.md	A ring that fills
    	timingFunction = "easeOut" })
    AnimationDelegate.animationDidStart	animation.md	The clock
    	animationDidStart = function(self, animation) print("on") end,
    AnimationDelegate.animationDidStop	animation.md	The clock
    	animationDidStop = function(self, animation, finished) print("off", finished) end,
    AnimationGroup.animations	animation.md	Groups
    	card:addAnimation(ca.AnimationGroup { duration = 2, animations = {
    AxisOptions.format	charts.md	Axes and legends
    	ca.axis { scale = time, format = "%b %Y" }  -- Jan 2024, Mar 2024 …: on 300 points every second month has room
    AxisOptions.grid	charts.md	Bars
    	ca.axis { scale = y, side = "left", ticks = 5, grid = 270, lineColor = false },
    AxisOptions.lineColor	charts.md	Bars
    	ca.axis { scale = y, side = "left", ticks = 5, grid = 270, lineColor = false },
    AxisOptions.position	charts.md	Bars
    	ca.axis { scale = x, tickLength = 0, position = { 0, 160 } } }
    AxisOptions.scale	charts.md	Axes and legends
    	ca.axis { scale = time, format = "%b %Y" }  -- Jan 2024, Mar 2024 …: on 300 points every second month has room
    AxisOptions.side	charts.md	Bars
    	ca.axis { scale = y, side = "left", ticks = 5, grid = 270, lineColor = false },
    AxisOptions.tickLength	charts.md	Bars
    	ca.axis { scale = x, tickLength = 0, position = { 0, 160 } } }
    AxisOptions.ticks	charts.md	Bars
    	ca.axis { scale = y, side = "left", ticks = 5, grid = 270, lineColor = false },
    BasicAnimation.fromValue	recipes.md	A ring that fills
    	filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, duration = 1.2,
    BasicAnimation.toValue	drawing.md	Morphs and lines drawn by hand
    	shape:addAnimation(ca.BasicAnimation { keyPath = "path", fromValue = from, toValue = to, duration = 1 })
    CSVOptions.decimal	data.md	Data: CSV, JSON and TOML
    	]], { separator = ";", decimal = ",", header = true })
    CSVOptions.header	recipes.md	A card per row of a table
    	]], { header = true })
    CSVOptions.separator	data.md	Data: CSV, JSON and TOML
    	]], { separator = ";", decimal = ",", header = true })
    Color.contrast	colours.md	Mixing and changing
    	print(teal:contrast(text), pale:hex())
    Color.darkened	colours.md	Mixing and changing
    	local dark, vivid = teal:darkened(0.15), teal:saturated(1.4)
    Color.hex	colours.md	Mixing and changing
    	print(teal:contrast(text), pale:hex())
    Color.mixed	drawing.md	Morphs and lines drawn by hand
    	fillColor = ca.Color "gold":mixed("crimson", i / 4) })
    Color.readable	colours.md	Mixing and changing
    	local text = teal:readable()                 -- black or white, whichever is easier to read
    Color.saturated	colours.md	Mixing and changing
    	local dark, vivid = teal:darkened(0.15), teal:saturated(1.4)
    Comparison.share	text-and-images.md	Files and comparisons
    	print(difference.share)                    -- 0: the share of the pixels that differ, 0 to 1
    CustomFilter.kernel	filters.md	Custom filters
    	kernel = function(x, y, sample, inputs)
    CustomFilter.keys	filters.md	Custom filters
    	keys = { inputAmount = 6, inputTint = "white" },
    CustomFilter.name	filters.md	Custom filters
    	name = "ripple",
    CustomFilter.reach	filters.md	Custom filters
    	reach = "inputAmount",
    DiagnoseOptions.allow	diagnosis.md	In scripts and programs
    	for _, finding in ipairs(ca.diagnose(layer, { scale = 2, allow = { "occluded" } })) do
    DiagnoseOptions.scale	diagnosis.md	In scripts and programs
    	for _, finding in ipairs(ca.diagnose(layer, { scale = 2, allow = { "occluded" } })) do
    Drawable.clear	scroll-tiled-drawable.md	Pixels of your own
    	drawable:clear("navy")
    Drawable.draw	scroll-tiled-drawable.md	Pixels of your own
    	drawable:draw(function(ctx) ctx:setFillColor("gold") ctx:fillEllipse {20, 10, 40, 40} end)
    Drawable.present	scroll-tiled-drawable.md	Pixels of your own
    	drawable:present()
    DrawableLayer.asynchronous	scroll-tiled-drawable.md	Pixels of your own
    	bounds = { 0, 0, 150, 90 }, asynchronous = true,
    DrawableLayer.draw	scroll-tiled-drawable.md	Pixels of your own
    	draw = function(layer, drawable, layerTime)
    DrawableLayer.nextDrawable	scroll-tiled-drawable.md	Pixels of your own
    	local drawable = screen:nextDrawable()     -- 80 × 60 pixels; drawableSize says otherwise
    EmitterCell.alphaSpeed	replicators-and-emitters.md	Emitters
    	scale = 1.2, scaleSpeed = -0.5, color = "#ff9040", alphaSpeed = -0.5,
    EmitterCell.birthRate	replicators-and-emitters.md	Emitters
    	name = "fire", contents = dot, birthRate = 90, lifetime = 1.5, lifetimeRange = 0.5,
    EmitterCell.color	replicators-and-emitters.md	Emitters
    	scale = 1.2, scaleSpeed = -0.5, color = "#ff9040", alphaSpeed = -0.5,
    EmitterCell.contents	replicators-and-emitters.md	Emitters
    	name = "fire", contents = dot, birthRate = 90, lifetime = 1.5, lifetimeRange = 0.5,
    EmitterCell.emissionLongitude	replicators-and-emitters.md	Emitters
    	velocity = 90, velocityRange = 50, emissionLongitude = -math.pi / 2, emissionRange = math.pi / 3,
    EmitterCell.emissionRange	replicators-and-emitters.md	Emitters
    	velocity = 90, velocityRange = 50, emissionLongitude = -math.pi / 2, emissionRange = math.pi / 3,
    EmitterCell.lifetime	replicators-and-emitters.md	Emitters
    	name = "fire", contents = dot, birthRate = 90, lifetime = 1.5, lifetimeRange = 0.5,
    EmitterCell.lifetimeRange	replicators-and-emitters.md	Emitters
    	name = "fire", contents = dot, birthRate = 90, lifetime = 1.5, lifetimeRange = 0.5,
    EmitterCell.name	replicators-and-emitters.md	Emitters
    	name = "fire", contents = dot, birthRate = 90, lifetime = 1.5, lifetimeRange = 0.5,
    EmitterCell.scale	replicators-and-emitters.md	Emitters
    	scale = 1.2, scaleSpeed = -0.5, color = "#ff9040", alphaSpeed = -0.5,
    EmitterCell.scaleSpeed	replicators-and-emitters.md	Emitters
    	scale = 1.2, scaleSpeed = -0.5, color = "#ff9040", alphaSpeed = -0.5,
    EmitterCell.velocity	replicators-and-emitters.md	Emitters
    	velocity = 90, velocityRange = 50, emissionLongitude = -math.pi / 2, emissionRange = math.pi / 3,
    EmitterCell.velocityRange	replicators-and-emitters.md	Emitters
    	velocity = 90, velocityRange = 50, emissionLongitude = -math.pi / 2, emissionRange = math.pi / 3,
    EmitterLayer.birthRate	replicators-and-emitters.md	Rates and places that change
    	keyPath = "birthRate", values = { 1, 1, 0, 0 }, keyTimes = { 0, 0.5, 0.6, 1 }, duration = 3,
    EmitterLayer.emitterCells	replicators-and-emitters.md	Emitters
    	emitterCells = {
    EmitterLayer.emitterPosition	replicators-and-emitters.md	Rates and places that change
    	keyPath = "emitterPosition", values = { { 15, 115 }, { 100, 30 }, { 185, 115 } }, calculationMode = "cubic",
    EmitterLayer.seed	replicators-and-emitters.md	Emitters
    	emitterCells = { cell }, seed = i, beginTime = -2 })        -- at time 0 it has emitted for 2 seconds
    EncodingOptions.background	text-and-images.md	Rendering inside a script
    	ca.render(layer, "thumbnail.png", { scale = 0.5, background = "white" })
    EncodingOptions.date	print.md	Print: PDF and SVG
    	ca.render(page, "tea.pdf", { size = "A5", title = "Tea", date = "2025-01-31" })
    EncodingOptions.headings	print.md	Pages
    	ca.render({ one, two }, "book.pdf", { size = "A5", headings = true })
    EncodingOptions.title	print.md	Print: PDF and SVG
    	ca.render(page, "tea.pdf", { size = "A5", title = "Tea", date = "2025-01-31" })
    FilmSettings.sound	films.md	Sound
    	ca.film { sound = {
    FilmSound.fadeIn	films.md	Sound
    	{ file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5, fadeOut = 1.5 },
    FilmSound.fadeOut	films.md	Sound
    	{ file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5, fadeOut = 1.5 },
    FilmSound.file	films.md	Sound
    	{ file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5, fadeOut = 1.5 },
    FilmSound.gain	films.md	Sound
    	{ file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5, fadeOut = 1.5 },
    FilmSound.loops	films.md	Sound
    	{ file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5, fadeOut = 1.5 },
    FilmSound.pan	films.md	Sound
    	{ file = "bell.wav", start = 2.5, pan = 0.6 },
    FilmSound.start	films.md	Sound
    	{ file = "bell.wav", start = 2.5, pan = 0.6 },
    GradientLayer.colorSpace	colours.md	Gradients
    	colorSpace = keys[1], huePath = keys[2] or "shorter" })
    GradientLayer.colors	recipes.md	Text on a photo
    	ca.GradientLayer { frame = { 0, 60, 320, 120 }, colors = { "#0000", "#000c" } },
    GradientLayer.endPoint	layers.md	Gradients
    	host:addSublayer(ca.GradientLayer { frame = { 10, 10, 62, 70 }, colors = colors, endPoint = { 1, 1 } })
    GradientLayer.focalPoint	layers.md	Gradients
    	startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 }, focalPoint = { 0.3, 0.3 } })
    GradientLayer.huePath	colours.md	Gradients
    	colorSpace = keys[1], huePath = keys[2] or "shorter" })
    GradientLayer.startPoint	layers.md	Gradients
    	startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 } })
    GradientLayer.type	layers.md	Gradients
    	host:addSublayer(ca.GradientLayer { frame = { 83, 10, 62, 70 }, colors = colors, type = "radial",
    GraphicsContext.addArc	drawing.md	Classes
    	ctx:addArc(r, r, r - 8, math.pi, math.pi * (1 + self.level), false)
    GraphicsContext.addRoundedRect	drawing.md	The drawing context
    	ctx:addRoundedRect(layer.bounds:insetBy(6, 6), 12)
    GraphicsContext.clip	drawing.md	The drawing context
    	ctx:clip()
    GraphicsContext.clipBounds	scroll-tiled-drawable.md	Tiles
    	local tile = ctx.clipBounds     -- in the layer's points
    GraphicsContext.ctm	scroll-tiled-drawable.md	Tiles
    	local scale = ctx.ctm.m11       -- the level's pixels per point; ctx.scale is the same
    GraphicsContext.drawLinearGradient	drawing.md	The drawing context
    	ctx:drawLinearGradient({ "gold", "crimson" }, nil, { 0, 0 }, { 120, 60 })
    GraphicsContext.drawRadialGradient	replicators-and-emitters.md	Emitters
    	ctx:drawRadialGradient({ "#fff", "#fff0" }, { 0, 1 }, { 5, 5 }, 0, { 5, 5 }, 5)
    GraphicsContext.drawText	drawing.md	The drawing context
    	ctx:drawText("new", { 0, 18, 120, 30 }, { fontSize = 20, alignment = "center" })
    GraphicsContext.fillEllipse	text-and-images.md	Scales
    	layer.contents = ca.Image.draw(40, 40, 2, function(ctx) ctx:fillEllipse { 0, 0, 40, 40 } end)
    GraphicsContext.setFillColor	drawing.md	The drawing context
    	ctx:setFillColor("white")
    GraphicsContext.setLineWidth	drawing.md	A drawing of your own
    	ctx:setLineWidth(10)
    GraphicsContext.setShadow	drawing.md	The drawing context
    	ctx:setShadow({ 0, 1 }, 2)
    GraphicsContext.setStrokeColor	drawing.md	A drawing of your own
    	ctx:setStrokeColor("red")
    GraphicsContext.stroke	scroll-tiled-drawable.md	Tiles
    	ctx:stroke(tile)
    GraphicsContext.strokeEllipse	drawing.md	A drawing of your own
    	ctx:strokeEllipse(layer.bounds:insetBy(5, 5))
    GraphicsContext.strokePath	drawing.md	Classes
    	ctx:strokePath()
    GridLayoutManager.columnSpacing	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    GridLayoutManager.columns	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    GridLayoutManager.padding	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    GridLayoutManager.rowSpacing	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    GridLayoutManager.rows	layout.md	Grids
    	host.layoutManager = ca.GridLayoutManager { columns = { 60, "1fr", "2fr" }, rows = { 40, "1fr" }, padding = 8,
    Image.crop	text-and-images.md	Images
    	local corner = board:crop { 0, 0, 4, 2 }   -- a part in pixels; it must lie within the image
    Image.name	text-and-images.md	Sprites
    	{ name = "spin 1", image = icons["star.png"].upright, duration = 0.12 },
    Image.palette	colours.md	Palettes
    	local colors, shares = photo:palette(5)
    Image.pixel	text-and-images.md	Images
    	local r, g, b, a = board:pixel(7, 0)       -- column and row from 0, colours from 0 to 1
    Image.pixels	text-and-images.md	Images
    	local bytes = board:pixels()               -- straight RGBA again
    KeyframeAnimation.calculationMode	animation.md	Keyframes and paths
    	calculationMode = mode })
    KeyframeAnimation.keyTimes	animation.md	The time of sublayers
    	keyTimes = { 0, 0.4, 0.6, 1 }, duration = 2.5 })
    KeyframeAnimation.path	animation.md	Keyframes and paths
    	plane:addAnimation(ca.KeyframeAnimation { keyPath = "position", path = path, duration = 2,
    KeyframeAnimation.rotationMode	animation.md	Keyframes and paths
    	calculationMode = "paced", rotationMode = mode or nil })
    KeyframeAnimation.values	replicators-and-emitters.md	Rates and places that change
    	keyPath = "emitterPosition", values = { { 15, 115 }, { 100, 30 }, { 185, 115 } }, calculationMode = "cubic",
    Layer.actions	animation.md	Transactions and actions
    	local quiet = ca.Layer { actions = {
    Layer.addAnimation	drawing.md	Morphs and lines drawn by hand
    	shape:addAnimation(ca.BasicAnimation { keyPath = "path", fromValue = from, toValue = to, duration = 1 })
    Layer.addSublayer	getting-started.md	A layer is a rectangle with a picture, in a tree
    	root:addSublayer(box)
    Layer.anchorPoint	recipes.md	A ring that fills
    	return ca.ShapeLayer { bounds = { 0, 0, 140, 140 }, anchorPoint = { 0, 0 },
    Layer.animationKeys	animation.md	Transactions and actions
    	print(slide:animationKeys()[1], ca.render(slide, { time = 0.5 }):pixel(5, 5))   --> transition  1  0  0  1
    Layer.autoresizingMask	layout.md	Autoresizing
    	autoresizingMask = "widthSizable" })
    Layer.backgroundColor	getting-started.md	Getting started
    	return ca.Layer { bounds = { 0, 0, 200, 100 }, backgroundColor = "steelblue" }
    Layer.backgroundFilters	filters.md	Filters
    	backgroundFilters = { ca.Filter("CIGaussianBlur", { inputRadius = 6 }) } } }
    Layer.beginTime	replicators-and-emitters.md	Emitters
    	emitterCells = { cell }, seed = i, beginTime = -2 })        -- at time 0 it has emitted for 2 seconds
    Layer.borderColor	recipes.md	A badge in a corner
    	borderColor = "white", constraints = { "midX = superlayer.maxX - 4", "midY = superlayer.minY + 4" },
    Layer.borderWidth	recipes.md	A badge in a corner
    	local badge = ca.Layer { name = "badge", cornerRadius = 12, backgroundColor = "#e5383b", borderWidth = 2,
    Layer.bounds	getting-started.md	Getting started
    	return ca.Layer { bounds = { 0, 0, 200, 100 }, backgroundColor = "steelblue" }
    Layer.compositingFilter	layers.md	Blend modes and operators
    	ca.ShapeLayer { path = "M 0 50 L 86 0 V 50 Z", fillColor = "#2f6fbf", compositingFilter = operator },
    Layer.constraints	layout.md	Constraints
    	constraints = { "midX = superlayer.midX", "midY = superlayer.midY" } })
    Layer.contents	layers.md	Contents
    	host:addSublayer(ca.Layer { frame = { 235, 15, 75, 80 }, contents = "photo.jpg",
    Layer.contentsGravity	recipes.md	Text on a photo
    	return ca.Layer { bounds = { 0, 0, 320, 180 }, contents = "photo.jpg", contentsGravity = "resizeAspectFill",
    Layer.contentsRect	layers.md	Contents
    	contentsRect = { 0.58, 0.25, 0.2, 0.32 } })
    Layer.contentsScale	text-and-images.md	Scales
    	layer.contentsScale = 2                    -- 40 points large; with 1 it would be 80
    Layer.convertPointToLayer	layers.md	Points of other layers
    	local corner = card:convertPointToLayer({ 100, 0 }, host)     -- the card's upper right corner
    Layer.copy	recipes.md	A reflected cover
    	local reflection = cover:copy()
    Layer.cornerCurve	from-uikit.md	A badge
    	cornerCurve = "continuous", opacity = 0.9 }
    Layer.cornerRadius	getting-started.md	A layer is a rectangle with a picture, in a tree
    	local box = ca.Layer { frame = { 20, 20, 100, 60 }, backgroundColor = "tomato", cornerRadius = 10 }
    Layer.delegate	drawing.md	A drawing of your own
    	ring.delegate = {
    Layer.filters	filters.md	Where filters go
    	contents = "photo.jpg", filters = { filter }, masksToBounds = true })
    Layer.find	layers.md	The tree
    	host:find("tomato").zPosition = 1
    Layer.frame	getting-started.md	A layer is a rectangle with a picture, in a tree
    	local box = ca.Layer { frame = { 20, 20, 100, 60 }, backgroundColor = "tomato", cornerRadius = 10 }
    Layer.geometryFlipped	layers.md	Geometry
    	geometryFlipped = flipped, text({ 10, 10, 60, 30 }, "first", "#c2410c"),
    Layer.layoutIfNeeded	layout.md	Layout
    	bar:layoutIfNeeded()                          -- the place from which the knob moves
    Layer.layoutManager	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    Layer.layoutOptions	layout.md	Stacks
    	ca.Layer { bounds = { 0, 0, 0, 20 }, backgroundColor = "tomato", layoutOptions = { flex = 1 } },
    Layer.link	print.md	Print: PDF and SVG
    	foregroundColor = "#20304a", alignmentMode = "center", link = "https://example.com/tea" })
    Layer.magnificationFilter	text-and-images.md	Images
    	host:addSublayer(ca.Layer { frame = { 10, 10, 60, 60 }, contents = board, magnificationFilter = "nearest" })
    Layer.mask	layers.md	Masks and opacity
    	host:addSublayer(ca.Layer { frame = { x, 10, 145, 100 }, contents = "photo.jpg", mask = mask })
    Layer.maskedCorners	layers.md	Painting order
    	borderColor = "#c98a00", cornerRadius = 24, maskedCorners = { "minXMinY", "maxXMaxY" } })
    Layer.masksToBounds	recipes.md	A rounded photo with a shadow
    	cornerRadius = 18, masksToBounds = true }
    Layer.name	recipes.md	A badge in a corner
    	local badge = ca.Layer { name = "badge", cornerRadius = 12, backgroundColor = "#e5383b", borderWidth = 2,
    Layer.opacity	layers.md	Masks and opacity
    	host:addSublayer(ca.Layer { frame = { x, 15, 80, 60 }, backgroundColor = color, opacity = opacity,
    Layer.position	getting-started.md	A layer is a rectangle with a picture, in a tree
    	box.position = { 150, 60 }           -- where the anchor point, by default the middle, lies in the superlayer
    Layer.preferredFrameSize	text-and-images.md	Measuring
    	assert(layer:preferredFrameSize() == ca.Size(size.width, size.height))
    Layer.presentation	layout.md	Layout
    	print(knob:presentation(0.5).position.x)      --> 140
    Layer.rasterizationScale	layers.md	Bitmaps
    	backgroundColor = "#2f6fbf", shouldRasterize = scale > 0, rasterizationScale = math.max(scale, 0.5) })
    Layer.scrollPoint	scroll-tiled-drawable.md	Scrolling
    	item:scrollPoint {0, 0}                   -- (0, 700)
    Layer.setNeedsDisplay	drawing.md	A drawing of your own
    	ring:setNeedsDisplay()      -- nothing is drawn before this
    Layer.setState	states.md	States
    	copy:setState(name)
    Layer.setTilt	states.md	Wallpapers
    	copy:setTilt(0, tilt)
    Layer.shadowOffset	recipes.md	A rounded photo with a shadow
    	shadowOpacity = 0.45, shadowRadius = 12, shadowOffset = { 0, 6 }, photo }
    Layer.shadowOpacity	recipes.md	A rounded photo with a shadow
    	shadowOpacity = 0.45, shadowRadius = 12, shadowOffset = { 0, 6 }, photo }
    Layer.shadowRadius	recipes.md	A rounded photo with a shadow
    	shadowOpacity = 0.45, shadowRadius = 12, shadowOffset = { 0, 6 }, photo }
    Layer.shouldRasterize	layers.md	Bitmaps
    	backgroundColor = "#2f6fbf", shouldRasterize = scale > 0, rasterizationScale = math.max(scale, 0.5) })
    Layer.speed	animation.md	Keyframes and paths
    	plane.speed, plane.timeOffset = 0, 0.49 * k                -- stands still at that time
    Layer.stateTransitionAnimation	states.md	Between two states
    	mark.stateTransitionAnimation = ca.SpringAnimation { perceptualDuration = 0.5 }
    Layer.stateTransitions	states.md	Transitions
    	room.stateTransitions = { ca.StateTransition { fromState = "*", toState = "Down", elements = {
    Layer.states	states.md	States
    	box.states = {
    Layer.style	layers.md	Styles and defaults
    	local dim, bright = ca.Layer { style = quiet }, ca.Layer { style = quiet, opacity = 1 }
    Layer.sublayers	layout.md	Autoresizing
    	print(panel.sublayers[1].frame)              --> Rect(8, 8, 84, 20), then Rect(8, 8, 154, 20)
    Layer.timeOffset	animation.md	Keyframes and paths
    	plane.speed, plane.timeOffset = 0, 0.49 * k                -- stands still at that time
    Layer.transform	layers.md	Transforms and depth
    	layer.transform = ca.Transform.rotation(math.pi / 4, 0, 1, 0)   -- about y
    Layer.walk	layers.md	The tree
    	for l, depth in host:walk() do print(("  "):rep(depth) .. (l.name or l.className)) end
    Layer.zPosition	layers.md	The tree
    	host:find("tomato").zPosition = 1
    LayerDelegate.drawLayerInContext	drawing.md	A drawing of your own
    	drawLayerInContext = function(self, layer, ctx)
    LayerDelegate.layerShouldInheritContentsScale	text-and-images.md	Scales
    	layerShouldInheritContentsScale = function(self, layer, scale)
    LayoutOptions.columnSpan	layout.md	Grids
    	host:addSublayer(ca.Layer { backgroundColor = "steelblue", layoutOptions = { columnSpan = 3 } })
    LayoutOptions.flex	layout.md	Stacks
    	ca.Layer { bounds = { 0, 0, 0, 20 }, backgroundColor = "tomato", layoutOptions = { flex = 1 } },
    LegendOptions.entries	charts.md	Axes and legends
    	local legend = ca.legend { entries = { { "Rain", "steelblue" } }, position = { 300, 0 } }
    LegendOptions.fontSize	charts.md	Donut
    	host:addSublayer(ca.legend { entries = entries, position = { 185, 40 }, fontSize = 12 })
    LegendOptions.position	charts.md	Axes and legends
    	local legend = ca.legend { entries = { { "Rain", "steelblue" } }, position = { 300, 0 } }
    LegendOptions.row	charts.md	Lines
    	ca.legend { scale = kinds, row = true, position = { 0, -20 } } }
    LegendOptions.scale	charts.md	Lines
    	ca.legend { scale = kinds, row = true, position = { 0, -20 } } }
    LineOptions.at	time-lines.md	Time lines
    	:from({ title, under }, { opacity = 0, ["position.x"] = 130 }, { at = "-0.4", duration = 0.6, stagger = 0.3 })
    LineOptions.duration	time-lines.md	Time lines
    	:from(ring, { strokeEnd = 0 }, { duration = 1, timingFunction = "cubicInOut" })
    LineOptions.stagger	time-lines.md	Time lines
    	:from({ title, under }, { opacity = 0, ["position.x"] = 130 }, { at = "-0.4", duration = 0.6, stagger = 0.3 })
    LineOptions.timingFunction	time-lines.md	Time lines
    	:from(ring, { strokeEnd = 0 }, { duration = 1, timingFunction = "cubicInOut" })
    LottieOptions.marker	lottie.md	Film
    	local ticket = ca.Layer.lottie("ticket.lottie", { marker = marker or nil })
    LottieOptions.slots	lottie.md	Template
    	local ticket = ca.Layer.lottie("ticket.lottie", { slots = row.slots, viewport = row.viewport })
    LottieOptions.texts	lottie.md	Template
    	texts = { Title = "All clear", Note = "Every test passed" },
    LottieOptions.theme	lottie.md	Themes
    	local ticket = ca.Layer.lottie("ticket.lottie", { theme = theme or nil })
    LottieOptions.values	lottie.md	Template
    	values = { ["Card.Plate.Fill 1.Color"] = "#0b5345", ["**.Progress.Stroke 1.Color"] = "#7dffb3" },
    LottieOptions.viewport	lottie.md	Template
    	local ticket = ca.Layer.lottie("ticket.lottie", { slots = row.slots, viewport = row.viewport })
    NoiseGridOptions.height	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    NoiseGridOptions.scale	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    NoiseGridOptions.seed	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    NoiseGridOptions.width	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    NoiseImageOptions.colors	noise.md	Noise and chance
    	colors = { "#0b2f55", "#1d5c92", "#3f8fc4", "#e8d9a8", "#8db360", "#4f7f45", "#f4f4f0" } }
    OctaveOptions.octaves	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    Package.rootLayer	scene-files.md	Locked and unlocked
    	local scene = ca.Package("sky.ca").rootLayer
    ParameterOptions.default	recipes.md	A ring that fills
    	local share = ca.parameter("share", { default = 0.72, min = 0, max = 1 })
    ParameterOptions.kind	data.md	Arguments
    	local title = ca.parameter("title", { kind = "text", default = "Tea", maxLength = 60, title = "Headline" })
    ParameterOptions.max	recipes.md	A ring that fills
    	local share = ca.parameter("share", { default = 0.72, min = 0, max = 1 })
    ParameterOptions.maxLength	data.md	Arguments
    	local title = ca.parameter("title", { kind = "text", default = "Tea", maxLength = 60, title = "Headline" })
    ParameterOptions.min	recipes.md	A ring that fills
    	local share = ca.parameter("share", { default = 0.72, min = 0, max = 1 })
    ParameterOptions.title	data.md	Arguments
    	local title = ca.parameter("title", { kind = "text", default = "Tea", maxLength = 60, title = "Headline" })
    Path.addArc	recipes.md	A ring that fills
    	path = ca.Path():addArc(70, 70, 50, -math.pi / 2, 3 * math.pi / 2), fillColor = false, strokeColor = color,
    Path.addEllipse	drawing.md	Paths out of paths
    	local square, circle = ca.Path "M4 4H48V48H4Z", ca.Path():addEllipse { 22, 22, 44, 44 }
    Path.addLine	drawing.md	Shapes
    	path = ca.Path():move(110, 15):addLine(210, 15):addLine(160, 95):closeSubpath(),
    Path.addLines	drawing.md	Triangles and cells of points
    	host:addSublayer(ca.ShapeLayer { path = ca.Path():addLines(cell):close(), fillColor = colors(points[i].x),
    Path.addRoundedRect	from-manim.md	A square becomes a circle
    	local square = ca.Path():addRoundedRect({ 20, 20, 80, 80 }, 0.01)
    Path.boundingBoxOfPath	drawing.md	Shapes
    	bounds = heart:boundingBoxOfPath(), position = { 100 * i - 40, 60 },
    Path.closeSubpath	drawing.md	Shapes
    	path = ca.Path():move(110, 15):addLine(210, 15):addLine(160, 95):closeSubpath(),
    Path.move	drawing.md	Shapes
    	path = ca.Path():move(110, 15):addLine(210, 15):addLine(160, 95):closeSubpath(),
    PlayerLayer.file	films.md	Films in a picture
    	file = "waves.mp4",
    PlayerLayer.from	films.md	Films in a picture
    	from = 2, to = 6, loops = true,
    PlayerLayer.loops	films.md	Films in a picture
    	from = 2, to = 6, loops = true,
    PlayerLayer.to	films.md	Films in a picture
    	from = 2, to = 6, loops = true,
    PlayerLayer.videoGravity	films.md	Films in a picture
    	videoGravity = "resizeAspectFill", masksToBounds = true,
    Point.x	layers.md	Points of other layers
    	host:addSublayer(ca.TextLayer { frame = { corner.x + 10, corner.y - 9, 140, 18 }, fontSize = 13,
    Point.y	recipes.md	A reflected cover
    	reflection["position.y"] = cover.position.y + 130 + 4
    PropertyAnimation.additive	animation.md	Additive and cumulative
    	repeatCount = 3, additive = key == "additive", cumulative = key == "cumulative" })
    PropertyAnimation.cumulative	animation.md	Additive and cumulative
    	repeatCount = 3, additive = key == "additive", cumulative = key == "cumulative" })
    PropertyAnimation.keyPath	recipes.md	A ring that fills
    	filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, duration = 1.2,
    Random.choose	noise.md	Noise
    	strokeColor = random:choose { "#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51" }, opacity = 0.8 })
    Random.inRect	noise.md	Noise
    	local p = random:inRect { -20, -20, 360, 190 }
    Random.normal	noise.md	Random numbers
    	local size = random:normal(20, 4)               -- mean and deviation
    Random.number	charts.md	Scatter
    	local income = math.exp(random:number(6.5, 10.9))
    Random.weighted	noise.md	Random numbers
    	local kind = random:weighted({ "tree", "rock" }, { 5, 1 })
    Rect.center	layout.md	Layout managers
    	local c, n = layer.bounds.center, #layer.sublayers
    Rect.insetBy	drawing.md	A drawing of your own
    	ctx:strokeEllipse(layer.bounds:insetBy(5, 5))
    Rect.width	getting-started.md	A layer is a rectangle with a picture, in a tree
    	print(box.bounds.width)              --> 100
    Rect.x	scroll-tiled-drawable.md	Tiles
    	ctx:drawText(("%g, %g"):format(tile.x, tile.y), { tile.x + 6, tile.y + 16 }, { fontSize = 10 })
    Rect.y	scroll-tiled-drawable.md	Tiles
    	ctx:drawText(("%g, %g"):format(tile.x, tile.y), { tile.x + 6, tile.y + 16 }, { fontSize = 10 })
    RenderOptions.duration	films.md	Films
    	ca.render(stage, "frame-{00}.png", { fps = 10, from = 0, duration = 0.5, frames = "0-4" })
    RenderOptions.fps	text-and-images.md	Animated images
    	ca.render(dot, "dot.gif", { fps = 10 })
    RenderOptions.frames	films.md	Films
    	ca.render(stage, "frame-{00}.png", { fps = 10, from = 0, duration = 0.5, frames = "0-4" })
    RenderOptions.from	films.md	Films
    	ca.render(stage, "frame-{00}.png", { fps = 10, from = 0, duration = 0.5, frames = "0-4" })
    RenderOptions.scale	text-and-images.md	Rendering inside a script
    	ca.render(layer, "thumbnail.png", { scale = 0.5, background = "white" })
    RenderOptions.size	print.md	Print: PDF and SVG
    	ca.render(page, "tea.pdf", { size = "A5", title = "Tea", date = "2025-01-31" })
    ReplicatorLayer.instanceAlphaOffset	replicators-and-emitters.md	Replicators
    	instanceAlphaOffset = -1 / 13,
    ReplicatorLayer.instanceCount	recipes.md	A watermark
    	local row = ca.ReplicatorLayer { bounds = { 0, 0, 110, 20 }, anchorPoint = { 0, 0 }, instanceCount = 5,
    ReplicatorLayer.instanceDelay	replicators-and-emitters.md	Replicators
    	host:addSublayer(ca.ReplicatorLayer { frame = { 195, 0, 20, 100 }, instanceCount = 5, instanceDelay = -0.12,
    ReplicatorLayer.instanceGreenOffset	replicators-and-emitters.md	Replicators
    	instanceTransform = ca.Transform.translation(0, 18), instanceGreenOffset = -0.25, row })
    ReplicatorLayer.instanceRedOffset	replicators-and-emitters.md	Replicators
    	instanceTransform = ca.Transform.translation(18, 0), instanceRedOffset = -0.12,
    ReplicatorLayer.instanceTransform	recipes.md	A watermark
    	instanceTransform = ca.Transform.translation(110, 0),
    SVGOptions.color	drawing.md	Icons of SVG files
    	local battery = ca.Layer.svg("icons/battery.svg", { color = "crimson" })   -- what the file calls currentColor
    Scale.bandwidth	charts.md	Scales
    	print(x "Tue", x.bandwidth)                   -- the start of a bar and its width
    Scale.domain	charts.md	Areas, stacked
    	for _, kind in ipairs(kinds.domain) do
    Scale.invert	charts.md	Scales
    	print(y(45), y:invert(130))                   -- 130  45: nice made the domain 0 to 90
    ScaleOptions.domain	drawing.md	Triangles and cells of points
    	local colors = ca.scale { domain = { 0, 320 }, range = { "#264653", "#2a9d8f", "#e9c46a", "#e76f51" } }
    ScaleOptions.exponent	charts.md	Scales
    	local scale = ca.scale { type = row[1], domain = row[2], exponent = row.exponent, range = { 0, 360 } }
    ScaleOptions.nice	charts.md	Scales
    	local y = ca.scale { domain = { 0, 87 }, range = { 260, 0 }, nice = true }
    ScaleOptions.padding	charts.md	Scales
    	local x = ca.scale { type = "band", domain = { "Mon", "Tue", "Wed" }, range = { 0, 300 }, padding = 0.2 }
    ScaleOptions.range	drawing.md	Triangles and cells of points
    	local colors = ca.scale { domain = { 0, 320 }, range = { "#264653", "#2a9d8f", "#e9c46a", "#e76f51" } }
    ScaleOptions.type	charts.md	Scales
    	local x = ca.scale { type = "band", domain = { "Mon", "Tue", "Wed" }, range = { 0, 300 }, padding = 0.2 }
    ScrollLayer.scrollToPoint	scroll-tiled-drawable.md	Scrolling
    	pane:scrollToPoint {0, 50}                -- bounds.origin is (0, 50); content has no end, nothing is clamped
    ScrollLayer.scrollToRect	scroll-tiled-drawable.md	Scrolling
    	pane:scrollToRect {0, 400, 100, 50}       -- as little as needed: (0, 350)
    ShapeLayer.fillColor	recipes.md	A ring that fills
    	path = ca.Path():addArc(70, 70, 50, -math.pi / 2, 3 * math.pi / 2), fillColor = false, strokeColor = color,
    ShapeLayer.fillRule	drawing.md	Shapes
    	fillColor = "gold", fillRule = rule, strokeColor = "#203040", lineWidth = 2 })
    ShapeLayer.lineCap	recipes.md	A ring that fills
    	strokeEnd = to, lineWidth = 14, lineCap = "round" }
    ShapeLayer.lineDashPattern	drawing.md	Shapes
    	lineWidth = 12, lineCap = cap, lineDashPattern = i > 1 and { 1, 22 } or { 18, 8 } })
    ShapeLayer.lineJoin	drawing.md	Shapes
    	lineJoin = "round",
    ShapeLayer.lineWidth	recipes.md	A ring that fills
    	strokeEnd = to, lineWidth = 14, lineCap = "round" }
    ShapeLayer.path	drawing.md	Paths out of paths
    	path = path, fillColor = "gold", strokeColor = "#203040", lineWidth = 2 })
    ShapeLayer.strokeColor	recipes.md	A ring that fills
    	path = ca.Path():addArc(70, 70, 50, -math.pi / 2, 3 * math.pi / 2), fillColor = false, strokeColor = color,
    ShapeLayer.strokeEnd	recipes.md	A ring that fills
    	strokeEnd = to, lineWidth = 14, lineCap = "round" }
    SheetOptions.tags	text-and-images.md	Sprites
    	}, { tags = { spin = { 1, 2, "pingpong" } } })            -- spin.png and spin.json
    SpringAnimation.bounce	animation.md	Animations
    	dial(100):addAnimation(ca.SpringAnimation { keyPath = "bounds.size.width", toValue = 56, bounce = 0.4,
    SpringAnimation.damping	from-remotion.md	A title that springs in
    	title:addAnimation(ca.SpringAnimation { keyPath = "transform.scale", fromValue = 0, toValue = 1, damping = 12,
    SpringAnimation.mass	from-remotion.md	A title that springs in
    	stiffness = 100, mass = 1, duration = 1.2 }, "in")
    SpringAnimation.perceptualDuration	animation.md	Animations
    	perceptualDuration = 0.6 })
    SpringAnimation.settlingDuration	animation.md	Springs
    	spring.duration = spring.settlingDuration
    SpringAnimation.stiffness	from-remotion.md	A title that springs in
    	stiffness = 100, mass = 1, duration = 1.2 }, "in")
    StackLayoutManager.alignment	layout.md	Stacks
    	layoutManager = ca.StackLayoutManager { spacing = 10, padding = 10, alignment = "center" },
    StackLayoutManager.axis	layout.md	Sizes from content
    	layoutManager = ca.StackLayoutManager { axis = "vertical", padding = 10, spacing = 2, sizeToFit = "both" },
    StackLayoutManager.padding	layout.md	Stacks
    	layoutManager = ca.StackLayoutManager { spacing = 10, padding = 10, alignment = "center" },
    StackLayoutManager.sizeToFit	layout.md	Sizes from content
    	layoutManager = ca.StackLayoutManager { axis = "vertical", padding = 10, spacing = 2, sizeToFit = "both" },
    StackLayoutManager.spacing	layout.md	Stacks
    	layoutManager = ca.StackLayoutManager { spacing = 10, padding = 10, alignment = "center" },
    Stagger.each	time-lines.md	Entries
    	line:from(bars, { ["bounds.size.height"] = 0 }, { stagger = { each = 0.12, from = "center" } })
    Stagger.from	time-lines.md	Entries
    	line:from(bars, { ["bounds.size.height"] = 0 }, { stagger = { each = 0.12, from = "center" } })
    State.basedOn	states.md	States
    	ca.State { name = "Ajar", basedOn = "Open", elements = {
    State.elements	states.md	States
    	ca.State { name = "Open", elements = {
    State.name	states.md	States
    	ca.State { name = "Open", elements = {
    StateElement.target	states.md	States
    	ca.StateSetValue { target = lid, keyPath = "position.y", value = 14 },
    StateFraction.fraction	states.md	Between two states
    	copy:setState { from = "Left", to = "Right", fraction = i / 4 }
    StateFraction.from	states.md	Between two states
    	copy:setState { from = "Left", to = "Right", fraction = i / 4 }
    StateFraction.to	states.md	Between two states
    	copy:setState { from = "Left", to = "Right", fraction = i / 4 }
    StateOptions.time	states.md	Between two states
    	if time >= 0.5 then mark:setState("Gone", { time = 0.5 }) end
    StateSetValue.keyPath	states.md	States
    	ca.StateSetValue { target = lid, keyPath = "position.y", value = 14 },
    StateSetValue.value	states.md	States
    	ca.StateSetValue { target = lid, keyPath = "position.y", value = 14 },
    StateTransition.elements	states.md	Transitions
    	room.stateTransitions = { ca.StateTransition { fromState = "*", toState = "Down", elements = {
    StateTransition.fromState	states.md	Transitions
    	room.stateTransitions = { ca.StateTransition { fromState = "*", toState = "Down", elements = {
    StateTransition.toState	states.md	Transitions
    	room.stateTransitions = { ca.StateTransition { fromState = "*", toState = "Down", elements = {
    StateTransitionElement.animation	states.md	Transitions
    	animation = ca.SpringAnimation { perceptualDuration = 0.6, bounce = 0.5 } } } } }
    StateTransitionElement.key	states.md	Transitions
    	ca.StateTransitionElement { target = ball, key = "position.y",
    StateTransitionElement.target	states.md	Transitions
    	ca.StateTransitionElement { target = ball, key = "position.y",
    SubclassOptions.defaults	drawing.md	Classes
    	local Gauge = ca.Layer:subclass("GaugeLayer", { defaults = { level = 0 }, redrawKeys = { "level" } })
    SubclassOptions.redrawKeys	drawing.md	Classes
    	local Gauge = ca.Layer:subclass("GaugeLayer", { defaults = { level = 0 }, redrawKeys = { "level" } })
    TextAttributes.alignment	drawing.md	The drawing context
    	ctx:drawText("new", { 0, 18, 120, 30 }, { fontSize = 20, alignment = "center" })
    TextAttributes.font	drawing.md	Shapes by name, and places along paths
    	local outline = ca.Path.text("Aa", { font = "Liberation Serif", fontSize = 62 })
    TextAttributes.fontSize	drawing.md	Shapes by name, and places along paths
    	local outline = ca.Path.text("Aa", { font = "Liberation Serif", fontSize = 62 })
    TextLayer.alignmentMode	recipes.md	A ring that fills
    	alignmentMode = "center", verticalAlignment = "center", foregroundColor = "#203040" } }
    TextLayer.fitsText	text-and-images.md	Text that fits
    	fitsText = "shrink", minimumFontSize = 8 })
    TextLayer.font	text-and-images.md	Text
    	font = "DejaVu Serif",
    TextLayer.fontSize	recipes.md	A ring that fills
    	ca.TextLayer { frame = { 0, 50, 140, 40 }, string = ("%.0f %%"):format(share * 100), fontSize = 26,
    TextLayer.fontStretch	text-and-images.md	Weights, axes and features
    	fontStretch = stretch, fontStyle = "italic", fontSize = 22, foregroundColor = "black" })
    TextLayer.fontStyle	text-and-images.md	Weights, axes and features
    	fontStretch = stretch, fontStyle = "italic", fontSize = 22, foregroundColor = "black" })
    TextLayer.fontWeight	text-and-images.md	Weights, axes and features
    	fontWeight = weight, fontSize = 22, foregroundColor = "black" })
    TextLayer.foregroundColor	recipes.md	A ring that fills
    	alignmentMode = "center", verticalAlignment = "center", foregroundColor = "#203040" } }
    TextLayer.hyphenationFactor	text-and-images.md	Hyphens and lines
    	hyphenationFactor = 1,
    TextLayer.language	text-and-images.md	Hyphens and lines
    	language = "en",
    TextLayer.letterSpacing	recipes.md	A reflected cover
    	letterSpacing = 2, foregroundColor = "white" } }
    TextLayer.lineBreakStrategy	text-and-images.md	Hyphens and lines
    	lineBreakStrategy = strategy,
    TextLayer.lineHeight	text-and-images.md	Alignment and line height
    	lineHeight = height, fontSize = 16, wrapped = true, foregroundColor = "black", backgroundColor = "#e8f0fa" })
    TextLayer.maximumNumberOfLines	service.md	A script with parameters
    	foregroundColor = "#1b1b2b", wrapped = true, maximumNumberOfLines = 3, truncationMode = "end" })
    TextLayer.minimumFontSize	text-and-images.md	Text that fits
    	fitsText = "shrink", minimumFontSize = 8 })
    TextLayer.string	text-and-images.md	Attributed strings
    	string = A {
    TextLayer.textPath	text-and-images.md	Text along a path
    	host:addSublayer(ca.TextLayer { frame = { 0, 0, 320, 110 }, textPath = "M 30 95 Q 160 5 290 95",
    TextLayer.truncationMode	text-and-images.md	Text
    	truncationMode = "end",
    TextLayer.verticalAlignment	recipes.md	A ring that fills
    	alignmentMode = "center", verticalAlignment = "center", foregroundColor = "#203040" } }
    TextLayer.wrapped	text-and-images.md	Text
    	wrapped = true,
    TextMeasure.height	text-and-images.md	Measuring
    	bounds = { 0, 0, size.width, size.height } }
    TextMeasure.width	text-and-images.md	Measuring
    	bounds = { 0, 0, size.width, size.height } }
    TiledLayer.levelsOfDetail	scroll-tiled-drawable.md	Tiles
    	levelsOfDetail = 6,              -- 2, 1, ½, ¼, ⅛, 1⁄16 pixels per point
    TiledLayer.levelsOfDetailBias	scroll-tiled-drawable.md	Tiles
    	levelsOfDetailBias = 1,          -- one of them finer than 1
    TiledLayer.tileSize	scroll-tiled-drawable.md	Tiles
    	tileSize = {256, 256},           -- pixels of the level
    TimeLine.duration	time-lines.md	Entries
    	print(line.duration, line:time "grown")                          --> 2.14  1.14
    TimeLine.from	time-lines.md	Time lines
    	:from(ring, { strokeEnd = 0 }, { duration = 1, timingFunction = "cubicInOut" })
    TimeLine.hold	time-lines.md	Time lines
    	:hold(1)
    TimeLine.label	time-lines.md	Entries
    	line:label "grown":to(bars, { opacity = function(bar, i) return i / 6 end }, { at = "grown+0.1" })
    TimeLine.run	time-lines.md	The line
    	:run(function(f) number.string = string.format("%.0f", 12073 * f) end)
    TimeLine.time	time-lines.md	Entries
    	print(line.duration, line:time "grown")                          --> 2.14  1.14
    TimeLine.to	time-lines.md	Entries
    	line:label "grown":to(bars, { opacity = function(bar, i) return i / 6 end }, { at = "grown+0.1" })
    TimeLineSettings.autoreverses	time-lines.md	The line
    	local loop = ca.timeline { repeatCount = 3, autoreverses = true }
    TimeLineSettings.duration	time-lines.md	Entries
    	local line = ca.timeline { name = "chart", duration = 0.9, timingFunction = "cubicOut" }
    TimeLineSettings.name	time-lines.md	Entries
    	local line = ca.timeline { name = "chart", duration = 0.9, timingFunction = "cubicOut" }
    TimeLineSettings.repeatCount	time-lines.md	The line
    	local loop = ca.timeline { repeatCount = 3, autoreverses = true }
    TimeLineSettings.timingFunction	time-lines.md	Entries
    	local line = ca.timeline { name = "chart", duration = 0.9, timingFunction = "cubicOut" }
    Transform.m11	scroll-tiled-drawable.md	Tiles
    	local scale = ctx.ctm.m11       -- the level's pixels per point; ctx.scale is the same
    Transition.filter	filters.md	Changing them
    	page:addAnimation(ca.Transition { filter = swipe, duration = 1, timingFunction = "linear" })
    Transition.subtype	animation.md	Transactions and actions
    	actions = { backgroundColor = ca.Transition { type = "push", subtype = "fromRight", duration = 1 } } }
    Transition.type	animation.md	Transactions and actions
    	actions = { backgroundColor = ca.Transition { type = "push", subtype = "fromRight", duration = 1 } } }
    ca.AnimationGroup	animation.md	Groups
    	card:addAnimation(ca.AnimationGroup { duration = 2, animations = {
    ca.AttributedString	text-and-images.md	Attributed strings
    	local A = ca.AttributedString
    ca.BasicAnimation	recipes.md	A ring that fills
    	filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, duration = 1.2,
    ca.Color	drawing.md	Morphs and lines drawn by hand
    	fillColor = ca.Color "gold":mixed("crimson", i / 4) })
    ca.ConstraintLayoutManager	recipes.md	A badge in a corner
    	return ca.Layer { bounds = { 0, 0, size, size }, layoutManager = ca.ConstraintLayoutManager(),
    ca.DrawableLayer	scroll-tiled-drawable.md	Pixels of your own
    	local plasma = ca.DrawableLayer {
    ca.EmitterCell	replicators-and-emitters.md	Emitters
    	ca.EmitterCell {
    ca.EmitterLayer	replicators-and-emitters.md	Emitters
    	sky:addSublayer(ca.EmitterLayer {
    ca.Filter	filters.md	Filters
    	backgroundFilters = { ca.Filter("CIGaussianBlur", { inputRadius = 6 }) } } }
    ca.Filter.custom	filters.md	Custom filters
    	local ripple = ca.Filter.custom {
    ca.GradientLayer	recipes.md	Text on a photo
    	ca.GradientLayer { frame = { 0, 60, 320, 120 }, colors = { "#0000", "#000c" } },
    ca.GridLayoutManager	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    ca.Image	colours.md	Palettes
    	local photo = ca.Image "photo.jpg"
    ca.Image.draw	text-and-images.md	Scales
    	layer.contents = ca.Image.draw(40, 40, 2, function(ctx) ctx:fillEllipse { 0, 0, 40, 40 } end)
    ca.Image.spriteAnimation	text-and-images.md	Sprites
    	spinner:addAnimation(ca.Image.spriteAnimation(spin))
    ca.Image.spriteTags	text-and-images.md	Sprites
    	local spin = ca.Image.spriteTags("spin.json").spin
    ca.Image.sprites	text-and-images.md	Sprites
    	local sprites = ca.Image.sprites("sprites/packed.plist")
    ca.KeyframeAnimation	animation.md	Keyframes and paths
    	plane:addAnimation(ca.KeyframeAnimation { keyPath = "position", path = path, duration = 2,
    ca.Layer	getting-started.md	A layer is a rectangle with a picture, in a tree
    	local root = ca.Layer { bounds = { 0, 0, 300, 120 }, backgroundColor = "aliceblue" }
    ca.Layer.lottie	lottie.md	Film
    	local ticket = ca.Layer.lottie("ticket.lottie", { marker = marker or nil })
    ca.Layer.subclass	drawing.md	Classes
    	local Gauge = ca.Layer:subclass("GaugeLayer", { defaults = { level = 0 }, redrawKeys = { "level" } })
    ca.Layer.svg	drawing.md	Icons of SVG files
    	local windmill = ca.Layer.svg "icons/windmill.svg"
    ca.Package	scene-files.md	Locked and unlocked
    	local scene = ca.Package("sky.ca").rootLayer
    ca.Path	drawing.md	Paths out of paths
    	local square, circle = ca.Path "M4 4H48V48H4Z", ca.Path():addEllipse { 22, 22, 44, 44 }
    ca.Path.morph	drawing.md	Morphs and lines drawn by hand
    	local from, to = ca.Path.morph("M0 0H40V40H0Z", "M20 0L40 40H0Z")
    ca.Path.polygon	drawing.md	Shapes by name, and places along paths
    	ca.Path.polygon({ 36, 36 }, 6, 34, 8), ca.Path.wedge({ 30, 40 }, 36, -1.4, 0.6),
    ca.Path.ringSector	drawing.md	Shapes by name, and places along paths
    	ca.Path.ringSector({ 36, 36 }, 18, 34, -2.6, 1.4), ca.Path.spiral({ 36, 36 }, 3, 34, 4),
    ca.Path.roundedPolygon	drawing.md	Shapes by name, and places along paths
    	ca.Path.roundedPolygon({ { 4, 10 }, { 68, 4 }, { 60, 66 }, { 20, 50 } }, 12), outline }
    ca.Path.spiral	drawing.md	Shapes by name, and places along paths
    	ca.Path.ringSector({ 36, 36 }, 18, 34, -2.6, 1.4), ca.Path.spiral({ 36, 36 }, 3, 34, 4),
    ca.Path.star	drawing.md	Shapes by name, and places along paths
    	local shapes = { ca.Path.star({ 36, 36 }, 5, 34, 15), ca.Path.star({ 36, 36 }, 9, 34, 26, 1),
    ca.Path.svg	drawing.md	Icons of SVG files
    	host:addSublayer(ca.ShapeLayer { path = ca.Path.svg "icons/bell.svg", bounds = { 0, 0, 64, 64 },
    ca.Path.text	drawing.md	Shapes by name, and places along paths
    	local outline = ca.Path.text("Aa", { font = "Liberation Serif", fontSize = 62 })
    ca.Path.union	drawing.md	Paths out of paths
    	ca.Path.union { square, circle, "M40 0H70V20H40Z" }, square:union(circle):hull(),
    ca.Path.wedge	drawing.md	Shapes by name, and places along paths
    	ca.Path.polygon({ 36, 36 }, 6, 34, 8), ca.Path.wedge({ 30, 40 }, 36, -1.4, 0.6),
    ca.PlayerLayer	films.md	Films in a picture
    	local clip = ca.PlayerLayer {
    ca.Point	noise.md	Noise
    	p = p + ca.Point(dx, dy) * 1.1
    ca.ReplicatorLayer	recipes.md	A watermark
    	local row = ca.ReplicatorLayer { bounds = { 0, 0, 110, 20 }, anchorPoint = { 0, 0 }, instanceCount = 5,
    ca.ScrollLayer	scroll-tiled-drawable.md	Scrolling
    	local pane = ca.ScrollLayer { bounds = {0, 0, 100, 100} }
    ca.ShapeLayer	recipes.md	A ring that fills
    	return ca.ShapeLayer { bounds = { 0, 0, 140, 140 }, anchorPoint = { 0, 0 },
    ca.Size	text-and-images.md	Measuring
    	assert(layer:preferredFrameSize() == ca.Size(size.width, size.height))
    ca.SpringAnimation	animation.md	Animations
    	dial(100):addAnimation(ca.SpringAnimation { keyPath = "bounds.size.width", toValue = 56, bounce = 0.4,
    ca.StackLayoutManager	layout.md	Stacks
    	layoutManager = ca.StackLayoutManager { spacing = 10, padding = 10, alignment = "center" },
    ca.State	states.md	States
    	ca.State { name = "Open", elements = {
    ca.StateSetValue	states.md	States
    	ca.StateSetValue { target = lid, keyPath = "position.y", value = 14 },
    ca.StateTransition	states.md	Transitions
    	room.stateTransitions = { ca.StateTransition { fromState = "*", toState = "Down", elements = {
    ca.StateTransitionElement	states.md	Transitions
    	ca.StateTransitionElement { target = ball, key = "position.y",
    ca.TextLayer	recipes.md	A ring that fills
    	ca.TextLayer { frame = { 0, 50, 140, 40 }, string = ("%.0f %%"):format(share * 100), fontSize = 26,
    ca.TiledLayer	scroll-tiled-drawable.md	Tiles
    	local map = ca.TiledLayer {
    ca.Transform	layers.md	Transforms and depth
    	layer.transform = ca.Transform.rotation(math.pi / 4, 0, 1, 0)   -- about y
    ca.Transform.rotation	layers.md	Geometry
    	host:addSublayer(box { backgroundColor = "#5b8def", transform = ca.Transform.rotation(math.pi / 6) })
    ca.Transform.translation	recipes.md	A watermark
    	instanceTransform = ca.Transform.translation(110, 0),
    ca.TransformLayer	layers.md	Transforms and depth
    	for i, class in ipairs { ca.Layer, ca.TransformLayer } do
    ca.Transition	filters.md	Changing them
    	page:addAnimation(ca.Transition { filter = swipe, duration = 1, timingFunction = "linear" })
    ca.animate	layout.md	Layout
    	ca.animate({ duration = 1, timingFunction = "linear" }, function()
    ca.axis	charts.md	Axes and legends
    	ca.axis { scale = time, format = "%b %Y" }  -- Jan 2024, Mar 2024 …: on 300 points every second month has room
    ca.compare	text-and-images.md	Files and comparisons
    	local difference = ca.compare(picture, "host.png")
    ca.currentTime	animation.md	The clock
    	ca.setCurrentTime(ca.currentTime() + 2)
    ca.decodeCSV	recipes.md	A card per row of a table
    	local rows = ca.decodeCSV([[
    ca.decodeTOML	data.md	TOML
    	local card = ca.decodeTOML [=[
    ca.delaunay	drawing.md	Triangles and cells of points
    	local _, edges = ca.delaunay(points)
    ca.diagnose	diagnosis.md	In scripts and programs
    	for _, finding in ipairs(ca.diagnose(layer, { scale = 2, allow = { "occluded" } })) do
    ca.ease	time-lines.md	Easings
    	local px, py = x + k / 60 * 38, y + 30 - ca.ease(family .. part, k / 60) * 20
    ca.film	films.md	Sound
    	ca.film { sound = {
    ca.format	charts.md	Donut
    	entries[i], angle = { row[1] .. "  " .. ca.format(".0%", row[2] / total), color }, to
    ca.legend	charts.md	Axes and legends
    	local legend = ca.legend { entries = { { "Rain", "steelblue" } }, position = { 300, 0 } }
    ca.lerp	time-lines.md	Easings
    	print(ca.ease("bounceOut", 0.5), ca.lerp(10, 20, 0.25))          --> 0.765625  12.5
    ca.measureText	text-and-images.md	Measuring
    	local size = ca.measureText("A label", { font = "DejaVu Sans", fontSize = 18 })
    ca.noise	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    ca.noise.curl	noise.md	Noise
    	local dx, dy = ca.noise.curl(p.x / 90, p.y / 90)
    ca.noise.image	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    ca.onFrame	animation.md	Values for each frame
    	ca.onFrame(function(t) hand["transform.rotation.z"] = t * math.pi / 30 end)
    ca.palette	colours.md	Palettes
    	for i, color in ipairs(ca.palette(name, count)) do
    ca.parameter	service.md	A script with parameters
    	local author = ca.parameter("author", { default = "Ada Bezier", maxLength = 60 })
    ca.poissonDiscs	drawing.md	Triangles and cells of points
    	local points = ca.poissonDiscs({ 0, 0, 320, 130 }, 17, 4)
    ca.r2	noise.md	Points without clumps
    	sets[3][i] = ca.r2(i) * 90
    ca.random	noise.md	Random numbers
    	local random = ca.random(7)
    ca.render	text-and-images.md	Rendering inside a script
    	ca.render(layer, "thumbnail.png", { scale = 0.5, background = "white" })
    ca.scale	charts.md	Scales
    	local y = ca.scale { domain = { 0, 87 }, range = { 260, 0 }, nice = true }
    ca.setCurrentTime	animation.md	Transactions and actions
    	ca.setCurrentTime(1.5)                                 -- prints "faded"
    ca.timeline	time-lines.md	Time lines
    	ca.timeline()
    ca.voronoi	drawing.md	Triangles and cells of points
    	for i, cell in ipairs(ca.voronoi(points, { 0, 0, 320, 130 })) do
    ca.writeSheet	text-and-images.md	Sprites
    	ca.writeSheet("spin.png", {
    filter.CIColorMonochrome	filters.md	Where filters go
    	ca.Filter("CIGaussianBlur", { inputRadius = 4 }), ca.Filter "CIColorMonochrome", ca.Filter "CIComicEffect",
    filter.CIComicEffect	filters.md	Where filters go
    	ca.Filter("CIGaussianBlur", { inputRadius = 4 }), ca.Filter "CIColorMonochrome", ca.Filter "CIComicEffect",
    filter.CIGaussianBlur	filters.md	Filters
    	backgroundFilters = { ca.Filter("CIGaussianBlur", { inputRadius = 6 }) } } }
    filter.CISwipeTransition	filters.md	Changing them
    	local swipe = ca.Filter("CISwipeTransition", { inputExtent = { 0, 0, 150, 100 }, inputWidth = 30 })
    filterKey.inputExtent	filters.md	Changing them
    	local swipe = ca.Filter("CISwipeTransition", { inputExtent = { 0, 0, 150, 100 }, inputWidth = 30 })
    filterKey.inputRadius	filters.md	Filters
    	backgroundFilters = { ca.Filter("CIGaussianBlur", { inputRadius = 6 }) } } }
    filterKey.inputTint	filters.md	Custom filters
    	filters = { ca.Filter("ripple", { inputTint = "orange" }) } }
    filterKey.inputWidth	filters.md	Changing them
    	local swipe = ca.Filter("CISwipeTransition", { inputExtent = { 0, 0, 150, 100 }, inputWidth = 30 })
    filterKey.name	filters.md	Changing them
    	layer.filters = { ca.Filter("CIGaussianBlur", { name = "blur", inputRadius = 8 }) }
    """#
}
