// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Numbers
import Pixels
import RenderTree
import Wording

// What becomes pixels.
extension VectorPainter {
  /// The most pixels of one part; larger ones get fewer pixels per inch.
  private static let mostPixels = 67_108_864.0

  /// Draws a piece of a node as pixels.
  func paintPixels(
    of piece: Piece, in node: RenderNode, _ map: AffineTransform, _ ink: VectorInk, _ tint: UInt32,
    _ reason: VectorReason
  ) throws {
    let alone = RenderNode(
      bounds: node.bounds, corners: node.corners, pieces: [piece], antialiasedEdges: node.antialiasedEdges,
      label: node.label)
    try paintPixels(of: alone, Homography(map), ink: ink, tint: tint, reason)
  }

  /// Draws a node as pixels, cut to what can be seen of it.
  ///
  /// - Parameter box: the part of the page that it covers at most; nil finds it.
  func paintPixels(
    of node: RenderNode, _ map: Homography, box given: Rect? = nil, ink: VectorInk, tint: UInt32, _ reason: VectorReason
  ) throws {
    guard map.isFinite, let box = try given ?? self.box(of: node, map), let seen = box.intersection(area),
      seen.width > 0, seen.height > 0
    else { return }
    guard let grid = Grid(over: seen, scale: pixelsPerPoint, most: VectorPainter.mostPixels) else { return }
    let bitmap = try render(node, through: map.concat(Homography(grid.toPixels)), grid)
    guard bitmap.pixels.contains(where: { $0 != 0 }) else { return }
    options.report?.note(node.label, reason)
    let picture = VectorImage(self.colored(bitmap, tint), through: grid.toPlane, isPassing: true)
    colored.removeValue(forKey: TintKey(image: ObjectIdentifier(bitmap), tint: tint))
    try target.image(picture, ink)
  }

  func render(_ node: RenderNode, through map: Homography, _ grid: Grid) throws -> Bitmap {
    do {
      return try Compositor.render(
        node, through: map, width: grid.width, height: grid.height, options: options.compositor)
    } catch let error as BitmapError { throw LayerError(.limit, error.message) }
  }

  /// The part of the page that a node covers at most.
  private func box(of node: RenderNode, _ map: Homography) throws -> Rect? {
    switch NodeExtent.of(node, limit: options.compositor.pieceBudget) {
    case .nothing: return nil
    case .unknown: return area
    case .rect(let rect):
      guard rect.isFinite else { return area }
      let polygon = map.applyClipped(rect.corners, epsilon: 1e-4)
      guard !polygon.isEmpty else { return nil }
      let box = Rect(around: polygon)
      return box.isFinite ? box : area
    }
  }

  /// Pixels over a rectangle of a plane.
  struct Grid {
    var width: Int
    var height: Int
    /// From the plane to pixels, and back.
    var toPixels: AffineTransform
    var toPlane: AffineTransform
    var scale: Double

    /// - Parameters:
    ///   - scale: pixels per point of the plane.
    ///   - most: the number of pixels from which on the scale is smaller.
    init?(over r: Rect, scale given: Double, most: Double) {
      guard r.isFinite, r.width > 0, r.height > 0, given > 0, given.isFinite else { return nil }
      var scale = given
      let side = Double(Bitmap.maximumSide - 4)
      scale = min(scale, side / r.width, side / r.height)
      if r.width * r.height * scale * scale > most { scale = (most / (r.width * r.height)).squareRoot() }
      // A hair less on either side, so that a part of whole pixels stays one.
      let x0 = (r.minX * scale + 1e-6).rounded(.down)
      let y0 = (r.minY * scale + 1e-6).rounded(.down)
      width = max(Int(clamping: (r.maxX * scale - 1e-6).rounded(.up) - x0), 1)
      height = max(Int(clamping: (r.maxY * scale - 1e-6).rounded(.up) - y0), 1)
      guard width <= Bitmap.maximumSide, height <= Bitmap.maximumSide, x0.isFinite, y0.isFinite, scale > 0 else {
        return nil
      }
      self.scale = scale
      toPixels = AffineTransform.scale(scale, scale).concat(.translation(-x0, -y0))
      toPlane = AffineTransform.translation(x0, y0).concat(.scale(1 / scale, 1 / scale))
    }
  }
}
