// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import Testing

/// The names of `filters.md` 7 and 8.
@Suite struct CompositingFilterTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  static let operators: [(String, BlendMode)] = [
    ("sourceOver", .normal), ("sourceIn", .sourceIn), ("sourceOut", .sourceOut), ("sourceAtop", .sourceAtop),
    ("destOver", .destinationOver), ("destIn", .destinationIn), ("destOut", .destinationOut),
    ("destAtop", .destinationAtop),
    ("xor", .xor), ("copy", .copy), ("clear", .clear), ("plusL", .plusLighter), ("plusD", .plusDarker),
    ("multiply", .product),
    ("CISourceOverCompositing", .normal), ("CISourceInCompositing", .sourceIn), ("CISourceOutCompositing", .sourceOut),
    ("CISourceAtopCompositing", .sourceAtop), ("CIAdditionCompositing", .plusLighter),
    ("CIMaximumCompositing", .maximum),
    ("CIMinimumCompositing", .minimum), ("CIMultiplyCompositing", .product),
  ]

  @Test func `compositing operators are named as Core Animation and Core Image name them`() throws {
    let l = Layer(in: scene)
    for (name, mode) in Self.operators {
      try l.setValue(.string(name), forKey: "compositingFilter")
      #expect(l.blendMode == mode, "\(name)")
      #expect(l.compositingFilter == name)
    }
  }

  @Test func `blend modes are named with and without Core Image's prefix`() throws {
    let l = Layer(in: scene)
    for name in [
      "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn", "SoftLight", "HardLight",
      "Difference", "Exclusion",
      "Hue", "Saturation", "Color", "Luminosity", "Subtract", "Divide", "LinearBurn", "LinearDodge", "PinLight",
      "LinearLight",
      "VividLight", "Normal",
    ] {
      let short = name.prefix(1).lowercased() + name.dropFirst()
      let mode = try #require(BlendMode(name: short), "\(name)")
      for written in ["CI\(name)BlendMode", "\(short)BlendMode"] {
        try l.setValue(.string(written), forKey: "compositingFilter")
        #expect(l.blendMode == mode && l.compositingFilter == written, "\(written)")
      }
    }
    try l.setValue(.null, forKey: "compositingFilter")
    #expect(l.blendMode == .normal && l.compositingFilter == nil)
  }

  @Test func `an unknown name gets the near ones, or all`() {
    let l = Layer(in: scene)
    func complaint(_ name: String) -> String {
      message { try l.setValue(.string(name), forKey: "compositingFilter") } ?? ""
    }
    #expect(
      complaint("multplyBlendMode")
        == "Layer.compositingFilter: expected the name of a blend mode such as \"multiplyBlendMode\", "
        + "got \"multplyBlendMode\"; did you mean \"multiplyBlendMode\"?")
    #expect(complaint("CIScrenBlendMode").contains("did you mean \"CIScreenBlendMode\"?"))
    #expect(
      complaint("CIGaussianBlur").contains(
        "\"CIGaussianBlur\" is not a filter that combines a layer with what lies behind it"))
    #expect(complaint("gaussianBlur").contains("is not a filter that combines"))
    let all = complaint("glow")
    #expect(
      all.contains("there are normalBlendMode, multiplyBlendMode") && all.contains("destAtop")
        && all.contains("Core Image names"))
    #expect(message { try l.setValue(.number(3), forKey: "compositingFilter") }?.contains("got number 3") == true)
  }

  @Test func `transform layers and masks ignore it with a warning`() throws {
    let t = TransformLayer(in: scene)
    t.compositingFilter = "multiplyBlendMode"
    #expect(warned.rules == ["transform-layer-ignores"])
    let host = Layer(in: scene)
    host.bounds = Rect(0, 0, 10, 10)
    let mask = Layer(in: scene)
    mask.bounds = Rect(0, 0, 10, 10)
    mask.backgroundColor = .color(.black)
    mask.compositingFilter = "screenBlendMode"
    host.mask = mask
    let tree = try host.renderTree()
    #expect(tree.root.mask?.blendMode == .normal)
    #expect(warned.rules == ["transform-layer-ignores", "mask-compositing"])
    #expect(warned.warnings.last?.message.contains("compositingFilter is ignored") == true)
    _ = try host.renderTree()
    #expect(warned.rules.count == 2)
  }
}
