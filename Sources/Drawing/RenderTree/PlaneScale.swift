// SPDX-License-Identifier: MIT
import Geometry

/// Device pixels per point of a plane.
package enum PlaneScale {
  /// Returns the largest scale in any direction at a point; infinite behind the eye.
  package static func largest(of map: Homography, at p: Point) -> Double {
    map.largestScale(at: p)
  }

  /// Returns the largest scale at those corners and centre of a rectangle that lie in front of the eye; 1 if none does.
  package static func largest(of map: Homography, over r: Rect) -> Double {
    if map.isAffine { return finite(largest(of: map, at: r.origin)) }
    var most = 0.0
    for p in r.corners + [r.center] {
      let s = largest(of: map, at: p)
      if s.isFinite { most = max(most, s) }
    }
    return most > 0 ? most : 1
  }

  /// Returns the distance that edges along the plane's y and x axes must move in the plane to move by a number of
  /// device pixels.
  package static func points(forPixels pixels: Double, of map: Homography, at p: Point) -> Size {
    let h = map.homogeneous(p)
    let x = h.x / h.w
    let y = h.y / h.w
    let a = (map.m11 - x * map.m13) / h.w
    let b = (map.m12 - y * map.m13) / h.w
    let c = (map.m21 - x * map.m23) / h.w
    let d = (map.m22 - y * map.m23) / h.w
    let k = pixels / abs(a * d - b * c)
    let size = Size((c * c + d * d).squareRoot() * k, (a * a + b * b).squareRoot() * k)
    return size.isFinite ? size : .zero
  }

  private static func finite(_ v: Double) -> Double { v.isFinite ? v : 1 }
}
