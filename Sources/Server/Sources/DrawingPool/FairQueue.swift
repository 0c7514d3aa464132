// SPDX-License-Identifier: MIT

/// A queue of jobs in which clients have equal shares of the drawing time: fair queueing (Demers, Keshav, Shenker:
/// Analysis and Simulation of a Fair Queueing Algorithm, 1989).
///
/// Each client has a queue and a virtual time, the seconds that its jobs took. The next job is the one with the least
/// virtual end: the client's time and the job's expected one. So short jobs pass long ones of other clients, and a long
/// one is taken when each other client has had as much time. A job is charged with its expected time when it is taken,
/// and with its real one when it ends, so that a client of endless scripts pays for each. A client that returns starts
/// at the queue's clock, which advances by the mean time of all, so that nobody saves up time; its debts are kept for a
/// while. Taking a job costs a look at each one that waits, at most.
package struct FairQueue<Job> {
  private struct Entry {
    var id: Int
    var seconds: Double
    var job: Job
  }
  private struct Client {
    var jobs: [Entry] = []
    var time: Double
  }

  /// The number of clients whose debts are kept.
  private static var mostClients: Int { 4096 }

  /// The longest time for which a client waits for what it took before, in seconds of one worker. Longer debts are
  /// forgiven, so that an equal share over a short time gives way to short waits.
  package var longestPenalty = Double.infinity

  private var clients: [String: Client] = [:]
  /// The virtual time at which a client without debts starts: at least the start of the job taken last.
  private var clock = 0.0
  private var lastID = 0
  package private(set) var count = 0

  package init() {}

  /// The number of jobs of a client.
  package func count(of client: String) -> Int { clients[client]?.jobs.count ?? 0 }

  /// The number of clients with jobs.
  package var clientCount: Int { clients.values.count { !$0.jobs.isEmpty } }

  /// The jobs of a kind, in their order.
  package func jobs(where isMeant: (Job) -> Bool) -> [Job] {
    clients.values.flatMap { $0.jobs.filter { isMeant($0.job) } }.sorted { $0.id < $1.id }.map(\.job)
  }

  /// Adds a job.
  ///
  /// - Parameter seconds: the expected time; others than 0.001 to 1,000 are clamped.
  /// - Returns: a number by which to remove it.
  package mutating func add(_ job: Job, of name: String, seconds: Double) -> Int {
    lastID += 1
    let entry = Entry(id: lastID, seconds: Self.clamped(seconds), job: job)
    var client = clients[name] ?? Client(time: clock)
    if client.jobs.isEmpty { client.time = max(client.time, clock) }
    client.jobs.append(entry)
    if clients.count >= Self.mostClients, clients[name] == nil { forget() }
    clients[name] = client
    count += 1
    return lastID
  }

  private static func clamped(_ seconds: Double) -> Double { seconds.isFinite ? min(max(seconds, 0.001), 1000) : 1000 }

  /// Removes a job that waits; nil if it does not.
  package mutating func remove(_ id: Int, of client: String) -> Job? {
    guard let index = clients[client]?.jobs.firstIndex(where: { $0.id == id }),
      let entry = clients[client]?.jobs.remove(at: index)
    else { return nil }
    count -= 1
    return entry.job
  }

  /// Removes the job whose turn it is; nil if none waits, or none is accepted.
  ///
  /// - Parameter accepts: false for a job that cannot be done now. Later ones of its client may pass it.
  package mutating func next(where accepts: (Job) -> Bool = { _ in true }) -> Job? {
    forgive()
    var best: (name: String, end: Double, index: Int, id: Int)?
    for (name, client) in clients {
      if let best, best.end < client.time { continue }
      guard let index = client.jobs.firstIndex(where: { accepts($0.job) }) else { continue }
      let (id, end) = (client.jobs[index].id, client.time + client.jobs[index].seconds)
      // The older job among equal ends, so that the order of a dictionary decides nothing.
      if let best, (best.end, best.id) < (end, id) { continue }
      best = (name, end, index, id)
    }
    guard let best, let entry = clients[best.name]?.jobs.remove(at: best.index) else { return nil }
    let active = clientCount + (clients[best.name]?.jobs.isEmpty == false ? 0 : 1)
    clock = max(clock + entry.seconds / Double(active), best.end - entry.seconds)
    clients[best.name]?.time += entry.seconds
    count -= 1
    return entry.job
  }

  private mutating func forgive() {
    guard longestPenalty.isFinite else { return }
    let latest = clock + longestPenalty / Double(max(clientCount, 1))
    for (name, client) in clients where client.time > latest && !client.jobs.isEmpty { clients[name]?.time = latest }
  }

  /// Corrects the charge of a job that ended.
  package mutating func settle(_ client: String, expected: Double, took: Double) {
    clients[client]?.time += max(took, 0) - Self.clamped(expected)
  }

  /// Removes all jobs.
  package mutating func removeAll() -> [Job] {
    let all = clients.values.flatMap(\.jobs).sorted { $0.id < $1.id }.map(\.job)
    clients = [:]
    count = 0
    return all
  }

  /// Forgets the clients without jobs whose debts are paid, and if that is not enough, those with the least.
  private mutating func forget() {
    let idle = clients.filter { $0.value.jobs.isEmpty }.sorted { $0.value.time < $1.value.time }
    for (index, client) in idle.enumerated() where client.value.time <= clock || index < idle.count / 2 {
      clients[client.key] = nil
    }
  }
}
