// SPDX-License-Identifier: MIT
import Geometry
import SystemC

extension LayerEmission {
  /// Returns a point on the shape, relative to its centre, and the direction from which emission angles are measured
  /// there.
  ///
  /// The distribution is uniform by length, area or volume for u, v, w uniform in [0, 1). Points, rectangles and
  /// cuboids emit along +x, circles and spheres outward, lines across themselves, along −y.
  func emissionPoint(_ u: Double, _ v: Double, _ w: Double) -> (offset: Vector3, direction: Vector3) {
    let size = self.size
    let (a, b, c) = (size.width / 2, size.height / 2, depth / 2)
    let right = Vector3(x: 1, y: 0, z: 0)
    func spread(_ u: Double) -> Double { 2 * u - 1 }
    switch shape {
    case .point: return (Vector3(), right)
    case .line:
      let x = mode == .points ? (u < 0.5 ? -a : a) : a * spread(u)
      return (Vector3(x: x, y: 0, z: 0), Vector3(x: 0, y: -1, z: 0))
    case .rectangle:
      switch mode {
      case .points: return (Vector3(x: u < 0.5 ? -a : a, y: v < 0.5 ? -b : b, z: 0), right)
      case .outline:
        let p = LayerEmission.perimeter(u, abs(size.width), abs(size.height))
        return (Vector3(x: p.x, y: p.y, z: 0), right)
      case .surface, .volume: return (Vector3(x: a * spread(u), y: b * spread(v), z: 0), right)
      }
    case .cuboid: return (inCuboid(u, v, w, a, b, c), right)
    case .circle:
      let angle = mode == .points ? (u * 4).rounded(.down) * .pi / 2 : 2 * .pi * u
      let direction = Vector3(x: cos(angle), y: sin(angle), z: 0)
      let radius =
        switch mode {
        case .points, .outline: abs(size.width)
        case .surface, .volume: abs(size.width) * v.squareRoot()
        }
      return (Vector3(x: direction.x * radius, y: direction.y * radius, z: 0), direction)
    case .sphere: return inSphere(u, v, w, abs(size.width))
    }
  }

  private func inCuboid(_ u: Double, _ v: Double, _ w: Double, _ a: Double, _ b: Double, _ c: Double) -> Vector3 {
    func spread(_ u: Double) -> Double { 2 * u - 1 }
    func side(_ u: Double, _ a: Double) -> Double { u < 0.5 ? -a : a }
    switch mode {
    case .points: return Vector3(x: side(u, a), y: side(v, b), z: side(w, c))
    case .volume: return Vector3(x: a * spread(u), y: b * spread(v), z: c * spread(w))
    case .outline:
      // Four edges along each axis; an axis is chosen in proportion to the length of its edges.
      let (x, y, z) = (abs(a), abs(b), abs(c))
      let at = u * (x + y + z)
      let corner = (w * 4).rounded(.down)
      let s = corner.truncatingRemainder(dividingBy: 2) == 0 ? -1.0 : 1.0
      let t = corner < 2 ? -1.0 : 1.0
      if at < x { return Vector3(x: a * spread(v), y: b * s, z: c * t) }
      if at < x + y { return Vector3(x: a * s, y: b * spread(v), z: c * t) }
      return Vector3(x: a * s, y: b * t, z: c * spread(v))
    case .surface:
      let (front, flank, top) = (abs(a * b), abs(b * c), abs(a * c))
      let sum = front + flank + top
      let at = u * sum
      // The rest of u selects one of the two faces.
      func face(_ from: Double, _ area: Double) -> Double { at - from < area / 2 ? -1 : 1 }
      if at < front || sum == 0 { return Vector3(x: a * spread(v), y: b * spread(w), z: c * face(0, front)) }
      if at < front + flank { return Vector3(x: a * face(front, flank), y: b * spread(v), z: c * spread(w)) }
      return Vector3(x: a * spread(v), y: b * face(front + flank, top), z: c * spread(w))
    }
  }

  private func inSphere(_ u: Double, _ v: Double, _ w: Double, _ radius: Double) -> (
    offset: Vector3, direction: Vector3
  ) {
    var direction: Vector3
    var distance = radius
    switch mode {
    case .points:
      let k = (u * 6).rounded(.down)
      let sign = k.truncatingRemainder(dividingBy: 2) == 0 ? 1.0 : -1.0
      direction =
        k < 2 ? Vector3(x: sign, y: 0, z: 0) : k < 4 ? Vector3(x: 0, y: sign, z: 0) : Vector3(x: 0, y: 0, z: sign)
    case .outline: direction = Vector3(x: cos(2 * .pi * u), y: sin(2 * .pi * u), z: 0)
    case .surface, .volume:
      // Archimedes' hat-box theorem: zones of equal height have equal area.
      let z = 2 * v - 1
      let flat = max(1 - z * z, 0).squareRoot()
      direction = Vector3(x: flat * cos(2 * .pi * u), y: flat * sin(2 * .pi * u), z: z)
      if mode == .volume { distance *= cbrt(w) }
    }
    return (Vector3(x: direction.x * distance, y: direction.y * distance, z: direction.z * distance), direction)
  }

  /// Returns the point at fraction `u` of the perimeter of a rectangle centred on the origin, from its min x, min y
  /// corner.
  private static func perimeter(_ u: Double, _ width: Double, _ height: Double) -> Point {
    let at = u * 2 * (width + height)
    let (a, b) = (width / 2, height / 2)
    if at < width { return Point(at - a, -b) }
    if at < width + height { return Point(a, at - width - b) }
    if at < 2 * width + height { return Point(a - (at - width - height), b) }
    return Point(-a, b - (at - 2 * width - height))
  }
}
