// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels
import Testing
import TestSupport

// Hit testing finds the visible layer.
@Suite struct HitTestPictureTests {
  /// A tree of opaque planes, each with its own colour, under nested, arbitrarily rotated transform layers.
  private func scene(_ random: inout SeededRandom, _ renderer: LayerRenderer) throws -> (
    root: Layer, scene: Scene, colors: [UInt32: Layer]
  ) {
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 160, 120)
    if Bool.random(using: &random) { root.sublayerTransform = .perspective(.random(in: 300...900, using: &random)) }
    var colors: [UInt32: Layer] = [:]
    func value(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func turn() -> Transform3D {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return .identity
      case 1: return .rotation(.pi, x: 0, y: 1, z: 0)
      default: return .rotation(value(-2...2), x: value(-1...1), y: value(-1...1), z: value(-1...1))
      }
    }
    func fill(_ parent: Layer, _ depth: Int) throws {
      for _ in 0..<Int.random(in: 2...5, using: &random) {
        let l: Layer
        let isDeep = depth < 3 && Int.random(in: 0..<4, using: &random) == 0
        if isDeep {
          l = TransformLayer(in: scene)
        } else {
          l = Layer(in: scene)
          let number = colors.count + 1
          let color = Color(
            red: Double(number * 67 % 256) / 255, green: Double(number * 149 % 256) / 255, blue: Double(number) / 255)
          l.backgroundColor = .color(color)
          colors[color.premultiplied()] = l
          if Int.random(in: 0..<5, using: &random) == 0 { l.sublayerDepth = .intersect }
        }
        l.bounds = Rect(0, 0, value(20...100), value(20...80))
        let size = parent === root ? Size(160, 120) : parent.bounds.size
        l.position = Point(value(0.2...0.8) * size.width, value(0.2...0.8) * size.height)
        l.transform = turn()
        l.zPosition = value(-30...30)
        if Int.random(in: 0..<5, using: &random) == 0 { l.isGeometryFlipped = true }
        if Int.random(in: 0..<5, using: &random) == 0 { l.isDoubleSided = false }
        try parent.addSublayer(l)
        if isDeep || depth < 2 && Int.random(in: 0..<4, using: &random) == 0 { try fill(l, depth + 1) }
      }
    }
    let transformLayer = TransformLayer(in: scene)
    transformLayer.bounds = root.bounds
    transformLayer.position = Point(80, 60)
    transformLayer.transform = turn()
    try root.addSublayer(transformLayer)
    try fill(transformLayer, 0)
    return (root, scene, colors)
  }

  @Test func `at every point of random planes in depth that layer is hit whose colour is seen`() throws {
    var random = SeededRandom(11)
    var compared = 0
    for number in 0..<80 {
      let renderer = LayerRenderer(configuration: .init(threads: 1))
      let (root, _, colors) = try scene(&random, renderer)
      let picture = try renderer.render(root)
      for y in stride(from: 2, to: 118, by: 3) {
        for x in stride(from: 2, to: 158, by: 3) {
          let pixel = picture[x, y]
          // Away from edges, where colours mix.
          let isInside = (-1...1).allSatisfy { dx in (-1...1).allSatisfy { dy in picture[x + dx, y + dy] == pixel } }
          guard isInside else { continue }
          let hit = root.layerAt(Point(Double(x) + 0.5, Double(y) + 0.5))
          let seen = pixel == 0 ? root : colors[pixel]
          #expect(
            hit === seen,
            "scene \(number) at \(x), \(y): hit \(hit?.label ?? "nothing"), seen \(seen?.label ?? "nothing")")
          compared += 1
        }
      }
    }
    #expect(compared > 50_000)
  }
}
