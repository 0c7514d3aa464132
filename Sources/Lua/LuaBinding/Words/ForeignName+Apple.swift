// SPDX-License-Identifier: MIT

// Members of Core Animation's classes, and of the layer side of UIKit's and AppKit's views, that layers here do not
// have. A test goes through Apple's headers and requires each name to be known or listed here.
extension ForeignName {
  private static func namesake(
    _ kind: Kind, _ names: String, _ write: String..., on subject: Subject = .layer, note: String = ""
  ) -> ForeignName {
    var row = row(.apple, kind, subject, names, write, note)
    row.isNamesakes = true
    return row
  }

  // MARK: Core Animation's classes

  static let namesakes: [ForeignName] = [
    // CALayer
    namesake(
      .property, "preferredDynamicRange wantsExtendedDynamicRangeContent toneMapMode contentsHeadroom",
      note: "pictures are sRGB of 8 bits"),
    namesake(.property, "wantsDynamicContentScaling", note: "drawings are sharp at any scale"),
    namesake(.method, "shouldArchiveValueForKey encodeWithCoder", "ca.dump(layer)", note: "layers are not archived"),
    method(.apple, "shouldArchiveValue encode", "ca.dump(layer)", note: "layers are not archived"),
    // Swift names of methods that keep their Objective-C names here.
    method(.apple, "action", "layer:actionForKey(\"opacity\")"),
    method(.apple, "defaultValue", "layer:defaultValueForKey(\"opacity\")"),
    method(.apple, "defaultAction", "layer:defaultActionForKey(\"opacity\")"),
    method(.apple, "resizeSublayers", "layer:resizeSublayersWithOldSize({width, height})"),
    method(.apple, "resize", "layer:resizeWithOldSuperlayerSize({width, height})"),
    method(.apple, "scroll", "ca.ScrollLayer():scrollToPoint(point)", note: "of a layer in one scrollPoint"),
    // CAMetalLayer, CAOpenGLLayer, CAEAGLLayer
    namesake(
      .property, "device preferredDevice residencySet developerHUDProperties openGLContext openGLPixelFormat",
      on: .drawable, note: "there is no GPU"),
    namesake(.property, "EDRMetadata edrMetadata", on: .drawable, note: "pictures are sRGB of 8 bits"),
    // CAEmitterCell
    namesake(
      .method, "shouldArchiveValueForKey encodeWithCoder", "cell:copy()", on: .cell, note: "cells are not archived"),
    // CAAnimation
    namesake(.property, "preferredFrameRateRange", on: .animation, note: "a film has one rate, --fps"),
    namesake(
      .method, "shouldArchiveValueForKey encodeWithCoder", "animation:copy()", on: .animation,
      note: "animations are not archived"),
    // Constructors
    row(
      .apple, .classMethod, .none, "alloc new init layer emitterCell animation layoutManager transition",
      ["ca.Layer()"], "objects are made by calling their class"),
    row(.views, .classMethod, .none, "layerClass", ["ca.GradientLayer()"], "a layer's class is fixed when it is made"),
  ]

  /// The names of the properties in `namesakes`.
  static let namesakesKeys = Set(namesakes.filter { $0.kind == .property }.flatMap(\.names))

  // MARK: Views

  static let views: [ForeignName] = [
    key(.views, "layer", "layer:addSublayer(other)", note: "here it is the layer itself"),
    key(.views, "wantsLayer", note: "every object on the canvas is a layer"),
    key(.views, "layerClass makeBackingLayer", "ca.GradientLayer()", note: "a layer's class is fixed when it is made"),
    key(
      .views, "wantsUpdateLayer updateLayer", "function Class:display() end",
      note: "a subclass that sets its contents; or a delegate's displayLayer"),
    key(.views, "layerContentsRedrawPolicy", "redrawPolicy = \"duringResize\""),
    key(.views, "layerContentsPlacement", "contentsGravity = \"resizeAspect\""),
    key(.views, "layerUsesCoreImageFilters", note: "layers have filters anyway"),
    key(.views, "canDrawSubviewsIntoLayer", "shouldRasterize = true"),
    key(.views, "contentFilters", "filters = {ca.Filter(\"CIGaussianBlur\")}"),
    key(
      .views, "frameCenterRotation frameRotation boundsRotation", "[\"transform.rotation.z\"] = math.pi / 4",
      note: "in radians, not degrees"),
    key(.views, "transform3D", "transform = ca.Transform.rotation(1, 0, 1, 0)"),
    key(.views, "contentStretch", "contentsCenter = {0.25, 0.25, 0.5, 0.5}"),
    key(
      .views, "autoresizesSubviews", "autoresizingMask = {\"widthSizable\", \"heightSizable\"}",
      note: "on the sublayers that are to follow"),
    key(.views, "translatesAutoresizingMaskIntoConstraints", note: "constraints and masks do not mix here"),
    key(
      .views, "isFlipped flipped", "geometryFlipped = true",
      note: "y points down by default; this makes it point up for sublayers"),
    key(.views, "clearsContextBeforeDrawing", note: "a drawing always starts clear"),
    key(
      .views, "layoutMargins directionalLayoutMargins safeAreaInsets",
      "layoutManager = ca.StackLayoutManager {padding = 8}"),
    key(
      .views,
      "userInteractionEnabled isUserInteractionEnabled multipleTouchEnabled isMultipleTouchEnabled "
        + "exclusiveTouch isExclusiveTouch gestureRecognizers", note: "there is no input"),
    key(.views, "animator", "ca.animate(0.5, function() layer.opacity = 0 end)"),

    method(.views, "setFrameOrigin", "layer:setFrame({x, y, width, height})"),
    method(.views, "setFrameSize setBoundsSize", "layer:setBounds({0, 0, width, height})"),
    method(.views, "setBoundsOrigin", "layer:setBounds({x, y, width, height})"),
    method(.views, "insertSubviewAtIndex exchangeSubviewAtIndex exchangeSubview", "layer:insertSublayer(other, 1)"),
    method(.views, "insertSubviewAboveSubview", "layer:insertSublayerAbove(other, sibling)"),
    method(.views, "insertSubviewBelowSubview", "layer:insertSublayerBelow(other, sibling)"),
    method(.views, "replaceSubview", "layer:replaceSublayer(sibling, other)"),
    method(.views, "isDescendantOfView", "layer:isDescendantOf(other)"),
    method(.views, "layoutSubtreeIfNeeded", "layer:layoutIfNeeded()"),
    method(
      .views,
      "snapshotViewAfterScreenUpdates drawViewHierarchyInRect cacheDisplayInRect "
        + "bitmapImageRepForCachingDisplayInRect dataWithPDFInsideRect", "ca.render(layer, \"picture.png\")"),
    method(
      .views, "convertPointToBacking convertRectToBacking convertSizeToBacking", "layer.contentsScale",
      note: "pictures have the scale of --scale"),
    method(
      .views, "lockFocus unlockFocus", "ca.Image.draw(width, height, function(ctx) end)"),
    method(
      .views, "addGestureRecognizer addTarget becomeFirstResponder", "ca.onFrame(function(t, index) end)",
      note: "there is no input"),
    method(
      .views, "animateWithDuration animateWithDurationAnimations transitionWithView",
      "ca.animate(0.5, function() layer.opacity = 0 end)"),
  ]
}
