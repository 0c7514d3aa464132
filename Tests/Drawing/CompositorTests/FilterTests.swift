// SPDX-License-Identifier: MIT
import Compositor
import Filters
import Geometry
import Messages
import Pixels
import Raster
import RenderTree
import Testing

/// Filters on layers and on their backdrops: `rendering.md` 2, steps 1, 9, 13 and 14.
@Suite struct FilterTests {
  /// An area kernel between floating-point images.
  private static func floats(
    _ dx: Int32, _ dy: Int32, _ body: @escaping @Sendable (FilterImage, FilterImage, FilterWork) throws -> Void
  ) -> AreaKernel {
    AreaKernel(extent: { $0.outset(dx: dx, dy: dy) }, need: { $0.outset(dx: dx, dy: dy) }, body)
  }

  /// An identity filter that nevertheless needs pixels, some of them outside the visible area.
  static func copying(_ grid: FilterRow.Grid = .any) -> FilterRow {
    FilterRow(
      "copy", .stylize, "", grid: grid,
      .area { _ in
        floats(3, 3) { source, target, _ in
          for y in target.rect.y0..<target.rect.y1 where y >= source.rect.y0 && y < source.rect.y1 {
            for x in max(
              target.rect.x0, source.rect.x0)..<max(
                max(target.rect.x0, source.rect.x0), min(target.rect.x1, source.rect.x1))
            { target.floats(y)[Int(x - target.rect.x0)] = source.floats(y)[Int(x - source.rect.x0)] }
          }
        }
      })
  }
  static let inverting = FilterRow(
    "invert", .colorEffect, "",
    .color { _ in
      ColorKernel { block in
        for plane in [block.red, block.green, block.blue] {
          for i in 0..<Int(block.count) { plane[i] = 1 - plane[i] }
        }
      }
    })
  /// A transition filter that returns its first or its second image.
  static func side(_ isSecond: Bool) -> FilterRow {
    FilterRow(
      "side", .transition, "",
      .pair { _ in
        PairKernel { first, second, target, work in
          let from = isSecond ? second : first
          for y in target.rect.y0..<target.rect.y1 where y >= from.rect.y0 && y < from.rect.y1 {
            for x in target.rect.x0..<target.rect.x1 where x >= from.rect.x0 && x < from.rect.x1 {
              target.bytes(y)[Int(x - target.rect.x0)] = from.bytes(y)[Int(x - from.rect.x0)]
            }
          }
        }
      })
  }

  private func card(
    _ filters: [FilterRow], at frame: Rect = Rect(20, 15, 40, 30), transform: Transform3D = .identity,
    opacity: Double = 1, masksToBounds: Bool = false, mask: RenderNode? = nil, shadow: Shadow? = nil,
    blendMode: BlendMode = .normal, rasterizationScale: Double? = nil
  ) -> RenderNode {
    RenderNode(
      bounds: Rect(0, 0, frame.width, frame.height), placement: place(frame, transform), corners: Corners(radius: 6),
      background: .color(red),
      children: [
        box(Rect(30, 5, 20, 10), blue.withAlpha(0.5)), box(Rect(3.5, 12.25, 9, 9), green, transform: .rotation(0.3)),
      ],
      border: Border(width: 2, paint: .color(.black)), shadow: shadow, masksToBounds: masksToBounds, mask: mask,
      opacity: opacity, blendMode: blendMode, rasterizationScale: rasterizationScale, filters: filters, label: "card")
  }

  private func picture(_ nodes: [RenderNode], scale: Double = 1, background: Color? = nil) throws -> Bitmap {
    let root = RenderNode(
      bounds: Rect(0, 0, 90, 70), background: .color(Color(red: 0.2, green: 0.5, blue: 0.9)), children: nodes,
      label: "root")
    return try render(root, width: 90, height: 70, scale: scale, background: background)
  }

  @Test func `a filter that changes nothing leaves the picture as it is`() throws {
    let shadow = Shadow(color: .black, offset: Size(3, 4), sigma: 2)
    let mask = RenderNode(
      bounds: Rect(0, 0, 40, 30), children: [box(Rect(4, 4, 20, 20), Color.black.withAlpha(0.6))], label: "mask")
    let mirrored = Transform3D.scale(-1, 1).concat(.rotation(0.7))
    for transform in [.identity, .scale(1.5, 0.75), .rotation(.pi / 2), .rotation(0.4), mirrored] as [Transform3D] {
      for (i, make) in [
        { self.card($0, transform: transform) }, { self.card($0, transform: transform, opacity: 0.5) },
        { self.card($0, transform: transform, masksToBounds: true) },
        { self.card($0, transform: transform, mask: mask) },
        { self.card($0, transform: transform, opacity: 0.7, shadow: shadow) },
        { self.card($0, transform: transform, masksToBounds: true, shadow: shadow, blendMode: .multiply) },
        { self.card($0, transform: transform, blendMode: .screen) },
      ].enumerated() as EnumeratedSequence<[([FilterRow]) -> RenderNode]> {
        let plain = try picture([make([])])
        let filtered = try picture([make([FilterTests.copying()])])
        #expect(plain.distance(to: filtered) <= (i == 5 ? 6 : 2), "\(transform), \(i)")
        // Evaluated on the grid of the layer's own plane, it is resampled once more.
        let inPlane = try picture([make([FilterTests.copying(.plane)])])
        let off = zip(plain.pixels, inPlane.pixels).count { abs(Int($0 & 255) - Int($1 & 255)) > 48 }
        #expect(off < 160, "\(transform), \(i): \(off)")
      }
    }
  }

  @Test func `a shadow is that of the filtered picture`() throws {
    let clear = FilterRow(
      "half", .colorEffect, "",
      .color { _ in
        ColorKernel { block in for i in 0..<Int(block.count) where Int(block.x) + i < 40 { block.alpha[i] = 0 } }
      })
    let shadow = Shadow(color: .black, offset: Size(0, 12), sigma: 0)
    let p = try picture([card([clear], shadow: shadow)])
    // There is no shadow below the left half, which the filter cleared.
    #expect(p.channels(30, 52) == p.channels(5, 5) && p.channels(30, 30) == p.channels(5, 5))
    #expect(p.channels(50, 52) == [0, 0, 0, 255])
  }

  @Test func `opacity comes after filters, and filters after sublayers`() throws {
    let p = try picture([card([FilterTests.inverting], opacity: 0.5)])
    let backdrop = p.channels(5, 5)
    let inverted = [0, 255, 255]
    for i in 0..<3 { #expect(abs(p.channels(45, 35)[i] - (backdrop[i] + inverted[i]) / 2) <= 1) }
    // The border, painted over the sublayers, is inverted too.
    for i in 0..<3 { #expect(abs(p.channels(40, 16)[i] - (backdrop[i] + 255) / 2) <= 1) }
  }

  @Test func `under perspective filters work in the layer's plane`() throws {
    var matrix = Transform3D.identity
    matrix.m34 = -1 / 120
    let transform = Transform3D.rotation(0.8, x: 0, y: 1, z: 0).concat(matrix)
    let plain = try picture([card([], transform: transform)])
    let filtered = try picture([card([FilterTests.copying()], transform: transform)])
    let off = zip(plain.pixels, filtered.pixels).count { abs(Int($0 & 255) - Int($1 & 255)) > 48 }
    #expect(off < 60, "\(off)")
    #expect(plain.distance(to: try picture([])) > 100)
  }

  @Test func `a large picture is filtered only where it is seen`() throws {
    let frame = Rect(-20_000, -20_000, 40_000, 40_000)
    for transform in [Transform3D.identity, .rotation(0.5)] {
      let node = RenderNode(
        bounds: Rect(0, 0, 40_000, 40_000), placement: place(frame, transform), background: .color(red),
        filters: [FilterTests.copying(), FilterTests.inverting], label: "large")
      let p = try render(group([node]), width: 20, height: 20)
      #expect(p.channels(10, 10) == [0, 255, 255, 255])
    }
  }

  // MARK: Backdrops

  private func panel(
    _ frame: Rect, transform: Transform3D = .identity, masksToBounds: Bool = false, mask: RenderNode? = nil,
    opacity: Double = 1, background: Color? = nil, filters: [FilterRow] = [FilterTests.inverting],
    corners: Corners? = nil
  ) -> RenderNode {
    RenderNode(
      bounds: Rect(0, 0, frame.width, frame.height), placement: place(frame, transform), corners: corners,
      background: background.map { .color($0) }, masksToBounds: masksToBounds, mask: mask, opacity: opacity,
      backgroundFilters: filters, label: "panel")
  }
  private let behind = [51, 128, 230]
  private let opposite = [204, 127, 25]

  private func near(_ a: [Int], _ b: [Int]) -> Bool { zip(a, b).allSatisfy { abs($0 - $1) <= 1 } }

  @Test(arguments: [nil, Color.white]) func `what lies behind is filtered within the bounds`(_ canvas: Color?) throws {
    let p = try picture([box(Rect(0, 0, 30, 70), red), panel(Rect(10, 10, 50, 40))], background: canvas)
    #expect(near(p.channels(20, 20), [0, 255, 255]) && near(p.channels(50, 20), opposite))
    #expect(near(p.channels(5, 20), [255, 0, 0]) && near(p.channels(70, 20), behind))
    // A layer painted later covers the panel and is no part of its backdrop.
    let q = try picture([panel(Rect(10, 10, 50, 40)), box(Rect(0, 0, 30, 70), red)], background: canvas)
    #expect(near(q.channels(20, 20), [255, 0, 0]) && near(q.channels(50, 20), opposite))
  }

  @Test func `panels over panels filter what the lower ones show`() throws {
    let p = try picture([panel(Rect(10, 10, 50, 40)), panel(Rect(30, 20, 50, 40)), panel(Rect(62, 0, 9, 9))])
    #expect(near(p.channels(20, 20), opposite) && near(p.channels(40, 30), behind))
    #expect(near(p.channels(70, 50), opposite) && near(p.channels(65, 5), opposite))
  }

  @Test func `a layer's own opacity does not fade what lies behind it, its mask does`() throws {
    let faded = try picture([panel(Rect(10, 10, 50, 40), opacity: 0.5, background: red)])
    for i in 0..<3 { #expect(abs(faded.channels(30, 30)[i] - (opposite[i] + [255, 0, 0][i]) / 2) <= 1) }
    for alpha in [1.0, 0.5] {
      let simple = box(Rect(0, 0, 25, 40), Color.black.withAlpha(alpha))
      let general = RenderNode(bounds: .zero, children: [simple], label: "mask")
      for mask in [simple, general] {
        let p = try picture([panel(Rect(10, 10, 50, 40), mask: mask, background: red.withAlpha(0.5))])
        // B · (1 − m) + C · m, where C is half red over the inverse of B.
        for i in 0..<3 {
          let c = Double(opposite[i]) / 2 + [127.5, 0, 0][i]
          let wanted = Double(behind[i]) * (1 - alpha) + c * alpha
          #expect(abs(Double(p.channels(20, 30)[i]) - wanted) <= 1.5, "\(alpha) \(p.channels(20, 30))")
        }
        #expect(near(p.channels(50, 30), behind))
      }
    }
  }

  @Test func `what sticks out of a masked layer lies over the plain backdrop`() throws {
    let mask = box(Rect(-20, -20, 200, 200), .black)
    let node = RenderNode(
      bounds: Rect(0, 0, 20, 20), placement: .translation(30, 20),
      children: [box(Rect(-10, 5, 60, 5), red.withAlpha(0.5))], mask: RenderNode(bounds: .zero, children: [mask]),
      backgroundFilters: [FilterTests.inverting], label: "panel")
    let p = try picture([node])
    #expect(near(p.channels(40, 22), opposite) && near(p.channels(10, 10), behind))
    for i in 0..<3 { #expect(abs(p.channels(70, 27)[i] - (behind[i] + [255, 0, 0][i]) / 2) <= 1) }
  }

  @Test func `rounded corners cut what lies behind, clipped or not`() throws {
    for masks in [false, true] {
      let p = try picture([panel(Rect(10, 10, 50, 40), masksToBounds: masks, corners: Corners(radius: 15))])
      #expect(near(p.channels(11, 11), behind) && near(p.channels(30, 30), opposite))
      // On the edge between the two.
      let between = p.channels(14, 14)
      #expect(
        (0..<3).allSatisfy {
          between[$0] >= min(behind[$0], opposite[$0]) - 1 && between[$0] <= max(behind[$0], opposite[$0]) + 1
        })
    }
  }

  @Test func `the backdrop is what the parent has painted`() throws {
    func inside(opacity: Double, background: Color?) throws -> Bitmap {
      try picture([
        RenderNode(
          bounds: Rect(0, 0, 90, 70), background: background.map { .color($0) },
          children: [box(Rect(0, 0, 30, 70), red), panel(Rect(10, 10, 50, 40))], opacity: opacity, label: "parent")
      ])
    }
    let p = try inside(opacity: 1, background: nil)
    #expect(near(p.channels(20, 20), [0, 255, 255]) && near(p.channels(50, 20), behind))
    let q = try inside(opacity: 0.5, background: green)
    for i in 0..<3 {
      #expect(abs(q.channels(50, 20)[i] - (behind[i] + [255, 0, 255][i]) / 2) <= 1)
      #expect(abs(q.channels(20, 20)[i] - (behind[i] + [0, 255, 255][i]) / 2) <= 1)
    }
  }

  @Test func `background filters act in instances, rasterized layers and transform layers`() throws {
    let parts = [box(Rect(0, 0, 20, 20), red), panel(Rect(5, 5, 10, 10))]
    let twice = RenderNode(
      bounds: .zero, children: parts,
      replication: Replication(
        count: 2, step: .translation(40, 0), color: Color.white.withAlpha(0.5)),
      label: "twice")
    let p = try picture([twice])
    for x in [10, 50] {
      for i in 0..<3 { #expect(abs(p.channels(x, 10)[i] - (behind[i] + [0, 255, 255][i]) / 2) <= 1, "\(x)") }
    }
    let bitmap = RenderNode(
      bounds: Rect(0, 0, 40, 40), placement: .translation(10, 10), children: parts, rasterizationScale: 2, label: "r")
    #expect(near(try picture([bitmap]).channels(20, 20), [0, 255, 255]))
    let deep = RenderNode(
      bounds: Rect(0, 0, 90, 70),
      children: [
        box(Rect(0, 0, 90, 70), red),
        RenderNode(bounds: .zero, isFlattening: false, children: [panel(Rect(10, 10, 50, 40))], label: "deep"),
      ], label: "host")
    let q = try picture([deep])
    #expect(near(q.channels(30, 30), [0, 255, 255]) && near(q.channels(70, 60), [255, 0, 0]))
  }

  @Test func `among planes that cross, what lies behind is left out with a warning`() throws {
    let crossing = [
      box(Rect(10, 10, 60, 40), red, transform: .rotation(0.8, x: 0, y: 1, z: 0)),
      RenderNode(
        bounds: Rect(0, 0, 60, 40), placement: place(Rect(10, 10, 60, 40), .rotation(-0.8, x: 0, y: 1, z: 0)),
        background: .color(blue.withAlpha(0.5)), backgroundFilters: [FilterTests.inverting], label: "panel"),
    ]
    let deep = RenderNode(bounds: .zero, isFlattening: false, children: crossing, label: "deep")
    var options = CompositorOptions()
    let warnings = CompositorWarnings()
    options.warnings = warnings
    _ = try render(
      RenderNode(bounds: Rect(0, 0, 90, 70), background: .color(green), children: [deep], label: "root"), width: 90,
      height: 70, options: options)
    #expect(warnings.take().map(\.rule) == [.backdrop])
  }

  @Test func `the root and masks have nothing behind them`() throws {
    let root = RenderNode(
      bounds: Rect(0, 0, 20, 20), background: .color(red.withAlpha(0.5)), backgroundFilters: [FilterTests.inverting],
      label: "root")
    #expect(try near(render(root, width: 20, height: 20, background: .white).channels(5, 5), [255, 127, 127, 255]))
  }

  @Test func `beyond the canvas the backdrop is mirrored`() throws {
    // The mean of the column of pixels around each pixel.
    let mean = FilterRow(
      "mean", .blur, "",
      .area { _ in
        Self.floats(4, 0) { source, target, _ in
          for y in target.rect.y0..<target.rect.y1 {
            for x in target.rect.x0..<target.rect.x1 {
              var sum = SIMD4<Float>(repeating: 0)
              for d in Int32(-4)...4 where x + d >= source.rect.x0 && x + d < source.rect.x1 {
                sum += source.floats(y)[Int(x + d - source.rect.x0)]
              }
              target.floats(y)[Int(x - target.rect.x0)] = sum / 9
            }
          }
        }
      })
    let p = try picture([panel(Rect(0, 0, 90, 70), filters: [mean, mean])])
    for (x, y) in [(0, 0), (1, 30), (89, 69), (45, 30)] { #expect(near(p.channels(x, y), behind), "\(x), \(y)") }
  }

  @Test func `bytes do not depend on threads or bands`() throws {
    let nodes = [
      card([FilterTests.copying(), FilterTests.inverting], transform: .rotation(0.3)),
      panel(Rect(10, 10, 50, 40), masksToBounds: true, corners: Corners(radius: 9)),
    ]
    let root = RenderNode(bounds: Rect(0, 0, 90, 70), background: .color(green), children: nodes, label: "root")
    let first = try render(root, width: 90, height: 70)
    for (threads, height) in [(1, 1), (3, 7), (2, 64)] {
      let options = CompositorOptions(threads: threads, bandHeight: height)
      #expect(try render(root, width: 90, height: 70, options: options).isEqual(to: first))
    }
  }

  @Test func `a transition paints its filter's picture of both`() throws {
    for isSecond in [false, true] {
      let node = RenderNode(
        bounds: Rect(0, 0, 40, 30), placement: place(Rect(20, 15, 40, 30), .rotation(0.2)),
        children: [card([], at: Rect(0, 0, 40, 30)), box(Rect(0, 0, 40, 30), green)], opacity: 0.5,
        transition: FilterTests.side(isSecond), label: "host")
      let only = RenderNode(
        bounds: Rect(0, 0, 40, 30), placement: place(Rect(20, 15, 40, 30), .rotation(0.2)),
        children: [isSecond ? box(Rect(0, 0, 40, 30), green) : card([], at: Rect(0, 0, 40, 30))], opacity: 0.5,
        label: "host")
      #expect(try picture([node]).distance(to: picture([only])) <= 2)
    }
  }

  @Test func `dear filters are not computed again for the same pixels and values`() throws {
    let made = Monitor(0)
    let dear = FilterRow(
      "dear", .blur, "", keys: [.number("inputAmount", 1, "")],
      .area { inputs in
        let amount = Float(inputs.number("inputAmount"))
        return AreaKernel(need: { $0 }, cost: 1e6) { source, target, _ in
          made.update { $0 += 1 }
          for y in target.rect.y0..<target.rect.y1 where y >= source.rect.y0 && y < source.rect.y1 {
            for x in target.rect.x0..<target.rect.x1 where x >= source.rect.x0 && x < source.rect.x1 {
              target.floats(y)[Int(x - target.rect.x0)] = source.floats(y)[Int(x - source.rect.x0)] * amount
            }
          }
        }
      })
    func root(_ amount: Double, _ color: Color, x: Double, isBehind: Bool) -> RenderNode {
      let chain = FilterChain([FilterStep(dear, numbers: [amount])], over: Rect(0, 0, 40, 30))
      let node = RenderNode(
        bounds: Rect(0, 0, 40, 30), placement: .translation(x, 10), pieces: [.background(.color(color))],
        filters: isBehind ? nil : chain, backgroundFilters: isBehind ? chain : nil, label: "node")
      return RenderNode(bounds: Rect(0, 0, 90, 70), background: .color(green), children: [node], label: "root")
    }
    for isBehind in [false, true] {
      var options = CompositorOptions()
      options.filterCache = FilterCache()
      let half = red.withAlpha(0.5)
      // First, identical, another value, another backdrop, another place, the first again.
      for (amount, color, x, isNew) in [
        (1.0, half, 20.0, true), (1, half, 20, false), (0.5, half, 20, true), (1, blue.withAlpha(0.5), 20, !isBehind),
        (1, half, 33.5, true), (1, half, 20, false),
      ] {
        let before = made.update { $0 }
        let tree = root(amount, color, x: x, isBehind: isBehind)
        let picture = try render(tree, width: 90, height: 70, options: options)
        #expect((made.update { $0 } > before) == isNew, "\(isBehind) \(amount) \(x)")
        #expect(try picture.isEqual(to: render(tree, width: 90, height: 70)))
      }
    }
  }

  @Test func `surfaces of filters count against the budget`() throws {
    var options = CompositorOptions()
    options.surfacePixelBudget = 3000
    let root = RenderNode(
      bounds: Rect(0, 0, 90, 70), background: .color(red), filters: [FilterTests.copying()], label: "x")
    #expect(throws: LayerError.self) { try render(root, width: 90, height: 70, options: options) }
  }
}
