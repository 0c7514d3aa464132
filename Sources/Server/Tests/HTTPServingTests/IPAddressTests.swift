// SPDX-License-Identifier: MIT
import HTTPServing
import Testing

@Suite struct IPAddressTests {
  @Test(arguments: [
    ("10.1.2.3", "10.1.2.3"), ("::ffff:10.1.2.3", "10.1.2.3"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("::1", "0:0:0:0::/64"),
  ]) func `an IPv6 client is its network`(text: String, client: String) throws {
    #expect(try #require(IPAddress(text)).client == client)
  }

  @Test(arguments: ["", "10.1.2", "10.1.2.3:80", "1.2.3.4.5", "::g", "localhost"]) func `other texts are none`(
    text: String
  ) { #expect(IPAddress(text) == nil) }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true),
    ("10.1.2.128/25", "10.1.2.127", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
    ("2001:db8::/33", "2001:db8:8000::1", false), ("0.0.0.0/0", "8.8.8.8", true), ("::/0", "8.8.8.8", false),
  ]) func `a range has the addresses that begin alike`(range: String, address: String, isIn: Bool) throws {
    #expect(try #require(IPRange(range)).contains(try #require(IPAddress(address))) == isIn)
  }

  @Test(arguments: ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "/8", "::/129"])
  func `a range has as many bits as it has`(
    text: String
  ) { #expect(IPRange(text) == nil) }

  @Test(arguments: [
    ("localhost", true), ("LocalHost:80", true), ("127.0.0.1", true), ("127.9.9.9:8040", true), ("[::1]", true),
    ("[::1]:8040", true), ("::1", false), ("", false), (":80", false), ("localhost:80x", false), ("localhost.", false),
    ("localhost.evil.example", false), ("127.0.0.1.evil.example", false), ("evil.example:127", false),
    ("[127.0.0.1]", false), ("[::1", false), ("[::1].evil.example", false), ("10.0.0.1", false), ("127.1", false),
  ]) func `a host that others cannot be is known`(host: String, isOwn: Bool) {
    #expect(HostName.isLoopback(host) == isOwn)
  }

  @Test func `loopback is known in both families`() throws {
    #expect(try #require(IPAddress("127.3.4.5")).isLoopback)
    #expect(try #require(IPAddress("::1")).isLoopback)
    #expect(try !#require(IPAddress("10.0.0.1")).isLoopback)
    #expect(try !#require(IPAddress("::2")).isLoopback)
  }
}
