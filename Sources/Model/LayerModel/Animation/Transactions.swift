// SPDX-License-Identifier: MIT
/// The state of `CATransaction`: settings by key, one set for each open transaction, the innermost last.
///
/// A setting that a transaction does not set is inherited from the enclosing one. The implicit transaction encloses
/// all.
struct Transactions {
  struct Settings {
    /// The script line that began it, as a host mark.
    var begunAt: UInt32 = 0
    var animationDuration: Double?
    var animationTimingFunction: TimingFunction??
    var disableActions: Bool?
    /// The delay of animations without a begin time, in seconds.
    var animationDelay: Double?
    /// Custom values by key. For lookups only, never iterated.
    var others: [String: (value: PropertyValue, charge: ValueCharge?)] = [:]
    /// The blocks that were set in this transaction; they wait at least for its end.
    var completions: [Completion] = []
    /// The most recently set block; nil inside if it was cleared.
    var completion: Completion??
    /// Layers with animations that were added in this transaction.
    var layers: [Layer] = []
    /// The first animatable key that changed without an action, as class and key; noted only while something waits for
    /// it.
    var unanimatedKey: String?

    /// True if it has a setting that is for animations alone.
    var hasPace: Bool { animationDuration != nil || animationTimingFunction != nil }
  }

  /// The blocks that wait for one animation.
  struct Awaited {
    var completions: [Completion]
    var charge: ValueCharge?
  }

  /// A block that runs once everything added after it has ended.
  final class Completion {
    let block: () throws -> Void
    /// The host's object for the block.
    let host: AnyObject?
    /// The number of unfinished animations and open transactions that it waits for.
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
  /// The blocks that wait for each animation, keyed by its order number.
  private(set) var awaited: [Int: Awaited] = [:]
  /// Blocks that are due; they run when the clock next moves, or a transaction is flushed.
  var due: [Completion] = []
  /// True if the implicit transaction ends with the outermost open one.
  private var isFlushed = false
  /// The depth of the transaction that `animate` began and will itself commit; a script cannot commit it.
  var floor = 0

  /// True if no transaction is open.
  var isImplicit: Bool { open.isEmpty }

  var animationDuration: Double { read { $0.animationDuration } ?? 0.25 }
  var animationTimingFunction: TimingFunction? { read { $0.animationTimingFunction } ?? nil }
  var animationDelay: Double { read { $0.animationDelay } ?? 0 }
  var disableActions: Bool { read { $0.disableActions } ?? true }
  var completion: Completion? { read { $0.completion } ?? nil }

  /// True if changes are noted although they run no actions: a transaction has a setting for animations, nobody has
  /// said whether actions run, and no change was noted yet.
  var notesChanges: Bool {
    !open.isEmpty && open.contains { $0.hasPace && $0.unanimatedKey == nil } && read { $0.disableActions } == nil
  }

  /// True if changes take the way on which they run actions or are noted.
  var attendsToChanges: Bool { !disableActions || notesChanges }

  /// Notes a change of an animatable key that ran no action.
  mutating func noteUnanimated(_ key: String) {
    for i in open.indices where open[i].unanimatedKey == nil { open[i].unanimatedKey = key }
  }

  /// The key that changed at once although the innermost transaction has a setting for animations. nil if it has none,
  /// if it has animations, and if a transaction says whether actions run.
  var keyWithoutPace: String? {
    guard let last = open.last, last.hasPace, last.layers.isEmpty else { return nil }
    return read { $0.disableActions } == nil ? last.unanimatedKey : nil
  }

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

  /// Ends the innermost transaction and returns its settings. For the outermost one they include the layers whose
  /// animations begin now.
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

  /// Drops the block that was set outside all transactions, which belongs to the previous step of the clock.
  mutating func forgetCompletion() { base.completion = nil }

  /// Ends the implicit transaction with all its settings, once those begun inside it are committed.
  mutating func flush() {
    isFlushed = !open.isEmpty
    if open.isEmpty { base = Settings() }
  }

  /// Drops the innermost transaction's blocks without running them.
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
      // The implicit transaction ends with the statement and does not wait for running animations.
      release(completion)
    } else {
      open[open.count - 1].completions.append(completion)
    }
  }

  /// Makes all blocks that were set earlier in open transactions wait for an added animation.
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
