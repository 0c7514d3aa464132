// SPDX-License-Identifier: MIT
import LuaRuntime

/// Cancels an engine's work from another thread.
///
/// ```swift
/// let token = CancellationToken()
/// engine.cancellation = token
/// // on another thread:
/// token.cancel()
/// ```
/// A running script, even an endless loop, stops at its next instruction, and a render within a few milliseconds.
/// `run`, `call`, `render` and `advance` then throw an `EngineError` of kind `cancelled`, which no script can catch.
/// One token may serve any number of engines. A token that is not cancelled does not slow a script. A token stays
/// cancelled: to use the engine again, give it another token or nil.
///
/// On Linux a signal (`SIGRTMIN` + 6) is sent to the thread that runs a script.
public final class CancellationToken: Sendable {
  let canceller = Canceller()

  /// Creates a token that is not cancelled.
  public init() {}

  /// Cancels the work of every engine that has the token. May be called from any thread and repeatedly, but not from a
  /// signal handler.
  public func cancel() { canceller.cancel() }

  /// True if `cancel` was called.
  public var isCancelled: Bool { canceller.isCancelled }
}
