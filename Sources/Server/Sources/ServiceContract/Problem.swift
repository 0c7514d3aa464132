// SPDX-License-Identifier: MIT
import JSONMessages
import NIOHTTP1

/// The reason why a request has no picture, as a body of `application/problem+json` (RFC 9457).
package struct Problem: Error, Sendable {
  /// The kind of a problem, the last part of its `type`.
  package enum Kind: String, CaseIterable, Sendable {
    case address, request, parameter, unknown, method, type, signature, expired, token, limit, busy, script, time
    case worker, range, missing, draining, internalError = "internal"

    /// The title, which is the same for each problem of the kind.
    package var title: String {
      switch self {
      case .address: "The address is not valid"
      case .request: "The request is not complete, or of a form that is not taken"
      case .parameter: "A parameter is not valid"
      case .unknown: "There is nothing of this name"
      case .method: "The method is not allowed"
      case .type: "The media type is not known"
      case .signature: "The signature is missing or wrong"
      case .expired: "The address has expired"
      case .token: "A token is needed"
      case .limit: "A limit was exceeded"
      case .busy: "Too many pictures are waiting"
      case .script: "The script failed"
      case .time: "The picture took too long"
      case .worker: "The drawing process ended"
      case .range: "The range is not satisfiable"
      case .missing: "A program or library is not installed"
      case .draining: "The service is stopping"
      case .internalError: "The service failed"
      }
    }
  }

  package var status: HTTPResponseStatus
  package var kind: Kind
  package var detail: String
  /// Further members, such as `parameter`, `expected`, `limit`, `script` and `line`.
  package var members: [JSONValue.Member]
  /// True if a script of the operator's said it, so that its words and lines are not for everybody.
  package var isOperators = false
  /// The seconds after which to try again; nil if that is of no use.
  package var retryAfter: Int?

  package init(
    _ status: HTTPResponseStatus, _ kind: Kind, _ detail: String, _ members: [JSONValue.Member] = [],
    retryAfter: Int? = nil
  ) {
    self.status = status
    self.kind = kind
    self.detail = detail
    self.members = members
    self.retryAfter = retryAfter
  }

  /// The problem without a script's own words.
  package var withoutScript: Problem {
    guard isOperators else { return self }
    var problem = self
    switch kind {
    // About the request: its parameter, and the limit that it reached.
    case .parameter, .time: break
    case .limit:
      problem.detail =
        members.first { $0.key == "limit" }?.value.string.map { "the limit of \($0) is reached" } ?? kind.title
    default: problem.detail = kind == .script ? "the script failed; the log has its message" : kind.title
    }
    problem.members.removeAll { ["script", "line"].contains($0.key) }
    return problem
  }

  /// The body.
  ///
  /// - Parameter instance: the request's id.
  package func json(instance: String) -> JSONValue {
    .object(
      [
        .init("type", .string("urn:layerlua:problem:\(kind.rawValue)")), .init("title", .string(kind.title)),
        .init("status", .number(String(status.code))), .init("detail", .string(detail)),
        .init("instance", .string("urn:layerlua:request:\(instance)")),
      ] + members)
  }
}
