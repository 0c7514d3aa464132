// SPDX-License-Identifier: MIT
/// The state of `CATransaction`: settings by key, one set for each open transaction, the innermost last.
///
/// A value that a transaction does not set is that of the one around it. Outside all of them there is the implicit one.
struct Transactions {
  struct Settings {
    /// The line of a script that began it.
    var begunAt: UInt32 = 0
    var animationDuration: Double?
    var animationTimingFunction: TimingFunction??
    var disableActions: Bool?
    /// The delay of animations without a begin time.
    var animationDelay: Double?
    /// Looked up only.
    var others: [String: (value: PropertyValue, charge: ValueCharge?)] = [:]
    /// Blocks with the animations that they still wait for.
    var completions: [Completion] = []
    /// The block that was set last, which may be none.
    var completion: Completion??
    /// Layers with animations that were added in this transaction.
    var layers: [Layer] = []
  }

  /// The blocks that wait for one animation.
  struct Awaited {
    var completions: [Completion]
    var charge: ValueCharge?
  }

  /// A block that runs once everything that was added after it was set has ended.
  final class Completion {
    let block: () throws -> Void
    /// The host's object for the block.
    let host: AnyObject?
    /// Animations that have not ended, and transactions that are open.
    var waiting = 1
    private let charge: ValueCharge?
    init(_ block: @escaping () throws -> Void, host: AnyObject?, _ charge: ValueCharge?) {
      self.block = block
      self.host = host
      self.charge = charge
    }
  }

  private(set) var base = Settings()
  private(set) var open: [Settings] = []
  /// By the order number of an animation: what waits for its end.
  private(set) var awaited: [Int: Awaited] = [:]
  /// Blocks that are due; they run when the clock next moves, or a transaction is flushed.
  var due: [Completion] = []
  /// Whether the implicit transaction ends with the outermost one that is open.
  private var isFlushed = false
  /// The number of transactions up to the one that ends by itself, with the function that animates.
  var floor = 0

  /// Whether no transaction is open.
  var isImplicit: Bool { open.isEmpty }

  var animationDuration: Double { read { $0.animationDuration } ?? 0.25 }
  var animationTimingFunction: TimingFunction? { read { $0.animationTimingFunction } ?? nil }
  var animationDelay: Double { read { $0.animationDelay } ?? 0 }
  var disableActions: Bool { read { $0.disableActions } ?? true }
  var completion: Completion? { read { $0.completion } ?? nil }

  private func read<T>(_ value: (Settings) -> T?) -> T? {
    for settings in open.reversed() {
      if let found = value(settings) { return found }
    }
    return value(base)
  }

  func value(_ key: String) -> PropertyValue? { read { $0.others[key]?.value } }

  mutating func change(_ body: (inout Settings) -> Void) {
    if open.isEmpty { body(&base) } else { body(&open[open.count - 1]) }
  }

  mutating func setValue(_ value: PropertyValue, _ key: String, _ charge: ValueCharge?) {
    change { $0.others[key] = (value, charge) }
  }

  mutating func begin(at mark: UInt32) { open.append(Settings(begunAt: mark)) }

  /// Ends the innermost transaction; returns its settings, with the layers whose animations begin now when it was the
  /// outermost.
  mutating func end() -> Settings? {
    guard var ended = open.popLast() else { return nil }
    for completion in ended.completions { release(completion) }
    ended.completions = []
    if !open.isEmpty {
      open[open.count - 1].layers += ended.layers
      ended.layers = []
    } else if isFlushed {
      flush()
    }
    return ended
  }

  /// Drops the block that was set outside all transactions, which belongs to the step of the clock that is over.
  mutating func forgetCompletion() { base.completion = nil }

  /// Ends the implicit transaction with all its settings, once those that were begun inside it are committed.
  mutating func flush() {
    isFlushed = !open.isEmpty
    if open.isEmpty { base = Settings() }
  }

  /// Drops the innermost transaction's blocks, which are not run.
  mutating func dropCompletions() {
    guard !open.isEmpty else { return }
    let dropped = open[open.count - 1].completions
    open[open.count - 1].completions = []
    for (order, waiting) in awaited {
      let left = waiting.completions.filter { completion in !dropped.contains { $0 === completion } }
      awaited[order] = left.isEmpty ? nil : Awaited(completions: left, charge: waiting.charge)
    }
  }

  mutating func release(_ completion: Completion) {
    completion.waiting -= 1
    if completion.waiting == 0 { due.append(completion) }
  }

  mutating func addCompletion(_ block: @escaping () throws -> Void, host: AnyObject?, _ charge: ValueCharge?) {
    let completion = Completion(block, host: host, charge)
    change { $0.completion = .some(completion) }
    if open.isEmpty {
      // The implicit transaction ends with the statement: it does not wait for running animations.
      release(completion)
    } else {
      open[open.count - 1].completions.append(completion)
    }
  }

  /// Notes an added animation: all blocks that were set before it in an open transaction wait for it.
  mutating func noteAnimation(_ attached: AttachedAnimation, on layer: Layer) {
    guard !open.isEmpty else { return }
    open[open.count - 1].layers.append(layer)
    let waiting = open.flatMap(\.completions)
    for completion in waiting { completion.waiting += 1 }
    if !waiting.isEmpty {
      let charge = layer.scene.memoryBudget.map { ValueCharge($0, bytes: 96 + waiting.count * 8) }
      awaited[attached.order] = Awaited(completions: waiting, charge: charge)
    }
  }

  mutating func noteEnd(of attached: AttachedAnimation) {
    for completion in awaited.removeValue(forKey: attached.order)?.completions ?? [] { release(completion) }
  }
}
