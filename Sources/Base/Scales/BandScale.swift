// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// A map of names or places in a list to equal bands of a range, as of a bar chart: d3's band and point scales.
///
/// ```swift
/// let x = try BandScale(count: 4, range: [0, 400], innerPadding: 0.2, outerPadding: 0.1)
/// x.position(0)  // 10
/// x.bandwidth  // 80
/// ```
public struct BandScale: Hashable, Sendable {
  /// The number of bands.
  public let count: Int
  /// The ends of the range.
  public let range: [Double]
  /// The distance between the starts of two bands.
  public let step: Double
  /// The width of a band; 0 with an inner padding of 1, which makes points.
  public let bandwidth: Double
  private let start: Double
  private let isReversed: Bool

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - innerPadding: between bands, as a share of the step, 0 to 1.
  ///   - outerPadding: before the first and after the last band, as a share of the step, 0 or more.
  ///   - align: where the rest lies, 0 after the bands to 1 before them.
  ///   - isRounded: true puts bands at whole numbers.
  /// - Throws: `LayerError` of kind `invalid` for a range that is not two finite numbers, or a padding beyond its
  ///   range.
  public init(
    count: Int, range: [Double], innerPadding: Double = 0, outerPadding: Double = 0, align: Double = 0.5,
    isRounded: Bool = false
  ) throws {
    guard range.count == 2, range.allSatisfy(\.isFinite) else {
      throw LayerError("the range of bands is two numbers, got \(listed(range.map(numberText)))")
    }
    guard innerPadding >= 0, innerPadding <= 1 else {
      throw LayerError("the inner padding must be from 0 to 1, got \(numberText(innerPadding))")
    }
    guard outerPadding >= 0, outerPadding.isFinite, align >= 0, align <= 1 else {
      throw LayerError("the outer padding must be 0 or more and align from 0 to 1")
    }
    self.count = max(count, 0)
    self.range = range
    isReversed = range[1] < range[0]
    let (low, high) = (min(range[0], range[1]), max(range[0], range[1]))
    let n = Double(self.count)
    var step = (high - low) / max(1, n - innerPadding + outerPadding * 2)
    if isRounded { step = step.rounded(.down) }
    var start = low + (high - low - step * (n - innerPadding)) * align
    var width = step * (1 - innerPadding)
    if isRounded { (start, width) = (start.rounded(), width.rounded()) }
    self.step = step
    self.start = start
    bandwidth = width
  }

  /// Returns the start of a band, its smaller coordinate.
  ///
  /// - Parameter index: from 0; others continue the bands.
  public func position(_ index: Int) -> Double {
    start + step * Double(isReversed ? count - 1 - index : index)
  }
}
