// SPDX-License-Identifier: MIT
import NIOCore
import NIOHTTP1

/// Access control: admits only requests of a page that this server delivered, on this machine.
///
/// Any page in the same browser can send requests to a local port, and any host name can be made to resolve to
/// 127.0.0.1 (DNS rebinding). So the first part of a request's path must be the secret token. Its `Host` must be this
/// server's, and so must its `Origin`, which browsers add to requests of other pages.
package struct Gate: Sendable {
  package let token: String
  package let port: Int

  package init(token: String, port: Int) {
    self.token = token
    self.port = port
  }

  /// Returns 128 random bits as hexadecimal digits.
  package static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let hex = String(UInt32.random(in: 0...UInt32.max, using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - hex.utf8.count) + hex
    }.joined()
  }

  package struct Refusal: Error, Equatable {
    package var status: HTTPResponseStatus
    package var message: String
  }

  /// The maximum size of a JSON body, and of a file picked on the page, in bytes.
  package static let largestJSON = 64 << 10
  package static let largestFile = 64 << 20

  /// Returns the request's method, route and query if it is admitted; its body is read afterwards.
  package func admit(_ head: HTTPRequestHead) throws(Refusal) -> Request {
    func only(_ name: String) throws(Refusal) -> String? {
      let values = head.headers[name]
      guard values.count <= 1 else { throw Refusal(status: .badRequest, message: "\(name) is there twice") }
      return values.first
    }
    let own = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = try only("Host"), own.contains(host) else {
      throw Refusal(status: .forbidden, message: "this server is 127.0.0.1:\(port), under no other name")
    }
    let origin = try only("Origin")
    if let origin, origin != "http://\(host)" {
      throw Refusal(status: .forbidden, message: "pages of other origins may not ask")
    }
    let (path, query) = Self.split(head.uri)
    guard path.hasPrefix("/"), Self.same(String(path.dropFirst().prefix { $0 != "/" }), token) else {
      throw Refusal(
        status: .forbidden, message: "the address needs the token that layerlua watch printed, as its first part")
    }
    let rest = path.dropFirst(1 + token.count)
    guard rest.hasPrefix("/") else {
      throw Refusal(status: .notFound, message: "the page's address ends with a slash")
    }
    let route = String(rest.dropFirst())
    // Rejects requests by scripts and images of other sites; opening the page from elsewhere is a navigation.
    if let site = try only("Sec-Fetch-Site"), site != "same-origin", site != "none" {
      let mode = try only("Sec-Fetch-Mode")
      guard route.isEmpty, mode == "navigate" else {
        throw Refusal(status: .forbidden, message: "pages of other sites may not ask")
      }
    }
    let type = (try only("Content-Type") ?? "").split(separator: ";").first.map { $0.lowercased() } ?? ""
    switch head.method {
    case .GET:
      return Request(method: .get, route: route, query: Self.words(query), contentType: "", body: .init())
    case .POST:
      guard origin != nil else {
        throw Refusal(status: .forbidden, message: "a POST says where it comes from (Origin)")
      }
      // Content types that a form on another page cannot send.
      let expected = route == "file" ? "application/octet-stream" : "application/json"
      guard type == expected else {
        throw Refusal(status: .unsupportedMediaType, message: "expected \(expected)")
      }
      return Request(method: .post, route: route, query: Self.words(query), contentType: type, body: .init())
    default: throw Refusal(status: .methodNotAllowed, message: "GET and POST are all there is")
    }
  }

  /// Returns the maximum size of a request's body, in bytes.
  package static func largestBody(_ request: Request) -> Int {
    switch request.method {
    case .get: 0
    case .post: request.contentType == "application/json" ? largestJSON : largestFile
    }
  }

  private static func split(_ uri: String) -> (path: Substring, query: Substring) {
    guard let mark = uri.firstIndex(of: "?") else { return (uri[...], "") }
    return (uri[..<mark], uri[uri.index(after: mark)...])
  }

  /// Compares in constant time.
  private static func same(_ a: String, _ b: String) -> Bool {
    let a = Array(a.utf8)
    let b = Array(b.utf8)
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func words(_ query: Substring) -> [String: String] {
    var words: [String: String] = [:]
    for part in query.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      words[decoded(sides[0])] = sides.count > 1 ? decoded(sides[1]) : ""
    }
    return words
  }

  /// Decodes percent escapes and pluses; repairs invalid UTF-8.
  static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        bytes.append(0x20)
      } else if byte == UInt8(ascii: "%"),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.prefix(2).count == 2
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
