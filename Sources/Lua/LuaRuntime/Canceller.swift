// SPDX-License-Identifier: MIT
import CLuaState

/// Cancels the work of states from any thread.
package final class Canceller: @unchecked Sendable {
  // Unchecked: a mutex guards the pointee, and its flag is atomic.
  private let pointer: OpaquePointer?

  package init() { pointer = llua_canceller_create() }

  deinit { llua_canceller_free(pointer) }

  package var isCancelled: Bool { pointer.map { llua_canceller_is_cancelled($0) } ?? false }

  package func cancel() { if let pointer { llua_canceller_cancel(pointer) } }

  /// Runs a body in which the state works on this thread; cancelling ends the state's script.
  package func during<Result>(_ state: LuaState, _ body: () throws -> Result) rethrows -> Result {
    guard let pointer else { return try body() }
    let cancelling = llua_cancelling_begin(pointer, state.pointer)
    defer { llua_cancelling_end(pointer, cancelling) }
    return try body()
  }
}
