// SPDX-License-Identifier: MIT
import Glibc
import JSONMessages
import NIOCore
import NIOHTTP1
import ServiceContract
import WorkerProcesses

/// The drawing processes and the queue of jobs before them.
///
/// Scripts of the folder are drawn by workers that are kept, one a processor. A script that a request brings is drawn
/// by a process of its own, which is started before and holds nothing of others. Everything runs on one event loop.
package final class DrawingPool: @unchecked Sendable {
  package struct Settings: Sendable {
    package var program = ""
    /// The words after `layerlua draw-jobs`: the folder and options.
    package var arguments: [String] = []
    /// Those words for scripts that requests bring; nil if none are drawn.
    package var strangerArguments: [String]?
    package var workers = 1
    /// The number of films drawn at a time.
    package var films = 1
    package var queue = 8
    package var queuePerClient = 2
    /// The longest time in the queue, in seconds.
    package var queueTime = 10.0
    /// A worker ends after so many jobs, or when its memory has grown by half since its 100th job and by 64 MiB, or to
    /// four times that after its first one and by 128 MiB.
    package var jobsPerWorker = 10_000
    /// The time that a worker has to become ready, in seconds.
    package var startTime = 30.0
    /// The time that a picture nobody waits for may still take, in seconds.
    package var abandonedTime = 0.25
    package var answerBytes = 512 << 20

    package init() {}
  }

  /// The reason why a worker ended.
  package enum EndReason: String, CaseIterable, Sendable {
    case done, recycled, replaced, time, output, cancelled, signal, `protocol`, start
  }

  private final class Slot {
    let worker: Worker
    let isStranger: Bool
    /// True if other processes come first: its priority is low.
    let givesWay: Bool
    /// The set of scripts with which it was started.
    let generation: Int
    var isReady = false
    var job: DrawJob?
    var jobs = 0
    var memoryAfterFirst = 0
    var memoryAfterHundred = 0
    /// The reason of an end that this side caused.
    var reason: EndReason?
    var timeouts: [Scheduled<Void>] = []
    init(_ worker: Worker, isStranger: Bool, givesWay: Bool, generation: Int) {
      self.worker = worker
      self.isStranger = isStranger
      self.givesWay = givesWay
      self.generation = generation
    }
  }

  package private(set) var settings: Settings
  private let loop: EventLoop
  private var slots: [Slot] = []
  private var schedule: DrawSchedule
  /// The time at which slow jobs may take all workers again.
  private var reserveEnd: Scheduled<Void>?
  private var generation = 0
  /// True if no more jobs are taken; those that wait and run are finished.
  private var isDraining = false
  /// True if everything has ended.
  private var isStopped = false
  /// The starts in a row that failed, and the time of the first one.
  private var failedStarts = 0
  private var firstFailure = NIODeadline.now()
  /// The starts in a row that fail for this long end the hope.
  private static let patience = TimeAmount.seconds(10)
  private var restart: Scheduled<Void>?
  /// The nice value of processes with requests' scripts and of all workers but one. On one processor such a process
  /// gets a quarter of it, the worker for quick pictures the rest.
  private static let lowPriority: CInt = 5
  /// The last time at which a kept worker was free.
  package private(set) var lastFree = NIODeadline.now()

  /// Called when a worker is ready, with its first message.
  package var onReady: (JSONValue) -> Void = { _ in }
  /// Called for what a worker writes to its standard error, at most 8 KiB of each.
  package var onComplaint: (String) -> Void = { _ in }
  package var onWorkerEnd: (EndReason) -> Void = { _ in }
  /// Called when workers could not be started several times in a row.
  package var onHopeless: (String) -> Void = { _ in }
  /// Called when the last job has ended after `drain`.
  package var onIdle: () -> Void = {}

  package init(_ settings: Settings, on loop: EventLoop) {
    self.settings = settings
    self.loop = loop
    schedule = DrawSchedule(
      workers: settings.workers, films: settings.films, places: settings.queue,
      placesPerClient: settings.queuePerClient)
  }

  /// The time of the schedule, in seconds.
  private var now: Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e9 }

  // MARK: figures

  package var queued: Int { schedule.count }
  /// The number of processes.
  package var processes: Int { slots.count }
  package var starting: Int { slots.count { !$0.isReady } }
  package var busy: Int { slots.count { $0.job != nil } }
  /// The kept workers that are free.
  package var idle: Int { slots.count { $0.isReady && $0.job == nil && !$0.isStranger } }

  // MARK: jobs

  /// Adds a job.
  ///
  /// - Throws: `Problem` 429 if the client has too many jobs in the queue, 503 if it is full or the pool is stopping.
  ///
  /// - Parameter isOwn: true for a job of the service itself, which has no limits of the queue.
  package func add(_ job: DrawJob, isOwn: Bool = false) throws(Problem) {
    loop.preconditionInEventLoop()
    job.pool = self
    guard !isDraining, !isStopped else {
      throw Problem(.serviceUnavailable, .draining, "the service is stopping", retryAfter: 5)
    }
    job.added = .now()
    try enqueue(job, isLimited: !isOwn)
    work()
  }

  private func enqueue(_ job: DrawJob, isLimited: Bool, limitsWait: Bool? = nil) throws(Problem) {
    do throws(DrawSchedule.Refusal) { try schedule.add(job, at: now, isLimited: isLimited) } catch {
      switch error {
      case .queue(let count):
        throw Problem(
          .serviceUnavailable, .busy, "\(count) pictures are waiting", [.init("limit", "queue")],
          retryAfter: wait(count))
      case .slow(let count):
        throw Problem(
          .serviceUnavailable, .busy, "\(count) slow pictures are waiting", [.init("limit", "queue")],
          retryAfter: wait(count))
      case .client(let count):
        throw Problem(
          .tooManyRequests, .busy, "\(count) of this client's pictures are waiting",
          [.init("limit", "queuePerClient")], retryAfter: wait(count))
      }
    }
    guard limitsWait ?? isLimited else { return }
    job.waitTimeout = loop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(settings.queueTime * 1e9))) {
      [weak self, weak job] in
      guard let self, let job, withdraw(job) else { return }
      job.end(
        .failed(
          Problem(
            .serviceUnavailable, .busy, "the picture waited \(numberText(settings.queueTime)) s",
            [.init("limit", "queueTime")], retryAfter: wait(schedule.count + 1))))
    }
  }

  /// Ends a job for which nobody waits any more.
  func cancel(_ job: DrawJob) {
    loop.preconditionInEventLoop()
    job.onEnd = { _ in }
    job.onPart = { _, _ in }
    if withdraw(job) { return }
    guard let slot = slots.first(where: { $0.job === job }) else { return }
    // Most pictures are nearly done, and a process costs more than the rest of one.
    later(settings.abandonedTime, slot) { [weak self, weak slot, weak job] in
      guard let self, let slot, let job, slot.job === job else { return }
      kill(slot, .cancelled)
    }
  }

  private func withdraw(_ job: DrawJob) -> Bool {
    guard schedule.remove(job) else { return false }
    job.waitTimeout?.cancel()
    checkIdle()
    return true
  }

  /// The seconds until a number of waiting jobs are done, 1 to 60, a fifth up or down so that clients do not return
  /// together.
  private func wait(_ jobs: Int) -> Int {
    let seconds = Double(jobs) * schedule.meanTime / Double(max(settings.workers, 1)) * Double.random(in: 0.8...1.2)
    return Int(min(max(seconds.rounded(.up), 1), 60))
  }

  // MARK: workers

  /// Takes over the times that another pool has measured, of scripts with the same names.
  package func learn(from other: DrawingPool) { schedule.learn(from: other.schedule) }

  /// Starts the workers.
  package func start() {
    loop.preconditionInEventLoop()
    refill()
  }

  /// Replaces all workers: those that draw end after their job.
  ///
  /// - Parameter settings: their new command lines.
  package func replace(_ change: (inout Settings) -> Void = { _ in }) {
    loop.preconditionInEventLoop()
    change(&settings)
    schedule.workers = settings.workers
    schedule.films = settings.films
    schedule.places = settings.queue
    schedule.placesPerClient = settings.queuePerClient
    generation += 1
    for slot in slots where slot.job == nil { end(slot, .replaced) }
    refill()
  }

  /// Takes no more jobs; those that wait and run are finished.
  package func drain() {
    isDraining = true
    checkIdle()
  }

  /// Tells when a pool that takes no more jobs has none left.
  private func checkIdle() { if isDraining, schedule.count == 0, busy == 0 { onIdle() } }

  /// Ends everything at once.
  package func stop() {
    isStopped = true
    restart?.cancel()
    reserveEnd?.cancel()
    for job in schedule.removeAll() {
      job.end(.failed(Problem(.serviceUnavailable, .draining, "the service is stopping", retryAfter: 5)))
    }
    for slot in slots {
      let job = slot.job
      slot.job = nil
      kill(slot, .replaced)
      job?.end(.failed(Problem(.serviceUnavailable, .draining, "the service is stopping", retryAfter: 5)))
    }
  }

  private func refill() {
    guard !isStopped, restart == nil, !isDraining || schedule.count > 0 else { return }
    while slots.count(where: { !$0.isStranger && $0.generation == generation && $0.reason == nil }) < settings.workers {
      guard launch(isStranger: false) else { return }
    }
    guard settings.strangerArguments != nil else { return }
    while slots.count(where: { $0.isStranger && $0.job == nil && $0.reason == nil }) < settings.workers {
      guard launch(isStranger: true) else { return }
    }
  }

  private func launch(isStranger: Bool) -> Bool {
    let words = isStranger ? settings.strangerArguments ?? [] : settings.arguments
    // Systems remove old folders below /tmp.
    if isStranger, let folder = words.first { mkdir(folder, 0o700) }
    var limits = WorkerMessageDecoder.Limits()
    limits.line = 4 << 20
    limits.bytes = settings.answerBytes
    do {
      let worker = try Worker(
        settings.program, ["draw-jobs"] + words, limits: limits, onComplaint: { [weak self] in self?.onComplaint($0) },
        on: loop)
      // A process cannot raise its priority again, so one worker is kept from slow jobs.
      let givesWay =
        isStranger
        || slots.contains { !$0.isStranger && !$0.givesWay && $0.generation == generation && $0.reason == nil }
      let slot = Slot(worker, isStranger: isStranger, givesWay: givesWay, generation: generation)
      slots.append(slot)
      // Starts are as long as many pictures, and must not hold up those.
      if givesWay { worker.giveWay(Self.lowPriority) }
      worker.removesFolders = true
      worker.onEvent = { [weak self, weak slot] message in
        guard let self, let slot, message.event == "ready", !slot.isReady else { return }
        slot.isReady = true
        failedStarts = 0
        for timeout in slot.timeouts { timeout.cancel() }
        slot.timeouts = []
        onReady((try? JSONScanner.value(of: message.line.readableBytesView.asArray)) ?? .null)
        work()
      }
      worker.onMore = { [weak self, weak slot] message in
        guard let self, let slot, let job = slot.job, let bytes = message.bytes else { return }
        job.hasBegun = true
        job.bytes += bytes.readableBytes
        guard job.bytes <= settings.answerBytes else { return kill(slot, .output) }
        job.onPart(bytes, (try? JSONScanner.value(of: message.line.readableBytesView.asArray)) ?? .null)
      }
      worker.onEnd = { [weak self, weak slot] ending, problem in
        guard let self, let slot else { return }
        ended(slot, ending, problem)
      }
      worker.listen()
      later(settings.startTime, slot) { [weak self, weak slot] in
        guard let self, let slot, !slot.isReady else { return }
        kill(slot, .start)
      }
      return true
    } catch {
      startFailed((error as? ChildProcess.StartError)?.message ?? "\(error)", isStranger: isStranger)
      return false
    }
  }

  private func startFailed(_ message: String, isStranger: Bool) {
    if failedStarts == 0 { firstFailure = .now() }
    failedStarts += 1
    // Scripts of requests are not what the service is for.
    let isHopeless = failedStarts >= 3 && NIODeadline.now() - firstFailure >= Self.patience
    if isHopeless, !isStranger { return onHopeless(message) }
    guard restart == nil, !isStopped else { return }
    // Waits longer each time, since the system may be short of something.
    let delay = TimeAmount.milliseconds(Int64(50 << min(failedStarts, 6)))
    restart = loop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
      self?.restart = nil
      self?.refill()
    }
  }

  private func later(_ seconds: Double, _ slot: Slot, _ body: @escaping () -> Void) {
    slot.timeouts.append(loop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(seconds * 1e9)), body))
  }

  private func kill(_ slot: Slot, _ reason: EndReason) {
    slot.reason = slot.reason ?? reason
    slot.worker.kill()
  }

  /// Ends a worker that has no job.
  private func end(_ slot: Slot, _ reason: EndReason) {
    guard slot.reason == nil else { return }
    slot.reason = reason
    slot.worker.end()
  }

  private func ended(_ slot: Slot, _ ending: ChildProcess.Ending, _ problem: WorkerProtocolError?) {
    slots.removeAll { $0 === slot }
    for timeout in slot.timeouts { timeout.cancel() }
    // The program ends with 3 if a script does not listen to its time limit.
    let reason = slot.reason ?? (problem != nil ? .protocol : ending == .exited(3) ? .time : .signal)
    onWorkerEnd(reason)
    if let job = slot.job {
      slot.job = nil
      failed(job, slot, reason, ending, problem)
    }
    if !slot.isReady, !isStopped {
      startFailed("a drawing process ended by \(ending.words) before it was ready", isStranger: slot.isStranger)
    } else {
      refill()
      work()
    }
    if isStopped, !slots.contains(where: { !$0.isStranger }) {
      for job in schedule.removeAll() {
        job.end(.failed(Problem(.serviceUnavailable, .draining, "the service is stopping", retryAfter: 5)))
      }
    }
    checkIdle()
  }

  /// Answers a job whose worker ended.
  private func failed(
    _ job: DrawJob, _ slot: Slot, _ reason: EndReason, _ ending: ChildProcess.Ending, _ problem: WorkerProtocolError?
  ) {
    // The operator's own script is tried once more, since the process may have been killed from outside.
    schedule.end(job, at: now, isDrawn: false)
    if reason == .signal, !slot.isStranger, job.tries < 2, !job.hasBegun, !isStopped {
      try? enqueue(job, isLimited: false, limitsWait: true)
      return
    }
    switch reason {
    case .time:
      job.end(
        .failed(
          Problem(
            .gatewayTimeout, .time, "the picture took more than \(numberText(job.time)) s",
            [.init("limit", "time")])))
    case .cancelled: break
    case .output:
      job.end(
        .failed(
          Problem(
            .payloadTooLarge, .limit, "the film has more than \(settings.answerBytes) bytes",
            [.init("limit", "answer")])))
    default:
      let detail =
        problem.map { "the drawing process sent \($0.message)" } ?? "the drawing process ended by \(ending.words)"
      job.end(.failed(Problem(.internalServerError, .worker, detail)))
    }
  }

  // MARK: work

  /// Gives free workers their next jobs.
  private func work() {
    while true {
      let free = slots.filter { $0.isReady && $0.job == nil && $0.reason == nil }
      let kept = free.filter { !$0.isStranger && $0.generation == generation }
      let patient = kept.first { $0.givesWay }
      let prompt = kept.first { !$0.givesWay }
      let stranger = free.first { $0.isStranger }
      if !kept.isEmpty { lastFree = .now() }
      // A single worker takes all.
      let isReserved = settings.workers > 1 && now < schedule.reservedUntil
      let forSlow = patient ?? (isReserved ? nil : prompt)
      guard
        let job = schedule.next(
          at: now, hasWorker: !kept.isEmpty, hasSlowWorker: forSlow != nil, hasSpare: stranger != nil),
        let slot = job.body != nil ? stranger : job.isSlow ? forSlow : prompt ?? patient
      else { break }
      begin(job, slot)
    }
    // Slow jobs may be waiting for the end of the time in which quick ones are expected.
    guard schedule.count > 0, schedule.busy < settings.workers, reserveEnd == nil, !isStopped else { return }
    let delay = schedule.reservedUntil - now
    guard delay > 0 else { return }
    reserveEnd = loop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(delay * 1e9))) { [weak self] in
      self?.reserveEnd = nil
      self?.work()
    }
  }

  private func begin(_ job: DrawJob, _ slot: Slot) {
    job.queueID = nil
    job.waitTimeout?.cancel()
    job.tries += 1
    job.started = .now()
    slot.job = job
    slot.jobs += 1
    let onStart = job.onStart
    job.onStart = {}
    onStart()
    // The worker ends the script itself at its limit; this ends what does not listen.
    later(job.time + 1.5, slot) { [weak self, weak slot, weak job] in
      guard let self, let slot, let job, slot.job === job else { return }
      kill(slot, .time)
    }
    let bound = NIOLoopBound((self, slot, job), eventLoop: loop)
    slot.worker.ask(job.ask, job.question, body: job.body).whenComplete { result in
      let (pool, slot, job) = bound.value
      // A worker that ended is answered for by `ended`.
      if case .failure(let error) = result, (error as? Worker.Refusal)?.line == nil { return }
      pool.answered(job, slot, result)
    }
  }

  /// The memory of a worker, in bytes.
  private static func memory(_ line: JSONValue) -> Int { min(max(line["memory"]?.int ?? 0, 0), 1 << 48) }

  private func answered(_ job: DrawJob, _ slot: Slot, _ result: Result<WorkerMessage, any Error>) {
    guard slot.job === job else { return }
    slot.job = nil
    slot.worker.isPaused = false
    for timeout in slot.timeouts { timeout.cancel() }
    slot.timeouts = []
    schedule.end(job, at: now, isDrawn: (try? result.get()) != nil)
    let outcome: DrawJob.Outcome
    var memory = 0
    switch result {
    case .success(let message):
      let line = (try? JSONScanner.value(of: message.line.readableBytesView.asArray)) ?? .null
      memory = Self.memory(line)
      outcome = .drawn(WorkerAnswer(line: line, bytes: message.bytes ?? ByteBuffer()))
    case .failure(let error):
      let refusal = error as? Worker.Refusal
      let line =
        refusal?.line.flatMap { try? JSONScanner.value(of: $0.readableBytesView.asArray) }
        ?? .object([.init("error", .string(refusal?.message ?? "\(error)"))])
      memory = Self.memory(line)
      outcome = .failed(Problem(answer: line, isStranger: slot.isStranger))
    }
    if slot.jobs == 1 { slot.memoryAfterFirst = memory }
    if slot.jobs == 100 { slot.memoryAfterHundred = memory }
    let (first, hundred) = (slot.memoryAfterFirst, slot.memoryAfterHundred)
    let hasGrown =
      hundred > 0 && memory > hundred * 3 / 2 && memory > hundred + 64 << 20
      || first > 0 && memory > first * 4 && memory > first + 128 << 20
    if slot.isStranger {
      end(slot, .done)
    } else if slot.jobs >= settings.jobsPerWorker || hasGrown {
      end(slot, .recycled)
    } else if slot.generation != generation {
      end(slot, .replaced)
    }
    job.end(outcome)
    refill()
    work()
    checkIdle()
  }

  func pause(_ job: DrawJob, _ isPaused: Bool) {
    slots.first { $0.job === job }?.worker.isPaused = isPaused
  }
}

extension Problem {
  /// The words of an address by the keys of a job that they set.
  private static let words = [
    "background": "_bg", "duration": "_duration", "from": "_from", "fps": "_fps", "quality": "_q", "scale": "_scale",
    "time": "_t", "width": "_w",
  ]

  /// The problem that a drawing process answered.
  ///
  /// - Parameter isStranger: true if the request brought the script, so that its errors are the request's.
  package init(answer line: JSONValue, isStranger: Bool) {
    var detail = line["error"]?.string ?? "the drawing process failed"
    var members: [JSONValue.Member] = []
    for key in ["parameter", "expected", "limit", "script", "line"] {
      if let value = line[key], value != .null { members.append(.init(key, value)) }
    }
    switch line["kind"]?.string {
    case "parameter": self.init(.badRequest, .parameter, detail, members)
    case "limit" where line["limit"]?.string == "time": self.init(.gatewayTimeout, .time, detail, members)
    case "limit": self.init(.payloadTooLarge, .limit, detail, members)
    case "temporary": self.init(.serviceUnavailable, .busy, detail, members, retryAfter: 5)
    case "missing": self.init(.internalServerError, .missing, detail, members)
    case "usage" where line["key"]?.string.flatMap { Self.words[$0] } != nil:
      // A value that only the run of the script shows to be wrong.
      let key = line["key"]?.string ?? ""
      let word = Self.words[key] ?? key
      if detail.hasPrefix("\(key): ") { detail = word + detail.dropFirst(key.count) }
      self.init(.badRequest, .parameter, detail, members + [.init("parameter", .string(word))])
    // Another call that is wrong is the script's: the service checks its own.
    case "script", "file", "usage":
      self.init(isStranger ? .unprocessableEntity : .internalServerError, .script, detail, members)
    default: self.init(.internalServerError, .internalError, detail, members)
    }
    isOperators = !isStranger
  }
}
