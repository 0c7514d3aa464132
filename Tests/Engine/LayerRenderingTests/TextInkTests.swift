// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import Testing
import TestSupport

/// Glyph ink outside the line boxes.
struct TextInkTests {
  private let renderer = LayerRenderer(configuration: .init(threads: 1))

  private static let fonts = [
    "DejaVu Serif Italic", "DejaVu Sans Bold Oblique", "DejaVu Sans", "Liberation Serif Italic",
    "Liberation Serif Bold Italic",
    "Liberation Sans Italic", "DejaVu Sans Mono",
  ]

  private enum Host: CaseIterable {
    case plain, faded, shadow, mask, turned, turnedShadow, rasterized, flipped, inGroup
  }

  private func random(_ text: inout SeededRandom) -> (string: String, font: String, size: Double, height: Double?) {
    let letters = Array("fjJAQgWyÅÇß/()|\u{201E}_lTd ")
    let lines = Int.random(in: 1...2, using: &text)
    var string = "f"
    for line in 0..<lines {
      if line > 0 { string += "\nj" }
      for _ in 0..<Int.random(in: 1...6, using: &text) { string.append(letters.randomElement(using: &text) ?? "f") }
    }
    return (
      string, Self.fonts.randomElement(using: &text) ?? "DejaVu Sans",
      .random(in: 12...48, using: &text).rounded(), [nil, 0.8, 0.6].randomElement(using: &text) ?? nil
    )
  }

  /// Draws a text layer; with `isRoomy` its bounds extend 50 points further on each side, with the text in the same
  /// place.
  private func picture(_ host: Host, isRoomy: Bool, _ change: (TextLayer) throws -> Void) throws -> Bitmap {
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 360, 260)
    root.backgroundColor = .color(.white)
    let layer = TextLayer(in: scene)
    try change(layer)
    layer.alignmentMode = .center
    let size = try layer.preferredTextSize()
    let more: Double = isRoomy ? 100 : 0
    layer.verticalAlignment = isRoomy ? .center : .top
    layer.bounds = Rect(0, 0, size.width + more, size.height + more)
    layer.position = Point(180, 130)
    var shown: Layer = layer
    switch host {
    case .plain: break
    case .faded: layer.opacity = 0.5
    case .shadow, .turnedShadow:
      layer.shadowOpacity = 1
      layer.shadowRadius = 2
      layer.shadowOffset = Size(3, 3)
      if host == .turnedShadow { layer.transform = Transform3D.rotation(0.4).concat(.scale(1.2, 0.8)) }
    case .mask:
      shown = Layer(in: scene)
      shown.bounds = root.bounds
      shown.position = Point(180, 130)
      shown.backgroundColor = .color(.black)
      try shown.setMask(layer)
    case .turned: layer.transform = .rotation(0.4)
    case .rasterized:
      layer.shouldRasterize = true
      layer.rasterizationScale = 2
    case .flipped: root.isGeometryFlipped = true
    case .inGroup:
      shown = Layer(in: scene)
      shown.opacity = 0.5
      shown.zPosition = 1
      try shown.addSublayer(layer)
      let other = Layer(in: scene)
      other.bounds = Rect(0, 0, 1, 1)
      other.backgroundColor = .color(.black)
      try shown.addSublayer(other)
    }
    try root.addSublayer(shown)
    return try renderer.render(root)
  }

  @Test(arguments: 0..<27) func `a text layer of its preferred size shows what one with room shows`(seed: Int) throws {
    var numbers = SeededRandom(UInt64(seed) &+ 5)
    let host = Host.allCases[seed % Host.allCases.count]
    let (string, font, size, height) = random(&numbers)
    func layer(_ layer: TextLayer) throws {
      if let height {
        var a = TextAttributes(font: font, fontSize: size, foregroundColor: .black)
        a.lineHeightMultiple = height
        layer.attributedString = AttributedString(string, attributes: a)
      } else {
        layer.string = string
        layer.font = font
        layer.fontSize = size
        layer.foregroundColor = .black
      }
    }
    let tight = try picture(host, isRoomy: false, layer)
    let roomy = try picture(host, isRoomy: true, layer)
    var far = 0
    for (a, b) in zip(tight.pixels, roomy.pixels) where a != b {
      for shift in [UInt32(0), 8, 16] {
        let (p, q) = (Int(a >> shift & 255), Int(b >> shift & 255))
        far = max(far, abs(p - q))
      }
    }
    #expect(far <= 3, "\(string) \(font) \(size) \(host)")
  }

  /// The bounding box of the ink, relative to the top left corner of the layer's bounds.
  private func ink(_ change: (TextLayer) throws -> Void) throws -> Rect? {
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 500, 300)
    let layer = TextLayer(in: scene)
    layer.foregroundColor = .black
    layer.anchorPoint = .zero
    layer.position = Point(100, 100)
    try change(layer)
    try root.addSublayer(layer)
    let picture = try renderer.render(root)
    var box: Rect?
    for y in 0..<300 {
      for x in 0..<500 where picture[x, y] >> 24 > 0 {
        let pixel = Rect(Double(x) - 100, Double(y) - 100, 1, 1)
        box = box?.union(pixel) ?? pixel
      }
    }
    return box
  }

  @Test func `a slanted letter leaves its layer on both sides, unless the layer clips`() throws {
    func fjord(_ layer: TextLayer) throws {
      layer.string = "fjord A/"
      layer.font = "DejaVu Serif Italic"
      layer.fontSize = 48
      let size = try layer.preferredTextSize()
      layer.bounds = Rect(0, 0, size.width, size.height)
    }
    var size = Size.zero
    let all = try #require(
      try ink {
        try fjord($0)
        size = $0.bounds.size
      })
    #expect(all.minX < -1 && all.maxX > size.width + 2)
    let cut = try #require(
      try ink {
        try fjord($0)
        $0.masksToBounds = true
      })
    #expect(cut.minX == 0 && cut.maxX == size.width.rounded(.up))
  }

  @Test func `lines that do not fit are cut on the side on which they leave`() throws {
    func wide(_ layer: TextLayer) {
      layer.string = "jWWWWW\njWWWWW"
      layer.font = "DejaVu Serif Italic"
      layer.fontSize = 40
    }
    let right = try #require(
      try ink {
        wide($0)
        $0.bounds = Rect(0, 0, 80, 200)
      })
    #expect(right.maxX == 80 && right.minX < -2 && right.maxY > 50)
    let below = try #require(
      try ink {
        wide($0)
        $0.bounds = Rect(0, 0, 400, 60)
      })
    #expect(below.maxY == 60 && below.minX < -2)
    let above = try #require(
      try ink {
        wide($0)
        $0.bounds = Rect(0, 0, 400, 30)
        $0.verticalAlignment = .center
      })
    #expect(above.minY == 0 && above.maxY == 30)
    // The last baseline is on the bounds' edge, and descenders below it are drawn.
    let standing = try #require(
      try ink {
        wide($0)
        $0.bounds = Rect(0, 0, 400, 120)
        $0.verticalAlignment = .baseline
      })
    #expect(standing.maxY > 123)
  }
}
