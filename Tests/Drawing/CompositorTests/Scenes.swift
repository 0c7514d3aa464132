// SPDX-License-Identifier: MIT
import Compositor
import Filters
import Geometry
import Pixels
import Raster
import RenderTree

// Shorthand to build trees and inspect pictures.

let red = Color(red: 1, green: 0, blue: 0)
let green = Color(red: 0, green: 1, blue: 0)
let blue = Color(red: 0, green: 0, blue: 1)

func tree(
  _ root: RenderNode, width: Double, height: Double, x: Double = 0, y: Double = 0, scale: Double = 1,
  background: Color? = nil
) -> RenderTree {
  RenderTree(root: root, canvas: Rect(x, y, width, height), scale: scale, background: background)
}

func render(
  _ root: RenderNode, width: Double, height: Double, x: Double = 0, y: Double = 0, scale: Double = 1,
  background: Color? = nil,
  options: CompositorOptions = CompositorOptions()
) throws -> Bitmap {
  try Compositor.render(
    tree(root, width: width, height: height, x: x, y: y, scale: scale, background: background), options: options)
}

extension RenderNode {
  /// A node with its pieces as named parameters.
  convenience init(
    bounds: Rect, placement: Transform3D = .identity, isDoubleSided: Bool = true, isPlacementFlipped: Bool = false,
    isFlattening: Bool = true, corners: Corners? = nil, background: Paint? = nil, gradient: Gradient? = nil,
    contents: Contents? = nil, drawing: PlacedDrawing? = nil, shape: Shape? = nil, tiles: TileSet? = nil,
    children: [RenderNode] = [], border: Border? = nil, shadow: Shadow? = nil, masksToBounds: Bool = false,
    mask: RenderNode? = nil, opacity: Double = 1, isGroupOpacity: Bool = true, blendMode: BlendMode = .normal,
    antialiasedEdges: Edges = .all, rasterizationScale: Double? = nil, replication: Replication? = nil,
    particles: Particles? = nil, filters: [FilterRow] = [], backgroundFilters: [FilterRow] = [],
    transition: FilterRow? = nil, label: String = ""
  ) {
    var pieces = Pieces()
    for piece in [
      background.map { Piece.background($0) }, gradient.map { .gradient($0) }, contents.map { .contents($0) },
      drawing.map { .drawing($0) }, shape.map { .shape($0) }, tiles.map { .tiles($0) }, border.map { .border($0) },
      particles.map { .particles($0) },
    ].compactMap({ $0 }) { pieces.insert(piece) }
    self.init(
      bounds: bounds, placement: placement, isDoubleSided: isDoubleSided, isPlacementFlipped: isPlacementFlipped,
      isFlattening: isFlattening, corners: corners, pieces: pieces, children: children, shadow: shadow,
      masksToBounds: masksToBounds, mask: mask, opacity: opacity, isGroupOpacity: isGroupOpacity, blendMode: blendMode,
      antialiasedEdges: antialiasedEdges, rasterizationScale: rasterizationScale, replication: replication,
      filters: FilterChain(filters.map { FilterStep($0) }, over: bounds),
      backgroundFilters: FilterChain(backgroundFilters.map { FilterStep($0) }, over: bounds),
      transition: transition.map { FilterStep($0) }, label: label)
  }
}

/// A node of one colour with a frame.
func box(
  _ frame: Rect, _ color: Color?, corners: Corners? = nil, children: [RenderNode] = [], shadow: Shadow? = nil,
  masksToBounds: Bool = false,
  mask: RenderNode? = nil, opacity: Double = 1, isGroupOpacity: Bool = true, blendMode: BlendMode = .normal,
  transform: Transform3D = .identity, edges: Edges = .all
) -> RenderNode {
  RenderNode(
    bounds: Rect(0, 0, frame.width, frame.height), placement: place(frame, transform), corners: corners,
    background: color.map { .color($0) }, children: children, shadow: shadow, masksToBounds: masksToBounds, mask: mask,
    opacity: opacity,
    isGroupOpacity: isGroupOpacity, blendMode: blendMode, antialiasedEdges: edges, label: "box")
}

/// A placement that transforms about the frame's centre.
func place(_ frame: Rect, _ transform: Transform3D = .identity) -> Transform3D {
  Transform3D.translation(-frame.width / 2, -frame.height / 2).concat(transform).concat(
    .translation(frame.midX, frame.midY))
}

func group(_ children: [RenderNode], isFlattening: Bool = true, placement: Transform3D = .identity, opacity: Double = 1)
  -> RenderNode
{
  RenderNode(
    bounds: .zero, placement: placement, isFlattening: isFlattening, children: children, opacity: opacity,
    label: "group")
}

extension Bitmap {
  func alpha(_ x: Int, _ y: Int) -> Int { Int(self[x, y] >> 24) }
  func channels(_ x: Int, _ y: Int) -> [Int] { (0..<4).map { Int(self[x, y] >> (8 * UInt32($0)) & 255) } }
  /// The painted area in pixels: the sum of alpha / 255.
  var area: Double { pixels.reduce(0.0) { $0 + Double($1 >> 24) } / 255 }
  var paintedPixels: Int { pixels.count { $0 != 0 } }
  /// The largest difference of any channel.
  func distance(to other: Bitmap) -> Int {
    guard width == other.width, height == other.height else { return 256 }
    var most = 0
    for (p, q) in zip(pixels, other.pixels) {
      for shift in [UInt32(0), 8, 16, 24] { most = max(most, abs(Int(p >> shift & 255) - Int(q >> shift & 255))) }
    }
    return most
  }
  func isEqual(to other: Bitmap) -> Bool {
    width == other.width && height == other.height && pixels.elementsEqual(other.pixels)
  }
}

func bitmap(_ width: Int, _ height: Int, scale: Double = 1, _ pixel: (Int, Int) -> UInt32) throws -> Bitmap {
  try Bitmap(width: width, height: height, scale: scale) { p in
    for y in 0..<height { for x in 0..<width { p[y * width + x] = pixel(x, y) } }
  }
}

func fillOperation(
  _ rect: Rect, _ color: Color, blendMode: BlendMode = .normal, alpha: Double = 1, shadow: DrawingShadow? = nil,
  clip: DrawingClip? = nil
)
  -> DrawingOperation
{
  DrawingOperation(
    kind: .fill(Path(rect: rect), .nonZero, .color(color)), alpha: alpha, blendMode: blendMode, shadow: shadow,
    clip: clip)
}

/// A font whose glyphs are squares; glyph 0 is blank.
final class SquareFont: GlyphSource {
  func outline(of glyph: UInt32) -> Path { glyph == 0 ? Path() : Path(rect: Rect(0, -8, 6, 8)) }
  var faceName: String { "Square" }
  var file: (path: String, index: Int) { ("", 0) }
}

/// A tree with every kind of piece, at fractional positions.
func everything() throws -> RenderNode {
  let checks = try bitmap(16, 16) { x, y in (x / 4 + y / 4) % 2 == 0 ? 0xFF20_60C0 : 0x8000_4040 }
  var star = Path()
  star.move(to: Point(50, 0))
  for (x, y) in [(80.0, 95.0), (2, 35), (98, 35), (20, 95)] { star.addLine(to: Point(x, y)) }
  star.closeSubpath()
  let stops = GradientStops(colors: [red, .clear, blue], locations: [0, 0.4, 1])
  let clip = DrawingClip(area: .path(Path(rect: Rect(3.3, 2.7, 60, 50)), .nonZero), parent: nil)
  let drawing = RecordedDrawing(operations: [
    fillOperation(Rect(0, 0, 40, 30), red, clip: clip),
    fillOperation(Rect(20, 10, 40, 30), blue, blendMode: .multiply, alpha: 0.7),
    DrawingOperation(kind: .clear(Rect(10, 10, 12.5, 9))),
    fillOperation(
      Rect(40, 30, 20, 20), green, shadow: DrawingShadow(offset: Size(3, 4), sigma: 2.5, color: .black)),
    DrawingOperation(
      kind: .gradient(DrawingGradient(kind: .linear(from: Point(0, 0), to: Point(60, 50)), stops: stops)), alpha: 0.5,
      clip: clip),
    DrawingOperation(
      kind: .glyphs(
        GlyphRun(
          font: SquareFont(), fontSize: 8, glyphs: [1, 0, 2],
          positions: [Point(4, 50), Point(12, 50), Point(20.5, 50)], text: "a b"),
        .color(.black))),
  ])
  var children: [RenderNode] = []
  for i in 0..<6 {
    let v = Double(i)
    children.append(
      box(
        Rect(12.3 + 30 * v, 14.7 + 9 * v, 70, 50), red.withAlpha(0.6),
        corners: Corners(radius: 9, isContinuous: i % 2 == 0),
        shadow: Shadow(color: .black, offset: Size(2, 5), sigma: 3 + v), opacity: 0.9, transform: .rotation(v * 0.3)))
  }
  children.append(
    RenderNode(
      bounds: Rect(0, 0, 90, 60),
      placement: place(
        Rect(150.5, 90.25, 90, 60), Transform3D.rotation(0.7, x: 0, y: 1, z: 0).concat(.perspective(300))),
      corners: Corners(radius: 12), background: .color(green),
      contents: Contents(
        image: checks,
        pieces: [
          .init(source: Rect(0, 0, 4, 16), destination: Rect(0, 0, 10, 60)),
          .init(source: Rect(4, 0, 12, 16), destination: Rect(10, 0, 80, 60)),
        ]), children: [box(Rect(-10, 20, 40, 60), blue)],
      border: Border(width: 4, paint: .color(.black)), shadow: Shadow(color: red, offset: Size(4, 4), sigma: 4),
      masksToBounds: true))
  children.append(
    RenderNode(
      bounds: Rect(0, 0, 100, 100), placement: .translation(60, 110),
      gradient: Gradient(kind: .conic, stops: stops, start: Point(0.5, 0.5), end: Point(1, 0.5)),
      shape: Shape(
        path: star, fill: .color(blue.withAlpha(0.5)), stroke: .color(.black),
        strokeStyle: StrokeStyle(width: 3, dashPattern: [7, 3])),
      shadow: Shadow(color: .black, offset: Size(6, 6), sigma: 5),
      mask: RenderNode(
        bounds: Rect(0, 0, 100, 100),
        gradient: Gradient(
          kind: .radial, stops: GradientStops(colors: [.black, .clear], locations: [0, 1]), start: Point(0.5, 0.5),
          end: Point(1, 1))),
      opacity: 0.8, blendMode: .hardLight))
  children.append(
    RenderNode(
      bounds: Rect(0, 0, 70, 60), placement: .translation(170.4, 20.6),
      drawing: PlacedDrawing(drawing: drawing, clip: Rect(0, 0, 68, 58)),
      opacity: 0.75))
  let flat = Rect(-30, -30, 60, 60)
  children.append(
    group(
      [
        RenderNode(
          bounds: flat, placement: Transform3D.rotation(0.8, x: 0, y: 1, z: 0), background: .color(red),
          children: [box(Rect(-10, -10, 20, 20), .white)]),
        RenderNode(
          bounds: flat, placement: Transform3D.rotation(-0.6, x: 0.3, y: 1, z: 0),
          background: .color(blue.withAlpha(0.7))),
      ], isFlattening: false, placement: Transform3D.perspective(200).concat(.translation(240, 160)), opacity: 0.9))
  return RenderNode(
    bounds: Rect(0, 0, 290, 220),
    gradient: Gradient(
      kind: .axial, stops: GradientStops(colors: [.white, green], locations: [0, 1]), start: Point(0, 0),
      end: Point(1, 1)),
    children: children, label: "root")
}
