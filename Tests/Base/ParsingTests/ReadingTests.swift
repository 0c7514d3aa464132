// SPDX-License-Identifier: MIT
import Messages
import Parsing
import Testing
import TestSupport

/// Every parser charges memory, work and depth before it proceeds, and polls for cancellation.
@Suite struct ReadingTests {
  @Test func `memory is asked for before it is taken, in blocks, and given back`() throws {
    let counter = Counter()
    let account = Account(counter)
    do {
      var reading = Reading(account, name: "x")
      for _ in 0..<100_000 { try reading.take(10) }
      #expect(counter.used >= 1_000_000 && counter.used <= 1_000_000 + 1 << 17)
      #expect(counter.questions < 20)
      reading.giveBack(1_000_000)
      try reading.take(900_000)
      #expect(counter.used <= 1_000_000 + 1 << 17)
    }
    #expect(counter.used == 0)
  }

  @Test func `near the limit the last byte can be taken, and a refusal is final`() throws {
    let counter = Counter(most: 100_000)
    var reading = Reading(Account(counter), name: "f.csv", purpose: "its cells")
    for _ in 0..<1000 { try reading.take(100) }
    let error = #expect(throws: LayerError.self) { try reading.take(1) }
    #expect(error?.kind == .limit)
    #expect(
      error?.message
        == "f.csv: not enough memory for its cells: the memory limit is 100000 bytes (memoryLimit); raise it or use less"
    )
    let questions = counter.questions
    for _ in 0..<50 { #expect(throws: LayerError.self) { try reading.take(1) } }
    #expect(counter.questions == questions)
  }

  @Test func `the end of the work is looked for every 4096 steps`() throws {
    nonisolated(unsafe) var looks = 0
    let account = Account(isEnded: {
      looks += 1
      return looks == 10
    })
    var reading = Reading(account, name: "x")
    var steps = 0
    let error = #expect(throws: LayerError.self) {
      while true {
        try reading.step()
        steps += 1
      }
    }
    #expect(error?.kind == .cancelled)
    #expect(steps >= 9 * Reading.interval && steps <= 10 * Reading.interval + 10)
    #expect(account.work >= steps)
  }

  @Test func `work and depth have limits with names`() throws {
    var reading = Reading(Account(), name: "a.svg", depthLimit: 3, workLimit: 50_000)
    for _ in 0..<3 { try reading.enter() }
    #expect(throws: LayerError(.limit, "a.svg: groups nested more than 3 deep")) { try reading.enter("groups") }
    #expect(throws: LayerError(.limit, "a.svg: reading takes more than 50000 steps: simplify or divide it")) {
      for _ in 0..<60_000 { try reading.step() }
    }
  }

  @Test func `work is counted to the step when the reading goes`() throws {
    let account = Account()
    do {
      var reading = Reading(account, name: "x")
      try reading.step(5)
      try reading.step(10_000)
      try reading.step(7)
    }
    #expect(account.work == 10_012)
  }

  /// The memory charged is at most, and never less than, what the collections of the standard library take.
  @Test func `collections pay for what they hold`() throws {
    let counter = Counter()
    let account = Account(counter)
    var reading = Reading(account, name: "x")
    var list = Grown<Int>()
    for i in 0..<100_000 {
      try list.append(i, &reading)
      if i % 1000 == 0 { #expect(counter.used >= (i + 1) * 8) }
    }
    #expect(counter.used <= 3 * 131_072 * 8 + 1 << 18)
    #expect(list.finish() == Array(0..<100_000))
    var text = GrownText()
    for i in 0..<50_000 { try text.append(contentsOf: [UInt8(65 + i % 26), 0xC3, 0xA9], &reading) }
    #expect(try text.finish(&reading)?.utf8.count == 150_000)
    text.removeAll()
    try text.append(0xFF, &reading)
    #expect(try text.finish(&reading) == nil)
  }

  @Test(arguments: [0, 1, 2, 3]) func `a table is a dictionary that keeps the order of its names`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    for size in [1, 5, 15, 16, 17, 18, 40, 300] {
      var reading = Reading(Account(), name: "x")
      var table = GrownTable<Int>()
      var order: [String] = []
      var values: [String: Int] = [:]
      for i in 0..<size * 3 {
        let name = "n\(random.next() % UInt64(size))"
        let value = random.next() % 5 == 0 ? nil : i
        let was = try table.set(name, value, &reading)
        #expect(was == order.contains(name))
        if !was { order.append(name) }
        values[name] = value
        #expect(table[name] == values[name])
        #expect(table.count == values.count)
      }
      let pairs = try table.finish(&reading)
      #expect(pairs.map(\.key) == order.filter { values[$0] != nil })
      for pair in pairs { #expect(values[pair.key] == pair.value) }
    }
  }

  /// Work grows linearly with repeated and with distinct names.
  @Test(arguments: [1, 7, 1_000_000]) func `tables grow linearly`(different: Int) throws {
    func work(_ count: Int) throws -> Int {
      let account = Account()
      do {
        var reading = Reading(account, name: "x")
        var table = GrownTable<Int>()
        for i in 0..<count { try table.set("\(i % different)", i, &reading) }
        _ = try table.finish(&reading)
      }
      return account.work
    }
    let (one, two, four) = (try work(5000), try work(10_000), try work(20_000))
    #expect(Double(two) <= 2.3 * Double(one) && Double(four) <= 2.3 * Double(two))
  }

  @Test func `a cursor goes by runs`() throws {
    let account = Account()
    do {
      var reading = Reading(account, name: "x")
      var cursor = Cursor(Array(("abc  \n\t" + String(repeating: "1", count: 10_000) + "\"true").utf8))
      #expect(try cursor.until(ByteSet(" "), &reading) == 0..<3)
      #expect(try cursor.skip(.blanks, &reading) == 3..<7)
      #expect(cursor.lineNumber == 2)
      #expect(try cursor.skip(.digits, &reading).count == 10_000)
      #expect(cursor.peek == 34 && cursor.second == 116)
      let taken = (cursor.take(34), cursor.take("false"), cursor.take("true"))
      #expect(taken == (true, false, true))
      #expect(cursor.isAtEnd && cursor.peek == nil && cursor.second == nil)
      #expect(try cursor.until(.digits, &reading).isEmpty)
      let beyond = cursor.take("x")
      #expect(!beyond)
    }
    #expect(account.work >= 10_000 && account.work <= 10_040)
  }

  @Test func `sets of bytes have all they were made of`() {
    let set = ByteSet("az\u{0}", 200...255, 64...64)
    for byte in UInt8.min...UInt8.max {
      #expect(set.contains(byte) == (byte == 97 || byte == 122 || byte == 0 || byte >= 200 || byte == 64))
    }
  }
}
