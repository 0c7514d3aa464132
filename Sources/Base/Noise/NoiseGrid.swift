// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing

/// A rectangle of noise values, row by row: a height map, a texture, the density of clouds.
///
/// ```swift
/// var grid = NoiseGrid(width: 64, height: 64, scale: 16)
/// grid.octaves = NoiseOctaves(5)
/// grid.tiles = true
/// let values = try grid.values()  // 4096 numbers, -1...1
/// ```
public struct NoiseGrid: Hashable, Sendable {
  /// The number of columns, 1 or more.
  public var width: Int
  /// The number of rows, 1 or more.
  public var height: Int
  /// Cells over which the noise changes: the coordinates are columns and rows divided by it. Default 32.
  public var scale: Double
  /// The sum of frequencies. Default a single one.
  public var octaves = NoiseOctaves(1)
  /// The column and row of the first value, in cells. Default (0, 0).
  public var origin: (x: Double, y: Double) {
    get { (originX, originY) }
    set { (originX, originY) = newValue }
  }
  private var originX = 0.0
  private var originY = 0.0
  /// The third coordinate, such as a time; nil for noise of a plane. Not divided by `scale`.
  public var z: Double?
  /// True if the right edge continues at the left and the bottom at the top. Default false. The values are those of
  /// two circles in four dimensions; `z` moves both.
  public var tiles = false
  /// Default 0.
  public var seed: UInt64 = 0

  /// The largest number of cells.
  public static var cellLimit: Int { 1 << 24 }

  /// Creates a grid; `width` and `height` are clamped to 1 or more.
  public init(width: Int, height: Int, scale: Double = 32) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    self.scale = scale
  }

  /// Returns the values, −1…1, row by row.
  ///
  /// - Throws: `LayerError` of kind `limit` for more than 16,777,216 cells.
  public func values() throws -> [Double] {
    var reading = Reading(trusted: "NoiseGrid")
    return try values(&reading)
  }

  package func values(_ reading: inout Reading) throws(LayerError) -> [Double] {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= NoiseGrid.cellLimit else {
      throw LayerError(
        .limit,
        "\(reading.name): a grid of \(width) × \(height) has more than \(NoiseGrid.cellLimit) cells; make it smaller, "
          + "or draw it larger")
    }
    try reading.take(count * MemoryLayout<Double>.stride)
    let noise = SimplexNoise(seed: seed)
    var result: [Double] = []
    result.reserveCapacity(count)
    let work = octaves.count * 8
    // The radius of the circle whose length is the width.
    let (across, down) = (Double(width) / scale / (2 * Double.pi), Double(height) / scale / (2 * Double.pi))
    for row in 0..<height {
      let y = (originY + Double(row)) / scale
      let turn = unitVector(turns: (originY + Double(row)) / Double(height))
      for column in 0..<width {
        try reading.step(work)
        let place: SIMD4<Double>
        if tiles {
          let way = unitVector(turns: (originX + Double(column)) / Double(width))
          place = SIMD4(way.x * across, way.y * across, turn.x * down, turn.y * down) + (z ?? 0)
        } else {
          place = SIMD4((originX + Double(column)) / scale, y, z ?? 0, 0)
        }
        let dimensions = tiles ? 4 : z == nil ? 2 : 3
        result.append(
          octaves.count == 1 && octaves.form == .fractal
            ? noise.value(at: place, dimensions: dimensions) : noise.value(at: place, dimensions: dimensions, octaves))
      }
    }
    return result
  }
}

/// Returns the cosine and sine of a number of turns by sums of powers, the same bits on every machine.
func unitVector(turns: Double) -> (x: Double, y: Double) {
  let part = turns - turns.rounded(.down)
  let quarter = (part * 4).rounded()
  let angle = (part - quarter / 4) * (2 * Double.pi)
  let square = angle * angle
  // Taylor's sums; the angle is at most π/4, so that the first term left out is below 1e-17.
  var (cosine, sine) = (0.0, 0.0)
  for k in stride(from: 16.0, to: 0, by: -2) {
    cosine = (1 + cosine) * (-square / (k * (k - 1)))
    sine = (1 + sine) * (-square / (k * (k + 1)))
  }
  let (c, s) = (1 + cosine, angle * (1 + sine))
  switch quarter {
  case 1: return (-s, c)
  case 2: return (-c, -s)
  case 3: return (s, -c)
  default: return (c, s)
  }
}
