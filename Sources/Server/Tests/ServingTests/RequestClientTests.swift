// SPDX-License-Identifier: MIT
import HTTPServing
import Serving
import Testing

@Suite struct RequestClientTests {
  private func client(_ peer: String?, _ forwardedFor: [String] = [], trusted: [String] = []) -> RequestClient {
    RequestClient(
      HTTPPeer(peer.flatMap { IPAddress($0) }), forwardedFor: forwardedFor, trusted: trusted.compactMap { IPRange($0) })
  }

  /// The owner signs for all visitors, so that a key names none of them.
  @Test func `visitors with signed addresses are clients of their own`() {
    let names = (1...16).map { client("198.51.100.\($0)").name(credential: "k1", isSigned: true) }
    #expect(Set(names).count == 16)
    #expect(names[0] == "key:k1 198.51.100.1")
    #expect(client("198.51.100.1").name(credential: "k2", isSigned: true) != names[0])
  }

  @Test func `a token is a client wherever it is`() {
    let names = (1...16).map { client("198.51.100.\($0)").name(credential: "shop", isSigned: false) }
    #expect(Set(names) == ["key:shop"])
  }

  private struct Case {
    var peer: String?
    var forwardedFor: [String]
    var trusted: [String]
    var name: String
  }

  @Test func `only trusted proxies name clients`() {
    let near = ["10.0.0.0/8"]
    let cases: [Case] = [
      Case(peer: "10.0.0.1", forwardedFor: ["203.0.113.7"], trusted: near, name: "203.0.113.7"),
      Case(
        peer: "10.0.0.1", forwardedFor: ["198.51.100.9, 203.0.113.7, 10.0.0.2"], trusted: near, name: "203.0.113.7"),
      Case(peer: "10.0.0.1", forwardedFor: ["198.51.100.9", "203.0.113.7"], trusted: near, name: "203.0.113.7"),
      Case(peer: "192.0.2.1", forwardedFor: ["203.0.113.7"], trusted: near, name: "192.0.2.1"),
      Case(peer: "10.0.0.1", forwardedFor: ["nonsense"], trusted: near, name: "10.0.0.1"),
      Case(peer: "10.0.0.1", forwardedFor: [], trusted: near, name: "10.0.0.1"),
      Case(peer: nil, forwardedFor: ["203.0.113.7"], trusted: near, name: "203.0.113.7"),
      Case(peer: nil, forwardedFor: ["203.0.113.7"], trusted: [], name: "unix"),
    ]
    for one in cases {
      let found = client(one.peer, one.forwardedFor, trusted: one.trusted).name(credential: nil, isSigned: false)
      #expect(found == one.name, "\(one)")
    }
  }

  @Test func `a proxy of this machine that is not trusted is noted`() {
    #expect(client("127.0.0.1", ["203.0.113.7"]).hasUntrustedProxy)
    #expect(client("::1", ["203.0.113.7"], trusted: ["127.0.0.1"]).hasUntrustedProxy)
    #expect(client(nil, ["203.0.113.7"]).hasUntrustedProxy)
    #expect(!client("127.0.0.1", ["203.0.113.7"], trusted: ["127.0.0.1/32"]).hasUntrustedProxy)
    #expect(!client("127.0.0.1").hasUntrustedProxy)
    // Anybody may send the field from elsewhere.
    #expect(!client("198.51.100.1", ["203.0.113.7"]).hasUntrustedProxy)
  }

  /// A client that a proxy does not name cannot choose its own name.
  @Test func `fields of strangers change nothing`() {
    var random = SystemRandomNumberGenerator()
    let parts = ["10.0.0.1", "127.0.0.1", "::1", "", "x", " ", "203.0.113.7", "1.2.3.4:80", "10.0.0.2"]
    for _ in 0..<500 {
      let fields = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
          .joined(separator: ",")
      }
      #expect(client("192.0.2.1", fields, trusted: ["10.0.0.0/8"]).address == IPAddress("192.0.2.1"))
      // The trusted proxy adds the address that counts, behind any other.
      let added = client("10.0.0.1", fields + ["203.0.113.99"], trusted: ["10.0.0.0/8"])
      #expect(added.address == IPAddress("203.0.113.99"))
    }
  }
}
