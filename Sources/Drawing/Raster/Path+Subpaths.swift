// SPDX-License-Identifier: MIT
import Geometry

extension Path {
  /// True if all coordinates are small enough that sums and products of a few of them are finite.
  var hasBoundedPoints: Bool {
    points.withUnsafeBufferPointer { points in
      var isBounded = true
      for p in points { isBounded = isBounded && abs(p.x) < 1e300 && abs(p.y) < 1e300 }
      return isBounded
    }
  }

  /// The subpaths as separate paths, without those that have non-finite coordinates.
  var finiteSubpaths: [Path] {
    var result: [Path] = []
    var current = Path()
    var isGood = true
    var at = 0
    let points = self.points
    func finish() {
      if isGood, !current.isEmpty { result.append(current) }
    }
    for verb in verbs {
      let p = points[at..<(at + verb.pointCount)]
      if verb == .move {
        finish()
        current = Path()
        isGood = true
      }
      if !p.allSatisfy({ abs($0.x) < 1e300 && abs($0.y) < 1e300 }) { isGood = false }
      current.append(verb, p)
      at += verb.pointCount
    }
    finish()
    return result
  }
}
