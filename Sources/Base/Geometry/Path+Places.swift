// SPDX-License-Identifier: MIT
import Numbers

/// A point of a path, with the direction of the path there.
@frozen public struct PathPlace: Hashable, Sendable {
  /// The point.
  public var point: Point
  /// The direction, of length 1; zero where the path has none.
  public var tangent: Point

  /// Creates a place.
  @inlinable public init(point: Point, tangent: Point) {
    self.point = point
    self.tangent = tangent
  }
}

extension Path {
  /// Returns the place at a distance along the path, over all subpaths in order; nil for a path without length.
  ///
  /// ```swift
  /// Path(rect: Rect(0, 0, 3, 4)).place(atLength: 5)?.point  // Point(3, 2)
  /// ```
  ///
  /// - Parameter length: in points, clamped to the path.
  public func place(atLength length: Double) -> PathPlace? { places { _ in [length] }.first }

  /// Returns the place at a fraction of the path's length, 0…1; nil for a path without length.
  public func place(atFraction fraction: Double) -> PathPlace? { places { [$0 * fraction] }.first }

  /// Returns places at even distances along the path, over all subpaths in order, from its start to its end. A path of
  /// a single closed subpath ends one step before its start, so that no place comes twice.
  ///
  /// ```swift
  /// Path(rect: Rect(0, 0, 3, 4)).places(4).map(\.point)  // every 3.5 points
  /// ```
  ///
  /// - Parameter count: 1 or more.
  public func places(_ count: Int) -> [PathPlace] {
    let isRing = verbs.last == .close && verbs.filter { $0 == .move }.count == 1
    let steps = isRing ? count : max(count - 1, 1)
    return places { total in (0..<max(count, 0)).map { total * Double($0) / Double(steps) } }
  }

  /// Returns the places at distances, which must not fall.
  ///
  /// - Parameter distances: makes them from the total length.
  private func places(at distances: (Double) -> [Double]) -> [PathPlace] {
    var segments: [(segment: Segment, length: Double)] = []
    var total = 0.0
    forEachSegment { segment, _, _ in
      let length = segment.length()
      guard length > 0, length.isFinite else { return }
      segments.append((segment, length))
      total += length
    }
    guard total > 0 else { return [] }
    var result: [PathPlace] = []
    var (index, done) = (0, 0.0)
    for distance in distances(total) {
      let distance = min(max(distance.isNaN ? 0 : distance, 0), total)
      while index + 1 < segments.count, done + segments[index].length < distance {
        done += segments[index].length
        index += 1
      }
      let (segment, length) = segments[index]
      let inside = distance - done
      let t = inside <= 0 ? 0 : inside >= length ? 1 : min(max(segment.parameter(at: inside, of: length), 0), 1)
      let way = segment.direction(at: t)
      let size = way.length
      result.append(PathPlace(point: segment.point(at: t), tangent: size > 0 ? way / size : .zero))
    }
    return result
  }
}
