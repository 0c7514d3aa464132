// SPDX-License-Identifier: MIT
import Digests
import DrawingPool
import HTTPServing
import JSONMessages
import NIOCore
import NIOHTTP1
import ServiceContract

// Pictures: from the caches, from a drawing that is under way, or drawn.
extension Service {
  /// Returns the key of a picture: equal keys have equal bytes. It covers the program and its codecs, fonts, all files
  /// of the folder, and the picture's own values; not the number of threads or the processor, which change no byte.
  ///
  /// After a change in place it only tells apart what was begun before and after it, so that it is neither looked up
  /// nor shown.
  private func key(_ request: DrawRequest, _ set: ScriptSet) -> String {
    var hash = SHA256()
    let parts =
      [
        "layerlua-picture-1", set.engine, set.folder.digest, request.script, request.format.rawValue,
        request.canonicalQuery,
      ] + (set.hasChanged ? [String(set.changes)] : [])
    for part in parts { hash.update(Array("\(part.utf8.count):\(part)".utf8)) }
    return ScriptFolder.hex(hash.finalize())
  }

  func draw(
    _ script: ScriptSet.Script, _ format: AnswerFormat, _ address: Address, _ context: RequestContext,
    _ exchange: HTTPExchange, varies: Bool = false
  ) {
    context.script = script.name.text
    context.format = format.rawValue
    if let problem = script.problem { return fail(context, exchange, problem) }
    let request: DrawRequest
    do throws(Problem) {
      request = try DrawRequest(
        address, script: script.file, format: format, schema: script.schema, limits: options.limits)
    } catch { return fail(context, exchange, error) }
    context.request = request
    if request.isFilm, script.duration == nil, request.duration == nil {
      return fail(
        context, exchange,
        Problem(
          .badRequest, .parameter, "\(script.name.text) has no animation, so a film needs _duration",
          [.init("parameter", "_duration")]))
    }
    let set = current
    let key = key(request, set)
    let canonical = request.canonicalQuery
    var plain = address
    plain.pairs.removeAll { ["_sig", "_exp"].contains($0.name) || $0.name == "_v" && $0.value == set.id }
    // The shortest form of a signed address has no signature, so that it would be refused.
    let needsLocation = address["_sig"] == nil && (varies || plain.queryAsGiven != canonical)
    let waiter = Waiter(
      exchange, context, request, set, varies: varies,
      contentLocation: needsLocation
        ? "/\(script.name.text).\(format.rawValue)\(canonical.isEmpty ? "" : "?")\(canonical)" : nil)
    waiter.again = { [weak self] in
      guard let self else { return }
      guard let script = current[script.name] else {
        return fail(
          context, exchange, Problem(.notFound, .unknown, "there is no script \(script.name.text) any more"))
      }
      draw(script, format, address, context, exchange, varies: varies)
    }
    if !set.hasChanged, let tags = context.head.ifNoneMatch, Self.matches(tags, key) {
      context.cache = "client"
      return finish(
        context, exchange, HTTPResponse(.notModified, headers: headers(waiter, key, type: nil)))
    }
    if !set.hasChanged {
      if let entry = memory.entry(key) {
        context.cache = "memory"
        metrics.count("layerlua_cache_requests_total", [("tier", "memory"), ("result", "hit")])
        return give(entry, key, waiter)
      }
      metrics.count("layerlua_cache_requests_total", [("tier", "memory"), ("result", "miss")])
    }
    if let flight = flights[key] {
      context.cache = "joined"
      metrics.count("layerlua_coalesced_total")
      return join(flight, waiter)
    }
    let flight = Flight(key, request, set)
    flights[key] = flight
    join(flight, waiter)
    guard let disk, !set.hasChanged else { return begin(flight, script, context) }
    let bound = NIOLoopBound((self, flight, context), eventLoop: loop)
    disk.entry(key).whenSuccess { entry in
      let (service, flight, context) = bound.value
      service.metrics.count(
        "layerlua_cache_requests_total", [("tier", "disk"), ("result", entry == nil ? "miss" : "hit")])
      guard service.flights[flight.key] === flight else { return }
      guard var entry else { return service.begin(flight, script, context) }
      // Never a header of the file's making.
      entry.type = flight.request.format.contentType
      service.memory.keep(entry, flight.key)
      for waiter in flight.waiters { waiter.context.cache = "disk" }
      service.land(flight, entry)
    }
  }

  // MARK: flights

  private func join(_ flight: Flight, _ waiter: Waiter) {
    flight.waiters.append(waiter)
    waiter.exchange.onGone = { [weak self, weak flight, weak waiter] in
      guard let self, let flight, let waiter else { return }
      leave(flight, waiter)
    }
    waiter.exchange.onCaughtUp = { [weak self, weak flight] in if let self, let flight { balance(flight) } }
    // A film that has begun: what there is of it.
    if !flight.parts.isEmpty { start(flight, waiter) }
    balance(flight)
  }

  /// The size of a film, in bytes, up to which its worker never waits for clients: its time limit goes on meanwhile.
  private static let mostAhead = 8 << 20

  /// Lets the worker of a film wait while all clients are behind. The slowest client does not hold up the others.
  private func balance(_ flight: Flight) {
    guard let job = flight.job, !flight.waiters.isEmpty else { return }
    job.pause(flight.partBytes > Self.mostAhead && flight.waiters.allSatisfy { $0.hasBegun && $0.exchange.isBehind })
  }

  private func leave(_ flight: Flight, _ waiter: Waiter) {
    flight.waiters.removeAll { $0 === waiter }
    note(waiter.context, .custom(code: 499, reasonPhrase: "Client Closed Request"), 0)
    guard flight.waiters.isEmpty else { return balance(flight) }
    guard flights[flight.key] === flight else { return }
    flights[flight.key] = nil
    flight.job?.cancel()
    flight.job = nil
  }

  private func begin(_ flight: Flight, _ script: ScriptSet.Script, _ context: RequestContext) {
    guard flight.set === current else {
      // Other scripts were loaded while the disk was asked, and the workers of these may have ended.
      flights[flight.key] = nil
      let waiters = flight.waiters
      flight.waiters = []
      for waiter in waiters { waiter.again() }
      return
    }
    let request = flight.request
    let limits = options.limits
    let job = DrawJob(
      client: context.client, script: script.file,
      question: request.job(known: script.schema.parameters.map(\.name), limits), isFilm: request.isFilm,
      cost: cost(of: request, script), time: request.isFilm ? limits.filmTime : limits.time)
    flight.job = job
    job.onPart = { [weak self, weak flight] bytes, _ in
      guard let self, let flight else { return }
      take(bytes, flight)
    }
    job.onStart = { [weak self, weak flight, weak job] in
      guard let self, let flight, let job, let started = job.started else { return }
      let seconds = Double((started - job.added).nanoseconds) / 1e9
      for waiter in flight.waiters { waiter.context.queueTime = seconds }
      metrics.observe("layerlua_queue_wait_seconds", seconds)
    }
    job.onEnd = { [weak self, weak job] outcome in
      guard let self, let job else { return }
      ended(flight, job, script, outcome)
    }
    do throws(Problem) { try flight.set.pool.add(job) } catch {
      // The job holds the flight.
      job.onEnd = { _ in }
      flight.job = nil
      failed(flight, error)
    }
  }

  /// The runs of a script that fails while its files are being saved.
  private static let mostTries = 3

  /// The expected cost of a picture in cards of 1200 × 630, by its pixels.
  private func cost(of request: DrawRequest, _ script: ScriptSet.Script) -> Double {
    let size = script.size ?? (1200, 630)
    let scale = request.width.map { Double($0) / max(size.width, 1) } ?? request.scale
    let pixels = size.width * size.height * scale * scale
    let frames = request.isFilm ? (request.duration ?? script.duration ?? 1) * (request.framesPerSecond ?? 30) : 1
    return max(pixels * frames / 756_000, 0.25)
  }

  private func ended(_ flight: Flight, _ job: DrawJob, _ script: ScriptSet.Script, _ outcome: DrawJob.Outcome) {
    flight.job = nil
    if let started = job.started {
      let seconds = Double((NIODeadline.now() - started).nanoseconds) / 1e9
      for waiter in flight.waiters { waiter.context.drawTime = seconds }
    }
    switch outcome {
    case .failed(let problem):
      guard problem.kind == .script || problem.kind == .parameter, flight.parts.isEmpty, flight.tries < Self.mostTries,
        flight.set.isBeingSaved(script.file)
      else { return failed(flight, problem) }
      flight.tries += 1
      let isolated = loop.assumeIsolated()
      isolated.scheduleTask(in: .milliseconds(150)) { [self] in
        guard flights[flight.key] === flight, let context = flight.waiters.first?.context else { return }
        begin(flight, script, context)
      }
    case .drawn(let answer):
      for (stage, key) in [("script", "script_ms"), ("draw", "draw_ms")] {
        if let time = answer.line[key]?.double {
          metrics.observe("layerlua_draw_duration_seconds", time / 1000, [("stage", stage)])
        }
      }
      if let schema = answer.line["schema"] {
        ServiceLog.write(
          .warning, "a script read a parameter that its first run did not read; addresses may use it from now on",
          [.init("script", .string(script.file))])
        flight.set.merge(ParameterSchema(schema), into: script.name)
      }
      for warning in answer.line["warnings"]?.array?.prefix(20) ?? [] {
        guard let message = warning["message"]?.string.map(flight.request.withoutValues),
          noted.insert("\(script.file): \(message)").inserted,
          noted.count <= 1000
        else { continue }
        ServiceLog.write(.warning, message, [.init("script", .string(script.file))])
      }
      if flight.parts.isEmpty {
        let entry = PictureCache.Entry(
          type: flight.request.format.contentType, bytes: answer.bytes, made: ServiceLog.seconds)
        keep(entry, flight)
        land(flight, entry)
      } else {
        if answer.bytes.readableBytes > 0 { take(answer.bytes, flight) }
        flights[flight.key] = nil
        var whole = ByteBuffer()
        whole.reserveCapacity(flight.partBytes)
        for part in flight.parts { whole.writeImmutableBuffer(part) }
        let entry = PictureCache.Entry(
          type: flight.request.format.contentType, bytes: whole, made: ServiceLog.seconds)
        keep(entry, flight)
        for waiter in flight.waiters {
          guard waiter.hasBegun else {
            give(entry, flight.key, waiter)
            continue
          }
          waiter.exchange.end()
          note(waiter.context, .ok, flight.partBytes)
        }
        flight.waiters = []
      }
    }
  }

  /// Takes a part of a film and passes it on to all that wait.
  private func take(_ bytes: ByteBuffer, _ flight: Flight) {
    flight.parts.append(bytes)
    flight.partBytes += bytes.readableBytes
    for waiter in flight.waiters {
      if waiter.hasBegun { waiter.exchange.write(bytes) } else { start(flight, waiter) }
    }
    balance(flight)
  }

  /// Keeps a picture, unless files of the folder have changed since they were read: it may show what its key does not
  /// say.
  private func keep(_ entry: PictureCache.Entry, _ flight: Flight) {
    guard !flight.set.hasChanged else { return }
    memory.keep(entry, flight.key)
    disk?.keep(entry, flight.key)
  }

  /// Begins an answer with the parts so far. A part of the whole, or its head alone, waits for the end.
  private func start(_ flight: Flight, _ waiter: Waiter) {
    guard waiter.context.head.range == nil, !waiter.context.head.isHead else { return }
    waiter.hasBegun = true
    waiter.exchange.begin(.ok, headers: headers(waiter, flight.key, type: flight.request.format.contentType))
    for part in flight.parts { waiter.exchange.write(part) }
  }

  /// Gives a whole picture to all that wait.
  private func land(_ flight: Flight, _ entry: PictureCache.Entry) {
    flights[flight.key] = nil
    let waiters = flight.waiters
    flight.waiters = []
    for waiter in waiters { give(entry, flight.key, waiter) }
  }

  private func failed(_ flight: Flight, _ problem: Problem) {
    flights[flight.key] = nil
    let waiters = flight.waiters
    flight.waiters = []
    for waiter in waiters {
      waiter.exchange.onGone = {}
      if waiter.hasBegun {
        // Never a clean end: the client must not take a part for the whole.
        waiter.exchange.abort()
        note(waiter.context, problem.status, 0)
      } else {
        fail(waiter.context, waiter.exchange, problem)
      }
    }
  }

  // MARK: answers

  private func give(_ entry: PictureCache.Entry, _ key: String, _ waiter: Waiter) {
    waiter.exchange.onGone = {}
    var headers = headers(waiter, key, type: entry.type)
    let total = entry.bytes.readableBytes
    // Without a tag nothing says that the parts are of one picture.
    let mayBePart =
      !waiter.set.hasChanged && waiter.context.head.ifRange.map { Self.isStrongly($0, key) } ?? true
    guard let text = waiter.context.head.range, !waiter.context.head.isHead, mayBePart,
      let range = Self.range(text, of: total)
    else {
      return finish(waiter.context, waiter.exchange, HTTPResponse(.ok, headers: headers, body: entry.bytes))
    }
    guard !range.isEmpty,
      let part = entry.bytes.getSlice(at: entry.bytes.readerIndex + range.lowerBound, length: range.count)
    else {
      let problem = Problem(.rangeNotSatisfiable, .range, "there is no such range: the file has \(total) bytes")
      var answer = response(to: problem, id: waiter.context.id, showsErrors: waiter.context.showsErrors)
      answer.headers.append(("Content-Range", "bytes */\(total)"))
      return finish(waiter.context, waiter.exchange, answer)
    }
    headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)"))
    finish(waiter.context, waiter.exchange, HTTPResponse(.partialContent, headers: headers, body: part))
  }

  /// Returns the bytes of a `Range` field; nil if it is not one range of bytes, and then all are sent. Empty if none of
  /// them exists.
  static func range(_ text: String, of total: Int) -> Range<Int>? {
    guard text.hasPrefix("bytes="), !text.contains(",") else { return nil }
    let sides = text.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2,
      sides.allSatisfy({ $0.utf8.count <= 18 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    switch (Int(sides[0]), Int(sides[1])) {
    case (let first?, let last?):
      guard first <= last else { return nil }
      return first < total ? first..<min(last + 1, total) : 0..<0
    case (let first?, nil): return first < total ? first..<total : 0..<0
    case (nil, let count?): return count > 0 ? max(total - count, 0)..<total : 0..<0
    case (nil, nil): return nil
    }
  }

  private static func tag(_ key: String) -> String { "\"\(key.prefix(32))\"" }

  /// True if a list of entity tags has that of a key.
  static func matches(_ tags: String, _ key: String) -> Bool {
    tags.split(separator: ",").contains { part in
      var text = part.drop { $0 == " " }
      while text.last == " " { text = text.dropLast() }
      if text.hasPrefix("W/") { text = text.dropFirst(2) }
      return text == "*" || text == tag(key)
    }
  }

  /// True if the entity tag of an `If-Range` is that of a key, byte by byte: a weak one promises no equal bytes (RFC
  /// 9110, section 13.1.5).
  package static func isStrongly(_ text: String, _ key: String) -> Bool {
    text.drop { $0 == " " }.prefix { $0 != " " } == tag(key)
  }

  private func headers(_ waiter: Waiter, _ key: String, type: String?) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    if let type { headers.append(("Content-Type", type)) }
    if !waiter.set.hasChanged {
      headers.append(("ETag", Self.tag(key)))
      headers.append(("Accept-Ranges", "bytes"))
    }
    headers.append(("Cache-Control", cacheControl(waiter)))
    headers.append(("X-Request-Id", waiter.context.id))
    headers.append(("Cross-Origin-Resource-Policy", "cross-origin"))
    headers += Self.common
    if let location = waiter.contentLocation { headers.append(("Content-Location", location)) }
    if waiter.varies { headers.append(("Vary", "Accept")) }
    if type == AnswerFormat.svg.contentType || type == AnswerFormat.pdf.contentType {
      headers.append(
        (
          "Content-Security-Policy",
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
        ))
    }
    let context = waiter.context
    var timings: [String] = []
    if let time = context.queueTime { timings.append("queue;dur=\(numberText((time * 1e4).rounded() / 10))") }
    if let time = context.drawTime { timings.append("draw;dur=\(numberText((time * 1e4).rounded() / 10))") }
    timings.append("cache;desc=\(context.cache)")
    headers.append(("Server-Timing", timings.joined(separator: ", ")))
    return headers
  }

  private func cacheControl(_ waiter: Waiter) -> String {
    if waiter.set.hasChanged { return "no-store" }
    if waiter.context.isPrivate { return "private, max-age=3600" }
    // Any text may stand there, so that each would be another copy of the picture.
    if let version = waiter.version, version != current.id, !waiter.context.hasSignedVersion { return "no-store" }
    if let expiry = waiter.expiry {
      return "public, max-age=\(min(max(expiry - ServiceLog.seconds, 0), 86_400))"
    }
    if waiter.version == current.id { return "public, max-age=31536000, immutable" }
    return "public, max-age=86400, stale-while-revalidate=604800, stale-if-error=604800"
  }

  // MARK: errors as pictures

  /// Draws the operator's script in place of an error.
  func drawError(
    _ problem: Problem, _ script: ScriptSet.Script, _ plain: HTTPResponse, _ context: RequestContext,
    _ exchange: HTTPExchange
  ) {
    var pairs: [Address.Pair] = []
    if script.schema["status"] != nil { pairs.append(.init("status", String(problem.status.code))) }
    if script.schema["title"] != nil { pairs.append(.init("title", problem.kind.title)) }
    let format = AnswerFormat(rawValue: context.format).flatMap { $0.isFilm || $0.isDocument ? nil : $0 } ?? .png
    guard
      let request = try? DrawRequest(
        Address(path: "/", pairs: pairs), script: script.file, format: format, schema: script.schema,
        limits: options.limits)
    else { return finish(context, exchange, plain) }
    let job = DrawJob(
      client: context.client, script: script.file, question: request.job(known: nil, options.limits),
      time: options.limits.time)
    exchange.onGone = { [weak job] in job?.cancel() }
    job.onEnd = { [weak self] outcome in
      exchange.onGone = {}
      guard let self else { return }
      guard case .drawn(let answer) = outcome else { return finish(context, exchange, plain) }
      var headers = plain.headers.filter { $0.name != "Content-Type" && $0.name != "Cache-Control" }
      headers += [("Content-Type", format.contentType), ("Cache-Control", "no-store")]
      finish(context, exchange, HTTPResponse(plain.status, headers: headers, body: answer.bytes))
    }
    do throws(Problem) { try current.pool.add(job) } catch { finish(context, exchange, plain) }
  }
}
