// SPDX-License-Identifier: MIT
import Geometry
import SystemC
import Timing

/// A path to move along: the mathematics of a `CAKeyframeAnimation` with `path`.
///
/// Each line, curve and closing line is one interval. A move is not an interval but a jump.
package struct MotionPath: Sendable {
  private let segments: [Path.Segment]
  let times: [Double]
  private let mode: CalculationMode
  private let pace: [TimingFunction]
  private let lengths: [Double]
  /// The reason why an argument is ignored, for a warning; nil if none is.
  package let remark: String?

  /// - Parameters:
  ///   - keyTimes: from 0 to 1, one more than segments. nil gives each segment the same time; paced modes use times
  ///     proportional to length.
  ///   - timingFunctions: one for each segment; missing ones are linear.
  /// - Throws: `LayerError` for a path without segments.
  package init(
    _ path: Path, keyTimes: [Double]? = nil, timingFunctions: [TimingFunction] = [], mode: CalculationMode = .linear
  ) throws(LayerError) {
    var segments: [Path.Segment] = []
    path.forEachSegment { segment, _, _ in segments.append(segment) }
    guard !segments.isEmpty else {
      throw LayerError("KeyframeAnimation.path: expected a path with a line or a curve, got an empty one")
    }
    self.segments = segments
    self.mode = mode
    lengths = mode.isPaced ? segments.map { $0.length() } : []
    pace = mode.isPaced ? [] : timingFunctions
    if mode.isPaced {
      times = Keyframes.times(proportionalTo: lengths)
      remark = nil
    } else if let keyTimes, let problem = Keyframes.problem(of: keyTimes, count: segments.count + 1) {
      times = Keyframes.evenTimes(segments.count)
      remark = "keyTimes \(problem), so the path's segments take equal times"
    } else {
      times = keyTimes ?? Keyframes.evenTimes(segments.count)
      remark = nil
    }
  }

  /// Returns the fractions of the time between which the position is that at `u`; nil if it moves there.
  func heldInterval(at u: Double) -> SteadyInterval? {
    let (i, _) = Keyframes.interval(at: u, in: times)
    guard !mode.isPaced else { return nil }
    // Only a line without length gives exactly one point.
    if mode != .discrete { guard case .line(let from, let to) = segments[i], from == to else { return nil } }
    return SteadyInterval(start: times[i], end: times[i + 1])
  }

  /// Returns the position at a fraction of the animation's time, 0…1, and the direction of motion, as an angle in
  /// radians from +x toward +y.
  package func placement(at u: Double) -> (position: Point, angle: Double) {
    let (i, s) = Keyframes.interval(at: u, in: times)
    let segment = segments[i]
    var t = i < pace.count ? pace[i](s) : s
    if mode == .discrete { t = 0 }
    if mode.isPaced { t = segment.parameter(at: s * lengths[i], of: lengths[i]) }
    let d = segment.direction(at: t)
    return (segment.point(at: t), atan2(d.y, d.x))
  }
}
