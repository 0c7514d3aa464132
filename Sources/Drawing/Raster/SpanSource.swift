// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels
import SystemC

/// Filter for sampling an image between its pixels.
package enum ImageFilter: UInt8, Sendable {
  case nearest
  case linear
  /// Interpolates between mip levels when the image is minified.
  case trilinear
}

/// Colour of an image outside its bounds.
package enum EdgeMode: UInt8, Sendable {
  /// Repeats the edge pixels.
  case clamp
  case `repeat`
  case transparent
}

/// A paint: gives every device pixel a colour, from its absolute coordinates.
///
/// `through` maps the space in which the source is defined to device space. Factories return nil if the source cannot
/// be visible: a singular map or a degenerate gradient.
package struct SpanSource: Sendable {
  enum Kind: Sendable {
    case solid(UInt32)
    case made(Made)
  }

  /// A source in the kernels' form, with the memory it points into.
  final class Made: @unchecked Sendable {
    // Unchecked: immutable after `init`.
    let source: llua_source
    let owner: AnyObject
    private let levelOwners: [ImagePyramid.Level]
    private let levels: UnsafeMutablePointer<llua_level>?

    init(
      _ source: llua_source, owner: AnyObject, levels list: [llua_level] = [], levelOwners: [ImagePyramid.Level] = []
    ) {
      var source = source
      self.owner = owner
      self.levelOwners = levelOwners
      if list.isEmpty {
        levels = nil
      } else {
        let p = UnsafeMutablePointer<llua_level>.allocate(capacity: list.count)
        p.initialize(from: list, count: list.count)
        source.levels = UnsafePointer(p)
        source.level_count = Int32(list.count)
        levels = p
      }
      self.source = source
    }
    deinit { levels?.deallocate() }
  }

  let kind: Kind

  package static func solid(_ premultiplied: UInt32) -> SpanSource { SpanSource(kind: .solid(premultiplied)) }

  /// True if every pixel is opaque.
  package var isOpaque: Bool {
    switch kind {
    case .solid(let p): p >> 24 == 255
    case .made(let made): made.source.is_opaque != 0
    }
  }

  /// Calls `body` with the source in the kernels' form.
  @inline(__always) func withSource(_ body: (UnsafePointer<llua_source>) -> Void) {
    switch kind {
    case .solid(let p):
      var s = llua_source()
      s.kind = Int32(LLUA_SOLID)
      s.color = p
      s.is_opaque = isOpaque ? 1 : 0
      body(&s)
    case .made(let made):
      var s = made.source
      withExtendedLifetime(made) { body(&s) }
    }
  }

  // MARK: Gradients

  /// A linear gradient: t runs from 0 at `from` to 1 at `to`.
  package static func linear(
    _ table: GradientTable, from: Point, to: Point, through map: Homography, extendsStart: Bool = true,
    extendsEnd: Bool = true
  ) -> SpanSource? {
    let d = to - from
    let square = d.dot(d)
    guard square > 0, square.isFinite else { return nil }
    let project = Homography(
      m11: d.x / square, m12: 0, m13: 0, m21: d.y / square, m22: 0, m23: 0, m31: -from.dot(d) / square, m32: 0, m33: 1)
    return gradient(table, LLUA_LINEAR, through: map, then: project) {
      $0.extend_start = extendsStart ? 1 : 0
      $0.extend_end = extendsEnd ? 1 : 0
      if !extendsStart || !extendsEnd { $0.is_opaque = 0 }
    }
  }

  /// A layer's radial gradient: t = hypot((x − cx) / rx, (y − cy) / ry).
  package static func ellipse(_ table: GradientTable, center: Point, radii: Size, through map: Homography)
    -> SpanSource?
  {
    guard radii.width != 0, radii.height != 0 else { return nil }
    let unit = AffineTransform(
      a: 1 / radii.width, b: 0, c: 0, d: 1 / radii.height, tx: -center.x / radii.width, ty: -center.y / radii.height)
    return gradient(table, LLUA_ELLIPSE, through: map, then: Homography(unit)) { _ in }
  }

  /// A gradient between two circles, as Core Graphics' `drawRadialGradient`.
  package static func radial(
    _ table: GradientTable, from: Point, startRadius: Double, to: Point, endRadius: Double, through map: Homography,
    extendsStart: Bool = true, extendsEnd: Bool = true
  ) -> SpanSource? {
    guard startRadius >= 0, endRadius >= 0 else { return nil }
    let d = to - from
    let size = max(d.length, max(startRadius, endRadius))
    guard size > 0, size.isFinite, d != .zero || startRadius != endRadius else { return nil }
    let k = 1 / size
    let unit = AffineTransform(a: k, b: 0, c: 0, d: k, tx: -from.x * k, ty: -from.y * k)
    return gradient(table, LLUA_TWO_CIRCLE, through: map, then: Homography(unit)) {
      $0.extend_start = extendsStart ? 1 : 0
      $0.extend_end = extendsEnd ? 1 : 0
      $0.cdx = d.x * k
      $0.cdy = d.y * k
      $0.r0 = startRadius * k
      $0.dr = (endRadius - startRadius) * k
      $0.is_opaque = 0
    }
  }

  /// A conic gradient: t is the angle about `center` from `angle` (radians), growing from +x toward +y, in turns.
  package static func conic(_ table: GradientTable, center: Point, angle: Double, through map: Homography)
    -> SpanSource?
  {
    guard angle.isFinite else { return nil }
    let c = cos(angle)
    let s = sin(angle)
    let turn = AffineTransform(
      a: c, b: -s, c: s, d: c, tx: -center.x * c - center.y * s, ty: center.x * s - center.y * c)
    return gradient(table, LLUA_CONIC, through: map, then: Homography(turn)) { _ in }
  }

  private static func gradient(
    _ table: GradientTable, _ kind: Int, through map: Homography, then project: Homography,
    _ change: (inout llua_source) -> Void
  ) -> SpanSource? {
    guard map.isFinite, let back = map.inverted else { return nil }
    var s = llua_source()
    guard setMap(&s, back.concat(project)) else { return nil }
    s.kind = Int32(kind)
    s.gradient = table.gradient
    s.is_opaque = table.isOpaque ? 1 : 0
    s.extend_start = 1
    s.extend_end = 1
    change(&s)
    return SpanSource(kind: .made(Made(s, owner: table)))
  }

  private static func setMap(_ s: inout llua_source, _ h: Homography) -> Bool {
    var h = h
    guard h.isFinite else { return false }
    if let t = h.affine { h = Homography(t) }
    guard h.isFinite else { return false }
    s.is_affine = h.isAffine ? 1 : 0
    s.m = (h.m11, h.m12, h.m13, h.m21, h.m22, h.m23, h.m31, h.m32, h.m33)
    return true
  }

  // MARK: Images

  /// - Parameters:
  ///   - map: transform from image pixels (top-left origin, y down) to device space.
  ///   - magnification: used along an image axis where a device pixel covers at most one image pixel, else
  ///     `minification`. Under perspective the choice is made again every 16 pixels of a row.
  ///   - bounds: the visible part, in image pixels; `edges` determines the colours beyond it. nil: the whole image.
  ///   - bias: added to the mip level if `minification` is `trilinear`; clamped to ±16.
  package static func image(
    _ pyramid: ImagePyramid, through map: Homography, magnification: ImageFilter = .linear,
    minification: ImageFilter = .linear, edges: EdgeMode = .clamp, bounds: DeviceRect? = nil, bias: Double = 0
  ) -> SpanSource? {
    let bitmap = pyramid.bitmap
    guard map.isFinite, let back = map.inverted, let pixels = bitmap.pixels.baseAddress else { return nil }
    var s = llua_source()
    guard setMap(&s, back) else { return nil }
    s.kind = Int32(LLUA_IMAGE)
    s.edge_mode = Int32(edges.rawValue)
    s.is_opaque = bitmap.isOpaque && edges != .transparent ? 1 : 0
    let whole = DeviceRect(x0: 0, y0: 0, x1: Int32(bitmap.width), y1: Int32(bitmap.height))
    let part = (bounds ?? whole).intersection(whole)
    guard !part.isEmpty else { return nil }

    var levels: [llua_level] = []
    var owners: [ImagePyramid.Level] = []
    func add(_ x: Int, _ y: Int) {
      let made = pyramid.level(x: x, y: y)
      if let made { owners.append(made) }
      let w = made?.width ?? bitmap.width
      let h = made?.height ?? bitmap.height
      let kx = Double(w) / Double(bitmap.width)
      let ky = Double(h) / Double(bitmap.height)
      let x0 = min(Int32(clamping: Double(part.x0) * kx), Int32(w - 1))
      let y0 = min(Int32(clamping: Double(part.y0) * ky), Int32(h - 1))
      levels.append(
        llua_level(
          pixels: made.map { UnsafePointer($0.pixels) } ?? pixels, width: Int32(w), height: Int32(h), x0: x0, y0: y0,
          x1: max(x0 + 1, min(Int32(clamping: (Double(part.x1) * kx).rounded(.up)), Int32(w))),
          y1: max(y0 + 1, min(Int32(clamping: (Double(part.y1) * ky).rounded(.up)), Int32(h))), scale_x: kx, scale_y: ky
        ))
    }

    // Image pixels per device pixel along each image axis; under perspective, the maximum over the image's corners.
    let scales = imageScales(s, map: map, part: part)
    let bias = bias.isFinite ? min(max(bias, -16), 16) : 0
    if s.is_affine != 0 {
      // Chooses the filter of an axis and returns its fractional mip level.
      func level(_ scale: Double, _ nearest: inout Int32) -> Double {
        guard scale > 1.000001 else {
          nearest = magnification == .nearest ? 1 : 0
          return 0
        }
        switch minification {
        case .nearest:
          nearest = 1
          return 0
        case .linear: return Double(halvings(scale))
        case .trilinear: return min(max(log2(scale) + bias, 0), 16)
        }
      }
      let x = level(scales.x, &s.nearest_x)
      let y = level(scales.y, &s.nearest_y)
      let kx = Int(clamping: x)
      let ky = Int(clamping: y)
      let fx = x - Double(kx)
      let fy = y - Double(ky)
      add(kx, ky)
      // Interpolates over a triangle of three of the four levels around (fx, fy): the finest, the coarsest, and the one
      // on its side of the diagonal between these two.
      let far = Int32(clamping: min(fx, fy) * 256)
      let side = Int32(clamping: min(fx, fy) < 1 ? abs(fx - fy) / (1 - min(fx, fy)) * 256 : 0)
      if side > 0 {
        add(fx > fy ? kx + 1 : kx, fx > fy ? ky : ky + 1)
        s.mix.0 = side
      }
      if far > 0 {
        add(kx + 1, ky + 1)
        if side > 0 { s.mix.1 = far } else { s.mix.0 = far }
      }
    } else {
      s.magnifies_nearest = magnification == .nearest ? 1 : 0
      s.minifies_nearest = minification == .nearest ? 1 : 0
      s.chooses_filter = s.magnifies_nearest != s.minifies_nearest ? 1 : 0
      s.nearest_x = s.minifies_nearest
      s.nearest_y = s.minifies_nearest
      s.is_trilinear = minification == .trilinear ? 1 : 0
      s.bias = Float(bias)
      if minification == .nearest {
        add(0, 0)
      } else {
        let most = minification == .trilinear ? scales.most * pow(2, max(bias, 0) + 1) : scales.most
        for k in 0...min(halvings(most), max(pyramid.maximumX, pyramid.maximumY)) { add(k, k) }
      }
    }
    return SpanSource(kind: .made(Made(s, owner: pyramid, levels: levels, levelOwners: owners)))
  }

  /// Returns the number of halvings after which a device pixel covers fewer than two image pixels.
  private static func halvings(_ scale: Double) -> Int {
    guard scale >= 2 else { return 0 }
    return Int(clamping: min(log2(min(scale, 1e6)) + 1e-9, 16))
  }

  private static func imageScales(
    _ s: llua_source, map: Homography, part: DeviceRect
  ) -> (x: Double, y: Double, most: Double) {
    let m = s.m
    func at(_ p: Point) -> (Double, Double)? {
      // Map to the device point, then take the inverse map's derivative there.
      guard let d = map.apply(p) else { return nil }
      let w = d.x * m.2 + d.y * m.5 + m.8
      guard w > 0 else { return nil }
      let ux = (m.0 - p.x * m.2) / w
      let vx = (m.1 - p.y * m.2) / w
      let uy = (m.3 - p.x * m.5) / w
      let vy = (m.4 - p.y * m.5) / w
      return s.is_affine != 0
        ? ((ux * ux + uy * uy).squareRoot(), (vx * vx + vy * vy).squareRoot())
        : ((ux * ux + vx * vx).squareRoot(), (uy * uy + vy * vy).squareRoot())
    }
    let middle = at(part.rect.center) ?? (1, 1)
    var most = 0.0
    for p in part.rect.corners {
      let c = at(p) ?? (1e6, 1e6)
      most = max(most, max(c.0, c.1))
    }
    func limited(_ v: Double) -> Double { v == v ? min(v, 1e9) : 1e9 }
    return (limited(middle.0), limited(middle.1), limited(most))
  }

  /// A colour multiplied by a surface's alpha, sampled bilinearly; transparent outside.
  /// - Parameter map: transform to device space from the surface's device coordinates (those of its `rect`, not from
  ///   0).
  package static func mask(_ surface: CoverageSurface, color premultiplied: UInt32, through map: Homography)
    -> SpanSource?
  {
    guard let memory = surface.storage, map.isFinite, let back = map.inverted else { return nil }
    let local = AffineTransform.translation(-Double(surface.rect.x0), -Double(surface.rect.y0))
    var s = llua_source()
    guard setMap(&s, back.concat(Homography(local))) else { return nil }
    s.kind = Int32(LLUA_ALPHA_IMAGE)
    s.color = premultiplied
    s.alpha_image = llua_alpha_image(
      pixels: UnsafePointer(memory), stride: surface.rect.width, width: Int32(surface.rect.width),
      height: Int32(surface.rect.height))
    return SpanSource(kind: .made(Made(s, owner: surface)))
  }
}
