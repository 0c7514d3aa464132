// SPDX-License-Identifier: MIT
import Numbers

/// Converts frame times to whole units. Each frame begins at the unit nearest to its time, so that the units sum up to
/// the film's length at any rate. A frame that would show for less than `least` units is dropped, unless it is the
/// last.
struct FrameClock {
  /// Units per second.
  let rate: Double
  let least: Int
  let frameCount: Int
  private var index = 0
  private var elapsed = 0.0
  private var start = 0
  private(set) var dropped = 0

  init(rate: Double, least: Int, frameCount: Int) {
    self.rate = rate
    self.least = least
    self.frameCount = frameCount
  }

  private func units(_ seconds: Double) -> Int { Int(clamping: (seconds * rate).rounded()) }

  /// Takes the next frame's duration.
  ///
  /// - Parameter isNew: true if it differs from the frame that shows.
  /// - Returns: the number of units for which the previous frame shows; nil if that one continues to show instead of
  ///   this one.
  mutating func next(_ duration: Double, isNew: Bool) -> Int? {
    let time = elapsed, rest = frameCount - index
    elapsed += duration
    index += 1
    guard isNew, index > 1 else { return nil }
    let end = units(time + duration * Double(rest))
    let wanted = rest > 1 ? units(time) : min(units(time), end - least), begin = max(wanted, start + least)
    // No frame may displace the last one.
    if rest > 1, begin - wanted >= least || begin + 2 * least > end {
      dropped += 1
      return nil
    }
    defer { start = begin }
    return begin - start
  }

  /// The number of units for which the last frame shows.
  var last: Int { max(units(elapsed) - start, 1) }
}
