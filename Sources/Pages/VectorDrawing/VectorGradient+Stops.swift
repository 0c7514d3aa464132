// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

extension VectorGradient {
  /// Number of linear parts that approximate a simultaneous change of colour and alpha.
  private static let parts = 16

  /// Returns stops with straight alpha that look like these, which are interpolated premultiplied; nil without a
  /// colour.
  ///
  /// If only the colour changes, or only the alpha, both kinds of interpolation agree. A colour that fades out keeps
  /// its neighbour's hue, since a premultiplied transparent colour has none. Otherwise sixteen linear parts stay within
  /// one level of the curve.
  static func straight(_ stops: GradientStops, tint: UInt32) -> [Stop]? {
    guard !stops.colors.isEmpty, stops.colors.count == stops.locations.count else { return nil }
    var given: [Stop] = []
    var last = 0.0
    for (color, location) in zip(stops.colors, stops.locations) {
      last = max(last, unit(location))
      given.append(Stop(color: tinted(color, tint), location: last))
    }
    var result: [Stop] = []
    func add(_ color: Color, _ location: Double) {
      let stop = Stop(color: color, location: location)
      if result.last != stop { result.append(stop) }
    }
    if given[0].location > 0 { add(given[0].color, 0) }
    if given.count == 1 { add(given[0].color, given[0].location) }
    for (a, b) in zip(given, given.dropFirst()) {
      let (p, q) = (a.color, b.color)
      if p.alpha == 0, q.alpha == 0 {
        add(q, a.location)
        add(q, b.location)
      } else if p.alpha == 0 {
        add(q.withAlpha(0), a.location)
        add(q, b.location)
      } else if q.alpha == 0 {
        add(p, a.location)
        add(p.withAlpha(0), b.location)
      } else if p.alpha == q.alpha || p.withAlpha(1) == q.withAlpha(1) {
        add(p, a.location)
        add(q, b.location)
      } else {
        add(p, a.location)
        if b.location > a.location {
          for k in 1..<parts {
            let t = Double(k) / Double(parts)
            let alpha = p.alpha + (q.alpha - p.alpha) * t
            func mixed(_ x: Double, _ y: Double) -> Double { (x * p.alpha * (1 - t) + y * q.alpha * t) / alpha }
            add(
              Color(
                red: mixed(p.red, q.red), green: mixed(p.green, q.green), blue: mixed(p.blue, q.blue), alpha: alpha),
              a.location + (b.location - a.location) * t)
          }
        }
        add(q, b.location)
      }
    }
    if let end = result.last, end.location < 1 { add(end.color, 1) }
    if result.count == 1 { result.append(Stop(color: result[0].color, location: 1)) }
    return result
  }
}

/// Returns a colour with components clamped to 0…1, multiplied by a tint.
func tinted(_ c: Color, _ tint: UInt32) -> Color {
  func part(_ v: Double, _ shift: UInt32) -> Double { unit(v) * Double(tint >> shift & 255) / 255 }
  return Color(red: part(c.red, 0), green: part(c.green, 8), blue: part(c.blue, 16), alpha: unit(c.alpha))
}
