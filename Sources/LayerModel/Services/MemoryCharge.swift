/// Memory that is counted against a budget for as long as this lives.
///
/// Unchecked: made, grown and freed on its scene's thread.
public final class MemoryCharge: @unchecked Sendable {
  private weak var budget: (any MemoryBudget)?
  public private(set) var bytes = 0
  /// Not yet reported: the budget is asked in steps, since single operations are small.
  private var pending = 0
  private static let step = 65_536
  /// Only counts, without asking the budget, as on a thread that is not the scene's; `settle` asks for all of it.
  var isDeferred = false

  public init(_ budget: (any MemoryBudget)?) { self.budget = budget }

  /// Counts more bytes; false when there is no room for them.
  public func grow(by count: Int) -> Bool {
    pending += count
    guard !isDeferred, pending >= MemoryCharge.step, let budget else { return true }
    guard budget.hasRoom(for: pending) else { return false }
    budget.charge(pending)
    bytes += pending
    pending = 0
    return true
  }

  /// Reports what was counted meanwhile; false when there is no room for it.
  func settle() -> Bool {
    isDeferred = false
    return grow(by: 0)
  }

  deinit { if bytes > 0 { budget?.release(bytes) } }
}
