// SPDX-License-Identifier: MIT
extension Homography {
  /// Returns the largest factor by which the map lengthens a short line at a point, over all directions; infinite
  /// behind the eye.
  ///
  /// ```swift
  /// Homography(.scale(2, 3)).largestScale(at: .zero)  // 3
  /// ```
  package func largestScale(at p: Point) -> Double {
    let h = homogeneous(p)
    guard h.w > 0 else { return .infinity }
    let x = h.x / h.w
    let y = h.y / h.w
    // The Jacobian of the projection.
    let a = (m11 - x * m13) / h.w
    let b = (m12 - y * m13) / h.w
    let c = (m21 - x * m23) / h.w
    let d = (m22 - y * m23) / h.w
    // The larger singular value.
    let sum = a * a + b * b + c * c + d * d
    let det = a * d - b * c
    let root = max(sum * sum - 4 * det * det, 0).squareRoot()
    return ((sum + root) / 2).squareRoot()
  }
}
