// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import Testing

/// When a layer is redrawn, and the warnings about drawing that is not visible.
@Suite struct RedrawTests {
  let services = RecordingServices()
  let scene: Scene
  let layer: Layer
  let delegate = ClosureDelegate(draw: { _, context in try context.fill(Rect(0, 0, 5, 5)) })
  let warned = Warned()

  final class Warned {
    var warnings: [LayerWarning] = []
    var rules: [String] { warnings.map(\.rule.rawValue) }
  }

  init() throws {
    scene = Scene(services: services)
    scene.onWarning = { [warned] in warned.warnings.append($0) }
    layer = Layer(in: scene)
    layer.name = "dial"
    layer.bounds = Rect(0, 0, 40, 20)
    layer.delegate = delegate
  }

  func image() throws -> Image { Image(try Bitmap(width: 4, height: 2) { _ in }) }

  // MARK: Causes of display

  @Test func `by default only setNeedsDisplay asks; a new size, position or superlayer does not`() throws {
    layer.bounds = Rect(5, 5, 80, 80)
    layer.position = Point(9, 9)
    try Layer(in: scene).addSublayer(layer)
    #expect(!layer.needsDisplay)
    layer.setNeedsDisplay()
    #expect(layer.needsDisplay)
  }

  @Test func `needsDisplayOnBoundsChange asks at a change of origin or size, not at the same bounds`() {
    layer.needsDisplayOnBoundsChange = true
    layer.bounds = Rect(0, 0, 40, 20)
    layer.frame = Rect(10, 10, 40, 20)
    #expect(!layer.needsDisplay)
    layer.bounds.origin.x = 3
    #expect(layer.needsDisplay)
  }

  @Test func `needsDisplayOnBoundsChange asks through key paths and frame too`() throws {
    layer.needsDisplayOnBoundsChange = true
    try layer.setValue(.number(41), forKeyPath: "bounds.size.width")
    #expect(layer.needsDisplay)
    try layer.displayIfNeeded()
    layer.frame = Rect(0, 0, 42, 20)
    #expect(layer.needsDisplay)
  }

  @Test(arguments: [RedrawPolicy.duringResize, .beforeResize])
  func `the resizing policies ask at a change of size alone`(policy: RedrawPolicy) throws {
    layer.redrawPolicy = policy
    layer.bounds = Rect(7, 7, 40, 20)
    layer.zPosition = 3
    #expect(!layer.needsDisplay)
    layer.bounds = Rect(7, 7, 50, 20)
    #expect(layer.needsDisplay)
    // Drawn once, at the final size.
    layer.bounds = Rect(7, 7, 60, 20)
    var sizes: [Size] = []
    delegate.onDraw = { layer, _ in sizes.append(layer.bounds.size) }
    _ = try layer.renderTree()
    #expect(sizes == [Size(60, 20)])
  }

  @Test func `never leaves what is drawn alone, and setNeedsDisplay says so once`() throws {
    try layer.display()
    layer.needsDisplayOnBoundsChange = true
    layer.setNeedsDisplay()
    layer.redrawPolicy = .never
    #expect(!layer.needsDisplay, "the policy takes back what was asked before")
    layer.bounds = Rect(0, 0, 80, 20)
    #expect(!layer.needsDisplay && warned.rules.isEmpty)
    layer.setNeedsDisplay()
    layer.setNeedsDisplay(in: Rect(0, 0, 1, 1))
    #expect(!layer.needsDisplay)
    #expect(warned.rules == ["redraw-never"])
    #expect(
      warned.warnings.first?.message.hasPrefix(
        "Layer dial: setNeedsDisplay has no effect while redrawPolicy is \"never\"") == true)
    // The old drawing is stretched, as after any resize.
    #expect(try layer.renderTree().root.drawing?.transform == AffineTransform(a: 2, b: 0, c: 0, d: 1, tx: 0, ty: 0))
    // An explicit display() draws it nevertheless.
    try layer.display()
    #expect(try layer.renderTree().root.drawing?.transform == .identity)
  }

  @Test func `the policies are named as AppKit names them`() throws {
    for (name, policy) in [
      ("NSViewLayerContentsRedrawNever", RedrawPolicy.never), ("duringResize", .duringResize),
      ("NSViewLayerContentsRedrawBeforeViewResize", .beforeResize), ("onSetNeedsDisplay", .onSetNeedsDisplay),
    ] {
      try layer.setValue(.string(name), forKey: "redrawPolicy")
      #expect(layer.redrawPolicy == policy)
    }
    #expect(layer.value(forKey: "redrawPolicy") == .string("onSetNeedsDisplay"))
  }

  @Test func `a new contentsScale or style asks for display of text, and of nothing else that was drawn`() throws {
    try layer.display()
    layer.contentsScale = 2
    layer.style = [("glow", .number(1))]
    #expect(!layer.needsDisplay)
    let text = TextLayer(in: scene)
    text.contentsScale = 2
    #expect(text.needsDisplay)
    try text.displayIfNeeded()
    text.style = [("glow", .number(1))]
    #expect(text.needsDisplay)
  }

  @Test(arguments: [
    "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode", "verticalAlignment",
  ])
  func `what a text layer shows asks for display when it changes`(key: String) throws {
    let values: [String: PropertyValue] = [
      "string": .string("a"), "font": .string("Courier"), "fontSize": .number(9), "foregroundColor": .color(.black),
      "wrapped": .bool(true),
      "truncationMode": .string("end"), "alignmentMode": .string("right"), "verticalAlignment": .string("center"),
    ]
    let text = TextLayer(in: scene)
    let old = text.value(forKey: key)
    try text.setValue(old, forKey: key)
    #expect(!text.needsDisplay, "its own value is no change")
    try text.setValue(values[key] ?? .null, forKey: key)
    #expect(text.needsDisplay)
  }

  @Test func `a redraw key asks when a style changes what it reads, and only then`() throws {
    let dial = try LayerClass.layer.subclass(
      named: "Dial", defaults: [("heading", .number(0))], redrawKeys: ["heading"])
    let l = try dial.make(in: scene)
    l.style = [("other", .number(1))]
    #expect(!l.needsDisplay)
    l.style = [("style", .dictionary([("heading", .number(2))]))]
    #expect(l.needsDisplay)
    try l.displayIfNeeded()
    try l.setValue(.number(7), forKey: "heading")
    try l.displayIfNeeded()
    l.style = nil
    #expect(!l.needsDisplay, "its own value hides the style's")
  }

  @Test func `displayIfNeeded draws the layer alone, a render all that is flagged`() throws {
    let child = Layer(in: scene)
    try layer.addSublayer(child)
    child.setNeedsDisplay()
    layer.setNeedsDisplay()
    try layer.displayIfNeeded()
    #expect(!layer.needsDisplay && child.needsDisplay)
    _ = try layer.renderTree()
    #expect(!child.needsDisplay)
  }

  @Test func `parts add up, and a part of what is asked for whole is nothing more`() throws {
    layer.setNeedsDisplay(in: Rect(10, 10, -5, -5))
    #expect(layer.invalidRect == Rect(5, 5, 5, 5))
    layer.setNeedsDisplay(in: Rect(20, 5, 2, 2))
    #expect(layer.invalidRect == Rect(5, 5, 17, 5))
    layer.setNeedsDisplay()
    layer.setNeedsDisplay(in: Rect(0, 0, 1, 1))
    #expect(layer.invalidRect == nil && layer.needsDisplay)
    let other = Layer(in: scene)
    other.setNeedsDisplay(in: Rect(0, 0, 0, 5))
    other.setNeedsDisplay(in: Rect(.nan, 0, 1, 1))
    #expect(!other.needsDisplay)
  }

  @Test func `a part of a layer that is opaque now, or flipped, is not enough`() throws {
    for change in [{ $0.isOpaque.toggle() }, { $0.isGeometryFlipped.toggle() }, { $0.contentsScale += 1 }]
      as [(Layer) -> Void]
    {
      try layer.display()
      change(layer)
      layer.clearNeedsDisplay()
      layer.setNeedsDisplay(in: Rect(0, 0, 5, 5))
      var clip = Rect.zero
      delegate.onDraw = { _, context in clip = context.clipBounds }
      try layer.displayIfNeeded()
      #expect(clip == Rect(0, 0, 40, 20))
    }
  }

  // MARK: The context

  @Test func `the context has the bounds' origin and size, the contentsScale, and clips to the bounds`() throws {
    layer.bounds = Rect(-5, 8, 30, 10)
    layer.contentsScale = 2
    var seen: (clip: Rect, width: Double, height: Double, scale: Double)?
    delegate.onDraw = { _, context in seen = (context.clipBounds, context.width, context.height, context.scale) }
    try layer.display()
    #expect(seen?.clip == Rect(-5, 8, 30, 10))
    #expect(seen?.width == 30 && seen?.height == 10 && seen?.scale == 2)
    #expect(!layer.masksToBounds)
    #expect(try layer.renderTree().root.drawing?.clip == Rect(-5, 8, 30, 10))
  }

  @Test func `layerWillDraw may change opaque and contentsFormat of the display under way`() throws {
    delegate.onWillDraw = {
      $0.isOpaque = true
      $0.contentsFormat = .gray8
    }
    try layer.display()
    guard case .fill(_, _, .color(.black))? = try layer.renderTree().root.drawing?.drawing.operations.first?.kind else {
      Issue.record("not black")
      return
    }
    #expect(warned.rules.isEmpty)
  }

  // MARK: Reading contents

  @Test func `contents of a layer that drew reads as a picture of it, made once`() throws {
    layer.contentsScale = 2
    try layer.display()
    let picture = try #require(layer.contents)
    #expect(picture.width == 80 && picture.height == 40 && picture.scale == 2)
    #expect(layer.contents === picture && layer.value(forKey: "contents") == .image(picture))
    #expect(services.rasterized.count == 1)
    // Assigning it freezes the drawing, which is no mistake.
    layer.contents = picture
    #expect(warned.rules.isEmpty)
    #expect(try layer.renderTree().root.drawing == nil)
    layer.contents = nil
    #expect(layer.contents == nil)
  }

  @Test func `a new drawing has a new picture, and a copy shares it`() throws {
    try layer.display()
    let first = try #require(layer.contents)
    #expect(try layer.copy().contents === first)
    try layer.display()
    #expect(layer.contents !== first)
  }

  // MARK: Warnings

  @Test func `display warns when it replaces an image, and names the line that assigned it`() throws {
    scene.host.runningPlace = { ScriptPlace(script: "test.lua", line: 3) }
    layer.contents = try image()
    try layer.display()
    #expect(warned.rules == ["contents-vs-drawing"])
    #expect(
      warned.warnings.first?.message.hasPrefix(
        "Layer dial: display replaced the image assigned to contents at test.lua:3;") == true)
  }

  @Test func `an image warns when it replaces a drawing, nil does not`() throws {
    try layer.display()
    layer.contents = nil
    #expect(warned.rules.isEmpty)
    try layer.display()
    layer.contents = try image()
    #expect(warned.rules == ["contents-vs-drawing"])
    #expect(warned.warnings.first?.message.contains("replaces the layer's drawing") == true)
  }

  @Test func `an image that displayLayer sets is no conflict`() throws {
    let image = try image()
    delegate.onDraw = nil
    delegate.onDisplay = { $0.contents = image }
    for _ in 0..<3 {
      layer.setNeedsDisplay()
      _ = try layer.renderTree()
    }
    #expect(warned.rules.isEmpty && layer.contents === image)
  }

  @Test func `display of an image layer that nobody draws empties it and says so`() throws {
    layer.delegate = nil
    layer.contents = try image()
    layer.setNeedsDisplay()
    _ = try layer.renderTree()
    #expect(layer.contents == nil)
    #expect(warned.warnings.first?.message.contains("display found nothing to draw and removed the image") == true)
  }

  @Test func `opaque set after the display warns that it acts at the next one`() throws {
    layer.isOpaque = true
    try layer.display()
    #expect(warned.rules.isEmpty)
    layer.isOpaque = false
    #expect(warned.rules == ["opaque-late"])
    #expect(try layer.renderTree().root.drawing?.drawing.operations.count == 2, "still black below")
    layer.setNeedsDisplay()
    _ = try layer.renderTree()
    #expect(try layer.renderTree().root.drawing?.drawing.operations.count == 1)
  }

  @Test func `of several display hooks the dead ones are named`() throws {
    delegate.onDisplay = { _ in }
    try layer.display()
    try layer.display()
    #expect(
      warned.warnings.map(\.message) == [
        "Layer dial: among its display hooks, the delegate's displayLayer ran, the delegate's drawLayerInContext did not: the first of display, "
          + "displayLayer, drawInContext and drawLayerInContext replaces the others; keep one of them"
      ])
  }

  @Test func `without bounds no hook is missed`() throws {
    delegate.onWillDraw = { _ in }
    layer.bounds = .zero
    try layer.display()
    #expect(warned.rules.isEmpty)
  }

  @Test func `a hook that calls its super leaves no dead ones`() throws {
    let hooks = ClosureSubclass(
      display: { try $0.defaultDisplay() }, draw: { layer, context in try layer.defaultDraw(in: context) })
    let l = try LayerClass.layer.subclass(named: "Dial", hooks: hooks).make(in: scene)
    l.bounds = Rect(0, 0, 5, 5)
    l.delegate = delegate
    try l.display()
    #expect(warned.rules.isEmpty)
    hooks.onDisplay = { _ in }
    try l.display()
    #expect(warned.rules == ["four-hooks"])
    #expect(
      warned.warnings.first?.message.contains(
        "Dial's display ran, Dial's drawInContext, the delegate's drawLayerInContext did not") == true
    )
  }

  @Test func `a warning comes once for all layers of a class, and the others are counted`() throws {
    for i in 0..<5 {
      let l = Layer(in: scene)
      l.name = "card \(i)"
      l.isOpaque = true
      l.cornerRadius = 4
    }
    #expect(warned.rules == ["opaque-corner"])
    #expect(warned.warnings[0].message.hasPrefix("Layer card 0: ") && warned.warnings[0].repeats == 0)
    scene.reportRepeatedWarnings()
    scene.reportRepeatedWarnings()
    #expect(warned.warnings.map(\.repeats) == [0, 4])
  }
}
