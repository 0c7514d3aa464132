// SPDX-License-Identifier: MIT
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server bound to the loopback address.
package final class LocalServer: @unchecked Sendable {
  /// The maximum number of connections of all pages; a browser opens six.
  package static let mostConnections = 64

  /// The timeouts of a connection. Each runs from its start to its end: bytes that trickle in or out do not restart it.
  package struct Patience: Sendable {
    /// To receive a whole request, from the connection's start or the previous answer; and to send an answer.
    package var request = TimeAmount.seconds(30)
    /// For the application to answer; then the answer is 504.
    package var answer = TimeAmount.minutes(10)
    /// For the application to answer an export, such as a film.
    package var export = TimeAmount.hours(1)
    /// For the client to close the connection after the last answer. Input is discarded meanwhile, so that it can read
    /// the answer.
    package var farewell = TimeAmount.seconds(1)

    package init() {}
  }

  package let gate: Gate
  private let listener: Channel
  fileprivate let patience: Patience
  fileprivate var connections: [Connection] = []
  fileprivate unowned let application: any Application

  /// The number of open connections. Call on the event loop.
  package var connectionCount: Int { connections.count }

  /// Listens on 127.0.0.1.
  ///
  /// - Parameter port: 0 selects a free one.
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

  /// The page's URL, including the token.
  package var address: String { "http://127.0.0.1:\(gate.port)/\(gate.token)/" }

  package func close() { listener.close(promise: nil) }

  /// Headers of every response: never cached, never framed, and no resources from elsewhere.
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

/// A connection: successive requests, or one event stream.
private final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// No request head has arrived since the connection's start or the last answer.
    case waiting
    /// An admitted request; its body is being received.
    case reading(Request)
    /// The application is processing the request.
    case answering
    case listening(EventStream)
    /// The last answer has been given; further input is discarded.
    case ending
  }

  private let server: LocalServer
  private let channel: Channel
  private var state = State.waiting
  private var keepsAlive = true
  /// True while an answer is being sent.
  private var isWriting = false
  /// The request's number, by which a late answer to an earlier one is recognised.
  private var number = 0
  /// The timeout of the current state. Every state has one except an event stream, which is ended by `beat`.
  private var timeout: Scheduled<Void>?

  init(_ server: LocalServer, _ channel: Channel) {
    self.server = server
    self.channel = channel
  }

  func channelActive(context: ChannelHandlerContext) {
    server.connections.append(self)
    limit(server.patience.request)
    guard server.connections.count > LocalServer.mostConnections else { return }
    // Closes the connection that has been idle longest, so that clients without a token cannot lock out others.
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
    // No longer counted, however long the system takes to close it.
    leave()
    channel.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { close() }

  /// Closes the connection after this time, unless the timeout is set again before.
  private func limit(_ time: TimeAmount) {
    timeout?.cancel()
    timeout = channel.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.close() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting): begin(context, head)
    // Browsers do not pipeline requests, so a client that does is disconnected.
    case (.head, .reading), (.head, .answering), (.head, .listening): close()
    case (.body(var bytes), .reading(var request)):
      guard request.body.readableBytes + bytes.readableBytes <= Gate.largestBody(request) else {
        return refuse(context, Self.tooLarge)
      }
      // Drops the second reference, or each part would copy all earlier ones.
      state = .answering
      request.body.writeBuffer(&bytes)
      state = .reading(request)
    case (.end, .reading(let request)): ask(context, request)
    default: break
    }
  }

  private static let tooLarge = Gate.Refusal(status: .payloadTooLarge, message: "the body is too large")

  private func begin(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
    // After an upgrade, bytes other than requests would follow.
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

  /// Answers a request without reading the rest of it, and ends the connection.
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

  /// Closes the sending side. Closing both at once would discard the last answer if the client has sent more than was
  /// read.
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
