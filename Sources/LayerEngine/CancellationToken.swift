// SPDX-License-Identifier: MIT
import LuaRuntime

/// Ends an engine's work from another thread.
///
/// ```swift
/// let token = CancellationToken()
/// engine.cancellation = token
/// // on another thread:
/// token.cancel()
/// ```
/// A script that is running, even in an endless loop, ends at its next instruction, and a picture within a few
/// milliseconds; `run`, `call`, `render` and `advance` then throw an `EngineError` of kind `cancelled`, which no script
/// can catch. One token may serve any number of engines. It does not slow a script while it is not cancelled. It stays
/// cancelled: give the engine another token, or nil, to use it again.
///
/// On Linux a signal (`SIGRTMIN` + 6) is sent to the thread that runs a script.
public final class CancellationToken: Sendable {
  let canceller = Canceller()

  /// A token that is not cancelled.
  public init() {}

  /// May be called from any thread, and more than once; not from a signal handler.
  public func cancel() { canceller.cancel() }

  /// Whether `cancel` was called.
  public var isCancelled: Bool { canceller.isCancelled }
}
