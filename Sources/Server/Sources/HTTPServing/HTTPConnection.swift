// SPDX-License-Identifier: MIT
import NIOCore
import NIOHTTP1

/// A connection: requests one after another, each answered before the next.
final class HTTPConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// No head has arrived since the connection's start or the last answer.
    case waiting
    /// An admitted request; its body is being received.
    case reading(HTTPRequest, HTTPAdmission)
    /// The application is processing the request.
    case answering(HTTPExchange)
    /// An answer is being sent; more of it may follow.
    case sending(HTTPExchange)
    /// All of an answer is given, and a part of it waits to be sent.
    case finishing
    /// The last answer has been sent; further input is discarded.
    case ending
  }

  /// The number of bytes given to the channel at a time.
  private static let piece = 64 << 10

  private let server: HTTPServer
  private let channel: Channel
  let peer: HTTPPeer
  let client: String
  private var state = State.waiting
  private var keepsAlive = true
  /// The version of the request. An answer to HTTP/1.0 ends with the connection.
  private var version = HTTPVersion.http1_1
  /// True for HEAD: the answer has no body.
  private var hidesBody = false
  /// True if the head of the next request has begun to arrive; the first one has with the connection.
  private var hasBegun = true
  /// True if a byte of the request has arrived.
  private var hasBytes = false
  /// True if the first line of the request has arrived.
  private var hasLine = false
  /// The part of the answer that waits for the client.
  private var waiting = CircularBuffer<ByteBuffer>()
  private var wasBehind = false
  /// True if the end of the answer is given to the channel and not yet sent.
  private var endIsQueued = false
  /// The bytes that the application gave of this answer, those sent, and of them those at the last look at the rate.
  private var given = 0
  private var sent = 0
  private var sentAtLook = 0
  /// The timeout of the current state; nil if the application has no limit or the rate is watched.
  private var timeout: Scheduled<Void>?

  init(_ server: HTTPServer, _ channel: Channel) {
    self.server = server
    self.channel = channel
    peer = HTTPPeer(channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) })
    client = peer.client
  }

  func channelActive(context: ChannelHandlerContext) {
    limit(server.limits.headTime)
    server.opened(self)
  }

  /// True if nothing is lost when the connection closes.
  var canBeSpared: Bool {
    switch state {
    case .waiting, .ending: true
    case .reading, .answering, .sending, .finishing: false
    }
  }

  func channelInactive(context: ChannelHandlerContext) { gone() }

  private func gone() {
    server.left(self)
    timeout?.cancel()
    waiting.removeAll()
    let last = state
    state = .ending
    switch last {
    case .answering(let exchange), .sending(let exchange): exchange.leave()
    case .waiting, .reading, .finishing, .ending: break
    }
  }

  func close() {
    // No longer counted, however long the system takes to close it.
    gone()
    channel.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError || error is ByteToMessageDecoderError else { return close() }
    switch state {
    case .waiting, .reading:
      // Nothing of its head is known.
      if case .waiting = state { (hidesBody, version) = (false, .http1_1) }
      refuse(server.application.refusal(status(of: error), words(of: error), to: peer))
    // The rest of a request that is refused already.
    case .finishing, .ending: if keepsAlive { close() }
    case .answering, .sending: close()
    }
  }

  /// The status for bytes that are no request within the limits.
  private func status(of error: any Error) -> HTTPResponseStatus {
    switch error {
    case HTTPParserError.headerOverflow, is ByteToMessageDecoderError:
      hasLine ? .requestHeaderFieldsTooLarge : .uriTooLong
    default: .badRequest
    }
  }

  private func words(of error: any Error) -> String {
    switch status(of: error) {
    case .uriTooLong: "the address is too long"
    case .requestHeaderFieldsTooLarge:
      "the head is too large: at most \(server.limits.fields) fields of \(server.limits.field) bytes, "
        + "\(server.limits.head) bytes in all"
    default:
      switch error {
      case HTTPParserError.invalidMethod: "the method is not known; expected GET or HEAD"
      case HTTPParserError.invalidURL: "the address has characters that must be escaped, such as %C3%BC for ü"
      default: "the request is no valid HTTP"
      }
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client that has closed its sending side counts as gone.
    if let event = event as? ChannelEvent, event == .inputClosed, case .answering = state { return close() }
    context.fireUserInboundEventTriggered(event)
  }

  /// Ends the connection after this time, unless the timeout is set again before.
  private func limit(_ time: TimeAmount) {
    timeout?.cancel()
    timeout = channel.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.expire() }
  }

  /// Answers a request that is not complete in its time, and closes any other connection.
  private func expire() {
    func words(_ part: String, _ time: TimeAmount) -> String {
      "the \(part) did not arrive within \(Double(time.nanoseconds / 1_000_000) / 1000) s"
    }
    switch state {
    case .waiting where hasBytes:
      // Nothing of its head is known.
      (hidesBody, version) = (false, .http1_1)
      refuse(.text(.requestTimeout, words("request's head", server.limits.headTime)))
    case .reading:
      refuse(server.application.refusal(.requestTimeout, words("body", server.limits.bodyTime), to: peer))
    case .waiting, .answering, .sending, .finishing, .ending: close()
    }
  }

  // MARK: requests

  /// Called for the bytes of a request, before they are parsed.
  func received(_ bytes: ByteBuffer) {
    if case .waiting = state, bytes.readableBytes > 0 { hasBytes = true }
    if case .waiting = state, !hasLine { hasLine = bytes.readableBytesView.contains(UInt8(ascii: "\n")) }
    guard case .waiting = state, !hasBegun else { return }
    hasBegun = true
    limit(server.limits.headTime)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting): begin(context, head)
    // The rest of a request that is refused already.
    case (.head, .finishing) where !keepsAlive: break
    // No client needs pipelining, so a request that comes before the answer to the last one ends the connection. One
    // whose predecessor is answered at once is never seen that early.
    case (.head, .reading), (.head, .answering), (.head, .sending), (.head, .finishing): close()
    case (.body(var bytes), .reading(var request, let admission)):
      guard request.body.readableBytes + bytes.readableBytes <= admission.largestBody else {
        return refuse(server.application.refusal(.payloadTooLarge, "the body is too large", to: peer))
      }
      // Drops the second reference, or each part would copy all earlier ones.
      state = .waiting
      request.body.writeBuffer(&bytes)
      state = .reading(request, admission)
    case (.end, .reading(let request, let admission)): ask(context, request, admission)
    default: break
    }
  }

  private func begin(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
    // After an upgrade, bytes other than requests would follow.
    version = head.version == .http1_0 || head.version.major < 1 ? .http1_0 : .http1_1
    keepsAlive = version == .http1_1 && head.isKeepAlive && !head.headers.contains(name: "Upgrade")
    hidesBody = head.method == .HEAD
    // The parser takes any list of codings that ends with this one, and removes it alone (RFC 9112, section 6.1).
    let codings = head.headers["Transfer-Encoding"]
    guard codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked" else {
      return refuse(
        server.application.refusal(.notImplemented, "the field Transfer-Encoding: expected chunked", to: peer))
    }
    let admission: HTTPAdmission
    do throws(HTTPRefusal) { admission = try server.application.admit(head, from: peer) } catch {
      return refuse(error.response)
    }
    if let length = head.headers.first(name: "Content-Length"), Int(length).map({ $0 > admission.largestBody }) ?? true
    {
      return refuse(server.application.refusal(.payloadTooLarge, "the body is too large", to: peer))
    }
    state = .reading(HTTPRequest(head: head, body: ByteBuffer(), peer: peer), admission)
    limit(server.limits.bodyTime)
    guard let expected = head.headers.first(name: "Expect") else { return }
    guard expected.lowercased() == "100-continue" else {
      return refuse(
        server.application.refusal(.expectationFailed, "the field Expect: expected 100-continue", to: peer))
    }
    guard head.version == .http1_1, admission.largestBody > 0 else { return }
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  /// Answers a request without reading the rest of it, and ends the connection.
  private func refuse(_ response: HTTPResponse) {
    keepsAlive = false
    send(response)
  }

  private func ask(_ context: ChannelHandlerContext, _ request: HTTPRequest, _ admission: HTTPAdmission) {
    let exchange = HTTPExchange(self, context.eventLoop)
    state = .answering(exchange)
    timeout?.cancel()
    timeout = context.eventLoop.assumeIsolated().scheduleTask(in: admission.patience) { [weak self] in
      guard let self, case .answering(let late) = state, late === exchange else { return }
      keepsAlive = false
      exchange.leave()
      let seconds = admission.patience.nanoseconds / 1_000_000_000
      send(server.application.refusal(.gatewayTimeout, "there was no answer within \(seconds) s", to: peer))
    }
    server.application.answer(request, exchange)
  }

  // MARK: answers

  private func isCurrent(_ exchange: HTTPExchange) -> Bool {
    switch state {
    case .answering(let current), .sending(let current): current === exchange
    case .waiting, .reading, .finishing, .ending: false
    }
  }

  func respond(_ response: HTTPResponse, to exchange: HTTPExchange) {
    guard case .answering(let current) = state, current === exchange else { return }
    exchange.onGone = {}
    send(response)
  }

  private func head(_ status: HTTPResponseStatus, _ headers: [(name: String, value: String)]) -> HTTPResponseHead {
    var fields = HTTPHeaders(headers.map { ($0.name, $0.value) })
    if server.isDraining { keepsAlive = false }
    if !keepsAlive { fields.replaceOrAdd(name: "Connection", value: "close") }
    if !fields.contains(name: "Date") { fields.add(name: "Date", value: HTTPDate.now) }
    return HTTPResponseHead(version: .http1_1, status: status, headers: fields)
  }

  private func send(_ response: HTTPResponse) {
    guard channel.isActive else { return }
    var head = head(response.status, response.headers)
    if response.status != .notModified, response.status != .noContent, head.headers["Content-Length"].isEmpty {
      head.headers.add(name: "Content-Length", value: String(response.body.readableBytes))
    }
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    start()
    state = .finishing
    if !hidesBody, response.body.readableBytes > 0 { waiting.append(response.body) }
    pump()
  }

  func begin(_ status: HTTPResponseStatus, _ headers: [(name: String, value: String)], of exchange: HTTPExchange) {
    guard case .answering(let current) = state, current === exchange, channel.isActive else { return }
    state = .sending(exchange)
    var head = head(status, headers)
    // This version has no chunks: the connection's end is that of the answer.
    if version == .http1_0 { head.version = .http1_0 }
    channel.writeAndFlush(HTTPServerResponsePart.head(head), promise: nil)
    start()
  }

  func write(_ bytes: ByteBuffer, of exchange: HTTPExchange) {
    guard case .sending(let current) = state, current === exchange, !hidesBody else { return }
    waiting.append(bytes)
    given += bytes.readableBytes
    pump()
    if isBehind(exchange) { wasBehind = true }
  }

  func isBehind(_ exchange: HTTPExchange) -> Bool { isCurrent(exchange) && (!waiting.isEmpty || !channel.isWritable) }

  func queued(of exchange: HTTPExchange) -> Int { isCurrent(exchange) ? given - sent : 0 }
  func sent(of exchange: HTTPExchange) -> Int { isCurrent(exchange) ? sent : 0 }

  func end(_ exchange: HTTPExchange) {
    guard case .sending(let current) = state, current === exchange else { return }
    exchange.onGone = {}
    state = .finishing
    pump()
  }

  func abort(_ exchange: HTTPExchange) {
    guard isCurrent(exchange) else { return }
    exchange.onGone = {}
    close()
  }

  /// Begins to watch the time of an answer.
  private func start() {
    (given, sent, sentAtLook) = (0, 0, 0)
    if let time = server.limits.sendTime { limit(time) } else { watchRate() }
  }

  private func watchRate() {
    timeout?.cancel()
    timeout = nil
    let limits = server.limits
    guard limits.leastRate > 0 else { return }
    let least = Int(Int64(limits.leastRate) * limits.rateTime.nanoseconds / 1_000_000_000)
    timeout = channel.eventLoop.assumeIsolated().scheduleTask(in: limits.rateTime) { [weak self] in
      guard let self else { return }
      // A client that waits for the application is not slow.
      let isSlow = (endIsQueued || !waiting.isEmpty || !channel.isWritable) && sent - sentAtLook < least
      if isSlow { return close() }
      sentAtLook = sent
      watchRate()
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) { pump() }

  /// Gives the channel as much of the answer as it takes.
  private func pump() {
    while channel.isWritable, var first = waiting.first {
      guard let bytes = first.readSlice(length: min(first.readableBytes, Self.piece)) else { break }
      if first.readableBytes > 0 { waiting[waiting.startIndex] = first } else { waiting.removeFirst() }
      let count = bytes.readableBytes
      let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
      channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(bytes))).whenComplete { _ in
        bound.value.sent += count
      }
    }
    switch state {
    case .sending(let exchange):
      guard wasBehind, !isBehind(exchange) else { return }
      wasBehind = false
      exchange.onCaughtUp()
    case .finishing where waiting.isEmpty: finish()
    default: break
    }
  }

  /// Sends the end of an answer.
  private func finish() {
    guard !endIsQueued else { return }
    endIsQueued = true
    let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
    channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in bound.value.finished() }
  }

  private func finished() {
    endIsQueued = false
    guard channel.isActive, case .finishing = state else { return }
    guard keepsAlive, !server.isDraining else {
      // Closes the sending side. Closing both at once would discard the last answer if the client has sent more than
      // was read.
      state = .ending
      channel.close(mode: .output, promise: nil)
      return limit(server.limits.farewell)
    }
    wasBehind = false
    state = .waiting
    hasBegun = false
    hasBytes = false
    hasLine = false
    server.rested(self)
    limit(server.limits.idleTime)
  }
}
