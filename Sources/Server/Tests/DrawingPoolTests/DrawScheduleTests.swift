// SPDX-License-Identifier: MIT
import DrawingPool
import NIOCore
import Testing

@Suite struct DrawScheduleTests {
  private static func job(
    _ client: String, _ script: String? = "card", cost: Double = 1, isFilm: Bool = false, isStrangers: Bool = false,
    time: Double = 10
  ) -> DrawJob {
    DrawJob(
      client: client, script: isStrangers ? nil : script, question: [], body: isStrangers ? ByteBuffer() : nil,
      isFilm: isFilm, cost: cost, time: time)
  }

  /// Draws a job alone.
  private static func draw(
    _ job: DrawJob, in schedule: inout DrawSchedule, from start: Double, seconds: Double, isDrawn: Bool = true
  ) throws {
    try schedule.add(job, at: start)
    #expect(schedule.next(at: start) === job)
    schedule.end(job, at: start + seconds, isDrawn: isDrawn)
  }

  @Test func `the last worker is for quick pictures`() throws {
    var schedule = DrawSchedule(workers: 3)
    try Self.draw(Self.job("bad", "loop"), in: &schedule, from: 0, seconds: 0.5, isDrawn: false)
    try Self.draw(Self.job("good"), in: &schedule, from: 1, seconds: 0.01)
    for _ in 0..<2 { try schedule.add(Self.job("bad", "loop"), at: 2) }
    try schedule.add(Self.job("other", "loop"), at: 2)
    #expect(schedule.next(at: 2) != nil && schedule.next(at: 2) != nil)
    #expect(schedule.next(at: 2) == nil && schedule.count == 1)
    let card = Self.job("good")
    try schedule.add(card, at: 2.1)
    #expect(schedule.next(at: 2.1) === card)
    #expect(schedule.next(at: 2.1) == nil)
  }

  @Test func `films and scripts of requests leave a worker together`() throws {
    var schedule = DrawSchedule(workers: 2)
    try Self.draw(Self.job("good"), in: &schedule, from: 0, seconds: 0.01)
    let film = Self.job("a", isFilm: true)
    try schedule.add(film, at: 1)
    try schedule.add(Self.job("b", isStrangers: true), at: 1)
    #expect(schedule.next(at: 1) === film)
    #expect(schedule.next(at: 1) == nil)
    schedule.end(film, at: 9, isDrawn: true)
    #expect(schedule.next(at: 9)?.client == "b")
  }

  @Test func `a slow one waits for a worker of low priority, and quick ones pass it`() throws {
    var schedule = DrawSchedule(workers: 2)
    try Self.draw(Self.job("a", "loop"), in: &schedule, from: 0, seconds: 5)
    try Self.draw(Self.job("good"), in: &schedule, from: 6, seconds: 0.01)
    let (slow, card) = (Self.job("a", "loop"), Self.job("good"))
    for job in [slow, card] { try schedule.add(job, at: 7) }
    #expect(schedule.next(at: 7, hasSlowWorker: false) === card)
    #expect(schedule.next(at: 7, hasSlowWorker: false) == nil)
    #expect(schedule.next(at: 7, hasSlowWorker: true) === slow)
  }

  @Test func `slow ones have all workers where no quick ones come`() throws {
    var schedule = DrawSchedule(workers: 2)
    try Self.draw(Self.job("a", "loop"), in: &schedule, from: 0, seconds: 5)
    for _ in 0..<2 { try schedule.add(Self.job("a", "loop"), at: 6) }
    #expect(schedule.next(at: 6) != nil && schedule.next(at: 6) != nil)

    // A quick one keeps a worker free for a minute.
    var other = DrawSchedule(workers: 2)
    try Self.draw(Self.job("a", "loop"), in: &other, from: 0, seconds: 5)
    try Self.draw(Self.job("b"), in: &other, from: 6, seconds: 0.02)
    for _ in 0..<2 { try other.add(Self.job("a", "loop"), at: 7) }
    #expect(other.next(at: 7) != nil && other.next(at: 65) == nil)
    #expect(other.reservedUntil > 66 && other.reservedUntil < 66.1)
    #expect(other.next(at: other.reservedUntil) != nil)
  }

  @Test func `a single worker is open to all by turns`() throws {
    var schedule = DrawSchedule(workers: 1, places: 8, placesPerClient: 8)
    try Self.draw(Self.job("bad", "loop"), in: &schedule, from: 0, seconds: 0.5)
    try Self.draw(Self.job("good"), in: &schedule, from: 1, seconds: 0.01)
    try schedule.add(Self.job("bad", "loop"), at: 2)
    for _ in 0..<3 { try schedule.add(Self.job("good"), at: 2) }
    var now = 2.0
    var order: [String] = []
    while let job = schedule.next(at: now) {
      order.append(job.client)
      #expect(schedule.next(at: now) == nil)
      now += job.client == "bad" ? 0.5 : 0.01
      schedule.end(job, at: now, isDrawn: true)
    }
    #expect(order == ["good", "good", "good", "bad"])
  }

  @Test func `a quick picture passes a slow one of its client that waits`() throws {
    var schedule = DrawSchedule(workers: 2, places: 8, placesPerClient: 8)
    try Self.draw(Self.job("site"), in: &schedule, from: 0, seconds: 0.01)
    let films = [Self.job("site", isFilm: true), Self.job("site", isFilm: true)]
    let cards = [Self.job("site"), Self.job("site")]
    for job in films + cards { try schedule.add(job, at: 1) }
    #expect(schedule.next(at: 1) === films[0])
    #expect(schedule.next(at: 1) === cards[0])
    schedule.end(films[0], at: 1.05, isDrawn: true)
    #expect(schedule.next(at: 1.05) === films[1])
    schedule.end(cards[0], at: 1.06, isDrawn: true)
    #expect(schedule.next(at: 1.06) === cards[1])
  }

  @Test func `one long run does not make a script slow for those who use it`() throws {
    var schedule = DrawSchedule(workers: 2)
    for i in 0..<20 { try Self.draw(Self.job("a"), in: &schedule, from: Double(i), seconds: 0.01) }
    try Self.draw(Self.job("bad"), in: &schedule, from: 20, seconds: 10, isDrawn: false)
    func check(_ expected: [(client: String, isSlow: Bool)]) throws {
      for (client, isSlow) in expected {
        let job = Self.job(client)
        try schedule.add(job, at: 31)
        #expect(schedule.isSlow(job) == isSlow, "\(client)")
        _ = schedule.remove(job)
      }
    }
    // New clients wait with the slow for the next six.
    try check([("bad", true), ("a", false), ("new", true)])
    for i in 0..<7 { try Self.draw(Self.job("a"), in: &schedule, from: 31 + Double(i) / 10, seconds: 0.01) }
    try check([("bad", true), ("a", false), ("newer", false)])
    // Other scripts are loaded; what is known of their times stays.
    var second = DrawSchedule(workers: 2)
    second.learn(from: schedule)
    schedule = second
    try check([("bad", true), ("a", false)])
    // A picture that was held up changes nothing.
    try Self.draw(Self.job("a"), in: &schedule, from: 30, seconds: 0.3)
    let next = Self.job("a")
    try schedule.add(next, at: 31)
    #expect(!schedule.isSlow(next) && schedule.remove(next))
    // Nor does a large picture make small ones slow.
    let large = Self.job("bad", cost: 9)
    try schedule.add(large, at: 31)
    #expect(!schedule.isSlow(large))
    #expect(schedule.remove(large) && !schedule.remove(large))
  }

  @Test func `a client's quick runs make it quick again`() throws {
    var schedule = DrawSchedule(workers: 2)
    try Self.draw(Self.job("a"), in: &schedule, from: 0, seconds: 0.01)
    try Self.draw(Self.job("a"), in: &schedule, from: 1, seconds: 10, isDrawn: false)
    var runs = 0
    while runs < 50 {
      let job = Self.job("a")
      try schedule.add(job, at: 20)
      let isSlow = schedule.isSlow(job)
      #expect(schedule.next(at: 20) === job)
      schedule.end(job, at: 20.01, isDrawn: true)
      if !isSlow { break }
      runs += 1
    }
    #expect((8...14).contains(runs), "\(runs)")
  }

  @Test func `scripts which all take long are not slow`() throws {
    var schedule = DrawSchedule(workers: 2)
    for i in 0..<400 { try Self.draw(Self.job("a"), in: &schedule, from: Double(i), seconds: 0.4) }
    #expect(schedule.border > 2)
    let jobs = [Self.job("a"), Self.job("b")]
    for job in jobs { try schedule.add(job, at: 500) }
    #expect(schedule.next(at: 500) != nil && schedule.next(at: 500) != nil)
  }

  @Test func `an unknown script that runs on is slow from then on`() throws {
    var schedule = DrawSchedule(workers: 2)
    try Self.draw(Self.job("good"), in: &schedule, from: 0, seconds: 0.01)
    for script in ["loop1", "loop2"] { try schedule.add(Self.job("bad", script), at: 1) }
    #expect(schedule.next(at: 1)?.script == "loop1")
    #expect(schedule.slow(at: 1.05) == 0 && schedule.slow(at: 1.2) == 1)
    let film = Self.job("c", isFilm: true)
    try schedule.add(film, at: 1.2)
    // The film would hold the second worker; the unknown one may not be slow.
    #expect(schedule.next(at: 1.2)?.script == "loop2")
  }

  @Test func `those that wait change the lane with those like them`() throws {
    var schedule = DrawSchedule(workers: 2, places: 64, placesPerClient: 16)
    try Self.draw(Self.job("good"), in: &schedule, from: 0, seconds: 0.01)
    for _ in 0..<8 { try schedule.add(Self.job("bad", "loop"), at: 1) }
    let (first, second) = (schedule.next(at: 1), schedule.next(at: 1))
    #expect(first != nil && second != nil)
    if let first { schedule.end(first, at: 1.5, isDrawn: false) }
    // The second one runs on.
    #expect(schedule.next(at: 1.5) == nil && schedule.count == 6)
    try schedule.add(Self.job("good"), at: 1.6)
    #expect(schedule.next(at: 1.6)?.client == "good")
  }

  /// Slow clients work through much time; a quick one that comes back is served as soon as others.
  @Test func `the time of slow clients does not hold up quick ones`() throws {
    var schedule = DrawSchedule(workers: 2, places: 64, placesPerClient: 16)
    for i in 0..<20 { try Self.draw(Self.job("film", isFilm: true), in: &schedule, from: Double(i), seconds: 10) }
    for _ in 0..<10 { try schedule.add(Self.job("many"), at: 300) }
    let late = Self.job("late")
    try schedule.add(late, at: 300)
    #expect([schedule.next(at: 300), schedule.next(at: 300)].contains { $0 === late })
  }

  @Test func `while quick ones wait, slow ones have their part of the clients`() throws {
    var schedule = DrawSchedule(workers: 8, films: 8, places: 100, placesPerClient: 16)
    try Self.draw(Self.job("good"), in: &schedule, from: 0, seconds: 0.01)
    for i in 0..<8 {
      try schedule.add(Self.job("bad", isFilm: true), at: 1)
      try schedule.add(Self.job("g\(i % 3)"), at: 1)
    }
    for _ in 0..<8 { #expect(schedule.next(at: 1) != nil) }
    // One client of four has two workers of eight.
    #expect(schedule.slow(at: 1) == 2)
  }

  @Test func `slow jobs leave places in the queue`() throws {
    var schedule = DrawSchedule(workers: 2, places: 16, placesPerClient: 4)
    try Self.draw(Self.job("good"), in: &schedule, from: 0, seconds: 0.01)
    #expect(throws: DrawSchedule.Refusal.slow(12)) {
      for i in 0..<16 { try schedule.add(Self.job("bad\(i / 4)", isFilm: true), at: 1) }
    }
    for i in 0..<4 { try schedule.add(Self.job("good\(i)"), at: 1) }
    #expect(throws: DrawSchedule.Refusal.queue(16)) { try schedule.add(Self.job("late"), at: 1) }
    #expect(schedule.removeAll().count == 16 && schedule.count == 0)
    #expect(throws: DrawSchedule.Refusal.client(4)) {
      for _ in 0..<5 { try schedule.add(Self.job("greedy"), at: 2) }
    }
  }

  /// Random arrivals at 1 to 4 workers: no worker idles while a job may begin, slow ones all end, quick ones wait for
  /// quick ones alone, and clients keep their order in each lane.
  @Test(arguments: 0..<30) func `random arrivals`(seed: UInt64) throws {
    var random = Generator(seed: seed)
    let workers = Int(seed % 4) + 1
    var schedule = DrawSchedule(workers: workers, films: 1, places: 1000, placesPerClient: 1000)
    var now = 0.0
    var running: [(job: DrawJob, end: Double)] = []
    var lengths: [ObjectIdentifier: Double] = [:]
    var numbers: [ObjectIdentifier: Int] = [:]
    var waiting: [DrawJob] = []
    var last: [String: Int] = [:]
    var arrived = 0, ended = 0, longest = 0.0
    var coming: [(at: Double, job: DrawJob)] = []
    var at = 0.0
    for number in 0..<600 {
      at += Double.random(in: 0...0.1, using: &random)
      let kind = Int.random(in: 0..<10, using: &random)
      let client = "client\(Int.random(in: 0..<5, using: &random))"
      let job =
        switch kind {
        case 0: Self.job(client, isFilm: true)
        case 1: Self.job(client, isStrangers: true)
        case 2: Self.job(client, "loop")
        default: Self.job(client, "card\(kind)")
        }
      lengths[ObjectIdentifier(job)] = kind < 3 ? Double.random(in: 0.3...1, using: &random) : 0.01
      numbers[ObjectIdentifier(job)] = number
      coming.append((at, job))
    }
    coming.reverse()
    while !coming.isEmpty || !running.isEmpty || schedule.count > 0 {
      // The next event: an arrival, an end, or the end of the reserve.
      let events = [coming.last?.at, running.map(\.end).min(), schedule.count > 0 ? schedule.reservedUntil : nil]
      let next = events.compactMap { $0 }.filter { $0 > now }.min() ?? now
      now = max(now, next)
      while let last = coming.last, last.at <= now {
        coming.removeLast()
        try schedule.add(last.job, at: now)
        waiting.append(last.job)
        arrived += 1
      }
      for (job, _) in running where running.contains(where: { $0.job === job && $0.end <= now }) {
        schedule.end(job, at: now, isDrawn: true)
        running.removeAll { $0.job === job }
        ended += 1
      }
      while let job = schedule.next(at: now) {
        waiting.removeAll { $0 === job }
        let number = numbers[ObjectIdentifier(job)] ?? 0
        let lane = "\(job.client) \(job.isFilm) \(job.body != nil) \(job.script ?? "")"
        #expect(last[lane] ?? -1 < number, "the order of \(lane)")
        last[lane] = number
        running.append((job, now + (lengths[ObjectIdentifier(job)] ?? 0)))
        longest = max(longest, now - (coming.last?.at ?? now))
      }
      #expect(running.count == schedule.busy && running.count <= workers)
      // Who waits while a worker is idle may not begin.
      if running.count < workers {
        let slow = schedule.slow(at: now)
        let isReserved = workers > 1 && now < schedule.reservedUntil && slow >= workers - 1
        for job in waiting {
          let filmsFull = job.isFilm && running.contains { $0.job.isFilm }
          let strangersFull = job.body != nil && running.count { $0.job.body != nil } >= max(workers - 1, 1)
          #expect(filmsFull || strangersFull || isReserved && schedule.isSlow(job), "\(job.client) waits for nothing")
        }
      }
      if workers > 1, now < schedule.reservedUntil, now > 5 {
        // Those that the table knows as slow hold all workers but one.
        #expect(running.count { $0.job.isFilm || $0.job.body != nil } <= workers - 1)
      }
      try #require(now < 2000, "a job starves")
    }
    #expect(arrived == 600 && ended == 600)
  }

  /// Ten clients of cards beside endless scripts, films and scripts of requests at two workers: cards stay quick, and
  /// the slow get most of the other worker.
  @Test func `cards are quick beside endless scripts`() throws {
    var schedule = DrawSchedule(workers: 2, places: 64, placesPerClient: 16)
    var now = 0.0
    var running: [(job: DrawJob, end: Double)] = []
    var asked: [ObjectIdentifier: Double] = [:]
    var waits: [Double] = []
    var ends: [String: Int] = [:]
    var clients = (0..<10).map { ("good\($0)", "card") }
    clients += (0..<4).flatMap { i in [("bad\(i)", "loop\(i)"), ("bad\(i)", "loop\(i)")] }
    clients += [("film", "film"), ("stranger", "stranger")]
    func ask(_ client: String, _ script: String) throws {
      let job = Self.job(client, script, isFilm: script == "film", isStrangers: script == "stranger")
      asked[ObjectIdentifier(job)] = now
      try schedule.add(job, at: now)
    }
    for (client, script) in clients { try ask(client, script) }
    while now < 120 {
      while let job = schedule.next(at: now) {
        let isCard = job.script == "card"
        if isCard, now > 10 { waits.append(now - (asked[ObjectIdentifier(job)] ?? now)) }
        running.append((job, now + (isCard ? 0.01 : 0.5)))
      }
      now = running.map(\.end).min() ?? now
      for (job, end) in running where end <= now {
        running.removeAll { $0.job === job }
        schedule.end(job, at: now, isDrawn: true)
        ends[job.client, default: 0] += 1
        try ask(job.client, job.script ?? "stranger")
      }
    }
    waits.sort()
    #expect(waits.last ?? 1 < 0.12, "\(waits.last ?? 1)")
    for client in ["bad0", "bad1", "bad2", "bad3", "film", "stranger"] {
      #expect(ends[client] ?? 0 > 15, "\(client): \(ends[client] ?? 0)")
    }
  }
}

/// SplitMix64.
private struct Generator: RandomNumberGenerator {
  var seed: UInt64
  mutating func next() -> UInt64 {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var z = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
