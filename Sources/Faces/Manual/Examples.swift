// SPDX-License-Identifier: MIT
// Made by scripts/examples from docs/guide and docs/reference/examples.lua.

extension Manual {
  /// Each owner, and its members: name, number of the section of the guide, and of the example.
  static let examples = #"""
    AnimateOptions
     * 128 0
     duration 120 0
     delay 126 1
     timingFunction 119 0
     completion 128 1
    Animation
     * 119
     beginTime 120 2
     timeOffset 120 3
     speed 120 4
     duration 120 5
     repeatCount 120 6
     repeatDuration 120
     autoreverses 120 7
     fillMode 120 8
     timingFunction 119 9
     delegate 129 10
     removedOnCompletion 120
    AnimationDelegate
     * 129 10
     animationDidStart 129 10
     animationDidStop 129 10
    AnimationGroup
     * 123
     animations 119 11
    AttributedString
     * 88 12
     string 88 12
     runs 88 13
    AxisOptions
     * 72 14
     scale 70 15
     side 74 16
     ticks 70 15
     format 71 15
     marks 71 14
     grid 72 16
     allLabels 72 14
     tickLength 72 17
     padding 70 14
     font 72 14
     fontSize 72 14
     color 72 14
     lineColor 72 16
     gridColor 72 14
     position 72 15
    BackdropLayer
     * 151
    BasicAnimation
     * 119
     fromValue 119 18
     toValue 119 5
     byValue 119 19
    CSVOptions
     * 168 20
     separator 168 21
     decimal 168 21
     header 168 21
     skip 168 20
     numbers 168 22
     types 168 20
     dates 168 20
     quote 168 22
     trim 168 23
     empty 168 20
    Color
     * 60
     mixed 60 24
     lightened 60 25
     darkened 60 26
     saturated 60 26
     rotated 60 27
     grey 60 28
     contrast 60 29
     luminance 60 30
     readable 60 31
     oklch 60 32
     hex 60 29
     unpack 60 33
     with 60 34
     withAlpha 60 35
    Comparison
     * 100 36
     share 100 37
     largest 100 36
     mean 100 36
     image 95 36
    Constraint
     * 104 38
     attribute 104 38
     sourceName 104 38
     sourceAttribute 104 38
     scale 104 39
     offset 104 39
    ConstraintInit
     * 104 40
     to 104 40
     relativeTo 104 41
     attribute 104 40
     sourceName 104 42
     sourceAttribute 104 42
     scale 104 41
     offset 104 40
    ConstraintLayoutManager
     * 104
     layoutSublayersOfLayer 105 43
     preferredSizeOfLayer 105 44
     invalidateLayoutOfLayer 105 45
    CustomFilter
     * 115 46
     name 115 46
     summary 115 46
     keys 114 46
     kernel 115 46
     reach 115 46
     scale 115 46
     pure 115 46
     transition 112 46
    DiagnoseOptions
     * 242 47
     scale 242 48
     time 242 47
     size 242 47
     background 242 47
     film 242 47
     allow 241 48
    DrawTextOptions
     * 58 49
     truncation 58 49
     maximumNumberOfLines 84 49
    Drawable
     * 165
     setPixels 165 50
     clear 165 51
     draw 165 52
     present 165 53
     width 165 54
     height 165 54
     layer 165 54
     isPresented 165 54
    DrawableLayer
     * 165
     nextDrawable 165 55
     drawableSize 165 56
     asynchronous 165 57
     draw 165 58
     drawableProperties 165 59
    EmitterCell
     * 146
     name 147 60
     enabled 147
     birthRate 146 61
     lifetime 146 61
     velocity 147 61
     scaleSpeed 147 60
     color 147
     contents 146 61
     contentsRect 147
     emitterCells 146 62
     style 146 63
     timeOffset 147
    EmitterLayer
     * 146
     emitterCells 146 64
     birthRate 146 65
     velocity 147
     emitterPosition 147 66
     preservesDepth 145
     seed 147
    EncodingOptions
     * 248 67
     background 235 68
     quality 172 69
     lossless 172 70
     compression 248 71
     effort 172 69
     dpi 235 72
     landscape 235 67
     margin 235 67
     bleed 235 72
     outlines 235 67
     headings 235 73
     title 235 74
     author 235 67
     subject 235 67
     keywords 235 67
     date 235 74
    FilmSettings
     * 174 75
     sound 174 75
    FilmSound
     * 174 75
     file 174 75
     start 174 75
     from 174 76
     to 174 76
     gain 174 75
     fadeIn 174 75
     fadeOut 174 75
     loops 174 75
     pan 174 75
    Filter
     * 111 77
     name 115 77
     enabled 113
    GradientLayer
     * 33
     colors 33 78
     locations 33 79
     endPoint 33 80
     focalPoint 33 81
     colorSpace 61
    GraphicsContext
     * 58
     saveGState 58 82
     restoreGState 58 83
     translateBy 58 84
     scaleBy 58 85
     rotate 58 86
     concatenate 58 87
     setFillColor 58 88
     setStrokeColor 53 89
     setRGBFillColor 58 90
     setRGBStrokeColor 58 91
     setGrayFillColor 58 92
     setGrayStrokeColor 58 93
     setFillPattern 58 94
     setStrokePattern 58 95
     setLineWidth 53 96
     setLineCap 58 97
     setLineJoin 58 98
     setMiterLimit 58 99
     setLineDash 58 100
     setAlpha 58 101
     setBlendMode 58 102
     setShadow 58 103
     setInterpolationQuality 58 104
     beginTransparencyLayer 58 105
     endTransparencyLayer 58 106
     beginPath 58 107
     move 58 108
     addLine 58 109
     addQuadCurve 58 110
     addCurve 58 111
     addArc 57 112
     addArcTangent 58 113
     addRect 58 114
     addRoundedRect 58 115
     addEllipse 58 116
     addPath 58 117
     addLines 58 118
     closePath 58 119
     copyPath 58 120
     isPathEmpty 58 121
     pathBoundingBox 58 122
     pathCurrentPoint 58 122
     pathContainsPoint 58 121
     fillPath 58 123
     strokePath 57 124
     eoFillPath 58 125
     drawPath 58 126
     clip 58 127
     eoClip 58 128
     clipTo 58 129
     clipToMask 58 130
     fill 58 131
     stroke 58 132
     strokeLineSegments 58 133
     fillEllipse 58 134
     strokeEllipse 53 135
     clear 58 136
     drawLinearGradient 58 137
     drawRadialGradient 58 138
     drawConicGradient 58 139
     draw 58 140
     drawImage 58 141
     drawText 58 142
     ctm 58 143
     clipBounds 58 144
     width 58 145
     height 58 145
     scale 58 145
    GridLayoutManager
     * 107
     layoutSublayersOfLayer 105 146
     preferredSizeOfLayer 105 147
     invalidateLayoutOfLayer 105 148
     columns 107 149
     rows 107 150
     columnSpacing 107 149
     rowSpacing 107 149
     padding 106 149
     sizeToFit 109
     sizeToFitCorner 109
    Image
     * 95
     pixel 95 151
     crop 95 152
     pixels 95 153
     encode 100 71
     write 100 69
     palette 62 154
     width 95 155
     height 95 155
     scale 98 156
     size 95 156
     name 95 156
    ImageFileOptions
     * 97 157
     color 95 157
    ImageInit
     * 95 158
     width 94 158
     height 83 158
     scale 98 159
     pixels 97 158
    Insets
     * 106 160
     top 106 160
     left 106 160
     bottom 106 160
     right 106 160
     horizontal 106 161
     vertical 106 161
    KeyedObject
     * 40
     keys 40 162
     customKeys 44 163
     defaultValueForKey 42 164
     copy 28 165
     runActionForKey 128 166
     setValue 40 167
     value 40 168
    KeyframeAnimation
     * 124
     values 119 169
     path 119 170
     keyTimes 124 171
     timingFunctions 124 172
     calculationMode 124 173
     rotationMode 124 170
     tensionValues 124 174
     continuityValues 124 175
     biasValues 124 176
    Layer
     * 27
     addSublayer 28 177
     insertSublayer 28 178
     insertSublayerBelow 28 179
     insertSublayerAbove 28 180
     replaceSublayer 28 181
     removeFromSuperlayer 28 182
     sublayer 28 183
     find 28 184
     copy 28 185
     convertPointFromLayer 30 186
     convertPointToLayer 30 187
     convertRectFromLayer 30 188
     convertRectToLayer 30 189
     convertTimeFromLayer 30 190
     convertTimeToLayer 30 191
     contains 30 192
     hitTest 30 193
     layerAt 30 194
     scrollPoint 163 195
     scrollRectToVisible 163 196
     setAnchorPointKeepingFrame 29 197
     preferredFrameSize 109 198
     sizeToFit 109 199
     resizeSublayersWithOldSize 103 200
     resizeWithOldSuperlayerSize 103 201
     contentsAreFlipped 29 202
     setNeedsDisplay 54 203
     needsDisplay 55 204
     displayIfNeeded 55 205
     display 54 206
     setNeedsLayout 105 207
     needsLayout 105 208
     layoutIfNeeded 102 209
     layoutSublayers 105 210
     drawInContext 54 211
     keys 40 212
     customKeys 44 213
     defaultValueForKey 42 214
     cornerCurveExpansionFactor 32 215
     needsDisplayForKey 57 216
     isDescendantOf 28 217
     setState 138 218
     stateNames 138 219
     stateName 141 220
     setTilt 142 221
     addWallpaperStates 142 222
     addConstraint 104 223
     constrain 104 224
     removeConstraint 104 225
     removeAllConstraints 104 226
     addAnimation 126 5
     removeAnimation 126 227
     removeAllAnimations 126 228
     animation 119 229
     animationKeys 126 230
     presentation 127 231
     model 127 232
     actionForKey 128 233
     defaultActionForKey 128 234
     setValue 40 235
     value 40 236
     walk 28 237
     bounds 29 238
     position 29 239
     zPosition 28 184
     anchorPoint 29 240
     anchorPointZ 29
     transform 31 241
     affineTransform 31
     frame 29 242
     sublayerTransform 31
     sublayerDepth 31
     geometryFlipped 29 243
     doubleSided 31
     hidden 32
     isHidden 43
     superlayer 28
     sublayers 28 244
     mask 35 245
     name 28 246
     link 236 247
     delegate 53 248
     style 42 249
     actions 128 250
     layoutManager 105 251
     constraints 104 252
     autoresizingMask 103 253
     layoutOptions 108 254
     contents 34 255
     contentsRect 34 255
     contentsGravity 32 256
     contentsScale 32 257
     contentsCenter 32 258
     minificationFilter 34
     magnificationFilter 34 259
     minificationFilterBias 34
     opaque 56
     needsDisplayOnBoundsChange 55
     drawsAsynchronously 166
     redrawPolicy 55
     backgroundColor 32 238
     cornerRadius 32 260
     maskedCorners 32 261
     cornerCurve 32
     borderWidth 32 262
     borderColor 32 262
     opacity 35 263
     shadowColor 32
     shadowOpacity 32 264
     shadowOffset 32
     shadowRadius 32
     shadowPath 32 265
     masksToBounds 32 266
     filters 111 267
     backgroundFilters 112 268
     compositingFilter 38 269
     shouldRasterize 36
     rasterizationScale 36
     edgeAntialiasingMask 37
     allowsEdgeAntialiasing 37
     states 138 270
     stateTransitions 140 271
     stateTransitionAnimation 140 272
     currentState 138
     beginTime 120
     timeOffset 120 273
     speed 120 273
     duration 120
     repeatCount 120
     repeatDuration 120
     autoreverses 120
     fillMode 120
     contentsTime 96 171
     () 27 274
    Layer.Custom
     * 27
     string 114
    Layer.Subclass
     * 57 275
     init 57 275
     display 54 276
     drawInContext 54 211
     layoutSublayers 57 277
     actionForKey 57 278
     defaultActionForKey 57 279
     needsDisplayForKey 57 280
     defaultValueForKey 57 281
     drawInDrawable 57 282
     canDraw 57 283
     () 57 284
    LayerDelegate
     * 53 285
     displayLayer 54 286
     drawLayerInContext 54 285
     layerWillDraw 54 285
     layoutSublayersOfLayer 53 287
     actionForLayerForKey 128 288
     actionForLayer_forKey 128 289
     layerShouldInheritContentsScale 53 248
     layerShouldInheritContentsScaleFromWindow 53 290
     drawLayerInDrawable 165 291
     canDrawLayer 165 291
    LayoutOptions
     * 108 292
     flex 108 254
     alignment 106 293
     xAlignment 107 293
     yAlignment 107 292
     spacingAfter 108 294
     width 108 294
     height 108 294
     ignored 108 295
     column 108 292
     row 108 292
     columnSpan 108 296
     rowSpan 108 292
    LegendOptions
     * 72 297
     scale 70 298
     entries 72 299
     row 75 298
     swatchSize 72 297
     spacing 72 297
     font 72 297
     fontSize 72 300
     color 72 297
     position 72 299
    LineOptions
     * 134 301
     at 134 301
     duration 134 301
     timingFunction 134 301
     spring 134 302
     stagger 134 301
     fillMode 134 303
    LottieOptions
     * 155 304
     animation 157
     theme 158 305
     marker 157 306
     slots 157 304
     values 157 307
     texts 157 307
     images 157
     imageGravity 157
     fonts 157
     viewport 157 304
     loop 157 308
    MeasureOptions
     * 94 309
     width 94 309
     height 83 309
     wrapped 82 309
    MorphOptions
     * 50 310
     start 50 310
    Noise
     * 65
     fractal 65 311
     ridged 65 311
     curl 65 312
     grid 65 313
     image 65 314
     () 65 315
    NoiseGridOptions
     * 65 316
     width 64 316
     height 64 316
     scale 65 316
     x 65 313
     y 65 313
     z 65 313
     tiles 65 314
     ridged 65 313
     seed 64 316
    NoiseImageOptions
     * 65 316
     colors 65 316
    NumberMarks
     * 71 317
     decimal 71 317
     group 71 317
     grouping 71 318
     minus 71 318
     percent 71 318
     currency 71 317
    OctaveOptions
     * 65 319
     octaves 64 316
     gain 65 319
     lacunarity 65 319
    OffsetOptions
     * 48 320
     join 48 320
     miterLimit 52 320
     tolerance 48 320
    Package
     * 148 321
     rootLayer 148 322
     kind 148 321
     size 148 321
     floors 148 323
     notes 148 321
     wallpaperNames 148 323
     wallpaperName 148 323
    ParameterOptions
     * 171 324
     default 171 324
     kind 171 325
     min 171 324
     max 171 324
     step 171 326
     choices 171 327
     maxLength 171 328
     pattern 171 329
     title 171 328
     description 171 326
     examples 171 329
    Path
     * 47
     move 47 330
     addLine 47 330
     addQuadCurve 47 331
     addCurve 47 332
     addArc 47 333
     addArcTangent 47 334
     addRect 47 335
     addRoundedRect 47 336
     addEllipse 48 337
     addLines 51 338
     addPath 47 339
     closeSubpath 47 340
     boundingBox 47 341
     boundingBoxOfPath 47 341
     isEmpty 47 342
     contains 47 342
     length 47 343
     currentPoint 47 344
     transformed 47 345
     trimmed 47 346
     svg 47 347
     copy 47 348
     union 48 349
     intersection 47 350
     subtracting 47 351
     symmetricDifference 47 352
     normalized 47 353
     offset 47 320
     stroked 47 354
     simplified 47 355
     hull 47 356
     pointAtLength 49 357
     pointAtFraction 49 358
     pointsAlong 49 359
     morphed 50 310
     sketched 50 360
    PlayerLayer
     * 175
     file 174 361
     from 174 362
     to 174 362
     loops 174
    Point
     * 29
     unpack 29 363
     with 31 364
     x 40 365
     y 40 366
    PropertyAnimation
     * 119
     keyPath 119 18
     additive 121
     cumulative 121
     valueFunction 119 367
    Random
     * 66
     number 66 368
     normal 66 369
     choose 65 370
     shuffle 66 371
     sample 66 372
     weighted 66 373
     onCircle 66 374
     inCircle 66 374
     inRect 65 375
     inPath 66 376
     () 66 377
    Rect
     * 29
     unpack 29 378
     with 31 379
     insetBy 29 135
     offsetBy 29 380
     union 29 381
     intersection 29 382
     contains 30 383
     intersects 29 383
     integral 29 384
     x 40 385
     y 40 385
     width 40 386
     height 40
     center 29 387
    RenderOptions
     * 101 388
     scale 98 68
     time 235 389
     size 99 74
     fps 96 390
     from 174 388
     duration 99 388
     hold 101 391
     frames 172 388
     sound 174 391
     bake 152 392
     floors 148 393
    ReplicatorLayer
     * 145
    SVGOptions
     * 52 394
     color 52 394
    Scale
     * 70
     invert 70 395
     ticks 70 396
     labels 70 397
     bandwidth 70 398
     step 70 399
     type 70 399
     domain 70 400
     range 70 399
     () 70 338
    ScaleOptions
     * 70 401
     type 70 402
     domain 70 403
     range 70 403
     nice 70 404
     clamp 70 405
     constant 70 406
     exponent 70 402
     offset 70 407
     padding 70 408
     paddingInner 70 401
     paddingOuter 70 401
     align 70 401
     round 70 401
     unknown 70 409
     colorSpace 70 410
    ScriptLayoutManager
     * 105 411
     layoutSublayersOfLayer 105 412
     preferredSizeOfLayer 105 411
     invalidateLayoutOfLayer 105 411
    ScrollLayer
     * 163
     scrollToPoint 163 413
     scrollToRect 163 414
    ShapeLayer
     * 47
     path 49 415
     fillColor 52 333
     fillRule 52
     strokeColor 52 333
     lineWidth 52 416
     lineCap 52
     lineJoin 52
     miterLimit 52
     lineDashPattern 47 330
     lineDashPhase 52
     strokeEnd 47 18
    SheetOptions
     * 99 417
     padding 99 417
     trim 99 417
     maxSize 99 417
     tags 99 418
    SheetPicture
     * 99 418
     name 99 418
     image 95 418
     duration 99 418
    Size
     * 29
     unpack 29 419
     with 31 420
     width 40
     height 40
    SketchOptions
     * 50 360
     roughness 50 360
     bowing 50 360
     strokes 50 360
     seed 50 360
    SpringAnimation
     * 122
     settlingDuration 122 421
     perceptualDuration 122 422
     bounce 122 423
    Sprite
     * 99 424
     name 99 425
     image 95 426
     contentsRect 99 426
     rotated 99 424
     trimmed 99 424
     size 99 425
     offset 99 424
     frame 99 424
     sourceSize 99 425
     duration 99 427
     upright 99 428
    StackLayoutManager
     * 106
     layoutSublayersOfLayer 105 429
     preferredSizeOfLayer 105 430
     invalidateLayoutOfLayer 105 431
     axis 106 432
     spacing 106 432
     padding 106 432
     alignment 106 433
     sizeToFit 109 161
     sizeToFitCorner 109
    Stagger
     * 134 434
     each 134 435
     total 134 434
     from 134 435
     grid 134 434
     timingFunction 134 434
    State
     * 138
     name 138 436
     basedOn 138 436
     elements 138 436
    StateAddAnimation
     * 138
     key 140 437
     animation 140 437
    StateElement
     * 138
     target 138 438
    StateFraction
     * 139 439
     from 139 439
     to 139 439
     fraction 139 439
    StateOptions
     * 140 440
     transitionSpeed 140 440
     time 139 441
    StateRemoveAnimation
     * 138
     key 140 442
    StateSetValue
     * 138
     keyPath 142 438
     value 138 438
    StateTransition
     * 140
     fromState 140 443
     toState 140 443
     elements 140 443
    StateTransitionElement
     * 140
     target 138 444
     key 140 444
     animation 140 444
    StrokeOptions
     * 48 354
     lineWidth 52 354
     lineCap 52 354
     lineJoin 52 445
     miterLimit 52 445
     lineDashPattern 47 446
     lineDashPhase 52 446
     tolerance 48 354
    SubclassOptions
     * 57 447
     defaults 57 447
     redrawKeys 55 447
    TextAttributes
     * 88 448
     font 85 449
     fontSize 88 449
     weight 88 450
     italic 88 450
     fontStretch 86 451
     fontVariations 86 451
     fontFeatures 86 451
     fontPalette 86 451
     foregroundColor 88 452
     backgroundColor 88 452
     kern 88 452
     baselineOffset 88 452
     underlineStyle 88 453
     strikethroughStyle 88 454
     underlineColor 88 453
     strikethroughColor 88 454
     strokeWidth 88 455
     strokeColor 88 455
     shadow 88 455
     attachment 88 456
     attachmentSize 88 456
     alignment 88 142
     lineSpacing 88 448
     lineHeightMultiple 88 448
     lineHeight 88 448
     paragraphSpacingBefore 88 448
     paragraphSpacing 88 448
     firstLineHeadIndent 88 457
     headIndent 88 457
     tailIndent 88 457
     lineBreakStrategy 88 458
     hyphenationFactor 88 458
     language 88 458
     tabStops 88 459
     listMarker 88 460
     defaultTabInterval 88 461
    TextLayer
     * 82
     string 82 462
     font 85 463
     fontSize 82 464
     fontWeight 86 465
     fontStyle 86
     fontStretch 86 466
     fontVariations 86 467
     fontFeatures 86 468
     fontPalette 86 469
     foregroundColor 82 464
     wrapped 82 470
     truncationMode 84
     maximumNumberOfLines 84
     alignmentMode 83
     verticalAlignment 83
     letterSpacing 83
     lineHeight 88
     paragraphSpacing 88
     textPath 93 471
     textPathOffset 93
     lineBreakStrategy 88
     hyphenationFactor 88
     language 88 472
     inheritsTextAttributes 88
     fitsText 91
     minimumFontSize 91
     fitsTextGroup 91 473
     fittedFontSize 91
     continuesIn 92 474
     orphans 92
     widows 92
     overflows 92
    TextMeasure
     * 94 475
     width 94 198
     height 83 198
     ascent 94 475
     descent 94 475
     lines 89 475
     isTruncated 94 475
    TextRun
     * 88
    TiledLayer
     * 164
     tileSize 164 476
    TimeLine
     * 135
     to 134 477
     from 134 301
     fromTo 134 478
     set 134 479
     add 134 480
     run 134 481
     type 134 482
     label 134 477
     hold 134 301
     play 135 483
     finish 135 484
     remove 135 485
     time 135 486
     name 135 487
     duration 135 486
     labels 135 487
    TimeLineSettings
     * 135 488
     name 135 488
     duration 134 488
     timingFunction 134 488
     beginTime 135 489
     repeatCount 135 490
     autoreverses 135 490
     speed 135 489
    Transform
     * 31
     unpack 31 491
     with 31 492
     translated 31 493
     scaled 31 494
     rotated 31 495
     concat 31 496
     inverted 31 497
     apply 31 498
     m11 31 143
    TransformLayer
     * 31
    Transition
     * 125
     type 125 499
     subtype 125 499
     filter 111 9
    ca
     * 12
     writeSheet 99 418
     Package 148 322
     lottieInfo 157 500
     lottieKeyPaths 157 501
     AttributedString 88 502
     measureText 94 503
     flow 92 504
     random 66 505
     poissonDiscs 67 506
     halton 67 507
     r2 67 508
     oklch 60 509
     palette 62 510
     paletteNames 62 511
     delaunay 51 512
     voronoi 51 513
     scale 70 404
     format 71 514
     axis 72 15
     legend 72 299
     readFile 167 515
     decodeJSON 169 516
     encodeJSON 169 517
     readCSV 168 23
     decodeCSV 168 21
     readTOML 170 518
     decodeTOML 170 519
     parameter 171 520
     fonts 85 521
     explainLayout 110 522
     render 101 68
     filmLength 173 523
     diagnose 242 524
     dump 127 525
     dumpJSON 127 526
     compare 100 527
     film 172 75
     animate 128 0
     onFrame 132 528
     currentTime 129 529
     setCurrentTime 129 530
     timeline 135 301
     ease 137 531
     lerp 137 532
     filterNames 114 533
     filterInfo 114 534
     allow 45 535
     Point 29 536
     Size 29 198
     Rect 29 537
     Color 60 24
     Layer 27 538
     TextLayer 82 539
     ShapeLayer 47 540
     GradientLayer 33 541
     ReplicatorLayer 145 542
     EmitterLayer 146 543
     ScrollLayer 163 544
     TiledLayer 164 476
     TransformLayer 31 545
     DrawableLayer 165 546
     BackdropLayer 151 547
     PlayerLayer 175 361
     EmitterCell 146 60
     Filter 111 268
     Animation 119
     PropertyAnimation 119
     BasicAnimation 119 548
     KeyframeAnimation 124 549
     SpringAnimation 122 550
     AnimationGroup 123 11
     Transition 125 499
     ConstraintLayoutManager 104 551
     StackLayoutManager 106 160
     GridLayoutManager 107 552
     State 138 553
     StateElement 138
     StateSetValue 138 436
     StateAddAnimation 138 553
     StateRemoveAnimation 138 553
     StateTransition 140 271
     StateTransitionElement 140 443
     Path 47 337
     Image 95 158
     noise 65 316
     Constraint 104 40
     Transaction 128 554
     Transform 31 241
    ca.Constraint
     * 104
     constraintWithAttributeRelativeToAttribute 104 555
     constraintWithAttributeRelativeToAttributeOffset 104 556
     constraintWithAttributeRelativeToAttributeScaleOffset 104 557
    ca.Filter
     * 111
     custom 111 558
    ca.Image
     * 95
     named 95 559
     draw 95 134
     sprites 99 560
     spriteTags 99 561
     spriteAnimation 99 562
    ca.Layer
     * 27
     svg 238 563
     lottie 155 306
     subclass 57 447
    ca.Path
     * 47
     svg 52 564
     union 48 565
     polygon 47 566
     star 49 567
     wedge 47 568
     ringSector 47 569
     spiral 47 570
     roundedPolygon 47 571
     text 49 449
     morph 50 572
    ca.TiledLayer
     * 164
     fadeDuration 164 573
    ca.Transaction
     * 128
     begin 128 554
     commit 128 574
     flush 128 575
     lock 128 576
     unlock 128 577
     animationDuration 128 578
     setAnimationDuration 128 579
     animationTimingFunction 128 578
     setAnimationTimingFunction 128 580
     disableActions 128 581
     setDisableActions 128 582
     setCompletionBlock 128 583
     completionBlock 128 581
     value 128 584
     setValue 128 585
    ca.Transform
     * 31
     translation 31 542
     scale 31 586
     rotation 29 587
     perspective 31 588
     affine 31 589
    ca.noise
     * 65
     fractal 65 590
     ridged 65 590
     curl 65 591
     grid 65 592
     image 65 316
     seeded 65 593
    filter.blur
     * 112
     CIGaussianBlur 111 268
    filter.colorAdjustment
     * 112
    filter.colorEffect
     * 112
     CIColorCube 114 594
    filter.compositing
     * 38
     copy 28
    filter.distortion
     * 112
    filter.generator
     * 112
    filter.geometryAdjustment
     * 112
    filter.halftone
     * 112
    filter.sharpen
     * 112
    filter.stylize
     * 112
    filter.transition
     * 113
     CISwipeTransition 113 595
    filterKey
     * 114
     inputAngle 117 596
     inputCenter 117 597
     inputCubeData 114 598
     inputCubeDimension 114 598
     inputExtent 113 595
     inputRadius 111 599
     inputScale 112 597
     inputTime 115
     inputWidth 113 595
    rule
     * 45
     foreign-name 43
     film 242
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

    shape:addAnimation(ca.BasicAnimation { keyPath = "path",
      fromValue = from, toValue = to, duration = 1 })

    pulse.repeatCount = math.huge  -- without end

    pulse.autoreverses = true  -- forth and back

    come.fillMode = "backwards"  -- until it begins, the dot is at -20

    page:addAnimation(ca.Transition { filter = swipe, duration = 1,
      timingFunction = "linear" })

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

    ca.axis { scale = y, side = "left", ticks = 5, grid = 270,
      lineColor = false }

    ca.axis { scale = x, tickLength = 0, position = { 0, 160 } }

    filled:addAnimation(ca.BasicAnimation { keyPath = "strokeEnd",
      fromValue = 0, duration = 1.2,
      timingFunction = "easeOut" })

    ca.BasicAnimation { keyPath = "sublayerTransform.rotation.z",
      byValue = 2 * math.pi, duration = 0.4 }

    ca.decodeCSV("# made by hand\nday;amount\n2026-01-31;3,5",
      { separator = ";", skip = 1, header = true,
        types = { day = "date" },
        dates = "YYYY-MM-DD", decimal = ",", empty = 0 })

    local rows, names = ca.decodeCSV([[
    month;rain
    January;51,2
    February;38
    ]], { separator = ";", decimal = ",", header = true })

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

    ca.Filter.custom { name = "dim", summary = "Darkens the edges.",
      keys = { inputAmount = 0.5 }, reach = 0, scale = 0.5, pure = true,
        transition = false,
      kernel = function(x, y, sample, inputs) return sample(x,
        y * inputs.inputAmount) end }

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

    local view = ca.DrawableLayer { bounds = {0, 0, 320, 180},
      asynchronous = true }

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

    host:addSublayer(ca.GradientLayer { frame = { 10, 10, 62, 70 },
      colors = colors, endPoint = { 1, 1 } })

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

    return ca.Layer { bounds = { 0, 0, 200, 100 },
      backgroundColor = "steelblue" }

    box.position = { 150, 60 }

    legend.anchorPoint = { 1, 0 }

    layer.transform = ca.Transform.rotation(math.pi / 4, 0, 1, 0)

    local face = ca.Layer { frame = { 5, 5, 80, 80 }, cornerRadius = 40,
      borderWidth = 3, borderColor = "#203040" }

    local chart = ca.Layer { bounds = { 0, 0, 130, 70 },
      geometryFlipped = true, backgroundColor = "aliceblue" }

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

    photo.contentsGravity = "resizeAspect"

    layer.contentsScale = 2  -- 40 points large; with 1 it would be 80

    photo.contentsCenter = { 0.25, 0.25, 0.5, 0.5 }

    host:addSublayer(ca.Layer { frame = { 10, 10, 60, 60 },
      contents = board, magnificationFilter = "nearest" })

    local box = ca.Layer { frame = { 20, 20, 100, 60 },
      backgroundColor = "tomato", cornerRadius = 10 }

    host:addSublayer(ca.Layer { frame = { 120, 30, 80, 80 },
      backgroundColor = "gold", borderWidth = 5,
      borderColor = "#c98a00", cornerRadius = 24,
        maskedCorners = { "minXMinY", "maxXMaxY" } })

    host:addSublayer(ca.Layer { frame = box.frame, borderWidth = 1,
      borderColor = "crimson" })

    box.opacity = 0.5

    photo.shadowOpacity = 0.3

    photo.shadowPath = ca.Path():addEllipse { 0, 70, 80, 14 }

    local floors = ca.Layer { bounds = { 0, 0, 80, 70 },
      masksToBounds = true, sky, hill }

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

    host:addSublayer(Gauge { frame = { 20, 15, 130, 130 },
      level = 0.3 })

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

    ca.legend { scale = kinds, row = true, position = { 0, -20 } }

    local legend = ca.legend { entries = { { "Rain", "steelblue" } },
      position = { 300, 0 } }

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

    host:addSublayer(ca.TextLayer { frame = { corner.x + 10,
      corner.y - 9, 140, 18 }, fontSize = 13,
      string = ("(%.0f, %.0f) in host"):format(corner.x, corner.y),
        foregroundColor = "#203040" })

    reflection["position.y"] = cover.position.y + 130 + 4

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

    ctx:drawText(("%g, %g"):format(tile.x, tile.y),
      { tile.x + 6, tile.y + 16 }, { fontSize = 10 })

    print(box.bounds.width)  --> 100

    local c, n = layer.bounds.center, #layer.sublayers

    ca.render(stage, "frame-{00}.png",
      { fps = 10, from = 0, duration = 0.5, frames = "0-4" })

    local middle = ca.render(root, { time = 1 })

    ca.render(dot, "dot.gif", { fps = 10 })

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

    local scale = ca.scale { type = row[1], domain = row[2],
      exponent = row.exponent, range = { 0, 360 } }

    local colors = ca.scale { domain = { 0, 320 },
      range = { "#264653", "#2a9d8f", "#e9c46a", "#e76f51" } }

    local y = ca.scale { domain = { 0, 87 }, range = { 260, 0 },
      nice = true }

    local scale = ca.scale { domain = { 0, 90 }, range = { 0, 300 },
      clamp = true }

    local signed = ca.scale { type = "symlog", domain = { -10, 10 },
      constant = 2 }

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

    photo.layoutManager = {
      layoutSublayersOfLayer = function(_, layer)
        layer.sublayers[1].frame = layer.bounds:insetBy(4)
      end,
    }

    pane:scrollToPoint {0, 50}

    pane:scrollToRect {0, 400, 100, 50}

    host:addSublayer(ca.ShapeLayer { bounds = { 0, 0, 72, 72 },
      position = { 44 + (i - 1) % 4 * 80, i > 4 and 135 or 45 },
      path = path, fillColor = "gold", strokeColor = "#203040",
        lineWidth = 2 })

    host:addSublayer(ca.ShapeLayer { path = net, fillColor = false,
      strokeColor = "#ffffff80", lineWidth = 0.8 })

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

    spring.duration = spring.settlingDuration

    ca.SpringAnimation { perceptualDuration = 0.5 }

    ca.SpringAnimation { perceptualDuration = 0.6, bounce = 0.5 }

    print(sprite.rotated, sprite.trimmed, sprite.offset, sprite.frame)

    print(sprite.name, sprite.size, sprite.sourceSize)

    layer.contents, layer.contentsRect = sprite.image,
      sprite.contentsRect

    print(sprite.duration)  -- nil: this sheet has no times

    layer.contents, layer.contentsRect = sprite.upright, { 0, 0, 1, 1 }

    stack:layoutSublayersOfLayer(layer)

    print(stack:preferredSizeOfLayer(layer))

    stack:invalidateLayoutOfLayer(layer)

    ca.StackLayoutManager { axis = "vertical", padding = 10,
      spacing = 2 }

    ca.StackLayoutManager { spacing = 10, padding = 10,
      alignment = "center" }

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

    return ca.TextLayer { string = string, fontSize = size,
      foregroundColor = color }

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

    host:addSublayer(ca.TextLayer { frame = { 12, 8, 150, 100 },
      wrapped = true, string = ca.AttributedString { list } })

    host:addSublayer(ca.TextLayer { frame = { 0, 0, 320, 110 },
      textPath = "M 30 95 Q 160 5 290 95",
      alignmentMode = "center", string = "Over the hill", fontSize = 30,
        foregroundColor = "#2f6fbf" })

    label.language = "de"

    label.fitsTextGroup = "titles"

    title.continuesIn = overflow

    print(measure.ascent, measure.descent, #measure.lines,
      measure.isTruncated)

    local map = ca.TiledLayer { bounds = { 0, 0, 4096, 4096 },
      tileSize = { 512, 512 } }

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

    page:addAnimation(ca.Transition { type = type,
      subtype = "fromRight", duration = 1, timingFunction = "linear" })

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

    local shape = ca.ShapeLayer { path = to, bounds = { 0, 0, 40, 40 } }

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

    local dim = ca.Filter.custom { name = "dim",
      summary = "Darkens the edges.",
      keys = { inputAmount = 0.5 }, reach = 0, scale = 0.5, pure = true,
        transition = false,
      kernel = function(x, y, sample, inputs) return sample(x,
        y * inputs.inputAmount) end }

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
