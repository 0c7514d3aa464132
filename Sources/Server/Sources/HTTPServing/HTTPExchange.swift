// SPDX-License-Identifier: MIT
import NIOCore
import NIOHTTP1

/// One request and the answer to it. All members belong to the event loop.
///
/// Calls after the end, or after the client has gone, do nothing.
package final class HTTPExchange: @unchecked Sendable {
  /// The maximum number of bytes that wait for the client before `isBehind` is true.
  package static let mostWaiting = 256 << 10

  private weak var connection: HTTPConnection?
  package let loop: EventLoop
  /// Called once if the client goes before the answer has ended.
  package var onGone: () -> Void = {}
  /// Called when the client has caught up after `isBehind` was true.
  package var onCaughtUp: () -> Void = {}

  init(_ connection: HTTPConnection, _ loop: EventLoop) {
    self.connection = connection
    self.loop = loop
  }

  func leave() {
    let onGone = onGone
    self.onGone = {}
    onGone()
  }

  /// Answers completely.
  package func respond(_ response: HTTPResponse) { connection?.respond(response, to: self) }

  /// Begins an answer whose length is not known; its body is sent in chunks.
  package func begin(_ status: HTTPResponseStatus, headers: [(name: String, value: String)]) {
    connection?.begin(status, headers, of: self)
  }

  /// Continues an answer.
  package func write(_ bytes: ByteBuffer) { connection?.write(bytes, of: self) }

  /// True if the client reads more slowly than the answer is written: write nothing before `onCaughtUp`.
  package var isBehind: Bool { connection?.isBehind(self) ?? false }

  /// The bytes of the answer that wait for the client, and those that were sent.
  package var queued: Int { connection?.queued(of: self) ?? 0 }
  package var sent: Int { connection?.sent(of: self) ?? 0 }

  /// Ends an answer.
  package func end() { connection?.end(self) }

  /// Ends the connection in the middle of an answer, so that the client takes no part of it for the whole.
  package func abort() { connection?.abort(self) }
}
