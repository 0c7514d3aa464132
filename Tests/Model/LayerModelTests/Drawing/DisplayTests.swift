// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import Testing

struct DisplayTests {
  let services = RecordingServices()
  let scene: Scene
  let layer: Layer

  init() throws {
    scene = Scene(services: services)
    layer = Layer(in: scene)
    layer.bounds = Rect(0, 0, 40, 20)
  }

  func image(_ width: Int = 4, _ height: Int = 2) throws -> Image {
    Image(try Bitmap(width: width, height: height) { _ in })
  }

  func subclass(_ hooks: ClosureSubclass) throws -> Layer {
    let l = try LayerClass.layer.subclass(named: "Dial", hooks: hooks).make(in: scene)
    l.bounds = Rect(0, 0, 40, 20)
    return l
  }

  @Test func `a subclass's display is all that runs`() throws {
    var calls: [String] = []
    let l = try subclass(
      ClosureSubclass(display: { _ in calls.append("display") }, draw: { _, _ in calls.append("draw") }))
    let delegate = ClosureDelegate(
      display: { _ in calls.append("displayLayer") }, draw: { _, _ in calls.append("drawLayer") },
      willDraw: { _ in calls.append("layerWillDraw") })
    l.delegate = delegate
    try l.display()
    #expect(calls == ["display"])
  }

  @Test func `a delegate's displayLayer goes before drawing, without context or layerWillDraw`() throws {
    var calls: [String] = []
    let l = try subclass(ClosureSubclass(draw: { _, _ in calls.append("draw") }))
    let delegate = ClosureDelegate(
      display: { _ in calls.append("displayLayer") }, draw: { _, _ in calls.append("drawLayer") },
      willDraw: { _ in calls.append("layerWillDraw") })
    l.delegate = delegate
    try l.display()
    #expect(calls == ["displayLayer"])
  }

  @Test func `otherwise layerWillDraw, then drawInContext, which replaces the delegate's drawLayer`() throws {
    var calls: [String] = []
    let l = try subclass(ClosureSubclass(draw: { _, _ in calls.append("draw") }))
    let delegate = ClosureDelegate(
      draw: { _, _ in calls.append("drawLayer") }, willDraw: { _ in calls.append("layerWillDraw") })
    l.delegate = delegate
    try l.display()
    #expect(calls == ["layerWillDraw", "draw"])
    layer.delegate = delegate
    try layer.display()
    #expect(calls == ["layerWillDraw", "draw", "layerWillDraw", "drawLayer"])
  }

  @Test func `a new layer does not draw itself; setNeedsDisplay asks once`() throws {
    var count = 0
    let delegate = ClosureDelegate(draw: { _, _ in count += 1 })
    layer.delegate = delegate
    _ = try layer.renderTree()
    #expect(count == 0)
    layer.setNeedsDisplay()
    _ = try layer.renderTree()
    _ = try layer.renderTree()
    #expect(count == 1)
    #expect(!layer.needsDisplay)
  }

  @Test func `drawing replaces an image, an image replaces what was drawn`() throws {
    let delegate = ClosureDelegate(draw: { _, context in try context.fill(Rect(0, 0, 5, 5)) })
    layer.delegate = delegate
    layer.contents = try image()
    try layer.display()
    #expect(try layer.renderTree().root.contents == nil)
    #expect(try layer.renderTree().root.drawing != nil)
    layer.contents = try image()
    let root = try layer.renderTree().root
    #expect(root.drawing == nil)
    #expect(root.contents != nil)
    try layer.display()
    layer.contents = nil
    #expect(try layer.renderTree().root.drawing == nil)
  }

  @Test func `an opaque layer starts from black, another from clear`() throws {
    let delegate = ClosureDelegate(draw: { _, _ in }, willDraw: { $0.isOpaque = true })
    layer.delegate = delegate
    try layer.display()
    let operations = try #require(try layer.renderTree().root.drawing).drawing.operations
    guard case .fill(let path, _, .color(.black))? = operations.first?.kind else {
      Issue.record("not filled")
      return
    }
    #expect(Rect(around: path.points) == Rect(0, 0, 40, 20))
  }

  @Test func `a partial redraw adds to what is there, cleared and clipped to the part`() throws {
    let delegate = ClosureDelegate(draw: { _, context in try context.fill(Rect(0, 0, 40, 20)) })
    layer.delegate = delegate
    try layer.display()
    layer.setNeedsDisplay(in: Rect(0, 0, 5, 5))
    layer.setNeedsDisplay(in: Rect(5, 5, 5, 5))
    var clipBounds = Rect.zero
    delegate.onDraw = { _, context in
      clipBounds = context.clipBounds
      try context.fill(Rect(0, 0, 40, 20))
    }
    try layer.displayIfNeeded()
    #expect(clipBounds == Rect(0, 0, 10, 10))
    let operations = try #require(try layer.renderTree().root.drawing).drawing.operations
    #expect(operations.count == 3)
    guard case .clear = operations[1].kind, case .path(let path, _)? = operations[2].clip?.area else {
      Issue.record("not cleared and clipped")
      return
    }
    #expect(Rect(around: path.points) == Rect(0, 0, 10, 10))
  }

  @Test func `after a change of size a part is not enough: all is drawn`() throws {
    let delegate = ClosureDelegate(draw: { _, context in try context.fill(Rect(0, 0, 40, 20)) })
    layer.delegate = delegate
    try layer.display()
    layer.bounds = Rect(0, 0, 50, 20)
    layer.setNeedsDisplay(in: Rect(0, 0, 5, 5))
    try layer.displayIfNeeded()
    #expect(try #require(try layer.renderTree().root.drawing).drawing.operations.count == 1)
  }

  @Test func `after sixteen partial redraws the recording becomes a bitmap at the highest resolution known`() throws {
    let delegate = ClosureDelegate(draw: { _, context in try context.fill(Rect(0, 0, 40, 20)) })
    layer.delegate = delegate
    try layer.display()
    for _ in 0..<16 {
      layer.setNeedsDisplay(in: Rect(0, 0, 5, 5))
      _ = try layer.renderTree(RenderOptions(scale: 3))
    }
    #expect(services.rasterized.count == 1)
    #expect(services.rasterized.first?.scale == 3)
    #expect(services.rasterized.first?.size == Size(40, 20))
    let operations = try #require(try layer.renderTree().root.drawing).drawing.operations
    #expect(operations.count == 1)
    guard case .image(let bitmap, Rect(0, 0, 40, 20), _)? = operations.first?.kind else {
      Issue.record("no bitmap")
      return
    }
    #expect(bitmap.width == 120)
  }

  @Test func `after a resize without redisplay what was drawn is mapped by gravity, clipped to where it went`() throws {
    let delegate = ClosureDelegate(draw: { _, context in try context.fill(Rect(0, 0, 40, 20)) })
    layer.delegate = delegate
    try layer.display()
    layer.bounds = Rect(5, 5, 80, 80)
    let stretched = try #require(try layer.renderTree().root.drawing)
    #expect(stretched.transform == AffineTransform(a: 2, b: 0, c: 0, d: 4, tx: 5, ty: 5))
    layer.contentsGravity = .center
    let centred = try #require(try layer.renderTree().root.drawing)
    #expect(centred.transform == .translation(25, 35))
    #expect(centred.clip == Rect(25, 35, 40, 20))
    #expect(centred.drawing.operations.count == 1)
  }

  @Test func `what was drawn is cut into nine from its picture`() throws {
    let delegate = ClosureDelegate(draw: { _, context in try context.fill(Rect(0, 0, 40, 100)) })
    layer.bounds = Rect(0, 0, 40, 100)
    layer.delegate = delegate
    try layer.display()
    layer.contentsCenter = Rect(0, 0.4, 1, 0.6)
    layer.contentsGravity = .resizeAspect
    layer.bounds = Rect(0, 0, 80, 140)
    let root = try layer.renderTree(RenderOptions(scale: 2)).root
    #expect(services.rasterized.map(\.scale) == [2])
    #expect(root.contents?.pieces.map(\.destination) == [Rect(12, 0, 56, 40), Rect(12, 40, 56, 100)])
    #expect(root.contents?.pieces.map(\.source) == [Rect(0, 0, 80, 80), Rect(0, 80, 80, 120)])
  }

  @Test func `an error in a hook reaches the caller, and the layer still needs display`() throws {
    struct Broken: Error {}
    let delegate = ClosureDelegate(draw: { _, _ in throw Broken() })
    layer.delegate = delegate
    layer.setNeedsDisplay()
    #expect(throws: Broken.self) { try layer.renderTree() }
    #expect(layer.needsDisplay)
  }

  @Test func `a context kept beyond its callback is of no use`() throws {
    var kept: GraphicsContext?
    let delegate = ClosureDelegate(draw: { _, context in kept = context })
    layer.delegate = delegate
    try layer.display()
    #expect(throws: LayerError.self) { try kept?.fill(Rect(0, 0, 1, 1)) }
  }

  @Test func `a layer that asks again each time it draws is an error naming it`() throws {
    let delegate = ClosureDelegate(draw: { layer, _ in layer.setNeedsDisplay() })
    layer.name = "busy"
    layer.delegate = delegate
    layer.setNeedsDisplay()
    let error = #expect(throws: LayerError.self) { try layer.renderTree() }
    #expect(error?.message.contains("busy: needs display again") == true)
  }

  @Test func `drawing may ask for display of others, which are drawn in the same commit`() throws {
    let child = Layer(in: scene)
    child.bounds = Rect(0, 0, 5, 5)
    try layer.addSublayer(child)
    var drawn = 0
    let inner = ClosureDelegate(draw: { _, _ in drawn += 1 })
    let outer = ClosureDelegate(draw: { _, _ in child.setNeedsDisplay() })
    child.delegate = inner
    layer.delegate = outer
    layer.setNeedsDisplay()
    _ = try layer.renderTree()
    #expect(drawn == 1)
  }

  @Test func `hooks may take the tree apart`() throws {
    let root = layer
    var delegates: [ClosureDelegate] = []
    for _ in 0..<5 {
      let child = Layer(in: scene)
      child.bounds = Rect(0, 0, 5, 5)
      try root.addSublayer(child)
      let delegate = ClosureDelegate(draw: { _, _ in try root.setSublayers([]) })
      delegates.append(delegate)
      child.delegate = delegate
      child.setNeedsDisplay()
    }
    #expect(try root.renderTree().root.children.isEmpty)
  }

  @Test func `rendering the layer inside its own hook is an error, rendering another is not`() throws {
    let other = Layer(in: scene)
    other.bounds = Rect(0, 0, 5, 5)
    var message = ""
    let delegate = ClosureDelegate(draw: { layer, _ in
      _ = try other.renderTree()
      do { _ = try layer.renderTree() } catch let error as LayerError { message = error.message }
    })
    layer.delegate = delegate
    layer.setNeedsDisplay()
    _ = try layer.renderTree()
    #expect(message.contains("cannot be rendered inside a callback"))
  }

  @Test func `a delegate that draws nothing is warned about with the near misses it has`() throws {
    var warnings: [String] = []
    scene.onWarning = { warnings.append($0.rule.rawValue + ": " + $0.message) }
    let delegate = ClosureDelegate()
    delegate.drawingNearMisses = ["drawInContext"]
    layer.name = "dial"
    layer.delegate = delegate
    layer.setNeedsDisplay()
    _ = try layer.renderTree()
    try layer.display()
    #expect(
      warnings == [
        "no-draw-hook: Layer dial: the delegate has neither displayLayer nor drawLayerInContext, so the layer draws nothing; it has drawInContext"
      ])
  }

  @Test func `a flipped layer's context has y up, so that drawing coordinates are the layer's`() throws {
    let delegate = ClosureDelegate(draw: { _, context in try context.fill(Rect(0, 0, 10, 5)) })
    layer.isGeometryFlipped = true
    layer.delegate = delegate
    try layer.display()
    let drawing = try #require(try layer.renderTree().root.drawing)
    let operation = try #require(drawing.drawing.operations.first)
    #expect(operation.transform.concat(drawing.transform).boundingBox(of: Rect(0, 0, 10, 5)) == Rect(0, 15, 10, 5))
  }

  @Test func `under a flipped superlayer drawing follows the layer's coordinates too`() throws {
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 100, 100)
    root.isGeometryFlipped = true
    try root.addSublayer(layer)
    let delegate = ClosureDelegate(draw: { _, context in try context.fill(Rect(0, 0, 10, 5)) })
    layer.delegate = delegate
    try layer.display()
    let drawing = try #require(try root.renderTree().root.children.first?.drawing)
    let operation = try #require(drawing.drawing.operations.first)
    #expect(operation.transform.concat(drawing.transform).boundingBox(of: Rect(0, 0, 10, 5)) == Rect(0, 0, 10, 5))
  }

  @Test func `what a recording takes is counted for as long as the layer keeps it`() throws {
    let budget = CountingBudget()
    scene.memoryBudget = budget
    let delegate = ClosureDelegate(draw: { _, context in for _ in 0..<10_000 { try context.fill(Rect(0, 0, 1, 1)) } })
    layer.delegate = delegate
    let before = budget.charged
    try layer.display()
    #expect(budget.charged > 1_000_000)
    try layer.display()
    layer.contents = nil
    #expect(budget.charged == before)
    budget.room = 100_000
    let error = #expect(throws: LayerError.self) { try layer.display() }
    #expect(error?.kind == .limit)
    #expect(budget.charged == before)
  }
}

final class CountingBudget: MemoryBudget {
  var charged = 0
  var room = Int.max
  func hasRoom(for bytes: Int) -> Bool { charged + bytes <= room }
  func charge(_ bytes: Int) { charged += bytes }
  func release(_ bytes: Int) { charged -= bytes }
}
