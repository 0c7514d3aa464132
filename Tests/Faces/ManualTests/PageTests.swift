// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import Manual
import TestSupport
import Testing

/// The pages of `layerlua doc`.
@Suite struct PageTests {
  @Test func `there is a page on every class, property, function, hook and filter`() {
    var names = KeyedClass.builtIn.map(\.name)
    for keyedClass in KeyedClass.builtIn {
      names += Manual.ownProperties(of: keyedClass).flatMap { [$0.name, "\(keyedClass.name).\($0.name)"] }
    }
    names += LuaBinding.manual.filter { $0.name != "()" }.flatMap { [$0.name] + $0.aliases }
    names += ScriptHook.all.map(\.name) + FilterInfo.all.map(\.name)
    for name in names { #expect(Manual.page(on: name, width: 80) != nil, "\(name)") }
  }

  @Test func `a page on a property says what it takes, its default and what animates`() throws {
    let page = try #require(Manual.page(on: "cornerRadius", width: 80))
    #expect(
      page.hasPrefix(
        """
        cornerRadius: a property of all layers
          The corner radius in points, for background and border, and with masksToBounds
          for the clip.

            takes       a number
            default     0
            animatable  yes

        """))
  }

  @Test func `pages have an example of the guide, and its section`() throws {
    let page = try #require(Manual.page(on: "shadowRadius", width: 80))
    #expect(page.contains("  Example\n    ") && page.contains("shadowRadius = ") && page.contains("  In the guide\n"))
    #expect(Manual.page(on: "near-miss-key", width: 80)?.contains("Example") == false)
  }

  /// The example of each page is one of its own owner, not of another that has the name.
  @Test(arguments: [
    ("TimeLine.to", ":to(", "morph"), ("TimeLine.time", ":time", "ca.render"),
    ("image:palette", "photo:palette", "ca.palette"),
    ("Path.copy", "path:copy", "cover:copy"), ("ca.Path.morph", "ca.Path.morph(\"M0", "line:to"),
    ("TimeLine.type", "timeLine:type", "layers.md"), ("ca.format", "charts.md", "recipes.md"),
  ]) func `an example shows the thing itself`(name: String, text: String, other: String) throws {
    let page = try #require(Manual.page(on: name, width: 120))
    #expect(page.contains(text) && !page.contains(other), "\(page)")
  }

  @Test func `there is a page on every table of options and its fields`() throws {
    for line in Manual.stubs.split(separator: "\n") where line.hasPrefix("---@class (exact) ca.") {
      let name = line.dropFirst("---@class (exact) ca.".count).prefix { $0 != ":" }
      if name.contains(".") { continue }
      #expect(Manual.page(on: "ca.\(name)", width: 80) != nil, "\(name)")
    }
    let page = try #require(Manual.page(on: "AxisOptions.gridColor", width: 80))
    #expect(page.contains("(ca.ColorLike)") || page.contains("ca.ColorLike"))
  }

  @Test(arguments: [
    ("ca.TextLayer", "ca.TextLayer: a class of layers"), ("layer:addSublayer()", "layer:addSublayer(layer: ca.Layer)"),
    ("position.x", "key paths   position.x, position.y"),
    ("transform.rotation.z", "transform: a property of all layers"),
    ("TextLayer.opacity", "The opacity of the layer"), ("CIPinchDistortion", "inputCenter"),
    ("ctx:fillPath", "ctx:fillPath("),
    ("kCAGravityResizeAspect", "contentsGravity"), ("near-miss-key", "--allow near-miss-key"),
    ("drawLayerInContext", "drawLayerInContext = function(self, layer: ca.Layer, ctx: ca.GraphicsContext)"),
    ("containsPoint", "layer:contains(point: ca.PointLike): boolean"),
    ("ca.Image", "(name: string, options?: ca.ImageFileOptions): ca.Image"),
    ("alpha", "alpha: a key of UIKit, AppKit; here\n  layer.opacity = 0.5\n"),
    ("border-radius", "layer.cornerRadius = 8"), ("text-shadow", "text.shadowOpacity = 0.3"),
    ("fill-opacity", "shape.fillColor = {1, 0, 0, 0.5}"), ("stroke-miterlimit", "shape.miterLimit = 4"),
    ("border-top", "layer.sublayers = {ca.Layer"), ("linear-gradient", "ca.GradientLayer {"),
    ("word-spacing", "kern = 4"), ("text-indent", "firstLineHeadIndent"), ("text-transform", ":upper()"),
    ("stroke-opacity", "shape.strokeColor = {0, 0, 0, 0.5}"), ("CGRectMake", "ca.Rect(x, y, width, height)"),
    ("systemBlue", "#007aff"),
    ("ca.Transaction", "ca.Transaction: a table of functions\n\n  Functions\n    begin"),
    ("Transaction", "    animation.md  Transactions and actions"), ("CATransaction", "ca.Transaction"),
    ("ca.args", "ca.args: the script's arguments"), ("ca", "    render"), ("GraphicsContext", "    fillPath"),
    ("ca.Path", "    addLine"), ("CATextLayer", "ca.TextLayer: a class of layers"),
    ("CAMediaTiming", "    repeatCount"), ("CAAction", "    actionForLayerForKey"),
    ("CALayoutManager", "    layoutSublayersOfLayer"), ("CALayerDelegate", "    drawLayerInContext"),
    ("CAAnimationDelegate", "    animationDidStop"), ("CGContextFillRect", "ctx:fill("),
    ("CGContextSetLineWidth", "ctx:setLineWidth("), ("CGContextDrawImage", "ctx:drawImage("),
    ("CGContextSetRGBFillColor", "ctx:setRGBFillColor("), ("CGPathAddLineToPoint", "path:addLine("),
    ("addAnimation:forKey:", "layer:addAnimation("), ("-[CALayer addAnimation:forKey:]", "layer:addAnimation("),
    ("insertSublayer:atIndex:", "layer:insertSublayer("), ("setPosition:", "position: a property of all layers"),
    ("setPosition", "position: a property of all layers"), ("drawLayer:inContext:", "drawLayerInContext = function("),
    ("animationDidStop:finished:", "animationDidStop = function("), ("hitTest:", "layer:hitTest("),
    ("drawRect", "function Class:drawInContext(ctx) end"), ("ca.AxisOptions", "ca.AxisOptions: the fields of a table"),
    ("ca.AxisOptions", "    ca.axis"), ("ca.axis", "    tickLength"), ("tickLength", "    ca.AxisOptions"),
    ("LineOptions.stagger", "stagger: a field of tables"), ("ca.TimeLineSettings", "    repeatCount"),
    ("SheetOptions", "    maxSize"), ("cover", "\"resizeAspectFill\""),
  ]) func `a page is found by a name as it is written`(name: String, text: String) throws {
    #expect(try #require(Manual.page(on: name, width: 100), "\(name)").contains(text))
  }

  /// Names with their receivers as the reference writes them, with and without arguments, and Core Animation's.
  @Test(arguments: [
    ("layer:scrollToPoint", "layer:scrollToPoint("), ("layer:nextDrawable", "layer:nextDrawable("),
    ("object:copy", "object:copy("), ("text.runs", "text.runs: ca.TextRun[]"), ("layer.fontSize", "of ca.TextLayer"),
    ("cell.birthRate", "of ca.EmitterCell"), ("animation.toValue", "of ca.BasicAnimation"),
    ("manager.columns", "of ca.GridLayoutManager"), ("setNeedsDisplay()", "layer:setNeedsDisplay("),
    ("layer:addSublayer(badge)", "layer:addSublayer("), ("layer.opacity = 0.5", "opacity: a property of all layers"),
    ("ca.render(layer, \"a.png\")", "ca.render("), ("ca.TextLayer { string = \"a\" }", "ca.TextLayer: a class"),
    ("CALayer", "ca.Layer: a class of layers"), ("ca.render", "ca.render: a function"),
  ]) func `a page is found by a name with its receiver`(name: String, text: String) throws {
    #expect(try #require(Manual.page(on: name, width: 100), "\(name)").contains(text))
  }

  /// Every heading and every first cell of a table of docs/reference.
  @Test(arguments: ["properties", "filters", "warnings", "elsewhere"])
  func `each name of the reference has a page`(page: String) throws {
    let text = String(decoding: try Checkout.read("docs/reference/\(page).md"), as: UTF8.self)
    var names: [String] = []
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: /##+ (ca\.\w+|ca|CI\w+)/) { names.append(String(match.1)) }
      guard line.hasPrefix("| `") else { continue }
      // Behind " of " are the properties that a value is one of.
      let cell = line.dropFirst(2).replacing("\\|", with: "").prefix { $0 != "|" }
      let pieces = cell.split(separator: "` of `").first ?? ""
      for match in pieces.matches(of: /`([^`]+)(?:`|$)/) {
        // layer:contains(point: ca.PointLike): boolean, image.width: integer
        names.append(String(match.1.prefixMatch(of: /.*?(?=: |$)/)?.0 ?? match.1))
      }
    }
    #expect(names.count > 40)
    for name in names {
      #expect(Manual.page(on: name, width: 80) != nil, "\(name)")
      let short = String(name.prefix { $0 != "(" })
      #expect(short.isEmpty || Manual.page(on: short, width: 80) != nil, "\(short)")
    }
  }

  @Test func `there is a page on every table and kind of object that has functions`() throws {
    for owner in Set(LuaBinding.manual.map(\.owner)) {
      let page = try #require(Manual.page(on: owner, width: 80), "\(owner)")
      let listed = LuaBinding.manual.filter { $0.owner == owner && $0.name != "()" && !$0.onlyRefuses }
      for function in listed { #expect(page.contains("    \(function.name)"), "\(owner) \(function.name)") }
    }
  }

  /// No spelling, however odd, is more than unknown.
  @Test func `odd names have no page`() {
    let pieces = ["CGContext", "CA", "set", ":", "::", "-[", "]", "(_:)", "x", "A", " ", "_", "ctx:", "ca.", "é"]
    var seed: UInt64 = 3
    for _ in 0..<2000 {
      var name = ""
      for _ in 0..<5 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        name += pieces[Int((seed >> 33) % UInt64(pieces.count))]
      }
      _ = Manual.page(on: name, width: 80)
    }
    #expect(Manual.page(on: "CGContextXyzzy", width: 80)?.hasPrefix("GraphicsContext") == true)
    #expect(Manual.page(on: "xyzzy:plugh:", width: 80) == nil)
  }

  @Test func `no line is wider than asked for, save code`() throws {
    for name in ["TextLayer", "Layer", "CIGaussianBlur", "inputRadius"] {
      let page = try #require(Manual.page(on: name, width: 60))
      var isExample = false
      for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
        isExample = line == "  Example" || isExample && !line.isEmpty
        #expect(line.count <= 60 || isExample || line.contains("ca.Filter("), "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test func `a name without a page has near ones`() {
    #expect(Manual.page(on: "psition", width: 80) == nil && Manual.page(on: "", width: 80) == nil)
    #expect(Manual.nearNames(to: "psition").contains("position"))
    #expect(Manual.nearNames(to: "blur").contains("CIGaussianBlur"))
    #expect(Manual.nearNames(to: "qqqqqqq") == [])
  }
}
