// SPDX-License-Identifier: MIT
import DrawingPool
import HTTPServing
import JSONMessages
import NIOCore
import NIOHTTP1
import ServiceContract

// Scripts that requests bring.
extension Service {
  /// Draws a script of a request in a process of its own.
  func drawStranger(
    _ request: HTTPRequest, _ address: Address, _ format: AnswerFormat, _ context: RequestContext,
    _ exchange: HTTPExchange
  ) {
    context.format = format.rawValue
    let type = request.head.headers.first(name: "Content-Type") ?? ""
    let parts: [MultipartPart]
    let drawing: DrawRequest
    do throws(Problem) {
      switch type.prefix(while: { $0 != ";" }).lowercased() {
      case "text/x-lua", "application/x-lua":
        parts = [MultipartPart(name: "script", file: nil, bytes: request.body)]
      case "multipart/form-data": parts = try MultipartPart.parts(of: request.body, type: type)
      default:
        throw Problem(
          .unsupportedMediaType, .type, "expected text/x-lua, or multipart/form-data with the part script and files")
      }
      drawing = try DrawRequest(address, script: "script.lua", format: format, schema: nil, limits: options.limits)
    } catch { return fail(context, exchange, error) }
    context.request = drawing
    guard let script = parts.first(where: { $0.name == "script" }), script.bytes.readableBytes > 0 else {
      return fail(context, exchange, Problem(.badRequest, .address, "there is no script"))
    }
    guard script.bytes.readableBytes <= Self.largestScript else {
      return fail(
        context, exchange,
        Problem(
          .payloadTooLarge, .limit, "a script has at most \(Self.largestScript) bytes", [.init("limit", "script")]))
    }
    let files = parts.filter { $0.file != nil && $0.name != "script" }
    var body = script.bytes
    var names: [JSONValue] = []
    for file in files {
      names.append(
        .object([
          .init("name", .string(file.file ?? "")), .init("bytes", JSONValue(integerLiteral: file.bytes.readableBytes)),
        ]))
      body.writeImmutableBuffer(file.bytes)
    }
    var question = drawing.job(known: nil, options.limits)
    question.append(.init("text", JSONValue(integerLiteral: script.bytes.readableBytes)))
    if !names.isEmpty { question.append(.init("files", .array(names))) }
    let limits = options.limits
    let job = DrawJob(
      client: context.client, question: question, body: body, isFilm: drawing.isFilm, cost: drawing.isFilm ? 60 : 2,
      time: drawing.isFilm ? limits.filmTime : limits.time)
    var streamed = ByteBuffer()
    exchange.onGone = { [weak self, weak job] in
      guard let self else { return }
      note(context, .custom(code: 499, reasonPhrase: "Client Closed Request"), 0)
      job?.cancel()
    }
    job.onPart = { bytes, _ in streamed.writeImmutableBuffer(bytes) }
    job.onStart = { [weak job] in
      if let job, let started = job.started {
        context.queueTime = Double((started - job.added).nanoseconds) / 1e9
      }
    }
    job.onEnd = { [weak self, weak job] outcome in
      exchange.onGone = {}
      guard let self else { return }
      if let started = job?.started { context.drawTime = Double((NIODeadline.now() - started).nanoseconds) / 1e9 }
      switch outcome {
      case .failed(let problem): fail(context, exchange, problem)
      case .drawn(let answer):
        streamed.writeImmutableBuffer(answer.bytes)
        var headers: [(name: String, value: String)] = [
          ("Content-Type", format.contentType), ("Cache-Control", "no-store"), ("X-Request-Id", context.id),
        ]
        if format.isDocument {
          headers.append(
            (
              "Content-Security-Policy",
              "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
            ))
        }
        finish(context, exchange, HTTPResponse(headers: headers + Self.common, body: streamed))
      }
    }
    do throws(Problem) { try current.pool.add(job) } catch {
      exchange.onGone = {}
      fail(context, exchange, error)
    }
  }
}

/// A part of a `multipart/form-data` body (RFC 7578).
package struct MultipartPart: Equatable, Sendable {
  package static let mostFiles = 16

  package var name: String
  /// The file's name; nil for a field.
  package var file: String?
  package var bytes: ByteBuffer

  /// Splits a body. Work is linear in its size.
  ///
  /// - Parameter type: the `Content-Type` with the boundary.
  package static func parts(of body: ByteBuffer, type: String) throws(Problem) -> [MultipartPart] {
    func problem(_ detail: String) -> Problem { Problem(.badRequest, .address, "multipart/form-data: \(detail)") }
    guard let boundary = parameter("boundary", of: type), (1...70).contains(boundary.utf8.count) else {
      throw problem("there is no boundary")
    }
    let bytes = Array(body.readableBytesView)
    let mark = Array("--\(boundary)".utf8)
    // The places of all boundaries, each at the start of a line.
    var places: [Int] = []
    var at = 0
    while let found = first(mark, in: bytes, from: at) {
      let isAtStart = found == 0 || found >= 2 && bytes[found - 2] == 0x0D && bytes[found - 1] == 0x0A
      if isAtStart { places.append(found) }
      guard places.count <= mostFiles + 8 else { throw problem("there are at most \(mostFiles) files") }
      at = found + mark.count
    }
    guard places.count >= 2, let last = places.last, bytes[(last + mark.count)...].starts(with: [0x2D, 0x2D]) else {
      throw problem("the last boundary is missing")
    }
    var parts: [MultipartPart] = []
    for (place, next) in zip(places, places.dropFirst()) {
      let from = place + mark.count
      guard from + 2 <= next, bytes[from] == 0x0D, bytes[from + 1] == 0x0A,
        let blank = first([0x0D, 0x0A, 0x0D, 0x0A], in: bytes, from: from), blank + 4 <= next - 2 || blank + 4 == next,
        blank - from <= 4096
      else { throw problem("a part has no head") }
      let head = String(decoding: bytes[from..<blank], as: UTF8.self)
      let disposition = head.split(whereSeparator: \.isNewline).first {
        $0.lowercased().hasPrefix("content-disposition:")
      }
      guard let disposition, let name = parameter("name", of: String(disposition)) else {
        throw problem("a part has no name")
      }
      let file = parameter("filename", of: String(disposition))
      if let file {
        // Flat names, which cannot lead anywhere.
        let isPlain =
          (1...64).contains(file.utf8.count) && !file.hasPrefix(".")
          && file.utf8.allSatisfy { $0 > 32 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") && $0 < 127 }
        guard isPlain else { throw problem("a file's name has 1 to 64 letters without / and spaces") }
      }
      let start = blank + 4
      let end = max(start, next - 2)
      parts.append(MultipartPart(name: name, file: file, bytes: ByteBuffer(bytes: bytes[start..<end])))
    }
    guard parts.count(where: { $0.file != nil && $0.name != "script" }) <= mostFiles else {
      throw problem("there are at most \(mostFiles) files")
    }
    guard Set(parts.compactMap(\.file)).count == parts.compactMap(\.file).count else {
      throw problem("two files have one name")
    }
    return parts
  }

  /// The value of a parameter of a header field, without quotes.
  private static func parameter(_ name: String, of field: String) -> String? {
    for part in field.split(separator: ";").dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, sides[0].filter({ $0 != " " }).lowercased() == name else { continue }
      var value = sides[1]
      while value.last == " " { value = value.dropLast() }
      if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") { value = value.dropFirst().dropLast() }
      return String(value)
    }
    return nil
  }

  /// The first place of a pattern, by the table of Knuth, Morris and Pratt, so that no body costs more than its size.
  private static func first(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var table = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for i in pattern.indices.dropFirst() {
      while length > 0, pattern[i] != pattern[length] { length = table[length - 1] }
      if pattern[i] == pattern[length] { length += 1 }
      table[i] = length
    }
    length = 0
    for i in start..<max(start, bytes.count) {
      while length > 0, bytes[i] != pattern[length] { length = table[length - 1] }
      if bytes[i] == pattern[length] { length += 1 }
      if length == pattern.count { return i - pattern.count + 1 }
    }
    return nil
  }
}
