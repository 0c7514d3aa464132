// SPDX-License-Identifier: MIT
/// The specification of each property in the reference pages (`layers.md` 1, `layer-classes.md`), written independently
/// of the registry: one line each,
///
///     key | default | animation | sample in Lua [| what the sample reads as]
///
/// - default: the result of `defaultValueForKey`; `nil>…` if that is nil and reading returns something else.
/// - animation: `B` a basic animation, `T` a transition, `x` only an explicit one, `-` none.
/// - sample: a Lua expression other than the default, or `read-only`. It reads back as written unless stated otherwise.
///
/// A property without a line fails `RegistryWalkTests` by name: add its line here, from the reference and not from the
/// code.
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
    sublayerDepth | "painter" | - | "intersect"
    geometryFlipped | false | - | true
    doubleSided | true | x | false
    hidden | false | B | true
    superlayer | nil | - | read-only
    sublayers | nil>{} | B | {ca.Layer {}, ca.TextLayer {}} | {Layer, TextLayer}
    mask | nil | B | ca.ShapeLayer {} | ShapeLayer
    name | nil | - | "dial"
    link | nil | - | "https://example.com/a?b=c"
    delegate | nil | - | { drawLayerInContext = function() end } | object
    style | nil | - | { glow = 2 } | {glow = 2}
    actions | nil | - | { opacity = false } | {opacity = false}
    layoutManager | nil | - | ca.ConstraintLayoutManager() | ConstraintLayoutManager
    constraints | nil>{} | - | { "minX = superlayer.midX" } | {minX = superlayer.midX}
    autoresizingMask | {} | - | 6 | {"widthSizable", "maxXMargin"}
    layoutOptions | nil | - | { flex = 2 } | {flex = 2}
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
    filters | nil | B | {ca.Filter("CIExposureAdjust", { inputEV = 1 })} | {CIExposureAdjust}
    backgroundFilters | nil | T | {"CIExposureAdjust"} | {CIExposureAdjust}
    compositingFilter | nil | T | "multiplyBlendMode"
    shouldRasterize | false | x | true
    rasterizationScale | 1 | B | 2
    edgeAntialiasingMask | {"left", "right", "bottom", "top"} | - | { "kCALayerTopEdge", "left" } | {"left", "top"}
    allowsEdgeAntialiasing | true | - | false
    states | nil | - | {ca.State { name = "Up" }} | {State}
    stateTransitions | nil | - | {ca.StateTransition {}} | {StateTransition}
    stateTransitionAnimation | nil | - | ca.SpringAnimation {} | SpringAnimation
    currentState | nil | - | read-only
    beginTime | 0 | - | -1.5
    timeOffset | 0 | - | 2
    speed | 1 | - | 0
    duration | inf | - | 2
    repeatCount | 0 | - | math.huge | inf
    repeatDuration | 0 | - | 3
    autoreverses | false | - | true
    fillMode | "removed" | - | "both"
    contentsTime | nil | x | 1.5
    """
  ),
  (
    "TextLayer",
    """
    string | nil | - | "N"
    font | "Helvetica" | - | "Courier"
    fontSize | 36 | B | 12
    fontWeight | nil | B | "bold" | 700
    fontStyle | nil | - | "oblique" | "italic"
    fontStretch | nil | B | "semi-condensed" | 87.5
    fontVariations | nil | B | { wght = 625 } | {wght = 625}
    fontFeatures | nil | - | { "tnum" } | {tnum = 1}
    fontPalette | nil | - | "dark"
    foregroundColor | "#ffffff" | B | "#000000"
    wrapped | false | - | true
    truncationMode | "none" | - | "middle"
    maximumNumberOfLines | 0 | - | 2
    alignmentMode | "natural" | - | "justified"
    verticalAlignment | "top" | - | "baseline"
    letterSpacing | 0 | B | -1.5
    lineBreakStrategy | "standard" | - | "pretty"
    hyphenationFactor | 0 | - | 0.5
    language | "en" | - | "de"
    lineHeight | 0 | B | 20
    paragraphSpacing | 0 | B | 4
    textPath | nil | x | "M0 0 L10 10" | path M 0 0 L 10 10
    textPathOffset | 0 | B | -4
    inheritsTextAttributes | false | - | true
    allowsFontSubpixelQuantization | false | - | true
    fitsText | "none" | - | "shrink"
    minimumFontSize | 0 | - | 12
    fitsTextGroup | nil | - | "titles"
    fittedFontSize | nil>36 | - | read-only
    continuesIn | nil | - | ca.TextLayer {} | TextLayer
    orphans | 2 | - | 3
    widows | 2 | - | 3
    overflows | nil>false | - | read-only
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
    trimMode | "parameter" | - | "length"
    """
  ),
  (
    "GradientLayer",
    """
    colors | nil | B | {"#ff0000", "#0000ff80"}
    locations | nil | B | {0, 0.25}
    startPoint | {0.5, 0} | B | {-1, 2}
    endPoint | {0.5, 1} | B | {1, 0.5}
    focalPoint | nil | B | {0.25, 0.5}
    type | "axial" | - | "conic"
    colorSpace | "srgb" | - | "oklab"
    huePath | "shorter" | - | "longer"
    """
  ),
  (
    "ReplicatorLayer",
    """
    instanceCount | 1 | B | 5
    instanceDelay | 0 | B | 0.25
    instanceTransform | identity | B | {m41 = 10}
    instanceColor | "#ffffff" | B | "#336699"
    instanceRedOffset | 0 | B | -0.25
    instanceGreenOffset | 0 | B | 0.5
    instanceBlueOffset | 0 | B | -1
    instanceAlphaOffset | 0 | B | -0.125
    preservesDepth | false | - | true
    """
  ),
  (
    "EmitterLayer",
    """
    emitterCells | nil | - | {ca.EmitterCell { name = "spark" }} | {EmitterCell}
    birthRate | 1 | B | 2
    lifetime | 1 | B | 0.5
    emitterPosition | {0, 0} | B | {3, 4}
    emitterZPosition | 0 | B | -5
    emitterSize | {0, 0} | B | {30, 4}
    emitterDepth | 0 | B | 2
    emitterShape | "point" | - | "kCAEmitterLayerCircle" | "circle"
    emitterMode | "volume" | - | "outline"
    renderMode | "unordered" | - | "kCAEmitterLayerAdditive" | "additive"
    preservesDepth | false | - | true
    velocity | 1 | B | -2
    scale | 1 | B | 0.5
    spin | 1 | B | 3
    seed | 0 | - | 7
    """
  ),
  (
    "Filter",
    """
    name | nil | - | "glow"
    enabled | true | B | false
    """
  ),
  (
    "EmitterCell",
    """
    name | nil | - | "spark"
    enabled | true | - | false
    birthRate | 0 | B | 20
    lifetime | 0 | B | 2
    lifetimeRange | 0 | B | 0.5
    emissionLatitude | 0 | B | 0.5
    emissionLongitude | 0 | B | -1.5
    emissionRange | 0 | B | -0.75
    velocity | 0 | B | 40
    velocityRange | 0 | B | 10
    xAcceleration | 0 | B | 1
    yAcceleration | 0 | B | -9.5
    zAcceleration | 0 | B | 2
    scale | 1 | B | 0.5
    scaleRange | 0 | B | 0.25
    scaleSpeed | 0 | B | -0.5
    spin | 0 | B | 3
    spinRange | 0 | B | 6
    rotation | 0 | B | 1
    rotationRange | 0 | B | 6.25
    mass | 0 | - | 2
    massRange | 0 | - | 0.5
    color | "#ffffff" | B | "#ff880080"
    redRange | 0 | B | 0.5
    greenRange | 0 | B | 0.5
    blueRange | 0 | B | 0.5
    alphaRange | 0 | B | 0.5
    redSpeed | 0 | B | -0.5
    greenSpeed | 0 | B | 0.25
    blueSpeed | 0 | B | 0.25
    alphaSpeed | 0 | B | -0.75
    contents | nil | B | ca.Image { width = 2, height = 1, pixels = ("\\0"):rep(8) } | image 2×1
    contentsRect | {0, 0, 1, 1} | B | {0, 0, 0.5, 0.5}
    contentsScale | 1 | B | 2
    minificationFilter | "linear" | - | "trilinear"
    magnificationFilter | "linear" | - | "nearest"
    minificationFilterBias | 0 | x | 0.5
    emitterCells | nil | - | {ca.EmitterCell {}} | {EmitterCell}
    style | nil | - | { glow = 2 } | {glow = 2}
    beginTime | 0 | - | -1.5
    timeOffset | 0 | - | 2
    speed | 1 | - | 0.5
    duration | inf | - | 2
    repeatCount | 0 | - | 3
    repeatDuration | 0 | - | 3
    autoreverses | false | - | true
    fillMode | "removed" | - | "both"
    """
  ),
  (
    "PlayerLayer",
    """
    file | nil | - | "clip.mp4"
    videoGravity | "resizeAspect" | - | "AVLayerVideoGravityResize" | "resize"
    rate | 1 | - | -2
    from | 0 | - | 1.5
    to | nil | - | 4
    loops | false | - | true
    muted | false | - | true
    volume | 1 | - | 0.5
    videoRect | nil>{0, 0, 0, 0} | - | read-only
    videoSize | nil>{0, 0} | - | read-only
    videoDuration | nil>0 | - | read-only
    videoFrameRate | nil>0 | - | read-only
    videoHasAlpha | nil>false | - | read-only
    """
  ),
  (
    "ScrollLayer",
    """
    scrollMode | "both" | - | "kCAScrollVertically" | "vertically"
    """
  ),
  (
    "TiledLayer",
    """
    levelsOfDetail | 1 | - | 4
    levelsOfDetailBias | 0 | - | 2
    tileSize | {256, 256} | - | {64, 32}
    """
  ),
  (
    "State",
    """
    name | nil | - | "Pressed"
    basedOn | nil | - | "Up"
    initial | false | - | true
    enabled | true | - | false
    previousDelay | 0 | - | 2
    nextDelay | 0 | - | 3
    elements | nil | - | {ca.StateSetValue {}} | {StateSetValue}
    """
  ),
  (
    "StateElement",
    """
    target | nil | - | ca.TextLayer {} | TextLayer
    """
  ),
  (
    "StateSetValue",
    """
    keyPath | nil | - | "position.y"
    value | nil | - | "red"
    """
  ),
  (
    "StateAddAnimation",
    """
    key | nil | - | "spin"
    animation | nil | - | ca.BasicAnimation {} | BasicAnimation
    """
  ),
  (
    "StateRemoveAnimation",
    """
    key | nil | - | "spin"
    """
  ),
  (
    "StateTransition",
    """
    fromState | "*" | - | "Up"
    toState | "*" | - | "Pressed"
    elements | nil | - | {ca.StateTransitionElement {}} | {StateTransitionElement}
    """
  ),
  (
    "StateTransitionElement",
    """
    target | nil | - | ca.TextLayer {} | TextLayer
    key | nil | - | "position.y"
    animation | nil | - | ca.SpringAnimation {} | SpringAnimation
    duration | 0 | - | 2
    beginTime | 0 | - | 0.5
    enabled | true | - | false
    """
  ),
  (
    "Animation",
    """
    beginTime | 0 | - | 1.5
    timeOffset | 0 | - | 2
    speed | 1 | - | -1
    duration | 0 | - | 2
    repeatCount | 0 | - | 2.5
    repeatDuration | 0 | - | 3
    autoreverses | false | - | true
    fillMode | "removed" | - | "kCAFillModeBoth" | "both"
    timingFunction | nil | - | "easeIn"
    delegate | nil | - | { animationDidStop = function() end } | object
    removedOnCompletion | true | - | false
    """
  ),
  (
    "PropertyAnimation",
    """
    keyPath | nil | - | "opacity"
    additive | false | - | true
    cumulative | false | - | true
    valueFunction | nil | - | "kCAValueFunctionRotateZ" | "rotateZ"
    """
  ),
  (
    "BasicAnimation",
    """
    fromValue | nil | - | 2
    toValue | nil | - | "red"
    byValue | nil | - | 0.5
    """
  ),
  (
    "KeyframeAnimation",
    """
    values | nil | - | {0, 10, 20}
    path | nil | - | "M0 0 L10 10" | path M 0 0 L 10 10
    keyTimes | nil | - | {0, 0.5, 1}
    timingFunctions | nil | - | {"easeIn", "linear"}
    calculationMode | "linear" | - | "kCAAnimationCubicPaced" | "cubicPaced"
    rotationMode | nil | - | "autoReverse"
    tensionValues | nil | - | {0, 1, 0}
    continuityValues | nil | - | {0, 1, 0}
    biasValues | nil | - | {0, 1, 0}
    """
  ),
  (
    "SpringAnimation",
    """
    mass | 1 | - | 2
    stiffness | 100 | - | 50
    damping | 10 | - | 5
    initialVelocity | 0 | - | -3
    allowsOverdamping | false | - | true
    settlingDuration | nil>1.4727003346780927 | - | read-only
    perceptualDuration | nil>0.6283185307179586 | - | 1
    bounce | nil>0.5 | - | 0.25
    """
  ),
  (
    "AnimationGroup",
    """
    animations | nil | - | {ca.BasicAnimation { keyPath = "opacity", toValue = 0 }} | {BasicAnimation}
    """
  ),
  (
    "Transition",
    """
    type | "fade" | - | "kCATransitionMoveIn" | "moveIn"
    subtype | nil | - | "fromTop"
    startProgress | 0 | - | 0.25
    endProgress | 1 | - | 0.75
    filter | nil | - | "CIDissolveTransition" | CIDissolveTransition
    """
  ),
  ("TransformLayer", ""),
  (
    "DrawableLayer",
    """
    drawableSize | nil>{0, 0} | - | {64, 32}
    pixelFormat | "rgba8Unorm" | - | "bgra8Unorm"
    colorspace | "sRGB" | - | "kCGColorSpaceSRGB" | "sRGB"
    asynchronous | false | - | true
    draw | nil | - | function() end | object
    drawableProperties | nil | - | { retainedBacking = true } | {retainedBacking = true}
    maximumDrawableCount | 3 | - | 2
    framebufferOnly | true | - | false
    presentsWithTransaction | false | - | true
    allowsNextDrawableTimeout | true | - | false
    displaySyncEnabled | true | - | false
    """
  ),
  ("ConstraintLayoutManager", ""),
  (
    "StackLayoutManager",
    """
    axis | "horizontal" | - | "vertical"
    spacing | 0 | - | 2.5
    padding | 0 | - | { top = 1, left = 2, bottom = 3, right = 4 } | {top = 1, left = 2, bottom = 3, right = 4}
    alignment | "fill" | - | "center"
    distribution | "start" | - | "spaceBetween" | "equalSpacing"
    sizeToFit | "none" | - | "both"
    sizeToFitCorner | "minXMinY" | - | "maxXMinY"
    """
  ),
  (
    "GridLayoutManager",
    """
    columns | {"1fr"} | - | { "auto", "2fr", 30 } | {"auto", "2fr", 30}
    rows | {} | - | { 20 } | {20}
    columnSpacing | 0 | - | 2.5
    rowSpacing | 0 | - | 3.5
    padding | 0 | - | 4
    xAlignment | "fill" | - | "leading"
    yAlignment | "fill" | - | "firstBaseline"
    sizeToFit | "none" | - | "height"
    sizeToFitCorner | "minXMinY" | - | "anchor" | "anchorPoint"
    """
  ),
]
