// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Testing
import TestSupport
import Timing

private func map(_ change: (inout TimeMap) -> Void) -> TimeMap {
  var map = TimeMap()
  map.duration = 1
  change(&map)
  return map
}

@Suite struct TimeMapTests {
  @Test func `a repeat duration ends inside of an autoreversed cycle`() {
    let timing = map {
      $0.beginTime = 10
      $0.repeatDuration = 2.5
      $0.autoreverses = true
    }
    let at = timing.instant(at: 12.75)
    #expect(at.phase == .after)
    #expect(abs(at.progress - 0.5) < 1e-12)
    #expect(timing.activeDuration == 2.5)
  }

  @Test func `an autoreversed second cycle starts forward`() {
    let timing = map {
      $0.beginTime = 10
      $0.repeatCount = 2
      $0.autoreverses = true
    }
    let at = timing.instant(at: 12.25)
    #expect(at.phase == .active)
    #expect(abs(at.progress - 0.25) < 1e-12)
    #expect(at.cycle == 1)
    #expect(abs(timing.instant(at: 13.25).progress - 0.75) < 1e-12)
  }

  @Test func `a boundary belongs to the next cycle, the last one to the last`() {
    let timing = map {
      $0.beginTime = 10
      $0.repeatCount = 3
    }
    let inner = timing.instant(at: 11)
    #expect(inner.progress == 0 && inner.cycle == 1 && inner.phase == .active)
    let last = timing.instant(at: 13)
    #expect(last.progress == 1 && last.cycle == 2 && last.phase == .after)
  }

  @Test func `boundaries hold for sums of frame times`() {
    let timing = map {
      $0.duration = 0.1
      $0.repeatCount = 3
    }
    #expect(timing.instant(at: 0.1 + 0.1).progress == 0)
    #expect(timing.instant(at: 0.1 + 0.1).cycle == 2)
    #expect(timing.instant(at: 0.1 + 0.1 + 0.1).progress == 1)
    #expect(timing.instant(at: 0.1 + 0.1 + 0.1).cycle == 2)
  }

  @Test func `a negative speed runs from the offset down to nothing`() {
    let timing = map {
      $0.duration = 2
      $0.speed = -1
      $0.timeOffset = 2
      $0.beginTime = 20
    }
    #expect(timing.instant(at: 21).progress == 0.5)
    #expect(timing.instant(at: 21).phase == .active)
    #expect(timing.instant(at: 22).progress == 0)
    #expect(timing.instant(at: 22).phase == .after)
    #expect(timing.instant(at: 20).progress == 1)
  }

  @Test func `at speed 0 the offset is shown for ever`() {
    let timing = map {
      $0.speed = 0
      $0.timeOffset = 1
    }
    for time in [0.0, 5, 1e9] {
      #expect(timing.instant(at: time).progress == 1)
      #expect(timing.instant(at: time).phase == .active)
    }
    #expect(timing.superiorTime(ofActiveTime: 1) == nil)
  }

  @Test func `the offset of what ends moves its start and wraps`() {
    let timing = map {
      $0.beginTime = 10
      $0.timeOffset = 0.5
      $0.fillMode = .both
    }
    for (time, phase, progress) in [
      (9.5, TimeMap.Phase.before, 0.5), (10, .active, 0.5), (10.25, .active, 0.75), (10.5, .active, 0),
      (10.75, .active, 0.25), (11, .after, 0.5), (12, .after, 0.5),
    ] {
      let at = timing.instant(at: time)
      #expect(at.phase == phase && abs(at.progress - progress) < 1e-12, "at \(time): \(at)")
    }
    #expect(timing.startTime == 10 && timing.endTime == 11)
    var fast = timing
    fast.speed = 2
    #expect(fast.endTime == 10.5 && abs(fast.instant(at: 10.125).progress - 0.75) < 1e-12)
  }

  @Test func `what ends at a boundary of its cycles ends at the far value`() {
    // Two cycles that start with the second: the first is shown last.
    let timing = map {
      $0.repeatCount = 2
      $0.timeOffset = 1
    }
    #expect(timing.instant(at: 0).cycle == 1 && timing.instant(at: 0).progress == 0)
    #expect(timing.instant(at: 1).cycle == 0 && timing.instant(at: 1).progress == 0)
    #expect(timing.instant(at: 2).cycle == 0 && timing.instant(at: 2).progress == 1)
    // An offset so large that it is exact to a second at best does not end it sooner.
    let far = map { $0.timeOffset = 1e15 }
    #expect(far.instant(at: 0.99).phase == .active && far.instant(at: 1).phase == .after && far.endTime == 1)
    // An offset by the whole active duration has no effect.
    for offset in [-4.0, -2, 2, 6] {
      let whole = map {
        $0.repeatCount = 2
        $0.timeOffset = offset
      }
      let plain = map { $0.repeatCount = 2 }
      for time in [-1, 0, 0.25, 1, 1.75, 2, 3] {
        let (a, b) = (whole.instant(at: time), plain.instant(at: time))
        #expect(a.phase == b.phase && a.progress == b.progress && a.cycle == b.cycle, "\(offset) at \(time)")
      }
    }
  }

  @Test func `an offset without an end, and that of a layer, is added`() {
    let endless = map {
      $0.repeatCount = .infinity
      $0.timeOffset = -0.25
    }
    #expect(endless.instant(at: 0.125).phase == .before)
    #expect(endless.instant(at: 0.5).progress == 0.25)
    #expect(endless.startTime == 0.25 && endless.endTime == .infinity)
    var layer = TimeMap.layerDefaults
    layer.duration = 1
    layer.timeOffset = 0.5
    #expect(layer.instant(at: 0.25).progress == 0.75)
    #expect(layer.instant(at: 0.75).phase == .after)
    #expect(layer.endTime == 0.5)
  }

  /// The formula in whole thousandths of a second, so that boundaries are exact on both sides.
  private struct Reading {
    var begin, duration, offset, active: Int
    /// Twice the speed.
    var speed: Int
    var autoreverses: Bool

    /// The phase, the cycle and the thousandths of the duration at an even time.
    func at(_ time: Int) -> (phase: TimeMap.Phase, cycle: Int, thousandths: Double) {
      let elapsed = (time - begin) * speed / 2
      let phase: TimeMap.Phase = time < begin ? .before : elapsed >= active ? .after : .active
      let cycle = autoreverses ? 2 * duration : duration
      var s = ((phase == .before ? 0 : phase == .after ? active : elapsed) + offset) % active
      if s < 0 { s += active }
      if phase == .after, s == 0 { s = active }
      var (k, r) = (s / cycle, s % cycle)
      // After the end it shows its end value.
      if phase == .after, r == 0 { (k, r) = (k - 1, cycle) }
      if autoreverses, r > duration { r = 2 * duration - r }
      return (phase, k, Double(r) / Double(duration) * 1000)
    }
  }

  @Test(arguments: 1...5) func `random offsets are as the formula reads`(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<1000 {
      let duration = 2 * Int.random(in: 1...60, using: &random)
      let reverses = Bool.random(using: &random)
      let cycle = reverses ? 2 * duration : duration
      let halves = Int.random(in: 1...8, using: &random)
      let reading = Reading(
        begin: 2 * Int.random(in: -100...100, using: &random), duration: duration,
        offset: Int.random(in: -5...5, using: &random) == 0
          ? cycle * Int.random(in: -9...9, using: &random) / 2 : Int.random(in: -999...999, using: &random),
        active: cycle * halves / 2, speed: Int.random(in: 1...6, using: &random), autoreverses: reverses)
      let timing = map {
        $0.beginTime = Double(reading.begin) / 1000
        $0.duration = Double(duration) / 1000
        $0.timeOffset = Double(reading.offset) / 1000
        $0.speed = Double(reading.speed) / 2
        $0.autoreverses = reverses
        if Bool.random(using: &random) {
          $0.repeatCount = Double(halves) / 2
        } else {
          $0.repeatDuration = Double(reading.active) / 1000
        }
        $0.fillMode = [.removed, .backwards, .forwards, .both].randomElement(using: &random) ?? .both
      }
      for _ in 0..<20 {
        let time = reading.begin + 2 * Int.random(in: -20...(reading.active + 20), using: &random)
        let (at, expected) = (timing.instant(at: Double(time) / 1000), reading.at(time))
        #expect(
          at.phase == expected.phase && at.cycle == Double(expected.cycle)
            && abs(at.progress * 1000 - expected.thousandths) < 1e-6,
          "seed \(seed), \(timing) at \(time): \(at), not \(expected)")
        let isFilled =
          switch at.phase {
          case .active: true
          case .before: timing.fillMode == .backwards || timing.fillMode == .both
          case .after: timing.fillMode == .forwards || timing.fillMode == .both
          }
        #expect(at.isEffective == isFilled)
      }
      #expect(timing.startTime == timing.beginTime)
      #expect(abs((timing.endTime - timing.beginTime) * timing.speed - Double(reading.active) / 1000) < 1e-9)
    }
  }

  @Test func `fractional repeats stop on their way`() {
    #expect(map { $0.repeatCount = 0.5 }.instant(at: 3).progress == 0.5)
    let reversing = map {
      $0.repeatCount = 1.5
      $0.autoreverses = true
    }
    #expect(reversing.activeDuration == 3)
    #expect(reversing.instant(at: 9).progress == 1)
  }

  @Test(arguments: [
    (FillMode.removed, false, false), (.backwards, true, false), (.forwards, false, true), (.both, true, true),
  ])
  func `fill modes show before, after, both or neither`(_ mode: FillMode, _ before: Bool, _ after: Bool) {
    let timing = map {
      $0.beginTime = 1
      $0.fillMode = mode
    }
    #expect(timing.instant(at: 0.5).isEffective == before)
    #expect(timing.instant(at: 1.5).isEffective)
    #expect(timing.instant(at: 2).isEffective == after)
    #expect(timing.instant(at: 0.5).progress == 0)
    #expect(timing.instant(at: 2).progress == 1)
  }

  @Test func `what never ends has no progress, what has no length is over`() {
    let endless = map { $0.duration = .infinity }
    #expect(endless.instant(at: 100).phase == .active)
    #expect(endless.instant(at: 100).basicTime == 100)
    #expect(endless.instant(at: 100).progress == 0)
    let repeated = map { $0.repeatCount = .infinity }
    #expect(repeated.instant(at: 1_000_000.25).progress == 0.25)
    let empty = map { $0.duration = 0 }
    #expect(empty.instant(at: 0).phase == .after)
    #expect(empty.instant(at: 0).progress == 1)
  }

  @Test func `speeds multiply down and convert back`() {
    let mid = map {
      $0.beginTime = 2
      $0.speed = 3
      $0.timeOffset = 0.25
    }
    let leaf = map {
      $0.beginTime = 1
      $0.speed = 2
      $0.timeOffset = 0.5
    }
    #expect(leaf.activeTime(at: 10) == 18.5)
    #expect(leaf.activeTime(at: mid.activeTime(at: 10)) == 47)
    #expect(leaf.superiorTime(ofActiveTime: 10) == 5.75)
    #expect(abs((mid.superiorTime(ofActiveTime: 5.75) ?? 0) - 23 / 6) < 1e-12)
  }
}

@Suite struct TimingFunctionTests {
  @Test(arguments: [
    (TimingFunction.linear, [0.1, 0.25, 0.5, 0.75, 0.9]), (.easeIn, [0.01703, 0.09346, 0.31536, 0.62186, 0.83943]),
    (.easeOut, [0.16057, 0.37814, 0.68464, 0.90654, 0.98297]),
    (.easeInEaseOut, [0.01972, 0.12916, 0.5, 0.87084, 0.98028]),
    (.default, [0.09480, 0.40851, 0.80240, 0.96046, 0.99432]),
  ])
  func `named curves pass through their table`(_ f: TimingFunction, _ expected: [Double]) {
    for (time, y) in zip([0.1, 0.25, 0.5, 0.75, 0.9], expected) {
      #expect(abs(f(time) - y) < 6e-6, "\(f) at \(time)")
    }
    #expect(f(0) == 0 && f(1) == 1 && f(-3) == 0 && f(7) == 1 && f(.nan) == 0)
  }

  @Test func `control points may overshoot in y but not leave the time`() throws {
    let back = try TimingFunction(controlPoints: Point(0.5, -1), Point(0.5, 2))
    #expect(back(0.2) < 0 && back(0.8) > 1)
    #expect(abs(back(0.5) - 0.5) < 1e-9)
    let error = #expect(throws: LayerError.self) { try TimingFunction(controlPoints: Point(1.5, 0), Point(0, 1)) }
    #expect(
      error?.message == "timingFunction: c1x must lie between 0 and 1, since time does not run backward, got number 1.5"
    )
  }

  @Test func `steep curves are solved and never step back`() throws {
    for (a, b) in [
      (Point(1, 0), Point(0, 1)), (Point(0, 1), Point(0, 1)), (Point(1, 0), Point(1, 0)), (Point(0, 0), Point(0, 1)),
    ] {
      let f = try TimingFunction(controlPoints: a, b)
      var last = 0.0
      for i in 0...1000 {
        let y = f(Double(i) / 1000)
        #expect(y >= last - 1e-9 && y <= 1 + 1e-12)
        last = y
      }
    }
  }
}

@Suite struct SpringTests {
  @Test(
    arguments: [1e-300, .leastNonzeroMagnitude, 1, 1e300, 1.7e308], [1e-300, .leastNonzeroMagnitude, 1, 1e300, 1.7e308])
  func `no spring says what is no number`(mass: Double, stiffness: Double) throws {
    for damping in [0, .leastNonzeroMagnitude, 1, 1e300, 1.7e308] {
      for velocity in [0, -1.7e308, 1e300] {
        for allowsOverdamping in [false, true] {
          let spring = try Spring(
            mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity,
            allowsOverdamping: allowsOverdamping)
          #expect(!spring.settlingDuration.isNaN, "\(spring)")
          for time in [0, 1e-300, 1, 1e300] { #expect(spring.position(at: time).isFinite, "\(spring) at \(time)") }
        }
      }
    }
  }

  @Test func `the default spring passes through its table`() throws {
    let spring = try Spring()
    for (time, x) in [(0.1, 0.34030), (0.2, 0.84943), (0.3, 1.12435), (0.4, 1.15312), (0.6, 1.00229), (1.0, 1.00217)] {
      #expect(abs(spring.position(at: time) - x) < 6e-6, "at \(time)")
    }
    #expect(spring.position(at: 0) == 0)
  }

  @Test func `settling takes as long as Core Animation says`() throws {
    #expect(abs(try Spring().settlingDuration - 1.4727003346780927) < 1e-12)
    #expect(abs(try Spring(damping: 1).settlingDuration - 13.91321015404625) < 1e-12)
    #expect(abs(try Spring(damping: 20).settlingDuration - 1) < 1e-9)
    #expect(abs(try Spring(damping: 100).settlingDuration - 1) < 1e-9)
    #expect(abs(try Spring(perceptualDuration: 1, bounce: 0.5).settlingDuration - 2.3438753795710707) < 1e-12)
    #expect(try Spring(damping: 0).settlingDuration == .infinity)
  }

  /// The amplitude bound has decayed to one thousandth by then, whatever the initial state.
  @Test func `a spring has settled when its settling duration is over`() throws {
    var random = SeededRandom(1)
    for _ in 0..<2000 {
      let spring = try Spring(
        mass: Double.random(in: 0.1...10, using: &random), stiffness: Double.random(in: 1...500, using: &random),
        damping: Double.random(in: 0.5...100, using: &random),
        initialVelocity: Double.random(in: -20...20, using: &random),
        allowsOverdamping: Bool.random(using: &random))
      let end = spring.settlingDuration
      for i in 0..<100 {
        #expect(abs(spring.position(at: end * (1 + Double(i) / 50)) - 1) <= 0.001 + 1e-9, "\(spring)")
      }
    }
  }

  @Test func `a spring reads back as it looks`() throws {
    for bounce in [-0.5, 0, 0.3, 1] {
      let spring = try Spring(perceptualDuration: 0.8, bounce: bounce)
      #expect(abs(spring.perceptualDuration - 0.8) < 1e-12)
      #expect(abs(spring.bounce - bounce) < 1e-9)
    }
  }

  @Test func `the three kinds of damping meet where they touch`() throws {
    let critical = try Spring(damping: 20)
    for damping in [19.9999, 20.0001] {
      let near = try Spring(damping: damping, allowsOverdamping: true)
      for i in 1...20 { #expect(abs(near.position(at: Double(i) / 10) - critical.position(at: Double(i) / 10)) < 1e-4) }
    }
  }

  /// Euler integration of the equation of motion, an independent computation of the same curve.
  @Test(arguments: [
    (1.0, 100.0, 10.0, 0.0, false), (2, 50, 3, 4, false), (1, 100, 60, 2, true), (1, 100, 20, -3, false),
  ])
  func `positions solve the equation of motion`(_ m: Double, _ k: Double, _ c: Double, _ v0: Double, _ over: Bool)
    throws
  {
    let spring = try Spring(mass: m, stiffness: k, damping: c, initialVelocity: v0, allowsOverdamping: over)
    var (x, v) = (0.0, v0)
    let h = 1e-5
    for step in 1...100_000 {
      v += h * (-k * (x - 1) - c * v) / m
      x += h * v
      if step % 20_000 == 0 { #expect(abs(spring.position(at: Double(step) * h) - x) < 1e-3) }
    }
  }

  @Test func `springs that cannot be are refused by name`() {
    #expect(throws: LayerError("SpringAnimation.mass: must be greater than 0, got number 0")) { try Spring(mass: 0) }
    #expect(throws: LayerError("SpringAnimation.stiffness: must be greater than 0, got number -1")) {
      try Spring(stiffness: -1)
    }
    #expect(throws: LayerError("SpringAnimation.damping: must not be negative, got number -1")) {
      try Spring(damping: -1)
    }
    #expect(throws: LayerError("SpringAnimation.bounce: must be greater than -1 and at most 1, got number 2")) {
      try Spring(perceptualDuration: 1, bounce: 2)
    }
  }
}
