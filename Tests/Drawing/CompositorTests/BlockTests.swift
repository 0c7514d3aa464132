// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import Raster
import RenderTree
import Testing

/// Many children are painted by several threads, each into its own display list.
struct BlockTests {
  /// A random number generator with the same sequence on every machine.
  struct Random {
    var state: UInt64

    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / 16_777_216
    }
    mutating func next(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * next()
    }
    mutating func color() -> Color { Color(red: next(), green: next(), blue: next(), alpha: next(0.2...1)) }
  }

  /// A node with plain pieces and effects that need no surface; if `isMixed`, some nodes have a shadow or a gradient.
  static func node(_ random: inout Random, depth: Int = 0, isMixed: Bool = false, label: String = "node") -> RenderNode
  {
    let size = Size(random.next(1...60), random.next(1...50))
    let frame = Rect(random.next(-30...220), random.next(-30...180), size.width, size.height)
    let turn = Transform3D.rotation(random.next() < 0.4 ? 0 : random.next(0...6))
    var shape: Shape?
    if random.next() < 0.3 {
      var path = Path()
      path.move(to: Point(random.next(0...50), random.next(0...50)))
      for _ in 0..<3 {
        path.addCurve(
          control1: Point(random.next(0...50), random.next(0...50)),
          control2: Point(random.next(0...50), random.next(0...50)), to: Point(random.next(0...50), random.next(0...50))
        )
      }
      shape = Shape(
        path: path, fill: random.next() < 0.5 ? .color(random.color()) : nil, stroke: .color(random.color()),
        strokeStyle: StrokeStyle(width: random.next(0.5...5)))
    }
    let childCount = depth < 2 && random.next() < 0.3 ? Int(random.next(0...5)) : 0
    let children = (0..<childCount).map { _ in node(&random, depth: depth + 1, isMixed: isMixed) }
    let mask = random.next() < 0.15 ? node(&random, depth: 2) : nil
    let border = random.next() < 0.2 ? Border(width: random.next(0.5...6), paint: .color(random.color())) : nil
    let gradient =
      isMixed && random.next() < 0.1
      ? Gradient(
        kind: .axial, stops: GradientStops(colors: [random.color(), random.color()], locations: [0, 1]), start: .zero,
        end: Point(1, 1)) : nil
    return RenderNode(
      bounds: Rect(0, 0, size.width, size.height), placement: place(frame, turn),
      isDoubleSided: random.next() < 0.9, corners: random.next() < 0.6 ? Corners(radius: random.next(0...20)) : nil,
      background: random.next() < 0.8 ? .color(random.color()) : nil, gradient: gradient, shape: shape,
      children: children, border: border,
      shadow: isMixed && random.next() < 0.05
        ? Shadow(color: random.color(), offset: Size(1, 2), sigma: 2) : nil,
      masksToBounds: random.next() < 0.3, mask: mask, opacity: random.next() < 0.5 ? 1 : random.next(0.1...1),
      isGroupOpacity: random.next() < 0.5, blendMode: random.next() < 0.1 ? .multiply : .normal, label: label)
  }

  static func root(_ random: inout Random, isMixed: Bool = false) -> RenderNode {
    let children = (0..<600).map { node(&random, isMixed: isMixed, label: "root/#\($0)") }
    return RenderNode(bounds: Rect(0, 0, 240, 200), children: children, masksToBounds: random.next() < 0.5)
  }

  func bytes(_ root: RenderNode, threads: Int, budget: Int = 10_000_000) throws -> [UInt32] {
    let image = try render(
      root, width: 240, height: 200, background: .white,
      options: CompositorOptions(threads: threads, pieceBudget: budget))
    return Array(image.pixels)
  }

  @Test func `pictures of many children are the same for any number of threads`() throws {
    for seed: UInt64 in 1...12 {
      var random = Random(state: seed &* 977)
      let isMixed = seed % 4 == 0
      let root = Self.root(&random, isMixed: isMixed)
      #expect(root.hasSelfContainedChildren == !isMixed)
      let expected = try bytes(root, threads: 1)
      for threads in [2, 3, 8] { #expect(try bytes(root, threads: threads) == expected) }
    }
  }

  @Test func `the first layer beyond the budget is named for any number of threads`() throws {
    var random = Random(state: 9)
    let root = Self.root(&random)
    for budget in [100, 700, 1500] {
      func message(threads: Int) -> String {
        do {
          _ = try bytes(root, threads: threads, budget: budget)
          return ""
        } catch { return "\(error)" }
      }
      let expected = message(threads: 1)
      #expect(!expected.isEmpty)
      #expect(message(threads: 4) == expected)
    }
  }
}
