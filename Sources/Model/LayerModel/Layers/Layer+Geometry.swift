// SPDX-License-Identifier: MIT
import Geometry
import Messages

// The geometry of a layer. Matrices multiply row vectors; see `Transform3D`.
extension Layer {
  /// The anchor point in the layer's own coordinates, without its z.
  public final var anchor: Point {
    Point(
      storedBounds.origin.x + storedAnchorPoint.x * storedBounds.size.width,
      storedBounds.origin.y + storedAnchorPoint.y * storedBounds.size.height)
  }

  /// The matrix from the layer's unflipped plane to the superlayer's coordinates: T(−anchor) · transform · T(position,
  /// zPosition).
  package final var planeMatrix: Transform3D {
    let a = anchor
    let az = extraBox?.value.anchorPointZ ?? 0
    guard let m = transformStorage?.matrix else {
      return Transform3D(m41: storedPosition.x - a.x, m42: storedPosition.y - a.y, m43: storedZPosition - az)
    }
    var r = m
    // T(−a) · m: the last row takes −a through m.
    r.m41 = m.m41 - a.x * m.m11 - a.y * m.m21 - az * m.m31
    r.m42 = m.m42 - a.x * m.m12 - a.y * m.m22 - az * m.m32
    r.m43 = m.m43 - a.x * m.m13 - a.y * m.m23 - az * m.m33
    r.m44 = m.m44 - a.x * m.m14 - a.y * m.m24 - az * m.m34
    // · T(p): column 4 carries the translation into the others.
    let p = storedPosition
    let z = storedZPosition
    r.m11 += r.m14 * p.x
    r.m12 += r.m14 * p.y
    r.m13 += r.m14 * z
    r.m21 += r.m24 * p.x
    r.m22 += r.m24 * p.y
    r.m23 += r.m24 * z
    r.m31 += r.m34 * p.x
    r.m32 += r.m34 * p.y
    r.m33 += r.m34 * z
    r.m41 += r.m44 * p.x
    r.m42 += r.m44 * p.y
    r.m43 += r.m44 * z
    return r
  }

  /// The matrix of `geometryFlipped` about the middle of the bounds, y → 2·by + h − y; nil if not flipped.
  package final var flipMatrix: Transform3D? {
    guard flag(.geometryFlipped) else { return nil }
    return Transform3D(m22: -1, m42: 2 * storedBounds.origin.y + storedBounds.size.height)
  }

  /// The matrix from the layer's coordinates to the superlayer's: F · T(−anchor) · transform · T(position, zPosition).
  package final var layerMatrix: Transform3D {
    if let f = flipMatrix { return f.concat(planeMatrix) }
    return planeMatrix
  }

  /// The matrix applied to all sublayers, `sublayerTransform` about this layer's anchor point; nil for the identity.
  package final var sublayerMatrix: Transform3D? {
    guard let m = extraBox?.value.sublayerTransform?.matrix, !m.isIdentity else { return nil }
    let a = anchor
    let az = extraBox?.value.anchorPointZ ?? 0
    return Transform3D.translation(-a.x, -a.y, -az).concat(m).concat(.translation(a.x, a.y, az))
  }

  /// Returns the matrix from a sublayer's coordinates to this layer's; `sublayerTransform` does not apply to a mask.
  final func matrix(ofChild l: Layer) -> Transform3D {
    let m = l.layerMatrix
    if l.flag(.isMask) { return m }
    if let u = sublayerMatrix { return m.concat(u) }
    return m
  }

  /// The matrix from the layer's unflipped plane to its superlayer's unflipped plane, with the superlayer's
  /// `sublayerTransform` and flip: the `placement` of a render tree's node.
  package final var placement: Transform3D {
    var m = planeMatrix
    guard let p = parent else { return m }
    if !flag(.isMask), let u = p.sublayerMatrix { m = m.concat(u) }
    if let f = p.flipMatrix { m = m.concat(f) }
    return m
  }

  /// The z of the anchor point in the superlayer's space, by which siblings are sorted; greater is nearer.
  package final var anchorDepth: Double { anchorDepth(under: parent?.sublayerMatrix) }

  /// Returns `anchorDepth` for a known matrix of the superlayer.
  ///
  /// - Parameter sublayerMatrix: the superlayer's `sublayerMatrix`.
  final func anchorDepth(under sublayerMatrix: Transform3D?) -> Double {
    let z: Double
    var at = storedPosition
    if let m = transformStorage?.matrix {
      let w = m.m44
      z = (w == 0 ? m.m43 : m.m43 / w) + storedZPosition
      if w != 0 { at = Point(at.x + m.m41 / w, at.y + m.m42 / w) }
    } else {
      z = storedZPosition
    }
    guard let u = sublayerMatrix, !flag(.isMask) else { return z }
    let h = u.homogeneous(x: at.x, y: at.y, z: z)
    return h.w > 0 ? h.z / h.w : .infinity
  }

  /// The sublayers back to front, sorted by anchor depth; those of equal depth stay in order.
  package final var sublayersInPaintOrder: [Layer] {
    var isFlat = sublayerMatrix == nil
    if isFlat {
      for l in children where l.storedZPosition != 0 || (l.transformStorage.map { $0.matrix.m43 != 0 } ?? false) {
        isFlat = false
        break
      }
    }
    if isFlat || children.count < 2 { return children.array }
    var order: [(depth: Double, index: Int)] = []
    order.reserveCapacity(children.count)
    var isSorted = true
    for (i, l) in children.enumerated() {
      let depth = l.anchorDepth
      if let last = order.last, depth < last.depth { isSorted = false }
      order.append((depth, i))
    }
    if isSorted { return children.array }
    order.sort { $0.depth != $1.depth ? $0.depth < $1.depth : $0.index < $1.index }
    let all = children.array
    return order.map { all[$0.index] }
  }

  // MARK: Frame

  /// The bounding box of the bounds in the superlayer, without its `sublayerTransform`, in points.
  ///
  /// Setting it keeps the bounds' origin, the anchor point and the transform. Under a rotation or skew it does not
  /// round-trip.
  public final var frame: Rect {
    get {
      let b = storedBounds
      if transformStorage == nil {
        return Rect(
          x: storedPosition.x - storedAnchorPoint.x * b.width, y: storedPosition.y - storedAnchorPoint.y * b.height,
          width: b.width, height: b.height)
      }
      let m = planeMatrix
      if m.m12 == 0, m.m21 == 0, m.m14 == 0, m.m24 == 0, m.m44 == 1 {
        // A pure scale is computed exactly, so that a frame that was set reads back.
        let sx = abs(m.m11)
        let sy = abs(m.m22)
        let t = transformMatrix
        let ax = m.m11 < 0 ? 1 - storedAnchorPoint.x : storedAnchorPoint.x
        let ay = m.m22 < 0 ? 1 - storedAnchorPoint.y : storedAnchorPoint.y
        let w = b.width * sx
        let h = b.height * sy
        // The anchor's z may shift the layer through m31, m32.
        let az = extraBox?.value.anchorPointZ ?? 0
        return Rect(
          x: storedPosition.x + t.m41 - az * t.m31 - ax * w, y: storedPosition.y + t.m42 - az * t.m32 - ay * h,
          width: w, height: h)
      }
      return Rect(around: m.homography.applyClipped(b.corners))
    }
    set {
      // With a singular transform, any frame is refused.
      do { try setFrame(newValue) } catch { refuse(error, isOfState: newValue.isFinite) }
    }
  }

  /// Sets `frame` by changing bounds and position.
  ///
  /// ```swift
  /// try panel.setFrame(Rect(10, 10, 100, 50))
  /// panel.position  // Point(60, 35)
  /// ```
  ///
  /// - Throws: `LayerError` for a component that is not finite, or a transform that flattens the layer to a line.
  public final func setFrame(_ rect: Rect) throws {
    guard rect.isFinite else {
      throw Property.frame.notFinite(
        self, [("x", rect.x), ("y", rect.y), ("width", rect.width), ("height", rect.height)])
    }
    let f = rect.standardized
    let t = transformMatrix
    var size = f.size
    var ax = storedAnchorPoint.x
    var ay = storedAnchorPoint.y
    let isDiagonal = t.m12 == 0 && t.m21 == 0
    if transformStorage != nil {
      let det = t.m11 * t.m22 - t.m12 * t.m21
      guard det != 0, det.isFinite else {
        throw LayerError("\(className).frame: the transform is singular, set bounds and position instead")
      }
      if isDiagonal {
        size = Size(f.width / abs(t.m11), f.height / abs(t.m22))
        if t.m11 < 0 { ax = 1 - ax }
        if t.m22 < 0 { ay = 1 - ay }
      } else {
        let inverse = AffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: 0, ty: 0).inverted ?? .identity
        size = inverse.boundingBox(of: Rect(origin: .zero, size: f.size)).size
        scene.warn(
          .frameDerived,
          "\(mention): frame is the bounding box: under rotation or skew it does not read back as set; set bounds and "
            + "position instead",
          onceFor: className)
      }
    }
    let position = Point(f.x + ax * f.width - t.m41, f.y + ay * f.height - t.m42)
    guard size.isFinite, position.isFinite else {
      throw LayerError(
        "\(className).frame: the transform's scale is too small for this frame, set bounds and position instead")
    }
    try Property.bounds.setRect(self, Rect(origin: storedBounds.origin, size: size))
    try Property.position.setPoint(self, position)
  }

  /// Warns if a constructor gave a frame after bounds or a position that contradict it, and names the one that applies.
  package final func warnAboutFrame(besideBounds bounds: Rect?, position: Point?) {
    func differ(_ a: Double, _ b: Double) -> Bool { abs(a - b) > 1e-6 * Swift.max(1, abs(a), abs(b)) }
    var lost: [String] = []
    if let b = bounds, differ(b.width, storedBounds.width) || differ(b.height, storedBounds.height) {
      lost.append(
        "the bounds' size is {\(numberText(storedBounds.width)), \(numberText(storedBounds.height))} and not "
          + "{\(numberText(b.width)), \(numberText(b.height))}"
      )
    }
    if let p = position, differ(p.x, storedPosition.x) || differ(p.y, storedPosition.y) {
      lost.append(
        "the position is {\(numberText(storedPosition.x)), \(numberText(storedPosition.y))} and not "
          + "{\(numberText(p.x)), \(numberText(p.y))}"
      )
    }
    if lost.isEmpty { return }
    let what = bounds != nil && position != nil ? "bounds and position" : bounds != nil ? "bounds" : "position"
    scene.warn(
      .frameBeside,
      "\(mention): frame and \(what) in one constructor: the frame wins, so \(listed(lost)); give the frame, or bounds "
        + "and position",
      onceFor: "\(serial)", about: self)
  }

  /// Moves the anchor point without moving the layer: `position` compensates.
  ///
  /// ```swift
  /// try panel.setFrame(Rect(10, 10, 100, 50))
  /// try panel.setAnchorPointKeepingFrame(Point(0, 0))
  /// panel.position  // Point(10, 10)
  /// ```
  public final func setAnchorPointKeepingFrame(_ p: Point) throws {
    guard p.isFinite else { throw Property.anchorPoint.notFinite(self, [("x", p.x), ("y", p.y)]) }
    let old = anchor
    let new = Point(storedBounds.x + p.x * storedBounds.width, storedBounds.y + p.y * storedBounds.height)
    // The new anchor must keep its current place in the superlayer, which becomes `position`; the transform does not
    // move it.
    let d = new - old
    let t = transformMatrix
    let h = (x: d.x * t.m11 + d.y * t.m21, y: d.x * t.m12 + d.y * t.m22, w: d.x * t.m14 + d.y * t.m24 + 1)
    guard h.w > 0 else {
      throw LayerError("\(className).setAnchorPointKeepingFrame: the new anchor lies behind the eye")
    }
    let moved = Point(storedPosition.x + h.x / h.w, storedPosition.y + h.y / h.w)
    try Property.anchorPoint.setPoint(self, p)
    try Property.position.setPoint(self, moved)
  }

  // MARK: Directions

  /// Returns true if an odd number of layers from this one up to the root is flipped.
  public final func contentsAreFlipped() -> Bool {
    var odd = flag(.geometryFlipped)
    var p = parent
    while let now = p {
      if now.flag(.geometryFlipped) { odd.toggle() }
      p = now.parent
    }
    return odd
  }
}
