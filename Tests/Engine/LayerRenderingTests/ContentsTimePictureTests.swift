// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels
import TestSupport
import Testing

/// Pictures of trees below a `contentsTime`.
struct ContentsTimePictureTests {
  private func pixels(_ bitmap: Bitmap) -> [UInt32] { withExtendedLifetime(bitmap) { Array(bitmap.pixels) } }

  /// Random trees of every class: held at a time, the picture at any other time is the one at that time.
  @Test(arguments: 1...10) func `a tree that is held shows the picture of that time`(seed: UInt64) throws {
    let renderer = LayerRenderer(configuration: .init(threads: 1, keptPictureLimit: 0))
    let scene = renderer.makeScene()
    var layers = try RandomLayers(in: scene, seed: seed + 900, count: 30)
    let host = Layer(in: scene)
    host.bounds = layers.root.bounds
    layers.root.frame = host.bounds
    try host.addSublayer(layers.root)
    var compared = 0
    for _ in 0..<6 {
      let time = layers.number(0...3)
      host.contentsTime = nil
      guard let free = try? renderer.render(host, RenderOptions(time: time)) else { continue }
      host.contentsTime = time
      let held = try renderer.render(host, RenderOptions(time: layers.number(0...9)))
      #expect(pixels(held) == pixels(free), "seed \(seed) at \(time)")
      compared += 1
    }
    #expect(compared > 0)
  }

  @Test func `a film plays it backwards`() throws {
    let renderer = LayerRenderer(configuration: .init(threads: 1))
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 60, 20)
    let dot = Layer(in: scene)
    dot.bounds = Rect(0, 0, 10, 10)
    dot.position = Point(5, 10)
    dot.backgroundColor = .color(.red)
    try root.addSublayer(dot)
    try dot.add(BasicAnimation(keyPath: "position.x", from: 5, to: 55, duration: 2, timing: .linear))
    let forwards = try (0..<8).map { pixels(try renderer.render(root, RenderOptions(time: Double($0) / 4))) }
    try root.add(BasicAnimation(keyPath: "contentsTime", from: 1.75, to: 0, duration: 1.75, timing: .linear))
    for t in [5, 2, 7, 0, 1, 6, 3, 4] {
      let backwards = pixels(try renderer.render(root, RenderOptions(time: Double(t) / 4)))
      // At its end the animation is over, and the layer's own time shows.
      #expect(backwards == (t == 7 ? forwards[7] : forwards[7 - t]), "\(t)")
    }
  }
}
