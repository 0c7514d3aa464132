// SPDX-License-Identifier: MIT
import Pixels
import RenderTree

/// The colour line of a colour glyph's gradient, extended beyond its first and last stop.
struct ColorLine {
  /// The colour before the first stop and after the last one.
  enum Extent { case pad, `repeat`, reflect }
  struct Stop {
    var offset: Double
    var color: Color
  }

  let extent: Extent
  /// Sorted by offset; never empty.
  let stops: [Stop]
  /// Maximum number of repetitions that are drawn.
  private static let mostRepetitions = 64

  init?(_ stops: [Stop], _ extent: Extent) {
    guard !stops.isEmpty else { return nil }
    // Stable sort: stops with equal offsets keep their order.
    self.stops = stops.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
    self.extent = last(self.stops) > self.stops[0].offset ? extent : .pad
    func last(_ stops: [Stop]) -> Double { stops[stops.count - 1].offset }
  }

  var first: Double { stops[0].offset }
  var last: Double { stops[stops.count - 1].offset }

  /// Returns the stops visible between two offsets, rescaled to 0…1 over that range and repeated as needed.
  func stops(from low: Double, to high: Double) -> GradientStops {
    var all: [Stop] = []
    let period = last - first
    if extent == .pad || !(period > 0) {
      all = stops
    } else {
      let begin = ((low - first) / period).rounded(.down), end = ((high - first) / period).rounded(.up)
      let count = min(max(end - begin, 1), Double(Self.mostRepetitions))
      for k in stride(from: begin, to: begin + count, by: 1) {
        let isMirrored = extent == .reflect && k.truncatingRemainder(dividingBy: 2) != 0
        for stop in isMirrored ? stops.reversed() : stops {
          let offset = isMirrored ? first + last - stop.offset : stop.offset
          all.append(Stop(offset: offset + k * period, color: stop.color))
        }
      }
    }
    let length = high - low
    guard length > 0 else {
      // An empty range: a sharp edge.
      return GradientStops(colors: [all[0].color, all[all.count - 1].color], locations: [0.5, 0.5])
    }
    var colors: [Color] = [], locations: [Double] = []
    func add(_ location: Double, _ color: Color) {
      locations.append(min(max(location, 0), 1))
      colors.append(color)
    }
    // Clips the line at both ends of the range.
    add(0, color(at: low, among: all))
    for stop in all where stop.offset > low && stop.offset < high { add((stop.offset - low) / length, stop.color) }
    add(1, color(at: high, among: all, fromLeft: true))
    return GradientStops(colors: colors, locations: locations)
  }

  private func color(at place: Double, among all: [Stop], fromLeft: Bool = false) -> Color {
    guard let after = all.firstIndex(where: { fromLeft ? $0.offset >= place : $0.offset > place }) else {
      return all[all.count - 1].color
    }
    guard after > 0 else { return all[0].color }
    let a = all[after - 1], b = all[after]
    let t = b.offset > a.offset ? (place - a.offset) / (b.offset - a.offset) : 1
    // Interpolates premultiplied colours, as gradients are drawn.
    let alpha = a.color.alpha * (1 - t) + b.color.alpha * t
    func mix(_ x: Double, _ y: Double) -> Double {
      alpha > 0 ? (x * a.color.alpha * (1 - t) + y * b.color.alpha * t) / alpha : 0
    }
    return Color(
      red: mix(a.color.red, b.color.red), green: mix(a.color.green, b.color.green),
      blue: mix(a.color.blue, b.color.blue), alpha: alpha)
  }
}
