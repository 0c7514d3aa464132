// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Messages
import Pixels
import Raster
import RenderTree
import Testing
import TestSupport

/// Pieces of intersecting planes, compared with 64 depth-sorted samples per pixel.
@Suite struct CutPlaneTests {
  private struct Plane {
    var node: RenderNode
    var placement: Transform3D
    var color: Color
    var size: Size
  }

  private func makePlanes(_ count: Int, alpha: ClosedRange<Double>, _ random: inout SeededRandom) -> [Plane] {
    func value(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    return (0..<count).map { _ in
      let size = Size(value(50...90), value(50...90))
      let placement = Transform3D.translation(-size.width / 2, -size.height / 2)
        .concat(.rotation(value(-1...1), x: value(-1...1), y: value(-1...1), z: value(-0.3...0.3)))
        .concat(.translation(50 + value(-8...8), 50 + value(-8...8), value(-8...8)))
      let color = Color(red: value(0...1), green: value(0...1), blue: value(0...1), alpha: value(alpha))
      let node = RenderNode(
        bounds: Rect(origin: .zero, size: size), placement: placement, background: .color(color), label: "plane")
      return Plane(node: node, placement: placement, color: color, size: size)
    }
  }

  private func root(_ planes: [Plane], opacity: Double = 1) -> RenderNode {
    RenderNode(
      bounds: Rect(0, 0, 100, 100), children: [group(planes.map { $0.node }, isFlattening: false)], opacity: opacity,
      label: "root")
  }

  private struct Seen {
    var inverse: Homography
    var depth: DepthPlane
    var color: Color
    var box: Rect
  }

  /// The colour, over white, of the planes that cover a point.
  private func color(_ seen: [Seen], _ order: [Int]) -> [Double] {
    var result = [255.0, 255, 255]
    for k in order {
      let c = seen[k].color
      let alpha = c.alpha
      result[0] = result[0] * (1 - alpha) + c.red * alpha * 255
      result[1] = result[1] * (1 - alpha) + c.green * alpha * 255
      result[2] = result[2] * (1 - alpha) + c.blue * alpha * 255
    }
    return result
  }

  private func order(_ seen: [Seen], _ p: Point) -> [Int] {
    let depths = seen.map { $0.depth.depth(p) }
    return seen.indices.sorted { depths[$0] < depths[$1] }
  }

  /// The pixel over white by samples; nil if an outer edge passes through it or near it.
  private func exact(_ all: [Seen], _ x: Int, _ y: Int) -> [Double]? {
    let left = Double(x)
    let top = Double(y)
    let corners = [Point(left, top), Point(left + 1, top), Point(left, top + 1), Point(left + 1, top + 1)]
    var seen: [Seen] = []
    for one in all {
      let inside = corners.count { corner in
        let p = Point(left + 0.5 + (corner.x - left - 0.5) * 1.1, top + 0.5 + (corner.y - top - 0.5) * 1.1)
        return one.inverse.apply(p).map { one.box.contains($0) } ?? false
      }
      if inside == 4 { seen.append(one) } else if inside > 0 { return nil }
    }
    let first = order(seen, corners[0])
    // No intersection line passes through the pixel.
    if corners.dropFirst().allSatisfy({ order(seen, $0) == first }) { return color(seen, first) }
    var sum = [0.0, 0, 0]
    for i in 0..<64 {
      let p = Point(left + (Double(i) + 0.5) / 64, top + (Double(i * 19 % 64) + 0.5) / 64)
      let c = color(seen, order(seen, p))
      for k in 0..<3 { sum[k] += c[k] / 64 }
    }
    return sum
  }

  /// The largest and the mean difference over pixels without an outer edge.
  private func distance(_ picture: Bitmap, _ planes: [Plane]) -> (most: Double, mean: Double) {
    var most = 0.0
    var sum = 0.0
    var count = 0
    let all = planes.compactMap { plane -> Seen? in
      guard let inverse = plane.placement.homography.inverted, let depth = DepthPlane(plane.placement) else {
        return nil
      }
      return Seen(inverse: inverse, depth: depth, color: plane.color, box: Rect(origin: .zero, size: plane.size))
    }
    for y in 0..<100 {
      for x in 0..<100 {
        guard let expected = exact(all, x, y) else { continue }
        let got = picture.channels(x, y)
        for k in 0..<3 {
          let d = abs(Double(got[k]) - expected[k])
          most = max(most, d)
          sum += d
          count += 1
        }
      }
    }
    return (most, sum / Double(max(count, 1)))
  }

  @Test func `translucent planes that cross show no seam`() throws {
    var random = SeededRandom(4)
    for scene in 0..<10 {
      let planes = makePlanes(2, alpha: 0.2...0.9, &random)
      let picture = try render(root(planes), width: 100, height: 100, background: .white)
      // The engine's areas are exact; the reference samples are not.
      let d = distance(picture, planes)
      #expect(d.most <= 9 && d.mean < 0.8, "scene \(scene): \(d)")
    }
  }

  @Test func `several translucent planes that cross show no seam`() throws {
    var random = SeededRandom(8)
    for scene in 0..<8 {
      let planes = makePlanes(5, alpha: 0.3...0.9, &random)
      let picture = try render(root(planes), width: 100, height: 100, background: .white)
      let d = distance(picture, planes)
      #expect(d.most <= 20 && d.mean < 1, "scene \(scene): \(d)")
    }
  }

  @Test func `opaque planes that cross are antialiased along their cuts`() throws {
    var random = SeededRandom(15)
    for scene in 0..<8 {
      let planes = makePlanes(4, alpha: 1...1, &random)
      let picture = try render(root(planes), width: 100, height: 100, background: .white)
      let d = distance(picture, planes)
      #expect(d.most <= 24 && d.mean < 0.6, "scene \(scene): \(d)")
    }
  }

  @Test func `cuts under an opacity let nothing through`() throws {
    // With both planes of one colour, the picture equals the uncut one.
    let color = Color(red: 0.1, green: 0.5, blue: 0.9)
    func node(_ angle: Double) -> RenderNode {
      RenderNode(
        bounds: Rect(-45, -45, 90, 90),
        placement: Transform3D.rotation(angle, x: 0.3, y: 1, z: 0.2).concat(.translation(50, 50)),
        background: .color(color))
    }
    let picture = try render(
      RenderNode(
        bounds: Rect(0, 0, 100, 100), children: [group([node(0.6), node(-0.5), node(0.1)], isFlattening: false)],
        opacity: 0.5),
      width: 100, height: 100, background: .white)
    let inside = picture.channels(50, 20)
    for y in 25..<75 { for x in 25..<75 { #expect(picture.channels(x, y) == inside, "\(x), \(y)") } }
  }

  @Test func `cut pixels are the same bytes for any bands threads and instructions`() throws {
    var random = SeededRandom(23)
    for _ in 0..<4 {
      let planes = makePlanes(6, alpha: 0.3...1, &random)
      // Planes inside a plane that is itself cut, under a group and a clip.
      let inner = RenderNode(
        bounds: Rect(0, 0, 100, 100), placement: Transform3D.rotation(0.4, x: 1, y: 0.3, z: 0),
        corners: Corners(radius: 20),
        children: [group(Array(planes[..<3].map { $0.node }), isFlattening: false)], masksToBounds: true, opacity: 0.8)
      let root = RenderNode(
        bounds: Rect(0, 0, 100, 100), background: .color(.white),
        children: [group([inner] + planes[3...].map { $0.node }, isFlattening: false)])
      let expected = try render(root, width: 100, height: 100, options: CompositorOptions(bandHeight: 64))
      for (threads, bandHeight) in [(1, 1), (1, 3), (3, 16), (2, 17), (1, 1000)] {
        let picture = try render(
          root, width: 100, height: 100, options: CompositorOptions(threads: threads, bandHeight: bandHeight))
        #expect(picture.isEqual(to: expected), "\(threads) threads, bands of \(bandHeight)")
      }
      for set in InstructionSet.allCases {
        #expect(
          try render(root, width: 100, height: 100, options: CompositorOptions(instructions: set)).isEqual(
            to: expected), "\(set)")
      }
      // With less memory for samples, bands become lower.
      #expect(
        try render(root, width: 100, height: 100, options: CompositorOptions(groupMemoryBudget: 60_000)).isEqual(
          to: expected))
      #expect(throws: LayerError.self) {
        try render(root, width: 100, height: 100, options: CompositorOptions(groupMemoryBudget: 1000))
      }
    }
  }

  @Test func `a cut plane keeps its blend mode`() throws {
    func node(_ angle: Double, _ color: Color, _ mode: BlendMode) -> RenderNode {
      RenderNode(
        bounds: Rect(-40, -40, 80, 80),
        placement: Transform3D.rotation(angle, x: 0, y: 1, z: 0).concat(.translation(50, 50)),
        background: .color(color), blendMode: mode)
    }
    let planes = [node(.pi / 4, red, .multiply), node(-.pi / 4, Color(red: 1, green: 1, blue: 0), .multiply)]
    let picture = try render(
      RenderNode(
        bounds: Rect(0, 0, 100, 100), background: .color(.white), children: [group(planes, isFlattening: false)]),
      width: 100,
      height: 100)
    #expect(picture.channels(40, 50) == [255, 0, 0, 255])
    #expect(picture.channels(60, 50) == [255, 0, 0, 255])
    #expect(picture.channels(50, 50) == [255, 0, 0, 255])
  }
}
