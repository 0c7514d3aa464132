// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import Raster
import RenderTree
import Testing

/// Plain layers of one colour are painted in a loop of their own, with the bytes of the general walk.
struct LeafTests {
  /// Random plain nodes: upright, rotated, scaled, mirrored or sheared, some partly or wholly outside the canvas.
  static func leaves(_ count: Int, seed: UInt64, asLeaves: Bool) -> [RenderNode] {
    var random = BlockTests.Random(state: seed)
    return (0..<count).map { index in
      let size = Size(random.next(0...70), random.next(0...60))
      let center = Point(random.next(-40...240), random.next(-40...200))
      let kind = random.next()
      let turn =
        kind < 0.2
        ? Transform3D.identity
        : kind < 0.3
          ? Transform3D.rotation(.pi / 2) : kind < 0.4 ? .scale(-1, 1, 1) : .rotation(random.next(0...6.3))
      let stretch = random.next() < 0.3 ? Transform3D.scale(random.next(0.1...4), random.next(0.1...4), 1) : .identity
      let isWhole = random.next() < 0.2
      let frame =
        isWhole
        ? Rect(center.x.rounded(), center.y.rounded(), size.width.rounded(), size.height.rounded())
        : Rect(center.x, center.y, size.width, size.height)
      let radius = min(size.width, size.height) / 2 * max(0, random.next(-0.5...1))
      let color = random.next() < 0.1 ? Color.clear : random.color()
      return RenderNode(
        bounds: Rect(0, 0, frame.width, frame.height),
        placement: place(frame, isWhole ? .identity : stretch.concat(turn)),
        link: asLeaves ? nil : "#", corners: random.next() < 0.2 ? nil : Corners(radius: radius),
        pieces: [.background(.color(color))], opacity: [1, 0.999, random.next(0.1...1)][index % 3],
        isGroupOpacity: random.next() < 0.5, label: "leaf \(index)")
    }
  }

  @Test func `plain leaves have the bytes of nodes that are walked`() throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      let fast = Self.leaves(400, seed: seed, asLeaves: true)
      #expect(fast.allSatisfy { $0.isPlainLeaf })
      let slow = Self.leaves(400, seed: seed, asLeaves: false)
      #expect(!slow.contains { $0.isPlainLeaf })
      func picture(_ nodes: [RenderNode], _ options: CompositorOptions) throws -> Bitmap {
        let half = RenderNode(
          bounds: Rect(0, 0, 200, 160), placement: .rotation(0.1), children: Array(nodes[200...]), masksToBounds: true,
          opacity: 0.7, label: "half")
        return try render(
          group(Array(nodes[..<200]) + [half]), width: 200, height: 160, background: seed % 2 == 0 ? .white : nil,
          options: options)
      }
      let expected = try picture(slow, CompositorOptions())
      #expect(expected.paintedPixels > 1000)
      for options in [CompositorOptions(), CompositorOptions(threads: 2), CompositorOptions(bandHeight: 9)] {
        #expect(try picture(fast, options).isEqual(to: expected))
      }
      for set in InstructionSet.allCases where set.isAvailable {
        #expect(try picture(fast, CompositorOptions(instructions: set)).isEqual(to: expected), "\(set)")
      }
    }
  }

  @Test func `the limit of pieces names the same leaf`() throws {
    func message(_ asLeaves: Bool, _ budget: Int) -> String {
      var options = CompositorOptions()
      options.pieceBudget = budget
      do {
        let nodes = Self.leaves(400, seed: 3, asLeaves: asLeaves)
        return "\(try render(group(nodes), width: 200, height: 160, options: options).width)"
      } catch { return "\(error)" }
    }
    for budget in [1, 50, 129, 300, 555, 700, 900] { #expect(message(true, budget) == message(false, budget)) }
  }

  @Test func `kept pictures of moving leaves are the fresh ones`() throws {
    let keeper = PaintedFrame()
    var nodes = Self.leaves(300, seed: 4, asLeaves: true)
    for step in 0..<12 {
      nodes[step * 20] = Self.leaves(step * 20 + 1, seed: UInt64(step) + 40, asLeaves: true)[step * 20]
      let root = tree(group(nodes), width: 200, height: 160, background: .white)
      let kept = try Compositor.render(root, keeper: keeper)
      #expect(kept.isEqual(to: try Compositor.render(root)))
      #expect(kept.isOpaque)
    }
    #expect(keeper.paintedShare < 1)
  }

  @Test func `a picture is called opaque only if no pixel is translucent`() throws {
    let all = Rect(0, 0, 40, 30)
    func isOpaque(_ children: [RenderNode], _ background: Color? = .white) throws -> Bool {
      let root = children.count == 1 ? children[0] : group(children)
      let picture = try render(root, width: 40, height: 30, background: background)
      #expect(picture.isOpaque == picture.pixels.allSatisfy { $0 >= 0xFF00_0000 })
      return picture.isOpaque
    }
    let spot = Rect(5, 5, 20, 10)
    #expect(try isOpaque([]))
    #expect(try !isOpaque([], nil))
    #expect(try !isOpaque([], Color(red: 1, green: 1, blue: 1, alpha: 0.5)))
    #expect(try isOpaque([box(all, red)], nil))
    for mode in BlendMode.allCases {
      let opaque = try isOpaque([box(spot, Color(red: 0.2, green: 0.5, blue: 1, alpha: 0.5), blendMode: mode)])
      if mode == .destinationOut || mode == .clear { #expect(!opaque, "\(mode)") }
      // Within a group of its own a mode has no effect on the picture below.
      let inner = box(spot, red, children: [box(Rect(2, 2, 5, 5), red, blendMode: mode)], opacity: 0.5)
      #expect(try isOpaque([inner]), "\(mode)")
    }
  }
}
