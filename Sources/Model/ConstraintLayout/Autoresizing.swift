// SPDX-License-Identifier: MIT
import Geometry

/// The margins and lengths of a layer that resize with its superlayer: Core Animation's `CAAutoresizingMask`.
///
/// ```swift
/// // The photo grows with the poster, and keeps its distance to the edges.
/// photo.autoresizingMask = [.widthSizable, .heightSizable]
/// ```
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  /// Creates a mask from its bits, as in CALayer.h.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The margin at min x is flexible.
  public static let minXMargin = AutoresizingMask(rawValue: 1)
  /// The width is flexible.
  public static let widthSizable = AutoresizingMask(rawValue: 2)
  /// The margin at max x is flexible.
  public static let maxXMargin = AutoresizingMask(rawValue: 4)
  /// The margin at min y is flexible.
  public static let minYMargin = AutoresizingMask(rawValue: 8)
  /// The height is flexible.
  public static let heightSizable = AutoresizingMask(rawValue: 16)
  /// The margin at max y is flexible.
  public static let maxYMargin = AutoresizingMask(rawValue: 32)

  /// Returns a layer's frame after its superlayer changed from one size to another.
  ///
  /// On each axis the parts in the mask share the difference equally. Exception: a length with only a min margin takes
  /// one third and the margin two, and a length with only a max margin takes one third, as measured in Core Animation.
  /// The frame is then rounded outward to whole points. An empty mask changes nothing.
  ///
  /// ```swift
  /// AutoresizingMask.widthSizable.resized(Rect(10, 10, 80, 20), from: Size(100, 40), to: Size(150, 40))
  /// // Rect(10, 10, 130, 20)
  /// ```
  @inlinable public func resized(_ frame: Rect, from old: Size, to new: Size) -> Rect {
    if isEmpty { return frame }
    let (x, width) = AutoresizingMask.share(
      rawValue & 7, difference: new.width - old.width, low: frame.minX, high: frame.maxX)
    let (y, height) = AutoresizingMask.share(
      rawValue >> 3 & 7, difference: new.height - old.height, low: frame.minY, high: frame.maxY)
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// Resizes one axis; `bits` are min margin 1, length 2, max margin 4. Both edges are moved, so that thirds that add
  /// up leave no rounding error.
  @inlinable package static func share(_ bits: UInt32, difference: Double, low: Double, high: Double) -> (
    Double, Double
  ) {
    let (lowMoves, highMoves): (Double, Double) =
      switch bits {
      case 1: (1, 1)
      case 2: (0, 1)
      case 3: (2.0 / 3, 1)
      case 5: (0.5, 0.5)
      case 6: (0, 1.0 / 3)
      case 7: (1.0 / 3, 2.0 / 3)
      default: (0, 0)
      }
    let a = low + difference * lowMoves
    let b = high + difference * highMoves
    // The tolerance keeps a rounding error of a whole number from adding a point.
    let slack = 1e-9 * Swift.max(1, abs(a), abs(b))
    let floor = (Swift.min(a, b) + slack).rounded(.down)
    return (floor, (Swift.max(a, b) - slack).rounded(.up) - floor)
  }
}
