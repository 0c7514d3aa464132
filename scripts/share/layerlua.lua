---@meta layerlua
-- SPDX-License-Identifier: MIT
-- Made from the registries of layerlua 0.1.0 by `layerlua stubs`; do not edit.
-- luacheck: ignore 111 2 631
-- luacheck: globals ca

---A point in points: `{x, y}`, `{x =, y =}` or `ca.Point(x, y)`.
---@alias ca.PointLike ca.Point|number[]|{x: number, y: number}
---@alias ca.SizeLike ca.Size|number[]|{width: number, height: number}
---@alias ca.RectLike ca.Rect|number[]|{x: number, y: number, width: number, height: number}|{origin: ca.PointLike, size: ca.SizeLike}
---A CSS colour such as `"red"` or `"#ff8800cc"`, or components from 0 to 1.
---@alias ca.ColorLike ca.Color|string|number[]|{red: number, green: number, blue: number, alpha?: number}|{white: number, alpha?: number}
---@alias ca.TransformLike ca.Transform|number[]|table<string, number>
---A path, or SVG path data such as `"M 0 0 L 10 10"`.
---@alias ca.PathLike ca.Path|string
---An image, or the name of its file.
---@alias ca.ImageLike ca.Image|string
---@alias ca.TextLike string|ca.AttributedString
---A constraint, or its words such as `"midX = superlayer.midX"`.
---@alias ca.ConstraintLike ca.Constraint|string
---@alias ca.TimingFunction "linear"|"easeIn"|"easeOut"|"easeInEaseOut"|"default"|string|number[]
---@alias ca.PathFillRule "winding"|"evenOdd"
---@alias ca.GradientOptions string|string[]
---@alias ca.SublayerDepth "painter"|"intersect"
---@alias ca.AutoresizingMask "minXMargin"|"widthSizable"|"maxXMargin"|"minYMargin"|"heightSizable"|"maxYMargin"
---@alias ca.ContentsGravity "center"|"top"|"bottom"|"left"|"right"|"topLeft"|"topRight"|"bottomLeft"|"bottomRight"|"resize"|"resizeAspect"|"resizeAspectFill"
---@alias ca.ContentsFormat "RGBA8"|"RGBA8Uint"|"RGBAh"|"RGBA16Float"|"Gray8"|"Gray8Uint"|"Automatic"
---@alias ca.MinificationFilter "nearest"|"linear"|"trilinear"
---@alias ca.RedrawPolicy "onSetNeedsDisplay"|"duringResize"|"beforeResize"|"never"
---@alias ca.MaskedCorners "minXMinY"|"maxXMinY"|"minXMaxY"|"maxXMaxY"
---@alias ca.CornerCurve "circular"|"continuous"
---@alias ca.EdgeAntialiasingMask "left"|"right"|"bottom"|"top"
---@alias ca.FillMode "removed"|"forwards"|"backwards"|"both"
---@alias ca.FontStyle "normal"|"italic"
---@alias ca.TruncationMode "none"|"start"|"middle"|"end"
---@alias ca.AlignmentMode "natural"|"left"|"right"|"center"|"justified"
---@alias ca.VerticalAlignment "top"|"center"|"bottom"|"baseline"
---@alias ca.LineBreakStrategy "standard"|"balance"|"pretty"
---@alias ca.FitsText "none"|"shrink"
---@alias ca.FillRule "non-zero"|"nonZero"|"even-odd"|"evenOdd"
---@alias ca.LineCap "butt"|"round"|"square"
---@alias ca.LineJoin "miter"|"round"|"bevel"
---@alias ca.TrimMode "parameter"|"length"
---@alias ca.GradientLayerType "axial"|"radial"|"conic"
---@alias ca.ColorSpace "srgb"|"linear"|"oklab"|"oklch"|"hsl"|"hwb"|"lab"|"lch"
---@alias ca.HuePath "shorter"|"longer"|"increasing"|"decreasing"
---@alias ca.EmitterShape "point"|"line"|"rectangle"|"cuboid"|"circle"|"sphere"
---@alias ca.EmitterMode "points"|"outline"|"surface"|"volume"
---@alias ca.RenderMode "unordered"|"oldestFirst"|"oldestLast"|"backToFront"|"additive"
---@alias ca.ScrollMode "none"|"vertically"|"horizontally"|"both"
---@alias ca.PixelFormat "rgba8Unorm"|"bgra8Unorm"|"rgba8Unorm_srgb"|"bgra8Unorm_srgb"
---@alias ca.Colorspace "sRGB"
---@alias ca.VideoGravity "resizeAspect"|"resizeAspectFill"|"resize"
---@alias ca.CalculationMode "linear"|"discrete"|"paced"|"cubic"|"cubicPaced"
---@alias ca.TransitionType "fade"|"push"|"moveIn"|"reveal"
---@alias ca.Axis "horizontal"|"vertical"
---@alias ca.Alignment "fill"|"leading"|"center"|"trailing"|"firstBaseline"
---@alias ca.Distribution "start"|"center"|"end"|"fill"|"fillEqually"|"fillProportionally"|"equalSpacing"|"equalCentering"|"spaceAround"|"spaceEvenly"
---@alias ca.SizeToFit "none"|"width"|"height"|"both"
---@alias ca.SizeToFitCorner "minXMinY"|"maxXMinY"|"minXMaxY"|"maxXMaxY"|"anchorPoint"
---@alias ca.BlendMode "normal"|"multiply"|"screen"|"overlay"|"darken"|"lighten"|"colorDodge"|"colorBurn"|"softLight"|"hardLight"|"difference"|"exclusion"|"hue"|"saturation"|"color"|"luminosity"|"clear"|"copy"|"sourceIn"|"sourceOut"|"sourceAtop"|"destinationOver"|"destinationIn"|"destinationOut"|"destinationAtop"|"xor"|"plusDarker"|"plusLighter"
---@alias ca.PathDrawingMode "fill"|"eoFill"|"stroke"|"fillStroke"|"eoFillStroke"
---@alias ca.InterpolationQuality "default"|"none"|"low"|"medium"|"high"
---@alias ca.ConstraintAttribute "minX"|"midX"|"maxX"|"width"|"minY"|"midY"|"maxY"|"height"
---@alias ca.FilterCategory "blur"|"sharpen"|"colorAdjustment"|"colorEffect"|"distortion"|"geometryAdjustment"|"halftone"|"stylize"|"generator"|"transition"|"compositing"|"custom"
---@alias ca.WarningRule "near-miss-key"|"foreign-name"|"style-ignored"|"duplicate-name"|"frame-derived"|"frame-beside"|"m34-sign"|"z-extreme"|"gravity-top-bottom"|"opaque-corner"|"opaque-late"|"transform-layer-ignores"|"depth-limit"|"backdrop"|"empty-backdrop"|"mask-shared"|"mask-compositing"|"background-filters"|"filter-center"|"shape-without-bounds"|"gradient-one-color"|"gradient-locations"|"replicator-zero-size"|"no-particles"|"no-scroll-layer"|"contents-vs-drawing"|"contents-vs-text"|"contents-unreadable"|"dangling-delegate"|"no-draw-hook"|"four-hooks"|"redraw-never"|"unbalanced-state"|"missing-font"|"font-folder"|"font-settings"|"missing-glyphs"|"text-fit"|"missing-hyphens"|"attributed-text"|"autoresize-refused"|"constraint-size-only"|"constraint-scale"|"no-layout-function"|"animation-delegate"|"animation-replaced"|"callbacks-in-pictures"|"cut-off"|"disabled-actions"|"fill-needs-keep"|"full-turn"|"keyframes"|"open-transaction"|"repeat-twice"|"timing-animated"|"frame-value"|"rotation-mode"|"film"|"film-size"|"frames-unlocked"|"frames-damaged"|"frames-twice"|"image-file"|"image-variants"|"svg-left-out"|"link-left-out"|"caml-unknown"|"caml-value"|"caml-duplicate-id"|"caml-no-target"|"caml-key"|"caml-missing-asset"|"caml-script"|"caml-namespace"|"caml-unsupported"|"caml-several"|"caml-unused-asset"|"caml-parked"|"caml-many-frames"|"lottie-left-out"|"csv-ragged"|"csv-separator"|"json-duplicate"|"empty-bounds"|"never-displayed"|"not-attached"|"added-again"|"outside-canvas"|"cut-away"|"hidden-by-ancestor"|"back-face"|"edge-on"|"scale-zero"|"white-text"|"same-colour"|"text-without-colour"|"shape-empty"|"gradient-stops"|"empty-mask"|"clear-contents"|"no-instances"|"occluded"|"off-time"|"z-twice"|"no-perspective"|"m34-own-transform"|"flattened-depth"|"fraction-size"|"bounds-origin"|"scale-mismatch"|"fuzzy"|"contents-rect-outside"|"contents-center-name"|"drawing-clipped"|"stale-stretch"|"shadow-clipped"|"shadow-off"|"shadow-of-nothing"|"corner-no-clip"|"mask-size"|"mask-colour"|"raster-scale"|"shape-defaults"|"text-box"|"gradient-skew"|"replicator-colour"|"background-filter-nothing"|"no-layout-manager"|"frame-vs-constraint"|"autoresize-from-zero"|"override-no-super"|"snap-back"|"speed-multiplies"|"degrees"|"nil-colour"|"unused-argument"|"extra-argument"|"near-miss-hook"|"no-picture"|"isolation"|"extra-results"|"script-finalizer"|"script-warning"
---An animatable key, or a key path to a part of it; custom keys too.
---@alias ca.KeyPath string
---| "bounds"
---| "bounds.origin"
---| "bounds.origin.x"
---| "bounds.origin.y"
---| "bounds.size"
---| "bounds.size.width"
---| "bounds.size.height"
---| "position"
---| "position.x"
---| "position.y"
---| "zPosition"
---| "anchorPoint"
---| "anchorPoint.x"
---| "anchorPoint.y"
---| "anchorPointZ"
---| "transform"
---| "transform.rotation"
---| "transform.rotation.x"
---| "transform.rotation.y"
---| "transform.rotation.z"
---| "transform.scale"
---| "transform.scale.x"
---| "transform.scale.y"
---| "transform.scale.z"
---| "transform.scale.xy"
---| "transform.translation"
---| "transform.translation.x"
---| "transform.translation.y"
---| "transform.translation.z"
---| "sublayerTransform"
---| "sublayerTransform.rotation"
---| "sublayerTransform.rotation.x"
---| "sublayerTransform.rotation.y"
---| "sublayerTransform.rotation.z"
---| "sublayerTransform.scale"
---| "sublayerTransform.scale.x"
---| "sublayerTransform.scale.y"
---| "sublayerTransform.scale.z"
---| "sublayerTransform.scale.xy"
---| "sublayerTransform.translation"
---| "sublayerTransform.translation.x"
---| "sublayerTransform.translation.y"
---| "sublayerTransform.translation.z"
---| "doubleSided"
---| "hidden"
---| "sublayers"
---| "mask"
---| "contents"
---| "contentsRect"
---| "contentsRect.origin"
---| "contentsRect.origin.x"
---| "contentsRect.origin.y"
---| "contentsRect.size"
---| "contentsRect.size.width"
---| "contentsRect.size.height"
---| "contentsScale"
---| "contentsCenter"
---| "contentsCenter.origin"
---| "contentsCenter.origin.x"
---| "contentsCenter.origin.y"
---| "contentsCenter.size"
---| "contentsCenter.size.width"
---| "contentsCenter.size.height"
---| "minificationFilterBias"
---| "backgroundColor"
---| "backgroundColor.red"
---| "backgroundColor.green"
---| "backgroundColor.blue"
---| "backgroundColor.alpha"
---| "cornerRadius"
---| "borderWidth"
---| "borderColor"
---| "borderColor.red"
---| "borderColor.green"
---| "borderColor.blue"
---| "borderColor.alpha"
---| "opacity"
---| "shadowColor"
---| "shadowColor.red"
---| "shadowColor.green"
---| "shadowColor.blue"
---| "shadowColor.alpha"
---| "shadowOpacity"
---| "shadowOffset"
---| "shadowOffset.width"
---| "shadowOffset.height"
---| "shadowRadius"
---| "shadowPath"
---| "masksToBounds"
---| "filters"
---| "backgroundFilters"
---| "compositingFilter"
---| "shouldRasterize"
---| "rasterizationScale"
---| "contentsTime"
---| "fontSize"
---| "fontWeight"
---| "fontStretch"
---| "fontVariations"
---| "foregroundColor"
---| "foregroundColor.red"
---| "foregroundColor.green"
---| "foregroundColor.blue"
---| "foregroundColor.alpha"
---| "letterSpacing"
---| "lineHeight"
---| "paragraphSpacing"
---| "textPath"
---| "textPathOffset"
---| "path"
---| "fillColor"
---| "fillColor.red"
---| "fillColor.green"
---| "fillColor.blue"
---| "fillColor.alpha"
---| "strokeColor"
---| "strokeColor.red"
---| "strokeColor.green"
---| "strokeColor.blue"
---| "strokeColor.alpha"
---| "lineWidth"
---| "miterLimit"
---| "lineDashPattern"
---| "lineDashPhase"
---| "strokeStart"
---| "strokeEnd"
---| "colors"
---| "locations"
---| "startPoint"
---| "startPoint.x"
---| "startPoint.y"
---| "endPoint"
---| "endPoint.x"
---| "endPoint.y"
---| "focalPoint"
---| "focalPoint.x"
---| "focalPoint.y"
---| "instanceCount"
---| "instanceDelay"
---| "instanceTransform"
---| "instanceTransform.rotation"
---| "instanceTransform.rotation.x"
---| "instanceTransform.rotation.y"
---| "instanceTransform.rotation.z"
---| "instanceTransform.scale"
---| "instanceTransform.scale.x"
---| "instanceTransform.scale.y"
---| "instanceTransform.scale.z"
---| "instanceTransform.scale.xy"
---| "instanceTransform.translation"
---| "instanceTransform.translation.x"
---| "instanceTransform.translation.y"
---| "instanceTransform.translation.z"
---| "instanceColor"
---| "instanceColor.red"
---| "instanceColor.green"
---| "instanceColor.blue"
---| "instanceColor.alpha"
---| "instanceRedOffset"
---| "instanceGreenOffset"
---| "instanceBlueOffset"
---| "instanceAlphaOffset"
---| "birthRate"
---| "lifetime"
---| "velocity"
---| "scale"
---| "spin"
---| "emitterPosition"
---| "emitterPosition.x"
---| "emitterPosition.y"
---| "emitterZPosition"
---| "emitterSize"
---| "emitterSize.width"
---| "emitterSize.height"
---| "emitterDepth"

---@class ca.TextRun: ca.TextAttributes
---@field [1] string  The text.

---@class ca.DrawTextOptions: ca.TextAttributes
---@field truncation? ca.TruncationMode
---@field maximumNumberOfLines? integer  0 is no limit.

---@class ca.MeasureOptions: ca.DrawTextOptions
---@field width? number  In points.
---@field height? number  In points.
---@field wrapped? boolean

---@class ca.TextMeasure
---@field width number
---@field height number
---@field ascent number
---@field descent number
---@field lines {baseline: number, left: number, width: number, ascent: number, descent: number, range: integer[]}[]
---@field isTruncated boolean

---@class (exact) ca.ImageInit
---@field width integer  In pixels.
---@field height integer  In pixels.
---@field scale? number  Pixels per point.
---@field pixels string|fun(x: integer, y: integer): number, number, number, number?

---@class (exact) ca.ImageFileOptions
---@field color? ca.ColorLike  What `currentColor` stands for in an SVG file.
---@field page? integer  Of a PDF file, from 1.

---@class (exact) ca.SheetPicture
---@field name string
---@field image ca.Image
---@field duration? number  In seconds.

---@class (exact) ca.SheetOptions: ca.EncodingOptions
---@field padding? integer  Transparent pixels between pictures, 0 to 64. Default 2.
---@field trim? boolean  True cuts off transparent borders. Default true.
---@field maxSize? integer  Largest width and height in pixels. Default 4096.
---@field tags? table<string, any[]>  First and last picture of each animation, and its direction.

---@class (exact) ca.ConstraintInit
---@field [1]? ca.ConstraintAttribute
---@field [2]? ca.ConstraintAttribute
---@field to? string
---@field relativeTo? string
---@field attribute? ca.ConstraintAttribute
---@field sourceName? string
---@field sourceAttribute? ca.ConstraintAttribute
---@field scale? number
---@field offset? number

---@class (exact) ca.SubclassOptions
---@field defaults? table<string, any>  Keys of the class with their values at first; they animate.
---@field redrawKeys? string[]  Keys whose change draws again.

---@class (exact) ca.AnimateOptions
---@field duration? number  In seconds.
---@field delay? number  In seconds.
---@field timingFunction? ca.TimingFunction
---@field completion? fun()

---@alias ca.LineValues table<ca.KeyPath, any>
---@class (exact) ca.TimeLineSettings
---@field name? string  The key of its animations.
---@field duration? number  Of entries that give none, in seconds. Default 0.5.
---@field timingFunction? ca.TimingFunction  Of entries that give none. Default "default".
---@field beginTime? number  Seconds until it starts. Default 0.
---@field repeatCount? number  The number of rounds; math.huge never ends. Default 1.
---@field autoreverses? boolean
---@field speed? number  Default 1.

---@class (exact) ca.LineOptions
---@field at? number|string  The start: seconds, "end", "after", "with", "start" or a label, with +0.2 or -0.2.
---@field duration? number  In seconds.
---@field timingFunction? ca.TimingFunction
---@field spring? boolean|{bounce?: number}
---@field stagger? number|string|ca.Stagger  Seconds from layer to layer, or a share such as "20%".
---@field fillMode? "both"|"forwards"|"backwards"|"removed"  Of a function: when it is called. Default "both".

---@class (exact) ca.Stagger
---@field each? number|string  Seconds from layer to layer, or a share of the duration.
---@field total? number  Seconds from the first start to the last.
---@field from? "first"|"last"|"center"|"edges"|"random"|integer  The layer that starts first.
---@field grid? integer[]  Columns and rows.
---@field timingFunction? ca.TimingFunction  Of the delays.

---@class (exact) ca.StateOptions
---@field transitionSpeed? number  A factor of the speed of the transition; 0 changes at once. 1 by default.
---@field time? number  The time of the change, for the states of earlier times in ca.onFrame. Now by default.

---@class (exact) ca.StateFraction
---@field from? string  The state at fraction 0; nil is the base.
---@field to? string  The state at fraction 1; nil is the base.
---@field fraction number  From 0 to 1.

---@class (exact) ca.ParameterOptions
---@field default? number|boolean|string
---@field kind? "number"|"integer"|"boolean"|"text"|"color"|"file"|"date"  By default that of the value.
---@field min? number
---@field max? number
---@field step? number  Every value is a multiple of it.
---@field choices? string[]  The texts that are allowed. The default is the first.
---@field maxLength? integer  The most characters of a text.
---@field pattern? string  A Lua pattern for the whole text.
---@field title? string
---@field description? string
---@field required? boolean  A run without a value fails.
---@field examples? (number|boolean|string)[]

---@class (exact) ca.CSVOptions
---@field separator? string
---@field decimal? "."|","
---@field header? boolean|string[]
---@field skip? integer
---@field numbers? boolean
---@field types? table<string|integer, "number"|"text"|"boolean"|"date">  Dates are seconds since 1970.
---@field dates? "YYYY-MM-DD"|"DD.MM.YYYY"|"MM/DD/YYYY"  The form of dates. Default the first.
---@field quote? string|false  Around cells. Default a double quote.
---@field trim? boolean
---@field empty? any

---@class (exact) ca.CustomFilter
---@field name string
---@field summary? string
---@field keys? table<string, any>
---@field kernel fun(x: number, y: number, sample: function, inputs: table): number, number, number, number?
---@field reach? number|string
---@field scale? number
---@field pure? boolean
---@field transition? boolean

---@class ca.Comparison
---@field share number  Of pixels that differ, from 0 to 1.
---@field largest number
---@field mean number
---@field image ca.Image

---@class (exact) ca.DiagnoseOptions
---@field scale? number  Pixels per point.
---@field time? number  In seconds.
---@field size? ca.SizeLike  In points.
---@field background? ca.ColorLike
---@field film? boolean  Whether what moves is looked at in a film's frames.
---@field allow? ca.WarningRule[]  Rules that are not looked at.

---@class (exact) ca.SVGOptions
---@field color? ca.ColorLike  What stands for `currentColor`.

---@class (exact) ca.OffsetOptions
---@field join? ca.LineJoin  Of convex corners. Default "round".
---@field miterLimit? number  Default 2.
---@field tolerance? number  In points. Default 0.02.

---@class (exact) ca.StrokeOptions
---@field lineWidth? number  In points. Default 1.
---@field lineCap? ca.LineCap  Default "butt".
---@field lineJoin? ca.LineJoin  Default "miter".
---@field miterLimit? number  Default 10.
---@field lineDashPattern? number[]  Lengths of dashes and gaps, in points.
---@field lineDashPhase? number  Where in the pattern the line begins, in points.
---@field tolerance? number  In points. Default 0.02.

---@class (exact) ca.MorphOptions
---@field start? number  Shifts the start of the second path's rings by a share of their length.

---@class (exact) ca.SketchOptions
---@field roughness? number  How far points miss their place, in points. Default 1.5.
---@field bowing? number  The bend of straight lines, as a multiple of the roughness. Default 1.
---@field strokes? integer  Strokes along each line, 1 to 10. Default 2.
---@field seed? integer  Default 0.

---@class (exact) ca.NumberMarks
---@field decimal? string  Default ".".
---@field group? string  Default ",".
---@field grouping? integer[]  Digits of the groups from the point on. Default {3}.
---@field minus? string  Default "-".
---@field percent? string  Behind percentages, such as " %". Default "%".
---@field currency? string[]  The texts before and after an amount. Default {"$", ""}.

---@class (exact) ca.ScaleOptions
---@field type? "linear"|"log"|"symlog"|"pow"|"sqrt"|"time"|"band"|"point"|"ordinal"  Default "linear".
---@field domain any[]|integer  Two or more numbers, or the names of classes; how many, of "band" and "point".
---@field range? any[]|string  Numbers, colours, or the name of a palette. Default {0, 1}.
---@field nice? boolean|integer  Whether the domain is made round, for about 10 ticks or a number.
---@field clamp? boolean
---@field constant? number  Of "symlog". Default 1.
---@field exponent? number  Of "pow". Default 2.
---@field offset? number  Of "time": of the shown clock, in seconds.
---@field padding? number  Of "band" and "point": both paddings.
---@field paddingInner? number  Between bands, as a share of their step.
---@field paddingOuter? number  Outside of the bands, as a share of their step.
---@field align? number  Where the rest lies, 0 to 1. Default 0.5.
---@field round? boolean  Whether bands are at whole numbers.
---@field unknown? any  Of "ordinal": of names that are not in the domain.
---@field colorSpace? ca.ColorSpace  Of colours. Default "oklab".

---@class (exact) ca.AxisOptions
---@field scale ca.Scale
---@field side? "top"|"bottom"|"left"|"right"  Default "bottom".
---@field ticks? integer|any[]  How many, about, or the values. Default 10.
---@field format? string|string[]|fun(value: any, index: integer): string  As ",.1f" or "%b %d", or texts.
---@field marks? ca.NumberMarks
---@field grid? number  The length of the grid's lines. Default 0.
---@field allLabels? boolean  Whether labels that overlap are kept; else every second, third … is shown.
---@field tickLength? number  Default 5.
---@field padding? number  Between marks and labels. Default 4.
---@field font? string
---@field fontSize? number  Default 11.
---@field color? ca.ColorLike  Of the labels.
---@field lineColor? ca.ColorLike|false
---@field gridColor? ca.ColorLike
---@field position? ca.PointLike  Of its {0, 0}.

---@class (exact) ca.LegendOptions
---@field scale? ca.Scale  An ordinal scale of colours.
---@field entries? any[][]  Texts and colours, such as { { "Rain", "steelblue" } }.
---@field row? boolean  Whether the entries are beside each other.
---@field swatchSize? number  Default 10.
---@field spacing? number
---@field font? string
---@field fontSize? number  Default 11.
---@field color? ca.ColorLike
---@field position? ca.PointLike  Of its top left corner.

---@class (exact) ca.OctaveOptions
---@field octaves? integer  1 to 32. Default 4.
---@field gain? number  The height of each octave to that of the one before. Default 0.5.
---@field lacunarity? number  The frequency of each octave to that of the one before. Default 2.

---@class (exact) ca.NoiseGridOptions: ca.OctaveOptions
---@field width integer  In cells.
---@field height integer  In cells.
---@field scale? number  Cells over which the noise changes. Default 32.
---@field x? number  The column of the first value. Default 0.
---@field y? number  The row of the first value. Default 0.
---@field z? number  The third coordinate, such as a time.
---@field tiles? boolean  Whether the edges continue at the opposite ones.
---@field ridged? boolean  Whether the sum has sharp crests.
---@field seed? integer  By default that of the noise.

---@class (exact) ca.NoiseImageOptions: ca.NoiseGridOptions
---@field colors? ca.ColorLike[]|string  From -1 to 1, or the name of a palette.

---@class (exact) ca.LottieOptions
---@field animation? string  Of an archive of several.
---@field theme? string  Of an archive, which else decides; "" for none.
---@field marker? string  The named part to play.
---@field slots? table<string, any>
---@field values? table<string, any>  By key path, in the file's units.
---@field texts? table<string, string>  By the key path of a text layer.
---@field images? table<string, ca.Image|string>  By the identifier of a picture.
---@field imageGravity? ca.ContentsGravity
---@field fonts? table<string, string>  Installed fonts by a font's name in the file.
---@field viewport? ca.RectLike  The part that is shown.
---@field loop? boolean|number|"pingPong"

---@class ca.RenderOptions: ca.EncodingOptions
---@field scale? number  Pixels per point.
---@field time? number  In seconds.
---@field size? ca.SizeLike|string  In points, or paper such as "A4".
---@field fps? number  Of films: frames per second.
---@field from? number  Of films: the time of the first frame, in seconds.
---@field duration? number  Of films: in seconds.
---@field hold? number  Of films: seconds added at the end.
---@field frames? string|integer  Of films: such as "0-119".
---@field sound? ca.FilmSound|string|(ca.FilmSound|string)[]|false  Of a `.mp4` or `.webm`.
---@field bake? number  Of scenes: frames per second of pictures in place of layers.
---@field floors? table<string, ca.Layer>  Of a `.tendies`: the scenes `Background` and `Foreground`.

---@class (exact) ca.FilmSound
---@field file string
---@field start? number  The time of the film at which it begins, in seconds.
---@field from? number  The first second of the file that is heard.
---@field to? number  The last one.
---@field gain? number  In decibels.
---@field fadeIn? number  In seconds.
---@field fadeOut? number  In seconds.
---@field loops? integer|true  How often it is heard; true until the film ends.
---@field pan? number  From -1, left, to 1, right.

---@class (exact) ca.FilmSettings
---@field sound? ca.FilmSound|string|(ca.FilmSound|string)[]|false
---@class (exact) ca.EncodingOptions
---@field background? ca.ColorLike  Background under the picture.
---@field quality? number
---@field lossless? boolean
---@field compression? integer
---@field effort? integer
---@field dpi? number
---@field landscape? boolean
---@field margin? number|string
---@field bleed? number|string
---@field outlines? boolean
---@field headings? boolean
---@field title? string
---@field author? string
---@field subject? string
---@field keywords? string
---@field date? string

---@class ca.TextAttributes
---@field font? string
---@field fontSize? number
---@field weight? number|string
---@field italic? boolean
---@field fontStretch? number|string
---@field fontVariations? table<string, number>
---@field fontFeatures? table<string, integer|boolean>|string[]
---@field fontPalette? integer|string|table
---@field foregroundColor? ca.ColorLike
---@field backgroundColor? ca.ColorLike
---@field kern? number
---@field baselineOffset? number
---@field underlineStyle? string|integer
---@field strikethroughStyle? string|integer
---@field underlineColor? ca.ColorLike
---@field strikethroughColor? ca.ColorLike
---@field strokeWidth? number
---@field strokeColor? ca.ColorLike
---@field shadow? {offset?: ca.SizeLike, blur?: number, color?: ca.ColorLike}
---@field attachment? ca.Image|string
---@field attachmentSize? ca.SizeLike
---@field alignment? ca.AlignmentMode
---@field lineSpacing? number
---@field lineHeightMultiple? number
---@field lineHeight? number
---@field paragraphSpacingBefore? number
---@field paragraphSpacing? number
---@field firstLineHeadIndent? number
---@field headIndent? number
---@field tailIndent? number
---@field lineBreakStrategy? "standard"|"balance"|"pretty"
---@field hyphenationFactor? number
---@field language? string
---@field tabStops? (number|{location: number, alignment?: "left"|"right"|"center"|"decimal", leader?: string})[]
---@field listMarker? string
---@field defaultTabInterval? number

---@class ca.LayoutOptions
---@field flex? number  The share of the remaining space, relative to the siblings'.
---@field alignment? ca.Alignment  The alignment across a stack, or in a grid cell.
---@field xAlignment? ca.Alignment  The alignment along x in a grid cell.
---@field yAlignment? ca.Alignment  The alignment along y in a grid cell.
---@field spacingAfter? number  The space before the next layer in a stack, in points.
---@field width? number  The width in points, instead of the preferred one.
---@field height? number  The height in points, instead of the preferred one.
---@field ignored? boolean  True if the layer stays in its place and takes no space.
---@field column? integer  Its first column in a grid, from 1.
---@field row? integer  Its first row in a grid, from 1.
---@field columnSpan? integer  The number of columns it spans.
---@field rowSpan? integer  The number of rows it spans.

---@class (exact) ca.Insets
---@field top? number
---@field left? number
---@field bottom? number
---@field right? number
---@field horizontal? number
---@field vertical? number

---@class ca.LayerDelegate
---@field displayLayer? fun(self: any, layer: ca.Layer)  Sets the layer's contents, in place of drawing.
---@field drawLayerInContext? fun(self: any, layer: ca.Layer, ctx: ca.GraphicsContext)  Draws the layer's contents.
---@field layerWillDraw? fun(self: any, layer: ca.Layer)  Called before drawLayerInContext.
---@field layoutSublayersOfLayer? fun(self: any, layer: ca.Layer)  Lays the layer's sublayers out.
---@field actionForLayerForKey? fun(self: any, layer: ca.Layer, key: string): any  Returns the action for a change of the key; nil continues the search, false ends it.
---@field actionForLayer_forKey? fun(self: any, layer: ca.Layer, key: string): any  Another spelling of actionForLayerForKey, which comes first.
---@field layerShouldInheritContentsScale? fun(self: any, layer: ca.Layer, scale: number): boolean  Returns true if the layer takes the picture's scale as its contentsScale.
---@field layerShouldInheritContentsScaleFromWindow? fun(self: any, layer: ca.Layer, scale: number): boolean  AppKit's name of that hook; it is called without a window.
---@field drawLayerInDrawable? fun(self: any, layer: ca.DrawableLayer, drawable: ca.Drawable, layerTime: number)  Fills the pixels of a drawable layer.
---@field canDrawLayer? fun(self: any, layer: ca.DrawableLayer, layerTime: number): boolean  Returns true if a drawable layer has a new picture.

---@class ca.AnimationDelegate
---@field animationDidStart? fun(self: any, animation: ca.Animation)  Called when it begins.
---@field animationDidStop? fun(self: any, animation: ca.Animation, finished: boolean)  Called when it ends or was removed early.

---@class ca.ScriptLayoutManager
---@field layoutSublayersOfLayer? fun(self: any, layer: ca.Layer)  Lays the layer's sublayers out.
---@field preferredSizeOfLayer? fun(self: any, layer: ca.Layer): ca.SizeLike?  The layer's preferred size.
---@field invalidateLayoutOfLayer? fun(self: any, layer: ca.Layer)  Called when the layout is out of date.

---@alias ca.LayoutManager ca.ScriptLayoutManager|ca.ConstraintLayoutManager|ca.StackLayoutManager|ca.GridLayoutManager

---@class ca.Point
---@field x number
---@field y number
---@operator add(ca.PointLike): ca.Point
---@operator sub(ca.PointLike): ca.Point
---@operator mul(number): ca.Point
---@operator div(number): ca.Point
---@operator unm: ca.Point
local Point = {}

---The components, one after the other.
---@return number ...
function Point:unpack() end

---A copy with the named components changed.
---@param changes table<string, any>
---@return self
function Point:with(changes) end

---@class ca.Size
---@field width number
---@field height number
local Size = {}

---The components, one after the other.
---@return number ...
function Size:unpack() end

---A copy with the named components changed.
---@param changes table<string, any>
---@return self
function Size:with(changes) end

---@class ca.Rect
---@field x number
---@field y number
---@field width number
---@field height number
---@field origin ca.Point
---@field size ca.Size
---@field center ca.Point
---@field minX number
---@field midX number
---@field maxX number
---@field minY number
---@field midY number
---@field maxY number
---@field isEmpty boolean
local Rect = {}

---The components, one after the other.
---@return number ...
function Rect:unpack() end

---A copy with the named components changed.
---@param changes table<string, any>
---@return self
function Rect:with(changes) end

---A rect that is smaller on each side; dy defaults to dx.
---@param dx number
---@param dy? number
---@return ca.Rect
function Rect:insetBy(dx, dy) end

---A rect that is moved.
---@param dx number
---@param dy? number
---@return ca.Rect
function Rect:offsetBy(dx, dy) end

---The rect around both.
---@param rect ca.RectLike
---@return ca.Rect
function Rect:union(rect) end

---The intersection; nil if it is empty.
---@param rect ca.RectLike
---@return ca.Rect?
function Rect:intersection(rect) end

---True if a point or a rect lies in it.
---@param place ca.PointLike|ca.RectLike
---@return boolean
function Rect:contains(place) end

---True if both intersect.
---@param rect ca.RectLike
---@return boolean
function Rect:intersects(rect) end

---The smallest rect of whole numbers around it.
---@return ca.Rect
function Rect:integral() end

---@class ca.Color
---@field r number
---@field g number
---@field b number
---@field a number
---@field red number
---@field green number
---@field blue number
---@field alpha number
local Color = {}

---A mix with another colour, half and half by default, in OKLab unless a space is named.
---@param other ca.ColorLike
---@param fraction? number
---@param space? ca.ColorSpace
---@param huePath? ca.HuePath
---@return ca.Color
function Color:mixed(other, fraction, space, huePath) end

---A lighter colour: OKLCH's lightness, from 0 to 1, raised by an amount, 0.1 by default.
---@param amount? number
---@return ca.Color
function Color:lightened(amount) end

---A darker colour: OKLCH's lightness, from 0 to 1, lowered by an amount, 0.1 by default.
---@param amount? number
---@return ca.Color
function Color:darkened(amount) end

---A colour whose chroma in OKLCH is multiplied: 0 is grey, above 1 is more vivid.
---@param factor number
---@return ca.Color
function Color:saturated(factor) end

---A colour whose hue in OKLCH is turned by an angle in radians.
---@param angle number
---@return ca.Color
function Color:rotated(angle) end

---The grey of the same lightness.
---@return ca.Color
function Color:grey() end

---The contrast ratio of WCAG 2 with another colour, from 1 to 21; text needs 4.5, large text 3.
---@param other ca.ColorLike
---@return number
function Color:contrast(other) end

---The relative luminance of WCAG 2, from 0 for black to 1 for white.
---@return number
function Color:luminance() end

---The candidate with the highest contrast, for text on this colour: black or white by default.
---@param candidates? ca.ColorLike[]
---@return ca.Color
function Color:readable(candidates) end

---Lightness from 0 to 1, chroma from 0 to about 0.32, and hue in radians, in OKLCH.
---@return number
---@return number
---@return number
function Color:oklch() end

---The colour as `#rrggbb`, or `#rrggbbaa` if it is translucent.
---@return string
function Color:hex() end

---The components, one after the other.
---@return number ...
function Color:unpack() end

---A copy with the named components changed.
---@param changes table<string, any>
---@return self
function Color:with(changes) end

---The colour with another alpha, from 0 to 1.
---@param alpha number
---@return ca.Color
function Color:withAlpha(alpha) end

---@class ca.Transform
---@field m11 number
---@field m12 number
---@field m13 number
---@field m14 number
---@field m21 number
---@field m22 number
---@field m23 number
---@field m24 number
---@field m31 number
---@field m32 number
---@field m33 number
---@field m34 number
---@field m41 number
---@field m42 number
---@field m43 number
---@field m44 number
---@field a number
---@field b number
---@field c number
---@field d number
---@field tx number
---@field ty number
---@field isAffine boolean  Whether it stays in the plane.
---@field isIdentity boolean
---@operator mul(ca.TransformLike): ca.Transform
local Transform = {}

---The components, one after the other.
---@return number ...
function Transform:unpack() end

---A copy with the named components changed.
---@param changes table<string, any>
---@return self
function Transform:with(changes) end

---Moves first, then applies the transform.
---@param x number
---@param y? number
---@param z? number
---@return ca.Transform
function Transform:translated(x, y, z) end

---Scales first, then applies the transform.
---@param x number
---@param y? number
---@param z? number
---@return ca.Transform
function Transform:scaled(x, y, z) end

---Turns first, then applies the transform.
---@param angle number
---@param x? number
---@param y? number
---@param z? number
---@return ca.Transform
function Transform:rotated(angle, x, y, z) end

---This transform, then another.
---@param other ca.TransformLike
---@return ca.Transform
function Transform:concat(other) end

---The inverse transform; an error if it is singular.
---@return ca.Transform
function Transform:inverted() end

---The transformed point.
---@param point ca.PointLike
---@param z? number
---@return ca.Point
function Transform:apply(point, z) end

---@class ca.Layer
---@field className string  The name of its class. Read-only.
---@field bounds ca.RectLike  The layer's rectangle in its own coordinates, in points; a negative size is standardised. Animatable.
---@field position ca.PointLike  The place of the anchor point in the superlayer's coordinates, in points. Animatable.
---@field zPosition number  The anchor point's z in the superlayer, in points; greater is nearer the viewer and painted later. Default 0. Animatable.
---@field anchorPoint ca.PointLike  The point of the bounds, in unit coordinates, that lies at position and about which transforms act. Default {0.5, 0.5}. Animatable.
---@field anchorPointZ number  The z of the anchor point in the layer's own coordinates, in points. Default 0. Animatable.
---@field transform ca.TransformLike  The 4×4 matrix applied to the layer about its anchor point. Default identity. Animatable.
---@field affineTransform ca.TransformLike  The transform as an affine map; the identity if it is not affine. Default identity.
---@field frame ca.RectLike  The box around the layer in its superlayer, in points; derived from bounds, position, anchorPoint and transform.
---@field sublayerTransform ca.TransformLike  The 4×4 matrix applied to all sublayers about this layer's anchor point. Default identity. Animatable.
---@field sublayerDepth ca.SublayerDepth  The rule by which tilted sublayers hide each other: as a whole by depth, or cutting each other where they intersect. Default "painter".
---@field geometryFlipped boolean  True if the y axis of sublayers points up; the layer's own contents stay upright. Default false.
---@field isGeometryFlipped boolean  Reads geometryFlipped.
---@field doubleSided boolean  True if the layer and its sublayers are drawn when they face away from the viewer. Default true. Animatable.
---@field isDoubleSided boolean  Reads doubleSided.
---@field hidden boolean  True if the layer and its sublayers are excluded from drawing and hit testing. Default false. Animatable.
---@field isHidden boolean  Reads hidden.
---@field superlayer ca.Layer?  The layer that has this one as a sublayer or mask; nil for a root. Read-only.
---@field sublayers ca.Layer[]  The sublayers, from back to front if their zPosition is equal; always a list. Animatable.
---@field mask ca.Layer|false?  The layer whose alpha masks this one with its sublayers and shadow, in this layer's coordinates. Animatable.
---@field name string|false?  The name that key paths, constraints and find use.
---@field link string|false?  The address that the layer links to in PDF and SVG files, such as `https://example.com`; `#2` is the second page.
---@field delegate ca.LayerDelegate|false?  The object that draws and lays out for the layer.
---@field style table<string, any>|false?  Values for keys that are not set on the layer itself; its own style entry continues the search.
---@field actions table<string, any>|false?  The actions for changes of keys: an animation, a function, or false for none.
---@field layoutManager ca.LayoutManager|false?  The object that lays out the sublayers.
---@field constraints ca.ConstraintLike[]  The constraints that tie the frame to superlayer and siblings, if the superlayer has the constraint layout manager.
---@field autoresizingMask ca.AutoresizingMask|ca.AutoresizingMask[]  The margins and lengths that follow the superlayer's size. Default {}.
---@field layoutOptions ca.LayoutOptions|false?  The layer's options for the superlayer's layout manager, such as flex, alignment or columnSpan.
---@field contents ca.ImageLike|false?  The image shown in the bounds. Animatable.
---@field contentsRect ca.RectLike  The part of the image that is shown, in unit coordinates; beyond the image its edge pixels repeat. Default {0, 0, 1, 1}. Animatable.
---@field contentsGravity ca.ContentsGravity  The placement of the image in the bounds; bottom is min y. Default "resize".
---@field contentsScale number  Pixels of the image per point. Default 1. Animatable.
---@field contentsCenter ca.RectLike  The part of the shown image that is stretched, in unit coordinates. Default {0, 0, 1, 1}. Animatable.
---@field contentsFormat ca.ContentsFormat  A hint for the pixel format of drawings, without effect here; `Automatic` leaves the choice to the renderer. Default "RGBA8".
---@field minificationFilter ca.MinificationFilter  The sampling filter for an image that is shown smaller. Default "linear".
---@field magnificationFilter ca.MinificationFilter  The sampling filter for an image that is shown larger. Default "linear".
---@field minificationFilterBias number  The bias that the trilinear filter adds to the mip level. Default 0. Animatable.
---@field opaque boolean  True if drawings start from opaque black; takes effect at the next display. Default false.
---@field isOpaque boolean  Reads opaque.
---@field needsDisplayOnBoundsChange boolean  True if a change of the bounds requests redisplay. Default false.
---@field drawsAsynchronously boolean  True if recorded drawings are rasterised on threads other than the script's; the picture is the same. Default false.
---@field redrawPolicy ca.RedrawPolicy  The policy for drawing the layer again: only on request, at each change of size, once before it, or never. Default "onSetNeedsDisplay".
---@field backgroundColor ca.ColorLike|ca.Image|false?  The colour or repeated image that fills the rounded bounds, under the contents. Animatable.
---@field cornerRadius number  The corner radius in points, for background and border, and with masksToBounds for the clip. Default 0. Animatable.
---@field maskedCorners ca.MaskedCorners|ca.MaskedCorners[]  The corners that are rounded. Default names among minXMinY, maxXMinY, minXMaxY, maxXMaxY.
---@field cornerCurve ca.CornerCurve  The curve of the rounded corners. Default "circular".
---@field borderWidth number  The width of the border in points, inward from the bounds, above the sublayers. Default 0. At least 0. Animatable.
---@field borderColor ca.ColorLike|ca.Image|false?  The colour or repeated image of the border. Default {0, 0, 0, 1}. Animatable.
---@field opacity number  The opacity of the layer with its sublayers. Default 1. 0 to 1. Animatable.
---@field allowsGroupOpacity boolean  True if opacity fades the layer and its sublayers as one group. Default true.
---@field shadowColor ca.ColorLike|false?  The colour of the shadow. Default {0, 0, 0, 1}. Animatable.
---@field shadowOpacity number  The opacity of the shadow, from 0 (none) to 1. Default 0. 0 to 1. Animatable.
---@field shadowOffset ca.SizeLike  The offset of the shadow from the layer, in the layer's points. Default {0, -3}. Animatable.
---@field shadowRadius number  The standard deviation of the shadow's blur in points. Default 3. At least 0. Animatable.
---@field shadowPath ca.PathLike|false?  The outline that casts the shadow instead of the layer's drawing, in the layer's points. Animatable.
---@field masksToBounds boolean  True if contents, sublayers and shadow are clipped to the rounded bounds. Default false. Animatable.
---@field filters (ca.Filter|string)[]|false?  The filters applied to the layer with its sublayers, in this order; the layer holds copies, changed by filters.NAME.KEY. Animatable.
---@field backgroundFilters (ca.Filter|string)[]|false?  The filters applied to the layer's backdrop, within its rounded bounds; copied, like filters. Animatable.
---@field compositingFilter ca.Filter|string|false?  The operator that combines the layer with its backdrop. Animatable.
---@field shouldRasterize boolean  True if the layer with its sublayers and shadow is rendered to a bitmap before it is faded and placed. Default false. Animatable.
---@field rasterizationScale number  Pixels per point of the bitmap of shouldRasterize. Default 1. Animatable.
---@field edgeAntialiasingMask ca.EdgeAntialiasingMask|ca.EdgeAntialiasingMask[]  The edges of the bounds that are antialiased; bottom is min y. Default names among left, right, bottom, top.
---@field allowsEdgeAntialiasing boolean  True if edges are antialiased at all. Default true.
---@field states ca.State[]|false?  Named changes of the layer and others, which layer:setState makes; at most 1,000.
---@field stateTransitions ca.StateTransition[]|false?  The animations that run from one state to another.
---@field stateTransitionAnimation ca.Animation|false?  The animation of each key that changes with the state and has none in the transition; nil stands for the superlayer's, and without any such keys change at once.
---@field currentState string?  The name of the state that layer:setState set last; nil for the base. Read-only.
---@field beginTime number  The start of the layer's time, in seconds of the superlayer's time. Default 0.
---@field timeOffset number  The offset added to the layer's time, in seconds. Default 0.
---@field speed number  The rate of the layer's time relative to the superlayer's; 0 stops it. Default 1.
---@field duration number  The length of one cycle in seconds; infinite for layers. Default ∞. At least 0.
---@field repeatCount number  The number of cycles; may be a fraction or infinite. Default 0. At least 0.
---@field repeatDuration number  The total time for which cycles repeat, in seconds. Default 0. At least 0.
---@field autoreverses boolean  True if each cycle then runs backwards. Default false.
---@field fillMode ca.FillMode  The behaviour before and after the active time. Default "removed".
---@field contentsTime number  The time at which the sublayers run, in seconds; nil for the layer's own time. The mask and the layer's own animations keep that. Animatable.
local Layer = {}

---Adds a layer in front of the other sublayers; it leaves its former superlayer.
---@param layer ca.Layer
function Layer:addSublayer(layer) end

---Puts a layer at an index among the sublayers, counted from 1 at the back.
---@param layer ca.Layer
---@param index integer
function Layer:insertSublayer(layer, index) end
Layer.insertSublayerAtIndex = Layer.insertSublayer

---Puts a layer right behind one of the sublayers.
---@param layer ca.Layer
---@param sibling ca.Layer
function Layer:insertSublayerBelow(layer, sibling) end

---Puts a layer right in front of one of the sublayers.
---@param layer ca.Layer
---@param sibling ca.Layer
function Layer:insertSublayerAbove(layer, sibling) end

---Replaces a sublayer with another layer; nil only removes the old one.
---@param old ca.Layer
---@param new? ca.Layer
function Layer:replaceSublayer(old, new) end
Layer.replaceSublayerWith = Layer.replaceSublayer

---Removes the layer from its superlayer, or from the layer that it masks.
function Layer:removeFromSuperlayer() end

---The first sublayer of this name.
---@param name string
---@return ca.Layer?
function Layer:sublayer(name) end
Layer.sublayerNamed = Layer.sublayer

---A layer below this one by its path, such as `"card/title"`, or the first of a name, depth first.
---@param path string
---@return ca.Layer?
function Layer:find(path) end

---A deep copy without superlayer: sublayers, mask, animations and custom values too.
---@return self
function Layer:copy() end

---The point of another layer's coordinates in this one's; nil is the superlayer.
---@param point ca.PointLike
---@param layer? ca.Layer
---@return ca.Point
function Layer:convertPointFromLayer(point, layer) end

---The point of this layer's coordinates in another's; nil is the superlayer.
---@param point ca.PointLike
---@param layer? ca.Layer
---@return ca.Point
function Layer:convertPointToLayer(point, layer) end

---The box in this layer's coordinates around a rect of another's; nil is the superlayer.
---@param rect ca.RectLike
---@param layer? ca.Layer
---@return ca.Rect
function Layer:convertRectFromLayer(rect, layer) end

---The box in another layer's coordinates around a rect of this one's; nil is the superlayer.
---@param rect ca.RectLike
---@param layer? ca.Layer
---@return ca.Rect
function Layer:convertRectToLayer(rect, layer) end

---A time of another layer in this one's seconds; nil is the superlayer.
---@param time number
---@param layer? ca.Layer
---@return number
function Layer:convertTimeFromLayer(time, layer) end

---A time of this layer in another's seconds; nil is the superlayer.
---@param time number
---@param layer? ca.Layer
---@return number
function Layer:convertTimeToLayer(time, layer) end

---True if a point in the layer's own coordinates lies in its bounds.
---@param point ca.PointLike
---@return boolean
function Layer:contains(point) end
Layer.containsPoint = Layer.contains

---The frontmost layer at a point of the superlayer's coordinates: this one or one below it.
---@param point ca.PointLike
---@return ca.Layer?
function Layer:hitTest(point) end

---The frontmost layer at a point of the layer's own coordinates: this one or one below it.
---@param point ca.PointLike
---@return ca.Layer?
function Layer:layerAt(point) end

---Scrolls the nearest scroll layer above to put a point of this layer at its corner.
---@param point ca.PointLike
function Layer:scrollPoint(point) end

---Scrolls the nearest scroll layer above just enough to show a rect of this layer.
---@param rect ca.RectLike
function Layer:scrollRectToVisible(rect) end

---Changes the anchor point, and the position so that the layer stays where it is.
---@param point ca.PointLike
function Layer:setAnchorPointKeepingFrame(point) end

---The layer's preferred size in points: a text's own size, or the size that the layout manager returns.
---@return ca.Size
function Layer:preferredFrameSize() end

---Gives the bounds the layer's preferred size in whole points; a corner of the frame, "minXMinY" by default, stays
---fixed.
---@param corner? ca.SizeToFitCorner
function Layer:sizeToFit(corner) end

---Resizes the sublayers by their autoresizing masks, given the former size of the bounds.
---@param size ca.SizeLike
function Layer:resizeSublayersWithOldSize(size) end

---Resizes the layer by its autoresizing mask, given the superlayer's former size.
---@param size ca.SizeLike
function Layer:resizeWithOldSuperlayerSize(size) end

---True if the contents are turned upside down by `geometryFlipped` of the layers above.
---@return boolean
function Layer:contentsAreFlipped() end

---Asks for the layer, or a rect of it in points, to be drawn again before the next picture.
---@param rect? ca.RectLike
function Layer:setNeedsDisplay(rect) end
Layer.setNeedsDisplayInRect = Layer.setNeedsDisplay

---True if the layer is due to be redrawn.
---@return boolean
function Layer:needsDisplay() end

---Draws the layer now if it needs display.
function Layer:displayIfNeeded() end

---Draws the layer's contents now, by its delegate or `drawInContext`; a class may override it.
function Layer:display() end

---Asks for the sublayers to be laid out before the next picture.
function Layer:setNeedsLayout() end

---True if the sublayers need layout.
---@return boolean
function Layer:needsLayout() end

---Lays out now all layers of the tree that need layout.
function Layer:layoutIfNeeded() end

---Lays the sublayers out, by the delegate or the layout manager; a class may override it.
function Layer:layoutSublayers() end

---Draws the layer's contents; a class overrides it, and nobody else calls it.
---@param ctx ca.GraphicsContext
function Layer:drawInContext(ctx) end

---The names of all properties.
---@return string[]
function Layer:keys() end

---The custom keys that scripts have set, in order.
---@return string[]
function Layer:customKeys() end

---The initial value of a key in the class; nil where Core Animation stores none.
---@param key string
---@return any
function Layer:defaultValueForKey(key) end

---The extent of a corner's curve along an edge, in corner radii.
---@param curve ca.CornerCurve
---@return number
function Layer:cornerCurveExpansionFactor(curve) end

---True if a change of the key redraws the layers of the class; a class may override it.
---@param key string
---@return boolean
function Layer:needsDisplayForKey(key) end

---True if the layer is another one or lies below it.
---@param layer ca.Layer
---@return boolean
function Layer:isDescendantOf(layer) end

---Sets the state of a name, with its transition; nil or "" is the base. A table shows values between two.
---@param name? string|ca.StateFraction
---@param options? ca.StateOptions
function Layer:setState(name, options) end

---The names of the layer's states; without states, of those that the nearest layers below have.
---@return string[]
function Layer:stateNames() end

---The state's name that a word stands for: the same name, else the first whose first word it is.
---@param word string
---@return string?
function Layer:stateName(word) end

---Sets the values that follow a device's tilt, by wallpaperParallaxGroups in the style; each from -1 to 1.
---@param x number
---@param y number
function Layer:setTilt(x, y) end

---Adds the values of wallpaperPropertyGroups in the style to the states Locked, Unlock and Sleep.
function Layer:addWallpaperStates() end

---Adds a constraint of the layer's frame.
---@param constraint ca.ConstraintLike
function Layer:addConstraint(constraint) end

---Adds constraints, as objects or in words such as `"midX = superlayer.midX"`.
---@param constraints ca.ConstraintLike|ca.ConstraintLike[]
---@return self
function Layer:constrain(constraints) end

---Removes a constraint from the layer.
---@param constraint ca.ConstraintLike
function Layer:removeConstraint(constraint) end

---Removes all constraints of the layer.
function Layer:removeAllConstraints() end

---Adds a copy of an animation, in place of one with the same key.
---@param animation ca.Animation
---@param key? string
function Layer:addAnimation(animation, key) end
Layer.addAnimationForKey = Layer.addAnimation

---Removes the animation of this key.
---@param key string
function Layer:removeAnimation(key) end
Layer.removeAnimationForKey = Layer.removeAnimation

---Removes all animations of the layer.
function Layer:removeAllAnimations() end

---A copy of the animation of this key, which cannot be changed.
---@param key string
---@return ca.Animation?
function Layer:animation(key) end
Layer.animationForKey = Layer.animation

---The keys of the layer's animations.
---@return string[]
function Layer:animationKeys() end

---A read-only copy with the animated values at a time; by default now.
---@param time? number
---@return ca.Layer
function Layer:presentation(time) end
Layer.presentationLayer = Layer.presentation

---The layer of a presentation; for other layers the layer itself.
---@return ca.Layer
function Layer:model() end
Layer.modelLayer = Layer.model

---The action for a change of the key: an animation, a function, or nil; a class may override it.
---@param key string
---@return any
function Layer:actionForKey(key) end

---The class's action for a key if nothing else gives one; nil in built-in classes.
---@param key string
---@return any
function Layer:defaultActionForKey(key) end

---Sets a key, or what a key path such as `"position.x"` leads to.
---@param value any
---@param key string
function Layer:setValue(value, key) end
Layer.setValueForKey = Layer.setValue
Layer.setValueForKeyPath = Layer.setValue

---The value of a key or a key path.
---@param key string
---@return any
function Layer:value(key) end
Layer.valueForKey = Layer.value
Layer.valueForKeyPath = Layer.value

---Goes through the layer and all below it, depth first: `for layer, depth in root:walk() do`.
---@return (fun(): ca.Layer, integer)
function Layer:walk() end

---@class (exact) ca.Layer.Init
---@field bounds? ca.RectLike  The layer's rectangle in its own coordinates, in points; a negative size is standardised. Animatable.
---@field position? ca.PointLike  The place of the anchor point in the superlayer's coordinates, in points. Animatable.
---@field zPosition? number  The anchor point's z in the superlayer, in points; greater is nearer the viewer and painted later. Default 0. Animatable.
---@field anchorPoint? ca.PointLike  The point of the bounds, in unit coordinates, that lies at position and about which transforms act. Default {0.5, 0.5}. Animatable.
---@field anchorPointZ? number  The z of the anchor point in the layer's own coordinates, in points. Default 0. Animatable.
---@field transform? ca.TransformLike  The 4×4 matrix applied to the layer about its anchor point. Default identity. Animatable.
---@field affineTransform? ca.TransformLike  The transform as an affine map; the identity if it is not affine. Default identity.
---@field frame? ca.RectLike  The box around the layer in its superlayer, in points; derived from bounds, position, anchorPoint and transform.
---@field sublayerTransform? ca.TransformLike  The 4×4 matrix applied to all sublayers about this layer's anchor point. Default identity. Animatable.
---@field sublayerDepth? ca.SublayerDepth  The rule by which tilted sublayers hide each other: as a whole by depth, or cutting each other where they intersect. Default "painter".
---@field geometryFlipped? boolean  True if the y axis of sublayers points up; the layer's own contents stay upright. Default false.
---@field doubleSided? boolean  True if the layer and its sublayers are drawn when they face away from the viewer. Default true. Animatable.
---@field hidden? boolean  True if the layer and its sublayers are excluded from drawing and hit testing. Default false. Animatable.
---@field sublayers? ca.Layer[]  The sublayers, from back to front if their zPosition is equal; always a list. Animatable.
---@field mask? ca.Layer|false  The layer whose alpha masks this one with its sublayers and shadow, in this layer's coordinates. Animatable.
---@field name? string|false  The name that key paths, constraints and find use.
---@field link? string|false  The address that the layer links to in PDF and SVG files, such as `https://example.com`; `#2` is the second page.
---@field delegate? ca.LayerDelegate|false  The object that draws and lays out for the layer.
---@field style? table<string, any>|false  Values for keys that are not set on the layer itself; its own style entry continues the search.
---@field actions? table<string, any>|false  The actions for changes of keys: an animation, a function, or false for none.
---@field layoutManager? ca.LayoutManager|false  The object that lays out the sublayers.
---@field constraints? ca.ConstraintLike[]  The constraints that tie the frame to superlayer and siblings, if the superlayer has the constraint layout manager.
---@field autoresizingMask? ca.AutoresizingMask|ca.AutoresizingMask[]  The margins and lengths that follow the superlayer's size. Default {}.
---@field layoutOptions? ca.LayoutOptions|false  The layer's options for the superlayer's layout manager, such as flex, alignment or columnSpan.
---@field contents? ca.ImageLike|false  The image shown in the bounds. Animatable.
---@field contentsRect? ca.RectLike  The part of the image that is shown, in unit coordinates; beyond the image its edge pixels repeat. Default {0, 0, 1, 1}. Animatable.
---@field contentsGravity? ca.ContentsGravity  The placement of the image in the bounds; bottom is min y. Default "resize".
---@field contentsScale? number  Pixels of the image per point. Default 1. Animatable.
---@field contentsCenter? ca.RectLike  The part of the shown image that is stretched, in unit coordinates. Default {0, 0, 1, 1}. Animatable.
---@field contentsFormat? ca.ContentsFormat  A hint for the pixel format of drawings, without effect here; `Automatic` leaves the choice to the renderer. Default "RGBA8".
---@field minificationFilter? ca.MinificationFilter  The sampling filter for an image that is shown smaller. Default "linear".
---@field magnificationFilter? ca.MinificationFilter  The sampling filter for an image that is shown larger. Default "linear".
---@field minificationFilterBias? number  The bias that the trilinear filter adds to the mip level. Default 0. Animatable.
---@field opaque? boolean  True if drawings start from opaque black; takes effect at the next display. Default false.
---@field needsDisplayOnBoundsChange? boolean  True if a change of the bounds requests redisplay. Default false.
---@field drawsAsynchronously? boolean  True if recorded drawings are rasterised on threads other than the script's; the picture is the same. Default false.
---@field redrawPolicy? ca.RedrawPolicy  The policy for drawing the layer again: only on request, at each change of size, once before it, or never. Default "onSetNeedsDisplay".
---@field backgroundColor? ca.ColorLike|ca.Image|false  The colour or repeated image that fills the rounded bounds, under the contents. Animatable.
---@field cornerRadius? number  The corner radius in points, for background and border, and with masksToBounds for the clip. Default 0. Animatable.
---@field maskedCorners? ca.MaskedCorners|ca.MaskedCorners[]  The corners that are rounded. Default names among minXMinY, maxXMinY, minXMaxY, maxXMaxY.
---@field cornerCurve? ca.CornerCurve  The curve of the rounded corners. Default "circular".
---@field borderWidth? number  The width of the border in points, inward from the bounds, above the sublayers. Default 0. At least 0. Animatable.
---@field borderColor? ca.ColorLike|ca.Image|false  The colour or repeated image of the border. Default {0, 0, 0, 1}. Animatable.
---@field opacity? number  The opacity of the layer with its sublayers. Default 1. 0 to 1. Animatable.
---@field allowsGroupOpacity? boolean  True if opacity fades the layer and its sublayers as one group. Default true.
---@field shadowColor? ca.ColorLike|false  The colour of the shadow. Default {0, 0, 0, 1}. Animatable.
---@field shadowOpacity? number  The opacity of the shadow, from 0 (none) to 1. Default 0. 0 to 1. Animatable.
---@field shadowOffset? ca.SizeLike  The offset of the shadow from the layer, in the layer's points. Default {0, -3}. Animatable.
---@field shadowRadius? number  The standard deviation of the shadow's blur in points. Default 3. At least 0. Animatable.
---@field shadowPath? ca.PathLike|false  The outline that casts the shadow instead of the layer's drawing, in the layer's points. Animatable.
---@field masksToBounds? boolean  True if contents, sublayers and shadow are clipped to the rounded bounds. Default false. Animatable.
---@field filters? (ca.Filter|string)[]|false  The filters applied to the layer with its sublayers, in this order; the layer holds copies, changed by filters.NAME.KEY. Animatable.
---@field backgroundFilters? (ca.Filter|string)[]|false  The filters applied to the layer's backdrop, within its rounded bounds; copied, like filters. Animatable.
---@field compositingFilter? ca.Filter|string|false  The operator that combines the layer with its backdrop. Animatable.
---@field shouldRasterize? boolean  True if the layer with its sublayers and shadow is rendered to a bitmap before it is faded and placed. Default false. Animatable.
---@field rasterizationScale? number  Pixels per point of the bitmap of shouldRasterize. Default 1. Animatable.
---@field edgeAntialiasingMask? ca.EdgeAntialiasingMask|ca.EdgeAntialiasingMask[]  The edges of the bounds that are antialiased; bottom is min y. Default names among left, right, bottom, top.
---@field allowsEdgeAntialiasing? boolean  True if edges are antialiased at all. Default true.
---@field states? ca.State[]|false  Named changes of the layer and others, which layer:setState makes; at most 1,000.
---@field stateTransitions? ca.StateTransition[]|false  The animations that run from one state to another.
---@field stateTransitionAnimation? ca.Animation|false  The animation of each key that changes with the state and has none in the transition; nil stands for the superlayer's, and without any such keys change at once.
---@field beginTime? number  The start of the layer's time, in seconds of the superlayer's time. Default 0.
---@field timeOffset? number  The offset added to the layer's time, in seconds. Default 0.
---@field speed? number  The rate of the layer's time relative to the superlayer's; 0 stops it. Default 1.
---@field duration? number  The length of one cycle in seconds; infinite for layers. Default ∞. At least 0.
---@field repeatCount? number  The number of cycles; may be a fraction or infinite. Default 0. At least 0.
---@field repeatDuration? number  The total time for which cycles repeat, in seconds. Default 0. At least 0.
---@field autoreverses? boolean  True if each cycle then runs backwards. Default false.
---@field fillMode? ca.FillMode  The behaviour before and after the active time. Default "removed".
---@field contentsTime? number  The time at which the sublayers run, in seconds; nil for the layer's own time. The mask and the layer's own animations keep that. Animatable.
---@field ["bounds.origin"]? ca.PointLike
---@field ["bounds.origin.x"]? number
---@field ["bounds.origin.y"]? number
---@field ["bounds.size"]? ca.SizeLike
---@field ["bounds.size.width"]? number
---@field ["bounds.size.height"]? number
---@field ["position.x"]? number
---@field ["position.y"]? number
---@field ["anchorPoint.x"]? number
---@field ["anchorPoint.y"]? number
---@field ["transform.rotation"]? number  Radians.
---@field ["transform.rotation.x"]? number  Radians.
---@field ["transform.rotation.y"]? number  Radians.
---@field ["transform.rotation.z"]? number  Radians.
---@field ["transform.scale"]? number
---@field ["transform.scale.x"]? number
---@field ["transform.scale.y"]? number
---@field ["transform.scale.z"]? number
---@field ["transform.scale.xy"]? number
---@field ["transform.translation"]? ca.SizeLike
---@field ["transform.translation.x"]? number
---@field ["transform.translation.y"]? number
---@field ["transform.translation.z"]? number
---@field ["frame.origin"]? ca.PointLike
---@field ["frame.origin.x"]? number
---@field ["frame.origin.y"]? number
---@field ["frame.size"]? ca.SizeLike
---@field ["frame.size.width"]? number
---@field ["frame.size.height"]? number
---@field ["sublayerTransform.rotation"]? number  Radians.
---@field ["sublayerTransform.rotation.x"]? number  Radians.
---@field ["sublayerTransform.rotation.y"]? number  Radians.
---@field ["sublayerTransform.rotation.z"]? number  Radians.
---@field ["sublayerTransform.scale"]? number
---@field ["sublayerTransform.scale.x"]? number
---@field ["sublayerTransform.scale.y"]? number
---@field ["sublayerTransform.scale.z"]? number
---@field ["sublayerTransform.scale.xy"]? number
---@field ["sublayerTransform.translation"]? ca.SizeLike
---@field ["sublayerTransform.translation.x"]? number
---@field ["sublayerTransform.translation.y"]? number
---@field ["sublayerTransform.translation.z"]? number
---@field ["contentsRect.origin"]? ca.PointLike
---@field ["contentsRect.origin.x"]? number
---@field ["contentsRect.origin.y"]? number
---@field ["contentsRect.size"]? ca.SizeLike
---@field ["contentsRect.size.width"]? number
---@field ["contentsRect.size.height"]? number
---@field ["contentsCenter.origin"]? ca.PointLike
---@field ["contentsCenter.origin.x"]? number
---@field ["contentsCenter.origin.y"]? number
---@field ["contentsCenter.size"]? ca.SizeLike
---@field ["contentsCenter.size.width"]? number
---@field ["contentsCenter.size.height"]? number
---@field ["shadowOffset.width"]? number
---@field ["shadowOffset.height"]? number
---@field userInfo? table<string, any>  Keys of your own.
---@field [integer]? ca.Layer  Sublayers, in order.

---@class ca.Layer.Class
---@overload fun(init?: ca.Layer.Init|ca.Layer[]): ca.Layer
---@field className string
local LayerClass = {}

---A layer of an SVG file's size with its shapes as layers, named by their ids; `color` stands for `currentColor`.
---@param file string
---@param options? ca.SVGOptions
---@return ca.Layer
function LayerClass.svg(file, options) end

---A layer of a Lottie file's size that plays its animation: `.json`, `.lottie`, `.tgs`.
---@param file string
---@param options? ca.LottieOptions
---@return ca.Layer
function LayerClass.lottie(file, options) end

---A subclass with hooks such as `drawInContext`: `defaults` are its keys, `redrawKeys` those whose change redraws
---it.
---@param name string
---@param options? ca.SubclassOptions
---@return ca.Layer.Subclass
function LayerClass:subclass(name, options) end

---A layer of a custom class, which may have custom keys.
---@class ca.Layer.Custom: ca.Layer
---@field [string] any

---A custom class; the engine calls its functions.
---@class ca.Layer.Subclass: ca.Layer.Class, ca.Layer.Custom
---@overload fun(init?: table): ca.Layer.Custom
---@field super ca.Layer
---@field init? fun(self: ca.Layer.Custom)  Called after a layer was made, when its properties are set.
---@field display? fun(self: ca.Layer.Custom)  Sets the layer's contents, in place of drawing.
---@field drawInContext? fun(self: ca.Layer.Custom, ctx: ca.GraphicsContext)  Draws the layer's contents.
---@field layoutSublayers? fun(self: ca.Layer.Custom)  Lays out the sublayers, instead of constraints and autoresizing, unless it calls super's.
---@field actionForKey? fun(self: ca.Layer.Custom, key: string): any  Returns the action for a change of the key: an animation, a function; nil continues the search, false ends it.
---@field defaultActionForKey? fun(self: ca.Layer.Custom, key: string): any  Returns the action if the search found none.
---@field needsDisplayForKey? fun(self: ca.Layer.Custom, key: string): boolean  Returns true if a change of the key redraws.
---@field defaultValueForKey? fun(self: ca.Layer.Custom, key: string): any  The initial value of a key.
---@field drawInDrawable? fun(self: ca.Layer.Custom, drawable: ca.Drawable, layerTime: number)  Fills the pixels of a drawable layer.
---@field canDraw? fun(self: ca.Layer.Custom, layerTime: number): boolean  Returns true if a drawable layer has a new picture.

---@class ca.TextLayer: ca.Layer
---@field string ca.TextLike|false?  The text: a string, or an attributed string, which takes nothing from the layer's font, size and colour.
---@field font string|false?  The font of plain strings: a family, a full name or a file. Default "Helvetica".
---@field fontSize number  The size of the font in points, of plain strings. Default 36. 0 to 16384. Animatable.
---@field fontWeight number|string  The weight of plain strings, 1 to 1000 or a name such as "bold": the family's nearest face, or a variable font's axis. 1 to 1000. Animatable.
---@field fontStyle ca.FontStyle  The slant of plain strings: the family's italic or oblique face, or its upright one; nil is the font's own.
---@field fontStretch number|string  The width of letters of plain strings in percent, 50 to 200, or a name such as "condensed". 50 to 200. Animatable.
---@field fontVariations table<string, number>|false?  Coordinates on the axes of a variable font, for plain strings: {wght = 625}. Animatable.
---@field fontFeatures table<string, integer|boolean>|string[]|false?  OpenType features of plain strings: {tnum = 1, ss01 = 1}.
---@field fontPalette integer|string|table  The palette of colour glyphs of plain strings: its number from 0, "light", "dark", or {palette = 1, [3] = "red"}.
---@field foregroundColor ca.ColorLike|false?  The text colour of plain strings; nil hides them. Default {1, 1, 1, 1}. Animatable.
---@field wrapped boolean  True if lines are broken at the width of the bounds. Default false.
---@field isWrapped boolean  Reads wrapped.
---@field truncationMode ca.TruncationMode  The part of an overlong line that an ellipsis replaces. Default "none".
---@field maximumNumberOfLines integer  The maximum number of lines shown, the last one with truncationMode's ellipsis; 0 is no limit. Default 0. 0 to 1000000.
---@field alignmentMode ca.AlignmentMode  The horizontal alignment of lines; natural follows the writing direction. Default "natural".
---@field verticalAlignment ca.VerticalAlignment  The vertical alignment of the text in taller bounds; Core Animation has only top. Default "top".
---@field letterSpacing number  The space added after each character of plain strings, in points; 0 leaves the font's own kerning as it is. Default 0. -16384 to 16384. Animatable.
---@field lineHeight number  The line height of plain strings in points, the difference divided above and below; 0 is the font's. Default 0. 0 to 16384. Animatable.
---@field paragraphSpacing number  The space between paragraphs of plain strings, in points. Default 0. 0 to 16384. Animatable.
---@field textPath ca.PathLike|false?  A path along which the text is set, in the layer's points: the first baseline lies on it. Animatable.
---@field textPathOffset number  The distance along textPath at which the text begins, in points. Default 0. Animatable.
---@field lineBreakStrategy ca.LineBreakStrategy  The strategy for line breaks in plain strings: each line takes what fits; all are about equal; or the best paragraph. Default "standard".
---@field hyphenationFactor number  The hyphenation threshold of wrapped plain strings: 0 never, 1 wherever a line gains, else in lines less filled. Default 0. 0 to 1.
---@field language string|false?  The language of plain strings as a BCP 47 tag, such as `de` or `pt-BR`, which determines hyphenation. Default "en".
---@field inheritsTextAttributes boolean  True if runs of an attributed string inherit the attributes they omit from the layer, such as its font and colour. Default false.
---@field allowsFontSubpixelQuantization boolean  A hint without effect here. Default false.
---@field fitsText ca.FitsText  The rule for text that the bounds cannot hold: shrink takes the largest smaller size at which all of it fits. Default "none".
---@field minimumFontSize number  The smallest size to which fitsText shrinks, in points; 0 is half of the full size. Default 0. 0 to 16384.
---@field fitsTextGroup string|false?  The name of a group of layers that shrink together, by the smallest of their scales.
---@field fittedFontSize number  The size at which the text is drawn, in points. Read-only.
---@field continuesIn ca.TextLayer|string|false?  The text layer without a string in which text that this one cannot hold goes on, or its name; held weakly.
---@field orphans integer  The least number of a paragraph's lines at the bottom of a layer whose text continues in another. Default 2. 1 to 1000000.
---@field widows integer  The least number of a paragraph's lines at the top of a layer that continues another's text. Default 2. 1 to 1000000.
---@field overflows boolean  True if some of the text is not shown: neither the layer nor those of its chain have room for it. Read-only.
local TextLayer = {}

---@class (exact) ca.TextLayer.Init: ca.Layer.Init
---@field string? ca.TextLike|false  The text: a string, or an attributed string, which takes nothing from the layer's font, size and colour.
---@field font? string|false  The font of plain strings: a family, a full name or a file. Default "Helvetica".
---@field fontSize? number  The size of the font in points, of plain strings. Default 36. 0 to 16384. Animatable.
---@field fontWeight? number|string  The weight of plain strings, 1 to 1000 or a name such as "bold": the family's nearest face, or a variable font's axis. 1 to 1000. Animatable.
---@field fontStyle? ca.FontStyle  The slant of plain strings: the family's italic or oblique face, or its upright one; nil is the font's own.
---@field fontStretch? number|string  The width of letters of plain strings in percent, 50 to 200, or a name such as "condensed". 50 to 200. Animatable.
---@field fontVariations? table<string, number>|false  Coordinates on the axes of a variable font, for plain strings: {wght = 625}. Animatable.
---@field fontFeatures? table<string, integer|boolean>|string[]|false  OpenType features of plain strings: {tnum = 1, ss01 = 1}.
---@field fontPalette? integer|string|table  The palette of colour glyphs of plain strings: its number from 0, "light", "dark", or {palette = 1, [3] = "red"}.
---@field foregroundColor? ca.ColorLike|false  The text colour of plain strings; nil hides them. Default {1, 1, 1, 1}. Animatable.
---@field wrapped? boolean  True if lines are broken at the width of the bounds. Default false.
---@field truncationMode? ca.TruncationMode  The part of an overlong line that an ellipsis replaces. Default "none".
---@field maximumNumberOfLines? integer  The maximum number of lines shown, the last one with truncationMode's ellipsis; 0 is no limit. Default 0. 0 to 1000000.
---@field alignmentMode? ca.AlignmentMode  The horizontal alignment of lines; natural follows the writing direction. Default "natural".
---@field verticalAlignment? ca.VerticalAlignment  The vertical alignment of the text in taller bounds; Core Animation has only top. Default "top".
---@field letterSpacing? number  The space added after each character of plain strings, in points; 0 leaves the font's own kerning as it is. Default 0. -16384 to 16384. Animatable.
---@field lineHeight? number  The line height of plain strings in points, the difference divided above and below; 0 is the font's. Default 0. 0 to 16384. Animatable.
---@field paragraphSpacing? number  The space between paragraphs of plain strings, in points. Default 0. 0 to 16384. Animatable.
---@field textPath? ca.PathLike|false  A path along which the text is set, in the layer's points: the first baseline lies on it. Animatable.
---@field textPathOffset? number  The distance along textPath at which the text begins, in points. Default 0. Animatable.
---@field lineBreakStrategy? ca.LineBreakStrategy  The strategy for line breaks in plain strings: each line takes what fits; all are about equal; or the best paragraph. Default "standard".
---@field hyphenationFactor? number  The hyphenation threshold of wrapped plain strings: 0 never, 1 wherever a line gains, else in lines less filled. Default 0. 0 to 1.
---@field language? string|false  The language of plain strings as a BCP 47 tag, such as `de` or `pt-BR`, which determines hyphenation. Default "en".
---@field inheritsTextAttributes? boolean  True if runs of an attributed string inherit the attributes they omit from the layer, such as its font and colour. Default false.
---@field allowsFontSubpixelQuantization? boolean  A hint without effect here. Default false.
---@field fitsText? ca.FitsText  The rule for text that the bounds cannot hold: shrink takes the largest smaller size at which all of it fits. Default "none".
---@field minimumFontSize? number  The smallest size to which fitsText shrinks, in points; 0 is half of the full size. Default 0. 0 to 16384.
---@field fitsTextGroup? string|false  The name of a group of layers that shrink together, by the smallest of their scales.
---@field continuesIn? ca.TextLayer|string|false  The text layer without a string in which text that this one cannot hold goes on, or its name; held weakly.
---@field orphans? integer  The least number of a paragraph's lines at the bottom of a layer whose text continues in another. Default 2. 1 to 1000000.
---@field widows? integer  The least number of a paragraph's lines at the top of a layer that continues another's text. Default 2. 1 to 1000000.

---@class ca.TextLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.TextLayer.Init|ca.Layer[]): ca.TextLayer
---@field className string
local TextLayerClass = {}

---@class ca.ShapeLayer: ca.Layer
---@field path ca.PathLike|false?  The path that is filled and stroked, in the layer's own points; not clipped to the bounds. Animatable.
---@field fillColor ca.ColorLike|ca.Image|false?  The colour or repeated image inside the path; nil fills nothing. Default {0, 0, 0, 1}. Animatable.
---@field fillRule ca.FillRule  The rule that decides which points are inside the path. Default "non-zero".
---@field strokeColor ca.ColorLike|ca.Image|false?  The colour or repeated image of the line along the path; nil draws no line. Animatable.
---@field lineWidth number  The width of the line in points, centred on the path. Default 1. At least 0. Animatable.
---@field lineCap ca.LineCap  The form of the ends of lines and dashes. Default "butt".
---@field lineJoin ca.LineJoin  The form of the line's corners. Default "miter".
---@field miterLimit number  The ratio of miter length to line width above which a corner is bevelled. Default 10. At least 0. Animatable.
---@field lineDashPattern number[]|false?  The alternating lengths of dashes and gaps, in points; nil is solid. At least 0. Animatable.
---@field lineDashPhase number  The offset into the pattern at which each subpath starts, in points. Default 0. Animatable.
---@field strokeStart number  The start of the line, as a fraction of the path's whole length; clamped to 0…1 when drawn. Default 0. Animatable.
---@field strokeEnd number  The end of the line, as a fraction of the path's whole length; clamped to 0…1 when drawn. Default 1. Animatable.
---@field trimMode ca.TrimMode  The measure by which strokeStart and strokeEnd cut a curve: its parameter, as in Core Animation, or its length. Default "parameter".
local ShapeLayer = {}

---@class (exact) ca.ShapeLayer.Init: ca.Layer.Init
---@field path? ca.PathLike|false  The path that is filled and stroked, in the layer's own points; not clipped to the bounds. Animatable.
---@field fillColor? ca.ColorLike|ca.Image|false  The colour or repeated image inside the path; nil fills nothing. Default {0, 0, 0, 1}. Animatable.
---@field fillRule? ca.FillRule  The rule that decides which points are inside the path. Default "non-zero".
---@field strokeColor? ca.ColorLike|ca.Image|false  The colour or repeated image of the line along the path; nil draws no line. Animatable.
---@field lineWidth? number  The width of the line in points, centred on the path. Default 1. At least 0. Animatable.
---@field lineCap? ca.LineCap  The form of the ends of lines and dashes. Default "butt".
---@field lineJoin? ca.LineJoin  The form of the line's corners. Default "miter".
---@field miterLimit? number  The ratio of miter length to line width above which a corner is bevelled. Default 10. At least 0. Animatable.
---@field lineDashPattern? number[]|false  The alternating lengths of dashes and gaps, in points; nil is solid. At least 0. Animatable.
---@field lineDashPhase? number  The offset into the pattern at which each subpath starts, in points. Default 0. Animatable.
---@field strokeStart? number  The start of the line, as a fraction of the path's whole length; clamped to 0…1 when drawn. Default 0. Animatable.
---@field strokeEnd? number  The end of the line, as a fraction of the path's whole length; clamped to 0…1 when drawn. Default 1. Animatable.
---@field trimMode? ca.TrimMode  The measure by which strokeStart and strokeEnd cut a curve: its parameter, as in Core Animation, or its length. Default "parameter".

---@class ca.ShapeLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.ShapeLayer.Init|ca.Layer[]): ca.ShapeLayer
---@field className string
local ShapeLayerClass = {}

---@class ca.GradientLayer: ca.Layer
---@field colors ca.ColorLike[]|false?  The colours along the gradient, at least two. Animatable.
---@field locations number[]|false?  The position of each colour from startPoint (0) to endPoint (1), not decreasing; nil spreads them evenly. Animatable.
---@field startPoint ca.PointLike  The start of the gradient, in unit coordinates of the bounds. Default {0.5, 0}. Animatable.
---@field endPoint ca.PointLike  The end of the gradient, in unit coordinates of the bounds. Default {0.5, 1}. Animatable.
---@field focalPoint ca.PointLike  The point of a radial gradient at which its first colour lies, in unit coordinates of the bounds; nil for startPoint. Animatable.
---@field type ca.GradientLayerType  The kind of gradient: along a line, outward from a point or around it. Default "axial".
---@field colorSpace ca.ColorSpace  The colour space in which the colours between two stops are mixed. Default "srgb".
---@field huePath ca.HuePath  The way between two hues in the colour spaces oklch, lch, hsl and hwb. Default "shorter".
local GradientLayer = {}

---@class (exact) ca.GradientLayer.Init: ca.Layer.Init
---@field colors? ca.ColorLike[]|false  The colours along the gradient, at least two. Animatable.
---@field locations? number[]|false  The position of each colour from startPoint (0) to endPoint (1), not decreasing; nil spreads them evenly. Animatable.
---@field startPoint? ca.PointLike  The start of the gradient, in unit coordinates of the bounds. Default {0.5, 0}. Animatable.
---@field endPoint? ca.PointLike  The end of the gradient, in unit coordinates of the bounds. Default {0.5, 1}. Animatable.
---@field focalPoint? ca.PointLike  The point of a radial gradient at which its first colour lies, in unit coordinates of the bounds; nil for startPoint. Animatable.
---@field type? ca.GradientLayerType  The kind of gradient: along a line, outward from a point or around it. Default "axial".
---@field colorSpace? ca.ColorSpace  The colour space in which the colours between two stops are mixed. Default "srgb".
---@field huePath? ca.HuePath  The way between two hues in the colour spaces oklch, lch, hsl and hwb. Default "shorter".
---@field ["startPoint.x"]? number
---@field ["startPoint.y"]? number
---@field ["endPoint.x"]? number
---@field ["endPoint.y"]? number
---@field ["focalPoint.x"]? number
---@field ["focalPoint.y"]? number

---@class ca.GradientLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.GradientLayer.Init|ca.Layer[]): ca.GradientLayer
---@field className string
local GradientLayerClass = {}

---@class ca.ReplicatorLayer: ca.Layer
---@field instanceCount integer  The number of instances of the sublayers, the original included; 0 shows none. Default 1. At least 0. Animatable.
---@field instanceDelay number  The delay of each instance's time relative to the one before, in seconds. Default 0. Animatable.
---@field instanceTransform ca.TransformLike  The 4×4 matrix from each instance to the next, about the centre of the bounds. Default identity. Animatable.
---@field instanceColor ca.ColorLike|false?  The colour that multiplies the first instance; nil is white. Default {1, 1, 1, 1}. Animatable.
---@field instanceRedOffset number  The amount added to red from each instance's colour to the next. Default 0. Animatable.
---@field instanceGreenOffset number  The amount added to green from each instance's colour to the next. Default 0. Animatable.
---@field instanceBlueOffset number  The amount added to blue from each instance's colour to the next. Default 0. Animatable.
---@field instanceAlphaOffset number  The amount added to alpha from each instance's colour to the next. Default 0. Animatable.
---@field preservesDepth boolean  True if sublayers keep their depth, as in a transform layer, instead of being flattened into the layer's plane. Default false.
local ReplicatorLayer = {}

---@class (exact) ca.ReplicatorLayer.Init: ca.Layer.Init
---@field instanceCount? integer  The number of instances of the sublayers, the original included; 0 shows none. Default 1. At least 0. Animatable.
---@field instanceDelay? number  The delay of each instance's time relative to the one before, in seconds. Default 0. Animatable.
---@field instanceTransform? ca.TransformLike  The 4×4 matrix from each instance to the next, about the centre of the bounds. Default identity. Animatable.
---@field instanceColor? ca.ColorLike|false  The colour that multiplies the first instance; nil is white. Default {1, 1, 1, 1}. Animatable.
---@field instanceRedOffset? number  The amount added to red from each instance's colour to the next. Default 0. Animatable.
---@field instanceGreenOffset? number  The amount added to green from each instance's colour to the next. Default 0. Animatable.
---@field instanceBlueOffset? number  The amount added to blue from each instance's colour to the next. Default 0. Animatable.
---@field instanceAlphaOffset? number  The amount added to alpha from each instance's colour to the next. Default 0. Animatable.
---@field preservesDepth? boolean  True if sublayers keep their depth, as in a transform layer, instead of being flattened into the layer's plane. Default false.
---@field ["instanceTransform.rotation"]? number  Radians.
---@field ["instanceTransform.rotation.x"]? number  Radians.
---@field ["instanceTransform.rotation.y"]? number  Radians.
---@field ["instanceTransform.rotation.z"]? number  Radians.
---@field ["instanceTransform.scale"]? number
---@field ["instanceTransform.scale.x"]? number
---@field ["instanceTransform.scale.y"]? number
---@field ["instanceTransform.scale.z"]? number
---@field ["instanceTransform.scale.xy"]? number
---@field ["instanceTransform.translation"]? ca.SizeLike
---@field ["instanceTransform.translation.x"]? number
---@field ["instanceTransform.translation.y"]? number
---@field ["instanceTransform.translation.z"]? number

---@class ca.ReplicatorLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.ReplicatorLayer.Init|ca.Layer[]): ca.ReplicatorLayer
---@field className string
local ReplicatorLayerClass = {}

---@class ca.EmitterLayer: ca.Layer
---@field emitterCells ca.EmitterCell[]|false?  The kinds of particles it emits.
---@field birthRate number  The factor that multiplies the birth rates of all cells. Default 1. At least 0. Animatable.
---@field lifetime number  The factor that multiplies the lifetimes of all cells. Default 1. At least 0. Animatable.
---@field velocity number  The factor that multiplies the velocities of all cells. Default 1. Animatable.
---@field scale number  The factor that multiplies the scales of all cells. Default 1. Animatable.
---@field spin number  The factor that multiplies the spins of all cells. Default 1. Animatable.
---@field emitterPosition ca.PointLike  The centre of the shape, in the layer's own points. Default {0, 0}. Animatable.
---@field emitterZPosition number  The z of the centre of the shape, in points. Default 0. Animatable.
---@field emitterSize ca.SizeLike  The size of the shape in points; the width is the radius of a circle or sphere. Default {0, 0}. Animatable.
---@field emitterDepth number  The extent of a cuboid along z, in points. Default 0. Animatable.
---@field emitterShape ca.EmitterShape  The shape in which particles are born. Default "point".
---@field emitterMode ca.EmitterMode  The part of the shape on which particles are born. Default "volume".
---@field renderMode ca.RenderMode  The order in which particles are painted; additive adds their colours. Default "unordered".
---@field preservesDepth boolean  True if particles keep their depth, as in a transform layer, instead of being flattened into the layer's plane. Default false.
---@field seed integer  The seed of the particles' random numbers. Default 0. 0 to 4294967295.
local EmitterLayer = {}

---@class (exact) ca.EmitterLayer.Init: ca.Layer.Init
---@field emitterCells? ca.EmitterCell[]|false  The kinds of particles it emits.
---@field birthRate? number  The factor that multiplies the birth rates of all cells. Default 1. At least 0. Animatable.
---@field lifetime? number  The factor that multiplies the lifetimes of all cells. Default 1. At least 0. Animatable.
---@field velocity? number  The factor that multiplies the velocities of all cells. Default 1. Animatable.
---@field scale? number  The factor that multiplies the scales of all cells. Default 1. Animatable.
---@field spin? number  The factor that multiplies the spins of all cells. Default 1. Animatable.
---@field emitterPosition? ca.PointLike  The centre of the shape, in the layer's own points. Default {0, 0}. Animatable.
---@field emitterZPosition? number  The z of the centre of the shape, in points. Default 0. Animatable.
---@field emitterSize? ca.SizeLike  The size of the shape in points; the width is the radius of a circle or sphere. Default {0, 0}. Animatable.
---@field emitterDepth? number  The extent of a cuboid along z, in points. Default 0. Animatable.
---@field emitterShape? ca.EmitterShape  The shape in which particles are born. Default "point".
---@field emitterMode? ca.EmitterMode  The part of the shape on which particles are born. Default "volume".
---@field renderMode? ca.RenderMode  The order in which particles are painted; additive adds their colours. Default "unordered".
---@field preservesDepth? boolean  True if particles keep their depth, as in a transform layer, instead of being flattened into the layer's plane. Default false.
---@field seed? integer  The seed of the particles' random numbers. Default 0. 0 to 4294967295.
---@field ["emitterPosition.x"]? number
---@field ["emitterPosition.y"]? number
---@field ["emitterSize.width"]? number
---@field ["emitterSize.height"]? number

---@class ca.EmitterLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.EmitterLayer.Init|ca.Layer[]): ca.EmitterLayer
---@field className string
local EmitterLayerClass = {}

---@class ca.ScrollLayer: ca.Layer
---@field scrollMode ca.ScrollMode  The directions in which scrollToPoint, scrollToRect and similar functions move the bounds' origin. Default "both".
local ScrollLayer = {}

---Moves the origin of the bounds to a point, as far as `scrollMode` allows.
---@param point ca.PointLike
function ScrollLayer:scrollToPoint(point) end

---Scrolls just enough to show a rect in the layer's own coordinates.
---@param rect ca.RectLike
function ScrollLayer:scrollToRect(rect) end

---@class (exact) ca.ScrollLayer.Init: ca.Layer.Init
---@field scrollMode? ca.ScrollMode  The directions in which scrollToPoint, scrollToRect and similar functions move the bounds' origin. Default "both".

---@class ca.ScrollLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.ScrollLayer.Init|ca.Layer[]): ca.ScrollLayer
---@field className string
local ScrollLayerClass = {}

---@class ca.TiledLayer: ca.Layer
---@field levelsOfDetail integer  The number of levels of detail, each with half the resolution of the one before; those smaller than a whole pixel are left out. Default 1. 1 to 1024.
---@field levelsOfDetailBias integer  The number of levels of detail that are finer than contentsScale: by 2, 4, … times. Default 0. 0 to 32.
---@field tileSize ca.SizeLike  The size of a tile in pixels of its level. Default {256, 256}.
local TiledLayer = {}

---@class (exact) ca.TiledLayer.Init: ca.Layer.Init
---@field levelsOfDetail? integer  The number of levels of detail, each with half the resolution of the one before; those smaller than a whole pixel are left out. Default 1. 1 to 1024.
---@field levelsOfDetailBias? integer  The number of levels of detail that are finer than contentsScale: by 2, 4, … times. Default 0. 0 to 32.
---@field tileSize? ca.SizeLike  The size of a tile in pixels of its level. Default {256, 256}.
---@field ["tileSize.width"]? number
---@field ["tileSize.height"]? number

---@class ca.TiledLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.TiledLayer.Init|ca.Layer[]): ca.TiledLayer
---@field className string
local TiledLayerClass = {}

---The fade-in time of new tiles, in seconds.
---@return number
function TiledLayerClass.fadeDuration() end

---@class ca.TransformLayer: ca.Layer
local TransformLayer = {}

---@class (exact) ca.TransformLayer.Init: ca.Layer.Init

---@class ca.TransformLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.TransformLayer.Init|ca.Layer[]): ca.TransformLayer
---@field className string
local TransformLayerClass = {}

---@class ca.DrawableLayer: ca.Layer
---@field drawableSize ca.SizeLike  The size of drawables in pixels; nil, the default, is the bounds' size times contentsScale.
---@field pixelFormat ca.PixelFormat  The byte order in which the host writes a pixel. Default "rgba8Unorm".
---@field colorspace ca.Colorspace  The colour space of pixel values; sRGB is the only one. Default "sRGB".
---@field asynchronous boolean  True if the layer is drawn for every picture, instead of only after setNeedsDisplay. Default false.
---@field isAsynchronous boolean  Reads asynchronous.
---@field draw fun(layer: ca.DrawableLayer, drawable: ca.Drawable, layerTime: number)|string|false?  Draws a frame: function(layer, drawable, layerTime), or the name of a drawable that the host registered; after setNeedsDisplay, or for every picture when asynchronous.
---@field drawableProperties table<string, any>|false?  With retainedBacking = true, a drawable starts with what was presented last.
---@field maximumDrawableCount integer  Without effect here: as many drawables can be had as memory allows. Default 3. 2 to 3.
---@field framebufferOnly boolean  Without effect here: what was presented can always be read. Default true.
---@field isFramebufferOnly boolean  Reads framebufferOnly.
---@field presentsWithTransaction boolean  Without effect here: what is presented is seen in the next picture. Default false.
---@field allowsNextDrawableTimeout boolean  Without effect here: there is no waiting for a drawable. Default true.
---@field displaySyncEnabled boolean  Without effect here: there is no display to wait for. Default true.
local DrawableLayer = {}

---The next picture to fill and present; nil where the layer has no pixels.
---@return ca.Drawable?
function DrawableLayer:nextDrawable() end

---@class (exact) ca.DrawableLayer.Init: ca.Layer.Init
---@field drawableSize? ca.SizeLike  The size of drawables in pixels; nil, the default, is the bounds' size times contentsScale.
---@field pixelFormat? ca.PixelFormat  The byte order in which the host writes a pixel. Default "rgba8Unorm".
---@field colorspace? ca.Colorspace  The colour space of pixel values; sRGB is the only one. Default "sRGB".
---@field asynchronous? boolean  True if the layer is drawn for every picture, instead of only after setNeedsDisplay. Default false.
---@field draw? fun(layer: ca.DrawableLayer, drawable: ca.Drawable, layerTime: number)|string|false  Draws a frame: function(layer, drawable, layerTime), or the name of a drawable that the host registered; after setNeedsDisplay, or for every picture when asynchronous.
---@field drawableProperties? table<string, any>|false  With retainedBacking = true, a drawable starts with what was presented last.
---@field maximumDrawableCount? integer  Without effect here: as many drawables can be had as memory allows. Default 3. 2 to 3.
---@field framebufferOnly? boolean  Without effect here: what was presented can always be read. Default true.
---@field presentsWithTransaction? boolean  Without effect here: what is presented is seen in the next picture. Default false.
---@field allowsNextDrawableTimeout? boolean  Without effect here: there is no waiting for a drawable. Default true.
---@field displaySyncEnabled? boolean  Without effect here: there is no display to wait for. Default true.
---@field ["drawableSize.width"]? number
---@field ["drawableSize.height"]? number

---@class ca.DrawableLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.DrawableLayer.Init|ca.Layer[]): ca.DrawableLayer
---@field className string
local DrawableLayerClass = {}

---@class ca.BackdropLayer: ca.Layer
local BackdropLayer = {}

---@class (exact) ca.BackdropLayer.Init: ca.Layer.Init

---@class ca.BackdropLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.BackdropLayer.Init|ca.Layer[]): ca.BackdropLayer
---@field className string
local BackdropLayerClass = {}

---@class ca.PlayerLayer: ca.Layer
---@field file string|false?  The film file, which ffmpeg decodes: a path like an image's.
---@field videoGravity ca.VideoGravity  The way in which the film fills the bounds. Default "resizeAspect".
---@field rate number  The rate at which it plays; a negative one plays backward from the end. Default 1. -1000 to 1000.
---@field from number  The start of the part of the film that is played, in seconds. Default 0. 0 to 1000000.
---@field to number  The end of the part of the film that is played, in seconds; nil is the film's.
---@field loops boolean  True if it is repeated forever; else the last frame stays. Default false.
---@field muted boolean  True if the sound of the file is not heard in films that are written. Default false.
---@field volume number  The strength of the sound of the file in films that are written, from 0 to 1. Default 1. 0 to 1.
---@field videoRect ca.RectLike  The rectangle that the film covers, in the layer's own coordinates. Read-only.
---@field videoSize ca.SizeLike  The size of the film as shown, in points. Read-only.
---@field videoDuration number  The length of the film in seconds. Read-only.
---@field videoFrameRate number  The mean number of frames a second of the film. Read-only.
---@field videoHasAlpha boolean  True if the film has transparency. Read-only.
local PlayerLayer = {}

---@class (exact) ca.PlayerLayer.Init: ca.Layer.Init
---@field file? string|false  The film file, which ffmpeg decodes: a path like an image's.
---@field videoGravity? ca.VideoGravity  The way in which the film fills the bounds. Default "resizeAspect".
---@field rate? number  The rate at which it plays; a negative one plays backward from the end. Default 1. -1000 to 1000.
---@field from? number  The start of the part of the film that is played, in seconds. Default 0. 0 to 1000000.
---@field to? number  The end of the part of the film that is played, in seconds; nil is the film's.
---@field loops? boolean  True if it is repeated forever; else the last frame stays. Default false.
---@field muted? boolean  True if the sound of the file is not heard in films that are written. Default false.
---@field volume? number  The strength of the sound of the file in films that are written, from 0 to 1. Default 1. 0 to 1.

---@class ca.PlayerLayer.Class: ca.Layer.Class
---@overload fun(init?: ca.PlayerLayer.Init|ca.Layer[]): ca.PlayerLayer
---@field className string
local PlayerLayerClass = {}

---Base class of all objects with keys except layers.
---@class ca.KeyedObject
local KeyedObject = {}

---The names of all properties.
---@return string[]
function KeyedObject:keys() end

---The custom keys that scripts have set, in order.
---@return string[]
function KeyedObject:customKeys() end

---The initial value of a key in the class; nil where Core Animation stores none.
---@param key string
---@return any
function KeyedObject:defaultValueForKey(key) end

---A copy.
---@return self
function KeyedObject:copy() end

---Adds the animation to a layer, as an action of the key does.
---@param key string
---@param layer ca.Layer
---@param arguments? table
function KeyedObject:runActionForKey(key, layer, arguments) end
KeyedObject.runAction = KeyedObject.runActionForKey
KeyedObject.runActionForKeyObjectArguments = KeyedObject.runActionForKey

---Sets a key, or what a key path such as `"position.x"` leads to.
---@param value any
---@param key string
function KeyedObject:setValue(value, key) end
KeyedObject.setValueForKey = KeyedObject.setValue
KeyedObject.setValueForKeyPath = KeyedObject.setValue

---The value of a key or a key path.
---@param key string
---@return any
function KeyedObject:value(key) end
KeyedObject.valueForKey = KeyedObject.value
KeyedObject.valueForKeyPath = KeyedObject.value

---@class ca.EmitterCell: ca.KeyedObject
---@field className string  The name of its class. Read-only.
---@field name string|false?  The name that key paths use: emitterCells.NAME.velocity.
---@field enabled boolean  True if the cell emits particles. Default true.
---@field isEnabled boolean  Reads enabled.
---@field birthRate number  The number of particles born per second; for a cell within a cell, per particle. Default 0. At least 0. Animatable.
---@field lifetime number  The lifetime of a particle, in seconds. Default 0. At least 0. Animatable.
---@field lifetimeRange number  The width of the random range of lifetimes, in seconds. Default 0. Animatable.
---@field emissionLatitude number  The elevation of the direction toward z, in radians. Default 0. Animatable.
---@field emissionLongitude number  The angle of the direction in the plane, from +x toward +y, relative to the shape's own, in radians. Default 0. Animatable.
---@field emissionRange number  The full angle of the cone about the direction, in radians; its sign is ignored. Default 0. Animatable.
---@field velocity number  The speed at birth, in points per second. Default 0. Animatable.
---@field velocityRange number  The width of the random range of speeds, in points per second. Default 0. Animatable.
---@field xAcceleration number  The acceleration along x, in points per second squared. Default 0. Animatable.
---@field yAcceleration number  The acceleration along y, in points per second squared. Default 0. Animatable.
---@field zAcceleration number  The acceleration along z, in points per second squared. Default 0. Animatable.
---@field scale number  The scale at birth. Default 1. Animatable.
---@field scaleRange number  The width of the random range of scales. Default 0. Animatable.
---@field scaleSpeed number  The change of the scale per second; the scale stops at 0. Default 0. Animatable.
---@field spin number  The angular velocity of a particle, in radians per second. Default 0. Animatable.
---@field spinRange number  The width of the random range of spins, in radians per second. Default 0. Animatable.
---@field rotation number  The angle of a particle at birth, in radians. Default 0. Animatable.
---@field rotationRange number  The width of the random range of angles at birth, in radians. Default 0. Animatable.
---@field mass number  The mass of a particle, which files may contain. Unused: has no effect. Default 0.
---@field massRange number  The width of the random range of masses. Unused: has no effect. Default 0.
---@field redRange number  The width of the random range of the colour's red. Default 0. Animatable.
---@field greenRange number  The width of the random range of the colour's green. Default 0. Animatable.
---@field blueRange number  The width of the random range of the colour's blue. Default 0. Animatable.
---@field alphaRange number  The width of the random range of the colour's alpha. Default 0. Animatable.
---@field redSpeed number  The change of the colour's red per second; the value is clamped to 0…1. Default 0. Animatable.
---@field greenSpeed number  The change of the colour's green per second; the value is clamped to 0…1. Default 0. Animatable.
---@field blueSpeed number  The change of the colour's blue per second; the value is clamped to 0…1. Default 0. Animatable.
---@field alphaSpeed number  The change of the colour's alpha per second; the value is clamped to 0…1. Default 0. Animatable.
---@field color ca.ColorLike|false?  The colour at birth, which multiplies the contents; nil means white. Default {1, 1, 1, 1}. Animatable.
---@field contents ca.ImageLike|false?  The image of a particle; without one it is invisible. Animatable.
---@field contentsRect ca.RectLike  The visible part of the image, in unit coordinates. Default {0, 0, 1, 1}. Animatable.
---@field contentsScale number  Pixels of the image per point. Default 1. Animatable.
---@field minificationFilter ca.MinificationFilter  The sampling of the image when it is shown smaller. Default "linear".
---@field magnificationFilter ca.MinificationFilter  The sampling of the image when it is shown larger. Default "linear".
---@field minificationFilterBias number  The bias added to the mip level by the trilinear filter. Default 0. Animatable.
---@field emitterCells ca.EmitterCell[]|false?  The cells that each particle emits from its position.
---@field style table<string, any>|false?  Values for keys that are not set on the cell itself.
---@field beginTime number  The time at which the cell starts to emit, in seconds of the layer's time; for a cell within a cell, of the particle's age. Default 0.
---@field timeOffset number  The offset added to the cell's time, in seconds. Default 0.
---@field speed number  The rate of the cell's time. Default 1.
---@field duration number  The duration of the emission, in seconds; it may be infinite. Default ∞. At least 0.
---@field repeatCount number  The number of durations for which the cell emits; 0 means one. Default 0. At least 0.
---@field repeatDuration number  The total duration of the emission, in seconds, used instead of duration and repeatCount; 0 means unset. Default 0. At least 0.
---@field autoreverses boolean  True if each duration is followed by a second one. Default false.
---@field fillMode ca.FillMode  Unused: has no effect on a cell. Default "removed".
local EmitterCell = {}

---@class (exact) ca.EmitterCell.Init
---@field name? string|false  The name that key paths use: emitterCells.NAME.velocity.
---@field enabled? boolean  True if the cell emits particles. Default true.
---@field birthRate? number  The number of particles born per second; for a cell within a cell, per particle. Default 0. At least 0. Animatable.
---@field lifetime? number  The lifetime of a particle, in seconds. Default 0. At least 0. Animatable.
---@field lifetimeRange? number  The width of the random range of lifetimes, in seconds. Default 0. Animatable.
---@field emissionLatitude? number  The elevation of the direction toward z, in radians. Default 0. Animatable.
---@field emissionLongitude? number  The angle of the direction in the plane, from +x toward +y, relative to the shape's own, in radians. Default 0. Animatable.
---@field emissionRange? number  The full angle of the cone about the direction, in radians; its sign is ignored. Default 0. Animatable.
---@field velocity? number  The speed at birth, in points per second. Default 0. Animatable.
---@field velocityRange? number  The width of the random range of speeds, in points per second. Default 0. Animatable.
---@field xAcceleration? number  The acceleration along x, in points per second squared. Default 0. Animatable.
---@field yAcceleration? number  The acceleration along y, in points per second squared. Default 0. Animatable.
---@field zAcceleration? number  The acceleration along z, in points per second squared. Default 0. Animatable.
---@field scale? number  The scale at birth. Default 1. Animatable.
---@field scaleRange? number  The width of the random range of scales. Default 0. Animatable.
---@field scaleSpeed? number  The change of the scale per second; the scale stops at 0. Default 0. Animatable.
---@field spin? number  The angular velocity of a particle, in radians per second. Default 0. Animatable.
---@field spinRange? number  The width of the random range of spins, in radians per second. Default 0. Animatable.
---@field rotation? number  The angle of a particle at birth, in radians. Default 0. Animatable.
---@field rotationRange? number  The width of the random range of angles at birth, in radians. Default 0. Animatable.
---@field mass? number  The mass of a particle, which files may contain. Unused: has no effect. Default 0.
---@field massRange? number  The width of the random range of masses. Unused: has no effect. Default 0.
---@field redRange? number  The width of the random range of the colour's red. Default 0. Animatable.
---@field greenRange? number  The width of the random range of the colour's green. Default 0. Animatable.
---@field blueRange? number  The width of the random range of the colour's blue. Default 0. Animatable.
---@field alphaRange? number  The width of the random range of the colour's alpha. Default 0. Animatable.
---@field redSpeed? number  The change of the colour's red per second; the value is clamped to 0…1. Default 0. Animatable.
---@field greenSpeed? number  The change of the colour's green per second; the value is clamped to 0…1. Default 0. Animatable.
---@field blueSpeed? number  The change of the colour's blue per second; the value is clamped to 0…1. Default 0. Animatable.
---@field alphaSpeed? number  The change of the colour's alpha per second; the value is clamped to 0…1. Default 0. Animatable.
---@field color? ca.ColorLike|false  The colour at birth, which multiplies the contents; nil means white. Default {1, 1, 1, 1}. Animatable.
---@field contents? ca.ImageLike|false  The image of a particle; without one it is invisible. Animatable.
---@field contentsRect? ca.RectLike  The visible part of the image, in unit coordinates. Default {0, 0, 1, 1}. Animatable.
---@field contentsScale? number  Pixels of the image per point. Default 1. Animatable.
---@field minificationFilter? ca.MinificationFilter  The sampling of the image when it is shown smaller. Default "linear".
---@field magnificationFilter? ca.MinificationFilter  The sampling of the image when it is shown larger. Default "linear".
---@field minificationFilterBias? number  The bias added to the mip level by the trilinear filter. Default 0. Animatable.
---@field emitterCells? ca.EmitterCell[]|false  The cells that each particle emits from its position.
---@field style? table<string, any>|false  Values for keys that are not set on the cell itself.
---@field beginTime? number  The time at which the cell starts to emit, in seconds of the layer's time; for a cell within a cell, of the particle's age. Default 0.
---@field timeOffset? number  The offset added to the cell's time, in seconds. Default 0.
---@field speed? number  The rate of the cell's time. Default 1.
---@field duration? number  The duration of the emission, in seconds; it may be infinite. Default ∞. At least 0.
---@field repeatCount? number  The number of durations for which the cell emits; 0 means one. Default 0. At least 0.
---@field repeatDuration? number  The total duration of the emission, in seconds, used instead of duration and repeatCount; 0 means unset. Default 0. At least 0.
---@field autoreverses? boolean  True if each duration is followed by a second one. Default false.
---@field fillMode? ca.FillMode  Unused: has no effect on a cell. Default "removed".
---@field ["contentsRect.origin"]? ca.PointLike
---@field ["contentsRect.origin.x"]? number
---@field ["contentsRect.origin.y"]? number
---@field ["contentsRect.size"]? ca.SizeLike
---@field ["contentsRect.size.width"]? number
---@field ["contentsRect.size.height"]? number
---@field userInfo? table<string, any>  Keys of your own.

---@class ca.EmitterCell.Class
---@overload fun(init?: ca.EmitterCell.Init): ca.EmitterCell
---@field className string
local EmitterCellClass = {}

---@class ca.Filter: ca.KeyedObject
---@field className string  The name of its class. Read-only.
---@field name string|false?  The name that key paths use: filters.NAME.inputRadius.
---@field enabled boolean  True if the filter is applied. Default true. Animatable.
---@field isEnabled boolean  Reads enabled.
local Filter = {}

---@class ca.Filter.Class
---@overload fun(name: "CIGaussianBlur", inputs?: ca.Filter.CIGaussianBlur): ca.Filter
---@overload fun(name: "CIBoxBlur", inputs?: ca.Filter.CIBoxBlur): ca.Filter
---@overload fun(name: "CIDiscBlur", inputs?: ca.Filter.CIDiscBlur): ca.Filter
---@overload fun(name: "CIMotionBlur", inputs?: ca.Filter.CIMotionBlur): ca.Filter
---@overload fun(name: "CIZoomBlur", inputs?: ca.Filter.CIZoomBlur): ca.Filter
---@overload fun(name: "CIMedianFilter", inputs?: ca.Filter.CIMedianFilter): ca.Filter
---@overload fun(name: "CINoiseReduction", inputs?: ca.Filter.CINoiseReduction): ca.Filter
---@overload fun(name: "CIMorphologyMaximum", inputs?: ca.Filter.CIMorphologyMaximum): ca.Filter
---@overload fun(name: "CIMorphologyMinimum", inputs?: ca.Filter.CIMorphologyMinimum): ca.Filter
---@overload fun(name: "CIUnsharpMask", inputs?: ca.Filter.CIUnsharpMask): ca.Filter
---@overload fun(name: "CISharpenLuminance", inputs?: ca.Filter.CISharpenLuminance): ca.Filter
---@overload fun(name: "CIBloom", inputs?: ca.Filter.CIBloom): ca.Filter
---@overload fun(name: "CIGloom", inputs?: ca.Filter.CIGloom): ca.Filter
---@overload fun(name: "CIColorControls", inputs?: ca.Filter.CIColorControls): ca.Filter
---@overload fun(name: "CIExposureAdjust", inputs?: ca.Filter.CIExposureAdjust): ca.Filter
---@overload fun(name: "CIGammaAdjust", inputs?: ca.Filter.CIGammaAdjust): ca.Filter
---@overload fun(name: "CIHueAdjust", inputs?: ca.Filter.CIHueAdjust): ca.Filter
---@overload fun(name: "CIVibrance", inputs?: ca.Filter.CIVibrance): ca.Filter
---@overload fun(name: "CIWhitePointAdjust", inputs?: ca.Filter.CIWhitePointAdjust): ca.Filter
---@overload fun(name: "CITemperatureAndTint", inputs?: ca.Filter.CITemperatureAndTint): ca.Filter
---@overload fun(name: "CIToneCurve", inputs?: ca.Filter.CIToneCurve): ca.Filter
---@overload fun(name: "CIColorMatrix", inputs?: ca.Filter.CIColorMatrix): ca.Filter
---@overload fun(name: "CIColorClamp", inputs?: ca.Filter.CIColorClamp): ca.Filter
---@overload fun(name: "CIColorPolynomial", inputs?: ca.Filter.CIColorPolynomial): ca.Filter
---@overload fun(name: "CIColorThreshold", inputs?: ca.Filter.CIColorThreshold): ca.Filter
---@overload fun(name: "CIHighlightShadowAdjust", inputs?: ca.Filter.CIHighlightShadowAdjust): ca.Filter
---@overload fun(name: "colorSaturate", inputs?: ca.Filter.colorSaturate): ca.Filter
---@overload fun(name: "colorHueRotate", inputs?: ca.Filter.colorHueRotate): ca.Filter
---@overload fun(name: "multiplyColor", inputs?: ca.Filter.multiplyColor): ca.Filter
---@overload fun(name: "colorContrast", inputs?: ca.Filter.colorContrast): ca.Filter
---@overload fun(name: "colorBrightness", inputs?: ca.Filter.colorBrightness): ca.Filter
---@overload fun(name: "CIColorInvert", inputs?: ca.Filter.CIColorInvert): ca.Filter
---@overload fun(name: "CIColorMonochrome", inputs?: ca.Filter.CIColorMonochrome): ca.Filter
---@overload fun(name: "CISepiaTone", inputs?: ca.Filter.CISepiaTone): ca.Filter
---@overload fun(name: "CIColorPosterize", inputs?: ca.Filter.CIColorPosterize): ca.Filter
---@overload fun(name: "CIFalseColor", inputs?: ca.Filter.CIFalseColor): ca.Filter
---@overload fun(name: "CIColorMap", inputs?: ca.Filter.CIColorMap): ca.Filter
---@overload fun(name: "CIColorCube", inputs?: ca.Filter.CIColorCube): ca.Filter
---@overload fun(name: "CIMaskToAlpha", inputs?: ca.Filter.CIMaskToAlpha): ca.Filter
---@overload fun(name: "CIMaximumComponent", inputs?: ca.Filter.CIMaximumComponent): ca.Filter
---@overload fun(name: "CIMinimumComponent", inputs?: ca.Filter.CIMinimumComponent): ca.Filter
---@overload fun(name: "CIVignette", inputs?: ca.Filter.CIVignette): ca.Filter
---@overload fun(name: "CIVignetteEffect", inputs?: ca.Filter.CIVignetteEffect): ca.Filter
---@overload fun(name: "CIPhotoEffectMono", inputs?: ca.Filter.CIPhotoEffectMono): ca.Filter
---@overload fun(name: "CIPhotoEffectNoir", inputs?: ca.Filter.CIPhotoEffectNoir): ca.Filter
---@overload fun(name: "CIPhotoEffectTonal", inputs?: ca.Filter.CIPhotoEffectTonal): ca.Filter
---@overload fun(name: "CIPhotoEffectChrome", inputs?: ca.Filter.CIPhotoEffectChrome): ca.Filter
---@overload fun(name: "CIPhotoEffectFade", inputs?: ca.Filter.CIPhotoEffectFade): ca.Filter
---@overload fun(name: "CIPhotoEffectInstant", inputs?: ca.Filter.CIPhotoEffectInstant): ca.Filter
---@overload fun(name: "CIPhotoEffectProcess", inputs?: ca.Filter.CIPhotoEffectProcess): ca.Filter
---@overload fun(name: "CIPhotoEffectTransfer", inputs?: ca.Filter.CIPhotoEffectTransfer): ca.Filter
---@overload fun(name: "CIThermal", inputs?: ca.Filter.CIThermal): ca.Filter
---@overload fun(name: "CIXRay", inputs?: ca.Filter.CIXRay): ca.Filter
---@overload fun(name: "CIDither", inputs?: ca.Filter.CIDither): ca.Filter
---@overload fun(name: "CIPinchDistortion", inputs?: ca.Filter.CIPinchDistortion): ca.Filter
---@overload fun(name: "CIBumpDistortion", inputs?: ca.Filter.CIBumpDistortion): ca.Filter
---@overload fun(name: "CIBumpDistortionLinear", inputs?: ca.Filter.CIBumpDistortionLinear): ca.Filter
---@overload fun(name: "CITwirlDistortion", inputs?: ca.Filter.CITwirlDistortion): ca.Filter
---@overload fun(name: "CIVortexDistortion", inputs?: ca.Filter.CIVortexDistortion): ca.Filter
---@overload fun(name: "CIHoleDistortion", inputs?: ca.Filter.CIHoleDistortion): ca.Filter
---@overload fun(name: "CICircleSplashDistortion", inputs?: ca.Filter.CICircleSplashDistortion): ca.Filter
---@overload fun(name: "CITorusLensDistortion", inputs?: ca.Filter.CITorusLensDistortion): ca.Filter
---@overload fun(name: "CIGlassDistortion", inputs?: ca.Filter.CIGlassDistortion): ca.Filter
---@overload fun(name: "CIDisplacementDistortion", inputs?: ca.Filter.CIDisplacementDistortion): ca.Filter
---@overload fun(name: "CICircularWrap", inputs?: ca.Filter.CICircularWrap): ca.Filter
---@overload fun(name: "CILightTunnel", inputs?: ca.Filter.CILightTunnel): ca.Filter
---@overload fun(name: "CIKaleidoscope", inputs?: ca.Filter.CIKaleidoscope): ca.Filter
---@overload fun(name: "CIAffineTransform", inputs?: ca.Filter.CIAffineTransform): ca.Filter
---@overload fun(name: "CIPerspectiveTransform", inputs?: ca.Filter.CIPerspectiveTransform): ca.Filter
---@overload fun(name: "CICrop", inputs?: ca.Filter.CICrop): ca.Filter
---@overload fun(name: "CIDotScreen", inputs?: ca.Filter.CIDotScreen): ca.Filter
---@overload fun(name: "CILineScreen", inputs?: ca.Filter.CILineScreen): ca.Filter
---@overload fun(name: "CIHatchedScreen", inputs?: ca.Filter.CIHatchedScreen): ca.Filter
---@overload fun(name: "CICircularScreen", inputs?: ca.Filter.CICircularScreen): ca.Filter
---@overload fun(name: "CICMYKHalftone", inputs?: ca.Filter.CICMYKHalftone): ca.Filter
---@overload fun(name: "CIPixellate", inputs?: ca.Filter.CIPixellate): ca.Filter
---@overload fun(name: "CIHexagonalPixellate", inputs?: ca.Filter.CIHexagonalPixellate): ca.Filter
---@overload fun(name: "CICrystallize", inputs?: ca.Filter.CICrystallize): ca.Filter
---@overload fun(name: "CIPointillize", inputs?: ca.Filter.CIPointillize): ca.Filter
---@overload fun(name: "CIEdges", inputs?: ca.Filter.CIEdges): ca.Filter
---@overload fun(name: "CIEdgeWork", inputs?: ca.Filter.CIEdgeWork): ca.Filter
---@overload fun(name: "CIComicEffect", inputs?: ca.Filter.CIComicEffect): ca.Filter
---@overload fun(name: "CILineOverlay", inputs?: ca.Filter.CILineOverlay): ca.Filter
---@overload fun(name: "CIConvolution3X3", inputs?: ca.Filter.CIConvolution3X3): ca.Filter
---@overload fun(name: "CIBlendWithMask", inputs?: ca.Filter.CIBlendWithMask): ca.Filter
---@overload fun(name: "CIBlendWithAlphaMask", inputs?: ca.Filter.CIBlendWithAlphaMask): ca.Filter
---@overload fun(name: "CIConstantColorGenerator", inputs?: ca.Filter.CIConstantColorGenerator): ca.Filter
---@overload fun(name: "CICheckerboardGenerator", inputs?: ca.Filter.CICheckerboardGenerator): ca.Filter
---@overload fun(name: "CIStripesGenerator", inputs?: ca.Filter.CIStripesGenerator): ca.Filter
---@overload fun(name: "CIRandomGenerator", inputs?: ca.Filter.CIRandomGenerator): ca.Filter
---@overload fun(name: "CILinearGradient", inputs?: ca.Filter.CILinearGradient): ca.Filter
---@overload fun(name: "CIRadialGradient", inputs?: ca.Filter.CIRadialGradient): ca.Filter
---@overload fun(name: "CIGaussianGradient", inputs?: ca.Filter.CIGaussianGradient): ca.Filter
---@overload fun(name: "CIDissolveTransition", inputs?: ca.Filter.CIDissolveTransition): ca.Filter
---@overload fun(name: "CISwipeTransition", inputs?: ca.Filter.CISwipeTransition): ca.Filter
---@overload fun(name: "CIBarsSwipeTransition", inputs?: ca.Filter.CIBarsSwipeTransition): ca.Filter
---@overload fun(name: "CIModTransition", inputs?: ca.Filter.CIModTransition): ca.Filter
---@overload fun(name: "CIRippleTransition", inputs?: ca.Filter.CIRippleTransition): ca.Filter
---@overload fun(name: "CIFlashTransition", inputs?: ca.Filter.CIFlashTransition): ca.Filter
---@overload fun(name: "CICopyMachineTransition", inputs?: ca.Filter.CICopyMachineTransition): ca.Filter
---@overload fun(name: "CIDisintegrateWithMaskTransition", inputs?: ca.Filter.CIDisintegrateWithMaskTransition): ca.Filter
---@overload fun(name: "CIPageCurlTransition", inputs?: ca.Filter.CIPageCurlTransition): ca.Filter
---@overload fun(name: "CINormalBlendMode", inputs?: ca.Filter.CINormalBlendMode): ca.Filter
---@overload fun(name: "CIMultiplyBlendMode", inputs?: ca.Filter.CIMultiplyBlendMode): ca.Filter
---@overload fun(name: "CIScreenBlendMode", inputs?: ca.Filter.CIScreenBlendMode): ca.Filter
---@overload fun(name: "CIOverlayBlendMode", inputs?: ca.Filter.CIOverlayBlendMode): ca.Filter
---@overload fun(name: "CIDarkenBlendMode", inputs?: ca.Filter.CIDarkenBlendMode): ca.Filter
---@overload fun(name: "CILightenBlendMode", inputs?: ca.Filter.CILightenBlendMode): ca.Filter
---@overload fun(name: "CIColorDodgeBlendMode", inputs?: ca.Filter.CIColorDodgeBlendMode): ca.Filter
---@overload fun(name: "CIColorBurnBlendMode", inputs?: ca.Filter.CIColorBurnBlendMode): ca.Filter
---@overload fun(name: "CISoftLightBlendMode", inputs?: ca.Filter.CISoftLightBlendMode): ca.Filter
---@overload fun(name: "CIHardLightBlendMode", inputs?: ca.Filter.CIHardLightBlendMode): ca.Filter
---@overload fun(name: "CIDifferenceBlendMode", inputs?: ca.Filter.CIDifferenceBlendMode): ca.Filter
---@overload fun(name: "CIExclusionBlendMode", inputs?: ca.Filter.CIExclusionBlendMode): ca.Filter
---@overload fun(name: "CIHueBlendMode", inputs?: ca.Filter.CIHueBlendMode): ca.Filter
---@overload fun(name: "CISaturationBlendMode", inputs?: ca.Filter.CISaturationBlendMode): ca.Filter
---@overload fun(name: "CIColorBlendMode", inputs?: ca.Filter.CIColorBlendMode): ca.Filter
---@overload fun(name: "CILuminosityBlendMode", inputs?: ca.Filter.CILuminosityBlendMode): ca.Filter
---@overload fun(name: "CISubtractBlendMode", inputs?: ca.Filter.CISubtractBlendMode): ca.Filter
---@overload fun(name: "CIDivideBlendMode", inputs?: ca.Filter.CIDivideBlendMode): ca.Filter
---@overload fun(name: "CILinearBurnBlendMode", inputs?: ca.Filter.CILinearBurnBlendMode): ca.Filter
---@overload fun(name: "CILinearDodgeBlendMode", inputs?: ca.Filter.CILinearDodgeBlendMode): ca.Filter
---@overload fun(name: "CIPinLightBlendMode", inputs?: ca.Filter.CIPinLightBlendMode): ca.Filter
---@overload fun(name: "CILinearLightBlendMode", inputs?: ca.Filter.CILinearLightBlendMode): ca.Filter
---@overload fun(name: "CIVividLightBlendMode", inputs?: ca.Filter.CIVividLightBlendMode): ca.Filter
---@overload fun(name: "CISourceOverCompositing", inputs?: ca.Filter.CISourceOverCompositing): ca.Filter
---@overload fun(name: "CISourceInCompositing", inputs?: ca.Filter.CISourceInCompositing): ca.Filter
---@overload fun(name: "CISourceOutCompositing", inputs?: ca.Filter.CISourceOutCompositing): ca.Filter
---@overload fun(name: "CISourceAtopCompositing", inputs?: ca.Filter.CISourceAtopCompositing): ca.Filter
---@overload fun(name: "destOver", inputs?: ca.Filter.destOver): ca.Filter
---@overload fun(name: "destIn", inputs?: ca.Filter.destIn): ca.Filter
---@overload fun(name: "destOut", inputs?: ca.Filter.destOut): ca.Filter
---@overload fun(name: "destAtop", inputs?: ca.Filter.destAtop): ca.Filter
---@overload fun(name: "xor", inputs?: ca.Filter.xor): ca.Filter
---@overload fun(name: "copy", inputs?: ca.Filter.copy): ca.Filter
---@overload fun(name: "clear", inputs?: ca.Filter.clear): ca.Filter
---@overload fun(name: "CIAdditionCompositing", inputs?: ca.Filter.CIAdditionCompositing): ca.Filter
---@overload fun(name: "plusD", inputs?: ca.Filter.plusD): ca.Filter
---@overload fun(name: "CIMaximumCompositing", inputs?: ca.Filter.CIMaximumCompositing): ca.Filter
---@overload fun(name: "CIMinimumCompositing", inputs?: ca.Filter.CIMinimumCompositing): ca.Filter
---@overload fun(name: "CIMultiplyCompositing", inputs?: ca.Filter.CIMultiplyCompositing): ca.Filter
---@overload fun(name: string, inputs?: table<string, any>): ca.Filter
---@field className string
local FilterClass = {}

---A custom filter whose pixels a function computes.
---@param definition ca.CustomFilter
---@return ca.Filter
function FilterClass.custom(definition) end

---@class ca.Animation: ca.KeyedObject
---@field className string  The name of its class. Read-only.
---@field beginTime number  The start time, in seconds of the layer's time; 0 becomes the time at which it is added. Default 0.
---@field timeOffset number  The offset into the animation at which it starts, in seconds; the skipped part follows at the end. Default 0.
---@field speed number  The animation's seconds per second of the layer. Default 1.
---@field duration number  The length of one cycle in seconds; 0 becomes the transaction's when it is added. Default 0. At least 0.
---@field repeatCount number  The number of cycles, which may be fractional or infinite; 0 means one. Default 0. At least 0.
---@field repeatDuration number  The total length of the cycles in seconds, used instead of repeatCount; 0 means unset. Default 0. At least 0.
---@field autoreverses boolean  True if each cycle runs backward after it ran forward. Default false.
---@field fillMode ca.FillMode  The value shown before the start and after the end, as long as the animation is on the layer. Default "removed".
---@field timingFunction ca.TimingFunction  The timing function: linear, easeIn, easeOut, easeInEaseOut, default, an easing such as cubicOut, CSS's steps(…) and linear(…), or {c1x, c1y, c2x, c2y}; nil means linear.
---@field delegate ca.AnimationDelegate|false?  The object that is notified of the start and the end.
---@field removedOnCompletion boolean  True if the animation is removed from its layer when the clock passes its end. Default true.
---@field isRemovedOnCompletion boolean  Reads removedOnCompletion.
local Animation = {}

---@class (exact) ca.Animation.Init
---@field beginTime? number  The start time, in seconds of the layer's time; 0 becomes the time at which it is added. Default 0.
---@field timeOffset? number  The offset into the animation at which it starts, in seconds; the skipped part follows at the end. Default 0.
---@field speed? number  The animation's seconds per second of the layer. Default 1.
---@field duration? number  The length of one cycle in seconds; 0 becomes the transaction's when it is added. Default 0. At least 0.
---@field repeatCount? number  The number of cycles, which may be fractional or infinite; 0 means one. Default 0. At least 0.
---@field repeatDuration? number  The total length of the cycles in seconds, used instead of repeatCount; 0 means unset. Default 0. At least 0.
---@field autoreverses? boolean  True if each cycle runs backward after it ran forward. Default false.
---@field fillMode? ca.FillMode  The value shown before the start and after the end, as long as the animation is on the layer. Default "removed".
---@field timingFunction? ca.TimingFunction  The timing function: linear, easeIn, easeOut, easeInEaseOut, default, an easing such as cubicOut, CSS's steps(…) and linear(…), or {c1x, c1y, c2x, c2y}; nil means linear.
---@field delegate? ca.AnimationDelegate|false  The object that is notified of the start and the end.
---@field removedOnCompletion? boolean  True if the animation is removed from its layer when the clock passes its end. Default true.
---@field userInfo? table<string, any>  Keys of your own.

---@class ca.Animation.Class
---@field className string
local AnimationClass = {}

---@class ca.PropertyAnimation: ca.Animation
---@field keyPath ca.KeyPath|false?  The key path whose value changes, such as position, transform.rotation.z or sublayers.NAME.opacity.
---@field additive boolean  True if the animation's value is added to the value that the layer shows without it. Default false.
---@field isAdditive boolean  Reads additive.
---@field cumulative boolean  True if each cycle continues from where the one before ended. Default false.
---@field isCumulative boolean  Reads cumulative.
---@field valueFunction string  The function that turns the animation's numbers into a transform: rotateZ, scaleX, translate and the like; nil for none.
local PropertyAnimation = {}

---@class (exact) ca.PropertyAnimation.Init: ca.Animation.Init
---@field keyPath? ca.KeyPath|false  The key path whose value changes, such as position, transform.rotation.z or sublayers.NAME.opacity.
---@field additive? boolean  True if the animation's value is added to the value that the layer shows without it. Default false.
---@field cumulative? boolean  True if each cycle continues from where the one before ended. Default false.
---@field valueFunction? string  The function that turns the animation's numbers into a transform: rotateZ, scaleX, translate and the like; nil for none.

---@class ca.PropertyAnimation.Class: ca.Animation.Class
---@field className string
local PropertyAnimationClass = {}

---@class ca.BasicAnimation: ca.PropertyAnimation
---@field fromValue any  The start value; nil derives it from the other two, or from the layer's value.
---@field toValue any  The end value; nil derives it from the other two, or from the layer's value.
---@field byValue any  The difference between the end and the start value.
local BasicAnimation = {}

---@class (exact) ca.BasicAnimation.Init: ca.PropertyAnimation.Init
---@field fromValue? any  The start value; nil derives it from the other two, or from the layer's value.
---@field toValue? any  The end value; nil derives it from the other two, or from the layer's value.
---@field byValue? any  The difference between the end and the start value.

---@class ca.BasicAnimation.Class: ca.PropertyAnimation.Class
---@overload fun(init?: ca.BasicAnimation.Init): ca.BasicAnimation
---@field className string
local BasicAnimationClass = {}

---@class ca.KeyframeAnimation: ca.PropertyAnimation
---@field values any[]  The values to animate through.
---@field path ca.PathLike|false?  The path along which a point-valued key moves; takes precedence over values.
---@field keyTimes number[]|false?  The time at which each value is reached, as fractions of the duration from 0 to 1; nil spaces them evenly.
---@field timingFunctions ca.TimingFunction[]  The timing function of each interval between two values, one fewer than values.
---@field calculationMode ca.CalculationMode  The interpolation between values. Default "linear".
---@field rotationMode "auto"|"autoReverse"  The rotation of the layer along the path: auto, autoReverse, or nil for none.
---@field tensionValues number[]|false?  The tension of a cubic curve at each value; 1 makes a corner.
---@field continuityValues number[]|false?  The continuity of a cubic curve at each value: how sharply it bends.
---@field biasValues number[]|false?  The bias of a cubic curve at each value: it bends before the value if negative, after it if positive.
local KeyframeAnimation = {}

---@class (exact) ca.KeyframeAnimation.Init: ca.PropertyAnimation.Init
---@field values? any[]  The values to animate through.
---@field path? ca.PathLike|false  The path along which a point-valued key moves; takes precedence over values.
---@field keyTimes? number[]|false  The time at which each value is reached, as fractions of the duration from 0 to 1; nil spaces them evenly.
---@field timingFunctions? ca.TimingFunction[]  The timing function of each interval between two values, one fewer than values.
---@field calculationMode? ca.CalculationMode  The interpolation between values. Default "linear".
---@field rotationMode? "auto"|"autoReverse"  The rotation of the layer along the path: auto, autoReverse, or nil for none.
---@field tensionValues? number[]|false  The tension of a cubic curve at each value; 1 makes a corner.
---@field continuityValues? number[]|false  The continuity of a cubic curve at each value: how sharply it bends.
---@field biasValues? number[]|false  The bias of a cubic curve at each value: it bends before the value if negative, after it if positive.

---@class ca.KeyframeAnimation.Class: ca.PropertyAnimation.Class
---@overload fun(init?: ca.KeyframeAnimation.Init): ca.KeyframeAnimation
---@field className string
local KeyframeAnimationClass = {}

---@class ca.SpringAnimation: ca.BasicAnimation
---@field mass number  The mass attached to the spring. Default 1.
---@field stiffness number  The stiffness of the spring. Default 100.
---@field damping number  The damping of the swing; at 0 it never settles. Default 10. At least 0.
---@field initialVelocity number  The initial velocity toward the target, in full distances from start to target per second. Default 0.
---@field allowsOverdamping boolean  True if high damping makes the spring overdamped instead of critically damped. Default false.
---@field settlingDuration number  The approximate time until the spring rests, in seconds. Read-only.
---@field perceptualDuration number  The perceived length of one swing, in seconds; setting it sets stiffness, damping and duration.
---@field bounce number  The bounce, from above -1 (overdamped) through 0 (critically damped) to 1 (undamped); setting it sets damping and duration.
local SpringAnimation = {}

---@class (exact) ca.SpringAnimation.Init: ca.BasicAnimation.Init
---@field mass? number  The mass attached to the spring. Default 1.
---@field stiffness? number  The stiffness of the spring. Default 100.
---@field damping? number  The damping of the swing; at 0 it never settles. Default 10. At least 0.
---@field initialVelocity? number  The initial velocity toward the target, in full distances from start to target per second. Default 0.
---@field allowsOverdamping? boolean  True if high damping makes the spring overdamped instead of critically damped. Default false.
---@field perceptualDuration? number  The perceived length of one swing, in seconds; setting it sets stiffness, damping and duration.
---@field bounce? number  The bounce, from above -1 (overdamped) through 0 (critically damped) to 1 (undamped); setting it sets damping and duration.

---@class ca.SpringAnimation.Class: ca.BasicAnimation.Class
---@overload fun(init?: ca.SpringAnimation.Init): ca.SpringAnimation
---@field className string
local SpringAnimationClass = {}

---@class ca.AnimationGroup: ca.Animation
---@field animations ca.Animation[]|false?  The animations that run in the group's time.
local AnimationGroup = {}

---@class (exact) ca.AnimationGroup.Init: ca.Animation.Init
---@field animations? ca.Animation[]|false  The animations that run in the group's time.

---@class ca.AnimationGroup.Class: ca.Animation.Class
---@overload fun(init?: ca.AnimationGroup.Init): ca.AnimationGroup
---@field className string
local AnimationGroupClass = {}

---@class ca.Transition: ca.Animation
---@field type ca.TransitionType  The effect with which the new image replaces the old one. Default "fade".
---@field subtype "fromLeft"|"fromRight"|"fromTop"|"fromBottom"  The side from which the moving image enters; nil means fromLeft.
---@field startProgress number  The progress at which the transition starts. Default 0. 0 to 1.
---@field endProgress number  The progress at which the transition ends. Default 1. 0 to 1.
---@field filter ca.Filter|string|false?  The filter that renders the images between the old and the new one, instead of type.
local Transition = {}

---@class (exact) ca.Transition.Init: ca.Animation.Init
---@field type? ca.TransitionType  The effect with which the new image replaces the old one. Default "fade".
---@field subtype? "fromLeft"|"fromRight"|"fromTop"|"fromBottom"  The side from which the moving image enters; nil means fromLeft.
---@field startProgress? number  The progress at which the transition starts. Default 0. 0 to 1.
---@field endProgress? number  The progress at which the transition ends. Default 1. 0 to 1.
---@field filter? ca.Filter|string|false  The filter that renders the images between the old and the new one, instead of type.

---@class ca.Transition.Class: ca.Animation.Class
---@overload fun(init?: ca.Transition.Init): ca.Transition
---@field className string
local TransitionClass = {}

---@class ca.ConstraintLayoutManager: ca.KeyedObject
---@field className string  The name of its class. Read-only.
local ConstraintLayoutManager = {}

---Lays out a layer's sublayers, as the layer does when it is due.
---@param layer ca.Layer
function ConstraintLayoutManager:layoutSublayersOfLayer(layer) end

---The preferred size of a layer with this manager.
---@param layer ca.Layer
---@return ca.Size?
function ConstraintLayoutManager:preferredSizeOfLayer(layer) end

---Discards the cached layout of a layer.
---@param layer ca.Layer
function ConstraintLayoutManager:invalidateLayoutOfLayer(layer) end

---@class (exact) ca.ConstraintLayoutManager.Init
---@field userInfo? table<string, any>  Keys of your own.

---@class ca.ConstraintLayoutManager.Class
---@overload fun(init?: ca.ConstraintLayoutManager.Init): ca.ConstraintLayoutManager
---@field className string
local ConstraintLayoutManagerClass = {}

---@class ca.StackLayoutManager: ca.KeyedObject
---@field className string  The name of its class. Read-only.
---@field axis ca.Axis  The direction of the stack: a row or a column. Default "horizontal".
---@field spacing number  The space between neighbours, in points. Default 0.
---@field padding number|ca.Insets  The space kept free at the edges, in points: a number, or top, left, bottom, right, horizontal, vertical by name. Default 0.
---@field alignment ca.Alignment  The alignment of layers across the stack. Default "fill".
---@field distribution ca.Distribution  The use of the space that the layers leave along the stack. Default "start".
---@field sizeToFit ca.SizeToFit  The lengths of the layer itself that follow its sublayers. Default "none".
---@field sizeToFitCorner ca.SizeToFitCorner  The point of the layer's frame that stays fixed when `sizeToFit` changes its size: a corner, on the axes of the superlayer, or the layer's anchor point. Default "minXMinY".
local StackLayoutManager = {}

---Lays out a layer's sublayers, as the layer does when it is due.
---@param layer ca.Layer
function StackLayoutManager:layoutSublayersOfLayer(layer) end

---The preferred size of a layer with this manager.
---@param layer ca.Layer
---@return ca.Size?
function StackLayoutManager:preferredSizeOfLayer(layer) end

---Discards the cached layout of a layer.
---@param layer ca.Layer
function StackLayoutManager:invalidateLayoutOfLayer(layer) end

---@class (exact) ca.StackLayoutManager.Init
---@field axis? ca.Axis  The direction of the stack: a row or a column. Default "horizontal".
---@field spacing? number  The space between neighbours, in points. Default 0.
---@field padding? number|ca.Insets  The space kept free at the edges, in points: a number, or top, left, bottom, right, horizontal, vertical by name. Default 0.
---@field alignment? ca.Alignment  The alignment of layers across the stack. Default "fill".
---@field distribution? ca.Distribution  The use of the space that the layers leave along the stack. Default "start".
---@field sizeToFit? ca.SizeToFit  The lengths of the layer itself that follow its sublayers. Default "none".
---@field sizeToFitCorner? ca.SizeToFitCorner  The point of the layer's frame that stays fixed when `sizeToFit` changes its size: a corner, on the axes of the superlayer, or the layer's anchor point. Default "minXMinY".
---@field userInfo? table<string, any>  Keys of your own.

---@class ca.StackLayoutManager.Class
---@overload fun(init?: ca.StackLayoutManager.Init): ca.StackLayoutManager
---@field className string
local StackLayoutManagerClass = {}

---@class ca.GridLayoutManager: ca.KeyedObject
---@field className string  The name of its class. Read-only.
---@field columns integer|(number|string)[]  The columns: a number of equal ones, or a list of points, "auto" and shares such as "1fr". Default a value.
---@field rows integer|(number|string)[]  The rows, in the form of columns; further rows are as high as their layers. Default {}.
---@field columnSpacing number  The space between columns, in points. Default 0.
---@field rowSpacing number  The space between rows, in points. Default 0.
---@field padding number|ca.Insets  The space kept free at the edges, in points: a number, or top, left, bottom, right, horizontal, vertical by name. Default 0.
---@field xAlignment ca.Alignment  The horizontal alignment of layers in their cells. Default "fill".
---@field yAlignment ca.Alignment  The vertical alignment of layers in their cells. Default "fill".
---@field sizeToFit ca.SizeToFit  The lengths of the layer itself that follow its sublayers. Default "none".
---@field sizeToFitCorner ca.SizeToFitCorner  The point of the layer's frame that stays fixed when `sizeToFit` changes its size: a corner, on the axes of the superlayer, or the layer's anchor point. Default "minXMinY".
local GridLayoutManager = {}

---Lays out a layer's sublayers, as the layer does when it is due.
---@param layer ca.Layer
function GridLayoutManager:layoutSublayersOfLayer(layer) end

---The preferred size of a layer with this manager.
---@param layer ca.Layer
---@return ca.Size?
function GridLayoutManager:preferredSizeOfLayer(layer) end

---Discards the cached layout of a layer.
---@param layer ca.Layer
function GridLayoutManager:invalidateLayoutOfLayer(layer) end

---@class (exact) ca.GridLayoutManager.Init
---@field columns? integer|(number|string)[]  The columns: a number of equal ones, or a list of points, "auto" and shares such as "1fr". Default a value.
---@field rows? integer|(number|string)[]  The rows, in the form of columns; further rows are as high as their layers. Default {}.
---@field columnSpacing? number  The space between columns, in points. Default 0.
---@field rowSpacing? number  The space between rows, in points. Default 0.
---@field padding? number|ca.Insets  The space kept free at the edges, in points: a number, or top, left, bottom, right, horizontal, vertical by name. Default 0.
---@field xAlignment? ca.Alignment  The horizontal alignment of layers in their cells. Default "fill".
---@field yAlignment? ca.Alignment  The vertical alignment of layers in their cells. Default "fill".
---@field sizeToFit? ca.SizeToFit  The lengths of the layer itself that follow its sublayers. Default "none".
---@field sizeToFitCorner? ca.SizeToFitCorner  The point of the layer's frame that stays fixed when `sizeToFit` changes its size: a corner, on the axes of the superlayer, or the layer's anchor point. Default "minXMinY".
---@field userInfo? table<string, any>  Keys of your own.

---@class ca.GridLayoutManager.Class
---@overload fun(init?: ca.GridLayoutManager.Init): ca.GridLayoutManager
---@field className string
local GridLayoutManagerClass = {}

---@class ca.State: ca.KeyedObject
---@field className string  The name of its class. Read-only.
---@field name string|false?  The name that layer:setState takes; a state without one cannot be set.
---@field basedOn string|false?  The name of the state that is applied first, one of the same layer's; nil for none.
---@field initial boolean  True if a player of files starts in this state. Only stored: no layer sets a state by itself. Default false.
---@field isInitial boolean  Reads initial.
---@field enabled boolean  True if the state's elements are applied. Default true.
---@field isEnabled boolean  Reads enabled.
---@field previousDelay number  The time in seconds after which a player of files returns to the state before. Only stored. Default 0. At least 0.
---@field nextDelay number  The time in seconds after which a player of files moves on to the next state. Only stored. Default 0. At least 0.
---@field elements ca.StateElement[]|false?  The changes, in the order in which they are made; at most 100,000.
local State = {}

---@class (exact) ca.State.Init
---@field name? string|false  The name that layer:setState takes; a state without one cannot be set.
---@field basedOn? string|false  The name of the state that is applied first, one of the same layer's; nil for none.
---@field initial? boolean  True if a player of files starts in this state. Only stored: no layer sets a state by itself. Default false.
---@field enabled? boolean  True if the state's elements are applied. Default true.
---@field previousDelay? number  The time in seconds after which a player of files returns to the state before. Only stored. Default 0. At least 0.
---@field nextDelay? number  The time in seconds after which a player of files moves on to the next state. Only stored. Default 0. At least 0.
---@field elements? ca.StateElement[]|false  The changes, in the order in which they are made; at most 100,000.
---@field userInfo? table<string, any>  Keys of your own.

---@class ca.State.Class
---@overload fun(init?: ca.State.Init): ca.State
---@field className string
local StateClass = {}

---@class ca.StateElement: ca.KeyedObject
---@field className string  The name of its class. Read-only.
---@field target ca.Layer|false?  The layer that is changed.
local StateElement = {}

---@class (exact) ca.StateElement.Init
---@field target? ca.Layer|false  The layer that is changed.
---@field userInfo? table<string, any>  Keys of your own.

---@class ca.StateElement.Class
---@field className string
local StateElementClass = {}

---@class ca.StateSetValue: ca.StateElement
---@field keyPath string|false?  The key path of the value, such as position.y.
---@field value any  The value that the key has in the state.
local StateSetValue = {}

---@class (exact) ca.StateSetValue.Init: ca.StateElement.Init
---@field keyPath? string|false  The key path of the value, such as position.y.
---@field value? any  The value that the key has in the state.

---@class ca.StateSetValue.Class: ca.StateElement.Class
---@overload fun(init?: ca.StateSetValue.Init): ca.StateSetValue
---@field className string
local StateSetValueClass = {}

---@class ca.StateAddAnimation: ca.StateElement
---@field key string|false?  The key under which the animation is added.
---@field animation ca.Animation|false?  The animation, of which a copy is added.
local StateAddAnimation = {}

---@class (exact) ca.StateAddAnimation.Init: ca.StateElement.Init
---@field key? string|false  The key under which the animation is added.
---@field animation? ca.Animation|false  The animation, of which a copy is added.

---@class ca.StateAddAnimation.Class: ca.StateElement.Class
---@overload fun(init?: ca.StateAddAnimation.Init): ca.StateAddAnimation
---@field className string
local StateAddAnimationClass = {}

---@class ca.StateRemoveAnimation: ca.StateElement
---@field key string|false?  The key of the animation to remove.
local StateRemoveAnimation = {}

---@class (exact) ca.StateRemoveAnimation.Init: ca.StateElement.Init
---@field key? string|false  The key of the animation to remove.

---@class ca.StateRemoveAnimation.Class: ca.StateElement.Class
---@overload fun(init?: ca.StateRemoveAnimation.Init): ca.StateRemoveAnimation
---@field className string
local StateRemoveAnimationClass = {}

---@class ca.StateTransition: ca.KeyedObject
---@field className string  The name of its class. Read-only.
---@field fromState string|false?  The name of the state before: "*" for any, "" or nil for the base. Default "*".
---@field toState string|false?  The name of the state after: "*" for any, "" or nil for the base. Default "*".
---@field elements ca.StateTransitionElement[]|false?  The animations of the keys; at most 100,000.
local StateTransition = {}

---@class (exact) ca.StateTransition.Init
---@field fromState? string|false  The name of the state before: "*" for any, "" or nil for the base. Default "*".
---@field toState? string|false  The name of the state after: "*" for any, "" or nil for the base. Default "*".
---@field elements? ca.StateTransitionElement[]|false  The animations of the keys; at most 100,000.
---@field userInfo? table<string, any>  Keys of your own.

---@class ca.StateTransition.Class
---@overload fun(init?: ca.StateTransition.Init): ca.StateTransition
---@field className string
local StateTransitionClass = {}

---@class ca.StateTransitionElement: ca.KeyedObject
---@field className string  The name of its class. Read-only.
---@field target ca.Layer|false?  The layer whose key is animated.
---@field key string|false?  The key path that is animated, and the key under which the animation is added.
---@field animation ca.Animation|false?  The animation, of which a copy is added.
---@field duration number  The duration in seconds; 0 stands for the animation's own. Default 0. At least 0.
---@field beginTime number  The delay in seconds after which the animation begins. Default 0. At least 0.
---@field enabled boolean  True if the animation runs. Default true.
---@field isEnabled boolean  Reads enabled.
local StateTransitionElement = {}

---@class (exact) ca.StateTransitionElement.Init
---@field target? ca.Layer|false  The layer whose key is animated.
---@field key? string|false  The key path that is animated, and the key under which the animation is added.
---@field animation? ca.Animation|false  The animation, of which a copy is added.
---@field duration? number  The duration in seconds; 0 stands for the animation's own. Default 0. At least 0.
---@field beginTime? number  The delay in seconds after which the animation begins. Default 0. At least 0.
---@field enabled? boolean  True if the animation runs. Default true.
---@field userInfo? table<string, any>  Keys of your own.

---@class ca.StateTransitionElement.Class
---@overload fun(init?: ca.StateTransitionElement.Init): ca.StateTransitionElement
---@field className string
local StateTransitionElementClass = {}

---Blurs evenly, as out of focus, and grows by three radii.
---@class (exact) ca.Filter.CIGaussianBlur
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  The standard deviation of the blur, in points. Default 10. 0 to 100.

---Makes each pixel the mean of a square about it.
---@class (exact) ca.Filter.CIBoxBlur
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  Half the side of the square, in points. Default 10. 1 to 100.

---Makes each pixel the mean of a disc about it, as a lens out of focus does.
---@class (exact) ca.Filter.CIDiscBlur
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  The radius of the disc, in points. Default 8. 0 to 100.

---Blurs along a line, as a camera that moves.
---@class (exact) ca.Filter.CIMotionBlur
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  Half the length of the line, in points. Default 20.
---@field inputAngle? number  The direction of the line. In radians. Default 0.

---Blurs along rays, as a camera that zooms.
---@class (exact) ca.Filter.CIZoomBlur
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  Where the rays meet, in points of the bounds. Default {150, 150}.
---@field inputAmount? number  How far each pixel is drawn out along its ray: 200 as far as the centre; negative amounts go outwards. Default 20. -200 to 200.

---Makes each pixel the median of the nine about it, which removes specks.
---@class (exact) ca.Filter.CIMedianFilter
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Smooths what hardly differs from its surroundings, and sharpens the rest.
---@class (exact) ca.Filter.CINoiseReduction
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputNoiseLevel? number  The difference below which something counts as noise. In fraction. Default 0.02.
---@field inputSharpness? number  How much the rest is sharpened. Default 0.4.

---Makes bright parts larger: each pixel becomes the brightest of a disc about it.
---@class (exact) ca.Filter.CIMorphologyMaximum
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  The radius of the disc, in points. Default 0. 0 to 500.

---Makes dark parts larger: each pixel becomes the darkest of a disc about it.
---@class (exact) ca.Filter.CIMorphologyMinimum
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  The radius of the disc, in points. Default 0. 0 to 500.

---Sharpens by the difference from the blurred picture.
---@class (exact) ca.Filter.CIUnsharpMask
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  The standard deviation of the blur, in points. Default 2.5.
---@field inputIntensity? number  How much of the difference is added. Default 0.5.

---Sharpens the brightness alone, so that colours do not fringe.
---@class (exact) ca.Filter.CISharpenLuminance
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputSharpness? number  How much of the difference from the blurred brightness is added. Default 0.4.
---@field inputRadius? number  The standard deviation of the blur, in points. Default 1.69.

---Lets bright parts glow.
---@class (exact) ca.Filter.CIBloom
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  The standard deviation of the blur, in points. Default 10.
---@field inputIntensity? number  From 0, the picture as it is, to 1. Default 0.5.

---Dulls bright parts.
---@class (exact) ca.Filter.CIGloom
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  The standard deviation of the blur, in points. Default 10.
---@field inputIntensity? number  From 0, the picture as it is, to 1. Default 0.5.

---Changes saturation, then brightness, then contrast.
---@class (exact) ca.Filter.CIColorControls
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputSaturation? number  How far colours are from grey: 0 is grey, 1 is no change. Default 1. 0 to 2.
---@field inputBrightness? number  What is added to red, green and blue. Default 0. -1 to 1.
---@field inputContrast? number  How far colours are from middle grey: 1 is no change. Default 1. 0 to 4.

---Brightens by stops: each doubles the light.
---@class (exact) ca.Filter.CIExposureAdjust
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputEV? number  The stops; negative ones darken. Default 0. -100 to 100.

---Raises red, green and blue to a power: changes the middle tones most.
---@class (exact) ca.Filter.CIGammaAdjust
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputPower? number  The power: below 1 brightens, above 1 darkens. Default 1. 0 to 10.

---Turns all hues by an angle; luminance stays.
---@class (exact) ca.Filter.CIHueAdjust
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputAngle? number  The angle, in radians, in the plane of I and Q of television's YIQ. Default 0.

---Changes saturation, most where there is little.
---@class (exact) ca.Filter.CIVibrance
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputAmount? number  How much: negative values take colour away. Default 0. -1 to 1.

---Makes white a given colour, and all others in proportion.
---@class (exact) ca.Filter.CIWhitePointAdjust
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputColor? ca.ColorLike  What becomes of white; its alpha is ignored. Default {1, 1, 1, 1}. 0 to 1.

---Changes the colour of the light, from one temperature to another.
---@class (exact) ca.Filter.CITemperatureAndTint
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputNeutral? number[]|string  The light now: its temperature in kelvins, from 1,667 to 25,000, and its tint, from −150 (green) to 150. Default {6500, 0}.
---@field inputTargetNeutral? number[]|string  The light wanted, in the same numbers. Default {6500, 0}.

---Maps red, green and blue by a smooth curve through five points.
---@class (exact) ca.Filter.CIToneCurve
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputPoint0? number[]|string  The first point: what a value becomes. Darker values become the same. In fraction. Default {0, 0}. 0 to 1.
---@field inputPoint1? number[]|string  The second point. In fraction. Default {0.25, 0.25}. 0 to 1.
---@field inputPoint2? number[]|string  The third point. In fraction. Default {0.5, 0.5}. 0 to 1.
---@field inputPoint3? number[]|string  The fourth point. In fraction. Default {0.75, 0.75}. 0 to 1.
---@field inputPoint4? number[]|string  The last point: brighter values become the same. In fraction. Default {1, 1}. 0 to 1.

---Makes each part of a colour from all parts, not premultiplied. Alpha is clamped.
---@class (exact) ca.Filter.CIColorMatrix
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRVector? number[]|string  What the new red takes of red, green, blue and alpha. Default {1, 0, 0, 0}.
---@field inputGVector? number[]|string  What the new green takes of them. Default {0, 1, 0, 0}.
---@field inputBVector? number[]|string  What the new blue takes of them. Default {0, 0, 1, 0}.
---@field inputAVector? number[]|string  What the new alpha takes of them. Default {0, 0, 0, 1}.
---@field inputBiasVector? number[]|string  What is added to red, green, blue and alpha. Default {0, 0, 0, 0}.

---Limits red, green, blue and alpha to a range each.
---@class (exact) ca.Filter.CIColorClamp
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputMinComponents? number[]|string  The least red, green, blue and alpha. Default {0, 0, 0, 0}.
---@field inputMaxComponents? number[]|string  The greatest of each, where that is not below the least. Default {1, 1, 1, 1}.

---Makes each part of a colour a cubic polynomial of itself.
---@class (exact) ca.Filter.CIColorPolynomial
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRedCoefficients? number[]|string  The new red: what is added, and the factors of r, r² and r³. Default {0, 1, 0, 0}.
---@field inputGreenCoefficients? number[]|string  The same for green. Default {0, 1, 0, 0}.
---@field inputBlueCoefficients? number[]|string  The same for blue. Default {0, 1, 0, 0}.
---@field inputAlphaCoefficients? number[]|string  The same for alpha, which is clamped. Default {0, 1, 0, 0}.

---Makes red, green and blue 1 where they reach a threshold, and else 0.
---@class (exact) ca.Filter.CIColorThreshold
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputThreshold? number  The least value that becomes 1. In fraction. Default 0.5. 0 to 1.

---Darkens what is bright and brightens what is dark.
---@class (exact) ca.Filter.CIHighlightShadowAdjust
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputHighlightAmount? number  What is left of the brightest: 1 is no change. Default 1. 0.3 to 1.
---@field inputShadowAmount? number  How much dark parts are brightened; negative values darken them. Default 0. -1 to 1.
---@field inputRadius? number  Of no effect: each pixel is judged by its own light. In points. Default 0. 0 to 10.

---Changes saturation, as Core Animation's filter of this name.
---@class (exact) ca.Filter.colorSaturate
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputAmount? number  0 is grey, 1 is no change. Default 1. 0 to 100.

---Turns all hues, as Core Animation's filter of this name and hue-rotate() of CSS: by a third, red becomes green.
---@class (exact) ca.Filter.colorHueRotate
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputAngle? number  The angle, in radians. Default 0.

---Multiplies with a colour, as Core Animation's filter of this name.
---@class (exact) ca.Filter.multiplyColor
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputColor? ca.ColorLike  The colour, with its alpha. Default {1, 1, 1, 1}. 0 to 1.

---Changes contrast, as Core Animation's filter of this name and contrast() of CSS.
---@class (exact) ca.Filter.colorContrast
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputAmount? number  How far colours are from middle grey: 1 is no change. Default 1. 0 to 100.

---Changes brightness, as Core Animation's filter of this name.
---@class (exact) ca.Filter.colorBrightness
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputAmount? number  What is added to red, green and blue. Default 0. -1 to 1.

---Turns each colour into its opposite.
---@class (exact) ca.Filter.CIColorInvert
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Makes all colours shades of one.
---@class (exact) ca.Filter.CIColorMonochrome
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputColor? ca.ColorLike  What becomes of white; its alpha is ignored. Default {0.6, 0.45, 0.3, 1}. 0 to 1.
---@field inputIntensity? number  How much of the effect: 0 is no change. In fraction. Default 1. 0 to 1.

---Makes colours brown, as in old photographs.
---@class (exact) ca.Filter.CISepiaTone
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputIntensity? number  How much of the effect: 0 is no change. In fraction. Default 1. 0 to 1.

---Leaves few levels of red, green and blue.
---@class (exact) ca.Filter.CIColorPosterize
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputLevels? number  How many levels. Default 6. 2 to 30.

---Maps dark to one colour and bright to another.
---@class (exact) ca.Filter.CIFalseColor
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputColor0? ca.ColorLike  What becomes of black; its alpha is ignored. Default {0.3, 0, 0, 1}. 0 to 1.
---@field inputColor1? ca.ColorLike  What becomes of white; its alpha is ignored. Default {1, 0.9, 0.8, 1}. 0 to 1.

---Maps luminance to the colours of a picture, from its left to its right.
---@class (exact) ca.Filter.CIColorMap
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputGradientImage ca.ImageLike  The picture: of its middle row the colours are taken, without their alpha.

---Maps colours by a table with red, green and blue as its sides.
---@class (exact) ca.Filter.CIColorCube
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCubeDimension? number  How many colours a side has. Default 2. 2 to 128.
---@field inputCubeData number[]|string  Four numbers for each colour, premultiplied red, green, blue and alpha: red counts fastest, then green.

---Makes a white picture, as opaque as the input is bright.
---@class (exact) ca.Filter.CIMaskToAlpha
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Makes a grey of the largest of red, green and blue.
---@class (exact) ca.Filter.CIMaximumComponent
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Makes a grey of the smallest of red, green and blue.
---@class (exact) ca.Filter.CIMinimumComponent
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Darkens towards the corners.
---@class (exact) ca.Filter.CIVignette
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  How far the bright part reaches, in halves of the picture's diagonal. Default 1. 0 to 2.
---@field inputIntensity? number  How dark the corners become; negative values brighten them. Default 0. -1 to 1.

---Darkens around a disc.
---@class (exact) ca.Filter.CIVignetteEffect
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The disc's centre, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  The disc's radius, in points. Default 150. 0 to 10000.
---@field inputIntensity? number  How dark it becomes outside; negative values brighten. Default 1. -1 to 1.
---@field inputFalloff? number  How wide the change is, in diameters of the disc. In fraction. Default 0.5. 0 to 1.

---Black and white.
---@class (exact) ca.Filter.CIPhotoEffectMono
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Black and white with high contrast.
---@class (exact) ca.Filter.CIPhotoEffectNoir
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Black and white with low contrast.
---@class (exact) ca.Filter.CIPhotoEffectTonal
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Strong colours and contrast, as on slides.
---@class (exact) ca.Filter.CIPhotoEffectChrome
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Weak colours, and no deep blacks, as in a print that hung in the sun.
---@class (exact) ca.Filter.CIPhotoEffectFade
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Warm and pale, as from an instant camera.
---@class (exact) ca.Filter.CIPhotoEffectInstant
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Cool shadows and green lights, as film developed in the wrong bath.
---@class (exact) ca.Filter.CIPhotoEffectProcess
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Warm, with soft shadows, as an old print.
---@class (exact) ca.Filter.CIPhotoEffectTransfer
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Shows luminance as a camera for heat: from black over blue, red and yellow to white.
---@class (exact) ca.Filter.CIThermal
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Shows luminance as an X-ray picture: inverted, a little blue.
---@class (exact) ca.Filter.CIXRay
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Adds noise to each pixel of the raster, so that levels do not show.
---@class (exact) ca.Filter.CIDither
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputIntensity? number  How far apart the noise's extremes are. Default 0.1. 0 to 5.

---Draws pixels towards a centre.
---@class (exact) ca.Filter.CIPinchDistortion
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  How far from the centre pixels move, in points. Default 300. 0 to 1000.
---@field inputScale? number  How strongly: 0 changes nothing. Default 0.5. 0 to 2.

---Makes a round bump, or a dent.
---@class (exact) ca.Filter.CIBumpDistortion
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  How far from the centre pixels move, in points. Default 300. 0 to 100000.
---@field inputScale? number  How high the bump is; a negative one is a dent. Default 0.5. -1 to 1.

---Makes a long bump, or a groove, along a line.
---@class (exact) ca.Filter.CIBumpDistortionLinear
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  A place on the line, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  How far from the line pixels move, in points. Default 300. 0 to 100000.
---@field inputAngle? number  The line's direction. In radians. Default 0.
---@field inputScale? number  How high the bump is; a negative one is a groove. Default 0.5. -1 to 1.

---Turns pixels about a centre, the more the nearer they are.
---@class (exact) ca.Filter.CITwirlDistortion
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  How far from the centre pixels move, in points. Default 300. 0 to 100000.
---@field inputAngle? number  How far the centre turns. In radians. Default 3.141592653589793. -12.566370614359172 to 12.566370614359172.

---Turns pixels about a centre many times, as a whirlpool does.
---@class (exact) ca.Filter.CIVortexDistortion
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  How far from the centre pixels move, in points. Default 300. 0 to 100000.
---@field inputAngle? number  How far the centre turns. In radians. Default 56.548667764616276.

---Makes a round hole and pushes what was there outwards.
---@class (exact) ca.Filter.CIHoleDistortion
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  The hole's radius, in points. Default 150. 0 to 100000.

---Draws the colours at a circle's rim outwards.
---@class (exact) ca.Filter.CICircleSplashDistortion
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  The circle's radius, in points. Default 150. 0 to 100000.

---Shows what lies behind a ring of glass.
---@class (exact) ca.Filter.CITorusLensDistortion
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  The radius of the ring's middle, in points. Default 160. 0 to 100000.
---@field inputWidth? number  The thickness of the ring, in points. Default 80. 0 to 100000.
---@field inputRefraction? number  How strongly the glass bends light: 1 changes nothing. Default 1.7. 0.1 to 5.

---Shows what lies behind a pane with a texture.
---@class (exact) ca.Filter.CIGlassDistortion
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputTexture ca.ImageLike  Its red moves pixels along x, its green along y; half of either moves nothing. Repeated in both directions.
---@field inputCenter? ca.PointLike  Where a corner of the texture lies, in points of the bounds. Default {150, 150}.
---@field inputScale? number  How far the texture moves pixels at most, in points; twice that between its ends. Default 200. 0 to 500.

---Moves each pixel as a second picture says.
---@class (exact) ca.Filter.CIDisplacementDistortion
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputDisplacementImage ca.ImageLike  Its red moves pixels along x, its green along y; half of either moves nothing. Stretched over the bounds.
---@field inputScale? number  How far apart pixels of black and of white are read, in points. Default 50. 0 to 1000.

---Bends the picture around a circle, its upper edge inside.
---@class (exact) ca.Filter.CICircularWrap
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  The radius of the circle inside, in points. Default 150. 0 to 100000.
---@field inputAngle? number  Where the picture's left edge lies. In radians. Default 0.

---Draws the colours at a circle's rim outwards in a spiral.
---@class (exact) ca.Filter.CILightTunnel
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputRadius? number  The circle's radius, in points. Default 100. 0 to 100000.
---@field inputRotation? number  How far a radius' distance outwards turns. In radians. Default 0. -100 to 100.

---Repeats and mirrors a sector around a centre.
---@class (exact) ca.Filter.CIKaleidoscope
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCount? number  How many times the sector and its mirror image appear; a whole number. Default 6. 1 to 64.
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputAngle? number  Where the sector begins. In radians. Default 0.

---Moves, turns, scales and shears the picture.
---@class (exact) ca.Filter.CIAffineTransform
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputTransform? ca.TransformLike  The transform, about the origin of the bounds' coordinates. Default {1, 0, 0, 1, 0, 0}.

---Shows the picture in perspective, its corners at four points.
---@class (exact) ca.Filter.CIPerspectiveTransform
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputTopLeft? ca.PointLike  Where the bounds' upper left corner goes. In points. Default {118, 163}.
---@field inputTopRight? ca.PointLike  Where the bounds' upper right corner goes. In points. Default {646, 140}.
---@field inputBottomRight? ca.PointLike  Where the bounds' lower right corner goes. In points. Default {548, 507}.
---@field inputBottomLeft? ca.PointLike  Where the bounds' lower left corner goes. In points. Default {155, 494}.

---Leaves what lies in a rectangle.
---@class (exact) ca.Filter.CICrop
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRectangle? ca.RectLike  What is left, in points of the bounds: x, y, width, height. Default {0, 0, 300, 300}.

---Shows luminance by black and white dots of different sizes.
---@class (exact) ca.Filter.CIDotScreen
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  A point of the pattern's middle, in points of the bounds. Default {150, 150}.
---@field inputAngle? number  The pattern's direction, in radians. Default 0.
---@field inputWidth? number  From one part of the pattern to the next, in points. Default 6. 2 to 50.
---@field inputSharpness? number  How sharp the edges of the pattern are. In fraction. Default 0.7. 0 to 1.

---Shows luminance by black and white lines of different widths.
---@class (exact) ca.Filter.CILineScreen
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  A point of the pattern's middle, in points of the bounds. Default {150, 150}.
---@field inputAngle? number  The pattern's direction, in radians. Default 0.
---@field inputWidth? number  From one part of the pattern to the next, in points. Default 6. 2 to 50.
---@field inputSharpness? number  How sharp the edges of the pattern are. In fraction. Default 0.7. 0 to 1.

---Shows luminance by black and white lines that cross.
---@class (exact) ca.Filter.CIHatchedScreen
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  A point of the pattern's middle, in points of the bounds. Default {150, 150}.
---@field inputAngle? number  The pattern's direction, in radians. Default 0.
---@field inputWidth? number  From one part of the pattern to the next, in points. Default 6. 2 to 50.
---@field inputSharpness? number  How sharp the edges of the pattern are. In fraction. Default 0.7. 0 to 1.

---Shows luminance by black and white rings of different widths.
---@class (exact) ca.Filter.CICircularScreen
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  A point of the pattern's middle, in points of the bounds. Default {150, 150}.
---@field inputWidth? number  From one part of the pattern to the next, in points. Default 6. 2 to 50.
---@field inputSharpness? number  How sharp the edges of the pattern are. In fraction. Default 0.7. 0 to 1.

---Prints the picture in dots of cyan, magenta, yellow and black.
---@class (exact) ca.Filter.CICMYKHalftone
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  A point in the middle of a dot of each ink, in points of the bounds. Default {150, 150}.
---@field inputWidth? number  From one dot to the next, in points. Default 6. 2 to 100.
---@field inputAngle? number  The direction of the yellow dots, in radians; the others are turned against them. Default 0.
---@field inputSharpness? number  How sharp the edges of the pattern are. In fraction. Default 0.7. 0 to 1.
---@field inputGCR? number  How much black ink is printed where the three others have grey in common. In fraction. Default 1. 0 to 1.
---@field inputUCR? number  How much of that grey is taken away from the three others. In fraction. Default 0.5. 0 to 1.

---Shows the picture in large squares of its mean colours.
---@class (exact) ca.Filter.CIPixellate
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The middle of a cell, in points of the bounds. Default {150, 150}.
---@field inputScale? number  The side of a square, in points. Default 8. 1 to 100.

---Shows the picture in hexagons of its mean colours.
---@class (exact) ca.Filter.CIHexagonalPixellate
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The middle of a cell, in points of the bounds. Default {150, 150}.
---@field inputScale? number  The distance of a hexagon's opposite sides, in points. Default 8. 1 to 100.

---Shows the picture in polygons of its mean colours.
---@class (exact) ca.Filter.CICrystallize
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  The mean distance of neighbouring polygons, in points. Default 20. 1 to 100.
---@field inputCenter? ca.PointLike  A corner of the grid that the polygons are scattered from, in points of the bounds. Default {150, 150}.

---Shows the picture in dots of its mean colours, over nothing.
---@class (exact) ca.Filter.CIPointillize
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  The diameter and mean distance of the dots, in points. Default 20. 1 to 100.
---@field inputCenter? ca.PointLike  A corner of the grid that the dots are scattered from, in points of the bounds. Default {150, 150}.

---Shows where colours change, on black.
---@class (exact) ca.Filter.CIEdges
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputIntensity? number  By how much edges are brightened. Default 1. 0 to 10.

---Draws the picture's edges in white, on nothing.
---@class (exact) ca.Filter.CIEdgeWork
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputRadius? number  How soft the edges are, in points: the deviation of a blur before. Default 3. 0 to 20.

---Makes a drawing: six levels of luminance, and edges in black.
---@class (exact) ca.Filter.CIComicEffect
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Draws the picture's edges in black, on nothing.
---@class (exact) ca.Filter.CILineOverlay
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputNRNoiseLevel? number  The difference from its surroundings up to which a pixel is noise. Default 0.07. 0 to 0.1.
---@field inputNRSharpness? number  By how much what is no noise is sharpened. Default 0.71. 0 to 2.
---@field inputEdgeIntensity? number  By how much edges are raised. Default 1. 0 to 200.
---@field inputThreshold? number  The height from which an edge is drawn. Default 0.1. 0 to 1.
---@field inputContrast? number  How sharp the difference of drawn edges and others is. Default 50. 0.25 to 200.

---Makes each pixel of the raster the sum of its neighbours by nine weights.
---@class (exact) ca.Filter.CIConvolution3X3
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputWeights? number[]|string  The weights of the nine pixels, by rows from the top left; of premultiplied colours and alpha. Default {0, 0, 0, 0, 1, 0, 0, 0, 0}.
---@field inputBias? number  What is added to premultiplied red, green, blue and alpha. Default 0.

---Shows the picture where a mask is bright, and the background where it is dark.
---@class (exact) ca.Filter.CIBlendWithMask
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputMaskImage ca.ImageLike  The mask, stretched over the bounds. Outside of them the background shows.

---Shows the picture where a mask is opaque, and the background where it is not.
---@class (exact) ca.Filter.CIBlendWithAlphaMask
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputMaskImage ca.ImageLike  The mask, stretched over the bounds. Outside of them the background shows.

---Fills the bounds with a colour.
---@class (exact) ca.Filter.CIConstantColorGenerator
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputColor? ca.ColorLike  The colour. Default {1, 0, 0, 1}. 0 to 1.

---Fills the bounds with squares of two colours.
---@class (exact) ca.Filter.CICheckerboardGenerator
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  A corner of squares, in points of the bounds. Default {150, 150}.
---@field inputColor0? ca.ColorLike  The first colour: that of the squares right below the centre. Default {1, 1, 1, 1}. 0 to 1.
---@field inputColor1? ca.ColorLike  The second colour. Default {0, 0, 0, 1}. 0 to 1.
---@field inputWidth? number  The side of a square, in points. Default 80. 0 to 10000.
---@field inputSharpness? number  How sharp the edges are. In fraction. Default 1. 0 to 1.

---Fills the bounds with upright stripes of two colours.
---@class (exact) ca.Filter.CIStripesGenerator
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  A point where a stripe begins, in points of the bounds. Default {150, 150}.
---@field inputColor0? ca.ColorLike  The first colour: that of the stripe right of the centre. Default {1, 1, 1, 1}. 0 to 1.
---@field inputColor1? ca.ColorLike  The second colour. Default {0, 0, 0, 1}. 0 to 1.
---@field inputWidth? number  The width of a stripe, in points. Default 80. 0 to 10000.
---@field inputSharpness? number  How sharp the edges are. In fraction. Default 1. 0 to 1.

---Fills the bounds with noise: red, green, blue and alpha of each pixel of the raster, always the same.
---@class (exact) ca.Filter.CIRandomGenerator
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Fills the bounds from one colour to another, along a line.
---@class (exact) ca.Filter.CILinearGradient
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputPoint0? ca.PointLike  Where the first colour ends, in points of the bounds. Default {0, 0}.
---@field inputPoint1? ca.PointLike  Where the second colour begins. In points. Default {200, 200}.
---@field inputColor0? ca.ColorLike  The first colour: that of the side of the first point. Default {1, 1, 1, 1}. 0 to 1.
---@field inputColor1? ca.ColorLike  The second colour. Default {0, 0, 0, 1}. 0 to 1.

---Fills the bounds from one colour to another, from a circle to another around it.
---@class (exact) ca.Filter.CIRadialGradient
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputRadius0? number  The radius where the first colour ends, in points. Default 5. 0 to 10000.
---@field inputRadius1? number  The radius where the second colour begins, in points. Default 100. 0 to 10000.
---@field inputColor0? ca.ColorLike  The first colour: that of the centre. Default {1, 1, 1, 1}. 0 to 1.
---@field inputColor1? ca.ColorLike  The second colour. Default {0, 0, 0, 1}. 0 to 1.

---Fills the bounds with a soft spot.
---@class (exact) ca.Filter.CIGaussianGradient
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The centre, in points of the bounds. Default {150, 150}.
---@field inputColor0? ca.ColorLike  The colour of the centre. Default {1, 1, 1, 1}. 0 to 1.
---@field inputColor1? ca.ColorLike  The colour far from it. Default {0, 0, 0, 0}. 0 to 1.
---@field inputRadius? number  The spot's radius, in points: three times its standard deviation. Default 300. 0 to 10000.

---Fades from one picture to the other.
---@class (exact) ca.Filter.CIDissolveTransition
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputTime? number  How far the transition is: 0 shows the first picture, 1 the second. In fraction. Default 0. 0 to 1.

---Wipes one picture away by the other, with a soft edge.
---@class (exact) ca.Filter.CISwipeTransition
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputExtent? ca.RectLike  The area over which it goes, in points of the bounds; an empty one is that of the picture. Default {0, 0, 0, 0}.
---@field inputColor? ca.ColorLike  The colour of the edge. Default {1, 1, 1, 1}. 0 to 1.
---@field inputTime? number  How far the transition is: 0 shows the first picture, 1 the second. In fraction. Default 0. 0 to 1.
---@field inputAngle? number  Where the edge moves. In radians. Default 0.
---@field inputWidth? number  The edge's width, in points. Default 300. 0 to 100000.
---@field inputOpacity? number  How much of the colour is seen. In fraction. Default 0. 0 to 1.

---Draws one picture off the other in bars, one after the other.
---@class (exact) ca.Filter.CIBarsSwipeTransition
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputExtent? ca.RectLike  The area over which it goes, in points of the bounds; an empty one is that of the picture. Default {0, 0, 0, 0}.
---@field inputAngle? number  Where the bars move. In radians. Default 3.141592653589793.
---@field inputWidth? number  The width of a bar, in points. Default 30. 2 to 1000.
---@field inputTime? number  How far the transition is: 0 shows the first picture, 1 the second. In fraction. Default 0. 0 to 1.
---@field inputBarOffset? number  How far a bar is ahead of the next, in points. Default 10. -1000 to 1000.

---Shows one picture through holes of the other that grow.
---@class (exact) ca.Filter.CIModTransition
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  The middle of a hole, in points of the bounds. Default {150, 150}.
---@field inputTime? number  How far the transition is: 0 shows the first picture, 1 the second. In fraction. Default 0. 0 to 1.
---@field inputAngle? number  How far the pattern is turned. In radians. Default 2.
---@field inputRadius? number  Half the distance between holes in the middle, in points. Default 150. 1 to 10000.
---@field inputCompression? number  At which distance holes are twice as large, in points. Default 300. 1 to 100000.

---Shows one picture behind a wave that runs over the other.
---@class (exact) ca.Filter.CIRippleTransition
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputShadingImage? ca.ImageLike  Light on the wave, by the slope: in the middle that of none.
---@field inputCenter? ca.PointLike  Where the wave begins, in points of the bounds. Default {150, 150}.
---@field inputExtent? ca.RectLike  The area over which it goes, in points of the bounds; an empty one is that of the picture. Default {0, 0, 0, 0}.
---@field inputTime? number  How far the transition is: 0 shows the first picture, 1 the second. In fraction. Default 0. 0 to 1.
---@field inputWidth? number  The width of the wave, in points. Default 100. 1 to 100000.
---@field inputScale? number  How far the wave moves pixels, in points. Default 50. -1000 to 1000.

---Lights up, and fades into the other picture.
---@class (exact) ca.Filter.CIFlashTransition
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputCenter? ca.PointLike  Where the light begins, in points of the bounds. Default {150, 150}.
---@field inputExtent? ca.RectLike  The area over which it goes, in points of the bounds; an empty one is that of the picture. Default {0, 0, 0, 0}.
---@field inputColor? ca.ColorLike  The light's colour. Default {1, 0.8, 0.6, 1}. 0 to 1.
---@field inputTime? number  How far the transition is: 0 shows the first picture, 1 the second. In fraction. Default 0. 0 to 1.
---@field inputMaxStriationRadius? number  How far the rays reach, where 1 is the farthest corner. Default 2.58. 0 to 10.
---@field inputStriationStrength? number  How much longer rays are than what is between them. In fraction. Default 0.5. 0 to 3.
---@field inputStriationContrast? number  How sharply rays are told apart. Default 1.375. 0 to 5.
---@field inputFadeThreshold? number  Which part of the time it lights up; then it fades. In fraction. Default 0.85. 0 to 1.

---Shows one picture behind a bar of light that runs over the other.
---@class (exact) ca.Filter.CICopyMachineTransition
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputExtent? ca.RectLike  The area over which it goes, in points of the bounds; an empty one is that of the picture. Default {0, 0, 0, 0}.
---@field inputColor? ca.ColorLike  The light's colour. Default {0.6, 1, 0.8, 1}. 0 to 1.
---@field inputTime? number  How far the transition is: 0 shows the first picture, 1 the second. In fraction. Default 0. 0 to 1.
---@field inputAngle? number  Where the light moves. In radians. Default 0.
---@field inputWidth? number  The bar's width, in points. Default 200. 0 to 100000.
---@field inputOpacity? number  How bright the light is. Default 1.3. 0 to 3.

---Takes one picture off the other by the brightness of a mask, where it is white first.
---@class (exact) ca.Filter.CIDisintegrateWithMaskTransition
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputMaskImage ca.ImageLike  The mask, stretched over the bounds.
---@field inputTime? number  How far the transition is: 0 shows the first picture, 1 the second. In fraction. Default 0. 0 to 1.
---@field inputShadowRadius? number  How soft the shadow is, in points. Default 8. 0 to 50.
---@field inputShadowDensity? number  How dark the shadow is. In fraction. Default 0.65. 0 to 1.
---@field inputShadowOffset? number[]|string  Where the shadow falls, in points: to the right and down. Default {0, 10}. -1000 to 1000.

---Turns one picture like a page, and shows the other below.
---@class (exact) ca.Filter.CIPageCurlTransition
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean
---@field inputExtent? ca.RectLike  The area over which it goes, in points of the bounds; an empty one is that of the picture. Default {0, 0, 0, 0}.
---@field inputBacksideImage? ca.ImageLike  The page's back, stretched over the bounds; without it the picture shines through white.
---@field inputTime? number  How far the transition is: 0 shows the first picture, 1 the second. In fraction. Default 0. 0 to 1.
---@field inputAngle? number  Where the page is rolled to. In radians. Default 0.
---@field inputRadius? number  How round the page is rolled, in points. Default 100. 0.01 to 400.

---Combines the layer with its backdrop: normal.
---@class (exact) ca.Filter.CINormalBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: multiply.
---@class (exact) ca.Filter.CIMultiplyBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: screen.
---@class (exact) ca.Filter.CIScreenBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: overlay.
---@class (exact) ca.Filter.CIOverlayBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: darken.
---@class (exact) ca.Filter.CIDarkenBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: lighten.
---@class (exact) ca.Filter.CILightenBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: colorDodge.
---@class (exact) ca.Filter.CIColorDodgeBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: colorBurn.
---@class (exact) ca.Filter.CIColorBurnBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: softLight.
---@class (exact) ca.Filter.CISoftLightBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: hardLight.
---@class (exact) ca.Filter.CIHardLightBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: difference.
---@class (exact) ca.Filter.CIDifferenceBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: exclusion.
---@class (exact) ca.Filter.CIExclusionBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: hue.
---@class (exact) ca.Filter.CIHueBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: saturation.
---@class (exact) ca.Filter.CISaturationBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: color.
---@class (exact) ca.Filter.CIColorBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: luminosity.
---@class (exact) ca.Filter.CILuminosityBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: subtract.
---@class (exact) ca.Filter.CISubtractBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: divide.
---@class (exact) ca.Filter.CIDivideBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: linearBurn.
---@class (exact) ca.Filter.CILinearBurnBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: linearDodge.
---@class (exact) ca.Filter.CILinearDodgeBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: pinLight.
---@class (exact) ca.Filter.CIPinLightBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: linearLight.
---@class (exact) ca.Filter.CILinearLightBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: vividLight.
---@class (exact) ca.Filter.CIVividLightBlendMode
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: normal.
---@class (exact) ca.Filter.CISourceOverCompositing
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: sourceIn.
---@class (exact) ca.Filter.CISourceInCompositing
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: sourceOut.
---@class (exact) ca.Filter.CISourceOutCompositing
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: sourceAtop.
---@class (exact) ca.Filter.CISourceAtopCompositing
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: destinationOver.
---@class (exact) ca.Filter.destOver
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: destinationIn.
---@class (exact) ca.Filter.destIn
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: destinationOut.
---@class (exact) ca.Filter.destOut
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: destinationAtop.
---@class (exact) ca.Filter.destAtop
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: xor.
---@class (exact) ca.Filter.xor
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: copy.
---@class (exact) ca.Filter.copy
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: clear.
---@class (exact) ca.Filter.clear
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: plusLighter.
---@class (exact) ca.Filter.CIAdditionCompositing
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: plusDarker.
---@class (exact) ca.Filter.plusD
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: maximum.
---@class (exact) ca.Filter.CIMaximumCompositing
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: minimum.
---@class (exact) ca.Filter.CIMinimumCompositing
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---Combines the layer with its backdrop: product.
---@class (exact) ca.Filter.CIMultiplyCompositing
---@field name? string  The name by which key paths refer to it.
---@field enabled? boolean

---@class ca.Path
local Path = {}

---Begins a subpath at a point.
---@param x number
---@param y number
---@return self
function Path:move(x, y) end
Path.moveToPoint = Path.move

---A line from the current point.
---@param x number
---@param y number
---@return self
function Path:addLine(x, y) end
Path.addLineToPoint = Path.addLine

---A curve with one control point from the current point.
---@param cx number
---@param cy number
---@param x number
---@param y number
---@return self
function Path:addQuadCurve(cx, cy, x, y) end
Path.addQuadCurveToPoint = Path.addQuadCurve

---A curve with two control points from the current point.
---@param c1x number
---@param c1y number
---@param c2x number
---@param c2y number
---@param x number
---@param y number
---@return self
function Path:addCurve(c1x, c1y, c2x, c2y, x, y) end
Path.addCurveToPoint = Path.addCurve

---An arc, with a line to its start; angles in radians, increasing unless `clockwise`.
---@param cx number
---@param cy number
---@param radius number
---@param startAngle number
---@param endAngle number
---@param clockwise? boolean
---@return self
function Path:addArc(cx, cy, radius, startAngle, endAngle, clockwise) end

---A rounded corner: an arc that touches the lines to the first point and from there to the second.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param radius number
---@return self
function Path:addArcTangent(x1, y1, x2, y2, radius) end
Path.addArcToPoint = Path.addArcTangent

---A rectangle as a subpath.
---@param rect ca.RectLike
---@return self
function Path:addRect(rect) end

---A rectangle with round corners as a subpath.
---@param rect ca.RectLike
---@param rx number
---@param ry? number
---@return self
function Path:addRoundedRect(rect, rx, ry) end

---The ellipse in a rect as a subpath.
---@param rect ca.RectLike
---@return self
function Path:addEllipse(rect) end
Path.addEllipseInRect = Path.addEllipse

---A subpath through points.
---@param points ca.PointLike[]
---@return self
function Path:addLines(points) end

---The elements of another path.
---@param path ca.PathLike
---@param transform? ca.TransformLike
---@return self
function Path:addPath(path, transform) end

---A line back to where the subpath began.
---@return self
function Path:closeSubpath() end
Path.close = Path.closeSubpath

---The box around all points, control points too.
---@return ca.Rect
function Path:boundingBox() end

---The box around the path itself; nil when it is empty.
---@return ca.Rect?
function Path:boundingBoxOfPath() end

---True if it has no elements.
---@return boolean
function Path:isEmpty() end

---True if a point is inside.
---@param point ca.PointLike
---@param fillRule? ca.PathFillRule
---@return boolean
function Path:contains(point, fillRule) end
Path.containsPoint = Path.contains

---The length along the path in points.
---@return number
function Path:length() end

---Where the next line begins; nil in an empty path.
---@return ca.Point?
function Path:currentPoint() end

---A path whose points are transformed.
---@param transform ca.TransformLike
---@return ca.Path
function Path:transformed(transform) end

---The part between two fractions of the length, from 0 to 1.
---@param from number
---@param to number
---@return ca.Path
function Path:trimmed(from, to) end

---SVG path data.
---@return string
function Path:svg() end

---A copy that can be changed.
---@return ca.Path
function Path:copy() end
Path.mutableCopy = Path.copy

---The area of both paths, with the curves of both.
---@param other ca.PathLike
---@param fillRule? ca.PathFillRule
---@return ca.Path
function Path:union(other, fillRule) end

---The area that lies in both paths.
---@param other ca.PathLike
---@param fillRule? ca.PathFillRule
---@return ca.Path
function Path:intersection(other, fillRule) end

---The area of this path without that of the other.
---@param other ca.PathLike
---@param fillRule? ca.PathFillRule
---@return ca.Path
function Path:subtracting(other, fillRule) end

---The area that lies in exactly one of the two paths.
---@param other ca.PathLike
---@param fillRule? ca.PathFillRule
---@return ca.Path
function Path:symmetricDifference(other, fillRule) end

---The same area without crossings; both fill rules agree on it.
---@param fillRule? ca.PathFillRule
---@return ca.Path
function Path:normalized(fillRule) end

---The area grown by a distance in points, or shrunk by a negative one.
---@param distance number
---@param options? ca.OffsetOptions
---@return ca.Path
function Path:offset(distance, options) end

---The area that a stroke of the path covers.
---@param style? ca.StrokeOptions
---@return ca.Path
function Path:stroked(style) end

---A path of fewer segments that looks the same at a tolerance in points.
---@param tolerance number
---@return ca.Path
function Path:simplified(tolerance) end

---The smallest convex polygon around the path.
---@return ca.Path
function Path:hull() end

---The point at a distance along the path, and the direction there, of length 1.
---@param length number
---@return ca.Point?
---@return ca.Point?
function Path:pointAtLength(length) end

---The point at a fraction of the length, and the direction there, of length 1.
---@param fraction number
---@return ca.Point?
---@return ca.Point?
function Path:pointAtFraction(fraction) end

---Points at even distances along the path, and the directions there, of length 1.
---@param count integer
---@return ca.Point[]
---@return ca.Point[]
function Path:pointsAlong(count) end

---The path at a fraction of the change into another one, also if their elements differ.
---@param other ca.PathLike
---@param fraction number
---@param options? ca.MorphOptions
---@return ca.Path
function Path:morphed(other, fraction, options) end

---The path as if drawn by hand, to be stroked: each line twice, its ends a little off.
---@param style? ca.SketchOptions
---@return ca.Path
function Path:sketched(style) end

---@class ca.Image
---@field width integer  The width in pixels.
---@field height integer  The height in pixels.
---@field scale number  Pixels per point.
---@field size ca.Size  The size in points.
---@field name string?  The name or file that it was read from.
local Image = {}

---Red, green, blue and alpha of a pixel, from 0 to 1; x and y count from 0 at the top left.
---@param x integer
---@param y integer
---@return number
---@return number
---@return number
---@return number
function Image:pixel(x, y) end

---A part of the image, in pixels.
---@param rect ca.RectLike
---@return ca.Image
function Image:crop(rect) end

---Straight RGBA bytes, top row first.
---@return string
function Image:pixels() end

---The bytes of a file in a format such as "png".
---@param format? string
---@param options? ca.EncodingOptions
---@return string
function Image:encode(format, options) end

---Writes the image into a file, whose format its extension names.
---@param path string
---@param options? ca.EncodingOptions
function Image:write(path, options) end

---The image's main colours, 5 by default, and their shares of its area; the largest first.
---@param count? integer
---@return ca.Color[]
---@return number[]
function Image:palette(count) end

---@class ca.Sprite
---@field name string  Its name in the sheet.
---@field image ca.Image  The image of the whole sheet.
---@field contentsRect ca.Rect  Its part of that image, in unit coordinates.
---@field rotated boolean  True if it is rotated in the sheet.
---@field trimmed boolean  True if its transparent edges were cut off.
---@field size ca.Size  Its size in points.
---@field offset ca.Point  The offset of its centre from that of the untrimmed picture, in points.
---@field frame ca.Rect  Its place in the untrimmed picture, in points.
---@field sourceSize ca.Size  The size of the untrimmed picture in points.
---@field duration number?  The time for which an animation shows it, in seconds; nil if the sheet states none.
---@field upright ca.Image  An image of it alone, turned upright.
local Sprite = {}

---@class ca.Package
---@field rootLayer ca.Layer  The layer to draw.
---@field kind string  `scene` or `wallpaper`.
---@field size ca.Size  The size of the root layer, in points.
---@field floors table<string, ca.Layer>  The root layers of a wallpaper's scenes: `Background`, `Floating`, `Foreground`.
---@field notes { file: string, line: integer, rule: string, message: string }[]  Remarks about what is not shown as the file says.
---@field wallpaperNames string[]  The names of the wallpapers in the file.
---@field wallpaperName string?  The name of the wallpaper that was read.
local Package = {}

---@class ca.AttributedString
---@field string string  The text alone.
---@field runs ca.TextRun[]  The runs with their attributes.
local AttributedString = {}

---@class ca.TimeLine
---@field name string  Its name, the key of its animations.
---@field duration number  The length of all its rounds, in seconds.
---@field labels table<string, number>  Its labels with their times, in seconds from its start.
local TimeLine = {}

---Changes values of the layers to these, from what they show then. A value may be a function of the layer and its
---number.
---@param layers ca.Layer|ca.Layer[]
---@param values ca.LineValues
---@param options? ca.LineOptions
---@return self
function TimeLine:to(layers, values, options) end

---Changes values of the layers from these to their own.
---@param layers ca.Layer|ca.Layer[]
---@param values ca.LineValues
---@param options? ca.LineOptions
---@return self
function TimeLine:from(layers, values, options) end

---Changes values of the layers from the first to the last.
---@param layers ca.Layer|ca.Layer[]
---@param first ca.LineValues
---@param last ca.LineValues
---@param options? ca.LineOptions
---@return self
function TimeLine:fromTo(layers, first, last, options) end

---Sets values of the layers at once; they stay.
---@param layers ca.Layer|ca.Layer[]
---@param values ca.LineValues
---@param at? number|string
---@return self
function TimeLine:set(layers, values, at) end

---Adds an animation of a layer, or another time line, which a duration speeds up or slows down.
---@overload fun(self: ca.TimeLine, line: ca.TimeLine, options?: {at?: number|string, duration?: number}): self
---@param animation ca.Animation
---@param layer ca.Layer
---@param options? ca.LineOptions
---@return self
function TimeLine:add(animation, layer, options) end

---Calls a function before each picture, with the fraction of the entry and the seconds in it; its changes are
---undone afterwards.
---@param draw fun(fraction: number, time: number)
---@param options? ca.LineOptions
---@return self
function TimeLine:run(draw, options) end

---Types the string of a text layer, character by character.
---@param layer ca.TextLayer
---@param options? ca.LineOptions
---@return self
function TimeLine:type(layer, options) end

---Puts a label at a place; by default at the end of everything so far.
---@param name string
---@param at? number|string
---@return self
function TimeLine:label(name, at) end

---Lengthens the time line by a pause.
---@param seconds number
---@return self
function TimeLine:hold(seconds) end

---Turns it into animations now, instead of before the first picture.
---@return self
function TimeLine:play() end

---Writes the last values into the layers and removes the animations.
function TimeLine:finish() end

---Removes the animations: the layers show their own values.
function TimeLine:remove() end

---The time of a label, in seconds.
---@param label string
---@return number
function TimeLine:time(label) end

---@class ca.Constraint
---@field attribute ca.ConstraintAttribute  The layer's attribute it sets.
---@field sourceName string  The layer that it follows: `superlayer` or a sibling's name.
---@field sourceAttribute ca.ConstraintAttribute  The source's attribute it follows.
---@field scale number  The factor.
---@field offset number  The offset in points.
local Constraint = {}

---@class ca.GraphicsContext
---@field ctm ca.Transform  The coordinates' transform.
---@field clipBounds ca.Rect  The bounding box of the clip.
---@field width number  The width of the drawing, in points.
---@field height number  The height of the drawing, in points.
---@field scale number  Pixels per point.
local GraphicsContext = {}

---Saves the state: transform, clip, colours and all other settings.
function GraphicsContext:saveGState() end

---Restores the state that was saved last.
function GraphicsContext:restoreGState() end

---Moves the coordinates.
---@param x number
---@param y? number
function GraphicsContext:translateBy(x, y) end
GraphicsContext.translateCTM = GraphicsContext.translateBy

---Scales the coordinates; y defaults to x.
---@param x number
---@param y? number
function GraphicsContext:scaleBy(x, y) end
GraphicsContext.scaleCTM = GraphicsContext.scaleBy

---Turns the coordinates by an angle in radians.
---@param angle number
function GraphicsContext:rotate(angle) end
GraphicsContext.rotateCTM = GraphicsContext.rotate
GraphicsContext.rotateBy = GraphicsContext.rotate

---Applies an affine transform to the coordinates.
---@param transform ca.TransformLike
function GraphicsContext:concatenate(transform) end
GraphicsContext.concatCTM = GraphicsContext.concatenate

---The colour of fills, or an image as a pattern.
---@param color ca.ColorLike|ca.Image
function GraphicsContext:setFillColor(color) end
GraphicsContext.setFillColorWithColor = GraphicsContext.setFillColor

---The colour of strokes, or an image as a pattern.
---@param color ca.ColorLike|ca.Image
function GraphicsContext:setStrokeColor(color) end
GraphicsContext.setStrokeColorWithColor = GraphicsContext.setStrokeColor

---The colour of fills by components from 0 to 1.
---@param red number
---@param green number
---@param blue number
---@param alpha? number
function GraphicsContext:setRGBFillColor(red, green, blue, alpha) end

---The colour of strokes by components from 0 to 1.
---@param red number
---@param green number
---@param blue number
---@param alpha? number
function GraphicsContext:setRGBStrokeColor(red, green, blue, alpha) end

---The grey of fills, from 0 to 1.
---@param gray number
---@param alpha? number
function GraphicsContext:setGrayFillColor(gray, alpha) end

---The grey of strokes, from 0 to 1.
---@param gray number
---@param alpha? number
function GraphicsContext:setGrayStrokeColor(gray, alpha) end

---Fills with an image, tiled from a rect.
---@param image ca.ImageLike
---@param rect? ca.RectLike
function GraphicsContext:setFillPattern(image, rect) end

---Strokes with an image, tiled from a rect.
---@param image ca.ImageLike
---@param rect? ca.RectLike
function GraphicsContext:setStrokePattern(image, rect) end

---The width of strokes in points.
---@param width number
function GraphicsContext:setLineWidth(width) end

---The form of the ends of lines.
---@param cap ca.LineCap
function GraphicsContext:setLineCap(cap) end

---The form of the corners of lines.
---@param join ca.LineJoin
function GraphicsContext:setLineJoin(join) end

---The ratio of miter length to line width above which a corner is bevelled.
---@param limit number
function GraphicsContext:setMiterLimit(limit) end

---Dashes and gaps in turn, in points; none for solid.
---@param phase? number
---@param lengths? number[]
function GraphicsContext:setLineDash(phase, lengths) end

---The opacity of all painting, from 0 to 1.
---@param alpha number
function GraphicsContext:setAlpha(alpha) end

---The blend mode of all painting.
---@param mode ca.BlendMode
function GraphicsContext:setBlendMode(mode) end

---The shadow of all painting; no arguments remove it.
---@param offset? ca.SizeLike
---@param blur? number
---@param color? ca.ColorLike|false
function GraphicsContext:setShadow(offset, blur, color) end
GraphicsContext.setShadowWithColor = GraphicsContext.setShadow

---The sampling of images.
---@param quality ca.InterpolationQuality
function GraphicsContext:setInterpolationQuality(quality) end

---Begins a group, which is painted as one picture with the current alpha, shadow and blend mode.
---@param rect? ca.RectLike
function GraphicsContext:beginTransparencyLayer(rect) end
GraphicsContext.beginTransparencyLayerWithRect = GraphicsContext.beginTransparencyLayer

---Ends the group and paints it.
function GraphicsContext:endTransparencyLayer() end

---Forgets the current path.
function GraphicsContext:beginPath() end

---Begins a subpath at a point.
---@param x number
---@param y number
function GraphicsContext:move(x, y) end
GraphicsContext.moveToPoint = GraphicsContext.move

---A line from the current point.
---@param x number
---@param y number
function GraphicsContext:addLine(x, y) end
GraphicsContext.addLineToPoint = GraphicsContext.addLine

---A curve with one control point from the current point.
---@param cx number
---@param cy number
---@param x number
---@param y number
function GraphicsContext:addQuadCurve(cx, cy, x, y) end
GraphicsContext.addQuadCurveToPoint = GraphicsContext.addQuadCurve

---A curve with two control points from the current point.
---@param c1x number
---@param c1y number
---@param c2x number
---@param c2y number
---@param x number
---@param y number
function GraphicsContext:addCurve(c1x, c1y, c2x, c2y, x, y) end
GraphicsContext.addCurveToPoint = GraphicsContext.addCurve

---An arc, with a line to its start; angles in radians, increasing unless `clockwise`.
---@param cx number
---@param cy number
---@param radius number
---@param startAngle number
---@param endAngle number
---@param clockwise? boolean
function GraphicsContext:addArc(cx, cy, radius, startAngle, endAngle, clockwise) end

---A rounded corner: an arc that touches the lines to the first point and from there to the second.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param radius number
function GraphicsContext:addArcTangent(x1, y1, x2, y2, radius) end
GraphicsContext.addArcToPoint = GraphicsContext.addArcTangent

---A rectangle as a subpath.
---@param rect ca.RectLike
function GraphicsContext:addRect(rect) end

---A rectangle with round corners as a subpath.
---@param rect ca.RectLike
---@param rx number
---@param ry? number
function GraphicsContext:addRoundedRect(rect, rx, ry) end

---The ellipse in a rect as a subpath.
---@param rect ca.RectLike
function GraphicsContext:addEllipse(rect) end
GraphicsContext.addEllipseInRect = GraphicsContext.addEllipse

---The elements of a path.
---@param path ca.PathLike
---@param transform? ca.TransformLike
function GraphicsContext:addPath(path, transform) end

---A subpath through points.
---@param points ca.PointLike[]
function GraphicsContext:addLines(points) end

---A line back to where the subpath began.
function GraphicsContext:closePath() end
GraphicsContext.closeSubpath = GraphicsContext.closePath

---The current path.
---@return ca.Path
function GraphicsContext:copyPath() end

---True if the current path has no elements.
---@return boolean
function GraphicsContext:isPathEmpty() end

---The box around the current path's points.
---@return ca.Rect
function GraphicsContext:pathBoundingBox() end

---Where the next line begins.
---@return ca.Point?
function GraphicsContext:pathCurrentPoint() end

---True if a point is inside the current path.
---@param point ca.PointLike
---@param fillRule? ca.PathFillRule
---@return boolean
function GraphicsContext:pathContainsPoint(point, fillRule) end

---Fills the current path and forgets it.
---@param fillRule? ca.PathFillRule
function GraphicsContext:fillPath(fillRule) end

---Strokes the current path and forgets it.
function GraphicsContext:strokePath() end

---Fills the current path by the even-odd rule and forgets it.
function GraphicsContext:eoFillPath() end

---Fills or strokes the current path, or both, and forgets it.
---@param mode ca.PathDrawingMode
function GraphicsContext:drawPath(mode) end

---Limits all painting to the current path, and forgets it.
---@param fillRule? ca.PathFillRule
function GraphicsContext:clip(fillRule) end

---Clips to the current path by the even-odd rule.
function GraphicsContext:eoClip() end

---Limits all painting to a rect.
---@param rect ca.RectLike
function GraphicsContext:clipTo(rect) end
GraphicsContext.clipToRect = GraphicsContext.clipTo

---Limits all painting to an image's alpha, shown in a rect.
---@param rect ca.RectLike
---@param image ca.ImageLike
function GraphicsContext:clipToMask(rect, image) end

---Fills a rect.
---@param rect ca.RectLike
function GraphicsContext:fill(rect) end
GraphicsContext.fillRect = GraphicsContext.fill

---Strokes a rect.
---@param rect ca.RectLike
---@param width? number
function GraphicsContext:stroke(rect, width) end
GraphicsContext.strokeRect = GraphicsContext.stroke
GraphicsContext.strokeRectWithWidth = GraphicsContext.stroke

---Strokes lines, each between two points of the list.
---@param points ca.PointLike[]
function GraphicsContext:strokeLineSegments(points) end

---Fills the ellipse in a rect.
---@param rect ca.RectLike
function GraphicsContext:fillEllipse(rect) end
GraphicsContext.fillEllipseInRect = GraphicsContext.fillEllipse

---Strokes the ellipse in a rect.
---@param rect ca.RectLike
function GraphicsContext:strokeEllipse(rect) end
GraphicsContext.strokeEllipseInRect = GraphicsContext.strokeEllipse

---Makes a rect transparent.
---@param rect ca.RectLike
function GraphicsContext:clear(rect) end
GraphicsContext.clearRect = GraphicsContext.clear

---Paints colours along a line.
---@param colors ca.ColorLike[]
---@param locations number[]?
---@param startPoint ca.PointLike
---@param endPoint ca.PointLike
---@param options? ca.GradientOptions
function GraphicsContext:drawLinearGradient(colors, locations, startPoint, endPoint, options) end

---Paints colours from one circle to another.
---@param colors ca.ColorLike[]
---@param locations number[]?
---@param startCenter ca.PointLike
---@param startRadius number
---@param endCenter ca.PointLike
---@param endRadius number
---@param options? ca.GradientOptions
function GraphicsContext:drawRadialGradient(colors, locations, startCenter, startRadius, endCenter, endRadius, options) end

---Paints colours around a point, from an angle in radians on.
---@param colors ca.ColorLike[]
---@param locations number[]?
---@param center ca.PointLike
---@param angle? number
function GraphicsContext:drawConicGradient(colors, locations, center, angle) end

---Draws an image in a rect.
---@param image ca.ImageLike
---@param rect ca.RectLike
function GraphicsContext:draw(image, rect) end

---Draws an image, in the C function's order.
---@param rect ca.RectLike
---@param image ca.ImageLike
function GraphicsContext:drawImage(rect, image) end

---Draws text: from a point, the left end of its baseline, or wrapped in a rect.
---@param text ca.TextLike
---@param place ca.PointLike|ca.RectLike
---@param attributes? ca.DrawTextOptions
function GraphicsContext:drawText(text, place, attributes) end

---@class ca.Drawable
---@field width integer  The width in pixels.
---@field height integer  The height in pixels.
---@field layer ca.Layer  The layer whose picture it is.
---@field isPresented boolean  True if it was presented and cannot be changed any more.
local Drawable = {}

---Sets all pixels: straight RGBA bytes, top row first, an image of the same size, or what a function returns for
---each, from 0 to 1.
---@param pixels string|ca.Image|(fun(x: integer, y: integer): number, number, number, number)
---@return self
function Drawable:setPixels(pixels) end

---Fills it with a colour, by default transparent.
---@param color? ca.ColorLike
---@return self
function Drawable:clear(color) end

---Draws on it with a drawing context of one point a pixel.
---@param draw fun(ctx: ca.GraphicsContext)
---@return self
function Drawable:draw(draw) end

---Shows it in the layer.
function Drawable:present() end

---@class ca.Noise
---@overload fun(x: number, y?: number, z?: number, w?: number): number
---@overload fun(x: number[], y?: number|number[], z?: number|number[], w?: number|number[]): number[]
local Noise = {}

---A sum of noise at several frequencies, from -1 to 1: clouds, hills.
---@overload fun(self: ca.Noise, x: number[], y?: number|number[], z?: number|number[], w?: number|number[], options?: ca.OctaveOptions): number[]
---@param x number
---@param y? number
---@param z? number
---@param w? number
---@param options? ca.OctaveOptions
---@return number
function Noise:fractal(x, y, z, w, options) end

---A sum of noise with sharp crests, from -1 to 1: mountains.
---@overload fun(self: ca.Noise, x: number[], y?: number|number[], z?: number|number[], w?: number|number[], options?: ca.OctaveOptions): number[]
---@param x number
---@param y? number
---@param z? number
---@param w? number
---@param options? ca.OctaveOptions
---@return number
function Noise:ridged(x, y, z, w, options) end

---A flow without sources, in two or three dimensions, that turns about the hills of the noise.
---@overload fun(self: ca.Noise, x: number, y: number, z: number): number, number, number
---@param x number
---@param y number
---@return number
---@return number
function Noise:curl(x, y) end

---A rectangle of noise as a list, row by row.
---@param options ca.NoiseGridOptions
---@return number[]
function Noise:grid(options) end

---A picture of noise, from the first of its colours at -1 to the last at 1; black and white by default.
---@param options ca.NoiseImageOptions
---@return ca.Image
function Noise:image(options) end

---@class ca.Random
---@overload fun(): number
---@overload fun(high: integer): integer
---@overload fun(low: integer, high: integer): integer
local Random = {}

---A number from `low` up to `high`; from 0 up to 1 without them, from 0 with one.
---@param low? number
---@param high? number
---@return number
function Random:number(low, high) end

---A number of the normal distribution; 0 and 1 by default.
---@param mean? number
---@param deviation? number
---@return number
function Random:normal(mean, deviation) end

---An item of a list.
---@param list any[]
---@return any
function Random:choose(list) end

---A new list of the same items in a random order.
---@param list any[]
---@return any[]
function Random:shuffle(list) end

---A new list of some of the items, each at most once, in a random order.
---@param list any[]
---@param count integer
---@return any[]
function Random:sample(list, count) end

---An item of a list, with a probability in proportion to its weight.
---@param list any[]
---@param weights number[]
---@return any
function Random:weighted(list, weights) end

---A point of a circle about {0, 0}, of radius 1.
---@param radius? number
---@return ca.Point
function Random:onCircle(radius) end

---A point inside a circle about {0, 0}, of radius 1.
---@param radius? number
---@return ca.Point
function Random:inCircle(radius) end

---A point inside a rect.
---@param rect ca.RectLike
---@return ca.Point
function Random:inRect(rect) end

---A point inside a path.
---@param path ca.PathLike
---@param fillRule? ca.PathFillRule
---@return ca.Point
function Random:inPath(path, fillRule) end

---@class ca.Scale
---@overload fun(value: number|string|boolean): any
---@field bandwidth number  The width of a band; 0 of other scales.
---@field step number  The distance of two bands; 0 of other scales.
---@field type string  The name of its form.
---@field domain any[]  The domain, made round if `nice` was set.
---@field range any[]  The range.
local Scale = {}

---The value of the domain for one of the range.
---@param value number
---@return number
function Scale:invert(value) end

---Round values of the domain, about 10 unless a count is given; all classes of a scale of classes.
---@param count? integer
---@return any[]
function Scale:ticks(count) end

---The texts of the ticks, with the decimals of their step.
---@param count? integer
---@param format? string
---@param marks? ca.NumberMarks
---@return string[]
function Scale:labels(count, format, marks) end

---@class ca.Path.Class
---@overload fun(data?: string|ca.Path): ca.Path
local PathClass = {}

---The outlines of all shapes in an SVG file, in its points.
---@param file string
---@return ca.Path
function PathClass.svg(file) end

---The area of many paths, in one operation.
---@param paths ca.PathLike[]
---@param fillRule? ca.PathFillRule
---@return ca.Path
function PathClass.union(paths, fillRule) end

---A regular polygon, whose first corner is above its centre.
---@param center ca.PointLike
---@param sides integer
---@param radius number
---@param cornerRadius? number
---@return ca.Path
function PathClass.polygon(center, sides, radius, cornerRadius) end

---A star, whose first point is above its centre; roundness is 0 for sharp to 1 for a wave.
---@param center ca.PointLike
---@param points integer
---@param outerRadius number
---@param innerRadius number
---@param roundness? number
---@return ca.Path
function PathClass.star(center, points, outerRadius, innerRadius, roundness) end

---A piece of a pie between two angles in radians, from +x toward +y.
---@param center ca.PointLike
---@param radius number
---@param from number
---@param to number
---@return ca.Path
function PathClass.wedge(center, radius, from, to) end

---A piece of a ring between two angles in radians, from +x toward +y.
---@param center ca.PointLike
---@param innerRadius number
---@param outerRadius number
---@param from number
---@param to number
---@return ca.Path
function PathClass.ringSector(center, innerRadius, outerRadius, from, to) end

---An open spiral between two radii; negative turns turn the other way.
---@param center ca.PointLike
---@param from number
---@param to number
---@param turns number
---@param startAngle? number
---@return ca.Path
function PathClass.spiral(center, from, to, turns, startAngle) end

---A polygon with round corners; each arc takes at most half of an edge.
---@param points ca.PointLike[]
---@param radius number
---@return ca.Path
function PathClass.roundedPolygon(points, radius) end

---The outlines of text as it is laid out, and of its letters one by one; {0, 0} is its top left corner.
---@param text ca.TextLike
---@param options? ca.MeasureOptions
---@return ca.Path
---@return ca.Path[]
function PathClass.text(text, options) end

---Two paths of the same elements that look as the given ones, for the two values of an animation.
---@param first ca.PathLike
---@param second ca.PathLike
---@param options? ca.MorphOptions
---@return ca.Path
---@return ca.Path
function PathClass.morph(first, second, options) end

---@class ca.Image.Class
---@overload fun(name: string, options?: ca.ImageFileOptions): ca.Image
---@overload fun(pixels: ca.ImageInit): ca.Image
local ImageClass = {}

---The image of this name with its `@2x` and `@3x` files; the picture's scale chooses.
---@param name string
---@return ca.Image
function ImageClass.named(name) end

---An image that a function draws, in points; `scale` is pixels per point.
---@overload fun(width: number, height: number, scale: number, draw: fun(ctx: ca.GraphicsContext)): ca.Image
---@param width number
---@param height number
---@param draw fun(ctx: ca.GraphicsContext)
---@return ca.Image
function ImageClass.draw(width, height, draw) end

---The sprites of a sheet of Cocos2D (`.plist`), TexturePacker or Aseprite (`.json`), by name.
---@param path string
---@return table<string, ca.Sprite>
function ImageClass.sprites(path) end

---The sprites of each of a sheet's tags, which Aseprite's sheets have, in the order of one cycle.
---@param path string
---@return table<string, ca.Sprite[]>
function ImageClass.spriteTags(path) end

---An endless animation of `contents` that shows sprites one after another, each for its own `duration`, or for the
---one given, or 0.1 s.
---@param sprites ca.Sprite[]
---@param options? {duration?: number}
---@return ca.KeyframeAnimation
function ImageClass.spriteAnimation(sprites, options) end

---@class ca.noise.Class
---@overload fun(x: number, y?: number, z?: number, w?: number): number
---@overload fun(x: number[], y?: number|number[], z?: number|number[], w?: number|number[]): number[]
local noiseClass = {}

---A sum of noise at several frequencies, from -1 to 1: clouds, hills.
---@overload fun(x: number[], y?: number|number[], z?: number|number[], w?: number|number[], options?: ca.OctaveOptions): number[]
---@param x number
---@param y? number
---@param z? number
---@param w? number
---@param options? ca.OctaveOptions
---@return number
function noiseClass.fractal(x, y, z, w, options) end

---A sum of noise with sharp crests, from -1 to 1: mountains.
---@overload fun(x: number[], y?: number|number[], z?: number|number[], w?: number|number[], options?: ca.OctaveOptions): number[]
---@param x number
---@param y? number
---@param z? number
---@param w? number
---@param options? ca.OctaveOptions
---@return number
function noiseClass.ridged(x, y, z, w, options) end

---A flow without sources, in two or three dimensions, that turns about the hills of the noise.
---@overload fun(x: number, y: number, z: number): number, number, number
---@param x number
---@param y number
---@return number
---@return number
function noiseClass.curl(x, y) end

---A rectangle of noise as a list, row by row.
---@param options ca.NoiseGridOptions
---@return number[]
function noiseClass.grid(options) end

---A picture of noise, from the first of its colours at -1 to the last at 1; black and white by default.
---@param options ca.NoiseImageOptions
---@return ca.Image
function noiseClass.image(options) end

---Noise of another seed, with the same functions.
---@param seed integer
---@return ca.Noise
function noiseClass.seeded(seed) end

---@class ca.Constraint.Class
---@overload fun(text: string): ca.Constraint
---@overload fun(attribute: ca.ConstraintAttribute, relativeTo: string, sourceAttribute: ca.ConstraintAttribute, scale?: number, offset?: number): ca.Constraint
---@overload fun(parts: ca.ConstraintInit): ca.Constraint
local ConstraintClass = {}

---Core Animation's constructor by its selector's words.
---@param attribute ca.ConstraintAttribute
---@param relativeTo string
---@param sourceAttribute ca.ConstraintAttribute
---@return ca.Constraint
function ConstraintClass.constraintWithAttributeRelativeToAttribute(attribute, relativeTo, sourceAttribute) end

---Core Animation's constructor by its selector's words.
---@param attribute ca.ConstraintAttribute
---@param relativeTo string
---@param sourceAttribute ca.ConstraintAttribute
---@param offset number
---@return ca.Constraint
function ConstraintClass.constraintWithAttributeRelativeToAttributeOffset(attribute, relativeTo, sourceAttribute, offset) end

---Core Animation's constructor by its selector's words.
---@param attribute ca.ConstraintAttribute
---@param relativeTo string
---@param sourceAttribute ca.ConstraintAttribute
---@param scale number
---@param offset number
---@return ca.Constraint
function ConstraintClass.constraintWithAttributeRelativeToAttributeScaleOffset(attribute, relativeTo, sourceAttribute, scale, offset) end

---@class ca.Transaction.Class
local TransactionClass = {}

---Opens a transaction inside those that are open.
function TransactionClass.begin() end

---Closes the transaction that was opened last.
function TransactionClass.commit() end

---Commits what changed outside of transactions.
function TransactionClass.flush() end

---Does nothing: a script has one thread.
function TransactionClass.lock() end

---Does nothing: a script has one thread.
function TransactionClass.unlock() end

---The duration of implicit animations, in seconds.
---@return number
function TransactionClass.animationDuration() end

---Sets the duration of implicit animations; nil restores the default 0.25.
---@param seconds? number
function TransactionClass.setAnimationDuration(seconds) end

---The timing function of implicit animations.
---@return any
function TransactionClass.animationTimingFunction() end

---Sets the timing function of implicit animations.
---@param timing? ca.TimingFunction
function TransactionClass.setAnimationTimingFunction(timing) end

---Whether changes animate nothing, as at first.
---@return boolean
function TransactionClass.disableActions() end

---Sets whether changes animate nothing.
---@param flag boolean
function TransactionClass.setDisableActions(flag) end

---Sets a function to call when the animations of the transaction end.
---@param block? fun()
function TransactionClass.setCompletionBlock(block) end

---That function.
---@return fun()?
function TransactionClass.completionBlock() end

---A value stored in the transaction.
---@param key string
---@return any
function TransactionClass.value(key) end
TransactionClass.valueForKey = TransactionClass.value

---Stores a value in the transaction.
---@param value any
---@param key string
function TransactionClass.setValue(value, key) end
TransactionClass.setValueForKey = TransactionClass.setValue

---@class ca.Transform.Class
---@overload fun(elements?: number[]|table<string, number>): ca.Transform
---@overload fun(...: number): ca.Transform
---@field identity ca.Transform
local TransformClass = {}

---A transform that moves.
---@param x number
---@param y? number
---@param z? number
---@return ca.Transform
function TransformClass.translation(x, y, z) end

---A transform that scales; y defaults to x.
---@param x number
---@param y? number
---@param z? number
---@return ca.Transform
function TransformClass.scale(x, y, z) end

---A transform that turns by an angle in radians about an axis, by default z.
---@param angle number
---@param x? number
---@param y? number
---@param z? number
---@return ca.Transform
function TransformClass.rotation(angle, x, y, z) end

---A transform as seen from a distance in points: `m34 = -1/distance`.
---@param distance number
---@return ca.Transform
function TransformClass.perspective(distance) end

---A transform of the plane.
---@param a number
---@param b number
---@param c number
---@param d number
---@param tx number
---@param ty number
---@return ca.Transform
function TransformClass.affine(a, b, c, d, tx, ty) end

---Core Animation's layers: `local ca = require "layerlua"`.
---@class layerlua
---@field Layer ca.Layer.Class
---@field TextLayer ca.TextLayer.Class
---@field ShapeLayer ca.ShapeLayer.Class
---@field GradientLayer ca.GradientLayer.Class
---@field ReplicatorLayer ca.ReplicatorLayer.Class
---@field EmitterLayer ca.EmitterLayer.Class
---@field ScrollLayer ca.ScrollLayer.Class
---@field TiledLayer ca.TiledLayer.Class
---@field TransformLayer ca.TransformLayer.Class
---@field DrawableLayer ca.DrawableLayer.Class
---@field BackdropLayer ca.BackdropLayer.Class
---@field PlayerLayer ca.PlayerLayer.Class
---@field EmitterCell ca.EmitterCell.Class
---@field Filter ca.Filter.Class
---@field Animation ca.Animation.Class
---@field PropertyAnimation ca.PropertyAnimation.Class
---@field BasicAnimation ca.BasicAnimation.Class
---@field KeyframeAnimation ca.KeyframeAnimation.Class
---@field SpringAnimation ca.SpringAnimation.Class
---@field AnimationGroup ca.AnimationGroup.Class
---@field Transition ca.Transition.Class
---@field ConstraintLayoutManager ca.ConstraintLayoutManager.Class
---@field StackLayoutManager ca.StackLayoutManager.Class
---@field GridLayoutManager ca.GridLayoutManager.Class
---@field State ca.State.Class
---@field StateElement ca.StateElement.Class
---@field StateSetValue ca.StateSetValue.Class
---@field StateAddAnimation ca.StateAddAnimation.Class
---@field StateRemoveAnimation ca.StateRemoveAnimation.Class
---@field StateTransition ca.StateTransition.Class
---@field StateTransitionElement ca.StateTransitionElement.Class
---@field Path ca.Path.Class
---@field Image ca.Image.Class
---@field noise ca.noise.Class
---@field Constraint ca.Constraint.Class
---@field Transaction ca.Transaction.Class
---@field Transform ca.Transform.Class
---@field args table<string|integer, string>  Command-line arguments: -D NAME=VALUE, and positional ones.
---@field host table<string, any>  Values and functions offered by the host program.
---@field null userdata  JSON's null.
---@field version string
---@field kCALayerMinXMargin integer
---@field kCALayerWidthSizable integer
---@field kCALayerMaxXMargin integer
---@field kCALayerMinYMargin integer
---@field kCALayerHeightSizable integer
---@field kCALayerMaxYMargin integer
---@field kCALayerNotSizable integer
---@field kCAGravityCenter string
---@field kCAGravityTop string
---@field kCAGravityBottom string
---@field kCAGravityLeft string
---@field kCAGravityRight string
---@field kCAGravityTopLeft string
---@field kCAGravityTopRight string
---@field kCAGravityBottomLeft string
---@field kCAGravityBottomRight string
---@field kCAGravityResize string
---@field kCAGravityResizeAspect string
---@field kCAGravityResizeAspectFill string
---@field kCAContentsFormatRGBA8Uint string
---@field kCAContentsFormatRGBA16Float string
---@field kCAContentsFormatGray8Uint string
---@field kCAContentsFormatAutomatic string
---@field kCAFilterNearest string
---@field kCAFilterLinear string
---@field kCAFilterTrilinear string
---@field NSViewLayerContentsRedrawOnSetNeedsDisplay string
---@field NSViewLayerContentsRedrawDuringViewResize string
---@field NSViewLayerContentsRedrawBeforeViewResize string
---@field NSViewLayerContentsRedrawNever string
---@field kCALayerMinXMinYCorner integer
---@field kCALayerMaxXMinYCorner integer
---@field kCALayerMinXMaxYCorner integer
---@field kCALayerMaxXMaxYCorner integer
---@field kCACornerCurveCircular string
---@field kCACornerCurveContinuous string
---@field kCALayerLeftEdge integer
---@field kCALayerRightEdge integer
---@field kCALayerBottomEdge integer
---@field kCALayerTopEdge integer
---@field kCAFillModeRemoved string
---@field kCAFillModeForwards string
---@field kCAFillModeBackwards string
---@field kCAFillModeBoth string
---@field kCATruncationNone string
---@field kCATruncationStart string
---@field kCATruncationMiddle string
---@field kCATruncationEnd string
---@field kCAAlignmentNatural string
---@field kCAAlignmentLeft string
---@field kCAAlignmentRight string
---@field kCAAlignmentCenter string
---@field kCAAlignmentJustified string
---@field kCAFillRuleNonZero string
---@field kCAFillRuleEvenOdd string
---@field kCALineCapButt string
---@field kCGLineCapButt string
---@field kCALineCapRound string
---@field kCGLineCapRound string
---@field kCALineCapSquare string
---@field kCGLineCapSquare string
---@field kCALineJoinMiter string
---@field kCGLineJoinMiter string
---@field kCALineJoinRound string
---@field kCGLineJoinRound string
---@field kCALineJoinBevel string
---@field kCGLineJoinBevel string
---@field kCAGradientLayerAxial string
---@field kCAGradientLayerRadial string
---@field kCAGradientLayerConic string
---@field kCAEmitterLayerPoint string
---@field kCAEmitterLayerLine string
---@field kCAEmitterLayerRectangle string
---@field kCAEmitterLayerCuboid string
---@field kCAEmitterLayerCircle string
---@field kCAEmitterLayerSphere string
---@field kCAEmitterLayerPoints string
---@field kCAEmitterLayerOutline string
---@field kCAEmitterLayerSurface string
---@field kCAEmitterLayerVolume string
---@field kCAEmitterLayerUnordered string
---@field kCAEmitterLayerOldestFirst string
---@field kCAEmitterLayerOldestLast string
---@field kCAEmitterLayerBackToFront string
---@field kCAEmitterLayerAdditive string
---@field kCAScrollNone string
---@field kCAScrollVertically string
---@field kCAScrollHorizontally string
---@field kCAScrollBoth string
---@field MTLPixelFormatRGBA8Unorm string
---@field MTLPixelFormatBGRA8Unorm string
---@field MTLPixelFormatRGBA8Unorm_sRGB string
---@field MTLPixelFormatBGRA8Unorm_sRGB string
---@field kCGColorSpaceSRGB string
---@field kCAAnimationLinear string
---@field kCAAnimationDiscrete string
---@field kCAAnimationPaced string
---@field kCAAnimationCubic string
---@field kCAAnimationCubicPaced string
---@field kCATransitionFade string
---@field kCATransitionPush string
---@field kCATransitionMoveIn string
---@field kCATransitionReveal string
---@field kCAMediaTimingFunctionLinear string
---@field kCAMediaTimingFunctionEaseIn string
---@field kCAMediaTimingFunctionEaseOut string
---@field kCAMediaTimingFunctionEaseInEaseOut string
---@field kCAMediaTimingFunctionDefault string
---@field kCAValueFunctionRotateX string
---@field kCAValueFunctionRotateY string
---@field kCAValueFunctionRotateZ string
---@field kCAValueFunctionScaleX string
---@field kCAValueFunctionScaleY string
---@field kCAValueFunctionScaleZ string
---@field kCAValueFunctionScale string
---@field kCAValueFunctionTranslateX string
---@field kCAValueFunctionTranslateY string
---@field kCAValueFunctionTranslateZ string
---@field kCAValueFunctionTranslate string
---@field kCAAnimationRotateAuto string
---@field kCAAnimationRotateAutoReverse string
---@field kCATransitionFromLeft string
---@field kCATransitionFromRight string
---@field kCATransitionFromBottom string
---@field kCATransitionFromTop string
---@field kCAConstraintMinX string
---@field kCAConstraintMidX string
---@field kCAConstraintMaxX string
---@field kCAConstraintWidth string
---@field kCAConstraintMinY string
---@field kCAConstraintMidY string
---@field kCAConstraintMaxY string
---@field kCAConstraintHeight string
---@field kCAOnOrderIn string
---@field kCAOnOrderOut string
---@field kCATransition string
---@field kCATransactionAnimationDuration string
---@field kCATransactionAnimationTimingFunction string
---@field kCATransactionCompletionBlock string
---@field kCATransactionDisableActions string
---@field kCGBlendModeNormal string
---@field kCGBlendModeMultiply string
---@field kCGBlendModeScreen string
---@field kCGBlendModeOverlay string
---@field kCGBlendModeDarken string
---@field kCGBlendModeLighten string
---@field kCGBlendModeColorDodge string
---@field kCGBlendModeColorBurn string
---@field kCGBlendModeSoftLight string
---@field kCGBlendModeHardLight string
---@field kCGBlendModeDifference string
---@field kCGBlendModeExclusion string
---@field kCGBlendModeHue string
---@field kCGBlendModeSaturation string
---@field kCGBlendModeColor string
---@field kCGBlendModeLuminosity string
---@field kCGBlendModeClear string
---@field kCGBlendModeCopy string
---@field kCGBlendModeSourceIn string
---@field kCGBlendModeSourceOut string
---@field kCGBlendModeSourceAtop string
---@field kCGBlendModeDestinationOver string
---@field kCGBlendModeDestinationIn string
---@field kCGBlendModeDestinationOut string
---@field kCGBlendModeDestinationAtop string
---@field kCGBlendModeXOR string
---@field kCGBlendModePlusDarker string
---@field kCGBlendModePlusLighter string
---@field kCGInterpolationDefault string
---@field kCGInterpolationNone string
---@field kCGInterpolationLow string
---@field kCGInterpolationMedium string
---@field kCGInterpolationHigh string
---@field kCGPathFill string
---@field kCGPathEOFill string
---@field kCGPathStroke string
---@field kCGPathFillStroke string
---@field kCGPathEOFillStroke string
ca = {}

-- Apple's constants, which are globals too.
kCALayerMinXMargin = 1
kCALayerWidthSizable = 2
kCALayerMaxXMargin = 4
kCALayerMinYMargin = 8
kCALayerHeightSizable = 16
kCALayerMaxYMargin = 32
kCALayerNotSizable = 0
kCAGravityCenter = "center"
kCAGravityTop = "top"
kCAGravityBottom = "bottom"
kCAGravityLeft = "left"
kCAGravityRight = "right"
kCAGravityTopLeft = "topLeft"
kCAGravityTopRight = "topRight"
kCAGravityBottomLeft = "bottomLeft"
kCAGravityBottomRight = "bottomRight"
kCAGravityResize = "resize"
kCAGravityResizeAspect = "resizeAspect"
kCAGravityResizeAspectFill = "resizeAspectFill"
kCAContentsFormatRGBA8Uint = "RGBA8"
kCAContentsFormatRGBA16Float = "RGBAh"
kCAContentsFormatGray8Uint = "Gray8"
kCAContentsFormatAutomatic = "Automatic"
kCAFilterNearest = "nearest"
kCAFilterLinear = "linear"
kCAFilterTrilinear = "trilinear"
NSViewLayerContentsRedrawOnSetNeedsDisplay = "onSetNeedsDisplay"
NSViewLayerContentsRedrawDuringViewResize = "duringResize"
NSViewLayerContentsRedrawBeforeViewResize = "beforeResize"
NSViewLayerContentsRedrawNever = "never"
kCALayerMinXMinYCorner = 1
kCALayerMaxXMinYCorner = 2
kCALayerMinXMaxYCorner = 4
kCALayerMaxXMaxYCorner = 8
kCACornerCurveCircular = "circular"
kCACornerCurveContinuous = "continuous"
kCALayerLeftEdge = 1
kCALayerRightEdge = 2
kCALayerBottomEdge = 4
kCALayerTopEdge = 8
kCAFillModeRemoved = "removed"
kCAFillModeForwards = "forwards"
kCAFillModeBackwards = "backwards"
kCAFillModeBoth = "both"
kCATruncationNone = "none"
kCATruncationStart = "start"
kCATruncationMiddle = "middle"
kCATruncationEnd = "end"
kCAAlignmentNatural = "natural"
kCAAlignmentLeft = "left"
kCAAlignmentRight = "right"
kCAAlignmentCenter = "center"
kCAAlignmentJustified = "justified"
kCAFillRuleNonZero = "non-zero"
kCAFillRuleEvenOdd = "even-odd"
kCALineCapButt = "butt"
kCGLineCapButt = "butt"
kCALineCapRound = "round"
kCGLineCapRound = "round"
kCALineCapSquare = "square"
kCGLineCapSquare = "square"
kCALineJoinMiter = "miter"
kCGLineJoinMiter = "miter"
kCALineJoinRound = "round"
kCGLineJoinRound = "round"
kCALineJoinBevel = "bevel"
kCGLineJoinBevel = "bevel"
kCAGradientLayerAxial = "axial"
kCAGradientLayerRadial = "radial"
kCAGradientLayerConic = "conic"
kCAEmitterLayerPoint = "point"
kCAEmitterLayerLine = "line"
kCAEmitterLayerRectangle = "rectangle"
kCAEmitterLayerCuboid = "cuboid"
kCAEmitterLayerCircle = "circle"
kCAEmitterLayerSphere = "sphere"
kCAEmitterLayerPoints = "points"
kCAEmitterLayerOutline = "outline"
kCAEmitterLayerSurface = "surface"
kCAEmitterLayerVolume = "volume"
kCAEmitterLayerUnordered = "unordered"
kCAEmitterLayerOldestFirst = "oldestFirst"
kCAEmitterLayerOldestLast = "oldestLast"
kCAEmitterLayerBackToFront = "backToFront"
kCAEmitterLayerAdditive = "additive"
kCAScrollNone = "none"
kCAScrollVertically = "vertically"
kCAScrollHorizontally = "horizontally"
kCAScrollBoth = "both"
MTLPixelFormatRGBA8Unorm = "rgba8Unorm"
MTLPixelFormatBGRA8Unorm = "bgra8Unorm"
MTLPixelFormatRGBA8Unorm_sRGB = "rgba8Unorm_srgb"
MTLPixelFormatBGRA8Unorm_sRGB = "bgra8Unorm_srgb"
kCGColorSpaceSRGB = "sRGB"
kCAAnimationLinear = "linear"
kCAAnimationDiscrete = "discrete"
kCAAnimationPaced = "paced"
kCAAnimationCubic = "cubic"
kCAAnimationCubicPaced = "cubicPaced"
kCATransitionFade = "fade"
kCATransitionPush = "push"
kCATransitionMoveIn = "moveIn"
kCATransitionReveal = "reveal"
kCAMediaTimingFunctionLinear = "linear"
kCAMediaTimingFunctionEaseIn = "easeIn"
kCAMediaTimingFunctionEaseOut = "easeOut"
kCAMediaTimingFunctionEaseInEaseOut = "easeInEaseOut"
kCAMediaTimingFunctionDefault = "default"
kCAValueFunctionRotateX = "rotateX"
kCAValueFunctionRotateY = "rotateY"
kCAValueFunctionRotateZ = "rotateZ"
kCAValueFunctionScaleX = "scaleX"
kCAValueFunctionScaleY = "scaleY"
kCAValueFunctionScaleZ = "scaleZ"
kCAValueFunctionScale = "scale"
kCAValueFunctionTranslateX = "translateX"
kCAValueFunctionTranslateY = "translateY"
kCAValueFunctionTranslateZ = "translateZ"
kCAValueFunctionTranslate = "translate"
kCAAnimationRotateAuto = "auto"
kCAAnimationRotateAutoReverse = "autoReverse"
kCATransitionFromLeft = "fromLeft"
kCATransitionFromRight = "fromRight"
kCATransitionFromBottom = "fromBottom"
kCATransitionFromTop = "fromTop"
kCAConstraintMinX = "minX"
kCAConstraintMidX = "midX"
kCAConstraintMaxX = "maxX"
kCAConstraintWidth = "width"
kCAConstraintMinY = "minY"
kCAConstraintMidY = "midY"
kCAConstraintMaxY = "maxY"
kCAConstraintHeight = "height"
kCAOnOrderIn = "onOrderIn"
kCAOnOrderOut = "onOrderOut"
kCATransition = "transition"
kCATransactionAnimationDuration = "animationDuration"
kCATransactionAnimationTimingFunction = "animationTimingFunction"
kCATransactionCompletionBlock = "completionBlock"
kCATransactionDisableActions = "disableActions"
kCGBlendModeNormal = "normal"
kCGBlendModeMultiply = "multiply"
kCGBlendModeScreen = "screen"
kCGBlendModeOverlay = "overlay"
kCGBlendModeDarken = "darken"
kCGBlendModeLighten = "lighten"
kCGBlendModeColorDodge = "colorDodge"
kCGBlendModeColorBurn = "colorBurn"
kCGBlendModeSoftLight = "softLight"
kCGBlendModeHardLight = "hardLight"
kCGBlendModeDifference = "difference"
kCGBlendModeExclusion = "exclusion"
kCGBlendModeHue = "hue"
kCGBlendModeSaturation = "saturation"
kCGBlendModeColor = "color"
kCGBlendModeLuminosity = "luminosity"
kCGBlendModeClear = "clear"
kCGBlendModeCopy = "copy"
kCGBlendModeSourceIn = "sourceIn"
kCGBlendModeSourceOut = "sourceOut"
kCGBlendModeSourceAtop = "sourceAtop"
kCGBlendModeDestinationOver = "destinationOver"
kCGBlendModeDestinationIn = "destinationIn"
kCGBlendModeDestinationOut = "destinationOut"
kCGBlendModeDestinationAtop = "destinationAtop"
kCGBlendModeXOR = "xor"
kCGBlendModePlusDarker = "plusDarker"
kCGBlendModePlusLighter = "plusLighter"
kCGInterpolationDefault = "default"
kCGInterpolationNone = "none"
kCGInterpolationLow = "low"
kCGInterpolationMedium = "medium"
kCGInterpolationHigh = "high"
kCGPathFill = "fill"
kCGPathEOFill = "eoFill"
kCGPathStroke = "stroke"
kCGPathFillStroke = "fillStroke"
kCGPathEOFillStroke = "eoFillStroke"

---Packs images into one texture, writes it, and its description beside it as `.json`, which `ca.Image.sprites`
---reads; returns the texture's size in pixels.
---@param path string
---@param pictures table<string, ca.Image>|ca.SheetPicture[]
---@param options? ca.SheetOptions
---@return ca.Size
function ca.writeSheet(path, pictures, options) end

---The scene of a Core Animation file: a `.caml` document, a `.ca` bundle, a `.wallpaper`, or a `.tendies` archive;
---`wallpaper` names one of several.
---@param path string
---@param options? { wallpaper?: string }
---@return ca.Package
function ca.Package(path, options) end

---A table of a Lottie file's animation: `width`, `height`, `frameRate`, `frames`, `duration`, `markers`, `layers`,
---`fonts`, `pictures`, `parameters` (texts, colours and pictures that a template sets, with their values),
---`slots`, `themes`, `animations`, and `notDrawn`, the parts that are not drawn as the file says.
---@param file string
---@param animation? string
---@return table
function ca.lottieInfo(file, animation) end

---The key paths that the option `values` of `ca.Layer.lottie` takes, of a Lottie file's animation.
---@param file string
---@param animation? string
---@return string[]
function ca.lottieKeyPaths(file, animation) end

---Text with runs of different attributes: `{ {"plain "}, {"red", foregroundColor = "red"} }`.
---@overload fun(runs: (string|ca.TextRun)[]): ca.AttributedString
---@param text string
---@param attributes? ca.TextAttributes
---@return ca.AttributedString
function ca.AttributedString(text, attributes) end

---The size of text when laid out, in points.
---@param text ca.TextLike
---@param options? ca.MeasureOptions
---@return ca.TextMeasure
function ca.measureText(text, options) end

---Lays a text into as many text layers as it needs: calls a function for each, from 1, which returns the layer, or
---nil to end before the text does.
---@param text ca.TextLike
---@param box fun(number: integer): ca.TextLayer?
---@return ca.TextLayer[]
function ca.flow(text, box) end

---A stream of random numbers of its own, the same for a seed on every machine; by default of the script's.
---@param seed? integer
---@return ca.Random
function ca.random(seed) end

---Random points of a rect, no two nearer than the radius, without gaps.
---@param rect ca.RectLike
---@param radius number
---@param seed? integer
---@return ca.Point[]
function ca.poissonDiscs(rect, radius, seed) end

---A number of Halton's sequence, from 0 up to 1, that fills the gaps between those before.
---@param index integer
---@param base integer
---@return number
function ca.halton(index, base) end

---A point of the R2 sequence in the unit square, that fills the gaps between those before.
---@param index integer
---@return ca.Point
function ca.r2(index) end

---A colour of OKLCH; the hue is in radians. One outside of sRGB loses chroma.
---@param lightness number
---@param chroma number
---@param hue number
---@param alpha? number
---@return ca.Color
function ca.oklch(lightness, chroma, hue, alpha) end

---The colours of a palette such as "viridis", "Blues" or "Okabe-Ito", or a number of them.
---@param name string
---@param count? integer
---@return ca.Color[]
function ca.palette(name, count) end

---The names of the palettes.
---@return string[]
function ca.paletteNames() end

---Delaunay's triangles of points, the edges and the convex hull, by the points' positions in the list.
---@param points ca.PointLike[]
---@return integer[][]
---@return integer[][]
---@return integer[]
function ca.delaunay(points) end

---For each point the part of a rect that is nearest to it, as a polygon.
---@param points ca.PointLike[]
---@param rect ca.RectLike
---@return ca.Point[][]
function ca.voronoi(points, rect) end

---A map from data to points or colours, called as a function: linear, log, symlog, pow, sqrt, time, band, point or
---ordinal.
---@param options ca.ScaleOptions
---@return ca.Scale
function ca.scale(options) end

---A number as text, by a format such as ",.2f", ".3s" or "+.1%".
---@param format string
---@param value number
---@param marks? ca.NumberMarks
---@return string
function ca.format(format, value, marks) end

---An axis of a scale as plain layers named `line`, `tick`, `grid` and `labels`.
---@param options ca.AxisOptions
---@return ca.Layer
function ca.axis(options) end

---A legend as plain layers: a `swatch` and a `label` for each class of an ordinal scale, or each entry.
---@param options ca.LegendOptions
---@return ca.Layer
function ca.legend(options) end

---The bytes of a file, whose name is relative to the script's folder.
---@param name string
---@return string
function ca.readFile(name) end

---The value of JSON text; null becomes nil, or the value of `null`.
---@param text string
---@param options? {null?: any}
---@return any
function ca.decodeJSON(text, options) end

---A value as JSON text.
---@param value any
---@return string
function ca.encodeJSON(value) end

---The rows of a file of comma-separated values, and the columns' names.
---@param name string
---@param options? ca.CSVOptions
---@return table[]
---@return string[]?
function ca.readCSV(name, options) end

---The rows of text of comma-separated values, and the columns' names.
---@param text string
---@param options? ca.CSVOptions
---@return table[]
---@return string[]?
function ca.decodeCSV(text, options) end

---The table of a file of TOML.
---@param name string
---@return table
function ca.readTOML(name) end

---The table of TOML text.
---@param text string
---@return table
function ca.decodeTOML(text) end

---The value of `-D NAME=VALUE`, of the kind of the options or of the default, and within their bounds.
---@param name string
---@param options? ca.ParameterOptions
---@return any
function ca.parameter(name, options) end

---The full names of the available fonts; with `details` tables that describe them.
---@param options? {details?: boolean}
---@return any[]
function ca.fonts(options) end

---The rule that sets each side of the layer's sublayers.
---@param layer ca.Layer
---@return table
function ca.explainLayout(layer) end

---Draws a layer into a file, whose format its extension names, or without a file into an image. The image of one
---frame of a film is { fps = 30, frames = 12 }. A .caml, .ca, .tendies or .lua holds the layers themselves; bake =
---30 writes frames instead.
---@overload fun(layer: ca.Layer, options?: ca.RenderOptions): ca.Image
---@overload fun(pages: ca.Layer[], path: string, options?: ca.RenderOptions)
---@param layer ca.Layer
---@param path string
---@param options? ca.RenderOptions
function ca.render(layer, path, options) end

---The frame count of a film of the layer, its frame rate, the time of its first frame and its length in seconds.
---Its options are fps, from, duration, hold and frames.
---@param layer ca.Layer
---@param options? ca.RenderOptions
---@return {frames: number, fps: number, from: number, duration: number}
function ca.filmLength(layer, options) end

---Probable mistakes in the layer's picture, most of all layers that are not visible: tables with rule, message,
---hint, layer, script, line, callers, note, others.
---@param layer ca.Layer
---@param options? ca.DiagnoseOptions
---@return table[]
function ca.diagnose(layer, options) end

---The layer's tree as a table of the values that differ from the defaults.
---@param layer ca.Layer
---@param options? {time?: number}
---@return table
function ca.dump(layer, options) end

---The layer's tree as JSON text.
---@param layer ca.Layer
---@param options? {time?: number}
---@return string
function ca.dumpJSON(layer, options) end

---The difference of two images of equal size.
---@param a ca.ImageLike
---@param b ca.ImageLike
---@return ca.Comparison
function ca.compare(a, b) end

---Sets what every film of the script has: its sound, a file or a list of files with their times.
---@param options ca.FilmSettings
function ca.film(options) end

---Animates whatever the function changes, over a duration in seconds.
---@param duration number|ca.AnimateOptions
---@param changes fun()
function ca.animate(duration, changes) end

---Registers a function called before each picture, with its time in seconds and its number; its changes are undone
---afterwards.
---@param draw fun(time: number, index: integer)
function ca.onFrame(draw) end

---The script's time in seconds; 0 at first.
---@return number
function ca.currentTime() end

---Moves the script's time in seconds forward: animations that end by then end, and their callbacks run.
---@param time number
function ca.setCurrentTime(time) end

---An empty time line: an order of changes of many layers. The settings are defaults of its entries, and its own
---timing.
---@param settings? ca.TimeLineSettings
---@return ca.TimeLine
function ca.timeline(settings) end

---The progress of a timing function at a fraction of time, 0 to 1: `ca.ease("bounceOut", 0.5)`.
---@param timing ca.TimingFunction
---@param fraction number
---@return number
function ca.ease(timing, fraction) end

---The value between two others of one kind, as an animation shows it: numbers, points, sizes, rects, colours,
---transforms, paths, and lists of these.
---@param from any
---@param to any
---@param fraction number
---@return any
function ca.lerp(from, to, fraction) end

---The names of all filters, or of a category's.
---@param category? ca.FilterCategory
---@return string[]
function ca.filterNames(category) end

---What a filter does, and its keys with their kinds, defaults and ranges.
---@param name string
---@return table
function ca.filterInfo(name) end

---Silences the warnings of these rules from here on, or only those of a given layer.
---@param rule ca.WarningRule
---@param ... ca.WarningRule|ca.Layer
function ca.allow(rule, ...) end

---A point.
---@overload fun(point: ca.PointLike): ca.Point
---@param x number
---@param y number
---@return ca.Point
function ca.Point(x, y) end

---A size.
---@overload fun(size: ca.SizeLike): ca.Size
---@param width number
---@param height number
---@return ca.Size
function ca.Size(width, height) end

---A rect by its corner and size.
---@overload fun(rect: ca.RectLike): ca.Rect
---@param x number
---@param y number
---@param width number
---@param height number
---@return ca.Rect
function ca.Rect(x, y, width, height) end

---A colour in sRGB, components from 0 to 1.
---@overload fun(red: number, green: number, blue: number, alpha?: number): ca.Color
---@overload fun(white: number, alpha: number): ca.Color
---@param color ca.ColorLike
---@return ca.Color
function ca.Color(color) end

return ca
