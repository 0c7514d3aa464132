// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster
import RenderTree
import SystemC

// Shadows. If the node's map keeps circles round, or stretches them along the device's axes, the silhouette is blurred
// in device space. Otherwise it is blurred in the node's own plane, and that picture is mapped to the device.
extension TreePainter {
  /// Maximum sigma of a blur in device space, in pixels; wider ones are made in the plane at a lower resolution.
  private static let widestDeviceSigma = 128.0
  /// Maximum side of a silhouette in its plane, in pixels.
  private static let longestPlaneSide = 2048.0
  /// Minimum sigma of a blur, in pixels; a smaller one counts as sharp.
  private static let leastSigma = 0.05

  private enum Silhouette {
    case outline((inout OutlineBuilder, inout PlaneOutline, Homography) -> Void, extent: Rect)
    case roundedRect(Rect, Corners?, isOpaque: Bool)
    case tree
    /// The whole shadow would lie under the node.
    case hidden
  }

  /// The parameters with which the shadow of one node is painted.
  private struct Cast {
    var shadow: Shadow
    var map: Homography
    var ink: Ink
    /// The shadow's colour, with the node's opacity.
    var pixel: UInt32
    /// The map as a plane's shape, and the blur's sigmas in pixels of the device; nil under perspective.
    var shape: PlaneShape?
    var sigmas: (x: Double, y: Double)?
    /// True if the silhouette is blurred in device space.
    var isDeviceBlur: Bool
  }

  /// Paints a node with its shadow beneath.
  func paint(_ shadow: Shadow, of node: RenderNode, _ map: Homography, _ ink: Ink) throws {
    guard shadow.sigma.isFinite, shadow.offset.isFinite else { return try beginContent(of: node, map, ink) }
    var shadow = shadow
    shadow.sigma = max(shadow.sigma, 0)
    let shape = PlaneShape(map)
    let sigmas = shape.map { (x: $0.axisScales.x * shadow.sigma, y: $0.axisScales.y * shadow.sigma) }
    let isDeviceBlur =
      shape.map { ($0.isSimilar || $0.isUpright) } == true
      && max(sigmas?.x ?? 0, sigmas?.y ?? 0) <= TreePainter.widestDeviceSigma
    let cast = Cast(
      shadow: shadow, map: map, ink: ink, pixel: shadow.color.premultiplied(opacity: ink.alpha), shape: shape,
      sigmas: sigmas, isDeviceBlur: isDeviceBlur)
    let silhouette = silhouette(of: node, shadow, isWhole: ink.opacity == 255)
    if shadow.sigma * PlaneScale.largest(of: map, over: node.bounds) < TreePainter.leastSigma,
      paintSharp(silhouette, shadow: shadow, of: node, through: map, pixel: cast.pixel, ink: ink)
    {
      return try beginContent(of: node, map, ink)
    }

    switch silhouette {
    case .hidden: break
    case .roundedRect(let rect, let corners, let isOpaque):
      try paint(cast, of: rect, corners, isOpaque: isOpaque, background: node.background)
    case .outline(let add, let extent): try paint(cast, of: extent, add)
    case .tree:
      if cast.pixel >> 24 != 0 { return try beginCasting(cast, node) }
    }
    try beginContent(of: node, map, ink)
  }

  /// Paints the shadow of a rounded rectangle.
  ///
  /// - Parameter isOpaque: true if the node covers the rectangle with opaque pixels.
  private func paint(
    _ cast: Cast, of rect: Rect, _ corners: Corners?, isOpaque: Bool, background: Paint?
  ) throws {
    let (shadow, map, ink) = (cast.shadow, cast.map, cast.ink)
    var pixel = cast.pixel
    if case .color(let color)? = background, color.alpha < 1 {
      pixel = shadow.color.premultiplied(opacity: ink.alpha * unit(color.alpha))
    }
    guard pixel >> 24 != 0 else { return }
    let isCovered = isOpaque && ink.alpha >= 1
    let moved = rect.offsetBy(dx: shadow.offset.width, dy: shadow.offset.height)
    if let shape = cast.shape, let sigmas = cast.sigmas, cast.isDeviceBlur {
      if shape.isUpright, shape.isSimilar, sigmas.x >= 2,
        try paintSlices(
          moved, corners: corners, shape: shape, sigma: sigmas.x, pixel: pixel, over: isCovered ? rect : nil, ink: ink)
      {
        return
      }
      let longest = max(rect.width, rect.height) * shape.scale + 6 * sigmas.x
      if shape.isUpright || sigmas.x < 1.5 || longest > TreePainter.longestPlaneSide {
        var builder = OutlineBuilder(canvas: reach(of: list.scissor, sigmas))
        outlines.add(moved, corners: corners, through: map, to: &builder)
        return try paintBlurred(builder.finish(), sigmas: sigmas, pixel, ink)
      }
    }
    let scale = planeScale(map, rect, sigma: shadow.sigma, isExact: cast.isDeviceBlur)
    let toSurface = AffineTransform.translation(-rect.minX, -rect.minY).concat(.scale(scale, scale))
    guard let surface = try planeSurface(of: rect, corners, sigma: shadow.sigma, scale: scale, toSurface) else {
      return
    }
    paint(
      surface, toSurface: toSurface, of: shadow, through: map, pixel: pixel, ink: ink,
      over: isCovered ? (rect, corners) : nil)
  }

  /// Returns the blurred coverage of a rounded rectangle in its plane, cached by its size; nil if it is empty.
  private func planeSurface(
    of rect: Rect, _ corners: Corners?, sigma: Double, scale: Double, _ toSurface: AffineTransform
  ) throws -> CoverageSurface? {
    let key = ShadowCache.PlaneKey(silhouette: .roundedRect(rect.size, corners), sigma: sigma, scale: scale)
    if let known = caches.shadows.planes[key] { return known }
    let region = DeviceRect(around: Rect(0, 0, rect.width * scale, rect.height * scale))
    var builder = OutlineBuilder(canvas: region)
    outlines.add(rect, corners: corners, through: Homography(toSurface), to: &builder)
    guard let made = try blurred(builder.finish(), sigma: (sigma * scale, sigma * scale), within: nil) else {
      return nil
    }
    caches.shadows.planes[key] = made
    return made
  }

  /// Paints the shadow of an outline, which `add` adds to a builder.
  private func paint(
    _ cast: Cast, of extent: Rect, _ add: (inout OutlineBuilder, inout PlaneOutline, Homography) -> Void
  ) throws {
    let (shadow, map) = (cast.shadow, cast.map)
    guard cast.pixel >> 24 != 0 else { return }
    if let sigmas = cast.sigmas, cast.isDeviceBlur {
      let offset = Homography(AffineTransform.translation(shadow.offset.width, shadow.offset.height))
      var builder = OutlineBuilder(canvas: reach(of: list.scissor, sigmas))
      add(&builder, &outlines, offset.concat(map))
      try paintBlurred(builder.finish(), sigmas: sigmas, cast.pixel, cast.ink)
    } else if extent.isFinite, extent.width > 0 || extent.height > 0 {
      let scale = planeScale(map, extent, sigma: shadow.sigma, isExact: false)
      let toSurface = AffineTransform.translation(-extent.minX, -extent.minY).concat(.scale(scale, scale))
      var builder = OutlineBuilder(
        canvas: DeviceRect(around: Rect(0, 0, extent.width * scale, extent.height * scale)).outset(dx: 1, dy: 1))
      add(&builder, &outlines, Homography(toSurface))
      let sigma = shadow.sigma * scale
      guard let surface = try blurred(builder.finish(), sigma: (sigma, sigma), within: nil) else { return }
      paint(surface, toSurface: toSurface, of: shadow, through: map, pixel: cast.pixel, ink: cast.ink)
    }
  }

  /// Begins a node whose silhouette is its picture.
  private func beginCasting(_ cast: Cast, _ node: RenderNode) throws {
    // A node clipped to its own outline is painted without its edges, and so separately from its silhouette.
    guard let shape = cast.shape, let sigmas = cast.sigmas, cast.isDeviceBlur, cast.ink.alpha >= 1,
      !cast.ink.coversGroup
    else { return try beginSilhouette(cast.shadow, of: node, through: cast.map, ink: cast.ink) }
    // The node is painted once, onto a surface that is both its silhouette and its picture.
    let d = shape.vector(cast.shadow.offset)
    let seen = list.scissor
    let around = reach(
      of: seen.offset(dx: pixels(-d.x.rounded()), dy: pixels(-d.y.rounded())).outset(dx: 1, dy: 1), sigmas)
    groups[groups.count - 1].surfaces.append(
      .casting(PendingShadow(shadow: cast.shadow, node: node, map: cast.map, ink: cast.ink)))
    beginSurface(region: seen.union(around))
    try beginContent(of: node, cast.map, Ink())
  }

  // MARK: Casters of shadows

  private func silhouette(of node: RenderNode, _ shadow: Shadow, isWhole: Bool) -> Silhouette {
    let isFiltered = node.filters != nil || node.transition != nil
    if node.masksToBounds, isWhole, isFilled(node), !isFiltered { return .hidden }
    if let path = shadow.path {
      return .outline({ builder, _, map in builder.add(path, through: map) }, extent: Rect(around: path.points))
    }
    if isFiltered { return .tree }
    var background: Color?
    var isPlain = node.children.isEmpty
    var hasBorder = false
    for piece in node.pieces {
      switch piece {
      case .background(.color(let color)): background = color
      case .background(.pattern), .gradient: return .tree
      case .contents, .drawing, .tiles, .shape, .particles: isPlain = false
      case .border: hasBorder = true
      }
    }
    guard let background else { return .tree }
    let isOpaque = background.alpha >= 1
    guard isOpaque || (isPlain && !hasBorder) else { return .tree }
    if !isPlain, !node.fitsOutline { return .tree }
    return .roundedRect(node.bounds, node.corners, isOpaque: isOpaque)
  }

  /// True if an opaque piece fills the node's bounds.
  private func isFilled(_ node: RenderNode) -> Bool { node.pieces.contains { $0.fillsBounds } }

  // MARK: In device space

  /// Returns the source area needed for a correct blur inside `rect`.
  private func reach(of rect: DeviceRect, _ sigmas: (x: Double, y: Double)) -> DeviceRect {
    // One more pixel, as the silhouette itself may be clipped there.
    PyramidBlur(sigmaX: sigmas.x, sigmaY: sigmas.y).need(for: rect).outset(dx: 1, dy: 1)
  }

  /// Blurs an outline's coverage; nil if it is empty.
  private func blurred(_ outline: Outline, sigma: (x: Double, y: Double), within: DeviceRect?) throws
    -> CoverageSurface?
  {
    guard !outline.isEmpty else { return nil }
    try charge(outline.bounds)
    let sharp = try surfaceMemory { try CoverageSurface(rect: outline.bounds) }
    CachedOutline(outline).forRows(of: sharp.rect, isStopped: options.isStopped) {
      coverage(outline, into: sharp.band.cropped(to: $0), combining: .set, scratch: scratch)
    }
    try checkStop()
    return try blurred(sharp, sigma: sigma, within: within)
  }

  private func blurred(_ sharp: CoverageSurface, sigma: (x: Double, y: Double), within: DeviceRect?) throws
    -> CoverageSurface?
  {
    if max(sigma.x, sigma.y) < TreePainter.leastSigma { return sharp }
    let blur = PyramidBlur(sigmaX: sigma.x, sigmaY: sigma.y)
    var rect = sharp.rect.outset(dx: blur.marginX, dy: blur.marginY)
    if let within { rect = rect.intersection(within) }
    guard !rect.isEmpty else { return nil }
    try charge(rect)
    let soft = try surfaceMemory {
      let soft = try CoverageSurface(rect: rect)
      try blur.apply(
        from: sharp.band, to: soft.band, threads: options.threads, instructions: options.instructions,
        isStopped: options.isStopped)
      return soft
    }
    try checkStop()
    return soft
  }

  private func paintBlurred(_ outline: Outline, sigmas: (x: Double, y: Double), _ pixel: UInt32, _ ink: Ink) throws {
    if max(sigmas.x, sigmas.y) < TreePainter.leastSigma {
      list.fill(outline, pixel: pixel, clip: ink.clip)
    } else if let surface = try blurred(outline, sigma: sigmas, within: list.scissor) {
      list.mask(surface, dx: 0, dy: 0, pixel: pixel, clip: ink.clip)
    }
  }

  // MARK: Without a blur

  /// Paints an unblurred shadow as a translated outline, for any map; false if the silhouette is not an outline.
  private func paintSharp(
    _ silhouette: Silhouette, shadow: Shadow, of node: RenderNode, through map: Homography, pixel: UInt32, ink: Ink
  ) -> Bool {
    let moved = Homography(AffineTransform.translation(shadow.offset.width, shadow.offset.height)).concat(map)
    var pixel = pixel
    var rule = FillRule.nonZero
    // The opaque outline painted over the shadow later.
    var cover: (outline: Outline, rule: FillRule)?
    func coverBounds() {
      guard ink.opacity == 255, !ink.coversGroup, isFilled(node), tiltedHardEdges(node.antialiasedEdges, map).isEmpty
      else { return }
      // Edges on whole pixels show no rim.
      if node.corners?.isRounded != true, wholePixels(edges(of: node, map), map) != nil { return }
      cover = (boundsOutline(node, map), .nonZero)
    }
    switch silhouette {
    case .hidden: return false
    case .roundedRect(let rect, let corners, let isOpaque):
      if !isOpaque, case .color(let color)? = node.background {
        pixel = shadow.color.premultiplied(opacity: ink.alpha * unit(color.alpha))
      }
      coverBounds()
      outlines.add(rect, corners: corners, through: moved, to: &list.builder)
    case .outline(let add, _):
      coverBounds()
      add(&list.builder, &outlines, moved)
    case .tree where ink.opacity == 255 && !ink.coversGroup && isFilled(node) && node.fitsOutline:
      coverBounds()
      outlines.add(node.bounds, corners: node.corners, through: moved, to: &list.builder)
    case .tree:
      guard node.pieces.count == 1, case .path(let path, let fillRule, let color)? = node.pieces.first?.evenArea,
        color.alpha >= 1, ink.opacity == 255, !ink.coversGroup, node.children.isEmpty
      else { return false }
      rule = fillRule
      list.builder.add(path, through: map)
      cover = (list.builder.finish(), rule)
      list.builder.add(path, through: moved)
    }
    let outline = list.builder.finish()
    guard pixel >> 24 != 0, !outline.isEmpty else { return true }
    guard let cover, !cover.outline.bounds.intersection(outline.bounds).isEmpty else {
      list.fill(outline, rule: rule, pixel: pixel, clip: ink.clip)
      return true
    }
    // If their edges lie in the same pixels, each covers these only partly, and a rim of the shadow would show around
    // the node. So only the part of the shadow outside the node's outline is painted.
    let before = ink.clip >= 0 ? list.clips[Int(ink.clip)] : nil
    let clip = list.add(
      clip: AreaClip(
        bounds: before.map { $0.bounds.intersection(outline.bounds) } ?? outline.bounds, inner: .empty,
        parts: [.outline(list.add(outline: outline), rule), .beneath(list.add(outline: cover.outline), cover.rule)]
          + (before?.parts ?? []))
    )
    list.fill(outline.bounds, pixel: pixel, clip: clip)
    return true
  }

  /// Paints a shadow along the device's axes as a nine-slice of a small one; false if the rectangle is too small for
  /// it.
  ///
  /// - Parameter opaque: the opaque area painted over the shadow later, in the plane; no shadow is needed inside it.
  private func paintSlices(
    _ rect: Rect, corners: Corners?, shape: PlaneShape, sigma: Double, pixel: UInt32, over opaque: Rect?, ink: Ink
  ) throws -> Bool {
    var radius = 0.0
    if let corners, corners.isRounded {
      radius = corners.minXMinY
      guard corners.maxXMinY == radius, corners.minXMaxY == radius, corners.maxXMaxY == radius else { return false }
    }
    let isContinuous = corners?.isContinuous == true && radius > 0
    let device = shape.affine.boundingBox(of: rect)
    guard device.isFinite, abs(device.minX) < 30000, abs(device.minY) < 30000, device.maxX < 30000, device.maxY < 30000
    else {
      return false
    }
    // The wider the blur, the less visible a quarter of a pixel is.
    let steps = sigma >= 4 ? 4.0 : sigma >= 3 ? 8.0 : 16.0
    func quantized(_ v: Double) -> Double { (v * steps).rounded() / steps }
    let x0 = quantized(device.minX)
    let y0 = quantized(device.minY)
    let x1 = quantized(device.maxX)
    let y1 = quantized(device.maxY)
    let margin = PyramidBlur(sigmaX: sigma, sigmaY: sigma).marginX
    let key = ShadowCache.SliceKey(
      radius: radius * shape.scale, isContinuous: isContinuous, sigma: sigma,
      left: Int32(clamping: (x0 - x0.rounded(.down)) * steps),
      top: Int32(clamping: (y0 - y0.rounded(.down)) * steps), right: Int32(clamping: (x1.rounded(.up) - x1) * steps),
      bottom: Int32(clamping: (y1.rounded(.up) - y1) * steps))
    guard key.radius < 1024 else { return false }
    let corner = Int32(clamping: (key.radius * (isContinuous ? 1.53 : 1)).rounded(.up)) + margin + 1
    let side = margin + corner
    let core = DeviceRect(
      x0: pixels(x0.rounded(.down)), y0: pixels(y0.rounded(.down)), x1: pixels(x1.rounded(.up)),
      y1: pixels(y1.rounded(.up)))
    guard core.width > 2 * Int(corner), core.height > 2 * Int(corner), side < 1024 else { return false }
    let surface: CoverageSurface
    if let known = caches.shadows.slices[key] {
      surface = known
    } else {
      let tile = 2 * corner + 1
      let r = Rect(
        minX: Double(key.left) / steps, minY: Double(key.top) / steps, maxX: Double(tile) - Double(key.right) / steps,
        maxY: Double(tile) - Double(key.bottom) / steps)
      var builder = OutlineBuilder(canvas: DeviceRect(x0: 0, y0: 0, x1: tile, y1: tile))
      let corners = radius > 0 ? Corners(radius: key.radius, isContinuous: isContinuous) : nil
      outlines.add(r, corners: corners, through: .identity, to: &builder)
      try charge(DeviceRect(x0: 0, y0: 0, x1: tile, y1: tile))
      let sharp = try surfaceMemory { try CoverageSurface(rect: DeviceRect(x0: 0, y0: 0, x1: tile, y1: tile)) }
      coverage(builder.finish(), into: sharp.band, combining: .set, scratch: scratch)
      guard let made = try blurred(sharp, sigma: (sigma, sigma), within: nil) else { return true }
      caches.shadows.slices[key] = made
      surface = made
    }
    var hole = DeviceRect.empty
    if let opaque {
      let inset = (corners?.coveredInset ?? 0) * shape.scale + 1
      let inner = shape.affine.boundingBox(of: opaque).insetBy(dx: inset, dy: inset)
      if inner.width > 2, inner.height > 2 {
        hole = DeviceRect(
          around: Rect(
            minX: inner.minX.rounded(.up), minY: inner.minY.rounded(.up), maxX: inner.maxX.rounded(.down),
            maxY: inner.maxY.rounded(.down)))
      }
    }
    list.nineSlice(
      NineSlice(
        surface: surface, left: side, right: side, top: side, bottom: side,
        destination: core.outset(dx: margin, dy: margin)),
      pixel: pixel, leavingOut: hole, clip: ink.clip)
    return true
  }

  /// Turns the current list, which holds the node, into silhouette and picture.
  func endCasting(_ pending: PendingShadow) throws {
    guard let picture = try endSurface() else { return }
    list.tint = pending.ink.tint
    if let shape = PlaneShape(pending.map) {
      let scales = shape.axisScales
      try paintShadow(
        of: picture, sigmas: (scales.x * pending.shadow.sigma, scales.y * pending.shadow.sigma),
        offset: shape.vector(pending.shadow.offset),
        pending.shadow.color.premultiplied(opacity: pending.ink.alpha), clip: pending.ink.clip)
    }
    list.surface(picture, clip: pending.ink.clip)
  }

  /// Paints a surface's shadow in device space.
  func paintShadow(
    of picture: PixelSurface, sigmas: (x: Double, y: Double), offset: Point, _ pixel: UInt32, clip: Int32,
    blend: BlendMode = .normal
  ) throws {
    try charge(picture.rect)
    let sharp = try surfaceMemory { try CoverageSurface(rect: picture.rect) }
    copyAlpha(of: picture.band, into: sharp.band, scratch: scratch)
    let whole = Point(offset.x.rounded(), offset.y.rounded())
    let dx = pixels(whole.x)
    let dy = pixels(whole.y)
    let seen = list.scissor.offset(dx: pixels(-whole.x), dy: pixels(-whole.y)).outset(dx: 2, dy: 2)
    guard let surface = try blurred(sharp, sigma: sigmas, within: seen) else { return }
    if abs(offset.x - whole.x) < 1.0 / 512, abs(offset.y - whole.y) < 1.0 / 512 {
      list.mask(surface, dx: dx, dy: dy, pixel: pixel, clip: clip)
    } else {
      let map = Homography(AffineTransform.translation(offset.x, offset.y))
      list.fill(
        surface.rect.offset(dx: dx, dy: dy).outset(dx: 2, dy: 2), source: .mask(surface, color: pixel, through: map),
        clip: clip)
    }
  }

  // MARK: In the node's plane

  /// Returns the pixels per point for a silhouette in its plane.
  private func planeScale(_ map: Homography, _ extent: Rect, sigma: Double, isExact: Bool) -> Double {
    let wanted = PlaneScale.largest(of: map, over: extent)
    // A power of two, so that a silhouette can be reused at another place.
    var scale = isExact ? wanted : exp2(min(max(log2(wanted).rounded(.up), -10), 6))
    // A wide blur needs few pixels.
    while sigma * scale > 32 { scale /= 2 }
    while max(extent.width, extent.height) * scale > TreePainter.longestPlaneSide, scale > 1e-9 { scale /= 2 }
    return scale
  }

  private func beginSilhouette(_ shadow: Shadow, of node: RenderNode, through map: Homography, ink: Ink) throws {
    guard let extent = try extent(of: node) else { return try beginContent(of: node, map, ink) }
    let scale = planeScale(map, extent, sigma: shadow.sigma, isExact: false)
    let toSurface = AffineTransform.translation(-extent.minX, -extent.minY).concat(.scale(scale, scale))
    let key = ShadowCache.PlaneKey(silhouette: .node(ObjectIdentifier(node)), sigma: shadow.sigma, scale: scale)
    let pending = PendingShadow(shadow: shadow, node: node, map: map, ink: ink, toSurface: toSurface, key: key)
    if let known = caches.shadows.planes[key] {
      paint(
        known, toSurface: toSurface, of: shadow, through: map, pixel: shadow.color.premultiplied(opacity: ink.alpha),
        ink: ink)
      return try beginContent(of: node, map, ink)
    }
    groups[groups.count - 1].surfaces.append(.silhouette(pending))
    beginSurface(region: DeviceRect(around: Rect(0, 0, extent.width * scale, extent.height * scale)))
    try beginContent(of: node, Homography(toSurface), Ink())
  }

  /// Turns the current list, which holds the node in its own plane, into the silhouette.
  func endSilhouette(_ pending: PendingShadow) throws {
    let picture = try endSurface()
    list.tint = pending.ink.tint
    if let picture {
      try charge(picture.rect)
      let sharp = try surfaceMemory { try CoverageSurface(rect: picture.rect) }
      copyAlpha(of: picture.band, into: sharp.band, scratch: scratch)
      let sigma = pending.shadow.sigma * pending.toSurface.a
      if let surface = try blurred(sharp, sigma: (sigma, sigma), within: nil) {
        if let key = pending.key { caches.shadows.planes[key] = surface }
        let pixel = pending.shadow.color.premultiplied(opacity: pending.ink.alpha)
        paint(
          surface, toSurface: pending.toSurface, of: pending.shadow, through: pending.map, pixel: pixel,
          ink: pending.ink)
      }
    }
  }

  /// Paints a silhouette of the plane.
  ///
  /// - Parameter opaque: the opaque area painted over the shadow later; no shadow is needed inside it.
  private func paint(
    _ surface: CoverageSurface, toSurface: AffineTransform, of shadow: Shadow, through map: Homography, pixel: UInt32,
    ink: Ink, over opaque: (rect: Rect, corners: Corners?)? = nil
  ) {
    guard pixel >> 24 != 0, let back = toSurface.inverted else { return }
    let toDevice = Homography(back.concat(.translation(shadow.offset.width, shadow.offset.height))).concat(map)
    // Half a pixel more on each side, as sampling fades out beyond the last pixel's centre.
    let hasHole = opaque != nil && map.isAffine
    outlines.add(surface.rect.rect.insetBy(dx: -0.5, dy: -0.5), through: toDevice, overlaps: hasHole, to: &list.builder)
    if let opaque, hasHole {
      let round = (opaque.corners?.coveredInset ?? 0)
      let pixel = PlaneScale.points(forPixels: 1.5, of: map, at: opaque.rect.center)
      let hole = opaque.rect.insetBy(dx: round + pixel.width, dy: round + pixel.height)
      if hole.width > 0, hole.height > 0 { outlines.add(hole, through: map, overlaps: true, to: &list.builder) }
    }
    list.fill(
      list.builder.finish(), rule: .evenOdd, source: .mask(surface, color: pixel, through: toDevice), clip: ink.clip)
  }
}

extension PlaneShape {
  /// Maps a size as a vector of the plane to pixels.
  func vector(_ size: Size) -> Point {
    Point(size.width * affine.a + size.height * affine.c, size.width * affine.b + size.height * affine.d)
  }
}

/// Converts to a whole number of pixels, clamped to ±1,000,000; NaN becomes 0.
func pixels(_ v: Double) -> Int32 { v == v ? Int32(clamping: min(max(v, -1e6), 1e6)) : 0 }
