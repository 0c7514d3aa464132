// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import Testing

@Suite struct InheritedScaleTests {
  private final class Delegate: LayerDelegate {
    var hooks: LayerHooks { .inheritContentsScale }
    var answer = true
    var asked: [Double] = []
    var onAsk: (Layer) -> Void = { _ in }
    func shouldInheritContentsScale(_ layer: Layer, _ scale: Double) throws -> Bool {
      asked.append(scale)
      onAsk(layer)
      return answer
    }
  }

  private let scene = Scene(services: QuietServices())
  private let delegate = Delegate()

  private func layer() throws -> Layer {
    let layer = Layer(in: scene)
    layer.bounds = Rect(0, 0, 10, 10)
    layer.contentsGravity = .center
    layer.contents = Image(try Bitmap(width: 8, height: 8, scale: 2) { _ in })
    layer.delegate = delegate
    return layer
  }

  private func shown(_ layer: Layer, scale: Double) throws -> Rect? {
    try layer.renderTree(RenderOptions(scale: scale)).root.contents?.pieces.first?.destination
  }

  @Test func `contents follow the picture's scale when the delegate agrees, and the property stays`() throws {
    let layer = try layer()
    #expect(try shown(layer, scale: 2) == Rect(3, 3, 4, 4))
    delegate.answer = false
    #expect(try shown(layer, scale: 2) == Rect(1, 1, 8, 8))
    #expect(layer.contentsScale == 1 && delegate.asked == [2, 2])
  }

  @Test func `a delegate is asked only when the scales differ`() throws {
    let layer = try layer()
    _ = try shown(layer, scale: 1)
    #expect(delegate.asked == [])
    layer.contentsScale = 3
    _ = try shown(layer, scale: 3)
    #expect(delegate.asked == [])
    _ = try shown(layer, scale: 1)
    #expect(delegate.asked == [1])
  }

  @Test func `images of several resolutions follow by themselves`() throws {
    let layer = try layer()
    let small = try Bitmap(width: 4, height: 4, scale: 1) { _ in }
    let large = try Bitmap(width: 8, height: 8, scale: 2) { _ in }
    layer.contents = Image(variants: [small, large])
    #expect(try shown(layer, scale: 2) == Rect(3, 3, 4, 4))
    #expect(try shown(layer, scale: 1) == Rect(3, 3, 4, 4))
    #expect(delegate.asked == [])
  }

  @Test func `the delegate may give the contents for the new scale`() throws {
    let layer = try layer()
    let other = Image(try Bitmap(width: 12, height: 12, scale: 3) { _ in })
    delegate.onAsk = { $0.contents = other }
    #expect(try shown(layer, scale: 3) == Rect(3, 3, 4, 4))
  }

  @Test func `masks and sublayers are asked too`() throws {
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 10, 10)
    try root.addSublayer(try layer())
    try root.setMask(try layer())
    _ = try root.renderTree(RenderOptions(scale: 2))
    #expect(delegate.asked == [2, 2])
  }
}
