// SPDX-License-Identifier: MIT
import CLuaShim
import LayerModel
import Numbers
import Wording

// Corrections for scripts that use the forms of Objective-C or Swift.
extension LuaBinding {
  /// The remedy after one of Lua's own errors, such as `attempt to call a nil value (method 'addSubLayer')`; nil where
  /// none is known.
  func remedy(_ operation: Int, _ variable: Int, isNil: Bool, _ name: String) -> String? {
    if variable == LLUA_REMEDY_COLOR { return ColorWords.remedy(for: name) }
    let isMethod = variable == LLUA_REMEDY_METHOD
    if operation == LLUA_REMEDY_CALL, isMethod || variable == LLUA_REMEDY_FIELD,
      classes.contains(where: { $0.property(name) != nil || $0.property(alias: name) != nil })
    {
      return "; \(name) is a property: read it as layer.\(name), without brackets"
    }
    if isMethod, ["CGImage", "cgImage", "CGPath", "cgPath", "CGColor", "cgColor"].contains(name) {
      return "; leave it out: this is what it is"
    }
    let own = methods.filter { $0.names.contains(name) }
    if isNil, isMethod, let other = own.first(where: { $0.flags & UInt32(LLUA_RECEIVER_MASK) != 0 }) {
      if own.contains(where: { $0.owner == "GraphicsContext" }), !own.contains(where: { $0.owner == "Layer" }) {
        return
          "; \(name) is a drawing context's: a class' hook is function Class:drawInContext(ctx), with a colon, and a delegate's is "
          + "function(self, layer, ctx)"
      }
      return "; \(name) is \(other.owner == "Layer" ? "a layer's" : "of \(other.owner)")"
    }
    if operation == LLUA_REMEDY_INDEX, !isNil,
      own.contains(where: { $0.owner == "ca" }) || valueConstructors.contains(name)
        || methods.contains(where: { $0.owner == "ca.\(name)" })
    {
      return "; it is made by a call: ca.\(name)(…)"
    }
    if let instead = AppleNames.instead(of: name) { return "; " + instead }
    guard isNil, variable != LLUA_REMEDY_LOCAL else { return nil }
    if variable == LLUA_REMEDY_FIELD, valueMethods.contains(name) {
      return "; it is a value's method: write value:\(name)(…)"
    }
    if isMethod {
      let names =
        methods.filter { $0.flags & UInt32(LLUA_RECEIVER_MASK) != 0 }.flatMap(\.names).filter { !$0.hasPrefix(".") }
        + valueMethods
      return nearest(name, among: names).map { "; did you mean \($0)?" }
    }
    guard let first = name.utf8.first, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z") else { return nil }
    let names = methods.compactMap {
      $0.owner == "ca" ? $0.names.first : $0.names.first == "()" ? String($0.owner.dropFirst(3)) : nil
    }
    let near = nearest(
      name, among: names + classes.map(\.name) + valueConstructors + ["Transform", "Transaction"])
    if variable == LLUA_REMEDY_GLOBAL, names.contains(name) || classes.contains(where: { $0.name == name }) {
      return "; it is ca.\(name)"
    }
    return near.map { "; did you mean ca.\($0)?" }
  }

  /// Warns of a function of a script's class whose name is almost a hook's, since it would never be called.
  func noteDefinition(of name: String, in layerClass: KeyedClass) {
    let hooks = ScriptClass.hookNames
    if hooks.contains(name)
      || layerClass.superclass.map({ superclass in
        methods.contains { $0.owner == superclass.name && $0.names.contains(name) }
      }) == true
    {
      return
    }
    let known = [
      "drawRect": "drawInContext(ctx)", "drawLayer": "drawLayerInContext(layer, ctx), a delegate's",
      "layoutSubviews": "layoutSublayers()", "initWithLayer": "init()", "awakeFromNib": "init()",
      "actionFor": "actionForKey(key)",
    ]
    guard let instead = known[name] ?? nearest(name, among: hooks) else { return }
    scene.warn(
      .nearMissHook,
      "\(layerClass.name).\(name) is no hook: only the script itself can call it; did you mean \(instead)?",
      onceFor: "\(layerClass.name).\(name)")
  }

  /// `Point` and its like, functions of the module.
  private var valueConstructors: [String] { LuaBinding.functionsInC.filter { $0.owner == "ca" }.map(\.name) }

  /// Of points, rects, colours and transforms, and key-value coding's.
  private var valueMethods: [String] {
    LuaBinding.functionsInC.filter { !$0.owner.hasPrefix("ca") }.map(\.name)
  }
}

/// Names of Core Animation, Core Graphics, UIKit and AppKit, in C, Objective-C and Swift, and the names here.
enum AppleNames {
  static func instead(of name: String) -> String? {
    if let known = words[name] { return known }
    for prefix in ["CA", "CG", "NS", "UI"] where name.hasPrefix(prefix) {
      let rest = String(name.dropFirst(2))
      if KeyedClass.named(rest) != nil { return "here it is ca.\(rest)" }
    }
    if name.hasPrefix("kCA") || name.hasPrefix("kCG") || name.hasPrefix("kCI") {
      return "constants are strings: write \"\(name)\", or the same without its kCA… and group"
    }
    if name.hasPrefix("CGContext") { return "a drawing context's functions are its methods, as in ctx:setLineWidth(2)" }
    if name.hasPrefix("CGPath") { return "paths are made by ca.Path(), and its methods, as in path:addLine(x, y)" }
    if name.hasPrefix("CGRectGet") {
      let part = name.dropFirst(9)
      return "write r.\(part.prefix(1).lowercased())\(part.dropFirst())"
    }
    if name.hasPrefix("CGColor") || name.hasPrefix("UIColor") || name.hasPrefix("NSColor") { return words["UIColor"] }
    if name.hasPrefix("CGGradient") || name.hasPrefix("CGShading") {
      return "write ctx:drawLinearGradient(colors, locations, p0, p1), or a GradientLayer"
    }
    if name.hasPrefix("UIGraphics") { return words["UIGraphicsImageRenderer"] }
    if name.hasPrefix("CTFont") || name.hasPrefix("CGFont") { return words["UIFont"] }
    if name.hasPrefix("CGImage") { return words["UIImage"] }
    if name.hasPrefix("M_PI") { return "write math.pi" }
    return nil
  }

  private static let words: [String: String] = [
    "CGPoint": "a point is {x, y} or ca.Point(x, y)", "CGPointMake": "a point is {x, y} or ca.Point(x, y)",
    "CGPointZero": "write {0, 0}",
    "NSPoint": "a point is {x, y} or ca.Point(x, y)", "NSMakePoint": "a point is {x, y} or ca.Point(x, y)",
    "CGSize": "a size is {width, height} or ca.Size(width, height)",
    "CGSizeMake": "a size is {width, height} or ca.Size(width, height)",
    "CGSizeZero": "write {0, 0}", "NSMakeSize": "a size is {width, height} or ca.Size(width, height)",
    "CGRect": "a rect is {x, y, width, height} or ca.Rect(x, y, width, height)",
    "CGRectMake": "a rect is {x, y, width, height} or ca.Rect(x, y, width, height)",
    "NSMakeRect": "a rect is {x, y, width, height} or ca.Rect(x, y, width, height)", "CGRectZero": "write {0, 0, 0, 0}",
    "CGRectNull": "there is no null rect: intersection answers nil", "CGRectInset": "write r:insetBy(dx, dy)",
    "CGRectOffset": "write r:offsetBy(dx, dy)",
    "CGRectUnion": "write r:union(other)", "CGRectIntersection": "write r:intersection(other)",
    "CGRectIntegral": "write r:integral()",
    "CGRectIntersectsRect": "write r:intersects(other)", "CGRectContainsPoint": "write r:contains(point)",
    "CGRectContainsRect": "write r:contains(other)",
    "CGRectIsEmpty": "write r.isEmpty", "CGRectEqualToRect": "write a == b", "CGPointEqualToPoint": "write a == b",
    "CGSizeEqualToSize": "write a == b",
    "CGVector": "a point is {x, y}", "CGFloat": "numbers are numbers: leave it out",
    "CATransform3D": "write ca.Transform.identity, ca.Transform.rotation(angle, x, y, z) and their like",
    "CATransform3DIdentity": "write ca.Transform.identity",
    "CATransform3DMakeRotation": "write ca.Transform.rotation(angle, x, y, z)",
    "CATransform3DMakeScale": "write ca.Transform.scale(x, y, z)",
    "CATransform3DMakeTranslation": "write ca.Transform.translation(x, y, z)",
    "CATransform3DRotate": "write t:rotated(angle, x, y, z)",
    "CATransform3DScale": "write t:scaled(x, y, z)", "CATransform3DTranslate": "write t:translated(x, y, z)",
    "CATransform3DConcat": "write a:concat(b)",
    "CATransform3DInvert": "write t:inverted()", "CATransform3DIsIdentity": "write t.isIdentity",
    "CATransform3DIsAffine": "write t.isAffine",
    "CATransform3DEqualToTransform": "write a == b",
    "CATransform3DMakeAffineTransform": "an affine transform is a Transform already",
    "CATransform3DGetAffineTransform": "an affine transform is a Transform with isAffine",
    "CGAffineTransform":
      "write ca.Transform.rotation(angle), ca.Transform.scale(x, y), ca.Transform.translation(x, y) or ca.Transform.affine(a, b, c, d, tx, ty)",
    "CGAffineTransformIdentity": "write ca.Transform.identity",
    "CGAffineTransformMake": "write ca.Transform.affine(a, b, c, d, tx, ty)",
    "CGAffineTransformMakeRotation": "write ca.Transform.rotation(angle)",
    "CGAffineTransformMakeScale": "write ca.Transform.scale(x, y)",
    "CGAffineTransformMakeTranslation": "write ca.Transform.translation(x, y)",
    "CGAffineTransformRotate": "write t:rotated(angle)",
    "CGAffineTransformScale": "write t:scaled(x, y)", "CGAffineTransformTranslate": "write t:translated(x, y)",
    "CGAffineTransformConcat": "write a:concat(b)",
    "CGAffineTransformInvert": "write t:inverted()", "CGPointApplyAffineTransform": "write t:apply(point)",
    "CACurrentMediaTime": "time is the script's: ca.currentTime()",
    "CFAbsoluteTimeGetCurrent": "time is the script's: ca.currentTime()",
    "CATransaction": "here it is ca.Transaction, or ca.animate(duration, function() … end)",
    "CADisplayLink": "write ca.onFrame(function(t, index) … end)",
    "NSTimer": "there are no timers: ca.onFrame(function(t, index) … end) is called for each frame of a film",
    "CAMediaTimingFunction":
      "a timing function is its name or its control points: timingFunction = \"easeInEaseOut\" or {0.25, 0.1, 0.25, 1}",
    "CAValueFunction": "a value function is its name: valueFunction = \"rotateZ\"",
    "CAConstraint": "here it is ca.Constraint \"midX = superlayer.midX\"",
    "CAMetalLayer": "here it is ca.DrawableLayer", "CAEAGLLayer": "here it is ca.DrawableLayer",
    "CAOpenGLLayer": "here it is ca.DrawableLayer",
    "CGMutablePath": "here it is ca.Path()", "CGPath": "here it is ca.Path()", "UIBezierPath": "here it is ca.Path()",
    "NSBezierPath": "here it is ca.Path()",
    "UIColor": "a colour is a string or a table: \"red\", \"#ff8800\", {0.9, 0.95, 0.93, 0.9}",
    "Color": "a colour is a string or a table: \"red\", {1, 0, 0}",
    "UIFont": "a font is a name and a size: font = \"Helvetica\", fontSize = 24",
    "NSFont": "a font is a name and a size: font = \"Helvetica\", fontSize = 24",
    "UIImage": "here it is ca.Image(\"file.png\")", "NSImage": "here it is ca.Image(\"file.png\")",
    "CGImage": "here it is ca.Image(\"file.png\")",
    "NSAttributedString": "here it is ca.AttributedString { {\"text\", foregroundColor = \"red\"} }",
    "NSMutableAttributedString": "here it is ca.AttributedString { {\"text\", foregroundColor = \"red\"} }",
    "NSValue": "values are given as they are, such as {10, 20}", "NSNumber": "numbers are given as they are",
    "NSNull": "write false",
    "NSArray": "lists are tables, such as {\"red\", \"blue\"}",
    "NSDictionary": "dictionaries are tables, such as { opacity = false }",
    "UIScreen": "contentsScale follows the picture's scale by itself: leave it out",
    "NSScreen": "contentsScale follows the picture's scale by itself: leave it out",
    "UIView": "there are no views: make a ca.Layer", "NSView": "there are no views: make a ca.Layer",
    "UIGraphicsGetCurrentContext":
      "the context is what drawInContext(ctx) and a delegate's drawLayerInContext(layer, ctx) are handed",
    "NSGraphicsContext":
      "the context is what drawInContext(ctx) and a delegate's drawLayerInContext(layer, ctx) are handed",
    "UIGraphicsImageRenderer": "write ca.Image.draw(width, height, function(ctx) … end)",
    "makeRotation": "write ca.Transform.rotation(angle, x, y, z)", "makeScale": "write ca.Transform.scale(x, y, z)",
    "makeTranslation": "write ca.Transform.translation(x, y, z)",
    "makeAffine": "write ca.Transform.affine(a, b, c, d, tx, ty)",
    "makePerspective": "write ca.Transform.perspective(distance)",
    "translate": "write ca.Transform.translation(x, y, z), or t:translated(x, y, z)",
    "rotate": "write ca.Transform.rotation(angle, x, y, z), or t:rotated(angle, x, y, z)",
    "animationWithKeyPath": "objects are made by calling their class: ca.BasicAnimation { keyPath = \"opacity\" }",
    "constraintWithAttribute": "write ca.Constraint \"midX = superlayer.midX\"",
    "functionWithName": "a function is its name: timingFunction = \"easeIn\"",
    "alloc": "objects are made by calling their class: ca.Layer { … }",
    "new": "objects are made by calling their class: ca.Layer { … }",
    "add": "write layer:addAnimation(animation, key)", "addSubview": "write layer:addSublayer(other)",
    "draw": "call setNeedsDisplay() to draw again",
    "removeFromSuperview": "write layer:removeFromSuperlayer()",
    "removeFromParent": "write layer:removeFromSuperlayer()",
    "render": "write ca.render(layer, \"picture.png\"), or return the layer",
    "renderInContext": "write ctx:draw(ca.render(layer, { scale = 2 }), rect)",
    "beginAnimations": "write ca.animate(duration, function() … end)",
    "animateWithDuration": "write ca.animate(duration, function() … end)",
    "boundingBoxOfClipPath": "write ctx.clipBounds",
    "addArcWithCenter": "write path:addArc(x, y, radius, startAngle, endAngle, clockwise)",
    "moveTo": "write move(x, y)", "moveToPoint": "write move(x, y)", "addLineTo": "write addLine(x, y)",
    "addLineToPoint": "write addLine(x, y)", "lineTo": "write addLine(x, y)",
    "addEllipseIn": "write addEllipse(rect)", "addEllipseInRect": "write addEllipse(rect)",
    "addCurveToPoint": "write addCurve(c1x, c1y, c2x, c2y, x, y)",
    "addQuadCurveToPoint": "write addQuadCurve(cx, cy, x, y)", "setFill": "write ctx:setFillColor(color)",
    "setStroke": "write ctx:setStrokeColor(color)",
    "fillRect": "write ctx:fill(rect)", "strokeRect": "write ctx:stroke(rect)", "clearRect": "write ctx:clear(rect)",
    "fillEllipseInRect": "write ctx:fillEllipse(rect)",
    "drawAtPoint": "write ctx:drawText(string, point)",
    "drawInRect": "write ctx:draw(image, rect) or ctx:drawText(string, rect)",
  ]
}
