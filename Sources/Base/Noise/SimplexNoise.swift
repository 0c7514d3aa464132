// SPDX-License-Identifier: MIT
import Numbers

/// Simplex noise: smooth random values over 1 to 4 coordinates, from a seed.
///
/// A value lies in −1…1, is 0 on average, and changes over a distance of about 1. Values are sums and products of
/// doubles alone, without functions of the C library, so that they are the same bits on every machine. The lattice
/// repeats after 2³².
///
/// ```swift
/// let noise = SimplexNoise(seed: 7)
/// let height = noise.value(0.3, 1.7)  // -1...1
/// let hills = noise.fractal(0.3, 1.7, octaves: 5)
/// ```
public struct SimplexNoise: Hashable, Sendable {
  /// The seed; each makes another field.
  public let seed: UInt64
  /// The seed as the hash takes it.
  private let key: UInt32

  /// Creates a field of noise.
  public init(seed: UInt64 = 0) {
    self.seed = seed
    var z = seed &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    key = UInt32(truncatingIfNeeded: z ^ z >> 31)
  }

  private init(seed: UInt64, key: UInt32) {
    self.seed = seed
    self.key = key
  }

  /// A further field of the same seed: the octave of a sum, or a component of a vector.
  private func field(_ number: Int) -> SimplexNoise {
    number == 0 ? self : SimplexNoise(seed: seed, key: key &+ UInt32(truncatingIfNeeded: number) &* 0x9E37_79B9)
  }

  /// Mixes the bits of a lattice point; all bits of the result depend on all of the argument.
  @inline(__always) private static func mixed(_ bits: UInt32) -> UInt32 {
    var h = bits
    h = (h ^ h >> 15) &* 0x2C1B_3C6D
    h = (h ^ h >> 12) &* 0x297A_2D39
    return h ^ h >> 15
  }

  @inline(__always) private static func lattice(_ v: Double) -> UInt32 { UInt32(truncatingIfNeeded: Int(clamping: v)) }

  /// (r² − d²)⁴ with r² = 0.5, beyond which a corner has no influence; a larger r² would tear at the cells' borders.
  @inline(__always) private static func falloff(_ squared: Double) -> Double {
    let t = 0.5 - squared
    return t > 0 ? (t * t) * (t * t) : 0
  }
}

// MARK: - Values

extension SimplexNoise {
  /// Returns the noise along a line, −1…1.
  public func value(_ x: Double) -> Double {
    let cell = x.rounded(.down)
    let i = SimplexNoise.lattice(cell)
    func corner(_ x: Double, _ i: UInt32) -> Double {
      let h = SimplexNoise.mixed(i &* 0x9E37_79B1 ^ key)
      let slope = Double(h >> 28 & 7) + 1
      let t = 1 - x * x
      return (t * t) * (t * t) * (h >> 31 == 0 ? slope : -slope) * x
    }
    let x0 = x - cell
    // One over the most that slopes of 8 give, in the middle of a cell: 2 · 0.75⁴ · 0.5 · 8.
    return (corner(x0, i) + corner(x0 - 1, i &+ 1)) * (1 / 2.53125)
  }

  /// Returns the noise in a plane, −1…1.
  public func value(_ x: Double, _ y: Double) -> Double {
    let skew = 0.36602540378443865  // (√3 − 1)/2
    let unskew = 0.21132486540518713  // (3 − √3)/6
    let s = (x + y) * skew
    let (i, j) = ((x + s).rounded(.down), (y + s).rounded(.down))
    let t = (i + j) * unskew
    let (x0, y0) = (x - (i - t), y - (j - t))
    let (a, b) = (SimplexNoise.lattice(i), SimplexNoise.lattice(j))
    let isRight = x0 > y0
    func corner(_ x: Double, _ y: Double, _ i: UInt32, _ j: UInt32) -> Double {
      let k = SimplexNoise.falloff(x * x + y * y)
      guard k > 0 else { return 0 }
      let g = SimplexNoise.direction(SimplexNoise.mixed(i &* 0x9E37_79B1 ^ j &* 0x85EB_CA77 ^ key))
      return k * (g.0 * x + g.1 * y)
    }
    var sum = corner(x0, y0, a, b)
    sum += corner(
      x0 - (isRight ? 1 : 0) + unskew, y0 - (isRight ? 0 : 1) + unskew, a &+ (isRight ? 1 : 0), b &+ (isRight ? 0 : 1))
    sum += corner(x0 - 1 + 2 * unskew, y0 - 1 + 2 * unskew, a &+ 1, b &+ 1)
    return sum * 99.204
  }

  /// Returns the noise in space, −1…1.
  public func value(_ x: Double, _ y: Double, _ z: Double) -> Double {
    let cell = SpaceCell(x, y, z)
    func corner(_ number: Int) -> Double {
      let (offset, bits) = cell.corner(number)
      let k = SimplexNoise.falloff(offset.x * offset.x + offset.y * offset.y + offset.z * offset.z)
      guard k > 0 else { return 0 }
      let edge = SimplexNoise.edge(SimplexNoise.mixed(bits ^ key))
      let (first, second) = (edge < 8 ? offset.x : offset.y, edge < 4 ? offset.y : offset.z)
      return k * ((edge & 1 == 0 ? first : -first) + (edge & 2 == 0 ? second : -second))
    }
    var sum = corner(0)
    sum += corner(1)
    sum += corner(2)
    sum += corner(3)
    return sum * SimplexNoise.spaceHeight
  }

  /// Returns the noise in four dimensions, −1…1: noise in space that changes with time, or that tiles.
  public func value(_ x: Double, _ y: Double, _ z: Double, _ w: Double) -> Double {
    let skew = 0.30901699437494745  // (√5 − 1)/4
    let unskew = 0.1381966011250105  // (5 − √5)/20
    let s = ((x + y) + (z + w)) * skew
    let (i, j, k, l) = (
      (x + s).rounded(.down), (y + s).rounded(.down), (z + s).rounded(.down), (w + s).rounded(.down)
    )
    let t = ((i + j) + (k + l)) * unskew
    let (x0, y0, z0, w0) = (x - (i - t), y - (j - t), z - (k - t), w - (l - t))
    let (a, b) = (SimplexNoise.lattice(i), SimplexNoise.lattice(j))
    let (c, d) = (SimplexNoise.lattice(k), SimplexNoise.lattice(l))
    // The rank of each coordinate, 3 for the largest.
    func one(_ isOne: Bool) -> Int { isOne ? 1 : 0 }
    let (xy, xz, xw, yz, yw, zw) = (x0 >= y0, x0 >= z0, x0 >= w0, y0 >= z0, y0 >= w0, z0 >= w0)
    let rankX = one(xy) + one(xz) + one(xw)
    let rankY = one(!xy) + one(yz) + one(yw)
    let rankZ = one(!xz) + one(!yz) + one(zw)
    let rankW = one(!xw) + one(!yw) + one(!zw)
    func corner(_ least: Int, _ shift: Double) -> Double {
      let (p, q, r, s) = (rankX >= least, rankY >= least, rankZ >= least, rankW >= least)
      let (x, y) = (x0 - (p ? 1 : 0) + shift, y0 - (q ? 1 : 0) + shift)
      let (z, w) = (z0 - (r ? 1 : 0) + shift, w0 - (s ? 1 : 0) + shift)
      let k = SimplexNoise.falloff((x * x + y * y) + (z * z + w * w))
      guard k > 0 else { return 0 }
      let h = SimplexNoise.mixed(
        (a &+ (p ? 1 : 0)) &* 0x9E37_79B1 ^ (b &+ (q ? 1 : 0)) &* 0x85EB_CA77 ^ (c &+ (r ? 1 : 0)) &* 0xC2B2_AE3D
          ^ (d &+ (s ? 1 : 0)) &* 0x27D4_EB2F ^ key)
      // The middles of a hypercube's 32 edges: three coordinates with a sign each.
      let missing = h >> 30
      let first = missing == 0 ? y : x
      let second = missing <= 1 ? z : y
      let third = missing <= 2 ? w : z
      return k
        * ((h >> 27 & 1 == 0 ? first : -first) + (h >> 28 & 1 == 0 ? second : -second)
          + (h >> 29 & 1 == 0 ? third : -third))
    }
    var sum = corner(4, 0)
    sum += corner(3, unskew)
    sum += corner(2, 2 * unskew)
    sum += corner(1, 3 * unskew)
    sum += corner(0, 4 * unskew)
    return sum * 62.778
  }

  /// The factor of the sum of a cell's corners in space.
  private static var spaceHeight: Double { 76.881 }

  /// The slope at a lattice point in space is the middle of one of a cube's 12 edges: two coordinates with a sign each,
  /// x and y in 0..<4, x and z in 4..<8, y and z in 8..<12; bits 0 and 1 are the signs.
  @inline(__always) private static func edge(_ hash: UInt32) -> UInt32 { ((hash >> 16) &* 12) >> 16 }

  /// One of 24 directions, every 15°; among them are the three along the edges of the cells.
  @inline(__always) private static func direction(_ hash: UInt32) -> (Double, Double) {
    // The cosines of 15°, 30° and 45°, and the sine of 15°.
    let (a, b, c, d) = (0.9659258262890683, 0.8660254037844387, 0.7071067811865476, 0.25881904510252074)
    switch ((hash >> 16) &* 24) >> 16 {
    case 0: return (1, 0)
    case 1: return (a, d)
    case 2: return (b, 0.5)
    case 3: return (c, c)
    case 4: return (0.5, b)
    case 5: return (d, a)
    case 6: return (0, 1)
    case 7: return (-d, a)
    case 8: return (-0.5, b)
    case 9: return (-c, c)
    case 10: return (-b, 0.5)
    case 11: return (-a, d)
    case 12: return (-1, 0)
    case 13: return (-a, -d)
    case 14: return (-b, -0.5)
    case 15: return (-c, -c)
    case 16: return (-0.5, -b)
    case 17: return (-d, -a)
    case 18: return (0, -1)
    case 19: return (d, -a)
    case 20: return (0.5, -b)
    case 21: return (c, -c)
    case 22: return (b, -0.5)
    default: return (a, -d)
    }
  }

  /// Returns the noise at the first coordinates of a point.
  ///
  /// - Parameter dimensions: 1 to 4.
  package func value(at p: SIMD4<Double>, dimensions: Int) -> Double {
    switch dimensions {
    case 1: value(p.x)
    case 2: value(p.x, p.y)
    case 3: value(p.x, p.y, p.z)
    default: value(p.x, p.y, p.z, p.w)
    }
  }
}

/// The cell of a point in space: a tetrahedron of the skewed cubic lattice.
private struct SpaceCell {
  /// The point from the cell's first corner.
  private let origin: (x: Double, y: Double, z: Double)
  private let lattice: (x: UInt32, y: UInt32, z: UInt32)
  /// The rank of each coordinate, 2 for the largest: the walk through the cell's corners follows it.
  private let ranks: (x: Int, y: Int, z: Int)

  @inline(__always) init(_ x: Double, _ y: Double, _ z: Double) {
    let third = 1.0 / 3
    let sixth = 1.0 / 6
    let s = (x + y + z) * third
    let (i, j, k) = ((x + s).rounded(.down), (y + s).rounded(.down), (z + s).rounded(.down))
    let t = (i + j + k) * sixth
    origin = (x - (i - t), y - (j - t), z - (k - t))
    lattice = (
      UInt32(truncatingIfNeeded: Int(clamping: i)), UInt32(truncatingIfNeeded: Int(clamping: j)),
      UInt32(truncatingIfNeeded: Int(clamping: k))
    )
    let (xy, xz, yz) = (origin.x >= origin.y, origin.x >= origin.z, origin.y >= origin.z)
    ranks = ((xy ? 1 : 0) + (xz ? 1 : 0), (xy ? 0 : 1) + (yz ? 1 : 0), (xz ? 0 : 1) + (yz ? 0 : 1))
  }

  /// Returns the point from a corner, 0 to 3, and the bits of the corner's place.
  @inline(__always) func corner(_ number: Int) -> (offset: (x: Double, y: Double, z: Double), bits: UInt32) {
    let least = 3 - number
    let sixth = 1.0 / 6
    let shift = Double(number) * sixth
    let (u, v, w) = (ranks.x >= least, ranks.y >= least, ranks.z >= least)
    let offset = (
      origin.x - (u ? 1 : 0) + shift, origin.y - (v ? 1 : 0) + shift, origin.z - (w ? 1 : 0) + shift
    )
    let bits =
      (lattice.x &+ (u ? 1 : 0)) &* 0x9E37_79B1 ^ (lattice.y &+ (v ? 1 : 0)) &* 0x85EB_CA77
      ^ (lattice.z &+ (w ? 1 : 0)) &* 0xC2B2_AE3D
    return (offset, bits)
  }
}

// MARK: - Sums

/// A sum of noise at several frequencies.
public struct NoiseOctaves: Hashable, Sendable {
  /// The form of a sum.
  @frozen public enum Form: UInt8, Sendable {
    /// The sum of the values: clouds and hills.
    case fractal
    /// The sum of 1 − 2·|value|: crests with sharp ridges.
    case ridged
  }

  /// The number of frequencies, 1 to 32.
  public var count: Int
  /// The factor of each octave's height to that of the one before. Default 0.5.
  public var gain: Double
  /// The factor of each octave's frequency to that of the one before. Default 2.
  public var lacunarity: Double
  /// Default `fractal`.
  public var form: Form

  /// Creates a sum.
  public init(_ count: Int = 4, gain: Double = 0.5, lacunarity: Double = 2, form: Form = .fractal) {
    self.count = min(max(count, 1), 32)
    self.gain = gain
    self.lacunarity = lacunarity
    self.form = form
  }
}

extension SimplexNoise {
  /// Returns a sum of octaves, −1…1: each octave is a finer and lower field of its own.
  ///
  /// ```swift
  /// let cloud = SimplexNoise(seed: 3).fractal(0.2, 0.4, octaves: 5, gain: 0.6)
  /// ```
  ///
  /// - Parameters:
  ///   - y: the second coordinate; nil for noise along a line. So for `z` and `w`.
  ///   - octaves: 1 to 32.
  public func fractal(
    _ x: Double, _ y: Double? = nil, _ z: Double? = nil, _ w: Double? = nil, octaves: Int = 4, gain: Double = 0.5,
    lacunarity: Double = 2
  ) -> Double {
    sum(x, y, z, w, NoiseOctaves(octaves, gain: gain, lacunarity: lacunarity))
  }

  /// Returns a sum of octaves with sharp crests, −1…1, as of mountains: 1 − 2·|value| of each.
  ///
  /// ```swift
  /// let crest = SimplexNoise(seed: 3).ridged(0.2, 0.4)
  /// ```
  public func ridged(
    _ x: Double, _ y: Double? = nil, _ z: Double? = nil, _ w: Double? = nil, octaves: Int = 4, gain: Double = 0.5,
    lacunarity: Double = 2
  ) -> Double {
    sum(x, y, z, w, NoiseOctaves(octaves, gain: gain, lacunarity: lacunarity, form: .ridged))
  }

  private func sum(_ x: Double, _ y: Double?, _ z: Double?, _ w: Double?, _ octaves: NoiseOctaves) -> Double {
    let dimensions = y == nil ? 1 : z == nil ? 2 : w == nil ? 3 : 4
    return value(at: SIMD4(x, y ?? 0, z ?? 0, w ?? 0), dimensions: dimensions, octaves)
  }

  /// Returns a sum of octaves at the first coordinates of a point.
  package func value(at p: SIMD4<Double>, dimensions: Int, _ octaves: NoiseOctaves) -> Double {
    var (sum, heights) = (0.0, 0.0)
    var (height, frequency) = (1.0, 1.0)
    for octave in 0..<octaves.count {
      let v = field(octave).value(at: p * frequency, dimensions: dimensions)
      sum += height * (octaves.form == .ridged ? 1 - 2 * abs(v) : v)
      heights += abs(height)
      height *= octaves.gain
      frequency *= octaves.lacunarity
    }
    return heights > 0 ? sum / heights : 0
  }

  /// Returns the curl of the noise in a plane: a flow that turns about the hills of the noise and has no sources.
  ///
  /// It is (∂n/∂y, −∂n/∂x), by differences over 0.002.
  ///
  /// ```swift
  /// let (dx, dy) = SimplexNoise(seed: 1).curl(0.5, 0.25)
  /// ```
  public func curl(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let h = SimplexNoise.difference
    return ((value(x, y + h) - value(x, y - h)) / (2 * h), (value(x - h, y) - value(x + h, y)) / (2 * h))
  }

  /// Returns a flow in space that has no sources: the curl of a vector whose coordinates are three independent fields
  /// of noise, by their exact slopes (Bridson, Hourihan and Nordenstam, Curl-Noise for Procedural Fluid Flow, 2007).
  ///
  /// Its speed is below 17, and 3.9 on average.
  ///
  /// ```swift
  /// let (dx, dy, dz) = SimplexNoise(seed: 1).curl(0.5, 0.25, 0)
  /// ```
  public func curl(_ x: Double, _ y: Double, _ z: Double) -> (x: Double, y: Double, z: Double) {
    let cell = SpaceCell(x, y, z)
    let keys = (key, field(1).key, field(2).key)
    var flow = (x: 0.0, y: 0.0, z: 0.0)
    for number in 0...3 {
      let (offset, bits) = cell.corner(number)
      let t = 0.5 - (offset.x * offset.x + offset.y * offset.y + offset.z * offset.z)
      guard t > 0 else { continue }
      // The slope of t⁴·(g·offset) is t⁴·g − 8·t³·(g·offset)·offset.
      let cube = t * t * t
      func slope(_ key: UInt32) -> (x: Double, y: Double, z: Double) {
        let edge = SimplexNoise.edge(SimplexNoise.mixed(bits ^ key))
        let (first, second) = (edge & 1 == 0 ? 1.0 : -1.0, edge & 2 == 0 ? 1.0 : -1.0)
        let g = (x: edge < 8 ? first : 0, y: edge < 4 ? second : edge < 8 ? 0 : first, z: edge < 4 ? 0 : second)
        let along = 8 * (g.x * offset.x + g.y * offset.y + g.z * offset.z)
        return (
          cube * (t * g.x - along * offset.x), cube * (t * g.y - along * offset.y),
          cube * (t * g.z - along * offset.z)
        )
      }
      let (a, b, c) = (slope(keys.0), slope(keys.1), slope(keys.2))
      flow.x += c.y - b.z
      flow.y += a.z - c.x
      flow.z += b.x - a.y
    }
    let height = SimplexNoise.spaceHeight
    return (flow.x * height, flow.y * height, flow.z * height)
  }

  private static var difference: Double { 1e-3 }
}
