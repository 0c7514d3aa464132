// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels
import TestSupport
import Testing

/// Compositing operators mistaken for blend modes, over an empty backdrop.
struct CompositingFilterTests {
  private let renderer = LayerRenderer(configuration: .init(threads: 1))

  private func box(_ scene: Scene, _ frame: Rect, _ color: ColorOrPattern? = nil) -> Layer {
    let layer = Layer(in: scene)
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }

  private func warnings(_ name: String, behind: Rect?, in group: Double = 1) throws -> [String] {
    let scene = renderer.makeScene()
    var warnings: [String] = []
    scene.onWarning = { if $0.rule == .emptyBackdrop { warnings.append($0.message) } }
    let root = box(scene, Rect(0, 0, 20, 20))
    if let behind { try root.addSublayer(box(scene, behind, .blue)) }
    let above = box(scene, Rect(4, 4, 8, 8), .red)
    above.name = "ink"
    try above.setValue(.string(name), forKey: "compositingFilter")
    if group < 1 {
      let holder = box(scene, Rect(0, 0, 20, 20))
      holder.opacity = group
      try holder.addSublayer(above)
      try root.addSublayer(holder)
    } else {
      try root.addSublayer(above)
    }
    _ = try renderer.render(root)
    return warnings
  }

  @Test func `an operator on nothing names the blend mode`() throws {
    let message =
      "Layer/ink: its compositingFilter is the operator multiply, which leaves nothing where the backdrop is empty; "
      + "for the blend mode write compositingFilter = \"multiplyBlendMode\""
    #expect(try warnings("multiply", behind: nil) == [message])
    #expect(try warnings("CIMultiplyCompositing", behind: nil) == [message])
    #expect(try warnings("multiply", behind: Rect(13, 13, 4, 4)) == [message])
    #expect(try warnings("CIMinimumCompositing", behind: nil).first?.contains("\"darkenBlendMode\"") == true)
    // A faded group has an empty backdrop, whatever lies behind the group.
    #expect(try warnings("multiply", behind: Rect(0, 0, 20, 20), in: 0.5).count == 1)
  }

  @Test(arguments: [
    "multiplyBlendMode", "CIMultiplyBlendMode", "screen", "screenBlendMode", "darken", "luminosity",
    "CIMaximumCompositing",
    "sourceOver", "plusL", "xor",
  ]) func `names of other modes say nothing`(_ name: String) throws {
    #expect(try warnings(name, behind: nil) == [])
  }

  @Test func `on something it says nothing`() throws {
    #expect(try warnings("multiply", behind: Rect(0, 0, 20, 20)) == [])
    #expect(try warnings("multiply", behind: Rect(0, 0, 5, 5)) == [])
  }

  /// In 300 arrangements, a layer is warned about if and only if nothing lies behind it.
  @Test func `who is told shows nothing`() throws {
    var random = SeededRandom(32_111)
    var told = 0
    for _ in 0..<300 {
      let scene = renderer.makeScene()
      var warnings = 0
      scene.onWarning = { if $0.rule == .emptyBackdrop { warnings += 1 } }
      let root = box(scene, Rect(0, 0, 24, 24))
      func place(_ side: Int) -> Rect {
        Rect(
          Double(Int.random(in: 0..<18, using: &random)), Double(Int.random(in: 0..<18, using: &random)),
          Double(Int.random(in: 1..<side, using: &random)), Double(Int.random(in: 1..<side, using: &random)))
      }
      if Bool.random(using: &random) { try root.addSublayer(box(scene, place(18), .green)) }
      let before = try renderer.render(root)
      let above = box(scene, place(7), .white)
      try above.setValue(.string("multiply"), forKey: "compositingFilter")
      try root.addSublayer(above)
      _ = try renderer.render(root)
      let inside = (0..<24 * 24).contains { i in
        above.frame.contains(Point(Double(i % 24) + 0.5, Double(i / 24) + 0.5)) && before[i % 24, i / 24] != 0
      }
      #expect(warnings == (inside ? 0 : 1))
      told += warnings
    }
    #expect(told > 50 && told < 280)
  }
}
