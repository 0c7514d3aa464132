// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Raster

// Filters that transform or crop the picture.
extension FilterRow {
  static let geometryAdjustments: [FilterRow] = [affineTransform, perspectiveTransform, crop]

  static let affineTransform = FilterRow(
    "CIAffineTransform", .geometryAdjustment, "Moves, turns, scales and shears the picture.",
    keys: [
      FilterKey(
        "inputTransform", .transform, .none, [1, 0, 0, 1, 0, 0],
        "The transform, about the origin of the bounds' coordinates.")
    ], grid: .plane,
    .area { inputs in
      let v = inputs.vector("inputTransform")
      guard v.count == 6, let back = inputs.map.inverted else { return nil }
      let t = AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
      if t.isIdentity { return nil }
      return placed(Homography(back.concat(t).concat(inputs.map)), inputs.extent)
    })

  /// Maps the bounds' corners projectively to the four points.
  static let perspectiveTransform = FilterRow(
    "CIPerspectiveTransform", .geometryAdjustment, "Shows the picture in perspective, its corners at four points.",
    keys: [
      .point("inputTopLeft", 118, 163, "Where the bounds' upper left corner goes."),
      .point("inputTopRight", 646, 140, "Where the bounds' upper right corner goes."),
      .point("inputBottomRight", 548, 507, "Where the bounds' lower right corner goes."),
      .point("inputBottomLeft", 155, 494, "Where the bounds' lower left corner goes."),
    ], grid: .plane,
    .area { inputs in
      let b = inputs.bounds.standardized
      guard b.width > 0, b.height > 0, let back = inputs.map.inverted else { return nil }
      func corner(_ name: String) -> Point {
        let v = inputs.vector(name)
        return Point(v[0], v[1])
      }
      let quad = Homography(
        unitSquareTo: corner("inputTopLeft"), corner("inputTopRight"), corner("inputBottomRight"),
        corner("inputBottomLeft"))
      let unit = back.concat(.translation(-b.x, -b.y)).concat(.scale(1 / b.width, 1 / b.height))
      return placed(Homography(unit).concat(quad).concat(Homography(inputs.map)), inputs.extent)
    })

  /// Returns a kernel for a map from the source to the result, both on the grid.
  private static func placed(_ map: Homography, _ extent: Rect) -> AreaKernel {
    // Beyond the outermost pixels' centres the picture fades out over one pixel.
    let source = Rect(extent.x - 0.5, extent.y - 0.5, extent.width + 1, extent.height + 1)
    guard map.isFinite, let back = map.inverted, back.isFinite else {
      // Singular map: the picture is seen edge-on.
      return AreaKernel(extent: { _ in .empty }, need: { $0 }) { _, _, _ in }
    }
    let area = DeviceRect(around: Rect(around: map.applyClipped(source.corners, epsilon: 1e-4)))
    let known = DeviceRect(around: source)
    /// Returns the mip levels for the largest footprint of a pixel in the source.
    func levels() -> Int? {
      guard let t = back.affine else { return 6 }
      let half = (t.a * t.a + t.b * t.b + t.c * t.c + t.d * t.d) / 2
      let long = half + max(0, half * half - t.determinant * t.determinant).squareRoot()
      let major = long.squareRoot()
      return Warp.levels(minor: abs(t.determinant) / max(major, 1e-12), major: major)
    }
    let isAffine = back.isAffine
    let scale = isAffine ? 1 / back.m33 : 1
    let b = back
    let warp = Warp(levels: levels()) { row in
      // Starts in double precision, so that a distant origin loses no precision.
      let (x, y, w) = b.homogeneous(Point(Double(row.x), Double(row.y)))
      let steps = Lanes(0, 1, 2, 3, 4, 5, 6, 7)
      for group in 0..<row.groups {
        let n = steps + Float(group * 8)
        if isAffine {
          let k = Float(scale)
          row.set(group, n * (Float(b.m11) * k) + Float(x * scale), n * (Float(b.m12) * k) + Float(y * scale))
          row.setAxes(
            group, Lanes(repeating: Float(b.m11) * k), Lanes(repeating: Float(b.m21) * k),
            Lanes(repeating: Float(b.m12) * k), Lanes(repeating: Float(b.m22) * k))
          continue
        }
        let bottom = n * Float(b.m13) + Float(w)
        // Nothing is visible behind the eye.
        let isSeen = bottom .> 1e-9
        let q = 1 / bottom.replacing(with: 1, where: .!isSeen)
        let sx = ((n * Float(b.m11) + Float(x)) * q).replacing(with: -1e9, where: .!isSeen)
        let sy = ((n * Float(b.m12) + Float(y)) * q).replacing(with: -1e9, where: .!isSeen)
        row.set(group, sx, sy)
        let xx = (Float(b.m11) - sx * Float(b.m13)) * q
        let xy = (Float(b.m21) - sx * Float(b.m23)) * q
        let yx = (Float(b.m12) - sy * Float(b.m13)) * q
        let yy = (Float(b.m22) - sy * Float(b.m23)) * q
        row.setAxes(
          group, xx.limited(-1e4, 1e4), xy.limited(-1e4, 1e4), yx.limited(-1e4, 1e4), yy.limited(-1e4, 1e4))
      }
    }
    return .warp(warp, extent: { _ in area }) { output in
      let places = b.applyClipped(output.rect.corners, epsilon: 1e-6)
      return places.isEmpty ? .empty : DeviceRect(around: Rect(around: places)).intersection(known)
    }
  }

  /// Pixels partly covered by the rectangle are weighted by their covered fraction.
  static let crop = FilterRow(
    "CICrop", .geometryAdjustment, "Leaves what lies in a rectangle.",
    keys: [
      FilterKey(
        "inputRectangle", .rect, .length, [0, 0, 300, 300],
        "What is left, in points of the bounds: x, y, width, height.")
    ], grid: .plane,
    .area { inputs in
      let r = inputs.map.boundingBox(of: inputs.rect("inputRectangle").standardized)
      let e = inputs.extent
      if r.minX <= e.minX, r.minY <= e.minY, r.maxX >= e.maxX, r.maxY >= e.maxY { return nil }
      let area = DeviceRect(around: r)
      /// Returns the fraction of a pixel that lies between two coordinates.
      @Sendable func part(_ at: Int32, _ low: Double, _ high: Double) -> Float {
        Float(max(0, min(Double(at) + 1, high) - max(Double(at), low)))
      }
      @Sendable func cut(
        _ source: FilterImage, _ target: FilterImage, _ work: FilterWork, _ body: (Int32, Int32, Int32, Float) -> Void
      ) {
        let both = source.rect.intersection(target.rect)
        work.rows(of: both) { y in
          let weight = part(y, r.minY, r.maxY)
          if weight <= 0 { return }
          // Only the first and the last pixel of a row can be partly covered.
          let x0 = max(both.x0, area.x0)
          let x1 = min(both.x1, area.x1)
          var x = x0
          while x < x1 {
            let isEdge = x == area.x0 || x + 1 == area.x1
            let end = isEdge ? x + 1 : x1 == area.x1 ? x1 - 1 : x1
            body(y, x, end, isEdge ? weight * part(x, r.minX, r.maxX) : weight)
            x = end
          }
        }
      }
      return AreaKernel(
        extent: { $0.intersection(area) }, need: { $0 },
        bytes: { source, target, work in
          cut(source, target, work) { y, x0, x1, weight in
            let from = source.bytes(y) + (Int(x0) - Int(source.rect.x0))
            let to = target.bytes(y) + (Int(x0) - Int(target.rect.x0))
            let count = Int(x1 - x0)
            if weight >= 1 {
              to.update(from: from, count: count)
            } else {
              for i in 0..<count { to[i] = FilterPixel.bytes(FilterPixel.floats(from[i]) * weight) }
            }
          }
        },
        { source, target, work in
          cut(source, target, work) { y, x0, x1, weight in
            let from = source.floats(y) + (Int(x0) - Int(source.rect.x0))
            let to = target.floats(y) + (Int(x0) - Int(target.rect.x0))
            for i in 0..<Int(x1 - x0) { to[i] = from[i] * weight }
          }
        })
    })
}

extension Homography {
  /// Creates the projective map of (0, 0), (1, 0), (1, 1) and (0, 1) to four points (P. Heckbert, "Fundamentals of
  /// Texture Mapping and Image Warping", 1989, section 2.2.3). All zero if three of them are collinear.
  init(unitSquareTo p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    let sx = p0.x - p1.x + p2.x - p3.x
    let sy = p0.y - p1.y + p2.y - p3.y
    let dx1 = p1.x - p2.x
    let dy1 = p1.y - p2.y
    let dx2 = p3.x - p2.x
    let dy2 = p3.y - p2.y
    let det = dx1 * dy2 - dx2 * dy1
    let g = det == 0 ? 0 : (sx * dy2 - dx2 * sy) / det
    let h = det == 0 ? 0 : (dx1 * sy - sx * dy1) / det
    let k: Double = det == 0 ? 0 : 1
    self.init(
      m11: (p1.x - p0.x + g * p1.x) * k, m12: (p1.y - p0.y + g * p1.y) * k, m13: g,
      m21: (p3.x - p0.x + h * p3.x) * k, m22: (p3.y - p0.y + h * p3.y) * k, m23: h, m31: p0.x * k, m32: p0.y * k,
      m33: k)
  }
}
