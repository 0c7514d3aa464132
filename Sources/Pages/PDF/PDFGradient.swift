// SPDX-License-Identifier: MIT
import Geometry

/// PDF functions from a position in a gradient to a colour.
enum PDFGradient {
  /// Component values at a location from 0 to 1.
  typealias Stop = (values: [Double], location: Double)

  /// Returns the intervals between consecutive stops at distinct locations.
  private static func parts(_ stops: [Stop]) -> [(from: Stop, to: Stop)] {
    zip(stops, stops.dropFirst()).filter { $1.location - $0.location > 1e-9 }.map { ($0, $1) }
  }

  /// Length of the interval that keeps an outer colour, the least that is written.
  private static let least = 1e-6

  /// Returns stops whose first and last colours have intervals of their own where the gradient has a hard edge at its
  /// start or end: these colours extend beyond the ends.
  private static func withOuterColors(_ stops: [Stop]) -> [Stop] {
    guard let first = stops.first, let last = stops.last else { return stops }
    var result = stops
    let head = stops.prefix { $0.location <= 1e-9 }
    if let inner = head.last, inner.values != first.values {
      result = [first, (values: first.values, location: least), (values: inner.values, location: least)]
      for stop in stops.dropFirst(head.count) {
        result.append((values: stop.values, location: max(stop.location, least)))
      }
    }
    let tail = stops.suffix(from: (stops.lastIndex { $0.location < 1 - 1e-9 } ?? -1) + 1)
    if let inner = tail.first, inner.values != last.values {
      result.removeLast(tail.count)
      for i in result.indices { result[i].location = min(result[i].location, 1 - least) }
      result.append((values: inner.values, location: 1 - least))
      result.append((values: last.values, location: 1 - least))
      result.append(last)
    }
    return result
  }

  /// Writes a function of one variable, the location from 0 to 1.
  static func function(_ stops: [Stop], to text: inout PDFText) {
    let parts = parts(withOuterColors(stops))
    func line(_ from: [Double], _ to: [Double]) {
      text.append("<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [")
      for v in from { text.number(v) }
      text.append("] /C1 [")
      for v in to { text.number(v) }
      text.append("] >> ")
    }
    guard let first = parts.first else { return line(stops[0].values, stops[stops.count - 1].values) }
    if parts.count == 1 { return line(first.from.values, first.to.values) }
    text.append("<< /FunctionType 3 /Domain [0 1] /Functions [")
    for part in parts { line(part.from.values, part.to.values) }
    text.append("] /Bounds [")
    for part in parts.dropFirst() { text.number(part.from.location, decimals: 6) }
    text.append("] /Encode [")
    for _ in parts { text.append("0 1 ") }
    text.append("] >> ")
  }

  /// Returns a PostScript calculator function (type 4) from x and y to the colour of a conic gradient.
  static func program(_ stops: [Stop], center: Point, angle: Double) -> PDFText {
    var text = PDFText("{ ")
    // Angle in degrees from 0 to 360. It is undefined at the centre, so an x offset below 1e-7 becomes 1e-7.
    text.number(center.y, decimals: 8)
    text.append("sub exch ")
    text.number(center.x, decimals: 8)
    text.append("sub dup abs 0.0000001 lt { pop 0.0000001 } if atan ")
    var degrees = (angle * 180 / Double.pi).truncatingRemainder(dividingBy: 360)
    if degrees < 0 { degrees += 360 }
    text.number(degrees, decimals: 6)
    text.append("sub dup 0 lt { 360 add } if 360 div ")
    let parts = parts(stops)
    if parts.isEmpty {
      text.append("pop ")
      for v in stops[stops.count - 1].values { text.number(v) }
    } else {
      choose(parts[...], &text)
    }
    text.append("}")
    return text
  }

  private static func choose(_ parts: ArraySlice<(from: Stop, to: Stop)>, _ text: inout PDFText) {
    guard parts.count > 1 else {
      guard let part = parts.first else { return }
      let (a, b) = (part.from, part.to)
      text.number(a.location, decimals: 6)
      text.append("sub ")
      text.number(1 / (b.location - a.location), decimals: 6)
      text.append("mul ")
      for i in a.values.indices {
        let isLast = i == a.values.count - 1
        if !isLast { text.append("dup ") }
        text.number(b.values[i] - a.values[i], decimals: 6)
        text.append("mul ")
        text.number(a.values[i], decimals: 6)
        text.append(isLast ? "add " : "add exch ")
      }
      return
    }
    let middle = parts.startIndex + parts.count / 2
    text.append("dup ")
    text.number(parts[middle].from.location, decimals: 6)
    text.append("lt { ")
    choose(parts[..<middle], &text)
    text.append("} { ")
    choose(parts[middle...], &text)
    text.append("} ifelse ")
  }
}
