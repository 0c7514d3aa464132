// SPDX-License-Identifier: MIT
import Geometry

// Subpaths without length, which a stroke with round or square caps draws as dots.
extension Path {
  /// A subpath without length.
  private struct Dot {
    var point: Point
    /// Length of the path before it.
    var place: Double
  }

  /// Returns the path that pages stroke for a part of this one, with the dots that pictures have.
  ///
  /// Readers disagree on dots: some omit one that is closed and dashed. All draw a line from a point to itself.
  ///
  /// - Parameters:
  ///   - start: fraction of the length at which the part begins, 0…1.
  ///   - end: fraction at which it ends, greater than `start`.
  func stroked(from start: Double, to end: Double, _ style: StrokeStyle) -> Path {
    let isTrimmed = start > 0 || end < 1
    guard isTrimmed || !style.dashPattern.isEmpty else { return self }
    guard style.cap != .butt, let (rest, dots, total) = dotsApart() else {
      return isTrimmed ? trimmed(from: start, to: end) : self
    }
    var result = isTrimmed ? rest.trimmed(from: start, to: end) : rest
    guard style.beginsWithDash else { return result }
    for dot in dots where total <= 0 || (dot.place >= start * total && dot.place <= end * total) {
      result.move(to: dot.point)
      result.addLine(to: dot.point)
    }
    return result
  }

  /// Returns the dots, the path without them, and its length; nil without dots.
  private func dotsApart() -> (rest: Path, dots: [Dot], total: Double)? {
    var rest = Path()
    var dots: [Dot] = []
    var total = 0.0
    var verb = 0, at = 0
    while verb < verbs.count {
      let (first, start) = (verb, at)
      repeat {
        at += verbs[verb].pointCount
        verb += 1
      } while verb < verbs.count && verbs[verb] != .move
      let own = points[start..<at]
      if let point = own.first, verb - first > 1, own.allSatisfy({ $0 == point }) {
        dots.append(Dot(point: point, place: total))
      } else {
        let part = self.part(first..<verb, from: start)
        total += part.length
        rest.addPath(part)
      }
    }
    return dots.isEmpty ? nil : (rest, dots, total)
  }

  /// Returns some of the verbs as a path.
  ///
  /// - Parameter start: index of their first point.
  private func part(_ range: Range<Int>, from start: Int) -> Path {
    var result = Path()
    var at = start
    for verb in verbs[range] {
      switch verb {
      case .move: result.move(to: points[at])
      case .line: result.addLine(to: points[at])
      case .quad: result.addQuadCurve(control: points[at], to: points[at + 1])
      case .cubic: result.addCurve(control1: points[at], control2: points[at + 1], to: points[at + 2])
      case .close: result.closeSubpath()
      }
      at += verb.pointCount
    }
    return result
  }
}

extension StrokeStyle {
  /// True if a line begins within a dash, or is not dashed.
  fileprivate var beginsWithDash: Bool {
    guard !dashPattern.isEmpty else { return true }
    let pattern = dashPattern.count % 2 == 0 ? dashPattern : dashPattern + dashPattern
    let period = pattern.reduce(0, +)
    guard period > 0, period.isFinite, dashPhase.isFinite else { return true }
    var phase = dashPhase.truncatingRemainder(dividingBy: period)
    if phase < 0 { phase += period }
    var index = 0
    while phase > 0, phase >= pattern[index], index < pattern.count - 1 {
      phase -= pattern[index]
      index += 1
    }
    return index % 2 == 0
  }
}
