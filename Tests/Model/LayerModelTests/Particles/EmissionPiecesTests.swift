// SPDX-License-Identifier: MIT
import LayerModel
import TestSupport
import Testing

/// A piecewise linear track of one number; two points at one time are a jump.
func track(_ points: [(time: Double, value: Double)], period: Double = 0) -> EmissionTrack {
  var track = EmissionTrack(points.first?.value ?? 0)
  for (a, b) in zip(points, points.dropFirst()) { track.append(from: a.time, to: b.time, [a.value], [b.value]) }
  if let last = points.last { track.setAfter([last.value], from: last.time) }
  if period > 0 { track.setPeriod(period) }
  return track
}

/// An emission with a cell's rate, lifetimes and their factors.
struct TestEmission {
  var cell = EmissionTrack(20)
  var layer = EmissionTrack(1)
  var life = EmissionTrack(10)
  var range = EmissionTrack(0)
  var factor = EmissionTrack(1)
  var begin = 0.0
  var duration = Double.infinity

  func pieces(through last: Double = 100) throws -> EmissionPieces {
    try #require(
      EmissionPieces(rates: (cell, layer), life: life, lifeRange: range, lifeFactor: factor, through: last))
  }

  /// The number of births up to a time, and of particles alive then.
  func counts(_ pieces: EmissionPieces, at now: Double) -> (births: Double, living: Int) {
    let until = min(now, begin + duration)
    guard until > begin else { return (0, 0) }
    let base = pieces.births(until: begin)
    var living = 0
    var last = 0.0
    for span in pieces.spans(alive: now, from: begin, through: until).spans {
      var k = max((pieces.births(until: span.from) - base).rounded(.down), last + 1)
      let end = pieces.births(until: span.to) - base + 1
      while k <= end {
        let birth = pieces.time(ofBirths: base + k)
        if birth <= until + 1e-9, isAlive(birth, at: now) { living += 1 }
        last = k
        k += 1
      }
    }
    return (pieces.births(until: until) - base, living)
  }

  func isAlive(_ birth: Double, at now: Double) -> Bool {
    birth <= now + 1e-9 && now - birth < life.value(at: birth)[0] * factor.value(at: birth)[0] - 1e-9
  }
}

@Suite struct EmissionPiecesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var emission: TestEmission
    /// Time, births until then, particles alive then.
    var counts: [(time: Double, births: Double?, living: Int)]
    /// The times of the first, second, fifth and tenth birth.
    var births: [Double] = []
    var testDescription: String { name }
  }

  static let cases: [Case] = {
    let halt = track([(0, 1), (1.5, 0), (3, 0), (3, 1)])
    func emission(_ change: (inout TestEmission) -> Void = { _ in }) -> TestEmission {
      var result = TestEmission()
      change(&result)
      return result
    }
    let rising = track([(0, 10), (2, 30)])
    return [
      Case(
        name: "A steady", emission: emission(),
        counts: [(0.05, 1, 1), (0.5, 10, 10), (1, 20, 20), (5, 100, 100), (20, 400, 200)],
        births: [0.05, 0.1, 0.25, 0.5]),
      Case(
        name: "B the layer's rate falls, rests and jumps back", emission: emission { $0.layer = halt },
        counts: [
          (0.25, 4.5833, 4), (0.5, 8.3333, 8), (1, 13.3333, 13), (1.5, 15, 15), (2, 15, 15), (3, 15, 15),
          (3.5, 25, 25), (4, 35, 35), (12, 195, 180),
        ], births: [0.050862, 0.103576, 0.275255, 0.633975]),
      Case(
        name: "C the layer's rate ends", emission: emission { $0.layer = track([(0, 1), (2, 0)]) },
        counts: [
          (0.5, 8.75, 8), (1, 15, 15), (1.5, 18.75, 18), (2, 20, 20), (5, 20, 20), (10.5, 20, 12), (11, 20, 5),
          (12, 20, 0),
        ], births: [0.050641, 0.102633, 0.267949, 0.585786]),
      Case(
        name: "D the cell's rate rises",
        emission: emission {
          $0.cell = rising
          $0.life = EmissionTrack(1)
        }, counts: [(0.5, 6.25, 6), (1, 15, 15), (1.5, 26.25, 20), (2, 40, 25), (3, 70, 30)],
        births: [0.095445, 0.183216, 0.414214, 0.732051]),
      Case(
        name: "E it rises while the layer's falls",
        emission: emission {
          $0.cell = rising
          $0.layer = track([(0, 2), (2, 0)])
          $0.life = EmissionTrack(1)
        },
        counts: [
          (0.5, 10.8333, 10), (1, 21.6667, 21), (1.5, 30, 20), (2, 33.3333, 12), (2.5, 33.3333, 3), (3, 33.3333, 0),
        ], births: [0.049410, 0.097766, 0.238079, 0.462955]),
      Case(
        name: "F below zero is zero",
        emission: emission {
          $0.cell = track([(0, 20), (2, -20)])
          $0.life = EmissionTrack(5)
        }, counts: [(0.5, 7.5, 7), (1, 10, 10), (1.5, 10, 10), (2, 10, 10), (5.9, 10, 1)],
        births: [0.051317, 0.105573, 0.292893, 1]),
      Case(
        name: "G two below zero are not above it",
        emission: emission {
          $0.cell = EmissionTrack(-5)
          $0.layer = EmissionTrack(-2)
        }, counts: [(1, 0, 0), (50, 0, 0)]),
      Case(
        name: "H steps",
        emission: emission {
          $0.cell = track([(0, 0), (1, 0), (1, 40), (1.5, 40), (1.5, 0)])
          $0.life = EmissionTrack(1)
        }, counts: [(0.5, 0, 0), (1.25, 10, 10), (1.5, 20, 20), (2, 20, 20), (2.25, 20, 10), (2.5, 20, 0)],
        births: [1.025, 1.05, 1.125, 1.25]),
      Case(
        name: "I off and on again",
        emission: emission {
          $0.cell = track([(0, 10), (2, 10), (2, 0), (4, 0), (4, 50)])
          $0.life = EmissionTrack(3)
        },
        counts: [(1, 10, 10), (2, 20, 20), (3, 20, 20), (4, 20, 10), (4.5, 45, 30), (5, 70, 50), (6, 120, 100)],
        births: [0.1, 0.2, 0.5, 1]),
      Case(
        name: "J a birth at a jump has what comes after",
        emission: emission {
          $0.cell = EmissionTrack(10)
          $0.life = track([(0, 1), (2, 1), (2, 3)])
        },
        counts: [(1.5, 15, 15 - 5), (2, 20, 10), (2.5, 25, 10), (3, 30, 11), (4, 40, 21), (5.5, 55, 30)],
        births: [0.1, 0.2, 0.5, 1]),
      Case(
        name: "K lives shrink to nothing",
        emission: emission {
          $0.cell = EmissionTrack(10)
          $0.life = track([(0, 2), (4, 0)])
        }, counts: [(1, 10, 10), (2, 20, 20), (3, 30, 10), (3.5, 35, 5), (4, 40, 0), (5, 50, 0)],
        births: [0.1, 0.2, 0.5, 1]),
      Case(
        name: "L begin and duration",
        emission: emission {
          $0.cell = EmissionTrack(10)
          $0.life = EmissionTrack(1.5)
          ($0.begin, $0.duration) = (1, 2)
        }, counts: [(1, 0, 0), (1.1, 1, 1), (2, 10, 10), (3, 20, 15), (4, 20, 5), (4.5, 20, 0)],
        births: [1.1, 1.2, 1.5, 2]),
      Case(
        name: "M nothing for a long time",
        emission: emission {
          $0.cell = track([(0, 0), (1000, 0), (1000, 25)])
          $0.life = EmissionTrack(2)
        }, counts: [(1000, 0, 0), (1000.04, 1, 1), (1001, 25, 25), (1003, 75, 50)],
        births: [1000.04, 1000.08, 1000.2, 1000.4]),
      Case(
        name: "N pulses for ever",
        emission: emission {
          $0.cell = track([(0, 0), (0.5, 20), (1, 0)], period: 1)
          $0.life = EmissionTrack(1)
        },
        counts: [
          (0.5, 5, 5), (1, 10, 10), (1.5, 15, 10), (10, 100, 10), (19.75, 198.75, 10), (1e5 + 0.25, 1e6 + 1.25, 10),
        ], births: [0.223607, 0.316228, 0.5, 1]),
    ]
  }()

  @Test(arguments: cases)
  func `births and who lives, by case`(_ c: Case) throws {
    let pieces = try c.emission.pieces()
    for (time, births, living) in c.counts {
      let found = c.emission.counts(pieces, at: time)
      if let births { #expect(abs(found.births - births) < 6e-5, "at \(time): \(found.births) births") }
      #expect(found.living == living, "at \(time)")
    }
    let base = pieces.births(until: c.emission.begin)
    for (k, birth) in zip([1.0, 2, 5, 10], c.births) {
      #expect(abs(pieces.time(ofBirths: base + k) - birth) < 6e-7, "birth \(k)")
    }
  }

  /// A random track of up to seven values with lines and jumps, including negative ones.
  static func randomTrack(_ low: Double, _ high: Double, _ random: inout SeededRandom) -> EmissionTrack {
    var time = Double.random(in: -0.5...1, using: &random)
    var points = [(time: time, value: Double.random(in: low...high, using: &random))]
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      if Int.random(in: 0..<3, using: &random) == 0 {
        points.append((time, Double.random(in: low...high, using: &random)))
      } else {
        time += Double.random(in: 0.05...1.5, using: &random)
        points.append((time, Double.random(in: low...high, using: &random)))
      }
    }
    let isEndless = points.count > 2 && points[0].time < time && Int.random(in: 0..<3, using: &random) == 0
    return track(points, period: isEndless ? time - points[0].time : 0)
  }

  static func randomEmission(_ random: inout SeededRandom) -> TestEmission {
    var e = TestEmission()
    e.cell = randomTrack(-10, 40, &random)
    e.layer = Bool.random(using: &random) ? randomTrack(-0.5, 2, &random) : EmissionTrack(1)
    e.life = randomTrack(0, 3, &random)
    e.factor = Int.random(in: 0..<3, using: &random) == 0 ? randomTrack(0, 2, &random) : EmissionTrack(1)
    e.begin = Bool.random(using: &random) ? Double.random(in: 0...2, using: &random) : 0
    e.duration = Bool.random(using: &random) ? Double.random(in: 0...6, using: &random) : .infinity
    return e
  }

  /// 200 random histories with six pictures each: births by steps of 1/4096 s, each with the lifetime at its time.
  @Test func `births and lives are those of small steps`() throws {
    var random = SeededRandom(3201)
    var misses = 0
    for round in 0..<200 {
      let e = EmissionPiecesTests.randomEmission(&random)
      let pieces = try e.pieces(through: 12)
      let step = 1.0 / 4096
      var births: [(time: Double, life: Double)] = []
      var count = 0.0
      var t = e.begin
      while t < 10, t - e.begin < e.duration {
        let middle = t + step / 2
        count += max(e.cell.value(at: middle)[0], 0) * max(e.layer.value(at: middle)[0], 0) * step
        if count >= Double(births.count + 1) {
          births.append((t + step, max(e.life.value(at: middle)[0], 0) * max(e.factor.value(at: middle)[0], 0)))
        }
        t += step
      }
      // The reference has an error of its own: it sees a jump one step late.
      let base = pieces.births(until: e.begin)
      for (k, birth) in births.enumerated() {
        let exact = pieces.births(until: birth.time) - base
        #expect(abs(exact - Double(k + 1)) < 0.1, "round \(round), birth \(k + 1) at \(birth.time): \(exact)")
        let time = pieces.time(ofBirths: base + Double(k + 1))
        #expect(abs(pieces.births(until: time) - base - Double(k + 1)) < 1e-9, "round \(round), birth \(k + 1)")
      }
      for _ in 0..<6 {
        let now = Double.random(in: 0...10, using: &random)
        let living = births.count { $0.time <= now && now - $0.time < $0.life }
        let found = e.counts(pieces, at: now).living
        // A birth or death within the step of the picture itself.
        if found != living {
          misses += 1
          #expect(abs(found - living) <= 1, "round \(round) at \(now): \(found), by steps \(living)")
        }
      }
    }
    #expect(misses < 24)
  }

  /// 200 random histories: the search finds every living particle, and examines few others.
  @Test func `the search finds everyone who lives`() throws {
    var random = SeededRandom(3202)
    for round in 0..<200 {
      let e = EmissionPiecesTests.randomEmission(&random)
      let pieces = try e.pieces(through: 40)
      for now in [Double.random(in: 0...10, using: &random), Double.random(in: 10...40, using: &random)] {
        let until = min(now, e.begin + e.duration)
        let base = pieces.births(until: e.begin)
        var living = 0
        var k = 1.0
        while k <= pieces.births(until: until) - base + 1 {
          let birth = pieces.time(ofBirths: base + k)
          if birth <= until + 1e-9, e.isAlive(birth, at: now) { living += 1 }
          k += 1
        }
        #expect(e.counts(pieces, at: now).living == living, "round \(round) at \(now)")
      }
    }
  }

  /// 200 random histories, split at 20 additional times each.
  @Test func `pieces that are cut anywhere else give the same births`() throws {
    var random = SeededRandom(3203)
    for round in 0..<200 {
      let e = EmissionPiecesTests.randomEmission(&random)
      var cut = e
      // A factor of 1 with breakpoints of its own.
      var ones = EmissionTrack(1)
      var at = -1.0
      for i in 0..<20 {
        let next = at + Double.random(in: 0.01...0.6, using: &random)
        // Segments that the values alone do not distinguish.
        ones.append(from: at, to: next, [1], [i % 2 == 0 ? 1 : 1 + 1e-13])
        at = next
      }
      if e.layer.isConstant { cut.layer = ones } else { cut.factor = ones }
      let (pieces, others) = (try e.pieces(through: 12), try cut.pieces(through: 12))
      let (base, otherBase) = (pieces.births(until: e.begin), others.births(until: e.begin))
      let count = min(pieces.births(until: 10) - base, 200)
      var k = 1.0
      while k <= count {
        let birth = pieces.time(ofBirths: base + k)
        // Where the rate rises from 0 or falls to it, a birth time is only as exact as the square root of its number.
        if pieces.figures(at: birth).rate > 0.5 {
          let other = others.time(ofBirths: otherBase + k)
          #expect(abs(birth - other) < 1e-9, "round \(round), birth \(k): \(birth), \(other)")
        }
        k += 1
      }
    }
  }

  /// Millions of births before the picture cost no more than the living particles: design, section 5.
  @Test func `what lives is examined and little else`() throws {
    func examined(_ e: TestEmission, at now: Double) throws -> (births: Double, examined: Double, pieces: Int) {
      let pieces = try e.pieces()
      let found = pieces.spans(alive: now, from: 0, through: now)
      var count = 0.0
      for span in found.spans { count += pieces.births(until: span.to) - pieces.births(until: span.from) }
      return (pieces.births(until: now), count, found.examined)
    }
    var e = TestEmission()
    e.cell = EmissionTrack(100_000)
    e.life = EmissionTrack(0.01)
    var found = try examined(e, at: 100)
    #expect(found.births == 10_000_000 && found.examined < 1_010 && found.pieces == 1)
    e.cell = track([(0, 0), (100, 200_000)])
    found = try examined(e, at: 100)
    #expect(found.births == 10_000_000 && found.examined < 2_010 && found.pieces <= 2)
    e.cell = track([(0, 50_000), (100, 200_000)])
    e.layer = track([(0, 2), (100, 0.5)])
    found = try examined(e, at: 100)
    #expect(found.births > 1e7 && found.examined < 1_010 && found.pieces <= 2)
    e.layer = EmissionTrack(1)
    e.cell = track([(0, 1e6), (10, 1e6), (10, 0)])
    e.life = track([(0, 2), (10, 0.001)])
    found = try examined(e, at: 11)
    #expect(found.births == 1e7 && found.examined < 2)
    e.cell = track([(0, 1e7), (1, 1e7), (1, 10)])
    e.life = EmissionTrack(1)
    found = try examined(e, at: 1_000)
    #expect(found.births == 10_009_990 && found.examined < 12 && found.pieces <= 2)
    e.cell = track([(0, 0), (1e6, 0), (1e6, 100)])
    e.life = EmissionTrack(2)
    found = try examined(e, at: 1e6 + 5)
    #expect(found.births == 500 && found.examined < 202 && found.pieces <= 2)
    // A second of long lifetimes an hour ago.
    e.cell = EmissionTrack(1000)
    e.life = track([(0, 1000), (1, 1000), (1, 0.1)])
    found = try examined(e, at: 3600)
    #expect(found.examined < 102)
    // A million pulses are represented as one.
    e.cell = track([(0, 0), (0.05, 20), (0.1, 0)], period: 0.1)
    e.life = EmissionTrack(1)
    found = try examined(e, at: 1e5)
    #expect(abs(found.births - 1e6) < 1e-3 && found.examined < 12 && found.pieces <= 2)
  }

  @Test func `a common period is found, and one that is none is not`() {
    #expect(EmissionTrack.commonPeriod([0, 0]) == 0)
    #expect(EmissionTrack.commonPeriod([0, 0.5]) == 0.5)
    #expect(EmissionTrack.commonPeriod([0.3, 0.2]).map { abs($0 - 0.6) < 1e-12 } == true)
    #expect(EmissionTrack.commonPeriod([1, 2.0.squareRoot()]) == nil)
  }

  /// Periods without a common multiple: pieces are generated as far as requested.
  @Test func `two pulses that never meet are followed from their begin`() throws {
    var e = TestEmission()
    e.cell = track([(0, 0), (0.5, 20), (1, 0)], period: 1)
    let length = 2.0.squareRoot()
    e.layer = track([(0, 0), (length / 2, 1), (length, 0)], period: length)
    let pieces = try e.pieces(through: 50)
    let longer = try e.pieces(through: 90)
    #expect(abs(pieces.births(until: 50) - 50 * 10 * 0.5) < 5)
    for k in 1...200 {
      #expect(abs(pieces.time(ofBirths: Double(k)) - longer.time(ofBirths: Double(k))) < 1e-9)
    }
    #expect(
      EmissionPieces(
        rates: (e.cell, e.layer), life: e.life, lifeRange: e.range, lifeFactor: e.factor, through: 1e6) == nil)
  }

  /// 100 random tracks, each evaluated at 50 times.
  @Test func `a track that runs backward has the values of the same times`() throws {
    var random = SeededRandom(3204)
    for _ in 0..<100 {
      let track = EmissionPiecesTests.randomTrack(-5, 5, &random)
      let back = try #require(track.reversed(through: 30, limit: 10_000))
      for _ in 0..<50 {
        let time = Double.random(in: -3...20, using: &random)
        #expect(abs(track.value(at: time)[0] - back.value(at: -time)[0]) < 1e-9)
      }
    }
  }
}
