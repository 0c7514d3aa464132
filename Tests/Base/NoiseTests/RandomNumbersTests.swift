// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Noise
import Testing

@Suite struct RandomNumbersTests {
  @Test func `a stream goes on from its seed, and a copy from the same place`() {
    var a = RandomNumbers(seed: 7)
    var b = a
    let (first, second) = ((0..<100).map { _ in a.next() }, (0..<100).map { _ in b.next() })
    #expect(first == second)
    #expect(a == b)
    var c = RandomNumbers(seed: 8)
    let (next, other) = (a.next(), c.next())
    #expect(next != other)
  }

  @Test func `numbers fill their ranges evenly`() {
    var random = RandomNumbers(seed: 1)
    var counts = [Int](repeating: 0, count: 10)
    for _ in 0..<100_000 { counts[Int(random.number() * 10)] += 1 }
    #expect(counts.allSatisfy { abs($0 - 10_000) < 500 })
    counts = [Int](repeating: 0, count: 10)
    for _ in 0..<100_000 { counts[random.integer(from: 0, to: 9)] += 1 }
    #expect(counts.allSatisfy { abs($0 - 10_000) < 500 })
    for _ in 0..<1000 {
      let v = random.number(from: -3, to: 5)
      #expect(v >= -3 && v < 5)
      _ = random.integer(from: .min, to: .max)
    }
    let few = [random.integer(from: 5, to: 5), random.integer(from: 5, to: 4)]
    #expect(few == [5, 5])
  }

  @Test func `normal numbers have the mean and the deviation`() {
    var random = RandomNumbers(seed: 2)
    let count = 100_000
    let values = (0..<count).map { _ in random.normal(mean: 10, deviation: 3) }
    let mean = values.reduce(0, +) / Double(count)
    let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)).squareRoot()
    #expect(abs(mean - 10) < 0.05)
    #expect(abs(deviation - 3) < 0.05)
    let within = values.filter { abs($0 - 10) < 3 }.count
    #expect(abs(Double(within) / Double(count) - 0.6827) < 0.01)
  }

  @Test func `weights are proportions`() {
    var random = RandomNumbers(seed: 3)
    var counts = [0, 0, 0, 0]
    for _ in 0..<40_000 {
      if let i = random.index(weights: [1, 0, 3, -2]) { counts[i] += 1 }
    }
    #expect(abs(counts[0] - 10_000) < 400 && abs(counts[2] - 30_000) < 400)
    #expect(counts[1] == 0 && counts[3] == 0)
    let none = [random.index(weights: [0, 0]), random.index(weights: [])]
    #expect(none == [nil, nil])
  }

  @Test func `orders are permutations, each as likely`() {
    var random = RandomNumbers(seed: 4)
    var seen: [[Int]: Int] = [:]
    for _ in 0..<24_000 { seen[random.shuffled(4), default: 0] += 1 }
    #expect(seen.count == 24)
    #expect(seen.values.allSatisfy { abs($0 - 1000) < 150 })
    let (some, none) = (random.shuffled(50, first: 20), random.shuffled(0))
    #expect(Set(some).count == 20 && none.isEmpty)
  }

  @Test func `points lie where they are asked for`() throws {
    var random = RandomNumbers(seed: 5)
    let ring = Path(rect: Rect(10, 10, 20, 20))
    for _ in 0..<1000 {
      let (rim, disc, box) = (
        random.pointOnCircle(radius: 4), random.pointInCircle(radius: 4), random.point(in: Rect(1, 2, 3, 4))
      )
      #expect(abs(rim.length - 4) < 1e-12 && disc.length < 4 && Rect(1, 2, 3, 4).contains(box))
      let inside = random.point(in: ring)
      #expect(ring.contains(try #require(inside)))
    }
    let nowhere = random.point(in: Path())
    #expect(nowhere == nil)
  }
}

@Suite struct PointSetTests {
  /// Each of 200 boxes with 5000 random places.
  @Test func `Poisson's discs leave no room for a further one`() throws {
    var random = RandomNumbers(seed: 5)
    for seed in 0..<200 as Range<UInt64> {
      let box = Rect(
        random.number(from: -50, to: 50), random.number(from: -50, to: 50), random.number(from: 1, to: 90),
        random.number(from: 1, to: 90))
      let radius = random.number(from: 3, to: 30)
      let points = try PointSets.poissonDiscs(in: box, radius: radius, seed: seed)
      for (i, a) in points.enumerated() {
        #expect(box.contains(a) && points[..<i].allSatisfy { ($0 - a).dot($0 - a) >= radius * radius })
      }
      for _ in 0..<5000 {
        let place = random.point(in: box)
        let distance = points.map { ($0 - place).dot($0 - place) }.min() ?? .infinity
        #expect(distance < radius * radius * 1.006, "\(seed) \(place)")
      }
    }
  }

  @Test(arguments: [3.0, 7, 25]) func `Poisson's discs keep apart and leave no gap`(_ radius: Double) throws {
    let box = Rect(-10, 5, 120, 80)
    let points = try PointSets.poissonDiscs(in: box, radius: radius, seed: 9)
    for (i, p) in points.enumerated() {
      #expect(box.contains(p))
      for q in points[..<i] { #expect((p - q).length >= radius) }
    }
    // Every place has a point within two radii.
    for x in stride(from: box.minX, through: box.maxX, by: 5) {
      for y in stride(from: box.minY, through: box.maxY, by: 5) {
        #expect(points.contains { ($0 - Point(x, y)).length < 2 * radius })
      }
    }
    #expect(try PointSets.poissonDiscs(in: box, radius: radius, seed: 9) == points)
    #expect(try PointSets.poissonDiscs(in: box, radius: radius, seed: 10) != points)
  }

  @Test func `a radius is above 0 and not too small`() throws {
    #expect(throws: LayerError.self) { try PointSets.poissonDiscs(in: .unit, radius: 0) }
    #expect(throws: LayerError.self) { try PointSets.poissonDiscs(in: Rect(0, 0, 1e6, 1e6), radius: 1) }
    #expect(try PointSets.poissonDiscs(in: .zero, radius: 1).isEmpty)
  }

  @Test func `sequences fill the square evenly`() {
    #expect((1...4).map { PointSets.halton($0, base: 2) } == [0.5, 0.25, 0.75, 0.125])
    #expect(abs(PointSets.halton(5, base: 3) - 7.0 / 9) < 1e-15)
    for sequence in [
      { (i: Int) in PointSets.r2(i) }, { Point(PointSets.halton($0 + 1, base: 2), PointSets.halton($0 + 1, base: 3)) },
    ] {
      var counts = [Int](repeating: 0, count: 100)
      for i in 0..<10_000 {
        let p = sequence(i)
        counts[Int(p.y * 10) * 10 + Int(p.x * 10)] += 1
      }
      #expect(counts.allSatisfy { abs($0 - 100) <= 6 })
    }
  }
}
