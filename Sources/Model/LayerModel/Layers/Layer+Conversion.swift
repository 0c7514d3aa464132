// SPDX-License-Identifier: MIT
import Geometry

// Conversion between the coordinates of layers. An ordinary layer flattens its sublayers, so that each level is a
// projective map of planes; a transform layer passes the whole 4×4 matrix to the level above.
extension Layer {
  /// Converts a point from another layer's coordinates to this layer's; nil for the superlayer's space (of a root, the
  /// canvas).
  ///
  /// ```swift
  /// let corner = try poster.convertPoint(Point(0, 0), from: sun)  // the sun's top left corner
  /// ```
  ///
  /// - Throws: `LayerError` if the layer is edge-on or the point lies behind the eye.
  public final func convertPoint(_ p: Point, from other: Layer?) throws -> Point {
    if let other { return try other.convertPoint(p, to: self) }
    return try mapped(p, by: planeMap(to: nil, inverse: true), "convertPointFromLayer")
  }

  /// Converts a point from this layer's coordinates to another layer's; nil for the superlayer's space.
  public final func convertPoint(_ p: Point, to other: Layer?) throws -> Point {
    if other === self { return p }
    guard let other else { return try mapped(p, by: planeMap(to: nil, inverse: false), "convertPointToLayer") }
    return try mapped(p, by: map(to: other), "convertPointToLayer")
  }

  /// Converts a rectangle from another layer's coordinates: returns the bounding box of its four converted corners.
  public final func convertRect(_ r: Rect, from other: Layer?) throws -> Rect {
    if let other { return try other.convertRect(r, to: self) }
    return try mapped(r, by: planeMap(to: nil, inverse: true), "convertRectFromLayer")
  }

  /// Converts a rectangle from this layer's coordinates to another layer's; nil for the superlayer's space.
  ///
  /// ```swift
  /// let place = try sun.convertRect(sun.bounds, to: poster)
  /// ```
  public final func convertRect(_ r: Rect, to other: Layer?) throws -> Rect {
    if other === self { return r }
    guard let other else { return try mapped(r, by: planeMap(to: nil, inverse: false), "convertRectToLayer") }
    return try mapped(r, by: map(to: other), "convertRectToLayer")
  }

  /// Converts a time of another layer to this layer's time; nil for the time outside the root. Before a layer's
  /// `beginTime` its time is 0, as in Core Animation.
  ///
  /// ```swift
  /// let half = Layer(in: scene)
  /// half.speed = 0.5
  /// half.beginTime = 1
  /// try half.convertTime(3, from: nil)  // 1
  /// ```
  ///
  /// Sublayers of a layer with a `contentsTime` run at that.
  ///
  /// - Throws: `LayerError` if the speed of a layer in between is 0, or if it runs at a `contentsTime`, since its time
  ///   has no inverse.
  public final func convertTime(_ t: Double, from other: Layer?) throws -> Double {
    if let other { return try other.convertTime(t, to: self) }
    return localTime(t, below: nil)
  }

  /// Converts a time of this layer to another layer's time; nil for the scene's.
  ///
  /// ```swift
  /// let half = Layer(in: scene)
  /// half.speed = 0.5
  /// half.beginTime = 1
  /// try half.convertTime(1, to: nil)  // 3
  /// ```
  public final func convertTime(_ t: Double, to other: Layer?) throws -> Double {
    if other === self { return t }
    let common = other.flatMap { commonAncestor(with: $0) }
    // The other layer's branch below the common ancestor.
    let branch = common.flatMap { common in other?.branch(below: common) }
    var time = t
    var isInside = false
    var l: Layer? = self
    while let now = l, now !== common {
      let timing = now.timing
      if timing.speed == 0 {
        throw LayerError(
          "\(now.className).convertTimeToLayer: the speed of \(now.label) is 0, its time cannot be converted back")
      }
      time = (time - timing.timeOffset) / timing.speed + timing.beginTime
      l = now.parent
      // Sublayers of one layer share its `contentsTime`.
      isInside = l === common && now.isTimeRemapped
      if isInside, let branch, branch.isTimeRemapped { continue }
      if now.isTimeRemapped {
        throw LayerError(
          "\(now.className).convertTimeToLayer: \(now.label) runs at the contentsTime of its superlayer, its time "
            + "cannot be converted back; convert a time of the superlayer to it instead")
      }
    }
    return other?.localTime(time, below: common, isInside: isInside) ?? time
  }

  /// Returns this layer's time when `t` is the time of its ancestor `top`, or outside the root; 0 before a layer
  /// begins.
  private func localTime(_ t: Double, below top: Layer?, isInside: Bool = false) -> Double {
    let local = time(LocalTime(t), below: top, isInside: isInside) { layer, time in
      guard let timing = layer.timingBox?.value else { return time }
      let seconds = time.seconds
      return LocalTime(timing.beginTime - seconds > LocalTime(seconds).slack ? 0 : timing.activeTime(at: seconds))
    }
    return local?.seconds ?? t
  }

  /// Returns the layer itself or the one above it that is a sublayer or the mask of an ancestor; nil for the ancestor.
  private func branch(below top: Layer) -> Layer? {
    var layer: Layer? = self
    while let now = layer, now !== top {
      if now.parent === top { return now }
      layer = now.parent
    }
    return nil
  }

  /// Returns the layer's local time at scene time `t`; 0 before the layer, or one above it, begins.
  package final func localTime(atSceneTime t: Double) -> Double { localTime(t, below: nil) }

  // MARK: Plane maps

  private func commonAncestor(with other: Layer) -> Layer? {
    var a: Layer? = self
    var b: Layer? = other
    var depthA = 0
    var depthB = 0
    while let now = a {
      depthA += 1
      a = now.parent
    }
    while let now = b {
      depthB += 1
      b = now.parent
    }
    a = self
    b = other
    while depthA > depthB {
      a = a?.parent
      depthA -= 1
    }
    while depthB > depthA {
      b = b?.parent
      depthB -= 1
    }
    while let x = a, let y = b {
      if x === y { return x }
      a = x.parent
      b = y.parent
    }
    return nil
  }

  /// Returns the map from this layer's plane to that of its ancestor `top`, or beyond the root for nil.
  private func planeMap(upTo top: Layer?) -> Homography {
    var result = Homography.identity
    // The matrix since the last flattened plane; transform layers keep it whole.
    var pending: Transform3D?
    var l = self
    while l !== top {
      let m: Transform3D
      if let p = l.parent { m = p.matrix(ofChild: l) } else { m = l.layerMatrix }
      pending = pending?.concat(m) ?? m
      guard let p = l.parent else { break }
      if p.isFlattening || p === top {
        if let t = pending { result = result.concat(t.homography) }
        pending = nil
      }
      l = p
    }
    if let t = pending { result = result.concat(t.homography) }
    return result
  }

  /// Returns the map to the superlayer's space, past transform layers to the nearest ancestor with a plane, or its
  /// inverse.
  private func planeMap(to other: Layer?, inverse: Bool) throws(LayerError) -> Homography {
    let map = planeMap(upTo: flatSuperlayer)
    if !inverse { return map }
    guard let back = map.inverted else { throw edgeOn }
    return back
  }

  private func map(to other: Layer) throws(LayerError) -> Homography {
    let top = commonAncestor(with: other)
    let up = planeMap(upTo: top)
    if top === other { return up }
    guard let down = other.planeMap(upTo: top).inverted else { throw other.edgeOn }
    return top === self ? down : up.concat(down)
  }

  /// True if sublayers are flattened into the layer's plane.
  package final var isFlattening: Bool { !flag(.isTransformLayer) }

  /// The nearest ancestor that is not a transform layer; nil if there is none.
  final var flatSuperlayer: Layer? {
    var p = parent
    while let now = p, !now.isFlattening { p = now.parent }
    return p
  }

  private var edgeOn: LayerError { LayerError("layer \(label) is edge-on or flattened to nothing: it has no inverse") }

  private func mapped(_ p: Point, by map: Homography, _ call: String) throws(LayerError) -> Point {
    guard p.isFinite else {
      throw LayerError("\(className).\(call): expected a finite point, got \(PropertyValue.point(p).described)")
    }
    guard let q = map.apply(p), q.isFinite else {
      throw LayerError("\(className).\(call): the point lies behind the eye of \(label)")
    }
    return q
  }

  private func mapped(_ r: Rect, by map: Homography, _ call: String) throws(LayerError) -> Rect {
    guard r.isFinite else {
      throw LayerError("\(className).\(call): expected a finite rect, got \(PropertyValue.rect(r).described)")
    }
    var corners: [Point] = []
    for c in r.corners { corners.append(try mapped(c, by: map, call)) }
    return Rect(around: corners)
  }
}
