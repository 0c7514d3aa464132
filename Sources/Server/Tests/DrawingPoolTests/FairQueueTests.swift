// SPDX-License-Identifier: MIT
import DrawingPool
import Testing

@Suite struct FairQueueTests {
  @Test func `clients take turns`() {
    var queue = FairQueue<String>()
    for job in ["a1", "a2", "a3"] { _ = queue.add(job, of: "a", cost: 1) }
    for job in ["b1", "b2"] { _ = queue.add(job, of: "b", cost: 1) }
    _ = queue.add("c1", of: "c", cost: 1)
    var order: [String] = []
    while let job = queue.next() { order.append(job) }
    #expect(Set(order.prefix(3)) == ["a1", "b1", "c1"] && order.count == 6)
    #expect(queue.count == 0)
  }

  @Test func `a film costs as many cards of the others`() {
    var queue = FairQueue<String>()
    for i in 0..<3 { _ = queue.add("film\(i)", of: "a", cost: 10) }
    for i in 0..<40 { _ = queue.add("card\(i)", of: "b", cost: 1) }
    var order: [String] = []
    while let job = queue.next() { order.append(job) }
    let second = order.firstIndex(of: "film1") ?? 0
    #expect((18...23).contains(order[..<second].count { $0.hasPrefix("card") }), "\(order)")
  }

  @Test func `a job that cannot be done does not hold up others`() {
    var queue = FairQueue<String>()
    _ = queue.add("film", of: "a", cost: 5)
    _ = queue.add("card", of: "b", cost: 1)
    #expect(queue.next { $0 != "film" } == "card")
    #expect(queue.next { $0 != "film" } == nil)
    #expect(queue.count == 1 && queue.next() == "film")
  }

  /// Random work: every job leaves exactly once, clients keep their own order, and shares differ by one job at most while
  /// all have some.
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
        ids[number] = queue.add(number, of: client, cost: Double.random(in: 0...3, using: &random))
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

  @Test func `costs are bounded`() {
    var queue = FairQueue<String>()
    _ = queue.add("endless", of: "a", cost: .infinity)
    _ = queue.add("nan", of: "b", cost: .nan)
    _ = queue.add("free", of: "c", cost: 0)
    var count = 0
    while queue.next() != nil { count += 1 }
    #expect(count == 3)
  }
}
