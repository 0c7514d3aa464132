// SPDX-License-Identifier: MIT
import DrawingPool
import HTTPServing
import JSONMessages
import NIOCore
import NIOHTTP1
import ServiceContract
import ServicePage

// Admission and routes.
extension Service {
  /// The maximum size of a script that a request brings, and of one with files, in bytes.
  static let largestScript = 1 << 20
  static let largestUpload = 8 << 20

  package func refusal(_ status: HTTPResponseStatus, _ message: String, to peer: HTTPPeer) -> HTTPResponse {
    let kind: Problem.Kind =
      switch status {
      case .payloadTooLarge: .limit
      case .gatewayTimeout: .time
      case .requestTimeout, .notImplemented: .request
      default: .address
      }
    let problem = Problem(status, kind, message)
    let id = newID()
    noteRefusal(problem, id, client: peer.client)
    return response(to: problem, id: id)
  }

  /// Counts a request that is refused before it is read, and writes its line in the log.
  private func noteRefusal(_ problem: Problem, _ id: String, client: String) {
    let reason: String? =
      switch problem.kind {
      case .signature, .token: "signature"
      case .expired: "expired"
      case .limit: "limit"
      default: nil
      }
    if let reason { metrics.count("layerlua_rejected_total", [("reason", reason)]) }
    metrics.count(
      "layerlua_requests_total", [("script", ""), ("format", ""), ("status", String(problem.status.code))])
    ServiceLog.write(
      .info, "request refused",
      [
        .init("id", .string(id)), .init("client", .string(client)),
        .init("status", .number(String(problem.status.code))), .init("problem", .string(problem.kind.rawValue)),
      ])
  }

  package func admit(_ head: HTTPRequestHead, from peer: HTTPPeer) throws(HTTPRefusal) -> HTTPAdmission {
    do throws(Problem) { return try admitted(head, peer).admission } catch {
      let id = newID()
      noteRefusal(error, id, client: client(head, peer))
      throw HTTPRefusal(response(to: error, id: id))
    }
  }

  private struct Admitted {
    var admission: HTTPAdmission
    var address: Address
    var route: Route
    /// The name of the key or token; nil if there is none.
    var credential: String?
    var isSigned = false
  }

  /// Decides on a request: its address, method and credentials.
  private func admitted(_ head: HTTPRequestHead, _ peer: HTTPPeer) throws(Problem) -> Admitted {
    guard head.headers["Host"].count == 1 || head.version != .http1_1 && head.headers["Host"].isEmpty else {
      throw Problem(.badRequest, .address, "a request has one Host")
    }
    // The absolute form of an address, which proxies may send (RFC 9112, section 3.2.2).
    var target = head.uri
    if target.hasPrefix("http://"), let slash = target.dropFirst(7).firstIndex(of: "/") {
      target = String(target[slash...])
    }
    let address = try Address(target)
    guard let route = Route(path: address.path) else {
      throw Problem(.notFound, .unknown, "there is nothing at \(address.path.prefix(100))")
    }
    var admitted = Admitted(
      admission: HTTPAdmission(patience: .nanoseconds(Int64((options.limits.time + options.queueTime + 5) * 1e9))),
      address: address, route: route)
    let isPost = head.method == .POST
    if case .render = route {
      guard options.allowsScripts else {
        throw Problem(.notFound, .unknown, "this service draws no scripts of requests (--allow-scripts)")
      }
      guard isPost else {
        throw Problem(.methodNotAllowed, .method, "a script is sent by POST", [.init("allow", "POST")])
      }
      let type = head.headers.first(name: "Content-Type") ?? ""
      admitted.admission.largestBody = type.hasPrefix("multipart/") ? Self.largestUpload : Self.largestScript
    } else {
      guard head.method == .GET || head.method == .HEAD else {
        throw Problem(.methodNotAllowed, .method, "expected GET or HEAD", [.init("allow", "GET, HEAD")])
      }
    }
    switch route {
    case .picture(_, let format), .render(let format):
      if format.isFilm || format == .webp {
        admitted.admission.patience = .nanoseconds(Int64((options.limits.filmTime + options.queueTime + 5) * 1e9))
      }
    case .health, .ready, .asset: return admitted
    case .metrics:
      guard options.metricsPlace == nil, isNear(head, peer) else {
        throw Problem(.notFound, .unknown, "there is nothing at /metrics")
      }
      return admitted
    // The page itself says nothing of the scripts, and asks for the token that a browser cannot send.
    case .page where Acceptance(head.headers["Accept"].joined(separator: ",")).wantsPage:
      try checkHost(head)
      return admitted
    case .page, .openAPI, .description: break
    }
    admitted.credential = tokenName(head.headers.first(name: "Authorization"))
    if admitted.credential != nil { return admitted }
    if address["_sig"] != nil, let keys {
      admitted.credential = try keys.verify(address, unsigned: options.unsigned, now: ServiceLog.seconds)
      admitted.isSigned = true
      return admitted
    }
    if case .render = route, !options.isLocal {
      // Whoever may draw the folder's scripts may not draw any script.
      throw Problem(.unauthorized, .token, "expected a token: Authorization: Bearer …")
    }
    if isPost, Self.isForeign(head) {
      throw Problem(.forbidden, .token, "pages of other origins may not send scripts")
    }
    if isPost, !isNear(head, peer) {
      // Through a proxy, or by a name that only leads here.
      throw Problem(
        .unauthorized, .token,
        "a script without a token is drawn only for this machine, by the names localhost, 127.0.0.1 and [::1]")
    }
    try checkHost(head)
    guard needsCredentials else { return admitted }
    // A signature helps only where there are keys, and who sends a token means it.
    if case .picture = route, keys != nil, !head.headers.contains(name: "Authorization") {
      throw Problem(.forbidden, .signature, "the address needs a valid signature: _sig")
    }
    throw Problem(.unauthorized, .token, "expected a token: Authorization: Bearer …")
  }

  /// True if the request comes from this machine, by a name of this machine: neither through a proxy nor from a page
  /// whose host's name leads here.
  private func isNear(_ head: HTTPRequestHead, _ peer: HTTPPeer) -> Bool {
    guard peer.address?.isLoopback ?? true, !Self.isForwarded(head) else { return false }
    return peer.address == nil || isOwnName(head)
  }

  /// True if the request's `Host` is a name of this machine, which no other machine can give itself.
  private func isOwnName(_ head: HTTPRequestHead) -> Bool {
    head.headers.first(name: "Host").map(HostName.isLoopback) ?? true
  }

  /// Refuses a request that leads here by a name of others, where requests need no credentials and no proxy is
  /// expected: a page whose host's name is made to lead here (DNS rebinding) would read the pictures and draw scripts
  /// as this machine's user.
  private func checkHost(_ head: HTTPRequestHead) throws(Problem) {
    guard options.isLoopback, options.trustedProxies.isEmpty, !options.allowsUnsigned, !needsCredentials,
      !isOwnName(head)
    else { return }
    throw Problem(
      .misdirectedRequest, .address,
      "the service answers by the names localhost, 127.0.0.1 and [::1]; for another Host, name the proxy "
        + "(--trusted-proxies) or let everybody in (--allow-unsigned)")
  }

  /// True if a page of another origin sends the request.
  private static func isForeign(_ head: HTTPRequestHead) -> Bool {
    if let site = head.headers.first(name: "Sec-Fetch-Site"), !["same-origin", "none"].contains(site) { return true }
    guard let origin = head.headers.first(name: "Origin") else { return false }
    let host = head.headers.first(name: "Host") ?? ""
    return origin != "http://\(host)" && origin != "https://\(host)"
  }

  /// True if a proxy has passed the request on.
  private static func isForwarded(_ head: HTTPRequestHead) -> Bool {
    ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"].contains { head.headers.contains(name: $0) }
  }

  /// The name of the client whose turn a request takes.
  private func client(_ head: HTTPRequestHead, _ peer: HTTPPeer, credential: String? = nil, isSigned: Bool = false)
    -> String
  {
    let client = RequestClient(
      peer, forwardedFor: head.headers["X-Forwarded-For"], trusted: options.trustedProxies)
    if client.hasUntrustedProxy, !hasNotedProxy {
      hasNotedProxy = true
      ServiceLog.write(
        .warning,
        "a proxy on this machine is not trusted, so all its clients count as one: --trusted-proxies "
          + (peer.address == nil || peer.address?.bytes.count == 4 ? "127.0.0.1/32" : "::1/128"))
    }
    return client.name(credential: credential, isSigned: isSigned)
  }

  /// The trace id of a `traceparent` field (W3C Trace Context); nil if it is not valid.
  private static func trace(_ head: HTTPRequestHead) -> String? {
    guard let text = head.headers.first(name: "traceparent"), text.utf8.count == 55 else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [2, 32, 16, 2],
      text.utf8.allSatisfy({
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
          || $0 == UInt8(ascii: "-")
      }), parts[0] != "ff", parts[1].contains(where: { $0 != "0" })
    else { return nil }
    return String(parts[1])
  }

  package func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    let admitted: Admitted
    do throws(Problem) { admitted = try self.admitted(request.head, request.peer) } catch {
      return exchange.respond(response(to: error, id: newID()))
    }
    let head = request.head
    var fields = HTTPHeadFields()
    fields.isHead = head.method == .HEAD
    fields.accept = head.headers["Accept"].joined(separator: ",")
    fields.ifNoneMatch =
      head.headers["If-None-Match"].isEmpty ? nil : head.headers["If-None-Match"].joined(separator: ",")
    fields.ifRange = head.headers.first(name: "If-Range")
    fields.range = head.headers.first(name: "Range")
    fields.path = admitted.address.path
    fields.query = admitted.address.query()
    let isCovered =
      admitted.isSigned && admitted.address["_v"] != nil && !options.unsigned.contains("_v")
    let context = RequestContext(
      id: newID(),
      client: client(head, request.peer, credential: admitted.credential, isSigned: admitted.isSigned), head: fields,
      trace: Self.trace(head),
      showsErrors: options.showsErrors || options.isLocal && isNear(head, request.peer),
      isPrivate: admitted.credential != nil && !admitted.isSigned, hasSignedVersion: isCovered)
    if keys == nil, admitted.address["_sig"] != nil {
      return fail(
        context, exchange,
        Problem(
          .badRequest, .parameter, "_sig: the service has no keys to check a signature (--keys); leave it out",
          [.init("parameter", "_sig")]))
    }
    switch admitted.route {
    case .page:
      let answer = Acceptance(fields.accept).wantsPage ? asset("page.html") ?? .text(.notFound, "") : json(list)
      finish(context, exchange, answer.varying)
    case .asset(let name):
      guard let page = asset(name) else {
        return fail(context, exchange, Problem(.notFound, .unknown, "there is no such file"))
      }
      finish(context, exchange, page)
    case .openAPI: finish(context, exchange, json(openAPI))
    case .health: finish(context, exchange, .text(.ok, "ok"), logs: false)
    case .ready: finish(context, exchange, ready, logs: false)
    case .metrics: finish(context, exchange, Self.metricsResponse(metricsText), logs: false)
    case .description(let name):
      guard let script = current[name] else { return fail(context, exchange, unknown(name)) }
      context.script = name.text
      if let format = Acceptance(fields.accept).format(of: options.negotiated) {
        return draw(script, format, admitted.address, context, exchange, varies: true)
      }
      let answer = json(current.description(of: script))
      finish(context, exchange, options.negotiated.isEmpty ? answer : answer.varying)
    case .picture(let name, let format):
      guard let script = current[name] else { return fail(context, exchange, unknown(name)) }
      draw(script, format, admitted.address, context, exchange)
    case .render(let format):
      drawStranger(request, admitted.address, format, context, exchange)
    }
  }

  private func unknown(_ name: ScriptName) -> Problem {
    let remedy = nearest(name.text, among: current.scripts.keys.map(\.text)).map { "; did you mean \($0)?" } ?? ""
    return Problem(.notFound, .unknown, "there is no script \(name.text)\(remedy)")
  }

  // MARK: answers of text

  func json(_ value: JSONValue, _ status: HTTPResponseStatus = .ok) -> HTTPResponse {
    HTTPResponse(
      status, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-cache")] + Self.common,
      body: ByteBuffer(string: value.text + "\n"))
  }

  static let common: [(name: String, value: String)] = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
  ]

  static func metricsResponse(_ text: String) -> HTTPResponse {
    HTTPResponse(
      headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), ("Cache-Control", "no-store")],
      body: ByteBuffer(string: text))
  }

  /// The scripts, as `/` answers programs.
  private var list: JSONValue {
    let scripts = current.scripts.values.sorted { $0.name < $1.name }
    return .object([
      .init("version", .string(current.id)), .init("engine", .string(current.version)),
      .init("scales", .array(options.limits.scales.map { .number(numberText($0)) })),
      .init("widths", .array(options.limits.widths.map { JSONValue(integerLiteral: $0) })),
      .init("scripts", .array(scripts.map { current.description(of: $0) })),
    ])
  }

  private var openAPI: JSONValue {
    var access = OpenAPI.Access()
    access.hasTokens = hasTokens
    access.hasKeys = keys != nil
    access.isNeeded = needsCredentials
    access.isNeededForScripts = needsCredentials || !options.isLocal
    return OpenAPI.document(
      current.scripts.values.sorted { $0.name < $1.name }.map { script in
        OpenAPI.Operation(
          name: script.name, title: script.title, summary: script.summary, schema: script.schema,
          isMoving: script.duration != nil)
      }, limits: options.limits, allowsScripts: options.allowsScripts, version: current.version, access: access,
      negotiated: options.negotiated, hasMetrics: options.metricsPlace == nil)
  }

  private var ready: HTTPResponse {
    var members: [JSONValue.Member] = [
      .init("ready", .bool(isReady)), .init("set", .string(current.id)),
      .init("workers", JSONValue(integerLiteral: current.pool.idle + current.pool.busy)),
    ]
    if let deployProblem, options.isLocal || options.showsErrors {
      members.append(.init("deploy", .string(deployProblem)))
    } else if deployProblem != nil {
      members.append(.init("deploy", "failed"))
    }
    return json(.object(members), isReady ? .ok : .serviceUnavailable)
  }

  private func asset(_ name: String) -> HTTPResponse? {
    guard let file = ServicePage.files[name] else { return nil }
    let policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; "
      + "media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return HTTPResponse(
      headers: [
        ("Content-Type", file.type), ("Cache-Control", "no-cache"), ("Content-Security-Policy", policy),
        ("Cross-Origin-Resource-Policy", "same-origin"),
      ] + Self.common, body: ByteBuffer(bytes: file.bytes))
  }

  // MARK: ends

  /// Answers with an error, as a picture if the operator gave one and the client wants only images.
  func fail(_ context: RequestContext, _ exchange: HTTPExchange, _ problem: Problem) {
    if problem.status == .tooManyRequests || problem.status == .serviceUnavailable {
      metrics.count(
        "layerlua_rejected_total", [("reason", problem.status == .tooManyRequests ? "client" : "queue")])
    } else if problem.kind == .limit {
      metrics.count("layerlua_rejected_total", [("reason", "limit")])
    }
    // A limit that the drawing reached, not one of the address.
    let isReached = (problem.kind == .limit || problem.kind == .time) && context.request != nil
    if problem.kind == .script || problem.kind == .worker || problem.kind == .internalError || isReached {
      ServiceLog.write(
        .warning, "a picture failed",
        [
          .init("id", .string(context.id)), .init("script", .string(context.script)),
          .init("detail", .string(context.request?.withoutValues(problem.detail) ?? problem.detail)),
        ] + problem.members.filter { $0.key == "line" || $0.key == "limit" })
    }
    let response = response(to: problem, id: context.id, showsErrors: context.showsErrors)
    guard let name = options.errorImage, context.script != name.text, let script = current[name],
      Acceptance(context.head.accept).wantsOnlyImages,
      problem.status != .tooManyRequests, problem.status != .serviceUnavailable
    else { return finish(context, exchange, response) }
    drawError(problem, script, response, context, exchange)
  }

  /// The answer to a problem.
  func response(to problem: Problem, id: String, showsErrors: Bool = false) -> HTTPResponse {
    let shown = showsErrors ? problem : problem.withoutScript
    let maxAge = problem.status == .notFound ? "max-age=10" : "no-store"
    var headers: [(name: String, value: String)] = [
      ("Content-Type", "application/problem+json"), ("Cache-Control", maxAge), ("X-Request-Id", id),
    ]
    if let seconds = problem.retryAfter { headers.append(("Retry-After", String(seconds))) }
    if let allow = problem.members.first(where: { $0.key == "allow" })?.value.string {
      headers.append(("Allow", allow))
    }
    if problem.status == .unauthorized { headers.append(("WWW-Authenticate", "Bearer")) }
    // The error's picture has the same address.
    if options.errorImage != nil { headers.append(("Vary", "Accept")) }
    return HTTPResponse(
      problem.status, headers: headers + Self.common, body: ByteBuffer(string: shown.json(instance: id).text + "\n"))
  }

  /// Answers, and writes the request's line in the log.
  func finish(_ context: RequestContext, _ exchange: HTTPExchange, _ response: HTTPResponse, logs: Bool = true) {
    var response = response
    if !response.headers.contains(where: { $0.name == "X-Request-Id" }) {
      response.headers.append(("X-Request-Id", context.id))
    }
    exchange.respond(response)
    if logs { note(context, response.status, response.body.readableBytes) }
  }

  /// Counts a request and writes its line in the log.
  func note(_ context: RequestContext, _ status: HTTPResponseStatus, _ bytes: Int) {
    let seconds = Double((NIODeadline.now() - context.started).nanoseconds) / 1e9
    metrics.count(
      "layerlua_requests_total",
      [("script", context.script), ("format", context.format), ("status", String(status.code))])
    metrics.observe("layerlua_request_duration_seconds", seconds)
    func milliseconds(_ seconds: Double) -> JSONValue { .number(numberText((seconds * 1e5).rounded() / 100)) }
    var members: [JSONValue.Member] = [
      .init("id", .string(context.id)), .init("client", .string(context.client)),
      .init("script", .string(context.script)), .init("set", .string(current.id)),
      .init("format", .string(context.format)), .init("status", .number(String(status.code))),
      .init("bytes", JSONValue(integerLiteral: bytes)), .init("ms", milliseconds(seconds)),
      .init("cache", .string(context.cache)),
    ]
    if let trace = context.trace { members.append(.init("trace", .string(trace))) }
    if let time = context.queueTime { members.append(.init("queue_ms", milliseconds(time))) }
    if let time = context.drawTime { members.append(.init("draw_ms", milliseconds(time))) }
    ServiceLog.write(.info, "request", members)
  }
}

extension HTTPResponse {
  /// The answer as one that was chosen by `Accept` among others of its address (RFC 9110, section 12.5.5), so that no
  /// cache gives it to a client that wants another one.
  fileprivate var varying: HTTPResponse {
    var answer = self
    answer.headers.append(("Vary", "Accept"))
    return answer
  }
}
