// SPDX-License-Identifier: MIT
import HTTPServing
import NIOCore
import NIOHTTP1

/// A validated request of a page.
package struct Request: Sendable {
  package enum Method: Sendable { case get, post }

  package var method: Method
  /// The path after the token, e.g. `tree`, `p/12.png`; empty for the page itself.
  package var route: String
  /// The decoded query parameters.
  package var query: [String: String]
  package var contentType: String
  package var body: ByteBuffer
}

/// The response to a request.
package struct Response: Sendable {
  package var status: HTTPResponseStatus
  package var type: String
  package var body: ByteBuffer
  /// Headers in addition to those of every response.
  package var headers: [(String, String)] = []

  package init(_ status: HTTPResponseStatus = .ok, type: String, body: ByteBuffer, headers: [(String, String)] = []) {
    self.status = status
    self.type = type
    self.body = body
    self.headers = headers
  }

  package static func json(_ text: String, _ status: HTTPResponseStatus = .ok) -> Response {
    Response(status, type: "application/json", body: ByteBuffer(string: text))
  }

  package static func text(_ status: HTTPResponseStatus, _ text: String) -> Response {
    Response(status, type: "text/plain; charset=utf-8", body: ByteBuffer(string: text + "\n"))
  }
}

/// A stream of server-sent events to one page.
package final class EventStream: @unchecked Sendable {
  private let exchange: HTTPExchange
  /// Called once, when the page is gone.
  package var onClose: () -> Void = {} { didSet { exchange.onGone = onClose } }

  init(_ exchange: HTTPExchange) { self.exchange = exchange }

  /// Sends an event with one line of data. A page for which more than 16 MiB are queued is disconnected; it reconnects
  /// and receives the current state.
  package func send(_ event: String, _ data: ByteBuffer) {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(data.readableBytes + event.utf8.count + 20)
    buffer.writeString("event: \(event)\ndata: ")
    buffer.writeImmutableBuffer(data)
    buffer.writeString("\n\n")
    write(buffer)
  }

  /// Sends an empty comment, so that a dead connection is noticed. A page that has received nothing since the previous
  /// beat is disconnected.
  package func beat() {
    let taken = exchange.sent
    guard exchange.queued == 0 || taken != takenAtBeat else { return exchange.abort() }
    takenAtBeat = taken
    write(ByteBuffer(string: ":\n\n"))
  }

  /// The number of bytes sent until the last beat.
  private var takenAtBeat = -1

  private func write(_ buffer: ByteBuffer) {
    guard exchange.queued + buffer.readableBytes <= 16 << 20 else { return exchange.abort() }
    exchange.write(buffer)
  }

  package func close() { exchange.abort() }
}

/// Answers the page's requests. Called on the event loop.
package protocol Application: AnyObject, Sendable {
  func answer(_ request: Request) -> EventLoopFuture<Response>
  /// Called when a page subscribes to events.
  func listens(_ stream: EventStream, query: [String: String])
}
