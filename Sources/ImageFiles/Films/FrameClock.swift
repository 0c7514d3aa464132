// SPDX-License-Identifier: MIT
import Numbers

/// When the frames of a film show, in whole units of time: each begins at the unit nearest to its time, so that the
/// units of a film sum up to its length whatever its rate is. A frame that would show for less than `least` units is
/// left out, save the last.
struct FrameClock {
  /// Units of a second.
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
  /// - Parameter isNew: it differs from the frame that shows.
  /// - Returns: for how many units the frame that has shown until now does; nil when that goes on in place of this one.
  mutating func next(_ duration: Double, isNew: Bool) -> Int? {
    let time = elapsed, rest = frameCount - index
    elapsed += duration
    index += 1
    guard isNew, index > 1 else { return nil }
    let end = units(time + duration * Double(rest))
    let wanted = rest > 1 ? units(time) : min(units(time), end - least), begin = max(wanted, start + least)
    // None may take the last one's place.
    if rest > 1, begin - wanted >= least || begin + 2 * least > end {
      dropped += 1
      return nil
    }
    defer { start = begin }
    return begin - start
  }

  /// For how many units the last frame shows.
  var last: Int { max(units(elapsed) - start, 1) }
}
