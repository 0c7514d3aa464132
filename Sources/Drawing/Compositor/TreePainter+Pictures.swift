// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import RenderTree
import SystemC

// Contents that can be drawn at any resolution.
extension TreePainter {
  /// Returns contents with a scalable picture rendered at the resolution the plane is seen at, and their pieces adapted
  /// to it.
  func sharpened(_ contents: Contents, _ map: Homography) throws -> Contents {
    guard let picture = contents.picture else { return contents }
    let size = picture.size
    guard let stretch = stretch(of: contents), size.width > 0, size.height > 0 else { return contents }
    guard let pixels = pixels(perPointOf: contents, map) else { return contents }
    // A rotated or tilted picture is resampled anyway, so it ends on whole pixels, as images do.
    let isUpright =
      map.affine.map { t in
        let near = 1e-9 * max(abs(t.a), abs(t.b), abs(t.c), abs(t.d))
        return max(abs(t.b), abs(t.c)) <= near || max(abs(t.a), abs(t.d)) <= near
      } ?? false
    var scale = Size(stretch.width * pixels.width, stretch.height * pixels.height)
    guard scale.width > 0, scale.height > 0, scale.isFinite else { return contents }
    let isStepped = options.isFrame && picture.isSlow
    if isStepped { scale = picture.stepScale(scale) }
    if !isUpright { scale = picture.wholeScale(scale) }
    // If only a small part is visible, the whole need not be sharp at any cost.
    let seen = list.scissor.width * list.scissor.height
    let most = min(max(seen.multipliedReportingOverflow(by: 16).partialValue, 1 << 24), 1 << 26)
    let offset = isUpright && !isStepped ? offset(of: contents, map) : .zero
    guard let made = picture.bitmap(scale: scale, offset: offset, mostPixels: most, isStopped: options.isStopped) else {
      try checkStop()
      return contents
    }
    if made.bitmap !== contents.image { try charge(made.bitmap) }
    var result = contents
    result.image = made.bitmap
    let k = 1 / contents.image.scale
    for i in result.pieces.indices {
      let s = contents.pieces[i].source
      let (x, y) = (made.scale.width * k, made.scale.height * k)
      result.pieces[i].source = Rect(s.x * x + made.offset.x, s.y * y + made.offset.y, s.width * x, s.height * y)
    }
    if isUpright, result.pieces.count == 1 {
      result.pieces[0] = ending(result.pieces[0], size: size, made)
    }
    return result
  }

  /// Returns the scale of a picture in its plane: points of the plane per point of the picture.
  ///
  /// For nine-slice contents the outer parts count, which keep their size.
  private func stretch(of contents: Contents) -> Size? {
    let k = contents.image.scale
    func most(_ parts: [(start: Double, length: Double, source: Double)]) -> Double? {
      var byStart: [Double: Double] = [:]
      for part in parts where part.length > 0 && abs(part.source) > 1e-9 && part.source.isFinite {
        byStart[part.start] = max(byStart[part.start] ?? 0, part.length / abs(part.source) * k)
      }
      var ordered = byStart.sorted { $0.key < $1.key }.map(\.value)
      if ordered.count == 3 { ordered.remove(at: 1) }
      guard let largest = ordered.max(), let smallest = ordered.min() else { return nil }
      return min(largest, smallest * 4)
    }
    let pieces = contents.pieces
    guard let x = most(pieces.map { ($0.destination.x, $0.destination.width, $0.source.width) }),
      let y = most(pieces.map { ($0.destination.y, $0.destination.height, $0.source.height) })
    else { return nil }
    return Size(x, y)
  }

  /// Returns the maximum device pixels per point along the plane's x and y axes, over the visible part; nil if nothing
  /// is visible.
  private func pixels(perPointOf contents: Contents, _ map: Homography) -> Size? {
    if let t = map.affine { return Size(hypot(t.a, t.b), hypot(t.c, t.d)) }
    guard let first = contents.pieces.first?.destination else { return nil }
    let whole = contents.pieces.dropFirst().reduce(first) { $0.union($1.destination) }
    guard let seen = visible(list.scissor, through: map)?.intersection(whole), !seen.isEmpty else { return nil }
    let most = PlaneScale.largest(of: map, over: seen)
    return Size(most, most)
  }

  private func charge(_ bitmap: Bitmap) throws {
    guard !caches.hasPyramid(of: bitmap) else { return }
    try charge(pixels: bitmap.width * bitmap.height)
  }

  /// Returns the position of the picture's corner within a device pixel, in steps of 1/256, the resolution of outlines.
  private func offset(of contents: Contents, _ map: Homography) -> Point {
    guard contents.pieces.count == 1, let t = map.affine, t.a > 0, t.d > 0 else { return .zero }
    let (s, d) = (contents.pieces[0].source, contents.pieces[0].destination)
    guard s.width > 0, s.height > 0 else { return .zero }
    let corner = t.apply(Point(d.x - s.x * d.width / s.width, d.y - s.y * d.height / s.height))
    func part(_ v: Double) -> Double {
      guard abs(v) < 1e9 else { return 0 }
      let rounded = (v * 256).rounded() / 256
      return rounded - rounded.rounded(.down)
    }
    return Point(part(corner.x), part(corner.y))
  }

  /// Extends a piece to the ends of the bitmap where it reaches those of the picture: pixels there already contain
  /// their coverage, which must not count twice.
  private func ending(_ piece: Contents.Piece, size: Size, _ made: ScaledBitmap) -> Contents.Piece {
    var (s, d) = (piece.source, piece.destination)
    let (left, top) = (made.offset.x, made.offset.y)
    let (right, bottom) = (left + size.width * made.scale.width, top + size.height * made.scale.height)
    let (across, down) = (Double(made.bitmap.width) - right, Double(made.bitmap.height) - bottom)
    let near = 1e-6 * max(right, bottom)
    guard s.width > 0, s.height != 0 else { return piece }
    let (x, y) = (d.width / s.width, d.height / abs(s.height))
    func grow(left: Double = 0, right: Double = 0) {
      s.origin.x -= left
      s.size.width += left + right
      d.origin.x -= left * x
      d.size.width += (left + right) * x
    }
    if left > near, abs(s.x - left) < near { grow(left: left) }
    if across > near, abs(s.x + s.width - right) < near { grow(right: across) }
    if s.height > 0 {
      if top > near, abs(s.y - top) < near {
        s.origin.y -= top
        s.size.height += top
        d.origin.y -= top * y
        d.size.height += top * y
      }
      if down > near, abs(s.y + s.height - bottom) < near {
        s.size.height += down
        d.size.height += down * y
      }
    } else if down > near, abs(s.y - bottom) < near {
      // The piece is upside down, so its lower end comes first.
      s.origin.y += down
      s.size.height -= down
      d.origin.y -= down * y
      d.size.height += down * y
    }
    return Contents.Piece(source: s, destination: d)
  }
}
