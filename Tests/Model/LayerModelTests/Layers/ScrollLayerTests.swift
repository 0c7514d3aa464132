// SPDX-License-Identifier: MIT
import Geometry
import Testing

import LayerModel

@Suite struct ScrollLayerTests {
  let world = WarnedScene()
  private func scroll(_ bounds: Rect) -> ScrollLayer {
    let l = ScrollLayer(in: world.scene)
    l.bounds = bounds
    return l
  }

  @Test func `clips from the start and says so as its default`() throws {
    let l = scroll(Rect(0, 0, 10, 10))
    #expect(l.masksToBounds)
    #expect(l.defaultValue(forKey: "masksToBounds") == .bool(true))
    #expect(Layer(in: world.scene).defaultValue(forKey: "masksToBounds") == .bool(false))
    #expect(l.scrollMode == .both)
    let made = try LayerClass.scroll.subclass(named: "Pane", defaults: [("masksToBounds", .bool(false))]).make(
      in: world.scene)
    #expect(!made.masksToBounds)
    #expect(made.defaultValue(forKey: "masksToBounds") == .bool(false))
    #expect(try !l.copy().needsDisplay)
    l.masksToBounds = false
    #expect(try l.copy().masksToBounds == false)
  }

  // layer-classes.md 7, all measured.
  @Test(arguments: [
    (Rect(50, 60, 100, 100), Rect(200, 200, 10, 10), Point(110, 110)),
    (Rect(100, 100, 100, 100), Rect(20, 20, 10, 10), Point(20, 20)),
    (Rect(0, 0, 100, 100), Rect(20, 20, 400, 400), Point(20, 20)),
    (Rect(10, 10, 100, 100), Rect(20, 20, 10, 10), Point(10, 10)),
    (Rect(10, 10, 100, 100), Rect(10, 10, 100, 100), Point(10, 10)),
    (Rect(0, 0, 100, 50), Rect(90, 10, 20, 20), Point(10, 0)),
    (Rect(0, 0, 100, 100), Rect(130, 130, -20, -20), Point(30, 30)),
  ])
  func `a rect is shown with as little scrolling as needed`(_ bounds: Rect, _ rect: Rect, _ origin: Point) throws {
    let l = scroll(bounds)
    try l.scrollToRect(rect)
    #expect(l.bounds == Rect(origin: origin, size: bounds.size))
  }

  @Test func `a point becomes the origin on the enabled axes unclamped`() throws {
    for (mode, origin) in [
      (ScrollMode.both, Point(-500, 9000)), (.horizontally, Point(-500, 2)), (.vertically, Point(1, 9000)),
      (.none, Point(1, 2)),
    ] {
      let l = scroll(Rect(1, 2, 30, 40))
      l.scrollMode = mode
      try l.scrollToPoint(Point(-500, 9000))
      #expect(l.bounds.origin == origin)
      l.bounds = Rect(1, 2, 30, 40)
      try l.scrollToRect(Rect(-500, 9000 - 0, 30, 40))
      #expect(l.bounds.origin.x == origin.x)
      #expect(l.bounds.origin.y == (origin.y == 9000 ? 9000 : 2))
    }
  }

  @Test func `scroll mode takes its names and refuses others`() throws {
    let l = scroll(.zero)
    for name in ["kCAScrollVertically", "vertically"] {
      try l.setValue(.string(name), forKey: "scrollMode")
      #expect(l.value(forKey: "scrollMode") == .string("vertically"))
    }
    #expect(
      message { try l.setValue(.string("sideways"), forKey: "scrollMode") }?.contains(
        "none, vertically, horizontally, both") == true)
    #expect(
      message { try l.scrollToPoint(Point(.nan, 0)) }
        == "ScrollLayer.scrollToPoint: expected a finite point, got point {nan, 0}")
    #expect(message { try l.scrollToRect(Rect(0, 0, .infinity, 1)) } != nil)
    #expect(l.bounds == .zero)
  }

  @Test func `the visible rect is what the nearest scroll layer shows`() throws {
    let pane = scroll(Rect(0, 100, 50, 50))
    let column = makeLayer(world.scene, bounds: Rect(0, 0, 50, 1000), position: .zero, anchor: .zero)
    let item = makeLayer(world.scene, bounds: Rect(0, 0, 40, 80), position: Point(20, 120), anchor: .zero)
    try pane.addSublayer(column)
    try column.addSublayer(item)
    #expect(column.visibleRect == Rect(0, 100, 50, 50))
    #expect(item.visibleRect == Rect(0, 0, 30, 30))
    #expect(pane.visibleRect == pane.bounds)
    item.transform = .scale(2, 2, 1)
    #expect(item.visibleRect == Rect(0, 0, 15, 15))
    // Out of view.
    try pane.scrollToPoint(Point(0, 800))
    #expect(item.visibleRect.isEmpty)
    // Edge-on.
    item.transform = .rotation(.pi / 2, x: 0, y: 1, z: 0)
    #expect(item.visibleRect.isEmpty)
    #expect(makeLayer(world.scene, bounds: Rect(3, 4, 5, 6)).visibleRect == Rect(3, 4, 5, 6))
  }

  @Test func `scrolling from within converts to the nearest scroll layer`() throws {
    let outer = scroll(Rect(0, 0, 500, 500))
    let pane = scroll(Rect(0, 0, 100, 100))
    try outer.addSublayer(pane)
    let item = makeLayer(world.scene, bounds: Rect(0, 0, 20, 20), position: Point(30, 400), anchor: .zero)
    try pane.addSublayer(item)
    try item.scrollPoint(Point(5, 6))
    #expect(pane.bounds.origin == Point(35, 406))
    #expect(outer.bounds.origin == .zero)
    pane.bounds = Rect(0, 0, 100, 100)
    try item.scrollRectToVisible(item.bounds)
    #expect(pane.bounds.origin == Point(0, 320))
    // A scroll layer scrolls itself.
    try pane.scrollPoint(Point(7, 8))
    #expect(pane.bounds.origin == Point(7, 8))
    try pane.scrollRectToVisible(Rect(0, 0, 10, 10))
    #expect(pane.bounds.origin == .zero)
    // The mask of a layer within it counts as inside.
    let mask = makeLayer(world.scene, bounds: Rect(0, 0, 4, 4), position: Point(0, 300), anchor: .zero)
    try item.setMask(mask)
    try mask.scrollPoint(.zero)
    #expect(pane.bounds.origin == Point(30, 700))
    #expect(world.warnings.isEmpty)
  }

  @Test func `without a scroll layer a warning is all`() throws {
    let lone = makeLayer(world.scene, bounds: Rect(0, 0, 4, 4))
    lone.name = "lone"
    try lone.scrollPoint(.zero)
    try lone.scrollRectToVisible(lone.bounds)
    #expect(
      world.warnings.map(\.message).first
        == "Layer.scrollPoint: lone is not in a scroll layer, so nothing scrolls; put it into a ScrollLayer")
    #expect(world.rules == ["no-scroll-layer", "no-scroll-layer"])
  }

  @Test func `scrolling asks for layout but not for display`() throws {
    let l = scroll(Rect(0, 0, 10, 10))
    l.clearFlags()
    try l.scrollToPoint(Point(5, 5))
    #expect(l.needsLayout && !l.needsDisplay)
    let count = world.scene.changeCount
    try l.scrollToPoint(Point(5, 5))
    #expect(world.scene.changeCount == count)
  }
}
