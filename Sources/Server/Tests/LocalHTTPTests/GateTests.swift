// SPDX-License-Identifier: MIT
import LocalHTTP
import NIOHTTP1
import Testing

struct GateTests {
  private let gate = Gate(token: "0123456789abcdef0123456789abcdef", port: 4000)

  private func status(
    _ method: HTTPMethod, _ path: String, _ headers: [(String, String)] = [], host: String? = "127.0.0.1:4000"
  ) -> HTTPResponseStatus? {
    var all = HTTPHeaders(headers)
    if let host { all.add(name: "Host", value: host) }
    let head = HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: all)
    do throws(Gate.Refusal) {
      _ = try gate.admit(head)
      return nil
    } catch { return error.status }
  }

  private var base: String { "/\(gate.token)/" }

  @Test func `tokens have 128 bits and differ`() {
    let tokens = Set((0..<100).map { _ in Gate.newToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test func `a request needs the token, this host and no other origin`() {
    #expect(status(.GET, base) == nil)
    #expect(status(.GET, base, host: "localhost:4000") == nil)
    for path in ["/", "/x/tree", "/\(gate.token)0/", "\(gate.token)/", "//\(gate.token)/"] {
      #expect(status(.GET, path) == .forbidden, "\(path)")
    }
    #expect(status(.GET, "/\(gate.token)") == .notFound)
    #expect(status(.GET, base, host: nil) == .forbidden)
    #expect(status(.GET, base, host: "rebound.example:4000") == .forbidden)
    #expect(status(.GET, base, [("Host", "127.0.0.1:4000")]) == .badRequest)
    #expect(status(.GET, base, [("Origin", "http://127.0.0.1:4000")]) == nil)
    #expect(status(.GET, base, [("Origin", "http://localhost:4000")]) == .forbidden)
    #expect(status(.GET, base, [("Origin", "null")]) == .forbidden)
  }

  @Test func `another site may open the page and ask nothing else`() {
    let opened = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")]
    #expect(status(.GET, base, opened) == nil)
    #expect(status(.GET, base + "tree", opened) == .forbidden)
    #expect(status(.GET, base, [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")]) == .forbidden)
    #expect(status(.GET, base + "tree", [("Sec-Fetch-Site", "same-origin")]) == nil)
  }

  @Test func `a POST needs an origin and a type that no form sends`() {
    let own = ("Origin", "http://127.0.0.1:4000")
    #expect(status(.POST, base + "edit", [own, ("Content-Type", "application/json; charset=utf-8")]) == nil)
    #expect(status(.POST, base + "edit", [("Content-Type", "application/json")]) == .forbidden)
    #expect(status(.POST, base + "edit", [own, ("Content-Type", "text/plain")]) == .unsupportedMediaType)
    #expect(status(.POST, base + "edit", [own]) == .unsupportedMediaType)
    #expect(status(.POST, base + "file", [own, ("Content-Type", "application/json")]) == .unsupportedMediaType)
    #expect(status(.POST, base + "file", [own, ("Content-Type", "application/octet-stream")]) == nil)
    #expect(status(.DELETE, base) == .methodNotAllowed)
  }

  @Test func `queries are decoded`() throws {
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: base + "layer?path=a%2Fb+c%25%zz%C3%A4&t=1.5&flag",
      headers: ["Host": "127.0.0.1:4000"])
    let request = try gate.admit(head)
    #expect(request.route == "layer")
    #expect(request.query == ["path": "a/b c%%zzä", "t": "1.5", "flag": ""])
  }
}
