// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import TestSupport
import Testing

private func near(_ a: Transform3D, _ b: Transform3D, within tolerance: Double) -> Bool {
  zip(a.elements, b.elements).allSatisfy { abs($0 - $1) <= tolerance }
}

private func transform(_ value: PropertyValue) -> Transform3D? {
  if case .transform(let t) = value { return t }
  return nil
}

@Suite struct InterpolationTests {
  @Test func `components go straight, past the ends too`() throws {
    #expect(try PropertyValue.number(10).interpolated(to: .number(20), at: 0.25) == .number(12.5))
    #expect(try PropertyValue.number(10).interpolated(to: .number(20), at: 1.5) == .number(25))
    #expect(try PropertyValue.point(Point(0, 4)).interpolated(to: .point(Point(8, 0)), at: 0.5) == .point(Point(4, 2)))
    #expect(try PropertyValue.size(Size(0, 4)).interpolated(to: .size(Size(8, 0)), at: 0.5) == .size(Size(4, 2)))
    #expect(
      try PropertyValue.rect(Rect(0, 0, 2, 2)).interpolated(to: .rect(Rect(4, 8, 6, 10)), at: 0.5)
        == .rect(Rect(2, 4, 4, 6)))
  }

  @Test func `a boolean is true unless exactly 0`() throws {
    #expect(try PropertyValue.bool(false).interpolated(to: .bool(true), at: 0) == .bool(false))
    #expect(try PropertyValue.bool(false).interpolated(to: .bool(true), at: 0.001) == .bool(true))
    #expect(try PropertyValue.bool(true).interpolated(to: .bool(false), at: 0.999) == .bool(true))
    #expect(try PropertyValue.bool(true).interpolated(to: .bool(false), at: 1) == .bool(false))
  }

  @Test func `colours mix without premultiplication and stay in range`() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    let halfBlue = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
    #expect(
      try PropertyValue.color(red).interpolated(to: .color(halfBlue), at: 0.5)
        == .color(Color(red: 0.5, green: 0, blue: 0.5, alpha: 0.75)))
    #expect(try PropertyValue.color(red).interpolated(to: .color(.black), at: -1) == .color(red))
    #expect(try PropertyValue.null.interpolated(to: .color(red), at: 0.25) == .color(red.withAlpha(0.25)))
    #expect(try PropertyValue.color(red).interpolated(to: .null, at: 0.25) == .color(red.withAlpha(0.75)))
  }

  @Test func `rotations take the shorter arc`() throws {
    let quarter = try PropertyValue.transform(.identity).interpolated(to: .transform(.rotation(.pi / 2)), at: 0.5)
    #expect(near(transform(quarter) ?? .identity, .rotation(.pi / 4), within: 1e-12))
    let half = try PropertyValue.transform(.identity).interpolated(to: .transform(.rotation(.pi)), at: 0.5)
    #expect(near(transform(half) ?? .identity, .rotation(.pi / 2), within: 1e-12))
    let long = try PropertyValue.transform(.rotation(-3)).interpolated(to: .transform(.rotation(3)), at: 0.5)
    #expect(near(transform(long) ?? .identity, .rotation(.pi), within: 1e-12))
    let turn = try PropertyValue.transform(.identity).interpolated(to: .transform(.rotation(2 * .pi)), at: 0.5)
    #expect(near(transform(turn) ?? .scale(2, 2), .identity, within: 1e-9))
  }

  /// The path follows Rodrigues' formula for part of the angle about the same axis.
  @Test func `rotations about any axis go along it`() throws {
    for (x, y, z) in [(1.0, 0.0, 0.0), (0, 1, 0), (1, 2, 3), (-3, 0.5, 1)] {
      let end = Transform3D.rotation(2.5, x: x, y: y, z: z)
      for u in [0.1, 0.5, 0.8] {
        let got = try PropertyValue.transform(.identity).interpolated(to: .transform(end), at: u)
        #expect(near(transform(got) ?? .identity, .rotation(2.5 * u, x: x, y: y, z: z), within: 1e-9))
      }
    }
  }

  @Test func `scale, translation and perspective go straight`() throws {
    let end = Transform3D.scale(3, 1, 1).concat(.translation(10, 20, 30))
    let mid = try PropertyValue.transform(.identity).interpolated(to: .transform(end), at: 0.5)
    #expect(
      near(transform(mid) ?? .identity, Transform3D.scale(2, 1, 1).concat(.translation(5, 10, 15)), within: 1e-12))
    let deep = try PropertyValue.transform(.identity).interpolated(to: .transform(.perspective(500)), at: 0.5)
    #expect(near(transform(deep) ?? .identity, .perspective(1000), within: 1e-12))
  }

  @Test func `the ends of a transform come back to the last bit, singular ones mix their elements`() throws {
    let skewed = Transform3D(m11: 1, m12: 0.3, m21: 0.2, m22: 2)
    let a = PropertyValue.transform(skewed)
    #expect(try a.interpolated(to: .transform(.rotation(1)), at: 0) == a)
    #expect(try PropertyValue.transform(.rotation(1)).interpolated(to: a, at: 1) == a)
    let flat = try PropertyValue.transform(.scale(0, 0)).interpolated(to: .transform(.identity), at: 0.5)
    #expect(near(transform(flat) ?? .identity, .scale(0.5, 0.5), within: 1e-12))
    var random = SeededRandom(4)
    for _ in 0..<200 {
      func any() -> Double { Double.random(in: -2...2, using: &random) }
      // A singular matrix, whose second row is three times the first.
      let row = [any(), any(), any(), any()]
      let singular = row + row.map { $0 * 3 } + [any(), any(), any(), any()] + [any(), any(), any(), 1]
      let whole = (0..<15).map { _ in any() } + [1]
      let u = Double.random(in: 0.01...0.99, using: &random)
      for (a, b) in [(singular, whole), (whole, singular), (singular, singular.map { $0 * 2 })] {
        let mixed = try PropertyValue.transform(try #require(Transform3D(elements: a)))
          .interpolated(to: .transform(try #require(Transform3D(elements: b))), at: u)
        let expected = try #require(Transform3D(elements: zip(a, b).map { $0 + ($1 - $0) * u }))
        #expect(near(transform(mixed) ?? .identity, expected, within: 1e-12))
      }
    }
  }

  @Test func `an animation by a transform without an inverse runs`() throws {
    let flat = PropertyValue.transform(.scale(0, 0))
    let end = PropertyValue.transform(.translation(5, 6))
    #expect(try end.subtracting(flat) == .transform(Transform3D(m11: 0, m22: 0)))
    #expect(try end.subtracting(.transform(.translation(1, 2))) == .transform(.translation(4, 4)))
  }

  @Test func `paths of the same elements move point by point`() throws {
    let a = try Path(svg: "M 0 0 L 10 0 Q 5 5 0 0 Z")
    let b = try Path(svg: "M 0 10 L 20 0 Q 5 15 0 10 Z")
    let mid = try PropertyValue.path(a).interpolated(to: .path(b), at: 0.5)
    #expect(mid == .path(try Path(svg: "M 0 5 L 15 0 Q 5 10 0 5 Z")))
    let error = #expect(throws: LayerError.self) {
      try PropertyValue.path(a).interpolated(to: .path(try Path(svg: "M 0 0 L 1 1")), at: 0.5)
    }
    #expect(error?.message.contains("paths of 4 and 2 elements") == true)
  }

  @Test func `lists of one length go element by element`() throws {
    let a = PropertyValue.array([.number(0), .number(10)])
    #expect(try a.interpolated(to: .array([.number(1), .number(20)]), at: 0.5) == .array([.number(0.5), .number(15)]))
    let error = #expect(throws: LayerError.self) { try a.interpolated(to: .array([.number(1)]), at: 0.5) }
    #expect(error?.message.contains("between 2 and 1 values") == true)
  }

  @Test func `what has nothing between stays until the end`() throws {
    #expect(try PropertyValue.string("a").interpolated(to: .string("b"), at: 0.99) == .string("a"))
    #expect(try PropertyValue.string("a").interpolated(to: .string("b"), at: 1) == .string("b"))
    #expect(throws: LayerError.self) { try PropertyValue.number(1).interpolated(to: .point(.zero), at: 0.5) }
  }

  @Test func `additive values sum, transforms are applied first`() throws {
    #expect(try PropertyValue.number(3).adding(.number(4)) == .number(7))
    #expect(try PropertyValue.point(Point(1, 2)).adding(.point(Point(3, 4))) == .point(Point(4, 6)))
    let sum = try PropertyValue.transform(.translation(10, 0)).adding(.transform(.scale(2, 2)))
    #expect(sum == .transform(Transform3D.scale(2, 2).concat(.translation(10, 0))))
    #expect(throws: LayerError.self) { try PropertyValue.string("a").adding(.string("b")) }
    #expect(try PropertyValue.number(7).subtracting(.number(3)) == .number(4))
    #expect(try PropertyValue.number(7).repeated(3) == .number(21))
    #expect(
      near(
        transform(try PropertyValue.transform(.rotation(0.3)).repeated(5)) ?? .identity, .rotation(1.5), within: 1e-9))
  }
}

@Suite struct KeyframeTests {
  private func number(
    _ values: [Double], _ u: Double, times: [Double]? = nil, mode: CalculationMode = .cubic, t: [Double] = [],
    c: [Double] = [],
    b: [Double] = []
  ) throws -> Double? {
    let frames = try Keyframes(
      values: values.map { .number($0) }, keyTimes: times, mode: mode, tensions: t, continuities: c, biases: b)
    return try frames.value(at: u).asNumber
  }

  @Test func `cubic values pass through the measured points`() throws {
    let times = [0, 0.25, 0.75, 1]
    func near(_ a: Double?, _ b: Double) -> Bool { abs((a ?? .nan) - b) < 1e-9 }
    #expect(near(try number([0, 1, 4, 9], 0.5, times: times), 2.25))
    #expect(near(try number([0, 1, 4, 9], 0.5, times: times, t: [0, 1, 1, 0]), 2.5))
    #expect(near(try number([0, 1, 4, 9], 0.5, times: times, c: [0, 1]), 2.125))
    #expect(near(try number([0, 1, 4, 9], 0.5, times: times, b: [0, 0, 1]), 2.375))
    #expect(near(try number([0, 10, 10], 0.75), 10.625))
    #expect(near(try number([0, 0, 30], 0.75), 13.125))
  }

  @Test func `cubic paced points keep their speed`() throws {
    let points = [Point(0, 0), Point(20, 80), Point(100, 20), Point(120, 100)]
    let frames = try Keyframes(values: points.map { .point($0) }, mode: .cubicPaced)
    guard case .point(let p) = try frames.value(at: 0.35) else {
      Issue.record("no point")
      return
    }
    #expect(abs(p.x - 26.365) < 0.001 && abs(p.y - 79.037) < 0.001)
  }

  @Test func `linear values follow their key times and paces`() throws {
    #expect(try number([0, 10, 20], 0.25, mode: .linear) == 5)
    #expect(try number([0, 10, 20], 0.25, times: [0, 0.25, 1], mode: .linear) == 10)
    let frames = try Keyframes(
      values: [.number(0), .number(10), .number(20)], timingFunctions: [.easeIn], mode: .linear)
    #expect(abs((try frames.value(at: 0.25).asNumber ?? 0) - 3.1536) < 0.001)
    #expect(try frames.value(at: 0.75).asNumber == 15)
  }

  @Test func `discrete values hold until the next time`() throws {
    let times = [0, 0.2, 0.5, 1]
    #expect(try number([1, 2, 3], 0.19, times: times, mode: .discrete) == 1)
    #expect(try number([1, 2, 3], 0.2, times: times, mode: .discrete) == 2)
    #expect(try number([1, 2, 3], 1, times: times, mode: .discrete) == 3)
    #expect(try number([1, 2, 3], 0.34, mode: .discrete) == 2)
  }

  @Test func `paced values take time by their distance`() throws {
    #expect(try number([0, 10, 100], 0.5, mode: .paced) == 50)
    #expect(try number([5, 5, 5], 0.5, mode: .paced) == 5)
  }

  @Test func `key times that do not fit are said and left out`() throws {
    let cases: [([Double], String)] = [
      ([0, 1], "are 2 where 3 are needed"), ([0.1, 0.5, 1], "do not start with 0"),
      ([0, 0.5, 0.9], "do not end with 1"),
      ([0, 2, 1], "decrease"), ([0, .nan, 1], "not finite"),
    ]
    for (times, words) in cases {
      let frames = try Keyframes(values: [.number(0), .number(10), .number(20)], keyTimes: times)
      #expect(frames.remark?.contains(words) == true)
      #expect(try frames.value(at: 0.5) == .number(10))
    }
    #expect(throws: LayerError.self) { try Keyframes(values: []) }
  }

  @Test func `a path is followed segment by segment, or by its length`() throws {
    let path = try Path(svg: "M 0 0 L 10 0 L 10 90")
    #expect(try MotionPath(path).placement(at: 0.25).position == Point(5, 0))
    #expect(try MotionPath(path, mode: .paced).placement(at: 0.25).position == Point(10, 15))
    #expect(try MotionPath(path, mode: .paced).placement(at: 0.5).position == Point(10, 40))
    let timed = try MotionPath(path, keyTimes: [0, 0.8, 1]).placement(at: 0.25).position
    #expect(abs(timed.x - 3.125) < 1e-12 && timed.y == 0)
    let eased = try MotionPath(path, timingFunctions: [.easeIn]).placement(at: 0.25).position
    #expect(abs(eased.x - 3.15357) < 1e-5)
    #expect(try MotionPath(path, mode: .discrete).placement(at: 0.6).position == Point(10, 0))
    let triangle = try Path(svg: "M 0 0 L 10 0 L 0 10 Z")
    let closing = try MotionPath(triangle).placement(at: 5.0 / 6).position
    #expect(abs(closing.x) < 1e-12 && abs(closing.y - 5) < 1e-12)
    #expect(abs(try MotionPath(path).placement(at: 0.75).angle - .pi / 2) < 1e-12)
    #expect(throws: LayerError.self) { try MotionPath(Path()) }
  }

  @Test func `a move is no segment, it jumps`() throws {
    let path = try Path(svg: "M 0 0 L 10 0 M 100 100 L 110 100")
    #expect(try MotionPath(path).placement(at: 0.5).position == Point(100, 100))
    #expect(try MotionPath(path).placement(at: 0.25).position == Point(5, 0))
  }
}
