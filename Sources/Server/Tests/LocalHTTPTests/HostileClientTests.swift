// SPDX-License-Identifier: MIT
import Glibc
import LocalHTTP
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

/// Never answers `slow`, answers `large` with 32 MB, and everything else at once.
private final class Answering: Application, @unchecked Sendable {
  let loop: EventLoop
  var streams: [EventStream] = []
  init(_ loop: EventLoop) { self.loop = loop }

  func answer(_ request: Request) -> EventLoopFuture<Response> {
    switch request.route {
    case "slow": loop.makePromise(of: Response.self).futureResult
    case "large":
      loop.makeSucceededFuture(Response(type: "text/plain", body: ByteBuffer(repeating: 0x61, count: 32 << 20)))
    default: loop.makeSucceededFuture(.text(.ok, "\(request.route) \(request.body.readableBytes)"))
    }
  }

  func listens(_ stream: EventStream, query: [String: String]) {
    streams.append(stream)
    stream.send("hello", ByteBuffer(string: "{}"))
  }
}

/// A server with short timeouts, and its clients.
private final class Served {
  let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  let application: Answering
  let server: LocalServer
  let token = Gate.newToken()

  init(request: TimeAmount = .milliseconds(100), answer: TimeAmount = .milliseconds(100)) throws {
    let loop = group.next()
    application = Answering(loop)
    var patience = LocalServer.Patience()
    patience.request = request
    patience.answer = answer
    patience.export = answer
    patience.farewell = .milliseconds(50)
    server = try LocalServer.start(port: 0, token: token, patience: patience, application: application, on: loop).wait()
  }

  deinit {
    server.close()
    try? group.syncShutdownGracefully()
  }

  /// The head of a request that is admitted.
  func head(_ method: String = "GET", _ route: String = "", _ more: String = "") -> String {
    "\(method) /\(token)/\(route) HTTP/1.1\r\nHost: 127.0.0.1:\(server.gate.port)\r\n"
      + "Origin: http://127.0.0.1:\(server.gate.port)\r\n\(more)\r\n"
  }

  func connect() -> CInt {
    let client = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    // A server that never ends a connection fails the test instead of hanging it.
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(server.gate.port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let failure = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(failure == 0)
    return client
  }

  func send(_ client: CInt, _ bytes: some Collection<UInt8>) {
    _ = Array(bytes).withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
  }

  /// Reads until the server ends the connection; nil if that takes longer than 20 s.
  func rest(_ client: CInt) -> String? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(client, &chunk, chunk.count, 0)
      if count < 0, errno == EAGAIN { return nil }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      if bytes.count < 65_536 { bytes += chunk[..<count] }
    }
  }

  /// Returns the answer to a request on a new connection.
  func asked(_ text: String) -> String? {
    let client = connect()
    defer { close(client) }
    send(client, text.utf8)
    return rest(client)
  }

  /// True if the page still answers. Retries, since on a busy machine a client may exceed the short timeouts.
  var answers: Bool {
    (0..<50).contains { _ in
      asked(head("GET", "tree", "Connection: close\r\n"))?.hasSuffix("\r\n\r\ntree 0\n") == true
    }
  }

  /// Waits until no connection is left; false after 20 s.
  var isEmpty: Bool {
    for _ in 0..<2000 {
      if (try? server.connectionCountOnLoop(application.loop)) == 0 { return true }
      usleep(10_000)
    }
    return false
  }
}

extension LocalServer {
  fileprivate func connectionCountOnLoop(_ loop: EventLoop) throws -> Int {
    try loop.submit { self.connectionCount }.wait()
  }
}

private struct Dice: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite(.serialized) struct HostileClientTests {
  private static let closing = "Connection: close\r\n"

  @Test func `a refused request ends whether or not it keeps alive`() throws {
    // Timeouts as by default, so that none of these connections ends by a timeout.
    let served = try Served(request: .seconds(30))
    for _ in 0..<(2 * LocalServer.mostConnections) {
      let answer = served.asked("GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\n\(Self.closing)\r\n")
      #expect(answer?.hasPrefix("HTTP/1.1 403 ") == true)
    }
    #expect(served.asked("GET / HTTP/1.0\r\n\r\n")?.hasPrefix("HTTP/1.1 403 ") == true)
    #expect(served.asked("GET / HTTP/1.1\r\n\r\n")?.hasPrefix("HTTP/1.1 403 ") == true)
    #expect(served.answers)
    #expect(served.isEmpty)
  }

  @Test func `open connections that ask nothing do not shut the page`() throws {
    let served = try Served(request: .seconds(30))
    let idle = (0..<(3 * LocalServer.mostConnections)).map { _ in
      let client = served.connect()
      served.send(client, "GET / HT".utf8)
      return client
    }
    #expect(served.answers)
    for client in idle { close(client) }
    #expect(served.isEmpty)
  }

  @Test func `each request ends with the answer that it deserves`() throws {
    let served = try Served(request: .seconds(5))
    let json = "Content-Type: application/json\r\n"
    let body = String(repeating: " ", count: Gate.largestJSON + 1)
    let cases: [(request: String, status: String)] = [
      (served.head("GET", "tree", Self.closing), "200"),
      (served.head("GET", "tree", Self.closing + "Upgrade: websocket\r\n"), "200"),
      (served.head("GET", "tree", "Connection: upgrade\r\nUpgrade: h2c\r\n"), "200"),
      (served.head("GET", "slow"), "504"),
      (served.head("HEAD", "tree"), "405"),
      (served.head("BREW", "tree"), "400"),
      (served.head("CONNECT", "tree"), "405"),
      (served.head("TRACE", "tree"), "405"),
      (served.head("GET", "tree", "Content-Length: 5\r\n") + "12345", "413"),
      (served.head("GET", "tree", "Content-Length: -5\r\n"), "400"),
      (served.head("GET", "tree", "Content-Length: 99999999999999999999999\r\n"), "400"),
      (served.head("GET", "tree", "Content-Length: 1\r\nContent-Length: 2\r\n"), "400"),
      (served.head("GET", "tree", "Expect: a miracle\r\n"), "417"),
      (served.head("POST", "edit", json + "Transfer-Encoding: gzip, chunked\r\n") + "0\r\n\r\n", "501"),
      (served.head("POST", "edit", json + "Content-Length: 2000000\r\n"), "413"),
      (served.head("POST", "edit", json + "Content-Length: \(body.utf8.count)\r\n") + body, "413"),
      (served.head("POST", "edit", json + "Transfer-Encoding: chunked\r\n") + "1ffff\r\n" + body + body, "413"),
      (served.head("POST", "edit", json + "Transfer-Encoding: chunked\r\n") + "xyz\r\n", "400"),
      (
        served.head("POST", "edit", json + Self.closing + "Transfer-Encoding: chunked\r\n") + "2\r\n{}\r\n0\r\n\r\n",
        "200"
      ),
      (served.head("POST", "edit", json + Self.closing + "Content-Length: 2\r\n") + "{}", "200"),
      (
        served.head("POST", "edit", json + Self.closing + "Expect: 100-continue\r\nContent-Length: 2\r\n") + "{}", "100"
      ),
      ("GET /\(served.token)/ HTTP/2.0\r\n\r\n", "400"),
      ("GET /\(served.token)/\r\n\r\n", "400"), ("\u{0}\u{1}\u{2}\r\n\r\n", "400"),
      (served.head("GET", "tree?" + String(repeating: "a", count: 100_000), Self.closing), "414"),
    ]
    for (request, status) in cases {
      let answer = served.asked(request)
      #expect(
        answer?.hasPrefix("HTTP/1.1 \(status) ") == true, "\(request.prefix(200)): \(answer?.prefix(80) ?? "none")")
    }
    let welcomed = served.asked(
      served.head("POST", "edit", json + Self.closing + "Expect: 100-continue\r\nContent-Length: 2\r\n") + "{}")
    #expect(welcomed?.hasSuffix("edit 2\n") == true)
    #expect(served.answers)
    #expect(served.isEmpty)
  }

  @Test func `what stops in the middle ends with its time`() throws {
    let served = try Served()
    let whole = served.head("POST", "edit", "Content-Type: application/json\r\nContent-Length: 10\r\n") + "{}"
    for length in stride(from: 0, through: whole.utf8.count, by: 17) {
      let answer = try #require(served.asked(String(whole.prefix(length))))
      #expect(length == 0 ? answer.isEmpty : answer.hasPrefix("HTTP/1.1 408 "), "\(length): \(answer.prefix(40))")
    }
    // An occasional byte does not restart the timeout.
    let slow = served.connect()
    for byte in whole.utf8 {
      served.send(slow, [byte])
      usleep(5000)
    }
    #expect(served.rest(slow) != nil)
    close(slow)
    // Half-closed, before and after a request.
    for request in [
      "", "GET / HT", served.head("GET", "tree"), served.head("GET", "slow"), served.head("GET", "large"),
    ] {
      let client = served.connect()
      served.send(client, request.utf8)
      shutdown(client, CInt(SHUT_WR))
      #expect(served.rest(client) != nil)
      close(client)
    }
    #expect(served.answers)
    #expect(served.isEmpty)
  }

  @Test func `an answer that the client does not take ends`() throws {
    let served = try Served()
    let clients = (0..<8).map { _ in
      let client = served.connect()
      served.send(client, served.head("GET", "large").utf8)
      return client
    }
    #expect(served.isEmpty)
    for client in clients { close(client) }
    #expect(served.answers)
  }

  @Test func `a page that takes no events is let go at the second beat`() throws {
    let served = try Served()
    let client = served.connect()
    served.send(client, served.head("GET", "events").utf8)
    let loop = served.application.loop
    while try loop.submit({ [application = served.application] in application.streams.isEmpty }).wait() {}
    let application = served.application
    try loop.submit { application.streams[0].send("picture", ByteBuffer(repeating: 0x20, count: 15 << 20)) }.wait()
    for _ in 0..<2 { try loop.submit { application.streams[0].beat() }.wait() }
    #expect(served.isEmpty)
    close(client)
    // A client that reads is kept.
    let reader = served.connect()
    served.send(reader, served.head("GET", "events").utf8)
    while try loop.submit({ application.streams.count < 2 }).wait() {}
    for _ in 0..<4 { try loop.submit { application.streams[1].beat() }.wait() }
    #expect(try served.server.connectionCountOnLoop(loop) == 1)
    close(reader)
    #expect(served.isEmpty)
  }

  @Test func `questions in one go are answered one by one or end`() throws {
    let served = try Served(request: .seconds(5))
    let two = served.head("GET", "a") + served.head("GET", "b", Self.closing)
    let answer = try #require(served.asked(two))
    #expect(answer.contains("\r\n\r\na 0\n") && answer.hasSuffix("\r\n\r\nb 0\n"))
    #expect(served.asked(served.head("GET", "slow") + served.head("GET", "b")) == "")
    #expect(served.asked(served.head("GET", "events") + served.head("GET", "b")) != nil)
    #expect(served.asked(served.head("BREW") + served.head("GET", "b"))?.contains("b 0") == false)
    #expect(served.isEmpty)
  }

  /// Mutates valid requests: bytes changed, doubled, removed, truncated; parts of other requests inserted.
  @Test func `after thousands of damaged requests the page answers and no connection is left`() throws {
    let served = try Served(request: .milliseconds(40), answer: .milliseconds(40))
    var dice = Dice(state: 33)
    let json = "Content-Type: application/json\r\n"
    let samples = [
      served.head("GET", "tree"), served.head("GET", "slow"), served.head("GET", "events"),
      served.head("GET", "tree", Self.closing),
      served.head("POST", "edit", json + "Content-Length: 12\r\n") + "{\"path\":\"a\"}",
      served.head("POST", "edit", json + "Transfer-Encoding: chunked\r\n") + "4\r\nabcd\r\n0\r\nX: y\r\n\r\n",
      served.head("POST", "file", "Content-Type: application/octet-stream\r\nContent-Length: 4\r\n")
        + "\u{0}\u{1}\u{2}\n",
      served.head("GET", "tree", "Expect: 100-continue\r\nUpgrade: x\r\nConnection: upgrade\r\n"),
      "GET / HTTP/1.0\r\n\r\n", "\r\n\r\n",
    ].map { Array($0.utf8) }
    let words = [
      "\r\n", "\r\n\r\n", "Content-Length: 0\r\n", "Transfer-Encoding: gzip, chunked\r\n", ":", "\u{0}", " ",
      "HTTP/1.1",
    ]
    .map { Array($0.utf8) }
    func damaged() -> [UInt8] {
      var bytes = samples.randomElement(using: &dice) ?? []
      if Int.random(in: 0..<4, using: &dice) == 0 { bytes += samples.randomElement(using: &dice) ?? [] }
      for _ in 0..<Int.random(in: 0...4, using: &dice) where !bytes.isEmpty {
        let at = Int.random(in: 0..<bytes.count, using: &dice)
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &dice)
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...20, using: &dice)))
        case 2: bytes.insert(contentsOf: words.randomElement(using: &dice) ?? [], at: at)
        case 3: bytes.insert(contentsOf: [UInt8](repeating: bytes[at], count: 40_000), at: at)
        case 4: bytes.removeSubrange(at...)
        default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 60)], at: at)
        }
      }
      return bytes
    }
    var open: [CInt] = []
    for number in 0..<2000 {
      let client = served.connect()
      served.send(client, damaged())
      switch Int.random(in: 0..<4, using: &dice) {
      case 0: close(client)
      case 1:
        shutdown(client, CInt(SHUT_WR))
        open.append(client)
      default: open.append(client)
      }
      if open.count >= 100 {
        for client in open.prefix(50) { close(client) }
        open.removeFirst(50)
      }
      if number % 500 == 499 { #expect(served.answers) }
    }
    let loop = served.application.loop
    let application = served.application
    // Admitted streams continue as long as they are read.
    try loop.submit { for stream in application.streams { stream.close() } }.wait()
    #expect(served.isEmpty)
    for client in open { close(client) }
    #expect(served.answers)
  }
}
