// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import SystemC

/// The grid of a tiled layer: tiles of a fixed size in pixels at each of several levels. It starts at (0, 0) of the
/// layer's own coordinates, so that a tile stays the same while the bounds' origin moves.
package struct TileGrid: Equatable {
  /// The size of a tile, in pixels.
  var tileSize: Size
  /// Pixels per point of level 0, the finest; each further level has half as many.
  var finest: Double
  /// The number of levels, at least one.
  package var levels: Int
  /// The drawn part of the layer's own coordinates.
  var bounds: Rect

  /// The address of a tile: its level, column and row.
  package struct Key: Hashable {
    var level: Int
    var column: Int
    var row: Int

    package init(level: Int, column: Int, row: Int) {
      self.level = level
      self.column = column
      self.row = row
    }
  }

  /// Creates the grid of a layer.
  ///
  /// - Parameters:
  ///   - levelsOfDetail: the requested number of levels; levels smaller than a pixel are left out.
  ///   - bias: the number of levels finer than `scale`.
  ///   - scale: the layer's contentsScale.
  package init(tileSize: Size, levelsOfDetail: Double, bias: Double, scale: Double, bounds: Rect) {
    self.tileSize = tileSize
    self.bounds = bounds
    finest = min(scale * exp2(min(max(bias, 0), 64)), 1e15)
    levels = 1
    let side = min(bounds.width, bounds.height)
    while Double(levels) < min(levelsOfDetail, 64), side * resolution(levels) >= 1 { levels += 1 }
  }

  /// Returns the pixels per point of a level.
  package func resolution(_ level: Int) -> Double { finest * exp2(-Double(level)) }

  /// Returns the level for a render with this number of pixels per point: the coarsest that has as many, else the
  /// finest.
  package func level(for scale: Double) -> Int {
    var level = levels - 1
    // Slightly less, so that a product like 0.1 × 10 counts as 1.
    while level > 0, resolution(level) < scale * (1 - 1e-9) { level -= 1 }
    return level
  }

  private func side(_ level: Int) -> Size {
    let r = resolution(level)
    return Size(tileSize.width / r, tileSize.height / r)
  }

  /// Returns a tile's rectangle in the layer's coordinates, clipped to the bounds.
  package func area(_ key: Key) -> Rect {
    let side = side(key.level)
    // Computed from the indices, so that the edges of neighbours are bitwise equal.
    return Rect(
      minX: max(Double(key.column) * side.width, bounds.minX), minY: max(Double(key.row) * side.height, bounds.minY),
      maxX: min(Double(key.column + 1) * side.width, bounds.maxX),
      maxY: min(Double(key.row + 1) * side.height, bounds.maxY))
  }

  // MARK: Which tiles are seen

  struct TooMany: Error {
    var count: Double
    var level: Int
  }

  /// Returns the tiles that a convex part of the layer's coordinates touches, sorted so that none lies right of or
  /// below (`isFlipped`: above) a later one.
  ///
  /// All are of one level, unless the map has perspective: then the level varies with position.
  /// - Parameters:
  ///   - seen: the visible part within the bounds, in the layer's coordinates.
  ///   - map: the projection from the layer's coordinates to pixels.
  func tiles(seenIn seen: [Point], through map: Homography, isFlipped: Bool = false, limit: Int) throws(TooMany)
    -> [Key]
  {
    guard seen.count >= 3 else { return [] }
    guard !map.isAffine else {
      let scale = map.largestScale(at: bounds.origin)
      return try tiles(
        touching: seen, level: level(for: scale), slack: 1 / (512 * max(scale, 1e-12)), isFlipped: isFlipped,
        limit: limit)
    }
    var result: [Key] = []
    // A depth-first traversal of the quadtrees below the coarsest tiles, left and upper tiles first at each level.
    var pending = try tiles(touching: seen, level: levels - 1, slack: 0, isFlipped: isFlipped, limit: limit).map {
      ($0, seen)
    }
    pending.reverse()
    while let (key, part) = pending.popLast() {
      let area = area(key)
      let inside = ConvexPolygon.clip(part, to: area)
      guard inside.count >= 3, abs(ConvexPolygon.doubledArea(inside)) > 1e-12 else { continue }
      var scale = 0.0
      for corner in area.corners { scale = max(scale, map.largestScale(at: corner)) }
      if key.level == 0 || level(for: scale) >= key.level {
        result.append(key)
        if result.count > limit { throw TooMany(count: Double(result.count), level: key.level) }
        continue
      }
      for (row, column) in [(1, 1), (1, 0), (0, 1), (0, 0)] {
        let row = key.row * 2 + (isFlipped ? 1 - row : row)
        pending.append((Key(level: key.level - 1, column: key.column * 2 + column, row: row), inside))
      }
    }
    return result
  }

  /// Returns the tiles of a level that a convex polygon overlaps by more than `slack`, row by row.
  private func tiles(touching polygon: [Point], level: Int, slack: Double, isFlipped: Bool, limit: Int) throws(TooMany)
    -> [Key]
  {
    let side = side(level)
    let box = Rect(around: polygon)
    guard let rows = Self.range(box.minY, box.maxY, length: side.height, slack: slack),
      let columns = Self.range(box.minX, box.maxX, length: side.width, slack: slack)
    else { throw TooMany(count: .infinity, level: level) }
    guard rows.count <= limit, columns.count <= limit else {
      throw TooMany(count: Double(rows.count) * Double(columns.count), level: level)
    }
    var result: [Key] = []
    for i in rows.indices {
      let row = isFlipped ? rows.upperBound - 1 - (i - rows.lowerBound) : i
      let y0 = Double(row) * side.height + slack
      let y1 = Double(row + 1) * side.height - slack
      let above = ConvexPolygon.clip(polygon, a: 0, b: 1, c: -y0)
      let band = ConvexPolygon.clip(above, a: 0, b: -1, c: y1)
      guard band.count >= 2 else { continue }
      let part = Rect(around: band)
      guard let columns = Self.range(part.minX, part.maxX, length: side.width, slack: slack) else { continue }
      if result.count + columns.count > limit {
        throw TooMany(count: Double(rows.count) * Double(columns.count), level: level)
      }
      for column in columns { result.append(Key(level: level, column: column, row: row)) }
    }
    return result
  }

  /// Returns the indices of the intervals of a length that a…b overlaps by more than `slack`; nil if they exceed ±1e15.
  private static func range(_ a: Double, _ b: Double, length: Double, slack: Double) -> Range<Int>? {
    let first = ((a + slack) / length).rounded(.down)
    let last = ((b - slack) / length).rounded(.up)
    guard first > -1e15, last < 1e15 else { return nil }
    return Int(clamping: first)..<max(Int(clamping: last), Int(clamping: first))
  }
}
