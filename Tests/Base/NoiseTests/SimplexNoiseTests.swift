// SPDX-License-Identifier: MIT
import Messages
import Noise
import TestSupport
import Testing

@Suite struct SimplexNoiseTests {
  private func place(_ random: inout SeededRandom, _ range: Double) -> SIMD4<Double> {
    func next() -> Double { .random(in: -range...range, using: &random) }
    return SIMD4(next(), next(), next(), next())
  }

  @Test(arguments: 1...4) func `values lie within -1 and 1, come near both, and are 0 on average`(_ dimensions: Int) {
    let noise = SimplexNoise(seed: 11)
    var random = SeededRandom(5)
    var (low, high, sum) = (0.0, 0.0, 0.0)
    let count = 200_000
    for _ in 0..<count {
      let v = noise.value(at: place(&random, 1000), dimensions: dimensions)
      (low, high) = (min(low, v), max(high, v))
      sum += v
    }
    #expect(low >= -1 && high <= 1)
    #expect(low < -0.9 && high > 0.9, "\(low)…\(high)")
    #expect(abs(sum / Double(count)) < 0.01)
  }

  @Test(arguments: 1...4) func `values are continuous, also across the borders of cells`(_ dimensions: Int) {
    let noise = SimplexNoise(seed: 3)
    var random = SeededRandom(9)
    for _ in 0..<100_000 {
      let a = place(&random, 20)
      let step = place(&random, 1e-7)
      let change = abs(
        noise.value(at: a, dimensions: dimensions) - noise.value(at: a + step, dimensions: dimensions))
      #expect(change < 1e-5, "\(change) at \(a)")
    }
  }

  @Test func `a value is the same bits on every machine`() {
    let noise = SimplexNoise(seed: 42)
    let values = [
      noise.value(0.3), noise.value(0.3, -7.1), noise.value(0.3, -7.1, 2.25), noise.value(0.3, -7.1, 2.25, 100.5),
      noise.fractal(0.3, -7.1), noise.ridged(0.3, -7.1, 2.25, octaves: 3),
    ]
    #expect(values.map(\.bitPattern) == Self.bits, "\(values.map(\.bitPattern))")
  }

  private static let bits: [UInt64] = [
    13_827_909_206_379_006_123, 4_603_993_373_897_602_297, 13_814_134_628_209_059_025, 13_818_386_066_725_703_323,
    4_602_556_510_975_788_687, 4_603_360_773_396_068_736,
  ]

  @Test func `seeds make fields that do not resemble each other`() {
    var random = SeededRandom(1)
    for dimensions in 1...4 {
      for (a, b) in [(0, 1), (1, 2), (0, 1 << 32), (7, 8)] {
        let (first, second) = (SimplexNoise(seed: UInt64(a)), SimplexNoise(seed: UInt64(b)))
        var (product, square) = (0.0, 0.0)
        for _ in 0..<20_000 {
          let p = place(&random, 500)
          let (v, w) = (first.value(at: p, dimensions: dimensions), second.value(at: p, dimensions: dimensions))
          product += v * w
          square += v * v
        }
        #expect(abs(product / square) < 0.06, "\(a) and \(b) in \(dimensions)")
      }
    }
    #expect(SimplexNoise(seed: 5).value(0.4, 0.7) == SimplexNoise(seed: 5).value(0.4, 0.7))
  }

  @Test func `coordinates of any size give a value`() {
    let noise = SimplexNoise()
    for v in [1e9, -1e15, 1e18, 1e300, -1e300, 0x1p63, 4294967296.5] {
      for value in [noise.value(v), noise.value(v, v), noise.value(v, 1, v), noise.value(v, v, v, v)] {
        #expect(value >= -1 && value <= 1, "\(v)")
      }
    }
  }

  @Test func `sums of octaves stay within -1 and 1 and get finer`() {
    let noise = SimplexNoise(seed: 2)
    var random = SeededRandom(2)
    var (rough, smooth) = (0.0, 0.0)
    for _ in 0..<20_000 {
      let p = place(&random, 100)
      for octaves in [1, 4, 8] {
        #expect(abs(noise.fractal(p.x, p.y, octaves: octaves)) <= 1)
        #expect(abs(noise.ridged(p.x, p.y, p.z, octaves: octaves)) <= 1)
      }
      rough += abs(noise.fractal(p.x, p.y, octaves: 6) - noise.fractal(p.x + 0.02, p.y, octaves: 6))
      smooth += abs(noise.value(p.x, p.y) - noise.value(p.x + 0.02, p.y))
    }
    #expect(rough > smooth)
    #expect(noise.fractal(0.2, 0.3, octaves: 1) == noise.value(0.2, 0.3))
  }

  @Test func `the curl has no sources`() {
    let noise = SimplexNoise(seed: 4)
    var random = SeededRandom(3)
    let h = 1e-3
    for _ in 0..<2000 {
      let p = place(&random, 50)
      let plane =
        noise.curl(p.x + h, p.y).x - noise.curl(p.x - h, p.y).x + noise.curl(p.x, p.y + h).y
        - noise.curl(p.x, p.y - h).y
      #expect(abs(plane / (2 * h)) < 1e-5)
      let space =
        noise.curl(p.x + h, p.y, p.z).x - noise.curl(p.x - h, p.y, p.z).x
        + noise.curl(p.x, p.y + h, p.z).y - noise.curl(p.x, p.y - h, p.z).y
        + noise.curl(p.x, p.y, p.z + h).z - noise.curl(p.x, p.y, p.z - h).z
      #expect(abs(space / (2 * h)) < 2e-3, "\(space / (2 * h))")
    }
  }

  @Test func `the flow in space stands still nowhere and has a bounded speed`() {
    var random = SeededRandom(8)
    var (still, slow, sum, most) = (0, 0, 0.0, 0.0)
    let count = 60_000
    for i in 0..<count {
      let p = place(&random, 50)
      let v = SimplexNoise(seed: UInt64(i % 7)).curl(p.x, p.y, p.z)
      let speed = (v.x * v.x + v.y * v.y + v.z * v.z).squareRoot()
      if speed == 0 { still += 1 }
      if speed < 0.1 { slow += 1 }
      sum += speed
      most = max(most, speed)
    }
    #expect(still == 0)
    #expect(slow < count / 1000)
    #expect(most < 17)
    #expect(abs(sum / Double(count) - 3.93) < 0.1)
    let far = SimplexNoise().curl(1e300, -1e300, 0x1p63)
    #expect(far.x.isFinite && far.y.isFinite && far.z.isFinite)
  }

  @Test func `the coordinates of the flow in space do not depend on one another`() {
    var random = SeededRandom(9)
    let noise = SimplexNoise(seed: 12)
    var (products, squares) = (SIMD4<Double>(), SIMD4<Double>())
    for _ in 0..<20_000 {
      let p = place(&random, 100)
      let v = noise.curl(p.x, p.y, p.z)
      products += SIMD4(v.x * v.y, v.y * v.z, v.z * v.x, 0)
      squares += SIMD4(v.x * v.x, v.y * v.y, v.z * v.z, 0)
    }
    for i in 0..<3 {
      #expect(abs(products[i]) < 0.06 * squares[i])
      #expect(abs(squares[i] / squares[0] - 1) < 0.08)
    }
  }

  @Test func `a grid has the values of its cells, and tiles at its edges`() throws {
    var grid = NoiseGrid(width: 24, height: 16, scale: 8)
    grid.seed = 6
    let noise = SimplexNoise(seed: 6)
    let plain = try grid.values()
    #expect(plain.count == 24 * 16)
    #expect(plain[5 * 24 + 7] == noise.value(7.0 / 8, 5.0 / 8))
    grid.z = 0.5
    #expect(try grid.values()[24] == noise.value(0, 1.0 / 8, 0.5))
    grid.tiles = true
    grid.octaves = NoiseOctaves(3)
    let tile = try grid.values()
    grid.origin = (24, -16)
    let moved = try grid.values()
    for (a, b) in zip(tile, moved) { #expect(abs(a - b) < 1e-9) }
    // Neighbours across the edge differ no more than others.
    func step(_ row: Int, _ from: Int, _ to: Int) -> Double { abs(tile[row * 24 + from] - tile[row * 24 + to]) }
    let inner = (0..<16).map { step($0, 11, 12) }.max() ?? 0
    let edge = (0..<16).map { step($0, 23, 0) }.max() ?? 0
    #expect(edge < inner * 3)
    grid = NoiseGrid(width: 1 << 20, height: 1 << 20)
    #expect(throws: LayerError.self) { try grid.values() }
  }
}
