// SPDX-License-Identifier: MIT
import Geometry
import Glibc
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import TestSupport
import Testing

/// Gradient layers as pixels: from black to white, a pixel's level is its t, or the next level through dithering.
struct GradientTests {
  let renderer = LayerRenderer(configuration: .init(threads: 1))
  let scene: Scene
  let layer: GradientLayer

  init() {
    scene = renderer.makeScene()
    layer = GradientLayer(in: scene)
    layer.bounds = Rect(0, 0, 80, 60)
    layer.colors = [.black, .white]
  }

  /// Compares t at pixel centres with the rendered picture.
  private func drawn(within levels: Double = 1.3, _ t: (Point) -> Double) throws {
    let picture = try renderer.render(layer)
    for y in stride(from: 0, to: 60, by: 5) {
      for x in stride(from: 0, to: 80, by: 5) {
        let wanted = t(Point((Double(x) + 0.5) / 80, (Double(y) + 0.5) / 60))
        // The seam of a conic gradient depends on rounding.
        if layer.type == .conic, wanted < 0.01 || wanted > 0.99 { continue }
        let level = Double(picture[x, y] & 255)
        #expect(abs(level - min(max(wanted, 0), 1) * 255) <= levels, "(\(x), \(y))")
      }
    }
  }

  @Test func `an axial gradient is measured in unit space`() throws {
    try drawn { $0.y }
    layer.startPoint = .zero
    layer.endPoint = Point(1, 1)
    // t is 0.5 at both other corners, so the bands are sheared on a layer that is not square.
    try drawn { ($0.x + $0.y) / 2 }
    layer.startPoint = Point(0.2, 0.9)
    layer.endPoint = Point(0.7, -0.4)
    let d = Point(0.5, -1.3)
    try drawn { (($0.x - 0.2) * d.x + ($0.y - 0.9) * d.y) / d.dot(d) }
  }

  @Test func `a radial gradient is an ellipse`() throws {
    layer.type = .radial
    layer.startPoint = Point(0.5, 0.5)
    layer.endPoint = Point(1, 1)
    try drawn { hypot(($0.x - 0.5) / 0.5, ($0.y - 0.5) / 0.5) }
    // (80, 30) is 1, (60, 30) is 0.5, a corner is √2 and clamped.
    let picture = try renderer.render(layer)
    #expect(picture[79, 30] & 255 >= 251)
    // The pixel's centre lies half a pixel further out: 128 + 255/80.
    #expect((129...133).contains(picture[60, 30] & 255))
    #expect(picture[0, 0] == 0xFFFF_FFFF)
    layer.startPoint = Point(0.3, 0.6)
    layer.endPoint = Point(0.1, 1.4)
    try drawn { hypot(($0.x - 0.3) / 0.2, ($0.y - 0.6) / 0.8) }
  }

  /// t on the line from the focal point to the unit circle's edge, in the gradient's circle.
  private func focal(_ p: Point, _ center: Point, _ radii: Point, _ focus: Point) -> Double {
    let q = Point((p.x - center.x) / radii.x, (p.y - center.y) / radii.y)
    let f = Point((focus.x - center.x) / radii.x, (focus.y - center.y) / radii.y)
    let away = q - f
    guard away.length > 0 else { return 0 }
    let along = away.dot(f) / away.length
    return away.length / (-along + (along * along + 1 - f.dot(f)).squareRoot())
  }

  @Test func `a radial gradient begins at its focal point`() throws {
    layer.type = .radial
    layer.startPoint = Point(0.5, 0.5)
    layer.endPoint = Point(1, 0.9)
    for focus in [Point(0.4, 0.6), Point(0.7, 0.5), Point(0.25, 0.3)] {
      layer.focalPoint = focus
      layer.isGeometryFlipped = false
      try drawn(within: 2.5) { focal($0, Point(0.5, 0.5), Point(0.5, 0.4), focus) }
      layer.isGeometryFlipped = true
      try drawn(within: 2.5) { focal(Point($0.x, 1 - $0.y), Point(0.5, 0.5), Point(0.5, 0.4), focus) }
    }
  }

  @Test func `a focal point at the centre, or of another kind, changes nothing`() throws {
    for kind in [GradientType.axial, .radial, .conic] {
      layer.type = kind
      layer.startPoint = Point(0.3, 0.4)
      layer.endPoint = Point(0.9, 0.8)
      layer.focalPoint = nil
      let plain = try renderer.render(layer)
      layer.focalPoint = kind == .radial ? layer.startPoint : Point(0.6, 0.6)
      let pixels = try renderer.render(layer)
      #expect((0..<60).allSatisfy { y in (0..<80).allSatisfy { plain[$0, y] == pixels[$0, y] } })
    }
  }

  @Test func `a focal point outside lies on the edge, and moves by animation`() throws {
    layer.type = .radial
    layer.startPoint = Point(0.5, 0.5)
    layer.endPoint = Point(0.75, 0.75)
    layer.focalPoint = Point(5, 0.5)
    let picture = try renderer.render(layer)
    // Black at the right edge of the ellipse, white at its left and everywhere outside.
    #expect(picture[59, 30] & 255 < 60 && picture[21, 30] & 255 > 245)
    for x in [0, 70, 79] { #expect(picture[x, 30] == 0xFFFF_FFFF && picture[x, 2] == 0xFFFF_FFFF) }
    layer.focalPoint = Point(0.4, 0.5)
    try layer.add(
      BasicAnimation(
        keyPath: "focalPoint", from: Point(0.4, 0.5), to: Point(0.6, 0.5), duration: 2, timing: .linear))
    #expect(try layer.presentation(at: 0.5).value(forKeyPath: "focalPoint.x") == .number(0.45))
    #expect(try renderer.render(layer, RenderOptions(time: 1.9))[47, 30] & 255 < 20)
    #expect(throws: LayerError.self) { try layer.setValue(.number(1), forKey: "focalPoint") }
  }

  @Test func `a conic gradient turns from the ray`() throws {
    layer.type = .conic
    layer.startPoint = Point(0.5, 0.5)
    layer.endPoint = Point(1, 0.5)
    func turns(_ p: Point, _ s: Point, _ e: Point) -> Double {
      let t = (atan2(p.y - s.y, p.x - s.x) - atan2(e.y - s.y, e.x - s.x)) / (2 * .pi)
      return t - t.rounded(.down)
    }
    try drawn { turns($0, Point(0.5, 0.5), Point(1, 0.5)) }
    let picture = try renderer.render(layer)
    #expect((62...66).contains(picture[40, 59] & 255))
    // The seam is hard: nearly white above it, nearly black below.
    #expect(picture[79, 29] & 255 >= 250 && picture[79, 30] & 255 <= 5)
    layer.startPoint = Point(0.2, 0.7)
    layer.endPoint = Point(0.4, -0.3)
    try drawn { turns($0, Point(0.2, 0.7), Point(0.4, -0.3)) }
  }

  /// The mean over each tile of the dither pattern equals that of the gradient, also for a faint one.
  @Test(arguments: [1, 0.5, 0.2]) func `a faded gradient has no bands`(opacity: Double) throws {
    layer.bounds = Rect(0, 0, 1024, 8)
    layer.colors = [Color(red: 0, green: 0, blue: 0), Color(red: 20 / 255, green: 20 / 255, blue: 20 / 255)]
    layer.startPoint = .zero
    layer.endPoint = Point(1, 0)
    let root = Layer(in: layer.scene)
    root.bounds = layer.bounds
    root.backgroundColor = .color(.black)
    layer.frame = layer.bounds
    layer.opacity = opacity
    try root.addSublayer(layer)
    let picture = try renderer.render(root)
    let last = (20 * opacity).rounded()
    for tile in 0..<128 {
      var sum = 0
      for y in 0..<8 { for x in tile * 8..<tile * 8 + 8 { sum += Int(picture[x, y] & 255) } }
      #expect(abs(Double(sum) / 64 - last * (Double(tile) + 0.5) / 128) < 0.06, "tile \(tile)")
    }
  }

  @Test func `equal locations are a hard edge`() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    let blue = Color(red: 0, green: 0, blue: 1)
    layer.colors = [red, red, blue, blue]
    layer.locations = [0, 0.5, 0.5, 1]
    let picture = try renderer.render(layer)
    #expect(picture[10, 29] == 0xFF00_00FF && picture[10, 30] == 0xFFFF_0000)
    // The end colours extend before the first and after the last location.
    layer.locations = [0.4, 0.5, 0.5, 0.6]
    let narrow = try renderer.render(layer)
    #expect(narrow[10, 0] == 0xFF00_00FF && narrow[10, 59] == 0xFFFF_0000)
  }

  @Test func `colors toward clear have no dark fringe`() throws {
    layer.colors = [.white, .clear]
    let picture = try renderer.render(layer)
    for y in 0..<60 {
      let p = picture[10, y]
      #expect(p & 255 == p >> 24)
    }
  }

  @Test func `the corners are rounded without masking`() throws {
    layer.cornerRadius = 20
    let picture = try renderer.render(layer)
    #expect(picture[0, 0] == 0 && picture[0, 30] >> 24 == 255)
    layer.maskedCorners = [.maxXMaxY]
    let one = try renderer.render(layer)
    #expect(one[0, 0] >> 24 == 255 && one[79, 59] == 0)
  }

  @Test func `broken rules are errors that say what to do`() throws {
    func message() -> String {
      do {
        _ = try renderer.render(layer)
        return ""
      } catch { return "\(error)" }
    }
    layer.name = "sky"
    layer.locations = [0, 0.5, 1]
    #expect(message().contains("sky: there are 2 colors and 3 locations; give one location per colour, or none"))
    layer.locations = nil
    layer.endPoint = layer.startPoint
    #expect(message().contains("sky: startPoint and endPoint are the same point; an axial gradient needs two"))
    layer.type = .conic
    #expect(
      message().contains(
        "sky: startPoint and endPoint are the same point; a conic gradient starts on the line between them"))
    layer.type = .radial
    layer.endPoint = Point(0.9, layer.startPoint.y)
    #expect(message().contains("must differ in x and in y"))
    #expect(throws: LayerError.self) { try layer.setValue(.array([.number(0.5), .number(0.2)]), forKey: "locations") }
    #expect(throws: LayerError.self) {
      try layer.setValue(.array([.number(0), .number(.infinity)]), forKey: "locations")
    }
    #expect(throws: LayerError.self) { try layer.setValue(.string("linear"), forKey: "type") }
  }

  @Test func `fewer than two colors draw nothing and one is warned about`() throws {
    var warnings: [String] = []
    scene.onWarning = { warnings.append($0.message) }
    layer.colors = nil
    #expect(try renderer.render(layer)[40, 30] == 0)
    #expect(warnings.isEmpty)
    layer.colors = [.white]
    #expect(try renderer.render(layer)[40, 30] == 0)
    #expect(warnings.count == 1 && warnings[0].contains("a gradient needs two colors"))
  }

  // MARK: Locations outside of the line

  @Test func `locations outside of 0 to 1 lie outside of the line`() throws {
    var warnings: [String] = []
    scene.onWarning = { warnings.append("\($0.message) [\($0.rule.rawValue)]") }
    for (locations, t) in [
      ([-1, 1], { ($0.y + 1) / 2 }), ([0, 2], { $0.y / 2 }), ([-0.5, 0.5], { $0.y + 0.5 }), ([-1, -0.5], { _ in 1 }),
      ([1.5, 2], { _ in 0 }), ([-3, 5], { ($0.y + 3) / 8 }), ([0, 1], { $0.y }),
    ] as [([Double], (Point) -> Double)] {
      layer.locations = locations
      // The colours at the ends of the line are rounded to whole levels.
      try drawn(within: 1.8, t)
    }
    // A single warning, for the first location outside 0 to 1 that is not animated.
    #expect(
      warnings == [
        "GradientLayer: locations[1] is -1: colours outside of 0 (startPoint) to 1 (endPoint) are not seen [gradient-locations]"
      ])
  }

  /// The level of grey colour stops at t, by the definition of gradients.
  private func level(_ greys: [Double], _ locations: [Double], at t: Double) -> Double {
    let t = min(max(t, 0), 1)
    guard let next = locations.firstIndex(where: { $0 > t }) else { return greys[greys.count - 1] }
    if next == 0 { return greys[0] }
    let k = (t - locations[next - 1]) / (locations[next] - locations[next - 1])
    return greys[next - 1] + (greys[next] - greys[next - 1]) * k
  }

  private func animation(from: [Double], to: [Double]) throws -> BasicAnimation {
    let animation = BasicAnimation(in: scene)
    animation.keyPath = "locations"
    animation.fromValue = .array(from.map { .number($0) })
    animation.toValue = .array(to.map { .number($0) })
    animation.duration = 2
    return animation
  }

  /// Random stops: the picture follows the formula, an animation held at these stops yields the same bytes, and a frame
  /// between two lists equals the picture of the interpolated list.
  @Test(arguments: 0..<6) func `locations of all kinds, set and animated`(_ seed: UInt64) throws {
    var random = SeededRandom(32_060 + seed)
    scene.allowedWarnings = [.gradientLocations]
    for _ in 0..<6 {
      let count = Int.random(in: 2...5, using: &random)
      func list() -> [Double] { (0..<count).map { _ in Double.random(in: -2...3, using: &random) }.sorted() }
      let greys = (0..<count).map { _ in (Double.random(in: 0...255, using: &random)).rounded() / 255 }
      let (from, to) = (list(), list())
      layer.colors = greys.map { Color(white: $0) }
      layer.type = [.axial, .radial, .conic].randomElement(using: &random) ?? .axial
      layer.startPoint = Point(0.5, 0.25)
      layer.endPoint = Point(0.75, 0.75)
      layer.isGeometryFlipped = Bool.random(using: &random)
      for u in [0, 0.25, 0.5, 1] {
        let now = zip(from, to).map { $0 + ($1 - $0) * u }
        layer.locations = now
        let still = try renderer.render(layer)
        layer.locations = nil
        try layer.add(animation(from: from, to: to), forKey: "locations")
        var options = RenderOptions()
        options.time = u * 2
        if u < 1 { #expect(try Array(renderer.render(layer, options).pixels) == Array(still.pixels), "\(now)") }
        try layer.removeAllAnimations()
        try layer.add(animation(from: now, to: now), forKey: "locations")
        options.time = 1
        #expect(try Array(renderer.render(layer, options).pixels) == Array(still.pixels), "\(now)")
        try layer.removeAllAnimations()
        guard layer.type == .axial, !layer.isGeometryFlipped else { continue }
        for y in stride(from: 0, to: 60, by: 7) {
          let d = Point(0.25, 0.5)
          let place = Point((40.5) / 80 - 0.5, (Double(y) + 0.5) / 60 - 0.25)
          // A pixel covers an interval of the gradient line, which may contain a hard edge.
          let t = place.dot(d) / d.dot(d)
          let near = [t - 0.02, t, t + 0.02].map { level(greys, now, at: $0) * 255 }
          let drawn = Double(still[40, y] & 255)
          #expect(drawn >= (near.min() ?? 0) - 2 && drawn <= (near.max() ?? 0) + 2, "\(now) at \(y)")
        }
      }
    }
  }
}
