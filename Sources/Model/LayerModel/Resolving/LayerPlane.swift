// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

/// A layer's plane in one render. It converts the layer's own coordinates, in which min y may be at either end, to the
/// plane's, and collects problems and tiles while the class paints.
package struct LayerPlane {
  let layer: Layer
  /// True if the plane is seen upside down, since an odd number of superlayers is flipped.
  let isMirrored: Bool
  /// Pixels per point on the canvas.
  let resolution: Double
  /// The layer's name in messages.
  let label: String
  /// The rendered time in the layer's own time, in seconds; −1 if that has no effect.
  let time: Double
  /// True while only the layer's own values are tried, without its animations and its past.
  var isWithoutAnimations = false
  /// True if an image, a drawing or a fade between two of them is shown.
  var hasContents = false
  /// The first inconsistency between values of the layer, and the keys of these values.
  private(set) var problem: (message: String, keys: [String])?
  /// The tiled layers whose visible tiles are still to be drawn.
  private(set) var tiledNodes: [TiledNode] = []

  init(layer: Layer, isMirrored: Bool, resolution: Double, label: String = "", time: Double = -1) {
    self.layer = layer
    self.isMirrored = isMirrored
    self.resolution = resolution
    self.label = label
    self.time = time
  }

  /// Notes an inconsistency between values of the layer: the rest is drawn, and then the render fails. If an animation
  /// gives the layer one of the values, rendering continues with a warning.
  ///
  /// - Parameter keys: the keys of the values; if empty, the layer without animations decides.
  package mutating func note(_ message: String, keys: [String] = []) { problem = problem ?? (message, keys) }

  mutating func waitForTiles(_ node: TiledNode) { tiledNodes.append(node) }

  package var bounds: Rect { layer.storedBounds }
  var isFlipped: Bool { layer.flag(.geometryFlipped) }

  /// The scale for which variants of images are chosen, in pixels per point.
  var imageScale: Double { max(resolution, layer.storedContentsScale) }

  /// Returns the paint of a colour or pattern; nil if it is invisible.
  package func paint(_ color: ColorOrPattern) -> Paint? {
    switch color {
    case .color(let c): return c.alpha > 0 ? .color(c) : nil
    case .pattern(let image):
      let size = image.size
      let origin = Point(bounds.minX, isFlipped ? bounds.maxY - size.height : bounds.minY)
      let bitmap = image.bitmap(forScale: imageScale)
      return .pattern(
        Pattern(
          image: bitmap,
          transform: patternPlacement(of: bitmap, in: Rect(origin: origin, size: size), upsideDown: isMirrored)))
    }
  }

  /// The rounded corners; nil if no corner is round.
  var corners: Corners? {
    let radius = min(layer.storedCornerRadius, bounds.width / 2, bounds.height / 2)
    guard radius > 0 else { return nil }
    let mask = layer.decorationBox?.value.maskedCorners ?? 15
    func r(_ bit: UInt32) -> Double { mask & bit != 0 ? radius : 0 }
    guard mask & 15 != 0 else { return nil }
    let continuous = layer.decorationBox?.value.cornerCurve == .continuous
    return isFlipped
      ? Corners(minXMinY: r(4), maxXMinY: r(8), minXMaxY: r(1), maxXMaxY: r(2), isContinuous: continuous)
      : Corners(minXMinY: r(1), maxXMinY: r(2), minXMaxY: r(4), maxXMaxY: r(8), isContinuous: continuous)
  }

  var antialiasedEdges: Edges {
    guard layer.flag(.allowsEdgeAntialiasing) else { return [] }
    let mask = UInt8(truncatingIfNeeded: (layer.decorationBox?.value.edgeAntialiasingMask ?? 15) & 15)
    guard isFlipped else { return Edges(rawValue: mask) }
    return Edges(rawValue: mask & 3 | (mask & 4) << 1 | (mask & 8) >> 1)
  }

  func border(color: ColorOrPattern?) -> Border? {
    guard layer.storedBorderWidth > 0, let paint = color.flatMap({ paint($0) }) else { return nil }
    return Border(width: layer.storedBorderWidth, paint: paint)
  }

  func shadow(_ d: DecorationStorage) -> Shadow? {
    guard d.shadowOpacity > 0, let color = d.shadowColor, color.alpha > 0 else { return nil }
    return Shadow(
      color: color.withAlpha(color.alpha * min(d.shadowOpacity, 1)),
      offset: isFlipped ? Size(d.shadowOffset.width, -d.shadowOffset.height) : d.shadowOffset, sigma: d.shadowRadius,
      path: d.shadowPath.map(inPlane))
  }

  /// Converts a path from the layer's own coordinates to the plane's.
  package func inPlane(_ path: Path) -> Path { isFlipped ? path.transformed(by: layer.flip) : path }

  /// Returns the placement of an image with this number of pixels, by gravity, contentsRect and contentsCenter.
  func mapping(pixels: Size, scale: Double) -> ContentsMapping {
    var mapping = ContentsMapping(
      pixels: pixels, scale: scale, bounds: bounds, isFlipped: isFlipped, isPlaneMirrored: isMirrored)
    if let c = layer.contentsBox?.value {
      mapping.rect = c.contentsRect
      mapping.center = c.contentsCenter
      mapping.gravity = c.gravity
    }
    return mapping
  }

  /// Places a recording of `size` points like the image it stands for.
  ///
  /// - Parameter contentsScale: the image's pixels per point; nil for the layer's own.
  func place(_ drawing: RecordedDrawing, size: Size, scale: Double, contentsScale: Double? = nil) -> PlacedDrawing? {
    let m = mapping(
      pixels: Size(size.width * scale, size.height * scale), scale: contentsScale ?? layer.storedContentsScale)
    let d = m.destination
    let source = Rect(
      m.rect.x * size.width, m.rect.y * size.height, m.rect.width * size.width, m.rect.height * size.height)
    guard !d.isEmpty, !source.isEmpty else { return nil }
    let kx = d.width / source.width
    let ky = d.height / source.height
    let transform =
      isMirrored
      ? AffineTransform(a: kx, b: 0, c: 0, d: -ky, tx: d.minX - source.minX * kx, ty: d.maxY + source.minY * ky)
      : AffineTransform(a: kx, b: 0, c: 0, d: ky, tx: d.minX - source.minX * kx, ty: d.minY - source.minY * ky)
    return PlacedDrawing(drawing: drawing, transform: transform, clip: d)
  }
}
