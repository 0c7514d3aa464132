// SPDX-License-Identifier: MIT
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server that only this machine reaches.
package final class LocalServer: @unchecked Sendable {
  /// Of all pages together; a browser opens six.
  package static let mostConnections = 64
  /// A request must be complete after this time, and a connection asks again within it.
  package static let patience = TimeAmount.seconds(30)

  package let gate: Gate
  private let listener: Channel
  fileprivate var connections = 0
  fileprivate unowned let application: any Application

  /// Listens on 127.0.0.1.
  ///
  /// - Parameter port: 0 for a free one.
  package static func start(
    port: Int, token: String, application: any Application, on loop: EventLoop
  ) -> EventLoopFuture<LocalServer> {
    loop.flatSubmit {
      let box = NIOLoopBoundBox<LocalServer?>(nil, eventLoop: loop)
      return ServerBootstrap(group: loop)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelOption(.backlog, value: 32)
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
                HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits)))
            try pipeline.addHandler(HTTPServerProtocolErrorHandler())
            try pipeline.addHandler(Connection(server))
          }
        }
        .bind(host: "127.0.0.1", port: port)
        .map { listener in
          let server = LocalServer(
            Gate(token: token, port: listener.localAddress?.port ?? port), listener, application)
          box.value = server
          return server
        }
    }
  }

  private init(_ gate: Gate, _ listener: Channel, _ application: any Application) {
    self.gate = gate
    self.listener = listener
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

  private let server: LocalServer
  private var request: Request?
  private var refusal: Gate.Refusal?
  private var keepsAlive = true
  /// A question is being answered. No browser asks the next one before, so whoever does is let go.
  private var isBusy = false
  private var stream: EventStream?
  private var timeout: Scheduled<Void>?

  init(_ server: LocalServer) { self.server = server }

  func channelActive(context: ChannelHandlerContext) {
    server.connections += 1
    // More than these are a mistake or an attack.
    if server.connections > LocalServer.mostConnections { context.close(promise: nil) } else { arm(context) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    server.connections -= 1
    timeout?.cancel()
    stream?.onClose()
    stream = nil
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func arm(_ context: ChannelHandlerContext) {
    timeout?.cancel()
    let channel = context.channel
    timeout = context.eventLoop.scheduleTask(in: LocalServer.patience) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard !isBusy else { return context.close(promise: nil) }
      isBusy = true
      keepsAlive = head.isKeepAlive
      refusal = nil
      do throws(Gate.Refusal) { request = try server.gate.admit(head) } catch {
        refusal = error
        request = nil
      }
      if let request, let length = head.headers.first(name: "Content-Length").flatMap({ Int($0) }),
        length > Gate.largestBody(request)
      {
        tooLarge()
      }
      // What is refused is not read to its end.
      if let refusal, head.method != .GET {
        keepsAlive = false
        answer(context, .text(refusal.status, refusal.message))
      }
    case .body(var bytes):
      guard request != nil else { return }
      request?.body.writeBuffer(&bytes)
      if let request, request.body.readableBytes > Gate.largestBody(request) {
        tooLarge()
        keepsAlive = false
        if let refusal { answer(context, .text(refusal.status, refusal.message)) }
      }
    case .end:
      timeout?.cancel()
      if let refusal { return keepsAlive ? answer(context, .text(refusal.status, refusal.message)) : () }
      guard let request else { return }
      self.request = nil
      if request.method == .get, request.route == "events" { return listen(context, request) }
      let context = NIOLoopBound(context, eventLoop: context.eventLoop)
      let handler = NIOLoopBound(self, eventLoop: context.value.eventLoop)
      server.application.answer(request).whenComplete { result in
        switch result {
        case .success(let response): handler.value.answer(context.value, response)
        case .failure(let error): handler.value.answer(context.value, .text(.internalServerError, "\(error)"))
        }
      }
    }
  }

  private func tooLarge() {
    request = nil
    refusal = Gate.Refusal(status: .payloadTooLarge, message: "the body is too large")
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
    isBusy = false
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
    let channel = context.channel
    let closes = !keepsAlive
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if closes { channel.close(promise: nil) }
    }
    arm(context)
  }

  private func listen(_ context: ChannelHandlerContext, _ request: Request) {
    var head = head(Response(type: "text/event-stream", body: .init()))
    head.headers.add(name: "Connection", value: "close")
    context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    let stream = EventStream(context.channel)
    self.stream = stream
    server.application.listens(stream, query: request.query)
  }
}
