// SPDX-License-Identifier: MIT
import LayerModel
import LuaRuntime
import SystemC

// The engine's clock, time limits and cancellation.
extension Engine {
  /// The scripts' time in seconds, from 0. Only `advance(to:)` advances it.
  public var currentTime: Double { scene.currentTime }

  /// Advances the clock. Delegates are notified in order of animations that start and end in between, finished
  /// animations are removed, and completion blocks run. Pictures of any time can be rendered without it.
  ///
  /// ```swift
  /// for tick in 1...60 { try engine.advance(to: Double(tick) / 30) }
  /// ```
  ///
  /// - Throws: `EngineError`: of kind `usage` for a time before the clock's, and errors of scripts; the clock then
  ///   stays at the time of the error.
  public func advance(to time: Double) throws {
    do { try working { try scene.advance(to: time) } } catch { throw wrongUse(error) }
  }

  // MARK: - Work that can be ended

  /// Runs a body that executes scripts or renders pictures, under the cancellation token and time limits, and converts
  /// its errors.
  ///
  /// - Parameter anew: true if the body runs a script or a script's function, which restarts the time limit.
  package func working<Result>(anew: Bool = false, _ body: () throws -> Result) throws(EngineError) -> Result {
    guard enter() else { throw Engine.inUse }
    defer {
      // An interrupt of one call must not end the next, except when the process is about to end.
      if depth == 1, wasCancelled || !configuration.endsProcessAtTimeLimit, state.isInterrupted {
        state.clearInterrupt()
      }
      leave()
    }
    do {
      // Nested calls, from a host function or hook, are already set up.
      guard depth == 1 else { return try body() }
      wasCancelled = false
      if anew { host.beginCounting() }
      if cancellation?.isCancelled == true { throw cancelled() }
      guard !configuration.endsProcessAtTimeLimit, let room = takeTime(anew: anew) else {
        return try stoppably(isScript: anew, body)
      }
      if room <= 0 { throw timeError() }
      let start = secondsNow()
      deadline = start + room
      state.setDeadline(after: room)
      defer {
        timeLeft -= secondsNow() - start
        deadline = nil
        state.setDeadline(after: nil)
      }
      return try stoppably(isScript: anew, body)
    } catch { throw explained(error) }
  }

  /// Returns the seconds that the call that begins may take; nil is unlimited.
  private func takeTime(anew: Bool) -> Double? {
    let whole = hasTimeLimit ? configuration.timeLimit : nil
    if anew { timeLeft = whole ?? 0 }
    guard let call = configuration.callTimeLimit, whole == nil || call < timeLeft else {
      runningLimit = whole.map { ($0, false) }
      return whole == nil ? nil : timeLeft
    }
    runningLimit = (call, true)
    return call
  }

  /// Runs a body whose renders stop at the deadline, and which stops as a whole on cancellation.
  private func stoppably<Result>(isScript: Bool, _ body: () throws -> Result) throws -> Result {
    let token = cancellation
    let end = deadline
    let interruption = interruption
    let canStop = token != nil || end != nil || interruption != nil
    if canStop {
      renderer.isStopped = {
        token?.isCancelled == true || end.map { secondsNow() >= $0 } == true || interruption?() == true
      }
    }
    defer { if canStop { renderer.isStopped = nil } }
    guard let token else { return try body() }
    let result = try token.canceller.during(state, body)
    // A script may finish before its next instruction would check the token.
    if isScript, token.isCancelled { throw cancelled() }
    return result
  }

  /// Throws if the work was cancelled or reached its time limit.
  package func checkInterruption() throws(EngineError) {
    if cancellation?.isCancelled == true { throw cancelled() }
    if state.isInterrupted { throw timeError() }
  }

  func cancelled() -> EngineError {
    wasCancelled = true
    return EngineError(.cancelled, "cancelled")
  }
}

/// Returns the time of a monotonic clock, in seconds.
package func secondsNow() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
}
