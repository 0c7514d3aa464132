// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import RenderTree
import Testing

/// Displays and layouts that are pending before a host's frame function are no changes of the function.
struct FrameDisplayTests {
  let scene = Scene(services: RecordingServices())
  let layer: Layer

  init() {
    layer = Layer(in: scene)
    layer.bounds = Rect(0, 0, 40, 20)
    scene.host.onFrame = { _, _, _ in }
  }

  private func frame(_ index: Int, scale: Double = 1) throws -> RenderTree {
    var options = RenderOptions(scale: scale, time: Double(index) / 10)
    options.frame = index
    return try layer.renderTree(options)
  }

  @Test func `a pending display runs once for all frames, at the place of its layer`() throws {
    var sizes: [Size] = []
    let delegate = ClosureDelegate(
      draw: { layer, context in
        sizes.append(layer.bounds.size)
        try context.fill(Rect(0, 0, 5, 5))
      })
    let manager = ClosureDelegate(layout: { $0.sublayers.first?.bounds = Rect(0, 0, 7, 3) })
    let child = Layer(in: scene)
    child.bounds = Rect(0, 0, 1, 1)
    child.delegate = delegate
    layer.delegate = manager
    try layer.addSublayer(child)
    child.setNeedsDisplay()
    layer.setNeedsLayout()
    for index in 0..<5 { _ = try frame(index) }
    #expect(sizes == [Size(7, 3)])
    #expect(!child.needsDisplay)
    #expect(child.bounds.size == Size(7, 3))
  }

  @Test func `a partial redraw is added to what an earlier frame drew`() throws {
    let delegate = ClosureDelegate(draw: { _, context in try context.fill(context.clipBounds) })
    layer.delegate = delegate
    layer.setNeedsDisplay()
    _ = try frame(0)
    layer.setNeedsDisplay(in: Rect(0, 0, 5, 5))
    let operations = try #require(try frame(1).root.drawing).drawing.operations
    #expect(operations.count == 3)
    #expect(try frame(2).root.drawing?.drawing.operations.count == 3)
  }

  @Test func `a display that the function asks for is undone`() throws {
    var count = 0
    let delegate = ClosureDelegate(draw: { _, _ in count += 1 })
    layer.delegate = delegate
    scene.host.onFrame = { [layer] _, _, _ in layer.setNeedsDisplay() }
    for index in 0..<3 { _ = try frame(index) }
    #expect(count == 3)
    #expect(layer.backing == nil && !layer.needsDisplay)
  }

  @Test func `a hook that lacks what the function sets is called again after it`() throws {
    struct Missing: Error {}
    var value: Double?
    let delegate = ClosureDelegate(
      draw: { _, context in
        guard let value else { throw Missing() }
        try context.fill(Rect(0, 0, value, 5))
      })
    layer.delegate = delegate
    layer.setNeedsDisplay()
    scene.host.onFrame = { _, _, _ in value = 3 }
    #expect(try frame(0).root.drawing != nil)
    value = nil
    scene.host.onFrame = { _, _, _ in }
    layer.setNeedsDisplay()
    #expect(throws: Missing.self) { try frame(1) }
    #expect(layer.needsDisplay)
  }

  @Test func `a render in a hook calls no function of frames`() throws {
    let other = Layer(in: scene)
    other.bounds = Rect(0, 0, 4, 4)
    var calls: [String] = []
    layer.name = "layer"
    scene.host.onFrame = { root, _, _ in calls.append(root.name ?? "other") }
    let delegate = ClosureDelegate(draw: { _, _ in _ = try other.renderTree() })
    layer.delegate = delegate
    layer.setNeedsDisplay()
    _ = try frame(0)
    #expect(calls == ["layer"])
    #expect(layer.backing != nil)
  }
}
