// SPDX-License-Identifier: MIT
import CPathClipping
import Geometry
import Messages
import Parsing

extension Path {
  /// Returns the area of this path, of another, or of both: Core Graphics' `union(_:using:)`.
  ///
  /// Curves come back as parts of the input's own curves. The result has the same area by both fill rules; its subpaths
  /// are closed and ordered by their topmost, then leftmost point. A subpath that meets no other comes back as it was.
  /// Unclosed subpaths count as closed.
  ///
  /// ```swift
  /// let a = Path(rect: Rect(0, 0, 4, 4)), b = Path(rect: Rect(2, 0, 4, 4))
  /// try a.union(b).svg  // "M 0 0 L 6 0 L 6 4 L 0 4 Z"
  /// ```
  ///
  /// - Parameter rule: the fill rule of both paths.
  /// - Throws: `LayerError`: `missing` without Clipper, whose package it names; `limit` for more than 200,000 edges or
  ///   2,000,000 crossings; `invalid` for coordinates that are not finite.
  public func union(_ other: Path, using rule: FillRule = .nonZero) throws -> Path {
    var reading = Reading(trusted: "Path.union")
    return try combined(.union, other, using: rule, &reading)
  }

  /// Returns the area that lies in this path and in another: Core Graphics' `intersection(_:using:)`.
  ///
  /// ```swift
  /// let a = Path(rect: Rect(0, 0, 4, 4)), b = Path(rect: Rect(2, 0, 4, 4))
  /// try a.intersection(b).svg  // "M 2 0 L 4 0 L 4 4 L 2 4 Z"
  /// ```
  ///
  /// - Parameter rule: the fill rule of both paths.
  /// - Throws: `LayerError`, as `union` does.
  public func intersection(_ other: Path, using rule: FillRule = .nonZero) throws -> Path {
    var reading = Reading(trusted: "Path.intersection")
    return try combined(.intersection, other, using: rule, &reading)
  }

  /// Returns the area of this path without that of another: Core Graphics' `subtracting(_:using:)`.
  ///
  /// ```swift
  /// let a = Path(rect: Rect(0, 0, 4, 4)), b = Path(rect: Rect(2, 0, 4, 4))
  /// try a.subtracting(b).svg  // "M 0 0 L 2 0 L 2 4 L 0 4 Z"
  /// ```
  ///
  /// - Parameter rule: the fill rule of both paths.
  /// - Throws: `LayerError`, as `union` does.
  public func subtracting(_ other: Path, using rule: FillRule = .nonZero) throws -> Path {
    var reading = Reading(trusted: "Path.subtracting")
    return try combined(.difference, other, using: rule, &reading)
  }

  /// Returns the area that lies in exactly one of two paths: Core Graphics' `symmetricDifference(_:using:)`.
  ///
  /// ```swift
  /// let a = Path(rect: Rect(0, 0, 4, 4)), b = Path(rect: Rect(2, 0, 4, 4))
  /// try a.symmetricDifference(b).boundingBox  // Rect(0, 0, 6, 4)
  /// ```
  ///
  /// - Parameter rule: the fill rule of both paths.
  /// - Throws: `LayerError`, as `union` does.
  public func symmetricDifference(_ other: Path, using rule: FillRule = .nonZero) throws -> Path {
    var reading = Reading(trusted: "Path.symmetricDifference")
    return try combined(.exclusion, other, using: rule, &reading)
  }

  /// Returns the same area without crossings: Core Graphics' `normalized(using:)`.
  ///
  /// ```swift
  /// var path = Path(rect: Rect(0, 0, 4, 4))
  /// path.addRect(Rect(2, 0, 4, 4))
  /// try path.normalized().svg  // "M 0 0 L 6 0 L 6 4 L 0 4 Z"
  /// ```
  ///
  /// - Throws: `LayerError`, as `union` does.
  public func normalized(using rule: FillRule = .nonZero) throws -> Path {
    var reading = Reading(trusted: "Path.normalized")
    return try normalized(using: rule, &reading)
  }

  /// Returns the union of many paths, in one operation.
  ///
  /// ```swift
  /// try Path.union([Path(rect: Rect(0, 0, 2, 2)), Path(rect: Rect(1, 0, 2, 2)), Path(rect: Rect(2, 0, 2, 2))]).svg
  /// // "M 0 0 L 4 0 L 4 2 L 0 2 Z"
  /// ```
  ///
  /// - Parameter rule: the fill rule of each path.
  /// - Throws: `LayerError`, as the union of two does.
  public static func union(_ paths: [Path], using rule: FillRule = .nonZero) throws -> Path {
    var reading = Reading(trusted: "Path.union")
    return try union(paths, using: rule, &reading)
  }

  /// Combines the areas of two paths; charges memory and work to the reading, and can be cancelled before and after
  /// Clipper's part.
  package func combined(
    _ operation: PathOperation, _ other: Path, using rule: FillRule, _ reading: inout Reading
  ) throws(LayerError) -> Path {
    let rings = try FlattenedRings([self, other], &reading)
    let result = try PathClipper.combine(
      operation, rule.clipping, try rings.polygons(of: 0, &reading), try rings.polygons(of: 1, &reading), &reading)
    return try CurveRestorer(rings, &reading).path(of: result, &reading)
  }

  /// Resolves the crossings of a path, with limits as `combined`.
  package func normalized(using rule: FillRule, _ reading: inout Reading) throws(LayerError) -> Path {
    try resolved(rule.clipping, &reading)
  }

  /// Returns the area that a rule selects.
  ///
  /// - Parameter keepsRings: false gives outer rings a positive area and holes a negative one; true returns rings that
  ///   came back whole as they were.
  func resolved(
    _ rule: llua_clip_rule, keepsRings: Bool = true, _ reading: inout Reading
  ) throws(LayerError) -> Path {
    let rings = try FlattenedRings([self], &reading)
    let result = try PathClipper.combine(
      .union, rule, try rings.polygons(of: 0, &reading), GridPolygons(), &reading)
    return try CurveRestorer(rings, &reading).path(of: result, keepsRings: keepsRings, &reading)
  }

  /// Unites many paths in one operation, with limits as `combined`.
  package static func union(
    _ paths: [Path], using rule: FillRule, _ reading: inout Reading
  ) throws(LayerError) -> Path {
    let rings = try FlattenedRings(paths, &reading)
    // Each alone first: windings of opposite directions would cancel.
    var all = GridPolygons()
    for i in paths.indices {
      let own = try PathClipper.combine(
        .union, rule.clipping, try rings.polygons(of: i, &reading), GridPolygons(), &reading)
      try reading.take(own.points.count * 64)
      all = all + own
    }
    let result = try PathClipper.combine(.union, LLUA_CLIP_NON_ZERO, all, GridPolygons(), &reading)
    return try CurveRestorer(rings, &reading).path(of: result, &reading)
  }
}

extension FillRule {
  var clipping: llua_clip_rule { self == .nonZero ? LLUA_CLIP_NON_ZERO : LLUA_CLIP_EVEN_ODD }
}

extension FlattenedRings {
  /// Returns the rings of one of the paths.
  func polygons(of path: Int, _ reading: inout Reading) throws(LayerError) -> GridPolygons {
    var result = GridPolygons()
    for i in 0..<rings.count where rings[i].path == path {
      let chords = rings[i].chords
      try reading.step(chords.count + 1)
      try reading.take(chords.count * 32 + 16)
      result.points += points.items[chords]
      result.ends.append(result.points.count)
    }
    return result
  }
}
