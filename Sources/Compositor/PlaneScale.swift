// SPDX-License-Identifier: MIT
import Geometry

/// Device pixels per point of a plane.
enum PlaneScale {
  /// The largest scale in any direction at a point; infinite behind the eye.
  static func largest(of map: Homography, at p: Point) -> Double {
    map.largestScale(at: p)
  }

  /// The largest scale over a rectangle's corners and centre that lie before the eye; 1 when none does.
  static func largest(of map: Homography, over r: Rect) -> Double {
    if map.isAffine { return finite(largest(of: map, at: r.origin)) }
    var most = 0.0
    for p in r.corners + [r.center] {
      let s = largest(of: map, at: p)
      if s.isFinite { most = max(most, s) }
    }
    return most > 0 ? most : 1
  }

  /// The distance that edges along the plane's y and x axes must move in the plane to move by a number of pixels in the
  /// device.
  static func points(forPixels pixels: Double, of map: Homography, at p: Point) -> Size {
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

/// The properties of a plane's map to the device that matter for blurs.
struct PlaneShape {
  var affine: AffineTransform
  /// True when the map only moves, scales and mirrors along the device's axes, or swaps them.
  var isUpright: Bool
  var swapsAxes: Bool
  /// True when it keeps angles; `scale` is then the pixels per point.
  var isSimilar: Bool
  var scale: Double

  /// Nil under perspective and for maps that are not invertible.
  init?(_ map: Homography) {
    guard let t = map.affine, map.m33 > 0, t.isFinite, t.determinant != 0 else { return nil }
    affine = t
    isUpright = (t.b == 0 && t.c == 0) || (t.a == 0 && t.d == 0)
    swapsAxes = t.a == 0 && t.d == 0
    let x = t.a * t.a + t.b * t.b
    let y = t.c * t.c + t.d * t.d
    let larger = max(x, y)
    isSimilar = abs(x - y) <= larger * 1e-6 && abs(t.a * t.c + t.b * t.d) <= larger * 1e-6
    scale = larger.squareRoot()
  }

  /// Pixels per point along the device's x and y axes, for an upright or similar map.
  var axisScales: (x: Double, y: Double) {
    if isSimilar { return (scale, scale) }
    return swapsAxes ? (abs(affine.c), abs(affine.b)) : (abs(affine.a), abs(affine.d))
  }
}
