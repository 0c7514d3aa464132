// SPDX-License-Identifier: MIT
/// An axis-aligned rectangle in points. y grows downward, so `minY` is the visual top.
///
/// ```swift
/// let rect = Rect(10, 20, 30, 40)
/// rect.maxX  // 40
/// rect.midY  // 40
/// rect.corners[2]  // Point(40, 60), the one at the bottom right
/// ```
@frozen public struct Rect: Hashable, Sendable {
  /// The corner at x and y.
  public var origin: Point
  /// Width and height; either may be negative.
  public var size: Size

  /// Creates a rectangle from its origin and size.
  @inlinable public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its origin and size.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    origin = Point(x, y)
    size = Size(width, height)
  }

  /// Creates a rectangle from x, y, width and height.
  @inlinable public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    origin = Point(x, y)
    size = Size(width, height)
  }

  /// Creates a rectangle from its edges. Requires `minX <= maxX` and `minY <= maxY`.
  @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    origin = Point(minX, minY)
    size = Size(maxX - minX, maxY - minY)
  }

  /// Creates the bounding box of points; zero if there are none.
  ///
  /// ```swift
  /// Rect(around: [Point(1, 5), Point(4, 2)])  // Rect(1, 2, 3, 3)
  /// ```
  @inlinable public init(around points: some Sequence<Point>) {
    var minX = Double.infinity
    var minY = Double.infinity
    var maxX = -Double.infinity
    var maxY = -Double.infinity
    for p in points {
      if p.x < minX { minX = p.x }
      if p.x > maxX { maxX = p.x }
      if p.y < minY { minY = p.y }
      if p.y > maxY { maxY = p.y }
    }
    self = minX <= maxX ? Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY) : .zero
  }

  /// The empty rectangle at (0, 0).
  @inlinable public static var zero: Rect { Rect(0, 0, 0, 0) }
  /// The unit square, (0, 0, 1, 1).
  @inlinable public static var unit: Rect { Rect(0, 0, 1, 1) }

  /// The origin's x.
  @inlinable public var x: Double { origin.x }
  /// The origin's y.
  @inlinable public var y: Double { origin.y }
  /// The size's width.
  @inlinable public var width: Double { size.width }
  /// The size's height.
  @inlinable public var height: Double { size.height }
  /// The x of the left edge; assumes a non-negative width.
  @inlinable public var minX: Double { origin.x }
  /// The x of the centre.
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  /// The x of the right edge; assumes a non-negative width.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The y of the top edge; assumes a non-negative height.
  @inlinable public var minY: Double { origin.y }
  /// The y of the centre.
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  /// The y of the bottom edge; assumes a non-negative height.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// The centre.
  @inlinable public var center: Point { Point(midX, midY) }
  /// True if the width or the height is not greater than 0.
  @inlinable public var isEmpty: Bool { size.isEmpty }
  /// True if all four numbers are finite.
  @inlinable public var isFinite: Bool { origin.isFinite && size.isFinite }

  /// The four corners: (minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY).
  @inlinable public var corners: [Point] {
    [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  /// The rectangle that covers the same area, with non-negative width and height.
  ///
  /// ```swift
  /// Rect(10, 20, -4, 5).standardized  // Rect(6, 20, 4, 5)
  /// ```
  @inlinable public var standardized: Rect {
    Rect(
      size.width < 0 ? origin.x + size.width : origin.x, size.height < 0 ? origin.y + size.height : origin.y,
      abs(size.width), abs(size.height))
  }

  /// Half-open containment: the min edges are inside, the max edges outside.
  ///
  /// ```swift
  /// Rect(0, 0, 10, 10).contains(Point(0, 0))  // true
  /// Rect(0, 0, 10, 10).contains(Point(10, 0))  // false
  /// ```
  @inlinable public func contains(_ p: Point) -> Bool { p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY }

  /// Returns the rectangle with its sides moved inward, as `CGRect.insetBy`.
  ///
  /// ```swift
  /// Rect(0, 0, 10, 10).insetBy(dx: 2, dy: -1)  // Rect(2, -1, 6, 12)
  /// ```
  @inlinable public func insetBy(dx: Double, dy: Double) -> Rect {
    Rect(x + dx, y + dy, width - 2 * dx, height - 2 * dy)
  }
  /// Returns the translated rectangle.
  @inlinable public func offsetBy(dx: Double, dy: Double) -> Rect { Rect(x + dx, y + dy, width, height) }

  /// Returns the bounding box of both rectangles; empty ones count.
  ///
  /// ```swift
  /// Rect(0, 0, 2, 2).union(Rect(5, 4, 0, 0))  // Rect(0, 0, 5, 4)
  /// ```
  @inlinable public func union(_ r: Rect) -> Rect {
    Rect(
      minX: Swift.min(minX, r.minX), minY: Swift.min(minY, r.minY), maxX: Swift.max(maxX, r.maxX),
      maxY: Swift.max(maxY, r.maxY))
  }

  /// The intersection; nil if the rectangles share no point, not even an edge.
  ///
  /// ```swift
  /// Rect(0, 0, 4, 4).intersection(Rect(1, 2, 9, 9))  // Rect(1, 2, 3, 2)
  /// Rect(0, 0, 4, 4).intersection(Rect(4, 1, 2, 2))  // Rect(4, 1, 0, 2), an edge
  /// Rect(0, 0, 4, 4).intersection(Rect(5, 1, 2, 2))  // nil
  /// ```
  @inlinable public func intersection(_ r: Rect) -> Rect? {
    let x0 = Swift.max(minX, r.minX)
    let y0 = Swift.max(minY, r.minY)
    let x1 = Swift.min(maxX, r.maxX)
    let y1 = Swift.min(maxY, r.maxY)
    return x0 <= x1 && y0 <= y1 ? Rect(minX: x0, minY: y0, maxX: x1, maxY: y1) : nil
  }
}
