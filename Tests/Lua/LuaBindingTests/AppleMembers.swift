// SPDX-License-Identifier: MIT
import LayerModel

/// The public members of a class in Core Animation's headers, and of views where they concern layers, by Objective-C
/// name. The parts of a selector are joined as in scripts: `addAnimation:forKey:` is `addAnimationForKey`.
struct AppleMembers {
  /// Apple's class.
  let name: String
  /// The class here whose objects are tested.
  let owner: String
  var properties = ""
  var methods = ""
  var classMethods = ""
  /// The methods that a subclass may implement and the system calls.
  var hooks = ""

  static func words(_ list: String) -> [String] { list.split(whereSeparator: \.isWhitespace).map(String.init) }

  static let all: [AppleMembers] = [
    AppleMembers(
      name: "CALayer", owner: "Layer",
      properties: """
        bounds position zPosition anchorPoint anchorPointZ transform affineTransform frame hidden isHidden doubleSided
        isDoubleSided geometryFlipped isGeometryFlipped superlayer sublayers sublayerTransform mask masksToBounds
        contents contentsRect contentsGravity contentsScale contentsCenter contentsFormat
        wantsExtendedDynamicRangeContent preferredDynamicRange toneMapMode contentsHeadroom wantsDynamicContentScaling
        minificationFilter magnificationFilter minificationFilterBias opaque isOpaque needsDisplayOnBoundsChange
        drawsAsynchronously edgeAntialiasingMask allowsEdgeAntialiasing backgroundColor cornerRadius maskedCorners
        cornerCurve borderWidth borderColor opacity allowsGroupOpacity compositingFilter filters backgroundFilters
        shouldRasterize rasterizationScale shadowColor shadowOpacity shadowOffset shadowRadius shadowPath
        autoresizingMask layoutManager actions name delegate style visibleRect constraints beginTime duration speed
        timeOffset repeatCount repeatDuration autoreverses fillMode
        """,
      methods: """
        presentationLayer modelLayer shouldArchiveValueForKey encodeWithCoder setAffineTransform contentsAreFlipped
        removeFromSuperlayer addSublayer insertSublayerAtIndex insertSublayerBelow insertSublayerAbove
        replaceSublayerWith convertPointFromLayer convertPointToLayer convertRectFromLayer convertRectToLayer
        convertTimeFromLayer convertTimeToLayer hitTest containsPoint display setNeedsDisplay setNeedsDisplayInRect
        needsDisplay displayIfNeeded drawInContext renderInContext preferredFrameSize setNeedsLayout needsLayout
        layoutIfNeeded layoutSublayers resizeSublayersWithOldSize resizeWithOldSuperlayerSize actionForKey
        addAnimationForKey removeAllAnimations removeAnimationForKey animationKeys animationForKey scrollPoint
        scrollRectToVisible addConstraint setValueForKey setValueForKeyPath valueForKey valueForKeyPath
        presentation model add removeAnimation animation action render draw contains insertSublayer replaceSublayer
        resize resizeSublayers scroll convert needsDisplayForKey defaultValue defaultAction
        """,
      classMethods: """
        layer alloc new defaultValueForKey needsDisplayForKey defaultActionForKey cornerCurveExpansionFactor
        """,
      hooks: """
        init initWithLayer initWithCoder display drawInContext layoutSublayers actionForKey defaultActionForKey
        defaultValueForKey needsDisplayForKey hitTest containsPoint preferredFrameSize shouldArchiveValueForKey
        encodeWithCoder addAnimation removeAnimation setNeedsDisplay setNeedsLayout
        """),
    AppleMembers(
      name: "CATextLayer", owner: "TextLayer",
      properties: """
        string font fontSize foregroundColor wrapped isWrapped truncationMode alignmentMode
        allowsFontSubpixelQuantization
        """, classMethods: "layer"),
    AppleMembers(
      name: "CAShapeLayer", owner: "ShapeLayer",
      properties: """
        path fillColor fillRule strokeColor strokeStart strokeEnd lineWidth miterLimit lineCap lineJoin lineDashPhase
        lineDashPattern
        """, classMethods: "layer"),
    AppleMembers(
      name: "CAGradientLayer", owner: "GradientLayer", properties: "colors locations startPoint endPoint type",
      classMethods: "layer"),
    AppleMembers(
      name: "CAReplicatorLayer", owner: "ReplicatorLayer",
      properties: """
        instanceCount preservesDepth instanceDelay instanceTransform instanceColor instanceRedOffset
        instanceGreenOffset instanceBlueOffset instanceAlphaOffset
        """, classMethods: "layer"),
    AppleMembers(
      name: "CAEmitterLayer", owner: "EmitterLayer",
      properties: """
        emitterCells birthRate lifetime emitterPosition emitterZPosition emitterSize emitterDepth emitterShape
        emitterMode renderMode preservesDepth velocity scale spin seed
        """, classMethods: "layer"),
    AppleMembers(
      name: "CAEmitterCell", owner: "EmitterCell",
      properties: """
        name enabled isEnabled birthRate lifetime lifetimeRange emissionLatitude emissionLongitude emissionRange
        velocity velocityRange xAcceleration yAcceleration zAcceleration scale scaleRange scaleSpeed spin spinRange
        color redRange greenRange blueRange alphaRange redSpeed greenSpeed blueSpeed alphaSpeed contents contentsRect
        contentsScale minificationFilter magnificationFilter minificationFilterBias emitterCells style beginTime
        duration speed timeOffset repeatCount repeatDuration autoreverses fillMode
        """,
      methods: "shouldArchiveValueForKey encodeWithCoder", classMethods: "emitterCell defaultValueForKey alloc"),
    AppleMembers(
      name: "CAScrollLayer", owner: "ScrollLayer", properties: "scrollMode",
      methods: "scrollToPoint scrollToRect scroll",
      classMethods: "layer"),
    AppleMembers(
      name: "CATiledLayer", owner: "TiledLayer", properties: "levelsOfDetail levelsOfDetailBias tileSize",
      classMethods: "layer fadeDuration"),
    AppleMembers(name: "CATransformLayer", owner: "TransformLayer", classMethods: "layer"),
    AppleMembers(
      name: "CAMetalLayer", owner: "DrawableLayer",
      properties: """
        device preferredDevice pixelFormat framebufferOnly drawableSize maximumDrawableCount presentsWithTransaction
        colorspace wantsExtendedDynamicRangeContent EDRMetadata edrMetadata displaySyncEnabled
        allowsNextDrawableTimeout developerHUDProperties residencySet
        """, methods: "nextDrawable", classMethods: "layer"),
    AppleMembers(
      name: "CAOpenGLLayer, CAEAGLLayer", owner: "DrawableLayer",
      properties: "asynchronous isAsynchronous drawableProperties openGLContext openGLPixelFormat",
      hooks: """
        canDrawInCGLContext drawInCGLContext copyCGLPixelFormatForDisplayMask releaseCGLPixelFormat
        copyCGLContextForPixelFormat releaseCGLContext openGLPixelFormatForDisplayMask openGLContextForPixelFormat
        canDrawInOpenGLContext drawInOpenGLContext
        """),
    AppleMembers(
      name: "CAAnimation", owner: "BasicAnimation",
      properties: """
        timingFunction delegate removedOnCompletion isRemovedOnCompletion preferredFrameRateRange beginTime duration
        speed timeOffset repeatCount repeatDuration autoreverses fillMode
        """,
      methods: "shouldArchiveValueForKey encodeWithCoder runActionForKey",
      classMethods: "animation defaultValueForKey alloc"),
    AppleMembers(
      name: "CABasicAnimation, CAPropertyAnimation", owner: "BasicAnimation",
      properties: "keyPath additive isAdditive cumulative isCumulative valueFunction fromValue toValue byValue",
      classMethods: "animationWithKeyPath"),
    AppleMembers(
      name: "CAKeyframeAnimation", owner: "KeyframeAnimation",
      properties: """
        values path keyTimes timingFunctions calculationMode tensionValues continuityValues biasValues rotationMode
        """, classMethods: "animation animationWithKeyPath"),
    AppleMembers(
      name: "CASpringAnimation", owner: "SpringAnimation",
      properties: """
        mass stiffness damping initialVelocity settlingDuration allowsOverdamping perceptualDuration bounce
        """, classMethods: "animation animationWithKeyPath"),
    AppleMembers(
      name: "CATransition", owner: "Transition", properties: "type subtype startProgress endProgress filter",
      classMethods: "animation"),
    AppleMembers(
      name: "CAAnimationGroup", owner: "AnimationGroup", properties: "animations", classMethods: "animation"),
    AppleMembers(
      name: "CAConstraintLayoutManager", owner: "ConstraintLayoutManager",
      methods: "layoutSublayersOfLayer preferredSizeOfLayer invalidateLayoutOfLayer", classMethods: "layoutManager"),
    AppleMembers(
      name: "NSView", owner: "Layer",
      properties: """
        layer wantsLayer wantsUpdateLayer layerContentsRedrawPolicy layerContentsPlacement layerUsesCoreImageFilters
        canDrawSubviewsIntoLayer alphaValue backgroundFilters compositingFilter contentFilters frameCenterRotation
        frameRotation boundsRotation autoresizesSubviews isFlipped clipsToBounds subviews superview animator
        translatesAutoresizingMaskIntoConstraints tag identifier
        """,
      methods: """
        makeBackingLayer updateLayer setWantsLayer addSubview removeFromSuperview setFrameOrigin setFrameSize
        setBoundsOrigin setBoundsSize setFrameRotation setFrameCenterRotation layoutSubtreeIfNeeded lockFocus
        unlockFocus convertPointToBacking cacheDisplayInRect replaceSubview setAutoresizesSubviews
        setLayerContentsRedrawPolicy
        """,
      hooks: """
        makeBackingLayer updateLayer wantsUpdateLayer drawRect layout viewDidMoveToWindow awakeFromNib initWithFrame
        """),
    AppleMembers(
      name: "UIView", owner: "Layer",
      properties: """
        layer alpha hidden opaque clipsToBounds center transform transform3D tintColor contentMode contentStretch
        contentScaleFactor clearsContextBeforeDrawing autoresizesSubviews layoutMargins safeAreaInsets
        userInteractionEnabled isUserInteractionEnabled multipleTouchEnabled exclusiveTouch gestureRecognizers maskView
        subviews superview
        """,
      methods: """
        addSubview insertSubview insertSubviewAtIndex insertSubviewAboveSubview insertSubviewBelowSubview
        exchangeSubviewAtIndex bringSubviewToFront sendSubviewToBack removeFromSuperview sizeToFit sizeThatFits
        viewWithTag isDescendantOfView addGestureRecognizer snapshotViewAfterScreenUpdates
        drawViewHierarchyInRect setAlpha setCenter setTransform setUserInteractionEnabled setContentMode
        """,
      classMethods: "layerClass animateWithDuration beginAnimations",
      hooks: "layerClass drawRect layoutSubviews didMoveToSuperview didMoveToWindow initWithFrame"),
  ]

  /// All constants in Core Animation's headers.
  static let constants = """
    kCAGravityCenter kCAGravityTop kCAGravityBottom kCAGravityLeft kCAGravityRight kCAGravityTopLeft
    kCAGravityTopRight kCAGravityBottomLeft kCAGravityBottomRight kCAGravityResize kCAGravityResizeAspect
    kCAGravityResizeAspectFill
    kCAContentsFormatRGBA8Uint kCAContentsFormatRGBA16Float kCAContentsFormatGray8Uint kCAContentsFormatAutomatic
    kCAFilterNearest kCAFilterLinear kCAFilterTrilinear
    kCACornerCurveCircular kCACornerCurveContinuous
    kCALayerLeftEdge kCALayerRightEdge kCALayerBottomEdge kCALayerTopEdge
    kCALayerMinXMinYCorner kCALayerMaxXMinYCorner kCALayerMinXMaxYCorner kCALayerMaxXMaxYCorner
    kCALayerNotSizable kCALayerMinXMargin kCALayerWidthSizable kCALayerMaxXMargin kCALayerMinYMargin
    kCALayerHeightSizable kCALayerMaxYMargin
    kCAOnOrderIn kCAOnOrderOut kCATransition
    kCAFillModeForwards kCAFillModeBackwards kCAFillModeBoth kCAFillModeRemoved
    kCAMediaTimingFunctionLinear kCAMediaTimingFunctionEaseIn kCAMediaTimingFunctionEaseOut
    kCAMediaTimingFunctionEaseInEaseOut kCAMediaTimingFunctionDefault
    kCAAnimationLinear kCAAnimationDiscrete kCAAnimationPaced kCAAnimationCubic kCAAnimationCubicPaced
    kCAAnimationRotateAuto kCAAnimationRotateAutoReverse
    kCATransitionFade kCATransitionMoveIn kCATransitionPush kCATransitionReveal
    kCATransitionFromRight kCATransitionFromLeft kCATransitionFromTop kCATransitionFromBottom
    kCAValueFunctionRotateX kCAValueFunctionRotateY kCAValueFunctionRotateZ kCAValueFunctionScale
    kCAValueFunctionScaleX kCAValueFunctionScaleY kCAValueFunctionScaleZ kCAValueFunctionTranslate
    kCAValueFunctionTranslateX kCAValueFunctionTranslateY kCAValueFunctionTranslateZ
    kCATransactionAnimationDuration kCATransactionDisableActions kCATransactionAnimationTimingFunction
    kCATransactionCompletionBlock
    kCATruncationNone kCATruncationStart kCATruncationEnd kCATruncationMiddle
    kCAAlignmentNatural kCAAlignmentLeft kCAAlignmentRight kCAAlignmentCenter kCAAlignmentJustified
    kCAFillRuleNonZero kCAFillRuleEvenOdd kCALineJoinMiter kCALineJoinRound kCALineJoinBevel kCALineCapButt
    kCALineCapRound kCALineCapSquare
    kCAGradientLayerAxial kCAGradientLayerRadial kCAGradientLayerConic
    kCAEmitterLayerPoint kCAEmitterLayerLine kCAEmitterLayerRectangle kCAEmitterLayerCuboid kCAEmitterLayerCircle
    kCAEmitterLayerSphere kCAEmitterLayerPoints kCAEmitterLayerOutline kCAEmitterLayerSurface kCAEmitterLayerVolume
    kCAEmitterLayerUnordered kCAEmitterLayerOldestFirst kCAEmitterLayerOldestLast kCAEmitterLayerBackToFront
    kCAEmitterLayerAdditive
    kCAScrollNone kCAScrollVertically kCAScrollHorizontally kCAScrollBoth
    kCAConstraintMinX kCAConstraintMidX kCAConstraintMaxX kCAConstraintWidth kCAConstraintMinY kCAConstraintMidY
    kCAConstraintMaxY kCAConstraintHeight
    """
}
