// SPDX-License-Identifier: MIT
import Compositor
import Filters
import Geometry
import Messages
import Pixels
import RenderTree
import Testing
import TestSupport

import VectorDrawing

/// The translation of trees to pages, independent of target and file format.
@Suite struct PainterTests {
  private func root(_ children: RenderNode...) -> RenderNode { box(Rect(0, 0, 100, 100), nil, children: children) }

  @Test func `boxes are areas in paint order, and nothing else`() throws {
    let page = try record(root(box(Rect(10, 10, 20, 30), red), box(Rect(50, 0, 10, 10), blue.withAlpha(0.5))))
    #expect(page.lines == ["fill 10 10 20 30 1 0 0 1", "fill 50 0 10 10 0 0 1 0.5"])
    #expect(page.isBalanced)
  }

  @Test func `what lies beside the page is left out`() throws {
    let page = try record(root(box(Rect(110, 10, 20, 30), red), box(Rect(-50, 0, 10, 10), blue)))
    #expect(page.lines.isEmpty)
  }

  @Test func `opacity of one area is its own, of several it is a group's`() throws {
    #expect(try record(root(box(Rect(0, 0, 10, 10), red, opacity: 0.5))).lines == ["fill 0 0 10 10 1 0 0 1 α0.5"])
    let two = box(Rect(0, 0, 10, 10), red, children: [box(Rect(5, 5, 10, 10), blue)], opacity: 0.5)
    #expect(
      try record(root(two)).lines == ["group α0.5", "fill 0 0 10 10 1 0 0 1", "fill 5 5 10 10 0 0 1 1", "end"])
    let each = box(
      Rect(0, 0, 10, 10), red, children: [box(Rect(5, 5, 10, 10), blue)], opacity: 0.5, isGroupOpacity: false)
    #expect(try record(root(each)).lines == ["fill 0 0 10 10 1 0 0 1 α0.5", "fill 5 5 10 10 0 0 1 1 α0.5"])
  }

  @Test func `a clip is around the children alone where it cuts something`() throws {
    let plain = box(Rect(10, 10, 20, 20), red, masksToBounds: true)
    #expect(try record(root(plain)).lines == ["fill 10 10 20 20 1 0 0 1"])
    let cutting = box(Rect(10, 10, 20, 20), red, children: [box(Rect(15, 15, 20, 20), blue)], masksToBounds: true)
    #expect(
      try record(root(cutting)).lines
        == ["clip 10 10 20 20", "fill 10 10 20 20 1 0 0 1", "fill 25 25 20 20 0 0 1 1", "end"])
  }

  @Test func `a mask of one colour is a clip, any other comes after what it masks`() throws {
    let simple = box(Rect(0, 0, 40, 40), red, mask: box(Rect(10, 10, 5, 5), green))
    #expect(try record(root(simple)).lines == ["clip 10 10 5 5", "fill 0 0 40 40 1 0 0 1", "end"])
    let mask = box(Rect(10, 10, 5, 5), green, children: [box(Rect(0, 0, 9, 9), red.withAlpha(0.5))])
    let page = try record(root(box(Rect(0, 0, 40, 40), red, mask: mask)))
    #expect(
      page.lines == [
        "group masked", "fill 0 0 40 40 1 0 0 1", "mask", "fill 10 10 5 5 0 1 0 1", "fill 10 10 9 9 1 0 0 0.5", "end",
        "end",
      ])
    #expect(page.isBalanced)
  }

  @Test func `children that blend are in a group, over their parent's shadow`() throws {
    let child = box(Rect(0, 0, 5, 5), blue, blendMode: .multiply)
    let plain = box(Rect(10, 10, 20, 20), red, children: [child])
    #expect(
      try record(root(plain)).lines
        == ["group", "fill 10 10 20 20 1 0 0 1", "fill 10 10 5 5 0 0 1 1 multiply", "end"])
    let shadow = Shadow(color: .black, offset: Size(2, 2), sigma: 0)
    let casting = box(Rect(10, 10, 20, 20), red, children: [child], shadow: shadow)
    #expect(
      try record(root(casting)).lines == [
        "group", "fill 12 12 20 20 0 0 0 1", "group", "fill 10 10 20 20 1 0 0 1", "fill 10 10 5 5 0 0 1 1 multiply",
        "end", "end",
      ])
  }

  @Test func `a blurred shadow is an image of its alpha, no finer than it needs, or the target's own`() throws {
    let shadow = Shadow(color: .black, offset: Size(0, 0), sigma: 8)
    let node = root(box(Rect(40, 40, 20, 20), red, shadow: shadow, label: "card"))
    let report = VectorReport()
    let page = try record(node, dpi: 300, report: report)
    #expect(page.lines.count == 2 && page.lines[0].hasPrefix("stencil ") && page.lines[1].hasPrefix("fill 40 40"))
    #expect(report.entries.map { "\($0.label) \($0.reason)" } == ["card shadow"])
    var features = VectorFeatures()
    features.shadows = true
    #expect(
      try record(node, features: features).lines
        == ["shadow 40 40 20 20 σ8 0 0 0 1", "fill 40 40 20 20 1 0 0 1"])
  }

  @Test func `what pages lack becomes pixels alone, cut to what is seen, and says why`() throws {
    let tilted = RenderNode(
      bounds: Rect(0, 0, 20, 20),
      placement: Transform3D.rotation(0.5, x: 0, y: 1, z: 0).concat(.perspective(100)),
      pieces: [.background(.color(red))], label: "tilted")
    let blending = box(Rect(30, 30, 20, 20), red, children: [box(Rect(0, 0, 5, 5), blue, blendMode: .plusLighter)])
    let blurred = RenderNode(
      bounds: Rect(0, 0, 10, 10), placement: .translation(70, 70, 0), pieces: [.background(.color(red))],
      filters: FilterChain(
        FilterRow.all.filter { $0.name == "CIGaussianBlur" }.map { FilterStep($0) }, over: Rect(0, 0, 10, 10)),
      label: "blurred")
    let report = VectorReport()
    let page = try record(root(tilted, blending, blurred, box(Rect(0, 90, 5, 5), green)), report: report)
    #expect(page.lines.filter { $0.hasPrefix("image") }.count == 3)
    #expect(page.lines.last == "fill 0 90 5 5 0 1 0 1")
    #expect(Set(report.entries.map(\.reason)) == [.perspective, .blending, .filters])
    #expect(page.lines.contains("image 30 30 20 20"))
  }

  @Test func `what became pixels ends at whole points, where readers do not move it`() throws {
    let blending = box(Rect(30.3, 30.6, 20, 20), red, children: [box(Rect(0, 0, 5, 5), blue, blendMode: .plusLighter)])
    #expect(try record(root(blending), dpi: 300).lines == ["image 30 30 21 21"])
  }

  @Test func `a drawing's layer and its shadow are one picture, which is faded and combined as a whole`() throws {
    let clip = DrawingClip(area: .path(Path(rect: Rect(0, 0, 50, 50)), .nonZero), parent: nil)
    let shadow = DrawingShadow(offset: Size(2, 2), sigma: 0, color: .black)
    func drawn(_ alpha: Double, _ mode: BlendMode, _ features: VectorFeatures = VectorFeatures()) throws -> [String] {
      let drawing = RecordedDrawing(operations: [
        DrawingOperation(kind: .beginLayer, alpha: alpha, blendMode: mode, shadow: shadow, clip: clip),
        DrawingOperation(kind: .fill(Path(rect: Rect(10, 10, 10, 10)), .nonZero, .color(red))),
        DrawingOperation(kind: .endLayer),
      ])
      let page = try record(
        root(RenderNode(bounds: Rect(0, 0, 50, 50), pieces: [.drawing(PlacedDrawing(drawing: drawing))])),
        features: features)
      #expect(page.isBalanced)
      return page.lines.map { String($0.split(separator: " ")[0]) + ($0.contains("α") ? " α" : "") }
    }
    let inner = ["clip", "stencil", "group", "fill", "end", "end"]
    #expect(try drawn(1, .normal) == inner)
    #expect(try drawn(0.5, .normal) == ["group α"] + inner.dropLast() + ["end", "end"])
    #expect(try drawn(1, .multiply) == ["group", "group"] + inner + ["end", "end"])
  }

  @Test func `what becomes pixels in a layer that fades each part by itself is faded so`() throws {
    let blending = box(
      Rect(10, 10, 20, 20), red, children: [box(Rect(0, 0, 5, 5), blue, blendMode: .plusLighter)],
      isGroupOpacity: false)
    let page = try record(box(Rect(0, 0, 100, 100), nil, children: [blending], opacity: 0.5, isGroupOpacity: false))
    #expect(page.lines == ["image 10 10 20 20"])
  }

  @Test func `gradients keep their look between straight and premultiplied colours`() throws {
    func stops(_ colors: [Color], _ locations: [Double]) throws -> String {
      let gradient = Gradient(
        kind: .axial, stops: GradientStops(colors: colors, locations: locations), start: Point(0, 0), end: Point(1, 0))
      let node = RenderNode(bounds: Rect(0, 0, 10, 10), pieces: [.gradient(gradient)])
      return try record(node).lines.first ?? ""
    }
    #expect(
      try stops([red, blue], [0, 1]) == "fill 0 0 10 10 gradient [0:1 0 0 1, 1:0 0 1 1]")
    // A colour that fades out keeps its hue.
    #expect(
      try stops([red, Color.clear], [0.25, 1])
        == "fill 0 0 10 10 gradient [0:1 0 0 1, 0.25:1 0 0 1, 1:1 0 0 0]")
    // A transparent stop in the middle takes the hue of each side.
    #expect(
      try stops([red, Color.clear, blue], [0, 0.5, 1])
        == "fill 0 0 10 10 gradient [0:1 0 0 1, 0.5:1 0 0 0, 0.5:0 0 1 0, 1:0 0 1 1]")
    let both = try stops([red, blue.withAlpha(0.5)], [0, 1])
    #expect(both.split(separator: ",").count == 17 && both.contains("0.5:0.667 0 0.333 0.75"))
  }

  @Test func `links are areas, also of layers that paint nothing, and none are in masks`() throws {
    let mask = box(Rect(0, 0, 9, 9), green, children: [box(Rect(0, 0, 3, 3), red, link: "no")])
    let page = try record(
      root(
        box(Rect(10, 10, 20, 20), red, link: "https://a"), box(Rect(50, 50, 200, 20), nil, link: "#2"),
        box(Rect(0, 0, 9, 9), red, mask: mask), box(Rect(500, 0, 9, 9), red, link: "beside")))
    #expect(page.lines.filter { $0.hasPrefix("link") } == ["link https://a 10 10 20 20", "link #2 50 50 200 20"])
  }

  @Test func `an opaque border hides the background's edge`() throws {
    let node = RenderNode(
      bounds: Rect(0, 0, 20, 20), pieces: [.background(.color(red)), .border(Border(width: 4, paint: .color(blue)))])
    #expect(try record(node).lines == ["fill 2 2 16 16 1 0 0 1", "fill 0 0 20 20 0 0 1 1"])
  }

  @Test func `planes that share depth stay areas until they cross`() throws {
    func plane(_ z: Double, _ angle: Double, _ color: Color) -> RenderNode {
      RenderNode(
        bounds: Rect(0, 0, 20, 20),
        placement: Transform3D.translation(-10, -10, 0).concat(.rotation(angle, x: 0, y: 1, z: 0)).concat(
          .translation(30, 30, z)), pieces: [.background(.color(color))])
    }
    func depth(_ planes: [RenderNode]) -> RenderNode {
      root(RenderNode(bounds: .zero, isFlattening: false, children: planes, label: "depth"))
    }
    #expect(
      try record(depth([plane(5, 0, red), plane(0, 0, blue)])).lines
        == ["fill 20 20 20 20 0 0 1 1", "fill 20 20 20 20 1 0 0 1"])
    let report = VectorReport()
    let crossing = try record(depth([plane(0, 0.7, red), plane(0, -0.7, blue)]), report: report)
    #expect(crossing.lines.count == 1 && crossing.lines[0].hasPrefix("image"))
    #expect(report.entries.map { "\($0.label) \($0.reason)" } == ["depth crossing"])
  }

  @Test func `numbers that are none, or endless, do no harm`() throws {
    for v in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e9, 1e-300, 0] {
      let nodes = [
        box(Rect(v, 0, 10, 10), red), box(Rect(0, 0, v, 10), red), box(Rect(0, 0, 10, 10), red, opacity: v),
        RenderNode(bounds: Rect(0, 0, 10, 10), placement: .scale(v, 1, 1), pieces: [.background(.color(red))]),
        box(
          Rect(0, 0, 10, 10), red, corners: Corners(radius: v),
          shadow: Shadow(color: .black, offset: Size(v, 0), sigma: v), masksToBounds: true),
        RenderNode(
          bounds: Rect(0, 0, 10, 10),
          pieces: [
            .shape(
              Shape(
                path: Path(rect: Rect(v, v, 5, 5)), fill: .color(red), stroke: .color(blue),
                strokeStyle: StrokeStyle(width: v, miterLimit: v, dashPattern: [v, 1], dashPhase: v), strokeStart: v,
                strokeEnd: 1 - v)),
            .gradient(
              Gradient(
                kind: .radial, stops: GradientStops(colors: [red, blue.withAlpha(v)], locations: [v, 1]),
                start: Point(v, 0), end: Point(1, v))),
          ]),
        RenderNode(
          bounds: Rect(0, 0, 10, 10),
          pieces: [
            .contents(
              Contents(
                image: try Bitmap(width: 2, height: 2) { $0[0] = .max },
                pieces: [
                  Contents.Piece(source: Rect(v, 0, 2, 2), destination: Rect(0, 0, v, 10))
                ]))
          ]),
      ]
      for node in nodes {
        let page = try record(root(node))
        #expect(page.isBalanced, "\(v)")
      }
    }
  }

  @Test func `a page has as many pieces as allowed, and ends when it is given up`() throws {
    let many = box(Rect(0, 0, 100, 100), nil, children: (0..<1000).map { box(Rect(Double($0 % 90), 0, 1, 1), red) })
    let tree = RenderTree(root: many, canvas: Rect(0, 0, 100, 100), scale: 1, background: nil)
    func paint(_ change: (inout CompositorOptions) -> Void) throws {
      var options = VectorOptions()
      change(&options.compositor)
      try VectorPainter.paint(tree, on: Recorder(), through: .identity, page: tree.canvas, options)
    }
    try paint { _ in }
    do {
      try paint { $0.pieceBudget = 500 }
      Issue.record("there is a limit")
    } catch let error as LayerError { #expect(error.kind == .limit) }
    do {
      try paint { $0.isStopped = { true } }
      Issue.record("it was given up")
    } catch let error as LayerError { #expect(error.kind == .cancelled) }
  }

  @Test func `trees may be thousands of nodes deep`() throws {
    var node = box(Rect(0, 0, 10, 10), red, opacity: 0.999)
    for _ in 0..<4000 { node = box(Rect(0, 0, 50, 50), nil, children: [node], masksToBounds: true) }
    #expect(try record(node).isBalanced)
  }
}
