// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing
import TestSupport

@Suite struct FrameTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  func layer(anchor: Point = Point(0.5, 0.5), position: Point = Point(200, 300), transform: Transform3D = .identity)
    -> Layer
  {
    let l = makeLayer(scene, bounds: Rect(0, 0, 100, 50), position: position, anchor: anchor)
    l.transform = transform
    return l
  }

  @Test func `frame follows from bounds, position and anchor point`() {
    #expect(layer().frame == Rect(150, 275, 100, 50))
    #expect(layer(anchor: .zero).frame == Rect(200, 300, 100, 50))
    #expect(layer(anchor: Point(1, 1)).frame == Rect(100, 250, 100, 50))
    #expect(layer(anchor: Point(2, -1), position: .zero).frame == Rect(-200, 50, 100, 50))
  }

  @Test func `bounds origin, zPosition, anchorPointZ and flipping leave frame alone`() {
    let l = layer()
    l.bounds = Rect(11, 22, 100, 50)
    l.zPosition = 7
    l.isGeometryFlipped = true
    l.contentsScale = 3
    #expect(l.frame == Rect(150, 275, 100, 50))
    l.anchorPointZ = 5
    #expect(l.frame == Rect(150, 275, 100, 50))
  }

  @Test func `frame is the box of the transformed bounds`() {
    #expect(layer(transform: .scale(2, 4)).frame == Rect(100, 200, 200, 200))
    #expect(layer(transform: .translation(10, 20)).frame == Rect(160, 295, 100, 50))
    let l = makeLayer(scene, bounds: Rect(0, 0, 100, 100))
    l.transform = .rotation(.pi / 4)
    let h = 50 * 2.0.squareRoot()
    #expect(near(l.frame, Rect(-h, -h, 2 * h, 2 * h)))
  }

  @Test func `a superlayer's sublayerTransform is no part of frame`() throws {
    let parent = makeLayer(scene, bounds: Rect(0, 0, 200, 200))
    parent.sublayerTransform = .scale(2, 2)
    let l = layer()
    try parent.addSublayer(l)
    #expect(l.frame == Rect(150, 275, 100, 50))
  }

  @Test func `setting frame keeps the anchor point, and the transform's scale and translation`() {
    for (anchor, position) in [(Point(0.5, 0.5), Point(60, 45)), (.zero, Point(10, 20)), (Point(1, 1), Point(110, 70))]
    {
      let l = Layer(in: scene)
      l.anchorPoint = anchor
      l.frame = Rect(10, 20, 100, 50)
      #expect(l.position == position)
      #expect(l.bounds == Rect(0, 0, 100, 50))
    }
    let scaled = Layer(in: scene)
    scaled.transform = .scale(2, 4)
    scaled.frame = Rect(10, 20, 100, 50)
    #expect(scaled.bounds.size == Size(50, 12.5))
    #expect(scaled.position == Point(60, 45))
    #expect(scaled.frame == Rect(10, 20, 100, 50))
    let moved = Layer(in: scene)
    moved.transform = .translation(10, 20)
    moved.frame = Rect(10, 20, 100, 50)
    #expect(moved.bounds.size == Size(100, 50))
    #expect(moved.position == Point(50, 25))
  }

  @Test func `setting frame standardises it and keeps the bounds' origin`() {
    let l = Layer(in: scene)
    l.frame = Rect(0, 0, -100, -50)
    #expect(l.bounds == Rect(0, 0, 100, 50))
    #expect(l.position == Point(-50, -25))
    let o = makeLayer(scene, bounds: Rect(11, 22, 0, 0))
    o.frame = Rect(10, 20, 100, 50)
    #expect(o.bounds == Rect(11, 22, 100, 50))
    #expect(makeLayer(scene, position: Point(10, 20)).frame == Rect(10, 20, 0, 0))
  }

  @Test func `a frame that was set reads back under any scale, mirror and translation`() {
    var random = SeededRandom(7)
    for _ in 0..<500 {
      let l = Layer(in: scene)
      func r(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
      l.bounds = Rect(r(-50...50), r(-50...50), 10, 10)
      l.anchorPoint = Point(r(-1...2), r(-1...2))
      let sx = r(0.1...4) * (Bool.random(using: &random) ? 1 : -1)
      let sy = r(0.1...4) * (Bool.random(using: &random) ? 1 : -1)
      l.transform = Transform3D.scale(sx, sy).concat(.translation(r(-20...20), r(-20...20)))
      let f = Rect(r(-100...100), r(-100...100), r(0...200), r(0...200))
      l.frame = f
      #expect(near(l.frame, f, 1e-9))
    }
  }

  @Test func `frame under rotation warns, under a singular transform throws`() {
    let l = layer(transform: .rotation(0.5))
    l.frame = Rect(0, 0, 100, 50)
    #expect(warned.rules == ["frame-derived"])
    l.transform = .scale(0, 1)
    #expect(
      message { try l.setFrame(Rect(0, 0, 10, 10)) }
        == "Layer.frame: the transform is singular, set bounds and position instead")
  }

  @Test func `the anchor point moves without moving the layer`() throws {
    let l = layer(transform: .rotation(0.7).concat(.scale(2, 3)))
    let before = l.frame
    try l.setAnchorPointKeepingFrame(Point(0.1, 0.9))
    #expect(l.anchorPoint == Point(0.1, 0.9))
    #expect(near(l.frame, before))
  }
}
