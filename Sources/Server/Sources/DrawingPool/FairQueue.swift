// SPDX-License-Identifier: MIT

/// A queue of jobs in which clients take turns: deficit round robin, so that one client's film counts as many cards of
/// the others.
///
/// Each client has a queue. A turn adds a quantum to the client's credit, and its jobs are taken while the credit covers
/// their cost. Adding costs constant time; taking, a turn of each client at most for each quantum of the cost.
package struct FairQueue<Job> {
  private struct Entry {
    var id: Int
    var cost: Double
    var job: Job
  }
  private struct Client {
    var jobs: [Entry] = []
    var credit = 0.0
  }

  /// The credit of a turn: the cost of a usual job.
  private let quantum: Double
  private var clients: [String: Client] = [:]
  /// The clients with jobs, in the order of their turns.
  private var turns: [String] = []
  private var lastID = 0
  package private(set) var count = 0

  package init(quantum: Double = 1) { self.quantum = quantum }

  /// The number of jobs of a client.
  package func count(of client: String) -> Int { clients[client]?.jobs.count ?? 0 }

  /// Adds a job.
  ///
  /// - Parameter cost: in usual jobs, more than 0. Costs above 1,000 count as 1,000.
  /// - Returns: a number by which to remove it.
  package mutating func add(_ job: Job, of client: String, cost: Double) -> Int {
    lastID += 1
    let cost = cost.isFinite ? min(max(cost, 0.01), 1000) : 1000
    if clients[client] == nil { turns.append(client) }
    clients[client, default: Client()].jobs.append(Entry(id: lastID, cost: cost, job: job))
    count += 1
    return lastID
  }

  /// Removes a job that waits; nil if it does not.
  package mutating func remove(_ id: Int, of client: String) -> Job? {
    guard let index = clients[client]?.jobs.firstIndex(where: { $0.id == id }),
      let entry = clients[client]?.jobs.remove(at: index)
    else { return nil }
    count -= 1
    leave(client)
    return entry.job
  }

  /// Removes the job whose turn it is; nil if none waits, or none is accepted.
  ///
  /// - Parameter accepts: false for a job that cannot be done now. Its client's other jobs wait behind it.
  package mutating func next(where accepts: (Job) -> Bool = { _ in true }) -> Job? {
    var refused: Set<String> = []
    while refused.count < turns.count, let name = turns.first, var client = clients[name], let entry = client.jobs.first
    {
      guard accepts(entry.job) else {
        refused.insert(name)
        turns.append(turns.removeFirst())
        continue
      }
      if client.credit < entry.cost {
        client.credit += quantum
        clients[name] = client
        turns.append(turns.removeFirst())
        continue
      }
      client.credit -= entry.cost
      client.jobs.removeFirst()
      clients[name] = client
      count -= 1
      leave(name)
      return entry.job
    }
    return nil
  }

  /// Removes all jobs.
  package mutating func removeAll() -> [Job] {
    let all = turns.flatMap { clients[$0]?.jobs.map(\.job) ?? [] }
    clients = [:]
    turns = []
    count = 0
    return all
  }

  /// Forgets a client without jobs, whose credit is lost, so that nobody saves it up.
  private mutating func leave(_ name: String) {
    guard clients[name]?.jobs.isEmpty == true else { return }
    clients[name] = nil
    turns.removeAll { $0 == name }
  }
}
