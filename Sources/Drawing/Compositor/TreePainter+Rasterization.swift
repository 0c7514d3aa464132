// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import Raster
import RenderTree

// Layers that are rasterised at their own scale (`shouldRasterize`) before they are faded, clipped and placed.
extension TreePainter {
  /// A node rendered to a bitmap.
  struct RasterizedNode {
    /// The bitmap; nil if the node paints nothing there.
    var picture: ImagePyramid?
    /// Part of the grid that the picture covers.
    var rect: DeviceRect
    /// From the node's plane to the grid, which starts at its bounds' origin, rounded to whole pixels.
    var toGrid: AffineTransform
  }

  struct RasterKey: Hashable {
    var node: ObjectIdentifier
    var region: DeviceRect
    var origin: Point
  }

  struct PendingRaster {
    var node: RenderNode
    var map: Homography
    var ink: Ink
    var toGrid: AffineTransform
    var key: RasterKey
  }

  /// Maximum number of pixels of a bitmap that is always rendered whole, independent of its visible part.
  private static let wholePixelCount = 4_194_304.0

  /// Returns the scale at which the node must be rasterised; nil if drawing it directly to the device gives the same
  /// result. That is so at the device's scale, with the bounds' origin on a whole pixel, and with no rotation but flips
  /// and quarter turns.
  func rasterizationScale(of node: RenderNode, _ map: Homography) -> Double? {
    guard let scale = node.rasterizationScale, scale.isFinite, scale > 0 else { return nil }
    if let t = PlaneShape(map)?.affine {
      // The cosine of a quarter turn is not exactly 0.
      let (along, across) = abs(t.a) > abs(t.b) ? ((t.a, t.d), (t.b, t.c)) : ((t.b, t.c), (t.a, t.d))
      func isScale(_ v: Double) -> Bool { abs(abs(v) - scale) <= scale * 1e-6 }
      func isNothing(_ v: Double) -> Bool { abs(v) <= scale * 1e-12 }
      func isWhole(_ v: Double) -> Bool { abs(v - v.rounded()) < 1.0 / 512 }
      let origin = t.apply(node.bounds.origin)
      if isScale(along.0), isScale(along.1), isNothing(across.0), isNothing(across.1), isWhole(origin.x),
        isWhole(origin.y)
      {
        return nil
      }
    }
    return scale
  }

  /// Draws the node into a bitmap, which is then painted as one piece.
  ///
  /// - Parameter ink: the ink of the bitmap; `coversGroup` applies to the pieces.
  func rasterize(_ node: RenderNode, _ map: Homography, scale: Double, _ ink: Ink) throws {
    guard let extent = try extent(of: node), extent.width > 0 || extent.height > 0 else { return }
    let origin = node.bounds.origin.isFinite ? node.bounds.origin : .zero
    let grid = AffineTransform.translation(-origin.x, -origin.y).concat(.scale(scale, scale))
    var wanted = grid.boundingBox(of: extent)
    if !(wanted.width * wanted.height <= TreePainter.wholePixelCount) {
      guard let seen = visible(list.scissor, through: map) else { return }
      // In steps of 64, since mip levels of the bitmap start at its first pixel.
      func down(_ v: Double) -> Double { (v / 64).rounded(.down) * 64 }
      let part = grid.boundingBox(of: seen).insetBy(dx: -64, dy: -64)
      guard let both = wanted.intersection(part) else { return }
      wanted = Rect(minX: down(both.minX), minY: down(both.minY), maxX: both.maxX, maxY: both.maxY)
    }
    // Two more pixels, so that a bitmap that covers its group extends beyond the group's edges.
    let first = Point(wanted.minX.rounded(.down) - 2, wanted.minY.rounded(.down) - 2)
    let size = Size(wanted.maxX.rounded(.up) + 2 - first.x, wanted.maxY.rounded(.up) + 2 - first.y)
    let most = Double(Bitmap.maximumSide)
    guard first.isFinite, size.width <= most, size.height <= most,
      size.width * size.height <= Double(options.surfacePixelBudget)
    else {
      throw LayerError.surfaces(label: label, limit: options.surfacePixelBudget)
    }
    let region = DeviceRect(x0: 0, y0: 0, x1: Int32(clamping: size.width), y1: Int32(clamping: size.height))
    let toGrid = grid.concat(.translation(-first.x, -first.y))
    let key = RasterKey(node: ObjectIdentifier(node), region: region, origin: first)
    if let known = caches.rasters[key] { return paint(known, of: node, map, ink) }
    var ink = ink
    let inner = Ink(
      coversGroup: ink.coversGroup, isCutAtBounds: ink.coversGroup,
      isolatesPieces: node.hasBlendingChildren && node.shadow != nil)
    ink.coversGroup = false
    groups[groups.count - 1].surfaces.append(
      .raster(PendingRaster(node: node, map: map, ink: ink, toGrid: toGrid, key: key)))
    beginSurface(region: region)
    let map = Homography(toGrid)
    if let shadow = node.shadow, unit(shadow.color.alpha) > 0 {
      try paint(shadow, of: node, map, inner)
    } else {
      try beginContent(of: node, map, inner)
    }
  }

  /// Turns the current list, which holds the node on its grid, into the bitmap, and paints it.
  func endRaster(_ pending: PendingRaster) throws {
    let bitmap = try endBitmap()
    let made = RasterizedNode(picture: bitmap?.picture, rect: bitmap?.rect ?? .empty, toGrid: pending.toGrid)
    caches.rasters[pending.key] = made
    paint(made, of: pending.node, pending.map, pending.ink)
  }

  private func paint(_ raster: RasterizedNode, of node: RenderNode, _ map: Homography, _ ink: Ink) {
    guard let picture = raster.picture, let toPlane = raster.toGrid.inverted else { return }
    list.tint = ink.tint
    let place = Homography(AffineTransform.translation(Double(raster.rect.x0), Double(raster.rect.y0)).concat(toPlane))
      .concat(map)
    fillImage(
      toPlane.boundingBox(of: raster.rect.rect), edges: node.antialiasedEdges, through: map, ink: ink,
      source: .image(picture, through: place))
  }

  /// Returns the part of a map's plane that appears inside a device rectangle; nil if none does.
  func visible(_ rect: DeviceRect, through map: Homography) -> Rect? {
    guard let back = map.inverted else { return nil }
    let polygon = back.applyClipped(rect.rect.corners, epsilon: 1e-9)
    guard !polygon.isEmpty else { return nil }
    let box = Rect(around: polygon)
    return box.isFinite ? box : nil
  }
}
