// SPDX-License-Identifier: MIT
/// An amount of memory that is charged to a budget while this object lives.
///
/// Unchecked: created, grown and freed on its scene's thread.
package final class MemoryCharge: @unchecked Sendable {
  package private(set) weak var budget: (any MemoryBudget)?
  package private(set) var bytes = 0
  /// Bytes not yet reported: the budget is charged in batches, since single operations are small.
  private var pending = 0
  private static let step = 65_536
  /// True if bytes are only counted, without charging the budget, as on a thread that is not the scene's; `settle` then
  /// charges all of them.
  package var isDeferred = false

  package init(_ budget: (any MemoryBudget)?) { self.budget = budget }

  /// Adds bytes to the charge; returns false if there is no room for them.
  package func grow(by count: Int) -> Bool {
    pending += count
    guard !isDeferred, pending >= MemoryCharge.step, let budget else { return true }
    guard budget.hasRoom(for: pending) else { return false }
    budget.charge(pending)
    bytes += pending
    pending = 0
    return true
  }

  /// Charges the bytes counted while deferred; returns false if there is no room for them.
  package func settle() -> Bool {
    isDeferred = false
    return grow(by: 0)
  }

  deinit { if bytes > 0 { budget?.release(bytes) } }
}
