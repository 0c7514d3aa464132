// SPDX-License-Identifier: MIT
// Made by scripts/examples from docs/guide.

extension Manual {
  /// Two lines for each name that the guide shows: name, page and section, separated by tabs, and a line of Lua.
  static let examples = #"""
    AnimationGroup	animation.md	Groups
    	card:addAnimation(ca.AnimationGroup { duration = 2, animations = {
    AttributedString	text-and-images.md	Attributed strings
    	local A = ca.AttributedString
    BasicAnimation	recipes.md	A ring that fills
    	filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, duration = 1.2,
    CIGaussianBlur	filters.md	Filters
    	backgroundFilters = { ca.Filter("CIGaussianBlur", { inputRadius = 6 }) } } }
    CISwipeTransition	filters.md	Changing them
    	local swipe = ca.Filter("CISwipeTransition", { inputExtent = { 0, 0, 150, 100 }, inputWidth = 30 })
    Color	drawing.md	Morphs and lines drawn by hand
    	fillColor = ca.Color "gold":mixed("crimson", i / 4) })
    ConstraintLayoutManager	recipes.md	A badge in a corner
    	return ca.Layer { bounds = { 0, 0, size, size }, layoutManager = ca.ConstraintLayoutManager(),
    DrawableLayer	scroll-tiled-drawable.md	Pixels of your own
    	local plasma = ca.DrawableLayer {
    EmitterCell	replicators-and-emitters.md	Emitters
    	ca.EmitterCell {
    EmitterLayer	replicators-and-emitters.md	Emitters
    	sky:addSublayer(ca.EmitterLayer {
    Filter	filters.md	Filters
    	backgroundFilters = { ca.Filter("CIGaussianBlur", { inputRadius = 6 }) } } }
    GradientLayer	recipes.md	Text on a photo
    	ca.GradientLayer { frame = { 0, 60, 320, 120 }, colors = { "#0000", "#000c" } },
    GridLayoutManager	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    Image	colours.md	Palettes
    	local photo = ca.Image "photo.jpg"
    KeyframeAnimation	animation.md	Keyframes and paths
    	plane:addAnimation(ca.KeyframeAnimation { keyPath = "position", path = path, duration = 2,
    Layer	getting-started.md	A layer is a rectangle with a picture, in a tree
    	local root = ca.Layer { bounds = { 0, 0, 300, 120 }, backgroundColor = "aliceblue" }
    Package	scene-files.md	Locked and unlocked
    	local scene = ca.Package("sky.ca").rootLayer
    Path	drawing.md	Paths out of paths
    	local square, circle = ca.Path "M4 4H48V48H4Z", ca.Path():addEllipse { 22, 22, 44, 44 }
    PlayerLayer	films.md	Films in a picture
    	local clip = ca.PlayerLayer {
    Point	noise.md	Noise
    	p = p + ca.Point(dx, dy) * 1.1
    ReplicatorLayer	recipes.md	A watermark
    	local row = ca.ReplicatorLayer { bounds = { 0, 0, 110, 20 }, anchorPoint = { 0, 0 }, instanceCount = 5,
    ScrollLayer	scroll-tiled-drawable.md	Scrolling
    	local pane = ca.ScrollLayer { bounds = {0, 0, 100, 100} }
    ShapeLayer	recipes.md	A ring that fills
    	return ca.ShapeLayer { bounds = { 0, 0, 140, 140 }, anchorPoint = { 0, 0 },
    Size	text-and-images.md	Measuring
    	assert(layer:preferredFrameSize() == ca.Size(size.width, size.height))
    SpringAnimation	animation.md	Animations
    	dial(100):addAnimation(ca.SpringAnimation { keyPath = "bounds.size.width", toValue = 56, bounce = 0.4,
    StackLayoutManager	layout.md	Stacks
    	layoutManager = ca.StackLayoutManager { spacing = 10, padding = 10, alignment = "center" },
    State	states.md	States
    	ca.State { name = "Open", elements = {
    StateSetValue	states.md	States
    	ca.StateSetValue { target = lid, keyPath = "position.y", value = 14 },
    StateTransition	states.md	Transitions
    	room.stateTransitions = { ca.StateTransition { fromState = "*", toState = "Down", elements = {
    StateTransitionElement	states.md	Transitions
    	ca.StateTransitionElement { target = ball, key = "position.y",
    TextLayer	recipes.md	A ring that fills
    	ca.TextLayer { frame = { 0, 50, 140, 40 }, string = ("%.0f %%"):format(share * 100), fontSize = 26,
    TiledLayer	scroll-tiled-drawable.md	Tiles
    	local map = ca.TiledLayer {
    Transform	layers.md	Transforms and depth
    	layer.transform = ca.Transform.rotation(math.pi / 4, 0, 1, 0)   -- about y
    TransformLayer	layers.md	Transforms and depth
    	for i, class in ipairs { ca.Layer, ca.TransformLayer } do
    Transition	filters.md	Changing them
    	page:addAnimation(ca.Transition { filter = swipe, duration = 1, timingFunction = "linear" })
    a	text-and-images.md	Images
    	local r, g, b, a = board:pixel(7, 0)       -- column and row from 0, colours from 0 to 1
    actions	animation.md	Transactions and actions
    	local quiet = ca.Layer { actions = {
    addAnimation	recipes.md	A ring that fills
    	filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, duration = 1.2,
    addArc	recipes.md	A ring that fills
    	path = ca.Path():addArc(70, 70, 50, -math.pi / 2, 3 * math.pi / 2), fillColor = false, strokeColor = color,
    addEllipse	drawing.md	Paths out of paths
    	local square, circle = ca.Path "M4 4H48V48H4Z", ca.Path():addEllipse { 22, 22, 44, 44 }
    addLine	drawing.md	Shapes
    	path = ca.Path():move(110, 15):addLine(210, 15):addLine(160, 95):closeSubpath(),
    addLines	drawing.md	Triangles and cells of points
    	host:addSublayer(ca.ShapeLayer { path = ca.Path():addLines(cell):close(), fillColor = colors(points[i].x),
    addRoundedRect	drawing.md	The drawing context
    	ctx:addRoundedRect(layer.bounds:insetBy(6, 6), 12)
    addSublayer	getting-started.md	A layer is a rectangle with a picture, in a tree
    	root:addSublayer(box)
    additive	animation.md	Additive and cumulative
    	repeatCount = 3, additive = key == "additive", cumulative = key == "cumulative" })
    alignment	drawing.md	The drawing context
    	ctx:drawText("new", { 0, 18, 120, 30 }, { fontSize = 20, alignment = "center" })
    alignmentMode	recipes.md	A ring that fills
    	alignmentMode = "center", verticalAlignment = "center", foregroundColor = "#203040" } }
    allow	diagnosis.md	In scripts and programs
    	for _, finding in ipairs(ca.diagnose(layer, { scale = 2, allow = { "occluded" } })) do
    alphaSpeed	replicators-and-emitters.md	Emitters
    	scale = 1.2, scaleSpeed = -0.5, color = "#ff9040", alphaSpeed = -0.5,
    anchorPoint	recipes.md	A ring that fills
    	return ca.ShapeLayer { bounds = { 0, 0, 140, 140 }, anchorPoint = { 0, 0 },
    animate	layout.md	Layout
    	ca.animate({ duration = 1, timingFunction = "linear" }, function()
    animation	states.md	Transitions
    	animation = ca.SpringAnimation { perceptualDuration = 0.6, bounce = 0.5 } } } } }
    animationDidStart	animation.md	The clock
    	animationDidStart = function(self, animation) print("on") end,
    animationDidStop	animation.md	The clock
    	animationDidStop = function(self, animation, finished) print("off", finished) end,
    animationKeys	animation.md	Transactions and actions
    	print(slide:animationKeys()[1], ca.render(slide, { time = 0.5 }):pixel(5, 5))   --> transition  1  0  0  1
    animations	animation.md	Groups
    	card:addAnimation(ca.AnimationGroup { duration = 2, animations = {
    args	batches.md	Batches
    	local name, color = ca.args.name or "Ann Lee", ca.args.colour or "crimson"
    asynchronous	scroll-tiled-drawable.md	Pixels of your own
    	bounds = { 0, 0, 150, 90 }, asynchronous = true,
    at	time-lines.md	Time lines
    	:from({ title, under }, { opacity = 0, ["position.x"] = 130 }, { at = "-0.4", duration = 0.6, stagger = 0.3 })
    author	service.md	A script with parameters
    	local author = ca.parameter("author", { default = "Ada Bezier", maxLength = 60 })
    autoresizingMask	layout.md	Autoresizing
    	autoresizingMask = "widthSizable" })
    autoreverses	animation.md	Begin, speed and repetition
    	pulse.autoreverses = true                         -- forth and back
    axis	charts.md	Axes and legends
    	ca.axis { scale = time, format = "%b %Y" }  -- Jan 2024, Feb 2024 …
    b	drawing.md	Triangles and cells of points
    	local a, b = points[edge[1]], points[edge[2]]
    background	text-and-images.md	Rendering inside a script
    	ca.render(layer, "thumbnail.png", { scale = 0.5, background = "white" })
    backgroundColor	getting-started.md	Getting started
    	return ca.Layer { bounds = { 0, 0, 200, 100 }, backgroundColor = "steelblue" }
    backgroundFilters	filters.md	Filters
    	backgroundFilters = { ca.Filter("CIGaussianBlur", { inputRadius = 6 }) } } }
    basedOn	states.md	States
    	ca.State { name = "Ajar", basedOn = "Open", elements = {
    beginTime	animation.md	Begin, speed and repetition
    	come.beginTime = 2                                -- after two seconds
    birthRate	replicators-and-emitters.md	Emitters
    	name = "fire", contents = dot, birthRate = 90, lifetime = 1.5, lifetimeRange = 0.5,
    borderColor	recipes.md	A badge in a corner
    	borderColor = "white", constraints = { "midX = superlayer.maxX - 4", "midY = superlayer.minY + 4" },
    borderWidth	recipes.md	A badge in a corner
    	local badge = ca.Layer { name = "badge", cornerRadius = 12, backgroundColor = "#e5383b", borderWidth = 2,
    bounce	animation.md	Animations
    	dial(100):addAnimation(ca.SpringAnimation { keyPath = "bounds.size.width", toValue = 56, bounce = 0.4,
    boundingBoxOfPath	drawing.md	Shapes
    	bounds = heart:boundingBoxOfPath(), position = { 100 * i - 40, 60 },
    bounds	getting-started.md	Getting started
    	return ca.Layer { bounds = { 0, 0, 200, 100 }, backgroundColor = "steelblue" }
    calculationMode	animation.md	Keyframes and paths
    	calculationMode = mode })
    choose	noise.md	Noise
    	strokeColor = random:choose { "#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51" }, opacity = 0.8 })
    clear	scroll-tiled-drawable.md	Pixels of your own
    	drawable:clear("navy")
    clip	drawing.md	The drawing context
    	ctx:clip()
    closeSubpath	drawing.md	Shapes
    	path = ca.Path():move(110, 15):addLine(210, 15):addLine(160, 95):closeSubpath(),
    color	drawing.md	Icons of SVG files
    	local battery = ca.Layer.svg("icons/battery.svg", { color = "crimson" })   -- what the file calls currentColor
    colorSpace	colours.md	Gradients
    	colorSpace = keys[1], huePath = keys[2] or "shorter" })
    colors	recipes.md	Text on a photo
    	ca.GradientLayer { frame = { 0, 60, 320, 120 }, colors = { "#0000", "#000c" } },
    column	scroll-tiled-drawable.md	Scrolling
    	local column = ca.Layer { frame = {0, 0, 100, 2000} }
    columnSpacing	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    columnSpan	layout.md	Grids
    	host:addSublayer(ca.Layer { backgroundColor = "steelblue", layoutOptions = { columnSpan = 3 } })
    columns	text-and-images.md	Columns and chains
    	local columns = {}
    compare	text-and-images.md	Files and comparisons
    	local difference = ca.compare(picture, "host.png")
    compositingFilter	layers.md	Blend modes and operators
    	ca.ShapeLayer { path = "M 0 50 L 86 0 V 50 Z", fillColor = "#2f6fbf", compositingFilter = operator },
    compression	text-and-images.md	Files and comparisons
    	picture:write("host.png", { compression = 12 })
    constraints	layout.md	Constraints
    	constraints = { "midX = superlayer.midX", "midY = superlayer.midY" } })
    contents	layers.md	Contents
    	host:addSublayer(ca.Layer { frame = { 235, 15, 75, 80 }, contents = "photo.jpg",
    contentsGravity	recipes.md	Text on a photo
    	return ca.Layer { bounds = { 0, 0, 320, 180 }, contents = "photo.jpg", contentsGravity = "resizeAspectFill",
    contentsRect	layers.md	Contents
    	contentsRect = { 0.58, 0.25, 0.2, 0.32 } })
    contentsScale	text-and-images.md	Scales
    	layer.contentsScale = 2                    -- 40 points large; with 1 it would be 80
    continuesIn	text-and-images.md	Columns and chains
    	columns[1].string, columns[1].continuesIn, columns[2].continuesIn = text, columns[2], columns[3]
    contrast	colours.md	Mixing and changing
    	print(teal:contrast(text), pale:hex())
    convertPointToLayer	layers.md	Points of other layers
    	local corner = card:convertPointToLayer({ 100, 0 }, host)     -- the card's upper right corner
    copy	recipes.md	A reflected cover
    	local reflection = cover:copy()
    cornerCurve	from-uikit.md	A badge
    	cornerCurve = "continuous", opacity = 0.9 }
    cornerRadius	getting-started.md	A layer is a rectangle with a picture, in a tree
    	local box = ca.Layer { frame = { 20, 20, 100, 60 }, backgroundColor = "tomato", cornerRadius = 10 }
    crop	text-and-images.md	Images
    	local corner = board:crop { 0, 0, 4, 2 }   -- a part in pixels; it must lie within the image
    cumulative	animation.md	Additive and cumulative
    	repeatCount = 3, additive = key == "additive", cumulative = key == "cumulative" })
    curl	noise.md	Noise
    	local dx, dy = ca.noise.curl(p.x / 90, p.y / 90)
    currentTime	animation.md	The clock
    	ca.setCurrentTime(ca.currentTime() + 2)
    custom	filters.md	Custom filters
    	local ripple = ca.Filter.custom {
    damping	from-remotion.md	A title that springs in
    	title:addAnimation(ca.SpringAnimation { keyPath = "transform.scale", fromValue = 0, toValue = 1, damping = 12,
    darkened	colours.md	Mixing and changing
    	local dark, vivid = teal:darkened(0.15), teal:saturated(1.4)
    date	charts.md	Axes and legends
    	ca.axis { scale = time, format = function(t) return "Q" .. (os.date("!*t", t).month + 2) // 3 end }
    decimal	data.md	Data: CSV, JSON and TOML
    	]], { separator = ";", decimal = ",", header = true })
    decodeCSV	recipes.md	A card per row of a table
    	local rows = ca.decodeCSV([[
    decodeTOML	data.md	TOML
    	local card = ca.decodeTOML [=[
    default	recipes.md	A ring that fills
    	local share = ca.parameter("share", { default = 0.72, min = 0, max = 1 })
    defaults	drawing.md	Classes
    	local Gauge = ca.Layer:subclass("GaugeLayer", { defaults = { level = 0 }, redrawKeys = { "level" } })
    delaunay	drawing.md	Triangles and cells of points
    	local _, edges = ca.delaunay(points)
    delegate	drawing.md	A drawing of your own
    	ring.delegate = {
    diagnose	diagnosis.md	In scripts and programs
    	for _, finding in ipairs(ca.diagnose(layer, { scale = 2, allow = { "occluded" } })) do
    domain	drawing.md	Triangles and cells of points
    	local colors = ca.scale { domain = { 0, 320 }, range = { "#264653", "#2a9d8f", "#e9c46a", "#e76f51" } }
    draw	text-and-images.md	Scales
    	layer.contents = ca.Image.draw(40, 40, 2, function(ctx) ctx:fillEllipse { 0, 0, 40, 40 } end)
    drawInContext	drawing.md	Classes
    	function Gauge:drawInContext(ctx)
    drawLayerInContext	drawing.md	A drawing of your own
    	drawLayerInContext = function(self, layer, ctx)
    drawLinearGradient	drawing.md	The drawing context
    	ctx:drawLinearGradient({ "gold", "crimson" }, nil, { 0, 0 }, { 120, 60 })
    drawRadialGradient	replicators-and-emitters.md	Emitters
    	ctx:drawRadialGradient({ "#fff", "#fff0" }, { 0, 1 }, { 5, 5 }, 0, { 5, 5 }, 5)
    drawText	drawing.md	The drawing context
    	ctx:drawText("new", { 0, 18, 120, 30 }, { fontSize = 20, alignment = "center" })
    duration	recipes.md	A ring that fills
    	filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, duration = 1.2,
    each	time-lines.md	Entries
    	line:from(bars, { ["bounds.size.height"] = 0 }, { stagger = { each = 0.12, from = "center" } })
    ease	time-lines.md	Easings
    	local px, py = x + k / 60 * 38, y + 30 - ca.ease(family .. part, k / 60) * 20
    elements	states.md	States
    	ca.State { name = "Open", elements = {
    emissionLongitude	replicators-and-emitters.md	Emitters
    	velocity = 90, velocityRange = 50, emissionLongitude = -math.pi / 2, emissionRange = math.pi / 3,
    emissionRange	replicators-and-emitters.md	Emitters
    	velocity = 90, velocityRange = 50, emissionLongitude = -math.pi / 2, emissionRange = math.pi / 3,
    emitterCells	replicators-and-emitters.md	Emitters
    	emitterCells = {
    emitterPosition	replicators-and-emitters.md	Rates and places that change
    	keyPath = "emitterPosition", values = { { 15, 115 }, { 100, 30 }, { 185, 115 } }, calculationMode = "cubic",
    endPoint	layers.md	Gradients
    	host:addSublayer(ca.GradientLayer { frame = { 10, 10, 62, 70 }, colors = colors, endPoint = { 1, 1 } })
    entries	charts.md	Axes and legends
    	local legend = ca.legend { entries = { { "Rain", "steelblue" } }, position = { 300, 0 } }
    exponent	charts.md	Scales
    	{ "pow", { 0, 1000 }, { 0, 200, 400, 600, 800, 1000 }, exponent = 2 },
    fadeIn	films.md	Sound
    	{ file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5, fadeOut = 1.5 },
    fadeOut	films.md	Sound
    	{ file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5, fadeOut = 1.5 },
    file	films.md	Sound
    	{ file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5, fadeOut = 1.5 },
    fillColor	recipes.md	A ring that fills
    	path = ca.Path():addArc(70, 70, 50, -math.pi / 2, 3 * math.pi / 2), fillColor = false, strokeColor = color,
    fillEllipse	text-and-images.md	Scales
    	layer.contents = ca.Image.draw(40, 40, 2, function(ctx) ctx:fillEllipse { 0, 0, 40, 40 } end)
    fillMode	animation.md	Begin, speed and repetition
    	come.fillMode = "backwards"                       -- until it begins, the dot is at -20
    fillRule	drawing.md	Shapes
    	fillColor = "gold", fillRule = rule, strokeColor = "#203040", lineWidth = 2 })
    film	films.md	Sound
    	ca.film { sound = {
    filter	filters.md	Changing them
    	page:addAnimation(ca.Transition { filter = swipe, duration = 1, timingFunction = "linear" })
    filters	filters.md	Where filters go
    	contents = "photo.jpg", filters = { filter }, masksToBounds = true })
    find	layers.md	The tree
    	host:find("tomato").zPosition = 1
    fitsText	text-and-images.md	Text that fits
    	fitsText = "shrink", minimumFontSize = 8 })
    flex	layout.md	Stacks
    	ca.Layer { bounds = { 0, 0, 0, 20 }, backgroundColor = "tomato", layoutOptions = { flex = 1 } },
    floors	states.md	Layers that share a state
    	local floors = ca.Layer { bounds = { 0, 0, 80, 70 }, masksToBounds = true, sky, hill }
    focalPoint	layers.md	Gradients
    	startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 }, focalPoint = { 0.3, 0.3 } })
    font	drawing.md	Shapes by name, and places along paths
    	local outline = ca.Path.text("Aa", { font = "Liberation Serif", fontSize = 62 })
    fontSize	recipes.md	A ring that fills
    	ca.TextLayer { frame = { 0, 50, 140, 40 }, string = ("%.0f %%"):format(share * 100), fontSize = 26,
    fontStretch	text-and-images.md	Weights, axes and features
    	fontStretch = stretch, fontStyle = "italic", fontSize = 22, foregroundColor = "black" })
    fontStyle	text-and-images.md	Weights, axes and features
    	fontStretch = stretch, fontStyle = "italic", fontSize = 22, foregroundColor = "black" })
    fontWeight	text-and-images.md	Weights, axes and features
    	fontWeight = weight, fontSize = 22, foregroundColor = "black" })
    foregroundColor	recipes.md	A ring that fills
    	alignmentMode = "center", verticalAlignment = "center", foregroundColor = "#203040" } }
    format	recipes.md	A ring that fills
    	ca.TextLayer { frame = { 0, 50, 140, 40 }, string = ("%.0f %%"):format(share * 100), fontSize = 26,
    fps	text-and-images.md	Animated images
    	ca.render(dot, "dot.gif", { fps = 10 })
    fraction	states.md	Between two states
    	copy:setState { from = "Left", to = "Right", fraction = i / 4 }
    frame	getting-started.md	A layer is a rectangle with a picture, in a tree
    	local box = ca.Layer { frame = { 20, 20, 100, 60 }, backgroundColor = "tomato", cornerRadius = 10 }
    frames	films.md	Films
    	ca.render(stage, "frame-{00}.png", { fps = 10, from = 0, duration = 0.5, frames = "0-4" })
    from	time-lines.md	Time lines
    	:from(ring, { strokeEnd = 0 }, { duration = 1, timingFunction = "cubicInOut" })
    fromState	states.md	Transitions
    	room.stateTransitions = { ca.StateTransition { fromState = "*", toState = "Down", elements = {
    fromValue	recipes.md	A ring that fills
    	filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, duration = 1.2,
    gain	films.md	Sound
    	{ file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5, fadeOut = 1.5 },
    geometryFlipped	layers.md	Geometry
    	geometryFlipped = flipped, text({ 10, 10, 60, 30 }, "first", "#c2410c"),
    grid	charts.md	Bars
    	ca.axis { scale = y, side = "left", ticks = 5, grid = 270, lineColor = false },
    header	recipes.md	A card per row of a table
    	]], { header = true })
    headings	print.md	Pages
    	ca.render({ one, two }, "book.pdf", { size = "A5", headings = true })
    height	colours.md	Palettes
    	local height = 90 * shares[i]
    hex	colours.md	Mixing and changing
    	print(teal:contrast(text), pale:hex())
    hold	time-lines.md	Time lines
    	:hold(1)
    host	layout.md	Constraints
    	local host = ca.Layer { bounds = { 0, 0, 200, 200 }, backgroundColor = "aliceblue",
    huePath	colours.md	Gradients
    	colorSpace = keys[1], huePath = keys[2] or "shorter" })
    hull	drawing.md	Paths out of paths
    	ca.Path.union { square, circle, "M40 0H70V20H40Z" }, square:union(circle):hull(),
    hyphenationFactor	text-and-images.md	Hyphens and lines
    	hyphenationFactor = 1,
    image	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    inRect	noise.md	Noise
    	local p = random:inRect { -20, -20, 360, 190 }
    inputAmount	filters.md	Custom filters
    	keys = { inputAmount = 6, inputTint = "white" },
    inputExtent	filters.md	Changing them
    	local swipe = ca.Filter("CISwipeTransition", { inputExtent = { 0, 0, 150, 100 }, inputWidth = 30 })
    inputRadius	filters.md	Filters
    	backgroundFilters = { ca.Filter("CIGaussianBlur", { inputRadius = 6 }) } } }
    inputWidth	filters.md	Changing them
    	local swipe = ca.Filter("CISwipeTransition", { inputExtent = { 0, 0, 150, 100 }, inputWidth = 30 })
    insetBy	drawing.md	A drawing of your own
    	ctx:strokeEllipse(layer.bounds:insetBy(5, 5))
    instanceAlphaOffset	replicators-and-emitters.md	Replicators
    	instanceAlphaOffset = -1 / 13,
    instanceCount	recipes.md	A watermark
    	local row = ca.ReplicatorLayer { bounds = { 0, 0, 110, 20 }, anchorPoint = { 0, 0 }, instanceCount = 5,
    instanceDelay	replicators-and-emitters.md	Replicators
    	host:addSublayer(ca.ReplicatorLayer { frame = { 195, 0, 20, 100 }, instanceCount = 5, instanceDelay = -0.12,
    instanceGreenOffset	replicators-and-emitters.md	Replicators
    	instanceTransform = ca.Transform.translation(0, 18), instanceGreenOffset = -0.25, row })
    instanceRedOffset	replicators-and-emitters.md	Replicators
    	instanceTransform = ca.Transform.translation(18, 0), instanceRedOffset = -0.12,
    instanceTransform	recipes.md	A watermark
    	instanceTransform = ca.Transform.translation(110, 0),
    invert	charts.md	Scales
    	print(y(45), y:invert(130))                   -- 130  45: nice made the domain 0 to 90
    italic	text-and-images.md	Attributed strings
    	{ "italic", fontSize = 14, italic = true, underlineStyle = "single" },
    kernel	filters.md	Custom filters
    	kernel = function(x, y, sample, inputs)
    key	states.md	Transitions
    	ca.StateTransitionElement { target = ball, key = "position.y",
    keyPath	recipes.md	A ring that fills
    	filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd", fromValue = 0, duration = 1.2,
    keyTimes	animation.md	The time of sublayers
    	keyTimes = { 0, 0.4, 0.6, 1 }, duration = 2.5 })
    keys	filters.md	Custom filters
    	keys = { inputAmount = 6, inputTint = "white" },
    kind	noise.md	Random numbers
    	local kind = random:weighted({ "tree", "rock" }, { 5, 1 })
    label	recipes.md	A badge in a corner
    	local label = ca.TextLayer { string = tostring(count), fontSize = 15, foregroundColor = "white" }
    language	text-and-images.md	Hyphens and lines
    	language = "en",
    layer	text-and-images.md	Measuring
    	local layer = ca.TextLayer { string = "A label", font = "DejaVu Sans", fontSize = 18,
    layerShouldInheritContentsScale	text-and-images.md	Scales
    	layerShouldInheritContentsScale = function(self, layer, scale)
    layoutIfNeeded	layout.md	Layout
    	bar:layoutIfNeeded()                          -- the place from which the knob moves
    layoutManager	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    layoutOptions	layout.md	Stacks
    	ca.Layer { bounds = { 0, 0, 0, 20 }, backgroundColor = "tomato", layoutOptions = { flex = 1 } },
    layoutSublayersOfLayer	layout.md	Layout managers
    	function ring:layoutSublayersOfLayer(layer)
    left	filters.md	Custom filters
    	local left = ca.Layer { frame = { 10, 10, 140, 90 }, contents = "photo.jpg", filters = { ripple } }
    legend	charts.md	Axes and legends
    	local legend = ca.legend { entries = { { "Rain", "steelblue" } }, position = { 300, 0 } }
    lerp	time-lines.md	Easings
    	print(ca.ease("bounceOut", 0.5), ca.lerp(10, 20, 0.25))          --> 0.765625  12.5
    letterSpacing	recipes.md	A reflected cover
    	letterSpacing = 2, foregroundColor = "white" } }
    levelsOfDetail	scroll-tiled-drawable.md	Tiles
    	levelsOfDetail = 6,              -- 2, 1, ½, ¼, ⅛, 1⁄16 pixels per point
    levelsOfDetailBias	scroll-tiled-drawable.md	Tiles
    	levelsOfDetailBias = 1,          -- one of them finer than 1
    lifetime	replicators-and-emitters.md	Emitters
    	name = "fire", contents = dot, birthRate = 90, lifetime = 1.5, lifetimeRange = 0.5,
    lifetimeRange	replicators-and-emitters.md	Emitters
    	name = "fire", contents = dot, birthRate = 90, lifetime = 1.5, lifetimeRange = 0.5,
    lineBreakStrategy	text-and-images.md	Hyphens and lines
    	lineBreakStrategy = strategy,
    lineCap	recipes.md	A ring that fills
    	strokeEnd = to, lineWidth = 14, lineCap = "round" }
    lineColor	charts.md	Bars
    	ca.axis { scale = y, side = "left", ticks = 5, grid = 270, lineColor = false },
    lineDashPattern	drawing.md	Shapes
    	lineWidth = 12, lineCap = cap, lineDashPattern = i > 1 and { 1, 22 } or { 18, 8 } })
    lineHeight	text-and-images.md	Alignment and line height
    	lineHeight = height, fontSize = 16, wrapped = true, foregroundColor = "black", backgroundColor = "#e8f0fa" })
    lineJoin	drawing.md	Shapes
    	lineJoin = "round",
    lineSpacing	text-and-images.md	Attributed strings
    	{ "Heading\n", font = "Times", fontSize = 22, weight = "bold", alignment = "center", lineSpacing = 4 },
    lineWidth	recipes.md	A ring that fills
    	strokeEnd = to, lineWidth = 14, lineCap = "round" }
    link	print.md	Print: PDF and SVG
    	foregroundColor = "#20304a", alignmentMode = "center", link = "https://example.com/tea" })
    loop	time-lines.md	The line
    	local loop = ca.timeline { repeatCount = 3, autoreverses = true }
    loops	films.md	Sound
    	{ file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5, fadeOut = 1.5 },
    lottie	lottie.md	Film
    	local ticket = ca.Layer.lottie("ticket.lottie", { marker = marker or nil })
    magnificationFilter	text-and-images.md	Images
    	host:addSublayer(ca.Layer { frame = { 10, 10, 60, 60 }, contents = board, magnificationFilter = "nearest" })
    marker	lottie.md	Film
    	local ticket = ca.Layer.lottie("ticket.lottie", { marker = marker or nil })
    mask	layers.md	Masks and opacity
    	host:addSublayer(ca.Layer { frame = { x, 10, 145, 100 }, contents = "photo.jpg", mask = mask })
    maskedCorners	layers.md	Painting order
    	borderColor = "#c98a00", cornerRadius = 24, maskedCorners = { "minXMinY", "maxXMaxY" } })
    masksToBounds	recipes.md	A rounded photo with a shadow
    	cornerRadius = 18, masksToBounds = true }
    mass	from-remotion.md	A title that springs in
    	stiffness = 100, mass = 1, duration = 1.2 }, "in")
    max	recipes.md	A ring that fills
    	local share = ca.parameter("share", { default = 0.72, min = 0, max = 1 })
    maxLength	data.md	Arguments
    	local title = ca.parameter("title", { kind = "text", default = "Tea", maxLength = 60, title = "Headline" })
    maximumNumberOfLines	service.md	A script with parameters
    	foregroundColor = "#1b1b2b", wrapped = true, maximumNumberOfLines = 3, truncationMode = "end" })
    measureText	text-and-images.md	Measuring
    	local size = ca.measureText("A label", { font = "DejaVu Sans", fontSize = 18 })
    min	recipes.md	A ring that fills
    	local share = ca.parameter("share", { default = 0.72, min = 0, max = 1 })
    minimumFontSize	text-and-images.md	Text that fits
    	fitsText = "shrink", minimumFontSize = 8 })
    mixed	drawing.md	Morphs and lines drawn by hand
    	fillColor = ca.Color "gold":mixed("crimson", i / 4) })
    morph	drawing.md	Morphs and lines drawn by hand
    	local from, to = ca.Path.morph("M0 0H40V40H0Z", "M20 0L40 40H0Z")
    morphed	drawing.md	Morphs and lines drawn by hand
    	host:addSublayer(ca.ShapeLayer { position = { i * 64, 5 }, path = star:morphed(heart, i / 4),
    move	drawing.md	Shapes
    	path = ca.Path():move(110, 15):addLine(210, 15):addLine(160, 95):closeSubpath(),
    name	recipes.md	A badge in a corner
    	local badge = ca.Layer { name = "badge", cornerRadius = 12, backgroundColor = "#e5383b", borderWidth = 2,
    nextDrawable	scroll-tiled-drawable.md	Pixels of your own
    	local drawable = screen:nextDrawable()     -- 80 × 60 pixels; drawableSize says otherwise
    nice	charts.md	Scales
    	local y = ca.scale { domain = { 0, 87 }, range = { 260, 0 }, nice = true }
    noise	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    normal	noise.md	Random numbers
    	local size = random:normal(20, 4)               -- mean and deviation
    number	charts.md	Scatter
    	local income = math.exp(random:number(6.5, 10.9))
    octaves	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    offset	drawing.md	Paths out of paths
    	square:offset(8), circle:stroked { lineWidth = 8, lineDashPattern = { 12, 6 } },
    onFrame	animation.md	Values for each frame
    	ca.onFrame(function(t) hand["transform.rotation.z"] = t * math.pi / 30 end)
    opacity	layers.md	Masks and opacity
    	host:addSublayer(ca.Layer { frame = { x, 15, 80, 60 }, backgroundColor = color, opacity = opacity,
    padding	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    page	print.md	Pages
    	local page = ca.Layer { name = title, bounds = { 0, 0, 120, 170 }, backgroundColor = "white" }
    palette	colours.md	Palettes
    	for i, color in ipairs(ca.palette(name, count)) do
    pan	films.md	Sound
    	{ file = "bell.wav", start = 2.5, pan = 0.6 },
    parameter	service.md	A script with parameters
    	local author = ca.parameter("author", { default = "Ada Bezier", maxLength = 60 })
    path	drawing.md	Paths out of paths
    	path = path, fillColor = "gold", strokeColor = "#203040", lineWidth = 2 })
    perceptualDuration	animation.md	Animations
    	perceptualDuration = 0.6 })
    pixel	text-and-images.md	Images
    	local r, g, b, a = board:pixel(7, 0)       -- column and row from 0, colours from 0 to 1
    pixels	text-and-images.md	Images
    	local bytes = board:pixels()               -- straight RGBA again
    poissonDiscs	drawing.md	Triangles and cells of points
    	local points = ca.poissonDiscs({ 0, 0, 320, 130 }, 17, 4)
    polygon	drawing.md	Shapes by name, and places along paths
    	ca.Path.polygon({ 36, 36 }, 6, 34, 8), ca.Path.wedge({ 30, 40 }, 36, -1.4, 0.6),
    position	getting-started.md	A layer is a rectangle with a picture, in a tree
    	box.position = { 150, 60 }           -- where the anchor point, by default the middle, lies in the superlayer
    preferredFrameSize	text-and-images.md	Measuring
    	assert(layer:preferredFrameSize() == ca.Size(size.width, size.height))
    present	scroll-tiled-drawable.md	Pixels of your own
    	drawable:present()
    presentation	layout.md	Layout
    	print(knob:presentation(0.5).position.x)      --> 140
    r	drawing.md	Classes
    	local r = self.bounds.width / 2
    r2	noise.md	Points without clumps
    	sets[3][i] = ca.r2(i) * 90
    random	noise.md	Random numbers
    	local random = ca.random(7)
    range	drawing.md	Triangles and cells of points
    	local colors = ca.scale { domain = { 0, 320 }, range = { "#264653", "#2a9d8f", "#e9c46a", "#e76f51" } }
    rasterizationScale	layers.md	Bitmaps
    	backgroundColor = "#2f6fbf", shouldRasterize = scale > 0, rasterizationScale = math.max(scale, 0.5) })
    reach	filters.md	Custom filters
    	reach = "inputAmount",
    readable	colours.md	Mixing and changing
    	local text = teal:readable()                 -- black or white, whichever is easier to read
    redrawKeys	drawing.md	Classes
    	local Gauge = ca.Layer:subclass("GaugeLayer", { defaults = { level = 0 }, redrawKeys = { "level" } })
    removedOnCompletion	animation.md	Begin, speed and repetition
    	{ 'fillMode = "forwards"', beginTime = 1, fillMode = "forwards", removedOnCompletion = false },
    render	text-and-images.md	Rendering inside a script
    	ca.render(layer, "thumbnail.png", { scale = 0.5, background = "white" })
    repeatCount	animation.md	Animations
    	repeatCount = math.huge })                     -- a whole turn by its angle: as a matrix it would be no turn
    right	filters.md	Custom filters
    	local right = ca.Layer { frame = { 170, 10, 140, 90 }, contents = "photo.jpg",
    ringSector	drawing.md	Shapes by name, and places along paths
    	ca.Path.ringSector({ 36, 36 }, 18, 34, -2.6, 1.4), ca.Path.spiral({ 36, 36 }, 3, 34, 4),
    rotation	layers.md	Geometry
    	host:addSublayer(box { backgroundColor = "#5b8def", transform = ca.Transform.rotation(math.pi / 6) })
    rotationMode	animation.md	Keyframes and paths
    	calculationMode = "paced", rotationMode = mode or nil })
    roughness	drawing.md	Morphs and lines drawn by hand
    	lineWidth = 1.2, path = star:morphed(heart, i / 4):simplified(0.5):sketched { seed = i, roughness = 1.2 } })
    roundedPolygon	drawing.md	Shapes by name, and places along paths
    	ca.Path.roundedPolygon({ { 4, 10 }, { 68, 4 }, { 60, 66 }, { 20, 50 } }, 12), outline }
    row	recipes.md	A watermark
    	local row = ca.ReplicatorLayer { bounds = { 0, 0, 110, 20 }, anchorPoint = { 0, 0 }, instanceCount = 5,
    rowSpacing	recipes.md	A card per row of a table
    	layoutManager = ca.GridLayoutManager { columns = 2, padding = 14, columnSpacing = 12, rowSpacing = 12 } }
    rows	recipes.md	A card per row of a table
    	local rows = ca.decodeCSV([[
    run	time-lines.md	The line
    	:run(function(f) number.string = string.format("%.0f", 12073 * f) end)
    saturated	colours.md	Mixing and changing
    	local dark, vivid = teal:darkened(0.15), teal:saturated(1.4)
    scale	charts.md	Scales
    	local y = ca.scale { domain = { 0, 87 }, range = { 260, 0 }, nice = true }
    scaleSpeed	replicators-and-emitters.md	Emitters
    	scale = 1.2, scaleSpeed = -0.5, color = "#ff9040", alphaSpeed = -0.5,
    scrollPoint	scroll-tiled-drawable.md	Scrolling
    	item:scrollPoint {0, 0}                   -- (0, 700)
    scrollToPoint	scroll-tiled-drawable.md	Scrolling
    	pane:scrollToPoint {0, 50}                -- bounds.origin is (0, 50); content has no end, nothing is clamped
    scrollToRect	scroll-tiled-drawable.md	Scrolling
    	pane:scrollToRect {0, 400, 100, 50}       -- as little as needed: (0, 350)
    seed	drawing.md	Morphs and lines drawn by hand
    	lineWidth = 1.2, path = star:morphed(heart, i / 4):simplified(0.5):sketched { seed = i, roughness = 1.2 } })
    separator	data.md	Data: CSV, JSON and TOML
    	]], { separator = ";", decimal = ",", header = true })
    setCurrentTime	animation.md	Transactions and actions
    	ca.setCurrentTime(1.5)                                 -- prints "faded"
    setFillColor	drawing.md	The drawing context
    	ctx:setFillColor("white")
    setLineWidth	drawing.md	A drawing of your own
    	ctx:setLineWidth(10)
    setNeedsDisplay	drawing.md	A drawing of your own
    	ring:setNeedsDisplay()      -- nothing is drawn before this
    setPixels	scroll-tiled-drawable.md	Pixels of your own
    	drawable:setPixels(function(x, y)
    setShadow	drawing.md	The drawing context
    	ctx:setShadow({ 0, 1 }, 2)
    setState	states.md	States
    	copy:setState(name)
    setStrokeColor	drawing.md	A drawing of your own
    	ctx:setStrokeColor("red")
    setTilt	states.md	Wallpapers
    	copy:setTilt(0, tilt)
    shadow	text-and-images.md	Attributed strings
    	{ "shadow", shadow = { offset = { 2, 3 }, blur = 4, color = "#0008" } },
    shadowOffset	recipes.md	A rounded photo with a shadow
    	shadowOpacity = 0.45, shadowRadius = 12, shadowOffset = { 0, 6 }, photo }
    shadowOpacity	recipes.md	A rounded photo with a shadow
    	shadowOpacity = 0.45, shadowRadius = 12, shadowOffset = { 0, 6 }, photo }
    shadowRadius	recipes.md	A rounded photo with a shadow
    	shadowOpacity = 0.45, shadowRadius = 12, shadowOffset = { 0, 6 }, photo }
    share	recipes.md	A ring that fills
    	local share = ca.parameter("share", { default = 0.72, min = 0, max = 1 })
    shouldRasterize	layers.md	Bitmaps
    	backgroundColor = "#2f6fbf", shouldRasterize = scale > 0, rasterizationScale = math.max(scale, 0.5) })
    side	charts.md	Bars
    	ca.axis { scale = y, side = "left", ticks = 5, grid = 270, lineColor = false },
    simplified	drawing.md	Morphs and lines drawn by hand
    	lineWidth = 1.2, path = star:morphed(heart, i / 4):simplified(0.5):sketched { seed = i, roughness = 1.2 } })
    size	noise.md	Random numbers
    	local size = random:normal(20, 4)               -- mean and deviation
    sizeToFit	layout.md	Sizes from content
    	layoutManager = ca.StackLayoutManager { axis = "vertical", padding = 10, spacing = 2, sizeToFit = "both" },
    sketched	drawing.md	Morphs and lines drawn by hand
    	lineWidth = 1.2, path = star:morphed(heart, i / 4):simplified(0.5):sketched { seed = i, roughness = 1.2 } })
    slots	lottie.md	Template
    	{ "slots", slots = { plate = "#5b2a86", headline = { text = "Staff only", fontSize = 14 } } },
    sound	films.md	Sound
    	ca.film { sound = {
    spacing	layout.md	Stacks
    	layoutManager = ca.StackLayoutManager { spacing = 10, padding = 10, alignment = "center" },
    speed	animation.md	Begin, speed and repetition
    	come.speed = 0.5                                  -- takes two seconds, not one
    spin	text-and-images.md	Sprites
    	}, { tags = { spin = { 1, 2, "pingpong" } } })            -- spin.png and spin.json
    spiral	drawing.md	Shapes by name, and places along paths
    	ca.Path.ringSector({ 36, 36 }, 18, 34, -2.6, 1.4), ca.Path.spiral({ 36, 36 }, 3, 34, 4),
    spriteAnimation	text-and-images.md	Sprites
    	spinner:addAnimation(ca.Image.spriteAnimation(spin))
    spriteTags	text-and-images.md	Sprites
    	local spin = ca.Image.spriteTags("spin.json").spin
    sprites	text-and-images.md	Sprites
    	local sprites = ca.Image.sprites("sprites/packed.plist")
    stagger	time-lines.md	Time lines
    	:from({ title, under }, { opacity = 0, ["position.x"] = 130 }, { at = "-0.4", duration = 0.6, stagger = 0.3 })
    star	drawing.md	Shapes
    	local star = ca.Path "M40 4 L61 70 L5 29 L75 29 L19 70 Z"
    start	films.md	Sound
    	{ file = "bell.wav", start = 2.5, pan = 0.6 },
    startPoint	layers.md	Gradients
    	startPoint = { 0.5, 0.5 }, endPoint = { 1, 1 } })
    stateTransitionAnimation	states.md	Between two states
    	mark.stateTransitionAnimation = ca.SpringAnimation { perceptualDuration = 0.5 }
    stateTransitions	states.md	Transitions
    	room.stateTransitions = { ca.StateTransition { fromState = "*", toState = "Down", elements = {
    states	states.md	States
    	box.states = {
    stiffness	from-remotion.md	A title that springs in
    	stiffness = 100, mass = 1, duration = 1.2 }, "in")
    string	text-and-images.md	Attributed strings
    	string = A {
    stroke	scroll-tiled-drawable.md	Tiles
    	ctx:stroke(tile)
    strokeColor	recipes.md	A ring that fills
    	path = ca.Path():addArc(70, 70, 50, -math.pi / 2, 3 * math.pi / 2), fillColor = false, strokeColor = color,
    strokeEllipse	drawing.md	A drawing of your own
    	ctx:strokeEllipse(layer.bounds:insetBy(5, 5))
    strokeEnd	recipes.md	A ring that fills
    	strokeEnd = to, lineWidth = 14, lineCap = "round" }
    strokePath	drawing.md	Classes
    	ctx:strokePath()
    strokeWidth	text-and-images.md	Attributed strings
    	{ "outline", strokeWidth = 3 },
    stroked	drawing.md	Paths out of paths
    	square:offset(8), circle:stroked { lineWidth = 8, lineDashPattern = { 12, 6 } },
    style	layers.md	Styles and defaults
    	local dim, bright = ca.Layer { style = quiet }, ca.Layer { style = quiet, opacity = 1 }
    subclass	drawing.md	Classes
    	local Gauge = ca.Layer:subclass("GaugeLayer", { defaults = { level = 0 }, redrawKeys = { "level" } })
    sublayers	filters.md	Custom filters
    	host.sublayers = { left, right }
    subtype	animation.md	Transactions and actions
    	actions = { backgroundColor = ca.Transition { type = "push", subtype = "fromRight", duration = 1 } } }
    svg	drawing.md	Icons of SVG files
    	local windmill = ca.Layer.svg "icons/windmill.svg"
    tabStops	text-and-images.md	Hyphens and lines
    	tabStops = { { location = 110, alignment = "right" }, { location = 190, alignment = "decimal" } } },
    tags	text-and-images.md	Sprites
    	}, { tags = { spin = { 1, 2, "pingpong" } } })            -- spin.png and spin.json
    target	states.md	States
    	ca.StateSetValue { target = lid, keyPath = "position.y", value = 14 },
    text	drawing.md	Shapes by name, and places along paths
    	local outline = ca.Path.text("Aa", { font = "Liberation Serif", fontSize = 62 })
    textPath	text-and-images.md	Text along a path
    	host:addSublayer(ca.TextLayer { frame = { 0, 0, 320, 110 }, textPath = "M 30 95 Q 160 5 290 95",
    texts	lottie.md	Template
    	texts = { Title = "All clear", Note = "Every test passed" },
    theme	lottie.md	Themes
    	local ticket = ca.Layer.lottie("ticket.lottie", { theme = theme or nil })
    tickLength	charts.md	Bars
    	ca.axis { scale = x, tickLength = 0, position = { 0, 160 } } }
    ticks	charts.md	Bars
    	ca.axis { scale = y, side = "left", ticks = 5, grid = 270, lineColor = false },
    tileSize	scroll-tiled-drawable.md	Tiles
    	tileSize = {256, 256},           -- pixels of the level
    time	animation.md	Animation and time
    	local middle = ca.render(root, { time = 1 })
    timeOffset	animation.md	Begin, speed and repetition
    	pulse.timeOffset = 0.2                            -- as if it ran for 0.2 s already
    timeline	time-lines.md	Time lines
    	ca.timeline()
    timingFunction	recipes.md	A ring that fills
    	timingFunction = "easeOut" })
    title	data.md	Arguments
    	local title = ca.parameter("title", { kind = "text", default = "Tea", maxLength = 60, title = "Headline" })
    to	drawing.md	Morphs and lines drawn by hand
    	local from, to = ca.Path.morph("M0 0H40V40H0Z", "M20 0L40 40H0Z")
    toState	states.md	Transitions
    	room.stateTransitions = { ca.StateTransition { fromState = "*", toState = "Down", elements = {
    toValue	drawing.md	Morphs and lines drawn by hand
    	shape:addAnimation(ca.BasicAnimation { keyPath = "path", fromValue = from, toValue = to, duration = 1 })
    transform	layers.md	Transforms and depth
    	layer.transform = ca.Transform.rotation(math.pi / 4, 0, 1, 0)   -- about y
    translation	recipes.md	A watermark
    	instanceTransform = ca.Transform.translation(110, 0),
    truncationMode	text-and-images.md	Text
    	truncationMode = "end",
    type	layers.md	Gradients
    	host:addSublayer(ca.GradientLayer { frame = { 83, 10, 62, 70 }, colors = colors, type = "radial",
    underlineStyle	text-and-images.md	Attributed strings
    	{ "italic", fontSize = 14, italic = true, underlineStyle = "single" },
    union	drawing.md	Paths out of paths
    	ca.Path.union { square, circle, "M40 0H70V20H40Z" }, square:union(circle):hull(),
    userInfo	layers.md	Custom keys
    	local card = ca.Layer { userInfo = { price = 4.5 } }
    value	states.md	States
    	ca.StateSetValue { target = lid, keyPath = "position.y", value = 14 },
    values	replicators-and-emitters.md	Rates and places that change
    	keyPath = "emitterPosition", values = { { 15, 115 }, { 100, 30 }, { 185, 115 } }, calculationMode = "cubic",
    velocity	replicators-and-emitters.md	Emitters
    	velocity = 90, velocityRange = 50, emissionLongitude = -math.pi / 2, emissionRange = math.pi / 3,
    velocityRange	replicators-and-emitters.md	Emitters
    	velocity = 90, velocityRange = 50, emissionLongitude = -math.pi / 2, emissionRange = math.pi / 3,
    verticalAlignment	recipes.md	A ring that fills
    	alignmentMode = "center", verticalAlignment = "center", foregroundColor = "#203040" } }
    videoGravity	films.md	Films in a picture
    	videoGravity = "resizeAspectFill", masksToBounds = true,
    viewport	lottie.md	Template
    	{ "viewport", viewport = { 117, 30, 110, 60 } },
    voronoi	drawing.md	Triangles and cells of points
    	for i, cell in ipairs(ca.voronoi(points, { 0, 0, 320, 130 })) do
    walk	layers.md	The tree
    	for l, depth in host:walk() do print(("  "):rep(depth) .. (l.name or l.className)) end
    wedge	drawing.md	Shapes by name, and places along paths
    	ca.Path.polygon({ 36, 36 }, 6, 34, 8), ca.Path.wedge({ 30, 40 }, 36, -1.4, 0.6),
    weight	text-and-images.md	Attributed strings
    	{ "Heading\n", font = "Times", fontSize = 22, weight = "bold", alignment = "center", lineSpacing = 4 },
    weighted	noise.md	Random numbers
    	local kind = random:weighted({ "tree", "rock" }, { 5, 1 })
    width	noise.md	Noise and chance
    	host.contents = ca.noise.image { width = 640, height = 300, scale = 150, octaves = 6, seed = 11,
    wrapped	text-and-images.md	Text
    	wrapped = true,
    write	text-and-images.md	Files and comparisons
    	picture:write("host.png", { compression = 12 })
    writeSheet	text-and-images.md	Sprites
    	ca.writeSheet("spin.png", {
    x	noise.md	Noise
    	for x = 0, 320, 4 do
    y	colours.md	Palettes
    	local y = 10
    zPosition	layers.md	The tree
    	host:find("tomato").zPosition = 1
    """#
}
