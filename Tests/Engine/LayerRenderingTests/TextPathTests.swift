// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import TestSupport
import Testing

/// Text along a path, compared with text on straight lines.
@Suite struct TextPathTests {
  private let renderer = LayerRenderer(configuration: .init(threads: 1))

  /// A picture of one text layer, 300×300 points, whose origin is the picture's.
  private func picture(scale: Double = 2, _ change: (TextLayer) throws -> Void) throws -> Bitmap {
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 300, 300)
    root.backgroundColor = .color(.white)
    let layer = TextLayer(in: scene)
    layer.anchorPoint = .zero
    layer.bounds = Rect(0, 0, 300, 300)
    layer.foregroundColor = .black
    layer.fontSize = 20
    layer.font = "DejaVu Sans"
    try change(layer)
    try root.addSublayer(layer)
    return try renderer.render(root, RenderOptions(scale: scale))
  }

  private func line(from a: Point, to b: Point) -> Path {
    var path = Path()
    path.move(to: a)
    path.addLine(to: b)
    return path
  }

  private var ellipse: Path {
    var path = Path()
    path.addEllipse(in: Rect(50, 50, 200, 200))
    return path
  }

  /// The mean difference of two pictures, in levels of 255, over the pixels that are ink in either.
  private func difference(_ a: Bitmap, _ b: Bitmap) throws -> Double {
    let comparison = try #require(try BitmapComparison(a, b))
    return comparison.mean * 255
  }

  private static let attributed = AttributedString(runs: [
    .init(string: "one, ", font: "DejaVu Serif", fontSize: 24),
    {
      var run = AttributedString.Run(string: "two שלום ", font: "DejaVu Sans", fontSize: 18)
      run.attributes.underlineStyle = [.single, .patternDash]
      run.attributes.backgroundColor = Color(css: "gold")
      run.attributes.baselineOffset = 4
      return run
    }(),
    .init(string: "fi\u{0301}", font: "DejaVu Sans", fontSize: 30, foregroundColor: Color(css: "red")),
  ])

  @Test(arguments: [TextRequest.Alignment.left, .right, .center, .justified])
  func `along a straight path text is where it is without one`(alignment: TextRequest.Alignment) throws {
    func set(_ layer: TextLayer) {
      layer.attributedString = Self.attributed
      layer.alignmentMode = alignment
    }
    let baseline = 60.0
    let along = try picture {
      set($0)
      $0.textPath = line(from: Point(0, baseline), to: Point(300, baseline))
    }
    let plain = try picture {
      set($0)
      $0.position = Point(0, baseline - (try #require(try $0.firstBaselineForTests())))
    }
    #expect(try difference(along, plain) < 0.15)
  }

  @Test func `along a slanted path text is turned text`() throws {
    var random = SeededRandom(5)
    for _ in 0..<12 {
      let angle = Double.random(in: -1.2...1.2, using: &random)
      let start = Point(150, 150), end = start + Point(cos(angle), sin(angle)) * 120
      let along = try picture {
        $0.string = "Along"
        $0.textPath = line(from: start, to: end)
      }
      let turned = try picture {
        $0.string = "Along"
        let baseline = try #require(try $0.firstBaselineForTests())
        // The start of its baseline is placed on the path's start, and it is rotated about that point.
        $0.anchorPoint = Point(0, baseline / 300)
        $0.position = start
        $0.transform = .rotation(angle)
      }
      #expect(try difference(along, turned) < 0.2, "\(angle)")
    }
  }

  @Test func `a closed path goes round, an open one straight on`() throws {
    let circle = ellipse, length = circle.length
    func round(_ offset: Double) throws -> Bitmap {
      try picture {
        $0.string = "around"
        $0.textPath = circle
        $0.textPathOffset = offset
      }
    }
    #expect(try difference(round(0), round(length)) < 0.05)
    #expect(try difference(round(-30), round(length - 30)) < 0.05)
    #expect(try difference(round(0), round(40)) > 0.5)
    // A short and a long line in the same direction.
    let short = try picture {
      $0.string = "straight on"
      $0.textPath = line(from: Point(20, 100), to: Point(40, 110))
    }
    let long = try picture {
      $0.string = "straight on"
      $0.textPath = line(from: Point(20, 100), to: Point(220, 200))
    }
    #expect(try difference(short, long) == 0)
    let before = try picture {
      $0.string = "straight on"
      $0.textPath = line(from: Point(60, 120), to: Point(220, 200))
      $0.textPathOffset = -(Point(60, 120) - Point(20, 100)).length
    }
    #expect(try difference(before, long) < 0.05)
  }

  @Test func `lines are broken and truncated at the path's length`() throws {
    let scene = renderer.makeScene()
    let layer = TextLayer(in: scene)
    layer.bounds = Rect(0, 0, 10, 10)
    layer.font = "DejaVu Sans"
    layer.fontSize = 20
    layer.string = "one two three four"
    layer.textPath = line(from: Point(0, 50), to: Point(100, 50))
    let one = try layer.preferredTextSize()
    layer.isWrapped = true
    let wrapped = try layer.preferredTextSize()
    #expect(one.width > 150 && wrapped.width <= 100 && wrapped.height > one.height + 20)
    layer.maximumNumberOfLines = 1
    layer.truncationMode = .end
    let cut = try layer.preferredTextSize()
    #expect(cut.width <= 100 && cut.height == one.height)
  }

  @Test func `in flipped geometry letters stand upright`() throws {
    func flipped(_ change: (TextLayer) throws -> Void) throws -> Bitmap {
      let scene = renderer.makeScene()
      let root = Layer(in: scene)
      root.bounds = Rect(0, 0, 300, 300)
      root.isGeometryFlipped = true
      let layer = TextLayer(in: scene)
      layer.anchorPoint = .zero
      layer.bounds = Rect(0, 0, 300, 300)
      layer.fontSize = 20
      try change(layer)
      try root.addSublayer(layer)
      return try renderer.render(root, RenderOptions(scale: 1))
    }
    // With y up: a line 100 above the lower edge.
    let along = try flipped {
      $0.string = "Flag"
      $0.textPath = line(from: Point(30, 100), to: Point(200, 100))
    }
    let expected = try flipped {
      $0.string = "Flag"
      let baseline = try #require(try $0.firstBaselineForTests())
      $0.position = Point(30, 100 + baseline - 300)
    }
    #expect(try difference(along, expected) < 0.15)
  }

  @Test func `hostile paths and texts end`() throws {
    #expect(throws: (any Error).self) {
      try picture {
        $0.string = String(repeating: "abcd ", count: 5000)
        $0.textPath = line(from: .zero, to: Point(100, 0))
      }
    }
    for text in ["M 0 0", "M 5 5 L 5 5", "M 0 0 L 1e-300 0", "M 0 0 C 0 0 0 0 0 0", "M 0 0 L 1e300 1e300 L -1e300 4"] {
      _ = try picture {
        $0.string = "text"
        $0.textPath = try Path(svg: text)
      }
    }
    // A path of zero length counts as no path.
    let none = try picture { $0.string = "text" }
    let point = try picture {
      $0.string = "text"
      $0.textPath = try Path(svg: "M 5 5 L 5 5")
    }
    #expect(try difference(none, point) == 0)
  }

  @Test func `an offset that is animated is a film of its stills`() throws {
    let circle = ellipse
    func still(_ offset: Double) throws -> Bitmap {
      try picture {
        $0.string = "around"
        $0.textPath = circle
        $0.textPathOffset = offset
      }
    }
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 300, 300)
    root.backgroundColor = .color(.white)
    let layer = TextLayer(in: scene)
    layer.anchorPoint = .zero
    layer.bounds = root.bounds
    layer.foregroundColor = .black
    layer.fontSize = 20
    layer.font = "DejaVu Sans"
    layer.string = "around"
    layer.textPath = circle
    try root.addSublayer(layer)
    let animation = BasicAnimation(in: scene)
    animation.keyPath = "textPathOffset"
    animation.fromValue = .number(0)
    animation.toValue = .number(100)
    animation.duration = 1
    try layer.add(animation, forKey: nil)
    for time in [0.0, 0.25, 0.5, 0.75] {
      let frame = try renderer.render(root, RenderOptions(scale: 2, time: time))
      #expect(try difference(frame, still(100 * time)) == 0)
    }
  }
}

extension TextLayer {
  /// The distance from the top of the bounds to the first baseline.
  fileprivate func firstBaselineForTests() throws -> Double? {
    let frame = try scene.layoutText(
      attributedString ?? AttributedString(string ?? "", attributes: TextAttributes(font: font, fontSize: fontSize)))
    return frame.lines.first?.baseline
  }
}
