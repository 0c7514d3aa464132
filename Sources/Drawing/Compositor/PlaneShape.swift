// SPDX-License-Identifier: MIT
import Geometry

/// Properties of a plane's map to the device that matter for blurs.
struct PlaneShape {
  var affine: AffineTransform
  /// True if the map only translates, scales and mirrors along the device's axes, or swaps them.
  var isUpright: Bool
  var swapsAxes: Bool
  /// True if the map is a similarity; `scale` is then the pixels per point.
  var isSimilar: Bool
  var scale: Double

  /// Creates the properties of a map; nil for perspective and singular maps.
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
