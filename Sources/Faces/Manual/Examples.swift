// SPDX-License-Identifier: MIT
// Made by scripts/examples from docs/guide and docs/reference/examples.lua.

extension Manual {
  /// Each owner, and its members: name, number of the example or -, and of the section if it is not that of `*`.
  static let examples = #"""
    AnimateOptions
     * 0 128
     duration - 120
     delay 1 126
     timingFunction - 119
     completion 1
    Animation
     * - 119
     beginTime 2 120
     timeOffset 3 120
     speed 4 120
     duration 5 120
     repeatCount 6 120
     repeatDuration - 120
     autoreverses 7 120
     fillMode 8 120
     timingFunction 9
     delegate 10 129
     removedOnCompletion - 120
    AnimationDelegate
     * 10 129
    AnimationGroup
     * - 123
     animations 11 119
    AttributedString
     * 12 88
     string 12
     runs 13
    AxisOptions
     * 14 72
     scale - 70
     side - 74
     ticks 15 70
     format 15 71
     marks - 71
     tickLength 16
     padding - 70
     lineColor 17
     position 15
    BackdropLayer
     * - 151
    BasicAnimation
     * - 119
     fromValue 18
     toValue 19
     byValue 20
    CSVOptions
     * 21 168
     numbers 22
     quote 22
     trim 23
    Color
     * - 60
     mixed 24
     lightened 25
     darkened 26
     saturated 26
     rotated 27
     grey 28
     contrast 29
     luminance 30
     readable 31
     oklch 32
     hex 29
     unpack 33
     with 34
     withAlpha 35
    Comparison
     * 36 100
     share 37
     largest 36
     mean 36
     image 36 95
    Constraint
     * 38 104
     attribute 38
     sourceName 38
     sourceAttribute 38
     scale 39
     offset 39
    ConstraintInit
     * 40 104
     relativeTo 41
     sourceName 42
     sourceAttribute 42
     scale 41
    ConstraintLayoutManager
     * - 104
     layoutSublayersOfLayer 43 105
     preferredSizeOfLayer 44 105
     invalidateLayoutOfLayer 45 105
    CustomFilter
     * 46 115
     keys - 114
     transition - 112
    DiagnoseOptions
     * 47 243
     scale 48
     allow 48 242
    DrawTextOptions
     * 49 58
     maximumNumberOfLines - 84
    Drawable
     * - 165
     setPixels 50
     clear 51
     draw 52
     present 53
     width 54
     height 54
     layer 54
     isPresented 54
    DrawableLayer
     * - 165
     nextDrawable 55
     drawableSize 56
     asynchronous 57
     draw 58
     drawableProperties 59
    EmitterCell
     * - 146
     name 60 147
     enabled - 147
     velocity - 147
     color - 147
     contents 61
     contentsRect - 147
     emitterCells 62
     style 63
     timeOffset - 147
    EmitterLayer
     * - 146
     emitterCells 64
     birthRate 65
     velocity - 147
     emitterPosition 66 147
     preservesDepth - 145
     seed - 147
    EncodingOptions
     * 67 249
     background 68 236
     quality 69 172
     lossless 70 172
     compression 71
     effort 69 172
     dpi 72 236
     landscape - 236
     margin - 236
     bleed 72 236
     outlines - 236
     headings 73 236
     title 74 236
     author - 236
     subject - 236
     keywords - 236
     date 74 236
    FilmSettings
     * 75 174
    FilmSound
     * 75 174
     from 76
     to 76
    Filter
     * 77 111
     name - 115
     enabled - 113
    GradientLayer
     * - 33
     colors 78
     locations 79
     focalPoint 80
     colorSpace - 61
    GraphicsContext
     * - 58
     saveGState 81
     restoreGState 82
     translateBy 83
     scaleBy 84
     rotate 85
     concatenate 86
     setFillColor 87
     setStrokeColor 88 53
     setRGBFillColor 89
     setRGBStrokeColor 90
     setGrayFillColor 91
     setGrayStrokeColor 92
     setFillPattern 93
     setStrokePattern 94
     setLineWidth 95 53
     setLineCap 96
     setLineJoin 97
     setMiterLimit 98
     setLineDash 99
     setAlpha 100
     setBlendMode 101
     setShadow 102
     setInterpolationQuality 103
     beginTransparencyLayer 104
     endTransparencyLayer 105
     beginPath 106
     move 107
     addLine 108
     addQuadCurve 109
     addCurve 110
     addArc 111 57
     addArcTangent 112
     addRect 113
     addRoundedRect 114
     addEllipse 115
     addPath 116
     addLines 117
     closePath 118
     copyPath 119
     isPathEmpty 120
     pathBoundingBox 121
     pathCurrentPoint 121
     pathContainsPoint 120
     fillPath 122
     strokePath 123 57
     eoFillPath 124
     drawPath 125
     clip 126
     eoClip 127
     clipTo 128
     clipToMask 129
     fill 130
     stroke 131
     strokeLineSegments 132
     fillEllipse 133
     strokeEllipse 134 53
     clear 135
     drawLinearGradient 136
     drawRadialGradient 137
     drawConicGradient 138
     draw 139
     drawImage 140
     drawText 141
     ctm 142
     clipBounds 143
     width 144
     height 144
     scale 144
    GridLayoutManager
     * - 107
     layoutSublayersOfLayer 145 105
     preferredSizeOfLayer 146 105
     invalidateLayoutOfLayer 147 105
     columns 148
     rows 149
     padding 148 106
     sizeToFit - 109
     sizeToFitCorner - 109
    Image
     * - 95
     pixel 150
     crop 151
     pixels 152
     encode 71 100
     write 69 100
     palette 153 62
     width 154
     height 154
     scale 155 98
     size 155
     name 155
    ImageFileOptions
     * 156 97
     color - 95
    ImageInit
     * 157 95
     width - 94
     height - 83
     scale 158 98
     pixels - 97
    Insets
     * 159 106
     horizontal 160
     vertical 160
    KeyedObject
     * - 40
     keys 161
     customKeys 162 44
     defaultValueForKey 163 42
     copy 164 28
     runActionForKey 165 128
     setValue 166
     value 167
    KeyframeAnimation
     * - 124
     values 168 119
     path 169 119
     keyTimes 170
     timingFunctions 171
     calculationMode 172
     rotationMode 169
     tensionValues 173
     continuityValues 174
     biasValues 175
    Layer
     * - 27
     addSublayer 176 28
     insertSublayer 177 28
     insertSublayerBelow 178 28
     insertSublayerAbove 179 28
     replaceSublayer 180 28
     removeFromSuperlayer 181 28
     sublayer 182 28
     find 183 28
     copy 184 28
     convertPointFromLayer 185 30
     convertPointToLayer 186 30
     convertRectFromLayer 187 30
     convertRectToLayer 188 30
     convertTimeFromLayer 189 30
     convertTimeToLayer 190 30
     contains 191 30
     hitTest 192 30
     layerAt 193 30
     scrollPoint 194 163
     scrollRectToVisible 195 163
     setAnchorPointKeepingFrame 196 29
     preferredFrameSize 197 109
     sizeToFit 198 109
     resizeSublayersWithOldSize 199 103
     resizeWithOldSuperlayerSize 200 103
     contentsAreFlipped 201 29
     setNeedsDisplay 202 54
     needsDisplay 203 55
     displayIfNeeded 204 55
     display 205 54
     setNeedsLayout 206 105
     needsLayout 207 105
     layoutIfNeeded 208 102
     layoutSublayers 209 105
     drawInContext 210 54
     keys 211 40
     customKeys 212 44
     defaultValueForKey 213 42
     cornerCurveExpansionFactor 214 32
     needsDisplayForKey 215 57
     isDescendantOf 216 28
     setState 217 138
     stateNames 218 138
     stateName 219 141
     setTilt 220 142
     addWallpaperStates 221 142
     addConstraint 222 104
     constrain 223 104
     removeConstraint 224 104
     removeAllConstraints 225 104
     addAnimation 19 126
     removeAnimation 226 126
     removeAllAnimations 227 126
     animation 228 119
     animationKeys 229 126
     presentation 230 127
     model 231 127
     actionForKey 232 128
     defaultActionForKey 233 128
     setValue 234 40
     value 235 40
     walk 236 28
     bounds 237 29
     position 238 29
     zPosition 183 28
     anchorPoint 239 29
     anchorPointZ - 29
     transform 240 31
     affineTransform - 31
     frame 241 29
     sublayerTransform - 31
     sublayerDepth - 31
     geometryFlipped - 29
     doubleSided - 31
     hidden - 32
     isHidden - 43
     superlayer - 28
     sublayers 242 28
     mask 243 35
     name 244 28
     link 245 237
     delegate 246 53
     style 247 42
     actions 248 128
     layoutManager 249 105
     constraints 250 104
     autoresizingMask 251 103
     layoutOptions 252 108
     contents 253 34
     contentsRect 254 34
     contentsGravity 255 32
     contentsScale 256 32
     contentsCenter 257 32
     minificationFilter - 34
     magnificationFilter - 34
     minificationFilterBias - 34
     opaque - 56
     needsDisplayOnBoundsChange - 55
     drawsAsynchronously - 166
     redrawPolicy - 55
     backgroundColor 258 32
     cornerRadius 259 32
     maskedCorners 260 32
     cornerCurve - 32
     borderWidth - 32
     borderColor 261 32
     opacity 262 35
     shadowColor - 32
     shadowOpacity 263 32
     shadowOffset - 32
     shadowRadius - 32
     shadowPath 264 32
     masksToBounds - 32
     filters 265 111
     backgroundFilters 266 112
     compositingFilter 267 38
     shouldRasterize - 36
     rasterizationScale - 36
     edgeAntialiasingMask - 37
     allowsEdgeAntialiasing - 37
     states 268 138
     stateTransitions 269 140
     stateTransitionAnimation 270 140
     currentState - 138
     beginTime - 120
     timeOffset 271 120
     speed 272 120
     duration - 120
     repeatCount - 120
     repeatDuration - 120
     autoreverses - 120
     fillMode - 120
     contentsTime 170 96
     () 273
    Layer.Custom
     * - 27
     string - 114
    Layer.Subclass
     * 274 57
     init 274
     display 275 54
     drawInContext 210 54
     layoutSublayers 276
     actionForKey 277
     defaultActionForKey 278
     needsDisplayForKey 279
     defaultValueForKey 280
     drawInDrawable 281
     canDraw 282
    LayerDelegate
     * 283 53
     displayLayer 284 54
     drawLayerInContext - 54
     layerWillDraw - 54
     layoutSublayersOfLayer 285
     actionForLayerForKey 286 128
     actionForLayer_forKey 287 128
     layerShouldInheritContentsScale 246
     layerShouldInheritContentsScaleFromWindow 288
     drawLayerInDrawable 289 165
     canDrawLayer 289 165
    LayoutOptions
     * 290 108
     flex 252
     alignment 291 106
     xAlignment 291 107
     yAlignment - 107
     spacingAfter 292
     width 292
     height 292
     ignored 293
     columnSpan 294
    LegendOptions
     * 295 72
     scale - 70
     entries 296
     row 297 75
     fontSize 298
     position 296
    LineOptions
     * 299 134
     spring 300
     fillMode 301
    LottieOptions
     * 302 155
     animation - 157
     theme 303 158
     marker 304 157
     slots - 157
     values 305 157
     texts 305 157
     images - 157
     imageGravity - 157
     fonts - 157
     viewport - 157
     loop 306 157
    MeasureOptions
     * 307 94
     height - 83
     wrapped - 82
    MorphOptions
     * 308 50
    Noise
     * - 65
     fractal 309
     ridged 309
     curl 310
     grid 311
     image 312
     () 313
    NoiseGridOptions
     * 314 65
     width - 64
     height - 64
     x 311
     y 311
     z 311
     tiles 312
     ridged 311
     seed - 64
    NoiseImageOptions
     * 314 65
    NumberMarks
     * 315 71
     grouping 316
     minus 316
     percent 316
    OctaveOptions
     * 317 65
     octaves - 64
    OffsetOptions
     * 318 48
     miterLimit - 52
    Package
     * 319 148
     rootLayer 320
     kind 319
     size 319
     floors 321
     notes 319
     wallpaperNames 321
     wallpaperName 321
    ParameterOptions
     * 322 171
     kind 323
     step 324
     choices 325
     maxLength 326
     pattern 327
     title 326
     description 324
     examples 327
    Path
     * - 47
     move 328
     addLine 328
     addQuadCurve 329
     addCurve 330
     addArc 331
     addArcTangent 332
     addRect 333
     addRoundedRect 334
     addEllipse 335 48
     addLines 336 51
     addPath 337
     closeSubpath 338
     boundingBox 339
     boundingBoxOfPath 339
     isEmpty 340
     contains 340
     length 341
     currentPoint 342
     transformed 343
     trimmed 344
     svg 345
     copy 346
     union 347 48
     intersection 348
     subtracting 349
     symmetricDifference 350
     normalized 351
     offset 318
     stroked 352
     simplified 353
     hull 354
     pointAtLength 355 49
     pointAtFraction 356 49
     pointsAlong 357 49
     morphed 308 50
     sketched 358 50
    PlayerLayer
     * - 175
     file 359 174
     from 360 174
     to 360 174
     loops - 174
    Point
     * - 29
     unpack 361
     with 362 31
    PropertyAnimation
     * - 119
     keyPath 18
     additive - 121
     cumulative - 121
     valueFunction 363
    Random
     * - 66
     number 364
     normal 365
     choose 366 65
     shuffle 367
     sample 368
     weighted 369
     onCircle 370
     inCircle 370
     inRect 371 65
     inPath 372
     () 373
    Rect
     * - 29
     unpack 374
     with 375 31
     insetBy 134
     offsetBy 376
     union 377
     intersection 378
     contains 379 30
     intersects 379
     integral 380
    RenderOptions
     * 381 101
     scale 68 98
     time 382 236
     size 74 99
     fps - 96
     from - 174
     duration - 99
     hold 383
     frames - 172
     sound 383 174
     bake 384 152
     floors 385 148
    ReplicatorLayer
     * - 145
    SVGOptions
     * 386 52
    Scale
     * - 70
     invert 387
     ticks 388
     labels 389
     bandwidth 390
     step 391
     type 391
     domain 392
     range 391
     () 336
    ScaleOptions
     * 393 70
     nice 394
     clamp 395
     constant 396
     exponent 397
     offset 398
     padding 399
     unknown 400
     colorSpace 401
    ScriptLayoutManager
     * 402 105
    ScrollLayer
     * - 163
     scrollToPoint 403
     scrollToRect 404
    ShapeLayer
     * - 47
     path 405 49
     fillColor 331 52
     fillRule - 52
     strokeColor 331 52
     lineWidth - 52
     lineCap - 52
     lineJoin - 52
     miterLimit - 52
     lineDashPattern 328
     lineDashPhase - 52
     strokeEnd 18
    SheetOptions
     * 406 99
     tags 407
    SheetPicture
     * 407 99
     image - 95
    Size
     * - 29
     unpack 408
     with 409 31
    SketchOptions
     * 358 50
    SpringAnimation
     * - 122
     perceptualDuration 410
     bounce 411
    Sprite
     * 412 99
     name 413
     image 414 95
     contentsRect 414
     rotated 412
     trimmed 412
     size 413
     offset 412
     frame 412
     sourceSize 413
     duration 415
     upright 254
    StackLayoutManager
     * - 106
     layoutSublayersOfLayer 416 105
     preferredSizeOfLayer 417 105
     invalidateLayoutOfLayer 418 105
     padding 419
     sizeToFit - 109
     sizeToFitCorner - 109
    Stagger
     * 420 134
     each 421
    State
     * - 138
     name 422
     basedOn 422
     elements 422
    StateAddAnimation
     * - 138
     key 423 140
     animation 423 140
    StateElement
     * - 138
     target 424
    StateFraction
     * 425 139
    StateOptions
     * 426 140
     time 427 139
    StateRemoveAnimation
     * - 138
     key 428 140
    StateSetValue
     * - 138
     keyPath 424 142
     value 424
    StateTransition
     * - 140
     fromState 429
     toState 429
     elements 429
    StateTransitionElement
     * - 140
     target 430 138
     key 430
     animation 430
    StrokeOptions
     * 352 48
     lineWidth - 52
     lineCap - 52
     lineJoin 431 52
     miterLimit 431 52
     lineDashPattern 432 47
     lineDashPhase 432 52
    SubclassOptions
     * 433 57
     redrawKeys - 55
    TextAttributes
     * 434 88
     font 435 85
     fontSize 435
     weight 436
     italic 436
     fontStretch 437 86
     fontVariations 437 86
     fontFeatures 437 86
     fontPalette 437 86
     foregroundColor 438
     backgroundColor 438
     kern 438
     baselineOffset 438
     underlineStyle 439
     strikethroughStyle 440
     underlineColor 439
     strikethroughColor 440
     strokeWidth 441
     strokeColor 441
     shadow 441
     attachment 442
     attachmentSize 442
     alignment 141
     firstLineHeadIndent 443
     headIndent 443
     tailIndent 443
     lineBreakStrategy 444
     hyphenationFactor 444
     language 444
     tabStops 445
     listMarker 446
     defaultTabInterval 447
    TextLayer
     * - 82
     string 448
     font 449 85
     fontSize 450
     fontWeight 451 86
     fontStyle - 86
     fontStretch 452 86
     fontVariations 453 86
     fontFeatures 454 86
     fontPalette 455 86
     wrapped 456
     truncationMode - 84
     maximumNumberOfLines - 84
     alignmentMode - 83
     verticalAlignment - 83
     letterSpacing - 83
     lineHeight - 88
     paragraphSpacing - 88
     textPath 457 93
     textPathOffset - 93
     lineBreakStrategy - 88
     hyphenationFactor - 88
     language 458 88
     inheritsTextAttributes - 88
     fitsText - 91
     minimumFontSize - 91
     fitsTextGroup 459 91
     fittedFontSize - 91
     continuesIn 460 92
     orphans - 92
     widows - 92
     overflows - 92
    TextMeasure
     * 461 94
     width 197
     height 197 83
     ascent 461
     descent 461
     lines 461 89
     isTruncated 461
    TextRun
     * - 88
    TiledLayer
     * - 164
    TimeLine
     * - 135
     to 462 134
     from 299 134
     fromTo 463 134
     set 464 134
     add 465 134
     run 466 134
     type 467 134
     label 462 134
     hold 299 134
     play 468
     finish 469
     remove 470
     time 471
     name 472
     duration 471
     labels 472
    TimeLineSettings
     * 473 135
     duration - 134
     timingFunction - 134
     beginTime 474
     repeatCount 475
     autoreverses 475
     speed 474
    Transform
     * - 31
     unpack 476
     with 477
     translated 478
     scaled 479
     rotated 480
     concat 481
     inverted 482
     apply 483
    TransformLayer
     * - 31
    Transition
     * - 125
     type 484
     subtype 485
     filter 486 111
    ca
     * - 12
     writeSheet 407 99
     Package 320 148
     lottieInfo 487 157
     lottieKeyPaths 488 157
     AttributedString 489 88
     measureText 490 94
     flow 491 92
     random 492 66
     poissonDiscs 493 67
     halton 494 67
     r2 495 67
     oklch 496 60
     palette 497 62
     paletteNames 498 62
     delaunay 499 51
     voronoi 500 51
     scale 394 70
     format 501 71
     axis 15 72
     legend 296 72
     readFile 502 167
     decodeJSON 503 169
     encodeJSON 504 169
     readCSV 23 168
     decodeCSV 505 168
     readTOML 506 170
     decodeTOML 507 170
     parameter 508 171
     fonts 509 85
     explainLayout 510 110
     render 68 101
     filmLength 511 173
     diagnose 512 243
     dump 513 127
     dumpJSON 514 127
     compare 515 100
     film 75 172
     animate 0 128
     onFrame 516 132
     currentTime 517 129
     setCurrentTime 518 129
     timeline 299 132
     ease 519 137
     lerp 520 137
     filterNames 521 114
     filterInfo 522 114
     allow 523 45
     Point 524 29
     Size 197 29
     Rect 525 29
     Color 24 60
     Layer 526 27
     TextLayer 527 82
     ShapeLayer 237 47
     GradientLayer 528 33
     ReplicatorLayer 529 145
     EmitterLayer 530 146
     ScrollLayer 531 163
     TiledLayer 532 164
     TransformLayer 533 31
     DrawableLayer 534 165
     BackdropLayer 535 151
     PlayerLayer 359 175
     EmitterCell 60 146
     Filter 266 111
     Animation - 119
     PropertyAnimation - 119
     BasicAnimation 536 119
     KeyframeAnimation 537 124
     SpringAnimation 538 122
     AnimationGroup 11 123
     Transition 485 125
     ConstraintLayoutManager 539 104
     StackLayoutManager 159 106
     GridLayoutManager 540 107
     State 541 138
     StateElement - 138
     StateSetValue 422 138
     StateAddAnimation 541 138
     StateRemoveAnimation 541 138
     StateTransition 269 140
     StateTransitionElement 429 140
     Path 335 47
     Image 157 95
     noise 314 65
     Constraint 40 104
     Transaction 542 128
     Transform 240 31
    ca.Constraint
     * - 104
     constraintWithAttributeRelativeToAttribute 543
     constraintWithAttributeRelativeToAttributeOffset 544
     constraintWithAttributeRelativeToAttributeScaleOffset 545
    ca.Filter
     * - 111
     custom 46
    ca.Image
     * - 95
     named 546
     draw 133
     sprites 547 99
     spriteTags 548 99
     spriteAnimation 549 99
    ca.Layer
     * - 27
     svg 550 239
     lottie 304 155
     subclass 433 57
    ca.Path
     * - 47
     svg 551 52
     union 552 48
     polygon 553
     star 554 49
     wedge 555
     ringSector 556
     spiral 557
     roundedPolygon 558
     text 435 49
     morph 559 50
    ca.TiledLayer
     * - 164
     fadeDuration 560
    ca.Transaction
     * - 128
     begin 542
     commit 561
     flush 562
     lock 563
     unlock 564
     animationDuration 565
     setAnimationDuration 566
     animationTimingFunction 565
     setAnimationTimingFunction 567
     disableActions 568
     setDisableActions 569
     setCompletionBlock 570
     completionBlock 568
     value 571
     setValue 572
    ca.Transform
     * - 31
     translation 529
     scale 573
     rotation 574 29
     perspective 575
     affine 576
    ca.noise
     * - 65
     fractal 577
     ridged 577
     curl 578
     grid 579
     image 314
     seeded 580
    filter.blur
     * - 112
     CIGaussianBlur 266 111
    filter.colorAdjustment
     * - 112
    filter.colorEffect
     * - 112
     CIColorCube 581 114
    filter.compositing
     * - 38
     copy - 28
    filter.distortion
     * - 112
    filter.generator
     * - 112
    filter.geometryAdjustment
     * - 112
    filter.halftone
     * - 112
    filter.sharpen
     * - 112
    filter.stylize
     * - 112
    filter.transition
     * - 113
     CISwipeTransition 582
    filterKey
     * - 114
     inputAngle 583 117
     inputCenter 584 117
     inputCubeData 585
     inputCubeDimension 585
     inputExtent 582 113
     inputRadius 586 111
     inputScale 584 112
     inputTime - 115
     inputWidth 582 113
    rule
     * - 45
     foreign-name - 43
     film - 243
    """#

  /// The examples in Lua, with an empty line between them.
  static let exampleTexts = #"""
    ca.animate({ duration = 1, timingFunction = "linear" }, function()
      bar.bounds = { 0, 0, 200, 40 }
      bar:layoutIfNeeded()
    end)

    ca.animate({ duration = 1, delay = 0.5, completion = print },
      function() photo.opacity = 0.5 end)

    come.beginTime = 2  -- after two seconds

    pulse.timeOffset = 0.2  -- as if it ran for 0.2 s already

    come.speed = 0.5  -- takes two seconds, not one

    spring.duration = spring.settlingDuration

    pulse.repeatCount = math.huge  -- without end

    pulse.autoreverses = true  -- forth and back

    come.fillMode = "backwards"  -- until it begins, the dot is at -20

    fade.timingFunction = "easeOut"

    lamp:addAnimation(ca.BasicAnimation { keyPath = "opacity",
      toValue = 0, duration = 1, delegate = {
      animationDidStart = function(self, animation) print("on") end,
      animationDidStop = function(self, animation,
        finished) print("off", finished) end,
    } }, "blink")

    local steps = ca.AnimationGroup { animations = { fade, slower },
      duration = 2 }

    print(text.string)  -- Sea and sky

    for _, run in ipairs(text.runs) do print(run[1]) end

    local axis = ca.axis { scale = scale, side = "left", color = "#333",
      font = "DejaVu Sans",
      fontSize = 10, grid = 300, gridColor = "#ddd", padding = 6,
        allLabels = true,
      marks = { group = " " } }

    host:addSublayer(ca.axis { scale = scale, ticks = row[3] or 6,
      format = row.format, position = { 90, 34 * i - 20 } })

    ca.axis { scale = x, tickLength = 0, position = { 0, 160 } }

    ca.axis { scale = y, side = "left", ticks = 5, grid = 270,
      lineColor = false }

    filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd",
      fromValue = 0, duration = 1.2,
      timingFunction = "easeOut" })

    shape:addAnimation(ca.BasicAnimation { keyPath = "path",
      fromValue = from, toValue = to, duration = 1 })

    ca.BasicAnimation { keyPath = "sublayerTransform.rotation.z",
      byValue = 2 * math.pi, duration = 0.4 }

    ca.decodeCSV("# made by hand\nday;amount\n2026-01-31;3,5",
      { separator = ";", skip = 1, header = true,
        types = { day = "date" },
        dates = "YYYY-MM-DD", decimal = ",", empty = 0 })

    local quoted = ca.decodeCSV("'a,b',2",
      { quote = "'", numbers = false })

    local rows, names = ca.readCSV("people.csv",
      { header = true, trim = true })

    host:addSublayer(ca.ShapeLayer { position = { i * 64, 5 },
      path = star:morphed(heart, i / 4),
      fillColor = ca.Color "gold":mixed("crimson", i / 4) })

    local lighter = color:lightened(0.15)

    local dark, vivid = teal:darkened(0.15), teal:saturated(1.4)

    local opposite = color:rotated(math.pi)

    print(color:grey():hex())

    print(teal:contrast(text), pale:hex())

    print(color:luminance())  -- 0 for black to 1 for white

    local text = teal:readable()

    local lightness, chroma, hue = color:oklch()

    local red, green, blue, alpha = color:unpack()

    local faint = color:with { alpha = 0.1 }

    local half = color:withAlpha(0.5)

    print(difference.largest, difference.mean, difference.image.size)

    print(difference.share)

    print(follow.attribute, follow.sourceName, follow.sourceAttribute)

    print(follow.scale, follow.offset)  -- 1 8

    local edge = ca.Constraint { "minY", to = "superlayer",
      attribute = "minY", offset = 4 }

    local narrow = ca.Constraint { "width", relativeTo = "superlayer",
      scale = 0.5 }

    ca.Constraint { attribute = "width", sourceName = "photo",
      sourceAttribute = "width", scale = 0.5, offset = 8 }

    manager:layoutSublayersOfLayer(layer)

    print(manager:preferredSizeOfLayer(layer))

    manager:invalidateLayoutOfLayer(layer)

    local dim = ca.Filter.custom { name = "squeeze", kernel = squeeze,
      keys = { inputAmount = 2 }, reach = 100, scale = 0.5,
      pure = true, transition = false, summary = "Squeezes a picture." }

    ca.diagnose(layer, { size = { 200, 100 }, time = 1,
      background = "white", film = false })

    ca.diagnose(layer, { scale = 2, allow = { "occluded" } })

    ctx:drawText("A long title", { 0, 0, 80, 20 },
      { truncation = "end", maximumNumberOfLines = 1 })

    drawable:setPixels(function(column) return column, 0, 0, 1 end)

    drawable:clear("navy")

    drawable:draw(function(ctx) ctx:setFillColor("gold") ctx:fillEllipse {20, 10, 40, 40} end)

    drawable:present()

    print(drawable.width, drawable.height, drawable.layer,
      drawable.isPresented)

    local drawable = screen:nextDrawable()

    view.drawableSize = { 80, 60 }

    ca.DrawableLayer { bounds = {0, 0, 320, 180}, asynchronous = true }

    view.draw = function(screen, drawable,
      time) drawable:clear "teal" end

    view.drawableProperties = { retainedBacking = true }

    local spark = ca.EmitterCell { name = "spark", contents = dot,
      birthRate = 60, lifetime = 2, scaleSpeed = -0.4 }

    ca.EmitterCell { contents = dot, birthRate = 25, lifetime = 1,
      velocity = 35 }

    cell.emitterCells = { trail }

    cell.style = { velocity = 40 }

    host:addSublayer(ca.EmitterLayer { emitterShape = "line",
      emitterSize = { 50, 0 }, emitterPosition = { x, 45 },
      emitterCells = { cell }, seed = i, beginTime = -2 })

    comet:addAnimation(ca.KeyframeAnimation {
      keyPath = "birthRate", values = { 1, 1, 0, 0 },
        keyTimes = { 0, 0.5, 0.6, 1 }, duration = 3,
    })

    comet:addAnimation(ca.KeyframeAnimation {
      keyPath = "emitterPosition",
        values = { { 15, 115 }, { 100, 30 }, { 185, 115 } },
        calculationMode = "cubic",
      duration = 3,
    })

    ca.render(layer, "card.pdf",
      { size = "A5", margin = "10mm", landscape = true,
      author = "Ada", subject = "A card", keywords = "card, tea",
        outlines = true })

    ca.render(layer, "thumbnail.png",
      { scale = 0.5, background = "white" })

    image:write("small.webp", { quality = 0.8, effort = 6 })

    image:write("exact.webp", { lossless = true })

    local bytes = image:encode("png", { compression = 9 })

    ca.render(layer, "bleed.pdf", { bleed = "3mm", dpi = 300 })

    ca.render({ one, two }, "book.pdf",
      { size = "A5", headings = true })

    ca.render(page, "tea.pdf",
      { size = "A5", title = "Tea", date = "2025-01-31" })

    ca.film { sound = {
      { file = "music.mp3", loops = true, gain = -9, fadeIn = 0.5,
        fadeOut = 1.5 },
      { file = "bell.wav", start = 2.5, pan = 0.6 },
    } }

    ca.film { sound = { file = "music.mp3", from = 2, to = 8 } }

    soft.name = "soft"  -- for key paths: filters.soft.inputRadius

    ca.GradientLayer { frame = { 0, 60, 320, 120 },
      colors = { "#0000", "#000c" } }

    ramp.locations = { 0, 0.2, 1 }

    ramp.focalPoint = { 0.3, 0.3 }

    ctx:saveGState()

    ctx:restoreGState()

    ctx:translateBy(100, 50)

    ctx:scaleBy(2)

    ctx:rotate(math.pi / 6)

    ctx:concatenate(ca.Transform.translation(-20, -10))

    ctx:setFillColor("white")

    ctx:setStrokeColor("red")

    ctx:setRGBFillColor(1, 0.8, 0, 1)

    ctx:setRGBStrokeColor(0, 0, 0.5, 1)

    ctx:setGrayFillColor(0.5, 1)

    ctx:setGrayStrokeColor(0, 0.5)

    ctx:setFillPattern("icon.svg", { 0, 0, 12, 12 })

    ctx:setStrokePattern("icon.svg", { 0, 0, 12, 12 })

    ctx:setLineWidth(10)

    ctx:setLineCap "round"

    ctx:setLineJoin "bevel"

    ctx:setMiterLimit(4)

    ctx:setLineDash(0, { 6, 3 })

    ctx:setAlpha(0.8)

    ctx:setBlendMode "multiply"

    ctx:setShadow({ 0, 1 }, 2)

    ctx:setInterpolationQuality "high"

    ctx:beginTransparencyLayer()

    ctx:endTransparencyLayer()

    ctx:beginPath()

    ctx:move(10, 60)

    ctx:addLine(60, 20)

    ctx:addQuadCurve(90, 0, 120, 40)

    ctx:addCurve(130, 60, 150, 10, 170, 50)

    ctx:addArc(r, r, r - 8, math.pi, math.pi * (1 + self.level), false)

    ctx:addArcTangent(190, 90, 150, 90, 10)

    ctx:addRect { 20, 20, 60, 40 }

    ctx:addRoundedRect(layer.bounds:insetBy(6, 6), 12)

    ctx:addEllipse { 100, 20, 60, 40 }

    ctx:addPath(copy)

    ctx:addLines { { 10, 90 }, { 50, 70 }, { 90, 90 } }

    ctx:closePath()

    local copy = ctx:copyPath()

    print(ctx:isPathEmpty(), ctx:pathContainsPoint { 60, 40 })

    print(ctx:pathCurrentPoint(), ctx:pathBoundingBox())

    ctx:fillPath()

    ctx:strokePath()

    ctx:eoFillPath()

    ctx:drawPath "fillStroke"

    ctx:clip()

    ctx:eoClip()

    ctx:clipTo { 0, 0, 200, 100 }

    ctx:clipToMask({ 0, 0, 100, 100 }, "icon.svg")

    ctx:fill { 10, 10, 80, 40 }

    ctx:stroke(tile)

    ctx:strokeLineSegments { { 0, 0 }, { 40, 40 }, { 0, 40 },
      { 40, 0 } }

    layer.contents = ca.Image.draw(40, 40, 2,
      function(ctx) ctx:fillEllipse { 0, 0, 40, 40 } end)

    ctx:strokeEllipse(layer.bounds:insetBy(5, 5))

    ctx:clear { 90, 40, 20, 20 }

    ctx:drawLinearGradient({ "gold", "crimson" }, nil, { 0, 0 },
      { 120, 60 })

    ctx:drawRadialGradient({ "#fff", "#fff0" }, { 0, 1 }, { 5, 5 }, 0,
      { 5, 5 }, 5)

    ctx:drawConicGradient({ "red", "gold", "red" }, nil, { 100, 50 }, 0)

    ctx:draw("photo.jpg", { 10, 10, 80, 60 })

    ctx:drawImage({ 10, 10, 80, 60 }, "photo.jpg")

    ctx:drawText("new", { 0, 18, 120, 30 },
      { fontSize = 20, alignment = "center" })

    local scale = ctx.ctm.m11

    local tile = ctx.clipBounds  -- in the layer's points

    print(ctx.width, ctx.height, ctx.scale)  -- 200 100 2

    grid:layoutSublayersOfLayer(layer)

    print(grid:preferredSizeOfLayer(layer))

    grid:invalidateLayoutOfLayer(layer)

    ca.GridLayoutManager { columns = 2, padding = 14,
      columnSpacing = 12, rowSpacing = 12 }

    host.layoutManager = ca.GridLayoutManager { columns = { 60, "1fr",
      "2fr" }, rows = { 40, "1fr" }, padding = 8,
      columnSpacing = 8, rowSpacing = 8 }

    local r, g, b, a = board:pixel(7, 0)

    local corner = board:crop { 0, 0, 4, 2 }

    local bytes = board:pixels()  -- straight RGBA again

    local colors, shares = photo:palette(5)

    print(image.width, image.height)  -- in pixels

    print(image.size, image.scale, image.name)

    ca.Image("icons/search.svg",
      { color = i % 2 == 0 and "#0a84ff" or "#e5383b" })

    local board = ca.Image { width = 8, height = 8,
      pixels = function(x, y) return (x + y) % 2, (x + y) % 2, 0.4,
      1 end }

    local dot = ca.Image { width = 2, height = 1, scale = 1,
      pixels = "\255\0\0\255\0\0\255\255" }

    local stack = ca.StackLayoutManager { padding = { top = 4, left = 8,
      bottom = 4, right = 8 } }

    ca.StackLayoutManager { padding = { horizontal = 9,
      vertical = 3.5 }, sizeToFit = "both" }

    for _, key in ipairs(fade:keys()) do print(key, fade[key]) end

    print(table.concat(fade:customKeys(), ", "))  -- note

    print(fade:defaultValueForKey "duration")

    local slower = fade:copy()

    fade:runActionForKey("opacity", layer)

    slower:setValue(2, "duration")

    print(slower:value "duration")  -- 2

    ca.KeyframeAnimation { keyPath = "transform.rotation.z",
      values = { 0, 1, -1, 0 }, duration = 1 }

    plane:addAnimation(ca.KeyframeAnimation { keyPath = "position",
      path = path, duration = 2,
      calculationMode = "paced", rotationMode = mode or nil })

    clip:addAnimation(ca.KeyframeAnimation { keyPath = "contentsTime",
      values = { 0, 4, 4, 1 },
      keyTimes = { 0, 0.4, 0.6, 1 }, duration = 2.5 })

    way.timingFunctions = { "easeIn", "easeOut" }

    way.calculationMode = "cubic"

    way.tensionValues = { 0, 0.5, 0 }

    way.continuityValues = { 0, 0.5, 0 }

    way.biasValues = { 0, -0.5, 0 }

    root:addSublayer(box)

    layer:insertSublayer(badge, 1)  -- behind all others

    layer:insertSublayerBelow(badge, photo)

    layer:insertSublayerAbove(badge, photo)

    layer:replaceSublayer(badge, shade)

    shade:removeFromSuperlayer()

    print(layer:sublayer("photo").frame)

    host:find("tomato").zPosition = 1

    local reflection = cover:copy()

    print(layer:convertPointFromLayer({ 0, 0 }, photo))  -- {10, 10}

    local corner = card:convertPointToLayer({ 100, 0 }, host)

    print(photo:convertRectFromLayer({ 10, 10, 40, 40 }, layer))

    print(photo:convertRectToLayer({ 0, 0, 40, 40 }, layer))

    print(photo:convertTimeFromLayer(2, layer))

    print(photo:convertTimeToLayer(2, layer))

    print(layer:contains { 30, 30 })  -- true

    print(layer:hitTest({ 30, 30 }).name)  -- photo

    print(layer:layerAt({ 30, 30 }).name)  -- photo

    item:scrollPoint {0, 0}  -- (0, 700)

    item:scrollRectToVisible(item.bounds)

    photo:setAnchorPointKeepingFrame { 0, 0 }

    assert(layer:preferredFrameSize() == ca.Size(size.width,
      size.height))

    title:sizeToFit()

    layer:resizeSublayersWithOldSize { 100, 50 }

    photo:resizeWithOldSuperlayerSize { 100, 50 }

    print(layer:contentsAreFlipped())  -- false

    ring:setNeedsDisplay()  -- nothing is drawn before this

    print(layer:needsDisplay())  -- true

    layer:displayIfNeeded()

    layer:display()

    layer:setNeedsLayout()

    print(layer:needsLayout())  -- true

    bar:layoutIfNeeded()  -- the place from which the knob moves

    layer:layoutSublayers()

    function Gauge:drawInContext(ctx) ctx:fill { 0, 0, 100 * self.level,
      20 } end

    for _, key in ipairs(layer:keys()) do print(key, layer[key]) end

    print(table.concat(layer:customKeys(), ", "))  -- rating

    print(layer:defaultValueForKey "opacity")  -- 1

    print(layer:cornerCurveExpansionFactor "continuous")

    print(layer:needsDisplayForKey "bounds")

    print(badge:isDescendantOf(layer))  -- true

    copy:setState(name)

    print(table.concat(layer:stateNames(), ", "))  -- open

    print(layer:stateName "open")

    copy:setTilt(0, tilt)

    layer:addWallpaperStates()

    badge:addConstraint "maxX = superlayer.maxX - 4"

    b:constrain { "width = layerA.width", "midX = layerA.midX",
      "minY = layerA.maxY + 10", "maxY = superlayer.maxY - 10" }

    badge:removeConstraint(edge)

    badge:removeAllConstraints()

    layer:removeAnimation "fade"

    layer:removeAllAnimations()

    print(layer:animation("fade").duration)  -- 0.5

    print(slide:animationKeys()[1],
      ca.render(slide, { time = 0.5 }):pixel(5, 5))

    print(knob:presentation(0.5).position.x)  --> 140

    print(layer:presentation():model() == layer)  -- true

    print(layer:actionForKey "opacity")

    print(layer:defaultActionForKey "opacity")

    layer:setValue(0.5, "opacity")

    print(layer:value "position.x")

    for l, depth in host:walk() do print(("  "):rep(depth) .. (l.name or l.className)) end

    local shape = ca.ShapeLayer { path = to, bounds = { 0, 0, 40, 40 } }

    box.position = { 150, 60 }

    legend.anchorPoint = { 1, 0 }

    layer.transform = ca.Transform.rotation(math.pi / 4, 0, 1, 0)

    ca.Layer { frame = { 40, 25, 60, 50 }, backgroundColor = color }

    print(panel.sublayers[1].frame)

    host:addSublayer(ca.Layer { frame = { x, 10, 145, 100 },
      contents = "photo.jpg", mask = mask })

    host:addSublayer(ca.Layer { name = color,
      frame = { 30 + i * 45, -5 + i * 25, 90, 50 },
      backgroundColor = color })

    page:addSublayer(ca.TextLayer {
      name = "title", frame = { 20, 30, 170, 60 }, string = "Tea",
        font = "DejaVu Serif", fontSize = 48,
      foregroundColor = "#20304a", alignmentMode = "center",
        link = "https://example.com/tea" })

    layer.delegate = {
      layerShouldInheritContentsScale = function(self, layer, scale)
        return true
      end,
    }

    local dim, bright = ca.Layer { style = quiet },
      ca.Layer { style = quiet, opacity = 1 }

    ca.Layer { bounds = {0, 0, 40, 40}, backgroundColor = "red",
      actions = { backgroundColor = ca.Transition { type = "push",
        subtype = "fromRight", duration = 1 } } }

    ca.Layer { bounds = { 0, 0, 320, 190 }, backgroundColor = "#eef2f0",
      layoutManager = ca.GridLayoutManager { columns = 2, padding = 14,
        columnSpacing = 12, rowSpacing = 12 } }

    host:addSublayer(ca.Layer { name = "layerA",
      bounds = { 0, 0, 100, 25 }, backgroundColor = "steelblue",
      constraints = { "midX = superlayer.midX",
        "midY = superlayer.midY" } })

    ca.Layer { frame = { 8, 8, 84, 20 }, backgroundColor = "steelblue",
      autoresizingMask = "widthSizable" }

    ca.Layer { bounds = { 0, 0, 0, 20 }, backgroundColor = "tomato",
      layoutOptions = { flex = 1 } }

    ca.Layer { frame = { 235, 15, 75, 80 }, contents = "photo.jpg",
      contentsRect = { 0.58, 0.25, 0.2, 0.32 } }

    layer.contents, layer.contentsRect = sprite.upright, { 0, 0, 1, 1 }

    photo.contentsGravity = "resizeAspect"

    layer.contentsScale = 2  -- 40 points large; with 1 it would be 80

    photo.contentsCenter = { 0.25, 0.25, 0.5, 0.5 }

    return ca.Layer { bounds = { 0, 0, 200, 100 },
      backgroundColor = "steelblue" }

    box.cornerRadius = 15

    host:addSublayer(ca.Layer { frame = { 120, 30, 80, 80 },
      backgroundColor = "gold", borderWidth = 5,
      borderColor = "#c98a00", cornerRadius = 24,
        maskedCorners = { "minXMinY", "maxXMaxY" } })

    host:addSublayer(ca.Layer { frame = box.frame, borderWidth = 1,
      borderColor = "crimson" })

    box.opacity = 0.5

    photo.shadowOpacity = 0.3

    photo.shadowPath = ca.Path():addEllipse { 0, 70, 80, 14 }

    host:addSublayer(ca.Layer { frame = { 106 * ((i - 1) % 3) + 3,
      70 * ((i - 1) // 3) + 3, 102, 64 },
      contents = "photo.jpg", filters = { filter },
        masksToBounds = true })

    ca.Layer { frame = { 60, 50, 200, 90 }, cornerRadius = 16,
      backgroundColor = "#ffffff40",
      backgroundFilters = { ca.Filter("CIGaussianBlur",
        { inputRadius = 6 }) } }

    ca.ShapeLayer { path = "M 0 50 L 86 0 V 50 Z",
      fillColor = "#2f6fbf", compositingFilter = operator }

    mark.states = { ca.State { name = "Gone", elements = {
      ca.StateSetValue { target = mark, keyPath = "opacity",
        value = 0 } } } }

    room.stateTransitions = { ca.StateTransition { fromState = "*",
      toState = "Down", elements = {
      ca.StateTransitionElement { target = ball, key = "position.y",
        animation = ca.SpringAnimation { perceptualDuration = 0.6,
          bounce = 0.5 } } } } }

    mark.stateTransitionAnimation = ca.SpringAnimation { perceptualDuration = 0.5 }

    plane.speed, plane.timeOffset = 0, 0.49 * k

    local scene = ca.Layer { speed = 2 }

    local one, two = page("One", "#2"), page("Two", "#1")

    function Gauge:init() self.masksToBounds = true end

    function Gauge:display() self.contents = "photo.jpg" end

    function Gauge:layoutSublayers()
      self.sublayers[1].frame = self.bounds
    end

    function Gauge:actionForKey(key)
      if key == "level" then return ca.BasicAnimation { keyPath = key,
        duration = 0.3 } end
    end

    function Gauge:defaultActionForKey(key) print("no action for",
      key) end

    function Gauge:needsDisplayForKey(key) return key == "level" end

    function Gauge:defaultValueForKey(key)
      if key == "level" then return 0.5 end
    end

    function Screen:drawInDrawable(drawable, layerTime)
      drawable:clear(layerTime < 1 and "navy" or "gold")
    end

    function Screen:canDraw(layerTime) return layerTime < 2 end

    photo.delegate = {
      layerWillDraw = function(_, card) print("draws", card) end,
      drawLayerInContext = function(_, card, ctx)
        ctx:fillEllipse(card.bounds)
      end,
    }

    badge.delegate = {
      displayLayer = function(_, card) card.contents = "photo.jpg" end,
    }

    shade.delegate = {
      layoutSublayersOfLayer = function(_, layer) print(layer) end,
    }

    title.delegate = {
      actionForLayerForKey = function(_, card, key)
        if key ~= "opacity" then return false end
      end,
    }

    edgeless.delegate = {
      actionForLayer_forKey = function(_, card, key) return false end,
    }

    plate.delegate = {
      layerShouldInheritContentsScale = function(_, card, scale)
        return scale > 1
      end,
      layerShouldInheritContentsScaleFromWindow = print,
    }

    view.delegate = {
      canDrawLayer = function(_, screen, time) return time < 2 end,
      drawLayerInDrawable = function(_, screen, drawable, layerTime)
        drawable:clear(layerTime < 1 and "navy" or "gold")
      end,
    }

    photo.layoutOptions = { row = 1, column = 2, rowSpan = 2,
      yAlignment = "center" }

    photo.layoutOptions = { alignment = "center",
      xAlignment = "leading" }

    photo.layoutOptions = { width = 80, height = 60, spacingAfter = 12 }

    photo.layoutOptions = { ignored = true }

    host:addSublayer(ca.Layer { backgroundColor = "steelblue",
      layoutOptions = { columnSpan = 3 } })

    local legend = ca.legend { scale = hues, swatchSize = 12,
      spacing = 6, color = "#333",
      font = "DejaVu Sans" }

    local legend = ca.legend { entries = { { "Rain", "steelblue" } },
      position = { 300, 0 } }

    ca.legend { scale = kinds, row = true, position = { 0, -20 } }

    host:addSublayer(ca.legend { entries = entries,
      position = { 185, 40 }, fontSize = 12 })

    ca.timeline()
      :from(ring, { strokeEnd = 0 },
        { duration = 1, timingFunction = "cubicInOut" })
      :from({ title, under }, { opacity = 0, ["position.x"] = 130 },
        { at = "-0.4", duration = 0.6, stagger = 0.3 })
      :hold(1)

    line:to(badge, { opacity = 0 }, { spring = { bounce = 0.3 } })

    line:run(function(fraction) badge.opacity = fraction end,
      { fillMode = "forwards" })

    local ticket = ca.Layer.lottie("ticket.lottie",
      { slots = row.slots, viewport = row.viewport })

    local ticket = ca.Layer.lottie("ticket.lottie",
      { theme = theme or nil })

    local ticket = ca.Layer.lottie("ticket.lottie",
      { marker = marker or nil })

    host:addSublayer(ca.Layer.lottie("badge.json", {
      texts = { Title = "All clear", Note = "Every test passed" },
      values = { ["Card.Plate.Fill 1.Color"] = "#0b5345",
        ["**.Progress.Stroke 1.Color"] = "#7dffb3" },
    }))

    local player = ca.Layer.lottie("badge.json", { loop = "pingPong" })

    local measure = ca.measureText("Harbour",
      { width = 80, height = 40, wrapped = true })

    local between = disc:morphed("M 0 0 H 80 V 80 H 0 Z", 0.5,
      { start = 0.25 })

    print(noise:fractal(0.3, 0.7), noise:ridged(0.3, 0.7))

    local flowX, flowY = noise:curl(0.3, 0.7)

    local heights = noise:grid { width = 64, height = 64, x = 10,
      y = 20, z = 0.5, ridged = true }

    layer.contents = noise:image { width = 64, height = 64,
      tiles = true, colors = { "navy", "white" } }

    print(noise(0.3, 0.7))

    host.contents = ca.noise.image { width = 640, height = 300,
      scale = 150, octaves = 6, seed = 11,
      colors = { "#0b2f55", "#1d5c92", "#3f8fc4", "#e8d9a8", "#8db360",
        "#4f7f45", "#f4f4f0" } }

    print(ca.format("$,.2f", 1234.5,
      { decimal = ",", group = ".", currency = { "", " €" } }))

    print(ca.format(",.1%", -0.125,
      { minus = "−", percent = " %", grouping = { 3 } }))

    print(noise:fractal(0.3, 0.7, 0, 0,
      { octaves = 3, gain = 0.4, lacunarity = 2.5 }))

    local grown = disc:offset(6,
      { join = "miter", miterLimit = 4, tolerance = 0.1 })

    print(package.kind, package.size, #package.notes)

    local scene = ca.Package("sky.ca").rootLayer

    print(package.wallpaperName, #package.wallpaperNames,
      package.floors.Background)

    local share = ca.parameter("share",
      { default = 0.72, min = 0, max = 1 })

    local count = ca.parameter("count",
      { kind = "integer", default = 3, min = 1, max = 9 })

    local sides = ca.parameter("sides",
      { default = 6, step = 2, description = "Corners" })

    local mode = ca.parameter("mode",
      { default = "day", choices = { "day", "night" } })

    ca.parameter("title", { kind = "text", default = "Tea",
      maxLength = 60, title = "Headline" })

    local word = ca.parameter("word",
      { default = "tea", pattern = "%a+", examples = { "sea" } })

    host:addSublayer(ca.ShapeLayer { path = ca.Path():move(20,
      30 * i):addLine(110, 30 * i), strokeColor = "steelblue",
      lineWidth = 12, lineCap = cap,
        lineDashPattern = i > 1 and { 1, 22 } or { 18, 8 } })

    local path = ca.Path():move(10, 60):addQuadCurve(50, 0, 90, 60)

    path:addCurve(110, 90, 130, 30, 150, 60)

    ca.ShapeLayer { bounds = { 0, 0, 140, 140 }, anchorPoint = { 0, 0 },
      path = ca.Path():addArc(70, 70, 50, -math.pi / 2,
        3 * math.pi / 2), fillColor = false, strokeColor = color,
      strokeEnd = to, lineWidth = 14, lineCap = "round" }

    path:addArcTangent(200, 60, 200, 10, 20):addLine(200, 10)

    path:addRect { 10, 10, 60, 40 }

    local square = ca.Path():addRoundedRect({ 20, 20, 80, 80 }, 0.01)

    local square, circle = ca.Path "M4 4H48V48H4Z",
      ca.Path():addEllipse { 22, 22, 44, 44 }

    ca.ShapeLayer { path = ca.Path():addLines(cell):close(),
      fillColor = colors(points[i].x),
      strokeColor = "white", lineWidth = 1.5 }

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

    local union = disc:union(box)

    local lens = disc:intersection(box)

    local bite = disc:subtracting(box)

    local rest = disc:symmetricDifference(box)

    local plain = path:normalized "evenOdd"

    local outline = path:stroked { lineWidth = 4, lineCap = "round",
      tolerance = 0.1 }

    local fewer = path:simplified(0.5)

    local hull = path:hull()

    local place, direction = disc:pointAtLength(30)

    local middle = disc:pointAtFraction(0.5)

    local points, directions = disc:pointsAlong(12)

    local drawn = disc:sketched { roughness = 2, bowing = 1.5,
      strokes = 2, seed = 7 }

    local clip = ca.PlayerLayer {
      frame = { 0, 0, 320, 180 },
      file = "waves.mp4",
      videoGravity = "resizeAspectFill", masksToBounds = true,
      from = 2, to = 6, loops = true,
    }

    local clip = ca.PlayerLayer { file = "waves.mp4", from = 2, to = 6 }

    local x, y = point:unpack()

    local below = point:with { y = 100 }

    local spin = ca.BasicAnimation { keyPath = "transform",
      fromValue = 0, toValue = math.pi,
      valueFunction = "rotateZ", duration = 1 }

    local income = math.exp(random:number(6.5, 10.9))

    local size = random:normal(20, 4)  -- mean and deviation

    host:addSublayer(ca.ShapeLayer { path = path, fillColor = false,
      lineWidth = 1.4, lineCap = "round",
      strokeColor = random:choose { "#264653", "#2a9d8f", "#e9c46a",
        "#f4a261", "#e76f51" }, opacity = 0.8 })

    local order = random:shuffle { "a", "b", "c" }

    local two = random:sample({ "a", "b", "c" }, 2)

    local kind = random:weighted({ "tree", "rock" }, { 5, 1 })

    local on, inside = random:onCircle(50), random:inCircle(50)

    local p = random:inRect { -20, -20, 360, 190 }

    local within = random:inPath(hexagon)

    local share, die = random(), random(6)  -- 0 up to 1; 1 to 6

    local left, top, across, down = rect:unpack()

    local square = rect:with { width = 80 }

    local moved = rect:offsetBy(10, 0)

    local both = rect:union { 100, 60, 90, 90 }

    local common = rect:intersection { 100, 60, 90, 90 }

    print(rect:contains { 30, 30 }, rect:intersects(both))  -- true true

    local whole = ca.Rect(0.5, 0.5, 9, 9):integral()  -- {0, 0, 10, 10}

    ca.render(stage, "frame-{00}.png",
      { fps = 10, from = 0, duration = 0.5, frames = "0-4" })

    local middle = ca.render(root, { time = 1 })

    ca.render(layer, "card.gif",
      { fps = 10, duration = 0.5, hold = 0.5, sound = false })

    ca.render(layer, "baked.caml", { bake = 10 })

    ca.render(layer, "card.tendies",
      { bake = 10, floors = { Background = layer } })

    local battery = ca.Layer.svg("icons/battery.svg",
      { color = "crimson" })

    print(y(45), y:invert(130))

    print(table.concat(scale:ticks(4), " "))

    print(table.concat(scale:labels(4, ",.0f"), " "))

    print(x "Tue", x.bandwidth)  -- the start of a bar and its width

    print(scale.step, scale.type, scale.range[2])

    for i, part in ipairs(parts.domain) do
      chart:addSublayer(ca.Layer { frame = { x(sum), y(row[1]),
        x(row[i + 1]), y.bandwidth },
        backgroundColor = parts(part) })
      sum = sum + row[i + 1]
    end

    ca.scale { type = "band", domain = { "a", "b" }, range = { 0, 100 },
      paddingInner = 0.2, paddingOuter = 0.1, align = 0, round = true }

    local y = ca.scale { domain = { 0, 87 }, range = { 260, 0 },
      nice = true }

    local scale = ca.scale { domain = { 0, 90 }, range = { 0, 300 },
      clamp = true }

    local signed = ca.scale { type = "symlog", domain = { -10, 10 },
      constant = 2 }

    local scale = ca.scale { type = row[1], domain = row[2],
      exponent = row.exponent, range = { 0, 360 } }

    local hours = ca.scale { type = "time", domain = { 0, 86400 },
      offset = 3600 }

    ca.scale { type = "band", domain = { "Mon", "Tue", "Wed" },
      range = { 0, 300 }, padding = 0.2 }

    local hues = ca.scale { type = "ordinal", domain = { "a", "b" },
      range = { "red", "blue" },
      unknown = "grey" }

    local heat = ca.scale { domain = { 0, 1 },
      range = { "navy", "gold" }, colorSpace = "oklch" }

    title.layoutManager = {
      layoutSublayersOfLayer = function() end,
      preferredSizeOfLayer = function() return { 80, 60 } end,
      invalidateLayoutOfLayer = function(_, layer) print("again:",
        layer) end,
    }

    pane:scrollToPoint {0, 50}

    pane:scrollToRect {0, 400, 100, 50}

    host:addSublayer(ca.ShapeLayer { bounds = { 0, 0, 72, 72 },
      position = { 44 + (i - 1) % 4 * 80, i > 4 and 135 or 45 },
      path = path, fillColor = "gold", strokeColor = "#203040",
        lineWidth = 2 })

    ca.writeSheet("sheet.png",
      { { name = "star", image = sprite.upright, duration = 0.1 } },
      { padding = 1, trim = false, maxSize = 1024 })

    ca.writeSheet("spin.png", {
      { name = "spin 1", image = icons["star.png"].upright,
        duration = 0.12 },
      { name = "spin 2", image = icons["key.png"].upright,
        duration = 0.2 },
    }, { tags = { spin = { 1, 2, "pingpong" } } })

    local width, height = size:unpack()

    local wide = size:with { width = 240 }

    ca.SpringAnimation { perceptualDuration = 0.5 }

    ca.SpringAnimation { perceptualDuration = 0.6, bounce = 0.5 }

    print(sprite.rotated, sprite.trimmed, sprite.offset, sprite.frame)

    print(sprite.name, sprite.size, sprite.sourceSize)

    layer.contents, layer.contentsRect = sprite.image,
      sprite.contentsRect

    print(sprite.duration)  -- nil: this sheet has no times

    stack:layoutSublayersOfLayer(layer)

    print(stack:preferredSizeOfLayer(layer))

    stack:invalidateLayoutOfLayer(layer)

    ca.StackLayoutManager { axis = "vertical", padding = 10,
      spacing = 2 }

    line:to({ photo, badge }, { opacity = 1 },
      { stagger = { total = 0.6, from = "center",
      grid = { 2, 1 }, timingFunction = "easeOut" } })

    line:from(bars, { ["bounds.size.height"] = 0 },
      { stagger = { each = 0.12, from = "center" } })

    ca.State { name = "Ajar", basedOn = "Open", elements = {
      ca.StateSetValue { target = lid, keyPath = "transform.rotation.z",
        value = -0.15 } } }

    ca.StateAddAnimation { target = photo, key = "pulse",
      animation = pulse }

    ca.StateSetValue { target = lid, keyPath = "position.y",
      value = 14 }

    copy:setState { from = "Left", to = "Right", fraction = i / 4 }

    layer:setState("open", { transitionSpeed = 2 })

    if time >= 0.5 then mark:setState("Gone", { time = 0.5 }) end

    ca.StateRemoveAnimation { target = photo, key = "fade" }

    ca.StateTransition { fromState = "*", toState = "Down", elements = {
      ca.StateTransitionElement { target = ball, key = "position.y",
        animation = ca.SpringAnimation { perceptualDuration = 0.6,
          bounce = 0.5 } } } }

    ca.StateTransitionElement { target = ball, key = "position.y",
      animation = ca.SpringAnimation { perceptualDuration = 0.6,
        bounce = 0.5 } }

    local bevelled = path:stroked { lineJoin = "miter", miterLimit = 3 }

    local dashes = path:stroked { lineDashPattern = { 8, 4 },
      lineDashPhase = 2 }

    local Gauge = ca.Layer:subclass("GaugeLayer",
      { defaults = { level = 0 }, redrawKeys = { "level" } })

    local spaced = ca.AttributedString("Harbour",
      { lineSpacing = 4, lineHeightMultiple = 1.2,
      lineHeight = 28, paragraphSpacing = 8,
        paragraphSpacingBefore = 4 })

    local outline = ca.Path.text("Aa",
      { font = "Liberation Serif", fontSize = 62 })

    local text = ca.AttributedString { { "Sea", weight = 700,
      italic = true }, " and sky" }

    ca.AttributedString("Harbour", { fontStretch = "condensed",
      fontFeatures = { smcp = 1 }, fontVariations = { wght = 600 },
        fontPalette = 0 })

    ca.AttributedString("Harbour", { foregroundColor = "white",
      backgroundColor = "navy", kern = 2, baselineOffset = 3 })

    ca.AttributedString { { style, fontSize = 16,
      underlineStyle = style, underlineColor = "crimson" } }

    ca.AttributedString("Harbour", { underlineStyle = "single",
      underlineColor = "red", strikethroughStyle = "single",
        strikethroughColor = "red" })

    local outlined = ca.AttributedString("Harbour",
      { strokeWidth = 3, strokeColor = "navy",
      shadow = { offset = { 0, 1 }, blur = 2, color = "#0008" } })

    ca.AttributedString { "Mail ", { attachment = "icon.svg",
      attachmentSize = { 16, 16 } } }

    ca.AttributedString("Harbour", { firstLineHeadIndent = 20,
      headIndent = 10, tailIndent = -10 })

    ca.AttributedString("Harbour", { lineBreakStrategy = "balance",
      hyphenationFactor = 1, language = "en" })

    ca.AttributedString {
      { "Tea\t2\t4.50\nCake\t12\t31.25", fontSize = 18,
        tabStops = { { location = 110, alignment = "right" },
          { location = 190, alignment = "decimal" } } },
    }

    local item = ca.AttributedString("Harbour", { listMarker = "•" })

    ca.AttributedString("Tea\t3.20", { defaultTabInterval = 40,
      tabStops = { { location = 120, alignment = "right",
        leader = "." } } })

    host:addSublayer(ca.TextLayer { frame = { 150 * ((i - 1) % 2) + 10,
      54 * ((i - 1) // 2) + 12, 150, 50 },
      string = ca.AttributedString { run }, alignmentMode = "center" })

    photo(10, ca.TextLayer { frame = { 0, 18, 145, 70 }, string = "SKY",
      font = "DejaVu Sans Bold", fontSize = 60 })

    local label = ca.TextLayer { string = "Harbour", fontSize = 20 }

    host:addSublayer(ca.TextLayer { frame = { 10, 30 * i - 23, 160,
      30 }, string = weight, font = "DejaVu Sans",
      fontWeight = weight, fontSize = 22, foregroundColor = "black" })

    host:addSublayer(ca.TextLayer { frame = { 180, 30 * i - 23, 140,
      30 }, string = stretch, font = "DejaVu Serif",
      fontStretch = stretch, fontStyle = "italic", fontSize = 22,
        foregroundColor = "black" })

    label.fontVariations = { wght = 625 }

    label.fontFeatures = { tnum = 1, ss01 = 1 }

    label.fontPalette = "dark"

    ca.TextLayer { frame = { 90 * number, 0, 80, 60 }, wrapped = true }

    host:addSublayer(ca.TextLayer { frame = { 0, 0, 320, 110 },
      textPath = "M 30 95 Q 160 5 290 95",
      alignmentMode = "center", string = "Over the hill", fontSize = 30,
        foregroundColor = "#2f6fbf" })

    label.language = "de"

    label.fitsTextGroup = "titles"

    title.continuesIn = overflow

    print(measure.ascent, measure.descent, #measure.lines,
      measure.isTruncated)

    line:label "grown":to(bars,
      { opacity = function(bar, i) return i / 6 end },
      { at = "grown+0.1" })

    line:fromTo(photo, { opacity = 0 }, { opacity = 1 },
      { duration = 0.5 })

    line:set(badge, { hidden = true })

    line:add(ca.BasicAnimation { keyPath = "cornerRadius", toValue = 8,
      duration = 1 }, photo)

    ca.timeline { duration = 1.5, timingFunction = "cubicOut" }
      :run(function(f) number.string = string.format("%.0f",
        12073 * f) end)
      :from(bar, { ["bounds.size.width"] = 0 }, { at = "with" })

    line:type(title, { duration = 1 })

    line:play()

    line:finish()

    line:remove()

    print(line.duration, line:time "grown")  --> 2.14  1.14

    print(line.name, line.duration, line.labels.start)

    local line = ca.timeline { name = "chart", duration = 0.9,
      timingFunction = "cubicOut" }

    local line = ca.timeline { beginTime = 0.5, speed = 2 }

    local loop = ca.timeline { repeatCount = 3, autoreverses = true }

    local a, b = transform:unpack()  -- m11, m12, …

    local deep = transform:with { m34 = -1 / 500 }

    local shifted = transform:translated(20, 0)

    local larger = transform:scaled(1.5)

    local turned = transform:rotated(math.pi / 6)

    local joined = shifted:concat(turned)

    local back = transform:inverted()

    print(transform:apply { 10, 20 })  -- {20, 40}

    ca.Transition { type = "push", subtype = "fromRight", duration = 1 }

    page:addAnimation(ca.Transition { type = type,
      subtype = "fromRight", duration = 1, timingFunction = "linear" })

    page:addAnimation(ca.Transition { filter = swipe, duration = 1,
      timingFunction = "linear" })

    print(ca.lottieInfo("badge.json").duration)

    for _, keyPath in ipairs(ca.lottieKeyPaths "badge.json") do print(keyPath) end

    local A = ca.AttributedString

    local size = ca.measureText("A label",
      { font = "DejaVu Sans", fontSize = 18 })

    local columns = ca.flow("A long text that goes on in a second column.", function(number)
      if number > 2 then return nil end
      return ca.TextLayer { frame = { 90 * number, 0, 80, 60 },
        wrapped = true }
    end)

    local random = ca.random(7)

    local points = ca.poissonDiscs({ 0, 0, 320, 130 }, 17, 4)

    for i = 1, 9 do print(ca.halton(i, 2), ca.halton(i, 3)) end

    sets[3][i] = ca.r2(i) * 90

    local mint = ca.oklch(0.85, 0.1, math.rad(160))

    for i, color in ipairs(ca.palette(name, count)) do
      host:addSublayer(ca.Layer { frame = { 70 + (i - 1) * 240 / count,
        row * 20 - 12, 240 / count, 16 },
        backgroundColor = color })
    end

    print(table.concat(ca.paletteNames(), ", "))

    local _, edges = ca.delaunay(points)

    for i, cell in ipairs(ca.voronoi(points, { 0, 0, 320, 130 })) do
      host:addSublayer(ca.ShapeLayer { path = ca.Path():addLines(cell):close(), fillColor = colors(points[i].x),
        strokeColor = "white", lineWidth = 1.5 })
    end

    entries[i], angle = { row[1] .. "  " .. ca.format(".0%",
      row[2] / total), color }, to

    print(#ca.readFile "people.csv")

    print(ca.decodeJSON('{"color": "teal"}').color)  -- teal

    print(ca.encodeJSON { color = "teal", size = 12 })

    local rows, names = ca.decodeCSV([[
    month;rain
    January;51,2
    February;38
    ]], { separator = ";", decimal = ",", header = true })

    local settings = ca.readTOML "settings.toml"

    local theme = ca.decodeTOML "color = 'teal'\nsize = 12"

    local author = ca.parameter("author",
      { default = "Ada Bezier", maxLength = 60 })

    for _, font in ipairs(ca.fonts { details = true }) do print(font.name) break end

    for _, child in ipairs(ca.explainLayout(layer)) do print(child.layer, child.width) end

    print(ca.filmLength(layer, { fps = 25 }).frames)

    for _, finding in ipairs(ca.diagnose(layer,
      { scale = 2, allow = { "occluded" } })) do
      print(finding.rule, finding.layer.name, finding.message,
        finding.hint, finding.line)
    end

    print(ca.dump(layer).className)

    print(ca.dumpJSON(layer, { time = 0.5 }))

    local difference = ca.compare(picture, "host.png")

    ca.onFrame(function(time) mark:setState { to = "Gone",
      fraction = math.min(time / 2, 1) } end)

    ca.setCurrentTime(ca.currentTime() + 2)

    ca.setCurrentTime(1.5)  -- prints "faded"

    local px, py = x + k / 60 * 38,
      y + 30 - ca.ease(family .. part, k / 60) * 20

    print(ca.ease("bounceOut", 0.5), ca.lerp(10, 20, 0.25))

    for _, name in ipairs(ca.filterNames "blur") do print(name) end

    print(ca.filterInfo("CIGaussianBlur").keys[1].name)  -- inputRadius

    ca.allow("near-miss-key", "callbacks-in-pictures")

    p = p + ca.Point(dx, dy) * 1.1

    local rect = ca.Rect(20, 20, 120, 80)

    local root = ca.Layer { bounds = { 0, 0, 300, 120 },
      backgroundColor = "aliceblue" }

    local label = ca.TextLayer { string = tostring(count),
      fontSize = 15, foregroundColor = "white" }

    local day = ca.GradientLayer { name = "day",
      frame = { 0, 0, 90, 160 }, colors = { "#5aa9e6", "#e3f4ff" },
      opacity = 0 }

    local row = ca.ReplicatorLayer { bounds = { 0, 0, 110, 20 },
      anchorPoint = { 0, 0 }, instanceCount = 5,
      instanceTransform = ca.Transform.translation(110, 0),
      ca.TextLayer { frame = { 0, 0, 110, 20 }, string = "© Ada Bezier",
        fontSize = 13, foregroundColor = "white" } }

    local comet = ca.EmitterLayer { frame = { 0, 0, 200, 130 },
      emitterCells = { spark } }

    local pane = ca.ScrollLayer { bounds = {0, 0, 100, 100} }

    local map = ca.TiledLayer { bounds = { 0, 0, 4096, 4096 },
      tileSize = { 512, 512 } }

    local room = ca.TransformLayer { bounds = { 0, 0, 100, 100 },
      photo:copy() }

    local screen = ca.DrawableLayer { frame = { 140, 15, 40, 30 },
      contentsScale = 2 }

    local glass = ca.BackdropLayer { frame = { 0, 0, 40, 40 } }

    local pulse = ca.BasicAnimation { keyPath = "opacity",
      toValue = 0.2, duration = 0.5 }

    local way = ca.KeyframeAnimation { keyPath = "position.x",
      values = { 0, 80, 40 }, duration = 2 }

    local spring = ca.SpringAnimation { keyPath = "position.y",
      stiffness = 100, damping = damping, fromValue = 50,
      toValue = 0 }

    local manager = ca.ConstraintLayoutManager()

    local grid = ca.GridLayoutManager { columns = 2 }

    local glow = ca.State { name = "glow", elements = {
      ca.StateAddAnimation { target = photo, key = "pulse",
        animation = pulse },
      ca.StateRemoveAnimation { target = photo, key = "fade" } } }

    ca.Transaction.begin()

    local same = ca.Constraint.constraintWithAttributeRelativeToAttribute(
      "midX", "superlayer", "midX")

    local beside = ca.Constraint.constraintWithAttributeRelativeToAttributeOffset(
      "minX", "photo", "maxX", 8)

    local third = ca.Constraint.constraintWithAttributeRelativeToAttributeScaleOffset(
      "width", "superlayer", "width", 1 / 3, 0)

    local image = ca.Image.named "photo.jpg"

    local sprites = ca.Image.sprites("sprites/packed.plist")

    local spin = ca.Image.spriteTags("spin.json").spin

    spinner:addAnimation(ca.Image.spriteAnimation(spin))

    local windmill = ca.Layer.svg "icons/windmill.svg"

    ca.ShapeLayer { path = ca.Path.svg "icons/bell.svg",
      bounds = { 0, 0, 64, 64 },
      position = { 270, 50 }, fillColor = "gold",
        fillRule = "even-odd" }

    local all = ca.Path.union { disc, box, "M 0 0 H 10 V 10 H 0 Z" }

    local hexagon = ca.Path.polygon({ 60, 60 }, 6, 50, 8)

    local star, heart = ca.Path.star({ 32, 32 }, 5, 30, 13),
      ca.Path "M32 58 C-6 28 14 0 32 20 C50 0 70 28 32 58 Z"

    local slice = ca.Path.wedge({ 60, 60 }, 50, 0, math.pi / 3)

    host:addSublayer(ca.ShapeLayer { fillColor = color,
      strokeColor = "white", lineWidth = 2,
      path = ca.Path.ringSector({ 90, 75 }, 36, 64, angle, to) })

    local coil = ca.Path.spiral({ 60, 60 }, 5, 50, 3)

    local soft = ca.Path.roundedPolygon({ { 0, 0 }, { 80, 0 },
      { 40, 60 } }, 12)

    local from, to = ca.Path.morph("M0 0H40V40H0Z", "M20 0L40 40H0Z")

    print(ca.TiledLayer.fadeDuration())  -- 0.25

    ca.Transaction.commit()

    ca.Transaction.flush()

    ca.Transaction.lock()

    ca.Transaction.unlock()

    print(ca.Transaction.animationDuration(),
      ca.Transaction.animationTimingFunction())

    ca.Transaction.setAnimationDuration(1)

    ca.Transaction.setAnimationTimingFunction "easeOut"

    print(ca.Transaction.disableActions(),
      ca.Transaction.completionBlock())

    ca.Transaction.setDisableActions(false)

    ca.Transaction.setCompletionBlock(function() print "done" end)

    print(ca.Transaction.value "reason")  -- intro

    ca.Transaction.setValue("intro", "reason")

    local transform = ca.Transform.scale(2)

    host:addSublayer(box { backgroundColor = "#5b8def",
      transform = ca.Transform.rotation(math.pi / 6) })

    local nearer = ca.Transform.perspective(500)

    local sheared = ca.Transform.affine(1, 0, 0.3, 1, 0, 0)

    print(ca.noise.fractal(0.3, 0.7), ca.noise.ridged(0.3, 0.7))

    local dx, dy = ca.noise.curl(p.x / 90, p.y / 90)

    local clouds = ca.noise.grid { width = 64, height = 64, scale = 20 }

    local noise = ca.noise.seeded(7)

    local inverted = ca.Filter("CIColorCube",
      { inputCubeDimension = 2, inputCubeData = {
      1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1,
      1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1 } })

    local swipe = ca.Filter("CISwipeTransition",
      { inputExtent = { 0, 0, 150, 100 }, inputWidth = 30 })

    ca.Filter("CIHueAdjust", { inputAngle = 2 })

    ca.Filter("CIPixellate", { inputScale = 6, inputCenter = { 0, 0 } })

    ca.Filter("CIColorCube", { inputCubeDimension = 2, inputCubeData = {
      1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1,
      1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1 } })

    ca.Filter("CIGaussianBlur", { inputRadius = 6 })
    """#
}
