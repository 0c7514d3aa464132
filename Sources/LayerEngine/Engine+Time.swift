// SPDX-License-Identifier: MIT
import LayerModel
import LuaRuntime
import SystemC

// The engine's clock, and what ends its work.
extension Engine {
  /// The scripts' time in seconds, from 0; it moves only by `advance(to:)`.
  public var time: Double { scene.currentTime }

  /// Moves the clock forward: delegates are notified of animations that start and end on the way, in order, those that
  /// are over are removed, and completion blocks run. Pictures of any time can be made without it.
  ///
  /// - Throws: `EngineError`: of kind `usage` for a time before the clock's, and errors of scripts, with the clock at
  ///   their time.
  public func advance(to time: Double) throws {
    do { try working { try scene.advance(to: time) } } catch { throw wrongUse(error) }
  }

  // MARK: - Work that can be ended

  /// Runs a body that works on scripts or pictures, under the cancellation and the time limit, and explains its errors.
  ///
  /// - Parameter anew: whether the body runs a script or a function of one, so that the time limit starts again.
  package func working<Result>(anew: Bool = false, _ body: () throws -> Result) throws(EngineError) -> Result {
    guard enter() else { throw Engine.inUse }
    defer {
      // The end of one piece of work is not that of the next, except where the process is about to end.
      if depth == 1, wasCancelled || !configuration.endsProcessAtTimeLimit, state.isInterrupted {
        state.clearInterrupt()
      }
      leave()
    }
    do {
      // Within a host function or hook everything is already set up.
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

  /// The seconds that the work that begins may take; nil is unlimited.
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

  /// Makes the body's pictures end with the deadline, and the whole body with the cancellation.
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
    // A script may end before the check at its next instruction.
    if isScript, token.isCancelled { throw cancelled() }
    return result
  }

  /// Throws the error of what ended the work from outside, if anything did.
  package func checkInterruption() throws(EngineError) {
    if cancellation?.isCancelled == true { throw cancelled() }
    if state.isInterrupted { throw timeError() }
  }

  func cancelled() -> EngineError {
    wasCancelled = true
    return EngineError(.cancelled, "cancelled")
  }
}

/// A clock that only goes forward, in seconds.
package func secondsNow() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
}
