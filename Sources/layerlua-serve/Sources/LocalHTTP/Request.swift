// SPDX-License-Identifier: MIT
import NIOCore
import NIOHTTP1

/// What a page asked, after everything about it was checked.
package struct Request: Sendable {
  package enum Method: Sendable { case get, post }

  package var method: Method
  /// The path after the token: `tree`, `p/12.png`; empty for the page itself.
  package var route: String
  /// The words after `?`, decoded.
  package var query: [String: String]
  package var contentType: String
  package var body: ByteBuffer
}

/// An answer.
package struct Response: Sendable {
  package var status: HTTPResponseStatus
  package var type: String
  package var body: ByteBuffer
  /// Headers besides those that every answer has.
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

/// Events that go on to one page, as long as it listens.
package final class EventStream: @unchecked Sendable {
  private let channel: Channel
  /// Called once, when the page is gone.
  package var onClose: () -> Void = {}

  init(_ channel: Channel) { self.channel = channel }

  /// Sends an event with a line of data. A page that is so slow that 16 MiB wait for it is let go: it connects again,
  /// and is told how things are then.
  package func send(_ event: String, _ data: ByteBuffer) {
    var buffer = channel.allocator.buffer(capacity: data.readableBytes + event.utf8.count + 20)
    buffer.writeString("event: \(event)\ndata: ")
    buffer.writeImmutableBuffer(data)
    buffer.writeString("\n\n")
    write(buffer)
  }

  /// A line that says nothing, so that a dead connection is noticed. A page that has taken nothing since the beat before
  /// is let go.
  package func beat() {
    guard queued == 0 || taken != takenAtBeat else { return channel.close(promise: nil) }
    takenAtBeat = taken
    write(ByteBuffer(string: ":\n\n"))
  }

  /// Bytes that wait for the page, and that it has taken so far.
  private var queued = 0
  private var taken = 0
  private var takenAtBeat = -1
  private func write(_ buffer: ByteBuffer) {
    let count = buffer.readableBytes
    queued += count
    guard queued <= 16 << 20 else { return channel.close(promise: nil) }
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer))).whenComplete { [self] _ in
      queued -= count
      taken += count
    }
  }

  package func close() { channel.close(promise: nil) }
}

/// What answers the page. Called on the event loop.
package protocol Application: AnyObject, Sendable {
  func answer(_ request: Request) -> EventLoopFuture<Response>
  /// A page begins to listen to events.
  func listens(_ stream: EventStream, query: [String: String])
}
