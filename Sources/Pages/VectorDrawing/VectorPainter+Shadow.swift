// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Numbers
import Pixels
import RenderTree

// Shadows: fills if they are sharp, else images of their alpha alone.
extension VectorPainter {
  /// Minimum sigma of a blur, in pixels; a smaller one counts as sharp.
  private static let leastSigma = 0.05
  /// Pixels per sigma above which a blurred image gains no visible detail.
  private static let pixelsPerSigma = 4.0
  private static let mostPixels = 16_777_216.0

  private enum Silhouette {
    case hidden
    case area(Path, FillRule, alpha: Double)
    case tree
  }

  /// Draws the shadow of a node. The node is drawn over it afterwards.
  func paint(_ given: Shadow, of node: RenderNode, through map: AffineTransform, ink: VectorInk, tint: UInt32) throws {
    guard given.sigma.isFinite, given.offset.isFinite else { return }
    var shadow = given
    shadow.sigma = max(shadow.sigma, 0)
    shadow.color = tinted(shadow.color, tint)
    var ink = ink
    ink.blend = .normal
    let moved = AffineTransform.translation(shadow.offset.width, shadow.offset.height).concat(map)
    let sigma = shadow.sigma * Homography(map).largestScale(at: .zero)
    let isSharp = sigma * pixelsPerPoint < VectorPainter.leastSigma
    switch silhouette(of: node, shadow, ink) {
    case .hidden: return
    case .area(let path, let rule, let alpha):
      var color = shadow.color
      color.alpha *= alpha
      guard color.alpha > 0, path.points.allSatisfy(\.isFinite) else { return }
      let area = VectorArea(path, rule, through: moved)
      if isSharp {
        if case .area(let area) = limited(area) { try target.fill(area, .color(color), ink) }
        return
      }
      if target.features.shadows, isSimilar(map), sigma < 200, case .area = limited(area, reach: 3 * sigma) {
        return try target.shadow(of: area, sigma: sigma, color, ink)
      }
      let shape = Shape(path: path, fill: .color(.black), fillRule: rule)
      shadow.color = color
      let caster = RenderNode(bounds: node.bounds, pieces: [.shape(shape)], label: node.label)
      try paintBlurred(shadow, of: caster, map, ink)
    case .tree:
      // The node's clips, mask and opacity are not applied to its shadow here.
      let caster = RenderNode(
        bounds: node.bounds, corners: node.corners, pieces: node.pieces, children: node.children,
        antialiasedEdges: node.antialiasedEdges, replication: node.replication, label: node.label)
      try paintBlurred(shadow, of: caster, map, ink)
    }
  }

  private func isSimilar(_ t: AffineTransform) -> Bool {
    let (x, y) = (t.a * t.a + t.b * t.b, t.c * t.c + t.d * t.d)
    return abs(x - y) <= max(x, y) * 1e-6 && abs(t.a * t.c + t.b * t.d) <= max(x, y) * 1e-6
  }

  /// Draws the shadow of a node as an image.
  ///
  /// The compositor draws the node far outside the image and offsets its shadow back into it, so the image holds the
  /// shadow alone.
  func paintBlurred(_ shadow: Shadow, of caster: RenderNode, _ map: AffineTransform, _ ink: VectorInk) throws {
    guard case .rect(let extent) = NodeExtent.of(caster, limit: options.compositor.pieceBudget), extent.isFinite,
      let back = map.inverted
    else { return }
    let reach = 3 * shadow.sigma + 1 / max(Homography(map).largestScale(at: .zero) * pixelsPerPoint, 1e-6)
    let whole = extent.offsetBy(dx: shadow.offset.width, dy: shadow.offset.height).insetBy(dx: -reach, dy: -reach)
    guard var seen = whole.intersection(back.boundingBox(of: area)), seen.width > 0, seen.height > 0 else { return }
    if map.b == 0, map.c == 0 { seen = back.boundingBox(of: VectorPainter.roundedOut(map.boundingBox(of: seen))) }
    var scale = pixelsPerPoint * Homography(map).largestScale(at: .zero)
    if shadow.sigma > 0 { scale = min(scale, VectorPainter.pixelsPerSigma / shadow.sigma) }
    guard let grid = Grid(over: seen, scale: scale, most: VectorPainter.mostPixels) else { return }
    let distance = ((max(extent.maxX - seen.minX, 0) + reach) * grid.scale + 8).rounded(.up) / grid.scale
    var cast = shadow
    cast.color = .black
    cast.offset.width += distance
    let node = RenderNode(
      bounds: caster.bounds, corners: caster.corners, pieces: caster.pieces, children: caster.children,
      shadow: cast, antialiasedEdges: caster.antialiasedEdges, replication: caster.replication, label: caster.label)
    let place = AffineTransform.translation(-distance, 0).concat(grid.toPixels)
    let bitmap = try render(node, through: Homography(place), grid)
    guard bitmap.pixels.contains(where: { $0 != 0 }) else { return }
    options.report?.note(caster.label, .shadow)
    try target.image(
      VectorImage(bitmap, through: grid.toPlane.concat(map), stencil: shadow.color, isPassing: true), ink)
  }

  // MARK: Casters of shadows

  private func silhouette(of node: RenderNode, _ shadow: Shadow, _ ink: VectorInk) -> Silhouette {
    let isWhole = ink.alpha >= 1
    if node.masksToBounds, isWhole, node.pieces.contains(where: { $0.fillsBounds }) { return .hidden }
    if let path = shadow.path { return .area(path, .nonZero, alpha: 1) }
    var background: Color?
    var isPlain = node.children.isEmpty
    var hasBorder = false
    for piece in node.pieces {
      switch piece {
      case .background(.color(let color)): background = color
      case .background(.pattern), .gradient:
        guard piece.fillsBounds else { return .tree }
        background = background ?? .black
      case .contents, .drawing, .tiles, .shape, .particles: isPlain = false
      case .border: hasBorder = true
      }
    }
    guard let background else {
      guard node.pieces.count == 1, node.children.isEmpty,
        case .path(let path, let rule, let color)? = node.pieces.first?.evenArea
      else { return .tree }
      return .area(path, rule, alpha: unit(color.alpha))
    }
    let isOpaque = background.alpha >= 1 || node.pieces.contains { $0.fillsBounds }
    guard isOpaque || (isPlain && !hasBorder) else { return .tree }
    if !isPlain, !node.fitsOutline { return .tree }
    return .area(outlinePath(node.bounds, node.corners), .nonZero, alpha: isOpaque ? 1 : unit(background.alpha))
  }
}
