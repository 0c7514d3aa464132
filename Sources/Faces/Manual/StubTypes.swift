// SPDX-License-Identifier: MIT
import Formats
import LayerModel
import Messages
import Pixels

// The stub types that are in no registry: values, types accepted in their place, and option tables.
extension Manual {
  static let valueTypes = """
    ---A point in points: `{x, y}`, `{x =, y =}` or `ca.Point(x, y)`.
    ---@alias ca.PointLike ca.Point|number[]|{x: number, y: number}
    ---@alias ca.SizeLike ca.Size|number[]|{width: number, height: number}
    ---@alias ca.RectLike ca.Rect|number[]|{x: number, y: number, width: number, height: number}|\
    {origin: ca.PointLike, size: ca.SizeLike}
    ---A CSS colour such as `"red"` or `"#ff8800cc"`, or components from 0 to 1.
    ---@alias ca.ColorLike ca.Color|string|number[]|{red: number, green: number, blue: number, alpha?: number}|\
    {white: number, alpha?: number}
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

    """

  /// Value classes with their fields; their methods are in the list of functions.
  static let valueClasses = """
    ---@class ca.Point
    ---@field x number
    ---@field y number
    ---@operator add(ca.PointLike): ca.Point
    ---@operator sub(ca.PointLike): ca.Point
    ---@operator mul(number): ca.Point
    ---@operator div(number): ca.Point
    ---@operator unm: ca.Point

    ---@class ca.Size
    ---@field width number
    ---@field height number

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

    ---@class ca.Color
    ---@field r number
    ---@field g number
    ---@field b number
    ---@field a number
    ---@field red number
    ---@field green number
    ---@field blue number
    ---@field alpha number

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
    """

  static let optionTypes = """
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

    """

  /// The types of file options; options not listed take text.
  package static let fileOptionTypes: [FileFormat.Option: String] = [
    .quality: "number", .lossless: "boolean", .compression: "integer", .effort: "integer", .dpi: "number",
    .landscape: "boolean", .margin: "number|string", .bleed: "number|string", .outlines: "boolean",
    .headings: "boolean",
  ]

  /// The types of text attributes; attributes not listed take a number.
  package static let attributeTypes: [String: String] = [
    "lineBreakStrategy": "\"standard\"|\"balance\"|\"pretty\"", "language": "string",
    "tabStops": "(number|{location: number, alignment?: \"left\"|\"right\"|\"center\"|\"decimal\", leader?: string})[]",
    "listMarker": "string", "font": "string", "weight": "number|string", "italic": "boolean",
    "attachment": "ca.Image|string", "attachmentSize": "ca.SizeLike", "fontStretch": "number|string",
    "fontVariations": "table<string, number>",
    "fontFeatures": "table<string, integer|boolean>|string[]", "fontPalette": "integer|string|table",
    "foregroundColor": "ca.ColorLike",
    "backgroundColor": "ca.ColorLike", "underlineStyle": "string|integer", "strikethroughStyle": "string|integer",
    "underlineColor": "ca.ColorLike", "strikethroughColor": "ca.ColorLike", "strokeColor": "ca.ColorLike",
    "shadow": "{offset?: ca.SizeLike, blur?: number, color?: ca.ColorLike}", "alignment": "ca.AlignmentMode",
  ]

  /// Precise types of properties that the registry describes only in words or less precisely.
  package static let closerTypes: [String: String] = [
    "Animation.timingFunction": "ca.TimingFunction", "Animation.delegate": "ca.AnimationDelegate",
    "Layer.delegate": "ca.LayerDelegate", "Layer.layoutOptions": "ca.LayoutOptions",
    "PropertyAnimation.keyPath": "ca.KeyPath", "PropertyAnimation.valueFunction": "string",
    "KeyframeAnimation.values": "any[]", "KeyframeAnimation.timingFunctions": "ca.TimingFunction[]",
    "KeyframeAnimation.rotationMode": "\"auto\"|\"autoReverse\"",
    "AnimationGroup.animations": "ca.Animation[]",
    "Transition.subtype": "\"fromLeft\"|\"fromRight\"|\"fromTop\"|\"fromBottom\"",
    "StackLayoutManager.padding": "number|ca.Insets", "GridLayoutManager.padding": "number|ca.Insets",
    "GridLayoutManager.columns": "integer|(number|string)[]", "GridLayoutManager.rows": "integer|(number|string)[]",
    "DrawableLayer.draw": "fun(layer: ca.DrawableLayer, drawable: ca.Drawable, layerTime: number)|string",
    "TextLayer.fontWeight": "number|string", "TextLayer.fontStretch": "number|string",
    "TextLayer.fontVariations": "table<string, number>",
    "TextLayer.fontFeatures": "table<string, integer|boolean>|string[]",
    "TextLayer.fontPalette": "integer|string|table",
    "Layer.actions": "table<string, any>", "Layer.style": "table<string, any>",
  ]

  /// Enumerations that no property uses, with their names.
  static var otherNames: [(alias: String, names: [String])] {
    [
      ("ca.BlendMode", BlendMode.graphicsModes.map(\.name)),
      ("ca.PathDrawingMode", PathDrawingMode.allCases.map(\.rawValue)),
      ("ca.InterpolationQuality", InterpolationQuality.allCases.map(\.rawValue)),
      ("ca.ConstraintAttribute", ConstraintAttribute.names),
      ("ca.FilterCategory", FilterCategory.allCases.map(\.rawValue)),
      ("ca.WarningRule", LayerWarning.Rule.allCases.map(\.rawValue)),
    ]
  }
}
