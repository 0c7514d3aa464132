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
    guard let grid = Grid(over: VectorPainter.roundedOut(seen), scale: pixelsPerPoint, most: VectorPainter.mostPixels)
    else { return }
    let bitmap = try render(node, through: map.concat(Homography(grid.toPixels)), grid)
    guard bitmap.pixels.contains(where: { $0 != 0 }) else { return }
    options.report?.note(node.label, reason)
    let picture = VectorImage(self.colored(bitmap, tint), through: grid.toPlane, isPassing: true)
    colored.removeValue(forKey: TintKey(image: ObjectIdentifier(bitmap), tint: tint))
    try target.image(picture, ink)
  }

  /// A part of the page out to whole points: readers move the edges of an image to whole pixels of theirs, and all that
  /// is in it with them, so its edges lie where most have some.
  static func roundedOut(_ r: Rect) -> Rect {
    Rect(
      minX: (r.minX + 1e-6).rounded(.down), minY: (r.minY + 1e-6).rounded(.down), maxX: (r.maxX - 1e-6).rounded(.up),
      maxY: (r.maxY - 1e-6).rounded(.up))
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
    /// Pixels per point of the plane, in the direction that has fewer.
    var scale: Double

    /// As many whole pixels as cover a rectangle, which become a little smaller so that they fill it.
    ///
    /// - Parameters:
    ///   - scale: pixels per point of the plane.
    ///   - most: the number of pixels from which on the scale is smaller.
    init?(over r: Rect, scale given: Double, most: Double) {
      guard r.isFinite, r.width > 0, r.height > 0, given > 0, given.isFinite else { return nil }
      var scale = given
      let side = Double(Bitmap.maximumSide - 4)
      scale = min(scale, side / r.width, side / r.height)
      if r.width * r.height * scale * scale > most { scale = (most / (r.width * r.height)).squareRoot() }
      // A hair less, so that a part of whole pixels stays one.
      width = max(Int(clamping: (r.width * scale - 1e-6).rounded(.up)), 1)
      height = max(Int(clamping: (r.height * scale - 1e-6).rounded(.up)), 1)
      let (x, y) = (Double(width) / r.width, Double(height) / r.height)
      guard width <= Bitmap.maximumSide, height <= Bitmap.maximumSide, x.isFinite, y.isFinite else { return nil }
      self.scale = min(x, y)
      toPixels = AffineTransform.translation(-r.minX, -r.minY).concat(.scale(x, y))
      toPlane = AffineTransform.scale(1 / x, 1 / y).concat(.translation(r.minX, r.minY))
    }
  }
}
