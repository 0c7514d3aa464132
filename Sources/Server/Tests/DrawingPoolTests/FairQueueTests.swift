// SPDX-License-Identifier: MIT
import DrawingPool
import Testing

@Suite struct FairQueueTests {
  @Test func `clients take turns`() {
    var queue = FairQueue<String>()
    for job in ["a1", "a2", "a3"] { _ = queue.add(job, of: "a", seconds: 1) }
    for job in ["b1", "b2"] { _ = queue.add(job, of: "b", seconds: 1) }
    _ = queue.add("c1", of: "c", seconds: 1)
    var order: [String] = []
    while let job = queue.next() { order.append(job) }
    #expect(order == ["a1", "b1", "c1", "a2", "b2", "a3"])
    #expect(queue.count == 0)
  }

  @Test func `a film costs as much time of the others`() {
    var queue = FairQueue<String>()
    for i in 0..<3 { _ = queue.add("film\(i)", of: "a", seconds: 10) }
    for i in 0..<40 { _ = queue.add("card\(i)", of: "b", seconds: 1) }
    var order: [String] = []
    while let job = queue.next() { order.append(job) }
    let films = (0..<3).compactMap { order.firstIndex(of: "film\($0)") }
    for (i, film) in films.enumerated() {
      let cards = order[..<film].count { $0.hasPrefix("card") }
      #expect((10 * i + 9...10 * i + 11).contains(cards), "\(order)")
    }
    #expect(films.count == 3)
  }

  @Test func `a long job passes new clients when it has waited for its share`() {
    var queue = FairQueue<String>()
    _ = queue.add("film", of: "a", seconds: 1)
    var turns = 0
    repeat {
      turns += 1
      _ = queue.add("card", of: "\(turns)", seconds: 0.1)
    } while queue.next() != "film" && turns < 1000
    // Half of the time is the film's.
    #expect((18...22).contains(turns), "\(turns)")
  }

  /// One worker draws for ten good clients of short pictures and one of endless ones, which look short.
  @Test func `a client pays the time that its jobs took`() {
    var queue = FairQueue<(client: String, took: Double)>()
    var clock = 0.0
    var waits: [Double] = []
    var asked: [String: Double] = [:]
    func ask(_ client: String) {
      guard queue.count(of: client) == 0 else { return }
      _ = queue.add((client, client == "bad" ? 0.5 : 0.01), of: client, seconds: 0.01)
      asked[client] = clock
    }
    let good = (0..<10).map { "good\($0)" }
    var bad = 0.0
    for _ in 0..<5000 {
      // All ask again as soon as they are served.
      for client in good + ["bad"] { ask(client) }
      guard let job = queue.next() else { break }
      if job.client != "bad" { waits.append(clock - (asked[job.client] ?? clock)) } else { bad += job.took }
      clock += job.took
      queue.settle(job.client, expected: 0.01, took: job.took)
    }
    // An eleventh of the time, and at most one endless picture before a good one.
    #expect(bad < clock / 10 && bad > clock / 13, "\(bad) of \(clock)")
    waits.sort()
    #expect(waits[waits.count * 9 / 10] < 0.12 && (waits.last ?? 0) < 0.7)
  }

  @Test func `a debt is forgiven after the longest penalty`() {
    var queue = FairQueue<String>()
    queue.longestPenalty = 0.2
    _ = queue.add("a", of: "a", seconds: 0.01)
    #expect(queue.next() == "a")
    queue.settle("a", expected: 0.01, took: 5)
    _ = queue.add("a", of: "a", seconds: 0.01)
    for i in 0..<60 { _ = queue.add("b\(i)", of: "b", seconds: 0.01) }
    var turn = 0
    while let job = queue.next(), job != "a" { turn += 1 }
    // Two clients wait, so half of the penalty each.
    #expect((10...12).contains(turn), "\(turn)")
  }

  @Test func `nobody saves up time`() {
    var queue = FairQueue<String>()
    for i in 0..<10 {
      _ = queue.add("a\(i)", of: "a", seconds: 5)
      _ = queue.next()
    }
    for i in 0..<4 { _ = queue.add("late\(i)", of: "b", seconds: 1) }
    _ = queue.add("a10", of: "a", seconds: 1)
    var order: [String] = []
    while let job = queue.next() { order.append(job) }
    #expect((order.firstIndex(of: "a10") ?? 9) <= 5)
  }

  @Test func `a job that cannot be done does not hold up others`() {
    var queue = FairQueue<String>()
    _ = queue.add("film", of: "a", seconds: 5)
    _ = queue.add("card", of: "b", seconds: 1)
    #expect(queue.next { $0 != "film" } == "card")
    #expect(queue.next { $0 != "film" } == nil)
    #expect(queue.count == 1 && queue.next() == "film")
  }

  /// Random work: every job leaves exactly once, and clients keep their own order.
  @Test(arguments: 0..<20) func `nothing is lost`(seed: Int) {
    var random = SystemRandomNumberGenerator()
    var queue = FairQueue<Int>()
    var waiting: [Int: String] = [:]
    var ids: [Int: Int] = [:]
    var last: [String: Int] = [:]
    for number in 0..<500 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0...1:
        let client = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
        ids[number] = queue.add(number, of: client, seconds: Double.random(in: 0...3, using: &random))
        waiting[number] = client
      case 2:
        guard let job = queue.next() else {
          #expect(waiting.isEmpty)
          continue
        }
        let client = waiting.removeValue(forKey: job)
        #expect(client != nil)
        if let client {
          #expect(last[client] ?? -1 < job)
          last[client] = job
          queue.settle(client, expected: 1, took: Double.random(in: 0...3, using: &random))
        }
      default:
        guard let (job, client) = waiting.randomElement(using: &random), let id = ids[job] else { continue }
        #expect(queue.remove(id, of: client) == job)
        #expect(queue.remove(id, of: client) == nil)
        waiting[job] = nil
      }
      #expect(queue.count == waiting.count)
    }
    #expect(Set(queue.removeAll()) == Set(waiting.keys) && queue.count == 0)
  }

  @Test func `clients and times are bounded`() {
    var queue = FairQueue<Int>()
    for i in 0..<20_000 {
      _ = queue.add(i, of: "client\(i)", seconds: i % 3 == 0 ? .infinity : i % 3 == 1 ? .nan : 0)
      #expect(queue.next() == i)
      queue.settle("client\(i)", expected: .nan, took: 0)
    }
    #expect(queue.count == 0)
  }
}
