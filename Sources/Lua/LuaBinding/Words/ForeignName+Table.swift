// SPDX-License-Identifier: MIT

extension ForeignName {
  /// The table, built when a foreign name is first looked up.
  package static let all: [ForeignName] =
    properties + methods + drawing + functions + hooks + values + namesakes + views

  static func row(
    _ origin: Origin, _ kind: Kind, _ subject: Subject, _ names: String, _ write: [String], _ note: String = "",
    values: [String] = []
  ) -> ForeignName {
    ForeignName(
      names: names.split(separator: " ").map(String.init), origin: origin, kind: kind, subject: subject, write: write,
      note: note, values: values)
  }

  static func key(
    _ origin: Origin, _ names: String, _ write: String..., on subject: Subject = .layer, note: String = ""
  ) -> ForeignName { row(origin, .property, subject, names, write, note) }

  static func method(
    _ origin: Origin, _ names: String, _ write: String..., on subject: Subject = .layer, note: String = ""
  ) -> ForeignName { row(origin, .method, subject, names, write, note) }

  static func function(_ origin: Origin, _ names: String, _ write: String..., note: String = "") -> ForeignName {
    row(origin, .function, .none, names, write, note)
  }

  private static func color(_ names: String, _ write: String, note: String = "") -> ForeignName {
    row(.views, .color, .none, names, [write], note)
  }

  private static func value(_ origin: Origin, _ names: String, _ write: String, of values: String...) -> ForeignName {
    row(origin, .value, .none, names, [write], values: values)
  }

  // MARK: Keys

  private static let properties: [ForeignName] = [
    key(.views, "alpha alphaValue", "opacity = 0.5"),
    key(.views, "visible isVisible", "hidden = true", note: "hidden has the opposite meaning"),
    key(.views, "clipsToBounds clips clip", "masksToBounds = true"), key(.views, "center", "position = {x, y}"),
    key(.views, "size frameSize", "bounds = {0, 0, width, height}"),
    key(.views, "origin", "frame = {x, y, width, height}"),
    key(.views, "contentMode imageScaling", "contentsGravity = \"resizeAspect\""),
    key(.views, "image", "contents = \"file.png\""), key(.views, "image", "contents = \"file.png\"", on: .cell),
    key(.views, "tintColor", "backgroundColor = \"red\"", note: "or what the class draws with"),
    key(.views, "maskView", "mask = other"),
    key(.views, "subviews", "sublayers = {other}", note: "or write them as the constructor's list"),
    key(.views, "superview", "other:addSublayer(layer)"), key(.views, "tag identifier", "name = \"card\""),
    key(.views, "text stringValue attributedText", "string = \"Hello\"", on: .text),
    key(.views, "textColor", "foregroundColor = \"black\"", on: .text),
    key(.views, "textAlignment", "alignmentMode = \"center\"", on: .text),
    key(.views, "lineBreakMode", "truncationMode = \"end\"", on: .text),
    key(.views, "numberOfLines", "maximumNumberOfLines = 2", on: .text),
    key(.views, "kerning tracking", "letterSpacing = 2", on: .text),
    key(.views, "contentScaleFactor", "contentsScale = 2", note: "it follows the picture's scale automatically"),
    key(.views, "zOrder", "zPosition = 1"),
    key(.views, "translation", "[\"transform.translation.x\"] = x"),

    key(.css, "color fontColor", "foregroundColor = \"black\"", on: .text),
    key(.css, "color", "backgroundColor = \"red\""),
    key(.css, "background", "backgroundColor = \"red\""),
    key(.css, "borderRadius", "cornerRadius = 8"), key(.css, "border", "borderWidth = 1", "borderColor = \"black\""),
    key(.css, "boxShadow shadow", "shadowOpacity = 0.3", note: "with shadowRadius, shadowOffset and shadowColor"),
    key(
      .css, "borderTop borderRight borderBottom borderLeft",
      "sublayers = {ca.Layer {frame = {0, 0, 100, 1}, backgroundColor = \"black\"}}",
      note: "a layer at the edge, as wide as the line"),
    key(.css, "overflow", "masksToBounds = true"), key(.css, "display visibility", "hidden = true"),
    key(.css, "zIndex", "zPosition = 1"),
    key(.css, "width height", "bounds = {0, 0, width, height}"), key(.css, "left top", "frame = {x, y, width, height}"),
    key(.css, "right bottom", "constraints = {\"maxX = superlayer.maxX - 10\"}"),
    key(
      .css, "margin flex flexGrow alignSelf gridColumn gridRow", "layoutOptions = {flex = 1}",
      note: "in a layer with a stack or grid"),
    key(
      .css, "padding gap flexDirection justifyContent alignItems",
      "layoutManager = ca.StackLayoutManager {spacing = 8, padding = 8}"),
    key(.css, "transformOrigin", "anchorPoint = {0, 0}", note: "from 0 to 1 across the bounds"),
    key(.css, "perspective", "sublayerTransform = ca.Transform.perspective(500)", note: "on the superlayer"),
    key(.css, "backfaceVisibility", "doubleSided = false"),
    key(.css, "objectFit backgroundSize", "contentsGravity = \"resizeAspectFill\""),
    key(.css, "backgroundImage src", "contents = \"file.png\""), key(.css, "clipPath", "mask = shape"),
    key(.css, "mixBlendMode blendMode", "compositingFilter = \"multiplyBlendMode\""),
    key(.css, "filter", "filters = {ca.Filter(\"CIGaussianBlur\")}"),
    key(.css, "backdropFilter", "backgroundFilters = {ca.Filter(\"CIGaussianBlur\")}"),
    key(.css, "fontFamily", "font = \"DejaVu Sans\"", on: .text),
    key(.css, "fontVariationSettings", "fontVariations = {wght = 625}", on: .text),
    key(.css, "fontFeatureSettings fontVariantNumeric", "fontFeatures = {tnum = 1}", on: .text),
    key(.css, "textAlign", "alignmentMode = \"center\"", on: .text),
    key(.css, "verticalAlign", "verticalAlignment = \"center\"", on: .text),
    key(.css, "textWrap textWrapStyle", "lineBreakStrategy = \"balance\"", on: .text),
    key(.css, "hyphens", "hyphenationFactor = 1", on: .text),
    key(.css, "lang", "language = \"de\"", on: .text),
    key(.css, "textOverflow", "truncationMode = \"end\"", on: .text),
    key(.css, "whiteSpace", "wrapped = true", on: .text),
    key(
      .css, "textDecoration", "string = ca.AttributedString(\"Hello\", {underlineStyle = \"single\"})", on: .text),
    key(
      .css, "textShadow", "shadowOpacity = 0.3", on: .text,
      note: "with shadowRadius, shadowOffset and shadowColor; without a background the text casts it"),
    key(
      .css, "textIndent", "string = ca.AttributedString(\"Hello\", {firstLineHeadIndent = 20})", on: .text),
    key(.css, "textTransform", "string = (\"Hello\"):upper()", on: .text, note: "letters of ASCII"),
    key(
      .css, "wordSpacing", "string = ca.AttributedString {{\"two\"}, {\" \", kern = 4}, {\"words\"}}", on: .text,
      note: "points after each space"),
    key(.css, "lineClamp webkitLineClamp", "maximumNumberOfLines = 2", on: .text),
    key(.css, "textContent innerText", "string = \"Hello\"", on: .text), key(.css, "id", "name = \"card\""),
    key(.css, "children childNodes", "sublayers = {other}", note: "or write them as the constructor's list"),
    key(.css, "parent parentNode parentElement", "other:addSublayer(layer)"),

    key(.drawing, "x y", "position = {x, y}", note: "of the anchor point, by default the middle"),
    key(.drawing, "z", "zPosition = 1"),
    key(.drawing, "rotation angle rotate", "[\"transform.rotation.z\"] = math.pi / 4", note: "radians"),
    key(.drawing, "scale scaleX scaleY", "[\"transform.scale\"] = 2"), key(.drawing, "pivot", "anchorPoint = {0, 0}"),
    key(.drawing, "radius", "cornerRadius = 8", note: "a circle: half the side"),

    key(.svg, "fill", "fillColor = \"red\"", on: .shape), key(.svg, "fill", "backgroundColor = \"red\""),
    key(.svg, "stroke", "strokeColor = \"black\"", on: .shape), key(.svg, "stroke", "borderColor = \"black\""),
    key(.svg, "strokeWidth", "lineWidth = 2", on: .shape),
    key(.svg, "fillOpacity", "fillColor = {1, 0, 0, 0.5}", on: .shape, note: "the alpha of the colour"),
    key(.svg, "strokeOpacity", "strokeColor = {0, 0, 0, 0.5}", on: .shape, note: "the alpha of the colour"),
    key(.svg, "strokeMiterlimit", "miterLimit = 4", on: .shape),
    key(.svg, "strokeDasharray", "lineDashPattern = {4, 2}", on: .shape),
    key(.svg, "strokeDashoffset", "lineDashPhase = 2", on: .shape),
    key(.svg, "strokeLinecap", "lineCap = \"round\"", on: .shape),
    key(.svg, "strokeLinejoin", "lineJoin = \"round\"", on: .shape),
    key(.svg, "d", "path = \"M 0 0 L 10 10\"", on: .shape),
    key(.svg, "href", "link = \"https://example.com\""),

    key(.flutter, "child", "sublayers = {other}"),
    key(.flutter, "elevation", "shadowRadius = 4", note: "with shadowOpacity"),
    key(.flutter, "fit", "contentsGravity = \"resizeAspect\""), key(.flutter, "clipBehavior", "masksToBounds = true"),
    key(.flutter, "mainAxisAlignment", "layoutManager = ca.StackLayoutManager {distribution = \"spaceEvenly\"}"),

    key(.animation, "from startValue", "fromValue = 0", on: .animation),
    key(.animation, "to endValue", "toValue = 1", on: .animation),
    key(.animation, "by", "byValue = 1", on: .animation), key(.animation, "delay", "beginTime = 0.5", on: .animation),
    key(.animation, "easing ease curve", "timingFunction = \"easeInEaseOut\"", on: .animation),
    key(.animation, "loop repeats iterations", "repeatCount = math.huge", on: .animation),
    key(.animation, "yoyo alternate", "autoreverses = true", on: .animation),
    key(.animation, "property attribute", "keyPath = \"opacity\"", on: .animation),
    key(
      .animation, "completion onComplete",
      "delegate = {animationDidStop = function(self, animation, finished) end}", on: .animation),
  ]

  // MARK: Methods

  private static let methods: [ForeignName] = [
    method(.views, "addSubview bringSubviewToFront", "layer:addSublayer(other)"),
    method(.views, "insertSubview sendSubviewToBack", "layer:insertSublayer(other, 1)"),
    method(.views, "removeFromSuperview removeFromParent", "layer:removeFromSuperlayer()"),
    method(.views, "viewWithTag", "layer:find(\"card\")"),
    method(.views, "sizeThatFits", "layer:preferredFrameSize()"),
    method(.views, "setNeedsUpdateConstraints", "layer:setNeedsLayout()"),
    method(.views, "draw", "layer:setNeedsDisplay()", note: "it is drawn before the next picture"),
    method(.apple, "add", "layer:addAnimation(animation, \"key\")"),
    method(.apple, "render renderInContext", "ca.render(layer, \"picture.png\")", "ctx:draw(ca.render(layer), rect)"),
    method(.css, "appendChild append", "layer:addSublayer(other)"),
    method(.css, "insertBefore", "layer:insertSublayerBelow(other, sibling)"),
    method(.css, "removeChild remove", "layer:removeFromSuperlayer()"),
    method(.css, "querySelector getElementById", "layer:find(\"card\")"),
    method(.css, "animate", "ca.animate(0.5, function() layer.opacity = 0 end)"),
    method(.svg, "moveTo moveToPoint", "path:move(x, y)", on: .path),
    method(.svg, "lineTo addLineTo addLineToPoint lineToPoint", "path:addLine(x, y)", on: .path),
    method(
      .svg, "curveTo bezierCurveTo addCurveToPoint curveToPoint", "path:addCurve(c1x, c1y, c2x, c2y, x, y)",
      on: .path),
    method(.svg, "quadraticCurveTo addQuadCurveToPoint", "path:addQuadCurve(cx, cy, x, y)", on: .path),
    method(.svg, "arcTo", "path:addArcTangent(x1, y1, x2, y2, radius)", on: .path),
    method(
      .svg, "addArcWithCenter", "path:addArc(x, y, radius, startAngle, endAngle, clockwise)", on: .path,
      note: "in radians"),
    method(.drawing, "rect", "path:addRect(rect)", on: .path),
    method(.views, "appendRect appendBezierPathWithRect", "path:addRect(rect)", on: .path),
    method(
      .views, "appendOval appendOvalInRect appendBezierPathWithOvalInRect", "path:addEllipse(rect)", on: .path),
    method(
      .views, "appendRoundedRect appendBezierPathWithRoundedRect", "path:addRoundedRect(rect, radius)", on: .path),
    method(.views, "appendPath appendBezierPath", "path:addPath(path)", on: .path),
    method(
      .views, "appendArc appendBezierPathWithArcWithCenter", "path:addArc(x, y, radius, startAngle, endAngle)",
      on: .path, note: "in radians"),
    method(.drawing, "ellipse circle addEllipseIn addEllipseInRect", "path:addEllipse(rect)", on: .path),
    method(.drawing, "arc", "path:addArc(x, y, radius, startAngle, endAngle)", on: .path, note: "in radians"),
    method(.svg, "closePath", "path:closeSubpath()", on: .path),
    method(.apple, "boundingBoxOfClipPath", "ctx.clipBounds", on: .context),
    method(.views, "setFill", "ctx:setFillColor(color)", on: .context),
    method(.views, "setStroke", "ctx:setStrokeColor(color)", on: .context),
    method(.svg, "fillRect", "ctx:fill(rect)", on: .context),
    method(.svg, "strokeRect", "ctx:stroke(rect)", on: .context),
    method(.svg, "clearRect", "ctx:clear(rect)", on: .context),
    method(.apple, "fillEllipseInRect", "ctx:fillEllipse(rect)", on: .context),
    method(.svg, "fillText text drawAtPoint", "ctx:drawText(string, point)", on: .context),
    method(.views, "drawInRect", "ctx:draw(image, rect)", "ctx:drawText(string, rect)", on: .context),
    method(.svg, "save push", "ctx:saveGState()", on: .context),
    method(.svg, "restore pop", "ctx:restoreGState()", on: .context),
    method(.drawing, "noFill", "ctx:strokePath()", on: .context, note: "stroke without filling"),
    method(.drawing, "strokeWeight", "ctx:setLineWidth(2)", on: .context),
  ]

  // MARK: Methods of drawing contexts by the names of canvases

  private static let drawing: [ForeignName] = [
    method(.svg, "moveTo", "ctx:move(x, y)", on: .context),
    method(.svg, "lineTo", "ctx:addLine(x, y)", on: .context),
    method(.svg, "bezierCurveTo curveTo", "ctx:addCurve(c1x, c1y, c2x, c2y, x, y)", on: .context),
    method(.svg, "quadraticCurveTo", "ctx:addQuadCurve(cx, cy, x, y)", on: .context),
    method(.svg, "arcTo", "ctx:addArcTangent(x1, y1, x2, y2, radius)", on: .context),
    method(.svg, "roundRect", "ctx:addRoundedRect(rect, radius)", on: .context, note: "then ctx:fillPath()"),
    method(.svg, "transform setTransform", "ctx:concatenate(t)", on: .context),
    method(.svg, "measureText", "ca.measureText(string)", on: .context),

    method(.drawing, "translate", "ctx:translateBy(x, y)", on: .context),
    method(.drawing, "scale", "ctx:scaleBy(x, y)", on: .context),
    method(.drawing, "rotateZ", "ctx:rotate(angle)", on: .context, note: "in radians"),
    method(.drawing, "applyMatrix applyTransform", "ctx:concatenate(t)", on: .context),
    method(
      .drawing, "circle ellipse", "ctx:fillEllipse(rect)", "ctx:strokeEllipse(rect)", on: .context,
      note: "in the rect around it"),
    method(.drawing, "rect rectangle square", "ctx:fill(rect)", "ctx:stroke(rect)", on: .context),
    method(.drawing, "line", "ctx:strokeLineSegments({{x1, y1}, {x2, y2}})", on: .context),
    method(.drawing, "point points", "ctx:fill({x, y, 1, 1})", on: .context),
    method(
      .drawing, "polygon triangle quad", "ctx:addLines({{0, 0}, {20, 0}, {10, 15}})", on: .context,
      note: "then ctx:closePath(), and ctx:fillPath() or ctx:strokePath()"),
    method(
      .drawing, "arc", "ctx:addArc(x, y, radius, startAngle, endAngle)", on: .context,
      note: "in radians; then ctx:fillPath() or ctx:strokePath()"),
    method(
      .drawing, "bezier bezierVertex", "ctx:addCurve(c1x, c1y, c2x, c2y, x, y)", on: .context,
      note: "from ctx:move(x, y); then ctx:strokePath()"),
    method(.drawing, "quadraticVertex", "ctx:addQuadCurve(cx, cy, x, y)", on: .context),
    method(.drawing, "beginShape", "ctx:beginPath()", on: .context),
    method(.drawing, "vertex", "ctx:addLine(x, y)", on: .context, note: "the first is ctx:move(x, y)"),
    method(
      .drawing, "endShape", "ctx:fillPath()", "ctx:strokePath()", on: .context,
      note: "a closed shape has ctx:closePath() before"),
    method(.drawing, "noStroke", "ctx:fillPath()", on: .context, note: "fill without stroking"),
    method(.drawing, "background setBackgroundColor", "ctx:fill(ctx.clipBounds)", on: .context),
    method(.drawing, "setColor", "ctx:setFillColor(color)", "ctx:setStrokeColor(color)", on: .context),
    method(.drawing, "image", "ctx:draw(image, rect)", on: .context),
    method(.drawing, "print", "ctx:drawText(string, point)", on: .context),
    method(.drawing, "printf", "ctx:drawText(string, rect)", on: .context),
    method(
      .drawing, "textSize textFont setFont setNewFont",
      "ctx:drawText(string, point, {font = \"Helvetica\", fontSize = 24})", on: .context),
    method(
      .drawing, "textAlign", "ctx:drawText(string, rect, {alignmentMode = \"center\"})", on: .context),
    method(.drawing, "textWidth", "ca.measureText(string).width", on: .context),
    method(.drawing, "strokeCap", "ctx:setLineCap(\"round\")", on: .context),
    method(.drawing, "strokeJoin", "ctx:setLineJoin(\"round\")", on: .context),
    method(.drawing, "blendMode", "ctx:setBlendMode(\"multiply\")", on: .context),
    method(.drawing, "setScissor intersectScissor", "ctx:clipTo(rect)", on: .context),
    method(.drawing, "pushMatrix pushStyle", "ctx:saveGState()", on: .context),
    method(.drawing, "popMatrix popStyle", "ctx:restoreGState()", on: .context),
    method(.drawing, "smooth noSmooth", on: .context, note: "edges are smooth"),

    method(.drawing, "translate", "path:transformed(ca.Transform.translation(x, y))", on: .path),
    method(.drawing, "scale", "path:transformed(ca.Transform.scale(x, y))", on: .path),
    method(.drawing, "rotate", "path:transformed(ca.Transform.rotation(angle))", on: .path, note: "in radians"),
    method(.drawing, "line", "path:addLine(x, y)", on: .path),
  ]

  // MARK: Functions, classes, constants

  private static let functions: [ForeignName] = [
    function(.apple, "CGPoint CGPointMake NSPoint NSMakePoint", "{x, y}", "ca.Point(x, y)"),
    function(.apple, "CGVector", "{x, y}"), function(.apple, "CGPointZero CGSizeZero", "{0, 0}"),
    function(.apple, "CGSize CGSizeMake NSMakeSize", "{width, height}", "ca.Size(width, height)"),
    function(.apple, "CGRect CGRectMake NSMakeRect", "{x, y, width, height}", "ca.Rect(x, y, width, height)"),
    function(.apple, "CGRectZero", "{0, 0, 0, 0}"),
    function(.apple, "CGRectNull", "nil", note: "there is no null rect: intersection returns nil"),
    function(.apple, "CGRectInset", "r:insetBy(dx, dy)"), function(.apple, "CGRectOffset", "r:offsetBy(dx, dy)"),
    function(.apple, "CGRectUnion", "r:union(rect)"), function(.apple, "CGRectIntersection", "r:intersection(rect)"),
    function(.apple, "CGRectIntegral", "r:integral()"), function(.apple, "CGRectIntersectsRect", "r:intersects(rect)"),
    function(.apple, "CGRectContainsPoint", "r:contains(point)"),
    function(.apple, "CGRectContainsRect", "r:contains(rect)"),
    function(.apple, "CGRectIsEmpty", "r.isEmpty"),
    function(.apple, "CGRectEqualToRect CGPointEqualToPoint CGSizeEqualToSize CATransform3DEqualToTransform", "a == b"),
    function(.apple, "CGFloat NSNumber", "0.5", note: "numbers are numbers"),
    function(.apple, "NSValue", "{10, 20}", note: "values are given as they are"),
    function(.apple, "CATransform3D", "ca.Transform.identity", "ca.Transform.rotation(angle, x, y, z)"),
    function(.apple, "CATransform3DIdentity CGAffineTransformIdentity", "ca.Transform.identity"),
    function(.apple, "CATransform3DMakeRotation makeRotation", "ca.Transform.rotation(angle, x, y, z)"),
    function(.apple, "CATransform3DMakeScale makeScale", "ca.Transform.scale(x, y, z)"),
    function(.apple, "CATransform3DMakeTranslation makeTranslation", "ca.Transform.translation(x, y, z)"),
    function(.apple, "makePerspective", "ca.Transform.perspective(distance)"),
    function(.apple, "makeAffine CGAffineTransformMake", "ca.Transform.affine(a, b, c, d, tx, ty)"),
    function(.apple, "CATransform3DRotate", "t:rotated(angle, x, y, z)"),
    function(.apple, "CATransform3DScale", "t:scaled(x, y, z)"),
    function(.apple, "CATransform3DTranslate", "t:translated(x, y, z)"),
    function(.apple, "CATransform3DConcat CGAffineTransformConcat", "t:concat(u)"),
    function(.apple, "CATransform3DInvert CGAffineTransformInvert", "t:inverted()"),
    function(.apple, "CATransform3DIsIdentity", "t.isIdentity"),
    function(.apple, "CATransform3DIsAffine", "t.isAffine"),
    function(.apple, "CATransform3DMakeAffineTransform", "t", note: "an affine transform is a Transform already"),
    function(
      .apple, "CATransform3DGetAffineTransform", "t.isAffine",
      note: "an affine transform is a Transform with isAffine"),
    function(
      .apple, "CGAffineTransform", "ca.Transform.rotation(angle)", "ca.Transform.scale(x, y)",
      "ca.Transform.translation(x, y)"),
    function(.apple, "CGAffineTransformMakeRotation", "ca.Transform.rotation(angle)"),
    function(.apple, "CGAffineTransformMakeScale", "ca.Transform.scale(x, y)"),
    function(.apple, "CGAffineTransformMakeTranslation", "ca.Transform.translation(x, y)"),
    function(.apple, "CGAffineTransformRotate", "t:rotated(angle)"),
    function(.apple, "CGAffineTransformScale", "t:scaled(x, y)"),
    function(.apple, "CGAffineTransformTranslate", "t:translated(x, y)"),
    function(.apple, "CGPointApplyAffineTransform", "t:apply(point)"),
    function(.apple, "translate", "ca.Transform.translation(x, y, z)", "t:translated(x, y, z)"),
    function(.apple, "rotate", "ca.Transform.rotation(angle, x, y, z)", "t:rotated(angle, x, y, z)"),
    function(
      .apple, "CACurrentMediaTime CFAbsoluteTimeGetCurrent", "ca.currentTime()", note: "time is the script's"),
    function(.apple, "CATransaction", "ca.Transaction", "ca.animate(0.5, function() end)"),
    function(.apple, "CADisplayLink", "ca.onFrame(function(t, index) end)"),
    function(
      .views, "NSTimer Timer", "ca.onFrame(function(t, index) end)", note: "it is called for each frame of a film"),
    function(
      .apple, "CAMediaTimingFunction functionWithName", "{timingFunction = \"easeInEaseOut\"}",
      "{timingFunction = {0.25, 0.1, 0.25, 1}}"),
    function(.apple, "CAValueFunction", "{valueFunction = \"rotateZ\"}"),
    function(.apple, "CAConstraint constraintWithAttribute", "ca.Constraint \"midX = superlayer.midX\""),
    function(.apple, "CAMetalLayer CAEAGLLayer CAOpenGLLayer NSOpenGLLayer", "ca.DrawableLayer()"),
    function(.apple, "CALayer", "ca.Layer()"),
    function(.apple, "animationWithKeyPath", "ca.BasicAnimation {keyPath = \"opacity\"}"),
    function(.apple, "CGMutablePath CGPath UIBezierPath NSBezierPath", "ca.Path()"),
    function(
      .views, "UIColor NSColor CGColor Color", "\"red\"", "\"#ff8800\"", "{0.9, 0.95, 0.93, 0.9}",
      note: "a colour is a string or a table"),
    function(
      .views, "UIFont NSFont CTFont CGFont", "{font = \"Helvetica\", fontSize = 24}", note: "as keys of a TextLayer"),
    function(.views, "UIImage NSImage CGImage", "ca.Image(\"file.png\")"),
    function(
      .views, "NSAttributedString NSMutableAttributedString",
      "ca.AttributedString { {\"text\", foregroundColor = \"red\"} }"),
    function(.views, "NSNull", "false"), function(.views, "NSArray", "{\"red\", \"blue\"}"),
    function(.views, "NSDictionary", "{opacity = false}"),
    function(.views, "UIScreen NSScreen", "nil", note: "contentsScale follows the picture's scale automatically"),
    function(.views, "UIView NSView", "ca.Layer()", note: "there are no views"),
    function(
      .views, "UIGraphicsGetCurrentContext NSGraphicsContext", "function Class:drawInContext(ctx) end",
      note: "the hook receives the context"),
    function(.views, "UIGraphicsImageRenderer", "ca.Image.draw(width, height, function(ctx) end)"),
    function(.views, "beginAnimations animateWithDuration", "ca.animate(0.5, function() layer.opacity = 0 end)"),
    function(.apple, "M_PI", "math.pi"),
    function(.apple, "M_PI_2", "math.pi / 2"), function(.apple, "M_PI_4", "math.pi / 4"),
    function(.apple, "M_1_PI", "1 / math.pi"), function(.apple, "M_2_PI", "2 / math.pi"),
    function(.apple, "M_E", "math.exp(1)"), function(.apple, "M_SQRT2", "math.sqrt(2)"),
    function(.apple, "M_SQRT1_2", "math.sqrt(0.5)"),
    function(.apple, "HUGE_VALF HUGE_VAL INFINITY FLT_MAX DBL_MAX CGFLOAT_MAX", "math.huge"),
    function(.apple, "YES TRUE", "true"), function(.apple, "NO FALSE", "false"),
    function(
      .apple, "CIFilter filterWithName filterWithNameKeysAndValues",
      "ca.Filter(\"CIGaussianBlur\", {inputRadius = 6})"),
    function(
      .apple, "CIVector vectorWithX vectorWithCGPoint vectorWithCGRect", "{x, y}", note: "a filter's vectors are tables"
    ),
    function(.apple, "CIColor", "\"red\"", "\"#ff8800\"", note: "a colour is a string or a table"),
    function(.apple, "CIImage CIContext", "ca.Image(\"file.png\")"),
    function(
      .views, "imageNamed imageWithContentsOfFile initWithContentsOfFile initByReferencingFile",
      "ca.Image(\"file.png\")"),
    function(
      .apple, "CARenderer kCARendererColorSpace kCARendererMetalCommandQueue", "ca.render(layer, \"picture.png\")"),
    function(
      .apple, "CAFrameRateRange CAFrameRateRangeMake", "ca.onFrame(function(t, index) end)",
      note: "a film has one rate, --fps"),
    function(
      .apple, "initWithPerceptualDuration",
      "ca.SpringAnimation {keyPath = \"opacity\", perceptualDuration = 0.5, bounce = 0.2}"),
    // Swift names of enumerations, whose values are strings here.
    function(.apple, "CALayerContentsGravity", "\"resizeAspect\""),
    function(.apple, "CALayerContentsFormat", "\"RGBA8Uint\""),
    function(.apple, "CALayerContentsFilter", "\"nearest\""),
    function(.apple, "CALayerCornerCurve", "\"continuous\""),
    function(.apple, "CACornerMask", "{\"minXMinY\", \"maxXMinY\"}"),
    function(.apple, "CAEdgeAntialiasingMask", "{\"left\", \"right\"}"),
    function(.apple, "CAAutoresizingMask", "{\"widthSizable\", \"heightSizable\"}"),
    function(.apple, "CAConstraintAttribute", "\"minX\""),
    function(.apple, "CAMediaTimingFillMode", "\"forwards\""),
    function(.apple, "CAMediaTimingFunctionName", "\"easeInEaseOut\""),
    function(.apple, "CAAnimationCalculationMode", "\"discrete\""),
    function(.apple, "CAAnimationRotationMode", "\"auto\""),
    function(.apple, "CATransitionType", "\"push\""), function(.apple, "CATransitionSubtype", "\"fromLeft\""),
    function(.apple, "CAValueFunctionName", "\"rotateZ\""),
    function(.apple, "CATextLayerAlignmentMode", "\"center\""),
    function(.apple, "CATextLayerTruncationMode", "\"end\""),
    function(.apple, "CAShapeLayerFillRule", "\"evenOdd\""), function(.apple, "CAShapeLayerLineCap", "\"round\""),
    function(.apple, "CAShapeLayerLineJoin", "\"round\""), function(.apple, "CAGradientLayerType", "\"radial\""),
    function(.apple, "CAEmitterLayerEmitterShape", "\"line\""),
    function(.apple, "CAEmitterLayerEmitterMode", "\"outline\""),
    function(.apple, "CAEmitterLayerRenderMode", "\"additive\""),
    function(.apple, "CAScrollLayerScrollMode", "\"both\""),
    function(
      .apple,
      "CADynamicRange CADynamicRangeAutomatic CADynamicRangeStandard CADynamicRangeHigh "
        + "CADynamicRangeConstrainedHigh CAToneMapMode CAToneMapModeAutomatic CAToneMapModeNever "
        + "CAToneMapModeIfSupported", note: "pictures are sRGB of 8 bits"),
    function(
      .css, "linearGradient",
      "ca.GradientLayer {colors = {\"gold\", \"tomato\"}, startPoint = {0, 0}, endPoint = {1, 0}}",
      note: "points of the unit square; an angle of CSS needs others in bounds that are not square"),
    function(
      .css, "radialGradient",
      "ca.GradientLayer {type = \"radial\", colors = {\"gold\", \"red\"}, startPoint = {0.5, 0.5}, endPoint = {1, 1}}"
    ),
    function(
      .css, "conicGradient",
      "ca.GradientLayer {type = \"conic\", colors = {\"gold\", \"red\"}, startPoint = {0.5, 0.5}, endPoint = {0.5, 0}}"
    ),
    function(.svg, "scaleLinear", "ca.scale { domain = { 0, 100 }, range = { 0, 300 } }"),
    function(.svg, "scaleLog", "ca.scale { type = \"log\", domain = { 1, 100 }, range = { 0, 300 } }"),
    function(.svg, "scaleTime", "ca.scale { type = \"time\", domain = { 0, 86400 }, range = { 0, 300 } }"),
    function(.svg, "scaleBand", "ca.scale { type = \"band\", domain = { \"a\", \"b\" }, range = { 0, 300 } }"),
    function(
      .svg, "axisBottom axisLeft", "ca.axis { scale = ca.scale { domain = { 0, 100 }, range = { 0, 300 } } }"),
    function(.drawing, "lerpColor", "ca.Color(\"red\"):mixed(\"blue\", 0.5)"),
    function(.drawing, "randomGaussian randomNormal", "ca.random(1):normal(0, 1)"),
    function(.drawing, "newImage loadImage", "ca.Image(\"file.png\")"),
    function(.drawing, "newCanvas createGraphics", "ca.Image.draw(width, height, function(ctx) end)"),
    function(.drawing, "millis getTime", "ca.currentTime()", note: "in seconds"),
    function(.drawing, "frameCount", "ca.onFrame(function(t, index) end)"),
    function(.drawing, "setBackgroundColor background", "{backgroundColor = \"white\"}", note: "of the root layer"),
    function(.flutter, "Text", "ca.TextLayer {string = \"Hello\"}"),
    function(.flutter, "Row", "ca.StackLayoutManager {axis = \"horizontal\"}"),
    function(.flutter, "Column", "ca.StackLayoutManager {axis = \"vertical\"}"),
    function(.flutter, "Container Box View Rectangle", "ca.Layer()"),
    function(.views, "Label UILabel NSTextField", "ca.TextLayer()"),
    function(.views, "UIImageView NSImageView", "ca.Layer {contents = \"file.png\"}"),
    function(.views, "UIStackView NSStackView VStack HStack", "ca.StackLayoutManager()"),
  ]

  // MARK: Hooks

  static let hooks: [ForeignName] = [
    row(
      .views, .hook, .none, "drawRect draw drawinContext drawInCtx",
      ["function Class:drawInContext(ctx) end", "{drawLayerInContext = function(self, layer, ctx) end}"]),
    row(
      .apple, .hook, .none, "drawLayer drawLayerInCtx drawLayerInContent drawlayerincontext",
      ["{drawLayerInContext = function(self, layer, ctx) end}"], "a delegate's"),
    row(
      .views, .hook, .none, "layoutSubviews layout layoutSubLayers",
      ["function Class:layoutSublayers() end", "{layoutSublayersOfLayer = function(self, layer) end}"]),
    row(
      .views, .hook, .none, "updateLayer wantsUpdateLayer",
      ["function Class:display() end", "{displayLayer = function(self, layer) end}"]),
    row(
      .views, .hook, .none, "layerClass makeBackingLayer", ["ca.GradientLayer()"],
      "a layer's class is fixed when it is made; one of your own is ca.Layer:subclass(\"Class\")"),
    row(
      .apple, .hook, .none,
      "drawInCGLContext drawInOpenGLContext canDrawInCGLContext canDrawInOpenGLContext "
        + "copyCGLPixelFormatForDisplayMask copyCGLContextForPixelFormat releaseCGLContext releaseCGLPixelFormat "
        + "openGLPixelFormatForDisplayMask openGLContextForPixelFormat",
      ["function Class:drawInDrawable(drawable, layerTime) end"], "of a DrawableLayer"),
    row(
      .views, .hook, .none, "shouldInheritContentsScale",
      ["{layerShouldInheritContentsScale = function(self, layer, scale) return true end}"], "a delegate's"),
    row(
      .apple, .hook, .none, "displaylayer displayLayers", ["{displayLayer = function(self, layer) end}"], "a delegate's"
    ),
    row(
      .apple, .hook, .none, "layoutsublayersoflayer layoutSubLayersOfLayer layoutLayer",
      ["{layoutSublayersOfLayer = function(self, layer) end}"], "a delegate's"),
    row(
      .views, .hook, .none,
      "initWithLayer initWithFrame initWithCoder awakeFromNib viewDidLoad viewDidMoveToWindow "
        + "viewDidMoveToSuperview viewWillMoveToWindow viewWillMoveToSuperview didMoveToWindow didMoveToSuperview "
        + "willMoveToWindow willMoveToSuperview setup new",
      ["function Class:init() end"]),
    row(.apple, .hook, .none, "actionFor", ["function Class:actionForKey(key) end"]),
    row(
      .apple, .hook, .none, "actionForKeyPath actionForLayer",
      ["{actionForLayerForKey = function(self, layer, key) end}"], "a delegate's"),
  ]

  // MARK: Values

  private static let values: [ForeignName] = [
    row(.css, .color, .none, "none nil null", ["false"]),
    color("clear", "\"transparent\""), color("green", "\"lime\"", note: "CSS' green is darker"),
    color("orange", "{1, 0.5, 0}"), color("brown", "{0.6, 0.4, 0.2}"), color("purple", "{0.5, 0, 0.5}"),
    color("gray", "{white = 0.5}"), color("darkgray", "{white = 1/3}"), color("lightgray", "{white = 2/3}"),
    color("systemred", "\"#ff3b30\""), color("systemorange", "\"#ff9500\""), color("systemyellow", "\"#ffcc00\""),
    color("systemgreen", "\"#34c759\""), color("systemblue", "\"#007aff\""), color("systemindigo", "\"#5856d6\""),
    color("systempurple", "\"#af52de\""), color("systempink", "\"#ff2d55\""), color("systembrown", "\"#a2845e\""),
    color("systemgray", "\"#8e8e93\""), color("label text", "\"black\""), color("windowbackground", "\"#ececec\""),
    color("systembackground", "\"white\""),
    value(.css, "contain scaleAspectFit aspectFit", "\"resizeAspect\"", of: "contentsGravity"),
    value(.css, "cover scaleAspectFill aspectFill", "\"resizeAspectFill\"", of: "contentsGravity"),
    value(.css, "fill scaleToFill stretch", "\"resize\"", of: "contentsGravity"),
    value(.css, "easeInOut", "\"easeInEaseOut\"", of: "timingFunction"),
    value(.css, "justify", "\"justified\"", of: "alignmentMode"),
    value(.css, "middle", "\"center\"", of: "verticalAlignment", "alignmentMode"),
    value(.css, "ellipsis tail byTruncatingTail", "\"end\"", of: "truncationMode"),
    value(.css, "nonzero", "\"nonZero\"", of: "fillRule"), value(.css, "evenodd", "\"evenOdd\"", of: "fillRule"),
    value(.css, "row", "\"horizontal\"", of: "axis"), value(.css, "column", "\"vertical\"", of: "axis"),
    value(.css, "flex-start", "\"start\"", of: "distribution"),
    value(.css, "space-between", "\"equalSpacing\"", of: "distribution"),
    value(.css, "space-around", "\"spaceAround\"", of: "distribution"),
    value(.css, "space-evenly", "\"spaceEvenly\"", of: "distribution"),
    value(.css, "linear", "\"axial\"", of: "type"),
    value(.css, "margin marginRight marginBottom gap", "spacingAfter = 8", of: "layoutOptions"),
    value(.css, "grow flexGrow weight", "flex = 1", of: "layoutOptions"),
    value(.css, "align alignSelf gravity", "alignment = \"center\"", of: "layoutOptions"),
    value(.css, "justifySelf", "xAlignment = \"center\"", of: "layoutOptions"),
    value(.css, "colspan gridColumn", "columnSpan = 2", of: "layoutOptions"),
    value(.css, "rowspan gridRow", "rowSpan = 2", of: "layoutOptions"),
  ]
}
