// SPDX-License-Identifier: MIT
import HTTPServing
import NIOCore
import NIOHTTP1

/// An HTTP server for one page, bound to the loopback address.
package final class LocalServer: @unchecked Sendable {
  /// The maximum number of connections of all pages; a browser opens six.
  package static let mostConnections = 64

  /// The timeouts of a connection. Each runs from its start to its end: bytes that trickle in or out do not restart it.
  package struct Patience: Sendable {
    /// To receive a request's head, from the connection's start or the previous answer; to receive its body; and to
    /// send an answer.
    package var request = TimeAmount.seconds(30)
    /// For the application to answer; then the answer is 504.
    package var answer = TimeAmount.minutes(10)
    /// For the application to answer an export, such as a film.
    package var export = TimeAmount.hours(1)
    /// For the client to close the connection after the last answer.
    package var farewell = TimeAmount.seconds(1)

    package init() {}
  }

  package let gate: Gate
  private let server: HTTPServer
  /// Keeps the page's side of the server.
  private let guarded: GuardedPage

  /// The number of open connections. Call on the event loop.
  package var connectionCount: Int { server.connectionCount }

  /// Listens on 127.0.0.1.
  ///
  /// - Parameter port: 0 selects a free one.
  package static func start(
    port: Int, token: String, patience: Patience = Patience(), application: any Application, on loop: EventLoop
  ) -> EventLoopFuture<LocalServer> {
    var limits = HTTPServer.Limits()
    limits.connections = mostConnections
    limits.connectionsPerAddress = .max
    limits.head = 32 << 10
    (limits.headTime, limits.bodyTime) = (patience.request, patience.request)
    (limits.idleTime, limits.sendTime) = (patience.request, patience.request)
    limits.farewell = patience.farewell
    let guarded = GuardedPage(application, patience)
    return HTTPServer.start(
      at: .internet(host: "127.0.0.1", port: port), limits: limits, application: guarded, on: loop
    ).map { server in
      let gate = Gate(token: token, port: server.port ?? port)
      guarded.gate = gate
      return LocalServer(gate, server, guarded)
    }
  }

  private init(_ gate: Gate, _ server: HTTPServer, _ guarded: GuardedPage) {
    self.gate = gate
    self.server = server
    self.guarded = guarded
  }

  /// The page's URL, including the token.
  package var address: String { "http://127.0.0.1:\(gate.port)/\(gate.token)/" }

  package func close() { server.close() }

  /// Headers of every response: never cached, never framed, and no resources from elsewhere.
  static let protections: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
}

/// The page behind its gate.
private final class GuardedPage: HTTPApplication, @unchecked Sendable {
  unowned let application: any Application
  let patience: LocalServer.Patience
  /// nil while the server has no port.
  var gate: Gate?

  init(_ application: any Application, _ patience: LocalServer.Patience) {
    self.application = application
    self.patience = patience
  }

  private func admitted(_ head: HTTPRequestHead) throws(HTTPRefusal) -> Request {
    guard let gate else { throw HTTPRefusal(refusal(.serviceUnavailable, "the server is starting")) }
    do throws(Gate.Refusal) { return try gate.admit(head) } catch {
      throw HTTPRefusal(refusal(error.status, error.message))
    }
  }

  func admit(_ head: HTTPRequestHead, from peer: HTTPPeer) throws(HTTPRefusal) -> HTTPAdmission {
    let request = try admitted(head)
    return HTTPAdmission(
      largestBody: Gate.largestBody(request), patience: request.route == "export" ? patience.export : patience.answer)
  }

  func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    var own: Request
    do { own = try admitted(request.head) } catch { return exchange.respond(error.response) }
    own.body = request.body
    if own.method == .get, own.route == "events" {
      let head = Self.whole(Response(type: "text/event-stream", body: .init()))
      exchange.begin(.ok, headers: head.headers + [("Connection", "close")])
      return application.listens(EventStream(exchange), query: own.query)
    }
    let bound = NIOLoopBound((self, exchange), eventLoop: exchange.loop)
    application.answer(own).whenComplete { result in
      let (page, exchange) = bound.value
      switch result {
      case .success(let response): exchange.respond(Self.whole(response))
      case .failure(let error): exchange.respond(page.refusal(.internalServerError, "\(error)"))
      }
    }
  }

  func refusal(_ status: HTTPResponseStatus, _ message: String, to peer: HTTPPeer) -> HTTPResponse {
    refusal(status, message)
  }

  func refusal(_ status: HTTPResponseStatus, _ message: String) -> HTTPResponse {
    Self.whole(.text(status, message))
  }

  /// Returns a response with the headers of all.
  private static func whole(_ response: Response) -> HTTPResponse {
    var headers = LocalServer.protections + [("Content-Type", response.type)]
    for (name, value) in response.headers {
      headers.removeAll { $0.name == name }
      headers.append((name, value))
    }
    return HTTPResponse(response.status, headers: headers, body: response.body)
  }
}
