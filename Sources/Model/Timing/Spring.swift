// SPDX-License-Identifier: MIT
import Messages
import SystemC

/// A damped spring released at 0 and pulled to 1: the motion of a `CASpringAnimation`.
///
/// Solves m·x″ + c·x′ + k·(x − 1) = 0 with x(0) = 0 and x′(0) = initialVelocity in closed form.
package struct Spring: Hashable, Sendable {
  /// Mass m. Default 1; greater than 0.
  package let mass: Double
  /// Stiffness k. Default 100; greater than 0.
  package let stiffness: Double
  /// Damping coefficient c. Default 10; with 0 the spring oscillates forever.
  package let damping: Double
  /// Initial velocity in full distances per second; positive is toward the target. Default 0.
  package let initialVelocity: Double
  /// True if the spring may be overdamped; if false, its damping ratio is clamped to 1 (critical). Default false.
  package let allowsOverdamping: Bool

  /// - Throws: `LayerError` for a mass or stiffness that is not greater than 0, a negative damping, or numbers that are
  ///   not finite.
  package init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
    allowsOverdamping: Bool = false
  ) throws(LayerError) {
    for (name, value) in [("mass", mass), ("stiffness", stiffness)] where !(value > 0 && value.isFinite) {
      throw LayerError("SpringAnimation.\(name): must be greater than 0, got number \(numberText(value))")
    }
    guard damping >= 0, damping.isFinite else {
      throw LayerError("SpringAnimation.damping: must not be negative, got number \(numberText(damping))")
    }
    guard initialVelocity.isFinite else {
      throw LayerError(
        "SpringAnimation.initialVelocity: must be a finite number, got number \(numberText(initialVelocity))"
      )
    }
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
    self.allowsOverdamping = allowsOverdamping
  }

  /// Creates a spring from its perceived period in seconds, and its bounce: from −1 (overdamped) through 0 (no bounce)
  /// to 1 (bounces forever).
  ///
  /// k = (2π/d)², ζ = 1 − b for b ≥ 0 and 1/(1 + b) for b < 0.
  /// - Throws: `LayerError` for a duration that is not greater than 0 and a bounce outside −1…1, −1 itself excluded.
  package init(perceptualDuration: Double, bounce: Double, initialVelocity: Double = 0) throws(LayerError) {
    guard perceptualDuration > 0, perceptualDuration.isFinite else {
      throw LayerError(
        "SpringAnimation.perceptualDuration: must be greater than 0, got number \(numberText(perceptualDuration))"
      )
    }
    guard bounce > -1, bounce <= 1 else {
      throw LayerError(
        "SpringAnimation.bounce: must be greater than -1 and at most 1, got number \(numberText(bounce))")
    }
    let frequency = 2 * Double.pi / perceptualDuration
    guard (frequency * frequency).isNormal else {
      throw LayerError(
        "SpringAnimation.perceptualDuration: expected a duration above 0 seconds, got number "
          + "\(numberText(perceptualDuration))"
      )
    }
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    try self.init(
      stiffness: frequency * frequency, damping: 2 * ratio * frequency, initialVelocity: initialVelocity,
      allowsOverdamping: true)
  }

  /// Undamped angular frequency ω = √(k/m), in radians per second.
  var frequency: Double {
    let quotient = stiffness / mass
    return quotient.isNormal ? quotient.squareRoot() : stiffness.squareRoot() / mass.squareRoot()
  }

  /// Damping ratio ζ = c / (2√(km)), at most 1 unless overdamping is allowed.
  var dampingRatio: Double {
    let product = stiffness * mass
    let ratio = damping / (2 * (product.isNormal ? product.squareRoot() : stiffness.squareRoot() * mass.squareRoot()))
    return allowsOverdamping ? ratio : min(ratio, 1)
  }

  /// The undamped period, in seconds.
  package var perceptualDuration: Double { 2 * Double.pi / frequency }

  package var bounce: Double {
    let ratio = dampingRatio
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// Near critical damping the two exponentials cancel; the critical formula is then exact to all relevant digits.
  private func isCritical(_ ratio: Double) -> Bool { abs(ratio - 1) < 1e-7 }

  /// Returns the position `time` seconds after the release: 0 at the start, 1 at rest.
  package func position(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    let position = exactPosition(at: time)
    // If extreme parameters overflow, the spring counts as at rest.
    return position.isFinite ? position : 1
  }

  /// Returns the position of a motion that is over after `duration`, at exactly 1: what the spring then lacks, at most
  /// about a thousandth after its settling duration, is spread over the whole length, so that nothing jumps.
  package func position(at time: Double, of duration: Double) -> Double {
    guard time < duration else { return 1 }
    return position(at: time) + (1 - position(at: duration)) * (time / duration)
  }

  private func exactPosition(at time: Double) -> Double {
    let w = frequency
    let ratio = dampingRatio
    let v = initialVelocity
    if isCritical(ratio) { return 1 - exp(-w * time) * (1 + (w - v) * time) }
    if ratio < 1 {
      let wd = w * (1 - ratio * ratio).squareRoot()
      return 1 - exp(-ratio * w * time) * (cos(wd * time) + (ratio * w - v) / wd * sin(wd * time))
    }
    let root = (ratio * ratio - 1).squareRoot()
    // −ω(ζ − √(ζ²−1)), rewritten to avoid cancellation.
    let slow = -w / (ratio + root)
    let fast = -w * (ratio + root)
    let a = (fast + v) / (fast - slow)
    return 1 - a * exp(slow * time) - (1 - a) * exp(fast * time)
  }

  /// The approximate time until the spring stays within a thousandth of its rest, in seconds; infinite without damping.
  ///
  /// It equals Core Animation's. Underdamped: the time after which the bound of the oscillation, 1 + |ζω − v| / ωd, has
  /// decayed to a thousandth (to the last bit; the use of v is inferred). Otherwise: the first tenth of a second from
  /// which the spring stays within.
  package var settlingDuration: Double {
    let duration = computedSettlingDuration
    return duration.isNaN ? .infinity : duration
  }

  private var computedSettlingDuration: Double {
    let w = frequency
    let ratio = dampingRatio
    guard ratio > 0 else { return .infinity }
    let v = initialVelocity
    if ratio < 1, !isCritical(ratio) {
      let wd = w * (1 - ratio * ratio).squareRoot()
      return -log(0.001 / (1 + abs(ratio * w - v) / wd)) / (ratio * w)
    }
    // The slowest exponential dominates: its last crossing of a thousandth is below this bound, from which tenths are
    // searched downward.
    let slow = ratio > 1 ? w / (ratio + (ratio * ratio - 1).squareRoot()) : w
    let bound = (log(1000) + log1p(abs(w - v) + abs(v) / w) + 4) / slow
    guard bound.isFinite else { return .infinity }
    let step = 0.1
    guard bound / step < 100_000 else { return bound }
    var time = (bound / step).rounded(.up) * step
    while time > step, abs(1 - position(at: time - step)) < 0.001 { time -= step }
    return (time / step).rounded() * step
  }
}
