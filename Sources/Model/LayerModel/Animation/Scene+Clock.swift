// SPDX-License-Identifier: MIT
import Messages

extension Scene {
  /// The maximum number of delegates and blocks that one step of the clock may call, in case each call adds the next.
  static let eventLimit = 1_000_000

  /// Moves the clock forward: notifies delegates of animations that start and end in between, in the order of time, and
  /// removes those that are over. Then runs the completion blocks whose animations have all ended.
  ///
  /// Only this calls them: rendering and presentations of any time do not move the clock.
  ///
  /// ```swift
  /// try scene.advance(to: scene.currentTime + 1 / 30.0)
  /// ```
  /// - Throws: `LayerError` for a time before the clock's, and while a host's function of frames runs or its frame is
  ///   drawn; errors of delegates and blocks, which leave the clock at the time of the failed event.
  public func advance(to time: Double) throws {
    guard !picture.isInFrame else {
      throw LayerError("the clock stands still while a frame is drawn; \(reader().text(.frameTime))")
    }
    guard time.isFinite else { throw LayerError("the time must be a finite number, got \(numberText(time))") }
    guard time >= currentTime else {
      throw LayerError("time only goes forward: it is \(numberText(currentTime)), got \(numberText(time))")
    }
    guard !animations.isAdvancing else {
      throw LayerError("the clock cannot be moved inside a callback triggered by moving it")
    }
    try playLines()
    animations.isAdvancing = true
    defer { animations.isAdvancing = false }
    transactions.forgetCompletion()
    try runDueCompletions()
    var calls = 0
    var events = animationEvents(until: time)
    while !events.isEmpty {
      let known = animations.count
      for event in events {
        calls += 1
        if calls > Scene.eventLimit {
          throw LayerError(
            .limit,
            "more than \(Scene.eventLimit) animations started or ended in one step of the clock")
        }
        currentTime = max(currentTime, min(event.time, time))
        try fire(event)
        try runDueCompletions()
        // A callback may have added animations that start or end before the remaining events.
        if animations.count != known { break }
      }
      events = animationEvents(until: time)
    }
    currentTime = time
    animations.removeGone()
  }

  /// Runs a body with the clock at another time, earlier or later: what it adds begins there. Delegates and completion
  /// blocks are not called, and nothing is removed.
  package func atTime<Result>(_ time: Double, _ body: () throws -> Result) rethrows -> Result {
    let now = currentTime
    currentTime = time
    defer { currentTime = now }
    return try body()
  }

  private struct Event {
    let time: Double
    let order: Int
    let isStart: Bool
    let layer: Layer
  }

  /// Returns the unreported events up to a time, sorted. An event that lies after the time only by rounding is
  /// included, as in rendering.
  private func animationEvents(until time: Double) -> [Event] {
    let time = time + LocalTime(time).slack
    var events: [Event] = []
    for entry in animations.layers {
      guard let layer = entry.layer else { continue }
      for attached in layer.attachedAnimations where !attached.awaitsCommit {
        guard !attached.hasEnded, let span = layer.sceneSpan(of: attached.animation) else { continue }
        if !attached.hasStarted, span.first <= time {
          events.append(Event(time: span.first, order: attached.order, isStart: true, layer: layer))
        }
        if !span.isHeld, span.last <= time {
          events.append(Event(time: span.last, order: attached.order, isStart: false, layer: layer))
        }
      }
    }
    events.sort { ($0.time, $0.isStart ? 0 : 1, $0.order) < ($1.time, $1.isStart ? 0 : 1, $1.order) }
    return events
  }

  /// Warns, once, of callbacks that only the clock calls and that renders of later times leave out: completion blocks,
  /// and delegates of animations that start or end before them.
  ///
  /// - Parameter picture: "a film", or another kind of render that does not call them.
  package func warnAboutCallbacks(until time: Double, in picture: @autoclosure () -> String) {
    guard time > currentTime + LocalTime(currentTime).slack,
      animations.haveDelegates || !transactions.awaited.isEmpty || !transactions.due.isEmpty
    else { return }
    var first: (what: String, time: Double)?
    var mark: UInt32 = 0
    if !transactions.due.isEmpty { first = ("a completion block", currentTime) }
    for event in first == nil ? animationEvents(until: time) : [] where event.time > currentTime || !event.isStart {
      guard let (_, attached) = event.layer.attachedAnimation(ofOrder: event.order) else { continue }
      mark = attached.animation.madeAt
      if !event.isStart, transactions.awaited[event.order] != nil {
        first = ("a completion block", event.time)
      } else if let hooks = attached.animation.delegate?.hooks, hooks.contains(event.isStart ? .didStart : .didStop) {
        first = (
          "\(event.isStart ? "animationDidStart" : "animationDidStop") of the delegate of \(event.layer.label)'s "
            + "animation",
          event.time
        )
      }
      if first != nil { break }
    }
    guard let (what, due) = first else { return }
    let reader = reader(ofMark: mark)
    warn(
      .callbacksInPictures,
      "\(what) is due at \(numberText(due, decimals: 3)) s and is not called in \(picture()): pictures show the layers "
        + "as they were left, in any order; only \(reader.text(.setCurrentTime)) calls it. To follow an animation, set "
        + "a beginTime (addAnimation under another key) or compute from the time \(reader.text(.onFrameTime))",
      onceFor: "")
  }

  private func fire(_ event: Event) throws {
    let layer = event.layer
    guard let (i, attached) = layer.attachedAnimation(ofOrder: event.order) else { return }
    if event.isStart {
      guard !attached.hasStarted else { return }
      layer.changeAnimations { $0[i].hasStarted = true }
      try tellStart(attached)
      return
    }
    guard !attached.hasEnded else { return }
    layer.changeAnimations { animations in
      if attached.animation.isStoredRemovedOnCompletion {
        animations.remove(at: i)
      } else {
        (animations[i].hasStarted, animations[i].hasEnded) = (true, true)
      }
    }
    if !attached.hasStarted { try tellStart(attached) }
    try animationEnded(attached, on: layer, finished: true)
    try host.onAnimationsChange?(layer, nil)
  }

  private func tellStart(_ attached: AttachedAnimation) throws {
    if let delegate = attached.animation.delegate, delegate.hooks.contains(.didStart) {
      try delegate.animationDidStart(attached.animation)
    }
  }

  /// Notifies the delegate and the waiting completion blocks of the end.
  func animationEnded(_ attached: AttachedAnimation, on layer: Layer, finished: Bool) throws {
    guard !attached.hasEnded else { return }
    transactions.noteEnd(of: attached)
    if let delegate = attached.animation.delegate, delegate.hooks.contains(.didStop) {
      try delegate.animationDidStop(attached.animation, finished: finished)
    }
  }

  private func runDueCompletions() throws {
    var calls = 0
    while !transactions.due.isEmpty {
      calls += 1
      if calls > Scene.eventLimit {
        throw LayerError(.limit, "more than \(Scene.eventLimit) completion blocks ran in one step")
      }
      try transactions.due.removeFirst().block()
    }
  }

  /// Registers a layer that has animations.
  func addAnimated(_ layer: Layer) {
    guard layer.state.insert(.isKnownAnimated).inserted else { return }
    animations.add(layer)
  }

  // MARK: Transactions

  /// Runs a closure in which changes run no actions.
  package final func withoutActions<R>(_ body: () throws -> R) rethrows -> R {
    guard attendsToChanges else { return try body() }
    attendsToChanges = false
    defer { attendsToChanges = transactions.attendsToChanges }
    return try body()
  }

  /// Runs a closure in which changes run actions if the transaction enables them: consequences of a change animate like
  /// the change itself.
  final func withActionsAsSet<R>(_ body: () throws -> R) rethrows -> R {
    let before = attendsToChanges
    attendsToChanges = transactions.attendsToChanges
    defer { attendsToChanges = before }
    return try body()
  }

  /// True if a change of a key runs its action now.
  var actionsAreEnabled: Bool { attendsToChanges && !transactions.disableActions }

  /// Drops the open transactions and waiting blocks of a script that has ended. The objects they hold may retain the
  /// scene.
  package func dropTransactions() {
    transactions = Transactions()
    dropLines()
    attendsToChanges = false
  }

  /// The number of open transactions.
  package var transactionDepth: Int { transactions.open.count }

  /// Runs a closure in its own transaction, in which changes animate.
  ///
  /// ```swift
  /// try scene.transaction(duration: 0.5, timing: .easeInEaseOut) { sun.position = Point(100, 60) }
  /// ```
  /// - Parameters:
  ///   - duration: seconds; nil means that of the enclosing transaction, 0.25 by default.
  ///   - delay: seconds until its animations begin; they show their first value until then.
  ///   - timing: the timing function; nil means that of the enclosing transaction, or linear.
  ///   - completion: runs when all of them have ended.
  /// - Throws: the closure's error, once the transaction is ended; the changes and their animations stay. `LayerError`
  ///   if the closure began a transaction that it did not commit.
  public func transaction<Result>(
    duration: Double? = nil, delay: Double = 0, timing: TimingFunction? = nil, completion: (() throws -> Void)? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    for (name, seconds) in [("duration", duration ?? 0), ("delay", delay)] where !(seconds >= 0 && seconds.isFinite) {
      throw LayerError("transaction: \(name): expected seconds, 0 or more, got \(numberText(seconds))")
    }
    var result: Result?
    try animate(duration: duration, delay: delay, timingFunction: timing, completion: completion, host: nil) {
      result = try body()
    }
    guard let result else { throw LayerError("transaction: its body did not run") }
    return result
  }

  /// - Parameter host: see `addCompletion`.
  package func animate(
    duration: Double?, delay: Double, timingFunction: TimingFunction?, completion: (() throws -> Void)?,
    host: AnyObject?, _ body: () throws -> Void
  ) throws {
    beginTransaction()
    let depth = transactionDepth
    let floor = transactions.floor
    transactions.floor = depth
    defer {
      transactions.floor = floor
      attendsToChanges = transactions.attendsToChanges
    }
    changeTransaction { settings in
      settings.animationDuration = duration
      settings.animationDelay = delay
      settings.disableActions = false
      if let timingFunction { settings.animationTimingFunction = .some(timingFunction) }
    }
    if let completion { addCompletion(completion, host: host) }
    do { try body() } catch {
      unwindTransactions(to: depth - 1)
      throw error
    }
    let left = transactionDepth - depth
    guard left == 0 else {
      unwindTransactions(to: depth - 1)
      throw LayerError(
        "animate: \(left) transaction\(left == 1 ? " was" : "s were") begun inside and not committed; each begin needs "
          + "a commit"
      )
    }
    transactions.floor = floor
    try commitTransaction()
  }

  /// Ends transactions without running their completion blocks.
  private func unwindTransactions(to depth: Int) {
    transactions.floor = 0
    while transactionDepth > depth {
      transactions.dropCompletions()
      guard let ended = transactions.end() else { break }
      for layer in ended.layers { layer.stampAnimations() }
    }
  }

  package func beginTransaction() { transactions.begin(at: host.runningMark?() ?? 0) }

  /// Warns of transactions that were begun and not committed, for example at the end of a script: animations added in
  /// them never begin.
  package func warnAboutOpenTransactions() {
    let open = transactions.open.count
    guard let last = transactions.open.last else { return }
    let waiting = transactions.open.reduce(0) { $0 + $1.layers.count }
    let effect =
      waiting == 0
      ? ""
      : ", and \(waiting == 1 ? "an animation" : "\(waiting) animations") added in \(open == 1 ? "it" : "them") did "
        + "not begin"
    warnAgain(
      .openTransaction,
      "\(open == 1 ? "a transaction was" : "\(open) transactions were") begun but not committed\(effect); "
        + reader(ofMark: last.begunAt).text(.commitTransactions), at: host.placeOfMark?(last.begunAt))
  }

  /// Ends the innermost transaction. When the outermost one ends, the added animations begin.
  ///
  /// - Throws: `LayerError` if none was begun.
  package func commitTransaction() throws {
    guard transactions.open.count > transactions.floor || transactions.floor == 0 else {
      throw LayerError(
        "commit: the transaction of animate() ends with its function; commit only transactions begun in it")
    }
    let key = transactions.keyWithoutPace
    guard let ended = transactions.end() else {
      throw LayerError("no transaction is open; each commit needs a begin")
    }
    if let key {
      warn(
        .disabledActions,
        "the transaction has \(ended.animationDuration == nil ? "a timing function" : "a duration"), but the change of "
          + "\(key) in it does not animate, since actions are disabled; \(reader().text(.enableActions))",
        onceFor: "")
    }
    attendsToChanges = transactions.attendsToChanges
    for layer in ended.layers { layer.stampAnimations() }
  }

  /// The duration of animations without one, in seconds. Default 0.25.
  package var animationDuration: Double { transactions.animationDuration }
  package func setAnimationDuration(_ seconds: Double?) { changeTransaction { $0.animationDuration = seconds } }

  /// The timing function of animations that have none. Default nil.
  package var animationTimingFunction: TimingFunction? { transactions.animationTimingFunction }
  package func setAnimationTimingFunction(_ function: TimingFunction?) {
    changeTransaction { $0.animationTimingFunction = .some(function) }
  }

  /// True if changes of keys run no actions. Default true.
  package var disableActions: Bool { transactions.disableActions }
  package func setDisableActions(_ on: Bool?) { changeTransaction { $0.disableActions = on } }

  /// Adds a block that runs when every animation added to the open transaction after it has ended, by the clock.
  /// Another block does not replace it.
  package func addCompletion(_ block: @escaping () throws -> Void) { addCompletion(block, host: nil) }

  /// - Parameter host: the value of `completionHost` while the block is the most recent one.
  package func addCompletion(_ block: @escaping () throws -> Void, host: AnyObject?) {
    transactions.addCompletion(block, host: host, memoryBudget.map { ValueCharge($0, bytes: 256) })
  }

  /// The most recently set block, of this transaction or an enclosing one; nil if none was set, or nil was.
  package var completionBlock: (() throws -> Void)? { transactions.completion?.block }
  package var completionHost: AnyObject? { transactions.completion?.host }

  /// Makes `completionBlock` return nil. The block itself still runs.
  package func forgetCompletionBlock() { changeTransaction { $0.completion = .some(nil) } }

  /// Ends the implicit transaction, which resets the settings outside all transactions to their defaults. Open
  /// transactions end first.
  package func flushTransactions() {
    transactions.flush()
    attendsToChanges = transactions.attendsToChanges
  }

  /// Returns the key that a constant such as `kCATransactionAnimationDuration` stands for; any other name unchanged.
  private static func transactionKey(_ name: String) -> String {
    guard name.hasPrefix("kCATransaction"), let constant = AppleConstant.all.first(where: { $0.name == name }),
      case .name(let key) = constant.value
    else { return name }
    return key
  }

  /// Returns a custom value, visible in this transaction and those nested in it.
  ///
  /// Core Animation's own keys, and the names of their constants, return its settings. Returns null if nothing was set.
  package func transactionValue(forKey name: String) -> PropertyValue {
    let key = Self.transactionKey(name)
    return switch key {
    case "animationDuration": .number(animationDuration)
    case "disableActions": .bool(disableActions)
    case "animationTimingFunction": animationTimingFunction.map { Property.value($0) } ?? .null
    default: transactions.value(key) ?? .null
    }
  }

  /// - Throws: `LayerError` if the value does not fit one of Core Animation's own keys.
  package func setTransactionValue(_ value: PropertyValue, forKey name: String) throws {
    let key = Self.transactionKey(name)
    switch key {
    case "animationDuration":
      if value.isNone { return setAnimationDuration(nil) }
      guard case .number(let v) = value, v >= 0, v.isFinite else {
        throw LayerError("animationDuration: expected seconds, 0 or more, got \(value.described)")
      }
      setAnimationDuration(v)
    case "disableActions":
      guard case .bool(let v) = value else {
        throw LayerError("disableActions: expected true or false, got \(value.described)")
      }
      setDisableActions(v)
    case "animationTimingFunction":
      let function = try Property.timingFunction(value, "animationTimingFunction", reader())
      setAnimationTimingFunction(function)
    case "completionBlock": throw LayerError("completionBlock: call setCompletionBlock(function)")
    default:
      guard let budget = memoryBudget else { return transactions.setValue(value, key, nil) }
      let bytes = value.memory + key.utf8.count + 128
      guard budget.hasRoom(for: bytes) else { throw LayerError.noMemory("the value of \(key.prefix(40))", budget) }
      transactions.setValue(value, key, ValueCharge(budget, bytes: bytes))
    }
  }

  /// Changes a setting of the innermost transaction.
  func changeTransaction(_ body: (inout Transactions.Settings) -> Void) {
    transactions.change(body)
    attendsToChanges = transactions.attendsToChanges
  }
}

extension Layer {
  /// Returns the times, in the scene's time, at which an animation of the layer starts and finally ends. nil while a
  /// superlayer's time stands still, for an animation that never starts, and below a `contentsTime`, where an animation
  /// may start any number of times.
  func sceneSpan(of animation: Animation) -> TimeMap.Span? {
    var span = TimeMap.Span(first: animation.startTime, last: animation.endTime)
    var layer: Layer? = self
    while let now = layer {
      if let timing = now.timingBox?.value {
        guard let above = timing.superiorSpan(of: span) else { return nil }
        span = above
      }
      if now.isTimeRemapped { return nil }
      layer = now.parent
    }
    return span
  }
}
