// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree

// Rasterised parts.
extension VectorPainter {
  /// Maximum number of pixels of one part; larger parts get a lower resolution.
  private static let mostPixels = 67_108_864.0

  /// Draws a piece of a node as pixels.
  func paintPixels(
    of piece: Piece, in node: RenderNode, through map: AffineTransform, ink: VectorInk, tint: UInt32,
    reason: VectorReason
  ) throws {
    let alone = RenderNode(
      bounds: node.bounds, corners: node.corners, pieces: [piece], antialiasedEdges: node.antialiasedEdges,
      label: node.label)
    try paintPixels(of: alone, Homography(map), ink: ink, tint: tint, reason)
  }

  /// Draws a node as pixels, cropped to its visible part.
  ///
  /// - Parameter box: bounds of the node on the page; nil to compute them.
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

  /// Returns a part of the page rounded out to whole points. Readers snap the edges of an image to their pixels, which
  /// moves its content; whole points lie on pixel edges in most readers.
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

  /// Returns the bounds of a node on the page.
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

  /// A pixel grid over a rectangle of a plane.
  struct Grid {
    var width: Int
    var height: Int
    /// Maps the plane to pixels, and back.
    var toPixels: AffineTransform
    var toPlane: AffineTransform
    /// Pixels per point of the plane, in the direction with fewer.
    var scale: Double

    /// Makes a grid of whole pixels over a rectangle; the pixels shrink slightly to fill it exactly.
    ///
    /// - Parameters:
    ///   - scale: pixels per point of the plane.
    ///   - most: maximum number of pixels; above it the scale is reduced.
    init?(over r: Rect, scale given: Double, most: Double) {
      guard r.isFinite, r.width > 0, r.height > 0, given > 0, given.isFinite else { return nil }
      var scale = given
      let side = Double(Bitmap.maximumSide - 4)
      scale = min(scale, side / r.width, side / r.height)
      if r.width * r.height * scale * scale > most { scale = (most / (r.width * r.height)).squareRoot() }
      // The tolerance of 1e-6 keeps a rectangle of whole pixels at its size.
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
