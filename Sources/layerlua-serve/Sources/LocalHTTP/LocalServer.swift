// SPDX-License-Identifier: MIT
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server that only this machine reaches.
package final class LocalServer: @unchecked Sendable {
  /// Of all pages together; a browser opens six.
  package static let mostConnections = 64

  /// The longest times of a connection. Each runs from its beginning to its end: bytes that trickle in or out do not
  /// set it back.
  package struct Patience: Sendable {
    /// For a whole request, from the connection's start or the answer before; and for an answer to be taken.
    package var request = TimeAmount.seconds(30)
    /// For the application to answer; then the answer is 504.
    package var answer = TimeAmount.minutes(10)
    /// The same for a file that is exported, such as a film.
    package var export = TimeAmount.hours(1)
    /// For the client to hang up after the last answer. What it still sends is dropped, so that it can read the answer.
    package var farewell = TimeAmount.seconds(1)

    package init() {}
  }

  package let gate: Gate
  private let listener: Channel
  fileprivate let patience: Patience
  fileprivate var connections: [Connection] = []
  fileprivate unowned let application: any Application

  /// The number of open connections. Asked on the event loop.
  package var connectionCount: Int { connections.count }

  /// Listens on 127.0.0.1.
  ///
  /// - Parameter port: 0 for a free one.
  package static func start(
    port: Int, token: String, patience: Patience = Patience(), application: any Application, on loop: EventLoop
  ) -> EventLoopFuture<LocalServer> {
    loop.flatSubmit {
      let box = NIOLoopBoundBox<LocalServer?>(nil, eventLoop: loop)
      return ServerBootstrap(group: loop)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelOption(.backlog, value: 256)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            guard let server = box.value else { throw ChannelError.eof }
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderFieldSize = 8 << 10
            limits.maxHeaderListSize = 32 << 10
            limits.maxHeaderFieldCount = 64
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(HTTPResponseEncoder())
            try pipeline.addHandler(
              ByteToMessageHandler(
                HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits),
                maximumBufferSize: 256 << 10))
            try pipeline.addHandler(HTTPServerProtocolErrorHandler())
            try pipeline.addHandler(Connection(server, channel))
          }
        }
        .bind(host: "127.0.0.1", port: port)
        .map { listener in
          let server = LocalServer(
            Gate(token: token, port: listener.localAddress?.port ?? port), listener, patience, application)
          box.value = server
          return server
        }
    }
  }

  private init(_ gate: Gate, _ listener: Channel, _ patience: Patience, _ application: any Application) {
    self.gate = gate
    self.listener = listener
    self.patience = patience
    self.application = application
  }

  /// The page's address, token included.
  package var address: String { "http://127.0.0.1:\(gate.port)/\(gate.token)/" }

  package func close() { listener.close(promise: nil) }

  /// What every answer says: it is never stored, never framed, and its page loads nothing from elsewhere.
  static let protections: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
}

/// One connection: a request after the other, or a stream of events.
private final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// No request's head has come since the connection began, or since the last answer.
    case waiting
    /// A request that may be answered; its body comes.
    case reading(Request)
    /// The application has the request.
    case answering
    case listening(EventStream)
    /// The last answer was given. What comes now is dropped.
    case ending
  }

  private let server: LocalServer
  private let channel: Channel
  private var state = State.waiting
  private var keepsAlive = true
  /// An answer is on its way.
  private var isWriting = false
  /// The number of the request, by which a late answer to an earlier one is known.
  private var number = 0
  /// The end of the state's time. Each state has one, but for a stream, which its beats end.
  private var timeout: Scheduled<Void>?

  init(_ server: LocalServer, _ channel: Channel) {
    self.server = server
    self.channel = channel
  }

  func channelActive(context: ChannelHandlerContext) {
    server.connections.append(self)
    limit(server.patience.request)
    guard server.connections.count > LocalServer.mostConnections else { return }
    // The one goes that has waited longest without asking anything, so that who knows no token shuts out nobody.
    (server.connections.dropLast().first(where: \.canBeSpared) ?? self).close()
  }

  private var canBeSpared: Bool {
    switch state {
    case .waiting, .ending: !isWriting
    case .reading, .answering, .listening: false
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    timeout?.cancel()
    if case .listening(let stream) = state { stream.onClose() }
    state = .ending
  }

  private func leave() { server.connections.removeAll { $0 === self } }

  private func close() {
    // It counts no longer, whatever the system still does with it.
    leave()
    channel.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { close() }

  /// The connection ends after this time, unless it is limited anew before.
  private func limit(_ time: TimeAmount) {
    timeout?.cancel()
    timeout = channel.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.close() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting): begin(context, head)
    // No browser asks the next question before it has the answer, so whoever does is let go.
    case (.head, .reading), (.head, .answering), (.head, .listening): close()
    case (.body(var bytes), .reading(var request)):
      guard request.body.readableBytes + bytes.readableBytes <= Gate.largestBody(request) else {
        return refuse(context, Self.tooLarge)
      }
      // Not held twice, or each part would copy all before it.
      state = .answering
      request.body.writeBuffer(&bytes)
      state = .reading(request)
    case (.end, .reading(let request)): ask(context, request)
    default: break
    }
  }

  private static let tooLarge = Gate.Refusal(status: .payloadTooLarge, message: "the body is too large")

  private func begin(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
    // After an upgrade, other bytes than requests would follow.
    keepsAlive = head.isKeepAlive && !head.headers.contains(name: "Upgrade")
    let request: Request
    do throws(Gate.Refusal) { request = try server.gate.admit(head) } catch { return refuse(context, error) }
    if let length = head.headers.first(name: "Content-Length"),
      Int(length).map({ $0 > Gate.largestBody(request) }) ?? true
    {
      return refuse(context, Self.tooLarge)
    }
    state = .reading(request)
    guard let expected = head.headers.first(name: "Expect") else { return }
    guard expected.lowercased() == "100-continue" else {
      return refuse(
        context, Gate.Refusal(status: .expectationFailed, message: "of Expect, only 100-continue is known"))
    }
    guard head.version == .http1_1, Gate.largestBody(request) > 0 else { return }
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  /// Answers a request that is not read to its end, and ends the connection.
  private func refuse(_ context: ChannelHandlerContext, _ refusal: Gate.Refusal) {
    keepsAlive = false
    answer(context, .text(refusal.status, refusal.message))
  }

  private func ask(_ context: ChannelHandlerContext, _ request: Request) {
    number += 1
    let number = number
    if request.method == .get, request.route == "events" { return listen(context, request) }
    state = .answering
    let loop = context.eventLoop.assumeIsolated()
    let patience = request.route == "export" ? server.patience.export : server.patience.answer
    timeout?.cancel()
    timeout = loop.scheduleTask(in: patience) { [self] in
      guard self.number == number, case .answering = state else { return }
      keepsAlive = false
      answer(context, .text(.gatewayTimeout, "there was no answer within \(patience.nanoseconds / 1_000_000_000) s"))
    }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    server.application.answer(request).whenComplete { result in
      let (connection, context) = bound.value
      guard connection.number == number, case .answering = connection.state else { return }
      switch result {
      case .success(let response): connection.answer(context, response)
      case .failure(let error): connection.answer(context, .text(.internalServerError, "\(error)"))
      }
    }
  }

  private func head(_ response: Response) -> HTTPResponseHead {
    var headers = HTTPHeaders(LocalServer.protections)
    headers.add(name: "Content-Type", value: response.type)
    for (name, value) in response.headers { headers.replaceOrAdd(name: name, value: value) }
    return HTTPResponseHead(version: .http1_1, status: response.status, headers: headers)
  }

  private func answer(_ context: ChannelHandlerContext, _ response: Response) {
    guard context.channel.isActive else { return }
    var head = head(response)
    head.headers.add(name: "Content-Length", value: String(response.body.readableBytes))
    if !keepsAlive { head.headers.add(name: "Connection", value: "close") }
    state = keepsAlive ? .waiting : .ending
    limit(server.patience.request)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
    isWriting = true
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      bound.value.isWriting = false
      if case .ending = bound.value.state { bound.value.sayFarewell() }
    }
  }

  /// Ends the answers. Closing at once would throw the last one away where the client has sent more than was read.
  private func sayFarewell() {
    guard channel.isActive else { return }
    channel.close(mode: .output, promise: nil)
    limit(server.patience.farewell)
  }

  private func listen(_ context: ChannelHandlerContext, _ request: Request) {
    timeout?.cancel()
    var head = head(Response(type: "text/event-stream", body: .init()))
    head.headers.add(name: "Connection", value: "close")
    context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    let stream = EventStream(context.channel)
    state = .listening(stream)
    server.application.listens(stream, query: request.query)
  }
}
