// SPDX-License-Identifier: MIT
import Geometry
import Glibc
import TestSupport

func angle(_ p: Point) -> Double { atan2(p.y, p.x) }
func sine(_ a: Double) -> Double { sin(a) }
func cosine(_ a: Double) -> Double { cos(a) }

/// A path of a few lines and curves in and around the unit square.
func randomPath(_ random: inout SeededRandom, curves: Bool = true) -> Path {
  var path = Path()
  func point() -> Point {
    Point(Double.random(in: -0.1...1.1, using: &random), Double.random(in: -0.1...1.1, using: &random))
  }
  for _ in 0..<Int.random(in: 1...2, using: &random) {
    path.move(to: point())
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      switch Int.random(in: 0...(curves ? 3 : 1), using: &random) {
      case 0, 1: path.addLine(to: point())
      case 2: path.addQuadCurve(control: point(), to: point())
      default: path.addCurve(control1: point(), control2: point(), to: point())
      }
    }
    if Bool.random(using: &random) { path.closeSubpath() }
  }
  return path
}
