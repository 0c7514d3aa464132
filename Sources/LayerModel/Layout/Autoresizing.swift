import Geometry

/// Which margins and lengths of a layer follow its superlayer's size: Core Animation's `CAAutoresizingMask`.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let minXMargin = AutoresizingMask(rawValue: 1)
  public static let widthSizable = AutoresizingMask(rawValue: 2)
  public static let maxXMargin = AutoresizingMask(rawValue: 4)
  public static let minYMargin = AutoresizingMask(rawValue: 8)
  public static let heightSizable = AutoresizingMask(rawValue: 16)
  public static let maxYMargin = AutoresizingMask(rawValue: 32)

  /// The frame of a layer after its superlayer went from one size to another.
  ///
  /// On each axis the parts in the mask share the difference equally, save that a length beside a min margin alone takes one third and
  /// the margin two, and a length beside a max margin alone takes one third: what Core Animation does, measured. Then the frame is
  /// rounded outward to whole points. An empty mask changes nothing.
  public func resized(_ frame: Rect, from old: Size, to new: Size) -> Rect {
    if isEmpty { return frame }
    let f = frame.standardized
    let (x, width) = AutoresizingMask.share(rawValue & 7, new.width - old.width, f.x, f.width)
    let (y, height) = AutoresizingMask.share(rawValue >> 3 & 7, new.height - old.height, f.y, f.height)
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// One axis: `bits` are min margin 1, length 2, max margin 4.
  private static func share(_ bits: UInt32, _ difference: Double, _ low: Double, _ length: Double) -> (Double, Double) {
    var low = low
    var length = length
    switch bits {
    case 1: low += difference
    case 2: length += difference
    case 3:
      low += 2 * difference / 3
      length += difference / 3
    case 5: low += difference / 2
    case 6: length += difference / 3
    case 7:
      low += difference / 3
      length += difference / 3
    default: break
    }
    if length < 0 {
      low += length
      length = -length
    }
    let floor = low.rounded(.down)
    return (floor, (low + length).rounded(.up) - floor)
  }
}
