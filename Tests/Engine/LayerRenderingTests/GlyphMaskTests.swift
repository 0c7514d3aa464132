// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import LayerModel
import LayerRendering
import Pixels
import Raster
import RenderTree
import TestSupport
import Testing

/// Text in real fonts, drawn as cached glyph masks.
struct GlyphMaskTests {
  private let renderer = LayerRenderer(configuration: .init(threads: 1))

  private static let fonts = [
    "DejaVu Serif Italic", "DejaVu Sans Bold", "DejaVu Sans", "Liberation Serif", "Liberation Sans Italic",
    "DejaVu Sans Mono",
  ]

  /// Text layers at fractional positions, some of them rotated, faded, blended, clipped, or masking gradients.
  private func tree(_ random: inout SeededRandom) throws -> RenderTree {
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 300, 200)
    root.backgroundColor = .color(.white)
    let letters = Array("fjJAVQgWyÅÇß/()|_lTd rmwaeiou fi ffl")
    for _ in 0..<14 {
      let text = TextLayer(in: scene)
      var string = ""
      for _ in 0..<Int.random(in: 1...24, using: &random) {
        string.append(letters.randomElement(using: &random) ?? "f")
      }
      text.string = string
      text.font = Self.fonts.randomElement(using: &random) ?? "DejaVu Sans"
      text.fontSize = .random(in: 4...40, using: &random)
      text.foregroundColor = Color(
        red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
        blue: .random(in: 0...1, using: &random),
        alpha: .random(in: 0.3...1.2, using: &random).rounded(.down) * 0.5 + 0.5)
      text.bounds = Rect(0, 0, .random(in: 20...260, using: &random), .random(in: 10...60, using: &random))
      text.position = Point(.random(in: -20...320, using: &random), .random(in: -20...220, using: &random))
      var shown: Layer = text
      switch Int.random(in: 0..<12, using: &random) {
      case 0: text.transform = .rotation(.random(in: -3...3, using: &random))
      case 1: text.transform = .scale(.random(in: 0.4...2, using: &random), .random(in: 0.4...2, using: &random))
      case 2: text.transform = .scale(-1, 1)
      case 3: text.opacity = 0.6
      case 4: text.compositingFilter = "multiplyBlendMode"
      case 5:
        text.shadowOpacity = 0.8
        text.shadowRadius = 2
      case 6:
        let gradient = GradientLayer(in: scene)
        gradient.colors = [.black, Color(red: 1, green: 0, blue: 0)]
        gradient.bounds = text.bounds
        gradient.position = text.position
        text.position = Point(text.bounds.width / 2, text.bounds.height / 2)
        gradient.mask = text
        shown = gradient
      case 7:
        let host = Layer(in: scene)
        host.bounds = Rect(0, 0, 90, 40)
        host.position = text.position
        host.cornerRadius = 12
        host.masksToBounds = true
        text.position = Point(40.3, 20.6)
        try host.addSublayer(text)
        shown = host
      case 8:
        text.shouldRasterize = true
        text.rasterizationScale = 1.5
      default: break
      }
      try root.addSublayer(shown)
    }
    return try root.renderTree(RenderOptions(scale: [1, 1, 1.37, 2].randomElement(using: &random) ?? 1))
  }

  @Test func `a picture of text does not depend on the masks kept, threads, bands or instructions`() throws {
    var random = SeededRandom(17)
    // Atlases shared by all pictures: one that holds all masks, and one that is always too small.
    let roomy = GlyphAtlas()
    let narrow = GlyphAtlas(limit: 6000)
    for round in 0..<12 {
      let tree = try tree(&random)
      let reference = try Compositor.render(tree, options: CompositorOptions())
      for (threads, band) in [(1, 64), (2, 64), (8, 64), (2, 7), (8, 1)] {
        for atlas in [nil, roomy, narrow, GlyphAtlas(limit: 0)] {
          var options = CompositorOptions(threads: threads, bandHeight: band)
          options.glyphAtlas = atlas
          let picture = try Compositor.render(tree, options: options)
          let difference = describeDifference(expected: reference, actual: picture)
          #expect(difference == nil, "round \(round), \(threads) threads, bands of \(band): \(difference ?? "")")
        }
      }
      for set in InstructionSet.allCases where set.isAvailable {
        let picture = try Compositor.render(tree, options: CompositorOptions(instructions: set))
        #expect(picture.isEqual(to: reference), "round \(round), \(set)")
      }
      #expect(narrow.bytes <= 6000)
    }
  }

  @Test func `masks are near the exact picture`() throws {
    var random = SeededRandom(4)
    var sum = 0
    var inked = 0
    for _ in 0..<12 {
      let tree = try tree(&random)
      var options = CompositorOptions()
      let masks = try Compositor.render(tree, options: options)
      options.placesGlyphsExactly = true
      let exact = try Compositor.render(tree, options: options)
      for (a, b) in zip(masks.pixels, exact.pixels) where a != b {
        for shift in [0, 8, 16] as [UInt32] {
          // An offset of an eighth of a pixel along both axes, at a corner: 56 of 255; twice that with two text layers.
          let difference = abs(Int(a >> shift & 255) - Int(b >> shift & 255))
          #expect(difference <= 112)
          sum += difference
        }
        inked += 3
      }
    }
    #expect(inked > 10_000 && Double(sum) / Double(inked) < 12)
  }
}
