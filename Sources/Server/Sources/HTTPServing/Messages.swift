// SPDX-License-Identifier: MIT
import NIOCore
import NIOHTTP1

/// A complete request.
package struct HTTPRequest: Sendable {
  package var head: HTTPRequestHead
  package var body: ByteBuffer
  package var peer: HTTPPeer
}

/// A complete response. The server adds `Content-Length` and `Connection`.
package struct HTTPResponse: Sendable {
  package var status: HTTPResponseStatus
  package var headers: [(name: String, value: String)]
  package var body: ByteBuffer

  package init(
    _ status: HTTPResponseStatus = .ok, headers: [(name: String, value: String)] = [], body: ByteBuffer = .init()
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns a response of one line of plain text.
  package static func text(_ status: HTTPResponseStatus, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status, headers: [("Content-Type", "text/plain; charset=utf-8")], body: ByteBuffer(string: text + "\n"))
  }
}

/// The reason why a request is not admitted. Its body is not read, and the connection ends.
package struct HTTPRefusal: Error {
  package var response: HTTPResponse

  package init(_ response: HTTPResponse) { self.response = response }

  package init(_ status: HTTPResponseStatus, _ message: String) { response = .text(status, message) }
}

/// A request that is admitted by its head.
package struct HTTPAdmission: Sendable {
  /// The maximum size of the body, in bytes; 0 for none.
  package var largestBody: Int
  /// The time in which the application must begin its answer; then it is 504.
  package var patience: TimeAmount

  package init(largestBody: Int = 0, patience: TimeAmount) {
    self.largestBody = largestBody
    self.patience = patience
  }
}

/// Answers requests. Called on the event loop.
package protocol HTTPApplication: AnyObject, Sendable {
  /// Decides on a request before its body is read.
  func admit(_ head: HTTPRequestHead, from peer: HTTPPeer) throws(HTTPRefusal) -> HTTPAdmission
  /// Answers a request by the methods of the exchange, now or later.
  func answer(_ request: HTTPRequest, _ exchange: HTTPExchange)
  /// Returns the answer to a request that the server itself refuses: a malformed one, one that is too large, no answer
  /// in time.
  func refusal(_ status: HTTPResponseStatus, _ message: String, to peer: HTTPPeer) -> HTTPResponse
}

extension HTTPApplication {
  package func refusal(_ status: HTTPResponseStatus, _ message: String, to peer: HTTPPeer) -> HTTPResponse {
    .text(status, message)
  }
}
