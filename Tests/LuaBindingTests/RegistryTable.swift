/// What the reference pages (`layers.md` 1, `layer-classes.md`) say of each property, written down apart from the registry: one line each,
///
///     key | default | animation | sample in Lua [| what the sample reads as]
///
/// - default: as `defaultValueForKey` answers; `nil>…` where that is nil and reading answers something else.
/// - animation: `B` a basic animation, `T` a transition, `x` only an explicit one, `-` none.
/// - sample: a Lua expression other than the default, or `read-only`, or `unsupported`. It reads back as it is written unless told.
///
/// A property without a line fails `RegistryWalkTests` by name: add its line here, from the reference and not from the code.
let registryTable: [(className: String, lines: String)] = [
  (
    "Layer",
    """
    bounds | nil>{0, 0, 0, 0} | B | {1, 2, 30, 40}
    position | nil>{0, 0} | B | {3, 4}
    zPosition | 0 | B | 2.5
    anchorPoint | {0.5, 0.5} | B | {2, -1}
    anchorPointZ | 0 | B | 2.5
    transform | identity | B | {m11 = 2, m34 = -0.001}
    affineTransform | identity | - | {2, 0, 0, 3, 4, 5} | {m11 = 2, m22 = 3, m41 = 4, m42 = 5}
    frame | nil>{0, 0, 0, 0} | - | {1, 2, 30, 40}
    sublayerTransform | identity | B | {m34 = -0.002}
    geometryFlipped | false | - | true
    doubleSided | true | x | false
    hidden | false | B | true
    superlayer | nil | - | read-only
    sublayers | nil>{} | B | {ca.Layer {}, ca.TextLayer {}} | {Layer, TextLayer}
    mask | nil | B | ca.ShapeLayer {} | ShapeLayer
    name | nil | - | "dial"
    delegate | nil | - | { drawLayerInContext = function() end } | object
    style | nil | - | { glow = 2 } | {glow = 2}
    actions | nil | - | { opacity = false } | {opacity = false}
    layoutManager | nil | - | unsupported
    constraints | nil | - | unsupported
    autoresizingMask | {} | - | unsupported
    contents | nil | B | ca.Image { width = 2, height = 1, pixels = ("\\0"):rep(8) } | image 2×1
    contentsRect | {0, 0, 1, 1} | B | {-0.5, 0, 2, 0.5}
    contentsGravity | "resize" | - | "topLeft"
    contentsScale | 1 | B | 2
    contentsCenter | {0, 0, 1, 1} | B | {0.25, 0.25, 0.5, 0.5}
    contentsFormat | "RGBA8" | - | "kCAContentsFormatRGBA16Float" | "RGBAh"
    minificationFilter | "linear" | - | "trilinear"
    magnificationFilter | "linear" | - | "nearest"
    minificationFilterBias | 0 | x | -0.5
    opaque | false | - | true
    needsDisplayOnBoundsChange | false | - | true
    drawsAsynchronously | false | - | true
    redrawPolicy | "onSetNeedsDisplay" | - | "duringResize"
    backgroundColor | nil | B | "#336699"
    cornerRadius | 0 | B | -2
    maskedCorners | {"minXMinY", "maxXMinY", "minXMaxY", "maxXMaxY"} | - | 9 | {"minXMinY", "maxXMaxY"}
    cornerCurve | "circular" | - | "continuous"
    borderWidth | 0 | B | 2.5
    borderColor | "#000000" | B | "#33669980"
    opacity | 1 | B | 0.25
    allowsGroupOpacity | true | - | false
    shadowColor | "#000000" | B | "#ff0000"
    shadowOpacity | 0 | B | 0.75
    shadowOffset | {0, -3} | B | {2, 4}
    shadowRadius | 3 | B | 0
    shadowPath | nil | B | "M0 0 L10 0 L10 10 Z" | path M 0 0 L 10 0 L 10 10 Z
    masksToBounds | false | B | true
    filters | nil | B | unsupported
    backgroundFilters | nil | T | unsupported
    compositingFilter | nil | T | "multiplyBlendMode"
    shouldRasterize | false | x | true
    rasterizationScale | 1 | B | 2
    edgeAntialiasingMask | {"left", "right", "bottom", "top"} | - | { "kCALayerTopEdge", "left" } | {"left", "top"}
    allowsEdgeAntialiasing | true | - | false
    beginTime | 0 | - | -1.5
    timeOffset | 0 | - | 2
    speed | 1 | - | 0
    duration | inf | - | 2
    repeatCount | 0 | - | math.huge | inf
    repeatDuration | 0 | - | 3
    autoreverses | false | - | true
    fillMode | "removed" | - | "both"
    """
  ),
  (
    "TextLayer",
    """
    string | nil | - | "N"
    font | "Helvetica" | - | "Courier"
    fontSize | 36 | B | 12
    foregroundColor | "#ffffff" | B | "#000000"
    wrapped | false | - | true
    truncationMode | "none" | - | "middle"
    alignmentMode | "natural" | - | "justified"
    verticalAlignment | "top" | - | "baseline"
    allowsFontSubpixelQuantization | false | - | true
    """
  ),
  (
    "ShapeLayer",
    """
    path | nil | x | "M0 0 L10 10" | path M 0 0 L 10 10
    fillColor | "#000000" | B | false | nil
    fillRule | "non-zero" | - | "evenOdd" | "even-odd"
    strokeColor | nil | B | "#ff0000"
    lineWidth | 1 | B | 0
    lineCap | "butt" | - | "round"
    lineJoin | "miter" | - | "kCALineJoinBevel" | "bevel"
    miterLimit | 10 | B | 4
    lineDashPattern | nil | x | {3, 2, 1}
    lineDashPhase | 0 | B | -2
    strokeStart | 0 | B | -0.5
    strokeEnd | 1 | B | 1.5
    """
  ),
  (
    "GradientLayer",
    """
    colors | nil | B | {"#ff0000", "#0000ff80"}
    locations | nil | B | {0, 0.25}
    startPoint | {0.5, 0} | B | {-1, 2}
    endPoint | {0.5, 1} | B | {1, 0.5}
    type | "axial" | - | "conic"
    """
  ),
  ("TransformLayer", ""),
]
