// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

/// A layer's plane as it appears: converts the layer's own coordinates, in which min y may be at either end, to the
/// plane's.
struct Side {
  let layer: Layer
  /// True when the plane is seen upside down, since an odd number of superlayers is flipped.
  let isMirrored: Bool
  /// Pixels per point on the canvas.
  let resolution: Double

  var bounds: Rect { layer.storedBounds }
  private var isFlipped: Bool { layer.flag(.geometryFlipped) }

  /// The resolution for which images with variants are chosen.
  var imageScale: Double { max(resolution, layer.storedContentsScale) }

  func paint(_ color: ColorOrPattern) -> Paint? {
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

  /// nil when no corner is round.
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

  func inPlane(_ path: Path) -> Path { isFlipped ? path.transformed(by: layer.flip) : path }

  func shape(of layer: ShapeLayer) -> Shape? {
    guard let path = layer.storedPath, !path.isEmpty else { return nil }
    let start = min(max(layer.storedStrokeStart, 0), 1)
    let end = min(max(layer.storedStrokeEnd, 0), 1)
    let fill = layer.storedFillColor.flatMap { paint($0) }
    let stroke = layer.storedLineWidth > 0 && end > start ? layer.storedStrokeColor.flatMap { paint($0) } : nil
    guard fill != nil || stroke != nil else { return nil }
    return Shape(
      path: inPlane(path), fill: fill, fillRule: layer.storedFillRule, stroke: stroke,
      strokeStyle: StrokeStyle(
        width: layer.storedLineWidth, cap: layer.storedLineCap, join: layer.storedLineJoin,
        miterLimit: layer.storedMiterLimit,
        dashPattern: layer.storedLineDashPattern ?? [], dashPhase: layer.storedLineDashPhase),
      strokeStart: start, strokeEnd: end)
  }

  /// The placement of an image with this number of pixels, by gravity, contentsRect and contentsCenter.
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

  /// A recording of `size` points, placed as the image it stands for.
  func place(_ drawing: RecordedDrawing, size: Size, scale: Double) -> PlacedDrawing? {
    let m = mapping(pixels: Size(size.width * scale, size.height * scale), scale: layer.storedContentsScale)
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
