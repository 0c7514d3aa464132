// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import Testing
import TestSupport

private let ink = Color(red: 0.5, green: 0, blue: 0.2)

struct StrokeTests {
  private func zigzag(_ canvas: any Canvas) throws {
    try canvas.move(15, 70)
    try canvas.line(40, 20)
    try canvas.line(50, 75)
    try canvas.line(85, 60)
  }

  @Test(arguments: [LineCap.butt, .round, .square], [LineJoin.miter, .round, .bevel])
  func `caps and joins have the same shape`(cap: LineCap, join: LineJoin) throws {
    let c = try compared { canvas in
      try zigzag(canvas)
      try canvas.stroke(ink, StrokeStyle(width: 11, cap: cap, join: join))
    }
    #expect(c.most < 14 && c.mean < 0.3 && c.mostInside <= 1, "\(c)")
  }

  /// The corner's ratio is 1 / sin(θ/2) = 1 / sin(30°) = 2.
  @Test(arguments: [1.0, 1.9, 1.99, 2.01, 2.5, 10]) func `miter limits cut at the same ratio`(limit: Double) throws {
    let c = try compared { canvas in
      try canvas.move(10, 20)
      try canvas.line(70, 20)
      try canvas.line(70 - 60 * cosine(.pi / 3), 20 + 60 * sine(.pi / 3))
      try canvas.stroke(ink, StrokeStyle(width: 9, miterLimit: limit))
    }
    #expect(c.most < 14 && c.mostInside <= 1, "\(c)")
  }

  @Test(
    arguments: [
      ([12.0, 6.0], 0.0), ([12, 6], 7), ([12, 6], 15), ([12, 6], -4), ([9], 0), ([9], 9), ([7, 3, 1], 0),
      ([7, 3, 1], 12), ([0, 8], 0),
      ([0, 8], 3), ([5, 0], 2), ([40, 8, 2, 8], 21.5),
    ] as [([Double], Double)])
  func `dashes begin and end alike`(pattern: [Double], phase: Double) throws {
    // Dashes without gaps overlap in their caps.
    for cap in pattern == [5, 0] ? [LineCap.butt] : [.butt, .round, .square] {
      let c = try compared { canvas in
        try canvas.rect(7, 8, 81.3, 33.7)
        try canvas.move(15, 80)
        try canvas.line(40, 55)
        try canvas.line(50, 87)
        try canvas.line(85, 60)
        try canvas.stroke(ink, StrokeStyle(width: 3, cap: cap, dashPattern: pattern, dashPhase: phase))
      }
      #expect(c.bad < 0.012 && c.mean < 0.4 && c.mostInside <= 1, "\(cap): \(c)")
    }
  }

  @Test func `the pen is that of the transformation at the stroke`() throws {
    let c = try compared { canvas in
      try canvas.arc(48, 48, 30, 0, 5, clockwise: false)
      try canvas.scale(3, 1)
      try canvas.rotate(0.3)
      try canvas.stroke(ink, StrokeStyle(width: 5, cap: .square))
    }
    #expect(c.most < 40 && c.mean < 0.15 && c.mostInside <= 1, "\(c)")
  }

  /// Cairo omits square dots, as PostScript does, since they have no direction; here they are axis-aligned, as in SVG.
  @Test func `points are dots where the cap is round`() throws {
    for cap in [LineCap.butt, .round] {
      let c = try compared { canvas in
        try canvas.move(30, 30)
        try canvas.line(30, 30)
        try canvas.move(60, 60)
        try canvas.close()
        try canvas.move(80, 20)
        try canvas.stroke(ink, StrokeStyle(width: 12, cap: cap))
      }
      #expect(c.most < 12 && c.mostInside <= 1, "\(cap): \(c)")
    }
  }

  @Test func `corners between curves are those of the curves`() throws {
    for join in [LineJoin.miter, .round, .bevel] {
      let c = try compared { canvas in
        try canvas.move(10, 75)
        try canvas.curve(15, 20, 40, 15, 46, 60)
        try canvas.curve(50, 25, 70, 10, 84, 40)
        try canvas.line(70, 85)
        try canvas.close()
        try canvas.stroke(ink, StrokeStyle(width: 9, join: join, miterLimit: 4))
      }
      #expect(c.mean < 0.4 && c.bad < 0.006 && c.mostInside <= 1, "\(join): \(c)")
    }
  }

  @Test func `a closed line of two points is drawn once`() throws {
    for join in [LineJoin.miter, .round] {
      let c = try compared { canvas in
        try canvas.move(14, 30)
        try canvas.line(80, 71)
        try canvas.close()
        try canvas.stroke(ink, StrokeStyle(width: 9, cap: .square, join: join))
      }
      #expect(c.most < 16 && c.mostInside <= 1, "\(join): \(c)")
    }
  }

  @Test func `hairlines keep their weight`() throws {
    let c = try compared { canvas in
      try canvas.move(5, 9)
      try canvas.line(90, 41)
      try canvas.arc(48, 60, 25, 0, 6, clockwise: false)
      try canvas.stroke(ink, width: 0.3)
    }
    #expect(c.most < 20 && c.mean < 0.15, "\(c)")
  }

  @Test func `random strokes are alike`() throws {
    var random = SeededRandom(2)
    for round in 0..<150 {
      let path = randomPath(&random)
      let caps = [LineCap.butt, .round, .square]
      let joins = [LineJoin.miter, .round, .bevel]
      var style = StrokeStyle(
        width: Double.random(in: 0.005...0.2, using: &random), cap: caps[Int.random(in: 0...2, using: &random)],
        join: joins[Int.random(in: 0...2, using: &random)], miterLimit: Double.random(in: 1...6, using: &random))
      if round % 2 == 1 {
        style.dashPattern = (0..<Int.random(in: 1...4, using: &random)).map { _ in
          Double.random(in: 0.02...0.3, using: &random)
        }
        style.dashPhase = Double.random(in: -1...1, using: &random)
      }
      let c = try compared(width: 64, height: 64) { canvas in
        try canvas.scale(64, 64)
        try canvas.add(path)
        try canvas.stroke(ink, style)
      }
      // Dashes end by the curve's arc length, in Cairo by that of its flattened pieces: a last dash may be in one
      // picture only.
      let isDashed = !style.dashPattern.isEmpty
      #expect(c.mean < 1.2 && c.bad < 0.03 && (isDashed || c.mostInside <= 64), "\(round): \(path.svg) \(style): \(c)")
    }
  }
}
