// SPDX-License-Identifier: MIT

/// The jobs that wait, and the rule by which workers get them.
///
/// There are two lanes, in each of which clients take turns by their time (`FairQueue`). Slow are films, scripts that
/// requests bring, and pictures whose script took long for this client, or for all where the client is new
/// (`ExpectedTimes`). A script without a measured time is quick, since every script of the folder was run once when it
/// was loaded; but a job that runs for longer than a quick one counts as slow from then on, and those like it change
/// the lane.
///
/// Slow jobs hold at most all but one of two or more workers while quick ones may come, that is for a minute after the
/// last one; and while quick ones wait, only as many as is their part of the clients, at least one. So a quick picture
/// waits for quick ones alone, except for the first slow job of each kind, and slow jobs do not starve. A single worker
/// has one lane.
///
/// Jobs of one client keep their order in each lane.
///
/// Times are seconds of any clock that runs on.
package struct DrawSchedule {
  private struct Running {
    var job: DrawJob
    var since: Double
  }

  package var workers: Int
  /// The number of films drawn at a time.
  package var films: Int
  /// The number of jobs that wait, at most, and that of one client.
  package var places: Int
  package var placesPerClient: Int
  /// The time after a quick picture during which another one may come, in seconds.
  package static let patience = 60.0

  private var quick = FairQueue<DrawJob>()
  private var slow = FairQueue<DrawJob>()
  private var times = ExpectedTimes()
  private var running: [Running] = []
  private var lastQuick = -Double.infinity
  /// The mean time of a usual picture, in seconds.
  package private(set) var meanTime = 0.05

  package init(workers: Int, films: Int = 1, places: Int = 8, placesPerClient: Int = 2) {
    self.workers = workers
    self.films = films
    self.places = places
    self.placesPerClient = placesPerClient
  }

  /// Takes over the times that another schedule has measured.
  package mutating func learn(from other: DrawSchedule) {
    times = other.times
    meanTime = other.meanTime
    lastQuick = other.lastQuick
  }

  // MARK: figures

  /// The number of jobs that wait.
  package var count: Int { quick.count + slow.count }
  /// The number of jobs that are drawn.
  package var busy: Int { running.count }
  /// The time up to which a picture is quick, in seconds.
  package var border: Double { times.border }

  /// The end of the time in which quick pictures may come.
  package var reservedUntil: Double { lastQuick + Self.patience }

  /// True if a job belongs to the slow lane.
  package func isSlow(_ job: DrawJob) -> Bool {
    if workers < 2 { return false }
    if job.isFilm || job.body != nil { return true }
    return (job.times?.own.seconds ?? job.times?.all.seconds).map { $0 > border } ?? false
  }

  /// The jobs that are drawn and count as slow.
  private func runningSlow(at now: Double) -> [Running] { running.filter { $0.job.isSlow || now - $0.since > border } }

  /// The number of slow jobs that are drawn.
  package func slow(at now: Double) -> Int { runningSlow(at: now).count }

  // MARK: jobs

  /// The reason why there is no place for a job.
  package enum Refusal: Error, Equatable {
    /// All places are taken, by so many jobs.
    case queue(Int)
    /// So many of the client's own jobs wait.
    case client(Int)
    /// So many slow jobs wait: they leave a quarter of the places to quick ones.
    case slow(Int)
  }

  /// Adds a job.
  ///
  /// - Parameter isLimited: false for a job that needs no place.
  /// - Throws: `Refusal`.
  package mutating func add(_ job: DrawJob, at now: Double, isLimited: Bool = true) throws(Refusal) {
    if let script = job.script, job.times == nil {
      job.times = times.records(client: job.client, script: script, cost: job.cost)
    }
    job.isSlow = isSlow(job)
    if isLimited {
      guard count < places else { throw .queue(count) }
      let own = quick.count(of: job.client) + slow.count(of: job.client)
      guard own < placesPerClient else { throw .client(own) }
      guard !job.isSlow || places < 4 || now >= reservedUntil || slow.count < places - places / 4 else {
        throw .slow(slow.count)
      }
    }
    let known = job.isFilm ? nil : job.times?.own.seconds ?? job.times?.all.seconds
    if known != nil, !job.isSlow { lastQuick = max(lastQuick, now) }
    // A usual picture takes the mean time.
    job.expected = min(known ?? job.cost * meanTime, job.time)
    enqueue(job)
  }

  private mutating func enqueue(_ job: DrawJob) {
    if job.isSlow {
      job.queueID = slow.add(job, of: job.client, seconds: job.expected)
    } else {
      job.queueID = quick.add(job, of: job.client, seconds: job.expected)
    }
  }

  /// Removes a job that waits; false if it does not.
  package mutating func remove(_ job: DrawJob) -> Bool {
    guard let id = job.queueID else { return false }
    let removed = job.isSlow ? slow.remove(id, of: job.client) : quick.remove(id, of: job.client)
    guard removed === job else { return false }
    job.queueID = nil
    return true
  }

  /// Removes the jobs that wait.
  package mutating func removeAll() -> [DrawJob] {
    let jobs = quick.removeAll() + slow.removeAll()
    for job in jobs { job.queueID = nil }
    return jobs
  }

  /// Begins the job whose turn it is; nil if none may begin.
  ///
  /// - Parameters:
  ///   - hasWorker: true if a worker for scripts of the folder is free.
  ///   - hasSlowWorker: true if one of those may take a slow job; nil as `hasWorker`.
  ///   - hasSpare: true if a process for a script of a request is ready.
  package mutating func next(
    at now: Double, hasWorker: Bool = true, hasSlowWorker: Bool? = nil, hasSpare: Bool = true
  ) -> DrawJob? {
    // Scripts of requests count as workers: no more processes draw than there are workers.
    guard running.count < workers else { return nil }
    let mayFilm = running.count { $0.job.isFilm } < films
    // Nor do they take the last one.
    let mayStranger = hasSpare && running.count { $0.job.body != nil } < max(workers - 1, 1)
    let accepts = { (job: DrawJob) in
      let hasPlace = job.body != nil ? mayStranger : job.isSlow ? hasSlowWorker ?? hasWorker : hasWorker
      return hasPlace && (mayFilm || !job.isFilm)
    }
    let runningSlow = runningSlow(at: now)
    let maySlow = runningSlow.count < (now < reservedUntil ? workers - 1 : workers)
    var next: DrawJob?
    if maySlow, quick.count == 0 || runningSlow.count < slowShare(runningSlow) { next = slow.next(where: accepts) }
    quick.longestPenalty = workers < 2 ? .infinity : 2 * border
    if next == nil { next = quick.next(where: accepts) }
    if next == nil, maySlow { next = slow.next(where: accepts) }
    guard let job = next else { return nil }
    job.queueID = nil
    running.append(Running(job: job, since: now))
    return job
  }

  /// The workers that slow jobs may hold while quick ones wait: their part of the clients, at least one.
  private func slowShare(_ runningSlow: [Running]) -> Int {
    let slowClients = slow.clientCount + Set(runningSlow.map(\.job.client).filter { slow.count(of: $0) == 0 }).count
    let quickClients = max(quick.clientCount, 1)
    return max(workers * slowClients / (slowClients + quickClients), 1)
  }

  /// Takes a job that was begun as ended, and charges its client with the time that it took.
  ///
  /// - Parameter isDrawn: false if it failed.
  package mutating func end(_ job: DrawJob, at now: Double, isDrawn: Bool) {
    guard let index = running.firstIndex(where: { $0.job === job }) else { return }
    let seconds = max(now - running.remove(at: index).since, 0)
    if job.isSlow {
      slow.settle(job.client, expected: job.expected, took: seconds)
    } else {
      quick.settle(job.client, expected: job.expected, took: seconds)
    }
    if job.ask == "draw", !job.isFilm { meanTime += (seconds / max(job.cost, 0.25) - meanTime) * 0.05 }
    guard !job.isFilm, job.body == nil, let (own, all) = job.times else { return }
    if !job.isSlow, seconds <= border { lastQuick = max(lastQuick, now) }
    let (ownBefore, allBefore) = (own.seconds, all.seconds)
    times.note(seconds, own, all, isDrawn: isDrawn)
    // Those that wait and are like it may have become slow or quick.
    let border = border
    guard
      (ownBefore ?? allBefore ?? 0 > border) != (own.seconds ?? 0 > border)
        || (allBefore ?? 0 > border) != (all.seconds ?? 0 > border)
    else { return }
    for other in quick.jobs(where: { isSlow($0) }) + slow.jobs(where: { !isSlow($0) }) {
      guard remove(other) else { continue }
      other.isSlow.toggle()
      enqueue(other)
    }
  }
}
