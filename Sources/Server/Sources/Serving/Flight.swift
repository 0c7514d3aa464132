// SPDX-License-Identifier: MIT
import DrawingPool
import HTTPServing
import JSONMessages
import NIOCore
import ServiceContract

/// A drawing that requests wait for: one for all that ask for the same picture.
final class Flight {
  let key: String
  let request: DrawRequest
  /// The scripts with which it began.
  let set: ScriptSet
  var job: DrawJob?
  /// The number of runs so far.
  var tries = 1
  var waiters: [Waiter] = []
  /// The parts of a film so far.
  var parts: [ByteBuffer] = []
  var partBytes = 0

  init(_ key: String, _ request: DrawRequest, _ set: ScriptSet) {
    self.key = key
    self.request = request
    self.set = set
  }
}

/// A request that waits for a picture.
final class Waiter {
  let exchange: HTTPExchange
  let context: RequestContext
  let set: ScriptSet
  /// The request's own form of the address; nil if it is canonical.
  let contentLocation: String?
  /// True if the format was chosen by `Accept`.
  let varies: Bool
  let version: String?
  let expiry: Int?
  /// Asks again, with the scripts that are drawn now.
  var again: () -> Void = {}
  /// True if its answer has begun with the first part.
  var hasBegun = false

  init(
    _ exchange: HTTPExchange, _ context: RequestContext, _ request: DrawRequest, _ set: ScriptSet, varies: Bool,
    contentLocation: String?
  ) {
    self.exchange = exchange
    self.context = context
    self.set = set
    self.varies = varies
    self.contentLocation = contentLocation
    version = request.version
    expiry = request.expiry
  }
}

/// The facts of a request that its answer and its line in the log need.
final class RequestContext {
  let id: String
  let started = NIODeadline.now()
  let client: String
  let head: HTTPHeadFields
  /// The trace of a `traceparent` field; nil if it has none.
  let trace: String?
  /// True if the answer may show scripts' messages and lines.
  let showsErrors: Bool
  /// True if a token or a signature came with it, so that answers are not for everybody.
  let isPrivate: Bool
  /// True if a signature covers `_v`, so that only the owner of a key can vary it.
  let hasSignedVersion: Bool
  var script = ""
  var format = ""
  /// The picture that is asked for; nil while it is not known.
  var request: DrawRequest?
  var cache = "none"
  var queueTime: Double?
  var drawTime: Double?

  init(
    id: String, client: String, head: HTTPHeadFields, trace: String?, showsErrors: Bool, isPrivate: Bool,
    hasSignedVersion: Bool
  ) {
    self.id = id
    self.client = client
    self.head = head
    self.trace = trace
    self.showsErrors = showsErrors
    self.isPrivate = isPrivate
    self.hasSignedVersion = hasSignedVersion
  }
}

/// The fields of a request that decide on the form of its answer.
struct HTTPHeadFields {
  var isHead = false
  var accept = ""
  var ifNoneMatch: String?
  var ifRange: String?
  var range: String?
  /// The path as it was asked.
  var path = ""
  var query = ""
}
